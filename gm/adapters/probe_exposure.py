"""The doctor's look at what others could see or do: secrets in files, and who can reach us."""

from __future__ import annotations

import stat
import tomllib
from collections.abc import Iterator, Sequence
from ipaddress import ip_address
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from gm.app.keeping.doctor import Finding, Level
from gm.config import Settings

_SECRETS: Final = ("imap_password", "relay_password", "database_url")
_BY_OTHERS: Final = stat.S_IRWXO
_WRITE_BY_OTHERS: Final = stat.S_IWGRP | stat.S_IWOTH


def examine_secrets(settings: Settings, file: Path | None) -> Iterator[Finding]:
    """Yield whether others on this machine can read, or change, what is nobody else's business.

    Args:
        settings: which files and folders there are.
        file: the settings file in force, None without one.
    """
    findings = [*_settings_file(file), *_private_files(settings)]
    yield from findings or [
        Finding("secrets", Level.OK, "nobody else on this machine can read them")
    ]


def _settings_file(file: Path | None) -> Iterator[Finding]:
    mode = _mode(file)
    if file is None or mode is None:
        return
    if mode & _WRITE_BY_OTHERS:
        words = f"others than its owner may change {file}, and with it what gm does"
        yield Finding("secrets", Level.WARN, words, f"chmod go-w {file}")
    if mode & _BY_OTHERS and (held := _secrets_in(file)):
        names = " and ".join(f"GM_{name.upper()}" for name in held)
        words = f"everybody on this machine may read {file}, which holds {', '.join(held)}"
        yield Finding("secrets", Level.WARN, words, f"chmod o-rwx {file}; or set {names} instead")


def _secrets_in(file: Path) -> Sequence[str]:
    """Return the names of the secrets that a settings file holds itself."""
    values = tomllib.loads(file.read_text(encoding="utf-8"))
    return [name for name in _SECRETS if _is_secret(name, str(values.get(name, "")))]


def _is_secret(name: str, value: str) -> bool:
    return bool(urlsplit(value).password if name == "database_url" else value)


def _private_files(settings: Settings) -> Iterator[Finding]:
    """Yield which files and folders with mails, orders or keys are open to everybody.

    The data folder itself is looked at by itself; what lies in it is hidden by it.
    """
    key = settings.tls_key or settings.tls_certificate
    database = None if settings.database_url else settings.database_path
    for path, what in (
        (key, "the private key of the certificate"),
        (database, "orders, addresses and secrets"),
        (settings.mailbox, "mails with players' secrets"),
        (settings.mail_copy, "copies of all mails"),
        (settings.maildir_inbox, "mails that come in"),
    ):
        mode = _mode(path)
        if mode is not None and mode & _BY_OTHERS:
            words = f"everybody on this machine may look into {path}: {what}"
            yield Finding("secrets", Level.WARN, words, f"chmod o-rwx {path}")


def _mode(path: Path | None) -> int | None:
    """Return the bits of a file or folder; None where there is none, or it hides from us."""
    try:
        return None if path is None else path.stat().st_mode
    except OSError:
        return None


def examine_network(settings: Settings) -> Iterator[Finding]:
    """Yield whether more than this machine can reach the listener and the health page."""
    findings = [*_listener(settings), *_health(settings)]
    yield from findings or [
        Finding("network", Level.OK, "no more can be reached than needs to be")
    ]


def _listener(settings: Settings) -> Iterator[Finding]:
    host = settings.listen_host
    if settings.listen_socket is not None or is_loopback(host):
        return
    if _is_all(host):
        words = f"listen_host = {host}: the whole network can hand mail to gm"
        remedy = (
            "Set listen_host to 127.0.0.1 behind a mail server on this machine, else to one "
            "address, and let only your mail server through the firewall."
        )
        yield Finding("network", Level.WARN, words, remedy)
    if settings.auth_results_from:
        words = (
            f"auth_results_from = {settings.auth_results_from}: whoever reaches {host} port "
            f"{settings.listen_port} can write such results himself, and is believed"
        )
        remedy = (
            "Let nobody but the mail server that takes foreign ones off connect to it: listen_host "
            "= 127.0.0.1, or listen_socket; else leave auth_results_from out."
        )
        yield Finding("network", Level.WARN, words, remedy)


def _health(settings: Settings) -> Iterator[Finding]:
    if settings.health_port is not None and _is_all(settings.health_host):
        words = f"health_host = {settings.health_host}: the whole network can read the health page"
        remedy = "Set health_host to 127.0.0.1, or to the address of the network that watches gm."
        yield Finding("network", Level.WARN, words, remedy)


def is_loopback(host: str) -> bool:
    """Tell whether only this machine reaches an address that is listened on."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def _is_all(host: str) -> bool:
    try:
        return ip_address(host).is_unspecified
    except ValueError:
        return host in {"", "*", "0"}
