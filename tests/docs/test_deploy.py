"""Backup and restore of a running server's database, and the sample settings beside them."""

import os
import shutil
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from gm.config import load_settings, sample_config

DEPLOY = Path(__file__).parents[2] / "deploy"


def run(script: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    """Run one of the scripts with the Python of the tests."""
    return subprocess.run(
        [str(DEPLOY / script), *map(str, arguments)],
        env={**os.environ, "GM_PYTHON": sys.executable},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(params=["WAL", "DELETE"])
def database(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """A database whose two tables must always hold the same number of rows."""
    path = tmp_path / "gm.sqlite3"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA journal_mode = {request.param}")
        connection.execute("CREATE TABLE orders (n INTEGER)")
        connection.execute("CREATE TABLE receipts (n INTEGER)")
    write(path, 1)
    return path


def write(path: Path, number: int) -> None:
    """One transaction that keeps the two tables even."""
    with closing(sqlite3.connect(path, timeout=10)) as connection, connection:
        connection.execute("INSERT INTO orders VALUES (?)", (number,))
        connection.execute("INSERT INTO receipts VALUES (?)", (number,))


def counts(path: Path) -> tuple[int, int]:
    """How many rows the two tables hold."""
    with closing(sqlite3.connect(path)) as connection:
        return (
            connection.execute("SELECT count(*) FROM orders").fetchone()[0],
            connection.execute("SELECT count(*) FROM receipts").fetchone()[0],
        )


@pytest.fixture
def busy(database: Path) -> Iterator[Path]:
    """The database, with somebody writing to it all the while."""
    stop = threading.Event()

    def work() -> None:
        number = 2
        while not stop.is_set():
            write(database, number)
            number += 1

    writer = threading.Thread(target=work)
    writer.start()
    yield database
    stop.set()
    writer.join()


def test_backup_of_a_busy_database_is_one_moment(busy: Path, tmp_path: Path) -> None:
    """A copy taken between writes holds whole transactions only."""
    for _ in range(3):
        result = run("backup.sh", busy, tmp_path / "copies")
        assert result.returncode == 0, result.stderr
        orders, receipts = counts(Path(result.stdout.strip()))
        assert orders == receipts > 0


def test_oldest_copies_go(database: Path, tmp_path: Path) -> None:
    """Only as many copies are kept as asked for, and they are the newest."""
    made = [run("backup.sh", database, tmp_path / "copies", 2).stdout.strip() for _ in range(3)]
    assert sorted(str(path) for path in (tmp_path / "copies").iterdir()) == sorted(made[1:])


def test_restore_brings_back_the_copy_and_keeps_the_rest(database: Path, tmp_path: Path) -> None:
    """After a restore the copy is the database, and what stood there can still be read."""
    copy = run("backup.sh", database, tmp_path / "copies").stdout.strip()
    write(database, 2)
    result = run("restore.sh", copy, database)
    assert result.returncode == 0, result.stderr
    assert counts(database) == (1, 1)
    (kept,) = database.parent.glob("gm.sqlite3.before-*Z")
    assert counts(kept) == (2, 2)


def test_restore_of_a_damaged_copy_changes_nothing(database: Path, tmp_path: Path) -> None:
    """A copy that is no whole database is refused before anything is touched."""
    broken = tmp_path / "broken.sqlite3"
    broken.write_bytes(b"SQLite format 3\0" + b"\xff" * 5000)
    result = run("restore.sh", broken, database)
    assert result.returncode != 0
    assert "not a whole database" in result.stderr
    assert counts(database) == (1, 1)


def test_restore_under_a_transaction_is_refused(database: Path, tmp_path: Path) -> None:
    """While another process is in the middle of writing, nothing is replaced."""
    copy = run("backup.sh", database, tmp_path / "copies").stdout.strip()
    with closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        result = run("restore.sh", copy, database)
        other.execute("ROLLBACK")
    assert result.returncode != 0
    assert "in use" in result.stderr


def test_missing_database_is_no_empty_backup(tmp_path: Path) -> None:
    """A wrong path is an error, not a copy of nothing."""
    result = run("backup.sh", tmp_path / "nowhere.sqlite3", tmp_path / "copies")
    assert result.returncode != 0
    assert not (tmp_path / "copies").exists()


def test_sample_settings_are_current_and_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sample in deploy/ is what the code would write today, and it loads."""
    monkeypatch.delenv("GM_MAIL_PICTURES")  # what tests set is no part of it
    path = DEPLOY / "gm.toml"
    settings = load_settings(path)
    chosen = {key: str(getattr(settings, key)) for key in settings.model_fields_set}
    assert path.read_text(encoding="utf-8") == sample_config(chosen)
    assert settings.transport == "smtp"


@pytest.mark.parametrize(
    "script", ["backup.sh", "restore.sh", "backup-postgres.sh", "mailman/make_list.sh"]
)
def test_usage_without_arguments(script: str) -> None:
    """A script called without arguments says how it is called."""
    result = run(script)
    assert result.returncode == 64
    assert f"usage: {Path(script).name}" in result.stderr


def test_scripts_are_sound_shell() -> None:
    """Each script parses, and is executable."""
    for script in (*DEPLOY.rglob("*.sh"), DEPLOY.parent / ".ci" / "run"):
        assert os.access(script, os.X_OK), script
        assert shutil.which("bash")
        subprocess.run(["bash", "-n", str(script)], check=True)
