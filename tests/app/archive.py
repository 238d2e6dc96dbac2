"""Writes the archive of a test's server into a folder, and reads its pages as a browser would."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from functools import partial
from html.parser import HTMLParser
from pathlib import Path

from gm.adapters.site_folder import FilesWritten, WebFolder
from gm.app.publishing.folder import Draw
from gm.app.publishing.publish import Published, publish
from gm.games.diplomacy.map.files.boards import MapFolders
from gm.games.diplomacy.map.files.map_sheet import svg_of
from gm.games.diplomacy.map.shown.showing import MapShown
from tests.app.world import World
from tests.integration.by_mail import ByMail

URL = "https://games.example.org/archive/"
MAPS = partial(svg_of, MapFolders())
"""Draws the maps of the shipped boards."""


def told(shown: MapShown) -> str:
    """Return all that a picture shows, which is quicker than to draw it."""
    scene = shown.scene
    found = ((one.name, getattr(scene, one.name)) for one in fields(scene))
    return repr([(name, sorted(it) if isinstance(it, frozenset) else it) for name, it in found])


def write_archive(
    server: World | ByMail, root: Path, *, url: str = URL, version: str = "1", draw: Draw = told
) -> tuple[Published, FilesWritten]:
    """Write the archive of a server into a folder, with its pictures in words unless they are drawn."""
    with WebFolder(root) as folder:
        done = publish(server.services, folder, draw, url, version)
        return done, folder.finish()


def files(root: Path) -> dict[str, bytes]:
    """Return what a web server would show, by path."""
    found = (one for one in root.rglob("*") if one.is_file() and not one.name.startswith("."))
    return {str(one.relative_to(root)): one.read_bytes() for one in found}


def changed(before: dict[str, bytes], root: Path) -> set[str]:
    """Return which files are new, changed or gone since."""
    after = files(root)
    return {name for name in {*before, *after} if before.get(name) != after.get(name)}


@dataclass
class Page(HTMLParser):
    """What a page holds: its links with all it loads, its ids, and its text without markup."""

    links: list[str] = field(default_factory=list)
    ids: set[str] = field(default_factory=set)
    words: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note where a tag leads, and its id."""
        told = dict(attrs)
        self.links += [told[name] or "" for name in ("href", "src") if name in told]
        self.ids |= {told["id"] or ""} if "id" in told else set()

    def handle_data(self, data: str) -> None:
        """Note a piece of text."""
        self.words.append(data)

    @property
    def text(self) -> str:
        """Its words, with single blanks."""
        return " ".join(" ".join(self.words).split())


def page(path: Path) -> Page:
    """Read a page."""
    found = Page()
    found.feed(path.read_text(encoding="utf-8"))
    return found


def dead_links(root: Path) -> Iterator[str]:
    """Yield the links of all pages that lead nowhere, or only from one place in the web."""
    pages = {one: page(one) for one in root.rglob("*.html")}
    for at, found in pages.items():
        for link in found.links:
            if link.startswith("mailto:"):
                continue
            file, _, part = link.partition("#")
            target = (at.parent / file).resolve() if file else at
            inside = target.is_file() and target.is_relative_to(root.resolve())
            if not inside or (part and part not in pages[target].ids):
                yield f"{at.relative_to(root)}: {link}"
