"""The audit: nothing to say of a sound server, and every planted fault is found by its check."""

from __future__ import annotations

import shutil
from datetime import timedelta
from pathlib import Path

import pytest

from gm.adapters.sql.engine_sqlite import DRIVER
from gm.app.answering.inbox import read_inbox
from gm.app.keeping.audit import CHECKS, audit
from gm.app.mail_in.intake import accept
from gm.app.play.seasons import process
from gm.app.records import PhaseStatus
from gm.app.seats.players import replace_player
from gm.app.senders.known_addresses import add_address
from gm.app.setup.game_changes import change_game
from gm.app.setup.games import NewGame, new_game
from gm.app.timing.deadlines import move_deadline
from tests.app.conftest import a_world
from tests.app.world import GM, World

BUILDS = {
    "BRITAIN": "Build F Devon West\nBuild F Devon East",
    "CONNAUGHT": "Build A Galway South\nBuild F Galway West",
    "LEINSTER": "Build A Dublin North\nBuild A Dublin South",
    "MUNSTER": "Build A Cork Central\nBuild bridge linking Cork Central and Waterford\nWaive",
    "ULSTER": "Build A Belfast South\nBuild F Belfast North",
}


def _play(world: World) -> None:
    """A winter and a spring, with a mail that came twice, a late one, a stranger and a machine.

    Afterwards the list is taken away, which excuses no report of the time before.
    """
    world.start()
    for power, text in BUILDS.items():
        world.mail(power, text)
    world.tick(hours=1)
    world.mail("MUNSTER", "A(CoC)-Wat")
    again = world.mail("ULSTER", "nothing that is an order")
    world.raw(again.raw, again.envelope_from)
    world.mail("stranger@example.net", "A(CoC)-Wat")
    world.mail("BRITAIN", "I am away.", headers="Auto-Submitted: auto-replied\n")
    world.clock.advance(hours=1, seconds=10)
    world.mail("LEINSTER", "A(DuN) H")
    world.tick()
    world.clock.advance(minutes=1)
    change_game(world.services, "tara", {"list": "none"})
    world.send()


def _broken(world: World) -> dict[str, tuple[str, ...]]:
    return {one.name: one.findings for one in audit(world.services) if one.broken}


@pytest.mark.slow
def test_a_sound_server_has_nothing_to_say(world: World) -> None:
    """Every check looks at something, and finds nothing."""
    _play(world)
    found = audit(world.services)
    assert {one.name: one.findings for one in found if one.broken} == {}
    assert [one.name for one in found] == [name for name, _, _ in CHECKS]
    assert all(one.looked for one in found)


def test_a_game_without_phases_is_sound(world: World) -> None:
    """A game that was set up and has not begun is looked at like any other."""
    new_game(world.services, NewGame("tara", "standard", "Maeve", GM))
    assert _broken(world) == {}


@pytest.mark.slow
def test_what_a_gm_may_do_is_no_fault(world: World) -> None:
    """A held phase with late orders, a moved deadline, a replaced player, an early season."""
    world.start()
    for power in ("BRITAIN", "CONNAUGHT", "LEINSTER", "MUNSTER"):
        world.mail(power, BUILDS[power])
    world.tick(hours=3)
    phase = world.phase()
    assert phase is not None
    assert phase.status is PhaseStatus.HELD
    world.mail("ULSTER", BUILDS["ULSTER"])
    move_deadline(world.services, "tara", world.clock.now() + timedelta(hours=2))
    replace_player(world.services, "tara", "ULSTER", "Una", "una@example.org")
    world.tick(hours=2)
    world.clock.advance(minutes=5)
    world.mail("MUNSTER", "A(CoC)-Wat")
    world.clock.advance(minutes=5)
    process(world.services, "tara", early=True)
    world.send()
    assert _broken(world) == {}


def test_a_stranger_who_is_known_later_was_told(world: World) -> None:
    """His mail was answered as a stranger's, once, and that is enough when the address is his."""
    world.start()
    for _ in range(2):
        world.mail("holiday@elsewhere.test", BUILDS["MUNSTER"])
    add_address(world.services, "Munster", "holiday@elsewhere.test")
    world.send()
    assert _broken(world) == {}


@pytest.mark.slow
def test_a_game_that_the_gm_ended_is_sound(world: World) -> None:
    """Its last phase has no report of results, and everybody has the mail that tells the end."""
    from gm.app.play.endings import EndWish, end_game
    from gm.contract.events import Ending

    _play(world)
    end_game(world.services, "tara", EndWish(Ending.ABANDONED, (), "gm", "no time"), sure=True)
    assert _broken(world) == {}


def test_a_mail_from_before_the_first_phase_is_no_fault(world: World) -> None:
    """A mailbox whose clock goes behind ours: nothing was open then for which it could be meant."""
    world.start(variant="standard")
    raw = b"From: france@example.org\r\nTo: gm+tara@gm.example.org\r\n\r\nA Par - Bur\r\n"
    world.clock.advance(seconds=-5)
    accept(
        world.services.store,
        world.clock,
        raw,
        "france@example.org",
        ["gm+tara@gm.example.org"],
        "smtp",
    )
    world.clock.advance(seconds=5)
    read_inbox(world.services)
    assert world.orders("france") == ["A PAR - BUR"]
    assert _broken(world) == {}


@pytest.mark.slow
def test_a_list_that_comes_and_goes_is_no_fault(world: World) -> None:
    """A report is due to the list that there was when its season was resolved, and to no other."""
    world.start()
    for given in ("none", "new@lists.example.org", "other@lists.example.org", "none"):
        world.tick(minutes=59)
        change_game(world.services, "tara", {"list": given})
        world.clock.advance(minutes=1, seconds=10)
        process(world.services, "tara", without=True)
        assert _broken(world) == {}, given


