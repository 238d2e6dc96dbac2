"""Short notices to a GM or the server's keeper: mails set aside, not delivered, templates not used."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Sequence
from dataclasses import replace

from gm.app.addresses.answer_limits import day_of
from gm.app.addresses.destinations import redacted
from gm.app.mail_out.outbox import LATE
from gm.app.mail_out.post import Parcel, queue
from gm.app.mail_ports import ReturnTransaction
from gm.app.mail_records import Suspension
from gm.app.ports import GameTransaction, Transaction
from gm.app.records import GameRecord, GameStatus, InboxMail, OutboxMail
from gm.app.services import Services
from gm.app.table import gm_plays
from gm.app.tongues import speaking_to
from gm.errors import DeliveryError
from gm.mail.addresses import address_key
from gm.mail.compose import Purpose
from gm.mail.headers import split_headers, subject
from gm.mail.threads import NEW_THREAD, Thread
from gm.report import mails
from gm.report.environment import OwnTemplates, current
from gm.report.views import NoticeView
from gm.report.wording.dates import moment_words

_OWN = ("undelivered ", "bounced ", "suspended ", "full ", "waiting ", "quota ")
"""What the keys of notices about mail begin with: of those that fail nobody is told."""

_LISTED = 10
"""How many waiting mails a notice names."""

_log = logging.getLogger(__name__)


def notify(
    services: Services,
    transaction: Transaction,
    address: str | None,
    key: str,
    view: NoticeView | Callable[[], NoticeView],
    game: GameRecord | None = None,
    thread: Thread = NEW_THREAD,
) -> None:
    """Send a short notice to somebody in his language; nothing if there is no address.

    Args:
        services, transaction: the ports.
        address: his; key: unique in the outbox with it.
        view: what it says, or what says it in the language that is spoken; only who keeps a game
            or the server is told the same words in any language.
        game: what it is about, if it is about one: its name is in the subject, and an answer
            reaches it.
        thread: where it hangs, if it answers a mail.
    """
    if address is None:
        return
    with speaking_to(services, transaction, address, game):
        notice = view if isinstance(view, NoticeView) else view()
        if game is not None and notice.game is None:
            notice = replace(notice, tag=game.name)
        parcel = Parcel(
            key=f"{key} {address_key(address)}",
            kind=key.partition(" ")[0],
            label=f"{key} {address}",
            address=address,
            text=mails.notice(notice),
            purpose=Purpose.NEWS,
            game=game,
            thread=thread,
        )
        queue(services, transaction, parcel)


def tell_shunted(
    services: Services,
    transaction: Transaction,
    mail: InboxMail,
    why: str,
    game: GameRecord | None = None,
) -> None:
    """Tell the server's keeper of a mail that was set aside, and the GM of the game it was for.

    It may hold orders. A GM who plays hears of it only where nobody else would, and not how to
    read it.

    Args:
        services, transaction: the ports.
        mail: that was set aside; why: in a sentence.
        game: the one it was for, if that is known.
    """
    keeper = services.identity.admin_address
    player = None
    if game is not None and gm_plays(game, transaction.seats(game.id)):
        player = game.gm_address
    gm = game.gm_address if game is not None and (player is None or keeper is None) else None
    for address in {address_key(text): text for text in (gm, keeper) if text}.values():
        plays = player is not None and address_key(address) == address_key(player)
        view = _shunted(mail, why, game, plays=plays)
        of_game = game if address == gm else None
        notify(services, transaction, address, f"shunted {mail.id}", view, of_game)


def _shunted(mail: InboxMail, why: str, game: GameRecord | None, *, plays: bool) -> NoticeView:
    who = mail.envelope_from or "an unknown sender"
    name = game.name if game is not None else "GAME"
    show = (
        "You play in this game, and it may hold orders: let somebody else read it."
        if plays
        else f"`gm mail show {mail.id}` shows it."
    )
    return NoticeView(
        f"Mail {mail.id} was set aside",
        (
            f"A mail from {who} to {redacted(mail.recipient)} was set aside. {why}",
            (
                "It is kept in the database, byte for byte. Nothing in it was recorded and nobody "
                "was answered."
            ),
            (
                f"{show} If it is a player's, `gm mail assign {mail.id} {name} POWER` has it read "
                f"as his; `gm mail drop {mail.id} --reason ...` is done with it."
            ),
        ),
    )


def tell_undelivered(
    services: Services, transaction: Transaction, mail: OutboxMail, reply: str
) -> None:
    """Tell a game's GM, or the server's keeper, of a mail that nobody takes; once for each day.

    A server that was not to be reached for days ends with thousands of such mails.
    """
    address, day = mail.recipient, day_of(services.clock.now())
    text = (
        f"The mail “{_subject(mail)}” to {address} could not be delivered and is not tried again.",
        f"The answer was: {reply}",
        (
            "Whoever it was for may not know what it says; nothing is held against him, and orders "
            "he sends count as before. If he has another address: `gm player address move`. "
            "`gm outbox list` shows all that was not delivered, and "
            f"`gm outbox retry {mail.id}` sends this one again."
        ),
    )
    view = NoticeView(f"A mail to {address} could not be delivered", text)
    _tell(services, transaction, mail, f"undelivered {address} {day:%F}", view)


def tell_bounced(
    services: Services, transaction: Transaction, mail: OutboxMail, reply: str
) -> None:
    """Tell a game's GM before the deadline that a player may not know of it; once a phase."""
    game, address = _game(transaction, mail), mail.recipient
    phase = transaction.open_phase(game.id) if game is not None else None
    lines = [f"The mail “{_subject(mail)}” to {address} came back: {reply}."]
    number = 0
    if game is not None and phase is not None:
        number = phase.number
        lines.append(
            f"The next deadline is {moment_words(phase.deadline, game.time_zone)}. His orders may "
            "be missing then because he was not reached. To give more time: "
            f"`gm deadline {game.name} +24h`."
        )
    lines.append(
        "Nothing is held against him, and orders he sends count as always. After "
        f"{services.hard_bounces} such mails within seven days nothing more is sent to this "
        "address until he writes."
    )
    view = NoticeView(f"Mail to {address} came back", tuple(lines))
    name = game.name if game is not None else "-"
    _tell(services, transaction, mail, f"bounced {name} {number} {address}", view)


