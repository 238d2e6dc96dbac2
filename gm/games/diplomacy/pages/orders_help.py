"""What HELP shows of orders to copy, in the names of a board: of one game, or of all there are."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from gm.contract.pages import OrderExample, OrdersHelp
from gm.games.diplomacy.pages.facts.duties import open_homes
from gm.games.diplomacy.pages.points_page import keeps_points
from gm.games.diplomacy.pages.reply_form import open_bridge
from gm.games.diplomacy.rules.board import Board, PowerId
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.variants import VARIANTS
from gm.games.diplomacy.variants.help_text import HelpLine, help_text
from gm.languages import gettext, pgettext
from gm.report.wording.command_words import COMMAND_WORDS, PLAIN_NAMES

_BRIDGE: Final = re.compile(r"(?<=\s)[A-Z]\w{2}-[A-Z]\w{2}(?!\w)")
"""A bridge in a line of orders, KkW-Wat."""


def help_of(variant: str, board: Board) -> OrdersHelp:
    """Return orders to copy of one game, on its board."""
    known = help_text(variant)
    special = known.special
    groups = ((gettext(special.title), _said(special.order)),) if special is not None else ()
    points = keeps_points(board)
    return OrdersHelp(
        _said(known.order),
        groups,
        gettext(known.lists),
        example_names(board),
        tuple(word.word for word in COMMAND_WORDS if word.points and not points),
    )


def help_at(variant: str, board: Board, state: GameState, power: PowerId) -> OrdersHelp:
    """Return the same for a power, so that its player reads of a bridge that he could build."""
    known = help_of(variant, board)
    special = tuple(
        (title, _with_open_bridge(board, state, power, lines)) for title, lines in known.special
    )
    return replace(known, special=special)


def help_of_all() -> OrdersHelp:
    """Return the orders of the first variant, and what all the others have beside them."""
    texts = [help_text(variant) for variant in VARIANTS]
    groups = tuple(
        (gettext(text.special.elsewhere), _said(text.special.order))
        for text in texts
        if text.special is not None
    )
    # What counts as a list in one game is no order at all in another: the longest wording holds.
    lists = gettext(max((text.lists for text in texts), key=len))
    return OrdersHelp(_said(texts[0].order), groups, lists, PLAIN_NAMES)


def _said(lines: Iterable[HelpLine]) -> tuple[OrderExample, ...]:
    """Return orders to copy, and what they say, in the reader's language."""
    return tuple(OrderExample(pgettext("order", line.write), gettext(line.says)) for line in lines)


def _with_open_bridge(
    board: Board, state: GameState, power: PowerId, lines: tuple[OrderExample, ...]
) -> tuple[OrderExample, ...]:
    """Return the lines with a bridge that the reader could build instead of one that stands.

    The first line that names one is about building; where he can build none it stays a form.
    """
    between = open_bridge(board, state, power, open_homes(board, state, power))
    at = next((place for place, line in enumerate(lines) if _BRIDGE.search(line.write)), None)
    if between is None or at is None:
        return lines
    name = "-".join(between)
    write, says = (_BRIDGE.sub(name, text) for text in (lines[at].write, lines[at].says))
    return (*lines[:at], OrderExample(write, says), *lines[at + 1 :])


def example_names(board: Board) -> dict[str, str]:
    """Return names of a board that stand in the forms of commands."""
    power = next(iter(board.powers.values()))
    return {
        "place": next(iter(power.home), next(iter(board.provinces))),
        "power": power.name,
        "year": str(board.facts.get("first_year", 1901)),
    }
