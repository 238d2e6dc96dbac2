"""Writes the public archive: the pages of every game that stands in it, as far as they changed.

What a season's page and pictures were made from is remembered by its digest, so that a season is
drawn once. A game that cannot be read keeps the pages it has, and the others are written all the
same.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from gm.app.play.past_stages import past_of
from gm.app.ports import Transaction
from gm.app.publishing.calendar import deadlines
from gm.app.publishing.charts import charts_of
from gm.app.publishing.course import Course, course_of, digests, season_of
from gm.app.publishing.folder import Draw, Note, SiteFolder
from gm.app.publishing.gathering import site_game
from gm.app.publishing.publicity import stage_of
from gm.app.publishing.told import charted_of, plain, plain_charts, told_of
from gm.app.records import GameRecord, PhaseRecord
from gm.app.services import Services
from gm.app.tongues import game_language
from gm.errors import GmError
from gm.games.diplomacy.map.shown.beginning import beginning
from gm.games.diplomacy.map.shown.position import colours
from gm.games.diplomacy.map.shown.showing import Show, pictured
from gm.games.diplomacy.pages.site_pictures import START, file_of
from gm.games.diplomacy.pages.views import SeasonView
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.languages import speaking
from gm.report.environment import current
from gm.report.site.site_views import (
    Charted,
    PictureKind,
    SeasonDone,
    SeasonTold,
    SiteGame,
    SiteView,
    Stage,
)
from gm.report.site.site_writing import game_files, index_files, season_file

_log = logging.getLogger(__name__)

_SHOWS = {PictureKind.ORDERS: Show.ORDERS, PictureKind.POSITION: Show.POSITION}


@dataclass(frozen=True, slots=True)
class Published:
    """What a run has come to.

    Args:
        games: the games in the archive, by name.
        faults: by the name of a game, why its pages could not be written.
    """

    games: tuple[str, ...]
    faults: Mapping[str, str]


def publish(
    services: Services, folder: SiteFolder, draw: Draw, url: str, version: str
) -> Published:
    """Write the archive into a folder.

    Args:
        services: the ports. folder: where it is written. draw: makes the pictures.
        url: where it will be found, ending in "/", or "".
        version: of the program; another one writes every page anew.
    """
    identity = services.identity
    site = SiteView(identity.server_name, identity.host, url, identity.server_address)
    run = _Run(services, folder, draw, site, f"{version} {current().digest}")
    with services.store.read() as transaction:
        found = [(game, stage_of(game)) for game in transaction.games()]
    public = [(game, stage) for game, stage in found if stage is not None]
    told = [one for game, stage in public if (one := run.game(game, stage)) is not None]
    with speaking(identity.language):
        for name, text in index_files(site, told).items():
            folder.write(name, text)
    return Published(tuple(game.name for game, _ in public), run.faults)


class _Run:
    """One run.

    Attributes:
        faults: why the pages of a game could not be written, by its name.
    """

    def __init__(
        self, services: Services, folder: SiteFolder, draw: Draw, site: SiteView, salt: str
    ) -> None:
        self._services = services
        self._folder = folder
        self._draw = draw
        self._site = site
        self._salt = salt
        self.faults: dict[str, str] = {}

    def game(self, game: GameRecord, stage: Stage) -> SiteGame | None:
        """Write the pages of a game; None if that cannot be done, which leaves those it has."""
        try:
            with speaking(game_language(game)):
                return self._game(game.name, stage)
        except GmError as fault:
            _log.warning("the pages of %s could not be written: %s", game.name, fault)
            self.faults[game.name] = str(fault)
            self._folder.keep_all(f"{game.name}/")
            return None

    def _game(self, name: str, stage: Stage) -> SiteGame:
        with self._services.store.read() as transaction:
            game = transaction.game(name)
            course = course_of(self._services, transaction, game)
            leaves = list(self._leaves(transaction, course))
            view = site_game(self._services, transaction, course, stage, ())
            charts = self._charts(transaction, course, leaves)
        seasons = tuple(self._season(game, leaf) for leaf in leaves)
        view = replace(view, seasons=seasons, charts=charts)
        if course.phases:
            self._start(course)
            self._folder.write(f"{name}/deadlines.ics", deadlines(self._services, course))
        for file, text in game_files(self._site, view).items():
            self._folder.write(f"{name}/{file}", text)
        return view

    def _leaves(self, transaction: Transaction, course: Course) -> Iterator[_Leaf]:
        """Yield the seasons of a game; of those that have not changed only that."""
        names = ["", *(phase_record.name for phase_record in course.done), ""]
        for at, (phase, digest) in enumerate(
            zip(course.done, digests(transaction, course, self._salt), strict=True)
        ):
            noted = self._folder.noted(_unit(course.game, phase.name))
            if noted is not None and noted.digest == digest:
                yield _Leaf(phase, digest, told_of(noted.told))
                continue
            season, ending = season_of(self._services, transaction, course, phase)
            shown = colours(season.board, season.before)
            done = SeasonDone(season, ending, _kinds(season), shown, names[at], names[at + 2])
            yield _Leaf(phase, digest, done)

    def _season(self, game: GameRecord, leaf: _Leaf) -> SeasonTold:
        """Write the page of a season and its pictures, if they changed."""
        name = leaf.phase.name
        unit = _unit(game, name)
        if isinstance(leaf.content, SeasonTold):
            self._folder.keep(unit)
            return leaf.content
        page, told = season_file(leaf.content)
        files = {f"{game.name}/{name}.html": page}
        for kind in told.pictures:
            shown = pictured(self._services, game.name, name, _SHOWS[kind])
            files[f"{game.name}/{file_of(name, kind)}"] = self._draw(shown)
        self._write(unit, leaf.digest, files, plain(told))
        return told

    def _charts(
        self, transaction: Transaction, course: Course, leaves: Sequence[_Leaf]
    ) -> tuple[Charted, ...]:
        """Draw the charts of a game, if a season has changed since."""
        if not leaves:
            return ()
        game, digest = course.game, leaves[-1].digest
        unit = _unit(game, "charts")
        noted = self._folder.noted(unit)
        if noted is not None and noted.digest == digest:
            self._folder.keep(unit)
            return charted_of(noted.told)
        found = [*charts_of(self._services, transaction, game)]
        files = {f"{game.name}/{one.file}": svg for one, svg in found}
        self._write(unit, digest, files, plain_charts([one for one, _ in found]))
        return tuple(one for one, _ in found)

    def _start(self, course: Course) -> None:
        """Draw the position in which a game began, if that was not done yet."""
        game, first = course.game, course.phases[0]
        words = (self._salt, game.name, game.options, first.state, course.rules.meta.board_digest)
        digest, unit = hashlib.sha256(repr(words).encode()).hexdigest(), _unit(game, "start")
        noted = self._folder.noted(unit)
        if noted is not None and noted.digest == digest:
            self._folder.keep(unit)
            return
        with self._services.store.read() as transaction:
            shown = beginning(past_of(self._services, transaction, game))
        svg = self._draw(shown)
        self._write(unit, digest, {f"{game.name}/{START}": svg}, {})

    def _write(
        self, unit: str, digest: str, files: Mapping[str, str], told: Mapping[str, object]
    ) -> None:
        self._folder.note(unit, Note(digest, tuple(files), told))
        for path, text in files.items():
            self._folder.write(path, text)


@dataclass(frozen=True, slots=True)
class _Leaf:
    """A season: what is to be written, or what is told of one that has not changed."""

    phase: PhaseRecord
    digest: str
    content: SeasonDone | SeasonTold


def _unit(game: GameRecord, name: str) -> str:
    return f"{game.name}/{name}"


def _kinds(season: SeasonView) -> tuple[PictureKind, ...]:
    """Return which pictures a season has: its orders too where units moved."""
    moved = season.phase.kind is PhaseKind.MOVEMENT and season.outcomes
    return (PictureKind.ORDERS, PictureKind.POSITION) if moved else (PictureKind.POSITION,)
