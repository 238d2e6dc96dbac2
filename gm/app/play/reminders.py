"""Reminders: a mail before the deadline to each player whose powers lack something, and to the GM.

The moment stands in the phase's row. It is taken out in the transaction that writes the mails, so
a crash repeats neither, and every deadline is reminded of once.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from gm.app.clock.deadline_margins import LEAST
from gm.app.journal import note
from gm.app.mail_out.notices import notify
from gm.app.mail_out.post import Parcel, queue
from gm.app.mail_out.readers import Hand, hands
from gm.app.orders.ahead import later_view
from gm.app.orders.stands import seat_stand, waited_for
from gm.app.play.waiting import is_untimed, remind_waiting
from gm.app.records import JournalKind, Person, PhaseRecord
from gm.app.senders.unconfirmed import waiting_mails
from gm.app.services import Services
from gm.app.table import Table, due_view, table_at
from gm.app.talk.ballots import open_vote_words
from gm.app.timing.early_processing import awaited
from gm.app.timing.orders_in import told_gm, with_orders_in
from gm.app.timing.phases import with_next
from gm.app.timing.standstill import may_decide
from gm.app.tongues import language_for
from gm.contract.facts import Due
from gm.contract.orders import Order
from gm.contract.seats import SeatId
from gm.contract.told import SeatStand
from gm.errors import StoreBusy
from gm.failpoints import failpoint
from gm.languages import gettext, listed, ngettext, speaking
from gm.mail.compose import Purpose
from gm.mail.threads import in_phase
from gm.report import mails
from gm.report.pages.frame import so_far_words
from gm.report.views import NoticeView
from gm.report.wording.dates import moment_words, time_left

_log = logging.getLogger(__name__)


def remind_due(services: Services) -> int:
    """Remind the players of every phase whose moment has come, each in a transaction of its own.

    Returns:
        How many phases were looked through.
    """
    if not may_decide(services):
        return 0
    with services.store.read() as transaction:
        due = transaction.due_reminders(services.clock.now())
    return sum(_remind_safely(services, phase) for phase in due)


def _remind_safely(services: Services, phase: PhaseRecord) -> bool:
    """Remind of a phase; one that breaks us reminds nobody, and the other games go on."""
    try:
        return _remind_one(services, phase)
    except StoreBusy:
        raise
    except Exception:
        _log.exception("phase %s of game %d reminds nobody", phase.name, phase.game_id)
    with services.store.write() as transaction:
        transaction.set_reminder(phase, None)
    return True


def _remind_one(services: Services, seen: PhaseRecord) -> bool:
    with services.store.write() as transaction:
        now = services.clock.now()
        phase = transaction.open_phase(seen.game_id)
        if phase is None or phase.version != seen.version or phase.deadline - now < LEAST:
            return False
        if transaction.unread_before(now):
            return False  # what has come in may be just what is lacking
        game = transaction.game_by_id(seen.game_id)
        closed = transaction.set_reminder(phase, None)
        table = table_at(services, transaction, game, closed)
        if not is_untimed(table) or remind_waiting(table, now):
            _remind(table)
        failpoint("reminders.before_commit")
    failpoint("reminders.after_commit")
    return True


def _remind(table: Table) -> None:
    given = table.codec.drafts(table.transaction.active_orders(table.phase.id))
    due = with_next(table, with_orders_in(table, due_view(table, given)))
    waiting = waiting_mails(table.transaction, table.game)
    pages, reminded = table.family.pages, list[str]()
    for hand in hands(table):
        stands = [
            _stand(table, due, hand.person, seat, given.get(seat, ())) for seat in hand.powers
        ]
        if lacking := [stand for stand in stands if pages.reminds(stand)]:
            unconfirmed = waiting.get(hand.person.id, ())
            with speaking(language_for(hand.person, table.game)):
                votes = open_vote_words(table, hand.powers)
                lacking = [
                    replace(stand, unconfirmed=unconfirmed, notes=votes) for stand in lacking
                ]
                _send(table, lacking, hand)
            reminded += [table.seat_name(stand.seat) for stand in lacking]
    if reminded:
        _note(table, reminded)
    _tell_gm(table, reminded)


def _stand(
    table: Table, due: Due, person: Person, seat: SeatId, orders: tuple[Order, ...]
) -> SeatStand[Any]:
    """Return how a seat stands, and whether it is waited for."""
    ahead = later_view(table, seat) if due.joint else None
    stand = seat_stand(table, person, seat, due, orders, (ahead,))
    return waited_for(table, stand)


def _send(table: Table, stands: Sequence[SeatStand[Any]], hand: Hand) -> None:
    """Remind a player, in one mail, of all that his powers lack."""
    game, number = table.game, table.phase.number
    due = f"{table.phase.deadline:%Y%m%dT%H%M%S}"
    page = table.family.pages.reminder(stands)
    parcel = Parcel(
        key=f"reminder {game.name} {number} {due} {hand.label}",
        kind=f"reminder-{due}",
        label=hand.label,
        address=hand.person.address,
        name=hand.person.name,
        text=mails.written(stands[0].game, page),
        purpose=Purpose.NEWS,
        number=number,
        game=game,
        thread=in_phase(table.services.identity.host, game.name, number, hand.label),
        seat=hand.powers[0],
        person_id=hand.person.id,
    )
    queue(table.services, table.transaction, parcel)


def _tell_gm(table: Table, reminded: Sequence[str]) -> None:
    """Tell the GM how many orders lack, while there is time to ask a player.

    One who plays himself learns no more of it than the players may know. A power that is awaited
    may have no player, or nothing to be reminded of as far as its losses are known.
    """
    words = told_gm(table)
    if words is None or not words.awaited:
        return
    game, phase = table.game, table.phase
    lacking = {table.seat_name(seat) for seat in awaited(table)}
    all_reminded = lacking.issubset(reminded)

    def view() -> NoticeView:
        due = gettext(
            "{phase} is due on {when}, {left}.",
            phase=table.stage_words(),
            when=moment_words(phase.deadline, game.time_zone),
            left=time_left(table.services.clock.now(), phase.deadline),
        )
        title = ngettext(
            "Reminder: orders of {count} power missing",
            "Reminder: orders of {count} powers missing",
            words.awaited,
            count=words.awaited,
        )
        told_all = (gettext("Whoever is awaited has been reminded by mail."),) * all_reminded
        return NoticeView(title, (f"{due} {so_far_words(words)}", *told_all))

    key = f"gm-reminder {game.name} {phase.number} {phase.deadline:%Y%m%dT%H%M%S}"
    notify(table.services, table.transaction, game.gm_address, key, view, game)


def _note(table: Table, reminded: list[str]) -> None:
    verb = "was" if len(reminded) == 1 else "were"
    text = f"{listed(reminded)} {verb} reminded of {table.stage_words()}."
    data = {"phase": table.phase.name, "powers": reminded}
    now = table.services.clock.now()
    kind = JournalKind.PLAYERS_REMINDED
    note(table.transaction, now, kind, text, game_id=table.game.id, data=data)
    _log.info("game %s: %s", table.game.name, text)
