"""A season in sentences: its headline, and what happened beside its orders, kind by kind."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from gm.contract.events import Event
from gm.games.diplomacy.pages.facts.unrest import anarchy_now
from gm.games.diplomacy.pages.season.season_results import carried_out, is_told_by
from gm.games.diplomacy.pages.season.upheaval import centres_kept, lawless_fate
from gm.games.diplomacy.pages.views import SeasonView
from gm.games.diplomacy.rules.board import PowerId
from gm.games.diplomacy.rules.events import (
    CentreTaken,
    PowerEliminated,
    StandoffsLeft,
    UnitDisbanded,
    UnitDislodged,
)
from gm.games.diplomacy.rules.mechanics.anarchy import FellIntoAnarchy, in_anarchy
from gm.games.diplomacy.rules.mechanics.conversion import UnitConverted
from gm.games.diplomacy.rules.mechanics.promises import PointsGiven
from gm.games.diplomacy.rules.outcomes import Outcome
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.games.diplomacy.rules.winter.bridges import (
    BridgeBuilt,
    BridgeDemolished,
    BridgeDestroyed,
)
from gm.games.diplomacy.rules.winter.payments import PointsPaid
from gm.games.diplomacy.wording.happenings import event_words
from gm.games.diplomacy.wording.words import power_words
from gm.languages import gettext, gettext_noop, listed, ngettext
from gm.report.wording.sentence_parts import counted
from gm.report.wording.text import quiet

# What happened in a season beside its orders, as sentences, kind by kind.

_GROUPS: tuple[tuple[str, tuple[type[Event], ...], bool], ...] = (
    (
        gettext_noop("Dislodged and lost units"),
        (UnitDislodged, UnitDisbanded, StandoffsLeft),
        False,
    ),
    (gettext_noop("Conversions"), (UnitConverted,), True),
    (gettext_noop("Bridges"), (BridgeBuilt, BridgeDestroyed, BridgeDemolished), True),
    (gettext_noop("Payments"), (PointsPaid,), True),
    (gettext_noop("Supply centres"), (CentreTaken,), False),
    (gettext_noop("Out of the game"), (PowerEliminated,), True),
    (gettext_noop("Gifts of points"), (PointsGiven,), True),
)
"""The kinds: their title, their events, and whether a judge's report has no other words for them."""


@dataclass(frozen=True, slots=True)
class SentenceGroup:
    """Facts of one kind, as sentences; beyond: a judge's report does not tell them otherwise."""

    title: str
    sentences: tuple[str, ...]
    beyond: bool = False


def is_news(event: Event) -> bool:
    """Tell whether a fact is told beside the orders."""
    # A unit that its owner took off is told by his order.
    return not isinstance(event, UnitDisbanded) or event.by_civil_disorder


def groups(
    view: SeasonView, events: tuple[Event, ...], outcomes: tuple[Outcome, ...]
) -> tuple[SentenceGroup, ...]:
    """Return the facts of a season by their kinds, those that there are and no order tells.

    Args:
        view: the season. events: those of its facts that the reader may know; outcomes: the
            orders that he may see, all of which stand in his report.
    """
    done = [*carried_out(outcomes)]
    # Where nobody retreats, nobody need know which provinces are closed to retreats.
    news = [
        event
        for event in events
        if (view.after.dislodged or not isinstance(event, StandoffsLeft))
        and not lawless_fate(view, event)  # told with the anarchy
        and not is_told_by(event, done)
    ]
    every = (
        SentenceGroup(
            gettext(title),
            sentences(view, (event for event in news if isinstance(event, kinds))),
            beyond,
        )
        for title, kinds, beyond in _GROUPS
    )
    return tuple(group for group in every if group.sentences)


def sentences(view: SeasonView, events: Iterable[Event]) -> tuple[str, ...]:
    """Return facts of a season as sentences."""
    board = view.game.board
    news = (
        lawless_fate(view, event) or event_words(event, board)
        for event in events
        if is_news(event)
    )
    return tuple(quiet(words) for words in news if words)


# A season in a sentence or two: how many orders came off, what was won and lost, who sent nothing.


class Mood(Enum):
    """How a season went for its reader; the value is the class that its headline has in HTML."""

    GOOD = "glance"
    MIXED = "glance-open"
    BAD = "glance-bad"


def mood(view: SeasonView, came_off: Sequence[bool], events: Iterable[Event]) -> Mood:
    """Return how a season went.

    Args:
        view: as the reader of one power sees it, or as the list does, for whom all is well.
        came_off: of each order that the reader gave, whether it came off.
        events: the facts that the reader may know.
    """
    reader = view.reader
    if reader is None:
        return Mood.GOOD
    lost = centres_kept(view, reader) - set(view.after.centres_of(reader))
    news = [*events]
    if lost or reader in view.after.eliminated or any(_hit(event) == reader for event in news):
        return Mood.BAD
    spared = not any(_bereft(event) == reader for event in news)
    return Mood.GOOD if all(came_off) and spared and reader not in view.late else Mood.MIXED


