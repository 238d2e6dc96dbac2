"""The position in tables: centres and units of every power, where they are, and what changed in a season."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from gm.games.diplomacy.pages.views import GameView
from gm.games.diplomacy.rules.board import Board, PowerId
from gm.games.diplomacy.rules.mechanics.changes import ChangesPart
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.winter.accounts import off_board_centres
from gm.games.diplomacy.rules.winter.bridges import BridgePart
from gm.games.diplomacy.wording.notation import unit_text
from gm.games.diplomacy.wording.words import bridge_words, power_words
from gm.languages import gettext, listed, ngettext, number_word, pgettext
from gm.report.wording.sentence_parts import counted

# The position in tables: centres and units of every power, and where they are.

Rows = tuple[tuple[str, ...], ...]
"""A table: its head first, then a row for each power."""

_BESIDE: Final = 8
"""So many years stand beside one another in a table that a phone can show; one more does no harm."""


def by_time(times: Sequence[str], rows: Mapping[str, Sequence[str]]) -> tuple[Rows, ...]:
    """Return tables of equally many years, so that none stands alone; one where all fit.

    Args:
        times: the heads of the columns, oldest first.
        rows: the cells of each row, one for each time, by the row's name.
    """
    count = 1 if len(times) <= _BESIDE + 1 else -(-len(times) // _BESIDE)
    each = max(1, -(-len(times) // count))
    parts = []
    for start in range(0, len(times), each):
        stop = start + each
        head = ("", *times[start:stop])
        parts.append((head, *((name, *cells[start:stop]) for name, cells in rows.items())))
    return tuple(parts)


@dataclass(frozen=True, slots=True)
class Holding:
    """Where a power stands: its units, dislodged ones last, and its centres, in short names.

    Of centres off the board it has the number that the last winter counted: it changes with an
    autumn (Republic 3). `has_units` and `has_centres` are False where the words say that there are none.
    """

    name: str
    colour: str
    units: str
    centres: str
    has_units: bool = True
    has_centres: bool = True


def centre_rows(board: Board, before: GameState, after: GameState) -> Rows:
    """Return supply centres and units of every power, with what changed."""
    head = (
        "",
        pgettext("heading", "centres"),
        pgettext("heading", "change"),
        pgettext("heading", "units"),
        pgettext("heading", "change"),
    )
    rows = (
        _row(board, power, before, after)
        for power in board.powers
        if in_play(before, power) or in_play(after, power)
    )
    return (head, *rows)


def in_play(state: GameState, power: PowerId) -> bool:
    """Tell whether somebody plays a power still, although it may have nothing left (Republic)."""
    return power not in state.eliminated and power not in state.part(ChangesPart).closed


def units_with_waiting(state: GameState, power: PowerId) -> int:
    """Return how many units a power has, those included that have to retreat."""
    waiting = sum(dislodged.unit.power == power for dislodged in state.dislodged)
    return len(state.units_of(power)) + waiting


def _row(board: Board, power: PowerId, before: GameState, after: GameState) -> tuple[str, ...]:
    centres = len(after.centres_of(power)), len(before.centres_of(power))
    units = tuple(units_with_waiting(state, power) for state in (after, before))
    name = power_words(power, board)
    return (
        name,
        str(centres[0]),
        _change(centres[0] - centres[1]),
        str(units[0]),
        _change(units[0] - units[1]),
    )


def _change(number: int) -> str:
    return f"{number:+d}" if number else "="


def holdings(
    board: Board, state: GameState, colours: Mapping[PowerId, str] | None = None
) -> tuple[Holding, ...]:
    """Return where every power stands that is in the game.

    Args:
        board, state: the position.
        colours: of the powers; one that is not there has its own of the map.
    """
    return tuple(
        Holding(
            power.name,
            (colours or {}).get(power.id) or power.colour,
            _units(state, power.id),
            _centres(board, state, power.id),
            has_units=units_with_waiting(state, power.id) > 0,
            has_centres=bool(state.centres_of(power.id) or _beyond(board, state, power.id)),
        )
        for power in board.powers.values()
        if in_play(state, power.id)
    )


def _beyond(board: Board, state: GameState, power: PowerId) -> int:
    """Return how many centres off the board the last winter counted for a power."""
    in_winter = state.phase.kind is PhaseKind.ADJUSTMENT
    return off_board_centres(board, power, state.phase.year - (not in_winter))


def _centres(board: Board, state: GameState, power: PowerId) -> str:
    centres = ", ".join(state.centres_of(power))
    beyond = _beyond(board, state, power)
    if not beyond:
        return centres or pgettext("centres", "none")
    number = number_word(beyond)
    if not centres:
        return ngettext(
            "none on the board, {number} off it",
            "none on the board, {number} off it",
            beyond,
            number=number,
        )
    return ngettext(
        "{centres}, {number} off the board",
        "{centres}, {number} off the board",
        beyond,
        centres=centres,
        number=number,
    )


def _units(state: GameState, power: PowerId) -> str:
    standing = [unit_text(unit) for unit in state.units_of(power)]
    waiting = [
        gettext("{unit} (dislodged)", unit=unit_text(dislodged.unit))
        for dislodged in state.dislodged
        if dislodged.unit.power == power
    ]
    return ", ".join([*standing, *waiting]) or pgettext("units", "none")


def bridges(board: Board, state: GameState) -> tuple[str, ...]:
    """Return the bridges that stand, oldest first, with their owners."""
    return tuple(
        # Translators: {bridge} is "bridge linking Cork and Kerry".
        gettext(
            "{power}'s {bridge}",
            power=power_words(bridge.owner, board),
            bridge=bridge_words(bridge.between, board),
        )
        for bridge in state.part(BridgePart).standing
    )


# Where everybody stands after a season, with what changed: each power in a line, for small screens.
#
# Powers that have nothing left share one line.


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
class StandsTable:
    """Where everybody stands: a line for each power that has something, a sentence for the others."""

    powers: tuple[Stand, ...]
    empty: str


def stands(game: GameView, before: GameState, after: GameState) -> StandsTable:
    """Return where everybody stands after a season.

    Args:
        game: for the board and the powers' colours.
        before, after: the positions around the season.
    """
    board = game.board
    by_power = dict(
        zip(
            (power for power in board.powers if in_play(after, power)),
            holdings(board, after, game.colours),
            strict=True,
        )
    )
    bare = [power for power in by_power if _has_nothing(by_power[power])]
    names = listed(power_words(power, board) for power in bare)
    return StandsTable(
        tuple(
            _stand(power, holding, before, after)
            for power, holding in by_power.items()
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
        counted(units[1], "unit") + _change_of(*units),
        holding.units if holding.has_units else "",
        counted(centres[1], "centre") + _change_of(*centres),
        holding.centres if holding.has_centres else "",
    )


def _change_of(before: int, after: int) -> str:
    return f" ({after - before:+d})" if after != before else ""


def bridge_stands(board: Board, state: GameState) -> tuple[str, ...]:
    """Return the bridges that stand, a line for each owner in short names, the oldest first."""
    standing = state.part(BridgePart).standing
    return tuple(
        f"{power_words(power, board)}: {', '.join(ends)}"
        for power in board.powers
        if (ends := ["-".join(bridge.between) for bridge in standing if bridge.owner == power])
    )
