"""A GM's overrides of a board that changes in play: black holes made and reopened, splits (Irish 4-9).

They come to what the hat would make of the position, and nothing is drawn: the GM says what.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from inspect import signature
from types import MappingProxyType
from typing import Final

from gm.contract.corrections import Override
from gm.contract.events import Event
from gm.errors import InputError, NotAllowed, UnknownName
from gm.games.diplomacy.desk.laid import Laid, must_have
from gm.games.diplomacy.language.binding.pieces import (
    read_border,
    read_location,
    read_place,
    read_places,
    read_power,
    read_unit,
)
from gm.games.diplomacy.rules.adjustments import as_it_stands
from gm.games.diplomacy.rules.board import Board, PowerId, ProvinceId
from gm.games.diplomacy.rules.board_split import Split, halves_of, line_neighbours
from gm.games.diplomacy.rules.events import (
    CentreTaken,
    RetreatClosed,
    UnitBuilt,
    UnitDisbanded,
    UnitsMoved,
)
from gm.games.diplomacy.rules.mechanics.anarchy import Cured, FellIntoAnarchy, in_anarchy
from gm.games.diplomacy.rules.mechanics.changes import ChangesPart
from gm.games.diplomacy.rules.mechanics.hat import (
    Hat,
    Lots,
    can_be_split,
    contents,
    holed,
    parted,
    reopened,
    spaces_in,
)
from gm.games.diplomacy.rules.mechanics.promises import PointsPart, PointsSet, Promises
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.games.diplomacy.rules.units import Unit, UnitKind, UnitRef
from gm.games.diplomacy.rules.winter.accounts import PointsGranted, opening_account
from gm.games.diplomacy.rules.winter.bridges import (
    Bridge,
    BridgeBuilt,
    BridgePart,
    Bridges,
    BridgeWithdrawn,
    has_river,
)
from gm.games.diplomacy.rules.winter.supply_points import PointAdjustments
from gm.games.diplomacy.wording.draw_labels import special_words
from gm.games.diplomacy.wording.happenings import (
    change_words,
    holed_words,
    owned_unit,
    specials_words,
    split_words,
)
from gm.games.diplomacy.wording.phrases import phase_words
from gm.games.diplomacy.wording.words import (
    bridge_words,
    location_words,
    place_words,
    points_words,
    power_words,
    unit_words,
)
from gm.interpret.folding import squeeze
from gm.languages import listed
from gm.report.wording.sentence_parts import first_upper

_KIND: Final = "board"


def hole(at: Laid, place_name: str) -> Override:
    """Return that a province becomes a black hole; what is in it is annihilated (Irish 4).

    Raises:
        UnknownName, AmbiguousName: of the province.
        NotAllowed: it is one already or never can be, or the game has none.
    """
    return holing(at, _place(at, place_name))


def holing(at: Laid, place: ProvinceId) -> Override:
    """Return that a province becomes a black hole; NotAllowed if it is one already.

    A unit that waits to retreat from it is lost too, and none can retreat to it.
    """
    if place in _part(at).holes:
        raise NotAllowed(f"{place_words(place, at.board)} is a black hole already.")
    fact = holed(at.state, place)
    waiting = [
        dislodged.unit for dislodged in at.state.dislodged if dislodged.unit.at.province == place
    ]
    before: list[Event] = [UnitDisbanded(unit) for unit in waiting]
    if any(
        refuge.province == place
        for dislodged in at.state.dislodged
        for refuge in dislodged.retreats
    ):
        before.append(RetreatClosed(place))
    return _override(at, (*before, fact), holed_words(fact, at.board))


def reopen(at: Laid, place_name: str) -> Override:
    """Return that a black hole is a province again, a centre in it a neutral one (Irish 8).

    Raises:
        UnknownName, AmbiguousName: of the province.
        NotAllowed: it is no black hole, or the game has none.
    """
    return reopening(at, _place(at, place_name))


def reopening(at: Laid, place: ProvinceId) -> Override:
    """Return that a black hole is a province again; NotAllowed if it is none."""
    holes = _part(at).holes
    if place not in holes:
        known = listed(place_words(province, at.board) for province in holes)
        there = f"Black holes are {known}." if holes else "There is none."
        raise NotAllowed(f"{place_words(place, at.board)} is no black hole. {there}")
    fact = reopened(at.board, at.state, place)
    return _override(at, (fact,), change_words(fact, at.board))


def split(at: Laid, place_name: str, line: str, *lots: str) -> Override:
    """Return that a province becomes two, cut along a line as the rules cut it (Irish 5, 6, 9).

    Args:
        at: the position.
        place_name: the province.
        line: the two neighbours between which it runs, that with the highest card first:
            `NWY-BEL`.
        lots: in which half each special unit is that is in it: `Irish 1=NTH2`.

    Raises:
        InputError: of the line or of a lot.
        UnknownName, AmbiguousName: of a province.
        NotAllowed: it cannot be split, or not now, or nothing is split in the game.
    """
    place = _place(at, place_name)
    return splitting(at, place, read_places(line, at.board), _lots(at, place, lots))


def splitting(at: Laid, place: ProvinceId, line: Sequence[ProvinceId], lots: Lots) -> Override:
    """Return that a province becomes two; the arguments are those of `split`, read.

    Raises:
        InputError: the line has not two ends, or a special unit has no half.
        NotAllowed: it cannot be split, or not now.
    """
    name = place_words(place, at.board)
    if at.state.phase.kind is PhaseKind.RETREAT:
        raise NotAllowed(f"Units are retreating on the board as it is: split {name} after that.")
    if not can_be_split(at.board, at.state, place):
        raise NotAllowed(f"{name} is a black hole or has one neighbour: no line runs across it.")
    cut = Split(place, _line(at, place, line), halves_of(at.board, place))
    _, _, specials = contents(at.state, place)
    if set(lots) != set(specials):
        raise InputError(_wanted(at, place))
    known = {special: lots[special] for special in specials}
    fact = parted(at.board, at.state, cut, known, _hat(at).landlocked)
    after = at.rules.board_in(fact.apply(at.state))
    return _override(at, (fact,), split_words(fact, after))


def _override(at: Laid, events: tuple[Event, ...], words: str) -> Override:
    """Return a change of the board, which concerns everybody who plays on it."""
    powers = (power for power in at.board.powers if power not in _part(at).closed)
    return Override(_KIND, events, f"The GM changed the board. {words}", tuple(sorted(powers)))


def _part(at: Laid) -> ChangesPart:
    return at.state.part(ChangesPart)


def _hat(at: Laid) -> Hat:
    must_have(at, Hat, "board that changes in play")
    return next(hat for hat in at.rules.mechanisms if isinstance(hat, Hat))


def _place(at: Laid, text: str) -> ProvinceId:
    """Return a province that the hat could change."""
    hat = _hat(at)
    if at.state.phase.kind is PhaseKind.SETUP:
        raise NotAllowed("The board can be changed from the first season on.")
    place = read_place(text, at.board)
    if place not in spaces_in(at.board, hat.left_out):
        name = place_words(place, at.board)
        raise NotAllowed(f"{name} stays as it is: by the rules it is never in the hat.")
    return place


def _line(
    at: Laid, place: ProvinceId, ends: Sequence[ProvinceId]
) -> tuple[ProvinceId, ProvinceId]:
    """Return the two ends of a line, the first one first."""
    around = line_neighbours(at.board, place)
    if len(ends) != 2 or len(set(ends)) != 2 or not set(ends) <= set(around):
        raise InputError(
            f"The line across {place_words(place, at.board)} runs between two of its neighbours, "
            f"that with the highest card first, as {around[0]}-{around[1]}; clockwise they are "
            f"{listed(around)}."
        )
    return ends[0], ends[1]


def _lots(at: Laid, place: ProvinceId, lots: Sequence[str]) -> dict[str, ProvinceId]:
    """Return in which half each special unit of a province is, as it is written (Irish 10)."""
    _, _, specials = contents(at.state, place)
    halves = {half.casefold(): half for half in halves_of(at.board, place)}
    known = {squeeze(piece): piece for piece in specials}
    drawn: dict[str, ProvinceId] = {}
    for text in lots:
        who, _, half = text.partition("=")
        special = known.get(squeeze(who))
        if special is None or half.strip().casefold() not in halves:
            raise InputError(f"{text!r} is no lot. {_wanted(at, place)}", piece=text)
        drawn[special] = halves[half.strip().casefold()]
    return drawn


def _wanted(at: Laid, place: ProvinceId) -> str:
    """Return which special units need a half."""
    name, halves = place_words(place, at.board), halves_of(at.board, place)
    _, _, specials = contents(at.state, place)
    if not specials:
        return f"No special unit is in {name}."
    written = " ".join(f'"{special_words(special)}={halves[0]}"' for special in specials)
    return (
        f"{specials_words(specials)} {'is' if len(specials) == 1 else 'are'} in {name}: say in which "
        f"half, {listed(halves, 'or')}, for instance {written}."
    )


# A GM's overrides of a position: from his words to facts, against the position as it lies.
#
# Nothing is stored here; `gm.app.overriding.amending` applies an override to the open phase, and
# `gm.app.overriding.correcting` to one of the past.

NOBODY: Final = "none"
"""In place of a power: nobody."""


def override_of(at: Laid, words: Sequence[str]) -> Override:
    """Return the override that some words ask for.

    Args:
        at: the position it is read against.
        words: `unit add MUNSTER "A CoC"`, `unit move "A CoC" Wat`, `unit remove "A CoC"`,
            `unit convert "F CoS"`, `centre set Wat MUNSTER`, `centre set Wat none`,
            `bridge add MUNSTER CoC-Wat`, `bridge remove CoC-Wat [MUNSTER]`, `points set ITALY 7`,
            `board hole SYR`, `board reopen SYR`, `board split NTH NWY-BEL ["Irish 1=NTH2"]`.

    Raises:
        InputError: they are none of these, or a name in them is none.
        NotAllowed: the position or the game has no place for it.
    """
    verb = " ".join(words[:2]).casefold()
    make = _MAKERS.get(verb)
    if make is None:
        raise InputError(f"{' '.join(words)!r} is no override; there are {', '.join(_MAKERS)}.")
    try:
        signature(make).bind(at, *words[2:])
    except TypeError as fault:
        raise InputError(f"{verb} takes other words: {FORMS[verb]}.") from fault
    return make(at, *words[2:])


def _add_unit(at: Laid, power_name: str, text: str) -> Override:
    power, unit = read_power(power_name, at.board), read_unit(text, at.board)
    if power in at.state.eliminated:
        raise NotAllowed(
            f"{power_words(power, at.board)} is out of the game and can have no unit."
        )
    new = _unit_at(at, power, unit)
    closing = _closing(at, new)
    words = f"The GM put {_a_unit(new, at.board)} on the board."
    return Override("unit", (*closing, UnitBuilt(new)), words, (power,))


def _move_unit(at: Laid, text: str, where: str) -> Override:
    old = _unit(at, text)
    there = read_location(where, at.board)
    new = _unit_at(at, old.power, UnitRef(old.kind, there))
    if new == old:
        raise NotAllowed(f"{first_upper(owned_unit(old, at.board))} stands there already.")
    place = location_words(new.at, at.board)
    words = f"The GM moved {owned_unit(old, at.board)} to {place}."
    return Override("unit", _exchanged(at, old, new), words, (old.power,))


def _convert_unit(at: Laid, text: str) -> Override:
    old = _unit(at, text)
    kind = UnitKind.FLEET if old.kind is UnitKind.ARMY else UnitKind.ARMY
    new = _unit_at(at, old.power, UnitRef(kind, old.at))
    words = f"The GM made {owned_unit(old, at.board)} {_a_kind(kind)}."
    return Override("unit", _exchanged(at, old, new), words, (old.power,))


def _remove_unit(at: Laid, text: str) -> Override:
    old = _unit(at, text, dislodged=True)
    words = f"The GM took {owned_unit(old, at.board)} off the board."
    return Override("unit", (UnitDisbanded(old),), words, (old.power,))


def _set_centre(at: Laid, place_name: str, power_name: str) -> Override:
    board, state = at.board, at.state
    place = read_place(place_name, board)
    name = place_words(place, board)
    if not board.province(place).is_centre:
        raise NotAllowed(f"{name} is no supply centre.")
    nobody = power_name.strip().casefold() == NOBODY
    power = None if nobody else read_power(power_name, board)
    former = state.centres.get(place)
    if power == former:
        whose = power_words(former, board) if former is not None else "nobody"
        raise NotAllowed(f"{name} belongs to {whose} already.")
    to = power_words(power, board) if power is not None else None
    words = (
        f"The GM gave the supply centre {name} to {to}." if to else f"The GM made {name} neutral."
    )
    powers = tuple(sorted(power_id for power_id in {power, former} if power_id is not None))
    return Override("centre", (CentreTaken(place, power, former),), words, powers)


def _add_bridge(at: Laid, power_name: str, text: str) -> Override:
    must_have(at, Bridges, "bridges")
    power, between = read_power(power_name, at.board), read_border(text, at.board)
    what = bridge_words(between, at.board)
    if not has_river(at.board, between):
        raise NotAllowed(f"No river runs there: no {what} can be built.")
    bridge = Bridge(between, power)
    if bridge in at.state.part(BridgePart).standing:
        raise NotAllowed(f"{power_words(power, at.board)} has a {what} already.")
    words = f"The GM gave {power_words(power, at.board)} a {what}."
    return Override("bridge", (BridgeBuilt(bridge),), words, (power,))


def _remove_bridge(at: Laid, text: str, owner: str = "") -> Override:
    must_have(at, Bridges, "bridges")
    between = read_border(text, at.board)
    power = read_power(owner, at.board) if owner else None
    part = at.state.part(BridgePart)
    bridges = [span for span in part.over(between) if power in (None, span.owner)]
    what = bridge_words(between, at.board)
    if len(bridges) != 1:
        owners = ", ".join(power_words(span.owner, at.board) for span in part.over(between))
        hint = f"It is {owners}'s: say whose." if bridges else "There is none."
        raise NotAllowed(f"No one {what} is meant. {hint}")
    (bridge,) = bridges
    words = (
        f"The GM took away {power_words(bridge.owner, at.board)}'s {what}; it counts as no loss."
    )
    return Override("bridge", (BridgeWithdrawn(bridge),), words, (bridge.owner,))


def _set_points(at: Laid, power_name: str, number: str) -> Override:
    power = read_power(power_name, at.board)
    if not number.strip().isdecimal():
        raise InputError(f"Points are a whole number, 0 or more, not {number!r}.")
    adjustments = at.rules.adjustments
    if isinstance(adjustments, PointAdjustments):
        return _set_supply_points(at, adjustments, power, int(number))
    must_have(at, Promises, "points")
    points, had = int(number), at.state.part(PointsPart).of(power)
    name = power_words(power, at.board)
    if points == had:
        raise NotAllowed(f"{name} has {points_words(points)} already.")
    words = f"The GM set the balance of {name} to {points_words(points)}; it was {had}."
    return Override("points", (PointsSet(power, points),), words, (power,))


def _set_supply_points(
    at: Laid, adjustments: PointAdjustments, power: PowerId, points: int
) -> Override:
    """Return a grant after which a power has so many points of its own this winter (Republic 5)."""
    phase = at.state.phase
    if phase.kind is not PhaseKind.ADJUSTMENT:
        raise NotAllowed(
            "Supply points are counted in winter, from centres and lost bridges: set them when a "
            "winter is open."
        )
    had = opening_account(at.board, at.state, power, adjustments.rates).income
    name = power_words(power, at.board)
    if points == had:
        raise NotAllowed(f"{name} has {points_words(points)} of its own already.")
    words = (
        f"The GM set what {name} has of its own in {phase_words(phase)} to {points_words(points)}; "
        f"it was {had}."
    )
    event = PointsGranted(power, phase.year, points - had)
    return Override("points", (event,), words, (power,))


_Maker = Callable[..., Override]
_MAKERS: Final[Mapping[str, _Maker]] = MappingProxyType(
    {
        "unit add": _add_unit,
        "unit move": _move_unit,
        "unit remove": _remove_unit,
        "unit convert": _convert_unit,
        "centre set": _set_centre,
        "bridge add": _add_bridge,
        "bridge remove": _remove_bridge,
        "points set": _set_points,
        "board hole": hole,
        "board reopen": reopen,
        "board split": split,
    }
)
FORMS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "unit add": 'unit add MUNSTER "A CoC"',
        "unit move": 'unit move "A CoC" Wat',
        "unit remove": 'unit remove "A CoC"',
        "unit convert": 'unit convert "F CoS"',
        "centre set": "centre set Wat MUNSTER, or centre set Wat none",
        "bridge add": "bridge add MUNSTER CoC-Wat",
        "bridge remove": "bridge remove CoC-Wat, and whose if several have one there",
        "points set": "points set ITALY 7",
        "board hole": "board hole SYR",
        "board reopen": "board reopen SYR",
        "board split": 'board split NTH NWY-BEL, and "Irish 1=NTH2" of a special unit in it',
    }
)
"""How each override is written."""


def _unit(at: Laid, text: str, *, dislodged: bool = False) -> Unit:
    """Return the unit that is meant; one that waits to retreat only where that is asked for."""
    ref = read_unit(text, at.board)
    waiting = (
        [retreating.unit for retreating in at.state.dislodged if _is(retreating.unit, ref)]
        if dislodged
        else []
    )
    standing = at.state.unit_in(ref.at.province)
    if standing is not None and _is(standing, ref):
        return standing
    if waiting:
        return waiting[0]
    place = place_words(ref.at.province, at.board)
    there = f"; {owned_unit(standing, at.board)} does" if standing is not None else ""
    raise UnknownName(
        f"No such unit as {unit_words(ref, at.board)} stands in {place}{there}.", piece=text
    )


def _is(unit: Unit, ref: UnitRef) -> bool:
    """Tell whether a unit is the one named; a coast need not be said where it stands on one."""
    same = unit.kind is ref.kind and unit.at.province == ref.at.province
    return same and ref.at.coast in (None, unit.at.coast)


def _unit_at(at: Laid, power: PowerId, ref: UnitRef) -> Unit:
    """Return a power's unit as it would stand there."""
    done = as_it_stands(at.board, ref)
    return Unit(power, done.kind, done.at)


def _exchanged(at: Laid, old: Unit, new: Unit) -> tuple[Event, ...]:
    """Return the facts of a unit that becomes another; one in anarchy stays in it (Irish 10)."""
    lawless = old in in_anarchy(at.state)
    fate = (Cured(old), FellIntoAnarchy(new)) if lawless else ()
    return (*_closing(at, new), UnitsMoved(((old, new),)), *fate)


def _closing(at: Laid, unit: Unit) -> Iterable[Event]:
    """Yield that nobody can retreat to where a unit is put, if somebody could."""
    place = unit.at.province
    if any(
        at_.province == place for dislodged in at.state.dislodged for at_ in dislodged.retreats
    ):
        yield RetreatClosed(place)


def _a_unit(unit: Unit, board: Board) -> str:
    return owned_unit(unit, board).replace("the ", "the new ", 1)


def _a_kind(kind: UnitKind) -> str:
    return "a fleet" if kind is UnitKind.FLEET else "an army"
