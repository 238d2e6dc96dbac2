"""Numbered questions: what a line may have meant is asked, and a number in the reply answers.

The numbers go on through a phase and over all the powers of a player, so that an old mail in hand
can never answer a newer question. Questions are stored in the transaction that writes the receipt.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import pairwise
from typing import Any, Final

from gm.app.codec import codec_for
from gm.app.orders.order_book import Written, is_list, standing_orders, written_in
from gm.app.orders.settling import Settlement, filed_of, leaves_nothing
from gm.app.records import REFUSED, OutboxMail, Person, QuestionRecord
from gm.app.senders.beforehand import read_beforehand
from gm.app.senders.letters import Letter, doubt_above, doubt_below
from gm.app.table import Table
from gm.contract.game import Game
from gm.contract.language import Desk, LineRead, SeatRead, Verdict
from gm.contract.orders import Order
from gm.contract.rules import Position
from gm.contract.seats import SeatId
from gm.contract.stages import Pace
from gm.contract.told import OpenQuestion, ReadLine
from gm.interpret.folding import fold
from gm.interpret.headings import heading_seat
from gm.interpret.numbers import numbers_alone
from gm.interpret.reservations import (
    Kind,
    has_own_numbers,
    has_turn,
    leaves_open,
    limits,
    saying_of,
)
from gm.interpret.seat_names import SeatNames
from gm.interpret.talk_words import turns
from gm.interpret.tongues import words_of
from gm.interpret.unread import name_words
from gm.interpret.yes_no import Answer, Said, answers_plainly, numbers_chosen, read_answer
from gm.languages import gettext
from gm.mail.known_text import known_text
from gm.mail.threads import phase_answered
from gm.mail.timestamps import written
from gm.mail.typed import texts_of
from gm.time_limit import check_time

_DIGITS = re.compile(r"(?<!\d)\d{1,3}(?!\d)", re.A)
Numbered = tuple[tuple[int, str], ...]
"""Choices as a receipt shows them: each with its number, in words."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A question that a mail answers, the number of the choice, and its orders."""

    question: QuestionRecord
    number: int
    orders: tuple[Order, ...]


@dataclass(frozen=True, slots=True)
class Answers:
    """What the answers in a mail come to.

    Args:
        chosen: the choices, in the sequence of the lines.
        lines: the mail's lines without the answers.
        loose: numbers that answer nothing, each with the reason.
        dropped: questions that a plain no answers; refusing: the line that says it.
    """

    chosen: tuple[Chosen, ...]
    lines: tuple[str, ...]
    loose: tuple[ReadLine, ...] = ()
    dropped: tuple[QuestionRecord, ...] = ()
    refusing: str = ""

    def speaks_for(self, power: SeatId) -> bool:
        """Tell whether a question to one power is answered."""
        return any(question.seat == power for question in self.dropped) or bool(
            self.for_power(power)
        )

    def for_power(self, power: SeatId) -> tuple[Chosen, ...]:
        """Return every choice of one power."""
        return tuple(chosen for chosen in self.chosen if chosen.question.seat == power)

    def of(self, power: SeatId, stage: str) -> tuple[Chosen, ...]:
        """Return the choices of one seat for a later stage, or, of no name, for the open one."""
        return tuple(chosen for chosen in self.for_power(power) if chosen.question.ahead == stage)


@dataclass(frozen=True, slots=True)
class _Meanings:
    """What the choices of questions mean in a game, as it stands.

    Args:
        family: the games it is one of. at: its position. master: who keeps it, by name.
        names: of its seats.
        loaded: the choices that have been looked at, by the question's key.
    """

    family: Game[Any, Any]
    at: Position[Any]
    master: str
    names: SeatNames
    loaded: dict[int, tuple[tuple[Order, ...], ...]] = field(default_factory=dict, compare=False)

    def choices(self, question: QuestionRecord) -> tuple[tuple[Order, ...], ...]:
        """Return the orders of each choice of a question."""
        if question.id not in self.loaded:
            choices = codec_for(self.family.stored).load_choices(question.choices)
            self.loaded[question.id] = choices
        return self.loaded[question.id]

    def chosen(self, question: QuestionRecord, number: int) -> Chosen:
        """Return the choice of a number, which the question has."""
        return Chosen(question, number, self.choices(question)[number - question.first])

    def words(self, choice: Sequence[Order]) -> str:
        """Return the orders of a choice in words, each once: a list may hold one several times."""
        counted = Counter(self.family.language.words(order, self.at) for order in choice)
        return "; ".join(
            # Translators: {order} is "Waive one build".
            order if times == 1 else gettext("{order}, ordered {n} times", order=order, n=times)
            for order, times in counted.items()
        )

    def amounts(self, question: QuestionRecord) -> set[int]:
        """Return the numbers that an answer to a question could mean as amounts."""
        return self.amounts_in(question.text, self.choices(question), labelled=False)

    def amounts_in(
        self, text: str, choices: Sequence[Sequence[Order]], *, labelled: bool
    ) -> set[int]:
        """Return the numbers in a line and in what it may have meant; not its writer's own numbering."""
        language = self.family.language
        words = [language.words(order, self.at) for choice in choices for order in choice]
        if not (labelled or has_own_numbers(text)):
            words.append(text)
        return {int(digits) for each in words for digits in _DIGITS.findall(each)}

    def is_order(self, line: str, seat: SeatId) -> bool:
        """Tell whether a line that may say yes or no is an order of the game, as it stands: `PASS`, and not `passt`."""
        read = self.family.language.read((line,), Desk(self.at, (seat,)))
        return any(each.orders and not each.remarks for mine in read.seats for each in mine.lines)

    def without_master(self, line: str) -> str:
        """Return a line without the game master's name behind what is said to him: `Tá, a Mhaeve`."""
        head, comma, end = line.rstrip(" .!").rpartition(",")
        called = words_of(fold(end))
        while called and (called[:1] == ("a",) or called[:1] in turns()["greeting"]):
            called = called[1:]
        return head if comma and called and name_words((self.master,)).issuperset(called) else line

    def named(self, line: str, choices: Sequence[Sequence[Order]]) -> tuple[int, ...]:
        """Return which of some choices a line means that holds but a name."""
        return self.family.language.named_in(line, choices, self.at)


