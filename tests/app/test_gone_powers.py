"""What a power that is out of the game, or has nothing left, is told of its own orders: what they come to."""

from __future__ import annotations

import pytest

from gm.app.overriding.amending import amend
from tests.app.irish import forget, in_autumn, state_of
from tests.app.world import World, text_of

FIRST = {
    "ULSTER": "Build A BeN",
    "MUNSTER": "Waive",
    "LEINSTER": "Build A DbN",
    "CONNAUGHT": "Build A GaW",
    "BRITAIN": "Build A DeE",
}
"""What is built in Winter 1015."""


def played_until(world: World, name: str) -> None:
    """Play with nobody's orders until this phase is open, and look at no mail of it."""
    while (phase := world.phase()) is None or phase.name != name:
        assert world.tick(hours=1), phase
    for who in ("MUNSTER", "LEINSTER"):
        world.new_mail(who)


def said(world: World, who: str) -> str:
    """Return the newest mail to somebody as one line."""
    return " ".join(world.last_text(who).split())


@pytest.fixture
def out(world: World) -> World:
    """Republic in Winter 1017: Munster has been out of the game for a year."""
    world.start()
    for who, lines in FIRST.items():
        world.mail(who, lines)
    played_until(world, "S1016M")
    for centre in ("CoC", "CoS"):
        amend(world.services, "tara", ("centre", "set", centre, "Leinster"), "taken")
    played_until(world, "W1017A")
    assert state_of(world).eliminated == ("MUNSTER",)
    return world


@pytest.mark.sampled(7)
@pytest.mark.parametrize(
    ("lines", "told", "void"),
    [
        ("Receive 3 from Leinster", "Nothing is asked of you this time.", 0),
        ("Receive 2 from Leinster", "1 payment is not matched yet.", 0),
        ("Pay 1 to Leinster", "1 order of yours would do nothing: see below.", 1),
        ("Receive 3 from Leinster\nPay 1 to Leinster", "1 order of yours would do nothing", 1),
    ],
)
def test_what_one_who_is_out_orders_is_told_as_it_comes(
    out: World, lines: str, told: str, void: int
) -> None:
    """Republic 8: his receipt is settled as any other, so nobody tells him that it does nothing."""
    out.mail("LEINSTER", "Pay 3 to Munster")
    out.mail("MUNSTER", lines)
    (receipt,) = out.new_mail("MUNSTER")
    text = " ".join(text_of(receipt).split())
    assert told.casefold() in text.casefold()
    assert "so your" not in text.casefold()
    assert ("void" in str(receipt["Subject"])) is bool(void)
    out.tick(hours=1)
    report = said(out, "MUNSTER")
    assert ("Receive 3 points from Leinster - received." in report) is ("Receive 3" in lines)


@pytest.mark.slow
def test_one_who_is_out_is_promised_no_later_season(out: World) -> None:
    """Whose winter orders the autumn will not take is not told to send them then."""
    played_until(out, "S1018M")
    out.mail("MUNSTER", "Receive 3 from Leinster")
    assert "from Autumn 1018 on" not in said(out, "MUNSTER")
    out.mail("LEINSTER", "Pay 3 to Munster")
    assert "from Autumn 1018 on" in said(out, "LEINSTER")


@pytest.mark.parametrize(("points", "void"), [("7", False), ("0", True)])
def test_points_alone_are_enough_to_give(world: World, points: str, void: bool) -> None:
    """Irish 15: no piece and no centre, and the gift is paid; without points it does nothing."""
    in_autumn(world)
    (unit,) = state_of(world).units_of("NORWAY")
    amend(world.services, "tara", ("unit", "remove", str(unit.ref)), "gone")
    amend(world.services, "tara", ("centre", "set", "NWY", "Sweden"), "gone")
    if points != "0":
        amend(world.services, "tara", ("points", "set", "Norway", points), "had")
    forget(world)
    world.mail("ann", "Norway: Give Italy 1 point")
    assert ("does nothing" in said(world, "ann").casefold()) is void
    world.tick(hours=1)
    report = " ".join(" ".join(map(text_of, world.new_mail("ann"))).split())
    assert ("Give 1 point to Italy - paid." in report) is not void
