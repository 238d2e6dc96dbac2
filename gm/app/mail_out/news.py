"""What everybody is told between the reports: a held phase, a deadline that moved."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from gm.app.mail_out.readers import NewsReader, Words, everybody, notice
from gm.app.mail_out.reasons import Reason, Said
from gm.app.mail_ports import OutboxTransaction
from gm.app.table import Table
from gm.contract.seats import SeatId
from gm.languages import gettext, listed
from gm.report.wording.dates import moment_words, short_moment, time_left


def tell_held(
    table: Table, why: Reason, *, silent: Sequence[SeatId], tell_gm: bool = True
) -> None:
    """Tell the GM that a phase waits for him, and the players that it is not resolved yet.

    Args:
        table: the game, its phase held.
        why: the reason, which each reads in his own time zone.
        silent: whose orders are missing, without which it is resolved at the GM's word alone.
        tell_gm: False where he is told of several games at once.
    """

    def words(reader: NewsReader) -> Words:
        title = gettext("{phase} waits for the GM", phase=table.stage_words())
        said = why(reader.zone)
        if reader.is_gm and tell_gm:
            return title, _held_for_gm(table, said, silent)
        return title, _held(table, said, bool(silent), orders=not reader.observes)

    key = f"held {table.game.name} {table.phase.number} {table.phase.version}"
    for reader in everybody(table):
        if tell_gm or not reader.for_gm:
            notice(table, reader, key, words)


def _held(table: Table, why: str, for_orders: bool, *, orders: bool) -> tuple[str, ...]:
    """Return what is said of a held phase to who plays, or watches, without orders to give."""
    what = gettext(
        "The deadline of {phase} has passed, and the phase has not been resolved: {why}.",
        phase=table.stage_words(),
        why=why,
    )
    next_ = gettext("The GM decides what happens next.")
    if for_orders:
        next_ = gettext("It goes on when the missing orders are in, or when the GM says so.")
    if not orders:
        return what, next_
    count = gettext("Until then your orders still count and can be changed.")
    return what, f"{next_} {count}"


def _held_for_gm(table: Table, why: str, silent: Sequence[SeatId]) -> tuple[str, ...]:
    game = table.game.name
    what = gettext(
        "{phase} of {game} was due and has not been resolved: {why}.",
        phase=table.stage_words(),
        game=game,
        why=why,
    )
    if not silent:
        can = gettext(
            "It still takes orders. To give it more time: `gm deadline {game} +24h`. To resolve "
            "it now: `gm process {game}`.",
            game=game,
        )
        return what, can
    can = gettext(
        "It still takes orders. To give it more time: `gm deadline {game} +24h`. To resolve "
        "it now without them: `gm process {game} --without-them`. Once the missing orders are in "
        "it goes on by itself, a day later.",
        game=game,
    )
    return what, can, *_of_unplayed(table, silent)


def _of_unplayed(table: Table, silent: Sequence[SeatId]) -> tuple[str, ...]:
    """Return what the GM can do about powers that are waited for though nobody plays them."""
    unplayed = [SeatId(seat) for seat in silent if table.player(seat) is None]
    if not unplayed:
        return ()
    game, first = table.game.name, unplayed[0].capitalize()
    who = listed(table.seat_name(power) for power in unplayed)
    return (
        gettext(
            "Nobody plays {powers}, and the rules have this phase wait for every power. To seat a "
            "player: `gm player add {game} {power} NAME ADDRESS`. To order for a power yourself: "
            '`gm order set {game} {power} "Build A ..." --reason "nobody plays it"`; `Waive` '
            "where it is to do nothing.",
            powers=who,
            game=game,
            power=first,
        ),
    )


def tell_all_in(table: Table) -> None:
    """Tell everybody that a held phase has the orders it waited for, and until when it is open."""
    name, phase, now = table.game.name, table.phase, table.services.clock.now()

    def words(reader: NewsReader) -> Words:
        due = short_moment(phase.deadline)
        what = table.stage_words()
        title = gettext("{phase}: all orders are in, due {when}", phase=what, when=due)
        lines: tuple[str, ...] = (
            gettext("{phase} waited for orders from all powers, and now has them.", phase=what),
            gettext(
                "It will be resolved on {when}, {left}. Until then orders can still be changed.",
                when=moment_words(phase.deadline, reader.zone),
                left=time_left(now, phase.deadline),
            ),
        )
        if reader.is_gm:
            early = gettext("To resolve it now: `gm process {game} --early`.", game=name)
            lines = (*lines, early)
        return title, lines

    key = f"all-in {name} {phase.number} {phase.version}"
    for reader in everybody(table):
        notice(table, reader, key, words)


def tell_moved(table: Table, old: datetime, reason: Said, *, by_gm: bool = True) -> None:
    """Tell everybody the old and the new deadline, each in his own zone.

    Args:
        table: the game with its deadline as it is now; old: as it was.
        reason: says why in a sentence; it may be "".
        by_gm: it is the GM's; else it is a rule of the game.
    """
    new, now = table.phase.deadline, table.services.clock.now()

    def words(reader: NewsReader) -> Words:
        asked, due = table.family.pages.what_is_ordered(table.stage), short_moment(new)
        title = gettext("EARLIER: {orders} due {when}", orders=asked, when=due)
        if new > old:
            title = gettext("Later: {orders} due {when}", orders=asked, when=due)
        lines = (
            gettext(
                "The deadline of {phase} has moved.",
                phase=table.stage_words(),
            ),
            gettext("Old: {when}.", when=moment_words(old, reader.zone)),
            gettext(
                "New: {when}, {left}.",
                when=moment_words(new, reader.zone),
                left=time_left(now, new),
            ),
        )
        why = reason()
        if why and by_gm:
            why = gettext("The GM's reason: {reason}", reason=why)
        return title, (*lines, why) if why else lines

    key = f"deadline {table.game.name} {table.phase.number} {table.phase.version}"
    for reader in everybody(table):
        notice(table, reader, key, words)


def next_key(transaction: OutboxTransaction, stem: str) -> str:
    """Return the key of what is told now: its stem, and how many mails of that stem there were.

    Everybody may know that number. One of the database, of a journal's entry for instance, would
    tell by the Message-ID how much has happened of which nobody is told.
    """
    return f"{stem} {transaction.count_outbox(f'{stem} ') + 1}"


def tell_all(
    table: Table, key: str, words: Callable[[str], Words], for_gm: Said | None = None
) -> None:
    """Tell everybody something about a game that is being played, in one short mail each.

    Args:
        table: the game, its phase as it is now; its deadline goes with the mail, if it has one.
        key: unique for what is told.
        words: returns the subject behind the game's tag, and the sentences, for a reader in a
            time zone.
        for_gm: says what the GM reads besides.
    """

    def written(reader: NewsReader) -> Words:
        title, lines = words(reader.zone)
        also = (for_gm(),) if for_gm is not None and reader.is_gm else ()
        return title, (*lines, *also)

    for reader in everybody(table):
        notice(table, reader, key, written)
