"""Writes the public archive: the pages of every game that stands in it, as far as they changed.

What a season's page and pictures were made from is remembered by its digest, so that a season is
drawn once. A game that cannot be read keeps the pages it has, and the others are written all the
same.
"""

from __future__ import annotations

import hashlib
import logging
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from gm.app.answering.statements import published_statements
from gm.app.codec import codec_for
from gm.app.history.ended import ending_words
from gm.app.history.past_stages import past_of
from gm.app.history.results import endings_told, results_of, results_table
from gm.app.history.rulings import precedents
from gm.app.history.tournaments import games_of, is_ended, tournament_of
from gm.app.mail_out.calendar_entries import appointment
from gm.app.ports import Transaction
from gm.app.publishing.folder import Draw, Note, SiteFolder
from gm.app.publishing.public_course import PublicCourse, course_of, digests, told_of_stage
from gm.app.records import GameRecord, GameStatus, PhaseRecord
from gm.app.services import Services
from gm.app.settings.game_settings import settings_of
from gm.app.settings.setting_kinds import SignUp
from gm.app.table import came_closed, due_view, rules_of, silence_of, table_at, view_at
from gm.app.timing.phases import with_next
from gm.app.tongues import game_language
from gm.contract.archive import (
    Around,
    ChartTable,
    DrawnChart,
    GameStanding,
    Leaf,
    PageLink,
    SitePicture,
)
from gm.contract.facts import Due
from gm.contract.past import Past
from gm.contract.rules import Silence
from gm.contract.told import Told
from gm.errors import GmError
from gm.json_answers import json_answer
from gm.languages import gettext, speaking
from gm.mail.calendars import Appointment, calendar_file
from gm.report.environment import current
from gm.report.site.site_pages import plain_leaf, plain_standing
from gm.report.site.site_views import (
    Charted,
    LifeStage,
    SiteGame,
    SiteView,
    StageOnSite,
    TournamentOnSite,
)
from gm.report.site.site_writing import game_files, index_files, stage_entry, stage_page


def _plain(stage: StageOnSite) -> dict[str, object]:
    """Return what is told of a stage as JSON has it."""
    return {
        "name": stage.name,
        "title": stage.title,
        "group": stage.group,
        "headline": stage.headline,
        "body": stage.body,
        "at": stage.at.isoformat(),
        "pictures": json_answer(stage.pictures),
    }


def _told_of(plain: Mapping[str, object]) -> StageOnSite:
    """Return what is told of a stage, from what `plain` made of it."""
    pictures = plain["pictures"]
    assert isinstance(pictures, list)  # noqa: S101 - as `plain` wrote it
    return StageOnSite(
        name=str(plain["name"]),
        title=str(plain["title"]),
        group=str(plain["group"]),
        headline=str(plain["headline"]),
        body=str(plain["body"]),
        at=datetime.fromisoformat(str(plain["at"])),
        pictures=tuple(SitePicture(**picture) for picture in pictures),
    )


def _plain_charts(charts: Iterable[Charted]) -> dict[str, object]:
    """Return what is told of a game's charts as JSON has it."""
    return {"charts": json_answer([*charts])}


def _charted_of(plain: Mapping[str, object]) -> tuple[Charted, ...]:
    """Return what is told of a game's charts, from what `plain_charts` made of it."""
    charts = plain["charts"]
    assert isinstance(charts, list)  # noqa: S101 - as `plain_charts` wrote it
    return tuple(
        Charted(**{**chart, "tables": tuple(_table(table) for table in chart["tables"])})
        for chart in charts
    )


def _table(plain: Mapping[str, Any]) -> ChartTable:
    parts = tuple(tuple(tuple(row) for row in part) for part in plain["parts"])
    return ChartTable(plain["title"], parts, tuple(plain["lines"]))


_BOX: Final = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')


def _charted(chart: DrawnChart) -> Charted:
    """Return a chart as the page of its game shows it, its drawing beside it."""
    box = _BOX.search(chart.svg)
    assert box is not None  # noqa: S101 - every chart says how large it is
    width, height = (round(float(group)) for group in box.groups())
    return Charted(chart.file, chart.title, chart.note, width, height, chart.tables)


