"""`gm doctor`: whether a configuration, and everything that it names, works."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from gm.cli.common import AsJson, config_file, print_json, services, settings
from gm.errors import ConfigError

if TYPE_CHECKING:
    from gm.app.keeping.doctor import Finding


def doctor(
    clock_is_right: Annotated[
        bool,
        typer.Option(
            "--clock-is-right",
            help="The clock jumped and is right now: seasons may be resolved again.",
        ),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Try everything that the settings name, and say what to do about what does not work.

    Database, disk, clock, time zones, templates, maps, certificate, port, relay and mailbox with
    their logins, running processes, mail that waits for you, secrets that others can read, doors that
    are open too wide. A sample mail is read and a sample map drawn. No mail is sent and nothing is
    changed. It ends with 1 if something fails; what is only to be looked at ends with 0.
    """
    from gm.app.keeping.doctor import Level, say_clock_is_right

    if clock_is_right:
        with services() as opened:
            ahead = say_clock_is_right(opened)
            typer.echo(f"The clock is right: {opened.clock.now():%F %T} UTC is the time.")
        if ahead:
            typer.echo(f"{ahead} signs of life were of the future and are of now.")
        return
    findings = tuple(_findings())
    if as_json:
        print_json(findings)
    else:
        for finding in findings:
            typer.echo(f"{finding.level.value:4} {finding.subject:11} {finding.words}")
            if finding.remedy:
                typer.echo(f"{'':17}-> {finding.remedy}")
    if any(finding.level is Level.FAIL for finding in findings):
        raise typer.Exit(1)


def _findings() -> Iterator[Finding]:
    from gm.app.keeping.doctor import Finding, Level
    from gm.diagnosis import diagnose

    try:
        configured = settings()
    except ConfigError as fault:
        for words in (str(fault), *getattr(fault, "__notes__", ())):
            yield Finding("settings", Level.FAIL, words, "gm init --help; docs/deploy.md")
        return
    yield Finding("settings", Level.OK, "every setting can be read")
    yield from diagnose(configured, config_file())
