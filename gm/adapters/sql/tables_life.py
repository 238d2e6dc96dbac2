"""The tables of a game's life: people around it, votes, press, offers, overrides.

With this module imported METADATA holds every table there is.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Index
from sqlmodel import Field, SQLModel, UniqueConstraint

from gm.adapters.sql.tables_mail import METADATA, OPEN

__all__ = [
    "METADATA",
    "AbsenceRow",
    "AmendmentRow",
    "MarkRow",
    "MembershipRow",
    "NoteRow",
    "OfferRow",
    "PressRow",
    "ProposalRow",
    "RulingRow",
    "VoteRow",
]


class MembershipRow(SQLModel, table=True):
    """Somebody who belongs to a game without holding a seat by it."""

    __tablename__ = "memberships"

    id: int | None = Field(default=None, primary_key=True)
    game_id: int | None = Field(foreign_key="games.id", index=True)
    person_id: int = Field(foreign_key="persons.id", index=True)
    role: str
    since: datetime
    wishes: str
    inbox_id: int | None = Field(foreign_key="inbox.id")
    ended_at: datetime | None
    outcome: str


class AbsenceRow(SQLModel, table=True):
    """A time in which a player cannot order."""

    __tablename__ = "absences"

    id: int | None = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="games.id", index=True)
    person_id: int = Field(foreign_key="persons.id", index=True)
    first: datetime
    last: datetime
    noted_at: datetime
    state: str
    inbox_id: int | None = Field(foreign_key="inbox.id")
    taken_back_at: datetime | None


class MarkRow(SQLModel, table=True):
    """A power's word on when a phase may be resolved."""

    __tablename__ = "marks"

    id: int | None = Field(default=None, primary_key=True)
    phase_id: int = Field(foreign_key="phases.id", index=True)
    seat: str
    word: str
    at: datetime
    inbox_id: int | None = Field(foreign_key="inbox.id")
    taken_back_at: datetime | None


class ProposalRow(SQLModel, table=True):
    """An end of a game that was put to the vote."""

    __tablename__ = "proposals"
    __table_args__ = (UniqueConstraint("game_id", "number"),)

    id: int | None = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="games.id")
    phase_id: int = Field(foreign_key="phases.id")
    number: int
    kind: str
    powers: str
    seat: str
    at: datetime
    settled_at: datetime | None
    outcome: str


class VoteRow(SQLModel, table=True):
    """A power's vote, kept for ever."""

    __tablename__ = "votes"

    id: int | None = Field(default=None, primary_key=True)
    proposal_id: int = Field(foreign_key="proposals.id", index=True)
    seat: str
    choice: str
    at: datetime
    inbox_id: int | None = Field(foreign_key="inbox.id")


class PressRow(SQLModel, table=True):
    """Words of one to others."""

    __tablename__ = "press"

    id: int | None = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="games.id", index=True)
    phase_id: int | None = Field(foreign_key="phases.id")
    seat: str
    kind: str
    colour: str
    to: str
    text: str
    at: datetime
    inbox_id: int | None = Field(foreign_key="inbox.id")
    released_at: datetime | None
    dropped_at: datetime | None


class OfferRow(SQLModel, table=True):
    """A seat that was offered to somebody."""

    __tablename__ = "offers"
    __table_args__ = (
        Index("ix_offers_open", "expires_at", sqlite_where=OPEN, postgresql_where=OPEN),
    )

    id: int | None = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="games.id", index=True)
    seat: str
    person_id: int = Field(foreign_key="persons.id", index=True)
    code: str = Field(unique=True)
    offered_at: datetime
    expires_at: datetime
    for_phase: int | None = Field(foreign_key="phases.id")
    settled_at: datetime | None
    outcome: str


class RulingRow(SQLModel, table=True):
    """A precedent that a GM set."""

    __tablename__ = "rulings"
    __table_args__ = (UniqueConstraint("game_id", "number"),)

    id: int | None = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="games.id")
    number: int
    text: str
    reason: str
    at: datetime
    taken_back_at: datetime | None


class NoteRow(SQLModel, table=True):
    """What a GM noted of a player for himself."""

    __tablename__ = "notes"

    id: int | None = Field(default=None, primary_key=True)
    person_id: int = Field(foreign_key="persons.id", index=True)
    game_id: int | None = Field(foreign_key="games.id")
    text: str
    at: datetime


class AmendmentRow(SQLModel, table=True):
    """A GM's override of a position."""

    __tablename__ = "amendments"
    __table_args__ = (UniqueConstraint("phase_id", "sequence"),)

    id: int | None = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="games.id", index=True)
    phase_id: int = Field(foreign_key="phases.id")
    sequence: int
    kind: str
    events: str
    words: str
    reason: str
    author: str
    at: datetime
    public: bool
    after_result: bool
    taken_back_at: datetime | None
