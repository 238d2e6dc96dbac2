"""The audit: whether the five promises of a mail server that loses nothing are kept.

It only reads, a page or a game at a time, so that it can look at a running server of any size. What
it finds names rows; each finding is one sentence, and none is what a sound server leaves.

Mail is kept, it ends, and its orders are where they belong; every phase was played once, one leads
to the next, and every report went to everybody. Each check yields None for each thing it looked at,
and a sentence for each thing that is wrong. Looked at is the course of a game: what the GM has
rolled back or corrected belongs to it no more.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import zip_longest
from typing import Final

from gm.app.addresses.answer_limits import strangers_key
from gm.app.addresses.claims import claimed_senders
from gm.app.audit_ports import ERASED, AuditTransaction, StrayOrder
from gm.app.clock.deadline_margins import closing
from gm.app.history.amendments import with_amendments
from gm.app.mail_in.intake import dedupe_key
from gm.app.mail_ports import MailTransaction
from gm.app.ports import PhaseTransaction, Transaction
from gm.app.records import (
    GameRecord,
    GameStatus,
    InboxMail,
    InboxState,
    JournalEntry,
    JournalKind,
    PhaseRecord,
    PhaseStatus,
)
from gm.app.services import Services
from gm.app.settings.game_facts import LIST_FACT, NO_LIST
from gm.app.table import came_closed, codec_of, family_of, gm_plays, rules_of, table_at
from gm.app.timing.holding import silent_but_required
from gm.contract.events import GameEnded
from gm.errors import MapChanged
from gm.json_answers import in_json
from gm.mail.threads import LIST

LIMBO: Final = timedelta(minutes=5)
"""So long a mail may wait to be read, and a claim may be over."""

_PAGE: Final = 50
"""Mails that are looked at in one transaction: each may be of megabytes, and nobody is to wait for the audit."""


def _pages(services: Services) -> Iterator[tuple[Transaction, tuple[InboxMail, ...]]]:
    """Yield the incoming mails in pages, each in a transaction of its own."""
    after = 0
    while True:
        with services.store.read() as transaction:
            page = transaction.inbox_page(after, _PAGE)
            if not page:
                return
            yield transaction, page
        after = page[-1].id


def _erased_mails(transaction: AuditTransaction, box: str) -> frozenset[int]:
    """Return the mails that were erased at somebody's wish, as the journal has it."""
    entries = transaction.journal_of(JournalKind.PERSON_ERASED)
    return frozenset(key for entry in entries for key in json.loads(entry.data).get(box, ()))


def _check_kept(services: Services) -> Iterator[str | None]:
    """Look at the bytes of every mail: they are those by which it was known when it came."""
    with services.store.read() as transaction:
        erased = _erased_mails(transaction, "inbox")
    for _, page in _pages(services):
        for mail in page:
            yield None
            if mail.raw == ERASED and not erased.isdisjoint((mail.id, mail.duplicate_of)):
                continue
            if not mail.raw:
                yield f"mail {mail.id} has no bytes"
            elif dedupe_key(mail.raw, mail.recipient) != mail.dedupe_key:
                yield f"mail {mail.id} is not as it came: its bytes do not match its key"


def _check_ends(services: Services) -> Iterator[str | None]:
    """Look at the state of every mail: it ended, once, and the mail that it repeats is there."""
    for transaction, page in _pages(services):
        now = services.clock.now()
        for mail in page:
            yield None
            yield from _end(transaction, mail, now)


def _end(transaction: Transaction, mail: InboxMail, now: datetime) -> Iterator[str]:
    if mail.state is InboxState.NEW:
        # One that is read again has waited since that was asked for, which nobody notes.
        if now - mail.stored_at > LIMBO and not mail.confirmed and "again" not in mail.note:
            yield f"mail {mail.id} waits to be read since {mail.stored_at:%F %R} UTC"
        if mail.claimed_until is not None and mail.claimed_until < now - LIMBO:
            yield f"mail {mail.id} was claimed until {mail.claimed_until:%F %R} UTC and dropped"
        return
    if mail.settled_at is None:
        yield f"mail {mail.id} is {mail.state.value} since nobody knows when"
    if mail.claimed_until is not None:
        yield f"mail {mail.id} is {mail.state.value} and claimed still"
    if (mail.duplicate_of is not None) is not (mail.state is InboxState.DUPLICATE):
        yield f"mail {mail.id} is {mail.state.value} and repeats {mail.duplicate_of or 'none'}"
    elif mail.duplicate_of is not None:
        yield from _repeats(transaction, mail, mail.duplicate_of)
    if mail.state is InboxState.HELD:
        asked = transaction.confirmation_about(mail.id)
        if asked is None or asked.settled_at is not None:
            yield f"mail {mail.id} is held, and nobody is asked about it"


