"""A game rebuilt from what is recorded of it: it must end in the same state, byte for byte.

The set-up, the facts of each phase and the GM's overrides lead from one stored position to the next.
To judge a game again is something else: its orders are resolved anew by the rules as they are now,
and what would come out otherwise is told. Nothing is changed by either.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from gm.app.codec import Codec, codec_for, load_draws
from gm.app.history.amendments import facts_of, standing_amendments, with_amendments
from gm.app.history.chance import entered_in
from gm.app.history.past_stages import gm_viewer
from gm.app.history.resolving import resolve_with
from gm.app.overriding.recomputing import Resolved, resolved_of
from gm.app.ports import Transaction
from gm.app.records import GameRecord, PhaseRecord, ResultRecord
from gm.app.services import Services
from gm.app.table import family_of, rules_of
from gm.contract.corrections import StageChange
from gm.contract.draws import HandDraws, SeededDraws
from gm.contract.events import GameEnded
from gm.contract.game import Game
from gm.contract.rules import Position, Resolution, Rules
from gm.errors import NotAllowed
from gm.json_answers import in_json, json_answer, or_none


def _seasons(rejudged: tuple[StageChange, ...] | None) -> dict[str, Any]:
    return {} if rejudged is None else {"seasons": json_answer(rejudged)}


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """What rebuilding a game brought.

    Args:
        game: its name.
        phases: how many phases were rebuilt; overrides: the GM's among them.
        difference: the first difference, in a sentence; "" if there is none.
        rules: the versions of the rules it was played by, the oldest first; now: that of today.
        boards: digests of the maps it was played on, likewise; board_now: that of today.
        rejudged: what newer code would change, where the game was judged again; None where it was not.
    """

    game: str
    phases: int
    overrides: int
    difference: str = field(metadata=in_json(made=or_none))
    rules: tuple[str, ...]
    now: str = field(metadata=in_json("rules_now"))
    boards: tuple[str, ...] = field(metadata=in_json("maps"))
    board_now: str = field(metadata=in_json("map_now"))
    rejudged: tuple[StageChange, ...] | None = field(
        default=None, metadata=in_json(spread=True, made=_seasons)
    )

    @property
    def seasons(self) -> tuple[StageChange, ...]:
        """What newer code would change; nothing unless it was asked."""
        return self.rejudged or ()


def rebuild(services: Services, name: str, *, rejudge: bool = False) -> Rebuilt:
    """Rebuild a game from its records, and judge it again if that is asked for.

    Args:
        services: the ports.
        name: of the game.
        rejudge: resolve its orders by the rules as they are now, too.

    Raises:
        NoSuchGame: there is none of that name.
        NotAllowed: it has not begun.
    """
    with services.store.read() as transaction:
        game = transaction.game(name)
        family, rules = family_of(services, game), rules_of(services, game)
        codec = codec_for(family.stored)
        phases = transaction.phases(game.id)
        if not phases:
            raise NotAllowed(f"{game.name} has not begun: there is nothing to rebuild.")
        again = tuple(_rejudged(transaction, family, game, rules, phases)) if rejudge else None
        return Rebuilt(
            game.name,
            len(phases),
            sum(len(transaction.amendments(phase.id)) for phase in phases),
            next(_differences(transaction, codec, rules, game, phases), ""),
            tuple(dict.fromkeys(phase.rules_version for phase in phases)),
            rules.meta.version,
            tuple(dict.fromkeys(phase.board_digest for phase in phases)),
            rules.meta.data_digest,
            again,
        )


def _differences(
    transaction: Transaction,
    codec: Codec[Any, Any],
    rules: Rules[Any, Any],
    game: GameRecord,
    phases: Sequence[PhaseRecord],
) -> Iterator[str]:
    """Yield where the records do not lead to what is stored, the oldest first."""
    unplayed = rules.fate(codec.load_state(phases[0].state)).unplayed
    draws = SeededDraws(bytes.fromhex(game.seed))
    state = rules.new_game(draws, unplayed).state
    for phase, after in zip(phases, (*phases[1:], None), strict=True):
        state = with_amendments(transaction, rules, codec, phase.id, state)
        if difference := _first_other(codec.dump(state), phase.state):
            yield f"{phase.name} (number {phase.number}) began otherwise: {difference}"
        result = transaction.result(phase.id)
        if result is None:
            if after is not None:
                yield f"{phase.name} (number {phase.number}) has no result, and a phase follows."
            return
        state = rules.replay(codec.load_state(phase.state), codec.load_events(result.events))


def _first_other(made: str, stored: str) -> str:
    """Return where two texts part, with what stands around; "" if they are the same."""
    if made == stored:
        return ""
    pairs = enumerate(zip(made, stored, strict=False))
    at = next((at for at, (sign, other) in pairs if sign != other), min(len(made), len(stored)))
    start = max(0, at - _AROUND)
    return (
        f"rebuilt it has ...{made[start : at + _AROUND]}..., stored is "
        f"...{stored[start : at + _AROUND]}..."
    )


_UNSEEN = "The facts would be recorded otherwise, with the same positions and outcomes."

_AROUND = 40
"""So many letters are shown on either side of a difference."""


def _rejudged(
    transaction: Transaction,
    family: Game[Any, Any],
    game: GameRecord,
    rules: Rules[Any, Any],
    phases: Sequence[PhaseRecord],
) -> Iterator[StageChange]:
    """Yield the stages that the rules as they are now would decide otherwise, each by itself."""
    codec = codec_for(family.stored)
    viewer = gm_viewer(game, transaction.seats(game.id))
    for phase in phases:
        result = transaction.result(phase.id)
        if result is None or _was_ended(codec, result):
            continue
        old = resolved_of(rules, codec, phase, result)
        at = Position(rules, old.before)
        made = _again(transaction, family, game, at, phase, result)
        new = Resolved(old.stage, old.before, made)
        was, now = old.known_to(viewer, rules), new.known_to(viewer, rules)
        change = family.pages.changes(was, now, rules, viewer)
        same = (codec.dump(made.events), codec.dump(made.outcomes)) == (
            result.events,
            result.outcomes,
        )
        if change.lines or not same:
            yield change if change.lines else change.but(others=(_UNSEEN,))


def _was_ended(codec: Codec[Any, Any], result: ResultRecord) -> bool:
    return any(isinstance(event, GameEnded) for event in codec.load_events(result.events))


def _again(
    transaction: Transaction,
    family: Game[Any, Any],
    game: GameRecord,
    at: Position[Any],
    phase: PhaseRecord,
    result: ResultRecord,
) -> Resolution[Any, Any]:
    """Resolve a phase anew, with its own orders, and the draws as they were."""
    codec = codec_for(family.stored)
    source = HandDraws(
        SeededDraws(bytes.fromhex(game.seed)), dict(entered_in(load_draws(result.draws)))
    )
    given = codec.drafts(transaction.active_orders(phase.id))
    edits = facts_of(codec, standing_amendments(transaction, phase.id))
    return resolve_with(family, at, given, source, edits)
