"""Who an incoming mail is from, what game and seat it is for, whether that is believed, and why not.

The player is found from the sender, or from the secret of his seat. Its lines are read for his seats.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Final

from gm.app.addresses.destinations import DestinationKind, destination
from gm.app.addresses.tokens import holder_among, known_token
from gm.app.history.ended import statements_until
from gm.app.mail_ports import OutboxTransaction
from gm.app.mail_records import GM_SEAT
from gm.app.memberships import holds_one
from gm.app.ports import PhaseTransaction, Transaction
from gm.app.records import IN_PLAY, GameRecord, GameStatus, InboxMail, Person
from gm.app.senders.arrival import Arrival
from gm.app.senders.beforehand import read_beforehand
from gm.app.senders.identity import Evidence, Secret, SenderStanding, judge
from gm.app.senders.signature_words import (
    Below,
    doubt_in_tails,
    lines_apart,
    lines_below,
    lines_of_notices,
    lines_signed,
    words_below,
)
from gm.app.senders.subject_words import (
    heads_game,
    is_told,
    own_words,
    reserves,
    sets_aside,
)
from gm.app.services import Services
from gm.app.table import Table, table_at
from gm.contract.language import Desk, People, Read, SeatRead, Talk, UnreadLine
from gm.contract.orders import Order
from gm.contract.seats import SeatId
from gm.contract.told import ReadLine
from gm.errors import NoSuchGame, Refused
from gm.interpret.commands import command_of
from gm.interpret.folding import fold
from gm.interpret.gm_words import has_wishes
from gm.interpret.headings import HEADING_LONGEST, heading_seat, is_little
from gm.interpret.reservations import leaves_open, limits
from gm.interpret.tongues import words_of
from gm.interpret.unread import name_words
from gm.interpret.yes_no import Said, read_answer
from gm.languages import gettext, listed, quoted
from gm.mail.addresses import address_key, domain_key
from gm.mail.headers import split_headers, subject
from gm.mail.threads import is_report_of
from gm.mail.values import MailReading

_MOST_ANSWERED: Final = 5
"""Mails that another refers to among which the one of ours that it answers is looked for."""


class Turned(Refused):
    """A mail of which nothing is recorded, with what its sender is told.

    Attributes:
        reason: a sentence: what is wrong.
        remedy: a sentence: what would be right.
        game: the game it was for, where that is known.
        lines: those of the mail that are wrong, each with what is; none where it is all of it.
    """

    def __init__(
        self,
        reason: str,
        remedy: str,
        game: GameRecord | None = None,
        lines: tuple[ReadLine, ...] = (),
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.remedy = remedy
        self.game = game
        self.lines = lines


class NothingFound(Turned):
    """A mail in which there is nothing but talk.

    Attributes:
        unread: its lines but those that only greet or sign.
    """

    unread: tuple[UnreadLine, ...] = ()


class FromStranger(Turned):
    """A mail to a game from an address that has nothing to do with it."""


@dataclass(frozen=True, slots=True)
class Letter:
    """An incoming mail that has found its game and its player.

    Args:
        services, transaction: the ports, those with which it was found.
        person: whom it is from, or claims to be from, as `standing` says.
        subject: the words of its subject that are its writer's own.
    """

    services: Services = field(compare=False)
    transaction: Transaction = field(compare=False)
    mail: InboxMail
    reading: MailReading
    game: GameRecord
    person: Person
    standing: SenderStanding
    subject: str = ""

    @property
    def over_list(self) -> bool:
        """Whether it came over a mailing list, or was sent to the game's as well."""
        list_address = address_key(self.game.list_address or "")
        named = {address_key(address) for address in (*self.reading.to, *self.reading.cc)}
        return self.reading.is_list or list_address in named


@dataclass(frozen=True, slots=True)
class GmWordsTaken:
    """A mail of which the words of a game's GM have been taken.

    Args:
        game: of which he is GM. rest: what is left of the mail.
        told: he has been told already that what he wrote beside them did nothing.
    """

    game: GameRecord
    rest: MailReading
    told: bool = False


def without_lines(reading: MailReading, places: Collection[int]) -> MailReading:
    """Return a mail with the lines at some places, from 0, blank."""
    lines = tuple("" if at in places else text for at, text in enumerate(reading.lines))
    return replace(reading, lines=lines)


