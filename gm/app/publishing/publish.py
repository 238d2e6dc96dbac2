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
from typing import Any

from gm.app.history.past_stages import past_of
from gm.app.ports import Transaction
from gm.app.publishing.calendar import deadlines
from gm.app.publishing.charts import charted
from gm.app.publishing.course import Course, course_of, digests, told_of_stage
from gm.app.publishing.folder import Draw, Note, SiteFolder
from gm.app.publishing.gathering import site_game
from gm.app.publishing.publicity import life_of
from gm.app.publishing.told import charted_of, plain, plain_charts, told_of
from gm.app.records import GameRecord, PhaseRecord
from gm.app.services import Services
from gm.app.tongues import game_language
from gm.contract.archive import Around, Leaf, PageLink, Standing
from gm.contract.told import Told
from gm.errors import GmError
from gm.languages import gettext, speaking
from gm.report.environment import current
from gm.report.site.plain_leaf import plain_leaf
from gm.report.site.site_views import Charted, LifeStage, SiteGame, SiteView, StageOnSite
from gm.report.site.site_writing import game_files, index_files, stage_entry, stage_page

_log = logging.getLogger(__name__)


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
        found = [(game, life_of(game)) for game in transaction.games()]
    public = [(game, life) for game, life in found if life is not None]
    told = [page for game, life in public if (page := run.game(game, life)) is not None]
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

    def game(self, game: GameRecord, life: LifeStage) -> SiteGame | None:
        """Write the pages of a game; None if that cannot be done, which leaves those it has."""
        try:
            with speaking(game_language(game)):
                return self._game(game.name, life)
        except GmError as fault:
            _log.warning("the pages of %s could not be written: %s", game.name, fault)
            self.faults[game.name] = str(fault)
            self._folder.keep_all(f"{game.name}/")
            return None

    def _game(self, name: str, life: LifeStage) -> SiteGame:
        with self._services.store.read() as transaction:
            game = transaction.game(name)
            course = course_of(self._services, transaction, game)
            leaves = list(self._leaves(transaction, course))
            view = site_game(self._services, transaction, course, life)
            charts = self._charts(transaction, course, leaves)
            start = self._start(course, view.standing)
        stages = tuple(self._stage(game, leaf) for leaf in leaves)
        view = replace(view, stages=stages, charts=charts)
        if start is not None:
            self._write_new(start)
        if course.phases:
            self._folder.write(f"{name}/deadlines.ics", deadlines(self._services, course))
        for file, text in game_files(self._site, view).items():
            self._folder.write(f"{name}/{file}", text)
        return view

    def _leaves(self, transaction: Transaction, course: Course) -> Iterator[_OnSite | _New]:
        """Yield the stages of a game; of those that have not changed only what is told of them."""
        links = [None, *(_link(course, phase) for phase in course.done), None]
        for at, (phase, digest) in enumerate(
            zip(course.done, digests(transaction, course, self._salt), strict=True)
        ):
            unit = _unit(course.game, phase.name)
            noted = self._folder.noted(unit)
            if noted is not None and noted.digest == digest:
                yield _OnSite(unit, digest, told_of(noted.told))
                continue
            words = course.family.pages.stage(course.family.stage(phase.name))
            title = gettext("{phase} of {game}", phase=words, game=course.game.name)
            around = Around(title, links[at], links[at + 2])
            known = told_of_stage(self._services, transaction, course, phase)
            archive = course.family.archive
            leaf = (
                archive.leaf(known, around) if archive is not None else plain_leaf(known, around)
            )
            yield self._new_stage(course.game, unit, digest, known, leaf)

    def _new_stage(
        self, game: GameRecord, unit: str, digest: str, known: Told[Any, Any], leaf: Leaf
    ) -> _New:
        """Return what is to be written of a stage; what is drawn is looked up, and drawn later."""
        stage = known.stage
        on_site = StageOnSite(
            name=str(stage),
            title=known.game.stage_words(stage),
            group=leaf.group,
            headline=leaf.headline,
            body=stage_entry(leaf),
            at=known.occasion.now,
            pictures=tuple(drawing.picture for drawing in leaf.pictures),
        )
        drawn = {
            f"{game.name}/{drawing.picture.file}": drawing.shows() for drawing in leaf.pictures
        }
        pages = {f"{game.name}/{stage}.html": stage_page(leaf)}
        return _New(unit, digest, pages, drawn, plain(on_site), on_site)

    def _stage(self, game: GameRecord, leaf: _OnSite | _New) -> StageOnSite:
        """Write the page of a stage and its pictures, if they changed."""
        if isinstance(leaf, _OnSite):
            self._folder.keep(leaf.unit)
            return leaf.on_site
        self._write_new(leaf)
        assert leaf.on_site is not None  # noqa: S101 - every stage is told of
        return leaf.on_site

    def _charts(
        self, transaction: Transaction, course: Course, leaves: Sequence[_OnSite | _New]
    ) -> tuple[Charted, ...]:
        """Draw the charts of a game, if a stage has changed since."""
        if not leaves or course.family.archive is None:
            return ()
        game, digest = course.game, leaves[-1].digest
        unit = _unit(game, "charts")
        noted = self._folder.noted(unit)
        if noted is not None and noted.digest == digest:
            self._folder.keep(unit)
            return charted_of(noted.told)
        found = course.family.archive.charts(past_of(self._services, transaction, game))
        charts = tuple(charted(chart) for chart in found)
        files = {f"{game.name}/{chart.file}": chart.svg for chart in found}
        self._write(unit, digest, files, plain_charts(charts))
        return charts

    def _start(self, course: Course, standing: Standing) -> _New | None:
        """Return the position in which a game began, if that was not drawn yet."""
        if standing.start is None:
            return None
        game, first = course.game, course.phases[0]
        words = (self._salt, game.name, game.options, first.state, course.rules.meta.data_digest)
        digest, unit = hashlib.sha256(repr(words).encode()).hexdigest(), _unit(game, "start")
        noted = self._folder.noted(unit)
        if noted is not None and noted.digest == digest:
            self._folder.keep(unit)
            return None
        drawn = {f"{game.name}/{standing.start.picture.file}": standing.start.shows()}
        return _New(unit, digest, {}, drawn, {})

    def _write_new(self, new: _New) -> None:
        drawn = {path: self._draw(shows) for path, shows in new.drawn.items()}
        self._write(new.unit, new.digest, {**new.pages, **drawn}, new.told)

    def _write(
        self, unit: str, digest: str, files: Mapping[str, str], told: Mapping[str, object]
    ) -> None:
        self._folder.note(unit, Note(digest, tuple(files), told))
        for path, text in files.items():
            self._folder.write(path, text)


@dataclass(frozen=True, slots=True)
class _OnSite:
    """A stage that has not changed: what is told of it."""

    unit: str
    digest: str
    on_site: StageOnSite


@dataclass(frozen=True, slots=True)
class _New:
    """Files that are made together and are to be written.

    Args:
        unit: their name; digest: of all that they are made from.
        pages: by path; drawn: what pictures show, by path. told: what is remembered of them.
        on_site: what is told of the stage whose they are, if they are one's.
    """

    unit: str
    digest: str
    pages: Mapping[str, str]
    drawn: Mapping[str, object]
    told: Mapping[str, object]
    on_site: StageOnSite | None = None


def _unit(game: GameRecord, name: str) -> str:
    return f"{game.name}/{name}"


def _link(course: Course, phase: PhaseRecord) -> PageLink:
    words = course.family.pages.stage(course.family.stage(phase.name))
    return PageLink(f"{phase.name}.html", words)
