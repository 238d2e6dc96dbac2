"""Nothing that is private shows in what the public is sent: twin games, compared byte for byte.

Two games have the same players, orders, clock and chance, and differ in what only some may know. The
list's mails and an observer's are the same then: their number, order, moments, headers, sizes, every
table, and what their pictures show; and so is every page of the archive.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.app.conftest import a_world
from tests.app.twins import Act, Public, Stage, public_side
from tests.app.world import LIST, World

MOVES = {
    "S1901M": {
        "FRANCE": "A Par - Bur\nA Mar S A Par - Bur\nF Bre - MAO",
        "GERMANY": "A Mun - Bur\nA Ber - Kie\nF Kie - Den",
        "TURKEY": "F Ank - BLA\nA Con - Bul\nA Smy - Con",
    },
    "F1901M": {"FRANCE": "A Bur - Bel\nF MAO - Por\nA Mar - Spa", "GERMANY": "A Mun - Ruh"},
    "W1901A": {"FRANCE": "Build A Par\nBuild F Bre"},
}
GREAT = Stage("standard", MOVES, 3, settings={"press": "both", "orders-in": "hidden"})
OTHERS = {"S1901M": {who: text for who, text in MOVES["S1901M"].items() if who != "FRANCE"}}
GRACE = Stage("standard", OTHERS, 2, grace=20, settings={"orders-in": "hidden"})
COUNTED = Stage("standard", MOVES, 2, settings={"press": "both", "orders-in": "count"})

WINTER = "Winter 1016:\nBuild A CoS"
BUILDS = {
    "W1015A": {
        "BRITAIN": "Build F Devon West",
        "CONNAUGHT": "Build A Galway South\nBuild F Galway West",
        "LEINSTER": "Build A Dublin North\nBuild A Dublin South",
        "MUNSTER": "Build A Cork Central\nBuild bridge linking Cork Central and Waterford",
        "ULSTER": "Build A Belfast South\nBuild F Belfast North",
    },
    "S1016M": {"MUNSTER": "A(CoC)-Wat", "ULSTER": "A BeS H"},
    "F1016M": {"MUNSTER": f"A Wat H\n\n{WINTER}"},
}
PAID = Stage("republic", BUILDS, 4, options={"payments": "private"}, settings={"press": "both"})
JOINT = Stage("republic", BUILDS, 3, options={"payments": "private", "winters": "joint"})

HOLDS = {"italy": "A Rom H"}
IRISH = Stage("irish", {"S1974M": HOLDS, "F1974M": HOLDS}, 3, wish={"several_seats": True})


def says(power: str, text: str, phase: str = "") -> Act:
    """A power writes a mail, in one phase or in each."""

    def act(world: World, name: str) -> None:
        if phase in ("", name):
            world.mail(power, text)

    return act


def both(*acts: Act) -> Act:
    """Several things happen, one after the other."""

    def act(world: World, name: str) -> None:
        for one in acts:
            one(world, name)

    return act


TALK = both(
    says("FRANCE", "PRESS TO GERMANY\nBurgundy?\nENDPRESS"),
    says("ITALY", "GREY PRESS TO TURKEY\nwatch Austria\nENDPRESS"),
    says("TURKEY", "PRESS TO GM\nis that legal?\nENDPRESS"),
    says("eve@elsewhere.example", "A Par - Pic"),
    says("GERMANY", "STATUS"),
    says("AUSTRIA", "bla A Vie - Nowhere"),
    says("FRANCE", "TIMEZONE Europe/Paris"),
)
MINDS = both(
    says("FRANCE", "A Par - Pic\nA Mar H\nF Bre - ENG", "S1901M"),
    says("GERMANY", "If A Mun is dislodged then A Mun - Tyr", "S1901M"),
    says("FRANCE", "Winter 1901:\nBuild A Par\nBuild F Bre", "S1901M"),
    says("FRANCE", "WAIT"),
)
MONEY = both(
    says("BRITAIN", "Pay 6 to Munster (toll)\nPay 2 to Ulster (hush)", "W1015A"),
    says("MUNSTER", "Receive 6 from Britain\nReceive 3 from Leinster", "W1015A"),
    says("BRITAIN", "Winter 1016:\nPay 3 to Munster (x)", "F1016M"),
    says("MUNSTER", "Winter 1016:\nReceive 3 from Britain", "F1016M"),
    says("BRITAIN", "PRESS TO MUNSTER\nas agreed\nENDPRESS"),
)
BRANCHES = both(
    says("MUNSTER", "If A Wat was dislodged then pay 3 to Ulster", "W1016A"),
    says(
        "MUNSTER",
        "Winter 1016:\nIf A Wat was dislodged then build A CoC else build A CoS",
        "F1016M",
    ),
    says("MUNSTER", "Autumn 1016:\nA Wat H", "S1016M"),
)
GIFTS = both(
    says("italy", "If France enters (PIE), give him 2 points", "F1974M"),
    says("italy", "Give Denmark 100 points", "F1974M"),
)


def votes(who: str) -> Act:
    """A draw is proposed, and somebody votes for it."""
    return both(says("AUSTRIA", "VOTE DRAW", "S1901M"), says(who, "VOTE YES 1", "S1901M"))


def first(who: str) -> Act:
    """One power's orders are in before the GM moves the deadline."""
    return says(who, MOVES["S1901M"][who], "S1901M")


