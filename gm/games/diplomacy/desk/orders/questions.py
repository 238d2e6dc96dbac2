"""Numbered questions: what a line may have meant is asked, and a number in the reply answers.

The numbers go on through a phase and over all the powers of a player, so that an old mail in hand
can never answer a newer question. Questions are stored in the transaction that writes the receipt.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import pairwise

from gm.app.mail_in.beforehand import read_beforehand
from gm.app.orders.order_book import Written, key_of, standing_orders
from gm.app.ports import Transaction
from gm.app.records import REFUSED, OrderRecord, Person, QuestionRecord
from gm.app.table import Table
from gm.contract.orders import Order
from gm.contract.told import ReadLine
from gm.games.diplomacy.language.choices import name_alone, places_in
from gm.games.diplomacy.pages.wording.notation import order_text
from gm.games.diplomacy.pages.wording.words import in_words
from gm.games.diplomacy.rules.board import Board, PowerId
from gm.games.diplomacy.rules.narrowed import board_of
from gm.games.diplomacy.rules.phases import Phase, PhaseKind, phase_of
from gm.games.diplomacy.stored import dump, load_choices, load_order
from gm.interpret.numbers import numbers_alone
from gm.interpret.reservations import has_own_numbers
from gm.interpret.values import LineReading, Reading, Verdict
from gm.interpret.yes_no import Answer, Said, read_answer
from gm.languages import gettext
from gm.time_limit import check_time

Numbered = tuple[tuple[int, str], ...]
"""Choices as a receipt shows them: each with its number, in words."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A question that a mail answers, and the number of the choice."""

    question: QuestionRecord
    number: int

    @property
    def orders(self) -> tuple[Order, ...]:
        """The orders of the choice."""
        return load_choices(self.question.choices)[self.number - self.question.first]


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

    def speaks_for(self, power: PowerId) -> bool:
        """Tell whether a question to one power is answered."""
        return any(question.seat == power for question in self.dropped) or bool(
            self.for_power(power)
        )

    def for_power(self, power: PowerId) -> tuple[Chosen, ...]:
        """Return every choice of one power."""
        return tuple(chosen for chosen in self.chosen if chosen.question.seat == power)

    def of(self, power: PowerId, later: Phase | None) -> tuple[Chosen, ...]:
        """Return the choices of one power, for the open phase or for a later one."""
        ahead = str(later) if later is not None else ""
        return tuple(chosen for chosen in self.for_power(power) if chosen.question.ahead == ahead)


NO_ANSWERS = Answers((), ())
"""What a mail holds that answers nothing."""


def answers_in(
    transaction: Transaction, table: Table, person: Person, lines: Sequence[str]
) -> Answers:
    """Find the lines of a mail that answer questions: numbers, or names that fit one choice."""
    asked = _asked(transaction, table, person)
    if not asked:
        return Answers((), tuple(lines))
    board = board_of(table.position)
    return read_beforehand(_answers_among, asked, board, tuple(lines))


def set_aside_by(transaction: Transaction, table: Table, power: PowerId) -> tuple[str, ...]:
    """Return the lines of a power's mails that set orders aside, and wait for an answer."""
    return tuple(
        question.text.strip()
        for question in transaction.questions(table.phase.id)
        if question.seat == power and question.settled_at is None and question.of_reservation
    )


def _answers_among(
    asked: tuple[QuestionRecord, ...], board: Board, lines: tuple[str, ...]
) -> Answers:
    if _are_numbered(lines):
        return Answers((), lines)
    plain = _plain_answer(asked, board, lines)
    if plain is not None:
        return plain
    return _numbered_answers(asked, board, lines)


