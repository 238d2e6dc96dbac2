"""A position as a scene: who stands where, who owns what, and how the board differs from print."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gm.contract.events import Event
from gm.drawing.palette import dresses
from gm.drawing.scene import (
    Crossing,
    DrawnSide,
    DrawnSpot,
    Piece,
    PieceKind,
    Special,
    Stance,
    Token,
)
from gm.games.diplomacy.pages.facts.board_facts import closed_countries
from gm.games.diplomacy.pages.facts.tables import bridges, holdings
from gm.games.diplomacy.pages.facts.unrest import present_words, specials_now
from gm.games.diplomacy.rules.board import Board, Entry, Location, PowerId, ProvinceId, Terrain
from gm.games.diplomacy.rules.mechanics.anarchy import in_anarchy
from gm.games.diplomacy.rules.mechanics.changes import ChangesPart, land_of
from gm.games.diplomacy.rules.mechanics.wanderers import WanderersPart, by_number, is_irish
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.units import Unit, UnitKind
from gm.games.diplomacy.rules.winter.bridges import (
    BridgeDemolished,
    BridgeDestroyed,
    BridgePart,
)
from gm.games.diplomacy.wording.words import place_words
from gm.languages import gettext, listed
from gm.report.wording.sentence_parts import counted


def spot(at: Location) -> DrawnSpot:
    """Return a location as a place in a scene."""
    return DrawnSpot(str(at.province), at.coast)


def kind_of(kind: UnitKind) -> PieceKind:
    """Return the kind of a unit as a scene has it."""
    return PieceKind.FLEET if kind is UnitKind.FLEET else PieceKind.ARMY


def sides(board: Board, state: GameState) -> tuple[DrawnSide, ...]:
    """Return the powers that are played or were, with what they have.

    One that is out stays among them, so that nobody's colours change within a game.
    """
    unplayed = state.part(ChangesPart).closed
    return tuple(
        DrawnSide(
            id=str(power.id),
            name=power.name,
            colour=power.colour,
            is_major=power.rank == "major",
            figures=_figures(state, power.id),
        )
        for power in board.powers.values()
        if power.id not in unplayed
    )


def colours(board: Board, state: GameState) -> dict[PowerId, str]:
    """Return the colour that each power has on the pictures."""
    return {PowerId(id_): dress.hue for id_, dress in dresses(sides(board, state)).items()}


def _figures(state: GameState, power: PowerId) -> str:
    if power in state.eliminated:
        return gettext("out of the game")
    waiting = sum(dislodged.unit.power == power for dislodged in state.dislodged)
    units = len(state.units_of(power)) + waiting
    return f"{counted(len(state.centres_of(power)), 'centre')}, {counted(units, 'unit')}"


def pieces(state: GameState, beaten: Iterable[ProvinceId] = ()) -> tuple[Piece, ...]:
    """Return all units; those in `beaten` are shown as dislodged where they stand."""
    lawless, hit = in_anarchy(state), {*beaten}

    def piece(unit: Unit, stance: Stance) -> Piece:
        return Piece(str(unit.power), kind_of(unit.kind), spot(unit.at), stance)

    def stance(unit: Unit) -> Stance:
        if unit.at.province in hit:
            return Stance.ANNIHILATED if unit in lawless else Stance.DISLODGED
        return Stance.ANARCHY if unit in lawless else Stance.STANDING

    return (
        *(piece(unit, stance(unit)) for unit in state.units),
        *(piece(dislodged.unit, Stance.DISLODGED) for dislodged in state.dislodged),
    )


def specials(state: GameState) -> tuple[Special, ...]:
    """Return the special units, also those that wait in their boxes."""
    places = state.part(WanderersPart).places
    return tuple(
        Special(
            Token.IRISH if is_irish(name) else Token.PSYCHIATRIST, by_number(name)[1], str(place)
        )
        for name, place in places.items()
    )


def crossings(state: GameState, events: Iterable[Event] = ()) -> tuple[Crossing, ...]:
    """Return the bridges that stand, and those that fell by some events."""
    fallen = (
        event.bridge for event in events if isinstance(event, BridgeDestroyed | BridgeDemolished)
    )
    return (
        *(
            Crossing(bridge.between, str(bridge.owner))
            for bridge in state.part(BridgePart).standing
        ),
        *(Crossing(bridge.between, str(bridge.owner), stands=False) for bridge in fallen),
    )


def with_entry(board: Board, *entries: Entry) -> frozenset[str]:
    """Return the provinces that are entered in one of some ways only."""
    return frozenset(
        str(province.id) for province in board.provinces.values() if province.entry in entries
    )


def owners(board: Board, states: Iterable[GameState]) -> dict[str, str]:
    """Return for whom each province is coloured.

    A supply centre is its owner's. Other land is that of the power whose unit stood there last, and
    before anybody came that of the power whose country it is.

    Args:
        board: the board in force in the last of them.
        states: the positions of the game so far, oldest first, the one to be shown last.
    """
    last: GameState | None = None
    held: dict[ProvinceId, PowerId] = {}
    for state in states:
        if last is None:
            held = {place: power for power in board.powers for place in _country(board, power)}
        held |= {unit.at.province: unit.power for unit in state.units}
        last = state
    if last is None:
        return {}
    gone = {*last.eliminated, *last.part(ChangesPart).closed}
    owner_of = {str(place): str(power) for place, power in last.centres.items()}
    for here, power in _meant(board, held):
        province = board.province(here)
        free = province.terrain is not Terrain.SEA and not province.is_centre
        if free and province.entry is Entry.ALL and power not in gone:
            owner_of.setdefault(str(here), str(power))
    return owner_of


def _country(board: Board, power: PowerId) -> Iterator[ProvinceId]:
    yield from land_of(board, power)
    yield from board.powers[power].home


def _meant(board: Board, held: dict[ProvinceId, PowerId]) -> Iterator[tuple[ProvinceId, PowerId]]:
    """Yield who held what by the names in force; the halves of what was split come last."""
    yield from ((place, power) for place, power in held.items() if place in board.provinces)
    for place, power in held.items():
        if place not in board.provinces:
            yield from ((half, power) for half in board.meant(place))


def position_words(board: Board, state: GameState) -> str:
    """Return a position in words, a sentence for each power, for those who do not see it."""
    sentences = [
        gettext(
            "{power}: units {units}; centres {centres}.",
            power=holding.name,
            units=holding.units,
            centres=holding.centres,
        )
        for holding in holdings(board, state)
    ]
    if standing := bridges(board, state):
        sentences.append(gettext("Bridges: {bridges}.", bridges="; ".join(standing)))
    if holes := state.part(ChangesPart).holes:
        places = listed(place_words(place, board) for place in holes)
        sentences.append(gettext("Black holes: {places}.", places=places))
    if closed := closed_countries(board, state):
        sentences.append(gettext("Nobody plays: {powers}.", powers="; ".join(closed)))
    if here := specials_now(board, state):
        sentences.append(gettext("Special units: {units}", units=here))
    return " ".join([*sentences, *filter(None, [present_words(board, state)])])
