"""What players and masters of Diplomacy can ask and order by mail beside what every game has."""

from __future__ import annotations

from typing import Final

from gm.contract.acts import Acts
from gm.games.diplomacy.desk.orders.walks import WALKS, foresee_walk_command, take_walks
from gm.games.diplomacy.desk.words.board_pages import (
    borders_page,
    map_page,
    points_page,
)
from gm.games.diplomacy.desk.words.forecast import forecast_page
from gm.games.diplomacy.desk.words.foreseen import FORESEEN
from gm.games.diplomacy.desk.words.in_figures import chart_page, summary_page
from gm.games.diplomacy.desk.words.past_phases import history_page, report_page
from gm.games.diplomacy.rules.mechanics.walks import GM

ACTS_OF_DIPLOMACY: Final = Acts(
    pages={
        "MAP": map_page,
        "BORDERS": borders_page,
        "POINTS": points_page,
        "HISTORY": history_page,
        "REPORT": report_page,
        "SUMMARY": summary_page,
        "CHART": chart_page,
    },
    joined=frozenset({"BORDERS"}),
    trials={"FORECAST": forecast_page},
    takes=take_walks,
    foresees={"walk": foresee_walk_command, **FORESEEN},
    receipts={GM: WALKS},
)
"""The words of Diplomacy."""
