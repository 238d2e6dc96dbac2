"""The texts that stand with a variant: its rules in words (`rules.toml`) and orders to copy (`help.toml`)."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import zip_longest
from pathlib import Path
from typing import Annotated, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from gm.contract.pages import Chapter, Paragraph
from gm.errors import VariantError
from gm.games.diplomacy.rules.board import Board, OffBoard, Power, ProvinceId
from gm.games.diplomacy.rules.winter.accounts import Rates
from gm.games.diplomacy.variants.rulebook import in_force
from gm.languages import gettext, listed, number_word

# Where the texts that stand with a variant are.

_HERE = Path(__file__).resolve().parent


def rules_file(variant: str) -> Path:
    """The rules of a variant in words; ``rulebook`` is what several share. Part of the package."""
    return _HERE / "rulebook.toml" if variant == "rulebook" else _HERE / variant / "rules.toml"


def help_file(variant: str) -> Path:
    """The orders of a variant that HELP shows. Part of the package."""
    return _HERE / variant / "help.toml"


# How the texts that stand with a variant are read: TOML tables of a fixed form.
#
# The files are gm's own; a fault in one names file and entry.


class TextTable(BaseModel):
    """A table of such a file: it holds what its form names and nothing else."""

    model_config = ConfigDict(frozen=True, extra="forbid")


T = TypeVar("T", bound=TextTable)


def read_tables(form: type[T], source: str, text: str) -> T:
    """Return a file's text as values.

    Args:
        form: of the whole file.
        source: the file, as faults name it: "republic/rules.toml".
        text: what it holds.

    Raises:
        VariantError: it is no TOML, or not of the form; says where and why.
    """
    try:
        return form.model_validate(tomllib.loads(text))
    except tomllib.TOMLDecodeError as fault:
        raise VariantError(f"{source}: {fault}") from fault
    except ValidationError as faults:
        first = faults.errors()[0]
        steps = (str(step + 1) if isinstance(step, int) else step for step in first["loc"])
        raise VariantError(f"{source}: {'.'.join(steps)}: {first['msg']}") from faults


# The figures, powers and years of a board, in the words in which rules texts name them.

REOPENING = 3
"""Years from the first to the one from whose spring on black holes are reopened (Irish 8)."""


def figures(board: Board) -> dict[str, str]:
    """Return every placeholder a rules text may use, with what it stands for on this board.

    What supply points cost is read as the rules read it, so that a board which leaves a figure
    out is described as it is played.
    """
    rates = Rates.of(board.facts)
    powers = tuple(board.powers.values())
    first_year = int(board.facts.get("first_year", 0))
    return {
        "count_powers": number_word(len(powers)).capitalize(),
        "count_powers_small": number_word(len(powers)),
        "powers": _listed(power.name for power in powers),
        "total_centres": str(sum(1 for _ in board.centres())),
        "victory_centres": str(board.facts.get("victory_centres", "")),
        "first_year": str(first_year),
        "next_year": str(first_year + 1),
        "homes": "; ".join(f"{power.name}: {', '.join(_homes(board, power))}" for power in powers),
        "points_per_centre": str(rates.centre),
        "points_per_off_board": str(rates.off_board),
        "unit_upkeep": str(rates.unit),
        "bridge_upkeep": str(rates.bridge),
        "bridge_loss_penalty": str(rates.lost_bridge),
        **_sites(board, powers),
        **_off_board(powers),
        **_ranks(powers),
        **_lands(powers),
        **_specials(board),
        "reopen_year": str(first_year + REOPENING),
        "minor_points_per_centre": str(board.facts.get("minor_points_per_centre", 5)),
        "major_points_per_centre": str(board.facts.get("major_points_per_centre", 2)),
    }


def _ranks(powers: tuple[Power, ...]) -> dict[str, str]:
    """Return the major and the minor powers (Irish 2)."""
    majors = [power.name for power in powers if power.rank == "major"]
    minors = [power.name for power in powers if power.rank != "major"]
    return {
        "majors": _listed(majors),
        "count_majors": number_word(len(majors)),
        "minors": _listed(minors),
        "count_minors": number_word(len(minors)),
    }


def _lands(powers: tuple[Power, ...]) -> dict[str, str]:
    """Return the countries that are more than their homes (Irish 3)."""
    known = (f"{power.name}: {' '.join(power.land)}" for power in powers if power.land)
    return {"lands": "; ".join(known)}


def _specials(board: Board) -> dict[str, str]:
    """Return how many special units there are, and where they wait (Irish 10, 11)."""
    usual = {"irish_units": 2, "psychiatrist_units": 3}
    counts = {name: board.facts.get(name, count) for name, count in usual.items()}
    boxes = {name: str(board.facts.get(name, "")) for name in ("irish_home", "psychiatrist_home")}
    return {
        **{name: number_word(int(count)) for name, count in counts.items()},
        **{name: _name_of(board, place) for name, place in boxes.items()},
    }


def _name_of(board: Board, place: str) -> str:
    return board.province(ProvinceId(place)).name if place in board.provinces else place


def _sites(board: Board, powers: tuple[Power, ...]) -> dict[str, str]:
    """Return who has homes that are no supply centres, and which (Republic 3)."""
    bare = [
        power for power in powers if any(not board.province(home).is_centre for home in power.home)
    ]
    names = [
        board.province(home).name
        for power in bare
        for home in power.home
        if not board.province(home).is_centre
    ]
    return {
        "centre_home_powers": _listed(power.name for power in powers if power not in bare),
        "site_home_powers": _listed(power.name for power in bare),
        "site_homes": _listed(names),
        "site_homes_or": _listed(names, "or"),
    }


def _off_board(powers: tuple[Power, ...]) -> dict[str, str]:
    """Return who has off-board centres, and from which winter on how many (Republic 3, 5)."""
    having = [power for power in powers if power.off_board]
    lines = having[0].off_board if having else ()
    return {
        "off_board_power": _listed(power.name for power in having),
        "off_board_calendar": ", ".join(
            _in_winters(line, following) for line, following in zip_longest(lines, lines[1:])
        ),
    }


def _in_winters(line: OffBoard, following: OffBoard | None) -> str:
    number, first = number_word(line.centres), line.from_year
    if following is None:
        # Translators: {number} is a number of centres, "two".
        return gettext("{number} from Winter {year} on", number=number, year=first)
    last = following.from_year - 1
    if last == first:
        return gettext("{number} in Winter {year}", number=number, year=last)
    return gettext(
        "{number} in the winters of {first} to {last}", number=number, first=first, last=last
    )


def _homes(board: Board, power: Power) -> tuple[str, ...]:
    return tuple(board.province(home).name for home in power.home)


def _listed(words: Iterable[str], last: Literal["and", "or"] = "and") -> str:
    return listed(words, last) or gettext("nobody")


# The rules of a game in words, from a variant's `rules.toml` and the settings in force.
#
# The same settings that build a game's rules choose its text, so that the two cannot differ. The
# files are gm's own, found at start-up or not at all; a fault in one names file and entry.

SHARED = "rulebook"
"""The text that several variants share."""

NUMBER = "number"
"""Under this name stand the words of a setting that is a number."""

Identifier = Annotated[str, Field(pattern=r"^[a-z]+(-[a-z]+)*$")]
RuleNumber = Annotated[str, Field(pattern=r"^[1-9]\d?[a-z]?$")]
Words = Annotated[str, Field(min_length=1)]


class TextEntry(TextTable):
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
    def _has_one_kind_of_text(self) -> TextEntry:
        if (self.text is None) is (not self.by) or bool(self.setting) is not bool(self.by):
            raise ValueError("an entry has either `text`, or `setting` and `by`")
        return self


class TextSection(TextTable):
    """A titled section; `also` names sections of the shared text that follow its own entries."""

    id: Identifier
    title: Words
    also: tuple[Identifier, ...] = ()
    also_rules: tuple[RuleNumber, ...] = ()
    entry: tuple[TextEntry, ...] = ()


class RulesText(TextTable):
    """A whole file."""

    schema_: Annotated[Literal[1], Field(alias="schema")]
    section: tuple[TextSection, ...]


def read_rules(source: str, text: str) -> RulesText:
    """Return a file's text as values.

    Raises:
        VariantError: it is no TOML, or not of the form; says where and why.
    """
    return read_tables(RulesText, source, text)


@lru_cache(maxsize=16)
def load_rules(variant_id: str) -> tuple[TextSection, ...]:
    """Return a variant's sections with what they share filled in; () if nobody wrote any.

    Raises:
        VariantError: its file or the shared one is broken, or an id stands twice.
    """
    path = rules_file(variant_id)
    if not path.is_file():
        return ()
    variant_text = read_rules(f"{variant_id}/{path.name}", path.read_text(encoding="utf-8"))
    shared = rules_file(SHARED)
    pool = read_rules(shared.name, shared.read_text(encoding="utf-8"))
    return merged(variant_id, variant_text, pool)


def merged(variant_id: str, variant_text: RulesText, pool: RulesText) -> tuple[TextSection, ...]:
    """Return the sections with the shared entries they ask for; VariantError if that is amiss."""
    known = {section.id: section.entry for section in pool.section}
    made: list[TextSection] = []
    for section in variant_text.section:
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
    source: str, sections: Sequence[TextSection], board: Board, settings: Mapping[str, str]
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
    entries: tuple[TextEntry, ...],
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


def _worded(entry: TextEntry, value: str) -> str | None:
    """Return an entry's words for the value of its setting, if it has any for it."""
    if not entry.setting:
        return entry.text
    return entry.by.get(value) or (entry.by.get(NUMBER) if value.isdecimal() else None)


# Orders a player can copy, from a variant's `help.toml`: what the answer to HELP shows.
#
# The files are gm's own; a fault in one names file and entry.

Copied = Annotated[str, Field(min_length=1, max_length=72)]


class HelpLine(TextTable):
    """An order as a player may write it, and what it says."""

    write: Copied
    says: Copied


class SpecialOrders(TextTable):
    """Orders that a player of the plain game does not know.

    Args:
        title: above them in a game that has them; elsewhere: where the game is not known.
    """

    title: Copied
    elsewhere: Copied
    order: tuple[HelpLine, ...]


class HelpText(TextTable):
    """A variant's orders to copy.

    Args:
        lists: which orders count as lists, so that a new list replaces the old one.
        order: those every game has, in this board's names; special: its own, if it has any.
    """

    schema_: Annotated[Literal[1], Field(alias="schema")]
    lists: Copied
    order: tuple[HelpLine, ...]
    special: SpecialOrders | None = None


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
