"""The rules as played, as the shell prints them."""

from __future__ import annotations

from collections.abc import Mapping

from gm.contract.rules import Meta
from gm.contract.rules_text import RulesAsPlayed
from gm.games.diplomacy.pages.views import GameView
from gm.games.diplomacy.rules.board import Board
from gm.games.diplomacy.variants.rulebook import in_force
from gm.games.diplomacy.variants.rules_text import rules_as_played
from gm.report.pages.rules_page import RulesPage, house_settings, rules_page_of


def rules_of_variant(meta: Meta, board: Board, chosen: Mapping[str, str]) -> RulesAsPlayed:
    """Return the rules by which a game with these settings is played, on its printed board."""
    return RulesAsPlayed(
        rules_as_played(meta.id, board, chosen),
        f"{board.title}, {board.digest[:12]}" if board.digest else board.title,
        in_force(chosen),
    )


def rules_page(game: GameView) -> RulesPage:
    """Return the rules of a running game, with its settings."""
    chosen = {**game.settings(), **house_settings(keep_impossible=game.keep_impossible)}
    played = rules_of_variant(game.meta, game.board, chosen)
    return rules_page_of(game.meta, played, chosen, game.precedents)
