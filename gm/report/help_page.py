"""The answer to HELP, ready for its templates: how to write the orders of a game, or of all."""

from __future__ import annotations

from dataclasses import dataclass

from gm.report.points_page import keeps_points
from gm.report.views import GameView
from gm.variants import VARIANTS
from gm.variants.help_text import HelpLine, help_text


@dataclass(frozen=True, slots=True)
class HelpGroup:
    """Orders under a heading."""

    title: str
    orders: tuple[HelpLine, ...]


@dataclass(frozen=True, slots=True)
class HelpPage:
    """How to write orders, for a game where that is known.

    Args:
        orders: to copy; special: those of a variant's own.
        lists: which orders count as lists.
        commands: words that get an answer, each with what it gets.
    """

    game: str
    title: str
    order_address: str
    gm_name: str
    gm_address: str
    orders: tuple[HelpLine, ...]
    special: tuple[HelpGroup, ...]
    lists: str
    commands: tuple[str, ...]


def help_page(game: GameView | None) -> HelpPage:
    """Return how to write orders; without a game, those of the first variant and all special ones."""
    if game is None:
        return _of_all()
    known = help_text(game.meta.id)
    own = known.special
    return HelpPage(
        game.name,
        game.meta.title,
        game.order_address,
        game.gm_name,
        game.gm_address,
        known.order,
        (HelpGroup(own.title, own.order),) if own is not None else (),
        known.lists,
        _commands(points=keeps_points(game.board)),
    )


def _of_all() -> HelpPage:
    texts = [help_text(variant) for variant in VARIANTS]
    special = [one.special for one in texts if one.special is not None]
    groups = tuple(HelpGroup(one.elsewhere, one.order) for one in special)
    # What counts as a list in one game is no order at all in another: the longest wording holds.
    lists = max((one.lists for one in texts), key=len)
    commands = _commands(points=True)
    return HelpPage("", "", "", "", "", texts[0].order, groups, lists, commands)


def _commands(*, points: bool) -> tuple[str, ...]:
    told = [
        "STATUS shows what the server has of yours",
        "ADDRESS you@new.example.org sends your mail elsewhere, once you have agreed",
    ]
    told += ["MAP shows the board as it is", "BORDERS and a province shows whom that borders"]
    told += ["POINTS shows everybody's points"] if points else []
    return (*told, "HELP shows this")
