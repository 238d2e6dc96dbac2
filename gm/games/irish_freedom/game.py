"""The one value that the room exports."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from gm.contract.events import Event
from gm.contract.game import Game
from gm.contract.orders import Order
from gm.contract.rules import Option
from gm.contract.seats import SeatId
from gm.contract.stages import Pace, Stage
from gm.contract.stored import Stored
from gm.games.irish_freedom.corrections import FreedomCorrections
from gm.games.irish_freedom.language.language import FreedomLanguage
from gm.games.irish_freedom.pages.map_pictures import FreedomPictures
from gm.games.irish_freedom.pages.pages import FreedomPages
from gm.games.irish_freedom.rules.outcomes import FreedomOutcome
from gm.games.irish_freedom.rules.rules import DESIGNER, TITLE, TREATY, TURN, VARIANT
from gm.games.irish_freedom.rules.state import FreedomState
from gm.games.irish_freedom.settings import KINDS, OPTIONS, rules_for
from gm.games.irish_freedom.summaries import FreedomSummaries

_STAGE: Final = re.compile(r"([WC])([1-9]|10)(T?)")


@dataclass(frozen=True, slots=True)
class FreedomVariant:
    """The one way to play it."""

    id: str = VARIANT
    title: str = TITLE
    designer: str = DESIGNER
    options: tuple[Option, ...] = OPTIONS
    chance: bool = True


def stage_named(name: str) -> Stage:
    """Return a stage by its stored name; ValueError if it is none."""
    found = _STAGE.fullmatch(name)
    if found is None:
        raise ValueError(f"{name!r} is no stage of Irish Freedom")
    later, treaty = int(found[1] == "C"), bool(found[3])
    order = (later, int(found[2]), int(treaty))
    return Stage(name, TREATY if treaty else TURN, order, Pace.AT_ONCE)


@lru_cache(maxsize=1)
def irish_freedom() -> Game[FreedomState, FreedomOutcome]:
    """Return the game."""
    return Game(
        id="irish_freedom",
        variants={VARIANT: FreedomVariant()},
        kinds=KINDS,
        rules=rules_for,
        stage=stage_named,
        language=FreedomLanguage(),
        pages=FreedomPages(),
        stored=Stored(
            home="gm.games.irish_freedom",
            state=FreedomState,
            outcome=FreedomOutcome,
            bases=(Order, Event),
            names=(SeatId,),
        ),
        summaries=FreedomSummaries(),
        corrections=FreedomCorrections(),
        pictures=FreedomPictures(),
    )