def _meanings(table: Table) -> _Meanings:
    return _Meanings(table.family, table.position, table.game.gm_name, table.names)


NO_ANSWERS = Answers((), ())
"""What a mail holds that answers nothing."""


def answers_in(table: Table, letter: Letter) -> Answers:
    """Find the lines of a mail that answer questions: numbers, yes or no, or names that fit one choice."""
    asked, lines = _asked(table, letter.person), letter.reading.lines
    if not asked:
        seat = table.seats_of(letter.person)[0]
        plainly = read_beforehand(_says_plainly, _meanings(table), seat, lines)
        return Answers((), ("",) * len(lines) if plainly else lines)
    means = _meanings(table)
    plain = _asked_plainly(letter, asked, means)
    doubt = doubt_above(letter) or doubt_below(
        letter, [question.text.strip() for question in asked]
    )
    return read_beforehand(_answers_among, asked, plain, means, lines, doubt)


def _says_plainly(means: _Meanings, seat: SeatId, lines: tuple[str, ...]) -> bool:
    """Tell whether a mail is a yes or no and nothing else, which says nothing where nothing was asked."""
    return answers_plainly(lines) and not any(
        means.is_order(line, seat) for line in lines if line.strip()
    )


def _asked_plainly(
    letter: Letter, asked: Sequence[QuestionRecord], means: _Meanings
) -> tuple[int, ...] | None:
    """Return which questions a plain yes or no answers, by their ids; None if that is not clear.

    It answers what the receipt asked that the mail replies to, or the one question that this or any other
    mail of ours shows as still open; orders that words set aside, or the one order that a line was perhaps
    meant to be. One that replies to no mail of ours answers what is open if one receipt asked it, and
    nothing was written to its writer since that he could mean as well; a STATUS and a reminder, which tell of it, are no such mails.
    """
    still_open = [question for question in asked if question.settled_at is None]
    waiting = [question for question in still_open if question.of_reservation]
    if not waiting and len(still_open) == 1 and _is_proposal(still_open[0], means):
        waiting = still_open
    if not waiting:
        return ()
    reading, game = letter.reading, letter.game.name
    receipt = written(reading, game).receipt
    earliest = min(question.asked_at for question in waiting)
    if receipt is not None:
        of_receipt = [question for question in waiting if question.inbox_id == receipt]
        if not of_receipt and len(waiting) == 1:
            # It is the only one: that receipt's subject says that its answer is awaited.
            of_receipt = waiting
        shown_too = any(
            _when(question) < _when(of_receipt[0]) and _is_shown(question, letter)
            for question in waiting
            if of_receipt
        )
        if not of_receipt or shown_too:
            return None
        return tuple(question.id for question in of_receipt)
    answered = _mail_of_ours(letter)
    if len(waiting) == 1 and answered is not None and _shows(answered, waiting[0]):
        return (waiting[0].id,)
    receipts = {question.inbox_id for question in waiting}
    answers_other = phase_answered(reading, game) is not None
    since = letter.transaction.keys_written(letter.person.address, earliest)
    newer = since[
        1 + max((at for at, key in enumerate(since) if _asks(key, receipts)), default=-1) :
    ]
    told_of_it = answered is None or _tells_what_is_open(answered.key)
    if len(waiting) == 1 and told_of_it and all(map(_tells_what_is_open, newer)):
        return (waiting[0].id,)
    if len(receipts) > 1 or answers_other or newer:
        return None
    return tuple(question.id for question in waiting)


def _is_proposal(question: QuestionRecord, means: _Meanings) -> bool:
    """Tell whether a question asks by one choice what a line meant; a yes to `Don't move A Lvp` may be its no."""
    words = saying_of(question.text).words
    denies = any(has_turn(name, words) for name in _DENYING)
    return len(means.choices(question)) == 1 and not denies


_DENYING = ("denial", "refusals", "unreal", "drops", "would", "tells", "only", "excepts", "if")
"""The lists of turns of a line to which a plain yes or no may be said of the line itself."""


def _is_shown(question: QuestionRecord, letter: Letter) -> bool:
    """Tell whether the mail of ours that a letter replies to tells of a question; one that is not known may."""
    mail = _mail_of_ours(letter)
    return mail is None or _shows(mail, question)


def _shows(mail: OutboxMail, question: QuestionRecord) -> bool:
    """Tell whether the line that a question is about stands in a mail of ours."""
    return known_text(texts_of(mail.raw)).has(question.text.strip())


