"""What Republic needs of a board, so that a GM may play it on the printed map or on his own."""

from __future__ import annotations

from gm.games.diplomacy.rules.board import OffBoard, PowerId, ProvinceId
from gm.games.diplomacy.rules.mechanics.accounts import Rates
from gm.games.diplomacy.variants.needs import Needs

_RATES = Rates()


def _homes(power: str, *places: str) -> tuple[PowerId, tuple[ProvinceId, ...]]:
    return PowerId(power), tuple(ProvinceId(place) for place in places)


NEEDS = Needs(
    first_season="Winter",
    centres=25,
    wins=14,
    facts={
        "points_per_centre": _RATES.centre,
        "points_per_off_board": _RATES.off_board,
        "unit_upkeep": _RATES.unit,
        "bridge_upkeep": _RATES.bridge,
        "bridge_loss_penalty": _RATES.lost_bridge,
    },
    homes=dict(
        (
            _homes("ULSTER", "BeN", "BeS"),
            _homes("MUNSTER", "CoS", "CoC"),
            _homes("LEINSTER", "DbN", "DbS"),
            _homes("CONNAUGHT", "GaW", "GaS"),
            _homes("BRITAIN", "DeW", "DeE"),
        )
    ),
    off_board={PowerId("BRITAIN"): (OffBoard(1015, 2), OffBoard(1018, 1), OffBoard(1019, 0))},
    rivers=True,
    starts_empty=True,
    rules={
        "victory": "2",
        "homes": "3",
        "off_board": "3",
        "start": "4",
        "points_per_centre": "5",
        "points_per_off_board": "5",
        "unit_upkeep": "6",
        "bridge_upkeep": "6",
        "bridge_loss_penalty": "9g",
    },
)
"""The numbers are those of its rules."""
