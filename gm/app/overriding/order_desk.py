"""Orders that the GM enters for a power, or takes back: as the player's own, and he is told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from gm.app.mail_out.readers import NewsReader
from gm.app.mail_out.reasons import Words
from gm.app.orders.ahead import stages_ahead
from gm.app.orders.order_book import Written, enter, standing_orders
from gm.app.orders.settling import settle, settlement_of
from gm.app.overriding.amending import needed
from gm.app.overriding.desk_mails import tell_players
from gm.app.play.proofs import prove_again
from gm.app.ports import Transaction
from gm.app.records import JournalKind, OrderRecord, PhaseStatus
from gm.app.senders.letters import read_for
from gm.app.services import Services
from gm.app.table import Table, is_closed, lay
from gm.app.timing.deadlines import go_on
from gm.app.timing.early_processing import reconsider
from gm.app.timing.holding import waits_for_orders
from gm.app.timing.phases import note_phase
from gm.contract.language import SeatRead, Verdict
from gm.contract.seats import SeatId
from gm.contract.stages import STANDING
from gm.errors import ImpossibleOrder, InputError, NotAllowed, UnknownName
from gm.languages import gettext, quoted
from gm.report.wording.sentence_parts import full_stop


@dataclass(frozen=True, slots=True)
class Book:
    """The orders of a power after the GM has changed them.

    Args:
        game, phase, power: whose, and for what.
        entered: what he entered; gone: what that took the place of, or what he took back.
        standing: all that stands now; ahead: what stands for a later phase.
    """

    game: str
    phase: str
    power: SeatId
    entered: tuple[str, ...]
    gone: tuple[str, ...]
    standing: tuple[str, ...]
    ahead: tuple[str, ...] = ()


def set_orders(
    services: Services, game_name: str, power_name: str, lines: Sequence[str], reason: str
) -> Book:
    """Enter orders for a power in the open phase, as if its player had mailed them.

    Retreats among the moves, and orders for the winter, are kept for their phase, as in a mail. If
    a line cannot be taken none is. A phase that was held for these orders goes on.

    Args:
        services: the ports.
        game_name: the game's name.
        power_name: the power.
        lines: the orders, one each.
        reason: why; the player is told.

    Raises:
        NoSuchGame: there is none of that name.
        InputError: there is no such power or no reason, or a line is no order.
        ImpossibleOrder: a line is impossible; it says why, and what would be possible.
        NotAllowed: no phase is open.
    """
    why = needed(reason)
    with services.store.write() as transaction:
        table = _table(services, transaction, game_name)
        power = _seat(table, power_name)
        read = sound_orders(table, power, lines)
        waited = waits_for_orders(table)
        gone = _enter(table, power, read, "")
        if waited and not waits_for_orders(table):
            table = replace(table, phase=go_on(table))
        for later in (*(stage.name for stage in stages_ahead(table, power)), STANDING):
            if read.given_for(later):
                gone += _enter(table, power, read, later)
        settlement = settlement_of(table, read, {}, (), ())
        settle(table, power, settlement, services.clock.now())
        reconsider(services, transaction, table.game)
        return _done(table, power, read, gone, why)


def clear_orders(
    services: Services, game_name: str, power_name: str, reason: str, *, ahead: bool = False
) -> Book:
    """Take back all orders of a power in the open phase.

    Args:
        services: the ports.
        game_name: the game's name.
        power_name: the power.
        reason: why; the player is told.
        ahead: what it has sent ahead for a later phase as well.

    Raises:
        NoSuchGame: there is none of that name.
        InputError: there is no such power, or no reason.
        NotAllowed: no phase is open, or there is nothing to take back.
    """
    why = needed(reason)
    with services.store.write() as transaction:
        table = _table(services, transaction, game_name)
        power = _seat(table, power_name)
        records = standing_orders(table, power)
        if ahead:
            records += _standing_ahead(table, power)
        if not records:
            name = table.names.name(power)
            raise NotAllowed(
                gettext("{power} has no orders for {phase}.", power=name, phase=table.phase.name)
            )
        transaction.replace_orders([order.id for order in records], services.clock.now(), None)
        gone = tuple(order.canonical for order in records)
        reconsider(services, transaction, table.game)
        return _done(table, power, None, gone, why)


def _seat(table: Table, name: str) -> SeatId:
    """Return the seat that somebody means; UnknownName lists those there are."""
    seat_id = table.seat_named(name)
    if seat_id is None:
        known = tuple(seat.name for seat in table.rules.seats)
        raise UnknownName(
            f"{name.strip()!r} is no power of this game; there are {', '.join(known)}.",
            piece=name.strip(),
            expected=known,
        )
    return seat_id


def _table(services: Services, transaction: Transaction, game_name: str) -> Table:
    table = lay(services, transaction, transaction.game(game_name))
    if is_closed(table.phase):
        raise NotAllowed(
            gettext(
                "{phase} is about to be resolved: correct it afterwards.", phase=table.phase.name
            )
        )
    return table


def foresee_orders(
    services: Services, transaction: Transaction, game_name: str, power_name: str, text: str
) -> tuple[str, ...]:
    """Return in words what `set_orders` would enter, the power's name first; nothing is stored.

    Args:
        services, transaction: the ports. game_name: the game's name. power_name: the power.
        text: the orders, with ; between.

    Raises:
        GmError: it would be refused, for the reason that it gives.
    """
    table = _table(services, transaction, game_name)
    power = _seat(table, power_name)
    read = sound_orders(table, power, order_lines([text]))
    return table.names.name(power), *_words(table, read)


def order_lines(orders: Sequence[str]) -> list[str]:
    """Return orders one a line, as they would stand in a mail; `;` stands between those of one."""
    return [line.strip() for text in orders for line in text.replace("\n", ";").split(";")]


def sound_orders(table: Table, power: SeatId, lines: Sequence[str]) -> SeatRead:
    """Read orders for a power, and all of them.

    Raises:
        ImpossibleOrder: a line cannot be taken. InputError: there is no order in them.
    """
    read = read_for(table, power, lines, strict=True)
    for line in read.lines:
        problem = line.problem
        if line.verdict is not Verdict.ACCEPTED and problem is not None:
            further = ", ".join(problem.further_candidates)
            refused = f"{quoted(line.text)}: {problem.message}"
            if further:
                perhaps = gettext("Perhaps: {places}.", places=further)
                refused = f"{refused} {perhaps}"
            raise ImpossibleOrder(refused, line=line.number)
    if not read.given:
        raise InputError(gettext("There is no order in {lines}.", lines=repr("; ".join(lines))))
    return read


def _enter(table: Table, power: SeatId, read: SeatRead, stage: str) -> tuple[str, ...]:
    """Enter orders for a stage by its name; return in short form those that went."""
    before = standing_orders(table, power, stage)
    # What stands for every stage until it is changed stands for the open one as well.
    meant = (*read.given_for(stage), *(read.given_for(STANDING) if not stage else ()))
    given = [Written(each.order, each.text) for each in meant]
    now, withdrawn = table.services.clock.now(), read.withdrawn(stage)
    enter(table, power, given, now, None, stage, withdrawn)
    left = {order_record.id for order_record in standing_orders(table, power, stage)}
    return tuple(order_record.canonical for order_record in before if order_record.id not in left)


def _standing_ahead(table: Table, power: SeatId) -> tuple[OrderRecord, ...]:
    return tuple(
        order
        for later in stages_ahead(table, power)
        for order in standing_orders(table, power, later.name)
    )


def _words(table: Table, read: SeatRead) -> tuple[str, ...]:
    """Return what was entered in words: for the open stage, then what is asked for later."""
    uncertain = [stage.name for stage in table.rules.contingent(table.state)]
    last = sorted(read.given, key=lambda given: given.stage in uncertain)
    return tuple(table.order_words(given.order, given.stage) for given in last)


def _done(
    table: Table, power: SeatId, read: SeatRead | None, gone: tuple[str, ...], reason: str
) -> Book:
    """Note and tell what was entered or taken back, and return the book."""
    entered = _words(table, read) if read is not None else ()
    ahead = _standing_ahead(table, power)
    book = Book(
        table.game.name,
        table.phase.name,
        power,
        entered,
        gone,
        tuple(order.canonical for order in standing_orders(table, power)),
        tuple(order.canonical for order in ahead),
    )
    name = table.names.name(power)
    count = "1 order" if len(entered) == 1 else f"{len(entered)} orders"
    did = f"entered {count} for" if entered else "took back the orders of"
    _note(table, f"The GM {did} {name} in {table.phase.name}.", reason)
    _tell(table, book, read, reason)
    prove_again(table.services, table.transaction, table.game)
    return book


def _note(table: Table, text: str, reason: str) -> None:
    """Note it where nobody but the GM reads it: the orders of an open phase are sealed."""
    note_phase(table, JournalKind.ORDERS_ENTERED, text, author="gm", reason=reason, public=False)


def _tell(table: Table, book: Book, read: SeatRead | None, reason: str) -> None:
    """Write the receipt to the power's player, in his words for what was read."""
    count = len(table.transaction.outbox_keys(f"gm-orders {book.game} {table.phase.number} "))

    def write(reader: NewsReader) -> Words:
        title, head = _titles(table, book)
        if book.power not in reader.powers:
            return title, ()
        shown = replace(book, entered=_words(table, read) if read is not None else ())
        return title, (head, *_told(table, shown, reason))

    key = f"gm-orders {book.game} {table.phase.number} {count + 1}"
    tell_players(table, key, write)


