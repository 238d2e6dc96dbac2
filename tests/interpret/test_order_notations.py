"""Order lines from the wild: each reads as its meaning, or is asked about."""

import json
from pathlib import Path

import pytest

from gm.games.diplomacy.desk.reading import LineShown, context_of, read_record
from gm.games.diplomacy.language.mails import read_orders
from gm.games.diplomacy.map.files.boards import load_board

DATA = Path(__file__).parents[1] / "data"
CORPUS = [
    record
    for file in ("order-notations.json", "order-notations-2.json")
    for record in json.loads((DATA / file).read_text(encoding="utf-8"))
]
TOLD_OF = {"I promised Ulster 5 points"}
"""What tells of an earlier promise, and asks for nothing."""


def wanted(record: dict[str, object]) -> list[list[str]]:
    """Return the readings that count as right."""
    meaning = record["meaning"]
    right = [[meaning] if isinstance(meaning, str) else list(meaning or [])]
    if record.get("either"):
        right.append([str(record["likely"])] if meaning is None and record.get("likely") else [])
    return right


def read(record: dict[str, object]) -> LineShown:
    """Read one line of the corpus."""
    return read_record(record, load_board)


@pytest.mark.sampled(10)
@pytest.mark.parametrize(
    "record", CORPUS, ids=[f"{n}-{one['text']}" for n, one in enumerate(CORPUS)]
)
def test_a_line_from_the_wild_reads_as_meant(record: dict[str, object]) -> None:
    """A line gives its orders, in sequence, or none and a problem in full sentences."""
    answer = read(record)
    assert list(answer.orders) in wanted(record)
    assert bool(answer.orders) != bool(answer.problems)
    for problem in answer.problems:
        assert problem[0].isupper() or problem[0] == "“"
        assert problem.endswith((".", "?"))


@pytest.mark.parametrize(
    "text", ["A Liv H", "F nth - nor", "F Con -> Bul", "A ga - boh", "F ba - swe"]
)
def test_a_doubtful_name_is_asked_about_with_what_it_may_be(text: str) -> None:
    """The question names at least two full names."""
    record = next(one for one in CORPUS if one["text"] == text)
    problem = " ".join(read(record).problems)
    board = load_board("standard")
    named = [place for place in board.provinces.values() if place.name in problem]
    coasts = sum(coast in problem for coast in ("north coast", "east coast", "south coast"))
    assert len(named) + max(0, coasts - 1) >= 2


@pytest.mark.parametrize(
    "record",
    [one for one in CORPUS if one["meaning"] is None and one["text"] not in TOLD_OF],
    ids=lambda one: str(one["text"]),
)
def test_what_is_refused_is_told_in_a_mail_too(record: dict[str, object]) -> None:
    """No failed attempt at an order passes for talk."""
    reading = read_orders([str(record["text"])], context_of(record, load_board))
    assert reading.orders or reading.problems
