"""What became of everybody's orders: the reader's own one by one, the others' as short as can be."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gm.games.diplomacy.pages.facts.told_by_orders import without_receipts
from gm.games.diplomacy.pages.views import SeasonView
from gm.games.diplomacy.pages.wording.lines_together import (
    Still,
    lines_together,
    still,
    units_named,
)
from gm.games.diplomacy.pages.wording.order_lines import ResultLine, result_line
from gm.games.diplomacy.rules.board import Power, PowerId
from gm.games.diplomacy.rules.mechanics.promised import is_promise
from gm.games.diplomacy.rules.outcomes import Outcome
from gm.languages import gettext
from gm.report.wording.text import quiet


@dataclass(frozen=True, slots=True)
class PowerResults:
    """What became of one power's orders."""

    name: str
    player: str
    colour: str
    lines: tuple[ResultLine, ...]


@dataclass(frozen=True, slots=True)
class AlikePowers:
    """Powers whose units all stood for the same reason.

    Args:
        title: what they did: "Powers all of whose units hold:". powers: each with its units.
    """

    title: str
    powers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OtherPowers:
    """What became of the orders of several powers.

    Args:
        apart: each by itself. alike: the powers of which no more is to be told than that their
            units stood, by the reason for that.
    """

    apart: tuple[PowerResults, ...]
    alike: tuple[AlikePowers, ...]


def lines_of(
    view: SeasonView, outcomes: Iterable[Outcome], *, own: bool = False
) -> tuple[ResultLine, ...]:
    """Return one power's results, alike ones in a line; of the reader's own only those that held."""
    return lines_together(
        outcomes,
        view.board,
        view.before,
        lambda outcome: line_of(view, outcome),
        only_holds=own,
    )


def line_of(view: SeasonView, outcome: Outcome) -> ResultLine:
    """Return one order and what became of it, made once for all readers."""

    def make() -> tuple[Outcome, ResultLine]:
        line = result_line(outcome, view.board, view.before, view.outcomes, capitals=True)
        return outcome, line

    # Kept with its outcome, so that no other outcome ever has the same id.
    return view.once(("line", id(outcome)), make)[1]


def other_powers(view: SeasonView, outcomes: tuple[Outcome, ...]) -> OtherPowers:
    """Return what became of the orders of those whom the reader does not play.

    Args:
        view: the season. outcomes: those that the reader may see.
    """
    told = without_receipts(outcomes)
    still_alike = view.once("powers alike", lambda: _still_alike(view, told))
    found: dict[Still, list[PowerId]] = {}
    for power, why in still_alike.items():
        if power not in view.mine:
            found.setdefault(why, []).append(power)
    together = {why: powers for why, powers in found.items() if len(powers) > 1}
    hidden = {*view.mine, *(power for powers in together.values() for power in powers)}
    every = view.once("every power", lambda: _every_power(view, told))
    return OtherPowers(
        tuple(results for power, results in every if power not in hidden),
        tuple(_alike(view, told, why, together[why]) for why in Still if why in together),
    )


def promises(view: SeasonView, outcomes: tuple[Outcome, ...]) -> tuple[PowerResults, ...]:
    """Return the promises that came to nothing, which those who print only what was done leave out.

    Args:
        view: the season. outcomes: those that the reader may see.
    """
    unmet = tuple(
        outcome for outcome in outcomes if is_promise(outcome.order) and not outcome.parts
    )
    return tuple(results for _, results in _every_power(view, unmet))


def _still_alike(view: SeasonView, outcomes: tuple[Outcome, ...]) -> dict[PowerId, Still]:
    """Return the powers of which no more is told than that their units stood, each with why."""
    reasons: dict[PowerId, set[Still | None]] = {}
    for outcome in outcomes:
        reasons.setdefault(outcome.power, set()).add(still(outcome, view.before))
    return {
        power: why for power in view.board.powers for why in Still if reasons.get(power) == {why}
    }


def _alike(
    view: SeasonView, outcomes: tuple[Outcome, ...], why: Still, powers: Iterable[PowerId]
) -> AlikePowers:
    told = tuple(_units(view, outcomes, view.board.powers[power]) for power in powers)
    return AlikePowers(_alike_title(why), told)


def _alike_title(why: Still) -> str:
    match why:
        case Still.HELD:
            return gettext("Powers all of whose units hold:")
        case Still.LAWLESS:
            return gettext("Powers all of whose units stand in anarchy:")
        case Still.IDLE:
            return gettext("Powers all of whose units hold, no orders received:")


def _units(view: SeasonView, outcomes: tuple[Outcome, ...], power: Power) -> str:
    """Return a power with its units: `Spain (Pilar Ortega), Fleet GASCONY`."""
    player = quiet(view.game.players.get(power.id, ""))
    name = f"{power.name} ({player})" if player else power.name
    given = (outcome for outcome in outcomes if outcome.power == power.id)
    return f"{name}, {units_named(given, view.board)}"


def _every_power(
    view: SeasonView, outcomes: tuple[Outcome, ...]
) -> tuple[tuple[PowerId, PowerResults], ...]:
    found: list[tuple[PowerId, PowerResults]] = []
    for power in view.board.powers.values():
        lines = lines_of(view, [outcome for outcome in outcomes if outcome.power == power.id])
        if lines:
            player = quiet(view.game.players.get(power.id, ""))
            found.append(
                (power.id, PowerResults(power.name, player, view.game.colour(power.id), lines))
            )
    return tuple(found)
