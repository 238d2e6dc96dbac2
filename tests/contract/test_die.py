"""The Die keeps what every game must."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from gm.adapters.maps.map_png import SvgArtist
from gm.app.codec import codec_for
from gm.contract.draws import Draws, ScriptedDraws, SeededDraws
from gm.contract.orders import Order
from gm.contract.rules import Drafts, Position, Resolution
from gm.contract.seats import SeatId
from gm.contract.stages import Pace
from gm.errors import NotAllowed, PictureError, UnreadableInput
from tests.contract.checks import GameChecks, Player
from tests.contract.die.game import THE_DIE
from tests.contract.die.lines import LINES, order_line
from tests.contract.die.pictures import table_picture
from tests.contract.die.rules.cards import CARDS
from tests.contract.die.rules.events import CardPlayed
from tests.contract.die.rules.orders import Guess, Habit, Play, SetHabit
from tests.contract.die.rules.rules import DieOutcome, DieRules
from tests.contract.die.rules.state import BLUE, RED, DieState


def orders(at: Position[Any], seat: SeatId, chance: Random) -> Sequence[Order]:
    """Return a guess or a card, now and then a queue, a habit, or nothing."""
    state: DieState = at.state
    hand = [*state.hands[seat]]
    chance.shuffle(hand)
    given: list[Order] = [Play(card) for card in hand[: chance.randrange(len(hand) + 1)]]
    if state.step == 0:
        given.append(Guess(chance.randint(1, 6)))
    if chance.random() < 0.3:
        given.append(SetHabit(chance.choice([*Habit])))
    return given if chance.random() < 0.8 else ()


class TestTheDie(GameChecks):
    """Two players."""

    player = Player(THE_DIE, "die", orders, markers=frozenset(CARDS))


class TestTheDieAlone(GameChecks):
    """One player against the house."""

    player = Player(THE_DIE, "die-alone", orders, {"turns": "2"}, markers=frozenset(CARDS))


DRAWS = SeededDraws(bytes(32))
THE_DIE_CODEC = codec_for(THE_DIE.stored)


def begun(rules: DieRules) -> DieState:
    """A game whose deck lies in the order of the cards' values."""
    script = {f"deck, card {place}": card for place, card in enumerate(CARDS, 1)}
    return rules.new_game(ScriptedDraws(script)).state


def test_a_game_of_two() -> None:
    """A right guess is worth two points, the higher card one."""
    rules = DieRules(turns=1)
    state = begun(rules)
    assert state.hands == {RED: ("WREN",), BLUE: ("DUNNOCK",)}
    draws = ScriptedDraws({"turn 1, die": "4"})
    made = rules.resolve(state, {RED: [Guess(4)], BLUE: [Guess(5)]}, draws)
    assert made.state.points == {RED: 2, BLUE: 0}
    state = rules.resolve(made.state, {}, draws).state
    state = rules.resolve(state, {BLUE: [Play("DUNNOCK")]}, draws).state
    assert state.over
    assert state.points == {RED: 2, BLUE: 1}
    assert rules.fate(state).winners == (RED,)
    assert not rules.pending(state)


def test_cards_wait_in_a_queue() -> None:
    """What is not used is left over, each in its turn, also while the other is asked."""
    rules = DieRules()
    state = begun(rules)
    hand = state.hands[RED]
    queue = {RED: [Guess(1), *(Play(card) for card in hand[:2])]}
    made = rules.resolve(state, queue, DRAWS)
    assert made.leftover == {RED: (Play(hand[0]), Play(hand[1]))}
    made = rules.resolve(made.state, made.leftover, DRAWS)
    assert made.state.played == {RED: hand[0]}
    assert made.leftover == {RED: (Play(hand[1]),)}
    made = rules.resolve(made.state, made.leftover, DRAWS)
    assert made.leftover == {RED: (Play(hand[1]),)}


