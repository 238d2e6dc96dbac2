"""A player's data: all of it to read, or gone; and the game's history stays whole."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from gm.adapters.sql.engine_sqlite import DRIVER
from gm.adapters.sql.store import SqlStore
from gm.app.audit_ports import ERASED
from gm.app.keeping.audit import audit
from gm.app.keeping.people import FORMER, erase_person, export_person
from gm.app.mail_in.intake import accept
from gm.app.mail_records import BounceKind, BounceRecord, PersonAddress, Suspension
from gm.app.overviews.overview import overview
from gm.app.play.endings import EndWish, end_game
from gm.app.records import GameStatus, InboxState, OutboxState
from gm.app.seats.players import add_player, replace_player
from gm.app.setup.games import NewGame, new_game
from gm.app.setup.starting import start_game
from gm.contract.events import Ending
from gm.errors import InputError, NotAllowed
from tests.adapters.test_store_writers import PATIENCE, waits_for_a_lock
from tests.app.conftest import a_world, world_at
from tests.app.kept import kept
from tests.app.world import GM, World

pytestmark = pytest.mark.both_databases

UNA, OTHER = "una.x@example.org", "una.y@example.net"
NAME = "Una Ni Bhriain"


@kept
def _over(world: World) -> None:
    """A game that is over, in which Una played Ulster, wrote from two places and bounced."""
    game = new_game(
        world.services,
        NewGame("tara", "republic", "Maeve", GM, lengths={"adjustment": 3600, "movement": 3600}),
    )
    for power in ("BRITAIN", "CONNAUGHT", "LEINSTER", "MUNSTER"):
        add_player(world.services, "tara", power, power.title(), f"{power.lower()}@example.org")
    add_player(world.services, "tara", "ULSTER", NAME, UNA)
    start_game(world.services, "tara")
    with world.services.store.write() as transaction:
        person, now = transaction.person(UNA), world.clock.now()
        assert person is not None
        transaction.add_address(PersonAddress(0, person.id, OTHER, now, now, None, "by the GM"))
        transaction.add_bounce(BounceRecord(0, UNA, BounceKind.HARD, now, f"no {UNA} here"))
        transaction.suspend(Suspension(0, OTHER, now, "it came back"))
        transaction.lift_suspension(OTHER, now)
    world.mail(UNA, "Build A Belfast South\nBuild F Belfast North")
    world.mail(OTHER, "Build F Belfast North\nBuild A Belfast South")
    world.mail(UNA, "what is this?")
    world.tick(hours=2)
    end_game(world.services, "tara", EndWish(Ending.ABANDONED, (), "gm", "no time"), sure=True)
    world.send()
    assert game.id


def _rows(folder: Path) -> dict[str, list[tuple[Any, ...]]]:
    """Return every row of every table, as it lies."""
    connection = DRIVER.connect(str(folder / "gm.sqlite3"))
    try:
        tables = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
        return {
            name: connection.execute(f"SELECT * FROM {name}").fetchall()  # noqa: S608
            for (name,) in tables.fetchall()
        }
    finally:
        connection.close()


def _says(row: tuple[Any, ...], *words: str) -> bool:
    text = " ".join(
        one.decode("utf-8", "replace") if isinstance(one, bytes) else str(one) for one in row
    ).casefold()
    return any(word.casefold() in text for word in words)


def test_everything_of_a_person_is_exported(world: World) -> None:
    """Addresses, seats, orders as written, mails both ways, bounces, what the journal says."""
    _over(world)
    told = json.loads(json.dumps(export_person(world.services, OTHER)))
    assert told["person"]["name"] == NAME
    assert [one["address"] for one in told["addresses"]] == [OTHER]
    assert told["games"] == [
        {"game": "tara", "status": "finished", "seats": ["ULSTER"], "gm": False}
    ]
    assert "Build A Belfast South" in [one["text"] for one in told["orders"]]
    assert len(told["mails_from"]) == 3
    assert "Build A Belfast South" in told["mails_from"][0]["raw"]
    assert {one["to"] for one in told["mails_to"]} == {UNA}
    assert any("receipt 1" in one["raw"] for one in told["mails_to"])
    assert told["bounces"][0]["text"] == f"no {UNA} here"
    assert any(NAME in one["text"] for one in told["journal"])


@pytest.mark.slow
@pytest.mark.server("postgres")
def test_an_erasure_sees_what_was_done_in_a_game_meanwhile(gm_postgres_url: str) -> None:
    """On PostgreSQL others write beside it: it holds his games first, and looks only then."""
    with (
        world_at(gm_postgres_url) as world,
        SqlStore(gm_postgres_url, busy_seconds=PATIENCE) as patient,
        ThreadPoolExecutor(1) as beside,
    ):
        _over(world)
        with world.services.store.write() as transaction:
            game = transaction.game("tara")
            erased = beside.submit(erase_person, replace(world.services, store=patient), UNA)
            waits_for_a_lock(patient)
            transaction.set_game_status(game.id, GameStatus.RUNNING)
        with pytest.raises(NotAllowed, match="plays ULSTER in tara"):
            erased.result(PATIENCE)


def test_an_export_holds_nothing_of_another(world: World) -> None:
    """No mail to another player, and none of his secrets."""
    _over(world)
    with world.services.store.read() as transaction:
        game = transaction.game("tara")
        tokens = [
            token.token
            for seat in ("BRITAIN", "MUNSTER", "gm")
            if (token := transaction.token(game.id, seat)) is not None
        ]
    text = json.dumps(export_person(world.services, NAME))
    assert tokens
    assert not any(token in text for token in tokens)
    assert "To: britain@example.org" not in text


@pytest.fixture
def in_file(tmp_path: Path) -> Iterator[World]:
    """A server whose rows a test looks at as they lie."""
    with a_world(tmp_path) as world:
        _over(world)
        yield world


def test_of_an_erased_person_nothing_says_who_he_was(in_file: World, tmp_path: Path) -> None:
    """Not a row but the mails that others got; and what others wrote stays as it was."""
    world = in_file
    before = _rows(tmp_path)
    done = erase_person(world.services, NAME)
    assert (done.mails_in, done.games) == (3, ("tara",))
    assert done.mails_out >= 5
    after = _rows(tmp_path)
    for table, rows in after.items():
        if table == "outbox":
            continue
        assert not [row for row in rows if _says(row, UNA, OTHER, NAME)], table
    with world.services.store.read() as transaction:
        for mail in transaction.outbox():
            assert UNA not in f"{mail.recipient} {mail.key} {mail.last_reply}"
            if NAME.encode() in mail.raw:
                assert mail.recipient != f"former-{mail.person_id}@erased.invalid"
        assert [one for one in transaction.inbox() if b"Belfast" in one.raw] == []
    kept = [row for row in before["outbox"] if not _says(row, UNA, OTHER)]
    assert {row[0] for row in kept} <= {row[0] for row in after["outbox"]}
    assert before["results"] == after["results"]
    assert before["orders"] == after["orders"]


def test_the_history_of_the_game_stays_whole(world: World) -> None:
    """The audit is green, the game is told as before, its results too, under another name."""
    _over(world)
    before = overview(world.services, "tara")
    erase_person(world.services, UNA)
    assert {one.name: one.findings for one in audit(world.services) if one.broken} == {}
    seen = overview(world.services, "tara")
    assert next(one.player for one in seen.seats if one.seat == "ULSTER") == FORMER
    assert (seen.position, seen.ended) == (before.position, before.ended)
    assert seen.ended is not None
    assert before.ended is not None
    assert seen.ended.words == before.ended.words


def test_a_mail_that_is_only_said_to_be_erased_is_lost(in_file: World, tmp_path: Path) -> None:
    """The audit believes the journal, not the bytes."""
    world = in_file
    erase_person(world.services, UNA)
    stray = world.mail("BRITAIN", "nothing")
    assert {one.name: one.broken for one in audit(world.services)}["kept"] == 0
    connection = DRIVER.connect(str(tmp_path / "gm.sqlite3"), isolation_level=None)
    connection.execute(
        "UPDATE inbox SET raw_id = (SELECT id FROM raws WHERE raw = ?) WHERE id = ?",
        (ERASED, stray.id),
    )
    connection.close()
    assert {one.name: one.broken for one in audit(world.services)}["kept"] == 1


def test_who_plays_is_replaced_first(world: World) -> None:
    """Then he can go, and the game goes on with his successor."""
    world.start()
    with pytest.raises(NotAllowed, match="gm player replace tara ULSTER"):
        erase_person(world.services, "ulster@example.org")
    replace_player(world.services, "tara", "ULSTER", "Nora", "nora@example.org")
    done = erase_person(world.services, "ulster@example.org")
    assert done.games == ()
    assert world.mail("nora@example.org", "Build A Belfast South").state is InboxState.DONE
    assert {one.name: one.findings for one in audit(world.services) if one.broken} == {}


def test_done_again_it_finds_nobody(world: World) -> None:
    """Neither by his name nor by an address, and nobody is called by what he is called now."""
    _over(world)
    erase_person(world.services, NAME)
    for who in (NAME, UNA, OTHER, FORMER):
        with pytest.raises(InputError, match="Nobody"):
            erase_person(world.services, who)


def test_what_waits_is_neither_sent_nor_read(world: World) -> None:
    """A report that was not sent yet never is; a mail that was not read has no effect."""
    _over(world)
    with world.services.store.write() as transaction:
        person = transaction.person(UNA)
        assert person is not None
        last = [one for one in transaction.outbox() if one.person_id == person.id][-1]
        transaction.retry_outbox(last.id, world.clock.now() + timedelta(days=1))
    raw = f"From: {UNA}\r\nSubject: hello\r\n\r\nhello\r\n".encode()
    (mail,) = accept(
        world.services.store, world.clock, raw, UNA, ["gm+tara@gm.example.org"], "smtp"
    )
    erase_person(world.services, UNA)
    sent = len(world.carrier.sent)
    world.tick(days=2)
    assert len(world.carrier.sent) == sent
    with world.services.store.read() as transaction:
        assert transaction.inbox_mail(mail.id).state is InboxState.SUPPRESSED
        outgoing = transaction.outbox_mail(last.id)
        assert outgoing is not None
        assert outgoing.state is OutboxState.FAILED
    assert {one.name: one.findings for one in audit(world.services) if one.broken} == {}


def test_two_of_one_name_are_told_apart_by_address(world: World) -> None:
    """Nobody is erased by mistake."""
    world.start()
    replace_player(world.services, "tara", "ULSTER", "Nora", "nora@example.org")
    replace_player(world.services, "tara", "MUNSTER", "Nora", "nora@example.net")
    with pytest.raises(InputError, match=r"nora@example\.net, nora@example\.org"):
        export_person(world.services, "nora")
