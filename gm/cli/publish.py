"""`gm publish`: the public archive of all games as a folder of pages for a web server."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gm.cli.common import AsJson, print_json, services, settings
from gm.errors import ExitCode, InputError


def publish(
    folder: Annotated[
        Path | None,
        typer.Argument(help="Where to write it; else publish_to of the settings."),
    ] = None,
    url: Annotated[
        str | None, typer.Option(help="Where it will be found; else publish_url of the settings.")
    ] = None,
    anew: Annotated[
        bool, typer.Option("--anew", help="Write everything, also what has not changed.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Write the archive: a page of every game and season, with maps, press, feeds and calendars.

    It holds what everybody may know, and of a season nothing before it is resolved. Only what has
    changed is written, and the pages of games that are public no more are taken out. Set
    published=no in a game to keep it out.
    """
    from gm.bootstrap.site import publish_site
    from gm.config import web_folder

    chosen = settings()
    root = folder or chosen.publish_to
    if root is None:
        raise InputError("Name a folder, or set publish_to.")
    try:
        where = web_folder(url) if url is not None else chosen.publish_url
    except ValueError as fault:
        raise InputError(f"--url {url}: {fault}.") from fault
    with services() as opened:
        done, counts = publish_site(chosen, opened, root, where or "", anew=anew)
    if as_json:
        record = {"written": counts.written, "unchanged": counts.unchanged}
        record |= {"removed": counts.removed}
        print_json({"games": [*done.games], **record, "faults": dict(done.faults)})
    else:
        count = len(done.games)
        typer.echo(
            f"{root}: {'1 game' if count == 1 else f'{count} games'}; {counts.written} files written, "
            f"{counts.unchanged} unchanged, {counts.removed} taken out."
        )
        for name, why in done.faults.items():
            typer.echo(f"{name} could not be written, and keeps its pages: {why}", err=True)
    if done.faults:
        raise typer.Exit(ExitCode.FAILED)
