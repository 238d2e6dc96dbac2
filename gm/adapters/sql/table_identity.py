"""Who is who: the tokens of seats, the addresses of people, what is asked of them."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import exists, literal_column, union_all
from sqlmodel import col, select

from gm.adapters.sql.rows import record_of
from gm.adapters.sql.table_base import SqlTables
from gm.adapters.sql.tables import AddressRow, ConfirmationRow, PersonRow, PhaseRow, TokenRow
from gm.app.mail_records import Asked, Confirmation, PersonAddress, SeatToken
from gm.app.records import Person
from gm.errors import AlreadyThere
from gm.mail.addresses import address_key


class IdentityTables(SqlTables):
    """The part of a transaction that knows who may speak for whom."""

    def person_by_id(self, person_id: int) -> Person | None:
        return self._record(Person, select(PersonRow).where(PersonRow.id == person_id))

    def token(self, game_id: int, seat: str) -> SeatToken | None:
        return self._record(
            SeatToken,
            select(TokenRow).where(
                TokenRow.game_id == game_id, TokenRow.seat == seat, TokenRow.revoked_at.is_(None)
            ),
        )

    def find_token(self, token: str) -> SeatToken | None:
        return self._record(SeatToken, select(TokenRow).where(TokenRow.token == token))

    def add_token(self, token: SeatToken) -> SeatToken:
        self._hold_game(token.game_id)
        if (before := self.token(token.game_id, token.seat)) is not None:
            row = self._row(TokenRow, before.id)
            row.revoked_at = token.made_at
            self._add(row)
        return self._insert(TokenRow, token)

    def addresses(self, person_id: int) -> tuple[PersonAddress, ...]:
        return self._records(
            PersonAddress,
            select(AddressRow).where(AddressRow.person_id == person_id).order_by(AddressRow.id),
        )

    def person_of_address(self, address: str) -> Person | None:
        key = address_key(address)
        registered = select(PersonRow.id).where(col(PersonRow.address_key) == key)
        confirmed = select(AddressRow.person_id).where(
            col(AddressRow.address_key) == key,
            AddressRow.confirmed_at.is_not(None),
            AddressRow.dropped_at.is_(None),
        )
        # Not an `or`: PostgreSQL would go through every person there is. Where one person's
        # registered address was noted of another, who is registered wins.
        query = select(PersonRow).where(PersonRow.id.in_(union_all(registered, confirmed)))
        return self._record(
            Person, query.order_by(col(PersonRow.address_key) != key, PersonRow.id)
        )

    def add_address(self, address: PersonAddress) -> PersonAddress:
        return self._insert(AddressRow, address, address_key=address_key(address.address))

    def save_address(self, address: PersonAddress) -> None:
        row = self._row(AddressRow, address.id)
        row.address, row.address_key = address.address, address_key(address.address)
        row.confirmed_at, row.dropped_at = address.confirmed_at, address.dropped_at
        row.note = address.note
        self._add(row)

    def change_registered(self, person_id: int, address: str) -> Person:
        key = address_key(address)
        other = self._record(Person, select(PersonRow).where(col(PersonRow.address_key) == key))
        if other is not None and other.id != person_id:
            raise AlreadyThere(f"{address} is registered for somebody else already.")
        row = self._row(PersonRow, person_id)
        row.address, row.address_key = address.strip(), key
        self._add(row)
        return record_of(Person, row)

    def add_confirmation(self, asked: Confirmation) -> Confirmation:
        return self._insert(ConfirmationRow, asked)

    def confirmation(self, code: str) -> Confirmation | None:
        asked = select(ConfirmationRow).where(ConfirmationRow.code == code)
        return self._record(Confirmation, self._held(asked))

    def confirmation_numbered(self, confirmation_id: int) -> Confirmation | None:
        asked = select(ConfirmationRow).where(ConfirmationRow.id == confirmation_id)
        return self._record(Confirmation, self._held(asked))

    def confirmation_about(self, mail_id: int) -> Confirmation | None:
        asked = select(ConfirmationRow).where(ConfirmationRow.inbox_id == mail_id)
        return self._record(Confirmation, asked.order_by(ConfirmationRow.id.desc()))

    def confirmations(
        self,
        *,
        open_only: bool = True,
        person_id: int | None = None,
        game_id: int | None = None,
    ) -> tuple[Confirmation, ...]:
        asked = select(ConfirmationRow).order_by(ConfirmationRow.id)
        if open_only:
            asked = asked.where(ConfirmationRow.settled_at.is_(None))
        if person_id is not None:
            asked = asked.where(ConfirmationRow.person_id == person_id)
        if game_id is not None:
            asked = asked.where(ConfirmationRow.game_id == game_id)
        return self._records(Confirmation, asked)

    def due_confirmations(self, moment: datetime) -> tuple[Confirmation, ...]:
        return self._records(
            Confirmation,
            select(ConfirmationRow)
            .where(
                ConfirmationRow.settled_at.is_(None),
                ConfirmationRow.expires_at <= moment,
                (ConfirmationRow.asked != Asked.MAIL.value)
                | ConfirmationRow.game_id.is_(None)
                | ~exists().where(
                    PhaseRow.game_id == ConfirmationRow.game_id,
                    # As the index says it, so that it is used.
                    PhaseRow.status != literal_column("'resolved'"),
                    PhaseRow.status != literal_column("'superseded'"),
                    PhaseRow.opened_at <= ConfirmationRow.asked_at,
                ),
            )
            .order_by(ConfirmationRow.expires_at, ConfirmationRow.id),
        )

    def confirmations_that(self, asked: Asked, outcome: str) -> tuple[Confirmation, ...]:
        wanted = select(ConfirmationRow).where(
            ConfirmationRow.asked == asked.value, ConfirmationRow.outcome == outcome
        )
        return self._records(Confirmation, wanted.order_by(ConfirmationRow.id))

    def settle_confirmation(self, confirmation_id: int, moment: datetime, outcome: str) -> None:
        row = self._row(ConfirmationRow, confirmation_id)
        row.settled_at, row.outcome = moment, outcome
        self._add(row)
