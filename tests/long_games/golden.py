"""Golden copies: every mail that went out of a game, kept as its author has read it by eye, in short (`tests.folded`).

`UPDATE_GOLDEN=1` writes them anew; read what has changed before you commit it.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from email.message import EmailMessage
from itertools import groupby
from pathlib import Path
from typing import ClassVar

from gm.adapters.site_folder import WebFolder
from gm.app.overriding.replaying import rebuild
from gm.app.publishing.publish import publish
from gm.app.records import InboxState
from gm.report.wording.text import WIDTH
from tests.app.archive import dead_links
from tests.folded import folded, parted, unsaid
from tests.long_games import told_once
from tests.long_games.stage import HOST, Played, Script, Sent, opened, play

HEADERS = (
    "From",
    "To",
    "Reply-To",
    "Subject",
    "Date",
    "Message-ID",
    "In-Reply-To",
    "References",
    "Auto-Submitted",
    "Precedence",
    "List-Id",
)


@dataclass(frozen=True)
class Golden:
    """The copies of one game.

    Args:
        script: the game.
        last: the folder of what is sent when it is over.
        in_html: the mails whose HTML is kept too: "01-W1015A/02-phase-munster".
    """

    script: Script
    last: str
    in_html: Collection[str]

    @property
    def root(self) -> Path:
        """The folder of the copies."""
        return self.script.folder / "golden"

    @property
    def folders(self) -> list[str]:
        """Return a folder for each phase, in sequence, and that of the end."""
        return [*self.script.phases(), self.last]

    def play(self, folder: Path) -> Played:
        """Play the game, and write the copies anew if the environment asks for it."""
        made = play(self.script, folder)
        if os.environ.get("UPDATE_GOLDEN"):
            shutil.rmtree(self.root, ignore_errors=True)
            assert unsaid() == [], "UPDATE_GOLDEN=1 on tests/report/test_passages.py comes first"
            for folder in self.folders:
                (self.root / folder).mkdir(parents=True, exist_ok=True)
                for name, text in self._copies(mails_of(made.sent, folder)).items():
                    (self.root / folder / name).write_text(text, encoding="utf-8")
        return made

    def compare(self, sent: Iterable[Sent], folder: str) -> None:
        """Assert that headers and text of a phase's mails are those that were read."""
        made = self._copies(mails_of(sent, folder))
        kept = self._kept(folder)
        assert sorted(made) == sorted(kept)
        for name, text in made.items():
            assert text == kept[name], f"{folder}/{name}"

    def _kept(self, folder: str) -> dict[str, str]:
        files = sorted((self.root / folder).iterdir())
        return {path.name: path.read_text(encoding="utf-8") for path in files}

    def _copies(self, mails: Iterable[Sent]) -> dict[str, str]:
        """Return what is kept of the mails of a phase, by file."""
        texts = {name: text for one in mails for name, text in self._texts(one)}
        pages = {name: text for name, text in texts.items() if name.endswith(".html")}
        plain = {name: folded(text) for name, text in texts.items() if name not in pages}
        return parted(plain) | pages

    def _texts(self, one: Sent) -> Iterator[tuple[str, str]]:
        """Yield what is kept of a mail, with its file's name: its text, and of a few the HTML."""
        found = ((name, one.message[name]) for name in HEADERS)
        heads = [
            f"{name}: {' '.join(value.split())}" for name, value in found if value is not None
        ]
        envelope = one.envelope_from or "<>"
        text = "\n".join([f"(from {envelope})", *heads, "", part(one.message, "plain")])
        yield f"{one.name}.txt", text
        if f"{one.folder}/{one.name}" in self.in_html:
            yield f"{one.name}.html", part(one.message, "html")


def mails_of(sent: Iterable[Sent], folder: str) -> list[Sent]:
    """Return the mails of a phase."""
    return [mail for mail in sent if mail.folder == folder]


def part(message: EmailMessage, kind: str) -> str:
    """Return the text or the HTML of a mail."""
    found = message.get_body((kind,))
    assert found is not None
    return str(found.get_content()).replace("\r\n", "\n")


