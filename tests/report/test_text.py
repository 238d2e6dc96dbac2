"""Plain text: 72 columns, hanging indents, aligned tables, nothing a stranger can hide in it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gm.report.wording.text import WIDTH, columns, fit, quiet, wrap

LINES = st.text(st.sampled_from("ab c-*!>.1\n"), max_size=400) | st.text(max_size=200)


@given(LINES)
def test_no_line_is_wider_than_the_page_but_for_one_word(text: str) -> None:
    """Only a word that is itself too long may stand out, alone on its line."""
    for line in fit(text).split("\n"):
        assert len(line) <= WIDTH or len(line.split()) <= 2


@given(LINES)
def test_no_word_is_lost(text: str) -> None:
    """Wrapping moves words and drops none."""
    assert fit(text).split() == text.split()


@given(LINES)
def test_fitting_twice_changes_nothing(text: str) -> None:
    """What fits is left alone."""
    once = fit(text)
    assert once.endswith("\n")
    assert "\n\n\n" not in once
    assert fit(once) == once


def test_a_list_item_hangs_under_its_mark() -> None:
    """The second line of an item begins under the first word."""
    first, second = wrap("- " + "word " * 18)
    assert first.startswith("- word")
    assert second.startswith("  word")


def test_an_address_is_never_broken() -> None:
    """A long word stays whole."""
    address = "gm+" + "x" * 80 + "@games.example.org"
    assert address in fit(f"Write to {address} today.")


def test_figures_stand_to_the_right() -> None:
    """Columns of figures are set right, others left; a wide table closes up."""
    assert columns([("", "centres"), ("Ulster", "3"), ("Munster", "12")]) == [
        "           centres",
        "  Ulster         3",
        "  Munster       12",
    ]
    wide = columns([["x" * 12] * 5, ["1"] * 5])
    assert all(len(line) <= WIDTH for line in wide)


@given(st.text(max_size=100))
def test_a_strangers_words_become_one_quiet_line(text: str) -> None:
    """No line break, control or direction character survives."""
    assert not set(quiet(text)) & set("\n\r\t\0\x1b\u2028\u202e\u2066")
