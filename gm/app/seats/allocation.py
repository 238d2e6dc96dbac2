"""Who gets which power: by the players' preferences, by lot, or as the GM says.

By preferences the sum of all ranks is as small as it can be: a player's first choice costs nothing,
his second one, and so on; what he does not name costs as much as the place behind his list. Of
several such allocations lots decide, drawn from the game's seed: the players are drawn into an order,
and each in his turn gets the dearest power that leaves the sum as small.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from munkres import Munkres

from gm.app.seats.wishes import Wishes
from gm.contract.draws import Draw, Draws

_NEVER: Final = 1_000_000
"""More than all ranks of any game together."""


@dataclass(frozen=True, slots=True)
class Asking:
    """Somebody to be seated: by what he is drawn, unique, and what he would play."""

    label: str
    wishes: Wishes = ()


@dataclass(frozen=True, slots=True)
class Allocated:
    """Who gets what: seats by label. draws: the lots that were drawn for it, in their order."""

    seats: Mapping[str, str]
    draws: tuple[Draw, ...]


def by_lot(asking: Sequence[Asking], seats: Sequence[str], draws: Draws) -> Allocated:
    """Give each seat, in the order of the rules, to one who is drawn from those without one.

    Where there are more seats than players each player draws a seat instead.
    """
    given: dict[str, str] = {}
    drawn: list[Draw] = []
    if len(seats) > len(asking):
        for applicant in asking:
            rest = [seat for seat in seats if seat not in given.values()]
            drawn.append(draws.draw(f"allocation {applicant.label}", rest))
            given[applicant.label] = drawn[-1].chosen
        return Allocated(given, tuple(drawn))
    for seat in seats:
        labels = [seeker.label for seeker in asking if seeker.label not in given]
        drawn.append(draws.draw(f"allocation {seat}", labels))
        given[drawn[-1].chosen] = seat
    return Allocated(given, tuple(drawn))


def by_preferences(asking: Sequence[Asking], seats: Sequence[str], draws: Draws) -> Allocated:
    """Give players their powers so that the sum of ranks is least; no more players than seats."""
    drawn = (
        *_order(draws, "player", [applicant.label for applicant in asking]),
        *_order(draws, "power", seats),
    )
    order = [draw.chosen for draw in drawn]
    players = sorted(asking, key=lambda applicant: order.index(applicant.label))
    powers = sorted(seats, key=order.index)
    costs = [[rank_of(player.wishes, power) for power in powers] for player in players]
    least = _sum(costs)
    for row in costs:
        _fix(costs, row, least)
    pairs = Munkres().compute(costs)
    return Allocated({players[row].label: powers[column] for row, column in pairs}, drawn)


def rank_of(wishes: Wishes, power: str) -> int:
    """Return how dear a power is to somebody: 0 for his first choice; behind all for the rest."""
    found = (at for at, equal in enumerate(wishes) if power in equal)
    return next(found, len(wishes))


def _order(draws: Draws, what: str, names: Sequence[str]) -> Iterator[Draw]:
    """Draw names into an order, each from those that are left."""
    rest = list(names)
    for at in range(1, len(names) + 1):
        drawn = draws.draw(f"allocation {what} {at}", rest)
        rest.remove(drawn.chosen)
        yield drawn


def _fix(costs: list[list[int]], row: list[int], least: int) -> None:
    """Leave a player nothing but the dearest power by which the sum stays least."""
    own = list(row)
    for chosen in sorted(range(len(own)), key=lambda at: (own[at], at)):
        row[:] = [cost if at == chosen else _NEVER for at, cost in enumerate(own)]
        if _sum(costs) == least:
            return


def _sum(costs: Sequence[Sequence[int]]) -> int:
    """Return the least sum of ranks that can be had."""
    return sum(costs[row][column] for row, column in Munkres().compute(costs))
