"""A player's data: everything that is kept of him for him to read, or gone for good.

What happened in a game stays: seats, orders, votes, press, results and the reports that others got
belong to a power, and its history stays. What he wrote himself is his to read. Of somebody who was
erased nothing says who he was: his name, addresses and mails are replaced, in the journal too.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Final

from gm.app.addresses.claims import claimed_senders
from gm.app.audit_ports import ERASED
from gm.app.journal import note
from gm.app.life_ports import MembershipTransaction, TalkTransaction
from gm.app.life_records import Absence, Offer, PressItem
from gm.app.mail_ports import IdentityTransaction
from gm.app.mail_records import GM_SEAT, SeatToken
from gm.app.people_ports import Gone
from gm.app.ports import GameTransaction, Transaction
from gm.app.records import (
    GameRecord,
    GameStatus,
    InboxMail,
    JournalEntry,
    JournalKind,
    OutboxMail,
    Person,
)
from gm.app.services import Services
from gm.errors import InputError, NotAllowed
from gm.languages import listed
from gm.mail.addresses import address_key
from gm.report.wording.sentence_parts import did_you_mean


def _life_of(
    transaction: Transaction, person: Person, mail_ids: Collection[int]
) -> dict[str, list[dict[str, Any]]]:
    """Return what is kept of a person around his games, ready for JSON; no code of an offer.

    Args:
        transaction: of the store.
        person: who. mail_ids: the mails that he sent, by which votes and press came.
    """
    games, own_mails = transaction.games(), frozenset(mail_ids)
    names: dict[int | None, str] = {game.id: game.name for game in games}
    return {
        "memberships": [
            {
                "game": names.get(membership.game_id, ""),
                "role": membership.role.value,
                "since": membership.since.isoformat(),
                "wishes": membership.wishes,
                "ended_at": membership.ended_at.isoformat() if membership.ended_at else None,
                "outcome": membership.outcome,
            }
            for membership in transaction.memberships_of(person.id)
        ],
        "absences": [
            {
                "game": game.name,
                "first": absence.first.isoformat(),
                "last": absence.last.isoformat(),
                "state": absence.state.value,
            }
            for game, absence in _absences(transaction, games, person)
        ],
        "offers": [
            {
                "game": game.name,
                "power": offer.seat,
                "offered_at": offer.offered_at.isoformat(),
                "expires_at": offer.expires_at.isoformat(),
                "outcome": offer.outcome,
            }
            for game, offer in _offers(transaction, games, person)
        ],
        "notes": [
            {
                "game": names.get(note.game_id, ""),
                "text": note.text,
                "at": note.at.isoformat(),
            }
            for note in transaction.notes(person.id)
        ],
        "press": [
            {
                "game": game.name,
                "power": message.seat,
                "to": message.to,
                "text": message.text,
                "at": message.at.isoformat(),
            }
            for game, message in _press(transaction, games, own_mails)
        ],
        "votes": [
            {
                "game": game.name,
                "power": vote.seat,
                "choice": vote.choice,
                "at": vote.at.isoformat(),
            }
            for game in games
            for proposal in transaction.proposals(game.id)
            for vote in transaction.votes(proposal.id)
            if vote.inbox_id in own_mails
        ],
    }


def _absences(
    transaction: MembershipTransaction, games: Collection[GameRecord], person: Person
) -> Iterator[tuple[GameRecord, Absence]]:
    for game in games:
        for absence in transaction.absences(game.id):
            if absence.person_id == person.id:
                yield game, absence


def _offers(
    transaction: MembershipTransaction, games: Collection[GameRecord], person: Person
) -> Iterator[tuple[GameRecord, Offer]]:
    for game in games:
        for offer in transaction.offers(game.id):
            if offer.person_id == person.id:
                yield game, offer


def _press(
    transaction: TalkTransaction, games: Collection[GameRecord], mail_ids: frozenset[int]
) -> Iterator[tuple[GameRecord, PressItem]]:
    for game in games:
        for item in transaction.press(game.id):
            if item.inbox_id in mail_ids:
                yield game, item


def _end_life(transaction: Transaction, person: Person, gone: Gone) -> None:
    """End all by which a person belongs to games, and take his name out of what was said.

    Args:
        transaction: of the store.
        person: who.
        gone: what stands in his place.
    """
    games = transaction.games()
    for membership in transaction.memberships_of(person.id):
        if membership.ended_at is None:
            ended = replace(membership, ended_at=gone.moment, outcome="left")
            transaction.save_membership(ended)
    for _, absence in _absences(transaction, games, person):
        if absence.taken_back_at is None:
            transaction.save_absence(replace(absence, taken_back_at=gone.moment))
    for _, offer in _offers(transaction, games, person):
        if offer.settled_at is None:
            settled = replace(offer, settled_at=gone.moment, outcome="withdrawn")
            transaction.save_offer(settled)
    for game in games:
        _hide_in_press(transaction, game, gone)
    transaction.erase_notes(gone)


def _hide_in_press(transaction: TalkTransaction, game: GameRecord, gone: Gone) -> None:
    """Take his name and addresses out of all words that were carried, whoever wrote them."""
    for item in transaction.press(game.id):
        text = gone.hide_name(item.text)
        if text != item.text:
            transaction.save_press(replace(item, text=text))


FORMER: Final = "a former player"
"""The name of everybody who was erased."""

_PAGE: Final = 50
"""Mails that are read at a time, each of which may be of megabytes."""

_EVER: Final = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Erased:
    """What became of somebody's data.

    Args:
        mails_in, mails_out: how many mails from and to him are gone.
        games: in which he played, or whose GM he was.
    """

    mails_in: int
    mails_out: int
    games: tuple[str, ...]


def export_person(services: Services, who: str) -> dict[str, Any]:
    """Return everything that is kept of a person, ready for JSON; InputError if there is none.

    The secrets of his reply addresses are left out: whoever reads them could order in his name.
    """
    with services.store.read() as transaction:
        person = find_anybody(transaction, who)
        addresses = _addresses(transaction, person)
        games = _games(transaction, person, addresses)
    mails_in = [_mail_in(mail) for mail in _from_him(services, addresses)]
    mails_out = [_mail_out(mail) for mail in _to_him(services, person, addresses)]
    with services.store.read() as transaction:
        orders = _orders(transaction, [mail["id"] for mail in mails_in])
        return {
            "person": {
                "name": person.name,
                "address": person.address,
                "time_zone": person.time_zone,
                "settings": person.settings,
            },
            "addresses": [
                {
                    "address": person_address.address,
                    "added_at": person_address.added_at.isoformat(),
                    "confirmed_at": person_address.confirmed_at.isoformat()
                    if person_address.confirmed_at
                    else None,
                    "dropped_at": person_address.dropped_at.isoformat()
                    if person_address.dropped_at
                    else None,
                    "note": person_address.note,
                }
                for person_address in transaction.addresses(person.id)
            ],
            "games": [
                {"game": game.name, "status": game.status.value, "seats": [*seats], "gm": is_gm}
                for game, seats, is_gm in games
            ],
            "orders": orders,
            **_life_of(transaction, person, [mail["id"] for mail in mails_in]),
            "mails_from": mails_in,
            "mails_to": mails_out,
            "bounces": [
                {"address": address, "at": bounce.at.isoformat(), "text": bounce.text}
                for address in sorted(addresses)
                for bounce in transaction.bounces(address, _EVER)
            ],
            "journal": [
                {"at": entry.at.isoformat(), "kind": entry.kind, "text": entry.text}
                for entry in transaction.journal()
                if _names_him(entry, person, addresses)
            ],
        }


def erase_person(services: Services, who: str) -> Erased:
    """Take out everything that says who a person was; done again it finds nobody.

    Raises:
        InputError: there is no such person.
        NotAllowed: he plays, or is the GM, in a game that is not over.
    """
    with services.store.read() as transaction:
        person = find_anybody(transaction, who)
        addresses = _addresses(transaction, person)
        _may_go(transaction, person, addresses)
    # Looking through all mail takes long; what comes meanwhile is looked at again below.
    mails_in = {mail.id for mail in _from_him(services, addresses)}
    last = max(mails_in, default=0)
    with services.store.write() as transaction:
        _hold_games(transaction, person, addresses)
        person = find_anybody(transaction, who)
        _may_go(transaction, person, addresses)
        games = _games(transaction, person, addresses)
        mails_in |= {
            entry.id
            for page in _pages(lambda after: transaction.inbox_page(after, _PAGE), last)
            for entry in page
            if _is_from(entry, addresses)
        }
        mails_out = {
            entry.id
            for page in _pages(
                lambda after: transaction.outbox_of(person.id, addresses, after, _PAGE)
            )
            for entry in page
        }
        gone = _gone(services, person, addresses)
        for game, seats, is_gm in games:
            _revoke(services, transaction, game, (*seats, *([GM_SEAT] if is_gm else [])))
        for confirmation in transaction.confirmations(person_id=person.id):
            transaction.settle_confirmation(confirmation.id, gone.moment, "taken back")
        _end_life(transaction, person, gone)
        transaction.erase_inbox(mails_in, gone)
        transaction.erase_outbox(mails_out, gone)
        transaction.erase_person(gone)
        data = {"inbox": sorted(mails_in), "outbox": sorted(mails_out)}
        kind, text = JournalKind.PERSON_ERASED, "Somebody was erased."
        note(transaction, gone.moment, kind, text, author="gm", data=data)
    return Erased(len(mails_in), len(mails_out), tuple(game.name for game, _, _ in games))


def find_anybody(transaction: Transaction, who: str) -> Person:
    """Return a person by name or by any address; InputError if there is none, or several."""
    wanted = " ".join(who.split()).casefold()
    people = [person for person in transaction.people() if person.name != FORMER]
    if "@" in wanted:
        known = [
            person for person in people if address_key(who) in _addresses(transaction, person)
        ]
    else:
        known = [person for person in people if person.name.casefold() == wanted]
    if not known:
        asked = did_you_mean(
            who, (said for person in people for said in (person.name, person.address))
        )
        raise InputError(
            f"Nobody who was ever registered here has the name or address {who!r}.{asked}"
        )
    if len(known) > 1:
        places = ", ".join(sorted(person.address for person in known))
        raise InputError(f"There are several of the name {who!r}: {places}. Name the address.")
    return known[0]


def _addresses(transaction: IdentityTransaction, person: Person) -> frozenset[str]:
    """Return every address that is or was a person's, in lower case."""
    noted = (
        address.address for address in transaction.addresses(person.id) if address.confirmed_at
    )
    return frozenset(address_key(text) for text in (person.address, *noted))


