"""The tables of the database, one class each: the record that it keeps, its keys and its indexes.

Moments are stored in UTC by SQLModel's own type for `datetime`. What must be unique without regard
to case has a folded copy of itself in a `..._key` column, so that every database compares alike.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

from sqlalchemy import JSON, BigInteger, Index, MetaData, UniqueConstraint, text
from sqlmodel import Field

from gm.adapters.sql.rows import Row, index_where
from gm.app.life_records import (
    Absence,
    Amendment,
    Mark,
    Membership,
    Offer,
    PersonNote,
    PressItem,
    Proposal,
    RulingRecord,
    Vote,
)
from gm.app.mail_records import (
    Beat,
    BounceRecord,
    Confirmation,
    MailSource,
    PersonAddress,
    QuotaUse,
    SeatToken,
    Suspension,
)
from gm.app.records import (
    GameRecord,
    HandDraw,
    InboxMail,
    JournalEntry,
    OrderRecord,
    OutboxMail,
    Person,
    PhaseRecord,
    QuestionRecord,
    ResultRecord,
    SeatRecord,
)

METADATA: Final[MetaData] = Row.metadata
"""Every table there is."""

OPEN: Final = text("settled_at IS NULL")
"""What holds of questions and offers that are open."""

OF_BYTES: Final = ("raw", "digest")
"""The fields of an incoming mail that stand with its bytes."""


class GameRow(Row, record=GameRecord, table=True):
    """A game and its settings."""

    __tablename__ = "games"
    __table_args__ = (UniqueConstraint("name_key"),)

    name_key: str


class PersonRow(Row, record=Person, table=True):
    """A player."""

    __tablename__ = "persons"
    __table_args__ = (UniqueConstraint("address_key"),)

    address_key: str


class SeatRow(Row, record=SeatRecord, omit=("person",), table=True):
    """A power in a game, and who plays it."""

    __tablename__ = "seats"
    __table_args__ = (
        Index(None, "person_id"),
        UniqueConstraint("game_id", "seat"),
    )

    person_id: int | None


class PhaseRow(Row, record=PhaseRecord, table=True):
    """A phase; a game has at most one that is neither resolved nor rolled back."""

    __tablename__ = "phases"
    __table_args__ = (
        UniqueConstraint("game_id", "number"),
        index_where(
            "ix_phases_unresolved",
            "game_id",
            where=text("status <> 'resolved' AND status <> 'superseded'"),
            unique=True,
        ),
        Index(None, "status", "deadline"),
    )


class OrderRow(Row, record=OrderRecord, table=True):
    """An order, kept for ever."""

    __tablename__ = "orders"
    __table_args__ = (
        Index(None, "phase_id"),
        Index(None, "inbox_id"),
    )


class QuestionRow(Row, record=QuestionRecord, table=True):
    """A question with numbered choices, kept for ever."""

    __tablename__ = "questions"
    __table_args__ = (Index(None, "phase_id"),)


class ResultRow(Row, record=ResultRecord, table=True):
    """What a phase brought."""

    __tablename__ = "results"

    phase_id: int = Field(foreign_key="phases.id", primary_key=True)


class DrawRow(Row, table=True):
    """One draw of a phase, for looking up; the result keeps them too."""

    __tablename__ = "draws"
    __table_args__ = (
        UniqueConstraint("phase_id", "number"),
        Index(None, "game_id"),
    )

    id: int | None
    game_id: int
    phase_id: int
    number: int
    label: str
    candidates: list[str] = Field(sa_type=JSON)
    chosen: str
    by_hand: bool


class HandDrawRow(Row, record=HandDraw, table=True):
    """A draw that the GM entered by hand; at most one of a label stands."""

    __tablename__ = "hand_draws"
    __table_args__ = (
        Index(None, "game_id"),
        index_where(
            "ix_hand_draws_standing",
            "game_id",
            "label",
            where=text("taken_back_at IS NULL"),
            unique=True,
        ),
    )


class RawRow(Row, table=True):
    """The bytes of incoming mail: once, whomever they came to and however often."""

    __tablename__ = "raws"

    id: int | None
    digest: bytes = Field(unique=True)
    raw: bytes


class InboxRow(Row, record=InboxMail, omit=OF_BYTES, table=True):
    """An incoming mail; of all its deliveries only the first has an effect."""

    __tablename__ = "inbox"
    __table_args__ = (
        UniqueConstraint("source_key"),
        Index(None, "raw_id"),
        Index(None, "game_id"),
        index_where(
            "ix_inbox_first_delivery",
            "dedupe_key",
            where=text("duplicate_of IS NULL"),
            unique=True,
        ),
        Index(None, "state", "received_at", "id"),
        Index(None, "sender_key", "state", "id"),
    )

    raw_id: int


class OutboxRow(Row, record=OutboxMail, table=True):
    """An outgoing mail."""

    __tablename__ = "outbox"
    __table_args__ = (
        UniqueConstraint("key"),
        Index(None, "game_id"),
        Index(None, "person_id"),
        Index(None, "bounce_tag"),
        Index(None, "state", "next_at", "id"),
        Index(None, "recipient_key", "created_at"),
        index_where(
            "ix_outbox_waiting", "recipient_key", "game_id", "id", where=text("state = 'pending'")
        ),
    )

    recipient_key: str


class JournalRow(Row, record=JournalEntry, table=True):
    """Something that happened; rows are only ever added."""

    __tablename__ = "journal"
    __table_args__ = (Index(None, "game_id"),)


class TokenRow(Row, record=SeatToken, table=True):
    """The secret of a seat; at most one of a seat stands."""

    __tablename__ = "tokens"
    __table_args__ = (
        UniqueConstraint("token"),
        index_where(
            "ix_tokens_standing", "game_id", "seat", where=text("revoked_at IS NULL"), unique=True
        ),
    )


class AddressRow(Row, record=PersonAddress, table=True):
    """An address a person writes from, or once did."""

    __tablename__ = "addresses"
    __table_args__ = (
        Index(None, "person_id"),
        Index(None, "address_key"),
    )

    address_key: str


class ConfirmationRow(Row, record=Confirmation, table=True):
    """A question to a registered address, kept for ever."""

    __tablename__ = "confirmations"
    __table_args__ = (
        UniqueConstraint("code"),
        Index(None, "person_id"),
        Index(None, "inbox_id"),
        index_where("ix_confirmations_open", "expires_at", where=OPEN),
        index_where("ix_confirmations_open_game", "game_id", where=OPEN),
        Index("ix_confirmations_asked_outcome", "asked", "outcome"),
    )


class SourceRow(Row, record=MailSource, table=True):
    """A mailbox that is read, and how far."""

    __tablename__ = "sources"
    __table_args__ = (UniqueConstraint("name"),)

    last: int = Field(sa_type=BigInteger)


class BounceRow(Row, record=BounceRecord, table=True):
    """A mail of ours that came back."""

    __tablename__ = "bounces"
    __table_args__ = (Index(None, "address_key", "at"),)

    address_key: str


class SuspensionRow(Row, record=Suspension, table=True):
    """An address to which nothing is sent for now."""

    __tablename__ = "suspensions"
    __table_args__ = (
        index_where(
            "ix_suspensions_standing", "address_key", where=text("lifted_at IS NULL"), unique=True
        ),
    )

    address_key: str


class BeatRow(Row, record=Beat, table=True):
    """A sign of life of a process."""

    __tablename__ = "beats"
    __table_args__ = (UniqueConstraint("name"),)


class QuotaRow(Row, record=QuotaUse, table=True):
    """What a sender's mail has used of a day's room; rows of days that are over are removed."""

    __tablename__ = "quotas"
    __table_args__ = (Index(None, "day", "name", unique=True),)

    id: int | None
    size: int = Field(sa_type=BigInteger)


class WatermarkRow(Row, table=True):
    """Until when incoming mail has been decided upon: one row, where writers are many."""

    __tablename__ = "watermark"

    id: int | None
    moment: datetime


class MembershipRow(Row, record=Membership, table=True):
    """Somebody who belongs to a game without holding a seat by it."""

    __tablename__ = "memberships"
    __table_args__ = (
        Index(None, "game_id"),
        Index(None, "person_id"),
    )


class AbsenceRow(Row, record=Absence, table=True):
    """A time in which a player cannot order."""

    __tablename__ = "absences"
    __table_args__ = (
        Index(None, "game_id"),
        Index(None, "person_id"),
    )


class MarkRow(Row, record=Mark, table=True):
    """A power's word on when a phase may be resolved."""

    __tablename__ = "marks"
    __table_args__ = (Index(None, "phase_id"),)


