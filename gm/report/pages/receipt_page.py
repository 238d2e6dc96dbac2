"""The receipt of an order mail, ready for its templates."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial

from gm.report.explaining.explain_season import unbridged
from gm.report.facts.foresight import Foresight, foresight, order_notes
from gm.report.facts.slots import consequence, slot_words
from gm.report.facts.standing import standing_of
from gm.report.facts.unrest import own_anarchy
from gm.report.pages.frame import Frame, frame_of
from gm.report.pages.later_page import LaterSection, later_section, retreat_section
from gm.report.pages.points_page import keeps_points
from gm.report.reply_views import Deed, ReadLine, ReceiptView, StatusView
from gm.report.views import Later
from gm.report.wording.money import budget_lines, has_points
from gm.report.wording.order_lines import OrderLine, foreign_owners, order_line
from gm.report.wording.phrases import (
    counted,
    first_upper,
    full_stop,
    how_lists_change,
    listed,
    phase_words,
)
from gm.report.wording.promise_notes import gift_lines, promise_notes
from gm.report.wording.text import quiet
from gm.report.wording.words import in_words
from gm.rules.board import army_moves
from gm.rules.orders import Move, Order, replaces
from gm.rules.phases import PhaseKind
from gm.rules.units import UnitKind, UnitRef
from gm.variants.rulebook import in_force

_IMPOSSIBLE = "Kept as written, but impossible: the unit will hold."
_VOID = "Kept as written, but impossible: nothing will come of it."

_OPPOSED_SWAP = "opposed-swap"
_NO_VIA = (
    "VIA counts for nothing here: by the rules of 1971 an army that can walk walks, unless a unit "
    "there moves the other way and fleets carry it."
)

_LISTS = {
    "build": "builds",
    "removal": "removals",
    "payment": "payments",
    "receipt": "receipts of points",
    "gift": "gifts and promises",
    "choice": "choices",
    "conditional": "conditional orders",
}


@dataclass(frozen=True, slots=True)
class Problem:
    """A line that was not taken: as written, why, and the names it may have meant.

    Args:
        choices: readings of it with their numbers; the reader answers with one.
    """

    text: str
    message: str
    candidates: str
    choices: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class ReceiptPage:
    """All a receipt says.

    Args:
        headline: whether the orders are complete; alert: that lines were not taken, or "".
        void: orders that would do nothing; surplus: builds or removals beyond what is due;
            unmatched: payments without their other half so far.
        news: what this mail changed, in one sentence.
        orders: every order that stands.
        gone: earlier orders that nothing in particular took the place of, in words.
        lists: that lists replace lists, where the mail held any, or "".
        questions: what is asked while an order stands for it; problems: lines that were not taken.
        lacking: what has no order; fate: what happens to it then.
        budget: points to spend, in a winter that has them; ahead: how it would end.
        until: how long orders can be changed.
        retreats: those that were sent with the moves.
        later: what stands for a later phase, where such orders are taken; sent_ahead: this is
            about orders that were sent before their phase opened.
        deeds: what the mail did beside ordering.
        checked: nothing was recorded: it says what the mail would do.
        lawless: which of the units are in anarchy, and that nothing is asked of them; or "".
        notes: remarks on doubtful words, on what was left out, on who saw the mail.
    """

    frame: Frame
    number: int
    code: str
    headline: str
    complete: bool
    void: int
    surplus: int
    unmatched: int
    alert: str
    news: str
    orders: tuple[OrderLine, ...]
    gone: tuple[str, ...]
    lists: str
    lacking: tuple[str, ...]
    fate: str
    questions: tuple[Problem, ...]
    problems: tuple[Problem, ...]
    remarks: tuple[str, ...]
    notes: tuple[str, ...]
    budget: tuple[str, ...]
    ahead: Foresight | None
    example: str
    until: str
    later: LaterSection | None
    retreats: LaterSection | None
    sent_ahead: bool
    lawless: str
    deeds: tuple[DeedLine, ...]
    checked: bool


@dataclass(frozen=True, slots=True)
class DeedLine:
    """A line that did something, and the sentences that say what."""

    text: str
    told: tuple[str, ...]


def receipt_page(view: ReceiptView) -> ReceiptPage:
    """Return all a receipt says."""
    state, game, power = view.state, view.game, view.power
    kind = state.phase.kind
    standing = standing_of(view)
    slots = standing.slots
    notes = _notes_of(view)
    return ReceiptPage(
        frame=frame_of(game, state.phase, power, view.due, view.zone, view.now),
        number=view.number,
        code=view.code,
        headline=standing.headline,
        complete=standing.complete,
        void=standing.void,
        surplus=standing.surplus,
        unmatched=standing.unmatched,
        alert=_alert(view),
        news=_news(view),
        orders=tuple(map(partial(_line, view), view.orders, notes)),
        gone=tuple(_words(view, old) for old, new in view.dropped if new is None),
        lists=_lists(view),
        lacking=slot_words(slots, state, game.board),
        fate=consequence(kind, slots) if slots else "",
        questions=problems(one for one in view.problems if one.stands),
        problems=problems(one for one in view.problems if not one.stands),
        remarks=tuple(full_stop(first_upper(quiet(one))) for one in view.remarks),
        notes=_notes(view),
        budget=(
            *budget_lines(game.board, state, power),
            *gift_lines(state, power, view.orders),
        ),
        lawless=own_anarchy(game.board, state, power) if kind is PhaseKind.MOVEMENT else "",
        ahead=foresight(view.outlook, game.board) if view.outlook is not None else None,
        example=_example(view),
        until=_until(view),
        later=later_section(view),
        retreats=retreat_section(view),
        sent_ahead=view.sent_ahead,
        deeds=deed_lines(view.deeds),
        checked=view.checked,
    )


def _until(view: ReceiptView) -> str:
    if view.due.held:
        return "the GM resolves the phase"
    if view.due.so_far is not None and view.due.so_far.resolved_at is not None:
        return "the moment named above"
    return "the end of the grace" if view.due.in_grace(view.now) else "the deadline"


def deed_lines(deeds: Iterable[Deed]) -> tuple[DeedLine, ...]:
    """Return what the lines of a mail did, cleaned: players' words stand in it."""
    return tuple(
        DeedLine(quiet(one.text)[:300], tuple(full_stop(quiet(told)) for told in one.told))
        for one in deeds
    )


