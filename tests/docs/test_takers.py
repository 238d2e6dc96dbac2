"""Who takes a mail, in which order: the code's table is the one that the documents show."""

import runpy
from pathlib import Path

from gm.app.answering.takers import TAKERS, takers_table

DOCS = Path(__file__).parents[2] / "docs"


def test_the_table_of_takers_is_up_to_date() -> None:
    """It has been written with `make docs`."""
    shown = (DOCS / "architecture.md").read_text(encoding="utf-8")
    assert runpy.run_path(str(DOCS / "make_takers.py"))["page"]() == shown
    assert "\n".join(takers_table()) in shown


def test_every_taker_has_a_name_of_its_own_and_its_row() -> None:
    """No two are the same, and the last one takes whatever is left."""
    assert len({taker.name for taker in TAKERS}) == len({taker.take for taker in TAKERS})
    assert len(takers_table()) == len(TAKERS) + 2
    assert TAKERS[-1].name == "players"