def _mail_of_ours(letter: Letter) -> OutboxMail | None:
    """Return the mail of ours that a letter replies to; None if it replies to none that is known."""
    message = letter.reading.in_reply_to
    if message is None:
        return None
    return letter.transaction.outbox_by_message(message, letter.person.address)


def _tells_what_is_open(key: str) -> bool:
    """Tell whether a mail of ours tells of every open question, by its key."""
    return key.partition(" ")[0] in _TELLING


_TELLING: frozenset[str] = frozenset({"status", "reminder", "refusal"})
"""Kinds of mails that tell of every open question, and of nothing else that a yes could be meant for."""


def _asks(key: str, mails: Collection[int | None]) -> bool:
    """Tell whether a mail of ours is the answer to one of some mails, by its key."""
    ends = {str(mail) if mail is not None else "ahead" for mail in mails}
    return key.startswith("receipt ") and key.rpartition(" ")[2] in ends


def open_questions(table: Table, power: SeatId) -> tuple[OpenQuestion, ...]:
    """Return what a power was asked in the open phase and has not answered, oldest first."""
    means = _meanings(table)
    return tuple(
        OpenQuestion(
            question.text.strip(),
            question.asked_at,
            _numbered(question, means),
            stands=bool(question.standing),
        )
        for question in table.transaction.questions(table.phase.id)
        if question.seat == power and question.settled_at is None
    )


def _answers_among(
    asked: tuple[QuestionRecord, ...],
    plain: tuple[int, ...] | None,
    means: _Meanings,
    lines: tuple[str, ...],
    doubt: str,
) -> Answers:
    if _are_numbered(lines):
        return Answers((), lines)
    answers = _plain_answer(asked, plain, means, lines, doubt)
    if answers is not None:
        return answers
    return _numbered_answers(asked, means, lines, doubt)


def _plain_answer(
    asked: Sequence[QuestionRecord],
    plain: tuple[int, ...] | None,
    means: _Meanings,
    lines: tuple[str, ...],
    doubt: str,
) -> Answers | None:
    """Return what a plain yes or no comes to; None if a mail holds neither.

    A yes is for the questions that have one choice. One with several needs its number.

    Args:
        asked: every question of the phase. plain: which of them it answers; None if that is unclear.
        means: what their choices mean. lines: the mail's. doubt: what its tails say against them.
    """
    said = read_answer([means.without_master(line) for line in lines])
    if said.said not in {Said.YES, Said.NO} or said.numbers:
        return None
    if any(means.is_order(lines[at], SeatId(asked[0].seat)) for at in said.places):
        return None
    if plain is None and said.everything:  # `yes to all`
        still_open = [question for question in asked if question.settled_at is None]
        plain = tuple(question.id for question in still_open if question.of_reservation)
    if plain is None:
        return _unclear_which(asked, means, lines, said)
    waiting = tuple(question for question in asked if question.id in plain)
    if (
        waiting
        and said.said is Said.YES
        and (unsure := _doubt_below(lines, max(said.places)) or doubt)
    ):
        left = tuple("" if at in said.places else line for at, line in enumerate(lines))
        return Answers((), left, (_unsure(lines[min(said.places)], unsure, asked, means),))
    if not waiting:
        return _answer_to_none(asked, means, lines, said)
    head = next(lines[at].strip() for at in sorted(said.places))
    left = tuple("" if at in said.places else line for at, line in enumerate(lines))
    rest = _numbered_answers(asked, means, left, doubt)
    if said.said is Said.NO:
        return replace(rest, dropped=waiting, refusing=head)
    single = [question for question in waiting if len(means.choices(question)) == 1]
    known = {choice.question.id for choice in rest.chosen}
    chosen = (
        *(
            means.chosen(question, question.first)
            for question in single
            if question.id not in known
        ),
        *rest.chosen,
    )
    if chosen:
        return replace(rest, chosen=chosen)
    why = gettext("Yes to which? Each question has several answers.")
    return replace(rest, loose=(ReadLine(head, why, choices=_open_choices(asked, means)),))


def _answer_to_none(
    asked: Sequence[QuestionRecord], means: _Meanings, lines: tuple[str, ...], said: Answer
) -> Answers | None:
    """Return what a mail is told that says yes or no and nothing else, where that answers nothing."""
    if any(line.strip() and at not in said.places for at, line in enumerate(lines)):
        return None
    head = lines[min(said.places)].strip()
    choices = _open_choices(asked, means)
    why = gettext("That answers none of these. Write the number of what you mean.")
    if not choices:
        settled = [question for question in asked if question.settled_at is not None]
        last = max(settled, key=lambda question: (question.settled_at, question.id))
        below = gettext("What stands now is told below.")
        why = f"{_settled_words(last, means)} {below}"
    return Answers((), ("",) * len(lines), (ReadLine(head, why, choices=choices),))


def _settled_words(question: QuestionRecord, means: _Meanings) -> str:
    """Return in a sentence how a question was settled."""
    line = question.text.strip()
    if question.answer == REFUSED:
        return gettext("You said no to what was asked about “{line}”.", line=line)
    if question.answer is None:
        return gettext(
            "What was asked about “{line}” was settled by what you sent since.", line=line
        )
    if len(means.choices(question)) == 1:
        return gettext("You said yes to what was asked about “{line}” already.", line=line)
    return gettext(
        "You chose {number} of what was asked about “{line}” already.",
        number=question.answer,
        line=line,
    )