def problems(lines: Iterable[ReadLine]) -> tuple[Problem, ...]:
    """Return lines that were not taken, cleaned: a stranger wrote them."""
    return tuple(_problem(line) for line in lines)


def _problem(line: ReadLine) -> Problem:
    message = full_stop(quiet(line.message)) if line.message else ""
    # A message that asks already need not ask twice.
    asks = "did you mean" in message.casefold()
    candidates = () if asks else tuple(quiet(one) for one in line.candidates)
    choices = tuple((number, quiet(words)) for number, words in line.choices)
    return Problem(quiet(line.text)[:300], message, listed(candidates, "or"), choices)


def standing_lines(view: StatusView) -> tuple[OrderLine, ...]:
    """Return the orders that stand, without marks."""
    board, state, power = view.game.board, view.state, view.power
    notes = _notes_of(view)
    return tuple(
        order_line(
            order,
            board,
            state,
            power,
            (*_needless_via(view, order), *told),
            warning=_by_sea(view, order),
        )
        for order, told in zip(view.orders, notes, strict=True)
    )


def _notes_of(view: ReceiptView | StatusView) -> tuple[tuple[str, ...], ...]:
    """Return for each order what it comes to, whether it is matched, what a promise means."""
    board, kind = view.game.board, view.state.phase.kind
    known = order_notes(view.orders, view.outlook, view.matching, board)
    return tuple(
        (*notes, *promise_notes(order, board, kind))
        for order, notes in zip(view.orders, known, strict=True)
    )


def _alert(view: ReceiptView) -> str:
    asked = sum(one.stands for one in view.problems)
    count = len(view.problems) - asked
    question = f"{counted(asked, 'question')} to you: please answer below." if asked else ""
    if not count:
        return f"{view.late} {question}".strip()
    if view.sent_ahead:
        told = f"{counted(count, 'order')} you sent ahead cannot be carried out: see below."
        return f"{question} {told}".strip()
    verb = "was" if count == 1 else "were"
    told = f"{counted(count, 'line')} of your mail {verb} not taken: see below."
    return f"{view.late} {told}".strip()


