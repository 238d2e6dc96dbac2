"""What the commands of the GM's desk share: their options, and how an override is printed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

import typer

from gm.cli.common import print_json, services

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gm.app.overriding.amending import OverrideMade

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
