"""A game rebuilt from what is recorded of it: it must end in the same state, byte for byte.

The set-up, the facts of each phase and the GM's overrides lead from one stored position to the next.
To judge a game again is something else: its orders are resolved anew by the rules as they are now,
and what would come out otherwise is told. Nothing is changed by either.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from gm.app.codec import Codec, load_draws
from gm.app.overriding.amendments import with_amendments
from gm.app.overriding.recomputing import season_of
from gm.app.play.decrees import decrees_of, resolve_with
from gm.app.ports import Transaction
from gm.app.records import GameRecord, PhaseRecord, ResultRecord
from gm.app.services import Services
from gm.app.table import codec_of, rules_of
from gm.contract.draws import HandDraws, SeededDraws
from gm.contract.events import GameEnded
from gm.contract.seats import SeatId
from gm.errors import NotAllowed
from gm.games.diplomacy.desk.play.draw_check import entered_in
from gm.games.diplomacy.pages.explaining.what_changed import (
    SeasonChange,
    SeasonFacts,
    season_change,
)
from gm.games.diplomacy.rules.curtain import Curtain
from gm.games.diplomacy.rules.diplomacy import DiplomacyRules
from gm.games.diplomacy.rules.filled_in import SeasonResolution
from gm.games.diplomacy.rules.mechanics.changes import ChangesPart


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """What rebuilding a game brought.

    Args:
        game: its name.
        phases: how many phases were rebuilt; overrides: the GM's among them.
        difference: the first difference, in a sentence; "" if there is none.
        seasons: what newer code would change, where the game was judged again.
        rejudged: it was.
        rules: the versions of the rules it was played by, the oldest first; now: that of today.
        boards: digests of the maps it was played on, likewise; board_now: that of today.
    """

    game: str
    phases: int
    overrides: int
    difference: str
    rules: tuple[str, ...]
    now: str
    boards: tuple[str, ...]
    board_now: str
    seasons: tuple[SeasonChange, ...] = ()
    rejudged: bool = False

    def as_dict(self) -> dict[str, Any]:
        """Return it for JSON."""
        told: dict[str, Any] = {
            "game": self.game,
            "phases": self.phases,
            "overrides": self.overrides,
            "difference": self.difference or None,
            "rules": [*self.rules],
            "rules_now": self.now,
            "maps": [*self.boards],
            "map_now": self.board_now,
        }
        if self.rejudged:
            told["seasons"] = [change.as_dict() for change in self.seasons]
        return told


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
        rules, codec = rules_of(services, game), codec_of(services, game)
        phases = transaction.phases(game.id)
        if not phases:
            raise NotAllowed(f"{game.name} has not begun: there is nothing to rebuild.")
        seasons = tuple(_rejudged(transaction, codec, game, rules, phases)) if rejudge else ()
        return Rebuilt(
            game.name,
            len(phases),
            sum(len(transaction.amendments(phase.id)) for phase in phases),
            next(_differences(transaction, codec, rules, game, phases), ""),
            tuple(dict.fromkeys(phase.rules_version for phase in phases)),
            rules.meta.version,
            tuple(dict.fromkeys(phase.board_digest for phase in phases)),
            rules.meta.board_digest,
            seasons,
            rejudge,
        )


def _differences(
    transaction: Transaction,
    codec: Codec[Any, Any],
    rules: DiplomacyRules,
    game: GameRecord,
    phases: Sequence[PhaseRecord],
) -> Iterator[str]:
    """Yield where the records do not lead to what is stored, the oldest first."""
    closed = codec.load_state(phases[0].state).part(ChangesPart).closed
    draws = SeededDraws(bytes.fromhex(game.seed))
    state = rules.new_game(draws, [SeatId(power) for power in closed]).state
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
    at = next((at for at, (one, other) in pairs if one != other), min(len(made), len(stored)))
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
    codec: Codec[Any, Any],
    game: GameRecord,
    rules: DiplomacyRules,
    phases: Sequence[PhaseRecord],
) -> Iterator[SeasonChange]:
    """Yield the seasons that the rules as they are now would decide otherwise, each by itself."""
    everything = Curtain((), private=False, open=True)
    for phase in phases:
        result = transaction.result(phase.id)
        if result is None or _was_ended(codec, result):
            continue
        old = season_of(rules, codec, phase, result)
        new = _again(transaction, codec, game, rules, phase, result)
        board = rules.board_in(old.before)
        facts = (
            SeasonFacts(
                old.phase,
                board,
                rules.board_in(made.state),
                made.outcomes,
                made.events,
                made.state,
            )
            for made in (old.resolution, new)
        )
        change = season_change(next(facts), next(facts), everything, None)
        same = (codec.dump(new.events), codec.dump(new.outcomes)) == (
            result.events,
            result.outcomes,
        )
        if change.lines or not same:
            yield change if change.lines else replace(change, others=(_UNSEEN,))


def _was_ended(codec: Codec[Any, Any], result: ResultRecord) -> bool:
    return any(isinstance(event, GameEnded) for event in codec.load_events(result.events))


def _again(
    transaction: Transaction,
    codec: Codec[Any, Any],
    game: GameRecord,
    rules: DiplomacyRules,
    phase: PhaseRecord,
    result: ResultRecord,
) -> SeasonResolution:
    """Resolve a phase anew, with its own orders, and the draws as they were."""
    entered = dict(entered_in(load_draws(result.draws)))
    source = HandDraws(SeededDraws(bytes.fromhex(game.seed)), entered)
    given = codec.drafts(transaction.active_orders(phase.id))
    decrees = decrees_of(transaction, codec, phase.id)
    return resolve_with(rules, codec.load_state(phase.state), given, source, decrees)
