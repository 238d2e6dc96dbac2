"""What the kit for reading says of a line of keywords, as values: which complaint it is, and what it is about.

Whoever reads a line makes these; a game's pages have the sentence for each.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class ComplaintKind(Enum):
    """What is said of a line, or of the orders beside it."""

    # nothing was read of it
    STRANGE = "words that cannot stand there"
    UNENDED = "something is missing at its end"
    NOT_PLAIN = "what shall be done is not plain"
    # something was read, and its writer is asked
    SEVERAL = "it may mean several things"
    QUESTION = "it asks"
    PARTLY = "an order among other words"
    REST_OR_ALL = "the rest of the orders that stand, or others in their place"
    MAY_CHANGE = "it may change the orders beside it"
    # an order was read that is not taken
    OF_PART = "one of its orders is refused"
    WHOSE = "whose order it is"
    # it was taken
    READ_AS = "a slip was mended"


@dataclass(frozen=True, slots=True)
class Complaint:
    """What is said of a line.

    Args:
        kind: which complaint.
        piece: the words that it is about.
        named: what could have stood there, or the names among which there is a choice.
        why: what has been said of the line, or of a part of it, already.
        choices: how many answers there are to it, where it asks.
    """

    kind: ComplaintKind
    piece: str = ""
    named: tuple[str, ...] = ()
    why: str = ""
    choices: int = 1
