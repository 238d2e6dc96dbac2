"""The fast path of canonical texts and the full grammar read every such text alike."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gm.contract.orders import Order
from gm.contract.rules import Meta
from gm.games.diplomacy.desk.reading import context_of
from gm.games.diplomacy.language.grammar.canonical import KNOWN, read_canonical
from gm.games.diplomacy.language.mails import read_orders
from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.readings import Context
from gm.games.diplomacy.records.phase_read import read_position
from gm.games.diplomacy.rules.board import PowerId
from gm.games.diplomacy.rules.orders import Pay, Receive
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.games.diplomacy.wording.notation import order_text
from tests.adjudicate.comparing import RECORDS
from tests.interpret.any_orders import GRAMMARS, AllowsAll, Orders, context

TESTS = Path(__file__).parents[1]
PHASES = {"S1901M": Orders.movement, "S1901R": Orders.retreat, "W1901A": Orders.adjustment}


def sample() -> list[dict[str, Any]]:
    """The recorded standard phases."""
    return RECORDS


def cases() -> Iterator[dict[str, Any]]:
    """The phases of the Republic cases."""
    for file in sorted((TESTS / "variants" / "republic").glob("*cases.json")):
        yield from (case["phase"] for case in json.loads(file.read_text(encoding="utf-8")))


def places(record: Mapping[str, Any]) -> Iterator[tuple[Context, str]]:
    """Each order of a phase, with the position and the power it is read for."""
    board = load_board(record.get("variant", "standard"))
    meta = Meta("any", "Any", "nobody", "1", board.id, "", (), 1)
    state = read_position(record, board)
    for power, texts in record["orders"].items():
        for text in texts:
            yield Context(AllowsAll(meta, GRAMMARS[board.id]), state, board, PowerId(power)), text  # type: ignore[arg-type]


def alike(where: Context, text: str) -> bool:
    """Tell whether both read a text as the same order; what no player may say, only one reads."""
    quick = read_canonical(text, where.board, where.kind)
    full = read_orders([text], where, strict=True).orders
    if isinstance(quick, (Pay, Receive)) and quick.amount < 0:
        return not full
    return full == (quick,)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("phases", [sample, cases])
def test_recorded_orders_are_read_alike(phases: Any) -> None:
    """Every order of the recorded phases, each for its power and in its position."""
    told = [(where, text) for record in phases() for where, text in places(record)]
    assert len(told) > 250
    assert [text for where, text in told if not alike(where, text)] == []


@pytest.mark.slow
def test_the_meanings_of_the_notations_are_read_alike() -> None:
    """What order lines from the wild mean is given in canonical text."""
    corpus = json.loads((TESTS / "data" / "order-notations.json").read_text(encoding="utf-8"))
    seen = 0
    for record in corpus:
        meaning = record["meaning"]
        for text in [meaning] if isinstance(meaning, str) else meaning or ():
            where = context_of({**record, "text": text}, load_board)
            order = read_canonical(text, where.board, where.kind)
            assert order_text(order, retreat=text.endswith(" D")) == text
            assert alike(where, text), text
            seen += 1
    assert seen > 300


@pytest.mark.parametrize("board_id", ["standard", "republic"])
@pytest.mark.parametrize("phase", PHASES)
@settings(max_examples=40)
@given(data=st.data())
def test_any_order_is_read_alike(board_id: str, phase: str, data: st.DataObject) -> None:
    """An order of any kind, in capitals, in small letters and as it is printed."""
    board = load_board(board_id)
    order = data.draw(PHASES[phase](Orders(board)))
    where = context(board, phase)
    for text in _forms(order, retreat=phase.endswith("R")):
        assert read_canonical(text, board, where.kind) == order, text
        assert alike(where, text), text


def test_a_bracket_behind_a_coast_closes_its_group() -> None:
    """It belongs to the condition, not to the coast: what it holds together stays together."""
    where = context(load_board("standard"), "W1901A")
    assert alike(where, "IF A MUN FAILED AND (ITALY IN BAL OR F STP/SC FAILED) THEN B F BEL")
    text = "IF A MUN FAILED AND (ITALY IN BAL OR RUSSIA SUPPORTS F STP/SC) THEN B F BEL"
    assert alike(where, text)


def _forms(order: Order, *, retreat: bool) -> list[str]:
    text = order_text(order, retreat=retreat)
    # Capitals would change the words of a payment's reason.
    return [text] if "(" in text else [text, text.upper(), text.lower()]


def test_texts_read_before_are_forgotten_in_time() -> None:
    """Whatever is sent, only so many texts are remembered; what is read stays the same."""
    board, kind = load_board("standard"), PhaseKind.MOVEMENT
    first = read_canonical("A MUN H", board, kind)
    assert first is read_canonical("A MUN H", board, kind)
    for number in range(KNOWN + 10):
        spaces, more = divmod(number, 200)
        read_canonical(f"A MUN{' ' * (more + 1)}H{' ' * spaces}", board, kind)
        assert read_canonical.cache_info().currsize <= KNOWN
    assert read_canonical("A MUN H", board, kind) == first


def test_boards_and_phases_do_not_mix() -> None:
    """A text means something else on another board, and nothing in another phase."""
    standard, irish = load_board("standard"), load_board("irish")
    in_standard, in_irish = (
        read_canonical("A DEN H", b, PhaseKind.MOVEMENT) for b in (standard, irish)
    )
    assert in_standard is not in_irish
    assert read_canonical("A DEN", irish, PhaseKind.SETUP) != read_canonical(
        "A DEN H", irish, PhaseKind.MOVEMENT
    )
