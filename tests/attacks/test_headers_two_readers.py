"""What two readers of the same bytes see differently: nobody is believed whom only one of them saw."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path

import dkim
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm.app.addresses.claims import claimed_senders
from gm.app.mail_in.intake import dedupe_key
from gm.app.records import InboxState
from gm.app.senders.identity import SenderStanding
from gm.mail.addresses import address_key, sole_sender, undisputed_sender
from gm.mail.authentication import authentication
from gm.mail.bounds import header_of
from gm.mail.reading import read_mail
from gm.mail.values import DEFAULT_LIMITS, Limits
from tests.app.conftest import a_world
from tests.app.proof import reply_address
from tests.app.world import GM, HOST, World

MX = "mx.example.org"
CASES = tomllib.loads(Path(__file__).with_name("headers.toml").read_text(encoding="utf-8"))["case"]
VICTIM, EVE = "munster@example.org", "eve@example.org"
PASSED = f"Authentication-Results: {MX}; dmarc=pass header.from=example.org"


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """An empty server."""
    with a_world(tmp_path) as opened:
        yield opened


def written(head: str, number: int = 1) -> bytes:
    """Return a mail with a header below what our host says, in the line ends of that header."""
    end = "\r\n" if "\r\n" in head or "\n" not in head else "\n"
    above = f"{PASSED}{end}Message-ID: <{number}@example.org>{end}"
    return f"{above}{head}{end}Build A Cork South{end}".encode()


@pytest.fixture(scope="module")
def believing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """A server with a game that believes its own mail host, for all cases one after the other."""
    with a_world(tmp_path_factory.mktemp("believing")) as opened:
        opened.services = replace(opened.services, proof=True, auth_results_from=MX)
        opened.start()
        yield opened


@pytest.mark.sampled(10)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_a_pass_for_one_author_is_no_word_for_another(
    believing: World, case: dict[str, str]
) -> None:
    """Each case ends in its state; only what everybody reads alike enters orders."""
    world = believing
    for who in (GM, VICTIM, EVE):
        world.new_mail(who)
    before = world.orders("munster")
    head = case["head"].replace("LONG", "Brian " * 1500)
    mail = world.raw(written(head, CASES.index(case)), EVE)
    assert mail.state is InboxState(case["state"])
    assert mail.note == SenderStanding.VOUCHED.value or case["state"] != "done"
    assert world.orders("munster") == before or case["state"] == "done"
    if case["state"] == "shunted":
        assert world.new_mail(VICTIM) == world.new_mail(EVE) == []
        assert len(world.new_mail(GM)) == 1


@pytest.mark.parametrize("tear", ["\r", "\0"])
def test_a_torn_header_is_set_aside_with_a_secret_too(world: World, tear: str) -> None:
    """Neither the right reply address nor a server that trusts From lines makes it anybody's."""
    world.start()
    address = reply_address(world, "munster")
    world.new_mail(VICTIM)
    raw = f"From: {VICTIM}\r\nSubject: a{tear}b\r\n\r\nBuild A Cork South\r\n".encode()
    mail = world.raw(raw, VICTIM, address)
    assert mail.state is InboxState.SHUNTED
    assert "inside a header line" in mail.note
    assert world.orders("munster") == []
    assert world.new_mail(VICTIM) == []


def test_a_bare_cr_in_the_text_is_still_the_end_of_a_line(world: World) -> None:
    """Only the header says who wrote; in the text an old program's line ends do no harm."""
    world.start()
    raw = f"From: {VICTIM}\r\n\r\nBuild A Cork South\rStatus\r".encode()
    assert world.raw(raw, VICTIM).state is InboxState.DONE
    assert world.orders("munster")


# Readers as there are

_FIRST_ANGLE = re.compile(rb"<([^<>]*)>")
_SPEC = re.compile(rb"[^\s<>()\",;:]+@[^\s<>()\",;:]+")


@dataclass(frozen=True)
class Reader:
    """Some program's way to find the author of a mail.

    Args:
        ends: what ends a line; stops: a line that is no field ends the header.
        blank: a line of blanks is an empty one; loose: only the letters of a name count.
        last: of several From lines the last counts; angle: of several addresses that in angles.
    """

    ends: bytes
    stops: bool
    blank: bool
    loose: bool
    last: bool
    angle: bool

    def author(self, raw: bytes) -> str | None:
        """Return whom this reader takes for the author; None if it finds nobody."""
        values = list(self._values(raw))
        if not values:
            return None
        value = values[-1 if self.last else 0]
        named = _FIRST_ANGLE.findall(value) if self.angle else []
        found = named[:1] or _SPEC.findall(value)[:1]
        return address_key(found[0].decode("utf-8", "replace")) if found else None

    def _values(self, raw: bytes) -> Iterator[bytes]:
        name, value = b"", b""
        for line in re.split(self.ends, raw.lstrip(b"\r\n")):
            if not (line.strip(b" \t\r") if self.blank else line):
                break
            if line[:1] in (b" ", b"\t"):
                value += line
                continue
            if name == b"from":
                yield value
            before, colon, value = line.partition(b":")
            name = before.strip(b" \t").lower()
            if self.loose:
                name = re.sub(rb"[^a-z]", b"", name)
            if not colon and self.stops:
                return
        if name == b"from":
            yield value


