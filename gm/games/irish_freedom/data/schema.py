"""The form of the four files of the game's data; unknown keys and wrong types are refused.

Pydantic's types stay in this module. Whether what the files say makes sense is judged elsewhere.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

RegionCode = Literal["DUB", "MID", "ULS", "WES", "COR", "KER"]
UnitWord = Literal["ARMY", "TAN", "RIC", "UVF", "MOB", "GUE", "REG", "FC"]
AttachmentWord = Literal["AC", "ART"]
ColourWord = Literal["red", "orange", "blue", "green"]
Basis = Literal["given", "deduced", "reconstructed"]
Text = Annotated[str, Field(min_length=1, max_length=60)]
AreaId = Annotated[str, Field(pattern=r"^[A-Z]{3}[1-6]$")]
Face = Annotated[int, Field(ge=1, le=6)]
Strength = Annotated[int, Field(ge=0, le=20)]
SchemaNumber = Annotated[Literal[1], Field(alias="schema")]


class FileForm(BaseModel):
    """A table of one of the files: it holds what its form names and nothing else."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class AreaForm(FileForm):
    """`[[regions.areas]]`."""

    id: AreaId
    faces: Annotated[list[Face], Field(min_length=1, max_length=2)]
    terrain: Literal["bog", "town", "city"]
    name: Text
    port: bool = False
    basis: Basis


class RegionForm(FileForm):
    """`[[regions]]`."""

    code: RegionCode
    number: Face
    name: Text
    roads: Annotated[list[RegionCode], Field(min_length=6, max_length=6)]
    roads_basis: Basis
    areas: list[AreaForm]


class IslandForm(FileForm):
    """`island.toml`."""

    schema_: SchemaNumber
    regions: list[RegionForm]


class StrengthsForm(FileForm):
    """How strong a counter is in each terrain."""

    bog: Strength
    town: Strength
    city: Strength
    name: Text
    basis: Basis


class UnitForm(StrengthsForm):
    """`[[units]]` of the counters."""

    type: UnitWord
    colours: Annotated[list[ColourWord], Field(min_length=1)]
    rank: Annotated[int, Field(ge=0, le=20)]
    reach: Literal["nowhere", "region", "roads"]
    sails: bool = False


class AttachmentForm(StrengthsForm):
    """`[[attachments]]` of the counters."""

    type: AttachmentWord


class CountersForm(FileForm):
    """`counters.toml`."""

    schema_: SchemaNumber
    units: list[UnitForm]
    attachments: list[AttachmentForm]


class UnitKindForm(FileForm):
    """A unit that a card places."""

    type: UnitWord
    colour: ColourWord


class CardForm(FileForm):
    """`[[woi]]` and `[[cw]]` of the cards."""

    id: Annotated[str, Field(pattern=r"^[WC][1-9][0-9]?$")]
    title: Text
    effect: Literal[
        "column among enemies",
        "mobs",
        "riots",
        "auxiliaries",
        "mobilisation",
        "flag",
        "demotion",
        "assassination",
        "reprisals",
        "gun",
        "mutineer",
        "placement",
        "executions",
    ]
    regions: list[RegionCode] = []
    areas: list[AreaId] = []
    units: list[UnitKindForm] = []
    flag: Literal["no_cross_region", "collins", "dalton", "guards"] | None = None
    basis: Basis


class CardsForm(FileForm):
    """`cards.toml`."""

    schema_: SchemaNumber
    woi: list[CardForm]
    cw: list[CardForm]


class PlacingForm(FileForm):
    """A counter that is set on the board."""

    type: UnitWord
    colour: ColourWord
    area: AreaId
    basis: Basis


class TreatyForm(FileForm):
    """`[treaty]` of the set-up."""

    garrison: list[PlacingForm]
    united: list[PlacingForm]
    republican: PlacingForm
    freestate: PlacingForm


class SetupForm(FileForm):
    """`setup.toml`."""

    schema_: SchemaNumber
    units: list[PlacingForm]
    treaty: TreatyForm


class DataForm(FileForm):
    """All four files."""

    island: IslandForm
    counters: CountersForm
    cards: CardsForm
    setup: SetupForm
