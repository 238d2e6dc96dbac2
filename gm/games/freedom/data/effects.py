"""The effects of cards as files have them, lists with the word first, to values (9)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final

from gm.contract.seats import SeatId
from gm.games.freedom.rules.tables import ANY, IMP, INS, Effect, EffectWord, Filter, other

_COUNTED: Final = frozenset(
    (
        EffectWord.MOVE,
        EffectWord.SLOW,
        EffectWord.ATTACK,
        EffectWord.REGROUP,
        EffectWord.REPAIR,
        EffectWord.TRAIN,
        EffectWord.RAID,
        EffectWord.DAMAGE,
        EffectWord.DISCARD_RANDOM,
    )
)
"""Words with a number from 1 up behind them."""

_TRACKED: Final = frozenset(
    (
        EffectWord.SUPPLIES,
        EffectWord.MONEY,
        EffectWord.MORALE,
        EffectWord.PREP,
        EffectWord.PLEA_TRACK,
        EffectWord.ENEMY_SUPPLIES,
        EffectWord.ENEMY_MONEY,
        EffectWord.ENEMY_MORALE,
    )
)
"""Words with a change of a track behind them."""

_PLACED: Final = {
    EffectWord.UNIT: ("camp", "city", "own"),
    EffectWord.CANNON: ("camp", "city"),
    EffectWord.REMOVE: tuple(filter_.value for filter_ in Filter),
}
"""Words with a place among these, and a number."""

BOTH_TRACKS: Final = ("supplies", "morale", "prep")
"""The tracks that an effect can change of both sides."""

_ONLY: Final = {
    EffectWord.MOVE: IMP,
    EffectWord.SLOW: IMP,
    EffectWord.DAMAGE: IMP,
    EffectWord.REWARD: IMP,
    EffectWord.MONEY: IMP,
    EffectWord.ENEMY_MONEY: INS,
    EffectWord.REGROUP: INS,
    EffectWord.REPAIR: INS,
    EffectWord.TRAIN: INS,
}
"""Words that only one side's cards can have; a raid of a neutral card is forfeited by IMP."""

_MOST: Final = 99
_LONGEST: Final = 400


class EffectFault(Exception):
    """An effect is none.

    Args:
        reason: why. remedy: what would be right.
    """

    def __init__(self, reason: str, remedy: str) -> None:
        super().__init__(reason)
        self.reason, self.remedy = reason, remedy


def effect_of(data: object, areas: Collection[str], side: SeatId | None = None) -> Effect:
    """Return what a list of a file means, as a card of a side has it; EffectFault if it means nothing.

    Args:
        data: the list. areas: those that there are. side: the card's; None of a neutral one.
    """
    if not isinstance(data, list) or not data or not isinstance(data[0], str):
        raise EffectFault("an effect is a list that begins with its word", 'write ["morale", 1]')
    try:
        word = EffectWord(data[0])
    except ValueError:
        known = ", ".join(word.value for word in EffectWord)
        raise EffectFault(f"there is no effect {data[0]!r}", f"write one of {known}") from None
    if (only := _ONLY.get(word)) is not None and side not in (None, only):
        raise EffectFault(
            f"{word.value} is of {only} alone", f"give the card to {only}, or take another word"
        )
    effect = _read(word, data[1:], areas, side)
    if side is not None and (right := _right_side(effect)) not in (None, side):
        raise EffectFault(
            f"{word.value} {effect.where} is of {right} alone", f"give the card to {right}"
        )
    return effect


def _right_side(effect: Effect) -> SeatId | None:
    """Return whose cards alone can place or remove something there; None for both."""
    if effect.word is EffectWord.REMOVE:
        return other(Filter(effect.where).loser)
    if effect.word in (EffectWord.UNIT, EffectWord.CANNON):
        return {"camp": IMP, "city": INS}.get(effect.where)
    return None


def _read(
    word: EffectWord, rest: Sequence[Any], areas: Collection[str], side: SeatId | None
) -> Effect:
    if word is EffectWord.CHOICE:
        return _choice(rest, areas, side)
    if word is EffectWord.MANUAL:
        if len(rest) != 1 or not isinstance(rest[0], str) or not 0 < len(rest[0]) <= _LONGEST:
            raise _wrong(word, '["manual", "what the master does"]')
        return Effect(word, where=rest[0])
    if word is EffectWord.SUPPORT:
        return _placed(word, rest, (*areas, ANY))
    if word in _PLACED:
        return _placed(word, rest, _PLACED[word])
    if word is EffectWord.BOTH:
        return _both(rest)
    if word in _COUNTED or word in _TRACKED:
        least = 1 if word in _COUNTED else -_MOST
        if len(rest) != 1 or not _number(rest[0], least):
            raise _wrong(word, f'["{word.value}", 2]')
        return Effect(word, rest[0])
    if rest:
        raise _wrong(word, f'["{word.value}"]')
    return Effect(word)


def _choice(rest: Sequence[Any], areas: Collection[str], side: SeatId | None) -> Effect:
    if len(rest) != 2 or not all(isinstance(effects, list) and effects for effects in rest):
        raise _wrong(EffectWord.CHOICE, '["choice", [["morale", 1]], [["prep", 2]]]')
    choices = tuple(
        tuple(effect_of(effect, areas, side) for effect in effects) for effects in rest
    )
    if any(effect.word is EffectWord.CHOICE for effects in choices for effect in effects):
        raise EffectFault("a choice stands inside a choice", "write two alternatives without one")
    return Effect(EffectWord.CHOICE, choices=choices)


def _both(rest: Sequence[Any]) -> Effect:
    if len(rest) != 2 or rest[0] not in BOTH_TRACKS or not _number(rest[1], -_MOST):
        raise _wrong(EffectWord.BOTH, f'["both", one of {", ".join(BOTH_TRACKS)}, 1]')
    return Effect(EffectWord.BOTH, rest[1], rest[0])


def _placed(word: EffectWord, rest: Sequence[Any], known: Sequence[str]) -> Effect:
    """Read a place and a number, in either order: `["unit", 1, "camp"]`, `["support", "SEA", 1]`."""
    where = [item for item in rest if isinstance(item, str)]
    amounts = [item for item in rest if _number(item, 1)]
    if len(rest) != 2 or len(where) != 1 or len(amounts) != 1 or where[0] not in known:
        first = f'"{known[0]}"'
        raise _wrong(word, f'["{word.value}", {first}, 1] with one of {", ".join(known)}')
    return Effect(word, amounts[0], where[0])


def _number(item: object, least: int) -> bool:
    if not isinstance(item, int) or isinstance(item, bool):
        return False
    return least <= item <= _MOST and item != 0


def _wrong(word: EffectWord, right: str) -> EffectFault:
    return EffectFault(f"{word.value} has something else behind it", f"write {right}")
