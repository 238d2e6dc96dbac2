"""The form of the three files of the game's data; unknown keys and wrong types are refused.

Pydantic's types stay in this module. Whether what the files say makes sense is judged elsewhere.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Basis = Literal["given", "deduced", "reconstructed"]
Text = Annotated[str, Field(min_length=1, max_length=60)]
FactionId = Annotated[str, Field(pattern=r"^[A-Z]{2,3}$")]
HexId = Annotated[str, Field(pattern=r"^[A-Z]{3}$")]
Edge = Annotated[str, Field(pattern=r"^[A-Z]{3}-[A-Z]{3}$")]
CardId = Annotated[str, Field(pattern=r"^[A-Z]{2}$")]
Year = Annotated[str, Field(pattern=r"^1[0-9]{3}$")]
ClaimantId = Literal["CT", "CBR"]
Count = Annotated[int, Field(ge=0, le=99)]
Battles = Annotated[int, Field(ge=1, le=10)]
SchemaNumber = Annotated[Literal[1], Field(alias="schema")]


class FileForm(BaseModel):
    """A table of one of the files: it holds what its form names and nothing else."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class FactionForm(FileForm):
    """`[[factions]]`."""

    id: FactionId
    name: Text
    kind: Literal["claimant", "vassal", "independent", "tanist", "english"]
    seat: HexId | None = None
    irish: Text | None = None
    aliases: list[Text] = []
    basis: Basis


class HexForm(FileForm):
    """`[[hexes]]`."""

    id: HexId
    row: Count
    column: Count
    name: Text
    irish: Text | None = None
    aliases: list[Text] = []
    settlement: Literal["longport", "monastery", "castle"] | None = None
    owner: str | None = None
    terrain: list[Literal["wood", "bog", "castle"]] = []
    not_in: list[Year] = []
    basis: Basis


class WaysForm(FileForm):
    """`[ways]`."""

    routes: list[Edge]
    crossings: list[Edge]
    waters: list[Edge]
    basis: Basis


class LandForm(FileForm):
    """`land.toml`."""

    schema_: SchemaNumber
    factions: list[FactionForm]
    hexes: list[HexForm]
    ways: WaysForm


class GiftForm(FileForm):
    """An army that costs nothing; its battles may be the text's "ix"."""

    faction: FactionId
    hex: HexId
    battles: Battles | Literal["ix"]
    provisions: Count


class SidesForm(FileForm):
    """The factions of each claimant."""

    CT: list[FactionId]
    CBR: list[FactionId]


class ScenarioForm(FileForm):
    """`[[scenarios]]`."""

    id: Year
    king: ClaimantId
    exiled: ClaimantId | None = None
    sides: SidesForm
    open: list[FactionId] = []
    opens: FactionId
    deck: dict[CardId, Count]
    hazard: CardId | None = None
    hostages: dict[FactionId, FactionId] = {}
    pounds: Count = 0
    given: GiftForm | None = None
    halves: SidesForm | None = None
    barred: list[FactionId] = []
    musters: dict[FactionId, HexId] = {}
    basis: Basis


class ScenariosForm(FileForm):
    """`scenarios.toml`."""

    schema_: SchemaNumber
    scenarios: list[ScenarioForm]


class UsualForm(FileForm):
    """`[usual]`."""

    replenish: Count
    battle_price: Annotated[int, Field(ge=1, le=99)]
    provision_price: Annotated[int, Field(ge=1, le=99)]
    crossing: Annotated[int, Field(ge=1, le=6)]
    coyne: Annotated[int, Field(ge=1, le=10)]


class HazardForm(FileForm):
    """`[[hazards]]`: what it does not name is as usual."""

    id: CardId
    name: Text
    replenish: Count | None = None
    battle_price: Annotated[int, Field(ge=1, le=99)] | None = None
    provision_price: Annotated[int, Field(ge=1, le=99)] | None = None
    crossing: Annotated[int, Field(ge=1, le=6)] | None = None
    coyne: Annotated[int, Field(ge=1, le=10)] | None = None
    adds: dict[CardId, Count] = {}
    basis: Basis


class HazardsForm(FileForm):
    """`hazards.toml`."""

    schema_: SchemaNumber
    usual: UsualForm
    hazards: list[HazardForm]


class DataForm(FileForm):
    """All three files."""

    land: LandForm
    scenarios: ScenariosForm
    hazards: HazardsForm
