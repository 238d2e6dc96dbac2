"""Signatures checked here: made with a key of our own, and tampered with."""

import dkim
import pytest

from gm.mail.authentication import available, dkim_vouches

# Made for these tests; it guards nothing.
KEY = b"""-----BEGIN RSA PRIVATE KEY-----
MIIEowIBAAKCAQEAxsQyQsLUdtHkjdDXWAkgfPqcI6pAF1sUWE5oKWMr4SM/IH8H
j7M6btu+AQ3tGE2+xAMGJmcVu/hd3NGmh+mC26CFR1e/AzRha48Za63GxDzMyNu/
SSasdhLRwf43PwK9nPJ3/gcWHgA4t5GHLYBOZQ39g5dux1++e3srj/Mb2/6l9PRc
MZ7NcaoejTg6xxIGj/fJwzDC9nK+KcgcYZjAx/l1pSIui6Ac8/gXvK24GHlXAI8A
kBcEu8MbWe+kYZTy9RwJNAgCTV7MoMCnGLk5GX8MZSk7ToXyRviziJxJsRqAxphr
A+JnXe+adAlBN+tR0G/rDVoxeLIW0d/Ll2JCzwIDAQABAoIBAAzUTzTByrNVgLtq
TliL+R7skTnc8zvusK6OLikZtoIf0TV9GznDctMnZWAbVTgkcH836wkPYG2uwHjH
NNslWK778Vd1k8pNYEpd6YXGFrrqjpT1xhSe3HvW0LK8AH+VdVheXK/tlHOFatqd
ztVUqIz/9j4/EQ57fFnrTT0Cao1H0mITFIOf25sT1THS1jxaiqQXU3hkNP9S35mY
UkOeEV1EOvCwDGnguv1fQwjlX+sEPMWU8ZJXsExh2kiOboUSxoEtMd0DPlcs4dOs
OCoPqu1GWA6P3dziYzMhM+M/U4qR1855M3DIiQD97zuU0M7MFhVd++6J1jfrgqEN
0UqgJpECgYEA6t2/Xy7J1jGlAg0HtJfk4iAatU06N6lo8jdgxUsR3oNqAutR7ydQ
MbC1Ryup4Udus6tw15duYMxkuav2b/VFILfFhq126bSjS3fLUETMin1Ha4KXhdBw
MLN3GMT3w3qqwRbpVp+R1lhLr27kVP1a37fj8QPakYKtuBaCZiKds58CgYEA2Kbf
cqklY/AGr4bU7wAcPHjoq4DUFu8RkKT5anL7+Nn4zb0PgWsU5AHYpNp+tVspoMEL
fCVnzqlaGKbLEliiRhWsQ1KR8qoqbnk77nr0UjfnTLEAAm+cL3/ZCUiiI04JjXHm
8aekxjz/U8BwbmylVzPKC/83NPXxVXW+xJQIotECgYBwoCN7/lDVgPryr9LpHAmr
EeAc3sqzFG757+pc0bHg9T2p5rRkrYJ8QZO8bEjLedixGd5D1B8fFgSbMMY9S+15
UgbLnXUvfurrbqe1dzhqlMbh3D7S8XBLOlQ7MYDqYXFupJECdASYN8EbgF7IDrI8
I8+PrNxr+LFbXJftaF4dWwKBgAxOtoTh/QDHYunXxALrw67fw3/yqpm+7QWFibG1
ZIEHiO3PHrFgbuhg/nim/Om6iwvZy5g628HOtxKNbx3UsStAEfAlIatiZVSvSGtM
ytJc4KPnrjN1Oa8tGRxA5w0QYtSJMvBpcJ/eWTbdyMVNILtqcsDpt64nhpUvQi4S
psbxAoGBAJJHjo3+XJP5bl1sgjyM/QOybPFELMJE4pvIHrCEf6MsNrttnLFfG9ST
WAyYvxiJgokq1t1/nCTqVbc+cUjXkCE4BGlIcD4OCadzhFxcBF8LcC2lPPz1P9At
ZB6tOaW1aWwGP4auA4PvRB6J3fkcJgVZ39oYmyxEqLGqYMACfzs1
-----END RSA PRIVATE KEY-----
"""
PUBLIC = (
    b"v=DKIM1; k=rsa; p="
    b"MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAxsQyQsLUdtHkjdDXWAkgfPqcI6pAF1sU"
    b"WE5oKWMr4SM/IH8Hj7M6btu+AQ3tGE2+xAMGJmcVu/hd3NGmh+mC26CFR1e/AzRha48Za63GxDzM"
    b"yNu/SSasdhLRwf43PwK9nPJ3/gcWHgA4t5GHLYBOZQ39g5dux1++e3srj/Mb2/6l9PRcMZ7Ncaoe"
    b"jTg6xxIGj/fJwzDC9nK+KcgcYZjAx/l1pSIui6Ac8/gXvK24GHlXAI8AkBcEu8MbWe+kYZTy9RwJ"
    b"NAgCTV7MoMCnGLk5GX8MZSk7ToXyRviziJxJsRqAxphrA+JnXe+adAlBN+tR0G/rDVoxeLIW0d/L"
    b"l2JCzwIDAQAB"
)
MAIL = (
    b"From: Gus <gus@example.com>\r\nTo: gm@example.org\r\nSubject: meadow\r\n"
    b"Date: Tue, 5 Mar 2030 20:00:00 +0000\r\n\r\nA Mun - Tyr\r\nF Kie - Den\r\n"
)
SIGNED = [b"From", b"To", b"Subject", b"Date"]


