"""What a correction made different in a season, line by line, for the GM and for each player."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from gm.report.facts.secrets import Curtain
from gm.report.wording.notation import order_text
from gm.report.wording.phrases import listed
from gm.report.wording.words import bridge_words, place_words, points_words, power_words
from gm.rules.board import Board, PowerId
from gm.rules.draws import Draw
from gm.rules.events import Drawn, Event
from gm.rules.mechanics.accounts import Account, AccountsClosed
from gm.rules.mechanics.bridges import Bridge, BridgePart
from gm.rules.mechanics.promises import PointsPart
from gm.rules.orders import UnitOrder
from gm.rules.outcomes import Outcome
from gm.rules.phases import Phase
from gm.rules.state import GameState


@dataclass(frozen=True, slots=True)
class SeasonFacts:
    """A season as it was, or as it is now.

    Args:
        phase: which; board: in force when its orders were given; left: when it was over.
        outcomes, events: what happened; after: the position that it led to.
    """

    phase: Phase
    board: Board
    left: Board
    outcomes: tuple[Outcome, ...]
    events: tuple[Event, ...]
    after: GameState


@dataclass(frozen=True, slots=True)
class SeasonChange:
    """What is different in one season.

    Args:
        phase: its short name.
        orders: what became of orders; units, centres: where they stand and whose they are when it
            is over; accounts: of its winter, and points; others: draws, bridges, who won or is out.
    """

    phase: str
    orders: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    centres: tuple[str, ...] = ()
    accounts: tuple[str, ...] = ()
    others: tuple[str, ...] = ()

    @property
    def lines(self) -> tuple[str, ...]:
        """All of it, a sentence each."""
        return (*self.orders, *self.units, *self.centres, *self.accounts, *self.others)

    def as_dict(self) -> dict[str, Any]:
        """Return it for JSON."""
        return {
            "phase": self.phase,
            "orders": [*self.orders],
            "units": [*self.units],
            "centres": [*self.centres],
            "accounts": [*self.accounts],
            "others": [*self.others],
        }


def season_change(
    old: SeasonFacts | None,
    new: SeasonFacts | None,
    curtain: Curtain,
    shown: Collection[PowerId] | None,
) -> SeasonChange:
    """Return what is different in a season.

    Args:
        old, new: the season; None where the course has, or had, none such.
        curtain: what its reader may see of orders.
        shown: whose accounts he may see; None for everybody's.
    """
    one = new or old
    if one is None:
        return SeasonChange("")
    if old is None or new is None:
        fate = "is not played any more" if new is None else "is played now, and was not before"
        return SeasonChange(str(one.phase), others=(f"{one.phase} {fate}.",))
    return SeasonChange(
        str(new.phase),
        tuple(_orders(old, new, curtain)),
        tuple(_units(old.after, new.after, new.board)),
        tuple(_centres(old, new)),
        tuple(_accounts(old, new, shown)),
        tuple(_others(old, new)),
    )


_Told = Mapping[tuple[str, str], tuple[str, str]]
"""By power and what an order is filed by: its text and its result."""


def _orders(old: SeasonFacts, new: SeasonFacts, curtain: Curtain) -> Iterator[str]:
    before, after = _told(old, curtain), _told(new, curtain)
    for key in sorted({*before, *after}):
        was, now = before.get(key), after.get(key)
        if was == now:
            continue
        power = power_words(PowerId(key[0]), new.board)
        if was is None and now is not None:
            yield f"{power}: {now[0]} ({now[1]}) is new."
        elif now is None and was is not None:
            yield f"{power}: {was[0]} ({was[1]}) is gone."
        elif was is not None and now is not None and was[0] == now[0]:
            yield f"{power}: {now[0]}: {now[1]}; it was {was[1]}."
        elif was is not None and now is not None:
            yield f"{power}: {now[0]} ({now[1]}) in place of {was[0]} ({was[1]})."


def _told(season: SeasonFacts, curtain: Curtain) -> _Told:
    found: dict[tuple[str, str], tuple[str, str]] = {}
    for one in curtain.outcomes(season.outcomes):
        text = order_text(one.order, season.board)
        key = str(one.order.unit) if isinstance(one.order, UnitOrder) else text
        number = 2
        while (one.power, key) in found:
            key, number = f"{key} #{number}", number + 1
        fate = ", dislodged" if one.dislodged else ""
        missing = "" if one.ordered else ", not ordered"
        found[one.power, key] = (text, f"{one.result.value}{fate}{missing}")
    return found


def _units(old: GameState, new: GameState, board: Board) -> Iterator[str]:
    for power in board.powers:
        was, now = _pieces(old, power), _pieces(new, power)
        gained, lost = sorted(now - was), sorted(was - now)
        if gained or lost:
            words = [f"has {listed(gained)}"] if gained else []
            words += [f"has no {listed(lost, 'nor')}"] if lost else []
            yield f"{power_words(power, board)} {' and '.join(words)}."


def _pieces(state: GameState, power: PowerId) -> set[str]:
    standing = {str(unit) for unit in state.units_of(power)}
    waiting = {f"{one.unit} (dislodged)" for one in state.dislodged if one.unit.power == power}
    return standing | waiting


def _centres(old: SeasonFacts, new: SeasonFacts) -> Iterator[str]:
    before, after = old.after.centres, new.after.centres
    for place in sorted({*before, *after}):
        was, now = before.get(place), after.get(place)
        if was != now:
            # A half may be on one of the two boards alone.
            board = new.left if place in after else old.left
            yield f"{place_words(place, board)} is {_whose(now, board)}; it was {_whose(was, board)}."


def _whose(power: PowerId | None, board: Board) -> str:
    return f"{power_words(power, board)}'s" if power is not None else "nobody's"


def _accounts(
    old: SeasonFacts, new: SeasonFacts, shown: Collection[PowerId] | None
) -> Iterator[str]:
    before, after = _closed(old.events), _closed(new.events)
    for power in new.board.powers:
        was, now = before.get(power), after.get(power)
        if was == now or was is None or now is None or (shown is not None and power not in shown):
            continue
        name = power_words(power, new.board)
        yield (
            f"{name}: budget {points_words(now.budget)}, upkeep {now.upkeep}; they were "
            f"{was.budget} and {was.upkeep}."
        )
    had, has = old.after.part(PointsPart), new.after.part(PointsPart)
    for power in new.board.powers:
        if had.of(power) != has.of(power):
            name = power_words(power, new.board)
            yield f"{name} has {points_words(has.of(power))}; it had {had.of(power)}."


def _closed(events: Iterable[Event]) -> dict[PowerId, Account]:
    return {
        account.power: account
        for event in events
        if isinstance(event, AccountsClosed)
        for account in event.accounts
    }


def _others(old: SeasonFacts, new: SeasonFacts) -> Iterator[str]:
    was, now = _draws(old.events), _draws(new.events)
    for label in sorted({*was, *now}):
        if was.get(label) != now.get(label):
            yield (
                f"Drawn for {label}: {now.get(label, 'nothing')}; it was "
                f"{was.get(label, 'nothing')}."
            )
    board = new.board
    had, has = _bridges(old.after), _bridges(new.after)
    for bridge in sorted(has - had, key=_by_place):
        yield f"{power_words(bridge.owner, board)} has a {bridge_words(bridge.between, board)}."
    for bridge in sorted(had - has, key=_by_place):
        yield f"{power_words(bridge.owner, board)} has no {bridge_words(bridge.between, board)}."
    if old.after.winners != new.after.winners:
        names = listed(power_words(one, board) for one in new.after.winners)
        yield f"The game is won by {names}." if names else "The game is not won."
    for power in board.powers:
        if (power in old.after.eliminated) is not (power in new.after.eliminated):
            out = "out of" if power in new.after.eliminated else "still in"
            yield f"{power_words(power, board)} is {out} the game."


def _draws(events: Iterable[Event]) -> dict[str, str]:
    found: list[Draw] = [event.draw for event in events if isinstance(event, Drawn)]
    return {draw.label: draw.chosen for draw in found}


def _bridges(state: GameState) -> frozenset[Bridge]:
    return frozenset(state.part(BridgePart).standing)


def _by_place(bridge: Bridge) -> tuple[object, ...]:
    return (*bridge.between, bridge.owner)
