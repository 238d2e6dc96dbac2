"""Cards: one pack, of which a card is drawn for each of some provinces (Irish 6, 13)."""

from __future__ import annotations

from bisect import bisect, insort
from collections.abc import Iterable
from typing import Final

from gm.contract.draws import Draws
from gm.contract.events import Drawn
from gm.contract.values import value
from gm.games.diplomacy.rules.board import ProvinceId
from gm.games.diplomacy.rules.phases import Phase

RANKS: Final = "AKQJT98765432"
SUITS: Final = "SHDC"
"""Both from the highest down: ace, king ... two; spades, hearts, diamonds, clubs."""

PACK: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""A pack as it lies before anything is drawn: AS KS ... 2S, AH ... 2C."""

_IN_PACK: Final = {card: at for at, card in enumerate(PACK)}


def season_of(phase: Phase) -> str:
    """Return how the labels of a season's draws begin: `S1974`."""
    return f"{phase.season.value}{phase.year}"


_PLACES: Final = {card: at for at, card in enumerate(r + s for r in RANKS for s in SUITS)}


def card_rank(card: str) -> int:
    """Return a key by which the lowest is the highest card: the rank first, then the suit."""
    return _PLACES[card]


@value
class Dealt:
    """A card for each of some provinces.

    Args:
        cards: the provinces with their cards, as they were drawn.
        facts: the draws.
    """

    cards: tuple[tuple[ProvinceId, str], ...]
    facts: tuple[Drawn, ...]

    @property
    def winner(self) -> ProvinceId | None:
        """The province with the highest card; None if there was nobody to deal to."""
        if not self.cards:
            return None
        ranks = [_PLACES[card] for _, card in self.cards]
        return self.cards[ranks.index(min(ranks))][0]

    def highest(self) -> tuple[ProvinceId, ...]:
        """Return the provinces, the one with the highest card first."""
        return tuple([place for place, _ in sorted(self.cards, key=_rank_of)])


def _rank_of(dealt: tuple[ProvinceId, str]) -> int:
    return _PLACES[dealt[1]]


def deal(draws: Draws, what: str, places: Iterable[ProvinceId]) -> Dealt:
    """Draw a card for each province, one after the other from what is left of one pack.

    Should one pack not do, a second is opened; of two equal cards the one drawn first is higher.

    Args:
        draws: the source of chance.
        what: how the labels begin; the province follows: "S1975 line: NWY".
        places: the provinces in the order in which they get their cards.
    """
    left = list(PACK)
    drawn: list[int] = []
    cards: list[tuple[ProvinceId, str]] = []
    facts: list[Drawn] = []
    for place in places:
        if not left:
            left, drawn = list(PACK), []
        draw = draws.draw(f"{what}: {place}", left)
        # As `left.remove` would, but without comparing cards: those above it have closed up.
        at = _IN_PACK[draw.chosen]
        del left[at - bisect(drawn, at)]
        insort(drawn, at)
        cards.append((place, draw.chosen))
        facts.append(Drawn(draw))
    return Dealt(tuple(cards), tuple(facts))
