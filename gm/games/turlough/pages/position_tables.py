"""How a position stands, for everybody and for who commands a faction: sections with tables that fit a phone."""

from __future__ import annotations

from typing import Any

from gm.contract.rules import Rules
from gm.contract.told import Told
from gm.games.turlough.language.lines import order_line
from gm.games.turlough.pages.words import (
    army_words,
    faction_words,
    factions_words,
    group_words,
    hazard_words,
    land_words,
    place_words,
    standing_of,
)
from gm.games.turlough.rules.mustering import openers
from gm.games.turlough.rules.outcomes import TurloughOutcome
from gm.games.turlough.rules.rules import TurloughRules
from gm.games.turlough.rules.sides import seat_of_power
from gm.games.turlough.rules.state import TurloughState, Wait
from gm.games.turlough.rules.tables import ENGLISH, Tables
from gm.languages import gettext, listed, pgettext
from gm.report.pages.plain_pages import PageSection, ScoreTable, Track, TrackBoard


def own_factions(news: Told[TurloughState, TurloughOutcome], tables: Tables) -> list[PageSection]:
    """Return the factions that the reader commands: how each is now, and what it does without a packet."""
    state, before = news.step.after, news.step.before
    if state.wait is Wait.OVER:
        return []
    mine = [f for seat in news.viewer.mine for f in state.commanded_by(seat)]
    lines = [
        line
        for faction in mine
        if not state.factions[faction].out
        for line in (
            _own_words(tables, before, state, faction),
            *(f"{faction}: {stands}" for stands in standing_lines(state, faction)),
        )
    ]
    return [PageSection(gettext("Your factions"), tuple(lines))] if lines else []


def _own_words(tables: Tables, before: TurloughState, state: TurloughState, faction: str) -> str:
    name = f"{faction_words(tables, faction)} ({faction})"
    changed = listed([*_changes(before, state, faction)])
    silent = silent_words(tables, state, faction)
    return f"{name}: {changed}; {silent}" if changed else f"{name}: {silent}"


def _changes(before: TurloughState, state: TurloughState, faction: str) -> list[str]:
    """Return what a faction has now where it had something else: `battles 10 → 7`."""
    was, now = before.army(faction), state.army(faction)
    herd = (before.factions[faction].cattle, state.factions[faction].cattle)
    figures = [(gettext("cattle"), *herd)] if faction != ENGLISH else []
    if faction == ENGLISH:
        figures.append((gettext("pounds"), before.pounds, state.pounds))
    if was is not None or now is not None:
        battles = (was.battles if was else 0, now.battles if now else 0)
        figures.insert(0, (gettext("battles"), *battles))
    return [f"{name} {first} → {last}" for name, first, last in figures if first != last]


def standing_lines(state: TurloughState, faction: str) -> tuple[str, ...]:
    """Return the lines of a faction that stand until they are changed, as far as the reader may know them."""
    lines = state.standing.get(faction, ())
    return tuple(
        gettext("stands: {line}", line=order_line(line).partition(": ")[2]) for line in lines
    )


def silent_words(tables: Tables, state: TurloughState, faction: str) -> str:
    """Return what a faction does for which nothing is sent (5)."""
    army = state.army(faction)
    if state.wait is Wait.START:
        return gettext("no standing lines so far.")
    if army is None and state.factions[faction].served:
        return gettext("it has had its army in this war.")
    asked = state.one_by_one
    if asked is not None and asked.faction != faction:
        return gettext("it is asked when its turn comes; until then its standing lines hold.")
    if army is not None and asked is not None and faction in asked.joined:
        return gettext(
            "its army has just joined in {place} ({strength}); if you send nothing at all, it stays"
            " there.",
            place=place_words(tables, army.hex),
            strength=army_words(army),
        )
    if army is None:
        return gettext("without a packet it raises no army by itself.")
    home = seat_of_power(state, tables, faction)
    return gettext(
        "its army stands in {place} ({strength}); if you send nothing at all, it avoids enemies, goes"
        " to {home} and disbands.",
        place=place_words(tables, army.hex),
        strength=army_words(army),
        home=place_words(tables, home),
    )


