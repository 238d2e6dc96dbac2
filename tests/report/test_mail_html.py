"""The HTML of every mail: valid, light, and made of what mail programs know."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from html.parser import HTMLParser
from pathlib import Path

import pytest

from gm.contract.pages import PictureView
from gm.games.diplomacy.pages.map_pictures import Pictured
from gm.mail.pictures import without_pictures
from gm.report.views import MailText
from tests.peers.nu_checker import html_faults
from tests.report import mails
from tests.report.irish_scenes import irish
from tests.report.scenes import SCENES, played

CLIENTS = tomllib.loads(Path(__file__).with_name("mail_clients.toml").read_text(encoding="utf-8"))
UNKNOWN_TO_THE_CHECKER = "CSS: “color-scheme”: Property “color-scheme” doesn't exist."


def pictured(play_of: str, phases: int, reader: str | None) -> MailText:
    """Return a report that shows pictures."""
    view = (irish(phases) if play_of == "irish" else played(play_of, phases)).season(reader)
    shown = tuple(
        PictureView(
            what,
            f"{what.value}.{phases}.meadow@games.example.org",
            f"{what.value}.{phases}",
            f"{phases}/{what.value}",
        )
        for what in (Pictured.ORDERS, Pictured.POSITION)
    )
    return mails.season_report(replace(view, pictures=shown))


PICTURED = {
    "pictured-standard": ("standard", 2, "GERMANY"),
    "pictured-republic": ("republic", 3, None),
    "pictured-irish": ("irish", 5, "ITALY"),
}


@lru_cache(maxsize=1)
def written() -> dict[str, str]:
    """Return the HTML of every mail that has some, by name."""
    found = {name: make().html for name, make in SCENES.items()}
    found |= {name: pictured(*what).html for name, what in PICTURED.items()}
    return {name: html for name, html in found.items() if html}


class Parts(HTMLParser):
    """Takes a page apart: its elements, their attributes and the properties of their styles."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: set[str] = set()
        self.attributes: set[str] = set()
        self.properties: set[str] = set()
        self.pictures: list[dict[str, str | None]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a tag."""
        self.elements.add(tag)
        self.attributes |= {f"{tag}.{name}" for name, _ in attrs}
        self.properties |= {name for _, value in attrs for name in _properties(_, value)}
        if tag == "img":
            self.pictures.append(dict(attrs))


def _properties(name: str, value: str | None) -> Iterator[str]:
    if name == "style" and value:
        yield from (one.partition(":")[0].strip() for one in value.split(";") if one.strip())


@pytest.mark.slow
@pytest.mark.server("java")
def test_every_mail_is_valid_html(tmp_path: Path) -> None:
    """The W3C's own checker finds nothing in any of them."""
    files = []
    for name, html in written().items():
        files.append(tmp_path / f"{name}.html")
        files[-1].write_text(html, encoding="utf-8")
    faults = html_faults(files)
    assert [one for one in faults if not one.endswith(UNKNOWN_TO_THE_CHECKER)] == []


@pytest.mark.parametrize("name", [*SCENES, *PICTURED])
def test_a_mail_is_made_of_what_mail_programs_know(name: str) -> None:
    """Elements, attributes and properties are in the table; what it lacks was never looked up."""
    html = written().get(name, "")
    parts = Parts(html)
    known = {
        kind: {*CLIENTS[kind]["everywhere"], *CLIENTS[kind].get("some", {})}
        for kind in CLIENTS
        if kind != "most_bytes"
    }
    anywhere = {f"{tag}.{one}" for tag in parts.elements for one in CLIENTS["attributes"]["any"]}
    assert parts.elements - known["elements"] == set()
    assert parts.attributes - known["attributes"] - anywhere == set()
    assert parts.properties - known["properties"] == set()


@pytest.mark.parametrize("name", [*SCENES, *PICTURED])
def test_a_mail_loads_nothing_and_is_not_clipped(name: str) -> None:
    """No script, no style sheet, nothing from anywhere but the mail itself; small enough for Gmail."""
    html = written().get(name, "")
    assert len(html.encode()) < CLIENTS["most_bytes"]
    assert not re.search(r"<(?:script|style|link|iframe|object|form|svg)\b", html, re.I)
    assert not re.search(r"\bon[a-z]+\s*=|url\(|javascript:", re.sub(r">[^<]*<", "><", html), re.I)
    for picture in Parts(html).pictures:
        assert str(picture["src"]).startswith("cid:")


@pytest.mark.parametrize("name", PICTURED)
def test_a_picture_has_words_and_leaves_no_trace(name: str) -> None:
    """Each says what it shows; its width is told and its height is not; without it all is as before."""
    mail = pictured(*PICTURED[name])
    found = Parts(mail.html).pictures
    assert [str(one["src"])[4:] for one in found] == [one.cid for one in mail.pictures]
    for picture in found:
        assert str(picture["alt"]).startswith("Map of the ")
        assert picture["width"] == "640"
        assert "height" not in picture
        assert "width: 100%" in str(picture["style"])
    bare = without_pictures(mail.html, [one.label for one in mail.pictures])
    play_of, phases, reader = PICTURED[name]
    view = (irish(phases) if play_of == "irish" else played(play_of, phases)).season(reader)
    assert bare == mails.season_report(view).html


def test_what_a_program_lacks_is_no_loss() -> None:
    """Whatever is not known everywhere has its file of facts, where it lacks, and what is then."""
    for kind in ("elements", "properties"):
        for name, fact in CLIENTS[kind]["some"].items():
            assert fact["file"].split("-")[0] in {"css", "html"}, name
            assert fact["lacking"], name
            assert fact["without"], name
