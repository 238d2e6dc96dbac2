"""The rules of a game in words, from a variant's `rules.toml` and the settings in force.

The same settings that build a game's rules choose its text, so that the two cannot differ. The
files are gm's own, found at start-up or not at all; a fault in one names file and entry.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Literal

from pydantic import Field, model_validator

from gm.contract.rules_text import Chapter, Paragraph
from gm.errors import VariantError
from gm.games.diplomacy.rules.board import Board
from gm.games.diplomacy.variants.figures import figures
from gm.games.diplomacy.variants.files import rules_file
from gm.games.diplomacy.variants.rulebook import in_force
from gm.games.diplomacy.variants.tables import Table, read_tables
from gm.languages import gettext

SHARED = "rulebook"
"""The text that several variants share."""

NUMBER = "number"
"""Under this name stand the words of a setting that is a number."""

Identifier = Annotated[str, Field(pattern=r"^[a-z]+(-[a-z]+)*$")]
RuleNumber = Annotated[str, Field(pattern=r"^[1-9]\d?[a-z]?$")]
Words = Annotated[str, Field(min_length=1)]


class Entry(Table):
    """One paragraph of the rules, as its file has it.

    Args:
        id: stable; tests and notes name it.
        rules: the numbers of the printed rules it carries out; () where they have none.
        ruling: it settles what those rules leave open.
        text: what it says, or
        setting, by: which setting decides, and what it says for each value; `number` has the
            words for every number, which they may name in braces.
    """

    id: Identifier
    rules: tuple[RuleNumber, ...] = ()
    ruling: bool = False
    text: Words | None = None
    setting: str = ""
    by: dict[str, Words] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _has_one_kind_of_text(self) -> Entry:
        if (self.text is None) is (not self.by) or bool(self.setting) is not bool(self.by):
            raise ValueError("an entry has either `text`, or `setting` and `by`")
        return self


class Section(Table):
    """A titled section; `also` names sections of the shared text that follow its own entries."""

    id: Identifier
    title: Words
    also: tuple[Identifier, ...] = ()
    also_rules: tuple[RuleNumber, ...] = ()
    entry: tuple[Entry, ...] = ()


class RulesText(Table):
    """A whole file."""

    schema_: Annotated[Literal[1], Field(alias="schema")]
    section: tuple[Section, ...]


def read_rules(source: str, text: str) -> RulesText:
    """Return a file's text as values.

    Raises:
        VariantError: it is no TOML, or not of the form; says where and why.
    """
    return read_tables(RulesText, source, text)


@lru_cache(maxsize=16)
def load_rules(variant_id: str) -> tuple[Section, ...]:
    """Return a variant's sections with what they share filled in; () if nobody wrote any.

    Raises:
        VariantError: its file or the shared one is broken, or an id stands twice.
    """
    path = rules_file(variant_id)
    if not path.is_file():
        return ()
    own = read_rules(f"{variant_id}/{path.name}", path.read_text(encoding="utf-8"))
    shared = rules_file(SHARED)
    pool = read_rules(shared.name, shared.read_text(encoding="utf-8"))
    return merged(variant_id, own, pool)


def merged(variant_id: str, own: RulesText, pool: RulesText) -> tuple[Section, ...]:
    """Return the sections with the shared entries they ask for; VariantError if that is amiss."""
    known = {section.id: section.entry for section in pool.section}
    made: list[Section] = []
    for section in own.section:
        if missing := [name for name in section.also if name not in known]:
            raise VariantError(
                f"{variant_id}: section {section.id!r}: nothing shared is called {missing[0]!r}"
            )
        more = [
            entry.model_copy(update={"rules": section.also_rules})
            for name in section.also
            for entry in known[name]
        ]
        made.append(section.model_copy(update={"entry": (*section.entry, *more)}))
    entries = [entry.id for section in made for entry in section.entry]
    if twice := sorted({text for text in entries if entries.count(text) > 1}):
        raise VariantError(f"{variant_id}: two entries are called {twice[0]!r}")
    return tuple(made)


def rules_as_played(
    variant_id: str, board: Board, settings: Mapping[str, str]
) -> tuple[Chapter, ...]:
    """Return a game's rules in words.

    Args:
        variant_id: "republic"; a variant nobody wrote a text for has none.
        board: whose figures it is played with.
        settings: all of the game, those of the house too, as chosen.

    Raises:
        VariantError: the text has no words for a value, or asks for a figure nobody gives it.
    """
    return told(variant_id, load_rules(variant_id), board, settings)


def told(
    source: str, sections: Sequence[Section], board: Board, settings: Mapping[str, str]
) -> tuple[Chapter, ...]:
    """Return these sections as they are played; VariantError as in `rules_as_played`."""
    known, values = figures(board), in_force(settings)
    return tuple(
        Chapter(
            section.id,
            gettext(section.title),
            tuple(_played(source, section.entry, known, values)),
        )
        for section in sections
    )


def _played(
    source: str,
    entries: tuple[Entry, ...],
    known: Mapping[str, str],
    values: Mapping[str, str],
) -> Iterator[Paragraph]:
    for entry in entries:
        value = values.get(entry.setting, "") if entry.setting else ""
        words = _worded(entry, value)
        where = f"{source}: rule {entry.id!r}"
        if words is None:
            raise VariantError(f"{where}: no words for {entry.setting} = {value!r}")
        try:
            text = gettext(sentences(words), **{**known, entry.setting: value})
        except (KeyError, ValueError, IndexError) as fault:
            raise VariantError(f"{where}: no figure for {fault}") from fault
        yield Paragraph(entry.id, text, entry.rules, entry.ruling, entry.setting, value)


def sentences(text: str) -> str:
    """Return a text of such a file without its line breaks, as translators get it."""
    return " ".join(text.split())


def _worded(entry: Entry, value: str) -> str | None:
    """Return an entry's words for the value of its setting, if it has any for it."""
    if not entry.setting:
        return entry.text
    return entry.by.get(value) or (entry.by.get(NUMBER) if value.isdecimal() else None)
