"""A whole server without games: every mail is answered with one letter. For crash tests.

Run as a program: ``python harness.py DATA_DIR TICK_SECONDS [FAULT [PORT]]``. A failpoint named in the
environment kills it there. Mail goes out into the built-in mailbox in the data folder. A fault is
built in on purpose, to prove that the tests would see it: ``early`` says 250 before the mail is
stored, ``keyless`` takes the same mail for another each time.
"""

import sys
import threading
import uuid
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

from gm.adapters.clock import SystemClock
from gm.adapters.post.carriers import MaildirCarrier
from gm.adapters.post.smtp_in import Accept, Listener
from gm.adapters.serving.server import Duties, Server
from gm.adapters.sql.store import SqlStore
from gm.app.mail_in.intake import accept
from gm.app.mail_out.outbox import send_due
from gm.app.ports import Clock, Store
from gm.app.records import InboxMail, InboxState, OutboxMail
from gm.failpoints import armed_failpoint, failpoint

LEASE = timedelta(seconds=0)
"""A restarted harness reads at once what a killed one had begun."""


def answer(store: Store, clock: Clock) -> int:
    """Answer every waiting mail: its letter and its end are one transaction."""
    count = 0
    while True:
        with store.write() as transaction:
            mail = transaction.claim_inbox(clock.now(), clock.now() + LEASE)
        if mail is None:
            return count
        failpoint("inbox.claimed")
        with store.write() as transaction:
            if transaction.inbox_mail(mail.id).state is InboxState.NEW:
                transaction.add_outbox(_receipt(mail, clock))
                transaction.settle_inbox(mail.id, InboxState.DONE, clock.now())
            failpoint("inbox.before_commit")
        failpoint("inbox.after_commit")
        count += 1


def _receipt(mail: InboxMail, clock: Clock) -> OutboxMail:
    now, key = clock.now(), f"receipt {mail.id}"
    raw = f"Message-ID: <{mail.id}@gm.test>\r\nSubject: {key}\r\n\r\nreceived\r\n".encode()
    return OutboxMail(0, key, f"<{mail.id}@gm.test>", "", mail.envelope_from, raw, now, now)


def taking(store: Store, clock: Clock, fault: str) -> Accept:
    """Return the way mail is taken in: the right one, or one with a fault."""

    def take(raw: bytes, sender: str, recipients: Sequence[str]) -> None:
        if fault == "keyless":
            recipients = [f"{uuid.uuid4().hex}@gm.test"]
        accept(store, clock, raw, sender, recipients, "smtp")

    def take_early(raw: bytes, sender: str, recipients: Sequence[str]) -> None:
        threading.Timer(0.2, take, (raw, sender, recipients)).start()

    return take_early if fault == "early" else take


def release(store: Store) -> None:
    """Give back what the server before us had in hand when it died."""
    with store.write() as transaction:
        transaction.release_claims()


def main(data_dir: Path, tick_seconds: float, fault: str = "", port: str = "0") -> None:
    """Serve until a signal."""
    armed_failpoint()
    clock = SystemClock()
    store = SqlStore(data_dir / "gm.sqlite3")
    carrier = MaildirCarrier(data_dir / "mailbox")
    duties = Duties(
        accept=taking(store, clock, fault),
        is_ours=lambda address: address.endswith("@gm.test"),
        read_mail=lambda: answer(store, clock),
        resolve_due=lambda: 0,
        remind_due=lambda: 0,
        send_due=lambda: send_due(store, carrier, clock),
        begin=lambda: release(store),
    )
    with store:
        Server(duties, Listener(port=int(port)), data_dir, tick_seconds=tick_seconds).run()


if __name__ == "__main__":
    main(Path(sys.argv[1]), float(sys.argv[2]), *sys.argv[3:])
