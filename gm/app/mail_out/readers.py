"""Who gets the news of a game, and how a mail to each of them is put together.

Every player, of however many powers, the game's list, its observers and its GM get one mail each;
so does a GM who plays, who reads what a player may.
For a player a phase is a thread whose root is the mail that opened it; on the list the whole game
is one thread.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from gm.app.mail_out.calendar_entries import entries_of
from gm.app.mail_out.lists import list_info
from gm.app.mail_out.post import Parcel, queue
from gm.app.mail_out.preferences import USUAL, Preferences, preferences_of
from gm.app.mail_out.reasons import Words as Words  # which its readers are told
from gm.app.mail_ports import IdentityTransaction
from gm.app.mail_records import GM_SEAT
from gm.app.memberships import observers_of
from gm.app.records import GameRecord, Person
from gm.app.table import Table, game_view, gm_seats
from gm.app.tongues import game_language, language_for, own_language
from gm.contract.facts import Part, Viewer
from gm.contract.seats import SeatId
from gm.languages import speaking
from gm.mail.addresses import address_key
from gm.mail.compose import MailAttachment, Purpose
from gm.mail.threads import LIST, NEW_THREAD, PHASE_MAIL, Thread, in_phase, on_list
from gm.report import mails
from gm.report.views import MailText, NoticeView


@dataclass(frozen=True, slots=True)
class Hand:
    """A player and his powers, in the order of the seats; one at least."""

    person: Person
    powers: tuple[SeatId, ...]

    @property
    def label(self) -> str:
        """Whom a mail to him is for, in its key and its Message-ID: `FRANCE`, `FRANCE+NORWAY`.

        An answer to a mail for several powers is thus an answer to the report of none of them
        alone, and a line that any of them could give is asked about.
        """
        return "+".join(self.powers)


def hands(table: Table) -> tuple[Hand, ...]:
    """Return the players of a game, in the order of their first seats."""
    people = {seat.person.id: seat.person for seat in table.seats if seat.person is not None}
    return tuple(Hand(person, table.seats_of(person)) for person in people.values())


def label_of(table: Table, person: Person) -> str:
    """Return whom the mails to a player of the game are for."""
    return Hand(person, table.seats_of(person)).label


GM = "gm"
"""The label of the GM among the readers."""


@dataclass(frozen=True, slots=True)
class NewsReader:
    """Somebody who gets the news: a player with his powers, the list, the GM, or an observer.

    Args:
        label: whom a mail to him is for, in its key and its Message-ID.
        zone: IANA name; language: code of the one that he is written to in.
        powers: his, in the order of the seats; none for the list, the GM and observers.
        is_gm: he is the GM, who may play as well.
    """

    label: str
    address: str
    name: str
    zone: str
    language: str
    powers: tuple[SeatId, ...] = ()
    person_id: int | None = None
    observes: bool = False
    preferences: Preferences = USUAL
    is_gm: bool = False

    @property
    def power(self) -> SeatId | None:
        """The first of his powers; None if he has none."""
        return next(iter(self.powers), None)

    @property
    def hand(self) -> tuple[SeatId, ...]:
        """His powers if he plays more than one, else none, as the views of mails want it."""
        return self.powers if len(self.powers) > 1 else ()

    def plays_in(self, table: Table) -> bool:
        """Tell whether he may order now or later: a power of his is in the game."""
        return not set(self.powers).issubset(table.rules.fate(table.state).eliminated)

    @property
    def for_gm(self) -> bool:
        """Whether he reads as the GM, which a GM who plays does not."""
        return self.label == GM

    def viewer(self, table: Table) -> Viewer:
        """Return who he is to the pages of a game; a GM who plays knows what his seats know."""
        if self.for_gm:
            return Viewer(Part.GM, gm_seats(table.game, table.seats), self.zone)
        part = Part.PLAYER if self.powers else Part.OBSERVER if self.observes else Part.LIST
        return Viewer(part, self.powers, self.zone)

    @property
    def seat(self) -> str:
        """The seat from whose reply address he answers; "" for the list and observers."""
        return GM_SEAT if self.for_gm else self.power or ""


def players(table: Table) -> Iterator[NewsReader]:
    """Yield the players of a game in the order of their first seats, each once."""
    usual = game_language(table.game)
    for hand in hands(table):
        who = hand.person
        yield NewsReader(
            hand.label,
            who.address,
            who.name,
            who.time_zone,
            own_language(who) or usual,
            hand.powers,
            who.id,
            preferences=preferences_of(who.settings),
            is_gm=address_key(who.address) == address_key(table.game.gm_address),
        )


def each_once(readers: Iterable[NewsReader]) -> Iterator[NewsReader]:
    """Yield the first reader of each address; the list is nobody's."""
    known: set[str] = set()
    for reader in readers:
        address = address_key(reader.address)
        if reader.label == LIST or address not in known:
            yield reader
        if reader.label != LIST:
            known.add(address)


