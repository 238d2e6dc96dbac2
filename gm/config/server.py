"""The settings of a server: where things lie and who it is, its archive, clock, log and what is watched."""

import re
from pathlib import Path
from typing import Annotated, Final

import platformdirs
from pydantic import AfterValidator, Field, SecretStr, field_validator
from pydantic_settings import BaseSettings

from gm.config.kinds import Address, AddressStyle, Domain, LanguageName, LogFormat, Port, ZoneName

# The pattern of the URLs at which mails of a list can be read again, and its check.

WORDS: Final = ("game", "phase", "hash", "id")
"""What may stand in braces: the game's name, the phase reported, the digest of the mail's Message-ID
that Mailman's archives use, and that id itself."""

_WORD = re.compile(r"\{([^{}]*)\}")
_URL = re.compile(r"https?://[!-;=?-~]+", re.ASCII)
_LONGEST: Final = 500


def checked_pattern(text: str) -> str:
    """Return a pattern; ValueError says what is wrong with it."""
    pattern = text.strip()
    if not _URL.fullmatch(pattern) or len(pattern) > _LONGEST:
        raise ValueError("not a URL such as https://games.example.org/{game}/{phase}.html")
    unknown = [word for word in _WORD.findall(pattern) if word not in WORDS]
    if unknown or set("{}") & set(_WORD.sub("", pattern)):
        named = ", ".join(f"{{{word}}}" for word in WORDS)
        raise ValueError(f"in braces there may stand only {named}")
    return pattern


ArchivePattern = Annotated[str, AfterValidator(checked_pattern)]


# The settings of where things lie and who the server is.


class PlaceSettings(BaseSettings):
    """Where things lie, and who the server is."""

    data_dir: Path = Field(
        default_factory=lambda: platformdirs.user_data_path("gm"),
        description="The folder that holds the database, the mailbox and the maps drawn.",
    )
    database: Path | None = Field(
        default=None,
        description="The SQLite file. Without it, gm.sqlite3 in data_dir.",
    )
    database_url: SecretStr | None = Field(
        default=None,
        description="A PostgreSQL database in place of the SQLite file, for several machines: "
        "postgresql://gm@db.example.org/gm. Better kept in GM_DATABASE_URL than here.",
    )

    maps: Path | None = Field(
        default=None,
        description="The folder of your own maps, a folder for each; they come before ours.",
    )

    server_name: str = Field(
        default="The game master",
        min_length=1,
        max_length=60,
        description="The name beside the server's address in every mail it sends.",
    )
    mail_domain: Domain = Field(
        default="gm.localhost",
        description="The domain the server gets its mail at, the part after the @.",
    )
    server_local_part: str = Field(
        default="gm",
        pattern=r"^[A-Za-z0-9._-]+$",
        description="The server's own name at that domain, the part before the @.",
    )
    address_delimiter: str = Field(
        default="+",
        pattern=r"^[+=_-]$",
        description="The sign between the server's name and a game's: + as in gm+tara.",
    )
    address_style: AddressStyle = Field(
        default=AddressStyle.PLUS,
        description="A game's address in our mails: plus (gm+tara@...), name (tara@...), or "
        "body: only the server's own address is used, and a line in the text names seat and game, "
        "for a mailbox that has no other addresses. All are always understood.",
    )
    admin_address: Address | None = Field(
        default=None,
        description="Who is told when the server itself needs help. Without it, only the log.",
    )
    list_address: Address | None = Field(
        default=None,
        description="The mailing list that gets the season reports of games with no own list.",
    )
    list_archive: ArchivePattern | None = Field(
        default=None,
        description="Where a mail to a list can be read again in the web: {game} stands for the "
        "game's name, {phase} for the phase reported, {hash} and {id} for the mail, as archives "
        "name it.",
    )
    announce_address: Address | None = Field(
        default=None,
        description="The mailing list that is told of games that take players, begin and end.",
    )
    timezone: ZoneName = Field(
        default="UTC",
        description="The time zone of games that name no other, as Europe/Dublin.",
    )
    language: LanguageName = Field(
        default="en",
        description="The language of games that name no other, and of mails that are about none: "
        "en, de or ga.",
    )

    @field_validator("database_url")
    @classmethod
    def _check_url(cls, value: SecretStr | None) -> SecretStr | None:
        """Refuse what names no PostgreSQL database; what was written is a secret all the same."""
        if value and not value.get_secret_value().startswith(("postgresql://", "postgres://")):
            raise ValueError("not of the form postgresql://user@host/name")
        return value


# The settings of the public archive.


def web_folder(url: str) -> str:
    """Return the address of a folder in the web, ending in "/"; ValueError if it is none."""
    if not url.startswith(("https://", "http://")) or set(url) & set(' "<>?#'):
        raise ValueError("not of the form https://games.example.org/archive/")
    return url if url.endswith("/") else f"{url}/"


class PublishSettings(BaseSettings):
    """Where the public archive of the games is written, and where it is found."""

    publish_to: Path | None = Field(
        default=None,
        description="The folder for a web server to show, which holds a page of every game and "
        "season. It is brought up to date whenever something public happens. Without it, only "
        "gm publish writes one.",
    )
    publish_url: str | None = Field(
        default=None,
        description="Where that folder is found in the web, for programs that follow its feeds.",
    )

    @field_validator("publish_url")
    @classmethod
    def _check_publish_url(cls, value: str | None) -> str | None:
        return value if value is None else web_folder(value)


# The settings of the clock, the log and what is watched.


class RunningSettings(BaseSettings):
    """The clock, the log, and what is watched."""

    tick_seconds: float = Field(
        default=5.0,
        gt=0,
        le=60,
        description="How often the server looks for new mail and due deadlines, in seconds.",
    )
    overdue_hold_minutes: float = Field(
        default=15.0,
        ge=0,
        description="A deadline missed by more than this, while the server was down, "
        "waits for the GM.",
    )
    settle_seconds: float = Field(
        default=0.0,
        ge=0,
        le=3600,
        description="How long after a deadline mail that our own mail server took in time is "
        "waited for, in seconds.",
    )
    clock_jump_minutes: float = Field(
        default=5.0,
        gt=0,
        description="A clock that jumps by more than this resolves nothing until the GM looks.",
    )
    free_space_mb: int = Field(
        default=50, ge=0, description="With less space on the disk than this nothing is resolved."
    )

    health_host: str = Field(
        default="127.0.0.1", min_length=1, description="Where the health page is served."
    )
    health_port: Port | None = Field(
        default=None,
        description="The port of the health page and the metrics (/health, /metrics).",
    )

    log_level: str = Field(
        default="info",
        pattern="^(debug|info|warning|error)$",
        description="How much is logged: debug, info, warning or error.",
    )
    log_format: LogFormat = Field(
        default=LogFormat.TEXT, description="Log lines as text for people or json for programs."
    )
