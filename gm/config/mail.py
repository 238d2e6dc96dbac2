"""The settings of mail: coming in, going out, and what makes us believe it."""

from pathlib import Path

from pydantic import Field, SecretStr, ValidationInfo, field_validator
from pydantic_settings import BaseSettings

from gm.config.kinds import Creators, CreatorWords, Port, Proof, Protocol, Tls, Transport

# The settings of mail coming in, and of what makes us believe it.


class MailInSettings(BaseSettings):
    """How mail comes in, and whom we believe."""

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
    listen_protocol: Protocol = Field(
        default=Protocol.SMTP,
        description="What the listener speaks: smtp, or lmtp behind a mail server that has a queue.",
    )
    listen_socket: Path | None = Field(
        default=None,
        description="A UNIX socket to listen on in place of the port, for lmtp on one machine.",
    )
    connections_per_peer: int = Field(
        default=10,
        ge=1,
        le=100,
        description="How many connections one machine may have to the listener at once, of 100 "
        "altogether; this machine, and the addresses among trusted_hosts, may have them all.",
    )
    tls_certificate: Path | None = Field(
        default=None,
        description="A certificate chain in PEM form; with it STARTTLS is offered to senders.",
    )
    tls_key: Path | None = Field(
        default=None, description="Its private key. Without it, it is in the file of the chain."
    )
    max_message_bytes: int = Field(
        default=10 * 1024 * 1024,
        ge=64 * 1024,
        description="The largest mail taken in, in bytes. Larger ones are refused at once.",
    )

    imap_host: str | None = Field(
        default=None,
        description="A mailbox at a provider to fetch mail from: its IMAP server.",
    )
    imap_port: Port = Field(default=993, description="Its port: 993, or 143 with starttls.")
    imap_tls: Tls = Field(
        default=Tls.TLS,
        description="Its encryption: tls (993), starttls (143) or none (loopback).",
    )
    imap_user: str | None = Field(default=None, description="The user name for the mailbox.")
    imap_password: SecretStr | None = Field(
        default=None,
        description="The password for the mailbox. Better kept in GM_IMAP_PASSWORD than here.",
    )
    imap_folder: str = Field(default="INBOX", min_length=1, description="The folder to read.")
    imap_done_folder: str | None = Field(
        default=None,
        description="A folder that mail is moved to once it is stored here. Without it, mail "
        "stays where it is.",
    )
    imap_poll_seconds: float = Field(
        default=60.0,
        ge=1,
        le=900,
        description="How often the mailbox is looked into, even if the server tells of new mail.",
    )
    maildir_inbox: Path | None = Field(
        default=None,
        description="A Maildir that another program delivers our mail into, to be emptied by us.",
    )

    mail_copy: Path | None = Field(
        default=None,
        description="A folder on another disk for a second copy of every mail that comes in; with "
        "it and a backup `gm inbox restore` makes a lost server whole again.",
    )

    identity: Proof = Field(
        default=Proof.PROOF,
        description="Whom we believe: proof (the secret reply address, or a mail server's word) "
        "or sender (the From line; for private networks only).",
    )
    auth_results_from: str | None = Field(
        default=None,
        description="The name by which our own mail server signs its Authentication-Results; no "
        "other's are believed.",
    )
    check_dkim: bool = Field(
        default=False,
        description="Whether we check DKIM signatures ourselves; true needs gm-pbem[dkim].",
    )
    trusted_hosts: str = Field(
        default="",
        description="Our own mail servers, with blanks between them: the time in their Received "
        "line is when a mail came.",
    )
    reader_seconds: float = Field(
        default=2.0, gt=0, le=60, description="How long reading one mail may take, in seconds."
    )
    sender_mails_a_day: int = Field(
        default=1_000,
        ge=1,
        description="How many mails of one sender are taken in a day (UTC); who proves who he is "
        "may send ten times as many. What is more waits with his mail server.",
    )
    sender_mb_a_day: int = Field(
        default=100,
        ge=1,
        description="How many megabytes of one sender are taken in a day; ten times as many "
        "where he proves who he is.",
    )
    strangers_mb_a_day: int = Field(
        default=1_000,
        ge=1,
        description="How many megabytes are taken in a day of all together who prove nothing.",
    )
    answers_a_day: int = Field(
        default=100, ge=1, description="How many answers a player gets in a day; then one a day."
    )
    answers_a_day_to_strangers: int = Field(
        default=5, ge=0, description="How many answers anybody else gets in a day."
    )
    create_games: CreatorWords = Field(
        default=Creators.GMS.value,
        description="Who may create games by mail: nobody, gms (admin_address and the GMs of games "
        "here), anybody, or the addresses that may beside admin_address, with blanks between them.",
    )

    @field_validator("imap_done_folder")
    @classmethod
    def _check_done_folder(cls, value: str | None, info: ValidationInfo) -> str | None:
        """Refuse the folder that is read: what is moved there would be new mail again.

        INBOX is the same folder however it is spelled (RFC 3501, 5.1).
        """
        read = info.data.get("imap_folder", "")
        if value is not None and (value == read or value.upper() == read.upper() == "INBOX"):
            raise ValueError("mail is read from this folder: name another, or leave it out")
        return value


# The settings of mail going out.


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
