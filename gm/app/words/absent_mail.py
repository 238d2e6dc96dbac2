"""The word ABSENT in a player's mail: deadlines move past the time in which he is away."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from gm.app.life_records import Absence, AbsenceState
from gm.app.mail_out.notices import notify
from gm.app.orders.receipts import Sitting
from gm.app.records import JournalEntry
from gm.app.settings.game_settings import settings_of
from gm.app.timing.absence_text import days_of
from gm.app.timing.absences import at_a_stretch, stands
from gm.app.timing.deadlines import heed_absences
from gm.errors import InputError, NotAllowed
from gm.languages import ENGLISH, gettext, speaking
from gm.report.views import NoticeView
from gm.report.wording.dates import length_words, moment_words, stretch_words

MOST: Final = 3
"""So many absences a player may have noted in a game that are not over."""

_FARTHEST: Final = timedelta(days=366)
_NONE: Final = frozenset({"none", "no more", "off", "over", ""})


def absent(sitting: Sitting, rest: str) -> tuple[str, ...]:
    """Note when a player is away, or that he is not; the sentences say what follows from it.

    Raises:
        InputError: it names no days, or days that cannot be.
        NotAllowed: he has noted too many times already.
    """
    if " ".join(rest.casefold().split()).strip(" .!") in _NONE:
        return _take_back(sitting)
    zone = ZoneInfo(sitting.letter.person.time_zone)
    first, last = days_of(rest, sitting.services.clock.now().astimezone(zone).date())
    now = sitting.services.clock.now()
    if last - now.astimezone(zone).date() > _FARTHEST:
        raise InputError(gettext("That is more than a year off; say it again when it is nearer."))
    return _note(sitting, max(_begin(first, zone), now), _end(last, zone))


def _begin(day: date, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, time(), zone)


def _end(day: date, zone: ZoneInfo) -> datetime:
    return _begin(day + timedelta(days=1), zone) - timedelta(seconds=1)


def _note(sitting: Sitting, first: datetime, last: datetime) -> tuple[str, ...]:
    standing = _standing(sitting)
    known = next((away for away in standing if away.first <= first and last <= away.last), None)
    if known is not None and known.state is AbsenceState.GRANTED:
        return (gettext("You are noted as away {when} already.", when=_when(sitting, known)),)
    if len(standing) >= MOST:
        raise NotAllowed(
            gettext(
                "You have noted {count} absences already. ABSENT none takes them back.",
                count=len(standing),
            )
        )
    limit = settings_of(sitting.table.game).absence
    others = [away for away in standing if away.state is AbsenceState.GRANTED]
    begin, end = at_a_stretch(others, first, last)
    granted = end - begin <= limit
    state = AbsenceState.GRANTED if granted else AbsenceState.ASKED
    person, mail = sitting.letter.person, sitting.letter.mail
    now = sitting.services.clock.now()
    absence = sitting.transaction.add_absence(
        Absence(0, sitting.table.game.id, person.id, first, last, now, state, mail.id)
    )
    with speaking(ENGLISH):  # as all of the journal
        _journal(sitting, f"{sitting.power} is away {_when(sitting, absence)}: {state.value}.")
    if granted:
        return (
            gettext("You are noted as away {when}.", when=_when(sitting, absence)),
            *_moved(sitting),
        )
    _ask_gm(sitting, absence, limit)
    most = length_words(limit) if limit else gettext("no time at all")
    return (
        gettext("You would like to be away {when}.", when=_when(sitting, absence)),
        (
            gettext(
                "In this game a deadline moves by itself for {most} at a stretch, so the GM "
                "has been asked. You will be told what he says; until then deadlines stay "
                "as they are.",
                most=most,
            )
        ),
    )


def _moved(sitting: Sitting) -> tuple[str, ...]:
    """Move the deadline if it must, and return what becomes of deadlines, in sentences."""
    after = heed_absences(sitting.services, sitting.transaction, sitting.table)
    if after.phase.deadline == sitting.table.phase.deadline:
        return (
            gettext("No deadline will fall in that time, as long as you have something to order."),
        )
    zone = sitting.letter.person.time_zone
    words = after.stage_words()
    return (
        (
            gettext(
                "The deadline of {words} has moved to {when}. All are told that a player is "
                "away, and not who.",
                words=words,
                when=moment_words(after.phase.deadline, zone),
            )
        ),
    )


def _take_back(sitting: Sitting) -> tuple[str, ...]:
    standing = _standing(sitting)
    if not standing:
        return (gettext("You have noted no absence that is still to come."),)
    now = sitting.services.clock.now()
    for absence in standing:
        sitting.transaction.save_absence(replace(absence, taken_back_at=now))
        with speaking(ENGLISH):  # as all of the journal
            _journal(sitting, f"{sitting.power} is not away {_when(sitting, absence)} after all.")
    told = [
        gettext("Your absence {when} is taken back.", when=_when(sitting, away))
        for away in standing
    ]
    return (*told, gettext("A deadline that has moved for it stays where it is."))


def _standing(sitting: Sitting) -> Sequence[Absence]:
    now, person = sitting.services.clock.now(), sitting.letter.person
    every = sitting.transaction.absences(sitting.table.game.id)
    return [
        absence for absence in every if absence.person_id == person.id and stands(absence, now)
    ]


def _when(sitting: Sitting, absence: Absence) -> str:
    return stretch_words(absence.first, absence.last, sitting.letter.person.time_zone)


def _journal(sitting: Sitting, text: str) -> None:
    now, game = sitting.services.clock.now(), sitting.table.game
    data = json.dumps({"power": sitting.power})
    sitting.transaction.add_journal(
        JournalEntry(0, game.id, now, "absence", sitting.power, text, data=data)
    )


def _ask_gm(sitting: Sitting, absence: Absence, limit: timedelta) -> None:
    game, person = sitting.table.game, sitting.letter.person
    power = sitting.table.seat_name(sitting.power)
    when = stretch_words(absence.first, absence.last, game.time_zone)
    view = NoticeView(
        f"{person.name} asks to be away {when}",
        (
            (
                f"{person.name} ({power}) would be away {when}. That is longer than the "
                f"{length_words(limit)} for which deadlines move by themselves."
            ),
            (
                f"To let them move past it: `gm player absence {game.name} {sitting.power.lower()} "
                f"grant`. To leave them as they are: `gm player absence {game.name} "
                f"{sitting.power.lower()} refuse`. He is told either way."
            ),
        ),
    )
    key = f"absence-asked {absence.id}"
    notify(sitting.services, sitting.transaction, game.gm_address, key, view, game)
