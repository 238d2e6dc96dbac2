"""The audit at the end of a soak: what was sent against what the server kept, did and wrote.

It reads the database and the mailbox as they lie, and believes only the notes of the senders; what
can be told without them, it has `gm audit` tell.
Each finding is one sentence; none is what a sound server leaves.
"""

import mailbox
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from benchmarks.soak_players import Intent, Sent
from gm.app.keeping.audit import audit as promises
from gm.app.ports import Transaction
from gm.app.records import (
    GameRecord,
    InboxMail,
    InboxState,
    OutboxMail,
    OutboxState,
    PhaseRecord,
    PhaseStatus,
)
from gm.app.services import Services
from gm.app.table import rules_of
from gm.bootstrap.services import open_services
from gm.config import Settings
from gm.contract.draws import SeededDraws
from gm.games.diplomacy.rules.events import replay
from gm.games.diplomacy.stored import CODEC, dump, load_events, load_state
from gm.mail.threads import LIST

EXPECTED = {
    Intent.ORDERS: {InboxState.DONE, InboxState.REJECTED},
    Intent.NOTHING: {InboxState.REJECTED},
    Intent.STRANGER: {InboxState.REJECTED},
    Intent.MACHINE: {InboxState.SUPPRESSED},
    # Of many that are held together some are not even asked about.
    Intent.UNPROVEN: {
        InboxState.DONE,
        InboxState.HELD,
        InboxState.SUPPRESSED,
        InboxState.REJECTED,
    },
    Intent.YES: {InboxState.DONE, InboxState.REJECTED},
}
"""How a mail may end. An order mail is turned away only when it is late."""

ASKING = (Intent.UNPROVEN, Intent.YES)
"""Mails whose answers depend on one another: `gm audit` judges those."""

LATE = ("after the deadline", "answers a phase that has been resolved")
"""What is noted of a mail that was late."""


@dataclass(frozen=True, slots=True)
class Kept:
    """Everything a server keeps, in one consistent picture.

    Args:
        phases: of each game, by its name.
        readers: who gets each report of a game: its seats, its list, its GM.
        answers: the keys of the letters that answer a mail, by its number.
        refused: the keys of refusals, by the address they go to.
    """

    inbox: tuple[InboxMail, ...]
    outbox: tuple[OutboxMail, ...]
    games: tuple[GameRecord, ...]
    phases: dict[str, tuple[PhaseRecord, ...]]
    readers: dict[str, tuple[str, ...]]
    answers: dict[int, list[str]]
    refused: dict[str, list[str]]


@dataclass(frozen=True, slots=True)
class Audit:
    """What an audit found, and how much it looked at."""

    findings: tuple[str, ...]
    mails: int
    duplicates: int
    late: int
    phases: int
    letters: int


def audit(settings: Settings, sent: Sequence[Sent]) -> Audit:
    """Compare what was sent and answered by 250 with what lies in a server's folder.

    Args:
        settings: of a server that runs no more.
        sent: every mail that was answered by 250, once each.
    """
    with open_services(settings) as services, services.store.read() as transaction:
        kept = _look(transaction)
        firsts = {
            (one.raw, one.recipient): one
            for one in kept.inbox
            if one.state is not InboxState.DUPLICATE
        }
        pairs = [(one, firsts.get((one.raw, one.recipient))) for one in sent]
        found = [(one, row) for one, row in pairs if row is not None]
        findings = [
            *_lost(pairs),
            *_inbox(kept, sent),
            *(finding for one, row in found for finding in _one_mail(kept, one, row)),
            *_orders_stand(transaction, kept, found),
            *_phases(services, transaction, kept),
            *_letters(kept, settings),
        ]
    with open_services(settings) as services:
        findings += [f"{one.name}: {said}" for one in promises(services) for said in one.findings]
    return Audit(
        findings=tuple(findings),
        mails=len(sent),
        duplicates=sum(one.state is InboxState.DUPLICATE for one in kept.inbox),
        late=sum(
            one.intent is Intent.ORDERS and row.state is InboxState.REJECTED for one, row in found
        ),
        phases=sum(
            one.status is PhaseStatus.RESOLVED for own in kept.phases.values() for one in own
        ),
        letters=len(kept.outbox),
    )


