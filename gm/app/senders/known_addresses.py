"""The addresses of people: those a player is known by, and the one his mail goes to.

The registered address changes only by an answer from the old one, or by the GM's word; both addresses
and his GMs are told.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial
from operator import attrgetter
from typing import Final

from gm.app.journal import note
from gm.app.mail_out.notices import notify
from gm.app.mail_out.reasons import Said, Words
from gm.app.mail_ports import IdentityTransaction
from gm.app.mail_records import Asked, Confirmation, PersonAddress
from gm.app.memberships import plays
from gm.app.ports import GameTransaction, Transaction
from gm.app.records import GameRecord, GameStatus, JournalKind, Person
from gm.app.senders.asking import (
    mail_question,
    new_question,
    refuse_fourth,
    reply_with_yes,
    told_below,
)
from gm.app.senders.beforehand import read_beforehand
from gm.app.senders.held_text import held_text_of
from gm.app.senders.letters import Letter
from gm.app.senders.proof_mails import tell_person
from gm.app.services import Services
from gm.app.settings.checks import checked_address
from gm.errors import AlreadyThere, InputError, NotAllowed, Refused
from gm.interpret.folding import fold
from gm.interpret.press_blocks import inside_closed
from gm.languages import gettext, listed, ngettext
from gm.mail.addresses import address_key
from gm.report.pages.questions_page import QuestionView
from gm.report.views import NoticeView
from gm.report.wording.dates import moment_words
from gm.report.wording.sentence_parts import did_you_mean


def _tell_both(
    services: Services, transaction: Transaction, person: Person, moved: Person
) -> None:
    """Tell a player at both addresses; at the new one for each game, so that a reply is believed."""
    games = _games(transaction, person)
    known = _known(person, sorted({game.gm_address for game in games}))

    def words(game: GameRecord | None = None) -> Words:
        goes = gettext(
            "All mail of your games goes to {new} from now on, and no more to {old}.",
            new=moved.address,
            old=person.address,
        )
        paragraphs: tuple[str, ...] = (goes, known())
        if game is not None:
            reply = gettext(
                "A reply to this mail reaches the game {game}, and is believed as yours.",
                game=game.name,
            )
            paragraphs = (*paragraphs, reply)
        return gettext("Your mail goes to another address"), paragraphs

    key = _moved_key(services, person)
    tell_person(services, transaction, person, key, words, None)
    for game in games:
        named = f"{key} {game.name}"
        tell_person(services, transaction, moved, named, partial(words, game), game)
    if not games:
        tell_person(services, transaction, moved, key, words, None)


def _known(person: Person, gms: Sequence[str]) -> Said:
    def said() -> str:
        if not gms:
            return gettext(
                "Mail from {address} is still known as yours. If this was not you, tell your game "
                "master.",
                address=person.address,
            )
        return gettext(
            "Mail from {address} is still known as yours. If this was not you, tell your game "
            "master: {gms}.",
            address=person.address,
            gms=listed(gms),
        )

    return said


def _tell_gms(services: Services, transaction: Transaction, person: Person, moved: Person) -> None:
    """Tell the GMs of a player that he has moved, each in one mail; not one who is the player."""
    by_gm: dict[str, list[GameRecord]] = {}
    for game in _games(transaction, person):
        by_gm.setdefault(address_key(game.gm_address), []).append(game)
    for address in sorted(
        by_gm.keys() - {address_key(player.address) for player in (person, moved)}
    ):
        games = by_gm[address]
        key = f"{_moved_key(services, person)} gm"
        view = partial(_has_moved, person, moved, games)
        notify(services, transaction, games[0].gm_address, key, view, games[0])


def _has_moved(person: Person, moved: Person, games: Sequence[GameRecord]) -> NoticeView:
    text = (
        gettext(
            "{person}, who plays in {games}, has his mail sent to {new} from now on, and no more "
            "to {old}. He agreed to it from the old address.",
            person=person.name,
            games=listed(game.name for game in games),
            new=moved.address,
            old=person.address,
        ),
        gettext(
            "You need not do anything. If you know that it was not he: `gm player address move "
            '"{person}" {old}`, and `gm token rotate` for his seat.',
            person=person.name,
            old=person.address,
        ),
    )
    title = gettext("The mail of {person} goes to another address", person=person.name)
    return NoticeView(title, text)


def _moved_key(services: Services, person: Person) -> str:
    return f"moved {person.id} {services.clock.now():%Y%m%dT%H%M%S}"


def _games(transaction: GameTransaction, person: Person) -> list[GameRecord]:
    """Return the games in which a person holds a seat and that are not over, by name."""
    games = (game for game in transaction.games() if game.status is not GameStatus.FINISHED)
    return sorted(
        (game for game in games if plays(transaction, game, person)), key=attrgetter("name")
    )


_COMMAND = re.compile(r"\W*+address\s++<?(?:mailto:)?(?=[^\s@]++@\S)(\S+?)>?[.!]?\s*", re.I)
_LONGEST = timedelta(days=7)
_SHOWN: Final = 80
"""Letters of an address that is only named."""


@dataclass(frozen=True, slots=True)
class KnownAddresses:
    """A person with the addresses that count as his beside the registered one."""

    person: Person
    others: tuple[PersonAddress, ...]


def take_address(letter: Letter) -> Letter | None:
    """Ask about the new address that a mail names: `ADDRESS new@example.org`.

    Returns:
        The mail without that line; None if it has none, or only that.
    """
    lines = letter.reading.lines
    wanted = read_beforehand(_wanted_in, lines)
    if not wanted:
        return letter
    first, *others = dict.fromkeys(wanted.values())
    _ask(letter, first, others, told_below(letter, min(wanted)))
    rest = tuple("" if at in wanted else line for at, line in enumerate(lines))
    if not any(line.strip() for line in rest):
        return None
    return replace(letter, reading=replace(letter.reading, lines=rest))


def _wanted_in(lines: tuple[str, ...]) -> dict[int, str]:
    """Return the addresses that lines outside of messages ask for, by the place of the line."""
    commands = ((at, _COMMAND.fullmatch(fold(line))) for at, line in enumerate(lines))
    wanted = {at: command[1] for at, command in commands if command is not None}
    words = inside_closed(lines) if wanted else frozenset()
    return {at: address for at, address in wanted.items() if at not in words}


def _ask(letter: Letter, wanted: str, others: Sequence[str], below: tuple[str, ...]) -> None:
    """Ask about the address that a mail names first; of the others it is told that nothing was done.

    Args:
        letter: the mail. wanted: the address; others: it names as well.
        below: what is told of the words below the command.
    """
    services, transaction = letter.services, letter.transaction
    person, now = letter.person, services.clock.now()
    more = (_one_alone(others),) if others else ()
    try:
        address = checked_address(wanted)
        _must_be_free(transaction, person, address)
        refuse_fourth(services, transaction, person)
    except (InputError, Refused) as fault:
        words, key = partial(_unchanged, fault, more), f"address {letter.mail.id}"
        tell_person(services, transaction, person, key, words, letter.game)
        return
    until, mail, game = now + _LONGEST, letter.mail, letter.game
    asked = new_question(services, transaction, Asked.ADDRESS, person, until, mail, game, address)
    _mail_question(letter, asked, (*more, *below))


def _one_alone(others: Sequence[str]) -> str:
    """Return in a sentence that further addresses of a mail were left aside."""
    return ngettext(
        "Your mail names {count} more address, {first}. A mail changes one, so nothing was done "
        "about that.",
        "Your mail names {count} more addresses, {first} and so on. A mail changes one, so nothing "
        "was done about those.",
        len(others),
        count=len(others),
        first=others[0][:_SHOWN],
    )


def _unchanged(fault: Exception, more: tuple[str, ...] = ()) -> Words:
    return gettext("Your address has not changed"), (str(fault), *more)


def _mail_question(letter: Letter, asked: Confirmation, more: tuple[str, ...]) -> None:
    person = letter.person
    until = moment_words(asked.expires_at, person.time_zone)
    view = QuestionView(
        title=gettext("Shall your mail go to another address?"),
        told=(
            gettext(
                "You asked that all mail of your games goes to {wanted} from now on, "
                "instead of {address}.",
                wanted=asked.wanted,
                address=person.address,
            ),
            *more,
        ),
        quoted=(),
        if_yes=(reply_with_yes(until),),
        if_no=(gettext("Do nothing, and nothing changes; or reply with the word NO."),),
    )
    mail_question(
        letter.services, letter.transaction, asked, person, view, letter.reading, letter.game
    )


def _must_be_free(transaction: IdentityTransaction, person: Person, address: str) -> None:
    """Refuse an address that another person writes from; AlreadyThere."""
    other = transaction.person_of_address(address)
    if other is not None and other.id != person.id:
        raise AlreadyThere(gettext("{address} is the address of somebody else.", address=address))
    if address_key(person.address) == address_key(address):
        raise AlreadyThere(gettext("Your mail goes to {address} already.", address=address))


def change_address(services: Services, transaction: Transaction, asked: Confirmation) -> None:
    """Make the address that was asked about the registered one, and settle the question."""
    now = services.clock.now()
    person = transaction.person_by_id(asked.person_id)
    if person is None:
        transaction.settle_confirmation(asked.id, now, "taken back")
        return
    try:
        _must_be_free(transaction, person, asked.wanted)
    except AlreadyThere as fault:
        transaction.settle_confirmation(asked.id, now, "taken back")
        words, key = partial(_unchanged, fault), f"address-no {asked.id}"
        tell_person(services, transaction, person, key, words, None)
        return
    transaction.settle_confirmation(asked.id, now, "confirmed")
    moved = _move(services, transaction, person, asked.wanted, "confirmed from the old address")
    _tell_gms(services, transaction, person, moved)


def _move(
    services: Services, transaction: Transaction, person: Person, address: str, how: str
) -> Person:
    """Send a person's mail to another address from now on, and tell both."""
    now = services.clock.now()
    moved = transaction.change_registered(person.id, address)
    if all(
        address_key(person_address.address) != address_key(person.address)
        or person_address.dropped_at is not None
        for person_address in transaction.addresses(person.id)
    ):
        transaction.add_address(PersonAddress(0, person.id, person.address, now, now, None, how))
    waiting = transaction.readdress_outbox(person.id, address)
    _tell_both(services, transaction, person, moved)
    text = f"The mail of {person.name} goes to another address; {waiting} mails follow."
    note(transaction, now, JournalKind.ADDRESS_CHANGED, text)
    return moved


