"""The course of a game with its public press, read once; and digests of what its seasons hang on."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from gm.app.overriding.amendments import public_notes
from gm.app.play.chance import hand_reasons
from gm.app.play.past import past_view
from gm.app.ports import Transaction
from gm.app.records import GameRecord, PhaseRecord, PhaseStatus, ResultRecord, SeatRecord
from gm.app.services import Services
from gm.app.setup.rulings import ruling_news
from gm.app.table import rules_of
from gm.app.talk.press import PRESS, is_public, view_of
from gm.contract.events import GameEnded
from gm.contract.facts import PressView
from gm.games.diplomacy.pages.views import EndingView, SeasonView
from gm.games.diplomacy.rules.diplomacy import DiplomacyRules
from gm.games.diplomacy.rules.phases import Phase, stage_of
from gm.interpret.seat_names import seat_names


@dataclass(frozen=True, slots=True)
class Course:
    """A game as its archive reads it.

    Args:
        phases: of its course, oldest first. results: of those that are resolved, by their keys.
        press: the messages to all by the name of the resolved phase they were written in; those
            of a phase that was rolled back stand with the one that took its place.
    """

    game: GameRecord
    rules: DiplomacyRules
    seats: tuple[SeatRecord, ...]
    phases: tuple[PhaseRecord, ...]
    results: dict[int, ResultRecord]
    press: dict[str, tuple[PressView, ...]]

    @property
    def done(self) -> tuple[PhaseRecord, ...]:
        """The phases that are resolved."""
        return tuple(phase for phase in self.phases if phase.id in self.results)

    @property
    def open(self) -> PhaseRecord | None:
        """The phase that is not resolved yet."""
        return next((phase for phase in self.phases if phase.id not in self.results), None)


def course_of(services: Services, transaction: Transaction, game: GameRecord) -> Course:
    """Read the course of a game."""
    phases, rules = transaction.phases(game.id), rules_of(services, game)
    found = ((phase.id, transaction.result(phase.id)) for phase in phases if _is_over(phase))
    results = {id_: result for id_, result in found if result is not None}
    names = [phase.name for phase in phases if phase.id in results]
    press = _press(transaction, game, rules, names)
    return Course(game, rules, transaction.seats(game.id), phases, results, press)


def _is_over(phase: PhaseRecord) -> bool:
    return phase.status is PhaseStatus.RESOLVED


def _press(
    transaction: Transaction, game: GameRecord, rules: DiplomacyRules, names: Iterable[str]
) -> dict[str, tuple[PressView, ...]]:
    named = {phase.id: phase.name for phase in transaction.every_phase(game.id)}
    found: dict[str, tuple[PressView, ...]] = dict.fromkeys(names, ())
    for item in transaction.press(game.id):
        name = named.get(item.phase_id or 0, "")
        if name in found and item.kind == PRESS and item.dropped_at is None and is_public(item):
            found[name] += (view_of(seat_names(rules.seats), item, stage_of(Phase.parse(name))),)
    return found


def digests(transaction: Transaction, course: Course, salt: str) -> Iterator[str]:
    """Yield for each resolved phase a digest of all that its page and its pictures show.

    Whatever came before belongs to it: provinces keep the colours of who was there.

    Args:
        transaction: the store. course: of the game.
        salt: stands for all else, such as the templates.
    """
    game, so_far = course.game, hashlib.sha256(salt.encode())
    seats = [(seat.seat, seat.person.name if seat.person else "") for seat in course.seats]
    common = [game.name, game.variant, game.options, game.gm_name, game.time_zone, seats]
    common += [game.settings, hand_reasons(transaction, game), course.rules.meta.board_digest]
    neighbours = dict(pairwise([*course.phases, None]))
    for phase, result in (
        (phase_record, course.results[phase_record.id]) for phase_record in course.done
    ):
        for text in (phase.name, phase.state, result.events, result.outcomes):
            so_far.update(text.encode())
        after = neighbours[phase]
        own = (
            [after.name, after.deadline, after.id in course.results] if after else [],
            game.status.value if after is None else "",
            phase.deadline,
            result.resolved_at,
            course.press[phase.name],
            _notes(transaction, course, phase),
        )
        words = json.dumps([*common, *own], default=str, sort_keys=True)
        yield hashlib.sha256(f"{so_far.hexdigest()} {words}".encode()).hexdigest()


def _notes(transaction: Transaction, course: Course, phase: PhaseRecord) -> list[str]:
    votes = (
        f"{proposal.number} {proposal.outcome}"
        for proposal in transaction.proposals(course.game.id)
        if proposal.phase_id == phase.id
    )
    return [*public_notes(transaction, phase), *ruling_news(transaction, phase), *votes]


def season_of(
    services: Services, transaction: Transaction, course: Course, phase: PhaseRecord
) -> tuple[SeasonView, EndingView | None]:
    """Return what all were told of a resolved phase, and how the game was ended in it, if it was."""
    view = past_view(services, transaction, course.game, phase)
    assert view is not None  # noqa: S101 - the course holds resolved phases only
    view = replace(view, press=course.press[phase.name])
    return view, _ending(view)


def _ending(view: SeasonView) -> EndingView | None:
    ended = next((event for event in view.events if isinstance(event, GameEnded)), None)
    if ended is None or view.chronicle is None or view.now is None:
        return None
    return EndingView(
        game=view.game,
        state=view.before,
        ended=ended,
        chronicle=view.chronicle,
        reader=None,
        zone=view.zone,
        now=view.now,
        observer=True,
    )
