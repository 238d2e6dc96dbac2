"""Order lines as players write them: read by the kit, and printed so that they are read again (11)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Final, TypeVar

from gm.contract.orders import Order
from gm.games.turlough.language.canonical import canonical_text
from gm.games.turlough.refusals import expected_words
from gm.games.turlough.rules.orders import (
    ENEMY,
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
from gm.games.turlough.rules.tables import ENGLISH, Tables
from gm.interpret.keyword_lines import KeywordLines, KeywordPhrase
from gm.interpret.keyword_mails import EACH
from gm.interpret.name_index import NameIndex
from gm.interpret.tongues import load_tongue

T = TypeVar("T")

_COMPARED: Final = {
    "at most": Comparison.AT_MOST,
    "no more than": Comparison.AT_MOST,
    "at least": Comparison.AT_LEAST,
    "less than": Comparison.LESS,
    "fewer than": Comparison.LESS,
    "under": Comparison.LESS,
    "more than": Comparison.MORE,
    "over": Comparison.MORE,
    "exactly": Comparison.EQUAL,
    "hoechstens": Comparison.AT_MOST,
    "hochstens": Comparison.AT_MOST,
    "mindestens": Comparison.AT_LEAST,
    "wenigstens": Comparison.AT_LEAST,
    "weniger als": Comparison.LESS,
    "mehr als": Comparison.MORE,
    "genau": Comparison.EQUAL,
    "ar a mhead": Comparison.AT_MOST,
    "ar a laghad": Comparison.AT_LEAST,
    "nios lu na": Comparison.LESS,
    "nios mo na": Comparison.MORE,
}
"""How numbers are compared in words, in English, German and Irish, without accents."""

_TRIGGERS: Final = {
    "attack": Trigger.ATTACKED,
    "angegriffen": Trigger.ATTACKED,
    "angriff": Trigger.ATTACKED,
    "ionsai": Trigger.ATTACKED,
    "raid": Trigger.RAIDED,
    "geplundert": Trigger.RAIDED,
    "gepluendert": Trigger.RAIDED,
    "berfall": Trigger.RAIDED,
    "nderung": Trigger.RAIDED,
    "creach": Trigger.RAIDED,
    "chreach": Trigger.RAIDED,
    "invit": Trigger.INVITED,
    "call": Trigger.INVITED,
    "eingeladen": Trigger.INVITED,
    "einladung": Trigger.INVITED,
    "gerufen": Trigger.INVITED,
    "ruf": Trigger.INVITED,
    "cuireadh": Trigger.INVITED,
    "ghlaoi": Trigger.INVITED,
    "offer": Trigger.OFFER,
    "angebot": Trigger.OFFER,
    "tairiscint": Trigger.OFFER,
    "halter": Trigger.HOLDER,
    "holder": Trigger.HOLDER,
    "sealbhoir": Trigger.HOLDER,
    "battle": Trigger.BATTLE,
    "schlacht": Trigger.BATTLE,
    "cath": Trigger.BATTLE,
}
"""What stands in the words for triggers, of each language."""

_REACTIONS: Final = {
    "disengage": Reaction.DISENGAGE,
    "run": Reaction.DISENGAGE,
    "retreat": Reaction.DISENGAGE,
    "withdraw": Reaction.DISENGAGE,
    "fall": Reaction.DISENGAGE,
    "weich": Reaction.DISENGAGE,
    "culaigh": Reaction.DISENGAGE,
    "fight": Reaction.FIGHT,
    "mpf": Reaction.FIGHT,
    "troid": Reaction.FIGHT,
    "mobili": Reaction.MOBILIZE,
    "rise": Reaction.MOBILIZE,
    "steh": Reaction.MOBILIZE,
    "eirigh": Reaction.MOBILIZE,
    "tog": Reaction.MOBILIZE,
    "ignor": Reaction.IGNORE,
    "neamhaird": Reaction.IGNORE,
    "accept": Reaction.ACCEPT,
    "nimm": Reaction.ACCEPT,
    "annehmen": Reaction.ACCEPT,
    "glac": Reaction.ACCEPT,
    "refuse": Reaction.REFUSE,
    "lehn": Reaction.REFUSE,
    "diultaigh": Reaction.REFUSE,
    "obey": Reaction.OBEY,
    "gehorch": Reaction.OBEY,
    "geill": Reaction.OBEY,
    "sacrifice": Reaction.SACRIFICE,
    "opfer": Reaction.SACRIFICE,
    "iobair": Reaction.SACRIFICE,
    "exil": Reaction.EXILE,
    "deoraiocht": Reaction.EXILE,
}
"""What stands in the words for reactions, of each language."""

_COYNE, _CATTLE, _BATTLES, _PROVISIONS = "COYNE", "CATTLE", "BATTLES", "PROVISIONS"
_GOODS: Final = {
    "coyne": _COYNE,
    "einquartierung": _COYNE,
    "coinmhe": _COYNE,
    "choinmhe": _COYNE,
    "gcoinmhe": _COYNE,
    "cattle": _CATTLE,
    "cow": _CATTLE,
    "tuarastal": _CATTLE,
    "sold": _CATTLE,
    "rind": _CATTLE,
    "kuh": _CATTLE,
    "kueh": _CATTLE,
    "vieh": _CATTLE,
    "bo": _CATTLE,
    "ba": _CATTLE,
    "bho": _CATTLE,
    "mbo": _CATTLE,
    "eallach": _CATTLE,
    "battle": _BATTLES,
    "schar": _BATTLES,
    "cath": _BATTLES,
    "chath": _BATTLES,
    "gcath": _BATTLES,
    "provision": _PROVISIONS,
    "food": _PROVISIONS,
    "suppl": _PROVISIONS,
    "proviant": _PROVISIONS,
    "solath": _PROVISIONS,
    "sholath": _PROVISIONS,
    "pound": "POUNDS",
    "pfund": "POUNDS",
    "punt": "POUNDS",
    "feba": "FEBAS",
}
"""How the words begin for what armies are paid with, live on and are counted by, in each language."""

_PAID: Final = {
    _COYNE: "coyne",
    _CATTLE: "tuarastal",
    _BATTLES: "battles",
    _PROVISIONS: "provisions",
}


def _good(text: str) -> str:
    """Return what some words mean that an army is paid with, lives on or is counted by."""
    word = text.casefold().split()[-1]
    return next(good for begun, good in _begun_longest() if word.startswith(begun))


@lru_cache(maxsize=1)
def _begun_longest() -> tuple[tuple[str, str], ...]:
    return tuple(sorted(_GOODS.items(), key=lambda pair: -len(pair[0])))


def _in_words(text: str, known: Mapping[str, T]) -> T:
    """Return what the first of some known pieces means that stands in words."""
    words = text.casefold()
    return next(meant for piece, meant in known.items() if piece in words)


def order_line(order: Order) -> str:
    """Return a line that is read again, with its faction before it: `CUL: MOVE TUL, FEA`."""
    if not isinstance(order, FactionOrder):
        raise TypeError(f"{type(order).__name__} is no order of The Triumphs of Turlough")
    text = canonical_text(order)
    return f"{order.faction}: {text}" if order.faction else text


def in_block(order: FactionOrder, faction: str) -> FactionOrder:
    """Return a line as it stands in a faction's block; numbers mean what that faction pays with.

    Args:
        order: as it was read. faction: whose block it is; "" where none has begun, `EACH` for all.
    """
    if not faction:
        return order
    if faction == EACH:  # what its numbers mean is known when it is placed
        return replace(order, faction=faction)
    match order:
        case Conditional():
            then = in_block(order.then, faction) if order.then is not None else None
            other = in_block(order.otherwise, faction) if order.otherwise is not None else None
            return replace(order, faction=faction, then=then, otherwise=other)
        case Mobilize() | React() if order.pay is not None:
            return replace(order, faction=faction, pay=_pay_of(order.pay, faction))
        case _:
            return replace(order, faction=faction)


def _pay_of(pay: Pay, faction: str) -> Pay:
    """Return pay in the faction's own kind: battles of the Irish are paid by coyne (7)."""
    if faction == ENGLISH or not pay.battles:
        return pay
    return replace(pay, battles=0, coyne=pay.coyne + pay.battles)


