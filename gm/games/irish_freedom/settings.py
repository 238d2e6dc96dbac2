"""The settings a game's master can choose, and the rules they make (2)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from gm.contract.rules import Option, Silence
from gm.contract.stages import StageKind
from gm.errors import VariantError
from gm.games.irish_freedom.data.files import load_tables
from gm.games.irish_freedom.rules.course import FreedomOptions
from gm.games.irish_freedom.rules.rules import TREATY, TURN, VARIANT, FreedomRules
from gm.games.irish_freedom.rules.tables import UnitType
from gm.languages import gettext_noop

_YES, _NO = "yes", "no"
_FIRST_MAIL: Final = "first-mail"
_PASSES: Final = "pass"
_DAY: Final = 86400
_YEAR: Final = 365 * _DAY
_LEAD: Final = 14 * _DAY

_SILENCES: Final = {
    "abandon": Silence.ABANDONS,
    "wait": Silence.WAITS,
    _PASSES: Silence.DUE,
}
"""What the setting of this name means."""

KINDS: Final = (
    StageKind(TURN, _YEAR, gettext_noop("How long a turn waits for its actions."), lead=_LEAD),
    StageKind(
        TREATY,
        _YEAR,
        gettext_noop("How long the game waits for an answer to the Treaty."),
        lead=_LEAD,
    ),
)
"""What the game waits for, and how long it does unless its master says otherwise."""

OPTIONS: Final = (
    Option(
        "turn",
        ("complete", _FIRST_MAIL),
        gettext_noop(
            "Whether a mail with fewer actions than the turn has plays it, without PASS."
        ),
    ),
    Option(
        "silence",
        ("abandon", "wait", _PASSES),
        gettext_noop(
            "What comes of a turn that nobody orders for in its time: the game is abandoned, it waits"
            " without end, or the turn is a PASS."
        ),
    ),
    Option("events", (_YES, _NO), gettext_noop("Whether cards are drawn.")),
    Option(
        "overwhelm",
        (_NO, _YES),
        gettext_noop(
            "Whether the worst result of a side that is four or more stronger is the other's retreat."
        ),
    ),
    Option(
        "cw_upgrade",
        (_YES, _NO),
        gettext_noop("Whether units are upgraded by order in the Civil War, too."),
    ),
    Option("cw_recruit", ("REG", "GUE"), gettext_noop("What is recruited in the Civil War.")),
    Option(
        "churchill_any",
        (_NO, _YES),
        gettext_noop("Whether Churchill's gun may go to any blue unit."),
    ),
    Option(
        "swap_c17_c18",
        (_NO, _YES),
        gettext_noop("Whether The Big House and Executions have each other's effects."),
    ),
    Option(
        "united_ireland",
        (_NO, _YES),
        gettext_noop("Whether the Treaty leaves the UVF and a Mob in Ulster, and no garrison."),
    ),
    Option(
        "loop_guard",
        ("50",),
        gettext_noop("After how many rounds a combat ends without more fighting."),
        (1, 1000),
    ),
)
"""What can be chosen, with gm's own data; the rest of a game is in them."""


def rules_for(
    variant: str, chosen: Mapping[str, str], own_folder: Path | None = None
) -> FreedomRules:
    """Return the rules of a game with its settings.

    Args:
        variant: which game. chosen: its settings. own_folder: one with files of the master's own.

    Raises:
        VariantError: there is no such game.
        MapError: something in a file is wrong.
    """
    if variant != VARIANT:
        raise VariantError(f"There is no variant {variant!r} of Irish Freedom.")
    setting = {option.name: option.default for option in OPTIONS} | dict(chosen)
    options = FreedomOptions(
        overwhelm=setting["overwhelm"] == _YES,
        cw_upgrade=setting["cw_upgrade"] == _YES,
        cw_recruit=UnitType(setting["cw_recruit"]),
        events=setting["events"] == _YES,
        swap_c17_c18=setting["swap_c17_c18"] == _YES,
        churchill_any=setting["churchill_any"] == _YES,
        united_ireland=setting["united_ireland"] == _YES,
        loop_guard=int(setting["loop_guard"]),
    )
    return FreedomRules(
        load_tables(own_folder),
        options,
        OPTIONS,
        first_mail=setting["turn"] == _FIRST_MAIL,
        silence=_SILENCES[setting["silence"]],
    )
