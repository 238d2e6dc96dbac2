"""The mail that tells of a game ended by its GM or by a vote, ready for its templates."""

from __future__ import annotations

from dataclasses import dataclass

from gm.contract.events import BY_VOTE
from gm.games.diplomacy.pages.facts.tables import Holding, bridges, holdings
from gm.games.diplomacy.pages.finale import Finale, finale
from gm.games.diplomacy.pages.map_pictures import MapPicture, map_pictures
from gm.games.diplomacy.pages.views import EndingView
from gm.games.diplomacy.pages.wording.happenings import ended_words
from gm.games.diplomacy.pages.wording.phrases import phase_words
from gm.games.diplomacy.rules.phases import stage_of
from gm.languages import gettext
from gm.report.pages.frame import Frame, frame_of
from gm.report.wording.dates import moment_words
from gm.report.wording.sentence_parts import full_stop
from gm.report.wording.text import quiet

"""The author of an end that the players agreed to."""


@dataclass(frozen=True, slots=True)
class EndingPage:
    """All that the mail says.

    Args:
        over: how the game ended, in a sentence.
        reason: why, in the words of who ended it.
        when: at which point of the game, and by whom.
        holdings: where everybody stands; bridges: those that stand.
        pictures: charts of the game.
    """

    frame: Frame
    over: str
    reason: str
    when: str
    finale: Finale
    holdings: tuple[Holding, ...]
    bridges: tuple[str, ...]
    pictures: tuple[MapPicture, ...] = ()


def ending_page(view: EndingView) -> EndingPage:
    """Return all that the mail says to its reader."""
    board, phase = view.game.board, view.state.phase
    return EndingPage(
        frame=frame_of(
            view.game, stage_of(phase), view.reader, None, view.zone, view.now, view.hand
        ),
        over=ended_words(view.ended, board),
        reason=full_stop(quiet(view.ended.reason)),
        when=_when(view),
        finale=finale(
            view.game,
            view.state,
            view.chronicle,
            view.ended.powers,
            phase,
            view.mine,
            view.zone,
            for_gm=view.sees_all,
        ),
        holdings=holdings(board, view.state, view.game.colours),
        bridges=bridges(board, view.state),
        pictures=map_pictures(view.pictures, board, view.state, phase),
    )


def _when(view: EndingView) -> str:
    phase, when = phase_words(view.state.phase), moment_words(view.now, view.zone)
    if view.ended.author == BY_VOTE:
        return gettext(
            "The players, by their vote, ended it in {phase}, on {when}. The orders sent for {phase} "
            "are not carried out.",
            phase=phase,
            when=when,
        )
    return gettext(
        "{gm}, the game master, ended it in {phase}, on {when}. The orders sent for {phase} are not "
        "carried out.",
        gm=quiet(view.game.gm_name),
        phase=phase,
        when=when,
    )
