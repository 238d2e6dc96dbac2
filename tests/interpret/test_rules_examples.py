"""What the rules text shows a player to write is read as he would mean it."""

from __future__ import annotations

import re

import pytest

from gm.adapters.boards import load_board
from gm.interpret.lines import read_line
from gm.report.notation import order_text
from gm.variants.rules_text import rules_as_played
from tests.interpret.conftest import position

SETTINGS = {
    "profile": "1971",
    "payments": "public",
    "removals": "need",
    "winters": "own",
    "keep_impossible": "no",
}
READ_AS = {
    "A(KkW)-B((KkW)-(Wat))": "A KkW ATTACK BRIDGE KkW-Wat",
    "A KkW attacks the bridge KkW-Wat": "A KkW ATTACK BRIDGE KkW-Wat",
    "A KkW attacks the bridge KkW-Wat of Munster": "A KkW ATTACK BRIDGE KkW-Wat OF MUNSTER",
    "A(Ker)-CoS": "A Ker - CoS",
    "A Ker - CoS": "A Ker - CoS",
    "F(STG) S A(Wat)-WxS": "F STG S A Wat - WxS",
    "A Ker supports A CoS": "A Ker S A CoS",
    "F(Wat) converts to army": "F Wat CONVERT",
    "Build A(DbN)": "B A DbN",
    "Build F Cork South": "B F CoS",
    "Build bridge linking Kilkenny West and Waterford": "B BRIDGE KkW-Wat",
    "Remove bridge KkW-Wat": "D BRIDGE KkW-Wat",
    "Remove A(Ker)": "D A Ker",
    "Pay 5 to Munster (toll)": "PAY 5 MUNSTER (toll)",
    "Receive 5 points from Ulster": "RECEIVE 5 ULSTER",
    "If A(KkW) is dislodged then remove bridge KkW-Wat else build A DbN": (
        "IF A KkW DISLODGED THEN D BRIDGE KkW-Wat ELSE B A DbN"
    ),
}
"""Every example, as it is understood."""


def shown() -> list[str]:
    """Return every order that the rules of Republic show in quotation marks."""
    chapters = rules_as_played("republic", load_board("republic"), SETTINGS)
    text = " ".join(one.text for chapter in chapters for one in chapter.paragraphs)
    return re.findall(r'"([^"]+)"', text)


HOMES = {"ULSTER": "BeN", "MUNSTER": "CoS", "LEINSTER": "DbN"}


def read(text: str) -> set[str]:
    """Return what a line is read as, whoever writes it, in an autumn and in its winter."""
    found = set()
    for power, home in HOMES.items():
        for phase, units in (
            ("F1016M", ("A KkW", "A Ker", "A CoS", "F STG", "F Wat")),
            ("F1016M", ("F STG", "A Wat")),
            ("W1016A", ("A KkW", "A Ker", "F Wat")),
        ):
            context = position(
                "republic",
                phase,
                power,
                dict.fromkeys(units, power),
                centres={home: power},
                bridges=(f"KkW-Wat {power}", "KkW-Wat MUNSTER", "Wat-WxS MUNSTER"),
            )
            line = read_line(1, text, context, strict=True)
            found |= {order_text(one, context.board) for one in line.orders}
    return found


def test_every_example_is_known() -> None:
    """An example that is added to the rules is added here, with what it means."""
    assert set(shown()) == set(READ_AS)


@pytest.mark.parametrize("example", READ_AS)
def test_an_example_is_read_as_the_rules_mean_it(example: str) -> None:
    """A player may copy it."""
    assert read(example) == {READ_AS[example]}
