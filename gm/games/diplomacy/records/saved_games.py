"""Saved games: a whole game as one JSON object, in the form of the package `diplomacy`, written and taken in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from gm.app.history.game_notes import note_game
from gm.app.orders.order_book import Written, enter
from gm.app.ports import Transaction
from gm.app.records import (
    GameRecord,
    GameStatus,
    JournalKind,
    OrderRecord,
    PhaseRecord,
    PhaseStatus,
    ResultRecord,
)
from gm.app.services import Services
from gm.app.setup.games import NewGame, new_game_in
from gm.app.table import Table, family_of, rules_of
from gm.app.timing.phases import new_phase
from gm.contract.draws import SeededDraws
from gm.contract.events import GameEnded
from gm.contract.orders import Order
from gm.contract.seats import SeatId
from gm.errors import GmError, UnreadableInput
from gm.games.diplomacy.language.grammar.canonical import read_canonical
from gm.games.diplomacy.records.phase_read import (
    Record,
    entries_of,
    read_position,
    table_in,
    text_of,
    texts_of,
)
from gm.games.diplomacy.rules.board import Board, PowerId, ProvinceId
from gm.games.diplomacy.rules.diplomacy import DiplomacyRules
from gm.games.diplomacy.rules.events import GameWon, replay
from gm.games.diplomacy.rules.filled_in import SeasonResolution
from gm.games.diplomacy.rules.narrowed import rules_in
from gm.games.diplomacy.rules.orders import Build, Disband, UnitOrder
from gm.games.diplomacy.rules.outcomes import Outcome, Result
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.stored import dump, load_events, load_order, load_outcomes, load_state
from gm.games.diplomacy.wording.notation import order_text

# Saved games: a whole game as one JSON object, in the form of the Python package `diplomacy`.
#
# Other programs read it for standard Diplomacy. What only our games have (bridges, points, black
# holes) stands under keys that begin with `x_`, which they pass over. Sealed orders of the open phase
# are never in it.

COMPLETED: Final = "COMPLETED"
"""The name of the phase after the last one."""

_CODES: Final[Mapping[Result, tuple[str, ...]]] = {
    Result.OK: (),
    Result.BOUNCE: ("bounce",),
    Result.NO_CONVOY: ("no convoy",),
    Result.CUT: ("cut",),
    Result.VOID: ("void",),
    Result.FAILED: ("bounce",),
    Result.DISBAND: ("disband",),
    Result.BOUNCE_DISBAND: ("bounce", "disband"),
    Result.UNMATCHED: ("void",),
    Result.NOT_MET: ("void",),
    Result.ERROR: ("void",),
}

Plain = dict[str, Any]
"""A JSON object."""


def saved_game(services: Services, name: str) -> Plain:
    """Return a game as a saved game of the package `diplomacy`; NoSuchGame if there is none."""
    with services.store.read() as transaction:
        game = transaction.game(name)
        rules = rules_in(rules_of(services, game))
        phases = transaction.phases(game.id)
        saved = _Phases(transaction, game, rules)
        return {
            "id": game.name,
            "map": rules.board.id,
            "rules": list(_RULES),
            "phases": [*saved.of(phases)],
            "x_gm": {"variant": game.variant, "options": dict(sorted(game.options.items()))},
        }


_RULES: Final = ("NO_PRESS", "IGNORE_ERRORS", "POWER_CHOICE")


@dataclass(slots=True)
class _Phases:
    """Tells the phases of a game, one after the other; who last stood where grows with them."""

    transaction: Transaction
    game: GameRecord
    rules: DiplomacyRules
    influence: dict[ProvinceId, PowerId] = field(default_factory=dict)

    def of(self, phases: Sequence[PhaseRecord]) -> Iterator[Plain]:
        """Yield the phases, and the position at the end of a game that is over."""
        last: GameState | None = None
        for phase in phases:
            state = load_state(phase.state)
            yield self._one(phase, state)
            last = self._after(phase, state)
        if last is not None and (not phases or phases[-1].status is PhaseStatus.RESOLVED):
            yield self._bare(COMPLETED, last, phases[-1].resolved_at or phases[-1].deadline)

    def _after(self, phase: PhaseRecord, state: GameState) -> GameState:
        result = self.transaction.result(phase.id)
        events = load_events(result.events) if result is not None else ()
        return replay(state, events)

    def _one(self, phase: PhaseRecord, state: GameState) -> Plain:
        saved = self._bare(phase.name, state, phase.opened_at)
        result = self.transaction.result(phase.id)
        if result is None:
            return saved
        standing = self.transaction.active_orders(phase.id)
        outcomes = load_outcomes(result.outcomes)
        events = load_events(result.events)
        saved["orders"] = _orders(self.rules.board, state, standing)
        saved["results"] = _results(state, outcomes)
        saved["x_events"] = [
            _words(event) for event in events if isinstance(event, GameWon | GameEnded)
        ]
        return saved

    def _bare(self, name: str, state: GameState, at: Any) -> Plain:
        self._note_influence(state)
        board = self.rules.board
        powers = tuple(board.powers)
        standing: Plain = {
            "timestamp": int(at.timestamp() * 1_000_000),
            "zobrist_hash": "0",
            "note": "",
            "name": name,
            "units": {who: _units(state, who) for who in powers},
            "retreats": {who: _retreats(state, who) for who in powers},
            "centers": {who: [*state.centres_of(who)] for who in powers},
            "homes": {who: [*board.powers[who].home] for who in powers},
            "influence": {
                who: sorted(place for place, by in self.influence.items() if by == who)
                for who in powers
            },
            "civil_disorder": dict.fromkeys(powers, 0),
            "builds": {who: _builds(self.rules, state, who) for who in powers},
            "game_id": self.game.name,
            "map": board.id,
            "rules": list(_RULES),
        }
        if state.parts:
            standing["x_state"] = dump(state)
        return {
            "name": name,
            "state": standing,
            "orders": dict.fromkeys(powers),
            "results": {},
            "messages": [],
        }

    def _note_influence(self, state: GameState) -> None:
        self.influence |= state.centres
        self.influence |= {unit.at.province: unit.power for unit in state.units}


def _words(event: GameWon | GameEnded) -> Plain:
    if isinstance(event, GameWon):
        return {"how": "won", "powers": [*event.winners]}
    return {"how": event.how.value, "powers": [*event.powers]}


def _units(state: GameState, power: PowerId) -> list[str]:
    """Return a power's units; those that must retreat are marked with a star."""
    waiting = [
        f"*{dislodged.unit}" for dislodged in state.dislodged if dislodged.unit.power == power
    ]
    return [*map(str, state.units_of(power)), *waiting]


