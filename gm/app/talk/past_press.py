"""The press so far: what a player may read of it again, and which press a game has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gm.app.addresses.claims import claimed_senders
from gm.app.life_records import PressItem
from gm.app.mail_ports import MailTransaction
from gm.app.orders.sitting import Sitting
from gm.app.records import GameRecord, Person
from gm.app.settings.game_settings import settings_of
from gm.app.settings.setting_kinds import Press
from gm.app.table import game_view
from gm.app.talk.press import PRESS, is_for, is_public, view_of
from gm.app.talk.press_mail import stages_of
from gm.contract.facts import PressView
from gm.contract.seats import SeatId
from gm.languages import gettext, gettext_noop
from gm.report.pages.press_page import PressAgainView, press_again
from gm.report.views import MailText

MOST_SHOWN: Final = 60_000
"""Letters of the messages that one answer to PRESS shows; the newest go first."""


def press_page(sittings: Sequence[Sitting], _asked: str) -> MailText:
    """Write the messages that a player may read, again."""
    first = sittings[0]
    table, transaction, person = first.table, first.transaction, first.letter.person
    powers, stages = table.seats_of(person), stages_of(table)
    shown: list[PressView] = []
    left_out, letters = 0, 0
    for item in reversed(transaction.press(table.game.id)):
        if not _may_read(transaction, item, powers, person):
            continue
        letters += len(item.text)
        if left_out or letters > MOST_SHOWN:
            left_out += 1
            continue
        stage = stages.get(item.phase_id or 0, table.stage)
        shown.append(view_of(table.names, item, stage))
    view = PressAgainView(
        game_view(table),
        table.stage,
        powers,
        tuple(reversed(shown)),
        left_out,
        carried_words(table.game),
        person.time_zone,
    )
    return press_again(view)


def _may_read(
    transaction: MailTransaction, item: PressItem, powers: Sequence[SeatId], person: Person
) -> bool:
    """Tell whether a player may read a message again: sent to his power, or written by himself."""
    if item.kind != PRESS or item.dropped_at is not None:
        return False
    if item.seat in powers and item.inbox_id is not None:
        # Who holds the seat now need not be who wrote it, and a grey one says so to nobody.
        claimed = claimed_senders(transaction.inbox_mail(item.inbox_id).raw)
        writers = map(transaction.person_of_address, claimed)
        if any(writer is not None and writer.id == person.id for writer in writers):
            return True
    return item.released_at is not None and (is_public(item) or is_for(item, powers))


_CARRIED = {
    (Press.WHITE, False): gettext_noop("In {game} messages are signed, and go out at once."),
    (Press.WHITE, True): gettext_noop(
        "In {game} messages are signed, and go out with the season's results."
    ),
    (Press.GREY, False): gettext_noop("In {game} messages are anonymous, and go out at once."),
    (Press.GREY, True): gettext_noop(
        "In {game} messages are anonymous, and go out with the season's results."
    ),
    (Press.BOTH, False): gettext_noop(
        "In {game} messages are signed or anonymous, as WHITE or GREY before PRESS says, else "
        "{colour}, and go out at once."
    ),
    (Press.BOTH, True): gettext_noop(
        "In {game} messages are signed or anonymous, as WHITE or GREY before PRESS says, else "
        "{colour}, and go out with the season's results."
    ),
}
"""Which messages are carried, by their colour and whether they wait for the results."""


def carried_words(game: GameRecord) -> str:
    """Return in a sentence which messages the server carries in a game."""
    settings = settings_of(game)
    if settings.press is Press.NONE:
        return gettext("{game} is played without press.", game=game.name)
    carried = gettext(
        _CARRIED[settings.press, settings.postal],
        game=game.name,
        colour=settings.colour.value.upper(),
    )
    how = gettext("To write one: PRESS TO and the powers, below it the words, and ENDPRESS.")
    return f"{carried} {how}"
