"""The GM's commands by mail: taken from his mails, confirmed where they change something, carried out.

A mail only puts wishes into the database; what is asked about waits for his YES from the registered
address. What a command would do is told in full words before that: its own words can be right while
what stands in them is not, so orders and walks are read as the command would read them, and what
cannot be taken is refused at once. Carrying out is a step of its own: a wish is marked as begun before
its command runs, so that whatever happens it runs once at most, and the GM is told where its end is
not known.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from types import MappingProxyType
from typing import Final, Protocol

from gm.app.journal import note
from gm.app.mail_out.notices import notify
from gm.app.mail_out.post import Parcel, queue
from gm.app.mail_records import Asked, Confirmation
from gm.app.overriding.order_desk import foresee_orders
from gm.app.ports import GameTransaction, PhaseTransaction, Transaction
from gm.app.records import GameRecord, JournalKind
from gm.app.senders.arrival import Arrival
from gm.app.senders.asking import (
    MOST_OPEN,
    OF_PROVED,
    how_to_go_on,
    mail_question,
    new_question,
    open_to,
)
from gm.app.senders.beforehand import read_beforehand
from gm.app.senders.held import gm_person
from gm.app.senders.identity import BELIEVED, SenderStanding
from gm.app.senders.letters import (
    Doubted,
    GmWordsTaken,
    Letter,
    gm_standing,
    letter_of,
    without_lines,
)
from gm.app.services import Services
from gm.app.table import family_of, gm_plays, names_of
from gm.app.timing.deadlines import foresee_deadline
from gm.contract.language import People, Talk
from gm.errors import GmError
from gm.interpret.gm_words import Wish, has_wishes, typed, wishes
from gm.interpret.press_blocks import blocks_of, without_closed
from gm.interpret.reservations import leaves_open, unsays
from gm.interpret.seat_names import SeatNames
from gm.interpret.unread import GameWords, is_chatter, talk_of
from gm.mail.compose import Purpose
from gm.mail.threads import answer_to
from gm.mail.values import MailReading
from gm.report import mails
from gm.report.pages.questions_page import QuestionView
from gm.report.views import NoticeView
from gm.report.wording.dates import moment_words
from gm.report.wording.sentence_parts import full_stop

_DEADLINE: Final = ("deadline",)
_WHEN_AT: Final = 2
"""The place of the moment in the words of `deadline tara +24h`."""

_ORDERS: Final = ("order", "set")
_REASON: Final = "--reason"

_ORDERS_AT: Final = 4
"""The place of the first order in the words of `order set tara FRANCE "A Par - Bur"`."""


@dataclass(frozen=True, slots=True)
class _Foreseen:
    """A command of a GM, and what it would do.

    Args:
        wish: the command, with the fault for which it would be refused.
        told: what it would do, in sentences; none where the command says it all itself.
    """

    wish: Wish
    told: tuple[str, ...] = ()


def _foresee(
    services: Services, transaction: Transaction, game: GameRecord, wish: Wish
) -> _Foreseen:
    """Return what a command would do; nothing is changed."""
    if wish.fault or not wish.changes:
        return _Foreseen(wish)
    try:
        if wish.words[:2] == _ORDERS and len(wish.words) > _ORDERS_AT:
            return _Foreseen(wish, _orders(services, transaction, game, wish))
        if wish.words[:1] == _DEADLINE and len(wish.words) > _WHEN_AT:
            return _Foreseen(wish, _deadline(services, transaction, game, wish))
        foresees = family_of(services, game).acts.foresees
        for length in (2, 1):
            told_by = foresees.get(" ".join(wish.words[:length]))
            if told_by is not None:
                behind = wish.words[length + 1 :]
                return _Foreseen(wish, told_by(services, transaction, game.name, behind))
    except GmError as fault:
        return _Foreseen(replace(wish, fault=str(fault)))
    return _Foreseen(wish, _in_words(wish))


def _orders(
    services: Services, transaction: Transaction, game: GameRecord, wish: Wish
) -> tuple[str, ...]:
    orders, reason = option_apart(wish.words[_ORDERS_AT:], _REASON)
    power, *entered = foresee_orders(
        services, transaction, game.name, wish.words[_ORDERS_AT - 1], ";".join(orders)
    )
    lines = (f"Orders would be entered for {power}:", *(f"{text}." for text in entered))
    return (*lines, f"The reason its player reads: {full_stop(reason or '')}")


def _deadline(
    services: Services, transaction: Transaction, game: GameRecord, wish: Wish
) -> tuple[str, ...]:
    plain, reason = option_apart(wish.words[_WHEN_AT:], _REASON)
    phase, old, new = foresee_deadline(
        services, transaction, game, " ".join(plain), earlier="--earlier" in wish.words
    )
    zone = game.time_zone
    lines = (
        f"The deadline of {phase} would move.",
        f"It stands at {moment_words(old, zone)}.",
        f"It would be {moment_words(new, zone)}.",
    )
    return (*lines, f"The reason all players read: {full_stop(reason)}") if reason else lines


def _in_words(wish: Wish) -> tuple[str, ...]:
    """Return what a command would do as a sentence; none where its words say it all."""
    for length in (2, 1):
        sentence = _SENTENCES.get(wish.words[:length])
        if sentence is not None:
            return filled_in(sentence, wish.words[length + 1 :])
    return ()


def filled_in(sentence: str, behind: Sequence[str]) -> tuple[str, ...]:
    """Return a sentence with the words behind a game's name in its places, and their reason.

    There is none where the command lacks a word that it tells of.
    """
    plain, reason = option_apart(behind, _REASON)
    if len(plain) < sentence.count("{"):
        return ()
    lines = (sentence.format(*plain),)
    return (*lines, f"The reason given: {full_stop(reason)}") if reason else lines


_SENTENCES: Final[Mapping[tuple[str, ...], str]] = MappingProxyType(
    {
        (
            "process",
        ): "The open phase would be resolved now, by the orders that are in, and all told.",
        ("pause",): "No deadline would pass until you say GM resume.",
        ("resume",): "The game would go on, with the time that was left.",
        ("order", "clear"): "The orders of {} in the open phase would be taken back.",
    }
)
"""What commands would do, with what stands behind the game's name in its places."""


