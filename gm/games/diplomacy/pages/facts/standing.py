"""What a power still has to order, and how its orders stand; receipt and status say so."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from gm.contract.orders import Order
from gm.games.diplomacy.pages.facts.foresight import is_void
from gm.games.diplomacy.pages.supply_points import has_points
from gm.games.diplomacy.pages.views import ReceiptView, StatusView
from gm.games.diplomacy.rules.board import Board, PowerId, ProvinceId
from gm.games.diplomacy.rules.mechanics.anarchy import in_anarchy
from gm.games.diplomacy.rules.orders import Build, Disband
from gm.games.diplomacy.rules.outcomes import Why
from gm.games.diplomacy.rules.ownership import surplus_of_centres
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.games.diplomacy.rules.state import Dislodged, GameState
from gm.games.diplomacy.rules.units import Unit
from gm.games.diplomacy.rules.winter.outlook import Outlook, Preview, open_in
from gm.games.diplomacy.wording.words import location_words, place_words, unit_words
from gm.languages import gettext, listed, ngettext, npgettext, number_word
from gm.report.wording.sentence_parts import counted, joined

# What a power still has to order, and what happens if it does not.

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
            return tuple(
                dislodged.unit for dislodged in state.dislodged if dislodged.unit.power == power
            )
        case PhaseKind.ADJUSTMENT | PhaseKind.SETUP:
            return ()


def slot_words(slots: Sequence[str], state: GameState, board: Board) -> tuple[str, ...]:
    """Return what lacks an order in words: `Army Kerry`, `2 removals`; with the retreats open to it."""
    known = {str(unit): unit_words(unit, board) for unit in state.units}
    known.update(
        (str(dislodged.unit), _with_choices(dislodged, board)) for dislodged in state.dislodged
    )
    known.update((slot, _to_choose(slot, board)) for slot in slots if slot.startswith(CHOICE))
    known.update((slot, counted(slots.count(slot), slot)) for slot in (BUILD, REMOVAL))
    return tuple(known.get(slot, slot) for slot in dict.fromkeys(slots))


def _to_choose(slot: str, board: Board) -> str:
    """Return a piece that is still to be chosen: `? DEN` is the first piece in Denmark."""
    return gettext("the first piece in {place}", place=place_words(chosen_in(slot), board))


def chosen_in(slot: str) -> ProvinceId:
    """Return where the piece of such a slot is chosen."""
    return ProvinceId(slot.removeprefix(CHOICE))


def _with_choices(dislodged: Dislodged, board: Board) -> str:
    places = listed((location_words(at, board) for at in dislodged.retreats), "or")
    unit = unit_words(dislodged.unit, board)
    if not places:
        return gettext("{unit}, which has nowhere to go", unit=unit)
    return gettext("{unit}, which may retreat to {places}", unit=unit, places=places)


def headline(state: GameState, power: PowerId, slots: Sequence[str]) -> str:
    """Return in one sentence whether a power's orders are complete, and what follows if not."""
    match state.phase.kind:
        case PhaseKind.ADJUSTMENT:
            return _winter_headline(slots)
        case PhaseKind.SETUP:
            if slots:
                return gettext("Your first piece is still to be chosen.")
            return gettext("Your first piece is chosen.")
        case PhaseKind.MOVEMENT:
            return _units_headline(len(units_to_order(state, power)), len(slots))
        case PhaseKind.RETREAT:
            return _dislodged_headline(len(units_to_order(state, power)), len(slots))


def _units_headline(units: int, lacking: int) -> str:
    if units == 0:
        return gettext("You have no unit to order.")
    if lacking == 0 and units == 2:
        return gettext("Both of your units have orders.")
    if lacking == 0:
        return ngettext(
            "Your unit has its order.", "All {n} of your units have orders.", units, n=units
        )
    if lacking == units:
        return ngettext(
            "Your unit has no order yet: it will hold.",
            "None of your {n} units has an order yet: they will hold.",
            units,
            n=units,
        )
    return ngettext(
        "{n} of your {units} units has no order yet: it will hold.",
        "{n} of your {units} units have no order yet: they will hold.",
        lacking,
        n=lacking,
        units=units,
    )


