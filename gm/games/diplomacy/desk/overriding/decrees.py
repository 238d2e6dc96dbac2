"""Orders that a GM decides against the rules' own word, and phases resolved with what he decided."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from gm.contract.corrections import Override
from gm.contract.draws import Draws
from gm.contract.events import Event
from gm.contract.orders import Order
from gm.contract.rules import Drafts
from gm.contract.seats import SeatId
from gm.errors import InputError, NotAllowed
from gm.games.diplomacy.desk.laid import Laid
from gm.games.diplomacy.pages.explaining.explain import reason_sentence
from gm.games.diplomacy.pages.wording.notation import order_text
from gm.games.diplomacy.pages.wording.words import in_words
from gm.games.diplomacy.rules.filled_in import SeasonResolution
from gm.games.diplomacy.rules.mechanics.decreed import (
    Decreed,
    Decrees,
    OutcomeDecreed,
    as_carried_out,
)
from gm.games.diplomacy.rules.orders import Hold, Move, UnitOrder
from gm.games.diplomacy.rules.phases import PhaseKind

SUCCEEDS: Final = "succeeds"
FAILS: Final = "fails"


def decrees_in(edits: Iterable[Event]) -> Decrees:
    """Return what the GM has decided of orders of a phase; of one order his last word."""
    found = {edit.order: edit for edit in edits if isinstance(edit, OutcomeDecreed)}
    return tuple(found.values())


def resolve_decreed(at: Laid, drafts: Drafts, draws: Draws, decrees: Decrees) -> SeasonResolution:
    """Resolve a phase; what was decided of an order that stands no more is passed over.

    Raises:
        NotAllowed: what was decided cannot come about.
    """
    every = {order for orders in drafts.values() for order in orders}
    standing = tuple(decree for decree in decrees if decree.order in every)
    if not standing:
        return at.rules.resolve(at.state, drafts, draws)
    ruled = replace(at.rules, mechanisms=(Decreed(standing), *at.rules.mechanisms))
    try:
        return ruled.resolve(at.state, as_carried_out(drafts, standing), draws)
    except ValueError as fault:
        raise NotAllowed(f"What you decided cannot come about: {fault}.") from fault


def decree_of(at: Laid, drafts: Drafts, text: str, word: str) -> Override:
    """Return the decision on an order that was given.

    Args:
        at: the position of its phase.
        drafts: the orders of the phase.
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
    seat, order = _order_meant(at, drafts, text)
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
    decree = OutcomeDecreed(order, succeeds)
    return Override("outcome", (decree,), told, (SeatId(seat),), decides=True)


def _order_meant(at: Laid, drafts: Drafts, text: str) -> tuple[SeatId, UnitOrder]:
    wanted = "".join(text.split()).casefold()
    found: list[tuple[SeatId, UnitOrder]] = []
    for seat, orders in sorted(drafts.items()):
        for order in orders:
            if isinstance(order, UnitOrder):
                short = "".join(order_text(order, at.board).split()).casefold()
                unit = "".join(str(order.unit).split()).casefold()
                if wanted in (short, unit):
                    found.append((seat, order))
    if len(found) != 1:
        every = [
            order_text(unit_order, at.board)
            for _, orders in sorted(drafts.items())
            for unit_order in orders
            if isinstance(unit_order, UnitOrder)
        ]
        known = "; ".join(every) or "none"
        raise InputError(f"No one order is {text!r}; there are: {known}.", piece=text)
    return found[0]


def _fault(at: Laid, seat: SeatId, order: Order) -> str:
    (check,) = at.rules.check(at.state, seat, (order,))
    return reason_sentence(check.refused, at.board, order) if check.refused is not None else ""
