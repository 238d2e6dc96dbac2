"""The reply form goes out in a mail and comes back in an answer."""

from __future__ import annotations

import pytest

from gm.interpret import Context, Verdict, read_orders
from gm.report.pages.reply_form import examples, first_examples, reply_form
from gm.report.wording.notation import order_text
from gm.rules.board import PowerId
from tests.report.scenes import played


def context(variant: str, phases: int, power: str) -> Context:
    """Return what an answer of that power is read against."""
    play = played(variant, phases)
    board = play.rules.board_in(play.state)
    return Context(
        ruleset=play.rules,
        state=play.state,
        board=board,
        power=PowerId(power),
        keep_impossible=False,
    )


@pytest.mark.parametrize(
    ("variant", "phases", "power"),
    [
        ("standard", 0, "RUSSIA"),
        ("standard", 2, "GERMANY"),
        ("standard", 3, "FRANCE"),
        ("republic", 0, "MUNSTER"),
        ("republic", 1, "ULSTER"),
        ("republic", 3, "CONNAUGHT"),
    ],
)
def test_an_untouched_form_says_nothing(variant: str, phases: int, power: str) -> None:
    """Lines that nobody filled in are neither orders nor complaints."""
    play, where = played(variant, phases), context(variant, phases, power)
    lines = reply_form(where.board, play.state, play.due(), where.power)
    reading = read_orders(lines, where)
    assert lines
    assert reading.orders == ()
    assert [line.verdict for line in reading.lines] == [Verdict.CHATTER] * len(lines)


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("A PAR - BUR", "A PAR - BUR"),
        ("A PAR - BUR ____", "A PAR - BUR"),
        ("A PAR ____ H", "A PAR H"),
        ("A PAR __Bur__", None),
    ],
)
def test_what_is_written_beside_the_blanks_counts(line: str, order: str | None) -> None:
    """A player may forget to delete the underscores; his order is read or asked about."""
    reading = read_orders((line,), context("standard", 0, "FRANCE"))
    if order is None:
        assert reading.orders or reading.problems
    else:
        assert [order_text(one) for one in reading.orders] == [order]


@pytest.mark.parametrize("variant", ["standard", "republic"])
@pytest.mark.parametrize("phases", [0, 1, 2, 3])
def test_every_example_reads_back(variant: str, phases: int) -> None:
    """What a mail gives as an example is understood when a player sends it."""
    play = played(variant, phases)
    for power in play.rules.board.powers:
        where = context(variant, phases, power)
        texts = examples(where.board, play.state, power)
        reading = read_orders(texts, where)
        assert [line.verdict for line in reading.lines] == [Verdict.ACCEPTED] * len(texts)
        assert not reading.problems


def test_before_the_first_pieces_a_major_power_is_shown_moves() -> None:
    """Only who chooses a piece reads how to choose one (Irish 2)."""
    play = played("irish", 0)
    board = play.rules.board_in(play.state)
    assert first_examples(board, play.state, PowerId("DENMARK")) == ("A DEN", "F DEN")
    shown = first_examples(board, play.state, PowerId("AUSTRIA"))
    assert shown[0] == "A BUD - GAL"
    assert "A BUD" not in shown
    assert examples(board, play.state, PowerId("AUSTRIA")) == ()
