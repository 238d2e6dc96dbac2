"""The receipt of an order mail, ready for its templates."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from gm.contract.orders import Order
from gm.games.diplomacy.pages.facts.foresight import (
    Foresight,
    LaterSection,
    foresight,
    later_section,
    new_mark,
    order_notes,
    retreat_section,
)
from gm.games.diplomacy.pages.facts.standing import consequence, slot_words, standing_of
from gm.games.diplomacy.pages.facts.unrest import own_anarchy
from gm.games.diplomacy.pages.points_page import keeps_points
from gm.games.diplomacy.pages.supply_points import budget_lines, has_points
from gm.games.diplomacy.pages.views import Later, ReceiptView, StatusView
from gm.games.diplomacy.rules.board import army_moves
from gm.games.diplomacy.rules.orders import Move, replaces
from gm.games.diplomacy.rules.phases import PhaseKind, stage_of
from gm.games.diplomacy.rules.units import UnitKind, UnitRef
from gm.games.diplomacy.variants.rulebook import in_force
from gm.games.diplomacy.wording.explain_season import unbridged
from gm.games.diplomacy.wording.order_lines import OrderLine, foreign_owners, order_line
from gm.games.diplomacy.wording.phrases import how_lists_change, phase_words
from gm.games.diplomacy.wording.promise_notes import gift_lines, promise_notes
from gm.games.diplomacy.wording.words import in_words
from gm.languages import gettext, gettext_noop, listed, ngettext, pgettext, pgettext_noop, quoted
from gm.report.pages.answer_page import (
    DeedLine,
    ProblemShown,
    UnreadLines,
    deed_lines,
    problems,
    unread_section,
)
from gm.report.pages.frame import Frame, frame_of
from gm.report.pages.questions_page import awaited_before, waiting_questions
from gm.report.wording.sentence_parts import first_upper, full_stop
from gm.report.wording.text import quiet

# What a receipt says of a mail as a whole, and of how orders are changed.

_LISTS = {
    "build": pgettext_noop("your list of", "builds"),
    "removal": pgettext_noop("your list of", "removals"),
    "payment": pgettext_noop("your list of", "payments"),
    "receipt": pgettext_noop("your list of", "receipts of points"),
    "gift": pgettext_noop("your list of", "gifts and promises"),
    "choice": pgettext_noop("your list of", "choices"),
    "conditional": pgettext_noop("your list of", "conditional orders"),
}


def until_words(view: ReceiptView) -> str:
    """Return how long orders can be changed, as a sentence."""
    if view.due.held:
        return gettext(
            "You can do so until the GM resolves the phase; what counts is when your mail reaches "
            "the server."
        )
    if view.due.so_far is not None and view.due.so_far.resolved_at is not None:
        return gettext(
            "You can do so until the moment named above; what counts is when your mail reaches the "
            "server."
        )
    if view.due.in_grace(view.now):
        return gettext(
            "You can do so until the end of the grace; what counts is when your mail reaches the "
            "server."
        )
    return gettext(
        "You can do so until the deadline; what counts is when your mail reaches the server."
    )


def alert_words(view: ReceiptView) -> str:
    """Return that lines were not taken, or wait for an answer, earlier ones too; "" where all is well."""
    earlier = awaited_before(len(view.awaiting))
    return f"{_alert_of_mail(view)} {earlier}".strip()


def _alert_of_mail(view: ReceiptView) -> str:
    asked = sum(line.stands for line in view.problems)
    awaited = sum(line.awaited for line in view.problems)
    count = len(view.problems) - asked - awaited
    question = _questions(asked) if asked else ""
    if awaited:
        question = f"{_awaited(awaited)} {question}".strip()
    if not count:
        return f"{view.late} {question}".strip()
    if view.sent_ahead:
        refusals = ngettext(
            "{n} order you sent ahead cannot be carried out: see below.",
            "{n} orders you sent ahead cannot be carried out: see below.",
            count,
            n=count,
        )
        return f"{question} {refusals}".strip()
    late = f"{view.late} {_awaited(awaited)}" if awaited else view.late
    refusals = ngettext(
        "{n} line of your mail was not taken: see below.",
        "{n} lines of your mail were not taken: see below.",
        count,
        n=count,
    )
    return f"{late} {refusals}".strip()


def _awaited(questions: int) -> str:
    return ngettext(
        "Part of your mail is NOT recorded: it waits for your answer below.",
        "Part of your mail is NOT recorded: it waits for your {n} answers below.",
        questions,
        n=questions,
    )


def _questions(asked: int) -> str:
    return ngettext(
        "{n} question to you: please answer below.",
        "{n} questions to you: please answer below.",
        asked,
        n=asked,
    )


def news_words(view: ReceiptView) -> str:
    """Return what this mail changed, as a sentence."""
    if view.sent_ahead:
        return gettext(
            "{phase} has opened, with the orders you sent ahead. You can still change them.",
            phase=phase_words(view.state.phase),
        )
    kept = view.later or Later(view.state.phase)
    going = view.retreats or Later(view.state.phase)
    given = (*view.changed, *kept.changed, *going.changed)
    dropped = (*view.dropped, *kept.dropped, *going.dropped)
    if not given and not dropped:
        stood = view.orders or kept.orders or going.orders
        if not stood:
            return ""
        return gettext("Your mail changed nothing: these orders stood already.")
    replaced = {new for _, new in dropped if new is not None}
    changed = sum(order in replaced for order in given)
    fresh = len(given) - changed
    gone = sum(new is None for _, new in dropped)
    parts = [ngettext("{n} new", "{n} new", fresh, n=fresh)] if fresh else []
    if changed:
        parts.append(ngettext("{n} changed", "{n} changed", changed, n=changed))
    if gone:
        parts.append(ngettext("{n} withdrawn", "{n} withdrawn", gone, n=gone))
    # Translators: {orders} is "3 new and 1 changed".
    return gettext("This mail: {orders}.", orders=listed(parts))


def lists_words(view: ReceiptView) -> str:
    """Return that lists replace lists, where the mail held any; "" where it held none."""
    kind = view.state.phase.kind
    touched = [*view.changed, *(old for old, _ in view.dropped)]
    names = dict.fromkeys(replaces(order, kind)[0] for order in touched)
    kinds = [
        pgettext("your list of", _LISTS[name])
        for name in names
        if name in _LISTS and kind is not PhaseKind.SETUP
    ]
    if not kinds:
        return ""
    # Translators: {kinds} is "builds", or several as "builds and payments".
    return ngettext(
        "Your {kinds} count as a list: whatever you send of that kind replaces all you sent of it "
        "before.",
        "Your {kinds} count as lists: whatever you send of that kind replaces all you sent of it "
        "before.",
        len(kinds),
        kinds=listed(kinds),
    )


def elsewhere_words(view: ReceiptView) -> tuple[str, ...]:
    """Return how the reader's other powers stand of which the mail says nothing."""
    board = view.game.board
    return tuple(
        gettext(
            "You also play {power}, and this mail holds nothing for it: {state}",
            power=board.powers[power].name,
            state=headline,
        )
        for power, headline in view.elsewhere
    )


