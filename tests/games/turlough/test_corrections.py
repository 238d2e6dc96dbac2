"""What a game's master can correct, and what the server then makes of the game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from gm.app.overriding.correcting import CorrectionWish, correct
from gm.app.overriding.editing import edit, verbs_of
from gm.app.overriding.rollback import roll_back
from gm.contract.draws import SeededDraws
from gm.contract.rules import Position
from gm.errors import GmError, NotAllowed, UnreadableInput
from gm.games.turlough.corrections import TurloughCorrections
from gm.games.turlough.rules.state import Army, TurloughState, with_faction
from tests.app.world import World
from tests.contract.test_die_leaks import die_world
from tests.games.sound import sound
from tests.games.turlough.greedy import rules_with
from tests.games.turlough.playing import PEOPLE, THE_GAME, address_of, begin

RULES: Final = rules_with("1277")
CORRECTIONS: Final = TurloughCorrections()
START: Final = RULES.new_game(SeededDraws(bytes(32))).state


def corrected(words: str, state: TurloughState = START) -> TurloughState:
    """A position with a correction made in it."""
    at = Position(RULES, state)
    return RULES.amend(state, CORRECTIONS.edit(words.split(), at, {}).events)


def test_every_verb_has_a_form_that_works_somewhere() -> None:
    """Each is found by its form, tells all players in a sentence, and comes to the same a second time."""
    state = corrected("hostage give COV CT", corrected("army set CUL TUL 3 0"))
    for verb in CORRECTIONS.verbs:
        override = CORRECTIONS.edit(verb.form.split(), Position(RULES, state), {})
        assert override.words.startswith("The GM "), verb.form
        assert override.words.endswith("."), verb.form
        assert override.seats == ("CBA", "CBR", "CT", "CTA", "DEC")
        once = RULES.amend(state, override.events)
        again = CORRECTIONS.again(override, Position(RULES, once))
        assert RULES.amend(once, again.events) == once, verb.form


def test_armies_and_what_they_live_on_are_set() -> None:
    """An army that stands is put elsewhere as it is, and keeps its place in the order of joining."""
    two = corrected("army set fer dys 2 1", corrected("army set CUL TUL 3 0"))
    assert two.armies == (Army("CUL", "TUL", 3, 0), Army("FER", "DYS", 2, 1))
    moved = corrected("army set Cullen Quin 4 2", two)
    assert moved.armies == (Army("CUL", "QUI", 4, 2), Army("FER", "DYS", 2, 1))
    assert corrected("army remove CUL", two).armies == (Army("FER", "DYS", 2, 1),)
    assert corrected("cattle set CUL 7").factions["CUL"].cattle == 7
    assert corrected("pounds set 3").pounds == 3


def test_febas_are_set_to_a_height_whatever_they_were() -> None:
    """Also where the course before the correction comes to another height when it is computed anew."""
    override = CORRECTIONS.edit(["febas", "set", "CTA", "3"], Position(RULES, START), {})
    higher = corrected("febas set CTA 9")
    assert RULES.amend(higher, override.events).febas["CTA"] == 3


def test_land_hostages_and_crown_are_set() -> None:
    """What is given can be taken back."""
    gone = corrected("land set TUL destroyed")
    assert (gone.devastation["TUL"], gone.destroyed) == (10, ("TUL",))
    built = corrected("land set TUL 0", gone)
    assert (built.devastation["TUL"], built.destroyed) == (0, ())
    held = corrected("hostage give COV CT")
    assert held.factions["COV"].hostage_holder == "CT"
    assert corrected("hostage free COV", held).factions["COV"].hostage_holder is None
    assert corrected("king set CT").king == "CT"
    assert corrected("king set nobody").king is None
    assert corrected("side set CT").dec_side == "CT"
    exiled = corrected("exile set CT")
    assert exiled.factions["CT"].exiled
    assert not corrected("exile end CT", exiled).factions["CT"].exiled


@pytest.mark.parametrize(
    ("words", "error", "told"),
    [
        ("army paint CUL RED", UnreadableInput, "is none of: army set CUL TUL 3 0, army remove"),
        ("army set CUL TUL", UnreadableInput, "is none of: army set CUL TUL 3 0."),
        ("army set CORK TUL 3 0", UnreadableInput, "is none of CT, CBR"),
        ("army set CUL ROME 3 0", UnreadableInput, "is no hex of this land"),
        ("army set CUL TUL 0 0", UnreadableInput, "is no number from 1 to 10"),
        ("army set CUL TUL 3 -1", UnreadableInput, "is no number from 0 to 999"),
        ("army set BUR TUL 3 0", NotAllowed, "is out of the game"),
        ("army remove CUL", NotAllowed, "has no army"),
        ("cattle set CUL 11", UnreadableInput, "is no number from 0 to 10"),
        ("febas set CUL 3", UnreadableInput, "is none of CT, CBR, CTA, CBA"),
        ("febas set CTA 0", UnreadableInput, "is no number from 1 to 999"),
        ("land set CAR 3", NotAllowed, "Nothing stands there"),
        ("hostage give COV COV", NotAllowed, "Nobody holds his own hostage"),
        ("hostage free HYB", NotAllowed, "Nobody holds a hostage of"),
        ("king set CUL", UnreadableInput, "is none of CT, CBR"),
        ("side set DEC", UnreadableInput, "is none of CT, CBR"),
    ],
)
def test_what_cannot_be_is_told(words: str, error: type[GmError], told: str) -> None:
    """With what is wrong."""
    state = with_faction(START, "BUR", out=True)
    with pytest.raises(error) as refused:
        corrected(words, state)
    assert told in str(refused.value)


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """A game whose first war turn is open."""
    with die_world(tmp_path, THE_GAME) as server:
        begin(server.services)
        server.tick(days=7)
        assert _stage(server) == "R1W1"
        for seat in PEOPLE:
            server.new_mail(address_of(seat))
        yield server


def _stage(world: World) -> str:
    """The stage that lies open."""
    phase = world.phase()
    assert phase is not None
    return phase.name


@pytest.mark.slow
def test_a_correction_is_told_to_all_and_replayed(world: World) -> None:
    """Everybody sees the board, and so everybody is told of it at once."""
    assert len(verbs_of(world.services, "tara")) == len(CORRECTIONS.verbs)
    edit(world.services, "tara", ("febas", "set", "CTA", "9"), reason="a feba lay under the box")
    for seat in PEOPLE:
        told = world.last_text(address_of(seat))
        assert "The GM sets the febas of " in told
        assert "a feba lay under the box" in told
    sound(world)
    world.tick(days=7)
    assert _stage(world) != "R1W1"
    sound(world)


@pytest.mark.slow
def test_a_turn_is_taken_back_with_its_corrections(world: World) -> None:
    """The mails then play it again, by the same cards."""
    world.mail(address_of("CTA"), "Cullen: mobilise 3 battles\nCullen: go to Quin")
    edit(world.services, "tara", ("cattle", "set", "CUL", "2"), reason="miscounted")
    world.tick(days=7)
    after = _stage(world)
    sound(world)
    roll_back(world.services, "tara", "R1W1", sure=True, reason="asked for")
    assert _stage(world) == "R1W1"
    sound(world)
    world.tick(days=7)
    assert _stage(world) == after
    sound(world)


@pytest.mark.slow
def test_orders_of_the_past_are_corrected(world: World) -> None:
    """The course follows from them."""
    world.tick(days=7)
    wish = CorrectionWish(orders={"CT": ["FACTION CT", "MOBILIZE"]})
    done = correct(world.services, "tara", "R1W1", wish, sure=True, reason="misread")
    assert done.done
    assert "misread" in world.last_text(address_of("CT"))
    sound(world)