def _repeats(transaction: AuditTransaction, mail: InboxMail, first_id: int) -> Iterator[str]:
    known = transaction.inbox_page(first_id - 1, 1)
    first = known[0] if known and known[0].id == first_id else None
    if first is None:
        yield f"mail {mail.id} repeats mail {first_id}, which is not there"
    elif first.duplicate_of is not None:
        yield f"mail {mail.id} repeats mail {first_id}, which repeats another"
    elif first.dedupe_key != mail.dedupe_key:
        yield f"mail {mail.id} repeats mail {first_id}, which is another mail"


def check_orders(services: Services) -> Iterator[str | None]:
    """Look whether orders are in the book of the phase in which their mail came, and reported."""
    with services.store.read() as transaction:
        games = transaction.games()
        stray = transaction.stray_orders()
    for game in games:
        with services.store.read() as transaction:
            mails = transaction.mails_with_orders(game.id)
            yield from (None for _ in {mail for mail, _ in mails})
            yield from _unanswered(services, transaction, game, mails)
            of_game = [order for order in stray if order.game_id == game.id]
            yield from _stray(services, transaction, game, of_game)
    for transaction, page in _pages(services):
        yield from _turned_away(transaction, page)


def _unanswered(
    services: Services,
    transaction: Transaction,
    game: GameRecord,
    mails: frozenset[tuple[int, str]],
) -> Iterator[str]:
    """Yield the mails whose orders stand in a book and whose sender has no receipt.

    What a GM orders in place of chance stands under a seat of its own, and has its own receipts.
    """
    receipts = _answered(transaction, f"receipt {game.name} ")
    at_once = transaction.journal_of(JournalKind.ORDERS_ANSWERED_BY_REPORT, game.id)
    receipts |= {json.loads(entry.data)["mail"] for entry in at_once}
    kinds = family_of(services, game).acts.receipts
    others = {seat: _answered(transaction, prefix) for seat, prefix in kinds.items()}
    for number, seat in sorted(mails):
        answered = others.get(seat, receipts)
        if number not in answered and not _had_enough(transaction, number):
            yield f"mail {number} has orders in {game.name} and no receipt"


def _answered(transaction: AuditTransaction, prefix: str) -> frozenset[int]:
    """Return the mails that have an answer whose key begins so; each ends in its mail's number."""
    numbers = (key.rpartition(" ")[2] for key in transaction.outbox_keys(prefix))
    return frozenset(int(number) for number in numbers if number.isdigit())


def _had_enough(transaction: MailTransaction, mail_id: int) -> bool:
    """Tell whether players were left unanswered, for their number of mails, when this was read."""
    settled = transaction.inbox_mail(mail_id).settled_at
    return settled is not None and transaction.count_outbox(f"enough {settled:%F} ") > 0


_WHERE: Final = {
    "state": "but that mail did not end as done",
    "early": "but that mail came before the phase was opened, while another took orders",
    "late": "but that mail came when the phase had closed",
}


def _stray(
    services: Services, transaction: Transaction, game: GameRecord, stray: list[StrayOrder]
) -> Iterator[str]:
    """Yield orders that are where they may not be; a phase that waits for its GM takes late ones."""
    phases = (
        {phase_record.name: phase_record for phase_record in transaction.every_phase(game.id)}
        if stray
        else {}
    )
    for order in stray:
        phase = phases[order.phase]
        if order.why == "late" and _takes_late(services, transaction, game, phase):
            continue
        if order.why == "early" and not _was_for_another(transaction, game, order):
            continue
        yield (
            f"order {order.id} of mail {order.inbox_id} is in the book of {order.phase} "
            f"of {game.name}, {_WHERE[order.why]}"
        )


