"""What the use cases need from the store for mail: queues, keys, addresses, cursors, bounces.

A part of the transaction of `gm.app.ports`, in a module of its own for its length.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from gm.app.mail_records import (
    Asked,
    Beat,
    BounceRecord,
    Confirmation,
    MailSource,
    PersonAddress,
    QuotaUse,
    SeatToken,
    Suspension,
    Tally,
)
from gm.app.records import InboxMail, InboxState, OutboxMail, Person


class Intake(Protocol):
    """What a transaction that takes mail in can do."""

    def moment_of_receipt(self, now: datetime) -> datetime:
        """Return the moment of mail that this transaction takes in: now, or later by a hair.

        It is later where mail until a later moment has been decided upon already. Asked before
        the mail is stored, so that nobody decides in between.
        """
        ...

    def add_inbox(self, mail: InboxMail) -> InboxMail:
        """Store an incoming mail; one with a known key is stored as a duplicate of the first.

        One with a known `source_key` is not stored again: the first is returned as it is.
        """
        ...

    def use_quota(self, use: QuotaUse) -> QuotaUse:
        """Note that a mail takes so much of a quota, and return how much of it is used by now."""
        ...


class InboxTransaction(Intake, Protocol):
    """The mail that comes in, and its claims: what a transaction can do with it."""

    def quota_used(self, day: datetime) -> int:
        """Return the bytes that strangers have used of a day, all of them together."""
        ...

    def forget_quotas(self, before: datetime) -> None:
        """Forget what was used on the days before one."""
        ...

    def is_known(self, dedupe_key: str) -> bool:
        """Tell whether a mail with this key was ever stored."""
        ...

    def inbox_mail(self, mail_id: int) -> InboxMail:
        """Return one incoming mail; StoreError if there is none."""
        ...

    def copies_of(self, mail_id: int) -> tuple[InboxMail, ...]:
        """Return the other incoming mails of the same bytes, as went to other recipients, oldest first."""
        ...

    def inbox(self, state: InboxState | None = None) -> tuple[InboxMail, ...]:
        """Return incoming mails, oldest first."""
        ...

    def claim_inbox(self, now: datetime, until: datetime) -> InboxMail | None:
        """Take the oldest mail that still has to be read and nobody reads, until a moment.

        One whose sender has an older mail still to be read waits for that. The claim counts as
        an attempt; it is stored when the transaction ends.
        """
        ...

    def release_inbox(self, mail_id: int, note: str) -> None:
        """Give a claimed mail back, to be read again, and note why."""
        ...

    def unclaim_inbox(self, mail: InboxMail) -> None:
        """Give a claimed mail back that is still to be read, as if its claim had not been."""
        ...

    def release_claims(self) -> None:
        """Give back every mail in and out that was claimed: whoever claimed it is dead."""
        ...

    def release_claims_until(self, *, inbox: datetime | None, outbox: datetime | None) -> None:
        """Give back mails in and out that are claimed until a moment or sooner; None leaves them."""
        ...

    def unread_before(self, moment: datetime) -> int:
        """Count mails received at or before the moment that are still to be read."""
        ...

    def settle_inbox(
        self,
        mail_id: int,
        state: InboxState,
        moment: datetime,
        *,
        game_id: int | None = None,
        note: str = "",
    ) -> None:
        """Say what became of an incoming mail, and when; NEW has it read afresh."""
        ...

    def confirm_inbox(self, mail_id: int, moment: datetime) -> None:
        """Believe a mail that was held: it is to be read again, as from its sender."""
        ...

    def wait_for_intake(self, until: datetime) -> None:
        """Wait until every mail received at or before a moment, which is past, can be seen here.

        Who decides by what has come until a deadline calls it first. No mail that is taken in
        afterwards has such a moment by our own clocks.
        """
        ...


class OutboxTransaction(Protocol):
    """The mail that goes out, its tries and what became of them."""

    def add_outbox(self, mail: OutboxMail) -> bool:
        """Store an outgoing mail; False if its key is known already (nothing is stored)."""
        ...

    def outbox_mail(self, mail_id: int) -> OutboxMail | None:
        """Return one outgoing mail."""
        ...

    def outbox_by_tag(self, bounce_tag: str) -> OutboxMail | None:
        """Return the outgoing mail whose return path holds this tag."""
        ...

    def outbox_by_message(self, message_id: str, recipient: str) -> OutboxMail | None:
        """Return the outgoing mail to an address with this Message-ID."""
        ...

    def is_mail_due(self, now: datetime) -> bool:
        """Tell whether there is a mail to be sent that nobody sends."""
        ...

    def claim_outbox(self, now: datetime, until: datetime, limit: int) -> tuple[OutboxMail, ...]:
        """Take mails that are due and nobody sends, oldest first, until a moment.

        What waits for a suspended address is left, and of a game's mails to one address all but
        the first that has not been tried.
        """
        ...

    def put_off_outbox(self, mail_id: int, moment: datetime) -> None:
        """Give back a mail that was claimed and not tried, to be taken up again at a moment."""
        ...

    def release_outbox(self, mail_ids: Sequence[int]) -> None:
        """Give back mails that were claimed and not tried."""
        ...

    def postpone_outbox(self, moment: datetime) -> None:
        """Have nothing tried before a moment that nobody is sending just now."""
        ...

    def late_outbox(self, moment: datetime, limit: int) -> tuple[OutboxMail, ...]:
        """Return mails written by a moment, tried in vain and still waiting, oldest first."""
        ...

    def unsent_outbox(self, since: datetime) -> tuple[OutboxMail, ...]:
        """Return every mail that waits, and those written since a moment that have failed."""
        ...

    def retry_outbox(self, mail_id: int, moment: datetime) -> None:
        """Have a mail that waits or has failed tried at a moment, as if for the first time."""
        ...

    def outbox(self, game_id: int | None = None) -> tuple[OutboxMail, ...]:
        """Return outgoing mails, oldest first."""
        ...

    def count_outbox(self, key_prefix: str) -> int:
        """Count outgoing mails whose key begins so."""
        ...

    def count_answers(self, address: str, since: datetime) -> int:
        """Count the answers written to an address since a moment."""
        ...

    def keys_written(self, address: str, since: datetime) -> tuple[str, ...]:
        """Return the keys of the mails written to an address since a moment, oldest first."""
        ...

    def latest_written(self, address: str, most: int) -> tuple[OutboxMail, ...]:
        """Return the last mails written to an address, the latest first."""
        ...

    def readdress_outbox(self, person_id: int, address: str) -> int:
        """Send what waits for a person to another address; return how many mails that are."""
        ...

    def mark_sent(self, mail_id: int, moment: datetime, reply: str) -> None:
        """Record that the next server took a mail."""
        ...

    def mark_retry(self, mail_id: int, next_at: datetime, reply: str) -> None:
        """Record a temporary failure and when to try again."""
        ...

    def mark_failed(self, mail_id: int, reply: str) -> None:
        """Record that a mail will never be taken."""
        ...


class IdentityTransaction(Protocol):
    """Secrets in addresses, the addresses of people, and what somebody has to confirm."""

    def person_by_id(self, person_id: int) -> Person | None:
        """Return a person by key."""
        ...

    def token(self, game_id: int, seat: str) -> SeatToken | None:
        """Return the token of a seat that stands."""
        ...

    def find_token(self, token: str) -> SeatToken | None:
        """Return a token, one that was revoked too."""
        ...

    def add_token(self, token: SeatToken) -> SeatToken:
        """Store a seat's token; the one before it is revoked at the same moment."""
        ...

    def addresses(self, person_id: int) -> tuple[PersonAddress, ...]:
        """Return the addresses noted of a person beside the registered one, oldest first."""
        ...

    def person_of_address(self, address: str) -> Person | None:
        """Return who writes from an address: registered, or confirmed and not dropped."""
        ...

    def add_address(self, address: PersonAddress) -> PersonAddress:
        """Note an address of a person."""
        ...

    def save_address(self, address: PersonAddress) -> None:
        """Change what is noted of an address; StoreError if there is none."""
        ...

    def change_registered(self, person_id: int, address: str) -> Person:
        """Give a person another registered address; AlreadyThere if it is somebody else's."""
        ...

    def add_confirmation(self, asked: Confirmation) -> Confirmation:
        """Store a question to a registered address."""
        ...

    def confirmation(self, code: str) -> Confirmation | None:
        """Return the question with this code."""
        ...

    def confirmation_numbered(self, confirmation_id: int) -> Confirmation | None:
        """Return a question by its key."""
        ...

    def confirmation_about(self, mail_id: int) -> Confirmation | None:
        """Return the newest question that was asked because of an incoming mail."""
        ...

    def confirmations(
        self,
        *,
        open_only: bool = True,
        person_id: int | None = None,
        game_id: int | None = None,
    ) -> tuple[Confirmation, ...]:
        """Return questions, oldest first; only those not settled, or all; of a person, about a game."""
        ...

    def due_confirmations(self, moment: datetime) -> tuple[Confirmation, ...]:
        """Return the open questions that can be answered no more at a moment, the longest over first.

        One about a mail to a game can be answered as long as the phase lasts that it came for.
        """
        ...

    def confirmations_that(self, asked: Asked, outcome: str) -> tuple[Confirmation, ...]:
        """Return the questions of a kind of which this came, oldest first."""
        ...

    def settle_confirmation(self, confirmation_id: int, moment: datetime, outcome: str) -> None:
        """Say what came of a question."""
        ...


