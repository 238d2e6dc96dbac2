"""What an address of ours means, and how ours are written: games, seats' secrets, questions, bounces.

Behind the server's name and the delimiter, or alone before the @, stands one of

    tara            the game tara
    tara.SECRET     the game tara, from the seat whose secret it is
    ok.CODE         the answer to a question we asked a registered address
    b.TAG           a mail of ours that came back

Every form is understood always; which one is written is a setting. No game's name has a dot in it or
is as short as `ok` and `b`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Final

from gm.app.services import Identity
from gm.config import AddressStyle
from gm.mail.addresses import address_key

_CONFIRM: Final = "ok"
_BOUNCE: Final = "b"
_SECRET = re.compile(r"(?<=\.)[a-z2-7]{16,32}(?=@)|(?<=Reply key: )[a-z2-7]{16,32}", re.I)


class DestinationKind(Enum):
    """What a mail to one of our addresses is for."""

    SERVER = "server"
    GAME = "game"
    CONFIRM = "confirm"
    BOUNCE = "bounce"


@dataclass(frozen=True, slots=True)
class Destination:
    """An address of ours, understood.

    Args:
        game: the name of the game, which need not exist; "" for none.
        secret: the secret of a seat, the code of a question or the tag of a mail, in lower case;
            "" for none.
    """

    kind: DestinationKind
    game: str = ""
    secret: str = ""


def destination(identity: Identity, address: str) -> Destination:
    """Return what an address of ours means.

    The domain is not looked at: whoever handed the mail to us has done that.
    """
    local = address_key(address).rpartition("@")[0]
    local_part = identity.local_part.lower()
    if local in ("", local_part):
        return Destination(DestinationKind.SERVER)
    name, _, secret = local.removeprefix(local_part + identity.delimiter).partition(".")
    if name == _CONFIRM:
        return Destination(DestinationKind.CONFIRM, secret=secret)
    if name == _BOUNCE:
        return Destination(DestinationKind.BOUNCE, secret=secret)
    return Destination(DestinationKind.GAME, name, secret)


def seat_address(identity: Identity, game: str, secret: str) -> str:
    """Return the address by which a seat's mail is known; the server's own in the body style."""
    return _address(identity, f"{game}.{secret}")


def confirm_address(identity: Identity, code: str) -> str:
    """Return where the answer to a question goes; the server's own address in the body style."""
    return _address(identity, f"{_CONFIRM}.{code}")


def bounce_address(identity: Identity, tag: str) -> str:
    """Return where a mail comes back to; the server's own address in the body style."""
    return _address(identity, f"{_BOUNCE}.{tag}")


def _address(identity: Identity, name: str) -> str:
    match identity.address_style:
        case AddressStyle.BODY:
            return identity.server_address
        case AddressStyle.NAME:
            return f"{name}@{identity.host}"
        case AddressStyle.PLUS:
            return f"{identity.local_part}{identity.delimiter}{name}@{identity.host}"


def one_spelling(identity: Identity, address: str) -> str:
    """Return the one address that stands for all that mean the same.

    It is written as ours are, unless that would mean something else, as where a game has the name
    of the server.
    """
    place = destination(identity, address)
    if place.kind is DestinationKind.SERVER:
        return identity.server_address
    name = {DestinationKind.CONFIRM: _CONFIRM, DestinationKind.BOUNCE: _BOUNCE}.get(
        place.kind, place.game
    )
    name = f"{name}.{place.secret}" if place.secret else name
    if not keys_in_body(identity):
        usual = _address(identity, name)
        if destination(identity, usual) == place:
            return usual
    return f"{identity.local_part}{identity.delimiter}{name}@{identity.host}"


def fold(identity: Identity, addresses: Iterable[str]) -> tuple[str, ...]:
    """Return to how many of ours a mail came, each once, however often and oddly it was written."""
    return tuple(dict.fromkeys(one_spelling(identity, address) for address in addresses))


def keys_in_body(identity: Identity) -> bool:
    """Tell whether secrets stand in the text of our mails, since addresses cannot carry them."""
    return identity.address_style is AddressStyle.BODY


def redacted(text: str) -> str:
    """Return a text with every secret in it hidden, for logs and for the GM's eyes."""
    return _SECRET.sub("***", text)
