"""The lines of packets as section 11 has them, to orders and back; a line that is none says why."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final, TypeVar

from gm.games.turlough.language.names import faction_names, folded, hex_names
from gm.games.turlough.rules.legality import (
    invite_fault,
    pay_fault,
    trigger_fault,
    way_fault,
)
from gm.games.turlough.rules.orders import (
    ENEMY,
    REACTIONS,
    Atom,
    Comparison,
    Condition,
    Conditional,
    Conduct,
    Demobilize,
    Exile,
    FactionOrder,
    Feed,
    Food,
    Invite,
    Lead,
    Mobilize,
    Move,
    MoveTo,
    OfferHostage,
    Pay,
    Quantity,
    Raid,
    React,
    Reaction,
    Stay,
    Trigger,
)
from gm.games.turlough.rules.outcomes import Reason
from gm.games.turlough.rules.tables import CLAIMANTS, ENGLISH, Tables

T = TypeVar("T")

_VERBS: Final = {
    "MOBILISE": "MOBILIZE",
    "MOB": "MOBILIZE",
    "MARCH": "MOVE",
    "CALL": "INVITE",
    "DEMOBILISE": "DEMOBILIZE",
    "DISBAND": "DEMOBILIZE",
}
"""What else can be written for a word (11)."""

_COMMENT: Final = re.compile(r"[#;].*")
_DASHES: Final = re.compile(r"[‐‑‒–—−]")
_ARROWS: Final = re.compile("[→➔➜]")
_BETWEEN: Final = re.compile(r"->|[-,]|\bTO\b")
_PAY_JOINTS: Final = re.compile(r"[,+]|\bAND\b")
_COMPARED: Final = re.compile(r"([A-Z]+)\s*(<=|>=|<|=|>)\s*([0-9]{1,3}|ENEMY)")
_OF_WHICH: Final = re.compile(r"([0-9]{1,3})\s*\(\s*([0-9]{1,3})\s+(?:CATTLE|TUARASTAL)\s*\)")
_NUMBER: Final = re.compile(r"[0-9]{1,3}")
_PAY_KINDS: Final = {
    "COYNE": "coyne",
    "TUARASTAL": "tuarastal",
    "CATTLE": "tuarastal",
    "BATTLES": "battles",
    "BATTLE": "battles",
    "PROVISIONS": "provisions",
    "PROVISION": "provisions",
}
_UNTESTED: Final = ("FACTION", "FEED", "LEAD")
"""The lines that cannot end in a test."""

_IN_ACTIONS: Final = frozenset(
    ("MOBILIZE", "MOVE", "INVITE", "OFFER", "FIGHT", "AVOID", "RAID", "DEMOBILIZE", "EXILE")
)
"""The words that begin an action; only these can hang on IF ... THEN."""


class _NotRead(Exception):
    """A line is none, for a reason."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.value)
        self.reason = reason


def spoken(line: str) -> str:
    """Return a line as it is read: folded, without comment; "" if nothing is left (11)."""
    text = _ARROWS.sub("->", _DASHES.sub("-", folded(line).replace("≤", "<=").replace("≥", ">=")))
    return " ".join(_COMMENT.sub("", text).split())


