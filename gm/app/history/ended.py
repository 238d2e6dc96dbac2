"""How a game that is over came to its end, and until when its players can send closing statements."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from gm.app.ports import PhaseTransaction
from gm.app.records import GameRecord, GameStatus
from gm.app.services import Services
from gm.app.settings.game_settings import settings_of
from gm.app.table import codec_of, family_of, rules_of
from gm.contract.events import GameEnded
from gm.contract.seats import SeatId


def statements_until(transaction: PhaseTransaction, game: GameRecord) -> datetime | None:
    """Return until when closing statements are taken, a moment that may be past.

    None while the game goes on, and where it takes none.
    """
    if game.status is not GameStatus.FINISHED:
        return None
    phases = transaction.phases(game.id)
    ended = phases[-1].resolved_at if phases else None
    return until_from(game, ended) if ended is not None else None


def until_from(game: GameRecord, ended: datetime) -> datetime | None:
    """Return until when they are taken in a game that ends at a moment; None where none are."""
    length = settings_of(game).statements
    return ended + length if length > timedelta() else None


VICTORY: Final = "victory"
"""How a game ended that was won by its rules."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How a game ended; two are equal that ended alike.

    Args:
        how: "victory", or how it was ended by hand or vote.
        seats: who won, or shares the draw.
        by_hand: the fact that ended it, where its rules did not.
        words: that in a sentence, in the language that is spoken.
        at: when its last stage was resolved.
    """

    how: str
    seats: tuple[SeatId, ...]
    by_hand: GameEnded | None = None
    words: str = field(default="", compare=False)
    at: datetime | None = field(default=None, compare=False)


def ended_of(services: Services, transaction: PhaseTransaction, game: GameRecord) -> Ended | None:
    """Return how a game ended; None while it goes on."""
    if game.status is not GameStatus.FINISHED:
        return None
    phases = transaction.phases(game.id)
    last = phases[-1] if phases else None
    result = transaction.result(last.id) if last is not None else None
    if last is None or result is None:
        return None
    codec, rules = codec_of(services, game), rules_of(services, game)
    events = codec.load_events(result.events)
    words = family_of(services, game).pages.how_it_ended(events, rules)
    by_hand = next((event for event in events if isinstance(event, GameEnded)), None)
    if by_hand is not None:
        return Ended(by_hand.how.value, by_hand.powers, by_hand, words, last.resolved_at)
    fate = rules.fate(rules.replay(codec.load_state(last.state), events))
    return Ended(VICTORY, fate.winners, None, words, last.resolved_at)


def ending_words(services: Services, transaction: PhaseTransaction, game: GameRecord) -> str:
    """Return in a sentence how a game ended; "" while it goes on."""
    ended = ended_of(services, transaction, game)
    return ended.words if ended is not None else ""
