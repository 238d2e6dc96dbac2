"""The answer to HELP, ready for its templates: how to write the orders of a game, or of all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from gm.contract.facts import GameFacts
from gm.contract.pages import OrderExample, OrdersHelp
from gm.languages import gettext, listed
from gm.report.wording.command_words import BY_WORD, COMMAND_WORDS, CommandWord, forms_on
from gm.report.wording.sentence_parts import meant
from gm.report.wording.text import quiet

# What HELP tells of creating a game by mail.


@dataclass(frozen=True, slots=True)
class NewGameHelp:
    """How a game is created by mail, for whoever may.

    Args:
        server_address: where to; settings: the names of what can be said of every game.
        options: what more can be said of some, under the name of their rules.
    """

    server_address: str
    settings: tuple[str, ...]
    options: Mapping[str, tuple[str, ...]]


_SAID: Final = ("ZONE: Europe/Dublin", "MOVEMENT: 5d", "AT: 20:00", "NAME: Maeve")
"""What the example of a new game says of it."""


@dataclass(frozen=True, slots=True)
class HelpGroup:
    """Orders under a heading."""

    title: str
    orders: tuple[OrderExample, ...]


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
    orders: tuple[OrderExample, ...]
    special: tuple[HelpGroup, ...]
    lists: str
    commands: tuple[str, ...]
    new_game: NewGamePage | None = None


def _new_game(creating: NewGameHelp) -> NewGamePage:
    """Return how a game is created; the example is of the rules with most to say of them."""
    options = creating.options
    variant = max(options, key=lambda text: len(options[text]))
    lines = ("NEW GAME meadow", f"VARIANT: {variant}", *_SAID)
    more = (
        gettext("with VARIANT: {variant} also {settings}", variant=variant, settings=listed(names))
        for variant, names in options.items()
        if names
    )
    settings = f"{'; '.join((listed(creating.settings), *more))}."
    return NewGamePage(creating.server_address, lines, settings)


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


def help_page(
    game: GameFacts | None, orders: OrdersHelp, creating: NewGameHelp | None = None
) -> HelpPage:
    """Return how to write orders.

    Args:
        game: which; None for all. orders: what can be copied.
        creating: how a game is created, for somebody who may and asks about no game.
    """
    return HelpPage(
        game.name if game else "",
        game.meta.title if game else "",
        game.order_address if game else "",
        game.gm_name if game else "",
        game.gm_address if game else "",
        orders.orders,
        tuple(HelpGroup(title, lines) for title, lines in orders.special),
        orders.lists,
        tuple(
            # Translators: "STATUS" "shows what the server has of yours".
            gettext(
                "{command} {does}",
                command=forms_on(word, orders.names)[0],
                does=gettext(word.says),
            )
            for word in _words(orders)
        ),
        _new_game(creating) if creating else None,
    )


def command_page(
    game: GameFacts, word: str, near: Sequence[str], orders: OrdersHelp
) -> CommandPage:
    """Return what a command does and how it is written.

    Args:
        game: whose player asks.
        word: as he wrote it; near: commands that it nearly is.
        orders: what its game has to say of commands.
    """
    known = BY_WORD.get(word.upper())
    others = listed(command.word for command in _words(orders))
    if known is None:
        unknown = gettext("{word} is no command of this server.", word=quiet(word)) + meant(near)
        title = gettext("Commands by mail")
        return CommandPage(title, "", "", (), "", "", unknown, others)
    return CommandPage(
        gettext("What {command} does", command=known.word),
        known.word,
        gettext("{command} in {game}", command=known.word, game=game.name),
        forms_on(known, orders.names),
        gettext(known.says),
        gettext(known.more) if known.more else "",
        "",
        others,
    )


def _words(orders: OrdersHelp) -> tuple[CommandWord, ...]:
    return tuple(
        word
        for word in COMMAND_WORDS
        if word.word not in orders.without and forms_on(word, orders.names)
    )
