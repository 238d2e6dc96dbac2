"""The GM and the press of his game: a word of his own to the players, and taking a message out."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime

from gm.app.journal import note
from gm.app.life_records import PressItem
from gm.app.mail_records import GM_SEAT
from gm.app.ports import Transaction
from gm.app.records import GameRecord, JournalKind
from gm.app.services import Services
from gm.app.table import Table, game_view, gm_plays, lay, table_at
from gm.app.talk.press import PRESS, Draft, gm_reads, is_public, take_draft, view_of
from gm.app.talk.press_mail import relay, stages_of
from gm.errors import InputError, NotAllowed
from gm.interpret.press_blocks import addressees
from gm.json_answers import in_json, or_none
from gm.report.pages.press_page import press_said


@dataclass(frozen=True, slots=True)
class MessageLine:
    """A message as the GM may see it.

    Args:
        title: who wrote to whom; of a grey one not who. text: its words; "" where it is none of
            his business. state: "sent", "held" or "dropped".
    """

    number: int
    at: datetime
    title: str
    state: str
    text: str = field(metadata=in_json(made=or_none))


def list_press(services: Services, game_name: str) -> tuple[MessageLine, ...]:
    """Return the messages of a game, oldest first.

    The words of private ones are left out unless the game lets its GM read them; to a GM who plays
    they are not listed at all. NoSuchGame if there is no such game.
    """
    with services.store.read() as transaction:
        game = transaction.game(game_name)
        table = _table(services, transaction, game)
        if table is None:
            return ()
        stages, hidden = stages_of(table), gm_plays(table.game, table.seats)
        lines = []
        for item in transaction.press(game.id):
            reads = gm_reads(table, item) or is_public(item) or item.seat == GM_SEAT
            if item.kind != PRESS or (hidden and not reads):
                continue
            stage = stages.get(item.phase_id or 0, table.stage)
            view = view_of(table.names, item, stage)
            title = press_said(view, game_view(table), game.time_zone).title
            lines.append(
                MessageLine(item.id, item.at, title, _state(item), item.text if reads else "")
            )
    return tuple(lines)


def _table(services: Services, transaction: Transaction, game: GameRecord) -> Table | None:
    phases = transaction.phases(game.id)
    return table_at(services, transaction, game, phases[-1]) if phases else None


def _state(item: PressItem) -> str:
    if item.dropped_at is not None:
        return "dropped"
    return "held" if item.released_at is None else "sent"


def send_press(services: Services, game_name: str, to: str, text: str) -> tuple[str, int]:
    """Send a message of the GM's, signed by him.

    Returns:
        To whom it went, in words, and how many mails that are.

    Raises:
        NoSuchGame: there is no such game.
        InputError: a power is none, or there are no words, or too many.
        NotAllowed: no phase of the game is open.
    """
    with services.store.write() as transaction:
        table = lay(services, transaction, transaction.game(game_name))
        names = table.names
        whom = addressees(names, to)
        if whom.unknown:
            known = ", ".join(power.name for power in names.seats)
            raise InputError(f"{whom.unknown[0].word!r} is no power; there are {known}, and all.")
        if whom.gm:
            raise InputError("The game master is you: name powers, or all.")
        item, absent = take_draft(table, Draft(GM_SEAT, "", whom, text))
        count = relay(table, item)
        view = view_of(names, item, table.stage)
        title = press_said(view, game_view(table), table.game.time_zone).title
    return " ".join((f"{title}.", *absent)), count


def drop_press(services: Services, game_name: str, number: int, reason: str) -> str:
    """Take a message out: it is not sent if it is held, and not printed nor shown again.

    Returns:
        Which it was, in words.

    Raises:
        NoSuchGame: there is no such game.
        InputError: it has no such message, or no reason is given.
        NotAllowed: it was taken out before.
    """
    if not reason.strip():
        raise InputError("Say why, for the journal: --reason.")
    with services.store.write() as transaction:
        game = transaction.game(game_name)
        messages = {
            press_item.id: press_item
            for press_item in transaction.press(game.id)
            if press_item.kind == PRESS
        }
        if number not in messages:
            raise InputError(f"{game.name} has no message {number}: gm press list {game.name}.")
        item, now = messages[number], services.clock.now()
        if item.dropped_at is not None:
            raise NotAllowed(f"Message {number} was taken out already.")
        transaction.save_press(replace(item, dropped_at=now))
        held = "before it was sent" if item.released_at is None else "after it was sent"
        words = f"Message {number} was taken out {held}"
        text, kind = f"{words}: {reason.strip()}", JournalKind.PRESS_DROPPED
        note(transaction, now, kind, text, game_id=game.id, author="gm")
    return f"{words}."
