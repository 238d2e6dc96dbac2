"""A Mailman 3 of our own: lists made by its REST API, mail in by LMTP, mail out to whom it is told.

Its archiver keeps a Maildir for each list, so that what it has archived can be counted.
"""

from __future__ import annotations

import base64
import json
import os
import smtplib
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from tests.integration.sink import Sink, Taken
from tests.peers.programs import (
    Daemon,
    PeerFailed,
    as_user,
    find,
    free_port,
    listens,
    open_folder,
    run,
)

USER = "list"
"""Debian's user of Mailman, which runs as nobody's root."""

PASSWORD = "secret"

START = 240.0
"""Seconds to wait until all of its processes are there, which on a busy machine start one by one."""

TIED_TO_US = ("setpriv", "--pdeathsig", "TERM")
"""Should we die, it ends."""

RUNNERS = ("archive", "digest", "in", "out", "pipeline", "virgin")
"""What takes its turn in a mail's way through Mailman; looked at often, as a test waits."""

IDLE = ("bounces", "command", "nntp", "retry", "task")
"""What no test needs: each is a process."""

CONFIG = """\
[mailman]
site_owner: keeper@lists.test
layout: test
[paths.test]
var_dir: {folder}/var
bin_dir: {programs}
log_dir: {folder}/var/logs
[mta]
incoming: mailman.mta.null.NullMTA
outgoing: mailman.mta.deliver.deliver
smtp_host: 127.0.0.1
smtp_port: {out}
lmtp_host: 127.0.0.1
lmtp_port: {lmtp}
max_recipients: 1
[webservice]
hostname: 127.0.0.1
port: {rest}
workers: 1
admin_user: restadmin
admin_pass: {password}
[archiver.prototype]
enable: yes
[archiver.mhonarc]
enable: no
[archiver.mail_archive]
enable: no
[dmarc]
org_domain_data_url: http://127.0.0.1:{nobody}/
"""

NO_NAMES = """\
import dns.resolver


class Deaf(dns.resolver.Resolver):
    def __init__(self, *ignored, **too):
        super().__init__(configure=False)


dns.resolver.Resolver = Deaf
"""
"""It asks the DNS about the policy of a sender's domain; here nobody answers, and it asks nobody."""

RUNNER = "[runner.{name}]\nsleep_time: 0.05s\n"
NOT_STARTED = "[runner.{name}]\nstart: no\n"


@dataclass
class Mailman:
    """A Mailman that runs.

    Attributes:
        folder: where everything of it lies.
        post: where all its mail goes.
        lmtp: where it takes mail; rest: where it takes commands.
    """

    folder: Path
    post: Sink
    lmtp: int = field(default_factory=free_port)
    rest: int = field(default_factory=free_port)
    _daemon: Daemon | None = None

    def create(self) -> None:
        """Write its configuration and make its folder."""
        for name in ("var", "site"):
            (self.folder / name).mkdir()
        (self.folder / "site" / "sitecustomize.py").write_text(NO_NAMES, encoding="utf-8")
        programs = _programs()
        config = CONFIG.format(
            folder=self.folder,
            programs=programs,
            out=self.post.port,
            lmtp=self.lmtp,
            rest=self.rest,
            password=PASSWORD,
            nobody=free_port(),
        )
        config += "".join(RUNNER.format(name=name) for name in RUNNERS)
        config += "".join(NOT_STARTED.format(name=name) for name in IDLE)
        (self.folder / "mailman.cfg").write_text(config, encoding="utf-8")
        if os.geteuid() == 0:  # else it runs as ourselves
            run(["chown", "-R", USER, str(self.folder / "var")], "chown")

    def start(self) -> None:
        """Start it and wait until it takes mail and commands."""
        master = str(_programs() / "master")
        # Of our environment it gets nothing: it is another Python than ours.
        site = f"PYTHONPATH={self.folder / 'site'}"
        command = ["env", "-i", "PATH=/usr/bin:/bin", "LANG=C.UTF-8", site, master]
        command += ["-C", str(self.folder / "mailman.cfg")]
        # Told of our death behind the change of user, which would make it forget.
        tied = as_user(USER, [*TIED_TO_US, *command])
        self._daemon = Daemon(tied, self.folder / "said")
        try:
            self._daemon.until_ready(self._listens, "Mailman", START)
        except BaseException:
            self._daemon.kill()
            raise

    def _listens(self) -> bool:
        return listens(self.lmtp) and listens(self.rest)

    @property
    def daemon(self) -> Daemon:
        """The running server."""
        assert self._daemon is not None, "it was never started"
        return self._daemon

    @property
    def api(self) -> str:
        """The address of its REST API, with user and password."""
        return f"http://restadmin:{PASSWORD}@127.0.0.1:{self.rest}/3.1"

    def call(self, method: str, path: str, given: Mapping[str, object] | None = None) -> Any:
        """Call its REST API and return what it says.

        Raises:
            PeerFailed: it refuses.
        """
        data = urlencode(given, doseq=True).encode() if given is not None else None
        address = f"http://127.0.0.1:{self.rest}/3.1/{path}"
        request = urllib.request.Request(address, data, method=method)
        secret = base64.b64encode(f"restadmin:{PASSWORD}".encode()).decode()
        request.add_header("Authorization", f"Basic {secret}")
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310 - loopback
                text = answer.read()
        except urllib.error.HTTPError as fault:
            said = fault.read().decode(errors="replace")
            raise PeerFailed(f"{method} {path}: {fault.code} {said}") from fault
        return json.loads(text) if text else None

    def configure(self, name: str, **settings: object) -> None:
        """Change settings of a list, as its REST API names them."""
        self.call("PATCH", f"lists/{_id(name)}/config", settings)

    def subscribe(self, name: str, address: str, *, digests: str = "") -> None:
        """Subscribe an address to a list, welcome and confirmation left out.

        Args:
            name: the address of the list; address: the subscriber's.
            digests: "mime_digests" or "plaintext_digests"; "" for each mail by itself.
        """
        sure = dict.fromkeys(("pre_verified", "pre_confirmed", "pre_approved"), "true")
        wish = {"list_id": _id(name), "subscriber": address, "send_welcome_message": "false"}
        mode = {"delivery_mode": digests} if digests else {}
        self.call("POST", "members", {**wish, **sure, **mode})

    def deliver(self, raw: bytes, name: str, sender: str = "gm@gm.test") -> None:
        """Hand it a mail by LMTP, as the mail server before it does."""
        with smtplib.LMTP("127.0.0.1", self.lmtp, timeout=30) as client:
            client.sendmail(sender, [name], raw)

    def sent(self, recipient: str) -> list[Taken]:
        """Return the mails it has sent to an address so far, oldest first."""
        return [one for one in self.post.taken if recipient in one.recipients]

    def archived(self, name: str) -> list[EmailMessage]:
        """Return what its archiver keeps of a list."""
        new = self.folder / "var" / "archives" / "prototype" / name / "new"
        kept = [one.read_bytes() for one in sorted(new.glob("*"))]
        return [message_from_bytes(one, policy=policy.default) for one in kept]


def _programs() -> Path:
    """Return the folder of its programs, to one of which Debian has a link in the PATH."""
    return Path(find("mailman")).resolve().parent


def _id(name: str) -> str:
    """Return the List-Id of a list by its address."""
    return name.replace("@", ".")


@contextmanager
def running_mailman() -> Iterator[Mailman]:
    """Run a Mailman for the length of a `with`."""
    with Sink() as post, open_folder("mailman") as folder:
        server = Mailman(folder, post)
        server.create()
        server.start()
        try:
            yield server
        finally:
            server.daemon.kill()
