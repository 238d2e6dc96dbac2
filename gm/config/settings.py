"""Every setting of a server, with its default, its check and its sentence of help."""

import difflib
from datetime import timedelta
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Final
from zoneinfo import ZoneInfo, available_timezones

import platformdirs
from pydantic import AfterValidator, Field, SecretStr, field_validator
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict

PREFIX: Final = "GM_"


class Transport(StrEnum):
    """How mail leaves the server."""

    MAILDIR = "maildir"
    SMTP = "smtp"
    SENDMAIL = "sendmail"


class Tls(StrEnum):
    """How the connection to the relay is secured."""

    NONE = "none"
    STARTTLS = "starttls"
    TLS = "tls"


class AddressStyle(StrEnum):
    """What a game's own address looks like."""

    PLUS = "plus"
    NAME = "name"


class LogFormat(StrEnum):
    """Log lines for a person or for a program."""

    TEXT = "text"
    JSON = "json"


def _check_address(value: str) -> str:
    local, _, domain = value.rpartition("@")
    if not local or not domain or any(char.isspace() or char in "<>,;" for char in value):
        raise ValueError("not a bare mail address such as gm@games.example.org")
    return value


def _check_domain(value: str) -> str:
    labels = value.split(".")
    if not all(label and label.replace("-", "").isalnum() for label in labels):
        raise ValueError("not a domain name such as games.example.org")
    return value.lower()


def _check_zone(value: str) -> str:
    if value not in available_timezones():
        near = difflib.get_close_matches(value, available_timezones(), n=1)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise ValueError(f"no time zone of this name, they look like Europe/Dublin{hint}")
    return value


Address = Annotated[str, AfterValidator(_check_address)]
Domain = Annotated[str, AfterValidator(_check_domain)]
ZoneName = Annotated[str, AfterValidator(_check_zone)]
Port = Annotated[int, Field(ge=0, le=65535)]


class Settings(BaseSettings):
    """Every setting of a server, with its default; the descriptions make the sample file."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, frozen=True, extra="forbid")

    data_dir: Path = Field(
        default_factory=lambda: platformdirs.user_data_path("gm"),
        description="The folder that holds the database, the mailbox and the maps drawn.",
    )
    database: Path | None = Field(
        default=None,
        description="The SQLite file. Without it, gm.sqlite3 in data_dir.",
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
        description="A game's address in our mails: plus (gm+tara@...) or name (tara@...). "
        "Both are always understood.",
    )
    admin_address: Address | None = Field(
        default=None,
        description="Who is told when the server itself needs help. Without it, only the log.",
    )
    list_address: Address | None = Field(
        default=None,
        description="The mailing list that gets the season reports of games with no own list.",
    )
    timezone: ZoneName = Field(
        default="UTC",
        description="The time zone of games that name no other, as Europe/Dublin.",
    )

    listen_host: str = Field(
        default="127.0.0.1",
        min_length=1,
        description="The address the SMTP listener binds to. Keep it on loopback behind "
        "a mail server.",
    )
    listen_port: Port = Field(
        default=8025,
        description="The port of the SMTP listener. 0 lets the system choose one.",
    )
    max_message_bytes: int = Field(
        default=10 * 1024 * 1024,
        ge=64 * 1024,
        description="The largest mail taken in, in bytes. Larger ones are refused at once.",
    )

    transport: Transport = Field(
        default=Transport.MAILDIR,
        description="How mail leaves: maildir (kept here, sent nowhere), smtp (to a relay) "
        "or sendmail (the program).",
    )
    mailbox: Path | None = Field(
        default=None,
        description="The folder of the maildir transport. Without it, mailbox in data_dir.",
    )
    relay_host: str = Field(
        default="127.0.0.1",
        min_length=1,
        description="The mail server that takes our mail when transport is smtp.",
    )
    relay_port: Port = Field(default=25, description="Its port: 25, 587 or 465.")
    relay_tls: Tls = Field(
        default=Tls.NONE,
        description="Its encryption: none (loopback only), starttls (587) or tls (465).",
    )
    relay_user: str | None = Field(default=None, description="The user name for the relay.")
    relay_password: SecretStr | None = Field(
        default=None,
        description="The password for the relay. Better kept in GM_RELAY_PASSWORD than here.",
    )
    relay_timeout_seconds: float = Field(
        default=30.0, gt=0, description="How long to wait for the relay, in seconds."
    )
    sendmail_path: Path = Field(
        default=Path("/usr/sbin/sendmail"),
        description="The program that takes our mail when transport is sendmail.",
    )

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

    log_level: str = Field(
        default="info",
        pattern="^(debug|info|warning|error)$",
        description="How much is logged: debug, info, warning or error.",
    )
    log_format: LogFormat = Field(
        default=LogFormat.TEXT, description="Log lines as text for people or json for programs."
    )

    @field_validator("data_dir", "database", "mailbox", "maps", "sendmail_path")
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
    def mailbox_path(self) -> Path:
        """The folder of the maildir transport, wherever it is."""
        return self.mailbox or self.data_dir / "mailbox"

    @property
    def server_address(self) -> str:
        """The server's own bare address."""
        return f"{self.server_local_part}@{self.mail_domain}"

    def game_address(self, game: str) -> str:
        """The bare address of a game, in the style this server was set to."""
        if self.address_style is AddressStyle.NAME:
            return f"{game}@{self.mail_domain}"
        return f"{self.server_local_part}{self.address_delimiter}{game}@{self.mail_domain}"

    @property
    def zone(self) -> ZoneInfo:
        """The time zone of those who name no other."""
        return ZoneInfo(self.timezone)

    @property
    def overdue_hold(self) -> timedelta:
        """How long overdue a phase may be and still be resolved without the GM."""
        return timedelta(minutes=self.overdue_hold_minutes)