def add_known(services: Services, transaction: Transaction, asked: Confirmation) -> None:
    """Let the address of a held mail count as its person's, if it is nobody else's."""
    sender = held_text_of(asked).sender
    if sender and transaction.person_of_address(sender) is None:
        now = services.clock.now()
        how = "confirmed from the registered address"
        address = PersonAddress(0, asked.person_id, sender, now, now, None, how)
        transaction.add_address(address)
        if (person := transaction.person_by_id(asked.person_id)) is not None:
            words = partial(_counts, sender, person)
            tell_person(services, transaction, person, f"address-add {asked.id}", words, None)


def _counts(wanted: str, person: Person) -> Words:
    text = gettext(
        "Mail from {wanted} counts as yours from now on. All mail to you goes to {address} as "
        "before.",
        wanted=wanted,
        address=person.address,
    )
    return gettext("{wanted} counts as yours", wanted=wanted), (text,)


def known_addresses(services: Services, who: str) -> KnownAddresses:
    """Return a person, by name or address, with his addresses; InputError if there is none."""
    with services.store.read() as transaction:
        person = find_person(transaction, who)
        return KnownAddresses(person, _standing(transaction, person))


def _standing(transaction: IdentityTransaction, person: Person) -> tuple[PersonAddress, ...]:
    addresses = transaction.addresses(person.id)
    return tuple(
        address for address in addresses if address.confirmed_at and address.dropped_at is None
    )


