"""Keys of signatures, looked up in the domain name system (the extra "dkim" of the package)."""

from __future__ import annotations

from importlib.util import find_spec

_SECONDS = 5.0


def available() -> bool:
    """Whether the library is installed."""
    return find_spec("dns") is not None


class DnsKeys:
    """Looks up TXT records; what was found is kept for as long as its owner allows.

    Args:
        servers: addresses of name servers, or () for the system's own.
        port: where they listen.
        seconds: how long one question may take.
    """

    def __init__(
        self, servers: tuple[str, ...] = (), port: int = 53, seconds: float = _SECONDS
    ) -> None:
        import dns.resolver

        self._resolver = dns.resolver.Resolver(configure=not servers)
        if servers:
            self._resolver.nameservers = list(servers)
            self._resolver.port = port
        self._resolver.lifetime = seconds
        self._resolver.cache = dns.resolver.LRUCache(max_size=1000)

    def lookup(self, name: str) -> bytes | None:
        """The TXT record of a name, its strings joined; None if there is none or nobody answers."""
        import dns.exception

        try:
            answer = self._resolver.resolve(name, "TXT", search=False)
        except (dns.exception.DNSException, UnicodeError):
            return None
        return b"".join(answer[0].strings) if len(answer) else None
