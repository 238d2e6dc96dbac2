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
from gm.games.turlough.archive import TurloughArchive
from gm.games.turlough.corrections import TurloughCorrections
from gm.games.turlough.language.language import TurloughLanguage
from gm.games.turlough.map.pictures import part_picture, turn_picture
from gm.games.turlough.pages.pages import TurloughPages
from gm.games.turlough.rules.outcomes import TurloughOutcome
from gm.games.turlough.rules.rules import DESIGNER, OPENING, START, TITLE, TURN, VARIANT, WAR
from gm.games.turlough.rules.state import TurloughState
from gm.games.turlough.settings import KINDS, OPTIONS, rules_for
from gm.games.turlough.summaries import TurloughSummaries
from gm.mail.board_pictures import BoardPictures

_STAGE: Final = re.compile(r"R([1-9]\d{0,5})W([1-9]\d{0,5})(?:S([1-9]\d{0,5})[A-Z]{2,3})?")


def stage_named(name: str) -> Stage:
    """Return a stage by its stored name; ValueError if it is none."""
    if name == START:
        return Stage(START, OPENING, (0, 0))
    match = _STAGE.fullmatch(name)
    if match is None:
        raise ValueError(f"{name!r} is no stage of The Triumphs of Turlough")
    order = (int(match[1]), int(match[2]))
    if match[3] is None:
        return Stage(name, WAR, order)
    return Stage(name, TURN, (*order, int(match[3])), Pace.IN_TURN)


STORED: Final = Stored(
    home="gm.games.turlough",
    state=TurloughState,
    outcome=TurloughOutcome,
    bases=(Order, Event),
    names=(SeatId,),
)
"""How its values are stored."""


def turlough(own_folder: Path | None = None) -> Game[TurloughState, TurloughOutcome]:
    """Return the game, played with files of the master's own where a folder has some."""
    return _made(own_folder)


@lru_cache(maxsize=4)
def _made(own_folder: Path | None) -> Game[TurloughState, TurloughOutcome]:
    return Game(
        id="turlough",
        variants={VARIANT: SoleVariant(VARIANT, TITLE, DESIGNER, OPTIONS)},
        kinds=KINDS,
        rules=partial(rules_for, own_folder=own_folder),
        stage=stage_named,
        language=TurloughLanguage(),
        pages=TurloughPages(),
        stored=STORED,
        summaries=TurloughSummaries(),
        corrections=TurloughCorrections(),
        pictures=BoardPictures(turn_picture, part_picture),
        archive=TurloughArchive(),
    )
