"""Orders that come too late: after the phase closed, or for one that has been resolved.

What counts is when a server of ours took the mail, whenever it was stored or read here. Late is
what was taken after the phase closed while it could still be resolved on time, what answers a
phase that has been resolved, and what was meant for such a phase: it came in time and reached the
game too late, and player and GM are told just that. A phase held for the GM still takes orders.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from enum import Enum
from typing import Final

from gm.app.clock.deadline_margins import closing, grace_of
from gm.app.mail_out.notices import notify
from gm.app.orders.sitting import Sitting
from gm.app.records import GameStatus, PhaseRecord, PhaseStatus
from gm.app.senders.letters import Turned
from gm.app.settings.game_settings import settings_of
from gm.app.settings.setting_kinds import Overdue
from gm.app.table import came_closed, is_closed
from gm.app.timing.holding import silent_but_required
from gm.app.timing.outage import why_overdue
from gm.languages import gettext, gettext_noop, ngettext
from gm.mail.threads import phase_answered
from gm.report.views import NoticeView
from gm.report.wording.dates import length_words, moment_words


def refuse_late(sitting: Sitting) -> None:
    """Turn away a mail that comes too late; Turned."""
    letter, table = sitting.letter, sitting.table
    answered = phase_answered(letter.reading, letter.game.name)
    if answered is not None and _is_of_the_past(sitting, answered):
        raise Turned(
            gettext("Your mail answers a phase that has been resolved."),
            gettext(
                "{open}: reply to the newest mail of the game.", open=table.stage_open_words()
            ),
            letter.game,
        )
    if letter.mail.received_at < table.phase.opened_at:
        _refuse_overtaken(sitting)
    late = letter.mail.received_at - closing(table.phase)
    if late.total_seconds() > 0 and not _waits_for_gm(sitting):
        raise Turned(
            _too_late_for(sitting, table.phase, table.stage_words()),
            gettext("The report of this phase will say what is asked for next."),
            letter.game,
        )


def why_too_late(sitting: Sitting) -> str:
    """Return in a sentence why a word about the open phase comes too late for it; "" if not.

    Nobody else is told: it changes nothing that a season hangs on.
    """
    letter, table = sitting.letter, sitting.table
    answered = phase_answered(letter.reading, letter.game.name)
    if answered is not None and _is_of_the_past(sitting, answered):
        return gettext(
            "Your mail answers a phase that has been resolved; reply to the newest one."
        )
    if letter.mail.received_at < table.phase.opened_at and _phase_at(sitting) is not None:
        return gettext(
            "Your mail came before this phase was opened, and was for one that is resolved."
        )
    late = letter.mail.received_at - closing(table.phase)
    if late.total_seconds() > 0 and not _waits_for_gm(sitting):
        return _too_late(sitting, table.phase)
    return ""


def late_within_grace(sitting: Sitting) -> str:
    """Return in a sentence that a mail that is taken came within the grace; "" if it did not."""
    phase, mail = sitting.table.phase, sitting.letter.mail
    late = mail.received_at - phase.deadline
    if late.total_seconds() <= 0 or mail.received_at > closing(phase):
        return ""
    grace = length_words(grace_of(sitting.letter.game))
    return gettext(
        "Late: your mail reached us {length} after the deadline, within the grace of {grace}.",
        length=_length(late),
        grace=grace,
    )


def _too_late(sitting: Sitting, phase: PhaseRecord) -> str:
    """Return in a sentence how late a mail about the open phase is."""
    length = _length(sitting.letter.mail.received_at - phase.deadline)
    if grace := grace_of(sitting.letter.game):
        return gettext(
            "Your mail reached us {length} after the deadline and its grace of {grace}.",
            length=length,
            grace=length_words(grace),
        )
    return gettext("Your mail reached us {length} after the deadline.", length=length)


def _too_late_for(sitting: Sitting, phase: PhaseRecord, words: str) -> str:
    """Return in a sentence how late a mail is for a phase, which is named in words."""
    length = _length(sitting.letter.mail.received_at - phase.deadline)
    if grace := grace_of(sitting.letter.game):
        return gettext(
            "Your mail reached us {length} after the deadline of {phase} and its grace of {grace}.",
            length=length,
            phase=words,
            grace=length_words(grace),
        )
    return gettext(
        "Your mail reached us {length} after the deadline of {phase}.", length=length, phase=words
    )


def _refuse_overtaken(sitting: Sitting) -> None:
    """Turn away a mail that came before its phase was opened: it was for one before it."""
    letter, mail = sitting.letter, sitting.letter.mail
    before = _phase_at(sitting)
    if before is None:
        return
    remedy = gettext("{open}: send orders for it.", open=sitting.table.stage_open_words())
    missed = before.name
    if mail.received_at > closing(before):
        raise Turned(
            _too_late_for(sitting, before, sitting.table.stage_words(missed)), remedy, letter.game
        )
    _tell_gm(sitting, missed)
    raise Turned(_kept_from_player(sitting, missed), remedy, letter.game)


def _phase_at(sitting: Sitting) -> PhaseRecord | None:
    """Return the phase that was open to orders when a mail came."""
    moment, game = sitting.letter.mail.received_at, sitting.letter.game
    before = [
        phase
        for phase in sitting.transaction.phases(game.id)
        if phase.opened_at <= moment and not came_closed(phase)
    ]
    return before[-1] if before else None


class _Kept(Enum):
    """What kept a mail that came in time from its phase."""

    UNCONFIRMED = "unconfirmed"
    UNREAD = "unread"
    ON_ITS_WAY = "on its way"


_FOR_PLAYER: Final = {
    _Kept.UNCONFIRMED: gettext_noop(
        "Your mail came in time for {phase} ({came}), but it was confirmed only now ({until}), and "
        "by then the phase had been resolved without it. The GM has been told."
    ),
    _Kept.UNREAD: gettext_noop(
        "Your mail came in time for {phase} ({came}), but it could be read only now, and by then "
        "the phase had been resolved without it. The GM has been told."
    ),
    _Kept.ON_ITS_WAY: gettext_noop(
        "Your mail came in time for {phase} ({came}), but it was on its way to the game until "
        "{until}, and by then the phase had been resolved without it. The GM has been told."
    ),
}

_FOR_GM: Final = {
    _Kept.UNCONFIRMED: gettext_noop(
        "A mail of {player} (mail {number}) came on {came}, before the deadline of {phase}, but it "
        "was confirmed only now ({until})."
    ),
    _Kept.UNREAD: gettext_noop(
        "A mail of {player} (mail {number}) came on {came}, before the deadline of {phase}, but it "
        "could be read only now."
    ),
    _Kept.ON_ITS_WAY: gettext_noop(
        "A mail of {player} (mail {number}) came on {came}, before the deadline of {phase}, but it "
        "was on its way to the game until {until}."
    ),
}


def _what_kept_it(sitting: Sitting) -> tuple[_Kept, datetime]:
    """Return what kept a mail from its phase, and until when."""
    mail, now = sitting.letter.mail, sitting.services.clock.now()
    if mail.confirmed:
        return _Kept.UNCONFIRMED, now
    if mail.stored_at < sitting.table.phase.opened_at:
        return _Kept.UNREAD, now
    return _Kept.ON_ITS_WAY, mail.stored_at


def _kept_from_player(sitting: Sitting, missed: str) -> str:
    kept, until = _what_kept_it(sitting)
    zone = sitting.letter.person.time_zone
    return gettext(
        _FOR_PLAYER[kept],
        phase=sitting.table.stage_words(missed),
        came=moment_words(sitting.letter.mail.received_at, zone),
        until=moment_words(until, zone),
    )


def _tell_gm(sitting: Sitting, missed: str) -> None:
    letter, mail, game = sitting.letter, sitting.letter.mail, sitting.letter.game
    kept, until = _what_kept_it(sitting)

    def view() -> NoticeView:
        phase = sitting.table.stage_words(missed)
        title = gettext(
            "{phase}: orders of {player} came in time and were not used",
            phase=phase,
            player=letter.person.name,
        )
        what = gettext(
            _FOR_GM[kept],
            player=letter.person.name,
            number=mail.id,
            came=moment_words(mail.received_at, game.time_zone),
            phase=phase,
            until=moment_words(until, letter.person.time_zone),
        )
        next_ = gettext(
            "{phase} had been resolved without it. Nothing of it was recorded and the player has "
            "been told. If it should count, `gm correct` computes the phase again.",
            phase=phase,
        )
        return NoticeView(title, (what, next_))

    key = f"overtaken {mail.id}"
    notify(sitting.services, sitting.transaction, game.gm_address, key, view, game)


def _is_of_the_past(sitting: Sitting, answered: int) -> bool:
    """Tell whether orders that answer a mail of a phase come too late for it.

    The report that opened a phase which nobody could order for is answered with the next orders.
    """
    number = sitting.table.phase.number
    if answered >= number:
        return False
    course = sitting.transaction.phases(sitting.table.game.id)
    before = [phase for phase in course if phase.number < number][-1:]
    return not any(phase.number == answered and came_closed(phase) for phase in before)


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
    given = sitting.table.codec.drafts(sitting.transaction.active_orders(phase.id))
    return bool(silent_but_required(sitting.table, given))


def _length(late: timedelta) -> str:
    seconds = int(late.total_seconds())
    if seconds >= 60:
        return length_words(late)
    seconds = max(seconds, 1)
    return ngettext("{count} second", "{count} seconds", seconds, count=seconds)
