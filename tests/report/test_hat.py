"""What the hat drew: cards in words, slips put back, who borders whom, and every draw's candidates."""

from __future__ import annotations

import pytest

from gm.contract.draws import Draw, SeededDraws
from gm.contract.events import Drawn
from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.pages.answers import MapView, map_page
from gm.games.diplomacy.pages.facts.board_facts import border_text, border_words, neighbours_of
from gm.games.diplomacy.pages.facts.unrest import own_anarchy, specials_now
from gm.games.diplomacy.pages.season.hat_page import hat_page
from gm.games.diplomacy.pages.season.season_page import season_page
from gm.games.diplomacy.pages.season.upheaval import draws_page
from gm.games.diplomacy.rules.board import Board, Entry, Location, PowerId, ProvinceId
from gm.games.diplomacy.rules.board_now import with_entries
from gm.games.diplomacy.rules.board_split import Split, halves_of, split_board
from gm.games.diplomacy.rules.mechanics.anarchy import AnarchyPart
from gm.games.diplomacy.rules.mechanics.cards import PACK
from gm.games.diplomacy.rules.mechanics.changes import (
    ChangesPart,
    HoleReopened,
    ProvinceHoled,
    ProvinceSplit,
)
from gm.games.diplomacy.rules.mechanics.wanderers import WanderersPart
from gm.games.diplomacy.rules.phases import Phase, PhaseKind
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.units import Unit, UnitKind
from gm.games.diplomacy.wording.draw_labels import DrawLabel, card_words, is_card, label_of
from tests.report.irish_scenes import irish
from tests.report.play import ZONE, Play

BOARD = load_board("irish")
NTH, NWY, BEL, SPA, SYR = (ProvinceId(one) for one in ("NTH", "NWY", "BEL", "SPA", "SYR"))
ENGLAND = PowerId("ENGLAND")
SPLIT = Split(NTH, (NWY, BEL), halves_of(BOARD, NTH))
HALVED = split_board(BOARD, SPLIT)
STATE = GameState(Phase.parse("F1977M"))


def drawn(label: str, chosen: str, *candidates: str, by_hand: bool = False) -> Drawn:
    """Return a draw."""
    return Drawn(Draw(label, candidates or PACK, chosen, by_hand))


CARDS = (
    drawn("S1977 line: EDI", "TC"),
    drawn("S1977 line: NWY", "KS"),
    drawn("S1977 line: BEL", "QH"),
)


@pytest.mark.parametrize(("label", "parts"), [
    ("S1974 place IRISH 1", DrawLabel("S1974", "place", "IRISH 1")),
    ("S1975 walk PSYCHIATRIST 3: NWY", DrawLabel("S1975", "walk", "PSYCHIATRIST 3", "NWY")),
    ("F1977 reopen", DrawLabel("F1977", "reopen")),
    ("S1975 split, slip 2", DrawLabel("S1975", "split", slip=2)),
    ("S1975 line: NTH2", DrawLabel("S1975", "line", place="NTH2")),
    ("S1975 lot IRISH 1", DrawLabel("S1975", "lot", "IRISH 1")),
    ("a lot of another make", None),
])  # fmt: skip
def test_a_label_is_taken_apart(label: str, parts: DrawLabel | None) -> None:
    """Every label of docs/hat.md says what it is for."""
    assert label_of(Draw(label, ("a",), "a")) == parts


def test_every_card_has_words() -> None:
    """All fifty-two, each its own."""
    assert len({card_words(card) for card in PACK}) == 52
    assert card_words("TC") == "ten of clubs"
    assert all(map(is_card, PACK))
    assert not is_card("NTH")


def test_the_line_is_told_by_its_two_highest_cards() -> None:
    """Highest by rank, then by suit; all cards stand with the draws."""
    page = hat_page((*CARDS, ProvinceSplit(SPLIT)), HALVED, STATE, {})
    assert page is not None
    assert page.split == (
        "North Sea is split, into North Sea 1 and North Sea 2.",
        (
            "Norway drew the king of spades and Belgium the queen of hearts, the highest of 3 cards: "
            "the line runs from the one to the other."
        ),
    )


