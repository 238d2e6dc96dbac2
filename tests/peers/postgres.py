"""A PostgreSQL server of our own, for the tests of one worker: a cluster, and databases in it."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from tests.peers.programs import (
    Daemon,
    PeerFailed,
    as_user,
    find,
    free_port,
    listens,
    open_folder,
    run,
)

SYSTEM_USER = "postgres"
"""PostgreSQL refuses to run as root; Debian makes this user for it."""

ROLE = "gm"
"""The role that owns every database, without a password."""

TIED_TO_US = ("setpriv", "--pdeathsig", "QUIT")
"""Should we die, it ends at once, and recovers at its next start."""

TRIES = 3
"""A free port may be taken by somebody else before the server has it."""


_EMPTY = """
    DO $$ DECLARE name text; BEGIN
        PERFORM pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid();
        PERFORM set_config('session_replication_role', 'replica', true); -- in any sequence
        FOR name IN SELECT tablename FROM pg_tables
                WHERE schemaname = 'public' AND tablename <> 'alembic_version' LOOP
            EXECUTE format('DELETE FROM %I', name);
        END LOOP;
        FOR name IN SELECT sequencename FROM pg_sequences WHERE schemaname = 'public' LOOP
            PERFORM setval(quote_ident(name), 1, false);
        END LOOP;
    END $$
"""


@dataclass
class Postgres:
    """A cluster that runs, durable as it is delivered: fsync and synchronous commits are on.

    Attributes:
        folder: where everything of it lies.
        port: where it listens, on loopback; the same after a restart.
    """

    folder: Path
    port: int = 0
    _daemon: Daemon | None = None
    _numbers: Iterator[int] = field(default_factory=lambda: count(1))

    def create(self) -> None:
        """Make the cluster's files."""
        if os.geteuid() == 0:
            run(["chown", SYSTEM_USER, str(self.folder)], "chown")
        command = [find("initdb"), "-D", str(self.data), "-A", "trust", "-U", ROLE]
        # Only what the cluster is made of is not synced; what is committed in it is.
        run(as_user(SYSTEM_USER, [*command, "-E", "UTF8", "--locale=C", "--no-sync"]), "initdb")

    @property
    def data(self) -> Path:
        """The folder of the cluster's data."""
        return self.folder / "data"

    def start(self) -> None:
        """Start it, again after a kill too, and wait until it takes connections.

        Raises:
            PeerFailed: it does not start; the text holds its log.
        """
        for left in reversed(range(TRIES)):
            port = self.port or free_port()
            self._daemon = Daemon(
                as_user(SYSTEM_USER, [*TIED_TO_US, *self._command(port)]), self.folder / "log"
            )
            try:
                self._daemon.until_ready(lambda port=port: self._is_ready(port), "PostgreSQL")
            except PeerFailed:
                if not left:
                    raise
            else:
                self.port = port
                return

    def _command(self, port: int) -> list[str]:
        options = {
            "listen_addresses": "127.0.0.1",
            "port": str(port),
            "unix_socket_directories": str(self.folder),
            "max_connections": "200",
            "shared_buffers": "32MB",
            "log_line_prefix": "%m [%p] %d ",
            "log_lock_waits": "on",
        }
        given = [part for key, value in options.items() for part in ("-c", f"{key}={value}")]
        return [find("postgres"), "-D", str(self.data), *given]

    def _is_ready(self, port: int) -> bool:
        try:
            lines = (self.data / "postmaster.pid").read_text().splitlines()
        except OSError:
            return False
        return len(lines) > 7 and lines[7].strip() == "ready" and listens(port)

    @property
    def daemon(self) -> Daemon:
        """The running server, to be killed, frozen or stopped."""
        assert self._daemon is not None, "it was never started"
        return self._daemon

    def stop(self) -> None:
        """End it, breaking the connections that are left."""
        self.daemon.stop(signal.SIGINT)

    def new_database(self) -> str:
        """Make an empty database and return its URL."""
        name = f"gm_{next(self._numbers)}"
        self._be_alive()
        self.psql("postgres", f"CREATE DATABASE {name}")
        return self.url(name)

    def empty(self, url: str) -> None:
        """Take every row out of a database, whoever is still connected to it."""
        self._be_alive()
        self.psql(url.rpartition("/")[2], _EMPTY)

    def _be_alive(self) -> None:
        if not self.daemon.is_alive:
            self.start()  # a test that killed it has failed before it came back

    def url(self, name: str) -> str:
        """Return the URL of a database, without naming a driver."""
        return f"postgresql://{ROLE}@127.0.0.1:{self.port}/{name}"

    def drop(self, url: str) -> None:
        """Remove a database, whoever is still connected to it."""
        self.psql("postgres", f"DROP DATABASE IF EXISTS {url.rpartition('/')[2]} WITH (FORCE)")

    def psql(self, name: str, statement: str) -> str:
        """Run a statement and return its rows, one a line, columns parted by `|`."""
        command = [find("psql"), "-X", "-A", "-t", "-q", "-v", "ON_ERROR_STOP=1"]
        return run([*command, "-d", self.url(name), "-c", statement], "psql").strip()


@contextmanager
def running_postgres() -> Iterator[Postgres]:
    """Run a cluster for the length of a `with`."""
    with open_folder("postgres") as folder:
        server = Postgres(folder)
        server.create()
        server.start()
        try:
            yield server
        finally:
            server.daemon.thaw()
            server.stop()
