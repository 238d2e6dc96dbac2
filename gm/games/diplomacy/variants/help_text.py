"""Orders a player can copy, from a variant's `help.toml`: what the answer to HELP shows.

The files are gm's own; a fault in one names file and entry.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Literal

from pydantic import Field

from gm.errors import VariantError
from gm.games.diplomacy.variants.files import help_file
from gm.games.diplomacy.variants.tables import Table, read_tables

Copied = Annotated[str, Field(min_length=1, max_length=72)]


class HelpLine(Table):
    """An order as a player may write it, and what it says."""

    write: Copied
    says: Copied


class Special(Table):
    """Orders that a player of the plain game does not know.

    Args:
        title: above them in a game that has them; elsewhere: where the game is not known.
    """

    title: Copied
    elsewhere: Copied
    order: tuple[HelpLine, ...]


class HelpText(Table):
    """A variant's orders to copy.

    Args:
        lists: which orders count as lists, so that a new list replaces the old one.
        order: those every game has, in this board's names; special: its own, if it has any.
    """

    schema_: Annotated[Literal[1], Field(alias="schema")]
    lists: Copied
    order: tuple[HelpLine, ...]
    special: Special | None = None


@lru_cache(maxsize=16)
def help_text(variant_id: str) -> HelpText:
    """Return a variant's orders to copy; VariantError if its file is missing or broken."""
    path = help_file(variant_id)
    try:
        return read_help(f"{variant_id}/{path.name}", path.read_text(encoding="utf-8"))
    except OSError as fault:
        raise VariantError(f"{variant_id}: it has no {path.name}") from fault


def read_help(source: str, text: str) -> HelpText:
    """Return a file's text as values; VariantError says where and why it cannot be."""
    return read_tables(HelpText, source, text)
