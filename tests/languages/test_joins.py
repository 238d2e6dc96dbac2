"""Little words before names change as the language has it."""

from __future__ import annotations

import pytest

from gm.languages import gettext, speaking
from gm.languages.speaking import joined

CASES = [
    ("ga", "aonad i {place}", "Edinburgh", "aonad in Edinburgh"),
    ("ga", "aonad i {place}", "Munich", "aonad i Munich"),
    ("ga", "aonad in {place}", "Munich", "aonad i Munich"),
    ("ga", "In {place}", "meadow", "I meadow"),
    ("ga", "in {place}", "3 chéim", "in 3 chéim"),
    ("ga", "I {place}", "Albania", "In Albania"),
    ("ga", "teorainn le {place}", "Ír", "teorainn le hÍr"),
    ("ga", "pointe do {place}", "Italy", "pointe d'Italy"),
    ("ga", "ó Earrach go {place}", "Earrach 1902", "ó Earrach go hEarrach 1902"),
    ("ga", "tacaíocht do {place}", "A Mun - Tyr", "tacaíocht do A Mun - Tyr"),
    ("ga", "le {place}", "5 phointe", "le 5 phointe"),
    ("ga", "le {place}", "<b>Austria</b>", "le h<b>Austria</b>"),
    ("ga", "ag {place}", "Austria", "ag Austria"),
    ("ga", "{place}", "We go on", "We go on"),
    ("de", "in {place}", "Edinburgh", "in Edinburgh"),
]


@pytest.mark.parametrize(("code", "sentence", "value", "said"), CASES)
def test_a_word_before_a_name(code: str, sentence: str, value: str, said: str) -> None:
    """A word right before a place is written as what fills the place asks for; nothing else is."""
    assert joined(code, sentence, {"place": value}).format(place=value) == said


def test_a_sentence_is_joined_when_it_is_said() -> None:
    """The sentences of a language are said with their little words changed."""
    with speaking("ga"):
        assert gettext("No such unit stands in {place}.", place="Edinburgh").endswith(
            " in Edinburgh."
        )
