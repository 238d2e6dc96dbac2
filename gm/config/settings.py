"""Every setting of a server, with its default, its check and its sentence of help: declared, read, and explained."""

import os
import tomllib
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from textwrap import wrap
from typing import Any, Final
from zoneinfo import ZoneInfo

import platformdirs
from pydantic import ValidationError, field_validator
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict

from gm.config.kinds import AddressStyle, Creators
from gm.config.mail import MailInSettings, MailOutSettings
from gm.config.server import PlaceSettings, PublishSettings, RunningSettings
from gm.errors import ConfigError
from gm.failpoints import armed_failpoint
from gm.languages.near_words import nearest
from gm.plain_files import plain_file

# Every setting of a server, with its default, its check and its sentence of help.

PREFIX: Final = "GM_"


class Settings(RunningSettings, PublishSettings, MailOutSettings, MailInSettings, PlaceSettings):
    """Every setting of a server, with its default; the descriptions make the sample file."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, frozen=True, extra="forbid")

    @field_validator(
        "data_dir",
        "database",
        "mailbox",
        "pictures",
        "templates",
        "maps",
        "sendmail_path",
        "listen_socket",
        "tls_certificate",
        "tls_key",
        "maildir_inbox",
        "mail_copy",
        "publish_to",
    )
    @classmethod
    def _expand_home(cls, value: Path | None) -> Path | None:
        return value.expanduser() if value is not None else None

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],  # noqa: ARG003 - the library sets the signature
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003 - likewise
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003 - likewise
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """The environment wins over the file, whose values come in as arguments."""
        return env_settings, init_settings

    @property
    def database_path(self) -> Path:
        """The SQLite file, wherever it is."""
        return self.database or self.data_dir / "gm.sqlite3"

    @property
    def database_place(self) -> Path | str:
        """The database: the URL of one that machines share, which may hold a secret, or the file."""
        url = self.database_url
        return self.database_path if url is None else url.get_secret_value()

    @property
    def mailbox_path(self) -> Path:
        """The folder of the maildir transport, wherever it is."""
        return self.mailbox or self.data_dir / "mailbox"

    @property
    def pictures_path(self) -> Path:
        """The folder of drawn pictures, wherever it is."""
        return self.pictures or self.data_dir / "pictures"

    @property
    def server_address(self) -> str:
        """The server's own bare address."""
        return f"{self.server_local_part}@{self.mail_domain}"

    def game_address(self, game: str) -> str:
        """The bare address of a game, in the style this server was set to."""
        if self.address_style is AddressStyle.BODY:
            return self.server_address
        if self.address_style is AddressStyle.NAME:
            return f"{game}@{self.mail_domain}"
        return f"{self.server_local_part}{self.address_delimiter}{game}@{self.mail_domain}"

    @property
    def creators(self) -> Creators | frozenset[str]:
        """Who may create games by mail: a kind of people, or addresses as they were written."""
        said = self.create_games
        return Creators(said) if said in set(Creators) else frozenset(said.split())

    @property
    def zone(self) -> ZoneInfo:
        """The time zone of those who name no other."""
        return ZoneInfo(self.timezone)

    @property
    def overdue_hold(self) -> timedelta:
        """How long overdue a phase may be and still be resolved without the GM."""
        return timedelta(minutes=self.overdue_hold_minutes)


# Finding and reading the settings file, and saying what is wrong with it.

FILE_NAME: Final = "gm.toml"

_PATHS: Final = (
    "data_dir",
    "database",
    "mailbox",
    "maps",
    "listen_socket",
    "tls_certificate",
    "tls_key",
    "maildir_inbox",
    "mail_copy",
)


def find_config(explicit: Path | None = None) -> Path | None:
    """The settings file to read, or None when there is none and the defaults serve.

    Raises:
        ConfigError: a file was asked for by name and is not there.
    """
    named = explicit or (Path(os.environ["GM_CONFIG"]) if os.environ.get("GM_CONFIG") else None)
    if named is not None:
        if not named.is_file():
            raise ConfigError(str(named), "", "there is no such file")
        return named
    places = (Path(FILE_NAME), platformdirs.user_config_path("gm") / FILE_NAME)
    return next((place for place in places if place.is_file()), None)


def load_settings(explicit: Path | None = None) -> Settings:
    """Read the settings, the environment winning over the file.

    Raises:
        ConfigError: naming the file or variable, the key and the reason.
    """
    armed_failpoint()
    path = find_config(explicit)
    values = _read_file(path) if path else {}
    try:
        return Settings(**values)
    except ValidationError as error:
        raise _as_config_error(error, path) from None


def _read_file(path: Path) -> dict[str, Any]:
    try:
        values = tomllib.loads(plain_file(path).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise ConfigError(str(path), "", f"cannot be read: {error}") from None
    for key in values:
        if key not in Settings.model_fields:
            near = nearest(key, Settings.model_fields)
            hint = f"; did you mean {near[0]}?" if near else ""
            raise ConfigError(str(path), key, f"there is no such setting{hint}")
    return _beside(path, values)


def _beside(path: Path, values: Mapping[str, Any]) -> dict[str, Any]:
    """Relative folders in a settings file are meant from where the file lies."""
    resolved = dict(values)
    for key in _PATHS:
        value = resolved.get(key)
        if isinstance(value, str):
            resolved[key] = path.resolve().parent / Path(value).expanduser()
    return resolved


def _as_config_error(error: ValidationError, path: Path | None) -> ConfigError:
    first = error.errors(include_url=False, include_input=False)[0]
    key = str(first["loc"][0]) if first["loc"] else ""
    variable = next((name for name in os.environ if name.upper() == PREFIX + key.upper()), None)
    source = f"environment variable {variable}" if variable else str(path or "settings")
    return ConfigError(
        source, key, _plainly(key, first["type"], first["msg"], first.get("ctx", {}))
    )


def _plainly(key: str, kind: str, message: str, bounds: Mapping[str, Any]) -> str:
    """Return what is wrong with a setting, in words of its reader and not of the checker."""
    match kind.split("_"):
        case ["value", "error"]:
            return message.removeprefix("Value error, ")
        case ["int", *_]:
            return "must be a whole number"
        case ["float", *_]:
            return "must be a number"
        case ["bool", *_]:
            return "must be true or false"
        case ["enum"]:
            return f"must be one of {bounds['expected']}".replace("'", "")
        case ["greater", "than"]:
            return f"must be more than {bounds['gt']:g}"
        case ["greater", "than", "equal"]:
            return f"must be {bounds['ge']:g} or more"
        case ["less", "than", "equal"]:
            return f"must be {bounds['le']:g} or less"
        case ["string", "too", "short"]:
            return "must not be empty"
    return f"is not what it must be. {Settings.model_fields[key].description}"


# The settings file that explains itself, written from the settings' own descriptions.

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
