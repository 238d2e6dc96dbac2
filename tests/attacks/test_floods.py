"""What one sender can make the server do with many lines or many mails: little, and he is told."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from gm.adapters.sql.tables import PhaseRow
from gm.adapters.sql.transaction import SqlTransaction
from gm.app.answering.inbox import read_inbox
from gm.app.life_records import Offer
from gm.app.mail_records import Asked, Confirmation
from gm.app.play.reminders import remind_due
from gm.app.play.seasons import resolve_due
from gm.app.records import InboxState, Person
from gm.app.seats.offers import expire_offers
from gm.app.senders.asking import MOST_OPEN, OF_PROVED
from gm.app.senders.held import expire_questions
from gm.app.words.gm_mail import carry_out
from gm.app.words.mail_acts import MOST_ACTS
from tests.app.conftest import a_world
from tests.app.proof import reply_address
from tests.app.test_gm_mail import Typed
from tests.app.world import GM, World, text_of


@pytest.fixture(scope="module", autouse=True)
def _quick_to_make(copied_databases: None) -> None:
    """Every test here begins with a new database."""


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """A server that believes nobody without proof, with a game that has begun."""
    with a_world(tmp_path) as empty:
        empty.start(variant="standard")
        empty.services = replace(empty.services, proof=True)
        empty.send()
        yield empty


def _open(world: World) -> list[Confirmation]:
    with world.services.store.read() as transaction:
        return list(transaction.confirmations())


def _plain(message: Any) -> str:
    return " ".join(text_of(message).split())


@pytest.mark.slow
def test_a_mail_changes_one_address(world: World) -> None:
    """However many lines name one, the first is asked about; how many others there were is told."""
    own = reply_address(world, "france")
    world.new_mail("france")
    lines = "\n".join(f"ADDRESS f{at}@example.org" for at in range(300))
    assert world.mail("france", lines, to=own).state is InboxState.DONE
    assert [one.wanted for one in _open(world)] == ["f0@example.org"]
    (asked,) = world.new_mail("france")
    assert "299 more addresses, f1@example.org and so on" in _plain(asked)


def test_the_same_address_twice_is_no_further_one(world: World) -> None:
    """Who repeats himself is not told of what was left aside."""
    own = reply_address(world, "france")
    world.new_mail("france")
    world.mail("france", "ADDRESS f@example.org\nADDRESS f@example.org", to=own)
    assert "more address" not in _plain(world.new_mail("france")[-1])


def _asks_address(world: World, at: int) -> None:
    world.mail("france", f"ADDRESS f{at}@example.org", to=reply_address(world, "france"))


def _asks_to_resign(world: World, _at: int) -> None:
    world.mail("france", "RESIGN", to=reply_address(world, "france"))


@pytest.mark.slow
def test_a_fourth_question_is_not_put(world: World) -> None:
    """Each further mail is answered with how to go on, and a NO to one question makes room."""
    for at in range(6):
        _asks_address(world, at)
    assert [one.wanted for one in _open(world)] == [
        f"f{at}@example.org" for at in range(MOST_OPEN)
    ]
    _asks_to_resign(world, 0)
    assert all(one.asked is Asked.ADDRESS for one in _open(world))
    messages = world.new_mail("france")
    assert "Reply to one of them, with NO" in _plain(messages[-1])
    question = next(one for one in messages if "go to another address" in one["subject"])
    world.mail("france", "NO", to=str(question["reply-to"]))
    _asks_to_resign(world, 0)
    assert [one.asked for one in _open(world)].count(Asked.RESIGN) == 1
    _asks_to_resign(world, 0)
    assert len(_open(world)) == MOST_OPEN, "asked again in place of the one before"


def test_a_gm_has_three_questions_open_as_well(world: World) -> None:
    """The fourth mail with commands is answered, and what only looks is done all the same."""
    own = reply_address(world, GM)
    world.new_mail(GM)
    for _ in range(MOST_OPEN + 1):
        world.mail(GM, "GM pause\nGM journal", to=own)
    waiting = _open(world)
    assert len(waiting) == MOST_OPEN
    assert {one.asked for one in waiting} == {Asked.DESK}
    assert "Reply to one of them, with NO" in _plain(world.new_mail(GM)[-1])
    typed = Typed()
    assert carry_out(world.services, typed) == MOST_OPEN + 1
    assert set(typed.lines) == {"journal tara"}


@pytest.mark.slow
def test_forged_mail_uses_up_nothing_of_its_victims(world: World) -> None:
    """Whatever is sent in France's name, France's own address is asked about when she writes."""
    own = reply_address(world, "france")
    for at in range(30):
        body = ("A Par - Bur", "RESIGN", "ADDRESS evil@example.net", "JOIN tara", "VOTE DRAW")[
            at % 5
        ]
        world.mail("france", body, to="gm+tara@gm.example.org")
    assert all(one.asked not in OF_PROVED for one in _open(world))
    world.mail("france", "ADDRESS f@example.org", to=own)
    assert [one.wanted for one in _open(world) if one.asked in OF_PROVED] == ["f@example.org"]


@pytest.mark.sampled(4)
@pytest.mark.parametrize("orders", ["", "A Par - Bur\n"])
@pytest.mark.parametrize("trial", ["", "CHECK\n"])
def test_a_mail_does_so_many_things(world: World, orders: str, trial: str) -> None:
    """Twenty commands are carried out; how many were left, and from which line on, is told."""
    own = reply_address(world, "france")
    world.new_mail("france")
    body = trial + orders + "\n".join(f"HELP WORD{at}" for at in range(60))
    world.mail("france", body, to=own)
    answer = world.new_mail("france")[0]
    left = 60 + bool(trial) - MOST_ACTS
    first = f"HELP WORD{60 - left}"
    assert first in _plain(answer)
    assert f"{left} commands, were not done" in _plain(answer)
    assert world.orders("france") == (["A PAR - BUR"] if orders and not trial else [])


def test_acts_beyond_the_bound_are_not_done(world: World) -> None:
    """What changes something counts among them: the twenty-first is not written."""
    own = reply_address(world, "france")
    body = "\n".join(f"HELP WORD{at}" for at in range(MOST_ACTS)) + "\nTIMEZONE America/Lima"
    world.mail("france", body, to=own)
    with world.services.store.read() as transaction:
        person = transaction.person("france@example.org")
    assert person is not None
    assert person.time_zone == "Europe/Dublin"


@contextmanager
def _made(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """Count the questions and offers that are brought out of the database."""
    count = [0]
    with monkeypatch.context() as patch:
        for kind in (Confirmation, Offer):
            begin = kind.__init__

            def counted(self: object, *args: Any, _begin: Any = begin, **more: Any) -> None:
                count[0] += 1
                _begin(self, *args, **more)

            patch.setattr(kind, "__init__", counted)
        yield count


def _fill(world: World, count: int) -> None:
    """Store open questions of every kind and offers, half of them to a game that waits."""
    now, far = world.clock.now(), timedelta(days=7)
    with world.services.store.write() as transaction:
        game = transaction.game("tara")
        for at in range(count):
            if at % 10 == 0:
                person = transaction.save_person(
                    Person(0, f"P{at}", f"p{at}@example.net", "Europe/Dublin")
                )
            kind = [*Asked][at % len(Asked)]
            about = game.id if at % 2 else None
            code = f"code{at}"
            wanted = json.dumps([["journal", "tara"]])
            transaction.add_confirmation(
                Confirmation(0, kind, code, person.id, now, now + far, about, None, wanted)
            )
            transaction.add_offer(
                Offer(0, game.id, "FRANCE", person.id, f"offer{at}", now, now + far)
            )


def _round(world: World) -> None:
    read_inbox(world.services)
    resolve_due(world.services)
    remind_due(world.services)
    carry_out(world.services, Typed())
    expire_questions(world.services)
    expire_offers(world.services)


def test_an_idle_round_reads_no_question_that_is_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ten or thousands: what is not due is not looked at."""
    made = []
    for count in (10, 3000):
        (tmp_path / str(count)).mkdir()
        with a_world(tmp_path / str(count)) as world:
            world.start(variant="standard")
            _fill(world, count)
            with _made(monkeypatch) as brought:
                _round(world)
            made.append(brought[0])
    assert made == [0, 0]


def test_what_is_due_is_settled(world: World) -> None:
    """What nobody answered ends with its time; a held mail's question with the phase it came for."""
    _fill(world, 20)
    held = [one for one in _open(world) if one.asked is Asked.MAIL and one.game_id is not None]
    world.clock.advance(days=8)
    assert held
    assert expire_questions(world.services) == 20 - len(held)
    assert expire_questions(world.services) == 0
    assert _open(world) == held
    with world.services.store.write() as transaction:
        phase = transaction.open_phase(transaction.game("tara").id)
        assert phase is not None
        assert isinstance(transaction, SqlTransaction)
        row = transaction._row(PhaseRow, phase.id)
        row.opened_at = world.clock.now()
        transaction._add(row)
    assert expire_questions(world.services) == len(held)
    assert expire_offers(world.services) == 20
