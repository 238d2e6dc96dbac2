"""A game of Republic in a folder, on a real server that is started, killed and started again."""

from __future__ import annotations

import shutil
import sys
from collections import Counter
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

from gm.app.keeping.audit import audit
from gm.app.records import InboxMail, OutboxMail, OutboxState, PhaseStatus
from gm.app.seats.players import add_player
from gm.app.setup.games import NewGame, new_game
from gm.app.setup.starting import start_game
from gm.app.timing.deadlines import move_deadline
from gm.bootstrap.services import open_services
from gm.config import Settings, load_settings, sample_config
from tests.integration import processes

HOST = "gm.example.org"
NAME = "tara"
BUILDS = {
    "BRITAIN": "Build F Devon West",
    "CONNAUGHT": "Build A Galway South",
    "LEINSTER": "Build A Dublin South",
    "MUNSTER": "Build A Cork Central",
    "ULSTER": "Build A Belfast South",
}
POWERS = tuple(BUILDS)


class Game:
    """A game and its server.

    Args:
        folder: an empty one, or one that `copy` has made.
        values: settings in place of the usual ones.
    """

    def __init__(self, folder: Path, **values: str | float | Path) -> None:
        self.folder = folder
        config = folder / "gm.toml"
        if not config.exists():
            usual = {
                "data_dir": "data",
                "mail_domain": HOST,
                "identity": "sender",
                "listen_port": 0,
                "tick_seconds": 0.1,
            }
            config.write_text(sample_config({**usual, **values}), encoding="utf-8")
        self.settings: Settings = load_settings(config)
        self.command: Sequence[str] = (
            sys.executable,
            "-m",
            "gm",
            "--config",
            str(config),
            "serve",
        )

    def begin(self) -> None:
        """Seat everybody and start the game."""
        with open_services(self.settings) as services:
            new_game(services, NewGame(NAME, "republic", "Maeve", "maeve@example.org"))
            for power in POWERS:
                add_player(services, NAME, power, power.title(), self.address(power))
            start_game(services, NAME)

    def copy(self, folder: Path) -> Game:
        """Return a copy of the game and its server, as it lies while no server runs."""
        shutil.copytree(self.folder, folder, dirs_exist_ok=True)
        return Game(folder)

    def make_due(self) -> None:
        """Move the deadline to the next moment; everybody is told of it."""
        with open_services(self.settings) as services:
            soon = services.clock.now() + timedelta(seconds=0.2)
            move_deadline(services, NAME, soon, earlier=True)

    def remind_now(self) -> None:
        """Let the moment of the reminders be now."""
        with open_services(self.settings) as services, services.store.write() as transaction:
            phase = transaction.open_phase(transaction.game(NAME).id)
            assert phase is not None
            transaction.set_reminder(phase, services.clock.now())

    @staticmethod
    def address(power: str) -> str:
        """The registered address of a power's player."""
        return f"{power.lower()}@example.org"

    def reply_address(self, power: str) -> str:
        """The address that a power's player answers to, with the secret of the seat."""
        with open_services(self.settings) as services, services.store.read() as transaction:
            token = transaction.token(transaction.game(NAME).id, power)
        box = f"{self.settings.server_local_part}+{NAME}"
        return f"{box}.{token.token}@{HOST}" if token else f"{box}@{HOST}"

    def raw(self, power: str, number: int = 1) -> bytes:
        """One of a power's order mails, the same bytes each time."""
        address = self.address(power)
        return (
            f"From: {address}\r\nTo: gm+{NAME}@{HOST}\r\nSubject: builds\r\n"
            f"Message-ID: <{number}.{power}@example.org>\r\n"
            f"Date: Sun, 1 Nov 2026 12:00:00 +0000\r\n\r\n{BUILDS[power]}\r\n"
        ).encode()

    def mail(self, port: int, power: str, number: int = 1) -> int:
        """Send it and return the code of the answer, 0 for none."""
        to, sender = self.reply_address(power), self.address(power)
        return processes.mail_in(port, self.raw(power, number), to, sender)

    def receipts(self, power: str) -> int:
        """How many answers to mails lie in the mailbox for a power."""
        return self.sent()[self.address(power), "auto-replied"]

    def sent(self) -> Counter[tuple[str, str]]:
        """How many mails lie in the mailbox, by recipient and kind."""
        found = processes.delivered(self.settings.mailbox_path)
        return Counter(
            (str(one["To"]).split()[-1].strip("<>"), one["Auto-Submitted"]) for one in found
        )

    def inbox(self) -> tuple[InboxMail, ...]:
        """Return the mails that came in."""
        return processes.inbox(self.settings.database_place)

    def outbox(self) -> tuple[OutboxMail, ...]:
        """Return the mails that go out."""
        return processes.outbox(self.settings.database_place)

    def quiet(self) -> bool:
        """Whether nothing waits to be sent."""
        return all(mail.state is not OutboxState.PENDING for mail in self.outbox())

    def phases(self) -> int:
        """How many phases have begun; each that is over has its result."""
        with open_services(self.settings) as services, services.store.read() as transaction:
            phases = transaction.phases(transaction.game(NAME).id)
            resolved = [one for one in phases if one.status is PhaseStatus.RESOLVED]
            assert all(transaction.result(one.id) is not None for one in resolved)
        return len(phases)

    def findings(self) -> list[str]:
        """What `gm audit` finds wrong."""
        with open_services(self.settings) as services:
            return [finding for check in audit(services) for finding in check.findings]

    def book(self, power: str | None = None) -> list[str]:
        """The orders that stand in the open phase, of one power or of all."""
        with open_services(self.settings) as services, services.store.read() as transaction:
            phase = transaction.open_phase(transaction.game(NAME).id)
            assert phase is not None
            return [one.canonical for one in transaction.active_orders(phase.id, power)]
