"""Keys looked up, from a name server of our own on loopback."""

import socket
import threading
from collections.abc import Iterator

import dns.message
import dns.rcode
import dns.rrset
import pytest

from gm.adapters.post.dns_keys import DnsKeys, available

RECORDS = {"sel._domainkey.example.com.": '"v=DKIM1; k=rsa; " "p=AAAA"'}


class NameServer:
    """Answers what it knows, and counts the questions."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.bind(("127.0.0.1", 0))
        self.port = self._socket.getsockname()[1]
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def _serve(self) -> None:
        while True:
            data, peer = self._socket.recvfrom(4096)
            if data == b"end":
                return
            query = dns.message.from_wire(data)
            answer = dns.message.make_response(query)
            name = query.question[0].name.to_text()
            self.asked.append(name)
            if name in RECORDS:
                answer.answer.append(dns.rrset.from_text(name, 300, "IN", "TXT", RECORDS[name]))
            else:
                answer.set_rcode(dns.rcode.NXDOMAIN)
            self._socket.sendto(answer.to_wire(), peer)

    def close(self) -> None:
        """Stop and wait."""
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as teller:
            teller.sendto(b"end", ("127.0.0.1", self.port))
        self._thread.join()
        self._socket.close()


@pytest.fixture
def server() -> Iterator[NameServer]:
    """A running name server."""
    made = NameServer()
    yield made
    made.close()


def test_a_key_is_found_once_and_kept(server: NameServer) -> None:
    """Its strings are joined, and the second question is answered from memory."""
    keys = DnsKeys(("127.0.0.1",), server.port)
    for _ in range(2):
        assert keys.lookup("sel._domainkey.example.com") == b"v=DKIM1; k=rsa; p=AAAA"
    assert available()
    assert server.asked == ["sel._domainkey.example.com."]


@pytest.mark.parametrize(
    "name", ["no._domainkey.example.com", "", "a" * 70 + ".test", "..", "\xe9"]
)
def test_what_is_not_there_is_none(server: NameServer, name: str) -> None:
    """Unknown names and such as cannot be asked about."""
    assert DnsKeys(("127.0.0.1",), server.port).lookup(name) is None


def test_a_silent_server_is_no_key() -> None:
    """Nobody answers, so nothing is proven."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as deaf:
        deaf.bind(("127.0.0.1", 0))
        keys = DnsKeys(("127.0.0.1",), deaf.getsockname()[1], seconds=0.05)
        assert keys.lookup("sel._domainkey.example.com") is None
