"""The pictures of the map that a mail shows: what they are, before there are any words about them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Pictured(Enum):
    """What a picture in a mail shows.

    ORDERS: what was ordered in a phase and what became of it. POSITION: who stands where after it.
    START: who stands where as a phase opens.
    """

    ORDERS = "orders"
    POSITION = "position"
    START = "start"


@dataclass(frozen=True, slots=True)
class PictureView:
    """A picture of the map in a mail.

    Args:
        shows: what it shows.
        cid: its Content-ID; label: what tells it from others in the same mail.
        mark: by which the outbox finds it.
    """

    shows: Pictured
    cid: str
    label: str
    mark: str
