"""Answering a player's mail: his orders into the book, one receipt back.

A player of several powers orders for all of them in one mail, and has one answer. Where nothing was
done for a mail it says why, and what would be right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final, NoReturn

from gm.app.journal import note
from gm.app.orders.ahead import later_stage, later_view, retreats_view, stages_ahead
from gm.app.orders.lateness import late_within_grace, refuse_late
from gm.app.orders.order_book import (
    Entered,
    Written,
    enter,
    standing_of_all,
    with_additions_told,
    with_lists,
)
from gm.app.orders.questions import (
    Answers,
    Asking,
    answered_before,
    answers_in,
    given_up,
    outlived,
    with_answers,
)
from gm.app.orders.receipts import receipt_prefix_of, receipt_view
from gm.app.orders.settling import settle, settlement_of
from gm.app.orders.sitting import Done, Sitting
from gm.app.orders.unread_files import unread_files
from gm.app.play.proofs import prove_again
from gm.app.play.seasons import goes_at_once, resolve_at_once
from gm.app.records import InboxState, JournalKind
from gm.app.senders.beforehand import end_rehearsal, read_beforehand
from gm.app.senders.letters import (
    Letter,
    NothingFound,
    Turned,
    read_letter,
    remember_signature,
)
from gm.app.table import Table, lay, silent_powers
from gm.app.talk.press_letters import take_press, unsent_reply
from gm.app.talk.press_replies import take_reply
from gm.app.talk.words_to_gm import tell_unread, with_words_to_gm
from gm.app.timing.deadlines import go_on
from gm.app.timing.early_processing import reconsider
from gm.app.timing.holding import waits_for_orders
from gm.app.words.answers import answer_receipts, receipts_text
from gm.app.words.commands import answer_commands, is_known, status_view
from gm.app.words.mail_acts import (
    BEFORE_ORDERS,
    AskedCommand,
    asked_in,
    do_acts,
    how_to_command,
    not_understood,
    slipped,
    slips_in,
    within_bounds,
)
from gm.app.words.trials import answer_trial
from gm.contract.language import Command, PressRead, Read, SeatRead, Slip, UnreadLine
from gm.contract.orders import Order
from gm.contract.seats import SeatId
from gm.contract.stages import STANDING, Stage
from gm.contract.told import Deed, ReadLine, Taken, Unread
from gm.errors import NotAllowed
from gm.interpret.folding import fold
from gm.interpret.numbers import numbers_alone
from gm.interpret.reservations import ordinals_in
from gm.interpret.tongues import words_of
from gm.interpret.yes_no import answers_plainly, numbers_chosen
from gm.languages import gettext, quoted
from gm.mail.timestamps import written, written_raw
from gm.mail.values import DropReason, MailReading, lines_below_quote


def _nothing_found(sittings: Sequence[Sitting]) -> tuple[str, str]:
    """Return why nothing was done for a mail, and what would be right."""
    letter = sittings[0].letter
    if (unsent := unsent_reply(letter.reading)) is not None:
        return unsent.why, unsent.remedy
    if read_beforehand(_holds_numbers_alone, letter.reading.lines):
        return (
            gettext("A number alone answers a question, and none is open to you now."),
            gettext("Write the order itself, one a line, at the top of your reply."),
        )
    if read_beforehand(answers_plainly, letter.reading.lines):
        return (
            gettext(
                "A YES or a NO alone answers a question, and none is open to you now; those of an "
                "earlier phase ended with it."
            ),
            gettext("Write the order itself, one a line, at the top of your reply."),
        )
    if letter.reading.forwarded and not any(map(str.strip, letter.reading.lines)):
        return (
            gettext(
                "Your mail holds only a forwarded message, and orders in one are never taken."
            ),
            gettext("Write your own orders above it, one a line."),
        )
    if files := unread_files(letter.reading):
        return (
            f"{_no_order(letter.reading)} {files}",
            gettext("Copy your orders from there to the top of your reply, one a line."),
        )
    due = silent_powers(sittings[0].table, {})  # those who would be silent if nobody had written
    if not any(sitting.power in due for sitting in sittings):
        return (
            gettext("Nothing is asked of you this time, so you need send no orders."),
            gettext(
                "For help write HELP on a line of its own. What is meant for the GM goes to {gm}.",
                gm=letter.game.gm_address,
            ),
        )
    return (
        _no_order(letter.reading),
        gettext(
            "Write one order a line at the top of your reply, or HELP on a line of its "
            "own. What is meant for the GM goes to {gm}.",
            gm=letter.game.gm_address,
        ),
    )


def _no_order(reading: MailReading) -> str:
    """Return in a sentence or two what there is in a mail instead of an order."""
    quotes = any(dropped.reason is DropReason.QUOTE for dropped in reading.dropped)
    if any(line.strip() for line in reading.lines) or lines_below_quote(reading):
        sentence = gettext("No order was found in the lines of your mail that are shown below.")
        beside = gettext("Quoted lines do not count.")
        return f"{sentence} {beside}" if quotes else sentence
    if quotes:
        return gettext("Your mail holds only quoted lines, and they do not count.")
    return gettext("There is no text of yours in your mail; its subject does not count.")


def _holds_numbers_alone(lines: tuple[str, ...]) -> bool:
    """Tell whether a mail answers by a number, or in a few words that count: `the second one please`."""
    if any(numbers_alone(line) or numbers_chosen(line) for line in lines):
        return True
    written = [line for line in lines if line.strip()]
    words = words_of(fold(written[0])) if len(written) == 1 else ()
    return 0 < len(words) <= _FEW and bool(ordinals_in(words))


_FEW: Final = 4
"""Words of the longest line that is taken for an answer by its ordinal."""


_NOTHING: Final = Done()


def answer_letter(letter: Letter, besides: Done = _NOTHING) -> InboxState:
    """Record a letter's orders and queue its answer; Turned if nothing in it counts.

    Args:
        letter: the mail.
        besides: what its writer is told beside what comes of it.

    Returns:
        What became of the mail.
    """
    table = lay(letter.services, letter.transaction, letter.game)
    if answer_trial(table, letter):
        return InboxState.DONE
    letter, sent = take_press(table, letter)
    if not sent:
        letter, sent = take_reply(table, letter)
    sent += besides
    answers = answers_in(table, letter)
    standing = standing_of_all(table, letter.person)
    shared = read_letter(letter, table, answers.lines, standing)
    end_rehearsal()
    confirmed = {chosen.question.text.strip() for chosen in answers.chosen}
    letter = remember_signature(letter, shared, confirmed)
    shared = replace(shared, loose=(*_without_choices(answers.loose, shared), *shared.loose))
    readings = (with_additions_told(table, read.seat, read) for read in shared.seats)
    sittings = [Sitting(letter, table, read.seat, read, answers) for read in readings]
    asked, over = within_bounds(asked_in(sittings))
    if not shared.loose and not any(map(_speaks, sittings)):
        return _answer_without_orders(sittings, asked, sent, over, shared.unread)
    try:
        refuse_late(sittings[0])
    except Turned as late:
        unread = tell_unread(table, letter, shared.unread, sent.passed)
        if not sent:
            raise with_words_to_gm(late, unread) from late
        return _answer_late(sittings, asked, sent + over, late, unread)
    done = (
        sent
        + _unsent(letter, sent, shared.unread)
        + do_acts(sittings, asked, BEFORE_ORDERS.__contains__)
    )
    once = _said_once([sitting.read for sitting in sittings])
    speaking = [
        replace(sitting, read=read)
        for sitting, read in zip(sittings, once, strict=True)
        if read.says_something or sitting.answers.speaks_for(sitting.power)
    ]
    done += (
        not_understood(asked, partial(is_known, table))
        + over
        + slipped(slips_in(sittings), sure=True)
    )
    done += _dropped(answers)
    known = {*(line.text for line in done.undone), *done.passed}
    unread = tell_unread(table, letter, shared.unread, known)
    later = partial(do_acts, sittings, asked, lambda word: word not in BEFORE_ORDERS)
    speaking = speaking or sittings[:1]
    silent = [
        sitting
        for sitting in sittings
        if sitting.power not in {speaker.power for speaker in speaking}
    ]
    beside = _Beside(done, later, unread, tuple(silent))
    _answer_with_orders(speaking, shared.loose, beside)
    answer_commands(fresh(sittings), asked, done, ordered=True)
    return InboxState.DONE


def _speaks(sitting: Sitting) -> bool:
    """Tell whether a mail orders anything for a power, or answers a question that was put to it."""
    return sitting.read.says_something or sitting.answers.speaks_for(sitting.power)


def _said_once(readings: Sequence[SeatRead]) -> list[SeatRead]:
    """Return readings with the press and commands that several hold in the first alone."""
    press: set[PressRead] = set()
    commands: set[Command] = set()
    once: list[SeatRead] = []
    for read in readings:
        unsaid = replace(
            read,
            press=tuple(item for item in read.press if item not in press),
            commands=tuple(command for command in read.commands if command not in commands),
        )
        once.append(unsaid)
        press.update(read.press)
        commands.update(read.commands)
    return once


def _without_choices(loose: Sequence[ReadLine], shared: Read) -> Iterator[ReadLine]:
    """Yield answers that answer nothing; the only receipt of a single seat shows its open questions itself."""
    for line in loose:
        yield replace(line, choices=()) if len(shared.seats) == 1 else line


def _dropped(answers: Answers) -> Done:
    """Return that what a no drops is dropped."""
    if not answers.dropped:
        return Done()
    paragraphs = (
        gettext("What was asked about “{line}” is dropped.", line=question.text.strip())
        for question in answers.dropped
    )
    below = gettext("The orders below stand.")
    return Done((Deed(answers.refusing, (*paragraphs, below)),))


def _unsent(letter: Letter, sent: Done, unread: Sequence[UnreadLine]) -> Done:
    """Return that the words beside the orders of a reply to a message went to nobody, if there are any."""
    unsent = unsent_reply(letter.reading) if unread and not sent else None
    if unsent is None:
        return Done()
    line = unread[0].text
    still = gettext("The orders in it count.")
    return Done(undone=(ReadLine(line, f"{unsent.why} {still}"),))


def _answer_late(
    sittings: Sequence[Sitting],
    asked: Sequence[AskedCommand],
    sent: Done,
    late: Turned,
    unread: Unread | None,
) -> InboxState:
    """Answer a mail whose messages were carried and whose orders come too late."""
    lines = sittings[0].letter.reading.lines
    head = next((line.strip() for line in lines if line.strip()), "")
    unrecorded = gettext("Your orders were not recorded.")
    undone = ReadLine(head, f"{unrecorded} {late.reason} {late.remedy}")
    answer_commands(sittings, asked, sent + Done(undone=(undone,)), unread=unread)
    return InboxState.DONE


def _answer_without_orders(
    sittings: Sequence[Sitting],
    asked: Sequence[AskedCommand],
    sent: Done,
    over: Done,
    left: Sequence[UnreadLine],
) -> InboxState:
    slips = slips_in(sittings)
    if not sent and not any(is_known(sittings[0].table, command.word) for command in asked):
        _turn_away(sittings, asked, slips, left)
    done = sent + do_acts(sittings, asked, lambda _: True)
    done += (
        not_understood(asked, partial(is_known, sittings[0].table))
        + over
        + slipped(slips, sure=False)
    )
    first, known = sittings[0], {line.text for line in done.undone}
    unread = tell_unread(first.table, first.letter, left, known)
    _reconsider(first)
    answer_commands(fresh(sittings), asked, done, unread=unread)
    return InboxState.DONE


def _reconsider(sitting: Sitting) -> None:
    """Look whether the phase is to be resolved early by now, before the answer says until when.

    What was confirmed while its GM reads a proof makes that another. Where what he decided cannot
    come about with it, the mail counts all the same: he is told when he signs.
    """
    mail, transaction = sitting.letter.mail, sitting.transaction
    game = transaction.game_by_id(sitting.table.game.id)
    reconsider(sitting.services, transaction, game, mail.received_at)
    with suppress(NotAllowed):
        prove_again(sitting.services, transaction, game)


def _turn_away(
    sittings: Sequence[Sitting],
    asked: Sequence[AskedCommand],
    slips: Sequence[Slip],
    left: Sequence[UnreadLine],
) -> NoReturn:
    """Turn a mail away in which there is nothing that this server carries out."""
    letter = sittings[0].letter
    unread = not_understood(asked, partial(is_known, sittings[0].table)) + slipped(
        slips, sure=False
    )
    if unread:
        line = unread.undone[0]
        raise Turned(f"{quoted(line.text)}: {line.message}", how_to_command(), letter.game)
    nothing = NothingFound(*_nothing_found(sittings), letter.game)
    nothing.unread = tuple(left)
    raise nothing


@dataclass(frozen=True, slots=True)
class _Beside:
    """What there is in a mail beside its orders, and beside the powers that it orders for.

    Args:
        done: what the mail has done already; act: does the rest when the orders are in.
        unread: what is told of the lines that were read as nothing.
        silent: the writer's other powers.
    """

    done: Done
    act: Callable[[], Done]
    unread: Unread | None
    silent: tuple[Sitting, ...]

    def elsewhere(self) -> tuple[tuple[SeatId, str], ...]:
        """Return how the other powers stand for which something lacks, now that all is entered."""
        if not self.silent:
            return ()
        pages = self.silent[0].table.family.pages
        lacking = (
            (sitting.power, pages.lacks(status_view(sitting))) for sitting in fresh(self.silent)
        )
        return tuple((seat, words) for seat, words in lacking if words)


def _answer_with_orders(
    sittings: Sequence[Sitting], loose: Sequence[ReadLine], beside: _Beside
) -> None:
    """Enter the orders of all powers, and then write the receipt: it tells of the whole book.

    Args:
        sittings: those that order anything; loose: lines that were read for none of them.
        beside: what else there is in the mail.
    """
    first = sittings[0]
    waited = _is_waited_for(first)
    entered = [_entered(sitting) for sitting in sittings]
    if waited and not _is_waited_for(first):
        gone_on = _gone_on(first)
        sittings = [replace(sitting, table=gone_on) for sitting in sittings]
    done = beside.done + beside.act()
    sittings = fresh(sittings)
    # A stage that was held for these orders is open again.
    first = sittings[0]
    _reconsider(first)
    views = [
        _receipt(sitting, result, of_mail=at == 0)
        for at, (sitting, result) in enumerate(zip(sittings, entered, strict=True))
    ]
    problems = (*views[0].problems, *done.undone)
    others = beside.elsewhere()
    views[0] = replace(
        views[0], deeds=done.deeds, problems=problems, unread=beside.unread, elsewhere=others
    )
    for sitting in sittings:
        _note(sitting)
    at_once = goes_at_once(first.table)
    if at_once:
        views = [_closed(view) for view in views]
    text = receipts_text(first.table.family.pages, views, loose)
    if at_once:
        resolve_at_once(first.table, first.letter, text)
        return
    key = f"{receipt_prefix_of(first)}{first.letter.mail.id}"
    number = first.table.phase.number
    answer_receipts(first.letter, key, text, number)


def _closed(taken: Taken[Any]) -> Taken[Any]:
    """Return what was entered for a stage that goes on at once."""
    due = replace(taken.stand.due, closed=True)
    return replace(taken, stand=replace(taken.stand, due=due))


def _entered(sitting: Sitting) -> dict[str, Entered]:
    """Enter a seat's orders; return what that did by stages: "" is the open one."""
    table, seat = sitting.table, sitting.power
    later = [stage.name for stage in stages_ahead(table, seat)]
    always = [STANDING] if sitting.read.speaks_of(STANDING) else []
    return {stage: _enter(sitting, stage) for stage in ("", *later, *always)}


