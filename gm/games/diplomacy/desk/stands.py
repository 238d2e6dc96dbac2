"""How a power stands, and what a mail has entered for it, as the views of its mails want it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeAlias

from gm.contract.rules import Position
from gm.contract.told import SeatStand, SentAhead, Taken
from gm.games.diplomacy.desk.laid import plain_game
from gm.games.diplomacy.pages.facts.slots import REMOVAL
from gm.games.diplomacy.pages.views import (
    GameView,
    Later,
    ReceiptView,
    ReminderView,
    StatusView,
)
from gm.games.diplomacy.rules.mechanics.foresight import WinterAhead
from gm.games.diplomacy.rules.phases import PhaseKind, phase_of
from gm.games.diplomacy.rules.state import GameState

PowerStand: TypeAlias = SeatStand[GameState]
"""How a power stands, as its player may know."""


def status_view(stand: PowerStand) -> StatusView:
    """Return what the answer to STATUS says of a power."""
    known = _foreseen(stand.foresight)
    return StatusView(
        game=_game(stand),
        power=stand.seat,
        state=stand.state,
        due=stand.due,
        orders=stand.orders,
        zone=stand.viewer.zone,
        now=stand.now,
        outlook=known.outlook,
        matching=known.matching,
        later=_later(stand),
        retreats=_retreats(stand),
        notes=stand.notes,
        awaiting=stand.awaiting,
    )


def receipt_view(taken: Taken[GameState]) -> ReceiptView:
    """Return what a receipt says of a power.

    Who chooses another first piece wants but one, so that no list of his was shortened.
    """
    stand = taken.stand
    known, setup = _foreseen(stand.foresight), stand.state.phase.kind is PhaseKind.SETUP
    return ReceiptView(
        game=_game(stand),
        power=stand.seat,
        number=taken.number,
        code=taken.code,
        state=stand.state,
        due=stand.due,
        orders=stand.orders,
        changed=taken.changed,
        dropped=taken.dropped,
        kept_impossible=taken.kept_impossible,
        remarks=taken.remarks,
        problems=taken.problems,
        ignored=taken.ignored,
        seen_by_others=taken.seen_by_others,
        via_list=taken.via_list,
        zone=stand.viewer.zone,
        now=stand.now,
        outlook=known.outlook,
        matching=known.matching,
        later=_later(stand),
        retreats=_retreats(stand),
        sent_ahead=taken.sent_ahead,
        late=taken.late,
        deeds=taken.deeds,
        checked=taken.checked,
        replaced=taken.replaced,
        unread=taken.unread,
        elsewhere=taken.elsewhere,
        shortened=0 if setup else taken.shortened,
        awaiting=stand.awaiting,
    )


def reminder_view(stand: PowerStand) -> ReminderView:
    """Return what a reminder says of a power.

    Removals lack only as far as the rules would take something by now: a receipt counts those of
    the worst case, and the payments that match so far are known here.
    """
    known, later = _foreseen(stand.foresight), _joint(stand)
    slots = stand.due.open_slots.get(stand.seat, ())
    if stand.state.phase.kind is PhaseKind.ADJUSTMENT:
        removals = (REMOVAL,) * len(known.losses)
        slots = removals or tuple(slot for slot in slots if slot != REMOVAL)
    return ReminderView(
        game=_game(stand),
        power=stand.seat,
        state=stand.state,
        due=replace(stand.due, open_slots={**stand.due.open_slots, stand.seat: slots}),
        orders=stand.orders,
        awaiting=stand.awaiting,
        unmatched=_foreseen(later.foresight).waiting if later is not None else known.waiting,
        losses=known.losses,
        waited_for=stand.waited_for,
        unconfirmed=stand.unconfirmed,
        votes=stand.notes,
        later=_later(stand),
        zone=stand.viewer.zone,
        now=stand.now,
    )


def reminds(stand: PowerStand) -> bool:
    """Tell whether a power has anything to be reminded of."""
    view = reminder_view(stand)
    silent = view.waited_for and not view.orders
    open_slots = view.due.open_slots.get(view.power)
    return bool(silent or open_slots or view.unmatched or view.awaiting)


def _game(stand: PowerStand) -> GameView:
    at: Position[Any] = Position(stand.rules, stand.state)
    return plain_game(stand.game, at)


def _foreseen(foresight: object) -> WinterAhead:
    return foresight if isinstance(foresight, WinterAhead) else WinterAhead()


def _joint(stand: PowerStand) -> SentAhead | None:
    """Return the orders sent for a winter that is resolved together with the open phase."""
    return next((sent for sent in stand.ahead if sent.joint), None)


def _later(stand: PowerStand) -> Later | None:
    return next((_kept(sent) for sent in stand.ahead if not _is_retreat(sent)), None)


def _retreats(stand: PowerStand) -> Later | None:
    return next((_kept(sent) for sent in stand.ahead if _is_retreat(sent)), None)


def _is_retreat(sent: SentAhead) -> bool:
    return phase_of(sent.stage).kind is PhaseKind.RETREAT


def _kept(sent: SentAhead) -> Later:
    return Later(
        phase_of(sent.stage),
        sent.orders,
        sent.changed,
        sent.dropped,
        joint=sent.joint,
        matching=_foreseen(sent.foresight).matching,
    )
