"""A Dovecot of our own: mailboxes read by IMAP and filled by LMTP, and a judge of passwords.

Every user exists and has the same password. The part of an address behind `+` is not looked at.
"""

from __future__ import annotations

import smtplib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.peers.certificates import Certificate, make_certificate
from tests.peers.programs import (
    PATIENCE,
    Daemon,
    as_root,
    find,
    free_port,
    listens,
    open_folder,
    run,
)

TRIES = 5
"""How often a mail is handed to Dovecot that does not take it for now."""

PASSWORD = "open-sesame"
"""The password of every mailbox."""

TIED_TO_US = ("setpriv", "--pdeathsig", "TERM")
"""Should we die, it ends."""

CONFIGURATION = """\
protocols = imap lmtp
listen = 127.0.0.1
base_dir = {folder}/run
state_dir = {folder}/state
log_path = {folder}/log
ssl = yes
ssl_cert = <{certificate.chain}
ssl_key = <{certificate.key}
disable_plaintext_auth = no
mail_location = maildir:{folder}/mail/%n
mail_uid = nobody
mail_gid = nogroup
first_valid_uid = 1
first_valid_gid = 1
auth_username_format = %Ln
auth_mechanisms = plain login
# Else a word of it now and then wakes whoever has overheard that mail came.
imap_idle_notify_interval = 29 mins
# A wrong password is answered at once, and not held against the next.
auth_failure_delay = 0
service anvil {{
  unix_listener anvil-auth-penalty {{
    mode = 0
  }}
}}
recipient_delimiter = +
passdb {{
  driver = static
  args = password={password}
}}
userdb {{
  driver = static
  args = uid=nobody gid=nogroup home={folder}/mail/%n allow_all_users=yes
}}
service imap-login {{
  inet_listener imap {{
    port = {imap}
  }}
  inet_listener imaps {{
    port = {imaps}
    ssl = yes
  }}
}}
service lmtp {{
  inet_listener lmtp {{
    address = 127.0.0.1
    port = {lmtp}
  }}
}}
service auth {{
  inet_listener {{
    address = 127.0.0.1
    port = {auth}
  }}
}}
"""


@dataclass
class Dovecot:
    """A Dovecot that runs.

    Attributes:
        folder: where everything of it lies.
        certificate: what it shows to those who ask for TLS.
        imap, imaps, lmtp: where it listens, on loopback; the same after a restart.
        auth: where it answers Postfix about passwords.
    """

    folder: Path
    certificate: Certificate
    imap: int = field(default_factory=free_port)
    imaps: int = field(default_factory=free_port)
    lmtp: int = field(default_factory=free_port)
    auth: int = field(default_factory=free_port)
    _daemon: Daemon | None = None

    def create(self) -> None:
        """Write its configuration and make the folder of the mailboxes."""
        filled = CONFIGURATION.format(
            folder=self.folder,
            certificate=self.certificate,
            password=PASSWORD,
            imap=self.imap,
            imaps=self.imaps,
            lmtp=self.lmtp,
            auth=self.auth,
        )
        (self.folder / "dovecot.conf").write_text(filled, encoding="utf-8")
        (self.folder / "mail").mkdir()
        run(as_root(["chown", "nobody:nogroup", str(self.folder / "mail")]), "chown")

    def start(self) -> None:
        """Start it, again after a kill too, and wait until it takes connections."""
        command = [find("dovecot"), "-F", "-c", str(self.folder / "dovecot.conf")]
        self._daemon = Daemon(as_root([*TIED_TO_US, *command]), self.folder / "said")
        self._daemon.until_ready(
            lambda: all(map(listens, (self.imap, self.imaps, self.lmtp, self.auth))), "Dovecot"
        )

    @property
    def daemon(self) -> Daemon:
        """The running server, to be killed, frozen or stopped."""
        assert self._daemon is not None, "it was never started"
        return self._daemon

    def log(self) -> str:
        """What it has logged so far."""
        path = self.folder / "log"
        return run(as_root(["cat", str(path)]), "cat") if path.exists() else ""

    def deliver(self, user: str, raw: bytes, sender: str = "someone@example.org") -> None:
        """Put a mail into a user's INBOX, as a mail system does: for now refused, it tries again.

        Raises:
            smtplib.SMTPException: it was not taken.
        """
        for left in reversed(range(TRIES)):
            try:
                with smtplib.LMTP("127.0.0.1", self.lmtp, timeout=PATIENCE) as client:
                    # One recipient a session: the library reads a single answer to the text.
                    client.sendmail(sender, [f"{user}@gm.test"], raw)
            except smtplib.SMTPResponseException as fault:
                if fault.smtp_code >= 500 or not left:
                    raise
            else:
                return

    def drop_in(self, user: str, name: str, raw: bytes) -> None:
        """Put a mail into a user's INBOX behind Dovecot's back, as a file of this name."""
        draft = self.folder / name
        draft.write_bytes(raw)
        run(as_root(["chown", "nobody:nogroup", str(draft)]), "chown")
        run(as_root(["mv", str(draft), str(self.maildir(user) / "new" / name)]), "mv")

    def maildir(self, user: str) -> Path:
        """Return the folder of a user's INBOX; its own folders lie in it as `.Name`."""
        return self.folder / "mail" / user.lower()

    def forget_uids(self, user: str) -> None:
        """Delete the list of UIDs of a user's INBOX: UIDVALIDITY and every UID change."""
        names = ("dovecot-uidlist", "dovecot.index", "dovecot.index.log", "dovecot.index.cache")
        paths = [str(self.maildir(user) / name) for name in names]
        run(as_root(["rm", "-f", *paths]), "rm")


@contextmanager
def running_dovecot() -> Iterator[Dovecot]:
    """Run a Dovecot for the length of a `with`."""
    with open_folder("dovecot") as folder:
        server = Dovecot(folder, make_certificate(folder))
        server.create()
        server.start()
        try:
            yield server
        finally:
            server.daemon.thaw()
            server.daemon.stop()
