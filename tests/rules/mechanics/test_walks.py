"""Special units: their boxes, their walk, whom they meet, and anarchy (Irish 10-14)."""

from __future__ import annotations

import pytest

from gm.contract.draws import ScriptedDraws
from gm.contract.events import Drawn
from gm.contract.seats import SeatId
from gm.games.diplomacy.rules.mechanics.anarchy import (
    AnarchyForgotten,
    AnarchyPart,
    Cured,
    FellIntoAnarchy,
)
from gm.games.diplomacy.rules.mechanics.contact import contact
from gm.games.diplomacy.rules.mechanics.walks import Walks, open_spaces, ways_out
from gm.games.diplomacy.rules.mechanics.wanderers import (
    WandererPlaced,
    WanderersMet,
    WanderersPart,
    WandererWalked,
    by_number,
)
from gm.games.diplomacy.rules.orders import Walk
from gm.games.diplomacy.rules.outcomes import Result, Why
from gm.games.diplomacy.rules.state import GameState
from tests.rules.mechanics.irish import BOARD, RULES, Chance, irish, place, quiet, rules, split
from tests.rules.positions import drafts, unit

GM = SeatId("GM")
TYR = place("TYR")
ARMY = unit("AUSTRIA", "A TYR")


def walks(*pairs: tuple[str, str]) -> dict[SeatId, list[Walk]]:
    """Return what the GM orders."""
    return {GM: [Walk(special, place(to)) for special, to in pairs]}


def start() -> GameState:
    """Return a first season in which the special units still wait."""
    boxes = {"IRISH 1": "IRE", "IRISH 2": "IRE", "PSYCHIATRIST 1": "VIE"}
    return irish("S1974M", {"AUSTRIA": ["A VIE"]}, specials=boxes, waiting=True)


def test_the_map_says_how_many_wait_and_where() -> None:
    """Two Irish units in Ireland and three Psychiatrists in Vienna, on the printed map."""
    waiting = RULES.new_game(ScriptedDraws()).state.part(WanderersPart)
    assert waiting.waiting
    usual = {
        **{f"IRISH {number}": "IRE" for number in (1, 2)},
        **{f"PSYCHIATRIST {number}": "VIE" for number in (1, 2, 3)},
    }
    assert dict(waiting.places) == usual
    assert Walks.of({}, by_order=True).boxes == usual
    facts = {"irish_units": 1, "irish_home": "NAF", "psychiatrist_units": 0}
    assert Walks.of(facts, by_order=True).boxes == {"IRISH 1": "NAF"}


def test_each_is_placed_on_any_open_space() -> None:
    """Land and sea alike, one lot each, with the moves; no closed country, no Ireland."""
    state = irish(
        "S1974M", {"ENGLAND": ["A LON"]}, specials={"IRISH 1": "IRE"}, closed="SPAIN", waiting=True
    )
    made = RULES.resolve(state, {}, chance := quiet(**{"place IRISH 1": "LON"}))
    (lot,) = (draw for draw in chance.made if draw.label == "S1974 place IRISH 1")
    assert set(lot.candidates) == set(BOARD.provinces) - {"IRE", "SPA"}
    assert list(lot.candidates) == sorted(lot.candidates)
    facts = [one for one in made.events if not isinstance(one, Drawn)]
    assert facts[0] == WandererPlaced("IRISH 1", place("LON"))
    assert facts[1] == FellIntoAnarchy(unit("ENGLAND", "A LON"), by=("IRISH 1",))


def test_before_they_are_placed_the_gm_cannot_order_a_walk() -> None:
    """The first season is drawn, not walked."""
    made = RULES.resolve(start(), walks(("PSYCHIATRIST 1", "TYR")), quiet())
    (told,) = (one for one in made.outcomes if isinstance(one.order, Walk))
    assert (told.result, told.reason and told.reason.why) == (Result.VOID, Why.WRONG_PHASE)


