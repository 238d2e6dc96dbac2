"""The settings a game's master can choose, the stages that a game waits at, and the rules they make."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Final

from gm.contract.rules import Option
from gm.contract.stages import StageKind
from gm.errors import VariantError
from gm.games.freedom.data.files import load_tables
from gm.games.freedom.rules.by_mail import MailedSiege
from gm.games.freedom.rules.rules import LAST_CLAIM, OPENING, PLAY, REGROUP, VARIANT
from gm.games.freedom.rules.rulings import SiegeRulings
from gm.games.freedom.rules.setup import nearer
from gm.games.freedom.rules.tables import Tables
from gm.languages import gettext_noop

_DAY: Final = 86400

KINDS: Final = (
    StageKind(PLAY, 3 * _DAY, gettext_noop("How long a side has for a card.")),
    StageKind(OPENING, 3 * _DAY, gettext_noop("How long the Imperial side has for its opening.")),
    StageKind(REGROUP, 3 * _DAY, gettext_noop("How long the Insurgents have for their regroup.")),
    StageKind(
        LAST_CLAIM,
        2 * _DAY,
        gettext_noop("How long a side can claim the last card of a round."),
        counts=False,
    ),
)
"""What the game waits for, and how long it does unless its master says otherwise."""

_YES, _NO = "yes", "no"
_MOST_PREP: Final = 99

OPTIONS: Final = (
    Option(
        "near_start",
        (_NO, _YES),
        gettext_noop(
            "Whether the Imperial units and cannons begin one row nearer to the Wall, which makes the"
            " game more even."
        ),
    ),
    Option("desertion", (_YES, _NO), gettext_noop("Whether Imperial units desert at low morale.")),
    Option(
        "sea_from_camp",
        (_NO, _YES),
        gettext_noop(
            "Whether the units that the Sea gives come out of the Camp, not from outside."
        ),
    ),
    Option(
        "reshuffle",
        (_YES, _NO),
        gettext_noop("Whether an empty deck is replaced by its shuffled discards."),
    ),
    Option(
        "prep_most",
        ("0",),
        gettext_noop("The highest prep of a side; 0 for no end."),
        (0, _MOST_PREP),
    ),
    Option(
        "prep_once",
        (_YES, _NO),
        gettext_noop("Whether prep tops up only one action of a play."),
    ),
    Option(
        "wall_fort",
        (_YES, _NO),
        gettext_noop("Whether a fort is harder to attack from the Wall beside it, too."),
    ),
    Option(
        "event_morale",
        (_NO, _YES),
        gettext_noop(
            "Whether a last unit that an event removes, or a Wall space that it destroys, moves morale"
            " as an attack does."
        ),
    ),
    Option(
        "gun_fort",
        (_NO, _YES),
        gettext_noop("Whether Imperial cannons need one more against a fort."),
    ),
    Option(
        "shot_morale",
        (_NO, _YES),
        gettext_noop("Whether both hits of one shot can move morale."),
    ),
    Option(
        "beach_guns",
        (_YES, _NO),
        gettext_noop("Whether cannons on the beach fire."),
    ),
    Option(
        "mover_holds",
        (_NO, _YES),
        gettext_noop(
            "Whether the last Imperial unit of an island may itself pass the thick border there."
        ),
    ),
    Option(
        "camp_first",
        (_YES, _NO),
        gettext_noop(
            "Whether Imperial units are removed from the Camp before others, unless SET REMOVE says"
            " where; if not, after them."
        ),
    ),
    Option(
        "void_to_prep",
        (_YES, _NO),
        gettext_noop(
            "Whether the points left when an action has become impossible go to prep; if not, they are"
            " lost."
        ),
    ),
)
"""What can be chosen: what the text leaves open; board, siege and deck are files."""


def rules_for(
    variant: str, chosen: Mapping[str, str], own_folder: Path | None = None
) -> MailedSiege:
    """Return the rules of a game with its settings.

    Args:
        variant: which game. chosen: its settings. own_folder: a folder with files of the master's own.

    Raises:
        VariantError: there is no such game.
        MapError: something in a file is wrong.
    """
    if variant != VARIANT:
        raise VariantError(f"There is no variant {variant!r} of Freedom!")
    return MailedSiege(ruled(load_tables(own_folder), rulings_of(chosen)), OPTIONS)


def rulings_of(chosen: Mapping[str, str]) -> SiegeRulings:
    """Return how a game with these settings reads what its text leaves open."""
    switches = {
        option.name: chosen.get(option.name, option.default) == _YES
        for option in OPTIONS
        if option.numbers is None
    }
    return SiegeRulings(**switches, prep_most=int(chosen.get("prep_most", "0")))


@lru_cache(maxsize=16)
def ruled(tables: Tables, rulings: SiegeRulings) -> Tables:
    """Return what is played with, by these rulings; for the same ones always the same."""
    if rulings == tables.rulings:
        return tables
    siege = nearer(tables) if rulings.near_start else tables.siege
    return replace(tables, rulings=rulings, siege=siege)
