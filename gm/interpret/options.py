"""Finds the choices in a mail: `Option 1` and `Option 2`, `Plan A:`, orders above and below an `or`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class WrittenOption:
    """What a line does where choices are offered.

    Args:
        orders: it gives orders. alone: a choice of its own, which nothing below it belongs to.
        opens: it heads a choice; parts: what stands above it is one choice, what is below another.
        ends: what stands below it counts whatever is chosen.
    """

    orders: bool = False
    opens: bool = False
    parts: bool = False
    ends: bool = False
    alone: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """Choices that belong together.

    Args:
        at: the place of the first line that offers them.
        blocks: the places of the orders of each.
    """

    at: int
    blocks: tuple[tuple[int, ...], ...]


@dataclass(slots=True)
class _Open:
    at: int
    headed: bool
    goes_on: bool = False
    blocks: list[list[int]] = field(default_factory=list)

    def group(self) -> Group:
        return Group(self.at, tuple(tuple(block) for block in self.blocks if block))


def options_in(
    lines: Sequence[WrittenOption],
    parted: Callable[[int], bool],
    rival: Callable[[int], int | None],
) -> Iterator[Group]:
    """Yield the choices that the lines of a mail offer.

    A choice under a heading goes on to the next; one above or below an `or` is a paragraph.

    Args:
        lines: what each does. parted: tells whether an empty line stands above a line.
        rival: returns the line above one with another order for the same unit.
    """
    current: _Open | None = None
    for at, line in enumerate(lines):
        if line.opens or line.parts:
            if current is None:
                current = _Open(at, line.opens)
                if line.parts and not line.opens:
                    above = _paragraph_above(lines, at, parted)
                    other = rival(at) if line.alone else None
                    alone = above[-1:] if other is None else [other]
                    current.blocks.append(alone if line.alone else above)
            current.goes_on = line.opens and not line.parts
            current.blocks.append([at] if line.orders else [])
        elif current is not None and (line.ends or _is_over(current, lines, at, parted)):
            yield from _whole(current)
            current = None
        elif current is not None and line.orders:
            current.blocks[-1].append(at)
    if current is not None:
        yield from _whole(current)


def _whole(current: _Open) -> Iterator[Group]:
    """Yield a group that offers something: an `or` needs orders above it and below it."""
    group = current.group()
    if len(group.blocks) > 1 or (current.headed and group.blocks):
        yield group


def _is_over(
    current: _Open, lines: Sequence[WrittenOption], at: int, parted: Callable[[int], bool]
) -> bool:
    """Tell whether a line stands below the last choice: that ends with its paragraph below an `or`."""
    last = current.blocks[-1]
    if last and lines[last[-1]].alone:
        return True
    return bool(last) and not current.goes_on and parted(at)


def _paragraph_above(
    lines: Sequence[WrittenOption], at: int, parted: Callable[[int], bool]
) -> list[int]:
    """Return the orders that stand above a line without an empty line between them."""
    places: list[int] = []
    for above in range(at - 1, -1, -1):
        if not lines[above].orders:
            break
        places.insert(0, above)
        if parted(above):
            break
    return places