def _unclear_which(
    asked: Sequence[QuestionRecord], means: _Meanings, lines: Sequence[str], said: Answer
) -> Answers:
    """Return that a yes or no answers nothing yet: several questions, or mails, could be meant."""
    left = tuple("" if at in said.places else line for at, line in enumerate(lines))
    why = gettext(
        "It is not clear which question this answers, so it changed nothing. Write the number of what "
        "you mean."
    )
    head = lines[min(said.places)].strip()
    rest = _numbered_answers(asked, means, left, "")
    unclear = ReadLine(head, why, choices=_open_choices(asked, means))
    return replace(rest, loose=(unclear, *rest.loose))


def _numbered_answers(
    asked: Sequence[QuestionRecord], means: _Meanings, lines: Sequence[str], doubt: str
) -> Answers:
    chosen: dict[int, Chosen] = {}
    left: list[str] = []
    loose: list[ReadLine] = []
    dropped: list[QuestionRecord] = []
    refusing = ""
    for at, whole in enumerate(lines):
        check_time()
        line, more = _without_more(whole, asked, means)
        # What an arrow at a line's end points at is no answer: `ATTACK 4-4 ->`, and below it `3-4`.
        pointed_at = at > 0 and lines[at - 1].rstrip().endswith(_ARROW)
        parts = () if pointed_at else _answer_parts(line)
        refused = [question for part in parts for question in _refused(asked, means, part)]
        if refused:
            dropped += refused
            refusing = refusing or line.strip()
            parts = tuple(part for part in parts if not _refused(asked, means, part))
            if not parts:
                left.append(more)
                continue
        by_name = _may_be_a_name(asked, means, lines, at)
        answered = [_answer(asked, means, part, by_name=by_name) for part in parts]
        offered = [choice for choices, _ in answered for choice in choices]
        wrong = [line for _, lines_told in answered for line in lines_told]
        if offered and (unsure := _doubt_below(lines, at) or doubt):
            offered, wrong = [], [*wrong, _unsure(line, unsure, asked, means)]
        chosen |= {choice.question.id: choice for choice in offered}
        loose += wrong
        left.append(more if offered or wrong else whole)
    return Answers(tuple(chosen.values()), tuple(left), tuple(loose), tuple(dropped), refusing)


_MORE = re.compile(
    r"(#?\d[^:\n]{0,30}?)[.,;]?\s+(?:and|und|agus|also|auch|plus|freisin)[,:]?\s+(?!\d)(\S.*)",
    re.I,
)
"""Numbers with which a line answers, and what it goes on to order: `1. And A Lvp - Yor`."""


def _without_more(line: str, asked: Sequence[QuestionRecord], means: _Meanings) -> tuple[str, str]:
    """Return a line that answers and orders something besides as both; any other with nothing besides."""
    match = _MORE.fullmatch(line.strip())
    numbers = numbers_in(match[1])[0] if match is not None and not numbers_in(line)[0] else ()
    waiting = [question for question in asked if question.settled_at is None]
    known = all(any(_has(question, number, means) for question in waiting) for number in numbers)
    if match is None or not numbers or not known or _answer_parts(line) != (line,):
        return line, ""
    return match[1], match[2]


_PARTS = re.compile(r"[,;]|\s(?:and|und|agus)\s")


def _answer_parts(line: str) -> tuple[str, ...]:
    """Return the answers in a line that gives several questions one each: `1 no, 2 yes`."""
    parts = tuple(part.strip() for part in _PARTS.split(line.rstrip(" .!")))
    each = [numbers_in(part) for part in parts]
    answers = all(numbers for numbers, _ in each)
    said = any(said is not Said.NEITHER for _, said in each)
    return parts if len(parts) > 1 and answers and said else (line,)


def _refused(asked: Sequence[QuestionRecord], means: _Meanings, line: str) -> list[QuestionRecord]:
    """Return the open questions all of whose choices a line says no to: `NO to 3`.

    What may be a number as well, `No 3`, is none.
    """
    if not any(character.isdigit() for character in line) or numbers_alone(line):
        return []
    said = read_answer((line,))
    if said.said is not Said.NO or not said.numbers:
        return []
    return [
        question
        for question in asked
        if question.settled_at is None
        and set(said.numbers).issuperset(number for number, _ in _numbered(question, means))
    ]


_ARROW = ">"
"""Whoever writes it speaks of two places, not of two choices: `6-5 -> 5-5`."""


def numbers_in(line: str) -> tuple[tuple[int, ...], Said]:
    """Return the numbers with which a line answers, and whether it says yes or no to them: `no to 1`."""
    if not any(character.isdigit() for character in line) or _ARROW in line:
        return (), Said.NEITHER
    alone = numbers_alone(line) or numbers_chosen(line)
    said = read_answer((line,))
    return (alone or said.numbers, said.said) if said.numbers else (alone, Said.NEITHER)


def _doubt_below(lines: Sequence[str], at: int) -> str:
    """Return the line below an answer that takes it back or doubts it; mostly none."""
    below = next((line for line in lines[at + 1 :] if line.strip()), "")
    if read_answer((below,)).numbers:
        return ""  # `1`, and below it `NO to 2-3`
    saying = saying_of(below)
    # `no worries` means nothing.
    limited = bool(saying.meant) and (leaves_open(below) or limits(below))
    return below.strip() if limited or saying.kinds & _UNSAYING else ""


