"""Orders that come too late: after the phase closed, or for one that has been resolved.

What counts is when a server of ours took the mail, whenever it was stored or read here. Late is
what was taken after the phase closed while it could still be resolved on time, what answers a
phase that has been resolved, and what was meant for such a phase: it came in time and reached the
game too late, and player and GM are told just that. A phase held for the GM still takes orders.
"""

from __future__ import annotations

from datetime import timedelta

from gm.app.codec import load_state
from gm.app.mail_in.letters import Turned
from gm.app.mail_out.notices import notify
from gm.app.orders.grace import closing, grace_of
from gm.app.orders.receipts import Sitting
from gm.app.records import GameStatus, PhaseRecord, PhaseStatus
from gm.app.setup.game_settings import settings_of
from gm.app.setup.setting_kinds import Overdue
from gm.app.table import came_closed, drafts, is_closed
from gm.app.timing.holding import silent_but_required
from gm.app.timing.outage import why_overdue
from gm.mail.threads import phase_answered
from gm.report.views import NoticeView
from gm.report.wording.dates import length_words, moment_words
from gm.report.wording.phrases import open_words, phase_words


def refuse_late(sitting: Sitting) -> None:
    """Turn away a mail that comes too late; Turned."""
    letter, table = sitting.letter, sitting.table
    answered = phase_answered(letter.reading, letter.game.name)
    if answered is not None and _is_of_the_past(sitting, answered):
        raise Turned(
            "Your mail answers a phase that has been resolved.",
            f"{open_words(table.state.phase)}: reply to the newest mail of the game.",
            letter.game,
        )
    if letter.mail.received_at < table.phase.opened_at:
        _refuse_overtaken(sitting)
    late = letter.mail.received_at - closing(table.phase)
    if late.total_seconds() > 0 and not _waits_for_gm(sitting):
        raise Turned(
            f"Your mail reached us {_too_late(sitting, table.phase)} of "
            f"{phase_words(table.state.phase)}{_grace_words(sitting)}.",
            "The report of this phase will say what is asked for next.",
            letter.game,
        )


def why_too_late(sitting: Sitting) -> str:
    """Return in a sentence why a word about the open phase comes too late for it; "" if not.

    Nobody else is told: it changes nothing that a season hangs on.
    """
    letter, table = sitting.letter, sitting.table
    answered = phase_answered(letter.reading, letter.game.name)
    if answered is not None and _is_of_the_past(sitting, answered):
        return "Your mail answers a phase that has been resolved; reply to the newest one."
    if letter.mail.received_at < table.phase.opened_at and _phase_at(sitting) is not None:
        return "Your mail came before this phase was opened, and was for one that is resolved."
    late = letter.mail.received_at - closing(table.phase)
    if late.total_seconds() > 0 and not _waits_for_gm(sitting):
        return f"Your mail reached us {_too_late(sitting, table.phase)}{_grace_words(sitting)}."
    return ""


def late_within_grace(sitting: Sitting) -> str:
    """Return in a sentence that a mail that is taken came within the grace; "" if it did not."""
    phase, mail = sitting.table.phase, sitting.letter.mail
    late = mail.received_at - phase.deadline
    if late.total_seconds() <= 0 or mail.received_at > closing(phase):
        return ""
    grace = length_words(grace_of(sitting.letter.game))
    return f"Late: your mail reached us {_length(late)} after the deadline, within the grace of {grace}."


def _too_late(sitting: Sitting, phase: PhaseRecord) -> str:
    return f"{_length(sitting.letter.mail.received_at - phase.deadline)} after the deadline"


def _grace_words(sitting: Sitting) -> str:
    grace = grace_of(sitting.letter.game)
    return f" and its grace of {length_words(grace)}" if grace else ""


def _refuse_overtaken(sitting: Sitting) -> None:
    """Turn away a mail that came before its phase was opened: it was for one before it."""
    letter, mail = sitting.letter, sitting.letter.mail
    before = _phase_at(sitting)
    if before is None:
        return
    words, zone = phase_words(load_state(before.state).phase), letter.person.time_zone
    remedy = f"{open_words(sitting.table.state.phase)}: send orders for it."
    if mail.received_at > closing(before):
        late = _too_late(sitting, before)
        raise Turned(
            f"Your mail reached us {late} of {words}{_grace_words(sitting)}.", remedy, letter.game
        )
    came = moment_words(mail.received_at, zone)
    _tell_gm(sitting, words)
    raise Turned(
        f"Your mail came in time for {words} ({came}), {_what_kept_it(sitting)}, and by then the "
        "phase had been resolved without it. The GM has been told.",
        remedy,
        letter.game,
    )


def _phase_at(sitting: Sitting) -> PhaseRecord | None:
    """Return the phase that was open to orders when a mail came."""
    moment, game = sitting.letter.mail.received_at, sitting.letter.game
    before = [
        one
        for one in sitting.transaction.phases(game.id)
        if one.opened_at <= moment and not came_closed(one)
    ]
    return before[-1] if before else None


def _what_kept_it(sitting: Sitting) -> str:
    mail = sitting.letter.mail
    zone = sitting.letter.person.time_zone
    if mail.confirmed:
        now = moment_words(sitting.services.clock.now(), zone)
        return f"but it was confirmed only now ({now})"
    if mail.stored_at < sitting.table.phase.opened_at:
        return "but it could be read only now"
    return f"but it was on its way to the game until {moment_words(mail.stored_at, zone)}"


def _tell_gm(sitting: Sitting, words: str) -> None:
    letter, mail, game = sitting.letter, sitting.letter.mail, sitting.letter.game
    zone = game.time_zone
    view = NoticeView(
        f"{words}: orders of {letter.person.name} came in time and were not used",
        (
            (
                f"A mail of {letter.person.name} (mail {mail.id}) came on "
                f"{moment_words(mail.received_at, zone)}, before the deadline of {words}, "
                f"{_what_kept_it(sitting)}."
            ),
            (
                f"{words} had been resolved without it. Nothing of it was recorded and the "
                "player has been told. If it should count, `gm correct` computes the phase again."
            ),
        ),
    )
    notify(
        sitting.services,
        sitting.transaction,
        game.gm_address,
        f"overtaken {mail.id}",
        view,
        game,
    )


def _is_of_the_past(sitting: Sitting, answered: int) -> bool:
    """Tell whether orders that answer a mail of a phase come too late for it.

    The report that opened a phase which nobody could order for is answered with the next orders.
    """
    number = sitting.table.phase.number
    if answered >= number:
        return False
    course = sitting.transaction.phases(sitting.table.game.id)
    before = [one for one in course if one.number < number][-1:]
    return not any(one.number == answered and came_closed(one) for one in before)


def _waits_for_gm(sitting: Sitting) -> bool:
    """Tell whether an overdue phase is held, or will be as soon as the server looks at it.

    A paused game's deadline has not passed, and one that will be extended has not either.
    """
    phase, services, game = sitting.table.phase, sitting.services, sitting.table.game
    if is_closed(phase):
        return False
    if phase.status is PhaseStatus.HELD or game.status is GameStatus.PAUSED:
        return True
    now = services.clock.now()
    if settings_of(game).overdue is not Overdue.RUN and why_overdue(
        services, sitting.transaction.beats(), phase, now
    ):
        return True
    given = drafts(sitting.transaction.active_orders(phase.id))
    return bool(silent_but_required(sitting.table, given))


def _length(late: timedelta) -> str:
    seconds = late.total_seconds()
    if seconds >= 60:
        return length_words(late)
    return "1 second" if seconds < 2 else f"{int(seconds)} seconds"
