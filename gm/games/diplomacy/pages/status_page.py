"""The answer to STATUS, ready for its templates."""

from __future__ import annotations

from dataclasses import dataclass, replace

from gm.games.diplomacy.pages.facts.duties import duties
from gm.games.diplomacy.pages.facts.foresight import Foresight, foresight
from gm.games.diplomacy.pages.facts.slots import consequence, slot_words
from gm.games.diplomacy.pages.facts.standing import standing_of
from gm.games.diplomacy.pages.later_page import LaterSection, later_section, retreat_section
from gm.games.diplomacy.pages.receipt_page import standing_lines
from gm.games.diplomacy.pages.reply_form import rest_form
from gm.games.diplomacy.pages.views import StatusView
from gm.games.diplomacy.pages.wording.order_lines import OrderLine
from gm.games.diplomacy.rules.phases import PhaseKind, stage_of
from gm.report.pages.answer_page import Problem
from gm.report.pages.frame import Frame, frame_of
from gm.report.pages.questions_page import awaited_before, waiting_questions
from gm.report.wording.text import quiet


@dataclass(frozen=True, slots=True)
class StatusPage:
    """What the server has of a player's orders; the names are those of a receipt."""

    frame: Frame
    headline: str
    complete: bool
    orders: tuple[OrderLine, ...]
    unmatched: int
    lacking: tuple[str, ...]
    fate: str
    ahead: Foresight | None
    duties: tuple[str, ...]
    form: tuple[str, ...]
    later: LaterSection | None
    retreats: LaterSection | None
    notes: tuple[str, ...]
    alert: str
    awaiting: tuple[Problem, ...]


def status_page(view: StatusView) -> StatusPage:
    """Return what the server has of a player's orders."""
    state, board, power = view.state, view.game.board, view.power
    standing = standing_of(view)
    slots = standing.slots
    # What closes together with this phase is told in a section of its own.
    due = replace(view.due, open_slots={**view.due.open_slots, power: slots}, joint=False)
    # Where nothing is asked the headline has said so, and so it has how many units are to be ordered.
    asked = duties(board, state, due, power) if power in due.asked else ()
    if state.phase.kind is PhaseKind.MOVEMENT:
        asked = asked[1:]
    return StatusPage(
        frame=frame_of(view.game, stage_of(state.phase), power, due, view.zone, view.now),
        headline=standing.headline,
        complete=standing.complete,
        orders=standing_lines(view),
        unmatched=standing.unmatched,
        lacking=slot_words(slots, state, board),
        fate=consequence(state.phase.kind, slots) if slots else "",
        ahead=foresight(view.outlook, board) if view.outlook is not None else None,
        duties=asked,
        form=rest_form(board, state, due, power, view.orders),
        later=later_section(view),
        retreats=retreat_section(view),
        notes=tuple(quiet(note) for note in view.notes),
        alert=awaited_before(len(view.awaiting)),
        awaiting=waiting_questions(view.awaiting, view.zone),
    )