def _games(
    transaction: GameTransaction, person: Person, addresses: frozenset[str]
) -> list[tuple[GameRecord, tuple[str, ...], bool]]:
    """Return the games of a person, with the seats that he holds, and whether he is the GM."""
    lines = []
    for game in transaction.games():
        seats = tuple(
            seat.seat
            for seat in transaction.seats(game.id)
            if seat.person is not None and seat.person.id == person.id
        )
        is_gm = address_key(game.gm_address) in addresses
        if seats or is_gm:
            lines.append((game, seats, is_gm))
    return sorted(lines, key=lambda pair: pair[0].id)


def _hold_games(transaction: GameTransaction, person: Person, addresses: frozenset[str]) -> None:
    """Hold every game of a person, so that nobody else acts on one; what is read then stays so."""
    for game, _, _ in _games(transaction, person, addresses):
        transaction.game_by_id(game.id)  # by number, as all do who need several


def _may_go(transaction: GameTransaction, person: Person, addresses: frozenset[str]) -> None:
    for game, seats, is_gm in _games(transaction, person, addresses):
        if game.status is GameStatus.FINISHED:
            continue
        if seats:
            raise NotAllowed(
                f"{person.name} plays {listed(seats)} in {game.name}, which is not over: give the "
                f"seat to somebody else first, with gm player replace {game.name} {seats[0]}."
            )
        if is_gm:
            raise NotAllowed(f"{person.name} is the GM of {game.name}, which is not over.")