def test_both_halves_are_told_with_their_borders() -> None:
    """The two ends of the line border both halves, every other neighbour one."""
    page = hat_page((ProvinceSplit(SPLIT),), HALVED, STATE, {})
    assert page is not None
    assert [half.title for half in page.halves] == [
        "North Sea 1 (NTH1), a sea",
        "North Sea 2 (NTH2), a sea",
    ]
    one, two = ({*neighbours_of(HALVED, half).sea} for half in SPLIT.halves)
    assert one & two == {NWY, BEL}
    assert {*one, *two} - {*SPLIT.halves} == {*neighbours_of(BOARD, NTH).sea}


def test_slips_of_holes_are_told_as_put_back() -> None:
    """Irish 7: a hole drawn for the split goes back into the hat."""
    events = (
        drawn("S1977 split", "SYR", "NTH", "SYR"),
        drawn("S1977 split, slip 2", "NTH", "NTH", "SYR"),
        ProvinceSplit(SPLIT),
    )
    page = hat_page(events, HALVED, STATE.with_part(ChangesPart(holes=(SYR,))), {})
    assert page is not None
    assert page.split[0] == "Drawn for the split and put back: Syria, a black hole."


def test_the_hat_is_told_of_the_slip_that_came_out_of_it() -> None:
    """A slip that the GM drew and that was put back leaves the next one to the seed."""
    events = (
        drawn("S1977 split", "SYR", "NTH", "SYR", by_hand=True),
        drawn("S1977 split, slip 2", "NTH", "NTH", "SYR"),
        ProvinceSplit(SPLIT),
    )
    after = STATE.with_part(ChangesPart(holes=(SYR,)))
    page = hat_page(events, HALVED, after, {"S1977 split": "the club's hat"})
    assert page is not None
    assert page.split[:2] == (
        (
            "Drawn for the split and put back: Syria, a black hole. The GM drew this with a hat of "
            "his own: the club's hat."
        ),
        "North Sea is split, into North Sea 1 and North Sea 2.",
    )


def test_a_reopened_centre_is_neutral_and_a_home() -> None:
    """Irish 8: what it was owned by is gone, where one may build is not."""
    page = hat_page((HoleReopened(NWY),), BOARD, STATE, {})
    assert page is not None
    assert page.changes == (
        (
            "Norway is reopened: it is no longer a black hole. Its supply centre is neutral. It is "
            "still a home of Norway."
        ),
    )


def test_a_reopened_province_of_a_closed_country_is_open() -> None:
    """Irish 8: everybody may enter it, though nobody plays its country."""
    page = hat_page((HoleReopened(SYR, opens=True),), BOARD, STATE, {})
    assert page is not None
    assert "Nobody plays its country, but everybody may enter it now." in page.changes[0]


def test_a_hole_reopened_and_drawn_again_is_told_as_that() -> None:
    """Irish 8: it can be drawn again at once; then nothing is said of what could be done there."""
    holed = with_entries(BOARD, {NWY: Entry.HOLE})
    page = hat_page((HoleReopened(NWY), ProvinceHoled(NWY)), holed, STATE, {})
    assert page is not None
    assert page.changes == (
        "Norway is reopened: it is no longer a black hole.",
        "Norway becomes a black hole.",
    )


def test_a_hole_reopened_and_split_at_once_is_told_as_that() -> None:
    """Irish 8: it is an ordinary province again, so the same hat may split it."""
    page = hat_page((HoleReopened(NTH), *CARDS, ProvinceSplit(SPLIT)), HALVED, STATE, {})
    assert page is not None
    assert page.changes == ("North Sea is reopened: it is no longer a black hole.",)
    assert page.split[0] == "North Sea is split, into North Sea 1 and North Sea 2."


def test_what_the_gm_drew_is_told_where_it_is_told() -> None:
    """A draw entered by hand is named beside what it led to, with its reason if there is one."""
    events = (
        drawn("S1977 hole", "SYR", "NTH", "SYR", by_hand=True),
        ProvinceHoled(SYR),
        drawn("S1977 split", "NTH", "NTH", "SYR", by_hand=True),
        ProvinceSplit(SPLIT),
    )
    page = hat_page(events, HALVED, STATE, {"S1977 hole": "the club's hat"})
    assert page is not None
    assert page.changes == (
        "Syria becomes a black hole. The GM drew this with a hat of his own: the club's hat.",
    )
    assert page.split[0] == (
        "North Sea is split, into North Sea 1 and North Sea 2. The GM drew this with a hat of his "
        "own."
    )


