"""What a draw was for, read off its label, and cards in words (Irish 4-13; docs/hat.md)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from gm.contract.draws import Draw
from gm.languages import gettext, pgettext, pgettext_noop

_RANKS = {
    "A": pgettext_noop("card", "ace"),
    "K": pgettext_noop("card", "king"),
    "Q": pgettext_noop("card", "queen"),
    "J": pgettext_noop("card", "jack"),
    "T": pgettext_noop("card", "ten"),
    "9": pgettext_noop("card", "nine"),
    "8": pgettext_noop("card", "eight"),
    "7": pgettext_noop("card", "seven"),
    "6": pgettext_noop("card", "six"),
    "5": pgettext_noop("card", "five"),
    "4": pgettext_noop("card", "four"),
    "3": pgettext_noop("card", "three"),
    "2": pgettext_noop("card", "two"),
}
_SUITS = {
    "S": pgettext_noop("card", "{rank} of spades"),
    "H": pgettext_noop("card", "{rank} of hearts"),
    "D": pgettext_noop("card", "{rank} of diamonds"),
    "C": pgettext_noop("card", "{rank} of clubs"),
}
_LABEL = re.compile(
    r"(?P<season>[A-Z]\d+) (?P<what>[a-z]+)(?:, slip (?P<slip>\d+))?"
    r"(?: (?P<special>[A-Z]+ \d+))?(?:: (?P<place>.+))?"
)


@dataclass(frozen=True, slots=True)
class DrawLabel:
    """A label taken apart: `S1975 walk IRISH 1: NWY`, `S1975 split, slip 2`.

    Args:
        season: `S1975`; what: `walk`, `place`, `reopen`, `hole`, `split`, `line` or `lot`.
        special: the special unit it is about; place: the province a card was drawn for.
        slip: the how-manieth slip, from 1.
    """

    season: str
    what: str
    special: str = ""
    place: str = ""
    slip: int = 1


def label_of(draw: Draw) -> DrawLabel | None:
    """Return what a draw was for; None where its label is of another make."""
    match = _LABEL.fullmatch(draw.label)
    if match is None:
        return None
    slip = int(match["slip"] or 1)
    return DrawLabel(
        match["season"], match["what"], match["special"] or "", match["place"] or "", slip
    )


def is_card(text: str) -> bool:
    """Tell whether that is a card of a pack, `KS`."""
    return len(text) == 2 and text[0] in _RANKS and text[1] in _SUITS


def card_words(card: str) -> str:
    """Return a card in words: `king of spades`."""
    return pgettext("card", _SUITS[card[1]], rank=pgettext("card", _RANKS[card[0]]))


def special_words(special: str) -> str:
    """Return a special unit's name: `Irish 1`."""
    kind, _, number = special.partition(" ")
    match kind:
        case "IRISH":
            return gettext("Irish {number}", number=number)
        case "PSYCHIATRIST":
            return gettext("Psychiatrist {number}", number=number)
        case _:
            return special.title()
