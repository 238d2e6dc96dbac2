"""Whether a signature in a mail itself vouches for its sender: DKIM (RFC 6376), checked here.

For servers whose mail host does not say so in Authentication-Results. The library is optional and
the key comes from a port: this module opens no connection.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from gm.mail.addresses import domain_key, undisputed_sender
from gm.mail.authentication import aligned
from gm.mail.gate import header_of
from gm.mail.values import DEFAULT_LIMITS

if TYPE_CHECKING:
    from types import ModuleType

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


def _domain(address: str) -> str:
    return domain_key(address.rpartition("@")[2])


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
