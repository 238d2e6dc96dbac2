"""What the application keeps: games, people, seats, phases, orders, mail, journal.

Plain values without behaviour. The store turns them into rows and back; every moment is an aware
datetime in UTC, every length is in seconds.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum, StrEnum
from typing import Final


class GameStatus(Enum):
    """Where a game is in its life."""

    FORMING = "forming"
    RUNNING = "running"
    PAUSED = "paused"
    FINISHED = "finished"


IN_PLAY: Final = frozenset({GameStatus.RUNNING, GameStatus.PAUSED})
"""Where a game is that takes orders, and whose seats are offered; a paused one keeps them until it goes on."""


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game and its settings.

    Args:
        id: database key; 0 before it is stored.
        name: short name used in addresses and subjects: letters, digits and hyphens, lower case.
        variant: id of the rules ("republic"); `options` are their settings.
        gm_name, gm_address: whom players write to, who is told of trouble.
        list_address: mailing list that gets the public report, if any.
        time_zone: IANA name; deadlines are announced in it to the list.
        lengths: seconds per phase kind: "movement", "retreat", "adjustment"; under "remind"
            how long before a deadline players are reminded, 0 for never; under "grace" how long
            after it orders are still taken, 0 if it is missing.
        keep_impossible: an impossible order is kept as written and resolved as a hold.
        several_seats: one person may play more than one power.
        seed: the secret from which all of the game's draws are made, hexadecimal.
        settings: the settings of `gm.app.settings.game_settings` that differ from their defaults, as
            their GM writes them.
    """

    id: int
    name: str
    variant: str
    gm_name: str
    gm_address: str
    created_at: datetime
    options: dict[str, str] = field(default_factory=dict)
    list_address: str | None = None
    time_zone: str = "UTC"
    lengths: dict[str, int] = field(default_factory=dict)
    keep_impossible: bool = False
    seed: str = field(default="", repr=False)
    status: GameStatus = GameStatus.FORMING
    several_seats: bool = False
    settings: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Person:
    """A player, known by one registered address (compared without regard to case).

    Args:
        settings: how he wants his mails, by name; what is not there is as usual.
    """

    id: int
    name: str
    address: str
    time_zone: str = "UTC"
    settings: dict[str, str] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """Who plays what in a game. `person` is None while nobody does."""

    id: int
    game_id: int
    seat: str
    person: Person | None = None


class PhaseStatus(Enum):
    """Where a phase is in its life.

    OPEN takes orders. HELD waits for the GM, and takes orders meanwhile. PROOF takes none any more
    and waits for the GM to sign what it brings. RESOLVED is history. SUPERSEDED was rolled back: it
    is kept, and belongs no more to the course of the game.
    """

    OPEN = "open"
    HELD = "held"
    PROOF = "proof"
    RESOLVED = "resolved"
    SUPERSEDED = "superseded"


@dataclass(frozen=True, slots=True)
class PhaseRecord:
    """One phase of a game.

    Args:
        number: 1, 2, 3 ... within the game; where phases were rolled back some are left out.
        name: short name, "F1016M".
        state: the position at its start, as JSON text.
        deadline: when orders are due; closes_at: when it is resolved, later than that by the
            game's grace; None where both are one.
        version: rises with every change; a resolution names the version it read.
        rules_version, board_digest: what it was opened with.
        held_because: why the GM must look at it; held_for_orders: whether for nothing but the orders
            of those without whom it may not be resolved.
        remind_at: when players who lack something are reminded; None once they have been, or if
            nobody is.
        release_at: until when the GM may look at what it brings before everybody is told; None
            where it does not wait for him to.
    """

    id: int
    game_id: int
    number: int
    name: str
    state: str
    deadline: datetime
    opened_at: datetime
    status: PhaseStatus = PhaseStatus.OPEN
    version: int = 1
    resolved_at: datetime | None = None
    rules_version: str = ""
    board_digest: str = ""
    held_because: str = ""
    held_for_orders: bool = False
    remind_at: datetime | None = None
    closes_at: datetime | None = None
    release_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class OrderRecord:
    """One order as it was given, kept for ever; `replaced_by` points to what took its place.

    Args:
        sequence: position in the mail it came with.
        key: what a later order replaces it by: "unit KkW", "adjustment", "payment".
        order: the typed order as JSON text; `canonical` its short text; `text` as written.
        inbox_id: the mail it came with; None for orders entered by the GM.
        ahead: the name of the later phase it is for, "W1016A", while `phase_id` is the phase that
            was open when it came; "" for an order to that phase itself. When the later phase
            opens, a copy enters its book.
    """

    id: int
    phase_id: int
    seat: str
    sequence: int
    key: str
    order: str
    canonical: str
    text: str
    given_at: datetime
    inbox_id: int | None = None
    replaced_at: datetime | None = None
    replaced_by: int | None = None
    ahead: str = ""


