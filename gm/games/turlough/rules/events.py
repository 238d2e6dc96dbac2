"""The facts of The Triumphs of Turlough, and how each leads from one position to the next (12)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import Enum

from gm.contract.events import Event, GameEnded
from gm.contract.seats import SeatId
from gm.contract.values import value
from gm.games.turlough.rules.orders import FactionOrder
from gm.games.turlough.rules.state import (
    HIDDEN,
    MOST_CATTLE,
    Army,
    KeptLine,
    OneByOne,
    TurloughState,
    Victory,
    Wait,
    with_army,
    with_faction,
    without_army,
)
from gm.games.turlough.rules.tables import CLAIMANTS


class RisingOccasion(Enum):
    """What lets an army rise (7)."""

    OPENING = "opening"
    RAIDED = "raided"
    INVITED = "invited"
    NEWS = "news"
    OFFERED = "offered"
    CALLED = "called"


class FebasReason(Enum):
    """What changes a stack of febas (9)."""

    HERD = "full herd"
    RIVAL_BEATEN = "claimant beaten"
    OWN_LAND_RAIDED = "own land raided"
    HOSTAGE_LOST = "hostage lost"
    EXILE = "exile"
    ARMY_LOST = "army lost"


class Loss(Enum):
    """How an army was lost."""

    COMBAT = "combat"
    HUNGER = "hunger"


@value
class Happening(Event):
    """The common base of the facts of this game."""

    def on(self, state: TurloughState) -> TurloughState:
        """Return the position that it leads to; most that are only told change nothing."""
        return state


@value
class DeckShuffled(Happening):
    """The deck lies face down in an order that nobody knows."""

    order: tuple[str, ...]

    def visible_to(self) -> frozenset[SeatId] | None:
        """Nobody may read of it."""
        return frozenset()

    def on(self, state: TurloughState) -> TurloughState:
        """The deck has this order."""
        return replace(state, deck=self.order)


@value
class StandingSet(Happening):
    """A faction's standing lines are these now."""

    faction: str
    seat: SeatId
    lines: tuple[FactionOrder, ...]

    def visible_to(self) -> frozenset[SeatId] | None:
        """They are sealed: who commands the faction may read of it (12)."""
        return frozenset({self.seat})

    def on(self, state: TurloughState) -> TurloughState:
        """The lines stand."""
        others = {f: lines for f, lines in state.standing.items() if f != self.faction}
        kept = {**others, self.faction: self.lines} if self.lines else others
        return replace(state, standing=kept)


@value
class RoundBegan(Happening):
    """A round begins with its maintenance."""

    round: int

    def on(self, state: TurloughState) -> TurloughState:
        """War turn 1 of it will come."""
        return replace(state, round=self.round, war_turn=1)


@value
class LandHealed(Happening):
    """Settlements recover: what devastation each has left, and which stand again (5)."""

    healed: tuple[tuple[str, int], ...]
    restored: tuple[str, ...]

    def on(self, state: TurloughState) -> TurloughState:
        """The land has recovered."""
        destroyed = tuple(hex_ for hex_ in state.destroyed if hex_ not in self.restored)
        devastation = {**state.devastation, **dict(self.healed)}
        return replace(state, devastation=devastation, destroyed=destroyed)


@value
class HazardDrawn(Happening):
    """The top card is turned over, and active; `returned` is the one before, if it goes back."""

    card: str
    returned: str | None = None

    def on(self, state: TurloughState) -> TurloughState:
        """The card is active."""
        deck = state.deck[1:] if self.returned is None else (*state.deck[1:], self.returned)
        return replace(state, hazard=self.card, deck=deck)


@value
class CardsRemoved(Happening):
    """The extra cards of the round before leave the deck."""

    cards: tuple[str, ...]

    def on(self, state: TurloughState) -> TurloughState:
        """They are gone."""
        left = [*state.deck]
        for card in self.cards:  # of a deck that lies face down nobody knows which they were
            left.remove(card if card in left else HIDDEN)
        return replace(state, deck=tuple(left))


@value
class CardsAdded(Happening):
    """The hazard puts extra cards into the deck."""

    cards: tuple[str, ...]

    def on(self, state: TurloughState) -> TurloughState:
        """They are in it."""
        return replace(state, deck=(*state.deck, *self.cards))


@value
class OrderRolled(Happening):
    """The order of the maintenance: the factions, and the dice that led to it."""

    order: tuple[str, ...]
    dice: tuple[tuple[str, tuple[int, ...]], ...]

    def on(self, state: TurloughState) -> TurloughState:
        """The order holds for the round."""
        return replace(state, order=self.order)


