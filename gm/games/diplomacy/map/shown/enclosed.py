"""The pictures that go with the mails of a game: how the outbox names them, and what each shows.

A mark says all that a picture needs beside what never changes of a phase, and in which language its
words are. The deadline that stands in it is part of the mark: it may move, and a mail sent again is to
be the mail it was.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from gm.contract.facts import Due, GameFacts, Part, Viewer
from gm.contract.pages import PictureView
from gm.contract.pictures import MarkedPicture
from gm.drawing.charts import Chart
from gm.drawing.scene import DrawnMark, Scene
from gm.errors import NotAllowed
from gm.games.diplomacy.map.shown.charts import chart_of
from gm.games.diplomacy.map.shown.showing import (
    MapShown,
    after_shown,
    next_words,
    orders_shown,
    position_shown,
    positions_to,
)
from gm.games.diplomacy.pages.charts.figures import (
    PUBLIC,
    Figure,
    GameFigures,
    Reader,
    What,
    figures_of,
)
from gm.games.diplomacy.pages.facts.course import Course
from gm.games.diplomacy.pages.map_pictures import Pictured
from gm.games.diplomacy.pages.points_page import played
from gm.games.diplomacy.pages.views import Chronicle, GameView
from gm.games.diplomacy.rules.board import PowerId
from gm.games.diplomacy.rules.phases import Phase, PhaseKind, phase_of
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.wording.phrases import orders_word, phase_words
from gm.languages import gettext, known, spoken
from gm.mail.pictures import picture_cid, picture_label
from gm.report.wording.dates import moment_words
from gm.report.wording.sentence_parts import first_upper

# Which places of a scene concern a reader: where his units are, and who deals with them.


def near(scene: Scene, powers: Collection[str]) -> tuple[str, ...]:
    """Return the places around some powers' units, one as often as it matters.

    Where they have no units, those of their country; none where they have neither.

    Args:
        scene: what everybody may see.
        powers: the reader's.
    """
    mine = [piece.at.place for piece in scene.pieces if piece.power in powers]
    marked = [place for mark in scene.marks if mark.power in powers for place in _places(mark)]
    theirs = {*mine, *marked}
    against = [
        mark.at.place
        for mark in scene.marks
        if mark.power not in powers and theirs & {*_aims(mark)}
    ]
    country = sorted(place for place, power in scene.owners.items() if power in powers)
    return (*mine, *marked, *against) or tuple(country)


def _places(mark: DrawnMark) -> Iterator[str]:
    yield mark.at.place
    yield from _aims(mark)


def _aims(mark: DrawnMark) -> Iterator[str]:
    """Yield the places that an order is about, but that of its own unit."""
    for spot in (mark.to, mark.target):
        if spot is not None:
            yield spot.place
    yield from mark.between or ()


# The charts that go with the mails of a game: their marks, and what each of them shows.
#
# A mark says up to which phase the figures go, what is drawn, in which language, and for whom: what
# one reader may know is never drawn for another. It ends in a digest of the figures, so that none that
# was drawn stands for others when the GM has mended the game.

_CHART: Final = Pictured.CHART.value
_PUBLIC, _GM = "public", "gm"


@dataclass(frozen=True, slots=True)
class _ChartMark:
    """A chart: of the phases up to a number, what it shows, its language, and who reads it.

    Args:
        digest: of the figures, hexadecimal.
    """

    upto: int
    what: What
    language: str
    reader: Reader
    digest: str

    def __str__(self) -> str:
        parts = (self.what.value, self.language, self._who, self.digest)
        return "/".join((str(self.upto), _CHART, *parts))

    @property
    def _who(self) -> str:
        return _GM if self.reader.for_gm else "+".join(self.reader.powers) or _PUBLIC


def is_chart(mark: str) -> bool:
    """Tell whether a picture's mark is that of a chart."""
    return mark.split("/")[1:2] == [_CHART]


