"""The one door: what a reader may know of a step, and nothing else, gets to a page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from gm.contract.draws import Draw
from gm.contract.events import Drawn, Event
from gm.contract.facts import GameFacts, Part, Viewer
from gm.contract.rules import PlainRules, Resolution
from gm.contract.seats import SeatId
from gm.contract.stages import Stage
from gm.contract.told import Happened, Occasion, Told, told
from gm.contract.values import value
from gm.report.views import Once

NOW = datetime(2026, 11, 26, 20, tzinfo=UTC)
NORTH, SOUTH = SeatId("NORTH"), SeatId("SOUTH")
PUBLIC, GM = Viewer(Part.LIST), Viewer(Part.GM)
OF_NORTH, OF_SOUTH = Viewer(Part.PLAYER, (NORTH,)), Viewer(Part.PLAYER, (SOUTH,))
BOTH = Viewer(Part.PLAYER, (NORTH, SOUTH))


@value
class Hands:
    """A position: the cards that each seat holds."""

    cards: tuple[tuple[SeatId, str], ...]


@value
class Dealt(Event):
    """A card was dealt, of which its owner alone knows."""

    seat: SeatId
    card: str

    def visible_to(self) -> frozenset[SeatId] | None:
        """Its owner alone."""
        return frozenset({self.seat})


@value
class Played(Event):
    """A card was played, for everybody to see."""

    card: str


class HandRules(PlainRules[Hands, tuple[SeatId, str]]):
    """Each seat sees its own hand, and what became of its own orders."""

    def stage(self, state: Hands) -> Stage:
        """Return the only stage there is."""
        return Stage("T1", "turn", (1,))

    def replay(self, state: Hands, events: Sequence[Event]) -> Hands:
        """Return the hands with every card that was dealt in place of its seat's."""
        dealt = {event.seat: event.card for event in events if isinstance(event, Dealt)}
        return Hands(tuple((seat, dealt.get(seat, card)) for seat, card in state.cards))

    def view(self, state: Hands, seats: Any) -> Hands:
        """Return the hands of these seats alone."""
        return Hands(tuple(card for card in state.cards if card[0] in (seats or ())))

    def disclosed(self, before: Hands, resolution: Any, seats: Any) -> Any:
        """Return the outcomes of these seats' orders alone."""
        mine = tuple(one for one in resolution.outcomes if one[0] in (seats or ()))
        return replace(resolution, outcomes=mine)


BEFORE = Hands(((NORTH, "ace"), (SOUTH, "king")))
DECK, DIE = Draw("deck, card 1", ("ace", "king"), "ace", sealed=True), Draw("die", ("1",), "1")
STEP = Resolution(
    Hands(((NORTH, "two"), (SOUTH, "three"))),
    (Dealt(NORTH, "two"), Dealt(SOUTH, "three"), Played("ace"), Drawn(DECK), Drawn(DIE)),
    ((NORTH, "played"), (SOUTH, "passed")),
    (DECK, DIE),
)


def happened(*, over: bool = False) -> Happened[Any, Any]:
    """Return the step, told to nobody yet."""
    facts: Any = None  # what is said of the game goes through as it is
    game: GameFacts = facts
    rules: Any = HandRules()
    occasion = Occasion(1, NOW, NOW, None, over=over)
    ahead = {NORTH: ("card",), SOUTH: ()}
    return Happened(game, rules, BEFORE, STEP, occasion, lambda _: facts, Once, ahead)


def known(viewer: Viewer, *, over: bool = False) -> Told[Any, Any]:
    """Return what somebody is told of the step."""
    return told(happened(over=over), viewer)


@pytest.mark.parametrize(
    ("viewer", "cards"),
    [(OF_NORTH, "two"), (OF_SOUTH, "three"), (BOTH, "two three"), (PUBLIC, "")],
)
def test_everybody_sees_his_own_alone(viewer: Viewer, cards: str) -> None:
    """Positions, facts and outcomes are those of the reader's seats; the public has none of them."""
    step = known(viewer).step
    assert [card for _, card in step.after.cards] == cards.split()
    assert [one.card for one in step.events if isinstance(one, Dealt)] == cards.split()
    assert [seat for seat, _ in step.outcomes] == [*viewer.seats]
    assert Played("ace") in step.events


def test_a_gm_sees_all_unless_he_plays() -> None:
    """One who holds a seat knows what that knows, also in his own copy of a report."""
    assert known(GM).step.after == STEP.state
    assert known(replace(GM, seats=(SOUTH,))).step == known(OF_SOUTH).step
    assert known(replace(GM, seats=(SOUTH,))).viewer.mine == ()


@pytest.mark.parametrize("viewer", [PUBLIC, GM, OF_NORTH], ids=lambda one: one.part.value)
def test_a_sealed_draw_is_told_when_the_game_is_over(viewer: Viewer) -> None:
    """Nobody reads of it before, not even a GM who does not play; open draws are told at once."""
    early, late = known(viewer), known(viewer, over=True)
    assert early.step.draws == (DIE,)
    assert Drawn(DECK) not in early.step.events
    assert Drawn(DIE) in early.step.events
    assert late.step.draws == (DECK, DIE)
    assert Drawn(DECK) in late.step.events


def test_who_knows_the_same_shares_what_is_made_of_it() -> None:
    """A list and an observer share; a player has what is made for him alone."""
    step = happened()
    public, observer = told(step, PUBLIC), told(step, Viewer(Part.OBSERVER))
    north = told(step, OF_NORTH)
    assert public.once is observer.once
    assert north.once is not public.once


def test_what_others_lack_is_not_told() -> None:
    """What is still asked of a seat that ordered ahead is its own affair."""
    assert known(OF_NORTH).ahead == {NORTH: ("card",)}
    assert known(PUBLIC).ahead == {}
    assert known(GM).ahead == {NORTH: ("card",), SOUTH: ()}
