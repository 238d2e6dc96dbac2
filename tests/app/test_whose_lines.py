"""Whose order each line of a mail is, where its writer plays two powers: the mails in `whose.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from gm.contract.language import Read, SeatRead
from gm.games.diplomacy.desk.language import read_against
from gm.games.diplomacy.readings import Context
from gm.games.diplomacy.rules.board import PowerId
from gm.games.diplomacy.rules.phases import Phase
from gm.games.diplomacy.wording.notation import order_text
from gm.languages import speaking
from tests.interpret.conftest import position

CASES = tomllib.loads(Path(__file__).with_name("whose.toml").read_text(encoding="utf-8"))["mails"]

Played = tuple[tuple[PowerId, Context], ...]

REPUBLIC = {
    "A BeN": "ULSTER",
    "F BeS": "ULSTER",
    "A GaW": "CONNAUGHT",
    "A GaS": "CONNAUGHT",
    "A CoS": "MUNSTER",
}
CENTRES = {"BeN": "ULSTER", "BeS": "ULSTER", "GaW": "CONNAUGHT", "GaS": "CONNAUGHT"}
IRISH = {"F NTH": "BELGIUM", "A NWY": "NORWAY", "A PAR": "FRANCE"}


def played(game: str) -> Played:
    """Return the two powers of the writer, each with what its lines are read against."""
    if game == "republic":
        both, winter = ("ULSTER", "CONNAUGHT"), Phase.parse("W1016A")
        found = (
            position("republic", "S1016M", power, REPUBLIC, centres=CENTRES) for power in both
        )
        return tuple(
            (context.power, replace(context, retreats_ahead=True).taking(winter))
            for context in found
        )
    phase, units = ("S1974P", {}) if game == "pieces" else ("F1974M", IRISH)
    both = ("BELGIUM", "NORWAY")
    return tuple((PowerId(power), position("irish", phase, power, units)) for power in both)


def given(read: SeatRead) -> list[str]:
    """Return what was read for a power: its orders, those for the winter, and its commands."""
    commands = [" ".join((command.word, *command.arguments)) for command in read.commands]
    return [*(order_text(each.order) for each in read.given), *commands]


def said(shared: Read) -> str:
    """Return what is told about lines that were not taken."""
    problems = (problem.message for read in shared.seats for problem in read.problems)
    return " ".join((*problems, *(line.message for line in shared.loose)))


@pytest.mark.sampled(30)
@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["text"])[:40])
@pytest.mark.parametrize("turned", [False, True], ids=["", "turned"])
def test_whose_each_line_is(case: Mapping[str, object], *, turned: bool) -> None:
    """Whichever of the two powers comes first."""
    both = played(str(case.get("game", "republic")))
    with speaking(str(case.get("language", "en"))):
        lines = tuple(str(case["text"]).split("\n"))
        named = {"first": both[:1], "second": both[1:]}.get(str(case.get("answers", "")), ())
        answered = tuple(power for power, _ in named)
        shared = read_against(lines, dict(both[::-1] if turned else both), answered)
    read = {each.seat: each for each in shared.seats}
    found = [given(read[power]) for power, _ in both]
    assert found == [case.get("first", []), case.get("second", [])]
    assert [line.text for line in shared.loose] == case.get("asked", [])
    for words in case.get("told", ()):  # type: ignore[attr-defined]
        assert words in said(shared)
