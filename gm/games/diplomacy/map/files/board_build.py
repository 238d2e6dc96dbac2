"""Turns the typed table of a map file into the board of the rules core."""

from __future__ import annotations

from gm.games.diplomacy.map.files.board_schema import (
    BoardTable,
    NeighbourTable,
    PowerTable,
    ProvinceTable,
)
from gm.games.diplomacy.rules.board import (
    Board,
    Border,
    BorderKind,
    Coast,
    Entry,
    OffBoard,
    Power,
    PowerId,
    Province,
    ProvinceId,
    Terrain,
)


def build_board(table: BoardTable, digest: str) -> Board:
    """Return the board that a table describes, unchecked; `digest` names its files."""
    return Board(
        id=table.map.id,
        title=table.map.title,
        provinces={ProvinceId(key): _province(key, it) for key, it in table.provinces.items()},
        powers={PowerId(key): _power(key, it) for key, it in table.powers.items()},
        ambiguous={
            word.casefold(): tuple(ProvinceId(place) for place in places)
            for word, places in table.ambiguous.items()
        },
        digest=digest,
        facts=_facts(table),
    )


def _province(key: str, it: ProvinceTable) -> Province:
    return Province(
        id=ProvinceId(key),
        name=it.name,
        terrain=Terrain(it.terrain),
        ring=tuple(_border(border) for border in it.neighbours),
        aliases=tuple(it.aliases),
        is_centre=it.centre,
        home=PowerId(it.home) if it.home is not None else None,
        coasts=tuple(
            Coast(name.lower(), coast.name, tuple(coast.aliases))
            for name, coast in it.coasts.items()
        ),
        entry=Entry(it.entry),
    )


def _border(it: NeighbourTable) -> Border:
    return Border(
        to=ProvinceId(it.to),
        kind=BorderKind(it.kind),
        coasts=tuple(coast.lower() for coast in it.coast),
        to_coasts=tuple(coast.lower() for coast in it.to_coast),
        river=it.river,
        reaches_sea=it.fleet,
        length=it.length,
    )


def _power(key: str, it: PowerTable) -> Power:
    return Power(
        id=PowerId(key),
        name=it.name,
        adjective=it.adjective,
        aliases=tuple(it.aliases),
        home=tuple(ProvinceId(place) for place in it.home),
        start=tuple(it.start),
        rank=it.rank,
        colour=it.colour,
        off_board=tuple(OffBoard(line.from_year, line.centres) for line in it.off_board),
        land=tuple(ProvinceId(place) for place in it.land),
    )


def _facts(table: BoardTable) -> dict[str, int | str]:
    """Collect the figures a variant reads; `[facts]` may not hide one of the map's own."""
    own: dict[str, int | str] = {
        "designer": table.map.designer,
        "first_season": table.map.first_season,
        "first_year": table.map.first_year,
        "victory": table.victory.kind,
        "total_centres": table.victory.total,
    }
    optional: dict[str, int | str | None] = {
        "code": table.map.code or None,
        "status": table.map.status or None,
        "victory_centres": table.victory.count,
        "victory_points": table.victory.points,
    }
    given = {key: value for key, value in optional.items() if value is not None}
    return {**table.facts, **own, **given}
