"""What a receipt says of a mail as a whole, and of how orders are changed."""

from __future__ import annotations

from gm.games.diplomacy.pages.points_page import keeps_points
from gm.games.diplomacy.pages.views import Later, ReceiptView
from gm.games.diplomacy.pages.wording.money import has_points
from gm.games.diplomacy.pages.wording.phrases import how_lists_change, phase_words
from gm.games.diplomacy.rules.orders import replaces
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.languages import gettext, listed, ngettext, pgettext, pgettext_noop
from gm.report.pages.questions_page import awaited_before
from gm.report.wording.sentence_parts import full_stop
from gm.report.wording.text import quiet

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
        told = ngettext(
            "{n} order you sent ahead cannot be carried out: see below.",
            "{n} orders you sent ahead cannot be carried out: see below.",
            count,
            n=count,
        )
        return f"{question} {told}".strip()
    late = f"{view.late} {_awaited(awaited)}" if awaited else view.late
    told = ngettext(
        "{n} line of your mail was not taken: see below.",
        "{n} lines of your mail were not taken: see below.",
        count,
        n=count,
    )
    return f"{late} {told}".strip()


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
    found = [
        pgettext("your list of", _LISTS[name])
        for name in names
        if name in _LISTS and kind is not PhaseKind.SETUP
    ]
    if not found:
        return ""
    # Translators: {kinds} is "builds", or several as "builds and payments".
    return ngettext(
        "Your {kinds} count as a list: whatever you send of that kind replaces all you sent of it "
        "before.",
        "Your {kinds} count as lists: whatever you send of that kind replaces all you sent of it "
        "before.",
        len(found),
        kinds=listed(found),
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