def _part(phrase: KeywordPhrase, *rules: str) -> KeywordPhrase | None:
    return next((part for part in phrase.parts if part.rule in rules), None)


def _faction(phrase: KeywordPhrase) -> str:
    of = _part(phrase, "of")
    if of is None:
        return next(iter(phrase.named("FACTION")), "")
    return EACH if of.has("EVERY") else of.named("FACTION")[0]


def _test(phrase: KeywordPhrase) -> Condition | None:
    tested = _part(phrase, "tested")
    return _under(tested) if tested is not None else None


def _under(phrase: KeywordPhrase) -> Condition:
    """Return the test of IF, or of UNLESS, which one atom makes."""
    test = _part(phrase, "test", "atom")
    if test is None:
        raise ValueError("a condition without a test")
    if test.rule == "test":
        return _condition(test)
    atom = _atom(test)
    return Condition(((replace(atom, negated=not atom.negated),),))


def _order(phrase: KeywordPhrase) -> FactionOrder:
    action = next(part for part in phrase.parts if part.rule in _ACTIONS)
    return in_block(replace(_action(action), test=_test(phrase)), _faction(phrase))


def _conditional(phrase: KeywordPhrase) -> FactionOrder:
    then = next(part for part in phrase.parts if part.rule in _ACTIONS)
    other = _part(phrase, "otherwise")
    order = Conditional(
        "",
        _under(phrase),
        then=_action(then),
        otherwise=_action(other.parts[0]) if other is not None else None,
    )
    return in_block(order, _faction(phrase))


