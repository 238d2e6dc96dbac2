"""The story: the play is acted out and told on the terminal as it happens.

Each mail is told in a line or two, what is remarkable in full; every mail lies as text in a file, and so
do the maps that the reports bring.
"""

from __future__ import annotations

import html
import re
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import format_datetime
from functools import partial
from importlib import resources
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.markup import escape

from gm.demo.papers import Papers, plain
from gm.demo.script import ACTORS, ACTS, GAME, LIST_ADDRESS, Actor, Cue, DemoAct
from gm.demo.stage import DemoStage, command, prepare, running
from gm.mail.reading import read_mail

_PATIENCE: Final = 20.0
"""Seconds in which the server answers a mail."""

_MOST_QUOTED: Final = 8
"""Lines that are told of what a player wrote; below them is what his program quotes."""

_TAG: Final = re.compile(r"\[[^][]*\] ")
"""What stands before a subject to say which game it is about."""

_TO_ALL_ALIKE: Final = re.compile(r"^(?:-----|YOUR POINTS|.*: ORDERS DUE)$", re.MULTILINE)
"""Where an answer has told what is particular to its mail, and a report what befell its reader."""

_MOST_TOLD: Final = 12
"""Lines that are told of a report: its headline and what happened to its reader."""

_OTHERS: Final = ("THE OTHER POWERS", "CENTRES AND UNITS")
"""Headings of a report that end what is about its reader."""


@dataclass(slots=True)
class Story:
    """The telling of one demo.

    Args:
        papers: where every mail is kept; seconds: how long each phase is open.
        latest: the last mail each address got, to be answered as a mail client would.
        before: the same as it was when the act began.
        count: mails sent so far.
        phases_told: phases whose end has been told.
        arrived: mails that have not been told yet.
    """

    stage: DemoStage
    console: Console
    papers: Papers
    seconds: int
    latest: dict[str, EmailMessage] = field(default_factory=dict)
    before: dict[str, EmailMessage] = field(default_factory=dict)
    count: int = 0
    phases_told: set[str] = field(default_factory=set)
    arrived: list[EmailMessage] = field(default_factory=list)

    def tell(self) -> None:
        """Act out every act."""
        # A slow machine sends them late, and who answers must have his.
        opened = self._wait_for(len(ACTORS) + 2, _is_report, max(_PATIENCE, self.seconds / 2))
        self.console.print(f"[green]<[/] {len(opened)} opening mails, with map and rules")
        for act in ACTS:
            self._act(act)

    def _act(self, act: DemoAct) -> None:
        self.console.print(f"\n[bold]{act.title.upper()}[/]")
        self.before = dict(self.latest)
        for cue in act.cues:
            if cue.late:
                self._wait_for_season(act)
            self._send(cue)
        self._wait_for_season(act)

    def _wait_for_season(self, act: DemoAct) -> None:
        """Wait until a phase is resolved, and tell the report of the act's reader."""
        if act.phase in self.phases_told:
            return
        self.phases_told.add(act.phase)
        self.console.print(f"[dim]... the deadline of {act.phase} comes ...[/]")
        reports = self._wait_for(len(ACTORS) + 2, _is_report, self.seconds + 2 * _PATIENCE)
        reader = ACTORS[act.reader]
        for report in reports:
            if _address(report) == reader.address:
                self._tell_report(act, reader, report, len(reports))

    def _tell_report(self, act: DemoAct, reader: Actor, report: EmailMessage, count: int) -> None:
        self.console.print(
            f"[green]<[/] {count} reports go out; {reader.name} ({reader.power}) reads:"
        )
        self._quote(_about_its_reader(plain(report)))
        if maps := self.papers.keep_maps(report, act.phase):
            self.console.print(f"    [dim]map: {escape(', '.join(map(_near, maps)))}[/]")

    def _send(self, cue: Cue) -> None:
        actor = ACTORS[cue.actor]
        raw = self._mail(cue, actor)
        note = f": {cue.remark}" if cue.remark else ""
        self.console.print(f"[cyan]>[/] {actor.name} ({actor.power}), {cue.client}{note}")
        self.papers.keep(f"from {actor.name}", raw)
        if cue.whole:
            self._quote(_top_of(raw))
        recipient = self.stage.settings.game_address(GAME)
        self.stage.post(actor.address, recipient, raw.replace("\n", "\r\n").encode())
        patience = max(_PATIENCE, self.seconds / 4)
        for answer in self._wait_for(1, partial(_answers, f"demo.{self.count}@"), patience):
            self._tell_answer(answer, whole=cue.whole)

    def _tell_answer(self, answer: EmailMessage, *, whole: bool) -> None:
        subject = _TAG.sub("", str(answer["Subject"]))
        self.console.print(f"  [green]<[/] {escape(subject)}")
        if whole:
            self._quote(_TO_ALL_ALIKE.split(plain(answer))[0])

    def _quote(self, text: str) -> None:
        """Print what somebody wrote, without its blank lines."""
        for line in filter(None, map(str.rstrip, text.splitlines())):
            self.console.print(f"    {escape(line)}")

    def _mail(self, cue: Cue, actor: Actor) -> str:
        self.count += 1
        # Who is late answers what he had when he sat down to write.
        known = self.before if cue.late else self.latest
        answered = known.get(actor.address)
        text = plain(answered) if answered is not None else ""
        values = {
            "to": self.stage.settings.game_address(GAME),
            "game": GAME,
            "subject": str(answered["Subject"]) if answered is not None else GAME,
            "from_name": "The GM",
            "date": format_datetime(datetime.now(UTC)),
            "message_id": f"demo.{self.count}",
            "answers": str(answered["Message-ID"]) if answered is not None else "<none@localhost>",
            "quoted": "\n".join(f"> {line}".rstrip() for line in text.splitlines()),
            "quoted_html": html.escape(text).replace("\n", "<br>\n"),
        }
        return _fill(_bundled(cue.mail), values)

    def _wait_for(
        self, wanted: int, fits: Callable[[EmailMessage], bool], patience: float = _PATIENCE
    ) -> list[EmailMessage]:
        """Return mails that arrived and fit, once there are so many or patience ends.

        What does not fit waits until it is asked for: a report may come before an answer.
        """
        end = time.monotonic() + patience
        while True:
            self._collect()
            fitting = [message for message in self.arrived if fits(message)]
            if len(fitting) >= wanted or time.monotonic() > end:
                self.arrived = [message for message in self.arrived if message not in fitting]
                return fitting
            time.sleep(0.05)

    def _collect(self) -> None:
        """Keep the mails that are new."""
        for message in self.stage.mailbox.fresh():
            self.latest[_address(message)] = message
            self.papers.keep(f"to {_name(_address(message))}", plain(message))
            self.arrived.append(message)


