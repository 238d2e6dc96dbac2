"""Where what stands below a text ends: a company's notice, a signature, a footer."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from gm.mail.quotes import own_text
from gm.mail.values import DropReason
from tests.mail.reading.letters import REPORT, lines_of

TAILS = tomllib.loads(Path(__file__).with_name("tails.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("original", TAILS["original"])
@pytest.mark.parametrize("above", TAILS["above"])
@pytest.mark.parametrize("gap", ["\n", "\n\n"])
def test_a_quote_begins_directly_below_a_notice(above: str, original: str, gap: str) -> None:
    """Nothing of it is its reader's, whatever a gateway put above it."""
    lines = lines_of(f"A Mun - Tyr\n\n{above}{gap}{original}\n\n{REPORT}")
    assert lines[0] == "A Mun - Tyr"
    assert set(lines[1:]) <= set(above.splitlines())


@pytest.mark.parametrize("original", TAILS["original"])
@pytest.mark.parametrize("above", TAILS["above"])
def test_a_quote_is_no_part_of_the_tail_above_it(above: str, original: str) -> None:
    """What is looked for in a tail is looked for in its writer's alone."""
    read = own_text([*f"A Mun - Tyr\n{above}\n{original}".splitlines(), *REPORT.splitlines()])
    tails = (DropReason.SIGNATURE, DropReason.FOOTER)
    assert not any("A MUN" in drop.text for drop in read.dropped if drop.reason in tails)
    assert any("A MUN" in drop.text for drop in read.dropped)


@pytest.mark.parametrize("line", TAILS["prose"])
def test_a_label_in_prose_begins_no_quote(line: str) -> None:
    """It takes a block of them, with an address or a date."""
    assert lines_of(f"A Mun - Tyr\n{line}\nA Ber H") == ["A Mun - Tyr", line, "A Ber H"]


@pytest.mark.parametrize(("line", "left"), TAILS["behind"])
def test_words_behind_a_clients_line_are_its_owners(line: str, left: str) -> None:
    """Unless they are the excuse of all who write on small keyboards."""
    assert lines_of(f"A Mun - Tyr\n\n{line}") == ["A Mun - Tyr", *([left] if left else [])]


def test_few_words_below_a_quote_without_marks_are_kept_apart() -> None:
    """A longer text there is the quote's."""
    few = own_text(["gm said:", "A Mun - Bur", "", "I would rather not."])
    below = [drop.text for drop in few.dropped if drop.reason is DropReason.BELOW_QUOTE]
    assert (few.lines, below) == ((), ["I would rather not."])
    long = own_text(["gm said:", "A Mun - Bur", "", *["more"] * 5])
    assert all(drop.reason is DropReason.QUOTE for drop in long.dropped)
