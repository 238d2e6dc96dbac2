"""Irish Diplomacy (rr05) by Colin Walsh: 23 powers on a board that changes after every season.

It holds the choices of this game: its board's figures, the mechanisms in the order in which they
act, its settings. The readings of its rules stand where they are carried out, and together, in a
player's words, in rules.toml. It holds nothing that another variant could share.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from gm.contract.rules import Option
from gm.games.diplomacy.rules.adjustments import CentreAdjustments
from gm.games.diplomacy.rules.board import Board, Entry, PowerId, ProvinceId
from gm.games.diplomacy.rules.board_now import with_entries
from gm.games.diplomacy.rules.diplomacy import DiplomacyRules
from gm.games.diplomacy.rules.mechanics.anarchy import Anarchy
from gm.games.diplomacy.rules.mechanics.changes import ChangingBoard
from gm.games.diplomacy.rules.mechanics.first_pieces import FirstPieces, places_of_choice
from gm.games.diplomacy.rules.mechanics.hat import Hat, LandlockedTwin
from gm.games.diplomacy.rules.mechanics.promises import Promises
from gm.games.diplomacy.rules.mechanics.victory_points import (
    NobodyIsOut,
    PointRates,
    PointsWinter,
    PointVictory,
)
from gm.games.diplomacy.rules.mechanics.walks import Walks
from gm.games.diplomacy.rules.phases import Phase, PhaseKind, Season
from gm.games.diplomacy.rules.policies import DATC, PROFILES
from gm.games.diplomacy.variants.needs import Needs
from gm.games.diplomacy.variants.rulebook import rulebook_option
from gm.games.diplomacy.variants.variant import Variant, meta_of
from gm.languages import gettext_noop

# What Irish Diplomacy needs of a board, so that a GM may play it on the printed map or his own.

_HOMES = {
    "AUSTRIA": "BUD TRI VIE",
    "ENGLAND": "EDI LON LVP",
    "FRANCE": "BRE MAR PAR",
    "GERMANY": "BER KIE MUN",
    "ITALY": "NAP ROM VEN",
    "RUSSIA": "MOS SEV STP WAR",
    "TURKEY": "ANK CON SMY",
    "ALBANIA": "ALB",
    "BELGIUM": "BEL",
    "BULGARIA": "BUL",
    "DENMARK": "DEN",
    "GREECE": "GRE",
    "HOLLAND": "HOL",
    "ICELAND": "ICE",
    "NORTH_AFRICA": "NAF",
    "NORWAY": "NWY",
    "PORTUGAL": "POR",
    "RUMANIA": "RUM",
    "SERBIA": "SER",
    "SPAIN": "SPA",
    "SWEDEN": "SWE",
    "SWITZERLAND": "SWI",
    "TUNIS": "TUN",
}

_LANDS = {
    "AUSTRIA": "BOH BUD GAL TRI TYR VIE",
    "ENGLAND": "CLY EDI LON LVP WAL YOR",
    "FRANCE": "BRE BUR GAS MAR PAR PIC",
    "GERMANY": "BER KIE MUN PRU RUH SIL",
    "ITALY": "APU NAP PIE ROM TUS VEN",
    "RUSSIA": "FIN LVN MOS SEV STP UKR WAR",
    "TURKEY": "ANK ARM CON SMY SYR",
}


def _places(known: Mapping[str, str]) -> dict[PowerId, tuple[ProvinceId, ...]]:
    return {
        PowerId(power): tuple(ProvinceId(place) for place in places.split())
        for power, places in known.items()
    }


NEEDS = Needs(
    first_season="Spring",
    kind="points",
    centres=38,
    wins=200,
    facts={
        "minor_points_per_centre": 5,
        "major_points_per_centre": 2,
        "irish_units": 2,
        "psychiatrist_units": 3,
    },
    homes=_places(_HOMES),
    lands=_places(_LANDS),
    choosing=True,
    boxes={"irish_home": ProvinceId("IRE"), "psychiatrist_home": ProvinceId("VIE")},
    stretches=True,
    rules={
        "victory": "16",
        "centres": "2",
        "homes": "2",
        "lands": "3",
        "minor_points_per_centre": "15",
        "major_points_per_centre": "15",
        "irish_units": "10",
        "psychiatrist_units": "10",
        "irish_home": "11",
        "psychiatrist_home": "11",
        "stretches": "6",
    },
)
"""The numbers are those of its rules."""


PROFILE = rulebook_option(DATC)
"""Normal rules apply, except where its own say otherwise (Irish 1)."""

IRELAND = Option(
    "ireland",
    ("box", "passable"),
    gettext_noop(
        "Ireland is only where the Irish units wait (box), or a province like any other (passable)."
    ),
)

LANDLOCKED_TWIN = Option(
    "landlocked_twin",
    tuple(landlocked_twin.value for landlocked_twin in LandlockedTwin),
    gettext_noop(
        "Where a fleet's province is split and one half has no sea: no fleet stands in that half "
        "(none), or one that can only stand and be supported (stranded)."
    ),
)

GM_WALK = Option(
    "gm_walk",
    ("on", "off"),
    gettext_noop(
        "The walk of an Irish or Psychiatrist unit is drawn, unless the GM orders it (on); or it is "
        "always drawn (off)."
    ),
)

GOAL = Option(
    "goal",
    ("200",),
    gettext_noop(
        "How many points win after a winter: 200 by the printed rules, or another number."
    ),
    numbers=(1, 9999),
)

FINAL_YEAR = Option(
    "final_year",
    ("none",),
    gettext_noop("The year whose winter ends the game, and the most points then win; or none."),
    numbers=(1974, 9999),
)

HAND_GIFTS = Option(
    "hand_gifts",
    ("legal", "void"),
    gettext_noop(
        "Gifts of points between two seats of one player count like any other (legal), or not (void)."
    ),
)


def build(board: Board, settings: Mapping[str, str]) -> DiplomacyRules:
    """Return the rules of one game.

    It begins with the choice of first pieces (Irish 2). Whether gifts between seats in one hand
    count (15) is for those to judge who know the hands.
    """
    if settings[IRELAND.name] == "passable":
        board = _passable(board)
    profile = PROFILES[settings[PROFILE.name]]
    final_year = settings[FINAL_YEAR.name]
    left_out = str(board.facts.get("not_in_hat", "")).split()
    return DiplomacyRules(
        meta=meta_of(IRISH, board),
        grammar="diplomacy/irish",
        board=board,
        profile=profile,
        first=Phase(int(board.facts.get("first_year", 1974)), Season.SPRING, PhaseKind.SETUP),
        # Promises are judged when everybody stands where he will; the hat has the last word.
        mechanisms=(
            ChangingBoard(),
            Anarchy(),
            Walks.of(board.facts, by_order=settings[GM_WALK.name] == "on"),
            Promises(),
            Hat(
                frozenset(ProvinceId(place) for place in left_out),
                LandlockedTwin(settings[LANDLOCKED_TWIN.name]),
            ),
        ),
        setup=FirstPieces(places_of_choice(board)),
        adjustments=PointsWinter(
            units=CentreAdjustments(profile.removal), rates=PointRates.of(board.facts)
        ),
        victory=PointVictory(
            int(settings[GOAL.name]), int(final_year) if final_year.isdecimal() else None
        ),
        survival=NobodyIsOut(),
    )


def _passable(board: Board) -> Board:
    """Return the board with the box of the Irish units as a province like any other (Irish 10)."""
    box = ProvinceId(str(board.facts.get("irish_home", "")))
    if box not in board.provinces:
        return board
    left_out = str(board.facts.get("not_in_hat", "")).split()
    facts = {**board.facts, "not_in_hat": " ".join(left for left in left_out if left != box)}
    return replace(with_entries(board, {box: Entry.ALL}), facts=facts)


IRISH = Variant(
    id="irish",
    board_id="irish",
    title="Irish Diplomacy",
    designer="Colin Walsh",
    version="1",
    build=build,
    options=(PROFILE, IRELAND, LANDLOCKED_TWIN, GM_WALK, GOAL, FINAL_YEAR, HAND_GIFTS),
    needs=NEEDS,
    seats_min=2,
    chance=True,
)
"""Europe in 1974, with black holes."""
