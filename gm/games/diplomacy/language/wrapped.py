"""Puts together a conditional order that its writer or a mail program broke over several lines.

Read line by line, its `else build A CoC` would count whatever the condition comes to.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import islice

from gm.games.diplomacy.language.attempts import opens_condition
from gm.games.diplomacy.rules.board import Board
from gm.interpret import press
from gm.interpret.folding import fold

MOST_PIECES = 8
"""Lines that one conditional order is looked for in, empty ones included."""

_CONDITION = re.compile(r"\b(if|unless|when|in case)\b", re.I)
_GOES_ON = re.compile(r"[(,;]*\s*(then|else|otherwise)\b", re.I)
_BREAKS_OFF = re.compile(r"(?<![^\W_])(?:then|else|otherwise)\s*[,:]?\s*$", re.I)
_ELSE_INSIDE = re.compile(r"(?:(?!\b(?:if|unless)\b).)+\b(else|otherwise)\b", re.I)


def whole_condition(
    board: Board, text: str, following: Iterable[str], fits: Callable[[str], bool]
) -> tuple[str, int]:
    """Return a line with the lines below that belong to its condition, and how many those are.

    A line that begins with `then` or `else` always belongs to it, and so does the one below a
    `then` or `else` that ends its line; any other one only if the order can be read with it and
    not without it, or holds the `else`, and no empty line is between.

    Args:
        board: whose names tell a condition from talk.
        text: the line as written.
        following: the lines below it.
        fits: tells whether a line can be read and carried out.
    """
    if _CONDITION.search(text) is None or not opens_condition(board, fold(text)):
        return text, 0
    whole, taken, tried, apart = text, 0, text, False
    for count, line in enumerate(islice(following, MOST_PIECES - 1), 1):
        piece = fold(line[:500])
        if not piece:
            apart = True
            continue
        broken = taken == count - 1 and _BREAKS_OFF.search(tried) is not None
        tried = f"{tried.rstrip()} {line.strip()}"
        if _GOES_ON.match(piece) or broken:
            whole, taken = tried, count
        elif apart or (fits(whole) and not _ELSE_INSIDE.match(piece)):
            break
        elif fits(tried):
            whole, taken = tried, count
    return whole, taken


def block_in_one_line(condition: str, inside: list[str]) -> str:
    """Return a block as `IF c THEN a AND b ELSE d`."""
    parts = [f"{fold(condition).rstrip(':,')} THEN"]
    fresh = True
    for line in inside:
        plain = fold(line).rstrip(" .,;")
        if press.closes_if(plain):
            continue
        rest = press.otherwise(plain)
        if rest is not None:
            nested = press.opens_if(rest)
            parts.append(f"ELSE {rest}{' THEN' if nested else ''}".rstrip())
            fresh = not rest or nested
            continue
        parts.append(plain if fresh else f"AND {plain}")
        fresh = False
    return " ".join(parts)
