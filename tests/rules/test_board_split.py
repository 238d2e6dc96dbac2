"""A province in two: borders, coasts, names and centres of the halves, on the board of Irish Diplomacy."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.rules.board import (
    Board,
    BorderKind,
    Entry,
    Location,
    PowerId,
    ProvinceId,
    Terrain,
    army_moves,
    fleet_moves,
)
from gm.games.diplomacy.rules.board_check import check_board
from gm.games.diplomacy.rules.board_now import with_entries
from gm.games.diplomacy.rules.board_split import Split, halves_of, line_neighbours, split_board
from tests.rules.positions import location

CASES = Path(__file__).parents[1] / "variants" / "irish" / "irish-cases.json"

NTH = ("NTH", "NWY", "BEL")
NTH2 = ("NTH2", "ENG", "NTH1")
NAO = ("NAO", "NWG", "MAO")
SPA = ("SPA", "MAO", "POR")
SPA1 = ("SPA1", "MAO", "LYO")
SPA3 = ("SPA3", "MAO", "SPA1")


def after(*lines: tuple[str, str, str]) -> Board:
    """Return the printed board after splits, each told by its province and the line."""
    board = load_board("irish")
    for place, first, second in lines:
        board = divided(board, place, first, second)
    return board


def divided(board: Board, place: str, first: str, second: str) -> Board:
    """Return a board after one more split; its halves have the next names."""
    whole = ProvinceId(place)
    line = ProvinceId(first), ProvinceId(second)
    return split_board(board, Split(whole, line, halves_of(board, whole)))


def ring(board: Board, place: str) -> str:
    """Return the neighbours of a province clockwise, beginning with the first in the alphabet."""
    names = [border.to for border in board.province(ProvinceId(place)).ring]
    turns = [names[at:] + names[:at] for at in range(len(names))]
    return " ".join(min(turns))


def turned(neighbours: str) -> str:
    """Return a ring told from anywhere as `ring` tells it."""
    names = neighbours.split()
    return " ".join(min(names[at:] + names[:at] for at in range(len(names))))


def sails(board: Board, here: str) -> set[str]:
    """Return where a fleet can sail to."""
    return {str(to) for to in fleet_moves(board, location(here))}


RINGS = [
    ((NTH,), "NTH1", "NWY SKA DEN HEL HOL BEL NTH2"),
    ((NTH,), "NTH2", "BEL ENG LON YOR EDI NWG NWY NTH1"),
    ((NTH, NTH2), "NTH2", "ENG LON YOR EDI NWG NWY NTH1 NTH3"),
    ((NTH, NTH2), "NTH3", "NTH1 BEL ENG NTH2"),
    ((NTH, NTH2), "NTH1", "NWY SKA DEN HEL HOL BEL NTH3 NTH2"),
    ((("NTH", "HOL", "BEL"),), "NTH1", "HOL BEL NTH2"),
    ((NAO,), "NAO1", "NWG CLY LVP IRI IRE IRI MAO NAO2"),
    ((NAO,), "NAO2", "MAO NWG ICE NWG NAO1"),
    ((("NAO", "IRI", "ICE"),), "NAO1", "IRI MAO NWG ICE NAO2"),
    ((("NAO", "IRI", "ICE"),), "NAO2", "ICE NWG CLY LVP IRI IRE IRI NAO1"),
    ((("KIE", "BER", "RUH"),), "KIE1", "BER MUN RUH KIE2"),
    ((("KIE", "BER", "RUH"),), "KIE2", "RUH HOL HEL DEN BAL BER KIE1"),
    ((("GRE", "BUL", "AEG"),), "GRE1", "BUL AEG GRE2"),
    ((("STP", "MOS", "NWY"),), "STP2", "NWY BAR MOS STP1"),
    ((("TUN", "WES", "ION"),), "TUN2", "ION NAF WES TUN1"),
    ((("PIE", "TYR", "LYO"),), "PIE1", "TYR VEN TUS LYO PIE2"),
    ((SPA, SPA1), "SPA3", "LYO WES MAO POR SPA2 MAO SPA1"),
    ((SPA, SPA1, SPA3), "SPA3", "MAO POR SPA2 MAO SPA1 SPA4"),
    ((SPA, SPA1, SPA3), "SPA4", "SPA1 LYO WES MAO SPA3"),
    ((NTH,), "NWY", "NWG BAR STP FIN SWE SKA NTH1 NTH2"),
    ((NTH,), "BEL", "HOL RUH BUR PIC ENG NTH2 NTH1"),
]


@pytest.mark.parametrize(("lines", "place", "neighbours"), RINGS)
def test_rings_run_clockwise(
    lines: tuple[tuple[str, str, str], ...], place: str, neighbours: str
) -> None:
    """Irish 6: those after the first end touch half one, those after the second half two."""
    assert ring(after(*lines), place) == turned(neighbours)


def test_a_line_ends_on_the_longer_stretch_and_halves_it() -> None:
    """Irish 6: SPA meets MAO twice; each half of the border that is cut has half its length."""
    spain = after(SPA, SPA1).province(ProvinceId("SPA3"))
    told = [(it.to, it.coasts, it.length) for it in spain.ring if it.to == "MAO"]
    assert told == [("MAO", ("sc",), 75.0), ("MAO", ("nc",), 62.5)]


def test_a_half_without_a_sea_is_inland() -> None:
    """Irish 5, 6: KIE1 lies between BER, MUN and RUH; no fleet enters it, along no coast."""
    board = after(("KIE", "BER", "RUH"))
    inland, coastal = (board.province(ProvinceId(it)) for it in ("KIE1", "KIE2"))
    assert (inland.terrain, coastal.terrain) == (Terrain.INLAND, Terrain.COASTAL)
    assert not {"KIE1", "KIE2"} & sails(board, "KIE1")
    assert "KIE1" not in sails(board, "BER")
    assert "KIE2" in sails(board, "BER")
    assert {"KIE1", "KIE2"} <= army_moves(board, ProvinceId("RUH"))


def test_fleets_pass_where_both_touch_the_sea_at_that_end() -> None:
    """Irish 6: BUL and GRE2 both touch AEG, but not where they meet; the seam ends at AEG."""
    board = after(("GRE", "BUL", "AEG"))
    assert {"GRE1"} <= sails(board, "BUL/sc")
    assert "GRE2" not in sails(board, "BUL/sc")
    assert "GRE2" in sails(board, "GRE1")
    assert "GRE2" in sails(board, "ALB")
    assert "GRE2" in army_moves(board, ProvinceId("SER"))


def test_no_fleet_passes_a_seam_that_ends_on_land() -> None:
    """Irish 6: CON and SER are the ends; CON reaches each half along the shore they share."""
    board = after(("BUL", "CON", "SER"))
    assert "BUL2/EC" not in sails(board, "BUL1/sc")
    assert {"BUL1/SC", "BUL2/EC"} <= sails(board, "CON")
    assert "BUL2" in army_moves(board, ProvinceId("BUL1"))


def test_named_coasts_follow_the_half_they_lie_on() -> None:
    """Irish 6: Portugal meets SPA1 along the north coast and SPA2 along the south coast."""
    board = after(("SPA", "POR", "MAR"))
    coasts = [[it.id for it in board.province(ProvinceId(f"SPA{n}")).coasts] for n in (1, 2)]
    assert coasts == [["nc"], ["sc"]]
    assert sails(board, "POR") == {"MAO", "SPA1/NC", "SPA2/SC"}
    assert sails(board, "MAR") == {"LYO", "PIE", "SPA2/SC"}


def test_a_fleet_keeps_to_its_coast_along_the_seam() -> None:
    """Irish 6: the line ends at both seas of Spain, so two shores lead from half to half."""
    board = after(("SPA", "MAO", "WES"))
    assert [it.id for it in board.province(ProvinceId("SPA2")).coasts] == ["nc", "sc"]
    along = {it for it in sails(board, "SPA1/nc") if it.startswith("SPA2")}
    assert along == {"SPA2/NC"}
    assert sails(board, "SPA1/nc") == {"MAO", "GAS", "SPA2/NC"}
    assert {it for it in sails(board, "POR") if "/" in it} == {"SPA2/NC", "SPA2/SC"}


def test_a_split_makes_no_new_coasts() -> None:
    """Irish 6: TUN2 has two shores, and a fleet leaves it to either sea."""
    board = after(("TUN", "WES", "ION"))
    assert board.province(ProvinceId("TUN2")).coasts == ()
    assert {"WES", "ION", "NAF", "TUN1"} <= sails(board, "TUN2")


def test_halves_are_named_after_the_whole() -> None:
    """Irish 9: every spelling has the number; a resplit half keeps its own."""
    board = after(NTH, NTH2)
    names = [board.province(place).name for place in board.gone[ProvinceId("NTH")]]
    assert names == ["North Sea 1", "North Sea 2", "North Sea 3"]
    assert {"NTH 3", "norsea 3"} <= set(board.province(ProvinceId("NTH3")).aliases)
    assert [board.province(ProvinceId(f"NTH{n}")).whole for n in (1, 2, 3)] == ["NTH"] * 3
    assert halves_of(board, ProvinceId("NTH1")) == ("NTH1", "NTH4")
    assert board.meant(ProvinceId("NTH2")) == ("NTH2",)


def test_a_gone_name_means_every_half() -> None:
    """Irish 9: `North Sea` and `NTH` may be any half, and so `north` may be one of them."""
    board = after(NTH, NTH2)
    halves = ("NTH1", "NTH2", "NTH3")
    assert board.gone == {"NTH": halves}
    assert board.ambiguous["nth"] == board.ambiguous["north sea"] == halves
    assert board.ambiguous["north"] == (*halves, "NAO", "NAF")


def test_a_short_spelling_stays_unsafe() -> None:
    """`nor` was no safe Norway, for other names begin so, and is no safe half of it."""
    board = after(("NWY", "SWE", "NTH"))
    assert set(board.ambiguous["nor"]) == {"NWY1", "NWY2", "NTH", "NAF", "NAO", "NWG"}
    assert board.ambiguous["norway"] == ("NWY1", "NWY2")


def test_both_halves_are_centres_and_home() -> None:
    """Irish 5: a home centre's halves are centres, and home to its country."""
    board = after(("MUN", "BER", "SWI"))
    halves = [board.province(ProvinceId(f"MUN{n}")) for n in (1, 2)]
    assert all(half.is_centre and half.home == "GERMANY" for half in halves)
    assert board.powers[PowerId("GERMANY")].home == ("BER", "KIE", "MUN1", "MUN2")
    assert sum(1 for _ in board.centres()) == 39


