"""`gm init`: a settings file and an empty database."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from gm.cli.common import written_to
from gm.errors import AlreadyThere

_OWN = 0o600
"""A settings file may come to hold passwords: nobody else reads it, whatever the umask says."""


def init(
    folder: Annotated[
        Path, typer.Argument(help="Where the settings and the data are to lie.")
    ] = Path(),
    domain: Annotated[
        str | None, typer.Option(help="The domain the server gets its mail at.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a settings file.")] = False,
) -> None:
    """Write a commented settings file and make the database."""
    from gm.bootstrap.services import open_services
    from gm.config import load_settings, sample_config

    target = folder / "gm.toml"
    if target.exists() and not force:
        raise AlreadyThere(f"{target} is there already; say --force to replace it.")
    folder.mkdir(parents=True, exist_ok=True)
    values: dict[str, str | int | float | Path] = {"data_dir": "data"}
    if domain:
        values["mail_domain"] = domain
    with written_to(target):
        mode = _write(target, sample_config(values))
    settings = load_settings(target)
    with open_services(settings):
        pass
    typer.echo(f"Settings: {target}")
    if mode & ~_OWN:
        typer.echo(
            f"Its mode is {mode:o}, as it was; chmod 600 keeps passwords in it from others."
        )
    typer.echo(f"Database: {settings.database_path}")
    typer.echo(f"Mail for the server: {settings.server_address}")
    typer.echo("Next: gm game new NAME --variant republic --gm-address YOU@EXAMPLE.ORG")


def _write(target: Path, text: str) -> int:
    """Put a settings file in its place when it is whole, and return its mode.

    A new one is nobody else's. One that is replaced keeps owner and mode: somebody chose them.
    """
    place = target.resolve()
    before = place.stat() if place.exists() else None
    mode = _OWN if before is None else stat.S_IMODE(before.st_mode)
    part = place.with_name(f".{place.name}.{os.getpid()}.part")
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _OWN), "wb") as file:
            file.write(text.encode())
            file.flush()
            if before is not None:
                with suppress(PermissionError):
                    os.fchown(file.fileno(), before.st_uid, before.st_gid)
            os.fchmod(file.fileno(), mode)
            os.fsync(file.fileno())
        part.replace(place)
    finally:
        part.unlink(missing_ok=True)
    return mode