def _was_for_another(transaction: Transaction, game: GameRecord, order: StrayOrder) -> bool:
    """Tell whether another phase took orders when a mail came whose order is in a later book.

    A mail that came when no phase was open, as just before the first of its game, can be meant for
    none but the one that is open when it is read, and is taken for that. It comes about where a
    mailbox's server tells the time of its coming, by a clock behind ours or fetched late.
    """
    came = transaction.inbox_mail(order.inbox_id).received_at
    return any(
        phase.opened_at <= came and not came_closed(phase) for phase in transaction.phases(game.id)
    )


def _takes_late(
    services: Services, transaction: Transaction, game: GameRecord, phase: PhaseRecord
) -> bool:
    """Tell whether a phase took orders after it closed: held, moved, or waiting for all powers."""
    for kind in (JournalKind.PHASE_HELD, JournalKind.DEADLINE_MOVED):
        for entry in transaction.journal_of(kind, game.id):
            if json.loads(entry.data).get("phase") == phase.name:
                return True
    try:
        return bool(silent_but_required(table_at(services, transaction, game, phase), {}))
    except MapChanged:
        return True


def _turned_away(transaction: Transaction, page: tuple[InboxMail, ...]) -> Iterator[str]:
    """Yield mails of players that came in time, were turned away, and got no answer."""
    rejected = [
        inbox_mail
        for inbox_mail in page
        if inbox_mail.state is InboxState.REJECTED and inbox_mail.game_id
    ]
    keys = {
        inbox_mail.id: {f"refusal {inbox_mail.id}", _as_stranger(inbox_mail)}
        for inbox_mail in rejected
    }
    known = transaction.known_keys({key for mail_keys in keys.values() for key in mail_keys})
    for mail in rejected:
        if keys[mail.id] & known or transaction.confirmation_about(mail.id) is not None:
            continue
        if _is_in_time(transaction, mail) and not _had_enough(transaction, mail.id):
            yield f"mail {mail.id} of a player came in time, was turned away, and nobody told him"


def _as_stranger(mail: InboxMail) -> str:
    """Return the key of the answer to a mail from an address that was nobody's when it came."""
    sender = (claimed_senders(mail.raw) or ("",))[-1]
    when = mail.settled_at or mail.received_at
    return f"{strangers_key(when)}refusal {sender} {when:%F} {mail.note}"


def _is_in_time(transaction: Transaction, mail: InboxMail) -> bool:
    """Tell whether a mail is from a registered address, and came while a phase was open."""
    senders = claimed_senders(mail.raw)
    if not senders or mail.game_id is None or transaction.person_of_address(senders[-1]) is None:
        return False
    return any(
        phase.opened_at <= mail.received_at <= closing(phase)
        for phase in transaction.every_phase(mail.game_id)
    )


_GM: Final = "gm"
_PLAYS: Final = re.compile(r"\A(?=.*\.\Z).*? plays (.+)\.\Z", re.S)


def _check_phases(services: Services) -> Iterator[str | None]:
    """Look at every phase of every game: its number, its result, and what follows from it."""
    with services.store.read() as transaction:
        games = transaction.games()
    for game in games:
        with services.store.read() as transaction:
            now = transaction.game(game.name)
            phases = transaction.phases(game.id)
            yield from (None for _ in phases)
            yield from _one_after_the_other(services, transaction, now, phases)


def _one_after_the_other(
    services: Services, transaction: Transaction, game: GameRecord, phases: Sequence[PhaseRecord]
) -> Iterator[str]:
    every = transaction.every_phase(game.id)
    numbers = [phase_record.number for phase_record in every]
    if numbers != [*range(1, len(every) + 1)]:
        yield f"{game.name} has the phases {', '.join(map(str, numbers))}"
        return
    if every and not phases:
        yield f"{game.name} has no phase that was not rolled back"
        return
    undone = Counter(
        phase_record.name
        for phase_record in every
        if phase_record.status is PhaseStatus.SUPERSEDED
    )
    ended = game.status is GameStatus.FINISHED
    entries = transaction.journal_of(JournalKind.PHASE_RESOLVED, game.id)
    noted = Counter(entry.text for entry in entries)
    for phase, after in zip_longest(phases, phases[1:]):
        name = f"{phase.name} of {game.name}"
        is_over = phase.status is PhaseStatus.RESOLVED
        if not is_over and (after is not None or ended):
            yield f"{name} is {phase.status.value}, and the game went on"
        elif is_over and after is None and not ended:
            yield f"{name} was resolved, and no phase follows in a game that is not over"
        elif is_over:
            most = 1 + undone[phase.name]
            yield from _result(services, transaction, game, phase, after, noted, most)