class Doubted(Refused):
    """A mail that may be from the person it claims, who has to confirm it.

    Attributes:
        letter: the mail, whom it claims to be from and why it is not believed.
    """

    def __init__(self, letter: Letter) -> None:
        super().__init__(letter.standing.value)
        self.letter = letter


def find_letter(arrival: Arrival) -> Letter:
    """Find game and player of a mail, and whether it is his; Turned if there is none."""
    mail, transaction = arrival.mail, arrival.transaction
    game = game_of(arrival)
    known = arrival.confirmer or arrival.writer
    person = known if known is not None and holds_one(arrival.seats, known) else None
    if person is None and arrival.confirmer is None:
        known, person = None, _owner(arrival, game)
    if person is None:
        raise FromStranger(
            gettext(
                "The address {sender} holds no seat in the game {game}.",
                sender=arrival.reading.sender,
                game=game.name,
            ),
            gettext("Write from the address you are registered with, or ask the GM to change it."),
            game,
        )
    if game.status is GameStatus.FINISHED and not _takes_statements(transaction, game, mail):
        raise Turned(
            gettext("The game {game} is over, so no orders are asked for.", game=game.name),
            gettext("What is meant for the GM goes to {gm}.", gm=game.gm_address),
            game,
        )
    if game.status not in (*IN_PLAY, GameStatus.FINISHED):
        raise Turned(
            gettext("The game {game} is forming, so no orders are asked for.", game=game.name),
            gettext("You will get a mail when that changes."),
            game,
        )
    secret = secret_in(arrival, game, person.address)
    evidence = Evidence(known is not None, secret, arrival.verdict, arrival.confirmer is not None)
    standing = judge(evidence, proof=arrival.services.proof)
    letter = letter_of(arrival, game, person, standing)
    return replace(letter, subject=own_subject(transaction, arrival.reading, person, game))


def letter_of(
    arrival: Arrival, game: GameRecord, person: Person, standing: SenderStanding
) -> Letter:
    """Return a mail as somebody's to a game, whose subject counts for nothing."""
    ports = (arrival.services, arrival.transaction)
    return Letter(*ports, arrival.mail, arrival.reading, game, person, standing)


def says_something(arrival: Arrival) -> bool:
    """Tell whether a mail orders, asks or says something by the game it is for, or has a command."""
    lines, game, transaction = arrival.reading.lines, arrival.game, arrival.transaction
    # A notice of absence says `Absent until Monday` as well.
    commands = filter(None, map(command_of, lines))
    if has_wishes(lines) or any(command.word != "ABSENT" for command in commands):
        return True
    writer, phase = arrival.confirmer or arrival.writer, None
    if game is not None:
        phase = transaction.open_phase(game.id)
    if game is None or phase is None:
        return False
    table = table_at(arrival.services, transaction, game, phase)
    named = tuple(SeatId(token.seat) for token in arrival.tokens if token.game_id == game.id)
    seats = tuple(seat for seat in named if seat in table.names.ids) or (
        table.seats_of(writer) if writer is not None else ()
    )
    if not seats:
        return False
    read = read_beforehand(table.family.language.read, lines, desk_for(table, seats)).seats
    return any(
        seat.given or seat.withdraws or seat.press or any(line.choices for line in seat.lines)
        for seat in read
    )


def own_subject(
    transaction: OutboxTransaction, reading: MailReading, person: Person, game: GameRecord
) -> str:
    """Return the words of a mail's subject that do not stand in that of the mail of ours it replies to."""
    answered = (
        transaction.outbox_by_message(message, person.address)
        for message in (reading.in_reply_to, *reversed(reading.references[-_MOST_ANSWERED:]))
        if message is not None
    )
    ours = next((mail for mail in answered if mail is not None), None)
    title = subject(split_headers(ours.raw.partition(b"\r\n\r\n")[0])) if ours is not None else ""
    return own_words(reading.subject, title, game.name)


def _takes_statements(transaction: PhaseTransaction, game: GameRecord, mail: InboxMail) -> bool:
    """Tell whether a mail comes in time to be a closing statement."""
    until = statements_until(transaction, game)
    return until is not None and mail.received_at <= until


def _owner(arrival: Arrival, game: GameRecord) -> Person | None:
    """Return who plays the seat whose secret a mail holds, whoever sent it."""
    seats = {seat.seat: seat.person for seat in arrival.seats}
    of_game = (
        token for token in arrival.tokens if token.game_id == game.id and token.revoked_at is None
    )
    return next((person for token in of_game if (person := seats.get(token.seat))), None)