def test_a_fleet_without_a_twin_is_told() -> None:
    """Irish 5: where one half has no sea the fleet takes the other."""
    unit = Unit(ENGLAND, UnitKind.FLEET, Location(SPA, "nc"))
    split = Split(SPA, (ProvinceId("POR"), ProvinceId("MAR")), halves_of(BOARD, SPA))
    piece = Unit(ENGLAND, UnitKind.FLEET, Location(split.halves[0], "nc"))
    event = ProvinceSplit(split, unit, (piece,), ENGLAND, (("IRISH 1", split.halves[1]),))
    page = hat_page((event,), split_board(BOARD, split), STATE, {})
    assert page is not None
    assert (
        "England's unit there stands as Fleet Spain 1 (north coast); the other half can hold none."
    ) in page.split
    assert "England owns both supply centres." in page.split
    assert "Irish 1 is in Spain 2 now, by lot." in page.split


def test_nothing_drawn_is_nothing_told() -> None:
    """A phase without the hat has no such section."""
    assert hat_page((), BOARD, STATE, {}) is None
    assert draws_page((), {}) is None


def test_coasts_are_told_where_there_is_a_choice() -> None:
    """A half with one named coast needs no coast in an order, so none is told."""
    assert border_text(BOARD, SPA) == (
        "coast GAS[NC] MAR[SC] POR[NC SC]; sea MAO[NC SC] LYO[SC] WES[SC]"
    )
    assert border_text(BOARD, ProvinceId("POR")) == "coast SPA/NC+SPA/SC; sea MAO"
    assert "Gascony (from the north coast)" in border_words(BOARD, SPA)[0]
    split = Split(SPA, (ProvinceId("POR"), ProvinceId("MAR")), halves_of(BOARD, SPA))
    halved = split_board(BOARD, split)
    assert border_text(halved, split.halves[0]) == "land MAR SPA2; coast POR GAS; sea MAO"


def test_nobody_enters_what_is_closed() -> None:
    """A black hole is a neighbour still, but not one that a unit could go to."""
    board = with_entries(BOARD, {BEL: Entry.CLOSED, NWY: Entry.HOLE})
    assert border_words(board, NTH)[-1] == (
        "closed to all: Norway (a black hole) and Belgium (nobody plays it)"
    )


def lines(*events: Drawn, **reasons: str) -> tuple[str, ...]:
    """Return the lines of these draws; reasons by what was drawn."""
    page = draws_page(events, {f"S1977 {what}": why for what, why in reasons.items()})
    assert page is not None
    return page.lines


def test_a_second_hat_is_told_as_a_difference() -> None:
    """Eighty names stand once; after that only what was added or taken out."""
    many = tuple(sorted(BOARD.provinces))
    told = lines(
        drawn("S1977 hole", "NWY", *many),
        drawn("S1977 split", "SYR", *many[3:]),
        drawn("S1977 split, slip 2", "NTH", *many[3:]),
    )
    assert told[0].startswith(f"S1977 hole: NWY, of {len(many)} slips: {many[0]} {many[1]} ")
    gone = f"{many[0]}, {many[1]} and {many[2]}"
    assert (
        told[1] == f"S1977 split: SYR, of {len(many) - 3} slips: those of S1977 hole but {gone}."
    )
    assert told[2] == (
        f"S1977 split, slip 2: NTH, of the same {len(many) - 3} slips as S1977 split."
    )


def test_a_pack_is_one_line() -> None:
    """Cards stand in the order in which they were drawn, for that is how they are repeated."""
    assert lines(*CARDS) == ("S1977 line, cards of one pack: EDI TC, NWY KS, BEL QH.",)


