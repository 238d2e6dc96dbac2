"""What gm believes, Postfix takes off at the door: both read the same odd spellings of a header."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gm.mail.authentication import authentication
from tests.peers.programs import find

pytestmark = pytest.mark.server("postfix")

DEPLOY = Path(__file__).parents[2] / "deploy" / "postfix"
MX = "mx.example.org"
RESULT = "; dmarc=pass header.from=example.org"
BELIEVED = [
    f"Authentication-Results: {MX}",
    f"Authentication-Results : {MX}",
    f"Authentication-Results\t \t:{MX}",
    f"AUTHENTICATION-results:   {MX.upper()}",
    f"Authentication-Results: (c) {MX}",
    f"Authentication-Results: (c)(d) {MX} (e)",
    f"Authentication-Results:({MX}){MX}",
    f"Authentication-Results: {MX} (of the host)",
    f"Authentication-Results: {MX} 1",
    f"Authentication-Results: {MX} (c) 1 (d)",
    f"Authentication-Results:\r\n {MX}",
    f"Authentication-Results: \r\n\t(c)\r\n {MX}\r\n  1\r\n ",
    f"Authentication-Results:{' ' * 5000}{MX}",
]
"""Spellings that gm takes for our host's word (RFC 8601, 2.2)."""

NOT_BELIEVED = [
    f'Authentication-Results: "{MX}"',
    f"Authentication-Results: {MX}.",
    f"ARC-Authentication-Results: i=1; {MX}",
    f"ARC-Authentication-Results: {MX}",
    f"X-Authentication-Results: {MX}",
    f"Authentication-Results-Original: {MX}",
    f"X-Original-Authentication-Results: {MX}",
    f"Original-Authentication-Results: {MX}",
    f"Received-SPF: pass ({MX}) client-ip=192.0.2.1",
    f"Authentication-Result: {MX}",
    f"Authentication_Results: {MX}",
    f"Authentication-Results:\x00{MX}",
    f"Authentication-Results\x00: {MX}",
    f"Authentication-Results\x0b: {MX}",
    f"Authentication-\r\n Results: {MX}",
    f"Authentication-Results\r\n : {MX}",
    f"\xa0Authentication-Results: {MX}",
    f"Authentication\xadResults: {MX}",
    f" Authentication-Results: {MX}",
    f"X\rAuthentication-Results: {MX}",
    "Authentication-Results: mx.exa(c)mple.org",
    "Authentication-Results: mx.\r\n example.org",
    'Authentication-Results: "mx\\.example.org"',
    "Authentication-Results: mx.examp\u217ce.org",
    "Authentication-Results: =?utf-8?q?mx.example.org?=",
    "Authentication-Results: xn--mx.example.org",
    "Authentication-Results: mx.example.org.evil.test",
    "Authentication-Results: evil.test mx.example.org",
]
"""Lines that gm takes for nobody's word of ours, whether Postfix takes them off or not."""


@pytest.fixture(scope="module")
def etc(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what Postfix needs to read a table."""
    folder = tmp_path_factory.mktemp("etc")
    shutil.copy(DEPLOY / "main.cf", folder / "main.cf")
    (folder / "master.cf").write_text("", encoding="utf-8")
    return folder


def mail(line: str) -> bytes:
    """Return a mail with a header line that claims our host's word, as a stranger would send it."""
    return f"{line}{RESULT}\r\nFrom: ann@example.org\r\n\r\nx\r\n".encode()


def is_believed(raw: bytes) -> bool:
    """Tell whether gm takes it for our own host's word."""
    results = authentication(raw, MX)
    return results.has_header or results.vouches_for("ann@example.org")


def taken_off(raw: bytes, etc: Path) -> bool:
    """Tell whether Postfix, which reads the header itself, takes a line off."""
    table = f"regexp:{DEPLOY / 'gm_header_checks'}"
    done = subprocess.run(
        [find("postmap"), "-c", str(etc), "-hmq", "-", table],
        input=raw.replace(b"\r\n", b"\n"),
        capture_output=True,
        check=False,
    )
    assert done.stderr == b""
    return b"IGNORE" in done.stdout


@pytest.mark.sampled(5)
@pytest.mark.parametrize("line", BELIEVED)
def test_what_is_believed_is_taken_off(line: str, etc: Path) -> None:
    """Each spelling that is ours to gm is removed when it comes from outside."""
    assert is_believed(mail(line))
    assert taken_off(mail(line), etc)


@pytest.mark.parametrize("line", NOT_BELIEVED)
def test_what_may_stay_is_not_believed(line: str) -> None:
    """Other names, and names that are ours only to a careless reader."""
    assert not is_believed(mail(line))


_NAMES = st.sampled_from(
    [
        *("Authentication-Results", "authentication-RESULTS", "Authentication-Results "),
        *("Authentication-Results\t", "ARC-Authentication-Results", "X", "Authentication-Results\0"),
        *("\xa0Authentication-Results", "Authentication-Results\x0b", "Authentication-Results\r\n "),
    ]
)  # fmt: skip
_AROUND = st.lists(
    st.sampled_from(
        [
            *(" ", "\t", "\r\n ", "\r\n\t", "(c)", "(a;b)", "((d))", f"({MX})", '"', "1", "\\"),
            *(
                "\xa0",
                "\0",
                "\r",
                "\n",
                "\x0b",
                ".",
                "@",
                ";",
                ",",
                "é",
                "=?utf-8?q?x?=",
                ":",
                "(",
            ),
        ]
    ),
    max_size=4,
).map("".join)
_NAMED = st.sampled_from([MX, MX, MX.upper(), f'"{MX}"', "mx.exa\r\n mple.org", "evil.test", ""])


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(line=st.tuples(_NAMES, st.just(":"), _AROUND, _NAMED, _AROUND).map("".join))
def test_whatever_gm_would_believe_is_taken_off(line: str, etc: Path) -> None:
    """However a claim is spelled, gm does not believe it or Postfix has removed it."""
    raw = mail(line)
    assert not is_believed(raw) or taken_off(raw, etc)


def test_what_others_found_out_stays(etc: Path) -> None:
    """Another host's results, and other fields, come through: a person may want to read them."""
    for line in (
        "Authentication-Results: mx.elsewhere.example",
        f"Subject: Authentication-Results: {MX}",
        f"X-Authentication-Results: {MX}",
        f"Received: from a by {MX}",
    ):
        assert not taken_off(mail(line), etc), line


def test_the_guide_says_which_name_to_put_there() -> None:
    """The table, the milters and the settings in the guide name one host."""
    guide = (DEPLOY.parents[1] / "docs" / "deploy.md").read_text(encoding="utf-8")
    (named,) = set(re.findall(r'auth_results_from = "([^"]+)"', guide))
    table = (DEPLOY / "gm_header_checks").read_text(encoding="utf-8")
    assert re.escape(named) in table
    for milter in ("opendkim.conf", "opendmarc.conf"):
        text = (DEPLOY / milter).read_text(encoding="utf-8")
        assert re.findall(r"^AuthservID\s+(\S+)", text, re.MULTILINE) == [named]
