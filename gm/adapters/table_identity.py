"""Who is who: the tokens of seats, the addresses of people, what is asked of them."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import col, or_, select

from gm.adapters.rows import record_of
from gm.adapters.table_base import Tables, address_key
from gm.adapters.tables import PersonRow
from gm.adapters.tables_mail import AddressRow, ConfirmationRow, TokenRow
from gm.app.mail_records import Confirmation, PersonAddress, SeatToken
from gm.app.records import Person
from gm.errors import AlreadyThere


class IdentityTables(Tables):
    """The part of a transaction that knows who may speak for whom."""

    def person_by_id(self, person_id: int) -> Person | None:
        """Return a person by key."""
        return self._record(Person, select(PersonRow).where(PersonRow.id == person_id))

    def token(self, game_id: int, seat: str) -> SeatToken | None:
        """Return the token of a seat that stands."""
        query = select(TokenRow).where(
            TokenRow.game_id == game_id,
            TokenRow.seat == seat,
            col(TokenRow.revoked_at).is_(None),
        )
        return self._record(SeatToken, query)

    def find_token(self, token: str) -> SeatToken | None:
        """Return a token, one that was revoked too."""
        return self._record(SeatToken, select(TokenRow).where(TokenRow.token == token))

    def add_token(self, token: SeatToken) -> SeatToken:
        """Store a seat's token; the one before it is revoked at the same moment."""
        self._hold_game(token.game_id)
        if (before := self.token(token.game_id, token.seat)) is not None:
            row = self._row(TokenRow, before.id)
            row.revoked_at = token.made_at
            self._add(row)
        return self._insert(TokenRow, token)

    def addresses(self, person_id: int) -> tuple[PersonAddress, ...]:
        """Return the addresses noted of a person beside the registered one, oldest first."""
        query = select(AddressRow).where(AddressRow.person_id == person_id)
        return self._records(PersonAddress, query.order_by(col(AddressRow.id)))

    def person_of_address(self, address: str) -> Person | None:
        """Return who writes from an address: registered, or confirmed and not dropped."""
        key = address_key(address)
        noted = select(AddressRow.person_id).where(
            AddressRow.address_key == key,
            col(AddressRow.confirmed_at).is_not(None),
            col(AddressRow.dropped_at).is_(None),
        )
        query = select(PersonRow).where(
            or_(PersonRow.address_key == key, col(PersonRow.id).in_(noted))
        )
        # Where one person's registered address was noted of another, who is registered wins.
        registered_first = query.order_by(col(PersonRow.address_key) != key, col(PersonRow.id))
        return self._record(Person, registered_first)

    def add_address(self, address: PersonAddress) -> PersonAddress:
        """Note an address of a person."""
        return self._insert(AddressRow, address, address_key=address_key(address.address))

    def save_address(self, address: PersonAddress) -> None:
        """Change what is noted of an address; StoreError if there is none."""
        row = self._row(AddressRow, address.id)
        row.address, row.address_key = address.address, address_key(address.address)
        row.confirmed_at, row.dropped_at = address.confirmed_at, address.dropped_at
        row.note = address.note
        self._add(row)

    def change_registered(self, person_id: int, address: str) -> Person:
        """Give a person another registered address; AlreadyThere if it is somebody else's."""
        key = address_key(address)
        other = self._record(Person, select(PersonRow).where(PersonRow.address_key == key))
        if other is not None and other.id != person_id:
            raise AlreadyThere(f"{address} is registered for somebody else already.")
        row = self._row(PersonRow, person_id)
        row.address, row.address_key = address.strip(), key
        self._add(row)
        return record_of(Person, row)

    def add_confirmation(self, asked: Confirmation) -> Confirmation:
        """Store a question to a registered address."""
        return self._insert(ConfirmationRow, asked)

    def confirmation(self, code: str) -> Confirmation | None:
        """Return the question with this code; in a transaction that writes it is held."""
        query = select(ConfirmationRow).where(ConfirmationRow.code == code)
        return self._record(Confirmation, self._held(query))

    def confirmation_about(self, mail_id: int) -> Confirmation | None:
        """Return the newest question that was asked because of an incoming mail."""
        query = select(ConfirmationRow).where(ConfirmationRow.inbox_id == mail_id)
        return self._record(Confirmation, query.order_by(col(ConfirmationRow.id).desc()))

    def confirmations(self, *, open_only: bool = True) -> tuple[Confirmation, ...]:
        """Return questions, oldest first; only those not settled, or all."""
        query = select(ConfirmationRow).order_by(col(ConfirmationRow.id))
        if open_only:
            query = query.where(col(ConfirmationRow.settled_at).is_(None))
        return self._records(Confirmation, query)

    def settle_confirmation(self, confirmation_id: int, moment: datetime, outcome: str) -> None:
        """Say what came of a question; StoreError if there is none."""
        row = self._row(ConfirmationRow, confirmation_id)
        row.settled_at, row.outcome = moment, outcome
        self._add(row)
