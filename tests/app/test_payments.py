"""Payments by mail: what each side is told before the winter, and after it."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from gm.games.diplomacy.desk.summaries import accounts_of, points_of
from gm.games.diplomacy.rules.board import PowerId, ProvinceId
from gm.games.diplomacy.rules.events import replay
from gm.games.diplomacy.rules.phases import Phase
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.winter.accounts import Account, AccountPart
from gm.games.diplomacy.rules.winter.bridges import Bridge, BridgeDemolished, BridgePart
from gm.games.diplomacy.stored import dump, load_events, load_state
from tests.app.world import GM, LIST, World, text_of

MUNSTER = PowerId("MUNSTER")
OTHERS = {"ULSTER": "Belfast South", "LEINSTER": "Dublin North", "CONNAUGHT": "Galway West"}
PAIR = (ProvinceId("KkW"), ProvinceId("Wat"))


def plain(world: World, who: str) -> str:
    """Return the newest mail to somebody as one line."""
    return " ".join(world.last_text(who).split())


def test_a_receipt_says_whether_the_other_half_stands(world: World) -> None:
    """Republic 8: matched so far, or not yet; and of the other side's orders nothing else."""
    world.start()
    world.mail("MUNSTER", "Receive 6 from Britain\nReceive 4 from Britain\nBuild A Cork South")
    assert "Britain has ordered no payment of 6 points to you." in plain(world, "MUNSTER")
    world.mail("BRITAIN", "Pay 6 to Munster (toll)\nPay 2 to Ulster (hush)\nBuild F Devon West")
    britain = plain(world, "BRITAIN")
    assert "Matched so far: Munster has ordered the receipt." in britain
    assert "Ulster has ordered no receipt of 2 points from you." in britain
    assert "4 points" not in britain
    world.mail("MUNSTER", "STATUS")
    munster = plain(world, "MUNSTER")
    assert "Matched so far: Britain has ordered the payment." in munster
    assert "Britain has ordered no payment of 4 points to you." in munster
    for secret in ("toll", "hush", "Ulster", "Devon"):
        assert secret not in munster


def test_a_payment_taken_back_is_no_longer_matched(world: World) -> None:
    """What is matched so far hangs on what stands in the book when the mail is written."""
    world.start()
    world.mail("MUNSTER", "Receive 6 from Britain")
    world.mail("BRITAIN", "Pay 6 to Munster")
    world.mail("BRITAIN", "Pay 5 to Munster")
    assert "Munster has ordered no receipt of 5 points from you." in plain(world, "BRITAIN")
    world.mail("MUNSTER", "STATUS")
    assert "Britain has ordered no payment of 6 points to you." in plain(world, "MUNSTER")


@pytest.mark.slow
def test_both_sides_and_all_others_read_what_was_paid(world: World) -> None:
    """Republic 8: only matching halves count, for this winter only, and both see the balance."""
    world.start()
    world.mail("MUNSTER", "Receive 6 from Britain\nBuild A Cork South")
    world.mail("BRITAIN", "Pay 6 to Munster (toll)\nPay 2 to Ulster (hush)")
    for power, place in OTHERS.items():
        world.mail(power, f"Build A {place}")
    world.tick(hours=1)
    for who in ("MUNSTER", "BRITAIN", "LEINSTER", LIST):
        assert "Pay 6 points to Munster (toll) - paid." in plain(world, who)
    rows = [line.split() for line in text_of(world.carrier.messages(GM)[-1]).split("\n")]
    assert ["Munster", "20", "0", "+6", "-7", "19"] in rows
    assert ["Britain", "0", "22", "-6", "0", "16"] in rows
    phase = world.phase()
    assert phase is not None
    points = points_of(load_state(phase.state))
    assert points is not None
    assert points["year"] == 1015
    assert points["accounts"]["MUNSTER"] == {
        "on_board": 20,
        "off_board": 0,
        "bridge_losses": 0,
        "received": 6,
        "given": 0,
        "budget": 26,
        "upkeep": 7,
        "forfeited": 19,
        "unit_upkeep": 7,
        "bridge_upkeep": 0,
    }


