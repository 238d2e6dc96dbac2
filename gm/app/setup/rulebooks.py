"""A game's rules for people who want to read them: of a variant by itself, or of a running game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gm.app.history.rulings import precedents
from gm.app.services import Services
from gm.app.settings.checks import variants_of
from gm.app.table import chosen_options, family_of, rules_of
from gm.contract.facts import Precedent
from gm.contract.game import Game, Games
from gm.contract.pages import RulesAsPlayed
from gm.contract.rules import Meta, Rules
from gm.errors import InputError, VariantError
from gm.languages import gettext
from gm.report.pages.rules_page import HOUSE, house_settings
from gm.report.wording.sentence_parts import allowed_words


@dataclass(frozen=True, slots=True)
class Rulebook:
    """What a rules text is written from: the game, its rules, every setting, what its GM ruled."""

    meta: Meta
    played: RulesAsPlayed
    settings: Mapping[str, str]
    precedents: tuple[Precedent, ...] = ()


def rulebook_of_variant(games: Games, variant_id: str, chosen: Mapping[str, str]) -> Rulebook:
    """Return the rulebook of a variant with these settings, defaults filled in.

    Raises:
        InputError: no such variant, no such setting, or a value the setting does not take.
    """
    if variant_id not in (variants := variants_of(games)):
        known = ", ".join(sorted(variants))
        raise InputError(
            gettext(
                "There are no rules named {name}; there are {known}.",
                name=repr(variant_id),
                known=known,
            )
        )
    house = {option.name: chosen.get(option.name, option.default) for option in HOUSE}
    for way in HOUSE:
        if not way.takes(house[way.name]):
            raise InputError(
                gettext(
                    "{name} is {allowed}, not {value}.",
                    name=way.name,
                    allowed=allowed_words(way),
                    value=repr(house[way.name]),
                )
            )
    rest = {name: value for name, value in chosen.items() if name not in house}
    family = games.family_of(variant_id)
    try:
        rules = family.rules(variant_id, rest)
    except VariantError as fault:
        raise InputError(f"{fault}.") from fault
    return _rulebook(family, rules, rest, house)


def rulebook_of_game(services: Services, name: str) -> Rulebook:
    """Return the rulebook of a game, begun or not; NoSuchGame if there is none of that name."""
    with services.store.read() as transaction:
        game = transaction.game(name)
        ruled = precedents(transaction, game)
    rules = rules_of(services, game)
    house = house_settings(keep_impossible=game.keep_impossible)
    return _rulebook(family_of(services, game), rules, game.options, house, ruled)


def _rulebook(
    family: Game[Any, Any],
    rules: Rules[Any, Any],
    options: Mapping[str, str],
    house: Mapping[str, str],
    ruled: tuple[Precedent, ...] = (),
) -> Rulebook:
    settings = {**chosen_options(rules, options), **house}
    return Rulebook(rules.meta, family.pages.rules(rules, settings), settings, ruled)