def test_halves_are_listed_by_their_numbers() -> None:
    """Whatever half was split again: so they are told to a player who may build in them."""
    board = after(("PAR", "BUR", "PIC"), ("PAR1", "BUR", "PAR2"), ("PAR2", "PIC", "BUR"))
    halves = ("PAR1", "PAR2", "PAR3", "PAR4")
    assert board.powers[PowerId("FRANCE")].home == ("BRE", "MAR", *halves)
    assert tuple(place for place in board.provinces if place.startswith("PAR")) == halves


def test_halves_of_a_closed_country_stay_closed() -> None:
    """Irish 3, 8: a country that nobody plays can be split; nobody enters its halves."""
    board = with_entries(load_board("irish"), {ProvinceId("BEL"): Entry.CLOSED})
    board = divided(board, "BEL", "RUH", "NTH")
    assert {board.province(ProvinceId(f"BEL{n}")).entry for n in (1, 2)} == {Entry.CLOSED}


def test_a_hole_is_no_centre_and_changes_no_border() -> None:
    """Irish 4, 8: its neighbours pass along the coast it lies on; it stays its country's home."""
    board = load_board("irish")
    holed = with_entries(board, {ProvinceId("KIE"): Entry.HOLE, ProvinceId("TYS"): Entry.HOLE})
    kiel = holed.province(ProvinceId("KIE"))
    assert not kiel.is_centre
    assert kiel.home == "GERMANY"
    assert kiel.ring == board.province(kiel.id).ring
    assert "NAP" in sails(holed, "ROM")
    assert not check_board(holed)


