"""Why an order is refused or failed: one table by reason, with the voice of a receipt and that of a report.

A receipt tells the writer of an order what would be right; a report tells everybody, in a sentence, what was wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from gm.contract.orders import Order
from gm.games.diplomacy.readings import Context
from gm.games.diplomacy.rules.outcomes import Reason, Why
from gm.games.diplomacy.wording import explain_rules as rules
from gm.games.diplomacy.wording import explain_season as season
from gm.games.diplomacy.wording.explain_season import Failure
from gm.games.diplomacy.wording.refusing import (
    gift_words,
    river_words,
    unit_words,
    way_words,
    winter_words,
)
from gm.languages import gettext, gettext_noop


@dataclass(frozen=True, slots=True)
class Voices:
    """What is said of one kind of reason.

    Args:
        receipt: to the writer of an order that is refused; None where the rules say it only of
            orders that were tried.
        report: to everybody, of an order that failed.
    """

    receipt: Callable[[Context, Order, Reason], str] | None
    report: Callable[[Failure], str]


def _fixed_receipt(sentence: str) -> Callable[[Context, Order, Reason], str]:
    return lambda *_: gettext(sentence)


def _fixed_report(sentence: str) -> Callable[[Failure], str]:
    return lambda _: gettext(sentence)


REASONS: Final[Mapping[Why, Voices]] = MappingProxyType(
    {
        Why.NO_SUCH_UNIT: Voices(unit_words.no_such_unit, rules.no_such_unit),
        Why.NOT_YOUR_UNIT: Voices(unit_words.not_yours, rules.not_yours),
        Why.WRONG_PHASE: Voices(
            unit_words.wrong_phase,
            _fixed_report(gettext_noop("Such an order is not given in this phase.")),
        ),
        Why.NOT_ADJACENT: Voices(way_words.not_adjacent, rules.apart),
        Why.NO_WAY_BY_SEA: Voices(way_words.by_sea, rules.no_way),
        Why.RIVER: Voices(way_words.over_river, rules.over_river),
        Why.WRONG_TERRAIN: Voices(way_words.wrong_terrain, rules.terrain),
        Why.SAME_PLACE: Voices(way_words.same_place, rules.same_place),
        Why.COAST_MISSING: Voices(way_words.wrong_coast, rules.coast),
        Why.COAST_WRONG: Voices(way_words.wrong_coast, rules.coast),
        Why.CANNOT_REACH: Voices(way_words.cannot_reach, rules.cannot_reach),
        Why.CANNOT_CONVOY: Voices(
            _fixed_receipt(gettext_noop("Only armies are convoyed. Name the army.")),
            _fixed_report(gettext_noop("Only armies are convoyed.")),
        ),
        Why.CLOSED: Voices(way_words.closed, rules.closed),
        Why.NOT_A_RETREAT: Voices(way_words.not_a_retreat, rules.no_refuge),
        Why.NOT_DISLODGED: Voices(
            _fixed_receipt(gettext_noop("That unit was not dislodged, so it stays where it is.")),
            _fixed_report(gettext_noop("The unit was not dislodged.")),
        ),
        Why.NOT_A_HOME: Voices(winter_words.no_home, rules.not_a_home),
        Why.NOT_OWNED: Voices(winter_words.no_home, rules.not_owned),
        Why.OCCUPIED: Voices(winter_words.occupied, rules.occupied),
        Why.NO_BUILD_LEFT: Voices(
            _fixed_receipt(
                gettext_noop("You have no build left for this. The first ones listed count.")
            ),
            _fixed_report(gettext_noop("No build is left for it.")),
        ),
        Why.NO_REMOVAL_DUE: Voices(
            _fixed_receipt(
                gettext_noop("By itself this has no effect: you need not remove anything.")
            ),
            _fixed_report(gettext_noop("That unit need not go: it can be kept.")),
        ),
        Why.DUPLICATE: Voices(winter_words.ordered_twice, rules.twice),
        Why.NO_RIVER: Voices(river_words.no_river, rules.no_river),
        Why.NO_BRIDGE: Voices(river_words.no_bridge, rules.no_bridge),
        Why.NO_UNIT_BESIDE: Voices(river_words.no_unit_beside, rules.no_unit_beside),
        Why.NOT_YOUR_BRIDGE: Voices(river_words.not_your_bridge, rules.not_your_bridge),
        Why.NOT_BESIDE: Voices(river_words.not_beside, rules.not_beside),
        Why.NOT_A_FLEET: Voices(winter_words.no_fleet, rules.no_fleet),
        Why.TOO_DEAR: Voices(
            _fixed_receipt(gettext_noop("Your points as they stand do not cover this.")),
            rules.too_dear,
        ),
        Why.BAD_AMOUNT: Voices(
            _fixed_receipt(gettext_noop("Points are paid in whole numbers, 1 or more.")),
            _fixed_report(gettext_noop("An amount is a whole number of points, 1 or more.")),
        ),
        Why.YOURSELF: Voices(winter_words.yourself, rules.yourself),
        Why.NOT_COVERED: Voices(winter_words.not_covered, rules.not_covered),
        Why.NOT_ALLOWED: Voices(
            _fixed_receipt(gettext_noop("This game knows no such order here.")),
            _fixed_report(gettext_noop("This game has no such order.")),
        ),
        Why.ANARCHY: Voices(
            unit_words.in_anarchy,
            _fixed_report(gettext_noop("The unit is in anarchy and obeys no order: it stands.")),
        ),
        Why.POINTS_LACKING: Voices(gift_words.points_lacking, rules.lacking),
        Why.NOBODY_PLAYS: Voices(gift_words.nobody_plays, rules.nobody_plays),
        Why.ONLY_GIFTS: Voices(
            _fixed_receipt(
                gettext_noop(
                    "In this game a condition decides gifts of points and nothing else. Give units their "
                    "orders without one."
                )
            ),
            _fixed_report(
                gettext_noop("Only gifts of points can hang on a condition in this game.")
            ),
        ),
        Why.BEATEN: Voices(None, season.outfought),
        Why.STANDOFF: Voices(None, season.outfought),
        Why.HEAD_TO_HEAD: Voices(None, season.outfought),
        Why.OWN_UNIT: Voices(None, season.own_unit),
        Why.CONVOY_DISRUPTED: Voices(None, season.convoy_disrupted),
        Why.CONVOY_MISSING: Voices(None, season.convoy_missing),
        Why.PARADOX: Voices(
            None,
            _fixed_report(
                gettext_noop("Its convoy hung on its own success, a paradox, and failed.")
            ),
        ),
        Why.ATTACKED: Voices(None, season.attacked),
        Why.DISLODGED: Voices(None, season.outfought),
        Why.NOT_MATCHING: Voices(None, season.not_matching),
        Why.OTHER_HALF: Voices(None, rules.other_half),
        Why.CONDITION: Voices(None, rules.condition),
        Why.UNORDERED: Voices(None, _fixed_report(gettext_noop("No order was received."))),
        Why.CIVIL_DISORDER: Voices(
            None, _fixed_report(gettext_noop("It was removed in civil disorder."))
        ),
        Why.DECREED: Voices(None, _fixed_report(gettext_noop("The GM decided so."))),
    }
)
