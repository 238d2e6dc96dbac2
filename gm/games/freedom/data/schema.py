"""The form of the three files of the game's data; unknown keys and wrong types are refused.

Pydantic's types stay in this module. Whether what the files say makes sense is judged elsewhere.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Basis = Literal["given", "deduced", "reconstructed"]
Text = Annotated[str, Field(min_length=1, max_length=60)]
SpaceId = Annotated[str, Field(pattern=r"^([1-9]-[1-9]|[A-Z]{2}[A-Z1-9]|CAMP)$")]
LagoonId = Annotated[str, Field(pattern=r"^[A-Z]{2}[A-Z1-9]$")]
AreaId = Annotated[str, Field(pattern=r"^[A-Z]{3,20}$")]
CardId = Annotated[str, Field(pattern=r"^[A-Z]{2}[0-9]{2}$")]
Way = Annotated[str, Field(pattern=r"^\S+ \S+$")]
Count = Annotated[int, Field(ge=0, le=99)]
Some = Annotated[int, Field(ge=1, le=99)]
SeatName = Literal["IMP", "INS"]
SchemaNumber = Annotated[Literal[1], Field(alias="schema")]


class FileForm(BaseModel):
    """A table of one of the files: it holds what its form names and nothing else."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class RowForm(FileForm):
    """`[[rows]]`."""

    row: Annotated[int, Field(ge=1, le=9)]
    kind: Literal["coast", "beach", "wall", "mainland"]
    columns: Annotated[int, Field(ge=1, le=9)]
    limit: Some
    depth: Some
    basis: Basis


class LagoonForm(FileForm):
    """`[[lagoon]]`: an island, or a space around one."""

    id: LagoonId
    name: Text | None = None
    kind: Literal["water", "island"]
    island: LagoonId
    limit: Some
    depth: Some
    need: Annotated[int, Field(ge=1, le=6)] | None = None
    held: Literal["into", "out"] | None = None
    basis: Basis


class BoardForm(FileForm):
    """`messolonghi.toml`."""

    schema_: SchemaNumber
    forts: list[SpaceId]
    ways: list[Way]
    sights: list[SpaceId]
    rows: list[RowForm]
    lagoon: list[LagoonForm]


class ImperialForm(FileForm):
    """`[imperial]`."""

    money: Count
    supplies: Count
    morale: Some
    camp_units: Count
    camp_cannons: Count
    cannons: list[SpaceId]
    units: dict[SpaceId, Some]
    basis: Basis


class InsurgentForm(FileForm):
    """`[insurgent]`."""

    supplies: Count
    morale: Some
    civilians: Count
    cannons: list[SpaceId]
    bombard: SpaceId | None = None
    units: dict[SpaceId, Some]
    basis: Basis


class LimitsForm(FileForm):
    """`[limits]`."""

    morale: Some
    hand: Some
    plays: Some
    basis: Basis


class PeriodsForm(FileForm):
    """A number for each period."""

    A: Count
    B: Count


class UpkeepForm(FileForm):
    """`[upkeep]`."""

    money: PeriodsForm
    supplies: PeriodsForm
    basis: Basis


class DesertionStepForm(FileForm):
    """From this morale down so many units desert."""

    morale: Some
    units: Some


class DesertionForm(FileForm):
    """`[desertion]`."""

    steps: list[DesertionStepForm]
    basis: Basis


class RewardForm(FileForm):
    """What an area is worth to one side."""

    supplies: Count = 0
    morale: Count = 0
    units: Count = 0
    cannons: Count = 0
    vasiladi: Count = 0


class AreaForm(FileForm):
    """`[[areas]]`."""

    id: AreaId
    name: Text
    side: SeatName
    markers: Count
    imperial: RewardForm
    insurgent: RewardForm
    basis: Basis


class SiegeForm(FileForm):
    """`siege.toml`."""

    schema_: SchemaNumber
    imperial: ImperialForm
    insurgent: InsurgentForm
    limits: LimitsForm
    upkeep: UpkeepForm
    desertion: DesertionForm
    areas: list[AreaForm]


class CardForm(FileForm):
    """`[[cards]]`: each of its effects is a list, the word first; what may follow is judged elsewhere."""

    id: CardId
    name: Text
    period: Literal["A", "B"]
    side: Literal["IMP", "INS", "NEUTRAL"]
    kind: Literal["EVENT", "PERSONALITY"] = "EVENT"
    ap: Annotated[int, Field(ge=1, le=9)]
    effects: Annotated[list[list[Any]], Field(min_length=1)]


class CardsForm(FileForm):
    """`cards.toml`."""

    schema_: SchemaNumber
    cards: list[CardForm]


class DataForm(FileForm):
    """All three files."""

    messolonghi: BoardForm
    siege: SiegeForm
    cards: CardsForm
