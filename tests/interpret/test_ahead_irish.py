"""Winter orders of Irish Diplomacy read again after the hat: what counts, what is asked."""

from __future__ import annotations

import pytest

from gm.contract.language import Verdict
from gm.contract.orders import Order
from gm.games.diplomacy.language.judging import judge_again
from gm.games.diplomacy.language.mails import read_orders
from gm.games.diplomacy.readings import Context, LineReading
from gm.games.diplomacy.rules.board import Location, PowerId, ProvinceId
from gm.games.diplomacy.rules.conditions import Enters, Not
from gm.games.diplomacy.rules.orders import Build, Conditional, Disband, Give
from gm.games.diplomacy.rules.units import UnitKind, UnitRef
from gm.games.diplomacy.wording.notation import order_text
from tests.interpret.irish_board import changed

CENTRES = dict.fromkeys(("LON1", "LON2", "EDI", "LVP"), "ENGLAND")
ENGLAND = PowerId("ENGLAND")


def at(kind: str, place: str) -> UnitRef:
    """Return a unit by its letter and its province, gone or not."""
    return UnitRef(UnitKind(kind), Location(ProvinceId(place)))


def winter(units: dict[str, str], *, holes: tuple[str, ...] = ()) -> Context:
    """England in the winter after the hat split London."""
    centres = {place: owner for place, owner in CENTRES.items() if place not in holes}
    return changed(
        "W1974A",
        "ENGLAND",
        units,
        splits=["LON: WAL ENG", "NTH: NWY BEL"],
        holes=holes,
        centres=centres,
    )


def again(context: Context, *orders: Order) -> tuple[LineReading, ...]:
    """Return the orders as they are judged when the winter opens."""
    return judge_again([(order_text(one), one) for one in orders], context).lines


def texts(line: LineReading) -> list[str]:
    """Return the orders that count."""
    return [order_text(order) for order in line.orders]


def choices(line: LineReading) -> list[list[str]]:
    """Return what an answer can choose."""
    return [[order_text(order) for order in choice] for choice in line.choices]


def test_a_build_means_the_lowest_half_until_it_is_answered() -> None:
    """Both halves are vacant and owned: the lowest counts, and both are offered (Irish 9)."""
    (line,) = again(winter({}), Build(at("A", "LON")))
    assert texts(line) == ["B A LON1"]
    assert line.verdict is Verdict.AMBIGUOUS
    assert choices(line) == [["B A LON1"], ["B A LON2"]]
    assert line.problem is not None
    assert line.problem.message.endswith("Until you answer, the first counts.")


def test_the_only_half_that_is_left_is_meant() -> None:
    """With a unit in one half, or a hole in its place, nothing need be asked."""
    for context in (winter({"A LON1": "ENGLAND"}), winter({}, holes=("LON1",))):
        (line,) = again(context, Build(at("A", "LON")))
        assert texts(line) == ["B A LON2"]
        assert line.problem is None
        assert line.remarks == (
            "Read London as London 2, the only half that makes the order possible.",
        )


def test_a_removal_of_twins_is_asked_about() -> None:
    """The hat has made two fleets of one, and one must go."""
    units = {"F NTH1": "ENGLAND", "F NTH2": "ENGLAND", "A EDI": "ENGLAND", "A LVP": "ENGLAND"}
    context = changed(
        "W1974A",
        "ENGLAND",
        units,
        splits=["NTH: NWY BEL"],
        centres={"EDI": "ENGLAND", "LVP": "ENGLAND", "LON": "ENGLAND"},
    )
    (line,) = again(context, Disband(at("F", "NTH")))
    assert texts(line) == ["D F NTH1"]
    assert choices(line) == [["D F NTH1"], ["D F NTH2"]]


def test_a_build_in_a_hole_is_answered_with_the_other_homes() -> None:
    """What cannot be is left out; the homes that can be built in are offered (Irish 4)."""
    (line,) = again(winter({"F LVP": "ENGLAND"}, holes=("EDI",)), Build(at("A", "EDI")))
    assert texts(line) == []
    assert line.problem is not None
    assert line.problem.message.startswith("Edinburgh is a black hole")
    assert choices(line) == [["B A LON1"], ["B A LON2"], ["WAIVE"]]


def test_what_stands_in_the_list_is_not_offered_again() -> None:
    """Of the homes one is built in already."""
    built, lost = again(
        winter({"F LVP": "ENGLAND"}, holes=("EDI",)),
        Build(at("F", "LON2")),
        Build(at("A", "EDI")),
    )
    assert texts(built) == ["B F LON2"]
    assert choices(lost) == [["B A LON1"], ["WAIVE"]]


