"""No command and no log passes on to a terminal what came in with a mail and would steer it."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import sys
import unicodedata
from collections.abc import Iterator
from contextlib import nullcontext, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import typer
from hypothesis import given
from hypothesis import strategies as st
from textual.widgets import DataTable, Static

from gm.adapters.serving.logs import set_up_logs
from gm.app.answering.inbox import read_inbox
from gm.app.mail_in.intake import accept
from gm.app.records import Person
from gm.cli import main
from gm.cli.app import command_tree
from gm.cli.desk_screen import DeskScreen
from gm.cli.terminal import escaping, exact
from gm.config import LogFormat
from gm.errors import NotAllowed
from gm.report.wording.text import escaped
from tests.app.conftest import a_world
from tests.app.world import GM, World

STEERING = "\x1b]0;owned\x07\x1b[2J\x9b31m\x85\x07\u202eevil\u2066\u200f\u061c\u2028\u200b\ufeff"
"""A title of a window, a cleared screen, colours by C1, text turned round, ends of lines."""

NAME = f"Eve[red][link=http://x]{STEERING}"


def _steers(text: str) -> set[str]:
    """Return the characters of a text that must not reach a terminal."""
    kinds = {"Cc", "Cf", "Zl", "Zp", "Cs"}
    bad = {one for one in text if unicodedata.category(one) in kinds}
    return bad - set("\n\t\u200c\u200d")


def test_every_character_that_steers_is_escaped() -> None:
    """The list in the code holds all that this Python's tables call a control or a format."""
    every = "".join(chr(point) for point in range(sys.maxunicode + 1))
    shown = escaped(every)
    assert not _steers(shown)
    assert "\u200d" in shown
    assert "é" in shown


@given(st.text() | st.text(alphabet=STEERING + 'a"\\{}'))
def test_json_is_the_same_json_when_escaped(text: str) -> None:
    """A program that reads --json gets the very text."""
    line = json.dumps({"text": text}, ensure_ascii=False)
    shown = escaped(line)
    assert not _steers(shown)
    assert json.loads(shown) == {"text": text}


def test_both_streams_escape_and_are_given_back(capsys: pytest.CaptureFixture[str]) -> None:
    """What echoes, prints or writes lines; inside one another as well."""
    before = sys.stdout, sys.stderr
    with escaping(), escaping():
        typer.echo(NAME)
        typer.echo(NAME, err=True)
        print(NAME)
        sys.stderr.writelines([NAME])
        exact(sys.stdout).write("\x1b[0m")
    assert (sys.stdout, sys.stderr) == before
    told = capsys.readouterr()
    assert _steers(told.out) <= {"\x1b"}
    assert told.out.count("\x1b") == 1
    assert not _steers(told.err)
    assert "\\u001b]0;owned" in told.err


@pytest.mark.parametrize("form", LogFormat)
def test_the_log_escapes(form: LogFormat, monkeypatch: pytest.MonkeyPatch) -> None:
    """Messages, what is put into them, and the exceptions behind them."""
    written = io.StringIO()
    root, level = logging.getLogger(), logging.getLogger().level
    handlers = root.handlers[:]
    monkeypatch.setattr(sys, "stderr", written)
    try:
        set_up_logs("info", form)
        logging.getLogger("gm.test").info("mail from %s", NAME)
        try:
            raise ValueError(NAME)
        except ValueError:
            logging.getLogger("gm.test").exception("it failed: %s", NAME)
    finally:
        root.handlers[:] = handlers
        root.setLevel(level)
    assert "owned" in written.getvalue()
    assert not _steers(written.getvalue())


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory, copied_databases: None) -> Iterator[World]:
    """A game full of names, subjects, addresses, notes and messages that would steer a terminal."""
    with a_world(tmp_path_factory.mktemp("hostile")) as world:
        world.start(variant="standard")
        with world.services.store.write() as transaction:
            for seat in transaction.seats(transaction.game("tara").id):
                if seat.person is not None:
                    transaction.save_person(replace(seat.person, name=f"{seat.seat} {NAME}"))
            transaction.save_person(Person(0, NAME, "someone@example.net", "UTC"))
        press = f"PRESS TO ALL\n{STEERING} hello\nENDPRESS\nPRESS TO ITALY\n{NAME}\nENDPRESS"
        for body in (f"A Par - Bur {STEERING}", press, f"VOTE DRAW {NAME}", "RESIGN", f"{NAME}"):
            world.mail("france", body, subject=NAME.replace("\u2028", ""))
        for who in (GM, "stranger@example.net"):
            raw = f"From: {NAME} <{who}>\r\nTo: gm+tara@gm.example.org\r\nSubject: {NAME}\r\n\r\n{NAME}\r\n"
            accept(
                world.services.store,
                world.clock,
                raw.encode(),
                NAME,
                ["gm+tara@gm.example.org"],
                "smtp",
            )
        raw = b"From: \xff\xfe\r\nSubject: \x1b[2J\r\n\r\nx\r\n"
        accept(
            world.services.store,
            world.clock,
            raw,
            "e@example.net",
            ["gm+tara@gm.example.org"],
            "smtp",
        )
        read_inbox(world.services)
        world.services = replace(world.services, proof=True)
        world.mail("italy", f"A Ven H {NAME}", subject="forged")
        world.send()
        yield world


