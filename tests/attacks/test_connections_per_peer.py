"""One machine that holds connections keeps no other from delivering; our own server is not counted."""

from __future__ import annotations

import smtplib
import socket
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager

import pytest

from gm.adapters.post.smtp_in import Listener, SmtpServer
from gm.adapters.post.smtp_talk import peer_of
from tests.integration.processes import until


@contextmanager
def server(listener: Listener) -> Iterator[tuple[int, list[bytes]]]:
    """Run a listener; its port, and what it has taken."""
    taken: list[bytes] = []

    def accept(raw: bytes, _sender: str, _recipients: Sequence[str]) -> None:
        taken.append(raw)

    running = SmtpServer(listener, accept, lambda _address: True)
    running.start()
    try:
        yield running.port, taken
    finally:
        running.stop()


def greeting(stack: ExitStack, port: int, source: str) -> str:
    """Connect from an address, stay, and return the first line that is said."""
    line = socket.create_connection(("127.0.0.1", port), 20, source_address=(source, 0))
    stack.enter_context(line)
    return line.recv(500).decode()


def test_one_machine_takes_no_more_than_its_share() -> None:
    """Past its share it is told so, while others, and our own mail server, still come in."""
    with server(Listener(per_peer=3, connections=20)) as (port, taken), ExitStack() as stack:
        for _ in range(3):
            assert greeting(stack, port, "127.0.0.2").startswith("220")
        refused = greeting(stack, port, "127.0.0.2")
        assert refused.startswith("421 4.7.0 Too many connections from your address")
        for _ in range(3):
            assert greeting(stack, port, "127.0.0.3").startswith("220")
        for _ in range(5):
            assert greeting(stack, port, "127.0.0.1").startswith("220")
        with smtplib.SMTP("127.0.0.1", port, timeout=20, source_address=("127.0.0.4", 0)) as line:
            line.sendmail("a@x.org", ["gm@x.org"], b"Subject: x\r\n\r\nx\r\n")
        assert len(taken) == 1


def test_a_trusted_mail_server_has_no_share() -> None:
    """An address among trusted_hosts may have as many connections as there are; no more."""
    listener = Listener(per_peer=1, connections=4, trusted=frozenset({"mx.x.org", "127.0.0.2"}))
    with server(listener) as (port, _), ExitStack() as stack:
        said = [greeting(stack, port, "127.0.0.2")[:9] for _ in range(5)]
        assert [one[:3] for one in said] == ["220"] * 4 + ["421"]
        assert said[-1] == "421 4.3.2"


def test_a_connection_that_ends_makes_room() -> None:
    """However it ends, the next of the same machine comes in."""
    with server(Listener(per_peer=1)) as (port, _):

        def fits(port: int = port) -> bool:
            with ExitStack() as stack:
                return greeting(stack, port, "127.0.0.2").startswith("220")

        with ExitStack() as stack:
            assert greeting(stack, port, "127.0.0.2").startswith("220")
            assert not fits()
        # Who was turned away, and who stayed, have both gone.
        until(fits, "room for another connection")
        until(fits, "room for another connection")


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        (("192.0.2.1", 5), ("192.0.2.1", 6), True),
        (("192.0.2.1", 5), ("192.0.2.2", 5), False),
        (("2001:db8::1", 5, 0, 0), ("2001:db8::ffff:0:1", 6, 0, 0), True),
        (("2001:db8:0:1::1", 5, 0, 0), ("2001:db8:0:2::1", 5, 0, 0), False),
        (("::ffff:192.0.2.1", 5, 0, 0), ("192.0.2.1", 5), True),
        (("::ffff:192.0.2.1", 5, 0, 0), ("::ffff:192.0.2.2", 5, 0, 0), False),
        (("fe80::1%eth0", 5, 0, 2), ("fe80::2%eth0", 5, 0, 2), True),
    ],
)
def test_who_is_one_machine(first: object, second: object, *, same: bool) -> None:
    """An address of IPv4 is one, and of IPv6 a network of 64 bits, however it is written."""
    assert (peer_of(first) == peer_of(second)) is same
    assert peer_of(first)


@pytest.mark.parametrize(
    "name", ["", b"", None, ("127.0.0.1", 1), ("::1", 1, 0, 0), ("::ffff:127.0.0.1", 1, 0, 0)]
)
def test_this_machine_is_not_counted(name: object) -> None:
    """A UNIX socket and loopback, where our own mail server is."""
    assert peer_of(name) == ""
    trusted = ["mx.example.org", "2001:db8::1"]
    assert peer_of(("2001:db8::1", 1, 0, 0), trusted) == ""
    assert peer_of(("2001:db8::2", 1, 0, 0), trusted) != ""
