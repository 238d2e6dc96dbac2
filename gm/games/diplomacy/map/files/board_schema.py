"""The form of a `board.toml`, as `maps/README.md` describes it to a GM.

Pydantic reads it and refuses unknown keys and wrong types. Its types stay in this module: the
others see plain attributes. Whether what the file says makes sense is judged elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

Point = Annotated[list[float], Field(min_length=2, max_length=2)]
Pair = Annotated[list[str], Field(min_length=2, max_length=2)]
Text = Annotated[str, Field(min_length=1)]
Count = Annotated[int, Field(ge=0)]
Size = Annotated[float, Field(gt=0, le=1_000_000)]
Length = Annotated[float, Field(ge=0)]


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)


class MapTable(_Table):
    """`[map]`: what the board is called, where its shapes lie, when play begins."""

    id: Text
    title: Text
    designer: Text
    geometry: Text
    width: Size
    height: Size
    first_season: Literal["Spring", "Autumn", "Winter"]
    first_year: int
    code: str = ""
    status: str = ""
    impassable: dict[str, Text] = {}


class VictoryTable(_Table):
    """`[victory]`: how the game is won and how many centres the board must have."""

    kind: Literal["centres", "points"]
    total: Count
    count: Annotated[int, Field(gt=0)] | None = None
    points: Annotated[int, Field(gt=0)] | None = None


class OffBoardTable(_Table):
    """A line of `off_board`: so many centres from the winter of this year on."""

    from_year: int
    centres: Count


class PowerTable(_Table):
    """`[powers.NAME]`."""

    name: Text
    adjective: Text
    colour: Annotated[str, Field(pattern=r"^#[0-9a-f]{6}$")]
    home: list[str]
    aliases: list[str] = []
    start: list[str] = []
    rank: Literal["major", "minor"] = "major"
    piece_choice: list[Literal["A", "F"]] = []
    coast_choice: list[str] = []
    off_board: list[OffBoardTable] = []
    land: list[str] = []


class NeighbourTable(_Table):
    """One stretch of border in a ring."""

    to: Text
    kind: Literal["land", "coast", "sea", "river"]
    coast: list[str] = []
    to_coast: list[str] = []
    length: Length = 0.0
    river: str | None = None
    fleet: bool = False


class CoastTable(_Table):
    """`[provinces.ABC.coasts.nc]`."""

    name: Text
    aliases: list[str] = []
    unit: Point | None = None


class ProvinceTable(_Table):
    """`[provinces.ABC]`."""

    name: Text
    terrain: Literal["inland", "coastal", "sea"]
    centre: bool
    neighbours: list[NeighbourTable]
    label: Point
    aliases: list[str] = []
    home: str | None = None
    entry: Literal["all", "special", "box"] = "all"
    coasts: dict[str, CoastTable] = {}
    unit: Point | None = None
    centre_point: Point | None = None
    room: float | None = None
    region: str = ""
    attested: bool = True


class CornersTable(_Table):
    """`[corners]`: pairs that meet in a point and are no neighbours."""

    pairs: list[Pair] = []


class ClaimTable(_Table):
    """`[[claims]]`: what a rule of the game's text says about the board."""

    rule: Text
    exists: list[str] = []
    centre: list[str] = []
    not_centre: list[str] = []
    adjacent: list[Pair] = []
    not_adjacent: list[Pair] = []
    river: list[Pair] = []
    fleet_path: list[Annotated[list[str], Field(min_length=2)]] = []


class RiverTable(_Table):
    """`[[rivers]]`: a river and every border that it forms."""

    name: Text
    borders: list[Pair]


class BoardTable(_Table):
    """A whole `board.toml`, an extending one after it was merged into its base."""

    schema_: Annotated[Literal[1], Field(alias="schema")]
    map: MapTable
    victory: VictoryTable
    powers: dict[str, PowerTable]
    provinces: dict[str, ProvinceTable]
    facts: dict[str, int | str] = {}
    ambiguous: dict[str, list[str]] = {}
    corners: CornersTable = CornersTable()
    claims: list[ClaimTable] = []
    rivers: list[RiverTable] = []


@dataclass(frozen=True, slots=True)
class Misfit:
    """A value that is not of the form it must have, as pydantic tells it.

    Args:
        path: the way to it through tables and lists; numbers count from 0.
        kind: pydantic's name of the trouble.
        value: what stands there.
        limits: what the trouble was measured against.
        keys: the keys of the table that the last step of the path leads into.
    """

    path: tuple[int | str, ...]
    kind: str
    value: object
    limits: Mapping[str, object]
    keys: tuple[str, ...]


def read_table(raw: Mapping[str, object]) -> BoardTable | tuple[Misfit, ...]:
    """Return the typed table, or everything in it that has not the form it must have."""
    try:
        return BoardTable.model_validate(raw)
    except ValidationError as error:
        misfits = [
            Misfit(
                _path(misfit["loc"]),
                misfit["type"],
                misfit["input"],
                misfit.get("ctx", {}),
                _keys(misfit["loc"]),
            )
            for misfit in error.errors(include_url=False)
        ]
        return tuple({misfit.path: misfit for misfit in misfits}.values())


def _path(steps: tuple[int | str, ...]) -> tuple[int | str, ...]:
    """Leave out which of several types a fact might have had."""
    return steps[:2] if steps[:1] == ("facts",) else steps


def _keys(steps: tuple[int | str, ...]) -> tuple[str, ...]:
    model = _model(steps[:-1])
    return tuple(_names(model)) if model else ()


def _names(model: type[_Table]) -> Iterator[str]:
    for name, field in model.model_fields.items():
        yield field.alias or name


def _model(steps: tuple[int | str, ...]) -> type[_Table] | None:
    """Return the form of the table at a path; None if its keys are free."""
    match steps:
        case ():
            return BoardTable
        case ("powers", _, "off_board", _):
            return OffBoardTable
        case ("provinces", _, "neighbours", _):
            return NeighbourTable
        case ("provinces", _, "coasts", _):
            return CoastTable
        case (str(name),):
            return _SINGLE.get(name)
        case (str(name), _):
            return _SEVERAL.get(name)
        case _:
            return None


_SINGLE: Mapping[str, type[_Table]] = {
    "map": MapTable,
    "victory": VictoryTable,
    "corners": CornersTable,
}
_SEVERAL: Mapping[str, type[_Table]] = {
    "powers": PowerTable,
    "provinces": ProvinceTable,
    "claims": ClaimTable,
    "rivers": RiverTable,
}
