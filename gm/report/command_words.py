"""The commands by mail, in words: what each does and how it is written, for HELP and the guide.

Every form here is read as that command (`tests/docs/test_mail_words.py`), and every command that a
server carries out has its entry.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final


@dataclass(frozen=True, slots=True)
class CommandWord:
    """A command.

    Args:
        word: in capitals.
        forms: examples of how it is written; the first is the plainest.
        says: what it does, in a sentence without its subject: "shows ...".
        more: what else there is to know of it, in sentences; "" for nothing.
        acts: it changes something; else it only asks.
        points: it is of use only in games that keep points.
    """

    word: str
    forms: tuple[str, ...]
    says: str
    more: str = ""
    acts: bool = False
    points: bool = False


COMMAND_WORDS: Final[tuple[CommandWord, ...]] = (
    CommandWord(
        "STATUS",
        ("STATUS", "STATUS for Munster"),
        "shows what the server has of yours, what it still asks for, and by when",
    ),
    CommandWord("ORDERS", ("ORDERS",), "shows the same: your orders as they stand"),
    CommandWord(
        "WAIT",
        ("WAIT", "WAIT for Munster"),
        "keeps the phase open until its deadline, in a game that goes on once all orders are in",
        acts=True,
    ),
    CommandWord("NOWAIT", ("NOWAIT",), "takes your WAIT back", acts=True),
    CommandWord(
        "FINAL",
        ("FINAL",),
        "says that nothing more will come from you, even if a unit has no order",
        "Where all have given their orders or said FINAL a game may go on before the deadline. You "
        "can still change your orders until it does.",
        acts=True,
    ),
    CommandWord("NOFINAL", ("NOFINAL",), "takes your FINAL back", acts=True),
    CommandWord(
        "ABSENT",
        ("ABSENT 24 Dec to 2 Jan", "ABSENT until 5 Dec", "ABSENT none"),
        "moves deadlines past the days on which you are away",
        "Within the game's limit that is done at once; for longer the GM is asked. Nobody is told "
        "who is away. ABSENT none takes back what you have noted.",
        acts=True,
    ),
    CommandWord("MAP", ("MAP",), "shows the board as it is: every province with whom it borders"),
    CommandWord(
        "BORDERS",
        ("BORDERS NTH", "BORDERS of NTH and Nwy"),
        "shows whom provinces border, and who is there",
    ),
    CommandWord(
        "POINTS", ("POINTS",), "shows everybody's points and the gifts of the year", points=True
    ),
    CommandWord(
        "RESIGN",
        ("RESIGN",),
        "gives your power up, once you have said YES to the question that follows",
        "Until somebody else plays it you can have it back: RETURN and the game's name.",
        acts=True,
    ),
    CommandWord(
        "ADDRESS",
        ("ADDRESS you@new.example.org",),
        "sends your mail elsewhere, once you have agreed",
        "A mail to your old address asks you; reply to it and the new one counts.",
        acts=True,
    ),
    CommandWord(
        "HELP",
        ("HELP", "HELP STATUS"),
        "shows how to write orders, or what a command does",
        "It needs no proof of who you are.",
    ),
)
"""Every command, in the order in which they are listed."""

BY_WORD: Final[Mapping[str, CommandWord]] = MappingProxyType(
    {one.word: one for one in COMMAND_WORDS}
)


def every_word(*, points: bool = True) -> tuple[str, ...]:
    """Return the words of the commands; without points those of games that keep none."""
    return tuple(one.word for one in COMMAND_WORDS if points or not one.points)