def gm_standing(arrival: Arrival, game: GameRecord) -> SenderStanding:
    """Return whether a mail is believed to be from a game's GM; STRANGER if nothing says it is."""
    address, writer = address_key(game.gm_address), arrival.writer
    if arrival.mail.confirmed:
        asked = arrival.confirmer
        is_gm = asked is not None and address_key(asked.address) == address
        return SenderStanding.CONFIRMED if is_gm else SenderStanding.STRANGER
    known = address_key(writer.address if writer is not None else arrival.sender) == address
    has_gms = any(token.game_id == game.id and token.seat == GM_SEAT for token in arrival.tokens)
    if not known and not has_gms:
        return SenderStanding.STRANGER
    evidence = Evidence(known, secret_in(arrival, game, address), arrival.verdict)
    return judge(evidence, proof=arrival.services.proof)


def secret_in(arrival: Arrival, game: GameRecord, address: str) -> Secret:
    """Return what the secrets in a mail are to whoever is registered with an address."""
    place, wanted = arrival.destination, address_key(address)
    of_game = [token for token in arrival.tokens if token.game_id == game.id]
    own_tokens = [
        token for token in of_game if holder_among(arrival.seats, game, token.seat) == wanted
    ]
    if any(token.revoked_at is None for token in own_tokens):
        return Secret.RIGHT
    if own_tokens:
        return Secret.OLD
    made_up = place.kind is DestinationKind.GAME and place.secret and not arrival.tokens
    return Secret.OTHERS if of_game or made_up else Secret.NONE


def game_of(arrival: Arrival) -> GameRecord:
    """Return the game that a mail is for; Turned if that cannot be told."""
    game = named_game(arrival) or arrival.game
    if game is None:
        why = gettext("It cannot be told which game your mail is for.")
        raise Turned(why, _which(arrival))
    return game


def named_game(arrival: Arrival) -> GameRecord | None:
    """Return the game that a mail's address names, or a secret in it; Turned if there is none."""
    if arrival.names_unknown:
        name = quoted(arrival.destination.game)
        raise Turned(
            gettext("There is no game named {name} here.", name=name),
            gettext("Reply to a mail of your game, so that the address is right."),
        )
    return arrival.named


def _which(arrival: Arrival) -> str:
    """Return what would name the game: the addresses of the sender's own, if he plays."""
    if not arrival.own:
        return gettext("Write to the game's own address, or put the game's name in the subject.")
    places = listed(
        (
            gettext(
                "{address} for {game}",
                address=arrival.services.identity.game_address(game.name),
                game=game.name,
            )
            for game in arrival.own
        ),
        "or",
    )
    return gettext("Write to {places}, or put the game's name in the subject.", places=places)


def is_ours(services: Services, address: str) -> bool:
    """Tell whether mail for an address is taken: our domain, and a name or secret that we gave.

    Refusing here, before the mail is taken, sends nothing back to a forged sender. A secret that
    has been replaced is taken, so that whoever uses it is told.
    """
    identity = services.identity
    if domain_key(address.rpartition("@")[2]) != domain_key(identity.host):
        return False
    place = destination(identity, address)
    if place.kind is DestinationKind.SERVER:
        return True
    with services.store.read() as transaction:
        match place.kind:
            case DestinationKind.CONFIRM:
                asked = transaction.confirmation(place.secret) or transaction.offer(place.secret)
                return asked is not None
            case DestinationKind.BOUNCE:
                return transaction.outbox_by_tag(place.secret) is not None
            case DestinationKind.GAME:
                return _is_game(transaction, place.game, place.secret)


def _is_game(transaction: Transaction, name: str, secret: str) -> bool:
    try:
        game = transaction.game(name)
    except NoSuchGame:
        return False
    token = known_token(transaction, secret)
    return not secret or (token is not None and token.game_id == game.id)


NOTHING_STANDS: Final[Mapping[SeatId, tuple[Order, ...]]] = MappingProxyType({})
"""No orders."""


