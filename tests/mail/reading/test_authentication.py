"""Whom our mail host vouches for, and how that is forged."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm.mail.authentication import NOTHING_FOUND, authentication

HOST = "mx.example.org"
OURS = f"Received: from a (b [192.0.2.1]) by {HOST}; Tue, 5 Mar 2030 20:00:00 +0000\n"
CASES = json.loads(Path(__file__).with_name("authentication.json").read_text(encoding="utf-8"))


def mail(*results: str, above: str = OURS, between: str = "") -> bytes:
    """A mail with these Authentication-Results from top to bottom."""
    head = between.join(f"Authentication-Results: {value}\n" for value in results)
    return f"{above}{head}From: Gus <gus@example.com>\n\nA Mun H\n".encode()


def vouched(case: list[str | None]) -> bool:
    """Whether the host vouches for the sender of a case."""
    first, *rest = case
    address = (rest[0] if rest else None) or "gus@example.com"
    results = [first or "", *(value or "" for value in rest[1:])]
    return authentication(mail(*results), HOST).vouches_for(address)


@pytest.mark.parametrize("case", CASES["believed"].values(), ids=CASES["believed"])
def test_a_result_of_our_host_is_believed(case: list[str | None]) -> None:
    """However it is folded, commented, capitalised and quoted."""
    assert vouched(case)


@pytest.mark.parametrize("case", CASES["not believed"].values(), ids=CASES["not believed"])
def test_a_forged_or_poor_result_is_not_believed(case: list[str | None]) -> None:
    """Another's name, tricks with comments and quotes, other domains, weak methods."""
    assert not vouched(case)


def test_a_failure_is_told_apart_from_silence() -> None:
    """What the owner of the domain disowns is worse than what nobody vouches for."""
    disowned = authentication(mail(f"{HOST}; dmarc=fail header.from=example.com"), HOST)
    assert disowned.fails
    assert not authentication(mail(f"{HOST}; dmarc=none"), HOST).fails
    assert not NOTHING_FOUND.fails


def test_spf_counts_only_where_it_is_asked_to() -> None:
    """Its domain has to be the sender's even then."""
    found = authentication(mail(f"{HOST}; spf=pass smtp.mailfrom=gus@example.com"), HOST)
    assert found.vouches_for("gus@example.com", spf_counts=True)
    assert not found.vouches_for("gus@evil.test", spf_counts=True)
    assert not found.vouches_for("gus@example.com")


def test_without_a_name_nobody_is_believed() -> None:
    """A server that was not told its host's name believes no header."""
    assert authentication(mail("; dmarc=pass header.from=example.com"), "") == NOTHING_FOUND


def test_a_result_below_anothers_received_line_is_not_ours() -> None:
    """Where our hosts are known, what stands under a stranger's line came with the mail."""
    result = f"{HOST}; dmarc=pass header.from=example.com"
    stranger = "Received: from x (y [192.0.2.9]) by mx.evil.test; Tue, 5 Mar 2030 20:00:00 +0000\n"
    ours = mail(result)
    below = mail(result, above=OURS + stranger)
    assert authentication(ours, HOST, [HOST]).vouches_for("gus@example.com")
    assert not authentication(below, HOST, [HOST]).has_header
    assert authentication(below, HOST).has_header


@pytest.mark.parametrize(
    ("dmarc", "good"),
    [("dmarc=none (p=none dis=none)", True), ("dmarc=fail (p=none dis=none)", False)],
)
def test_each_checker_of_our_host_may_write_a_header(dmarc: str, *, good: bool) -> None:
    """OpenDMARC's stands above OpenDKIM's, both above our Received line: what any says counts."""
    results = f"{dmarc} header.from=example.com", "spf=none smtp.mailfrom=example.com"
    signed = (
        'dkim=pass (2048-bit key) header.d=example.com header.i=@example.com header.b="I4R5nbJx"'
    )
    lines = "".join(f"Authentication-Results: {HOST}; {one}\n" for one in (*results, signed))
    found = authentication(mail(above=lines + OURS), HOST)
    assert found.vouches_for("gus@example.com") is good
    assert found.fails is not good


def test_what_came_with_the_mail_adds_nothing_to_what_we_found() -> None:
    """Below our Received line, or where there is none, only the topmost is read."""
    ours, forged = f"{HOST}; dkim=none", f"{HOST}; dkim=pass header.d=example.com"
    above = f"Authentication-Results: {ours}\n{OURS}"
    for raw in (mail(forged, above=above), mail(ours, forged), mail(ours, forged, above="")):
        assert not authentication(raw, HOST).vouches_for("gus@example.com")


@pytest.mark.parametrize("count", [70, 3000])
def test_a_result_with_many_comments_is_no_burden(count: int) -> None:
    """Nesting that would exhaust the parser is not handed to it."""
    nested = "(" * count + ")" * count
    text = f"{HOST}; dmarc=pass {nested} header.from=example.com"
    assert not authentication(mail(text), HOST).has_header


_PIECES = st.sampled_from(
    [
        *"; = . ( ) \" \\ @ / 1 2 \n".split(" "), " ", "\n ", HOST, "dkim", "dmarc", "spf", "=pass",
        "=fail", " header.d=example.com", " header.from=example.com", "none", "reason=", "é", "\x00",
    ]
)  # fmt: skip


@given(st.lists(_PIECES, max_size=40).map("".join))
def test_no_pieces_break_the_reading(text: str) -> None:
    """Whatever stands in the header, the answer is a value."""
    assert authentication(mail(f"{HOST}; {text}"), HOST).vouches_for("gus@nowhere.test") is False
