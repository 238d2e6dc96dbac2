"""`gm correct`: change something in a past phase, and compute the game again from there."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Annotated

import typer

from gm.cli.common import AsJson, GameName, Reason, Yes, print_json, services
from gm.errors import InputError

if TYPE_CHECKING:
    from gm.app.overriding.correcting import Correction

_NOUNS = ("unit", "centre", "bridge", "points", "board")
_ONLY_SET = ("centre", "points")


def correct(
    game: GameName,
    phase: Annotated[str, typer.Argument(help="The phase that is to be corrected: S1016M.")],
    order: Annotated[
        list[str] | None,
        typer.Option(
            help='Orders of a power: "Munster: A CoC - Wat; A Ker Holds"; after the colon nothing, '
            "and it had none. May be repeated."
        ),
    ] = None,
    unit: Annotated[
        list[str] | None,
        typer.Option(help="add MUNSTER 'A CoC'; move 'A CoC' Wat; remove or convert 'A CoC'."),
    ] = None,
    centre: Annotated[list[str] | None, typer.Option(help="Wat MUNSTER; Wat none.")] = None,
    bridge: Annotated[
        list[str] | None, typer.Option(help="add MUNSTER CoC-Wat; remove CoC-Wat.")
    ] = None,
    points: Annotated[list[str] | None, typer.Option(help="ITALY 7.")] = None,
    board: Annotated[
        list[str] | None, typer.Option(help="hole SYR; reopen SYR; split NTH NWY-BEL.")
    ] = None,
    yes: Yes = False,
    reason: Reason = "",
    as_json: AsJson = False,
) -> None:
    """Change orders or the position of a resolved phase, and see what becomes of the game.

    That phase and all later ones are computed again, with the orders and overrides as they are
    stored and the same draws. What comes out otherwise is shown, season by season; with --yes it
    is made so, and everybody is told what is different.
    """
    from gm.app.overriding.correcting import CorrectionWish
    from gm.app.overriding.correcting import correct as compute_again

    given = dict(zip(_NOUNS, (unit, centre, bridge, points, board), strict=True))
    wish = CorrectionWish(
        orders=dict(_orders(piece) for piece in order or ()),
        overrides=[_override(noun, text) for noun in _NOUNS for text in given[noun] or ()],
    )
    with services() as opened:
        correction = compute_again(opened, game, phase, wish, sure=yes, reason=reason)
    print_correction(correction, as_json=as_json)


def _orders(text: str) -> tuple[str, list[str]]:
    from gm.app.overriding.order_desk import order_lines

    power, colon, orders = text.partition(":")
    if not colon:
        raise InputError(f'Orders are written "Munster: A CoC - Wat; A Ker Holds", not {text!r}.')
    return power.strip(), order_lines([orders])


def _override(noun: str, text: str) -> tuple[str, ...]:
    """Return the words of an override; centres and points are only ever set."""
    try:
        words = shlex.split(text)
    except ValueError as fault:
        raise InputError(f"{text!r} cannot be read: {fault}.") from fault
    return (noun, *(("set",) if noun in _ONLY_SET else ()), *words)


def print_correction(correction: Correction, *, as_json: bool) -> None:
    """Print what a correction makes different, or would."""
    if as_json:
        print_json(correction)
        return
    for change in correction.changes:
        typer.echo(change)
    for season in correction.seasons:
        typer.echo(f"{season.stage}:")
        for line in season.lines:
            typer.echo(f"  {line}")
    if not correction.seasons:
        typer.echo("No season comes out otherwise.")
    for text in correction.lost:
        typer.echo(f"Can be done no longer: {text}")
    open_now = f"{correction.open} is open" if correction.open else "The game is over"
    if correction.done:
        typer.echo(f"{open_now}. Everybody is told.")
    else:
        typer.echo(f"{open_now} then. Nothing has been done. To do it: --yes --reason WHY.")
