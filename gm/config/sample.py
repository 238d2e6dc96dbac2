"""The settings file that explains itself, written from the settings' own descriptions."""

from collections.abc import Mapping
from pathlib import Path
from textwrap import wrap
from typing import Final

from gm.config.settings import Settings

_WIDTH: Final = 79
"""Columns of a comment."""

_HEADINGS: Final[Mapping[str, str]] = {
    "data_dir": "Where things lie",
    "server_name": "Who the server is",
    "listen_host": "Mail coming in: by SMTP or LMTP",
    "imap_host": "Mail coming in: from a mailbox",
    "identity": "Mail coming in: whom to believe",
    "transport": "Mail going out",
    "publish_to": "The public archive",
    "tick_seconds": "The clock",
    "health_host": "Watching it",
    "log_level": "The log",
}


def sample_config(values: Mapping[str, str | int | float | Path] | None = None) -> str:
    """A settings file that explains itself: every key with its help and its default.

    Args:
        values: settings to write in force; all others stay commented out.
    """
    chosen = dict(values or {})
    lines = [
        "# Settings of a gm server. A key behind a # shows its default, or an example",
        "# where that stands above it; take the # away to set it. GM_LISTEN_PORT=2525 in",
        "# the environment wins over listen_port here, and so for every key.",
    ]
    for key, field in Settings.model_fields.items():
        if key in _HEADINGS:
            lines += ["", f"# == {_HEADINGS[key]} =="]
        lines += [
            "",
            *wrap(
                field.description or "",
                _WIDTH,
                initial_indent="# ",
                subsequent_indent="# ",
                break_long_words=False,
                break_on_hyphens=False,
            ),
        ]
        if key in chosen:
            lines.append(f"{key} = {_as_toml(chosen[key])}")
            continue
        if key in _EXAMPLES:
            lines.append("# For example:")
        lines.append(f"# {key} = {_as_toml(_sample_value(key, field.default))}")
    return "\n".join(lines) + "\n"


_EXAMPLES: Final[Mapping[str, str | int]] = {
    "data_dir": "/var/lib/gm",
    "database": "/var/lib/gm/gm.sqlite3",
    "mailbox": "/var/lib/gm/mailbox",
    "maps": "/var/lib/gm/maps",
    "pictures": "/var/lib/gm/pictures",
    "templates": "/etc/gm/templates",
    "database_url": "postgresql://gm@db.example.org/gm",
    "listen_socket": "/run/gm/lmtp.sock",
    "tls_certificate": "/etc/gm/fullchain.pem",
    "tls_key": "/etc/gm/privkey.pem",
    "imap_host": "imap.example.org",
    "imap_user": "games@example.org",
    "imap_password": "",
    "imap_done_folder": "Processed",
    "mail_copy": "/mnt/other-disk/gm-mail",
    "maildir_inbox": "/var/mail/gm/Maildir",
    "auth_results_from": "mx.example.org",
    "health_port": 9117,
    "admin_address": "you@example.org",
    "list_address": "reports@games.example.org",
    "list_archive": "https://games.example.org/{game}/{phase}.html",
    "announce_address": "announce@games.example.org",
    "relay_user": "gm",
    "relay_password": "",
    "publish_to": "/var/www/games",
    "publish_url": "https://games.example.org/",
}


def _sample_value(key: str, default: object) -> str | int | float | Path:
    return default if isinstance(default, (int, float, str, Path)) else _EXAMPLES[key]


def _as_toml(value: str | float | Path) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (int, float)):
        return str(value)
    escaped = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
