"""A faction's turn: its lines, one after the other, in the stages of section 7."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from gm.contract.seats import SeatId
from gm.games.turlough.rules.events import (
    CrownTaken,
    Demobilised,
    FebasReason,
    Moved,
    Raided,
    RaidFailed,
    ReturnBegan,
)
from gm.games.turlough.rules.fighting import Fighting
from gm.games.turlough.rules.marching import MOVEMENT_POINTS, cheapest_way, cost
from gm.games.turlough.rules.mustering import Mustering
from gm.games.turlough.rules.orders import (
    STANDING,
    Conduct,
    Demobilize,
    Exile,
    FactionOrder,
    Invite,
    Move,
    MoveTo,
    OfferHostage,
    Raid,
    Reaction,
    Trigger,
)
from gm.games.turlough.rules.outcomes import LineResult, Reason
from gm.games.turlough.rules.packets import Line, Packets
from gm.games.turlough.rules.sides import (
    enemies_in,
    friends_in,
    owner_of,
    owning_side,
    seat_of_power,
    settlement_at,
)
from gm.games.turlough.rules.state import MOST_CATTLE, MOST_DEVASTATION, Army
from gm.games.turlough.rules.tables import (
    CLAIMANTS,
    CLONROAD,
    ENGLISH,
    KILMACDUAGH,
    SettlementKind,
)

_COUNTED: Final = (Reason.DEFENDED, Reason.REPELLED)
"""A raid that failed so was carried out as far as stages go (11)."""

_STAGES: Final = {Move: 1, MoveTo: 1, Invite: 2, OfferHostage: 2, Raid: 4, Demobilize: 5}
"""The stages of a turn: what was once later is never earlier again (7)."""

_TIMID_ODDS: Final = 2
"""By default nobody rises against more battles (11)."""


@dataclass(slots=True)
class _Turn:
    """What a faction's turn has come to.

    Args:
        points: movement points left. stage: the latest that was carried out.
        conduct: what it does on contact. raided: what it has raided, or tried to.
    """

    conduct: Conduct
    points: int = MOVEMENT_POINTS
    stage: int = 0
    raided: set[str] = field(default_factory=set)


class Turns:
    """Plays the factions' turns of a war turn."""

    def __init__(self, packets: Packets, mustering: Mustering, fighting: Fighting) -> None:
        self.packets, self.course = packets, packets.course
        self.mustering, self.fighting = mustering, fighting

    def act(self, faction: str) -> None:
        """Play a faction's turn; who has no army has none (11)."""
        if self.course.state.army(faction) is None:
            return
        turn = _Turn(self._conduct(faction))
        for line in [*self.packets.of(faction)]:
            if not line.mobilizes and not isinstance(line.order, STANDING):
                self._play(line, faction, turn)

    def go_home(self, faction: str) -> None:
        """Play the turn of an absent seat's army: it avoids enemies, goes home, and disbands (5)."""
        state = self.course.state
        home = seat_of_power(state, self.course.tables, faction)
        orders = (
            Conduct(faction, avoid=True),
            MoveTo(faction, target=home),
            Demobilize(faction),
        )
        turn = _Turn(orders[0])
        for order in orders[1:]:
            self._play(Line(SeatId(""), order), faction, turn)

    def _conduct(self, faction: str) -> Conduct:
        """Return the last FIGHT or AVOID outside of conditions: it holds for the whole turn (11)."""
        conduct = Conduct(faction)
        for line in self.packets.of(faction):
            if isinstance(line.order, Conduct) and line.order.test is None:
                conduct = line.order
        return conduct

    def _play(self, line: Line, faction: str, turn: _Turn) -> None:
        army = self.course.state.army(faction)
        if army is None:
            line.void(Reason.NOT_MOBILISED)
            return
        order = self.packets.applying(line)
        if order is None:
            line.void(Reason.NOT_MET)
            return
        if (stage := _STAGES.get(type(order), 0)) and stage < turn.stage:
            line.void(Reason.OUT_OF_ORDER)
            return
        engaged = enemies_in(self.course.state, self.course.side(faction), army.hex)
        if engaged and not isinstance(order, Exile | Conduct):
            line.void(Reason.ENGAGED)
            return
        self._carry_out(line, order, army, turn)
        if line.result is LineResult.DONE or line.reason in _COUNTED:
            turn.stage = max(turn.stage, stage)

    def _carry_out(self, line: Line, order: FactionOrder, army: Army, turn: _Turn) -> None:
        match order:
            case Conduct():
                if order is not line.order or order.test is not None:
                    turn.conduct = (
                        order  # outside of conditions it has held from the first line on
                    )
                line.done()
            case Move():
                way = order.way[1:] if order.way[0] == army.hex else order.way
                self._march(line, army, way, turn)
            case MoveTo():
                self._march_to(line, army, order.target, turn)
            case Invite() if army.faction == ENGLISH:
                self.mustering.call(line, order.target)
            case Invite():
                self.mustering.invite(line, army.faction, order.target)
            case OfferHostage():
                self.mustering.offer(line, army.faction)
            case Raid():
                self._raid(line, army, order.hex, turn)
            case Demobilize():
                self._demobilize(line, army, order.hex)
            case Exile():
                line.done()
                self.fighting.flee(army.faction)

    def _march_to(self, line: Line, army: Army, target: str, turn: _Turn) -> None:
        course = self.course
        if target == army.hex:
            line.void(Reason.ALREADY_THERE)
            return
        shut = set[str]()
        if turn.conduct.avoid:
            side = course.side(army.faction)
            shut = {h for h in course.tables.hexes if enemies_in(course.state, side, h)}
        way = cheapest_way(course.tables, course.hazard, army.hex, target, shut)
        if way is None:
            line.void(Reason.ENEMY_AHEAD)
        else:
            self._march(line, army, way, turn)

    def _march(self, line: Line, army: Army, way: tuple[str, ...], turn: _Turn) -> None:
        """March as far as the points go, and until an enemy is met (7)."""
        if not way:
            line.void(Reason.ALREADY_THERE)
            return
        course, side = self.course, self.course.side(army.faction)
        gone, here, stopped, met = list[str](), army.hex, None, False
        over_river = False
        for there in way:
            enemy = bool(enemies_in(course.state, side, there))
            if (stopped := self._stopped(here, there, turn, enemy=enemy)) is not None:
                break
            turn.points -= cost(course.tables, course.hazard, here, there)
            over_river = course.tables.steps[here][there].crossing
            gone.append(there)
            here = there
            if enemy:
                met = True
                break
        if not gone:
            line.void(stopped or Reason.ALREADY_THERE)
            return
        if met and len(gone) < len(way):
            stopped = Reason.COMBAT
        line.done(stopped)
        course.do(Moved(army.faction, tuple(gone)))
        course.arrive(army.faction, over_river=over_river)
        if met:
            turn.points = 0
            self.fighting.contact(army.faction, turn.conduct.target)

    def _stopped(self, here: str, there: str, turn: _Turn, *, enemy: bool) -> Reason | None:
        """Say why a step cannot be made (7)."""
        tables = self.course.tables
        if not tables.adjacent(here, there):
            return Reason.NOT_ADJACENT
        if tables.blocked(here, there):
            return Reason.WATER_BLOCKS
        if cost(tables, self.course.hazard, here, there) > turn.points:
            return Reason.NOT_ENOUGH_MP
        return Reason.ENEMY_AHEAD if enemy and turn.conduct.avoid else None

    def _raid(self, line: Line, army: Army, hex_: str, turn: _Turn) -> None:
        """Raid the settlement in the hex (8)."""
        course, state = self.course, self.course.state
        kind = settlement_at(state, course.tables, army.hex)
        reason = None
        if hex_ and hex_ != army.hex:
            reason = Reason.NOT_THERE
        elif kind is None:
            reason = Reason.NO_SETTLEMENT
        elif army.hex in turn.raided:
            reason = Reason.ALREADY_RAIDED
        elif army.hex in state.destroyed:
            reason = Reason.DESTROYED
        if reason is not None:
            line.void(reason)
            return
        turn.raided.add(army.hex)
        if self._owner_rises(army, kind):
            course.do(RaidFailed(army.faction, army.hex, defended=True))
            line.void(Reason.DEFENDED)
        elif kind is SettlementKind.CASTLE and not self._storms(line, army):
            course.do(RaidFailed(army.faction, army.hex, defended=False))
        else:
            self._plunder(line, army)

    def _owner_rises(self, army: Army, kind: SettlementKind | None) -> bool:
        """Let the owner of a longport or castle rise, if he may and wants to (8)."""
        course = self.course
        owner = owner_of(course.state, course.tables, army.hex)
        if kind is SettlementKind.MONASTERY or owner is None:
            return False
        able = self.mustering.may_rise(owner) and not course.state.factions[owner].exiled
        if not able or course.side(owner) == course.side(army.faction):
            return False
        policy = self.packets.reaction(owner, Trigger.RAIDED)
        if policy is None:
            raiders = friends_in(course.state, course.side(army.faction), army.hex)
            wants = sum(raider.battles for raider in raiders) <= _TIMID_ODDS
        else:
            wants = policy.reaction is Reaction.MOBILIZE
        if not wants or not self.fighting.rises(army, owner):
            return False
        self.mustering.rise_against_raid(owner, army.hex)
        return True

    def _storms(self, line: Line, army: Army) -> bool:
        line.done()  # should the loss of its last battle end the game, it was carried out
        won = self.fighting.storms(army)
        if not won:
            line.void(Reason.REPELLED)
        return won

    def _plunder(self, line: Line, army: Army) -> None:
        course = self.course
        line.done()
        waste = min(army.battles, MOST_DEVASTATION - course.state.devastation[army.hex])
        taken = int(course.state.factions[army.faction].cattle < MOST_CATTLE)
        own_land = owning_side(course.state, course.tables, army.hex) == course.side(army.faction)
        course.do(Raided(army.faction, army.hex, waste, taken))
        course.devastated(army.hex)
        if own_land and army.faction != ENGLISH:
            group = course.state.group_of(army.faction)
            course.change_febas(group, -1, FebasReason.OWN_LAND_RAIDED)

    def _demobilize(self, line: Line, army: Army, hex_: str) -> None:
        if hex_ and hex_ != army.hex:
            line.void(Reason.NOT_THERE)
        elif not self.may_rest(army):
            line.void(Reason.NO_REST_HERE)
        else:
            line.done()
            self.disband(army)

    def may_rest(self, army: Army) -> bool:
        """Tell whether an army may be disbanded where it stands (7)."""
        course, state = self.course, self.course.state
        side = course.side(army.faction)
        if enemies_in(state, side, army.hex):
            return False
        if army.hex == KILMACDUAGH or owning_side(state, course.tables, army.hex) == side:
            return True
        return army.faction in CLAIMANTS and army.hex == CLONROAD and state.war_turn > 1

    def disband(self, army: Army, *, at_end: bool = False) -> None:
        """Disband an army that may rest, with what it means for a claimant (5, 7)."""
        course = self.course
        course.do(Demobilised(army.faction, army.hex, at_end))
        if army.faction in CLAIMANTS:
            if army.hex == CLONROAD:
                course.do(CrownTaken(army.faction))
            elif course.state.factions[army.faction].exiled:
                course.do(ReturnBegan(army.faction))
