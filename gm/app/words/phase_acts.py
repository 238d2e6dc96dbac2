"""What is said of the open phase: CLEAR takes back what stands; WAIT, NOWAIT, FINAL and NOFINAL, when it ends.

CLEAR takes back what was sent ahead, too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from gm.app.journal import note
from gm.app.life_records import Word
from gm.app.orders.ahead import stages_ahead
from gm.app.orders.order_book import standing_orders
from gm.app.orders.settling import settle_all
from gm.app.orders.sitting import Sitting
from gm.app.records import JournalKind, OrderRecord
from gm.app.table import Table
from gm.app.timing.early_processing import goes_on_by_itself, say, take_back
from gm.contract.seats import SeatId
from gm.contract.stages import STANDING
from gm.languages import gettext, listed, ngettext

_EVERYTHING = frozenset({"all", "everything"})
_AHEAD = frozenset({"ahead", "later", "winter"})
_LITTLE = frozenset({"my", "orders", "the", "for"})
_BETWEEN = re.compile(r"(?:(?<!\s)\s*+)?(?:[,;&/]|\band\b)\s*", re.I)


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What is to be taken back.

    Args:
        now: of the open stage; ahead: of those to come, and what stands until it is changed.
        kinds: of the stages of these kinds alone, whether open or to come; empty for all of them.
        keys: of these keys alone; None for all of them.
    """

    now: bool
    ahead: bool
    kinds: frozenset[str] = frozenset()
    keys: frozenset[str] | None = None

    def takes(self, record: OrderRecord) -> bool:
        return self.keys is None or record.key in self.keys


def clear(sitting: Sitting, rest: str) -> tuple[str, ...]:
    """Take a seat's orders back: all of the open stage, or those that the rest of the line names.

    What was sent later than this mail stays. InputError if the rest names nothing.
    """
    wanted = _wanted(sitting.table, rest)
    lines: list[str] = []
    for seat in sitting.meant or (sitting.power,):
        lines += _clear(sitting, seat, wanted)
    return tuple(lines)


def _stages(table: Table, seat: SeatId, wanted: _Wanted) -> list[str]:
    """Return of which stages orders are taken back, by their names; "" is the open one."""
    now = [""] if wanted.now and (not wanted.kinds or table.stage.kind in wanted.kinds) else []
    ahead = [
        stage.name
        for stage in reversed(stages_ahead(table, seat))
        if wanted.ahead and (not wanted.kinds or stage.kind in wanted.kinds)
    ]
    return [*now, *ahead, *([STANDING] if wanted.ahead and not wanted.kinds else [])]


def _clear(sitting: Sitting, seat: SeatId, wanted: _Wanted) -> list[str]:
    table, moment = sitting.table, sitting.letter.mail.received_at
    name, lines = table.seat_name(seat), list[str]()
    stages = _stages(table, seat, wanted)
    for stage in stages:
        standing = standing_orders(table, seat, stage)
        gone = [order for order in standing if wanted.takes(order) and order.given_at <= moment]
        if not gone:
            continue
        sitting.transaction.replace_orders([order.id for order in gone], moment, None)
        named = "" if stage == STANDING else stage
        _note(sitting, seat, named or table.phase.name, gone)
        lines.append(
            ngettext(
                "{count} order of {power} for {phase} taken back: {orders}.",
                "{count} orders of {power} for {phase} taken back: {orders}.",
                len(gone),
                count=len(gone),
                power=name,
                phase=table.stage_words(named),
                orders=listed(order.canonical for order in gone),
            )
        )
    lines += settle_all(table, seat, moment, stages, wanted.keys)
    if not lines:
        return [gettext("No such order of {name} stood, so nothing was taken back.", name=name)]
    return lines


def _note(sitting: Sitting, power: SeatId, phase: str, gone: Sequence[OrderRecord]) -> None:
    count = "1 order" if len(gone) == 1 else f"{len(gone)} orders"
    text = f"{count} of {power} for {phase} were taken back."
    now, game = sitting.letter.mail.received_at, sitting.table.game
    kind = JournalKind.ORDERS_TAKEN_BACK
    note(sitting.transaction, now, kind, text, game_id=game.id, author=power)


def _wanted(table: Table, rest: str) -> _Wanted:
    words = set(rest.casefold().split())
    if not words or words == {"orders"}:
        return _Wanted(now=True, ahead=False)
    if words <= _EVERYTHING | {"orders"}:
        return _Wanted(now=True, ahead=True)
    if words <= _AHEAD | _LITTLE:
        return _Wanted(now=False, ahead=True)
    kinds = {kind.name for kind in table.family.kinds}
    meant = {word.removesuffix("s") for word in words - _LITTLE}
    if meant and meant <= kinds:
        return _Wanted(now=True, ahead=True, kinds=frozenset(meant))
    named = (piece for piece in _BETWEEN.split(rest) if piece.strip())
    keys = [table.family.language.key_named(piece, table.position) for piece in named]
    return _Wanted(now=True, ahead=True, keys=frozenset(keys))


def wait(sitting: Sitting, _rest: str) -> tuple[str, ...]:
    """Keep the phase open until its deadline."""
    _say(sitting, Word.WAIT)
    return _told(
        sitting,
        gettext("{powers}: wait for the deadline. This is noted.", powers=_powers(sitting)),
    )


def no_wait(sitting: Sitting, _rest: str) -> tuple[str, ...]:
    """Take a WAIT back."""
    return _taken_back(sitting, Word.WAIT)


def final(sitting: Sitting, _rest: str) -> tuple[str, ...]:
    """Say that nothing more will come for this phase."""
    _say(sitting, Word.FINAL)
    return _told(
        sitting,
        gettext(
            "{powers}: final orders. This is noted; you may still change them.",
            powers=_powers(sitting),
        ),
    )


def no_final(sitting: Sitting, _rest: str) -> tuple[str, ...]:
    """Take a FINAL back."""
    return _taken_back(sitting, Word.FINAL)


def _say(sitting: Sitting, word: Word) -> None:
    mail, seats = sitting.letter.mail, _seats(sitting)
    say(sitting.transaction, sitting.table.phase.id, seats, word, mail.received_at, mail.id)


def _taken_back(sitting: Sitting, word: Word) -> tuple[str, ...]:
    at, phase = sitting.letter.mail.received_at, sitting.table.phase
    if not take_back(sitting.transaction, phase.id, _seats(sitting), word, at):
        return (
            gettext(
                "There is no {word} of {powers} to take back.",
                word=word.name,
                powers=_powers(sitting),
            ),
        )
    return _told(
        sitting,
        gettext("The {word} of {powers} is taken back.", word=word.name, powers=_powers(sitting)),
    )


def _told(sitting: Sitting, done: str) -> tuple[str, ...]:
    """Return what was done, and what it is worth; the answer tells when the phase is resolved."""
    if goes_on_by_itself(sitting.table.game, sitting.table.stage):
        return (done,)
    words = sitting.table.stage_words()
    return done, gettext(
        "In this game {words} is resolved at its deadline in any case.", words=words
    )


def _seats(sitting: Sitting) -> tuple[str, ...]:
    return tuple(map(str, sitting.meant or (sitting.power,)))


def _powers(sitting: Sitting) -> str:
    table = sitting.table
    return listed(table.seat_name(power) for power in sitting.meant or (sitting.power,))
