"""A recorded phase of a game whose board changes in play: read, adjudicated, and answered (Irish 3-14)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from gm.contract.draws import Draw
from gm.contract.events import Event
from gm.contract.orders import Order
from gm.contract.seats import SeatId
from gm.errors import UnreadableInput
from gm.games.diplomacy.language.binding.gone_names import names_gone, only_legal, present
from gm.games.diplomacy.language.grammar.canonical import power, province, read_canonical
from gm.games.diplomacy.records.phase_read import (
    Record,
    entries_of,
    judged_position,
    order_texts,
    read_phase,
    table_in,
    text_of,
    texts_of,
    unit_of,
)
from gm.games.diplomacy.records.phase_write import (
    Told,
    facts_of_phase,
    gathered,
    of_kind,
    position_told,
    reasons,
)
from gm.games.diplomacy.records.result_words import word
from gm.games.diplomacy.rules.board import Board, Entry, PowerId, ProvinceId
from gm.games.diplomacy.rules.diplomacy import DiplomacyRules
from gm.games.diplomacy.rules.events import GameWon
from gm.games.diplomacy.rules.filled_in import SeasonResolution
from gm.games.diplomacy.rules.mechanics.anarchy import AnarchyPart, in_anarchy
from gm.games.diplomacy.rules.mechanics.cards import PACK
from gm.games.diplomacy.rules.mechanics.changes import ChangesPart, Split
from gm.games.diplomacy.rules.mechanics.promises import PointsPart
from gm.games.diplomacy.rules.mechanics.walks import GM, Walks
from gm.games.diplomacy.rules.mechanics.wanderers import WanderersPart
from gm.games.diplomacy.rules.orders import Disband, Hold, UnitOrder
from gm.games.diplomacy.rules.outcomes import Outcome, Result
from gm.games.diplomacy.rules.phases import Phase, PhaseKind
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.units import Unit, UnitRef, unit_key
from gm.languages import listed

# The chance of a recorded phase: its `draws` say what came out of the hat (Irish 4-13).

_TEN = "10"


class RecordedDraws:
    """Draws as a record tells them.

    Of a walk it says only who has the highest card: that place is dealt the highest card left, the
    others the lowest.

    Args:
        record: the record, whose `draws` are read when they are asked for.
    """

    def __init__(self, record: Record) -> None:
        self._told = table_in(record, "draws")
        self._walks: dict[str, set[str]] = {}

    def draw(self, label: str, candidates: Sequence[str]) -> Draw:
        """Return what the record says; UnreadableInput if it says nothing, or nothing possible."""
        what, _, place = label.partition(" ")[2].partition(": ")
        kind, _, special = what.partition(" ")
        match kind:
            case "walk":
                chosen = self._step(special, place, candidates)
            case "place" | "lot":
                chosen = self._of(kind, special)
            case "line":
                chosen = _card(self._of("cards", place))
            case "split" | "split,":
                chosen = self._slip(special)
            case _:
                chosen = self._one(kind)
        if chosen not in candidates:
            raise UnreadableInput(f"'draws' holds {chosen!r}, which is not in the hat for {what}.")
        return Draw(label, tuple(candidates), chosen, by_hand=True)

    def check_walks(self) -> None:
        """Refuse a walk that leads where the special unit cannot go."""
        for special, dealt in self._walks.items():
            goal = self._of("walk", special)
            if goal not in dealt:
                raise UnreadableInput(
                    f"'draws' sends {special} to {goal}; it can go to {', '.join(sorted(dealt))}."
                )

    def _step(self, special: str, place: str, candidates: Sequence[str]) -> str:
        self._walks.setdefault(special, set()).add(place)
        ranked = [card for card in _BY_RANK if card in candidates]
        return ranked[0] if self._of("walk", special) == place else ranked[-1]

    def _slip(self, number: str) -> str:
        given = self._told.get("split")
        slips = texts_of([given] if isinstance(given, str) else given or (), "split")
        index = int(number.removeprefix("slip ") or 1) - 1
        if index >= len(slips):
            raise UnreadableInput("'draws' needs a province to `split` that is no black hole.")
        return slips[index].upper()

    def _one(self, key: str) -> str:
        if key not in self._told:
            raise UnreadableInput(f"'draws' needs {key!r}: this phase ends a season.", piece=key)
        return text_of(self._told[key], key).upper()

    def _of(self, key: str, name: str) -> str:
        given = {name.upper(): value for name, value in table_in(self._told, key).items()}
        if name.upper() not in given:
            raise UnreadableInput(f"'draws' needs {key!r} for {name}.", piece=key)
        return text_of(given[name.upper()], key).upper()


_BY_RANK = tuple(sorted(PACK, key=lambda card: ("AKQJT98765432".index(card[0]), PACK.index(card))))
"""The pack from the highest card to the lowest."""


def _card(text: str) -> str:
    """Return a card as the hat names it, with T for the ten."""
    return text.replace(_TEN, "T")


# Reads what a recorded phase of a game with a changing board holds besides units and centres.
#
# That is closed countries, black holes, splits, special units, anarchy and points (Irish 3-15).

N = TypeVar("N", ProvinceId, PowerId)

_DIGITS = "0123456789"


def read_whole_position(record: Record, rules: DiplomacyRules) -> GameState:
    """Return the position a record starts from, with all that mechanisms keep.

    Raises:
        UnreadableInput: something in it is not of the schema, or cannot be.
        UnreadableOrder: it names what the board in force does not have.
    """
    phase = read_phase(record)
    changed = GameState(phase).with_part(_changes(record, rules.board))
    board = _board_in(rules, changed)
    state = judged_position(record, board, phase)
    state = state.with_part(changed.part(ChangesPart))
    state = state.with_part(_wanderers(record, rules, board, phase))
    state = state.with_part(_anarchy(record, board, state))
    return state.with_part(_points(record, board))


def _board_in(rules: DiplomacyRules, state: GameState) -> Board:
    try:
        return rules.board_in(state)
    except (ValueError, LookupError) as fault:
        raise UnreadableInput(f"The board cannot be like this: {fault}.") from fault


def place_of(board: Board, word: str) -> ProvinceId:
    """Return a province of the printed board, or a half of one by its number: `NTH2`."""
    whole = word.rstrip(_DIGITS)
    return ProvinceId(province(board, whole) + word[len(whole) :])


def _changes(record: Record, board: Board) -> ChangesPart:
    return ChangesPart(
        closed=_each(power(board, who) for who in _listed(record, "closed")),
        opened=_each(_no_box(board, place) for place in _listed(record, "opened")),
        holes=_each(_no_box(board, place) for place in _listed(record, "holes")),
        splits=tuple(
            _split(entry, board) for entry in entries_of(_list(record, "splits"), "splits")
        ),
    )


def _split(entry: Record, board: Board) -> Split:
    return Split(
        place_of(board, text_of(entry.get("province"), "province")),
        _pair(entry, "line", board),
        _pair(entry, "halves", board),
    )


def _pair(entry: Record, key: str, board: Board) -> tuple[ProvinceId, ProvinceId]:
    places = [_no_box(board, word) for word in texts_of(entry.get(key), key)]
    if len(places) != 2:
        raise UnreadableInput(f"{key!r} of a split names two provinces.", piece=key)
    first, second = places
    return first, second


def _no_box(board: Board, word: str) -> ProvinceId:
    """Return a province that can be in the hat and has cards: any but a box (Irish 10)."""
    place = place_of(board, word)
    if place in board.provinces and board.province(place).entry is Entry.BOX:
        raise UnreadableInput(f"{place} is only a box: it is never in the hat.", piece=word)
    return place


def _wanderers(record: Record, rules: DiplomacyRules, board: Board, phase: Phase) -> WanderersPart:
    """Read where the special units are: in their boxes until the first season is played."""
    known = [
        name
        for mechanism in rules.mechanisms
        if isinstance(mechanism, Walks)
        for name in mechanism.boxes
    ]
    first = (rules.first.year, rules.first.season)
    waiting = (phase.year, phase.season) == first and phase.kind is not PhaseKind.RETREAT
    places: dict[str, ProvinceId] = {}
    for text, where in table_in(record, "specials").items():
        name = " ".join(text.upper().split())
        if name not in known:
            raise UnreadableInput(
                f"There is no special unit {text!r}; there are {', '.join(known)}.", piece=text
            )
        places[name] = _standing_in(board, text_of(where, "specials"), name, waiting=waiting)
    return WanderersPart(dict(sorted(places.items())), waiting)


def _standing_in(board: Board, word: str, name: str, *, waiting: bool) -> ProvinceId:
    place = province(board, word)
    if place not in board.provinces:
        halves = ", ".join(board.gone[place])
        raise UnreadableInput(
            f"{name} cannot be in {place}, which is split: {halves}.", piece=word
        )
    if board.province(place).entry is not Entry.ALL and not waiting:
        raise UnreadableInput(f"{name} cannot be in {place}: nobody may enter it.", piece=word)
    return place


def _anarchy(record: Record, board: Board, state: GameState) -> AnarchyPart:
    units: list[Unit] = []
    for text in _listed(record, "anarchy"):
        unit = state.find(unit_of(text, board))
        if unit is None:
            raise UnreadableInput(
                f"'anarchy' names {text}, which is not on the board.", piece=text
            )
        units.append(unit)
    return AnarchyPart(tuple(sorted(set(units), key=unit_key)))


def _points(record: Record, board: Board) -> PointsPart:
    balances: dict[PowerId, int] = {}
    for who, held in table_in(record, "points").items():
        if type(held) is not int or held < 0:
            raise UnreadableInput(f"'points' holds {held!r}, which is no number of points.")
        balances[power(board, who)] = held
    return PointsPart({who: balances[who] for who in sorted(balances)})


def _list(record: Record, key: str) -> object:
    value = record.get(key)
    return () if value is None else value


def _listed(record: Record, key: str) -> tuple[str, ...]:
    return texts_of(_list(record, key), key)


def _each(things: Iterator[N]) -> tuple[N, ...]:
    return tuple(dict.fromkeys(things))


# Reads the orders of a recorded phase that may use names gone since a split (Irish 9).


@dataclass(frozen=True, slots=True)
class RecordedOrder:
    """One order of a record.

    Args:
        who: its giver as the record writes it; giver: as the rules do, GM among them.
        text: as it was written.
        order: what the rules are to carry out; None where nothing is.
        stands: the unit it would be for, where its names single out no half: it stands, and the
            order is an error.
        error: a sentence: no half makes it legal, or several do; "" where all is plain.
        by_text: it names its own unit so that no single unit may be meant.
    """

    who: str
    giver: PowerId
    text: str
    order: Order | None
    stands: UnitRef | None = None
    error: str = ""
    by_text: bool = False


def read_given(
    record: Record, rules: DiplomacyRules, state: GameState
) -> tuple[RecordedOrder, ...]:
    """Return the orders of a record in their sequence, gone names understood where they can be.

    Raises:
        UnreadableOrder: one of them is no canonical order on the board in force.
        UnreadableInput: a power is listed twice, in different letters.
    """
    board = rules.board_in(state)
    if in_anarchy(state):
        # What the board allows singles out a half; that a unit does not obey comes after.
        state = state.with_part(AnarchyPart())
    recorded: list[RecordedOrder] = []
    givers: set[PowerId] = set()
    for who, texts in order_texts(record).items():
        giver = GM if who.upper() == GM else power(board, who)
        if giver in givers:
            raise UnreadableInput(f"{who!r} has two lists of orders.", piece=who)
        givers.add(giver)
        recorded += _Reader(rules, state, board, who, giver).read(texts)
    return tuple(recorded)


def drafts_of(given: Sequence[RecordedOrder]) -> dict[SeatId, tuple[Order, ...]]:
    """Return what the rules are to carry out, by seat."""
    lists: dict[SeatId, list[Order]] = {}
    for entry in given:
        orders = lists.setdefault(SeatId(entry.giver), [])
        if entry.order is not None:
            orders.append(entry.order)
    return {seat: tuple(orders) for seat, orders in lists.items()}


@dataclass(frozen=True, slots=True)
class _Reader:
    rules: DiplomacyRules
    state: GameState
    board: Board
    who: str
    giver: PowerId

    def read(self, texts: Sequence[str]) -> Iterator[RecordedOrder]:
        taken: list[Order] = []
        for text in texts:
            written = read_canonical(text, self.board, self.state.phase.kind)
            given = self._understood(text, written, taken)
            if given.order is not None:
                taken.append(given.order)
            yield given

    def _understood(self, text: str, written: Order, taken: Sequence[Order]) -> RecordedOrder:
        """Put the halves in place of gone names, if only one of them makes the order legal."""
        if self.board.gone.keys().isdisjoint(text.upper().replace("/", " ").split()):
            return RecordedOrder(self.who, self.giver, text, written)
        ways = present(written, self.board)
        if len(ways) == 1 and ways[0] == written:
            return RecordedOrder(self.who, self.giver, text, written)
        meant = only_legal(written, self.board, lambda order: self._is_possible(order, taken))
        if meant is not None:
            return RecordedOrder(self.who, self.giver, text, meant)
        unit = self._only_unit(ways)
        return RecordedOrder(
            self.who,
            self.giver,
            text,
            self._standing(unit) if unit is not None else None,
            stands=unit,
            error=self._what_is_wrong(written, ways, taken),
            by_text=unit is None or self._is_gone(written),
        )

    def _is_gone(self, written: Order) -> bool:
        return isinstance(written, UnitOrder) and written.unit.at.province in self.board.gone

    def _what_is_wrong(self, written: Order, ways: Sequence[Order], taken: Sequence[Order]) -> str:
        named = dict.fromkeys(names_gone(written, self.board))
        split = "; ".join(
            f"{province} is split into {listed(self.board.gone[province])}" for province in named
        )
        possible = any(self._is_possible(order, taken) for order in ways)
        which = "more than one of them" if possible else "none of them"
        return f"{split}: the order is possible with {which}."

    def _is_possible(self, order: Order, taken: Sequence[Order]) -> bool:
        """Tell whether the rules allow an order; in winter after those that came before it."""
        winter = self.state.phase.kind is PhaseKind.ADJUSTMENT
        orders = (*taken, order) if winter else (order,)
        return self.rules.check(self.state, SeatId(self.giver), orders)[-1].refused is None

    def _only_unit(self, ways: Sequence[Order]) -> UnitRef | None:
        """Return the one unit of the giver that an order could be for, if there is one."""
        if self.state.phase.kind not in _OF_UNITS:
            return None
        units = [unit for unit in self.state.units if unit.power == self.giver]
        units += [
            dislodged.unit
            for dislodged in self.state.dislodged
            if dislodged.unit.power == self.giver
        ]
        named = {
            (unit.kind, unit.at.province): unit.ref
            for way in ways
            if isinstance(way, UnitOrder)
            for unit in units
            if (unit.kind, unit.at.province) == (way.unit.kind, way.unit.at.province)
        }
        return next(iter(named.values())) if len(named) == 1 else None

    def _standing(self, unit: UnitRef) -> Order:
        """Return what takes the place of an order that is an error: the unit stands, or is lost."""
        retreats = self.state.phase.kind is PhaseKind.RETREAT
        return Disband(unit) if retreats else Hold(unit)


_OF_UNITS = frozenset({PhaseKind.MOVEMENT, PhaseKind.RETREAT})


# Adjudicates a recorded phase of a game whose board changes in play, and writes the answer.

_ERROR = Result.ERROR.value
_BY_UNIT = frozenset({PhaseKind.MOVEMENT, PhaseKind.RETREAT})


class AskedOfChanging:
    """A recorded phase on a board that changes in play, read and still to be played.

    Args:
        record: the phase, as JSON reads it.
        rules: of its game.

    Raises:
        InputError: the record is not of the schema, or an order in it is unreadable.
    """

    def __init__(self, record: Record, rules: DiplomacyRules) -> None:
        self.record = record
        self.rules = rules
        self.before = read_whole_position(record, rules)
        self.given = read_given(record, rules, self.before)
        self.draws = RecordedDraws(record)

    def play(self) -> SeasonResolution:
        """Play it; UnreadableInput if the record tells of walks that are not due."""
        made = self.rules.resolve(self.before, drafts_of(self.given), self.draws)
        self.draws.check_walks()
        return made

    def answer(self, made: SeasonResolution, *, explain: bool) -> dict[str, Any]:
        """Return the results and the position after it, as `adjudicate` does."""
        resolved = _Told(self.before, self.given, made.outcomes, self.rules.board_in(self.before))
        answer: dict[str, Any] = {"id": self.record.get("id"), "results": resolved.results()}
        events, after = facts_of_phase(self.before, made)
        answer["after"] = _after(self.before, events, after)
        return {**answer, "why": resolved.why()} if explain else answer


class _Told:
    """What became of every order, by unit or by power and text."""

    def __init__(
        self,
        before: GameState,
        given: Sequence[RecordedOrder],
        outcomes: Sequence[Outcome],
        board: Board,
    ) -> None:
        self.board = board
        self.units: list[Told] = []
        self.lists: dict[str, list[tuple[RecordedOrder, Outcome | None]]] = {}
        left = [result for result in outcomes if result.ordered]
        by_unit = before.phase.kind in _BY_UNIT
        if by_unit:
            self.units = [*_by_unit(before, outcomes)]
        self.stopped = {**_last_words(given)} if by_unit else {}
        for entry in given:
            if by_unit and isinstance(entry.order, UnitOrder) and not entry.by_text:
                continue
            outcome = None if entry.error else _taken(left, entry)
            self.lists.setdefault(entry.who, []).append((entry, outcome))

    def results(self) -> dict[str, Any]:
        """Return the result words: of units by themselves, of other orders by power and text."""
        words: dict[str, Any] = {}
        for text, outcome in self.units:
            if words.get(text) != Result.OK.value:
                words[text] = word(outcome)
        for text in self.stopped:
            if text in words:
                words[text] = _ERROR + "+dislodged" * words[text].endswith("+dislodged")
        for who, orders in self.lists.items():
            words[who] = gathered(
                (order.text, _ERROR if outcome is None else word(outcome))
                for order, outcome in orders
            )
        return words

    def why(self) -> dict[str, Any]:
        """Return a sentence on every order that failed."""
        words: dict[str, Any] = {**reasons(self.units, self.board)}
        words |= {text: order.error for text, order in self.stopped.items()}
        for who, orders in self.lists.items():
            named = [(order.text, outcome) for order, outcome in orders if outcome is not None]
            errors = {order.text: order.error for order, _ in orders if order.error}
            if sentences := {**reasons(named, self.board), **errors}:
                words[who] = sentences
        return words


def _by_unit(before: GameState, outcomes: Iterable[Outcome]) -> Iterable[Told]:
    """Name each outcome of a unit's order by the unit as it stood before."""
    standing = {unit.at.province: unit for unit in before.units}
    if before.phase.kind is PhaseKind.RETREAT:
        standing = {dislodged.unit.at.province: dislodged.unit for dislodged in before.dislodged}
    for outcome in outcomes:
        if isinstance(outcome.order, UnitOrder):
            ref = outcome.order.unit
            unit = standing.get(ref.at.province)
            yield str(unit if unit is not None and unit.kind is ref.kind else ref), outcome


