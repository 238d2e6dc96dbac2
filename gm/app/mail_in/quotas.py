"""How much mail a sender may leave here in a day, so that no flood fills the disk.

A mail is counted against what proves its sender before anything of it is read: the secret in the
address that it came to. Without one it is counted against whom it claims to be from, and among all
strangers together. Where that is used up, dearer proof is looked for: our mail server's word, the
secret in the text, a registered address. So whoever floods us in another's name uses up the room
of what claims to be his, and never that of what he proves.

What there is no room for is not taken. Whoever has it - a mail server, a mailbox - keeps it and
tries again; tomorrow there is room. A day is one of UTC.
"""

from __future__ import annotations

import hashlib
import logging
import re
import threading
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import Final

from gm.app.addresses.answer_limits import day_of
from gm.app.addresses.claims import claimed_senders
from gm.app.addresses.destinations import DestinationKind, destination, keys_in_body
from gm.app.addresses.tokens import known_token
from gm.app.mail_in.intake import IncomingMail, Quota, accept_all, sender_key, size_here
from gm.app.mail_out.notices import notify
from gm.app.mail_ports import IdentityTransaction
from gm.app.ports import GameTransaction
from gm.app.records import GameRecord, InboxMail
from gm.app.services import Services
from gm.errors import NoSuchGame, QuotaUsedUp, StoreError
from gm.mail.addresses import address_key
from gm.mail.authentication import authentication
from gm.mail.threads import LABEL
from gm.report.views import NoticeView

PROVED: Final = 10
"""Who proves who he is may send so many times what is taken of a claimed sender."""

LOOK_SECONDS: Final = 1.0
"""How old what this process knows of the mail that others took from strangers may be."""

MOST_NOTICES: Final = 10
"""So many notices about quotas are written in a day; more would be a flood of our own."""

_STRANGERS: Final = "strangers"
_MEGABYTE: Final = 1024 * 1024
_TEXT_BYTES: Final = 256 * 1024
"""So much of a mail is searched for a secret before anybody has parsed it."""

_MOST_KEYS: Final = 5
"""Each costs a look into the database; a reply quotes one secret, or a few of mails below one another."""

_KEY = re.compile(re.escape(LABEL).encode() + rb":[ \t]{0,3}([a-z2-7]{16,32})\b", re.I)

_log = logging.getLogger(__name__)


class QuotaGuard:
    """What stands at the door of one process, and may be asked by several threads.

    Args:
        services: the ports, and how much is taken.
    """

    def __init__(self, services: Services) -> None:
        self._services = services
        self._lock = threading.Lock()
        self._day: datetime | None = None
        self._used_up = set[str]()
        self._strangers = 0
        self._looked_at = float("-inf")

    def store(self, mails: Sequence[IncomingMail]) -> tuple[InboxMail, ...]:
        """Store mails that were admitted, all in one transaction.

        Raises:
            QuotaUsedUp: one of them is too much; nothing is stored, and who asks again to have it
                admitted is told what else there is for it.
            StoreBusy, StoreError: nothing is stored.
        """
        services = self._services
        try:
            stored = accept_all(services.store, services.clock, mails)
        except QuotaUsedUp as fault:
            with self._lock:
                self._used_up.add(fault.quota)
            raise
        for mail in mails:
            if mail.quota is not None and mail.quota.stranger:
                with self._lock:
                    self._strangers += size_here(mail)
        return stored

    def admit(self, mail: IncomingMail) -> IncomingMail:
        """Return a mail with what it is counted against.

        Raises:
            QuotaUsedUp: it is not taken today; those who keep the server and the game are told.
            StoreBusy, StoreError: the database cannot be asked.
        """
        if mail.unasked:
            return mail  # the GM asked for what lay in a mailbox before
        self._turn_page()
        last = ""
        for quota in _quotas(self._services, mail, day_of(self._services.clock.now())):
            last = self._why_not(quota, mail)
            if not last:
                return replace(mail, quota=quota)
        self._tell(mail, last)
        raise QuotaUsedUp(last, is_final=True)

    def _why_not(self, quota: Quota, mail: IncomingMail) -> str:
        """Return the name of what is used up, "" if there is room still."""
        if self._used_up:
            name = quota.of_sender("" if quota.name else sender_key(mail.raw))
            if name in self._used_up:
                return name
        if quota.stranger and self._used_by_strangers() >= self._services.quotas.strangers:
            return _STRANGERS
        return ""

    def _turn_page(self) -> None:
        """Begin with a new day: what was used on the last is forgotten."""
        today = day_of(self._services.clock.now())
        if today == self._day:
            return
        with self._services.store.write() as transaction:
            transaction.forget_quotas(today)
        with self._lock:
            self._day, self._looked_at = today, float("-inf")
            self._used_up.clear()

    def _used_by_strangers(self) -> int:
        """Return the bytes that strangers have used today, as it is or was a moment ago."""
        now = self._services.clock.steady()
        if now - self._looked_at >= LOOK_SECONDS:
            with self._services.store.read() as transaction:
                used = transaction.quota_used(day_of(self._services.clock.now()))
            with self._lock:
                self._strangers, self._looked_at = used, now
        return self._strangers

    def _tell(self, mail: IncomingMail, name: str) -> None:
        """Tell the keeper, and the GMs of the games a mail was for, once a day for each sender."""
        services = self._services
        key = f"quota {day_of(services.clock.now()):%F}"
        about = name if name == _STRANGERS else hashlib.sha256(name.encode()).hexdigest()[:12]
        try:
            with services.store.read() as transaction:
                count = transaction.count_outbox(f"{key} {about} ")
                if count or transaction.count_outbox(f"{key} ") >= MOST_NOTICES:
                    return
            _log.warning("no more mail is taken today of %s", _sender(mail))
            view = _view(services, mail, name)
            with services.store.write() as transaction:
                for address, game in _keepers(services, transaction, mail):
                    notify(services, transaction, address, f"{key} {about}", view, game)
        except StoreError:
            # The mail waits all the same, and who sends the next is told of again.
            _log.warning("nobody could be told of a used up quota", exc_info=True)


