"""Whose orders are in: told to players and to the GM as the setting `orders-in` lets them know."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gm.app.overviews.digest import send_digests
from gm.app.overviews.gm_desk import desk
from gm.app.overviews.overview import overview, overview_answer
from gm.app.overviews.summaries import summaries
from gm.app.play.seasons import process
from gm.cli.game import print_overview
from tests.app.kept import kept
from tests.app.standard import SEASONS
from tests.app.world import GM, World, text_of

SPRING = SEASONS[0]
WEEK = {"movement": 7 * 86400, "retreat": 86400, "adjustment": 86400}
HIDDEN, COUNT, NAMED = "hidden", "count", "named"
COUNTED = "5 of 7 powers have all their orders in"
NAMES = f"{COUNTED}; still awaited: Italy and Turkey."


@kept
def begin(world: World, known: str, **settings: str) -> None:
    """Start a game; five powers have sent their spring, Italy a part of it, Turkey nothing."""
    chosen = {"orders-in": known, **settings}
    world.start(variant="standard", lengths=WEEK, settings=chosen)
    for power, orders in SPRING.items():
        if power not in ("italy", "turkey"):
            world.mail(power, orders)
    world.mail("italy", "A Ven H")
    for who in (*SPRING, GM):
        world.new_mail(who)


def told(world: World, who: str) -> str:
    """Return the newest mail to somebody, in one line."""
    return " ".join(world.last_text(who).split())


def let_the_gm_play(world: World) -> None:
    """Make the player of France the game's GM as well."""
    with world.services.store.write() as transaction:
        game = transaction.game("tara")
        transaction.save_game(replace(game, gm_address="france@example.org"))


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("known", "words"),
    [(HIDDEN, ""), (COUNT, f"{COUNTED}."), (NAMED, NAMES)],
)
def test_players_are_told_what_the_setting_says(world: World, known: str, words: str) -> None:
    """In the answer to STATUS, in the receipt, and in the reminder: the same, and no more."""
    begin(world, known)
    world.mail("france", "STATUS")
    texts = [told(world, "france")]
    world.mail("france", "A Par H")
    texts.append(told(world, "france"))
    world.tick(days=6)
    texts.append(told(world, "italy"))
    for text in texts:
        assert (words in text) if words else ("orders in" not in text), text
        assert ("awaited" in text) is (known == NAMED)


def test_the_list_and_the_opening_tell_nothing(world: World) -> None:
    """What everybody may read says nothing of a phase that is open."""
    begin(world, NAMED)
    texts = [text_of(one) for one in world.new_mail("reports@lists.example.org")]
    assert texts
    assert not any("of 7 powers" in text for text in texts)


def test_who_has_said_final_is_awaited_no_more(world: World) -> None:
    """Whatever his units lack; and nobody is told of orders that only FINAL stands for."""
    begin(world, NAMED)
    world.mail("turkey", "FINAL")
    text = told(world, "turkey")
    assert "6 of 7 powers have all their orders in; still awaited: Italy." in text


def test_a_power_that_nobody_plays_is_not_counted(world: World) -> None:
    """It keeps nobody waiting, so it is neither in nor awaited."""
    begin(world, NAMED)
    with world.services.store.write() as transaction:
        game = transaction.game("tara")
        (seat,) = (one for one in transaction.seats(game.id) if one.seat == "TURKEY")
        transaction.save_seat(replace(seat, person=None))
    world.mail("france", "STATUS")
    assert "5 of 6 powers have all their orders in; still awaited: Italy." in told(world, "france")


@pytest.mark.slow
def test_the_gm_is_told_whom_the_reminder_went_to(world: World) -> None:
    """With the names, in time to ask a player; nothing if nobody lacks anything."""
    begin(world, HIDDEN)
    world.tick(days=6)
    (mail,) = world.new_mail(GM)
    assert mail["subject"] == "[tara] Reminder: orders of 2 powers missing"
    text = " ".join(text_of(mail).split())
    assert f"Spring 1901 is due on Sun 8 Nov 2026, 12:00 UTC, in 1 day. {NAMES}" in text
    world.mail("italy", "FINAL")
    world.mail("turkey", "FINAL")
    world.tick(days=1)
    for power in SPRING:
        world.mail(power, "FINAL")
    world.new_mail(GM)
    world.tick(days=6)
    assert not [one for one in world.new_mail(GM) if "Reminder" in one["subject"]]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("known", "words"),
    [(HIDDEN, ""), (COUNT, f"{COUNTED}."), (NAMED, NAMES)],
)
def test_a_gm_who_plays_knows_no_more_than_players(world: World, known: str, words: str) -> None:
    """His digest, his desk and his word of the reminder are those of a player."""
    begin(world, known, digest="08:00")
    let_the_gm_play(world)
    world.clock.advance(hours=24)
    assert send_digests(world.services) == 1
    texts = [told(world, "france")]
    (laid,) = desk(world.services).games
    assert {one.power for one in laid.seats if one.orders} == {"FRANCE"}
    world.tick(days=5)
    texts += [text_of(one) for one in world.new_mail("france")]
    assert len(texts) == (1 if known == HIDDEN else 2)
    for text in texts:
        assert words in " ".join(text.split())
        assert known == NAMED or not ("Italy" in text or "Turkey" in text)


