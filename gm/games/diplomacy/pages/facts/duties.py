"""What has to be ordered next, and by whom."""

from __future__ import annotations

from collections.abc import Collection

from gm.contract.facts import Due
from gm.games.diplomacy.pages.facts.board_facts import berths
from gm.games.diplomacy.pages.facts.standing import (
    BUILD,
    CHOICE,
    REMOVAL,
    chosen_in,
    consequence,
    units_to_order,
)
from gm.games.diplomacy.pages.facts.unrest import own_anarchy
from gm.games.diplomacy.pages.supply_points import budget_lines, has_points
from gm.games.diplomacy.rules.board import Board, PowerId, ProvinceId
from gm.games.diplomacy.rules.phases import PhaseKind, phase_of
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.winter.bridges import BridgePart
from gm.games.diplomacy.wording.happenings import choices
from gm.games.diplomacy.wording.phrases import phase_words
from gm.games.diplomacy.wording.promise_notes import to_give
from gm.games.diplomacy.wording.words import place_words, power_words, unit_words
from gm.languages import gettext, listed, ngettext
from gm.report.wording.sentence_parts import counted


def duties(board: Board, state: GameState, due: Due, power: PowerId) -> tuple[str, ...]:
    """Return what a power has to order now, in sentences."""
    if due.closed:
        return ()
    if power not in due.asked and state.phase.kind is PhaseKind.SETUP:
        return (gettext("Nothing is asked of you yet: others choose their first pieces now."),)
    if power not in due.asked:
        return (gettext("Nothing is asked of you this time."), *_joint(due))
    return (*_asked(board, state, due, power), *_joint(due))


def _joint(due: Due) -> tuple[str, ...]:
    """Return that the winter is resolved together with this autumn, where it is."""
    if due.later is None or not due.joint:
        return ()
    words = gettext(
        "{phase} is resolved as soon as this autumn is over, without a deadline of its own. Send "
        "your winter orders until then, with these or in a mail of their own; they may be "
        "conditional.",
        phase=phase_words(phase_of(due.later)),
    )
    return (words,)


def _asked(board: Board, state: GameState, due: Due, power: PowerId) -> tuple[str, ...]:
    kind = state.phase.kind
    match kind:
        case PhaseKind.MOVEMENT:
            return _movement(board, state, power)
        case PhaseKind.RETREAT:
            return (*_own_retreats(board, state, power), consequence(kind))
        case PhaseKind.ADJUSTMENT:
            return _winter(board, state, due, power)
        case PhaseKind.SETUP:
            return (*_first_pieces(board, due, power), consequence(kind))


def _movement(board: Board, state: GameState, power: PowerId) -> tuple[str, ...]:
    units = len(units_to_order(state, power))
    lawless, points = own_anarchy(board, state, power), to_give(state, power)
    duty = gettext("You have no unit to order.")
    if units:
        have = ngettext(
            "You have {n} unit to order.", "You have {n} units to order.", units, n=units
        )
        duty = f"{have} {consequence(PhaseKind.MOVEMENT)}"
    return (duty, *((lawless,) if lawless else ()), *points)


def _first_pieces(board: Board, due: Due, power: PowerId) -> tuple[str, ...]:
    """Return which pieces a power can begin with (Irish 2)."""
    slots = [slot for slot in due.open_slots.get(power, ()) if slot.startswith(CHOICE)]
    return tuple(
        gettext(
            "Choose your first piece in {place}: {pieces}.",
            place=place_words(chosen_in(slot), board),
            pieces=listed(first_pieces(board, chosen_in(slot)), "or"),
        )
        for slot in slots
    )


def first_pieces(board: Board, place: ProvinceId) -> tuple[str, ...]:
    """Return the pieces that can stand in a province, as they are ordered: `A SPA`, `F SPA/NC`."""
    return (f"A {place}", *(f"F {at}" for at in berths(board, place)))


