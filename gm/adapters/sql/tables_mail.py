"""The tables about mail beside the mails: keys, addresses, cursors, bounces, signs of life."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import BigInteger, Index, text
from sqlmodel import Field, SQLModel

from gm.adapters.sql.tables import METADATA

__all__ = [
    "METADATA",
    "AddressRow",
    "BeatRow",
    "BounceRow",
    "ConfirmationRow",
    "QuotaRow",
    "SourceRow",
    "SuspensionRow",
    "TokenRow",
    "WatermarkRow",
]

_STANDING = text("revoked_at IS NULL")
OPEN = text("settled_at IS NULL")
"""What holds of questions and offers that are open."""


class TokenRow(SQLModel, table=True):
    """The secret of a seat; at most one of a seat stands."""

    __tablename__ = "tokens"
    __table_args__ = (
        Index(
            "ix_tokens_standing",
            "game_id",
            "seat",
            unique=True,
            sqlite_where=_STANDING,
            postgresql_where=_STANDING,
        ),
    )

    id: int | None = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="games.id")
    seat: str
    token: str = Field(unique=True)
    made_at: datetime
    revoked_at: datetime | None


class AddressRow(SQLModel, table=True):
    """An address a person writes from, or once did."""

    __tablename__ = "addresses"

    id: int | None = Field(default=None, primary_key=True)
    person_id: int = Field(foreign_key="persons.id", index=True)
    address: str
    address_key: str = Field(index=True)
    added_at: datetime
    confirmed_at: datetime | None
    dropped_at: datetime | None
    note: str


class ConfirmationRow(SQLModel, table=True):
    """A question to a registered address, kept for ever."""

    __tablename__ = "confirmations"
    __table_args__ = (
        Index("ix_confirmations_open", "expires_at", sqlite_where=OPEN, postgresql_where=OPEN),
        Index("ix_confirmations_open_game", "game_id", sqlite_where=OPEN, postgresql_where=OPEN),
        Index("ix_confirmations_asked_outcome", "asked", "outcome"),
    )

    id: int | None = Field(default=None, primary_key=True)
    asked: str
    code: str = Field(unique=True)
    person_id: int = Field(foreign_key="persons.id", index=True)
    asked_at: datetime
    expires_at: datetime
    game_id: int | None = Field(foreign_key="games.id")
    inbox_id: int | None = Field(foreign_key="inbox.id", index=True)
    wanted: str
    settled_at: datetime | None
    outcome: str


class SourceRow(SQLModel, table=True):
    """A mailbox that is read, and how far."""

    __tablename__ = "sources"

    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(unique=True)
    since: datetime
    validity: str
    last: int = Field(sa_type=BigInteger)
    polled_at: datetime | None


class BounceRow(SQLModel, table=True):
    """A mail of ours that came back."""

    __tablename__ = "bounces"
    __table_args__ = (Index(None, "address_key", "at"),)

    id: int | None = Field(default=None, primary_key=True)
    address: str
    address_key: str
    kind: str
    at: datetime
    text: str
    outbox_id: int | None = Field(foreign_key="outbox.id")
    inbox_id: int | None = Field(foreign_key="inbox.id")


class SuspensionRow(SQLModel, table=True):
    """An address to which nothing is sent for now."""

    __tablename__ = "suspensions"
    __table_args__ = (
        Index(
            "ix_suspensions_standing",
            "address_key",
            unique=True,
            sqlite_where=text("lifted_at IS NULL"),
            postgresql_where=text("lifted_at IS NULL"),
        ),
    )

    id: int | None = Field(default=None, primary_key=True)
    address: str
    address_key: str
    since: datetime
    reason: str
    lifted_at: datetime | None


class BeatRow(SQLModel, table=True):
    """A sign of life of a process."""

    __tablename__ = "beats"

    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(unique=True)
    role: str
    started_at: datetime
    at: datetime


class QuotaRow(SQLModel, table=True):
    """What a sender's mail has used of a day's room; rows of days that are over are removed."""

    __tablename__ = "quotas"
    __table_args__ = (Index(None, "day", "name", unique=True),)

    id: int | None = Field(default=None, primary_key=True)
    day: datetime
    name: str
    stranger: bool
    mails: int
    size: int = Field(sa_type=BigInteger)


class WatermarkRow(SQLModel, table=True):
    """Until when incoming mail has been decided upon: one row, where writers are many."""

    __tablename__ = "watermark"

    id: int | None = Field(default=None, primary_key=True)
    moment: datetime
