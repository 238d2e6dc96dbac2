"""Finding and reading the settings file, and saying what is wrong with it."""

import difflib
import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import platformdirs
from pydantic import ValidationError

from gm.config.settings import PREFIX, Settings
from gm.errors import ConfigError
from gm.failpoints import armed_failpoint
from gm.plain_files import plain_file

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
            near = difflib.get_close_matches(key, list(Settings.model_fields), n=1)
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
