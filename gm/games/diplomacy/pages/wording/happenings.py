"""Facts as sentences. Every kind of event has words, or says on purpose that it needs none."""

from __future__ import annotations

from collections.abc import Iterable

from gm.contract.draws import Draw
from gm.contract.events import Drawn, Ending, Event, GameEnded
from gm.games.diplomacy.pages.wording.change_words import change_words, owned_unit
from gm.games.diplomacy.pages.wording.words import (
    bridge_words,
    location_words,
    place_words,
    points_words,
    power_words,
    reason_text,
)
from gm.games.diplomacy.rules.board import Board, PowerId
from gm.games.diplomacy.rules.events import (
    CentreTaken,
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
from gm.games.diplomacy.rules.mechanics.accounts import AccountsClosed, PointsGranted
from gm.games.diplomacy.rules.mechanics.anarchy import AnarchyForgotten
from gm.games.diplomacy.rules.mechanics.bridges import (
    BridgeBuilt,
    BridgeDemolished,
    BridgeDestroyed,
    BridgeWithdrawn,
)
from gm.games.diplomacy.rules.mechanics.conversion import UnitConverted
from gm.games.diplomacy.rules.mechanics.decreed import OutcomeDecreed
from gm.games.diplomacy.rules.mechanics.payments import PointsPaid
from gm.games.diplomacy.rules.mechanics.promises import IncomePaid, PointsGiven, PointsSet
from gm.games.diplomacy.rules.mechanics.season_facts import AutumnRemembered
from gm.games.diplomacy.rules.mechanics.wanderers import WanderersWait
from gm.games.diplomacy.rules.state import Dislodged
from gm.languages import gettext, listed, ngettext
from gm.report.wording.sentence_parts import first_upper

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
        case UnitRetreated() | UnitDisbanded() | UnitBuilt() | UnitConverted():
            return first_upper(_of_unit(event, board))
        case StandoffsLeft(places):
            names = listed((place_words(place, board) for place in places), "or")
            if not names:
                return None
            return gettext("No unit can retreat to {places}, where units stood off.", places=names)
        case _:
            return _of_powers(event, board)


def _of_unit(
    event: UnitRetreated | UnitDisbanded | UnitBuilt | UnitConverted, board: Board
) -> str:
    unit = owned_unit(event.unit, board)
    match event:
        case UnitRetreated(_, to):
            place = location_words(to.at, board)
            return gettext("{unit} retreats to {place}.", unit=unit, place=place)
        case UnitDisbanded(_, by_civil_disorder):
            if by_civil_disorder:
                return gettext("{unit} is removed in civil disorder.", unit=unit)
            return gettext("{unit} is disbanded.", unit=unit)
        case UnitBuilt():
            return gettext("{unit} is built.", unit=unit)
        case UnitConverted():
            return gettext("{unit} becomes an army.", unit=unit)


def _of_powers(event: Event, board: Board) -> str | None:
    match event:
        case CentreTaken():
            return _centre(event, board)
        case PowerEliminated(power):
            return gettext("{power} is out of the game.", power=power_words(power, board))
        case GameWon(winners):
            return winners_words(winners, board)
        case GameEnded():
            return ended_words(event, board)
        case Drawn(draw):
            return _draw(draw)
        case PointsPaid() | PointsGiven() | PointsGranted() | PointsSet():
            return _of_points(event, board)
        case _:
            return _of_bridges(event, board)


def _of_points(event: PointsPaid | PointsGiven | PointsGranted | PointsSet, board: Board) -> str:
    match event:
        case PointsPaid(payer, payee, amount, reason, receipt):
            # Translators: {reason} is nothing, or what was written with it: " (toll)".
            return gettext(
                "{payer} pays {payee} {points}{reason}.",
                payer=power_words(payer, board),
                payee=power_words(payee, board),
                points=points_words(amount),
                reason=reason_text(reason or receipt),
            )
        case PointsGiven(giver, to, amount):
            return gettext(
                "{giver} gives {power} {points}.",
                giver=power_words(giver, board),
                power=power_words(to, board),
                points=points_words(amount),
            )
        case PointsGranted(power, year, amount):
            return _granted(power_words(power, board), amount, year)
        case PointsSet(power, balance):
            name, points = power_words(power, board), points_words(balance)
            return gettext("{power} has {points} now.", power=name, points=points)


def _granted(power: str, amount: int, year: int) -> str:
    points = points_words(abs(amount))
    if amount >= 0:
        return gettext(
            "The GM grants {power} {points} for Winter {year}.",
            power=power,
            points=points,
            year=year,
        )
    return gettext(
        "The GM takes from {power} {points} for Winter {year}.",
        power=power,
        points=points,
        year=year,
    )


def _of_bridges(event: Event, board: Board) -> str:
    if not isinstance(event, BridgeBuilt | BridgeDestroyed | BridgeDemolished | BridgeWithdrawn):
        return change_words(event, board)
    what = bridge_words(event.bridge.between, board)
    owner = power_words(event.bridge.owner, board)
    match event:
        case BridgeBuilt():
            return gettext("{power} builds a {bridge}.", power=owner, bridge=what)
        case BridgeDestroyed(_, by):
            return gettext(
                "{power}'s {bridge} is destroyed by {units}.",
                power=owner,
                bridge=what,
                units=listed(owned_unit(unit, board) for unit in by),
            )
        case BridgeDemolished(_, by_civil_disorder):
            if by_civil_disorder:
                return gettext(
                    "{power}'s {bridge} falls into disrepair: {power} could not keep it.",
                    power=owner,
                    bridge=what,
                )
            return gettext("{power} takes down its {bridge}.", power=owner, bridge=what)
        case BridgeWithdrawn():
            return gettext(
                "{power}'s {bridge} is gone, and costs nothing.", power=owner, bridge=what
            )


def dislodged_words(dislodged: Dislodged, board: Board) -> str:
    """Return a dislodged unit with its choices as a sentence."""
    unit, fate = owned_unit(dislodged.unit, board), choices(dislodged, board)
    if dislodged.attacker_from is None:
        # Translators: {fate} is "and may retreat to Kerry, or disband.", here and below.
        return first_upper(gettext("{unit} is dislodged {fate}", unit=unit, fate=fate))
    place = place_words(dislodged.attacker_from, board)
    return first_upper(
        gettext(
            "{unit} is dislodged by the attack from {place} {fate}",
            unit=unit,
            place=place,
            fate=fate,
        )
    )


def choices(dislodged: Dislodged, board: Board) -> str:
    """Return where a dislodged unit may go, as the end of a sentence about it."""
    if not dislodged.retreats:
        return gettext("and has nowhere to go: it is destroyed.")
    places = listed((location_words(at, board) for at in dislodged.retreats), "or")
    return gettext("and may retreat to {places}, or disband.", places=places)


def winners_words(winners: Iterable[PowerId], board: Board) -> str:
    """Return who has won, as a sentence."""
    names = [power_words(power, board) for power in winners]
    return ngettext(
        "{powers} wins the game.", "{powers} share the game.", len(names), powers=listed(names)
    )


def ended_words(event: GameEnded, board: Board) -> str:
    """Return how the GM ended a game, as a sentence."""
    names = listed(power_words(power, board) for power in event.powers)
    match event.how:
        case Ending.DRAW:
            return gettext("The game is a draw between {powers}.", powers=names)
        case Ending.CONCESSION:
            return gettext("{power} wins the game: the others concede it.", power=names)
        case Ending.ABANDONED:
            return gettext("The game is abandoned, and nobody wins it.")


def _centre(event: CentreTaken, board: Board) -> str:
    place = place_words(event.place, board)
    if event.power is None:
        return gettext("{place} becomes neutral.", place=place)
    power = power_words(event.power, board)
    if event.former is None:
        return gettext("{power} takes {place}.", power=power, place=place)
    return gettext(
        "{power} takes {place} from {former}.",
        power=power,
        place=place,
        former=power_words(event.former, board),
    )


def _draw(draw: Draw) -> str:
    facts = {"label": draw.label, "chosen": draw.chosen, "number": len(draw.candidates)}
    if draw.by_hand:
        return gettext("Drawn by the GM's hand for {label}: {chosen}, out of {number}.", **facts)
    return gettext("Drawn for {label}: {chosen}, out of {number}.", **facts)