def _plain_answer(
    asked: Sequence[QuestionRecord], board: Board, lines: tuple[str, ...]
) -> Answers | None:
    """Return what a plain yes or no comes to: it answers what was asked last; None if it is neither.

    A yes is for the questions that have one choice. One with several needs its number.
    """
    waiting = _asked_last(asked)
    said = read_answer(lines)
    if said.said not in {Said.YES, Said.NO} or said.numbers:
        return None
    if not waiting:
        return _answer_to_none(asked, board, lines, said)
    head = next(lines[at].strip() for at in sorted(said.places))
    left = tuple("" if at in said.places else line for at, line in enumerate(lines))
    rest = _numbered_answers(asked, board, left)
    if said.said is Said.NO:
        return replace(rest, dropped=waiting, refusing=head)
    single = [question for question in waiting if len(load_choices(question.choices)) == 1]
    known = {choice.question.id for choice in rest.chosen}
    chosen = (
        *(Chosen(question, question.first) for question in single if question.id not in known),
        *rest.chosen,
    )
    if chosen:
        return replace(rest, chosen=chosen)
    why = gettext("Yes to which? Each question has several answers.")
    return replace(rest, loose=(ReadLine(head, why, choices=_open_choices(asked, board)),))


def _answer_to_none(
    asked: Sequence[QuestionRecord], board: Board, lines: tuple[str, ...], said: Answer
) -> Answers | None:
    """Return what a mail is told that says yes or no and nothing else, where that answers nothing."""
    if any(line.strip() and at not in said.places for at, line in enumerate(lines)):
        return None
    head = lines[min(said.places)].strip()
    choices = _open_choices(asked, board)
    why = gettext("That answers none of these. Write the number of what you mean.")
    if not choices:
        settled = [question for question in asked if question.settled_at is not None]
        last = max(settled, key=lambda question: (question.settled_at, question.id))
        below = gettext("What stands now is told below.")
        why = f"{_settled_words(last)} {below}"
    return Answers((), ("",) * len(lines), (ReadLine(head, why, choices=choices),))


def _settled_words(question: QuestionRecord) -> str:
    """Return in a sentence how a question was settled."""
    line = question.text.strip()
    if question.answer == REFUSED:
        return gettext("You said no to what was asked about “{line}”.", line=line)
    if question.answer is None:
        return gettext(
            "What was asked about “{line}” was settled by what you sent since.", line=line
        )
    if len(load_choices(question.choices)) == 1:
        return gettext("You said yes to what was asked about “{line}” already.", line=line)
    return gettext(
        "You chose {number} of what was asked about “{line}” already.",
        number=question.answer,
        line=line,
    )


def _asked_last(asked: Sequence[QuestionRecord]) -> tuple[QuestionRecord, ...]:
    """Return the open questions of the last receipt that asked about orders set aside.

    To what a line denies a plain yes would be no answer.
    """
    asked = [question for question in asked if question.of_reservation]
    last = max(((question.asked_at, question.inbox_id or 0) for question in asked), default=None)
    return tuple(
        question
        for question in asked
        if question.settled_at is None and (question.asked_at, question.inbox_id or 0) == last
    )


def _numbered_answers(
    asked: Sequence[QuestionRecord], board: Board, lines: Sequence[str]
) -> Answers:
    chosen: dict[int, Chosen] = {}
    left: list[str] = []
    loose: list[ReadLine] = []
    for line in lines:
        check_time()
        found, wrong = _answer(asked, board, line)
        chosen |= {choice.question.id: choice for choice in found}
        loose += wrong
        left.append("" if found or wrong else line)
    return Answers(tuple(chosen.values()), tuple(left), tuple(loose))


def _are_numbered(lines: Sequence[str]) -> bool:
    """Tell whether numbers on lines of their own only count the orders below them: 1, 2, 3."""
    written = [line for line in lines if line.strip()]
    numbers = [
        numbers_alone(line)[0]
        for line, below in pairwise(written)
        if len(numbers_alone(line)) == 1 and not numbers_alone(below)
    ]
    return len(numbers) > 1 and numbers == list(range(1, len(numbers) + 1))


def _asked(transaction: Transaction, table: Table, person: Person) -> tuple[QuestionRecord, ...]:
    seats = set(table.seats_of(person))
    return tuple(
        question for question in transaction.questions(table.phase.id) if question.seat in seats
    )


