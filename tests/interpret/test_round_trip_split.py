"""What is printed on a board that has been split reads back: halves, gone names, walks."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gm.contract.orders import Order
from gm.games.diplomacy.language.binding.gone_names import names_gone, only_legal, present
from gm.games.diplomacy.language.grammar.canonical import read_canonical
from gm.games.diplomacy.language.mails import read_orders
from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.rules.board import Board, Entry, ProvinceId, Terrain
from gm.games.diplomacy.rules.board_split import Split, halves_of, line_neighbours, split_board
from gm.games.diplomacy.rules.conditions import Attacks, Enters, IsIn, Owns
from gm.games.diplomacy.rules.orders import Conditional, Give, Move, Walk
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.games.diplomacy.rules.units import UnitKind, UnitRef
from gm.games.diplomacy.wording.notation import order_text
from gm.games.diplomacy.wording.words import in_words
from tests.interpret.any_orders import Orders, context
from tests.interpret.irish_board import split_up
from tests.interpret.test_round_trip import assert_read_back

# A strategy names all it may draw from, and these boards are large.
pytestmark = pytest.mark.filterwarnings("ignore:Generating overly large repr")


@st.composite
def split_boards(draw: st.DrawFn) -> Board:
    """A board of Irish Diplomacy after some splits, of halves too."""
    board = load_board("irish")
    for _ in range(draw(st.integers(1, 5))):
        halves = [half for all_of in board.gone.values() for half in all_of]
        open_ones = [one.id for one in board.provinces.values() if one.entry is not Entry.BOX]
        places = st.sampled_from(open_ones) | (st.sampled_from(halves) if halves else st.nothing())
        place = draw(places.filter(lambda one, on=board: len(line_neighbours(on, one)) > 1))
        ends = draw(st.permutations(line_neighbours(board, place)))[:2]
        board = split_board(board, Split(place, (ends[0], ends[1]), halves_of(board, place)))
    return board


def on_split_boards(test: Callable[[Board, st.DataObject], None]) -> Callable[[], None]:
    """Run a test with many orders on many boards."""
    drawn: Callable[[], None] = settings(max_examples=25)(
        given(board=split_boards(), data=st.data())(test)
    )
    return drawn


@on_split_boards
def test_movement_orders_read_back(board: Board, data: st.DataObject) -> None:
    """Printing and reading a movement order is the identity."""
    assert_read_back(board, "S1975M", data.draw(Orders(board).movement()))


@on_split_boards
def test_retreats_read_back(board: Board, data: st.DataObject) -> None:
    """Printing and reading a retreat is the identity."""
    assert_read_back(board, "S1975R", data.draw(Orders(board).retreat()))


@pytest.mark.slow
@on_split_boards
def test_winter_orders_read_back(board: Board, data: st.DataObject) -> None:
    """Printing and reading a winter order, promises included, is the identity."""
    assert_read_back(board, "W1975A", data.draw(Orders(board).adjustment()))


@on_split_boards
def test_promises_with_gone_names_read_back(board: Board, data: st.DataObject) -> None:
    """In a condition the old name of a split province stays: it means any half (Irish 15)."""
    orders = Orders(board)
    power = data.draw(orders.power)
    kind = data.draw(st.sampled_from((IsIn, Owns, Enters, Attacks)))
    gone = data.draw(st.sampled_from(sorted(board.gone)))
    promise = Conditional(kind(power, gone), (Give(2, power),))
    assert names_gone(promise, board) == ()
    assert_read_back(board, "S1975M", promise)
    assert read_canonical(order_text(promise), board, PhaseKind.MOVEMENT) == promise


@on_split_boards
def test_walks_read_back(board: Board, data: st.DataObject) -> None:
    """The canonical text of a walk is its order."""
    special = data.draw(st.sampled_from(("IRISH 1", "PSYCHIATRIST 3")))
    walk = Walk(special, data.draw(Orders(board).place))
    assert read_canonical(order_text(walk), board, PhaseKind.MOVEMENT) == walk


@on_split_boards
def test_a_gone_name_means_each_half_once(board: Board, data: st.DataObject) -> None:
    """Every way to read an order names present provinces only, the lowest numbers first."""
    order = data.draw(Orders(board).movement())
    assert present(order, board) == (order,)
    gone = data.draw(st.sampled_from(sorted(board.gone)))
    if not isinstance(order, Move):
        return
    asked = Move(order.unit, order.to._replace(province=gone, coast=None))
    found = present(asked, board)
    assert tuple(one.to.province for one in found if isinstance(one, Move)) == board.gone[gone]
    assert names_gone(asked, board) == (gone,)
    assert only_legal(asked, board, lambda one: one == found[-1]) == found[-1]
    assert only_legal(asked, board, lambda _: True) is None or len(found) == 1


@on_split_boards
def test_a_half_reads_in_every_spelling(board: Board, data: st.DataObject) -> None:
    """Number and name come together however they are written (Irish 9)."""
    gone = data.draw(st.sampled_from(sorted(board.gone)))
    half = data.draw(st.sampled_from(board.gone[gone]))
    number, name = half.removeprefix(gone), board.province(half).name
    whole = name.removesuffix(f" {number}")
    written = data.draw(
        st.sampled_from(
            (
                half,
                half.lower(),
                f"{gone} {number}",
                f"{gone}-{number}",
                f"{gone}/{number}",
                f"{gone} ({number})",
                f"{gone}#{number}",
                name,
                f"{whole} ({number})",
                f"{whole} no. {number}",
                f"half {number} of the {whole}",
            )
        )
    )
    kind = UnitKind.FLEET if board.province(half).terrain is Terrain.SEA else UnitKind.ARMY
    order = standing(board, half, kind)
    assert read_orders([f"{written} holds"], context(board, "S1975M"), strict=True).orders == (
        order,
    ), written


def standing(board: Board, half: ProvinceId, _kind: UnitKind) -> Order:
    """Return the order to hold of the unit that the position has in a half."""
    (order,) = read_orders([f"{half} H"], context(board, "S1975M"), strict=True).orders
    assert isinstance(order.unit, UnitRef)
    assert order.unit.at.province == half
    return order


def test_the_number_of_points_is_no_half() -> None:
    """Behind the name of a split country points are points."""
    board = split_up(["SPA: GAS POR"])
    where = context(board, "S1975M")
    for text in (
        "Give Spain 2 points",
        "If France enters Spain 2 points to Spain",
        "If France enters SPA, 2 points to Spain",
    ):
        (order,) = read_orders([text], where, strict=True).orders
        assert order_text(order).endswith("GIVE SPAIN 2"), text
        assert "SPA2" not in in_words(order, board)