def read_letter(
    letter: Letter,
    table: Table,
    lines: Sequence[str],
    standing: Mapping[SeatId, tuple[Order, ...]] = NOTHING_STANDS,
) -> Read:
    """Read the lines of a letter for each seat that its writer has.

    Args:
        letter, table, lines: what is read.
        standing: the orders of each seat that stand, which words in the letter may speak of.
    """
    seats = table.seats_of(letter.person)
    desk = replace(
        desk_for(table, seats),
        standing=tuple((seat, standing.get(seat, ())) for seat in seats),
        named=named_seats(letter, table),
        people=_people(letter),
    )
    said = tuple(
        part
        for line in lines
        for part in _apart_from_note(
            "" if heads_game(line, letter.game.name) else line, desk, table
        )
    )
    said = tuple("" if _is_own_name(line, desk.people) else line for line in said)
    body, left_out = _without_files(letter, table, desk, said)
    left_out = (*left_out, *_orders_below(letter, table, desk))
    around, headed = _with_words_around(letter, table, desk, body)
    read = read_beforehand(table.family.language.read, around, replace(desk, headed=headed))
    covered = (*around, *(line.text for line in left_out))
    first = [line for line in signed_first(letter) if not any(line in text for text in covered)]
    signed = (
        UnreadLine(number, line, Talk.REMARK) for number, line in enumerate(first, len(around) + 1)
    )
    return replace(read, loose=(*left_out, *read.loose), unread=(*read.unread, *signed))


SIGNED: Final = "signed"
"""The setting of a person that keeps which lines have stood in his signature, one on each line."""

_MOST_SIGNED: Final = 40
"""Lines of somebody's signatures that are remembered, the latest ones."""


def signed_first(
    letter: Letter, lines_of: Callable[[MailReading], tuple[str, ...]] = lines_signed
) -> tuple[str, ...]:
    """Return lines of a letter's tails that none of its writer's had before: they may be meant of it.

    Args:
        letter: the mail. lines_of: which of its lines: those of its signature, or of its notices.
    """
    known = _remembered(letter.person)
    return tuple(line for line in read_beforehand(lines_of, letter.reading) if line not in known)


def doubt_above(letter: Letter) -> str:
    """Return the words of a letter's subject if they leave open or limit what it answers; mostly nothing."""
    words = letter.subject
    doubts = bool(words) and (
        read_beforehand(sets_aside, words)
        or read_beforehand(limits, words)
        or read_beforehand(read_answer, (words,)).said is Said.NO
    )
    return words if doubts else ""


def doubt_below(letter: Letter, asked: Collection[str] = ()) -> str:
    """Return what a letter's tails say so that its answers and commands are not sure; mostly nothing.

    Args:
        letter: the mail. asked: lines that were asked about, which an answer is not doubted by.
    """
    known = (*_remembered(letter.person), *asked)
    return read_beforehand(doubt_in_tails, letter.reading, known)


def _remembered(person: Person) -> tuple[str, ...]:
    """Return the lines of somebody's signatures that he has been told of, the latest last."""
    return tuple(line for line in person.settings.get(SIGNED, "").split("\n") if line)


def remember_signature(letter: Letter, read: Read, confirmed: Collection[str]) -> Letter:
    """Keep which lines its writer has in his signature, so that he is told of each once.

    What is asked about is asked about again, until he has said that his orders count with it: a player may
    write `NOTE: this is a draft` above no matter how many drafts, a company has its notice below every mail.

    Args:
        letter: the mail. read: as it was read.
        confirmed: lines of earlier mails that were asked about, and set nothing aside by his answer.
    """
    asked = {line.text for seat in read.seats for line in seat.lines if line.reserves}
    orders = any(seat.given or seat.withdraws for seat in read.seats)
    unread = {line.text for line in read.unread} - asked if orders else set()
    tails = (
        *signed_first(letter),
        *signed_first(letter, lines_of_notices),
        *filter(_may_be_a_name, letter.reading.lines),
    )
    first = [line for line in tails if line in unread or line in confirmed]
    if not first:
        return letter
    lines = (*_remembered(letter.person), *first)[-_MOST_SIGNED:]
    settings = {**letter.person.settings, SIGNED: "\n".join(lines)}
    person = replace(letter.person, settings=settings)
    letter.transaction.save_person(person)
    return replace(letter, person=person)


def _may_be_a_name(line: str) -> bool:
    """Tell whether a line is a few words in capitals, as a name below a letter is."""
    words = line.split()
    return 0 < len(words) <= _NAMES and all(map(str.istitle, words))


_NAMES: Final = 3
"""Words of the longest name below a letter."""


