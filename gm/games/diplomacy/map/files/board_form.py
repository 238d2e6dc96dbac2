"""Says in a GM's words what has not the form it must have, and reads on past it.

A board with one slip of the pen is still looked at as a whole: what is broken is put right for the
look alone, and what such a stopgap would bring about is not told.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from typing import cast

from gm.games.diplomacy.map.files.board_schema import BoardTable, Misfit, read_table
from gm.games.diplomacy.rules.board_check import Fault, near

# Stopgaps for what has not its form, so that the rest of a file can be judged all the same.

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


_LOOKS = 6
"""How often a file is put right and looked at again; a stopgap may show one more fault."""

_WANTED: Mapping[str, str] = {
    "string_type": "words in quotes",
    "bool_type": "true or false",
    "int_type": "a whole number",
    "float_type": "a number",
    "finite_number": "a number",
    "list_type": "a list in square brackets",
    "dict_type": "a table of keys and values",
    "model_type": "a table of keys and values",
}

_EXAMPLES: Mapping[str, str] = {
    "schema": "1",
    "id": '"republic"',
    "title": '"Republic"',
    "designer": '"Der Garvey"',
    "geometry": '"republic.geojson"',
    "width": "1000",
    "height": "1200",
    "first_season": '"Winter"',
    "first_year": "1015",
    "kind": '"land"',
    "total": "25",
    "name": '"Kerry"',
    "adjective": '"British"',
    "colour": '"#3b6fb6"',
    "home": '["CoS", "CoC"]',
    "to": '"Ker"',
    "terrain": '"coastal"',
    "centre": "true",
    "neighbours": '[{ to = "Ker", kind = "land" }]',
    "label": "[413.2, 671.0]",
    "rule": '"12"',
    "borders": '[["KkW", "Wat"]]',
    "from_year": "1018",
    "centres": "1",
}


@dataclass
class JudgedForm:
    """What a file looks like once its form was judged.

    Args:
        table: the file as a typed table, with stopgaps where its form is wrong; None if too much
            is missing to look any further.
        faults: what is wrong with its form.
        doubts: the entries and names that a stopgap stands for.
    """

    table: BoardTable | None
    faults: list[Fault] = field(default_factory=list)
    doubts: set[str] = field(default_factory=set)

    def is_doubtful(self, fault: Fault) -> bool:
        """Tell whether a fault may come from a stopgap only."""
        said = f"{fault.entry} {fault.reason}"
        return any(
            fault.entry.startswith(f"{doubt}.")
            or re.search(rf"(?<!\w){re.escape(doubt)}(?!\w)", said)
            for doubt in self.doubts
        )


def read_form(raw: Mapping[str, object]) -> JudgedForm:
    """Judge the form of a file and return what can be made of it."""
    form = JudgedForm(None)
    draft = deepcopy(dict(raw))
    for _ in range(_LOOKS):
        found = read_table(draft)
        if isinstance(found, BoardTable):
            form.table = found
            break
        told = {fault.entry for fault in form.faults}
        form.faults += [it for it in map(_fault, found) if it.entry not in told]
        put_right(draft, found)
        form.doubts |= {doubt for misfit in found for doubt in doubts(misfit)}
    return form


def _fault(misfit: Misfit) -> Fault:
    entry = ".".join(f"{it + 1}" if isinstance(it, int) else it for it in misfit.path)
    return Fault(entry or "the file", _reason(misfit), _remedy(misfit))


def _reason(misfit: Misfit) -> str:
    match misfit.kind:
        case "missing":
            return "this key is missing"
        case "extra_forbidden":
            return "no such key is known here; is it a slip of the pen?"
        case "too_short" | "too_long":
            number = misfit.limits.get("actual_length")
            return f"holds {number} {'value' if number == 1 else 'values'}"
        case "string_too_short":
            return "is empty"
        case _ if misfit.path[:1] == ("facts",):
            return f"is {_shown(misfit.value)}, neither a whole number nor words in quotes"
        case kind if kind in _WANTED:
            return f"is {_shown(misfit.value)}, not {_WANTED[kind]}"
        case _:
            return f"cannot be {_shown(misfit.value)}"


def _remedy(misfit: Misfit) -> str:
    key = next((step for step in reversed(misfit.path) if isinstance(step, str)), "")
    match misfit.kind:
        case "missing":
            return f"add {_example(misfit)}"
        case "extra_forbidden":
            return (
                near(key, misfit.keys) or f"take it out; the keys here are {_listed(misfit.keys)}"
            )
        case "too_short" | "too_long":
            if key == "fleet_path":
                return "write two or more provinces"
            return "write two numbers, x and y" if key in POINTS else "write two provinces"
        case "string_too_short":
            return "write something between the quotes"
        case "literal_error":
            return f"write {str(misfit.limits.get('expected', '')).replace(chr(39), chr(34))}"
        case "less_than_equal":
            return "write a million or less"
        case "greater_than":
            return "write a number above 0"
        case "greater_than_equal":
            return "write 0 or more"
        case "string_pattern_mismatch":
            return 'write # and six of 0-9 and a-f, such as "#3b6fb6"'
        case "bool_type":
            return f"write {key} = true or {key} = false"
        case _ if misfit.path[:1] == ("facts",):
            return f"write for example {key} = 7"
        case _ if isinstance(misfit.path[-1], str) and key in _EXAMPLES:
            return f"write for example {_example(misfit)}"
        case kind:
            return f"write {_WANTED.get(kind, 'it as maps/README.md says')}"


def _example(misfit: Misfit) -> str:
    """Return an example of an entry, as it would stand in the file."""
    key = str(misfit.path[-1])
    if misfit.path in (("map",), ("victory",), ("powers",), ("provinces",)):
        return f"a table [{key}]" if key in ("map", "victory") else f"tables [{key}.NAME]"
    example = _EXAMPLES.get(key, "...")
    match misfit.path:
        case ("victory", "kind"):
            example = '"centres"'
        case ("provinces", _, "home"):
            example = '"MUNSTER"'
        case ("rivers", _, "name"):
            example = '"Nore"'
        case ("powers", _, "name"):
            example = '"Munster"'
    return f"{key} = {example}"


def _shown(value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case str():
            return f'"{value}"' if len(value) <= 40 else f'"{value[:37]}..."'
        case list():
            return "a list"
        case dict():
            return "a table"
        case _:
            return str(value)


def _listed(words: tuple[str, ...]) -> str:
    return ", ".join(words)
