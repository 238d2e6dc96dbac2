"""What everybody is told between the reports: a held phase, a deadline that moved."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from gm.app.mail_out.readers import GM, everybody, notice
from gm.app.mail_out.reasons import Reason
from gm.app.ports import Transaction
from gm.app.services import Services
from gm.app.table import Table
from gm.report.wording.dates import moment_words, short_moment, time_left
from gm.report.wording.phrases import listed, orders_word, phase_words
from gm.rules.board import PowerId
from gm.rules.ruleset import SeatId

_WHAT_NEXT = {
    True: "It goes on when the missing orders are in, or when the GM says so.",
    False: "The GM decides what happens next.",
}
"""What players read of a held phase, by whether it waits for somebody's orders."""


def tell_held(
    services: Services,
    transaction: Transaction,
    table: Table,
    why: Reason,
    *,
    silent: Sequence[SeatId],
    tell_gm: bool = True,
) -> None:
    """Tell the GM that a phase waits for him, and the players that it is not resolved yet.

    Args:
        services, transaction: the ports.
        table: the game, its phase held.
        why: the reason, which each reads in his own time zone.
        silent: whose orders are missing, without which it is resolved at the GM's word alone.
        tell_gm: False where he is told of several games at once.
    """
    name, phase = table.game.name, table.phase
    words = phase_words(table.state.phase)
    for_gm = (
        f"{words} of {name} was due and",
        (
            f"It still takes orders. To give it more time: `gm deadline {name} +24h`. To resolve "
            f"it now{' without them' if silent else ''}: `gm process {name}"
            f"{' --without-them' if silent else ''}`."
            f"{' Once the missing orders are in it goes on by itself, a day later.' if silent else ''}"
        ),
        *_of_unplayed(table, silent),
    )
    for_players = (
        f"The deadline of {words} has passed, and the phase",
        f"{_WHAT_NEXT[bool(silent)]} Until then your orders still count and can be changed.",
    )
    for_observers = (for_players[0], _WHAT_NEXT[bool(silent)])
    key = f"held {name} {phase.number} {phase.version}"
    for reader in everybody(transaction, table):
        if reader.label == GM and not tell_gm:
            continue
        about = for_observers if reader.observes else for_players
        what, *next_ = for_gm if reader.label == GM else about
        text = (f"{what} has not been resolved: {why.words(reader.zone)}.", *next_)
        title = f"{words} waits for the GM"
        notice(services, transaction, table, reader, key, (title, text))


def _of_unplayed(table: Table, silent: Sequence[SeatId]) -> tuple[str, ...]:
    """Return what the GM can do about powers that are waited for though nobody plays them."""
    unplayed = [PowerId(one) for one in silent if table.player(one) is None]
    if not unplayed:
        return ()
    game, first = table.game.name, unplayed[0].capitalize()
    who = listed(table.rules.board.powers[one].name for one in unplayed)
    return (
        (
            f"Nobody plays {who}, and the rules have this phase wait for every power. To seat a "
            f"player: `gm player add {game} {first} NAME ADDRESS`. To order for a power yourself: "
            f'`gm order set {game} {first} "Build A ..." --reason "nobody plays it"`; `Waive` '
            "where it is to do nothing."
        ),
    )


def tell_all_in(services: Services, transaction: Transaction, table: Table) -> None:
    """Tell everybody that a held phase has the orders it waited for, and until when it is open."""
    name, phase = table.game.name, table.phase
    words = phase_words(table.state.phase)
    key = f"all-in {name} {phase.number} {phase.version}"
    title = f"{words}: all orders are in, due {short_moment(phase.deadline)}"
    for reader in everybody(transaction, table):
        when = f"{moment_words(phase.deadline, reader.zone)}, "
        when += time_left(services.clock.now(), phase.deadline)
        lines = [
            f"{words} waited for orders from all powers, and now has them.",
            f"It will be resolved on {when}. Until then orders can still be changed.",
        ]
        if reader.label == GM:
            lines.append(f"To resolve it now: `gm process {name} --early`.")
        notice(services, transaction, table, reader, key, (title, tuple(lines)))


def tell_moved(
    services: Services,
    transaction: Transaction,
    table: Table,
    old: datetime,
    reason: str,
    *,
    by_gm: bool = True,
) -> None:
    """Tell everybody the old and the new deadline, each in his own zone.

    Args:
        services, transaction: the ports.
        table: the game with its deadline as it is now; old: as it was.
        reason: why, a sentence; may be "".
        by_gm: it is the GM's; else it is a rule of the game.
    """
    new = table.phase.deadline
    key = f"deadline {table.game.name} {table.phase.number} {table.phase.version}"
    asked = orders_word(table.state.phase)
    title = f"{'Later' if new > old else 'EARLIER'}: {asked} due {short_moment(new)}"
    for reader in everybody(transaction, table):
        lines = [
            f"The deadline of {phase_words(table.state.phase)} has moved.",
            f"Old: {moment_words(old, reader.zone)}.",
            f"New: {moment_words(new, reader.zone)}, {time_left(services.clock.now(), new)}.",
        ]
        lines += [f"The GM's reason: {reason}" if by_gm else reason] if reason else []
        notice(services, transaction, table, reader, key, (title, tuple(lines)))


def tell_all(
    services: Services,
    transaction: Transaction,
    table: Table,
    key: str,
    title: str,
    lines: Callable[[str], Sequence[str]],
    for_gm: Sequence[str] = (),
) -> None:
    """Tell everybody something about a game that is being played, in one short mail each.

    Args:
        services, transaction: the ports.
        table: the game, its phase as it is now; its deadline goes with the mail, if it has one.
        key: unique for what is told.
        title: the subject behind the game's tag.
        lines: return the sentences for a reader in a time zone.
        for_gm: sentences that the GM reads besides.
    """
    for reader in everybody(transaction, table):
        told = (*lines(reader.zone), *(for_gm if reader.label == GM else ()))
        notice(services, transaction, table, reader, key, (title, told))
