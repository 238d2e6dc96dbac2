"""The orders of a resolved phase as marks of a scene, each with its words and its reason."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from gm.contract.events import Event
from gm.contract.orders import Order
from gm.drawing.scene import Act, DrawnFate, DrawnMark, DrawnSpot
from gm.games.diplomacy.map.shown.position import kind_of, spot
from gm.games.diplomacy.pages.facts.unrest import annihilated
from gm.games.diplomacy.rules.board import Board, Location, PowerId, ProvinceId, army_moves
from gm.games.diplomacy.rules.events import UnitDisbanded, UnitDislodged
from gm.games.diplomacy.rules.mechanics.anarchy import in_anarchy
from gm.games.diplomacy.rules.mechanics.wanderers import WandererWalked
from gm.games.diplomacy.rules.orders import (
    AttackBridge,
    Build,
    BuildBridge,
    Choose,
    Conditional,
    Convert,
    Convoy,
    Disband,
    Hold,
    Move,
    RemoveBridge,
    Retreat,
    Support,
    UnitOrder,
)
from gm.games.diplomacy.rules.outcomes import Outcome, Result
from gm.games.diplomacy.rules.state import Dislodged, GameState
from gm.games.diplomacy.rules.units import UnitKind
from gm.games.diplomacy.rules.winter.bridges import BridgeDemolished, BridgePart
from gm.games.diplomacy.wording.draw_labels import special_words
from gm.games.diplomacy.wording.happenings import event_words
from gm.games.diplomacy.wording.order_lines import result_line
from gm.games.diplomacy.wording.words import place_words, power_words
from gm.report.wording.sentence_parts import full_stop


@dataclass(frozen=True, slots=True)
class OrdersShown:
    """The orders of a phase, as the public may read them.

    Args:
        board, state: those in which they were given.
        outcomes: what became of them.
        events: what happened.
    """

    board: Board
    state: GameState
    outcomes: tuple[Outcome, ...]
    events: tuple[Event, ...]


def marks(given: OrdersShown) -> tuple[DrawnMark, ...]:
    """Return what is drawn for the orders: all but payments, gifts and builds not made.

    A conditional order is drawn as what it came to.
    """
    candidates = (_mark(given, outcome) for outcome in _plain(given.outcomes))
    drawn = (mark for mark in candidates if mark is not None)
    return (*drawn, *_losses(given), *_walks(given))


def _plain(outcomes: Iterable[Outcome]) -> Iterator[Outcome]:
    for outcome in outcomes:
        if isinstance(outcome.order, Conditional):
            yield from _plain(outcome.parts)
        else:
            yield outcome


def _mark(given: OrdersShown, outcome: Outcome) -> DrawnMark | None:
    """Return what is drawn for an order; None for one that is not seen on a map."""
    order, places = outcome.order, given.board.provinces
    act = _ACTS.get(type(order))
    if act is None or any(place not in places for place in _named(order)):
        return None
    if act is Act.REMOVE and not outcome.ordered:
        act = Act.LOSE
    return DrawnMark(
        act=act,
        fate=_fate(outcome),
        power=str(outcome.power),
        at=_at(order),
        words=_words(given, outcome),
        to=_to(order),
        target=spot(order.target.at) if isinstance(order, Support | Convoy) else None,
        via=tuple(_via(given, order)) if isinstance(order, Move) else (),
        between=_between(order),
        owner=_owner(given, outcome),
        kind=kind_of(order.unit.kind) if isinstance(order, Build | Choose) else None,
    )


_ACTS: dict[type[Order], Act] = {
    Hold: Act.HOLD,
    Move: Act.MOVE,
    Support: Act.SUPPORT,
    Convoy: Act.CONVOY,
    Retreat: Act.RETREAT,
    Disband: Act.REMOVE,
    Convert: Act.CONVERT,
    AttackBridge: Act.BREAK,
    Build: Act.BUILD,
    Choose: Act.BUILD,
    BuildBridge: Act.SPAN,
    RemoveBridge: Act.TEAR,
}
"""What is drawn for each kind of order; payments, gifts and waived builds are not seen on a map."""


def _fate(outcome: Outcome) -> DrawnFate:
    match outcome.result:
        case Result.OK:
            return DrawnFate.DONE
        case Result.DISBAND if isinstance(outcome.order, Disband):
            return DrawnFate.DONE
        case Result.VOID | Result.ERROR | Result.NOT_MET:
            return DrawnFate.VOID
        case _:
            return DrawnFate.FAILED


def _named(order: Order) -> Iterator[ProvinceId]:
    """Yield every province that an order names."""
    if isinstance(order, UnitOrder | Build | Choose):
        yield order.unit.at.province
    if isinstance(order, Support | Convoy):
        yield order.target.at.province
    if isinstance(order, AttackBridge | BuildBridge | RemoveBridge):
        yield from order.between
    to = getattr(order, "to", None)
    if isinstance(to, Location):
        yield to.province


def _at(order: Order) -> DrawnSpot:
    if isinstance(order, UnitOrder | Build | Choose):
        return spot(order.unit.at)
    assert isinstance(order, BuildBridge | RemoveBridge)  # noqa: S101 - the others are not drawn
    return DrawnSpot(str(order.between[0]))


def _to(order: Order) -> DrawnSpot | None:
    if isinstance(order, Move | Retreat | Convoy):
        return spot(order.to)
    if isinstance(order, Support) and order.to is not None:
        return spot(order.to)
    return None


def _between(order: Order) -> tuple[str, str] | None:
    if isinstance(order, AttackBridge | BuildBridge | RemoveBridge):
        return str(order.between[0]), str(order.between[1])
    return None


def _owner(given: OrdersShown, outcome: Outcome) -> str:
    """Return whose bridge an order attacks or takes down; "" for none that stands."""
    order, part = outcome.order, given.state.part(BridgePart)
    if isinstance(order, RemoveBridge):
        return str(outcome.power)
    meant = part.meant(order.between, order.owner) if isinstance(order, AttackBridge) else None
    return str(meant.owner) if meant is not None else ""


def _words(given: OrdersShown, outcome: Outcome) -> str:
    line = result_line(outcome, given.board, given.state, given.outcomes)
    words = f"{power_words(outcome.power, given.board)}: {line.words}"
    words = f"{words}, {line.verdict}" if line.verdict else words
    return f"{full_stop(words)} {line.why}".strip()


def _via(given: OrdersShown, order: Move) -> Iterator[DrawnSpot]:
    """Yield the fleets that carry an army, in their sequence; none if it goes by land."""
    start, end = order.unit.at.province, order.to.province
    by_land = end in army_moves(given.board, start)
    if order.unit.kind is not UnitKind.ARMY or (by_land and not order.via_convoy):
        return
    fleets = {
        outcome.order.unit.at.province: outcome.order.unit.at
        for outcome in given.outcomes
        if isinstance(outcome.order, Convoy)
        and outcome.result is not Result.VOID
        and outcome.order.target.at.province == start
        and outcome.order.to.province == end
    }
    yield from (spot(fleets[place]) for place in _chain(given.board, start, end, [*fleets]))


def _chain(
    board: Board, start: ProvinceId, end: ProvinceId, seas: Sequence[ProvinceId]
) -> tuple[ProvinceId, ...]:
    """Return the shortest way over some seas, without its two ends; empty if there is none."""
    ways: list[tuple[ProvinceId, ...]] = [(start,)]
    seen = {start}
    for way in ways:
        for to in board.neighbours(way[-1]):
            if to == end and len(way) > 1:
                return way[1:]
            if to in seas and to not in seen:
                seen.add(to)
                ways.append((*way, to))
    return ()


def _losses(given: OrdersShown) -> Iterator[DrawnMark]:
    """Yield the units and bridges that a rule took away: without a retreat, or in civil disorder."""
    lawless = in_anarchy(given.state)
    for event in given.events:
        match event:
            case UnitDislodged(Dislodged(unit, retreats=()) as beaten):
                fate = annihilated(beaten, given.board) if unit in lawless else None
                yield _lost(given, event, unit.power, unit.at, fate)
            case UnitDisbanded(unit, by_civil_disorder=True):
                yield _lost(given, event, unit.power, unit.at)
            case BridgeDemolished(bridge, by_civil_disorder=True):
                here = Location(bridge.between[0])
                mark = _lost(given, event, bridge.owner, here)
                between = str(bridge.between[0]), str(bridge.between[1])
                yield replace(mark, between=between, owner=str(bridge.owner))
            case _:
                pass


def _lost(
    given: OrdersShown, event: Event, power: PowerId, at: Location, fate: str | None = None
) -> DrawnMark:
    words = fate or event_words(event, given.board) or ""
    return DrawnMark(Act.LOSE, DrawnFate.DONE, str(power), spot(at), words)


def _walks(given: OrdersShown) -> Iterator[DrawnMark]:
    """Yield the walks of special units that left their place."""
    for event in given.events:
        if not isinstance(event, WandererWalked) or event.start == event.to:
            continue
        if event.start in given.board.provinces and event.to in given.board.provinces:
            start, to = (place_words(place, given.board) for place in (event.start, event.to))
            words = f"{special_words(event.special)} walks from {start} to {to}."
            yield DrawnMark(
                Act.WALK,
                DrawnFate.DONE,
                "",
                DrawnSpot(str(event.start)),
                words,
                to=DrawnSpot(str(event.to)),
            )