SAID = {"game": "tara", "name": "tara", "who": "france@example.org", "power": "FRANCE"}
SAID |= {"mail": "1", "number": "1", "mail_id": "1", "what": "tara", "phase": "S1901M"}
_WRITES = {
    "serve",
    "demo",
    "desk",
    "init",
    "adjudicate",
    "receive",
    "import",
    "publish",
    "doctor",
    "map",
    "rules",
}
"""What runs for ever, wants a terminal, or reads no game: tried elsewhere."""


def _lines(command: Any, words: tuple[str, ...]) -> Iterator[list[str]]:
    """Yield a line for each command, and one with --json where it has that."""
    for name, one in getattr(command, "commands", {}).items():
        if not words and name in _WRITES:
            continue
        yield from _lines(one, (*words, name))
    if getattr(command, "commands", {}):
        return
    given = [
        SAID.get(one.name, "1")
        for one in command.params
        if one.param_type_name == "argument" and one.required
    ]
    yield [*words, *given]
    if any("--json" in one.opts for one in command.params):
        yield [*words, *given, "--json"]


def _every_line() -> list[list[str]]:
    return [*_lines(command_tree(), ())]


def _run(world: World, words: list[str], monkeypatch: pytest.MonkeyPatch) -> str:
    written = io.StringIO()
    with monkeypatch.context() as patch:
        patch.setattr("gm.cli.common.settings", lambda: None)
        patch.setattr("gm.bootstrap.services.open_services", lambda _: nullcontext(world.services))
        patch.setattr(sys, "argv", ["gm", *words])
        patch.setattr(sys, "stdin", io.StringIO())
        patch.setattr(sys, "stdout", written)
        patch.setattr(sys, "stderr", written)
        with suppress(SystemExit):
            main()
    return written.getvalue()


@pytest.mark.slow
def test_no_command_prints_what_steers(
    hostile: World, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Every command there is, found from the program itself, in words and as JSON."""
    monkeypatch.chdir(tmp_path)
    told = {" ".join(words): _run(hostile, words, monkeypatch) for words in _every_line()}
    assert len(told) > 80
    bad = {line: _steers(text) for line, text in told.items() if _steers(text)}
    assert not bad
    shown = [line for line, text in told.items() if "\\u001b]0;owned" in text]
    assert len(shown) > 8, shown


@pytest.mark.slow
def test_the_desk_shows_what_steers_escaped(hostile: World) -> None:
    """Its table, the words below, the page and the question that it opens: no markup, no control."""
    shown: list[str] = []

    async def at_the_desk() -> None:
        screen = DeskScreen(hostile.services)
        async with screen.run_test(size=(200, 60)) as pilot:
            for key in ("r", "v", "escape", "plus", "n"):
                await pilot.press(key)
                await pilot.pause()
                shown.extend(str(part.render()) for part in screen.screen.query(Static))
                table = screen.query(DataTable)
                shown.extend(str(cell) for one in table for cell in one.get_row_at(0))

    asyncio.run(at_the_desk())
    told = "\n".join(shown)
    assert "\\u001b]0;owned" in told
    assert "Eve[red][link=http://x]" in told, "markup is shown, not obeyed"
    assert not _steers(told)


def test_a_fault_at_the_desk_is_shown_escaped(
    hostile: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a command refuses may quote what came in with a mail."""

    def refuse(*_: object, **__: object) -> None:
        raise NotAllowed(NAME)

    monkeypatch.setattr("gm.cli.desk_screen.seasons.preview", refuse)
    told: list[str] = []

    async def at_the_desk() -> None:
        screen = DeskScreen(hostile.services)
        async with screen.run_test(size=(200, 60), notifications=True) as pilot:
            await pilot.press("v")
            await pilot.pause()
            told.extend(one.message for one in screen._notifications)
            assert not any(one.markup for one in screen._notifications)

    asyncio.run(at_the_desk())
    assert "Eve[red][link=http://x]" in "".join(told)
    assert not _steers("".join(told))
