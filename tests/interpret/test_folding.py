"""Typography is folded into plain signs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm.interpret.folding import fold, has_look_alikes, look_alikes, without_afterthought


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("A Mun – Tyr", "A Mun - Tyr"),
        ("A Mun — Tyr", "A Mun - Tyr"),
        ("A Mun − Tyr", "A Mun - Tyr"),
        ("A Mun → Tyr", "A Mun -> Tyr"),
        ("A Mun ➜ Tyr", "A Mun -> Tyr"),
        ("A\u00a0Mun\u2009-\u202fTyr", "A Mun - Tyr"),
        ("\ufeffA Mun\u200b - Ty\u00adr", "A Mun - Tyr"),
        ("Ａ Ｍｕｎ － Ｔｙｒ", "A Mun - Tyr"),
        ("‘A Mun’", "'A Mun'"),
        ("“A Mun”", "A Mun"),
        ("• A Mun", "* A Mun"),
        ("A Mun -&gt; Tyr", "A Mun -> Tyr"),
        ("A Mun&nbsp;&ndash; Tyr", "A Mun - Tyr"),
        ("A Mun -&amp;gt; Tyr", "A Mun -> Tyr"),
        ("<b>A Mun</b> - Tyr<br />", "A Mun - Tyr"),
        ("A München - Tyr", "A Munchen - Tyr"),
        ("\tA  Mun\t", "A Mun"),
    ],
)
def test_a_line_is_folded_into_plain_signs(written: str, plain: str) -> None:
    """Dashes, arrows, quotes, blanks and invisible characters of any kind become plain."""
    assert fold(written) == plain


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("if X then (a; b) else (c; d)", "if X then (a, b) else (c, d)"),
        ("if X then (if Y then (a; b) else c; d)", "if X then (if Y then (a, b) else c, d)"),
        ("if X then (pay 3 (toll; ha); b); c", "if X then (pay 3 (toll; ha), b); c"),
        ("if X then a; b (c; d)", "if X then a; b (c; d)"),
        ("if X then (a; b", "if X then (a, b"),
    ],
)
def test_a_branch_in_brackets_stays_whole(written: str, plain: str) -> None:
    """Semicolons in the brackets of a branch join its orders; all others part orders."""
    assert fold(written) == plain


@given(st.text())
def test_folding_twice_changes_no_blank(text: str) -> None:
    """A folded line has single blanks, none around it, and no control characters."""
    folded = fold(text)
    assert folded == " ".join(folded.split())
    assert all(char.isprintable() for char in folded)


def test_look_alikes_are_found_and_replaced() -> None:
    """A Cyrillic A among Latin letters is seen, and a mended line can be suggested."""
    assert has_look_alikes("А Mun - Tyr")
    assert look_alikes("А Mun - Tyr") == "A Mun - Tyr"
    assert not has_look_alikes("A Mun - Tyr")
    assert not has_look_alikes("Здравствуйте")


def test_an_afterthought_behind_a_back_arrow_goes() -> None:
    """What an arrow pointing back says of the line is no part of it."""
    assert without_afterthought("A Par - Bur <-- changed!") == "A Par - Bur"
    assert without_afterthought("A Par -> Bur") == "A Par -> Bur"
