"""Who is out of the game after a winter, and who is not (Republic 1, 3, ruling)."""

from __future__ import annotations

import pytest

from gm.contract.draws import ScriptedDraws
from gm.contract.orders import Order
from gm.contract.seats import SeatId
from gm.games.diplomacy.language.grammar.canonical import read_canonical
from gm.games.diplomacy.rules.board import PowerId
from gm.games.diplomacy.rules.events import PowerEliminated
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.variants import ruleset_for
from tests.adjudicate.comparing import boards
from tests.rules.positions import position

BOARD = boards("republic")
RULES = ruleset_for("republic", BOARD, {})


def out_after(state: GameState, **texts: list[str]) -> set[str]:
    """Return who is eliminated by a winter."""
    drafts: dict[SeatId, list[Order]] = {
        SeatId(who): [read_canonical(text, BOARD, state.phase.kind) for text in own]
        for who, own in texts.items()
    }
    events = RULES.resolve(state, drafts, ScriptedDraws()).events
    return {str(event.power) for event in events if isinstance(event, PowerEliminated)}


@pytest.mark.parametrize(
    ("units", "centres"),
    [({"MUNSTER": ["A Lim"]}, {"MUNSTER": ["Ker"]}), ({}, {"MUNSTER": ["Ker"]})],
)
def test_a_power_with_anything_left_plays_on(
    units: dict[str, list[str]], centres: dict[str, list[str]]
) -> None:
    """A unit that can be kept, or one centre without any, is enough."""
    out = out_after(position("W1019A", units, centres))
    assert out == {"CONNAUGHT", "LEINSTER", "ULSTER"}


def test_a_unit_that_cannot_be_kept_saves_nobody() -> None:
    """It is gone when the winter is over, and its power with it."""
    assert "MUNSTER" in out_after(position("W1019A", {"MUNSTER": ["A Lim"]}, {}))


def test_a_bridge_saves_nobody() -> None:
    """Neither unit nor centre: points received pay for nothing that could come back."""
    state = position("W1019A", {"LEINSTER": ["A DbN"]}, {"LEINSTER": ["DbN"]})
    assert "MUNSTER" in out_after(
        state, LEINSTER=["PAY 1 MUNSTER"], MUNSTER=["RECEIVE 1 LEINSTER"]
    )


def test_britain_has_its_centres_off_the_board_till_1018() -> None:
    """Without a unit it is in the game, whatever stands in Devon."""
    taken = {"LEINSTER": ["A DeE", "A DeW"]}
    owned = {"LEINSTER": ["DbN", "DbS"]}
    assert "BRITAIN" not in out_after(position("W1018A", taken, owned))


def test_britain_is_out_when_devon_is_taken() -> None:
    """No centre any more, and nowhere to build what a payment could buy."""
    owned = {"LEINSTER": ["DbN", "DbS"]}
    taken = {"LEINSTER": ["A DeE", "A DeW"]}
    assert PowerId("BRITAIN") in out_after(position("W1019A", taken, owned))
    half = {"LEINSTER": ["A DeE"]}
    assert PowerId("BRITAIN") not in out_after(position("W1019A", half, owned))
