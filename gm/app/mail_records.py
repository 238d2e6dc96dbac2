"""What the application keeps about mail beside the mails: keys, addresses, cursors, bounces.

Plain values without behaviour, as in `gm.app.records`; every moment is an aware datetime in UTC.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum


@dataclass(frozen=True, slots=True)
class SeatToken:
    """The secret in the reply address of one seat: who knows it has had that seat's mail.

    Args:
        seat: the power; "gm" for the game's own GM.
        token: lower-case letters and digits, at least 80 random bits.
        revoked_at: when another took its place; None while it stands.
    """

    id: int
    game_id: int
    seat: str
    token: str = field(repr=False)
    made_at: datetime
    revoked_at: datetime | None = None


GM_SEAT = "gm"
"""The `seat` under which the GM of a game has his token."""


@dataclass(frozen=True, slots=True)
class PersonAddress:
    """An address that a person writes from, or once did; the registered one is in `Person`.

    Args:
        confirmed_at: when it was confirmed from the registered one, or by the GM; None until then.
        dropped_at: when it ceased to count; None while it does.
        note: by whom, and why.
    """

    id: int
    person_id: int
    address: str
    added_at: datetime
    confirmed_at: datetime | None = None
    dropped_at: datetime | None = None
    note: str = ""


class Asked(Enum):
    """What a confirmation is asked for."""

    MAIL = "mail"
    """Whether a held mail is really from the person."""
    ADDRESS = "address"
    """Whether another address shall be the registered one."""
    RESIGN = "resign"
    """Whether a player gives his powers up; `wanted` names them."""
    DESK = "desk"
    """Whether commands of a GM are carried out; `wanted` are their words, as a JSON list of lists."""
    GAME = "game"
    """Whether a game is created; `wanted` says which, as `gm.app.answering.new_game_mail` writes it."""


ASSIGNED = "assigned"
"""The outcome of a question that was never put: the GM said whose a mail is."""

ASKED_AGAIN = "asked again"
"""The outcome of a question whose place a newer one took."""


@dataclass(frozen=True, slots=True)
class Confirmation:
    """A question sent to a registered address; whoever answers with the code has read it there.

    Args:
        code: the secret in its reply address.
        inbox_id: the mail it is about: the held one, or the one that asked for the change.
        wanted: what would be done: a new address; "" for a held mail.
        settled_at: when it was answered, or could be no more; outcome: what came of it:
            "confirmed", "denied", "expired", "taken back", "asked again" by a newer question, or
            "assigned" by the GM without asking; of commands what `gm.app.words.gm_mail` names.
    """

    id: int
    asked: Asked
    code: str = field(repr=False)
    person_id: int
    asked_at: datetime
    expires_at: datetime
    game_id: int | None = None
    inbox_id: int | None = None
    wanted: str = ""
    settled_at: datetime | None = None
    outcome: str = ""


@dataclass(frozen=True, slots=True)
class MailSource:
    """A mailbox we read, and how far.

    Args:
        name: which one: "imap games@mail.example.org INBOX", "maildir inbox".
        validity: the mailbox's UIDVALIDITY, "" where there is none; last: the highest UID that is
            stored here.
        since: mails older than this are kept and never answered: the first look into it.
        polled_at: when the last look that went through to the end began; None before the first.
    """

    id: int
    name: str
    since: datetime
    validity: str = ""
    last: int = 0
    polled_at: datetime | None = None


class BounceKind(Enum):
    """HARD: the address will not take our mail; SOFT: it did not this time."""

    HARD = "hard"
    SOFT = "soft"


@dataclass(frozen=True, slots=True)
class BounceRecord:
    """A mail of ours that came back, or was refused for good.

    Args:
        address: to whom it went.
        outbox_id: the mail, where its return path tells; inbox_id: the bounce, where one came.
        text: what the other server said, one line.
    """

    id: int
    address: str
    kind: BounceKind
    at: datetime
    text: str = ""
    outbox_id: int | None = None
    inbox_id: int | None = None


@dataclass(frozen=True, slots=True)
class Suspension:
    """An address to which nothing is sent, because it sent too much back.

    Args:
        lifted_at: when mail is sent there again, by the GM or because he wrote; None until then.
    """

    id: int
    address: str
    since: datetime
    reason: str
    lifted_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Beat:
    """A sign of life of a running process, for outages, metrics and `gm doctor`.

    Args:
        name: which process: role, machine and number.
        role: "all", "receive", "work" or "send".
        at: the last beat.
    """

    id: int
    name: str
    role: str
    started_at: datetime
    at: datetime


@dataclass(frozen=True, slots=True)
class Tally:
    """How much there is of everything at one moment, for whoever watches a server.

    Args:
        inbox, outbox: mails by state; games, phases: games by status, open and held phases.
        oldest_unread: when the oldest mail was stored that still has to be read, if any does.
        oldest_waiting: since when the oldest mail waits to be sent that could be, if any does.
        overdue: open phases that should have been resolved before the moment asked about.
        suspended: addresses to which nothing is sent.
    """

    inbox: dict[str, int]
    outbox: dict[str, int]
    games: dict[str, int]
    phases: dict[str, int]
    overdue: int = 0
    suspended: int = 0
    oldest_unread: datetime | None = None
    oldest_waiting: datetime | None = None


@dataclass(frozen=True, slots=True)
class QuotaUse:
    """What one sender's mail takes of a day's room.

    Args:
        name: whose it is; no address and no secret stands in it.
        day: when the day began.
        stranger: nothing proves who it is: it counts among all of whom that holds.
        mails, size: how many, and how many bytes.
    """

    name: str
    day: datetime
    stranger: bool
    mails: int
    size: int
