"""A mail that has come in, with all that is found out about it before anybody takes it.

A game is found from the address it was sent to (`gm+meadow.SECRET@`, `meadow@`), else from a secret
in its text, else from its name in the subject, else because its sender plays in one game only. What
was found goes on with the mail as a value, and nobody asks it again. What becomes of a mail is written
in one place, `settle_mail`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final, Self

from gm.app.addresses.destinations import Destination, DestinationKind
from gm.app.addresses.question_ids import question_replied_to
from gm.app.addresses.tokens import known_token
from gm.app.mail_ports import IdentityTransaction, InboxTransaction
from gm.app.mail_records import ASSIGNED, Confirmation, SeatToken
from gm.app.memberships import plays
from gm.app.ports import GameTransaction, Transaction
from gm.app.records import IN_PLAY, GameRecord, InboxMail, InboxState, Person, SeatRecord
from gm.app.senders.beforehand import read_beforehand
from gm.app.senders.identity import SenderVerdict
from gm.app.services import Services
from gm.errors import NoSuchGame
from gm.mail.typed import with_typed_lines
from gm.mail.values import DropReason, MailReading


@dataclass(frozen=True, slots=True)
class ReadMail:
    """A mail that has been read: what is known of it before the database is asked.

    Args:
        mail: as it came; reading: what it says, less what has been taken of it since.
        destination: what the address of ours means that it came to.
        verdict: what mail servers say of its From domain.
    """

    mail: InboxMail
    reading: MailReading
    destination: Destination
    verdict: SenderVerdict


@dataclass(frozen=True, slots=True)
class Arrival(ReadMail):
    """A mail that has come in, and what the database knows of it.

    Args:
        services, transaction: the ports.
        writer: whose address its From line names, whoever wrote it; None for an unknown one.
        about: what was asked about the mail itself, if it was confirmed or given to somebody by the GM.
        question: the question to a registered address that it answers, if it answers one.
        confirmer: who confirmed it from his registered address; it is from nobody else then.
        tokens: the secrets of seats in its recipient and its text, replaced ones too.
        named: the game that its address or a secret in it names.
        titled: the game whose name stands in its subject, where it names none itself.
        seats: of the game it is for.
        own: the games that its writer plays in, where its subject has the name of none either.
    """

    services: Services
    transaction: Transaction
    writer: Person | None
    about: Confirmation | None
    question: Confirmation | None
    confirmer: Person | None
    tokens: tuple[SeatToken, ...]
    named: GameRecord | None
    titled: GameRecord | None = None
    seats: tuple[SeatRecord, ...] = ()
    own: tuple[GameRecord, ...] = ()

    @property
    def sender(self) -> str:
        """The address in its From line; "" where it does not have exactly one."""
        return self.reading.sender or ""

    @property
    def game(self) -> GameRecord | None:
        """The game it is for; None where that cannot be told."""
        only = self.own[0] if len(self.own) == 1 else None
        return self.named or self.titled or only

    @property
    def names_unknown(self) -> bool:
        """Whether its address names a game that does not exist."""
        return self.destination.kind is DestinationKind.GAME and self.named is None

    def with_rest(self, reading: MailReading) -> Self:
        """Return it with what is left to be read of it: its lines alone may be others."""
        return replace(self, reading=reading)


def arrival_of(services: Services, transaction: Transaction, read: ReadMail) -> Arrival:
    """Find out about a mail what the database knows; the game that it is for is locked."""
    mail, reading, place = read.mail, read.reading, read.destination
    about = transaction.confirmation_about(mail.id) if mail.confirmed else None
    # The game comes first where it can be told without more, as for all who lock one: what is read
    # then stays true until the end, and whoever has the game and wants a question waits for nobody.
    named = _game_told(transaction, place, about)
    if reading.sender is None and about is not None:
        # The GM said whose it is, of a mail that does not say it itself.
        said = transaction.person_by_id(about.person_id)
        reading = replace(reading, sender=said.address if said is not None else None)
    question = question_in(services, transaction, place, reading)
    tokens = tuple(_tokens_in(transaction, place, reading))
    if named is None and place.kind is not DestinationKind.GAME:
        named = _game_of_secret(transaction, question, tokens)
        # Read again with the game in hand: a secret may have been replaced while it was waited for.
        tokens = tuple(_tokens_in(transaction, place, reading)) if named is not None else tokens
    answered = about or question if mail.confirmed else None
    arrival = Arrival(
        mail,
        reading,
        place,
        read.verdict,
        services,
        transaction,
        transaction.person_of_address(reading.sender) if reading.sender else None,
        about,
        question,
        transaction.person_by_id(answered.person_id) if answered is not None else None,
        tokens,
        named,
    )
    if named is None and not arrival.names_unknown:
        arrival = _with_game_told(arrival)
    arrival = arrival.with_rest(_apart_from_quotes(arrival))
    game = arrival.game
    return replace(arrival, seats=transaction.seats(game.id)) if game is not None else arrival


_MOST_QUOTED: Final = 6
"""Mails that another refers to, and as many of the latest to its writer, that it may quote."""


def _apart_from_quotes(arrival: Arrival) -> MailReading:
    """Return a mail with what its writer typed among the lines that it quotes."""
    reading, transaction = arrival.reading, arrival.transaction
    person = arrival.confirmer or arrival.writer
    address = person.address if person is not None else reading.sender
    if address is None or all(each.reason is not DropReason.QUOTE for each in reading.dropped):
        return reading
    referred = (reading.in_reply_to, *reversed(reading.references[-_MOST_QUOTED:]))
    answered = (transaction.outbox_by_message(message, address) for message in referred if message)
    latest = transaction.latest_written(address, _MOST_QUOTED)
    sent = (mail.raw for mail in (*answered, *latest) if mail is not None)
    return read_beforehand(with_typed_lines, reading, tuple(dict.fromkeys(sent)))


def _tokens_in(
    transaction: IdentityTransaction, place: Destination, reading: MailReading
) -> Iterator[SeatToken]:
    addressed = (place.secret,) if place.kind is DestinationKind.GAME else ()
    for secret in dict.fromkeys((*addressed, *reading.keys)):
        if (token := known_token(transaction, secret)) is not None:
            yield token


def question_in(
    services: Services, transaction: IdentityTransaction, place: Destination, reading: MailReading
) -> Confirmation | None:
    """Return the question that a mail answers.

    Its code stands in the address, or in the quote, or the mail replies to the question itself.
    """
    if place.kind is DestinationKind.CONFIRM:
        return transaction.confirmation(place.secret)
    known = map(transaction.confirmation, reading.keys)
    quoted = next((confirmation for confirmation in known if confirmation is not None), None)
    return quoted or question_replied_to(services.identity, transaction, reading)


def _game_told(
    transaction: GameTransaction, place: Destination, about: Confirmation | None
) -> GameRecord | None:
    """Return the game that the GM said a mail is for, or that its address names, if there is one."""
    if about is not None and about.outcome == ASSIGNED and about.game_id is not None:
        return transaction.game_by_id(about.game_id)
    if place.kind is DestinationKind.GAME:
        with suppress(NoSuchGame):
            return transaction.game(place.game)
    return None


def _game_of_secret(
    transaction: GameTransaction, question: Confirmation | None, tokens: tuple[SeatToken, ...]
) -> GameRecord | None:
    """Return the game of the question that a mail answers, else that of the secrets in its text."""
    if question is not None and question.game_id is not None:
        return transaction.game_by_id(question.game_id)
    games = {token.game_id for token in tokens if token.revoked_at is None}
    games = games or {token.game_id for token in tokens}
    return transaction.game_by_id(games.pop()) if len(games) == 1 else None


def _with_game_told(arrival: Arrival) -> Arrival:
    """Return a mail that names no game itself with that of its subject, or those of its writer."""
    transaction, writer = arrival.transaction, arrival.writer
    games = {game.name: game for game in transaction.games()}
    words = re.findall(r"[a-z0-9-]+", arrival.reading.subject.lower())
    titled = next((word for word in words if word in games), None)
    # Asking for a game by its name locks it; the list of all of them locks none.
    if titled is not None:
        return replace(arrival, titled=transaction.game(titled))
    if writer is None:
        return arrival
    played = tuple(
        game
        for game in games.values()
        if game.status in IN_PLAY and plays(transaction, game, writer)
    )
    return replace(
        arrival, own=(transaction.game(played[0].name),) if len(played) == 1 else played
    )


@dataclass(frozen=True, slots=True)
class Became:
    """What became of a mail that somebody has taken.

    Args:
        state: of its row; note: why, for the GM and the journal of mails.
        game_id: the game it was for, if it was for one.
        again: it is read once more, as its sender's proved word.
    """

    note: str
    game_id: int | None = None
    state: InboxState = InboxState.DONE
    again: bool = False


def settle_mail(
    services: Services, transaction: InboxTransaction, mail_id: int, became: Became
) -> None:
    """Write what became of a mail, at this moment."""
    now = services.clock.now()
    transaction.settle_inbox(mail_id, became.state, now, game_id=became.game_id, note=became.note)
    if became.again:
        # Behind the mails that it confirms itself, so that they are read first.
        transaction.confirm_inbox(mail_id, now)
