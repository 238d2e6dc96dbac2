"""The marks by which a mail's picture of the board is found when it is drawn."""

from __future__ import annotations

import pytest

from gm.contract.facts import Part
from gm.contract.past import Past
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
