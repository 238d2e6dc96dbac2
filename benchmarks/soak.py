"""A whole server under mail, deadlines and sudden deaths, then an audit of what it did.

A real `gm serve` runs four games with phases of a few seconds. Their players send orders over
SMTP, each mail until it is answered 250; the server is killed by SIGKILL at random moments, half
of them in the middle of a transaction, and started again; a GM moves the deadline of a phase that
waits for him. When all is quiet the audit asks:

- Is every mail that was answered 250 in the inbox byte for byte, in a final state, answered once?
- Is every order mail that came before a deadline in that phase's book, or was it told it is late?
- Was every phase resolved once, with the orders in its book, and does the next follow from it?
- Has everybody due one letter of each kind, sent once, once in the mailbox?

At the end faults are made in copies of what the server left. The audit has to see each, or it
proves nothing.

    python -m benchmarks.soak [--mails N] [--minutes N] [--seed N] [--keep FOLDER] [--json]
"""

import argparse
import json
import queue
import random
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import timedelta
from pathlib import Path

from benchmarks.soak_audit import Audit, audit
from benchmarks.soak_faults import FAULTS, unseen
from benchmarks.soak_gm import CarefulGm
from benchmarks.soak_players import Players, Sent
from gm.adapters.serving.server import STATUS_NAME
from gm.app.records import InboxState, OutboxState, PhaseRecord, PhaseStatus
from gm.app.seats.players import add_player
from gm.app.services import Services
from gm.app.setup.games import NewGame, new_game
from gm.app.setup.starting import start_game
from gm.app.timing.deadlines import move_deadline
from gm.bootstrap.services import open_services
from gm.config import Settings, load_settings, sample_config
from gm.errors import NotAllowed, StoreBusy, StoreConflict
from gm.failpoints import FAILPOINTS
from tests.integration import processes

HOST = "gm.test"
GAMES = {"tara": "republic", "cashel": "republic", "danube": "standard", "rhine": "standard"}
LENGTHS = {"setup": 10, "movement": 12, "retreat": 6, "adjustment": 10}
"""Seconds that a phase is open."""

SENDERS = 4
LEAST_KILLS = 2
DEADLY = [name for name in FAILPOINTS if not name.startswith("migrate.")]


class Post:
    """The players' outgoing mail: each is kept until some server has answered 250.

    Attributes:
        port: where the server listens now; 0 while there is none.
        taken: the mails that were answered 250.
        tries: how often a mail was tried.
    """

    def __init__(self) -> None:
        self.port = 0
        self.taken: list[Sent] = []
        self.tries = 0
        self._waiting: queue.SimpleQueue[Sent] = queue.SimpleQueue()
        for _ in range(SENDERS):
            threading.Thread(target=self._run, daemon=True).start()

    def hand_in(self, one: Sent) -> None:
        """Take a mail, to be sent as soon as may be."""
        self._waiting.put(one)

    def _run(self) -> None:
        while True:
            one = self._waiting.get()
            while not self._is_taken(one):
                time.sleep(0.05)
            self.taken.append(one)

    def _is_taken(self, one: Sent) -> bool:
        if not self.port:
            return False
        self.tries += 1
        return processes.mail_in(self.port, one.raw, one.recipient, one.sender) == 250


