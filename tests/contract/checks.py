"""What every game must keep, played by one who orders at random: imported by the tests of each.

A game's tests make a class of `GameChecks` with a `Player` of that game:

    class TestDie(GameChecks):
        player = Player(THE_DIE, "die", orders)
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, ClassVar

import pytest

from gm.app.codec import codec_for
from gm.contract.draws import Draws, SeededDraws
from gm.contract.facts import Part, Viewer
from gm.contract.game import Game
from gm.contract.orders import Order
from gm.contract.rules import Drafts, Position, Resolution, Rules
from gm.contract.seats import SeatId
from gm.contract.told import known_step

Ordering = Callable[[Position[Any], SeatId, Random], Sequence[Order]]
"""Orders that a seat could give in a position: most of them lawful, none of them impossible to store."""


@dataclass(frozen=True)
class Player:
    """Somebody who plays all seats of a game at random.

    Args:
        family: the games; variant: which of them; options: its settings.
        orders: what a seat orders.
        steps: how many are played at most; a game that is over earlier is played to its end.
        unplayed: seats that nobody plays.
        markers: words that stand for what is hidden, and are found in no other text of the game.
        knows: whether a seat may know a marker for another reason than that a view has shown it.
    """

    family: Game[Any, Any]
    variant: str
    orders: Ordering
    options: Mapping[str, str] = field(default_factory=dict)
    steps: int = 12
    unplayed: tuple[SeatId, ...] = ()
    markers: frozenset[str] = frozenset()
    knows: Callable[[SeatId, str], bool] = lambda seat, marker: False

    @property
    def rules(self) -> Rules[Any, Any]:
        """The rules of the game."""
        options = {option.name: option.default for option in self._variant.options}
        return self.family.rules(self.variant, {**options, **self.options})

    @property
    def _variant(self) -> Any:
        return self.family.variants[self.variant]

    def played(self, seed: int, *, silent: bool = False) -> Iterator[PlayedStep]:
        """Yield the steps of a game, the set-up first; nobody orders anything if all are silent."""
        rules, draws, chance = self.rules, SeededDraws(seed.to_bytes(32, "big")), Random(seed)
        first = rules.new_game(draws, self.unplayed)
        yield PlayedStep(rules, None, {}, draws, first)
        state = first.state
        for _ in range(self.steps):
            asked = [request.seat for request in rules.pending(state)]
            if not asked:
                return
            at = Position(rules, state)
            given = {} if silent else {s: tuple(self.orders(at, s, chance)) for s in asked}
            drafts = {seat: orders for seat, orders in given.items() if orders}
            made = rules.resolve(state, drafts, draws)
            yield PlayedStep(rules, state, drafts, draws, made)
            state = made.state


@dataclass(frozen=True)
class PlayedStep:
    """A step that was played; the set-up has no position before it."""

    rules: Rules[Any, Any]
    before: Any
    drafts: Drafts
    draws: Draws
    made: Resolution[Any, Any]


SEEDS = pytest.mark.parametrize("seed", [1, 2, 3])


class GameChecks:
    """What every game must keep."""

    player: ClassVar[Player]

    @SEEDS
    def test_facts_lead_to_the_position(self, seed: int) -> None:
        """A replay needs no rule, no order and no chance."""
        for step in self.player.played(seed):
            if step.before is not None:
                assert step.rules.replay(step.before, step.made.events) == step.made.state

    @SEEDS
    def test_the_same_input_gives_the_same_result(self, seed: int) -> None:
        """Also where the seats stand in another order, but for the order in which outcomes are told."""
        for step in self.player.played(seed):
            if step.before is not None:
                assert step.rules.resolve(step.before, step.drafts, step.draws) == step.made
                turned = dict(reversed([*step.drafts.items()]))
                made = step.rules.resolve(step.before, turned, step.draws)
                assert sorted(map(repr, made.outcomes)) == sorted(map(repr, step.made.outcomes))
                assert replace(made, outcomes=()) == replace(step.made, outcomes=())

    @SEEDS
    def test_values_are_stored_without_loss(self, seed: int) -> None:
        """Positions, orders, facts, outcomes: JSON there and back."""
        codec = codec_for(self.player.family.stored)
        for step in self.player.played(seed):
            made = step.made
            assert codec.load_state(codec.dump(made.state)) == made.state
            assert codec.load_events(codec.dump(list(made.events))) == made.events
            assert codec.load_outcomes(codec.dump(list(made.outcomes))) == made.outcomes
            for orders in step.drafts.values():
                assert [codec.load_order(codec.dump(o)) for o in orders] == [*orders]

    @SEEDS
    def test_stages_have_names_of_their_own(self, seed: int) -> None:
        """None comes twice, they sort as they come, and each is found again by its name."""
        family, rules = self.player.family, self.player.rules
        stages = [rules.stage(step.made.state) for step in self.player.played(seed)]
        open_ones = stages if rules.pending(self._last(seed)) else stages[:-1]
        names = [stage.name for stage in open_ones]
        assert len(set(names)) == len(names)
        assert [stage.order for stage in open_ones] == sorted(stage.order for stage in open_ones)
        kinds = {kind.name for kind in family.kinds}
        for stage in open_ones:
            again = family.stage(stage.name)
            assert (again.name, again.kind, again.order) == (stage.name, stage.kind, stage.order)
            assert stage.kind in kinds
            assert family.pages.stage(stage)
            assert family.pages.stage_open(stage)
            assert family.pages.what_is_ordered(stage)
        with pytest.raises(ValueError, match=r"."):
            family.stage("nonsense")

    @SEEDS
    def test_silence_is_played_for(self, seed: int) -> None:
        """Who orders nothing holds up nobody, unless the rules say that they wait for him."""
        reached = 0
        for step in self.player.played(seed, silent=True):
            if any(request.required for request in step.rules.pending(step.made.state)):
                return
            reached += 1
        assert reached > 1

    @SEEDS
    def test_what_is_asked_can_be_answered(self, seed: int) -> None:
        """Seats that are asked are seats of the game, in it still, and lack nothing by lawful orders."""
        for step in self.player.played(seed):
            rules, state = step.rules, step.made.state
            fate, ids = rules.fate(state), {seat.id for seat in rules.seats}
            assert {*fate.playing, *fate.eliminated, *fate.winners} <= ids
            asked = [request.seat for request in rules.pending(state)]
            assert set(asked) <= set(fate.playing)
            for seat, orders in step.drafts.items():
                checks = rules.check(step.before, seat, orders)
                assert [check.order for check in checks] == [*orders]
                lacking = rules.lacking(step.before, seat, step.drafts)
                assert set(lacking) <= set(rules.lacking(step.before, seat, {}))

    @SEEDS
    def test_orders_are_filed_under_a_key(self, seed: int) -> None:
        """By it a later order takes the place of an earlier one; it goes by the order and the stage alone."""
        codec = codec_for(self.player.family.stored)
        for step in self.player.played(seed):
            for orders in step.drafts.values():
                stage = step.rules.stage(step.before)
                for order in orders:
                    again = codec.load_order(codec.dump(order))
                    assert step.rules.filed(order, stage) == step.rules.filed(again, stage) != ""

    def test_seats_are_found_by_their_names(self) -> None:
        """By what is stored of them, and by what a reader sees."""
        family, rules = self.player.family, self.player.rules
        assert rules.seats
        assert [seat.id for seat in rules.seats] == [*rules.meta.seats]
        for seat in rules.seats:
            assert family.language.seat(seat.id, rules) == seat.id
            assert family.language.seat(seat.name, rules) == seat.id
            assert family.pages.seat(seat.id, rules)
        assert family.language.seat("nobody of that name", rules) is None

    @SEEDS
    def test_a_view_shows_no_more_the_second_time(self, seed: int) -> None:
        """What somebody may see of what he may see is the same; all seats see what one of them does."""
        for step in self.player.played(seed):
            rules, state = step.rules, step.made.state
            for seats in _readers(rules):
                seen = rules.view(state, seats)
                assert rules.view(seen, seats) == seen
                assert rules.stage(seen) == rules.stage(state)
                assert rules.pending(seen) == rules.pending(state)
                assert rules.fate(seen) == rules.fate(state)

    @SEEDS
    def test_nothing_hidden_passes_the_door(self, seed: int) -> None:
        """No marker that the view of a reader, or an earlier step, did not show him is in what he is told."""
        codec, markers = codec_for(self.player.family.stored), self.player.markers
        known = {seats: set[str]() for seats in _readers(self.player.rules)}
        for step in self.player.played(seed):
            if step.before is None:
                continue
            over = not step.rules.pending(step.made.state)
            for seats, shown in known.items():
                shown.update(m for m in markers for s in seats or () if self.player.knows(s, m))
                viewer = Viewer(Part.PLAYER if seats else Part.ARCHIVE, tuple(sorted(seats or ())))
                shown.update(_in(codec.dump(step.rules.view(step.made.state, seats)), markers))
                told = known_step(step.rules, step.before, step.made, viewer, over=over)
                parts = (told.after, [*told.events], [*told.outcomes], [*told.draws])
                assert _in("".join(map(codec.dump, parts)), markers) <= shown

    def _last(self, seed: int) -> Any:
        return [*self.player.played(seed)][-1].made.state


def _readers(rules: Rules[Any, Any]) -> tuple[frozenset[SeatId] | None, ...]:
    """Return who may look: everybody, and each player."""
    return (None, *(frozenset({seat.id}) for seat in rules.seats))


def _in(text: str, markers: Collection[str]) -> set[str]:
    folded = text.casefold()
    return {marker for marker in markers if marker.casefold() in folded}
