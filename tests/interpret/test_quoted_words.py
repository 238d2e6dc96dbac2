"""A GM's words by mail: whole between quotation marks of any kind, and as he wrote them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm.interpret.gm_words import DOES, LOOKS, OpenQuote, cleaned, quoted_line, wishes, words_of

MARKS = [
    ('"', '"'),
    ("“", "”"),
    ("„", "“"),
    ("„", '"'),
    ("”", "”"),
    ("«", "»"),
    ("»", "«"),
    ("‘", "’"),
    ("‚", "‘"),
    ("‹", "›"),
    ("'", "'"),
    ("''", "''"),
    ("``", "''"),
    ("＂", "＂"),
    ("&quot;", "&quot;"),
    ("&ldquo;", "&rdquo;"),
]
HYPHENS = ["--", "—", "–", "–-", "‐‐", "−−"]
ORDER = ["order", "set", "FRANCE", "A Par - Bur", "--reason", "by phone"]

_GM = (Path(__file__).parents[2] / "docs" / "gm.md").read_text()
_TYPED = re.findall(r"^ {4}gm ([a-z].*?)(?: {2,}#.*)?$", _GM, re.M) + re.findall(
    r"`gm ([^`]+)`", _GM
)
_MAILED = [" ".join(one.split()) for one in re.findall(r"`GM ([^`]+)`", _GM)]


def _documented() -> list[list[str]]:
    """Return the words of each command in the GM's handbook that can come by mail."""
    can = {*DOES, *LOOKS}
    read = [words_of(" ".join(one.split())) for one in (*_MAILED, *_TYPED)]
    return [one for one in read if tuple(one[:2]) in can or tuple(one[:1]) in can]


def _marked(word: str, opening: str, closing: str, hyphens: str) -> str:
    """Write a word with marks round it if it needs them; a shell's own where it holds a mark."""
    if " " not in word:
        return re.sub(r"^--(?=\w)", hyphens, word)
    return quoted_line([word]) if set(word) & {'"', "'"} else f"{opening}{word}{closing}"


@pytest.mark.sampled(10)
@pytest.mark.parametrize("hyphens", HYPHENS)
@pytest.mark.parametrize(("opening", "closing"), MARKS)
def test_every_command_of_the_handbook_survives_its_marks(
    opening: str, closing: str, hyphens: str
) -> None:
    """Whatever a mail program makes of quotes and of two hyphens, the words are the same."""
    documented = _documented()
    assert ORDER in documented
    assert len(documented) > 30
    for words in documented:
        line = " ".join(_marked(one, opening, closing, hyphens) for one in words)
        assert words_of(cleaned(line)) == words, line


@pytest.mark.parametrize(("opening", "closing"), MARKS)
def test_the_documented_order_is_the_order(opening: str, closing: str) -> None:
    """All of it is one word, and so is the reason."""
    line = f"GM order set FRANCE {opening}A Par - Bur{closing} —reason {opening}by phone{closing}"
    (wish,) = wishes([line], "tara")
    assert not wish.fault
    assert wish.words == ("order", "set", "tara", *ORDER[2:])


CASES = [
    ("pause --reason Niall's", ["pause", "--reason", "Niall's"]),
    ("pause --reason Niall’s", ["pause", "--reason", "Niall’s"]),
    ("pause --reason “Niall’s illness”", ["pause", "--reason", "Niall’s illness"]),
    ("pause --reason ‘Niall’s illness’", ["pause", "--reason", "Niall’s illness"]),
    ("pause --reason 'Niall's illness'", ["pause", "--reason", "Niall's illness"]),
    ("pause --reason 'Niall's and Maeve's'", ["pause", "--reason", "Niall's and Maeve's"]),
    ("pause --reason 'Niall'\"'\"'s illness'", ["pause", "--reason", "Niall's illness"]),
    ("pause --reason ‘Niall’”’”’s illness’", ["pause", "--reason", "Niall's illness"]),
    ("pause --reason=“für die Brücke”", ["pause", "--reason=für die Brücke"]),
    ("pause —reason=«l'été»", ["pause", "--reason=l'été"]),
    ('pause --reason "he said "no" to me"', ["pause", "--reason", 'he said "no" to me']),
    ('pause --reason "he said \\"no\\" to me"', ["pause", "--reason", 'he said "no" to me']),
    ("pause --reason „er sagte ‚nein‘ dazu“", ["pause", "--reason", "er sagte ‚nein‘ dazu"]),
    ("pause --reason by\\ phone", ["pause", "--reason", "by phone"]),
    ("deadline −24h", ["deadline", "-24h"]),
    ("game set sign‑up=open", ["game", "set", "sign-up=open"]),
    ("player add Seán@example.org", ["player", "add", "Seán@example.org"]),
    ("pause \N{GRINNING FACE}", ["pause"]),
    ("pause --reason ''", ["pause", "--reason", ""]),
    ("pause --reason “”", ["pause", "--reason", ""]),
    ("pause --reason “a – b”", ["pause", "--reason", "a – b"]),
]


@pytest.mark.parametrize(("line", "words"), CASES)
def test_words_are_what_was_meant(line: str, words: list[str]) -> None:
    """Apostrophes, quotations within quotations, accents and dashes stay as they were written."""
    assert words_of(cleaned(line)) == words


OPEN = [
    "pause --reason 'ill",
    "pause --reason “ill",
    'order set FRANCE "A Par - Bur --reason phone',
    'pause --reason "a" b"',
    "pause --reason 'the players' wish'",
]


@pytest.mark.parametrize("line", OPEN)
def test_a_mark_left_open_is_a_fault(line: str) -> None:
    """It is not guessed where the word ends, and the GM is told what would be right."""
    with pytest.raises(OpenQuote):
        words_of(line)
    (wish,) = wishes([f"GM {line}"], "tara")
    assert wish.words == ()
    assert "put the same mark before and behind" in wish.fault


@given(st.lists(st.text("ab \"'’“”$\\-=", max_size=8), min_size=1, max_size=5))
def test_a_line_that_is_shown_can_be_sent_again(words: list[str]) -> None:
    """What the question shows is read as the same words."""
    assert words_of(quoted_line(words)) == words


@given(st.text("ab \"'’“”«»„‘–—-\\=;", max_size=40))
def test_any_line_is_words_or_a_fault(line: str) -> None:
    """It always ends, and loses no letter."""
    try:
        words = words_of(line)
    except OpenQuote:
        return
    letters = [one for one in line if one in "ab"]
    assert [one for word in words for one in word if one in "ab"] == letters