class CanonicalLines:
    """Reads lines in the words of section 11."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._factions, self._hexes = faction_names(tables), hex_names(tables)
        self._actions: Mapping[str, Callable[[str, str], FactionOrder]] = {
            "MOBILIZE": self._mobilize,
            "MOVE": self._move,
            "INVITE": self._invite,
            "OFFER": self._offer,
            "FIGHT": self._fight,
            "AVOID": self._avoid,
            "RAID": self._raid,
            "DEMOBILIZE": self._demobilize,
            "EXILE": self._exile,
            "REACT": self._react,
            "FEED": self._feed,
            "LEAD": self._lead,
        }

    def block(self, line: str) -> str | Reason | None:
        """Return the faction whose block a line begins, or why that is none; None if it begins none."""
        words = spoken(line).split(maxsplit=1)
        if not words or words[0] != "FACTION":
            return None
        if len(words) == 1 or "IF" in words[1].split():
            return Reason.UNREADABLE
        return self._factions.find(words[1]) or Reason.UNKNOWN_FACTION

    def read(self, line: str, faction: str) -> FactionOrder | Reason:
        """Return what a line orders, or the first thing wrong with it, whatever the board is like (11).

        Args:
            line: as it was written. faction: in whose block it stands.
        """
        try:
            return self._line(spoken(line), faction)
        except _NotRead as fault:
            return fault.reason

    def _line(self, text: str, faction: str) -> FactionOrder:
        words = text.split()
        ifs, thens, elses = (words.count(word) for word in ("IF", "THEN", "ELSE"))
        if words[:1] == ["IF"]:
            if ifs > 1 or thens != 1 or elses > 1:
                raise _NotRead(Reason.UNREADABLE)
            return self._conditional(text, faction)
        if thens or elses or ifs > 1:
            raise _NotRead(Reason.UNREADABLE)
        action, hangs, test = text.partition(" IF ")
        if ifs and (not hangs or _verb(action) in _UNTESTED):
            raise _NotRead(Reason.UNREADABLE)
        order = self._action(action, faction)
        return _with_test(order, self._condition(test)) if hangs else order

    def _conditional(self, text: str, faction: str) -> Conditional:
        test, _, rest = text.removeprefix("IF").partition(" THEN")
        then, has_else, otherwise = f"{rest} ".partition(" ELSE ")
        verbs = [_verb(then), _verb(otherwise)] if has_else else [_verb(then)]
        raising = {verb == "MOBILIZE" for verb in verbs}
        if len(raising) > 1 or not _IN_ACTIONS.issuperset(verbs):
            raise _NotRead(Reason.UNREADABLE)
        condition = self._condition(test)
        done = self._action(then, faction)
        other = self._action(otherwise, faction) if has_else else None
        return Conditional(faction, condition, then=done, otherwise=other)

    def _action(self, text: str, faction: str) -> FactionOrder:
        first, _, rest = text.strip().partition(" ")
        read = self._actions.get(_VERBS.get(first, first))
        if read is None:
            raise _NotRead(Reason.UNREADABLE)
        return read(rest.strip(), faction)

    # Names

    def _faction(self, text: str) -> str:
        return self._named(text, self._factions.find, Reason.UNKNOWN_FACTION)

    def _hex(self, text: str) -> str:
        return self._named(text, self._hexes.find, Reason.UNKNOWN_HEX)

    def _named(self, text: str, find: Callable[[str], str | None], unknown: Reason) -> str:
        if not text.strip():
            raise _NotRead(Reason.UNREADABLE)
        name = find(text)
        if name is None:
            raise _NotRead(unknown)
        return name

    def _way(self, text: str) -> tuple[str, ...]:
        """Return hexes in a row, each judged beside the one before it."""
        way: tuple[str, ...] = ()
        for item in _BETWEEN.split(text):
            way = (*way, self._hex(item))
            _refuse(way_fault(self._tables, way[-2:]))
        return way

    # Actions

    def _mobilize(self, text: str, faction: str) -> Mobilize:
        return Mobilize(faction, pay=_pay(text, faction))

    def _move(self, text: str, faction: str) -> Move | MoveTo:
        first, _, rest = text.partition(" ")
        if first == "TO":
            return MoveTo(faction, target=self._hex(rest))
        return Move(faction, way=self._way(text))

    def _invite(self, text: str, faction: str) -> Invite:
        target = self._faction(text)
        _refuse(invite_fault(self._tables, faction, target))
        return Invite(faction, target=target)

    def _offer(self, text: str, faction: str) -> OfferHostage:
        words = text.split()
        if words[:1] == ["HOSTAGE"]:
            words = words[1:]
        to = words[:1] == ["TO"]
        words = words[1:] if to else words
        if (to or words) and self._faction(" ".join(words)) != ENGLISH:
            raise _NotRead(Reason.CANNOT_INVITE)
        _claimants_only(faction)
        return OfferHostage(faction)

    def _fight(self, text: str, faction: str) -> Conduct:
        return Conduct(faction, target="" if text == "ANY" else self._faction(text))

    def _avoid(self, text: str, faction: str) -> Conduct:
        _nothing_more(text)
        return Conduct(faction, avoid=True)

    def _raid(self, text: str, faction: str) -> Raid:
        return Raid(faction, hex=self._hex(text) if text else "")

    def _demobilize(self, text: str, faction: str) -> Demobilize:
        if not text:
            return Demobilize(faction)
        first, _, rest = text.partition(" ")
        if first != "AT":
            raise _NotRead(Reason.UNREADABLE)
        return Demobilize(faction, hex=self._hex(rest))

    def _exile(self, text: str, faction: str) -> Exile:
        _claimants_only(faction)
        _nothing_more(text)
        return Exile(faction)

    # Standing lines

    def _react(self, text: str, faction: str) -> React:
        first, _, rest = text.partition(" ")
        trigger = _member(Trigger, first)
        _refuse(trigger_fault(self._tables, faction, trigger))
        word, _, more = rest.strip().partition(" ")
        reaction = _member(Reaction, _VERBS.get(word, word))
        if reaction not in REACTIONS[trigger]:
            raise _NotRead(Reason.UNREADABLE)
        to: tuple[str, ...] = ()
        pay = None
        if reaction is Reaction.ACCEPT:
            pay = _pay(more, faction)
        elif reaction is Reaction.DISENGAGE and more:
            to = self._refuges(more)
        else:
            _nothing_more(more)
        return React(faction, trigger=trigger, reaction=reaction, to=to, pay=pay)

    def _refuges(self, text: str) -> tuple[str, ...]:
        first, _, rest = text.partition(" ")
        if first != "TO":
            raise _NotRead(Reason.UNREADABLE)
        return tuple(self._hex(item) for item in _BETWEEN.split(rest))

    def _feed(self, text: str, faction: str) -> Feed:
        kinds = tuple(_member(Food, word) for word in text.replace(",", " ").split())
        if not kinds or len(set(kinds)) < len(kinds):
            raise _NotRead(Reason.UNREADABLE)
        return Feed(faction, kinds=kinds)

    def _lead(self, text: str, faction: str) -> Lead:
        if text not in ("YES", "NO"):
            raise _NotRead(Reason.UNREADABLE)
        return Lead(faction, yes=text == "YES")

    # Tests

    def _condition(self, text: str) -> Condition:
        return Condition(
            tuple(
                tuple(self._atom(atom.strip()) for atom in re.split(r"\bAND\b", alternative))
                for alternative in re.split(r"\bOR\b", text)
            )
        )

    def _atom(self, text: str) -> Atom:
        negated = text.startswith("NOT ")
        text = text.removeprefix("NOT ").strip()
        if (compared := _COMPARED.fullmatch(text)) is not None:
            return _compared(compared, negated=negated)
        first, _, rest = text.partition(" ")
        if first in ("MOBILISED", "MOBILIZED"):
            return Atom(negated, who=self._faction(rest))
        words = text.split()
        place = next((at for at, word in enumerate(words) if word in ("AT", "NEAR")), 0)
        if not 0 < place < len(words) - 1:
            raise _NotRead(Reason.UNREADABLE)
        named, hex_ = " ".join(words[:place]), " ".join(words[place + 1 :])
        who = ENEMY if named == ENEMY else self._faction(named)
        return Atom(negated, who=who, hex=self._hex(hex_), near=words[place] == "NEAR")


def _verb(text: str) -> str:
    first = text.split(maxsplit=1)[:1]
    return _VERBS.get(first[0], first[0]) if first else ""


def _member(kind: type[T], word: str) -> T:
    """Return the member of an enum that a word is the value of."""
    try:
        return kind(word)  # type: ignore[call-arg]
    except ValueError:
        raise _NotRead(Reason.UNREADABLE) from None


def _refuse(reason: Reason | None) -> None:
    if reason is not None:
        raise _NotRead(reason)


def _claimants_only(faction: str) -> None:
    if faction not in CLAIMANTS:
        raise _NotRead(Reason.NOT_A_CLAIMANT)


def _nothing_more(text: str) -> None:
    if text:
        raise _NotRead(Reason.UNREADABLE)


def _compared(compared: re.Match[str], *, negated: bool) -> Atom:
    quantity = _member(Quantity, compared[1])
    enemies = compared[3] == ENEMY
    if enemies and quantity is not Quantity.BATTLES:
        raise _NotRead(Reason.UNREADABLE)
    number = None if enemies else int(compared[3])
    return Atom(negated, quantity=quantity, comparison=Comparison(compared[2]), number=number)


def _pay(text: str, faction: str) -> Pay | None:
    """Return what an army is raised with; None where nothing is said (11)."""
    if not text:
        return None
    pay = _number_alone(text, faction) or _pay_by_items(text, faction)
    _refuse(pay_fault(faction, pay))
    return pay


def _number_alone(text: str, faction: str) -> Pay | None:
    """Read `3` and `5 (2 CATTLE)`."""
    if _NUMBER.fullmatch(text):
        return Pay(battles=int(text)) if faction == ENGLISH else Pay(coyne=int(text))
    of_which = _OF_WHICH.fullmatch(text)
    if of_which is None:
        return None
    battles, cattle = int(of_which[1]), int(of_which[2])
    if cattle > battles:
        raise _NotRead(Reason.UNREADABLE)
    return Pay(coyne=battles - cattle, tuarastal=cattle)


def _pay_by_items(text: str, faction: str) -> Pay:
    """Read `COYNE 3 TUARASTAL 2` and `3 COYNE, 2 CATTLE`, each item judged in its turn."""
    words = _PAY_JOINTS.sub(" ", text).split()
    if len(words) % 2:
        raise _NotRead(Reason.UNREADABLE)
    amounts: dict[str, int] = {}
    for first, second in zip(words[::2], words[1::2], strict=True):
        kind, number = (second, first) if _NUMBER.fullmatch(first) else (first, second)
        key = _PAY_KINDS.get(kind)
        if key is None or not _NUMBER.fullmatch(number):
            raise _NotRead(Reason.UNREADABLE)
        if key == "battles" and faction != ENGLISH:
            key = "coyne"
        if key in amounts:
            raise _NotRead(Reason.UNREADABLE)
        if faction == ENGLISH and key in ("coyne", "tuarastal"):
            raise _NotRead(Reason.ENGLISH_CANNOT_COYNE)
        if faction != ENGLISH and key == "provisions":
            raise _NotRead(Reason.IRISH_CANNOT_BUY_PROVISIONS)
        amounts[key] = int(number)
    return Pay(**amounts)


def _with_test(order: FactionOrder, test: Condition) -> FactionOrder:
    return replace(order, test=test)


def canonical_text(order: FactionOrder) -> str:
    """Return a line in the words of section 11, in capitals and codes; it is read as the same again."""
    if isinstance(order, Conditional):
        return _conditional_text(order)
    text = _action_text(order)
    return f"{text} IF {_condition_text(order.test)}" if order.test is not None else text


def _conditional_text(order: Conditional) -> str:
    if order.test is None or order.then is None:
        raise ValueError("a condition without its parts")
    text = f"IF {_condition_text(order.test)} THEN {_action_text(order.then)}"
    return text if order.otherwise is None else f"{text} ELSE {_action_text(order.otherwise)}"


def _action_text(order: FactionOrder) -> str:
    match order:
        case Mobilize():
            return f"MOBILIZE{_pay_text(order.pay, order.faction)}"
        case Move():
            return f"MOVE {', '.join(order.way)}"
        case MoveTo():
            return f"MOVE TO {order.target}"
        case Invite():
            return f"INVITE {order.target}"
        case OfferHostage():
            return "OFFER HOSTAGE"
        case Conduct():
            return "AVOID" if order.avoid else f"FIGHT {order.target or 'ANY'}"
        case Raid():
            return f"RAID {order.hex}".rstrip()
        case Demobilize():
            return f"DEMOBILIZE AT {order.hex}" if order.hex else "DEMOBILIZE"
        case Exile():
            return "EXILE"
        case React():
            to = f" TO {', '.join(order.to)}" if order.to else ""
            return f"REACT {order.trigger.value} {order.reaction.value}{to}{_pay_text(order.pay, order.faction)}"
        case Feed():
            return f"FEED {' '.join(kind.value for kind in order.kinds)}"
        case Stay():
            return "NOTHING"
        case Lead():
            return f"LEAD {'YES' if order.yes else 'NO'}"
        case _:
            raise ValueError(f"{type(order).__name__} has no words")


def _pay_text(pay: Pay | None, faction: str) -> str:
    """Return pay without zeros, unless all are (11)."""
    if pay is None:
        return ""
    amounts = {
        "COYNE": pay.coyne,
        "TUARASTAL": pay.tuarastal,
        "BATTLES": pay.battles,
        "PROVISIONS": pay.provisions,
    }
    paid = {kind: amount for kind, amount in amounts.items() if amount}
    paid = paid or {"BATTLES" if faction == ENGLISH else "COYNE": 0}
    return "".join(f" {kind} {amount}" for kind, amount in paid.items())


def _condition_text(test: Condition) -> str:
    return " OR ".join(" AND ".join(map(_atom_text, atoms)) for atoms in test.alternatives)


def _atom_text(atom: Atom) -> str:
    negation = "NOT " if atom.negated else ""
    if atom.quantity is not None:
        other = ENEMY if atom.number is None else str(atom.number)
        return f"{negation}{atom.quantity.value} {atom.comparison.value} {other}"
    if not atom.hex:
        return f"{negation}MOBILISED {atom.who}"
    return f"{negation}{atom.who} {'NEAR' if atom.near else 'AT'} {atom.hex}"
