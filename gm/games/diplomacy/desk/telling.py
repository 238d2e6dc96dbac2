"""What a reader is told of a step, as the views of a season's mails want it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeAlias

from gm.contract.events import GameEnded
from gm.contract.facts import Due
from gm.contract.rules import Position
from gm.contract.told import Told
from gm.games.diplomacy.desk.laid import rules_in, season_game
from gm.games.diplomacy.map.shown.enclosed import pictures_after, pictures_before
from gm.games.diplomacy.map.shown.enclosed_charts import final_charts
from gm.games.diplomacy.pages.facts.course import annals_in, board_story_in, chronicle_of
from gm.games.diplomacy.pages.facts.stories import BoardStory
from gm.games.diplomacy.pages.views import (
    Chronicle,
    EndingView,
    GameView,
    OpeningView,
    SeasonView,
)
from gm.games.diplomacy.rules.mechanics.accounts import AccountPart, AccountsClosed
from gm.games.diplomacy.rules.mechanics.changes import ChangesPart
from gm.games.diplomacy.rules.outcomes import Outcome
from gm.games.diplomacy.rules.state import GameState

SeasonTold: TypeAlias = Told[GameState, Outcome]
"""A phase as its reader may know it."""

_JUDGE, _ZINE = "judge", "zine"


def opening_view(told: SeasonTold) -> OpeningView:
    """Return what the mail says that opens a game, or with which somebody joins it."""
    viewer, state = told.viewer, told.step.after
    return OpeningView(
        _game(told),
        state,
        _asked(told),
        viewer.first,
        viewer.zone,
        now=told.occasion.now,
        for_gm=viewer.for_gm,
        observer=viewer.observes,
        joining=told.joining,
        story=_story(told) if told.joining else BoardStory(),
        hand=viewer.hand,
        pictures=pictures_before(
            told.game, told.occasion.number, state.phase, _asked(told).deadline, viewer.mine
        ),
    )


def _asked(told: SeasonTold) -> Due:
    """Return what a phase asks that has just opened."""
    if told.due is None:
        raise ValueError(f"nothing is asked for in {told.stage}")
    return told.due


def season_view(told: SeasonTold) -> SeasonView:
    """Return what the report of a phase says."""
    viewer, step, occasion = told.viewer, told.step, told.occasion
    phase, over = step.before.phase, told.due is None
    view = SeasonView(
        number=occasion.number,
        game=_game(told),
        phase=phase,
        before=step.before,
        after=_with_accounts(told) if over else step.after,
        board=rules_in(told.rules).board_in(step.before),
        outcomes=step.outcomes,
        events=step.events,
        late=occasion.silent,
        asked=occasion.asked,
        due=told.due,
        reader=viewer.first,
        hand=viewer.hand,
        zone=viewer.zone,
        notes=told.notes,
        now=occasion.now,
        for_gm=viewer.for_gm,
        gm_powers=viewer.seats if viewer.for_gm else (),
        observer=viewer.observes,
        chronicle=_chronicle(told) if occasion.over else None,
        ahead=told.ahead,
        story=_story(told),
        hand_reasons=occasion.hand_reasons,
        unconfirmed=told.unconfirmed,
        unanswered=told.unanswered,
        press=occasion.press,
        is_copy=occasion.is_copy,
        judge=viewer.manner == _JUDGE,
        zine=viewer.manner == _ZINE,
        once=told.once,
    )
    maps = pictures_after(told.game, occasion.number, phase, told.due, viewer.mine)
    charts = final_charts(view.game, view.after, view.chronicle)
    shown = (*maps, *charts) if told.pictured else maps[-1:]
    return replace(view, pictures=shown)


def ending_view(told: SeasonTold) -> EndingView:
    """Return what the mail says of a game that its GM, or a vote, has ended."""
    viewer, state = told.viewer, _with_accounts(told)
    ended = next(event for event in told.step.events if isinstance(event, GameEnded))
    game, past = _game(told), _chronicle(told)
    return EndingView(
        game,
        state,
        ended,
        past,
        viewer.first,
        viewer.zone,
        now=told.occasion.now,
        for_gm=viewer.for_gm,
        gm_powers=viewer.seats if viewer.for_gm else (),
        observer=viewer.observes,
        hand=viewer.hand,
        pictures=final_charts(game, state, past),
    )


def _game(told: SeasonTold) -> GameView:
    at: Position[Any] = Position(told.rules, told.step.after)
    return told.once(
        ("game", told.game.precedents, told.game.picture_host), lambda: season_game(told.game, at)
    )


def _story(told: SeasonTold) -> BoardStory:
    """Return when the board changed; where none ever does, no phase of the game is looked through."""
    changing = any(part.part is ChangesPart for part in rules_in(told.rules).mechanisms)
    return told.once("story", lambda: board_story_in(told.past())) if changing else BoardStory()


def _chronicle(told: SeasonTold) -> Chronicle:
    """Return the game looked back upon; where payments are private it is each reader's own."""
    private = rules_in(told.rules).adjustments.keeps_payments()
    key = ("chronicle", told.viewer.part, told.viewer.seats) if private else "chronicle"
    past = told.once(key, lambda: _looked_back(told))
    return replace(past, statements_until=told.occasion.statements_until)


def _looked_back(told: SeasonTold) -> Chronicle:
    past = told.past()
    return replace(chronicle_of(past), annals=annals_in(past))


def _with_accounts(told: SeasonTold) -> GameState:
    """Return the last position with the accounts of its last winter, as far as the reader knows them.

    A position shows a reader his own accounts alone where payments are private; what does not tell
    of payments stands in the winter's facts for all.
    """
    state = told.step.after
    if told.viewer.sees_all or not rules_in(told.rules).adjustments.keeps_payments():
        return state
    closed = [event for _, event in told.past().facts(AccountsClosed)]
    last = next((event for event in closed[::-1] if isinstance(event, AccountsClosed)), None)
    return state if last is None else state.with_part(AccountPart(last.year, last.accounts))
