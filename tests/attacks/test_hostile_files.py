"""A file that is not what a command wants ends in a sentence and an exit code, and stores nothing."""

from __future__ import annotations

import hashlib
import io
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, nullcontext, redirect_stderr, redirect_stdout
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gm.app.keeping.moving import game_lines
from gm.cli import main
from gm.errors import ExitCode
from gm.games.diplomacy.records.saved_games import saved_game
from tests.app.conftest import a_world
from tests.app.world import World

DEEP = "[" * 100_000
BAD: dict[str, bytes] = {
    "empty": b"",
    "binary": bytes(range(256)) * 8,
    "zip": b"PK\x03\x04" + bytes(400),
    "deep list": DEEP.encode(),
    "deep table": b'{"a":' * 50_000,
    "deep and whole": b"[" * 50_000 + b"]" * 50_000,
    "deep in a game": b'{"phases": ' + b"[" * 50_000 + b"]" * 50_000 + b"}",
    "deep row": b'{"file": "gm game", "version": "0011"}\n' + DEEP.encode(),
    "NaN": b'{"phases": NaN, "id": Infinity}',
    "a huge number": b'{"phases": ' + b"9" * 5000 + b"}",
    "keys twice": b'{"id": "a", "id": [], "phases": [], "phases": 3}',
    "half a letter": b'{"id": "\\ud800", "phases": [{"name": "\\udfff", "state": {}}]}',
    "one long word": b"x" * 2_000_000,
    "UTF-16": "{}".encode("utf-16"),
}
COMMANDS = (
    ("import", "FILE", "--name", "meadow", "--gm-address", "gm@example.net"),
    ("draws", "verify", "FILE"),
)


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory, copied_databases: None) -> Iterator[World]:
    """A server with one game."""
    with a_world(tmp_path_factory.mktemp("files")) as empty:
        empty.start(variant="standard")
        yield empty


def _run(world: World, *words: str) -> tuple[int, str]:
    """Run a command here; return its exit code and what it printed. A traceback comes through."""
    written, code = io.StringIO(), 0
    with (
        pytest.MonkeyPatch.context() as patch,
        redirect_stdout(written),
        redirect_stderr(written),
    ):
        own = SimpleNamespace(maps=())
        patch.setattr("gm.cli.common.settings", lambda: own)
        patch.setattr("gm.games.diplomacy.cli.read.settings", lambda: own)
        patch.setattr("gm.bootstrap.services.open_services", lambda _: nullcontext(world.services))
        patch.setattr(sys, "argv", ["gm", *words])
        patch.setattr(sys, "stdin", io.StringIO())
        try:
            main()
        except SystemExit as end:
            code = int(end.code or 0)
    return code, written.getvalue()


def _games(world: World) -> list[str]:
    with world.services.store.read() as transaction:
        return [one.name for one in transaction.games()]


@pytest.mark.parametrize("what", [*BAD, "a folder", "nothing"])
@pytest.mark.parametrize("command", COMMANDS, ids=lambda one: one[0])
def test_what_is_no_such_file_is_said(
    world: World, tmp_path: Path, command: tuple[str, ...], what: str
) -> None:
    """In a sentence, with a code that is not that of a fault of gm, and nothing is stored."""
    file = tmp_path / "file.json"
    if what in BAD:
        file.write_bytes(BAD[what])
    elif what == "a folder":
        file.mkdir()
    code, told = _run(world, *(str(file) if one == "FILE" else one for one in command))
    assert "Traceback" not in told
    assert code in {int(one) for one in ExitCode} - {0}, told
    assert "gm: " in told
    assert len(told) < 3000
    assert _games(world) == ["tara"]


@pytest.mark.parametrize("what", ["binary", "deep list", "deep and whole", "a huge number"])
def test_the_world_of_a_mail_may_be_no_json(world: World, tmp_path: Path, what: str) -> None:
    """`gm read mail --seats` says so of the file with the seats."""
    seats, mail = tmp_path / "seats.json", tmp_path / "a.eml"
    seats.write_bytes(BAD[what])
    mail.write_bytes(b"From: a@example.org\r\n\r\nA Par - Bur\r\n")
    code, told = _run(world, "read", "mail", str(mail), "--seats", str(seats))
    assert "Traceback" not in told
    assert code, told


def _values() -> st.SearchStrategy[Any]:
    plain = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
    return st.recursive(
        plain, lambda more: st.lists(more, max_size=2) | st.dictionaries(st.text(max_size=4), more)
    )


def _paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _paths(inner, (*path, key))
    elif isinstance(value, list):
        for at, inner in enumerate(value[:3]):
            yield from _paths(inner, (*path, at))


