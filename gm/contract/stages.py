"""What a game waits at: its stages, what kinds of them there are, and how fast each goes on."""

from __future__ import annotations

from enum import Enum
from typing import Final

from gm.contract.values import value

STANDING: Final = "*"
"""In place of a stage's name: an order that stands for every stage until it is changed."""


class Pace(Enum):
    """When a stage goes on.

    TOGETHER: everybody is asked, by one deadline; earlier only if the GM has it so. IN_TURN: as soon
    as those who are asked are ready, after the game's cooling time; where it has none, in the transaction
    of the mail that lacked. AT_ONCE: always in that of the mail that orders, so that its receipt and the
    report are one mail.
    """

    TOGETHER = "together"
    IN_TURN = "in turn"
    AT_ONCE = "at once"


@value
class StageKind:
    """A kind of stages of a game, by which their length is set.

    Args:
        name: as a GM writes it: "movement".
        seconds: how long such a stage is open unless the GM says otherwise.
        help: what such a stage is, in a sentence, English; said by gettext where it is read.
        counts: who sends nothing in such a stage has missed it; others may be left to the rules.
        opening: a game has such a stage at its beginning only, and some games have none.
        lead: how long before its deadline who lacks something is reminded, in seconds, unless the GM says
            otherwise; where nothing falls due, how long after it opened.
    """

    name: str
    seconds: int
    help: str
    counts: bool = True
    opening: bool = False
    lead: int = 86400


@value
class Stage:
    """A wait of a game. By its name go its row, its thread and its subjects.

    Args:
        name: short, in capitals and figures, unique in its game: "F1016M", "1281 R2 W3".
        kind: the name of one of the game's kinds of stages.
        order: stages of a game sort by it.
        pace: when it goes on.
    """

    name: str
    kind: str
    order: tuple[int, ...]
    pace: Pace = Pace.TOGETHER

    def __str__(self) -> str:
        return self.name
