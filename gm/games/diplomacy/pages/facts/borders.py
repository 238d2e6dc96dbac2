"""What a province borders, and who can pass there: for the hat's report, MAP and BORDERS."""

from __future__ import annotations

from dataclasses import dataclass

from gm.games.diplomacy.pages.wording.words import location_words, place_words
from gm.games.diplomacy.rules.board import (
    Board,
    Entry,
    Location,
    Province,
    ProvinceId,
    Terrain,
    army_moves,
    fleet_moves,
)
from gm.languages import gettext, listed, pgettext

_BARRED = frozenset({Entry.CLOSED, Entry.HOLE, Entry.BOX, Entry.SPECIAL})


@dataclass(frozen=True, slots=True)
class Neighbours:
    """A province's neighbours by who can pass; each stands in one list.

    Args:
        land: armies alone; coast: armies, and fleets along the coast; sea: fleets alone.
        barred: those that nobody can enter, whoever could pass.
    """

    land: tuple[ProvinceId, ...]
    coast: tuple[ProvinceId, ...]
    sea: tuple[ProvinceId, ...]
    barred: tuple[ProvinceId, ...]


def neighbours_of(board: Board, place: ProvinceId) -> Neighbours:
    """Return a province's neighbours, each list clockwise as on the map."""
    armies = army_moves(board, place)
    fleets = {to.province for at in berths(board, place) for to in fleet_moves(board, at)}
    land: list[ProvinceId] = []
    coast: list[ProvinceId] = []
    sea: list[ProvinceId] = []
    barred: list[ProvinceId] = []
    for to in board.neighbours(place):
        if board.province(to).entry in _BARRED:
            barred.append(to)
        elif to in armies:
            (coast if to in fleets else land).append(to)
        elif to in fleets:
            sea.append(to)
    return Neighbours(tuple(land), tuple(coast), tuple(sea), tuple(barred))


def berths(board: Board, place: ProvinceId) -> tuple[Location, ...]:
    """Return where in a province a fleet can lie: on each of its named coasts, if it has any."""
    province = board.province(place)
    if province.terrain is Terrain.INLAND:
        return ()
    return tuple(Location(place, coast.id) for coast in province.coasts) or (Location(place),)


def border_words(board: Board, place: ProvinceId) -> tuple[str, ...]:
    """Return whom a province borders, in full words: a line for each way to pass."""
    found = neighbours_of(board, place)
    lines: list[str] = []
    if land := listed(place_words(to, board) for to in found.land):
        lines.append(gettext("by land: {places}", places=land))
    if coast := listed(_with_coasts(board, place, to) for to in found.coast):
        lines.append(gettext("along the coast: {places}", places=coast))
    if sea := listed(_with_coasts(board, place, to) for to in found.sea):
        lines.append(gettext("by sea: {places}", places=sea))
    if barred := listed(_barred(board, to) for to in found.barred):
        lines.append(gettext("closed to all: {places}", places=barred))
    return tuple(lines)


def passages(
    board: Board, place: ProvinceId, to: ProvinceId
) -> tuple[tuple[Location, ...], tuple[Location, ...]]:
    """Return the named coasts that a fleet leaves from, and those it arrives at.

    None where there is but one: an order need not name it (Irish 6, ruling).
    """
    ways = [
        (at, goal)
        for at in berths(board, place)
        for goal in fleet_moves(board, at)
        if goal.province == to
    ]
    leaves = dict.fromkeys(at for at, _ in ways) if _is_told(board, place) else {}
    arrives = sorted({goal for _, goal in ways}) if _is_told(board, to) else []
    return tuple(leaves), tuple(arrives)


def _is_told(board: Board, place: ProvinceId) -> bool:
    return len(board.province(place).coasts) > 1


def _with_coasts(board: Board, place: ProvinceId, to: ProvinceId) -> str:
    """Return a neighbour with the coasts a fleet leaves from and arrives at, where it matters."""
    leaves, arrives = passages(board, place, to)
    names = listed((location_words(goal, board) for goal in arrives), "or")
    start = listed((_coast_name(board, at) for at in leaves), "or")
    there = names or place_words(to, board)
    if not start:
        return there
    # Translators: {coast} is "north coast".
    return gettext("{place} (from the {coast})", place=there, coast=start)


def _coast_name(board: Board, at: Location) -> str:
    name = next(it.name for it in board.province(at.province).coasts if it.id == at.coast)
    return gettext(name)


def _barred(board: Board, place: ProvinceId) -> str:
    return f"{place_words(place, board)} ({entry_words(board.province(place))})"


def entry_words(province: Province) -> str:
    """Return why nobody can enter a province, in a word or two; "" where everybody can."""
    match province.entry:
        case Entry.HOLE:
            return gettext("a black hole")
        case Entry.CLOSED:
            return gettext("nobody plays it")
        case Entry.BOX:
            return gettext("only a box")
        case Entry.SPECIAL:
            return gettext("special units only")
        case Entry.ALL:
            return ""


def border_text(board: Board, place: ProvinceId) -> str:
    """Return whom a province borders in short names: `land BUR; coast PIE SPA/SC; sea LYO`."""
    found = neighbours_of(board, place)
    parts = [
        (pgettext("border", "land"), [str(to) for to in found.land]),
        (pgettext("border", "coast"), [_short(board, place, to) for to in found.coast]),
        (pgettext("border", "sea"), [_short(board, place, to) for to in found.sea]),
        (pgettext("border", "closed"), [str(to) for to in found.barred]),
    ]
    told = "; ".join(f"{way} {' '.join(names)}" for way, names in parts if names)
    return told or pgettext("border", "nothing")


def _short(board: Board, place: ProvinceId, to: ProvinceId) -> str:
    """Return a neighbour with the coasts to arrive at, and in brackets those to leave from."""
    leaves, arrives = passages(board, place, to)
    start = " ".join((at.coast or "").upper() for at in leaves)
    return ("+".join(map(str, arrives)) or to) + (f"[{start}]" if start else "")
