"""Retreats sent with the moves: for each unit the places it would go to, the dearest first.

`A Mun R Ber, else Kie, else disband`, `If dislodged A Mun retreats to Ber or Kie`, and behind the
unit's order `A Mun H (retreat Ber, Kie)`. They are read against the position before the moves:
where a unit could go were it dislodged and everything round it empty. What is open then decides.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from gm.interpret.folding import fold
from gm.interpret.values import Context, LineReading, Problem, Verdict
from gm.rules.orders import Disband, Order, Retreat, UnitOrder
from gm.rules.phases import Phase, PhaseKind
from gm.rules.reach import reach_of
from gm.rules.state import Dislodged

_VERB = r"(?:retreats?|ret\.?|r)(?:\s+to)?"
_IF = r"if\s+(?:(?:it\s+)?(?:is|gets)\s+)?dislodged[\s,:]*(?:then\s+)?"
_FORMS = (
    re.compile(
        rf"(?P<order>.+?)\s*\(\s*(?:{_IF})?(?:it\s+)?{_VERB}\s*:?\s+(?P<to>[^()]+)\)", re.I
    ),
    re.compile(
        rf"if\s+(?P<unit>.+?)\s+(?:is|gets)\s+dislodged[\s,:]*(?:then\s+)?(?:it\s+)?{_VERB}\s+"
        r"(?P<to>.+)",
        re.I,
    ),
    re.compile(rf"(?P<order>.+?)[\s,;]+{_IF}(?:it\s+)?{_VERB}\s+(?P<to>.+)", re.I),
    re.compile(rf"(?:{_IF})?(?P<unit>.+?)\s+{_VERB}\s+(?P<to>.+)", re.I),
    re.compile(rf"{_IF}(?P<unit>.+?)\s+(?P<to>disbands?|d)", re.I),
)
_WORTH_A_LOOK = re.compile(r"(?<![^\W_])(?:retreats?|ret|r|dislodged)(?![^\W_])", re.I)
_BETWEEN = re.compile(
    r"\s*(?:[,;>]|(?<![^\W_])(?:or|else|otherwise|then|if not)(?![^\W_]))[\s,;]*", re.I
)
_LEADING = re.compile(rf"(?:{_VERB}|to)\s+", re.I)
_OFF = re.compile(r"(?:disband(?:s|ed)?|d|otb|off the board|destroyed)", re.I)
_MOST = 12
"""Places of one list."""

ReadLine = Callable[[int, str, Context], LineReading]
"""Reads one line against a position; talk stays talk."""


@dataclass(frozen=True, slots=True)
class RetreatLine:
    """A line with retreats in it.

    Args:
        order: the order that stands before them, as written; "" for none.
        retreats: the reading of the retreats.
    """

    order: str
    retreats: LineReading


def retreat_line(number: int, text: str, context: Context, read: ReadLine) -> RetreatLine | None:
    """Return what a line says of retreats, in a phase whose retreats are still to come.

    Args:
        number: of the line; text: as written.
        context: the position before the moves.
        read: reads a line.

    Returns:
        None where it says nothing of retreats, or is talk.
    """
    plain = fold(text[:500]).strip().rstrip(".")
    if not context.retreats_ahead or _WORTH_A_LOOK.search(plain) is None:
        return None
    for form in _FORMS:
        match = form.fullmatch(plain)
        found = _matched(number, text, match.groupdict(), context, read) if match else None
        if found is not None:
            return found
    return None


def _matched(
    number: int,
    text: str,
    parts: dict[str, str | None],
    context: Context,
    read: ReadLine,
) -> RetreatLine | None:
    order = (parts.get("order") or "").strip()
    unit = parts.get("unit") or _unit_of(number, order, context, read)
    if not unit:
        return None
    places = [_LEADING.sub("", one, count=1) for one in _BETWEEN.split(parts["to"] or "")]
    places = [one.strip(" .") for one in places if one.strip(" .")][:_MOST]
    found = _listed(number, text, unit.strip(), places, context, read)
    return RetreatLine(order, found) if found is not None else None


def _unit_of(number: int, order: str, context: Context, read: ReadLine) -> str:
    """Return whose order stands before the retreats; "" if it is not one unit's."""
    orders = read(number, order, context).orders if order else ()
    only = orders[0] if len(orders) == 1 else None
    return str(only.unit) if isinstance(only, UnitOrder) else ""


def _listed(
    number: int,
    text: str,
    unit: str,
    places: list[str],
    context: Context,
    read: ReadLine,
) -> LineReading | None:
    where, orders = retreating(context), list[Order]()
    if read(number, f"{unit} D", where).verdict is not Verdict.ACCEPTED:
        return None  # no unit of his: whatever the line is, it is no such list
    for place in places:
        line = read(number, f"{unit} D" if _OFF.fullmatch(place) else f"{unit} R {place}", where)
        if line.verdict is not Verdict.ACCEPTED or len(line.orders) != 1:
            return LineReading(number, text, *_refused(line, place), retreats=True)
        orders += line.orders
    plain = [one for one in orders if isinstance(one, Retreat | Disband)]
    if len({one.unit for one in plain}) != 1 or len(plain) != len(orders):
        return None
    return LineReading(number, text, Verdict.ACCEPTED, tuple(orders), retreats=True)


def _refused(line: LineReading, place: str) -> tuple[Verdict, tuple[Order, ...], Problem]:
    verdict = line.verdict if line.problem is not None else Verdict.UNREADABLE
    problem = line.problem or Problem(
        f"“{place}” is no place to retreat to. Write the places with commas between, the dearest "
        "first, as in A Mun R Ber, Kie, disband.",
        place,
    )
    told = f"“{place}”: {problem.message} No retreat was kept."
    return verdict, (), replace(problem, message=told)


def retreating(context: Context) -> Context:
    """Return the position as if all units of the writer were dislodged, and nothing in their way."""
    state, board = context.state, context.board
    own = [unit for unit in state.units if unit.power == context.power]
    reach = reach_of(board)
    dislodged = tuple(Dislodged(unit, None, reach.spot(unit.ref).refuges) for unit in own)
    others = [unit for unit in state.units if unit.power != context.power]
    phase = retreat_phase(state.phase)
    bare = state.but(phase=phase, dislodged=dislodged).with_units(others)
    return replace(context, state=bare, later=None, taken_from="", retreats_ahead=False)


def retreat_phase(phase: Phase) -> Phase:
    """Return the phase in which the units retreat that a movement phase dislodges."""
    return Phase(phase.year, phase.season, PhaseKind.RETREAT)
