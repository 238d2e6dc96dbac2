"""A kit for games: dice, and choices by lot, as labelled draws."""

from __future__ import annotations

from collections.abc import Sequence

from gm.contract.draws import Draw, Draws
from gm.contract.values import value


@value
class Roll:
    """Dice that were rolled together.

    Args:
        dice: what each of them shows, in the order they were rolled.
        draws: the draws behind them, one a die.
    """

    dice: tuple[int, ...]
    draws: tuple[Draw, ...]

    @property
    def total(self) -> int:
        """What the dice show together."""
        return sum(self.dice)


@value
class Pick:
    """What was chosen by lot.

    Args:
        chosen: of the candidates.
        draws: the draw behind it; none where there was one candidate only.
    """

    chosen: str
    draws: tuple[Draw, ...]


def roll(draws: Draws, label: str, count: int = 1, faces: int = 6) -> Roll:
    """Roll dice; a single one is drawn under the label itself, several under `LABEL, die 2`.

    Args:
        draws: the source of chance.
        label: what they are for, unique in the game: "R1 W2 attack TUL CT".
        count: how many.
        faces: of each, from 1 up.
    """
    shown = tuple(str(face) for face in range(1, faces + 1))
    labels = [label] if count == 1 else [f"{label}, die {number}" for number in _places(count)]
    made = tuple(draws.draw(name, shown) for name in labels)
    return Roll(tuple(int(draw.chosen) for draw in made), made)


def pick(draws: Draws, label: str, candidates: Sequence[str]) -> Pick:
    """Choose one of the candidates by lot; nothing is drawn where there is no choice.

    Raises:
        ValueError: there is no candidate.
    """
    if len(candidates) == 1:
        return Pick(candidates[0], ())
    draw = draws.draw(label, candidates)
    return Pick(draw.chosen, (draw,))


def _places(count: int) -> range:
    return range(1, count + 1)
