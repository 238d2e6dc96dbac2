"""Retreats as lists of places: for each unit those it would go to, the dearest first.

`A Mun R Ber, else Kie, else disband`, `If dislodged A Mun retreats to Ber or Kie`, and behind the
unit's order `A Mun H (retreat Ber, Kie)` or within it `A Mun (retreat Ber, Kie) H`. Sent with the
moves they are read against the position before these: where a unit could go were it dislodged and
everything round it empty. What is open then decides. In the retreats themselves it is known
already, so the first open place is ordered.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from gm.contract.language import Problem, Verdict
from gm.contract.orders import Order
from gm.games.diplomacy.language.talk.doubts import doubts_in
from gm.games.diplomacy.readings import Context, LineReading
from gm.games.diplomacy.rules.conditions import WasDislodged
from gm.games.diplomacy.rules.orders import Conditional, Disband, Retreat, UnitOrder
from gm.games.diplomacy.rules.phases import Phase, PhaseKind
from gm.games.diplomacy.rules.reach import reach_of
from gm.games.diplomacy.rules.state import Dislodged
from gm.games.diplomacy.rules.winter.tickets import possible
from gm.games.diplomacy.wording.complaints import retreat_words
from gm.games.diplomacy.wording.naming import location_name
from gm.interpret.folding import fold

# Retreats that hang on a condition: `If Germany is in Bel then A Hol R Kie else A Hol R Bel`.

_RETREAT_IF = re.compile(r"(?<![^\W_])(?:if|unless|when|in case|provided)(?![^\W_])", re.I)
_RETREAT_VERB = re.compile(r"(?<![^\W_])(?:retreats?|ret|r)(?![^\W_])", re.I)


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
    if _RETREAT_IF.search(text) is None or _RETREAT_VERB.search(text) is None:
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
    problem = retreat_words.one_place_each(line.text)
    return replace(line, verdict=Verdict.IMPOSSIBLE, orders=(), problem=problem, retreats=True)


def mixed(line: LineReading) -> LineReading:
    """Return the line refused, for its conditions decide the retreats of several units at once."""
    problem = retreat_words.several_units(line.text)
    return replace(line, verdict=Verdict.IMPOSSIBLE, orders=(), problem=problem, retreats=True)


_VERB = r"(?:retreats?|ret\.?|r)(?:\s+to)?"
_IF = r"if\s+(?:(?:it\s+)?(?:is|gets)\s+)?dislodged[\s,:]*+(?:then\s+)?"
_MOST_OF_A_UNIT = 100
"""Characters that say which unit; the longest names of a half and a coast take seventy."""

_FORMS = (
    re.compile(
        rf"\A(?P<order>.+?)\s*\(\s*(?:{_IF})?(?:it\s+)?{_VERB}\s*:?\s+(?P<to>[^()]+)\)", re.I
    ),
    re.compile(
        rf"\A(?P<head>.+?)\s*\(\s*(?:{_IF})?(?:it\s+)?{_VERB}\s*:?\s+(?P<to>[^()]+)\)\s*"
        r"(?P<tail>.+)",
        re.I,
    ),
    re.compile(
        rf"if\s+(?P<unit>.{{1,{_MOST_OF_A_UNIT}}}?)\s+(?:is|gets)\s+dislodged[\s,:]*+(?:then\s+)?(?:it\s+)?{_VERB}\s+"
        r"(?P<to>.+)",
        re.I,
    ),
    re.compile(rf"\A(?P<order>.+?)(?<![\s,;])[\s,;]++{_IF}(?:it\s+)?{_VERB}\s+(?P<to>.+)", re.I),
    re.compile(rf"\A(?:{_IF})?(?P<unit>.+?)\s+{_VERB}\s+(?P<to>.+)", re.I),
    re.compile(rf"{_IF}(?P<unit>.+?)\s+(?P<to>disbands?|d)", re.I),
)
_WORTH_A_LOOK = re.compile(r"(?<![^\W_])(?:retreats?|ret|r|dislodged)(?![^\W_])", re.I)
_BETWEEN = re.compile(
    r"\s*(?:[,;>]|(?<![^\W_])(?:or|else|otherwise|then|if not)(?![^\W_]))[\s,;]*", re.I
)
_LEADING = re.compile(rf"^(?:{_VERB}|to)\s+", re.I)
_OFF = re.compile(r"(?:disband(?:s|ed)?|d|otb|off the board|destroyed)", re.I)
_SAYS_OFF = re.compile(
    r"(?<![^\W_])(?:disband(?:s|ed)?|otb|off the board|destroyed)(?![^\W_])", re.I
)
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
    """Return what a line says of retreats, where more may be said than where one unit goes.

    Args:
        number: of the line; text: as written.
        context: the position before the moves, or that of the retreats.
        read: reads a line.

    Returns:
        None where it says nothing of retreats, is talk, or is one plain order of a retreat phase.
    """
    plain = fold(text[:500]).strip().rstrip(".")
    known = context.kind is PhaseKind.RETREAT and not context.is_to_come
    if not (context.retreats_ahead or known) or _WORTH_A_LOOK.search(plain) is None:
        return None
    if not known and (hanging := conditional_retreat(number, text, retreating(context), read)):
        return RetreatLine("", hanging)
    for form in _FORMS:
        match = form.fullmatch(plain)
        retreat = _matched(number, text, match.groupdict(), context, read) if match else None
        if retreat is not None:
            return retreat
    return None


def _matched(
    number: int,
    text: str,
    parts: dict[str, str | None],
    context: Context,
    read: ReadLine,
) -> RetreatLine | None:
    stands = (parts.get("order"), parts.get("head"), parts.get("tail"))
    order = " ".join(stand.strip() for stand in stands if stand)
    unit = parts.get("unit") or _unit_of(number, order, context, read)
    if not unit:
        return None
    places = [_LEADING.sub("", word, count=1) for word in _BETWEEN.split(parts["to"] or "")]
    places = [place.strip(" .") for place in places if place.strip(" .")]
    if len(places) > _MOST:
        return None  # no board has so many refuges for one unit
    listed = _listed if context.retreats_ahead else _first_open
    retreats = listed(number, text, unit.strip(), places, context, read)
    return RetreatLine(order, retreats) if retreats is not None else None


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
    gone = read(number, f"{unit} D", where)
    if gone.verdict is not Verdict.ACCEPTED:
        return None  # no unit of his: whatever the line is, it is no such list
    if any(isinstance(order, Conditional) for order in gone.orders):
        return one_place_each(replace(gone, text=text))
    for place in places:
        line = read(number, f"{unit} D" if _OFF.fullmatch(place) else f"{unit} R {place}", where)
        if line.verdict is not Verdict.ACCEPTED or len(line.orders) != 1:
            return LineReading(number, text, *_refused(line, place), retreats=True)
        orders += line.orders
    plain = [order for order in orders if isinstance(order, Retreat | Disband)]
    if len({order.unit for order in plain}) != 1 or len(plain) != len(orders):
        return None
    return LineReading(number, text, Verdict.ACCEPTED, tuple(orders), retreats=True)


def _first_open(
    number: int,
    text: str,
    unit: str,
    places: list[str],
    context: Context,
    read: ReadLine,
) -> LineReading | None:
    """Return the first place of a list that is open, in a phase in which that is known.

    The places behind it are no second choice: who retreats to where another goes is disbanded.
    """
    if len(places) < 2 or read(number, f"{unit} D", context).verdict is not Verdict.ACCEPTED:
        return None
    read_each = [_to_place(number, unit, place, context, read) for place in places]
    strange = _no_refuges(places, read_each)
    if strange:
        return _beside_places(
            number, text, places, strange, read_each, read(number, text, context)
        )
    for line in read_each:
        if line.verdict is Verdict.ACCEPTED:
            return replace(line, text=text, remarks=(_chosen(context, line), *line.remarks))
    return LineReading(number, text, *_refused(read_each[0], places[0]))


def _to_place(number: int, unit: str, place: str, context: Context, read: ReadLine) -> LineReading:
    """Return the reading of one piece of a list by itself, as the only one of its unit."""
    ordered = f"{unit} D" if _OFF.fullmatch(place) else f"{unit} R {place}"
    return read(number, ordered, context)


def _no_refuges(places: list[str], read_each: list[LineReading]) -> list[int]:
    """Return which pieces of what reads as a list are no part of one, by their numbers from 0.

    A place is, open or not, and as the last of them that the unit is disbanded.
    """
    last = len(places) - 1
    return [
        at
        for at, (place, line) in enumerate(zip(places, read_each, strict=True))
        if not _is_refuge(place, line) or (at < last and _OFF.fullmatch(place))
    ]


def _is_refuge(place: str, line: LineReading) -> bool:
    if line.verdict is Verdict.IMPOSSIBLE:
        return not doubts_in(place)
    plain = all(isinstance(order, Retreat | Disband) for order in line.orders)
    return line.verdict is Verdict.ACCEPTED and plain


def _beside_places(
    number: int,
    text: str,
    places: list[str],
    strange: list[int],
    read_each: list[LineReading],
    whole: LineReading,
) -> LineReading | None:
    """Return the complaint about a line that is no list; None if it is to be read as any other.

    Then it passes the gate of all lines. That takes for a remark what it does not know, and so it
    would the places among such words: `A Mun R Ber, just a joke, Tyr`.

    Args:
        strange: the numbers of the pieces that are no places, and read_each: the readings of all.
        whole: the reading of the line as any other.
    """
    early = next((at for at in strange if _OFF.fullmatch(places[at])), None)
    if early is None:
        if whole.verdict is not Verdict.ACCEPTED or whole.orders != read_each[0].orders:
            return None
        behind = [at for at in range(1, len(places)) if at not in strange]
        if not behind and not any(_SAYS_OFF.search(places[at]) for at in strange):
            return None
    at_fault = places[strange[0] if early is None else early]
    unread = LineReading(number, text, Verdict.UNREADABLE)
    return LineReading(number, text, *_refused(unread, at_fault))


def _chosen(context: Context, line: LineReading) -> str:
    """Return the remark on which retreat of a list counts."""
    order = line.orders[-1]  # before it may stand one of another unit: `F Kie D, A Mun R Ber, Tyr`
    place = location_name(context.board, order.to) if isinstance(order, Retreat) else ""
    return retreat_words.first_open(place)


def as_retreats(line: LineReading) -> tuple[LineReading, ...]:
    """Return a line that was read under a heading of retreats: one reading for each unit."""
    if line.verdict is not Verdict.ACCEPTED or not line.orders:
        return (line,)
    first = line.orders[0]
    if isinstance(first, Conditional):
        reading = of_one_unit(line, first) if len(line.orders) == 1 else None
        return (reading,) if reading is not None else (mixed(line),)
    return tuple(replace(line, orders=(order,), retreats=True) for order in line.orders)


def _refused(line: LineReading, place: str) -> tuple[Verdict, tuple[Order, ...], Problem]:
    verdict = line.verdict if line.problem is not None else Verdict.UNREADABLE
    problem = line.problem or retreat_words.no_refuge(place)
    return verdict, (), retreat_words.nothing_kept(place, problem)


def retreating(context: Context) -> Context:
    """Return the position as if all units of the writer were dislodged, and nothing in their way."""
    state, board = context.state, context.board
    units = [unit for unit in state.units if unit.power == context.power]
    reach = reach_of(board)
    dislodged = tuple(Dislodged(unit, None, reach.spot(unit.ref).refuges) for unit in units)
    others = [unit for unit in state.units if unit.power != context.power]
    phase = retreat_phase(state.phase)
    bare = state.but(phase=phase, dislodged=dislodged).with_units(others)
    return replace(
        context,
        state=bare,
        ahead=None,
        later=None,
        taken_from="",
        retreats_ahead=False,
        foreseen=True,
    )


def retreat_phase(phase: Phase) -> Phase:
    """Return the phase in which the units retreat that a movement phase dislodges."""
    return Phase(phase.year, phase.season, PhaseKind.RETREAT)
