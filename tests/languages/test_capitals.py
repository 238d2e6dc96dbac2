"""Headings in capitals are written as their language writes them."""

from __future__ import annotations

import pytest

from gm.languages import speaking
from gm.languages.little_words import capitals


@pytest.mark.parametrize(
    ("code", "text", "found"),
    [
        ("en", "The players", "THE PLAYERS"),
        ("en", "mB hA", "MB HA"),
        ("de", "Größe und Süden", "GRÖSSE UND SÜDEN"),
        ("ga", "Na himreoirí", "NA HIMREOIRÍ"),
        ("ga", "Bailte na hÉireann", "BAILTE NA hÉIREANN"),
        ("ga", "Post i gCorcaigh agus i bhFear Manach", "POST I gCORCAIGH AGUS I bhFEAR MANACH"),
        ("ga", "An t-Imreoir", "AN t-IMREOIR"),
        ("ga", "", ""),
    ],
)
def test_capitals(code: str, text: str, found: str) -> None:
    """What Irish puts before a name stays small; all else is in capitals."""
    with speaking(code):
        assert capitals(text) == found
