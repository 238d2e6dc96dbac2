"""The certificate we show to those who send us mail, read again whenever it is renewed."""

from __future__ import annotations

import logging
import ssl
import threading
from pathlib import Path

from gm.errors import ConfigError

_log = logging.getLogger(__name__)

_Stamp = tuple[tuple[int, int, int], ...]


class Certificate:
    """A certificate chain and its key, in PEM files that somebody renews now and then.

    A renewed pair that does not fit together, such as one that is half written, is not used: what
    was good before stays in force until the files change again.

    Args:
        chain: the certificates, ours first; key: the private key, if it is in another file.

    Raises:
        ConfigError: the files cannot be used.
    """

    def __init__(self, chain: Path, key: Path | None = None) -> None:
        self._chain = chain
        self._key = key
        self._lock = threading.Lock()
        try:
            self._stamp = self._look()
            self._context = self._load()
        except (OSError, ssl.SSLError) as fault:
            reason = f"the certificate {chain} cannot be used: {fault}"
            raise ConfigError("", "tls_certificate", reason) from fault

    def context(self) -> ssl.SSLContext:
        """Return what a new connection uses."""
        self.renew()
        return self._context

    def renew(self, *, anyway: bool = False) -> None:
        """Read the files again if they have changed, or anyway."""
        with self._lock:
            try:
                stamp = self._look()
                if stamp == self._stamp and not anyway:
                    return
                self._stamp = stamp
                self._context = self._load()
            except (OSError, ssl.SSLError) as fault:
                _log.error("the renewed certificate %s cannot be used: %s", self._chain, fault)
            else:
                _log.info("the certificate %s has been read anew", self._chain)

    def _look(self) -> _Stamp:
        looked = [path.stat() for path in (self._chain, self._key) if path is not None]
        return tuple((stat.st_mtime_ns, stat.st_size, stat.st_ino) for stat in looked)

    def _load(self) -> ssl.SSLContext:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.load_cert_chain(self._chain, self._key)
        return context
