"""Taking a saved game of the package `diplomacy` in: played again from its first position.

Every phase is resolved by our own rules with the orders that the file has; what the file says came
of it is compared. A game on which the two disagree is not taken in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from gm.app.history.game_notes import note_game
from gm.app.orders.order_book import Written, enter
from gm.app.ports import Transaction
from gm.app.records import GameRecord, GameStatus, PhaseRecord, PhaseStatus, ResultRecord
from gm.app.services import Services
from gm.app.setup.games import NewGame, new_game_in
from gm.app.table import Table, family_of, rules_of
from gm.app.timing.phases import new_phase
from gm.contract.draws import SeededDraws
from gm.contract.orders import Order
from gm.contract.seats import SeatId
from gm.errors import GmError, UnreadableInput
from gm.games.diplomacy.language.canonical import read_canonical
from gm.games.diplomacy.records.phase_read import read_position
from gm.games.diplomacy.records.record_values import (
    Record,
    entries_of,
    table_in,
    text_of,
    texts_of,
)
from gm.games.diplomacy.records.saved_games import COMPLETED
from gm.games.diplomacy.rules.board import PowerId
from gm.games.diplomacy.rules.diplomacy import DiplomacyRules
from gm.games.diplomacy.rules.filled_in import SeasonResolution
from gm.games.diplomacy.rules.narrowed import rules_in
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.stored import dump

_VARIANT: Final = "standard"
_WAITS: Final = "the game was imported; move its deadline to go on"
_MOST_TOLD: Final = 10


@dataclass(frozen=True, slots=True)
class Imported:
    """A game that was taken in: how many phases were played again, and which one is open."""

    game: GameRecord
    resolved: int
    opened: PhaseRecord | None


@dataclass(frozen=True, slots=True)
class _Step:
    """One phase of the file: the position it begins with, and its orders; None where it has none."""

    name: str
    record: Record
    orders: Mapping[str, Sequence[str]] | None


def import_saved_game(services: Services, saved: object, wish: NewGame) -> Imported:
    """Store a saved game as a game of this server, its phases resolved by our rules.

    Args:
        services: the ports.
        saved: the JSON object of the file.
        wish: the game as it shall be created; its variant is that of the file.

    Raises:
        UnreadableInput: the file is no saved game, or not one of standard Diplomacy.
        InputError: our rules make something else of its orders; the sentence says in which phase.
        AlreadyThere: another game has the name.
    """
    steps = [*_steps(saved)]
    with services.store.write() as transaction:
        game = new_game_in(services, transaction, wish)
        rules = rules_in(rules_of(services, game))
        return _Replay(services, transaction, game, rules).play(steps)


def _steps(saved: object) -> Iterator[_Step]:
    if not isinstance(saved, Mapping):
        raise UnreadableInput("This is no saved game: it is no JSON object.")
    board = saved.get("map", _VARIANT)
    if board != _VARIANT:
        raise UnreadableInput(
            f"The game is played on the map {board!r}; saved games are read for "
            f"{_VARIANT!r} only. A game of ours goes from server to server as a whole: gm export."
        )
    for phase in entries_of(saved.get("phases", ()), "phases"):
        state = table_in(phase, "state")
        name = text_of(phase.get("name"), "name")
        yield _Step(name, _record(name, state), _given(phase))


def _given(phase: Record) -> Mapping[str, Sequence[str]] | None:
    orders = table_in(phase, "orders")
    found = {who: texts_of(own, "orders") for who, own in orders.items() if own is not None}
    return found or None


def _record(name: str, state: Record) -> Record:
    """Return a position as our recorded phases write it."""
    units = {who: texts_of(own, "units") for who, own in table_in(state, "units").items()}
    standing = {who: [text for text in own if text[:1] != "*"] for who, own in units.items()}
    dislodged = {
        who: [{"unit": unit.lstrip("*"), "options": list(to)} for unit, to in own.items()]
        for who, own in table_in(state, "retreats").items()
        if own
    }
    centres = {who: list(own) for who, own in table_in(state, "centers").items()}
    return {
        "phase": name,
        "units": {who: own for who, own in standing.items() if own},
        "centers": {who: own for who, own in centres.items() if own},
        "dislodged": dislodged,
    }


@dataclass(frozen=True, slots=True)
class _Replay:
    services: Services
    transaction: Transaction
    game: GameRecord
    rules: DiplomacyRules

    def play(self, steps: Sequence[_Step]) -> Imported:
        """Play the steps one after the other and store each."""
        if not steps or steps[0].name == COMPLETED:
            raise UnreadableInput("The saved game has no phase to begin with.")
        state = read_position(steps[0].record, self.rules.board)
        self.transaction.set_game_status(self.game.id, GameStatus.RUNNING)
        done = 0
        for step, after in zip(steps, [*steps[1:], None], strict=True):
            if step.name == COMPLETED or after is None or not self.rules.pending(state):
                break
            state = self._season(step, state)
            done += 1
            self._compare(after, state)
        opened = self._open(state)
        text = f"{done} phases were taken in from a saved game."
        note_game(self.services, self.transaction, self.game, "game imported", text)
        return Imported(self.transaction.game_by_id(self.game.id), done, opened)

    def _season(self, step: _Step, state: GameState) -> GameState:
        if str(state.phase) != step.name:
            raise UnreadableInput(
                f"The file goes on with {step.name} where by our rules {state.phase} comes."
            )
        orders_of = (step.orders or {}).items()
        given = {PowerId(who): self._orders(who, texts, state) for who, texts in orders_of}
        phase = self._add(state)
        table = Table(self.game, family_of(self.services, self.game), self.rules, (), phase, state)
        for power, orders in given.items():
            written = [Written(order, "") for order in orders]
            enter(self.transaction, table, power, written, self._now(), None)
        drafts = {SeatId(power): orders for power, orders in given.items()}
        made = self.rules.resolve(state, drafts, SeededDraws(bytes.fromhex(self.game.seed)))
        self._close(phase, made)
        return made.state

    def _orders(self, who: str, texts: Sequence[str], state: GameState) -> tuple[Order, ...]:
        power = PowerId(who)
        if power not in self.rules.board.powers:
            known = ", ".join(self.rules.board.powers)
            raise UnreadableInput(f"{who!r} is no power of this game; there are {known}.")
        try:
            return tuple(
                read_canonical(ours(text), self.rules.board, state.phase.kind, power)
                for text in texts
            )
        except GmError as fault:
            raise UnreadableInput(f"{state.phase}, {who}: {fault}") from fault

    def _add(self, state: GameState) -> PhaseRecord:
        number = self.transaction.next_number(self.game.id)
        now = self._now()
        return self.transaction.add_phase(
            new_phase(self.services, self.game, self.rules, state, number, now)
        )

    def _close(self, phase: PhaseRecord, made: SeasonResolution) -> None:
        now = self._now()
        self.transaction.change_phase(phase, status=PhaseStatus.RESOLVED, resolved_at=now)
        self.transaction.add_result(
            ResultRecord(phase.id, dump(made.events), dump(made.outcomes), dump(made.draws), now)
        )

    def _open(self, state: GameState) -> PhaseRecord | None:
        """Open the phase that the file ends with; the GM says when it is due."""
        if not self.rules.pending(state):
            self.transaction.set_game_status(self.game.id, GameStatus.FINISHED)
            return None
        return self.transaction.change_phase(
            self._add(state), status=PhaseStatus.HELD, held_because=_WAITS
        )

    def _now(self) -> datetime:
        return self.services.clock.now()

    def _compare(self, after: _Step, state: GameState) -> None:
        """Refuse a file that says something else came of a phase."""
        theirs = _position(after.record)
        ours = _position_of(state)
        differing = sorted(theirs ^ ours)
        if differing:
            only = [f"{'file' if text in theirs else 'ours'}: {text}" for text in differing]
            raise UnreadableInput(
                f"Before {after.name} the file and our rules differ: "
                f"{'; '.join(only[:_MOST_TOLD])}."
            )


def ours(text: str) -> str:
    """Return an order of the package in our short text: in winter the verb stands before the unit."""
    words = text.upper().split()
    if len(words) == 3 and words[0] in {"A", "F"} and words[2] in {"B", "D"}:
        return f"{words[2]} {words[0]} {words[1]}"
    return " ".join(words)


def _position(record: Record) -> frozenset[str]:
    """Return units, dislodged units and centres of a record as a set of words."""
    tables: Mapping[str, Any] = record
    found = {f"{who} {unit}" for who, own in tables["units"].items() for unit in own}
    found |= {f"{who} owns {place}" for who, own in tables["centers"].items() for place in own}
    for who, own in tables["dislodged"].items():
        for entry in own:
            found.add(f"{who} {entry['unit']} to {', '.join(sorted(entry['options']))}")
    return frozenset(found)


def _position_of(state: GameState) -> frozenset[str]:
    found = {f"{unit.power} {unit}" for unit in state.units}
    found |= {f"{who} owns {place}" for place, who in state.centres.items()}
    found |= {
        f"{gone.unit.power} {gone.unit} to {', '.join(sorted(map(str, gone.retreats)))}"
        for gone in state.dislodged
    }
    return frozenset(found)
