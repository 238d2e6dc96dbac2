"""Facts as sentences. Every kind of event has words, or says on purpose that it needs none."""

from __future__ import annotations

from collections.abc import Iterable

from gm.contract.draws import Draw
from gm.contract.events import Drawn, Ending, Event, GameEnded
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
from gm.games.diplomacy.rules.mechanics.anarchy import AnarchyForgotten, Cured, FellIntoAnarchy
from gm.games.diplomacy.rules.mechanics.changes import (
    CountriesClosed,
    HoleReopened,
    ProvinceHoled,
    ProvinceSplit,
)
from gm.games.diplomacy.rules.mechanics.conversion import UnitConverted
from gm.games.diplomacy.rules.mechanics.decreed import OutcomeDecreed
from gm.games.diplomacy.rules.mechanics.promises import IncomePaid, PointsGiven, PointsSet
from gm.games.diplomacy.rules.mechanics.wanderers import (
    WandererPlaced,
    WanderersMet,
    WanderersWait,
    WandererWalked,
)
from gm.games.diplomacy.rules.state import Dislodged
from gm.games.diplomacy.rules.units import Unit
from gm.games.diplomacy.rules.winter.accounts import AccountsClosed, PointsGranted
from gm.games.diplomacy.rules.winter.bridges import (
    BridgeBuilt,
    BridgeDemolished,
    BridgeDestroyed,
    BridgeWithdrawn,
)
from gm.games.diplomacy.rules.winter.payments import PointsPaid
from gm.games.diplomacy.rules.winter.season_facts import AutumnRemembered
from gm.games.diplomacy.wording.draw_labels import special_words
from gm.games.diplomacy.wording.words import (
    bridge_words,
    location_words,
    place_words,
    points_words,
    power_words,
    reason_text,
    unit_words,
)
from gm.languages import ENGLISH, gettext, listed, ngettext, spoken
from gm.report.wording.sentence_parts import first_upper

# Facts of a board that changes and of the special units on it, as sentences (Irish 3-13).


def owned_unit(unit: Unit, board: Board) -> str:
    """Return a unit with its power: `the British Army Devon West`.

    The adjectives of a board are English; other languages name the power.
    """
    words = unit_words(unit, board)
    if spoken() == ENGLISH:
        return f"the {board.powers[unit.power].adjective} {words}"
    return gettext("{unit} ({power})", unit=words, power=power_words(unit.power, board))


def specials_words(specials: Iterable[str]) -> str:
    """Return special units by name: `Irish 1 and Psychiatrist 3`."""
    return listed(special_words(special) for special in specials)


def change_words(event: Event, board: Board) -> str:
    """Return a fact of this kind as a sentence.

    Raises:
        TypeError: an event of a kind that nobody gave words to.
    """
    match event:
        case CountriesClosed(powers):
            names = listed(power_words(power, board) for power in powers)
            return gettext("Nobody plays {powers}, and nobody can enter.", powers=names)
        case HoleReopened(place):
            name = place_words(place, board)
            return gettext("{place} is no longer a black hole.", place=name)
        case ProvinceHoled():
            return holed_words(event, board)
        case ProvinceSplit():
            return split_words(event, board)
        case FellIntoAnarchy() | Cured():
            return first_upper(_of_anarchy(event, board))
        case _:
            return _of_walks(event, board)


def _of_anarchy(event: FellIntoAnarchy | Cured, board: Board) -> str:
    unit, by = owned_unit(event.unit, board), specials_words(event.by)
    match event:
        case FellIntoAnarchy() if by:
            return gettext("{unit} falls into anarchy: it met {specials}.", unit=unit, specials=by)
        case FellIntoAnarchy():
            return gettext("{unit} falls into anarchy.", unit=unit)
        case Cured() if by:
            return gettext(
                "{unit} is cured by {specials} and obeys again.", unit=unit, specials=by
            )
        case Cured():
            return gettext("{unit} is cured and obeys again.", unit=unit)


