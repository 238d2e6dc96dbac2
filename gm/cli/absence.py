"""`gm player absence`: who is away when, and the GM's word on what players ask for."""

from __future__ import annotations

from typing import Annotated

import typer

from gm.cli.common import AsJson, GameName, print_json, services
from gm.errors import InputError

_WORDS = {"grant": True, "refuse": False}


def absence(
    game: GameName,
    power: Annotated[
        str | None, typer.Argument(help="The power whose player asks; without it all are listed.")
    ] = None,
    word: Annotated[str | None, typer.Argument(help="grant, or refuse.")] = None,
    reason: Annotated[str, typer.Option(help="Why; he is told.")] = "",
    as_json: AsJson = False,
) -> None:
    """List players' absences, or grant or refuse one that is longer than the game allows."""
    from gm.app.overviews.summaries import summary
    from gm.app.timing.absence_desk import absences_of, decide_absence
    from gm.report.wording.dates import stretch_words

    with services() as opened:
        if power is not None:
            if word not in _WORDS:
                raise InputError("Say grant or refuse behind the power.")
            decide_absence(opened, game, power, grant=_WORDS[word], reason=reason)
        stays, zone = absences_of(opened, game), summary(opened, game).time_zone
    if as_json:
        print_json(stays)
        return
    if not stays:
        typer.echo("Nobody has noted an absence.")
    for stay in stays:
        state = "taken back" if stay.taken_back else stay.state.value
        when = stretch_words(stay.first, stay.last, zone)
        typer.echo(f"{stay.power or '-':12} {state:10} {stay.player}, {when}")