def _news(view: ReceiptView) -> str:
    if view.sent_ahead:
        name = phase_words(view.state.phase)
        return f"{name} has opened, with the orders you sent ahead. You can still change them."
    kept = view.later or Later(view.state.phase)
    going = view.retreats or Later(view.state.phase)
    given = (*view.changed, *kept.changed, *going.changed)
    dropped = (*view.dropped, *kept.dropped, *going.dropped)
    if not given and not dropped:
        stood = view.orders or kept.orders or going.orders
        return "Your mail changed nothing: these orders stood already." if stood else ""
    replaced = {new for _, new in dropped if new is not None}
    changed = sum(order in replaced for order in given)
    fresh = len(given) - changed
    gone = sum(new is None for _, new in dropped)
    parts = [
        f"{number} {word}"
        for number, word in ((fresh, "new"), (changed, "changed"), (gone, "withdrawn"))
        if number
    ]
    return f"This mail: {listed(parts)}."


def _line(view: ReceiptView, order: Order, notes: tuple[str, ...]) -> OrderLine:
    was = [_words(view, old) for old, new in view.dropped if new == order]
    mark = "" if order not in view.changed else ("changed" if was else "new")
    impossible = order in view.kept_impossible
    return order_line(
        order,
        view.game.board,
        view.state,
        view.power,
        (*_needless_via(view, order), *notes),
        mark=mark,
        was=was[-1] if mark and was else "",
        warning=_impossible(view) if impossible else _by_sea(view, order),
    )


def _impossible(view: ReceiptView) -> str:
    return _IMPOSSIBLE if view.state.phase.kind is PhaseKind.MOVEMENT else _VOID


def _needless_via(view: ReceiptView | StatusView, order: Order) -> tuple[str, ...]:
    """Return that an army which can walk walks, where the rulebook heeds no wish for a convoy."""
    match order:
        case Move(UnitRef(UnitKind.ARMY, at), to, via_convoy=True):
            walks = to.province in army_moves(view.game.board, at.province)
        case _:
            return ()
    heeded = in_force(view.game.settings()).get("adjacent_convoys") != _OPPOSED_SWAP
    return (_NO_VIA,) if walks and not heeded else ()


def _by_sea(view: ReceiptView | StatusView, order: Order) -> str:
    """Return a word on an army's move that only a convoy can carry and that does not ask for one."""
    match order:
        case Move(UnitRef(UnitKind.ARMY, at), to, via_convoy=False):
            board = view.game.board
        case _:
            return ""
    if to.province in army_moves(board, at.province):
        return ""
    if unbridged(board, at.province, to.province):
        return "No bridge crosses the river there: it needs a convoy, or it holds."
    return "It cannot walk there: it needs a convoy, or it holds."


def _words(view: ReceiptView, order: Order) -> str:
    retreat = view.state.phase.kind is PhaseKind.RETREAT
    owners = foreign_owners(view.state, view.power)
    return in_words(order, view.game.board, owners=owners, retreat=retreat)


def _lists(view: ReceiptView) -> str:
    kind = view.state.phase.kind
    touched = [*view.changed, *(old for old, _ in view.dropped)]
    names = dict.fromkeys(replaces(order, kind)[0] for order in touched)
    found = [_LISTS[name] for name in names if name in _LISTS and kind is not PhaseKind.SETUP]
    if not found:
        return ""
    what = listed(found)
    return (
        f"Your {what} count as {'a list' if len(found) == 1 else 'lists'}: whatever you send of "
        "that kind replaces all you sent of it before."
    )


def _notes(view: ReceiptView) -> tuple[str, ...]:
    notes = [full_stop(quiet(one)) for one in view.ignored]
    if view.seen_by_others:
        notes.append(
            "Your mail was addressed to other players as well, so they may have seen these "
            "orders and your own reply address. You can still change your orders, and ask the game "
            "master for another reply address."
        )
    if view.via_list:
        notes.append(
            "Your orders came over a mailing list, where others may have read them. This receipt "
            "goes to you alone."
        )
    return tuple(notes)


def _example(view: ReceiptView) -> str:
    """Return the sentence on how to take orders back or change them in this phase."""
    match view.state.phase.kind:
        case PhaseKind.ADJUSTMENT:
            board = view.game.board
            return how_lists_change(payments=has_points(board), gifts=keeps_points(board))
        case PhaseKind.SETUP:
            return "To choose another piece, reply with it."
        case PhaseKind.MOVEMENT | PhaseKind.RETREAT:
            return (
                "To change an order, reply with the new line. Only the units you name are "
                "changed; all other orders stay."
            )
