"""What is kept of a person around his games: all of it exported, and nothing of him left when erased."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from gm.adapters.sql.engine_sqlite import DRIVER
from gm.app.keeping.people import erase_person, export_person
from gm.app.life_records import Absence, PersonNote, PressItem, Proposal, Role, Vote
from gm.app.seats.offers import offer_by_gm
from gm.app.seats.resigning import vacate_by_gm
from tests.app.conftest import world_at
from tests.app.world import World

ANN, NAME = "ann.x@elsewhere.test", "Ann Ni Bhriain"


def around(world: World) -> None:
    """A game around which Ann did everything that one can do."""
    game = world.start()
    with world.services.store.write() as transaction:
        transaction.save_game(replace(game, settings={"sign-up": "open"}))
    world.mail(ANN, f"OBSERVE tara\nNAME: {NAME}")
    world.mail(ANN, "STANDBY tara")
    mail = world.mail(ANN, "hello there")
    vacate_by_gm(world.services, "tara", "Ulster", "silence")
    now, phase = world.clock.now(), world.phase()
    assert phase is not None
    with world.services.store.write() as transaction:
        person = transaction.person(ANN)
        assert person is not None
        day = timedelta(days=1)
        transaction.add_absence(Absence(0, game.id, person.id, now, now + day, now))
        transaction.add_note(PersonNote(0, person.id, game.id, f"{NAME} is quick", now))
        other = transaction.person("munster@example.org")
        assert other is not None
        transaction.add_note(PersonNote(0, other.id, game.id, f"friend of {NAME}", now))
        said = f"{NAME} will help you"
        transaction.add_press(
            PressItem(
                0, game.id, phase.id, "ULSTER", "press", "white", '["all"]', said, now, mail.id
            )
        )
        proposal = transaction.add_proposal(
            Proposal(0, game.id, phase.id, 1, "draw", "[]", "ULSTER", now)
        )
        transaction.add_vote(Vote(0, proposal.id, "ULSTER", "yes", now, mail.id))


def test_everything_is_exported(world: World) -> None:
    """Roles, absences, offers, notes, press and votes; never the code of an offer."""
    around(world)
    told = export_person(world.services, ANN)
    assert [one["role"] for one in told["memberships"]] == ["observer", "standby"]
    assert [one["state"] for one in told["absences"]] == ["granted"]
    assert [one["power"] for one in told["offers"]] == ["ULSTER"]
    assert [one["text"] for one in told["notes"]] == [f"{NAME} is quick"]
    assert [one["text"] for one in told["press"]] == [f"{NAME} will help you"]
    assert [one["choice"] for one in told["votes"]] == ["yes"]
    with world.services.store.read() as transaction:
        (offer,) = transaction.open_offers()
    assert offer.code not in str({**told, "mails_to": ()})


@pytest.mark.slow
def test_nothing_of_him_is_left(tmp_path: Path) -> None:
    """Benches, offers and notes end; words that others carried name him no more."""
    with world_at(tmp_path / "gm.sqlite3") as world:
        around(world)
        erase_person(world.services, ANN)
        with world.services.store.read() as transaction:
            game = transaction.game("tara")
            assert transaction.open_offers() == ()
            found = transaction.memberships(game.id)
            assert all(one.ended_at for one in found if one.role is not Role.FORMER)
            (press,) = transaction.press(game.id)
            assert press.text == "a former player will help you"
    connection = DRIVER.connect(str(tmp_path / "gm.sqlite3"))
    names = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
    rows = {name: connection.execute(f"SELECT * FROM {name}").fetchall() for (name,) in names}  # noqa: S608
    connection.close()
    for table in ("notes", "press", "journal", "memberships", "persons", "offers", "inbox"):
        assert NAME not in str(rows[table]), table
        assert ANN not in str(rows[table]), table


def test_an_erased_standby_is_asked_no_more(world: World) -> None:
    """The bench has nobody left whom the GM could offer a seat to."""
    around(world)
    erase_person(world.services, NAME)
    with pytest.raises(Exception, match="name an address"):
        offer_by_gm(world.services, "tara", "Ulster")
