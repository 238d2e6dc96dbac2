"""Simple players of Freedom!, and whole games by them: what the rules are measured with (13).

They know the rules of thumb and see no further than the play at hand: IMP pleads when money is short, builds
cannons in Row 5, shoots one stretch of the Wall to pieces, rewards its attacks, and storms late in the round; INS
holds the forts, strikes at who stands alone, repairs, and raises what it can; both support what is cheap.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from gm.contract.draws import Draws, SeededDraws
from gm.contract.orders import Order
from gm.contract.rules import Resolution
from gm.contract.seats import SeatId
from gm.games.freedom.data.files import load_tables
from gm.games.freedom.rules.events import MoveWay
from gm.games.freedom.rules.moves import end_fault, kind_moved, march
from gm.games.freedom.rules.orders import (
    Attack,
    BuildCannon,
    Choose,
    ClaimCard,
    Conditional,
    Damage,
    Guard,
    GuardKind,
    Move,
    Opening,
    Pass,
    Play,
    PlayMode,
    Plea,
    Prep,
    Pressure,
    Raid,
    Regroup,
    Repair,
    RewardAttacks,
    SetMorale,
    SiegeOrder,
    Slow,
    Support,
    Train,
    Way,
)
from gm.games.freedom.rules.outcomes import Reason, SiegeOutcome
from gm.games.freedom.rules.pieces import is_full, unit_fault
from gm.games.freedom.rules.rules import SiegeRules
from gm.games.freedom.rules.state import SiegeState, Wait
from gm.games.freedom.rules.tables import (
    CAMP,
    IMP,
    INS,
    INSURGENT,
    LOWEST,
    MOST_IN_AREA,
    Card,
    Effect,
    EffectWord,
    Tables,
    distance,
    other,
    period_of,
)

MOST_STEPS = 200
"""No game of these players has more waits."""

Step = tuple[SiegeState, Resolution[SiegeState, SiegeOutcome]]

_WORTH = {
    EffectWord.SUPPORT: 1.9,
    EffectWord.SUPPLIES: 1.3,
    EffectWord.MONEY: 1.0,
    EffectWord.MORALE: 1.8,
    EffectWord.ENEMY_MORALE: 3.1,
    EffectWord.ENEMY_SUPPLIES: 1.45,
    EffectWord.ENEMY_MONEY: 1.0,
    EffectWord.PREP: 0.9,
    EffectWord.UNIT: 2.0,
    EffectWord.CANNON: 4.5,
    EffectWord.DAMAGE: 4.5,
    EffectWord.ATTACK: 1.1,
    EffectWord.REWARD: 1.5,
    EffectWord.MOVE: 0.8,
    EffectWord.SLOW: 0.3,
    EffectWord.REMOVE: 2.6,
    EffectWord.REPAIR: 2.0,
    EffectWord.TRAIN: 3.0,
    EffectWord.REGROUP: 0.6,
    EffectWord.RAID: 0.8,
    EffectWord.DISCARD_RANDOM: 0.5,
}
"""What an effect is worth, in action points, for each of its amount."""


@dataclass
class Habits:
    """How players differ from one another.

    Args:
        supports: how often a side spends two points of a play on an area.
        greed: how much the reward of an area counts against its price.
        own: what it counts against its own areas, beside their markers.
        late: the last plays of a round in which IMP storms.
        own_below: its own morale is taken while it is below this.
    """

    supports: dict[SeatId, float] = field(default_factory=lambda: {IMP: 0.45, INS: 0.40})
    greed: float = 0.2
    own: dict[SeatId, float] = field(default_factory=lambda: {IMP: -3, INS: 5})
    own_below: int = 5
    late: int = 3


def siege_rules(tables: Tables | None = None) -> SiegeRules:
    """The rules with gm's own data, or with others."""
    return SiegeRules(tables or load_tables())


def played(
    seed: int, habits: Habits | None = None, tables: Tables | None = None
) -> Iterator[Step]:
    """Yield the steps of a whole game: the position, and what came of it."""
    rules, habits = siege_rules(tables), habits or Habits()
    draws: Draws = SeededDraws(seed.to_bytes(32, "big"))
    lots = Random(seed)
    state = rules.new_game(draws).state
    first: dict[SeatId, list[Order]] = {seat: [SetMorale(habits.own_below)] for seat in (IMP, INS)}
    for _ in range(MOST_STEPS):
        if state.turn is None:
            return
        block = Player(rules.tables, habits, lots, state, state.turn).block()
        made = rules.resolve(state, {state.turn: [*first.pop(state.turn, []), *block]}, draws)
        yield state, made
        state = made.state
    raise AssertionError("the game does not end")


