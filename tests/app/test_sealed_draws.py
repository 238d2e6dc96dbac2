"""Sealed draws: stored, replayed and verified like all others, and told to nobody before the end."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import text

from gm.app.codec import codec_for, load_draws
from gm.app.history.draw_check import repeated, verify_game, verify_record
from gm.app.history.draw_words import draw_list
from gm.app.overviews.overview import overview, overview_answer
from gm.app.play.endings import EndWish, end_game
from gm.app.play.hand_draws import enter_draw, rehearse
from gm.app.table import lay
from gm.bootstrap.games import games_in
from gm.contract.dice import shuffled
from gm.contract.draws import Draw, SeededDraws
from gm.contract.events import Drawn, Ending
from gm.contract.facts import Part, Viewer
from gm.contract.rules import Resolution
from gm.contract.told import known_step
from gm.errors import InputError
from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.rules.diplomacy import DiplomacyRules
from gm.games.diplomacy.stored import STORED
from gm.games.diplomacy.variants import ruleset_for
from gm.json_answers import json_answer
from tests.app.irish import in_autumn
from tests.app.world import World

CODEC = codec_for(STORED)
GAMES = games_in(None)
SEEDS = st.binary(min_size=32, max_size=32)
CARDS = st.lists(st.text("ABCDEFGH", min_size=3, max_size=3), min_size=2, max_size=12)
VIEWERS = st.sampled_from(
    [Viewer(part) for part in Part] + [Viewer(Part.PLAYER, seats) for seats in ((), ("FRANCE",))]
)


@given(st.builds(Draw, st.text(), st.tuples(st.text()), st.text(), sealed=st.booleans()))
def test_a_seal_is_stored(draw: Draw) -> None:
    """It is read back; of a draw without it is written what always was."""
    written = CODEC.dump((draw,))
    assert load_draws(written) == (draw,)
    assert ('"sealed"' in written) is draw.sealed or "sealed" in draw.label + draw.chosen
    assert CODEC.load_events(CODEC.dump((Drawn(draw),))) == (Drawn(draw),)


@given(SEEDS, CARDS)
def test_a_sealed_shuffle_is_repeated_by_its_seed(seed: bytes, cards: Sequence[str]) -> None:
    """Whoever has the seed repeats every card of it."""
    made = shuffled(SeededDraws(seed), "deck", cards)
    assert sorted(made.order) == sorted(cards)
    assert all(draw.sealed for draw in made.draws)
    assert repeated(seed.hex(), made.draws) == ""


@given(SEEDS, CARDS, st.data())
def test_a_false_card_is_told_by_its_label_alone(
    seed: bytes, cards: Sequence[str], data: st.DataObject
) -> None:
    """A difference found before the end says nothing of what lies in the deck; one found later does."""
    draws = shuffled(SeededDraws(seed), "deck", [*dict.fromkeys(cards), "Q1", "Q2"]).draws
    at = data.draw(st.integers(0, len(draws) - 1))
    others = [card for card in draws[at].candidates if card != draws[at].chosen]
    false = replace(draws[at], chosen=data.draw(st.sampled_from(others)))
    lying = (*draws[:at], false, *draws[at + 1 :])
    early = repeated(seed.hex(), lying, over=False)
    assert early.startswith(f"{false.label}: ")
    assert not any(card in early for card in false.candidates)
    assert false.chosen in repeated(seed.hex(), lying)


@given(SEEDS, VIEWERS)
def test_no_reader_gets_a_sealed_draw_through_the_door(seed: bytes, viewer: Viewer) -> None:
    """Not the game master either; when the game is over everybody does."""
    rules: DiplomacyRules = ruleset_for("standard", load_board("standard"), {})
    begun = rules.new_game(SeededDraws(seed))
    drawn = shuffled(SeededDraws(seed), "deck", ["one", "two", "three"]).draws
    open_draw = SeededDraws(seed).draw("die", ["1", "2"])
    events = tuple(Drawn(draw) for draw in (*drawn, open_draw))
    made = Resolution(begun.state, events, (), (*drawn, open_draw))
    step = known_step(rules, begun.state, made, viewer)
    assert step.draws == (open_draw,)
    assert step.events == (Drawn(open_draw),)
    ended = known_step(rules, begun.state, made, viewer, over=True)
    assert (ended.draws, ended.events) == (made.draws, events)


@pytest.fixture
def sealed(world: World) -> World:
    """An Irish game in its first autumn, whose first two draws were sealed, as those of a deck are."""
    in_autumn(world)
    with world.services.store.write() as transaction:
        connection = transaction._session.connection()
        (raw,) = connection.execute(text("SELECT draws FROM results WHERE draws != '[]'")).first()
        draws = json.loads(raw)
        for draw in draws[:2]:
            draw["sealed"] = True
        connection.execute(
            text("UPDATE results SET draws = :new WHERE draws = :old"),
            {"new": json.dumps(draws, separators=(",", ":"), sort_keys=True), "old": raw},
        )
    return world


def hidden(world: World) -> list[Draw]:
    """The draws that are sealed, as they are stored."""
    with world.services.store.read() as transaction:
        game = transaction.game("tara")
        results = (transaction.result(phase.id) for phase in transaction.phases(game.id))
        return [
            draw
            for result in results
            if result is not None
            for draw in load_draws(result.draws)
            if draw.sealed
        ]


def test_sealed_draws_are_listed_when_the_game_is_over(sealed: World) -> None:
    """Before they are counted alone, in the list and in its JSON; then they are in both, and verified."""
    labels = {draw.label for draw in hidden(sealed)}
    assert len(labels) == 2
    before = draw_list(sealed.services, "tara")
    assert before.sealed == 2
    assert labels.isdisjoint(line.draw.label for line in before.draws)
    assert not any(label in json.dumps(json_answer(before)) for label in labels)
    end_game(sealed.services, "tara", EndWish(Ending.ABANDONED, (), "tired"), sure=True)
    after = draw_list(sealed.services, "tara")
    assert after.sealed == 0
    assert labels <= {line.draw.label for line in after.draws}
    assert verify_record(GAMES, json_answer(after), None).difference == ""


def test_what_is_played_again_tells_nothing_of_a_sealed_draw(sealed: World) -> None:
    """A difference in one is told by its label; its candidates and what was drawn are not."""
    told = verify_game(sealed.services, "tara").difference
    first = hidden(sealed)[0]
    assert told.startswith("S1974M, played again, draws otherwise: ")
    assert "sealed until the game is over" in told
    assert f" {first.chosen}" not in told


def test_no_overview_tells_a_sealed_draw(sealed: World) -> None:
    """Nor what the GM's programs read of the game."""
    plain = json.dumps(overview_answer(overview(sealed.services, "tara")))
    assert not any(draw.label in plain for draw in hidden(sealed))


def test_a_sealed_draw_is_entered_by_nobody(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the rules seal is none of the draws that a GM is asked for."""
    in_autumn(world)

    def resolve(self: DiplomacyRules, *given: object) -> Resolution[object, object]:
        made = plain(self, *given)
        draws = tuple(replace(draw, sealed=draw.label.endswith("hole")) for draw in made.draws)
        return replace(made, draws=draws)

    plain = DiplomacyRules.resolve
    monkeypatch.setattr(DiplomacyRules, "resolve", resolve)
    with world.services.store.read() as transaction:
        table = lay(world.services, transaction, transaction.game("tara"))
        assert not any("hole" in draw.label for draw in rehearse(table, {}))
    with pytest.raises(InputError, match="F1974 hole is not drawn"):
        enter_draw(world.services, "tara", ["hole", "SYR"])
