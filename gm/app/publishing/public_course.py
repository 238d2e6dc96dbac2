"""The course of a game with its public press, read once; and digests of what its pages hang on."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from gm.app.history.amendments import public_notes
from gm.app.history.chance import hand_reasons
from gm.app.history.rulings import ruling_news
from gm.app.life_ports import LifeTransaction
from gm.app.ports import Transaction
from gm.app.records import GameRecord, PhaseRecord, PhaseStatus, ResultRecord, SeatRecord
from gm.app.reporting.stage_report import past_happened, stage_notes
from gm.app.services import Services
from gm.app.table import family_of, rules_of, table_at
from gm.app.talk.press import PRESS, is_public, view_of
from gm.contract.facts import Part, PressView, Viewer
from gm.contract.game import Game
from gm.contract.rules import Rules
from gm.contract.told import Told, told
from gm.interpret.seat_names import SeatNames, seat_names


@dataclass(frozen=True, slots=True)
class PublicCourse:
    """A game as its archive reads it.

    Args:
        phases: of its course, oldest first. results: of those that are resolved, by their keys.
        press: the messages to all by the name of the resolved phase they were written in; those
            of a phase that was rolled back stand with the one that took its place.
    """

    game: GameRecord
    family: Game[Any, Any]
    rules: Rules[Any, Any]
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


def course_of(services: Services, transaction: Transaction, game: GameRecord) -> PublicCourse:
    """Read the course of a game."""
    phases, rules = transaction.phases(game.id), rules_of(services, game)
    resolved = ((phase.id, transaction.result(phase.id)) for phase in phases if _is_over(phase))
    results = {id_: result for id_, result in resolved if result is not None}
    names = [phase.name for phase in phases if phase.id in results]
    family = family_of(services, game)
    press = _press(transaction, game, family, seat_names(rules.seats), names)
    return PublicCourse(game, family, rules, transaction.seats(game.id), phases, results, press)


def _is_over(phase: PhaseRecord) -> bool:
    return phase.status is PhaseStatus.RESOLVED


def _press(
    transaction: LifeTransaction,
    game: GameRecord,
    family: Game[Any, Any],
    seats: SeatNames,
    names: Iterable[str],
) -> dict[str, tuple[PressView, ...]]:
    named = {phase.id: phase.name for phase in transaction.every_phase(game.id)}
    press: dict[str, tuple[PressView, ...]] = dict.fromkeys(names, ())
    for item in transaction.press(game.id):
        name = named.get(item.phase_id or 0, "")
        if name in press and item.kind == PRESS and item.dropped_at is None and is_public(item):
            press[name] += (view_of(seats, item, family.stage(name)),)
    return press


def digests(transaction: Transaction, course: PublicCourse, salt: str) -> Iterator[str]:
    """Yield for each resolved phase a digest of all that its page and its pictures show.

    Whatever came before belongs to it: provinces keep the colours of who was there.

    Args:
        transaction: the store. course: of the game.
        salt: stands for all else, such as the templates.
    """
    game, so_far = course.game, hashlib.sha256(salt.encode())
    seats = [(seat.seat, seat.person.name if seat.person else "") for seat in course.seats]
    common = [game.name, game.variant, game.options, game.gm_name, game.time_zone, seats]
    common += [game.settings, hand_reasons(transaction, game), course.rules.meta.data_digest]
    neighbours = dict(pairwise([*course.phases, None]))
    for phase, result in (
        (phase_record, course.results[phase_record.id]) for phase_record in course.done
    ):
        for text in (phase.name, phase.state, result.events, result.outcomes):
            so_far.update(text.encode())
        after = neighbours[phase]
        particular = (
            [after.name, after.deadline, after.id in course.results] if after else [],
            game.status.value if after is None else "",
            phase.deadline,
            result.resolved_at,
            course.press[phase.name],
            _notes(transaction, course, phase),
        )
        words = json.dumps([*common, *particular], default=str, sort_keys=True)
        yield hashlib.sha256(f"{so_far.hexdigest()} {words}".encode()).hexdigest()


def _notes(transaction: LifeTransaction, course: PublicCourse, phase: PhaseRecord) -> list[str]:
    votes = (
        f"{proposal.number} {proposal.outcome}"
        for proposal in transaction.proposals(course.game.id)
        if proposal.phase_id == phase.id
    )
    return [*public_notes(transaction, phase), *ruling_news(transaction, phase), *votes]


def told_of_stage(
    services: Services, transaction: Transaction, course: PublicCourse, phase: PhaseRecord
) -> Told[Any, Any]:
    """Return what everybody may know of a resolved phase."""
    happened = past_happened(services, transaction, course.game, phase)
    assert happened is not None  # noqa: S101 - the course holds resolved phases only
    happened = replace(
        happened,
        game=replace(happened.game, picture_host=""),
        occasion=replace(happened.occasion, press=course.press[phase.name]),
    )
    known = told(happened, Viewer(Part.ARCHIVE, zone=course.game.time_zone))
    table = table_at(services, transaction, course.game, phase)
    return replace(known, notes=stage_notes(table))
