"""The answer to HELP, ready for its templates: how to write the orders of a game, or of all."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from gm.games.diplomacy.pages.facts.duties import open_homes
from gm.games.diplomacy.pages.points_page import keeps_points
from gm.games.diplomacy.pages.reply_form import open_bridge
from gm.games.diplomacy.pages.views import GameView
from gm.games.diplomacy.rules.board import Board, PowerId
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.variants import VARIANTS
from gm.games.diplomacy.variants.help_text import HelpLine, help_text
from gm.languages import gettext, listed, pgettext
from gm.report.new_games import NewGameHelp
from gm.report.wording.command_words import (
    BY_WORD,
    COMMAND_WORDS,
    PLAIN_NAMES,
    every_word,
    forms_on,
)
from gm.report.wording.plain import meant
from gm.report.wording.text import quiet

_SAID: Final = ("ZONE: Europe/Dublin", "MOVEMENT: 5d", "AT: 20:00", "NAME: Maeve")
"""What the example of a new game says of it."""


_BRIDGE: Final = re.compile(r"(?<=\s)[A-Z]\w{2}-[A-Z]\w{2}(?!\w)")
"""A bridge in a line of orders, KkW-Wat."""


@dataclass(frozen=True, slots=True)
class OwnGame:
    """Where the reader of an answer stands: the state of his game, and his power."""

    state: GameState
    power: PowerId


@dataclass(frozen=True, slots=True)
class HelpGroup:
    """Orders under a heading."""

    title: str
    orders: tuple[HelpLine, ...]


@dataclass(frozen=True, slots=True)
class NewGamePage:
    """How a game is created by mail: where to, a mail to copy, all that can stand in it."""

    server_address: str
    lines: tuple[str, ...]
    settings: str


@dataclass(frozen=True, slots=True)
class HelpPage:
    """How to write orders, for a game where that is known.

    Args:
        orders: to copy; special: those of a variant's own.
        lists: which orders count as lists.
        commands: words that get an answer, each with what it gets.
        new_game: how to create a game, for whoever may.
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
    new_game: NewGamePage | None = None


def help_page(
    game: GameView | None, creating: NewGameHelp | None = None, own: OwnGame | None = None
) -> HelpPage:
    """Return how to write orders; without a game, those of the first variant and all special ones.

    Args:
        game: which; None for all.
        creating: how a game is created, for somebody who may and asks about no game.
        own: where the reader stands, so that he reads of a bridge that he could build.
    """
    if game is None:
        return replace(_of_all(), new_game=_new_game(creating) if creating else None)
    known = help_text(game.meta.id)
    special = known.special
    lines = _said(special.order) if special is not None else ()
    if own is not None:
        lines = _with_open_bridge(game.board, own, lines)
    return HelpPage(
        game.name,
        game.meta.title,
        game.order_address,
        game.gm_name,
        game.gm_address,
        _said(known.order),
        (HelpGroup(gettext(special.title), lines),) if special is not None else (),
        gettext(known.lists),
        _commands(game.board),
    )


def _with_open_bridge(
    board: Board, own: OwnGame, lines: tuple[HelpLine, ...]
) -> tuple[HelpLine, ...]:
    """Return the lines with a bridge that the reader could build instead of one that stands.

    The first line that names one is about building; where he can build none it stays a form.
    """
    homes = open_homes(board, own.state, own.power)
    between = open_bridge(board, own.state, own.power, homes)
    at = next((place for place, line in enumerate(lines) if _BRIDGE.search(line.write)), None)
    if between is None or at is None:
        return lines
    name = "-".join(between)
    parts = {"write": lines[at].write, "says": lines[at].says}
    told = {part: _BRIDGE.sub(name, text) for part, text in parts.items()}
    return (*lines[:at], lines[at].model_copy(update=told), *lines[at + 1 :])


def _of_all() -> HelpPage:
    texts = [help_text(variant) for variant in VARIANTS]
    special = [text.special for text in texts if text.special is not None]
    groups = tuple(HelpGroup(gettext(one.elsewhere), _said(one.order)) for one in special)
    # What counts as a list in one game is no order at all in another: the longest wording holds.
    lists = gettext(max((text.lists for text in texts), key=len))
    return HelpPage("", "", "", "", "", _said(texts[0].order), groups, lists, _commands(None))


def _said(lines: Iterable[HelpLine]) -> tuple[HelpLine, ...]:
    """Return orders to copy, and what they say, in the reader's language."""
    return tuple(
        line.model_copy(
            update={"write": pgettext("order", line.write), "says": gettext(line.says)}
        )
        for line in lines
    )


def _new_game(creating: NewGameHelp) -> NewGamePage:
    """Return how a game is created; the example is of the rules with most to say of them."""
    options = creating.options
    variant = max(options, key=lambda text: len(options[text]))
    lines = ("NEW GAME meadow", f"VARIANT: {variant}", *_SAID)
    more = (
        gettext("with VARIANT: {variant} also {settings}", variant=one, settings=listed(names))
        for one, names in options.items()
        if names
    )
    settings = f"{'; '.join((listed(creating.settings), *more))}."
    return NewGamePage(creating.server_address, lines, settings)


def _commands(board: Board | None) -> tuple[str, ...]:
    points = board is None or keeps_points(board)
    told = (word for word in COMMAND_WORDS if points or not word.points)
    return tuple(
        # Translators: "STATUS" "shows what the server has of yours".
        gettext(
            "{command} {does}",
            command=forms_on(word, example_names(board) if board else PLAIN_NAMES)[0],
            does=gettext(word.says),
        )
        for word in told
    )


@dataclass(frozen=True, slots=True)
class CommandPage:
    """What a command does.

    Args:
        title: for the subject; word: the command, "" if there is none of that name.
        heading: the command, and in which game it was asked for.
        unknown: that there is no such command, and which may be meant; or "".
        others: all commands.
    """

    title: str
    word: str
    heading: str
    forms: tuple[str, ...]
    says: str
    more: str
    unknown: str
    others: str


def command_page(game: GameView, word: str, near: Sequence[str]) -> CommandPage:
    """Return what a command does and how it is written.

    Args:
        game: whose player asks.
        word: as he wrote it; near: commands that it nearly is.
    """
    known = BY_WORD.get(word.upper())
    others = listed(every_word(points=keeps_points(game.board)))
    if known is None:
        unknown = gettext("{word} is no command of this server.", word=quiet(word)) + meant(near)
        title = gettext("Commands by mail")
        return CommandPage(title, "", "", (), "", "", unknown, others)
    return CommandPage(
        gettext("What {command} does", command=known.word),
        known.word,
        gettext("{command} in {game}", command=known.word, game=game.name),
        forms_on(known, example_names(game.board)),
        gettext(known.says),
        gettext(known.more) if known.more else "",
        "",
        others,
    )


def example_names(board: Board) -> dict[str, str]:
    """Return names of a board that stand in the forms of commands."""
    power = next(iter(board.powers.values()))
    return {
        "place": next(iter(power.home), next(iter(board.provinces))),
        "power": power.name,
        "year": str(board.facts.get("first_year", 1901)),
    }
