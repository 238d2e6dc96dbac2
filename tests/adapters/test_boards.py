"""Our three boards as they are loaded: what is on them, and who may go where."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm.errors import MapError
from gm.games.diplomacy.map.files.boards import (
    board_ids,
    geometry_path,
    load_board,
    load_board_folder,
    map_faults,
)
from gm.games.diplomacy.rules.board import (
    Board,
    BorderKind,
    Entry,
    Location,
    Pair,
    PowerId,
    ProvinceId,
    Terrain,
    army_moves,
    fleet_moves,
    pair,
    with_crossings,
)
from gm.resources import maps_dir


def at(text: str) -> Location:
    """Read a location such as STP/SC."""
    place, _, coast = text.partition("/")
    return Location(ProvinceId(place), coast.lower() or None)


def walks(board: Board, place: str) -> set[str]:
    """Return where an army walks, as words."""
    return set(army_moves(board, ProvinceId(place)))


def sails(board: Board, place: str) -> set[str]:
    """Return where a fleet sails, as words."""
    return {str(there) for there in fleet_moves(board, at(place))}


def rivers(board: Board) -> dict[Pair, tuple[str | None, bool]]:
    """Return every river border with its river and whether a bridge there carries fleets."""
    return {
        pair(place.id, border.to): (border.river, border.reaches_sea)
        for place in board.provinces.values()
        for border in place.ring
        if border.kind is BorderKind.RIVER
    }


def locations(board: Board) -> list[Location]:
    """Return every place where a fleet could stand."""
    return [
        Location(place.id, coast)
        for place in board.provinces.values()
        if place.terrain is not Terrain.INLAND
        for coast in ([it.id for it in place.coasts] or [None])
    ]


@pytest.mark.parametrize(
    ("name", "provinces", "centres", "powers"),
    [("standard", 75, 34, 7), ("irish", 78, 38, 23), ("republic", 57, 25, 5)],
)
def test_a_board_has_its_size(name: str, provinces: int, centres: int, powers: int) -> None:
    """Provinces, centres and powers are as many as the game's rules say."""
    board = load_board(name)
    assert (len(board.provinces), len([*board.centres()]), len(board.powers)) == (
        provinces,
        centres,
        powers,
    )


@pytest.mark.parametrize("name", ["standard", "irish", "republic"])
def test_a_board_is_whole(name: str) -> None:
    """Our own boards have no fault, one object a process, a digest and a file of shapes."""
    assert map_faults(maps_dir() / name) == ()
    assert load_board(name) is load_board(name) is load_board_folder(maps_dir() / name)
    assert len(load_board(name).digest) == 64
    assert geometry_path(name).suffix == ".geojson"


def test_the_boards_are_known_by_name() -> None:
    """The list of boards is the list of folders."""
    assert board_ids() == ("irish", "republic", "standard")
    assert len({load_board(name).digest for name in board_ids()}) == 3


def test_an_unknown_board_is_refused_with_the_known_ones() -> None:
    """Whoever asks for a board that is not there is told what is."""
    with pytest.raises(MapError, match="known are: irish, republic, standard"):
        load_board("narnia")


@pytest.mark.parametrize(
    ("place", "reached"),
    [
        ("STP/SC", {"BOT", "FIN", "LVN"}),
        ("STP/NC", {"BAR", "NWY"}),
        ("SPA/NC", {"MAO", "GAS", "POR"}),
        ("SPA/SC", {"MAO", "MAR", "LYO", "WES", "POR"}),
        ("BUL/EC", {"BLA", "CON", "RUM"}),
        ("BUL/SC", {"AEG", "CON", "GRE"}),
        ("CON", {"BUL/EC", "BUL/SC", "BLA", "AEG", "ANK", "SMY"}),
        ("MAO", {"SPA/NC", "SPA/SC", "POR", "GAS", "BRE", "ENG", "IRI", "NAO", "NAF", "WES"}),
        ("KIE", {"DEN", "BAL", "BER", "HEL", "HOL"}),
        ("ROM", {"TUS", "TYS", "NAP"}),
        ("ANK", {"BLA", "ARM", "CON"}),
        ("WAL", {"LVP", "IRI", "ENG", "LON"}),
    ],
)
def test_fleets_sail_on_the_standard_board(place: str, reached: set[str]) -> None:
    """Fleets follow the coasts as on every standard map."""
    assert sails(load_board("standard"), place) == reached


