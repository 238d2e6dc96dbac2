"""Promises for people: what a condition means in play, and why one was kept or not (Irish 15)."""

from __future__ import annotations

from collections.abc import Mapping

from gm.games.diplomacy.pages.explaining.reason_words import name_of, units_named
from gm.games.diplomacy.pages.wording.past_words import happened_words
from gm.games.diplomacy.rules.board import Board, PowerId
from gm.games.diplomacy.rules.conditions import Or
from gm.games.diplomacy.rules.mechanics.promised import denied, is_promise
from gm.games.diplomacy.rules.orders import Conditional
from gm.games.diplomacy.rules.outcomes import Outcome, Reason
from gm.languages import gettext, ngettext
from gm.report.wording.sentence_parts import first_upper

MOST_UNITS = 2
"""So many units are named that did what a promise asked about."""


def unmet_words(outcome: Outcome, board: Board) -> str:
    """Return the deed for which a promise came to nothing, as a sentence; "" for no promise."""
    order, reason = outcome.order, outcome.reason
    # A reason names one deed; of alternatives it took all to come to nothing.
    several = isinstance(order, Conditional) and isinstance(order.condition, Or)
    if not several and reason is not None and (told := deed_words(reason, board)):
        return told
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