def signed(raw: bytes = MAIL, domain: bytes = b"example.com", **how: object) -> bytes:
    """The mail with a signature above it."""
    chosen: dict[str, object] = {"include_headers": SIGNED} | how
    return dkim.sign(raw, b"sel", domain, KEY, **chosen) + raw


def keys(name: str) -> bytes | None:
    """The keys that the world knows."""
    known = {"sel._domainkey.example.com", "sel._domainkey.evil.test", "sel._domainkey.com"}
    return PUBLIC if name in known else None


def vouches(raw: bytes, address: str = "gus@example.com") -> bool:
    """Whether the mail's signature vouches for the address."""
    return dkim_vouches(raw, address, keys)


def test_a_signature_vouches_for_its_domain() -> None:
    """In any case, with either line end, and for the domains below it."""
    assert available()
    assert vouches(signed())
    assert vouches(signed().replace(b"\r\n", b"\n"))
    assert vouches(signed(), "GUS@Example.COM")
    below = MAIL.replace(b"gus@example.com", b"gus@mail.example.com")
    assert vouches(signed(below), "gus@mail.example.com")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"A Mun - Tyr", b"A Mun - Boh"),
        (b"F Kie - Den\r\n", b"F Kie - Den\r\nA Ber H\r\n"),
        (b"Subject: meadow", b"Subject: heath"),
        (b"To: gm@", b"To: gm2@"),
        (b"Gus <gus@", b"Fay <gus@"),
        (b"From: Gus", b"From: Eve <eve@evil.test>\r\nFrom: Gus"),
        (b"Subject:", b"Subject: other\r\nSubject:"),
        (b"b=", b"b=A"),
        (b"DKIM-Signature: v=1", b"DKIM-Signature: v=2"),
    ],
)
def test_a_changed_mail_is_nobodys(old: bytes, new: bytes) -> None:
    """A byte of the text, a header, a second header, the signature itself."""
    raw = signed()
    assert old in raw
    assert not vouches(raw.replace(old, new, 1))


def test_a_signature_over_part_of_the_text_is_refused() -> None:
    """With l= anybody may write below what was signed."""
    assert not vouches(signed(length=True))
    assert not vouches(signed(length=True) + b"A Ber H\r\n")


@pytest.mark.parametrize("left_out", [b"To", b"Subject", b"Date"])
def test_a_header_left_out_is_refused(left_out: bytes) -> None:
    """What is not signed may have been put there by another."""
    assert not vouches(signed(include_headers=[name for name in SIGNED if name != left_out]))


def test_an_absent_header_needs_no_signature() -> None:
    """A mail without a Subject has none to sign."""
    bare = MAIL.replace(b"Subject: meadow\r\n", b"")
    assert vouches(signed(bare, include_headers=[b"From", b"To", b"Date"]))


@pytest.mark.parametrize("domain", [b"evil.test", b"com"])
def test_anothers_signature_proves_nothing(domain: bytes) -> None:
    """A right signature of another domain is no proof of this one."""
    assert not vouches(signed(domain=domain))


def test_the_address_asked_about_must_be_in_from() -> None:
    """A signature of one domain does not vouch for a sender elsewhere."""
    assert not vouches(signed(), "gus@evil.test")


def test_weak_and_missing_keys_prove_nothing() -> None:
    """SHA-1, no key in the directory, an answer that is no key."""
    assert not vouches(signed(signature_algorithm=b"rsa-sha1"))
    for answer in (None, b"", b"v=DKIM1; p=", b"v=DKIM1; k=rsa; p=AAAA", b"\xff\x00", b"hello"):
        assert not dkim_vouches(signed(), "gus@example.com", lambda name, a=answer: a)


def test_no_signature_is_no_proof_and_asks_nobody() -> None:
    """No name is looked up for a mail that claims nothing, or what could not be enough."""
    asked: list[str] = []

    def lookup(name: str) -> bytes | None:
        asked.append(name)
        return PUBLIC

    assert not dkim_vouches(MAIL, "gus@example.com", lookup)
    assert not dkim_vouches(signed(domain=b"evil.test"), "gus@example.com", lookup)
    assert not dkim_vouches(signed(length=True), "gus@example.com", lookup)
    assert asked == []


def test_a_second_signature_counts() -> None:
    """A list's or provider's signature above the sender's does no harm; after five nobody looks."""
    other = dkim.sign(MAIL, b"sel", b"evil.test", KEY, include_headers=SIGNED)
    assert vouches(other + signed())
    assert not vouches(other * 5 + signed())


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\n",
        b"DKIM-Signature: \n\n",
        b"DKIM-Signature: v=1; v=1\nFrom: gus@example.com\n\n",
        b"DKIM-Signature: a=rsa-sha256; d=\xff; s=x; h=from; b=x; bh=x; v=1\nFrom: gus@example.com\n\n",
        b"DKIM-Signature : v=1\nFrom: gus@example.com\n\n",
        b"no header at all",
    ],
)
def test_broken_signatures_are_no_proof(raw: bytes) -> None:
    """Whatever stands there, the answer is no."""
    assert not vouches(raw)
