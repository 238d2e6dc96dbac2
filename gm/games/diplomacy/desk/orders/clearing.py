"""CLEAR: taking back what stands, of the open phase or of what was sent ahead."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from gm.app.orders.ahead import later_stage
from gm.app.orders.order_book import standing_orders
from gm.app.orders.receipts import Sitting
from gm.app.records import JournalEntry, OrderRecord
from gm.errors import InputError
from gm.games.diplomacy.language.choices import name_alone, names_like
from gm.games.diplomacy.rules.board import Board, PowerId
from gm.games.diplomacy.rules.gone_places import place_name
from gm.games.diplomacy.rules.narrowed import board_of
from gm.languages import gettext, listed, ngettext, quoted

_EVERYTHING = frozenset({"all", "everything"})
_AHEAD = frozenset({"ahead", "later", "winter"})
_RETREATS = frozenset({"retreat", "retreats"})
_LISTS: Final = {
    "build": "build",
    "removal": "removal",
    "payment": "payment",
    "receipt": "receipt",
    "gift": "gift",
    "promise": "gift",
    "choice": "choice",
    "conditional": "conditional",
}
_AROUND = re.compile(r"\b(?:my|the|of|for|orders?|unit|army|fleet|a|f)\b", re.I)
_BETWEEN = re.compile(r"(?:(?<!\s)\s*+)?(?:[,;&/]|\band\b)\s*", re.I)


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What is to be taken back: of the open phase, of the later one, of the retreats; of these keys."""

    now: bool
    ahead: bool
    retreats: bool = False
    keys: frozenset[str] | None = None

    def takes(self, record: OrderRecord) -> bool:
        return self.keys is None or record.key in self.keys


def clear(sitting: Sitting, rest: str) -> tuple[str, ...]:
    """Take a power's orders back: all of the open phase, or those that the rest of the line names.

    What was sent later than this mail stays. InputError if the rest names nothing.
    """
    wanted = _wanted(board_of(sitting.table.position), rest)
    told: list[str] = []
    for power in sitting.meant or (sitting.power,):
        told += _clear(sitting, power, wanted)
    return tuple(told)


def _clear(sitting: Sitting, power: PowerId, wanted: _Wanted) -> list[str]:
    table = sitting.table
    stages = [""] if wanted.now else []
    later = later_stage(table, power)
    stages += [later.name] if wanted.ahead and later is not None else []
    uncertain = table.rules.contingent(table.state)
    stages += [stage.name for stage in uncertain] if wanted.retreats else []
    name, told = table.seat_name(power), list[str]()
    for stage in stages:
        standing = standing_orders(sitting.transaction, table, power, stage)
        gone = [
            order
            for order in standing
            if wanted.takes(order) and order.given_at <= sitting.letter.mail.received_at
        ]
        if not gone:
            continue
        moment = sitting.letter.mail.received_at
        sitting.transaction.replace_orders([order.id for order in gone], moment, None)
        _note(sitting, power, stage or table.phase.name, gone)
        told.append(
            ngettext(
                "{count} order of {power} for {phase} taken back: {orders}.",
                "{count} orders of {power} for {phase} taken back: {orders}.",
                len(gone),
                count=len(gone),
                power=name,
                phase=table.stage_words(stage),
                orders=listed(order.canonical for order in gone),
            )
        )
    if not told:
        return [gettext("No such order of {name} stood, so nothing was taken back.", name=name)]
    return told


def _note(sitting: Sitting, power: PowerId, phase: str, gone: Sequence[OrderRecord]) -> None:
    count = "1 order" if len(gone) == 1 else f"{len(gone)} orders"
    text = f"{count} of {power} for {phase} were taken back."
    now, game = sitting.letter.mail.received_at, sitting.table.game
    entry = JournalEntry(0, game.id, now, "orders taken back", power, text)
    sitting.transaction.add_journal(entry)


def _wanted(board: Board, rest: str) -> _Wanted:
    words = rest.casefold().split()
    if not words or words == ["orders"]:
        return _Wanted(now=True, ahead=False)
    if set(words) <= _EVERYTHING | {"orders"}:
        return _Wanted(now=True, ahead=True, retreats=True)
    if set(words) <= _RETREATS | {"my"}:
        return _Wanted(now=False, ahead=False, retreats=True)
    if set(words) <= _AHEAD | {"orders", "the", "for"}:
        return _Wanted(now=False, ahead=True, retreats=True)
    keys = [_key(board, word) for word in _BETWEEN.split(rest) if word.strip()]
    return _Wanted(now=True, ahead=True, retreats=True, keys=frozenset(keys))


def _key(board: Board, text: str) -> str:
    """Return what orders of a list, or to a unit, are filed by; InputError if it is neither."""
    plain = " ".join(_AROUND.sub(" ", text).split())
    singular = plain.casefold().removesuffix("s")
    if singular in _LISTS:
        return _LISTS[singular]
    found = name_alone(board, plain) or name_alone(board, text)
    if len(found) == 1:
        return f"unit {found[0]}"
    near = [
        place_name(board, province)
        for province in (name_alone(board, plain) or names_like(board, plain))
    ]
    if near:
        raise InputError(
            gettext(
                "{text} is no unit's province and no list such as builds. Did you mean {names}? "
                "Nothing was taken back.",
                text=quoted(text.strip()),
                names=listed(near[:5], "or"),
            )
        )
    raise InputError(
        gettext(
            "{text} is no unit's province and no list such as builds. Nothing was taken back.",
            text=quoted(text.strip()),
        )
    )
