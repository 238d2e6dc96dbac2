"""What a game's master can correct, and what the server then makes of the game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from gm.app.overriding.correcting import CorrectionWish, correct
from gm.app.overriding.editing import edit, verbs_of
from gm.app.overriding.rollback import roll_back
from gm.contract.rules import Position
from gm.errors import GmError, NotAllowed, UnreadableInput
from gm.games.irish_freedom.corrections import FreedomCorrections
from gm.games.irish_freedom.rules.state import FreedomState, Wait
from gm.games.irish_freedom.rules.tables import Flag, UnitType
from tests.app.world import GM, World
from tests.contract.test_die_leaks import die_world
from tests.games.irish_freedom.greedy import rules_with
from tests.games.irish_freedom.playing import THE_GAME, WHO, begin
from tests.games.sound import sound

RULES = rules_with()
CORRECTIONS = FreedomCorrections()


def corrected(words: str) -> FreedomState:
    """The set-up with a correction."""
    at = Position(RULES, RULES.set_up())
    return RULES.amend(at.state, CORRECTIONS.edit(words.split(), at, {}).events)


def test_every_verb_has_a_form_that_works_somewhere() -> None:
    """Each is found by its form, and says what the master does."""
    at = Position(RULES, corrected("gun add ART BLUE DUB6"))
    given = RULES.amend(at.state, CORRECTIONS.edit(["card", "give", "collins"], at, {}).events)
    at = Position(RULES, given)
    for verb in CORRECTIONS.verbs:
        words = verb.form.replace("G04 KER5", "G04 KER3").split()
        override = CORRECTIONS.edit(words, at, {})
        assert override.words
        assert CORRECTIONS.again(override, at) == override


def test_units_are_put_moved_changed_and_taken() -> None:
    """New ones get the next number, and a changed one keeps its own."""
    added = corrected("unit add fc green ker1").unit("G05")
    assert added is not None
    assert (added.type, added.area) == (UnitType.COLUMN, "KER1")
    moved = corrected("unit move G04 KER3").unit("G04")
    assert moved is not None
    assert moved.area == "KER3"
    changed = corrected("unit type B02 GUE").unit("B02")
    assert changed is not None
    assert changed.type is UnitType.GUERRILLA
    assert corrected("unit remove R09").unit("R09") is None
    assert corrected("unit remove R09").red_eliminated == 0


def test_markers_and_cards_are_set() -> None:
    """Eliminated units, points, and what a card gives."""
    assert corrected("eliminated set 3").red_eliminated == 3
    assert corrected("points set WOI 2").vp_woi == 2
    assert corrected("points set CW 1").vp_cw == 1
    assert RULES.morale(corrected("morale set 4")) == 4
    assert corrected("card next W5").woi_deck[0] == "W5"
    assert len(corrected("card next W5").woi_deck) == 9
    assert corrected("die set WOI 2 check, morale 6").dice == {"WOI 2 check, morale": "6"}
    assert corrected("card give dalton").flags == (Flag.DALTON,)
    assert corrected("gun add AC BLUE DUB6").attachments[0].id == "A01"


@pytest.mark.parametrize(
    ("words", "error", "told"),
    [
        ("unit paint G04 RED", UnreadableInput, "is none of: unit add"),
        ("unit add FC", UnreadableInput, "is none of: unit add FC GREEN KER1"),
        ("unit add FC BLUE KER1", NotAllowed, "there is no blue FC"),
        ("unit add XYZ BLUE KER1", UnreadableInput, "XYZ is no type"),
        ("unit add FC PINK KER1", UnreadableInput, "PINK is no colour"),
        ("unit add FC GREEN KER2", UnreadableInput, "no Area KER2"),
        ("unit move G77 KER1", NotAllowed, "no unit G77"),
        ("unit move G04 KER5", NotAllowed, "together in KER5"),
        ("gun add ART RED DUB3", NotAllowed, "British have no guns"),
        ("gun remove A01", NotAllowed, "no gun or car A01"),
        ("eliminated set many", UnreadableInput, "no number from 0"),
        ("points set GREAT 1", UnreadableInput, "WOI or CW"),
        ("card give luck", UnreadableInput, "No card gives LUCK"),
        ("die set WOI 1 event, Area 3", NotAllowed, "is past"),
        ("die set WOI 2 check, morale 7", UnreadableInput, "no draw with what came"),
        ("die set luck to 6", UnreadableInput, "no draw with what came"),
        ("morale set high", UnreadableInput, "no number from 0"),
        ("card next W77", UnreadableInput, "no card W77"),
        ("card next C10", NotAllowed, "of the other war"),
        ("card take dalton", NotAllowed, "No card has given dalton"),
    ],
)
def test_what_cannot_be_is_told(words: str, error: type[GmError], told: str) -> None:
    """With what is wrong."""
    with pytest.raises(error) as refused:
        corrected(words)
    assert told in str(refused.value)


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """A game just begun."""
    with die_world(tmp_path, THE_GAME) as server:
        begin(server.services, {}, GM)
        yield server


def stage(world: World) -> str:
    """The stage that lies open."""
    phase = world.phase()
    assert phase is not None
    return phase.name


def test_a_correction_is_told_and_replayed(world: World) -> None:
    """It is recorded like what the rules make, and the player reads of it at once."""
    assert len(verbs_of(world.services, "tara")) == len(CORRECTIONS.verbs)
    edit(world.services, "tara", ("unit", "add", "FC", "GREEN", "KER3"), reason="miscounted")
    told = world.last_text(WHO).splitlines()
    assert "The GM puts Flying Column G05 in Iveragh (KER3)." in told
    assert "The GM's reason: miscounted." in told
    world.mail(WHO, "MOVE G05 -> KER1\nPASS")
    report = " ".join(world.last_text(WHO).split())
    assert "Flying Column G05: from Iveragh (KER3) to West Cork (KER1)." in report
    assert re.search(r"[)\w]\. The GM's reason: miscounted\.", report)
    assert stage(world) == "W2"
    sound(world)


@pytest.mark.slow
def test_morale_dice_and_cards_are_set(world: World) -> None:
    """By the master's hand: they are used in their turn, told, replayed, and survive a rollback."""
    for words in (
        ("card", "next", "w6"),
        ("die", "set", "WOI", "1", "orders,", "combat", "KER5", "6"),
        ("die", "set", "WOI 2 check, morale", "6"),
        ("morale", "set", "5"),
    ):
        edit(world.services, "tara", words, reason="played at a table")
    world.new_mail(WHO)
    world.mail(WHO, "MOVE KER1 FC -> KER5\nPASS")
    told = " ".join(world.last_text(WHO).split())
    assert "Card: Limerick Soviet" in told
    assert "WOI 1 orders, combat KER5: 6*" in told
    assert "WOI 2 check, morale: 6*" in told
    assert "The British sign the Treaty." in told
    assert stage(world) == "W2T"
    sound(world)
    roll_back(world.services, "tara", "W1", sure=True, reason="again")
    world.mail(WHO, "MOVE KER1 FC -> KER5\nPASS")
    assert stage(world) == "W2T"
    sound(world)


