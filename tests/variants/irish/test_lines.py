"""What players of Irish Diplomacy write that cannot be taken, line by line."""

from __future__ import annotations

from typing import Any

import pytest

from gm.contract.language import Verdict
from gm.games.diplomacy.language.mails import read_orders
from gm.games.diplomacy.language.walks import read_walks
from gm.games.diplomacy.readings import Context, Reading
from gm.games.diplomacy.wording.notation import order_text
from tests.variants.irish.reading import context_of, lines_of, tables

BAD = lines_of("bad-input.toml")


def read(lines: list[str], context: Context) -> Reading:
    """Return what a mail's lines come to, from a player or from the GM."""
    reader = read_walks if context.power == "GM" else read_orders
    return reader(lines, context)


@pytest.mark.sampled(10)
@pytest.mark.parametrize(
    ("where", "line"), BAD, ids=[f"{where}-{line['text']}" for where, line in BAD]
)
def test_bad_input_is_answered(where: str, line: dict[str, Any]) -> None:
    """The sentence says what is wrong and what would be right, and the rest of the mail counts."""
    table = tables("bad-input.toml")[where]
    good, bad = read([line.get("good", table["good"]), line["text"]], context_of(table)).lines
    assert good.verdict is Verdict.ACCEPTED
    assert good.orders
    assert [order_text(order) for order in bad.orders] == line.get("reads", [])
    said = bad.problem.message if bad.problem is not None else " ".join(bad.remarks)
    assert said == line["says"]
    assert bad.verdict is not Verdict.CHATTER


@pytest.mark.parametrize("where", tables("bad-input.toml"))
def test_bad_lines_do_no_harm_together(where: str) -> None:
    """However many bad lines a mail holds, the good one among them counts."""
    table = tables("bad-input.toml")[where]
    refused = [line["text"] for line in table["lines"] if not {"reads", "good"} & {*line}]
    half = len(refused) // 2
    mail = [*refused[:half], table["good"], *refused[half:]]
    alone = read([table["good"]], context_of(table)).orders
    assert alone
    assert read(mail, context_of(table)).orders == alone
