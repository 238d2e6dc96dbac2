"""Where everybody stands after a season, with what changed: each power in a line, for small screens.

Powers that have nothing left share one line.
"""

from __future__ import annotations

from dataclasses import dataclass

from gm.games.diplomacy.pages.facts.tables import Holding, holdings, in_play, units_with_waiting
from gm.games.diplomacy.pages.views import GameView
from gm.games.diplomacy.pages.wording.words import power_words
from gm.games.diplomacy.rules.board import Board, PowerId
from gm.games.diplomacy.rules.mechanics.bridges import BridgePart
from gm.games.diplomacy.rules.state import GameState
from gm.languages import gettext, listed
from gm.report.wording.sentence_parts import counted


@dataclass(frozen=True, slots=True)
class Stand:
    """A power that has something: its units and its centres, counted and named.

    Args:
        name, colour: the power's.
        units: how many, with the change: "12 units (+2)"; unit_names: "F ATL, A CoC".
        centres: likewise "12 centres"; centre_names: "Cla, CoC", with those off the board.
    """

    name: str
    colour: str
    units: str
    unit_names: str
    centres: str
    centre_names: str


@dataclass(frozen=True, slots=True)
class Stands:
    """Where everybody stands: a line for each power that has something, a sentence for the others."""

    powers: tuple[Stand, ...]
    empty: str


def stands(game: GameView, before: GameState, after: GameState) -> Stands:
    """Return where everybody stands after a season.

    Args:
        game: for the board and the powers' colours.
        before, after: the positions around the season.
    """
    board = game.board
    told = dict(
        zip(
            (power for power in board.powers if in_play(after, power)),
            holdings(board, after, game.colours),
            strict=True,
        )
    )
    bare = [power for power in told if _has_nothing(told[power])]
    names = listed(power_words(power, board) for power in bare)
    return Stands(
        tuple(
            _stand(power, holding, before, after)
            for power, holding in told.items()
            if power not in bare
        ),
        gettext("Without units and centres: {powers}.", powers=names) if bare else "",
    )


def _has_nothing(holding: Holding) -> bool:
    return not (holding.has_units or holding.has_centres)


def _stand(power: PowerId, holding: Holding, before: GameState, after: GameState) -> Stand:
    units = [units_with_waiting(state, power) for state in (before, after)]
    centres = [len(state.centres_of(power)) for state in (before, after)]
    return Stand(
        holding.name,
        holding.colour,
        counted(units[1], "unit") + _change(*units),
        holding.units if holding.has_units else "",
        counted(centres[1], "centre") + _change(*centres),
        holding.centres if holding.has_centres else "",
    )


def _change(before: int, after: int) -> str:
    return f" ({after - before:+d})" if after != before else ""


def bridge_stands(board: Board, state: GameState) -> tuple[str, ...]:
    """Return the bridges that stand, a line for each owner in short names, the oldest first."""
    standing = state.part(BridgePart).standing
    return tuple(
        f"{power_words(power, board)}: {', '.join(ends)}"
        for power in board.powers
        if (ends := ["-".join(bridge.between) for bridge in standing if bridge.owner == power])
    )
