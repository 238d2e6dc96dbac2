"""What closes with a country that nobody plays (Irish 3)."""

from __future__ import annotations

from gm.contract.draws import ScriptedDraws
from gm.contract.seats import SeatId
from gm.games.diplomacy.rules.board import Entry
from gm.games.diplomacy.rules.diplomacy import DiplomacyRules
from gm.languages import listed
from gm.report.wording.sentence_parts import counted


def closing_words(rules: DiplomacyRules, seat: SeatId) -> str:
    """Return in a sentence what nobody can enter if nobody plays a power: asked of the rules."""
    state = rules.new_game(ScriptedDraws(), (seat,)).state
    provinces = rules.board_in(state).provinces.values()
    closed = sorted(place.id for place in provinces if place.entry is Entry.CLOSED)
    places = listed(rules.board.province(place).name for place in closed)
    centres = sum(rules.board.province(place).is_centre for place in closed)
    worth = counted(centres, "supply centre") if centres else "no centre"
    return f"{rules.board.powers[seat].name}: {places} ({worth})"