Plant = tuple[str, str, str]

PLANTED: dict[str, Plant] = {
    "bytes changed": (
        (
            "UPDATE raws SET raw = CAST(replace(CAST(raw AS TEXT), 'Galway', 'Gaelic') AS BLOB)"
            " WHERE id = (SELECT raw_id FROM inbox WHERE id = 2)"
        ),
        "kept",
        "mail 2 is not as it came",
    ),
    "bytes lost": (
        "UPDATE raws SET raw = x'' WHERE id = (SELECT raw_id FROM inbox WHERE id = 2)",
        "kept",
        "mail 2 has no bytes",
    ),
    "never read": (
        "UPDATE inbox SET state = 'new', settled_at = NULL WHERE id = 7",
        "ends",
        "mail 7 waits to be read",
    ),
    "claimed and dropped": (
        "UPDATE inbox SET state = 'new', claimed_until = '2026-11-01 12:00:00' WHERE id = 7",
        "ends",
        "mail 7 was claimed",
    ),
    "no such state": (
        "UPDATE inbox SET state = 'lost' WHERE id = 7",
        "references",
        "row 7 of inbox is in the state 'lost'",
    ),
    "held and not asked": (
        "UPDATE inbox SET state = 'held' WHERE id = 7",
        "ends",
        "mail 7 is held, and nobody is asked about it",
    ),
    "a repeat that counts": (
        "UPDATE inbox SET state = 'done' WHERE state = 'duplicate'",
        "ends",
        "is done and repeats 7",
    ),
    "a repeat of another": (
        "UPDATE inbox SET duplicate_of = 1 WHERE state = 'duplicate'",
        "ends",
        "which is another mail",
    ),
    "orders without their mail": (
        "UPDATE inbox SET state = 'rejected' WHERE id = 6",
        "orders",
        "but that mail did not end as done",
    ),
    "orders of another time": (
        "UPDATE inbox SET received_at = '2026-11-01 12:00:00' WHERE id = 6",
        "orders",
        "but that mail came before the phase was opened",
    ),
    "orders too late": (
        "UPDATE inbox SET received_at = '2026-11-01 14:00:05' WHERE id = 6",
        "orders",
        "but that mail came when the phase had closed",
    ),
    "orders without a receipt": (
        "DELETE FROM outbox WHERE key LIKE 'receipt tara 2 MUNSTER %'",
        "orders",
        "mail 6 has orders in tara and no receipt",
    ),
    "turned away in silence": (
        "DELETE FROM outbox WHERE key = 'refusal 7'",
        "orders",
        "mail 7 of a player came in time, was turned away",
    ),
    "no result": (
        "DELETE FROM results WHERE phase_id = 1",
        "phases",
        "W1015A of tara is resolved and has no result",
    ),
    "another next phase": (
        "UPDATE phases SET state = (SELECT state FROM phases WHERE id = 1) WHERE id = 2",
        "phases",
        "what happened in W1015A of tara does not lead to S1016M",
    ),
    "resolved twice": (
        (
            "INSERT INTO journal (game_id, at, kind, author, text, public, data) SELECT game_id, at, "
            "kind, author, text, public, data FROM journal WHERE text = 'S1016M was resolved.'"
        ),
        "phases",
        "S1016M of tara was resolved 2 times",
    ),
    "a phase left out": (
        "UPDATE phases SET number = 7 WHERE number = 3",
        "phases",
        "tara has the phases 1, 2, 7",
    ),
    "nothing follows": (
        "UPDATE phases SET status = 'resolved', resolved_at = deadline WHERE number = 3",
        "phases",
        "no phase follows in a game that is not over",
    ),
    "a report that was not written": (
        "DELETE FROM outbox WHERE key = 'report tara 2 ULSTER'",
        "reports",
        "ULSTER has 0 mails 'report tara 2'",
    ),
    "a report written twice": (
        "UPDATE outbox SET key = 'report tara 2 ULSTER+MUNSTER' WHERE key = 'report tara 2 ULSTER'",
        "reports",
        "MUNSTER has 2 mails 'report tara 2'",
    ),
    "the list left out": (
        "DELETE FROM outbox WHERE key = 'report tara 1 list'",
        "reports",
        "list has 0 mails 'report tara 1'",
    ),
    "a failure nobody sees": (
        "UPDATE outbox SET state = 'failed' WHERE key = 'report tara 2 ULSTER'",
        "reports",
        "'report tara 2 ULSTER', failed, and nobody was told",
    ),
    "a reference to nothing": (
        "DELETE FROM games",
        "references",
        "points to a row of games",
    ),
}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a server that has been played on."""
    folder = tmp_path_factory.mktemp("played")
    with a_world(folder) as world:
        _play(world)
    return folder


@pytest.mark.sampled(20)
@pytest.mark.parametrize("fault", PLANTED)
def test_a_planted_fault_is_found(played: Path, tmp_path: Path, fault: str) -> None:
    """Each by the check it belongs to, naming the row."""
    shutil.copytree(played, tmp_path, dirs_exist_ok=True)
    statement, check, words = PLANTED[fault]
    connection = DRIVER.connect(str(tmp_path / "gm.sqlite3"), isolation_level=None)
    assert connection.execute(statement).rowcount, "the fault was not planted"
    connection.close()
    with a_world(tmp_path) as world:
        world.clock.advance(hours=3)
        found = _broken(world)
    assert any(words in finding for finding in found.get(check, ())), found
