"""The bytes of incoming mail in a table of their own, once; and what a sender used of a day.

What was stored twice byte for byte is kept once from now on. A duplicate whose bytes differ from
those of the first - it came another way - keeps its own.

One pass over the bytes tells which are the same and one stores them, by the database itself. Until
the commit the old table and the new one lie side by side, so the disk needs as much room again.

Revision: 0010, after 0009
"""

import hashlib
from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import AutoString, UTCDateTime

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database to this version."""
    _quotas()
    _raws()


def _quotas() -> None:
    op.create_table(
        "quotas",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("day", UTCDateTime(), nullable=False),
        sa.Column("name", AutoString(), nullable=False),
        sa.Column("stranger", sa.Boolean(), nullable=False),
        sa.Column("mails", sa.Integer(), nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_quotas")),
    )
    op.create_index(op.f("ix_quotas_day_name"), "quotas", ["day", "name"], unique=True)


def _raws() -> None:
    _be_patient()
    op.create_table(
        "raws",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("digest", sa.LargeBinary(), nullable=False),
        sa.Column("raw", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_raws")),
        sa.UniqueConstraint("digest", name=op.f("uq_raws_digest")),
    )
    op.execute("CREATE TEMPORARY TABLE same AS SELECT id, sha256(raw) AS digest FROM inbox")
    op.execute("CREATE UNIQUE INDEX same_id ON same (id)")
    op.execute("CREATE INDEX same_digest ON same (digest, id)")
    # Bytes have the key of the first mail that brought them.
    op.execute(
        "INSERT INTO raws (id, digest, raw) SELECT inbox.id, same.digest, inbox.raw FROM inbox "
        "JOIN same ON same.id = inbox.id WHERE NOT EXISTS (SELECT 1 FROM same AS older "
        "WHERE older.digest = same.digest AND older.id < same.id)"
    )
    with op.batch_alter_table("inbox") as table:
        table.drop_column("raw")
        table.add_column(sa.Column("raw_id", sa.Integer(), nullable=True))
    op.execute(
        "UPDATE inbox SET raw_id = (SELECT raws.id FROM raws JOIN same "
        "ON same.digest = raws.digest WHERE same.id = inbox.id)"
    )
    with op.batch_alter_table("inbox") as table:
        table.alter_column("raw_id", existing_type=sa.Integer(), nullable=False)
        table.create_foreign_key(op.f("fk_inbox_raw_id"), "raws", ["raw_id"], ["id"])
    op.create_index(op.f("ix_inbox_raw_id"), "inbox", ["raw_id"])
    op.execute("DROP TABLE same")
    _count_on()


def _be_patient() -> None:
    """Let the statements take the time they need, and SQLite know SHA-256 as PostgreSQL does."""
    connection = op.get_bind()
    if connection.dialect.name == "postgresql":
        op.execute("SET LOCAL statement_timeout = 0")
        return
    driver: Any = connection.connection.driver_connection
    driver.create_function("sha256", 1, _sha256, deterministic=True)


def _sha256(raw: bytes | str) -> bytes:
    return hashlib.sha256(raw if isinstance(raw, bytes) else raw.encode()).digest()


def _count_on() -> None:
    """Have new bytes numbered behind these, which SQLite does of itself."""
    if op.get_bind().dialect.name == "postgresql":
        op.execute("SELECT setval('raws_id_seq', (SELECT max(id) FROM raws)) FROM raws LIMIT 1")
