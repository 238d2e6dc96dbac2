"""Order lines as players write them: read by the kit, and printed so that they are read again (6)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final, TypeVar

from gm.contract.orders import Order
from gm.contract.rules import Rules
from gm.games.freedom.data.files import load_tables
from gm.games.freedom.language.canonical import canonical_text
from gm.games.freedom.refusals import expected_words
from gm.games.freedom.rules.by_mail import MailedSiege, SetAway
from gm.games.freedom.rules.orders import (
    Attack,
    BuildCannon,
    Choose,
    ClaimCard,
    Conditional,
    Damage,
    Guard,
    GuardKind,
    Move,
    Opening,
    Pass,
    Place,
    Play,
    PlayMode,
    Plea,
    Prep,
    Pressure,
    Raid,
    Regroup,
    Repair,
    RewardAttacks,
    SetAllies,
    SetClaim,
    SetFire,
    SetMorale,
    SetPlace,
    SetRemove,
    SiegeOrder,
    Slow,
    StopIf,
    Support,
    Train,
    Way,
)
from gm.games.freedom.rules.state import ALWAYS_OWN, SiegeState
from gm.games.freedom.rules.tables import ALLIED, CAMP, EXPEDITIONARY, IMP, INS, LOWEST, Tables
from gm.interpret.keyword_lines import KeywordLines, KeywordPhrase
from gm.interpret.name_index import NameIndex

T = TypeVar("T")

_TWICE: Final = ("twice", "zwei", "dho")
_EVENTS: Final = ("event", "ereignis", "imeacht")
_ABOVE: Final = (">", "above", "over", "more", "uber", "ueber", "mehr", "os")
"""What words of several languages begin with, without accents."""

_STATES: Final = {
    "empty": GuardKind.EMPTY,
    "leer": GuardKind.EMPTY,
    "folamh": GuardKind.EMPTY,
    "damaged": GuardKind.DAMAGED,
    "besch": GuardKind.DAMAGED,
    "damaist": GuardKind.DAMAGED,
    "destroyed": GuardKind.DESTROYED,
    "zerst": GuardKind.DESTROYED,
    "scriosta": GuardKind.DESTROYED,
}
"""How words for the state of a space begin, in each language."""

_LISTS: Final = {
    "place": SetPlace,
    "platz": SetPlace,
    "remove": SetRemove,
    "entferne": SetRemove,
    "bain": SetRemove,
    "allies": SetAllies,
    "verb": SetAllies,
    "comh": SetAllies,
}
"""How words for the policies begin that list spaces, in each language."""

_SEATS: Final = {"imp": IMP, "kais": IMP, "ins": INS, "auf": INS, "ceann": INS}
_FORTS: Final = ("F1", "F2", "F3", "F4")
_ARTICLES: Final = frozenset(("the", "der", "die", "den", "dem", "das", "an", "na"))
"""Words before names that are no part of them, in each language."""


def tables_of(rules: Rules[SiegeState, Any]) -> Tables:
    """Return what a game is played with."""
    return rules.tables if isinstance(rules, MailedSiege) else load_tables()


def order_line(order: Order) -> str:
    """Return a line that is read again: `ATTACK 4-4 -> 3-4 X 2`."""
    if not isinstance(order, SiegeOrder):
        raise TypeError(f"{type(order).__name__} is no order of Freedom!")
    if isinstance(order, SetAway):
        return "SET AWAY ON" if order.on else "SET AWAY OFF"
    return canonical_text(order)


@lru_cache(maxsize=4)
def names_of(tables: Tables) -> Mapping[str, NameIndex]:
    """Return the names of spaces, areas and cards; forts have numbers, too."""
    forts = dict(zip(tables.forts, _FORTS, strict=False))
    spaces = {
        space.id: tuple(name for name in (space.name, forts.get(space.id, "")) if name)
        for space in tables.spaces.values()
    }
    areas = {area.id: (area.name,) for area in tables.areas.values()}
    cards = {card.id: (card.name,) for card in tables.cards.values()}
    return {
        "SPACE": NameIndex(spaces, _ARTICLES),
        "AREA": NameIndex(areas, _ARTICLES),
        "CARD": NameIndex(cards, _ARTICLES),
    }


def _begun(text: str, known: Mapping[str, T]) -> T:
    """Return what a word means that begins as one of some do."""
    word = text.casefold()
    return next(meant for begun, meant in known.items() if word.startswith(begun))


def _times(phrase: KeywordPhrase) -> int | None:
    texts = phrase.texts("TIMES")
    if not texts:
        return None
    if any(word in texts[0].casefold() for word in _TWICE):
        return 2
    return max(1, phrase.numbers("TIMES")[0])


def _part(phrase: KeywordPhrase, rule: str) -> KeywordPhrase | None:
    return next((part for part in phrase.parts if part.rule == rule), None)


def _way(phrase: KeywordPhrase) -> Way:
    spaces = phrase.named("SPACE")
    kind = phrase.texts("KIND")[0].casefold() if phrase.has("KIND") else ""
    named = EXPEDITIONARY if kind.startswith("exp") else ALLIED if kind else ""
    return Way(spaces, named if spaces[0] == CAMP else "")


def _opening(phrase: KeywordPhrase) -> SiegeOrder:
    ways = list[Way]()
    for group in phrase.parts:
        ways += [_way(group.parts[0])] * (_times(group) or 1)
    return Opening(tuple(ways))


def _move(phrase: KeywordPhrase) -> SiegeOrder:
    if not phrase.parts:
        return Move((_way(phrase),))
    ways = tuple(map(_way, phrase.parts))
    return Move(ways * (_times(phrase) or 1))


def _pair(phrase: KeywordPhrase) -> tuple[str, str]:
    """Return from where to where: `4-4 -> 3-4`, `3-4 from 4-4`."""
    here, there = phrase.named("SPACE")
    return (there, here) if phrase.has("BACK") else (here, there)


def _space(phrase: KeywordPhrase) -> str:
    return phrase.named("SPACE")[0]


def _attack(phrase: KeywordPhrase) -> SiegeOrder:
    return Attack(*_pair(phrase), _times(phrase), phrase.has("CLEAR"))


def _support(phrase: KeywordPhrase) -> SiegeOrder:
    return Support(phrase.named("AREA")[0], _times(phrase) or 1)


def _prep(phrase: KeywordPhrase) -> SiegeOrder:
    if phrase.has("ALL"):
        return Prep(None)
    return Prep(next(iter(phrase.numbers()), 1))


def _regroup(phrase: KeywordPhrase) -> SiegeOrder:
    return Regroup() if phrase.has("NONE") else Regroup(*_pair(phrase))


def _play(phrase: KeywordPhrase) -> SiegeOrder:
    event = any(word in phrase.texts("MODE")[0].casefold() for word in _EVENTS)
    return Play(phrase.named("CARD")[0], PlayMode.EVENT if event else PlayMode.AP)


def _claimed(phrase: KeywordPhrase) -> tuple[str, str]:
    """Return the card that is claimed, and the one that is discarded for it."""
    discard = next(part for part in phrase.parts if part.rule == "discard")
    return phrase.named("CARD")[0], next(iter(discard.named("CARD")), LOWEST)


def _guarded(phrase: KeywordPhrase) -> SiegeOrder:
    guard, then, *_ = phrase.parts
    other = _part(phrase, "otherwise")
    return Conditional(
        _guard(guard), _ORDERS[then.rule](then), _inner(other) if other is not None else None
    )


def _inner(phrase: KeywordPhrase) -> SiegeOrder:
    (order,) = phrase.parts
    return _ORDERS[order.rule](order)


def _guard(phrase: KeywordPhrase) -> Guard:
    if not phrase.parts:
        return Guard(GuardKind.LOST_FORT, phrase.has("NOT"))
    (asked,) = phrase.parts
    negated = phrase.has("NOT") != asked.has("NOT")
    match asked.rule:
        case "condition":
            kind = _begun(asked.texts("STATE")[0], _STATES)
            return Guard(kind, negated, name=_space(asked))
        case "stands":
            imperial = _seat(asked) == IMP
            kind = GuardKind.IMPERIAL_IN if imperial else GuardKind.INSURGENT_IN
            return Guard(kind, negated, name=_space(asked))
        case "morale":
            above = asked.texts("COMPARED")[0].casefold().startswith(_ABOVE)
            kind = GuardKind.MORALE_ABOVE if above else GuardKind.MORALE_BELOW
            return Guard(kind, negated, seat=_seat(asked), number=asked.numbers()[0])
        case "holds":
            area = asked.named("AREA")[0]
            return Guard(GuardKind.HOLDS, negated, name=area, seat=_seat(asked))
        case _:
            card = next(iter(asked.named("CARD")), "")
            return Guard(GuardKind.CLAIM_POSSIBLE, negated, name=card)


def _seat(phrase: KeywordPhrase) -> str:
    return _begun(phrase.texts("SEAT")[0], _SEATS)


def _fire(phrase: KeywordPhrase) -> SiegeOrder:
    spaces = phrase.named("SPACE")
    if not spaces:
        return SetFire()
    return SetFire(spaces[0], None if phrase.has("DEFAULT") else spaces[1:])


def _set_morale(phrase: KeywordPhrase) -> SiegeOrder:
    if phrase.has("ENEMY"):
        return SetMorale(0)
    return SetMorale(next(iter(phrase.numbers()), ALWAYS_OWN))


def _set_spaces(phrase: KeywordPhrase) -> SiegeOrder:
    items = [(_space(item), _times(item) or 1) for item in phrase.parts]
    spaces = tuple(space for space, times in items for _ in range(times))
    return _begun(phrase.texts("LIST")[0], _LISTS)(spaces)


def _set_claim(phrase: KeywordPhrase) -> SiegeOrder:
    return SetClaim() if phrase.has("NONE") else SetClaim(*_claimed(phrase))


_ORDERS: Final[Mapping[str, Callable[[KeywordPhrase], SiegeOrder]]] = {
    "opening": _opening,
    "play": _play,
    "claim": lambda phrase: ClaimCard(*_claimed(phrase)),
    "decline": lambda _: Pass(),
    "stop": lambda phrase: StopIf(_guard(phrase.parts[0])),
    "guarded": _guarded,
    "fire": _fire,
    "set_morale": _set_morale,
    "set_spaces": _set_spaces,
    "set_claim": _set_claim,
    "set_away": lambda phrase: SetAway(on=phrase.has("YES")),
    "move": _move,
    "slow": lambda phrase: Slow(_way(phrase.parts[0])),
    "attack": _attack,
    "support": _support,
    "prep": _prep,
    "reward": lambda _: RewardAttacks(),
    "plea": lambda _: Plea(),
    "cannon": lambda phrase: BuildCannon(_space(phrase)),
    "regroup": _regroup,
    "raid": lambda phrase: Raid(*_pair(phrase)),
    "repair": lambda phrase: Repair(_space(phrase)),
    "train": lambda phrase: Train(_space(phrase)),
    "pressure": lambda _: Pressure(),
    "choose": lambda phrase: Choose(phrase.numbers()[0]),
    "damage": lambda phrase: Damage(_space(phrase)),
    "place": lambda phrase: Place(phrase.named("SPACE")),
}
"""What makes an order of a line of each kind."""

_CALLED: Final = {
    "_OPENING": "OPENING",
    "_PLAY": "PLAY",
    "_CLAIM": "CLAIM",
    "_DISCARD": "DISCARD",
    "_TO": "->",
    "_MOVE": "MOVE",
    "_SLOW": "SLOW",
    "_ATTACK": "ATTACK",
    "_SUPPORT": "SUPPORT",
    "_CANNON": "CANNON",
    "TIMES": "X 2",
    "CLEAR": "UNTIL CLEAR",
    "MODE": "AP",
    "NONE": "NONE",
    "NUMBER": "2",
}
"""How words are called that the grammar spells with others around them."""


def order_lines(tables: Tables) -> KeywordLines[Order]:
    """Return what reads the lines of a game."""
    makers: Mapping[str, Callable[[KeywordPhrase], Order]] = _ORDERS
    called = {**_CALLED, **expected_words()}
    return KeywordLines("freedom/orders", makers, order_line, names_of(tables), called)
