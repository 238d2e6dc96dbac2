#!/usr/bin/env bash
# Put a copy made by backup.sh in the place of the database. Stop the server first.
#
#   restore.sh COPY DATABASE
#
# The copy is checked before anything is touched, and what stood there is kept beside it. Mail that
# came in after the copy was made is in the kept database only.
set -euo pipefail
umask 077

if [ $# -ne 2 ]; then
  sed -n 's/^#   \(restore\.sh.*\)/usage: \1/p' "$0" >&2
  exit 64
fi
if command -v systemctl >/dev/null && systemctl is-active --quiet gm; then
  echo 'The server runs; stop it first: systemctl stop gm' >&2
  exit 75
fi
exec "${GM_PYTHON:-/opt/gm/bin/python}" - "$1" "$2" <<'PYTHON'
import os
import shutil
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

try:
    import pysqlite3 as sqlite3
except ImportError:
    import sqlite3


def check(path: Path) -> None:
    if not path.is_file():
        sys.exit(f"{path}: there is no such copy")
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as copy:
            found = copy.execute("PRAGMA integrity_check").fetchone()[0]
    except sqlite3.DatabaseError as error:
        found = str(error)
    if found != "ok":
        sys.exit(f"{path}: not a whole database: {found}")


def refuse_if_open(path: Path) -> None:
    """Nobody else may hold the file; this also folds its WAL back into it."""
    with closing(sqlite3.connect(path, timeout=1)) as current:
        try:
            current.execute("PRAGMA locking_mode = EXCLUSIVE")
            current.execute("BEGIN EXCLUSIVE")
            current.execute("ROLLBACK")
            current.execute("PRAGMA journal_mode = DELETE")
        except sqlite3.OperationalError as error:
            sys.exit(f"{path}: in use ({error}); stop the server first")
        except sqlite3.DatabaseError:
            pass  # damaged: all the more reason to put the copy in its place


copy, database = Path(sys.argv[1]), Path(sys.argv[2])
check(copy)
partial = database.with_name(database.name + ".partial")
if database.exists():
    refuse_if_open(database)
shutil.copyfile(copy, partial)
with partial.open("rb") as file:
    os.fsync(file.fileno())
if database.exists():
    owner = database.stat()
    shutil.copymode(database, partial)
    if os.geteuid() == 0:
        os.chown(partial, owner.st_uid, owner.st_gid)
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
    for suffix in ("", "-wal", "-shm", "-journal"):
        old = database.with_name(database.name + suffix)
        if old.exists():
            old.rename(database.with_name(f"{database.name}.before-{stamp}{suffix}"))
partial.rename(database)
print(database)
PYTHON
