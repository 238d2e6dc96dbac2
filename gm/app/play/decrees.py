"""Resolving a phase with what its GM has decided of single orders, against the rules' own word."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from gm.app.codec import Codec
from gm.app.overriding.amendments import facts_of, standing_amendments
from gm.app.overriding.override_values import Override, Position
from gm.app.ports import Transaction
from gm.contract.draws import Draws
from gm.contract.orders import Order
from gm.contract.seats import SeatId
from gm.errors import InputError, NotAllowed
from gm.games.diplomacy.pages.explaining.explain import reason_sentence
from gm.games.diplomacy.pages.wording.notation import order_text
from gm.games.diplomacy.pages.wording.words import in_words
from gm.games.diplomacy.rules.diplomacy import DiplomacyRules
from gm.games.diplomacy.rules.filled_in import SeasonResolution
from gm.games.diplomacy.rules.mechanics.decreed import (
    Decreed,
    Decrees,
    OutcomeDecreed,
    as_carried_out,
)
from gm.games.diplomacy.rules.orders import Hold, Move, UnitOrder
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.games.diplomacy.rules.state import GameState

SUCCEEDS: Final = "succeeds"
FAILS: Final = "fails"

Drafts = Mapping[SeatId, Sequence[Order]]


def decrees_of(
    transaction: Transaction, codec: Codec[Any, Any], phase_id: int
) -> tuple[OutcomeDecreed, ...]:
    """Return what the GM has decided of orders of a phase; of one order his last word."""
    facts = facts_of(codec, standing_amendments(transaction, phase_id))
    found = {decree.order: decree for decree in facts if isinstance(decree, OutcomeDecreed)}
    return tuple(found.values())


def resolve_with(
    rules: DiplomacyRules,
    state: GameState,
    given: Drafts,
    draws: Draws,
    decrees: Decrees,
) -> SeasonResolution:
    """Resolve a phase; what was decided of an order that stands no more is passed over.

    Raises:
        NotAllowed: what was decided cannot come about.
    """
    every = {order for orders in given.values() for order in orders}
    standing = tuple(decree for decree in decrees if decree.order in every)
    if not standing:
        return rules.resolve(state, given, draws)
    ruled = replace(rules, mechanisms=(Decreed(standing), *rules.mechanisms))
    try:
        return ruled.resolve(state, as_carried_out(given, standing), draws)
    except ValueError as fault:
        raise NotAllowed(f"What you decided cannot come about: {fault}.") from fault


def decree_of(at: Position, given: Drafts, text: str, word: str) -> Override:
    """Return the decision on an order that was given.

    Args:
        at: the position of its phase.
        given: the orders of the phase.
        text: the order in short form: `A Par - Bur`; its unit alone will do.
        word: `succeeds` or `fails`.

    Raises:
        InputError: the word is neither, or no such order was given.
        NotAllowed: the phase is not one of moves, the order was illegal anyway, or only what it
            was meant to bring about can be decided.
    """
    if word not in (SUCCEEDS, FAILS):
        raise InputError(f"An order {SUCCEEDS} or {FAILS}; {word!r} is neither.")
    if at.state.phase.kind is not PhaseKind.MOVEMENT:
        raise NotAllowed(
            "Only orders of a season of moves can be decided. Of a retreat or a winter set the "
            "orders themselves (gm order set), or the position (gm unit, gm centre)."
        )
    seat, order = _order_meant(at, given, text)
    words, succeeds = in_words(order, at.board), word == SUCCEEDS
    if succeeds and not isinstance(order, Move):
        raise NotAllowed(
            f"“{words}” moves nobody. Decide the move that it was to help or to stop, or set the "
            "position."
        )
    if not succeeds and isinstance(order, Hold):
        raise NotAllowed(f"“{words}” cannot fail. Decide the move that beat the unit, if any did.")
    if succeeds and (fault := _fault(at, seat, order)):
        raise NotAllowed(f"“{words}” is no legal order: {fault} Move the unit by gm unit move.")
    verb = "came off" if succeeds else "did not come off"
    told = f"The GM decided that the order “{words}” {verb}."
    return Override("outcome", (OutcomeDecreed(order, succeeds),), told, (SeatId(seat),))


def _order_meant(at: Position, given: Drafts, text: str) -> tuple[SeatId, UnitOrder]:
    wanted = "".join(text.split()).casefold()
    found: list[tuple[SeatId, UnitOrder]] = []
    for seat, orders in sorted(given.items()):
        for order in orders:
            if isinstance(order, UnitOrder):
                short = "".join(order_text(order, at.board).split()).casefold()
                unit = "".join(str(order.unit).split()).casefold()
                if wanted in (short, unit):
                    found.append((seat, order))
    if len(found) != 1:
        every = [
            order_text(unit_order, at.board)
            for _, orders in sorted(given.items())
            for unit_order in orders
            if isinstance(unit_order, UnitOrder)
        ]
        known = "; ".join(every) or "none"
        raise InputError(f"No one order is {text!r}; there are: {known}.", piece=text)
    return found[0]


def _fault(at: Position, seat: SeatId, order: Order) -> str:
    (check,) = at.rules.check(at.state, seat, (order,))
    return reason_sentence(check.refused, at.board, order) if check.refused is not None else ""
