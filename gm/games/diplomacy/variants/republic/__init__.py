"""Republic (pi05) by Der Garvey: five powers, rivers and bridges, and a budget every winter.

It holds the choices of this game: its board's figures, the rulebook (of 1971 unless the GM says
otherwise), the mechanisms in the order in which they act. The readings of its rules stand where
they are carried out, and together, in a player's words, in rules.toml. It holds nothing that
another variant could share.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from gm.contract.rules import Option
from gm.games.diplomacy.rules.board import Board, OffBoard, PowerId, ProvinceId
from gm.games.diplomacy.rules.diplomacy import DiplomacyRules
from gm.games.diplomacy.rules.mechanics.conversion import Conversion
from gm.games.diplomacy.rules.ownership import CentreVictory
from gm.games.diplomacy.rules.phases import Phase, PhaseKind, Season
from gm.games.diplomacy.rules.policies import PROFILES, RULES_1971
from gm.games.diplomacy.rules.winter.accounts import Rates
from gm.games.diplomacy.rules.winter.bridges import Bridges
from gm.games.diplomacy.rules.winter.season_facts import AutumnMemory
from gm.games.diplomacy.rules.winter.supply_points import PointAdjustments, PointSurvival
from gm.games.diplomacy.variants.needs import Needs
from gm.games.diplomacy.variants.rulebook import rulebook_option
from gm.games.diplomacy.variants.variant import Variant, meta_of
from gm.languages import gettext_noop

# What Republic needs of a board, so that a GM may play it on the printed map or on his own.

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


PROFILE = rulebook_option(RULES_1971)
"""Its rules name the rulebook of 1971; who goes in civil disorder is its own (Republic 6)."""

PAYMENTS = Option(
    "payments",
    ("public", "private"),
    gettext_noop(
        "Who reads of a payment in the winter report: everybody (public), or only its "
        "two sides (private)."
    ),
)

REMOVALS = Option(
    "removals",
    ("need", "free"),
    gettext_noop(
        "When units may be removed in winter: only while upkeep exceeds the budget (need), or "
        "at will (free)."
    ),
)

WINTERS = Option(
    "winters",
    ("own", "joint"),
    gettext_noop(
        "Winters have a deadline of their own (own), or are resolved together with their autumn, by "
        "the winter orders sent until then (joint)."
    ),
)


def build(board: Board, settings: Mapping[str, str]) -> DiplomacyRules:
    """Return the rules of one Republic game.

    It begins with the winter of the map's first year, which waits for all five powers' orders or
    for the GM (Republic 4). Private payments (8) change no result, only who is told.
    """
    opening = Phase(int(board.facts.get("first_year", 1015)), Season.WINTER, PhaseKind.ADJUSTMENT)
    return DiplomacyRules(
        meta=replace(meta_of(REPUBLIC, board), first_waits=True),
        grammar="diplomacy/republic",
        board=board,
        profile=PROFILES[settings[PROFILE.name]],
        first=opening,
        # The autumn is remembered last, when the others have judged their own orders.
        mechanisms=(Bridges(), Conversion(), AutumnMemory()),
        adjustments=PointAdjustments(
            rates=Rates.of(board.facts),
            free_removals=settings[REMOVALS.name] == "free",
            private_payments=settings[PAYMENTS.name] == "private",
        ),
        victory=CentreVictory(int(board.facts.get("victory_centres", 14))),
        survival=PointSurvival(),
        must_hear_all=frozenset({opening}),
        joint_winters=settings[WINTERS.name] == "joint",
    )


REPUBLIC = Variant(
    id="republic",
    board_id="republic",
    title="Republic",
    designer="Der Garvey",
    version="1",
    build=build,
    options=(PROFILE, PAYMENTS, REMOVALS, WINTERS),
    needs=NEEDS,
)
"""Ireland after the death of Brian Boru."""