def _settled(sitting: Sitting) -> tuple[str, ...]:
    """Settle the questions that a mail leaves nothing of; return what its writer is told of it."""
    chosen = sitting.answers.for_power(sitting.power)
    settlement = settlement_of(
        sitting.table,
        sitting.read,
        {choice.question.id: choice.number for choice in chosen},
        [(choice.question.ahead, order) for choice in chosen for order in choice.orders],
        [question.id for question in sitting.answers.dropped],
    )
    moment = sitting.letter.mail.received_at
    return settle(sitting.table, sitting.power, settlement, moment)


def _receipt(sitting: Sitting, by_stage: Mapping[str, Entered], *, of_mail: bool) -> Taken[Any]:
    table, entered = sitting.table, by_stage[""]
    later, uncertain = later_stage(table, sitting.power), table.rules.contingent(table.state)
    ahead = by_stage[later.name] if later is not None else None
    retreats = by_stage[uncertain[0].name] if uncertain else None
    kept = later_view(sitting.table, sitting.power, ahead)
    going = retreats_view(sitting.table, sitting.power, retreats)
    letter = sitting.letter
    settled = _settled(sitting)
    asking = Asking(sitting.table, letter.person, letter.mail.received_at)
    asked = asking.ask(sitting.power, sitting.read, inbox_id=letter.mail.id)
    view = receipt_view(sitting, entered, (kept, going), asked=asked, of_mail=of_mail)
    late = late_within_grace(sitting) if of_mail else ""
    standing = (*entered.orders, *(ahead.orders if ahead is not None else ()))
    problems = (*view.problems, *_outlived(sitting, standing))
    return replace(view, late=late, problems=problems, remarks=(*view.remarks, *settled))


