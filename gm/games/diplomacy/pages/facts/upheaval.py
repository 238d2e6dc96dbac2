"""What a season did beyond moves and centres: the hat, special units, points, the board (Irish)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gm.contract.events import Event
from gm.games.diplomacy.pages.draws_page import DrawsPage, draws_page
from gm.games.diplomacy.pages.facts.changed_board import ChangedBoard, changed_board
from gm.games.diplomacy.pages.facts.unrest import Unrest, annihilated, unrest
from gm.games.diplomacy.pages.hat_page import HatPage, hat_page
from gm.games.diplomacy.pages.points_page import PointsPage, points_page
from gm.games.diplomacy.pages.views import SeasonView
from gm.games.diplomacy.rules.board import Entry, PowerId, ProvinceId
from gm.games.diplomacy.rules.events import UnitDislodged
from gm.games.diplomacy.rules.mechanics.anarchy import Cured, FellIntoAnarchy, in_anarchy
from gm.games.diplomacy.rules.mechanics.changes import ProvinceHoled, ProvinceSplit
from gm.games.diplomacy.rules.mechanics.promises import PointsGiven


@dataclass(frozen=True, slots=True)
class Upheaval:
    """What a season did beyond moves and centres; what did not happen is empty or None.

    Args:
        hat: what was drawn at its end; board: how the board differs now, if the hat changed it.
        unrest: what the special units did.
        points: everybody's points.
        draws: every draw with its candidates.
    """

    hat: HatPage | None
    board: ChangedBoard | None
    unrest: Unrest
    points: PointsPage | None
    draws: DrawsPage | None


def upheaval(view: SeasonView, events: Sequence[Event]) -> Upheaval:
    """Return what a season did beyond moves and centres.

    Args:
        view: the season; events: those of its facts that the reader may know.
    """
    board, after = view.game.board, view.after
    hat = hat_page(events, board, after, view.hand_reasons)
    return Upheaval(
        hat=hat,
        board=changed_board(board, after, view.story) if hat is not None else None,
        unrest=unrest(events, board, view.before, after),
        points=points_page(view.game, events, after),
        draws=draws_page(events, view.hand_reasons, _provinces(view)),
    )


def _provinces(view: SeasonView) -> tuple[str, ...]:
    """Return the provinces that a hat of the season could hold, as they stood in it."""
    places = view.board.provinces.values()
    outside = (Entry.BOX, Entry.SPECIAL)
    return tuple(sorted(place.id for place in places if place.entry not in outside))


def concerned(event: Event) -> tuple[PowerId | None, ...]:
    """Return whose affair a fact of this kind is; nobody's for one of another kind."""
    match event:
        case FellIntoAnarchy(unit) | Cured(unit):
            return (unit.power,)
        case ProvinceHoled(_, unit, owner):
            return (unit.power if unit is not None else None, owner)
        case ProvinceSplit(_, unit, _, owner):
            return (unit.power if unit is not None else None, owner)
        case PointsGiven(_, to):
            return (to,)
        case _:
            return ()


def lawless_fate(view: SeasonView, event: Event) -> str:
    """Return what became of a dislodged unit that was in anarchy; "" for any other fact."""
    if isinstance(event, UnitDislodged) and event.dislodged.unit in in_anarchy(view.before):
        return annihilated(event.dislodged, view.game.board)
    return ""


def centres_kept(view: SeasonView, power: PowerId) -> set[ProvinceId]:
    """Return a power's centres before a season, a split one by the name of its first half."""
    owned = set(view.before.centres_of(power))
    for event in view.events:
        if isinstance(event, ProvinceSplit) and event.split.province in owned:
            owned.remove(event.split.province)
            owned.add(event.split.halves[0])
    return owned
