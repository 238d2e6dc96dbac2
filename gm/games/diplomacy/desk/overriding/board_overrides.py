"""A GM's overrides of a board that changes in play: black holes made and reopened, splits (Irish 4-9).

They come to what the hat would make of the position, and nothing is drawn: the GM says what.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gm.contract.corrections import Override
from gm.contract.events import Event
from gm.errors import InputError, NotAllowed
from gm.games.diplomacy.desk.laid import Laid, must_have
from gm.games.diplomacy.language.pieces import read_place, read_places
from gm.games.diplomacy.pages.wording.change_words import (
    change_words,
    holed_words,
    specials_words,
    split_words,
)
from gm.games.diplomacy.pages.wording.draw_labels import special_words
from gm.games.diplomacy.pages.wording.words import place_words
from gm.games.diplomacy.rules.board import ProvinceId
from gm.games.diplomacy.rules.board_split import Split, halves_of, line_neighbours
from gm.games.diplomacy.rules.events import RetreatClosed, UnitDisbanded
from gm.games.diplomacy.rules.mechanics.changes import ChangesPart
from gm.games.diplomacy.rules.mechanics.hat import Hat, spaces_in
from gm.games.diplomacy.rules.mechanics.upheavals import (
    Lots,
    can_be_split,
    contents,
    holed,
    parted,
    reopened,
)
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.interpret.folding import squeeze
from gm.languages import listed

_KIND: Final = "board"


def hole(at: Laid, place_name: str) -> Override:
    """Return that a province becomes a black hole; what is in it is annihilated (Irish 4).

    Raises:
        UnknownName, AmbiguousName: of the province.
        NotAllowed: it is one already or never can be, or the game has none.
    """
    return holing(at, _place(at, place_name))


def holing(at: Laid, place: ProvinceId) -> Override:
    """Return that a province becomes a black hole; NotAllowed if it is one already.

    A unit that waits to retreat from it is lost too, and none can retreat to it.
    """
    if place in _part(at).holes:
        raise NotAllowed(f"{place_words(place, at.board)} is a black hole already.")
    fact = holed(at.state, place)
    waiting = [
        dislodged.unit for dislodged in at.state.dislodged if dislodged.unit.at.province == place
    ]
    before: list[Event] = [UnitDisbanded(unit) for unit in waiting]
    if any(it.province == place for dislodged in at.state.dislodged for it in dislodged.retreats):
        before.append(RetreatClosed(place))
    return _override(at, (*before, fact), holed_words(fact, at.board))


def reopen(at: Laid, place_name: str) -> Override:
    """Return that a black hole is a province again, a centre in it a neutral one (Irish 8).

    Raises:
        UnknownName, AmbiguousName: of the province.
        NotAllowed: it is no black hole, or the game has none.
    """
    return reopening(at, _place(at, place_name))


def reopening(at: Laid, place: ProvinceId) -> Override:
    """Return that a black hole is a province again; NotAllowed if it is none."""
    holes = _part(at).holes
    if place not in holes:
        known = listed(place_words(province, at.board) for province in holes)
        there = f"Black holes are {known}." if holes else "There is none."
        raise NotAllowed(f"{place_words(place, at.board)} is no black hole. {there}")
    fact = reopened(at.board, at.state, place)
    return _override(at, (fact,), change_words(fact, at.board))


def split(at: Laid, place_name: str, line: str, *lots: str) -> Override:
    """Return that a province becomes two, cut along a line as the rules cut it (Irish 5, 6, 9).

    Args:
        at: the position.
        place_name: the province.
        line: the two neighbours between which it runs, that with the highest card first:
            `NWY-BEL`.
        lots: in which half each special unit is that is in it: `Irish 1=NTH2`.

    Raises:
        InputError: of the line or of a lot.
        UnknownName, AmbiguousName: of a province.
        NotAllowed: it cannot be split, or not now, or nothing is split in the game.
    """
    place = _place(at, place_name)
    return splitting(at, place, read_places(line, at.board), _lots(at, place, lots))


def splitting(at: Laid, place: ProvinceId, line: Sequence[ProvinceId], lots: Lots) -> Override:
    """Return that a province becomes two; the arguments are those of `split`, read.

    Raises:
        InputError: the line has not two ends, or a special unit has no half.
        NotAllowed: it cannot be split, or not now.
    """
    name = place_words(place, at.board)
    if at.state.phase.kind is PhaseKind.RETREAT:
        raise NotAllowed(f"Units are retreating on the board as it is: split {name} after that.")
    if not can_be_split(at.board, at.state, place):
        raise NotAllowed(f"{name} is a black hole or has one neighbour: no line runs across it.")
    cut = Split(place, _line(at, place, line), halves_of(at.board, place))
    _, _, specials = contents(at.state, place)
    if set(lots) != set(specials):
        raise InputError(_wanted(at, place))
    known = {special: lots[special] for special in specials}
    fact = parted(at.board, at.state, cut, known, _hat(at).landlocked)
    after = at.rules.board_in(fact.apply(at.state))
    return _override(at, (fact,), split_words(fact, after))


def _override(at: Laid, events: tuple[Event, ...], words: str) -> Override:
    """Return a change of the board, which concerns everybody who plays on it."""
    powers = (power for power in at.board.powers if power not in _part(at).closed)
    return Override(_KIND, events, f"The GM changed the board. {words}", tuple(sorted(powers)))


def _part(at: Laid) -> ChangesPart:
    return at.state.part(ChangesPart)


def _hat(at: Laid) -> Hat:
    must_have(at, Hat, "board that changes in play")
    return next(hat for hat in at.rules.mechanisms if isinstance(hat, Hat))


def _place(at: Laid, text: str) -> ProvinceId:
    """Return a province that the hat could change."""
    hat = _hat(at)
    if at.state.phase.kind is PhaseKind.SETUP:
        raise NotAllowed("The board can be changed from the first season on.")
    place = read_place(text, at.board)
    if place not in spaces_in(at.board, hat.left_out):
        name = place_words(place, at.board)
        raise NotAllowed(f"{name} stays as it is: by the rules it is never in the hat.")
    return place


def _line(
    at: Laid, place: ProvinceId, ends: Sequence[ProvinceId]
) -> tuple[ProvinceId, ProvinceId]:
    """Return the two ends of a line, the first one first."""
    around = line_neighbours(at.board, place)
    if len(ends) != 2 or len(set(ends)) != 2 or not set(ends) <= set(around):
        raise InputError(
            f"The line across {place_words(place, at.board)} runs between two of its neighbours, "
            f"that with the highest card first, as {around[0]}-{around[1]}; clockwise they are "
            f"{listed(around)}."
        )
    return ends[0], ends[1]


def _lots(at: Laid, place: ProvinceId, lots: Sequence[str]) -> dict[str, ProvinceId]:
    """Return in which half each special unit of a province is, as it is written (Irish 10)."""
    _, _, specials = contents(at.state, place)
    halves = {half.casefold(): half for half in halves_of(at.board, place)}
    known = {squeeze(piece): piece for piece in specials}
    found: dict[str, ProvinceId] = {}
    for text in lots:
        who, _, half = text.partition("=")
        special = known.get(squeeze(who))
        if special is None or half.strip().casefold() not in halves:
            raise InputError(f"{text!r} is no lot. {_wanted(at, place)}", piece=text)
        found[special] = halves[half.strip().casefold()]
    return found


def _wanted(at: Laid, place: ProvinceId) -> str:
    """Return which special units need a half."""
    name, halves = place_words(place, at.board), halves_of(at.board, place)
    _, _, specials = contents(at.state, place)
    if not specials:
        return f"No special unit is in {name}."
    written = " ".join(f'"{special_words(special)}={halves[0]}"' for special in specials)
    return (
        f"{specials_words(specials)} {'is' if len(specials) == 1 else 'are'} in {name}: say in which "
        f"half, {listed(halves, 'or')}, for instance {written}."
    )
