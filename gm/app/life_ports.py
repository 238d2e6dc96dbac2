"""What the store does for a game's life: people around it, votes, press, offers, overrides.

A part of the transaction of `gm.app.ports`, in a module of its own for its length. `add_*` return
the record with its new id; `save_*` change the stored one with the same id, and raise StoreError
if there is none. What ceased to count is returned as well, oldest first.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Protocol

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
from gm.app.records import GameRecord, PhaseRecord


class CourseTransaction(Protocol):
    """The course of games: their phases, those put aside as well."""

    def save_game(self, game: GameRecord) -> None:
        """Change everything that is stored of a game but its name."""
        ...

    def every_phase(self, game_id: int) -> tuple[PhaseRecord, ...]:
        """Return all phases of a game in the order of their making, rolled back ones too."""
        ...

    def next_number(self, game_id: int) -> int:
        """Return the number of the next phase of a game, which no phase of it ever had."""
        ...

    def amend_phase(self, phase: PhaseRecord, state: str) -> PhaseRecord:
        """Change the position a phase starts with, JSON text; StoreConflict if it changed."""
        ...

    def await_release(self, phase: PhaseRecord, moment: datetime | None) -> PhaseRecord:
        """Close a phase for the GM to sign it until a moment, or open it again for None.

        It raises the phase's version; StoreConflict if the phase changed since it was read.
        """
        ...

    def due_releases(self, moment: datetime) -> tuple[PhaseRecord, ...]:
        """Return phases of running games that wait for their GM to sign them, until the moment."""
        ...

    def all_in(self) -> tuple[PhaseRecord, ...]:
        """Return open phases of running games whose orders are all in, by a mark that stands."""
        ...

    def supersede(self, phase_ids: Collection[int]) -> None:
        """Take phases out of their game's course: they were rolled back, and stay for the record.

        Their orders, results and questions are left as they are.
        """
        ...


class MembershipTransaction(Protocol):
    """The people around games: memberships, absences, offers, notes."""

    def add_membership(self, membership: Membership) -> Membership:
        """Store that somebody belongs to a game."""
        ...

    def save_membership(self, membership: Membership) -> None:
        """Change it."""
        ...

    def memberships(self, game_id: int | None) -> tuple[Membership, ...]:
        """Return who belongs to a game, or ever did; None for the standbys of the server."""
        ...

    def memberships_of(self, person_id: int) -> tuple[Membership, ...]:
        """Return what a person belongs to, or ever did."""
        ...

    def add_absence(self, absence: Absence) -> Absence:
        """Store a player's absence."""
        ...

    def save_absence(self, absence: Absence) -> None:
        """Change it."""
        ...

    def absences(self, game_id: int) -> tuple[Absence, ...]:
        """Return the absences noted in a game."""
        ...

    def add_offer(self, offer: Offer) -> Offer:
        """Store that a seat was offered to somebody."""
        ...

    def save_offer(self, offer: Offer) -> None:
        """Change it."""
        ...

    def offers(self, game_id: int) -> tuple[Offer, ...]:
        """Return the offers made in a game."""
        ...

    def offer(self, code: str) -> Offer | None:
        """Return the offer with this code; in a transaction that writes it is held."""
        ...

    def open_offers(self) -> tuple[Offer, ...]:
        """Return the offers of all games that are not settled."""
        ...

    def due_offers(self, moment: datetime) -> tuple[Offer, ...]:
        """Return the offers that are not settled and were open until this moment at most."""
        ...

    def add_note(self, note: PersonNote) -> PersonNote:
        """Store a note on a player."""
        ...

    def notes(self, person_id: int) -> tuple[PersonNote, ...]:
        """Return the notes on a player."""
        ...


class TalkTransaction(Protocol):
    """What is said about a phase: marks, proposals, votes, press."""

    def add_mark(self, mark: Mark) -> Mark:
        """Store a power's WAIT or FINAL."""
        ...

    def save_mark(self, mark: Mark) -> None:
        """Change it."""
        ...

    def marks(self, phase_id: int) -> tuple[Mark, ...]:
        """Return the marks of a phase."""
        ...

    def add_proposal(self, proposal: Proposal) -> Proposal:
        """Store a proposal to end a game."""
        ...

    def save_proposal(self, proposal: Proposal) -> None:
        """Change it."""
        ...

    def proposals(self, game_id: int) -> tuple[Proposal, ...]:
        """Return the proposals of a game."""
        ...

    def add_vote(self, vote: Vote) -> Vote:
        """Store a vote."""
        ...

    def votes(self, proposal_id: int) -> tuple[Vote, ...]:
        """Return the votes on a proposal; a power's newest counts."""
        ...

    def add_press(self, item: PressItem) -> PressItem:
        """Store a player's words."""
        ...

    def save_press(self, item: PressItem) -> None:
        """Change them."""
        ...

    def press(self, game_id: int) -> tuple[PressItem, ...]:
        """Return the press of a game."""
        ...


class RulingTransaction(Protocol):
    """The word of a GM: rulings, and overrides of positions."""

    def add_ruling(self, ruling: RulingRecord) -> RulingRecord:
        """Store a ruling."""
        ...

    def save_ruling(self, ruling: RulingRecord) -> None:
        """Change it."""
        ...

    def rulings(self, game_id: int) -> tuple[RulingRecord, ...]:
        """Return the rulings of a game."""
        ...

    def add_amendment(self, amendment: Amendment) -> Amendment:
        """Store an override."""
        ...

    def amendments(self, phase_id: int) -> tuple[Amendment, ...]:
        """Return the overrides of a phase."""
        ...


class LifeTransaction(
    CourseTransaction, MembershipTransaction, TalkTransaction, RulingTransaction, Protocol
):
    """The life of games, as one transaction sees it."""
