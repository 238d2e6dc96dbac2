"""What an order is to the shell: a typed value of some game, which it stores and hands on."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Order:
    """The common base of all orders of all games."""
