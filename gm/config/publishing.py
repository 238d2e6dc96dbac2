"""The settings of the public archive."""

from pathlib import Path

from pydantic import Field, field_validator
from pydantic_settings import BaseSettings


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
