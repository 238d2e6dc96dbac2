"""Says in a GM's words what of a board's file has not the form that it must have.

What the board says is judged only when all of it has its form: a fault of form, such as a province without a
name, would else be told again in all that hangs on it.
"""

from __future__ import annotations

from collections.abc import Mapping

from gm.games.diplomacy.map.files.board_schema import BoardTable, Misfit, read_table
from gm.games.diplomacy.rules.board_check import Fault, near

_POINTS = {"label", "unit", "centre_point"}
"""Keys whose value is a point."""

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


def read_form(raw: Mapping[str, object]) -> BoardTable | tuple[Fault, ...]:
    """Return a file as a typed table, or everything in it that has not its form."""
    read = read_table(raw)
    return read if isinstance(read, BoardTable) else tuple(map(_fault, read))


def _fault(misfit: Misfit) -> Fault:
    entry = ".".join(f"{step + 1}" if isinstance(step, int) else step for step in misfit.path)
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
            return "write two numbers, x and y" if key in _POINTS else "write two provinces"
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