@pytest.mark.slow
def test_a_turn_is_taken_back(world: World) -> None:
    """The same mail then plays it with the same dice."""
    world.mail(WHO, "UPGRADE B02\nPASS")
    first = world.last_text(WHO)
    assert stage(world) == "W2"
    roll_back(world.services, "tara", "W1", sure=True, reason="asked for")
    assert stage(world) == "W1"
    sound(world)
    world.mail(WHO, "UPGRADE B02\nPASS")
    assert stage(world) == "W2"
    risen = "Mob B02 in Bog of Allen (MID1) becomes Guerrilla."
    assert risen in " ".join(first.split())
    assert risen in " ".join(world.last_text(WHO).split())
    sound(world)


@pytest.mark.slow
def test_orders_of_the_past_are_corrected(world: World) -> None:
    """The course follows from them."""
    world.mail(WHO, "PASS")
    wish = CorrectionWish(orders={"Player": ["UPGRADE B02", "PASS"]})
    done = correct(world.services, "tara", "W1", wish, sure=True, reason="misread")
    assert done.done
    assert "misread" in world.last_text(WHO)
    assert stage(world) == "W2"
    sound(world)


@pytest.mark.slow
def test_a_whole_game_is_sound(world: World) -> None:
    """Played by PASS alone the British win, and every record follows from the others."""
    for _ in range(10):
        world.mail(WHO, "PASS")
    assert world.phase() is None
    assert "The British have won the War of Independence." in " ".join(
        world.last_text(WHO).split()
    )
    sound(world)
    assert RULES.set_up().wait is Wait.START
