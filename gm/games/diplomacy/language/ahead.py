"""Finds the orders for a later phase in a mail: by the heading they stand under, or by their verbs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from gm.games.diplomacy.language.binding.names import bound_of, find_power
from gm.games.diplomacy.language.binding.other_names import spoken_by
from gm.games.diplomacy.language.grammar.places import place_word
from gm.games.diplomacy.language.retreat_lists import retreat_phase, retreating
from gm.games.diplomacy.readings import Context, LineReading
from gm.games.diplomacy.rules.board import Board
from gm.games.diplomacy.rules.phases import Phase, PhaseKind, Season, is_in_calendar
from gm.games.diplomacy.wording.complaints import line_words
from gm.interpret import press
from gm.interpret.folding import fold
from gm.interpret.grammars import Node, kind_of, subtrees

_LATER = {
    "build",
    "bare_bridge",
    "build_bridge",
    "build_pair",
    "remove_bridge",
    "remove_pair",
    "pay",
    "receive",
    "waive",
}
"""Items that nobody orders before the winter."""

_HEADING = re.compile(
    r"(?:(?P<power>[^\W\d_]{4,})[\s,:-]+)??"
    r"(?:(?:for|in|here|are|is|these|my|our|the|and|also|now|then|orders|builds|adjustments|payments)\s+)*"
    r"(?:(?P<season>spring|summer|autumn|fall|winter)(?:\s*,?\s*'?(?P<year>\d{2,4}))?"
    r"|(?P<letter>[SFW])\s?(?P<short>\d{2,4})\s?(?P<kind>[MRAB]?)"
    r"|builds|adjustments|moves|movements?|retreats)(?![^\W_])"
    r"(?:\s+(?:moves?|movements?|retreats?|builds?|removals?|payments?|adjustments?|orders?|and))*"
    r"\s*(?P<end>[:.,-]*)",
    re.I,
)


_BEHIND = re.compile(
    r"((?:build|pay|remove|waive)\s[^,;:.!?]{1,40}?),?\s+(?:for|in)\s+(?:the\s+)?winter\.?", re.I
)
"""An order of which its last words say that it is for the winter."""

_OF_MOVES = re.compile(r"\bmove", re.I)
_OF_RETREATS = re.compile(r"\bretreat", re.I)
_OF_WINTER = re.compile(r"\b(?:build|removal|adjustment|payment)", re.I)


@dataclass(frozen=True, slots=True)
class Heading:
    """A line, or the beginning of one, that says for which phase orders are.

    Args:
        season: its letter, S, F or W; "" for none.
        year: as written, the last two figures if there were no more; None for none.
        kind: what it asks for, where it says so; of builds and payments the winter.
        rest: the order behind it on its line; "" if it stands by itself, for the lines below it.
        ends: it stands behind its order: `Build A DbN in winter`.
    """

    season: str
    year: int | None
    kind: PhaseKind | None
    rest: str
    ends: bool = False

    def is_of(self, year: int) -> bool:
        """Tell whether it names that year, or none."""
        return self.year is None or self.year in {year, year % 100}

    def phase_after(self, phase: Phase) -> Phase:
        """Return the phase it means, in a mail that comes in a phase: what it leaves out is that."""
        year = phase.year if self.year is None else year_near(phase.year, self.year)
        kind = self.kind
        if kind is PhaseKind.ADJUSTMENT:
            return Phase(year, Season.WINTER, kind)
        season = Season(self.season) if self.season else phase.season
        if kind is None:
            same = (year, season) == (phase.year, phase.season)
            kind = phase.kind if same else PhaseKind.MOVEMENT
        elif season is Season.WINTER:
            season = Season.AUTUMN
        return Phase(year, season, kind)


def year_near(year: int, written: int) -> int:
    """Return the year that is written in a mail of a year, maybe with its last two figures only."""
    return written if written > 99 else year - year % 100 + written


def heading_of(board: Board, text: str) -> Heading | None:
    """Return the heading that a folded line is or begins with; None if it has none.

    Before orders on the same line it needs its colon, `Winter 1016: Build A DbN`; the winter may
    stand behind builds as well, `Build A DbN in winter`.
    """
    if (behind := _BEHIND.fullmatch(text.strip())) is not None:
        return Heading("W", None, PhaseKind.ADJUSTMENT, behind[1], ends=True)
    match = _HEADING.match(text.strip("*_=#> "))
    if match is None or (match["power"] and find_power(board, match["power"]) is None):
        return None
    rest = match.string[match.end() :].strip()
    if rest and ":" not in match["end"]:
        return None
    season = (match["season"] or match["letter"] or "")[:1].upper().replace("A", "F")
    year = match["year"] or match["short"]
    kind = _kind_of(match[0], season, (match["kind"] or "").upper())
    return Heading(season, int(year) if year else None, kind, rest)


def _kind_of(words: str, season: str, letter: str) -> PhaseKind | None:
    if season == "W" or letter in {"A", "B"}:
        return PhaseKind.ADJUSTMENT
    if letter or _OF_MOVES.search(words):
        return PhaseKind(letter) if letter else PhaseKind.MOVEMENT
    if _OF_RETREATS.search(words):
        return PhaseKind.RETREAT
    return PhaseKind.ADJUSTMENT if _OF_WINTER.search(words) else None


def is_for_later(context: Context, items: Sequence[Node]) -> bool:
    """Tell whether the items of a line order the winter that is still to come.

    Whoever disbands a unit in a retreat phase means its retreat, if it has one to make.
    """
    plain = [item for item in items if kind_of(item) != "header"]
    if not plain or kind_of(plain[0]) == "bare":
        return False
    return all(kind_of(item) == "bare" or _is_later(context, item) for item in plain)


def _is_later(context: Context, item: Node) -> bool:
    name = kind_of(item)
    if name == "group":
        return is_for_later(context, [*subtrees(item)])
    if name.startswith(("if_", "unless_")):
        return all(is_for_later(context, branch) for branch in _branches(item))
    if name == "disband":
        return context.kind is not PhaseKind.RETREAT or not _retreats(context, item)
    return name in _LATER


def _branches(item: Node) -> Iterator[list[Node]]:
    """Yield what is ordered in each branch of a conditional order."""
    nodes = [*subtrees(item)]
    if kind_of(item).endswith("after"):
        yield nodes[:1]
    yield from ([*subtrees(node)] for node in nodes if kind_of(node) == "branch")


def _retreats(context: Context, item: Node) -> bool:
    """Tell whether the unit that an item disbands is one of the writer's that must retreat."""
    unit = next(node for node in subtrees(item) if kind_of(node) == "unit")
    bound = bound_of(place_word(unit))
    named = set(bound.places) if bound is not None else set()
    return any(
        dislodged.unit.power == context.power and dislodged.unit.at.province in named
        for dislodged in context.state.dislodged
    )


