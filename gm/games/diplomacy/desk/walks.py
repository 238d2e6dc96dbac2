"""Walks of special units that the GM orders instead of the hat, by mail or command (Irish 13).

They stand in the book under the seat of the GM, replace one another by the unit they send, and are
secret until the season is resolved, as every order is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from gm.app.journal import note
from gm.app.mail_out.post import Parcel, queue
from gm.app.orders.order_book import Written, enter, standing_orders
from gm.app.play.proofs import prove_again
from gm.app.ports import Transaction
from gm.app.records import (
    GameRecord,
    GameStatus,
    InboxMail,
    JournalKind,
    OrderRecord,
)
from gm.app.senders.arrival import Arrival
from gm.app.senders.beforehand import read_beforehand
from gm.app.senders.held import gm_person
from gm.app.senders.identity import BELIEVED, SenderStanding
from gm.app.senders.letters import (
    Doubted,
    GmWordsTaken,
    gm_standing,
    letter_of,
    without_lines,
)
from gm.app.services import Services
from gm.app.table import Table, due_view, game_view, is_closed, lay
from gm.app.words.gm_mail import option_apart
from gm.contract.language import Problem
from gm.contract.orders import Order
from gm.errors import ImpossibleOrder, NotAllowed
from gm.games.diplomacy.language.binding.names import names_on
from gm.games.diplomacy.language.walks import read_walks
from gm.games.diplomacy.readings import Context, LineReading
from gm.games.diplomacy.rules.mechanics.walks import GM
from gm.games.diplomacy.rules.mechanics.wanderers import WanderersPart
from gm.games.diplomacy.rules.narrowed import board_of, rules_in
from gm.games.diplomacy.rules.orders import Walk
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.games.diplomacy.stored import load_order
from gm.games.diplomacy.wording.draw_labels import special_words
from gm.games.diplomacy.wording.phrases import phase_words
from gm.games.diplomacy.wording.words import in_words, place_words
from gm.interpret.press_blocks import without_blocks
from gm.languages import ENGLISH, gettext, ngettext, speaking
from gm.mail.compose import Purpose
from gm.mail.reading import MailReading
from gm.mail.threads import answer_to
from gm.report import mails
from gm.report.views import NoticeView

WALKS: Final = "walks "
"""What the keys of the GM's receipts for walks begin with; the mail's number follows."""

_SETTING, _OFF = "gm_walk", "off"


@dataclass(frozen=True, slots=True)
class WalkOrders:
    """What the GM has ordered.

    Args:
        phase: the open phase, in words.
        standing: the walks that stand, in words.
        refused: the lines that were not taken, each with the reason.
    """

    phase: str
    standing: tuple[str, ...]
    refused: tuple[tuple[str, str], ...] = ()


def order_walks(services: Services, game_name: str, lines: Sequence[str]) -> WalkOrders:
    """Order walks, each in a line such as `Irish 1 (NTH) - NWY`; none only tells what stands.

    Raises:
        NoSuchGame: there is none of that name.
        NotAllowed: nothing walks in this game, or not in the phase that is open.
        ImpossibleOrder: a line is impossible or cannot be read; then none of them is taken.
    """
    with services.store.write() as transaction:
        table = _table(services, transaction, transaction.game(game_name))
        _enter(table, _sound(table, lines), None)
        return _walks(table)


def withdraw_walks(services: Services, game_name: str, special: str) -> WalkOrders:
    """Take back the walk of a special unit, as `Irish 1`, or of all; the hat decides again.

    Raises:
        NoSuchGame: there is none of that name.
        NotAllowed: nothing walks in this game or phase, or no such walk is ordered.
    """
    with services.store.write() as transaction:
        table = _table(services, transaction, transaction.game(game_name))
        gone = _walks_of(table, special)
        transaction.replace_orders([order.id for order in gone], services.clock.now(), None)
        walks = "; ".join(order.canonical for order in gone)
        _note(table, f"The GM took back a walk: {walks}.")
        prove_again(services, transaction, table.game)
        return _walks(table)


def foresee_walks(
    services: Services,
    transaction: Transaction,
    game_name: str,
    lines: Sequence[str],
    special: str | None = None,
) -> tuple[str, ...]:
    """Return in words what an order of walks would do, or the taking back of one; nothing is changed.

    Args:
        services, transaction: the ports; game_name: the game.
        lines: the walks that would be ordered.
        special: the unit whose walk would be taken back before, "all" for every one; None for none.

    Raises:
        NoSuchGame, NotAllowed, ImpossibleOrder: as `order_walks` and `withdraw_walks` would.
    """
    table = _table(services, transaction, transaction.game(game_name))
    gone = _walks_of(table, special) if special is not None else ()
    taken_back = [
        gettext("Taken back: {walk}.", walk=_words(table, _order(record))) for record in gone
    ]
    read = _sound(table, lines)
    return (*taken_back, *(f"{_words(table, order)}." for line in read for order in line.orders))


def foresee_walk_command(
    services: Services, transaction: Transaction, game_name: str, words: Sequence[str]
) -> tuple[str, ...]:
    """Return in words what `gm walk` would do with the words behind the game's name."""
    lines, special = option_apart(words, "--withdraw")
    return foresee_walks(services, transaction, game_name, lines, special)