class EveryGame:
    """What holds of the mails of every long game; a subclass names the game and is what is run.

    Attributes:
        golden: its golden copies.
        everybody: who gets a report of each phase, one name for each mail.
        title: the variant's, as the list knows it.
    """

    golden: ClassVar[Golden]
    everybody: ClassVar[Collection[str]]
    title: ClassVar[str]

    def test_no_golden_copy_is_left_behind(self, played: Played) -> None:
        """Every folder of golden copies belongs to a phase, and every chosen HTML is there."""
        assert {path.name for path in self.golden.root.iterdir()} == {*self.golden.folders}
        sent = {f"{one.folder}/{one.name}" for one in played.sent}
        assert sent >= {*self.golden.in_html}

    def test_every_text_fits_a_terminal(self, played: Played) -> None:
        """No line is wider than 72 columns, none ends in a blank, no two blank lines follow."""
        for one in played.sent:
            text = part(one.message, "plain")
            lines = text.split("\n")
            where = f"{one.folder}/{one.name}"
            assert [line for line in lines if len(line) > WIDTH] == [], where
            assert [line for line in lines if line != line.rstrip()] == [], where
            assert "\n\n\n" not in text, where

    def test_nobody_gets_a_mail_twice(self, played: Played) -> None:
        """Every Message-ID is one mail, and whoever wrote is answered once, a machine never."""
        ids = [str(one.message["Message-ID"]) for one in played.sent]
        assert len(set(ids)) == len(ids)
        answers = [one for one in played.sent if one.message["Auto-Submitted"] == "auto-replied"]
        unanswered = {InboxState.SUPPRESSED, InboxState.DUPLICATE}
        assert len(answers) == sum(mail.state not in unanswered for mail in played.inbox)
        assert all(one.envelope_from == "" for one in answers)

    def test_the_game_is_rebuilt_from_its_records(self, played: Played) -> None:
        """Its facts lead to the stored position, byte for byte; judged again nothing differs."""
        with opened(self.golden.script, played.folder) as (services, _):
            done = rebuild(services, played.game.name, rejudge=True)
        assert (done.difference, done.seasons) == ("", ())
        assert done.phases == len(played.phases)

    def test_every_report_reaches_everybody(self, played: Played) -> None:
        """Each phase ends with a mail for each seat, one to the list and one to the GM."""
        for _, group in groupby(played.sent, key=lambda one: one.folder):
            names = [one.name.split("-", 2)[1:] for one in group]
            reports = [who for kind, who in names if kind == "phase"]
            assert sorted(reports) == sorted(self.everybody)

    def test_every_fact_is_told_once(self, played: Played) -> None:
        """What happened in a season is told exactly once in its public report, in each manner."""
        assert [*told_once.faults(self.golden.script, played)] == []

    def test_every_player_reads_a_fact_once(self, played: Played) -> None:
        """What stands in his own section stands nowhere else."""
        found = [*told_once.twice(self.golden.script, played)]
        assert found == [], found[0]

    def test_the_first_page_is_the_readers(self, played: Played) -> None:
        """What happened to him, what he has to do and by when stand in a report's first 40 lines."""
        found = [*told_once.hidden(self.golden.script, played)]
        assert found == [], found[0]

    def test_its_archive_tells_the_whole_game(self, played: Played, tmp_path: Path) -> None:
        """Every phase has its page, every link leads somewhere, and only the server has an address."""
        root = tmp_path / "www"
        with opened(self.golden.script, played.folder) as (services, _), WebFolder(root) as folder:
            done = publish(services, folder, lambda _: "<svg/>", "", "1")
            folder.finish()
        assert done.faults == {}
        own = root / played.game.name
        assert {f"{one.name}.html" for one in played.phases} <= {one.name for one in own.iterdir()}
        assert [*dead_links(root)] == []
        addresses = {one.address for one in self.golden.script.people.values()}
        for page in root.rglob("*.*"):
            text = page.read_text(encoding="utf-8")
            assert not [one for one in addresses if one in text], page

    def test_the_list_has_one_thread(self, played: Played) -> None:
        """All mails to the list hang under the opening, so an archive keeps the game together."""
        game = played.game.name
        first, *others = [one.message for one in played.sent if one.name.endswith("-list")]
        assert first["In-Reply-To"] is None
        assert {one["In-Reply-To"] for one in others} == {first["Message-ID"]}
        assert first["List-Id"] == f"{self.title} {game} <{game}.{HOST}>"
