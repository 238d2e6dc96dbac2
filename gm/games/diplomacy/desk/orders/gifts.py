"""Gifts of points between two powers of one player, where the game does not allow them (Irish 15)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from gm.contract.orders import Order
from gm.contract.reading import Desk, LineRead, Problem, SeatRead, Verdict
from gm.games.diplomacy.pages.wording.words import power_words
from gm.games.diplomacy.rules.board import Board, PowerId
from gm.games.diplomacy.rules.orders import Conditional, Give
from gm.games.diplomacy.rules.state import GameState
from gm.languages import gettext

_SETTING, _VOID = "hand_gifts", "void"


def without_own_gifts(desk: Desk[GameState], board: Board, read: SeatRead) -> SeatRead:
    """Return a reading in which gifts to other powers of the same player are refused."""
    own = {*desk.seats} - {read.seat}
    if desk.options.get(_SETTING) != _VOID or not own:
        return read
    lines = tuple(_checked(board, line, own) for line in read.lines)
    kept = tuple(
        given for given in read.given if not any(gift.to in own for gift in _gifts(given.order))
    )
    return replace(read, lines=lines, given=kept)


def _checked(board: Board, line: LineRead, own: set[PowerId]) -> LineRead:
    to = next((gift.to for order in line.orders for gift in _gifts(order) if gift.to in own), None)
    if to is None:
        return line
    problem = Problem(
        gettext(
            "You play {power} as well, and in this game nobody gives points from one of his "
            "powers to another.",
            power=power_words(to, board),
        )
    )
    return replace(line, verdict=Verdict.IMPOSSIBLE, orders=(), problem=problem, remarks=())


def _gifts(order: Order) -> Iterator[Give]:
    match order:
        case Give():
            yield order
        case Conditional(_, then, otherwise):
            for branch in (*then, *otherwise):
                yield from _gifts(branch)
        case _:
            return
