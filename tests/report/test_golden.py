"""Every mail as a whole, compared with one that was read by eye; most are kept in short (`tests.folded`).

`UPDATE_GOLDEN=1` writes the golden files anew; read what has changed before you commit it.
"""

from __future__ import annotations

import os
from html.parser import HTMLParser
from pathlib import Path

import pytest

from gm.report.wording.text import SOFT_HYPHEN, WIDTH
from tests.folded import folded
from tests.report.scenes import SCENES

GOLDEN = Path(__file__).parent / "golden"
IN_HTML = {
    "republic-receipt-faults",
    "republic-4-winter-britain",
    "standard-2-autumn-list",
    "irish-8-hand-sweden",
    "irish-5-spring-italy-spain",
    "irish-receipt-numbered",
}
VOID = {"meta", "br"}


def compared(path: Path, text: str) -> None:
    """Compare a text with its golden file, or write the file where that is wanted."""
    if os.environ.get("UPDATE_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", SCENES)
def test_a_mail_reads_as_its_golden_file(name: str) -> None:
    """Subject and plain text are, letter by letter, those that were read by eye."""
    mail = SCENES[name]()
    text = f"Subject: {mail.subject}\n\n{mail.text}"
    compared(GOLDEN / f"{name}.txt", text if name in IN_HTML else folded(text))


@pytest.mark.parametrize("name", sorted(IN_HTML))
def test_html_is_as_its_golden_file(name: str) -> None:
    """The HTML is, letter by letter, what was looked at in a browser."""
    compared(GOLDEN / f"{name}.html", SCENES[name]().html)


def test_no_golden_file_is_left_behind() -> None:
    """Every golden file belongs to a scene."""
    known = {f"{name}.txt" for name in SCENES} | {f"{name}.html" for name in IN_HTML}
    assert {path.name for path in GOLDEN.iterdir()} == known


@pytest.mark.parametrize("name", SCENES)
def test_text_fits_a_terminal(name: str) -> None:
    """No line is wider than 72 columns, none ends in a blank, no two blank lines follow."""
    text = SCENES[name]().text
    lines = text.split("\n")
    assert [line for line in lines if len(line) > WIDTH] == []
    assert [line for line in lines if line != line.rstrip()] == []
    assert "\n\n\n" not in text


class Shape(HTMLParser):
    """Reads HTML strictly: every tag is closed in its turn, and the words are kept."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.words: list[str] = []
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an opened tag, and whatever it would load."""
        self.addresses += [value or "" for name, value in attrs if name in {"src", "href"}]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Close the tag that was opened last."""
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Keep words that a reader sees."""
        if self.open and self.open[-1] not in {"style", "title"}:
            self.words += data.replace(SOFT_HYPHEN, "").split()


@pytest.mark.parametrize("name", SCENES)
def test_html_is_whole_small_and_loads_nothing(name: str) -> None:
    """Tags are closed, nothing is fetched from anywhere, and no mail client clips it."""
    html = SCENES[name]().html
    shape = Shape()
    shape.feed(html)
    assert shape.open == []
    assert shape.addresses == []
    assert "url(" not in html
    assert len(html.encode()) < 100_000
    assert 'content="light dark"' in html


@pytest.mark.parametrize("name", SCENES)
def test_html_colours_neither_text_nor_ground(name: str) -> None:
    """Colours mark borders only, so that a dark screen stays readable."""
    styles = [part.split('"')[0] for part in SCENES[name]().html.split('style="')[1:]]
    assert styles
    for style in styles:
        properties = {one.split(":")[0].strip() for one in style.split(";")}
        assert not properties & {"color", "background", "background-color"}


@pytest.mark.parametrize(
    "name", [name for name in SCENES if not {"help", "judge"} & {*name.split("-")}]
)
def test_both_dresses_say_the_same(name: str) -> None:
    """Every name, figure and order of the plain text stands in the HTML too.

    The judges' manner is compared with the season itself, in `test_judge_dress`.
    """
    mail = SCENES[name]()
    shape = Shape()
    shape.feed(mail.html)
    html = " ".join(shape.words).casefold()
    words = {word.strip("*-.,:;!()[]") for word in mail.text.casefold().split()}
    words.discard("==")  # what marks a heading of plain text
    assert sorted(word for word in words if word not in html) == []