def _answer(
    asked: Sequence[QuestionRecord], board: Board, line: str
) -> tuple[list[Chosen], list[ReadLine]]:
    numbers = numbers_alone(line)
    if not numbers:
        return [*_by_name(asked, board, line)], []
    found: list[Chosen] = []
    wrong: list[ReadLine] = []
    for number in numbers:
        question = next(
            (question_record for question_record in asked if _has(question_record, number)), None
        )
        if question is None:
            why = gettext(
                "There is no choice {number} among the questions put to you.", number=number
            )
            wrong.append(ReadLine(line.strip(), why, choices=_open_choices(asked, board)))
        elif question.answer == REFUSED:
            why = gettext(
                "Choice {number} was about “{line}”, and that has been settled since: you said no to "
                "it. Send the order itself to change it.",
                number=number,
                line=question.text.strip(),
            )
            wrong.append(ReadLine(line.strip(), why))
        elif question.settled_at is not None and question.answer is None:
            why = gettext(
                "Choice {number} was about “{line}”, and that has been settled since. Send the "
                "order itself to change it.",
                number=number,
                line=question.text.strip(),
            )
            wrong.append(ReadLine(line.strip(), why, choices=_open_choices(asked, board)))
        elif _may_be_for_another(question, number, asked):
            why = gettext(
                "Choice {number} was about “{line}”, and other questions have been put to you since, "
                "so this was not taken. Answer with a number that stands here, or send the order "
                "itself.",
                number=number,
                line=question.text.strip(),
            )
            wrong.append(ReadLine(line.strip(), why, choices=_open_choices(asked, board)))
        else:
            found.append(Chosen(question, number))
    return found, wrong


def _may_be_for_another(
    question: QuestionRecord, number: int, asked: Sequence[QuestionRecord]
) -> bool:
    """Tell whether a number is perhaps meant for a newer question than the one that printed it.

    That one has been settled, or the newer one has choices that their writer numbered himself.
    """
    newer = [one for one in asked if one.settled_at is None and _when(one) > _when(question)]
    if question.settled_at is not None:
        return bool(newer)
    return any(
        has_own_numbers(one.text) and number <= len(load_choices(one.choices)) for one in newer
    )


def _when(question: QuestionRecord) -> tuple[datetime, int]:
    return question.asked_at, question.inbox_id or 0


def _open_choices(asked: Sequence[QuestionRecord], board: Board) -> Numbered:
    """Return the choices of all questions that wait for an answer."""
    return tuple(
        choice
        for question in asked
        if question.settled_at is None
        for choice in _numbered(question, board)
    )


def _numbered(question: QuestionRecord, board: Board) -> Numbered:
    """Return the choices of a question as a receipt shows them."""
    words = (_choice_words(choice, board) for choice in load_choices(question.choices))
    return tuple(enumerate(words, question.first))


def _choice_words(choice: Sequence[Order], board: Board) -> str:
    """Return the orders of a choice in words, each once: a list may waive several builds."""
    counted = Counter(in_words(order, board) for order in choice)
    return "; ".join(
        # Translators: {order} is "Waive one build".
        order if times == 1 else gettext("{order} ({n} times)", order=order, n=times)
        for order, times in counted.items()
    )


def _has(question: QuestionRecord, number: int) -> bool:
    count = len(load_choices(question.choices))
    return question.first <= number < question.first + count


def _by_name(asked: Sequence[QuestionRecord], board: Board, line: str) -> Iterator[Chosen]:
    """Yield the choice that a line names which holds but a province: `LON 2`, if only one does."""
    places = name_alone(board, line)
    if len(places) != 1:
        return
    fit = [
        Chosen(question, question.first + at)
        for question in asked
        if question.settled_at is None or question.answer
        for at, orders in enumerate(load_choices(question.choices))
        if places[0] in places_in(orders)
    ]
    if len(fit) == 1:
        yield fit[0]


def with_answers(
    transaction: Transaction,
    table: Table,
    power: PowerId,
    given: Sequence[Written],
    chosen: Sequence[Chosen],
    later: Phase | None,
) -> list[Written]:
    """Return the orders of a mail with those that its answers choose.

    Orders of a list take their place in the list as it stands, which is given whole; an order to
    a unit that the mail orders itself gives way.

    Args:
        transaction: in which it happens.
        table, power: whose orders they are.
        given: the mail's own orders.
        chosen: its answers that are for the same phase.
        later: the later phase they are for; None for the open one.
    """
    kind = (later or table.state.phase).kind
    board = board_of(table.position)
    after = list(given)
    standing = standing_orders(transaction, table, power, later)
    for choice in chosen:
        if choice.question.counts_as_mail:
            after = _as_a_mail(after, choice, standing, kind)
            continue
        for order in choice.orders:
            key = key_of(order, kind)
            if any(key_of(written.order, kind) == key for written in given) and " " in key:
                continue
            own = [written for written in after if key_of(written.order, kind) == key]
            rest = [written for written in after if key_of(written.order, kind) != key]
            if not own and " " not in key:
                own = _list_of(transaction, table, power, key, later)
            after = [
                *rest,
                *_placed(own, Written(order, choice.question.text), choice.question, board),
            ]
    return after


