"""When our own host took a mail in, and how a sender would like to have it."""

from datetime import UTC, datetime

import pytest

from gm.mail.timestamps import trusted_receipt

HOSTS = ["mx.example.org", "relay.example.org"]
AT = "Tue, 5 Mar 2030 {:02}:00:00 +0000"


def hop(seen: str, by: str, hour: int, how: str = "ESMTPS") -> str:
    """A Received line as Postfix writes it."""
    return f"Received: {seen}\n\tby {by} (Postfix) with {how} id 4XyZ\n\tfor <gm@example.org>; {AT.format(hour)}\n"


OUTSIDE = "from helo.test (out.example.com [192.0.2.9])"
LOCAL = "from localhost (localhost [127.0.0.1])"
RELAY = "from relay.example.org (relay.example.org [198.51.100.2])"
FORGED = "from x.test (mx.example.org [198.51.100.1])"


def receipt(*lines: str, hosts: list[str] = HOSTS) -> int | None:
    """The hour of the trusted receipt of a mail with these lines from top to bottom."""
    raw = "".join(lines) + "From: gus@example.com\n\nA Mun H\n"
    moment = trusted_receipt(raw.encode(), hosts)
    assert moment is None or moment.tzinfo is UTC
    return moment.hour if moment else None


@pytest.mark.parametrize(
    ("lines", "hour"),
    [
        pytest.param([hop(OUTSIDE, "mx.example.org", 20)], 20, id="one of ours"),
        pytest.param([hop(OUTSIDE, "MX.Example.Org", 20)], 20, id="any case"),
        pytest.param([hop(OUTSIDE, "mx.evil.test", 20)], None, id="none of ours"),
        pytest.param(
            [hop(OUTSIDE, "mx.example.org", 20), hop(OUTSIDE, "mx.evil.test", 9)],
            20,
            id="a strangers line below",
        ),
        pytest.param(
            [hop(OUTSIDE, "mx.example.org", 20), hop(OUTSIDE, "mx.example.org", 9)],
            20,
            id="a forged line of ours below",
        ),
        pytest.param(
            [hop(OUTSIDE, "mx.example.org", 20), hop(FORGED, "mx.example.org", 9)],
            20,
            id="a forged inner line below",
        ),
        pytest.param(
            [hop(RELAY, "mx.example.org", 21), hop(OUTSIDE, "relay.example.org", 20)],
            20,
            id="our relay took it in",
        ),
        pytest.param(
            [
                hop(RELAY, "mx.example.org", 21),
                hop(OUTSIDE, "relay.example.org", 20),
                hop(LOCAL, "relay.example.org", 9),
            ],
            20,
            id="forged below our relay",
        ),
        pytest.param(
            [hop(LOCAL, "mx.example.org", 21), hop(OUTSIDE, "mx.example.org", 20)],
            20,
            id="through a filter on the host",
        ),
        pytest.param(
            [
                hop("from mx.example.org", "mx.example.org", 22, how="LMTP"),
                hop(OUTSIDE, "mx.example.org", 20),
            ],
            20,
            id="handed over by LMTP",
        ),
        pytest.param(
            [
                hop("from localhost (evil.test [192.0.2.9])", "mx.example.org", 20),
                hop(OUTSIDE, "mx.example.org", 9),
            ],
            20,
            id="localhost is only what the peer called itself",
        ),
        pytest.param(
            [
                hop("from [192.0.2.9] (port=25 helo=[127.0.0.1])", "mx.example.org", 20),
                hop(OUTSIDE, "mx.example.org", 9),
            ],
            20,
            id="an address is only what the peer called itself",
        ),
        pytest.param(
            [
                hop("from x (mx.example.org [192.0.2.9] (may be forged))", "mx.example.org", 20),
                hop(OUTSIDE, "mx.example.org", 9),
            ],
            20,
            id="a name that may be forged",
        ),
        pytest.param(
            [
                hop("from relay.example.org (unknown [192.0.2.9])", "mx.example.org", 20),
                hop(OUTSIDE, "relay.example.org", 9),
            ],
            20,
            id="the relay is only what the peer called itself",
        ),
        pytest.param(
            [
                "Received: by mx.example.org (Postfix, from userid 1000) id 4X; "
                + AT.format(20)
                + "\n"
            ],
            20,
            id="written on the host",
        ),
        pytest.param(
            [
                "Received: from a (b (c; d) [192.0.2.9])\n by mx.example.org (x; y); 5 Mar 2030 20:00 GMT\n"
            ],
            20,
            id="semicolons in comments",
        ),
        pytest.param(
            ["Received: from a by mx.example.org; Tue, 5 Mar 2030 23:00:00 +0300 (MSK)\n"],
            20,
            id="another zone",
        ),
        pytest.param(
            ["Received: from a by mx.example.org; 5 Mar 2030 20:00\n"], None, id="no zone"
        ),
        pytest.param(
            ["Received: from a by mx.example.org; yesterday +0000\n"], None, id="no time"
        ),
        pytest.param(["Received: from a by mx.example.org\n"], None, id="nothing behind"),
        pytest.param(["Received: nonsense\n"], None, id="nonsense"),
        pytest.param([], None, id="no line"),
        pytest.param(
            ["Received: from (by mx.example.org) by mx.evil.test; " + AT.format(20) + "\n"],
            None,
            id="our name in a comment",
        ),
    ],
)
def test_the_border_is_found(lines: list[str], hour: int | None) -> None:
    """As far down as our own hosts vouch for one another, and not a line further."""
    assert receipt(*lines) == hour


def test_a_relay_may_be_named_by_its_address() -> None:
    """Where its name does not resolve, its address says who it is."""
    unnamed = "from relay.example.org (unknown [198.51.100.2])"
    lines = [hop(unnamed, "mx.example.org", 21), hop(OUTSIDE, "relay.example.org", 20)]
    assert receipt(*lines) == 21
    assert receipt(*lines, hosts=[*HOSTS, "198.51.100.2"]) == 20


def test_an_ipv6_peer_is_understood() -> None:
    """With the mark that mail puts before such an address."""
    local = "from localhost (localhost [IPv6:::1])"
    lines = [hop(local, "mx.example.org", 21), hop(OUTSIDE, "mx.example.org", 20)]
    assert receipt(*lines) == 20


def test_the_time_is_an_instant() -> None:
    """To the second, in UTC."""
    raw = b"Received: from a by mx.example.org; Tue, 5 Mar 2030 21:04:05 +0100\n\nx\n"
    assert trusted_receipt(raw, HOSTS) == datetime(2030, 3, 5, 20, 4, 5, tzinfo=UTC)
