"""Whether a mail is from whom it says: Authentication-Results of our own host (RFC 8601), and DKIM (RFC 6376)."""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

import authres
from authres.core import AuthenticationResult, AuthResError

from gm.mail.addresses import domain_key, undisputed_sender
from gm.mail.bounds import header_of
from gm.mail.headers import Headers, raw_text
from gm.mail.timestamps import written_by
from gm.mail.values import DEFAULT_LIMITS

if TYPE_CHECKING:
    from types import ModuleType


# What our own mail host found out about a sender: Authentication-Results (RFC 8601).
#
# Anybody can write such a header. Only those with the configured name count: all that stand above the
# first Received line, which our host writes when it takes a mail, for each of its checkers (DKIM, SPF,
# DMARC) may put a header of its own there; else the topmost alone. The host has to take foreign headers
# with its own name out of incoming mail (RFC 8601, 5); where the names of our hosts are known, a
# header below a line that another host wrote does not count either.

_LONGEST = 8000
_MOST_COMMENTS = 60
_MOST_HEADERS = 10
_PIECE = re.compile(r'\\.|["();]|[^"();\\]+|\\', re.S)
_PROPERTY = re.compile(r"^(?:[^@]*@)?((?:[a-z0-9_-]+\.)+[a-z0-9-]+)\.?$", re.I | re.A)


@dataclass(frozen=True, slots=True)
class Authentication:
    """What the host said of one mail; everything in lower case.

    Attributes:
        has_header: whether a header of our host's was there and could be read.
        dmarc: the result of DMARC, "" if none was given.
        dmarc_domain: the From domain it was given for, "" if not said: then for nobody's.
        dkim: the domains of signatures that passed.
        spf: the envelope sender's domain, if SPF passed for it.
    """

    has_header: bool = False
    dmarc: str = ""
    dmarc_domain: str = ""
    dkim: frozenset[str] = frozenset()
    spf: str = ""

    def vouches_for(self, address: str, *, spf_counts: bool = False) -> bool:
        """Whether the host is certain that this From address belongs to the sender.

        DMARC passed and names its domain, or a signature passed whose domain is the address's own
        or stands above it. DMARC that failed wins over both.

        Args:
            address: a bare address, as in From.
            spf_counts: let SPF with the same domain be enough; forwarding and shared hosts make
                it weak.
        """
        domain = _domain(address)
        if not domain or self.fails:
            return False
        if self.dmarc == "pass" and self.dmarc_domain == domain:
            return True
        signed = any(aligned(domain, signer) for signer in self.dkim)
        return signed or (spf_counts and self.spf != "" and aligned(domain, self.spf))

    @property
    def fails(self) -> bool:
        """Whether the owner of the From domain disowns the mail by DMARC."""
        return self.dmarc == "fail"


NOTHING_FOUND = Authentication()


def authentication(raw: bytes, authserv_id: str, hosts: Collection[str] = ()) -> Authentication:
    """What the configured host found out about a message.

    Args:
        raw: the message as received.
        authserv_id: the name by which our host signs its results; "" trusts nobody.
        hosts: the names of our mail hosts; if given, results that stand below a Received line
            of another host are not ours.
    """
    headers = header_of(raw, DEFAULT_LIMITS) if authserv_id else None
    if headers is None:
        return NOTHING_FOUND
    results = _results(headers, authserv_id, hosts)
    if undisputed_sender(headers) is None and not results.fails:
        # Our host may have looked at another author than we would.
        return NOTHING_FOUND
    return results


def _results(headers: Headers, authserv_id: str, hosts: Collection[str]) -> Authentication:
    above: list[str] = []
    taken = False
    for name, value in headers.fields:
        if name == "received":
            known = not hosts or written_by(value, hosts)
            if above or not known:
                return _read(above if known else above[:1])
            taken = True
        if name == "authentication-results":
            text = raw_text(value)
            if _author(text) == domain_key(authserv_id):
                if taken:
                    return _read([text])
                above.append(text)
    return _read(above[:1])  # nothing tells which of them were there when the mail came


def aligned(domain: str, signer: str) -> bool:
    """Whether a signer may speak for a From domain: as itself, or as one it lies below.

    Narrower than "relaxed" alignment (RFC 7489, 3.1.1), which needs the list of public suffixes:
    a domain below does not speak for the one above, since many give theirs away by the piece.
    """
    return signer == domain or ("." in signer and domain.endswith("." + signer))


def _domain(address: str) -> str:
    return domain_key(address.rpartition("@")[2])


def _author(text: str) -> str:
    """The name in front of the first semicolon, comments and a version aside; "" if unreadable."""
    head = re.sub(r"\([^()]{0,500}\)", " ", text.partition(";")[0]).split()
    named = domain_key(head[0].strip('"')) if head and head[0].isascii() else ""
    return named if head[1:] in ([], ["1"]) else ""


def _read(texts: Sequence[str]) -> Authentication:
    """The results in headers of our host's; nothing, where they are not as they should be."""
    given = [result for text in texts[:_MOST_HEADERS] for result in _given(text)]
    if not given:
        return NOTHING_FOUND
    dmarc = [result for result in given if result.method.lower() == "dmarc"]
    verdicts = {result.result.lower() for result in dmarc}
    domains = {_value(result, "header", "from", unreadable="?") for result in dmarc}
    return Authentication(
        has_header=True,
        dmarc="fail" if "fail" in verdicts else (min(verdicts) if len(verdicts) == 1 else ""),
        dmarc_domain=domains.pop() if len(domains) == 1 else ("?" if domains else ""),
        dkim=frozenset(filter(None, (_signer(result) for result in given))),
        spf=next(filter(None, (_envelope(result) for result in given)), ""),
    )