def _as_a_mail(
    given: Sequence[Written], chosen: Chosen, standing: Sequence[OrderRecord], kind: PhaseKind
) -> list[Written]:
    """Return orders with those of a choice that counts like the mail it was in.

    Its lists replace those that stand. What was ordered since the question stays.
    """
    text = chosen.question.text
    asked = chosen.question.asked_at, chosen.question.inbox_id or 0
    newer = {
        order.key
        for order in standing
        if (order.given_at, order.inbox_id or 0) > asked and order.text != text
    }
    taken = {key_of(written.order, kind) for written in given} | newer
    fresh = [Written(order, text) for order in chosen.orders if key_of(order, kind) not in taken]
    return [*given, *fresh]


def given_up(chosen: Sequence[Chosen], kind: PhaseKind) -> tuple[str, ...]:
    """Return the keys of orders that an earlier answer gave and another one to the same question does not."""
    keys: list[str] = []
    for choice in chosen:
        question = choice.question
        if question.counts_as_mail and question.answer not in (None, REFUSED, choice.number):
            before = Chosen(question, question.answer or choice.number).orders
            keys += [key_of(order, kind) for order in before]
    return tuple(keys)


def _list_of(
    transaction: Transaction, table: Table, power: PowerId, key: str, later: Phase | None
) -> list[Written]:
    return [
        Written(load_order(record.order), record.text, record.given_at, record.inbox_id)
        for record in standing_orders(transaction, table, power, later)
        if record.key == key
    ]


def _placed(
    own: Sequence[Written], new: Written, question: QuestionRecord, board: Board
) -> list[Written]:
    """Return a list with an order in the place of the one that stood for it, or in its own."""
    texts = [order_text(written.order, board) for written in own]
    standing = question.standing
    if question.answer:  # he thinks again
        (order, *_) = Chosen(question, question.answer).orders
        standing = order_text(order, board)
    if standing in texts:
        at = texts.index(standing)
        return [*own[:at], new, *own[at + 1 :]]
    at = question.list_place
    return [*own[:at], new, *own[at:]]


def outlived(chosen: Sequence[Chosen], standing: Collection[Order]) -> Iterator[Order]:
    """Yield the orders of choices that do not stand: what was ordered since the question does."""
    for choice in chosen:
        if choice.question.counts_as_mail:
            yield from (order for order in choice.orders if order not in standing)


def settle(
    transaction: Transaction,
    table: Table,
    power: PowerId,
    given: Sequence[Order],
    chosen: Sequence[Chosen],
    moment: datetime,
    dropped: Sequence[QuestionRecord] = (),
) -> None:
    """Settle the questions that a mail answers, and those whose orders it gives anew.

    Args:
        transaction, table, power: whose they are.
        given: the mail's own orders, in both phases; chosen: its answers.
        moment: when it came.
        dropped: questions that it answers with a plain no.
    """
    answered = {choice.question.id: choice.number for choice in chosen}
    refused = {question_record.id for question_record in dropped}
    keys = {key_of(order, kind) for order in given for kind in PhaseKind}
    for question in transaction.questions(table.phase.id):
        if question.seat != power:
            continue
        if question.id in answered:
            transaction.settle_question(question.id, moment, answered[question.id])
        elif question.settled_at is None and question.id in refused:
            transaction.settle_question(question.id, moment, REFUSED)
        elif question.settled_at is None and _is_given(question, keys):
            transaction.settle_question(question.id, moment, None)


