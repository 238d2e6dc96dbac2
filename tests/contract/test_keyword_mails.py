"""Whole mails of keyword lines, by the Die: orders, commands, messages, headings, talk, and slips."""

from __future__ import annotations

import pytest

from gm.contract.language import Desk, Given, Read, Verdict
from gm.contract.rules import Position
from gm.contract.seats import SeatId
from gm.contract.stages import STANDING
from tests.contract.die.game import THE_DIE
from tests.contract.die.rules.orders import Guess, Habit, Play, SetHabit
from tests.contract.die.rules.rules import DieRules
from tests.contract.die.rules.state import BLUE, RED, DieState
from tests.contract.test_die import begun

RULES = DieRules()
STATE: DieState = begun(RULES)
HELD, OTHERS = STATE.hands[RED][0].title(), STATE.hands[BLUE][0].title()


def read(text: str, *seats: SeatId, strict: bool = False) -> Read:
    """Read a mail for seats, Red without any."""
    desk = Desk(Position(RULES, STATE), seats or (RED,), strict=strict)
    return THE_DIE.language.read(tuple(text.split("\n")), desk)


def test_orders_are_filed_for_their_stages() -> None:
    """A habit stands, the last guess counts, cards wait one behind the other."""
    found = read(f"Hi,\nGUESS 2\nguess 3\nplay {HELD}\nset habit high # as always\n\nBest,\nRed")
    (red,) = found.seats
    assert [(given.order, given.stage) for given in red.given] == [
        (Guess(3), ""),
        (Play(HELD.upper()), ""),
        (SetHabit(Habit.HIGH), STANDING),
    ]
    assert red.replaced == ((Guess(2), Guess(3)),)
    assert not red.problems
    assert not found.unread


@pytest.mark.parametrize(
    ("line", "verdict", "words"),
    [
        ("GUESS 7", Verdict.IMPOSSIBLE, "faces 1 to 6"),
        (f"PLAY {OTHERS}", Verdict.IMPOSSIBLE, "not in your hand"),
        ("PLAY the piano", Verdict.UNREADABLE, "the"),
        ("GUESS", Verdict.UNREADABLE, "missing at the end: a number or AN"),
        ("SET HABIT ODD", Verdict.UNREADABLE, "ODD"),
    ],
)
def test_what_was_not_taken_says_why(line: str, verdict: Verdict, words: str) -> None:
    """In a sentence, with the smallest piece that is wrong."""
    (red,) = read(line).seats
    (found,) = red.lines
    assert found.verdict is verdict
    assert found.problem is not None
    assert words in found.problem.message
    assert not red.given


def test_a_slip_is_mended_and_told() -> None:
    """The remark says what was understood."""
    (red,) = read(f"PALY {HELD}").seats
    assert red.orders_for() == (Play(HELD.upper()),)
    assert red.lines[0].remarks == (f"Read as PLAY {HELD}.",)


def test_commands_messages_and_talk_are_no_orders() -> None:
    """Each goes its own way."""
    text = f"STATUS\nPRESS TO BLUE\nGUESS 1 is what I would do\nENDPRESS\nWill you extend the deadline?\nplay {HELD}"
    found = read(text)
    (red,) = found.seats
    assert [command.word for command in red.commands] == ["STATUS"]
    assert [item.to for item in red.press] == [(BLUE,)]
    assert red.orders_for() == (Play(HELD.upper()),)
    assert [line.text for line in found.unread] == ["Will you extend the deadline?"]


def test_a_line_of_the_form_left_as_it_is_does_nothing() -> None:
    """As the form says of itself."""
    found = read(f"GUESS _\nPLAY ____\nplay {HELD}")
    (red,) = found.seats
    assert red.orders_for() == (Play(HELD.upper()),)
    assert not red.problems
    assert not found.unread


def test_who_holds_two_seats_says_whose() -> None:
    """By a heading; else it is asked, and nothing is taken."""
    found = read("Red:\nGUESS 1\nBlue:\nGUESS 2", RED, BLUE)
    assert [seat.orders_for() for seat in found.seats] == [(Guess(1),), (Guess(2),)]
    found = read("GUESS 1", RED, BLUE)
    assert [seat.orders_for() for seat in found.seats] == [(), ()]
    assert "put Red or Blue over it" in found.loose[0].message


def test_what_was_left_over_is_judged_again() -> None:
    """A card that is gone is told of; the place of each is kept."""
    given = [Given(RED, Play(HELD.upper())), Given(RED, Play(OTHERS.upper()))]
    found = THE_DIE.language.again(given, Desk(Position(RULES, STATE), (RED,)))
    assert [line.number for line in found.lines] == [1, 2]
    assert [line.verdict for line in found.lines] == [Verdict.ACCEPTED, Verdict.IMPOSSIBLE]
    assert found.orders_for() == (Play(HELD.upper()),)


def test_strictly_every_line_has_a_problem() -> None:
    """For orders that a game master enters."""
    assert read("hello there", strict=True).seats[0].problems
    assert not read("hello there").seats[0].problems