@value
class Replenished(Happening):
    """A herd has grown: by how much, and how large it is."""

    faction: str
    gained: int
    cattle: int

    def on(self, state: TurloughState) -> TurloughState:
        """It is as large."""
        return with_faction(state, self.faction, cattle=self.cattle)


@value
class Income(Happening):
    """De Clare's rents came in, in pounds, with how many monasteries' share."""

    pounds: int
    monasteries: int

    def on(self, state: TurloughState) -> TurloughState:
        """They are his."""
        return replace(state, pounds=state.pounds + self.pounds)


@value
class Tribute(Happening):
    """A cow was paid; `lost` if the receiver's herd was full."""

    payer: str
    receiver: str
    lost: bool = False

    def on(self, state: TurloughState) -> TurloughState:
        """It has changed hands."""
        state = with_faction(state, self.payer, cattle=state.factions[self.payer].cattle - 1)
        if self.lost:
            return state
        herd = state.factions[self.receiver].cattle
        return with_faction(state, self.receiver, cattle=herd + 1)


@value
class FebasChanged(Happening):
    """A stack has grown or shrunk; it is never below nothing."""

    group: str
    delta: int
    reason: FebasReason

    def on(self, state: TurloughState) -> TurloughState:
        """It has its new height."""
        height = max(0, state.febas[self.group] + self.delta)
        return replace(state, febas={**state.febas, self.group: height})


@value
class FactionOut(Happening):
    """A faction leaves the game, and its army the board (9)."""

    faction: str

    def on(self, state: TurloughState) -> TurloughState:
        """It is out."""
        return with_faction(without_army(state, self.faction), self.faction, out=True)


@value
class MusterPaid(Happening):
    """An army was paid for: coyne on the seat of power, cattle, pounds."""

    faction: str
    hex: str
    coyne: int = 0
    cattle: int = 0
    pounds: int = 0

    def on(self, state: TurloughState) -> TurloughState:
        """It is paid."""
        herd = state.factions[self.faction].cattle - self.cattle
        state = with_faction(state, self.faction, cattle=herd)
        state = replace(state, pounds=state.pounds - self.pounds)
        return _devastated(state, self.hex, self.coyne)


@value
class Mobilised(Happening):
    """An army stands on the board."""

    army: Army
    occasion: RisingOccasion

    def on(self, state: TurloughState) -> TurloughState:
        """It does; its faction has served in this war."""
        state = replace(state, armies=(*state.armies, self.army))
        return with_faction(state, self.army.faction, served=True)


@value
class Destroyed(Happening):
    """A settlement is destroyed."""

    hex: str

    def on(self, state: TurloughState) -> TurloughState:
        """It is."""
        gone = {*state.destroyed, self.hex}
        return replace(state, destroyed=tuple(sorted(gone)))


@value
class Moved(Happening):
    """An army marched; the hexes it came through, the last one where it is."""

    faction: str
    way: tuple[str, ...]

    def on(self, state: TurloughState) -> TurloughState:
        """It is there."""
        return with_army(state, self.faction, hex=self.way[-1])


@value
class Invited(Happening):
    """A faction was invited, or called, to take the field."""

    by: str
    target: str


@value
class SummonsRefused(Happening):
    """It stays at home; `why` as results have it."""

    by: str
    target: str
    why: str


@value
class Allied(Happening):
    """A faction has taken a claimant's side for good (7)."""

    faction: str
    claimant: str
    group: str
    cattle: int

    def on(self, state: TurloughState) -> TurloughState:
        """It is his ally, with a herd."""
        return with_faction(
            state, self.faction, alliance=self.claimant, group=self.group, cattle=self.cattle
        )


@value
class HostageGiven(Happening):
    """A faction's hostage has a holder; `before` is who held it until now."""

    giver: str
    holder: str
    before: str | None = None

    def on(self, state: TurloughState) -> TurloughState:
        """It is held."""
        return with_faction(state, self.giver, hostage_holder=self.holder)


@value
class HostageFreed(Happening):
    """A hostage has gone home."""

    giver: str
    holder: str

    def on(self, state: TurloughState) -> TurloughState:
        """Nobody holds it."""
        return with_faction(state, self.giver, hostage_holder=None)


@value
class HostageKilled(Happening):
    """A hostage was killed."""

    giver: str
    holder: str

    def on(self, state: TurloughState) -> TurloughState:
        """Nobody holds it."""
        return with_faction(state, self.giver, hostage_holder=None)


@value
class HostageOffered(Happening):
    """A claimant has offered de Clare his hostage, and was heard or not."""

    claimant: str
    accepted: bool


@value
class SideTaken(Happening):
    """De Clare supports a claimant."""

    claimant: str

    def on(self, state: TurloughState) -> TurloughState:
        """He does."""
        return replace(state, dec_side=self.claimant)