# For which phase the lines under a heading are: `phase F1901R`, `Retreats:`, `Winter 1901:`.


@dataclass(frozen=True, slots=True)
class Headed:
    """How the lines under a heading are read.

    Args:
        context: against which position.
        retreats: they are retreats, sent with the moves.
        refused: why they are not taken now, where they are for another phase; else "".
    """

    context: Context
    retreats: bool = False
    refused: str = ""

    def spoken(self, code: str) -> Headed:
        """Return the same where names are read as in another language too."""
        return replace(self, context=spoken_by(self.context, code))


def is_frame(board: Board, text: str) -> bool:
    """Tell whether a line says how those around it are read: a heading, or a part of a block."""
    plain = fold(text[:500])
    return (
        press.opens_if(plain)
        or press.closes_if(plain)
        or press.otherwise(plain) is not None
        or press.phase_named(plain) is not None
        or heading_of(board, plain) is not None
    )


def is_in_block(line: LineReading) -> bool:
    """Tell whether a line does not count because it stands in a block that was refused."""
    return line.problem is not None and line.problem.below


def under_phase(opened: Context, named: str) -> Headed:
    """Return how lines under a phase's name are read.

    Args:
        opened: the position of the open phase.
        named: the phase, as `F1901M` or `F01M`.
    """
    try:
        phase = Phase.parse(named)
    except ValueError:
        return Headed(opened, refused=line_words.no_such_phase(named, opened.phase))
    if not is_in_calendar(phase):
        return Headed(opened, refused=line_words.no_such_phase(named, opened.phase))
    return _in_phase(opened, replace(phase, year=year_near(opened.phase.year, phase.year)))


def _in_phase(opened: Context, phase: Phase) -> Headed:
    later = opened.later
    if phase == opened.phase:
        return Headed(opened)
    if later is not None and phase == later.phase:
        return Headed(later)
    if opened.retreats_ahead and phase == retreat_phase(opened.phase):
        return Headed(retreating(opened), retreats=True)
    return Headed(opened, refused=line_words.other_phase(phase, opened.phase))


def under_heading(opened: Context, heading: Heading) -> Headed:
    """Return how lines under a heading are read; its words may leave season and year to the mail.

    Orders for a winter that is not taken yet are told so one by one. In a winter a heading of its
    autumn is one of the report that is answered.
    """
    undated = not (heading.season or heading.year)
    if not opened.dated or (heading.kind is PhaseKind.MOVEMENT and undated):
        return Headed(opened)
    meant = heading.phase_after(opened.phase)
    now = opened.phase
    if meant.kind is PhaseKind.ADJUSTMENT and opened.taken_from and meant.year == now.year:
        return Headed(opened)
    autumn = Phase(now.year, Season.AUTUMN, PhaseKind.MOVEMENT)
    if now.kind is PhaseKind.ADJUSTMENT and meant == autumn:
        return Headed(opened)
    return _in_phase(opened, meant)
