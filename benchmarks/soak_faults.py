"""Faults made on purpose in copies of what a server left: the audit has to see each of them."""

import shutil
import tempfile
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

from benchmarks.soak_audit import audit
from benchmarks.soak_players import Sent
from gm.adapters.sql.engine_sqlite import DRIVER
from gm.config import Settings, load_settings

Fault = Callable[[Settings], None]


def _done(settings: Settings, statement: str) -> None:
    """Change one row behind the back of all rules; RuntimeError if there is none."""
    with closing(DRIVER.connect(str(settings.database_path))) as connection:
        changed = connection.execute(statement).rowcount
        connection.commit()
    if changed != 1:
        raise RuntimeError(f"{changed} rows instead of one: {statement}")


def _statement(text: str) -> Fault:
    return lambda settings: _done(settings, text)


def _any_letter(settings: Settings) -> Path:
    return next(path for path in sorted((settings.mailbox_path / "new").iterdir()))


def _repeat_letter(settings: Settings) -> None:
    letter = _any_letter(settings)
    shutil.copy(letter, letter.with_name(f"again.{letter.name}"))


# ruff: noqa: S608 -- the statements are constants
_ORDER = (
    "SELECT min(orders.id) FROM orders JOIN phases ON phases.id = phase_id "
    "WHERE status = 'resolved' AND replaced_at IS NULL"
)
_MAIL = "SELECT min(id) FROM inbox WHERE state = 'done'"

FAULTS: dict[str, tuple[Fault, str]] = {
    "a mail is lost": (_statement(f"DELETE FROM inbox WHERE id = ({_MAIL})"), "lost:"),
    "a byte is changed": (
        _statement(
            "UPDATE raws SET raw = CAST(substr(raw, 1, length(raw) - 3) || X'2E0D0A' AS BLOB) "
            f"WHERE id = (SELECT raw_id FROM inbox WHERE id = ({_MAIL}))"
        ),
        "changed:",
    ),
    "a mail is left unread": (
        _statement(f"UPDATE inbox SET state = 'new' WHERE id = ({_MAIL})"),
        "unfinished:",
    ),
    "a receipt is never written": (
        _statement(
            "DELETE FROM outbox WHERE id = (SELECT min(id) FROM outbox WHERE key LIKE 'receipt %')"
        ),
        "answers:",
    ),
    "an order is left out": (
        _statement(f"UPDATE orders SET replaced_at = given_at WHERE id = ({_ORDER})"),
        "phases:",
    ),
    "a phase is resolved twice": (
        _statement(
            "INSERT INTO journal (game_id, at, kind, author, text, public, data) "
            "SELECT game_id, at, kind, author, text, public, data FROM journal "
            "WHERE id = (SELECT min(id) FROM journal WHERE kind = 'phase resolved')"
        ),
        "phases:",
    ),
    "a letter comes twice": (_repeat_letter, "mailbox:"),
    "a letter never comes": (lambda settings: _any_letter(settings).unlink(), "mailbox:"),
}
"""Each fault, how it is made, and how a sentence that tells of it begins."""


def unseen(folder: Path, sent: Sequence[Sent]) -> tuple[str, ...]:
    """Make each fault in a copy of a server's folder and tell those the audit does not see."""
    missed = []
    for name, (make, finding) in FAULTS.items():
        with tempfile.TemporaryDirectory(prefix="gm-fault-") as place:
            copy = Path(place) / "copy"
            shutil.copytree(folder, copy)
            tampered = load_settings(copy / "gm.toml")
            make(tampered)
            found = audit(tampered, sent).findings
        if not any(one.startswith(finding) for one in found):
            missed.append(name)
    return tuple(missed)
