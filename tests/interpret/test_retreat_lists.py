"""Retreats sent with the moves: the forms in which a list of places is read."""

import tomllib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gm.contract.language import Verdict
from gm.games.diplomacy.language.mails import read_orders
from gm.games.diplomacy.readings import Context
from gm.games.diplomacy.rules.board import Location, ProvinceId
from gm.games.diplomacy.rules.phases import Phase, PhaseKind, Season
from gm.games.diplomacy.rules.reach import reach_of
from gm.games.diplomacy.rules.state import Dislodged
from gm.games.diplomacy.rules.units import Unit, UnitKind
from gm.games.diplomacy.wording.notation import order_text
from gm.languages import gettext, speaking


@pytest.fixture
def spring(at_the_start: Context) -> Context:
    """Germany before the moves, in a game that takes retreats with them."""
    return replace(at_the_start, retreats_ahead=True)


BER_KIE = ["A MUN R BER", "A MUN R KIE"]


def kept(context: Context, *lines: str) -> tuple[list[str], list[str]]:
    """Return the orders of a mail, and the retreats."""
    reading = read_orders(lines, context)
    orders = [order_text(one) for one in reading.orders]
    return orders, [order_text(one, retreat=True) for one in reading.retreats]


@pytest.mark.parametrize(
    "line",
    [
        "A Mun R Ber, Kie",
        "A Mun retreats to Ber or Kie",
        "A Mun R Ber, else Kie",
        "Mun retreat Berlin, otherwise Kiel",
        "If dislodged A Mun retreats to Ber, Kie",
        "if dislodged, army Munich retreats Berlin > Kiel",
        "If A Mun is dislodged then it retreats to Ber else Kie",
        "If Munich gets dislodged, retreat Ber, Kie.",
    ],
)
def test_a_list_of_retreats(spring: Context, line: str) -> None:
    """Many ways to write it, one reading: the dearest first; nothing of it is a move."""
    assert kept(spring, line) == ([], BER_KIE)


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("A Mun H (retreat Ber, Kie)", "A MUN H"),
        ("A(Mun) stands (retreat Ber, Kie)", "A MUN H"),
        ("A Mun (retreat Ber, Kie) S A Ber - Sil", "A MUN S A BER - SIL"),
        ("A(Mun) (retreats to Ber, Kie) - Tyr", "A MUN - TYR"),
        ("A Mun - Bur (if dislodged retreat to Ber or Kie)", "A MUN - BUR"),
        ("A Mun - Tyr, if dislodged retreat Ber, Kie", "A MUN - TYR"),
        ("A Mun S A Ber - Sil (R Ber, Kie)", "A MUN S A BER - SIL"),
    ],
)
def test_a_list_behind_the_units_order(spring: Context, line: str, order: str) -> None:
    """The order counts as if nothing stood behind it."""
    assert kept(spring, line) == ([order], BER_KIE)


@pytest.mark.parametrize(
    ("line", "retreats"),
    [
        ("A Mun R Ber, else disband", ["A MUN R BER", "A MUN D"]),
        ("A Mun H (retreat Ber, otb)", ["A MUN R BER", "A MUN D"]),
        ("If dislodged A Mun disbands", ["A MUN D"]),
        ("F Kie R Hel, Den, Hol", ["F KIE R HEL", "F KIE R DEN", "F KIE R HOL"]),
    ],
)
def test_off_the_board_may_end_a_list(spring: Context, line: str, retreats: list[str]) -> None:
    """Or be all of it."""
    assert kept(spring, line)[1] == retreats


def test_a_later_list_replaces_the_earlier_one(spring: Context) -> None:
    """Of one unit; that of another stays."""
    lines = ("A Mun R Ber", "F Kie R Hel", "A Mun R Tyr, Kie")
    assert kept(spring, *lines)[1] == ["A MUN R TYR", "A MUN R KIE", "F KIE R HEL"]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("A Mun R Ber, Par", "“Par”"),
        ("A Mun R Ber, Narnia", "Narnia"),
        ("A Mun H (retreat Lon)", "“Lon”"),
    ],
)
def test_a_place_that_cannot_be_reached_costs_the_list_alone(
    spring: Context, line: str, told: str
) -> None:
    """The order before it stays; nothing of the list is kept, and the complaint names the place."""
    reading = read_orders([line, "A Ber - Sil"], spring)
    assert "A BER - SIL" in [order_text(one) for one in reading.orders]
    assert not reading.retreats
    (problem,) = reading.problems
    assert told in problem.message
    assert "No retreat was kept." in problem.message


