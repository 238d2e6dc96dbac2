"""Reports in the judges' manner, read as an old tool reads them: strictly, and by their form alone.

The reader here knows the form and none of our code: the machine's two lines, the results, the units
dislodged, whose the centres are, the counts, and the two lines on what comes next.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import pytest

from gm.games.diplomacy.rules.events import UnitDislodged
from gm.games.diplomacy.rules.orders import UnitOrder
from gm.games.diplomacy.rules.outcomes import Reason, Result, Why
from gm.games.diplomacy.rules.phases import PhaseKind
from tests.report import mails
from tests.report.irish_scenes import irish
from tests.report.play import Play
from tests.report.scenes import judged, played

_HEAD = re.compile(r":: Judge: (\S+)  Game: (\S+)  Variant: (\S.*)")
_DUE = re.compile(r":: Deadline: ([SFW]\d{4}[MRB]) (\w{3} \w{3} \d\d \d{4} \d\d:\d\d:\d\d \+0000)")
_TITLE = re.compile(
    r"(Movement results|Retreat orders|Adjustment orders) for (Spring|Fall|Winter) of (\d+)\.  "
    r"\((\S+)\.(\d{3})\)"
)
_RESULT = re.compile(r"([A-Z][A-Za-z ]*): +(\S.*?)\.(?: \(\*([a-z, ]+)\*\))?")
_UNIT = re.compile(r"(Army|Fleet) (\S.*)")
_FATE = re.compile(
    r"The (\S.*) (Army|Fleet) in (\S.*?) "
    r"(?:can retreat to (\S.*)|with no valid retreats was destroyed)\."
)
_OWNS = re.compile(r"([A-Z][A-Za-z ]*): +(\S.*)\.")
_COUNT = re.compile(
    r"([A-Z][A-Za-z ]*): +(\d+) Supply centers?, +(\d+) Units?"
    r"(?:: +(Builds|Removes) +(\d+) units?)?\."
)
_NEXT = re.compile(
    r"The next phase of '(\S+)' will be (Movement|Retreats|Adjustments) for "
    r"(Spring|Fall|Winter) of (\d+)\."
)
_MOMENT = re.compile(r"The deadline for orders will be (.+)\.")
_CODES = {"bounce", "cut", "void", "no convoy", "dislodged", "destroyed", "failed", "no match"}
_SEASONS = {"S": "Spring", "F": "Fall", "W": "Winter"}
_KINDS = {"M": "Movement", "R": "Retreats", "B": "Adjustments"}


@dataclass
class Read:
    """What a report says."""

    phase: str = ""
    number: int = 0
    due: str = ""
    orders: list[tuple[str, str, frozenset[str]]] = field(default_factory=list)
    dislodged: dict[str, list[str]] = field(default_factory=dict)
    owned: dict[str, list[str]] = field(default_factory=dict)
    counts: dict[str, tuple[int, int, int | None]] = field(default_factory=dict)


def _blocks(text: str) -> Iterator[list[str]]:
    """Yield the parts between blank lines, a folded line put together again."""
    for block in text.split("\n\n"):
        lines: list[str] = []
        for line in block.strip("\n").split("\n"):
            if line.startswith("  ") and lines:
                lines[-1] += f" {line.strip()}"
            else:
                lines.append(line)
        yield lines


def _full(pattern: re.Pattern[str], line: str) -> re.Match[str]:
    found = pattern.fullmatch(line)
    assert found is not None, line
    return found


def read_report(text: str) -> Read:
    """Read a report, or fail at the first line that is not of its form."""
    told = Read()
    blocks = _blocks(text)
    head, *machine = next(blocks)
    _full(_HEAD, head)
    for line in machine:
        told.due, when = _full(_DUE, line).groups()
    (title,) = next(blocks)
    kind, season, year, game, number = _full(_TITLE, title).groups()
    told.phase, told.number = f"{season} {year} {kind}", int(number)
    section = "orders"
    for lines in blocks:
        if lines == ["The following units were dislodged:"]:
            section = "dislodged"
        elif lines == ["Ownership of supply centers:"]:
            section = "owners"
        elif lines[0].startswith("The next phase"):
            name, what, season, year = _full(_NEXT, lines[0]).groups()
            assert (name, what, season) == (game, _KINDS[told.due[-1]], _SEASONS[told.due[0]])
            assert (year, _full(_MOMENT, lines[1])[1]) == (told.due[1:-1], when)
            break
        elif lines[0].isupper() or (lines[0].endswith(":") and len(lines) == 1):
            section = "beyond"  # what a judge never knew; an old tool passes over it
        elif section == "orders":
            _read_orders(told, lines)
        elif section == "dislodged":
            _read_dislodged(told, " ".join(lines))
        elif section == "owners":
            section = "counts"
            for line in lines:
                power, places = _full(_OWNS, line).groups()
                told.owned[power] = places.split(", ")
        elif section == "counts":
            section = "beyond"
            for line in lines:
                power, centres, units, does, many = _full(_COUNT, line).groups()
                sign = {"Builds": 1, "Removes": -1, None: 0}[does]
                told.counts[power] = (
                    int(centres),
                    int(units),
                    None if many is None else sign * int(many),
                )
    return told


def _read_orders(told: Read, lines: list[str]) -> None:
    for line in lines:
        power, order, codes = _full(_RESULT, line).groups()
        found = frozenset(codes.split(", ")) if codes else frozenset()
        assert found <= _CODES, line
        told.orders.append((power, order.replace(", No Order Processed", " -"), found))


def _read_dislodged(told: Read, words: str) -> None:
    for sentence in re.findall(r"The .*?\.(?= The |$)", words):
        adjective, kind, place, retreats = _full(_FATE, sentence).groups()
        assert adjective
        told.dislodged[f"{kind} {place}"] = re.split(r", | or ", retreats) if retreats else []


SEASONS = [
    *(("standard", number) for number in (1, 2, 3)),
    *(("republic", number) for number in (1, 2, 3, 4)),
    *(("irish", number) for number in range(1, 13)),
]


def _play(variant: str, number: int) -> Play:
    return irish(number) if variant == "irish" else played(variant, number)


@pytest.mark.parametrize(("variant", "number"), SEASONS)
def test_every_report_is_of_the_judges_form(variant: str, number: int) -> None:
    """A strict reader finds every order, dislodged unit, centre and count in it, and no other."""
    play = _play(variant, number)
    view = play.season(None)
    told = read_report(judged(play, number, None).text)
    assert told.number == number
    if view.phase.kind in {PhaseKind.MOVEMENT, PhaseKind.RETREAT}:
        ordered = [one for one in view.outcomes if isinstance(one.order, UnitOrder)]
        assert len([one for one in told.orders if _UNIT.match(one[1])]) == len(ordered)
    beaten = [one.dislodged for one in view.events if isinstance(one, UnitDislodged)]
    assert sorted(map(len, told.dislodged.values())) == sorted(len(one.retreats) for one in beaten)
    names = view.game.board.powers
    if told.owned:
        assert told.owned == {
            names[power].name: sorted(view.game.board.province(place).name for place in owned)
            for power in names
            if (owned := view.after.centres_of(power))
        }
    for power, (centres, units, change) in told.counts.items():
        (own,) = (one for one in names.values() if one.name == power)
        assert centres == len(view.after.centres_of(own.id))
        assert units == len(view.after.units_of(own.id))
        assert change == (None if variant == "republic" else centres - units)


def test_orders_are_read_with_what_became_of_them() -> None:
    """Moves, supports of others' units, convoys, holds and failures, each as the judges wrote them."""
    told = read_report(judged(played("standard", 2), 2, "GERMANY").text)
    assert told.phase == "Fall 1901 Movement results"
    assert told.due == "F1901R"
    none: frozenset[str] = frozenset()
    for line in (
        ("Austria", "Army Vienna -> Trieste", frozenset({"bounce"})),
        ("England", "Fleet North Sea CONVOY Army Yorkshire -> Norway", none),
        ("Germany", "Army Munich HOLD", frozenset({"dislodged"})),
        ("Italy", "Army Tyrolia SUPPORT French Army Burgundy -> Munich", none),
        ("Russia", "Fleet Sevastopol SUPPORT Army Ukraine -> Rumania", frozenset({"cut"})),
    ):
        assert line in told.orders
    assert told.dislodged == {"Army Munich": ["Berlin", "Bohemia", "Kiel", "Ruhr", "Silesia"]}
    assert told.counts["Germany"] == (3, 2, 1)


