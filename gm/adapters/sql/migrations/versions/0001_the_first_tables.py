"""The first tables.

Revision: 0001, after None
"""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import AutoString, UTCDateTime

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database to this version."""
    op.create_table(
        "games",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", AutoString(), nullable=False),
        sa.Column("name_key", AutoString(), nullable=False),
        sa.Column("variant", AutoString(), nullable=False),
        sa.Column("gm_name", AutoString(), nullable=False),
        sa.Column("gm_address", AutoString(), nullable=False),
        sa.Column("created_at", UTCDateTime(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("list_address", AutoString(), nullable=True),
        sa.Column("time_zone", AutoString(), nullable=False),
        sa.Column("lengths", sa.JSON(), nullable=False),
        sa.Column("keep_impossible", sa.Boolean(), nullable=False),
        sa.Column("seed", AutoString(), nullable=False),
        sa.Column("status", AutoString(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_games")),
        sa.UniqueConstraint("name_key", name=op.f("uq_games_name_key")),
    )
    op.create_table(
        "persons",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", AutoString(), nullable=False),
        sa.Column("address", AutoString(), nullable=False),
        sa.Column("address_key", AutoString(), nullable=False),
        sa.Column("time_zone", AutoString(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_persons")),
        sa.UniqueConstraint("address_key", name=op.f("uq_persons_address_key")),
    )
    op.create_table(
        "inbox",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("dedupe_key", AutoString(), nullable=False),
        sa.Column("raw", sa.LargeBinary(), nullable=False),
        sa.Column("envelope_from", AutoString(), nullable=False),
        sa.Column("recipient", AutoString(), nullable=False),
        sa.Column("source", AutoString(), nullable=False),
        sa.Column("received_at", UTCDateTime(), nullable=False),
        sa.Column("state", AutoString(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=True),
        sa.Column("note", AutoString(), nullable=False),
        sa.Column("duplicate_of", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["duplicate_of"], ["inbox.id"], name=op.f("fk_inbox_duplicate_of")
        ),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_inbox_game_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_inbox")),
    )
    with op.batch_alter_table("inbox", schema=None) as batch_op:
        batch_op.create_index(
            "ix_inbox_first_delivery",
            ["dedupe_key"],
            unique=True,
            sqlite_where=sa.text("duplicate_of IS NULL"),
            postgresql_where=sa.text("duplicate_of IS NULL"),
        )
        batch_op.create_index(batch_op.f("ix_inbox_game_id"), ["game_id"], unique=False)
        batch_op.create_index(
            batch_op.f("ix_inbox_state_received_at"), ["state", "received_at"], unique=False
        )

    op.create_table(
        "journal",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=True),
        sa.Column("at", UTCDateTime(), nullable=False),
        sa.Column("kind", AutoString(), nullable=False),
        sa.Column("author", AutoString(), nullable=False),
        sa.Column("text", AutoString(), nullable=False),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("data", AutoString(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_journal_game_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_journal")),
    )
    with op.batch_alter_table("journal", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_journal_game_id"), ["game_id"], unique=False)

    op.create_table(
        "outbox",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", AutoString(), nullable=False),
        sa.Column("message_id", AutoString(), nullable=False),
        sa.Column("envelope_from", AutoString(), nullable=False),
        sa.Column("recipient", AutoString(), nullable=False),
        sa.Column("raw", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", UTCDateTime(), nullable=False),
        sa.Column("next_at", UTCDateTime(), nullable=False),
        sa.Column("state", AutoString(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("last_reply", AutoString(), nullable=False),
        sa.Column("sent_at", UTCDateTime(), nullable=True),
        sa.Column("game_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_outbox_game_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outbox")),
        sa.UniqueConstraint("key", name=op.f("uq_outbox_key")),
    )
    with op.batch_alter_table("outbox", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_outbox_game_id"), ["game_id"], unique=False)
        batch_op.create_index(
            batch_op.f("ix_outbox_state_next_at"), ["state", "next_at"], unique=False
        )

    op.create_table(
        "phases",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("name", AutoString(), nullable=False),
        sa.Column("state", AutoString(), nullable=False),
        sa.Column("deadline", UTCDateTime(), nullable=False),
        sa.Column("opened_at", UTCDateTime(), nullable=False),
        sa.Column("status", AutoString(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("resolved_at", UTCDateTime(), nullable=True),
        sa.Column("rules_version", AutoString(), nullable=False),
        sa.Column("board_digest", AutoString(), nullable=False),
        sa.Column("held_because", AutoString(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_phases_game_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_phases")),
        sa.UniqueConstraint("game_id", "number", name=op.f("uq_phases_game_id_number")),
    )
    with op.batch_alter_table("phases", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_phases_status_deadline"), ["status", "deadline"], unique=False
        )
        batch_op.create_index(
            "ix_phases_unresolved",
            ["game_id"],
            unique=True,
            sqlite_where=sa.text("status <> 'resolved'"),
            postgresql_where=sa.text("status <> 'resolved'"),
        )

    op.create_table(
        "seats",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat", AutoString(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_seats_game_id")),
        sa.ForeignKeyConstraint(["person_id"], ["persons.id"], name=op.f("fk_seats_person_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seats")),
        sa.UniqueConstraint("game_id", "seat", name=op.f("uq_seats_game_id_seat")),
    )
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_seats_person_id"), ["person_id"], unique=False)

    op.create_table(
        "draws",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("phase_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("label", AutoString(), nullable=False),
        sa.Column("candidates", sa.JSON(), nullable=False),
        sa.Column("chosen", AutoString(), nullable=False),
        sa.Column("by_hand", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_draws_game_id")),
        sa.ForeignKeyConstraint(["phase_id"], ["phases.id"], name=op.f("fk_draws_phase_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_draws")),
        sa.UniqueConstraint("phase_id", "number", name=op.f("uq_draws_phase_id_number")),
    )
    with op.batch_alter_table("draws", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_draws_game_id"), ["game_id"], unique=False)

    op.create_table(
        "orders",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("phase_id", sa.Integer(), nullable=False),
        sa.Column("seat", AutoString(), nullable=False),
        sa.Column("sequence", sa.Integer(), nullable=False),
        sa.Column("key", AutoString(), nullable=False),
        sa.Column("order", AutoString(), nullable=False),
        sa.Column("canonical", AutoString(), nullable=False),
        sa.Column("text", AutoString(), nullable=False),
        sa.Column("given_at", UTCDateTime(), nullable=False),
        sa.Column("inbox_id", sa.Integer(), nullable=True),
        sa.Column("replaced_at", UTCDateTime(), nullable=True),
        sa.Column("replaced_by", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["inbox_id"], ["inbox.id"], name=op.f("fk_orders_inbox_id")),
        sa.ForeignKeyConstraint(["phase_id"], ["phases.id"], name=op.f("fk_orders_phase_id")),
        sa.ForeignKeyConstraint(
            ["replaced_by"], ["orders.id"], name=op.f("fk_orders_replaced_by")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_orders")),
    )
    with op.batch_alter_table("orders", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_orders_inbox_id"), ["inbox_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_orders_phase_id"), ["phase_id"], unique=False)

    op.create_table(
        "results",
        sa.Column("phase_id", sa.Integer(), nullable=False),
        sa.Column("events", AutoString(), nullable=False),
        sa.Column("outcomes", AutoString(), nullable=False),
        sa.Column("draws", AutoString(), nullable=False),
        sa.Column("resolved_at", UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["phase_id"], ["phases.id"], name=op.f("fk_results_phase_id")),
        sa.PrimaryKeyConstraint("phase_id", name=op.f("pk_results")),
    )
