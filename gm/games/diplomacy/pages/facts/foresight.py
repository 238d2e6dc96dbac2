"""How a power's winter would end by its orders as they stand (Republic 6, 8), for people.

It is told as if all payments matched and as if none did; where the two agree, once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from gm.contract.events import Event
from gm.contract.orders import Order
from gm.games.diplomacy.pages.facts.tables import Rows
from gm.games.diplomacy.pages.views import Later, ReceiptView, ReminderView, StatusView
from gm.games.diplomacy.rules.board import Board
from gm.games.diplomacy.rules.events import UnitBuilt, UnitDisbanded
from gm.games.diplomacy.rules.orders import Conditional, Pay, Receive
from gm.games.diplomacy.rules.outcomes import Outcome, Result
from gm.games.diplomacy.rules.winter.accounts import Account
from gm.games.diplomacy.rules.winter.bridges import BridgeBuilt, BridgeDemolished
from gm.games.diplomacy.rules.winter.outlook import Outlook, Preview, in_disorder
from gm.games.diplomacy.rules.winter.payments import Half
from gm.games.diplomacy.wording.order_lines import (
    OrderLine,
    foreign_owners,
    order_line,
    reason_sentence,
)
from gm.games.diplomacy.wording.phrases import phase_words
from gm.games.diplomacy.wording.promise_notes import promise_notes
from gm.games.diplomacy.wording.words import (
    bridge_words,
    in_words,
    inner_words,
    points_words,
    power_words,
    unit_words,
)
from gm.languages import gettext, gettext_noop, listed, pgettext
from gm.report.wording.sentence_parts import full_stop

_BUILT = (UnitBuilt, BridgeBuilt)


@dataclass(frozen=True, slots=True)
class Case:
    """What becomes of a power's units, bridges and orders in one case.

    Args:
        title: which case it is; "" where there is only one.
        lines: what is built, removed and void, in sentences.
    """

    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Foresight:
    """How a power's winter would end.

    Args:
        intro: what it is reckoned from.
        account: the account in each case as a table, its head first.
        cases: what follows from it.
    """

    intro: str
    account: Rows
    cases: tuple[Case, ...]


def foresight(outlook: Outlook, board: Board) -> Foresight:
    """Return how a power's winter would end, in one case or in both."""
    both = [outlook.matched, outlook.unmatched] if outlook.hangs_on_payments else [outlook.matched]
    account = _account([preview.account for preview in both])
    return Foresight(
        _intro(both[0]), account, _cases([_lines(preview, board) for preview in both])
    )


def _cases(cases: Sequence[tuple[str, ...]]) -> tuple[Case, ...]:
    if len(cases) == 1:
        return (Case("", cases[0]),)
    paid, unpaid = cases
    if paid == unpaid:
        return (Case(gettext("Either way:"), paid),)
    return (
        Case(gettext("If every payment is matched:"), paid),
        Case(gettext("If no payment is matched:"), unpaid),
    )


def _intro(case: Preview) -> str:
    judged = any(isinstance(outcome.order, Conditional) for outcome in case.outcomes)
    if judged:
        return gettext(
            "By your orders as they stand, their conditions judged by the board as it is. What the "
            "others order can still change it."
        )
    return gettext("By your orders as they stand. What the others order can still change it.")


def _account(accounts: Sequence[Account]) -> Rows:
    if len(accounts) > 1:
        head: tuple[str, ...] = (
            "",
            pgettext("heading", "all matched"),
            pgettext("heading", "none matched"),
        )
    else:
        head = ("", pgettext("heading", "points"))
    moved = [
        (pgettext("account", "Received"), [account.received for account in accounts]),
        (pgettext("account", "Given"), [-account.given for account in accounts]),
        (pgettext("account", "Budget"), [account.budget for account in accounts]),
    ]
    paid = any(account.received or account.given for account in accounts)
    rows = [
        (pgettext("account", "Income"), [account.income for account in accounts]),
        *(moved if paid else ()),
        (pgettext("account", "Units"), [-(account.unit_upkeep or 0) for account in accounts]),
        (pgettext("account", "Bridges"), [-(account.bridge_upkeep or 0) for account in accounts]),
        (pgettext("account", "Unused, forfeited"), [account.forfeited for account in accounts]),
    ]
    return (head, *((name, *map(str, row)) for name, row in rows))


