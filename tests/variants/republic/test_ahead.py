"""When winter orders are taken before their winter, and what is judged of them then (Republic 9e)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gm.contract.seats import SeatId
from gm.games.diplomacy.language.grammar.canonical import read_canonical
from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.rules.board import Location, PowerId, ProvinceId, pair
from gm.games.diplomacy.rules.diplomacy import DiplomacyRules
from gm.games.diplomacy.rules.outcomes import Reason, Why
from gm.games.diplomacy.rules.phases import Phase, PhaseKind, stage_of
from gm.games.diplomacy.rules.state import Dislodged, GameState
from gm.games.diplomacy.rules.units import Unit, UnitKind
from gm.games.diplomacy.rules.winter.bridges import Bridge, BridgePart
from gm.games.diplomacy.variants import ruleset_for

BOARD = load_board("republic")
MUNSTER = PowerId("MUNSTER")
ULSTER = PowerId("ULSTER")


def rules(winters: str) -> DiplomacyRules:
    """Republic with a setting of `winters`."""
    return ruleset_for("republic", BOARD, {"winters": winters})


def army(power: PowerId, place: str) -> Unit:
    """An army somewhere."""
    return Unit(power, UnitKind.ARMY, Location(ProvinceId(place)))


def position(phase: str) -> GameState:
    """Munster in Kilkenny West, with a bridge; Ulster in Waterford; Munster owns no home."""
    bridge = Bridge(pair(ProvinceId("KkW"), ProvinceId("Wat")), MUNSTER)
    state = GameState(Phase.parse(phase)).with_units([army(MUNSTER, "KkW"), army(ULSTER, "Wat")])
    return state.with_part(BridgePart((bridge,)))


@pytest.mark.parametrize(
    ("phase", "taken"),
    [
        ("W1015A", False),
        ("S1016M", False),
        ("S1016R", False),
        ("F1016M", True),
        ("F1016R", True),
        ("W1016A", False),
    ],
)
@pytest.mark.parametrize(("winters", "closes"), [("own", ""), ("joint", "F1016")])
def test_winter_orders_are_taken_in_autumn(
    phase: str, taken: bool, winters: str, closes: str
) -> None:
    """In its moves and its retreats, of every power in the game; a joint one closes with it."""
    requests = rules(winters).ahead(position(phase))
    assert {one.seat for one in requests} == (set(BOARD.powers) if taken else set())
    for one in requests:
        assert (one.stage, one.closes_with) == (stage_of(Phase.parse("W1016A")), closes)
        assert not one.required


def test_who_is_out_orders_no_winter() -> None:
    """Neither a power that is out, nor anybody when the game is won."""
    autumn = replace(position("F1016M"), eliminated=(ULSTER,))
    assert ULSTER not in {one.seat for one in rules("own").ahead(autumn)}
    assert rules("own").ahead(replace(autumn, winners=(MUNSTER,))) == ()


def test_spring_knows_from_when() -> None:
    """Its moves and retreats name the autumn; no other phase need."""
    game = rules("own")
    autumn = Phase.parse("F1016M")
    assert [game.taken_from(position(phase)) for phase in ("S1016M", "S1016R")] == [autumn] * 2
    assert [game.taken_from(position(phase)) for phase in ("F1016M", "W1016A")] == [None] * 2


def test_standard_diplomacy_takes_plain_builds() -> None:
    """They are judged as far as no autumn can change that; nothing in it is paid or conditional."""
    board = load_board("standard")
    game = ruleset_for("standard", board, {})
    autumn = GameState(Phase.parse("F1901M"))
    asked = game.ahead(autumn)
    assert {one.seat for one in asked} == set(board.powers)
    assert {str(one.stage) for one in asked} == {"W1901A"}
    assert game.taken_from(GameState(Phase.parse("S1901M"))) == Phase.parse("F1901M")
    texts = ("B A PAR", "B A LON", "B F PAR", "WAIVE", "D A BUR", "A PAR - BUR")
    orders = [
        read_canonical(text, board, PhaseKind.ADJUSTMENT if at < 5 else PhaseKind.MOVEMENT)
        for at, text in enumerate(texts)
    ]
    found = game.check_ahead(autumn, SeatId("FRANCE"), orders)
    assert [one.refused and one.refused.why for one in found] == [
        None,
        Why.NOT_A_HOME,
        Why.WRONG_TERRAIN,
        None,
        None,
        Why.WRONG_PHASE,
    ]


@pytest.mark.parametrize("winters", ["own", "joint"])
def test_every_winter_is_played(winters: str) -> None:
    """Whoever is in the game may pay, so a winter with a payment on file is never passed over."""
    bare = replace(position("W1016A"), units=())
    assert {one.seat for one in rules(winters).pending(bare)} == set(BOARD.powers)


def judged(text: str, phase: str = "F1016M") -> Why | None:
    """Return why Munster's order is refused before its winter."""
    state = position(phase)
    if phase.endswith("R"):
        driven = Dislodged(army(MUNSTER, "Ker"), None, (Location(ProvinceId("Lim")),))
        state = replace(state, dislodged=(driven,))
    order = read_canonical(text, BOARD, PhaseKind.ADJUSTMENT)
    (check,) = rules("own").check_ahead(state, SeatId(MUNSTER), [order])
    reason: Reason | None = check.refused
    return reason.why if reason is not None else None


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("B A CoS", None),
        ("B F CoC", None),
        ("B A BeN", Why.NOT_A_HOME),
        ("B BRIDGE CoC-Wat", None),
        ("B BRIDGE KkW-Wat", None),
        ("B BRIDGE CoS-Ker", Why.NO_RIVER),
        ("D BRIDGE KkW-Wat", None),
        ("D BRIDGE CoC-Wat", Why.NO_BRIDGE),
        ("D A KkW", None),
        ("D F Wat", None),
        ("PAY 500 ULSTER", None),
        ("PAY 0 ULSTER", Why.BAD_AMOUNT),
        ("PAY 5 MUNSTER", Why.YOURSELF),
        ("RECEIVE 5 MUNSTER", Why.YOURSELF),
        ("WAIVE", None),
        ("A KkW - Wat", Why.WRONG_PHASE),
        ("IF A KkW DISLODGED THEN B A CoS ELSE B A BeN", Why.NOT_A_HOME),
        ("IF A KkW DISLODGED THEN B A CoS ELSE (IF A KkW FAILED THEN D BRIDGE KkW-Wat)", None),
    ],
)
def test_only_what_no_autumn_mends_is_refused(text: str, why: Why | None) -> None:
    """A home, a river, an amount are what they are; owners, units and points may change."""
    assert judged(text) is why


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("D A KkW", None),
        ("D A Lim", None),
        ("D F Lim", Why.NO_SUCH_UNIT),
        ("D A CoS", Why.NO_SUCH_UNIT),
        ("D A Wat", Why.NOT_YOUR_UNIT),
    ],
)
def test_after_the_moves_it_is_known_who_can_stand_where(text: str, why: Why | None) -> None:
    """A unit that stands, or may retreat there, can be removed in winter; no other."""
    assert judged(text, "F1016R") is why


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("IF MUNSTER OWNS CoS THEN B A CoS ELSE WAIVE", None),
        ("IF MUNSTER OWNS CoS THEN WAIVE ELSE B A CoS", Why.NOT_OWNED),
        ("IF A KkW DISLODGED THEN D BRIDGE CoC-Wat ELSE WAIVE", None),
        ("IF A KkW DISLODGED THEN WAIVE ELSE D BRIDGE CoC-Wat", Why.NO_BRIDGE),
        ("IF A KkW DISLODGED THEN B A BeN ELSE WAIVE", Why.NOT_A_HOME),
        ("IF A KkW DISLODGED THEN PAY 5 MUNSTER ELSE WAIVE", Why.YOURSELF),
    ],
)
def test_in_winter_the_branch_that_counts_is_judged(text: str, why: Why | None) -> None:
    """In the others only what no autumn could have made right is a fault."""
    order = read_canonical(text, BOARD, PhaseKind.ADJUSTMENT)
    (check,) = rules("own").check(position("W1016A"), SeatId(MUNSTER), [order])
    assert (check.refused.why if check.refused is not None else None) is why
