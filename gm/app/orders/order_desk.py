"""Orders that the GM enters for a power, or takes back: as the player's own, and he is told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from gm.app.mail_in.beforehand import read_beforehand
from gm.app.mail_out.readers import Reader
from gm.app.mail_out.reasons import Words
from gm.app.orders.ahead import context_for, phases_ahead
from gm.app.orders.order_book import Written, enter, standing_orders
from gm.app.overriding.amending import needed
from gm.app.overriding.desk_mails import tell_players
from gm.app.play.phases import note_phase
from gm.app.play.proofs import prove_again
from gm.app.ports import Transaction
from gm.app.records import OrderRecord, PhaseStatus
from gm.app.services import Services
from gm.app.table import Table, is_closed, lay
from gm.app.timing.deadlines import go_on
from gm.app.timing.early import reconsider
from gm.app.timing.holding import waits_for_orders
from gm.contract.orders import Order
from gm.contract.seats import SeatId
from gm.errors import ImpossibleOrder, InputError, NotAllowed
from gm.games.diplomacy.language.mails import read_orders
from gm.games.diplomacy.language.pieces import read_power
from gm.games.diplomacy.pages.wording.words import in_words
from gm.games.diplomacy.rules.phases import Phase, PhaseKind
from gm.interpret.values import Context, Reading, Verdict
from gm.languages import gettext, quoted
from gm.report.wording.plain import full_stop


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

    def as_dict(self) -> dict[str, Any]:
        """Return it for JSON."""
        return {
            "game": self.game,
            "phase": self.phase,
            "power": self.power,
            "entered": [*self.entered],
            "gone": [*self.gone],
            "standing": [*self.standing],
            "ahead": [*self.ahead],
        }


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
        power = read_power(power_name, table.rules.board)
        read = _read(context_for(table, power), tuple(lines))
        _must_be_sound(read, lines)
        waited = waits_for_orders(transaction, table)
        gone = _enter(services, transaction, table, power, read, None)
        if waited and not waits_for_orders(transaction, table):
            table = replace(table, phase=go_on(services, transaction, table))
        for later in phases_ahead(table, power):
            if _orders_for(read, later):
                gone += _enter(services, transaction, table, power, read, later)
        reconsider(services, transaction, table.game)
        return _done(services, transaction, table, power, read, gone, why)


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
        power = read_power(power_name, table.rules.board)
        records = standing_orders(transaction, table, power)
        if ahead:
            records += _standing_ahead(transaction, table, power)
        if not records:
            name = table.rules.board.powers[power].name
            raise NotAllowed(
                gettext("{power} has no orders for {phase}.", power=name, phase=table.phase.name)
            )
        transaction.replace_orders([order.id for order in records], services.clock.now(), None)
        gone = tuple(order.canonical for order in records)
        reconsider(services, transaction, table.game)
        return _done(services, transaction, table, power, None, gone, why)


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
    power = read_power(power_name, table.rules.board)
    lines = order_lines([text])
    read = read_beforehand(_read, context_for(table, power), tuple(lines))
    _must_be_sound(read, lines)
    return table.rules.board.powers[power].name, *_words(table, read)


def order_lines(orders: Sequence[str]) -> list[str]:
    """Return orders one a line, as they would stand in a mail; `;` stands between those of one."""
    return [line.strip() for text in orders for line in text.replace("\n", ";").split(";")]


def _read(context: Context, lines: tuple[str, ...]) -> Reading:
    return read_orders(lines, context, strict=True)


def _must_be_sound(read: Reading, lines: Sequence[str]) -> None:
    """Refuse orders of which a line cannot be taken, or that are none; ImpossibleOrder, InputError."""
    for line in read.lines:
        problem = line.problem
        if line.verdict is not Verdict.ACCEPTED and problem is not None:
            further = ", ".join(problem.further_candidates)
            told = f"{quoted(line.text)}: {problem.message}"
            if further:
                perhaps = gettext("Perhaps: {places}.", places=further)
                told = f"{told} {perhaps}"
            raise ImpossibleOrder(told, line=line.number)
    if not (read.orders or read.ahead or read.retreats):
        raise InputError(gettext("There is no order in {lines}.", lines=repr("; ".join(lines))))


def _enter(
    services: Services,
    transaction: Transaction,
    table: Table,
    power: SeatId,
    read: Reading,
    later: Phase | None,
) -> tuple[str, ...]:
    """Enter orders; return in short form those that went."""
    before = standing_orders(transaction, table, power, later)
    orders = _orders_for(read, later)
    texts = {order: line.text for line in read.lines for order in line.orders}
    given = [Written(order, texts.get(order, "")) for order in orders]
    retreats = later is not None and later.kind is PhaseKind.RETREAT
    withdrawn = () if retreats else read.withdrawn(ahead=later is not None)
    enter(transaction, table, power, given, services.clock.now(), None, later, withdrawn)
    left = {order_record.id for order_record in standing_orders(transaction, table, power, later)}
    return tuple(order_record.canonical for order_record in before if order_record.id not in left)


def _orders_for(read: Reading, later: Phase | None) -> tuple[Order, ...]:
    """Return what was read for the open phase, or for a later one."""
    if later is None:
        return read.orders
    return read.retreats if later.kind is PhaseKind.RETREAT else read.ahead


def _standing_ahead(
    transaction: Transaction, table: Table, power: SeatId
) -> tuple[OrderRecord, ...]:
    return tuple(
        order
        for later in phases_ahead(table, power)
        for order in standing_orders(transaction, table, power, later)
    )


def _words(table: Table, read: Reading) -> tuple[str, ...]:
    board = table.rules.board_in(table.state)
    now = table.state.phase.kind is PhaseKind.RETREAT
    plain = [in_words(order, board, retreat=now) for order in read.orders]
    plain += [in_words(order, board) for order in read.ahead]
    return (*plain, *(in_words(order, board, retreat=True) for order in read.retreats))


def _done(
    services: Services,
    transaction: Transaction,
    table: Table,
    power: SeatId,
    read: Reading | None,
    gone: tuple[str, ...],
    reason: str,
) -> Book:
    """Note and tell what was entered or taken back, and return the book."""
    entered = _words(table, read) if read is not None else ()
    ahead = _standing_ahead(transaction, table, power)
    book = Book(
        table.game.name,
        table.phase.name,
        power,
        entered,
        gone,
        tuple(order.canonical for order in standing_orders(transaction, table, power)),
        tuple(order.canonical for order in ahead),
    )
    name = table.rules.board.powers[power].name
    count = "1 order" if len(entered) == 1 else f"{len(entered)} orders"
    did = f"entered {count} for" if entered else "took back the orders of"
    _note(services, transaction, table, f"The GM {did} {name} in {table.phase.name}.", reason)
    _tell(services, transaction, table, book, read, reason)
    prove_again(services, transaction, table.game)
    return book


def _note(
    services: Services, transaction: Transaction, table: Table, text: str, reason: str
) -> None:
    """Note it where nobody but the GM reads it: the orders of an open phase are sealed."""
    note_phase(
        services,
        transaction,
        table,
        "orders entered",
        text,
        author="gm",
        reason=reason,
        public=False,
    )


def _tell(
    services: Services,
    transaction: Transaction,
    table: Table,
    book: Book,
    read: Reading | None,
    reason: str,
) -> None:
    """Write the receipt to the power's player, in his words for what was read."""
    told = len(transaction.outbox_keys(f"gm-orders {book.game} {table.phase.number} "))

    def write(reader: Reader) -> Words:
        title, head = _titles(table, book)
        if book.power not in reader.powers:
            return title, ()
        own = replace(book, entered=_words(table, read) if read is not None else ())
        return title, (head, *_told(table, own, reason))

    key = f"gm-orders {book.game} {table.phase.number} {told + 1}"
    tell_players(services, transaction, table, key, write)


def _titles(table: Table, book: Book) -> tuple[str, str]:
    """Return the title of the receipt, and its first sentence."""
    name, phase = table.rules.board.powers[book.power].name, table.stage_words()
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
