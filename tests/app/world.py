"""A whole server in one process: the real store on a file, a clock to set, mail that stays here."""

from __future__ import annotations

from dataclasses import dataclass, field
from email.message import EmailMessage
from functools import partial
from pathlib import Path

from gm.app.answering.inbox import read_inbox
from gm.app.mail_in.intake import accept
from gm.app.mail_in.returns import refused
from gm.app.mail_out.notices import tell_waiting
from gm.app.mail_out.outbox import Prepare, send_due
from gm.app.play.reminders import remind_due
from gm.app.play.seasons import resolve_due
from gm.app.records import GameRecord, InboxMail, InboxState, PhaseRecord
from gm.app.seats.players import add_player
from gm.app.services import Services
from gm.app.setup.games import NewGame, new_game
from gm.app.setup.starting import start_game
from gm.testing.carrier import FakeCarrier
from gm.testing.clock import FakeClock
from tests.app.kept import kept

HOST = "gm.example.org"
GM = "maeve@example.org"
LIST = "reports@lists.example.org"
SEED = "20" * 32
"""What decides every draw, so that a test meets the same ones each time."""


@dataclass
class World:
    """A server whose time and mail a test holds in its hands.

    Args:
        services, clock, carrier: its ports.
        seen: by address, how many mails to it were looked at.
        count: how many mails were handed to the server.
        prepare: what is done to a mail before it is sent.
        place: its file, if beginnings of games may be copied into it (`tests.app.kept`).
    """

    services: Services
    clock: FakeClock
    carrier: FakeCarrier
    seen: dict[str, int] = field(default_factory=dict)
    count: int = 0
    prepare: Prepare | None = None
    place: Path | None = None
    delivered: Services = field(init=False)
    """The ports as they were at first."""

    def __post_init__(self) -> None:
        self.delivered = self.services

    @kept
    def start(self, name: str = "tara", variant: str = "republic", **wish: object) -> GameRecord:
        """Create, fill and start a game; the player of X is x@example.org, in Dublin."""
        lengths = {"movement": 3600, "retreat": 3600, "adjustment": 3600}
        wanted = {"lengths": lengths, "seed": SEED, "list_address": LIST, **wish}
        game = new_game(
            self.services,
            NewGame(name, variant, "Maeve", GM, **wanted),  # type: ignore[arg-type]
        )
        with self.services.store.read() as transaction:
            seats = transaction.seats(game.id)
        for seat in seats:
            player = seat.seat.title()
            address = f"{seat.seat.lower()}@example.org"
            add_player(self.services, name, seat.seat, player, address, "Europe/Dublin")
        return start_game(self.services, name).game

    def mail(
        self,
        sender: str,
        body: str,
        *,
        to: str = f"gm+tara@{HOST}",
        subject: str = "orders",
        headers: str = "",
    ) -> InboxMail:
        """Hand a mail to the server, read it, and return it as it is stored now."""
        self.count += 1
        address = sender if "@" in sender else f"{sender.lower()}@example.org"
        raw = (
            f"From: {address}\nTo: {to}\nSubject: {subject}\n"
            f"Message-ID: <test.{self.count}@example.org>\n{headers}"
            f"Content-Type: text/plain; charset=utf-8\n\n{body}\n"
        )
        return self.raw(raw.replace("\n", "\r\n").encode(), address, to)

    def raw(self, raw: bytes, sender: str, to: str = f"gm+tara@{HOST}") -> InboxMail:
        """Hand raw bytes to the server, read them, and return the mail as it is stored now."""
        (mail,) = accept(self.services.store, self.clock, raw, sender, [to], "smtp")
        read_inbox(self.services)
        with self.services.store.read() as transaction:
            return transaction.inbox_mail(mail.id)

    def tick(self, **length: float) -> int:
        """Let time pass, then do what the server does in one round."""
        self.clock.advance(**length)
        read_inbox(self.services)
        done = resolve_due(self.services)
        remind_due(self.services)
        self.send()
        return done

    def send(self) -> None:
        """Send what is due."""
        failed, waiting = partial(refused, self.services), partial(tell_waiting, self.services)
        ways = (self.carrier, self.clock, failed, waiting, self.prepare)
        while send_due(self.services.store, *ways):
            pass

    def new_mail(self, who: str) -> list[EmailMessage]:
        """Return the mails sent to a player or address since the last call."""
        self.send()
        address = who if "@" in who else f"{who.lower()}@example.org"
        messages = self.carrier.messages(address)
        start = self.seen.get(address, 0)
        self.seen[address] = len(messages)
        return messages[start:]

    def last_text(self, who: str) -> str:
        """Return the plain text of the newest mail to a player, which must be new."""
        return text_of(self.new_mail(who)[-1])

    def phase(self, name: str = "tara") -> PhaseRecord | None:
        """Return a game's open phase."""
        with self.services.store.read() as transaction:
            return transaction.open_phase(transaction.game(name).id)

    def orders(self, power: str, name: str = "tara") -> list[str]:
        """Return the canonical orders of a power that stand in the open phase."""
        phase = self.phase(name)
        assert phase is not None
        with self.services.store.read() as transaction:
            return [one.canonical for one in transaction.active_orders(phase.id, power.upper())]

    def inbox(self, state: InboxState) -> tuple[InboxMail, ...]:
        """Return the incoming mails in a state."""
        with self.services.store.read() as transaction:
            return transaction.inbox(state)


def text_of(message: EmailMessage) -> str:
    """Return a mail's plain text."""
    part = message.get_body(("plain",))
    assert part is not None
    return str(part.get_content())
