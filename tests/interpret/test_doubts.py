"""What says no to an order, or puts it off, never lets it act: it is understood or asked about."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from gm.contract.language import Verdict
from gm.games.diplomacy.desk.reading import canonical, context_of
from gm.games.diplomacy.language.mails import read_orders
from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.readings import LineReading
from gm.languages import speaking

HERE = Path(__file__).parent
SECTIONS = tomllib.loads((HERE / "doubts.toml").read_text(encoding="utf-8"))
LINES = [(name, line) for name, section in SECTIONS.items() for line in section["lines"]]
CORPUS = [
    record
    for file in ("order-notations.json", "order-notations-2.json")
    for record in json.loads((HERE.parent / "data" / file).read_text(encoding="utf-8"))
    if record["meaning"] is not None and "WAIVE" not in record["meaning"]
]
DENIALS = {
    "en": ("not", "don't", "no", "never", "cancelled", "(cancelled)", "- no wait", "scrap that"),
    "de": ("nicht", "kein", "niemals", "gestrichen", "(storniert)", "- doch nicht"),
    "ga": ("Ná", "ní", "gan", "(curtha ar ceal)", "cealaithe"),
}


def read(world: dict[str, Any], text: str, *, strict: bool = False) -> tuple[LineReading, ...]:
    """Return the readings of a line in the position of a section or a record."""
    context = context_of({**world, "text": text}, load_board)
    return read_orders([text], context, strict=strict).lines


@pytest.mark.sampled(10)
@pytest.mark.parametrize(("name", "line"), LINES, ids=[f"{a}-{b['text']}" for a, b in LINES])
def test_words_of_doubt_are_asked_about(name: str, line: dict[str, Any]) -> None:
    """No order comes of the line, in a mail either; what it may have meant can be answered."""
    found = read(SECTIONS[name], line["text"])
    assert list(canonical(order for one in found for order in one.orders)) == line.get("reads", [])
    problems = [one for one in found if one.problem is not None]
    if "asks" not in line:
        assert not problems
        return
    (asked,) = problems
    assert asked.problem is not None
    assert asked.problem.message.startswith(line["says"])
    assert [text for one in asked.choices for text in canonical(one)] == line["asks"]
    assert asked.verdict in {Verdict.AMBIGUOUS, Verdict.UNREADABLE}


@given(
    st.sampled_from(CORPUS),
    st.sampled_from([(code, word) for code, words in DENIALS.items() for word in words]),
    st.data(),
)
def test_a_denied_order_is_never_carried_out(
    record: dict[str, Any], denial: tuple[str, str], data: st.DataObject
) -> None:
    """A word of denial before, in or behind an order of the corpus never leaves that order."""
    code, word = denial
    words = str(record["text"]).split()
    assume("\n" not in str(record["text"]))
    at = data.draw(st.sampled_from([0, len(words), *range(len(words))]))
    text = " ".join((*words[:at], word, *words[at:]))
    before = {*canonical(o for one in read(record, str(record["text"])) for o in one.orders)}
    with speaking(code):
        found = read(record, text)
    after = {*canonical(order for one in found for order in one.orders)}
    assert not (before and before <= after), text
