"""The charts that go with the mails of a game: their marks, and what each of them shows.

A mark says up to which phase the figures go, what is drawn, in which language, and for whom: what
one reader may know is never drawn for another. It ends in a digest of the figures, so that none that
was drawn stands for others when the GM has mended the game.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from gm.contract.pages import PictureView
from gm.contract.pictures import MarkedPicture
from gm.drawing.charts import Chart
from gm.errors import NotAllowed
from gm.games.diplomacy.map.shown.charts import chart_of
from gm.games.diplomacy.pages.charts.figures import PUBLIC, Figure, Reader, What
from gm.games.diplomacy.pages.charts.of_course import GameFigures, figures_of
from gm.games.diplomacy.pages.facts.course import Course
from gm.games.diplomacy.pages.pictured import Pictured
from gm.games.diplomacy.pages.points_page import played
from gm.games.diplomacy.pages.views import Chronicle, GameView
from gm.games.diplomacy.rules.board import PowerId
from gm.games.diplomacy.rules.state import GameState
from gm.languages import gettext, known, spoken
from gm.mail.pictures import picture_cid, picture_label

_CHART: Final = Pictured.CHART.value
_PUBLIC, _GM = "public", "gm"


@dataclass(frozen=True, slots=True)
class _Mark:
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
        told = (self.what.value, self.language, self._who, self.digest)
        return "/".join((str(self.upto), _CHART, *told))

    @property
    def _who(self) -> str:
        return _GM if self.reader.for_gm else "+".join(self.reader.powers) or _PUBLIC


def is_chart(mark: str) -> bool:
    """Tell whether a picture's mark is that of a chart."""
    return mark.split("/")[1:2] == [_CHART]


def chart_pictures(found: GameFigures, whats: Iterable[What]) -> tuple[PictureView, ...]:
    """Return the pictures of some figures, for their reader and in the language that is spoken.

    Args:
        found: the figures. whats: which of them; others than it has are left out.
    """
    host = found.game.picture_host
    if not host:
        return ()
    game, wanted, upto = found.game.name, {*whats}, found.annals.upto
    return tuple(
        PictureView(
            Pictured.CHART,
            cid := picture_cid(f"chart-{figure.what.value}", upto, game, host),
            picture_label(cid),
            str(_Mark(upto, figure.what, spoken(), found.reader, _digest(figure))),
            gettext("{title}: a chart of what the mail tells in figures.", title=figure.title),
            figure.what.value,
        )
        for figure in found.figures
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
    found = GameFigures(game, state, played(game.board, state), past.annals, PUBLIC)
    return chart_pictures(found, (What.CENTRES, What.POINTS, What.ORDERS))


def chart_mark(text: str) -> MarkedPicture:
    """Return up to which phase a chart goes, in which language, and for whom.

    Raises:
        NotAllowed: the mark is none of a chart.
    """
    mark = _mark_in(text)
    language = mark.language if mark.language in known() else ""
    return MarkedPicture(mark.upto, language, mark.reader.viewer)


def marked_chart(text: str, past: Course) -> Chart:
    """Return what a marked chart shows.

    Raises:
        NotAllowed: the mark is none of this game's.
    """
    wanted = _mark_in(text)
    found = figures_of(past, wanted.reader)
    for figure in found.figures:
        if figure.what is wanted.what:
            return chart_of(found.game, found.state, figure)
    raise NotAllowed(f"{past.game.name} has no figure {wanted.what.value!r} to be drawn.")


def _mark_in(text: str) -> _Mark:
    try:
        return _mark(text)
    except (ValueError, IndexError) as fault:
        raise NotAllowed(f"{text!r} marks no chart: {fault}") from fault


def _mark(text: str) -> _Mark:
    number, _, what, language, who, digest = text.split("/")
    return _Mark(int(number), What(what), language, _reader(who), digest)


def _digest(figure: Figure) -> str:
    return hashlib.sha256(repr(figure).encode()).hexdigest()[:12]


def _reader(who: str) -> Reader:
    if who == _PUBLIC:
        return PUBLIC
    if who == _GM:
        return replace(PUBLIC, for_gm=True)
    return Reader(tuple(PowerId(word) for word in who.split("+")))
