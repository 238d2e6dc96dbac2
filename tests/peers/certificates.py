"""A certificate for loopback, signed by itself: for whoever checks it, it is its own authority."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tests.peers.programs import find, run


@dataclass(frozen=True, slots=True)
class Certificate:
    """Two PEM files: the certificate, which a client may trust, and its key."""

    chain: Path
    key: Path


def make_certificate(folder: Path) -> Certificate:
    """Make a certificate for the host `localhost` and the address 127.0.0.1, good for two days."""
    made = Certificate(folder / "certificate.pem", folder / "key.pem")
    command = [find("openssl"), "req", "-x509", "-newkey", "ec", "-pkeyopt"]
    command += ["ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
    command += ["-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"]
    run([*command, "-out", str(made.chain), "-keyout", str(made.key)], "openssl")
    return made