def _titles(table: Table, book: Book) -> tuple[str, str]:
    """Return the title of the receipt, and its first sentence."""
    name, phase = table.names.name(book.power), table.stage_words()
    if book.entered:
        return (
            gettext("{power}: orders entered by the GM", power=name),
            gettext("The GM has entered orders for {power}, {phase}:", power=name, phase=phase),
        )
    return (
        gettext("{power}: orders taken back by the GM", power=name),
        gettext("The GM has taken back orders of {power}, {phase}:", power=name, phase=phase),
    )


def _told(table: Table, book: Book, reason: str) -> Iterator[str]:
    """Yield what was done to a power's orders, and how they stand now."""
    yield from (f"{text}." for text in book.entered or book.gone)
    yield gettext("The GM's reason: {reason}", reason=full_stop(reason))
    if book.entered and book.gone:
        yield gettext("In their place are gone: {orders}.", orders="; ".join(book.gone))
    standing = "; ".join(book.standing) or gettext("no orders")
    yield gettext("What stands now: {orders}.", orders=standing)
    if book.ahead:
        yield gettext("Sent ahead for later: {orders}.", orders="; ".join(book.ahead))
    if table.phase.status in (PhaseStatus.OPEN, PhaseStatus.HELD):
        yield gettext("You can change all of it by mail, as always.")
