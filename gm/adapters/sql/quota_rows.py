"""What senders have used of a day, as both databases count it."""

from __future__ import annotations

from dataclasses import fields

from sqlalchemy import bindparam
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.sql.dml import ReturningInsert

from gm.adapters.sql.tables import METADATA
from gm.app.mail_records import QuotaUse

QUOTAS = METADATA.tables["quotas"]
NAMES = [field.name for field in fields(QuotaUse)]


def using(insert: sqlite.Insert | postgresql.Insert) -> ReturningInsert[tuple[int, int]]:
    """Return what adds to a quota and tells how many mails and bytes are used of it by now."""
    new = insert.values({name: bindparam(name) for name in NAMES})
    adding = {
        "mails": QUOTAS.c.mails + new.excluded.mails,
        "size": QUOTAS.c.size + new.excluded.size,
    }
    added = new.on_conflict_do_update(index_elements=["day", "name"], set_=adding)
    return added.returning(QUOTAS.c.mails, QUOTAS.c.size)
