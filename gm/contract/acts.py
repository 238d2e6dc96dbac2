"""What a game answers and takes by mail beside what every game has.

What is called here gets values of the shell, of which the contract knows nothing: a room stands above
the shell and may use what that is made of.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final


@dataclass(frozen=True, slots=True)
class Acts:
    """A game's own words by mail.

    Args:
        pages: who writes the answer to a command that only asks, by its word in capitals: called with
            the mail at each seat that the line is for and with what stands behind the word, it
            returns the page as a mail. It changes nothing.
        joined: those of these words of which several lines are one page, for all that they name.
        trials: who plays out a mail that is to change nothing, by the word in it: called with the
            mail at one of its writer's seats and the lines that are told to have done nothing.
        takes: who takes a mail of a game master that orders what chance would decide, or returns None:
            called with the ports, the mail, its reading and what is known of its sender.
        foresees: who says what a command of a game master by mail would do, by its first words: called
            with the ports, the name of the game, the words behind it and its options by name.
        receipts: what the keys of the receipts for such mails begin with, by the seat that their
            orders stand under and that nobody plays.
    """

    pages: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    joined: frozenset[str] = frozenset()
    trials: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    takes: Callable[..., Any] | None = None
    foresees: Mapping[str, Callable[..., tuple[str, ...]]] = field(default_factory=dict)
    receipts: Mapping[str, str] = field(default_factory=dict)


NO_ACTS: Final = Acts()
"""Nothing beside what every game has."""
