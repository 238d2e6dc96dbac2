"""Mail that is claimed, held and confirmed; tokens, addresses, cursors, bounces, signs of life.

A mail that was stored before has its moment of receipt for all its moments.

Revision: 0006, after 0005
"""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import AutoString, UTCDateTime

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database to this version."""
    _inbox()
    _outbox()
    op.add_column("phases", sa.Column("closes_at", UTCDateTime(), nullable=True))
    _tokens()
    _addresses()
    _confirmations()
    _sources()
    _bounces()
    _suspensions()
    _beats()
    _watermark()


def _inbox() -> None:
    with op.batch_alter_table("inbox") as table:
        table.add_column(sa.Column("stored_at", UTCDateTime(), nullable=True))
        table.add_column(sa.Column("source_key", AutoString(), nullable=True))
        table.add_column(sa.Column("sender_key", AutoString(), nullable=False, server_default=""))
        table.add_column(sa.Column("claimed_until", UTCDateTime(), nullable=True))
        table.add_column(sa.Column("settled_at", UTCDateTime(), nullable=True))
        table.add_column(
            sa.Column("confirmed", sa.Boolean(), nullable=False, server_default=sa.false())
        )
        table.create_unique_constraint(op.f("uq_inbox_source_key"), ["source_key"])
    # With the key in it a queue is walked in its sequence, however long it is.
    op.drop_index("ix_inbox_state_received_at", "inbox")
    op.create_index(op.f("ix_inbox_state_received_at_id"), "inbox", ["state", "received_at", "id"])
    op.execute("UPDATE inbox SET stored_at = received_at")
    op.execute("UPDATE inbox SET settled_at = received_at WHERE state <> 'new'")
    with op.batch_alter_table("inbox") as table:
        table.alter_column("stored_at", existing_type=UTCDateTime(), nullable=False)
    op.create_index(op.f("ix_inbox_sender_key_state_id"), "inbox", ["sender_key", "state", "id"])


def _outbox() -> None:
    with op.batch_alter_table("outbox") as table:
        table.add_column(
            sa.Column("recipient_key", AutoString(), nullable=False, server_default="")
        )
        table.add_column(sa.Column("purpose", AutoString(), nullable=False, server_default="news"))
        table.add_column(sa.Column("person_id", sa.Integer(), nullable=True))
        table.add_column(sa.Column("bounce_tag", AutoString(), nullable=False, server_default=""))
        table.add_column(sa.Column("claimed_until", UTCDateTime(), nullable=True))
        table.create_foreign_key(op.f("fk_outbox_person_id"), "persons", ["person_id"], ["id"])
    op.drop_index("ix_outbox_state_next_at", "outbox")
    op.create_index(op.f("ix_outbox_state_next_at_id"), "outbox", ["state", "next_at", "id"])
    op.execute("UPDATE outbox SET recipient_key = lower(recipient)")
    op.create_index(
        op.f("ix_outbox_recipient_key_created_at"), "outbox", ["recipient_key", "created_at"]
    )
    op.create_index(op.f("ix_outbox_person_id"), "outbox", ["person_id"])
    op.create_index(op.f("ix_outbox_bounce_tag"), "outbox", ["bounce_tag"])


def _tokens() -> None:
    op.create_table(
        "tokens",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat", AutoString(), nullable=False),
        sa.Column("token", AutoString(), nullable=False),
        sa.Column("made_at", UTCDateTime(), nullable=False),
        sa.Column("revoked_at", UTCDateTime(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_tokens_game_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tokens")),
        sa.UniqueConstraint("token", name=op.f("uq_tokens_token")),
    )
    _standing("ix_tokens_standing", "tokens", ["game_id", "seat"], "revoked_at IS NULL")


def _addresses() -> None:
    op.create_table(
        "addresses",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("address", AutoString(), nullable=False),
        sa.Column("address_key", AutoString(), nullable=False),
        sa.Column("added_at", UTCDateTime(), nullable=False),
        sa.Column("confirmed_at", UTCDateTime(), nullable=True),
        sa.Column("dropped_at", UTCDateTime(), nullable=True),
        sa.Column("note", AutoString(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person_id"], ["persons.id"], name=op.f("fk_addresses_person_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_addresses")),
    )
    op.create_index(op.f("ix_addresses_person_id"), "addresses", ["person_id"])
    op.create_index(op.f("ix_addresses_address_key"), "addresses", ["address_key"])


def _confirmations() -> None:
    op.create_table(
        "confirmations",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("asked", AutoString(), nullable=False),
        sa.Column("code", AutoString(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("asked_at", UTCDateTime(), nullable=False),
        sa.Column("expires_at", UTCDateTime(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=True),
        sa.Column("inbox_id", sa.Integer(), nullable=True),
        sa.Column("wanted", AutoString(), nullable=False),
        sa.Column("settled_at", UTCDateTime(), nullable=True),
        sa.Column("outcome", AutoString(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_confirmations_game_id")),
        sa.ForeignKeyConstraint(
            ["inbox_id"], ["inbox.id"], name=op.f("fk_confirmations_inbox_id")
        ),
        sa.ForeignKeyConstraint(
            ["person_id"], ["persons.id"], name=op.f("fk_confirmations_person_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_confirmations")),
        sa.UniqueConstraint("code", name=op.f("uq_confirmations_code")),
    )
    op.create_index(op.f("ix_confirmations_inbox_id"), "confirmations", ["inbox_id"])
    op.create_index(op.f("ix_confirmations_person_id"), "confirmations", ["person_id"])


def _sources() -> None:
    op.create_table(
        "sources",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", AutoString(), nullable=False),
        sa.Column("since", UTCDateTime(), nullable=False),
        sa.Column("validity", AutoString(), nullable=False),
        sa.Column("last", sa.BigInteger(), nullable=False),
        sa.Column("polled_at", UTCDateTime(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sources")),
        sa.UniqueConstraint("name", name=op.f("uq_sources_name")),
    )


def _bounces() -> None:
    op.create_table(
        "bounces",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("address", AutoString(), nullable=False),
        sa.Column("address_key", AutoString(), nullable=False),
        sa.Column("kind", AutoString(), nullable=False),
        sa.Column("at", UTCDateTime(), nullable=False),
        sa.Column("text", AutoString(), nullable=False),
        sa.Column("outbox_id", sa.Integer(), nullable=True),
        sa.Column("inbox_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["inbox_id"], ["inbox.id"], name=op.f("fk_bounces_inbox_id")),
        sa.ForeignKeyConstraint(["outbox_id"], ["outbox.id"], name=op.f("fk_bounces_outbox_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_bounces")),
    )
    op.create_index(op.f("ix_bounces_address_key_at"), "bounces", ["address_key", "at"])


def _suspensions() -> None:
    op.create_table(
        "suspensions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("address", AutoString(), nullable=False),
        sa.Column("address_key", AutoString(), nullable=False),
        sa.Column("since", UTCDateTime(), nullable=False),
        sa.Column("reason", AutoString(), nullable=False),
        sa.Column("lifted_at", UTCDateTime(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_suspensions")),
    )
    _standing("ix_suspensions_standing", "suspensions", ["address_key"], "lifted_at IS NULL")


def _beats() -> None:
    op.create_table(
        "beats",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", AutoString(), nullable=False),
        sa.Column("role", AutoString(), nullable=False),
        sa.Column("started_at", UTCDateTime(), nullable=False),
        sa.Column("at", UTCDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_beats")),
        sa.UniqueConstraint("name", name=op.f("uq_beats_name")),
    )


def _watermark() -> None:
    op.create_table(
        "watermark",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("moment", UTCDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_watermark")),
    )


def _standing(name: str, table: str, columns: list[str], where: str) -> None:
    """Make the index by which at most one row of a kind stands."""
    standing = sa.text(where)
    op.create_index(
        name, table, columns, unique=True, sqlite_where=standing, postgresql_where=standing
    )
