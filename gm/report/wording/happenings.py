"""Facts as sentences. Every kind of event has words, or says on purpose that it needs none."""

from __future__ import annotations

from collections.abc import Iterable

from gm.report.wording.change_words import change_words, owned_unit
from gm.report.wording.phrases import first_upper, listed
from gm.report.wording.words import (
    bridge_words,
    location_words,
    place_words,
    points_words,
    power_words,
    reason_text,
)
from gm.rules.board import Board, PowerId
from gm.rules.draws import Draw
from gm.rules.events import (
    CentreTaken,
    Drawn,
    Ending,
    Event,
    GameEnded,
    GameWon,
    PhaseBegan,
    PowerEliminated,
    RetreatClosed,
    StandoffsLeft,
    UnitBuilt,
    UnitDisbanded,
    UnitDislodged,
    UnitRetreated,
    UnitsMoved,
)
from gm.rules.mechanics.accounts import AccountsClosed, PointsGranted
from gm.rules.mechanics.anarchy import AnarchyForgotten
from gm.rules.mechanics.bridges import (
    BridgeBuilt,
    BridgeDemolished,
    BridgeDestroyed,
    BridgeWithdrawn,
)
from gm.rules.mechanics.conversion import UnitConverted
from gm.rules.mechanics.decreed import OutcomeDecreed
from gm.rules.mechanics.payments import PointsPaid
from gm.rules.mechanics.promises import IncomePaid, PointsGiven, PointsSet
from gm.rules.mechanics.season_facts import AutumnRemembered
from gm.rules.mechanics.wanderers import WanderersWait
from gm.rules.state import Dislodged

_SILENT = (
    UnitsMoved,
    PhaseBegan,
    AccountsClosed,
    AutumnRemembered,
    WanderersWait,
    AnarchyForgotten,
    IncomePaid,
    OutcomeDecreed,
    RetreatClosed,
)
"""Told elsewhere: by the orders, by the deadline, by the tables of accounts and points, by the words
of the GM's override."""


def event_words(event: Event, board: Board) -> str | None:
    """Return a fact as a sentence; None for one that other parts of a report tell.

    Raises:
        TypeError: an event of a kind that nobody gave words to.
    """
    if isinstance(event, _SILENT):
        return None
    match event:
        case UnitDislodged(dislodged):
            return dislodged_words(dislodged, board)
        case UnitRetreated(unit, to):
            return first_upper(
                f"{owned_unit(unit, board)} retreats to {location_words(to.at, board)}."
            )
        case UnitDisbanded(unit, by_civil_disorder):
            return first_upper(f"{owned_unit(unit, board)} {_removed(by_civil_disorder)}.")
        case UnitBuilt(unit):
            return first_upper(f"{owned_unit(unit, board)} is built.")
        case UnitConverted(unit):
            return first_upper(f"{owned_unit(unit, board)} becomes an army.")
        case StandoffsLeft(places):
            names = listed(place_words(place, board) for place in places)
            return f"No unit can retreat to {names}, where units stood off." if places else None
        case _:
            return _of_powers(event, board)


def _of_powers(event: Event, board: Board) -> str | None:
    match event:
        case CentreTaken():
            return _centre(event, board)
        case PowerEliminated(power):
            return f"{power_words(power, board)} is out of the game."
        case GameWon(winners):
            return winners_words(winners, board)
        case GameEnded():
            return ended_words(event, board)
        case Drawn(draw):
            return _draw(draw)
        case PointsPaid(payer, payee, amount, reason, receipt):
            note = reason_text(reason or receipt)
            sides = f"{power_words(payer, board)} pays {power_words(payee, board)}"
            return f"{sides} {points_words(amount)}{note}."
        case PointsGiven(giver, to, amount):
            sides = f"{power_words(giver, board)} gives {power_words(to, board)}"
            return f"{sides} {points_words(amount)}."
        case PointsGranted(power, year, amount):
            given = "grants" if amount >= 0 else "takes from"
            sides = f"The GM {given} {power_words(power, board)}"
            return f"{sides} {points_words(abs(amount))} for Winter {year}."
        case PointsSet(power, balance):
            return f"{power_words(power, board)} has {points_words(balance)} now."
        case _:
            return _of_bridges(event, board)


def _of_bridges(event: Event, board: Board) -> str:
    match event:
        case BridgeBuilt(bridge):
            what = bridge_words(bridge.between, board)
            return f"{power_words(bridge.owner, board)} builds a {what}."
        case BridgeDestroyed(bridge, by):
            what = bridge_words(bridge.between, board)
            attackers = listed(owned_unit(unit, board) for unit in by)
            return f"{power_words(bridge.owner, board)}'s {what} is destroyed by {attackers}."
        case BridgeDemolished(bridge, by_civil_disorder):
            what = bridge_words(bridge.between, board)
            owner = power_words(bridge.owner, board)
            if by_civil_disorder:
                return f"{owner}'s {what} falls into disrepair: {owner} could not keep it."
            return f"{owner} takes down its {what}."
        case BridgeWithdrawn(bridge):
            what = bridge_words(bridge.between, board)
            return f"{power_words(bridge.owner, board)}'s {what} is gone, and costs nothing."
        case _:
            return change_words(event, board)


def dislodged_words(dislodged: Dislodged, board: Board) -> str:
    """Return a dislodged unit with its choices as a sentence."""
    origin = dislodged.attacker_from
    by = f" by the attack from {place_words(origin, board)}" if origin is not None else ""
    return first_upper(
        f"{owned_unit(dislodged.unit, board)} is dislodged{by} {choices(dislodged, board)}"
    )


def choices(dislodged: Dislodged, board: Board) -> str:
    """Return where a dislodged unit may go, as the end of a sentence about it."""
    if not dislodged.retreats:
        return "and has nowhere to go: it is destroyed."
    places = listed((location_words(at, board) for at in dislodged.retreats), "or")
    return f"and may retreat to {places}, or disband."


def winners_words(winners: Iterable[PowerId], board: Board) -> str:
    """Return who has won, as a sentence."""
    names = [power_words(power, board) for power in winners]
    return f"{listed(names)} {'wins' if len(names) == 1 else 'share'} the game."


def ended_words(event: GameEnded, board: Board) -> str:
    """Return how the GM ended a game, as a sentence."""
    names = listed(power_words(power, board) for power in event.powers)
    match event.how:
        case Ending.DRAW:
            return f"The game is a draw between {names}."
        case Ending.CONCESSION:
            return f"{names} wins the game: the others concede it."
        case Ending.ABANDONED:
            return "The game is abandoned, and nobody wins it."


def _centre(event: CentreTaken, board: Board) -> str:
    place = place_words(event.place, board)
    former = f" from {power_words(event.former, board)}" if event.former is not None else ""
    if event.power is None:
        return f"{place} becomes neutral."
    return f"{power_words(event.power, board)} takes {place}{former}."


def _draw(draw: Draw) -> str:
    hand = "by the GM's hand " if draw.by_hand else ""
    return f"Drawn {hand}for {draw.label}: {draw.chosen}, out of {len(draw.candidates)}."


def _removed(by_civil_disorder: bool) -> str:
    return "is removed in civil disorder" if by_civil_disorder else "is disbanded"
