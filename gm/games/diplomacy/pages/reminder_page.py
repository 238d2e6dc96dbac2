"""The reminder before a deadline, ready for its templates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from gm.contract.events import Event
from gm.contract.orders import Order
from gm.games.diplomacy.pages.facts.duties import duties
from gm.games.diplomacy.pages.facts.foresight import LaterSection, later_section
from gm.games.diplomacy.pages.facts.standing import (
    BUILD,
    REMOVAL,
    consequence,
    headline,
    slot_words,
)
from gm.games.diplomacy.pages.facts.unrest import own_anarchy
from gm.games.diplomacy.pages.points_page import keeps_points
from gm.games.diplomacy.pages.reply_form import joint_form, rest_form
from gm.games.diplomacy.pages.status_page import missing, not_matched
from gm.games.diplomacy.pages.supply_points import has_points
from gm.games.diplomacy.pages.views import ReminderView
from gm.games.diplomacy.rules.events import UnitDisbanded
from gm.games.diplomacy.rules.orders import Pay, Receive
from gm.games.diplomacy.rules.phases import PhaseKind, stage_of
from gm.games.diplomacy.rules.winter.bridges import BridgeDemolished
from gm.games.diplomacy.wording.order_lines import OrderLine, order_line
from gm.games.diplomacy.wording.phrases import how_lists_change, phase_words
from gm.games.diplomacy.wording.words import bridge_words, in_words, power_words, unit_words
from gm.languages import gettext, listed, ngettext, number_word
from gm.report.pages.answer_page import ProblemShown
from gm.report.pages.frame import Frame, frame_of
from gm.report.pages.questions_page import awaited_before, awaited_words, waiting_questions, waits
from gm.report.wording.sentence_parts import first_upper


@dataclass(frozen=True, slots=True)
class ReminderPage:
    """All a reminder says.

    Args:
        headline: what is lacking, in a sentence; glance: the same for a subject line.
        duties: what a winter asks of a reader who has sent nothing.
        lawless: which units are in anarchy, so that no order is asked for them, or "".
        lacking: what else has no order; fate: what happens to it, where the headline does not say.
        losses: what the reader would lose by rule, as a sentence, or "".
        waited: that the phase waits for the reader, or "".
        doubted: that mail in the reader's name waits for his word, or "".
        votes: how the open votes stand for the reader.
        awaiting: questions that wait for an answer of the reader; alert: that there are some, or "".
        payments: payments and receipts without their other half, each with what it needs.
        orders: what stands of the reader's; later: for a winter that is resolved with this phase.
        form: lines to fill in; how: how to change what stands, where that is not by unit.
    """

    frame: Frame
    headline: str
    glance: str
    duties: tuple[str, ...]
    lawless: str
    lacking: tuple[str, ...]
    fate: str
    losses: str
    waited: str
    doubted: str
    votes: tuple[str, ...]
    awaiting: tuple[ProblemShown, ...]
    alert: str
    payments: tuple[str, ...]
    orders: tuple[OrderLine, ...]
    later: LaterSection | None
    form: tuple[str, ...]
    how: str


def reminder_page(view: ReminderView) -> ReminderPage:
    """Return all a reminder says to its reader."""
    game, state, power = view.game, view.state, view.power
    slots = view.due.open_slots.get(power, ())
    return ReminderPage(
        frame=frame_of(game, stage_of(state.phase), power, view.due, view.zone, view.now),
        headline=_headline(view, slots),
        glance=_glance(view, slots),
        duties=duties(game.board, state, view.due, power) if _needs_telling(view) else (),
        lawless=_lawless(view),
        lacking=() if _needs_telling(view) else slot_words(slots, state, game.board),
        fate=_fate(view, slots),
        losses=_losses(view),
        waited=_waited(view),
        doubted=waits(view.unconfirmed, view.zone),
        votes=view.votes,
        awaiting=waiting_questions(view.awaiting, view.zone),
        alert=awaited_before(len(view.awaiting)),
        payments=tuple(_payment(view, order) for order in view.unmatched),
        orders=tuple(order_line(candidate, game.board, state, power) for candidate in view.orders),
        later=later_section(view),
        form=rest_form(game.board, state, view.due, power, view.orders),
        how=_how(view),
    )


@dataclass(frozen=True, slots=True)
class RemindersPage:
    """What one mail says of all powers of a player that lack something.

    Args:
        frame: what stands around it; its reader are these powers.
        pages: what there is to say of each; form: lines to fill in, each power's under its name.
        doubted: that mail in the reader's name waits for his word, or "".
        votes: how the open votes stand for the reader.
    """

    frame: Frame
    pages: tuple[ReminderPage, ...]
    form: tuple[str, ...]
    doubted: str
    votes: tuple[str, ...]


def reminders_page(views: Sequence[ReminderView]) -> RemindersPage:
    """Return all that a reminder says to a player of several powers."""
    pages = tuple(reminder_page(view) for view in views)
    form = joint_form((page.frame.reader, page.form) for page in pages)
    frame = replace(pages[0].frame, reader=listed(page.frame.reader for page in pages))
    return RemindersPage(frame, pages, form, pages[0].doubted, pages[0].votes)


def _lawless(view: ReminderView) -> str:
    if view.state.phase.kind is not PhaseKind.MOVEMENT:
        return ""
    return own_anarchy(view.game.board, view.state, view.power)


def _is_silent_winter(view: ReminderView) -> bool:
    return _in_winter(view) and not view.orders


def _needs_telling(view: ReminderView) -> bool:
    """Tell whether what is asked takes more words than naming units."""
    return _is_silent_winter(view) or view.state.phase.kind is PhaseKind.SETUP


def _fate(view: ReminderView, slots: tuple[str, ...]) -> str:
    """Return what happens to what a winter lacks; of units the headline says it."""
    if not slots or not _in_winter(view):
        return ""
    if REMOVAL in slots and _is_silent_winter(view):
        return ""  # the duties end with it
    if REMOVAL in slots:
        return consequence(view.state.phase.kind, slots)
    return f"{consequence(view.state.phase.kind, slots)} {_content(view)}"


def _content(view: ReminderView) -> str:
    """Return what a power does that wants to build nothing, or nothing more."""
    if view.orders:
        return gettext("If you want no more, you need do nothing.")
    if view.waited_for:
        return gettext("If you want none, answer with the one word Waive.")
    return gettext("If you want none, you need do nothing.")


def _in_winter(view: ReminderView) -> bool:
    return view.state.phase.kind is PhaseKind.ADJUSTMENT


def _headline(view: ReminderView, slots: tuple[str, ...]) -> str:
    if _is_silent_winter(view):
        return gettext("No orders of yours have come in yet.")
    if slots or not view.unmatched:
        return headline(view.state, view.power, slots)
    number = len(view.unmatched)
    return ngettext(
        "{number} of your payments has no other half yet.",
        "{number} of your payments have no other half yet.",
        number,
        number=first_upper(number_word(number)),
    )


def _glance(view: ReminderView, slots: tuple[str, ...]) -> str:
    parts = [_missing(view, slots)] if slots or not view.orders else []
    if number := len(view.unmatched):
        parts.append(not_matched(number))
    if view.awaiting:
        parts.append(awaited_words(len(view.awaiting)))
    return listed(parts)


def _missing(view: ReminderView, slots: tuple[str, ...]) -> str:
    if not view.orders:
        return gettext("no orders yet")
    if removals := slots.count(REMOVAL):
        return ngettext("{n} removal missing", "{n} removals missing", removals, n=removals)
    if builds := slots.count(BUILD):
        return ngettext("room for {n} build", "room for {n} builds", builds, n=builds)
    return missing(len(slots))


def _losses(view: ReminderView) -> str:
    names = [_lost(view, event) for event in view.losses]
    if not names:
        return ""
    what = listed(names)
    if view.unmatched:
        return gettext(
            "As your orders stand, with no more payments matched than now, you would lose {what} by "
            "rule.",
            what=what,
        )
    return gettext("As your orders stand, you would lose {what} by rule.", what=what)


def _lost(view: ReminderView, event: Event) -> str:
    match event:
        case UnitDisbanded(unit):
            return unit_words(unit, view.game.board)
        case BridgeDemolished(bridge):
            bridge_at = bridge_words(bridge.between, view.game.board)
            # Translators: {bridge} is "bridge linking Cork and Kerry", one of several things lost.
            return gettext("the {bridge}", bridge=bridge_at)
        case _:
            raise TypeError(f"{type(event).__name__} takes nothing from a power")


def _waited(view: ReminderView) -> str:
    if not view.waited_for or view.orders:
        return ""
    return gettext(
        "{phase} waits for the orders of every power. If none come from you, it is not resolved at "
        "the deadline, and the GM decides whether to go on without you.",
        phase=phase_words(view.state.phase),
    )


def _payment(view: ReminderView, order: Pay | Receive) -> str:
    board = view.game.board
    other: Order
    match order:
        case Pay(amount, partner):
            other = Receive(amount, view.power)
        case Receive(amount, partner):
            other = Pay(amount, view.power)
    return gettext(
        '{order}: not matched yet. {power} has to order "{half}", or nothing is paid.',
        order=in_words(order, board),
        power=power_words(partner, board),
        half=in_words(other, board),
    )


def _how(view: ReminderView) -> str:
    if not _in_winter(view) or not view.orders:
        return ""
    board = view.game.board
    return how_lists_change(payments=has_points(board), gifts=keeps_points(board))
