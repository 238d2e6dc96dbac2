"""Knows the lines that take back what one unit was ordered: `Cancel the order for the fleet`.

They are the command CLEAR in a player's own words, for the unit that they mean.
"""

from __future__ import annotations

import re

from gm.contract.language import Command, Problem
from gm.games.diplomacy.language import order_words, place_words
from gm.games.diplomacy.language.choices import name_alone
from gm.games.diplomacy.language.values import Context
from gm.games.diplomacy.rules.units import Unit, UnitKind

_VERB = r"(?:cancel|clear|withdraw|revoke|retract|rescind|scrap|delete|drop|undo|forget|take back)"
_SMALL = r"(?:(?:the|my|our|that|this|any|all) ){0,3}"
_LINE = re.compile(
    rf"(?:please )?{_VERB} {_SMALL}"
    rf"(?:orders? (?:for|of|to|given to) {_SMALL}(?P<whose>[^,;:!?]{{1,40}}+)"
    r"|(?P<unit>[^,;:!?]{1,40}?)(?:'s|')? orders?)[ .!]*",
    re.I,
)
_KIND = re.compile(r"\b(?:(?P<fleet>fleet|f)|(?P<army>army|a)|(?P<unit>unit))(?P<more>s)?\b", re.I)
_ARMIES = re.compile(r"\barmies\b", re.I)
_AROUND = re.compile(r"\b(?:the|my|our|in|at|of|please)\b|\.", re.I)
LONGEST_CLEARING = 90
"""Characters of the longest such line."""


def unit_cleared(context: Context, text: str, number: int) -> Command | Problem | None:
    """Return the command that a folded line has the meaning of, or which unit is to be named.

    Args:
        context: the position.
        text: the line; number: its number in the mail.

    Returns:
        None for a line that takes back nothing, or something else.
    """
    match = _LINE.fullmatch(text) if len(text) <= LONGEST_CLEARING else None
    if match is None:
        return None
    said = " ".join(_AROUND.sub(" ", match["whose"] or match["unit"]).split())
    kind = _KIND.search(_ARMIES.sub("armys", said))
    name = " ".join(_KIND.sub(" ", _ARMIES.sub("armys", said)).split())
    if name:
        places = name_alone(context.board, said) or name_alone(context.board, name)
        if len(places) == 1:
            return _clearing(text, number, places[0])
        return place_words.no_such_place(context.board, name, places) if kind else None
    if kind is None:
        return None
    units = _units_of(context, kind)
    if not units or (len(units) > 1 and not kind["more"]):
        return order_words.whose_order(several=bool(units))
    return _clearing(text, number, *(unit.at.province for unit in units))


def _units_of(context: Context, kind: re.Match[str]) -> tuple[Unit, ...]:
    """Return the writer's units of the kind that a line names."""
    wanted = UnitKind.FLEET if kind["fleet"] else UnitKind.ARMY if kind["army"] else None
    waiting = tuple(dislodged.unit for dislodged in context.state.dislodged)
    own = (*context.state.units_of(context.power), *waiting)
    return tuple(
        unit for unit in own if unit.power == context.power and wanted in {None, unit.kind}
    )


def _clearing(text: str, number: int, *places: str) -> Command:
    arguments = [part for place in places for part in ("and", place)][1:]
    return Command("CLEAR", tuple(arguments), number, " ".join(text.split()))
