"""Asks the rules about the orders of a line, each in the form in which it is carried out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from gm.contract.language import Problem, Verdict
from gm.contract.orders import Order
from gm.contract.seats import SeatId
from gm.games.diplomacy.language.binding.gone_names import Halves, names_gone, ways
from gm.games.diplomacy.readings import Context, LineReading, Reading
from gm.games.diplomacy.rules.board import Board, Entry, Location, ProvinceId, army_moves
from gm.games.diplomacy.rules.conditions import (
    Atom,
    Attacks,
    Enters,
    Facts,
    Supports,
    atoms,
    is_met,
)
from gm.games.diplomacy.rules.filled_in import SeasonCheck
from gm.games.diplomacy.rules.legality import normalise
from gm.games.diplomacy.rules.orders import (
    AttackBridge,
    Build,
    Conditional,
    Convert,
    Convoy,
    Disband,
    Give,
    Hold,
    Move,
    Retreat,
    Support,
    UnitOrder,
    Waive,
    replaces,
)
from gm.games.diplomacy.rules.outcomes import Reason, Why
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.games.diplomacy.rules.reach import Reach, bits, has_chain, reach_of
from gm.games.diplomacy.rules.units import UnitKind, UnitRef
from gm.games.diplomacy.rules.winter.season_facts import PositionFacts
from gm.games.diplomacy.rules.winter.tickets import branches, possible
from gm.games.diplomacy.wording.complaints import line_words, place_words, unfinished_words
from gm.games.diplomacy.wording.refusing import gift_words, winter_words
from gm.games.diplomacy.wording.refusing.refusals import CHOICES, LATER, refusal, refused
from gm.games.diplomacy.wording.refusing.winter_words import remark_on, shut_as_yet

# Conditions on orders sent ahead: which may be asked, and what counts when their phase opens.
#
# Where the rules carry out conditions themselves, as in Republic's winters and for gifts of points,
# they are left to them. Elsewhere a conditional order is kept until its phase opens; then what it
# asks is known, and what it leads to enters the book as a plain order.

_DEEDS = (Enters, Attacks, Supports)
"""What is asked of a season that is being played, which promises of points alone can be (Irish 15)."""

_NOT_CARRIED_OUT = {Why.WRONG_PHASE, Why.ONLY_GIFTS}
"""With which the rules of a phase refuse a condition as such."""


def is_left_to_us(reason: Reason | None) -> bool:
    """Tell whether the rules refuse a conditional order because it is one."""
    return reason is not None and reason.why in _NOT_CARRIED_OUT


def asks_too_much(order: Order, kind: PhaseKind) -> bool:
    """Tell whether a condition asks for deeds, in a phase in which nobody does any.

    In a winter or a retreat nobody enters, attacks or supports: such a condition would never be
    met, and its `else` would always count.
    """
    if kind is PhaseKind.MOVEMENT or not isinstance(order, Conditional):
        return False
    if all(isinstance(candidate, Give) for candidate in possible(order)):
        return False
    return any(isinstance(atom, _DEEDS) for atom in _asked(order))


def _asked(order: Order) -> tuple[Atom, ...]:
    if not isinstance(order, Conditional):
        return ()
    inner = tuple(
        atom for candidate in (*order.then, *order.otherwise) for atom in _asked(candidate)
    )
    return (*atoms(order.condition), *inner)


def settled(order: Conditional, parts: Sequence[LineReading], facts: Facts) -> LineReading:
    """Return the reading of a conditional order whose phase has opened.

    Args:
        order: as it was sent.
        parts: the readings of the orders that it leads to, each judged by itself; one at least,
            which holds no order where it leads to none.
        facts: by which its condition was judged.
    """
    faulty = next((line for line in parts if line.verdict is not Verdict.ACCEPTED), parts[0])
    orders = tuple(plain for line in parts for plain in line.orders)
    remarks = tuple(remark for line in parts for remark in line.remarks)
    met = is_met(order.condition, facts)
    return replace(
        faulty,
        orders=orders,
        remarks=(line_words.what_counts(met=met, otherwise=bool(order.otherwise)), *remarks),
        choices=faulty.choices if len(parts) == 1 else (),
    )


# What can be ordered in place of a winter order whose province is no more (Irish 4, 9).


def is_shut(board: Board, order: Order) -> bool:
    """Tell whether the province of a build or removal cannot be entered any more."""
    if not isinstance(order, Build | Disband):
        return False
    halves = board.meant(order.unit.at.province)
    return not any(board.province(half).entry is Entry.ALL for half in halves)


def others(
    order: Order, given: Sequence[Order], context: Context
) -> tuple[tuple[Order, ...], ...]:
    """Return what a power could order instead, each as an answer to a question.

    Args:
        order: the build or removal that cannot be.
        given: all that the power has ordered; what stands there is not offered again.
        context: the position.
    """
    kind = _builds if isinstance(order, Build) else _removals
    taken = {build.unit.at.province for build in given if isinstance(build, Build)}
    fit = (
        candidate
        for candidate in kind(order, context)
        if candidate not in given and _place(candidate) not in taken
    )
    return tuple((candidate,) for candidate in fit if _check(candidate, context) is None)


def _place(order: Order) -> ProvinceId | None:
    return order.unit.at.province if isinstance(order, Build) else None


def _builds(order: Order, context: Context) -> Iterator[Order]:
    if not isinstance(order, Build):
        return
    for home in sorted(context.board.powers[context.power].home):
        for at in _spots(order, home, context):
            yield Build(UnitRef(order.unit.kind, at))
    yield Waive()


def _spots(order: Build, home: ProvinceId, context: Context) -> Iterator[Location]:
    """Yield a home, or its coasts where the unit has to name one."""
    plain = Location(home)
    reason = _check(Build(UnitRef(order.unit.kind, plain)), context)
    if reason is not None and reason.why is Why.COAST_MISSING:
        for coast in context.board.province(home).coasts:
            yield Location(home, coast.id)
    else:
        yield plain


def _removals(_order: Order, context: Context) -> Iterator[Order]:
    for unit in context.state.units_of(context.power):
        yield Disband(unit.ref)


def _check(order: Order, context: Context) -> Reason | None:
    return context.ruleset.check(context.state, SeatId(context.power), [order])[0].refused


_MOVES = (Hold, Move, Support, Convoy, Convert, AttackBridge)
_NEVER_KEPT = {Why.NO_SUCH_UNIT, Why.NOT_YOUR_UNIT, Why.WRONG_PHASE, Why.NOT_ALLOWED}
_OF_THE_LIST = {Why.OCCUPIED, Why.NO_UNIT_BESIDE, Why.DUPLICATE}
"""Refusals that the other orders of the same mail may lift."""


def judge(line: LineReading, context: Context) -> LineReading:
    """Return the line with its orders as they are carried out, or refused with the reason."""
    line = _with_halves(line, context) if context.board.gone else line
    if line.verdict is not Verdict.ACCEPTED:
        return line
    orders = tuple(carried_out(order, context) for order in line.orders)
    line = replace(line, orders=orders)
    for order in orders:
        if isinstance(order, Conditional) and decides_moves(order, context.kind):
            problem = line_words.condition_on_moves(line.text)
            return _refused(line, Verdict.IMPOSSIBLE, problem)
        if asks_too_much(order, context.kind) and is_left_to_us(asked_of_rules(order, context)):
            return _refused(line, Verdict.IMPOSSIBLE, unfinished_words.deeds_asked(line.text))
        reason = check(order, context)
        if reason is None or reason.why in _OF_THE_LIST:
            line = _with_remark(line, order, context)
            continue
        if reason.why is Why.NO_REMOVAL_DUE:
            continue  # a payment of the same mail may make it due
        problem = refused(context, _at_fault(order, reason, context), reason)
        if reason.why in LATER or _is_detour(order, reason, context):
            line = replace(line, remarks=(*line.remarks, problem.message))
        elif reason.why in CHOICES:
            choices = _on_coasts(line.orders, order, reason, context)
            return replace(_refused(line, Verdict.AMBIGUOUS, problem), choices=choices)
        elif _may_be_kept(order, reason, context):
            line = replace(line, problem=problem)
        else:
            return _refused(line, Verdict.IMPOSSIBLE, problem)
    return line


def _with_halves(line: LineReading, context: Context) -> LineReading:
    """Return the line with halves for the names of split provinces, or with what is to be asked.

    Irish 9: such an order is understood if only one half makes it possible.
    """
    board = context.board
    for number, order in enumerate(line.orders):
        if not names_gone(order, board):
            continue
        candidates = [
            (candidate, halves, reason)
            for plain, halves in ways(order, board)
            for candidate in (carried_out(plain, context),)
            for reason in (check(candidate, context),)
        ]
        best = min(_hardness(changed, reason, context) for changed, _, reason in candidates)
        fit = [each for each in candidates if _hardness(each[0], each[2], context) == best]
        fit = [each for each in fit if _is_in_reach(each[0], context)] or fit
        if best == _NEVER:
            place = candidates[0][1][0][0]
            why = [
                (halves[0][1], refusal(context, changed, reason).message)
                for changed, halves, reason in candidates
                if reason is not None
            ]
            return _refused(line, Verdict.IMPOSSIBLE, place_words.no_half(board, place, why))
        if len(fit) > 1 and best == _PERHAPS:  # what it hangs on is said of the lowest half
            line = replace(line, orders=_instead(line.orders, number, fit[0][0]))
            continue
        if len(fit) > 1:
            choices = tuple(_instead(line.orders, number, changed) for changed, _, _ in fit)
            problem = place_words.which_half(board, _varying([halves for _, halves, _ in fit]))
            refused_line = _refused(line, Verdict.AMBIGUOUS, problem)
            return replace(refused_line, choices=choices)
        whole, halves, _ = fit[0]
        remarks = (place_words.half_understood(board, *each) for each in dict.fromkeys(halves))
        line = replace(
            line,
            orders=_instead(line.orders, number, whole),
            remarks=(*line.remarks, *remarks),
        )
    return line


def _is_in_reach(order: Order, context: Context) -> bool:
    """Tell whether an army gets where an order has it go by land, or by fleets that stand there."""
    match order:
        case Move(unit, to) | Convoy(_, unit, to):
            goal: Location | None = to
        case Support(_, unit, aim):
            goal = aim
        case _:
            return True
    if goal is None or unit.kind is not UnitKind.ARMY:
        return True
    start, board = unit.at.province, context.board
    if goal.province in army_moves(board, start):
        return True
    reach = reach_of(board)
    fleets = {piece.at.province for piece in context.state.units if piece.kind is UnitKind.FLEET}
    mask = sum(1 << reach.number[place] for place in fleets)
    return has_chain(reach, reach.number[start], reach.number[goal.province], mask)


_NOW, _PERHAPS, _NEVER = range(3)


def _hardness(order: Order, reason: Reason | None, context: Context) -> int:
    """Return whether an order is possible now, by what else is ordered, or never."""
    if reason is None:
        return _NOW
    hangs = reason.why in LATER | _OF_THE_LIST or _is_detour(order, reason, context)
    return _PERHAPS if hangs else _NEVER


def _instead(orders: Sequence[Order], number: int, order: Order) -> tuple[Order, ...]:
    return (*orders[:number], order, *orders[number + 1 :])


def _varying(choices: Sequence[Halves]) -> list[tuple[ProvinceId, list[ProvinceId]]]:
    """Return the names that may mean several halves, each with those it may mean."""
    names = [name for name, _ in choices[0]]
    columns = [
        (name, list(dict.fromkeys(halves[at][1] for halves in choices)))
        for at, name in enumerate(names)
    ]
    return [(name, halves) for name, halves in columns if len(halves) > 1]


def _on_coasts(
    orders: Sequence[Order], order: Order, reason: Reason, context: Context
) -> tuple[tuple[Order, ...], ...]:
    """Return the orders with each of the coasts that the one without a coast may mean."""
    number = next(at for at, given in enumerate(orders) if given == order)
    named = (_on_coast(order, coast) for key, coast in reason.detail if key == "coast")
    fit = [
        candidate
        for candidate in named
        if candidate is not None and check(candidate, context) is None
    ]
    return tuple(_instead(orders, number, candidate) for candidate in fit)


def _on_coast(order: Order, coast: str) -> Order | None:
    match order:
        case Move(_, to) | Retreat(_, to):
            return replace(order, to=Location(to.province, coast))
        case Build(unit):
            return Build(UnitRef(unit.kind, Location(unit.at.province, coast)))
        case _:
            return None


def _at_fault(order: Order, reason: Reason, context: Context) -> Order:
    """Return the order that a reason is about: of a conditional order the one in its branches."""
    if not isinstance(order, Conditional):
        return order
    return next(
        (candidate for candidate in possible(order) if check(candidate, context) == reason), order
    )


def _with_remark(line: LineReading, order: Order, context: Context) -> LineReading:
    """Return the line with a remark on an order that is allowed and may be regretted."""
    is_winter = context.kind is PhaseKind.ADJUSTMENT and context.ahead is None
    remark = remark_on(context, order) if is_winter else ""
    if context.kind is PhaseKind.ADJUSTMENT and context.ahead is not None:
        remark = shut_as_yet(context, order)
    remarks = (
        *((remark,) if remark else ()),
        *gift_words.remarks_on(context, order),
        *winter_words.piece_remarks(context, order),
    )
    return replace(line, remarks=(*line.remarks, *remarks)) if remarks else line


def judge_again(given: Sequence[tuple[str, Order]], context: Context) -> Reading:
    """Judge orders, read for a phase before it opened, in the position in which it opens.

    The autumn is over then, so of a conditional order the branch that counts is judged, and no
    other (Republic 9e).

    Args:
        given: each order with the words to show for it, in the sequence they were sent.
        context: that position, for the power that sent them.
    """
    orders = [order for _, order in given]
    lines = [
        _judged_again(LineReading(number, text, Verdict.ACCEPTED), order, orders, context)
        for number, (text, order) in enumerate(given, 1)
    ]
    return Reading(judge_list(tuple(lines), context), kind=context.kind)


def _judged_again(
    line: LineReading, order: Order, given: Sequence[Order], context: Context
) -> LineReading:
    facts = PositionFacts(context.board, context.state)
    # What a promise of points hangs on is told only by the winter itself (Irish 15).
    promise = all(isinstance(candidate, Give) for candidate in possible(order))
    counting = (order,) if promise else tuple(branches(order, facts))
    if isinstance(order, Conditional) and not promise and is_left_to_us(check(order, context)):
        parts = tuple(
            _kept(judge(replace(line, orders=(candidate,)), context), candidate, given, context)
            for candidate in counting
        )
        # A build that cannot be costs only itself, whatever stands beside it in its branch.
        return settled(order, judge_list(parts, context) or (line,), facts)
    return _kept(judge(replace(line, orders=counting), context), order, given, context)


def _kept(
    line: LineReading, order: Order, given: Sequence[Order], context: Context
) -> LineReading:
    """Return the line with what counts of an order sent ahead, and what is asked about it.

    A build or removal of which a split made two means the lowest-numbered half until its sender
    says more (Irish 9). For one in a province that is no more, others are offered.
    """
    split = bool(names_gone(order, context.board))
    if line.verdict is Verdict.ACCEPTED:
        return (
            line
            if split and not isinstance(order, Conditional)
            else replace(line, orders=(order,))
        )
    if split and line.choices and line.problem is not None and isinstance(order, Build | Disband):
        problem = place_words.first_counts(line.problem)
        return replace(line, orders=line.choices[0], problem=problem)
    if not line.choices and is_shut(context.board, order):
        return replace(line, orders=(), choices=others(order, given, context))
    return replace(line, orders=())


def judge_list(lines: tuple[LineReading, ...], context: Context) -> tuple[LineReading, ...]:
    """Refuse what only the rest of the mail could have made possible and does not.

    A build in a home that a removal of the same mail vacates is possible, for one. A removal that
    nothing in the mail makes due is remarked on. What stands in a list that the mail adds to counts
    like the mail.
    """
    orders = [order for line in lines for order in line.orders]
    if context.kind is not PhaseKind.ADJUSTMENT or not orders:
        return lines
    stood = standing_beside(lines, context)
    checks = context.ruleset.check(context.state, SeatId(context.power), [*stood, *orders])
    left = list(checks[len(stood) :])
    return tuple(_in_the_list(line, [left.pop(0) for _ in line.orders], context) for line in lines)


def standing_beside(lines: Sequence[LineReading], context: Context) -> tuple[Order, ...]:
    """Return what stands of the lists that lines add to, but for what they order once more."""
    given = {order for line in lines for order in line.orders}
    added = Reading(tuple(lines), kind=context.kind).added(ahead=False)
    return tuple(
        order
        for order in context.standing
        if order not in given and replaces(order, context.kind)[0] in added
    )


def _in_the_list(line: LineReading, checks: list[SeasonCheck], context: Context) -> LineReading:
    for order, judged in zip(line.orders, checks, strict=True):
        if judged.refused is None or isinstance(order, Conditional):
            continue  # of two conditional orders that exclude each other one counts
        if judged.refused.why in _OF_THE_LIST:
            problem = refusal(context, order, judged.refused)
            return _refused(line, Verdict.IMPOSSIBLE, problem)
        if judged.refused.why is Why.NO_REMOVAL_DUE and check(order, context) is not None:
            remark = refusal(context, order, judged.refused).message
            line = replace(line, remarks=(*line.remarks, remark))
    return line


def _refused(line: LineReading, verdict: Verdict, problem: Problem) -> LineReading:
    return replace(line, verdict=verdict, orders=(), problem=problem)


def check(order: Order, context: Context) -> Reason | None:
    """Return why the rules refuse one order by itself; None if they do not.

    A condition that they do not carry out waits until its phase opens, if that is still to come:
    whatever it leads to must be possible.
    """
    reason = asked_of_rules(order, context)
    if isinstance(order, Conditional) and context.is_to_come and is_left_to_us(reason):
        faults = (check(candidate, context) for candidate in possible(order))
        return next((fault for fault in faults if fault is not None), None)
    return reason


def asked_of_rules(order: Order, context: Context) -> Reason | None:
    """Return why the rules refuse one order by itself, conditional or not."""
    judge_one = context.ruleset.check if context.ahead is None else context.ruleset.check_ahead
    return judge_one(context.state, SeatId(context.power), [order])[0].refused


def carried_out(order: Order, context: Context) -> Order:
    """Return an order with the coasts filled in that leave no choice (DATC 6.B.2, 6.B.10)."""
    if not isinstance(order, UnitOrder):
        return order
    unit = context.state.unit_in(order.unit.at.province)
    if isinstance(order, Retreat):
        return _retreating(order, context)
    if unit is None or unit.kind is not order.unit.kind or context.kind is PhaseKind.RETREAT:
        return order  # who must retreat is not who stands there now
    return normalise(context.board, unit, order)


def _retreating(order: Retreat, context: Context) -> Retreat:
    options = [
        at
        for dislodged in context.state.dislodged
        if dislodged.unit.at.province == order.unit.at.province
        for at in dislodged.retreats
        if at.province == order.to.province
    ]
    if order.to.coast is None and len(options) == 1 and order.unit.kind is UnitKind.FLEET:
        return replace(order, to=Location(options[0].province, options[0].coast))
    return order


def decides_moves(order: Conditional, kind: PhaseKind) -> bool:
    """Tell whether a condition would decide an order of the movement that is being ordered."""
    return kind is PhaseKind.MOVEMENT and any(
        isinstance(candidate, _MOVES) for candidate in possible(order)
    )


def _is_detour(order: Order, reason: Reason, context: Context) -> bool:
    """A convoy by a fleet that the army could do without is no slip of the pen; it may stand."""
    if not isinstance(order, Convoy) or reason.why is not Why.NO_WAY_BY_SEA:
        return False
    reach = reach_of(context.board)
    places = (order.target.at.province, order.to.province, order.unit.at.province)
    start, goal, sea = (reach.number[place] for place in places)
    waters = _waters_of(reach, sea)
    return bool(reach.shores[start] & waters and reach.shores[goal] & waters)


def _waters_of(reach: Reach, sea: int) -> int:
    """Return the seas that are joined with one, itself included, as a mask."""
    waters = fresh = 1 << sea
    while fresh:
        beside = 0
        for each in bits(fresh):
            beside |= reach.shores[each] & reach.seas
        fresh = beside & ~waters
        waters |= fresh
    return waters


def _may_be_kept(order: Order, reason: Reason, context: Context) -> bool:
    if not context.keep_impossible or context.kind is not PhaseKind.MOVEMENT:
        return False
    return isinstance(order, UnitOrder) and reason.why not in _NEVER_KEPT
