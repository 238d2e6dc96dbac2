"""What is mailed when somebody takes a seat in a game that is being played."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from gm.app.mail_out.notices import notify
from gm.app.mail_out.post import Parcel, queue
from gm.app.mail_out.reasons import Words
from gm.app.ports import Transaction
from gm.app.records import GameRecord, Person, SeatRecord
from gm.app.reporting.season_news import opening_of
from gm.app.services import Services
from gm.app.table import Table, due_view, game_view, table_at
from gm.app.tongues import speaking_to
from gm.contract.facts import Part, Viewer
from gm.contract.seats import SeatId
from gm.contract.told import told
from gm.languages import gettext, gettext_noop
from gm.mail.compose import Purpose
from gm.report import mails
from gm.report.views import NoticeView


def welcome(
    services: Services,
    transaction: Transaction,
    game: GameRecord,
    seat: SeatRecord,
    former: Person | None,
) -> None:
    """Mail a new player all he needs, and tell the others; nothing if no phase is open.

    Args:
        services, transaction: the ports.
        game: which game.
        seat: as it is held from now on.
        former: who held it before, if anybody.
    """
    phase, person = transaction.open_phase(game.id), seat.person
    if phase is None or person is None:
        return
    table = table_at(services, transaction, game, phase)
    power = SeatId(seat.seat)
    send_position(table, power, person)
    if former is not None:
        _dismiss(table, power, former)
    if former is None or former.name != person.name:
        _tell_others(table, power, person, former)


def send_position(table: Table, power: SeatId, person: Person) -> None:
    """Mail a new player his position, the rules and how to order."""
    transaction = table.transaction
    game, number = table.game, table.phase.number
    standing = table.codec.drafts(transaction.active_orders(table.phase.id, power))
    opened = opening_of(table, due_view(table, standing))
    viewer = Viewer(Part.PLAYER, (power,), person.time_zone)
    with speaking_to(table.services, transaction, person.address, game):
        known = replace(told(opened, viewer), joining=True)
        text = mails.written(known.game, table.family.pages.opening(known))
    key, kind = f"joined {game.name} {number} {power} {person.id}", f"joined-{person.id}"
    if before := transaction.count_outbox(key):  # he had the seat in this phase before
        key, kind = f"{key} {before}", f"{kind}-{before}"
    parcel = Parcel(
        key=key,
        kind=kind,
        label=power,
        address=person.address,
        name=person.name,
        text=text,
        purpose=Purpose.NEWS,
        number=number,
        game=game,
    )
    queue(table.services, transaction, parcel)


def _dismiss(table: Table, power: SeatId, former: Person) -> None:
    name, whom = table.seat_words(power), table.game.gm_address

    def words() -> Words:
        text = (
            gettext(
                "{power} is no longer played from this address. Orders for it are not taken from "
                "here any more; those that you sent stand until they are changed.",
                power=name,
            ),
            gettext("If this is a mistake, write to the game master at {gm}.", gm=whom),
        )
        return gettext("You no longer play {power}", power=name), text

    _notice(table, former, words, "left", power)


def _tell_others(table: Table, power: SeatId, person: Person, former: Person | None) -> None:
    def words() -> Words:
        sentence = gettext_noop("{person} plays {power} from {phase} on.")
        if former is not None:
            sentence = gettext_noop(
                "{person} plays {power} from {phase} on, in place of {former}."
            )
        name = table.seat_words(power)
        text = gettext(
            sentence,
            person=person.name,
            power=name,
            phase=table.stage_words(),
            former=former.name if former is not None else "",
        )
        return gettext("{power} has a new player", power=name), (text,)

    known = {person.id, former.id if former is not None else person.id}
    others = {seat.person.id: seat.person for seat in table.seats if seat.person is not None}
    for other in (others[key] for key in sorted(others) if key not in known):
        _notice(table, other, words, "seat", power)


def _notice(
    table: Table, reader: Person, words: Callable[[], Words], kind: str, power: SeatId
) -> None:
    def view() -> NoticeView:
        return NoticeView(
            *words(),
            game=game_view(table),
            stage=table.stage,
            zone=reader.time_zone,
            now=table.services.clock.now(),
        )

    held_by = table.player(power)
    key = f"{kind} {table.game.name} {table.phase.number} {power} {held_by.id if held_by else 0}"
    notify(table.services, table.transaction, reader.address, key, view, table.game)
