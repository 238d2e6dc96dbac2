"""Bridges and conversions: what they keep, and what orders to them are possible."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gm.contract.draws import ScriptedDraws
from gm.contract.seats import SeatId
from gm.games.diplomacy.language.grammar.canonical import read_canonical
from gm.games.diplomacy.rules.board import Location, PowerId, ProvinceId, army_moves, pair
from gm.games.diplomacy.rules.conditions import Attacks, Enters, Supports
from gm.games.diplomacy.rules.outcomes import Why
from gm.games.diplomacy.rules.phases import Phase, PhaseKind
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.units import Unit, UnitKind
from gm.games.diplomacy.rules.winter.bridges import (
    Bridge,
    BridgeBuilt,
    BridgeDemolished,
    BridgeDestroyed,
    BridgePart,
    Fall,
    LostBridge,
    has_river,
)
from gm.games.diplomacy.rules.winter.season_facts import AutumnPart, WinterFacts
from gm.games.diplomacy.variants import ruleset_for
from tests.adjudicate.comparing import boards
from tests.rules.positions import position

BOARD = boards("republic")
RULES = ruleset_for("republic", BOARD, {})
MUNSTER, LEINSTER, ULSTER = PowerId("MUNSTER"), PowerId("LEINSTER"), PowerId("ULSTER")
KKW, WAT, TIP = ProvinceId("KkW"), ProvinceId("Wat"), ProvinceId("Tip")
OURS, THEIRS = Bridge((KKW, WAT), MUNSTER), Bridge((KKW, WAT), LEINSTER)


def spring(*bridges: Bridge) -> GameState:
    """Return a spring with an army on each bank and a fleet in the channel."""
    units = {"MUNSTER": ["A Wat", "F STG"], "LEINSTER": ["A KkW", "A Tip"]}
    return position("S1016M", units).with_part(BridgePart(tuple(bridges)))


def test_bridges_open_exactly_their_pair_to_armies() -> None:
    """The board in force has the bridged border open, and no other river (9a, 9i)."""
    bridged = RULES.board_in(spring(OURS))
    assert WAT in army_moves(bridged, KKW)
    assert KKW in army_moves(bridged, WAT)
    assert WAT not in army_moves(bridged, TIP)
    assert WAT not in army_moves(RULES.board_in(spring()), KKW)


def test_a_second_bridge_keeps_the_pair_open() -> None:
    """When one of two bridges falls the other still serves (9h)."""
    state = BridgeDestroyed(OURS, ()).apply(spring(OURS, THEIRS))
    part = state.part(BridgePart)
    assert (part.standing, part.lost) == ((THEIRS,), {MUNSTER: 1})
    assert WAT in army_moves(RULES.board_in(state), KKW)


def test_losses_add_up_for_their_owners() -> None:
    """Destroyed or demolished, each costs its owner one more (9g)."""
    state = BridgeDemolished(OURS).apply(spring(OURS, THEIRS))
    state = BridgeBuilt(OURS).apply(state)
    assert state.part(BridgePart).standing == (THEIRS, OURS)
    state = BridgeDestroyed(OURS, state.units).apply(state)
    assert state.part(BridgePart).lost == {MUNSTER: 2}


def test_an_order_without_a_name_means_the_oldest() -> None:
    """A name means that owner's bridge and no other (9f, ruling)."""
    part = BridgePart((THEIRS, OURS))
    assert part.meant((KKW, WAT), None) == THEIRS
    assert part.meant((KKW, WAT), MUNSTER) == OURS
    assert part.meant((KKW, WAT), PowerId("ULSTER")) is None
    assert part.meant((TIP, WAT), None) is None


def test_only_river_borders_have_rivers() -> None:
    """Laois and Tipperary meet on dry land; the corners of Kildare do not meet at all."""
    assert has_river(BOARD, (KKW, WAT))
    assert not has_river(BOARD, pair(ProvinceId("Lao"), TIP))
    assert not has_river(BOARD, pair(ProvinceId("KiN"), ProvinceId("OfS")))


