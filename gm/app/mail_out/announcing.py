"""What the server's list of announcements is told: a game takes players, has begun, is over.

Nothing of what happens in between: who wants that reads the game's own list, or OBSERVEs it. Each is
told once, however often it is asked for, and a game is one thread there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gm.app.mail_out.lists import archive_pattern
from gm.app.mail_out.post import Parcel, queue
from gm.app.mail_out.reasons import Words
from gm.app.mail_ports import OutboxTransaction
from gm.app.ports import Transaction
from gm.app.records import GameRecord, GameStatus, PhaseRecord
from gm.app.services import Services
from gm.app.settings.game_settings import settings_of
from gm.app.settings.setting_kinds import SignUp
from gm.app.table import Table, family_of
from gm.app.tongues import speaking_to
from gm.contract.events import Event
from gm.languages import gettext, ngettext
from gm.mail.compose import ListInfo, Purpose, archive_url
from gm.mail.threads import LIST, NEW_THREAD, Thread, message_id
from gm.report import mails
from gm.report.views import NoticeView
from gm.report.wording.sentence_parts import full_stop


def announce_open(services: Services, transaction: Transaction, game: GameRecord) -> None:
    """Tell the list of announcements that a game takes players, if anybody may ask to play."""
    if game.status is not GameStatus.FORMING or settings_of(game).sign_up is not SignUp.OPEN:
        return
    seats = transaction.seats(game.id)
    free = sum(seat.person is None for seat in seats)
    if not free:
        return
    _announce(services, transaction, game, "open", lambda: _open(services, game, free, len(seats)))


def _open(services: Services, game: GameRecord, free: int, seats: int) -> Words:
    return gettext("A game of {title} looks for players", title=_title(services, game)), (
        _looks_for(services, game, free, seats),
        gettext(
            "To play, write JOIN {game} on a line of its own, in a mail to {address}. The answer "
            "tells the deadlines, the settings and the rules.",
            game=game.name,
            address=services.identity.server_address,
        ),
    )


def _looks_for(services: Services, game: GameRecord, free: int, seats: int) -> str:
    return ngettext(
        "{game}, a game of {title}, looks for players: {count} of its {seats} powers is free. "
        "Its game master is {gm}.",
        "{game}, a game of {title}, looks for players: {count} of its {seats} powers are free. "
        "Its game master is {gm}.",
        free,
        game=game.name,
        title=_title(services, game),
        count=free,
        seats=seats,
        gm=game.gm_name,
    )


def announce_begun(
    services: Services, transaction: Transaction, game: GameRecord, phase: PhaseRecord
) -> None:
    """Tell the list of announcements that a game has begun, and how it can be followed."""
    _announce(services, transaction, game, "begun", lambda: _begun(services, game, phase))


def _begun(services: Services, game: GameRecord, phase: PhaseRecord) -> Words:
    family = family_of(services, game)
    words = [
        gettext(
            "{game}, a game of {title}, has begun with {phase}. Its game master is {gm}.",
            game=game.name,
            title=_title(services, game),
            phase=family.pages.stage(family.stage(phase.name)),
            gm=game.gm_name,
        )
    ]
    if game.list_address:
        words.append(gettext("Its reports go to {address}.", address=game.list_address))
    if settings_of(game).observers:
        words.append(
            gettext(
                "To follow it by mail, write OBSERVE {game} on a line of its own, in a mail to "
                "{address}.",
                game=game.name,
                address=services.identity.server_address,
            )
        )
    return gettext("A game of {title} has begun", title=_title(services, game)), tuple(words)


def announce_ended(table: Table, events: Sequence[Event]) -> None:
    """Tell the list of announcements that a game is over, and how it ended.

    Args:
        table: its last stage; a game that was taken back may end again.
        events: what happened in that.
    """
    what = f"ended-{table.phase.number}"
    _announce(table.services, table.transaction, table.game, what, lambda: _ended(table, events))


def _ended(table: Table, events: Sequence[Event]) -> Words:
    services = table.services
    game = table.game
    how = table.family.pages.how_it_ended(events, table.rules)
    words = [
        gettext(
            "{game}, a game of {title}, is over since {phase}.",
            game=game.name,
            title=_title(services, game),
            phase=table.stage_words(table.phase.name),
        )
    ]
    if how:
        words.append(full_stop(how))
    if pattern := archive_pattern(services.identity, game):
        place = archive_url(pattern, game.name)
        words.append(gettext("It can be read again at {url}", url=place))
    return gettext("A game of {title} is over", title=_title(services, game)), tuple(words)


def _title(services: Services, game: GameRecord) -> str:
    return family_of(services, game).variants[game.variant].title


def _announce(
    services: Services,
    transaction: Transaction,
    game: GameRecord,
    what: str,
    words: Callable[[], Words],
) -> None:
    """Tell the list of announcements something, in the server's language, once for each `what`."""
    identity = services.identity
    if identity.announce_address is None or not settings_of(game).announced:
        return
    with speaking_to(services, transaction, None, None):
        title, paragraphs = words()
        text = mails.notice(NoticeView(title, paragraphs, tag=game.name))
    parcel = Parcel(
        key=f"announced {game.name} {what} {LIST}",
        kind=f"announced-{game.name}-{what}",
        label=LIST,
        address=identity.announce_address,
        text=text,
        purpose=Purpose.LIST,
        thread=_thread(services, transaction, game),
        list=ListInfo(
            f"announcements.{identity.host}",
            identity.server_name,
            identity.server_address,
            owner=identity.admin_address,
        ),
    )
    queue(services, transaction, parcel)


def _thread(services: Services, transaction: OutboxTransaction, game: GameRecord) -> Thread:
    """Return the thread of a game: under what was first announced of it."""
    host, first = services.identity.host, ("open", "begun")
    address = services.identity.announce_address or ""
    for what in first:
        root = message_id(host, "", 0, f"announced-{game.name}-{what}", LIST)
        if transaction.outbox_by_message(root, address) is not None:
            return Thread(root, (root,))
    return NEW_THREAD
