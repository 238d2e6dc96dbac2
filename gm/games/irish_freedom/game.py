"""The one value that the room exports."""

from __future__ import annotations

import re
from functools import lru_cache, partial
from pathlib import Path
from typing import Final

from gm.contract.events import Event
from gm.contract.game import Game, SoleVariant
from gm.contract.orders import Order
from gm.contract.seats import SeatId
from gm.contract.stages import Pace, Stage
from gm.contract.stored import Stored
from gm.games.irish_freedom.archive import FreedomArchive
from gm.games.irish_freedom.corrections import FreedomCorrections
from gm.games.irish_freedom.language.language import FreedomLanguage
from gm.games.irish_freedom.map.pictures import turn_picture
from gm.games.irish_freedom.pages.pages import FreedomPages
from gm.games.irish_freedom.rules.outcomes import FreedomOutcome
from gm.games.irish_freedom.rules.rules import DESIGNER, TITLE, TREATY, TURN, VARIANT
from gm.games.irish_freedom.rules.state import FreedomState
from gm.games.irish_freedom.scores import FreedomScores
from gm.games.irish_freedom.settings import KINDS, OPTIONS, rules_for
from gm.games.irish_freedom.summaries import FreedomSummaries
from gm.mail.board_pictures import BoardPictures

_STAGE: Final = re.compile(r"([WC])([1-9]|10)(T?)")


def stage_named(name: str) -> Stage:
    """Return a stage by its stored name; ValueError if it is none."""
    match = _STAGE.fullmatch(name)
    if match is None:
        raise ValueError(f"{name!r} is no stage of Irish Freedom")
    later, treaty = int(match[1] == "C"), bool(match[3])
    order = (later, int(match[2]), int(treaty))
    return Stage(name, TREATY if treaty else TURN, order, Pace.AT_ONCE)


STORED: Final = Stored(
    home="gm.games.irish_freedom",
    state=FreedomState,
    outcome=FreedomOutcome,
    bases=(Order, Event),
    names=(SeatId,),
)
"""How its values are stored."""


def irish_freedom(own_folder: Path | None = None) -> Game[FreedomState, FreedomOutcome]:
    """Return the game, played with files of the master's own where a folder has some."""
    return _made(own_folder)


@lru_cache(maxsize=4)
def _made(own_folder: Path | None) -> Game[FreedomState, FreedomOutcome]:
    return Game(
        id="irish_freedom",
        variants={VARIANT: SoleVariant(VARIANT, TITLE, DESIGNER, OPTIONS)},
        kinds=KINDS,
        rules=partial(rules_for, own_folder=own_folder),
        stage=stage_named,
        language=FreedomLanguage(),
        pages=FreedomPages(),
        stored=STORED,
        summaries=FreedomSummaries(),
        corrections=FreedomCorrections(),
        pictures=BoardPictures(turn_picture),
        archive=FreedomArchive(),
        scores=FreedomScores(),
    )
