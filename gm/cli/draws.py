"""`gm draws`: what the hat drew, the draws repeated, and draws made with a real hat."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gm.cli.common import AsJson, GameName, print_json, services
from gm.errors import ExitCode, UnreadableInput
from gm.plain_files import plain_file

if TYPE_CHECKING:
    from gm.app.history.draw_check import Verified
    from gm.app.history.draw_words import DrawList
    from gm.app.records import HandDraw
    from gm.app.services import Services

app = typer.Typer(no_args_is_help=True)

What = Annotated[
    list[str],
    typer.Argument(
        help="What was drawn: hole SYR; split NTH; reopen SYR; cards NWY=AS BEL=KD ...; "
        'walk "Irish 1" NWY=AS ...; lot "Irish 1" NTH1; place "Irish 1" UKR; or a label and '
        "the choice.",
        show_default=False,
    ),
]


@app.command("list")
def list_(
    game: GameName,
    phase: Annotated[
        str | None, typer.Option(help="Only those of a phase such as S1975M.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the draws of a game, each with what was in the hat.

    The JSON may be given to players: it holds the draws made, their candidates, the SHA-256 of the
    seed, and the seed once the game is over; nothing of what you have entered for a season to come.
    """
    from gm.app.history.draw_words import draw_list

    with services() as opened:
        listing = draw_list(opened, game, phase)
    if as_json:
        print_json(listing)
    else:
        _show(listing)


def _show(listing: DrawList) -> None:
    if not listing.chance:
        typer.echo(f"{listing.game} is {listing.title}: nothing is drawn in it.")
        return
    typer.echo(f"SHA-256 of the seed: {listing.commitment}")
    if listing.seed:
        typer.echo(f"Seed: {listing.seed}")
    if not listing.draws:
        typer.echo("Nothing has been drawn yet." if not listing.sealed else "Nothing is told yet.")
    for line in listing.draws:
        reason = f" ({line.reason})" if line.reason else ""
        typer.echo(f"{line.phase:7} {line.words}{reason}")
    if listing.sealed:
        draws = "1 draw is" if listing.sealed == 1 else f"{listing.sealed} draws are"
        typer.echo(f"{draws} sealed: nobody is told before the game is over.")
    if listing.entered:
        typer.echo("Entered by you for the season to come; nobody is told before it runs:")
    for text in listing.entered_words:
        typer.echo(f"  {text}")


@app.command()
def verify(
    what: Annotated[
        str,
        typer.Argument(
            help="A file that `gm draws list --json` printed, - for standard input; or a game.",
            show_default=False,
        ),
    ],
    seed: Annotated[
        str | None,
        typer.Option(help="The seed in hexadecimal; else that of the file or the game."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Repeat all draws from the seed; of a game here, play it again from its orders as well.

    The exit code is 1 if anything differs, and the first difference is told. A draw that the GM
    entered by hand cannot be repeated; it is listed.
    """
    from gm.app.history.draw_check import verify_game, verify_record
    from gm.bootstrap.games import games_in

    if what == "-" or _is_file(what):
        done = verify_record(games_in(None), _record(what), seed)
    else:
        with services() as opened:
            done = verify_game(opened, what, seed)
    if as_json:
        print_json(
            {
                "draws": done.draws,
                "by_hand": [*done.by_hand],
                "phases": done.phases,
                "commitment": done.commitment,
                "difference": done.difference or None,
            }
        )
    else:
        _tell(done)
    if done.difference:
        raise typer.Exit(ExitCode.FAILED)


def _is_file(name: str) -> bool:
    """Tell whether a file has that name; what is too long for one is the name of no game either."""
    try:
        return Path(name).is_file()
    except OSError:
        return False


def _record(file: str) -> dict[str, object]:
    import sys

    try:
        text = sys.stdin.read() if file == "-" else _text(Path(file))
        record = json.loads(text)
    except (OSError, ValueError, RecursionError) as fault:
        raise UnreadableInput(f"{file} cannot be read: {fault}") from fault
    if not isinstance(record, dict):
        raise UnreadableInput(f"{file} is no list of draws, as `gm draws list --json` prints it.")
    return record


def _text(file: Path) -> str:
    return plain_file(file).read_text(encoding="utf-8")


def _tell(done: Verified) -> None:
    if done.difference:
        typer.echo(f"Not as recorded. {done.difference}")
        return
    draws = "1 draw" if done.draws == 1 else f"{done.draws} draws"
    by_hand = len(done.by_hand)
    typer.echo(f"{draws}, all as recorded; the SHA-256 of the seed is {done.commitment}.")
    if done.phases:
        phases = "phase" if done.phases == 1 else "phases"
        typer.echo(f"{done.phases} {phases} played again asked for the same draws.")
    if by_hand:
        typer.echo("Entered by the GM, so that no seed repeats them:")
    for label in done.by_hand:
        typer.echo(f"  {label}")


@app.command("set")
def set_(
    game: GameName,
    what: What,
    reason: Annotated[str, typer.Option(help="Why; the report says so to everybody.")] = "",
    as_json: AsJson = False,
) -> None:
    """Enter a draw that you made with a hat or a pack of your own, before its season runs.

    The season then takes it in place of the seed's, and the report says that you entered it.
    Cards are entered for all provinces of a pack at once; AS is the ace of spades, TC the ten of
    clubs.
    """
    from gm.app.play.hand_draws import enter_draw

    with services() as opened:
        entered = enter_draw(opened, game, what, reason)
        _print(opened, game, entered, "Entered", as_json)


@app.command()
def unset(
    game: GameName,
    what: Annotated[
        list[str],
        typer.Argument(
            help='What to take back: hole, split, cards, walk "Irish 1", a label; or all.',
            show_default=False,
        ),
    ],
    as_json: AsJson = False,
) -> None:
    """Take back what you have entered, so that the seed draws after all."""
    from gm.app.play.hand_draws import take_back

    with services() as opened:
        gone = take_back(opened, game, what)
        _print(opened, game, gone, "Taken back", as_json)


def _print(
    opened: Services, game: str, draws: tuple[HandDraw, ...], done: str, as_json: bool
) -> None:
    from gm.app.history.draw_words import words_of_entered

    if as_json:
        entries = [
            {"label": draw.label, "chosen": draw.chosen, "reason": draw.reason} for draw in draws
        ]
        print_json({"game": game, done.lower().replace(" ", "_"): entries})
        return
    for text in words_of_entered(opened, game, draws):
        typer.echo(f"{done}: {text}.")