def tell_full(services: Services, transaction: Transaction, mail: OutboxMail, count: int) -> None:
    """Tell a game's GM of an address that much comes back from, though not for good; once a week."""
    address, now = mail.recipient, services.clock.now()
    text = (
        (
            f"{count} mails to {address} came back within fourteen days, none of them for good: "
            "his mailbox may be full, or his mail system not well."
        ),
        "Mail is still sent there. Ask him whether it arrives.",
    )
    view = NoticeView(f"Much mail to {address} comes back", text)
    _tell(services, transaction, mail, f"full {now:%G-W%V} {address}", view)


def tell_suspended(
    services: Services,
    transaction: Transaction,
    suspension: Suspension,
    games: Sequence[GameRecord],
) -> None:
    """Tell every GM who plays with somebody that nothing reaches him any more."""
    address = suspension.address
    text = (
        f"Nothing more is sent to {address}. {suspension.reason}.",
        (
            "What is written to him is kept here, and goes out as soon as he writes, or when you "
            f"say `gm outbox lift {address}`. If he has another address: `gm player address move`."
        ),
        (
            "Nothing is held against him, and orders he sends count as always; but he is not "
            "reminded of any deadline."
        ),
    )
    view = NoticeView(f"Nothing more is sent to {address}", text)
    gms = {address_key(game.gm_address): game for game in reversed(games)}
    key = f"suspended {suspension.id}"
    names = [_whom(services, transaction, gm.gm_address, address) for gm in gms.values()]
    for whom in dict.fromkeys(names or [_whom(services, transaction, None, address)]):
        if whom is None:
            _log.warning("nothing more is sent to %s, and nobody can be told", address)
        else:
            notify(services, transaction, whom, key, view)


