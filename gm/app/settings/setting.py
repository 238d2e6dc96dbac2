"""One setting of a game: its name, its default, its help, what may be written for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from gm.app.settings.setting_texts import length, one_of, yes_or_no
from gm.languages import gettext, gettext_noop

Read = Callable[[str, str], object]
"""Reads a setting's text, in a time zone; InputError says what would be right."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting.

    Args:
        name: as a GM writes it, with hyphens; the field of `GameSettings` has underscores.
        default: what a game has that says nothing, as it would be written.
        group: what it is about: "deadlines", "orders", "players", "votes", "press", "reports",
            "desk", "list".
        help: a sentence for GMs and players: what it decides. It, `usual` and `takes` are English,
            and said by gettext where they are read.
        usual: what its default means, in a few words of a sentence about its group; "" for one
            that does not matter to players.
        takes: what may be written, in words; {choices} stands for the words of `choices`.
        read: reads it.
        until_start: it can be changed only until the game has begun.
        only_with: other settings; while those have their defaults it does nothing.
    """

    name: str
    default: str
    group: str
    help: str
    usual: str
    takes: str
    read: Read
    until_start: bool = False
    only_with: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()

    def takes_words(self) -> str:
        """Return what may be written, in the language that is spoken."""
        if not self.choices:
            return gettext(self.takes)
        return gettext(self.takes, choices=", ".join(self.choices))

    @property
    def field(self) -> str:
        """The field of `GameSettings` that holds it."""
        return self.name.replace("-", "_")


def choice(
    name: str,
    default: Enum,
    group: str,
    help_: str,
    usual: str,
    *,
    until: bool = False,
    only_with: tuple[str, ...] = (),
) -> Setting:
    """Return a setting that takes one of the values of an enum."""
    kinds = type(default)
    takes, choices = gettext_noop("one of {choices}"), tuple(str(member.value) for member in kinds)
    read = one_of(kinds)
    return Setting(
        name, default.value, group, help_, usual, takes, read, until, only_with, choices
    )


def switch(name: str, default: str, group: str, help_: str, usual: str) -> Setting:
    """Return a setting that takes yes or no."""
    return Setting(name, default, group, help_, usual, gettext_noop("yes or no"), yes_or_no)


def duration(
    name: str, default: str, group: str, help_: str, usual: str, *only_with: str
) -> Setting:
    """Return a setting that takes a length of time."""
    takes = gettext_noop("a length such as 30min, 12h or 14d")
    return Setting(name, default, group, help_, usual, takes, length, only_with=only_with)