def away(who: str) -> Act:
    """Somebody will be away, while nothing is due."""
    return says(who, "ABSENT 20 Dec to 21 Dec", "S1901M")


def played(stage: Stage, act: Act | None = None) -> Public:
    """Play a game on a server of its own; return what the public sees of it."""
    with TemporaryDirectory() as folder, a_world(Path(folder)) as world:
        return public_side(world, Path(folder) / "www", stage, act)


@cache
def plain(stage: Callable[[], Stage]) -> Public:
    """Return what the public sees of a game in which nothing private happens."""
    return played(stage())


STAGES: dict[str, Callable[[], Stage]] = {
    "standard": lambda: GREAT,
    "republic": lambda: PAID,
    "republic, joint winters": lambda: JOINT,
    "irish": lambda: IRISH,
}


@pytest.mark.sampled(7)
@pytest.mark.parametrize(
    ("stage", "act"),
    [
        ("standard", TALK),
        ("standard", MINDS),
        ("republic", MONEY),
        ("republic", BRANCHES),
        ("republic, joint winters", both(MONEY, BRANCHES)),
        ("irish", GIFTS),
    ],
    ids=["talk", "minds", "money", "branches", "joint", "gifts"],
)
def test_what_happened_in_private_is_not_seen(stage: str, act: Act) -> None:
    """Press, questions, changes of mind, orders sent ahead, payments, promises: as if they were not."""
    before = plain(STAGES[stage])
    assert {one.recipient for one in before.mails} > {LIST}
    assert any(one.pictures for one in before.mails)
    assert any(name.endswith(".svg") for name in before.pages)
    assert_same(before, played(STAGES[stage](), act))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("whose", [votes, first, away])
def test_whose_it_was_is_not_seen(whose: Callable[[str], Act]) -> None:
    """Who voted, whose orders came first, who is away: one power or another looks the same."""
    assert_same(played(COUNTED, whose("FRANCE")), played(COUNTED, whose("GERMANY")))


def test_orders_within_the_grace_are_like_others() -> None:
    """That a power's orders came late is told to that power and the GM, and to nobody else."""
    orders = MOVES["S1901M"]["FRANCE"]
    in_time, late = says("FRANCE", orders, "S1901M"), says("FRANCE", orders, "S1901M late")
    assert_same(played(GRACE, in_time), played(GRACE, late))


@pytest.mark.slow
def test_what_is_public_is_seen() -> None:
    """The same payments in a game that keeps them from nobody: so the comparison sees a difference."""
    told = Stage("republic", BUILDS, 2)
    shown = played(told, MONEY)
    assert [one.at for one in shown.mails] == [one.at for one in played(told).mails]
    with pytest.raises(AssertionError, match="All 9 orders"):
        assert_same(played(told), shown)


@settings(max_examples=4, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(
        st.tuples(
            st.sampled_from(["FRANCE", "GERMANY", "TURKEY", "ITALY"]),
            st.sampled_from(["PRESS", "GREY PRESS"]),
            st.sampled_from(["AUSTRIA", "ENGLAND", "AUSTRIA, ENGLAND", "ALL BUT RUSSIA", "GM"]),
            st.text(
                st.characters(codec="utf-8", exclude_categories=["C"]), min_size=1, max_size=9
            ),
            st.sampled_from(["S1901M", "F1901M"]),
        ),
        min_size=1,
        max_size=6,
    )
)
def test_no_private_word_is_seen(letters: list[tuple[str, str, str, str, str]]) -> None:
    """Whatever is said to some, by whom and when: the public's mails stay what they were."""
    said = (
        says(who, f"{kind} TO {to}\n{text}\nENDPRESS", phase)
        for who, kind, to, text, phase in letters
    )
    assert_same(plain(STAGES["standard"]), played(GREAT, both(*said)))


def assert_same(one: Public, other: Public) -> None:
    """Compare what is seen of two games, the shortest differences first."""
    assert [(mail.recipient, mail.at) for mail in one.mails] == [
        (mail.recipient, mail.at) for mail in other.mails
    ]
    for mine, twin in zip(one.mails, other.mails, strict=True):
        assert mine.raw.decode().splitlines() == twin.raw.decode().splitlines()
        assert mine.pictures == twin.pictures
    assert sorted(one.pages) == sorted(other.pages)
    for name, page in one.pages.items():
        assert page.splitlines() == other.pages[name].splitlines(), name