def _apart_from_note(line: str, desk: Desk[Any], table: Table) -> tuple[str, ...]:
    """Return a heading, and as a line of its own what stands in brackets behind it, if that is no name: `ULSTER (old)`."""
    short = line[:HEADING_LONGEST]
    noted = (_NOTE_BEHIND.fullmatch(text) for text in (short, fold(short)))  # `ULSTER /s`
    note = next(filter(None, noted), None) or _DOUBTED.fullmatch(short)
    if note is None or heading_seat(table.names, note["head"], desk.seats) is None:
        return (line,)
    if "?" in note["note"]:
        return (note["head"].rstrip(), f"{note['note']}:")
    words = words_of(fold(note["note"]))
    if not words or is_little(words) or name_words(desk.people.writer).issuperset(words):
        return (line,)
    small = any(word.islower() for word in note["note"].split())
    said = small or reserves(note["note"]) or leaves_open(note["note"])
    if not said and len(desk.seats) == 1:
        return (line,)  # somebody's name, as forms have it
    # One who plays several seats writes nobody's name behind them: `ULSTER (Decoy)` is told.
    return note["head"].rstrip(), f"{note['note']}:" if said else f"({note['note']})"


_NOTE_BEHIND: Final = re.compile(r"(?P<head>[^()\[\]]++)[(\[](?P<note>[^()\[\]]++)[)\]]\s*+:?\s*+")
"""A heading with a note in brackets behind it."""

_DOUBTED: Final = re.compile(r"(?P<head>[^?:]++):?\s*+(?P<note>\?[?!.]*+)\s*+:?\s*+")
"""A heading that asks: `Leinster?`, `Leinster: ???`."""


def _is_own_name(line: str, people: People) -> bool:
    """Tell whether a line is its writer's name in full, whatever its words mean: `Niamh Ní Bhriain`."""
    words = words_of(fold(line[:HEADING_LONGEST]))
    known = {words_of(fold(name)) for name in people.writer}
    return len(words) > 1 and words in known


def _without_files(
    letter: Letter, table: Table, desk: Desk[Any], lines: tuple[str, ...]
) -> tuple[tuple[str, ...], tuple[ReadLine, ...]]:
    """Return the lines of a letter without those of its files, where it orders something itself beside them.

    Which of both counts nobody can tell; what its writer is told of the files is returned as well.
    """
    count = letter.reading.file_lines
    body, files = lines[: len(lines) - count], lines[len(lines) - count :]
    if not count or not (any(map(str.strip, body)) and any(map(str.strip, files))):
        return lines, ()
    of_body, other = (
        read_beforehand(table.family.language.read, each, desk).seats for each in (body, files)
    )
    says = any(
        seat.given
        or seat.withdraws
        or seat.problems
        or any(command.word == "CLEAR" for command in seat.commands)
        for seat in of_body
    )
    if not says or not any(seat.given or seat.withdraws for seat in other):
        return lines, ()
    why = gettext(
        "Your mail says something of orders itself, so nothing was taken from this file. Write what is "
        "to count into the mail."
    )
    return body, tuple(ReadLine(name, why) for name in letter.reading.files)


def _with_words_around(
    letter: Letter, table: Table, desk: Desk[Any], lines: tuple[str, ...]
) -> tuple[tuple[str, ...], bool]:
    """Return the lines of a letter with what its writer says of them in the subject, and below a signature.

    And whether the first of them is the subject.
    """
    above = _apart_from_note(letter.subject, desk, table)[-1].rstrip(":")
    known = _remembered(letter.person)
    said = read_beforehand(words_below, letter.reading)
    below = tuple((words, how) for words, how in said if words not in known)
    written = any(map(str.strip, lines))
    headed = written and bool(above) and _counts(letter, table, desk, above)
    if headed:
        # In brackets the same words are no command.
        commands = any(seat.commands for seat in _alone(table, desk, above).seats)
        lines = (f"({above})" if commands else above, "", *lines)
    of_orders = tuple(words for words, how in below if how is Below.OF_ORDERS and written)
    of_orders += tuple(
        words
        for words in signed_first(letter, lines_of_notices)
        if written
        and not any(part in words or words in part for part, _ in below)
        and not _orders(table, desk, words)
    )
    left = tuple(
        words
        for words, how in below
        if how is Below.OWN
        or (how is Below.SAID and not _orders(table, desk, words))
        or (how is Below.PERHAPS and written and _of_board(table, desk, words))
    )
    if written:
        signed = read_beforehand(lines_below, letter.reading)
        left += tuple(
            words
            for words in signed
            if not any(part in words for part in left) and _is_meant(table, desk, words)
        )
    # Words of the orders themselves stand right below these, other words apart.
    while of_orders and not lines[-1].strip():
        lines = lines[:-1]
    return ((*lines, *of_orders, "", *left) if left or of_orders else lines), headed


