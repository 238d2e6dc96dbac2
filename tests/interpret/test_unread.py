"""Lines of a mail of which nothing comes, told apart by what they say: `beside.toml`, `everyday.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm.contract.language import People, Talk
from gm.games.diplomacy.language.mails import read_orders
from gm.games.diplomacy.language.sections import command_on, words_on
from gm.games.diplomacy.readings import Context
from gm.interpret.commands import command_of
from gm.interpret.folding import fold
from gm.interpret.unread import talk_of, unread_lines
from tests.interpret.conftest import position

HERE = Path(__file__).parent
EVERYDAY = tomllib.loads((HERE / "everyday.toml").read_text(encoding="utf-8"))
BESIDE = tomllib.loads((HERE / "beside.toml").read_text(encoding="utf-8"))
PEOPLE = People(("Jean Dupont", "jean"), ("Maeve",))
ORDERS = ("A Par - Bur", "A Mar H", "F Bre - MAO")


@pytest.fixture(scope="module")
def france() -> Context:
    """France in Spring 1901."""
    units = dict.fromkeys(("A PAR", "A MAR", "F BRE"), "FRANCE")
    return position("standard", "S1901M", "FRANCE", units)


def told(context: Context, lines: list[str]) -> list[tuple[str, Talk]]:
    """Return the lines of a mail of which nothing comes, with what each is."""
    read = read_orders(lines, context)
    return [
        (one.text, one.talk)
        for one in unread_lines(lines, [read], words_on(context.board), PEOPLE)
    ]


@pytest.mark.parametrize("line", EVERYDAY["commands"])
def test_a_word_that_is_a_command(line: str) -> None:
    """In capitals with whatever around it, in small letters by itself."""
    assert command_of(fold(line)) is not None


@pytest.mark.parametrize("line", EVERYDAY["talk"])
def test_a_word_that_could_be_talk(line: str, france: Context) -> None:
    """It is no command, and shown as what was not read."""
    assert command_on(france.board, fold(line)) is None
    read = read_orders([line, *ORDERS], france)
    assert read.commands == ()
    assert len(read.orders) == len(ORDERS)


@pytest.mark.sampled(10)
@pytest.mark.parametrize(
    ("line", "kind"), [(line, Talk[kind.upper()]) for kind in BESIDE for line in BESIDE[kind]]
)
def test_each_line_is_what_it_says(line: str, kind: Talk, france: Context) -> None:
    """Between two orders it takes none of them away, and is told of unless it says nothing."""
    lines = [ORDERS[0], line, ORDERS[1]]
    assert talk_of(line, words_on(france.board), PEOPLE) is kind
    found = told(france, lines)
    assert found == ([] if kind is Talk.NOTHING else [(line, kind)])
    assert len(read_orders(lines, france).orders) == 2


@pytest.mark.parametrize(
    "end",
    [
        "Cheers\nBob",
        "Thanks,\nJean",
        "LG\nAnna Maria",
        "Le meas\nSeán",
        "best\nbob",
    ],
)
def test_a_signature_is_not_told(end: str, france: Context) -> None:
    """Nor is a name that nobody knows, below what closes a letter."""
    assert told(france, [*ORDERS, "", *end.split("\n")]) == []


@pytest.mark.parametrize(
    "end", ["Bob", "- Bob", "Decoy", "Attrappe", "Bréag", "Spring?", "(autumn)"]
)
def test_a_last_word_that_is_nobodys_name_is_told(end: str, france: Context) -> None:
    """It may say what the orders are; his own name, or what is short for it, says nothing."""
    assert [text for text, _ in told(france, [*ORDERS, "", end])] == [end]


@pytest.mark.parametrize(
    "end", ["Draft", "Thanks\nWait till Monday", "Cancel", "Cheers\nnot yet", "Help?"]
)
def test_what_means_something_is_no_signature(end: str, france: Context) -> None:
    """A last word that is known is no name: it is told, or the orders wait for an answer."""
    lines = [*ORDERS, *end.split("\n")]
    assert told(france, lines) or len(read_orders(lines, france).orders) < len(ORDERS)


@given(
    st.lists(
        st.sampled_from([*ORDERS, *(one for kind in BESIDE.values() for one in kind)]), max_size=12
    )
)
def test_every_line_is_read_or_told_or_says_nothing(lines: list[str]) -> None:
    """Whatever stands beside whatever, no line vanishes."""
    units = dict.fromkeys(("A PAR", "A MAR", "F BRE"), "FRANCE")
    context = position("standard", "S1901M", "FRANCE", units)
    said = {text for text, _ in told(context, lines)}
    for line in lines:
        quiet = line in BESIDE["nothing"] or line in ORDERS
        assert quiet or line in said


@pytest.mark.parametrize(
    "line",
    [
        "I promised Ulster 5 points",
        "I gave Ulster 2 points",
        "I paid Ulster 5",
        "Gheall mé 5 phointe do Ulster",
        "Ich habe Ulster 5 Punkte gegeben",
        "Ulster said pay me 5",
    ],
)
def test_what_was_said_pays_nobody(line: str, position: Callable[..., Context]) -> None:
    """Neither as a player writes it, nor as the GM enters it, who is told why."""
    context = position("republic", "W1016A", "MUNSTER", {"A KkW": "MUNSTER"})
    read = read_orders([line], context)
    assert (read.orders, read.problems) == ((), ())
    assert told(context, [line]) == [(line, Talk.REMARK)]
    strict = read_orders([line], context, strict=True)
    assert strict.orders == ()
    assert strict.problems
