"""Reads the game's data, gm's own or a master's, and makes the values that the rules play with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

from gm.contract.seats import SeatId
from gm.errors import MapError
from gm.game_files import GameFiles
from gm.games.freedom.data.effects import effect_of
from gm.games.freedom.data.faults import FILES, data_faults, space_ids
from gm.games.freedom.data.plan import plan_faults
from gm.games.freedom.data.schema import (
    AreaForm,
    BoardForm,
    CardForm,
    DataForm,
    RewardForm,
    SiegeForm,
)
from gm.games.freedom.rules.tables import (
    CAMP,
    EXPEDITIONARY,
    IMP,
    INS,
    INSURGENT,
    Card,
    OuterArea,
    Reward,
    Siege,
    Space,
    SpaceKind,
    Tables,
)

FOLDER: Final = "freedom"
"""The folder of the game's data among the maps."""

_FILES: Final = GameFiles(FOLDER, FILES, DataForm, data_faults)


def faults_of(own_folder: Path | None = None) -> tuple[MapError, ...]:
    """Return all that is wrong with the files of a master's folder, or with gm's own; the plan's faults come last."""
    faults = _FILES.faults_of(own_folder)
    if faults:
        return faults
    data = _FILES.read(own_folder)
    areas = (area.id for area in data.siege.areas)
    return tuple(plan_faults(own_folder, (*space_ids(data.messolonghi), *areas)))


def load_tables(own_folder: Path | None = None) -> Tables:
    """Return what the game is played with.

    Args:
        own_folder: a master's folder; a file that it lacks is gm's own.

    Raises:
        MapError: a file cannot be read, or something in it is wrong; the first fault.
    """
    return _loaded(own_folder)


@lru_cache(maxsize=8)
def _loaded(own_folder: Path | None) -> Tables:
    # gm's own plan is known to fit its board.
    if own_folder is not None and (faults := faults_of(own_folder)):
        raise faults[0]
    place = str(own_folder) if own_folder is not None else ""
    return tables_of(_FILES.read(own_folder), _FILES.digest(own_folder), place)


def tables_of(data: DataForm, digest: str, own_folder: str = "") -> Tables:
    """Return data as the rules have them."""
    board, siege = data.messolonghi, data.siege
    spaces = {space.id: space for space in _spaces(board)}
    areas = [area.id for area in siege.areas]
    cards = sorted(data.cards.cards, key=lambda form: form.id)
    return Tables(
        spaces=spaces,
        ways=frozenset((*_grid_ways(spaces), *(frozenset(way.split()) for way in board.ways))),
        sights=frozenset(board.sights),
        areas={form.id: _area(form) for form in siege.areas},
        cards={form.id: _card(form, areas) for form in cards},
        siege=_siege(siege),
        digest=digest,
        own_folder=own_folder,
    )


def _spaces(board: BoardForm) -> Iterator[Space]:
    """Yield the spaces in the canonical order (2)."""
    for row in board.rows:
        for column in range(1, row.columns + 1):
            id_ = f"{row.row}-{column}"
            yield Space(
                id_,
                id_,
                SpaceKind(row.kind),
                row.limit,
                row.depth,
                row.row,
                column,
                fort=id_ in board.forts,
            )
    for form in board.lagoon:
        yield Space(
            form.id,
            form.name or form.id,
            SpaceKind(form.kind),
            form.limit,
            form.depth,
            island=form.island,
            need=form.need or 0,
            held_into=form.held == "into",
            held_out=form.held == "out",
        )
    yield Space(CAMP, "Camp", SpaceKind.CAMP, None, 0)


def _grid_ways(spaces: dict[str, Space]) -> Iterator[frozenset[str]]:
    """Yield the ways inside the rows: king moves on Wall and mainland, along the coast and the beach (2)."""
    for here in spaces.values():
        for rows, columns in ((0, 1), (1, -1), (1, 0), (1, 1)):
            there = f"{here.row + rows}-{here.column + columns}"
            if here.row and there in spaces and (here.row > 2 or not rows):
                yield frozenset((here.id, there))


def _area(form: AreaForm) -> OuterArea:
    rewards = {IMP: _reward(form.imperial), INS: _reward(form.insurgent)}
    return OuterArea(form.id, form.name, SeatId(form.side), form.markers, rewards)


def _reward(form: RewardForm) -> Reward:
    return Reward(form.supplies, form.morale, form.units, form.cannons, form.vasiladi)


def _card(form: CardForm, areas: Sequence[str]) -> Card:
    side = None if form.side == "NEUTRAL" else SeatId(form.side)
    effects = tuple(effect_of(effect, areas, side) for effect in form.effects)
    person = form.kind == "PERSONALITY"
    return Card(form.id, form.name, form.period, side, form.ap, effects, person)


def _siege(form: SiegeForm) -> Siege:
    imperial, insurgent = form.imperial, form.insurgent
    units = {space: {EXPEDITIONARY: count} for space, count in imperial.units.items()}
    units |= {space: {INSURGENT: count} for space, count in insurgent.units.items()}
    if imperial.camp_units:
        units[CAMP] = {EXPEDITIONARY: imperial.camp_units}
    return Siege(
        money=imperial.money,
        supplies={IMP: imperial.supplies, INS: insurgent.supplies},
        morale={IMP: imperial.morale, INS: insurgent.morale},
        civilians=insurgent.civilians,
        units=units,
        imperial_cannons=tuple(imperial.cannons),
        insurgent_cannons=tuple(insurgent.cannons),
        bombard=insurgent.bombard,
        camp_cannons=imperial.camp_cannons,
        morale_cap=form.limits.morale,
        hand=form.limits.hand,
        plays=form.limits.plays,
        money_upkeep=form.upkeep.money.model_dump(),
        supplies_upkeep=form.upkeep.supplies.model_dump(),
        desertion=tuple((step.morale, step.units) for step in form.desertion.steps),
    )
