"""Scenario 26: two order mails that come in the other way round end with the later written one."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from gm.mail.timestamps import WhenWritten
from tests.app.world import World, text_of

EARLY, LATE = "Mon, 23 Nov 2026 10:00:00 +0000", "Mon, 23 Nov 2026 11:00:00 +0000"


@pytest.fixture
def receipts(world: World) -> tuple[World, list[str]]:
    """A game of Diplomacy, and the Message-IDs of two receipts that France has."""
    world.start(variant="standard")
    ids = []
    world.new_mail("FRANCE")
    for order in ("A Par - Bur", "A Par - Gas"):
        world.mail("FRANCE", order)
        (receipt,) = world.new_mail("FRANCE")
        ids.append(str(receipt["Message-ID"]))
    return world, ids


def reply(to: str, date: str = "") -> str:
    """Return the headers of a reply to a receipt."""
    return f"In-Reply-To: {to}\n" + (f"Date: {date}\n" if date else "")


def test_the_reply_to_the_newer_receipt_wins(receipts: tuple[World, list[str]]) -> None:
    """The older one, which was long on its way, is refused with a note; its other orders count."""
    world, (first, second) = receipts
    world.mail("FRANCE", "A Par - Pic", headers=reply(second, LATE))
    world.new_mail("FRANCE")
    world.mail("FRANCE", "A Par H\nA Mar - Spa", headers=reply(first, EARLY))
    assert world.orders("FRANCE") == ["A PAR - PIC", "A MAR - SPA"]
    told = " ".join(text_of(world.new_mail("FRANCE")[-1]).split())
    assert "or answers a newer receipt, so this was not entered." in told


def test_who_answers_an_old_receipt_later_means_it(receipts: tuple[World, list[str]]) -> None:
    """Any mail of a thread may be answered; the sender's clock says that it is the later word."""
    world, (first, second) = receipts
    world.mail("FRANCE", "A Par - Pic", headers=reply(second, EARLY))
    world.mail("FRANCE", "A Par H", headers=reply(first, LATE))
    assert world.orders("FRANCE") == ["A PAR H"]


def test_without_receipts_what_came_later_counts(receipts: tuple[World, list[str]]) -> None:
    """A Date header alone decides nothing."""
    world, (_, second) = receipts
    world.mail("FRANCE", "A Par - Pic", headers=reply(second, LATE))
    world.mail("FRANCE", "A Par H", headers=f"Date: {EARLY}\n")
    assert world.orders("FRANCE") == ["A PAR H"]


@pytest.mark.parametrize(
    ("one", "other", "before"),
    [
        (WhenWritten(1, None), WhenWritten(2, None), True),
        (WhenWritten(2, None), WhenWritten(1, None), False),
        (WhenWritten(2, None), WhenWritten(2, None), False),
        (WhenWritten(None, None), WhenWritten(2, None), False),
        (WhenWritten(1, None), WhenWritten(None, None), False),
        (
            WhenWritten(1, datetime(2026, 1, 2, tzinfo=UTC)),
            WhenWritten(2, datetime(2026, 1, 1, tzinfo=UTC)),
            False,
        ),
        (
            WhenWritten(1, datetime(2026, 1, 1, tzinfo=UTC)),
            WhenWritten(2, datetime(2026, 1, 1, tzinfo=UTC)),
            True,
        ),
    ],
)
def test_which_is_before(one: WhenWritten, other: WhenWritten, *, before: bool) -> None:
    """Both signs together, or the receipts where there is no clock to ask."""
    assert one.is_before(other) is before