def _last_words(given: Sequence[RecordedOrder]) -> dict[str, RecordedOrder]:
    """Return the units whose last order is an error, by their texts."""
    last: dict[tuple[str, str], RecordedOrder] = {}
    for entry in given:
        if isinstance(entry.order, UnitOrder):
            last[entry.giver, entry.order.unit.at.province] = entry
    return {str(order.stands): order for order in last.values() if order.stands is not None}


def _taken(left: list[Outcome], record: RecordedOrder) -> Outcome:
    """Take the outcome of an order out of those left."""
    for index, outcome in enumerate(left):
        if outcome.power == record.giver and outcome.order == record.order:
            return left.pop(index)
    raise AssertionError(f"{record.text} has no outcome")  # every order has one


def _after(before: GameState, events: Sequence[Event], state: GameState) -> dict[str, Any]:
    kind = before.phase.kind
    after = position_told(events, state, contested=kind is PhaseKind.MOVEMENT)
    changes, points = state.part(ChangesPart), state.part(PointsPart)
    after |= {
        "opened": sorted(set(changes.opened)),
        "holes": [*changes.holes],
        "splits": [
            {"province": split.province, "line": [*split.line], "halves": [*split.halves]}
            for split in changes.splits
        ],
        "specials": dict(sorted(state.part(WanderersPart).places.items())),
        "anarchy": sorted(map(_text, in_anarchy(state))),
        "points": {who: held for who, held in sorted(points.balances.items()) if held},
    }
    if kind is PhaseKind.ADJUSTMENT:
        after["winners"] = [who for event in of_kind(events, GameWon) for who in event.winners]
    return after


def _text(unit: Unit) -> str:
    return str(unit)