def readers(table: Table) -> Iterator[NewsReader]:
    """Yield the players of a game, its list and its GM."""
    game = table.game
    yield from players(table)
    if game.list_address:
        yield NewsReader(LIST, game.list_address, "", game.time_zone, game_language(game))
    yield gm_of(table.transaction, game)


def gm_of(transaction: IdentityTransaction, game: GameRecord) -> NewsReader:
    """Return the GM of a game; he has a language of his own if he is registered as a player."""
    language = language_for(transaction.person_of_address(game.gm_address), game)
    return NewsReader(GM, game.gm_address, game.gm_name, game.time_zone, language, is_gm=True)


def observers(table: Table) -> Iterator[NewsReader]:
    """Yield those who follow the game without playing in it: they get what the list gets."""
    for membership, who in observers_of(table.transaction, table.game):
        yield NewsReader(
            f"observer-{membership.id}",
            who.address,
            who.name,
            who.time_zone,
            language_for(who, table.game),
            person_id=who.id,
            observes=True,
            preferences=preferences_of(who.settings),
        )


def everybody(table: Table) -> Iterator[NewsReader]:
    """Yield all who get a game's news: its players, its list and its GM, and then its observers."""
    yield from each_once((*readers(table), *observers(table)))


def publish(
    table: Table,
    key: str,
    number: int,
    write: Callable[[NewsReader], MailText],
    attach: Callable[[], tuple[MailAttachment, ...]] = tuple,
    reported: str = "",
    threads: Mapping[int, Thread] = MappingProxyType({}),
) -> None:
    """Mail everybody, observers too, what opens phase `number` for him.

    Args:
        table: the game.
        key: what the keys of the mails begin with.
        number: of the phase that opens.
        write: writes the mail for a reader, in the language that is spoken.
        attach: makes what goes with it, likewise.
        reported: the name of the phase whose results it tells, "" for none.
        threads: where it hangs for a person whose mail it answers.
    """
    for reader in everybody(table):
        with speaking(reader.language):
            mail = parcel(table, reader, key, number, write(reader), reported)
            thread = threads.get(reader.person_id or 0, mail.thread)
            queue(
                table.services,
                table.transaction,
                replace(mail, attachments=attach(), thread=thread),
            )


def parcel(
    table: Table, reader: NewsReader, key: str, number: int, text: MailText, reported: str = ""
) -> Parcel:
    """Return the mail to a reader that opens phase `number` for him, and reports another if any."""
    to_list = reader.label == LIST
    host, game = table.services.identity.host, table.game
    return Parcel(
        key=f"{key} {reader.label}",
        kind=PHASE_MAIL,
        label=reader.label,
        address=reader.address,
        name=reader.name,
        text=text,
        purpose=Purpose.LIST if to_list else Purpose.NEWS,
        number=number,
        game=game,
        thread=on_list(host, game.name, number) if to_list else NEW_THREAD,
        list=list_info(table, reported) if to_list else None,
        seat=reader.seat,
        person_id=reader.person_id,
        preferences=reader.preferences,
    )


def notice(
    table: Table, reader: NewsReader, key: str, words: Callable[[NewsReader], Words]
) -> None:
    """Mail a reader a title and paragraphs, in the thread of the phase that is open.

    Args:
        table: the game.
        reader: who gets it; key: what the keys of the mails begin with.
        words: says them to him, in the language that is spoken.
    """
    services = table.services
    host, name, number = services.identity.host, table.game.name, table.phase.number
    # On the list every notice hangs under the opening, also one of the first phase.
    opened = 1 if reader.label == LIST else number
    thread = in_phase(host, name, opened, reader.label)
    with speaking(reader.language):
        title, paragraphs = words(reader)
        view = NoticeView(
            title,
            paragraphs,
            game=game_view(table),
            stage=table.stage,
            zone=reader.zone,
            now=services.clock.now(),
            plays=reader.plays_in(table),
            public=reader.label == LIST,
        )
        mail = parcel(table, reader, key, number, mails.notice(view))
        kind, entry = key.replace(" ", "-"), entries_of(table)()
        queue(
            services, table.transaction, replace(mail, kind=kind, thread=thread, attachments=entry)
        )