def _with(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    if not path:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = _with(copy[path[0]], path[1:], new)
    return copy


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_changed_saved_game_is_taken_or_refused(
    world: World, tmp_path: Path, data: st.DataObject
) -> None:
    """Whatever value stands in place of another, at every level of the file."""
    with world.services.store.read() as transaction:
        phases = transaction.phases(transaction.game("tara").id)
    assert phases
    saved = json.loads(json.dumps(saved_game(world.services, "tara")))
    path = data.draw(st.sampled_from([*_paths(saved)]))
    mutated = _with(saved, path, data.draw(_values()))
    file = tmp_path / "saved.json"
    file.write_text(json.dumps(mutated), encoding="utf-8")
    name = f"g{len(_games(world))}"
    code, told = _run(world, "import", str(file), "--name", name, "--gm-address", "g@example.net")
    assert "Traceback" not in told
    assert (code == 0) == (name in _games(world)), told


def _whole(lines: list[str]) -> str:
    """Return the text of an export with the sum of the rows that it has now."""
    rows = lines[1:-1]
    digest = hashlib.sha256("".join(rows).encode("utf-8", "surrogatepass")).hexdigest()
    end = json.dumps({"rows": len(rows), "sha256": digest})
    return "\n".join([lines[0], *rows, end])


@pytest.fixture(scope="module")
def exported(world: World) -> list[str]:
    """The lines of an export of the game."""
    return [*game_lines(world.services, "tara", anyhow=True)]


@pytest.fixture(scope="module")
def elsewhere(
    tmp_path_factory: pytest.TempPathFactory, copied_databases: None
) -> Iterator[Callable[[], World]]:
    """What opens another server, with no game."""
    with ExitStack() as stack:

        def opened() -> World:
            return stack.enter_context(a_world(tmp_path_factory.mktemp("there")))

        yield opened


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_changed_export_is_refused(
    tmp_path: Path, exported: list[str], elsewhere: Callable[[], World], data: st.DataObject
) -> None:
    """Where its sum does not fit; where it does, the game is there as a whole or nothing of it."""
    lines = [*exported]
    at = data.draw(st.integers(0, len(lines) - 1))
    row = json.loads(lines[at])
    path = data.draw(st.sampled_from([*_paths(row)]))
    lines[at] = json.dumps(_with(row, path, data.draw(_values())), sort_keys=True)
    file, there = tmp_path / "game.json", _server(elsewhere)
    if json.loads(lines[at]) != row:
        file.write_text("\n".join(lines), encoding="utf-8")
        code, told = _run(there, "import", str(file))
        assert code, told
        assert "Traceback" not in told
        assert not _games(there)
    file.write_text(_whole(lines), encoding="utf-8")
    code, told = _run(there, "import", str(file))
    assert "Traceback" not in told
    assert (code == 0) == bool(_games(there)), told


def test_the_first_line_names_the_game_of_the_rows(
    tmp_path: Path, exported: list[str], elsewhere: Callable[[], World]
) -> None:
    """What the sum does not cover is compared."""
    head = {**json.loads(exported[0]), "game": "cork"}
    file, there = tmp_path / "game.json", _server(elsewhere)
    file.write_text("\n".join([json.dumps(head), *exported[1:]]), encoding="utf-8")
    code, told = _run(there, "import", str(file))
    assert code
    assert "was changed" in " ".join(told.split())
    assert not _games(there)


_SERVERS: list[World] = []


def _server(elsewhere: Callable[[], World]) -> World:
    """Return a server with no game: the one before, unless it has taken one in."""
    if not _SERVERS or _games(_SERVERS[-1]):
        _SERVERS.append(elsewhere())
    return _SERVERS[-1]


WRONG = [
    ("seats", "seat", 3, "seats.seat holds 3"),
    ("seats", "seat", None, "seats.seat is missing"),
    ("games", "several_seats", "yes", "games.several_seats holds 'yes'"),
    ("phases", "deadline", "tomorrow", "phases.deadline holds 'tomorrow'"),
    ("phases", "number", 10**30, "phases.number holds 1"),
    ("journal", "text", [1], "journal.text holds [1]"),
    ("persons", "name", {}, "persons.name holds {}"),
]


@pytest.mark.parametrize(("table", "column", "value", "told"), WRONG)
def test_a_wrong_value_is_told_by_its_line_and_column(
    elsewhere: Callable[[], World],
    tmp_path: Path,
    exported: list[str],
    table: str,
    column: str,
    value: Any,
    told: str,
) -> None:
    """Whoever mends a file by hand reads where it is wrong; nothing of it is stored."""
    lines = [*exported]
    at = next(at for at, one in enumerate(lines) if one.startswith(f'["{table}"'))
    row = json.loads(lines[at])
    lines[at] = json.dumps([table, {**row[1], column: value}])
    file = tmp_path / "game.json"
    file.write_text(_whole(lines), encoding="utf-8")
    there = elsewhere()
    code, said = _run(there, "import", str(file))
    assert code
    assert f"line {at + 1}: {told}" in " ".join(said.split())
    assert not _games(there)