def _worth(effect: Effect) -> float:
    """What an effect is worth, in action points."""
    if effect.word is EffectWord.CHOICE:
        return max(sum(map(_worth, choice)) for choice in effect.choices)
    return _WORTH.get(effect.word, 0.4) * max(1, abs(effect.amount))


@dataclass
class Player:
    """A side that is asked, with the position as it will be behind the lines so far.

    Args:
        tables, habits, lots: of the game. state: the position. seat: who is asked.
    """

    tables: Tables
    habits: Habits
    lots: Random
    state: SiegeState
    seat: SeatId
    tired: dict[str, int] = field(default_factory=dict)

    def block(self) -> Sequence[SiegeOrder]:
        """Return what it does."""
        match self.state.wait:
            case Wait.OPENING:
                return [self._opening()]
            case Wait.REGROUP:
                return [self._regrouping() or Regroup()]
            case Wait.LASTCLAIM:
                return self._claim() or [Pass()]
            case _:
                return self._claim() or self._play()

    # Cards

    def _claim(self) -> list[SiegeOrder]:
        claim = self.state.claim
        if claim is None or claim.seat != self.seat:
            return []
        effects = self.tables.cards[claim.card].effects
        if sum(map(_worth, effects)) < 3.6:
            return []
        return [ClaimCard(claim.card, LOWEST), *self._choices(effects)]

    def _play(self) -> list[SiegeOrder]:
        """Play the card that is worth most, for its event or its points."""
        cards = [self.tables.cards[id_] for id_ in self._hand()]
        card = max(cards, key=lambda card: (max(self._event(card), self._points(card)), card.id))
        if self._event(card) > self._points(card):
            return [Play(card.id, PlayMode.EVENT), *self._choices(card.effects)]
        return [Play(card.id, PlayMode.AP), *self._spend(card.ap)]

    def _hand(self) -> Sequence[str]:
        """Return the cards in question: of two and more, the best for a storm is kept for the last play."""
        hand = self.state.hand[self.seat]
        if self.seat == INS or not self._prey():
            return hand
        best = max(hand, key=lambda card: (self.tables.cards[card].ap, card))
        if self.state.plays_left[IMP] == 1:
            return [best]
        return [card for card in hand if card != best] or hand

    def _prey(self) -> str:
        """Return the ruined fort that is best stormed; "" if there is none with enough units before it."""
        state = self.state
        forts = [
            fort
            for fort in self.tables.forts
            if sum(map(state.imperial_in, self._before(fort))) > (state.wall.get(fort, 0) < 2)
        ]
        return min(forts, key=lambda fort: (state.insurgent_in(fort), fort), default="")

    def _before(self, fort: str) -> list[str]:
        """Return the spaces from which a fort can be climbed: of its neighbours, on the Wall or before a ruin."""
        ruined = self.state.wall.get(fort, 0) >= 2
        beside = [s for s in self.tables.neighbours[fort] if self.state.imperial_in(s)]
        return sorted(s for s in beside if ruined or self.tables.spaces[s].row == 3)

    def _storm(self, fort: str, left: int) -> list[SiegeOrder]:
        """Clear a ruined fort with rewarded attacks, and climb into it."""
        lines = list[SiegeOrder]()
        sources = self._before(fort)
        if self.state.insurgent_in(fort) and left > 2 and self.state.money:
            lines.append(RewardAttacks())
        for source in sources:
            units = self.state.imperial_in(source)
            attacks = min(units, left - (self.state.plays_left[IMP] == 1) - len(lines))
            lines += [Attack(source, fort, 1, until_clear=True)] * max(0, attacks)
        source = sources[0]
        if self.state.plays_left[IMP] > 1:
            return lines
        lines.append(Conditional(Guard(GuardKind.EMPTY, name=fort), Slow(Way((source, fort)))))
        return lines

    def _event(self, card: Card) -> float:
        return 0.0 if card.side == other(self.seat) else sum(map(_worth, card.effects))

    def _points(self, card: Card) -> float:
        """Return what a card's points are worth: less where the other side may claim it."""
        dear = 0.6 * (card.side == other(self.seat))
        return card.ap - dear + 1.5 * (self._poor() and card.ap >= 3)

    def _poor(self) -> bool:
        wage = self.tables.siege.money_upkeep[period_of(self.state.round)]
        return self.seat == IMP and self.state.money < wage

    def _choices(self, effects: Sequence[Effect]) -> list[SiegeOrder]:
        """Return the lines that an event wants."""
        return [line for effect in effects for line in self._choice(effect)]

    def _choice(self, effect: Effect) -> list[SiegeOrder]:
        match effect.word:
            case EffectWord.CHOICE:
                worths = [sum(map(_worth, choice)) for choice in effect.choices]
                best = worths.index(max(worths))
                return [Choose(best + 1), *self._choices(effect.choices[best])]
            case EffectWord.DAMAGE:
                return [Damage(self._breach())]
            case EffectWord.ATTACK:
                return self._strikes(effect.amount) or self._imperial_attacks(effect.amount)
            case EffectWord.MOVE:
                return self._marches(effect.amount)
            case EffectWord.SUPPORT if effect.where == "ANY":
                return [Support(self._area())] * effect.amount
            case EffectWord.RAID:
                return [*self._raids(effect.amount)]
            case EffectWord.REPAIR:
                return [Repair(space) for space in self._broken()][: effect.amount]
            case EffectWord.TRAIN:
                return [Train(space) for space in self._weak()[:1]]
            case EffectWord.REGROUP:
                return [order for order in [self._regrouping()] if order is not None]
            case _:
                return []

    def _spend(self, ap: int) -> list[SiegeOrder]:
        lines = list[SiegeOrder]()
        left = ap
        if left >= 2 and self.lots.random() < self.habits.supports[self.seat]:
            lines.append(Support(self._area()))
            left -= 2
        rest = self._imperial(left, ap) if self.seat == IMP else self._insurgent(left, ap)
        return [*lines, *rest, Prep(None)]

    def _area(self) -> str:
        """Return the area that is cheapest to win, or to keep."""
        areas = self.state.areas

        def worse(area: str) -> tuple[float, str]:
            control = areas[area]
            reward = self.tables.areas[area].rewards[self.seat]
            value = (
                reward.supplies
                + 1.5 * reward.morale
                + 1.5 * reward.units
                + 2 * reward.cannons
                + 0.7 * reward.vasiladi
            )
            price = (
                control.markers + 1
                if control.side != self.seat
                else self.habits.own[self.seat] + control.markers
            )
            full = control.side == self.seat and control.markers >= MOST_IN_AREA
            return price - self.habits.greed * value + 99 * full, area

        return min(areas, key=worse)

    # Imperial

    def _imperial(self, left: int, printed: int) -> list[SiegeOrder]:
        """Plead, storm, build, attack, and go forward, in this order."""
        lines = list[SiegeOrder]()
        prep = self.state.prep[IMP]
        penalty = self.state.plea[IMP] or 0
        if self._poor() and penalty <= 6 and (left >= 3 or (printed < 3 <= left + prep)):
            lines.append(Plea())
            left = max(0, left - 3)
        site = self._cannon_site()
        if site and printed < 5 <= left + prep:
            return [*lines, BuildCannon(site)]
        prey = self._prey()
        late = self.state.plays_left[IMP] <= self.habits.late
        if late and prey:
            return [*lines, *self._storm(prey, left)]
        if self.state.plays_left[IMP] <= 3:
            climbs = self._climbs(left)
            lines += climbs
            left -= len(climbs)
        if left:
            attacks = self._imperial_attacks(left if late else left - 1)
            if len(attacks) > 1 and left > len(attacks) and self.state.money > 1:
                lines.append(RewardAttacks())
                left -= 1
            lines += attacks
            left -= len(attacks)
        saved = int(self.state.cannons.camp > 0 and self.state.prep[IMP] < 2)
        return [*lines, *self._marches(left - saved)]

    def _climbs(self, most: int) -> list[SiegeOrder]:
        """Climb into empty ruins beside forts."""
        lines = list[SiegeOrder]()
        for space in self.tables.spaces.values():
            ruin = space.row == 3 and self.state.wall.get(space.id, 0) >= 2
            if not ruin or self.state.in_space(space.id) or len(lines) >= most:
                continue
            sources = [s for s in self._before(space.id) if self.tables.spaces[s].row == 4]
            if sources and not space.fort and self.state.flags.no_slow is None:
                lines.append(Slow(Way((sources[0], space.id))))
        return lines

    def _breach(self) -> str:
        """Return the Wall space to be shot to pieces: a fort, the one nearest to ruin."""
        state = self.state

        def better(fort: str) -> tuple[int, int, int]:
            column = self.tables.spaces[fort].column
            damage = state.wall.get(fort, 0)
            return damage if damage < 2 else 0, -state.insurgent_in(fort), -abs(5 - column)

        forts = [fort for fort in self.tables.forts if state.wall.get(fort, 0) < 2]
        return max(forts or self.tables.forts, key=better)

    def _goals(self) -> list[str]:
        """Return the forts, those that lie in ruins first."""
        ruined = [fort for fort in self.tables.forts if self.state.wall.get(fort, 0) >= 2]
        return ruined or [self._breach()]

    def _cannon_site(self) -> str:
        """Return where a cannon can be built in Row 5; "" for nowhere."""
        state = self.state
        if not state.cannons.camp:
            return ""
        sites = [
            space.id
            for space in self.tables.spaces.values()
            if space.row == 5 and state.imperial_in(space.id)
        ]
        free = [site for site in sites if site not in state.cannons.imperial]
        goal = self.tables.spaces[self._breach()]
        return min(free, key=lambda site: distance(self.tables.spaces[site], goal), default="")

    def _gone(self, way: Way) -> None:
        """Take a step as done."""
        steps = march(self.state, self.tables, [way], MoveWay.MOVE)
        if not isinstance(steps, Reason):
            for step in steps:
                self.state = step.on(self.state)

    def _imperial_attacks(self, most: int) -> list[SiegeOrder]:
        """Attack where a die of 7 does: damaged or ruined Wall, whoever is left there."""
        lines = list[Attack]()
        if self.seat != IMP:
            return []
        for need, source, target in sorted(self._chances()):
            fresh = self.state.imperial_in(source) - self.tired.get(source, 0)
            here = [line for line in lines if line.target == target]
            wanted = 2 * self.state.insurgent_in(target)
            while need <= 7 and fresh and len(lines) < most and len(here) < wanted:
                lines.append(Attack(source, target, 1, until_clear=True))
                here.append(lines[-1])
                self.tired[source] = self.tired.get(source, 0) + 1
                fresh -= 1
        return [*lines]

    def _chances(self) -> Iterator[tuple[int, str, str]]:
        for target in self.tables.spaces.values():
            if target.row == 3 and self.state.insurgent_in(target.id):
                for source in sorted(self.tables.neighbours[target.id]):
                    if self.state.imperial_in(source):
                        wall = self.tables.spaces[source].row == 3
                        damage = self.state.wall.get(target.id, 0)
                        need = (5 if wall else 8 - damage) + target.fort
                        yield need, source, target.id

    def _marches(self, most: int) -> list[SiegeOrder]:
        """Go towards the Wall, two units a point."""
        lines = list[SiegeOrder]()
        while len(lines) < most:
            ways = list[Way]()
            while len(ways) < 2 and (way := self._step()) is not None:
                ways.append(way)
                self._gone(way)
            if not ways:
                break
            lines.append(Move(tuple(ways)))
        return lines

    def _opening(self) -> SiegeOrder:
        """Go forward with five units."""
        ways, before = list[Way](), self.state
        for _ in range(40):
            way = self._step()
            if way is None or len(ways) == 5:
                break
            self._gone(way)
            if isinstance(march(before, self.tables, [*ways, way], MoveWay.OPENING), tuple):
                ways.append(way)
        return Opening(tuple(ways))

    def _step(self) -> Way | None:
        """Return the step forward that brings a unit nearest to the goal; its cannon's crew stays."""
        state, spaces = self.state, self.tables.spaces
        goals = [spaces[goal] for goal in self._goals()]
        best: tuple[tuple[int, int], Way] | None = None
        for source in state.units:
            crew = source in state.cannons.imperial or self._awaits_cannon(source)
            if spaces[source].row < 5 and source != CAMP:
                continue
            if state.imperial_in(source) <= crew:
                continue
            for target in self.tables.neighbours[source]:
                if not 4 <= spaces[target].row <= 8 or is_full(state, self.tables, target):
                    continue
                if spaces[target].depth <= spaces[source].depth:
                    continue
                way = Way((source, target))
                kind = kind_moved(state, way)
                if kind is None or end_fault(state, self.tables, kind, target) is not None:
                    continue
                far = min(distance(spaces[target], goal) for goal in goals)
                rank = (far, -spaces[source].row)
                if best is None or (rank, way.spaces) < (best[0], best[1].spaces):
                    best = (rank, way)
        return best[1] if best is not None else None

    def _awaits_cannon(self, space: str) -> bool:
        """Tell whether a unit waits there, in Row 5 near the breach, for a cannon from the Camp."""
        there, goal = self.tables.spaces[space], self.tables.spaces[self._breach()]
        near = abs(there.column - goal.column) <= 2
        return there.row == 5 and near and self.state.cannons.camp > 0

    # Insurgent

    def _insurgent(self, left: int, printed: int) -> list[SiegeOrder]:
        """Throw out who has climbed, man the forts, repair, raise, strike, and raid, in this order."""
        lines = list[SiegeOrder]()
        prep = self.state.prep[INS]
        strikes = self._strikes(left, walls=True)
        lines += strikes
        left -= len(strikes)
        while left and (regroup := self._regrouping()) is not None:
            lines.append(regroup)
            left -= 1
            self._regrouped(regroup)
        dear = left >= 4 or (printed < 4 <= left + prep)
        if dear and (order := self._raised()) is not None:
            return [*lines, order]
        strikes = self._strikes(left)
        lines += strikes
        left -= len(strikes)
        for raid in self._raids(left):
            cost = distance(self.tables.spaces[raid.source], self.tables.spaces[raid.target])
            if cost <= left:
                lines.append(raid)
                left -= cost
        if left == 3 and self.state.plea[INS] is not None and self.lots.random() < 0.5:
            lines.append(Pressure())
        return lines

    def _raised(self) -> SiegeOrder | None:
        """Return what four points raise: a repaired fort, a unit."""
        ruins = [space for space in self._broken() if self.state.wall[space] >= 2]
        if ruins:
            return Repair(ruins[0])
        weak = self._weak()
        if weak and self.state.civilians and self.state.in_play(INSURGENT) < 20:
            return Train(weak[0])
        return None

    def _broken(self) -> list[str]:
        """Return the damaged spaces with a unit in them, forts and ruins first."""
        state = self.state
        damaged = [space for space in state.wall if state.insurgent_in(space)]
        return sorted(damaged, key=lambda s: (not self.tables.spaces[s].fort, -state.wall[s], s))

    def _weak(self) -> list[str]:
        """Return the spaces of the Wall that want a unit, ruined forts first."""
        walls = [
            space
            for space in self.tables.spaces.values()
            if space.row == 3 and unit_fault(self.state, self.tables, space.id) is None
        ]
        walls.sort(key=lambda space: (-self._danger(space.id), space.id))
        return [space.id for space in walls]

    def _danger(self, space: str) -> int:
        """Return how much a space wants a unit."""
        there = self.tables.spaces[space]
        damage = self.state.wall.get(space, 0)
        return 3 * there.fort + 2 * damage - 2 * self.state.insurgent_in(space)

    def _regrouping(self) -> Regroup | None:
        """Return a step from where a unit is needed least to an empty fort."""
        state = self.state
        if self.seat != INS:
            return None
        wanted = [
            fort
            for fort in self.tables.forts
            if unit_fault(state, self.tables, fort) is None and not state.insurgent_in(fort)
        ]
        spare = [
            space
            for space in state.units
            if state.insurgent_in(space)
            and not self.tables.spaces[space].fort
            and not self.tables.spaces[space].island
        ]
        if not wanted or not spare:
            return None
        target = max(wanted, key=lambda fort: (self._danger(fort), fort))
        source = min(spare, key=lambda space: (self._danger(space), space))
        return Regroup(source, target)

    def _regrouped(self, order: Regroup) -> None:
        units = {space: dict(there) for space, there in self.state.units.items()}
        units[order.source][INSURGENT] -= 1
        target = units.setdefault(order.target, {})
        target[INSURGENT] = target.get(INSURGENT, 0) + 1
        units = {space: {k: n for k, n in there.items() if n} for space, there in units.items()}
        self.state = replace(self.state, units={s: there for s, there in units.items() if there})

    def _strikes(self, most: int, *, walls: bool = False) -> list[SiegeOrder]:
        """Attack who has climbed the Wall, else those who stand alone before it."""
        if self.seat != INS:
            return []
        targets = sorted(
            (space.row != 3, self.state.imperial_in(space.id), source, space.id)
            for space in self.tables.spaces.values()
            if self.state.imperial_in(space.id) and (space.row == 3 or not walls)
            for source in self.tables.neighbours[space.id]
            if self.state.insurgent_in(source)
        )
        lines = list[SiegeOrder]()
        struck = set[str]()
        for _, units, source, target in targets:
            if target in struck:
                continue
            struck.add(target)
            count = min(most - len(lines), 2 * units)
            lines += [Attack(source, target, 1, until_clear=True)] * max(0, count)
        return lines

    def _raids(self, most: int) -> list[Raid]:
        """Raid who stands alone farther off."""
        if self.seat != INS or most < 2:
            return []
        spaces = self.tables.spaces
        raids = [
            (distance(spaces[source], spaces[target]), source, target)
            for target in self.state.units
            if self.state.imperial_in(target) == 1 and 5 <= spaces[target].row <= 8
            for source in self.state.units
            if self.state.insurgent_in(source) and spaces[source].row == 3
        ]
        return [Raid(source, target) for far, source, target in sorted(raids) if far <= most][:1]
