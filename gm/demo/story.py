"""The story: the play is acted out and told on the terminal as it happens."""

from __future__ import annotations

import html
import itertools
import sys
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import format_datetime
from importlib import resources
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.text import Text

from gm.demo.script import ACTORS, ACTS, GAME, LIST_ADDRESS, Act, Actor, Cue
from gm.demo.stage import Stage, command, prepare, running
from gm.resources import maps_dir

_PATIENCE = 20.0


@dataclass(slots=True)
class Story:
    """The telling of one demo.

    Args:
        latest: the last mail each address got, to be answered as a mail client would.
        before: the same as it was when the act began.
        count: mails sent so far.
        told: phases whose end has been told.
    """

    stage: Stage
    config: Path
    console: Console
    latest: dict[str, EmailMessage] = field(default_factory=dict)
    before: dict[str, EmailMessage] = field(default_factory=dict)
    count: int = 0
    told: set[str] = field(default_factory=set)

    def tell(self) -> None:
        """Act out every act."""
        self._gather(len(ACTORS) + 1)
        for act in ACTS:
            self._act(act)

    def _act(self, act: Act) -> None:
        self.console.rule(f"[bold]{act.title}")
        self.before = dict(self.latest)
        for cue in act.cues:
            if cue.late:
                self._wait_for_season(act)
            self._send(cue)
            self._gather(1)
        self._wait_for_season(act)

    def _wait_for_season(self, act: Act) -> None:
        if act.phase in self.told:
            return
        self.told.add(act.phase)
        self.console.print(f"[dim]... waiting for the deadline of {act.phase} ...[/]")
        self._gather(len(ACTORS) + 1, patience=_PATIENCE + 30)

    def _send(self, cue: Cue) -> None:
        actor = ACTORS[cue.actor]
        raw = self._mail(cue, actor)
        recipient = self.stage.settings.game_address(GAME)
        note = f" - {cue.remark}" if cue.remark else ""
        self.console.print(
            f"\n[bold cyan]> {actor.name}[/] ({actor.power}) writes from {cue.client}{note}"
        )
        self.console.print(Padding(Text(_excerpt(_as_written(raw))), (0, 0, 0, 4)))
        reply = self.stage.post(actor.address, recipient, raw.replace("\n", "\r\n").encode())
        self.console.print(f"    [dim]the server takes it: {escape(reply)}[/]")

    def _mail(self, cue: Cue, actor: Actor) -> str:
        self.count += 1
        # Who is late answers what he had when he sat down to write.
        known = self.before if cue.late else self.latest
        answered = known.get(actor.address)
        text = _plain(answered) if answered is not None else ""
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

    def _gather(self, wanted: int, patience: float = _PATIENCE) -> None:
        """Print mails as they arrive until there were so many, or patience ends."""
        end, got = time.monotonic() + patience, 0
        while got < wanted and time.monotonic() < end:
            for message in self.stage.mailbox.fresh():
                self._show(message)
                got += 1
            time.sleep(0.05)

    def _show(self, message: EmailMessage) -> None:
        address = str(message["To"].addresses[0].addr_spec)
        self.latest[address] = message
        text = _plain(message)
        who = next((one.name for one in ACTORS.values() if one.address == address), address)
        self.console.print(
            f"  [green]< mail to {escape(who)}:[/] {escape(str(message['Subject']))}"
        )
        if address == LIST_ADDRESS:
            self.console.print(Padding(Text(text), (0, 0, 0, 4)))
        elif message["Auto-Submitted"] == "auto-replied":
            # Of a receipt the first lines tell it all, unless something was not understood.
            most = 26 if "not taken" in str(message["Subject"]) else 12
            self.console.print(Padding(Text(_excerpt(text, most)), (0, 0, 0, 6)))


def _bundled(name: str) -> str:
    return (resources.files("gm.demo") / "mails" / f"{name}.eml").read_text(encoding="utf-8")


def _fill(template: str, values: dict[str, str]) -> str:
    for name, value in values.items():
        template = template.replace(f"{{{name}}}", value)
    return template


def _as_written(raw: str) -> str:
    message = message_from_bytes(raw.encode(), policy=policy.default)
    body = message.get_body(("plain", "html"))
    return str(body.get_content()) if body is not None else raw


def _plain(message: EmailMessage) -> str:
    part = message.get_body(("plain",))
    return str(part.get_content()) if part is not None else ""


def _excerpt(text: str, most: int = 8) -> str:
    lines = [line.rstrip() for line in text.strip().splitlines()]
    shown = list(itertools.islice(lines, most))
    return "\n".join([*shown, "[...]"] if len(lines) > most else shown)


def play(folder: Path, seconds: int) -> None:
    """Play the demo in a folder, with phases of so many seconds."""
    console = Console(highlight=False, soft_wrap=True, file=getattr(sys.stdout, "exact", None))
    config = prepare(folder)
    console.rule("[bold]gm: a game of Republic by mail")
    with running(config) as stage:
        console.print(f"The server listens for mail on 127.0.0.1:{stage.port}.")
        for words in _opening_commands(seconds):
            console.print(f"[bold]$ gm {escape(' '.join(_quoted(words)))}[/]")
            console.print(Padding(Text(command(config, words)), (0, 0, 0, 4)))
        Story(stage, config, console).tell()
        console.rule("[bold]That was Winter 1015 to Autumn 1016")
        console.print(Text(command(config, ["game", "show", GAME])))
    _where(console, stage)


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


def _where(console: Console, stage: Stage) -> None:
    console.print()
    for what, place in (
        ("every mail sent", stage.settings.mailbox_path),
        ("the database", stage.settings.database_path),
        ("the settings", stage.folder / "gm.toml"),
        ("the server's log", stage.folder / "serve.log"),
        ("the map of Republic", maps_dir() / "republic"),
    ):
        console.print(f"  {what:20} {place}")
    look = f"{sys.argv[0]} --config {stage.folder / 'gm.toml'} orders {GAME} --phase S1016M"
    console.print(f"\nLook on with: {escape(look)}")
