"""No explanation is longer than two lines of 72 columns, whoever had a part in it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.rules.board import Board, Location, PowerId, ProvinceId, Terrain
from gm.games.diplomacy.rules.events import UnitDislodged
from gm.games.diplomacy.rules.orders import AttackBridge, Convoy, Hold, Move, Support, UnitOrder
from gm.games.diplomacy.rules.outcomes import Outcome, Reason, Result, Why
from gm.games.diplomacy.rules.policies import Profile
from gm.games.diplomacy.rules.units import UnitKind, UnitRef
from gm.games.diplomacy.wording.explain import TWO_LINES, reason_sentence, sentence
from gm.games.diplomacy.wording.words import unit_words
from gm.report.wording.text import WIDTH
from tests.properties.strategies import make_season
from tests.properties.test_phases import PROFILES, SEEDS, play

BOARDS = {name: load_board(name) for name in ("standard", "republic", "irish")}
STANDARD = BOARDS["standard"]
EAST, WEST = PowerId("EAST"), PowerId("WEST")
OF_ONE = {Why.NOT_MATCHING, Why.OWN_UNIT, Why.BEATEN, Why.STANDOFF, Why.HEAD_TO_HEAD}
OF_LAND = {
    Why.NO_WAY_BY_SEA,
    Why.CONVOY_MISSING,
    Why.RIVER,
    Why.NO_RIVER,
    Why.NO_BRIDGE,
    Why.NOT_BESIDE,
}
OF_WINTER = {Why.NO_UNIT_BESIDE, Why.NOT_YOUR_BRIDGE, Why.DUPLICATE, Why.NOT_COVERED}
FEW = (("left", "30"), ("price", "70"), ("owner", "EAST"), ("power", "EAST"))


def longest_units(board: Board) -> list[UnitRef]:
    """Return the unit with the longest name of every province, the longest first."""
    found = [
        UnitRef(UnitKind.FLEET, Location(place.id, place.coasts[0].id if place.coasts else None))
        for place in board.provinces.values()
    ]
    return sorted(found, key=lambda unit: len(unit_words(unit, board)), reverse=True)


def longest_names(board: Board, *, on_land: bool) -> tuple[ProvinceId, ...]:
    """Return the provinces, or those that are no seas, by the length of their names."""
    found = [
        place
        for place in board.provinces.values()
        if not on_land or place.terrain is not Terrain.SEA
    ]
    return tuple(place.id for place in sorted(found, key=lambda place: -len(place.name)))


def orders_of(unit: UnitRef, other: UnitRef) -> list[UnitOrder]:
    """Return an order of each kind that a season knows."""
    return [
        Hold(unit),
        Move(unit, other.at),
        Support(unit, other, other.at),
        Convoy(unit, other, other.at),
        AttackBridge(unit, (unit.at.province, other.at.province)),
    ]


def test_two_lines_are_those_of_a_mail() -> None:
    """The bound is that of the reports."""
    assert TWO_LINES == 2 * WIDTH


@pytest.mark.sampled(10)
@pytest.mark.parametrize("why", list(Why))
@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
def test_the_longest_names_fit_two_lines(board: Board, why: Why) -> None:
    """Every opponent and supporter has the longest name there is, and a third unit came in."""
    own, victor, *others = longest_units(board)
    helpers = tuple(others[1:7])
    places = longest_names(board, on_land=why in OF_LAND)[:2]
    season = [
        Outcome(WEST, Move(victor, own.at), Result.OK),
        *(Outcome(WEST, Support(one, victor, own.at), Result.OK) for one in helpers),
    ]
    for number in range(1, 2 if why in OF_ONE else 7):
        reason = Reason(why, 10, 12, tuple(others[:number]), helpers, places, FEW)
        for order in orders_of(own, others[0]):
            beaten = Outcome(EAST, order, Result.BOUNCE, reason, dislodged=why not in OF_WINTER)
            words = sentence(beaten, board, season)
            assert len(words) <= TWO_LINES, words
            assert unit_words(victor, board) in words or why in {*OF_WINTER, Why.DISLODGED}


def army(place: str) -> UnitRef:
    """Return the army in a province."""
    return UnitRef(UnitKind.ARMY, Location(ProvinceId(place)))


def test_many_units_are_named_in_part_and_counted() -> None:
    """As many are named as two lines hold; nobody is the only one left out."""
    places = ("BUR", "SIL", "BOH", "TYR", "BER", "KIE", "RUH")
    victor, *helpers = (army(place) for place in places)
    reason = Reason(Why.STANDOFF, 1, 6, (victor,), tuple(helpers[:5]))
    assert reason_sentence(reason, STANDARD) == (
        "It was kept out by Army Burgundy, supported by Army Silesia, Army Bohemia, Army Tyrolia,"
        " Army Berlin and Army Kiel: strength 1 against 6."
    )
    reason = Reason(Why.STANDOFF, 1, 7, (victor,), tuple(helpers))
    assert reason_sentence(reason, STANDARD) == (
        "It was kept out by Army Burgundy, supported by Army Silesia, Army Bohemia, Army Tyrolia,"
        " Army Berlin and 2 more: strength 1 against 7."
    )


def test_names_give_way_to_figures_and_the_attackers_helpers_go_last() -> None:
    """An order failed by long names, and its unit was dislodged by another; both are told."""
    own, victor, rival, *helpers = longest_units(STANDARD)
    season = [
        Outcome(WEST, Move(victor, own.at), Result.OK),
        *(Outcome(WEST, Support(one, victor, own.at), Result.OK) for one in helpers[:2]),
    ]
    told = []
    for where in (army("RUH"), rival):
        reason = Reason(Why.STANDOFF, 1, 2, (where,), tuple(helpers[2:4]))
        beaten = Outcome(EAST, Move(own, where.at), Result.BOUNCE, reason, dislodged=True)
        told.append(sentence(beaten, STANDARD, season))
    assert told == [
        (
            "It was kept out by Army Ruhr, supported by 2 units: strength 1 against 2."
            " It was dislodged by Fleet Bulgaria (east coast), supported by 2 units."
        ),
        (
            "It was kept out by Fleet Eastern Mediterranean, supported by 2 units: strength 1"
            " against 2. It was dislodged by Fleet Bulgaria (east coast)."
        ),
    ]


def test_a_long_name_stands_once() -> None:
    """A fleet that met the order head to head and came in is named where two names are too long."""
    own, victor = army("LVN"), UnitRef(UnitKind.FLEET, Location(ProvinceId("STP"), "nc"))
    helpers = longest_units(STANDARD)[2:4]
    reason = Reason(Why.HEAD_TO_HEAD, 1, 3, (victor,), tuple(helpers))
    season = [Outcome(WEST, Move(victor, own.at), Result.OK)]
    beaten = Outcome(EAST, Move(own, victor.at), Result.BOUNCE, reason, dislodged=True)
    assert sentence(beaten, STANDARD, season) == (
        "It met Fleet St Petersburg (north coast) head to head, supported by 2 units: strength 1"
        " against 3. It was dislodged by that unit."
    )


@given(seed=SEEDS, profile=PROFILES)
@settings(max_examples=500)
def test_every_season_is_explained_in_two_lines(seed: int, profile: Profile) -> None:
    """What did not come off has an explanation, whole and short, that names who came in."""
    season = make_season(seed)
    _, made = play(season, profile)
    beaten = [event.dislodged for event in made.events if isinstance(event, UnitDislodged)]
    attackers = {one.unit.at.province: one.attacker_from for one in beaten}
    for outcome in made.outcomes:
        words = sentence(outcome, season.board, made.outcomes)
        assert len(words) <= TWO_LINES
        assert bool(words) == (outcome.result is not Result.OK or outcome.dislodged)
        assert not words or words.endswith(".")
        if outcome.dislodged and isinstance(outcome.order, UnitOrder):
            start = attackers[outcome.order.unit.at.province]
            attacker = unit_words(season.units[start], season.board)
            told = words.replace("dislodged by that unit", f"dislodged by {attacker}")
            assert attacker in words
            assert f"dislodged by {attacker}" in told
