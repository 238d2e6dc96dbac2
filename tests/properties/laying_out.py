"""Made-up seasons laid out for the adjudicator."""

from __future__ import annotations

from gm.games.diplomacy.rules.legality import check_movement
from gm.games.diplomacy.rules.orders import UnitOrder
from gm.games.diplomacy.rules.outcomes import Reason
from gm.games.diplomacy.rules.policies import Profile
from gm.games.diplomacy.rules.reach import reach_of
from gm.games.diplomacy.rules.season.field import Field
from gm.games.diplomacy.rules.season.layout import lay_out
from gm.games.diplomacy.rules.season.line_up import LineUp
from tests.properties.strategies import Season


def laid_out(season: Season, profile: Profile) -> Field:
    """Return a season laid out for decision, its units in the sequence given."""
    units = tuple(season.units.values())

    def judge(unit: int, order: UnitOrder) -> Reason | None:
        return check_movement(season.board, season.units, units[unit].power, order)

    given = [season.orders.get(place) for place in season.units]
    return lay_out(LineUp(reach_of(season.board), units), given, profile, judge, {})