def chart_pictures(statistics: GameFigures, whats: Iterable[What]) -> tuple[PictureView, ...]:
    """Return the pictures of some figures, for their reader and in the language that is spoken.

    Args:
        statistics: the figures. whats: which of them; others than it has are left out.
    """
    host = statistics.game.picture_host
    if not host:
        return ()
    game, wanted, upto = statistics.game.name, {*whats}, statistics.annals.upto
    return tuple(
        PictureView(
            Pictured.CHART,
            cid := picture_cid(f"chart-{figure.what.value}", upto, game, host),
            picture_label(cid),
            str(_ChartMark(upto, figure.what, spoken(), statistics.reader, _digest(figure))),
            gettext("{title}: a chart of what the mail tells in figures.", title=figure.title),
            figure.what.value,
        )
        for figure in statistics.figures
        if figure.what in wanted
    )


def final_charts(
    game: GameView, state: GameState, past: Chronicle | None
) -> tuple[PictureView, ...]:
    """Return the charts that go with the last report of a game, alike for all its readers.

    Args:
        game, state: the game and its last position.
        past: the game looked back upon; None while it goes on.
    """
    if past is None or past.annals is None:
        return ()
    statistics = GameFigures(game, state, played(game.board, state), past.annals, PUBLIC)
    return chart_pictures(statistics, (What.CENTRES, What.POINTS, What.ORDERS))


def chart_mark(text: str) -> MarkedPicture:
    """Return up to which phase a chart goes, in which language, and for whom.

    Raises:
        NotAllowed: the mark is none of a chart.
    """
    mark = _chart_mark_in(text)
    language = mark.language if mark.language in known() else ""
    return MarkedPicture(mark.upto, language, mark.reader.viewer)


def marked_chart(text: str, past: Course) -> Chart:
    """Return what a marked chart shows.

    Raises:
        NotAllowed: the mark is none of this game's.
    """
    wanted = _chart_mark_in(text)
    statistics = figures_of(past, wanted.reader)
    for figure in statistics.figures:
        if figure.what is wanted.what:
            return chart_of(statistics.game, statistics.state, figure)
    raise NotAllowed(f"{past.game.name} has no figure {wanted.what.value!r} to be drawn.")


def _chart_mark_in(text: str) -> _ChartMark:
    try:
        return _chart_mark(text)
    except (ValueError, IndexError) as fault:
        raise NotAllowed(f"{text!r} marks no chart: {fault}") from fault


def _chart_mark(text: str) -> _ChartMark:
    number, _, what, language, who, digest = text.split("/")
    return _ChartMark(int(number), What(what), language, _reader(who), digest)


def _digest(figure: Figure) -> str:
    return hashlib.sha256(repr(figure).encode()).hexdigest()[:12]


def _reader(who: str) -> Reader:
    if who == _PUBLIC:
        return PUBLIC
    if who == _GM:
        return replace(PUBLIC, for_gm=True)
    return Reader(tuple(PowerId(word) for word in who.split("+")))


_OVER: Final = "over"

Drawable = MapShown | Chart
"""What can be drawn for a mail."""


@dataclass(frozen=True, slots=True)
class _Mark:
    """What is drawn: of which phase, what, and what its second line tells of the next.

    Args:
        number: of the phase in its game.
        language: of its words.
        phase: the one that is due next; None where the game is over, or it is not told.
        deadline: when that is due.
        powers: around whose units a part of it is shown, larger; none for the whole.
    """

    number: int
    shows: Pictured
    language: str
    phase: Phase | None = None
    deadline: datetime | None = None
    powers: tuple[PowerId, ...] = ()

    def __str__(self) -> str:
        then = [_OVER] if self.phase is None else [str(self.phase)]
        when = [] if self.deadline is None else [self.deadline.isoformat()]
        moment = [] if self.shows is Pictured.ORDERS else [*then, *when]
        shown = ":".join([self.shows.value, *self.powers])
        return "/".join((str(self.number), shown, self.language, *moment))


def _mark(text: str) -> _Mark:
    number, shows, language, *moment = text.split("/")
    phase = Phase.parse(moment[0]) if moment and moment[0] != _OVER else None
    deadline = datetime.fromisoformat(moment[1]) if len(moment) > 1 else None
    kind, *powers = shows.split(":")
    near = tuple(map(PowerId, powers))
    return _Mark(int(number), Pictured(kind), language, phase, deadline, near)


