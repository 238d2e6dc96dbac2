"""What the checks of a board share: the fault, and the way names are compared."""

from __future__ import annotations

from gm.rules.values import value


@value
class Fault:
    """One thing that is wrong with a board.

    Args:
        entry: where, in the words of the map file: `provinces.MUN.neighbours.BER`.
        reason: what is wrong, one sentence without a full stop.
    """

    entry: str
    reason: str


def squeeze(word: str) -> str:
    """Return a name as names are compared: casefolded, letters and digits only."""
    return "".join(letter for letter in word.casefold() if letter.isalnum())
