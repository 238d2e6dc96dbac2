"""The settings of mail going out."""

from pathlib import Path

from pydantic import Field, SecretStr
from pydantic_settings import BaseSettings

from gm.config.kinds import Port, Tls, Transport


class MailOutSettings(BaseSettings):
    """How mail goes out."""

    transport: Transport = Field(
        default=Transport.MAILDIR,
        description="How mail leaves: maildir (kept here, sent nowhere), smtp (to a relay) "
        "or sendmail (the program).",
    )
    mailbox: Path | None = Field(
        default=None,
        description="The folder of the maildir transport. Without it, mailbox in data_dir.",
    )
    templates: Path | None = Field(
        default=None,
        description="The folder of your own templates of mails; they come before ours.",
    )
    mail_pictures: bool = Field(
        default=True,
        description="Reports bring pictures of the map, in games that do not say otherwise.",
    )
    pictures: Path | None = Field(
        default=None,
        description="The folder of drawn pictures, which may be emptied at any time. Without it, "
        "pictures in data_dir.",
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
    send_connections: int = Field(
        default=2, ge=1, le=20, description="How many connections to the relay there may be."
    )
    hard_bounces: int = Field(
        default=3,
        ge=1,
        description="After so many mails refused for good within seven days nothing is sent to an "
        "address, until its owner writes or the GM says so.",
    )
