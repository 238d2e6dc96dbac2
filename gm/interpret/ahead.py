"""Finds the winter orders in a mail of the autumn: by the heading they stand under, or by their verbs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gm.interpret.grammars import Node, kind_of, subtrees
from gm.interpret.names import find_power
from gm.interpret.places import place_word
from gm.interpret.values import Context
from gm.rules.board import Board
from gm.rules.phases import PhaseKind

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
    r"(?:(?:for|my|our|the|and|now|then|orders|builds|adjustments|payments)\s+)*"
    r"(?:(?P<season>spring|summer|autumn|fall|winter)(?:\s*,?\s*'?(?P<year>\d{2,4}))?"
    r"|(?P<letter>[SFW])\s?(?P<short>\d{2,4})\s?[MRAB]?"
    r"|(?P<builds>builds|adjustments)"
    r"|(?P<moves>moves|movements?|retreats))(?![^\W_])"
    r"(?:\s+(?:moves?|movements?|retreats?|builds?|removals?|payments?|adjustments?|orders?|and))*"
    r"\s*(?P<end>[:.,-]*)",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Heading:
    """A line, or the beginning of one, that says for which season orders are.

    Args:
        winter: they are for a winter.
        year: as written, the last two figures if there were no more; None for none.
        alone: it stands by itself, so that it is for the lines below it.
    """

    winter: bool
    year: int | None
    alone: bool

    def is_of(self, year: int) -> bool:
        """Tell whether it names that year, or none."""
        return self.year is None or self.year in {year, year % 100}


def heading_of(board: Board, text: str) -> Heading | None:
    """Return the heading that a folded line is or begins with; None if it has none.

    Before orders on the same line it needs its colon: `Winter 1016: Build A DbN`.
    """
    match = _HEADING.match(text.strip("*_=#> "))
    if match is None or (match["power"] and find_power(board, match["power"]) is None):
        return None
    rest = match.string[match.end() :].strip()
    if rest and ":" not in match["end"]:
        return None
    season = (match["season"] or match["letter"] or "").casefold()
    year = match["year"] or match["short"]
    winter = season[:1] == "w" or match["builds"] is not None
    return Heading(winter, int(year) if year else None, not rest)


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
    bound = place_word(unit).bound
    named = set(bound.places) if bound is not None else set()
    return any(
        one.unit.power == context.power and one.unit.at.province in named
        for one in context.state.dislodged
    )
