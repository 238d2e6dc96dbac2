"""NEW GAME: what a mail wants of a new game, every fault of it found at once."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from gm.app.clock.zone_names import zone_named
from gm.app.ports import Transaction
from gm.app.records import GameRecord, Person
from gm.app.services import Services
from gm.app.settings.checks import checked_name, checked_variant, variants_of
from gm.app.setup.describing import (
    GM_ADDRESS,
    name_said,
    names_for,
    near_names,
    near_values,
    with_values,
)
from gm.app.setup.games import NewGame, described
from gm.contract.game import Games
from gm.contract.told import ReadLine
from gm.errors import AlreadyThere, InputError, NoSuchGame, VariantError
from gm.interpret.folding import fold
from gm.interpret.new_game import NewGameWords, SaidSetting
from gm.languages import gettext, gettext_noop
from gm.languages.near_words import near_words

NAME, ZONE, VARIANT = "gm-name", "zone", "variant"

_TWICE: Final = gettext_noop("It is said twice: say it once.")
_NO_NAME: Final = "nameless"
"""Stands for a name that cannot be while the settings below it are read."""


def default_variant(games: Games) -> str:
    """Return the rules of a game for which none are named."""
    return next(iter(variants_of(games)))


@dataclass(frozen=True, slots=True)
class Wanted:
    """A game that somebody wants.

    Args:
        values: what he says of it, by the names of settings.
        called: the name that his mails give him, if nobody has said one yet; else "".
    """

    name: str
    variant: str
    values: Mapping[str, str]
    called: str = ""

    def dump(self) -> str:
        """Return it as it is stored with the question."""
        return json.dumps([self.name, self.variant, dict(self.values), self.called])


def load_wanted(text: str) -> Wanted:
    """Return what is stored with a question."""
    return Wanted(*json.loads(text))


@dataclass(frozen=True, slots=True)
class Read:
    """What was read in a mail: a game, or what is wrong."""

    wanted: Wanted
    faults: tuple[ReadLine, ...]


def game_wanted(services: Services, wanted: Wanted, gm: Person) -> GameRecord:
    """Return the game that is wanted, not stored yet, with its GM.

    What is not said of it has its default; his name and zone are those he is known by.

    Raises:
        InputError, VariantError: it cannot be.
    """
    wish = NewGame(wanted.name, wanted.variant, gm.name, gm.address, time_zone=gm.time_zone)
    return with_values(services, described(services, wish), wanted.values)


def must_be_new(transaction: Transaction, name: str) -> None:
    """Refuse the name of a game that there is, or was; AlreadyThere."""
    try:
        there = transaction.game(name)
    except NoSuchGame:
        return
    raise AlreadyThere(
        gettext("There is a game named {game} here already: choose another name.", game=there.name)
    )


def read_wanted(
    services: Services, transaction: Transaction, words: NewGameWords, gm: Person
) -> Read:
    """Read what a mail says of a new game.

    Args:
        services, transaction: the ports.
        words: of the mail. gm: who wrote it, and would be its GM.
    """
    faults = [*_heading_faults(transaction, words)]
    variant, wrong = _variant(
        services.games, [setting for setting in words.settings if setting.name == VARIANT]
    )
    named = words.name if not faults else _NO_NAME
    base = game_wanted(services, Wanted(named, variant, {}), gm)
    values: dict[str, str] = {}
    settings = [setting for setting in words.settings if setting.name != VARIANT]
    sure = not wrong
    # The zone first: hours and dates are read in it.
    for said in sorted(
        settings, key=lambda setting: name_said(services.games, variant, setting.name) != ZONE
    ):
        if (fault := _take(services, base, values, said, sure=sure)) is not None:
            wrong.append(fault)
    lines = [setting.line for setting in words.settings]
    faults += sorted(wrong, key=lambda line: lines.index(line.text))
    return Read(Wanted(base.name, variant, values), tuple(faults))


def _heading_faults(transaction: Transaction, words: NewGameWords) -> Iterator[ReadLine]:
    heading = f"NEW GAME {words.name}".strip()
    if words.again:
        yield ReadLine(heading, gettext("A mail makes one game: write another one for the next."))
    try:
        if not words.name:
            raise InputError(gettext("The name of the game is missing: write it behind NEW GAME."))
        must_be_new(transaction, checked_name(words.name))
    except (InputError, AlreadyThere) as fault:
        yield ReadLine(heading, str(fault))


def _variant(games: Games, said: list[SaidSetting]) -> tuple[str, list[ReadLine]]:
    """Return the rules that are named, the default where none can be, and what is wrong."""
    default = default_variant(games)
    if not said:
        return default, []
    wrong = [ReadLine(setting.line, _TWICE) for setting in said[1:]]
    text = fold(said[0].value).casefold()
    try:
        return checked_variant(games, text), wrong
    except InputError as fault:
        near = near_words(text, variants_of(games), most=1)
        return default, [ReadLine(said[0].line, str(fault), near), *wrong]


def _take(
    services: Services, game: GameRecord, values: dict[str, str], said: SaidSetting, *, sure: bool
) -> ReadLine | None:
    """Add what a line says to the values; return what is wrong with it.

    Args:
        services: the ports. game: of the same rules, with its defaults.
        values: what the lines before it say.
        said: the line. sure: the rules are those that were meant.
    """
    name = name_said(services.games, game.variant, said.name)
    if name is None:
        return _unknown(services.games, game.variant, said, sure=sure)
    if name in values:
        return ReadLine(said.line, gettext(_TWICE))
    if name == GM_ADDRESS:
        return ReadLine(
            said.line, gettext("You are the GM: your mail goes to where you write from.")
        )
    text = said.value if name == NAME else fold(said.value)
    try:
        values[name] = zone_named(text) if name == ZONE else text
        with_values(services, game, values)
    except (InputError, VariantError) as fault:
        values.pop(name, None)
        return ReadLine(said.line, str(fault), near_values(services, game, name, text))
    return None


def _unknown(games: Games, variant: str, said: SaidSetting, *, sure: bool) -> ReadLine | None:
    if not sure and any(name_said(games, name, said.name) for name in variants_of(games)):
        return None  # it is one of the rules that may have been meant
    if near := near_names(games, variant, said.name):
        return ReadLine(said.line, gettext("There is no such setting."), near)
    known = ", ".join(
        (VARIANT, *(name for name in names_for(games, variant) if name != GM_ADDRESS))
    )
    return ReadLine(
        said.line, gettext("There is no such setting; there are {known}.", known=known)
    )