def test_a_card_for_each_space_it_may_enter() -> None:
    """Clockwise, without holes, closed countries and Ireland; the highest card shows the way."""
    state = irish(
        "S1975M",
        {"ENGLAND": ["A LON"]},
        specials={"IRISH 1": "IRI"},
        holes="WAL",
        closed="ENGLAND",
    )
    board = RULES.board_in(state)
    assert ways_out(board, place("IRI")) == ["NAO", "ENG", "MAO"]
    assert "WAL" not in open_spaces(board)
    cards = {"walk IRISH 1 NAO": "TC", "walk IRISH 1 ENG": "TD", "walk IRISH 1 MAO": "9S"}
    made = RULES.resolve(state, {}, chance := quiet(**cards))
    assert chance.labels()[:3] == [f"S1975 walk IRISH 1: {to}" for to in ("NAO", "ENG", "MAO")]
    assert WandererWalked("IRISH 1", place("IRI"), place("ENG")) in made.events


def test_one_that_cannot_go_anywhere_stays() -> None:
    """Nothing is drawn for it."""
    state = irish("S1975M", {"FRANCE": ["A PAR"]}, specials={"IRISH 1": "POR"}, holes="SPA MAO")
    made = RULES.resolve(state, {}, chance := quiet())
    assert WandererWalked("IRISH 1", place("POR"), place("POR")) in made.events
    assert not any("walk" in label for label in chance.labels())


def test_a_walk_that_the_gm_orders_is_drawn_for_nobody() -> None:
    """The fact says by whom; the others are still drawn."""
    state = irish(
        "S1975M", {"FRANCE": ["A PAR"]}, specials={"IRISH 1": "BOH", "PSYCHIATRIST 1": "VIE"}
    )
    made = RULES.resolve(state, walks(("IRISH 1", "MUN")), chance := quiet())
    assert WandererWalked("IRISH 1", place("BOH"), place("MUN"), by_gm=True) in made.events
    assert not any("walk IRISH 1" in label for label in chance.labels())
    assert any("walk PSYCHIATRIST 1" in label for label in chance.labels())


@pytest.mark.parametrize(
    ("special", "to", "why"),
    [
        ("PSYCHIATRIST 1", "MUN", Why.NOT_ADJACENT),
        ("PSYCHIATRIST 1", "VIE", Why.SAME_PLACE),
        ("PSYCHIATRIST 1", "TRI", Why.CLOSED),
        ("PSYCHIATRIST 2", "TRI", Why.NO_SUCH_UNIT),
    ],
)
def test_impossible_walks_are_refused_and_the_hat_decides(special: str, to: str, why: Why) -> None:
    """A step, to a space that may be entered, by a unit that is left."""
    state = irish("S1975M", {"FRANCE": ["A PAR"]}, specials={"PSYCHIATRIST 1": "VIE"}, holes="TRI")
    given = walks((special, to))
    (check,) = RULES.check(state, GM, given[GM])
    made = RULES.resolve(state, given, chance := quiet())
    (told,) = (one for one in made.outcomes if isinstance(one.order, Walk))
    assert told.power == "GM"
    assert told.reason == check.refused
    assert told.reason is not None
    assert told.reason.why is why
    assert any("walk PSYCHIATRIST 1" in label for label in chance.labels())


def test_the_last_walk_ordered_counts() -> None:
    """An earlier one to the same unit is void."""
    state = irish("S1975M", {"FRANCE": ["A PAR"]}, specials={"IRISH 1": "BOH"})
    made = RULES.resolve(state, walks(("IRISH 1", "MUN"), ("IRISH 1", "VIE")), quiet())
    told = [one.result for one in made.outcomes if isinstance(one.order, Walk)]
    assert told == [Result.VOID, Result.OK]
    assert made.state.part(WanderersPart).places["IRISH 1"] == "VIE"