def test_what_the_gm_entered_is_marked() -> None:
    """Each such draw is told with its reason; in a pack it has a star."""
    card = drawn("S1977 line: NWY", "AS", by_hand=True)
    slip = drawn("S1977 hole", "NWY", "NTH", "NWY", by_hand=True)
    assert lines(slip, CARDS[0], card, hole="the club's hat.") == (
        "S1977 hole: NWY, of 2 slips: NTH NWY. Entered by the GM: the club's hat.",
        "S1977 line, cards of one pack: EDI TC, NWY AS*. * Entered by the GM.",
    )


def test_what_could_not_be_drawn_is_told() -> None:
    """What the GM had entered and was not in the hat stands in the report all the same."""
    event = Drawn(Draw("S1977 hole", ("NTH", "NWY"), "NWY", refused="SYR"))
    assert lines(event) == (
        "S1977 hole: NWY, of 2 slips: NTH NWY. The GM had entered SYR, which was not in the hat.",
    )


def army(place: str) -> Unit:
    """Return an English army."""
    return Unit(ENGLAND, UnitKind.ARMY, Location(ProvinceId(place)))


def test_a_power_is_told_of_its_units_in_anarchy() -> None:
    """Why nothing is asked of them, in the singular and in the plural."""
    units = (army("EDI"), army("LON"))
    state = STATE.with_units(units)
    assert own_anarchy(BOARD, state, ENGLAND) == ""
    one = state.with_part(AnarchyPart(units[:1]))
    assert own_anarchy(BOARD, one, ENGLAND).startswith("Your Army Edinburgh is in anarchy: it")
    two = state.with_part(AnarchyPart(units))
    assert own_anarchy(BOARD, two, ENGLAND).startswith(
        "Your Army Edinburgh and Army London are in anarchy: they"
    )
    assert own_anarchy(BOARD, two, PowerId("FRANCE")) == ""


def test_a_unit_that_left_the_board_is_in_no_anarchy() -> None:
    """The rules strike it off later; a report names only what stands."""
    state = STATE.with_part(AnarchyPart((army("EDI"),)))
    assert own_anarchy(BOARD, state, ENGLAND) == ""


def test_special_units_are_told_where_they_are() -> None:
    """Waiting in their boxes, walking, or all gone."""
    places = {"IRISH 1": ProvinceId("IRE"), "PSYCHIATRIST 2": ProvinceId("VIE")}
    waiting = STATE.with_part(WanderersPart(places, waiting=True))
    assert specials_now(BOARD, waiting) == (
        "Irish 1 waits in Ireland; Psychiatrist 2 waits in Vienna. Until they are placed by lot "
        "they meet nobody."
    )
    walking = STATE.with_part(WanderersPart({"IRISH 1": NWY}))
    assert specials_now(BOARD, walking) == "Irish 1 in Norway (NWY)."
    assert specials_now(BOARD, STATE) == ""


@pytest.mark.parametrize("phases", range(1, 24))
def test_every_half_of_a_played_game_can_be_told(phases: int) -> None:
    """Whatever was split, each province has words for all its borders, and none is forgotten."""
    play = irish(phases)
    board: Board = play.game().board
    for place in board.provinces:
        found = neighbours_of(board, place)
        told = {*found.land, *found.coast, *found.sea, *found.barred}
        assert told == {*board.neighbours(place)}
        assert border_words(board, place)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("seed", range(3))
def test_whatever_a_hat_draws_can_be_told(seed: int) -> None:
    """A dozen years without orders: every report and every map is written, whatever was drawn."""
    play, draws = Play("irish", unplayed=("AUSTRIA", "TUNIS")), SeededDraws(bytes([seed]) * 32)
    reopened, split_again = 0, 0
    while play.state.phase.year < 1986:
        play.resolve({}, draws)
        view = play.season("FRANCE")
        page = season_page(view)
        told = page.upheaval
        assert (told.hat is not None) == (play.before.phase.kind is PhaseKind.MOVEMENT)
        if told.hat is not None:
            assert len(told.hat.halves) == 2
            split_again += any("once more" in line for line in told.hat.split)
            reopened += any("is reopened" in line for line in told.hat.changes)
        map_page(MapView(view.game, ENGLAND, play.state, view.story, ZONE))
    assert reopened == 2 * 9
    assert split_again
