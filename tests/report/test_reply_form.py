"""The reply form goes out in a mail and comes back in an answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest

from gm.contract.language import Verdict
from gm.contract.seats import SeatId
from gm.games.diplomacy.language.mails import read_orders
from gm.games.diplomacy.pages.reply_form import examples, first_examples, reply_form, rest_form
from gm.games.diplomacy.readings import Context
from gm.games.diplomacy.rules.board import Location, PowerId, ProvinceId
from gm.games.diplomacy.rules.orders import Move
from gm.games.diplomacy.rules.phases import Phase
from gm.games.diplomacy.rules.units import Unit, UnitKind
from gm.games.diplomacy.variants.form_lines import (
    bridge_line,
    build_line,
    give_line,
    pay_line,
    receive_line,
    remove_line,
)
from gm.games.diplomacy.wording.notation import order_text
from gm.languages import known, speaking
from tests.report.irish_scenes import irish
from tests.report.scenes import played


def context(variant: str, phases: int, power: str) -> Context:
    """Return what an answer of that power is read against."""
    play = irish(phases) if variant == "irish" else played(variant, phases)
    board = play.rules.board_in(play.state)
    return Context(
        ruleset=play.rules,
        state=play.state,
        board=board,
        power=PowerId(power),
        keep_impossible=False,
    )


@pytest.mark.sampled(4)
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
    for code in known():
        with speaking(code):
            lines = reply_form(where.board, play.state, play.due(), where.power)
        reading = read_orders(lines, where)
        assert lines
        assert reading.orders == ()
        assert [line.verdict for line in reading.lines] == [Verdict.CHATTER] * len(lines)


@pytest.mark.parametrize(
    ("phases", "power", "order", "gone"),
    [
        (1, "GERMANY", "F DEN H", ["F DEN ____"]),
        (3, "AUSTRIA", "Build A BUD", ["Build ____"]),
    ],
)
def test_the_form_of_the_rest_takes_nothing_back(
    phases: int, power: str, order: str, gone: list[str]
) -> None:
    """What has an order, and a list of which something was sent, is not asked for again."""
    play, where = played("standard", phases), context("standard", phases, power)
    seat, orders = SeatId(power), read_orders((order,), where).orders
    slots = play.rules.open_slots(play.state, seat, orders)
    due = replace(play.due(), open_slots={where.power: slots})
    whole = reply_form(where.board, play.state, play.due(), where.power)
    rest = rest_form(where.board, play.state, due, where.power, orders)
    assert rest == tuple(line for line in whole if line not in gone)
    assert rest != whole


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


@pytest.mark.sampled(10)
@pytest.mark.parametrize("code", known())
@pytest.mark.parametrize("variant", ["standard", "republic"])
@pytest.mark.parametrize("phases", [0, 1, 2, 3])
def test_every_example_reads_back(variant: str, phases: int, code: str) -> None:
    """What a mail gives as an example is understood when a player sends it, in every language."""
    play = played(variant, phases)
    with speaking(code):
        for power in play.rules.board.powers:
            where = context(variant, phases, power)
            texts = examples(where.board, play.state, power)
            reading = read_orders(texts, where)
            assert [line.verdict for line in reading.lines] == [Verdict.ACCEPTED] * len(texts)
            assert not reading.problems


@pytest.mark.parametrize("code", known())
@pytest.mark.parametrize(
    ("variant", "phases", "power", "line", "order"),
    [
        ("republic", 0, "MUNSTER", partial(build_line, "A CoS"), "B A CoS"),
        ("republic", 3, "MUNSTER", partial(bridge_line, "CoC", "CoS"), "B BRIDGE CoC-CoS"),
        ("republic", 0, "MUNSTER", partial(pay_line, "3", "Ulster"), "PAY 3 ULSTER"),
        ("republic", 0, "MUNSTER", partial(receive_line, "2", "Ulster"), "RECEIVE 2 ULSTER"),
        ("republic", 3, "CONNAUGHT", partial(remove_line, "A Cla"), "D A Cla"),
        ("irish", 5, "ITALY", partial(give_line, "2", "France"), "GIVE FRANCE 2"),
    ],
)
def test_a_line_that_is_filled_in_reads_back(
    variant: str, phases: int, power: str, line: Callable[[], str], order: str, code: str
) -> None:
    """The lines that a player fills in are read in the language in which they were sent."""
    with speaking(code):
        reading = read_orders((line(),), context(variant, phases, power))
    assert [order_text(one) for one in reading.orders] == [order]


def test_an_example_moves_into_no_unit_of_its_own() -> None:
    """Republic: a fleet that stands in the way of the example would make it bounce."""
    play = played("republic", 3)
    board = play.rules.board_in(play.state)
    units = (
        Unit(PowerId("MUNSTER"), UnitKind.ARMY, Location(ProvinceId("CoC"))),
        Unit(PowerId("MUNSTER"), UnitKind.FLEET, Location(ProvinceId("CoS"))),
    )
    state = play.state.but(phase=Phase.parse("S1018M")).with_units(units)
    where = replace(context("republic", 3, "MUNSTER"), state=state)
    orders = read_orders(examples(board, state, PowerId("MUNSTER")), where).orders
    goals = {order.to.province for order in orders if isinstance(order, Move)}
    assert goals
    assert not goals & {unit.at.province for unit in units}


def test_examples_remove_where_removals_are_due() -> None:
    """Whoever joins in such a winter is not shown builds."""
    play = irish(3)
    power, board = PowerId("FRANCE"), play.rules.board_in(play.state)
    shown = examples(board, play.state, power, ("removal",))
    unit = play.state.units_of(power)[0]
    assert shown == (remove_line(str(unit)),)


def test_before_the_first_pieces_a_major_power_is_shown_moves() -> None:
    """Only who chooses a piece reads how to choose one (Irish 2)."""
    play = played("irish", 0)
    board = play.rules.board_in(play.state)
    assert first_examples(board, play.state, PowerId("DENMARK")) == ("A DEN",)
    shown = first_examples(board, play.state, PowerId("AUSTRIA"))
    assert shown[0] == "A BUD - GAL"
    assert "A BUD" not in shown
    assert examples(board, play.state, PowerId("AUSTRIA")) == ()