def shortened_words(view: ReceiptView) -> str:
    """Return that earlier orders stand no more because a list left them out; "" where none did."""
    if not view.shortened:
        return ""
    return ngettext(
        "{n} earlier order is not in your new list, so it no longer stands: see below.",
        "{n} earlier orders are not in your new list, so they no longer stand: see below.",
        view.shortened,
        n=view.shortened,
    )


def notes_words(view: ReceiptView) -> tuple[str, ...]:
    """Return remarks on what was left out of the mail, and on who may have seen it."""
    notes = [full_stop(quiet(text)) for text in view.ignored]
    if view.seen_by_others:
        notes.append(
            gettext(
                "Your mail was addressed to other players as well, so they may have seen these "
                "orders and your own reply address. You can still change your orders, and ask the "
                "game master for another reply address."
            )
        )
    if view.via_list:
        notes.append(
            gettext(
                "Your orders came over a mailing list, where others may have read them. This "
                "receipt goes to you alone."
            )
        )
    return tuple(notes)


def example_words(view: ReceiptView) -> str:
    """Return the sentence on how to take orders back or change them in this phase."""
    match view.state.phase.kind:
        case PhaseKind.ADJUSTMENT:
            board = view.game.board
            return how_lists_change(payments=has_points(board), gifts=keeps_points(board))
        case PhaseKind.SETUP:
            return gettext("To choose another piece, reply with it.")
        case PhaseKind.MOVEMENT | PhaseKind.RETREAT:
            return gettext(
                "To change an order, reply with the new line. Only the units you name are "
                "changed; all other orders stay."
            )


_IMPOSSIBLE = gettext_noop("Kept as written, but impossible: the unit will hold.")
_VOID = gettext_noop("Kept as written, but impossible: nothing will come of it.")

_OPPOSED_SWAP = "opposed-swap"
_NO_VIA = gettext_noop(
    "VIA counts for nothing here: by the rules of 1971 an army that can walk walks, unless a unit "
    "there moves the other way and fleets carry it."
)


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
        until: how long orders can be changed, in a sentence.
        retreats: those that were sent with the moves.
        later: what stands for a later phase, where such orders are taken; sent_ahead: this is
            about orders that were sent before their phase opened.
        deeds: what the mail did beside ordering.
        checked: nothing was recorded: it says what the mail would do.
        lawless: which of the units are in anarchy, and that nothing is asked of them; or "".
        notes: remarks on doubtful words, on what was left out, on who saw the mail.
        unread: the lines of the mail that were read as nothing.
        elsewhere: how the reader's other powers stand, where something lacks there.
        shortened: that earlier orders stand no more because a list left them out, or "".
        awaiting: questions about earlier mails that wait for an answer.
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
    questions: tuple[ProblemShown, ...]
    problems: tuple[ProblemShown, ...]
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
    unread: UnreadLines | None
    elsewhere: tuple[str, ...]
    shortened: str
    awaiting: tuple[ProblemShown, ...]


