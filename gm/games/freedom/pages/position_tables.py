"""How the siege stands, as tables that fit a phone: tracks, areas, the Wall, and what stands before and behind it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from gm.games.freedom.pages.standing import (
    SIDE_FIGURES,
    figure_words,
    open_cards,
    side_figures,
    standing_lines,
)
from gm.games.freedom.pages.words import area_words, reward_words, space_words
from gm.games.freedom.rules.state import SiegeState
from gm.games.freedom.rules.tables import (
    CAMP,
    IMPERIAL_KINDS,
    INSURGENT,
    SEATS,
    Space,
    SpaceKind,
    Tables,
)
from gm.languages import gettext, listed, pgettext
from gm.report.pages.plain_pages import PageSection, ScoreTable

_NOTHING: Final = "-"
_KINDS: Final = (*IMPERIAL_KINDS, INSURGENT)


def how_it_stands(
    tables: Tables, state: SiegeState, before: SiegeState | None = None
) -> PageSection:
    """Return the position as everybody knows it: tables in HTML, lines in plain text.

    Args:
        tables: what is played. state: the position.
        before: the one to which changes are told; None for none.
    """
    drawn_up = (
        _tracks_table(state, before),
        _areas_table(tables, state, before),
        _wall_table(tables, state, before),
        _board_table(tables, state),
    )
    return PageSection(
        gettext("How it stands"),
        tuple(open_cards(tables, state)),
        tables=drawn_up,
        plain=tuple(standing_lines(tables, state, before)),
    )


def _tracks_table(state: SiegeState, before: SiegeState | None) -> ScoreTable:
    """Return the tracks of both sides, a row for each."""
    was = {seat: side_figures(before, seat) if before is not None else {} for seat in SEATS}
    now = {seat: side_figures(state, seat) for seat in SEATS}
    rows = tuple(
        (
            gettext(words),
            *(figure_words(now[seat][name], was[seat].get(name)) or _NOTHING for seat in SEATS),
        )
        for name, words in SIDE_FIGURES.items()
    )
    return ScoreTable((pgettext("of a side", "Track"), *map(str, SEATS)), rows)


def _areas_table(tables: Tables, state: SiegeState, before: SiegeState | None) -> ScoreTable:
    """Return who holds each area by how many markers, and what it brings him each round."""
    rows = []
    for area in tables.areas.values():
        held = state.areas[area.id]
        was = before.areas[area.id] if before is not None else held
        same = held.side == was.side
        holder = str(held.side) if same else f"{was.side} → {held.side}"
        markers = figure_words(held.markers, was.markers if same else None)
        brings = reward_words(tables, area.rewards[held.side]) or _NOTHING
        rows.append((area_words(tables, area.id), holder, markers, brings))
    head = (
        gettext("Area"),
        pgettext("of an area", "Side"),
        gettext("Markers"),
        gettext("Brings a round"),
    )
    return ScoreTable(head, tuple(rows), gettext("The areas"), names_whole=True)


def _wall_table(tables: Tables, state: SiegeState, before: SiegeState | None) -> ScoreTable:
    """Return the spaces of the Wall: how each is, and who stands there."""
    rows = tuple(
        (
            space_words(tables, space.id),
            _damage_words(state, before, space.id),
            listed(_pieces(state, space.id)) or _NOTHING,
        )
        for space in tables.spaces.values()
        if space.kind is SpaceKind.WALL
    )
    head = (pgettext("of a map", "Space"), pgettext("of a wall", "Damage"), gettext("There"))
    return ScoreTable(head, rows, gettext("The Wall"))


def _damage_words(state: SiegeState, before: SiegeState | None, space: str) -> str:
    words = (
        pgettext("of a wall", "whole"),
        pgettext("of a wall", "damaged"),
        pgettext("of a wall", "destroyed (2)"),
    )
    now = state.wall.get(space, 0)
    was = before.wall.get(space, 0) if before is not None else now
    return words[now] if now == was else f"{words[was]} → {words[now]}"


def _board_table(tables: Tables, state: SiegeState) -> ScoreTable:
    """Return who stands before the Wall and behind it, zone by zone from the land to the water."""
    spaces = [space for space in tables.spaces.values() if space.kind is not SpaceKind.WALL]
    zones = dict[str, list[str]]()
    for space in sorted(spaces, key=_from_the_land):
        pieces = ", ".join(_pieces(state, space.id))
        if pieces:
            there = pieces if space.id == CAMP else f"{space.id} {pieces}"
            zones.setdefault(_zone_words(space, tables), []).append(there)
    rows = tuple((zone, "; ".join(there)) for zone, there in zones.items())
    head = (pgettext("of a map", "Zone"), gettext("Units and cannons"))
    return ScoreTable(head, rows, gettext("Before and behind the Wall"), names_whole=True)


def _from_the_land(space: Space) -> tuple[int, int]:
    """Return where a space comes in the table: the Camp, the rows from the land, then the islands."""
    if space.id == CAMP:
        return 0, 0
    return (1, -space.row) if space.row else (2, 0)


def _zone_words(space: Space, tables: Tables) -> str:
    """Return the zone that a space lies in: its row, its island, or the Camp."""
    if space.row:
        return gettext("Row {row}", row=space.row)
    return tables.spaces[space.island].name if space.island else space_words(tables, space.id)


def _pieces(state: SiegeState, space: str) -> Iterator[str]:
    """Yield what stands in a space: `EXP 3`, `cannon`."""
    for kind in _KINDS:
        if count := state.count(space, kind):
            yield f"{kind} {count}"
    cannons = state.cannons
    if space in (*cannons.imperial, *cannons.insurgent):
        yield gettext("cannon")
    if space == cannons.bombard:
        yield gettext("Bombard")
    if space == CAMP and cannons.camp:
        yield (
            gettext("cannon")
            if cannons.camp == 1
            else gettext("cannon x{count}", count=cannons.camp)
        )
