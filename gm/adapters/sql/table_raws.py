"""The bytes of incoming mail, kept once: many rows of the inbox may refer to the same."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import bindparam, delete, exists, select

from gm.adapters.sql.inbox_rows import INBOX, RAWS
from gm.adapters.sql.table_base import SqlTables
from gm.adapters.sql.tables import RawRow
from gm.app.records import raw_digest

# Held until we have referred to it: nobody forgets it meanwhile. SQLite leaves the last words out.
_KEPT = (
    select(RAWS.c.id)
    .where(RAWS.c.digest == bindparam("key"))
    .with_for_update(read=True, key_share=True)
)
_NO_MAIL = ~exists().where(INBOX.c.raw_id == RAWS.c.id)


class RawTables(SqlTables):
    """The part of a transaction that keeps bytes and forgets them."""

    def _keep(self, raw: bytes, digest: bytes = b"") -> tuple[int, bool]:
        """Keep the bytes of a mail; return their key, and whether they are here only now."""
        values = {"digest": digest or raw_digest(raw), "raw": raw}
        while True:
            if (new := self._insert_values(RawRow, values)) is not None:
                return new, True
            kept = self._connection.execute(_KEPT, {"key": values["digest"]}).scalar()
            if kept is not None:  # else somebody forgot them just now
                return kept, False

    def _forget(self, raw_ids: Collection[int]) -> None:
        """Remove those of some bytes that no mail has any more."""
        unused = RAWS.c.id.in_(sorted(raw_ids)) & _NO_MAIL
        self._connection.execute(delete(RAWS).where(unused))
