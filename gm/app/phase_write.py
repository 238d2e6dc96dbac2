"""Writes what became of a recorded phase, in the same schema: results, the position after, why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from gm.report.explain import sentence
from gm.rules.board import Board, PowerId
from gm.rules.events import Event, GameWon, PhaseBegan, StandoffsLeft, UnitDislodged, replay
from gm.rules.mechanics.accounts import Account, AccountsClosed
from gm.rules.mechanics.bridges import BridgePart
from gm.rules.orders import Build, Choose, UnitOrder
from gm.rules.outcomes import Outcome, Result
from gm.rules.phases import PhaseKind
from gm.rules.state import GameState
from gm.rules.units import Unit, UnitRef

E = TypeVar("E", bound=Event)

Told = tuple[str, Outcome]
"""An outcome and the text it is listed under: a unit, or an order as it was written."""


def of_this_phase(events: Sequence[Event]) -> tuple[Event, ...]:
    """Return the facts up to the beginning of the next phase."""
    ends = (at for at, event in enumerate(events) if isinstance(event, PhaseBegan))
    return tuple(events[: next(ends, len(events))])


def by_unit(before: GameState, outcomes: Iterable[Outcome]) -> list[Told]:
    """Name each outcome by its unit as it stood before; orders without a unit have no name."""
    standing = {unit.at.province: unit for unit in before.units}
    if before.phase.kind is PhaseKind.RETREAT:
        standing = {one.unit.at.province: one.unit for one in before.dislodged}
    told: list[Told] = []
    for outcome in outcomes:
        ref = _unit_of(outcome)
        if ref is not None:
            unit = standing.get(ref.at.province)
            told.append(
                (str(unit if unit is not None and unit.kind is ref.kind else ref), outcome)
            )
    return told


def _unit_of(outcome: Outcome) -> UnitRef | None:
    match outcome.order:
        case UnitOrder(unit) | Build(unit) | Choose(unit):
            return unit
        case _:
            return None


def by_order(
    texts: Mapping[str, Sequence[str]],
    powers: Mapping[str, PowerId],
    outcomes: Sequence[Outcome],
) -> dict[str, list[Told]]:
    """Name each outcome by the text of its order, under its power as the record writes it."""
    told: dict[str, list[Told]] = {}
    for who, listed in texts.items():
        own = [one for one in outcomes if one.power == powers[who] and one.ordered]
        told[who] = list(zip(listed, own, strict=True))
    return told


def results_by_unit(told: Iterable[Told]) -> dict[str, str]:
    """Return the result word of each unit; of several orders the one that came off."""
    words: dict[str, str] = {}
    for text, outcome in told:
        if words.get(text) != Result.OK.value:
            words[text] = _word(outcome)
    return words


def results_by_order(told: Mapping[str, Sequence[Told]]) -> dict[str, dict[str, str | list[str]]]:
    """Return the result words by power and text, a list where one text was given twice."""
    return {who: _gathered((text, _word(one)) for text, one in own) for who, own in told.items()}


def reasons(told: Iterable[Told], board: Board) -> dict[str, str | list[str]]:
    """Return for each order that failed one sentence on what beat it."""
    failed = ((text, sentence(one, board)) for text, one in told)
    return _gathered((text, words) for text, words in failed if words)


def _gathered(pairs: Iterable[tuple[str, str]]) -> dict[str, str | list[str]]:
    lists: dict[str, list[str]] = {}
    for text, word in pairs:
        lists.setdefault(text, []).append(word)
    return {text: words if len(words) > 1 else words[0] for text, words in lists.items()}


def _word(outcome: Outcome) -> str:
    return outcome.result.value + ("+dislodged" if outcome.dislodged else "")


def position_after(before: GameState, events: Sequence[Event], *, bridges: bool) -> dict[str, Any]:
    """Return the position after a phase.

    Args:
        before: the position in which it was ordered.
        events: the facts of this phase alone.
        bridges: the game has bridges, so they are listed even if there are none.
    """
    state = replay(before, events)
    after: dict[str, Any] = {"units": _units(state.units)}
    accounts = [event for event in events if isinstance(event, AccountsClosed)]
    if not accounts:
        after["dislodged"] = [_dislodged(one) for one in _of_kind(events, UnitDislodged)]
    if before.phase.kind is PhaseKind.MOVEMENT or (bridges and not accounts):
        closed = {place for one in _of_kind(events, StandoffsLeft) for place in one.places}
        after["contested"] = sorted(closed)
    after["centers"] = _centres(state)
    if bridges:
        after |= _bridges(state)
        if accounts:
            after["accounts"] = {one.power: _account(one) for one in accounts[-1].accounts}
        else:
            winners = [who for event in _of_kind(events, GameWon) for who in event.winners]
            after["winner"] = winners[0] if winners else None
    return after


def _of_kind(events: Iterable[Event], kind: type[E]) -> list[E]:
    return [event for event in events if isinstance(event, kind)]


def _units(units: Iterable[Unit]) -> dict[str, list[str]]:
    lists: dict[str, list[str]] = {}
    for unit in units:
        lists.setdefault(unit.power, []).append(str(unit))
    return {who: sorted(lists[who]) for who in sorted(lists)}


def _centres(state: GameState) -> dict[str, list[str]]:
    owners = sorted(set(state.centres.values()))
    return {who: list(state.centres_of(who)) for who in owners}


def _dislodged(event: UnitDislodged) -> dict[str, Any]:
    one = event.dislodged
    return {
        "power": one.unit.power,
        "unit": str(one.unit),
        "attacker_from": one.attacker_from,
        "retreats": sorted(str(place) for place in one.retreats),
    }


def _bridges(state: GameState) -> dict[str, Any]:
    part = state.part(BridgePart)
    return {
        "bridges": [{"between": list(one.between), "owner": one.owner} for one in part.standing],
        "bridges_lost": {who: part.lost[who] for who in sorted(part.lost) if part.lost[who]},
    }


def _account(account: Account) -> dict[str, int]:
    return {
        "on_board": account.on_board,
        "off_board": account.off_board,
        "bridge_losses": account.bridge_losses,
        "received": account.received,
        "given": account.given,
        "budget": account.budget,
        "upkeep": account.upkeep,
        "forfeited": account.forfeited,
    }
