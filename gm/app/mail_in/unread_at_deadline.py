"""Mails that came in time for a phase and were never read: set aside, or held for proof.

They keep no season waiting; its GM is told of each of them when the phase is resolved.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from gm.app.addresses.destinations import destination, redacted
from gm.app.clock.deadline_margins import closing
from gm.app.mail_out.notices import notify
from gm.app.records import InboxMail, InboxState
from gm.app.table import Table
from gm.languages import gettext, gettext_noop, ngettext
from gm.mail.addresses import address_key
from gm.report.views import NoticeView
from gm.report.wording.dates import moment_words


def tell_left_over(table: Table) -> None:
    """Tell the GM of a phase that is being resolved which mails to it were never read."""
    mails = tuple(left_over(table))
    if not mails:
        return
    game, key = table.game, f"left-over {table.game.name} {table.phase.number}"
    notify(
        table.services, table.transaction, game.gm_address, key, partial(_view, table, mails), game
    )


def _view(table: Table, mails: Sequence[InboxMail]) -> NoticeView:
    phase, game, count = table.stage_words(), table.game, len(mails)
    title = ngettext(
        "{phase}: a mail was not used",
        "{phase}: {count} mails were not used",
        count,
        phase=phase,
        count=count,
    )
    what = ngettext(
        "{phase} of {game} was resolved. A mail that came in time could not be used:",
        "{phase} of {game} was resolved. {count} mails that came in time could not be used:",
        count,
        phase=phase,
        game=game.name,
        count=count,
    )
    how = gettext(
        "`gm inbox show NUMBER` shows one. Who did not confirm a mail reads so in his report."
    )
    return NoticeView(title, (what, *(_words(mail, game.time_zone) for mail in mails), how))


def left_over(table: Table) -> Iterator[InboxMail]:
    """Yield the mails to a game that came while its phase was open and are held or set aside."""
    phase, game = table.phase, table.game
    players = {address_key(seat.person.address) for seat in table.seats if seat.person is not None}
    for mail in table.transaction.waiting_mails(phase.opened_at, closing(phase)):
        named = destination(table.services.identity, mail.recipient).game
        from_player = not named and address_key(mail.envelope_from) in players
        if mail.game_id == game.id or named == game.name or from_player:
            yield mail


def _words(mail: InboxMail, zone: str) -> str:
    who = mail.envelope_from or gettext("an unknown sender")
    came = moment_words(mail.received_at, zone)
    # Translators: {note} is said in English, whatever the language.
    sentence = gettext_noop(
        "Mail {number} from {who}, which came on {when}, was set aside: {note}"
    )
    if mail.state is InboxState.HELD:
        sentence = gettext_noop(
            "Mail {number} from {who}, which came on {when}, was never confirmed; it {note}"
        )
    return redacted(gettext(sentence, number=mail.id, who=who, when=came, note=mail.note))