@pytest.mark.parametrize(
    ("habit", "card"), [(None, "low"), (Habit.LOW, "low"), (Habit.HIGH, "high")]
)
def test_silence_is_played_for_by_habit(habit: Habit | None, card: str) -> None:
    """A standing order says which card, else it is the lowest."""
    rules = DieRules()
    state = rules.resolve(begun(rules), {}, DRAWS).state
    hand = sorted(state.hands[RED], key=lambda card: CARDS[card])
    standing = {RED: [SetHabit(habit)]} if habit is not None else {}
    made = rules.resolve(state, standing, DRAWS)
    assert made.state.played[RED] == (hand[0] if card == "low" else hand[-1])


def test_paces() -> None:
    """Guesses together, cards in turn; alone everything at once."""
    rules, alone = DieRules(), DieRules(alone=True)
    assert rules.stage(begun(rules)).pace is Pace.TOGETHER
    after = rules.resolve(begun(rules), {}, DRAWS).state
    assert rules.stage(after).pace is Pace.IN_TURN
    assert [request.seat for request in rules.pending(after)] == [RED]
    assert alone.stage(alone.new_game(DRAWS).state).pace is Pace.AT_ONCE


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("GUESS 3", Guess(3)),
        ("I guess", None),
        ("guess that six", Guess(6)),
        ("PLAY Goshawk", Play("GOSHAWK")),
        ("play gosh", Play("GOSHAWK")),
        ("paly goshwak", Play("GOSHAWK")),
        ("SET HABIT HIGH", SetHabit(Habit.HIGH)),
        ("policy lowest", SetHabit(Habit.LOW)),
    ],
)
def test_lines(line: str, order: Order | None) -> None:
    """As players write them."""
    assert LINES.read(line).made == order


@pytest.mark.parametrize("order", [Guess(2), Play("WREN"), SetHabit(Habit.LOW)])
def test_what_is_printed_is_read(order: Order) -> None:
    """Text there and back."""
    assert LINES.read(order_line(order)).made == order


def test_a_view_hides_hands_and_deck() -> None:
    """A player sees his own hand, everybody else none; when all is over everything lies open."""
    rules = DieRules()
    state = begun(rules)
    for seats, seen in ((None, ()), ({RED}, state.hands[RED]), ({BLUE}, state.hands[BLUE])):
        text = THE_DIE_CODEC.dump(rules.view(state, seats))
        assert {card for card in CARDS if card in text} == set(seen)
    assert rules.view(replace(state, over=True), None) == replace(state, over=True)


def test_the_check_for_leaks_finds_them() -> None:
    """A game whose facts do not say that a hand is private fails it."""

    class Careless(DieRules):
        def resolve(
            self, state: DieState, drafts: Drafts, draws: Draws
        ) -> Resolution[DieState, DieOutcome]:
            made = super().resolve(state, drafts, draws)
            told = CardPlayed(BLUE, next(iter(state.hands[RED]), "WREN"))
            return replace(made, events=(*made.events, told))

    family = replace(THE_DIE, rules=lambda variant, options: Careless())

    class Leaking(GameChecks):
        player = Player(family, "die", orders, markers=frozenset(CARDS))

    with pytest.raises(AssertionError):
        Leaking().test_nothing_hidden_passes_the_door(1)


def test_points_can_be_corrected() -> None:
    """Given and taken, never below none."""
    rules = DieRules()
    at = Position(rules, begun(rules))
    corrections = THE_DIE.corrections
    assert corrections is not None
    edit = corrections.edit(["points", "red", "2"], at, {})
    assert (edit.words, edit.seats) == ("The GM gives Red +2 points.", (RED,))
    assert rules.amend(at.state, edit.events).points[RED] == 2
    with pytest.raises(ValueError, match="fewer"):
        rules.amend(at.state, corrections.edit(["points", "red", "-1"], at, {}).events)
    with pytest.raises(UnreadableInput):
        corrections.edit(["points"], at, {})
    with pytest.raises(NotAllowed):
        corrections.edit(["points", "green", "1"], at, {})


def test_the_table_is_drawn() -> None:
    """By the artist of the house, as PNG; what says no SVG is left to another."""
    rules = DieRules()
    state = rules.resolve(rules.resolve(begun(rules), {}, DRAWS).state, {}, DRAWS).state
    picture = table_picture(state)
    assert "Red: " in picture.svg()
    assert SvgArtist().draw(picture).startswith(b"\x89PNG")
    with pytest.raises(PictureError):
        SvgArtist().draw("a horse")