def test_only_the_gm_sends_them_and_only_if_the_game_lets_him() -> None:
    """A player's walk is void, and by the option the GM's as well."""
    state = irish("S1975M", {"FRANCE": ["A PAR"]}, specials={"IRISH 1": "BOH"})
    walk = [Walk("IRISH 1", place("MUN"))]
    for game, seat in ((RULES, SeatId("FRANCE")), (rules(gm_walk="off"), GM)):
        made = game.resolve(state, {seat: walk}, quiet(**{"walk IRISH 1 VIE": "AS"}))
        (told,) = (one for one in made.outcomes if isinstance(one.order, Walk))
        assert (told.result, told.reason and told.reason.why) == (Result.VOID, Why.NOT_ALLOWED)
        assert made.state.part(WanderersPart).places["IRISH 1"] == "VIE"


def test_a_player_cannot_undo_what_the_gm_ordered() -> None:
    """A player's walk is void and replaces nothing, though his name comes after the GM's."""
    state = irish("S1975M", {"RUSSIA": ["A MOS"]}, specials={"IRISH 1": "BOH"})
    given = {**walks(("IRISH 1", "MUN")), SeatId("RUSSIA"): [Walk("IRISH 1", place("VIE"))]}
    made = RULES.resolve(state, given, quiet())
    told = {one.power: one.result for one in made.outcomes if isinstance(one.order, Walk)}
    assert told == {"GM": Result.OK, "RUSSIA": Result.VOID}
    assert made.state.part(WanderersPart).places["IRISH 1"] == "MUN"


def test_they_are_sorted_by_number() -> None:
    """The tenth comes after the second, in annihilations too."""
    crowd = ("IRISH 10", "PSYCHIATRIST 1", "IRISH 2")
    assert sorted(crowd, key=by_number) == ["IRISH 2", "IRISH 10", "PSYCHIATRIST 1"]
    (met,) = contact(dict.fromkeys(crowd, TYR), (), ())
    assert met == WanderersMet(TYR, "IRISH 2", "PSYCHIATRIST 1")


@pytest.mark.parametrize(
    ("present", "mad", "effect"),
    [
        (("IRISH 1",), False, FellIntoAnarchy(ARMY, ("IRISH 1",))),
        (("IRISH 1", "IRISH 2"), False, FellIntoAnarchy(ARMY, ("IRISH 1", "IRISH 2"))),
        (("IRISH 1",), True, None),
        (("PSYCHIATRIST 2",), True, Cured(ARMY, ("PSYCHIATRIST 2",))),
        (("PSYCHIATRIST 2",), False, None),
        (("IRISH 1", "PSYCHIATRIST 1"), False, None),
        (("IRISH 1", "PSYCHIATRIST 1"), True, Cured(ARMY, ("PSYCHIATRIST 1",))),
        (("IRISH 1", "IRISH 2", "PSYCHIATRIST 1"), False, None),
        (("IRISH 1", "IRISH 2", "PSYCHIATRIST 1"), True, Cured(ARMY, ("PSYCHIATRIST 1",))),
    ],
)
def test_what_becomes_of_a_unit(present: tuple[str, ...], mad: bool, effect: object) -> None:
    """Irish units alone bring anarchy; where a Psychiatrist comes too the unit ends normal."""
    events = contact(dict.fromkeys(present, TYR), [ARMY], [ARMY] if mad else [])
    assert [one for one in events if not isinstance(one, WanderersMet)] == (
        [effect] if effect else []
    )


def test_one_for_one() -> None:
    """Two against three: two pairs go, the lowest numbers, whatever the sequence."""
    crowd = ("PSYCHIATRIST 3", "IRISH 2", "PSYCHIATRIST 1", "IRISH 1", "PSYCHIATRIST 2")
    assert contact(dict.fromkeys(crowd, TYR), (), ()) == (
        WanderersMet(TYR, "IRISH 1", "PSYCHIATRIST 1"),
        WanderersMet(TYR, "IRISH 2", "PSYCHIATRIST 2"),
    )


