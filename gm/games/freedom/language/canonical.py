"""The lines of section 6, read strictly, and printed so that they are read again.

What a line names need not be there; the rules judge that. Mails are read by the kit, which also mends
slips; recorded steps are read here, where nothing is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby
from typing import Final

from gm.games.freedom.rules.orders import (
    ACTIONS,
    Attack,
    BuildCannon,
    Choose,
    ClaimCard,
    Conditional,
    Damage,
    Guard,
    GuardKind,
    Head,
    Misread,
    Move,
    Opening,
    Pass,
    Place,
    Play,
    PlayDefault,
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
    Settle,
    SiegeOrder,
    Slow,
    StopIf,
    Support,
    Train,
    Way,
)
from gm.games.freedom.rules.outcomes import Reason
from gm.games.freedom.rules.state import ALWAYS_OWN
from gm.games.freedom.rules.tables import ALLIED, CAMP, EXPEDITIONARY, LOWEST, Tables

_STEP: Final = re.compile(r"->|>|\bTO\b")
_TIMES: Final = re.compile(r"(?P<what>.*\S)\s*\bX\s?(?P<count>[0-9]{1,4})")
_UNTIL_CLEAR: Final = " UNTIL CLEAR"
_WORD: Final = re.compile(r"[^\s,>]+")
_NUMBER: Final = re.compile(r"[0-9]{1,4}")
_MORALE: Final = re.compile(r"MORALE (IMP|INS) ?(<|>|->) ?([0-9]{1,4})")
_ASKED: Final = re.compile(r"(EMPTY|DAMAGED|DESTROYED|IMP IN|INS IN) (\S+)")
_HOLDS: Final = re.compile(r"(IMP|INS) HOLDS (.+)")
_CLAIMED: Final = re.compile(r"CLAIM (.+) POSSIBLE")
_CLAIM: Final = re.compile(r"(.+) DISCARD (.+)")
_PLAYED: Final = re.compile(r"(.+) (AP|EVENT)")
_OWN_BELOW: Final = re.compile(r"OWN IF OWN ?< ?([0-9]{1,4})")
_FIRED: Final = re.compile(r"(\S+) (NONE|DEFAULT|AT (.+))")
_LEAST_LETTERS: Final = 3
"""An area is known by this many of its first letters (6)."""

_MOST_TIMES: Final = 99
_NONE: Final = "NONE"
_DEFAULT: Final = "DEFAULT"
_PLAIN: Final[Mapping[str, SiegeOrder]] = {
    "PASS": Pass(),
    "REWARD": RewardAttacks(),
    "PLEA": Plea(),
    "PRESSURE": Pressure(),
    _DEFAULT: PlayDefault(),
    "SETTLED": Settle(),
}
"""The lines of a single word."""

_KINDS: Final = (EXPEDITIONARY, ALLIED)
_POLICIES: Final = ("SET", "FIRE")
_GUARDED: Final = (Play, ClaimCard, Pass)
_HEADS: Final[Mapping[str, Head]] = {head.value: head for head in Head}


class _NotRead(Exception):
    """A line is none, for a reason."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.value)
        self.reason = reason