CODES: dict[Result, set[str]] = {
    Result.OK: set(),
    Result.BOUNCE: {"bounce"},
    Result.NO_CONVOY: {"no convoy"},
    Result.CUT: {"cut"},
    Result.VOID: {"void"},
    Result.ERROR: {"void"},
    Result.FAILED: {"failed"},
    Result.BOUNCE_DISBAND: {"bounce", "destroyed"},
}


@pytest.mark.parametrize("result", CODES, ids=lambda one: one.name)
@pytest.mark.parametrize("dislodged", [False, True])
def test_every_result_has_its_code(result: Result, dislodged: bool) -> None:
    """What became of an order is one of the judges' words, and that its unit was beaten another."""
    view = played("standard", 1).season(None)
    first, *others = view.outcomes
    reason = None if result is Result.OK else Reason(Why.NOT_MATCHING)
    marked = replace(first, result=result, reason=reason, dislodged=dislodged)
    view = replace(view, outcomes=(marked, *others), judge=True, number=1)
    power, _, codes = read_report(mails.season_report(view).text).orders[0]
    assert power == view.game.board.powers[first.power].name
    assert codes == CODES[result] | ({"dislodged"} if dislodged else set())


def test_the_players_part_follows_the_judges() -> None:
    """Below what tools read stands what the player needs, and the form at its end."""
    text = judged(played("republic", 4), 4, "BRITAIN").text
    machine, _, rest = text.partition("\n-----\n")
    assert machine.startswith(
        ":: Judge: GM  Game: meadow  Variant: Republic\n:: Deadline: S1017M "
    )
    assert "\nBritain:   Pays 3 points to Leinster (oats).\n" in machine
    assert "Receives 3 points" not in machine
    assert "\nMunster:   Builds a bridge linking Cork Central and Cork South.\n" in machine
    assert machine.count("Cork Central and Cork South") == 1
    assert "SPRING 1017: ORDERS DUE" in rest
    assert rest.rstrip().endswith("F STG ____")
    assert max(map(len, text.splitlines())) <= 72


