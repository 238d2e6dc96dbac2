"""Boxes before orders, some of them ticked: `[x] Pay 3 to Leinster`, beside `[ ] Pay 4 to Munster`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from gm.contract.told import ReadLine
from gm.languages import gettext

_BULLET: Final = r"\s*(?:[-*+•]\s+|\d{1,2}[.)]\s+)?"

_TICKED: Final = re.compile(rf"{_BULLET}(?:[\[(]\s?[xX✓✔✗✘]\s?[\])]|[☑☒✅✔✓🗹]\ufe0f?)\s*(?=\w)")
"""How a line begins that its writer has ticked."""

_EMPTY: Final = re.compile(rf"{_BULLET}(?:\[\s{{0,3}}\]|\(\s{{0,3}}\)|[☐⬜□▢◻🔲]\ufe0f?)\s*(?=\w)")
"""How a line begins that he has left, if another one is ticked."""


def without_unticked(lines: Sequence[str]) -> tuple[list[str], tuple[ReadLine, ...]]:
    """Return lines without boxes, those blank that their writer has not ticked, and what these are told."""
    if not any(map(_TICKED.match, lines)):
        return [*lines], ()
    left, told = [], []
    for line in lines:
        if _EMPTY.match(line):
            why = gettext("Its box is empty and another one is ticked, so it was not taken.")
            told.append(ReadLine(line.strip(), why))
            left.append("")
        else:
            match = _TICKED.match(line)
            left.append(line[match.end() :] if match else line)
    return left, tuple(told)
