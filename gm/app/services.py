"""What every use case is handed: the ports and who we are."""

from __future__ import annotations

import base64
import secrets
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from datetime import timedelta

from gm.app.clock.clock_watch import ClockWatch
from gm.app.ports import Clock, MailReader, Store
from gm.config import AddressStyle, Creators
from gm.contract.game import Games
from gm.languages import ENGLISH
from gm.mail.values import MailReading

_TOKEN_BYTES = 10
"""Eighty bits: a thousand guesses a second would find none in ten billion years."""


def random_token() -> str:
    """Return a secret of 80 random bits: sixteen letters and digits that no two look alike of."""
    return base64.b32encode(secrets.token_bytes(_TOKEN_BYTES)).decode("ascii").lower()


def _unknown() -> None:
    """Nothing is known of the disk."""


def _no_fault(words: Sequence[str], changes: bool) -> str:
    """Nobody looks at the words of commands before they run."""
    del words, changes
    return ""


@dataclass(frozen=True, slots=True)
class Identity:
    """Who the server is in its mails.

    Args:
        server_name, server_address: what stands in From.
        host: the domain of our Message-IDs and addresses.
        local_part: the server's own name before the @; delimiter: what a game's name follows.
        game_address: the address of a game by its name.
        admin_address: who is told when the server itself needs help, if anyone.
        list_address: the mailing list of games that name none, if any.
        list_archive: how the URLs of its mails are made, where an archive keeps them.
        publish_url: where `gm publish` writes the pages of the games, ending in "/", if that is set.
        announce_address: the mailing list that is told of games, if any.
        time_zone: the zone of those who name none.
        language: the code of the language of games that name none, and of those in none.
        address_style: how an address of ours with a secret in it is written, if it can be.
    """

    server_name: str
    server_address: str
    host: str
    local_part: str
    delimiter: str
    game_address: Callable[[str], str]
    admin_address: str | None = None
    list_address: str | None = None
    list_archive: str | None = None
    publish_url: str | None = None
    announce_address: str | None = None
    time_zone: str = "UTC"
    language: str = ENGLISH
    address_style: AddressStyle = AddressStyle.PLUS


class PlainReader:
    """Reads mails here and now, without a limit of time."""

    def read(self, raw: bytes) -> MailReading:
        """Read a mail."""
        # Most commands read none, and are not to wait for what it takes.
        from gm.mail.reading import read_mail

        return read_mail(raw)


@dataclass(frozen=True, slots=True)
class Quotas:
    """How much mail is taken in a day.

    Args:
        mails, size: of one sender, in mails and in bytes.
        strangers: of all whom nothing proves, in bytes.
    """

    mails: int = 1_000
    size: int = 100 * 1024 * 1024
    strangers: int = 1024 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Services:
    """The ports a use case works with.

    Args:
        games: what can be played.
        overdue_hold: a phase overdue by more than this waits for its GM.
        settle: how long after a deadline mail is waited for that came in time by another way.
        sources: the names of the mailboxes that are fetched from; each must have been looked into
            after a deadline before its phase is resolved.
        clock_watch: whether the time of day can be believed.
        free_space: bytes that are free where the database lies, None where that is not known;
            with less than `least_free` nothing is resolved.
        proof: a mail counts only if something proves its sender; False believes its From line.
        auth_results_from: the name by which our own mail server signs what it found out.
        trusted_hosts: our own mail servers.
        check_dkim: tell whether a signature in a message vouches for an address; None if nobody
            looks.
        make_token: make a new secret.
        answers_a_day: how many answers a registered address gets, and
        answers_a_day_to_strangers: how many any other.
        quotas: how much mail is taken in a day.
        hard_bounces: after so many mails refused for good within a week nothing is sent to an
            address.
        reader: reads the mails that came in.
        usage_fault: tell in a sentence why a command of `gm`, its words without `gm`, would be
            refused whatever the game is like, given whether it is to change something; "" if not.
        creators: who may create games by mail beside the keeper of the server: a kind of people,
            or addresses in small letters.
        mail_pictures: reports bring pictures of the map.
        by_mail: what is done was mailed by the GM of one game: it changes nobody whom the server
            knows already, and tells nothing that it knows of him.
        last_resort: ends the process if what is done inside it takes far too long; nothing does by
            itself.
    """

    store: Store
    clock: Clock
    games: Games
    identity: Identity
    overdue_hold: timedelta = timedelta(minutes=15)
    settle: timedelta = timedelta()
    sources: tuple[str, ...] = ()
    clock_watch: ClockWatch = field(default_factory=ClockWatch)
    free_space: Callable[[], int | None] = _unknown
    least_free: int = 0
    proof: bool = True
    auth_results_from: str = ""
    trusted_hosts: tuple[str, ...] = ()
    check_dkim: Callable[[bytes, str], bool] | None = None
    make_token: Callable[[], str] = random_token
    answers_a_day: int = 100
    answers_a_day_to_strangers: int = 5
    quotas: Quotas = field(default_factory=Quotas)
    hard_bounces: int = 3
    reader: MailReader = field(default_factory=PlainReader)
    creators: Creators | frozenset[str] = Creators.GMS
    usage_fault: Callable[[Sequence[str], bool], str] = _no_fault
    mail_pictures: bool = False
    by_mail: bool = False
    last_resort: Callable[[], AbstractContextManager[object]] = nullcontext
