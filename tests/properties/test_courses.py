"""Courses of games made up by chance: taken back and corrected, they follow from their records."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from gm.app.history.draw_check import verify_game
from gm.app.keeping.audit import audit
from gm.app.orders.order_book import Written, enter
from gm.app.overriding.correcting import CorrectionWish, correct
from gm.app.overriding.replaying import rebuild
from gm.app.overriding.rollback import roll_back
from gm.app.play.seasons import process
from gm.app.records import PhaseRecord
from gm.app.table import lay
from gm.games.diplomacy.rules.board import PowerId
from gm.games.diplomacy.rules.orders import Move
from gm.games.diplomacy.rules.outcomes import Result
from gm.games.diplomacy.stored import load_outcomes
from gm.games.diplomacy.wording.notation import order_text
from tests.app.conftest import a_world
from tests.app.irish import irish
from tests.app.world import World
from tests.properties.irish_games import Game
from tests.variants.republic.test_random_play import BOARD, drafts

pytestmark = pytest.mark.usefixtures("copied_databases")

MADE = settings(deadline=None, phases=(Phase.explicit, Phase.generate))
"""A whole game is made for each example: a failing one is told as it is, not made smaller."""


def begin(world: World, variant: str) -> None:
    """Start a game; in Republic every seat is played, in Irish six are."""
    if variant == "irish":
        irish(world)
        return
    world.start(variant=variant)


def play(world: World, variant: str, seed: int, phases: int) -> None:
    """Play phases with orders made up from a seed and the phase they are for."""
    for _ in range(phases):
        with world.services.store.write() as transaction:
            game = transaction.game("tara")
            if transaction.open_phase(game.id) is None:
                return
            table = lay(world.services, transaction, game)
            chance = Random(f"{seed} {table.phase.name}")
            if variant == "irish":
                maker = Game(seed)
                maker.chance, maker.unplayed = chance, ()
                given_orders = maker.orders(table.state)
            else:
                given_orders = drafts(chance, table.state)
            now = world.clock.now()
            for seat, orders in given_orders.items():
                written = [Written(one, "") for one in orders]
                enter(table, PowerId(seat), written, now, None)
        process(world.services, "tara", early=True, without=True)


def course(world: World) -> tuple[PhaseRecord, ...]:
    """Return the phases of the game's course."""
    with world.services.store.read() as transaction:
        return transaction.phases(transaction.game("tara").id)


def records(world: World) -> Sequence[object]:
    """Return all that makes a course: positions and results."""
    with world.services.store.read() as transaction:
        results = [(one, transaction.result(one.id)) for one in course(world)]
    return [
        (one.name, one.state, result and (result.events, result.outcomes, result.draws))
        for one, result in results
    ]


def sound(world: World) -> None:
    """Assert that the game follows from its records, and that no promise to players is broken."""
    done = rebuild(world.services, "tara", rejudge=True)
    assert (done.difference, done.seasons) == ("", ())
    assert [fault for check in audit(world.services) for fault in check.findings] == []


@settings(MADE, max_examples=3)
@given(
    seed=st.integers(0, 10_000),
    variant=st.sampled_from(["republic", "irish"]),
    back=st.integers(1, 4),
)
def test_a_game_taken_back_and_played_alike_is_the_same(
    seed: int, variant: str, back: int
) -> None:
    """The same orders bring byte for byte the same, in rows of their own."""
    with TemporaryDirectory() as folder, a_world(Path(folder)) as world:
        begin(world, variant)
        play(world, variant, seed, 5)
        before = records(world)
        target = course(world)[max(1, len(before) - 1 - back)]
        undone = roll_back(world.services, "tara", target.name, sure=True, reason="x")
        sound(world)
        play(world, variant, seed, undone.resolved)
        assert records(world) == before
        sound(world)
        if variant == "irish":
            assert verify_game(world.services, "tara").difference == ""


@settings(MADE, max_examples=4)
@given(seed=st.integers(0, 10_000), choice=st.integers(0, 10_000))
def test_a_correction_taken_back_is_the_old_game(seed: int, choice: int) -> None:
    """Another order somewhere, and then the old one again: nothing has changed."""
    with TemporaryDirectory() as folder, a_world(Path(folder)) as world:
        begin(world, "republic")
        play(world, "republic", seed, 5)
        before, chance = records(world), Random(choice)
        with world.services.store.read() as transaction:
            moves = [
                (phase, outcome)
                for phase in course(world)[:-1]
                if (result := transaction.result(phase.id)) is not None
                for outcome in load_outcomes(result.outcomes)
                if isinstance(outcome.order, Move) and not outcome.order.via_convoy
                if outcome.result is Result.OK
            ]
        if not moves:
            return
        phase, outcome = chance.choice(moves)
        moved = order_text(outcome.order, BOARD)
        for text in (moved.partition(" - ")[0] + " H", moved):
            wish = CorrectionWish(orders={outcome.power: [text]})
            correct(world.services, "tara", phase.name, wish, sure=True, reason="x")
            sound(world)
        after = records(world)
        assert [one[:2] for one in after] == [one[:2] for one in before]  # type: ignore[index]
