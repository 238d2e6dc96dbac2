"""Tables of scores and tracks: the same in plain text and in HTML."""

from __future__ import annotations

from pathlib import Path

import pytest

from gm.report.environment import Templates
from gm.report.pages.plain_pages import Track, TrackBoard, score_table

SCORES = score_table(
    [("Clann Turlough", (4, 10, "ally <of> CUL")), ("de Clare", (0, 3, ""))],
    ("Faction", "Febas", "Cattle", "Side"),
    "Who has what",
)
TRACKS = TrackBoard(
    ("Track", "Stands at", "From-to"),
    (
        Track("British morale", 8, 0, 10),
        Track("Imperial morale", 25, 0, 20, "never below 0"),
        Track("Supplies", -2, 0, 12),
    ),
)


@pytest.fixture(scope="module")
def templates(tmp_path_factory: pytest.TempPathFactory) -> Templates:
    """A room's page of two lines in either dress."""
    folder: Path = tmp_path_factory.mktemp("templates")
    for dress in ("txt", "html"):
        (folder / f"page.{dress}.j2").write_text(
            f'{{% import "tables.{dress}.j2" as tables %}}\n'
            "{{ tables.scores(page[0]) }}\n\n{{ tables.tracks(page[1]) }}\n",
            encoding="utf-8",
        )
    return Templates(folder)


@pytest.mark.slow
def test_plain_text(templates: Templates) -> None:
    """Aligned, at most 72 columns wide."""
    assert templates.text("page", page=(SCORES, TRACKS)) == (
        "WHO HAS WHAT\n"
        "  Faction         Febas  Cattle  Side\n"
        "  Clann Turlough      4      10  ally <of> CUL\n"
        "  de Clare            0       3\n"
        "\n"
        "  Track            Stands at                        From-to\n"
        "  British morale           8  ################....  0-10\n"
        "  Imperial morale         25  ####################  0-20; never below 0\n"
        "  Supplies                -2  ....................  0-12\n"
    )


def test_html(templates: Templates) -> None:
    """The same words and figures, everything escaped."""
    html = templates.html("page", page=(SCORES, TRACKS))
    for words in (
        "Who has what",
        "ally &lt;of&gt; CUL",
        ">25<",
        "0-20</span>; never below 0",
        "width: 80%",
    ):
        assert words in html.replace("\u00ad", "")
    assert html.count("<tr>") == 3 + 4


def test_a_track_without_length_is_full() -> None:
    """Nothing is divided by nought."""
    assert Track("nothing", 0, 0, 0).share == 100
