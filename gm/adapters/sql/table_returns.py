"""Where mail is fetched, what came back, and who is alive."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from sqlmodel import col, select

from gm.adapters.sql.rows import record_of
from gm.adapters.sql.table_base import SqlTables
from gm.adapters.sql.tables import BeatRow, BounceRow, SourceRow, SuspensionRow
from gm.app.mail_records import Beat, BounceRecord, MailSource, Suspension
from gm.mail.addresses import address_key


class ReturnTables(SqlTables):
    """The part of a transaction that knows mailboxes, bounces and signs of life."""

    def source(self, name: str) -> MailSource | None:
        return self._record(MailSource, select(SourceRow).where(SourceRow.name == name))

    def sources(self) -> tuple[MailSource, ...]:
        return self._records(MailSource, select(SourceRow).order_by(SourceRow.name))

    def save_source(self, source: MailSource) -> MailSource:
        new = self._insert_new(SourceRow, replace(source, id=0))
        if new is not None:
            return new
        asked = select(SourceRow).where(SourceRow.name == source.name)
        row = self._session.exec(self._held(asked)).one()
        row.validity, row.last = source.validity, source.last
        row.since, row.polled_at = source.since, source.polled_at
        self._add(row)
        return record_of(MailSource, row)

    def add_bounce(self, bounce: BounceRecord) -> BounceRecord:
        return self._insert(BounceRow, bounce, address_key=address_key(bounce.address))

    def bounces(self, address: str, since: datetime) -> tuple[BounceRecord, ...]:
        asked = select(BounceRow).where(
            col(BounceRow.address_key) == address_key(address), BounceRow.at >= since
        )
        return self._records(BounceRecord, asked.order_by(BounceRow.id))

    def suspension(self, address: str) -> Suspension | None:
        return self._record(
            Suspension,
            select(SuspensionRow).where(
                col(SuspensionRow.address_key) == address_key(address),
                SuspensionRow.lifted_at.is_(None),
            ),
        )

    def last_lifted(self, address: str) -> datetime | None:
        asked = select(SuspensionRow.lifted_at).where(
            col(SuspensionRow.address_key) == address_key(address),
            SuspensionRow.lifted_at.is_not(None),
        )
        return self._session.exec(asked.order_by(SuspensionRow.lifted_at.desc())).first()

    def suspensions(self) -> tuple[Suspension, ...]:
        asked = select(SuspensionRow).where(SuspensionRow.lifted_at.is_(None))
        return self._records(Suspension, asked.order_by(col(SuspensionRow.address_key)))

    def suspend(self, suspension: Suspension) -> Suspension:
        new = self._insert_new(
            SuspensionRow, suspension, address_key=address_key(suspension.address)
        )
        return new or self.suspension(suspension.address) or suspension

    def lift_suspension(self, address: str, moment: datetime) -> bool:
        standing = self.suspension(address)
        if standing is None:
            return False
        row = self._row(SuspensionRow, standing.id)
        row.lifted_at = moment
        self._add(row)
        return True

    def beat(self, beat: Beat) -> None:
        if self._insert_new(BeatRow, replace(beat, id=0)) is not None:
            return
        asked = select(BeatRow).where(BeatRow.name == beat.name)
        row = self._session.exec(self._held(asked)).one()
        row.role, row.started_at, row.at = beat.role, beat.started_at, beat.at
        self._add(row)

    def beats(self) -> tuple[Beat, ...]:
        return self._records(Beat, select(BeatRow).order_by(BeatRow.name))
