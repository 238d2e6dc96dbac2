"""Describing a game, setting by setting: every name that can be said of it, and one check of each.

`gm game new`, its questions on a terminal, NEW GAME by mail and `gm game set` all come here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from gm.app.records import GameRecord
from gm.app.services import Services
from gm.app.settings.checks import variants_of
from gm.app.settings.game_facts import facts_of
from gm.app.settings.game_settings import checked_settings, settings_of, unknown_setting
from gm.app.settings.setting_kinds import Release
from gm.app.settings.setting_table import BY_NAME
from gm.app.setup.settings_list import listed_of
from gm.app.table import rules_of
from gm.contract.draws import SeededDraws
from gm.contract.game import Games
from gm.contract.rules import Option
from gm.errors import InputError, VariantError
from gm.languages import gettext
from gm.languages.near_words import nearest
from gm.report.pages.help_page import NewGameHelp

_ALSO: Final[Mapping[str, str]] = MappingProxyType(
    {
        "name": "gm-name",
        "gm": "gm-name",
        "time-zone": "zone",
        "timezone": "zone",
        "list-address": "list",
        "mailing-list": "list",
        "seed": "tournament",
        "sign-ups": "sign-up",
        "signup": "sign-up",
    }
)
"""What people also call a setting."""

GM_ADDRESS: Final = "gm-address"
"""What cannot be said of a game created by mail: its GM is who writes."""

_WORD: Final = re.compile(r"[\w-]+")


def names_for(games: Games, variant: str) -> tuple[str, ...]:
    """Return the names of everything that can be said of a game with some rules."""
    return (*BY_NAME, *facts_of(games.family_of(variant).kinds), *_options(games, variant))


def new_game_help(games: Games, server_address: str) -> NewGameHelp:
    """Return what HELP tells of creating a game by mail to an address."""
    facts = (name for family in games.families() for name in facts_of(family.kinds))
    said = dict.fromkeys(("variant", *facts, *BY_NAME))
    settings = tuple(name for name in said if name != GM_ADDRESS)
    options = {variant: tuple(_options(games, variant)) for variant in variants_of(games)}
    return NewGameHelp(server_address, settings, options)


def name_said(games: Games, variant: str, said: str) -> str | None:
    """Return which setting a name means, however it is written: `Sign up`, `TIMEZONE`; None."""
    wanted = _plain(said)
    known = {_plain(name): name for name in names_for(games, variant)}
    return known.get(wanted) or _ALSO.get(wanted)


def near_names(games: Games, variant: str, said: str) -> tuple[str, ...]:
    """Return the settings that a name may mean which is none; the likeliest first."""
    known = {**_ALSO, **{_plain(name): name for name in names_for(games, variant)}}
    close = nearest(_plain(said), known, most=3, cutoff=0.7)
    return tuple(dict.fromkeys(known[text] for text in close))


def _plain(name: str) -> str:
    return "-".join(re.split(r"[\s_-]+", name.strip().casefold()))


def near_values(services: Services, game: GameRecord, name: str, text: str) -> tuple[str, ...]:
    """Return the values that a text may mean which is none; the likeliest first."""
    takes = next((entry.takes for entry in listed_of(services, game) if entry.name == name), "")
    close = nearest(text.strip().casefold(), _WORD.findall(takes), most=2)
    return tuple(key for key in dict.fromkeys(close) if _is_taken(services, game, name, key))


def _is_taken(services: Services, game: GameRecord, name: str, text: str) -> bool:
    try:
        with_values(services, game, {name: text})
    except (InputError, VariantError):
        return False
    return True


def with_values(services: Services, game: GameRecord, given: Mapping[str, str]) -> GameRecord:
    """Return a game with other values, nothing of it stored.

    Args:
        services: the ports.
        game: as it is.
        given: values by name, as a GM writes them: settings, lengths, options of the variant.

    Raises:
        InputError: a name that is none, or a value that cannot be; it says what could.
        VariantError: an option of the variant has no such value.
    """
    known = names_for(services.games, game.variant)
    if unknown := [name for name in given if name not in known]:
        raise unknown_setting(unknown[0], known)
    now, options = game, _options(services.games, game.variant)
    facts = facts_of(services.games.family_of(game.variant).kinds)
    for name, fact in facts.items():  # the zone first: hours and dates are read in it
        if name in given:
            now = fact.write(now, given[name])
    chosen = {name: _value(options[name], given[name]) for name in given if name in options}
    settings = {name: text for name, text in given.items() if name in BY_NAME}
    now = replace(
        now,
        options={**now.options, **chosen},
        settings=checked_settings({**now.settings, **settings}, now.time_zone),
    )
    rules_of(services, now)  # a variant refuses options that it cannot have
    must_fit(services, now)
    return now


def must_fit(services: Services, game: GameRecord) -> None:
    """Refuse settings that a game's rules do not allow; InputError."""
    if settings_of(game).release is not Release.GM:
        return
    meta = rules_of(services, game).meta
    if not meta.previews:
        raise InputError(
            gettext(
                "release=gm cannot be in {title}: what you would sign would show dice, or what "
                "others hold.",
                title=meta.title,
            )
        )


def matters(services: Services, game: GameRecord, name: str) -> bool:
    """Tell whether a setting does anything in a game; some games begin without first pieces."""
    kinds = services.games.family_of(game.variant).kinds
    if not any(kind.name == name and kind.opening for kind in kinds):
        return True
    rules = rules_of(services, game)
    first = rules.new_game(SeededDraws(bytes.fromhex(game.seed)))
    return rules.stage(first.state).kind == name


def _options(games: Games, variant: str) -> dict[str, Option]:
    chosen = games.family_of(variant).variants[variant]
    return {option.name: option for option in chosen.options}


def _value(option: Option, text: str) -> str:
    """Return a value as the option knows it, which is in small letters."""
    return text if option.takes(text) else text.strip().casefold()