def receipt_page(view: ReceiptView) -> ReceiptPage:
    """Return all a receipt says."""
    state, game, power = view.state, view.game, view.power
    kind = state.phase.kind
    standing = standing_of(view)
    slots = standing.slots
    notes = _notes_of(view)
    return ReceiptPage(
        frame=frame_of(game, stage_of(state.phase), power, view.due, view.zone, view.now),
        number=view.number,
        code=view.code,
        headline=standing.headline,
        complete=standing.complete,
        void=standing.void,
        surplus=standing.surplus,
        unmatched=standing.unmatched,
        alert=alert_words(view),
        news=news_words(view),
        orders=tuple(map(partial(_line, view), view.orders, notes)),
        gone=tuple(_words(view, old) for old, new in view.dropped if new is None),
        lists=lists_words(view),
        lacking=slot_words(slots, state, game.board),
        fate=consequence(kind, slots) if slots else "",
        questions=problems(line for line in view.problems if line.stands),
        problems=problems(line for line in view.problems if not line.stands),
        remarks=(
            *(full_stop(first_upper(quiet(remark))) for remark in view.remarks),
            *(_replaced(view, *pair) for pair in view.replaced),
        ),
        notes=notes_words(view),
        budget=(
            *budget_lines(game.board, state, power),
            *gift_lines(state, power, view.orders),
        ),
        lawless=own_anarchy(game.board, state, power) if kind is PhaseKind.MOVEMENT else "",
        ahead=foresight(view.outlook, game.board) if view.outlook is not None else None,
        example=example_words(view),
        until=until_words(view),
        later=later_section(view),
        retreats=retreat_section(view),
        sent_ahead=view.sent_ahead,
        deeds=deed_lines(view.deeds),
        checked=view.checked,
        unread=unread_section(view.unread),
        elsewhere=elsewhere_words(view),
        shortened=shortened_words(view),
        awaiting=waiting_questions(view.awaiting, view.zone),
    )


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
            (*_needless_via(view, order), *remarks),
            warning=_by_sea(view, order),
        )
        for order, remarks in zip(view.orders, notes, strict=True)
    )


def _notes_of(view: ReceiptView | StatusView) -> tuple[tuple[str, ...], ...]:
    """Return for each order what it comes to, whether it is matched, what a promise means."""
    board, kind = view.game.board, view.state.phase.kind
    known = order_notes(view.orders, view.outlook, view.matching, board)
    return tuple(
        (*notes, *promise_notes(order, board, kind))
        for order, notes in zip(view.orders, known, strict=True)
    )


def _line(view: ReceiptView, order: Order, notes: tuple[str, ...]) -> OrderLine:
    was = [_words(view, old) for old, new in view.dropped if new == order]
    mark = new_mark(order in view.changed)
    if mark and was:
        mark = pgettext("mark of an order", "changed")
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


def _replaced(view: ReceiptView, old: Order, new: Order) -> str:
    """Return that a line of the mail counts no more, since a later one of it orders the same unit."""
    return gettext(
        "{old} does not count: {new} stands further down in your mail, and of several orders to one "
        "unit the last counts.",
        old=quoted(_words(view, old)),
        new=quoted(_words(view, new)),
    )


def _impossible(view: ReceiptView) -> str:
    return gettext(_IMPOSSIBLE if view.state.phase.kind is PhaseKind.MOVEMENT else _VOID)


def _needless_via(view: ReceiptView | StatusView, order: Order) -> tuple[str, ...]:
    """Return that an army which can walk walks, where the rulebook heeds no wish for a convoy."""
    match order:
        case Move(UnitRef(UnitKind.ARMY, at), to, via_convoy=True):
            walks = to.province in army_moves(view.game.board, at.province)
        case _:
            return ()
    heeded = in_force(view.game.settings()).get("adjacent_convoys") != _OPPOSED_SWAP
    return (gettext(_NO_VIA),) if walks and not heeded else ()


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
        return gettext("No bridge crosses the river there: it needs a convoy, or it holds.")
    return gettext("It cannot walk there: it needs a convoy, or it holds.")


def _words(view: ReceiptView, order: Order) -> str:
    retreat = view.state.phase.kind is PhaseKind.RETREAT
    owners = foreign_owners(view.state, view.power)
    return in_words(order, view.game.board, owners=owners, retreat=retreat)
