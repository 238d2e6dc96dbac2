"""How the core makes its values: frozen for the type checker, quick to make at run time.

A season makes some hundred small values. A frozen dataclass sets every field through
`object.__setattr__` and takes four times as long to make as one that is not, which was more than
all deciding took; so the freeze is the type checker's alone. mypy refuses every assignment to a
field of a `value`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def value(cls: type[T]) -> type[T]:
    """Make a slotted dataclass whose instances nobody changes; equal and hashed by its fields."""
    return dataclass(slots=True, unsafe_hash=True)(cls)