READERS = [
    Reader(ends, *how)
    for ends in (rb"\r?\n", rb"\r\n", rb"\r+\n", rb"\r\n|\n|\r")
    for how in product((False, True), repeat=5)
]
_PIECES = st.sampled_from(
    [
        *("From", "FROM", "from ", ">From", "Fr\0om", "X", "To", "Sender", "\xa0From", "From\v"),
        *(":", ":", ": ", " :", "\r\n", "\r\n", "\n", "\r", "\r\r\n", "\r\n\r\n", "\n\n", "\0"),
        *(" ", "\t", "\r\n ", "\n\t", "<", ">", "(", ")", '"', ",", ";", "\\", "@", "a: b"),
        *(VICTIM, EVE, f"<{VICTIM}>", f"<{EVE}>", "munster", "example.org", "=?utf-8?q?a=40b?="),
        *("é", "\x7f", "\x0c", "\u2003", "\u017f", "\u212a"),
    ]
)  # fmt: skip
_LINES = st.lists(
    st.one_of(
        st.sampled_from([f"From: {VICTIM}\r\n", f"From: <{EVE}>\r\n", "Subject: x\r\n"]),
        st.lists(_PIECES, max_size=7).map("".join),
    ),
    max_size=5,
).map("".join)


@given(_LINES)
def test_whom_our_host_may_vouch_for_is_whom_every_reader_sees(head: str) -> None:
    """No reader, strict or lenient, finds another author in a mail that can be vouched for."""
    raw = (head + "\r\n").encode()
    headers = header_of(raw, DEFAULT_LIMITS)
    assert headers is not None
    sender = undisputed_sender(headers)
    if sender is None:
        assert not authentication(PASSED.encode() + b"\r\n" + raw, MX).vouches_for(VICTIM)
        return
    own = address_key(sender.address)
    assert {one.author(raw) for one in READERS} <= {own, None}
    assert set(_signers_authors(raw)) <= {own}


def _signers_authors(raw: bytes) -> Iterator[str]:
    """Yield the authors that DKIM would sign for; none where it does not take such a mail."""
    try:
        fields, _ = dkim.rfc822_parse(re.sub(rb"\r?\n", b"\r\n", raw.lstrip(b"\r\n")))
    except (dkim.MessageFormatError, IndexError):
        return
    for name, value in fields:
        if name.strip().lower() == b"from":
            yield from (address_key(one.decode()) for one in _SPEC.findall(value))


def test_the_readers_do_differ() -> None:
    """What they are tested with is a difference: each of their habits finds another author."""
    tries = [
        f"From: {VICTIM}\rFrom: {EVE}\r\n",
        f"From: {VICTIM}\r\nX\r\nFrom: {EVE}\r\n",
        f"From: {VICTIM}\r\n \r\nFrom: {EVE}\r\n",
        f"From: {VICTIM}\r\n>From: {EVE}\r\n",
        f"From: {EVE} <{VICTIM}>\r\n",
        f"From: {VICTIM}\r\nX: x\n\nY: y\r\nFrom: {EVE}\r\n",
    ]
    for head in tries:
        assert len({one.author(head.encode()) for one in READERS} - {None}) == 2, head


@given(_LINES)
def test_everybody_here_sees_the_same_lines(head: str) -> None:
    """Intake, the reader and those who judge a sender cut a header at the same place."""
    raw = (head + "\r\n").encode()
    headers = header_of(raw, DEFAULT_LIMITS)
    assert headers is not None
    sender = sole_sender(headers)
    assert read_mail(raw).sender == (sender.address if sender else None)
    if undisputed_sender(headers) is not None and sender is not None and '"' not in sender.address:
        assert address_key(sender.address) in map(address_key, claimed_senders(raw))


def test_a_lone_cr_makes_another_mail() -> None:
    """A forged copy with a lone CR for a line end is not taken for the mail that it copies."""
    honest = f"From: {VICTIM}\r\nMessage-ID: <1@x>\r\nSubject: x\r\n\r\nx\r\n".encode()
    assert dedupe_key(honest, HOST) == dedupe_key(honest.replace(b"\r\n", b"\n"), HOST)
    assert dedupe_key(honest, HOST) != dedupe_key(honest.replace(b"\r\n", b"\r", 1), HOST)


def test_a_header_that_goes_on_behind_what_is_read_is_refused() -> None:
    """Many CRs do not push a second From line out of sight."""
    small = Limits(header_bytes=200)
    raw = f"From: {VICTIM}\r\nX: ".encode() + b"\r" * 5000 + f"\r\nFrom: {EVE}\r\n\r\nx".encode()
    assert header_of(raw, small) is None
    assert read_mail(raw, limits=small).sender is None