def _outlived(sitting: Sitting, standing: Sequence[Order]) -> Iterator[ReadLine]:
    """Yield the orders that an answer chose and that were not recorded."""
    table, chosen = sitting.table, sitting.answers.for_power(sitting.power)
    for order, taker in outlived(table, chosen, standing):
        why = gettext("This was not recorded: what you ordered since the question stands.")
        if taker is not None:
            why = gettext(
                "This was not recorded: of several answers about one unit the last counts, and that is "
                "{order}.",
                order=table.order_text(taker),
            )
        yield ReadLine(table.order_text(order), why)


def fresh(sittings: Sequence[Sitting]) -> list[Sitting]:
    """Return the sittings with the game as it is now: an act may have moved its deadline."""
    first = sittings[0]
    game = first.transaction.game_by_id(first.table.game.id)
    phase = first.transaction.open_phase(game.id)
    if phase is None or phase.id != first.table.phase.id:
        phase = first.table.phase
    seats = first.transaction.seats(game.id)
    table = replace(first.table, game=game, phase=phase, seats=seats)
    person = first.transaction.person_by_id(first.letter.person.id) or first.letter.person
    letter = replace(first.letter, person=person)
    return [replace(sitting, table=table, letter=letter) for sitting in sittings]


def _note(sitting: Sitting) -> None:
    text = _journal_text(sitting, later_stage(sitting.table, sitting.power))
    now, game = sitting.letter.mail.received_at, sitting.letter.game
    kind, seat = JournalKind.ORDERS_RECEIVED, sitting.power
    note(sitting.transaction, now, kind, text, game_id=game.id, author=seat)


