"""What players of Republic write, good and bad, line by line."""

from __future__ import annotations

from typing import Any

import pytest

from gm.contract.language import Verdict
from gm.games.diplomacy.language.mails import read_orders
from gm.games.diplomacy.wording.notation import order_text
from gm.interpret.line_notes import noted
from tests.variants.republic.reading import context_of, lines_of, tables

SPELLINGS = lines_of("spellings.toml")
BAD = lines_of("bad-input.toml")


def names(lines: list[tuple[str, dict[str, Any]]]) -> list[str]:
    """Return a name for each line."""
    return [f"{where}-{line['text']}" for where, line in lines]


@pytest.mark.sampled(10)
@pytest.mark.parametrize(("where", "line"), SPELLINGS, ids=names(SPELLINGS))
def test_a_spelling_is_read(where: str, line: dict[str, Any]) -> None:
    """Each way of writing an order gives the order (Republic 12, 13)."""
    context = context_of(tables("spellings.toml")[where])
    read = read_orders([line["text"]], context)
    said = [problem.message for problem in read.problems]
    assert [order_text(order) for order in read.orders] == line["reads"], said


@pytest.mark.sampled(10)
@pytest.mark.parametrize(("where", "line"), BAD, ids=names(BAD))
def test_bad_input_is_answered(where: str, line: dict[str, Any]) -> None:
    """The sentence says what is wrong and what would be right, and the rest of the mail counts."""
    table = tables("bad-input.toml")[where]
    read = read_orders([line.get("good", table["good"]), line["text"]], context_of(table))
    good, bad = read.lines
    assert good.verdict is Verdict.ACCEPTED
    assert good.orders
    assert [order_text(order) for order in bad.orders] == line.get("reads", [])
    said = bad.problem.message if bad.problem is not None else " ".join(bad.remarks)
    assert said == line["says"]
    assert bad.verdict is not Verdict.CHATTER


@pytest.mark.sampled(4)
@pytest.mark.parametrize("where", tables("bad-input.toml"))
def test_bad_lines_do_no_harm_together(where: str) -> None:
    """However many bad lines a mail holds, the good one among them counts."""
    table = tables("bad-input.toml")[where]
    refused = [line["text"] for line in table["lines"] if not {"reads", "good"} & {*line}]
    half = len(refused) // 2
    mail = [*refused[:half], table["good"], *refused[half:]]
    alone = read_orders([table["good"]], context_of(table)).orders
    assert read_orders(mail, context_of(table)).orders == alone


def test_remarks_name_their_line() -> None:
    """A remark is told with the line that it is about, as it was written."""
    table = tables("bad-input.toml")["winter"]
    read = read_orders(["Pay 31   to Ulster", "Build A London"], context_of(table))
    told = [note for line in read.lines for note in noted(line)]
    assert told[0].startswith("“Pay 31 to Ulster”: You have 30 points")
    assert told[1:] == ["“Build A London”: Read London as Derry."]
