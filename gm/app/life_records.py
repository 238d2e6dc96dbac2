"""What the application keeps of a game's life beside its phases: people around it, votes, words.

Plain values without behaviour, as in `gm.app.records`; every moment is an aware datetime in UTC,
and nothing is ever taken out: what no longer counts has a moment at which it ceased to.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum


class Role(Enum):
    """How somebody without a seat belongs to a game.

    APPLICANT asked to play; INVITED was asked by the GM; OBSERVER reads; STANDBY would take over.
    FORMER held a seat, which its wishes name, and may have it back while nobody else has it.
    """

    APPLICANT = "applicant"
    INVITED = "invited"
    OBSERVER = "observer"
    STANDBY = "standby"
    FORMER = "former"


@dataclass(frozen=True, slots=True)
class Membership:
    """Somebody who belongs to a game without holding a seat by it.

    Args:
        game_id: None for a standby of every game of the server.
        wishes: powers he would play, the dearest first, as a JSON list of lists: those in one
            inner list are equally dear to him; "[]" for any.
        inbox_id: the mail by which he came; None if the GM entered him.
        ended_at: when it ceased; None while it lasts. outcome: how: "seated", "withdrawn",
            "declined", "left".
    """

    id: int
    game_id: int | None
    person_id: int
    role: Role
    since: datetime
    wishes: str = "[]"
    inbox_id: int | None = None
    ended_at: datetime | None = None
    outcome: str = ""


class AbsenceState(Enum):
    """GRANTED moves deadlines; ASKED waits for the GM; REFUSED does not move any."""

    GRANTED = "granted"
    ASKED = "asked"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Absence:
    """A time in which a player cannot order.

    Args:
        game_id: the game in which he said so.
        first, last: its first and its last moment.
        taken_back_at: when he, or the GM, took it back; None while it stands.
    """

    id: int
    game_id: int
    person_id: int
    first: datetime
    last: datetime
    noted_at: datetime
    state: AbsenceState = AbsenceState.GRANTED
    inbox_id: int | None = None
    taken_back_at: datetime | None = None


class Word(Enum):
    """What can be said of a phase beside its orders: WAIT for the deadline; FINAL, go on.

    READY is the server's own word, for no seat: all orders are in, since that moment.
    """

    WAIT = "wait"
    FINAL = "final"
    READY = "ready"


@dataclass(frozen=True, slots=True)
class Mark:
    """A power's word on when a phase may be resolved.

    Args:
        inbox_id: the mail that said so; None if the GM did.
        taken_back_at: when it ceased to count; None while it does.
    """

    id: int
    phase_id: int
    seat: str
    word: Word
    at: datetime
    inbox_id: int | None = None
    taken_back_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Proposal:
    """An end of the game that a power put to the vote.

    Args:
        phase_id: the phase in which it was put; it expires with it.
        kind: "draw" or "concession".
        powers: who shares the draw, or who wins, as a JSON list.
        seat: who put it.
        outcome: "" while it is open, then "carried", "failed", "expired" or "withdrawn".
    """

    id: int
    game_id: int
    phase_id: int
    number: int
    kind: str
    powers: str
    seat: str
    at: datetime
    settled_at: datetime | None = None
    outcome: str = ""


@dataclass(frozen=True, slots=True)
class Vote:
    """A power's vote; its newest on a proposal counts. choice: "yes", "no" or "abstain"."""

    id: int
    proposal_id: int
    seat: str
    choice: str
    at: datetime
    inbox_id: int | None = None


@dataclass(frozen=True, slots=True)
class PressItem:
    """Words of a player, of the GM or of nobody to others.

    Args:
        seat: the power that wrote it; "gm".
        kind: "press", or "statement" at the end of a game.
        colour: "white" shows its writer, "grey" does not.
        to: powers, "gm" and "all" as a JSON list; who is left out of all stands with a "-" before.
        text: as it is printed, its lines folded to no width.
        released_at: when it was sent; None while it is held for the results ("postal").
        dropped_at: when the GM took it out; None while it stands.
    """

    id: int
    game_id: int
    phase_id: int | None
    seat: str
    kind: str
    colour: str
    to: str
    text: str
    at: datetime
    inbox_id: int | None = None
    released_at: datetime | None = None
    dropped_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Offer:
    """A seat that was offered to somebody, who takes it by a reply that holds the code.

    Args:
        for_phase: the one phase it is for, as a temporary standby; None for the rest of the game.
        outcome: "" while it is open, then "taken", "declined", "expired" or "withdrawn".
    """

    id: int
    game_id: int
    seat: str
    person_id: int
    code: str = field(repr=False)
    offered_at: datetime
    expires_at: datetime
    for_phase: int | None = None
    settled_at: datetime | None = None
    outcome: str = ""


@dataclass(frozen=True, slots=True)
class RulingRecord:
    """A precedent that the GM set, printed with the rules from then on.

    Args:
        number: 1, 2, 3 ... within the game.
        text: what is so; reason: why; either may be read by everybody.
    """

    id: int
    game_id: int
    number: int
    text: str
    reason: str
    at: datetime
    taken_back_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class PersonNote:
    """What the GM noted of a player for himself; game_id: about which game, None for all."""

    id: int
    person_id: int
    game_id: int | None
    text: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Amendment:
    """A GM's override of a position: facts that are applied to a phase's state, in their order.

    Args:
        phase_id: the phase whose state it changed. sequence: 1, 2 ... within the phase.
        kind: "unit", "centre", "bridge", "points", "outcome" ...: what it is about.
        events: the facts, as a JSON list, in the form of results.
        words: what it did, a sentence. reason: why; author: who.
        public: it stands in the next report.
        after_result: it follows what the phase brought, instead of preceding it.
        taken_back_at: when it was undone; None while it stands.
    """

    id: int
    game_id: int
    phase_id: int
    sequence: int
    kind: str
    events: str
    words: str
    reason: str
    author: str
    at: datetime
    public: bool = True
    after_result: bool = False
    taken_back_at: datetime | None = None