def _retreats(state: GameState, power: PowerId) -> dict[str, list[str]]:
    retreating = [dislodged for dislodged in state.dislodged if dislodged.unit.power == power]
    return {str(dislodged.unit): sorted(map(str, dislodged.retreats)) for dislodged in retreating}


def _builds(rules: DiplomacyRules, state: GameState, power: PowerId) -> Plain:
    """Return how many units a power may build, or must remove, and where."""
    if state.phase.kind is not PhaseKind.ADJUSTMENT or state.winners:
        return {"count": 0, "homes": []}
    count = len(state.centres_of(power)) - len(state.units_of(power))
    taken = {unit.at.province for unit in state.units}
    homes = [
        place
        for place in rules.board.powers[power].home
        if state.centres.get(place) == power and place not in taken
    ]
    return {"count": min(count, len(homes)), "homes": homes if count > 0 else []}


def _orders(
    board: Board, state: GameState, records: Iterable[OrderRecord]
) -> dict[str, list[str] | None]:
    """Return the orders by power; None for a power that gave none."""
    orders: dict[str, list[str] | None] = dict.fromkeys(board.powers)
    for record in records:
        earlier = orders.get(record.seat) or []
        orders[record.seat] = [*earlier, theirs(load_order(record.order), state)]
    return orders