@value
class CombatDeclared(Happening):
    """An army came upon enemies, and seeks one of them."""

    attacker: str
    target: str
    hex: str


class RollKind(Enum):
    """What is diced about."""

    ATTACK = "attack"
    DISENGAGE = "disengage"
    RISING = "rising"
    CASTLE = "castle"


@value
class Rolled(Happening):
    """Both sides have diced; of ties the last throw counts.

    Args:
        kind, hex: about what, and where.
        attackers, defenders: the factions on each side; no defender is a castle.
        throws: of each throw the attackers' and the defenders' dice.
        attack_bonus, defence_bonus: what the land adds. attack, defence: the sums at last.
    """

    kind: RollKind
    hex: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    throws: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]
    attack_bonus: int
    defence_bonus: int
    attack: int
    defence: int


@value
class BattleLost(Happening):
    """An army has lost a battle."""

    faction: str

    def on(self, state: TurloughState) -> TurloughState:
        """It has one less."""
        army = state.army(self.faction)
        battles = army.battles - 1 if army is not None else 0
        return with_army(state, self.faction, battles=battles)


@value
class Disengaged(Happening):
    """An army got away from its enemies."""

    faction: str
    to: str

    def on(self, state: TurloughState) -> TurloughState:
        """It is beside them."""
        return with_army(state, self.faction, hex=self.to)


@value
class ArmyEliminated(Happening):
    """An army is gone for good."""

    faction: str
    hex: str
    loss: Loss

    def on(self, state: TurloughState) -> TurloughState:
        """It is."""
        return without_army(state, self.faction)


@value
class CattleLooted(Happening):
    """The cattle of the dead were dealt out: to whom how many; `lost` ran away."""

    faction: str
    shares: tuple[tuple[str, int], ...]
    lost: int

    def on(self, state: TurloughState) -> TurloughState:
        """They have changed hands."""
        state = with_faction(state, self.faction, cattle=0)
        for taker, count in self.shares:
            herd = state.factions[taker].cattle + count
            state = with_faction(state, taker, cattle=min(MOST_CATTLE, herd))
        return state


@value
class Raided(Happening):
    """A settlement was raided: what it suffered, and whether a cow was taken."""

    faction: str
    hex: str
    devastation: int
    cattle: int

    def on(self, state: TurloughState) -> TurloughState:
        """The land is waste, the herd larger."""
        herd = state.factions[self.faction].cattle + self.cattle
        state = with_faction(state, self.faction, cattle=herd)
        return _devastated(state, self.hex, self.devastation)


@value
class RaidFailed(Happening):
    """Its owner rose, or its castle held."""

    faction: str
    hex: str
    defended: bool


@value
class Fed(Happening):
    """What an army ate: provisions, devastation of the land, cattle; and how many battles starved."""

    faction: str
    hex: str
    provisions: int
    coyne: int
    cattle: int
    starved: int

    def on(self, state: TurloughState) -> TurloughState:
        """It is eaten."""
        army = state.army(self.faction)
        if army is None:
            return state
        state = with_army(
            state,
            self.faction,
            battles=army.battles - self.starved,
            provisions=army.provisions - self.provisions,
        )
        herd = state.factions[self.faction].cattle - self.cattle
        state = with_faction(state, self.faction, cattle=herd)
        return _devastated(state, self.hex, self.coyne)


@value
class Demobilised(Happening):
    """An army went home; `at_end` because the war was at its limit."""

    faction: str
    hex: str
    at_end: bool = False

    def on(self, state: TurloughState) -> TurloughState:
        """It is off the board."""
        return without_army(state, self.faction)


@value
class CrownTaken(Happening):
    """A claimant disbanded at Clonroad: when the war ends he is king, unless another does so later."""

    claimant: str

    def on(self, state: TurloughState) -> TurloughState:
        """It is noted."""
        return replace(state, crown=self.claimant)


@value
class ReturnBegan(Happening):
    """An exile disbanded in the land: when the war ends he is back."""

    claimant: str

    def on(self, state: TurloughState) -> TurloughState:
        """It is noted."""
        coming = {*state.returning, self.claimant}
        return replace(state, returning=tuple(f for f in CLAIMANTS if f in coming))


@value
class Exiled(Happening):
    """A claimant has fled the land."""

    claimant: str

    def on(self, state: TurloughState) -> TurloughState:
        """He is gone, and his army."""
        return with_faction(without_army(state, self.claimant), self.claimant, exiled=True)


@value
class Returned(Happening):
    """An exile is back in the land."""

    claimant: str

    def on(self, state: TurloughState) -> TurloughState:
        """He is."""
        return with_faction(state, self.claimant, exiled=False)


