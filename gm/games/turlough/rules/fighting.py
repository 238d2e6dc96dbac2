"""Attack rolls, disengaging, raids of castles, and what becomes of the beaten (8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from gm.games.turlough.rules.course import CombatDice, Course
from gm.games.turlough.rules.events import (
    ArmyEliminated,
    BattleLost,
    CattleLooted,
    CombatDeclared,
    Disengaged,
    Exiled,
    FebasReason,
    HalvesEnded,
    KingChanged,
    Loss,
    Rolled,
    RollKind,
)
from gm.games.turlough.rules.marching import distance
from gm.games.turlough.rules.orders import Lead, Reaction, Trigger
from gm.games.turlough.rules.packets import Packets
from gm.games.turlough.rules.sides import enemies_in, friends_in, seat_of_power
from gm.games.turlough.rules.state import MOST_CATTLE, Army
from gm.games.turlough.rules.tables import CLAIMANTS, GROUPS, Terrain

_ARMY_LOST: Final = -2
"""What a stack loses with an army (9)."""


@dataclass(slots=True)
class Combat:
    """One declared combat, or one fight in BATTLE, in a hex between two sides (8).

    Args:
        hex: where. attacking, defending: the sides.
        dead: the factions whose armies fell in it, by side. fled: the sides of which somebody fled.
    """

    hex: str
    attacking: str | None
    defending: str | None
    dead: dict[str | None, list[str]] = field(default_factory=dict)
    fled: set[str | None] = field(default_factory=set)


class Fighting:
    """Fights in a step."""

    def __init__(self, packets: Packets) -> None:
        self.packets = packets
        self.course: Course = packets.course

    # What one army does to another on contact

    def contact(self, attacker: str, named: str) -> None:
        """Let an army that entered a hex meet its enemies; `named` is whom it seeks, "" for anybody (8)."""
        course = self.course
        army = course.state.army(attacker)
        if army is None:
            return
        enemies = enemies_in(course.state, course.side(attacker), army.hex)
        target = next((e for e in enemies if e.faction == named), None) or _largest(enemies)
        combat = Combat(army.hex, course.side(attacker), course.side(target.faction))
        course.do(CombatDeclared(attacker, target.faction, army.hex))
        if self._fights(target, combat):
            self._attack_roll(combat)
        else:
            self._disengage(target, combat)

    def _fights(self, target: Army, combat: Combat) -> bool:
        """Ask the target's policy; who could get away nowhere fights (8)."""
        policy = self.packets.reaction(target.faction, Trigger.ATTACKED)
        if policy is None:
            attackers = self._strength(combat.attacking, combat.hex)
            fights = 2 * self._strength(combat.defending, combat.hex) >= attackers
        else:
            fights = policy.reaction is Reaction.FIGHT
        return fights or self._refuge(target) is None

    def _strength(self, side: str | None, hex_: str) -> int:
        return sum(army.battles for army in friends_in(self.course.state, side, hex_))

    def _refuge(self, army: Army) -> str | None:
        """Return where an army gets away to: the first of its list, else the nearest to its seat (8)."""
        course = self.course
        side, steps = course.side(army.faction), course.tables.steps[army.hex]
        free = [hex_ for hex_ in steps if not enemies_in(course.state, side, hex_)]
        policy = self.packets.reaction(army.faction, Trigger.ATTACKED)
        for hex_ in policy.to if policy is not None else ():
            if hex_ in free:
                return hex_
        home = seat_of_power(course.state, course.tables, army.faction)

        def way_home(hex_: str) -> int:
            return distance(course.tables, course.hazard, hex_, home)

        return min(free, key=way_home, default=None)

    def _disengage(self, target: Army, combat: Combat) -> None:
        """Dice whether the target gets away; no attack roll follows either way (8)."""
        course = self.course
        attackers = friends_in(course.state, combat.attacking, combat.hex)
        won = self._roll_off(RollKind.DISENGAGE, combat.hex, attackers, (target,))
        refuge = self._refuge(target)
        if won or refuge is None:
            self._lose_battle(target.faction, combat)
            self._end(combat)
            return
        step = course.tables.steps[target.hex][refuge]
        course.do(Disengaged(target.faction, refuge))
        course.arrive(target.faction, over_river=step.crossing)

    # Dice

    def _roll_off(
        self,
        kind: RollKind,
        hex_: str,
        attackers: Sequence[Army],
        defenders: Sequence[Army],
        counts: tuple[int, int] = (1, 1),
        *,
        single: bool = True,
    ) -> bool:
        """Dice until one side is higher; tell whether the attackers are (8).

        Args:
            counts: how many dice each side has. single: they are one die a side, whatever the option.
        """
        course, option = self.course, self.course.options.combat_dice
        attack_bonus = -1 if Terrain.BOG in self._terrain(hex_) else 0
        defence_bonus = self._defence_bonus(hex_, attackers)
        throws = list[tuple[tuple[int, ...], tuple[int, ...]]]()
        plain = single or option is not CombatDice.D6_PLUS_BATTLES
        dice = counts if plain else (1, 1)
        sums = (0, 0)
        while not throws or sums[0] == sums[1]:
            throw = tuple(course.dice(f"{kind.value} at {hex_}", count) for count in dice)
            throws.append((throw[0], throw[1]))
            tops = [max(rolled, default=0) for rolled in throw]
            totals = [sum(rolled) for rolled in throw]
            shown = tops if option is CombatDice.POOL_HIGH and not single else totals
            extra = (0, 0) if plain else counts
            sums = (
                shown[0] + extra[0] + attack_bonus,
                shown[1] + extra[1] + defence_bonus,
            )
        course.do(
            Rolled(
                kind,
                hex_,
                tuple(army.faction for army in attackers),
                tuple(army.faction for army in defenders),
                tuple(throws),
                attack_bonus,
                defence_bonus,
                *sums,
            )
        )
        return sums[0] > sums[1]

    def _terrain(self, hex_: str) -> tuple[Terrain, ...]:
        return self.course.tables.terrain(hex_, self.course.state.scenario)

    def _defence_bonus(self, hex_: str, attackers: Sequence[Army]) -> int:
        """Return what the land gives to who stands there; bog takes, and rivers count if all came over one (8)."""
        terrain = self._terrain(hex_)
        over_river = all(army.faction in self.course.crossed for army in attackers)
        wood, bog = Terrain.WOOD in terrain, Terrain.BOG in terrain
        return int(wood) - int(bog) + int(Terrain.CASTLE in terrain) + int(over_river)

    def _attack_roll(self, combat: Combat) -> None:
        """Roll once; the loser's leading army loses a battle (8)."""
        state = self.course.state
        attackers = friends_in(state, combat.attacking, combat.hex)
        defenders = friends_in(state, combat.defending, combat.hex)
        counts = (sum(a.battles for a in attackers), sum(d.battles for d in defenders))
        won = self._roll_off(
            RollKind.ATTACK, combat.hex, attackers, defenders, counts, single=False
        )
        self._lose_battle(self._leading(defenders if won else attackers), combat)
        self._end(combat)

    def _leading(self, armies: Sequence[Army]) -> str:
        """Return the army that goes before the others of its side (8)."""
        willing = [army for army in armies if self._leads(army.faction)]
        return _largest(willing or armies).faction

    def _leads(self, faction: str) -> bool:
        line = self.packets.standing(faction, Lead)
        return isinstance(line, Lead) and line.yes

    # The beaten

    def _lose_battle(self, faction: str, combat: Combat) -> None:
        course = self.course
        course.do(BattleLost(faction))
        army = course.state.army(faction)
        if army is None or army.battles:
            return
        side = course.side(faction)
        combat.dead.setdefault(side, []).append(faction)
        winner = combat.defending if side == combat.attacking else combat.attacking
        self._eliminate(faction, combat.hex, winner)

    def _eliminate(self, faction: str, hex_: str, winner: str | None) -> None:
        """Take an army that has no battle left off the board, with all that follows (8, 9)."""
        course = self.course
        course.do(ArmyEliminated(faction, hex_, Loss.COMBAT))
        group = course.state.group_of(faction)
        course.change_febas(group, _ARMY_LOST, FebasReason.ARMY_LOST)
        if faction in CLAIMANTS:
            winners = friends_in(course.state, winner, hex_)
            stacks = {course.state.group_of(army.faction) for army in winners}
            for stack in GROUPS:
                if stack in stacks:
                    course.change_febas(stack, 1, FebasReason.RIVAL_BEATEN)
        course.free_hostages(faction)

    def _end(self, combat: Combat) -> None:
        """Deal out the cattle of a side's dead, if none of it is left and none has fled (8)."""
        course = self.course
        for side, winner in (
            (combat.attacking, combat.defending),
            (combat.defending, combat.attacking),
        ):
            dead = combat.dead.get(side, [])
            left = friends_in(course.state, side, combat.hex)
            if dead and not left and side not in combat.fled:
                takers = friends_in(course.state, winner, combat.hex)
                self._deal_cattle(dead, [army.faction for army in takers])
                dead.clear()

    def _deal_cattle(self, dead: Sequence[str], takers: Sequence[str]) -> None:
        """Deal the cattle one by one to the winning armies, each up to a full herd; the rest is lost."""
        course, turn = self.course, 0
        for faction in dead:
            herd = course.state.factions[faction].cattle
            room = {t: MOST_CATTLE - course.state.factions[t].cattle for t in takers}
            shares = dict.fromkeys(takers, 0)
            left = herd
            while left and any(room[t] > shares[t] for t in takers):
                taker = takers[turn % len(takers)]
                turn += 1
                if room[taker] > shares[taker]:
                    shares[taker] += 1
                    left -= 1
            if herd:
                given = tuple((taker, count) for taker, count in shares.items() if count)
                course.do(CattleLooted(faction, given, left))

    # BATTLE

    def battles(self) -> None:
        """Fight to the end in every hex that holds two sides, in board order (5, 8)."""
        while (hex_ := self._contested()) is not None:
            self._fight_out(hex_)

    def _contested(self) -> str | None:
        state = self.course.state
        sides = {
            hex_: {self.course.side(army.faction) for army in state.armies_in(hex_)}
            for hex_ in {army.hex for army in state.armies}
        }
        places = self.course.tables.place
        return min((h for h in sides if len(sides[h]) > 1), key=places.__getitem__, default=None)

    def _fight_out(self, hex_: str) -> None:
        """Let the side that came last attack the one that was there first, until one is gone (8)."""
        course = self.course
        came: dict[str | None, int] = {}
        for army in course.state.armies_in(hex_):
            side, arrival = course.side(army.faction), course.arrival(army)
            came[side] = min(arrival, came.get(side, arrival))
        order = sorted(came, key=came.__getitem__)
        combat = Combat(hex_, attacking=order[-1], defending=order[0])
        while self._stand_against(combat):
            for faction in self._who_may_flee(combat):
                self._flee_if_wished(faction, combat)
            if self._stand_against(combat):
                self._attack_roll(combat)
        self._end(combat)

    def _stand_against(self, combat: Combat) -> bool:
        state = self.course.state
        return bool(
            friends_in(state, combat.attacking, combat.hex)
            and friends_in(state, combat.defending, combat.hex)
        )

    def _who_may_flee(self, combat: Combat) -> tuple[str, ...]:
        """Return the claimants in a fight: attackers first, in joining order (8)."""
        state = self.course.state
        sides = (combat.attacking, combat.defending)
        armies = (army for side in sides for army in friends_in(state, side, combat.hex))
        return tuple(army.faction for army in armies if army.faction in CLAIMANTS)

    def _flee_if_wished(self, claimant: str, combat: Combat) -> None:
        if not self._stand_against(combat):
            return
        policy = self.packets.reaction(claimant, Trigger.BATTLE)
        if policy is not None and policy.reaction is Reaction.EXILE:
            combat.fled.add(self.course.side(claimant))
            self.flee(claimant)

    def flee(self, claimant: str) -> None:
        """Send a claimant into exile, with all that follows (7)."""
        course = self.course
        course.do(Exiled(claimant))
        if course.state.partition and course.options.halves_until_exile:
            course.do(HalvesEnded())
        course.free_hostages(claimant)
        if course.state.king == claimant:
            (rival,) = (other for other in CLAIMANTS if other != claimant)
            change_king(course, None if course.state.factions[rival].exiled else rival)
        course.change_febas(claimant, -1, FebasReason.EXILE)

    # Raids

    def rises(self, raider: Army, owner: str) -> bool:
        """Dice whether a raided owner's army appears (8)."""
        ghost = Army(owner, raider.hex, 1, 0)
        return not self._roll_off(RollKind.RISING, raider.hex, (raider,), (ghost,))

    def storms(self, raider: Army) -> bool:
        """Let a castle fight against who raids it; tell whether it is overcome (8)."""
        counts = (raider.battles, self.course.options.castle_dice)
        won = self._roll_off(RollKind.CASTLE, raider.hex, (raider,), (), counts, single=False)
        if not won:
            combat = Combat(raider.hex, self.course.side(raider.faction), None)
            self._lose_battle(raider.faction, combat)
            if self.course.state.army(raider.faction) is None:
                self._end(combat)
        return won


def change_king(course: Course, king: str | None) -> None:
    """Let another be king, or nobody; it ends the halves (4)."""
    if king == course.state.king:
        return
    course.do(KingChanged(king))
    if course.state.partition:
        course.do(HalvesEnded())


def _largest(armies: Sequence[Army]) -> Army:
    """Return the army of most battles, of equal ones the one that joined first (8)."""
    return max(armies, key=lambda army: army.battles)