def test_a_card_is_drawn_for_each_neighbour_but_a_box() -> None:
    """Irish 6, 10: NWG and IRI, met twice, have one card each; Ireland has none."""
    board = load_board("irish")
    assert line_neighbours(board, ProvinceId("NAO")) == ("NWG", "ICE", "CLY", "LVP", "IRI", "MAO")
    passable = with_entries(board, {ProvinceId("IRE"): Entry.ALL})
    assert "IRE" in line_neighbours(passable, ProvinceId("NAO"))


def test_a_line_needs_two_neighbours() -> None:
    """A line that does not end at two different neighbours is refused."""
    with pytest.raises(ValueError, match="does not border"):
        after(("NTH", "NWY", "PAR"))
    with pytest.raises(ValueError, match="not twice at one"):
        after(("NTH", "NWY", "NWY"))


def split_cases() -> list[Any]:
    """Return the recorded cases of splits, each with its id."""
    cases = json.loads(CASES.read_text(encoding="utf-8"))
    return [pytest.param(it["phase"], id=it["id"]) for it in cases if it["phase"]["splits"]]


def board_of(splits: list[Mapping[str, Any]]) -> Board:
    """Return the printed board after recorded splits; each is named as the rules name it."""
    board = load_board("irish")
    for it in splits:
        place, line = ProvinceId(it["province"]), tuple(map(ProvinceId, it["line"]))
        halves = halves_of(board, place)
        assert list(halves) == it["halves"]
        board = split_board(board, Split(place, (line[0], line[1]), halves))
    return board


