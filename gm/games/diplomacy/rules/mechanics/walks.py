"""The walk of the Irish and Psychiatrist units: by lot, by cards, or as the GM orders it.

They move with the units, by land and sea alike, and meet whoever stands where they arrive
(Irish 10-14). They never block, support or cut: the moves are decided without them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import field
from functools import lru_cache
from typing import ClassVar, Final

from gm.contract.events import Drawn, Event
from gm.contract.orders import Order
from gm.contract.values import value
from gm.games.diplomacy.rules.board import Board, Entry, PowerId, ProvinceId
from gm.games.diplomacy.rules.mechanics import Consequences, Mechanism, MovesPlayed
from gm.games.diplomacy.rules.mechanics.anarchy import in_anarchy
from gm.games.diplomacy.rules.mechanics.cards import deal, season_of
from gm.games.diplomacy.rules.mechanics.contact import contact
from gm.games.diplomacy.rules.mechanics.wanderers import (
    IRISH,
    PSYCHIATRIST,
    WandererPlaced,
    WanderersPart,
    WanderersWait,
    WandererWalked,
)
from gm.games.diplomacy.rules.orders import Walk
from gm.games.diplomacy.rules.outcomes import Outcome, Reason, Result, Why
from gm.games.diplomacy.rules.state import GameState, StatePart
from gm.games.diplomacy.rules.units import Unit

GM: Final = PowerId("GM")
"""The seat under which the GM orders walks."""

_OPEN: Final = (Entry.ALL, Entry.SPECIAL)


def open_spaces(board: Board) -> tuple[ProvinceId, ...]:
    """Return the spaces that a special unit can be in, land and sea, in the alphabet."""
    return tuple(sorted(place.id for place in board.provinces.values() if place.entry in _OPEN))


@lru_cache(maxsize=1024)
def ways_out(board: Board, place: ProvinceId) -> list[ProvinceId]:
    """Return the adjacent spaces that a special unit may enter, each once, clockwise."""
    provinces = board.provinces
    return [to for to in board.neighbours(place) if provinces[to].entry in _OPEN]


@value
class Walks(Mechanism):
    """Special units, from their boxes to their end.

    Args:
        boxes: where each waits at the start, by its id.
        by_order: the GM may order a walk instead of the hat.
    """

    part: ClassVar[type[StatePart] | None] = WanderersPart
    takes: ClassVar[tuple[type[Order], ...]] = (Walk,)

    boxes: Mapping[str, ProvinceId] = field(default_factory=dict)
    by_order: bool = True

    @classmethod
    def of(cls, facts: Mapping[str, int | str], *, by_order: bool) -> Walks:
        """Return them as a map file's facts count and place them; without, as the rules do."""
        boxes: dict[str, ProvinceId] = {}
        for kind, usual, box in ((IRISH, 2, "IRE"), (PSYCHIATRIST, 3, "VIE")):
            home = ProvinceId(str(facts.get(f"{kind.lower()}_home", box)))
            count = int(facts.get(f"{kind.lower()}_units", usual))
            boxes |= {f"{kind} {number}": home for number in range(1, count + 1)}
        return cls(boxes, by_order)

    def at_start(self, board: Board, unplayed: Collection[PowerId]) -> tuple[Event, ...]:
        """Let them wait in their boxes (Irish 11)."""
        return (WanderersWait(self.boxes),)

    def check_listed(
        self, board: Board, state: GameState, power: PowerId, order: Order
    ) -> Reason | None:
        """Judge a walk that the GM orders: one step to a space that may be entered."""
        if not isinstance(order, Walk):
            return None
        part = state.part(WanderersPart)
        if power != GM or not self.by_order:
            return Reason(Why.NOT_ALLOWED)
        if order.special not in part.places:
            return Reason(Why.NO_SUCH_UNIT, detail=(("special", order.special),))
        if part.waiting:
            return Reason(Why.WRONG_PHASE)
        return _step_fault(board, part.places[order.special], order.to)

    def after_moves(self, played: MovesPlayed) -> Consequences:
        """Walk, and let each meet whom it meets; the units stand where their moves took them."""
        part = played.before.part(WanderersPart)
        sent, outcomes = self._sent(played)
        walk = _placed(played, part) if part.waiting else _walked(played, part, sent)
        places = walk.places
        units = played.units_in(set(places.values()))
        met = contact(places, units, in_anarchy(played.before))
        return Consequences({}, then=(*walk.facts, *met), listed=outcomes)

    def after_retreats(
        self, board: Board, state: GameState, retreated: Sequence[Unit]
    ) -> tuple[Event, ...]:
        """Let a unit that retreated meet the special unit that stands where it went (ruling)."""
        part = state.part(WanderersPart)
        refuges = {unit.at.province for unit in retreated}
        places = {special: at for special, at in part.places.items() if at in refuges}
        return () if part.waiting else contact(places, retreated, in_anarchy(state))

    def _sent(self, played: MovesPlayed) -> tuple[dict[str, ProvinceId], tuple[Outcome, ...]]:
        """Return where the GM sends special units, and what became of his orders.

        The last order to each counts; for one that is impossible the hat decides.
        """
        listed = [(power, order) for power, order in played.listed if isinstance(order, Walk)]
        if not listed:
            return {}, ()
        last = {walk.special: index for index, (power, walk) in enumerate(listed) if power == GM}
        sent: dict[str, ProvinceId] = {}
        outcomes: list[Outcome] = []
        for index, (power, order) in enumerate(listed):
            fault = self.check_listed(played.board, played.before, power, order)
            if fault is None and last[order.special] != index:
                fault = Reason(Why.DUPLICATE)
            if fault is None:
                sent[order.special] = order.to
            outcomes.append(
                Outcome(power, order, Result.OK if fault is None else Result.VOID, fault)
            )
        return sent, tuple(outcomes)


def _step_fault(board: Board, start: ProvinceId, to: ProvinceId) -> Reason | None:
    if to == start:
        return Reason(Why.SAME_PLACE, place=(to,))
    if to not in board.neighbours(start):
        return Reason(Why.NOT_ADJACENT, place=(start, to))
    if to not in ways_out(board, start):
        return Reason(Why.CLOSED, place=(to,))
    return None


@value
class _Walk:
    """The facts of a walk, and where it has led."""

    facts: list[Event]
    places: dict[str, ProvinceId]


def _placed(played: MovesPlayed, part: WanderersPart) -> _Walk:
    """Draw lots by which each is placed on any open space (Irish 11)."""
    spaces = open_spaces(played.board)
    season = season_of(played.before.phase)
    walk = _Walk([], {})
    for special in part.places:
        draw = played.draws.draw(f"{season} place {special}", spaces)
        walk.places[special] = place = ProvinceId(draw.chosen)
        walk.facts.extend((Drawn(draw), WandererPlaced(special, place)))
    return walk


def _walked(played: MovesPlayed, part: WanderersPart, sent: Mapping[str, ProvinceId]) -> _Walk:
    """Draw cards, and send each to the open neighbour with the highest (Irish 13).

    One that cannot go anywhere stays.
    """
    season = season_of(played.before.phase)
    walk = _Walk([], {})
    for special, start in part.places.items():
        to = sent.get(special)
        by_gm = to is not None
        if to is None:
            dealt = deal(played.draws, f"{season} walk {special}", ways_out(played.board, start))
            walk.facts.extend(dealt.facts)
            to = dealt.winner or start
        walk.places[special] = to
        walk.facts.append(WandererWalked(special, start, to, by_gm))
    return walk