def _lines(case: Preview, board: Board) -> tuple[str, ...]:
    """Return what is built, what goes and what is void."""
    ordered = [event for event in case.events if not in_disorder(event)]
    forced = [event for event in case.events if in_disorder(event)]
    lines: list[str] = []
    if built := _things((order for order in ordered if isinstance(order, _BUILT)), board):
        lines.append(gettext("Built: {things}.", things=built))
    if removed := _things(
        (
            unit_disbanded
            for unit_disbanded in ordered
            if isinstance(unit_disbanded, UnitDisbanded)
        ),
        board,
    ):
        lines.append(gettext("Removed: {things}.", things=removed))
    if down := _things(
        (
            bridge_demolished
            for bridge_demolished in ordered
            if isinstance(bridge_demolished, BridgeDemolished)
        ),
        board,
    ):
        lines.append(gettext("Taken down: {things}.", things=down))
    if lost := _things(forced, board):
        lines.append(gettext("Removed by rule, for want of points: {things}.", things=lost))
    lines += (
        _void(counting.outcome, board) for counting in case.plain if is_void(counting.outcome)
    )
    lines = lines or [gettext("Nothing is built and nothing removed.")]
    if case.account.left < 0:
        lines.append(
            gettext(
                "You would still be {points} short; that lapses, and no debt is carried.",
                points=points_words(-case.account.left),
            )
        )
    return tuple(lines)


def is_void(outcome: Outcome) -> bool:
    """Tell whether an order would do nothing; an unmatched payment is told elsewhere."""
    return outcome.result is Result.VOID


def _things(events: Iterable[Event], board: Board) -> str:
    """Return what was built or went, as a list."""
    things: list[str] = []
    for event in events:
        match event:
            case UnitBuilt(unit) | UnitDisbanded(unit):
                things.append(unit_words(unit, board))
            case BridgeBuilt(bridge) | BridgeDemolished(bridge):
                # Translators: {bridge} is "bridge linking Cork and Kerry", one of a list.
                things.append(gettext("the {bridge}", bridge=bridge_words(bridge.between, board)))
            case _:
                pass
    return listed(things)


def _void(outcome: Outcome, board: Board) -> str:
    why = reason_sentence(outcome.reason, board, outcome.order) if outcome.reason else ""
    void = gettext("Void: {order}.", order=inner_words(outcome.order, board))
    return f"{void} {why}".rstrip()


def order_notes(
    orders: Sequence[Order], outlook: Outlook | None, halves: Sequence[Half], board: Board
) -> tuple[tuple[str, ...], ...]:
    """Return for each order what a conditional one comes to, and whether payments match so far."""
    if outlook is None:
        return ((),) * len(orders)
    counting = outlook.unmatched.plain
    return tuple(
        (
            *_comes_to(
                order, [ticket.outcome.order for ticket in counting if ticket.entry == at], board
            ),
            *match_notes(at, halves, board),
        )
        for at, order in enumerate(orders)
    )


def _comes_to(order: Order, counting: Sequence[Order], board: Board) -> tuple[str, ...]:
    """Return what the conditions of an order leave of it (Republic 9e)."""
    if not isinstance(order, Conditional):
        return ()
    if not counting:
        return (gettext("It comes to nothing: the condition is not met."),)
    words = listed(inner_words(candidate, board) for candidate in counting)
    return (full_stop(gettext("It comes to this: {orders}", orders=words)),)


def match_notes(entry: int, halves: Sequence[Half], board: Board) -> tuple[str, ...]:
    """Return whether the payments of one entry of a list are matched so far."""
    return tuple(_so_far(half, halves, board) for half in halves if half.entry == entry)


def _so_far(half: Half, halves: Sequence[Half], board: Board) -> str:
    """Return whether the other half stands: the amount and the partner, and nothing else of his."""
    order = half.order
    other = power_words(order.to if isinstance(order, Pay) else order.sender, board)
    # One of two alike may be matched; then it is the second that is lacking.
    alike = any(stated.matched and _same(stated.order, order) for stated in halves)
    points = points_words(order.amount)
    match order:
        case Pay():
            return _payment_so_far(other, points, matched=half.matched, alike=alike)
        case Receive():
            return _receipt_so_far(other, points, matched=half.matched, alike=alike)


