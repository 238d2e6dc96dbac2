"""`gm order`: enter orders for a power, or take them back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from gm.cli.common import AsJson, GameName, Power, Reason, power_words, print_json, services

if TYPE_CHECKING:
    from gm.app.overriding.order_desk import Book

app = typer.Typer(no_args_is_help=True)


@app.callback()
def _orders() -> None:
    """Enter orders as if a power's player had mailed them; he gets a receipt that says so."""


@app.command("set")
def set_(
    game: GameName,
    power: Power,
    orders: Annotated[
        list[str],
        typer.Argument(help='Orders, one or several with ; between: "A Par - Bur; F Bre Holds".'),
    ],
    reason: Reason = "",
    as_json: AsJson = False,
) -> None:
    """Enter orders for a power in the open phase; those to other units stay as they are."""
    from gm.app.overriding.order_desk import order_lines, set_orders

    with services() as opened:
        book = set_orders(opened, game, power, order_lines(orders), reason)
    _print(book, as_json=as_json)


@app.command()
def clear(
    game: GameName,
    power: Power,
    ahead: Annotated[
        bool, typer.Option("--ahead", help="What it has sent ahead for later, too.")
    ] = False,
    reason: Reason = "",
    as_json: AsJson = False,
) -> None:
    """Take back all orders of a power in the open phase."""
    from gm.app.overriding.order_desk import clear_orders

    with services() as opened:
        book = clear_orders(opened, game, power, reason, ahead=ahead)
    _print(book, as_json=as_json)


def _print(book: Book, *, as_json: bool) -> None:
    if as_json:
        print_json(book)
        return
    for text in book.entered:
        typer.echo(f"Entered: {text}")
    for text in book.gone:
        typer.echo(f"Gone: {text}")
    typer.echo(
        f"{power_words(book.power)} in {book.phase}: {'; '.join(book.standing) or 'no orders'}"
    )
    if book.ahead:
        typer.echo(f"Sent ahead: {'; '.join(book.ahead)}")