class CanonicalLines:
    """Reads lines in the words of section 6, against the names of a board and a deck."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._names = {_folded(card.name): id_ for id_, card in tables.cards.items()}
        self._verbs: Mapping[str, Callable[[str], SiegeOrder]] = {
            "OPENING": self._opening,
            "REGROUP": self._regroup,
            "PLAY": self._play,
            "CLAIM": self._claim,
            "STOP": self._stop,
            "MOVE": self._move,
            "SLOW": self._slow,
            "ATTACK": self._attack,
            "SUPPORT": self._support,
            "PREP": _prep,
            "CANNON": lambda text: BuildCannon(self._space(text)),
            "BUILD": self._build,
            "RAID": lambda text: Raid(*self._pair(text)),
            "REPAIR": lambda text: Repair(self._space(text)),
            "TRAIN": lambda text: Train(self._space(text)),
            "CHOOSE": _choose,
            "DAMAGE": lambda text: Damage(self._space(text)),
            "PLACE": lambda text: Place(self._spaces(text)),
            "FIRE": self._fire,
            "SET": self._set,
        }

    def read(self, line: str) -> SiegeOrder:
        """Return what a line says; one that says nothing is a `Misread`, with the first fault (6)."""
        text = " ".join(line.upper().split())
        if text.startswith("IF "):
            return self._conditional(text)
        try:
            return self._line(text)
        except _NotRead as fault:
            return _misread(text, fault.reason)

    def _line(self, text: str) -> SiegeOrder:
        if text in _PLAIN:
            return _PLAIN[text]
        verb, _, rest = text.partition(" ")
        read = self._verbs.get(verb)
        if read is None or (not rest and verb != "PREP"):
            raise _NotRead(Reason.BAD_ORDER)
        return read(rest)

    # Guards

    def _conditional(self, text: str) -> SiegeOrder:
        """Read IF .. THEN: its guard, then its actions, each with its own fault (6)."""
        asked, then, rest = text.removeprefix("IF ").partition(" THEN ")
        if not then:
            return Misread(text, Reason.BAD_ORDER)
        first, has_else, second = rest.partition(" ELSE ")
        guard = self._guarded(asked)
        done = self._inner(first, heads=not has_else)
        other = self._inner(second, heads=False) if has_else else None
        return Conditional(guard, done, other)

    def _inner(self, text: str, *, heads: bool) -> SiegeOrder:
        """Read what hangs on IF: an action, or a card that is played or claimed, or PASS."""
        order = self.read(text)
        kinds = (*ACTIONS, *_GUARDED) if heads else ACTIONS
        if isinstance(order, kinds):
            return order
        if isinstance(order, Misread) and not order.policy:
            guarded = order.head in (Head.PLAY, Head.CLAIM, Head.DECLINE)
            if heads or not guarded:
                return order
        return _misread(text, Reason.BAD_ORDER)

    def _guarded(self, text: str) -> Guard:
        try:
            return self._guard(text)
        except _NotRead as fault:
            return Guard(GuardKind.EMPTY, fault=fault.reason)

    def _guard(self, text: str) -> Guard:
        negated = text.startswith("NOT ")
        asked = text.removeprefix("NOT ")
        if asked in ("LOST FORT", "CLAIM POSSIBLE"):
            return Guard(GuardKind(asked), negated)
        if (match := _ASKED.fullmatch(asked)) is not None:
            return Guard(GuardKind(match[1]), negated, name=self._space(match[2]))
        if (match := _MORALE.fullmatch(asked)) is not None:
            kind = GuardKind.MORALE_BELOW if match[2] == "<" else GuardKind.MORALE_ABOVE
            return Guard(kind, negated, seat=match[1], number=int(match[3]))
        if (match := _HOLDS.fullmatch(asked)) is not None:
            return Guard(GuardKind.HOLDS, negated, name=self._area(match[2]), seat=match[1])
        if (match := _CLAIMED.fullmatch(asked)) is not None:
            return Guard(GuardKind.CLAIM_POSSIBLE, negated, name=self._card(match[1]))
        raise _NotRead(Reason.BAD_ORDER)

    # Names

    def _space(self, text: str) -> str:
        if _WORD.fullmatch(text) is None:
            raise _NotRead(Reason.BAD_ORDER)
        if text not in self._tables.spaces:
            raise _NotRead(Reason.SPACE_UNKNOWN)
        return text

    def _spaces(self, text: str) -> tuple[str, ...]:
        words = [item.strip() for item in text.split(",")]
        _shape(all(_WORD.fullmatch(word) for word in words))
        return tuple(self._space(word) for word in words)

    def _area(self, text: str) -> str:
        """Return the area of which a word is the name, or its beginning (6)."""
        known = self._tables.areas
        if text in known:
            return text
        begun = [area for area in known if area.startswith(text)]
        if len(begun) != 1 or len(text) < _LEAST_LETTERS:
            raise _NotRead(Reason.AREA_UNKNOWN)
        return begun[0]

    def _card(self, text: str) -> str:
        """Return the card of an id, a name, or the beginning of one name only (6)."""
        if text in self._tables.cards:
            return text
        name = _folded(text[1:-1] if len(text) > 2 and text[0] == text[-1] == '"' else text)
        if name in self._names:
            return self._names[name]
        begun = [id_ for known, id_ in self._names.items() if name and known.startswith(name)]
        if len(begun) != 1:
            raise _NotRead(Reason.CARD_UNKNOWN)
        return begun[0]

    # Ways

    def _ways(self, text: str, *, longest: int) -> tuple[tuple[Way, int], ...]:
        """Return ways that commas part, each with how many units go it; the form is judged first."""
        shapes = [_way_shape(item, longest) for item in text.split(",")]
        ways = list[tuple[Way, int]]()
        for spaces, kind, times in shapes:
            ways.append((Way(tuple(self._space(space) for space in spaces), kind), times))
        return tuple(ways)

    def _pair(self, text: str) -> tuple[str, str]:
        spaces, kind, times = _way_shape(text, 2)
        _shape(not kind and not times)
        return self._space(spaces[0]), self._space(spaces[1])

    def _opening(self, text: str) -> SiegeOrder:
        if text == _NONE:
            return Opening()
        ways = self._ways(text, longest=2)
        return Opening(tuple(way for way, times in ways for _ in range(times or 1)))

    def _move(self, text: str) -> SiegeOrder:
        shapes = [_way_shape(item, 3) for item in text.split(",")]
        lengths, counts = (
            [len(spaces) for spaces, _, _ in shapes],
            [times for _, _, times in shapes],
        )
        one_way = len(shapes) == 1 and (counts == [0] or (counts == [2] and lengths == [2]))
        two_ways = len(shapes) == 2 and counts == [0, 0] and lengths == [2, 2]
        _shape(one_way or two_ways)
        ways = self._ways(text, longest=3)
        return Move(tuple(way for way, times in ways for _ in range(times or 1)))

    def _slow(self, text: str) -> SiegeOrder:
        ways = self._ways(text, longest=2)
        _shape(len(ways) == 1 and not ways[0][1])
        return Slow(ways[0][0])

    def _regroup(self, text: str) -> SiegeOrder:
        if text == _NONE:
            return Regroup()
        source, target = self._pair(text)
        _shape(source != target)
        return Regroup(source, target)

    # Cards

    def _play(self, text: str) -> SiegeOrder:
        match = _PLAYED.fullmatch(text)
        if match is None:
            raise _NotRead(Reason.BAD_ORDER)
        return Play(self._card(match[1]), PlayMode(match[2]))

    def _claim(self, text: str) -> SiegeOrder:
        return ClaimCard(*self._claimed(text))

    def _claimed(self, text: str) -> tuple[str, str]:
        match = _CLAIM.fullmatch(text)
        if match is None:
            raise _NotRead(Reason.BAD_ORDER)
        card = self._card(match[1])
        return card, LOWEST if match[2] == LOWEST else self._card(match[2])

    def _stop(self, text: str) -> SiegeOrder:
        _shape(text.startswith("IF "))
        return StopIf(self._guard(text.removeprefix("IF ")))

    # Actions

    def _attack(self, text: str) -> SiegeOrder:
        until_clear = text.endswith(_UNTIL_CLEAR)
        spaces, kind, times = _way_shape(text.removesuffix(_UNTIL_CLEAR), 2)
        _shape(not kind)
        source, target = (self._space(space) for space in spaces)
        return Attack(source, target, times or None, until_clear)

    def _support(self, text: str) -> SiegeOrder:
        area, times = _counted(text)
        return Support(self._area(area), times or 1)

    def _build(self, text: str) -> SiegeOrder:
        word, _, space = text.partition(" ")
        _shape(word == "CANNON")
        return BuildCannon(self._space(space))

    # Policies

    def _fire(self, text: str) -> SiegeOrder:
        if text == _DEFAULT:
            return SetFire()
        match = _FIRED.fullmatch(text)
        if match is None:
            raise _NotRead(Reason.BAD_ORDER)
        words = [match[1], *(item.strip() for item in (match[3] or match[1]).split(","))]
        _shape(all(_WORD.fullmatch(word) for word in words))
        cannon = self._space(match[1])
        if match[2] == _DEFAULT:
            return SetFire(cannon)
        return SetFire(cannon, self._spaces(match[3]) if match[3] else ())

    def _set(self, text: str) -> SiegeOrder:
        what, _, rest = text.partition(" ")
        match what:
            case "MORALE":
                return _morale(rest)
            case "PLACE":
                return SetPlace(() if rest == _DEFAULT else self._spaces(rest))
            case "REMOVE":
                return SetRemove(() if rest == _DEFAULT else self._spaces(rest))
            case "ALLIES":
                return SetAllies(() if rest == _DEFAULT else self._counted_spaces(rest))
            case "CLAIM":
                return SetClaim() if rest == _NONE else SetClaim(*self._claimed(rest))
            case _:
                raise _NotRead(Reason.BAD_ORDER)

    def _counted_spaces(self, text: str) -> tuple[str, ...]:
        counted = [_counted(item.strip()) for item in text.split(",")]
        _shape(all(_WORD.fullmatch(space) for space, _ in counted))
        return tuple(self._space(space) for space, times in counted for _ in range(times or 1))


def _folded(name: str) -> str:
    return name.upper().replace("’", "'")


def _shape(right: bool) -> None:
    """Refuse a line that has not the form of its verb."""
    if not right:
        raise _NotRead(Reason.BAD_ORDER)


def _misread(text: str, reason: Reason) -> Misread:
    """Return a line that says nothing, with what its first words are."""
    verb, _, rest = text.partition(" ")
    head = _HEADS.get(verb)
    mode = next((mode for mode in PlayMode if rest.endswith(f" {mode.value}")), None)
    return Misread(text, reason, head, verb in _POLICIES, mode if head is Head.PLAY else None)


def _counted(text: str) -> tuple[str, int]:
    """Return what stands before `X n`, and n; 0 where it is not said."""
    match = _TIMES.fullmatch(text)
    if match is None:
        return text, 0
    count = int(match["count"])
    _shape(0 < count <= _MOST_TIMES)
    return match["what"].strip(), count


def _way_shape(text: str, longest: int) -> tuple[tuple[str, ...], str, int]:
    """Return the words of a way, the kind that is named at the Camp, and how many units go it."""
    what, times = _counted(text.strip())
    words = [word.strip() for word in _STEP.split(what)]
    kind = next((kind for kind in _KINDS if words[0] == f"{CAMP} {kind}"), "")
    if kind:
        words[0] = CAMP
    _shape(2 <= len(words) <= longest and all(_WORD.fullmatch(word) for word in words))
    return tuple(words), kind, times


def _prep(text: str) -> SiegeOrder:
    if text == "ALL":
        return Prep(None)
    if not text:
        return Prep()
    _shape(_NUMBER.fullmatch(text) is not None and int(text) > 0)
    return Prep(int(text))


def _choose(text: str) -> SiegeOrder:
    _shape(text in ("1", "2"))
    return Choose(int(text))


def _morale(text: str) -> SiegeOrder:
    if text in ("OWN", "ENEMY"):
        return SetMorale(ALWAYS_OWN if text == "OWN" else 0)
    match = _OWN_BELOW.fullmatch(text)
    if match is None:
        raise _NotRead(Reason.BAD_ORDER)
    return SetMorale(int(match[1]))


# Printing


def canonical_text(order: SiegeOrder) -> str:
    """Return a line in the words of section 6, in capitals and ids; it is read as the same again."""
    match order:
        case Misread():
            return order.text
        case Conditional():
            return _conditional_text(order)
        case StopIf():
            return f"STOP IF {_guard_text(order.guard)}"
        case Play():
            return f"PLAY {order.card} {order.mode.value}"
        case ClaimCard():
            return f"CLAIM {order.card} DISCARD {order.discard}"
        case Opening():
            return f"OPENING {', '.join(_grouped(map(_way_text, order.ways))) or _NONE}"
        case Regroup():
            return f"REGROUP {order.source} -> {order.target}" if order.source else "REGROUP NONE"
        case _:
            return _single_text(order) or _action_text(order) or _policy_text(order)


def _single_text(order: SiegeOrder) -> str:
    return next((text for text, single in _PLAIN.items() if single == order), "")


def _conditional_text(order: Conditional) -> str:
    text = f"IF {_guard_text(order.guard)} THEN {canonical_text(order.then)}"
    return text if order.otherwise is None else f"{text} ELSE {canonical_text(order.otherwise)}"


def _guard_text(guard: Guard) -> str:
    match guard.kind:
        case GuardKind.MORALE_BELOW | GuardKind.MORALE_ABOVE:
            asked = f"MORALE {guard.seat} {guard.kind.value[-1]} {guard.number}"
        case GuardKind.HOLDS:
            asked = f"{guard.seat} HOLDS {guard.name}"
        case GuardKind.CLAIM_POSSIBLE if guard.name:
            asked = f"CLAIM {guard.name} POSSIBLE"
        case GuardKind.CLAIM_POSSIBLE | GuardKind.LOST_FORT:
            asked = guard.kind.value
        case _:
            asked = f"{guard.kind.value} {guard.name}"
    return f"NOT {asked}" if guard.negated else asked


def _way_text(way: Way) -> str:
    named = f"{way.source} {way.kind}" if way.kind else way.source
    return " -> ".join((named, *way.spaces[1:]))


def _grouped(texts: Iterable[str]) -> Iterator[str]:
    """Yield texts, those that come several times running once, with `X n`."""
    for text, same in groupby(texts):
        count = len([*same])
        yield f"{text} X {count}" if count > 1 else text


def _move_text(order: Move) -> str:
    return f"MOVE {', '.join(_grouped(map(_way_text, order.ways)))}"


def _action_text(order: SiegeOrder) -> str:
    match order:
        case Move():
            return _move_text(order)
        case Slow():
            return f"SLOW {_way_text(order.way)}"
        case Attack():
            times = f" X {order.times}" if order.times is not None else ""
            clear = _UNTIL_CLEAR if order.until_clear else ""
            return f"ATTACK {order.source} -> {order.target}{times}{clear}"
        case Support():
            return f"SUPPORT {order.area}" + (f" X {order.times}" if order.times > 1 else "")
        case Prep():
            return "PREP ALL" if order.amount is None else f"PREP {order.amount}"
        case BuildCannon():
            return f"CANNON {order.space}"
        case Raid():
            return f"RAID {order.source} -> {order.target}"
        case Repair() | Train() | Damage():
            return f"{type(order).__name__.upper()} {order.space}"
        case Choose():
            return f"CHOOSE {order.number}"
        case Place():
            return f"PLACE {', '.join(order.spaces)}"
        case _:
            return ""


def _policy_text(order: SiegeOrder) -> str:
    match order:
        case SetFire(cannon=""):
            return "FIRE DEFAULT"
        case SetFire(at=None):
            return f"FIRE {order.cannon} DEFAULT"
        case SetFire(at=()):
            return f"FIRE {order.cannon} NONE"
        case SetFire():
            return f"FIRE {order.cannon} AT {', '.join(order.at or ())}"
        case SetMorale():
            always = {0: "ENEMY", ALWAYS_OWN: "OWN"}
            return f"SET MORALE {always.get(order.below, f'OWN IF OWN < {order.below}')}"
        case SetPlace() | SetRemove() | SetAllies():
            what = type(order).__name__.removeprefix("Set").upper()
            spaces = _grouped(order.spaces) if isinstance(order, SetAllies) else order.spaces
            return f"SET {what} {', '.join(spaces) or _DEFAULT}"
        case SetClaim():
            claimed = f"{order.card} DISCARD {order.discard}" if order.card else _NONE
            return f"SET CLAIM {claimed}"
        case _:
            raise ValueError(f"{type(order).__name__} has no words")