def _look(transaction: Transaction) -> Kept:
    games, outbox = transaction.games(), transaction.outbox()
    answers: dict[int, list[str]] = defaultdict(list)
    refused: dict[str, list[str]] = defaultdict(list)
    for mail in outbox:
        kind, number = mail.key.partition(" ")[0], mail.key.rpartition(" ")[2]
        if kind in ("receipt", "refusal", "status", "help") and number.isdigit():
            answers[int(number)].append(mail.key)
        elif kind == "stranger" and " refusal " in mail.key:
            refused[mail.recipient].append(mail.key)
    return Kept(
        inbox=transaction.inbox(),
        outbox=outbox,
        games=games,
        phases={game.name: transaction.phases(game.id) for game in games},
        readers={game.name: _readers(transaction, game) for game in games},
        answers=answers,
        refused=refused,
    )


def _readers(transaction: Transaction, game: GameRecord) -> tuple[str, ...]:
    seats = (one.seat for one in transaction.seats(game.id) if one.person is not None)
    return (*seats, *([LIST] if game.list_address else []), "gm")


def _lost(pairs: Sequence[tuple[Sent, InboxMail | None]]) -> Iterator[str]:
    for one, row in pairs:
        if row is None:
            yield f"lost: a mail of {one.sender} to {one.game} was answered 250 and is not kept"


def _inbox(kept: Kept, sent: Sequence[Sent]) -> Iterator[str]:
    """Every row is in a final state, and one of each mail's rows is the one that counts."""
    counting = Counter(
        (row.raw, row.recipient) for row in kept.inbox if row.state is not InboxState.DUPLICATE
    )
    known = {(one.raw, one.recipient) for one in sent}
    for row in kept.inbox:
        if row.state in (InboxState.NEW, InboxState.SHUNTED):
            yield f"unfinished: mail {row.id} is {row.state.value}: {row.note}"
        if row.state is InboxState.DUPLICATE and not counting[row.raw, row.recipient]:
            yield f"lost: mail {row.id} counts as a repeat of one that is not there"
        if (row.raw, row.recipient) not in known:
            yield f"changed: mail {row.id} is none that was sent"
    for (_, recipient), count in counting.items():
        if count > 1:
            yield f"twice: one mail to {recipient} has {count} effects"


def _one_mail(kept: Kept, one: Sent, row: InboxMail) -> Iterator[str]:
    """A mail ends as it must, is answered once, and counts for the phase that was open."""
    answers = kept.answers.get(row.id) or kept.refused.get(row.envelope_from, [])
    if row.state not in EXPECTED[one.intent]:
        yield f"wrong end: mail {row.id} of {one.sender} is {row.state.value}: {row.note}"
    elif one.intent in ASKING:
        return
    elif len(answers) != (row.state is not InboxState.SUPPRESSED):
        yield f"answers: mail {row.id}, {row.state.value}, has the answers {answers}"
    elif one.intent is Intent.ORDERS:
        yield from _in_time(kept, one, row)


def counted_for(kept: Kept, one: Sent, row: InboxMail) -> int:
    """Return the number of the phase a mail's orders were recorded in; 0 for none."""
    words = [key.split() for key in kept.answers.get(row.id, [])]
    return next((int(w[2]) for w in words if w[:2] == ["receipt", one.game]), 0)


def _in_time(kept: Kept, one: Sent, row: InboxMail) -> Iterator[str]:
    """What came while a phase was open is in its book; what came between two may be late."""
    number = counted_for(kept, one, row)
    if not number and not any(word in row.note for word in LATE):
        yield f"turned away: mail {row.id} of {one.sender}: {row.note}"
    for phase in kept.phases[one.game]:
        was_open = phase.opened_at <= row.received_at <= phase.deadline
        if not was_open or number == phase.number:
            continue
        if number:
            yield f"wrong phase: mail {row.id} came in {phase.number}, recorded in {number}"
        elif not _moved(kept, one.game, phase) and not (
            one.names_phase and one.number < phase.number
        ):
            yield f"not counted: mail {row.id} came in time for {phase.name}: {row.note}"
    if number and one.names_phase and number != one.number:
        yield f"wrong phase: mail {row.id} answers {one.number} and is recorded in {number}"


def _moved(kept: Kept, game: str, phase: PhaseRecord) -> bool:
    """Whether a deadline was moved: what came after the first one was late for a while."""
    prefix = f"deadline {game} {phase.number} "
    return any(mail.key.startswith(prefix) for mail in kept.outbox)


