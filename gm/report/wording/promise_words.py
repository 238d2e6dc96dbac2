"""Promises for people: what a condition means in play, and why one was kept or not (Irish 15)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gm.report.explaining.reason_words import name_of, units_named
from gm.report.wording.phrases import first_upper, listed
from gm.report.wording.words import place_words, power_words, unit_words
from gm.rules.board import Board, PowerId
from gm.rules.conditions import (
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
from gm.rules.orders import Conditional, Give, Order
from gm.rules.outcomes import Outcome, Reason, Result, Why

MOST_UNITS = 2
"""So many units are named that did what a promise asked about."""


def gifts_in(order: Order) -> tuple[Give, ...]:
    """Return every gift that an order may come to."""
    match order:
        case Give():
            return (order,)
        case Conditional(_, then, otherwise):
            return tuple(gift for one in (*then, *otherwise) for gift in gifts_in(one))
        case _:
            return ()


def is_promise(order: Order) -> bool:
    """Tell whether an order gives points on a condition."""
    return isinstance(order, Conditional) and bool(gifts_in(order))


def promises_to(order: Order, reader: PowerId) -> tuple[Conditional, ...]:
    """Return what a conditional order promises to one power: each gift with its own condition."""
    return tuple(
        Conditional(_all_of(path), (gift,)) for path, gift in _leaves(order) if gift.to == reader
    )


def _leaves(
    order: Order, path: tuple[Condition, ...] = ()
) -> Iterator[tuple[tuple[Condition, ...], Give]]:
    match order:
        case Give():
            yield path, order
        case Conditional(condition, then, otherwise):
            for one in then:
                yield from _leaves(one, (*path, condition))
            for one in otherwise:
                yield from _leaves(one, (*path, _denied(condition)))
        case _:
            return


def _denied(condition: Condition) -> Condition:
    return condition.inner if isinstance(condition, Not) else Not(condition)


def _all_of(path: Sequence[Condition]) -> Condition:
    return path[0] if len(path) == 1 else And(tuple(path))


def happened_words(condition: Condition, board: Board) -> str:
    """Return a condition as something that came to pass: `France did not enter Piedmont`."""
    match condition:
        case Not(And() | Or()):
            return f"it is not so that {happened_words(condition.inner, board)}"
        case Not(Not(inner)):
            return happened_words(inner, board)
        case Not(inner):
            return _past(inner, board, met=False)
        case And(parts):
            return listed(happened_words(part, board) for part in parts)
        case Or(parts):
            return listed((happened_words(part, board) for part in parts), "or")
        case _:
            return _past(condition, board, met=True)


def _past(atom: Condition, board: Board, *, met: bool) -> str:
    was = "was" if met else "was not"

    def did(verb: str, past: str) -> str:
        return past if met else f"did not {verb}"

    match atom:
        case Enters(power, place):
            return f"{power_words(power, board)} {did('enter', 'entered')} {place_words(place, board)}"
        case Attacks(power, place):
            attack = did("attack", "attacked")
            return f"{power_words(power, board)} {attack} {place_words(place, board)}"
        case IsIn(power, place):
            return f"{power_words(power, board)} {was} in {place_words(place, board)}"
        case Owns(power, place):
            return f"{power_words(power, board)} {did('own', 'owned')} {place_words(place, board)}"
        case IsVacant(place):
            return f"{place_words(place, board)} {was} vacant"
        case Supports(power, target, to):
            aim = f" in moving to {place_words(to, board)}" if to is not None else ""
            whom = unit_words(target, board)
            return f"{power_words(power, board)} {did('support', 'supported')} {whom}{aim}"
        case WasDislodged(unit):
            return f"{unit_words(unit, board)} {was} dislodged"
        case Succeeded(unit):
            return f"{unit_words(unit, board)} {did('succeed', 'succeeded')}"
        case Failed(unit):
            return f"{unit_words(unit, board)} {did('fail', 'failed')}"
        case BridgeStands():
            return f"the bridge {did('stand', 'stood')}"
        case _:
            return happened_words(atom, board)


def unmet_words(outcome: Outcome, board: Board) -> str:
    """Return the deed for which a promise came to nothing, as a sentence; "" for no promise."""
    order, reason = outcome.order, outcome.reason
    if reason is not None and (told := deed_words(reason, board)):
        return told
    if not isinstance(order, Conditional) or not is_promise(order):
        return ""
    return f"{first_upper(happened_words(_denied(order.condition), board))}."


def deed_words(reason: Reason, board: Board) -> str:
    """Return the deed that decided a condition, as a sentence; "" where the reason names none."""
    facts = dict(reason.detail)
    if "deed" not in facts:
        return ""
    done, power = facts.get("done") == "yes", PowerId(facts.get("power", ""))
    who = board.powers[power].name if power in board.powers else "Nobody"
    where = name_of(reason.place[0], board) if reason.place else "that place"
    by = units_named(reason.by, board, MOST_UNITS)
    return first_upper(_deed(facts["deed"], done, who, where, by, reason, board))


def kept_words(outcome: Outcome, board: Board) -> str:
    """Return for which deed a promise counts, as a sentence; "" where its conditions are nested."""
    order = outcome.order
    if not isinstance(order, Conditional):
        return ""
    taken = tuple(part.order for part in outcome.parts)
    if taken == order.then:
        return f"{first_upper(happened_words(order.condition, board))}."
    if taken == order.otherwise:
        return f"{first_upper(happened_words(_denied(order.condition), board))}."
    return ""


def promised(outcome: Outcome, reader: PowerId) -> tuple[Outcome, ...]:
    """Return what became of the promises that a conditional order holds for one power."""
    parts = [part for part in outcome.parts if part.order in gifts_in(outcome.order)]
    found: list[Outcome] = []
    if outcome.result is Result.VOID and not outcome.parts:
        return ()  # it was no promise at all
    for promise in promises_to(outcome.order, reader):
        part = next((one for one in parts if one.order == promise.then[0]), None)
        if part is None:
            reason = Reason(Why.CONDITION) if outcome.parts else outcome.reason
            found.append(Outcome(outcome.power, promise, Result.NOT_MET, reason))
            continue
        parts.remove(part)
        found.append(Outcome(outcome.power, promise, part.result, part.reason, parts=(part,)))
    return tuple(found)


def _deed(
    deed: str, done: bool, who: str, where: str, by: str, reason: Reason, board: Board
) -> str:
    several = len(reason.by) > 1
    match deed, done:
        case "enters", True:
            return f"{by} moved to {where}, so {who} entered it."
        case "enters", False:
            return f"{who} did not enter {where}: none of its units moved there."
        case "attacks", True:
            return f"{by} {'were' if several else 'was'} ordered to {where}: {who} attacked it."
        case "attacks", False:
            return f"{who} did not attack {where}: none of its units was ordered there."
        case "in", True:
            return f"{who} was in {where}{_from_where(reason, by, board)}."
        case "in", False:
            return f"{who} had no unit in {where}."
        case "owns", _:
            return f"{who} {'owned' if done else 'did not own'} {where}."
        case "vacant", _:
            return f"{where} was {'vacant' if done else 'not vacant'}."
        case "supports", True:
            return f"{by} of {who} gave that support."
        case "supports", False:
            return f"{who} did not give that support."
        case _:
            return _fate(deed, done, reason)


def _from_where(reason: Reason, by: str, board: Board) -> str:
    """Say of units that were where they should not be that they moved there, where they did."""
    meant = {half for place in reason.place for half in board.meant(place)}
    stayed = all(unit.at.province in meant for unit in reason.by)
    if not reason.by:
        return ""
    return f": {by} stood there" if stayed else f": {by} moved there"


def _fate(deed: str, done: bool, reason: Reason) -> str:
    unit = dict(reason.detail).get("unit", "the unit")
    match deed:
        case "dislodged":
            return f"{unit} was {'' if done else 'not '}dislodged."
        case _:
            base = "succeed" if deed == "succeeded" else "fail"
            return f"{unit} {deed}." if done else f"{unit} did not {base}."
