"""What an audit needs from the store, beyond what the server needs: rows by the page, as they lie.

A part of the transaction of `gm.app.ports`, in a module of its own for its length.
"""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from gm.app.records import InboxMail


class AuditTransaction(Protocol):
    """What a transaction can look up for an audit."""

    def waiting_mails(self, since: datetime, until: datetime) -> tuple[InboxMail, ...]:
        """Return mails received in a time that are held or set aside, oldest first."""
        ...
