"""Orders that come too late: after the deadline, or for a phase that has been resolved.

Late is what reached us after the deadline while the phase could still be resolved on time, or
what answers a phase that has been resolved. A phase held for the GM still takes orders.
"""

from __future__ import annotations

from datetime import timedelta

from gm.app.letters import Turned
from gm.app.receipts import Sitting
from gm.app.records import PhaseStatus
from gm.app.seasons import silent_but_required
from gm.app.table import came_closed, drafts, is_closed
from gm.mail.threads import phase_answered
from gm.report.dates import length_words
from gm.report.phrases import open_words, phase_words


def refuse_late(sitting: Sitting) -> None:
    """Turn away a mail that comes too late; Turned."""
    letter, table = sitting.letter, sitting.table
    answered = phase_answered(letter.reading, letter.game.name)
    if answered is not None and _is_of_the_past(sitting, answered):
        raise Turned(
            "Your mail answers a phase that has been resolved.",
            f"{open_words(table.state.phase)}: reply to that report, or write a new mail.",
            letter.game,
        )
    late = letter.mail.received_at - table.phase.deadline
    if late.total_seconds() > 0 and not _waits_for_gm(sitting):
        raise Turned(
            f"Your mail reached us {_length(late)} after the deadline of "
            f"{phase_words(table.state.phase)}.",
            "The report of this phase will say what is asked for next.",
            letter.game,
        )


def _is_of_the_past(sitting: Sitting, answered: int) -> bool:
    """Tell whether orders that answer a mail of a phase come too late for it.

    The report that opened a phase which nobody could order for is answered with the next orders.
    """
    number = sitting.table.phase.number
    if answered != number - 1:
        return answered < number
    phases = sitting.transaction.phases(sitting.table.game.id)
    return not any(one.number == answered and came_closed(one) for one in phases)


def _waits_for_gm(sitting: Sitting) -> bool:
    """Tell whether an overdue phase is held, or will be as soon as the server looks at it."""
    phase, services = sitting.table.phase, sitting.services
    if is_closed(phase):
        return False
    overdue = services.clock.now() - phase.deadline
    if phase.status is PhaseStatus.HELD or overdue > services.overdue_hold:
        return True
    given = drafts(sitting.transaction.active_orders(phase.id))
    return bool(silent_but_required(sitting.table, given))


def _length(late: timedelta) -> str:
    seconds = late.total_seconds()
    if seconds >= 60:
        return length_words(late)
    return "1 second" if seconds < 2 else f"{int(seconds)} seconds"
