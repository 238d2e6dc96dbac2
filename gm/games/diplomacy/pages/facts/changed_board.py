"""How the board differs from the printed one: closed countries, holes, halves (Irish 3-9)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gm.games.diplomacy.pages.facts.borders import border_text
from gm.games.diplomacy.pages.facts.stories import BoardStory
from gm.games.diplomacy.pages.wording.phrases import season_words
from gm.games.diplomacy.pages.wording.words import place_words, power_words
from gm.games.diplomacy.rules.board import Board, Entry, ProvinceId
from gm.games.diplomacy.rules.mechanics.changes import ChangesPart, land_of
from gm.games.diplomacy.rules.phases import Phase
from gm.games.diplomacy.rules.state import GameState
from gm.languages import gettext, gettext_noop, listed

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
        told = ", ".join(_since(place, board, when) for place, when in freed)
        yield gettext("Reopened, although nobody plays their countries: {places}.", places=told)
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
    found: list[str] = []
    for power in state.part(ChangesPart).closed:
        land = [here for place in land_of(board, power) for here in board.meant(place)]
        shut = [place for place in land if board.province(place).entry is Entry.CLOSED]
        name = power_words(power, board)
        names = listed(place_words(place, board) for place in shut)
        if names == name:
            found.append(name)
        elif names:
            found.append(f"{name}: {names}")
    return tuple(found)


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
