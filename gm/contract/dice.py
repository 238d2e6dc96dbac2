"""A kit for games: dice, choices by lot, and decks of cards, as labelled draws."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gm.contract.draws import Draw, Draws
from gm.contract.values import value

# A kit for games: dice, and choices by lot, as labelled draws.


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


# A kit for games: decks of cards, shuffled and dealt.


@value
class Shuffle:
    """A deck that was shuffled.

    Args:
        order: the cards, the top one first.
        draws: the draws behind it: for each place from the top which of the cards left came there.
    """

    order: tuple[str, ...]
    draws: tuple[Draw, ...]


@value
class Deal:
    """Cards that were taken from the top of a deck.

    Args:
        cards: those taken; fewer than wished where the deck has run out.
        rest: the deck that is left.
    """

    cards: tuple[str, ...]
    rest: tuple[str, ...]


def shuffled(draws: Draws, label: str, cards: Sequence[str], *, sealed: bool = True) -> Shuffle:
    """Shuffle cards; the place of each is a draw of its own, `LABEL, card 3`.

    The candidates of a place are the cards that are left, in the order in which they were given; so
    whoever has the seed can repeat each of them by hand.

    Args:
        draws: the source of chance.
        label: what it is for, unique in the game: "deck A, round 4".
        cards: of the deck; several may be alike.
        sealed: nobody is told of it before the game is over.
    """
    left, order, made = list(cards), list[str](), list[Draw]()
    for place in range(1, len(cards) + 1):
        lot = pick(draws, f"{label}, card {place}", tuple(left))
        left.remove(lot.chosen)
        order.append(lot.chosen)
        made += lot.draws
    return Shuffle(tuple(order), tuple(replace(draw, sealed=sealed) for draw in made))


def dealt(deck: Sequence[str], count: int) -> Deal:
    """Take cards from the top of a deck."""
    return Deal(tuple(deck[:count]), tuple(deck[count:]))