def _dislodged_headline(units: int, lacking: int) -> str:
    if units == 0:
        return gettext("You have no dislodged unit to order.")
    if lacking == 0 and units == 2:
        return gettext("Both of your dislodged units have orders.")
    if lacking == 0:
        return ngettext(
            "Your dislodged unit has its order.",
            "All {n} of your dislodged units have orders.",
            units,
            n=units,
        )
    if lacking == units:
        return ngettext(
            "Your dislodged unit has no order yet: it will be disbanded.",
            "None of your {n} dislodged units has an order yet: they will be disbanded.",
            units,
            n=units,
        )
    return ngettext(
        "{n} of your {units} dislodged units has no order yet: it will be disbanded.",
        "{n} of your {units} dislodged units have no order yet: they will be disbanded.",
        lacking,
        n=lacking,
        units=units,
    )


def _winter_headline(slots: Sequence[str]) -> str:
    removals, builds = slots.count(REMOVAL), slots.count(BUILD)
    if removals:
        return removals_left(removals)
    if builds:
        return ngettext(
            "Your orders leave room to build {number} more unit.",
            "Your orders leave room to build {number} more units.",
            builds,
            number=number_word(builds),
        )
    return gettext("Your winter orders are complete.")


def removals_left(removals: int) -> str:
    """Return that removals are still to be ordered, as a sentence."""
    return ngettext(
        "You still have {n} removal to order: what you do not name is removed by rule.",
        "You still have {n} removals to order: what you do not name is removed by rule.",
        removals,
        n=removals,
    )


def removals_left_then(removals: int) -> str:
    """Return the same as it follows a condition: `If no payment is matched, you still have ...`."""
    return npgettext(
        "after a condition",
        "you still have {n} removal to order: what you do not name is removed by rule.",
        "you still have {n} removals to order: what you do not name is removed by rule.",
        removals,
        n=removals,
    )


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
    last = number_word(number)
    if noun == BUILD:
        return ngettext(
            "You order {n} build more than you have: the last is void.",
            "You order {n} builds more than you have: the last {number} are void.",
            number,
            n=number,
            number=last,
        )
    return ngettext(
        "You order {n} removal more than you have: the last is void.",
        "You order {n} removals more than you have: the last {number} are void.",
        number,
        n=number,
        number=last,
    )


def consequence(kind: PhaseKind, slots: Sequence[str] = ()) -> str:
    """Return what happens to what has no order at the deadline; `slots` is what lacks one."""
    match kind:
        case PhaseKind.MOVEMENT:
            return gettext("A unit without an order holds.")
        case PhaseKind.RETREAT:
            return gettext("A dislodged unit without an order is disbanded.")
        case PhaseKind.ADJUSTMENT:
            if REMOVAL in slots:
                # How far is counted as the game's rulebook says (DATC 4.D.8).
                return gettext(
                    "Removals you do not order are made by rule, the farthest units first."
                )
            return gettext("Builds you do not order are not made.")
        case PhaseKind.SETUP:
            return gettext("Without a choice, or with an impossible one, you begin with an army.")


# How a power's orders stand: complete, lacking, or more than it has; receipt and status say so.


@dataclass(frozen=True, slots=True)
class OrdersStanding:
    """How a power's orders stand.

    Args:
        headline: that, in a sentence or two.
        complete: nothing lacks an order, and nothing is ordered that the power cannot have.
        slots: what lacks an order.
        void: orders that would do nothing, counted where payments leave the most of them.
        surplus: builds or removals beyond what is due.
        unmatched: payments and receipts without their other half so far.
    """

    headline: str
    complete: bool
    slots: tuple[str, ...]
    void: int = 0
    surplus: int = 0
    unmatched: int = 0


