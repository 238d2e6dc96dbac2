"""What settles a question, so that it is asked no more: the one place that says when.

An answer settles it, a yes or a number, and so does a no. Else orders that leave nothing to ask do:

- the unit that it is about is ordered anew, or the whole list is sent anew that it belongs to;
- that order, or that list, is taken back;
- just the order it asks about is added to the list.

Of orders that words in the mail set aside all must be ordered or taken back. What is added to a list,
another order in it, or another answer about the list, leaves the question open. Whoever settles a
question without an answer is told so.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from gm.app.records import REFUSED, QuestionRecord
from gm.app.table import Table
from gm.contract.language import Filed, SeatRead
from gm.contract.orders import Order
from gm.contract.seats import SeatId
from gm.languages import gettext


@dataclass(frozen=True, slots=True)
class Settlement:
    """What settles questions to a seat.

    Args:
        anew: what is ordered anew, and whole where it is a list; taken_back: what is taken back.
        added: orders that a list gets beside what stands in it, each with its stage.
        answered: the numbers of choices, by the question's id; refused: the ids of those that a no
            drops.
    """

    anew: frozenset[Filed] = frozenset()
    taken_back: frozenset[Filed] = frozenset()
    added: tuple[tuple[str, Order], ...] = ()
    answered: Mapping[int, int] = field(default_factory=dict)
    refused: frozenset[int] = frozenset()


def settlement_of(
    table: Table,
    read: SeatRead,
    answered: Mapping[int, int],
    chosen: Sequence[tuple[str, Order]],
    refused: Collection[int],
) -> Settlement:
    """Return what of a mail settles questions.

    What is sent for a stage that may never come does not: nothing is asked in it yet.

    Args:
        table: the game. read: the mail for one seat.
        answered: the choices that it takes; chosen: their orders, each with its stage.
        refused: the questions that it says no to.
    """
    uncertain = {stage.name for stage in table.rules.contingent(table.state)}
    given = [each for each in read.given if each.stage not in uncertain]
    # An answer about an order of a list leaves what else was asked about the list.
    single = {(stage, key) for stage, order in chosen if " " in (key := table.filed(order, stage))}
    whole = {(each.stage, each.key) for each in given} - read.adds
    added = [each for each in given if (each.stage, each.key) in read.adds]
    return Settlement(
        anew=frozenset(whole | single),
        taken_back=frozenset(read.withdraws),
        added=tuple((each.stage, each.order) for each in added),
        answered=answered,
        refused=frozenset(refused),
    )


def settle(
    table: Table, seat: SeatId, settlement: Settlement, moment: datetime
) -> tuple[str, ...]:
    """Settle the questions to a seat that nothing leaves open; return what is told of it, in sentences.

    Args:
        table, seat: whose they are.
        settlement: what settles them; moment: when that came.
    """
    transaction = table.transaction
    lines: list[str] = []
    for question in transaction.questions(table.phase.id):
        if question.seat != seat:
            continue
        if question.id in settlement.answered:
            answer = settlement.answered[question.id]
            transaction.settle_question(question.id, moment, answer)
        elif question.settled_at is not None:
            continue
        elif question.id in settlement.refused:
            transaction.settle_question(question.id, moment, REFUSED)
        elif leaves_nothing(table, question, settlement):
            transaction.settle_question(question.id, moment, None)
            lines.append(_told(question))
    return tuple(lines)


def leaves_nothing(table: Table, question: QuestionRecord, settlement: Settlement) -> bool:
    """Tell whether orders leave nothing to ask; the rule stands above."""
    choices = table.codec.load_choices(question.choices)
    stage = question.ahead
    if any(all((stage, order) in settlement.added for order in choice) for choice in choices):
        return True
    touched = settlement.anew | settlement.taken_back
    keys = [filed_of(table, choice, stage) for choice in choices]
    if question.of_reservation:
        return any(each <= touched for each in keys)
    return any(each & touched for each in keys)


def filed_of(table: Table, choice: Sequence[Order], stage: str) -> frozenset[Filed]:
    """Return what the orders of a choice are filed under."""
    return frozenset((stage, table.filed(order, stage)) for order in choice)


def settle_all(
    table: Table,
    seat: SeatId,
    moment: datetime,
    stages: Collection[str],
    keys: Collection[str] | None,
) -> Iterator[str]:
    """Settle what was asked about orders that CLEAR takes back; yield what is told of it.

    Args:
        table, seat: whose they are. moment: when the mail came.
        stages: by their names, "" the open one. keys: those that are cleared; None for all.
    """
    for question in table.transaction.questions(table.phase.id):
        if (
            question.seat != seat
            or question.settled_at is not None
            or question.ahead not in stages
        ):
            continue
        if question.asked_at > moment:
            continue
        cleared = frozenset((question.ahead, key) for key in keys or ())
        if keys is None or leaves_nothing(table, question, Settlement(taken_back=cleared)):
            table.transaction.settle_question(question.id, moment, None)
            yield _told(question)


def _told(question: QuestionRecord) -> str:
    return gettext(
        "What was asked about “{line}” is settled by this mail: it waits no longer.",
        line=question.text.strip(),
    )
