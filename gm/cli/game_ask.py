"""Asking on a terminal for what a new game needs: each question shows its help and its default."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

import typer

from gm.errors import InputError, VariantError

if TYPE_CHECKING:
    from gm.app.records import GameRecord
    from gm.app.services import Services
    from gm.app.setup.games import NewGame
    from gm.app.setup.settings_list import SettingLine

_FACTS: Final = "game"
"""The group of what every GM is asked; the other groups are shown to who wants to see them."""

_ASKED: Final = ("gm-name", "gm-address")
"""What is asked first, since no game can be described without."""


def can_ask() -> bool:
    """Tell whether somebody sits at a terminal who could answer."""
    return sys.stdin.isatty()


def ask(services: Services, wish: NewGame) -> GameRecord:
    """Return a game as its GM describes it; what the wish says already is the default."""
    from gm.app.settings.checks import checked_address, checked_variant, variants_of
    from gm.app.settings.game_facts import GENERAL_FACTS
    from gm.app.setup.describing import matters
    from gm.app.setup.games import described
    from gm.app.setup.settings_list import listed_of

    typer.echo(f"The new game {wish.name}. An empty answer takes what stands in brackets.")
    which = f"Which rules: {', '.join(sorted(variants_of(services.games)))}."
    check = partial(checked_variant, services.games)
    variant = _until_right("variant", which, wish.variant, check)
    gm_name = _asked("gm-name", GENERAL_FACTS["gm-name"].help, wish.gm_name)
    gm_address = _until_right("gm-address", GENERAL_FACTS["gm-address"].help, "", checked_address)
    told = replace(wish, variant=variant, gm_name=gm_name, gm_address=gm_address)
    game = described(services, told)
    questions = [entry for entry in listed_of(services, game) if entry.name not in _ASKED]
    for listed in questions:
        if listed.group == _FACTS and matters(services, game, listed.name):
            game = _with_answer(services, game, listed)
    typer.echo("")
    if typer.confirm("Look at the settings of how the game is run, one by one?"):
        for listed in questions:
            if listed.group != _FACTS:
                game = _with_answer(services, game, listed)
    return game


def _asked(name: str, help_: str, default: str) -> str:
    typer.echo(f"\n{help_}")
    answer: str = typer.prompt(name, default=default or None)
    return answer.strip()


def _until_right(name: str, help_: str, default: str, check: Callable[[str], str]) -> str:
    while True:
        try:
            return check(_asked(name, help_, default))
        except InputError as fault:
            typer.echo(str(fault))


def _with_answer(services: Services, game: GameRecord, one: SettingLine) -> GameRecord:
    """Return a game with what its GM says of one setting, asked until it can be."""
    from gm.app.setup.describing import with_values

    while True:
        text = _asked(one.name, f"{one.help} It takes {one.takes}.", one.value)
        try:
            return with_values(services, game, {one.name: text})
        except (InputError, VariantError) as fault:
            typer.echo(str(fault))