def test_the_removal_of_what_a_hole_took_is_answered_with_the_others() -> None:
    """One must still go, and another can."""
    context = changed(
        "W1974A",
        "ENGLAND",
        {"A EDI": "ENGLAND", "A LVP": "ENGLAND"},
        holes=("NTH",),
        centres={"EDI": "ENGLAND"},
    )
    (line,) = again(context, Disband(at("F", "NTH")))
    assert texts(line) == []
    assert choices(line) == [["D A EDI"], ["D A LVP"]]


def test_a_promise_keeps_the_gone_name() -> None:
    """It means any half, whatever the hat did since it was written (Irish 15)."""
    france = PowerId("FRANCE")
    promise = Conditional(Not(Enters(france, ProvinceId("LON"))), (Give(2, france),))
    (line,) = again(winter({}), promise)
    assert line.orders == (promise,)
    assert line.problem is None


def test_the_second_half_keeps_its_number() -> None:
    """NTH2 always means the present NTH2 (Irish 9)."""
    context = changed(
        "S1975M",
        "ENGLAND",
        {"F NTH2": "ENGLAND", "F NTH3": "ENGLAND"},
        splits=["NTH: NWY BEL", "NTH2: NTH1 LON"],
    )
    assert context.board.gone[ProvinceId("NTH")] == ("NTH1", "NTH2", "NTH3")
    for text in ("F NTH2 - NTH3", "F NTH 2 - NTH 3", "F North Sea 2 - North Sea 3"):
        reading = read_orders([text], context, strict=True)
        assert [order_text(one) for one in reading.orders] == ["F NTH2 - NTH3"]


def test_a_mail_with_talk_and_halves_is_read_line_by_line() -> None:
    """One question costs only its line; talk stays talk."""
    context = changed(
        "S1975M",
        "ENGLAND",
        {"F NWY": "ENGLAND", "F EDI": "ENGLAND", "A LON1": "ENGLAND"},
        splits=["LON: WAL ENG", "NTH: NWY BEL"],
        points={"ENGLAND": 4},
    )
    mail = (
        "Hi Maeve,\n\nOrders for England, Spring 1975:\n1. F Nwy - NTH\n2. F Edi - NTH 2\n"
        "3. A London 1 - Wal\nGive France 2 points, as agreed.\n\nIf you have 2 points, lucky you!\n"
        "Best, Anna"
    )
    reading = read_orders(mail.splitlines(), context)
    assert [order_text(one) for one in reading.orders] == [
        "F EDI - NTH2",
        "A LON1 - WAL",
        "GIVE FRANCE 2",
    ]
    assert [one.message for one in reading.problems] == [
        "North Sea was split. Did you mean North Sea 1 or North Sea 2?"
    ]


def test_an_order_stands_beside_a_question_that_could_mean_it() -> None:
    """A line that names both halves alike takes nothing from the lines that name one (Irish 9)."""
    units = {"A PAR1": "FRANCE", "A PAR2": "FRANCE"}
    context = changed("F1974M", "FRANCE", units, splits=["PAR: BUR PIC"])
    plain, asked = read_orders(["A PAR1 H", "A PAR H"], context).lines
    assert texts(plain) == ["A PAR1 H"]
    assert asked.verdict is Verdict.AMBIGUOUS
    assert choices(asked) == [["A PAR1 H"], ["A PAR2 H"]]


@pytest.fixture
def autumn() -> Context:
    """England before the autumn's moves, with a black hole for Liverpool."""
    return changed(
        "F1974M",
        "ENGLAND",
        {"A YOR": "ENGLAND"},
        holes=["LVP"],
        centres={"EDI": "ENGLAND"},
        ahead="W1974A",
    )


@pytest.mark.parametrize(
    "line",
    ["Build A Lvp", "If I own Lvp then build A Lvp", "If I own Edi then waive else build A Lvp"],
)
def test_a_build_kept_for_a_black_hole_is_told_of(autumn: Context, line: str) -> None:
    """Liverpool may be opened again before the winter, so the build is kept; but nobody expects it."""
    (read,) = read_orders([line], autumn).lines
    assert read.verdict is Verdict.ACCEPTED
    assert read.ahead
    assert read.remarks[-1].startswith("Liverpool is a black hole as the board stands now.")


def test_a_build_kept_for_an_open_home_is_not_remarked_on(autumn: Context) -> None:
    """Only what is shut as yet is."""
    (read,) = read_orders(["Build A Edi"], autumn).lines
    assert (read.verdict, read.ahead, read.remarks) == (Verdict.ACCEPTED, True, ())
