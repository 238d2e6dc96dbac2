"""What the pictures of a season show, before there are any words about them."""

from __future__ import annotations

from enum import StrEnum


class Pictured(StrEnum):
    """What a picture in a mail shows.

    ORDERS: what was ordered in a phase and what became of it. POSITION: who stands where after it.
    START: who stands where as a phase opens. NEAR: the part of one of these around the reader's units.
    CHART: a figure of the whole game.
    """

    ORDERS = "orders"
    POSITION = "position"
    START = "start"
    NEAR = "near"
    CHART = "chart"
