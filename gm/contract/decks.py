"""A kit for games: decks of cards, shuffled and dealt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gm.contract.dice import pick
from gm.contract.draws import Draw, Draws
from gm.contract.values import value


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
