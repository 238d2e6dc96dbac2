"""Lines of keywords: read as they stand, mended where one thing can be meant, else a choice."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm.interpret.keyword_lines import KeywordLines, KeywordPhrase
from gm.interpret.name_index import name_index

GRAMMAR = """
start: move | policy | attack | cond

move: _MOVE PLACE (_TO PLACE)+ SEA?
policy: _SET _UPGRADE COLOUR
attack: _ATTACK PLACE _TO PLACE TIMES? CLEAR?
cond: _IF PLACE _THEN move

_MOVE: /move|m/i
_SET: /set/i
_UPGRADE: /upgrade/i
_ATTACK: /attack/i
_IF: /if/i
_THEN: /then/i
_TO: /-+>|-|to|,/i
SEA: /by sea/i
COLOUR: /always|never|blue/i
TIMES: /x ?\\d{1,2}/i
CLEAR: /until clear/i
%declare PLACE
"""

PLACES = name_index(
    {
        "COR1": ("Tipperary",),
        "COR3": ("North Cork",),
        "COR5": ("Cork city", "Cork 5"),
        "DUB6": ("Dublin South",),
        "KER5": ("Tralee",),
        "TUL": ("Tulla",),
        "CLO": ("Clonroad",),
        "CLA": ("Clare Abbey",),
        "4-4": (),
        "3-4": (),
    }
)


@dataclass(frozen=True)
class Line:
    """What a line of the test grammar orders: its words in order."""

    words: tuple[str, ...]


def made(phrase: KeywordPhrase) -> Line:
    """Return a line of the words of a phrase and of the parts in it."""
    own = [word.meant or word.text.upper() for word in phrase.words]
    inner = [word for part in phrase.parts for word in made(part).words]
    return Line((phrase.rule.upper(), *own, *inner))


def text(line: Line) -> str:
    """Return it as words."""
    return " ".join(line.words)


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> KeywordLines[Line]:
    """The lines of a grammar like those of the games."""
    path: Path = tmp_path_factory.mktemp("grammar") / "lines.lark"
    path.write_text(GRAMMAR, encoding="utf-8")
    rules = ("move", "policy", "attack", "cond")
    return KeywordLines(path, dict.fromkeys(rules, made), text, {"PLACE": PLACES})


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("MOVE COR1 -> COR5", "MOVE COR1 COR5"),
        ("m tipperary – Cork City.", "MOVE COR1 COR5"),
        ("Move Cork 5 to Cor 1 to TUL", "MOVE COR5 COR1 TUL"),
        ("move clo-tul", "MOVE CLO TUL"),
        ("MOVE COR5 -> KER5 BY SEA", "MOVE COR5 KER5 BY SEA"),
        ("set upgrade   blue", "POLICY BLUE"),
        ("ATTACK 4-4 -> 3-4 X2 UNTIL CLEAR", "ATTACK 4-4 3-4 X2 UNTIL CLEAR"),
        ("attack 4-4 3-4", ""),
        ("cond nothing", ""),
        ("IF clonr THEN MOVE CLA -> CLO", "COND CLO MOVE CLA CLO"),
    ],
)
def test_a_line_as_it_stands(lines: KeywordLines[Line], line: str, words: str) -> None:
    """Names in any of their forms, keywords in any case, every kind of dash and arrow."""
    read = lines.read(line)
    assert (text(read.made) if read.made is not None else "") == words
    assert not read.mended


@pytest.mark.parametrize(
    ("line", "mended"),
    [
        ("MOEV COR1 -> COR5", "MOVE COR1 COR5"),
        ("MOVE Clonrod -> TUL", "MOVE CLO TUL"),
        ("SET UPGRDE NEVR", "POLICY NEVER"),
        ("ATACK 4-4 -> 3-4", "ATTACK 4-4 3-4"),
    ],
)
def test_an_unmistakable_slip_is_mended_and_told(
    lines: KeywordLines[Line], line: str, mended: str
) -> None:
    """What was made of it can be said to whoever wrote it."""
    read = lines.read(line)
    assert read.made is not None
    assert read.mended == mended


def test_what_may_mean_several_is_a_choice(lines: KeywordLines[Line]) -> None:
    """An ambiguous beginning is never guessed."""
    read = lines.read("MOVE CORK -> COR")
    assert read.made is None
    assert [choice for choice, _ in read.choices] == [
        "MOVE COR5 COR1",
        "MOVE COR5 COR3",
        "MOVE COR5 COR5",
    ]


def test_what_cannot_be_read_says_where_and_why(lines: KeywordLines[Line]) -> None:
    """The smallest piece, what could stand there, and what may have been meant."""
    read = lines.read("SET UPGRADE GREEN")
    assert (read.made, read.piece, read.expected) == (None, "GREEN", ("ALWAYS",))
    read = lines.read("MOVE TULSK -> CLO")
    assert (read.made, read.piece, read.expected) == (None, "TULSK", ("place",))
    assert [choice for choice, _ in read.choices] == ["MOVE TUL CLO"]
    assert lines.read("Dear GM, all the best").choices == ()
    assert lines.read("x" * 5000).made is None
    assert lines.read("").made is None


def test_a_figure_is_never_a_slip(lines: KeywordLines[Line]) -> None:
    """COR4 is no safe COR5."""
    read = lines.read("MOVE COR1 -> COR4")
    assert read.made is None
    assert "MOVE COR1 COR3" in [choice for choice, _ in read.choices]


@given(st.text(max_size=200))
def test_any_text_is_read_to_an_end(any_text: str) -> None:
    """No line breaks the reader, and what is made of one is read again as the same."""
    path = Path(__file__).parent / "keyword_lines.lark"
    found = KeywordLines(path, {"count": made}, text).read(any_text)
    assert found.made is None or isinstance(found.made, Line)
