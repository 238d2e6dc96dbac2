"""How the board differs from the printed one: closed countries, holes, halves (Irish 3-9)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gm.languages import gettext, gettext_noop
from gm.report.facts.borders import border_text
from gm.report.facts.stories import BoardStory
from gm.report.wording.phrases import listed, season_words
from gm.report.wording.words import place_words, power_words
from gm.rules.board import Board, Entry, ProvinceId
from gm.rules.mechanics.changes import ChangesPart, land_of
from gm.rules.phases import Phase
from gm.rules.state import GameState

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
    """

    closed: tuple[str, ...]
    shut: str
    holes: tuple[str, ...]
    reopened: tuple[str, ...]
    halves: tuple[str, ...]
    legend: str

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
    )


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
    for place, when in story.reopened.items():
        for here in board.meant(place):
            if here not in part.holes:
                name, season = _name(here, board), season_words(when)
                if here in part.opened:
                    yield gettext(
                        "{place}, reopened in {season}, open although nobody plays its country",
                        place=name,
                        season=season,
                    )
                else:
                    yield gettext("{place}, reopened in {season}", place=name, season=season)
    for place in part.opened:
        known = any(place in board.meant(province) for province in story.reopened)
        if not known and place not in part.holes:
            name = _name(place, board)
            yield gettext("{place}, open although nobody plays its country", place=name)


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
