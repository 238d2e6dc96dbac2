"""Draws that the GM enters by hand, and whether one person may play several powers.

A game that has such a person already goes on as it was.

Revision: 0004, after 0003
"""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import AutoString, UTCDateTime

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

_SEVERAL = """
    UPDATE games SET several_seats = TRUE WHERE id IN (
        SELECT game_id FROM seats WHERE person_id IS NOT NULL
        GROUP BY game_id, person_id HAVING COUNT(*) > 1
    )
"""


def upgrade() -> None:
    """Bring the database to this version."""
    op.add_column(
        "games",
        sa.Column("several_seats", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
    op.execute(_SEVERAL)
    op.create_table(
        "hand_draws",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("label", AutoString(), nullable=False),
        sa.Column("chosen", AutoString(), nullable=False),
        sa.Column("reason", AutoString(), nullable=False),
        sa.Column("entered_at", UTCDateTime(), nullable=False),
        sa.Column("taken_back_at", UTCDateTime(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_hand_draws_game_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_hand_draws")),
    )
    standing = sa.text("taken_back_at IS NULL")
    op.create_index(
        "ix_hand_draws_standing",
        "hand_draws",
        ["game_id", "label"],
        unique=True,
        sqlite_where=standing,
        postgresql_where=standing,
    )
    op.create_index(op.f("ix_hand_draws_game_id"), "hand_draws", ["game_id"], unique=False)
