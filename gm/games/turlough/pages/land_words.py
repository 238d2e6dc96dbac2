"""The land and the hazards of the rules in words, for who has no picture: what lies where, and what a card changes."""

from __future__ import annotations

from gm.games.turlough.pages.words import (
    faction_words,
    hazard_words,
    hex_words,
    land_words,
    terrain_words,
)
from gm.games.turlough.rules.rules import TurloughRules
from gm.games.turlough.rules.setup import first_position
from gm.games.turlough.rules.tables import Hazard, Scenario, Tables, Terrain
from gm.languages import gettext, listed, ngettext


def hexes_in_words(rules: TurloughRules) -> dict[str, str]:
    """Return each hex in a sentence: what stands there when the game begins, and the ways that lead out."""
    state = first_position(rules.tables, rules.scenario, rules.players, rules.settings)
    tables = rules.tables
    return {
        hex_: f"{_head(tables, state.scenario, hex_, land_words(tables, state, hex_))} {_ways(tables, hex_)}"
        for hex_ in tables.hexes
    }


def _head(tables: Tables, scenario: str, hex_: str, stands: str) -> str:
    terrain = [terrain_words(t) for t in tables.terrain(hex_, scenario) if t is not Terrain.CASTLE]
    description = ", ".join(filter(None, (hex_words(tables, hex_), stands, *terrain)))
    return f"{hex_} {description}."


def _ways(tables: Tables, hex_: str) -> str:
    """Return the neighbours of a hex: those by a route, and those without."""
    steps = tables.steps[hex_]
    routes = [
        f"{there}*" if step.crossing else there for there, step in steps.items() if step.route
    ]
    others = [there for there, step in steps.items() if not step.route]
    ways = (
        gettext("Routes: {hexes}.", hexes=", ".join(routes)) if routes else "",
        gettext("Without: {hexes}.", hexes=", ".join(others)) if others else "",
    )
    return " ".join(filter(None, ways))


def hazards_in_words(tables: Tables) -> str:
    """Return what is usual, and what each card changes of it."""
    usual = gettext("Without a hazard: {effects}.", effects=", ".join(_effects(tables.usual)))
    cards = (
        gettext(
            "{card}: {effects}.",
            card=hazard_words(tables, card),
            effects=", ".join((*_effects(hazard, tables.usual), *_added(tables, hazard))),
        )
        for card, hazard in tables.hazards.items()
    )
    return " ".join((usual, *cards))


def _effects(hazard: Hazard, usual: Hazard | None = None) -> list[str]:
    """Return what holds under a card, or only what is not as usual."""
    figures = {
        gettext("herds +{count}", count=hazard.replenish): "replenish",
        gettext("battles £{count}", count=hazard.battle_price): "battle_price",
        gettext("provisions £{count}", count=hazard.provision_price): "provision_price",
        ngettext(
            "a river crossing {count} movement point",
            "a river crossing {count} movement points",
            hazard.crossing,
            count=hazard.crossing,
        ): "crossing",
        gettext("{count} coyne for a fed battle", count=hazard.coyne): "coyne",
    }
    return [
        effect
        for effect, name in figures.items()
        if usual is None or getattr(usual, name) != getattr(hazard, name)
    ]


def _added(tables: Tables, hazard: Hazard) -> list[str]:
    if not hazard.adds:
        return []
    cards = listed(
        [f"{count} {hazard_words(tables, card)}" for card, count in hazard.adds.items()]
    )
    return [gettext("{cards} go into the deck for a round", cards=cards)]


def start_in_words(tables: Tables, scenario: Scenario) -> str:
    """Return how a scenario begins: who opens the first war, whose hostages are held, which cards there are."""
    sentences = [
        gettext(
            "{faction} may open the first war before all others.",
            faction=faction_words(tables, scenario.opens),
        )
    ]
    if scenario.hostages:
        held = listed(
            [
                gettext(
                    "{giver} with {holder}",
                    giver=faction_words(tables, giver),
                    holder=faction_words(tables, holder),
                )
                for giver, holder in scenario.hostages.items()
            ]
        )
        sentences.append(gettext("Hostages: {held}.", held=held))
    cards = listed(
        [f"{count} {hazard_words(tables, card)}" for card, count in scenario.deck.items()]
    )
    sentences.append(gettext("The deck: {cards}.", cards=cards))
    return " ".join(sentences)