_UNSAYING = frozenset(
    {
        Kind.TAKE_BACK,
        Kind.SECOND_THOUGHTS,
        Kind.ALONE,
        Kind.DRAFT,
        Kind.DOUBT,
        Kind.CONDITION,
        Kind.SUPPOSE,
    }
)
"""What a line says right below an answer so that the answer is not taken."""


def _unsure(line: str, doubt: str, asked: Sequence[QuestionRecord], means: _Meanings) -> ReadLine:
    """Return an answer that the line below it unsays, with why it was not taken."""
    why = gettext(
        "“{words}” stands below it and leaves open whether it counts, so it was not taken. Send "
        "the answer that is to count, with nothing else.",
        words=doubt,
    )
    return ReadLine(line.strip(), why, choices=_open_choices(asked, means))


def _are_numbered(lines: Sequence[str]) -> bool:
    """Tell whether numbers on lines of their own only count the orders below them: 1, 2, 3."""
    written = [line for line in lines if line.strip()]
    numbers = [
        numbers_alone(line)[0]
        for line, below in pairwise(written)
        if len(numbers_alone(line)) == 1 and not numbers_alone(below)
    ]
    return len(numbers) > 1 and numbers == list(range(1, len(numbers) + 1))


def _asked(table: Table, person: Person) -> tuple[QuestionRecord, ...]:
    seats = set(table.seats_of(person))
    return tuple(
        question
        for question in table.transaction.questions(table.phase.id)
        if question.seat in seats
    )


def _may_be_a_name(
    asked: Sequence[QuestionRecord], means: _Meanings, lines: Sequence[str], at: int
) -> bool:
    """Tell whether a line with a name may answer by it: first in its mail, and with nothing right below it.

    A seat's name heads what stands below it, and where somebody lives stands below his.
    """
    below = lines[at + 1].strip() if at + 1 < len(lines) else ""
    above = [line for line in lines[:at] if line.strip()]
    greeted = len(above) == 0 or (len(above) == 1 and above[0].rstrip().endswith(","))
    if below or not greeted:
        return False
    seats = tuple(dict.fromkeys(SeatId(question.seat) for question in asked))
    return heading_seat(means.names, lines[at], seats) not in seats


def _answer(
    asked: Sequence[QuestionRecord], means: _Meanings, line: str, *, by_name: bool
) -> tuple[list[Chosen], list[ReadLine]]:
    numbers, said = numbers_in(line)
    if not numbers:
        return [*_by_name(asked, means, line)] if by_name else [], []
    if said is Said.NO:
        why = gettext(
            "Is this a no, or the number of a choice? It changed nothing. Write the number alone to take "
            "it; NO to all the numbers of a question drops that."
        )
        return [], [ReadLine(line.strip(), why, choices=_open_choices(asked, means))]
    chosen: list[Chosen] = []
    wrong: list[ReadLine] = []
    for number in numbers:
        question = next(
            (question_record for question_record in asked if _has(question_record, number, means)),
            None,
        )
        if question is None:
            why = gettext(
                "There is no choice {number} among the questions put to you.", number=number
            )
            wrong.append(ReadLine(line.strip(), why, choices=_open_choices(asked, means)))
        elif question.answer == REFUSED:
            why = gettext(
                "Choice {number} was about “{line}”, and that has been settled since: you said no to "
                "it. Send the order itself to change it.",
                number=number,
                line=question.text.strip(),
            )
            wrong.append(ReadLine(line.strip(), why))
        elif said is Said.NEITHER and (other := _may_be_amount(question, number, asked, means)):
            why = gettext(
                "Is {number} the number of a choice, or an amount for “{line}”? It changed nothing. To "
                "take the choice write YES to {number}; for the amount send the order itself.",
                number=number,
                line=other.text.strip(),
            )
            wrong.append(ReadLine(line.strip(), why, choices=_open_choices(asked, means)))
        elif question.settled_at is not None and question.answer is None:
            why = gettext(
                "Choice {number} was about “{line}”, and that has been settled since. Send the "
                "order itself to change it.",
                number=number,
                line=question.text.strip(),
            )
            wrong.append(ReadLine(line.strip(), why, choices=_open_choices(asked, means)))
        elif _may_be_for_another(question, number, asked, means):
            why = gettext(
                "Choice {number} was about “{line}”, and other questions have been put to you since, "
                "so this was not taken. Answer with a number that stands here, or send the order "
                "itself.",
                number=number,
                line=question.text.strip(),
            )
            wrong.append(ReadLine(line.strip(), why, choices=_open_choices(asked, means)))
        else:
            chosen.append(means.chosen(question, number))
    questions = {choice.question.id for choice in chosen}
    if len(questions) < len(chosen):
        why = gettext(
            "These are several answers to one question. Write the number of the one that you mean."
        )
        return [], [*wrong, ReadLine(line.strip(), why, choices=_open_choices(asked, means))]
    return chosen, wrong


def _may_be_for_another(
    question: QuestionRecord, number: int, asked: Sequence[QuestionRecord], means: _Meanings
) -> bool:
    """Tell whether a number is perhaps meant for a newer question than the one that printed it.

    That one has been settled, or the newer one has choices that their writer numbered himself.
    """
    newer = [
        other for other in asked if other.settled_at is None and _when(other) > _when(question)
    ]
    if question.settled_at is not None:
        return bool(newer)
    return any(
        has_own_numbers(other.text) and number <= len(means.choices(other)) for other in newer
    )


