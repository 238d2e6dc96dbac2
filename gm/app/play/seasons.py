"""Deadlines: resolving a phase once, and holding what cannot be resolved.

The database row of a phase is the only truth about its deadline. A resolution, its results, the
next phase and every report are one transaction, guarded by the phase's version. A phase that
closes with the one before it opens with a deadline that has passed, and is resolved next.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from gm.app.clock.deadline_margins import closing
from gm.app.history.chance import draws_of
from gm.app.history.resolving import given_in, resolution_of
from gm.app.journal import note
from gm.app.mail_in.unread_at_deadline import tell_left_over
from gm.app.mail_out.reasons import plain
from gm.app.orders.ahead import closes_with, take_over, take_up
from gm.app.play.missing_orders import act_on_missing, end_of_phase, replace_missing
from gm.app.play.proofs import ask_to_sign, is_signed_first, may_go_out, prove_again
from gm.app.play.tournament_ends import game_is_over
from gm.app.play.votes import expire_votes
from gm.app.play.waiting import is_untimed, wait_or_abandon
from gm.app.ports import PhaseTransaction
from gm.app.records import (
    GameRecord,
    GameStatus,
    JournalKind,
    PhaseRecord,
    PhaseStatus,
    ResultRecord,
)
from gm.app.reporting.season_news import AnsweredMail, OwnNotes, tell_season
from gm.app.seats.seat_changes import seated_now
from gm.app.senders.letters import Letter
from gm.app.senders.unconfirmed import drop_with_phase
from gm.app.services import Services
from gm.app.settings.game_settings import settings_of
from gm.app.table import Table, codec_of, is_closed, lay, rules_of, table_at
from gm.app.talk.press_mail import release_held
from gm.app.timing.deadlines import extend_overdue
from gm.app.timing.early_processing import (
    cooled_down,
    early_note,
    goes_early,
    goes_with_its_mail,
    is_ready,
    reconsider,
    was_early,
)
from gm.app.timing.holding import WaitForGm, hold, hold_together, silent_but_required, why_hold
from gm.app.timing.outage import has_waited_too_long, still_awaited
from gm.app.timing.phases import new_phase, note_phase, open_phase
from gm.app.timing.standstill import may_decide, why_stand_still
from gm.contract.rules import Resolution
from gm.errors import MapChanged, NotAllowed, StoreBusy
from gm.failpoints import failpoint
from gm.languages import gettext_noop, listed
from gm.mail.threads import answer_to
from gm.report.views import MailText
from gm.report.wording.dates import moment_words

_log = logging.getLogger(__name__)


def resolve_due(services: Services) -> int:
    """Resolve or hold every phase that is due, or has cooled, each in a transaction of its own.

    Returns:
        How many phases were resolved or held.
    """
    if not may_decide(services):
        return 0
    with services.store.read() as transaction:
        due = transaction.due_phases(services.clock.now() - services.settle)
        signed = transaction.due_releases(services.clock.now())
    held = hold_together(services, due)
    one_by_one = [*signed, *(phase for phase in due if phase.id not in held)]
    one_by_one += cooled_down(services)
    return len(held) + sum(_resolve_safely(services, phase) for phase in one_by_one)


def _resolve_safely(services: Services, phase: PhaseRecord) -> int:
    """Resolve a phase; one that breaks us waits for its GM, and the other games go on.

    A phase that closed with it is resolved next, in a transaction of its own: whenever we are
    killed, what is due then stands in the database.
    """
    try:
        if not _resolve_one(services, phase):
            return 0
        with services.store.read() as transaction:
            following = transaction.open_phase(phase.game_id)
        more = following is not None and following.id != phase.id and is_closed(following)
        return 1 + (_resolve_safely(services, following) if following and more else 0)
    except StoreBusy:
        raise
    except MapChanged as fault:
        _log.error("%s", fault)  # nothing is resolved on another map; the GM must act
        return 0
    except NotAllowed as fault:
        _log.warning("phase %s of game %d: %s", phase.name, phase.game_id, fault)
        why = plain(gettext_noop("what its GM has set for it cannot come about"))
    except Exception:
        _log.exception("phase %s of game %d could not be resolved", phase.name, phase.game_id)
        why = plain(gettext_noop("a fault of the server kept it from being resolved"))
    with services.store.write() as transaction:
        game = transaction.game_by_id(phase.game_id)
        table = table_at(services, transaction, game, phase)
        hold(table, WaitForGm(why))
    return 1


def _resolve_one(services: Services, seen: PhaseRecord) -> bool:
    with services.store.write() as transaction:
        now = services.clock.now()
        phase = transaction.open_phase(seen.game_id)
        if phase is None or phase.id != seen.id:
            return False
        if may_go_out(phase, now):
            game = transaction.game_by_id(phase.game_id)
            if not prove_again(services, transaction, game):
                _resolve(table_at(services, transaction, game, phase))
            return True
        due = _is_due(phase, now)
        if not due and not goes_early(services, transaction, phase, now):
            return False
        awaited = still_awaited(services, transaction, phase, now) if due else None
        if awaited and not (awaited.reason and has_waited_too_long(services, phase, now)):
            return False  # an order that came in time is still to come, or to be read
        game = transaction.game_by_id(phase.game_id)
        table = table_at(services, transaction, game, phase)
        if awaited and awaited.reason:
            hold(table, WaitForGm(awaited.reason))
        elif due and is_untimed(table):
            wait_or_abandon(table, now)
        elif due and extend_overdue(table, now):
            pass  # nobody could be heard at the deadline
        elif wait := why_hold(table, now):
            hold(table, wait)
        elif not (due and act_on_missing(table, now)):
            _bring_out(seated_now(table))
        failpoint("phase.before_commit")
    failpoint("phase.after_commit")
    return True


def _is_due(phase: PhaseRecord, now: datetime) -> bool:
    return phase.status is PhaseStatus.OPEN and closing(phase) <= now


def _bring_out(table: Table) -> None:
    """Resolve a phase, or let its GM sign first what it brings."""
    if not is_signed_first(table):
        _resolve(table)
        return
    _close_and_prove(table)


def goes_at_once(table: Table) -> bool:
    """Tell whether a stage is resolved in the transaction of the mail that has just ordered in it."""
    now, begins = table.services.clock.now(), settings_of(table.game).begins
    return (
        goes_with_its_mail(table, now)
        and table.game.status is GameStatus.RUNNING
        and table.phase.status is PhaseStatus.OPEN
        and not is_closed(table.phase)
        and not is_signed_first(table)
        and (begins is None or begins <= now)
        and is_ready(table)
        and why_stand_still(table.services) is None
        and _can_be_resolved(table)
    )


def _can_be_resolved(table: Table) -> bool:
    """Tell whether nothing keeps a stage from being resolved, before a mail hangs on it.

    What breaks us costs nobody his orders: they stand, and the next round holds the stage.
    """
    try:
        resolution_of(table, given_in(table))
    except NotAllowed:
        return False
    except Exception:
        _log.exception("phase %s of game %s is not resolved", table.phase.name, table.game.name)
        return False
    return True


def resolve_at_once(table: Table, letter: Letter, receipt: MailText) -> None:
    """Resolve a stage by a mail, whose receipt is a part of its writer's report: one mail.

    Args:
        table: the game with that stage.
        letter: the mail; receipt: what it has entered.
    """
    thread = answer_to(letter.reading.message_id, letter.reading.references)
    answered = AnsweredMail(letter.person.id, receipt, thread)
    text = f"Mail {letter.mail.id} was answered by the report of {table.phase.name}."
    kind, data = JournalKind.ORDERS_ANSWERED_BY_REPORT, {"mail": letter.mail.id}
    now = table.services.clock.now()
    note(table.transaction, now, kind, text, game_id=table.game.id, data=data)
    _resolve(seated_now(table), answered)


def _resolve(table: Table, answered: AnsweredMail | None = None) -> Resolution[Any, Any]:
    services, transaction = table.services, table.transaction
    given = given_in(table)
    resolution = resolution_of(table, given)
    failpoint("phase.resolved")
    now = services.clock.now()
    early = was_early(table, now)
    closed = transaction.change_phase(table.phase, status=PhaseStatus.RESOLVED, resolved_at=now)
    transaction.add_result(
        ResultRecord(
            closed.id,
            table.codec.dump(resolution.events),
            table.codec.dump(resolution.outcomes),
            table.codec.dump(resolution.draws),
            now,
        )
    )
    how = " early, all orders being in" if early else ""
    text = f"{closed.name} was resolved{how}."
    note_phase(table, JournalKind.PHASE_RESOLVED, text)
    after = _next(table, resolution)
    tell_left_over(table)
    expire_votes(table)
    table = end_of_phase(table, given)
    dropped = drop_with_phase(services, transaction, table.game, table.phase)
    notes = early_note if early else tuple
    # Laid once the seats are held as in the phase that opens, and not before: stand-ins have left theirs.
    opened = table_at(services, transaction, table.game, after) if after is not None else None
    waiting = _waiting(table, resolution, opened)
    tell_season(table, given, resolution, opened, dropped, notes, waiting, answered)
    release_held(table)
    if after is None:
        game_is_over(services, transaction, table.game)
    replace_missing(table, given, after)
    if opened is not None:
        take_up(seated_now(opened))  # whom a seat was given to by now reads the receipt
        reconsider(services, transaction, table.game)
    return resolution


def _waiting(table: Table, resolution: Resolution[Any, Any], opened: Table | None) -> OwnNotes:
    """Let the orders that wait enter the next book; return what their owners are told of it."""
    if opened is None:
        return lambda _: ()
    return take_over(table, resolution, opened).words


def _next(table: Table, resolution: Resolution[Any, Any]) -> PhaseRecord | None:
    transaction = table.transaction
    if not table.rules.pending(resolution.state):
        transaction.set_game_status(table.game.id, GameStatus.FINISHED)
        note_phase(table, JournalKind.GAME_OVER, "The game is over.")
        return None
    number, state = transaction.next_number(table.game.id), resolution.state
    closed = table.phase.deadline if closes_with(table, table.rules.stage(state)) else None
    return open_phase(table.services, transaction, table.game, table.rules, state, number, closed)


@dataclass(frozen=True, slots=True)
class Processed:
    """What a GM's `gm process` brought.

    Args:
        game: whose phase it was.
        resolved: the phase, as it was before; resolution: what came of it.
        opened: the phase that opened then; None when the game is over, or was only previewed.
        then: that phase resolved in its turn, where it closed with the first.
        proof: nothing has gone out: the phase is closed, and its GM has the proof to sign.
    """

    game: GameRecord
    resolved: PhaseRecord
    resolution: Resolution[Any, Any]
    opened: PhaseRecord | None
    then: Processed | None = None
    proof: bool = False


def process(
    services: Services, game_name: str, *, early: bool = False, without: bool = False
) -> Processed:
    """Resolve the open phase because the GM says so, or sign what waits for him.

    Where the GM signs first, a phase that he has had no proof of is closed and proved instead.

    Args:
        services: the ports.
        game_name: the game's name.
        early: the GM knows that the deadline has not passed.
        without: the GM knows that required orders are missing.

    Raises:
        NoSuchGame: there is none of that name.
        NotAllowed: it is early, or orders are missing, and the GM did not say that he knows; or
            mails are still unread; or what he would sign is not what was proved; or nothing is
            decided now, by a wrong clock or a full disk.
    """
    if fault := why_stand_still(services):
        raise NotAllowed(fault)
    _must_be_shown(services, game_name)
    with services.store.write() as transaction:
        game = transaction.game(game_name)
        table = lay(services, transaction, game)
        _may_process(table, early=early, without=without)
        if table.phase.status is not PhaseStatus.PROOF and is_signed_first(table):
            return _close_and_prove(table)
        resolution = _resolve(table)
        opened = transaction.open_phase(game.id)
    done = Processed(game, table.phase, resolution, opened)
    if opened is None or not is_closed(opened):
        return done
    _resolve_safely(services, opened)
    with services.store.read() as transaction:
        return replace(done, then=_processed(services, transaction, game, opened))


def _close_and_prove(table: Table) -> Processed:
    given = given_in(table)
    resolution = resolution_of(table, given)
    ask_to_sign(table, given, resolution)
    return Processed(table.game, table.phase, resolution, None, proof=True)


def _must_be_shown(services: Services, game_name: str) -> None:
    """Refuse to let out what the proof did not say, and mail a new one; NotAllowed."""
    with services.store.write() as transaction:
        game = transaction.game(game_name)
        proved = game.status is GameStatus.RUNNING and prove_again(services, transaction, game)
    if proved:
        raise NotAllowed(
            "What would go out is not what the proof said: a new one is in the mail to you. "
            "Look at it and sign that."
        )


def _processed(
    services: Services, transaction: PhaseTransaction, game: GameRecord, phase: PhaseRecord
) -> Processed | None:
    """Return what a resolved phase has brought; None if it has not been resolved."""
    result = transaction.result(phase.id)
    if result is None:
        return None
    codec = codec_of(services, game)
    events = codec.load_events(result.events)
    state = rules_of(services, game).replay(codec.load_state(phase.state), events)
    resolution = Resolution(state, events, codec.load_outcomes(result.outcomes))
    return Processed(game, phase, resolution, transaction.open_phase(game.id))


def _may_process(table: Table, *, early: bool, without: bool) -> None:
    now, phase = table.services.clock.now(), table.phase
    if table.game.status is GameStatus.PAUSED:
        name = table.game.name
        raise NotAllowed(f"{name} is paused; let it go on first: gm resume {name}")
    if phase.deadline > now and not early:
        raise NotAllowed(
            f"{phase.name} of {table.game.name} is open until "
            f"{moment_words(phase.deadline, table.game.time_zone)}; say --early to resolve it now."
        )
    silent = silent_but_required(table, given_in(table))
    if silent and not without:
        powers = listed(table.seat_name(seat) for seat in silent)
        raise NotAllowed(
            f"{phase.name} waits for all powers and nothing came from {powers}; "
            "say --without-them to resolve it all the same."
        )
    # Who takes mail in has a moment before the mail is stored: until then nobody sees that it waits.
    table.transaction.wait_for_intake(now)
    if waiting := table.transaction.unread_before(now):
        raise NotAllowed(f"{waiting} mails are still unread; try again in a moment.")


def preview(services: Services, game_name: str) -> Processed:
    """Resolve the open phase on paper: nothing is changed and nobody is told.

    Raises:
        NoSuchGame: there is none of that name.
        NotAllowed: it has no open phase, or what would show is for nobody to see.
    """
    with services.store.read() as transaction:
        game = transaction.game(game_name)
        table = lay(services, transaction, game)
        _must_have_previews(table)
        given = given_in(table)
        resolution = resolution_of(table, given)
        then = _preview_next(table, resolution.state)
    return Processed(game, table.phase, resolution, None, then)


def _must_have_previews(table: Table) -> None:
    meta = table.rules.meta
    if not meta.previews:
        raise NotAllowed(
            f"{meta.title} has no previews: they would show dice, or what others hold."
        )


def _preview_next(table: Table, state: Any) -> Processed | None:
    """Resolve on paper the phase that closes with the open one, if one does."""
    transaction = table.transaction
    if not closes_with(table, table.rules.stage(state)):
        return None
    rules, game, number = table.rules, table.game, transaction.next_number(table.game.id)
    phase = new_phase(table.services, game, rules, state, number, table.phase.deadline)
    given = table.codec.drafts(transaction.orders_ahead(game.id, phase.name))
    resolution = rules.resolve(state, given, draws_of(transaction, game))
    return Processed(game, phase, resolution, None)
