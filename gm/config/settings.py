"""Every setting of a server, with its default, its check and its sentence of help."""

from datetime import timedelta
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo

from pydantic import field_validator
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict

from gm.config.kinds import AddressStyle, Creators
from gm.config.mail_in import MailInSettings
from gm.config.mail_out import MailOutSettings
from gm.config.places import PlaceSettings
from gm.config.publishing import PublishSettings
from gm.config.running import RunningSettings

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
