"""`gm odds`: the chances of attacks in a game of Irish Freedom."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gm.cli.common import AsJson, GameName, print_json, services
from gm.errors import NotAllowed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gm.app.table import Table
    from gm.games.irish_freedom.rules.combat import CombatOdds
    from gm.games.irish_freedom.rules.tables import RuleTables


def odds(
    game: GameName,
    orders: Annotated[
        list[str],
        typer.Argument(
            help='Orders, one or several with ; between: "MOVE KER1 FC - KER5; UPGRADE B02".',
            show_default=False,
        ),
    ],
    as_json: AsJson = False,
) -> None:
    """Say what the attacks of some orders may bring in the open turn of a game of Irish Freedom.

    It is what `ODDS` before an order answers by mail: how many faces of the die bring what. Nothing is
    entered or played, and nobody learns what the dice will show.
    """
    from gm.app.overriding.order_desk import order_lines
    from gm.app.table import lay
    from gm.games.irish_freedom.pages.story import odds_words

    with services() as opened, opened.store.read() as transaction:
        table = lay(opened, transaction, transaction.game(game))
        tables, chances = _chances(table, order_lines(orders))
    if as_json:
        print_json({"game": table.game.name, "combats": [*map(_record, chances)]})
        return
    for chance in chances:
        typer.echo(odds_words(tables, chance))
    if not chances:
        typer.echo("No attack comes of it.")


def _chances(table: Table, lines: Sequence[str]) -> tuple[RuleTables, tuple[CombatOdds, ...]]:
    """Return what the combats may bring that some orders would open, and with what is played."""
    from gm.app.overriding.order_desk import sound_orders
    from gm.games.irish_freedom.rules.rules import FreedomRules
    from gm.games.irish_freedom.rules.state import PLAYER, Wait

    rules = table.rules
    if not isinstance(rules, FreedomRules):
        raise NotAllowed(f"{table.game.name} is no game of Irish Freedom.")
    if table.state.wait is not Wait.PLAYER:
        raise NotAllowed(f"{table.game.name} waits for no actions now.")
    orders = tuple(given.order for given in sound_orders(table, PLAYER, lines).given)
    return rules.tables, rules.foresee(table.state, PLAYER, {PLAYER: orders})


def _record(chance: CombatOdds) -> dict[str, Any]:
    """Return the chances of a combat for a program; `rows` has how many of the six faces bring each."""
    return {
        "area": chance.area,
        "attacker": chance.attacker.value,
        "defender": chance.defender.value,
        "attack": chance.attack,
        "defence": chance.defence,
        "modifier": chance.modifier,
        "rows": {str(row): count for row, count in sorted(Counter(chance.rows).items())},
    }
