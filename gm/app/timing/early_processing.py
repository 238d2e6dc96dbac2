"""Early processing: a phase is resolved before its deadline once everybody is ready.

In a game that has it so, all orders being in is noted as a mark of the phase. From its moment on the
phase cools: whoever changes an order lets the time begin anew, and whoever says WAIT ends it. The
mark stands in the database, so a server that starts anew goes on where it was.

A WAIT keeps a phase open until its deadline; FINAL says that nothing more will come, whatever is
left open. Both are for one phase, the last word counts, and orders may be changed after either.

A stage whose rules have it go on by itself, in turn or at once, goes so in every game: it cools only
where the GM has said for how long.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from gm.app.life_ports import TalkTransaction
from gm.app.life_records import Mark, Word
from gm.app.ports import Transaction
from gm.app.records import GameRecord, GameStatus, PhaseRecord, PhaseStatus
from gm.app.services import Services
from gm.app.settings.game_settings import settings_of
from gm.app.table import Table, is_closed, stage_at, table_at
from gm.app.timing.holding import silent_but_required
from gm.app.timing.outage import outage_over, still_awaited
from gm.contract.seats import SeatId
from gm.contract.stages import Pace, Stage
from gm.languages import gettext


def standing_marks(transaction: TalkTransaction, phase_id: int) -> tuple[Mark, ...]:
    """Return the marks of a phase that count."""
    return tuple(mark for mark in transaction.marks(phase_id) if mark.taken_back_at is None)


def say(
    transaction: TalkTransaction,
    phase_id: int,
    seats: Sequence[str],
    word: Word,
    at: datetime,
    inbox_id: int | None = None,
) -> None:
    """Let a word of some powers count, in place of their other one.

    Args:
        transaction: of the store.
        phase_id: of which phase they say it.
        seats: who; word: what.
        at: when they said it.
        inbox_id: the mail with which they did; None if the GM did for them.
    """
    other = Word.FINAL if word is Word.WAIT else Word.WAIT
    take_back(transaction, phase_id, seats, other, at)
    said = {mark.seat for mark in standing_marks(transaction, phase_id) if mark.word is word}
    for seat in seats:
        if seat not in said:
            transaction.add_mark(Mark(0, phase_id, seat, word, at, inbox_id))


def take_back(
    transaction: TalkTransaction, phase_id: int, seats: Sequence[str], word: Word, at: datetime
) -> bool:
    """Let a word of some powers count no more; tell whether one of them had said it."""
    marks = [
        mark
        for mark in standing_marks(transaction, phase_id)
        if mark.word is word and mark.seat in seats
    ]
    for mark in marks:
        transaction.save_mark(replace(mark, taken_back_at=at))
    return bool(marks)


COOLING: Final = "cooling"
"""The name of the setting that says how long orders can still be changed."""


def early_note() -> tuple[str, ...]:
    """Return what everybody reads of a phase that was resolved early."""
    return (gettext("All orders were in, so the phase was resolved before its deadline."),)


def reconsider(
    services: Services,
    transaction: Transaction,
    game: GameRecord,
    touched: datetime | None = None,
) -> datetime | None:
    """Look whether a game's open phase is to be resolved early, after something was changed.

    Args:
        services, transaction: the ports.
        game: as it is now.
        touched: the moment by which what was changed is known: that at which a mail came in. None
            where the orders are changed for certain.

    Returns:
        When the phase is resolved, unless something changes; None if it waits for its deadline.
    """
    phase = transaction.open_phase(game.id)
    if phase is None or not _may_be_early(game, phase):
        return None
    stage = stage_at(services, game, phase)
    if not goes_on_by_itself(game, stage):
        return None
    mark, now = _ready_mark(transaction, phase), services.clock.now()
    ready = is_ready(table_at(services, transaction, game, phase))
    if mark is not None and not (ready and not _is_touched(transaction, phase, touched)):
        transaction.save_mark(replace(mark, taken_back_at=now))
        mark = None
    if ready and mark is None:
        mark = transaction.add_mark(Mark(0, phase.id, "", Word.READY, now))
    return _moment(game, stage, mark) if mark is not None else None


def is_ready(table: Table) -> bool:
    """Tell whether nobody is waited for: each has given all orders or said FINAL, none said WAIT."""
    marks = standing_marks(table.transaction, table.phase.id)
    return not any(mark.word is Word.WAIT for mark in marks) and not awaited(table)


def awaited(table: Table) -> tuple[SeatId, ...]:
    """Return the seats from which orders are still to come, in the sequence of the board.

    Whoever has said FINAL has sent all. Powers that nobody plays keep nobody waiting, unless the
    phase cannot be resolved without them or their seat is offered to somebody.
    """
    transaction = table.transaction
    given = table.codec.drafts(transaction.active_orders(table.phase.id))
    marks = standing_marks(transaction, table.phase.id)
    settled = {mark.seat for mark in marks if mark.word is Word.FINAL}
    heeded = {seat.seat for seat in table.seats if seat.person is not None}
    heeded |= {
        offer.seat for offer in transaction.offers(table.game.id) if offer.settled_at is None
    }
    required = silent_but_required(table, given)
    return tuple(
        request.seat
        for request in table.rules.pending(table.state)
        if request.seat in required
        or (
            request.seat in heeded - settled
            and table.rules.lacking(table.state, request.seat, given)
        )
    )


def early_moment(table: Table) -> datetime | None:
    """Return when an open phase is resolved because all its orders are in; None if it is not."""
    mark = _ready_mark(table.transaction, table.phase)
    game, stage = table.game, table.stage
    if mark is None or not goes_on_by_itself(game, stage) or not _may_be_early(game, table.phase):
        return None
    moment = max(_moment(game, stage, mark), settings_of(game).begins or mark.at)
    return moment if moment < table.phase.deadline else None


def cooled_down(services: Services) -> tuple[PhaseRecord, ...]:
    """Return the phases whose orders are all in and have not been changed for long enough."""
    now = services.clock.now()
    with services.store.read() as transaction:
        return tuple(
            phase
            for phase in transaction.all_in()
            if _has_cooled(services, transaction, phase, now)
        )


def goes_early(
    services: Services, transaction: Transaction, phase: PhaseRecord, now: datetime
) -> bool:
    """Tell whether a phase is to be resolved now, although its deadline has not passed.

    Every mail that has come in must have been read, and the time to change orders must have been
    one in which mail could come in; if it was not, it begins anew.
    """
    game = transaction.game_by_id(phase.game_id)
    mark = _ready_mark(transaction, phase)
    if mark is None or not _has_cooled(services, transaction, phase, now):
        return False
    moment = _moment(game, stage_at(services, game, phase), mark)
    outage = outage_over(transaction.beats(), moment)
    if outage is not None:
        if outage.until is not None:
            reconsider(services, transaction, game)
        return False
    early = replace(phase, deadline=moment, closes_at=None)
    if still_awaited(services, transaction, early, now) or transaction.unread_before(now):
        return False
    return is_ready(table_at(services, transaction, game, phase))


def was_early(table: Table, now: datetime) -> bool:
    """Tell whether a phase that is resolved now is so because its GM has it go early."""
    if table.stage.pace is not Pace.TOGETHER:
        return False
    return now < table.phase.deadline and _ready_mark(table.transaction, table.phase) is not None


def _may_be_early(game: GameRecord, phase: PhaseRecord) -> bool:
    running = game.status is GameStatus.RUNNING and phase.status is PhaseStatus.OPEN
    return running and not is_closed(phase)


def _has_cooled(
    services: Services, transaction: Transaction, phase: PhaseRecord, now: datetime
) -> bool:
    mark, game = _ready_mark(transaction, phase), transaction.game_by_id(phase.game_id)
    if mark is None or not _may_be_early(game, phase):
        return False
    stage = stage_at(services, game, phase)
    if not goes_on_by_itself(game, stage):
        return False
    return now >= max(_moment(game, stage, mark), settings_of(game).begins or now)


def goes_on_by_itself(game: GameRecord, stage: Stage) -> bool:
    """Tell whether a stage is resolved once all its orders are in."""
    return settings_of(game).early or stage.pace is not Pace.TOGETHER


def goes_with_its_mail(table: Table, now: datetime) -> bool:
    """Tell whether the mail that lacked last brings a stage out by itself, so that its answer is the report.

    A stage in turn that cools does not, nor one while other mails wait to be read: the next of them may
    correct this one.
    """
    match table.stage.pace:
        case Pace.AT_ONCE:
            return True
        case Pace.IN_TURN:
            alone = table.transaction.unread_before(now) <= 1  # this one is still unread
            return alone and not _cooling(table.game, table.stage)
        case Pace.TOGETHER:
            return False


def _moment(game: GameRecord, stage: Stage, mark: Mark) -> datetime:
    return mark.at + _cooling(game, stage)


def _cooling(game: GameRecord, stage: Stage) -> timedelta:
    """Return for how long orders can still be changed once all are in."""
    chosen = settings_of(game)
    if stage.pace is Pace.AT_ONCE:
        return timedelta()
    asked = chosen.early or COOLING in game.settings
    return chosen.cooling if asked or stage.pace is Pace.TOGETHER else timedelta()


def _ready_mark(transaction: TalkTransaction, phase: PhaseRecord) -> Mark | None:
    marks = standing_marks(transaction, phase.id)
    return next((mark for mark in marks if mark.word is Word.READY), None)


def _is_touched(transaction: Transaction, phase: PhaseRecord, touched: datetime | None) -> bool:
    """Tell whether orders or marks were changed by what came at a moment."""
    if touched is None:
        return True
    orders = transaction.order_history(phase.id)
    marks = [mark for mark in transaction.marks(phase.id) if mark.word is not Word.READY]
    changed = [moment for order in orders for moment in (order.given_at, order.replaced_at)]
    changed += [moment for mark in marks for moment in (mark.at, mark.taken_back_at)]
    return touched in changed