def _own_retreats(board: Board, state: GameState, power: PowerId) -> tuple[str, ...]:
    return tuple(
        # Translators: {fate} is "and may retreat to Kerry, or disband."
        gettext(
            "Your {unit} was dislodged {fate}",
            unit=unit_words(dislodged.unit, board),
            fate=choices(dislodged, board),
        )
        for dislodged in state.dislodged
        if dislodged.unit.power == power
    )


def _winter(board: Board, state: GameState, due: Due, power: PowerId) -> tuple[str, ...]:
    slots = due.open_slots.get(power, ())
    nothing = gettext("You have nothing to build or remove.")
    must: tuple[str, ...] = () if has_points(board) else (nothing,)
    if removals := slots.count(REMOVAL):
        what = removal_words(state, power, removals)
        fate = consequence(state.phase.kind, slots)
        if removals > len(state.units_of(power)):
            more = gettext("When no unit is left, bridges go, the newest first.")
            fate = f"{fate} {more}"
        duty = gettext("You must remove {units}.", units=what)
        must = (f"{duty} {fate}",)
    elif slots.count(BUILD):
        must = (_may_build(board, state, power, slots.count(BUILD)),)
    return (*budget_lines(board, state, power), *must, *to_give(state, power))


def removal_words(state: GameState, power: PowerId, removals: int) -> str:
    """Return what a power has to remove, of its own choice: units or bridges (Republic 6)."""
    units = len(state.units_of(power))
    parts = [counted(min(units, removals), "unit")] if units else []
    if removals > units:
        parts.append(counted(removals - units, "bridge"))
    elif state.part(BridgePart).of(power):
        return gettext("{units}, or bridges instead", units=parts[0])
    return listed(parts)


def open_homes(board: Board, state: GameState, power: PowerId) -> tuple[ProvinceId, ...]:
    """Return where a power can build now: vacant home provinces, of the centres those it owns."""
    return tuple(
        home
        for home in board.powers[power].home
        if state.unit_in(home) is None
        and (not board.province(home).is_centre or state.centres.get(home) == power)
    )


def _may_build(board: Board, state: GameState, power: PowerId, builds: int) -> str:
    homes = [place_words(home, board) for home in open_homes(board, state, power)]
    if not homes:
        return ngettext("You can build {n} unit.", "You can build {n} units.", builds, n=builds)
    return ngettext(
        "You can build {n} unit, in {places}.",
        "You can build {n} units, in {places}.",
        builds,
        n=builds,
        places=listed(homes, "or"),
    )


def others_due(
    board: Board, state: GameState, due: Due, readers: Collection[PowerId]
) -> tuple[str, ...]:
    """Return who but the readers must retreat or adjust, in sentences; empty where everybody orders.

    What a power could build with its supply points hangs on payments, so it is not told.
    """
    if due.closed:
        return ()
    match state.phase.kind:
        case PhaseKind.RETREAT:
            return _retreating(board, state, readers)
        case PhaseKind.ADJUSTMENT if not has_points(board):
            return _adjusting(board, due, readers)
        case _:
            return ()


def _retreating(board: Board, state: GameState, readers: Collection[PowerId]) -> tuple[str, ...]:
    waiting: dict[PowerId, list[str]] = {}
    for dislodged in state.dislodged:
        if dislodged.unit.power not in readers and dislodged.retreats:
            waiting.setdefault(dislodged.unit.power, []).append(unit_words(dislodged.unit, board))
    return tuple(
        gettext(
            "{power} has to retreat {units}.",
            power=power_words(power, board),
            units=listed(units),
        )
        for power, units in waiting.items()
    )


def _adjusting(board: Board, due: Due, readers: Collection[PowerId]) -> tuple[str, ...]:
    sentences: list[str] = []
    for power in due.asked:
        slots = due.open_slots.get(power, ())
        if power in readers or not slots:
            continue
        name, units = power_words(power, board), counted(len(slots), "unit")
        sentences.append(
            gettext("{power} removes {units}.", power=name, units=units)
            if REMOVAL in slots
            else gettext("{power} can build {units}.", power=name, units=units)
        )
    return tuple(sentences)
