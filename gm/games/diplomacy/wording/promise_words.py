"""Promises and reasons for people: what a condition came to, and why a promise was kept or not (Irish 15)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal

from gm.games.diplomacy.rules.board import Board, PowerId, ProvinceId
from gm.games.diplomacy.rules.conditions import (
    And,
    Atom,
    Attacks,
    BridgeStands,
    Condition,
    Enters,
    Failed,
    IsIn,
    IsVacant,
    Not,
    Or,
    Owns,
    Succeeded,
    Supports,
    WasDislodged,
)
from gm.games.diplomacy.rules.mechanics.promises import denied, is_promise
from gm.games.diplomacy.rules.orders import Conditional
from gm.games.diplomacy.rules.outcomes import Outcome, Reason
from gm.games.diplomacy.rules.units import UnitRef
from gm.games.diplomacy.wording.words import Sentences, atom_words, place_words, unit_words
from gm.languages import gettext, listed, ngettext, pgettext, pgettext_noop
from gm.report.wording.sentence_parts import counted, first_upper

# What a condition comes to once it is over: `France did not enter Piedmont` (Irish 15).


def happened_words(condition: Condition, board: Board) -> str:
    """Return a condition as something that came to pass: `France did not enter Piedmont`."""
    match condition:
        case Not(inner):
            return _denied(inner, board)
        case And(parts):
            return listed(happened_words(part, board) for part in parts)
        case Or(parts):
            return listed((happened_words(part, board) for part in parts), "or")
        case _:
            return _past(condition, board, met=True)


def _denied(condition: Condition, board: Board) -> str:
    match condition:
        case Not(inner):
            return happened_words(inner, board)
        case Or(parts):
            return listed(_denied(part, board) for part in parts)
        case And():
            words = happened_words(condition, board)
            return pgettext("deed", "it is not so that {deed}", deed=words)
        case _:
            return _past(condition, board, met=False)


def _past(atom: Atom, board: Board, *, met: bool) -> str:
    return atom_words("deed", _SENTENCES, atom, board, met=met)


_SENTENCES: Final[Sentences] = {
    (WasDislodged, False): (
        # Translators: sentences of this context stand alone, before a full stop or in a list.
        pgettext_noop("deed", "{unit} was dislodged"),
        pgettext_noop("deed", "{unit} was not dislodged"),
    ),
    (Succeeded, False): (
        pgettext_noop("deed", "{unit} succeeded"),
        pgettext_noop("deed", "{unit} did not succeed"),
    ),
    (Failed, False): (
        pgettext_noop("deed", "{unit} failed"),
        pgettext_noop("deed", "{unit} did not fail"),
    ),
    (IsVacant, False): (
        pgettext_noop("deed", "{place} was vacant"),
        pgettext_noop("deed", "{place} was not vacant"),
    ),
    (IsIn, False): (
        pgettext_noop("deed", "{power} was in {place}"),
        pgettext_noop("deed", "{power} was not in {place}"),
    ),
    (Owns, False): (
        pgettext_noop("deed", "{power} owned {place}"),
        pgettext_noop("deed", "{power} did not own {place}"),
    ),
    (Enters, False): (
        pgettext_noop("deed", "{power} entered {place}"),
        pgettext_noop("deed", "{power} did not enter {place}"),
    ),
    (Attacks, False): (
        pgettext_noop("deed", "{power} attacked {place}"),
        pgettext_noop("deed", "{power} did not attack {place}"),
    ),
    (BridgeStands, False): (
        pgettext_noop("deed", "the bridge stood"),
        pgettext_noop("deed", "the bridge did not stand"),
    ),
    (BridgeStands, True): (
        pgettext_noop("deed", "the bridge stood"),
        pgettext_noop("deed", "the bridge did not stand"),
    ),
    (Supports, False): (
        pgettext_noop("deed", "{power} supported {unit}"),
        pgettext_noop("deed", "{power} did not support {unit}"),
    ),
    (Supports, True): (
        pgettext_noop("deed", "{power} supported {unit} in moving to {place}"),
        pgettext_noop("deed", "{power} did not support {unit} in moving to {place}"),
    ),
}


# The names in a reason, as its sentence writes them: places, powers, coasts and lists of units.


def place_name(reason: Reason, board: Board, index: int) -> str:
    """Return the name of a province the reason is about."""
    return name_of(reason.place[index], board) if reason.place else gettext("that place")


def places_named(reason: Reason, board: Board, last: Literal["and", "or"] = "and") -> str:
    """Return the names of all provinces it is about: `Kilkenny West and Waterford`."""
    return listed((name_of(place, board) for place in reason.place), last)


def name_of(place: ProvinceId, board: Board) -> str:
    """Return a province's name, or its id where it never was on the board."""
    known = place in board.provinces or place in board.gone
    return place_words(place, board) if known else place


def powers_named(reason: Reason, board: Board, *keys: str) -> str:
    """Return the powers that its details name under these keys."""
    names = [value for key, value in reason.detail if key in keys]
    ids = [PowerId(word) for name in names for word in name.split(", ")]
    words = [board.powers[power].name if power in board.powers else power for power in ids]
    return listed(words) or gettext("another power")


