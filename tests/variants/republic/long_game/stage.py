"""Plays the game: mails go in at their moments, and every mail that goes out is kept.

The store, the reader, the deadlines and the outbox are the server's own; only the clock is set by
hand and the last step of the post stays here.
"""

from __future__ import annotations

import heapq
import re
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from zoneinfo import ZoneInfo

from gm.adapters.boards import load_board
from gm.adapters.store import SqlStore
from gm.app.codec import load_events, load_state
from gm.app.deadlines import move_deadline
from gm.app.games import NewGame, add_player, new_game, start_game
from gm.app.records import InboxMail, PhaseRecord
from gm.app.services import Identity, Services
from gm.rules.events import Event
from gm.rules.state import GameState
from gm.testing.carrier import FakeCarrier
from gm.testing.clock import FakeClock
from tests.app.world import World
from tests.variants.republic.long_game.clients import CLIENTS, Typed

HERE = Path(__file__).parent
GAME = "tara"
HOST = "gm.example.org"
GM = "maeve@connacht.example"
LIST = "tara-reports@lists.example"
START = datetime(2026, 11, 1, 19, 0, tzinfo=UTC)


@dataclass(frozen=True)
class Player:
    """Somebody who writes mails."""

    name: str
    address: str
    zone: str


PLAYERS = {
    "ulster": Player("Una MacDonlevy", "una@donlevy.example", "Europe/Dublin"),
    "munster": Player("Mairéad Kennedy", "mairead@kennedy.example", "Europe/Dublin"),
    "leinster": Player("Lorcan O'Toole", "lorcan@otoole.example", "America/New_York"),
    "connaught": Player("Ruaidhrí Flynn", "ruaidhri@flynn.example", "Australia/Sydney"),
    "britain": Player("Edith Clare", "edith@clare.example", "Europe/London"),
}
STRANGER = Player("Sigtrygg Silkbeard", "sigtrygg@silkbeard.example", "Europe/Dublin")
LABELS = {player.address: who for who, player in PLAYERS.items()} | {
    STRANGER.address: "stranger",
    LIST: "list",
    GM: "gm",
}


@dataclass(frozen=True, order=True)
class Cue:
    """One file of `mails`: who does what, and how long after the phase has opened.

    Args:
        folder: of the phase, with its number: "03-F1016M".
        file: its name.
        heads: From, After, Client, Subject, Answers, Delivered, Do.
        body: what is typed.
    """

    folder: str
    file: str
    heads: dict[str, str] = field(compare=False)
    body: str = field(compare=False)

    @property
    def after(self) -> timedelta:
        """Return how long after the phase has opened it happens: "2d 3h 20m"."""
        found = re.findall(r"(\d+)([dhm])", self.heads["After"])
        units = {"d": "days", "h": "hours", "m": "minutes"}
        return timedelta(**{units[unit]: int(count) for count, unit in found})


def cues() -> list[Cue]:
    """Return every file of `mails`, in sequence."""
    return sorted(_cue(path) for path in (HERE / "mails").glob("*/*.txt"))


def _cue(path: Path) -> Cue:
    head, _, body = path.read_text(encoding="utf-8").partition("\n\n")
    heads = dict(line.split(": ", 1) for line in head.strip().splitlines())
    return Cue(path.parent.name, path.stem, heads, body.rstrip("\n"))


@dataclass(frozen=True)
class Sent:
    """A mail that went out, and the folder of the phase that was open by then."""

    folder: str
    name: str
    envelope_from: str
    message: EmailMessage


@dataclass(frozen=True)
class Played:
    """The whole game: what went out, what became of what came in, what happened on the board."""

    sent: tuple[Sent, ...]
    inbox: tuple[InboxMail, ...]
    phases: tuple[PhaseRecord, ...]
    states: dict[str, GameState]
    events: dict[str, tuple[Event, ...]]