def standing_of(view: ReceiptView | StatusView) -> OrdersStanding:
    """Return how the orders of a receipt or of an answer to STATUS stand."""
    asked = view.power in view.due.asked
    if view.outlook is not None and (asked or view.orders):
        # Whoever is out of the game is asked for nothing, but what he pays or receives is settled.
        return _of_points(view, view.outlook)
    if not asked:
        return _unasked(len(view.orders))
    state, power = view.state, view.power
    slots = view.due.open_slots.get(power, ())
    surplus, noun = extra_orders(view.game.board, state, power, view.orders)
    words = too_many(surplus, noun) or headline(state, power, slots)
    return OrdersStanding(words, not slots and not surplus, slots, surplus=surplus)


def _unasked(orders: int) -> OrdersStanding:
    """Return how it stands with somebody who has nothing to order, and may have ordered."""
    if not orders:
        words = gettext("Nothing is asked of you this time.")
        return OrdersStanding(words, complete=True, slots=())
    words = ngettext(
        "Nothing is asked of you this time, so your order does nothing.",
        "Nothing is asked of you this time, so your {n} orders do nothing.",
        orders,
        n=orders,
    )
    return OrdersStanding(words, complete=False, slots=(), void=orders)


def _of_points(view: ReceiptView | StatusView, outlook: Outlook) -> OrdersStanding:
    """Return how a winter's list stands in every case that the payments may still come to."""
    waiting = sum(not half.matched for half in view.matching)
    cases = outlook.cases(view.matching)
    slots = open_in(cases)
    void = max(map(_voids, cases))
    words = joined((_headline(view, cases, slots), _waiting(waiting)))
    return OrdersStanding(words, not slots and not void, slots, void, 0, waiting)


def _headline(
    view: ReceiptView | StatusView, cases: Sequence[Preview], slots: tuple[str, ...]
) -> str:
    """Return the headline; the first of the cases is that in which every payment is matched."""
    if REMOVAL in slots:
        removals = [case.slots.count(REMOVAL) for case in cases]
        if len(set(removals)) == 1:
            return removals_left(slots.count(REMOVAL))
        then = removals_left_then(slots.count(REMOVAL))
        return _if_matched(then, matched=removals[0] == max(removals))
    voids = [_voids(case) for case in cases]
    if any(voids):
        worst = voids.index(max(voids))
        if len(set(voids)) == 1:
            return _void_words(cases[worst])
        return _if_matched(_void_words_then(cases[worst]), matched=worst == 0)
    if view.power not in view.due.asked:
        return gettext("Nothing is asked of you this time.")
    return headline(view.state, view.power, slots)


def _if_matched(then: str, *, matched: bool) -> str:
    """Say in which case something is so, where the cases differ."""
    # Translators: {then} is a sentence of the context "after a condition".
    if matched:
        return gettext("If every payment is matched, {then}", then=then)
    return gettext("If no payment is matched, {then}", then=then)


def _voids(case: Preview) -> int:
    return sum(is_void(counting.outcome) for counting in case.plain)


def _are_too_dear(case: Preview) -> bool:
    """Tell whether it is for want of points only that orders are void."""
    reasons = [counting.outcome.reason for counting in case.plain if is_void(counting.outcome)]
    return all(reason is not None and reason.why is Why.TOO_DEAR for reason in reasons)


def _void_words(case: Preview) -> str:
    count = _voids(case)
    if _are_too_dear(case):
        return ngettext(
            "Your points do not cover {n} order: see below.",
            "Your points do not cover {n} orders: see below.",
            count,
            n=count,
        )
    return ngettext(
        "{n} order of yours would do nothing: see below.",
        "{n} orders of yours would do nothing: see below.",
        count,
        n=count,
    )


def _void_words_then(case: Preview) -> str:
    count = _voids(case)
    if _are_too_dear(case):
        return npgettext(
            "after a condition",
            "your points do not cover {n} order: see below.",
            "your points do not cover {n} orders: see below.",
            count,
            n=count,
        )
    return npgettext(
        "after a condition",
        "{n} order of yours would do nothing: see below.",
        "{n} orders of yours would do nothing: see below.",
        count,
        n=count,
    )


def _waiting(unmatched: int) -> str:
    if not unmatched:
        return ""
    return ngettext(
        "{n} payment is not matched yet.",
        "{n} payments are not matched yet.",
        unmatched,
        n=unmatched,
    )
