"""What a province borders, and how the board in force differs from the printed one (Irish 3-9)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gm.games.diplomacy.pages.facts.annals import BoardStory
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
from gm.games.diplomacy.rules.mechanics.changes import ChangesPart, land_of
from gm.games.diplomacy.rules.phases import Phase
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.wording.phrases import season_words
from gm.games.diplomacy.wording.words import location_words, place_words, power_words
from gm.languages import gettext, gettext_noop, listed, pgettext

# What a province borders, and who can pass there: for the hat's report, MAP and BORDERS.

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
    neighbours = neighbours_of(board, place)
    lines: list[str] = []
    if land := listed(place_words(to, board) for to in neighbours.land):
        lines.append(gettext("by land: {places}", places=land))
    if coast := listed(_with_coasts(board, place, to) for to in neighbours.coast):
        lines.append(gettext("along the coast: {places}", places=coast))
    if sea := listed(_with_coasts(board, place, to) for to in neighbours.sea):
        lines.append(gettext("by sea: {places}", places=sea))
    if barred := listed(_barred(board, to) for to in neighbours.barred):
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
    name = next(coast.name for coast in board.province(at.province).coasts if coast.id == at.coast)
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
    neighbours = neighbours_of(board, place)
    parts = [
        (pgettext("border", "land"), [str(to) for to in neighbours.land]),
        (pgettext("border", "coast"), [_short(board, place, to) for to in neighbours.coast]),
        (pgettext("border", "sea"), [_short(board, place, to) for to in neighbours.sea]),
        (pgettext("border", "closed"), [str(to) for to in neighbours.barred]),
    ]
    borders = "; ".join(f"{way} {' '.join(names)}" for way, names in parts if names)
    return borders or pgettext("border", "nothing")


def _short(board: Board, place: ProvinceId, to: ProvinceId) -> str:
    """Return a neighbour with the coasts to arrive at, and in brackets those to leave from."""
    leaves, arrives = passages(board, place, to)
    start = " ".join((at.coast or "").upper() for at in leaves)
    return ("+".join(map(str, arrives)) or to) + (f"[{start}]" if start else "")


# How the board differs from the printed one: closed countries, holes, halves (Irish 3-9).

LEGEND = gettext_noop(
    "Armies pass by land and along the coast, fleets along the coast and by sea. SPA/NC is the "
    "coast where a fleet arrives, [NC] the one it leaves from. Nobody enters what is closed."
)


@dataclass(frozen=True, slots=True)
class ChangedBoard:
    """How the board differs from the printed one.

    Args:
        closed: countries that nobody plays, with their provinces; shut: the countries in a sentence.
        holes: black holes, the oldest first; reopened: provinces that were one.
        halves: each half with whom it borders, in short names; legend: how to read that.
        brief: the same for a report, in which provinces that are alike share a sentence.
    """

    closed: tuple[str, ...]
    shut: str
    holes: tuple[str, ...]
    reopened: tuple[str, ...]
    halves: tuple[str, ...]
    legend: str
    brief: tuple[str, ...] = ()

    @property
    def is_printed(self) -> bool:
        """Whether nothing differs."""
        return not (self.closed or self.holes or self.reopened or self.halves)


def changed_board(board: Board, state: GameState, story: BoardStory) -> ChangedBoard:
    """Return how the board in force in a position differs from the printed one."""
    part = state.part(ChangesPart)
    halves = tuple(
        f"{half} {place_words(half, board)}: {border_text(board, half)}."
        for names in board.gone.values()
        for half in names
    )
    return ChangedBoard(
        closed=closed_countries(board, state),
        shut=_shut(board, state),
        holes=tuple(_hole(place, board, story.holed.get(place)) for place in part.holes),
        reopened=tuple(_reopened(board, part, story)),
        halves=halves,
        legend=gettext(LEGEND) if halves else "",
        brief=tuple(line for line in _brief(board, state, story) if line),
    )


def _brief(board: Board, state: GameState, story: BoardStory) -> Iterable[str]:
    """Yield how the board differs, in a paragraph for each way."""
    part = state.part(ChangesPart)
    yield _shut(board, state)
    if holes := [_since(place, board, story.holed.get(place)) for place in part.holes]:
        yield gettext("Black holes: {places}.", places=", ".join(holes))
    once = dict.fromkeys((*_open_again(board, part, story), *_opened_besides(board, part, story)))
    freed = [(place, when) for place, when in once if place in part.opened]
    if homes := [_since(place, board, when) for place, when in once if place not in part.opened]:
        yield gettext("Black holes once, reopened: {places}.", places=", ".join(homes))
    if freed:
        reopened = ", ".join(_since(place, board, when) for place, when in freed)
        yield gettext(
            "Reopened, although nobody plays their countries: {places}.", places=reopened
        )
    if splits := " ".join(_halved(whole, halves, board) for whole, halves in board.gone.items()):
        yield gettext("Split, with whom they border: {places}", places=splits)


def _since(place: ProvinceId, board: Board, when: Phase | None) -> str:
    """Return a province with the season it changed in: `Vienna (VIE, Autumn 1974)`."""
    known = f"{place}, {season_words(when)}" if when is not None else str(place)
    return f"{place_words(place, board)} ({known})"


def _halved(whole: ProvinceId, halves: Iterable[ProvinceId], board: Board) -> str:
    """Return the pieces of a province with their borders: `Paris: PAR1 (land GAS), PAR2 (...).`."""
    pieces = ", ".join(f"{half} ({border_text(board, half)})" for half in halves)
    return f"{place_words(whole, board)}: {pieces}."


def _shut(board: Board, state: GameState) -> str:
    """Return the countries that nobody plays, without the provinces that are closed for it."""
    names = listed(power_words(power, board) for power in state.part(ChangesPart).closed)
    return gettext("Nobody plays, and nobody enters, {powers}.", powers=names) if names else ""


def closed_countries(board: Board, state: GameState) -> tuple[str, ...]:
    """Return the countries that nobody plays, with the provinces that are closed for it."""
    countries: list[str] = []
    for power in state.part(ChangesPart).closed:
        land = [here for place in land_of(board, power) for here in board.meant(place)]
        shut = [place for place in land if board.province(place).entry is Entry.CLOSED]
        name = power_words(power, board)
        names = listed(place_words(place, board) for place in shut)
        if names == name:
            countries.append(name)
        elif names:
            countries.append(f"{name}: {names}")
    return tuple(countries)


def _name(place: ProvinceId, board: Board) -> str:
    return f"{place_words(place, board)} ({place})"


def _hole(place: ProvinceId, board: Board, when: Phase | None) -> str:
    name = _name(place, board)
    if when is None:
        return name
    return gettext("{place}, since {season}", place=name, season=season_words(when))


def _reopened(board: Board, part: ChangesPart, story: BoardStory) -> Iterable[str]:
    for here, when in _open_again(board, part, story):
        name, season = _name(here, board), season_words(when)
        if here in part.opened:
            yield gettext(
                "{place}, reopened in {season}, open although nobody plays its country",
                place=name,
                season=season,
            )
        else:
            yield gettext("{place}, reopened in {season}", place=name, season=season)
    for place, _ in _opened_besides(board, part, story):
        name = _name(place, board)
        yield gettext("{place}, open although nobody plays its country", place=name)


def _open_again(
    board: Board, part: ChangesPart, story: BoardStory
) -> Iterable[tuple[ProvinceId, Phase]]:
    """Yield the provinces that were black holes and are none, with when they were reopened."""
    for place, when in story.reopened.items():
        for here in board.meant(place):
            if here not in part.holes:
                yield here, when


def _opened_besides(
    board: Board, part: ChangesPart, story: BoardStory
) -> Iterable[tuple[ProvinceId, None]]:
    """Yield the provinces of closed countries that are open, nobody knows since when."""
    for place in part.opened:
        known = any(place in board.meant(province) for province in story.reopened)
        if not known and place not in part.holes:
            yield place, None


def where_since(board: Board, place: ProvinceId, story: BoardStory) -> str:
    """Return since when a province is a half or a black hole, as a sentence; "" for neither."""
    province = board.province(place)
    if province.entry is Entry.HOLE:
        when = story.holed.get(place)
        if when is None:
            return gettext("It is a black hole: nobody can enter it.")
        return gettext(
            "It has been a black hole since {season}: nobody can enter it.",
            season=season_words(when),
        )
    if province.entry is Entry.CLOSED:
        return gettext("Nobody plays its country: nobody can enter it.")
    return ""
