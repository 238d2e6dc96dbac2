"""Gifts of points between two powers of one player, where the game does not allow them (Irish 15)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from gm.app.table import Table
from gm.contract.orders import Order
from gm.games.diplomacy.pages.wording.words import power_words
from gm.games.diplomacy.rules.board import PowerId
from gm.games.diplomacy.rules.narrowed import board_of
from gm.games.diplomacy.rules.orders import Conditional, Give
from gm.interpret.values import LineReading, Problem, Reading, Verdict
from gm.languages import gettext

_SETTING, _VOID = "hand_gifts", "void"


def without_own_gifts(table: Table, power: PowerId, read: Reading) -> Reading:
    """Return a reading in which gifts to other powers of the same player are refused."""
    if table.game.options.get(_SETTING) != _VOID:
        return read
    person = table.player(power)
    own = {*table.seats_of(person)} - {power} if person is not None else set()
    return replace(read, lines=tuple(_checked(table, line, own) for line in read.lines))


def _checked(table: Table, line: LineReading, own: set[PowerId]) -> LineReading:
    to = next((gift.to for order in line.orders for gift in _gifts(order) if gift.to in own), None)
    if to is None:
        return line
    name = power_words(to, board_of(table.position))
    problem = Problem(
        gettext(
            "You play {power} as well, and in this game nobody gives points from one of his "
            "powers to another.",
            power=name,
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