REFUSED: Final = 0
"""In place of the number of a choice: none of them, by a plain no."""


@dataclass(frozen=True, slots=True)
class QuestionRecord:
    """A question to a power with numbered choices; the number in a reply answers it.

    Args:
        first: the number of its first choice; the numbers go on through a phase.
        text: the line that it is about, as written.
        choices: the orders of each choice, as JSON text.
        ahead: the name of the later phase they are for, "" for the one that is open.
        standing: canonical text of the order that stands until it is answered, or "".
        place: how many orders stood before it in its list, where the orders form one. Of orders
            that words in the mail set aside it is -1 where each choice counts as a mail of its
            own, whose lists replace those that stand, else -2 less that number.
        inbox_id: the mail it is about; None for orders that were sent ahead.
        settled_at: when it was answered, or nothing was left to ask.
        answer: the number that answered it, `REFUSED` for a plain no; None if other orders did.
    """

    id: int
    phase_id: int
    seat: str
    first: int
    text: str
    choices: str
    asked_at: datetime
    ahead: str = ""
    standing: str = ""
    place: int = 0
    inbox_id: int | None = None
    settled_at: datetime | None = None
    answer: int | None = None

    @property
    def of_reservation(self) -> bool:
        """Whether words in the mail set its orders aside; then a plain yes or no answers it."""
        return self.place < 0

    @property
    def counts_as_mail(self) -> bool:
        """Whether each of its choices counts as a mail of its own would."""
        return self.place == -1

    @property
    def list_place(self) -> int:
        """How many orders stood before it in its list."""
        return self.place if self.place >= 0 else -2 - self.place


@dataclass(frozen=True, slots=True)
class ResultRecord:
    """What a resolved phase brought: events, outcomes and draws, each as a JSON list."""

    phase_id: int
    events: str
    outcomes: str
    draws: str
    resolved_at: datetime


@dataclass(frozen=True, slots=True)
class HandDraw:
    """A draw that the GM made with a hat of his own, entered before its season runs.

    Args:
        label: which draw it is, as the rules name it: "S1975 hole".
        chosen: what was drawn.
        reason: why it was entered; may be "".
        taken_back_at: when the GM took it back; None while it stands.
    """

    id: int
    game_id: int
    label: str
    chosen: str
    reason: str
    entered_at: datetime
    taken_back_at: datetime | None = None


class InboxState(Enum):
    """Where an incoming mail is. Every mail ends in one of the last five.

    NEW: stored, not yet read. HELD: waits for its sender to confirm it from his registered
    address. DONE: acted on and answered. REJECTED: answered with what is wrong. SUPPRESSED: a
    machine's mail, kept and never answered. DUPLICATE: the same mail again. SHUNTED: it broke us
    or fits nothing; the GM looks at it.
    """

    NEW = "new"
    HELD = "held"
    DONE = "done"
    REJECTED = "rejected"
    SUPPRESSED = "suppressed"
    DUPLICATE = "duplicate"
    SHUNTED = "shunted"


@dataclass(frozen=True, slots=True)
class InboxMail:
    """An incoming mail, byte for byte, with what the envelope said.

    Args:
        dedupe_key: the same for two deliveries of one mail to one recipient.
        source: "smtp", "lmtp", "pipe", "imap", "maildir".
        received_at: when a server of ours took it; deadlines are judged by it.
        stored_at: when it was stored here, later than that if it waited on the way.
        source_key: names it where it lay, "imap ... 17/33"; None where nothing does.
        sender_key: whom it claims to be from; mails of one sender are read one after the other.
        attempts: how often reading it was begun.
        claimed_until: while this has not passed somebody is reading it.
        settled_at: when it came to the state it is in; None while it is NEW.
        confirmed: its sender has confirmed it, so it is believed.
        digest: as `raw_digest` finds it; b"" where nobody has looked yet.
    """

    id: int
    dedupe_key: str
    raw: bytes
    envelope_from: str
    recipient: str
    source: str
    received_at: datetime
    stored_at: datetime
    state: InboxState = InboxState.NEW
    attempts: int = 0
    game_id: int | None = None
    note: str = ""
    duplicate_of: int | None = None
    source_key: str | None = None
    sender_key: str = ""
    claimed_until: datetime | None = None
    settled_at: datetime | None = None
    confirmed: bool = False
    digest: bytes = field(default=b"", repr=False, compare=False)


def raw_digest(raw: bytes) -> bytes:
    """Return the key by which the bytes of a mail are kept: the same bytes are kept once."""
    return hashlib.sha256(raw).digest()


