"""The plan that pictures of the game are drawn on: which outline each space has. It is drawn and never played."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field

from gm.errors import MapError
from gm.game_files import game_file, read_form

PLAN: Final = "plan.toml"
"""The file of the plan, among the game's data."""

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
def load_plan(own_folder: Path | None = None) -> SiegePlan:
    """Return the plan, a master's own where his folder has one; MapError if it is none."""
    read = read_form(_FileForm, [game_file(_FOLDER, PLAN, own_folder)])
    if isinstance(read, tuple):
        raise read[0]
    plan = read.plan
    rows = (field for row in plan.rows for field in _in_row(row))
    shapes = (
        PlanField(shape.space, shape.ground, tuple(shape.ring), shape.label)
        for shape in plan.shapes
    )
    fields = (*rows, *shapes)
    known = {field.id for field in fields}
    for pair in plan.thick:
        for space in pair:
            if space not in known:
                raise MapError(PLAN, "thick", f"{space} is drawn nowhere", remedy="draw it")
    return SiegePlan(plan.width, plan.height, fields, tuple(plan.thick))


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
