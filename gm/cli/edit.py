"""`gm edit`: the corrections that a game's own rules know, of any game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from gm.cli.common import (
    AsJson,
    GameName,
    Private,
    Reason,
    Yes,
    print_amended,
    print_json,
    services,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gm.contract.corrections import Verb


def edit(
    game: GameName,
    words: Annotated[
        list[str] | None,
        typer.Argument(
            help="What is corrected, and how; none to list what can be.", show_default=False
        ),
    ] = None,
    phase: Annotated[
        str,
        typer.Option(help="A phase that was resolved, such as S1016M; else the open one."),
    ] = "",
    yes: Yes = False,
    private: Private = False,
    reason: Reason = "",
    as_json: AsJson = False,
) -> None:
    """Correct a position or decide an order, in the words of the game's own rules.

    In the open phase it is done at once, noted, told and replayed. In one of the past everything is
    computed again from there on, and shown before it is made with --yes.
    """
    from gm.app.overriding.amending import OverrideMade
    from gm.app.overriding.editing import edit as correct_by
    from gm.app.overriding.editing import verbs_of
    from gm.cli.correct import print_correction

    with services() as opened:
        if not words:
            _list(verbs_of(opened, game), as_json=as_json)
            return
        done = correct_by(
            opened, game, words, phase_name=phase, reason=reason, sure=yes, public=not private
        )
    if isinstance(done, OverrideMade):
        print_amended(done, as_json=as_json)
    else:
        print_correction(done, as_json=as_json)


def _list(verbs: Sequence[Verb], *, as_json: bool) -> None:
    """Print what can be corrected, each with an example."""
    if as_json:
        entries = [{"verb": verb.words, "form": verb.form, "help": verb.help} for verb in verbs]
        print_json({"verbs": entries})
        return
    for verb in verbs:
        typer.echo(f"{verb.words}: {verb.help}")
        typer.echo(f"  {verb.form}")
