"""A whole game in one file, and back: everything that is stored of it, its mails too.

The file is lines of JSON: a heading, a line for each row, and an end that says how many there were.
It holds the secrets of the game: its seed, the players' addresses and reply keys, sealed orders.

A key says once and for all what an outgoing mail is, so that none is written twice. Some count in
numbers of their server: of mails that came in, of journal entries, of people, of offers. Elsewhere
such a number is another thing's, whose mail would never be written: it is replaced.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from gm.app.history.game_notes import note_game
from gm.app.mail_ports import MailTransaction
from gm.app.moving_ports import PlainRow
from gm.app.records import GameRecord, GameStatus, InboxState, JournalKind, OutboxState
from gm.app.services import Services
from gm.errors import NotAllowed, UnreadableInput

_RECEIPT: Final = "receipt"
_REFUSAL: Final = "refusal"
_BY_SERVER: Final = frozenset(
    {
        "applied",
        "invited",
        "joined",
        "left",
        "no-standby",
        "observer",
        "offer",
        "paused",
        "resumed",
        "seat",
        "seated",
        "settings",
        "token",
    }
)
"""What is counted in numbers of the server although its key names the game."""


def moved_key(key: str, game_id: int, mails: Mapping[int, int]) -> str:
    """Return the key that an outgoing mail has on the server that its game has come to.

    Args:
        key: its key on the server it comes from.
        game_id: the number of the game here.
        mails: the numbers that mails had there, and those they have here.
    """
    word, *rest = key.split(" ")
    if word == _RECEIPT and rest:
        return " ".join((word, *rest[:-1], _number(rest[-1], mails)))
    if word == _REFUSAL and len(rest) == 1:
        return f"{word} {_number(rest[0], mails)}"
    if word in _BY_SERVER or (rest and rest[0].isdecimal()):
        return f"moved {game_id} {key}"
    return key


def _number(text: str, mails: Mapping[int, int]) -> str:
    """Return a mail's number here; as it is if it is none, or that mail stayed behind."""
    return str(mails.get(int(text), text)) if text.isdecimal() else text


_KIND: Final = "gm game"
_MOVED: Final = "not sent here: the game came from another server, which may have sent it"


def game_lines(services: Services, name: str, *, anyhow: bool = False) -> Iterator[str]:
    """Yield the lines of a game's file.

    Args:
        services: the ports.
        name: the game's name.
        anyhow: also while mails of it wait to be read or sent here.

    Raises:
        NoSuchGame: there is none of that name.
        NotAllowed: mails of it wait to be read or sent, and nobody said to go on.
    """
    with services.store.read() as transaction:
        game = transaction.game(name)
        if not anyhow:
            _must_be_at_rest(transaction, game)
        head = {"file": _KIND, "version": transaction.version(), "game": game.name}
        yield json.dumps(head)
        digest, count = hashlib.sha256(), 0
        for row in transaction.rows_of_game(game.id):
            line = json.dumps([row.table, row.values], ensure_ascii=False, sort_keys=True)
            digest.update(line.encode())
            count += 1
            yield line
    yield json.dumps({"rows": count, "sha256": digest.hexdigest()})


def _must_be_at_rest(transaction: MailTransaction, game: GameRecord) -> None:
    waiting = [mail for mail in transaction.outbox(game.id) if mail.state is OutboxState.PENDING]
    unread = transaction.inbox(InboxState.NEW)  # whose they are is not known yet
    if waiting or unread:
        raise NotAllowed(
            f"{len(waiting)} mails of {game.name} wait to be sent, and {len(unread)} on this server "
            "to be read: wait until they are, or say --anyway."
        )


def take_game(services: Services, lines: Iterable[str]) -> GameRecord:
    """Store a game from the lines of its file.

    A game that was being played is paused: it goes on with `gm resume`, once the other server has
    let go of it. Mails that the other server had still to send are not sent here.

    Raises:
        UnreadableInput: the lines are no file of a game, or not all of one, or of another version.
        AlreadyThere: another game has the name.
        StoreError: a row is none of ours.
    """
    with services.store.write() as transaction:
        key = transaction.take_rows(_rows(transaction.version(), iter(lines)))
        game = transaction.game_by_id(key)
        if game.status is GameStatus.RUNNING:
            game = replace(game, status=GameStatus.PAUSED)
            transaction.set_game_status(game.id, game.status)
            note_game(
                services, transaction, game, JournalKind.GAME_PAUSED, f"{game.name} was paused."
            )
        note_game(
            services,
            transaction,
            game,
            JournalKind.GAME_IMPORTED,
            f"{game.name} came from a file.",
        )
    return game


def _rows(version: str, lines: Iterator[str]) -> Iterator[PlainRow]:
    """Yield the rows of a file, each as it is to be stored; at the end all of them are checked."""
    head = _object(next(lines, ""))
    if head.get("file") != _KIND:
        raise UnreadableInput("This is no file of a game; `gm export GAME` makes one.")
    if head.get("version") != version:
        raise UnreadableInput(
            f"The file is of version {head.get('version')}, and this server of {version}: bring "
            "both servers to the same release of gm first."
        )
    digest = hashlib.sha256()
    for count, line in enumerate(lines):
        text = line.rstrip("\r\n")
        if text.startswith("{"):
            if _object(text) != {"rows": count, "sha256": digest.hexdigest()}:
                break
            return
        digest.update(text.encode())
        row = _row(text)
        if row.table == "games" and row.values.get("name") != head.get("game"):
            break  # the first line is not in the sum
        yield row
    raise UnreadableInput("The file is not whole, or was changed: export the game again.")


def _row(text: str) -> PlainRow:
    match _json(text):
        case [str(table), dict(values)]:
            return PlainRow(table, _at_rest(table, values))
        case _:
            raise UnreadableInput("A line of the file is no row of a game.", piece=text[:60])


def _at_rest(table: str, values: dict[str, Any]) -> dict[str, Any]:
    """Return a row without what another server was still to do with it."""
    if table == "outbox" and values.get("state") == OutboxState.PENDING.value:
        return {**values, "state": OutboxState.FAILED.value, "last_reply": _MOVED}
    return values


def _object(text: str) -> dict[str, Any]:
    value = _json(text)
    if not isinstance(value, dict):
        raise UnreadableInput("This is no file of a game; `gm export GAME` makes one.")
    return value


def _json(text: str) -> object:
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError) as fault:
        raise UnreadableInput("This is no file of a game: a line is no JSON.") from fault
    return value
