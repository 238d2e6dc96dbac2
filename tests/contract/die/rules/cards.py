"""The cards: birds, each with what it is worth. Their names are found in no other text."""

from __future__ import annotations

from typing import Final

CARDS: Final = {
    "WREN": 1,
    "DUNNOCK": 2,
    "WHIMBREL": 3,
    "LAPWING": 4,
    "CORNCRAKE": 5,
    "GOLDFINCH": 6,
    "KINGFISHER": 7,
    "CHOUGH": 8,
    "GUILLEMOT": 9,
    "GOSHAWK": 10,
}
"""Each card with its value, the lowest first."""

HIDDEN: Final = "?"
"""In place of a card that somebody may not see."""


def card_name(card: str) -> str:
    """Return a card as it is printed: `Goshawk`."""
    return card.capitalize()
