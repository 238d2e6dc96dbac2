"""The archive in a real browser: nobody is kept out, with scripts and without, by day and by night.

It is served as docs/deploy.md says, with a content security policy that allows nothing of others
and nothing inline.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.sync_playwright import Axe

from gm.app.play.seasons import process
from tests.app.archive import MAPS, write_archive
from tests.app.conftest import a_world
from tests.app.irish import irish
from tests.app.standard import play_standard
from tests.integration.test_mails_on_a_phone import PHONE as USUAL_PHONE
from tests.integration.test_mails_on_a_phone import cut_cells
from tests.peers.nu_checker import html_faults

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

GUIDE = Path(__file__).parents[2] / "docs" / "deploy.md"
PHONE = {"width": 360, "height": 740}
DESK = {"width": 1280, "height": 900}

KINDS = (
    "index.html",
    "tara/index.html",
    "tara/F1901M.html",
    "tara/S1902M.html",
    "tara/rules.html",
    "tara/journal.html",
    "tara/press.html",
    "meath/index.html",
    "meath/S1016M.html",
    "meath/W1015A.html",
    "shannon/index.html",
    "shannon/S1974M.html",
)
"""A page of each kind, of each of the three games."""


def policy() -> str:
    """Return the content security policy that the guide tells to send."""
    (line,) = [it for it in GUIDE.read_text(encoding="utf-8").splitlines() if "default-src" in it]
    return line.split('"')[1]


class _Handler(SimpleHTTPRequestHandler):
    """A plain web server that sends the policy."""

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", policy())
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the library's name
        pass


@contextmanager
def served(root: Path) -> Iterator[str]:
    """Serve a folder, and yield its address."""
    handler = partial(_Handler, directory=str(root))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()
        thread.join()


@pytest.fixture(scope="module")
def root(copied_databases: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The archive of a server with a game of each kind."""
    folder = tmp_path_factory.mktemp("site")
    with a_world(folder) as world:
        world.start("meath", "republic")
        irish(world, "shannon")
        play_standard(world)
        tara = "gm+tara@gm.example.org"
        world.mail("france", "PRESS TO ALL\nPeace,\nnow.\nENDPRESS\nA Mar - Pie", to=tara)
        for power, orders in {"munster": "A CoC\nBuild A CoS", "ulster": "A BeN"}.items():
            world.mail(power, f"Build {orders}", to="gm+meath@gm.example.org")
        process(world.services, "meath", early=True, without=True)
        for _ in range(4):
            world.tick(hours=1)
        write_archive(world, folder / "www", draw=MAPS)
    return folder / "www"


@pytest.fixture(scope="module")
def site(root: Path) -> Iterator[str]:
    """The address of the archive."""
    with served(root) as address:
        yield address


@contextmanager
def a_page(browser: Browser, size: dict[str, int], **how: object) -> Iterator[Page]:
    """Open an empty page, and assert at its end that nothing was refused or went wrong in it."""
    context = browser.new_context(viewport=size, **how)  # type: ignore[arg-type]
    page = context.new_page()
    wrong: list[str] = []
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda fault: wrong.append(str(fault)))
    # A picture that is looked at by itself names no icon, and the browser asks for one.
    page.route("**/favicon.ico", lambda asked: asked.fulfill(status=204))
    yield page
    assert wrong == []
    context.close()


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_nobody_is_kept_out(chromium: Browser, site: str, kind: str) -> None:
    """Axe finds nothing on a phone, light or dark, and nothing is wider than its screen."""
    with a_page(chromium, PHONE) as page:
        assert page.goto(f"{site}/{kind}").ok
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            found = Axe().run(page)
            assert found.violations_count == 0, f"{scheme}: {found.generate_report()}"
        assert page.evaluate("document.scrollingElement.scrollWidth") <= PHONE["width"]


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_no_table_loses_a_column_on_a_phone(chromium: Browser, site: str, kind: str) -> None:
    """At 390 pixels every cell of every table is seen, light and dark."""
    with a_page(chromium, USUAL_PHONE) as page:
        assert page.goto(f"{site}/{kind}").ok
        assert cut_cells(page) == []


