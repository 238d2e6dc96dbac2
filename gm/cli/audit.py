"""`gm audit`: whether a server has lost nothing, done nothing twice, and told everybody."""

from __future__ import annotations

import typer

from gm.cli.common import AsJson, print_json, services

_LISTED = 20


def audit(as_json: AsJson = False) -> None:
    """Look through everything the server keeps, running or not, and change nothing.

    Six checks: every mail is kept byte for byte; every mail ends in one state; orders that came in
    time are in their season's book, or reported; every phase was resolved once and leads to the
    next; everybody due has each report once; nothing points to what is not there. It ends with 1
    if one of them finds anything.
    """
    from gm.app.keeping.audit import audit as look

    with services() as opened:
        checks = look(opened)
    if as_json:
        print_json(checks)
    else:
        for check in checks:
            word = "ok  " if not check.broken else "FAIL"
            typer.echo(f"{word} {check.name:10} {check.promise} ({check.looked} looked at)")
            for finding in check.findings[:_LISTED]:
                typer.echo(f"       {finding}")
            if check.broken > _LISTED:
                typer.echo(f"       and {check.broken - _LISTED} more")
    if any(rule.broken for rule in checks):
        raise typer.Exit(1)
