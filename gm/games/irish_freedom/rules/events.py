"""The facts of Irish Freedom, and how each leads from one position to the next (12)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import Enum

from gm.contract.events import Drawn, Event, GameEnded
from gm.contract.seats import SeatId
from gm.contract.values import value
from gm.games.irish_freedom.rules.state import (
    Attachment,
    FreedomState,
    Result,
    Standing,
    Unit,
    Wait,
    changed_attachment,
    changed_unit,
    with_attachment,
    with_unit,
)
from gm.games.irish_freedom.rules.tables import (
    FIRST_WAR,
    SECOND_WAR,
    AttachmentType,
    Colour,
    Flag,
    Side,
    UnitType,
)


class Cause(Enum):
    """What brought something about."""

    SETUP = "setup"
    CARD = "card"
    ENEMY = "enemy"
    PLAYER = "player"
    COMBAT = "combat"
    TREATY = "treaty"
    GUARDS = "guards"
    GM = "gm"


class Idleness(Enum):
    """Why the enemy does nothing in its move or upgrade (5)."""

    NOBODY_THERE = "nobody there"
    NO_TARGET = "no target"
    NO_CROSSING = "no crossing"
    NO_UPGRADE = "no upgrade"


@value
class DecksShuffled(Event):
    """Both decks lie face down in an order that nobody knows."""

    woi: tuple[str, ...]
    cw: tuple[str, ...]

    def visible_to(self) -> frozenset[SeatId] | None:
        """Nobody may read of it."""
        return frozenset()


@value
class TurnStarted(Event):
    """The marker stands on a turn, and what the last card gave is gone."""

    war: str
    turn: int


@value
class CardDrawn(Event):
    """The top card was turned over and laid on its discards."""

    card: str


@value
class CardWithoutEffect(Event):
    """The card had nothing to act on."""

    card: str


@value
class FlagRaised(Event):
    """A card gives something for this turn."""

    flag: Flag


@value
class FlagSpent(Event):
    """It is used up."""

    flag: Flag


@value
class MoraleChecked(Event):
    """The enemy's morale, and the die that was rolled against it."""

    war: str
    morale: int
    die: int


@value
class TreatySigned(Event):
    """The first war is over."""

    turn: int


@value
class RepublicansSurrendered(Event):
    """The second war is won."""

    turn: int


@value
class PointsAwarded(Event):
    """Victory points of a war: for when it was won, and for what else."""

    war: str
    date: int
    bonus: int


@value
class GameDecided(Event):
    """The game is over."""

    result: Result


@value
class WaitBegan(Event):
    """The game waits for the player."""

    wait: Wait


@value
class UnitPlaced(Event):
    """A unit came onto the board; the dice, if any, that chose its Area and colour."""

    unit: Unit
    cause: Cause
    area_die: int = 0
    colour_die: int = 0


@value
class AttachmentPlaced(Event):
    """A gun or a car came onto the board."""

    attachment: Attachment
    cause: Cause


@value
class UnitChanged(Event):
    """A unit became another type: it was upgraded, or made less."""

    unit: str
    before: UnitType
    after: UnitType
    cause: Cause


@value
class UnitMoved(Event):
    """A unit went from one Area to another, with what went along."""

    unit: str
    start: str
    target: str
    cause: Cause
    attached: tuple[str, ...] = ()
    by_sea: bool = False


@value
class UnitRemoved(Event):
    """A unit left the board; red ones that were eliminated in the first war are counted."""

    unit: Unit
    cause: Cause
    counted: bool = False


@value
class AttachmentCaptured(Event):
    """A gun or a car has changed sides."""

    attachment: str
    colour: Colour


@value
class AttachmentLost(Event):
    """A gun or a car left the board."""

    attachment: str
    kind: AttachmentType
    area: str


@value
class EnemyIdle(Event):
    """The enemy's die chose a Region in which it does nothing."""

    region: str
    why: Idleness


@value
class CombatRound(Event):
    """A round of combat.

    Args:
        area: where. attacker, defender: who.
        attack, defence: their strengths; modifier: added by cards; die: what was rolled.
        row: of the table, from 1 to 6.
        number: of the round in its combat, from 1.
    """

    area: str
    attacker: Side
    defender: Side
    attack: int
    defence: int
    modifier: int
    die: int
    row: int
    number: int

    @property
    def score(self) -> int:
        """The combat score, before the table is asked."""
        return self.attack - self.defence + self.modifier + self.die


@value
class UpgradeDeclined(Event):
    """A victor was not upgraded, as the player had arranged."""

    unit: str


@value
class Retreated(Event):
    """A side went from an Area to one of its Region, by a die, or without one where the guard stopped it."""

    side: Side
    start: str
    target: str
    units: tuple[str, ...]
    attachments: tuple[str, ...] = ()
    die: int = 0


@value
class PolicySet(Event):
    """The player has arranged something until he changes it."""

    policy: Standing


@value
class EliminatedSet(Event):
    """The game's master has said how many red units count as eliminated."""

    count: int


