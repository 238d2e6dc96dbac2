"""Lines that a mail program has torn: put together where they fit, else asked about, never played in part."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from gm.games.freedom.data.files import load_tables
from gm.games.freedom.language.torn_lines import put_together
from tests.app.world import World, text_of
from tests.contract.test_die_leaks import die_world
from tests.games.freedom.playing import THE_GAME, address_of, begin

TABLES = load_tables()


@pytest.mark.parametrize(
    ("mail", "line"),
    [
        ("OPENING 6-5 ->\n5-5", "OPENING 6-5 -> 5-5"),
        ("OPENING 6-5 >\n5-5", "OPENING 6-5 > 5-5"),
        ("OPENING 6-5\n-> 5-5", "OPENING 6-5 -> 5-5"),
        (
            "OPENING 6-4 -> 5-4,\n6-5 -> 5-5,\n6-6 -> 5-6",
            "OPENING 6-4 -> 5-4, 6-5 -> 5-5, 6-6 -> 5-6",
        ),
        ("OPENING 6-4 -> 5-4, 6-5\n-> 5-5", "OPENING 6-4 -> 5-4, 6-5 -> 5-5"),
        ("PLAY AN03\nAP", "PLAY AN03 AP"),
        ("ATTACK 4-4 -> 3-4\nUNTIL CLEAR", "ATTACK 4-4 -> 3-4 UNTIL CLEAR"),
        ("ATTACK 4-4 -> 3-4\nX 2", "ATTACK 4-4 -> 3-4 X 2"),
        ("IF EMPTY 3-4\nTHEN SLOW 4-4 -> 3-4", "IF EMPTY 3-4 THEN SLOW 4-4 -> 3-4"),
        ("Opening: 6-5 to 5-5", "Opening  6-5 to 5-5"),
        ("CLAIM AG04\nDISCARD LOWEST", "CLAIM AG04 DISCARD LOWEST"),
    ],
)
def test_a_wrapped_line_is_one(mail: str, line: str) -> None:
    """The numbers of the lines stay as they are."""
    lines = tuple(mail.split("\n"))
    assert put_together(TABLES, lines) == (line, *("" for _ in lines[1:]))


@pytest.mark.parametrize(
    "mail",
    [
        "PLAY AN03 AP,\nMOVE 6-5 -> 5-5,\nPREP ALL",
        "PLAY AN03 AP\nX marks the spot",
        "Dear Maeve,\n5-5 is my favourite",
        "OPENING 6-4 -> 5-4,\n\n6-5 -> 5-5",
        "ATTACK 4-4 ->\nPREP ALL",
        "PREP\n2",
        "",
    ],
)
def test_other_lines_stay_apart(mail: str) -> None:
    """Where they are orders of their own, or none together."""
    lines = tuple(mail.split("\n"))
    assert put_together(TABLES, lines) == lines


def test_many_torn_lines_are_read_soon() -> None:
    """A mail of nothing else is looked through once."""
    lines = ("OPENING 6-4 -> 5-4,", "6-5 ->") * 200
    assert put_together(TABLES, lines) == lines


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """A siege that waits for its opening."""
    with die_world(tmp_path, THE_GAME) as world:
        begin(world.services)
        world.tick(seconds=1)
        for seat in ("IMP", "INS"):
            world.new_mail(address_of(seat))
        yield world


def told(world: World, seat: str, mail: str) -> str:
    """What a side is answered, on one line."""
    world.mail(address_of(seat), mail)
    world.tick(seconds=1)
    return " ".join(" ".join(map(text_of, world.new_mail(address_of(seat)))).split())


@pytest.mark.parametrize(
    "mail", ["OPENING 6-5 >", "OPENING 6-5", "OPENING 6-5 -", "OPENING 6-5\n> 5-5"]
)
def test_a_line_without_its_end_is_asked_about(world: World, mail: str) -> None:
    """Its choices are where it can go; the answer plays it."""
    question = told(world, "IMP", mail)
    assert "Where to is missing at the end" in question
    offered = re.findall(r"\d+\. (OPENING 6-5 -> 5-\d)\.", question)
    assert offered == ["OPENING 6-5 -> 5-4", "OPENING 6-5 -> 5-5", "OPENING 6-5 -> 5-6"]
    assert "IMP opens: 6-5 -> 5-5" in told(world, "IMP", "2")


def test_the_answer_is_the_whole_play(world: World) -> None:
    """With the lines around the one that was torn."""
    told(world, "IMP", "OPENING NONE")
    told(world, "INS", "REGROUP NONE")
    card = re.findall(r"- ([AB][IGN]\d\d) [A-Z]", told(world, "IMP", "REPORT"))[0]
    question = told(world, "IMP", f"PLAY {card} AP\nMOVE 6-5 >\nPREP ALL")
    (number,) = re.findall(
        rf"(\d+)\. PLAY {card} AP \([^)]*\); MOVE 6-5 -> 5-5; PREP ALL\.", question
    )
    answer = told(world, "IMP", number)
    assert "IMP moves: 6-5 -> 5-5" in answer
    assert "PREP ALL: done" in answer


def test_a_card_alone_is_asked_for_what_it_is_played(world: World) -> None:
    """With what stands below it; of another side's card there is no event to choose."""
    told(world, "IMP", "OPENING NONE")
    told(world, "INS", "REGROUP NONE")
    question = told(world, "IMP", "PLAY AN03\nPREP ALL")
    assert "For its points, AP, or for its EVENT?" in question
    (number,) = re.findall(r"(\d+)\. PLAY AN03 AP \([^)]*\); PREP ALL\.", question)
    assert "PLAY AN03 EVENT" in question
    assert "PREP ALL: done" in told(world, "IMP", number)
    assert "EVENT (" not in told(world, "INS", "PLAY AI06")


def test_a_raid_is_told_what_lacks(world: World) -> None:
    """It may go anywhere, so nothing is offered, and nothing played."""
    answer = told(world, "INS", "REGROUP 3-1 >")
    assert "Where to is missing at the end" in answer
    assert "No line of yours stands" in answer


def test_what_an_arrow_points_at_answers_nothing(world: World) -> None:
    """Numbers with which questions are answered look like spaces."""
    told(world, "IMP", "OPENING 6-5 >")
    assert "IMP opens: 6-6 -> 5-6" in told(world, "IMP", "OPENING 6-6 ->\n5-6")
