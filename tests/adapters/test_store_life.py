"""What the store keeps of a game's life, on each database: read back as it was put in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TypeVar

import pytest

from gm.adapters.sql.store import SqlStore
from gm.app.life_records import (
    Absence,
    AbsenceState,
    Amendment,
    Mark,
    Membership,
    Offer,
    PersonNote,
    PressItem,
    Proposal,
    Role,
    RulingRecord,
    Vote,
    Word,
)
from gm.app.ports import Transaction
from gm.app.records import GameRecord, GameStatus, Person, PhaseRecord, PhaseStatus
from gm.errors import StoreError

NOW = datetime(2026, 11, 22, 20, tzinfo=UTC)
LATER = NOW + timedelta(days=1)
T = TypeVar("T")


@pytest.fixture
def game(store: SqlStore) -> GameRecord:
    """A running game with one player known."""
    with store.write() as transaction:
        transaction.save_person(Person(0, "Ann", "ann@example.org"))
        return transaction.add_game(
            GameRecord(
                0, "tara", "standard", "Flora", "flora@example.org", NOW, status=GameStatus.RUNNING
            )
        )


def _phase(game: GameRecord, number: int, **more: object) -> PhaseRecord:
    phase = PhaseRecord(0, game.id, number, "S1901M", "{}", LATER, NOW)
    return replace(phase, **more)  # type: ignore[arg-type]  # each test names fields of its own


KEPT: list[tuple[object, str, Callable[[Transaction, GameRecord, int], tuple[object, ...]]]] = [
    (
        Membership(0, 1, 1, Role.APPLICANT, NOW, '[["FRANCE"], ["ITALY", "TURKEY"]]'),
        "membership",
        lambda one, game, _: one.memberships(game.id),
    ),
    (
        Absence(0, 1, 1, NOW, LATER, NOW, AbsenceState.ASKED),
        "absence",
        lambda one, game, _: one.absences(game.id),
    ),
    (Mark(0, 1, "FRANCE", Word.WAIT, NOW), "mark", lambda one, _, phase: one.marks(phase)),
    (
        Proposal(0, 1, 1, 1, "draw", '["FRANCE", "ITALY"]', "ITALY", NOW),
        "proposal",
        lambda one, game, _: one.proposals(game.id),
    ),
    (
        PressItem(0, 1, 1, "FRANCE", "press", "grey", '["all", "-ITALY"]', "Hm.\nSo?", NOW),
        "press",
        lambda one, game, _: one.press(game.id),
    ),
    (
        Offer(0, 1, "FRANCE", 1, "code", NOW, LATER, 1),
        "offer",
        lambda one, game, _: one.offers(game.id),
    ),
    (
        RulingRecord(0, 1, 1, "So it is.", "Why not.", NOW),
        "ruling",
        lambda one, game, _: one.rulings(game.id),
    ),
]


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    ("record", "noun", "read"), KEPT, ids=lambda one: one if isinstance(one, str) else ""
)
def test_a_record_comes_back_as_it_was_stored_and_changed(
    store: SqlStore,
    game: GameRecord,
    record: object,
    noun: str,
    read: Callable[[Transaction, GameRecord, int], tuple[object, ...]],
) -> None:
    """Stored, changed and read again, each in a transaction of its own."""
    with store.write() as transaction:
        phase = transaction.add_phase(_phase(game, 1)).id
        stored = getattr(transaction, f"add_{noun}")(record)
    with store.read() as transaction:
        assert read(transaction, game, phase) == (stored,)
    ended = {"membership": "ended_at", "absence": "taken_back_at", "mark": "taken_back_at"}
    ended |= {"press": "released_at", "ruling": "taken_back_at"}
    changed = replace(stored, **{ended.get(noun, "settled_at"): LATER})
    with store.write() as transaction:
        getattr(transaction, f"save_{noun}")(changed)
    with store.read() as transaction:
        assert read(transaction, game, phase) == (changed,)
    with pytest.raises(StoreError), store.write() as transaction:
        getattr(transaction, f"save_{noun}")(replace(stored, id=stored.id + 99))


@pytest.mark.sampled(3)
def test_votes_overrides_and_notes_are_only_added(store: SqlStore, game: GameRecord) -> None:
    """They come back in the order in which they came."""
    with store.write() as transaction:
        phase = transaction.add_phase(_phase(game, 1))
        put = transaction.add_proposal(
            Proposal(0, game.id, phase.id, 1, "draw", "[]", "ITALY", NOW)
        )
        votes = [
            transaction.add_vote(Vote(0, put.id, "FRANCE", choice, NOW))
            for choice in ("yes", "no")
        ]
        note = transaction.add_note(PersonNote(0, 1, game.id, "Writes late.", NOW))
        override = transaction.add_amendment(
            Amendment(
                0, game.id, phase.id, 1, "unit", "[]", "A Par was added.", "A slip.", "gm", NOW
            )
        )
    with store.read() as transaction:
        assert transaction.amendments(phase.id) == (override,)
        assert transaction.votes(put.id) == tuple(votes)
        assert transaction.notes(1) == (note,)


def test_a_standby_of_the_server_belongs_to_no_game(store: SqlStore, game: GameRecord) -> None:
    """He is found by person and among the server's, never among a game's."""
    with store.write() as transaction:
        bench = transaction.add_membership(Membership(0, None, 1, Role.STANDBY, NOW))
    with store.read() as transaction:
        assert transaction.memberships(None) == transaction.memberships_of(1) == (bench,)
        assert transaction.memberships(game.id) == ()


def test_an_offer_is_found_by_its_code_while_it_is_open(store: SqlStore, game: GameRecord) -> None:
    """A code leads to its offer always, the list of open ones only until it is settled."""
    with store.write() as transaction:
        offer = transaction.add_offer(Offer(0, game.id, "FRANCE", 1, "abc", NOW, LATER))
    with store.read() as transaction:
        assert transaction.offer("abc") == offer
        assert transaction.offer("xyz") is None
        assert transaction.open_offers() == (offer,)
    taken = replace(offer, settled_at=LATER, outcome="taken")
    with store.write() as transaction:
        transaction.save_offer(taken)
    with store.read() as transaction:
        assert transaction.offer("abc") == taken
        assert transaction.open_offers() == ()


def test_a_phase_rolled_back_makes_room_and_stays_for_the_record(
    store: SqlStore, game: GameRecord
) -> None:
    """A game has one phase that is not over; the numbers go on past those rolled back."""
    with store.write() as transaction:
        first = transaction.add_phase(_phase(game, 1, status=PhaseStatus.RESOLVED))
        second = transaction.add_phase(_phase(game, 2))
        transaction.supersede([first.id, second.id])
        assert transaction.open_phase(game.id) is None
        assert transaction.next_number(game.id) == 3
        third = transaction.add_phase(_phase(game, 3))
    with store.read() as transaction:
        assert transaction.phases(game.id) == (third,)
        assert [one.number for one in transaction.every_phase(game.id)] == [1, 2, 3]
        assert transaction.open_phase(game.id) == third


def test_a_phase_waits_to_be_signed_until_a_moment(store: SqlStore, game: GameRecord) -> None:
    """While it waits it is not due by its deadline; then it is, until it is opened again."""
    with store.write() as transaction:
        phase = transaction.add_phase(_phase(game, 1, deadline=NOW))
        waits = transaction.await_release(phase, LATER)
    with store.write() as transaction:
        assert transaction.due_phases(LATER) == ()
        assert transaction.due_releases(NOW) == ()
        assert transaction.due_releases(LATER) == (waits,)
        opened = transaction.await_release(waits, None)
        assert transaction.due_phases(LATER) == (opened,)
        with pytest.raises(StoreError):
            transaction.await_release(waits, LATER)


def test_a_phase_is_all_in_while_its_mark_stands(store: SqlStore, game: GameRecord) -> None:
    """Only the server's own mark counts, in an open phase of a game that runs."""
    with store.write() as transaction:
        phase = transaction.add_phase(_phase(game, 1))
        transaction.add_mark(Mark(0, phase.id, "FRANCE", Word.FINAL, NOW))
        assert transaction.all_in() == ()
        ready = transaction.add_mark(Mark(0, phase.id, "", Word.READY, NOW))
        assert transaction.all_in() == (phase,)
        transaction.set_game_status(game.id, GameStatus.PAUSED)
        assert transaction.all_in() == ()
        transaction.set_game_status(game.id, GameStatus.RUNNING)
        transaction.save_mark(replace(ready, taken_back_at=LATER))
        assert transaction.all_in() == ()
        transaction.add_mark(Mark(0, phase.id, "", Word.READY, LATER))
        held = transaction.change_phase(phase, status=PhaseStatus.HELD)
        assert transaction.all_in() == ()
        transaction.change_phase(held, status=PhaseStatus.OPEN)
        assert [one.id for one in transaction.all_in()] == [phase.id]


