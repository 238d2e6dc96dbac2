"""Retreats: where units may go, and what becomes of retreats made at once."""

from __future__ import annotations

import pytest

from gm.contract.draws import ScriptedDraws
from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.rules.board import ProvinceId, pair, with_crossings
from gm.games.diplomacy.rules.filled_in import SeasonResolution
from gm.games.diplomacy.rules.outcomes import Result, Why
from gm.games.diplomacy.rules.season.retreats import retreat_options
from gm.games.diplomacy.variants import ruleset_for
from tests.rules.positions import by_power, drafts, position, unit

BOARD = load_board("standard")
RULES = ruleset_for("standard", BOARD, {})
BEATEN = {
    "AUSTRIA": [{"unit": "A VIE", "attacker_from": "TRI", "options": ["BOH", "TYR"]}],
    "GERMANY": [{"unit": "A MUN", "attacker_from": "BUR", "options": ["BOH", "KIE"]}],
}


def retreat(orders: dict[str, list[str]]) -> SeasonResolution:
    """Resolve the retreats of Austria's and Germany's armies."""
    state = position("S1901R", {"ITALY": ["A VIE"], "FRANCE": ["A MUN"]}, None, BEATEN)
    return RULES.resolve(state, drafts(BOARD, orders, state.phase.kind), ScriptedDraws())


@pytest.mark.parametrize(
    ("orders", "results", "left"),
    [
        (["A VIE R TYR", "A MUN R KIE"], [Result.OK, Result.OK], ["A TYR", "A KIE"]),
        (["A VIE R BOH", "A MUN R BOH"], [Result.BOUNCE_DISBAND] * 2, []),
        (["A VIE D", "A MUN R BOH"], [Result.DISBAND, Result.OK], ["A BOH"]),
        (["A VIE R TRI", "A MUN R BOH"], [Result.DISBAND, Result.OK], ["A BOH"]),
    ],
)
def test_retreats_are_simultaneous(
    orders: list[str], results: list[Result], left: list[str]
) -> None:
    """Two units that choose one province both vanish; so does one without a legal order."""
    resolution = retreat({"AUSTRIA": orders[:1], "GERMANY": orders[1:]})
    assert [outcome.result for outcome in resolution.outcomes] == results
    standing = by_power(resolution.state.units)
    assert standing.get("AUSTRIA", []) + standing.get("GERMANY", []) == left


def test_a_silent_power_loses_its_unit() -> None:
    """Without an order the unit is disbanded, and the outcome says that none came."""
    resolution = retreat({"GERMANY": ["A MUN R KIE"]})
    silent = resolution.outcomes[0]
    assert (silent.power, silent.result, silent.ordered) == ("AUSTRIA", Result.DISBAND, False)


def test_orders_to_standing_units_are_void() -> None:
    """Nobody but the dislodged may do anything in a retreat phase (DATC 6.H.4)."""
    resolution = retreat({"AUSTRIA": ["A VIE R TYR"], "ITALY": ["A ROM - VEN", "A VIE H"]})
    void = [outcome for outcome in resolution.outcomes if outcome.power == "ITALY"]
    assert [(one.result, one.reason and one.reason.why) for one in void] == [
        (Result.VOID, Why.WRONG_PHASE)
    ]


@pytest.mark.parametrize(
    ("text", "origin", "occupied", "contested", "expected"),
    [
        ("A VIE", "TRI", ["BUD"], ["GAL"], ["BOH", "TYR"]),
        ("A VIE", None, ["BUD"], ["GAL"], ["BOH", "TRI", "TYR"]),
        ("F GRE", "ION", ["AEG"], [], ["ALB", "BUL/SC"]),
        ("F SPA/NC", "MAO", [], ["GAS"], ["POR"]),
        ("A NAF", "TUN", [], [], []),
    ],
)
def test_options(
    text: str, origin: str | None, occupied: list[str], contested: list[str], expected: list[str]
) -> None:
    """Where it could move, but not where somebody is, or stood off, or the attacker came from."""
    options = retreat_options(
        BOARD,
        unit("RED", text),
        ProvinceId(origin) if origin else None,
        frozenset(map(ProvinceId, occupied)),
        frozenset(map(ProvinceId, contested)),
    )
    assert [str(option) for option in options] == expected


def test_a_bridge_opens_a_way_out() -> None:
    """A river is crossed in retreat as in moving, over a bridge that still stands (Republic 9a)."""
    board = load_board("republic")
    army, bridge = (
        unit("MUNSTER", "A KkW"),
        frozenset({pair(ProvinceId("KkW"), ProvinceId("Wat"))}),
    )
    dry = retreat_options(board, army, None, (), ())
    bridged = retreat_options(with_crossings(board, bridge), army, None, (), ())
    assert {str(place) for place in set(bridged) - set(dry)} == {"Wat"}
