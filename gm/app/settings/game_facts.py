"""What a game has beside its settings and can be changed: its lengths, zone, list, GM and habits.

They stand in fields of the game's record; here they have a name, a form and a help, as settings do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from gm.app.clock.zone_names import zone_named
from gm.app.records import GameRecord
from gm.app.settings.checks import around, checked_address, checked_lengths
from gm.app.settings.setting_texts import seconds, yes_or_no
from gm.contract.stages import StageKind
from gm.errors import InputError
from gm.languages import gettext, gettext_noop
from gm.report.pages.rules_page import GRACE, REMIND

LIST_FACT: Final = "list"
"""The name of a game's mailing list, as the journal tells its changes."""

NO_LIST: Final = "none"
"""What is written where there is no mailing list."""


@dataclass(frozen=True, slots=True)
class Fact:
    """Something of a game that can be changed.

    Args:
        help: a sentence: what it decides. takes: what may be written, in words; both are English,
            and said by gettext where they are read.
        read: returns it as a GM would write it.
        write: returns the game with another one; InputError.
        told: players are told of a change.
        later: a change holds from the next phase on.
    """

    help: str
    takes: str
    read: Callable[[GameRecord], str]
    write: Callable[[GameRecord, str], GameRecord]
    told: bool = True
    later: bool = False


def length_text(number: int) -> str:
    """Return seconds as a GM writes a length: `7d`, `1d12h`, `90s`, `0`."""
    parts, rest = [], number
    for unit, size in (("d", 86400), ("h", 3600), ("min", 60), ("s", 1)):
        count, rest = divmod(rest, size)
        parts += [f"{count}{unit}"] if count else []
    return "".join(parts) or "0"


def length_seconds(name: str, text: str) -> int:
    """Return a length in seconds; a bare number of a reminder is hours, of a grace minutes."""
    clean = text.strip()
    bare = {REMIND: "h", GRACE: "min"}
    if name in bare and clean.isdecimal():
        clean += bare[name]
    return seconds(clean)


def _length(
    kinds: Sequence[StageKind],
    name: str,
    usual: int,
    help_: str,
    takes: str = gettext_noop("a length such as 12h or 7d"),
) -> Fact:
    def read(game: GameRecord) -> str:
        return length_text(game.lengths.get(name, usual))

    def write(game: GameRecord, text: str) -> GameRecord:
        lengths = checked_lengths(kinds, {**game.lengths, name: length_seconds(name, text)})
        return replace(game, lengths=lengths)

    return Fact(help_, takes, read, write, later=True)


def _text(value: str) -> str:
    clean = " ".join(value.split())
    if not clean:
        raise InputError(gettext("A name has at least a letter."))
    return clean


def _switch(text: str) -> bool:
    return yes_or_no(text, "")


def _seats(text: str) -> bool:
    if text.strip() not in {"one", "several"}:
        raise InputError(
            gettext("seats-per-player takes one or several, not {text}.", text=repr(text))
        )
    return text.strip() == "several"


_ZONE: Final = Fact(
    gettext_noop("The zone whose clocks deadlines go by, and that the list reads."),
    gettext_noop("a time zone such as Europe/Dublin"),
    lambda game: game.time_zone,
    lambda game, text: replace(game, time_zone=zone_named(text)),
    later=True,
)

GENERAL_FACTS: Final[Mapping[str, Fact]] = MappingProxyType(
    {
        LIST_FACT: Fact(
            gettext_noop("The mailing list that gets the reports."),
            gettext_noop("a mail address, or none"),
            lambda game: game.list_address or NO_LIST,
            lambda game, text: replace(
                game,
                list_address=None if text.strip() == NO_LIST else checked_address(text),
            ),
        ),
        "gm-name": Fact(
            gettext_noop("The GM's name, which all mails are from."),
            gettext_noop("a name"),
            lambda game: game.gm_name,
            lambda game, text: replace(game, gm_name=_text(text)),
        ),
        "gm-address": Fact(
            gettext_noop("Where the GM is written to."),
            gettext_noop("a mail address"),
            lambda game: game.gm_address,
            lambda game, text: replace(game, gm_address=checked_address(text)),
        ),
        "keep-impossible": Fact(
            gettext_noop("An impossible order is kept as written, and its unit holds."),
            gettext_noop("yes or no"),
            lambda game: "yes" if game.keep_impossible else "no",
            lambda game, text: replace(game, keep_impossible=_switch(text)),
        ),
        "seats-per-player": Fact(
            gettext_noop("Whether one person may play several powers."),
            gettext_noop("one or several"),
            lambda game: "several" if game.several_seats else "one",
            lambda game, text: replace(game, several_seats=_seats(text)),
        ),
    }
)
"""What every game has beside its zone and its lengths."""


def facts_of(kinds: Sequence[StageKind]) -> dict[str, Fact]:
    """Return all that can be changed of a game whose stages are of these kinds, by name.

    The zone is the first, for others are read in it.
    """
    usual = around(kinds)
    return {
        "zone": _ZONE,
        **{kind.name: _length(kinds, kind.name, kind.seconds, kind.help) for kind in kinds},
        REMIND: _length(
            kinds,
            REMIND,
            usual[REMIND],
            gettext_noop(
                "How long before a deadline a power is reminded that lacks orders; where nothing falls due, "
                "how long after it was asked."
            ),
            gettext_noop("a length such as 12h, or 0 for never"),
        ),
        GRACE: _length(
            kinds,
            GRACE,
            usual[GRACE],
            gettext_noop("How long after a deadline orders are still taken, and marked late."),
            gettext_noop("a length such as 12h, or 0 for none"),
        ),
        **GENERAL_FACTS,
    }