class ProposalRow(Row, record=Proposal, table=True):
    """An end of a game that was put to the vote."""

    __tablename__ = "proposals"
    __table_args__ = (UniqueConstraint("game_id", "number"),)


class VoteRow(Row, record=Vote, table=True):
    """A power's vote, kept for ever."""

    __tablename__ = "votes"
    __table_args__ = (Index(None, "proposal_id"),)


class PressRow(Row, record=PressItem, table=True):
    """Words of one to others."""

    __tablename__ = "press"
    __table_args__ = (Index(None, "game_id"),)


class OfferRow(Row, record=Offer, table=True):
    """A seat that was offered to somebody."""

    __tablename__ = "offers"
    __table_args__ = (
        UniqueConstraint("code"),
        Index(None, "game_id"),
        Index(None, "person_id"),
        index_where("ix_offers_open", "expires_at", where=OPEN),
    )


class RulingRow(Row, record=RulingRecord, table=True):
    """A precedent that a GM set."""

    __tablename__ = "rulings"
    __table_args__ = (UniqueConstraint("game_id", "number"),)


class NoteRow(Row, record=PersonNote, table=True):
    """What a GM noted of a player for himself."""

    __tablename__ = "notes"
    __table_args__ = (Index(None, "person_id"),)


class AmendmentRow(Row, record=Amendment, table=True):
    """A GM's override of a position."""

    __tablename__ = "amendments"
    __table_args__ = (
        Index(None, "game_id"),
        UniqueConstraint("phase_id", "sequence"),
    )
