"""What a correction that a game master asks for by mail would do, in a sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Final

from gm.app.ports import Transaction
from gm.app.services import Services
from gm.app.words.gm_mail import filled_in

_SENTENCES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "unit add": "{} would have {}.",
        "unit move": "{} would stand in {}.",
        "unit remove": "{} would be taken off the board.",
        "unit convert": "{} would be an army if it is a fleet, and a fleet if it is an army.",
        "centre set": "{} would belong to {}.",
        "bridge add": "{} would have a bridge {}.",
        "bridge remove": "The bridge of {} over {} would be gone.",
        "points set": "{} would have {} points.",
        "board hole": "{} would be a black hole.",
        "board reopen": "{} would be a black hole no more.",
        "board split": "{} would be split, by the line {}.",
        "outcome set": "In {} the order {} would be told as: {}.",
    }
)
"""By the first words of a command, with what stands behind the game's name in its places."""


def _foreseen(
    sentence: str,
    services: Services,
    transaction: Transaction,
    game_name: str,
    behind: Sequence[str],
) -> tuple[str, ...]:
    del services, transaction, game_name
    return filled_in(sentence, behind)


FORESEEN: Final[Mapping[str, Callable[..., tuple[str, ...]]]] = MappingProxyType(
    {words: partial(_foreseen, sentence) for words, sentence in _SENTENCES.items()}
)
"""Says what each would do."""
