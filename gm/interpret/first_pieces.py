"""Reads the choice of a first piece that leaves out what goes without saying (Irish 2).

A minor power has one home, so `Fleet, north coast` says all there is to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gm.interpret.coasts import coast_of
from gm.interpret.names import squeeze
from gm.interpret.naming import either_of, location_name, place_name
from gm.interpret.values import Context
from gm.languages import gettext
from gm.languages.little_words import listed
from gm.rules.board import Board, Location, PowerId, ProvinceId, Terrain
from gm.rules.orders import Choose, Order
from gm.rules.units import UnitKind

_COAST = r"(?:north|south|east|west)(?:ern)?(?: coast)?|[nsew]\.? ?c(?:oast)?\.?"
_PIECE = re.compile(
    r"(?:(?:i(?:'d| would| will|'ll)?|we|my|the|first|piece|unit|is|it|like|want|wish|take|choose"
    r"|start|starts|begin|begins|have|build|get|with|to|as|be|please|an?|one|just)\b[\s,:=-]*+)*"
    rf"\b(?P<kind>army|fleet|a|f)\b[\s,:.(/-]*+(?:(?:on|at|in) )?(?:the |its |my )?"
    rf"(?P<coast>{_COAST})?[\s).,!]*+(?:please|thanks|thank you|then|for me)?[\s.!]*+",
    re.I,
)


def choices_of(board: Board, power: PowerId) -> tuple[ProvinceId, ...]:
    """Return where a power chooses its first piece: the map writes `? DEN`."""
    start = board.powers[power].start if power in board.powers else ()
    return tuple(ProvinceId(text[2:]) for text in start if text.startswith("? "))


def with_home(context: Context, text: str) -> str:
    """Return a line that names a piece and no place with the home it can only mean."""
    homes = choices_of(context.board, context.power)
    match = _PIECE.fullmatch(text) if len(homes) == 1 else None
    if match is None:
        return text
    coast = coast_of(context.board, homes, squeeze(match["coast"])) if match["coast"] else None
    return f"{match['kind'][0].upper()} {Location(homes[0], coast)}"


def remarks_on(context: Context, order: Order) -> Iterator[str]:
    """Yield what is said to a fleet that names no coast where there are several (Irish 2)."""
    if not isinstance(order, Choose) or order.unit.kind is not UnitKind.FLEET:
        return
    board, place = context.board, order.unit.at.province
    coasts = sorted(coast.id for coast in board.province(place).coasts)
    if order.unit.at.coast is None and len(coasts) > 1:
        yield gettext(
            "{place} has several coasts. Write {orders}; as it is the fleet starts in {first}.",
            place=place_name(board, place),
            orders=either_of(f"F {Location(place, coast)}" for coast in coasts),
            first=location_name(board, Location(place, coasts[0])),
        )


def not_there(context: Context) -> str:
    """Return the sentence on a first piece elsewhere than in the power's home."""
    board = context.board
    homes = choices_of(board, context.power)
    if not homes:
        return gettext("Your pieces stand already: only the minor powers choose their first one.")
    examples = either_of(text for place in homes for text in _examples(board, place))
    where = listed(place_name(board, place) for place in homes)
    return gettext(
        "Your first piece stands in {places}. Write {orders}.", places=where, orders=examples
    )


def _examples(board: Board, place: ProvinceId) -> Iterator[str]:
    province = board.province(place)
    yield f"A {place}"
    if province.terrain is Terrain.COASTAL:
        coasts = sorted(coast.id for coast in province.coasts)
        yield from (f"F {Location(place, coast)}" for coast in coasts or (None,))
