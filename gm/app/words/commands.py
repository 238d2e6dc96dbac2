"""Answering what a mail asks: STATUS, HELP, MAP and the other pages, beside what it did.

A command stands on a line of its own. A mail has one answer, however much it asks and does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from gm.app.life_records import Word
from gm.app.orders.ahead import later_view, retreats_view
from gm.app.orders.sitting import Done, Sitting, game_of
from gm.app.orders.stands import seat_stand
from gm.app.seats.wishes import NEWCOMERS
from gm.app.table import Table, due_view
from gm.app.talk.ballots import open_votes, own_choice, proposal_words
from gm.app.talk.past_press import press_page
from gm.app.talk.vote_mails import votes_page
from gm.app.timing.early_processing import standing_marks
from gm.app.timing.orders_in import with_orders_in
from gm.app.timing.phases import with_next
from gm.app.words.answers import answer_asked
from gm.app.words.mail_acts import ACTS, AskedCommand
from gm.app.words.past_answers import reports_answer, rules_answer
from gm.app.words.trials import trials_of
from gm.contract.pages import OrdersHelp
from gm.contract.told import SeatStand, Unread
from gm.interpret.commands import near_words
from gm.languages import gettext, gettext_noop, listed, pgettext
from gm.report import mails
from gm.report.pages.answer_page import joined
from gm.report.pages.frame import tagged
from gm.report.views import DeedsView, MailText
from gm.report.wording.command_words import COMMAND_WORDS

_SAID = {
    Word.WAIT: gettext_noop(
        "You have said WAIT: the phase stays open until its deadline. NOWAIT takes it back."
    ),
    Word.FINAL: gettext_noop(
        "You have said FINAL: nothing more will come from you. NOFINAL takes it back."
    ),
}


def _own_notes(sitting: Sitting) -> tuple[str, ...]:
    """Return as sentences what stands of a power in the open phase beside its orders."""
    return (*_marks(sitting), *_votes(sitting))


def _marks(sitting: Sitting) -> Iterator[str]:
    for mark in standing_marks(sitting.transaction, sitting.table.phase.id):
        if mark.seat == sitting.power and mark.word in _SAID:
            yield gettext(_SAID[mark.word])


def _votes(sitting: Sitting) -> Iterator[str]:
    table = sitting.table
    for proposal in open_votes(table):
        said = own_choice(sitting.transaction, proposal, sitting.power)
        what = proposal_words(table.names, proposal)
        sentence = gettext_noop(
            "Vote {number}, on {what}, is open until the phase ends; you voted {said}."
        )
        if not said:
            sentence = gettext_noop(
                "Vote {number}, on {what}, is open until the phase ends; you have not voted."
            )
        yield gettext(sentence, number=proposal.number, what=what, said=_choice_words(said))


def _choice_words(choice: str) -> str:
    """Return what was voted, as it is said in a sentence."""
    match choice:
        case "yes":
            return pgettext("vote", "yes")
        case "no":
            return pgettext("vote", "no")
        case "abstain":
            return pgettext("vote", "abstain")
        case _:
            return choice


AnswerPage = Callable[[Sequence[Sitting], str], MailText]
"""Writes what a player asked for.

