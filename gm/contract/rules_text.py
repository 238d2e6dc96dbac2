"""The rules of a game in words, as its room has them and as the shell prints them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from gm.contract.values import value


@value
class Paragraph:
    """A rule or ruling as it is played in one game.

    Args:
        id: stable; tests and notes name it.
        text: the sentences, without line breaks.
        rules: the numbers of the printed rules it carries out; none where they have none.
        ruling: it settles what those rules leave open.
        setting, value: which setting decided, and its value in force; "" where none did.
    """

    id: str
    text: str
    rules: tuple[str, ...] = ()
    ruling: bool = False
    setting: str = ""
    value: str = ""


@value
class Chapter:
    """A section as it is played in one game."""

    id: str
    title: str
    paragraphs: tuple[Paragraph, ...]


@value
class RulesAsPlayed:
    """All that a room says of the rules of one of its games.

    Args:
        chapters: the rules; played_on: the board, with what tells it from others.
        governing: the values of settings that really decide, by name, where a chosen one leaves
            that to another; what is not here decides as it was chosen.
    """

    chapters: tuple[Chapter, ...]
    played_on: str
    governing: Mapping[str, str] = field(default_factory=dict)
