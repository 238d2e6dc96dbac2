"""Questions with numbered choices, which a player answers with the number.

Revision: 0005, after 0004
"""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import AutoString, UTCDateTime

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database to this version."""
    op.create_table(
        "questions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("phase_id", sa.Integer(), nullable=False),
        sa.Column("seat", AutoString(), nullable=False),
        sa.Column("first", sa.Integer(), nullable=False),
        sa.Column("text", AutoString(), nullable=False),
        sa.Column("choices", AutoString(), nullable=False),
        sa.Column("asked_at", UTCDateTime(), nullable=False),
        sa.Column("ahead", AutoString(), nullable=False),
        sa.Column("standing", AutoString(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("inbox_id", sa.Integer(), nullable=True),
        sa.Column("settled_at", UTCDateTime(), nullable=True),
        sa.Column("answer", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["inbox_id"], ["inbox.id"], name=op.f("fk_questions_inbox_id")),
        sa.ForeignKeyConstraint(["phase_id"], ["phases.id"], name=op.f("fk_questions_phase_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_questions")),
    )
    op.create_index(op.f("ix_questions_phase_id"), "questions", ["phase_id"], unique=False)
