"""Mails about what the GM has done at his desk: to those concerned, or to everybody."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

from gm.app.mail_out.post import queue
from gm.app.mail_out.readers import NewsReader, Words, everybody, parcel, players
from gm.app.records import PhaseStatus
from gm.app.table import Table, due_view, game_view
from gm.contract.corrections import Override
from gm.contract.facts import Viewer
from gm.contract.rules import Position
from gm.contract.seats import SeatId
from gm.languages import gettext, speaking
from gm.mail.threads import LIST, PHASE_MAIL, in_phase, phase_root
from gm.report import mails
from gm.report.views import MailText, NoticeView
from gm.report.wording.sentence_parts import full_stop

Fates = Mapping[SeatId, tuple[tuple[str, str], ...]]
"""By power orders in short form, each with what became of it in a sentence."""

Write = Callable[[NewsReader], Words]
"""Writes, in his language, the title and the paragraphs for a reader; none, and he gets no mail."""


def _written(
    table: Table, reader: NewsReader, title: str, paragraphs: tuple[str, ...], *, due: bool = True
) -> MailText:
    view = NoticeView(
        title,
        paragraphs,
        game=game_view(table),
        due=due_view(table, {}) if due else None,
        zone=reader.zone,
        now=table.services.clock.now(),
        stage=table.stage,
        plays=reader.plays_in(table),
        public=reader.label == LIST,
    )
    return mails.notice(view)


def _takes_orders(table: Table) -> bool:
    """Tell whether players can still order; not while the GM looks at what a phase will bring."""
    return table.phase.status is not PhaseStatus.PROOF


def tell_players(table: Table, key: str, write: Write) -> None:
    """Mail players of a game a notice, under the mail that opened the phase for them.

    Args:
        table: the game with its phase.
        key: what it is, and of what: "amended tara 3 1".
        write: the rest of the subject, and the paragraphs for a reader.
    """
    host, game, number = table.services.identity.host, table.game, table.phase.number
    for reader in players(table):
        with speaking(reader.language):
            title, paragraphs = write(reader)
            if not paragraphs:
                continue
            text = _written(table, reader, title, paragraphs, due=_takes_orders(table))
        mail = parcel(table, reader, key, number, text)
        thread = in_phase(host, game.name, number, reader.label)
        queue(
            table.services,
            table.transaction,
            replace(mail, kind=key.replace(" ", "-"), thread=thread),
        )


def tell_everybody(
    table: Table, key: str, write: Write, *, number: int, over: bool = False
) -> None:
    """Mail everybody of a game that its course has changed; the mail opens a phase.

    Args:
        table: the game with the phase that is open, or was the last.
        key: what it is, and of what: "rolled-back tara 7".
        write: the rest of the subject, and the paragraphs for a reader; the position follows them.
        number: of the phase that it opens.
        over: the game is over, so that nothing is due.
    """
    game, host = table.game, table.services.identity.host
    due = _takes_orders(table) and not over
    for reader in everybody(table):
        with speaking(reader.language):
            title, paragraphs = write(reader)
            lines = (*paragraphs, *position_lines(table, reader.viewer(table)))
            text = _written(table, reader, title, lines, due=due)
        mail = parcel(table, reader, key, number, text)
        root = phase_root(host, game.name, number, reader.label)
        # The mail that ended a game stands where that of a phase opened after all would stand.
        if table.transaction.outbox_by_message(root, reader.address) is not None:
            below = in_phase(host, game.name, number, reader.label)
            thread = mail.thread if reader.label == LIST else below
            mail = replace(mail, kind=f"{PHASE_MAIL}-again", thread=thread)
        queue(table.services, table.transaction, mail)


def position_lines(table: Table, viewer: Viewer) -> tuple[str, ...]:
    """Return the position on a table as a reader may know it, its stage's name before it."""
    seats = viewer.seats or None
    state = table.state if viewer.sees_all else table.rules.view(table.state, seats)
    lines = table.family.pages.position(Position(table.rules, state))
    return (gettext("The position in {phase}:", phase=table.stage_words()), *lines)


def tell_owners(
    table: Table,
    override: Override,
    reason: str,
    unfit: Fates,
    refitted: Fates = MappingProxyType({}),
) -> None:
    """Tell those whom an override concerns, and those whose orders it has touched.

    Args:
        table: the game with the position as it is now.
        override: what was done; reason: why.
        unfit: orders that no longer fit; refitted: orders that had to be changed, or went.
    """

    def write(reader: NewsReader) -> Words:
        title = gettext("{phase}: the GM changed the position", phase=table.stage_words())
        lost, changed = (
            [f"{order}: {why}" for power in reader.powers for order, why in fates.get(power, ())]
            for fates in (unfit, refitted)
        )
        if not lost and not changed and not set(reader.powers) & set(override.seats):
            return title, ()
        lines = [override.words, gettext("The GM's reason: {reason}", reason=full_stop(reason))]
        if changed:
            lines += [gettext("What you ordered by a name that is gone:"), *changed]
        if lost and _takes_orders(table):
            lines.append(
                gettext(
                    "This no longer fits the position, and stands as it is until you change it:"
                )
            )
        elif lost:
            lines.append(gettext("This no longer fits the position:"))
        return title, (*lines, *lost)

    count = len(table.transaction.amendments(table.phase.id))
    key = f"amended {table.game.name} {table.phase.number} {count}"
    tell_players(table, key, write)