def test_a_position_is_amended_once(store: SqlStore, game: GameRecord) -> None:
    """Who read the phase before somebody else changed it does not change it unseen."""
    with store.write() as transaction:
        phase = transaction.add_phase(_phase(game, 1))
        amended = transaction.amend_phase(phase, '{"units": []}')
        assert amended.state == '{"units": []}'
        with pytest.raises(StoreError):
            transaction.amend_phase(phase, "{}")


def test_a_game_is_changed_as_a_whole(store: SqlStore, game: GameRecord) -> None:
    """Its settings, its GM and its lengths come back as they were saved."""
    changed = replace(game, settings={"at": "20:00"}, gm_name="Kate", lengths={"movement": 60})
    with store.write() as transaction:
        transaction.save_game(changed)
    with store.read() as transaction:
        assert transaction.game("tara") == changed


def test_every_table_is_of_games_of_people_or_of_the_server() -> None:
    """A table in none of the lists would be forgotten when a game goes to another server."""
    from gm.adapters.sql.table_moving import BELONGS, OF_MAILS, OF_PEOPLE, OF_SERVER
    from gm.adapters.sql.tables import METADATA

    lists = [{*BELONGS}, {*OF_PEOPLE}, {*OF_MAILS}, {*OF_SERVER}]
    assert set.union(*lists) == {*METADATA.tables, "alembic_version"}
    assert sum(map(len, lists)) == len(METADATA.tables) + 1