def _revoke(
    services: Services, transaction: IdentityTransaction, game: GameRecord, seats: Iterable[str]
) -> None:
    """Give seats of a game that is over other secrets, which nobody is told."""
    for seat in seats:
        known = transaction.token(game.id, seat)
        if known is not None:
            now = services.clock.now()
            transaction.add_token(SeatToken(0, game.id, seat, services.make_token(), now))


def _gone(services: Services, person: Person, addresses: frozenset[str]) -> Gone:
    address = f"former-{person.id}@erased.invalid"
    every = "|".join(re.escape(key) for key in sorted(addresses, key=len, reverse=True))
    pattern = re.compile(rf"(?<![\w.+-])(?:{every})(?![\w-])", re.I)
    name = re.compile(rf"(?<!\w){re.escape(person.name)}(?!\w)")

    def hide(text: str) -> str:
        return pattern.sub(address, text)

    def hide_name(text: str) -> str:
        return name.sub(FORMER, hide(text))

    return Gone(
        person.id, FORMER, address, addresses, ERASED, services.clock.now(), hide, hide_name
    )


def _pages(page_after: Callable[[int], Sequence[Any]], start: int = 0) -> Iterator[Sequence[Any]]:
    after = start
    while page := page_after(after):
        yield page
        after = page[-1].id


