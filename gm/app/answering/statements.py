"""Closing statements: taken when a game is over, for as long as it says, and then mailed to all.

With them goes the record of the game: its seed, rulings, what was public in its journal, and every
order of every season. Whatever came in is published once, however often somebody looks.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Final

from gm.app.history.chance import public_seed
from gm.app.history.ended import statements_until
from gm.app.journal import note
from gm.app.life_ports import TalkTransaction
from gm.app.life_records import PressItem
from gm.app.ports import PhaseTransaction, Transaction
from gm.app.records import GameRecord, GameStatus, JournalKind, PhaseRecord
from gm.app.reporting.season_news import tell_closing
from gm.app.senders.beforehand import read_beforehand
from gm.app.senders.letters import Letter, Turned
from gm.app.services import Services
from gm.app.table import Table, game_view, table_at
from gm.app.talk.press import MOST_LETTERS
from gm.app.words.answers import answer_asked
from gm.contract.draws import commitment
from gm.contract.seats import SeatId
from gm.interpret.folding import fold
from gm.languages import gettext
from gm.mail.compose import MailAttachment
from gm.report.pages.closing_page import (
    ClosingView,
    SeasonOrders,
    Statement,
    closing_mail,
    closing_record,
    statement_answer,
)
from gm.report.views import MailText, Once
from gm.report.wording.dates import moment_words

STATEMENT: Final = "statement"
"""The kind of a stored text that is a closing statement."""

_OPENS = re.compile(r"(?:closing )?statement\b\s*(:.*)?[.!]?", re.I)
_CLOSES = re.compile(r"end ?statement\b", re.I)


def take_statement(letter: Letter) -> None:
    """Record the closing statement in a mail to a game that is over; Turned if there is none."""
    transaction = letter.transaction
    game, now = letter.game, letter.services.clock.now()
    table = _last_table(letter.services, transaction, game)
    until = statements_until(transaction, game)
    text = read_beforehand(_statement_in, letter.reading.lines)
    if text is None or until is None:
        raise Turned(
            gettext(
                "The game {game} is over, so your mail was not read for orders.", game=game.name
            ),
            gettext(
                "A closing statement stands below a line STATEMENT; it is mailed to "
                "everybody. What is meant for the GM goes to {gm}.",
                gm=game.gm_address,
            ),
            game,
        )
    if len(text) > MOST_LETTERS:
        raise Turned(
            gettext(
                "Your statement has {count} letters, and one may have {most}.",
                count=len(text),
                most=MOST_LETTERS,
            ),
            gettext("Send a shorter one; the one you sent before, if any, stays."),
            game,
        )
    seats = table.seats_of(letter.person)
    for before in _statements(transaction, game):
        if before.seat == seats[0]:
            transaction.save_press(replace(before, dropped_at=now))
    if text:
        to = json.dumps(["all"])
        item = PressItem(0, game.id, table.phase.id, seats[0], STATEMENT, "white", to, text, now)
        transaction.add_press(replace(item, inbox_id=letter.mail.id))
    came = "A closing statement came in." if text else "A closing statement was taken back."
    kind = JournalKind.STATEMENT
    note(transaction, now, kind, came, game_id=game.id, author=seats[0])
    names = table.names
    answer = statement_answer(
        game_view(table),
        _statement(names.name(seats[0]), letter.person.name, text),
        moment_words(until, letter.person.time_zone),
        seats,
    )
    answer_asked(letter, STATEMENT, answer, 0)


def _statement_in(lines: Sequence[str]) -> str | None:
    """Return what stands below a line STATEMENT; None if there is none."""
    start = next((at for at, line in enumerate(lines) if _OPENS.fullmatch(fold(line[:500]))), None)
    if start is None:
        return None
    end = (at for at, line in enumerate(lines) if at > start and _CLOSES.match(fold(line[:80])))
    inside = lines[start + 1 : next(end, len(lines))]
    first = lines[start].partition(":")[2].strip()
    return "\n".join((first, *(text.rstrip() for text in inside))).strip("\n")


def _statements(transaction: TalkTransaction, game: GameRecord) -> tuple[PressItem, ...]:
    items = transaction.press(game.id)
    return tuple(item for item in items if item.kind == STATEMENT and item.dropped_at is None)


def published_statements(table: Table) -> tuple[Statement, ...]:
    """Return the closing statements that were mailed to all, by the order of the powers."""
    return _told(
        table, [item for item in _statements(table.transaction, table.game) if item.released_at]
    )


def _told(table: Table, items: Sequence[PressItem]) -> tuple[Statement, ...]:
    names, by_seat = table.names, {item.seat: item for item in items}
    players = {seat.seat: seat.person.name for seat in table.seats if seat.person is not None}
    return tuple(
        _statement(names.name(power), players.get(power, ""), by_seat[power].text)
        for power in names.ids
        if power in by_seat
    )


def _statement(power: str, player: str, text: str) -> Statement:
    return Statement(f"{power} ({player})" if player else power, text)


def _last_table(services: Services, transaction: Transaction, game: GameRecord) -> Table:
    return table_at(services, transaction, game, transaction.phases(game.id)[-1])


def publish_closings(services: Services, looked_at: set[int]) -> int:
    """Mail the closing statements of every game whose time for them is over.

    Args:
        services: the ports.
        looked_at: keys of games that are over and published, which need not be looked at again;
            it is kept by who calls this, and filled here.

    Returns:
        How many games were published.
    """
    now = services.clock.now()
    with services.store.read() as transaction:
        over = [
            game_record
            for game_record in transaction.games()
            if game_record.status is GameStatus.FINISHED
        ]
        looked_at &= {game_record.id for game_record in over}
        due = []
        for game in over:
            if game.id in looked_at:
                continue
            until = statements_until(transaction, game)
            if until is None or transaction.count_outbox(_key(transaction, game)):
                looked_at.add(game.id)
            elif until <= now:
                due.append(game)
    return sum(_publish(services, game, now) for game in due)


def _key(transaction: PhaseTransaction, game: GameRecord) -> str:
    # A game that was taken back and ended again is published again.
    return f"closing {game.name} {transaction.phases(game.id)[-1].number} "


def _publish(services: Services, seen: GameRecord, now: datetime) -> bool:
    with services.store.write() as transaction:
        game = transaction.game_by_id(seen.id)
        until = statements_until(transaction, game)
        if until is None or until > now or transaction.count_outbox(_key(transaction, game)):
            return False
        table = _last_table(services, transaction, game)
        items = _statements(transaction, game)
        for item in items:
            transaction.save_press(replace(item, released_at=now))
        view = _view(table, items)
        tell_closing(table, _key(transaction, game).strip(), partial(_closing, view, game, Once()))
        text = f"The game's record was published, with {len(items)} closing statements."
        note(transaction, now, JournalKind.GAME_PUBLISHED, text, game_id=game.id, public=True)
    return True


def _closing(
    view: ClosingView,
    game: GameRecord,
    once: Once,
    powers: tuple[SeatId, ...],
    zone: str,
) -> tuple[MailText, tuple[MailAttachment, ...]]:
    """Return the last mail to a reader, with the whole record as a file if it is not all in it."""
    mail = closing_mail(view, powers, zone)
    if not mail.shortened:
        return mail.text, ()
    record = once("record", partial(closing_record, view, game.time_zone))
    kind = "text/plain; charset=utf-8"
    return mail.text, (MailAttachment(f"{game.name}-record.txt", kind, record.encode()),)


def _view(table: Table, items: Sequence[PressItem]) -> ClosingView:
    transaction = table.transaction
    game = table.game
    phases = transaction.phases(game.id)
    result = transaction.result(phases[-1].id)
    journal = [entry for entry in transaction.journal(game.id) if entry.public]
    return ClosingView(
        game=game_view(table),
        rules=table.rules,
        stage=table.stage,
        events=table.codec.load_events(result.events) if result is not None else (),
        statements=_told(table, items),
        seed=public_seed(transaction, game) if table.rules.meta.chance else "",
        seal=commitment(game.seed) if table.rules.meta.chance else "",
        rulings=tuple(
            f"{ruling.number}. {ruling.text} {ruling.reason}".strip()
            for ruling in transaction.rulings(game.id)
            if ruling.taken_back_at is None
        ),
        journal=tuple((entry.at, entry.text) for entry in journal),
        orders=tuple(_season(table, phase) for phase in phases),
    )


def _season(table: Table, phase: PhaseRecord) -> SeasonOrders:
    given: dict[str, list[str]] = {}
    for order in table.transaction.active_orders(phase.id):
        given.setdefault(order.seat, []).append(order.canonical)
    names = table.names
    return SeasonOrders(
        table.family.stage(phase.name),
        tuple(
            (names.name(power), "; ".join(given[power])) for power in names.ids if power in given
        ),
    )
