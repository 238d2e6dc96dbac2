"""How doubtful words of a line were taken: found once, said in the language of whoever reads it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from gm.games.diplomacy.language.line_words import read_as, taken_as_remark


@dataclass(frozen=True, slots=True)
class Aside:
    """Words that were passed over."""

    text: str

    def said(self) -> str:
        """Return the sentence on it."""
        return taken_as_remark(self.text)


@dataclass(frozen=True, slots=True)
class ReadAs:
    """A word that was not as it should be, and what it was understood as."""

    written: str
    meant: str

    def said(self) -> str:
        """Return the sentence on it."""
        return read_as(self.written, self.meant)


Remark: TypeAlias = Aside | ReadAs
