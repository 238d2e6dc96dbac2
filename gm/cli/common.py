"""What the commands share: the settings, the services, and how things are printed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from gm.errors import InputError
from gm.json_answers import json_answer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gm.app.overriding.amending import OverrideMade
    from gm.app.services import Services
    from gm.config import Settings


GameName = Annotated[str, typer.Argument(help="The game's name.", show_default=False)]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for a program.")]

_config: list[Path | None] = [None]
_by_mail: list[bool] = [False]

KEEPS_HIS_OWN = (
    "Whoever the server knows already keeps the name and the time zone that he has there."
)
"""What every answer says to a GM who names somebody by mail, whether that person is known or not."""


def set_config(path: Path | None) -> None:
    """Remember the settings file named before the command."""
    _config[0] = path


def set_by_mail(by_mail: bool) -> None:
    """Remember whether the GM of one game mailed this command, and not the keeper typed it."""
    _by_mail[0] = by_mail


def config_file() -> Path | None:
    """Return the settings file in force, in full; None if there is none."""
    from gm.config import find_config

    file = find_config(_config[0])
    return file.resolve() if file is not None else None


def settings() -> Settings:
    """Read the settings once; ConfigError if they are broken."""
    from gm.config import load_settings

    return load_settings(_config[0])


@contextmanager
def services() -> Iterator[Services]:
    """Open the services on the configured database, and close it at the end."""
    from gm.bootstrap.services import open_services

    with open_services(settings()) as opened:
        yield replace(opened, by_mail=True) if _by_mail[0] else opened


def pairs(given: Iterable[str]) -> dict[str, str]:
    """Return settings written NAME=VALUE as a table; InputError for any other form."""
    parted = [text.partition("=") for text in given]
    if wrong := [name for name, sign, _ in parted if not sign]:
        raise InputError(f"A setting is written NAME=VALUE, not {wrong[0]!r}.")
    return {name.strip(): value.strip() for name, _, value in parted}


def print_json(value: object) -> None:
    """Print a record, or what holds records, as one line of JSON."""
    typer.echo(json.dumps(json_answer(value), ensure_ascii=False, default=str))


@contextmanager
def written_to(file: Path) -> Iterator[None]:
    """Write a file within; InputError says why it cannot be written."""
    try:
        yield
    except OSError as fault:
        raise InputError(f"{file} cannot be written: {fault.strerror}.") from fault


def power_words(power: str) -> str:
    """Return a power's name for people: NORTH AFRICA, where programs read NORTH_AFRICA."""
    return power.replace("_", " ")


def moment(text: str, zone: str, start: datetime) -> datetime:
    """Return a moment in UTC from `2026-11-27 20:00` (in the zone), or `+24h` from a start; InputError.

    A time that comes twice is said with its offset: `2026-10-25 01:30+01:00`.
    """
    from gm.app.settings.setting_texts import moment_said

    return moment_said(text, zone, start)


def local_time(when: datetime, zone: str) -> str:
    """Return a moment in a zone and in UTC, for people."""
    from gm.report.wording.dates import moment_words

    return moment_words(when, zone)


# What the commands of the GM's desk share: their options, and how an override is printed.

WHY: Final = "Why; it is noted, and told to whom it concerns."
"""The help of the reason without which nothing is done."""

Reason = Annotated[str, typer.Option(help=WHY, show_default=False)]
Power = Annotated[str, typer.Argument(help="The power, such as Munster.", show_default=False)]
UnitText = Annotated[
    str, typer.Argument(help='The unit: "A Par", "F StP/sc".', show_default=False)
]
Private = Annotated[
    bool, typer.Option("--private", help="Leave it out of the report; its owner is told.")
]
Yes = Annotated[
    bool, typer.Option("--yes", help="Do it; without this it is only shown what it would do.")
]


def override(
    game: str, words: Sequence[str], reason: str, *, private: bool, as_json: bool
) -> None:
    """Change the position of a game's open phase, and say what was done."""
    from gm.app.overriding.amending import amend

    with services() as opened:
        done = amend(opened, game, words, reason, public=not private)
    print_amended(done, as_json=as_json)


def print_amended(done: OverrideMade, *, as_json: bool) -> None:
    """Print an override that was made."""
    if as_json:
        unfit, refitted = (
            {power: [*map(list, lines)] for power, lines in fates.items()}
            for fates in (done.unfit, done.refitted)
        )
        print_json(
            {
                "game": done.game,
                "phase": done.phase,
                "done": done.words,
                "reason": done.reason,
                "told": [*done.told],
                "unfit": unfit,
                "refitted": refitted,
            }
        )
        return
    typer.echo(f"{done.phase} of {done.game}: {done.words}")
    for power, lines in done.unfit.items():
        for order, why in lines:
            typer.echo(f"  {power}'s order {order} no longer fits and is kept: {why}")
    for power, lines in done.refitted.items():
        for order, fate in lines:
            typer.echo(f"  {power}'s order {order}: {fate}")
    if done.told:
        typer.echo(f"Told at once: {', '.join(done.told)}.")
