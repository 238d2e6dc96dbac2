"""The word ABSENT in a player's mail: deadlines move past the time in which he is away.

Days as players write them: `24 Dec to 2 Jan`, `2026-12-24..2027-01-02`, `until Friday 3.4.`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from gm.app.journal import note
from gm.app.life_records import Absence, AbsenceState
from gm.app.mail_out.notices import notify
from gm.app.orders.sitting import Sitting
from gm.app.records import JournalKind
from gm.app.settings.game_settings import settings_of
from gm.app.timing.absences import at_a_stretch, stands
from gm.app.timing.deadlines import heed_absences
from gm.errors import InputError, NotAllowed
from gm.languages import ENGLISH, gettext, gettext_noop, quoted, speaking
from gm.report.views import NoticeView
from gm.report.wording.dates import length_words, moment_words, stretch_words

_MONTHS: Final = (
    "jan",
    "feb",
    "mar",
    "apr",
    "may",
    "jun",
    "jul",
    "aug",
    "sep",
    "oct",
    "nov",
    "dec",
)
_FORM: Final = gettext_noop("Write days such as 24 Dec to 2 Jan, or 2026-12-24 to 2027-01-02.")
_TOKEN = re.compile(
    r"(?P<iso>\d{4}-\d{1,2}-\d{1,2})"
    r"|(?P<dotted>\d{1,2}\.\s?\d{1,2}\.(?:\s?\d{4}\b)?)"
    r"|(?P<slashed>\d{1,2}/\d{1,2}(?:/\d{4})?)"
    r"|(?P<year>\d{4}\b)"
    r"|(?P<day>\d{1,2})(?:st|nd|rd|th)?(?=\W|$|[a-z]{3})"
    r"|(?P<to>\bto\b|\buntil\b|\btill\b|\bthrough\b|\bthru\b|\.\.+|-)"
    r"|(?P<word>[a-z]+)"
    r"|(?P<other>[^\s.,;()]+)"
)
_NOISE: Final = frozenset({"from", "on", "the", "of", "and", "including", "inclusive", "i", "am"})
_WEEKDAY = re.compile(r"(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*")
_DASHES = str.maketrans("\u2010\u2011\u2012\u2013\u2014\u2212", "------")


@dataclass(frozen=True, slots=True)
class _Day:
    """A day as far as it is said."""

    day: int
    month: int | None = None
    year: int | None = None


def days_of(text: str, today: date) -> tuple[date, date]:
    """Return the first and the last day that a text names.

    Args:
        text: what a player wrote.
        today: by his clock; a single end (`until 2 Jan`) is reckoned from it.

    Raises:
        InputError: it names no days, or a day that could be two; it says what would be right.
    """
    left, right = _sides(text, today)
    if not left and not right:
        raise InputError(_form(gettext("There is no day in it.")))
    first = _said(left) if left else _Day(today.day, today.month, today.year)
    last = _said(right) if right else first
    if first.month is None:
        first = replace(first, month=last.month)
    if last.month is None:
        last = replace(last, month=first.month)
    return _dated(first, last, today)


_Token = tuple[str, str]


def _form(wrong: str) -> str:
    """Return what is wrong, and how days are written."""
    return f"{wrong} {gettext(_FORM)}"


def _sides(text: str, today: date) -> tuple[list[_Token], list[_Token]]:
    """Return what is said of the first day, and of the last; nothing of the first is from today."""
    tokens = list(_tokens(text, today))
    at = next((n for n, (kind, _) in enumerate(tokens) if kind == "to"), None)
    if at is None:
        return tokens, []
    right = [token for token in tokens[at + 1 :] if token[0] != "to"]
    if not right:
        raise InputError(_form(gettext("{text} has no end.", text=quoted(text.strip()))))
    return tokens[:at], right


def _tokens(text: str, today: date) -> Iterator[_Token]:
    for match in _TOKEN.finditer(text.translate(_DASHES).casefold()):
        kind, words = match.lastgroup or "other", match.group()
        if kind == "word" and (words in _NOISE or _WEEKDAY.fullmatch(words)):
            continue
        if words in {"today", "now", "tomorrow"}:
            day = today + timedelta(days=words == "tomorrow")
            kind, words = "iso", day.isoformat()
        yield kind, match["day"] if kind == "day" else words


def _said(tokens: Sequence[_Token]) -> _Day:
    """Return the day that some tokens name."""
    kinds = [kind for kind, _ in tokens]
    words = [words for _, words in tokens]
    match kinds:
        case ["iso"]:
            year, month, day = map(int, words[0].split("-"))
            return _Day(day, month, year)
        case ["dotted"]:
            return _Day(*(int(word) for word in words[0].split(".") if word.strip()))
        case ["slashed"]:
            return _slashed(words[0])
        case ["day"]:
            return _Day(int(words[0]))
        case ["day", "word"] | ["day", "word", "year"]:
            return _Day(int(words[0]), _month(words[1]), _year(words[2:]))
        case ["word", "day"] | ["word", "day", "year"]:
            return _Day(int(words[1]), _month(words[0]), _year(words[2:]))
    raise InputError(_form(gettext("{text} is no day.", text=quoted(" ".join(words) or "That"))))


def _year(words: Sequence[str]) -> int | None:
    return int(words[0]) if words else None


def _month(word: str) -> int:
    if word[:3] not in _MONTHS:
        raise InputError(_form(gettext("{word} is no month.", word=quoted(word))))
    return 1 + _MONTHS.index(word[:3])


def _slashed(text: str) -> _Day:
    """Return the day of `24/12`; some write the month first, so `3/4` is refused."""
    one, other, *rest = map(int, text.split("/"))
    year = rest[0] if rest else None
    if one <= 12 and other <= 12 and one != other:
        raise InputError(_form(gettext("{text} could be two days.", text=text)))
    return _Day(one, other, year) if other <= 12 else _Day(other, one, year)


def _dated(first: _Day, last: _Day, today: date) -> tuple[date, date]:
    """Return both days with their years: of those that fit, the first that is not over."""
    years = [first.year] if first.year is not None else [today.year + n for n in (-1, 0, 1, 2)]
    if first.year is None and last.year is not None:
        years = [last.year - 1, last.year]
    dates = []
    for year in years:
        start = _date(first, year)
        ends = [last.year] if last.year is not None else [year, year + 1]
        end = next(
            (end for number in ends if (end := _date(last, number)) and start and end >= start),
            None,
        )
        if start is not None and end is not None:
            dates.append((start, end))
    if last.year is not None:
        dates = dates[-1:]  # the shorter of the two
    open_ = [pair for pair in dates if pair[1] >= today]
    if open_:
        return open_[0]
    if dates:
        raise InputError(gettext("That time is over already."))
    raise InputError(_form(gettext("There are no such days, or the last is before the first.")))


def _date(said: _Day, year: int | None) -> date | None:
    if said.month is None:
        raise InputError(_form(gettext("The month is missing.")))
    try:
        return date(year or said.year or 0, said.month, said.day)
    except ValueError:
        return None


MOST: Final = 3
"""So many absences a player may have noted in a game that are not over."""

_FARTHEST: Final = timedelta(days=366)
"""A date that far off is as a rule one of last year, or mistyped."""

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
    after = heed_absences(sitting.table)
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
    lines = [
        gettext("Your absence {when} is taken back.", when=_when(sitting, away))
        for away in standing
    ]
    return (*lines, gettext("A deadline that has moved for it stays where it is."))


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
    kind, seat = JournalKind.ABSENCE, sitting.power
    note(sitting.transaction, now, kind, text, game_id=game.id, author=seat, data={"power": seat})


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
