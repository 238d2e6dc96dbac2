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
from gm.games.freedom.archive import SiegeArchive
from gm.games.freedom.corrections import SiegeCorrections
from gm.games.freedom.language.language import SiegeLanguage
from gm.games.freedom.map.pictures import step_picture
from gm.games.freedom.pages.pages import SiegePages
from gm.games.freedom.rules.outcomes import SiegeOutcome
from gm.games.freedom.rules.rules import (
    DESIGNER,
    LAST_CLAIM,
    OPENING,
    PLAY,
    REGROUP,
    TITLE,
    VARIANT,
)
from gm.games.freedom.rules.state import SiegeState
from gm.games.freedom.settings import KINDS, OPTIONS, rules_for
from gm.games.freedom.summaries import SiegeSummaries
from gm.mail.board_pictures import BoardPictures

_STAGE: Final = re.compile(r"R([1-6])(?:([ORL])|P(\d{2}))")
_WAITS: Final = {"O": (OPENING, 0), "R": (REGROUP, 1), "L": (LAST_CLAIM, 99)}


def stage_named(name: str) -> Stage:
    """Return a stage by its stored name; ValueError if it is none."""
    match = _STAGE.fullmatch(name)
    if match is None:
        raise ValueError(f"{name!r} is no stage of Freedom!")
    if match[2] is None:
        return Stage(name, PLAY, (int(match[1]), 1 + int(match[3])), Pace.IN_TURN)
    kind, place = _WAITS[match[2]]
    return Stage(name, kind, (int(match[1]), place), Pace.IN_TURN)


STORED: Final = Stored(
    home="gm.games.freedom",
    state=SiegeState,
    outcome=SiegeOutcome,
    bases=(Order, Event),
    names=(SeatId,),
)
"""How its values are stored."""


def freedom(own_folder: Path | None = None) -> Game[SiegeState, SiegeOutcome]:
    """Return the game, played with files of the master's own where a folder has some."""
    return _made(own_folder)


@lru_cache(maxsize=4)
def _made(own_folder: Path | None) -> Game[SiegeState, SiegeOutcome]:
    return Game(
        id="freedom",
        variants={VARIANT: SoleVariant(VARIANT, TITLE, DESIGNER, OPTIONS)},
        kinds=KINDS,
        rules=partial(rules_for, own_folder=own_folder),
        stage=stage_named,
        language=SiegeLanguage(),
        pages=SiegePages(),
        stored=STORED,
        summaries=SiegeSummaries(),
        corrections=SiegeCorrections(),
        pictures=BoardPictures(step_picture),
        archive=SiegeArchive(),
    )
