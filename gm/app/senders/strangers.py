"""Mail with orders in it from somebody who has nothing to do with the game: whose power, and who is told.

It changes nothing. Who plays the power and the GM are told that somebody tried, once a day for each
stranger, and of a few strangers a day only; then the GM alone has heard enough to look.
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from itertools import islice

from gm.app.addresses.destinations import redacted
from gm.app.mail_out.notices import notify
from gm.app.ports import Transaction
from gm.app.records import GameRecord, GameStatus
from gm.app.senders.letters import read_for
from gm.app.services import Services
from gm.app.table import Table, game_view, lay
from gm.contract.language import SeatRead, Verdict
from gm.contract.seats import SeatId
from gm.languages import gettext, listed
from gm.mail.addresses import address_key
from gm.mail.values import MailReading
from gm.report.views import NoticeView

_MOST_LINES = 30
_LONGEST = 300
"""Lines of a stranger, and characters of each, that are read: for every seat of a game anew."""

_MOST_SHOWN = 8
"""Lines of a stranger's orders that the player of the power is shown: enough to know them as his own."""

_MOST_A_DAY = 10
"""Strangers of a day in a game whose orders its players hear of; then it is a flood."""

_MOST_POWERS = 2
"""Words that would do for more powers than this are nobody's orders: "Waive"."""


def tell_of_stranger(
    services: Services, transaction: Transaction, game: GameRecord, reading: MailReading
) -> None:
    """Tell the players of the powers that a stranger's mail orders for, and the GM."""
    prefix = f"stranger {game.name} {services.clock.now():%F} "
    key = f"{prefix}{address_key(reading.sender or '')}"
    if game.status is not GameStatus.RUNNING or transaction.count_outbox(key):
        return
    if transaction.count_outbox(prefix) >= _MOST_A_DAY:
        return
    table = lay(services, transaction, game)
    ordered = _ordered(table, reading.lines)
    for power, lines in ordered:
        _tell_owner(table, power, reading, lines, key)
    if ordered:
        powers = [power for power, _ in ordered]
        _tell_gm(table, powers, reading, key)


def _ordered(table: Table, lines: Sequence[str]) -> list[tuple[SeatId, list[str]]]:
    """Return the powers for which lines can be read as orders, each with those lines."""
    text = [*islice((line[:_LONGEST] for line in lines if line.strip()), _MOST_LINES)]
    played = [SeatId(seat.seat) for seat in table.seats if seat.person is not None]
    taken = [(seat, _taken(read_for(table, seat, text))) for seat in played]
    most = max((len(read_lines) for _, read_lines in taken), default=0)
    most_named = [
        (power, read_lines)
        for power, read_lines in taken
        if read_lines and len(read_lines) == most
    ]
    return most_named if len(most_named) <= _MOST_POWERS else []


def _taken(read: SeatRead) -> list[str]:
    """Return the lines that are orders."""
    return [
        line.text
        for line in read.lines
        if line.verdict is Verdict.ACCEPTED and line.orders and line.problem is None
    ]


def _tell_owner(
    table: Table, power: SeatId, reading: MailReading, lines: Sequence[str], key: str
) -> None:
    owner = table.player(power)
    if owner is None:
        return
    said = "; ".join(redacted(" ".join(line.split()))[:100] for line in lines[:_MOST_SHOWN])

    def view() -> NoticeView:
        name = table.seat_words(power)
        text = (
            gettext(
                "A mail with orders for {power} came in from {sender}, an address that we do not "
                "know as yours. Nothing in it was recorded.",
                power=name,
                sender=reading.sender,
            ),
            gettext("It said: {said}", said=said),
            gettext(
                "If you wrote it, reply to a mail of the game from {address}. To write from the "
                "other address as well, reply from there: you are asked once, and with ADD in "
                "your answer it is known as yours.",
                address=owner.address,
            ),
            gettext("If you did not, you need not do anything."),
        )
        title = gettext("Orders for {power} from an unknown address", power=name)
        return _view(table, title, text, owner.time_zone)

    notify(table.services, table.transaction, owner.address, key, view, table.game)


def _tell_gm(table: Table, powers: Sequence[SeatId], reading: MailReading, key: str) -> None:

    def view() -> NoticeView:
        names = listed((table.seat_words(power) for power in powers), "or")
        text = (
            gettext(
                "A mail that reads like orders for {powers} came in from {sender}, an address "
                "that we do not know. Nothing in it was recorded, and the player has been told.",
                powers=names,
                sender=reading.sender,
            ),
            gettext(
                "If it is the player's, let that address count from now on: {commands}.",
                commands=_commands(table, powers, reading.sender or ""),
            ),
        )
        title = gettext("Orders for {power} from an unknown address", power=names)
        return _view(table, title, text, table.game.time_zone)

    notify(table.services, table.transaction, table.game.gm_address, f"{key} gm", view, table.game)


def _commands(table: Table, powers: Sequence[SeatId], sender: str) -> str:
    """Return the command that lets an address count, for each who may have written from it."""
    players = dict.fromkeys(player.name for power in powers if (player := table.player(power)))
    words = ("gm", "player", "address", "add")
    return listed((f"`{shlex.join((*words, name, sender))}`" for name in players), "or")


def _view(table: Table, title: str, text: tuple[str, ...], zone: str) -> NoticeView:
    return NoticeView(
        title,
        text,
        game=game_view(table),
        stage=table.stage,
        zone=zone,
        now=table.services.clock.now(),
    )