@pytest.mark.parametrize(
    ("place", "reached"),
    [
        ("STP", {"NWY", "FIN", "LVN", "MOS"}),
        ("ROM", {"TUS", "VEN", "APU", "NAP"}),
        ("WAL", {"LVP", "YOR", "LON"}),
        ("MUN", {"KIE", "BER", "SIL", "BOH", "TYR", "BUR", "RUH"}),
        ("DEN", {"KIE", "SWE"}),
        ("CON", {"BUL", "ANK", "SMY"}),
        ("NAF", {"TUN"}),
    ],
)
def test_armies_walk_on_the_standard_board(place: str, reached: set[str]) -> None:
    """Armies follow the land as on every standard map."""
    assert walks(load_board("standard"), place) == reached


def test_the_standard_start_is_the_usual_one() -> None:
    """Russia has four units, one of them on a named coast."""
    russia = load_board("standard").powers[PowerId("RUSSIA")]
    assert russia.start == ("A MOS", "F SEV", "F STP/SC", "A WAR")
    assert set(russia.home) == {"MOS", "SEV", "STP", "WAR"}
    assert load_board("standard").facts["victory_centres"] == 18


def test_the_irish_board_opens_what_was_closed() -> None:
    """Iceland and Switzerland are entered, Ireland is a box, four centres are new (Irish 2, 10)."""
    irish, standard = load_board("irish"), load_board("standard")
    assert walks(irish, "SWI") == {"MUN", "TYR", "PIE", "MAR", "BUR"}
    assert sails(irish, "ICE") == {"NWG", "NAO"}
    assert irish.province(ProvinceId("IRE")).entry is Entry.BOX
    assert set(irish.centres()) - set(standard.centres()) == {"ALB", "ICE", "NAF", "SWI"}
    assert irish.province(ProvinceId("IRI")).aliases == tuple(
        alias for alias in standard.province(ProvinceId("IRI")).aliases if alias != "irish"
    )


def test_irish_minors_choose_their_piece() -> None:
    """Sixteen minor powers start with one piece that is still open (Irish 2)."""
    powers = load_board("irish").powers.values()
    minors = [power for power in powers if power.rank == "minor"]
    assert len(minors) == 16
    assert all(power.start == (f"? {power.home[0]}",) for power in minors)
    assert load_board("irish").powers[PowerId("NORTH_AFRICA")].home == ("NAF",)


def test_an_island_cuts_a_border_in_two_stretches() -> None:
    """NAO meets NWG on both sides of Iceland, and the longer stretch can be told (Irish 6)."""
    ring = load_board("irish").province(ProvinceId("NAO")).ring
    assert [border.length for border in ring if border.to == "NWG"] == [71, 204]
    assert load_board("irish").neighbours(ProvinceId("NAO")).count(ProvinceId("NWG")) == 1


