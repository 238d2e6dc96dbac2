"""Every code of a refusal is a sentence in each language, and says more than no."""

from __future__ import annotations

import pytest

from gm.games.irish_freedom.refusals import refusal_sentence
from gm.games.irish_freedom.rules.outcomes import Reason
from gm.languages import speaking

LANGUAGES = ("en", "de", "ga")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("reason", [*Reason])
def test_a_code_is_a_sentence(reason: Reason, language: str) -> None:
    """With a capital, a full stop, and nothing of the code in it."""
    with speaking(language):
        told = refusal_sentence(reason)
    assert told[0].isupper()
    assert told.endswith(".")
    assert len(told.split()) > 2
    assert reason.value not in told
    assert "{" not in told


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_they_are_translated_and_differ(language: str) -> None:
    """No two codes say the same, and none is left in English."""
    english = {reason: refusal_sentence(reason) for reason in Reason}
    with speaking(language):
        told = {reason: refusal_sentence(reason) for reason in Reason}
    assert len(set(english.values())) == len(set(told.values())) == len(Reason)
    assert not set(english.values()) & set(told.values())
