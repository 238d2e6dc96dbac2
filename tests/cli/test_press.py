"""`gm press`: what a GM may see of the press, a message of his own, and taking one out."""

from __future__ import annotations

import json
from dataclasses import replace

from gm.app.life_records import PressItem
from gm.app.settings.game_settings import checked_settings
from gm.app.talk.press import PRESS
from gm.bootstrap.services import open_services
from gm.cli.common import settings
from tests.cli.test_game import _server, begin, run

_ = _server  # the settings of an empty server, for every test here


def write(to: str, text: str, colour: str = "white", seat: str = "ULSTER") -> None:
    """Let a power have written something."""
    with open_services(settings()) as services, services.store.write() as transaction:
        game, now = transaction.game("tara"), services.clock.now()
        phase = transaction.open_phase(game.id)
        assert phase is not None
        transaction.add_press(
            PressItem(0, game.id, phase.id, seat, PRESS, colour, to, text, now, released_at=now)
        )


def listed() -> list[dict[str, object]]:
    """Return what the GM sees."""
    found: list[dict[str, object]] = json.loads(run("press", "list", "tara", "--json").stdout)
    return found


def test_a_gm_sees_what_is_for_him_or_for_all() -> None:
    """Of private messages he sees that they were written; grey writers never."""
    begin()
    assert "There are no messages" in run("press", "list", "tara").stdout
    write('["all"]', "for all")
    write('["MUNSTER"]', "for one")
    write('["MUNSTER"]', "hush", "grey")
    write('["gm"]', "a question")
    assert [(one["title"], one["text"]) for one in listed()] == [
        ("Ulster to all", "for all"),
        ("Ulster to Munster", None),
        ("Unsigned, to Munster", None),
        ("Ulster to the game master", "a question"),
    ]
    with open_services(settings()) as services, services.store.write() as transaction:
        game = transaction.game("tara")
        given = checked_settings({"gm-reads-press": "yes"}, game.time_zone)
        transaction.save_game(replace(game, settings=given))
    assert [one["text"] for one in listed()] == ["for all", "for one", "hush", "a question"]
    assert "    for one" in run("press", "list", "tara").stdout


def test_a_gm_writes_to_some_or_all() -> None:
    """His message is signed; a name that is none costs nothing."""
    begin()
    ran = run("press", "send", "tara", "The deadline stands.", "--to", "Ulster, Munster")
    assert ran.stdout.strip() == "The game master to Ulster and Munster. 2 mails queued."
    ran = run("press", "send", "tara", "Hello all.")
    assert ran.stdout.strip() == "The game master to all. 5 mails queued."
    assert run("press", "send", "tara", "x", "--to", "Narnia").exit_code == 65
    assert run("press", "send", "tara", " ").exit_code == 65
    assert len(listed()) == 2
    with open_services(settings()) as services, services.store.read() as transaction:
        assert transaction.count_outbox("press ") == 7


def test_a_message_is_taken_out_once_with_a_reason() -> None:
    """It is listed as dropped; who asks again, or for none that there is, is told."""
    begin()
    write('["all"]', "spite")
    number = str(listed()[0]["number"])
    assert run("press", "drop", "tara", number, "--reason", " ").exit_code == 65
    ran = run("press", "drop", "tara", number, "--reason", "an insult")
    assert ran.stdout.strip() == f"Message {number} was taken out after it was sent."
    assert [one["state"] for one in listed()] == ["dropped"]
    assert run("press", "drop", "tara", number, "--reason", "again").exit_code == 77
    assert run("press", "drop", "tara", "999", "--reason", "x").exit_code == 65