def option_apart(words: Sequence[str], option: str) -> tuple[list[str], str | None]:
    """Return what among some words is no option, and what an option says; None where it is not."""
    plain: list[str] = []
    value, rest = None, iter(words)
    for word in rest:
        if word == option:
            value = next(rest, "")
        elif word.startswith(f"{option}="):
            value = word.partition("=")[2]
        elif word == "--":
            plain.extend(rest)
        elif not word.startswith("--"):
            plain.append(word)
    return plain, value


_WITHIN: Final = timedelta(days=3)
_MOST_FAULTS: Final = 20
"""Commands that are not taken of which a GM is told one by one."""

AGREED: Final = "agreed"
"""The outcome of a wish that is to be carried out."""

BEGUN: Final = "begun"
"""Of one that is being carried out."""

DONE: Final = "done"
"""Of one that was carried out, well or not: a mail told."""

UNKNOWN: Final = "not known"
"""Of one during which the server stopped: a mail told so."""

OVERTAKEN: Final = "overtaken"
"""Of one that was agreed to when another phase had opened."""


@dataclass(frozen=True, slots=True)
class CommandOutput:
    """What a command printed, and whether it did what it was asked to."""

    text: str
    well: bool


class Commands(Protocol):
    """What carries a command of `gm` out."""

    def run(self, words: Sequence[str]) -> CommandOutput:
        """Carry out a command, its words without `gm`; whatever goes wrong is said."""
        ...


def take_wishes(arrival: Arrival) -> GmWordsTaken | None:
    """Take the GM's commands out of a mail to his game.

    Returns:
        What is left; None if it is no such mail.

    Raises:
        Doubted: nothing proves that it is from the GM.
    """
    services, transaction, reading = arrival.services, arrival.transaction, arrival.reading
    game = arrival.named
    if game is None or reading.is_list:
        return None
    if not read_beforehand(has_wishes, reading.lines):
        return None
    standing = gm_standing(arrival, game)
    if standing is SenderStanding.STRANGER:
        return None
    wished = read_beforehand(_wishes_in, services.usage_fault, reading.lines, game.name)
    if not wished:
        return None
    letter = letter_of(arrival, game, gm_person(transaction, game), standing)
    if standing not in BELIEVED:
        raise Doubted(letter)
    foreseen = [_foresee(services, transaction, game, wish) for wish in wished]
    rest = without_lines(reading, {wish.at for wish in wished})
    lines = _take(letter, foreseen, _beside(services, transaction, game, rest))
    return GmWordsTaken(game, rest, lines)


def _beside(
    services: Services, transaction: GameTransaction, game: GameRecord, rest: MailReading
) -> tuple[str, ...]:
    """Return what a GM wrote beside his commands; nothing where he plays, and it may be orders."""
    if gm_plays(game, transaction.seats(game.id)):
        return ()
    return read_beforehand(said_beside, rest.lines, names_of(services, game), game.gm_name)


