"""A game on a real server that strangers attack by mail, and what may not have changed then."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from email import message_from_bytes, policy
from pathlib import Path
from typing import Any, Final

from gm.adapters.sql.engine_sqlite import DRIVER
from gm.app.records import InboxState
from tests.integration import processes
from tests.integration.republic import HOST, NAME, POWERS, Game

MALLORY: Final = "mallory@evil.example"
ATTACKER: Final = "BRITAIN"
"""The power of the player who attacks the others from inside the game."""

VICTIMS: Final = tuple(power for power in POWERS if power != ATTACKER)
GUESS: Final = "abcdefghijklmnop"
FORGERS: Final = Path(__file__).with_name("forgers.toml")

MISCHIEF: Final = {
    "orders": (
        "Build F Cork South\n"
        "Build A Cork Central\n"
        "Pay 1 to Britain\n"
        "VOTE CONCEDE TO BRITAIN\n"
        "FINAL\n"
        "PRESS TO ALL\nI surrender.\nENDPRESS\n"
    ),
    "address": f"ADDRESS {MALLORY}\n",
}
"""What a forger writes: were it believed, it would change the game or who its players are."""

GROWS: Final = (
    "orders votes proposals press marks absences memberships offers addresses amendments "
    "questions hand_draws rulings notes results draws phases seats games suspensions"
).split()
"""The tables that get no row by what nobody has proved."""

SETTLED: Final = frozenset(InboxState) - {InboxState.NEW}


@dataclass(frozen=True, slots=True)
class Forger:
    """How somebody pretends to be another, as `forgers.toml` has it."""

    name: str
    head: str
    to: str = f"gm+{NAME}@{HOST}"
    envelope: str = MALLORY
    front: str = ""
    tail: str = ""

    def mail(self, values: Mapping[str, str], body: str, number: int) -> tuple[bytes, str, str]:
        """Return a mail's bytes, and the sender and the recipient of its envelope."""
        head = "\r\n".join(self.head.format_map(values).split("\n"))
        text = "\n".join(
            part for part in (self.front.format_map(values), body, self.tail.format_map(values))
        )
        raw = (
            f"{head}\r\nTo: gm+{NAME}@{HOST}\r\nSubject: orders\r\n"
            f"Message-ID: <{self.name}.{number}@evil.example>\r\n\r\n"
        ) + text.replace("\n", "\r\n")
        return (
            raw.encode("utf-8", "surrogateescape"),
            self.envelope.format_map(values),
            self.to.format_map(values),
        )


def forgers() -> tuple[Forger, ...]:
    """Return all forgers."""
    entries = tomllib.loads(FORGERS.read_text(encoding="utf-8"))
    return tuple(Forger(name, **entry) for name, entry in entries.items())


class Siege:
    """A game of Republic that waits for everybody's first builds, under attack.

    Args:
        folder: an empty one.
        values: settings in place of the shipped ones; senders have to be proved.
    """

    def __init__(self, folder: Path, **values: str | float | Path) -> None:
        self.game = Game(folder, **{"identity": "proof", **values})
        self.game.begin()
        self.secrets = {power: self.game.reply_address(power) for power in POWERS}
        self.before: dict[str, frozenset[tuple[Any, ...]]] = {}
        self.count = 0

    @property
    def database(self) -> Path:
        """Where the game is kept."""
        return self.game.settings.database_path

    def learn(self) -> None:
        """Note what the game is like before the attack, and the secrets that opened it."""
        self.secrets = {power: self.game.reply_address(power) for power in POWERS}
        self.before = self.rows()

    def values(self, victim: str) -> dict[str, str]:
        """Return what a forger fills in to pretend to be a power's player."""
        address = Game.address(victim)
        local, _, domain = address.partition("@")
        own = self.secrets[ATTACKER]
        return {
            "victim": address,
            "victim_upper": address.upper(),
            "victim_long_s": address.replace("s", "ſ") if "s" in local else f"ſ{address}",
            "local": local,
            "domain": domain,
            "own": own,
            "secret": own.partition(".")[2].partition("@")[0],
            "guess": GUESS,
        }

    def forge(self, port: int, forger: Forger, mischief: str) -> int:
        """Send a forged mail; return the server's answer to it."""
        self.count += 1
        victim = VICTIMS[self.count % len(VICTIMS)]
        raw, sender, to = forger.mail(self.values(victim), MISCHIEF[mischief], self.count)
        return processes.mail_in(port, raw, to, sender)

    def flood(self, port: int, text: str, sender: str, to: str) -> int:
        """Send a mail with a text as somebody; return the server's answer to it."""
        self.count += 1
        raw = (
            f"From: {sender}\r\nTo: {to}\r\nSubject: orders\r\n"
            f"Message-ID: <flood.{self.count}@evil.example>\r\n\r\n"
        ) + text.replace("\n", "\r\n")
        return processes.mail_in(port, raw.encode("utf-8"), to, sender)

    def rows(self) -> dict[str, frozenset[tuple[Any, ...]]]:
        """Return the rows of the tables that only people who are believed can change."""
        with closing(DRIVER.connect(self.database)) as database:
            return {
                table: frozenset(database.execute(f"SELECT * FROM {table}").fetchall())  # noqa: S608 our own names
                for table in (*GROWS, "persons", "tokens")
            }

    def changes(self) -> dict[str, list[tuple[Any, ...]]]:
        """Return what has changed since `learn`, by table: rows gone, and rows that are new."""
        now = self.rows()
        found = {table: [*(self.before[table] - rows)] for table, rows in now.items()}
        for table in GROWS:
            found[table] += now[table] - self.before[table]
        return {table: rows for table, rows in found.items() if rows}

    def at_rest(self) -> bool:
        """Whether every mail has been looked at and every answer sent."""
        return all(mail.state in SETTLED for mail in self.game.inbox()) and self.game.quiet()

    def open_questions(self) -> dict[int, int]:
        """Return how many questions wait for an answer, by the person who is asked."""
        with closing(DRIVER.connect(self.database)) as database:
            asked = database.execute(
                "SELECT person_id, count(*) FROM confirmations"
                " WHERE settled_at IS NULL GROUP BY person_id"
            )
            return dict(asked.fetchall())

    def leaks(self) -> Iterator[str]:
        """Yield each mail that holds a secret of somebody it did not go to."""
        owners = {
            address.partition(".")[2].partition("@")[0]: Game.address(power)
            for power, address in self.secrets.items()
        }
        for mail in self.game.outbox():
            text = _whole_text(mail.raw)
            for secret, owner in owners.items():
                if secret in text and mail.recipient.casefold() != owner:
                    yield f"{mail.key} to {mail.recipient} holds the secret of {owner}"

    def honest(self, port: int, power: str) -> int:
        """Send a player's own orders to his reply address; return the server's answer."""
        self.count += 1
        return self.game.mail(port, power, self.count)


def _whole_text(raw: bytes) -> str:
    """Return a mail with its parts decoded: header and text as a reader finds them."""
    message = message_from_bytes(raw, policy=policy.default)
    parts = [
        str(part.get_content()) for part in message.walk() if part.get_content_maintype() == "text"
    ]
    return re.sub(r"\s+", " ", "\n".join([str(message.items()), *parts]))