def _is_waited_for(sitting: Sitting) -> bool:
    return waits_for_orders(sitting.table)


def _gone_on(sitting: Sitting) -> Table:
    phase = go_on(sitting.table)
    return replace(sitting.table, phase=phase)


def _enter(sitting: Sitting, stage: str) -> Entered:
    mail = sitting.letter.mail
    # What stands for every stage until it is changed stands for the open one as well.
    read = sitting.read.given_for(stage)
    read += sitting.read.given_for(STANDING) if not stage else ()
    withdrawn = sitting.read.withdrawn(stage)
    withdrawn += sitting.read.withdrawn(STANDING) if not stage else ()
    given = [Written(each.order, each.text) for each in read]
    chosen = sitting.answers.of(sitting.power, stage)
    where = (sitting.table, sitting.power)
    given = with_lists(*where, given, sitting.read, stage)
    given = with_answers(*where, given, chosen, stage)
    return enter(
        *where,
        given,
        mail.received_at,
        mail.id,
        stage,
        (*withdrawn, *given_up(sitting.table, chosen, stage)),
        partial(_is_written_before, sitting),
        answered_before(sitting.table, chosen),
    )


def _is_written_before(sitting: Sitting, inbox_id: int) -> bool:
    """Tell whether a mail was written before one that came in earlier, and so is not the last word."""
    reading, game = sitting.letter.reading, sitting.letter.game.name
    here = written(reading, game)
    if here.receipt is None:
        return False
    earlier = sitting.transaction.inbox_mail(inbox_id).raw
    return here.is_before(read_beforehand(written_raw, earlier, game))


def _journal_text(sitting: Sitting, later: Stage | None) -> str:
    read, phase = sitting.read, sitting.table.phase
    orders = read.given_for()
    sent = read.given_for(later.name) if later is not None else ()
    ahead = f", {len(sent)} for {later}" if sent else ""
    count = "1 order" if len(orders) == 1 else f"{len(orders)} orders"
    return f"{count} of {sitting.power} came in for {phase.name}{ahead}."
