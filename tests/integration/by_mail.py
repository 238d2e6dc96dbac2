"""A running server with a clock to set: mail goes in over SMTP and comes out over SMTP."""

from __future__ import annotations

import smtplib
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from functools import partial
from pathlib import Path

from gm.adapters.sql.store import SqlStore
from gm.app.seats.players import add_player
from gm.app.services import Services
from gm.app.setup.games import NewGame, new_game
from gm.app.setup.starting import start_game
from gm.bootstrap.games import games_on
from gm.bootstrap.services import identity_of
from gm.bootstrap.serving import server_of
from gm.config import Settings, Transport
from gm.config.kinds import Tls
from gm.contract.game import Games
from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.rules.board import Boards
from gm.testing.clock import FakeClock
from tests.integration.sink import Sink

GAME = "tara"
GM = "maeve@players.example"
POWERS = ("ULSTER", "MUNSTER", "LEINSTER", "CONNAUGHT", "BRITAIN")
GREAT_POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
SOON = 60.0
DAY = 86400


class LivingClock(FakeClock):
    """A clock to set, on which a server has lived through every length it moves by.

    A server gives signs of life as the seconds pass; where a day passes in no time, the sign is
    there before it: else whoever looks in between finds a server that slept over a deadline.
    """

    lived: Callable[[datetime], None] = staticmethod(lambda _: None)

    def advance(self, **length: float) -> datetime:
        """Move, to where there is a sign of life already."""
        self.lived(self.now() + timedelta(**length))
        return super().advance(**length)


@dataclass
class ByMail:
    """A game on a running server, seen from outside: only mail, and the time of day.

    Attributes:
        powers: those that are played, each by a player of its own.
        services: what the GM's commands work on.
        texts: the plain text of every mail that came out, by recipient, oldest first.
    """

    port: int
    sink: Sink
    clock: FakeClock
    settings: Settings
    powers: tuple[str, ...]
    services: Services
    texts: dict[str, list[EmailMessage]] = field(default_factory=dict)
    read: int = 0
    count: int = 0

    def send(self, power: str, body: str) -> str:
        """Mail orders as a power's player and return the text of the receipt."""
        return self.mail(_address(power), body)

    def mail(self, sender: str, body: str, to: str = "", *, reply_to: str = "") -> str:
        """Mail the game, or another address, and return the text of the answer."""
        return text_of(self.answer(sender, body, to, reply_to=reply_to))

    def answer(self, sender: str, body: str, to: str = "", *, reply_to: str = "") -> EmailMessage:
        """Mail the game, or another address, and return the answer.

        The mail is itself a reply to that with the Message-ID `reply_to`, if there is one.
        """
        self.count += 1
        mail = EmailMessage()
        mail["From"], mail["To"] = sender, to or self.settings.game_address(GAME)
        mail["Subject"], mail["Message-ID"] = "orders", f"<{self.count}.{sender}>"
        if reply_to:
            mail["In-Reply-To"] = reply_to
        mail.set_content(body)
        with smtplib.SMTP("127.0.0.1", self.port, timeout=SOON) as client:
            client.send_message(mail)
        return self._wait(sender, lambda one: one["In-Reply-To"] == mail["Message-ID"])

    def answer_quietly(self, sender: str, body: str, to: str) -> None:
        """Mail an address whose answer comes by another way than in reply, if at all."""
        self.count += 1
        mail = EmailMessage()
        mail["From"], mail["To"] = sender, to
        mail["Subject"], mail["Message-ID"] = "answer", f"<{self.count}.{sender}>"
        mail.set_content(body)
        with smtplib.SMTP("127.0.0.1", self.port, timeout=SOON) as client:
            client.send_message(mail)

    def got(self, address: str, words: str) -> EmailMessage:
        """Return the newest mail to an address that says something."""
        return self._wait(address, lambda one: words in text_of(one))

    def play(self, phase: str, orders: Mapping[str, str], next_phase: str) -> dict[str, str]:
        """Mail the orders of a phase, let its deadline pass and return everybody's report."""
        assert self.opened(self.powers[0], phase)
        for power, body in orders.items():
            self.send(power, body)
        self.clock.advance(days=1)
        return {power: text_of(self.opened(power, next_phase)) for power in self.powers}

    def count_of(self, address: str) -> int:
        """Return how many mails have come to an address so far."""
        self._collect()
        return len(self.texts.get(address, []))

    def newer(self, address: str, count: int) -> EmailMessage:
        """Return the newest mail to an address as soon as more than so many have come there."""
        return self._wait(address, lambda _: len(self.texts[address]) > count)

    def opened(self, power: str, phase: str, soon: float = SOON) -> EmailMessage:
        """Return the mail that opened a phase for a player, waiting so many seconds for it."""
        wanted = f"[{GAME} {phase}] "
        return self._wait(
            _address(power),
            lambda one: one["Subject"].startswith(wanted) and ".phase." in one["Message-ID"],
            soon,
        )

    def when_drawn(self, power: str, phase: str) -> EmailMessage:
        """Return the mail that opened a phase, which waits on the server's clock until its picture is drawn."""
        for _ in range(100):
            self.clock.advance(seconds=1)
            time.sleep(0.1)
            with suppress(AssertionError):
                return self.opened(power, phase, soon=0.1)
        raise AssertionError("no picture was drawn")

    def _wait(self, address: str, fits: object, soon: float = SOON) -> EmailMessage:
        assert callable(fits)
        end = time.monotonic() + soon
        while time.monotonic() < end:
            self._collect()
            for one in reversed(self.texts.get(address, [])):
                if fits(one):
                    return one
            time.sleep(0.01)
        subjects = [str(one["Subject"]) for one in self.texts.get(address, [])]
        raise AssertionError(f"no such mail to {address} among {subjects}")

    def _collect(self) -> None:
        while self.read < len(self.sink.taken):
            taken = self.sink.taken[self.read]
            self.read += 1
            message = message_from_bytes(taken.raw, policy=policy.default)
            for address in taken.recipients:
                self.texts.setdefault(address, []).append(message)


