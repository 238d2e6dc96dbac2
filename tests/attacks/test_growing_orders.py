"""What a hostile mail costs its readers behind the gate grows with the mail, and has an end."""

from __future__ import annotations

import re
import sys
from collections import deque
from collections.abc import Callable
from functools import cache
from itertools import count
from time import process_time

import pytest

from gm.app.clock.zone_names import zone_named
from gm.contract.draws import SeededDraws
from gm.errors import InputError
from gm.games.diplomacy.language.binding.names import names_on
from gm.games.diplomacy.language.lines import LONGEST
from gm.games.diplomacy.language.mails import MOST_LETTERS, MOST_LINES, read_orders
from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.readings import Context
from gm.games.diplomacy.variants import VARIANTS, ruleset_for
from gm.interpret.gm_words import wishes
from gm.interpret.press_blocks import blocks_of, late_openings
from gm.languages import speaking
from gm.mail.reading import read_mail
from gm.report.wording.sentence_parts import did_you_mean

pytestmark = pytest.mark.slow

MOST_GROWTH = 2.8
"""So many times as much may twice the text cost; the square of it would be four times."""

_TOLD = 0.06
"""Seconds that the clock of a processor tells well."""

_NUMBERS = count(10_000)
"""A number in each text, for what was read once is remembered."""


@cache
def _opening(variant: str) -> Context:
    board = load_board(VARIANTS[variant].board_id)
    rules = ruleset_for(variant, board, {})
    state = rules.new_game(SeededDraws(b"growing")).state
    return Context(rules, state, rules.board_in(state), next(iter(board.powers)))


def _time(run: Callable[[], object]) -> float:
    times, begun = 0, process_time()
    while (spent := process_time() - begun) < _TOLD:
        run()
        times += 1
    return spent / times


def _growth(run: Callable[[int], object], size: int) -> float:
    """Return how much more twice the size costs; of up to three looks the least."""
    run(size)
    least = sys.float_info.max
    for _ in range(3):
        least = min(least, _time(lambda: run(2 * size)) / _time(lambda: run(size)))
        if least < MOST_GROWTH:
            break
    return least


def _lines(unit: str, many: int, length: int) -> list[str]:
    """Return so many lines, each made of a unit and of a number that no other line has."""
    texts = ((unit * (length // len(unit)), next(_NUMBERS)) for _ in range(many))
    return [f"{text} x{number}" for text, number in texts]


UNITS = {
    "talk": "a ",
    "orders": "A Mun - Boh, ",
    "near names": "A Munchem - Berlim ",
    "conditions": "if A Mun and ",
    "choices": "A Mun - Boh or ",
    "press": "press to france ",
    "brackets": "A Mun (",
    "turns of Irish": "iompair a x ",
    "turns of German": "greift an ",
    "commands": "GM proces ",
    "deep quotes": "> ",
}


@pytest.mark.parametrize(("unit", "variant"), [*zip(UNITS, [*VARIANTS] * 9, strict=False)])
def test_orders_of_many_lines(unit: str, variant: str) -> None:
    """Twice the lines cost twice as much, on every board and in every language."""
    language = ("en", "de", "ga")[[*UNITS].index(unit) % 3]
    with speaking(language):
        growth = _growth(
            lambda many: read_orders(_lines(UNITS[unit], many, 60), _opening(variant)), 30
        )
    assert growth < MOST_GROWTH


@pytest.mark.parametrize("unit", UNITS)
def test_press_of_many_lines(unit: str) -> None:
    """Messages are found in a time that grows with the mail, closed or not."""
    names = names_on(_opening("standard").board)

    def run(many: int) -> None:
        lines = _lines(UNITS[unit], many, 100)
        deque(blocks_of(names, lines), maxlen=0)
        deque(late_openings(names, lines), maxlen=0)

    assert _growth(run, 400) < MOST_GROWTH


@pytest.mark.parametrize("unit", UNITS)
def test_mails_of_many_lines(unit: str) -> None:
    """The reader of mails itself costs in line with the mail."""

    def run(many: int) -> None:
        body = "\r\n".join(_lines(UNITS[unit], many, 60))
        read_mail(f"From: a@example.org\r\nSubject: Orders\r\n\r\n{body}\r\n".encode())

    assert _growth(run, 400) < MOST_GROWTH


def test_messages_that_are_opened_late_and_never_closed() -> None:
    """Many lines that open a message behind talk look for its end once, not once each."""
    names = names_on(_opening("standard").board)

    def run(many: int) -> None:
        lines = [f"{line}; press to france: a" for line in _lines("a", many, 3)]
        deque(late_openings(names, [*lines, "press to all", "hello", "endpress"]), maxlen=0)

    assert _growth(run, 150) < MOST_GROWTH


def test_commands_of_many_lines() -> None:
    """Commands of the GM that are near none cost in line with the mail."""
    growth = _growth(lambda many: wishes(_lines("GM proces ", many, 100), "tara"), 200)
    assert growth < MOST_GROWTH


def test_a_word_of_any_length_is_near_nothing() -> None:
    """A word much longer than every name is answered at once, and without one."""
    long = "europe/dublin" * 5000
    with pytest.raises(InputError) as refused:
        zone_named(long)
    assert "Did you mean" not in str(refused.value)
    assert did_you_mean(long, ["deadline", "reminder"]) == ""
    assert "deadline" in did_you_mean("deadlin", ["deadline", "reminder"])


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_mail_of_orders_has_an_end(variant: str) -> None:
    """No more than so many lines and characters are read, and the writer is told."""
    for lines in (["A Mun - Boh"] * (MOST_LINES + 9), ["talk " * 300] * 100):
        read = read_orders(lines, _opening(variant))
        kept = [line for line in lines[: read.lines[-1].number - 1] if line]
        assert sum(map(len, kept)) <= MOST_LETTERS
        assert read.lines[-1].problem is not None
        assert re.search(r"Only the first \d+ lines", read.lines[-1].problem.message)


def test_a_line_that_is_too_long_is_no_order() -> None:
    """A line longer than any season is not read, whatever stands in it."""
    line = "A Mun - Boh, " * (LONGEST // 10)
    (read,) = read_orders([line], _opening("standard")).lines
    assert not read.orders
    assert read.problem is not None
    assert "too long" in read.problem.message