def tell_waiting(
    services: Services, transaction: Transaction, mail: OutboxMail, fault: DeliveryError
) -> None:
    """Tell the keeper of the server and the game's GM that mail is not taken: once an outage."""
    late = transaction.late_outbox(services.clock.now() - LATE, _LISTED)
    if not late or mail.key.startswith(_OWN):
        return
    game = _game(transaction, mail)
    key = f"waiting {late[0].id}"
    addresses = (services.identity.admin_address, game.gm_address if game else None)
    for address in dict.fromkeys(address for address in addresses if address):
        if not transaction.count_outbox(f"{key} {address_key(address)}"):
            _log.error("mail waits since %s: %s", late[0].created_at, fault)
            notify(services, transaction, address, key, _waiting(services, late, fault))


def _waiting(services: Services, late: Sequence[OutboxMail], fault: DeliveryError) -> NoticeView:
    since = moment_words(late[0].created_at, services.identity.time_zone)
    some = ", ".join(dict.fromkeys(mail.recipient for mail in late))
    more = " and others" if len(late) == _LISTED else ""
    return NoticeView(
        "Mail is not being delivered",
        (
            f"Mail has been waiting since {since}. It is for {some}{more}.",
            f"The last answer was: {fault}",
            (
                "It is tried again for five days, less and less often; nothing is lost. "
                "`gm outbox list` shows what waits, and `gm outbox retry --all` tries all of it "
                "at once. Players may not have their reports: look at the next deadlines."
            ),
        ),
    )


def _tell(
    services: Services, transaction: Transaction, mail: OutboxMail, key: str, view: NoticeView
) -> None:
    """Tell a game's GM about a mail, or somebody else where it is his own that comes back."""
    if mail.key.startswith(_OWN):
        return  # a notice that fails has no notice of its own
    game = _game(transaction, mail)
    whom = _whom(services, transaction, game.gm_address if game else None, mail.recipient)
    if whom is None:
        _log.warning("%s, and nobody can be told", view.title)
        return
    notify(services, transaction, whom, key, view, game)


def _whom(
    services: Services, transaction: ReturnTransaction, gm_address: str | None, about: str
) -> str | None:
    """Return who is told about an address: the GM, else the keeper, and never at that address."""
    for address in (gm_address, services.identity.admin_address):
        if (
            address
            and address_key(address) != address_key(about)
            and transaction.suspension(address) is None
        ):
            return address
    return None


def _subject(mail: OutboxMail) -> str:
    return subject(split_headers(mail.raw.partition(b"\r\n\r\n")[0]))


def _game(transaction: GameTransaction, mail: OutboxMail) -> GameRecord | None:
    return transaction.game_by_id(mail.game_id) if mail.game_id is not None else None


def tell_template_faults(services: Services, known_faults: set[str]) -> int:
    """Tell the server's keeper, or without one its GMs, of templates that are broken.

    Args:
        services: the ports.
        known_faults: the faults that were told since the server started; new ones are added.

    Returns:
        How many are told now.
    """
    templates = current()
    faults = templates.faults if isinstance(templates, OwnTemplates) else ()
    new = [fault for fault in faults if fault not in known_faults]
    if not new:
        return 0
    with services.store.write() as transaction:
        for address in _readers(services, transaction):
            _tell_of_fault(services, transaction, address, new)
    known_faults.update(new)
    return len(new)


def _readers(services: Services, transaction: GameTransaction) -> tuple[str, ...]:
    if services.identity.admin_address is not None:
        return (services.identity.admin_address,)
    played = (game for game in transaction.games() if game.status is not GameStatus.FINISHED)
    return tuple({address_key(game.gm_address): game.gm_address for game in played}.values())


def _tell_of_fault(
    services: Services, transaction: Transaction, address: str, faults: Sequence[str]
) -> None:
    digest = hashlib.sha256("\n".join(faults).encode()).hexdigest()[:12]
    view = NoticeView(
        "A template of your own cannot be used",
        (
            "What is wrong:",
            *faults,
            (
                "Mails are written by the template that gm comes with; nothing is lost. Mend the "
                "file and start the server again: templates are read when it starts. `gm doctor` "
                "finds what cannot be read."
            ),
        ),
    )
    key = f"template {services.clock.now():%F} {digest}"
    notify(services, transaction, address, key, view)