def test_the_irish_have_their_own_in_it() -> None:
    """The hat, the special units and the points stand in sections that tools pass over."""
    text = judged(irish(5), 5, "ITALY").text.partition("\n-----\n")[0]
    for words in (
        "Gives 6 points to France.",
        "THE HAT",
        "THE SPECIAL UNITS",
        "POINTS",
        "black hole",
    ):
        assert words in text


def test_what_the_irish_have_now_is_told() -> None:
    """Anarchy, special units, the changed board and the draws are in it as in other reports."""
    text = judged(irish(5), 5, None).text.partition("\n-----\n")[0]
    for words in (
        "IN ANARCHY NOW",
        "SPECIAL UNITS NOW",
        "THE BOARD AS IT HAS CHANGED",
        "THE DRAWS",
    ):
        assert f"\n{words}\n" in text
    assert "Russia:       Army Livonia stands in anarchy." in text


@pytest.mark.parametrize(
    ("reader", "told"), [("ITALY", 2), ("FRANCE", 3), ("TURKEY", 0), (None, 0)]
)
def test_a_promise_that_came_to_nothing_is_told_to_its_two_sides(
    reader: str | None, told: int
) -> None:
    """What a judge's lines leave out stands below them, for the giver and for the other side."""
    rest = judged(irish(5), 5, reader).text.partition("\n-----\n")[2]
    assert rest.count("CONDITION NOT MET") == told
    assert ("PROMISES THAT CAME TO NOTHING\n\nItaly\n" in rest) is bool(told)


def test_removals_by_rule_are_defaults() -> None:
    """A unit that goes for want of an order stands in its power's block, as the judges wrote it."""
    told = read_report(judged(irish(4), 4, None).text)
    gone = [order for power, order, _ in told.orders if power == "Norway"]
    assert gone == [f"Defaults, removing the army in Finland {half}" for half in (1, 2)]
