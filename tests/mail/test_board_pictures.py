"""The marks by which a mail's picture of the board is found when it is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import cast

import pytest

from gm.contract.facts import Part
from gm.contract.past import Past
from gm.contract.seats import SeatId
from gm.errors import NotAllowed
from gm.mail.board_pictures import BoardPictures


def _nothing(past: Past[object, object], number: int, *, begins: bool = False) -> object:
    raise AssertionError("a mark is read before anything is drawn")


PICTURES = BoardPictures(_nothing)


@pytest.mark.parametrize("text", ["", "after", "after/x/en", "before/1", "table/1/en"])
def test_what_marks_no_picture_is_told(text: str) -> None:
    """Nothing else is drawn."""
    with pytest.raises(NotAllowed):
        PICTURES.marked(text)


def test_a_mark_says_stage_and_language() -> None:
    """Everybody may see it."""
    marked = PICTURES.marked("after/12/de")
    assert (marked.number, marked.language, marked.viewer.part) == (12, "de", Part.ARCHIVE)
    assert PICTURES.marked("before/1/xx").language == ""


def test_a_part_is_marked_by_its_seats() -> None:
    """A room that draws none says so; one that does is asked for those seats."""
    asked = list[object]()

    def _part(past: Past[object, object], number: int, seats: Sequence[SeatId]) -> object:
        asked.append((number, *seats))
        return "the part"

    past = cast("Past[object, object]", SimpleNamespace(game=SimpleNamespace(name="tara")))
    with pytest.raises(NotAllowed):
        PICTURES.shown("after/3/en/CT+CTA", past)
    assert BoardPictures(_nothing, _part).shown("after/3/en/CT+CTA", past) == "the part"
    assert asked == [(3, "CT", "CTA")]
