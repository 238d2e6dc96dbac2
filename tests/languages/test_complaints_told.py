"""Complaints about lines, and remarks on them, are said through the catalogues."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from gm.games.diplomacy.language.mails import read_orders
from gm.games.diplomacy.language.walks import read_walks
from gm.games.diplomacy.readings import Context
from gm.languages import speaking_from
from gm.testing.pseudo import Pseudo
from tests.interpret.conftest import position
from tests.interpret.irish_board import changed
from tests.languages.untold import own_words, untold

FOLDER = Path(__file__).parent.parent / "interpret"
COASTS = ("north", "south", "east", "west", "coast")
SHORT = re.compile(r"\b[AF] [A-Za-z0-9/]+\b|“[^”]*”")
"""Orders and words of the sender, which are repeated as they are."""


def positions(file: str) -> Iterator[tuple[Context, list[str]]]:
    """Yield each position of a table with its lines."""
    for table in tomllib.loads((FOLDER / file).read_text(encoding="utf-8")).values():
        lines = [one["text"] for one in table["lines"]]
        if file == "republic.toml":
            where = {key: table[key] for key in ("phase", "power", "units")}
            extra = {"centres": table.get("centres"), "bridges": tuple(table["bridges"])}
            yield position("republic", **where, **extra), lines
        else:
            yield changed(**{key: value for key, value in table.items() if key != "lines"}), lines


def said_of(context: Context, text: str) -> list[str]:
    """Return all that is told about a line, with the sender's own words left out."""
    read = read_walks if context.power == "GM" else read_orders
    lines = (
        read([text], context) if read is read_walks else read_orders([text], context, strict=True)
    )
    told = [one.problem.message for one in lines.lines if one.problem is not None]
    return [
        SHORT.sub("", one) for one in (*told, *(r for line in lines.lines for r in line.remarks))
    ]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("file", ["republic.toml", "irish-spellings.toml"])
def test_all_complaints_are_told(file: str) -> None:
    """In a made-up language nothing of what is told about a line stays plain English."""
    plain = []
    for context, lines in positions(file):
        words = own_words(context.board) | {"irish", "psychiatrist", "gm_walk", *COASTS}
        words |= {f"{word}'" for word in words}  # what stands behind it is told
        for text in lines:
            with speaking_from(Pseudo()):
                said = said_of(context, text)
            known = words | {word.casefold() for word in re.findall(r"[A-Za-z']+", text)}
            plain += [left for one in said for left in untold(one, known)]
    assert plain == []