def _deadlines(services: Services, course: PublicCourse) -> bytes:
    """Return the deadlines of a game, those that are past too, as an iCalendar file.

    While a game is paused nothing is due. An entry has the id of the one that came by mail.
    """
    entries = _entries(services, course)
    return calendar_file(f"{course.game.name}: {course.rules.meta.title}", entries)


def _entries(services: Services, course: PublicCourse) -> Iterator[Appointment]:
    paused = course.game.status is GameStatus.PAUSED
    for phase in course.phases:
        open_now = phase is course.open
        if not came_closed(phase) and not (open_now and (paused or _is_untimed(course, phase))):
            yield _entry(services, course, phase)


def _is_untimed(course: PublicCourse, phase: PhaseRecord) -> bool:
    """Tell whether nothing falls due in a phase."""
    state = codec_for(course.family.stored).load_state(phase.state)
    return silence_of(course.rules, state) is not Silence.DUE


def _entry(services: Services, course: PublicCourse, phase: PhaseRecord) -> Appointment:
    # What was resolved early is not due any more; what was written long ago is not written anew.
    at = min(phase.deadline, phase.resolved_at or phase.deadline)
    title = course.rules.meta.title
    return appointment(services, course.game, phase, title, at, phase.opened_at)


def _life_of(game: GameRecord) -> LifeStage | None:
    """Return where a game is in its life; None if it has no place in the archive.

    That is a game whose GM keeps it out, and one that has not begun and that nobody can ask to
    join.
    """
    settings = settings_of(game)
    if not settings.published:
        return None
    match game.status:
        case GameStatus.RUNNING | GameStatus.PAUSED:
            return LifeStage.PLAYED
        case GameStatus.FINISHED:
            return LifeStage.OVER
        case GameStatus.FORMING:
            return LifeStage.JOINED if settings.sign_up is SignUp.OPEN else None


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
        games = [(game, _life_of(game)) for game in transaction.games()]
    public = [(game, life) for game, life in games if life is not None]
    pages = [page for game, life in public if (page := run.game(game, life)) is not None]
    with speaking(identity.language):
        for name, text in index_files(site, pages).items():
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
            view = _site_game(self._services, transaction, course, life)
            charts = self._charts(transaction, course, leaves)
            start = self._start(course, view.standing)
        stages = tuple(self._stage(game, leaf) for leaf in leaves)
        view = replace(view, stages=stages, charts=charts)
        if start is not None:
            self._write_new(start)
        if course.phases:
            self._folder.write(f"{name}/deadlines.ics", _deadlines(self._services, course))
        for file, text in game_files(self._site, view).items():
            self._folder.write(f"{name}/{file}", text)
        return view

    def _leaves(self, transaction: Transaction, course: PublicCourse) -> Iterator[_OnSite | _New]:
        """Yield the stages of a game; of those that have not changed only what is told of them."""
        links = [None, *(_link(course, phase) for phase in course.done), None]
        for at, (phase, digest) in enumerate(
            zip(course.done, digests(transaction, course, self._salt), strict=True)
        ):
            unit = _unit(course.game, phase.name)
            noted = self._folder.noted(unit)
            if noted is not None and noted.digest == digest:
                yield _OnSite(unit, digest, _told_of(noted.told))
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
        return _New(unit, digest, pages, drawn, _plain(on_site), on_site)

    def _stage(self, game: GameRecord, leaf: _OnSite | _New) -> StageOnSite:
        """Write the page of a stage and its pictures, if they changed."""
        if isinstance(leaf, _OnSite):
            self._folder.keep(leaf.unit)
            return leaf.on_site
        self._write_new(leaf)
        assert leaf.on_site is not None  # noqa: S101 - every stage is told of
        return leaf.on_site

    def _charts(
        self, transaction: Transaction, course: PublicCourse, leaves: Sequence[_OnSite | _New]
    ) -> tuple[Charted, ...]:
        """Draw the charts of a game, if a stage has changed since."""
        if not leaves or course.family.archive is None:
            return ()
        game, digest = course.game, leaves[-1].digest
        unit = _unit(game, "charts")
        noted = self._folder.noted(unit)
        if noted is not None and noted.digest == digest:
            self._folder.keep(unit)
            return _charted_of(noted.told)
        drawn = course.family.archive.charts(past_of(self._services, transaction, game))
        charts = tuple(_charted(chart) for chart in drawn)
        files = {f"{game.name}/{chart.file}": chart.svg for chart in drawn}
        self._write(unit, digest, files, _plain_charts(charts))
        return charts

    def _start(self, course: PublicCourse, standing: GameStanding) -> _New | None:
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
        self, unit: str, digest: str, files: Mapping[str, str], remembered: Mapping[str, object]
    ) -> None:
        self._folder.note(unit, Note(digest, tuple(files), remembered))
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


