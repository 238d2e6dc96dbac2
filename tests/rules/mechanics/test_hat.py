"""The hat: what is in it, in which order it is drawn, and what each draw leads to (Irish 4-9)."""

from __future__ import annotations

from gm.contract.draws import HandDraws, SeededDraws
from gm.contract.events import Drawn, Event
from gm.games.diplomacy.rules.board import Entry
from gm.games.diplomacy.rules.filled_in import SeasonResolution
from gm.games.diplomacy.rules.mechanics.changes import (
    ChangesPart,
    HoleReopened,
    ProvinceHoled,
    ProvinceSplit,
)
from gm.games.diplomacy.rules.mechanics.wanderers import WanderersPart
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.games.diplomacy.rules.state import GameState
from tests.rules.mechanics.irish import BOARD, RULES, Chance, irish, place, quiet, rules, split
from tests.rules.positions import drafts, unit

SIX = "BUR TYS GAL NWG POR KIE"


def played(state: GameState, chance: Chance, **settings: str) -> SeasonResolution:
    """Return a season in which nobody orders anything."""
    return rules(**settings).resolve(state, {}, chance)


def candidates(chance: Chance, label: str) -> tuple[str, ...]:
    """Return what could have been drawn under a label."""
    return next(draw.candidates for draw in chance.made if draw.label == label)


def kinds(events: tuple[Event, ...]) -> list[type[Event]]:
    """Return the kinds of the facts of the hat."""
    wanted = (Drawn, HoleReopened, ProvinceHoled, ProvinceSplit)
    return [type(event) for event in events if isinstance(event, wanted)]


def test_the_draws_of_a_season_in_their_order() -> None:
    """Reopen, hole, split, a card for each neighbour clockwise, the lots; each before its fact."""
    state = irish("S1977M", {"ENGLAND": ["A LON"]}, specials={"IRISH 1": "MOS"}, holes=SIX)
    made = played(state, chance := quiet(reopen="TYS", **{"walk IRISH 1 UKR": "AS"}))
    hat = [label for label in chance.labels() if "walk" not in label]
    assert hat == [
        "S1977 reopen",
        "S1977 hole",
        "S1977 split",
        *(f"S1977 line: {to}" for to in BOARD.neighbours(place("UKR"))),
        "S1977 lot IRISH 1",
    ]
    assert kinds(made.events)[-12:] == [
        *(Drawn, HoleReopened, Drawn, ProvinceHoled),
        *[Drawn] * 7,
        ProvinceSplit,
    ]
    assert [draw.label for draw in made.draws] == chance.labels()


def test_what_is_in_the_hat() -> None:
    """All provinces but Ireland; for a hole those that are none; in the alphabet."""
    state = irish("S1977M", {"ENGLAND": ["A LON"]}, holes=SIX, closed="SPAIN")
    played(state, chance := quiet(reopen="TYS"))
    everything = sorted(set(BOARD.provinces) - {"IRE"})
    shut = set(SIX.split()) - {"TYS"}
    assert candidates(chance, "S1977 reopen") == tuple(sorted(SIX.split()))
    assert candidates(chance, "S1977 hole") == tuple(it for it in everything if it not in shut)
    assert candidates(chance, "S1977 split") == tuple(everything)


def test_halves_are_in_the_hat_singly() -> None:
    """After a split there are two slips where there was one."""
    state = irish("S1975M", {"ENGLAND": ["A LON"]}, splits=[split("NTH", "NWY", "BEL")])
    played(state, chance := quiet())
    slips = candidates(chance, "S1975 hole")
    assert "NTH" not in slips
    assert {"NTH1", "NTH2"} <= set(slips)


def test_ireland_passable_is_a_province_like_any_other() -> None:
    """By the option it is in the hat, has a card, and can be entered."""
    state = irish("S1975M", {"ENGLAND": ["F IRI"]})
    chance = Chance(hole="SYR", split="IRI")
    made = played(state, chance, ireland="passable")
    assert "IRE" in candidates(chance, "S1975 hole")
    assert "S1975 line: IRE" in chance.labels()
    board = rules(ireland="passable").board_in(made.state)
    assert board.province(place("IRE")).entry is Entry.ALL
    played(state, boxed := Chance(hole="SYR", split="IRI"))
    assert "S1975 line: IRE" not in boxed.labels()