def theirs(order: Order, state: GameState) -> str:
    """Return an order as the package writes it: in winter the verb stands behind the unit."""
    match order:
        case Build(unit):
            return f"{unit} B"
        case Disband(unit):
            return f"{unit} D"
        case _:
            return order_text(order, retreat=state.phase.kind is PhaseKind.RETREAT)


def _results(state: GameState, outcomes: Iterable[Outcome]) -> dict[str, list[str]]:
    """Return the result codes by unit, as it stood before; of several orders the last."""
    standing = {unit.at.province: unit for unit in state.units}
    if state.phase.kind is PhaseKind.RETREAT:
        standing = {dislodged.unit.at.province: dislodged.unit for dislodged in state.dislodged}
    results: dict[str, list[str]] = {}
    for outcome in outcomes:
        if isinstance(outcome.order, UnitOrder | Build):
            unit = standing.get(outcome.order.unit.at.province)
            codes = [*_CODES[outcome.result], *(("dislodged",) if outcome.dislodged else ())]
            results[str(unit or outcome.order.unit)] = codes
    return results


# Taking a saved game of the package `diplomacy` in: played again from its first position.
#
# Every phase is resolved by our own rules with the orders that the file has; what the file says came
# of it is compared. A game on which the two disagree is not taken in.

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
    given = {who: texts_of(texts, "orders") for who, texts in orders.items() if texts is not None}
    return given or None


def _record(name: str, state: Record) -> Record:
    """Return a position as our recorded phases write it."""
    units = {who: texts_of(texts, "units") for who, texts in table_in(state, "units").items()}
    standing = {who: [text for text in texts if text[:1] != "*"] for who, texts in units.items()}
    dislodged = {
        who: [{"unit": unit.lstrip("*"), "options": list(to)} for unit, to in retreats.items()]
        for who, retreats in table_in(state, "retreats").items()
        if retreats
    }
    centres = {who: list(places) for who, places in table_in(state, "centers").items()}
    return {
        "phase": name,
        "units": {who: texts for who, texts in standing.items() if texts},
        "centers": {who: places for who, places in centres.items() if places},
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
        note_game(self.services, self.transaction, self.game, JournalKind.GAME_IMPORTED, text)
        return Imported(self.transaction.game_by_id(self.game.id), done, opened)

    def _season(self, step: _Step, state: GameState) -> GameState:
        if str(state.phase) != step.name:
            raise UnreadableInput(
                f"The file goes on with {step.name} where by our rules {state.phase} comes."
            )
        orders_of = (step.orders or {}).items()
        given = {PowerId(who): self._orders(who, texts, state) for who, texts in orders_of}
        phase = self._add(state)
        table = Table(
            self.services,
            self.transaction,
            self.game,
            family_of(self.services, self.game),
            self.rules,
            (),
            phase,
            state,
        )
        for power, orders in given.items():
            written = [Written(order, "") for order in orders]
            enter(table, power, written, self._now(), None)
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
                read_canonical(ours(text), self.rules.board, state.phase.kind) for text in texts
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
    words = {f"{who} {unit}" for who, units in tables["units"].items() for unit in units}
    words |= {
        f"{who} owns {place}" for who, places in tables["centers"].items() for place in places
    }
    for who, entries in tables["dislodged"].items():
        for entry in entries:
            words.add(f"{who} {entry['unit']} to {', '.join(sorted(entry['options']))}")
    return frozenset(words)


def _position_of(state: GameState) -> frozenset[str]:
    words = {f"{unit.power} {unit}" for unit in state.units}
    words |= {f"{who} owns {place}" for place, who in state.centres.items()}
    words |= {
        f"{gone.unit.power} {gone.unit} to {', '.join(sorted(map(str, gone.retreats)))}"
        for gone in state.dislodged
    }
    return frozenset(words)
