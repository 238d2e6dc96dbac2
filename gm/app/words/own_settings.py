"""LANGUAGE, TIMEZONE, MAILS, REMIND and SET: what a player sets for himself.

After how long he is reminded of a game that waits for him alone; in which language his mails are written and in which zone they tell the time; whether they come as
text alone, without pictures, in the judges' manner; and what players of mail judges are used to set.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from typing import Final
from zoneinfo import ZoneInfo

from gm.app.clock.deadline_margins import waiting_reminder
from gm.app.clock.zone_names import zone_named
from gm.app.journal import note
from gm.app.mail_out.preferences import preferences_words, with_preferences
from gm.app.orders.sitting import Sitting, writer_now
from gm.app.records import JournalKind
from gm.app.settings.checks import checked_lengths
from gm.app.settings.game_facts import length_seconds, length_text
from gm.app.settings.setting_kinds import LANGUAGE
from gm.contract.rules import Silence
from gm.errors import InputError
from gm.interpret.commands import command_of
from gm.interpret.folding import fold
from gm.languages import gettext, gettext_noop, own_name
from gm.languages.names import language_named
from gm.report.pages.rules_page import REMIND
from gm.report.wording.dates import length_words

_HINT: Final = re.compile("language|sprache|teanga", re.I)
"""Without one of these in it no line asks for a language."""


def set_language(sitting: Sitting, rest: str) -> tuple[str, ...]:
    """Write to a player in another language from now on; InputError if there is none such."""
    code = language_named(rest)
    person = writer_now(sitting)
    settings = {**person.settings, LANGUAGE: code}
    sitting.transaction.save_person(replace(person, settings=settings))
    text = f"{person.name} is written to in {own_name(code)}."
    _note(sitting, JournalKind.LANGUAGE_CHANGED, text)
    return (
        gettext(
            "Your mails are in {language} from now on, in all your games. Orders can be written "
            "in English as well.",
            language=own_name(code),
        ),
    )


def _note(sitting: Sitting, kind: JournalKind, text: str) -> None:
    now, game_id = sitting.services.clock.now(), sitting.table.game.id
    note(sitting.transaction, now, kind, text, game_id=game_id, author=sitting.power)


def language_wished(lines: Iterable[str]) -> str:
    """Return the code of the language that a mail asks for, so that its answer is in it; else ""."""
    wished = ""
    for line in filter(_HINT.search, lines):
        command = command_of(fold(line))
        if command is not None and command.word == LANGUAGE.upper():
            with suppress(InputError):
                wished = language_named(" ".join(command.arguments))
    return wished


def set_time_zone(sitting: Sitting, rest: str) -> tuple[str, ...]:
    """Tell a player the time in another zone from now on; InputError if there is none such."""
    zone = zone_named(rest)
    person, now = writer_now(sitting), sitting.services.clock.now()
    sitting.transaction.save_person(replace(person, time_zone=zone))
    text = f"{person.name} is told the time in {zone}."
    _note(sitting, JournalKind.TIME_ZONE_CHANGED, text)
    there = now.astimezone(ZoneInfo(zone))
    return (
        (
            gettext(
                "Your mails tell the time in {zone} from now on, where it is {time}. "
                "Deadlines are where they were.",
                zone=zone,
                time=f"{there:%H:%M}",
            )
        ),
    )


def set_mails(sitting: Sitting, rest: str) -> tuple[str, ...]:
    """Send a player his mails in another way from now on; InputError if there is none such."""
    person = writer_now(sitting)
    settings = with_preferences(person.settings, rest)
    sitting.transaction.save_person(replace(person, settings=settings))
    text = f"{person.name} wants his mails: {' '.join(rest.split())}."
    _note(sitting, JournalKind.MAILS_WANTED, text)
    return preferences_words(settings)


_NEVER: Final = frozenset({"never", "off", "no more"})


def set_reminder(sitting: Sitting, rest: str) -> tuple[str, ...]:
    """Remind a player of a game without deadlines after another time from now on, in the open stage too.

    Raises:
        InputError: it is no length; or the game has deadlines, and its master says when players are reminded.
    """
    table, transaction, now = sitting.table, sitting.transaction, sitting.services.clock.now()
    if table.silence is Silence.DUE:
        raise InputError(
            gettext(
                "This game has deadlines, and its game master says how long before them players are"
                " reminded; write to him."
            )
        )
    wait = 0 if rest.casefold() in _NEVER else length_seconds(REMIND, rest)
    kinds = table.family.kinds
    lengths = checked_lengths(kinds, {**table.game.lengths, REMIND: wait})
    game = replace(table.game, lengths=lengths)
    transaction.save_game(game)
    warned = table.silence is Silence.ABANDONS
    moment = waiting_reminder(now, table.phase.deadline, game, now, warned=warned)
    transaction.set_reminder(table.phase, moment)
    text = f"A turn that waits is reminded of after {length_text(wait)}; 0 is never."
    _note(sitting, JournalKind.REMINDER_CHANGED, text)
    if not wait:
        return (gettext("You are not reminded of this game any more."),)
    length = length_words(timedelta(seconds=wait))
    return (
        gettext("When the game waits for you, you are reminded after {length}.", length=length),
    )


_ELSE: Final = gettext_noop("HELP lists what can be told to it.")
_PRESS: Final = gettext_noop(
    "Here, which press is carried is the game master's choice; the opening mail tells it."
)
_AWAY: Final = gettext_noop("Here, write ABSENT and the days, as in ABSENT 24 Dec to 2 Jan.")
_INSTEAD: Final = {
    "press": _PRESS,
    "grey": _PRESS,
    "white": _PRESS,
    "broadcast": _PRESS,
    "absence": _AWAY,
    "vacation": _AWAY,
    "draw": gettext_noop("Here, write VOTE DRAW."),
    "concede": gettext_noop("Here, write VOTE CONCEDE TO and the power."),
    "address": gettext_noop("Here, write ADDRESS and the new address."),
    "password": gettext_noop(
        "Here, there are no passwords: the reply address of your mails proves that you are you."
    ),
    "deadline": gettext_noop("Here, the game master moves deadlines; write to him."),
}


def set_habit(_sitting: Sitting, rest: str) -> tuple[str, ...]:
    """Refuse a judge's SET, and say what does it here; InputError always."""
    word = rest.casefold().removeprefix("no").split()[0]
    instead = next(
        (sentence for known, sentence in _INSTEAD.items() if word.startswith(known)), _ELSE
    )
    nothing = gettext("SET {word} does nothing on this server.", word=rest.upper())
    raise InputError(f"{nothing} {gettext(instead)}")
