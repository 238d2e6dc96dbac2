"""How a power's orders stand: complete, lacking, or more than it has; receipt and status say so."""

from __future__ import annotations

from dataclasses import dataclass

from gm.report.money import Forecast, forecast, too_dear
from gm.report.slots import extra_orders, headline, too_many
from gm.report.views import ReceiptView, StatusView


@dataclass(frozen=True, slots=True)
class Standing:
    """How a power's orders stand.

    Args:
        headline: that, in one sentence.
        complete: nothing lacks an order, and nothing is ordered that the power cannot have.
        points: what the orders would leave of its points; None where they decide nothing.
        surplus: builds or removals beyond what is due.
    """

    headline: str
    complete: bool
    points: Forecast | None
    surplus: int

    @property
    def short(self) -> int:
        """How many points the orders need that are not there."""
        return self.points.short if self.points is not None else 0


def standing_of(view: ReceiptView | StatusView) -> Standing:
    """Return how the orders of a receipt or of an answer to STATUS stand."""
    state, power = view.state, view.power
    slots = view.due.open_slots.get(power, ())
    points = forecast(view.game, state, power, view.orders)
    surplus, noun = extra_orders(view.game.board, state, power, view.orders)
    words = too_dear(points) or too_many(surplus, noun) or headline(state, power, slots)
    if power not in view.due.asked:
        words = "Nothing is asked of you this time."
    return Standing(words, not slots and not too_dear(points) and not surplus, points, surplus)