def _link(course: PublicCourse, phase: PhaseRecord) -> PageLink:
    words = course.family.pages.stage(course.family.stage(phase.name))
    return PageLink(f"{phase.name}.html", words)


def _site_game(
    services: Services, transaction: Transaction, course: PublicCourse, life: LifeStage
) -> SiteGame:
    """Return a game for its own page and for the index, but for what its stages are told by.

    Args:
        services, transaction: the ports. course: of the game; life: where it is in its life.
    """
    game, family = course.game, course.family
    past = past_of(services, transaction, game) if course.phases else None
    facts = view_at(services, game, rules_of(services, game), course.seats)
    return SiteGame(
        game=replace(facts, precedents=precedents(transaction, game)),
        rules=course.rules,
        kinds=family.kinds,
        life=life,
        created_at=game.created_at,
        free=sum(seat.person is None for seat in course.seats),
        can_join=life is LifeStage.JOINED,
        can_watch=settings_of(game).observers and life is not LifeStage.OVER,
        due=_due(services, transaction, course),
        ended=ending_words(services, transaction, game),
        first=family.stage(course.phases[0].name) if course.phases else None,
        now=_newest(past) if past is not None else None,
        standing=_standing(course, past) if past is not None else GameStanding(),
        journal=tuple(
            (entry.at, entry.text) for entry in transaction.journal(game.id) if entry.public
        ),
        press=tuple(press_view for of_phase in course.press.values() for press_view in of_phase),
        statements=_statements(services, transaction, course),
        tournament=_tournament(services, transaction, game),
    )


def _tournament(
    services: Services, transaction: Transaction, game: GameRecord
) -> TournamentOnSite | None:
    """Return the tournament of a game once it is over, with what its games in the archive came to."""
    name = tournament_of(game)
    if not name or not is_ended(transaction, name):
        return None
    shown = {other.name for other in games_of(transaction, name) if _life_of(other) is not None}
    all_results = results_of(services, transaction, name)
    results = tuple(result for result in all_results if result.game in shown)
    return TournamentOnSite(name, results_table(results), endings_told(results))


def _newest(past: Past[Any, Any]) -> Any:
    """Return the position that the archive shows.

    What the GM changes while a stage is open stands in its report and not before.
    """
    resolved = past.resolved
    return resolved[-1].after if resolved else past.stages[0].before


def _standing(course: PublicCourse, past: Past[Any, Any]) -> GameStanding:
    archive = course.family.archive
    return archive.standing(past) if archive is not None else plain_standing(past, _newest(past))


def _due(services: Services, transaction: Transaction, course: PublicCourse) -> Due | None:
    phase = course.open
    if phase is None:
        return None
    table = table_at(services, transaction, course.game, phase)
    return with_next(table, due_view(table, {}))


def _statements(
    services: Services, transaction: Transaction, course: PublicCourse
) -> tuple[tuple[str, str], ...]:
    if not course.phases:
        return ()
    table = table_at(services, transaction, course.game, course.phases[-1])
    published = published_statements(table)
    return tuple((statement.who, statement.text) for statement in published)