def _quotas(services: Services, mail: IncomingMail, day: datetime) -> Iterator[Quota]:
    """Yield what a mail may be counted against, that first which costs least to find out."""
    most = services.quotas
    usual = Quota("", day, most.mails, most.size)
    proved = replace(usual, mails=most.mails * PROVED, size=most.size * PROVED)
    for recipient in mail.recipients:
        place = destination(services.identity, recipient)
        if place.kind is DestinationKind.GAME and place.secret:
            yield replace(proved, name=_hidden("key", place.secret))
            return
        if place.kind is DestinationKind.CONFIRM:
            yield replace(usual, name=_hidden("key", place.secret))
            return
    yield replace(usual, stranger=True)
    claimed = claimed_senders(mail.raw)
    if services.auth_results_from:
        verdict = authentication(mail.raw, services.auth_results_from, services.trusted_hosts)
        if claimed and not verdict.fails and verdict.vouches_for(claimed[-1]):
            yield replace(proved, name=_hidden("proved", claimed[-1]))
    with services.store.read() as transaction:
        keys = (_key_in(transaction, mail.raw),) if keys_in_body(services.identity) else ()
        person = transaction.person_of_address(claimed[-1]) if claimed else None
    yield from (replace(proved, name=_hidden("key", key)) for key in keys if key)
    if person is not None:
        yield replace(usual, name=f"person {person.id}")


def _hidden(kind: str, secret: str) -> str:
    return f"{kind} {hashlib.sha256(secret.encode()).hexdigest()[:32]}"


def _key_in(transaction: IdentityTransaction, raw: bytes) -> str:
    """Return the secret of a seat that stands in a mail's text, "" for none."""
    keys = [match[1].decode().lower() for match in _KEY.finditer(raw[:_TEXT_BYTES])]
    known = (key for key in dict.fromkeys(keys[:_MOST_KEYS]) if known_token(transaction, key))
    return next(known, "")


def _sender(mail: IncomingMail) -> str:
    """Return whom a mail claims to be from."""
    named = claimed_senders(mail.raw)
    return (named[-1] if named else mail.envelope_from) or "a sender without a name"


def _keepers(
    services: Services, transaction: GameTransaction, mail: IncomingMail
) -> Iterator[tuple[str, GameRecord | None]]:
    """Yield who is told of a mail that waits: the GMs of its games, and the server's keeper."""
    keepers, sender = set[str](), address_key(_sender(mail))
    for name in {
        destination(services.identity, recipient).game for recipient in mail.recipients
    } - {""}:
        with suppress(NoSuchGame):
            game = transaction.game(name)
            keepers.add(address_key(game.gm_address))
            if address_key(game.gm_address) != sender:
                yield game.gm_address, game
    keeper = services.identity.admin_address
    if keeper is not None and address_key(keeper) not in keepers:
        yield keeper, None


def _view(services: Services, mail: IncomingMail, name: str) -> NoticeView:
    most = services.quotas
    waits = (
        "Nothing of it is lost: it waits where it is, with the sender's mail server or in the "
        "mailbox, and is taken when there is room again, from midnight UTC on."
    )
    if name == _STRANGERS:
        return NoticeView(
            "No more mail of strangers today",
            (
                (
                    f"Mail that nothing proves the sender of has come to {most.strangers // _MEGABYTE} "
                    "MB today, and no more of it is taken. Registered players have room of their own."
                ),
                waits,
                (
                    "If this is no flood, raise `strangers_mb_a_day` in the settings. If it is one, "
                    "have your mail server refuse it."
                ),
            ),
        )
    times = PROVED if name.startswith(("key ", "proved ")) else 1
    return NoticeView(
        "No more mail of one sender today",
        (
            (
                f"More mail that says it is from {_sender(mail)} came today than is taken of one "
                f"sender in a day, which is {most.mails * times} mails or "
                f"{most.size * times // _MEGABYTE} MB."
            ),
            waits,
            (
                "Anybody can write in another's name. What a player sends to the secret address of "
                "his seat has room of its own, ten times as much, and is not held up by this."
            ),
            (
                "If he is honest, raise `sender_mails_a_day` or `sender_mb_a_day` in the settings. If "
                "this is a flood, have your mail server refuse it."
            ),
        ),
    )
