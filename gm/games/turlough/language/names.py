"""Names of factions and hexes as lines have them: codes, names, and beginnings that fit one only (11)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Final

from gm.games.turlough.rules.tables import Tables

_LEAST_BEGINNING: Final = 3
"""So many letters of a name at least must be written (11)."""

_NO_LETTER: Final = re.compile(r"[^A-Z0-9]")


def folded(text: str) -> str:
    """Return a text in capitals, without accents and apostrophes (11)."""
    plain = unicodedata.normalize("NFKD", text.replace("’", "'"))
    return "".join(c for c in plain if not unicodedata.combining(c) and c != "'").upper()


class Names:
    """The names of some things, of which each can have several."""

    def __init__(self, names: Mapping[str, Iterable[str]]) -> None:
        """Make an index.

        Args:
            names: by what it stands for - a faction's or a hex's id - its other names.
        """
        self._exact: dict[str, str] = {}
        for id_, others in names.items():
            for name in others:
                self._exact[_letters(name)] = id_
        self._exact |= {id_: id_ for id_ in names}  # a code is itself, whatever else begins so

    def find(self, text: str) -> str | None:
        """Return what a text names; None if it is nothing, or more than one thing."""
        name = _letters(text)
        if name in self._exact:
            return self._exact[name]
        if len(name) < _LEAST_BEGINNING:
            return None
        begun = {id_ for known, id_ in self._exact.items() if known.startswith(name)}
        return begun.pop() if len(begun) == 1 else None


def _letters(text: str) -> str:
    return _NO_LETTER.sub("", folded(text))


def faction_names(tables: Tables) -> Names:
    """Return the names of the factions."""
    return Names({f.id: (f.name, *f.aliases) for f in tables.factions.values()})


def hex_names(tables: Tables) -> Names:
    """Return the names of the hexes."""
    return Names({h.id: (h.name, *h.aliases) for h in tables.hexes.values()})
