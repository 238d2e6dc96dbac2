"""The page of a game in the archive, and those of its rules, its journal and its press."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from gm.games.diplomacy.pages.closing_page import Statement
from gm.games.diplomacy.pages.facts.tables import Holding, Rows, bridges, centre_rows, holdings
from gm.games.diplomacy.pages.facts.unrest import specials_now
from gm.games.diplomacy.pages.finale import Finale, finale
from gm.games.diplomacy.pages.opening_page import Player, players_of
from gm.games.diplomacy.pages.points_page import keeps_points, standing_rows
from gm.games.diplomacy.pages.rules_played import rules_page
from gm.games.diplomacy.pages.site_pictures import Shown, shown_of, start_shown
from gm.games.diplomacy.pages.stage_kinds import season_pace
from gm.games.diplomacy.pages.wording.phrases import phase_words
from gm.games.diplomacy.rules.mechanics.promises import PointsPart
from gm.games.diplomacy.rules.phases import Phase, PhaseKind
from gm.languages import gettext, ngettext
from gm.report.pages.frame import Deadline, deadline_of
from gm.report.pages.house_page import HousePage, house_page
from gm.report.pages.press_page import press_said, press_words
from gm.report.pages.rules_page import RulesPage, Setting
from gm.report.press_views import PressSaid
from gm.report.site.site_views import Charted, SeasonTold, SiteGame, Stage
from gm.report.wording.dates import clock_words
from gm.report.wording.plain import full_stop
from gm.report.wording.text import quiet


@dataclass(frozen=True, slots=True)
class Listed:
    """A season in the list of a game: its page, its sentence, its pictures."""

    title: str
    file: str
    headline: str
    pictures: tuple[Shown, ...]


@dataclass(frozen=True, slots=True)
class Position:
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
class GamePage:
    """All the page of a game says.

    Args:
        state: where it is in its life, in a sentence.
        deadline: of the open phase. finale: what is said of a game that is over.
        first: the picture that the page shows; None before the game begins.
        start: the picture of the first position.
        years: the seasons, newest year first, each with its list, oldest first.
        charts: the game in pictures and figures.
        asked: mails that join and follow the game, each a line with what it does.
    """

    name: str
    title: str
    designer: str
    gm_name: str
    address: str
    state: str
    deadline: Deadline | None
    finale: Finale | None
    players: tuple[Player, ...]
    position: Position | None
    first: Shown | None
    start: Shown | None
    years: tuple[tuple[int, tuple[Listed, ...]], ...]
    charts: tuple[Charted, ...]
    asked: tuple[tuple[str, str], ...]
    statements: tuple[PressSaid, ...]
    has_press: bool
    has_journal: bool
    colours: dict[str, str]


def game_page(view: SiteGame) -> GamePage:
    """Return the page of a game."""
    game = view.game
    powers = game.board.powers
    years = tuple(
        (year, tuple(_listed(season) for season in found))
        for year, found in groupby(view.seasons, lambda season: season.year)
    )
    start = start_shown(Phase.parse(view.start)) if view.start else None
    newest = [entry.pictures[-1] for _, found in years for entry in found if entry.pictures]
    return GamePage(
        name=game.name,
        title=game.meta.title,
        designer=game.meta.designer,
        gm_name=quiet(game.gm_name),
        address=game.order_address,
        state=state_words(view),
        deadline=deadline_of(game, view.due, game.time_zone, None)
        if view.due is not None
        else None,
        finale=_finale(view),
        players=players_of(game, view.now) if view.now is not None else (),
        position=_position(view),
        first=newest[-1] if newest else start,
        start=start,
        years=years[::-1],
        charts=view.charts,
        asked=tuple(_asked(view)),
        statements=_statements(view.statements),
        has_press=bool(view.press),
        has_journal=bool(view.journal),
        colours={powers[power].name: colour for power, colour in view.colours.items()},
    )


def state_words(view: SiteGame) -> str:
    """Return where a game is in its life, in a sentence."""
    if view.stage is Stage.OVER:
        return view.ended or gettext("The game is over.")
    if view.due is None:
        return ngettext(
            "The game has not begun; {count} seat is free.",
            "The game has not begun; {count} seats are free.",
            view.free,
            count=view.free,
        )
    stage, pages = view.due.stage, view.game.pages
    when, what = pages.stage(stage), pages.what_is_ordered(stage)
    if view.due.paused:
        return gettext("{phase} is being played; the game is paused.", phase=when)
    return gettext("{phase} is being played: {orders} are due.", phase=when, orders=what)


def _listed(one: SeasonTold) -> Listed:
    phase = Phase.parse(one.name)
    pictures = tuple(shown_of(phase, kind) for kind in one.pictures)
    return Listed(phase_words(phase), f"{one.name}.html", one.headline, pictures)


def _finale(view: SiteGame) -> Finale | None:
    if view.stage is not Stage.OVER or view.now is None or view.chronicle is None:
        return None
    last = Phase.parse(view.seasons[-1].name) if view.seasons else view.now.phase
    zone = view.game.time_zone
    return finale(view.game, view.now, view.chronicle, view.winners, last, (), zone, for_gm=False)


def _position(view: SiteGame) -> Position | None:
    if view.now is None or view.before is None:
        return None
    board, state = view.game.board, view.now
    scored = keeps_points(board) and any(state.part(PointsPart).balances.values())
    return Position(
        after=phase_words(Phase.parse(view.seasons[-1].name)) if view.seasons else "",
        centres=centre_rows(board, view.before, state),
        points=standing_rows(view.game, state) if scored else (),
        holdings=holdings(board, state),
        bridges=bridges(board, state),
        specials=specials_now(board, state),
    )


def _asked(view: SiteGame) -> Iterator[tuple[str, str]]:
    """Yield the mails by which others join or follow a game: the word, and what it does."""
    name = view.game.name
    if view.can_join:
        yield f"JOIN {name}", gettext("asks for a seat in it; the answer says how it goes on.")
    if view.can_watch:
        yield f"OBSERVE {name}", gettext("has its public reports mailed to you.")


def _statements(found: Sequence[Statement]) -> tuple[PressSaid, ...]:
    return tuple(press_words(quiet(statement.who), statement.text) for statement in found)


@dataclass(frozen=True, slots=True)
class RulesLeaf:
    """The page of a game's rules: its deadlines, how it is run, its settings, the rules as played."""

    name: str
    title: str
    deadlines: tuple[Setting, ...]
    house: HousePage
    rules: RulesPage


