"""The hat of a game in words: what it has drawn, and what its GM has entered and is still to come."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gm.app.codec import load_draws
from gm.app.play.chance import hand_reasons, public_seed, recorded_draws
from gm.app.ports import Transaction
from gm.app.records import GameRecord, HandDraw
from gm.app.services import Services
from gm.app.table import rules_of
from gm.contract.draws import Draw, commitment
from gm.games.diplomacy.pages.wording.draw_words import draw_words
from gm.games.diplomacy.rules.mechanics.cards import season_of
from gm.games.diplomacy.rules.phases import Phase, PhaseKind, following
from gm.games.diplomacy.stored import load_state


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
