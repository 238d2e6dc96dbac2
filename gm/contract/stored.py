"""How a game's values are stored: what its codec has to know of them.

A value of a class that only its text tells - which order, which event - is stored with the name of
its class. Such names are a game's own: two games may each have a `Move`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

# A game's own types: of its position, and of what became of an order.
S = TypeVar("S")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Form:
    """How values of one class are stored otherwise than field by field.

    Args:
        read: makes a value of the plain data that are stored.
        write: makes plain data of a value; None where they are its fields.
    """

    read: Callable[[Any], object]
    write: Callable[[Any], object] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Stored(Generic[S, R]):
    """What a game stores; made once by its room, and known by its identity.

    Args:
        home: the package in which all its classes are.
        state: its position.
        outcome: what became of an order.
        bases: classes, orders and events among them, of which each member is stored with its name.
        unions: unions of classes that are stored so, too.
        forms: of classes that are not stored field by field.
        names: kinds of text that come again and again, of which one value of each is kept.
    """

    home: str
    state: type[S]
    outcome: type[R]
    bases: tuple[type, ...]
    unions: tuple[object, ...] = ()
    forms: Mapping[type, Form] = field(default_factory=dict)
    names: tuple[object, ...] = ()