def test_a_unit_in_anarchy_needs_no_order_and_takes_none() -> None:
    """It is no open slot; every order to it is refused for that, an impossible one too."""
    state = irish("S1975M", {"FRANCE": ["A BUR", "A PAR"]}, anarchy={"FRANCE": ["A BUR"]})
    france = SeatId("FRANCE")
    assert RULES.open_slots(state, france, ()) == ("A PAR",)
    given = drafts(BOARD, {"FRANCE": ["A BUR H", "A BUR - MOS"]})
    for check in RULES.check(state, france, given[france]):
        assert check.refused is not None
        assert check.refused.why is Why.ANARCHY


def test_anarchy_dies_with_the_unit() -> None:
    """Another unit of the same power and kind in the same place is normal."""
    state = irish(
        "S1975M",
        {"FRANCE": ["A BUR"], "GERMANY": ["A MUN", "A RUH"]},
        anarchy={"FRANCE": ["A BUR"]},
    )
    given = drafts(BOARD, {"GERMANY": ["A MUN - BUR", "A RUH S A MUN - BUR"]})
    made = RULES.resolve(state, given, quiet())
    assert AnarchyForgotten((unit("FRANCE", "A BUR"),)) in made.events
    assert made.state.part(AnarchyPart).units == ()


def test_a_unit_in_anarchy_that_is_removed_is_forgotten() -> None:
    """In winter too, so that one built or moved there later is normal."""
    state = irish("W1975A", {"FRANCE": ["A PAR"]}, anarchy={"FRANCE": ["A PAR"]})
    made = RULES.resolve(state, {}, quiet())
    assert made.state.units == ()
    assert made.state.part(AnarchyPart).units == ()


def test_a_unit_that_the_gm_took_off_is_forgotten_before_the_moves() -> None:
    """Whoever moves to its place in the next season is normal."""
    state = irish("S1976M", {"FRANCE": ["A GAS"]}, anarchy={"FRANCE": ["A PAR"]})
    made = RULES.resolve(state, drafts(BOARD, {"FRANCE": ["A GAS - PAR"]}), quiet())
    assert [str(one) for one in made.state.units] == ["A PAR"]
    assert made.state.part(AnarchyPart).units == ()


def test_a_retreat_to_a_special_unit() -> None:
    """Only who retreats meets it; the unit that stands beside another is left alone."""
    state = irish(
        "S1975M",
        {"FRANCE": ["A BUR"], "GERMANY": ["A MUN", "A RUH"]},
        specials={"IRISH 1": "BRE", "IRISH 2": "KIE"},
    )
    given = drafts(BOARD, {"GERMANY": ["A MUN - BUR", "A RUH S A MUN - BUR"]})
    moves = quiet(**{"walk IRISH 1 PAR": "AS", "walk IRISH 2 BER": "AS"})
    moved = RULES.resolve(state, given, moves)
    retreat = drafts(
        RULES.board_in(moved.state), {"FRANCE": ["A BUR R PAR"]}, moved.state.phase.kind
    )
    made = RULES.resolve(moved.state, retreat, quiet())
    assert made.events[1] == FellIntoAnarchy(unit("FRANCE", "A PAR"), by=("IRISH 1",))


def test_a_special_unit_is_not_doubled() -> None:
    """A lot between the halves decides where it stays, after the cards and before the split."""
    state = irish("S1975M", {"ENGLAND": ["A LON"]}, specials={"IRISH 1": "SEV"})
    chance = Chance(hole="SYR", split="UKR", **{"walk IRISH 1 UKR": "AS", "lot IRISH 1": "UKR1"})
    made = RULES.resolve(state, {}, chance)
    assert chance.made[-1].label == "S1975 lot IRISH 1"
    assert chance.made[-1].candidates == ("UKR1", "UKR2")
    assert made.state.part(WanderersPart).places == {"IRISH 1": "UKR1"}


def test_they_walk_between_halves() -> None:
    """The halves of a split province are two spaces that touch."""
    state = irish("S1975M", {"ENGLAND": ["A LON"]}, splits=[split("NTH", "NWY", "BEL")])
    board = RULES.board_in(state)
    assert "NTH2" in ways_out(board, place("NTH1"))
    assert "LON" not in ways_out(board, place("NTH1"))
