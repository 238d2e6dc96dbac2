"""`gm outcome`: decide a disputed order."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

import typer

from gm.cli.common import AsJson, GameName, Reason, Yes, print_amended, services

app = typer.Typer(no_args_is_help=True)


class Decided(Enum):
    """What can be decided of an order."""

    SUCCEEDS = "succeeds"
    FAILS = "fails"


@app.callback()
def _outcomes() -> None:
    """Decide an order against the rules' own word; everybody is told, with the reason."""


@app.command("set")
def set_(
    game: GameName,
    phase: Annotated[str, typer.Argument(help="The phase it was given in: S1016M.")],
    order: Annotated[
        str, typer.Argument(help='The order in short form, "A Par - Bur", or its unit alone.')
    ],
    verdict: Annotated[Decided, typer.Argument(help="What becomes of it.")],
    yes: Yes = False,
    reason: Reason = "",
    as_json: AsJson = False,
) -> None:
    """Let an order succeed or fail.

    One that fails is carried out as a hold. A move that succeeds is made after all others, and
    dislodges whoever stands where it leads. In the open phase it is kept, and acts when that is
    resolved; in one of the past everything is computed again from there on, and shown before it is
    made with --yes.
    """
    from gm.app.overriding.amending import OverrideMade
    from gm.cli.correct import print_correction
    from gm.games.diplomacy.desk.corrections import decide

    with services() as opened:
        done = decide(opened, game, phase, order, verdict.value, reason=reason, sure=yes)
    if isinstance(done, OverrideMade):
        print_amended(done, as_json=as_json)
    else:
        print_correction(done, as_json=as_json)
