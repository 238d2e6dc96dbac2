#!/usr/bin/env bash
# Copy the database of a running gm server, check the copy, and keep the newest ones.
#
#   backup.sh DATABASE FOLDER [KEEP]     KEEP copies stay, 30 if not said
#
# The copy is SQLite's online backup: one consistent moment, with the server running. GM_PYTHON
# names the Python that gm is installed in, so that both use the same SQLite.
set -euo pipefail
umask 077

if [ $# -lt 2 ] || [ $# -gt 3 ]; then
  sed -n 's/^#   \(backup\.sh.*\)/usage: \1/p' "$0" >&2
  exit 64
fi
exec "${GM_PYTHON:-/opt/gm/bin/python}" - "$1" "$2" "${3:-30}" <<'PYTHON'
import os
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

try:
    import pysqlite3 as sqlite3
except ImportError:
    import sqlite3

database, folder, keep = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
if not database.is_file():
    sys.exit(f"{database}: there is no such database")
if keep < 1:
    sys.exit("at least one copy must be kept")
folder.mkdir(parents=True, exist_ok=True)
stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%fZ")
final = folder / f"gm-{stamp}.sqlite3"
partial = final.with_suffix(".partial")

with closing(sqlite3.connect(database, timeout=30)) as source:
    with closing(sqlite3.connect(partial)) as copy:
        source.backup(copy)
        # One plain file, whatever the journal of the original.
        copy.execute("PRAGMA journal_mode = DELETE")
        found = copy.execute("PRAGMA integrity_check").fetchone()[0]
if found != "ok":
    partial.unlink()
    sys.exit(f"{database}: the copy is damaged: {found}")
with partial.open("rb") as file:
    os.fsync(file.fileno())
partial.rename(final)
for old in sorted(folder.glob("gm-*.sqlite3"))[:-keep]:
    old.unlink()
print(final)
PYTHON
