"""The Die as the shell is told of it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from gm.contract.events import Event
from gm.contract.game import Game
from gm.contract.orders import Order
from gm.contract.rules import Option
from gm.contract.seats import SeatId
from gm.contract.stages import Pace, Stage, StageKind
from gm.contract.stored import Stored
from tests.contract.die.corrections import DieCorrections
from tests.contract.die.language import DieLanguage
from tests.contract.die.pages import DiePages
from tests.contract.die.pictures import DiePictures
from tests.contract.die.rules.rules import GUESSING, PLAYING, TURNS, DieOutcome, rules_for
from tests.contract.die.rules.state import DieState
from tests.contract.die.summaries import DieSummaries

_DAY: Final = 86400
_NAME: Final = re.compile(r"T([1-9])(?:G|P([12]))")


@dataclass(frozen=True, slots=True)
class DieVariant:
    """A way to play the Die: two against each other, or one alone."""

    id: str
    title: str
    designer: str = "Nobody in particular"
    options: tuple[Option, ...] = (TURNS,)
    chance: bool = True


def stage_named(name: str) -> Stage:
    """Return a stage by its name; which pace it has says a position alone."""
    match = _NAME.fullmatch(name)
    if match is None:
        raise ValueError(f"{name!r} is no stage of the Die")
    turn, step = int(match[1]), int(match[2] or 0)
    pace = Pace.IN_TURN if step else Pace.TOGETHER
    return Stage(name, PLAYING if step else GUESSING, (turn, step), pace)


THE_DIE: Final = Game(
    id="die",
    variants={
        "die": DieVariant("die", "The Die"),
        "die-alone": DieVariant("die-alone", "The Die, alone"),
    },
    kinds=(
        StageKind(GUESSING, _DAY, "How long the die can be guessed."),
        StageKind(PLAYING, _DAY, "How long a player has for a card.", counts=False),
    ),
    rules=rules_for,
    stage=stage_named,
    language=DieLanguage(),
    pages=DiePages(),
    stored=Stored(
        home="tests.contract.die",
        state=DieState,
        outcome=DieOutcome,
        bases=(Order, Event),
        names=(SeatId,),
    ),
    summaries=DieSummaries(),
    corrections=DieCorrections(),
    pictures=DiePictures(),
)
"""The one value that the room exports."""
