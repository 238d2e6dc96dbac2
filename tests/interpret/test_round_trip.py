"""What we print we can read back: the short form and the full words, of every kind of order."""

from collections.abc import Callable, Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gm.contract.orders import Order
from gm.games.diplomacy.language.mails import read_orders
from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.readings import Context
from gm.games.diplomacy.rules.board import Board
from gm.games.diplomacy.wording.notation import in_words, order_text
from gm.languages import ENGLISH, known, speaking
from tests.interpret.any_orders import GRAMMARS, Orders, context


def assert_reads(texts: Iterable[str], order: Order, where: Context) -> None:
    """Each text reads as the order."""
    for text in texts:
        assert read_orders([text], where, strict=True).orders == (order,), text


def assert_read_back(board: Board, phase: str, order: Order) -> None:
    """Each printed form reads as the order, in each language by whoever writes it."""
    assert_reads(
        (order_text(order), order_text(order, retreat=True)), order, context(board, phase)
    )
    for code in known():
        with speaking(code):
            words = in_words(order, board, retreat=phase.endswith("R"))
        texts = (words, f"{words}.") if code == ENGLISH else (words,)
        assert_reads(texts, order, context(board, phase))


def on_every_board(test: Callable[[str, st.DataObject], None]) -> Callable[..., None]:
    """Run a test with many orders on each board that has a grammar."""
    drawn: Callable[..., None] = settings(max_examples=50)(given(data=st.data())(test))
    return pytest.mark.parametrize("board_id", GRAMMARS)(drawn)


@on_every_board
def test_movement_orders_read_back(board_id: str, data: st.DataObject) -> None:
    """Printing and reading a movement order is the identity."""
    board = load_board(board_id)
    assert_read_back(board, "S1901M", data.draw(Orders(board).movement()))


@on_every_board
def test_retreats_read_back(board_id: str, data: st.DataObject) -> None:
    """Printing and reading a retreat is the identity."""
    board = load_board(board_id)
    assert_read_back(board, "S1901R", data.draw(Orders(board).retreat()))


@pytest.mark.sampled(3)
@on_every_board
def test_winter_orders_read_back(board_id: str, data: st.DataObject) -> None:
    """Printing and reading a winter order, conditions included, is the identity."""
    board = load_board(board_id)
    assert_read_back(board, "W1901A", data.draw(Orders(board).adjustment()))


@on_every_board
def test_capitals_do_not_matter(board_id: str, data: st.DataObject) -> None:
    """A movement order in capitals or in small letters reads the same."""
    board = load_board(board_id)
    order = data.draw(Orders(board).movement())
    short, words = order_text(order), in_words(order, board)
    assert_reads((short.upper(), short.lower(), words.upper()), order, context(board, "S1901M"))
