"""A Postfix of our own: takes mail on loopback, keeps it, and hands it on where it was told.

Nothing leaves the machine: what has no route comes back to its sender as undeliverable.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.peers.certificates import Certificate, make_certificate
from tests.peers.programs import (
    Daemon,
    as_root,
    find,
    free_port,
    listens,
    open_folder,
    run,
)

GUARD = '"$@" & master=$!; trap "kill $master" TERM; wait $master; wait $master'
TIED_TO_US = ("setpriv", "--pdeathsig", "TERM", "sh", "-c", GUARD, "guard")
"""Should we die, it ends. Postfix's master changes its user for a moment, and by that forgets whose
death it wanted to be told of; so a shell stands between."""

PROGRAMS = "/usr/lib/postfix/sbin"
"""Where Debian puts the programs that the master runs."""

MAIN = """\
compatibility_level = 3.6
queue_directory = {folder}/queue
data_directory = {folder}/data
daemon_directory = {programs}
command_directory = /usr/sbin
myhostname = mx.gm.test
mydomain = gm.test
mydestination =
local_recipient_maps =
alias_maps =
alias_database =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
smtpd_relay_restrictions = permit_mynetworks, reject
smtpd_peername_lookup = no
disable_dns_lookups = yes
smtp_host_lookup = native
transport_maps = texthash:{folder}/routes
default_transport = error:5.1.2 no route to this domain
maillog_file = {folder}/log
maillog_file_prefixes = {folder}
message_size_limit = 15728640
recipient_delimiter = +
# Quick tries again, where a real system waits minutes.
minimal_backoff_time = 1s
maximal_backoff_time = 3s
queue_run_delay = 1s
smtpd_error_sleep_time = 0
transport_retry_time = 1s
lmtp_destination_concurrency_failed_cohort_limit = 0
smtp_destination_concurrency_failed_cohort_limit = 0
smtpd_tls_cert_file = {certificate.chain}
smtpd_tls_key_file = {certificate.key}
smtpd_tls_security_level = may
smtpd_client_connection_count_limit = 0
"""

LOGIN = """\
smtpd_sasl_type = dovecot
smtpd_sasl_path = inet:127.0.0.1:{auth}
"""

MASTER = """\
127.0.0.1:{smtp} inet n - n - - smtpd
127.0.0.1:{submission} inet n - n - - smtpd
  -o smtpd_tls_security_level=encrypt -o smtpd_sasl_auth_enable={login}
  -o smtpd_relay_restrictions=permit_sasl_authenticated,reject
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 1 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
relay unix - - n - - smtp
lmtp unix - - n - - lmtp
showq unix n - n - - showq
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
tlsmgr unix - - n 1000? 1 tlsmgr
postlog unix-dgram n - n - 1 postlogd
"""


@dataclass
class Postfix:
    """A Postfix that runs.

    Attributes:
        folder: where everything of it lies.
        certificate: what it shows to those who ask for TLS.
        auth: the port of a Dovecot that judges passwords; 0 for no logins.
        smtp: where it takes mail, on loopback; the same after a restart.
        submission: where it takes mail under TLS, of those who log in.
    """

    folder: Path
    certificate: Certificate
    auth: int = 0
    smtp: int = field(default_factory=free_port)
    submission: int = field(default_factory=free_port)
    _daemon: Daemon | None = None

    def create(self) -> None:
        """Write its configuration and make its folders."""
        etc = self.folder / "etc"
        for name in ("etc", "queue", "data"):
            (self.folder / name).mkdir()
        main = MAIN.format(folder=self.folder, programs=PROGRAMS, certificate=self.certificate)
        if self.auth:
            main += LOGIN.format(auth=self.auth)
        (etc / "main.cf").write_text(main, encoding="utf-8")
        login = "yes" if self.auth else "no"
        master = MASTER.format(smtp=self.smtp, submission=self.submission, login=login)
        (etc / "master.cf").write_text(master, encoding="utf-8")
        (self.folder / "routes").touch()
        for name in ("dynamicmaps.cf", "postfix-files"):
            shutil.copy(Path("/etc/postfix") / name, etc)
        run(as_root(["chown", "-R", "root:root", str(etc)]), "chown")
        run(as_root(["chown", "postfix", str(self.folder / "data")]), "chown")
        run(as_root(["chown", "root", str(self.folder / "queue")]), "chown")

    def start(self) -> None:
        """Start it, again after a kill too, and wait until it takes connections."""
        run(as_root(self._command("check")), "postfix check")
        # `postfix start-fg` would be the master's parent: the one killed while the other lives on.
        master = [*TIED_TO_US, f"{PROGRAMS}/master", "-c", str(self.folder / "etc"), "-s"]
        self._daemon = Daemon(as_root(master), self.folder / "said")
        self._daemon.until_ready(
            lambda: listens(self.smtp) and listens(self.submission), "Postfix"
        )

    def _command(self, *words: str) -> list[str]:
        return [find("postfix"), "-c", str(self.folder / "etc"), *words]

    @property
    def daemon(self) -> Daemon:
        """The running server, to be killed, frozen or stopped."""
        assert self._daemon is not None, "it was never started"
        return self._daemon

    def log(self) -> str:
        """What it has logged so far."""
        path = self.folder / "log"
        return run(as_root(["cat", str(path)]), "cat") if path.exists() else ""

    def set_routes(self, routes: Mapping[str, str]) -> None:
        """Say where mail goes: `{"gm.test": lmtp_to(24)}`; a domain left out is undeliverable."""
        lines = [f"{domain} {transport}\n" for domain, transport in sorted(routes.items())]
        (self.folder / "routes").write_text("".join(lines), encoding="utf-8")
        run(as_root(self._command("reload")), "postfix reload")

    def flush(self) -> None:
        """Let it try again now all that waits."""
        run(as_root(self._command("flush")), "postfix flush")

    def queue(self) -> list[dict[str, Any]]:
        """Return the mails it still holds, as `postqueue -j` tells them."""
        said = run(as_root([find("postqueue"), "-c", str(self.folder / "etc"), "-j"]), "postqueue")
        return [json.loads(line) for line in said.splitlines() if line]


def lmtp_to(port: int) -> str:
    """The route to whoever takes mail by LMTP on a port of loopback."""
    return f"lmtp:inet:127.0.0.1:{port}"


def smtp_to(port: int) -> str:
    """The route to whoever takes mail by SMTP on a port of loopback."""
    return f"smtp:[127.0.0.1]:{port}"


@contextmanager
def running_postfix(auth: int = 0) -> Iterator[Postfix]:
    """Run a Postfix for the length of a `with`.

    Args:
        auth: the port of a Dovecot that judges passwords; 0 for no logins.
    """
    with open_folder("postfix") as folder:
        server = Postfix(folder, make_certificate(folder), auth)
        server.create()
        server.start()
        try:
            yield server
        finally:
            server.daemon.thaw()
            server.daemon.stop()
