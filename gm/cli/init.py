"""`gm init`: a settings file and an empty database."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gm.errors import AlreadyThere


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
    target.write_text(sample_config(values), encoding="utf-8")
    settings = load_settings(target)
    with open_services(settings):
        pass
    typer.echo(f"Settings: {target}")
    typer.echo(f"Database: {settings.database_path}")
    typer.echo(f"Mail for the server: {settings.server_address}")
    typer.echo("Next: gm game new NAME --variant republic --gm-address YOU@EXAMPLE.ORG")