@pytest.mark.parametrize(
    "line",
    [
        "I will retreat to Berlin next week",
        "Retreat? Never!",
        "If it rains we retreat",
        "r u there",
    ],
)
def test_talk_of_retreats_is_talk(spring: Context, line: str) -> None:
    """No unit, no list."""
    (read,) = read_orders([line], spring).lines
    assert read.verdict is Verdict.CHATTER


def test_without_the_word_nothing_is_a_retreat(position: Callable[..., Context]) -> None:
    """Republic's conditional winter orders speak of dislodged units too."""
    where = position(
        "republic", "F1016M", "MUNSTER", {"A Ker": "MUNSTER"}, centres={"CoC": "MUNSTER"}
    )
    where = replace(where.taking(winter_of(where)), retreats_ahead=True)
    reading = read_orders(["If A Ker is dislodged then build A CoC else waive"], where)
    assert not reading.retreats
    assert len(reading.ahead) == 1


def winter_of(context: Context) -> Phase:
    """Return the winter of a context's year."""
    return Phase(context.state.phase.year, Season.WINTER, PhaseKind.ADJUSTMENT)


@pytest.mark.parametrize(
    ("line", "retreats"),
    [
        (
            "If France is in Tyr then A Mun R Ber else A Mun R Tyr",
            ["IF FRANCE IN TYR THEN A MUN R BER ELSE A MUN R TYR"],
        ),
        ("A Mun R Tyr if A Ber failed", ["IF A BER FAILED THEN A MUN R TYR"]),
        ("If A Ber is dislodged then A Mun R Ber", ["IF A BER DISLODGED THEN A MUN R BER"]),
        ("If A Mun is dislodged then A Mun R Ber else A Mun R Tyr", ["A MUN R BER"]),
        ("Unless Ber is vacant then A Mun R Kie", ["IF NOT BER VACANT THEN A MUN R KIE"]),
    ],
)
def test_a_retreat_on_a_condition(spring: Context, line: str, retreats: list[str]) -> None:
    """It is kept with its condition, but for the one that every retreat has."""
    assert kept(spring, line) == ([], retreats)


@pytest.mark.parametrize(
    "line",
    [
        "If A Ber is dislodged then A Mun - Ber",
        "If France is in Tyr then A Mun R Ber else F Kie R Hel",
        "If France enters Tyr then A Mun R Ber",
        "If France is in Tyr then A Mun R Par",
        "If France is in Tyr then A Mun R Ber, Kie",
        "If France is in Tyr then A Mun R Ber and F Kie - Den",
    ],
)
def test_a_condition_that_decides_no_retreat_is_refused(spring: Context, line: str) -> None:
    """A move, two units, a deed, a place out of reach: nothing of it counts, and it is told."""
    reading = read_orders([line], spring)
    assert (reading.orders, reading.retreats, reading.ahead) == ((), (), ())
    assert reading.problems


LINES = tomllib.loads((Path(__file__).parent / "retreat-lines.toml").read_text(encoding="utf-8"))


@pytest.fixture
def driven_out(position: Callable[..., Context]) -> Context:
    """Germany in a retreat phase, with an army from Munich and a fleet from Kiel to retreat."""
    found = position("standard", "S1901R", "GERMANY", {"F HEL": "GERMANY"})
    reach = reach_of(found.board)
    units = (("MUN", UnitKind.ARMY), ("KIE", UnitKind.FLEET))
    owned = [Unit(found.power, kind, Location(ProvinceId(place))) for place, kind in units]
    waiting = tuple(Dislodged(unit, None, reach.spot(unit.ref).refuges) for unit in owned)
    return replace(found, state=found.state.but(dislodged=waiting))


@pytest.mark.parametrize(
    ("code", "line"),
    [(code, line) for code, lines in LINES.items() for line in lines],
    ids=lambda case: case if isinstance(case, str) else case["text"],
)
def test_only_a_list_of_places_is_a_list(
    driven_out: Context, code: str, line: dict[str, Any]
) -> None:
    """Whatever else stands behind the first place is read or asked about, and never dropped."""
    with speaking(code):
        reading = read_orders([line["text"]], driven_out)
        as_list = gettext("{place} is open, so the unit goes there.", place="Berlin")
    assert [order_text(one, retreat=True) for one in reading.orders] == line["reads"]
    told = " ".join(problem.message for problem in reading.problems)
    assert line.get("says", "") in told
    assert bool(told) == ("says" in line)
    offered = [
        order_text(one, retreat=True)
        for read in reading.lines
        for way in read.choices
        for one in way
    ]
    assert offered == line.get("asks", [])
    remarks = " ".join(remark for read in reading.lines for remark in read.remarks)
    assert (as_list in remarks) == line.get("list", False)