def said_beside(lines: tuple[str, ...], names: SeatNames, name: str) -> tuple[str, ...]:
    """Return the lines of a GM's mail that say something: no greeting, no message to players, no head.

    A head that doubts what stands below it does say something.

    Args:
        lines: without his commands. names: of the seats. name: his own.
    """
    people, game = People((name,), ()), GameWords(names)
    inside = {at for block in blocks_of(names, lines) for at in range(block.first, block.last + 1)}
    return tuple(
        line.strip()
        for at, line in enumerate(lines)
        if at not in inside
        and (not line.rstrip().endswith(":") or unsays(line) or leaves_open(line))
        and talk_of(line, game, people) is not Talk.NOTHING
        and not is_chatter(line, game, people)
    )


def _wishes_in(
    usage_fault: Callable[[Sequence[str], bool], str], lines: tuple[str, ...], game: str
) -> tuple[Wish, ...]:
    """Return the commands in a mail, each with the fault that it would itself find in its words."""
    wished = wishes(without_closed(lines), game)
    return tuple(
        replace(wish, fault=wish.fault or usage_fault(wish.words, wish.changes)) for wish in wished
    )


def _take(letter: Letter, foreseen: Sequence[_Foreseen], beside: Sequence[str]) -> bool:
    """Act on a GM's commands; return whether he has been told that what stands beside them did nothing."""
    asked: Confirmation | None = None
    wished = [command.wish for command in foreseen]
    looks = [wish for wish in wished if not wish.fault and not wish.changes]
    does = [wish for wish in wished if not wish.fault and wish.changes]
    if looks:
        _store(letter, looks, agreed=True)
    if (
        does
        and len(open_to(letter.services, letter.transaction, letter.person, OF_PROVED))
        >= MOST_OPEN
    ):
        _tell(letter, "You were not asked", (how_to_go_on(),), "enough")
    elif does:
        asked = _store(letter, does, agreed=False)
        told_of = [command for command in foreseen if command.wish in does]
        _ask(letter, asked, told_of, beside)
    if faults := [wish for wish in wished if wish.fault]:
        shown, more = faults[:_MOST_FAULTS], len(faults) - _MOST_FAULTS
        lines = tuple(f"Not taken: \u201cGM {wish.text}\u201d. {wish.fault}" for wish in shown)
        lines += (f"Nor was any of the {more} commands below these.",) if more > 0 else ()
        _tell(letter, "Not every command was understood", lines)
    return asked is not None


def _store(letter: Letter, wished: Sequence[Wish], *, agreed: bool) -> Confirmation:
    now, wanted = letter.services.clock.now(), json.dumps([wish.words for wish in wished])
    person, until, mail, game = letter.person, now + _WITHIN, letter.mail, letter.game
    asked = new_question(
        letter.services, letter.transaction, Asked.DESK, person, until, mail, game, wanted
    )
    if agreed:
        letter.transaction.settle_confirmation(asked.id, now, AGREED)
    return asked


def _ask(
    letter: Letter, asked: Confirmation, foreseen: Sequence[_Foreseen], beside: Sequence[str]
) -> None:
    game = letter.game
    until = moment_words(asked.expires_at, game.time_zone)
    alone = len(foreseen) == 1
    phase = letter.transaction.open_phase(game.id)
    when = f", while {phase.name} is open" if phase is not None else ""
    view = QuestionView(
        title=f"Do {'this' if alone else 'these'} in {game.name}?",
        told=(
            *_beside_told(beside),
            f"You ask for {'a change' if alone else 'changes'} in {game.name}{when}:",
        ),
        quoted=tuple(line for each in foreseen for line in (each.wish.line, *each.told)),
        if_yes=(
            f"Reply to this mail before {until} with the word YES on its first line.",
            "A mail with what came of it follows.",
        ),
        if_no=("Do nothing, or reply with the word NO, and nothing changes.",),
        heads=("It would be", "To do it", "Not to"),
    )
    mail_question(
        letter.services, letter.transaction, asked, letter.person, view, letter.reading, game
    )


def _beside_told(beside: Sequence[str]) -> tuple[str, ...]:
    """Return in a sentence that what a GM wrote beside his commands did nothing; none where he wrote none."""
    if not beside:
        return ()
    said = " / ".join(line[:_MOST_BESIDE] for line in beside[:_MOST_LINES_BESIDE])
    more = " / ..." if len(beside) > _MOST_LINES_BESIDE else ""
    return (
        f"Beside your commands stands “{said}{more}”. That did nothing and went to nobody.",
        "Where it changes what you want, reply NO and send the commands as you mean them.",
    )


_MOST_BESIDE: Final = 200
_MOST_LINES_BESIDE: Final = 8
"""What is shown of words beside commands: letters of a line, and lines."""


