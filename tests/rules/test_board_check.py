"""What makes a board unsound, one fault at a time, on a sound board of four provinces."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from gm.games.diplomacy.rules.board import (
    Board,
    Border,
    BorderKind,
    Coast,
    OffBoard,
    Power,
    PowerId,
    Province,
    ProvinceId,
    Terrain,
    pair,
)
from gm.games.diplomacy.rules.board_check import check_board, check_start

BAY, CAPE, DALE, PORT = (ProvinceId(it) for it in ("BAY", "Cap", "Dal", "Por"))
RED = PowerId("RED")
LAND, COAST, SEA, RIVER = BorderKind.LAND, BorderKind.COAST, BorderKind.SEA, BorderKind.RIVER
NORTH, SOUTH = ("nc",), ("sc",)


def sound() -> Board:
    """A bay, a cape with two coasts, a port and a dale."""
    provinces = (
        Province(
            BAY,
            "Great Bay",
            Terrain.SEA,
            (
                Border(CAPE, SEA, to_coasts=NORTH, length=5.0),
                Border(PORT, SEA),
                Border(CAPE, SEA, to_coasts=SOUTH, length=2.0),
            ),
        ),
        Province(
            CAPE,
            "Cape",
            Terrain.COASTAL,
            (
                Border(BAY, SEA, coasts=NORTH, length=5.0),
                Border(PORT, COAST, coasts=NORTH),
                Border(DALE, LAND),
                Border(BAY, SEA, coasts=SOUTH, length=2.0),
            ),
            coasts=(Coast("nc", "north coast", ("north",)), Coast("sc", "south coast")),
        ),
        Province(
            DALE, "Dale", Terrain.INLAND, (Border(CAPE, LAND), Border(PORT, RIVER, river="Ax"))
        ),
        Province(
            PORT,
            "Port",
            Terrain.COASTAL,
            (
                Border(BAY, SEA),
                Border(DALE, RIVER, river="Ax"),
                Border(CAPE, COAST, to_coasts=NORTH),
            ),
            aliases=("harbour",),
            is_centre=True,
            home=RED,
        ),
    )
    red = Power(RED, "Red", "Reddish", home=(PORT,), start=("F Por", "? Cap"))
    ambiguous = {"place": (CAPE, PORT)}
    return Board("tiny", "Tiny", {it.id: it for it in provinces}, {RED: red}, ambiguous)


def edit(name: ProvinceId, /, **changes: object) -> Callable[[Board], Board]:
    """Return what changes fields of one province."""

    def change(board: Board) -> Board:
        place = replace(board.provinces[name], **changes)
        return replace(board, provinces={**board.provinces, name: place})

    return change


def edit_border(
    name: ProvinceId, to: ProvinceId, /, **changes: object
) -> Callable[[Board], Board]:
    """Return what changes fields of the first border from one province to another."""

    def change(board: Board) -> Board:
        ring = list(board.provinces[name].ring)
        index = next(number for number, border in enumerate(ring) if border.to == to)
        ring[index] = replace(ring[index], **changes)
        return edit(name, ring=tuple(ring))(board)

    return change


def edit_power(**changes: object) -> Callable[[Board], Board]:
    """Return what changes fields of the one power."""

    def change(board: Board) -> Board:
        return replace(board, powers={RED: replace(board.powers[RED], **changes)})

    return change


def add(name: str, /, **changes: object) -> Callable[[Board], Board]:
    """Return what adds a second dale under another abbreviation."""

    def change(board: Board) -> Board:
        place = replace(board.provinces[DALE], id=ProvinceId(name), name=name, **changes)
        return replace(board, provinces={**board.provinces, place.id: place})

    return change


CASES: tuple[tuple[str, Callable[[Board], Board], str, str], ...] = (
    (
        "unknown neighbour",
        edit_border(DALE, CAPE, to="Xxx"),
        "provinces.Dal.neighbours.Xxx",
        "there is no province Xxx",
    ),
    (
        "own neighbour",
        edit_border(DALE, CAPE, to=DALE),
        "provinces.Dal.neighbours.Dal",
        "no neighbour of itself",
    ),
    (
        "one-sided border",
        edit(DALE, ring=(Border(PORT, RIVER, river="Ax"),)),
        "provinces.Cap.neighbours.Dal",
        "does not list Cap",
    ),
    ("no neighbours", edit(DALE, ring=()), "provinces.Dal.neighbours", "has no neighbours"),
    (
        "two kinds",
        edit_border(PORT, CAPE, kind=LAND, to_coasts=()),
        "provinces.Por.neighbours.Cap",
        "the kind is land here and coast at Cap",
    ),
    (
        "two lengths",
        edit_border(CAPE, BAY, length=6.0),
        "provinces.Cap.neighbours.BAY",
        "the length is 2 and 6 here and 2 and 5 at BAY",
    ),
    (
        "two rivers",
        edit_border(PORT, DALE, river="Exe"),
        "provinces.Por.neighbours.Dal",
        "the river is Exe here and Ax at Dal",
    ),
    (
        "one mouth",
        edit_border(PORT, DALE, reaches_sea=True),
        "provinces.Por.neighbours.Dal",
        "`fleet` is true here and false at Dal",
    ),
    (
        "coasts swapped",
        edit_border(PORT, CAPE, to_coasts=SOUTH),
        "provinces.Por.neighbours.Cap",
        "the coasts differ",
    ),
    (
        "stretch missing",
        edit(BAY, ring=sound().province(BAY).ring[:2]),
        "provinces.BAY.neighbours.Cap",
        "1 times here and 2 times",
    ),
    (
        "mouth inland",
        edit_border(DALE, PORT, reaches_sea=True),
        "provinces.Dal.neighbours.Por",
        "inland province does not reach",
    ),
    (
        "river without name",
        edit_border(DALE, PORT, river=None),
        "provinces.Dal.neighbours.Por",
        "names its river",
    ),
    (
        "land with river",
        edit_border(DALE, CAPE, river="Ax"),
        "provinces.Dal.neighbours.Cap",
        "a land border has no river",
    ),
    (
        "sea by land",
        edit_border(BAY, PORT, kind=LAND),
        "provinces.BAY.neighbours.Por",
        "a sea has only sea borders",
    ),
    (
        "sea without sea",
        edit_border(PORT, CAPE, kind=SEA),
        "provinces.Por.neighbours.Cap",
        "needs a sea on one side",
    ),
    (
        "inland coast",
        edit_border(DALE, CAPE, kind=COAST),
        "provinces.Dal.neighbours.Cap",
        "has no coast for fleets",
    ),
    (
        "inland sea",
        edit(PORT, terrain=Terrain.INLAND),
        "provinces.Por.neighbours.BAY",
        "touches no sea",
    ),
    (
        "dry coast",
        edit(DALE, terrain=Terrain.COASTAL),
        "provinces.Dal.neighbours",
        "this one touches none",
    ),
    (
        "negative length",
        edit_border(DALE, CAPE, length=-1.0),
        "provinces.Dal.neighbours.Cap",
        "not negative",
    ),
    (
        "unknown coast",
        edit_border(CAPE, BAY, coasts=("ec",)),
        "provinces.Cap.neighbours.BAY",
        "has no coast 'ec'",
    ),
    (
        "unknown far coast",
        edit_border(BAY, CAPE, to_coasts=("ec",)),
        "provinces.BAY.neighbours.Cap",
        "has no coast 'ec'",
    ),
    (
        "coast not said",
        edit_border(CAPE, BAY, coasts=()),
        "provinces.Cap.neighbours.BAY",
        "does not say which coast",
    ),
    (
        "coast on land",
        edit_border(CAPE, DALE, coasts=NORTH),
        "provinces.Cap.neighbours.Dal",
        "lies on no coast",
    ),
    (
        "inland coasts",
        edit(DALE, coasts=(Coast("a", "a"), Coast("b", "b"))),
        "provinces.Dal.coasts",
        "only a coastal province",
    ),
    (
        "unused coast",
        edit(CAPE, coasts=(*sound().province(CAPE).coasts, Coast("ec", "east"))),
        "provinces.Cap.coasts.ec",
        "no border",
    ),
    (
        "coasts of one name",
        edit(CAPE, coasts=(Coast("nc", "north"), Coast("sc", "North"))),
        "provinces.Cap.coasts",
        "'north' names two",
    ),
    ("same abbreviation", add("CAP"), "provinces.CAP", "the same abbreviation as Cap"),
    ("filed wrongly", edit(DALE, id=ProvinceId("Del")), "provinces.Dal", "calls itself Del"),
    ("no name", edit(DALE, name="..."), "provinces.Dal", "needs an abbreviation and a name"),
    (
        "alias taken",
        edit(DALE, aliases=("Har Bour",)),
        "provinces.Por.aliases",
        "'harbour' already names Dal",
    ),
    (
        "unknown choice",
        lambda board: replace(board, ambiguous={"x": (CAPE, ProvinceId("Xxx"))}),
        "ambiguous.x",
        "there is no province Xxx",
    ),
    (
        "choice of one",
        lambda board: replace(board, ambiguous={"x": (CAPE, CAPE)}),
        "ambiguous.x",
        "at least two",
    ),
    (
        "home of nobody",
        edit(CAPE, home=PowerId("BLUE")),
        "provinces.Cap.home",
        "there is no power BLUE",
    ),
    ("home not listed", edit(CAPE, home=RED), "provinces.Cap.home", "does not list Cap"),
    ("home at sea", edit(BAY, home=RED), "provinces.BAY.home", "nobody's home"),
    ("home not marked", edit_power(home=(PORT, CAPE)), "powers.RED.home", "Cap is not marked"),
    (
        "home not there",
        edit_power(home=(PORT, ProvinceId("Xxx"))),
        "powers.RED.home",
        "there is no province Xxx",
    ),
    ("rank", edit_power(rank="middling"), "powers.RED.rank", "neither major nor minor"),
    (
        "calendar",
        edit_power(off_board=(OffBoard(1016, 1), OffBoard(1015, 2))),
        "powers.RED.off_board",
        "years rise",
    ),
    ("small letters", edit_power(id=PowerId("Red")), "powers.RED", "in capitals"),
    (
        "fleet inland",
        edit_power(start=("F Dal",)),
        "powers.RED.start",
        "a fleet cannot stand inland",
    ),
    (
        "army at sea",
        edit_power(start=("A BAY",)),
        "powers.RED.start",
        "an army cannot stand at sea",
    ),
    (
        "no coast",
        edit_power(start=("F Cap",)),
        "powers.RED.start",
        "the coast is missing, one of nc, sc",
    ),
    ("wrong coast", edit_power(start=("F Cap/EC",)), "powers.RED.start", "Cap has no coast 'ec'"),
    ("army on a coast", edit_power(start=("A Cap/NC",)), "powers.RED.start", "only a fleet"),
    (
        "start nowhere",
        edit_power(start=("A Xxx",)),
        "powers.RED.start",
        "there is no province Xxx",
    ),
    ("neither A nor F", edit_power(start=("W Cap",)), "powers.RED.start", "a unit is A or F"),
    (
        "two in one place",
        edit_power(start=("F Por", "A Por")),
        "powers.RED.start",
        "another unit starts",
    ),
    (
        "bridge over no river",
        lambda board: replace(board, crossings=frozenset({pair(CAPE, PORT)})),
        "crossings",
        "no river border lies between Cap and Por",
    ),
)


def test_the_sound_board_has_no_fault() -> None:
    """All the cases below break something that was whole."""
    assert check_board(sound()) == check_start(sound()) == ()


def test_a_bridge_over_the_river_is_no_fault() -> None:
    """A derived board with a crossing passes the same check."""
    assert check_board(replace(sound(), crossings=frozenset({pair(PORT, DALE)}))) == ()


def test_a_word_listed_as_ambiguous_may_name_two() -> None:
    """An alias of two provinces is allowed where the players are asked which one they mean."""
    board = edit(DALE, aliases=("harbour",))(sound())
    assert check_board(replace(board, ambiguous={"Harbour": (DALE, PORT)})) == ()


@pytest.mark.parametrize(
    ("change", "entry", "reason"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_a_fault_is_found(change: Callable[[Board], Board], entry: str, reason: str) -> None:
    """Each fault is named by its entry and its reason."""
    board = change(sound())
    faults = (*check_board(board), *check_start(board))
    assert any(fault.entry == entry and reason in fault.reason for fault in faults), faults
