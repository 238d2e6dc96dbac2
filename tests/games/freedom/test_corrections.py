"""What a game's master can correct, and a card that leaves something to him."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from gm.app.overriding.editing import edit
from gm.contract.draws import SeededDraws
from gm.contract.rules import Position
from gm.errors import GmError
from gm.games.freedom.corrections import SiegeCorrections
from gm.games.freedom.pages.story import happenings
from gm.games.freedom.rules.by_mail import MailedSiege
from gm.games.freedom.rules.orders import Play, PlayMode
from gm.games.freedom.rules.state import Control, SiegeState, Wait
from gm.games.freedom.rules.tables import IMP, INS, Effect, EffectWord
from tests.contract.test_die_leaks import die_world
from tests.games.freedom.playing import THE_GAME, address_of, begin, siege_rules
from tests.integration.by_mail import GAME

RULES: Final = siege_rules()
CORRECTIONS: Final = SiegeCorrections()
START: Final = RULES.new_game(SeededDraws(bytes(32))).state


def corrected(words: str, state: SiegeState = START) -> SiegeState:
    """A position with a correction made in it."""
    at = Position(RULES, state)
    return RULES.amend(state, CORRECTIONS.edit(words.split(), at, {}).events)


def test_every_verb_has_a_form_that_works_somewhere() -> None:
    """Each is found by its form, and tells both players in a sentence."""
    card = next(card for card in START.hand[IMP])
    state = replace(START, discard=("AI01",), settling="AI01")
    for verb in CORRECTIONS.verbs:
        form = verb.form if verb.words != "card drop" else f"card drop IMP {card}"
        override = CORRECTIONS.edit(form.split(), Position(RULES, state), {})
        assert override.words.startswith("The GM "), form
        assert override.words.endswith("."), form
        assert override.seats == (IMP, INS)
        assert RULES.amend(state, override.events) != state, form


def test_the_board_is_set() -> None:
    """Units, cannons, the Wall, areas; what no space can hold is refused."""
    assert corrected("unit set 6-4 EXP 0").imperial_in("6-4") == 0
    assert corrected("unit set Marmarou INS 0").insurgent_in("MAR") == 0
    assert corrected("cannon remove INS 3-6").cannons.bombard is None
    assert corrected("cannon remove IMP 6-4").cannons.imperial == ("6-6",)
    assert corrected("camp set 7").cannons.camp == 7
    assert corrected("wall set 3-4 0", corrected("wall set 3-4 2")).wall == {}
    assert corrected("area set anatol imp 5").areas["ANATOLIKON"] == Control(IMP, 5)


def test_tracks_are_set() -> None:
    """To a value, whatever they were."""
    assert corrected("track set MORALE INS 3").morale[INS] == 3
    assert corrected("track set MONEY IMP 0").money == 0
    assert corrected("track set CIVILIANS INS 20").civilians == 20
    assert corrected("track set PLEA INS 4").plea[INS] == 4


@pytest.mark.parametrize(
    "words",
    [
        "unit set 6-4 ALL 1",
        "unit set 6-1 EXP 4",
        "unit set 6-1 INS 1",
        "unit set 9-9 EXP 1",
        "cannon add IMP 6-4",
        "cannon add IMP 3-4",
        "cannon remove IMP 3-4",
        "wall set 4-4 1",
        "track set MORALE IMP 0",
        "track set MONEY INS 3",
        "card return IMP AI01",
        "effect settle AI01",
        "area set nowhere IMP 2",
        "nonsense here",
    ],
)
def test_what_cannot_be_is_refused(words: str) -> None:
    """With a sentence."""
    with pytest.raises(GmError):
        corrected(words)


def test_a_card_may_leave_something_to_the_master() -> None:
    """The game halts until he has settled it, and then it is the other side's turn."""
    manual = Effect(EffectWord.MANUAL, where="Move the tents.")
    hand = START.hand[IMP]
    card = next(card for card in hand if RULES.tables.cards[card].side in (None, IMP))
    cards = {**RULES.tables.cards, card: replace(RULES.tables.cards[card], effects=(manual,))}
    rules = MailedSiege(replace(RULES.tables, cards=cards))
    draws, state = SeededDraws(bytes(32)), START
    while state.wait is not Wait.PLAY:
        state = rules.resolve(state, {}, draws).state
    made = rules.resolve(state, {IMP: [Play(card, PlayMode.EVENT)]}, draws)
    assert any("Move the tents." in told for told in happenings(rules.tables, made.events))
    halted = made.state
    assert halted.settling == card
    assert all(request.required for request in rules.pending(halted))
    assert rules.lacking(halted, IMP, {IMP: [Play(hand[0], PlayMode.AP)]})
    at = Position(rules, halted)
    settled = rules.amend(halted, CORRECTIONS.edit(["effect", "settle", card], at, {}).events)
    assert not rules.lacking(settled, IMP, {})
    after = rules.resolve(settled, {}, draws)
    assert (after.state.turn, after.state.settling) == (INS, None)
    assert "settled" in " ".join(happenings(rules.tables, after.events))


def test_a_correction_is_told_to_both_sides(tmp_path: Path) -> None:
    """And holds from then on."""
    with die_world(tmp_path, THE_GAME) as world:
        begin(world.services)
        world.tick(seconds=1)
        edit(
            world.services, GAME, "track set MORALE INS 9".split(), reason="Miscounted.", sure=True
        )
        for seat in (IMP, INS):
            assert "sets morale of INS to 9" in world.last_text(address_of(seat))
        world.mail(address_of(IMP), "STATUS")
        world.mail(address_of(IMP), "OPENING NONE")
        world.tick(seconds=1)
        assert "- INS: morale 9," in world.last_text(address_of(INS))