def _given(text: str) -> Iterator[AuthenticationResult]:
    head, *clauses = _clauses(text)
    return (result for clause in clauses for result in _results_in(f"{head};{clause}"))


def _clauses(text: str) -> list[str]:
    """The pieces between semicolons outside comments and quotes; one piece if those do not close."""
    pieces = [""]
    depth, quoted = 0, False
    if len(text) > _LONGEST or text.count("(") > _MOST_COMMENTS:
        return pieces
    for piece in _PIECE.findall(text):
        quoted ^= piece == '"' and depth == 0
        if not quoted:
            depth += (piece == "(") - (piece == ")")
        if depth < 0:
            return [""]
        if piece == ";" and depth == 0 and not quoted:
            pieces.append("")
        else:
            pieces[-1] += piece
    return [""] if depth or quoted else pieces


def _results_in(text: str) -> list[AuthenticationResult]:
    """The result of a header with one clause; none if it cannot be read."""
    try:
        header = authres.parse_value(text)
    except (AuthResError, RecursionError):
        return []
    return [result for result in header.results if isinstance(result, AuthenticationResult)]


def _passed(result: AuthenticationResult, method: str) -> bool:
    return bool(result.method.lower() == method and result.result.lower() == "pass")


def _signer(result: AuthenticationResult) -> str:
    """The domain of a signature that passed: header.d, or else that of header.i."""
    if not _passed(result, "dkim"):
        return ""
    return _value(result, "header", "d") or _value(result, "header", "i")


def _envelope(result: AuthenticationResult) -> str:
    return _value(result, "smtp", "mailfrom") if _passed(result, "spf") else ""


def _value(result: AuthenticationResult, kind: str, name: str, unreadable: str = "") -> str:
    """The domain in a property: "" if it was not given, or as said if it cannot be told."""
    values = [
        p.value for p in result.properties if (p.type.lower(), p.name.lower()) == (kind, name)
    ]
    if not values:
        return ""
    match = _PROPERTY.match(values[0] or "") if len(values) == 1 else None
    return match[1].lower() if match else unreadable


# Whether a signature in a mail itself vouches for its sender: DKIM (RFC 6376), checked here.
#
# For servers whose mail host does not say so in Authentication-Results. The library is optional and
# the key comes from a port: this module opens no connection.

KeyLookup = Callable[[str], bytes | None]
"""The TXT record of a domain name, its strings joined; None if there is none."""

_MOST_SIGNATURES = 5
_SMALLEST_KEY = 1024
_STRONG = {b"rsa-sha256", b"ed25519-sha256"}
# Where these are not signed, what they say could be somebody else's (RFC 6376, 5.4).
_MUST_BE_SIGNED = (b"from", b"subject", b"to", b"date")


def available() -> bool:
    """Whether the library is installed."""
    return find_spec("dkim") is not None


def dkim_vouches(raw: bytes, address: str, lookup: KeyLookup) -> bool:
    """Whether a signature that holds was made by the domain of this From address.

    Signatures that cover only a beginning of the text (l=), that leave out From or what else a
    reader goes by, or that have expired, are refused.

    Args:
        raw: the message as received.
        address: the bare address in From.
        lookup: where keys come from; what it raises is let through.
    """
    headers = header_of(raw, DEFAULT_LIMITS)
    if headers is None or not available() or len(raw) > DEFAULT_LIMITS.size:
        return False
    sender = undisputed_sender(headers)
    if sender is None or _domain(sender.address) != _domain(address):
        return False
    # The library wants the line ends over which signatures are made. A lone CR is none to them.
    message = raw.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
    return any(
        _vouches(message, index, _domain(address), lookup) for index in range(_MOST_SIGNATURES)
    )


def _vouches(message: bytes, index: int, domain: str, lookup: KeyLookup) -> bool:
    """Whether one signature of a message is fit, was made by the domain, and holds."""
    library = _library()

    def text_record(name: bytes | str, timeout: int = 5) -> bytes | None:  # noqa: ARG001 - its hook
        return lookup((name.decode("ascii") if isinstance(name, bytes) else name).rstrip("."))

    try:
        checker = library.DKIM(message, minkey=_SMALLEST_KEY)
        if not checker.verify_headerprep(index):
            return False
        names = Counter(name.strip().lower() for name, _ in checker.headers)
        fit = _is_fit(checker.signature_fields, names, checker.include_headers, domain)
        return fit and bool(checker.verify(idx=index, dnsfunc=text_record))
    except (library.DKIMException, UnicodeError, ValueError):
        return False


def _is_fit(
    tags: Mapping[bytes, bytes], names: Mapping[bytes, int], signed: Sequence[bytes], domain: str
) -> bool:
    """Whether a signature, if it holds, covers what a reader goes by and is of this domain.

    A field signed once but there twice could be a sender's second one (RFC 6376, 8.15).
    """
    signer = domain_key(tags[b"d"].decode("ascii"))
    covered = all(signed.count(name) >= names.get(name, 0) for name in _MUST_BE_SIGNED)
    strong = tags[b"a"].strip().lower() in _STRONG
    return aligned(domain, signer) and strong and covered and b"l" not in tags


@cache
def _library() -> "ModuleType":
    return import_module("dkim")