def _action(phrase: KeywordPhrase) -> FactionOrder:
    return _ACTIONS[phrase.rule](phrase)


def _rest(phrase: KeywordPhrase) -> FactionOrder:
    return Demobilize("", hex=next(iter(phrase.named("HEX")), ""))


def _tender(phrase: KeywordPhrase) -> FactionOrder:
    """Offer a hostage; whoever else than de Clare is named, it is an invitation that nobody can make."""
    to = next(iter(phrase.named("FACTION")), ENGLISH)
    return OfferHostage("") if to == ENGLISH else Invite("", target=to)


_ACTIONS: Final[Mapping[str, Callable[[KeywordPhrase], FactionOrder]]] = {
    "raise": lambda phrase: Mobilize("", pay=_pay(phrase)),
    "march": lambda phrase: Move("", way=phrase.named("HEX")),
    "go": lambda phrase: MoveTo("", target=next(iter(phrase.named("HEX")), HOME)),
    "call": lambda phrase: Invite("", target=phrase.named("FACTION")[0]),
    "tender": _tender,
    "fight": lambda phrase: Conduct("", target=next(iter(phrase.named("FACTION")), "")),
    "avoid": lambda _: Conduct("", avoid=True),
    "plunder": lambda phrase: Raid("", hex=next(iter(phrase.named("HEX")), "")),
    "rest": _rest,
    "flee": lambda _: Exile(""),
}


def _pay(phrase: KeywordPhrase) -> Pay | None:
    pay = _part(phrase, "pay")
    if pay is None:
        return None
    numbers = pay.numbers()
    if pay.has("KIND"):  # 5 (2 cattle)
        return Pay(coyne=numbers[0] - numbers[1], tuarastal=numbers[1])
    if numbers:
        return Pay(battles=numbers[0])
    amounts: dict[str, int] = {}
    for item in pay.parts:
        kind = _PAID[_good(item.texts("KIND")[0])]
        amounts[kind] = amounts.get(kind, 0) + item.numbers()[0]
    return Pay(**amounts)


def _condition(phrase: KeywordPhrase) -> Condition:
    """Return a test: AND binds before OR."""
    alternatives: list[list[Atom]] = [[]]
    for part in phrase.parts:
        if part.rule == "atom":
            alternatives[-1].append(_atom(part))
        elif part.has("OR"):
            alternatives.append([])
    return Condition(tuple(tuple(atoms) for atoms in alternatives))


def _atom(phrase: KeywordPhrase) -> Atom:
    (inner,) = phrase.parts
    negated = phrase.has("NOT") != inner.has("NOT")
    match inner.rule:
        case "stands":
            who = ENEMY if inner.has("ENEMY") else inner.named("FACTION")[0]
            return Atom(negated, who=who, hex=inner.named("HEX")[0], near=inner.has("NEAR"))
        case "raised":
            return Atom(negated, who=inner.named("FACTION")[0])
        case _:
            compared = inner.texts("COMPARED")[0].casefold()
            words = compared.removeprefix("is ").removeprefix("are ")
            comparison = _COMPARED.get(words) or Comparison(words)
            numbers = inner.numbers()
            return Atom(
                negated,
                quantity=Quantity(_good(inner.texts("QUANTITY")[0])),
                comparison=comparison,
                number=numbers[0] if numbers else None,
            )


