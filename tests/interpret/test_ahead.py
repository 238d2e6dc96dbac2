"""Winter orders in the mails of an autumn: which lines they are, and what is said of wrong ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from gm.games.diplomacy.language.mails import read_orders
from gm.games.diplomacy.readings import Context, Reading
from gm.games.diplomacy.rules.board import Location, PowerId, ProvinceId
from gm.games.diplomacy.rules.phases import Phase
from gm.games.diplomacy.rules.state import Dislodged
from gm.games.diplomacy.rules.units import Unit, UnitKind
from gm.games.diplomacy.wording.notation import order_text

WINTER = Phase.parse("W1016A")
UNITS = {
    "A KkW": "MUNSTER",
    "A Ker": "MUNSTER",
    "F STG": "MUNSTER",
    "A DbN": "LEINSTER",
    "A Wat": "LEINSTER",
}
NESTED = (
    "If A KkW is dislodged and not Leinster owns Wat then remove bridge KkW-Wat else if "
    "Leinster owns Wat or A Ker failed then build A CoS and build A CoC else pay 3 to Ulster"
)


@pytest.fixture
def autumn(position: Callable[..., Context]) -> Context:
    """Munster in Autumn 1016, with orders for the winter taken."""
    homes = dict.fromkeys(("CoS", "CoC"), "MUNSTER")
    bridges = ("KkW-Wat MUNSTER",)
    context = position("republic", "F1016M", "MUNSTER", UNITS, centres=homes, bridges=bridges)
    return context.taking(WINTER)


@pytest.fixture
def retreats(autumn: Context) -> Context:
    """The retreats of that autumn: Munster's army was driven out of Kerry."""
    out = Unit(PowerId("MUNSTER"), UnitKind.ARMY, Location(ProvinceId("Ker")))
    state = autumn.state
    driven = Dislodged(out, None, (Location(ProvinceId("Lim")),))
    state = replace(
        state,
        phase=Phase.parse("F1016R"),
        units=tuple(one for one in state.units if one != out),
        dislodged=(driven,),
    )
    return replace(autumn, state=state, later=None).taking(WINTER)


def texts(read: Reading) -> tuple[list[str], list[str]]:
    """Return the orders of the open phase, and those for the winter."""
    return [order_text(one) for one in read.orders], [order_text(one) for one in read.ahead]


def said(read: Reading) -> str:
    """Return all complaints."""
    return " ".join(problem.message for problem in read.problems)


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("Build A Cork South", "B A CoS"),
        ("build bridge linking Kilkenny West and Waterford", "B BRIDGE KkW-Wat"),
        ("Remove bridge KkW-Wat", "D BRIDGE KkW-Wat"),
        ("Pay 5 to Ulster (toll)", "PAY 5 ULSTER (toll)"),
        ("Receive 5 points from Ulster", "RECEIVE 5 ULSTER"),
        ("Waive", "WAIVE"),
        ("Remove A Ker", "D A Ker"),
        ("D A Lim", "D A Lim"),
        ("Remove F Wat", "D F Wat"),
        ("Ker D", "D A Ker"),
    ],
)
def test_the_verb_decides(autumn: Context, line: str, order: str) -> None:
    """Without a heading a line that nobody orders before winter is the winter's."""
    assert texts(read_orders([line], autumn)) == ([], [order])


def test_orders_of_both_seasons_come_in_one_mail(autumn: Context) -> None:
    """Each line goes where it belongs, in whatever sequence they come, also on one line."""
    lines = ["Pay 5 to Ulster", "A Ker H", "Build A CoS", "A KkW-Wat; Build F CoC", "F STG H"]
    moves, winter = texts(read_orders(lines, autumn))
    assert moves == ["A Ker H", "A KkW - Wat", "F STG H"]
    assert winter == ["PAY 5 ULSTER", "B A CoS", "B F CoC"]


@pytest.mark.parametrize(
    "heading",
    [
        "Winter 1016:",
        "WINTER",
        "Winter orders:",
        "W1016A",
        "*For Winter 1016*",
        "Munster, winter 16:",
        "Builds:",
        "Builds for winter",
    ],
)
def test_a_heading_is_understood(autumn: Context, heading: str) -> None:
    """What stands below it is the winter's, until another heading."""
    lines = ["A Ker H", heading, "+ A CoS", "Build F CoC", "Autumn 1016:", "F STG H"]
    assert texts(read_orders(lines, autumn)) == (["A Ker H", "F STG H"], ["B A CoS", "B F CoC"])


def test_a_heading_before_an_order(autumn: Context) -> None:
    """It counts for its line alone."""
    read = read_orders(["Winter 1016: Build A CoS", "A Ker H", "Autumn: F STG H"], autumn)
    assert texts(read) == (["A Ker H", "F STG H"], ["B A CoS"])


def test_a_judges_phase_line(autumn: Context) -> None:
    """`phase W1016A` and `phase F1016M` are headings too."""
    read = read_orders(["phase W1016A", "Build A CoS", "phase F1016M", "A Ker H"], autumn)
    assert texts(read) == (["A Ker H"], ["B A CoS"])


def test_talk_of_winter_is_no_heading(autumn: Context) -> None:
    """A sentence that speaks of a winter moves nothing there."""
    for talk in ("This winter was cold", "Winter is coming.", "Happy winter", "winter in Kerry?"):
        assert texts(read_orders([talk, "A Ker H"], autumn)) == (["A Ker H"], [])


