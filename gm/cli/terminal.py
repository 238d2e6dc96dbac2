"""The one way by which commands print: what mails brought in steers nobody's terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TextIO, cast

from gm.report.wording.text import escaped


class Escaping:
    """A stream that shows, and does not pass on, what would steer a terminal.

    Args:
        exact: the stream behind it, for those who colour what they write, and for files.
    """

    def __init__(self, exact: TextIO) -> None:
        self.exact = exact

    def write(self, text: str) -> int:
        """Write a text; return how many letters of it were written, as streams do."""
        self.exact.write(escaped(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Write texts one after the other."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        """Return whatever else the stream behind can do."""
        return getattr(self.exact, name)


def exact(stream: TextIO) -> TextIO:
    """Return the stream behind one that escapes; any other as it is."""
    return stream.exact if isinstance(stream, Escaping) else stream


@contextmanager
def escaping() -> Iterator[None]:
    """Escape what is printed within, on standard output and on standard error."""
    before = sys.stdout, sys.stderr
    sys.stdout = cast("TextIO", Escaping(exact(sys.stdout)))
    sys.stderr = cast("TextIO", Escaping(exact(sys.stderr)))
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before
