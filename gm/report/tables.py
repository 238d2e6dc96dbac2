"""Tables of scores and tracks, for the mails of any game: as values that templates put into words.

A template of a room imports `tables.txt.j2` or `tables.html.j2` and says `tables.scores(page.scores)`
or `tables.tracks(page.tracks)`; plain text and HTML hold the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

_STEPS: Final = 20
"""Signs of a track in plain text."""


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """Who has how much of what.

    Args:
        head: the names of the columns, the first that of the rows.
        rows: a name and figures each.
        title: over it; "" for none.
    """

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    title: str = ""

    @property
    def cells(self) -> list[tuple[str, ...]]:
        """Its rows, the head first."""
        return [self.head, *self.rows]


@dataclass(frozen=True, slots=True)
class Track:
    """A marker on a track.

    Args:
        name: of the track; value: where the marker stands.
        least, most: its ends; a marker may stand beyond them.
        note: what is said behind it: "desertion at 7".
    """

    name: str
    value: int
    least: int
    most: int
    note: str = ""

    @property
    def share(self) -> int:
        """How much of the track lies behind the marker, 0 to 100."""
        if self.most == self.least:
            return 100
        part = (self.value - self.least) / (self.most - self.least)
        return round(100 * min(1.0, max(0.0, part)))

    @property
    def bar(self) -> str:
        """The track as signs: `########............`."""
        filled = round(_STEPS * self.share / 100)
        return "#" * filled + "." * (_STEPS - filled)

    @property
    def ends(self) -> str:
        """Its ends: `0-10`."""
        return f"{self.least}-{self.most}"


@dataclass(frozen=True, slots=True)
class TrackBoard:
    """The tracks of a game, one below the other.

    Args:
        head: what is called a track, where its marker stands, and its ends, as a table has it.
        tracks: from above.
    """

    head: tuple[str, str, str]
    tracks: tuple[Track, ...]

    @property
    def cells(self) -> list[tuple[str, ...]]:
        """Its tracks as rows of plain text, a head over them."""
        name, value, ends = self.head
        return [(name, value, "", ends), *(_cells(track) for track in self.tracks)]


def score_table(
    figures: Sequence[tuple[str, Sequence[int | str]]], head: Sequence[str], title: str = ""
) -> ScoreTable:
    """Return a table of what each has; `head` names the columns, the first that of the names."""
    rows = tuple((name, *map(str, found)) for name, found in figures)
    return ScoreTable(tuple(head), rows, title)


def _cells(track: Track) -> tuple[str, ...]:
    ends = f"{track.ends}; {track.note}" if track.note else track.ends
    return track.name, str(track.value), track.bar, ends
