"""Searches every byte that leaves a server, for whoever reads it, for markers of what is hidden.

A marker is a word that stands for something hidden and is found in no other text: the name of a card,
the reason of a payment. Who may know it says the game's own `view`, or he has written it himself.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass, field
from email.message import EmailMessage
from io import StringIO
from pathlib import Path

import pytest

from gm.app.codec import codec_for
from gm.app.table import family_of, rules_of
from gm.cli import main
from gm.config import sample_config
from gm.contract.seats import SeatId
from tests.app.archive import files, write_archive
from tests.app.world import HOST, World


@dataclass(frozen=True)
class Outgoing:
    """A piece of what has left the server.

    Args:
        reader: the address it went to; "" for what everybody may read.
        where: what it is, for the message of a failing test.
        text: all of it that is or may be text.
    """

    reader: str
    where: str
    text: str


@dataclass
class LeakWatch:
    """A game in which every word that leaves is searched.

    Args:
        world: the server; name: of the game.
        markers: what stands for hidden things.
        knows: whether a seat may know a marker for another reason than that a view has shown it.
        players: the address of each seat's player, those of a GM who plays too.
        shown: which markers each address may know by now; "" for everybody.
        master: the address of a game master who does not play: nothing is kept from him.
    """

    world: World
    markers: Collection[str]
    players: Mapping[str, SeatId]
    name: str = "tara"
    knows: Callable[[SeatId, str], bool] = lambda seat, marker: False
    shown: dict[str, set[str]] = field(default_factory=dict)
    master: str = ""
    _seen: int = 0

    def look(self, *further: Outgoing) -> int:
        """Take in what the positions so far show, then search what has left since the last look."""
        self._take_in()
        pieces = [*self._mails(), *further]
        for piece in pieces:
            found = markers_in(piece.text, self.markers)
            leaked = found - self.may_know(piece.reader)
            assert not leaked, f"{piece.where} tells {piece.reader or 'everybody'} of {leaked}"
        return len(pieces)

    def may_know(self, reader: str) -> set[str]:
        """Return the markers that somebody may know by now."""
        if self.master and reader == self.master:
            return set(self.markers)
        seat = self.players.get(reader)
        own = {m for m in self.markers if seat is not None and self.knows(seat, m)}
        return self.shown.get("", set()) | self.shown.get(reader, set()) | own

    def wrote(self, reader: str, text: str) -> None:
        """Somebody has written a text himself, so that he may read it."""
        self.shown.setdefault(reader, set()).update(markers_in(text, self.markers))

    def _take_in(self) -> None:
        world = self.world
        with world.services.store.read() as transaction:
            game = transaction.game(self.name)
            rules = rules_of(world.services, game)
            codec = codec_for(family_of(world.services, game).stored)
            states = []
            for phase in transaction.phases(game.id):
                state = codec.load_state(phase.state)
                result = transaction.result(phase.id)
                facts = codec.load_events(result.events) if result is not None else ()
                states += [state, rules.replay(state, facts)]
        readers = {"": None, **{who: frozenset({seat}) for who, seat in self.players.items()}}
        for state in states:
            for reader, seats in readers.items():
                text = codec.dump(rules.view(state, seats))
                self.shown.setdefault(reader, set()).update(markers_in(text, self.markers))

    def _mails(self) -> Iterator[Outgoing]:
        self.world.send()
        sent = self.world.carrier.sent
        for letter, mail in list(zip(sent, self.world.carrier.messages(), strict=True))[
            self._seen :
        ]:
            where = f"the mail {mail['Subject']!r}"
            yield Outgoing(letter.recipient, where, "\n".join(texts_of(mail)))
        self._seen = len(sent)


def texts_of(mail: EmailMessage) -> Iterator[str]:
    """Yield all that is or may be text in a mail: headers as they read, every part decoded."""
    for part in mail.walk():
        yield from (f"{name}: {value}" for name, value in part.items())
        if not part.is_multipart():
            payload = part.get_payload(decode=True)
            yield payload.decode("utf-8", "replace") if isinstance(payload, bytes) else ""


def archive_of(world: World, folder: Path) -> Iterator[Outgoing]:
    """Write the archive, and yield every file of it: everybody may read them."""
    write_archive(world, folder)
    for path, content in files(folder).items():
        yield Outgoing("", f"the page {path}", content.decode("utf-8", "replace"))


def printed(
    reader: str, folder: Path, patch: pytest.MonkeyPatch, commands: Collection[str]
) -> Iterator[Outgoing]:
    """Run commands of `gm` on the server in a folder, and yield what they print to a reader."""
    config = folder / "gm.toml"
    values: dict[str, str | int | float | Path] = {"data_dir": str(folder), "mail_domain": HOST}
    config.write_text(sample_config(values), encoding="utf-8")
    patch.setenv("GM_CONFIG", str(config))
    for command in commands:
        out = StringIO()
        with patch.context() as inner, redirect_stdout(out), redirect_stderr(out):
            inner.setattr("sys.argv", ["gm", *command.split()])
            with suppress(SystemExit):
                main()
        assert "Traceback" not in out.getvalue(), out.getvalue()
        yield Outgoing(reader, f"gm {command}", out.getvalue())


_BASE64 = re.compile(r"[A-Za-z0-9+/]{40,}={0,2}")


def markers_in(text: str, markers: Collection[str]) -> set[str]:
    """Return the markers in a text: in any case, with blanks or signs between, in base64 too."""
    plain = _squeezed(text)
    hidden = "".join(_decoded(found[0]) for found in _BASE64.finditer(text))
    return {m for m in markers if (s := _squeezed(m)) in plain or s in _squeezed(hidden)}


def _squeezed(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


def _decoded(text: str) -> str:
    return base64.b64decode(text[: len(text) // 4 * 4]).decode("utf-8", "replace")