def _hit(event: Event) -> PowerId | None:
    """Return whom a fact robs of a unit or of its obedience; None for other facts."""
    match event:
        case UnitDislodged(dislodged):
            return dislodged.unit.power
        case UnitDisbanded(unit, by_civil_disorder=True) | FellIntoAnarchy(unit):
            return unit.power
        case _:
            return None


def _bereft(event: Event) -> PowerId | None:
    """Return whom a fact robs of a bridge; None for other facts."""
    match event:
        case BridgeDestroyed(bridge) | BridgeDemolished(bridge, by_civil_disorder=True):
            return bridge.owner
        case _:
            return None


def headline(view: SeasonView, came_off: Sequence[bool]) -> str:
    """Return a season in a sentence or two.

    Args:
        view: as the reader of one power sees it, or as the list does.
        came_off: of each order that the reader gave, for the list of all, whether it came off.
    """
    reader, good, given = view.reader, sum(came_off), len(came_off)
    if reader is None:
        return _orders_of_all(good, given)
    if reader in view.after.eliminated:
        return gettext("You are out of the game.")
    ordered = _own_orders(good, given) if given or reader in view.late else _idle(view, reader)
    return " ".join(part for part in (ordered, _balance(view, reader)) if part)


def _idle(view: SeasonView, reader: PowerId) -> str:
    """Return that nothing was asked of the reader, and why, where all his units are in anarchy."""
    lawless = anarchy_now(view.board, view.before, reader)
    if not lawless or view.phase.kind is not PhaseKind.MOVEMENT:
        return gettext("Nothing was asked of you.")
    return ngettext(
        "Nothing was asked of you: your {units} was in anarchy.",
        "Nothing was asked of you: your {units} were in anarchy.",
        sum(unit.power == reader for unit in in_anarchy(view.before)),
        units=lawless,
    )


def _own_orders(good: int, given: int) -> str:
    """Return how many of the reader's orders came off."""
    if not given:
        return gettext("You gave no orders.")
    if good == given == 2:
        return gettext("Both of your orders came off.")
    if good == given:
        return ngettext(
            "Your one order came off.", "All {n} of your orders came off.", given, n=given
        )
    if not good and given == 2:
        return gettext("Neither of your 2 orders came off.")
    if not good:
        return ngettext(
            "Your one order did not come off.",
            "None of your {n} orders came off.",
            given,
            n=given,
        )
    return ngettext(
        "{n} of your {given} orders came off.",
        "{n} of your {given} orders came off.",
        good,
        n=good,
        given=given,
    )


def _orders_of_all(good: int, given: int) -> str:
    """Return how many of all orders came off."""
    if not given:
        return gettext("There were no orders.")
    if good == given == 2:
        return gettext("Both orders came off.")
    if good == given:
        return ngettext("The one order came off.", "All {n} orders came off.", given, n=given)
    if not good and given == 2:
        return gettext("Neither of the 2 orders came off.")
    if not good:
        return ngettext(
            "The one order did not come off.", "None of the {n} orders came off.", given, n=given
        )
    return ngettext(
        "{n} of the {given} orders came off.",
        "{n} of the {given} orders came off.",
        good,
        n=good,
        given=given,
    )


def _balance(view: SeasonView, reader: PowerId) -> str:
    then, now = centres_kept(view, reader), set(view.after.centres_of(reader))
    gained, lost = len(now - then), len(then - now)
    if gained and lost:
        return gettext(
            "You gained {centres}, lost {lost} and now own {now}.",
            centres=counted(gained, "supply centre"),
            lost=lost,
            now=len(now),
        )
    if gained:
        centres = counted(gained, "supply centre")
        return gettext("You gained {centres} and now own {now}.", centres=centres, now=len(now))
    if not lost:
        return ""
    centres = counted(lost, "supply centre")
    if not now:
        return gettext("You lost {centres} and now own none.", centres=centres)
    return gettext("You lost {centres} and now own {now}.", centres=centres, now=len(now))


def late_words(view: SeasonView, seen: Collection[PowerId] | None = None) -> str:
    """Return who sent nothing although something was asked, as a sentence; "" for nobody.

    The reader's own powers are left out: the headline of each says so already.

    Args:
        view: the season.
        seen: the powers of whose orders the reader may see any, where some are kept from him. Who
            gave none and who gave none but private ones are one to him then, or he could tell who
            paid somebody.
    """
    silent = (
        view.late
        if seen is None
        else [power_id for power_id in view.asked if power_id not in seen]
    )
    names = [power_words(power, view.board) for power in silent if power not in view.mine]
    if not names:
        return ""
    if seen is None:
        return gettext("No orders came from {powers}.", powers=listed(names))
    return gettext("No orders came from {powers}, or only private ones.", powers=listed(names))
