"""Asking on a terminal for what a new game needs: each question shows its help and its default."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import typer

from gm.errors import InputError

if TYPE_CHECKING:
    from gm.app.services import Services
    from gm.app.setup.games import NewGame


def can_ask() -> bool:
    """Tell whether somebody sits at a terminal who could answer."""
    return sys.stdin.isatty()


def ask(services: Services, wish: NewGame) -> NewGame:
    """Return a wish with what its GM says to each question; what is said already is the default."""
    from gm.app.setup.game_facts import FACTS
    from gm.app.setup.games import LENGTHS, checked_address, checked_zone
    from gm.variants import VARIANTS

    typer.echo(f"The new game {wish.name}. An empty answer takes what stands in brackets.")
    variant = _asked("variant", f"Which rules: {', '.join(sorted(VARIANTS))}.", wish.variant)
    while variant not in VARIANTS:
        typer.echo(f"There are no rules named {variant!r}.")
        variant = _asked("variant", "Which rules?", wish.variant)
    gm_name = _asked("gm-name", FACTS["gm-name"].help, wish.gm_name)
    gm_address = _until_right("gm-address", FACTS["gm-address"].help, "", checked_address)
    zone = _until_right(
        "zone", FACTS["zone"].help, wish.time_zone or services.identity.time_zone, checked_zone
    )
    lengths = {**LENGTHS, **wish.lengths}
    for name in lengths:
        if name == "setup" and variant != "irish":
            continue
        lengths[name] = _length(name, FACTS[name].help, lengths[name])
    settings = _settings(dict(wish.settings), zone)
    return replace(
        wish,
        variant=variant,
        gm_name=gm_name,
        gm_address=gm_address,
        time_zone=zone,
        lengths=lengths,
        settings=settings,
    )


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


def _length(name: str, help_: str, default: int) -> int:
    from gm.app.setup.game_facts import length_seconds, length_text

    while True:
        try:
            return length_seconds(name, _asked(name, help_, length_text(default)))
        except InputError as fault:
            typer.echo(str(fault))


def _settings(given: dict[str, str], zone: str) -> dict[str, str]:
    """Ask for the settings of how the game is run, if they are wanted."""
    from gm.app.setup.game_settings import checked_settings
    from gm.app.setup.setting_table import SETTINGS

    typer.echo("")
    if not typer.confirm("Look at the settings of how the game is run, one by one?"):
        return given
    for one in SETTINGS:
        while True:
            words = f"{one.help} It takes {one.takes}."
            text = _asked(one.name, words, given.get(one.name, one.default))
            try:
                checked_settings({one.name: text}, zone)
            except InputError as fault:
                typer.echo(str(fault))
                continue
            given[one.name] = text
            break
    return given
