"""What a power still has to order, and what happens if it does not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Literal

from gm.report.wording.money import has_points
from gm.report.wording.phrases import counted, listed, number_word
from gm.report.wording.words import location_words, place_words, unit_words
from gm.rules.board import Board, PowerId, ProvinceId
from gm.rules.mechanics.anarchy import in_anarchy
from gm.rules.orders import Build, Disband, Order
from gm.rules.ownership import surplus_of_centres
from gm.rules.phases import PhaseKind
from gm.rules.state import Dislodged, GameState
from gm.rules.units import Unit

BUILD: Final = "build"
REMOVAL: Final = "removal"
CHOICE = "? "
"""What the slot of a first piece begins with; its province follows."""


def units_to_order(state: GameState, power: PowerId) -> tuple[Unit, ...]:
    """Return the units that take orders in this phase: all, the dislodged ones, or none."""
    match state.phase.kind:
        case PhaseKind.MOVEMENT:
            lawless = in_anarchy(state)
            return tuple(unit for unit in state.units_of(power) if unit not in lawless)
        case PhaseKind.RETREAT:
            return tuple(one.unit for one in state.dislodged if one.unit.power == power)
        case PhaseKind.ADJUSTMENT | PhaseKind.SETUP:
            return ()


def slot_words(slots: Sequence[str], state: GameState, board: Board) -> tuple[str, ...]:
    """Return what lacks an order in words: `Army Kerry`, `2 removals`; with the retreats open to it."""
    known = {str(unit): unit_words(unit, board) for unit in state.units}
    known.update((str(one.unit), _with_choices(one, board)) for one in state.dislodged)
    known.update((slot, _to_choose(slot, board)) for slot in slots if slot.startswith(CHOICE))
    known.update((slot, counted(slots.count(slot), slot)) for slot in (BUILD, REMOVAL))
    return tuple(known.get(slot, slot) for slot in dict.fromkeys(slots))


def _to_choose(slot: str, board: Board) -> str:
    """Return a piece that is still to be chosen: `? DEN` is the first piece in Denmark."""
    return f"the first piece in {place_words(chosen_in(slot), board)}"


def chosen_in(slot: str) -> ProvinceId:
    """Return where the piece of such a slot is chosen."""
    return ProvinceId(slot.removeprefix(CHOICE))


def _with_choices(one: Dislodged, board: Board) -> str:
    places = listed((location_words(at, board) for at in one.retreats), "or")
    where = f", which may retreat to {places}" if places else ", which has nowhere to go"
    return f"{unit_words(one.unit, board)}{where}"


def headline(state: GameState, power: PowerId, slots: Sequence[str]) -> str:
    """Return in one sentence whether a power's orders are complete, and what follows if not."""
    match state.phase.kind:
        case PhaseKind.ADJUSTMENT:
            return _winter_headline(slots)
        case PhaseKind.SETUP:
            return (
                "Your first piece is still to be chosen."
                if slots
                else "Your first piece is chosen."
            )
        case PhaseKind.MOVEMENT:
            return _units_headline(len(units_to_order(state, power)), len(slots), "unit", "hold")
        case PhaseKind.RETREAT:
            units = len(units_to_order(state, power))
            return _units_headline(units, len(slots), "dislodged unit", "be disbanded")


def _units_headline(units: int, lacking: int, noun: str, fate: str) -> str:
    if units == 0:
        return f"You have no {noun} to order."
    if lacking == 0:
        both = f"Both of your {noun}s have orders." if units == 2 else ""
        return f"Your {noun} has its order." if units == 1 else both or _all_ordered(units, noun)
    if units == 1:
        return f"Your {noun} has no order yet: it will {fate}."
    if lacking == units:
        return f"None of your {units} {noun}s has an order yet: they will {fate}."
    verb, who = ("has", "it") if lacking == 1 else ("have", "they")
    return f"{lacking} of your {units} {noun}s {verb} no order yet: {who} will {fate}."


def _all_ordered(units: int, noun: str) -> str:
    return f"All {units} of your {noun}s have orders."


def _winter_headline(slots: Sequence[str]) -> str:
    removals, builds = slots.count(REMOVAL), slots.count(BUILD)
    if removals:
        return (
            f"You still have {counted(removals, 'removal')} to order: what you do not name is "
            "removed by rule."
        )
    if builds:
        word = number_word(builds)
        return f"Your orders leave room to build {word} more unit{'' if builds == 1 else 's'}."
    return "Your winter orders are complete."


def extra_orders(
    board: Board, state: GameState, power: PowerId, orders: Iterable[Order]
) -> tuple[int, Literal["build", "removal"]]:
    """Return how many builds or removals are ordered beyond what is due, and which of the two.

    0 where points decide; removals of a power that has none due are remarked on one by one.
    """
    if has_points(board) or state.phase.kind is not PhaseKind.ADJUSTMENT:
        return 0, BUILD
    given = tuple(orders)
    room = surplus_of_centres(state).get(power, 0)
    if room < 0:
        return max(0, sum(isinstance(order, Disband) for order in given) + room), REMOVAL
    return max(0, sum(isinstance(order, Build) for order in given) - room), BUILD


def too_many(number: int, noun: Literal["build", "removal"]) -> str:
    """Return a headline for builds or removals beyond what is due; "" for none."""
    if not number:
        return ""
    last = "the last is" if number == 1 else f"the last {number_word(number)} are"
    return f"You order {counted(number, noun)} more than you have: {last} void."


def consequence(kind: PhaseKind, slots: Sequence[str] = ()) -> str:
    """Return what happens to what has no order at the deadline; `slots` is what lacks one."""
    match kind:
        case PhaseKind.MOVEMENT:
            return "A unit without an order holds."
        case PhaseKind.RETREAT:
            return "A dislodged unit without an order is disbanded."
        case PhaseKind.ADJUSTMENT:
            if REMOVAL in slots:
                return (
                    "Removals you do not order are made by rule: units farthest from home first."
                )
            return "Builds you do not order are not made."
        case PhaseKind.SETUP:
            return "Without a choice, or with an impossible one, you begin with an army."
