"""Plays a game: mails go in at their moments, and every mail that goes out is kept.

The store, the reader, the deadlines and the outbox are the server's own; only the clock is set by
hand and the last step of the post stays here. What comes in stands in files, as `Cue` tells.
"""

from __future__ import annotations

import heapq
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from functools import partial
from itertools import count
from pathlib import Path
from zoneinfo import ZoneInfo

from gm.adapters.sql.store import SqlStore
from gm.app.records import GameRecord, InboxMail, PhaseRecord
from gm.app.services import Identity, Services
from gm.bootstrap.games import games_on
from gm.contract.events import Event
from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.stored import load_events, load_state
from gm.testing.carrier import FakeCarrier
from gm.testing.clock import FakeClock
from tests.app.world import World
from tests.long_games.clients import CLIENTS, Typed

HOST = "gm.example.org"
START = datetime(2026, 11, 1, 19, 0, tzinfo=UTC)


@dataclass(frozen=True)
class Player:
    """Somebody who writes mails."""

    name: str
    address: str
    zone: str
    signature: str = ""


@dataclass(frozen=True)
class Script:
    """A game that is to be played.

    Args:
        folder: where its mails and golden copies lie.
        game: its name.
        gm: who runs it; what he does by command line is told to `command`.
        list_address: where its reports go besides.
        people: everybody who writes to it, by the name their mails have; strangers too.
        begin: makes the game, seats its players and starts it.
        command: does what a GM types.
    """

    folder: Path
    game: str
    gm: Player
    list_address: str
    people: Mapping[str, Player]
    begin: Callable[[Services], None]
    command: Callable[[World, str], None]

    @property
    def labels(self) -> dict[str, str]:
        """Return whose mail it is that goes to an address."""
        own = {player.address: who for who, player in self.people.items()}
        return own | {self.list_address: "list", self.gm.address: "gm"}

    def cues(self) -> list[Cue]:
        """Return every file of `mails`, in sequence."""
        return sorted(_cue(path) for path in (self.folder / "mails").glob("*/*.txt"))

    def phases(self) -> list[str]:
        """Return the folders of mails, in sequence."""
        return sorted(path.name for path in (self.folder / "mails").iterdir())


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
    """The whole game: what went out, what became of what came in, what happened on the board.

    Args:
        folder: where its database lies; `opened` opens it again.
        game: its record.
        sent: the mails that went out, in sequence.
        inbox: those that came in.
        phases, states, events: the phases, and by name how each began and what happened in it.
    """

    folder: Path
    game: GameRecord
    sent: tuple[Sent, ...]
    inbox: tuple[InboxMail, ...]
    phases: tuple[PhaseRecord, ...]
    states: dict[str, GameState]
    events: dict[str, tuple[Event, ...]]

    def of(self, phase: str, kind: type[Event]) -> list[Event]:
        """Return what happened of one kind in a phase."""
        return [event for event in self.events[phase] if isinstance(event, kind)]


@dataclass
class Stage:
    """A game being played."""

    script: Script
    world: World
    waiting: list[tuple[datetime, Cue]] = field(default_factory=list)
    opened: str = ""
    folder: str = ""
    sent: list[Sent] = field(default_factory=list)
    count: int = 0

    def play(self, until: str = "") -> None:
        """Play until nothing more is going to happen, or a phase has opened, by its folder."""
        self._look()
        while self.folder != until and (self._phase() is not None or self.waiting):
            moment, cue = self._next()
            self.world.clock.set(moment)
            if cue is not None:
                self._do(cue)
            self.world.tick()
            self._look()

    def _phase(self) -> PhaseRecord | None:
        return self.world.phase(self.script.game)

    def _next(self) -> tuple[datetime, Cue | None]:
        """Return when something happens next: a cue, a reminder or a deadline."""
        phase, now = self._phase(), self.world.clock.now()
        moments = [one for one in (phase.deadline, phase.remind_at) if one] if phase else []
        moments = [one for one in moments if one > now]
        if self.waiting and all(self.waiting[0][0] <= one for one in moments):
            return heapq.heappop(self.waiting)
        return min(moments), None

    def _look(self) -> None:
        """Note what has been sent, and hand out the cues of a phase that has opened."""
        phase = self._phase()
        name = phase.name if phase else "over"
        if name != self.opened:
            self.opened = name
            number = phase.number if phase else int(self.folder[:2]) + 1
            self.folder = f"{number:02}-{name}"
            mine = [cue for cue in self.script.cues() if cue.folder == self.folder]
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
            name = f"{number:02}-{kind}-{self.script.labels[mail.recipient]}"
            self.sent.append(Sent(self.folder, name, mail.envelope_from, message))

    def _do(self, cue: Cue) -> None:
        if "Do" in cue.heads:
            self.script.command(self.world, cue.heads["Do"])
        else:
            self._mail(cue)

    def _mail(self, cue: Cue) -> None:
        self.count += 1
        who = cue.heads["From"]
        player = self.script.gm if who == "gm" else self.script.people[who]
        answered = self._answered(cue, player)
        # A mail program answers to where it is asked to, and that proves who writes.
        own = self.world.services.identity.game_address(self.script.game)
        to = str(answered["Reply-To"]) if answered is not None else own
        typed = Typed(
            player.name,
            player.address,
            to,
            cue.heads.get("Subject", "").format(game=self.script.game),
            cue.body,
            self.world.clock.now().astimezone(ZoneInfo(player.zone)),
            self.count,
            answered,
            self.script.gm.name,
            player.signature,
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
            if self.script.labels.get(player.address) == one.name.split("-")[-1]
            and not (late and one.folder == self.folder)
        ]
        return mine[-1] if mine else None


@contextmanager
def opened(script: Script, folder: Path) -> Iterator[tuple[Services, FakeClock]]:
    """Open the database of a game, with a clock that stands at its beginning."""
    identity = Identity(
        server_name="The game master",
        server_address=f"gm@{HOST}",
        host=HOST,
        local_part="gm",
        delimiter="+",
        game_address=lambda game: f"gm+{game}@{HOST}",
        admin_address=script.gm.address,
    )
    clock = FakeClock(START)
    with SqlStore(folder / "gm.sqlite3") as store:
        secrets = (_secret(number) for number in count(1))
        yield (
            Services(
                store, clock, games_on(load_board), identity, make_token=partial(next, secrets)
            ),
            clock,
        )


def _secret(number: int) -> str:
    """Return a secret in the form of a real one, the same in each play."""
    return "golden" + f"{number:010}".translate(str.maketrans("0123456789", "abcdefghij"))


def first_mails(script: Script, folder: Path, until: str) -> tuple[Sent, ...]:
    """Play a game until a phase opens, and return what went out by then."""
    with opened(script, folder) as (services, clock):
        script.begin(services)
        stage = Stage(script, World(services, clock, FakeCarrier()))
        stage.play(until)
    return tuple(stage.sent)


def play(script: Script, folder: Path) -> Played:
    """Play the whole game with its database in a folder."""
    with opened(script, folder) as (services, clock):
        script.begin(services)
        stage = Stage(script, World(services, clock, FakeCarrier()))
        stage.play()
        with services.store.read() as transaction:
            game = transaction.game(script.game)
            phases = transaction.phases(game.id)
            results = {phase.name: transaction.result(phase.id) for phase in phases}
            inbox = transaction.inbox()
    return Played(
        folder,
        game,
        tuple(stage.sent),
        inbox,
        phases,
        {phase.name: load_state(phase.state) for phase in phases},
        {name: load_events(made.events) for name, made in results.items() if made is not None},
    )
