"""The secret of each seat: its reply address, made when it is first written to, changed by command.

Who knows the secret has had that seat's mail. It stands in the Reply-To of mails to the registered
address of whoever holds the seat, or in a line of their text, and nowhere else.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from gm.app.addresses.destinations import keys_in_body, redacted, seat_address
from gm.app.mail_ports import IdentityTransaction
from gm.app.mail_records import GM_SEAT, SeatToken
from gm.app.ports import GameTransaction, Transaction
from gm.app.records import GameRecord, SeatRecord
from gm.app.services import Identity, Services
from gm.mail.addresses import address_key
from gm.mail.compose import Purpose
from gm.mail.threads import LABEL
from gm.report.views import MailText

_LIKE_A_SECRET: Final = re.compile(r"\b[a-z2-7]{16,32}\b", re.I)
_IN_HTML = '<p style="font-size: 14px">{}</p>\n'


@dataclass(frozen=True, slots=True)
class ReplyPath:
    """Where the answer to a mail goes: an address, and a secret for the text; "" for none."""

    address: str
    key: str = ""


def token_of(
    services: Services, transaction: IdentityTransaction, game: GameRecord, seat: str
) -> SeatToken:
    """Return the secret of a seat, made now if it has none."""
    return transaction.token(game.id, seat) or new_token(services, transaction, game, seat)


def new_token(
    services: Services, transaction: IdentityTransaction, game: GameRecord, seat: str
) -> SeatToken:
    """Give a seat another secret; the one before it proves nothing any more."""
    token = SeatToken(0, game.id, seat, services.make_token(), services.clock.now())
    return transaction.add_token(token)


def reply_path(
    services: Services,
    transaction: Transaction,
    game: GameRecord | None,
    address: str,
    purpose: Purpose,
    seat: str = "",
) -> ReplyPath:
    """Return where the answer to a mail goes.

    Args:
        services, transaction: the ports.
        game: what the mail is about, if it is about a game.
        address: to whom it goes. Only the registered address of a seat's holder, and that of the
            GM, get a secret.
        purpose: of the mail; one to a list never has a secret.
        seat: his seat, where it is known; else it is looked up.
    """
    identity = services.identity
    if game is None:
        return ReplyPath(identity.server_address)
    known = seat or seat_at(transaction, game, address)
    if purpose is Purpose.LIST or not known:
        return ReplyPath(identity.game_address(game.name))
    secret = token_of(services, transaction, game, known).token
    return _path(identity, seat_address(identity, game.name, secret), secret)


def _path(identity: Identity, address: str, secret: str) -> ReplyPath:
    return ReplyPath(address, secret if keys_in_body(identity) else "")


def seat_at(transaction: GameTransaction, game: GameRecord, address: str) -> str:
    """Return the seat whose holder is registered with an address: his first, or the GM's; or ""."""
    wanted = address_key(address)
    seats = (seat for seat in transaction.seats(game.id) if seat.person is not None)
    played = next((seat.seat for seat in seats if _address(seat) == wanted), "")
    return played or (GM_SEAT if address_key(game.gm_address) == wanted else "")


def _address(seat: SeatRecord) -> str:
    return address_key(seat.person.address) if seat.person is not None else ""


def holder_address(transaction: GameTransaction, game: GameRecord, seat: str) -> str | None:
    """Return the registered address of who holds a seat, in lower case; None if nobody does."""
    return holder_among(transaction.seats(game.id), game, seat)


def holder_among(seats: Iterable[SeatRecord], game: GameRecord, seat: str) -> str | None:
    """Return the registered address of who holds a seat, given all of its game; None if nobody does."""
    if seat == GM_SEAT:
        return address_key(game.gm_address)
    held = (record for record in seats if record.seat == seat and record.person)
    return next(map(_address, held), None)


def known_token(transaction: IdentityTransaction, secret: str) -> SeatToken | None:
    """Return the token that a secret is, a revoked one too; None if it never was one."""
    token = transaction.find_token(secret) if secret else None
    if token is None or not hmac.compare_digest(token.token, secret):
        return None
    return token


def with_key(text: MailText, key: str) -> MailText:
    """Return a mail's text with a secret in its last line, where its address cannot carry one."""
    if not key:
        return text
    line = f"{LABEL}: {key}"
    head, main, tail = text.html.rpartition("</main>")
    html = f"{head}{_IN_HTML.format(line)}{main}{tail}" if main else text.html
    return replace(text, text=f"{text.text.rstrip()}\n\n{line}\n", html=html)


def discreet(transaction: IdentityTransaction, text: str) -> str:
    """Return a text without the secrets in it, also those that its writer typed by themselves."""

    def blot(match: re.Match[str]) -> str:
        word = match[0].lower()
        known = transaction.find_token(word) or transaction.confirmation(word)
        return match[0] if known is None else "***"

    return _LIKE_A_SECRET.sub(blot, redacted(text))