@pytest.mark.sampled(3)
@pytest.mark.parametrize("outsider", ["LEINSTER", LIST])
def test_a_private_payment_reaches_its_two_sides_and_the_gm(world: World, outsider: str) -> None:
    """Republic 8, private: the others read no word of it, in no part of any mail."""
    world.start(options={"payments": "private"})
    world.mail("MUNSTER", "Receive 6 from Britain\nBuild A Cork South")
    world.mail("BRITAIN", "Pay 6 to Munster (toll)\nPay 2 to Ulster (hush)")
    for power, place in OTHERS.items():
        world.mail(power, f"Build A {place}")
    world.new_mail(outsider)
    world.tick(hours=1)
    for who in ("MUNSTER", "BRITAIN", GM):
        assert "(toll)" in plain(world, who)
    parts = [part for part in world.new_mail(outsider)[-1].walk() if not part.is_multipart()]
    mail = "".join(str(part.get_content()) for part in parts)
    for word in ("toll", "hush", "6 points", "2 points", "pays"):
        assert word not in mail


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("Pay 3 to Britain", "yourself"),
        ("Pay 0 to Munster", "1 or more"),
        ("Pay -3 to Munster", "1 or more"),
        ("Pay 2.5 to Munster", "whole"),
        ("Pay 2 1/2 to Munster", "whole"),
        ("Receive 3 from Britain", "yourself"),
    ],
)
def test_a_bad_payment_costs_only_itself(world: World, line: str, words: str) -> None:
    """Each is told what is wrong with it; the rest of the mail counts."""
    world.start()
    world.mail("BRITAIN", f"{line}\nPay 4 to Munster\nBuild F Devon West")
    assert world.orders("BRITAIN") == ["PAY 4 MUNSTER", "B F DeW"]
    text = plain(world, "BRITAIN")
    problem = text.partition("NOT TAKEN")[2].partition("YOUR ORDERS AS THEY STAND")[0]
    assert words.casefold() in problem.casefold(), problem


def test_a_payment_beyond_the_income_is_told_at_once(world: World) -> None:
    """It stays in the list, and the receipt says that it will be void, and why."""
    world.start()
    world.mail("BRITAIN", "Pay 23 to Munster\nPay 4 to Munster")
    text = plain(world, "BRITAIN")
    assert (
        "Void: pay 23 points to Munster. The payer's own income does not cover it: 22 points left."
    ) in text
    assert "REMARKS ON YOUR LINES" in text
    assert "no receipt of 23 points" not in text
    assert "1 PAYMENT IS NOT MATCHED YET." in text


@pytest.mark.sampled(3)
@pytest.mark.parametrize("winters", ["own", "joint"])
def test_payments_sent_ahead_are_matched_too(world: World, winters: str) -> None:
    """A receipt of autumn says of winter's payments whether the other half stands so far."""
    world.start(options={"winters": winters})
    for power, place in {**OTHERS, "MUNSTER": "Cork South", "BRITAIN": "Devon West"}.items():
        world.mail(power, f"Build A {place}")
    world.tick(hours=1)
    world.tick(hours=1)
    world.mail("MUNSTER", "Winter 1016:\nPay 3 to Ulster (toll)\nPay 2 to Britain")
    text = plain(world, "MUNSTER")
    assert "Ulster has ordered no receipt of 3 points from you." in text
    world.mail("ULSTER", "Winter 1016:\nReceive 3 from Munster")
    ulster = plain(world, "ULSTER")
    assert "Matched so far: Munster has ordered the payment." in ulster
    assert "toll" not in ulster
    world.mail("MUNSTER", "STATUS")
    text = plain(world, "MUNSTER")
    assert "Matched so far: Ulster has ordered the receipt." in text
    assert "Britain has ordered no receipt of 2 points from you." in text


