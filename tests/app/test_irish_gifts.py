"""Points given and promised in a game of Irish Diplomacy by mail (Irish 15)."""

from __future__ import annotations

import secrets

import pytest

from gm.app.seats.players import replace_player
from tests.app.kept import kept
from tests.app.world import World, text_of

POWERS = ("italy", "france", "denmark")
PROMISE = "If France doesn't enter (PIE), give him 2 points"


@pytest.fixture(autouse=True)
def known_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the hat of every game here draw the same."""
    monkeypatch.setattr(secrets, "token_hex", lambda count: "5e" * count)


@kept
def played_until(world: World, name: str, **options: str) -> None:
    """Play with nobody's orders until this phase is open."""
    lengths = dict.fromkeys(("setup", "movement", "retreat", "adjustment"), 3600)
    world.start(variant="irish", options=options, several_seats=True, lengths=lengths)
    while (phase := world.phase()) is None or phase.name != name:
        assert world.tick(minutes=61), phase
    for who in POWERS:
        world.new_mail(who)


@pytest.mark.slow
def test_a_promise_not_kept_is_told_to_its_two_sides(world: World) -> None:
    """Giver and beneficiary read it; others read the gifts paid and no word of it."""
    played_until(world, "S1975M")
    world.mail("italy", f"{PROMISE}\nGive Denmark 1 point")
    world.mail("france", "A Mar - Pie")
    for who in POWERS:
        world.new_mail(who)
    world.tick(minutes=61)
    report = {who: " ".join(text_of(world.new_mail(who)[-1]).split()) for who in POWERS}
    words = "If France does not enter Piedmont then give 2 points to France - CONDITION NOT MET."
    assert words in report["italy"]
    assert words in report["france"]
    assert "not enter" not in report["denmark"]
    assert "NOT MET" not in report["denmark"]
    assert all("Give 1 point to Denmark - paid." in text for text in report.values())


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("setting", "stands", "words"),
    [
        ("legal", ["GIVE FRANCE 1"], "Give 1 point to France"),
        ("void", [], "You play France as well"),
    ],
)
def test_a_gift_from_hand_to_hand(
    world: World, setting: str, stands: list[str], words: str
) -> None:
    """One who plays two powers may give points to himself, unless the GM forbids it."""
    played_until(world, "S1974M", hand_gifts=setting)
    replace_player(world.services, "tara", "France", "Italo", "italy@example.org")
    world.new_mail("italy")
    world.mail("italy", "Italy: Give France 1 point")
    assert words in " ".join(world.last_text("italy").split())
    assert world.orders("italy") == stands


@pytest.mark.sampled(7)
@pytest.mark.parametrize(
    "line", ["Sorry, I meant to say three", "make it 3", "nein, drei", "trí a bhí i gceist agam"]
)
def test_another_amount_for_a_promise_is_asked_about(world: World, line: str) -> None:
    """Nothing is promised meanwhile; the number chooses what is."""
    played_until(world, "S1974M")
    world.mail("italy", f"{PROMISE}\n{line}")
    assert world.orders("italy") == []
    assert "1 answer awaited" in world.new_mail("italy")[-1]["Subject"]
    world.mail("italy", "4")
    assert world.orders("italy") == ["IF NOT FRANCE ENTERS PIE THEN GIVE FRANCE 3"]
