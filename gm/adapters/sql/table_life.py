"""A game's life: people around it, votes, press, offers, overrides."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import select

from gm.adapters.sql.table_base import SqlTables
from gm.adapters.sql.tables import (
    AbsenceRow,
    AmendmentRow,
    GameRow,
    MarkRow,
    MembershipRow,
    NoteRow,
    OfferRow,
    PressRow,
    ProposalRow,
    RulingRow,
    VoteRow,
)
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
from gm.app.records import GameRecord


class LifeTables(SqlTables):
    """The part of a transaction that knows the life of games."""

    def save_game(self, game: GameRecord) -> None:
        self._hold_game(game.id)
        self._store_again(GameRow, game)

    def add_membership(self, membership: Membership) -> Membership:
        return self._insert(MembershipRow, membership)

    def save_membership(self, membership: Membership) -> None:
        self._store_again(MembershipRow, membership)

    def memberships(self, game_id: int | None) -> tuple[Membership, ...]:
        return (
            self._records(
                Membership,
                select(MembershipRow)
                .where(MembershipRow.game_id.is_(None))
                .order_by(MembershipRow.id),
            )
            if game_id is None
            else self._records(
                Membership,
                select(MembershipRow)
                .where(MembershipRow.game_id == game_id)
                .order_by(MembershipRow.id),
            )
        )

    def memberships_of(self, person_id: int) -> tuple[Membership, ...]:
        return self._records(
            Membership,
            select(MembershipRow)
            .where(MembershipRow.person_id == person_id)
            .order_by(MembershipRow.id),
        )

    def add_absence(self, absence: Absence) -> Absence:
        return self._insert(AbsenceRow, absence)

    def save_absence(self, absence: Absence) -> None:
        self._store_again(AbsenceRow, absence)

    def absences(self, game_id: int) -> tuple[Absence, ...]:
        return self._records(
            Absence,
            select(AbsenceRow).where(AbsenceRow.game_id == game_id).order_by(AbsenceRow.id),
        )

    def add_offer(self, offer: Offer) -> Offer:
        return self._insert(OfferRow, offer)

    def save_offer(self, offer: Offer) -> None:
        self._store_again(OfferRow, offer)

    def offers(self, game_id: int) -> tuple[Offer, ...]:
        return self._records(
            Offer, select(OfferRow).where(OfferRow.game_id == game_id).order_by(OfferRow.id)
        )

    def offer(self, code: str) -> Offer | None:
        return self._record(Offer, self._held(select(OfferRow).where(OfferRow.code == code)))

    def open_offers(self) -> tuple[Offer, ...]:
        return self._records(
            Offer, select(OfferRow).where(OfferRow.settled_at.is_(None)).order_by(OfferRow.id)
        )

    def due_offers(self, moment: datetime) -> tuple[Offer, ...]:
        return self._records(
            Offer,
            select(OfferRow)
            .where(OfferRow.settled_at.is_(None), OfferRow.expires_at <= moment)
            .order_by(OfferRow.expires_at, OfferRow.id),
        )

    def add_note(self, note: PersonNote) -> PersonNote:
        return self._insert(NoteRow, note)

    def notes(self, person_id: int) -> tuple[PersonNote, ...]:
        return self._records(
            PersonNote, select(NoteRow).where(NoteRow.person_id == person_id).order_by(NoteRow.id)
        )

    def add_mark(self, mark: Mark) -> Mark:
        return self._insert(MarkRow, mark)

    def save_mark(self, mark: Mark) -> None:
        self._store_again(MarkRow, mark)

    def marks(self, phase_id: int) -> tuple[Mark, ...]:
        return self._records(
            Mark, select(MarkRow).where(MarkRow.phase_id == phase_id).order_by(MarkRow.id)
        )

    def add_proposal(self, proposal: Proposal) -> Proposal:
        self._hold_game(proposal.game_id)
        return self._insert(ProposalRow, proposal)

    def save_proposal(self, proposal: Proposal) -> None:
        self._store_again(ProposalRow, proposal)

    def proposals(self, game_id: int) -> tuple[Proposal, ...]:
        return self._records(
            Proposal,
            select(ProposalRow).where(ProposalRow.game_id == game_id).order_by(ProposalRow.id),
        )

    def add_vote(self, vote: Vote) -> Vote:
        return self._insert(VoteRow, vote)

    def votes(self, proposal_id: int) -> tuple[Vote, ...]:
        return self._records(
            Vote, select(VoteRow).where(VoteRow.proposal_id == proposal_id).order_by(VoteRow.id)
        )

    def add_press(self, item: PressItem) -> PressItem:
        return self._insert(PressRow, item)

    def save_press(self, item: PressItem) -> None:
        self._store_again(PressRow, item)

    def press(self, game_id: int) -> tuple[PressItem, ...]:
        return self._records(
            PressItem, select(PressRow).where(PressRow.game_id == game_id).order_by(PressRow.id)
        )

    def add_ruling(self, ruling: RulingRecord) -> RulingRecord:
        self._hold_game(ruling.game_id)
        return self._insert(RulingRow, ruling)

    def save_ruling(self, ruling: RulingRecord) -> None:
        self._store_again(RulingRow, ruling)

    def rulings(self, game_id: int) -> tuple[RulingRecord, ...]:
        return self._records(
            RulingRecord,
            select(RulingRow).where(RulingRow.game_id == game_id).order_by(RulingRow.number),
        )

    def add_amendment(self, amendment: Amendment) -> Amendment:
        self._hold_game(amendment.game_id)
        return self._insert(AmendmentRow, amendment)

    def amendments(self, phase_id: int) -> tuple[Amendment, ...]:
        return self._records(
            Amendment,
            select(AmendmentRow)
            .where(AmendmentRow.phase_id == phase_id)
            .order_by(AmendmentRow.sequence),
        )
