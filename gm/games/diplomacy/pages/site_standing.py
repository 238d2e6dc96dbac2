"""How a game stands, for its page in the archive: position, players, and its end."""

from __future__ import annotations

from dataclasses import dataclass

from gm.contract.events import GameEnded
from gm.games.diplomacy.pages.facts.course import Course, chronicle_of, end_of
from gm.games.diplomacy.pages.facts.tables import Holding, Rows, bridges, centre_rows, holdings
from gm.games.diplomacy.pages.facts.unrest import specials_now
from gm.games.diplomacy.pages.finale import Finale, finale
from gm.games.diplomacy.pages.opening_page import Player, players_of
from gm.games.diplomacy.pages.points_page import keeps_points, standing_rows
from gm.games.diplomacy.pages.views import GameView
from gm.games.diplomacy.pages.wording.phrases import phase_words
from gm.games.diplomacy.rules.mechanics.promises import PointsPart
from gm.games.diplomacy.rules.phases import phase_of
from gm.games.diplomacy.rules.state import GameState


@dataclass(frozen=True, slots=True)
class SitePosition:
    """How a game stands.

    Args:
        after: after which phase, in words; "" at the start.
        centres: the table of centres and units; points: who has how many, the head first.
        holdings: where everybody stands; bridges: those that stand; specials: where they are.
    """

    after: str
    centres: Rows
    points: Rows
    holdings: tuple[Holding, ...]
    bridges: tuple[str, ...]
    specials: str


@dataclass(frozen=True, slots=True)
class SiteStanding:
    """What the page of a game tells beside what every game has.

    Args:
        position: how it stands; players: of its powers.
        finale: what is said of a game that is over. colours: of each power, by its name.
    """

    position: SitePosition
    players: tuple[Player, ...]
    finale: Finale | None
    colours: dict[str, str]


def site_standing(game: GameView, past: Course) -> SiteStanding:
    """Return how a game stands after its newest resolved phase, or at its beginning.

    What the GM changes while a phase is open stands in its report and not before.

    Args:
        game: the game, with the board then. past: its course.
    """
    resolved = past.resolved
    newest = resolved[-1] if resolved else past.stages[0]
    before, now = newest.before, newest.after
    powers = game.board.powers
    return SiteStanding(
        position=SitePosition(
            after=phase_words(phase_of(newest.stage)) if resolved else "",
            centres=centre_rows(game.board, before, now),
            points=standing_rows(game, now) if _is_scored(game, now) else (),
            holdings=holdings(game.board, now),
            bridges=bridges(game.board, now),
            specials=specials_now(game.board, now),
        ),
        players=players_of(game, now),
        finale=_finale(game, past, now) if past.over and resolved else None,
        colours={powers[power].name: colour for power, colour in game.colours.items()},
    )


def _is_scored(game: GameView, now: GameState) -> bool:
    return keeps_points(game.board) and any(now.part(PointsPart).balances.values())


def _finale(game: GameView, past: Course, now: GameState) -> Finale:
    end, last = end_of(past), phase_of(past.resolved[-1].stage)
    winners = end.powers if isinstance(end, GameEnded) else now.winners
    zone = game.time_zone
    return finale(game, now, chronicle_of(past, now), winners, last, (), zone, for_gm=False)
