"""Where mail is fetched, what came back, and who is alive."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from sqlmodel import col, select

from gm.adapters.rows import record_of
from gm.adapters.table_base import Tables
from gm.adapters.tables_mail import BeatRow, BounceRow, SourceRow, SuspensionRow
from gm.app.mail_records import Beat, BounceRecord, MailSource, Suspension


def _key(address: str) -> str:
    return address.strip().casefold()


class ReturnTables(Tables):
    """The part of a transaction that knows mailboxes, bounces and signs of life."""

    def source(self, name: str) -> MailSource | None:
        """Return how far a mailbox has been read."""
        return self._record(MailSource, select(SourceRow).where(SourceRow.name == name))

    def sources(self) -> tuple[MailSource, ...]:
        """Return every mailbox that was ever read, by name."""
        return self._records(MailSource, select(SourceRow).order_by(SourceRow.name))

    def save_source(self, source: MailSource) -> MailSource:
        """Store how far a mailbox has been read; one row for each name."""
        query = select(SourceRow).where(SourceRow.name == source.name)
        row = self._session.exec(query).first()
        if row is None:
            return self._insert(SourceRow, replace(source, id=0))
        row.validity, row.last = source.validity, source.last
        row.since, row.polled_at = source.since, source.polled_at
        self._add(row)
        return record_of(MailSource, row)

    def add_bounce(self, bounce: BounceRecord) -> BounceRecord:
        """Store that a mail came back."""
        return self._insert(BounceRow, bounce, address_key=_key(bounce.address))

    def bounces(self, address: str, since: datetime) -> tuple[BounceRecord, ...]:
        """Return what came back from an address since a moment, oldest first."""
        query = select(BounceRow).where(
            BounceRow.address_key == _key(address), BounceRow.at >= since
        )
        return self._records(BounceRecord, query.order_by(col(BounceRow.id)))

    def suspension(self, address: str) -> Suspension | None:
        """Return why nothing is sent to an address, if that is so now."""
        query = select(SuspensionRow).where(SuspensionRow.address_key == _key(address))
        return self._record(Suspension, query.where(col(SuspensionRow.lifted_at).is_(None)))

    def suspensions(self) -> tuple[Suspension, ...]:
        """Return every address to which nothing is sent now, by address."""
        query = select(SuspensionRow).where(col(SuspensionRow.lifted_at).is_(None))
        return self._records(Suspension, query.order_by(SuspensionRow.address_key))

    def suspend(self, suspension: Suspension) -> Suspension:
        """Send nothing to an address any more; one that is suspended already stays as it is."""
        standing = self.suspension(suspension.address)
        if standing is not None:
            return standing
        return self._insert(SuspensionRow, suspension, address_key=_key(suspension.address))

    def lift_suspension(self, address: str, moment: datetime) -> bool:
        """Send mail to an address again; False if nothing stood against it."""
        standing = self.suspension(address)
        if standing is None:
            return False
        row = self._row(SuspensionRow, standing.id)
        row.lifted_at = moment
        self._add(row)
        return True

    def beat(self, beat: Beat) -> None:
        """Store a process's sign of life, over its last one."""
        row = self._session.exec(select(BeatRow).where(BeatRow.name == beat.name)).first()
        if row is None:
            self._insert(BeatRow, replace(beat, id=0))
            return
        row.role, row.started_at, row.at = beat.role, beat.started_at, beat.at
        self._add(row)

    def beats(self) -> tuple[Beat, ...]:
        """Return the last sign of life of every process that ever gave one, by name."""
        return self._records(Beat, select(BeatRow).order_by(BeatRow.name))
