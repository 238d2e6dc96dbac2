"""The settings of where things lie and who the server is."""

from pathlib import Path

import platformdirs
from pydantic import Field, SecretStr, field_validator
from pydantic_settings import BaseSettings

from gm.config.archives import ArchivePattern
from gm.config.kinds import Address, AddressStyle, Domain, LanguageName, ZoneName


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
