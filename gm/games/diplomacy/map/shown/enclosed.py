"""The pictures that go with the mails of a game: how the outbox names them, and what each shows.

A mark says all that a picture needs beside what never changes of a phase, and in which language its
words are. The deadline that stands in it is part of the mark: it may move, and a mail sent again is to
be the mail it was.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from gm.app.ports import Transaction
from gm.app.records import GameRecord, PhaseRecord
from gm.app.services import Services
from gm.app.table import table_at
from gm.contract.facts import Due, GameFacts
from gm.contract.pages import PictureView
from gm.drawing.charts import Chart
from gm.errors import NotAllowed
from gm.games.diplomacy.map.shown.enclosed_charts import is_chart, marked_chart
from gm.games.diplomacy.map.shown.near import near
from gm.games.diplomacy.map.shown.showing import (
    Pictured,
    after_title,
    next_words,
    orders_shown,
    position_shown,
    positions_before,
)
from gm.games.diplomacy.pages.pictured import Pictured as _Shows
from gm.games.diplomacy.pages.wording.phrases import orders_word, phase_words
from gm.games.diplomacy.rules.board import PowerId
from gm.games.diplomacy.rules.events import replay
from gm.games.diplomacy.rules.phases import Phase, PhaseKind, phase_of
from gm.games.diplomacy.stored import load_events, load_outcomes
from gm.languages import gettext, known, speaking, spoken
from gm.mail.pictures import picture_label
from gm.report.wording.dates import moment_words
from gm.report.wording.plain import first_upper

_OVER: Final = "over"

Drawable = Pictured | Chart
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
    shows: _Shows
    language: str
    phase: Phase | None = None
    deadline: datetime | None = None
    powers: tuple[PowerId, ...] = ()

    def __str__(self) -> str:
        then = [_OVER] if self.phase is None else [str(self.phase)]
        when = [] if self.deadline is None else [self.deadline.isoformat()]
        told = [] if self.shows is _Shows.ORDERS else [*then, *when]
        shown = ":".join([self.shows.value, *self.powers])
        return "/".join((str(self.number), shown, self.language, *told))


def _mark(text: str) -> _Mark:
    number, shows, language, *told = text.split("/")
    phase = Phase.parse(told[0]) if told and told[0] != _OVER else None
    deadline = datetime.fromisoformat(told[1]) if len(told) > 1 else None
    kind, *powers = shows.split(":")
    near = tuple(map(PowerId, powers))
    return _Mark(int(number), _Shows(kind), language, phase, deadline, near)


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
    position = _Mark(number, _Shows.POSITION, spoken(), *then)
    moved = resolved.kind is PhaseKind.MOVEMENT
    marks = [_Mark(number, _Shows.ORDERS, spoken()), position] if moved else [position]
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
    mark = _Mark(number, _Shows.START, spoken(), phase, deadline)
    return tuple(_views(game, [*_near(mark, powers), mark]))


def _near(mark: _Mark, powers: tuple[PowerId, ...]) -> list[_Mark]:
    return [replace(mark, powers=powers)] if powers else []


def _views(game: GameFacts, marks: list[_Mark]) -> Iterator[PictureView]:
    if not game.picture_host:
        return
    for mark in marks:
        shows = _Shows.NEAR if mark.powers else mark.shows
        # Each reader's own has a name of its own: some programs keep a picture by its name.
        told = "-".join([shows.value, *mark.powers[:1]]).lower()
        cid = f"{told}.{mark.number}.{game.name}@{game.picture_host}"
        yield PictureView(shows, cid, picture_label(cid), str(mark))


def picture_file(cid: str) -> str:
    """Return the name under which a reader can store a picture: `meadow-12-orders.png`."""
    shows, number, game = cid.rpartition("@")[0].split(".", 2)
    return f"{game}-{number}-{shows}.png"


def marked(services: Services, game_id: int, mark: str) -> Drawable:
    """Return what a marked picture shows, the map or a chart; it is drawn in the mark's language.

    Raises:
        NotAllowed: the mark is none of this game's.
    """
    if is_chart(mark):
        return marked_chart(services, game_id, mark)
    try:
        wanted = _mark(mark)
    except ValueError as fault:
        raise NotAllowed(f"{mark!r} marks no picture: {fault}") from fault
    with speaking(wanted.language):
        shown = _map(services, game_id, wanted)
    if not wanted.powers:
        return shown
    return replace(shown, near=near(shown.scene, wanted.powers))


def language_of(mark: str) -> str:
    """Return the code of the language in which a picture is drawn; "" where its mark says none."""
    parts = mark.split("/")
    at = 3 if is_chart(mark) else 2
    return parts[at] if len(parts) > at and parts[at] in known() else ""


def _map(services: Services, game_id: int, wanted: _Mark) -> Pictured:
    with services.store.read() as transaction:
        game = transaction.game_by_id(game_id)
        phase = _phase(transaction, game, wanted.number)
        table = table_at(services, transaction, game, phase)
        result = transaction.result(phase.id)
        states = (*positions_before(transaction, game, phase), table.state)
    if wanted.shows is _Shows.START:
        title = f"{game.name}: {phase_words(table.state.phase)}"
        return position_shown(table, states, title, _due_words(game, wanted))
    if result is None:
        raise NotAllowed(f"{phase.name} of {game.name} is not resolved: its orders are secret.")
    events = load_events(result.events)
    if wanted.shows is _Shows.ORDERS:
        return orders_shown(services, table, states, load_outcomes(result.outcomes), events)
    after = (*states, replay(table.state, events))
    return position_shown(table, after, after_title(table), _then(game, wanted), events)


def _phase(transaction: Transaction, game: GameRecord, number: int) -> PhaseRecord:
    """Return a phase of a game by number, also one that was rolled back since."""
    for phase in transaction.every_phase(game.id):
        if phase.number == number:
            return phase
    raise NotAllowed(f"{game.name} never had a phase {number}.")


def _due_words(game: GameRecord, mark: _Mark) -> str:
    if mark.phase is None or mark.deadline is None:
        return ""
    return gettext(
        "{orders} are due {when}",
        orders=first_upper(orders_word(mark.phase)),
        when=moment_words(mark.deadline, game.time_zone),
    )


def _then(game: GameRecord, mark: _Mark) -> str:
    if mark.phase is None or mark.deadline is None:
        return gettext("The game is over")
    return next_words(game, mark.phase, mark.deadline)