def _sound(table: Table, lines: Sequence[str]) -> tuple[LineReading, ...]:
    """Return some lines as walks; ImpossibleOrder if one of them is none that can be ordered."""
    read = read_beforehand(read_walks, tuple(lines), _context(table))
    for line in read.lines:
        if line.problem is not None:
            raise ImpossibleOrder(_one_text(line.problem))
    if len({line.number for line in read.lines}) < len(lines):
        raise ImpossibleOrder(gettext('A walk is written so: "Irish 1 (NTH) - NWY".'))
    return read.lines


def _walks_of(table: Table, special: str) -> tuple[OrderRecord, ...]:
    """Return the walks of a special unit that are ordered, or all; NotAllowed if there are none."""
    wanted = "".join(special.split()).upper()
    gone = tuple(
        order
        for order in standing_orders(table, GM)
        if wanted in ("ALL", order.key.removeprefix("walk of ").replace(" ", "").upper())
    )
    if not gone:
        raise NotAllowed(gettext("You have ordered no walk of {unit}.", unit=special))
    return gone


def take_walks(arrival: Arrival) -> GmWordsTaken | None:
    """Take the walks out of a mail from a game's GM, and answer them.

    Returns:
        What is left; None if the mail has no walks, or is not from the GM to his game's address.

    Raises:
        Doubted: nothing proves that it is from the GM.
    """
    services, transaction = arrival.services, arrival.transaction
    game, mail, reading = arrival.named, arrival.mail, arrival.reading
    if game is None or game.status is not GameStatus.RUNNING or reading.is_list:
        return None
    standing = gm_standing(arrival, game)
    if standing is SenderStanding.STRANGER:
        return None
    table = lay(services, transaction, game)
    context = _context(table)
    lines = read_beforehand(_walks_in, reading.lines, context)
    if not lines:
        return None
    if standing not in BELIEVED:
        raise Doubted(letter_of(arrival, game, gm_person(transaction, game), standing))
    why_not = _why_not(table)
    if not why_not:
        _enter(table, lines, mail)
    refused = tuple(
        (line.text, why_not or _one_text(line.problem))
        for line in lines
        if why_not or line.problem is not None
    )
    done = replace(_walks(table), refused=refused)
    _answer(services, transaction, mail, reading, table, done)
    return GmWordsTaken(game, without_lines(reading, {line.number - 1 for line in lines}))


def _walks_in(lines: tuple[str, ...], context: Context) -> tuple[LineReading, ...]:
    """Return the lines of a mail that order walks, its messages left out."""
    return read_walks(without_blocks(names_on(context.board), lines), context).lines


def _table(services: Services, transaction: Transaction, game: GameRecord) -> Table:
    """Lay out a game in which walks can be ordered now; NotAllowed."""
    table = lay(services, transaction, game)
    if why_not := _why_not(table):
        raise NotAllowed(why_not)
    return table


def _why_not(table: Table) -> str:
    """Return in a sentence why no walk can be ordered now; "" if one can."""
    name, phase = table.game.name, table.state.phase
    if not table.state.part(WanderersPart).places:
        return gettext("There is no Irish or Psychiatrist unit in {game}.", game=name)
    if _setting(table) == _OFF:
        return gettext("In {game} every walk is drawn: the setting gm_walk is off.", game=name)
    if phase.kind is not PhaseKind.MOVEMENT or is_closed(table.phase):
        return gettext(
            "Walks are ordered while moves are asked for; now it is {phase}.",
            phase=phase_words(phase),
        )
    if table.state.part(WanderersPart).waiting:
        return gettext(
            "In {phase} the special units are placed by lot; they walk afterwards.",
            phase=phase_words(phase),
        )
    return ""


