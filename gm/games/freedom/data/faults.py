"""What must hold of the game's data beyond its form: each fault with its file, entry and remedy (2, 3, 9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from gm.contract.seats import SeatId
from gm.errors import MapError
from gm.games.freedom.data.effects import EffectFault, effect_of
from gm.games.freedom.data.schema import BoardForm, CardsForm, DataForm, SiegeForm
from gm.games.freedom.rules.tables import (
    CAMP,
    CANNON_PIECES,
    EXPEDITIONARY,
    INSURGENT,
    ISLANDS,
    KLISOVA_INNER,
    KLISOVA_RING,
    MOST_CIVILIANS,
    MOST_IN_AREA,
    MOST_MARKERS,
    PERIODS,
    PIECES,
    SEA,
    VASILADI_RING,
)

BOARD, SIEGE, CARDS = "messolonghi.toml", "siege.toml", "cards.toml"
FILES: Final = (BOARD, SIEGE, CARDS)

_ROWS: Final = {
    1: "coast",
    2: "beach",
    3: "wall",
    4: "mainland",
    5: "mainland",
    6: "mainland",
    7: "mainland",
    8: "mainland",
}
"""What each row is: the rules go by their numbers (2)."""

_LAGOON_NEEDED: Final = (*ISLANDS, VASILADI_RING, KLISOVA_RING, KLISOVA_INNER)
"""The spaces of the lagoon by whose names the rules go (2, 3, 5)."""

LEAST_CARDS: Final = 47
"""So many cards a period can take from its deck (9)."""


def data_faults(data: DataForm) -> tuple[MapError, ...]:
    """Return all that is wrong with data of the right form, in the order of the files."""
    return (
        *_board_faults(data.messolonghi),
        *_siege_faults(data.siege, space_ids(data.messolonghi)),
        *_card_faults(data.cards, [area.id for area in data.siege.areas]),
    )


def space_ids(board: BoardForm) -> tuple[str, ...]:
    """Return the spaces of a board, in the canonical order (2)."""
    rows = [f"{row.row}-{column}" for row in board.rows for column in range(1, row.columns + 1)]
    return (*rows, *(space.id for space in board.lagoon), CAMP)


def _board_faults(board: BoardForm) -> Iterator[MapError]:
    rows = {row.row: row.kind for row in board.rows}
    if rows != _ROWS or [*rows] != [*_ROWS] or len(rows) < len(board.rows):
        expected = ", ".join(f"{row} {kind}" for row, kind in _ROWS.items())
        yield MapError(
            BOARD,
            "rows",
            f"the rows are {', '.join(f'{row.row} {row.kind}' for row in board.rows)}",
            remedy=f"write {expected}, in this order",
        )
    known = space_ids(board)
    yield from _twice(BOARD, "lagoon", [space.id for space in board.lagoon])
    for needed in _LAGOON_NEEDED:
        if needed not in known:
            yield MapError(
                BOARD, f"lagoon.{needed}", "the rules name this space", remedy=f"write {needed}"
            )
    for space in board.lagoon:
        if space.island not in ISLANDS or (space.kind == "island") != (space.id in ISLANDS):
            yield MapError(
                BOARD,
                f"lagoon.{space.id}",
                f"it is {space.kind} of {space.island}",
                remedy=f"the islands are {', '.join(ISLANDS)}; all else is water around one of them",
            )
    wall = [id_ for id_ in known if id_.startswith("3-")]
    yield from _unknown(BOARD, "forts", board.forts, wall)
    yield from _unknown(
        BOARD, "sights", board.sights, [i for i in known if i[:2] in ("4-", "5-", "6-")]
    )
    for way in board.ways:
        yield from _unknown(BOARD, f"ways.{way}", way.split(), known)


def _siege_faults(siege: SiegeForm, known: Collection[str]) -> Iterator[MapError]:
    held = [i for i in known if i[:2] in ("2-", "3-") or i in ISLANDS]
    land = [i for i in known if i[:1].isdigit() and i[0] >= "4"]
    imperial, insurgent = siege.imperial, siege.insurgent
    yield from _unknown(SIEGE, "imperial.units", [*imperial.units], land)
    yield from _unknown(SIEGE, "imperial.cannons", imperial.cannons, land)
    yield from _unknown(SIEGE, "insurgent.units", [*insurgent.units], held)
    yield from _unknown(SIEGE, "insurgent.cannons", insurgent.cannons, held)
    if insurgent.bombard is not None:
        yield from _unknown(SIEGE, "insurgent.bombard", [insurgent.bombard], held)
        guns = [*insurgent.cannons, insurgent.bombard]
        yield from _twice(SIEGE, "insurgent.cannons", guns)
    cannons = len(imperial.cannons) + len(insurgent.cannons) + imperial.camp_cannons
    markers = sum(area.markers for area in siege.areas)
    for entry, count, most in (
        (
            "imperial.units",
            sum(imperial.units.values()) + imperial.camp_units,
            PIECES[EXPEDITIONARY],
        ),
        ("insurgent.units", sum(insurgent.units.values()), PIECES[INSURGENT]),
        ("imperial.cannons", cannons, CANNON_PIECES),
        ("insurgent.civilians", insurgent.civilians, MOST_CIVILIANS),
        ("areas", markers, MOST_MARKERS),
    ):
        if count > most:
            yield MapError(
                SIEGE, entry, f"they are {count}", remedy=f"there are {most} pieces in the box"
            )
    yield from _area_faults(siege)


def _area_faults(siege: SiegeForm) -> Iterator[MapError]:
    ids = [area.id for area in siege.areas]
    yield from _twice(SIEGE, "areas", ids)
    if SEA not in ids:
        yield MapError(SIEGE, "areas", "the rules name the Sea", remedy=f"write an area {SEA}")
    for area in siege.areas:
        if area.markers > MOST_IN_AREA:
            yield MapError(
                SIEGE,
                f"areas.{area.id}.markers",
                f"they are {area.markers}",
                remedy=f"an area has {MOST_IN_AREA} at most",
            )


def _card_faults(cards: CardsForm, areas: Sequence[str]) -> Iterator[MapError]:
    yield from _twice(CARDS, "cards", [card.id for card in cards.cards])
    yield from _twice(CARDS, "cards", [card.name.casefold() for card in cards.cards])
    for card in cards.cards:
        side = None if card.side == "NEUTRAL" else SeatId(card.side)
        for number, effect in enumerate(card.effects, 1):
            try:
                effect_of(effect, areas, side)
            except EffectFault as fault:
                entry = f"cards.{card.id}.effects.{number}"
                yield MapError(CARDS, entry, fault.reason, remedy=fault.remedy)
    for period in PERIODS:
        count = sum(card.period == period for card in cards.cards)
        if count < LEAST_CARDS:
            yield MapError(
                CARDS,
                "cards",
                f"period {period} has {count}",
                remedy=f"a period can take {LEAST_CARDS} from its deck: write as many or more",
            )


def _unknown(
    file: str, entry: str, names: Sequence[str], known: Collection[str]
) -> Iterator[MapError]:
    for name in names:
        if name not in known:
            yield MapError(
                file,
                entry,
                f"{name} is no space for it",
                remedy=f"write one of {', '.join(known)}",
            )


def _twice(file: str, entry: str, names: Sequence[str]) -> Iterator[MapError]:
    for name, count in Counter(names).items():
        if count > 1:
            yield MapError(file, entry, f"{name} comes twice", remedy="write it once")