def _of_walks(event: Event, board: Board) -> str:
    match event:
        case WandererPlaced(special, place):
            who, where = special_words(special), place_words(place, board)
            return gettext("{special} is placed in {place}.", special=who, place=where)
        case WandererWalked():
            return walk_words(event, board)
        case WanderersMet(place, irish, psychiatrist):
            return gettext(
                "{irish} and {psychiatrist} meet in {place} and annihilate each other.",
                irish=special_words(irish),
                psychiatrist=special_words(psychiatrist),
                place=place_words(place, board),
            )
        case _:
            raise TypeError(f"no words for {type(event).__name__}")


def walk_words(event: WandererWalked, board: Board, how: str = "") -> str:
    """Return a walk as a sentence; `how` says why it went there: ", by the king of spades"."""
    who, here = special_words(event.special), place_words(event.start, board)
    if event.start == event.to:
        return gettext(
            "{special} stays in {place}: no space beside it is open.", special=who, place=here
        )
    there = place_words(event.to, board)
    if event.by_gm:
        return gettext(
            "{special} goes from {start} to {end}: the GM sent it, not the hat.",
            special=who,
            start=here,
            end=there,
        )
    # Translators: {how} is nothing, or ", by the king of spades".
    return gettext(
        "{special} walks from {start} to {end}{how}.", special=who, start=here, end=there, how=how
    )


def holed_words(event: ProvinceHoled, board: Board) -> str:
    """Return that a province became a black hole, and what was lost in it."""
    lost = [owned_unit(event.unit, board)] if event.unit is not None else []
    lost += [special_words(special) for special in event.specials]
    sentences = [gettext("{place} becomes a black hole.", place=place_words(event.place, board))]
    if lost:
        words = ngettext(
            "{units} is annihilated in it.",
            "{units} are annihilated in it.",
            len(lost),
            units=listed(lost),
        )
        sentences.append(first_upper(words))
    if event.owner is not None:
        power = power_words(event.owner, board)
        sentences.append(gettext("{power} loses the supply centre there.", power=power))
    return " ".join(sentences)


def split_words(event: ProvinceSplit, board: Board) -> str:
    """Return that a province was split, and what became of what was in it."""
    split = event.split
    again = split.province in split.halves
    start, end = (place_words(province, board) for province in split.line)
    place = place_words(split.province, board)
    halves = listed(place_words(half, board) for half in split.halves)
    if again:
        sentence = gettext(
            "{place} is split once more, along a line from {start} to {end}, into {halves}.",
            place=place,
            start=start,
            end=end,
            halves=halves,
        )
    else:
        sentence = gettext(
            "{place} is split, along a line from {start} to {end}, into {halves}.",
            place=place,
            start=start,
            end=end,
            halves=halves,
        )
    return " ".join((sentence, *aftermath(event, board)))


def aftermath(event: ProvinceSplit, board: Board) -> tuple[str, ...]:
    """Return what became of the piece, the centre and the special units of a split province."""
    sentences: list[str] = []
    if event.unit is not None:
        sentences.append(_pieces(event, event.unit, board))
    if event.owner is not None:
        power = power_words(event.owner, board)
        sentences.append(gettext("{power} owns both supply centres.", power=power))
    for special, half in event.specials:
        who, where = special_words(special), place_words(half, board)
        sentences.append(gettext("{special} is in {place} now, by lot.", special=who, place=where))
    return tuple(sentences)


def _pieces(event: ProvinceSplit, unit: Unit, board: Board) -> str:
    power = power_words(unit.power, board)
    pieces = [unit_words(piece, board) for piece in event.pieces]
    if len(pieces) == 1:
        return gettext(
            "{power}'s unit there stands as {unit}; the other half can hold none.",
            power=power,
            unit=pieces[0],
        )
    return gettext(
        "{power}'s unit there has a twin: {power} has {units} now.",
        power=power,
        units=listed(pieces),
    )


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
