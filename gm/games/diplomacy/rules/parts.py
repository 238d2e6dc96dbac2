"""What the mechanisms of a variant keep in the state, each its own part."""

from __future__ import annotations

from typing import ClassVar

from gm.contract.values import value


@value
class StatePart:
    """What one mechanism keeps in the state. A subclass names itself by `key`."""

    key: ClassVar[str] = ""