def test_no_hole_is_reopened_in_the_first_three_years() -> None:
    """It begins with the fourth year of the map, Spring 1977 on the printed one."""
    for phase, drawn in (("F1976M", False), ("S1977M", True), ("F1990M", True)):
        played(irish(phase, {"ENGLAND": ["A LON"]}, holes=SIX), chance := quiet())
        assert any("reopen" in label for label in chance.labels()) is drawn


def test_without_holes_there_is_nothing_to_reopen() -> None:
    """A position set by hand may have none."""
    played(irish("S1980M", {"ENGLAND": ["A LON"]}), chance := quiet())
    assert "S1980 reopen" not in chance.labels()


def test_slips_of_holes_are_put_back() -> None:
    """Each slip has a label of its own, and the same slips to draw from (Irish 7)."""
    chance = quiet(**{"split": "BUR", "split, slip 2": "SYR", "split, slip 3": "UKR"})
    made = played(irish("S1975M", {"ENGLAND": ["A LON"]}, holes="BUR"), chance)
    assert made.state.part(ChangesPart).splits[0].province == "UKR"
    assert (
        candidates(chance, "S1975 split")
        == candidates(chance, "S1975 split, slip 2")
        == candidates(chance, "S1975 split, slip 3")
    )


def test_a_reopened_hole_of_an_unplayed_country_says_that_it_opens() -> None:
    """So a report can tell that this province of the country may be entered from now on."""
    state = irish("S1977M", {"ENGLAND": ["A LON"]}, holes=SIX, closed="AUSTRIA PORTUGAL")
    for drawn, opens in (("GAL", True), ("POR", True), ("KIE", False)):
        made = played(state, quiet(reopen=drawn))
        (fact,) = (one for one in made.events if isinstance(one, HoleReopened))
        assert fact == HoleReopened(place(drawn), opens)
        assert (place(drawn) in made.state.part(ChangesPart).opened) is opens


def test_a_province_reopened_twice_is_opened_once() -> None:
    """It stays open to enter while it is a hole again, and the report says so each time."""
    state = irish("S1977M", {"ENGLAND": ["A LON"]}, holes=SIX, closed="PORTUGAL", opened="POR")
    made = played(state, quiet(reopen="POR"))
    assert HoleReopened(place("POR"), opens=True) in made.events
    assert made.state.part(ChangesPart).opened == ("POR",)


def test_halves_of_an_opened_province_are_open() -> None:
    """What was reopened stays open when it is split, and its sister never opened stays shut."""
    halves = split("POR", "SPA", "MAO")
    state = irish(
        "S1977M", {"ENGLAND": ["A LON"]}, closed="PORTUGAL", opened="POR1", splits=[halves]
    )
    made = played(state, quiet(split="POR1"))
    assert made.state.part(ChangesPart).opened == ("POR1", "POR3")
    board = RULES.board_in(made.state)
    entries = {name: board.province(place(name)).entry for name in ("POR1", "POR2", "POR3")}
    assert entries == {"POR1": Entry.ALL, "POR2": Entry.CLOSED, "POR3": Entry.ALL}


def test_a_hole_names_what_it_has_swallowed() -> None:
    """The unit, the owner of the centre and the special units, all of them gone (Irish 4)."""
    state = irish(
        "S1975M",
        {"FRANCE": ["A MUN"]},
        centres={"GERMANY": ["MUN", "BER"]},
        specials={"IRISH 2": "BOH"},
        anarchy={"FRANCE": ["A MUN"]},
    )
    made = played(state, quiet(hole="MUN", **{"walk IRISH 2 MUN": "AS"}))
    (fact,) = (one for one in made.events if isinstance(one, ProvinceHoled))
    assert fact == ProvinceHoled(place("MUN"), unit("FRANCE", "A MUN"), "GERMANY", ("IRISH 2",))
    assert made.state.units == ()
    assert dict(made.state.centres) == {"BER": "GERMANY"}
    assert not made.state.part(WanderersPart).places