def _react(phrase: KeywordPhrase) -> FactionOrder:
    answer = _part(phrase, "reaction") or phrase  # `accept all offers` has it of its own
    refuges = _part(answer, "refuges")
    order = React(
        "",
        _test(phrase),
        trigger=_in_words(phrase.texts("TRIGGER")[0], _TRIGGERS),
        reaction=_in_words(_reaction_words(answer), _REACTIONS),
        to=refuges.named("HEX") if refuges is not None else (),
        pay=_pay(answer),
    )
    return in_block(order, _faction(phrase))


def _reaction_words(phrase: KeywordPhrase) -> str:
    return (*phrase.texts("REACTION"), *phrase.texts("REACTION_LAST"))[0]


def _feed(phrase: KeywordPhrase) -> FactionOrder:
    kinds = dict.fromkeys(Food(_good(text)) for text in phrase.texts("FOOD"))
    return Feed(_faction(phrase), kinds=tuple(kinds))


_MAKERS: Final[Mapping[str, Callable[[KeywordPhrase], FactionOrder]]] = {
    "order": _order,
    "conditional": _conditional,
    "react": _react,
    "feed": _feed,
    "lead": lambda phrase: Lead(_faction(phrase), yes=not phrase.has("NO")),
    "stay": lambda phrase: Stay(_faction(phrase)),
}


_ARTICLES: Final = frozenset(("the", "der", "die", "den", "dem", "das", "an", "na"))
"""Words before names that are no part of them, in each language."""


@lru_cache(maxsize=4)
def names_of(tables: Tables) -> Mapping[str, NameIndex]:
    """Return the names of factions and hexes; those in Irish as their beginnings change in sentences."""
    factions = {f.id: (f.name, *_in_irish(f.irish), *f.aliases) for f in tables.factions.values()}
    hexes = {h.id: (h.name, *_in_irish(h.irish), *h.aliases) for h in tables.hexes.values()}
    return {"FACTION": NameIndex(factions, _ARTICLES), "HEX": NameIndex(hexes, _ARTICLES)}


def _in_irish(name: str) -> tuple[str, ...]:
    """Return a name as it stands alone and behind other words: `Cluain Rámhada`, `gCluain Rámhada`."""
    return (name, *load_tongue("ga").spelling.names((name,))) if name else ()


HOME: Final = ""
"""In place of a hex to march to: the seat of power of whoever marches."""


def at_home(order: FactionOrder, home: Callable[[str], str]) -> FactionOrder:
    """Return an order with the seat of power where it says home; `home` returns that of a faction."""
    if order.faction in ("", EACH):  # whose home it is is not known yet
        return order
    match order:
        case MoveTo(target=target) if target == HOME:
            return replace(order, target=home(order.faction))
        case Conditional():
            then = at_home(order.then, home) if order.then is not None else None
            other = at_home(order.otherwise, home) if order.otherwise is not None else None
            return replace(order, then=then, otherwise=other)
        case _:
            return order


_CALLED: Final = {
    "_MOBILIZE": "MOBILIZE",
    "_MOVE": "MOVE",
    "_INVITE": "INVITE",
    "_OFFER": "OFFER",
    "_GIVE": "GIVE",
    "_HOSTAGE": "HOSTAGE",
    "_FIGHT": "FIGHT",
    "_AVOID": "AVOID",
    "_RAID": "RAID",
    "_DEMOBILIZE": "DEMOBILIZE",
    "_EXILE": "EXILE",
    "_STAY": "NOTHING",
    "_REACT": "REACT",
    "_FEED": "FEED",
    "_LEAD": "LEAD",
    "_I_HAVE": "I HAVE",
    "_COME": "TO WAR",
    "_HOME": "HOME",
    "ANY": "ANY",
    "ENEMY": "ENEMY",
    "MOBILISED": "MOBILISED",
    "TRIGGER": "ATTACKED",
    "REACTION": "FIGHT",
}
"""How words are called that the grammar spells with others around them."""


def order_lines(
    tables: Tables, home: Callable[[str], str] = lambda _: HOME
) -> KeywordLines[Order]:
    """Return what reads the lines of a game that is played on a land.

    Args:
        tables: the land. home: returns the seat of power of a faction.
    """

    def made(maker: Callable[[KeywordPhrase], FactionOrder]) -> Callable[[KeywordPhrase], Order]:
        return lambda phrase: at_home(maker(phrase), home)

    return KeywordLines(
        "turlough/orders",
        {rule: made(maker) for rule, maker in _MAKERS.items()},
        order_line,
        names_of(tables),
        expected_words(),
    )