@pytest.mark.slow
@pytest.mark.server("java")
def test_every_page_is_valid(root: Path) -> None:
    """The W3C's checker finds neither a fault nor anything to warn of."""
    assert html_faults(root.rglob("*.html")) == []


def test_the_seasons_are_turned_on_the_map(chromium: Browser, site: str) -> None:
    """By button, by key and by address; what is shown is read aloud, and the ends are ends."""
    with a_page(chromium, DESK) as page:
        page.goto(f"{site}/tara/index.html")
        image, count = page.locator("#board img"), page.locator("#count")
        newest = image.get_attribute("src")
        first, last = count.inner_text().split(" / ")
        assert first == last
        page.get_by_role("button", name="Back").click()
        assert image.get_attribute("src") != newest
        page.keyboard.press("ArrowRight")
        assert image.get_attribute("src") == newest
        page.keyboard.press("ArrowRight")
        assert page.get_by_role("button", name="Next").is_disabled()
        assert count.inner_text() == f"{last} / {last}"
        page.get_by_role("button", name="First").click()
        assert image.get_attribute("src") == "start.svg"
        page.keyboard.press("ArrowRight")
        assert image.get_attribute("src") == "S1901M-orders.svg"
        assert page.url.endswith("#S1901M-orders")
        assert page.locator("#caption").inner_text() == "Spring 1901: the orders"
        assert page.locator("#caption").get_attribute("aria-live") == "polite"
        assert "orders of Spring 1901" in (image.get_attribute("alt") or "")
        assert image.evaluate("one => one.decode().then(() => one.naturalWidth)") > 0
        page.goto(f"{site}/tara/index.html#F1901M-position")
        page.reload()
        assert image.get_attribute("src") == "F1901M-position.svg"
        page.goto(f"{site}/tara/index.html#S1901M-position")
        assert image.get_attribute("src") == "S1901M-position.svg"


def test_every_picture_is_reached_step_by_step(chromium: Browser, site: str) -> None:
    """The steps go by the game's own order, and leave no picture out."""
    with a_page(chromium, DESK) as page:
        page.goto(f"{site}/tara/index.html")
        page.get_by_role("button", name="First").click()
        total = int(page.locator("#count").inner_text().split(" / ")[1])
        seen = []
        for _ in range(total):
            seen.append(page.locator("#board img").get_attribute("src") or "")
            page.keyboard.press("ArrowRight")
    assert seen[:5] == [
        "start.svg",
        "S1901M-orders.svg",
        "S1901M-position.svg",
        "F1901M-orders.svg",
        "F1901M-position.svg",
    ]
    assert len(seen) == len({*seen}) == total


def test_all_is_there_without_scripts(chromium: Browser, site: str) -> None:
    """The newest map is shown, each other one is a link, and nothing offers what would not work."""
    with a_page(chromium, PHONE, java_script_enabled=False) as page:
        page.goto(f"{site}/tara/index.html")
        assert page.locator("#board img").is_visible()
        assert not page.locator("#steps").is_visible()
        assert not page.locator("#keys").is_visible()
        page.locator('ul.seasons a[href="S1901M-orders.svg"]').click()
        assert page.url.endswith("/tara/S1901M-orders.svg")
        page.goto(f"{site}/tara/index.html")
        page.get_by_role("link", name="Spring 1901", exact=True).click()
        assert page.locator("h1").inner_text() == "Spring 1901 of tara"
        page.locator("a[rel=next]").first.click()
        assert page.locator("h1").inner_text() == "Autumn 1901 of tara"


@pytest.mark.slow
def test_the_pages_work_from_a_folder(chromium: Browser, root: Path) -> None:
    """Whoever unpacks a copy reads it without any web server."""
    with a_page(chromium, DESK) as page:
        page.goto((root / "index.html").as_uri())
        page.get_by_role("link", name="tara", exact=True).click()
        page.get_by_role("button", name="First").click()
        image = page.locator("#board img")
        assert image.get_attribute("src") == "start.svg"
        assert image.evaluate("one => one.decode().then(() => one.naturalWidth)") > 0