def _result(
    services: Services,
    transaction: Transaction,
    game: GameRecord,
    phase: PhaseRecord,
    after: PhaseRecord | None,
    noted: Counter[str],
    most: int,
) -> Iterator[str]:
    name = f"{phase.name} of {game.name}"
    result = transaction.result(phase.id)
    if result is None:
        yield f"{name} is resolved and has no result"
        return
    times = noted[f"{phase.name} was resolved."]
    if times > most:
        yield f"{name} was resolved {times} times"
    if phase.resolved_at is None:
        yield f"{name} is resolved since nobody knows when"
    if after is None:
        return
    codec, rules = codec_of(services, game), rules_of(services, game)
    before, reached = codec.load_state(phase.state), codec.load_state(after.state)
    then = rules.replay(before, codec.load_events(result.events))
    if codec.dump(with_amendments(transaction, rules, codec, after.id, then)) != codec.dump(
        reached
    ):
        yield f"what happened in {name} does not lead to {after.name}, which follows"


def check_reports(services: Services) -> Iterator[str | None]:
    """Look at every report of every game, and at every mail that failed."""
    with services.store.read() as transaction:
        games = transaction.games()
        hidden = transaction.hidden_failures()
        erased = _erased_mails(transaction, "outbox")
        for number, key in hidden:
            if number not in erased:
                yield f"outgoing mail {number}, {key!r}, failed, and nobody was told"
    for game in games:
        with services.store.read() as transaction:
            yield from _reports(services, transaction, game)


def _reports(
    services: Services, transaction: Transaction, game: GameRecord
) -> Iterator[str | None]:
    phases = transaction.phases(game.id)
    if not phases:
        return
    seated = _seated(transaction, game)
    opening = f"opening {game.name}"
    first = transaction.every_phase(game.id)[0]
    yield from _readers(transaction, game, opening, seated, first.opened_at)
    recomputed = _recomputed(transaction, game)
    for phase in phases:
        if phase.status is not PhaseStatus.RESOLVED or phase.number in recomputed:
            continue
        moment = phase.resolved_at or phase.deadline
        key = f"report {game.name} {phase.number}"
        if _was_ended(services, transaction, game, phase):
            key = f"ended {game.name} {phase.number}"
        yield from _readers(transaction, game, key, seated, moment)


def _recomputed(transaction: AuditTransaction, game: GameRecord) -> frozenset[int]:
    """Return the numbers of phases that a correction made: one mail told of all of them."""
    entries = transaction.journal_of(JournalKind.GAME_CORRECTED, game.id)
    return frozenset(number for entry in entries for number in json.loads(entry.data)["numbers"])


def _was_ended(
    services: Services, transaction: PhaseTransaction, game: GameRecord, phase: PhaseRecord
) -> bool:
    """Tell whether a phase was closed by the GM's word, or by a vote."""
    result = transaction.result(phase.id)
    return result is not None and any(
        isinstance(event, GameEnded)
        for event in codec_of(services, game).load_events(result.events)
    )


def _seated(transaction: Transaction, game: GameRecord) -> dict[str, datetime]:
    """Return the seats that somebody plays, and since when; a seat once filled stays filled."""
    since: dict[str, datetime] = {}
    for entry in transaction.journal_of(JournalKind.PLAYER_SEATED, game.id):
        if match := _PLAYS.search(entry.text):
            since.setdefault(match[1], entry.at)
    filled = (
        seat_record.seat
        for seat_record in transaction.seats(game.id)
        if seat_record.person is not None
    )
    return {seat: since.get(seat, game.created_at) for seat in filled}


