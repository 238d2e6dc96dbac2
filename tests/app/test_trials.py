"""CHECK and FORECAST: a mail that only asks what would be changes nothing."""

from __future__ import annotations

import pytest

from gm.app.records import InboxState
from tests.app.irish import LENGTHS
from tests.app.world import World, text_of


def plain(text: str) -> str:
    """Return a mail as one line."""
    return " ".join(text.split())


@pytest.fixture
def game(world: World) -> World:
    """A game of Diplomacy in its first spring; France has ordered one of three units."""
    world.start(variant="standard")
    world.mail("FRANCE", "A Mar H")
    world.new_mail("FRANCE")
    world.new_mail("GERMANY")
    return world


def test_a_check_is_the_receipt_without_its_effect(game: World) -> None:
    """What is understood, what is not and what lacks is told; nothing is recorded."""
    body = "CHECK\nA Par - Bur\nF Bre - Narnia\nWAIT"
    assert game.mail("FRANCE", body).state is InboxState.DONE
    (answer,) = game.new_mail("FRANCE")
    told = plain(text_of(answer))
    assert "France check: 2 lines not taken" in answer["Subject"]
    assert "NOTHING WAS RECORDED" in told
    assert "Army Paris moves to Burgundy. [new]" in told
    assert "Army Marseilles holds." in told
    assert "WAIT This mail is a trial, so it was not done." in told
    assert "STILL WITHOUT AN ORDER - Fleet Brest" in told
    assert game.orders("FRANCE") == ["A MAR H"]
    game.mail("FRANCE", "A Mar - Spa")
    assert "receipt 2" in game.new_mail("FRANCE")[0]["Subject"]


def test_the_word_inside_a_message_is_no_trial(game: World) -> None:
    """What is written to another player is text."""
    game.mail("FRANCE", "PRESS TO GERMANY\nCHECK\nENDPRESS\nA Par - Bur")
    assert game.orders("FRANCE") == ["A MAR H", "A PAR - BUR"]


def test_a_forecast_plays_ones_orders_against_holds(game: World) -> None:
    """Orders that stand take part; nothing of the others' real orders does."""
    game.mail("GERMANY", "A Mun - Bur")
    game.new_mail("GERMANY")
    assert game.mail("FRANCE", "FORECAST\nA Par - Bur").state is InboxState.DONE
    (answer,) = game.new_mail("FRANCE")
    told = plain(text_of(answer))
    assert "A forecast; nothing was recorded" in answer["Subject"]
    assert "Army Paris moves to Burgundy - done." in told
    assert "Army Marseilles holds" in told
    assert "Germany" not in told
    assert game.orders("FRANCE") == ["A MAR H"]
    assert not game.new_mail("GERMANY")


def test_a_forecast_takes_made_up_orders_of_others(game: World) -> None:
    """Under a power's name, before the order, or by its unit: what if he did that?"""
    game.mail(
        "FRANCE", "FORECAST\nA Vie - Tyr\nA Par - Bur\nGermany:\nA Mun - Bur\nITALY: A Ven - Tyr"
    )
    told = plain(game.last_text("FRANCE"))
    assert "Army Paris moves to Burgundy - BOUNCED." in told
    assert "those you wrote for Austria, Germany and Italy" in told
    assert "Army Venice moves to Tyrolia - BOUNCED." in told
    for power in ("FRANCE", "GERMANY", "ITALY", "AUSTRIA"):
        assert game.orders(power) == (["A MAR H"] if power == "FRANCE" else [])


@pytest.mark.slow
def test_a_forecast_of_the_hat_draws_nothing_real(world: World) -> None:
    """Irish Diplomacy: neither the draws of the season nor the seed's first are in the answer."""
    world.start(variant="irish", lengths=LENGTHS)
    world.tick(hours=1, seconds=5)
    phase = world.phase()
    assert phase is not None
    assert phase.name == "S1974M"
    world.new_mail("ENGLAND")
    world.mail("ENGLAND", "FORECAST\nF Lon - NTH")
    told = plain(world.last_text("ENGLAND"))
    assert "Fleet London moves to North Sea - done." in told
    for word in ("black hole", "split", "Irish 1", "Psychiatrist"):
        assert word not in told
    world.mail("ENGLAND", "CHECK\nF Lon - NTH")
    assert "NOTHING WAS RECORDED" in world.last_text("ENGLAND")
    assert world.orders("ENGLAND") == []


def test_a_trial_sends_no_message(game: World) -> None:
    """Nothing of the mail is done, what was meant for others neither."""
    game.mail("FRANCE", "CHECK\nA Par - Bur\nPRESS TO GERMANY\nHello\nENDPRESS")
    told = plain(game.last_text("FRANCE"))
    assert "PRESS TO GERMANY This mail is a trial, so it was not done." in told
    assert not game.new_mail("GERMANY")


@pytest.mark.parametrize("others", ["", "A Mun - Bur\nA Ber - Kie"])
def test_a_forecast_is_the_same_whatever_others_have_sent(game: World, others: str) -> None:
    """Not a letter of the answer hangs on their orders."""
    if others:
        game.mail("GERMANY", others)
    game.mail("FRANCE", "FORECAST\nA Par - Bur\nGermany: A Mun H")
    told = game.last_text("FRANCE")
    assert plain(told).startswith("tara - Diplomacy - Spring 1901 France: a forecast")
    assert "Army Paris moves to Burgundy - done." in plain(told)
    assert "Kiel" not in told.partition("GERMANY")[0]
    assert "Army Berlin holds (no order received)." in told


@pytest.mark.slow
def test_a_forecast_is_the_same_whatever_the_seed_says(world: World) -> None:
    """Two games that differ in their seed alone get the same answer, but for their names."""
    told = []
    for name, seed in (("tara", "11" * 32), ("emly", "ab" * 32)):
        world.start(name, variant="irish", lengths=LENGTHS, seed=seed)
    world.tick(hours=1, seconds=5)
    for name in ("tara", "emly"):
        world.new_mail("ENGLAND")
        world.mail("ENGLAND", "FORECAST\nF Lon - NTH\nA Par - Bur", to=f"gm+{name}@gm.example.org")
        told.append(plain(world.last_text("ENGLAND")).replace(name, "GAME"))
    assert told[0] == told[1]
    assert "Fleet London moves to North Sea - done." in told[0]
