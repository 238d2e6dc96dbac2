"""Which places of a scene concern a reader: where his units are, and who deals with them."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from gm.drawing.scene import Mark, Scene


def near(scene: Scene, powers: Collection[str]) -> tuple[str, ...]:
    """Return the places around some powers' units, one as often as it matters.

    Where they have no units, those of their country; none where they have neither.

    Args:
        scene: what everybody may see.
        powers: the reader's.
    """
    mine = [piece.at.place for piece in scene.pieces if piece.power in powers]
    own = [place for mark in scene.marks if mark.power in powers for place in _places(mark)]
    theirs = {*mine, *own}
    against = [
        mark.at.place
        for mark in scene.marks
        if mark.power not in powers and theirs & {*_aims(mark)}
    ]
    country = sorted(place for place, power in scene.owners.items() if power in powers)
    return (*mine, *own, *against) or tuple(country)


def _places(mark: Mark) -> Iterator[str]:
    yield mark.at.place
    yield from _aims(mark)


def _aims(mark: Mark) -> Iterator[str]:
    """Yield the places that an order is about, but that of its own unit."""
    for spot in (mark.to, mark.target):
        if spot is not None:
            yield spot.place
    yield from mark.between or ()
