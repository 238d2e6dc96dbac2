"""What a reader copies out of our HTML mails and sends back is read as he saw it."""

from __future__ import annotations

import pytest

from tests.app.world import HOST, World

HYPHENS = "F Edin\u00adburgh - Norwe\u00adgian Sea"
TAGS = "F Edin<wbr>burgh - Norwe<wbr>gian Sea"


@pytest.mark.parametrize(("kind", "line"), [("plain", HYPHENS), ("html", HYPHENS), ("html", TAGS)])
def test_a_name_that_may_be_broken_is_read(world: World, kind: str, line: str) -> None:
    """A soft hyphen in a name, as we write them, is nothing; nor is the tag that others write."""
    world.start(variant="standard")
    raw = (
        f"From: england@example.org\r\nTo: gm+tara@{HOST}\r\nSubject: x\r\n"
        f"Message-ID: <copied@example.org>\r\nContent-Type: text/{kind}; charset=utf-8\r\n"
        f"Content-Transfer-Encoding: 8bit\r\n\r\n{line}\r\n"
    )
    world.raw(raw.encode(), "england@example.org")
    assert world.orders("ENGLAND") == ["F EDI - NWG"]