@dataclass
class Stage:
    """A game being played."""

    world: World
    waiting: list[tuple[datetime, Cue]] = field(default_factory=list)
    opened: str = ""
    folder: str = ""
    sent: list[Sent] = field(default_factory=list)
    count: int = 0

    def play(self) -> None:
        """Play until nothing more is going to happen."""
        self._look()
        while self.world.phase() is not None or self.waiting:
            moment, cue = self._next()
            self.world.clock.set(moment)
            if cue is not None:
                self._do(cue)
            self.world.tick()
            self._look()

    def _next(self) -> tuple[datetime, Cue | None]:
        """Return when something happens next: a cue, a reminder or a deadline."""
        phase, now = self.world.phase(), self.world.clock.now()
        moments = [one for one in (phase.deadline, phase.remind_at) if one] if phase else []
        moments = [one for one in moments if one > now]
        if self.waiting and all(self.waiting[0][0] <= one for one in moments):
            return heapq.heappop(self.waiting)
        return min(moments), None

    def _look(self) -> None:
        """Note what has been sent, and hand out the cues of a phase that has opened."""
        phase = self.world.phase()
        name = phase.name if phase else "over"
        if name != self.opened:
            self.opened = name
            number = phase.number if phase else int(self.folder[:2]) + 1
            self.folder = f"{number:02}-{name}"
            mine = [cue for cue in cues() if cue.folder == self.folder]
            if phase is not None and not mine:
                raise AssertionError(f"the play took another way: nobody writes in {self.folder}")
            start = phase.opened_at if phase else self.world.clock.now()
            for cue in mine:
                heapq.heappush(self.waiting, (start + cue.after, cue))
        self.world.send()
        self._collect()

    def _collect(self) -> None:
        for mail in self.world.carrier.sent[len(self.sent) :]:
            message = message_from_bytes(mail.raw, policy=policy.default)
            number = 1 + sum(one.folder == self.folder for one in self.sent)
            kind = str(message["Message-ID"]).split(".")[3].rstrip("0123456789").rstrip("-")
            name = f"{number:02}-{kind}-{LABELS[mail.recipient]}"
            self.sent.append(Sent(self.folder, name, mail.envelope_from, message))

    def _do(self, cue: Cue) -> None:
        if cue.heads["From"] == "gm":
            self._gm(cue.heads["Do"])
        else:
            self._mail(cue)

    def _gm(self, words: str) -> None:
        """Do what a GM does with his command line: `deadline +2d (reason)`."""
        services, phase = self.world.services, self.world.phase()
        assert phase is not None
        found = re.fullmatch(r"deadline \+(\d+)d \((.*)\)", words)
        assert found is not None, words
        moment = phase.deadline + timedelta(days=int(found[1]))
        move_deadline(services, GAME, moment, reason=found[2])

    def _mail(self, cue: Cue) -> None:
        self.count += 1
        player = PLAYERS.get(cue.heads["From"], STRANGER)
        to = self.world.services.identity.game_address(GAME)
        typed = Typed(
            player.name,
            player.address,
            to,
            cue.heads.get("Subject", "").format(game=GAME),
            cue.body,
            self.world.clock.now().astimezone(ZoneInfo(player.zone)),
            self.count,
            self._answered(cue, player),
        )
        raw = CLIENTS[cue.heads["Client"]](typed)
        for _ in range(2 if cue.heads.get("Delivered") == "twice" else 1):
            self.world.raw(raw, player.address, to)

    def _answered(self, cue: Cue, player: Player) -> EmailMessage | None:
        """Return the newest mail the player has; the newest of the phase before, if he is late."""
        late = cue.heads.get("Answers") == "before"
        mine = [
            one.message
            for one in self.sent
            if LABELS[player.address] == one.name.split("-")[-1]
            and not (late and one.folder == self.folder)
        ]
        return mine[-1] if mine else None


def play(folder: Path) -> Played:
    """Play the whole game with its database in a folder."""
    identity = Identity(
        server_name="The game master",
        server_address=f"gm@{HOST}",
        host=HOST,
        local_part="gm",
        delimiter="+",
        game_address=lambda game: f"gm+{game}@{HOST}",
        admin_address=GM,
    )
    clock = FakeClock(START)
    with SqlStore(folder / "gm.sqlite3") as store:
        services = Services(store, clock, load_board, identity)
        world = World(services, clock, FakeCarrier())
        _begin(services)
        stage = Stage(world)
        stage.play()
        with store.read() as transaction:
            phases = transaction.phases(transaction.game(GAME).id)
            results = {phase.name: transaction.result(phase.id) for phase in phases}
            inbox = transaction.inbox()
    return Played(
        tuple(stage.sent),
        inbox,
        phases,
        {phase.name: load_state(phase.state) for phase in phases},
        {name: load_events(made.events) for name, made in results.items() if made is not None},
    )


def _begin(services: Services) -> None:
    new_game(
        services,
        NewGame(GAME, "republic", "Maeve", GM, list_address=LIST, time_zone="Europe/Dublin"),
    )
    for power, player in PLAYERS.items():
        add_player(services, GAME, power, player.name, player.address, player.zone)
    start_game(services, GAME)
