"""The settings a game's master can choose, and the rules they make (13)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from gm.contract.rules import Option
from gm.contract.stages import StageKind
from gm.errors import VariantError
from gm.games.turlough.data.files import load_tables
from gm.games.turlough.rules.course import CombatDice, TurloughOptions
from gm.games.turlough.rules.rules import OPENING, TURN, VARIANT, WAR, TurloughRules
from gm.languages import gettext_noop

_YES, _NO = "yes", "no"
_WEEK: Final = 7 * 86400
_TURN: Final = 2 * 86400

KINDS: Final = (
    StageKind(WAR, _WEEK, gettext_noop("How long a war turn waits for packets.")),
    StageKind(
        OPENING,
        _WEEK,
        gettext_noop("How long the game waits for standing lines before its first round."),
        counts=False,
        opening=True,
    ),
    StageKind(
        TURN,
        _TURN,
        gettext_noop("How long a faction is waited for, where one is asked after the other."),
    ),
)
"""What the game waits for, and how long it does unless its master says otherwise."""

OPTIONS: Final = (
    Option(
        "scenario",
        ("1277", "1276", "1281", "1284", "1315", "1317", "1318"),
        gettext_noop("The year in which the game begins."),
    ),
    Option(
        "players",
        ("5", "3", "4", "6"),
        gettext_noop("How many play; six only where a side has two allies to divide."),
    ),
    Option(
        "combat_dice",
        tuple(dice.value for dice in CombatDice),
        gettext_noop(
            "Whether dice of battles are summed up, or the highest counts, or one is rolled."
        ),
    ),
    Option(
        "castle_dice", ("3",), gettext_noop("As how many battles a raided castle fights."), (1, 10)
    ),
    Option(
        "hazard_return",
        (_YES, _NO),
        gettext_noop("Whether an ordinary hazard goes back into the deck when it is replaced."),
    ),
    Option(
        "ix_battles",
        ("6",),
        gettext_noop("How many battles the army has that 1276 gives; the text has “ix”."),
        (1, 10),
    ),
    Option("febas_goal", ("5",), gettext_noop("With how many febas a claimant wins."), (1, 99)),
    Option("start_febas", ("3",), gettext_noop("With how many febas each stack begins."), (1, 99)),
    Option(
        "halves_until_exile",
        (_YES, _NO),
        gettext_noop("Whether a claimant's exile ends the halving of the kingdom."),
    ),
    Option(
        "call_hostage",
        (_YES, _NO),
        gettext_noop("Whether an exile whom de Clare calls gives him his hostage."),
    ),
    Option(
        "war_limit",
        ("12",),
        gettext_noop("After how many war turns a war ends in any case; 0 for never."),
        (0, 1000),
    ),
    Option(
        "live_sequential",
        (_NO, _YES),
        gettext_noop(
            "Whether one faction is asked after the other, each seeing the board, instead of sealed"
            " packets all at once."
        ),
    ),
    Option(
        "packets_shown",
        (_NO, _YES),
        gettext_noop("Whether everybody sees the packets of a war when it is over."),
    ),
)
"""What can be chosen, with gm's own data; the rest of a game is in them."""


def rules_for(
    variant: str, chosen: Mapping[str, str], own_folder: Path | None = None
) -> TurloughRules:
    """Return the rules of a game with its settings.

    Args:
        variant: which game. chosen: its settings. own_folder: one with files of the master's own.

    Raises:
        VariantError: there is no such game, or not for so many.
        MapError: something in a file is wrong.
    """
    if variant != VARIANT:
        raise VariantError(f"There is no variant {variant!r} of The Triumphs of Turlough.")
    setting = {option.name: option.default for option in OPTIONS} | dict(chosen)
    options = TurloughOptions(
        combat_dice=CombatDice(setting["combat_dice"]),
        castle_dice=int(setting["castle_dice"]),
        hazard_return=setting["hazard_return"] == _YES,
        ix_battles=int(setting["ix_battles"]),
        febas_goal=int(setting["febas_goal"]),
        start_febas=int(setting["start_febas"]),
        halves_until_exile=setting["halves_until_exile"] == _YES,
        call_hostage=setting["call_hostage"] == _YES,
        war_limit=int(setting["war_limit"]),
        live_sequential=setting["live_sequential"] == _YES,
        packets_shown=setting["packets_shown"] == _YES,
    )
    tables, players = load_tables(own_folder), int(setting["players"])
    if setting["scenario"] not in tables.scenarios:
        raise VariantError(f"There is no scenario {setting['scenario']} in the files.")
    rules = TurloughRules(tables, setting["scenario"], players, options, OPTIONS)
    try:
        rules.check_players()
    except ValueError as error:
        raise VariantError(f"{error}.") from error
    return rules
