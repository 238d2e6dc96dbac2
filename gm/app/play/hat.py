"""The hat of a game: the source of its draws, what it has drawn, and its seed once that is public.

The seed leaves the database in three ways only: into the draws, as its SHA-256, and whole when the
game is over.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gm.app.codec import load_draws, load_state
from gm.app.ports import Transaction
from gm.app.records import GameRecord, GameStatus, HandDraw
from gm.app.services import Services
from gm.app.table import rules_of
from gm.report.wording.draw_words import draw_words
from gm.rules.draws import Draw, HandDraws, SeededDraws, commitment
from gm.rules.mechanics.cards import season_of
from gm.rules.phases import Phase, PhaseKind, following


def draws_of(transaction: Transaction, game: GameRecord) -> HandDraws:
    """Return a game's source of chance: its seed, and before that what the GM entered by hand."""
    entered = {draw.label: draw.chosen for draw in transaction.hand_draws(game.id)}
    return HandDraws(SeededDraws(bytes.fromhex(game.seed)), entered)


def coming_season(phase: Phase) -> str:
    """Return the season whose draws come next, as their labels begin: `S1975`."""
    while phase.kind in (PhaseKind.SETUP, PhaseKind.ADJUSTMENT):
        phase = following(phase)
    return season_of(phase)


def still_to_come(transaction: Transaction, game: GameRecord) -> tuple[HandDraw, ...]:
    """Return the draws that the GM has entered and that can still be made.

    What the season did not ask for when it ran, such as the cards of a walk that the GM ordered
    after he had drawn them, stays stored and is past.
    """
    phase = transaction.open_phase(game.id)
    if phase is None:
        return ()
    season = coming_season(Phase.parse(phase.name))
    made = {draw.label for _, draw in recorded_draws(transaction, game)}
    return tuple(
        hand_draw
        for hand_draw in transaction.hand_draws(game.id)
        if hand_draw.label.startswith(f"{season} ") and hand_draw.label not in made
    )


def hand_reasons(transaction: Transaction, game: GameRecord) -> dict[str, str]:
    """Return why the GM entered draws by hand, by their labels."""
    return {draw.label: draw.reason for draw in transaction.hand_draws(game.id)}


def public_seed(game: GameRecord) -> str:
    """Return a game's seed once it is over, and "" before."""
    return game.seed if game.status is GameStatus.FINISHED else ""


@dataclass(frozen=True, slots=True)
class DrawLine:
    """A draw that was made: in which phase, what, and in words; why, where the GM entered it."""

    phase: str
    draw: Draw
    words: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class DrawList:
    """The draws of a game.

    Args:
        game: its name; title: of its rules; chance: whether they have a hat at all.
        commitment: SHA-256 of the seed; seed: the seed once the game is over, "" before.
        draws: those made so far.
        entered: those that the GM has entered and that are still to come; for him alone.
    """

    game: str
    title: str
    chance: bool
    commitment: str
    seed: str
    draws: tuple[DrawLine, ...]
    entered: tuple[HandDraw, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """Return what may be given to players: the draws made, and nothing of those to come."""
        return {
            "game": self.game,
            "title": self.title,
            "commitment": self.commitment,
            "seed": self.seed or None,
            "draws": [_plain(draw) for draw in self.draws],
        }


def _plain(line: DrawLine) -> dict[str, Any]:
    draw = line.draw
    plain: dict[str, Any] = {
        "phase": line.phase,
        "label": draw.label,
        "candidates": [*draw.candidates],
        "chosen": draw.chosen,
        "by_hand": draw.by_hand,
    }
    if draw.by_hand:
        plain["reason"] = line.reason
    if draw.refused:
        plain["refused"] = draw.refused
    return plain


def draw_list(services: Services, name: str, phase: str | None = None) -> DrawList:
    """Return the draws of a game, or those of one of its phases by its short name.

    Raises:
        NoSuchGame: there is none of that name.
    """
    with services.store.read() as transaction:
        game = transaction.game(name)
        lines = _lines(services, transaction, game)
        entered = still_to_come(transaction, game)
    meta = rules_of(services, game).meta
    return DrawList(
        game=game.name,
        title=meta.title,
        chance=meta.chance,
        commitment=commitment(game.seed),
        seed=public_seed(game),
        draws=tuple(draw for draw in lines if phase is None or draw.phase == phase.upper()),
        entered=entered,
    )


def _lines(services: Services, transaction: Transaction, game: GameRecord) -> tuple[DrawLine, ...]:
    rules, reasons = rules_of(services, game), hand_reasons(transaction, game)
    found: list[DrawLine] = []
    for phase in transaction.phases(game.id):
        result = transaction.result(phase.id)
        draws = load_draws(result.draws) if result is not None else ()
        if draws:
            # The provinces that a draw names lay on the board before the phase was over.
            board = rules.board_in(load_state(phase.state))
            found += [
                DrawLine(phase.name, draw, draw_words(draw, board), reasons.get(draw.label, ""))
                for draw in draws
            ]
    return tuple(found)


def recorded_draws(transaction: Transaction, game: GameRecord) -> Sequence[tuple[str, Draw]]:
    """Return every draw made so far in a game, each with the name of its phase."""
    found: list[tuple[str, Draw]] = []
    for phase in transaction.phases(game.id):
        result = transaction.result(phase.id)
        if result is not None:
            found += [(phase.name, draw) for draw in load_draws(result.draws)]
    return found
