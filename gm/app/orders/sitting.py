"""What becomes of the lines of a mail that do something, or were to."""

from __future__ import annotations

from dataclasses import dataclass

from gm.contract.told import Deed, ReadLine


@dataclass(frozen=True, slots=True)
class Done:
    """What became of the lines of a mail that were to do something.

    Args:
        deeds: those that did; undone: those that did not, each with the reason.
        passed: lines that were sent to the game master, whatever else becomes of them.
    """

    deeds: tuple[Deed, ...] = ()
    undone: tuple[ReadLine, ...] = ()
    passed: frozenset[str] = frozenset()

    def __add__(self, other: Done) -> Done:
        return Done(
            (*self.deeds, *other.deeds),
            (*self.undone, *other.undone),
            self.passed | other.passed,
        )

    def __bool__(self) -> bool:
        return bool(self.deeds or self.undone)
