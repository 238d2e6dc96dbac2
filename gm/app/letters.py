"""Who an incoming mail is from, what game and seat it is for, and why not.

A game is found from the address it was sent to (`gm+meadow@`, `meadow@`), else from its name in
the subject, else because its sender plays in one game only. The player is found from the sender.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from gm.app.ports import Transaction
from gm.app.records import GameRecord, GameStatus, InboxMail, Person
from gm.app.services import Identity, Services
from gm.errors import NoSuchGame, Refused
from gm.mail.values import MailReading


class Turned(Refused):
    """A mail of which nothing is recorded, with what its sender is told.

    Attributes:
        reason: a sentence: what is wrong.
        remedy: a sentence: what would be right.
        game: the game it was for, where that is known.
    """

    def __init__(self, reason: str, remedy: str, game: GameRecord | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.remedy = remedy
        self.game = game


class NothingFound(Turned):
    """A mail in which there is nothing but talk."""


@dataclass(frozen=True, slots=True)
class Letter:
    """An incoming mail that has found its game and its player."""

    mail: InboxMail
    reading: MailReading
    game: GameRecord
    person: Person


def find_letter(
    services: Services, transaction: Transaction, mail: InboxMail, reading: MailReading
) -> Letter:
    """Find game and player of a mail; Turned if there is none."""
    person = transaction.person(reading.sender) if reading.sender else None
    game = find_game(services, transaction, mail, reading, person)
    if person is None or not plays(transaction, game, person):
        raise Turned(
            f"The address {reading.sender} holds no seat in the game {game.name}.",
            "Write from the address you are registered with, or ask the GM to change it.",
            game,
        )
    if game.status is GameStatus.FINISHED:
        raise Turned(
            f"The game {game.name} is over, so no orders are asked for.",
            f"What is meant for the GM goes to {game.gm_address}.",
            game,
        )
    if game.status is not GameStatus.RUNNING:
        raise Turned(
            f"The game {game.name} is {game.status.value}, so no orders are asked for.",
            "You will get a mail when that changes.",
            game,
        )
    return Letter(mail, reading, game, person)


def find_game(
    services: Services,
    transaction: Transaction,
    mail: InboxMail,
    reading: MailReading,
    person: Person | None,
) -> GameRecord:
    """Find the game a mail is for; Turned if that cannot be told."""
    named = game_in_address(services.identity, mail.recipient)
    if named is not None:
        return _named_game(transaction, named)
    games = {game.name: game for game in transaction.games()}
    words = re.findall(r"[a-z0-9-]+", reading.subject.lower())
    if found := [games[word] for word in words if word in games]:
        return found[0]
    own = [
        game for game in games.values() if person is not None and _in(transaction, game, person)
    ]
    if len(own) == 1:
        return own[0]
    raise Turned("It cannot be told which game your mail is for.", _which(services, own))


def _which(services: Services, own: list[GameRecord]) -> str:
    """Return what would name the game: the addresses of the sender's own, if he plays."""
    if not own:
        return "Write to the game's own address, or put the game's name in the subject."
    places = " or ".join(
        f"{services.identity.game_address(game.name)} for {game.name}" for game in own
    )
    return f"Write to {places}, or put the game's name in the subject."


def _named_game(transaction: Transaction, name: str) -> GameRecord:
    try:
        return transaction.game(name)
    except NoSuchGame as fault:
        raise Turned(
            f"There is no game named {name!r} here.",
            "Reply to a mail of your game, so that the address is right.",
        ) from fault


def game_in_address(identity: Identity, address: str) -> str | None:
    """Return the game's name in an address of ours, or None for the server's own address.

    The domain is not looked at: whoever handed the mail to us has done that.
    """
    local = address.rpartition("@")[0].casefold()
    own = identity.local_part.casefold()
    if local == own or not local:
        return None
    prefix = own + identity.delimiter
    return local.removeprefix(prefix) if local.startswith(prefix) else local


def _in(transaction: Transaction, game: GameRecord, person: Person) -> bool:
    return game.status is GameStatus.RUNNING and plays(transaction, game, person)


def plays(transaction: Transaction, game: GameRecord, person: Person) -> bool:
    """Tell whether a person holds a seat in a game."""
    seats = transaction.seats(game.id)
    return any(seat.person is not None and seat.person.id == person.id for seat in seats)


def is_ours(services: Services, address: str) -> bool:
    """Tell whether mail for an address is taken: our domain, and our own name or a game's.

    Refusing here, before the mail is taken, sends nothing back to a forged sender.
    """
    identity = services.identity
    if address.rpartition("@")[2].casefold() != identity.host.casefold():
        return False
    name = game_in_address(identity, address)
    if name is None:
        return True
    try:
        with services.store.read() as transaction:
            transaction.game(name)
    except NoSuchGame:
        return False
    return True
