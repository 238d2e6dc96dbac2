"""A resolved phase as all were told of it, made from what is stored: for copies and the archive.

It is written for nobody yet: whoever shows it says to whom, as with the first report.
"""

from __future__ import annotations

from dataclasses import replace

from gm.app.overriding.amendments import public_notes
from gm.app.play.chance import hand_reasons
from gm.app.ports import Transaction
from gm.app.records import GameRecord, GameStatus, PhaseRecord
from gm.app.services import Services
from gm.app.setup.rulings import ruling_news
from gm.app.table import family_of, game_view, silent_powers, table_at
from gm.app.talk.press_mail import press_of_phase
from gm.app.talk.vote_words import vote_news
from gm.contract.facts import Due
from gm.contract.rules import Position
from gm.games.diplomacy.desk.laid import season_game
from gm.games.diplomacy.desk.overviews.annals import figures_in
from gm.games.diplomacy.desk.play.history import chronicle
from gm.games.diplomacy.desk.play.story import board_story
from gm.games.diplomacy.pages.views import Chronicle, SeasonView
from gm.games.diplomacy.rules.state import GameState


def past_view(
    services: Services, transaction: Transaction, game: GameRecord, record: PhaseRecord
) -> SeasonView | None:
    """Return what all were told of a phase of a game's course; None if it is not resolved.

    What came next is told with its deadline, and nothing is asked by it. The story of the board
    goes as far as that phase; the last phase of a game that is over has its chronicle.
    """
    result = transaction.result(record.id)
    if result is None:
        return None
    table = table_at(services, transaction, game, record)
    before, events = table.codec.load_state(record.state), table.codec.load_events(result.events)
    after, due = table.rules.replay(before, events), _due_then(services, transaction, game, record)
    over = due is None and game.status is GameStatus.FINISHED
    return SeasonView(
        number=record.number,
        game=season_game(game_view(services, table), Position(table.rules, after)),
        phase=before.phase,
        before=before,
        after=after,
        board=table.rules.board_in(before),
        outcomes=table.codec.load_outcomes(result.outcomes),
        events=events,
        late=silent_powers(table, table.codec.drafts(transaction.active_orders(record.id))),
        asked=silent_powers(table, {}),
        due=due,
        reader=None,
        zone=game.time_zone,
        now=result.resolved_at,
        chronicle=_chronicle(services, transaction, game, after) if over else None,
        story=board_story(transaction, game, record.number),
        hand_reasons=hand_reasons(transaction, game),
        press=press_of_phase(transaction, table),
        notes=(
            *public_notes(transaction, record),
            *ruling_news(transaction, record),
            *vote_news(transaction, table, record),
        ),
        is_copy=True,
    )


def _chronicle(
    services: Services, transaction: Transaction, game: GameRecord, final: GameState
) -> Chronicle:
    past = chronicle(transaction, game, final, over=True)
    return replace(past, annals=figures_in(services, transaction, game).annals)


def _due_then(
    services: Services, transaction: Transaction, game: GameRecord, record: PhaseRecord
) -> Due | None:
    """Return what came next; None after the last phase."""
    later = (phase for phase in transaction.phases(game.id) if phase.number > record.number)
    following = next(later, None)
    if following is None:
        return None
    return Due(family_of(services, game).stage(following.name), following.deadline, {}, ())
