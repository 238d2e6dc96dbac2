"""The GM's look at incoming mail: what is held or set aside, and having it read again.

No secret of a player is shown: reply addresses and keys are blotted out.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from gm.app.addresses.destinations import redacted
from gm.app.addresses.tokens import discreet
from gm.app.journal import note
from gm.app.mail_records import ASSIGNED, Asked
from gm.app.ports import GameTransaction
from gm.app.records import GameRecord, InboxMail, InboxState, JournalKind, Person
from gm.app.seat_names import held_seat_in
from gm.app.senders.arrival import Became, settle_mail
from gm.app.senders.asking import new_question
from gm.app.senders.held import DENIED
from gm.app.senders.held import drop as drop_held
from gm.app.services import Services
from gm.errors import InputError, NotAllowed
from gm.json_answers import in_json
from gm.mail.bounds import with_line_feeds

_READ_AGAIN = frozenset({InboxState.SHUNTED, InboxState.SUPPRESSED, InboxState.REJECTED})


@dataclass(frozen=True, slots=True)
class InboxLine:
    """An incoming mail in a list.

    Args:
        sender: that of the envelope, which proves nothing.
        game: its name, "" where it is not known.
        note: why it is in its state.
    """

    id: int
    state: str
    received_at: datetime
    sender: str = field(metadata=in_json("from"))
    recipient: str = field(metadata=in_json("to"))
    game: str
    note: str


@dataclass(frozen=True, slots=True)
class InboxPage:
    """One incoming mail: its line, who and what it says it is, and the text that counts."""

    line: InboxLine
    claims: str
    subject: str
    text: tuple[str, ...]
    raw: str


def state_named(name: str) -> InboxState:
    """Return a state by its name; InputError if there is none."""
    try:
        return InboxState(name.casefold())
    except ValueError as fault:
        known = ", ".join(state.value for state in InboxState)
        raise InputError(f"{name!r} is no state of a mail; there are {known}.") from fault


def list_inbox(
    services: Services, states: tuple[InboxState, ...], game_name: str | None = None
) -> tuple[InboxLine, ...]:
    """Return the mails in some states, oldest first; of one game or of all; NoSuchGame."""
    with services.store.read() as transaction:
        wanted = transaction.game(game_name).id if game_name else None
        mails = [mail for state in states for mail in transaction.inbox(state)]
        names = {game.id: game.name for game in transaction.games()}
    kept = [inbox_mail for inbox_mail in mails if wanted is None or inbox_mail.game_id == wanted]
    return tuple(
        _line(inbox_mail, names) for inbox_mail in sorted(kept, key=lambda letter: letter.id)
    )


def _line(mail: InboxMail, names: dict[int, str]) -> InboxLine:
    return InboxLine(
        mail.id,
        mail.state.value,
        mail.received_at,
        mail.envelope_from,
        redacted(mail.recipient),
        names.get(mail.game_id, "") if mail.game_id is not None else "",
        redacted(mail.note),
    )


def show_mail(services: Services, mail_id: int) -> InboxPage:
    """Return one mail, its secrets blotted out; StoreError if there is none."""
    with services.store.read() as transaction:
        mail = transaction.inbox_mail(mail_id)
        names = {game.id: game.name for game in transaction.games()}
        raw = discreet(transaction, with_line_feeds(mail.raw).decode("utf-8", "replace"))
    reading = services.reader.read(mail.raw)
    with services.store.read() as transaction:
        subject, *text = (
            discreet(transaction, line) for line in (reading.subject, *reading.lines)
        )
    claims = f"{reading.sender_name} <{reading.sender}>".strip() if reading.sender else "nobody"
    return InboxPage(_line(mail, names), redacted(claims), subject, tuple(text), raw)


def requeue(services: Services, mail_id: int) -> None:
    """Have a mail read again that was set aside, turned away or left unanswered.

    Raises:
        StoreError: there is no such mail.
        NotAllowed: it has had its effect, is the same as another, or waits to be confirmed.
    """
    with services.store.write() as transaction:
        mail = transaction.inbox_mail(mail_id)
        if mail.state not in _READ_AGAIN:
            raise NotAllowed(f"Mail {mail_id} is {mail.state.value}{_instead(mail.state)}.")
        _lock(transaction, mail)
        again = Became("read again by the GM's wish", state=InboxState.NEW)
        settle_mail(services, transaction, mail_id, again)


def assign(services: Services, mail_id: int, game_name: str, power: str) -> Person:
    """Have a mail read that fitted nothing, as one of a power's player; its moment stays.

    Returns:
        The player.

    Raises:
        StoreError: there is no such mail.
        NoSuchGame, NoSuchSeat: there is no such game, or no such power in it.
        NotAllowed: nobody plays the power; the mail has had its effect, or is the same as another.
    """
    with services.store.write() as transaction:
        game = transaction.game(game_name)
        mail = transaction.inbox_mail(mail_id)
        if mail.state not in {*_READ_AGAIN, InboxState.HELD}:
            raise NotAllowed(f"Mail {mail_id} is {mail.state.value}{_instead(mail.state)}.")
        player = _player(services, transaction, game, power)
        now = services.clock.now()
        said = new_question(services, transaction, Asked.MAIL, player, now, mail, game)
        transaction.settle_confirmation(said.id, now, ASSIGNED)
        transaction.confirm_inbox(mail_id, now)
        text = f"Mail {mail_id} was assigned to {power.upper()} by the GM."
        note(transaction, now, JournalKind.MAIL_ASSIGNED, text, game_id=game.id, author="gm")
    return player


def _player(
    services: Services, transaction: GameTransaction, game: GameRecord, power: str
) -> Person:
    seats = transaction.seats(game.id)
    return held_seat_in(services, game, seats, power)[1]


def drop_mail(services: Services, mail_id: int, reason: str) -> None:
    """Be done with a mail that has had no effect, whatever state it is in; it is kept.

    One that a server has in hand at this moment has no effect any more: the server looks at its
    state in the transaction in which it would act.

    Raises:
        StoreError: there is no such mail.
        StoreBusy: the server holds the database; it is to be tried again.
        InputError: no reason is given.
        NotAllowed: it has had its effect, or is the same as another.
    """
    why = " ".join(reason.split())
    if not why:
        raise InputError("Say why, for whoever looks it up later: --reason ...")
    with services.store.write() as transaction:
        mail = transaction.inbox_mail(mail_id)
        if (instead := _not_dropped(mail)) is not None:
            raise NotAllowed(f"Mail {mail_id} {instead}")
        _lock(transaction, mail)
        now, words = services.clock.now(), f"dropped by the GM: {why}"
        asked = transaction.confirmation_about(mail_id)
        if mail.state is InboxState.HELD and asked is not None:
            drop_held(services, transaction, asked, DENIED, words)
        else:
            became = Became(words, state=InboxState.REJECTED)
            settle_mail(services, transaction, mail_id, became)
        text = f"The GM dropped mail {mail_id}, which was {mail.state.value}: {why}"
        kind = JournalKind.MAIL_DROPPED
        note(transaction, now, kind, text, game_id=mail.game_id, author="gm")


def _not_dropped(mail: InboxMail) -> str | None:
    """Return why a mail cannot be dropped, and what would help; None if it can."""
    match mail.state:
        case InboxState.DONE:
            return (
                "has had its effect, and that stands whatever becomes of the mail. Take it back by "
                "what it did: orders by `gm order clear GAME POWER --reason ...`, a message that "
                "waits by `gm press drop`, a seat by `gm seat vacate`, an address by `gm player "
                "address drop`, a deadline by `gm deadline`."
            )
        case InboxState.DUPLICATE:
            same = mail.duplicate_of
            return f"is the same as mail {same} and changes nothing by itself: drop mail {same}."
        case _:
            return None


def _instead(state: InboxState) -> str:
    if state is InboxState.HELD:
        return ": believe it with `gm inbox confirm`, or drop it with `gm mail drop`"
    return ", so reading it again would do nothing new"


def _lock(transaction: GameTransaction, mail: InboxMail) -> None:
    """Lock the game of a mail, as asking for one does: nobody decides by the mail while it changes."""
    if mail.game_id is not None:
        transaction.game_by_id(mail.game_id)