def _may_be_amount(
    question: QuestionRecord, number: int, asked: Sequence[QuestionRecord], means: _Meanings
) -> QuestionRecord | None:
    """Return the newer question in which a number of an open one is an amount; None if there is none.

    Numbers that a player has been told stay what they are, so a newer question may speak of them.
    """
    if question.settled_at is not None:
        return None
    return next(
        (
            other
            for other in asked
            if other.settled_at is None
            and _when(other) > _when(question)
            and number in means.amounts(other)
        ),
        None,
    )


def _when(question: QuestionRecord) -> tuple[datetime, int]:
    return question.asked_at, question.inbox_id or 0


def _open_choices(asked: Sequence[QuestionRecord], means: _Meanings) -> Numbered:
    """Return the choices of all questions that wait for an answer."""
    return tuple(
        choice
        for question in asked
        if question.settled_at is None
        for choice in _numbered(question, means)
    )


def _numbered(question: QuestionRecord, means: _Meanings) -> Numbered:
    """Return the choices of a question as a receipt shows them."""
    words = (means.words(choice) for choice in means.choices(question))
    return tuple(enumerate(words, question.first))


def _has(question: QuestionRecord, number: int, means: _Meanings) -> bool:
    count = len(means.choices(question))
    return question.first <= number < question.first + count


def _by_name(asked: Sequence[QuestionRecord], means: _Meanings, line: str) -> Iterator[Chosen]:
    """Yield the choice that a line names which holds but a name: `LON 2`, if only one does."""
    # What words of the mail set aside is answered by a yes, a no or a number: a name may head orders.
    open_ones = [
        question
        for question in asked
        if (question.settled_at is None or question.answer) and not question.of_reservation
    ]
    numbered = [
        (question, number, choice)
        for question in open_ones
        for number, choice in enumerate(means.choices(question), question.first)
    ]
    fit = means.named(line, [choice for _, _, choice in numbered]) if numbered else ()
    if len(fit) == 1:
        question, number, _ = numbered[fit[0]]
        yield means.chosen(question, number)


def with_answers(
    table: Table, power: SeatId, given: Sequence[Written], chosen: Sequence[Chosen], stage: str
) -> list[Written]:
    """Return the orders of a mail with those that its answers choose.

    Orders of a list take their place in the list as it stands, which is given whole; an order to
    a unit that the mail orders itself gives way.

    Args:
        table, power: whose orders they are.
        given: the mail's own orders.
        chosen: its answers that are for the same phase.
        stage: the later stage they are for, by its name; "" for the open one.
    """
    after = list(given)
    own_keys = {table.filed(written.order, stage) for written in given}
    answered = _Answered(table, power, stage, own_keys)
    for choice in chosen:
        if choice.question.counts_as_mail:
            goes_on = _gone_on_with(table, power, after, choice)
            after = goes_on or answered.as_a_mail(after, choice)
            continue
        whole = _lists_shown(table, choice.orders, stage)
        after = _as_shown(table, power, after, choice, whole, stage)
        for order in choice.orders:
            key = table.filed(order, stage)
            if key in whole or (key in own_keys and not is_list(key)):
                continue
            filed = [written for written in after if table.filed(written.order, stage) == key]
            rest = [written for written in after if table.filed(written.order, stage) != key]
            if not filed and is_list(key):
                filed = _list_of(table, power, key, stage)
            new = Written(order, choice.question.text)
            placed = _placed(table, filed, new, choice.question) if is_list(key) else [new]
            after = [*rest, *placed]
    return after


def _lists_shown(table: Table, orders: Sequence[Order], stage: str) -> frozenset[str]:
    """Return the keys of the lists that a choice shows whole: those of which it holds several orders."""
    counted = Counter(table.filed(order, stage) for order in orders)
    return frozenset(key for key, times in counted.items() if times > 1 and is_list(key))


def _as_shown(
    table: Table,
    power: SeatId,
    given: Sequence[Written],
    chosen: Chosen,
    lists: Collection[str],
    stage: str,
) -> list[Written]:
    """Return orders with the lists of a choice as it showed them, in place of those that stand.

    What else the same mail ordered, or the one with the answer, stays in its place beside them.
    """
    after, question = list(given), chosen.question
    for key in sorted(lists):
        filed = [written for written in after if table.filed(written.order, stage) == key]
        rest = [written for written in after if table.filed(written.order, stage) != key]
        filed = filed or [
            written
            for written in _list_of(table, power, key, stage)
            if written.inbox_id == question.inbox_id and written.text.strip() != question.text
        ]
        shown = [
            Written(order, question.text)
            for order in chosen.orders
            if table.filed(order, stage) == key
        ]
        at = question.list_place
        after = [*rest, *filed[:at], *shown, *filed[at:]]
    return after


def _gone_on_with(
    table: Table, power: SeatId, given: Sequence[Written], chosen: Chosen
) -> list[Written]:
    """Return the list of an answer with what its mail adds to it; none if they are no one list.

    Where a turn is one list and played at once, what stands beside an answer and fits behind its orders is their
    rest: `2`, and below it another action, or PASS. Else it takes their place.
    """
    rules, state = table.rules, table.state
    stage = rules.stage(state)
    orders = [written.order for written in given]
    keys = {rules.filed(order, stage) for order in chosen.orders if stage.pace is Pace.AT_ONCE}
    if not any(
        rules.filed(order, stage) in keys and is_list(rules.filed(order, stage))
        for order in orders
    ):
        return []
    shown = [order for order in chosen.orders if order not in orders]
    if any(check.refused is not None for check in rules.check(state, power, [*shown, *orders])):
        return []
    return [*(Written(order, chosen.question.text) for order in shown), *given]