def rules_leaf(view: SiteGame) -> RulesLeaf:
    """Return the page of a game's rules."""
    game = view.game
    setup = view.start != "" and Phase.parse(view.start).kind is PhaseKind.SETUP
    return RulesLeaf(
        name=game.name,
        title=gettext("The rules of {game}", game=game.name),
        deadlines=season_pace(game, setup=setup),
        house=house_page(game.house),
        rules=rules_page(game),
    )


@dataclass(frozen=True, slots=True)
class JournalLeaf:
    """The page of a game's journal: what happened beside the board; each moment and its sentence."""

    name: str
    title: str
    lines: tuple[tuple[str, str], ...]
    zone: str


def journal_leaf(view: SiteGame) -> JournalLeaf:
    """Return the page of a game's journal, newest first."""
    zone = view.game.time_zone
    lines = (
        (clock_words(at, zone), full_stop(quiet(words))) for at, words in reversed(view.journal)
    )
    title = gettext("The journal of {game}", game=view.game.name)
    return JournalLeaf(view.game.name, title, tuple(lines), zone)


@dataclass(frozen=True, slots=True)
class PressLeaf:
    """The page of a game's press: every message to all, oldest first."""

    name: str
    title: str
    said: tuple[PressSaid, ...]


def press_leaf(view: SiteGame) -> PressLeaf:
    """Return the page of a game's press."""
    game = view.game
    said = tuple(press_said(press_view, game, game.time_zone) for press_view in view.press)
    return PressLeaf(game.name, gettext("The press of {game}", game=game.name), said)
