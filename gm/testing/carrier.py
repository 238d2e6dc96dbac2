"""Ways out for mail that go nowhere: one that keeps what it is given, and can be told to fail."""

from __future__ import annotations

import threading
from email import message_from_bytes, policy
from email.message import EmailMessage

from gm.app.records import OutboxMail
from gm.errors import DeliveryError
from gm.mail.addresses import address_key


class FakeCarrier:
    """A carrier that keeps every mail, and fails as often as it was told to.

    Attributes:
        sent: what was taken, in order.
        rounds: how often it was closed.
    """

    def __init__(self) -> None:
        self.sent: list[OutboxMail] = []
        self.rounds = 0
        self._failures: list[tuple[str | None, DeliveryError]] = []
        self._turn = threading.Lock()
        self._parsed: dict[bytes, EmailMessage] = {}

    def fail_next(self, *failures: DeliveryError, recipient: str | None = None) -> None:
        """Raise these, one for each mail to come, to anyone or to one recipient."""
        self._failures += [(recipient, failure) for failure in failures]

    def send(self, mail: OutboxMail) -> str:
        """Keep a mail, or fail as told."""
        with self._turn:
            for planned in self._failures:
                if planned[0] in (None, mail.recipient):
                    self._failures.remove(planned)
                    raise planned[1]
            self.sent.append(mail)
        return "250 2.0.0 kept"

    def close(self) -> None:
        """Count a round of mails."""
        self.rounds += 1

    def messages(self, recipient: str | None = None) -> list[EmailMessage]:
        """Return what was taken as parsed mails; to everybody or to one recipient.

        A mail is parsed once, and whoever asks again is given the same object.
        """
        return [
            self._read(mail.raw)
            for mail in list(self.sent)
            if recipient is None or address_key(mail.recipient) == address_key(recipient)
        ]

    def _read(self, raw: bytes) -> EmailMessage:
        if raw not in self._parsed:
            self._parsed[raw] = message_from_bytes(raw, policy=policy.default)
        return self._parsed[raw]
