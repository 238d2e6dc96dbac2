"""`gm siege`: the files that Freedom! is played with, checked entry by entry, its plan, and the odds of attacks."""

from __future__ import annotations

from typing import Annotated

import typer

from gm.cli.common import AsJson, GameName, print_json, services
from gm.cli.mounting import mount_group
from gm.cli.picture_files import USUAL_WIDTH, PictureFile, PictureWidth
from gm.cli.room_commands import OwnFiles, check_files, render_stage
from gm.errors import NotAllowed, UnreadableInput

app = typer.Typer(no_args_is_help=True)

FAMILY = "freedom"
"""The name of this room."""


def mount(commands: typer.Typer) -> None:
    """Add them to the command line."""
    mount_group(
        commands,
        app,
        "siege",
        help_text="Check the files of Freedom!, draw its plan, and tell the odds of attacks.",
        after="thomond",
    )


@app.callback()
def group() -> None:
    """Check the files of Freedom!, draw its plan, and tell the odds of attacks."""


@app.command()
def check(
    folder: OwnFiles = None,
    as_json: AsJson = False,
) -> None:
    """Say entry by entry what is wrong with the files of Freedom!, its deck above all, and what would be right.

    A file that the folder lacks is gm's own. It ends with 0 if the files are sound, with 1 if one has a
    fault.
    """
    from gm.games.freedom.data.faults import FILES
    from gm.games.freedom.data.files import faults_of
    from gm.games.freedom.data.plan import PLAN

    check_files(folder, (*FILES, PLAN), faults_of, as_json=as_json)


@app.command()
def render(
    game: Annotated[str, typer.Argument(help="The game's name.", show_default=False)],
    phase: Annotated[
        str | None, typer.Option(help="Of this step, such as R1P03; else the latest.")
    ] = None,
    out: PictureFile = None,
    width: PictureWidth = USUAL_WIDTH,
) -> None:
    """Draw the plan of a game: what a step has moved, or where all stands while it is open."""
    from gm.games.freedom.map.pictures import step_picture

    render_stage(
        game, phase, out, width, family=FAMILY, title="Freedom!", turn_picture=step_picture
    )


@app.command()
def odds(
    game: GameName,
    lines: Annotated[
        list[str],
        typer.Argument(
            help='Attacks, raids and shots, one or several: "ATTACK 4-4 -> 3-4", "FIRE 6-4 AT 3-4"; of FIRE 6-4 DEFAULT'
            " all in its reach.",
            show_default=False,
        ),
    ],
    as_json: AsJson = False,
) -> None:
    """Say what attacks, raids and shots may bring in the position of a game, by what everybody knows.

    It is what `ODDS` before a line answers by mail. Nothing is entered or played, and nobody learns what the
    dice will show.
    """
    from gm.app.table import lay
    from gm.games.freedom.pages.options_now import roll_words
    from gm.games.freedom.rules.by_mail import MailedSiege
    from gm.games.freedom.rules.foresight import RollForeseen, ShotForeseen

    with services() as opened, opened.store.read() as transaction:
        table = lay(opened, transaction, transaction.game(game))
        rules, state = table.rules, table.state
    if not isinstance(rules, MailedSiege):
        raise NotAllowed(f"{game} is no game of Freedom!")
    rolls: list[RollForeseen | ShotForeseen] = []
    for line in lines:
        chances = rules.odds_of(state, _line_read(rules, line))
        if not chances:
            raise UnreadableInput(
                f"{line!r} is no attack, no raid and no shot in reach: ATTACK 4-4 -> 3-4, FIRE 6-4 AT 3-4"
                " and FIRE 6-4 DEFAULT are some."
            )
        rolls += chances
    if as_json:
        entries = [
            {
                "from": roll.source,
                "at": roll.target,
                "need": roll.need,
                "hits": roll.hits,
                "of": roll.throws,
                "rewarded": roll.reward_hits,
            }
            if isinstance(roll, RollForeseen)
            else {
                "from": roll.cannon,
                "at": roll.targets,
                "need": roll.need,
                "hits": roll.once,
                "both": roll.twice,
                "of": roll.throws,
            }
            for roll in rolls
        ]
        print_json({"game": game, "rolls": entries})
        return
    for roll in rolls:
        typer.echo(roll_words(roll))


def _line_read(rules: object, line: str) -> object:
    """Return the order of a line; None if it is none."""
    from gm.games.freedom.language.lines import order_lines
    from gm.games.freedom.rules.by_mail import MailedSiege

    return order_lines(rules.tables).read(line).made if isinstance(rules, MailedSiege) else None
