"""The bytes of incoming mail, kept once: many rows of the inbox may refer to the same."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import delete, exists, select
from sqlmodel import col

from gm.adapters.sql.table_base import SqlTables
from gm.adapters.sql.tables import InboxRow, RawRow
from gm.app.records import raw_digest


class RawTables(SqlTables):
    """The part of a transaction that keeps bytes and forgets them."""

    def _keep(self, raw: bytes, digest: bytes = b"") -> tuple[int, bool]:
        """Keep the bytes of a mail; return their key, and whether they are here only now."""
        values = {"digest": digest or raw_digest(raw), "raw": raw}
        while True:
            if (new := self._insert_values(RawRow, values)) is not None:
                return new, True
            # Held until we have referred to it: nobody forgets it meanwhile. SQLite leaves the last
            # words out.
            like = select(col(RawRow.id)).where(col(RawRow.digest) == values["digest"])
            kept = self._connection.execute(
                like.with_for_update(read=True, key_share=True)
            ).scalar()
            if kept is not None:  # else somebody forgot them just now
                return kept, False

    def _forget(self, raw_ids: Collection[int]) -> None:
        """Remove those of some bytes that no mail has any more."""
        unused = (
            col(RawRow.id).in_(sorted(raw_ids)),
            ~exists().where(col(InboxRow.raw_id) == col(RawRow.id)),
        )
        self._connection.execute(delete(RawRow).where(*unused))