@value
class DieSet(Event):
    """The game's master has thrown a die, or drawn a lot, that is still to come."""

    label: str
    chosen: str


@value
class MoraleShifted(Event):
    """The game's master has added to the enemy's morale, or taken from it."""

    shift: int


@value
class CardPutFirst(Event):
    """The game's master has put a card on top of the deck."""

    card: str


@value
class WarStarted(Event):
    """The Civil War has begun."""


def after(state: FreedomState, events: Sequence[Event]) -> FreedomState:
    """Return the position that facts lead to."""
    for event in events:
        state = _after(state, event)
    return state


def _after(state: FreedomState, event: Event) -> FreedomState:
    match event:
        case UnitPlaced(unit):
            return with_unit(state, unit)
        case UnitMoved(id_, _, target, _, attached):
            return _moved(state, (id_,), attached, target)
        case Retreated(_, _, target, units, attachments):
            return _moved(state, units, attachments, target)
        case UnitChanged(id_, _, type_):
            return changed_unit(state, replace(_unit(state, id_), type=type_))
        case UnitRemoved(unit, _, counted):
            rest = tuple(other for other in state.units if other.id != unit.id)
            return replace(state, units=rest, red_eliminated=state.red_eliminated + counted)
        case AttachmentPlaced(attachment):
            return with_attachment(state, attachment)
        case AttachmentCaptured(id_, colour):
            return changed_attachment(state, replace(_attachment(state, id_), colour=colour))
        case AttachmentLost(id_):
            kept = tuple(piece for piece in state.attachments if piece.id != id_)
            return replace(state, attachments=kept)
        case _:
            return _after_course(state, event)


def _after_course(state: FreedomState, event: Event) -> FreedomState:
    """Return the position after a fact that is not about counters."""
    match event:
        case DecksShuffled(woi, cw):
            return replace(state, woi_deck=woi, cw_deck=cw)
        case TurnStarted(_, turn):
            return replace(state, turn=turn, flags=())
        case CardDrawn(card) if state.war == FIRST_WAR:
            discard = (*state.woi_discard, card)
            return replace(state, woi_deck=state.woi_deck[1:], woi_discard=discard)
        case CardDrawn(card):
            discard = (*state.cw_discard, card)
            return replace(state, cw_deck=state.cw_deck[1:], cw_discard=discard)
        case FlagRaised(flag):
            given = {*state.flags, flag}
            return replace(state, flags=tuple(kind for kind in Flag if kind in given))
        case FlagSpent(flag):
            left = tuple(kind for kind in state.flags if kind is not flag)
            return replace(state, flags=left)
        case PointsAwarded(war, date, bonus) if war == FIRST_WAR:
            return replace(state, vp_woi=date + bonus)
        case PointsAwarded(_, date, bonus):
            return replace(state, vp_cw=date + bonus)
        case GameDecided(result):
            return replace(state, result=result, wait=Wait.OVER)
        case WaitBegan(wait):
            return replace(state, wait=wait)
        case PolicySet(policy):
            return replace(state, policy=policy)
        case WarStarted():
            return replace(state, war=SECOND_WAR, morale_shift=0)
        case DieSet(label, chosen):
            return replace(state, dice={**state.dice, label: chosen})
        case MoraleShifted(shift):
            return replace(state, morale_shift=shift)
        case CardPutFirst(card):
            return _put_first(state, card)
        case EliminatedSet(count):
            return replace(state, red_eliminated=count)
        case GameEnded(_, powers):
            return replace(state, wait=Wait.OVER, awarded=powers)
        case (
            CardWithoutEffect()
            | MoraleChecked()
            | TreatySigned()
            | RepublicansSurrendered()
            | EnemyIdle()
            | CombatRound()
            | UpgradeDeclined()
            | Drawn()
        ):
            return state
        case _:
            raise TypeError(f"{type(event).__name__} is no fact of Irish Freedom")


def _moved(
    state: FreedomState, units: Sequence[str], attachments: Sequence[str], area: str
) -> FreedomState:
    for id_ in units:
        state = changed_unit(state, replace(_unit(state, id_), area=area))
    for id_ in attachments:
        state = changed_attachment(state, replace(_attachment(state, id_), area=area))
    return state


def _unit(state: FreedomState, id_: str) -> Unit:
    unit = state.unit(id_)
    if unit is None:
        raise ValueError(f"there is no unit {id_}")
    return unit


def _attachment(state: FreedomState, id_: str) -> Attachment:
    attachment = state.attachment(id_)
    if attachment is None:
        raise ValueError(f"there is no attachment {id_}")
    return attachment


def _put_first(state: FreedomState, card: str) -> FreedomState:
    """Return the position with a card on top of the deck of the war that is fought."""
    # Who may not know the deck sees its cards turned over: one of them is this one.
    below = [other for other in state.deck if other != card]
    deck = (card, *below[len(below) - len(state.deck) + 1 :])
    if state.war == FIRST_WAR:
        return replace(state, woi_deck=deck)
    return replace(state, cw_deck=deck)