@pytest.mark.slow
def test_a_joint_winters_payments_are_in_the_autumns_reminder(world: World) -> None:
    """Such a winter has no deadline of its own, so its autumn's reminder tells of them.

    And of all that was sent for it, for these are the orders that will count.
    """
    lengths = {"movement": 7 * 86400, "retreat": 86400, "adjustment": 3600}
    world.start(options={"winters": "joint"}, lengths=lengths)
    for power, place in {**OTHERS, "MUNSTER": "Cork South", "BRITAIN": "Devon West"}.items():
        world.mail(power, f"Build A {place}")
    world.tick(hours=1)
    world.tick(days=7)
    world.mail("MUNSTER", "A CoS H\n\nWinter 1016:\nPay 3 to Ulster (toll)")
    world.new_mail("MUNSTER")
    world.tick(days=6, hours=1)
    text = plain(world, "MUNSTER")
    assert 'Ulster has to order "Receive 3 points from Munster", or nothing is paid.' in text
    assert "FOR WINTER 1016, RESOLVED WITH THIS AUTUMN - Pay 3 points to Ulster (toll)." in text
    assert "these are the orders that will count" in text
    told = plain(world, "ULSTER")
    assert "You have sent no orders for Winter 1016" in told


def test_old_states_know_how_many_bridges_were_lost() -> None:
    """A state stored before the ledger was kept loads, with its counts alone."""
    bare = GameState(Phase.parse("W1017A")).with_part(BridgePart((), {MUNSTER: 2}))
    stored = json.loads(dump(bare))
    del stored["parts"]["bridges"]["ledger"]
    old = load_state(json.dumps(stored))
    assert old == bare
    assert points_of(old) == {
        "year": None,
        "accounts": {},
        "bridges_lost": {"MUNSTER": {"number": 2, "known": []}},
    }


def test_old_accounts_have_the_sum_of_their_upkeep() -> None:
    """An account stored before its parts were kept loads without them."""
    part = AccountPart(1016, (Account(MUNSTER, on_board=30, upkeep=20),))
    stored = json.loads(dump(GameState(Phase.parse("S1017M")).with_part(part)))
    del stored["parts"]["accounts"]["accounts"][0]["bridge_upkeep"]
    (account,) = load_state(json.dumps(stored)).part(AccountPart).accounts
    assert (account.upkeep, account.unit_upkeep, account.bridge_upkeep) == (20, None, None)
    assert "bridge_upkeep" not in accounts_of([account])["MUNSTER"]


def test_a_replayed_loss_comes_to_the_same_ledger() -> None:
    """The history of lost bridges follows from the events alone."""
    bridge = Bridge(PAIR, MUNSTER)
    state = GameState(Phase.parse("W1016A")).with_part(BridgePart((bridge,)))
    events = (BridgeDemolished(bridge),)
    after = replay(state, events)
    assert replay(load_state(dump(state)), load_events(dump(list(events)))) == after
    points = points_of(after)
    assert points is not None
    assert points["bridges_lost"]["MUNSTER"]["known"] == [
        {"between": ["KkW", "Wat"], "phase": "W1016A", "how": "demolished", "by": []}
    ]
    assert replace(after.part(BridgePart), ledger=()) == BridgePart((), {MUNSTER: 1})


@pytest.mark.parametrize("release", ["auto", "gm"])
def test_a_gm_who_plays_knows_no_more_than_his_power(world: World, release: str) -> None:
    """Republic 8, private: he reads of the payments of others in no report and in no proof."""
    world.start(options={"payments": "private"})
    with world.services.store.write() as transaction:
        game, leinster = transaction.game("tara"), "leinster@example.org"
        transaction.save_game(replace(game, gm_address=leinster, settings={"release": release}))
    world.mail("MUNSTER", "Receive 6 from Britain\nBuild A Cork South")
    world.mail("BRITAIN", "Pay 6 to Munster (toll)\nPay 2 to Ulster (hush)")
    for power, place in OTHERS.items():
        world.mail(power, f"Build A {place}")
    world.new_mail("LEINSTER")
    world.tick(hours=1)
    (mail,) = world.new_mail("LEINSTER")
    assert mail["subject"].startswith("Proof: ") is (release == "gm")
    parts = [part for part in mail.walk() if not part.is_multipart()]
    told = "".join(str(part.get_content()) for part in parts)
    for word in ("toll", "hush", "6 points", "2 points", "pays"):
        assert word not in told
    rows = [line.split() for line in text_of(mail).split("\n")]
    assert ["Munster", "20", "0", "-", "-7", "-"] in rows