def test_a_stranded_twin_by_the_letter_of_the_rule() -> None:
    """By the option a fleet has its twin in the landlocked half; it can only stand there."""
    state = irish("S1975M", {"GERMANY": ["F KIE"]})
    line = {"line BER": "AS", "line RUH": "KS"}
    for option, fleets in (("none", ["F KIE2"]), ("stranded", ["F KIE1", "F KIE2"])):
        made = played(state, quiet(split="KIE", **line), landlocked_twin=option)
        assert [str(one) for one in made.state.units] == fleets


def test_the_only_half_with_a_sea_takes_the_fleet() -> None:
    """The same line the other way round: the first half is the one with the sea."""
    state = irish("S1975M", {"GERMANY": ["F KIE"]})
    made = played(state, quiet(split="KIE", **{"line RUH": "AS", "line BER": "KS"}))
    assert [str(one) for one in made.state.units] == ["F KIE1"]


def test_a_fleet_on_a_named_coast() -> None:
    """Each half holds it on the coast it stood on if it has that, else on the one it has."""
    state = irish("S1975M", {"SPAIN": ["F SPA/sc"]})
    made = played(state, quiet(split="SPA", **{"line POR": "AS", "line MAR": "KS"}))
    assert [str(one) for one in made.state.units] == ["F SPA1/NC", "F SPA2/SC"]
    made = played(state, quiet(split="SPA", **{"line GAS": "AS", "line LYO": "KS"}))
    assert [str(one) for one in made.state.units] == ["F SPA1/SC", "F SPA2/SC"]


def test_a_real_hat_over_a_seed() -> None:
    """What the GM drew himself is marked; what could not be drawn is told and drawn anew."""
    state = irish("S1975M", {"ENGLAND": ["A LON"]}, holes="BUR")
    by_hand = {"S1975 hole": "BUR", "S1975 split": "NTH"}
    made = RULES.resolve(state, {}, HandDraws(SeededDraws(b"seed"), by_hand))
    told = {draw.label: draw for draw in made.draws}
    assert told["S1975 hole"].refused == "BUR"
    assert told["S1975 hole"].chosen != "BUR"
    assert told["S1975 split"].by_hand
    assert made.state.part(ChangesPart).splits[0].province == "NTH"


def test_the_hat_waits_for_the_retreats() -> None:
    """Where a unit can retreat the movement phase draws nothing, and the retreat phase all."""
    state = irish("S1975M", {"AUSTRIA": ["A VIE", "A TRI"], "ITALY": ["A TYR"]})
    orders = drafts(BOARD, {"AUSTRIA": ["A VIE - TYR", "A TRI S A VIE - TYR"]})
    moved = RULES.resolve(state, orders, chance := quiet())
    assert str(moved.state.phase) == "S1975R"
    assert chance.made == []
    after = RULES.resolve(moved.state, {}, chance)
    assert str(after.state.phase) == "F1975M"
    assert chance.labels()[:2] == ["S1975 hole", "S1975 split"]


def test_a_season_without_a_unit_is_played() -> None:
    """The hat goes on though nobody stands on the board, one season after the other."""
    state = irish("S1975M", {})
    phases = []
    for _ in range(4):
        made = RULES.resolve(state, {}, SeededDraws(b"seed"))
        hats = sum(isinstance(event, ProvinceHoled) for event in made.events)
        assert hats == (0 if state.phase.kind is PhaseKind.ADJUSTMENT else 1)
        assert len(RULES.pending(state)) == 23
        assert not any(RULES.lacking(state, it.seat, {}) for it in RULES.pending(state))
        state = made.state
        phases.append(str(state.phase))
    assert phases == ["F1975M", "W1975A", "S1976M", "F1976M"]