def pictures_after(
    game: GameFacts,
    number: int,
    resolved: Phase,
    due: Due | None,
    powers: tuple[PowerId, ...] = (),
) -> tuple[PictureView, ...]:
    """Return the pictures of a season's report: its moves and what they led to, or that alone.

    A player's report has the first of them once more before it, the part around his units. Their words are in the language that is spoken.

    Args:
        game: whose phase it is.
        number: of the phase; resolved: what it was.
        due: what comes next; None where the game is over.
        powers: the reader's, if he plays.
    """
    then = (phase_of(due.stage), due.deadline) if due is not None else (None, None)
    position = _Mark(number, Pictured.POSITION, spoken(), *then)
    moved = resolved.kind is PhaseKind.MOVEMENT
    marks = [_Mark(number, Pictured.ORDERS, spoken()), position] if moved else [position]
    return tuple(_views(game, [*_near(marks[0], powers), *marks]))


def pictures_before(
    game: GameFacts,
    number: int,
    phase: Phase,
    deadline: datetime,
    powers: tuple[PowerId, ...] = (),
) -> tuple[PictureView, ...]:
    """Return the pictures of the position that a phase opens with, in the language that is spoken.

    Args:
        game: whose phase it is.
        number: of the phase; phase, deadline: which it is, and when it is due.
        powers: the reader's, if he plays; the part around their units comes first.
    """
    mark = _Mark(number, Pictured.START, spoken(), phase, deadline)
    return tuple(_views(game, [*_near(mark, powers), mark]))


def _near(mark: _Mark, powers: tuple[PowerId, ...]) -> list[_Mark]:
    return [replace(mark, powers=powers)] if powers else []


def _views(game: GameFacts, marks: list[_Mark]) -> Iterator[PictureView]:
    if not game.picture_host:
        return
    for mark in marks:
        shows = Pictured.NEAR if mark.powers else mark.shows
        # Each reader's own has a name of its own: some programs keep a picture by its name.
        name = "-".join([shows.value, *mark.powers[:1]]).lower()
        cid = picture_cid(name, mark.number, game.name, game.picture_host)
        yield PictureView(shows, cid, picture_label(cid), str(mark))


class SeasonPictures:
    """Keeps the contract's `Pictures`."""

    def marked(self, text: str) -> MarkedPicture:
        """Return of which phase a picture is, in which language, and for whom.

        Raises:
            NotAllowed: the mark is none.
        """
        if is_chart(text):
            return chart_mark(text)
        mark = _mark_in(text)
        language = mark.language if mark.language in known() else ""
        return MarkedPicture(mark.number, language, Viewer(Part.ARCHIVE))

    def shown(self, text: str, past: Course) -> Drawable:
        """Return what a marked picture shows, the map or a chart.

        Raises:
            NotAllowed: the mark is none of this game's.
        """
        if is_chart(text):
            return marked_chart(text, past)
        mark = _mark_in(text)
        shown = _map(past, mark)
        return replace(shown, near=near(shown.scene, mark.powers)) if mark.powers else shown


def _mark_in(text: str) -> _Mark:
    try:
        return _mark(text)
    except ValueError as fault:
        raise NotAllowed(f"{text!r} marks no picture: {fault}") from fault


def _map(past: Course, wanted: _Mark) -> MapShown:
    try:
        at = past.at(wanted.number)
    except KeyError as fault:
        raise NotAllowed(f"{past.game.name} never had a phase {wanted.number}.") from fault
    phase, name = phase_of(at.stage), past.game.name
    if wanted.shows is Pictured.START:
        title = f"{name}: {phase_words(phase)}"
        return position_shown(past, positions_to(past, at), title, _due_words(past, wanted))
    if at.resolved_at is None:
        raise NotAllowed(f"{phase} of {name} is not resolved: its orders are secret.")
    if wanted.shows is Pictured.ORDERS:
        return orders_shown(past, at)
    return after_shown(past, at, _then(past, wanted))


def _due_words(past: Course, mark: _Mark) -> str:
    if mark.phase is None or mark.deadline is None:
        return ""
    return gettext(
        "{orders} are due {when}",
        orders=first_upper(orders_word(mark.phase)),
        when=moment_words(mark.deadline, past.game.time_zone),
    )


def _then(past: Course, mark: _Mark) -> str:
    if mark.phase is None or mark.deadline is None:
        return gettext("The game is over")
    return next_words(past.game.time_zone, mark.phase, mark.deadline)
