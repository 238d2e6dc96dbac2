"""`gm rules`: the complete rules of a game as they are played, with its settings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from gm.bootstrap.games import games_in
from gm.cli.common import AsJson, pairs, print_json, services, settings
from gm.errors import InputError

if TYPE_CHECKING:
    from gm.app.setup.rulebooks import Rulebook


def rules(
    variant: Annotated[
        str | None, typer.Argument(help="standard or republic; without it they are listed.")
    ] = None,
    chosen: Annotated[
        list[str] | None, typer.Option("--set", help="With this setting, NAME=VALUE.")
    ] = None,
    game: Annotated[
        str | None, typer.Option(help="A game's rules, with its own settings.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Print the complete rules as played, rulings and settings included.

    Every opening mail carries the same text.
    """
    if game is None and variant is None:
        if chosen:
            raise InputError("Say which rules the settings are for: gm rules VARIANT --set ...")
        _list(as_json)
        return
    described = _found(variant, chosen or [], game)
    if as_json:
        from gm.report.pages.rules_page import rules_record

        print_json(
            rules_record(
                described.meta, described.played, described.settings, described.precedents
            )
        )
    else:
        from gm.report.pages.rules_page import rules_page_of, rules_text

        page = rules_page_of(
            described.meta, described.played, described.settings, described.precedents
        )
        typer.echo(rules_text(page), nl=False)


def _found(variant: str | None, chosen: list[str], game: str | None) -> Rulebook:
    from gm.app.setup.rulebooks import rulebook_of_game, rulebook_of_variant

    if game is None:
        return rulebook_of_variant(games_in(settings().maps), variant or "", pairs(chosen))
    if variant is not None or chosen:
        raise InputError("A game has its own variant and settings: give --game alone.")
    with services() as opened:
        return rulebook_of_game(opened, game)


def _list(as_json: bool) -> None:
    from gm.app.settings.checks import variants_of

    variants = variants_of(games_in(settings().maps)).values()
    if as_json:
        print_json(
            [
                {"variant": variant.id, "title": variant.title, "designer": variant.designer}
                for variant in variants
            ]
        )
        return
    for variant in variants:
        typer.echo(f"{variant.id:10} {variant.title}, a game by {variant.designer}")
