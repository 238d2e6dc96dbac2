"""The tables of the database, one class each.

A column has the name of the field it keeps in `gm.app.records`. Moments are stored in UTC by
SQLModel's own type for `datetime`. What must be unique without regard to case has a folded copy
of itself in a `..._key` column, so that every database compares alike.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import JSON, Index, MetaData, UniqueConstraint, text
from sqlmodel import Field, SQLModel

METADATA: MetaData = SQLModel.metadata
METADATA.naming_convention = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}

_FIRST_DELIVERY = text("duplicate_of IS NULL")
_UNRESOLVED = text("status <> 'resolved' AND status <> 'superseded'")
_STANDING = text("taken_back_at IS NULL")


class GameRow(SQLModel, table=True):
    """A game and its settings."""

    __tablename__ = "games"

    id: int | None = Field(default=None, primary_key=True)
    name: str
    name_key: str = Field(unique=True)
    variant: str
    gm_name: str
    gm_address: str
    created_at: datetime
    options: dict[str, str] = Field(sa_type=JSON)
    list_address: str | None
    time_zone: str
    lengths: dict[str, int] = Field(sa_type=JSON)
    keep_impossible: bool
    seed: str
    status: str
    several_seats: bool
    settings: dict[str, str] = Field(sa_type=JSON)


class PersonRow(SQLModel, table=True):
    """A player."""

    __tablename__ = "persons"

    id: int | None = Field(default=None, primary_key=True)
    name: str
    address: str
    address_key: str = Field(unique=True)
    time_zone: str
    settings: dict[str, str] = Field(sa_type=JSON)


class SeatRow(SQLModel, table=True):
    """A power in a game, and who plays it."""

    __tablename__ = "seats"
    __table_args__ = (UniqueConstraint("game_id", "seat"),)

    id: int | None = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="games.id")
    seat: str
    person_id: int | None = Field(foreign_key="persons.id", index=True)


class PhaseRow(SQLModel, table=True):
    """A phase; a game has at most one that is neither resolved nor rolled back."""

    __tablename__ = "phases"
    __table_args__ = (
        UniqueConstraint("game_id", "number"),
        Index(
            "ix_phases_unresolved",
            "game_id",
            unique=True,
            sqlite_where=_UNRESOLVED,
            postgresql_where=_UNRESOLVED,
        ),
        Index(None, "status", "deadline"),
    )

    id: int | None = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="games.id")
    number: int
    name: str
    state: str
    deadline: datetime
    opened_at: datetime
    status: str
    version: int
    resolved_at: datetime | None
    rules_version: str
    board_digest: str
    held_because: str
    held_for_orders: bool
    remind_at: datetime | None
    closes_at: datetime | None
    release_at: datetime | None


class OrderRow(SQLModel, table=True):
    """An order, kept for ever."""

    __tablename__ = "orders"

    id: int | None = Field(default=None, primary_key=True)
    phase_id: int = Field(foreign_key="phases.id", index=True)
    seat: str
    sequence: int
    key: str
    order: str
    canonical: str
    text: str
    given_at: datetime
    inbox_id: int | None = Field(foreign_key="inbox.id", index=True)
    replaced_at: datetime | None
    replaced_by: int | None = Field(foreign_key="orders.id")
    ahead: str


class QuestionRow(SQLModel, table=True):
    """A question with numbered choices, kept for ever."""

    __tablename__ = "questions"

    id: int | None = Field(default=None, primary_key=True)
    phase_id: int = Field(foreign_key="phases.id", index=True)
    seat: str
    first: int
    text: str
    choices: str
    asked_at: datetime
    ahead: str
    standing: str
    place: int
    inbox_id: int | None = Field(foreign_key="inbox.id")
    settled_at: datetime | None
    answer: int | None


class ResultRow(SQLModel, table=True):
    """What a phase brought."""

    __tablename__ = "results"

    phase_id: int = Field(foreign_key="phases.id", primary_key=True)
    events: str
    outcomes: str
    draws: str
    resolved_at: datetime


class DrawRow(SQLModel, table=True):
    """One draw of a phase, for looking up; the result keeps them too."""

    __tablename__ = "draws"
    __table_args__ = (UniqueConstraint("phase_id", "number"),)

    id: int | None = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="games.id", index=True)
    phase_id: int = Field(foreign_key="phases.id")
    number: int
    label: str
    candidates: list[str] = Field(sa_type=JSON)
    chosen: str
    by_hand: bool


class HandDrawRow(SQLModel, table=True):
    """A draw that the GM entered by hand; at most one of a label stands."""

    __tablename__ = "hand_draws"
    __table_args__ = (
        Index(
            "ix_hand_draws_standing",
            "game_id",
            "label",
            unique=True,
            sqlite_where=_STANDING,
            postgresql_where=_STANDING,
        ),
    )

    id: int | None = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="games.id", index=True)
    label: str
    chosen: str
    reason: str
    entered_at: datetime
    taken_back_at: datetime | None


class RawRow(SQLModel, table=True):
    """The bytes of incoming mail: once, whomever they came to and however often."""

    __tablename__ = "raws"

    id: int | None = Field(default=None, primary_key=True)
    digest: bytes = Field(unique=True)
    raw: bytes


class InboxRow(SQLModel, table=True):
    """An incoming mail; of all its deliveries only the first has an effect."""

    __tablename__ = "inbox"
    __table_args__ = (
        Index(
            "ix_inbox_first_delivery",
            "dedupe_key",
            unique=True,
            sqlite_where=_FIRST_DELIVERY,
            postgresql_where=_FIRST_DELIVERY,
        ),
        Index(None, "state", "received_at", "id"),
        Index(None, "sender_key", "state", "id"),
    )

    id: int | None = Field(default=None, primary_key=True)
    dedupe_key: str
    raw_id: int = Field(foreign_key="raws.id", index=True)
    envelope_from: str
    recipient: str
    source: str
    received_at: datetime
    stored_at: datetime
    state: str
    attempts: int
    game_id: int | None = Field(foreign_key="games.id", index=True)
    note: str
    duplicate_of: int | None = Field(foreign_key="inbox.id")
    source_key: str | None = Field(unique=True)
    sender_key: str
    claimed_until: datetime | None
    settled_at: datetime | None
    confirmed: bool


class OutboxRow(SQLModel, table=True):
    """An outgoing mail."""

    __tablename__ = "outbox"
    __table_args__ = (
        Index(None, "state", "next_at", "id"),
        Index(None, "recipient_key", "created_at"),
        Index(
            "ix_outbox_waiting",
            "recipient_key",
            "game_id",
            "id",
            sqlite_where=text("state = 'pending'"),
            postgresql_where=text("state = 'pending'"),
        ),
    )

    id: int | None = Field(default=None, primary_key=True)
    key: str = Field(unique=True)
    message_id: str
    envelope_from: str
    recipient: str
    recipient_key: str
    raw: bytes
    created_at: datetime
    next_at: datetime
    state: str
    attempts: int
    last_reply: str
    sent_at: datetime | None
    game_id: int | None = Field(foreign_key="games.id", index=True)
    purpose: str
    person_id: int | None = Field(foreign_key="persons.id", index=True)
    bounce_tag: str = Field(index=True)
    claimed_until: datetime | None


class JournalRow(SQLModel, table=True):
    """Something that happened; rows are only ever added."""

    __tablename__ = "journal"

    id: int | None = Field(default=None, primary_key=True)
    game_id: int | None = Field(foreign_key="games.id", index=True)
    at: datetime
    kind: str
    author: str
    text: str
    public: bool
    data: str
