"""Paragraphs put together again that a client broke softly (RFC 3676)."""

import re

_QUOTED = re.compile(r">+")


def unflow(lines: list[str], *, delsp: bool) -> list[str]:
    """Join the soft line breaks of a format=flowed text, at each quote depth by itself.

    Args:
        lines: the text's lines as sent.
        delsp: the DelSp=yes parameter: the space that marks a soft break is not text.

    Returns:
        Whole paragraphs; quoted ones begin with their marks and a space.
    """
    paragraphs: list[list[str]] = []
    open_depth: int | None = None
    for line in lines:
        depth, text = _stripped(line)
        soft = text.endswith(" ") and text != "-- "
        piece = text[:-1] if soft and delsp else text
        if open_depth == depth and text != "-- ":
            paragraphs[-1].append(piece)
        else:
            paragraphs.append(["> " * depth, piece])
        open_depth = depth if soft else None
    return ["".join(pieces) for pieces in paragraphs]


def _stripped(line: str) -> tuple[int, str]:
    """The quote depth of a line, and its text without marks and space-stuffing (4.4)."""
    match = _QUOTED.match(line)
    depth = match.end() if match else 0
    return depth, line[depth:].removeprefix(" ")
