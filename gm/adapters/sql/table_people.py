"""Everything of one person, to be shown or to be taken out."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import func, update
from sqlmodel import col, or_, select

from gm.adapters.sql.table_raws import RawTables
from gm.adapters.sql.tables import (
    AddressRow,
    BounceRow,
    ConfirmationRow,
    GameRow,
    InboxRow,
    JournalRow,
    NoteRow,
    OrderRow,
    OutboxRow,
    PersonRow,
    SuspensionRow,
)
from gm.app.people_ports import NAMED, Gone
from gm.app.records import InboxState, OrderRecord, OutboxMail, OutboxState, Person
from gm.mail.addresses import address_key

_CHUNK = 500
_UNDECIDED = (InboxState.NEW.value, InboxState.HELD.value)


class PeopleTables(RawTables):
    """The part of a transaction that knows all of a person."""

    def people(self) -> tuple[Person, ...]:
        return self._records(Person, select(PersonRow).order_by(PersonRow.id))

    def outbox_of(
        self, person_id: int, addresses: Collection[str], after: int, limit: int
    ) -> tuple[OutboxMail, ...]:
        query = (
            select(OutboxRow)
            .where(
                OutboxRow.id > after,
                or_(
                    OutboxRow.person_id == person_id,
                    col(OutboxRow.recipient_key).in_(sorted(addresses)),
                ),
            )
            .order_by(OutboxRow.id)
            .limit(limit)
        )
        return self._records(OutboxMail, query)

    def orders_of(self, mail_ids: Collection[int]) -> tuple[OrderRecord, ...]:
        keys, orders = sorted(mail_ids), list[OrderRecord]()
        for start in range(0, len(keys), _CHUNK):
            some = OrderRow.inbox_id.in_(keys[start : start + _CHUNK])
            orders += self._records(OrderRecord, select(OrderRow).where(some))
        return tuple(sorted(orders, key=lambda order: order.id))

    def erase_inbox(self, mail_ids: Collection[int], gone: Gone) -> None:
        erased, _ = self._keep(gone.raw)
        freed = set[int]()
        for key in sorted(mail_ids):
            row = self._row(InboxRow, key)
            freed.add(row.raw_id)
            row.raw_id, row.sender_key, row.note = erased, "", gone.hide(row.note)
            row.envelope_from = gone.hide(row.envelope_from)
            if row.state in _UNDECIDED:
                row.state, row.settled_at = InboxState.SUPPRESSED.value, gone.moment
                row.claimed_until = None
            self._add(row)
        self._forget(freed - {erased})

    def erase_outbox(self, mail_ids: Collection[int], gone: Gone) -> None:
        for key in sorted(mail_ids):
            row = self._row(OutboxRow, key)
            row.raw, row.last_reply = gone.raw, gone.hide(row.last_reply)
            row.recipient, row.key = gone.address, gone.hide(row.key)
            row.recipient_key = address_key(gone.address)
            if row.state == OutboxState.PENDING.value:
                row.state, row.claimed_until = OutboxState.FAILED.value, None
            self._add(row)

    def erase_notes(self, gone: Gone) -> None:
        for note in self._session.exec(select(NoteRow).order_by(NoteRow.id)).all():
            text = "" if note.person_id == gone.person_id else gone.hide_name(note.text)
            if text != note.text:
                note.text = text
                self._add(note)

    def erase_person(self, gone: Gone) -> None:
        person = self._row(PersonRow, gone.person_id)
        person.name, person.address, person.time_zone = gone.name, gone.address, "UTC"
        person.settings = {}
        person.address_key = address_key(gone.address)
        self._add(person)
        self._erase_addresses(gone)
        self._erase_games(gone)
        self._erase_journal(gone)

    def _erase_addresses(self, gone: Gone) -> None:
        notes = select(AddressRow).where(AddressRow.person_id == gone.person_id)
        for address in self._session.exec(notes).all():
            address.address, address.note = gone.address, ""
            address.address_key = address_key(gone.address)
            address.dropped_at = address.dropped_at or gone.moment
            self._add(address)
        wanted = ConfirmationRow.person_id == gone.person_id
        self._session.exec(update(ConfirmationRow).where(wanted).values(wanted=""))
        new = {"address": gone.address, "address_key": address_key(gone.address)}
        addresses = sorted(gone.addresses)
        returned = col(BounceRow.address_key).in_(addresses)
        self._session.exec(update(BounceRow).where(returned).values(**new, text=""))
        given_up = select(SuspensionRow).where(col(SuspensionRow.address_key).in_(addresses))
        for suspension in self._session.exec(given_up).all():
            # Lifted first: only one that stands is unique, and there may have been several.
            suspension.lifted_at = suspension.lifted_at or gone.moment
            suspension.address, suspension.address_key = gone.address, address_key(gone.address)
            suspension.reason = ""
            self._add(suspension)

    def _erase_games(self, gone: Gone) -> None:
        theirs = func.lower(GameRow.gm_address).in_(sorted(gone.addresses))
        for game in self._session.exec(select(GameRow).where(theirs)).all():
            game.gm_name, game.gm_address = gone.name, gone.address
            self._add(game)

    def _erase_journal(self, gone: Gone) -> None:
        for entry in self._session.exec(select(JournalRow).order_by(JournalRow.id)).all():
            hide = gone.hide_name if entry.kind in NAMED else gone.hide
            text, data = hide(entry.text), hide(entry.data)
            if (text, data) != (entry.text, entry.data):
                entry.text, entry.data = text, data
                self._add(entry)
