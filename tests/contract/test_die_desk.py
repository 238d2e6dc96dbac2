"""The Die at its game master's desk: corrected, taken back, rebuilt, and its draws verified."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gm.app.history.draw_check import verify_game, verify_record
from gm.app.history.draw_words import PlainDrawWords, draw_list
from gm.app.keeping.audit import audit
from gm.app.overriding.amending import OverrideMade
from gm.app.overriding.correcting import Correction, CorrectionWish, correct
from gm.app.overriding.editing import edit, verbs_of
from gm.app.overriding.replaying import rebuild
from gm.app.overriding.rollback import roll_back
from gm.app.play.hand_draws import enter_draw
from gm.contract.draw_words import DrawsAsked
from gm.contract.draws import Draw
from gm.contract.rules import Position
from gm.errors import InputError, NotAllowed
from gm.json_answers import json_answer
from tests.app.world import GM, World
from tests.contract.die.game import THE_DIE
from tests.contract.die.playing import WITH_THE_DIE
from tests.contract.die.rules.cards import CARDS
from tests.contract.test_die_leaks import PLAYERS, begin, die_world, state_of

RED_ADDRESS, BLUE_ADDRESS = PLAYERS


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """A game of two in which nobody has ordered yet."""
    with die_world(tmp_path) as server:
        begin(server, GM)
        yield server


def queue(world: World, address: str) -> None:
    """Let a player guess and queue his two highest cards."""
    state = state_of(world)
    assert state is not None
    *_, second, first = sorted(state.hands[PLAYERS[address]], key=CARDS.__getitem__)
    world.mail(address, f"GUESS 3\nPLAY {first}\nPLAY {second}")


def name(world: World) -> str:
    """The stage that lies open; "" when the game is over."""
    phase = world.phase()
    return phase.name if phase is not None else ""


def on(world: World, stages: int) -> None:
    """Let so many deadlines pass."""
    for _ in range(stages):
        world.tick(hours=1)
        world.tick(seconds=1)


def to_the_end(world: World) -> None:
    """Let deadlines pass until the game is over."""
    for _ in range(12):
        if name(world):
            on(world, 1)
    assert name(world) == ""


def sound(world: World) -> None:
    """What is stored follows from the records, and nothing is missing."""
    done = rebuild(world.services, "tara", rejudge=True)
    assert (done.difference, done.seasons) == ("", ())
    assert verify_game(world.services, "tara").difference == ""
    assert [fault for check in audit(world.services) for fault in check.findings] == []


def test_points_are_corrected_by_the_game_s_own_verb(world: World) -> None:
    """Listed, carried out, told at once to whom it concerns, reported to all, and replayed."""
    assert [verb.words for verb in verbs_of(world.services, "tara")] == ["points"]
    with pytest.raises(InputError, match="is none of"):
        edit(world.services, "tara", ("colour", "RED", "2"), reason="x")
    done = edit(world.services, "tara", ("points", "red", "2"), reason="miscounted")
    assert isinstance(done, OverrideMade)
    assert done.told == ("RED",)
    assert "miscounted" in world.last_text(RED_ADDRESS)
    state = state_of(world)
    assert state is not None
    assert state.points["RED"] == 2
    on(world, 1)
    assert "miscounted" in world.last_text(BLUE_ADDRESS)
    sound(world)


def test_a_guess_of_the_past_is_corrected(world: World) -> None:
    """Another guess is entered; the course follows from it, and nobody reads of a card by it."""
    for address in PLAYERS:
        queue(world, address)
    on(world, 2)
    before = state_of(world)
    wish = CorrectionWish(orders={"Red": ["GUESS 5"]})
    seen = correct(world.services, "tara", "T1G", wish)
    assert (seen.done, state_of(world)) == (False, before)
    done = correct(world.services, "tara", "T1G", wish, sure=True, reason="misread")
    assert done.done
    mail = world.last_text(BLUE_ADDRESS)
    assert "misread" in mail
    after = state_of(world)
    assert after is not None
    hidden = [card.title() for card in after.hands[PLAYERS[RED_ADDRESS]]]
    assert not any(card in mail for card in hidden)
    sound(world)


@pytest.mark.slow
def test_a_queue_goes_on_after_a_correction(world: World) -> None:
    """What was left over is left over anew: no card is played twice, and none is lost."""
    for address in PLAYERS:
        queue(world, address)
    on(world, 3)
    before = state_of(world)
    again = edit(
        world.services, "tara", ("points", "BLUE", "1"), phase_name="T1G", sure=True, reason="x"
    )
    assert isinstance(again, Correction)
    first = correct(
        world.services,
        "tara",
        "T1G",
        CorrectionWish(orders={"Red": ["GUESS 6"]}),
        sure=True,
        reason="y",
    )
    assert first.lost == ()
    after = state_of(world)
    assert before is not None
    assert after is not None
    assert (after.hands, after.discards) == (before.hands, before.discards)
    to_the_end(world)
    sound(world)


@pytest.mark.slow
def test_a_queue_that_is_taken_back_is_played_no_more(world: World) -> None:
    """Without its first orders a seat has no queue; its habit plays."""
    queue(world, RED_ADDRESS)
    on(world, 2)
    played = state_of(world)
    done = correct(
        world.services,
        "tara",
        "T1G",
        CorrectionWish(orders={"Red": []}),
        sure=True,
        reason="never sent",
    )
    assert done.changes == ("All orders of Red are taken back.",)
    now = state_of(world)
    assert played is not None
    assert now is not None
    assert now.discards != played.discards
    to_the_end(world)
    sound(world)


def test_the_game_is_taken_back(world: World) -> None:
    """A stage of the past opens again, with its orders, and the dice fall as they fell."""
    for address in PLAYERS:
        queue(world, address)
    on(world, 1)
    fell = [line.draw for line in draw_list(world.services, "tara").draws]
    roll_back(world.services, "tara", "T1G", sure=True, reason="too early")
    assert name(world) == "T1G"
    on(world, 1)
    assert [line.draw for line in draw_list(world.services, "tara").draws] == fell
    sound(world)


@pytest.mark.slow
def test_the_deck_is_sealed_until_the_end(world: World) -> None:
    """Nothing but its number is listed; over, every card of it is, and the record verifies."""
    early = draw_list(world.services, "tara")
    assert early.sealed > 0
    assert not any(card in str(json_answer(early)).upper() for card in CARDS)
    to_the_end(world)
    late = draw_list(world.services, "tara")
    assert late.sealed == 0
    assert sum(line.draw.label.startswith("deck") for line in late.draws) == early.sealed
    assert verify_record(WITH_THE_DIE, json_answer(late), None).difference == ""
    sound(world)


def test_no_draw_of_a_game_without_previews_is_entered(world: World) -> None:
    """Which draws are asked for would show what others have ordered."""
    with pytest.raises(NotAllowed, match="the server's alone"):
        enter_draw(world.services, "tara", ["turn 1, die", "6"], "a real die")


DIE = Draw("turn 1, die", ("1", "2", "3"), "2")
ASKED = DrawsAsked("", (DIE,), (("T1G", Draw("turn 1, lot", ("a", "b"), "a")),))


def test_a_plain_draw_is_read_by_its_label() -> None:
    """A game without words for its draws has labels; what was drawn already stays."""
    words = PlainDrawWords()
    at: Position[Any] = Position(THE_DIE.rules("die", {}), None)
    for text in (["turn 1, die", "3"], ["Turn 1, die:", "3"], ["turn", "1,", "DIE", "3"]):
        assert words.read(text, ASKED, at) == {"turn 1, die": "3"}
    with pytest.raises(InputError, match="cannot be drawn: there are 1 2 3"):
        words.read(["turn 1, die", "7"], ASKED, at)
    with pytest.raises(InputError, match="is no draw with its choice; drawn is turn 1, die"):
        words.read(["turn 2, die", "1"], ASKED, at)
    with pytest.raises(NotAllowed, match="was drawn in T1G: a"):
        words.read(["turn 1, lot", "b"], ASKED, at)
    assert words.is_meant(["turn 1, die"], DIE.label, "")
    assert words.told(DIE, at) == "turn 1, die: 2, of 1, 2, 3"


@pytest.mark.slow
def test_a_master_who_plays_is_shown_no_more_than_his_seat(tmp_path: Path) -> None:
    """What no longer fits of others' orders he is not told, nor what a correction did to their cards."""
    with die_world(tmp_path) as world:
        begin(world, RED_ADDRESS)
        for address in PLAYERS:
            queue(world, address)
        done = edit(world.services, "tara", ("points", "blue", "1"), reason="miscounted")
        assert isinstance(done, OverrideMade)
        assert set(done.unfit) | set(done.refitted) <= {"RED"}
        on(world, 2)
        wish = CorrectionWish(orders={"Blue": ["GUESS 5"]})
        seen = correct(world.services, "tara", "T1G", wish)
        assert seen.changes == ("The orders of Blue were changed.",)
        state = state_of(world)
        assert state is not None
        hidden = [card.title() for card in state.hands[PLAYERS[BLUE_ADDRESS]]]
        told = " ".join(line for change in seen.seasons for line in change.lines)
        assert not any(card in told for card in hidden)
