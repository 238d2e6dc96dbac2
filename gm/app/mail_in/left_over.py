"""Mails that came in time for a phase and were never read: set aside, or held for proof.

They keep no season waiting; its GM is told of each of them when the phase is resolved.
"""

from __future__ import annotations

from collections.abc import Iterator

from gm.app.mail_in.destinations import destination, redacted
from gm.app.mail_out.notices import notify
from gm.app.orders.grace import closing
from gm.app.ports import Transaction
from gm.app.records import InboxMail, InboxState
from gm.app.services import Services
from gm.app.table import Table
from gm.report.views import NoticeView
from gm.report.wording.dates import moment_words
from gm.report.wording.phrases import phase_words


def tell_left_over(services: Services, transaction: Transaction, table: Table) -> None:
    """Tell the GM of a phase that is being resolved which mails to it were never read."""
    found = tuple(left_over(services, transaction, table))
    if not found:
        return
    words, phase = phase_words(table.state.phase), table.phase
    one = len(found) == 1
    view = NoticeView(
        f"{words}: {'a mail was' if one else f'{len(found)} mails were'} not used",
        (
            (
                f"{words} of {table.game.name} was resolved. "
                f"{'A mail' if one else f'{len(found)} mails'} that came in time could not be used:"
            ),
            *(_words(mail, table.game.time_zone) for mail in found),
            "`gm inbox show NUMBER` shows one. Who did not confirm a mail reads so in his report.",
        ),
    )
    key = f"left-over {table.game.name} {phase.number}"
    notify(services, transaction, table.game.gm_address, key, view, table.game)


def left_over(services: Services, transaction: Transaction, table: Table) -> Iterator[InboxMail]:
    """Yield the mails to a game that came while its phase was open and are held or set aside."""
    phase, game = table.phase, table.game
    players = {one.person.address.casefold() for one in table.seats if one.person is not None}
    for mail in transaction.waiting_mails(phase.opened_at, closing(phase)):
        named = destination(services.identity, mail.recipient).game
        from_player = not named and mail.envelope_from.casefold() in players
        if mail.game_id == game.id or named == game.name or from_player:
            yield mail


def _words(mail: InboxMail, zone: str) -> str:
    held, who = mail.state is InboxState.HELD, mail.envelope_from or "an unknown sender"
    why = f"was never confirmed; it {mail.note}" if held else f"was set aside: {mail.note}"
    came = moment_words(mail.received_at, zone)
    return redacted(f"Mail {mail.id} from {who}, which came on {came}, {why}")