def test_what_is_said_of_the_winter_speaks_of_no_move(autumn: Context) -> None:
    """Under its heading, that no fleet is to go means no fleet that moves before it."""
    read = read_orders(["F STG H", "Winter:", "Build A CoS", "Do not remove a fleet"], autumn)
    assert texts(read) == (["F STG H"], ["B A CoS"])


def test_another_years_winter_is_refused(autumn: Context) -> None:
    """Orders below the heading of a winter that is not the next one do not count."""
    read = read_orders(["Winter 1017:", "Build A CoS", "Moves:", "A Ker H"], autumn)
    assert texts(read) == (["A Ker H"], [])
    assert "These orders are for W1017A" in said(read)


def test_a_move_under_winters_heading_is_refused(autumn: Context) -> None:
    """It says where the line belongs."""
    read = read_orders(["Winter:", "A Ker - Lim", "Build A CoS"], autumn)
    assert texts(read) == ([], ["B A CoS"])
    assert "Write it above that heading." in said(read)


def test_conditions_nest(autumn: Context) -> None:
    """A nested condition is read in autumn as it would be in winter, and printed so again."""
    (order,) = texts(read_orders([NESTED], autumn))[1]
    assert texts(read_orders([order], autumn)) == ([], [order])
    assert order.count("IF ") == 2
    in_winter = replace(autumn, later=None, state=replace(autumn.state, phase=WINTER))
    assert texts(read_orders([NESTED], in_winter)) == ([order], [])


def test_a_block_over_several_lines(autumn: Context) -> None:
    """`if ... else ... endif` counts for the winter if all that stands in it does."""
    lines = ["if A KkW is dislodged", "  remove bridge KkW-Wat", "else", "  Build A CoS", "endif"]
    (order,) = texts(read_orders(lines, autumn))[1]
    assert order.startswith("IF")
    assert "B A CoS" in order
    lines[3] = "  A Ker H"
    read = read_orders(lines, autumn)
    assert texts(read) == ([], [])
    assert "a condition cannot decide one" in said(read)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("Build A Ker", "Kerry"),
        ("Build bridge Ker-CoS", "river"),
        ("Pay 5 to Munster", "yourself"),
        ("Pay 2.5 to Ulster", "whole numbers"),
        ("Pay 0 to Ulster", "whole numbers"),
        ("Remove bridge CoC-Wat", "bridge"),
        ("Build A Corkk Noth", "Cork"),
        ("Remove Lim", "Army or fleet in Limerick?"),
        ("If A KkW is dislodged then build A Ker", "home"),
        ("If A KkW is dislodged then A Ker - Lim", "a condition cannot decide one"),
    ],
)
def test_what_no_autumn_mends_is_refused_at_once(autumn: Context, line: str, words: str) -> None:
    """The usual sentence comes with the receipt, not when the winter opens."""
    read = read_orders([line], autumn)
    assert texts(read) == ([], [])
    assert words in said(read)


@pytest.mark.parametrize(
    "line",
    ["Build A CoC", "Pay 90 to Ulster", "Remove A Lim", "Build bridge CoC-Wat", "Remove A Wat"],
)
def test_what_the_autumn_decides_is_not_judged(autumn: Context, line: str) -> None:
    """Who owns what, who stands where and what can be paid is left to the winter."""
    read = read_orders([line], autumn)
    assert len(read.ahead) == 1
    assert not said(read)


@pytest.mark.parametrize("line", ["D A Ker", "Remove A Ker", "A Ker D", "Ker D"])
def test_a_dislodged_unit_is_disbanded_in_its_retreat(retreats: Context, line: str) -> None:
    """Where that unit has to retreat the line means its retreat; under winter's heading not."""
    assert texts(read_orders([line], retreats)) == (["D A Ker"], [])
    if line != "Ker D":
        assert texts(read_orders(["Winter:", "Remove A Lim"], retreats)) == ([], ["D A Lim"])


def test_any_other_unit_is_removed_in_winter(retreats: Context) -> None:
    """A removal in a retreat phase is the winter's where nobody must retreat."""
    read = read_orders(["D A KkW", "A Ker R Lim", "Build A CoS"], retreats)
    assert texts(read) == (["A Ker R Lim"], ["D A KkW", "B A CoS"])


def test_a_removal_of_what_cannot_stand_there_is_refused(retreats: Context) -> None:
    """After the moves it is known who can stand where in winter."""
    read = read_orders(["Remove A CoS", "Remove A Wat", "Remove A Lim"], retreats)
    assert texts(read) == ([], ["D A Lim"])
    assert len(read.problems) == 2


def test_spring_says_when(position: Callable[..., Context]) -> None:
    """A winter order in spring is refused with when it would be taken."""
    spring = position("republic", "S1016M", "MUNSTER", UNITS)
    spring = replace(spring, taken_from="Autumn 1016")
    for line in ("Build A CoS", "Pay 5 to Ulster", NESTED, "Remove bridge KkW-Wat"):
        read = read_orders([line], spring)
        assert texts(read) == ([], [])
        assert "Winter orders are taken from Autumn 1016 on" in said(read)
