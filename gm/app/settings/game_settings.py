"""The settings of a game beside those of its variant: one typed model, with words for each.

A GM writes a setting as a text; it is read, checked and stored by the rules here, and nothing else
knows how it is written. What a game does not say has its default.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import lru_cache
from typing import Final

from gm.app.records import GameRecord
from gm.app.settings.setting_kinds import (
    Allocation,
    DrawSharing,
    MailPictures,
    Manner,
    Nmr,
    OrdersIn,
    Overdue,
    Press,
    PressColour,
    Quorum,
    Release,
    SignUp,
    Start,
)
from gm.app.settings.setting_table import BY_NAME, SETTINGS
from gm.contract.facts import HouseSetting
from gm.errors import InputError
from gm.languages import gettext, listed
from gm.languages.near_words import nearest

_NEAR: Final = 0.7
"""How alike, from 0 to 1, a name is to the one that was perhaps meant."""


@dataclass(frozen=True, slots=True)
class GameSettings:
    """The settings of one game, typed; `SETTINGS` says what each of them means.

    Moments are in UTC; `begins` is worked out in the game's zone when it is said. `days` are
    weekdays, Monday 0; `at` and `digest` are times of day in the game's zone, None for none.
    """

    at: time | None
    days: frozenset[int]
    holidays: tuple[tuple[date, date], ...]
    begins: datetime | None
    early: bool
    cooling: timedelta
    absence: timedelta
    overdue: Overdue
    calendar: bool
    nmr: Nmr
    extension: timedelta
    first_orders: bool
    replace_after: int
    orders_in: OrdersIn
    sign_up: SignUp
    allocation: Allocation
    start: Start
    tournament: str
    observers: bool
    published: bool
    draws: DrawSharing
    concessions: bool
    secret_votes: bool
    quorum: Quorum
    press: Press
    colour: PressColour
    postal: bool
    gm_reads_press: bool
    statements: timedelta
    pictures: MailPictures
    manner: Manner
    language: str
    release: Release
    release_after: timedelta
    digest: time | None
    archive: str
    announced: bool


def settings_of(game: GameRecord) -> GameSettings:
    """Return a game's settings; InputError if what is stored can be read no more."""
    return _read_all(tuple(sorted(game.settings.items())), game.time_zone)


def house_settings_of(game: GameRecord) -> tuple[HouseSetting, ...]:
    """Return every setting of a game with its value, as mails tell it."""
    return tuple(
        HouseSetting(
            setting.name,
            game.settings.get(setting.name, setting.default),
            setting.default,
            setting.group,
            setting.help,
            setting.usual,
            setting.only_with,
        )
        for setting in SETTINGS
    )


@lru_cache(maxsize=256)
def _read_all(given: tuple[tuple[str, str], ...], zone: str) -> GameSettings:
    texts = dict(given)
    read = {
        setting.field: setting.read(texts.get(setting.name, setting.default), zone)
        for setting in SETTINGS
    }
    return GameSettings(**read)  # type: ignore[arg-type]  # each reader makes its field's type


def unknown_setting(name: str, known: Iterable[str]) -> InputError:
    """Return what is said of a name that no setting has: one that is near, or all there are."""
    names = list(known)
    near = nearest(name.strip().casefold(), names, most=2, cutoff=_NEAR)
    if near:
        return InputError(
            gettext(
                "There is no setting {name}. Did you mean {names}?",
                name=repr(name),
                names=listed(near, "or"),
            )
        )
    return InputError(
        gettext(
            "There is no setting {name}. There are {names}.",
            name=repr(name),
            names=", ".join(names),
        )
    )


def checked_settings(given: Mapping[str, str], zone: str) -> dict[str, str]:
    """Return settings as they are stored: without those that have their default.

    Args:
        given: texts by name, as a GM writes them.
        zone: IANA name of the game's zone.

    Raises:
        InputError: a name that is none, or a text that cannot be; it says what could.
    """
    for name, text in given.items():
        if name not in BY_NAME:
            raise unknown_setting(name, BY_NAME)
        try:
            BY_NAME[name].read(text, zone)
        except InputError as fault:
            wrong = gettext(
                "{setting} takes {what}, not {text}.",
                setting=name,
                what=BY_NAME[name].takes_words(),
                text=repr(text),
            )
            raise InputError(f"{wrong} {fault}".rstrip()) from fault
    clean = {name: " ".join(text.split()) for name, text in given.items()}
    return {name: text for name, text in clean.items() if text != BY_NAME[name].default}