class Life:
    """What people do while the server lives and dies: players write, the GM moves deadlines."""

    def __init__(self, services: Services, post: Post, total: int, seed: int) -> None:
        self.written = 0
        self._services = services
        self._post = post
        self._total = total
        self._players = Players(services, random.Random(seed))
        self._gm = CarefulGm()
        self._reminded: set[int] = set()
        self._hastened = self._next = 0.0

    def go_on(self, share: float) -> bool:
        """Do what is due when this share of the time, from 0 to 1, has passed.

        Returns:
            Whether every mail is written.
        """
        with suppress(StoreBusy):
            while self.written < min(self._total, share * self._total):
                self._write()
            self.move_deadlines(timedelta(seconds=6), only_held=True)
        return self.written >= self._total

    def _write(self) -> None:
        one = self._players.write()
        if one is not None:
            self._post.hand_in(one)
        self.written += one is not None

    def stir(self, point: str) -> None:
        """Do at once what brings the server to a failpoint, without running ahead of the post."""
        with suppress(StoreBusy, StoreConflict, NotAllowed):
            if point.startswith("reminders."):
                # Nobody is reminded while a mail that has come in is still to be read.
                if not self._remind():
                    self._hasten()
                return
            if self.written - len(self._post.taken) < SENDERS and time.monotonic() > self._next:
                self._next = time.monotonic() + 0.1
                self._ask() if point.startswith("confirm.") else self._write()
            self.move_deadlines(timedelta(seconds=6), only_held=True)
            if point.startswith("phase."):
                self._hasten()

    def _hasten(self) -> None:
        """Let every deadline come now, not more often than a season needs."""
        if time.monotonic() > self._hastened + 2:
            self._hastened = time.monotonic()
            self.move_deadlines(timedelta(seconds=0.3), only_held=False, only_later=True)

    def _ask(self) -> None:
        """Write without proof, and say yes when asked."""
        asked = self._players.write_unproven()
        for one in (*([asked] if asked else []), *self._players.write_yes()):
            self._post.hand_in(one)
            self.written += 1

    def _remind(self) -> bool:
        """Let all be reminded now who have not been in their phase; False if all have."""
        for name, phase in self.phases().items():
            if phase.id in self._reminded or phase.status is not PhaseStatus.OPEN:
                continue
            self._reminded.add(phase.id)
            # Nobody is reminded of a deadline that is a minute away.
            now = self._services.clock.now()
            move_deadline(self._services, name, now + timedelta(hours=1), earlier=True)
            with self._services.store.write() as transaction:
                moved = transaction.open_phase(transaction.game(name).id)
                if moved is not None and moved.id == phase.id:
                    transaction.set_reminder(moved, now)
        return any(one.remind_at is not None for one in self.phases().values())

    def write_last_round(self) -> None:
        """Let every power write once more."""
        for one in self._players.write_all():
            self._post.hand_in(one)
            self.written += 1

    def move_deadlines(
        self, length: timedelta, *, only_held: bool, only_later: bool = False
    ) -> None:
        """Set new deadlines so far from now, for phases that wait for the GM or for all.

        Args:
            length: from now.
            only_held: leave what does not wait for the GM.
            only_later: leave a deadline that has come. The season is not resolved before the mails
                that came until then are read; on a slow machine a deadline that is moved on and on
                takes in new mails faster than they are read, and never comes.
        """
        for name, phase in self.phases().items():
            moment = self._services.clock.now() + length
            if only_held and phase.status is not PhaseStatus.HELD:
                continue
            if only_later and phase.deadline is not None and phase.deadline <= moment:
                continue
            with suppress(NotAllowed):
                move_deadline(self._services, name, moment, earlier=True)

    def look_after_mail(self) -> bool:
        """Have mails read again that sudden deaths interrupted; return whether there were none."""
        with suppress(StoreBusy):
            return self._gm.look_after(self._services)
        return False

    def phases(self) -> dict[str, PhaseRecord]:
        """Return the phase of each game that is open or waits for the GM."""
        with self._services.store.read() as transaction:
            opened = {game.name: transaction.open_phase(game.id) for game in transaction.games()}
        return {name: phase for name, phase in opened.items() if phase is not None}


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a soak ended."""

    kills: int
    at_points: int
    seconds: float
    tries: int
    audit: Audit
    faults_unseen: tuple[str, ...]

    @property
    def is_sound(self) -> bool:
        """Whether nothing was found, and every fault made on purpose was."""
        return not self.audit.findings and not self.faults_unseen


def prepare(folder: Path, lengths: Mapping[str, int]) -> tuple[Settings, list[str]]:
    """Make a server in a folder with its games begun; return its settings and command line."""
    config = folder / "gm.toml"
    values: dict[str, str | int | float | Path] = {
        "data_dir": "data",
        "mail_domain": HOST,
        "listen_port": 0,
        "answers_a_day": 100_000,
        "sender_mails_a_day": 100_000,
        "tick_seconds": 0.2,
        "log_level": "warning",
        "admin_address": f"keeper@{HOST}",
    }
    config.write_text(sample_config(values), encoding="utf-8")
    settings = load_settings(config)
    with open_services(settings) as services:
        for name, variant in GAMES.items():
            _begin(services, name, variant, lengths)
    return settings, [sys.executable, "-m", "gm", "--config", str(config), "serve"]


def _begin(services: Services, name: str, variant: str, lengths: Mapping[str, int]) -> None:
    game = new_game(
        services,
        NewGame(
            name,
            variant,
            "Maeve",
            "maeve@example.org",
            list_address=f"{name}-list@example.org",
            lengths=lengths,
        ),
    )
    with services.store.read() as transaction:
        seats = [one.seat for one in transaction.seats(game.id)]
    for seat in seats:
        add_player(services, name, seat, seat.title(), f"{seat.lower()}.{name}@example.org")
    start_game(services, name)


def soak(
    folder: Path, mails: int, seconds: float, seed: int, lengths: Mapping[str, int] = LENGTHS
) -> Outcome:
    """Play, kill, start again, wait until all is quiet, and audit.

    Args:
        folder: an empty one.
        mails: how many the players write, spread over the time.
        seconds: how long the server is killed and started again; it settles afterwards.
        seed: of the kills and of what the players write.
        lengths: seconds that a phase of each kind is open.
    """
    settings, command = prepare(folder, lengths)
    chance, begun = random.Random(seed), time.monotonic()
    kills: list[str | None] = []
    with open_services(settings) as services:
        post = Post()
        life = Life(services, post, mails, seed)
        while time.monotonic() - begun < seconds or len(kills) < LEAST_KILLS:
            point = chance.choice(DEADLY) if chance.random() < 0.5 else None
            span = chance.uniform(0.3, 5.0)
            live_and_die(
                settings,
                processes.start(command, point),
                post,
                span,
                lambda: life.go_on((time.monotonic() - begun) / seconds),
            )
            kills.append(point)
        settle(settings, command, post, life)
    played = time.monotonic() - begun
    found = audit(settings, post.taken)
    return Outcome(
        kills=len(kills),
        at_points=sum(one is not None for one in kills),
        seconds=round(played),
        tries=post.tries,
        audit=found,
        faults_unseen=unseen(folder, post.taken),
    )


def live_and_die(
    settings: Settings,
    process: processes.Process,
    post: Post,
    span: float,
    meanwhile: Callable[[], object],
) -> bool:
    """Let a server live for so many seconds from when it listens, or until its failpoint.

    Returns:
        Whether it came to its failpoint.
    """
    end = time.monotonic() + processes.PATIENCE
    try:
        while (alive := process.poll() is None) and time.monotonic() < end:
            if not post.port and (port := _port(settings, process)):
                post.port = port
                end = time.monotonic() + span
            meanwhile()
            time.sleep(0.02)
    finally:
        process.kill()
        code = process.wait()
        post.port = 0
    if code != -signal.SIGKILL:
        raise RuntimeError(f"the server ended by itself, with {code}: {process.words()}")
    return not alive


def _port(settings: Settings, process: processes.Process) -> int:
    try:
        status = json.loads((settings.data_dir / STATUS_NAME).read_text())
    except (OSError, ValueError):
        return 0
    return int(status["port"]) if status["pid"] == process.pid else 0


def settle(settings: Settings, command: Sequence[str], post: Post, life: Life) -> None:
    """Let a last server take, read and send all that waits, and end it as a service manager does."""
    with processes.running(command, settings.data_dir) as (process, port):
        post.port = port
        processes.until(
            lambda: life.go_on(1) and len(post.taken) == life.written, "the last mails", 120
        )
        _play_last_round(settings, post, life)
        life.move_deadlines(timedelta(hours=1), only_held=False)
        processes.until(lambda: _is_quiet(settings, life), "everything to be read and sent", 120)
        if code := processes.stop(process):
            raise RuntimeError(f"the server ended with {code}: {process.words()}")


def _play_last_round(settings: Settings, post: Post, life: Life) -> None:
    """Resolve one more phase of every game, with orders of every power in time."""
    life.move_deadlines(timedelta(hours=1), only_held=False)
    life.write_last_round()
    processes.until(lambda: len(post.taken) == life.written, "the last round", 120)
    processes.until(lambda: _is_quiet(settings, life), "the last round to be read", 120)
    before = life.phases()
    life.move_deadlines(timedelta(seconds=0.3), only_held=False)
    processes.until(
        lambda: all(
            before[name].id != one.id or one.status is PhaseStatus.HELD
            for name, one in life.phases().items()
        ),
        "the last deadlines",
        120,
    )


def _is_quiet(settings: Settings, life: Life) -> bool:
    """Whether every mail is read and every letter sent, and the GM has none read again."""
    inbox, outbox = (
        processes.inbox(settings.database_path),
        processes.outbox(settings.database_path),
    )
    is_read = not any(mail.state is InboxState.NEW for mail in inbox)
    is_sent = not any(letter.state is OutboxState.PENDING for letter in outbox)
    return is_read and is_sent and life.look_after_mail()


def report(outcome: Outcome) -> str:
    """Return what happened and what was found, for people."""
    found = outcome.audit
    rows = {
        "mails answered 250": found.mails,
        "tries": outcome.tries,
        "kept twice, counted once": found.duplicates,
        "answered as late": found.late,
        "kills": outcome.kills,
        "of these armed at a failpoint": outcome.at_points,
        "phases resolved": found.phases,
        "letters, each sent once": found.letters,
        "seconds": outcome.seconds,
        "findings": len(found.findings),
    }
    lines = [f"{name:32}{figure:>8}" for name, figure in rows.items()]
    lines += [f"  {one}" for one in found.findings[:50]]
    lines += [f"a fault made on purpose was not seen: {one}" for one in outcome.faults_unseen]
    if not outcome.faults_unseen:
        lines.append(f"{len(FAULTS)} faults made on purpose in copies, each seen by the audit")
    return "\n".join([*lines, "SOUND" if outcome.is_sound else "NOT SOUND"])


def main(arguments: Sequence[str] | None = None) -> int:
    """Soak and print what was found; 1 if anything was."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--mails", type=int, default=500)
    parser.add_argument("--minutes", type=float, default=3)
    parser.add_argument("--seed", type=int, default=1, help="of the kills and the orders")
    parser.add_argument("--keep", type=Path, help="an empty folder to work in, kept afterwards")
    parser.add_argument("--json", action="store_true", help="print JSON for a program")
    wanted = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="gm-soak-") as folder:
        place = wanted.keep or Path(folder)
        place.mkdir(parents=True, exist_ok=True)
        outcome = soak(place, wanted.mails, wanted.minutes * 60, wanted.seed)
    print(json.dumps(asdict(outcome)) if wanted.json else report(outcome))
    return int(not outcome.is_sound)


if __name__ == "__main__":
    sys.exit(main())