@dataclass
class _Answered:
    """The answers of a mail, as they are put beside its own orders.

    Args:
        table, power, stage: whose orders they are, and for which stage.
        own_keys: what the mail itself orders, by its keys; no answer takes its place.
        asked_by: the mail that was asked about last of all that have filled a list, by the list's key.
    """

    table: Table
    power: SeatId
    stage: str
    own_keys: Collection[str]
    asked_by: dict[str, int | None] = field(default_factory=dict)

    def as_a_mail(self, given: Sequence[Written], chosen: Chosen) -> list[Written]:
        """Return orders with those of a choice that counts like the mail it was in.

        Its lists replace those that stand; but of a list that was asked about in several questions of
        one mail each answer is a part. What was ordered since the question stays.
        """
        after, question = list(given), chosen.question
        kept = {*self.own_keys, *self._ordered_since(question)}
        for order in chosen.orders:
            key = self.table.filed(order, self.stage)
            if key in kept:
                continue
            if not is_list(key):
                after = self._without(after, key)
            elif self.asked_by.get(key, _NO_MAIL) != question.inbox_id:
                after = [*self._without(after, key), *self._parts_standing(question, key)]
                self.asked_by[key] = question.inbox_id
            after.append(Written(order, question.text))
        return after

    def _without(self, given: Sequence[Written], key: str) -> list[Written]:
        return [written for written in given if self.table.filed(written.order, self.stage) != key]

    def _ordered_since(self, question: QuestionRecord) -> set[str]:
        """Return the keys of what stands and is newer than a question, and no answer to its mail's questions."""
        asked = question.asked_at, question.inbox_id or 0
        lines = {other.text for other in self._asked_with(question)}
        return {
            order.key
            for order in standing_orders(self.table, self.power, self.stage)
            if (order.given_at, order.inbox_id or 0) > asked
            and order.text != question.text
            and not (is_list(order.key) and order.text in lines)
        }

    def _parts_standing(self, question: QuestionRecord, key: str) -> list[Written]:
        """Return what stands of a list by answers to other questions about the same mail."""
        lines = {other.text for other in self._asked_with(question)} - {question.text}
        standing = _list_of(self.table, self.power, key, self.stage)
        return [written for written in standing if written.text in lines]

    def _asked_with(self, question: QuestionRecord) -> Iterator[QuestionRecord]:
        """Yield the questions about the same mail that were answered by a choice."""
        for other in self.table.transaction.questions(self.table.phase.id):
            same = (other.seat, other.inbox_id, other.ahead) == (
                question.seat,
                question.inbox_id,
                question.ahead,
            )
            if same and other.answer not in (None, REFUSED):
                yield other


_NO_MAIL: Final = -1


def given_up(table: Table, chosen: Sequence[Chosen], stage: str) -> tuple[str, ...]:
    """Return the keys of orders that an earlier answer gave and another one to the same question does not."""
    return tuple(
        table.filed(order, stage) for orders in answered_before(table, chosen) for order in orders
    )


def answered_before(table: Table, chosen: Sequence[Chosen]) -> tuple[tuple[Order, ...], ...]:
    """Return what earlier answers gave to questions that are now answered otherwise."""
    return tuple(
        _meanings(table).chosen(question, question.answer or choice.number).orders
        for choice in chosen
        if (question := choice.question).counts_as_mail
        and question.answer not in (None, REFUSED, choice.number)
    )


def _list_of(table: Table, power: SeatId, key: str, stage: str) -> list[Written]:
    return [
        written_in(table, record)
        for record in standing_orders(table, power, stage)
        if record.key == key
    ]


def _placed(
    table: Table, entries: Sequence[Written], new: Written, question: QuestionRecord
) -> list[Written]:
    """Return a list with an order in the place of the one that stood for it, or in its own."""
    texts = [table.order_text(written.order) for written in entries]
    standing = question.standing
    if question.answer:  # he thinks again
        (order, *_) = _meanings(table).chosen(question, question.answer).orders
        standing = table.order_text(order)
    if standing in texts:
        at = texts.index(standing)
        return [*entries[:at], new, *entries[at + 1 :]]
    at = question.list_place
    return [*entries[:at], new, *entries[at:]]


def outlived(
    table: Table, chosen: Sequence[Chosen], standing: Collection[Order]
) -> Iterator[tuple[Order, Order | None]]:
    """Yield the orders of choices that do not stand, each with that of another choice that took its place.

    Without one what was ordered since the question stands. Of a question that does not count as a mail of its own
    an order of the same mail may stand as well, which its writer sees.
    """
    answered = {
        table.filed(order, choice.question.ahead): order
        for choice in chosen
        for order in choice.orders
        if order in standing and not is_list(table.filed(order, choice.question.ahead))
    }
    for choice in chosen:
        for order in choice.orders:
            if order in standing:
                continue
            taker = answered.get(table.filed(order, choice.question.ahead))
            if taker is not None or choice.question.counts_as_mail:
                yield order, taker


