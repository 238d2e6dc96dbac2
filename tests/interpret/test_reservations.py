"""What a mail itself takes back, doubts, supposes or leaves open is asked about, and never recorded."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from gm.games.diplomacy.desk.reading import canonical, context_of
from gm.games.diplomacy.language.mails import read_each, read_orders
from gm.games.diplomacy.language.talk.claims import MOST_SAID
from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.readings import Reading
from gm.interpret.reservations import saying_of
from gm.languages import speaking

HERE = Path(__file__).parent
TABLES = tomllib.loads((HERE / "reservations.toml").read_text(encoding="utf-8"))
ORDERS = "A Par - Pic\nF Bre - ENG\nA Mar - Spa"
READ = ["A PAR - PIC", "F BRE - ENG", "A MAR - SPA"]
POSITION = {
    "board": "standard",
    "phase": "movement",
    "power": "FRANCE",
    "units": {"A PAR": "FRANCE", "F BRE": "FRANCE", "A MAR": "FRANCE", "A GAS": "FRANCE"},
}
CORPUS = [
    record
    for file in ("order-notations.json", "order-notations-2.json")
    for record in json.loads((HERE.parent / "data" / file).read_text(encoding="utf-8"))
    if record["meaning"] is not None
]


def read(text: str, world: dict[str, Any] | None = None) -> Reading:
    """Return what is read of a mail."""
    context = context_of({**(world or POSITION), "text": text}, load_board)
    return read_orders(text.splitlines(), context)


def asked(reading: Reading) -> list[list[str]]:
    """Return the choices of each question, each as one text."""
    return [
        [", ".join(canonical(choice)) for choice in line.choices]
        for line in reading.lines
        if line.choices
    ]


def lines_of(name: str) -> Iterator[tuple[str, str]]:
    """Yield the lines of a table, each with its language."""
    return ((code, line) for code, lines in TABLES[name].items() for line in lines)


@pytest.mark.sampled(10)
@pytest.mark.parametrize(("code", "line"), [*lines_of("below")])
def test_words_below_orders_set_them_aside(code: str, line: str) -> None:
    """Nothing above is recorded, and one question has it all as it was written."""
    with speaking(code):
        found = read(f"{ORDERS}\n\n{line}\n")
    assert not found.orders
    (choices,) = asked(found)
    assert choices == [", ".join(READ)]


@pytest.mark.sampled(10)
@pytest.mark.parametrize(("code", "line"), [*lines_of("right_below"), *lines_of("below")])
def test_words_right_below_orders_set_them_aside(code: str, line: str) -> None:
    """A line that goes on right below the orders, in whatever words, has all of them asked about."""
    with speaking(code):
        found = read(f"{ORDERS}\n{line}\n")
    assert not found.orders
    (choices,) = asked(found)
    assert choices == [", ".join(READ)]


@pytest.mark.sampled(10)
@pytest.mark.parametrize(
    ("between", "code", "line"),
    [
        (between, *line)
        for name, between in (("friendly", "\n\n"), ("friendly_right_below", "\n"))
        for line in lines_of(name)
    ],
)
def test_talk_to_friends_sets_nothing_aside(between: str, code: str, line: str) -> None:
    """What people tell below their orders costs them no question."""
    with speaking(code):
        found = read(f"{ORDERS}{between}{line}\n")
    assert list(canonical(found.orders)) == READ
    assert not asked(found)


@pytest.mark.sampled(10)
@pytest.mark.parametrize(("code", "line"), [*lines_of("above"), *lines_of("heads_others")])
def test_words_above_orders_set_them_aside(code: str, line: str) -> None:
    """Nothing below is recorded, and one question has it all as it was written."""
    with speaking(code):
        found = read(f"{line}\n{ORDERS}\n")
    assert not found.orders
    (choices,) = asked(found)
    assert choices == [", ".join(READ)]


@pytest.mark.sampled(10)
@pytest.mark.parametrize("between", ["\n", "\n\n"])
@pytest.mark.parametrize(("code", "line"), [*lines_of("friendly_above")])
def test_talk_above_orders_sets_nothing_aside(between: str, code: str, line: str) -> None:
    """What people say of the last turn, or to open their mail, costs no question."""
    with speaking(code):
        found = read(f"{line}{between}{ORDERS}\n")
    assert list(canonical(found.orders)) == READ
    assert not asked(found)


@pytest.mark.sampled(10)
@pytest.mark.parametrize(("code", "line"), [*lines_of("heads_own")])
def test_headings_of_ones_own_set_nothing_aside(code: str, line: str) -> None:
    """What only says what the orders below are costs no question."""
    with speaking(code):
        found = read(f"{line}\n{ORDERS}\n")
    assert list(canonical(found.orders)) == READ
    assert not asked(found)


@pytest.mark.sampled(10)
@pytest.mark.parametrize(("code", "line"), [*lines_of("harmless")])
def test_courtesies_set_nothing_aside(code: str, line: str) -> None:
    """What people write beside their orders every day costs them no question."""
    with speaking(code):
        for text in (f"{line}\n{ORDERS}", f"{ORDERS}\n{line}"):
            found = read(text)
            assert list(canonical(found.orders)) == READ, text
            assert not asked(found)


@pytest.mark.sampled(10)
@pytest.mark.parametrize("mail", TABLES["mail"], ids=lambda mail: str(mail["text"]))
def test_what_words_speak_of_is_set_aside(mail: dict[str, Any]) -> None:
    """Only the orders that are spoken of wait; each question has its choices."""
    found = read(mail["text"], mail.get("world"))
    assert list(canonical(found.orders)) == mail["reads"]
    assert asked(found) == mail["asks"]


@given(
    st.sampled_from(CORPUS),
    st.sampled_from([(where, *one) for where in ("below", "above") for one in lines_of(where)]),
)
def test_no_order_is_recorded_beside_words_that_set_it_aside(
    record: dict[str, Any], said: tuple[str, str, str]
) -> None:
    """Whatever is ordered, and in whichever form: with such a line it is asked about, not taken."""
    where, code, line = said
    text = str(record["text"])
    assume(not any(name in line for name in ("Germany", "Deutschland", "Gearmáin", "Italy")))
    whole = f"{text}\n{line}" if where == "below" else f"{line}\n{text}"
    context = context_of({**record, "text": text}, load_board)
    with speaking(code):
        alone = read_each(text.splitlines(), context)
        found = read(whole, record)
    assume(alone.orders or alone.ahead)
    assert not found.orders
    assert not found.ahead
    assert any(line.reserves and line.problem for line in found.lines), whole


def test_orders_far_above_are_taken_back_too() -> None:
    """The words are looked for nearest to the orders, and a long letter between costs little."""
    talk = "\n".join(f"and then {number} more" for number in range(MOST_SAID // 3))
    assert not read(f"{ORDERS}\n{talk}\nScrap all that.").orders


@given(st.text(max_size=300))
def test_any_line_is_looked_at(text: str) -> None:
    """No line breaks the search for such words."""
    saying_of(text)