def test_republic_keeps_what_its_text_says() -> None:
    """Homes, corners, rivers and the off-board calendar (Republic 3, 9, 10a, 11)."""
    board = load_board("republic")
    britain = board.powers[PowerId("BRITAIN")]
    assert [(it.from_year, it.centres) for it in britain.off_board] == [
        (1015, 2),
        (1018, 1),
        (1019, 0),
    ]
    assert not any(board.province(home).is_centre for home in britain.home)
    assert board.province(ProvinceId("DeW")).home == "BRITAIN"
    assert rivers(board)[pair(ProvinceId("Wat"), ProvinceId("WxS"))] == ("Barrow", True)
    assert rivers(board)[pair(ProvinceId("KkW"), ProvinceId("Wat"))][0] == "Suir"
    assert "KiS" not in board.neighbours(ProvinceId("OfN"))
    assert {"OfN", "DbN"} <= set(board.neighbours(ProvinceId("KiN")))
    assert board.ambiguous["wes"] == ("Wmh", "WxS")
    assert board.facts["status"] == "reconstruction"
    assert board.facts["unit_upkeep"] == 7


def test_a_bridge_over_the_barrow_mouth_opens_one_pair_for_all() -> None:
    """Waterford to Wexford South needs a bridge, which then carries fleets too (Republic 10a)."""
    board = load_board("republic")
    bridged = with_crossings(board, frozenset({pair(ProvinceId("Wat"), ProvinceId("WxS"))}))
    assert walks(bridged, "Wat") - walks(board, "Wat") == {"WxS"}
    assert sails(bridged, "Wat") - sails(board, "Wat") == {"WxS"}
    assert "STG" in sails(board, "Wat")
    assert "WxS" in sails(board, "STG")


def test_every_bridge_opens_exactly_its_pair() -> None:
    """One bridge adds one passage, for fleets only where its river reaches the sea."""
    board = load_board("republic")
    for crossing, (_, reaches_sea) in rivers(board).items():
        bridged = with_crossings(board, frozenset({crossing}))
        for place in board.provinces:
            other = {it for it in crossing if place in crossing and it != place}
            assert walks(bridged, place) - walks(board, place) == other
        for here in locations(board):
            other = {it for it in crossing if here.province in crossing and it != here.province}
            gained = sails(bridged, str(here)) - sails(board, str(here))
            assert gained == (other if reaches_sea else set())


@st.composite
def bridged_boards(draw: st.DrawFn) -> Board:
    """Draw one of our boards, with any of its rivers bridged."""
    board = load_board(draw(st.sampled_from(board_ids())))
    open_pairs = draw(st.sets(st.sampled_from(sorted(rivers(board))))) if rivers(board) else set()
    return with_crossings(board, frozenset(open_pairs))


@given(bridged_boards(), st.data())
def test_who_can_go_can_come_back(board: Board, data: st.DataObject) -> None:
    """Adjacency is symmetric for armies and for fleets, coasts and bridges included."""
    place = data.draw(st.sampled_from(sorted(board.provinces)))
    assert all(place in army_moves(board, there) for there in army_moves(board, place))
    here = data.draw(st.sampled_from(locations(board)))
    assert all(here in fleet_moves(board, there) for there in fleet_moves(board, here))


@given(bridged_boards(), st.data())
def test_nobody_goes_where_he_cannot_stand(board: Board, data: st.DataObject) -> None:
    """Armies end on land, fleets at sea or on a coast that the province has."""
    place = data.draw(st.sampled_from(sorted(board.provinces)))
    reached = army_moves(board, place) if board.province(place).terrain is not Terrain.SEA else ()
    assert all(board.province(there).terrain is not Terrain.SEA for there in reached)
    here = data.draw(st.sampled_from(locations(board)))
    assert fleet_moves(board, here) <= set(locations(board))


def test_a_folder_of_boards_may_be_named(tmp_path: Path) -> None:
    """A board is also found in another folder of boards, and only the boards that are in it."""
    (tmp_path / "irish").mkdir()
    source = (maps_dir() / "irish" / "board.toml").read_text(encoding="utf-8")
    (tmp_path / "irish" / "board.toml").write_text(source, encoding="utf-8")
    copy = load_board("irish", tmp_path)
    assert copy is not load_board("irish")
    assert copy.digest == load_board("irish").digest
    assert geometry_path("irish", tmp_path) == geometry_path("standard")
    assert board_ids(tmp_path) == ("irish",)
