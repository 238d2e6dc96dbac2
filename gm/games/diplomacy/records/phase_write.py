"""Writes what became of a recorded phase, in the same schema: results, the position after, why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from gm.contract.events import Event
from gm.games.diplomacy.records.result_words import word
from gm.games.diplomacy.rules.board import Board, PowerId, ProvinceId
from gm.games.diplomacy.rules.events import (
    GameWon,
    PhaseBegan,
    StandoffsLeft,
    UnitDislodged,
    replay,
)
from gm.games.diplomacy.rules.filled_in import SeasonResolution
from gm.games.diplomacy.rules.orders import Build, Choose, UnitOrder
from gm.games.diplomacy.rules.outcomes import Outcome, Result
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.units import Unit
from gm.games.diplomacy.rules.winter.accounts import AccountsClosed, account_figures
from gm.games.diplomacy.rules.winter.bridges import BridgePart
from gm.games.diplomacy.wording.explain import sentence
from gm.games.diplomacy.wording.promise_words import unmet_words

E = TypeVar("E", bound=Event)

Told = tuple[str, Outcome]
"""An outcome and the text it is listed under: a unit, or an order as it was written."""


def by_unit(before: GameState, outcomes: Sequence[Outcome]) -> tuple[list[str], Sequence[Outcome]]:
    """Return the outcomes that have a unit, after their names: the units as they stood before."""
    if before.phase.kind is PhaseKind.MOVEMENT:
        # A season tells of each unit in their sequence, and then of orders that fit none.
        texts = [str(unit) for unit in before.units]
        if len(texts) == len(outcomes):
            return texts, outcomes
        named = [*zip(texts, outcomes, strict=False), *_named(before, outcomes[len(texts) :])]
    else:
        named = [*_named(before, outcomes)]
    return [text for text, _ in named], [outcome for _, outcome in named]


def _named(before: GameState, outcomes: Iterable[Outcome]) -> Iterator[Told]:
    standing = {unit.at.province: unit for unit in before.units}
    if before.phase.kind is PhaseKind.RETREAT:
        standing = {dislodged.unit.at.province: dislodged.unit for dislodged in before.dislodged}
    for outcome in outcomes:
        if isinstance(outcome.order, (UnitOrder, Build, Choose)):
            ref = outcome.order.unit
            unit = standing.get(ref.at.province)
            yield str(unit if unit is not None and unit.kind is ref.kind else ref), outcome


def by_order(
    texts: Mapping[str, Sequence[str]],
    powers: Mapping[str, PowerId],
    outcomes: Sequence[Outcome],
) -> dict[str, list[Told]]:
    """Name each outcome by the text of its order, under its power as the record writes it."""
    named: dict[str, list[Told]] = {}
    for who, listed in texts.items():
        given = [
            outcome for outcome in outcomes if outcome.power == powers[who] and outcome.ordered
        ]
        named[who] = list(zip(listed, given, strict=True))
    return named


def results_by_order(lists: Mapping[str, Sequence[Told]]) -> dict[str, dict[str, str | list[str]]]:
    """Return the result words by power and text, a list where one text was given twice."""
    return {
        who: gathered((text, word(outcome)) for text, outcome in named)
        for who, named in lists.items()
    }


def reasons(named: Sequence[Told], board: Board) -> dict[str, str | list[str]]:
    """Return for each order that failed a sentence on what beat it, two if its unit fell too."""
    season = [outcome for _, outcome in named]
    failed = ((text, _why(outcome, board, season)) for text, outcome in named)
    return gathered((text, words) for text, words in failed if words)


def _why(outcome: Outcome, board: Board, season: Sequence[Outcome]) -> str:
    unmet = unmet_words(outcome, board) if outcome.result is Result.NOT_MET else ""
    return unmet or sentence(outcome, board, season)


def gathered(pairs: Iterable[tuple[str, str]]) -> dict[str, str | list[str]]:
    """Return the words by text, a list where one text was given several times."""
    lists: dict[str, list[str]] = {}
    for text, result in pairs:
        lists.setdefault(text, []).append(result)
    return {text: words if len(words) > 1 else words[0] for text, words in lists.items()}


def position_after(before: GameState, made: SeasonResolution, *, bridges: bool) -> dict[str, Any]:
    """Return the position after a phase.

    Args:
        before: the position in which it was ordered.
        made: what became of it.
        bridges: the game has bridges, so they are listed even if there are none.
    """
    events, state = facts_of_phase(before, made)
    after: dict[str, Any] = {"units": _listed(state.units)}
    accounts = of_kind(events, AccountsClosed) if bridges else []
    if not accounts:
        after["dislodged"] = [
            _dislodged(unit_dislodged) for unit_dislodged in of_kind(events, UnitDislodged)
        ]
    if before.phase.kind is PhaseKind.MOVEMENT or (bridges and not accounts):
        after["contested"] = _contested(events)
    after["centers"] = _owned(state.centres)
    if bridges:
        after |= _bridges(state)
        if accounts:
            after["accounts"] = {
                account.power: account_figures(account) for account in accounts[-1].accounts
            }
        else:
            winners = [who for event in of_kind(events, GameWon) for who in event.winners]
            after["winner"] = winners[0] if winners else None
    return after


def position_told(events: Sequence[Event], state: GameState, *, contested: bool) -> dict[str, Any]:
    """Return the units, dislodged units and centres after a phase.

    Args:
        events: of the phase.
        state: after it.
        contested: whether provinces left empty by standoffs are listed.
    """
    after: dict[str, Any] = {
        "units": _listed(state.units),
        "dislodged": [_dislodged(event) for event in of_kind(events, UnitDislodged)],
        "centers": _owned(state.centres),
    }
    return {**after, "contested": _contested(events)} if contested else after


def _listed(units: Sequence[Unit]) -> dict[PowerId, list[str]]:
    """Return the texts of units, which are sorted: by power, each list sorted."""
    lists: dict[PowerId, list[str]] = {}
    for unit in units:
        lists.setdefault(unit.power, []).append(str(unit))
    return {power: sorted(texts) for power, texts in lists.items()}


def _owned(owners: Mapping[ProvinceId, PowerId]) -> dict[PowerId, list[ProvinceId]]:
    """Return supply centres by power, each list sorted."""
    lists: dict[PowerId, list[ProvinceId]] = {power: [] for power in sorted({*owners.values()})}
    for place in sorted(owners):
        lists[owners[place]].append(place)
    return lists


def _contested(events: Iterable[Event]) -> list[str]:
    left = [event.places for event in events if isinstance(event, StandoffsLeft)]
    return sorted({place for places in left for place in places}) if left else []


def facts_of_phase(before: GameState, made: SeasonResolution) -> tuple[Sequence[Event], GameState]:
    """Return the facts up to the beginning of the next phase, and the state they lead to.

    The state made is that state too, as far as it is written, if nothing followed.
    """
    kinds = [*map(type, made.events), PhaseBegan]
    end = kinds.index(PhaseBegan)
    events = made.events[:end]
    return events, made.state if end + 1 >= len(made.events) else replay(before, events)


def of_kind(events: Iterable[Event], kind: type[E]) -> list[E]:
    """Return the events of one kind."""
    return [event for event in events if isinstance(event, kind)]


def _dislodged(event: UnitDislodged) -> dict[str, Any]:
    dislodged = event.dislodged
    return {
        "power": dislodged.unit.power,
        "unit": str(dislodged.unit),
        "attacker_from": dislodged.attacker_from,
        "retreats": sorted(map(str, dislodged.retreats)),
    }


def _bridges(state: GameState) -> dict[str, Any]:
    part = state.part(BridgePart)
    return {
        "bridges": [
            {"between": list(bridge.between), "owner": bridge.owner} for bridge in part.standing
        ],
        "bridges_lost": {who: part.lost[who] for who in sorted(part.lost) if part.lost[who]},
    }