class OutboxState(Enum):
    """PENDING waits for its moment; SENT was taken by the next server; FAILED never will be."""

    PENDING = "pending"
    SENT = "sent"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class OutboxMail:
    """An outgoing mail, written in the same transaction as what it reports.

    Args:
        key: unique: what it is, for whom ("report meadow 4 MUNSTER"). Writing it twice has the
            effect of once.
        message_id: derived from the key, so that a repeat is visibly the same mail.
        envelope_from: "" for answers that want no bounces; `bounce_tag` is the secret in it by
            which a bounce names this mail, "" where there is none.
        raw: the whole message.
        next_at: when to try next.
        purpose: "answer", "news" or "list"; answers are counted against an address's budget.
        person_id: the player it is for; a waiting mail follows him to a new address.
        claimed_until: while this has not passed somebody is sending it.
    """

    id: int
    key: str
    message_id: str
    envelope_from: str
    recipient: str
    raw: bytes
    created_at: datetime
    next_at: datetime
    state: OutboxState = OutboxState.PENDING
    attempts: int = 0
    last_reply: str = ""
    sent_at: datetime | None = None
    game_id: int | None = None
    purpose: str = "news"
    person_id: int | None = None
    bounce_tag: str = ""
    claimed_until: datetime | None = None


class JournalKind(StrEnum):
    """What sort of thing an entry of the journal tells; programs that read the journal know them by these."""

    MAIL_FAILED = "mail failed"
    MAIL_RESUMED = "mail resumed"
    MAIL_BOUNCED = "mail bounced"
    MAIL_SUSPENDED = "mail suspended"
    MAIL_ASSIGNED = "mail assigned"
    MAIL_DROPPED = "mail dropped"
    MAIL_SENT_AGAIN = "mail sent again"
    HELD_MAIL = "held mail"
    COMMANDS_BY_MAIL = "commands by mail"
    CLOCK_IS_RIGHT = "clock is right"
    LANGUAGE_CHANGED = "language changed"
    MAILS_WANTED = "mails wanted"
    TIME_ZONE_CHANGED = "time zone changed"
    ADDRESS_CHANGED = "address changed"
    REPLY_ADDRESS_CHANGED = "reply address changed"
    PERSON_ERASED = "person erased"
    GAME_CREATED = "game created"
    GAME_STARTED = "game started"
    GAME_IMPORTED = "game imported"
    GAME_PAUSED = "game paused"
    GAME_RESUMED = "game resumed"
    GAME_CORRECTED = "game corrected"
    GAME_ROLLED_BACK = "game rolled back"
    GAME_ENDED = "game ended"
    GAME_OVER = "game over"
    GAME_PUBLISHED = "game published"
    TOURNAMENT_ENDED = "tournament ended"
    SETTINGS_CHANGED = "settings changed"
    MAP_ACCEPTED = "map accepted"
    SEATS_PER_PLAYER = "seats per player"
    RULING = "ruling"
    RULING_TAKEN_BACK = "ruling taken back"
    PHASE_RESOLVED = "phase resolved"
    PHASE_HELD = "phase held"
    DEADLINE_MOVED = "deadline moved"
    DEADLINE_EXTENDED = "deadline extended"
    PROOF_MADE = "proof made"
    PLAYERS_REMINDED = "players reminded"
    REMINDER_CHANGED = "reminder changed"
    ORDERS_RECEIVED = "orders received"
    ORDERS_ENTERED = "orders entered"
    ORDERS_TAKEN_BACK = "orders taken back"
    ORDERS_MISSED = "orders missed"
    ORDERS_ANSWERED_BY_REPORT = "orders answered by report"
    ORDER_DECIDED = "order decided"
    POSITION_AMENDED = "position amended"
    WALK_ORDERED = "walk ordered"
    DRAW_ENTERED = "draw entered"
    DRAW_TAKEN_BACK = "draw taken back"
    ABSENCE = "absence"
    ABSENCE_DECIDED = "absence decided"
    VOTE_BEGUN = "vote begun"
    VOTE_CAST = "vote cast"
    VOTE_SETTLED = "vote settled"
    PRESS = "press"
    PRESS_DROPPED = "press dropped"
    STATEMENT = "statement"
    PLAYER_APPLIED = "player applied"
    PLAYER_INVITED = "player invited"
    PLAYER_SEATED = "player seated"
    PLAYER_REPLACED = "player replaced"
    PLAYER_WROTE = "player wrote"
    SEAT_OFFERED = "seat offered"
    SEAT_VACATED = "seat vacated"
    SEATS_ALLOCATED = "seats allocated"
    OBSERVER_CAME = "observer came"
    STANDBY_CAME = "standby came"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """Something that happened to a game, by whom and why; entries are only ever added.

    Args:
        kind: one of `JournalKind`, or one that an older program wrote.
        author: a power, "gm", or "server".
        public: may be printed in a report.
        data: figures and names as JSON text.
    """

    id: int
    game_id: int | None
    at: datetime
    kind: str
    author: str
    text: str
    public: bool = False
    data: str = "{}"