@pytest.mark.parametrize(
    ("known", "words"),
    [(HIDDEN, None), (COUNT, f"{COUNTED}."), (NAMED, NAMES)],
)
def test_a_gm_who_plays_looks_at_his_game(
    world: World, capsys: pytest.CaptureFixture[str], known: str, words: str | None
) -> None:
    """`gm game show` and `gm game list` tell of his own orders, and of others what players know."""
    begin(world, known)
    let_the_gm_play(world)
    (listed,) = summaries(world.services)
    assert {one.seat for one in listed.seats if one.orders != "sealed"} == {"FRANCE"}
    seen = overview(world.services, "tara")
    assert {one.seat for one in seen.seats if one.words != "sealed"} == {"FRANCE"}
    plain = overview_answer(seen)
    assert plain["orders_so_far"] == words
    told = {
        tuple(one[key] for key in ("orders", "given", "lacking", "late", "ahead"))
        for one in plain["seats"]
        if one["seat"] != "FRANCE"
    }
    assert told == {("sealed", None, None, None, None)}
    print_overview(seen, as_json=False)
    printed = capsys.readouterr().out
    assert printed.count("orders, complete") == 1
    assert ("have all their orders in" in printed) is (words is not None)
    process(world.services, "tara", early=True)
    assert not [one for one in overview(world.services, "tara", "S1901M").seats if one.sealed]


def test_a_gm_who_does_not_play_sees_every_count(world: World) -> None:
    """What has come in from each power stands in its line; no sentence counts the powers."""
    begin(world, HIDDEN)
    seen = overview(world.services, "tara")
    words = {one.seat: one.words for one in seen.seats}
    assert (words["ITALY"], words["TURKEY"]) == ("1 order, 2 lacking", "no orders")
    assert overview_answer(seen)["orders_so_far"] is None


def test_a_question_does_not_give_away_who_has_written(world: World) -> None:
    """To a GM who plays the desk names nobody whose mail left something open."""
    begin(world, HIDDEN)
    world.mail("turkey", "A Con - Bulgria Sea")
    world.mail("russia", "F StP - Nrwy")
    let_the_gm_play(world)
    (laid,) = desk(world.services).games
    assert not [one for one in laid.items if "Russia" in one.words or "Turkey" in one.words]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("known", [HIDDEN, COUNT, NAMED])
def test_the_last_orders_begin_the_time_to_cool(world: World, known: str) -> None:
    """Their receipt says until when orders can be changed, and so does STATUS to everybody."""
    begin(world, known, early="yes", cooling="30min")
    world.mail("italy", SPRING["italy"])
    assert "All orders are in" not in told(world, "italy")
    world.mail("turkey", SPRING["turkey"])
    words = (
        "All orders are in: Spring 1901 is resolved on Sun 1 Nov 2026, 12:30 (Europe/Dublin; 12:30 "
        "UTC), in 30 minutes, before its deadline."
    )
    text = told(world, "turkey")
    assert words in text
    assert "You can do so until the moment named above;" in text
    world.mail("italy", "STATUS")
    assert words in told(world, "italy")
    world.mail("italy", "WAIT")
    assert "is resolved on" not in told(world, "italy")


@pytest.mark.slow
def test_a_check_begins_nothing(world: World) -> None:
    """Orders that were only tried out are nobody's orders."""
    begin(world, COUNT, early="yes")
    world.mail("italy", SPRING["italy"])
    world.mail("turkey", "CHECK\n" + SPRING["turkey"])
    text = told(world, "turkey")
    assert "6 of 7 powers have all their orders in." in text
    assert "is resolved on" not in text


@pytest.mark.slow
def test_payments_that_both_sides_ordered_count(world: World) -> None:
    """Republic 8: whom a receipt calls complete is awaited no more; the half taken back, he is."""
    world.start(settings={"orders-in": NAMED})
    # Two armies and two bridges cost 26 points a winter, and Munster's own income is 20.
    world.mail("BRITAIN", "Pay 6 to Munster\nWaive")
    bridges = "Build bridge CoC-CoS\nBuild bridge CoC-Wat"
    world.mail("MUNSTER", f"Receive 6 from Britain\nBuild A CoC\nBuild A CoS\n{bridges}")
    for power, place in {"ULSTER": "BeS", "LEINSTER": "DbN", "CONNAUGHT": "GaW"}.items():
        world.mail(power, f"Build A {place}")
    for _ in range(3):
        world.tick(hours=1)
    world.mail("ULSTER", "Pay 6 to Munster")
    world.mail("MUNSTER", "Receive 6 from Ulster")
    text = told(world, "MUNSTER")
    assert "Your winter orders are complete." in text
    assert "still awaited: Ulster, Leinster, Connaught and Britain." in text
    world.mail("ULSTER", "Cancel my payments")
    text = told(world, "ULSTER")
    assert "still awaited: Ulster, Munster, Leinster, Connaught and Britain." in text