def _is_report(message: EmailMessage) -> bool:
    return ".phase." in str(message["Message-ID"])


def _answers(message_id: str, message: EmailMessage) -> bool:
    return message_id in str(message["In-Reply-To"])


def _address(message: EmailMessage) -> str:
    return str(message["To"].addresses[0].addr_spec)


def _name(address: str) -> str:
    if address == LIST_ADDRESS:
        return "the list"
    known = (actor.name for actor in ACTORS.values() if actor.address == address)
    return next(known, address.partition("@")[0])


def _bundled(name: str) -> str:
    return (resources.files("gm.demo") / "mails" / f"{name}.eml").read_text(encoding="utf-8")


def _fill(template: str, values: dict[str, str]) -> str:
    for name, value in values.items():
        template = template.replace(f"{{{name}}}", value)
    return template


def _top_of(raw: str) -> str:
    """Return the first lines that a mail's reader sees, and how many more there are."""
    message = message_from_bytes(raw.encode(), policy=policy.default)
    text = plain(message) or "\n".join(read_mail(raw.encode()).lines)
    lines = [line.rstrip() for line in text.splitlines() if line.strip()]
    more = len(lines) - _MOST_QUOTED
    rest = [f"[and {more} lines quoted below]"] if more > 1 else lines[_MOST_QUOTED:]
    return "\n".join([*lines[:_MOST_QUOTED], *rest])


def _about_its_reader(report: str) -> str:
    """Return the headline of a report and what it says of its reader's own units."""
    for heading in _OTHERS:
        report = report.partition(f"\n{heading}")[0]
    report = _TO_ALL_ALIKE.split(report, maxsplit=1)[0]
    lines = report.strip().splitlines()[2:]
    return "\n".join(lines[:_MOST_TOLD])


def _near(place: Path) -> str:
    """Return a path as short as it can be written from where we are."""
    return str(place.relative_to(Path.cwd())) if place.is_relative_to(Path.cwd()) else str(place)


def play(folder: Path, seconds: int) -> None:
    """Play the demo in a folder, with phases of so many seconds."""
    console = Console(highlight=False, soft_wrap=True, file=getattr(sys.stdout, "exact", None))
    config = prepare(folder)
    console.print("[bold]GM: A GAME OF REPUBLIC BY MAIL[/]")
    with running(config) as stage:
        console.print(f"The server runs, and listens for mail on 127.0.0.1:{stage.port}.")
        for words in _opening_commands(seconds):
            command(config, words)
            console.print(f"[bold]$[/] gm {escape(' '.join(_quoted(words)))}")
        Story(stage, console, Papers(folder), seconds).tell()
        archive = folder / "archive"
        console.print(f"\n[bold]$[/] gm publish {escape(_near(archive))}")
        command(config, ["publish", str(archive)])
    _where(console, stage, archive)


def _opening_commands(seconds: int) -> list[list[str]]:
    length = f"{seconds}s"
    lengths = ["--movement", length, "--adjustment", length, "--retreat", length]
    who = ["--gm-name", "Maeve", "--gm-address", "maeve@players.example"]
    seats = [
        ["player", "add", GAME, actor.power, actor.name, actor.address]
        for actor in ACTORS.values()
    ]
    new = ["game", "new", GAME, "--variant", "republic", *who, *lengths]
    return [new, *seats, ["game", "start", GAME]]


def _quoted(words: list[str]) -> list[str]:
    return [f'"{word}"' if " " in word else word for word in words]


def _where(console: Console, stage: DemoStage, archive: Path) -> None:
    console.print("\n[bold]WHAT IT LEFT[/]")
    for what, place in (
        ("every mail, as text", stage.folder / "mails"),
        ("the maps", stage.folder / "maps"),
        ("the mailbox", stage.settings.mailbox_path),
        ("the database", stage.settings.database_path),
        ("the server's log", stage.folder / "serve.log"),
        ("the archive", archive / "index.html"),
    ):
        console.print(f"  {what:20} {escape(_near(place))}")
    console.print(f"Open the archive in a browser: {(archive / 'index.html').as_uri()}")
    look = f"gm --config {_near(stage.folder / 'gm.toml')} game show {GAME}"
    console.print(f"Look on with: {escape(look)}")