def _is_meant(table: Table, desk: Desk[Any], words: str) -> bool:
    """Tell whether a line of a signature is meant of the orders above: it tries one, or denies something.

    An address names places of the board as well, a saying denies something that is none of it, and a longer
    one may look like an order: `A(CoC)-Dublin is a long road`.
    """
    alone = _alone(table, desk, words)
    if any(seat.given or seat.withdraws or seat.commands for seat in alone.seats):
        return False
    tries = any(seat.problems for seat in alone.seats)
    if tries and len(words.split()) <= _SHORT_TRY:
        return True
    of_board = any(line.of_board for line in alone.unread)
    return (tries or of_board) and read_beforehand(leaves_open, words)


_SHORT_TRY: Final = 4
"""Words of the longest line of a signature that is meant because it tries an order: `fleet stays put`."""


def _orders_below(letter: Letter, table: Table, desk: Desk[Any]) -> Iterator[ReadLine]:
    """Yield the orders in a letter's signature, quotes and HTML alone: none counts, and its writer is told so."""
    in_signature = gettext(
        "This stands below the line of your signature (“--”), so it was not read. If it is to count, send "
        "it above that line."
    )
    apart = gettext(
        "This stands in what looks like a quote, or in the HTML version of your mail alone, so it was not "
        "read as an order. If it is to count, send it in a line of its own above all quotes."
    )
    for lines_of, why in ((lines_below, in_signature), (lines_apart, apart)):
        for words in read_beforehand(lines_of, letter.reading):
            if _orders(table, desk, words):
                yield ReadLine(words, why)


def _counts(letter: Letter, table: Table, desk: Desk[Any], words: str) -> bool:
    """Tell whether the words of a subject say something of the orders below, or to somebody."""
    alone, aside = _alone(table, desk, words), read_beforehand(sets_aside, words)
    if aside and any(seat.commands for seat in alone.seats):
        return True  # `please delete`
    if _orders(table, desk, words):
        return False
    if aside:
        return True
    refused = alone.loose or any(seat.problems for seat in alone.seats)
    return not refused and is_told(words, alone.unread, letter.game.name, table.names)


def _alone(table: Table, desk: Desk[Any], words: str) -> Read:
    """Return what some words are as the only line of a letter."""
    return read_beforehand(table.family.language.read, (words,), desk)


def _orders(table: Table, desk: Desk[Any], words: str) -> bool:
    """Tell whether some words would order, command or say something to players by themselves."""
    seats = _alone(table, desk, words).seats
    return any(seat.given or seat.withdraws or seat.press or seat.commands for seat in seats)


def _of_board(table: Table, desk: Desk[Any], words: str) -> bool:
    """Tell whether some words are talk that speaks of the board."""
    return any(line.of_board for line in _alone(table, desk, words).unread)


def read_for(
    table: Table, seat: SeatId, lines: Sequence[str], *, strict: bool = False
) -> SeatRead:
    """Read lines for one seat alone, whoever wrote them.

    Args:
        table, seat, lines: what is read.
        strict: every line without orders has a problem; else talk is passed over.
    """
    desk = replace(desk_for(table, (seat,)), strict=strict)
    return read_beforehand(table.family.language.read, tuple(lines), desk).seats[0]


def desk_for(table: Table, seats: tuple[SeatId, ...]) -> Desk[Any]:
    """Return what lines for some seats of a game are read against, whoever wrote them."""
    game = table.game
    return Desk(table.position, seats, options=game.options, keep_impossible=game.keep_impossible)


def _people(letter: Letter) -> People:
    """Return the names by which a signature is known, and whoever turns to the game master."""
    person, reading = letter.person, letter.reading
    local = [address.partition("@")[0] for address in (person.address, reading.sender or "")]
    signed = filter(_may_be_a_name, _remembered(person))
    names = (person.name, reading.sender_name or "", *local, *signed)
    return People(names, (letter.game.gm_name,))


def named_seats(letter: Letter, table: Table) -> tuple[SeatId, ...]:
    """Return the sender's seats that the subject names, or whose report he answers."""
    seats = table.seats_of(letter.person)
    title = letter.reading.subject.casefold()
    named = tuple(seat for seat in seats if table.names.name(seat).casefold() in title)
    return named or tuple(
        seat for seat in seats if is_report_of(letter.reading, letter.game.name, seat)
    )