It is handed the mail at each of the powers that the line is for, and what stands behind the word
on its line, "" for nothing. It changes nothing.
"""

_SHOWS_STATUS = frozenset({"CLEAR"})
"""Acts after which the answer shows what stands."""

_TAKEN_BEFORE = NEWCOMERS | {"ADDRESS"}
"""Commands that are taken out of a mail before it is read for who plays."""

_SHOWN_BY_RECEIPTS = frozenset({"STATUS", "ORDERS"})


def is_known(table: Table, word: str) -> bool:
    """Tell whether somebody carries a command out in a game."""
    return word in pages_of(table) or word in ACTS or word in trials_of(table)


def pages_of(table: Table) -> Mapping[str, AnswerPage]:
    """Return who writes the answers of a game: those of every game, and its own."""
    return {**PAGES, **table.family.acts.pages}


def answer_commands(
    sittings: Sequence[Sitting],
    asked: Sequence[AskedCommand],
    done: Done,
    *,
    ordered: bool = False,
    unread: Unread | None = None,
) -> None:
    """Answer the commands of a mail with one mail, if there is anything to answer.

    Args:
        sittings: the mail at each of its writer's powers.
        asked: its commands; done: what became of those that were to do something.
        ordered: the mail has a receipt, which tells what was done and what stands.
        unread: what is told of the lines that were read as nothing, beside what was done or where
            the game master has them.
    """
    first = sittings[0]
    known = pages_of(first.table)
    pages = [command for command in asked if command.word in known]
    if not any(page.word in _SHOWN_BY_RECEIPTS for page in pages):
        cleared = (
            command for command in asked if command.word in _SHOWS_STATUS and command.powers
        )
        pages += [replace(command, word="STATUS", rest="") for command in cleared][:1]
    if ordered:
        pages, done = [page for page in pages if page.word not in _SHOWN_BY_RECEIPTS], Done()
    tells = bool(done) or (unread is not None and bool(unread.gm))
    head = (mails.deeds(_deeds(sittings, done, unread)),) if tells else ()
    parts = head + _written(sittings, pages)
    if not parts:
        return
    kind, text = "answer", parts[0]
    if len(parts) == 1 and not tells:
        kind = pages[0].word.lower()
    elif len(parts) > 1:
        shown = asked if done else pages  # what was done beside orders stands in their receipt
        words = listed(
            dict.fromkeys(command.word for command in shown if is_known(first.table, command.word))
        )
        subject = tagged(game_of(first), first.table.stage, words)
        if not any(command.word in known for command in asked):
            subject = parts[0].subject
        text = joined(subject, parts)
    number = first.table.phase.number
    answer_asked(first.letter, kind, text, number)


def _written(sittings: Sequence[Sitting], asked: Sequence[AskedCommand]) -> tuple[MailText, ...]:
    """Return the pages that were asked for, each once; of some words several lines are one page."""
    texts: dict[tuple[object, ...], MailText] = {}
    pages, joins = pages_of(sittings[0].table), sittings[0].table.family.acts.joined
    for wish in asked:
        rest = _all_rests(asked, wish.word) if wish.word in joins else wish.rest
        meant = [at for at in sittings if at.power in wish.powers]
        key = (pages[wish.word], rest, wish.powers)
        if key not in texts:
            texts[key] = pages[wish.word](meant or sittings[:1], rest)
    return tuple(texts.values())


def _all_rests(asked: Sequence[AskedCommand], word: str) -> str:
    return ", ".join(wish.rest for wish in asked if wish.word == word and wish.rest)


def _deeds(sittings: Sequence[Sitting], done: Done, unread: Unread | None) -> DeedsView:
    first = sittings[0]
    table = first.table
    phase = first.transaction.open_phase(table.game.id)
    due = due_view(
        table, table.codec.drafts(first.transaction.active_orders(table.phase.id, first.power))
    )
    return DeedsView(
        game=game_of(first),
        seats=tuple(sitting.power for sitting in sittings),
        stage=table.stage if phase is not None else None,
        due=with_orders_in(table, due) if phase is not None else None,
        deeds=done.deeds,
        undone=done.undone,
        zone=first.letter.person.time_zone,
        now=first.services.clock.now(),
        unread=unread,
    )


def _statuses(sittings: Sequence[Sitting], _asked: str) -> MailText:
    stands = [status_view(sitting) for sitting in sittings]
    return mails.written(stands[0].game, sittings[0].table.family.pages.status(stands))


def status_view(sitting: Sitting) -> SeatStand[Any]:
    """Return how a seat's orders stand."""
    transaction, table = sitting.transaction, sitting.table
    standing = table.codec.drafts(transaction.active_orders(table.phase.id, sitting.power))
    due = with_orders_in(table, due_view(table, standing))
    stand = seat_stand(
        table,
        sitting.letter.person,
        sitting.power,
        with_next(table, due),
        standing.get(sitting.power, ()),
        (
            later_view(table, sitting.power),
            retreats_view(table, sitting.power),
        ),
    )
    return replace(stand, notes=_own_notes(sitting))


def _help(sittings: Sequence[Sitting], asked: str) -> MailText:
    first = sittings[0]
    orders = _orders_help(first)
    if not asked or asked.casefold() in {"me", "us"}:
        return mails.help_text(game_of(first), orders)
    return mails.command_help(game_of(first), asked, orders, near_words(asked))


def _orders_help(sitting: Sitting) -> OrdersHelp:
    """Return how orders are written, without the commands that nobody answers in the game."""
    table = sitting.table
    orders = table.family.pages.orders_help(table.position, sitting.power)
    idle = (
        known.word
        for known in COMMAND_WORDS
        if not (is_known(table, known.word) or known.word in _TAKEN_BEFORE)
    )
    names = {"power": table.seat_name(sitting.power), **orders.names}
    return replace(orders, without=(*orders.without, *idle), names=names)


def _reports(sittings: Sequence[Sitting], asked: str) -> MailText:
    return reports_answer(sittings, asked) or _statuses(sittings, "")


PAGES: Final[Mapping[str, AnswerPage]] = {
    "STATUS": _statuses,
    "ORDERS": _statuses,
    "RULES": rules_answer,
    "HISTORY": _reports,
    "REPORT": _reports,
    "HELP": _help,
    "PRESS": press_page,
    "VOTES": votes_page,
}
"""Who writes the answer to a command that only asks, in every game."""