def _from_him(services: Services, addresses: frozenset[str]) -> Iterator[InboxMail]:
    """Yield the mails that claim to be from a person, each page in a transaction of its own."""

    def page_after(after: int) -> Sequence[InboxMail]:
        with services.store.read() as transaction:
            return transaction.inbox_page(after, _PAGE)

    return (entry for page in _pages(page_after) for entry in page if _is_from(entry, addresses))


def _is_from(mail: InboxMail, addresses: frozenset[str]) -> bool:
    claimed = (address_key(mail.envelope_from), *claimed_senders(mail.raw))
    return any(key in addresses for key in claimed)


def _to_him(services: Services, person: Person, addresses: frozenset[str]) -> Iterator[OutboxMail]:
    def page_after(after: int) -> Sequence[OutboxMail]:
        with services.store.read() as transaction:
            return transaction.outbox_of(person.id, addresses, after, _PAGE)

    return (entry for page in _pages(page_after) for entry in page)


def _mail_in(mail: InboxMail) -> dict[str, Any]:
    return {
        "id": mail.id,
        "received_at": mail.received_at.isoformat(),
        "from": mail.envelope_from,
        "to": mail.recipient.partition("@")[0].partition(".")[0],
        "state": mail.state.value,
        **_bytes(mail.raw),
    }


def _mail_out(mail: OutboxMail) -> dict[str, Any]:
    return {
        "id": mail.id,
        "created_at": mail.created_at.isoformat(),
        "sent_at": mail.sent_at.isoformat() if mail.sent_at else None,
        "to": mail.recipient,
        "state": mail.state.value,
        **_bytes(mail.raw),
    }


def _bytes(raw: bytes) -> Mapping[str, str]:
    """Return a mail as text where that loses nothing, else in base64."""
    try:
        return {"raw": raw.decode("utf-8")}
    except UnicodeDecodeError:
        return {"raw_base64": base64.b64encode(raw).decode("ascii")}


def _orders(transaction: Transaction, mail_ids: Sequence[int]) -> list[dict[str, Any]]:
    phases = {
        phase.id: (game.name, phase.name)
        for game in transaction.games()
        for phase in transaction.every_phase(game.id)
    }
    return [
        {
            "game": phases[order.phase_id][0],
            "phase": order.ahead or phases[order.phase_id][1],
            "power": order.seat,
            "order": order.canonical,
            "text": order.text,
            "given_at": order.given_at.isoformat(),
        }
        for order in transaction.orders_of(mail_ids)
    ]


def _names_him(entry: JournalEntry, person: Person, addresses: frozenset[str]) -> bool:
    said = f"{entry.text} {entry.data}"
    named = re.search(rf"(?<!\w){re.escape(person.name)}(?!\w)", said) is not None
    return named or any(address in said.casefold() for address in addresses)