def _setting(table: Table) -> str:
    options = {option.name: option.default for option in table.rules.meta.options}
    return {**options, **table.game.options}.get(_SETTING, "")


def _context(table: Table) -> Context:
    rules, state = rules_in(table.rules), table.state
    return Context(rules, state, rules.board_in(state), GM)


def _enter(table: Table, lines: Sequence[LineReading], mail: InboxMail | None) -> None:
    given = [Written(order, line.text) for line in lines for order in line.orders]
    if not given:
        return
    now = mail.received_at if mail is not None else table.services.clock.now()
    enter(table, GM, given, now, mail.id if mail is not None else None)
    with speaking(ENGLISH):  # as all of the journal
        walks = "; ".join(_words(table, written.order) for written in given)
    _note(table, f"The GM ordered: {walks}.")
    prove_again(table.services, table.transaction, table.game)


def _walks(table: Table) -> WalkOrders:
    records = standing_orders(table, GM)
    walks = tuple(_words(table, order) for order in map(_order, records))
    return WalkOrders(phase_words(table.state.phase), walks)


def _order(record: OrderRecord) -> Order:
    return load_order(record.order)


def _words(table: Table, order: Order) -> str:
    """Return a walk in words, with where it starts: `Irish 1 goes from North Sea to Norway`."""
    board = board_of(table.position)
    places = table.state.part(WanderersPart).places
    if not isinstance(order, Walk) or order.special not in places:
        return in_words(order, board)
    return gettext(
        "{unit} goes from {start} to {place}",
        unit=special_words(order.special),
        start=place_words(places[order.special], board),
        place=place_words(order.to, board),
    )


def _one_text(problem: Problem | None) -> str:
    if problem is None:
        return ""
    if further := ", ".join(problem.further_candidates):
        perhaps = gettext("Perhaps: {places}.", places=further)
        return f"{problem.message} {perhaps}"
    return problem.message


def _answer(
    services: Services,
    transaction: Transaction,
    mail: InboxMail,
    reading: MailReading,
    table: Table,
    done: WalkOrders,
) -> None:
    """Write the GM's receipt."""
    game, now = table.game, services.clock.now()
    text = mails.notice(
        NoticeView(
            _title(done),
            tuple(walk_lines(done)),
            game=game_view(table),
            due=due_view(table, {}),
            zone=game.time_zone,
            now=now,
        )
    )
    parcel = Parcel(
        key=f"{WALKS}{mail.id}",
        kind=f"walks-{mail.id}",
        label=game.gm_address,
        address=game.gm_address,
        name=game.gm_name,
        text=text,
        purpose=Purpose.ANSWER,
        number=table.phase.number,
        game=game,
        thread=answer_to(reading.message_id, reading.references),
    )
    queue(services, transaction, parcel)


def _title(done: WalkOrders) -> str:
    count = len(done.refused)
    if count:
        return ngettext(
            "Walks: {count} line not taken", "Walks: {count} lines not taken", count, count=count
        )
    count = len(done.standing)
    return ngettext(
        "Walks: {count} unit sent by you", "Walks: {count} units sent by you", count, count=count
    )


def walk_lines(done: WalkOrders) -> Iterator[str]:
    """Yield what stands and what was refused, a sentence each."""
    for text, why in done.refused:
        yield gettext("Not taken: “{line}”. {why}", line=" ".join(text.split()), why=why)
    for words in done.standing:
        yield gettext("By your word, in {phase}: {words}.", phase=done.phase, words=words)
    if done.standing:
        yield gettext(
            "The hat decides for the others. The report will say who walked by your word."
        )
    else:
        yield gettext("No walk is ordered in {phase}: the hat decides for all.", phase=done.phase)


def _note(table: Table, text: str) -> None:
    now, data = table.services.clock.now(), {"phase": table.phase.name}
    kind = JournalKind.WALK_ORDERED
    note(table.transaction, now, kind, text, game_id=table.game.id, author="gm", data=data)