@pytest.mark.parametrize(
    ("power", "text", "why"),
    [
        ("LEINSTER", "A KkW ATTACK BRIDGE KkW-Wat", None),
        ("MUNSTER", "A Wat ATTACK BRIDGE KkW-Wat OF MUNSTER", None),
        ("LEINSTER", "A Tip ATTACK BRIDGE KkW-Wat", Why.NOT_BESIDE),
        ("LEINSTER", "A KkW ATTACK BRIDGE KkE-KkW", Why.NO_BRIDGE),
        ("LEINSTER", "A KkW ATTACK BRIDGE KkW-Wat OF ULSTER", Why.NO_BRIDGE),
        ("LEINSTER", "A Tip ATTACK BRIDGE Lao-Tip", Why.NO_RIVER),
        ("MUNSTER", "A KkW ATTACK BRIDGE KkW-Wat", Why.NOT_YOUR_UNIT),
        ("MUNSTER", "F Wat CONVERT", Why.NO_SUCH_UNIT),
        ("MUNSTER", "A Wat CONVERT", Why.NOT_A_FLEET),
        ("MUNSTER", "F STG CONVERT", Why.WRONG_TERRAIN),
    ],
)
def test_what_can_be_attacked_and_converted(power: str, text: str, why: Why | None) -> None:
    """Orders that cannot be carried out are refused with the reason (9f, 10b, 12)."""
    order = read_canonical(text, BOARD, PhaseKind.MOVEMENT)
    (check,) = RULES.check(spring(OURS), SeatId(power), [order])
    assert (check.refused.why if check.refused else None) is why


def test_the_autumn_is_remembered_and_the_spring_is_not() -> None:
    """Only autumn results serve winter orders (9e)."""
    order = read_canonical("A Wat - KkW", BOARD, PhaseKind.MOVEMENT)
    drafts = {SeatId("MUNSTER"): [order]}
    made = RULES.resolve(spring(OURS), drafts, ScriptedDraws())
    assert made.state.part(AutumnPart) == AutumnPart()
    made = RULES.resolve(made.state, drafts, ScriptedDraws())
    noted = made.state.part(AutumnPart)
    assert noted.year == 1016
    assert [str(unit) for unit in noted.failed] == ["A Wat"]
    assert [str(unit) for unit in noted.succeeded] == ["A KkW", "A Tip", "F STG"]
    assert noted.dislodged == ()


def test_deeds_of_a_running_season_are_no_facts_of_a_winter() -> None:
    """Conditions on moves being made are never met in winter."""
    state = spring(OURS)
    facts = WinterFacts(state)
    unit = state.units[0].ref
    for atom in (Enters(MUNSTER, WAT), Attacks(MUNSTER, WAT), Supports(MUNSTER, unit)):
        assert not facts.holds(atom)


def test_the_ledger_says_when_and_how_a_bridge_was_lost() -> None:
    """Attacked in spring, taken down or left to fall in winter: each costs points for ever (9g)."""
    state = BridgeDestroyed(OURS, (Unit(ULSTER, UnitKind.ARMY, Location(KKW)),)).apply(
        spring(OURS, THEIRS)
    )
    winter = replace(state, phase=Phase.parse("W1016A"))
    part = BridgeDemolished(THEIRS, by_civil_disorder=True).apply(winter).part(BridgePart)
    assert part.losses_of(MUNSTER) == (
        LostBridge(OURS, Phase.parse("S1016M"), Fall.DESTROYED, (ULSTER,)),
    )
    (fallen,) = part.losses_of(THEIRS.owner)
    assert (str(fallen.phase), fallen.how, fallen.by) == ("W1016A", Fall.ABANDONED, ())
    (taken,) = BridgeDemolished(OURS).apply(winter).part(BridgePart).losses_of(MUNSTER)[1:]
    assert taken.how is Fall.DEMOLISHED
