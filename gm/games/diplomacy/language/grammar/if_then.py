"""Builds the condition of a conditional order from its part of the tree."""

from __future__ import annotations

from gm.contract.language import Problem, Verdict
from gm.games.diplomacy.language.grammar.gifts import has_gifts, spoken_of
from gm.games.diplomacy.language.grammar.places import (
    Binder,
    bridge_of,
    place_word,
    unit_of_autumn,
)
from gm.games.diplomacy.readings import LineFault
from gm.games.diplomacy.rules.board import PowerId, ProvinceId
from gm.games.diplomacy.rules.conditions import (
    And,
    Attacks,
    BridgeStands,
    Condition,
    Enters,
    Failed,
    IsIn,
    IsVacant,
    Not,
    Or,
    Owns,
    Succeeded,
    Supports,
    WasDislodged,
)
from gm.games.diplomacy.rules.winter.bridges import has_river
from gm.games.diplomacy.wording.complaints import unfinished_words
from gm.games.diplomacy.wording.refusing import river_words
from gm.interpret.grammars import GrammarWord, Node, kind_of, subtrees, words


def read_condition(binder: Binder, node: Node) -> Condition:
    """Return the condition; LineFault if a name in it cannot be bound."""
    match kind_of(node):
        case "any_of":
            return Or(_flat(binder, node, "any_of"))
        case "all_of":
            return And(_flat(binder, node, "all_of"))
        case "none_of":
            return _denied(read_condition(binder, next(subtrees(node))))
        case "both" | "single" | "cond":
            return read_condition(binder, next(subtrees(node)))
        case _:
            atom = _atom(binder, node)
            if kind_of(node) in _SEVERAL:
                return atom
            denied = any(word.type == "NOT" for word in words(node))
            if denied and isinstance(atom, Not):
                return atom.inner
            return Not(atom) if denied else atom


def _flat(binder: Binder, node: Node, name: str) -> tuple[Condition, ...]:
    """Return the parts of `a and b and c`, which the grammar nests to the left."""
    parts: list[Condition] = []
    for index, child in enumerate(subtrees(node)):
        if index == 0 and kind_of(child) == name:
            parts += _flat(binder, child, name)
        else:
            parts.append(read_condition(binder, child))
    return tuple(parts)


def _atom(binder: Binder, node: Node) -> Condition:
    name = kind_of(node)
    if name in {"stands", "bridge_gone"}:
        between, owner = bridge_of(binder, next(subtrees(node)))
        if not has_river(binder.board, between):
            text = river_words.no_river_there(binder.board, between)
            raise LineFault(Verdict.IMPOSSIBLE, Problem(text))
        stands = BridgeStands(between, owner)
        return stands if name == "stands" else Not(stands)
    units = [child for child in subtrees(node) if kind_of(child) == "unit"]
    match name:
        case "was_dislodged":
            return WasDislodged(unit_of_autumn(binder, units[0]))
        case "survived":
            return Not(WasDislodged(unit_of_autumn(binder, units[0])))
        case "succeeded":
            return Succeeded(unit_of_autumn(binder, units[0]))
        case "failed":
            return Failed(unit_of_autumn(binder, units[0]))
        case "vacant":
            return IsVacant(_place(binder, node, units))
        case "occupied":
            return _occupied(binder, _place(binder, node, units), units)
        case "present":  # njudge: `french army ruhr` is met if such a unit stands there
            power = binder.power(_word(binder, units[0], "POWER"))
            binder.subjects.append(power)
            return IsIn(power, binder.province(place_word(units[0])))
        case _:
            return _deed(binder, node, units)


def _occupied(binder: Binder, place: ProvinceId, units: list[Node]) -> Condition:
    """Return that a unit stands somewhere; whose, if a power is named before, is for its writer."""
    named = [word for unit in units for word in words(unit) if word.type == "POWER"]
    if named:
        power = binder.power(named[0])
        problem = unfinished_words.occupied_by_whom(binder.board, power, place)
        raise LineFault(Verdict.AMBIGUOUS, problem)
    return Not(IsVacant(place))


def _deed(binder: Binder, node: Node, units: list[Node]) -> Condition:
    if kind_of(node) in _SEVERAL:
        return _of_several(binder, node)
    mine = any(word.type in {"ME", "MINE"} for word in words(node))
    power = binder.context.power if mine else _subject(binder, node)
    binder.subjects.append(power)
    return _done_by(binder, node, kind_of(node), power, units)


_SEVERAL: dict[str, type[And | Or]] = {"any_power": Or, "every_power": And}
"""Conditions on the same deed of several powers: `if England or France attacks NWY`."""

_DEEDS = {
    "ENTER": "enters",
    "ATTACK": "attacks",
    "AWAY": "stays_out",
    "IN": "is_in",
    "OWNS": "owns",
    "SUPPORT": "supports",
}


def _of_several(binder: Binder, node: Node) -> Condition:
    """Return the condition on each of several powers; a denial denies it of each."""
    powers = [binder.power(word) for word in words(node) if word.type == "POWER"]
    binder.subjects += powers
    deed = next(_DEEDS[word.type] for word in words(node) if word.type in _DEEDS)
    denied = any(word.type == "NOT" for word in words(node))
    plain = (_done_by(binder, node, deed, power, []) for power in powers)
    return _SEVERAL[kind_of(node)](
        tuple(_denied(condition) if denied else condition for condition in plain)
    )


def _denied(condition: Condition) -> Condition:
    return condition.inner if isinstance(condition, Not) else Not(condition)


def _done_by(
    binder: Binder, node: Node, deed: str, power: PowerId, units: list[Node]
) -> Condition:
    if deed == "supports":
        return _supports(binder, node, power)
    place = _place(binder, node, units)
    match deed:
        case "stays_out":
            return Not(Enters(power, place))
        case "none_is_in":
            return Not(IsIn(power, place))
        case "owns":
            return Owns(power, place)
        case "is_in":
            return IsIn(power, place)
        case "enters":
            return Enters(power, place)
        case _:
            return Attacks(power, place)


def _subject(binder: Binder, node: Node) -> PowerId:
    pronoun = next((word for word in words(node) if word.type == "HE"), None)
    if pronoun is None and binder.subjects and not any(w.type == "POWER" for w in words(node)):
        return binder.subjects[-1]  # `if France does not enter PIE and does not attack TUS`
    return (
        binder.power(_word(binder, node, "POWER"))
        if pronoun is None
        else spoken_of(binder, pronoun)
    )


def _place(binder: Binder, node: Node, units: list[Node]) -> ProvinceId:
    return binder.province(place_word(units[0]) if units else _word(binder, node, "PLACE"))


def _supports(binder: Binder, node: Node, power: PowerId) -> Condition:
    aim = next(subtrees(node))
    target = binder.unit(
        next(tree for tree in subtrees(aim) if kind_of(tree) == "unit"), is_own=False
    )
    stops = [word for tree in subtrees(aim) if kind_of(tree) == "route" for word in words(tree)]
    stops = [word for word in (*stops, *words(aim)) if word.type == "PLACE"]
    if kind_of(aim) in {"in_place", "in_its_place"} or not stops:
        return Supports(power, target)
    return Supports(power, target, binder.province(stops[-1]))


def _word(binder: Binder, node: Node, kind: str) -> GrammarWord:
    for word in words(node):
        if word.type == kind:
            return word
    problem = unfinished_words.condition_unread("", gifts=has_gifts(binder.context))
    raise LineFault(Verdict.UNREADABLE, problem)