def _tell(letter: Letter, title: str, sentences: tuple[str, ...], what: str = "faults") -> None:
    game = letter.game
    parcel = Parcel(
        key=f"desk-{what} {letter.mail.id}",
        kind=f"desk-{what}-{letter.mail.id}",
        label=game.gm_address,
        address=game.gm_address,
        name=game.gm_name,
        text=mails.notice(NoticeView(title, sentences, tag=game.name)),
        purpose=Purpose.ANSWER,
        game=game,
        thread=answer_to(letter.reading.message_id, letter.reading.references),
    )
    queue(letter.services, letter.transaction, parcel)


def answer_wishes(arrival: Arrival, asked: Confirmation, *, yes: bool) -> None:
    """Settle a question about commands: they are carried out next, or never.

    A yes counts for the phase that lay open when it was asked: what was meant for a phase that has been
    resolved since would change the next one.
    """
    services, transaction = arrival.services, arrival.transaction
    now = services.clock.now()
    overtaken = _overtaken(transaction, asked) if yes else ""
    outcome = OVERTAKEN if overtaken else AGREED if yes else "denied"
    transaction.settle_confirmation(asked.id, now, outcome)
    if outcome == AGREED or asked.game_id is None:
        return
    game = transaction.game_by_id(asked.game_id)
    why = overtaken or "You said no, so nothing was done."
    lines = (f"{why} Send the commands again if you want them.",)
    view = NoticeView("Nothing was done", lines)
    key, thread = (
        f"desk-denied {asked.id}",
        answer_to(arrival.reading.message_id, arrival.reading.references),
    )
    notify(services, transaction, game.gm_address, key, view, game, thread)


def _overtaken(transaction: PhaseTransaction, asked: Confirmation) -> str:
    """Return that another phase has opened since a question was asked; "" if none has."""
    phase = None if asked.game_id is None else transaction.open_phase(asked.game_id)
    if phase is None or phase.opened_at <= asked.asked_at:
        return ""
    return f"Since you were asked, {phase.name} has opened, so nothing was done."


def carry_out(services: Services, commands: Commands) -> int:
    """Carry out what GMs wished for and said YES to, and tell them what came of it.

    Returns:
        How many mails' wishes were carried out.
    """
    with services.store.read() as transaction:
        waiting = transaction.confirmations_that(Asked.DESK, AGREED)
    return sum(_carry_out(services, commands, confirmation) for confirmation in waiting)


def _carry_out(services: Services, commands: Commands, seen: Confirmation) -> bool:
    with services.store.write() as transaction:
        asked = transaction.confirmation(seen.code)
        if asked is None or asked.outcome != AGREED:
            return False  # another process has it
        transaction.settle_confirmation(asked.id, services.clock.now(), BEGUN)
    wanted: list[list[str]] = json.loads(seen.wanted)
    said = [(words, commands.run(words)) for words in wanted]
    with services.store.write() as transaction:
        transaction.settle_confirmation(seen.id, services.clock.now(), DONE)
        _report(services, transaction, seen, said)
    return True


def tell_unfinished(services: Services) -> int:
    """Tell GMs of wishes during which the server died: what came of them is not known.

    Called once at the start, with nobody else at work. Returns how many there were.
    """
    with services.store.write() as transaction:
        begun = transaction.confirmations_that(Asked.DESK, BEGUN)
        for confirmation in begun:
            transaction.settle_confirmation(confirmation.id, services.clock.now(), UNKNOWN)
            text = "The server stopped while it was at work: `gm journal` tells what was done."
            said = [
                (words, CommandOutput(text, well=False))
                for words in json.loads(confirmation.wanted)
            ]
            _report(services, transaction, confirmation, said)
    return len(begun)


def _report(
    services: Services,
    transaction: Transaction,
    asked: Confirmation,
    said: Sequence[tuple[Sequence[str], CommandOutput]],
) -> None:
    if asked.game_id is None:
        return
    game = transaction.game_by_id(asked.game_id)
    well = all(done.well for _, done in said)
    lines: list[str] = []
    for words, done in said:
        lines.append(typed(words))
        lines.append(done.text.strip() or "Done.")
    title = "Done" if well else "Not everything could be done"
    view = NoticeView(title, (), tag=game.name, printed=tuple(lines))
    parcel = Parcel(
        key=f"desk-done {asked.id}",
        kind=f"desk-done-{asked.id}",
        label=game.gm_address,
        address=game.gm_address,
        name=game.gm_name,
        text=mails.notice(view),
        purpose=Purpose.ANSWER,
        game=game,
    )
    queue(services, transaction, parcel)
    text = "; ".join(typed(words) for words, _ in said)
    now, data = services.clock.now(), {"mail": asked.inbox_id, "well": well}
    kind = JournalKind.COMMANDS_BY_MAIL
    note(transaction, now, kind, text, game_id=game.id, author="gm", data=data)
