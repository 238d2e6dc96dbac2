"""The audit of incoming mail: it is kept, it ends, and its orders are where they belong.

Each function yields None for each thing it looked at, and a sentence for each thing that is wrong.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from gm.app.addresses.budgets import strangers_key
from gm.app.addresses.claims import claimed_senders
from gm.app.audit_ports import ERASED, StrayOrder
from gm.app.mail_in.intake import dedupe_key
from gm.app.orders.grace import closing
from gm.app.play.seasons import ANSWERED_BY_REPORT
from gm.app.ports import Transaction
from gm.app.records import GameRecord, InboxMail, InboxState, PhaseRecord
from gm.app.services import Services
from gm.app.table import came_closed, family_of, table_at
from gm.app.timing.holding import silent_but_required
from gm.errors import MapChanged

LIMBO: Final = timedelta(minutes=5)
"""So long a mail may wait to be read, and a claim may be over."""

_PAGE: Final = 50


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


def erased_mails(transaction: Transaction, box: str) -> frozenset[int]:
    """Return the mails that were erased at somebody's wish, as the journal has it."""
    entries = transaction.journal_of("person erased")
    return frozenset(key for entry in entries for key in json.loads(entry.data).get(box, ()))


def check_kept(services: Services) -> Iterator[str | None]:
    """Look at the bytes of every mail: they are those by which it was known when it came."""
    with services.store.read() as transaction:
        erased = erased_mails(transaction, "inbox")
    for _, page in _pages(services):
        for mail in page:
            yield None
            if mail.raw == ERASED and not erased.isdisjoint((mail.id, mail.duplicate_of)):
                continue
            if not mail.raw:
                yield f"mail {mail.id} has no bytes"
            elif dedupe_key(mail.raw, mail.recipient) != mail.dedupe_key:
                yield f"mail {mail.id} is not as it came: its bytes do not match its key"


def check_ends(services: Services) -> Iterator[str | None]:
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


def _repeats(transaction: Transaction, mail: InboxMail, first_id: int) -> Iterator[str]:
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
            own = [order for order in stray if order.game_id == game.id]
            yield from _stray(services, transaction, game, own)
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
    at_once = transaction.journal_of(ANSWERED_BY_REPORT, game.id)
    receipts |= {json.loads(entry.data)["mail"] for entry in at_once}
    kinds = family_of(services, game).acts.receipts
    others = {seat: _answered(transaction, prefix) for seat, prefix in kinds.items()}
    for number, seat in sorted(mails):
        answered = others.get(seat, receipts)
        if number not in answered and not _had_enough(transaction, number):
            yield f"mail {number} has orders in {game.name} and no receipt"


def _answered(transaction: Transaction, prefix: str) -> frozenset[int]:
    """Return the mails that have an answer whose key begins so; each ends in its mail's number."""
    numbers = (key.rpartition(" ")[2] for key in transaction.outbox_keys(prefix))
    return frozenset(int(number) for number in numbers if number.isdigit())


def _had_enough(transaction: Transaction, mail_id: int) -> bool:
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
    for kind in ("phase held", "deadline moved"):
        for entry in transaction.journal_of(kind, game.id):
            if json.loads(entry.data).get("phase") == phase.name:
                return True
    try:
        return bool(
            silent_but_required(transaction, table_at(services, transaction, game, phase), {})
        )
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
    told = transaction.known_keys({key for own in keys.values() for key in own})
    for mail in rejected:
        if keys[mail.id] & told or transaction.confirmation_about(mail.id) is not None:
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
    found = claimed_senders(mail.raw)
    if not found or mail.game_id is None or transaction.person_of_address(found[-1]) is None:
        return False
    return any(
        phase.opened_at <= mail.received_at <= closing(phase)
        for phase in transaction.every_phase(mail.game_id)
    )
