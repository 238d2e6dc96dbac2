"""The kinds of values that settings have, each with its check."""

from enum import StrEnum
from typing import Annotated
from zoneinfo import available_timezones

from pydantic import AfterValidator, Field

from gm.errors import InputError
from gm.languages import known
from gm.languages.names import language_named
from gm.languages.near_words import nearest


class Transport(StrEnum):
    """How mail leaves the server."""

    MAILDIR = "maildir"
    SMTP = "smtp"
    SENDMAIL = "sendmail"


class Tls(StrEnum):
    """How the connection to the relay is secured."""

    NONE = "none"
    STARTTLS = "starttls"
    TLS = "tls"


class AddressStyle(StrEnum):
    """What a game's own address looks like."""

    PLUS = "plus"
    NAME = "name"
    BODY = "body"


class Proof(StrEnum):
    """What makes us believe who a mail is from."""

    PROOF = "proof"
    SENDER = "sender"


class Creators(StrEnum):
    """Who may create games by mail, where that is not a list of addresses."""

    NOBODY = "nobody"
    GMS = "gms"
    ANYBODY = "anybody"


class Protocol(StrEnum):
    """What the listener speaks."""

    SMTP = "smtp"
    LMTP = "lmtp"


class LogFormat(StrEnum):
    """Log lines for a person or for a program."""

    TEXT = "text"
    JSON = "json"


def _check_address(value: str) -> str:
    local, _, domain = value.rpartition("@")
    if not local or not domain or any(char.isspace() or char in "<>,;" for char in value):
        raise ValueError("not a bare mail address such as gm@games.example.org")
    return value


def _check_creators(value: str) -> str:
    words = value.split()
    if value.strip() in set(Creators):
        return value.strip()
    if not words or not all("@" in word for word in words):
        known = ", ".join(Creators)
        raise ValueError(f"neither one of {known} nor mail addresses with blanks between them")
    return " ".join(map(_check_address, words))


def _check_domain(value: str) -> str:
    labels = value.split(".")
    if not all(label and label.replace("-", "").isalnum() for label in labels):
        raise ValueError("not a domain name such as games.example.org")
    return value.lower()


def _check_zone(value: str) -> str:
    if value not in available_timezones():
        near = nearest(value, sorted(available_timezones()))
        hint = f"; did you mean {near[0]}?" if near else ""
        raise ValueError(f"no time zone of this name, they look like Europe/Dublin{hint}")
    return value


def _check_language(value: str) -> str:
    try:
        return language_named(value)
    except InputError as fault:
        raise ValueError(f"no language that mails are written in: {', '.join(known())}") from fault


Address = Annotated[str, AfterValidator(_check_address)]
CreatorWords = Annotated[str, AfterValidator(_check_creators)]
Domain = Annotated[str, AfterValidator(_check_domain)]
LanguageName = Annotated[str, AfterValidator(_check_language)]
ZoneName = Annotated[str, AfterValidator(_check_zone)]
Port = Annotated[int, Field(ge=0, le=65535)]