@value
class KingChanged(Happening):
    """Another is king, or nobody."""

    king: str | None

    def on(self, state: TurloughState) -> TurloughState:
        """He is."""
        return replace(state, king=self.king)


@value
class HalvesEnded(Happening):
    """The kingdom is no longer halved."""

    def on(self, state: TurloughState) -> TurloughState:
        """It is whole."""
        return replace(state, partition=False)


@value
class WarTurnBegan(Happening):
    """The war goes on."""

    war_turn: int

    def on(self, state: TurloughState) -> TurloughState:
        """It is in this turn."""
        return replace(state, war_turn=self.war_turn)


@value
class WarEnded(Happening):
    """The war is over; everybody may serve in the next."""

    def on(self, state: TurloughState) -> TurloughState:
        """Nobody has served."""
        factions = {id_: replace(f, served=False) for id_, f in state.factions.items()}
        return replace(state, crown=None, returning=(), factions=factions)


@value
class Won(Happening):
    """The game is won."""

    victory: Victory

    def on(self, state: TurloughState) -> TurloughState:
        """It is over."""
        return replace(state, wait=Wait.OVER, result=self.victory)


@value
class ArmySet(Happening):
    """The game's master: a faction's army is this one, or it has none."""

    faction: str
    army: Army | None

    def on(self, state: TurloughState) -> TurloughState:
        """It is."""
        if self.army is None:
            return without_army(state, self.faction)
        others = [army for army in state.armies if army.faction != self.faction]
        place = next(
            (at for at, army in enumerate(state.armies) if army.faction == self.faction),
            len(others),
        )
        others.insert(place, self.army)
        state = replace(state, armies=tuple(others))
        return with_faction(state, self.faction, served=True)


@value
class CattleSet(Happening):
    """The game's master: a herd is so large."""

    faction: str
    cattle: int

    def on(self, state: TurloughState) -> TurloughState:
        """It is."""
        return with_faction(state, self.faction, cattle=self.cattle)


@value
class PoundsSet(Happening):
    """The game's master: de Clare has so much, in pounds."""

    pounds: int

    def on(self, state: TurloughState) -> TurloughState:
        """He has."""
        return replace(state, pounds=self.pounds)


@value
class FebasSet(Happening):
    """The game's master: a stack of febas is so high."""

    group: str
    height: int

    def on(self, state: TurloughState) -> TurloughState:
        """It is."""
        return replace(state, febas={**state.febas, self.group: self.height})


@value
class LandSet(Happening):
    """The game's master: a settlement has suffered so much, and is destroyed or not."""

    hex: str
    devastation: int
    destroyed: bool

    def on(self, state: TurloughState) -> TurloughState:
        """It has."""
        devastation = {**state.devastation, self.hex: self.devastation}
        gone = {*state.destroyed} - {self.hex}
        if self.destroyed:
            gone.add(self.hex)
        return replace(state, devastation=devastation, destroyed=tuple(sorted(gone)))


@value
class WaitBegan(Happening):
    """The game waits for packets."""

    def on(self, state: TurloughState) -> TurloughState:
        """It does."""
        return replace(state, wait=Wait.PACKETS)


@value
class FactionAsked(Happening):
    """Who is asked next, where one faction is asked after the other; None ends it for a war turn."""

    now: OneByOne | None

    def on(self, state: TurloughState) -> TurloughState:
        """It is asked."""
        return replace(state, one_by_one=self.now)


@value
class PacketKept(Happening):
    """What a seat has sent is kept until the war is over; it is sealed."""

    seat: SeatId
    lines: tuple[KeptLine, ...]

    def visible_to(self) -> frozenset[SeatId] | None:
        """Who sent it may read of it."""
        return frozenset({self.seat})

    def on(self, state: TurloughState) -> TurloughState:
        """It is kept."""
        return replace(state, kept=(*state.kept, *self.lines))


@value
class PacketsOpened(Happening):
    """The war is over, and everybody sees what was sent in it."""

    lines: tuple[KeptLine, ...]

    def on(self, state: TurloughState) -> TurloughState:
        """Nothing is kept any more."""
        return replace(state, kept=())


def after(state: TurloughState, events: Sequence[Event]) -> TurloughState:
    """Return the position that facts lead to."""
    for event in events:
        match event:
            case Happening():
                state = event.on(state)
            case GameEnded():
                state = replace(state, wait=Wait.OVER, awarded=event.powers)
            case _:  # a draw decides nothing by itself
                continue
    return state


def _devastated(state: TurloughState, hex_: str, points: int) -> TurloughState:
    if not points:
        return state
    devastation = {**state.devastation, hex_: state.devastation[hex_] + points}
    return replace(state, devastation=devastation)