@dataclass(frozen=True, slots=True)
class Asking:
    """Asks a player what his lines meant, and numbers the choices.

    Args:
        table: the game.
        person: who is asked.
        moment: when.
    """

    table: Table
    person: Person
    moment: datetime

    def ask(
        self,
        power: SeatId,
        read: SeatRead,
        *,
        inbox_id: int | None = None,
    ) -> Mapping[int, Numbered]:
        """Store a question for each line of a reading that has choices.

        Returns:
            The choices by the line's place in the reading.
        """
        asking = [
            (at, line)
            for at, line in enumerate(read.lines)
            if line.choices and line.problem is not None and _is_refused(line)
        ]
        # What the writer has numbered himself comes first, so that our numbers can be his.
        asking.sort(key=lambda each: not each[1].labelled)
        return {at: self._ask(power, read.lines, line, inbox_id) for at, line in asking}

    def _ask(
        self,
        power: SeatId,
        read: Sequence[LineRead],
        line: LineRead,
        inbox_id: int | None,
    ) -> Numbered:
        asked = _asked(self.table, self.person)
        earlier = [
            question_record
            for question_record in asked
            if question_record.seat == power
            and (question_record.inbox_id, question_record.asked_at) != (inbox_id, self.moment)
        ]
        self._settle_overtaken(earlier, line)
        table, means = self.table, _meanings(self.table)
        question = QuestionRecord(
            id=0,
            phase_id=self.table.phase.id,
            seat=power,
            first=_first_number(asked, line, _choices_of(table, line), means),
            text=line.text.strip(),
            choices=_stored(table, line),
            asked_at=self.moment,
            ahead=line.stage,
            standing=table.order_text(line.orders[0]) if line.orders else "",
            place=_place(table, line, read),
            inbox_id=inbox_id,
        )
        return _numbered(self.table.transaction.add_question(question), means)

    def _settle_overtaken(self, earlier: Sequence[QuestionRecord], line: LineRead) -> None:
        """Settle what earlier mails' lines asked in the same words, or with the same choices or orders.

        A mail's own lines of the same words ask for two.
        """
        keys = {key for choice in line.choices for key in filed_of(self.table, choice, line.stage)}
        anew = Settlement(anew=frozenset(keys))
        choices = _stored(self.table, line)
        for question in earlier:
            again = question.choices == choices or (
                line.reserves and leaves_nothing(self.table, question, anew)
            )
            if question.settled_at is None and (again or question.text == line.text.strip()):
                self.table.transaction.settle_question(question.id, self.moment, None)


def _stored(table: Table, line: LineRead) -> str:
    """Return the choices of a line as a question has them."""
    return table.codec.dump([list(choice) for choice in _choices_of(table, line)])


def _choices_of(table: Table, line: LineRead) -> tuple[tuple[Order, ...], ...]:
    """Return the choices of a line, each once, and in each the last order for a unit alone."""
    return tuple(dict.fromkeys(_one_a_unit(table, choice, line.stage) for choice in line.choices))


def _one_a_unit(table: Table, choice: Sequence[Order], stage: str) -> tuple[Order, ...]:
    keys = [table.filed(order, stage) for order in choice]
    return tuple(
        order
        for at, (order, key) in enumerate(zip(choice, keys, strict=True))
        if is_list(key) or key not in keys[at + 1 :]
    )


def _is_refused(line: LineRead) -> bool:
    return line.verdict not in {Verdict.ACCEPTED, Verdict.CHATTER}


def _first_number(
    asked: Sequence[QuestionRecord],
    line: LineRead,
    choices: Sequence[Sequence[Order]],
    means: _Meanings,
) -> int:
    """Return the number of a question's first choice.

    Of choices that their writer numbered himself ours are the same, or none of ours is one of his.
    """
    amounts = means.amounts_in(line.text, choices, labelled=line.labelled)
    if line.labelled and asked:
        amounts |= set(range(1, 1 + len(choices)))
    return _free_number(asked, len(choices), amounts, means)


def _free_number(
    asked: Sequence[QuestionRecord], count: int, amounts: Collection[int], means: _Meanings
) -> int:
    """Return the first of so many numbers higher than all that were printed, none of them an amount.

    Args:
        asked: all questions so far. count: how many numbers are wanted.
        amounts: in what they are for; those of the open questions are none either.
        means: what the choices mean.
    """
    taken = {*amounts}
    for question in asked:
        if question.settled_at is None:
            taken |= means.amounts(question)
    first = 1 + max((_last_number(question, means) for question in asked), default=0)
    while not taken.isdisjoint(range(first, first + count)):
        first += 1
    return first


def _last_number(question: QuestionRecord, means: _Meanings) -> int:
    return question.first + len(means.choices(question)) - 1


def _place(table: Table, line: LineRead, read: Sequence[LineRead]) -> int:
    """Return how many orders of the same list stand before a line in its mail.

    Of a line that sets orders aside it is negative: see `QuestionRecord`.
    """
    alike = [line_reading for line_reading in read if line_reading.stage == line.stage]
    keys = {table.filed(order, line.stage) for choice in line.choices for order in choice}
    if line.reserves and not any(
        table.filed(order, line.stage) in keys and is_list(table.filed(order, line.stage))
        for line_reading in alike
        for order in line_reading.orders
    ):
        return -1
    key = table.filed(line.choices[0][0], line.stage)
    before = [line_reading for line_reading in alike if line_reading.number < line.number]
    place = sum(
        table.filed(order, line.stage) == key
        for line_reading in before
        for order in line_reading.orders
    )
    return -2 - place if line.reserves else place
