"""The choice of first pieces, and countries that nobody plays (Irish 2, 3)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gm.contract.draws import ScriptedDraws
from gm.contract.orders import Order
from gm.contract.seats import SeatId
from gm.games.diplomacy.rules.board import Entry, Location, PowerId, ProvinceId
from gm.games.diplomacy.rules.mechanics.changes import ChangesPart, land_of
from gm.games.diplomacy.rules.orders import Choose, Hold
from gm.games.diplomacy.rules.outcomes import Result, Why
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.units import UnitKind, UnitRef
from gm.games.diplomacy.variants import ruleset_for
from tests.rules.mechanics.irish import BOARD, RULES, place

SPAIN, SERBIA = SeatId("SPAIN"), SeatId("SERBIA")
MINORS = [SeatId(power.id) for power in BOARD.powers.values() if power.rank == "minor"]


def choice(kind: str, where: str, coast: str | None = None) -> Choose:
    """Return an order to begin with a piece."""
    return Choose(UnitRef(UnitKind(kind), Location(ProvinceId(where), coast)))


def begin(*unplayed: str) -> GameState:
    """Return the first state of a game in which nobody plays some powers."""
    return RULES.new_game(ScriptedDraws(), [SeatId(power) for power in unplayed]).state


def set_up(given: dict[SeatId, list[Order]], *unplayed: str) -> dict[str, str]:
    """Return the pieces of the minors that begin, by power."""
    made = RULES.resolve(begin(*unplayed), given, ScriptedDraws())
    assert str(made.state.phase) == "S1974M"
    minors = {unit.power: str(unit) for unit in made.state.units if SeatId(unit.power) in MINORS}
    return {str(power): text for power, text in minors.items()}


def test_every_minor_that_is_played_is_asked() -> None:
    """A game begins with their choice; the majors have their pieces already."""
    state = begin("SPAIN", "ITALY")
    assert str(state.phase) == "S1974P"
    asked = [request.seat for request in RULES.pending(state)]
    assert asked == [seat for seat in MINORS if seat != "SPAIN"]
    assert len(state.units) == 22 - 3
    assert RULES.stage(state).kind == "setup"


def test_without_a_minor_the_first_season_begins_at_once() -> None:
    """A phase in which nobody has anything to order is not played."""
    assert str(begin(*MINORS).phase) == "S1974M"


@pytest.mark.parametrize(
    ("order", "piece"),
    [
        (choice("A", "SPA"), "A SPA"),
        (choice("F", "SPA", "sc"), "F SPA/SC"),
        (choice("F", "SPA"), "F SPA/NC"),
        (choice("F", "SPA", "ec"), "A SPA"),
        (choice("F", "POR"), "A SPA"),
        (Hold(UnitRef(UnitKind.FLEET, Location(place("SPA")))), "A SPA"),
    ],
)
def test_a_piece_of_choice(order: Order, piece: str) -> None:
    """An army where the fleet is impossible; the first coast where none is named."""
    assert set_up({SPAIN: [order]})["SPAIN"] == piece


def test_an_army_where_nothing_is_ordered() -> None:
    """The outcome says that nobody ordered it."""
    made = RULES.resolve(begin(*(it for it in MINORS if it != "SPAIN")), {}, ScriptedDraws())
    (told,) = made.outcomes
    assert (told.order, told.result, told.ordered) == (choice("A", "SPA"), Result.OK, False)


def test_the_last_choice_counts() -> None:
    """An earlier one is void, in the receipt and in the result."""
    orders = [choice("F", "SPA"), choice("A", "SPA")]
    assert set_up({SPAIN: list(orders)})["SPAIN"] == "A SPA"
    first, second = RULES.check(begin(), SPAIN, orders)
    assert first.refused is not None
    assert first.refused.why is Why.DUPLICATE
    assert second.refused is None


def test_what_a_receipt_says_of_a_choice() -> None:
    """A fleet inland, a coast that is none, another's country: refused, each for its reason."""
    state = begin()
    for seat, order, why in (
        (SERBIA, choice("F", "SER"), Why.WRONG_TERRAIN),
        (SPAIN, choice("F", "SPA", "ec"), Why.COAST_WRONG),
        (SPAIN, choice("A", "POR"), Why.NOT_A_HOME),
        (SeatId("FRANCE"), choice("A", "PAR"), Why.NOT_A_HOME),
    ):
        (check,) = RULES.check(state, seat, [order])
        assert check.refused is not None
        assert check.refused.why is why


def test_who_has_chosen_has_nothing_open() -> None:
    """A choice that is refused leaves the piece open."""
    state = begin()
    assert RULES.open_slots(state, SERBIA, ()) == ("? SER",)
    assert RULES.open_slots(state, SERBIA, [choice("F", "SER")]) == ("? SER",)
    assert RULES.open_slots(state, SERBIA, [choice("A", "SER")]) == ()
    everybody = {seat: [choice("A", BOARD.powers[PowerId(seat)].home[0])] for seat in MINORS}
    assert all(RULES.lacking(state, seat, everybody) == () for seat in MINORS)
    assert RULES.lacking(state, SERBIA, {SPAIN: [choice("A", "SPA")]}) == ("? SER",)


def test_an_unplayed_country_is_closed_and_has_no_piece() -> None:
    """A minor's home, and all the land of a major."""
    state = begin("AUSTRIA", "SPAIN")
    board = RULES.board_in(state)
    shut = {it.id for it in board.provinces.values() if it.entry is Entry.CLOSED}
    assert shut == {*"BOH BUD GAL TRI TYR VIE SPA".split()}
    assert not {"AUSTRIA", "SPAIN"} & {unit.power for unit in state.units}
    assert not {"AUSTRIA", "SPAIN"} & set(state.centres.values())
    assert state.part(ChangesPart).closed == ("AUSTRIA", "SPAIN")


def test_a_map_without_lands_closes_homes() -> None:
    """A GM's own map may say nothing of countries; then only the homes are closed."""
    powers = {name: replace(power, land=()) for name, power in BOARD.powers.items()}
    bare = replace(BOARD, powers=powers)
    assert land_of(bare, PowerId("AUSTRIA")) == ("BUD", "TRI", "VIE")
    rules = ruleset_for("irish", bare, {})
    state = rules.new_game(ScriptedDraws(), [SeatId("AUSTRIA")]).state
    assert rules.board_in(state).province(place("TYR")).entry is Entry.ALL
    assert rules.board_in(state).province(place("VIE")).entry is Entry.CLOSED


def test_the_lands_of_the_majors_are_all_land_that_is_nobody_elses() -> None:
    """Every land province of the printed board is somebody's, but for Ireland."""
    lands = [place for power in BOARD.powers for place in land_of(BOARD, power)]
    assert len(lands) == len(set(lands))
    dry = {it.id for it in BOARD.provinces.values() if it.terrain.value != "sea"}
    assert set(lands) == dry - {"IRE"}