def _is_given(question: QuestionRecord, keys: Collection[str]) -> bool:
    """Tell whether orders leave nothing to ask: they order what it is about, wholly if it is a mail."""
    choices = [_keys_of(choice) for choice in load_choices(question.choices)]
    if question.of_reservation:
        return any(choice <= set(keys) for choice in choices)
    return any(choice & set(keys) for choice in choices)


def _keys_of(choice: Sequence[Order]) -> set[str]:
    return {key_of(order, kind) for order in choice for kind in PhaseKind}


@dataclass(frozen=True, slots=True)
class Asking:
    """Asks a player what his lines meant, and numbers the choices.

    Args:
        transaction, table: the game.
        person: who is asked.
        moment: when.
    """

    transaction: Transaction
    table: Table
    person: Person
    moment: datetime

    def ask(
        self,
        power: PowerId,
        read: Reading,
        *,
        inbox_id: int | None = None,
        sent_ahead: bool = False,
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
        return {
            at: self._ask(power, read.lines, line, inbox_id, sent_ahead) for at, line in asking
        }

    def _ask(
        self,
        power: PowerId,
        read: Sequence[LineReading],
        line: LineReading,
        inbox_id: int | None,
        sent_ahead: bool,
    ) -> Numbered:
        asked = _asked(self.transaction, self.table, self.person)
        earlier = [
            question_record
            for question_record in asked
            if question_record.seat == power
            and (question_record.inbox_id, question_record.asked_at) != (inbox_id, self.moment)
        ]
        self._settle_overtaken(earlier, line)
        board = board_of(self.table.position)
        later = None if sent_ahead or not line.ahead else self._later()
        kind = (later or self.table.state.phase).kind
        question = QuestionRecord(
            id=0,
            phase_id=self.table.phase.id,
            seat=power,
            first=_first_number(asked, line),
            text=line.text.strip(),
            choices=dump([list(choice) for choice in dict.fromkeys(line.choices)]),
            asked_at=self.moment,
            ahead=str(later) if later is not None else "",
            standing=order_text(line.orders[0], board) if line.orders else "",
            place=_place(line, read, kind),
            inbox_id=inbox_id,
        )
        return _numbered(self.transaction.add_question(question), board)

    def _later(self) -> Phase | None:
        stages = (request.stage for request in self.table.rules.ahead(self.table.state))
        return next((phase_of(stage) for stage in stages if stage), None)

    def _settle_overtaken(self, earlier: Sequence[QuestionRecord], line: LineReading) -> None:
        """Settle what earlier mails' lines asked in the same words, or about the same orders aside.

        A mail's own lines of the same words ask for two.
        """
        keys = {key for choice in line.choices for key in _keys_of(choice)}
        for question in earlier:
            again = line.reserves and _is_given(question, keys)
            if question.settled_at is None and (again or question.text == line.text.strip()):
                self.transaction.settle_question(question.id, self.moment, None)


def _is_refused(line: LineReading) -> bool:
    return line.verdict not in {Verdict.ACCEPTED, Verdict.CHATTER}


def _first_number(asked: Sequence[QuestionRecord], line: LineReading) -> int:
    """Return the number of a question's first choice: higher than all that were printed.

    Of choices that their writer numbered himself ours are the same, or none of ours is one of his.
    """
    first = 1 + max(map(_last_number, asked), default=0)
    return max(first, 1 + len(line.choices)) if line.labelled and first > 1 else first


def _last_number(question: QuestionRecord) -> int:
    return question.first + len(load_choices(question.choices)) - 1


def _place(line: LineReading, read: Sequence[LineReading], kind: PhaseKind) -> int:
    """Return how many orders of the same list stand before a line in its mail.

    Of a line that sets orders aside it is negative: see `QuestionRecord`.
    """
    alike = [line_reading for line_reading in read if line_reading.ahead is line.ahead]
    keys = {key_of(order, kind) for choice in line.choices for order in choice}
    if line.reserves and not any(
        key_of(order, kind) in keys and " " not in key_of(order, kind)
        for line_reading in alike
        for order in line_reading.orders
    ):
        return -1
    key = key_of(line.choices[0][0], kind)
    before = [line_reading for line_reading in alike if line_reading.number < line.number]
    place = sum(
        key_of(order, kind) == key for line_reading in before for order in line_reading.orders
    )
    return -2 - place if line.reserves else place
