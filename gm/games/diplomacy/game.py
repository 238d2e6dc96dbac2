"""The family as the shell is told of it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache, partial

from gm.contract.game import Game
from gm.contract.stages import Stage
from gm.errors import VariantError
from gm.games.diplomacy.desk.archive import SeasonArchive
from gm.games.diplomacy.desk.corrections import DiplomacyCorrections
from gm.games.diplomacy.desk.hat_draws import HatDraws
from gm.games.diplomacy.desk.language import OrderLanguage
from gm.games.diplomacy.desk.mail_commands import ACTS_OF_DIPLOMACY
from gm.games.diplomacy.desk.pages import SeasonPages
from gm.games.diplomacy.desk.summaries import SeasonSummaries
from gm.games.diplomacy.map.shown.enclosed import SeasonPictures
from gm.games.diplomacy.pages.opening_page import KINDS
from gm.games.diplomacy.rules.board import Board, Boards
from gm.games.diplomacy.rules.diplomacy import DiplomacyRules
from gm.games.diplomacy.rules.outcomes import Outcome
from gm.games.diplomacy.rules.phases import Phase, stage_of
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.stored import STORED
from gm.games.diplomacy.variants import VARIANTS, ruleset_for
from gm.games.diplomacy.variants.needs import lacks


@lru_cache(maxsize=16)
def diplomacy(boards: Boards) -> Game[GameState, Outcome]:
    """Return Diplomacy and what is played like it, on these boards."""
    return Game(
        id="diplomacy",
        variants=VARIANTS,
        kinds=KINDS,
        rules=partial(_rules, boards),
        stage=_stage,
        language=OrderLanguage(),
        pages=SeasonPages(),
        stored=STORED,
        summaries=SeasonSummaries(),
        corrections=DiplomacyCorrections(),
        draw_words=HatDraws(),
        pictures=SeasonPictures(),
        archive=SeasonArchive(),
        acts=ACTS_OF_DIPLOMACY,
    )


def _stage(name: str) -> Stage:
    return stage_of(Phase.parse(name))


def _rules(boards: Boards, variant: str, options: Mapping[str, str]) -> DiplomacyRules:
    return _rules_on(boards, variant, tuple(sorted(options.items())))


@lru_cache(maxsize=64)
def _rules_on(
    boards: Boards, variant: str, options: tuple[tuple[str, str], ...]
) -> DiplomacyRules:
    board = boards(VARIANTS[variant].board_id)
    _must_do(variant, board)
    return ruleset_for(variant, board, dict(options))


def _must_do(variant: str, board: Board) -> None:
    """Refuse a board on which the game cannot be played; a GM's own map may be one."""
    if lacking := lacks(VARIANTS[variant].needs, board):
        faults = [f"{need.entry}: {need.reason} ({need.remedy})" for need in lacking]
        error = VariantError(f"{variant} cannot be played on the map {board.title}: {faults[0]}")
        for fault in faults[1:]:
            error.add_note(fault)
        raise error
