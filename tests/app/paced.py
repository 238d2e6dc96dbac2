"""Diplomacy with a pace that is not its own, or with a queue: the shell is to heed both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import partial
from typing import Any

from gm.bootstrap.games import GamesHere, Room, games_on
from gm.contract.draws import Draws
from gm.contract.game import Game
from gm.contract.orders import Order
from gm.contract.seats import SeatId
from gm.contract.stages import Pace, Stage
from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.rules.diplomacy import DiplomacyRules
from gm.games.diplomacy.rules.filled_in import SeasonResolution
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.wording.notation import order_text
from tests.app.world import World


@dataclass
class PacedRules(DiplomacyRules):
    """The rules of a game of Diplomacy, but for its pace and for a queue.

    Args:
        pace: of every stage.
        queued: orders, in short form, that a resolution says it did not use, though it did.
        broken: nothing can be resolved, by a fault of the rules.
    """

    pace: Pace = Pace.TOGETHER
    queued: frozenset[str] = frozenset()
    broken: bool = False

    def stage(self, state: GameState) -> Stage:
        """Return the stage that a position waits at, with its pace."""
        return replace(DiplomacyRules.stage(self, state), pace=self.pace)

    def resolve(
        self, state: GameState, drafts: Mapping[SeatId, Sequence[Order]], draws: Draws
    ) -> SeasonResolution:
        """Resolve a phase, and give back the orders of the queue."""
        if self.broken:
            raise RuntimeError("the rules are broken")
        left = {
            seat: tuple(order for order in orders if order_text(order, self.board) in self.queued)
            for seat, orders in drafts.items()
        }
        made = DiplomacyRules.resolve(self, state, drafts, draws)
        return replace(made, leftover={seat: orders for seat, orders in left.items() if orders})


def with_rules(world: World, **more: Any) -> World:
    """Return the same server, whose games of Diplomacy are played so."""
    game = games_on(load_board).family_of("standard")
    paced = replace(game, rules=partial(_paced, game, more))
    games = GamesHere((Room(tuple(game.variants), lambda: paced),))
    changed = World(
        replace(world.services, games=games), world.clock, world.carrier, place=world.place
    )
    changed.seen, changed.count = world.seen, world.count
    return changed


def _paced(
    game: Game[Any, Any], more: Mapping[str, Any], variant: str, options: Mapping[str, str]
) -> PacedRules:
    rules = game.rules(variant, options)
    own = {field.name: getattr(rules, field.name) for field in fields(rules) if field.init}
    return PacedRules(**{**own, **more})
