"""Mails about what the GM has done at his desk: to those concerned, or to everybody."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from gm.app.mail_out.lists import list_info
from gm.app.mail_out.post import Parcel, queue
from gm.app.mail_out.readers import gm_of, observers
from gm.app.mail_records import GM_SEAT
from gm.app.orders.hands import hands
from gm.app.overriding.override_values import Override
from gm.app.ports import Transaction
from gm.app.records import PhaseStatus
from gm.app.services import Services
from gm.app.table import Table, due_view, game_view
from gm.app.tongues import game_language, language_for
from gm.languages import gettext, speaking
from gm.mail.compose import Purpose
from gm.mail.threads import LIST, NEW_THREAD, PHASE_MAIL, in_phase, on_list, phase_root
from gm.report import mails
from gm.report.facts.tables import bridges, holdings
from gm.report.views import MailText, NoticeView
from gm.report.wording.phrases import full_stop, phase_words
from gm.rules.board import PowerId

Fates = Mapping[PowerId, tuple[tuple[str, str], ...]]
"""By power orders in short form, each with what became of it in a sentence."""


@dataclass(frozen=True, slots=True)
class Reader:
    """Somebody who is told something: a player with his powers, the list, or the GM.

    Args:
        label: whom a mail to him is for, in its key.
        powers: none for the list and the GM; for_gm: it is he.
    """

    label: str
    address: str
    name: str
    zone: str
    language: str
    powers: tuple[PowerId, ...] = ()
    person_id: int | None = None
    for_gm: bool = False


Write = Callable[[Reader], tuple[str, tuple[str, ...]]]
"""Writes, in his language, the title and the paragraphs for a reader; none, and he gets no mail."""


def _players(table: Table) -> Iterator[Reader]:
    for hand in hands(table):
        who, spoken = hand.person, language_for(hand.person, table.game)
        yield Reader(hand.label, who.address, who.name, who.time_zone, spoken, hand.powers, who.id)


def _all(transaction: Transaction, table: Table) -> Iterator[Reader]:
    yield from _players(table)
    game = table.game
    if game.list_address:
        yield Reader(LIST, game.list_address, "", game.time_zone, game_language(game))
    gm = gm_of(transaction, game)
    yield Reader("gm", gm.address, gm.name, gm.zone, gm.language, for_gm=True)
    for one in observers(transaction, table):
        zone, spoken = one.zone, one.language
        yield Reader(one.label, one.address, one.name, zone, spoken, person_id=one.person_id)


def _written(
    services: Services,
    table: Table,
    reader: Reader,
    title: str,
    paragraphs: tuple[str, ...],
    *,
    due: bool = True,
) -> MailText:
    view = NoticeView(
        title,
        paragraphs,
        game=game_view(services, table),
        due=due_view(table, {}) if due else None,
        zone=reader.zone,
        now=services.clock.now(),
        phase=table.state.phase,
        plays=not set(reader.powers).issubset(table.state.eliminated),
        public=reader.label == LIST,
    )
    return mails.notice(view)


def _takes_orders(table: Table) -> bool:
    """Tell whether players can still order; not while the GM looks at what a phase will bring."""
    return table.phase.status is not PhaseStatus.PROOF


def tell_players(
    services: Services, transaction: Transaction, table: Table, key: str, write: Write
) -> None:
    """Mail players of a game a notice, under the mail that opened the phase for them.

    Args:
        services, transaction: the ports.
        table: the game with its phase.
        key: what it is, and of what: "amended tara 3 1".
        write: the rest of the subject, and the paragraphs for a reader.
    """
    game, number = table.game, table.phase.number
    for reader in _players(table):
        with speaking(reader.language):
            title, paragraphs = write(reader)
            text = _written(services, table, reader, title, paragraphs, due=_takes_orders(table))
        if not paragraphs:
            continue
        parcel = Parcel(
            key=f"{key} {reader.label}",
            kind=key.replace(" ", "-"),
            label=reader.label,
            address=reader.address,
            name=reader.name,
            text=text,
            purpose=Purpose.NEWS,
            number=number,
            game=game,
            thread=in_phase(services.identity.host, game.name, number, reader.label),
            seat=reader.powers[0],
            person_id=reader.person_id,
        )
        queue(services, transaction, parcel)


def tell_everybody(
    services: Services,
    transaction: Transaction,
    table: Table,
    key: str,
    write: Write,
    *,
    number: int,
    over: bool = False,
) -> None:
    """Mail everybody of a game that its course has changed; the mail opens a phase.

    Args:
        services, transaction: the ports.
        table: the game with the phase that is open, or was the last.
        key: what it is, and of what: "rolled-back tara 7".
        write: the rest of the subject, and the paragraphs for a reader; the position follows them.
        number: of the phase that it opens.
        over: the game is over, so that nothing is due.
    """
    game, host = table.game, services.identity.host
    due = _takes_orders(table) and not over
    for reader in _all(transaction, table):
        with speaking(reader.language):
            title, paragraphs = write(reader)
            told = (*paragraphs, *position_lines(table))
            text = _written(services, table, reader, title, told, due=due)
        to_list = reader.label == LIST
        root = phase_root(host, game.name, number, reader.label)
        # The mail that ended a game stands where that of a phase opened after all would stand.
        taken = transaction.outbox_by_message(root, reader.address) is not None
        below = in_phase(host, game.name, number, reader.label) if taken else NEW_THREAD
        parcel = Parcel(
            key=f"{key} {reader.label}",
            kind=f"{PHASE_MAIL}-again" if taken else PHASE_MAIL,
            label=reader.label,
            address=reader.address,
            name=reader.name,
            text=text,
            purpose=Purpose.LIST if to_list else Purpose.NEWS,
            number=number,
            game=game,
            thread=on_list(host, game.name, number) if to_list else below,
            list=list_info(services, table) if to_list else None,
            seat=GM_SEAT if reader.for_gm else reader.powers[0] if reader.powers else "",
            person_id=reader.person_id,
        )
        queue(services, transaction, parcel)


def position_lines(table: Table) -> tuple[str, ...]:
    """Return the position on a table: each power's units and centres, and the bridges."""
    board = table.rules.board_in(table.state)
    lines = [
        gettext(
            "{power}: {units}; centres {centres}",
            power=one.name,
            units=one.units,
            centres=one.centres,
        )
        for one in holdings(board, table.state)
    ]
    if standing := bridges(board, table.state):
        lines.append(gettext("Bridges: {bridges}.", bridges="; ".join(standing)))
    phase = phase_words(table.state.phase)
    return (gettext("The position in {phase}:", phase=phase), *lines)


def tell_owners(
    services: Services,
    transaction: Transaction,
    table: Table,
    override: Override,
    reason: str,
    unfit: Fates,
    refitted: Fates = MappingProxyType({}),
) -> None:
    """Tell those whom an override concerns, and those whose orders it has touched.

    Args:
        services, transaction: the ports.
        table: the game with the position as it is now.
        override: what was done; reason: why.
        unfit: orders that no longer fit; refitted: orders that had to be changed, or went.
    """

    def write(reader: Reader) -> tuple[str, tuple[str, ...]]:
        title = gettext(
            "{phase}: the GM changed the position", phase=phase_words(table.state.phase)
        )
        lost, changed = (
            [f"{order}: {why}" for power in reader.powers for order, why in fates.get(power, ())]
            for fates in (unfit, refitted)
        )
        if not lost and not changed and not set(reader.powers) & set(override.powers):
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

    count = len(transaction.amendments(table.phase.id))
    key = f"amended {table.game.name} {table.phase.number} {count}"
    tell_players(services, transaction, table, key, write)
