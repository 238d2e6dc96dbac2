"""The pictures that a mail shows: what they are, before there are any words about them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Pictured(Enum):
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


@dataclass(frozen=True, slots=True)
class PictureView:
    """A picture in a mail: of the map, or a chart.

    Args:
        shows: what it shows.
        cid: its Content-ID; label: what tells it from others in the same mail.
        mark: by which the outbox finds it.
        words: that stand in its place; "" for a map, whose position is told with it.
        about: the figure that a chart shows, as `What` has it; "" for a map.
    """

    shows: Pictured
    cid: str
    label: str
    mark: str
    words: str = ""
    about: str = ""