def _readers(
    transaction: Transaction,
    game: GameRecord,
    key: str,
    seated: dict[str, datetime],
    moment: datetime,
) -> Iterator[str | None]:
    """Look whether everybody who was there has a report, and nobody two of it."""
    labels = [text.removeprefix(f"{key} ") for text in transaction.outbox_keys(f"{key} ")]
    count = Counter(seat for label in labels for seat in label.split("+"))
    due = [seat for seat, since in seated.items() if since <= moment]
    due += [] if _has_played(transaction, game) else [_GM]
    due += [LIST] if _had_list(transaction, game, moment) else []
    for label in sorted(due):
        yield None
        if count[label] != 1:
            yield f"{label} has {count[label]} mails {key!r}"


def _has_played(transaction: Transaction, game: GameRecord) -> bool:
    """Tell whether the GM of a game plays or has played in it: then his report is a player's."""
    gm = transaction.person_of_address(game.gm_address)
    seated = transaction.journal_of(JournalKind.PLAYER_SEATED, game.id)
    seated += transaction.journal_of(JournalKind.PLAYER_REPLACED, game.id)
    seated_ids = (json.loads(entry.data or "{}").get("person") for entry in seated)
    return gm is not None and (
        gm_plays(game, transaction.seats(game.id)) or any(person == gm.id for person in seated_ids)
    )


def _had_list(transaction: AuditTransaction, game: GameRecord, moment: datetime) -> bool:
    """Tell whether a game had a mailing list at a moment, by the changes that the journal tells.

    Where the list came or went at that very moment, nothing is expected of it.
    """
    had = game.list_address is not None
    for entry in reversed(transaction.journal_of(JournalKind.SETTINGS_CHANGED, game.id)):
        was = _old_list(entry)
        if was is None or entry.at < moment:
            continue
        if entry.at == moment:
            return False
        had = was != NO_LIST
    return had


def _old_list(entry: JournalEntry) -> str | None:
    """Return what the list was before a change of settings; None if that left it alone."""
    changes = json.loads(entry.data).get("changes", [])
    return next((change["old"] for change in changes if change["name"] == LIST_FACT), None)


SHOWN: Final = 100
"""So many findings of a check are kept; the others are counted."""

Look = Callable[[Services], Iterator[str | None]]
"""Yields a finding, or None, for each thing that it looks at."""


@dataclass(frozen=True, slots=True)
class AuditCheck:
    """One promise, and whether it is kept.

    Args:
        name: short, for scripts; promise: in a sentence.
        looked: how many things were looked at; broken: of how many findings there are.
        findings: the first of those.
    """

    name: str = field(metadata=in_json("check"))
    promise: str
    looked: int
    broken: int
    findings: tuple[str, ...] = field(default=())


def check_references(services: Services) -> Iterator[str | None]:
    """Look for references to rows that are not there, and for states that there are not."""
    with services.store.read() as transaction:
        broken = transaction.broken_references()
        strange = transaction.strange_states()
    yield None
    yield from broken
    for name, keys in sorted(strange.items()):
        table, _, state = name.partition(" ")
        for key in keys:
            yield f"row {key} of {table} is in the state {state!r}, which there is not"


CHECKS: Final[tuple[tuple[str, str, Look], ...]] = (
    ("kept", "Every mail that was taken is kept byte for byte.", _check_kept),
    ("ends", "Every mail ends in one state within five minutes.", _check_ends),
    (
        "orders",
        "Every order that came in time is in its season's book, or reported.",
        check_orders,
    ),
    ("phases", "Every phase was resolved once, and leads to the next.", _check_phases),
    ("reports", "Everybody due has each report once, or its failure can be seen.", check_reports),
    ("references", "Nothing points to what is not there.", check_references),
)
"""The five promises, and that the rows hold together."""


def audit(services: Services) -> tuple[AuditCheck, ...]:
    """Look through everything that is kept."""
    return tuple(_check(services, *check) for check in CHECKS)


def _check(services: Services, name: str, promise: str, look: Look) -> AuditCheck:
    looked, broken, findings = 0, 0, list[str]()
    for finding in look(services):
        if finding is None:
            looked += 1
            continue
        broken += 1
        if len(findings) < SHOWN:
            findings.append(finding)
    return AuditCheck(name, promise, looked, broken, tuple(findings))
