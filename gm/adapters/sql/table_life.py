"""A game's life: people around it, votes, press, offers, overrides."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import BindParameter, bindparam
from sqlmodel import select

from gm.adapters.sql.queries import query, table_of
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

_MEMBERS, _ABSENCES = table_of(MembershipRow), table_of(AbsenceRow)
_MARKS, _PROPOSALS, _VOTES = table_of(MarkRow), table_of(ProposalRow), table_of(VoteRow)
_PRESS, _OFFERS, _RULINGS = table_of(PressRow), table_of(OfferRow), table_of(RulingRow)
_NOTES, _AMENDMENTS = table_of(NoteRow), table_of(AmendmentRow)
_KEY: BindParameter[int] = bindparam("key")

_OF_GAME = query(Membership, _MEMBERS, _MEMBERS.c.game_id == _KEY, order=(_MEMBERS.c.id,))
_OF_SERVER = query(Membership, _MEMBERS, _MEMBERS.c.game_id.is_(None), order=(_MEMBERS.c.id,))
_OF_PERSON = query(Membership, _MEMBERS, _MEMBERS.c.person_id == _KEY, order=(_MEMBERS.c.id,))
_AWAY = query(Absence, _ABSENCES, _ABSENCES.c.game_id == _KEY, order=(_ABSENCES.c.id,))
_MARKED = query(Mark, _MARKS, _MARKS.c.phase_id == _KEY, order=(_MARKS.c.id,))
_PROPOSED = query(Proposal, _PROPOSALS, _PROPOSALS.c.game_id == _KEY, order=(_PROPOSALS.c.id,))
_VOTED = query(Vote, _VOTES, _VOTES.c.proposal_id == _KEY, order=(_VOTES.c.id,))
_WRITTEN = query(PressItem, _PRESS, _PRESS.c.game_id == _KEY, order=(_PRESS.c.id,))
_OFFERED = query(Offer, _OFFERS, _OFFERS.c.game_id == _KEY, order=(_OFFERS.c.id,))
_OPEN_OFFERS = query(Offer, _OFFERS, _OFFERS.c.settled_at.is_(None), order=(_OFFERS.c.id,))
_DUE_OFFERS = query(
    Offer,
    _OFFERS,
    _OFFERS.c.settled_at.is_(None),
    _OFFERS.c.expires_at <= bindparam("moment"),
    order=(_OFFERS.c.expires_at, _OFFERS.c.id),
)
_RULED = query(RulingRecord, _RULINGS, _RULINGS.c.game_id == _KEY, order=(_RULINGS.c.number,))
_NOTED = query(PersonNote, _NOTES, _NOTES.c.person_id == _KEY, order=(_NOTES.c.id,))
_AMENDED = query(
    Amendment, _AMENDMENTS, _AMENDMENTS.c.phase_id == _KEY, order=(_AMENDMENTS.c.sequence,)
)


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
        return self._ask(_OF_SERVER) if game_id is None else self._ask(_OF_GAME, key=game_id)

    def memberships_of(self, person_id: int) -> tuple[Membership, ...]:
        return self._ask(_OF_PERSON, key=person_id)

    def add_absence(self, absence: Absence) -> Absence:
        return self._insert(AbsenceRow, absence)

    def save_absence(self, absence: Absence) -> None:
        self._store_again(AbsenceRow, absence)

    def absences(self, game_id: int) -> tuple[Absence, ...]:
        return self._ask(_AWAY, key=game_id)

    def add_offer(self, offer: Offer) -> Offer:
        return self._insert(OfferRow, offer)

    def save_offer(self, offer: Offer) -> None:
        self._store_again(OfferRow, offer)

    def offers(self, game_id: int) -> tuple[Offer, ...]:
        return self._ask(_OFFERED, key=game_id)

    def offer(self, code: str) -> Offer | None:
        return self._record(Offer, self._held(select(OfferRow).where(OfferRow.code == code)))

    def open_offers(self) -> tuple[Offer, ...]:
        return self._ask(_OPEN_OFFERS)

    def due_offers(self, moment: datetime) -> tuple[Offer, ...]:
        return self._ask(_DUE_OFFERS, moment=moment)

    def add_note(self, note: PersonNote) -> PersonNote:
        return self._insert(NoteRow, note)

    def notes(self, person_id: int) -> tuple[PersonNote, ...]:
        return self._ask(_NOTED, key=person_id)

    def add_mark(self, mark: Mark) -> Mark:
        return self._insert(MarkRow, mark)

    def save_mark(self, mark: Mark) -> None:
        self._store_again(MarkRow, mark)

    def marks(self, phase_id: int) -> tuple[Mark, ...]:
        return self._ask(_MARKED, key=phase_id)

    def add_proposal(self, proposal: Proposal) -> Proposal:
        self._hold_game(proposal.game_id)
        return self._insert(ProposalRow, proposal)

    def save_proposal(self, proposal: Proposal) -> None:
        self._store_again(ProposalRow, proposal)

    def proposals(self, game_id: int) -> tuple[Proposal, ...]:
        return self._ask(_PROPOSED, key=game_id)

    def add_vote(self, vote: Vote) -> Vote:
        return self._insert(VoteRow, vote)

    def votes(self, proposal_id: int) -> tuple[Vote, ...]:
        return self._ask(_VOTED, key=proposal_id)

    def add_press(self, item: PressItem) -> PressItem:
        return self._insert(PressRow, item)

    def save_press(self, item: PressItem) -> None:
        self._store_again(PressRow, item)

    def press(self, game_id: int) -> tuple[PressItem, ...]:
        return self._ask(_WRITTEN, key=game_id)

    def add_ruling(self, ruling: RulingRecord) -> RulingRecord:
        self._hold_game(ruling.game_id)
        return self._insert(RulingRow, ruling)

    def save_ruling(self, ruling: RulingRecord) -> None:
        self._store_again(RulingRow, ruling)

    def rulings(self, game_id: int) -> tuple[RulingRecord, ...]:
        return self._ask(_RULED, key=game_id)

    def add_amendment(self, amendment: Amendment) -> Amendment:
        self._hold_game(amendment.game_id)
        return self._insert(AmendmentRow, amendment)

    def amendments(self, phase_id: int) -> tuple[Amendment, ...]:
        return self._ask(_AMENDED, key=phase_id)
