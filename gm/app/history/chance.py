"""A game's chance: where its draws come from, those it has made, and its seed once that is public.

The seed leaves the database in three ways only: into the draws, as its SHA-256, and whole when the
game is over, and with it the tournament that it is one of.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from gm.app.audit_ports import AuditTransaction
from gm.app.codec import load_draws
from gm.app.history.tournaments import has_sealed_seed
from gm.app.ports import DrawTransaction, PhaseTransaction
from gm.app.records import GameRecord, GameStatus
from gm.contract.draws import Draw, HandDraws, SeededDraws


def draws_of(transaction: DrawTransaction, game: GameRecord) -> HandDraws:
    """Return a game's source of chance: its seed, and before that what the GM entered by hand."""
    entered = {draw.label: draw.chosen for draw in transaction.hand_draws(game.id)}
    return HandDraws(SeededDraws(bytes.fromhex(game.seed)), entered)


def recorded_draws(transaction: PhaseTransaction, game: GameRecord) -> Sequence[tuple[str, Draw]]:
    """Return every draw made so far in a game, each with the name of its phase."""
    draws: list[tuple[str, Draw]] = []
    for phase in transaction.phases(game.id):
        result = transaction.result(phase.id)
        if result is not None:
            draws += [(phase.name, draw) for draw in load_draws(result.draws)]
    return draws


def entered_in(draws: Iterable[Draw]) -> Iterator[tuple[str, str]]:
    """Yield what the GM had entered by hand of some draws: label and choice."""
    for draw in draws:
        if draw.by_hand:
            yield draw.label, draw.chosen
        elif draw.refused:
            yield draw.label, draw.refused


def hand_reasons(transaction: DrawTransaction, game: GameRecord) -> dict[str, str]:
    """Return why the GM entered draws by hand, by their labels."""
    return {draw.label: draw.reason for draw in transaction.hand_draws(game.id)}


def public_seed(transaction: AuditTransaction, game: GameRecord) -> str:
    """Return a game's seed once it is over, and "" before; in a tournament once all of that is."""
    if game.status is not GameStatus.FINISHED or has_sealed_seed(transaction, game):
        return ""
    return game.seed
