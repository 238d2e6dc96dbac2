"""Stopgaps for what has not its form, so that the rest of a file can be judged all the same."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import deepcopy
from typing import cast

from gm.games.diplomacy.map.files.board_schema import Misfit

Raw = dict[str, object]
Way = tuple[int | str, ...]

POINTS = {"label", "unit", "centre_point"}
"""Keys whose value is a point."""

# Keys without which a board can still be looked at: nothing that is judged hangs on them.
_HARMLESS = {"label", "unit", "centre_point", "room", "region", "attested", "colour", "title"}
_HARMLESS |= {"designer", "code", "status", "width", "height", "adjective", "aliases"}

_STOPGAPS: Mapping[str, object] = {
    "schema": 1,
    "map": {},
    "victory": {},
    "powers": {},
    "provinces": {},
    "id": "board",
    "title": "Board",
    "designer": "Nobody",
    "geometry": "",
    "width": 1000.0,
    "height": 1000.0,
    "first_season": "Spring",
    "first_year": 1,
    "total": 0,
    "colour": "#888888",
    "name": "",
    "adjective": "",
    "terrain": "coastal",
    "centre": False,
    "neighbours": [],
    "label": [0.0, 0.0],
    "from_year": 1,
    "centres": 0,
}


def put_right(draft: Raw, misfits: Iterable[Misfit]) -> None:
    """Put a stopgap where a value has not its form; what has no stopgap is taken away."""
    ways = {_way_to_mend(misfit): misfit for misfit in misfits}
    for way in sorted(ways, key=_last_first, reverse=True):
        holder: object = draft
        for step in way[:-1]:
            holder = _step(holder, step)
        if isinstance(holder, list) and isinstance(way[-1], int):
            del holder[way[-1]]
        elif isinstance(holder, dict):
            holder.pop(way[-1], None)
            if ways[way].kind != "extra_forbidden":
                _stop_gap(cast("Raw", holder), way)


def _way_to_mend(misfit: Misfit) -> Way:
    """Return the way to what is mended as a whole: a point, a pair, a thing in a list."""
    path = misfit.path
    if misfit.kind == "extra_forbidden":
        return path
    number = next((n for n, step in enumerate(path) if isinstance(step, int)), None)
    if number is None:
        return path
    whole = path[number - 1] in (*POINTS, "aliases", "home", "start")
    return path[:number] if whole else path[: number + 1]


def _last_first(way: Way) -> tuple[tuple[int, str], ...]:
    """Order so that taking one thing out of a list moves none of the others."""
    return tuple((step, "") if isinstance(step, int) else (-1, step) for step in way)


def _step(here: object, step: int | str) -> object:
    if isinstance(here, dict):
        return here.get(step)
    if isinstance(here, list) and isinstance(step, int) and step < len(here):
        return here[step]
    return None


def _stop_gap(holder: Raw, path: Way) -> None:
    key = str(path[-1])
    if len(path) == 2 and path[0] in ("powers", "provinces", "facts", "ambiguous"):
        return  # a thing that is no table at all
    if path == ("victory", "kind"):
        holder[key] = "centres"
    elif path[0] == "powers" and key == "home":
        holder[key] = []
    elif key in ("name", "adjective"):
        holder[key] = f"{path[1]}" if len(path) > 1 else "Nobody"
    elif key == "geometry":
        holder[key] = "?"
    elif key in _STOPGAPS:
        holder[key] = deepcopy(_STOPGAPS[key])


def doubts(misfit: Misfit) -> set[str]:
    """Return the entries and names on which nothing may be built any more."""
    path = misfit.path
    if misfit.kind == "extra_forbidden" or not path:
        return set()
    top = str(path[0])
    if top in ("powers", "provinces") and len(path) > 1:
        if len(path) > 2 and path[2] in _HARMLESS:
            return set()
        counts = len(path) == 2 or path[2] == "centre"
        return {str(path[1]), "victory"} if counts else {str(path[1])}
    if top in ("powers", "provinces"):
        return {
            "powers",
            "provinces",
            "victory",
            "rivers",
            "claims",
            "corners",
            "ambiguous",
            "shapes",
        }
    if top == "rivers":
        return {"rivers", "does not list its border"}
    if path in (("map",), ("map", "geometry")):
        return {"map.geometry"}
    return {top} - {"map", "facts"}