def _orders_stand(
    transaction: Transaction, kept: Kept, found: Sequence[tuple[Sent, InboxMail]]
) -> Iterator[str]:
    """Every order of a power's last mail in a phase stands in the book of that phase."""
    last: dict[tuple[str, int, str], tuple[Sent, InboxMail]] = {}
    for one, row in sorted(found, key=lambda pair: (pair[1].received_at, pair[1].id)):
        if number := counted_for(kept, one, row) if one.intent is Intent.ORDERS else 0:
            last[one.game, number, one.power] = one, row
    for (game, number, power), (one, row) in last.items():
        if one.number != number:
            continue  # written for another phase: some of its orders make no sense in this one
        phase = kept.phases[game][number - 1]
        books: dict[str, list[str]] = defaultdict(list)
        for order in transaction.active_orders(phase.id, power):
            books[order.key].append(order.canonical)
        wanted: dict[str, list[str]] = defaultdict(list)
        for key, text in one.orders:
            wanted[key].append(text)
        for key, texts in wanted.items():
            if books[key] != texts:
                where = f"{phase.name} of {game}"
                yield f"orders: mail {row.id} says {texts}, {where} has {books[key]} for {power}"


def _phases(services: Services, transaction: Transaction, kept: Kept) -> Iterator[str]:
    """Every phase has one result, follows from the one before, and can be resolved again."""
    for game in kept.games:
        phases = kept.phases[game.name]
        if [one.number for one in phases] != list(range(1, len(phases) + 1)):
            yield f"phases: {game.name} has the phases {[one.number for one in phases]}"
        entries = transaction.journal(game.id)
        noted = Counter(one.text for one in entries if one.kind == "phase resolved")
        for phase, after in zip(phases, (*phases[1:], None), strict=True):
            is_over = phase.status is PhaseStatus.RESOLVED
            if is_over is not (after is not None):
                yield f"phases: {phase.name} of {game.name} is {phase.status.value}"
            elif noted[f"{phase.name} was resolved."] != is_over:
                yield f"phases: {phase.name} of {game.name} was resolved more than once"
            elif after is not None:
                yield from _follows(services, transaction, game, phase, after)


def _follows(
    services: Services,
    transaction: Transaction,
    game: GameRecord,
    phase: PhaseRecord,
    after: PhaseRecord,
) -> Iterator[str]:
    name, result = f"{phase.name} of {game.name}", transaction.result(phase.id)
    if result is None:
        yield f"phases: {name} has no result"
        return
    before = load_state(phase.state)
    if dump(replay(before, load_events(result.events))) != after.state:
        yield f"phases: what happened in {name} does not lead to the phase after it"
    given = CODEC.drafts(transaction.active_orders(phase.id))
    again = rules_of(services, game).resolve(before, given, SeededDraws(bytes.fromhex(game.seed)))
    if (dump(again.outcomes), dump(again.events)) != (result.outcomes, result.events):
        yield f"phases: {name} was not resolved with the orders that stand in its book"


def _letters(kept: Kept, settings: Settings) -> Iterator[str]:
    """Everybody due has one letter of each kind, sent, and it lies in the mailbox once."""
    keys = Counter(mail.key for mail in kept.outbox)
    for key in sorted(_due_letters(kept)):
        if keys[key] != 1:
            yield f"letters: {keys[key]} letters are {key!r}"
    for mail in kept.outbox:
        if mail.state is not OutboxState.SENT:
            yield f"letters: {mail.key!r} is {mail.state.value}: {mail.last_reply}"
    box = mailbox.Maildir(settings.mailbox_path, create=False)
    lying = Counter((one["Message-ID"].strip(), one["Delivered-To"].strip()) for one in box)
    written = Counter((mail.message_id, mail.recipient) for mail in kept.outbox)
    for id_, count in (written - lying).items():
        yield f"mailbox: {count} of letter {id_} are missing"
    for id_, count in (lying - written).items():
        yield f"mailbox: {count} of letter {id_} are too many"


def _due_letters(kept: Kept) -> Iterator[str]:
    for game in kept.games:
        over = [one for one in kept.phases[game.name] if one.status is PhaseStatus.RESOLVED]
        for label in kept.readers[game.name]:
            yield f"opening {game.name} {label}"
            for phase in over:
                yield f"report {game.name} {phase.number} {label}"
