"""What happened in a season beside its orders, as sentences, kind by kind."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gm.contract.events import Event
from gm.games.diplomacy.pages.facts.told_by_orders import carried_out, is_told_by
from gm.games.diplomacy.pages.facts.upheaval import lawless_fate
from gm.games.diplomacy.pages.views import SeasonView
from gm.games.diplomacy.pages.wording.happenings import event_words
from gm.games.diplomacy.rules.events import (
    CentreTaken,
    PowerEliminated,
    StandoffsLeft,
    UnitDisbanded,
    UnitDislodged,
)
from gm.games.diplomacy.rules.mechanics.bridges import (
    BridgeBuilt,
    BridgeDemolished,
    BridgeDestroyed,
)
from gm.games.diplomacy.rules.mechanics.conversion import UnitConverted
from gm.games.diplomacy.rules.mechanics.payments import PointsPaid
from gm.games.diplomacy.rules.mechanics.promises import PointsGiven
from gm.games.diplomacy.rules.outcomes import Outcome
from gm.languages import gettext, gettext_noop
from gm.report.wording.text import quiet

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
class Group:
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
) -> tuple[Group, ...]:
    """Return the facts of a season by their kinds, those that there are and no order tells.

    Args:
        view: the season. events: those of its facts that the reader may know; outcomes: the
            orders that he may see, all of which stand in his report.
    """
    done = [*carried_out(outcomes)]
    # Where nobody retreats, nobody need know which provinces are closed to retreats.
    told = [
        event
        for event in events
        if (view.after.dislodged or not isinstance(event, StandoffsLeft))
        and not lawless_fate(view, event)  # told with the anarchy
        and not is_told_by(event, done)
    ]
    found = (
        Group(
            gettext(title),
            sentences(view, (event for event in told if isinstance(event, kinds))),
            beyond,
        )
        for title, kinds, beyond in _GROUPS
    )
    return tuple(group for group in found if group.sentences)


def sentences(view: SeasonView, events: Iterable[Event]) -> tuple[str, ...]:
    """Return facts of a season as sentences."""
    board = view.game.board
    told = (
        lawless_fate(view, event) or event_words(event, board)
        for event in events
        if is_news(event)
    )
    return tuple(quiet(words) for words in told if words)