def text_of(message: EmailMessage) -> str:
    """Return a mail's plain text with its lines joined, so that wrapping hides no phrase."""
    part = message.get_body(("plain",))
    assert part is not None
    return " ".join(str(part.get_content()).split())


def _address(power: str) -> str:
    return f"{power.lower()}@players.example"


@contextmanager
def republic(folder: Path) -> Iterator[ByMail]:
    """Run a server with a game of Republic just begun, until the block ends."""
    with _running(folder, "republic", POWERS) as game:
        yield game


@contextmanager
def irish(folder: Path, powers: tuple[str, ...], **wish: object) -> Iterator[ByMail]:
    """Run a server with an Irish game just begun in which only these powers are played."""
    with _running(folder, "irish", powers, **wish) as game:
        yield game


@contextmanager
def standard(
    folder: Path, boards: Boards = load_board, *, pictures: bool = False, **wish: object
) -> Iterator[ByMail]:
    """Run a server with a game of standard Diplomacy just begun, all seven powers played."""
    with _running(folder, "standard", GREAT_POWERS, boards, pictures=pictures, **wish) as game:
        yield game


@contextmanager
def _running(
    folder: Path,
    variant: str,
    powers: tuple[str, ...],
    boards: Boards = load_board,
    *,
    pictures: bool = False,
    **wish: object,
) -> Iterator[ByMail]:
    def begin(services: Services) -> None:
        _begin(services, variant, powers, wish)

    with serving(folder, begin, powers, boards=boards, pictures=pictures) as game:
        yield game


@contextmanager
def serving(
    folder: Path,
    begin: Callable[[Services], None],
    powers: tuple[str, ...] = (),
    *,
    proof: bool = False,
    boards: Boards = load_board,
    pictures: bool = False,
    games: Games | None = None,
) -> Iterator[ByMail]:
    """Run a server until the block ends, on which something has begun before it starts.

    Args:
        folder: for its files. begin: what begins before it starts. powers: those that are played.
        proof: who writes must prove it. boards: those of the house's games. pictures: are mailed.
        games: those that it plays, if they are not the house's.
    """
    with Sink() as sink:
        settings = Settings(
            data_dir=folder,
            mail_domain="gm.example.org",
            listen_port=0,
            tick_seconds=0.2,
            transport=Transport.SMTP,
            relay_host="127.0.0.1",
            relay_port=sink.port,
            relay_tls=Tls.NONE,
        )
        clock = LivingClock()
        with SqlStore(settings.database_path) as store:
            services = Services(
                store,
                clock,
                games or games_on(boards),
                identity_of(settings),
                proof=proof,
                mail_pictures=pictures,
            )
            begin(services)
            server = server_of(settings, services)
            server.start()
            clock.lived = partial(_give_signs, services)
            try:
                yield ByMail(server.port, sink, clock, settings, powers, services)
            finally:
                server.stop()


def _give_signs(services: Services, moment: datetime) -> None:
    """Let every process of the server have lived until a moment."""
    with services.store.write() as transaction:
        for one in transaction.beats():
            transaction.beat(replace(one, at=moment))


def _begin(
    services: Services, variant: str, powers: tuple[str, ...], wish: Mapping[str, object]
) -> None:
    days = {"setup": DAY, "movement": DAY, "retreat": DAY, "adjustment": DAY, "remind": 0}
    wanted = {"lengths": days, **wish}
    new_game(services, NewGame(GAME, variant, "Maeve", GM, **wanted))  # type: ignore[arg-type]
    for power in powers:
        add_player(services, GAME, power, power.title(), _address(power), "Europe/Dublin")
    start_game(services, GAME, close_unfilled=True)