def how_it_stands(
    rules: Rules[TurloughState, Any], tables: Tables, state: TurloughState
) -> list[PageSection]:
    """Return the position as everybody knows it."""
    return [
        _stacks(rules, tables, state),
        _factions_table(tables, state),
        *_hostages_table(tables, state),
        _armies_table(tables, state),
        _land_table(tables, state),
    ]


def _factions_table(tables: Tables, state: TurloughState) -> PageSection:
    head = (gettext("Faction"), gettext("Seat"), gettext("Cattle"), gettext("Stands"))
    rows = tuple(
        (
            f"{faction_words(tables, faction)} ({faction})",
            state.seat_of(faction) or "-",
            f"£{state.pounds}" if faction == ENGLISH else str(standing.cattle),
            standing_of(tables, state, faction),
        )
        for faction, standing in state.standings()
    )
    return PageSection(gettext("The factions"), scores=ScoreTable(head, rows))


def _hostages_table(tables: Tables, state: TurloughState) -> list[PageSection]:
    """Return who holds whose hostages, a row for each holder; nothing while nobody holds any."""
    held = dict[str, list[str]]()
    for faction, standing in state.standings():
        if standing.hostage_holder is not None:
            held.setdefault(standing.hostage_holder, []).append(faction)
    if not held:
        return []
    rows = tuple(
        (faction_words(tables, holder), ", ".join(faction_words(tables, f) for f in held[holder]))
        for holder in tables.factions
        if holder in held
    )
    head = (gettext("Held by"), gettext("Hostages of"))
    return [PageSection(gettext("The hostages"), scores=ScoreTable(head, rows))]


def _armies_table(tables: Tables, state: TurloughState) -> PageSection:
    if not state.armies:
        return PageSection(gettext("The armies"), (gettext("No army is in the field."),))
    head = (
        pgettext("of a faction", "Army"),
        pgettext("of a map", "Place"),
        gettext("Battles"),
        gettext("Provisions"),
    )
    rows = tuple(
        (
            faction_words(tables, army.faction),
            place_words(tables, army.hex),
            str(army.battles),
            str(army.provisions),
        )
        for army in state.armies
    )
    return PageSection(gettext("The armies"), scores=ScoreTable(head, rows))


def _land_table(tables: Tables, state: TurloughState) -> PageSection:
    """Return the settlements that have suffered."""
    head = (pgettext("of a map", "Place"), gettext("Settlement"), gettext("Devastation"))
    rows = tuple(
        (
            place_words(tables, hex_),
            land_words(tables, state, hex_),
            gettext("destroyed") if hex_ in state.destroyed else str(points),
        )
        for hex_ in tables.settlements(state.scenario)
        if (points := state.devastation[hex_])
    )
    if not rows:
        return PageSection(gettext("The land"), (gettext("No settlement has suffered."),))
    return PageSection(gettext("The land"), scores=ScoreTable(head, rows))


def _stacks(rules: Rules[TurloughState, Any], tables: Tables, state: TurloughState) -> PageSection:
    goal = rules.settings.febas_goal if isinstance(rules, TurloughRules) else 0
    tracks = tuple(
        Track(group_words(group), height, 0, max(goal, height)) for group, height in state.stacks()
    )
    names = (gettext("Febas"), gettext("Stands at"), gettext("Of"))
    king = faction_words(tables, state.king) if state.king is not None else gettext("nobody")
    lines = [
        gettext("King: {king}.", king=king),
        gettext("Hazard: {card}.", card=hazard_words(tables, state.hazard)),
    ]
    if state.wait is Wait.PACKETS and state.war_turn == 1 and not state.armies:
        asked = factions_words(tables, openers(tables, state))
        lines.append(
            gettext(
                "The war is opened by the first of these that raises an army: {factions}.",
                factions=asked,
            )
        )
    return PageSection(gettext("How it stands"), tuple(lines), tracks=TrackBoard(names, tracks))
