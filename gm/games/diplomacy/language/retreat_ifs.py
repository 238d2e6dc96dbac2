"""Retreats that hang on a condition: `If Germany is in Bel then A Hol R Kie else A Hol R Bel`."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from gm.contract.language import Problem, Verdict
from gm.games.diplomacy.language.naming import sentences
from gm.games.diplomacy.language.values import Context, LineReading
from gm.games.diplomacy.rules.conditions import WasDislodged
from gm.games.diplomacy.rules.orders import Conditional, Disband, Retreat
from gm.games.diplomacy.rules.winter.tickets import possible
from gm.languages import gettext

_IF = re.compile(r"(?<![^\W_])(?:if|unless|when|in case|provided)(?![^\W_])", re.I)
_VERB = re.compile(r"(?<![^\W_])(?:retreats?|ret|r)(?![^\W_])", re.I)


def conditional_retreat(
    number: int,
    text: str,
    where: Context,
    read: Callable[[int, str, Context], LineReading],
) -> LineReading | None:
    """Return the retreat that a line orders on a condition; None if it is no such line.

    What hangs on nothing but the unit's own dislodgement hangs on nothing: without it nobody
    retreats.

    Args:
        number: of the line; text: as written.
        where: the position as if all units of the writer were dislodged.
        read: reads a line.
    """
    if _IF.search(text) is None or _VERB.search(text) is None:
        return None
    line = read(number, text, where)
    only = line.orders[0] if len(line.orders) == 1 else None
    if line.verdict is not Verdict.ACCEPTED or not isinstance(only, Conditional):
        return None
    return of_one_unit(line, only)


def of_one_unit(line: LineReading, order: Conditional) -> LineReading | None:
    """Return the line with a conditional retreat of one unit; None if it orders something else."""
    plain = [*possible(order)]
    if not all(isinstance(candidate, Retreat | Disband) for candidate in plain):
        return None
    units = {order.unit for order in plain if isinstance(order, Retreat | Disband)}
    if len(units) > 1:
        return mixed(line)
    trivial = isinstance(order.condition, WasDislodged) and order.condition.unit in units
    return replace(line, orders=order.then if trivial else (order,), retreats=True)


def one_place_each(line: LineReading) -> LineReading:
    """Return the line refused, for it has a list of places behind a condition."""
    wrong = gettext("A condition leads to one place, not to a list of them.")
    problem = Problem(sentences(wrong, _how()), line.text)
    return replace(line, verdict=Verdict.IMPOSSIBLE, orders=(), problem=problem, retreats=True)


def mixed(line: LineReading) -> LineReading:
    """Return the line refused, for its conditions decide the retreats of several units at once."""
    wrong = gettext("This speaks of the retreats of several units.")
    problem = Problem(sentences(wrong, _how()), line.text)
    return replace(line, verdict=Verdict.IMPOSSIBLE, orders=(), problem=problem, retreats=True)


def _how() -> str:
    return gettext(
        "Write both cases for one unit on one line: If Xxx is in Yyy then A Zzz R Aaa else A Zzz "
        "R Bbb."
    )