def find_person(transaction: Transaction, who: str) -> Person:
    """Return a person by name or address; InputError if there is none, or several."""
    if "@" in who:
        by_address = transaction.person_of_address(who.strip())
        if by_address is not None:
            return by_address
    name = " ".join(who.split()).casefold()
    seats = (seat for game in transaction.games() for seat in transaction.seats(game.id))
    people = {seat.person.id: seat.person for seat in seats if seat.person is not None}
    called = [person for person in people.values() if person.name.casefold() == name]
    if len(called) == 1:
        return called[0]
    if not called:
        asked = did_you_mean(who, _called(people.values()))
        nobody = gettext("Nobody who plays here has the name or address {who}.", who=repr(who))
        raise InputError(f"{nobody}{asked}")
    places = ", ".join(sorted(person.address for person in called))
    raise InputError(
        gettext(
            "There are several of the name {who}: {places}. Name the address.",
            who=repr(who),
            places=places,
        )
    )


def _called(people: Iterable[Person]) -> Iterator[str]:
    """Yield all by which people are found."""
    for person in people:
        yield from (person.name, person.address)


def add_address(services: Services, who: str, address: str) -> KnownAddresses:
    """Let mail from another address count as a person's, by the GM's word.

    Raises:
        InputError: there is no such person, or it is no address.
        AlreadyThere: it is somebody's already.
    """
    with services.store.write() as transaction:
        person, checked, now = find_person(transaction, who), checked_address(address), None
        _must_be_free(transaction, person, checked)
        if transaction.person_of_address(checked) is not None:
            raise AlreadyThere(
                gettext(
                    "{address} counts as {person}'s already.", address=checked, person=person.name
                )
            )
        now = services.clock.now()
        transaction.add_address(PersonAddress(0, person.id, checked, now, now, None, "by the GM"))
        return KnownAddresses(person, _standing(transaction, person))


def drop_address(services: Services, who: str, address: str) -> KnownAddresses:
    """Let mail from an address count as a person's no more.

    Raises:
        InputError: there is no such person.
        NotAllowed: it is none of his, or the registered one.
    """
    wanted = address_key(address)
    with services.store.write() as transaction:
        person = find_person(transaction, who)
        if address_key(person.address) == wanted:
            raise NotAllowed(
                gettext(
                    "{address} is where mail goes; change it with gm player address move.",
                    address=address,
                )
            )
        gone = [
            person_address
            for person_address in _standing(transaction, person)
            if address_key(person_address.address) == wanted
        ]
        if not gone:
            raise NotAllowed(
                gettext(
                    "{address} does not count as {person}'s.", address=address, person=person.name
                )
            )
        for person_address in gone:
            transaction.save_address(replace(person_address, dropped_at=services.clock.now()))
        return KnownAddresses(person, _standing(transaction, person))


def move_address(services: Services, who: str, address: str) -> KnownAddresses:
    """Send a person's mail to another address, by the GM's word; both are told.

    Raises:
        InputError: there is no such person, or it is no address.
        AlreadyThere: it is somebody else's, or his already.
    """
    with services.store.write() as transaction:
        person, checked = find_person(transaction, who), checked_address(address)
        _must_be_free(transaction, person, checked)
        moved = _move(services, transaction, person, checked, "by the GM")
        return KnownAddresses(moved, _standing(transaction, moved))
