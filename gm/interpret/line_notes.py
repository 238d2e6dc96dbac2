"""Remarks on lines of a mail, each with the line that it is about."""

from __future__ import annotations

from textwrap import shorten
from typing import Final

from gm.contract.language import LineRead
from gm.languages import quoted

LONGEST_ECHO: Final = 60
"""Letters of a line that a remark repeats, in whole words."""


def noted(line: LineRead) -> tuple[str, ...]:
    """Return the remarks on a line, each with the beginning of it."""
    if not line.remarks:
        return ()
    head = shorten(line.text, LONGEST_ECHO, placeholder=" ...")
    return tuple(f"{quoted(head)}: {remark}" for remark in line.remarks)
