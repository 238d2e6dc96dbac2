"""How armies are raised: what pays for them, at which occasions, and by whose invitation (7)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from gm.games.turlough.rules.course import Course
from gm.games.turlough.rules.events import (
    Allied,
    FebasReason,
    HostageGiven,
    HostageKilled,
    HostageOffered,
    Invited,
    Mobilised,
    MusterPaid,
    RisingOccasion,
    SideTaken,
    SummonsRefused,
)
from gm.games.turlough.rules.orders import (
    Mobilize,
    Pay,
    React,
    Reaction,
    Trigger,
)
from gm.games.turlough.rules.outcomes import Reason
from gm.games.turlough.rules.packets import Line, Packets
from gm.games.turlough.rules.sides import held_by_other_side, is_bound, seat_of_power
from gm.games.turlough.rules.state import MOST_BATTLES, MOST_DEVASTATION, Army, TurloughState
from gm.games.turlough.rules.tables import (
    ALLIES,
    CLAIMANTS,
    CLONROAD,
    ENGLISH,
    Tables,
)

_DEFAULT_IRISH: Final = 3
"""The battles of an Irish army that is raised without numbers (7)."""

_EXILE_ARMY: Final = 10
"""The battles, and the provisions, that an exile or who is called brings (7)."""

_NEW_HERD: Final = 5
"""The cattle of a new ally (7)."""

FIRST_ROUND: Final = 1
"""The round for which a scenario has special rules (4)."""


@dataclass(frozen=True, slots=True)
class _Muster:
    """What an army would be raised with: how it is paid, and why not as asked."""

    battles: int = 0
    provisions: int = 0
    coyne: int = 0
    cattle: int = 0
    pounds: int = 0
    reason: Reason | None = None


class Mustering:
    """Raises armies in a step, by lines of packets or by policies.

    Args:
        packets: of the step.
        joined: the factions whose armies came onto the board in this war turn, in their order.
    """

    def __init__(self, packets: Packets) -> None:
        self.packets = packets
        self.course: Course = packets.course
        self.joined: list[str] = []

    def may_rise(self, faction: str) -> bool:
        """Tell whether a faction could raise an army at all in this war (5, 7)."""
        return _may_rise(self.course.tables, self.course.state, faction)

    def is_barred(self, faction: str) -> bool:
        """Tell whether the scenario keeps a faction out of the first round (4)."""
        return _is_barred(self.course.tables, self.course.state, faction)

    def by_own_lines(self, faction: str, occasion: RisingOccasion) -> bool:
        """Let a faction's MOBILIZE lines be tried one after the other; tell whether its army rose (11)."""
        for line in self.packets.of(faction):
            if not line.mobilizes:
                continue
            order = self._leading(line)
            if order is None:
                line.tried = True
            elif self._rises_by(line, faction, order.pay, occasion):
                return self.course.state.army(faction) is not None
        return False

    def has_leading_line(self, faction: str) -> bool:
        """Tell whether a line would lead to MOBILIZE now."""
        lines = (line for line in self.packets.of(faction) if line.mobilizes)
        return any(self._leading(line) is not None for line in lines)

    def _leading(self, line: Line) -> Mobilize | None:
        """Return the MOBILIZE that a line leads to now, if it does."""
        order = self.packets.applying(line)
        return order if isinstance(order, Mobilize) else None

    def _rises_by(
        self, line: Line, faction: str, pay: Pay | None, occasion: RisingOccasion
    ) -> bool:
        muster = self._muster(faction, pay, occasion)
        if not muster.battles:
            line.void(muster.reason or Reason.NO_BATTLES)
            return False
        line.done(muster.reason)  # before it rises: the end of the game takes nothing back
        self._rise(faction, muster, occasion)
        return True

    def by_pay(self, faction: str, pay: Pay | None, occasion: RisingOccasion) -> bool:
        """Raise a faction's army with the pay of a policy; tell whether there is something to pay with."""
        muster = self._muster(faction, pay, occasion)
        if muster.battles:
            self._rise(faction, muster, occasion)
        return muster.battles > 0

    def rise_against_raid(self, faction: str, hex_: str) -> None:
        """Let an owner rise where he is raided, with one battle that costs nothing (8)."""
        self._join(Army(faction, hex_, 1, 0), RisingOccasion.RAIDED)

    def _rise(self, faction: str, muster: _Muster, occasion: RisingOccasion) -> None:
        """Pay for an army and set it on the board; who breaks with his holder loses the hostage first (7)."""
        course = self.course
        if muster.coyne or muster.cattle or muster.pounds:
            seat = seat_of_power(course.state, course.tables, faction)
            course.do(MusterPaid(faction, seat, muster.coyne, muster.cattle, muster.pounds))
            if muster.coyne:
                course.devastated(seat)
        if occasion in (RisingOccasion.OPENING, RisingOccasion.NEWS) and is_bound(
            course.state, faction
        ):
            self._lose_hostage(faction)
            if course.state.factions[faction].out:
                return
        where = self._where(faction, occasion)
        self._join(Army(faction, where, muster.battles, muster.provisions), occasion)

    def _join(self, army: Army, occasion: RisingOccasion) -> None:
        self.course.do(Mobilised(army, occasion))
        self.course.arrive(army.faction)
        self.joined.append(army.faction)

    def _lose_hostage(self, faction: str) -> None:
        holder = self.course.state.factions[faction].hostage_holder
        if holder is not None:
            self.course.do(HostageKilled(faction, holder))
        group = self.course.state.group_of(faction)
        self.course.change_febas(group, -1, FebasReason.HOSTAGE_LOST)

    def _where(self, faction: str, occasion: RisingOccasion) -> str:
        """Return where an army appears (4, 7)."""
        if occasion is RisingOccasion.CALLED:
            return CLONROAD
        scenario = self.course.tables.scenarios[self.course.state.scenario]
        if self.course.state.round == FIRST_ROUND:
            if scenario.given is not None and scenario.given.faction == faction:
                return scenario.given.hex
            if faction in scenario.musters:
                return scenario.musters[faction]
        return seat_of_power(self.course.state, self.course.tables, faction)

    def _muster(self, faction: str, pay: Pay | None, occasion: RisingOccasion) -> _Muster:
        """Return what an army would be raised with at an occasion (7)."""
        state = self.course.state
        if occasion is RisingOccasion.CALLED:
            return _Muster(_EXILE_ARMY, _EXILE_ARMY)
        given = self.course.tables.scenarios[state.scenario].given
        if state.round == FIRST_ROUND and given is not None and given.faction == faction:
            battles = self.course.options.ix_battles if given.battles is None else given.battles
            return _Muster(battles, given.provisions)
        if state.factions[faction].exiled:
            return _Muster(_EXILE_ARMY, _EXILE_ARMY)
        if faction == ENGLISH:
            return self._english(pay)
        return self._irish(faction, pay)

    def _english(self, pay: Pay | None) -> _Muster:
        hazard, pounds = self.course.hazard, self.course.state.pounds
        if pay is None:
            count = min(MOST_BATTLES, pounds // (hazard.battle_price + hazard.provision_price))
            pay = Pay(battles=count, provisions=count)
            if not count:
                return _Muster(reason=Reason.NOT_ENOUGH_POUNDS)
        if not pay.battles:
            return _Muster(reason=Reason.NO_BATTLES)
        price = pay.battles * hazard.battle_price + pay.provisions * hazard.provision_price
        if price > pounds:
            return _Muster(reason=Reason.NOT_ENOUGH_POUNDS)
        return _Muster(pay.battles, pay.provisions, pounds=price)

    def _irish(self, faction: str, pay: Pay | None) -> _Muster:
        """Return what an Irish army is raised with: as much as there is (7)."""
        state = self.course.state
        seat = seat_of_power(state, self.course.tables, faction)
        whole = seat not in state.destroyed
        room = MOST_DEVASTATION - state.devastation[seat] if whole else 0
        herd = state.factions[faction].cattle
        if pay is None:
            coyne = min(_DEFAULT_IRISH, room)
            cattle = min(_DEFAULT_IRISH - coyne, herd)
            nothing = None if coyne + cattle else Reason.CAPITAL_FULL
            return _Muster(coyne + cattle, coyne=coyne, cattle=cattle, reason=nothing)
        if not pay.coyne + pay.tuarastal:
            return _Muster(reason=Reason.NO_BATTLES)
        coyne, cattle = min(pay.coyne, room), min(pay.tuarastal, herd)
        reason = None
        if coyne < pay.coyne:
            reason = Reason.CAPITAL_FULL
        elif cattle < pay.tuarastal:
            reason = Reason.NOT_ENOUGH_CATTLE
        return _Muster(coyne + cattle, coyne=coyne, cattle=cattle, reason=reason)

    def invite(self, line: Line, inviter: str, target: str) -> None:
        """Invite a lesser king on his longport (7)."""
        course, standing = self.course, self.course.state.factions[target]
        side = course.side(inviter)
        if (reason := self._not_invited(inviter, target, side)) is not None:
            line.void(reason)
            return
        course.do(Invited(inviter, target))
        if standing.alliance is None and side is not None:
            course.do(Allied(target, side, self._group_for(side), _NEW_HERD))
            line.done()
            self._ask(inviter, target, side)
        elif standing.alliance != side and not self._held_by(target, side):
            line.done()
            course.do(HostageGiven(target, inviter, standing.hostage_holder))
        else:
            # What comes of it is known after he was asked, which can end the game: then it was done.
            line.done()
            if (refusal := self._ask(inviter, target, side)) is not None:
                line.void(refusal)

    def _not_invited(self, inviter: str, target: str, side: str | None) -> Reason | None:
        state = self.course.state
        army, standing = state.army(inviter), state.factions[target]
        if army is None or army.hex != seat_of_power(state, self.course.tables, target):
            return Reason.NOT_AT_LONGPORT
        joins = standing.alliance is None
        if standing.out or (joins and (side is None or not self._group_for(side))):
            return Reason.CANNOT_INVITE
        return Reason.ALREADY_MOBILISED if standing.served else None

    def _held_by(self, target: str, side: str | None) -> bool:
        holder = self.course.state.factions[target].hostage_holder
        return holder is not None and not held_by_other_side(self.course.state, target, side)

    def _group_for(self, side: str) -> str:
        """Return the group that a new ally joins: of two the one with fewer factions; "" for none (1)."""
        state = self.course.state
        groups = [group for group in ALLIES.get(side, ()) if state.febas.get(group, 0) > 0]
        members = [f.group for f in state.factions.values() if not f.out]
        return min(groups, key=members.count, default="")

    def _ask(self, inviter: str, target: str, side: str | None) -> Reason | None:
        """Ask a lesser king to take the field for a side; return why he stays, if he does (7)."""
        refusal = self._asked(target, side)
        if refusal is not None:
            self.course.do(SummonsRefused(inviter, target, refusal.value))
        return refusal

    def _asked(self, target: str, side: str | None) -> Reason | None:
        course = self.course
        policy = self.packets.reaction(target, Trigger.HOLDER)
        sacrifices = policy is not None and policy.reaction is Reaction.SACRIFICE
        must = False
        if held_by_other_side(course.state, target, side):
            if not sacrifices:
                return Reason.BOUND
            self._lose_hostage(target)
            if course.state.factions[target].out:
                return Reason.BOUND
        elif self._held_by(target, side) and course.state.factions[target].alliance != side:
            if sacrifices:
                self._lose_hostage(target)
                return Reason.SACRIFICED
            must = True
        if self.by_own_lines(target, RisingOccasion.INVITED):
            return None
        answer = self.packets.reaction(target, Trigger.INVITED)
        if _refuses(answer) and not must:
            return Reason.REFUSED
        raised = self.by_pay(target, _pay_of(answer), RisingOccasion.INVITED)
        return None if raised else Reason.NO_BATTLES

    def offer(self, line: Line, claimant: str) -> None:
        """Offer de Clare a claimant's hostage (7)."""
        course, state = self.course, self.course.state
        army = state.army(claimant)
        if army is None or army.hex != course.tables.factions[ENGLISH].seat:
            line.void(Reason.NOT_AT_CASTLE)
            return
        if state.factions[claimant].hostage_holder == ENGLISH:
            line.void(Reason.ALREADY_BOUND)
            return
        may_rise = self.may_rise(ENGLISH)
        answer = self.packets.reaction(ENGLISH, Trigger.OFFER)
        consents = may_rise and self.has_leading_line(ENGLISH)
        accepted = consents or not _refuses(answer)
        course.do(HostageOffered(claimant, accepted))
        if not accepted:
            line.void(Reason.OFFER_REFUSED)
            return
        line.done()
        course.do(HostageGiven(claimant, ENGLISH))
        course.do(SideTaken(claimant))
        if may_rise and not self.by_own_lines(ENGLISH, RisingOccasion.OFFERED):
            self.by_pay(ENGLISH, _pay_of(answer), RisingOccasion.OFFERED)

    def call(self, line: Line, claimant: str) -> None:
        """Let de Clare call an exile to Clonroad (7)."""
        course = self.course
        if (reason := self._not_called(claimant)) is not None:
            line.void(reason)
            return
        course.do(Invited(ENGLISH, claimant))
        consents = self.has_leading_line(claimant)
        if _refuses(self.packets.reaction(claimant, Trigger.INVITED)) and not consents:
            self.by_own_lines(
                claimant, RisingOccasion.CALLED
            )  # an occasion, at which no test held
            course.do(SummonsRefused(ENGLISH, claimant, Reason.REFUSED.value))
            line.void(Reason.REFUSED)
            return
        line.done()
        if not self.by_own_lines(claimant, RisingOccasion.CALLED):
            self.by_pay(claimant, None, RisingOccasion.CALLED)
        course.do(SideTaken(claimant))
        if course.options.call_hostage:
            course.do(HostageGiven(claimant, ENGLISH))

    def _not_called(self, claimant: str) -> Reason | None:
        state = self.course.state
        army, standing = state.army(ENGLISH), state.factions[claimant]
        if army is None or army.hex != CLONROAD:
            return Reason.NOT_AT_LONGPORT
        if standing.out:
            return Reason.CANNOT_INVITE
        if standing.served:
            return Reason.ALREADY_MOBILISED
        if not standing.exiled:
            return Reason.NOT_EXILED_CLAIMANT
        return None if state.dec_side in (None, claimant) else Reason.CANNOT_INVITE


def openers(tables: Tables, state: TurloughState) -> tuple[str, ...]:
    """Return who may open a war, in the order they are asked (5, 7)."""
    if state.round == FIRST_ROUND:
        first = [tables.scenarios[state.scenario].opens]
    else:
        exiles = [c for c in CLAIMANTS if state.factions[c].exiled]
        free = [c for c in exiles if not _in_english_coalition(state, c)]
        first = free or ([ENGLISH] if exiles else [])
    return tuple(f for f in dict.fromkeys((*first, *state.order)) if _may_rise(tables, state, f))


def _may_rise(tables: Tables, state: TurloughState, faction: str) -> bool:
    standing = state.factions[faction]
    in_play = standing.group is not None and not standing.out
    return in_play and not standing.served and not _is_barred(tables, state, faction)


def _is_barred(tables: Tables, state: TurloughState, faction: str) -> bool:
    return state.round == FIRST_ROUND and faction in tables.scenarios[state.scenario].barred


def newcomers(course: Course) -> tuple[str, ...]:
    """Return who hears the news: in maintenance order, later allies in theirs (5)."""
    later = (f for f, standing in course.state.standings() if standing.group is not None)
    in_order = dict.fromkeys((*course.state.order, *later))
    return tuple(f for f in in_order if not course.state.factions[f].exiled)


def _in_english_coalition(state: TurloughState, exile: str) -> bool:
    held = state.factions[exile].hostage_holder == ENGLISH
    return held or state.dec_side == exile


def _refuses(answer: React | None) -> bool:
    return answer is not None and answer.reaction is Reaction.REFUSE


def _pay_of(answer: React | None) -> Pay | None:
    """Return the pay of a policy; a refusal that is overruled has the default (7)."""
    return answer.pay if answer is not None and not _refuses(answer) else None
