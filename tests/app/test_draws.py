"""The hat for people: its draws listed, repeated and entered by hand; its seed kept and told."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from sqlalchemy import text

from gm.app.codec import load_draws
from gm.app.history.draw_check import verify_game, verify_record
from gm.app.history.draw_words import draw_list
from gm.app.overviews.overview import overview, overview_answer
from gm.app.overviews.queries import news_lines
from gm.app.play.endings import EndWish, end_game
from gm.app.play.hand_draws import enter_draw, take_back
from gm.app.play.seasons import preview, process
from gm.bootstrap.games import games_in
from gm.contract.draws import commitment
from gm.contract.events import Ending
from gm.errors import InputError, NotAllowed, UnreadableInput
from gm.games.diplomacy.desk.walks import order_walks
from gm.games.diplomacy.rules.mechanics.cards import PACK
from gm.games.diplomacy.rules.mechanics.changes import ChangesPart
from gm.games.diplomacy.rules.mechanics.wanderers import WandererWalked
from gm.games.diplomacy.stored import dump
from gm.json_answers import json_answer
from tests.app.irish import forget, in_autumn, irish, state_of
from tests.app.world import GM, LIST, World, text_of

GAMES = games_in(None)


def _seed(world: World) -> str:
    with world.services.store.read() as transaction:
        return transaction.game("tara").seed


def _labels(world: World) -> list[str]:
    return [one.draw.label for one in draw_list(world.services, "tara").draws]


def test_the_seed_is_promised_and_kept(world: World) -> None:
    """Its SHA-256 is in the opening mail; the seed is in no mail, list or picture of the game."""
    irish(world)
    seed = _seed(world)
    opening = world.last_text("cat")
    assert commitment(seed) in "".join(opening.split())
    world.tick(hours=1)
    world.tick(hours=1)
    world.send()
    assert all(seed.encode() not in mail.raw for mail in world.carrier.sent)
    seen = overview(world.services, "tara")
    assert seed not in json.dumps(overview_answer(seen), default=str)
    assert overview_answer(seen)["commitment"] == commitment(seed)
    assert seed not in json.dumps(json_answer(draw_list(world.services, "tara")))
    with world.services.store.read() as transaction:
        assert not any(seed in entry.text + entry.data for entry in transaction.journal())


def test_the_seed_is_told_however_the_game_ends(world: World) -> None:
    """Players, list and GM read it in their last mail, also when the GM ends the game."""
    in_autumn(world)
    wish = EndWish(Ending.ABANDONED, (), "we are tired")
    end_game(world.services, "tara", wish, sure=True)
    seed = _seed(world)
    for who in ("ann", LIST, GM):
        assert all(seed in "".join(text_of(one).split()) for one in world.new_mail(who))
    assert overview_answer(overview(world.services, "tara"))["seed"] == seed
    record = json_answer(draw_list(world.services, "tara"))
    assert record["seed"] == seed
    assert verify_record(GAMES, record, None).difference == ""


def test_standard_games_promise_nothing(world: World) -> None:
    """Where nothing is drawn there is no seed to speak of, and no draw to enter."""
    world.start()
    assert "commitment" not in overview_answer(overview(world.services, "tara"))
    assert not draw_list(world.services, "tara").chance
    with pytest.raises(NotAllowed, match="nothing is drawn"):
        enter_draw(world.services, "tara", ["hole", "KkW"])
    with pytest.raises(NotAllowed, match="draws nothing"):
        verify_game(world.services, "tara")


def test_draws_are_listed_in_readable_lines(world: World) -> None:
    """A hole with its slips, cards by their names, where each special unit began."""
    in_autumn(world)
    lines = [one.words for one in draw_list(world.services, "tara", "s1974m").draws]
    assert sum(" begins S1974 in " in line for line in lines) == 5
    (hole,) = [line for line in lines if line.startswith("Black hole of S1974: ")]
    assert hole.endswith(" slips")
    cards = [line for line in lines if "for the line in S1974" in line]
    assert cards
    assert all(" drew the " in line and " of " in line for line in cards)
    assert cards[0].endswith("of 52 cards")
    assert draw_list(world.services, "tara", "S1974P").draws == ()


def test_a_game_is_repeated_from_its_seed(world: World) -> None:
    """Every draw comes out again, and the game played again asks for the same ones."""
    in_autumn(world)
    done = verify_game(world.services, "tara")
    assert (done.difference, done.by_hand, done.phases) == ("", (), 2)
    assert done.draws == len(_labels(world)) > 10
    assert done.commitment == commitment(_seed(world))
    assert verify_game(world.services, "tara", _seed(world).upper()).difference == ""
    assert "another one" in verify_game(world.services, "tara", "ab" * 32).difference
    with pytest.raises(InputError, match="hexadecimal"):
        verify_game(world.services, "tara", "seed")


def _falsify(world: World, number: int, **changes: object) -> str:
    """Change one recorded draw of Spring 1974, and return what the check finds."""
    in_autumn(world)
    with world.services.store.write() as transaction:
        game = transaction.game("tara")
        (phase,) = [one for one in transaction.phases(game.id) if one.name == "S1974M"]
        result = transaction.result(phase.id)
        assert result is not None
        draws = [*load_draws(result.draws)]
        draws[number] = replace(draws[number], **changes)  # type: ignore[arg-type]
        transaction._connection.execute(  # type: ignore[attr-defined]
            text("UPDATE results SET draws = :draws WHERE phase_id = :phase"),
            {"draws": dump(tuple(draws)), "phase": phase.id},
        )
    return verify_game(world.services, "tara").difference


def test_a_changed_result_is_found(world: World) -> None:
    """Somebody has written another choice into the record."""
    found = _falsify(world, 0, chosen="ADR")
    assert found == "S1974 place IRISH 1: ADR is recorded, but the seed gives WES."


def test_changed_candidates_are_found(world: World) -> None:
    """A choice that the seed gives from other candidates than the game had is no proof."""
    found = _falsify(world, 0, candidates=("ADR",), chosen="ADR")
    assert found.startswith("S1974M, played again, has other candidates for S1974 place IRISH 1")


def test_a_hand_drawn_slip_must_have_been_in_the_hat(world: World) -> None:
    """What is said to be entered by hand was among the candidates, or the record is wrong."""
    found = _falsify(world, 0, chosen="XXX", by_hand=True)
    assert "was not among the candidates" in found


def _record(world: World) -> dict[str, object]:
    in_autumn(world)
    return json.loads(json.dumps(json_answer(draw_list(world.services, "tara"))))  # type: ignore[no-any-return]


def test_a_published_record_is_repeated_with_the_seed(world: World) -> None:
    """A player has the file and, in the end, the seed; nothing else is needed."""
    record = _record(world)
    done = verify_record(GAMES, record, _seed(world))
    assert (done.difference, done.phases) == ("", 0)
    with pytest.raises(InputError, match="no seed yet"):
        verify_record(GAMES, record, None)


def test_a_record_that_lies_is_found(world: World) -> None:
    """Another result, a label twice, a card from nowhere, another seed than promised."""
    record, seed = _record(world), _seed(world)
    draws: list[dict[str, object]] = record["draws"]  # type: ignore[assignment]
    first = draws[0]
    other = next(one for one in first["candidates"] if one != first["chosen"])  # type: ignore[attr-defined]
    lie = {**record, "draws": [{**first, "chosen": other}, *draws[1:]]}
    assert verify_record(GAMES, lie, seed).difference == (
        f"{first['label']}: {other} is recorded, but the seed gives {first['chosen']}."
    )
    twice = {**record, "draws": [*draws, first]}
    assert "drawn twice" in verify_record(GAMES, twice, seed).difference
    cards = [at for at, one in enumerate(draws) if " line: " in str(one["label"])]
    second = {**draws[cards[1]], "candidates": [*PACK], "chosen": "AS", "by_hand": True}
    pack = {**record, "draws": [*draws[: cards[1]], second, *draws[cards[1] + 1 :]]}
    assert "what the pack had left" in verify_record(GAMES, pack, seed).difference
    marked = {**draws[cards[0]], "candidates": ["AS", "KS"], "chosen": "AS", "by_hand": True}
    pack = {**record, "draws": [*draws[: cards[0]], marked, *draws[cards[0] + 1 :]]}
    assert f"{marked['label']}: the candidates" in verify_record(GAMES, pack, seed).difference
    assert "another one" in verify_record(GAMES, record, "ab" * 32).difference


@pytest.mark.parametrize(
    "record", [{"draws": "x"}, {"draws": ["x"]}, {"draws": [{"label": "a", "candidates": []}]}]
)
def test_what_is_no_record_is_told(record: dict[str, object]) -> None:
    """A file of another make is refused in a sentence."""
    with pytest.raises(UnreadableInput):
        verify_record(GAMES, record, "ab")


def test_a_real_hat_is_entered_before_the_season_runs(world: World) -> None:
    """The hole and the split are those the GM drew; the report says so, and why."""
    in_autumn(world)
    enter_draw(world.services, "tara", ["hole", "Syria"], "drawn at the club.")
    enter_draw(world.services, "tara", ["split", "ankara"])
    listed = draw_list(world.services, "tara")
    assert [*listed.entered_words] == [
        "F1974 hole: SYR (drawn at the club.)",
        "F1974 split: ANK",
    ]
    assert "SYR" not in json.dumps(json_answer(listed)["draws"][-1])
    world.tick(hours=1)
    part = state_of(world).part(ChangesPart)
    assert (part.holes[-1], part.splits[-1].province) == ("SYR", "ANK")
    made = {one.draw.label: one for one in draw_list(world.services, "tara").draws}
    assert made["F1974 hole"].draw.by_hand
    assert made["F1974 hole"].reason == "drawn at the club."
    text = " ".join(text_of(world.new_mail("ann")[-1]).split())
    assert "drawn at the club" in text
    done = verify_game(world.services, "tara")
    assert (done.difference, done.by_hand) == ("", ("F1974 hole", "F1974 split"))


def test_nobody_learns_of_an_entered_draw_before(world: World) -> None:
    """No mail, and no journal entry that a report could print."""
    in_autumn(world)
    enter_draw(world.services, "tara", ["hole", "SYR"], "x")
    assert not any(world.new_mail(who) for who in ("ann", "bob", LIST, GM))
    with world.services.store.read() as transaction:
        (entry,) = [one for one in transaction.journal() if one.kind == "draw entered"]
    assert not entry.public
    assert "F1974 hole: SYR" in entry.text


def test_the_last_word_counts_and_can_be_taken_back(world: World) -> None:
    """Entered again it replaces; taken back, the seed draws what it would have drawn."""
    in_autumn(world)
    services = world.services
    enter_draw(services, "tara", ["hole", "SYR"])
    enter_draw(services, "tara", ["F1974 hole", "ank"])
    assert [one.chosen for one in draw_list(services, "tara").entered] == ["ANK"]
    (gone,) = take_back(services, "tara", ["hole"])
    assert gone.chosen == "ANK"
    with pytest.raises(NotAllowed, match="there is nothing"):
        take_back(services, "tara", ["hole"])
    world.tick(hours=1)
    assert verify_game(services, "tara").by_hand == ()


def test_the_cards_of_a_pack_are_entered_together(world: World) -> None:
    """The line runs between the two highest; some cards without the others are refused."""
    in_autumn(world)
    services = world.services
    enter_draw(services, "tara", ["split", "ANK"])
    with pytest.raises(InputError, match="all of them at once: BLA and CON have none"):
        enter_draw(services, "tara", ["cards", "SMY=AS", "ARM=KD"])
    cards = ["SMY=ace of spades", "ARM=kd", "BLA=10C", "CON=2H"]
    entered = enter_draw(services, "tara", ["cards", *cards], "a real pack")
    assert {one.label: one.chosen for one in entered} == {
        "F1974 line: SMY": "AS",
        "F1974 line: ARM": "KD",
        "F1974 line: BLA": "TC",
        "F1974 line: CON": "2H",
    }
    world.tick(hours=1)
    assert state_of(world).part(ChangesPart).splits[-1].line == ("SMY", "ARM")
    assert len(verify_game(services, "tara").by_hand) == 5


def test_cards_go_with_their_pack_and_their_split(world: World) -> None:
    """Taking back the split takes back the cards of its neighbours."""
    in_autumn(world)
    services = world.services
    enter_draw(services, "tara", ["split", "ANK"])
    enter_draw(services, "tara", ["cards", "SMY=AS", "ARM=KD", "BLA=TC", "CON=2H"])
    assert len(take_back(services, "tara", ["cards"])) == 4
    enter_draw(services, "tara", ["cards", "SMY=AS", "ARM=KD", "BLA=TC", "CON=2H"])
    enter_draw(services, "tara", ["split", "SYR"])
    assert [one.label for one in draw_list(services, "tara").entered] == ["F1974 split"]
    enter_draw(services, "tara", ["hole", "BUL"])
    assert len(take_back(services, "tara", ["all"])) == 2


def test_a_card_cannot_be_drawn_twice(world: World) -> None:
    """A pack has one ace of spades."""
    in_autumn(world)
    enter_draw(world.services, "tara", ["split", "ANK"])
    with pytest.raises(InputError, match="AS cannot be drawn for"):
        enter_draw(world.services, "tara", ["cards", "SMY=AS", "ARM=AS", "BLA=TC", "CON=2H"])
    with pytest.raises(InputError, match="no card"):
        enter_draw(world.services, "tara", ["cards", "SMY=1S", "ARM=AS", "BLA=TC", "CON=2H"])


def test_a_walk_by_a_real_pack(world: World) -> None:
    """A card for each open neighbour; the highest sends the unit there."""
    in_autumn(world)
    services = world.services
    asked = preview(services, "tara").resolution.draws
    ways = [one.label.partition(": ")[2] for one in asked if " walk IRISH 1: " in one.label]
    cards = [f"{place}={card}" for place, card in zip(ways, reversed(PACK), strict=False)]
    cards[-1] = f"{ways[-1]}=AS"
    enter_draw(services, "tara", ["walk", "Irish 1", *cards])
    done = process(services, "tara", early=True)
    (step,) = [
        event
        for event in done.resolution.events
        if isinstance(event, WandererWalked) and event.special == "IRISH 1"
    ]
    assert step.to == ways[-1]
    walked = [one for one in done.resolution.draws if " walk IRISH 1: " in one.label]
    assert all(one.by_hand for one in walked)


def test_where_a_special_unit_begins_is_entered_in_the_setup(world: World) -> None:
    """The coming season is the first spring, while first pieces are chosen."""
    irish(world)
    enter_draw(world.services, "tara", ["place", "irish", "1", "Paris"])
    enter_draw(world.services, "tara", ["place", "Psychiatrist 2", "Kiel"])
    world.tick(hours=1)
    world.tick(hours=1)
    places = {one.draw.label: one.draw.chosen for one in draw_list(world.services, "tara").draws}
    assert places["S1974 place IRISH 1"] == "PAR"
    assert places["S1974 place PSYCHIATRIST 2"] == "KIE"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["hole", "IRE"], "cannot be drawn for F1974 hole: the hat holds ADR AEG"),
        (["hole", "Narnia"], "cannot be drawn"),
        (["reopen", "SYR"], "F1974 reopen is not drawn in F1974"),
        (["lot", "Irish 1", "NTH1"], "is not drawn"),
        (["place", "Irish 1", "PAR"], "is not drawn"),
        (["walk", "Irish 9", "NWY=AS"], "is not drawn"),
        (["walk", "Norway", "NWY=AS"], "which special unit"),
        (["cards", "AS"], "with their provinces"),
        (["cards", "Narnia=AS"], "no province of the board"),
        (["S1975 hole", "SYR"], "is not drawn in F1974"),
        (["dice", "6"], "Say what was drawn"),
        ([], "Say what was drawn"),
        (["hole"], "Say what was drawn"),
    ],
)
def test_what_cannot_be_drawn_is_refused(world: World, words: list[str], told: str) -> None:
    """A sentence says what the hat holds, or what would be right; nothing is stored."""
    in_autumn(world)
    with pytest.raises(InputError, match=told):
        enter_draw(world.services, "tara", words)
    assert draw_list(world.services, "tara").entered == ()


def test_what_was_drawn_stays(world: World) -> None:
    """Once the season has run its draws are what they are."""
    in_autumn(world)
    with pytest.raises(NotAllowed, match="S1974 hole was drawn in S1974M"):
        enter_draw(world.services, "tara", ["S1974 hole", "SYR"])
    enter_draw(world.services, "tara", ["hole", "SYR"])
    world.tick(hours=1)
    with pytest.raises(NotAllowed, match="F1974 hole was drawn in F1974M: SYR"):
        enter_draw(world.services, "tara", ["F1974 hole", "ANK"])
    with pytest.raises(NotAllowed, match="Nothing of the kind"):
        take_back(world.services, "tara", ["hole"])


def test_the_hole_of_a_season_is_not_split_by_hand(world: World) -> None:
    """A real hat draws again then, and so does the GM."""
    in_autumn(world)
    enter_draw(world.services, "tara", ["hole", "SYR"])
    with pytest.raises(InputError, match="no black hole is split"):
        enter_draw(world.services, "tara", ["split", "SYR"])


def test_a_preview_keeps_the_coming_draws_to_itself(world: World) -> None:
    """It tells what the moves bring; with the hat, what would be drawn."""
    in_autumn(world)
    done = preview(world.services, "tara")
    assert news_lines(world.services, done, hat=False) == ()
    told = news_lines(world.services, done)
    assert any("Black hole of F1974" in line for line in told)
    assert done.resolution.draws
    before = _labels(world)
    forget(world)
    assert _labels(world) == before


def test_cards_that_no_season_asked_for_are_past(world: World) -> None:
    """The GM draws cards for a walk and then orders it: the cards do not wait for ever."""
    in_autumn(world)
    services = world.services
    asked = preview(services, "tara").resolution.draws
    ways = [one.label.partition(": ")[2] for one in asked if " walk IRISH 1: " in one.label]
    cards = [f"{place}={card}" for place, card in zip(ways, PACK, strict=False)]
    enter_draw(services, "tara", ["walk", "Irish 1", *cards])
    order_walks(services, "tara", [f"Irish 1 - {ways[-1]}"])
    assert len(draw_list(services, "tara").entered) == len(ways)
    world.tick(hours=1)
    assert draw_list(services, "tara").entered == ()
    with pytest.raises(NotAllowed, match="there is nothing"):
        take_back(services, "tara", ["all"])