def coasts_named(reason: Reason) -> list[str]:
    """Return the coasts that its details name, as orders write them."""
    return [value.upper() for key, value in reason.detail if key == "coast"]


def units_named(units: Sequence[UnitRef], board: Board, most: int) -> str:
    """Join units as `Army Laois, Army Clare and 2 more`.

    Args:
        units: the units.
        board: where they stand.
        most: so many are named; the others are counted.
    """
    named = [unit_words(unit, board) for unit in units[:most]]
    rest = len(units) - len(named)
    if not rest:
        return listed(named)
    if not named:
        return counted(rest, "unit")
    # Translators: of units; it ends a list: "Army Laois, Army Clare and 2 more".
    return listed([*named, ngettext("{n} more", "{n} more", rest, n=rest)])


# Promises for people: what a condition means in play, and why one was kept or not (Irish 15).

MOST_UNITS = 2
"""So many units are named that did what a promise asked about."""


def unmet_words(outcome: Outcome, board: Board) -> str:
    """Return the deed for which a promise came to nothing, as a sentence; "" for no promise."""
    order, reason = outcome.order, outcome.reason
    # A reason names one deed; of alternatives it took all to come to nothing.
    several = isinstance(order, Conditional) and isinstance(order.condition, Or)
    if not several and reason is not None and (deed := deed_words(reason, board)):
        return deed
    if not isinstance(order, Conditional) or not is_promise(order):
        return ""
    return f"{first_upper(happened_words(denied(order.condition), board))}."


def deed_words(reason: Reason, board: Board) -> str:
    """Return the deed that decided a condition, as a sentence; "" where the reason names none."""
    facts = dict(reason.detail)
    if "deed" not in facts:
        return ""
    done, power = facts.get("done") == "yes", PowerId(facts.get("power", ""))
    who = board.powers[power].name if power in board.powers else gettext("Nobody")
    where = name_of(reason.place[0], board) if reason.place else gettext("that place")
    by = units_named(reason.by, board, MOST_UNITS)
    return first_upper(_deed(facts["deed"], done, who, where, by, reason, board))


def kept_words(outcome: Outcome, board: Board) -> str:
    """Return for which deed a promise counts, as a sentence; "" where its conditions are nested."""
    order = outcome.order
    if not isinstance(order, Conditional):
        return ""
    taken = tuple(part.order for part in outcome.parts)
    if taken == order.then:
        return f"{first_upper(happened_words(order.condition, board))}."
    if taken == order.otherwise:
        return f"{first_upper(happened_words(denied(order.condition), board))}."
    return ""


def _deed(
    deed: str, done: bool, who: str, where: str, by: str, reason: Reason, board: Board
) -> str:
    facts = {"power": who, "place": where, "units": by}
    match deed, done:
        case "enters", True:
            return gettext("{units} moved to {place}, so {power} entered it.", **facts)
        case "enters", False:
            return gettext(
                "{power} did not enter {place}: none of its units moved there.", **facts
            )
        case "attacks", True:
            return ngettext(
                "{units} was ordered to {place}: {power} attacked it.",
                "{units} were ordered to {place}: {power} attacked it.",
                max(1, len(reason.by)),
                **facts,
            )
        case "attacks", False:
            return gettext(
                "{power} did not attack {place}: none of its units was ordered there.", **facts
            )
        case "in", True:
            return _was_there(reason, board, facts)
        case "in", False:
            return gettext("{power} had no unit in {place}.", **facts)
        case "owns", True:
            return gettext("{power} owned {place}.", **facts)
        case "owns", False:
            return gettext("{power} did not own {place}.", **facts)
        case "vacant", True:
            return gettext("{place} was vacant.", **facts)
        case "vacant", False:
            return gettext("{place} was not vacant.", **facts)
        case "supports", True:
            return gettext("{units} of {power} gave that support.", **facts)
        case "supports", False:
            return gettext("{power} did not give that support.", **facts)
        case _:
            return _fate(deed, done, reason)


def _was_there(reason: Reason, board: Board, facts: Mapping[str, str]) -> str:
    """Say of units that were where they should not be that they moved there, where they did."""
    meant = {half for place in reason.place for half in board.meant(place)}
    stayed = all(unit.at.province in meant for unit in reason.by)
    if not reason.by:
        return gettext("{power} was in {place}.", **facts)
    if stayed:
        return gettext("{power} was in {place}: {units} stood there.", **facts)
    return gettext("{power} was in {place}: {units} moved there.", **facts)


def _fate(deed: str, done: bool, reason: Reason) -> str:
    unit = dict(reason.detail).get("unit", gettext("the unit"))
    match deed, done:
        case "dislodged", True:
            return gettext("{unit} was dislodged.", unit=unit)
        case "dislodged", False:
            return gettext("{unit} was not dislodged.", unit=unit)
        case "succeeded", True:
            return gettext("{unit} succeeded.", unit=unit)
        case "succeeded", False:
            return gettext("{unit} did not succeed.", unit=unit)
        case _, True:
            return gettext("{unit} failed.", unit=unit)
        case _:
            return gettext("{unit} did not fail.", unit=unit)