@pytest.mark.sampled(10)
@pytest.mark.parametrize("phase", split_cases())
def test_recorded_boards_pass_every_check(phase: Mapping[str, Any]) -> None:
    """A board after recorded splits is as sound as one read from a file."""
    assert not check_board(board_of(phase["splits"]))
    assert not check_board(board_of(phase["after"]["splits"]))


def named_places(board: Board) -> set[str]:
    """Return every place of a board as orders write it."""
    coasts = {
        f"{it.id}/{coast.id.upper()}" for it in board.provinces.values() for coast in it.coasts
    }
    return {*board.provinces, *coasts}


def moves(board: Board, kind: str, here: str) -> set[str]:
    """Return where a unit can move to, with and without the coast."""
    if kind == "A":
        return set(army_moves(board, location(here).province))
    reached = fleet_moves(board, location(here))
    return {str(to) for to in reached} | {to.province for to in reached}


def recorded_moves() -> list[Any]:
    """Return the moves recorded on split boards that nothing but a border decides."""
    found = []
    for case in split_cases():
        (phase,) = case.values
        texts = [text for orders in phase["orders"].values() for text in orders]
        if phase["holes"] or phase["closed"] or any(" C " in text for text in texts):
            continue
        names = named_places(board_of(phase["splits"]))
        for words in map(str.split, texts):
            result = phase["results"].get(" ".join(words[:2]))
            if len(words) == 4 and words[2] == "-" and {words[1], words[3]} <= names and result:
                passes = result in ("ok", "bounce")
                move = phase["splits"], words[0], words[1], words[3], passes
                found.append(pytest.param(*move, id=f"{case.id} {' '.join(words)}"))
    return found


@pytest.mark.parametrize(("splits", "kind", "here", "there", "passes"), recorded_moves())
def test_recorded_moves_find_their_borders(
    splits: list[Mapping[str, Any]], kind: str, here: str, there: str, passes: bool
) -> None:
    """A move that came off or bounced has a border, one that was void has none."""
    assert (there in moves(board_of(splits), kind, here)) == passes


def test_printed_coasts_follow_the_ruling() -> None:
    """The printed board's own coastal borders are those at whose end both touch the same sea."""
    board = load_board("irish")
    found = {
        (place.id, border.to, border.kind, border.coasts, border.to_coasts)
        for place in board.provinces.values()
        for border in place.ring
        if border.kind is BorderKind.COAST
    }
    assert found == set(ruled(board))


def ruled(board: Board):
    """Yield the borders along which fleets pass by the ruling of Irish 6, with their coasts."""
    for here in board.provinces.values():
        for at, border in enumerate(here.ring):
            there = board.province(border.to)
            if Terrain.SEA in (here.terrain, there.terrain):
                continue
            back = [other.to for other in there.ring].index(here.id)
            shores = [
                (
                    here.ring[(at + end) % len(here.ring)],
                    there.ring[(back - end) % len(there.ring)],
                )
                for end in (1, -1)
            ]
            both = [
                (mine, theirs)
                for mine, theirs in shores
                if mine.to == theirs.to and board.province(mine.to).terrain is Terrain.SEA
            ]
            if both:
                coasts = {coast for mine, _ in both for coast in mine.coasts}
                to_coasts = {coast for _, theirs in both for coast in theirs.coasts}
                kind = BorderKind.COAST
                yield here.id, there.id, kind, tuple(sorted(coasts)), tuple(sorted(to_coasts))


def test_locations_print_as_orders_name_them() -> None:
    """A half with a coast is written as any other place with one."""
    assert str(Location(ProvinceId("SPA1"), "nc")) == "SPA1/NC"
