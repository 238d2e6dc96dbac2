"""Builds typed orders from the tree of one line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gm.contract.language import Verdict
from gm.contract.orders import Order
from gm.games.diplomacy.language.binding.names import places_of, split_words, typo_of
from gm.games.diplomacy.language.grammar.gifts import (
    gifts_of,
    has_gifts,
    headed_gifts,
    speaks_of_him,
)
from gm.games.diplomacy.language.grammar.if_then import read_condition
from gm.games.diplomacy.language.grammar.listed import LISTED, last_pair, listed_order, payments_of
from gm.games.diplomacy.language.grammar.places import Binder, place_word, plural_kind
from gm.games.diplomacy.language.talk.denials import asking
from gm.games.diplomacy.readings import LineFault
from gm.games.diplomacy.rules.board import Location, ProvinceId, Terrain, army_moves
from gm.games.diplomacy.rules.board_split import place_named
from gm.games.diplomacy.rules.conditions import Condition, Not
from gm.games.diplomacy.rules.orders import (
    AttackBridge,
    Build,
    BuildBridge,
    Choose,
    Conditional,
    Convert,
    Convoy,
    Disband,
    Hold,
    Move,
    RemoveBridge,
    Retreat,
    Support,
    UnitOrder,
    Waive,
)
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.games.diplomacy.rules.units import UnitKind, UnitRef
from gm.games.diplomacy.wording.complaints import doubt_words, line_words, order_words, place_words
from gm.interpret.grammars import GrammarWord, Node, all_words, kind_of, subtrees, words
from gm.interpret.numbers import number_of

_PAIR = "mutual_pair"
"""Two units that support each other: `A Mun and A Ber support each other`."""

SHARED = {"hold", "support", "convoy"}
"""Orders that several units joined by "and" may share: `A Mun and A Ber hold`."""

_GOES_ON = {"build", "disband", "hold", "supported_by"}
"""Orders whose verb, standing first, goes on for the units listed after: `rem f nth, f hel`."""

_GOES_ON_AS = {
    "move_with": "supported_by",
    "remove_bridge": "disband",
    "build_bridge": "build",
    "bare_bridge": "bridge",
}
"""Orders behind which units listed after them are taken for another kind."""


_LISTED_BUILDS = {"bare", "bare_bridge", "move", "build_pair"}
"""Items that name what is built and need a verb before them."""

_BRIDGING: dict[str, type[BuildBridge | RemoveBridge]] = {
    "build_bridge": BuildBridge,
    "bare_bridge": BuildBridge,
    "remove_bridge": RemoveBridge,
}
"""Orders behind which pairs of provinces are more of them: `Build bridges KkW-KkE, KkW-WxS`."""


def build_orders(binder: Binder, tree: Node) -> tuple[Order, ...]:
    """Return the orders of a parsed line, in sequence.

    Raises:
        LineFault: a name cannot be bound, or what is written is no order in this phase.
    """
    items = []
    for node in subtrees(tree):
        if kind_of(node) == "header":
            _check_header(binder, node)
        else:
            items.append(node)
    return tuple(_Line(binder).read(items))


def _check_header(binder: Binder, node: Node) -> None:
    power = binder.power(next(words(node)))
    if power != binder.context.power:
        problem = place_words.not_for_you(
            binder.board, power, binder.context.power, str(next(words(node)))
        )
        raise LineFault(Verdict.IMPOSSIBLE, problem)


class _Line:
    """The items of one line; units without a verb wait for the next one, or use the last."""

    def __init__(self, binder: Binder) -> None:
        self.binder = binder
        self.kind = binder.context.kind
        self.orders: list[Order] = []
        self.waiting: list[Node] = []
        self.verb: str = ""
        self.bridging: type[BuildBridge | RemoveBridge] | None = None
        self.waived = ""
        self.plural: UnitKind | None = None

    def read(self, items: Iterable[Node]) -> list[Order]:
        """Return the orders of all items."""
        for item in items:
            self._take(item)
        if self.waiting:
            raise self._without_verb(self.waiting[0])
        return self.orders

    def _take(self, item: Node) -> None:
        name = kind_of(item)
        if self.waived and _needs_verb(item):
            self._ask_waived(item)
        self.waived = _words_of_waive(item)
        if name == "group":
            self._take(next(subtrees(item)))
        elif name == "bare":
            self._take_bare(next(subtrees(item)))
        elif name.startswith(("if_", "unless_")):
            self.orders.append(self._conditional(item))
        elif name == _PAIR and len(self.waiting) == 1:
            first, second = self.waiting.pop(), next(subtrees(item))
            units = [self.binder.unit(tree, is_own=True) for tree in (first, second)]
            self.orders += self._mutual(units[0], units[1:])
        elif name == "move" and self.kind is PhaseKind.ADJUSTMENT and self.bridging is not None:
            self.orders.append(self.bridging(last_pair(self.binder, item)))
        elif name == _PAIR:
            raise LineFault(Verdict.UNREADABLE, order_words.two_units())
        else:
            for unit in self._sharing(item):
                self.orders += self._orders(item, unit)
            self.orders += self._orders(item, None)
            self.verb = _verb_going_on(item)
            self.plural = plural_kind(item) if name == "build" else None
            self.bridging = _BRIDGING.get(name)
        self._check_deeds()

    def _ask_waived(self, item: Node) -> None:
        """`No build A Ber` names what is not built, as `Waive, A Ber` perhaps does."""
        problem = doubt_words.built_or_waived(self.waived)
        rest = _Line(self.binder)
        rest.verb = "build"
        rest._take(item)
        raise asking(problem, tuple(rest.orders))

    def _check_deeds(self) -> None:
        """Who attacks a bridge or converts does nothing else that season (Republic 9f, 10b)."""
        given = [order for order in self.orders if isinstance(order, UnitOrder)]
        attacks = [order for order in given if isinstance(order, AttackBridge)]
        if attacks and self.verb == "bridge":  # `attacks bridge KkW-Wat and bridge KkW-KkE`
            problem = order_words.one_deed(self.binder.board, attacks[-1].unit)
            raise LineFault(Verdict.IMPOSSIBLE, problem)
        alone = {order.unit for order in given if isinstance(order, AttackBridge | Convert)}
        for unit in alone:
            if sum(order.unit == unit for order in given) > 1:
                raise LineFault(Verdict.IMPOSSIBLE, order_words.one_deed(self.binder.board, unit))

    def _sharing(self, item: Node) -> list[Node]:
        waiting, self.waiting = self.waiting, []
        if waiting and (kind_of(item) not in SHARED or _verb_first(item)):
            raise self._without_verb(waiting[0])
        return waiting

    def _without_verb(self, unit: Node) -> LineFault:
        """Return the fault of a unit without an order, or of a word that is no place at all."""
        word = str(place_word(unit))
        named = split_words(word)
        known = any(
            places_of(self.binder.board, named[:count]) for count in range(1, len(named) + 1)
        )
        if known or typo_of(self.binder.board, word.casefold()):
            return LineFault(Verdict.UNREADABLE, order_words.no_verb(word))
        return LineFault(Verdict.UNREADABLE, line_words.unreadable("", word))

    def _take_bare(self, unit: Node) -> None:
        kind = self.kind
        if self.verb == "disband":
            self.orders.append(Disband(self.binder.unit(unit, is_own=True)))
        elif self.verb == "supported_by":
            self.orders.append(self._passive_support(unit))
        elif self.verb == "carried" and _is_sea(
            self.binder, self.binder.province(place_word(unit))
        ):
            return  # `via IRI and MAO`: the names of the seas are dropped
        elif self.verb == "hold":
            self.orders.append(Hold(self.binder.unit(unit, is_own=True)))
        elif kind is PhaseKind.SETUP:
            self.orders.append(Choose(self.binder.new_unit(unit)))
        elif self.verb == "build" or (kind is PhaseKind.ADJUSTMENT and len(list(words(unit))) > 1):
            self.orders.append(Build(self.binder.new_unit(unit, self.plural)))
        else:
            self.waiting.append(unit)

    def _orders(self, item: Node, subject: Node | None) -> list[Order]:
        """Return the orders of one item, for its own unit or for one that shares its verb."""
        name = kind_of(item)
        if name in LISTED:
            return [listed_order(self.binder, item)]
        if name == "pay_each" or (name == "more" and not has_gifts(self.binder.context)):
            goes_on = name == "pay_each" or self.verb == "give"
            return [*payments_of(self.binder, item, goes_on=goes_on)]
        if name in {"give", "more"}:
            goes_on = name == "give" or self.verb == "give"
            return [*gifts_of(self.binder, item, goes_on=goes_on)]
        if name == "give_headed":
            return [*headed_gifts(self.binder, item)]
        units = [node for node in subtrees(item) if kind_of(node) == "unit"]
        if name == "waive":
            return _waives(item)
        if name == "build":
            new = self.binder.new_unit(units[0])
            return [Choose(new) if self.kind is PhaseKind.SETUP else Build(new)]
        if name == "supported_by":
            return [self._passive_support(units[0])]
        unit = self.binder.unit(subject if subject is not None else units[0], is_own=True)
        match name:
            case "hold":
                return [Hold(unit)]
            case "hold_in":
                return [Hold(self._in_its_place(unit, item))]
            case "move":
                return [self._move(unit, item)]
            case "move_by_sea":
                return [self._move(unit, item, by_sea=True)]
            case "move_with":
                self.orders.append(self._move(unit, item))
                return [self._passive_support(units[1])]
            case "support":
                return [self._support(unit, next(_aims(item)))]
            case "support_chain" | "mutual":
                return self._mutual(
                    unit, [self.binder.unit(tree, is_own=False) for tree in units[1:]]
                )
            case "convoy":
                return [self._convoy(unit, next(_aims(item)))]
            case "convoyed":
                return [self._convoyed(unit, item)]
            case "retreat":
                return [self._retreat(unit, item)]
            case _:
                return [Disband(unit)]

    def _move(self, unit: UnitRef, item: Node, *, by_sea: bool = False) -> UnitOrder:
        if self.kind is PhaseKind.RETREAT:
            return self._retreat(unit, item)
        route = next(node for node in subtrees(item) if kind_of(node) == "route")
        stops = [word for word in words(route) if word.type == "PLACE"]
        by_sea = by_sea or any(kind_of(node) == "via" for node in subtrees(item))
        by_sea = by_sea or any(word.casefold() == "cto" for word in words(route))
        if len(stops) > 1:
            self._check_chain(unit, stops)
            by_sea = True
        self._check_carriers(unit, item)
        if by_sea and unit.kind is UnitKind.FLEET:
            raise LineFault(
                Verdict.IMPOSSIBLE, order_words.fleet_by_convoy(self.binder.board, unit)
            )
        move = Move(unit, self.binder.location(stops[-1], unit.kind), via_convoy=by_sea)
        if len(stops) == 1 and not by_sea:
            self._check_verb(move, item, route)
        return move

    def _check_verb(self, move: Move, item: Node, route: Node) -> None:
        """A name behind a unit is a move if it is near: `Army Spain HOL` is a slip of hold."""
        verbs = {word.type for node in (item, route) for word in words(node)} - {"PLACE"}
        board, unit = self.binder.board, move.unit
        if verbs or unit.kind is UnitKind.FLEET or unit.at.province in board.gone:
            return
        if move.to.province not in army_moves(board, unit.at.province):
            problem = order_words.move_without_verb(board, unit, move.to.province)
            raise LineFault(Verdict.AMBIGUOUS, problem, ((move,), (Hold(unit),)))

    def _check_carriers(self, unit: UnitRef, item: Node) -> None:
        """Only over seas is an army carried: `via Mar` names no way."""
        for way in subtrees(item):
            carriers = subtrees(way) if kind_of(way) == "via" else ()
            for carrier in carriers:
                place = self.binder.province(place_word(carrier))
                if not _is_sea(self.binder, place):
                    problem = order_words.several_steps(self.binder.board, unit, place)
                    raise LineFault(Verdict.IMPOSSIBLE, problem)

    def _check_chain(self, unit: UnitRef, stops: list[GrammarWord]) -> None:
        board = self.binder.board
        between = [self.binder.province(word) for word in stops[:-1]]
        last = self.binder.province(stops[-1])
        if unit.kind is UnitKind.FLEET or any(
            not _is_sea(self.binder, province) for province in between
        ):
            raise LineFault(Verdict.IMPOSSIBLE, order_words.several_steps(board, unit, between[0]))
        if last == unit.at.province:
            raise LineFault(Verdict.IMPOSSIBLE, order_words.back_to_start(board, unit))

    def _support(self, unit: UnitRef, aim: Node) -> Support:
        target, to = self._aim(aim)
        return Support(unit, target, to)

    def _convoy(self, unit: UnitRef, aim: Node) -> Order:
        target, to = self._aim(aim)
        if to is None:
            raise LineFault(
                Verdict.UNREADABLE, order_words.convoy_where(self.binder.board, target)
            )
        return Convoy(unit, target, Location(to.province))

    def _aim(self, aim: Node) -> tuple[UnitRef, Location | None]:
        """Return whom a support or convoy is for, and where to; None for holding."""
        tree = next(node for node in subtrees(aim) if kind_of(node) == "unit")
        target = self.binder.unit(tree, is_own=False)
        if kind_of(aim) == "in_its_place":
            return self._in_its_place(target, aim), None
        if kind_of(aim) == "in_place":
            return target, None
        if kind_of(aim) == "moving_from":
            stops = [word for word in words(aim) if word.type == "PLACE"]
        else:
            route = next(node for node in subtrees(aim) if kind_of(node) == "route")
            stops = [word for word in words(route) if word.type == "PLACE"]
        if len(stops) > 1:
            self._check_chain(target, stops)
        return target, self.binder.location(stops[-1], target.kind)

    def _in_its_place(self, unit: UnitRef, item: Node) -> UnitRef:
        """Return a unit that `stays in Paris`; LineFault if it stands elsewhere."""
        stop = next(word for word in words(item) if word.type == "PLACE")
        if self.binder.province(stop) != unit.at.province:
            problem = place_words.not_standing_there(self.binder.board, unit, str(stop))
            raise LineFault(Verdict.IMPOSSIBLE, problem)
        return unit

    def _convoyed(self, unit: UnitRef, item: Node) -> Order:
        if unit.kind is UnitKind.FLEET:
            raise LineFault(Verdict.UNREADABLE, order_words.convoy_whom(self.binder.board, unit))
        stop = next(word for word in words(item) if word.type == "PLACE")
        return Move(unit, self.binder.location(stop, unit.kind), via_convoy=True)

    def _mutual(self, unit: UnitRef, others: list[UnitRef]) -> list[Order]:
        """`A S B MS C`: A supports B, B and C support each other; `A MS B` likewise."""
        if len(others) == 2:
            middle, last = others
            return [Support(unit, middle), Support(middle, last), Support(last, middle)]
        return [Support(unit, others[0]), Support(others[0], unit)]

    def _passive_support(self, tree: Node) -> Support:
        unit = self.binder.unit(tree, is_own=True)
        if not self.orders:
            raise LineFault(Verdict.UNREADABLE, order_words.support_whom(self.binder.board, unit))
        match self.orders[0]:
            case Move(target, to):
                coast = to if target.kind is UnitKind.FLEET else Location(to.province)
                return Support(unit, target, coast)
            case Hold(target):
                return Support(unit, target)
            case _:
                raise LineFault(
                    Verdict.UNREADABLE, order_words.support_whom(self.binder.board, unit)
                )

    def _retreat(self, unit: UnitRef, item: Node) -> UnitOrder:
        routes = [node for node in subtrees(item) if kind_of(node) == "route"]
        stops = [word for node in routes for word in words(node) if word.type == "PLACE"]
        if not stops and self.kind is PhaseKind.ADJUSTMENT:
            return Disband(unit)  # njudge: r is remove where units must go
        if len(stops) != 1:
            raise LineFault(Verdict.UNREADABLE, order_words.retreat_where(self.binder.board, unit))
        return Retreat(unit, self.binder.location(stops[0], unit.kind))

    def _conditional(self, item: Node) -> Conditional:
        """Return `IF c THEN a ELSE b`, also with the condition behind, also with UNLESS."""
        kinds = [kind_of(node) for node in subtrees(item)]
        nodes = list(subtrees(item))
        branches = [node for node in nodes if kind_of(node) == "branch"]
        after = kind_of(item).endswith("after")
        node = nodes[1 if kinds[-1] != "branch" or after else 0]
        if after and speaks_of_him(node):  # `give France 2 points unless he enters PIE`
            then = tuple(_Line(self.binder).read([nodes[0]]))
            condition = read_condition(self.binder, node)
        elif after:
            condition = read_condition(self.binder, node)
            then = tuple(_Line(self.binder).read([nodes[0]]))
        else:
            condition = read_condition(self.binder, node)
            then, branches = self._branch(branches[0]), branches[1:]
        otherwise = self._branch(branches[0]) if branches else ()
        if kind_of(item).startswith("unless"):
            condition = _negated(condition)
        return Conditional(condition, then, otherwise)

    def _branch(self, node: Node) -> tuple[Order, ...]:
        return tuple(_Line(self.binder).read(subtrees(node)))


def _negated(condition: Condition) -> Condition:
    return condition.inner if isinstance(condition, Not) else Not(condition)


def _aims(item: Node) -> Iterator[Node]:
    names = {"in_place", "in_its_place", "in_moving", "moving_from"}
    return (node for node in subtrees(item) if kind_of(node) in names)


def _verb_going_on(item: Node) -> str:
    """Return what units listed behind an item are to do; "" if they need a verb of their own."""
    name = kind_of(item)
    if name == "move" and _names_carriers(item):
        return "carried"
    if name in {"give", "more", "pay", "pay_each"}:
        return "give"
    if _verb_first(item) and name in _GOES_ON:
        return name
    return _GOES_ON_AS.get(name, "")


def _verb_first(item: Node) -> bool:
    return bool(item.children) and isinstance(item.children[0], GrammarWord)


def _names_carriers(item: Node) -> bool:
    routes = [node for node in subtrees(item) if kind_of(node) == "via"]
    return any(kind_of(unit) == "unit" for node in routes for unit in subtrees(node))


def _needs_verb(item: Node) -> bool:
    """Tell whether an item names what is built and leaves the verb to the words before it."""
    behind = kind_of(item).endswith("_after")
    return kind_of(next(subtrees(item)) if behind else item) in _LISTED_BUILDS


def _words_of_waive(item: Node) -> str:
    """Return the words with which an item waives builds; "" if it does not."""
    return " ".join(all_words(item)) if kind_of(item) == "waive" else ""


def _waives(item: Node) -> list[Order]:
    count = next((number_of(word) for word in all_words(item) if word.type == "NUMBER"), 1)
    return [Waive()] * min(count, 20)


def _is_sea(binder: Binder, place: ProvinceId) -> bool:
    return place_named(binder.board, place).terrain is Terrain.SEA
