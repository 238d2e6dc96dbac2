"""A game's life: people around it, absences, votes, press, offers, rulings, overrides.

Phases can be rolled back: of those that were a game may have any number.

Revision: 0007, after 0006
"""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import AutoString, UTCDateTime

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

_UNRESOLVED = sa.text("status <> 'resolved' AND status <> 'superseded'")


def upgrade() -> None:
    """Bring the database to this version."""
    op.add_column(
        "games", sa.Column("settings", sa.JSON(), nullable=False, server_default=sa.text("'{}'"))
    )
    op.add_column("phases", sa.Column("release_at", UTCDateTime(), nullable=True))
    op.drop_index("ix_phases_unresolved", "phases")
    op.create_index(
        "ix_phases_unresolved",
        "phases",
        ["game_id"],
        unique=True,
        sqlite_where=_UNRESOLVED,
        postgresql_where=_UNRESOLVED,
    )
    _memberships()
    _absences()
    _marks()
    _proposals()
    _votes()
    _press()
    _offers()
    _rulings()
    _notes()
    _amendments()


def _memberships() -> None:
    op.create_table(
        "memberships",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=True),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("role", AutoString(), nullable=False),
        sa.Column("since", UTCDateTime(), nullable=False),
        sa.Column("wishes", AutoString(), nullable=False),
        sa.Column("inbox_id", sa.Integer(), nullable=True),
        sa.Column("ended_at", UTCDateTime(), nullable=True),
        sa.Column("outcome", AutoString(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_memberships_game_id")),
        sa.ForeignKeyConstraint(
            ["person_id"], ["persons.id"], name=op.f("fk_memberships_person_id")
        ),
        sa.ForeignKeyConstraint(["inbox_id"], ["inbox.id"], name=op.f("fk_memberships_inbox_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_memberships")),
    )
    op.create_index(op.f("ix_memberships_game_id"), "memberships", ["game_id"])
    op.create_index(op.f("ix_memberships_person_id"), "memberships", ["person_id"])


def _absences() -> None:
    op.create_table(
        "absences",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("first", UTCDateTime(), nullable=False),
        sa.Column("last", UTCDateTime(), nullable=False),
        sa.Column("noted_at", UTCDateTime(), nullable=False),
        sa.Column("state", AutoString(), nullable=False),
        sa.Column("inbox_id", sa.Integer(), nullable=True),
        sa.Column("taken_back_at", UTCDateTime(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_absences_game_id")),
        sa.ForeignKeyConstraint(["person_id"], ["persons.id"], name=op.f("fk_absences_person_id")),
        sa.ForeignKeyConstraint(["inbox_id"], ["inbox.id"], name=op.f("fk_absences_inbox_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_absences")),
    )
    op.create_index(op.f("ix_absences_game_id"), "absences", ["game_id"])
    op.create_index(op.f("ix_absences_person_id"), "absences", ["person_id"])


def _marks() -> None:
    op.create_table(
        "marks",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("phase_id", sa.Integer(), nullable=False),
        sa.Column("seat", AutoString(), nullable=False),
        sa.Column("word", AutoString(), nullable=False),
        sa.Column("at", UTCDateTime(), nullable=False),
        sa.Column("inbox_id", sa.Integer(), nullable=True),
        sa.Column("taken_back_at", UTCDateTime(), nullable=True),
        sa.ForeignKeyConstraint(["phase_id"], ["phases.id"], name=op.f("fk_marks_phase_id")),
        sa.ForeignKeyConstraint(["inbox_id"], ["inbox.id"], name=op.f("fk_marks_inbox_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_marks")),
    )
    op.create_index(op.f("ix_marks_phase_id"), "marks", ["phase_id"])


def _proposals() -> None:
    op.create_table(
        "proposals",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("phase_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", AutoString(), nullable=False),
        sa.Column("powers", AutoString(), nullable=False),
        sa.Column("seat", AutoString(), nullable=False),
        sa.Column("at", UTCDateTime(), nullable=False),
        sa.Column("settled_at", UTCDateTime(), nullable=True),
        sa.Column("outcome", AutoString(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_proposals_game_id")),
        sa.ForeignKeyConstraint(["phase_id"], ["phases.id"], name=op.f("fk_proposals_phase_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_proposals")),
        sa.UniqueConstraint("game_id", "number", name=op.f("uq_proposals_game_id_number")),
    )


def _votes() -> None:
    op.create_table(
        "votes",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("proposal_id", sa.Integer(), nullable=False),
        sa.Column("seat", AutoString(), nullable=False),
        sa.Column("choice", AutoString(), nullable=False),
        sa.Column("at", UTCDateTime(), nullable=False),
        sa.Column("inbox_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["proposal_id"], ["proposals.id"], name=op.f("fk_votes_proposal_id")
        ),
        sa.ForeignKeyConstraint(["inbox_id"], ["inbox.id"], name=op.f("fk_votes_inbox_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_votes")),
    )
    op.create_index(op.f("ix_votes_proposal_id"), "votes", ["proposal_id"])


def _press() -> None:
    op.create_table(
        "press",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("phase_id", sa.Integer(), nullable=True),
        sa.Column("seat", AutoString(), nullable=False),
        sa.Column("kind", AutoString(), nullable=False),
        sa.Column("colour", AutoString(), nullable=False),
        sa.Column("to", AutoString(), nullable=False),
        sa.Column("text", AutoString(), nullable=False),
        sa.Column("at", UTCDateTime(), nullable=False),
        sa.Column("inbox_id", sa.Integer(), nullable=True),
        sa.Column("released_at", UTCDateTime(), nullable=True),
        sa.Column("dropped_at", UTCDateTime(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_press_game_id")),
        sa.ForeignKeyConstraint(["phase_id"], ["phases.id"], name=op.f("fk_press_phase_id")),
        sa.ForeignKeyConstraint(["inbox_id"], ["inbox.id"], name=op.f("fk_press_inbox_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_press")),
    )
    op.create_index(op.f("ix_press_game_id"), "press", ["game_id"])


def _offers() -> None:
    op.create_table(
        "offers",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat", AutoString(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("code", AutoString(), nullable=False),
        sa.Column("offered_at", UTCDateTime(), nullable=False),
        sa.Column("expires_at", UTCDateTime(), nullable=False),
        sa.Column("for_phase", sa.Integer(), nullable=True),
        sa.Column("settled_at", UTCDateTime(), nullable=True),
        sa.Column("outcome", AutoString(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_offers_game_id")),
        sa.ForeignKeyConstraint(["person_id"], ["persons.id"], name=op.f("fk_offers_person_id")),
        sa.ForeignKeyConstraint(["for_phase"], ["phases.id"], name=op.f("fk_offers_for_phase")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_offers")),
        sa.UniqueConstraint("code", name=op.f("uq_offers_code")),
    )
    op.create_index(op.f("ix_offers_game_id"), "offers", ["game_id"])
    op.create_index(op.f("ix_offers_person_id"), "offers", ["person_id"])


def _rulings() -> None:
    op.create_table(
        "rulings",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("text", AutoString(), nullable=False),
        sa.Column("reason", AutoString(), nullable=False),
        sa.Column("at", UTCDateTime(), nullable=False),
        sa.Column("taken_back_at", UTCDateTime(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_rulings_game_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rulings")),
        sa.UniqueConstraint("game_id", "number", name=op.f("uq_rulings_game_id_number")),
    )


def _notes() -> None:
    op.create_table(
        "notes",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=True),
        sa.Column("text", AutoString(), nullable=False),
        sa.Column("at", UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["persons.id"], name=op.f("fk_notes_person_id")),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_notes_game_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notes")),
    )
    op.create_index(op.f("ix_notes_person_id"), "notes", ["person_id"])


def _amendments() -> None:
    op.create_table(
        "amendments",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("phase_id", sa.Integer(), nullable=False),
        sa.Column("sequence", sa.Integer(), nullable=False),
        sa.Column("kind", AutoString(), nullable=False),
        sa.Column("events", AutoString(), nullable=False),
        sa.Column("words", AutoString(), nullable=False),
        sa.Column("reason", AutoString(), nullable=False),
        sa.Column("author", AutoString(), nullable=False),
        sa.Column("at", UTCDateTime(), nullable=False),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("after_result", sa.Boolean(), nullable=False),
        sa.Column("taken_back_at", UTCDateTime(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_amendments_game_id")),
        sa.ForeignKeyConstraint(["phase_id"], ["phases.id"], name=op.f("fk_amendments_phase_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_amendments")),
        sa.UniqueConstraint("phase_id", "sequence", name=op.f("uq_amendments_phase_id_sequence")),
    )
    op.create_index(op.f("ix_amendments_game_id"), "amendments", ["game_id"])
