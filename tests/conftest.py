"""What every test gets: Hypothesis profiles, a clean environment, and other people's servers.

There are two tiers (`tests/tiers.py`): `--tier quick` is `make test`, `--tier thorough` is `make test-slow`,
and without either every test runs, with all its examples.

A test marked ``@pytest.mark.server("name")`` needs a program listed in ``tests/servers.toml``, and
a test that asks for a fixture of that name as well. Where it is missing the test is left out and
named at the end; with ``CI=true`` it fails instead.
"""

from __future__ import annotations

import gc
import os
import shutil
import subprocess
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    import jinja2
    from playwright.sync_api import Browser

    from tests.lanes import Lanes
    from tests.peers.dovecot import Dovecot
    from tests.peers.mailman import Mailman
    from tests.peers.postfix import Postfix
    from tests.peers.postgres import Postgres

settings.register_profile("dev", deadline=None)
settings.register_profile(
    "ci",
    deadline=None,
    derandomize=True,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)

LEFT_OUT = pytest.StashKey[list[tuple[str, str]]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Offer tiers, and to run the tests of the use cases on another database."""
    parser.addoption(
        "--tier",
        choices=["quick", "thorough"],
        help="quick leaves out what is marked slow and tries fewer examples; "
        "thorough runs just these, with all examples",
    )
    parser.addoption(
        "--shuffle", metavar="SEED", help="run the files, and the tests of each, in a random order"
    )
    parser.addoption(
        "--note-seconds", action="store_true", help="write tests/seconds.toml as files take now"
    )
    parser.addoption(
        "--database",
        choices=["sqlite", "postgresql"],
        default="sqlite",
        help="where the tests of tests/app keep their games",
    )


MEMORY = Path("/dev/shm")  # noqa: S108 pytest makes a folder of its own there
"""Where Linux keeps files in memory."""

ROOM = 2 << 30
"""Bytes that the folders of all tests take at most; those of tests that passed are removed at once."""


def pytest_configure(config: pytest.Config) -> None:
    """Keep the folders of tests in memory where there is room: a fifth of the time of whole servers.

    Whether anything outlives a power cut or a full disk is tried elsewhere: see `tests/faults`.
    """
    if MEMORY.is_dir() and os.access(MEMORY, os.W_OK):
        disk = os.statvfs(MEMORY)
        if disk.f_bavail * disk.f_frsize >= ROOM and not disk.f_flag & os.ST_NOEXEC:
            os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One worker more than processors: the tests of servers wait for half of their time."""
    return len(os.sched_getaffinity(0)) + 1


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> Lanes | None:
    """Tests that wait and tests that compute run side by side."""
    from tests.lanes import Lanes

    return Lanes(config, log) if config.getoption("dist") == "loadfile" else None


def in_ci() -> bool:
    """Whether this is a build machine, where nothing may be left out."""
    return os.environ.get("CI", "").lower() in {"1", "true", "yes"}


settings.load_profile("ci" if in_ci() else "dev")


@dataclass(frozen=True, slots=True)
class Servers:
    """The programs tests may ask for, as `tests/servers.toml` lists them.

    Attributes:
        packages: each program with its Debian packages.
        folders: where to look for them beside the PATH, as patterns.
        as_root: the programs that only root can start.
    """

    packages: dict[str, str]
    folders: tuple[str, ...] = ()
    as_root: tuple[str, ...] = ()

    def is_there(self, name: str) -> bool:
        """Whether a program is installed, and we may start it."""
        more = [folder for pattern in self.folders for folder in sorted(Path("/").glob(pattern))]
        path = os.pathsep.join([os.environ.get("PATH", ""), *map(str, more)])
        found = shutil.which(name, path=path) is not None
        return found and (name not in self.as_root or can_be_root())

    def wanted(self, names: list[str]) -> str:
        """Say what to do so that these programs can be run."""
        packages = sorted(self.packages[name] for name in names)
        root = any(name in self.as_root for name in names) and not can_be_root()
        return f"install {', '.join(packages)}" + (
            ", and be root or let sudo ask for no password" if root else ""
        )


@cache
def can_be_root() -> bool:
    """Whether we are root, or sudo makes us root without a question."""
    if os.geteuid() == 0:
        return True
    sudo = shutil.which("sudo")
    return sudo is not None and not subprocess.run([sudo, "-n", "true"], check=False).returncode


def listed_servers(config: pytest.Config) -> Servers:
    """What `tests/servers.toml` lists."""
    return _listed_in(config.rootpath / "tests" / "servers.toml")


@cache
def _listed_in(path: Path) -> Servers:
    if not path.is_file():
        return Servers({})
    listed = tomllib.loads(path.read_text(encoding="utf-8"))
    return Servers(listed["packages"], tuple(listed["folders"]), tuple(listed["as_root"]))


def missing_servers(item: pytest.Item, servers: Servers) -> list[str]:
    """The programs this test needs and the machine lacks.

    Raises:
        pytest.UsageError: the test asks for a program nobody would install.
    """
    names = [str(name) for mark in item.iter_markers("server") for name in mark.args]
    for name in names:
        if name not in servers.packages:
            raise pytest.UsageError(f"{item.nodeid}: tests/servers.toml does not list {name!r}")
    names += [name for name in getattr(item, "fixturenames", ()) if name in servers.packages]
    return [name for name in dict.fromkeys(names) if not servers.is_there(name)]


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Collect no garbage among the tests: looking through thirty thousand of them took half of the time.

    What they are made of stays to the end, so it is never looked through later either.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the tests of the tier, in the order asked for, without those whose server is missing."""
    if (tier := config.getoption("--tier")) is not None:
        from tests.tiers import keep_tier

        keep_tier(tier, config, items)
    if (seed := config.getoption("--shuffle")) is not None:
        from tests.tiers import shuffle

        shuffle(seed, items)
    leave_out_missing(config, items)


def leave_out_missing(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the tests whose server is missing, unless this is CI."""
    servers = listed_servers(config)
    kept, left_out = [], []
    config.stash[LEFT_OUT] = []
    for item in items:
        missing = missing_servers(item, servers)
        if missing and not in_ci():
            left_out.append(item)
            config.stash[LEFT_OUT].append((item.nodeid, said_missing(missing, servers)))
        else:
            kept.append(item)
    if left_out:
        items[:] = kept
        config.hook.pytest_deselected(items=left_out)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """In CI a missing server is a failure of every test that needs it."""
    servers = listed_servers(item.config)
    missing = missing_servers(item, servers)
    if missing:
        pytest.fail(f"this test needs {said_missing(missing, servers)}", pytrace=False)


def said_missing(missing: list[str], servers: Servers) -> str:
    """Name programs that are missing, and how to have them."""
    return f"{', '.join(missing)}; {servers.wanted(missing)}"


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """List what was left out, so that a green run does not claim more than it did."""
    if config.getoption("--note-seconds"):
        from tests.lanes import note_seconds

        note_seconds(terminalreporter.stats.values())
    left_out = config.stash.get(LEFT_OUT, [])
    if left_out:
        terminalreporter.section("left out: a program is missing")
        for nodeid, needs in left_out:
            terminalreporter.write_line(f"{nodeid} needs {needs}")


_READ_WHILE_WRITING: list[str] = []


@pytest.fixture(scope="session", autouse=True)
def _readers_are_watched() -> Iterator[None]:
    """Whoever reads a text of a mail in a transaction that writes is noted."""
    from gm.app.senders.beforehand import may_read
    from gm.games.diplomacy.language import mails, walks
    from gm.interpret import gm_words

    def watched(place: object, name: str) -> None:
        reader = getattr(place, name)

        def noting(*args: object) -> object:
            if not may_read():
                _READ_WHILE_WRITING.append(f"{reader.__module__}.{reader.__qualname__}")
            return reader(*args)

        patched.setattr(place, name, noting)

    with pytest.MonkeyPatch.context() as patched:
        watched(mails._Reader, "read")
        watched(walks, "_read")
        watched(gm_words, "_wish")
        yield


@pytest.fixture(autouse=True)
def _nothing_is_read_while_others_wait(_readers_are_watched: None) -> Iterator[None]:
    """No mail of any test is read in the transaction in which it takes effect."""
    yield
    noted = tuple(_READ_WHILE_WRITING)
    _READ_WHILE_WRITING.clear()
    assert noted == (), "a mail was read in a transaction that writes"


@pytest.fixture(scope="session", autouse=True)
def _own_environment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No setting of the person at the keyboard reaches a test, nor a test their folders."""
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        for name in [name for name in os.environ if name.upper().startswith("GM_")]:
            patch.delenv(name)
        for variable in ("XDG_CONFIG_HOME", "XDG_DATA_HOME"):
            patch.setenv(variable, str(home / variable.lower()))
        patch.setenv("TEST_SERVERS_ARE_FORKED", "yes")
        patch.setenv("GM_MAIL_PICTURES", "no")  # to draw takes seconds: who tests it says so
        yield


@pytest.fixture(scope="session", autouse=True)
def _templates_compile_once() -> Iterator[None]:
    """Mail templates are compiled once in a process, not by each test that makes an environment."""
    from gm.report import environment
    from tests.kept_templates import KeptCode

    kept, make = KeptCode(), environment._environment

    def remembering(loaders: Sequence[jinja2.BaseLoader]) -> jinja2.Environment:
        made = make(loaders)
        made.bytecode_cache = kept
        return made

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(environment, "_environment", remembering)
        yield


@pytest.fixture(scope="session")
def _empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite file with our tables and nothing in them."""
    from tests.new_databases import make_empty

    return make_empty(tmp_path_factory.mktemp("database"))


@pytest.fixture(scope="module")
def copied_databases(_empty_database: Path) -> Iterator[None]:
    """Whatever makes a SQLite database in this process is quick; for tests of something else."""
    from tests.new_databases import copied

    with copied(_empty_database):
        yield


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server of this worker's own, durable as it is delivered."""
    from tests.peers.postgres import running_postgres

    with running_postgres() as server:
        yield server


@pytest.fixture(scope="session")
def _postgres_with_tables(postgres: Postgres) -> str:
    """The URL of a database with our tables, which takes longer to make than to empty."""
    from gm.adapters.sql.store import SqlStore

    url = postgres.new_database()
    SqlStore(url).close()
    return url


@pytest.fixture
def gm_postgres_url(postgres: Postgres, _postgres_with_tables: str) -> Iterator[str]:
    """The URL of a database with our tables and nothing in them; the tables stay as they are."""
    yield _postgres_with_tables
    postgres.empty(_postgres_with_tables)


@pytest.fixture
def postgres_url(postgres: Postgres) -> Iterator[str]:
    """The URL of an empty database, for one test."""
    url = postgres.new_database()
    yield url
    postgres.drop(url)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """A Chromium without a window, of this worker's own."""
    from tests.peers.browser import running_browser

    with running_browser() as browser:
        yield browser


@pytest.fixture(scope="session")
def dovecot() -> Iterator[Dovecot]:
    """A Dovecot of this worker's own; tests take mailboxes of different names."""
    from tests.peers.dovecot import running_dovecot

    with running_dovecot() as server:
        yield server


@pytest.fixture(scope="session")
def postfix(dovecot: Dovecot) -> Iterator[Postfix]:
    """A Postfix of this worker's own, which asks Dovecot about passwords; a test sets its routes."""
    from tests.peers.postfix import running_postfix

    with running_postfix(dovecot.auth) as server:
        yield server


@pytest.fixture(scope="session")
def mailman() -> Iterator[Mailman]:
    """A Mailman of this worker's own; tests take lists and subscribers of different names."""
    from tests.peers.mailman import running_mailman

    with running_mailman() as server:
        yield server
