"""Builds the orders that some games add: bridges, conversions, payments, gifts, first pieces."""

from __future__ import annotations

import re

from gm.contract.language import Problem, Verdict
from gm.contract.orders import Order
from gm.games.diplomacy.language.grammar.gifts import amount_of, receiver
from gm.games.diplomacy.language.grammar.places import Binder, bridge_of
from gm.games.diplomacy.readings import LineFault
from gm.games.diplomacy.rules.board import Location, Pair, PowerId, pair
from gm.games.diplomacy.rules.orders import (
    AttackBridge,
    BuildBridge,
    Choose,
    Convert,
    Move,
    Pay,
    Receive,
    RemoveBridge,
)
from gm.games.diplomacy.rules.units import UnitKind
from gm.games.diplomacy.wording.complaints import order_words, unfinished_words
from gm.games.diplomacy.wording.refusing import gift_words, river_words
from gm.interpret.echoes import kept_as_written
from gm.interpret.grammars import Node, all_words, kind_of, subtrees, words

_KIND_OF_PAYMENT = re.compile(r"\b(toll|rent|tribute|fee|gift)\b", re.I)

LISTED = {
    "attack_bridge",
    "attack_onward",
    "attack_pair",
    "bare_bridge",
    "build_bridge",
    "build_pair",
    "remove_bridge",
    "remove_pair",
    "convert",
    "convert_back",
    "pay",
    "receive",
    "choose",
}
"""The items this module reads."""


def listed_order(binder: Binder, item: Node) -> Order:
    """Return the order of one item; LineFault if a name in it cannot be bound."""
    units = [node for node in subtrees(item) if kind_of(node) == "unit"]
    match kind_of(item):
        case "attack_bridge":
            pair, owner = bridge_of(binder, _bridge(item))
            return AttackBridge(binder.unit(units[0], is_own=True), pair, owner)
        case "attack_onward":
            return _attack_onward(binder, item, units[0])
        case "attack_pair":
            route = next(node for node in subtrees(item) if kind_of(node) == "route")
            return AttackBridge(binder.unit(units[0], is_own=True), last_pair(binder, route))
        case "bare_bridge" | "build_bridge":
            return BuildBridge(_own_bridge(binder, item, built=True))
        case "build_pair":
            return BuildBridge(last_pair(binder, item))
        case "remove_bridge":
            return RemoveBridge(_own_bridge(binder, item, built=False))
        case "remove_pair":
            return RemoveBridge(last_pair(binder, item))
        case "convert_back":
            fleet = binder.unit(units[0], is_own=True)
            raise LineFault(Verdict.IMPOSSIBLE, order_words.to_fleet(binder.board, fleet))
        case "convert":
            return _convert(binder, item, units[0])
        case "choose":
            return Choose(binder.new_unit(units[0]))
        case _:
            return _points(binder, item)


def _attack_onward(binder: Binder, item: Node, unit: Node) -> AttackBridge:
    """Return `A KkW attacks the bridge to Wat`: the bridge from where it stands."""
    attacker = binder.unit(unit, is_own=True)
    end = next(word for word in words(item) if word.type == "PLACE")
    owners = [word for node in subtrees(item) if kind_of(node) == "owner" for word in words(node)]
    owner = next((binder.power(word) for word in owners if word.type == "POWER"), None)
    attack = AttackBridge(attacker, pair(attacker.at.province, binder.province(end)), owner)
    if any(word.type == "MOVE" for word in words(item)):
        problem = order_words.over_bridge(binder.board, attacker)
        move = Move(attacker, Location(binder.province(end)))
        raise LineFault(Verdict.AMBIGUOUS, problem, ((move,), (attack,)))
    return attack


def _convert(binder: Binder, item: Node, unit: Node) -> Convert | Move:
    """Return `F Wat -> A Wat`; a conversion moves nothing (Republic 10b).

    An army sent to another province, where an army is said to stand, only moves there.
    """
    fleet = binder.unit(unit, is_own=True)
    for word in words(item):
        elsewhere = word.type == "PLACE" and binder.province(word) != fleet.at.province
        if elsewhere and fleet.kind is UnitKind.ARMY:
            return Move(fleet, Location(binder.province(word)))
        if word.type == "ATTACK":
            raise LineFault(Verdict.UNREADABLE, order_words.converts_in_place(binder.board, fleet))
        if word.type == "PLACE" and binder.province(word) != fleet.at.province:
            problem = order_words.converts_in_place(binder.board, fleet)
            raise LineFault(Verdict.IMPOSSIBLE, problem)
    return Convert(fleet)


def _own_bridge(binder: Binder, item: Node, *, built: bool) -> Pair:
    """Return the pair of a bridge to build or demolish; LineFault if it is called another's (9e)."""
    between, owner = bridge_of(binder, _bridge(item))
    if owner not in {None, binder.context.power}:
        text = river_words.others_bridge(binder.context, owner, built=built)
        raise LineFault(Verdict.IMPOSSIBLE, Problem(text, binder.board.powers[owner].name))
    return between


def _bridge(item: Node) -> Node:
    return next(node for node in subtrees(item) if kind_of(node) == "bridge")


def last_pair(binder: Binder, node: Node) -> Pair:
    """Return the last two provinces of an item as a bridge's ends."""
    places = [word for word in all_words(node) if word.type == "PLACE"]
    if len(places) < 2:
        raise LineFault(Verdict.UNREADABLE, order_words.bridge_where())
    return binder.crossing(places[-2], places[-1])


def payments_of(binder: Binder, item: Node, *, goes_on: bool) -> list[Pay]:
    """Return the payments of one item, one for each power that is named (Republic 8).

    Args:
        binder: binds the names.
        item: an amount and powers.
        goes_on: a payment stands before it: `pay Ulster 5 and Leinster 3`.

    Raises:
        LineFault: a name cannot be bound, or it is not said what is done with the points.
    """
    amount = amount_of(item)
    named = [binder.power(word) for word in all_words(item) if word.type == "POWER"]
    paid = [Pay(amount, power) for power in named]
    if not goes_on:
        problem = unfinished_words.is_it_a_payment(binder.board, named[0], amount)
        raise LineFault(Verdict.AMBIGUOUS, problem, (tuple(paid),))
    if len(named) > 1:
        binder.remarks.append(gift_words.to_each(binder.board, named, amount))
    return paid


def _points(binder: Binder, item: Node) -> Order:
    amount = amount_of(item)
    power = _whom(binder, item)
    said = next((str(word) for word in words(item) if word.type == "REASON"), _named_for(item))
    reason = kept_as_written(said)
    match kind_of(item):
        case "receive":
            return Receive(amount, power, reason)
        case _:
            return Pay(amount, power, reason)


def _named_for(item: Node) -> str:
    """Return what a payment is called, for its reason: `Pay toll of 5 to Ulster`."""
    verbs = (word for word in words(item) if word.type in {"PAY", "RECEIVE"})
    matches = (_KIND_OF_PAYMENT.search(verb) for verb in verbs)
    return next((match.group().casefold() for match in matches if match is not None), "")


def _whom(binder: Binder, item: Node) -> PowerId:
    return receiver(
        binder, next(word for word in all_words(item) if word.type in {"POWER", "PRONOUN"})
    )