class SourceTransaction(Protocol):
    """How far a mailbox has been fetched."""

    def source(self, name: str) -> MailSource | None:
        """Return how far a mailbox has been read."""
        ...

    def sources(self) -> tuple[MailSource, ...]:
        """Return every mailbox that was ever read, by name."""
        ...

    def save_source(self, source: MailSource) -> MailSource:
        """Store how far a mailbox has been read; one row for each name."""
        ...


class ReturnTransaction(Protocol):
    """Mail that came back, and the addresses that nothing is sent to."""

    def add_bounce(self, bounce: BounceRecord) -> BounceRecord:
        """Store that a mail came back."""
        ...

    def bounces(self, address: str, since: datetime) -> tuple[BounceRecord, ...]:
        """Return what came back from an address since a moment, oldest first."""
        ...

    def suspension(self, address: str) -> Suspension | None:
        """Return why nothing is sent to an address, if that is so now."""
        ...

    def last_lifted(self, address: str) -> datetime | None:
        """Return when mail was last sent to a suspended address again, if it ever was."""
        ...

    def suspensions(self) -> tuple[Suspension, ...]:
        """Return every address to which nothing is sent now, by address."""
        ...

    def suspend(self, suspension: Suspension) -> Suspension:
        """Send nothing to an address any more; one that is suspended already stays as it is."""
        ...

    def lift_suspension(self, address: str, moment: datetime) -> bool:
        """Send mail to an address again; False if nothing stood against it."""
        ...


class LifeSignTransaction(Protocol):
    """When each part of a server was last at work, and its figures."""

    def beat(self, beat: Beat) -> None:
        """Store a process's sign of life, over its last one."""
        ...

    def beats(self) -> tuple[Beat, ...]:
        """Return the last sign of life of every process that ever gave one, by name."""
        ...

    def tally(self, due_before: datetime) -> Tally:
        """Count what there is of everything; overdue is what was due before a moment."""
        ...


class MailTransaction(
    InboxTransaction,
    OutboxTransaction,
    IdentityTransaction,
    SourceTransaction,
    ReturnTransaction,
    LifeSignTransaction,
    Protocol,
):
    """What a transaction can do with mail.

    `add_*` return the record with its new id. A record that is not there is None or an empty
    tuple; addresses are compared without regard to case.
    """
