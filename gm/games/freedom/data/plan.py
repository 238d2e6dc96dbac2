"""The plan that pictures of the game are drawn on: which outline each space has. It is drawn and never played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field

from gm.drawing.geometry import is_in_ring
from gm.errors import MapError
from gm.game_files import game_file, read_form

PLAN: Final = "plan.toml"
"""The file of the plan, among the game's data."""

BOXES: Final = (
    *("round", "morale", "supplies", "money", "prep", "plea", "people", "plays"),
    "CITY",
)
"""The fields that count something: the tracks, and the civilians of the city."""

_FOLDER: Final = "freedom"


class PlanGround(Enum):
    """What a field of the plan is; a box is none of the board and only counts something."""

    LAND = "land"
    WATER = "water"
    WALL = "wall"
    TOWN = "town"
    BOX = "box"


@dataclass(frozen=True, slots=True)
class PlanField:
    """A field of the plan.

    Args:
        id: of its space, or what a box counts.
        ground: what it is. ring: its outline. middle: round which point things stand in it.
    """

    id: str
    ground: PlanGround
    ring: tuple[tuple[float, float], ...]
    middle: tuple[float, float]


@dataclass(frozen=True, slots=True)
class SiegePlan:
    """The whole plan: how large it is, its fields, and between which of them a thick line lies."""

    width: float
    height: float
    fields: tuple[PlanField, ...]
    thick: tuple[tuple[str, str], ...]


Length = Annotated[float, Field(ge=0, le=10_000)]
Corner = tuple[Length, Length]
Name = Annotated[str, Field(min_length=1, max_length=20)]


class _Form(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=False, frozen=True)


class _RowForm(_Form):
    """`[[rows]]`."""

    spaces: list[Name]
    ground: PlanGround
    left: Length
    top: Length
    wide: Length
    high: Length


class _ShapeForm(_Form):
    """`[[shapes]]`."""

    space: Name
    ground: PlanGround
    ring: Annotated[list[Corner], Field(min_length=3)]
    label: Corner


class _PlanForm(_Form):
    """The file."""

    number: Annotated[int, Field(alias="schema", ge=1, le=1)]
    width: Length
    height: Length
    thick: list[tuple[Name, Name]]
    rows: list[_RowForm]
    shapes: list[_ShapeForm]


class _FileForm(_Form):
    plan: _PlanForm


@lru_cache(maxsize=8)
def load_plan(own_folder: str = "") -> SiegePlan:
    """Return the plan, a master's own where his folder has one; MapError if it is none."""
    read = _read(Path(own_folder) if own_folder else None)
    if isinstance(read, tuple):
        raise read[0]
    return SiegePlan(read.width, read.height, _fields(read), tuple(read.thick))


def plan_faults(own_folder: Path | None, drawn: Sequence[str]) -> Iterator[MapError]:
    """Yield all that is wrong with a plan, entry by entry.

    Args:
        own_folder: a master's folder; without a plan in it gm's own is looked at.
        drawn: the spaces and areas of the game, each of which is to be drawn once.
    """
    read = _read(own_folder)
    if isinstance(read, tuple):
        yield from read
        return
    yield from _place_faults(read)
    counts = Counter(field.id for field in _fields(read))
    for name in (*drawn, *BOXES):
        if counts[name] != 1:
            reason = "it is drawn twice" if counts[name] else "it is drawn nowhere"
            yield MapError(PLAN, name, reason, remedy="draw it once, in a row or as a shape")
    for name in counts:
        if name not in drawn and name not in BOXES:
            remedy = f"draw spaces, areas and {', '.join(BOXES)}"
            yield MapError(PLAN, name, "there is no such space or area", remedy=remedy)
    for number, pair in enumerate(read.thick, 1):
        for space in pair:
            if space not in counts:
                entry = f"thick.{number}"
                yield MapError(PLAN, entry, f"{space} is drawn nowhere", remedy="name two fields")


def _read(own_folder: Path | None) -> _PlanForm | tuple[MapError, ...]:
    read = read_form(_FileForm, [game_file(_FOLDER, PLAN, own_folder)])
    return read if isinstance(read, tuple) else read.plan


def _place_faults(plan: _PlanForm) -> Iterator[MapError]:
    """Yield what lies beyond the sheet, or where things stand outside their outline."""
    for number, row in enumerate(plan.rows, 1):
        right, low = row.left + len(row.spaces) * row.wide, row.top + row.high
        if right > plan.width or low > plan.height:
            yield _beyond(f"rows.{number}", plan)
    for number, shape in enumerate(plan.shapes, 1):
        entry = f"shapes.{number} ({shape.space})"
        if any(x > plan.width or y > plan.height for x, y in shape.ring):
            yield _beyond(entry, plan)
        if not is_in_ring(shape.label, shape.ring):
            yield MapError(
                PLAN,
                f"{entry}.label",
                "it is no point inside its outline",
                remedy="write [x, y] of where things stand in it",
            )


def _beyond(entry: str, plan: _PlanForm) -> MapError:
    remedy = f"draw inside width {plan.width:g} and height {plan.height:g}, or make them larger"
    return MapError(PLAN, entry, "it reaches beyond the plan", remedy=remedy)


def _fields(plan: _PlanForm) -> tuple[PlanField, ...]:
    rows = (field for row in plan.rows for field in _in_row(row))
    shapes = (
        PlanField(shape.space, shape.ground, tuple(shape.ring), shape.label)
        for shape in plan.shapes
    )
    return (*rows, *shapes)


def _in_row(row: _RowForm) -> list[PlanField]:
    """Return the fields of a row, side by side."""
    fields = []
    for place, space in enumerate(row.spaces):
        left, right = row.left + place * row.wide, row.left + (place + 1) * row.wide
        low = row.top + row.high
        ring = ((left, row.top), (right, row.top), (right, low), (left, low))
        middle = ((left + right) / 2, (row.top + low) / 2)
        fields.append(PlanField(space, row.ground, ring, middle))
    return fields