def _payment_so_far(other: str, points: str, *, matched: bool, alike: bool) -> str:
    if matched:
        return gettext("Matched so far: {power} has ordered the receipt.", power=other)
    if alike:
        return gettext(
            "Not matched yet: {power} has ordered no further receipt of {points} from you.",
            power=other,
            points=points,
        )
    return gettext(
        "Not matched yet: {power} has ordered no receipt of {points} from you.",
        power=other,
        points=points,
    )


def _receipt_so_far(other: str, points: str, *, matched: bool, alike: bool) -> str:
    if matched:
        return gettext("Matched so far: {power} has ordered the payment.", power=other)
    if alike:
        return gettext(
            "Not matched yet: {power} has ordered no further payment of {points} to you.",
            power=other,
            points=points,
        )
    return gettext(
        "Not matched yet: {power} has ordered no payment of {points} to you.",
        power=other,
        points=points,
    )


def _same(one: Pay | Receive, other: Pay | Receive) -> bool:
    """Tell whether two payments are alike but for their reasons."""
    return replace(one, reason="") == replace(other, reason="")


# The section of a receipt, or of an answer to STATUS, on orders sent ahead for a later phase.

View = ReceiptView | StatusView | ReminderView
"""What tells a power of its orders for a later phase."""


@dataclass(frozen=True, slots=True)
class LaterSection:
    """What stands for a later phase.

    Args:
        title: which phase, and that its orders are kept.
        orders: those that stand; gone: those taken out without another in their place, in words.
        news: what becomes of them, and when.
    """

    title: str
    orders: tuple[OrderLine, ...]
    gone: tuple[str, ...]
    news: str


def later_section(view: View) -> LaterSection | None:
    """Return the section; None where nothing was sent ahead and nothing need be."""
    later = view.later
    if later is None or not (later.orders or later.joint):
        return None
    name = phase_words(later.phase)
    return LaterSection(
        gettext("For {phase}, resolved with this autumn", phase=name)
        if later.joint
        else gettext("For {phase}, kept until then", phase=name),
        tuple(map(partial(_line, view, later), range(len(later.orders)), later.orders)),
        tuple(_words(view, old) for old, new in later.dropped if new is None),
        _joint_news(later, name) if later.joint else _news(name),
    )


def retreat_section(view: ReceiptView | StatusView) -> LaterSection | None:
    """Return the retreats that were sent with the moves; None where there are none."""
    later = view.retreats
    if later is None:
        return None
    board, state = view.game.board, view.state.but(phase=later.phase)
    return LaterSection(
        gettext("For {phase}, kept until then", phase=phase_words(later.phase)),
        tuple(
            order_line(order, board, state, view.power, mark=new_mark(order in later.changed))
            for order in later.orders
        ),
        tuple(
            in_words(old, board, owners=foreign_owners(view.state, view.power), retreat=True)
            for old, new in later.dropped
            if new is None
        ),
        gettext(_RETREATS),
    )


def new_mark(is_new: bool) -> str:
    """Return the mark of an order that a mail has brought, or ""."""
    return pgettext("mark of an order", "new") if is_new else ""


def _line(view: View, later: Later, at: int, order: Order) -> OrderLine:
    board, state = view.game.board, replace(view.state, phase=later.phase)
    mark = new_mark(order in later.changed)
    notes = (
        *match_notes(at, later.matching, board),
        *promise_notes(order, board, later.phase.kind),
    )
    return order_line(order, board, state, view.power, notes, mark=mark)


def _words(view: View, order: Order) -> str:
    return in_words(order, view.game.board, owners=foreign_owners(view.state, view.power))


_RETREATS = gettext_noop(
    "Of what you wrote for a unit the first counts that is open to it, should it be dislodged; else "
    "nothing of it does. A new list for a unit replaces the earlier one."
)


def _news(name: str) -> str:
    return gettext(
        "When {phase} opens, these orders enter it and are judged by the position the autumn has "
        "left. You will get a receipt for them then, and can still change them. Here too a list "
        "you send replaces your earlier list of that kind.",
        phase=name,
    )


def _joint_news(later: Later, name: str) -> str:
    if not later.orders:
        return gettext(
            "You have sent no orders for {phase}, which is resolved as soon as this autumn is over. "
            "As it stands nothing is built, and what your points do not keep is removed by rule.",
            phase=name,
        )
    return gettext(
        "{phase} is resolved as soon as this autumn is over, without a deadline of its own: these "
        "are the orders that will count. Here too a list you send replaces your earlier list of "
        "that kind.",
        phase=name,
    )
