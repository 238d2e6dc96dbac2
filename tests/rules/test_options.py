"""Settings that are words, numbers, or either."""

from __future__ import annotations

import pytest

from gm.contract.rules import Option
from gm.errors import VariantError
from gm.games.diplomacy.variants import VARIANTS
from gm.report.wording.sentence_parts import allowed_words

WORDS = Option("payments", ("public", "private"), "")
NUMBER = Option("goal", ("200",), "", numbers=(1, 9999))
EITHER = Option("final_year", ("none",), "", numbers=(1974, 9999))


@pytest.mark.parametrize(
    ("option", "value", "taken"),
    [
        (WORDS, "public", True),
        (WORDS, "Public", False),
        (WORDS, "1", False),
        (NUMBER, "200", True),
        (NUMBER, "1", True),
        (NUMBER, "9999", True),
        (NUMBER, "0", False),
        (NUMBER, "10000", False),
        (NUMBER, "99999999999999999999", False),
        (NUMBER, "0200", False),
        (NUMBER, "+5", False),
        (NUMBER, "-5", False),
        (NUMBER, "5.0", False),
        (NUMBER, "", False),
        (NUMBER, "٣", False),
        (NUMBER, "none", False),
        (EITHER, "none", True),
        (EITHER, "1974", True),
        (EITHER, "1973", False),
    ],
)
def test_a_setting_takes_its_words_and_its_numbers(
    option: Option, value: str, taken: bool
) -> None:
    """A number is written plainly, in the digits everybody types, and within its limits."""
    assert option.takes(value) is taken
    assert option.takes(option.default)


def test_what_a_setting_takes_is_told_in_words() -> None:
    """For refusals; a default that is a number goes without saying."""
    assert allowed_words(WORDS) == "one of public, private"
    assert allowed_words(NUMBER) == "a whole number from 1 to 9999"
    assert allowed_words(EITHER) == "none, or a whole number from 1974 to 9999"


def test_a_refused_setting_is_told_what_it_takes() -> None:
    """As a GM reads it who types one wrong."""
    irish = VARIANTS["irish"]
    assert irish.settings({"goal": "150", "final_year": "1980"})["goal"] == "150"
    with pytest.raises(VariantError, match="final_year is none, or a whole number from 1974"):
        irish.settings({"final_year": "soon"})
