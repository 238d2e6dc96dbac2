"""What a reader copies out of our HTML mails and sends back is read as he saw it."""

from __future__ import annotations

import pytest

from tests.app.world import HOST, World

LINES = ["F Edin\u00adburgh - Norwe\u00adgian Sea", "F Edin<wbr>burgh - Norwe<wbr>gian Sea"]


@pytest.mark.parametrize("kind", ["plain", "html"])
@pytest.mark.parametrize("line", LINES)
def test_a_name_that_may_be_broken_is_read(world: World, kind: str, line: str) -> None:
    """A soft hyphen in a name, or the tag that we write instead of one, is nothing."""
    if kind == "plain" and "<" in line:
        pytest.skip("a tag is none in plain text")
    world.start(variant="standard")
    raw = (
        f"From: england@example.org\r\nTo: gm+tara@{HOST}\r\nSubject: x\r\n"
        f"Message-ID: <copied@example.org>\r\nContent-Type: text/{kind}; charset=utf-8\r\n"
        f"Content-Transfer-Encoding: 8bit\r\n\r\n{line}\r\n"
    )
    world.raw(raw.encode(), "england@example.org")
    assert world.orders("ENGLAND") == ["F EDI - NWG"]
