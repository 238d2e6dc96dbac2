"""The settings a game's master can choose, the stages that a game waits at, and the rules they make."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from gm.contract.rules import Option
from gm.contract.stages import StageKind
from gm.errors import VariantError
from gm.games.freedom.data.files import load_tables
from gm.games.freedom.rules.by_mail import MailedSiege
from gm.games.freedom.rules.rules import LAST_CLAIM, OPENING, PLAY, REGROUP, VARIANT
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

OPTIONS: Final[tuple[Option, ...]] = ()
"""What can be chosen beside gm's own data: nothing; board, siege and deck are files."""


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
    del chosen
    if variant != VARIANT:
        raise VariantError(f"There is no variant {variant!r} of Freedom!")
    return MailedSiege(load_tables(own_folder), OPTIONS)
