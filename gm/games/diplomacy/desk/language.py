"""The order language of Diplomacy as the shell knows it: lines of a mail in, orders by stages out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from gm.contract.language import (
    NOBODY,
    Desk,
    Given,
    LineRead,
    People,
    Problem,
    Read,
    SeatRead,
    Steps,
    Verdict,
)
from gm.contract.orders import Order
from gm.contract.rules import Position, Rules
from gm.contract.seats import SeatId
from gm.contract.stages import STANDING
from gm.games.diplomacy.desk.laid import board_of, rules_in
from gm.games.diplomacy.desk.several import Shared, share_out
from gm.games.diplomacy.language.binding.names import find_power
from gm.games.diplomacy.language.choices import key_named, name_alone, places_in, with_choices
from gm.games.diplomacy.language.judging import judge_again
from gm.games.diplomacy.language.mails import read_orders
from gm.games.diplomacy.language.retreat_lists import retreat_phase
from gm.games.diplomacy.language.sections import words_on
from gm.games.diplomacy.language.talk.spoken_of import names_own_piece
from gm.games.diplomacy.readings import Context, LineReading, Reading
from gm.games.diplomacy.rules.board import Board, PowerId
from gm.games.diplomacy.rules.orders import Conditional, Give, key_of
from gm.games.diplomacy.rules.phases import Phase, PhaseKind, Season, phase_of
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.winter.season_facts import AutumnPart, fared
from gm.games.diplomacy.wording.notation import order_text
from gm.games.diplomacy.wording.phrases import phase_words
from gm.games.diplomacy.wording.words import in_words, power_words
from gm.interpret.unread import unread_lines
from gm.languages import gettext

# What the moves of a season led to, so that orders sent with them may depend on it.


def moves_before(phase: Phase) -> Phase:
    """Return the movement phase whose results a retreat or a winter follows on."""
    season = Season.AUTUMN if phase.season is Season.WINTER else phase.season
    return Phase(phase.year, season, PhaseKind.MOVEMENT)


def fared_before(steps: Steps[GameState], state: GameState) -> AutumnPart:
    """Return how the units fared in the moves that a position follows on."""
    step = steps(str(moves_before(state.phase)))
    return state.part(AutumnPart) if step is None else fared(step.before, step.outcomes)


# Gifts of points between two powers of one player, where the game does not allow them (Irish 15).

_SETTING, _VOID = "hand_gifts", "void"


def without_own_gifts(desk: Desk[GameState], board: Board, read: SeatRead) -> SeatRead:
    """Return a reading in which gifts to other powers of the same player are refused."""
    own_seats = {*desk.seats} - {read.seat}
    if desk.options.get(_SETTING) != _VOID or not own_seats:
        return read
    lines = tuple(_checked(board, line, own_seats) for line in read.lines)
    kept = tuple(
        given
        for given in read.given
        if not any(gift.to in own_seats for gift in _gifts(given.order))
    )
    return replace(read, lines=lines, given=kept)


def _checked(board: Board, line: LineRead, own_seats: set[PowerId]) -> LineRead:
    to = next(
        (gift.to for order in line.orders for gift in _gifts(order) if gift.to in own_seats), None
    )
    if to is None:
        return line
    problem = Problem(
        gettext(
            "You play {power} as well, and in this game nobody gives points from one of his "
            "powers to another.",
            power=power_words(to, board),
        )
    )
    return replace(line, verdict=Verdict.IMPOSSIBLE, orders=(), problem=problem, remarks=())


def _gifts(order: Order) -> Iterator[Give]:
    match order:
        case Give():
            yield order
        case Conditional(_, then, otherwise):
            for branch in (*then, *otherwise):
                yield from _gifts(branch)
        case _:
            return


# Reads mails and what was sent ahead, as the contract's `Language` does: lines in, orders by stages out.


def read_mail(lines: tuple[str, ...], desk: Desk[GameState]) -> Read:
    """Read the lines of a mail for each power of its writer."""
    contexts = contexts_at(desk)
    if desk.strict:
        return Read(
            tuple(
                _as_read(power, read_orders(lines, context, strict=True), context)
                for power, context in contexts.items()
            )
        )
    read = read_against(lines, contexts, desk.named, desk.people)
    board = next(iter(contexts.values())).board
    return replace(read, seats=tuple(without_own_gifts(desk, board, each) for each in read.seats))


def read_against(
    lines: tuple[str, ...],
    contexts: Mapping[SeatId, Context],
    named: tuple[SeatId, ...] = (),
    people: People = NOBODY,
) -> Read:
    """Read lines for powers, and offer choices for what was not understood; see `share_out`."""
    shared = share_out(lines, contexts, named)
    readings = _with_choices(shared, contexts)
    read = tuple(_as_read(power, reading, contexts[power]) for power, reading in readings)
    board = next(iter(contexts.values())).board
    unread = unread_lines(lines, read, words_on(board), people)
    loose = {line.text for line in shared.loose}
    kept = tuple(line for line in unread if line.text not in loose)
    return Read(read, shared.loose, kept)


def _with_choices(
    shared: Shared, contexts: Mapping[SeatId, Context]
) -> Iterator[tuple[SeatId, Reading]]:
    """Yield the readings, with choices offered for what was not understood."""
    for power, read in shared.readings:
        yield power, with_choices(read, contexts[power])


def contexts_at(desk: Desk[GameState]) -> dict[SeatId, Context]:
    """Return what each power's lines are read against, orders for a later phase included."""
    standing = dict(desk.standing)
    return {power: _beside(_context(desk, power), standing.get(power, ())) for power in desk.seats}


def _beside(context: Context, standing: Sequence[Order]) -> Context:
    """Return what lines are read against, with the orders that stand already."""
    lists = tuple(order for order in standing if " " not in key_of(order, context.kind))
    retreat = context.kind is PhaseKind.RETREAT
    stood = tuple(
        LineReading(0, order_text(order, retreat=retreat), Verdict.ACCEPTED, (order,))
        for order in standing
    )
    return replace(context, standing=lists, stood=stood)


def _context(desk: Desk[GameState], power: SeatId) -> Context:
    rules, state = rules_in(desk.at.rules), desk.at.state
    first = rules.taken_from(state)
    context = Context(
        ruleset=rules,
        state=state,
        board=rules.board_in(state),
        power=power,
        keep_impossible=desk.keep_impossible,
        headed=desk.headed,
        taken_from=phase_words(first) if first and power not in state.eliminated else "",
        retreats_ahead=state.phase.kind is PhaseKind.MOVEMENT,
    )
    later = next((request.stage for request in rules.ahead(state) if request.seat == power), None)
    return context.taking(phase_of(later)) if later is not None else context


def _as_read(power: SeatId, reading: Reading, context: Context) -> SeatRead:
    """Return a reading with the orders by the stages they are for."""
    later = context.later.phase if context.later is not None else None
    retreats = retreat_phase(context.phase) if context.retreats_ahead else None
    texts = {order: line.text for line in reading.lines for order in line.orders}
    stages = ((reading.orders, None), (reading.ahead, later), (reading.retreats, retreats))

    def stage(line: LineReading) -> str:
        phase = later if line.ahead else retreats if line.retreats else None
        return str(phase) if phase is not None else ""

    def kind(phase: Phase | None) -> PhaseKind:
        return phase.kind if phase is not None else context.kind

    given = tuple(
        Given(power, order, str(phase or ""), key_of(order, kind(phase)), texts[order])
        for orders, phase in stages
        for order in orders
    )
    return SeatRead(
        power,
        tuple(
            replace(
                _line_read(line, stage(line)),
                of_own=not line.orders and names_own_piece(line.text, context),
            )
            for line in reading.lines
        ),
        given,
        reading.replaced,
        frozenset(
            (str(phase or ""), key)
            for ahead, phase in ((False, None), (True, later))
            for key in reading.added(ahead=ahead)
        ),
        tuple(
            (str(phase or ""), key)
            for ahead, phase in ((False, None), (True, later))
            for key in reading.withdrawn(ahead=ahead)
        ),
        reading.press,
        reading.commands,
        reading.slips,
    )


def _line_read(line: LineReading, stage: str) -> LineRead:
    return LineRead(
        number=line.number,
        text=line.text,
        verdict=line.verdict,
        orders=line.orders,
        problem=line.problem,
        remarks=line.remarks,
        stage=stage,
        choices=line.choices,
        reserves=line.reserves,
        waits=line.waits,
        adds=line.adds,
        labelled=line.labelled,
        known=line.known,
    )


def read_again(given: Sequence[Given], desk: Desk[GameState]) -> SeatRead:
    """Judge what a power has sent ahead in the position that has come about.

    Of retreats those of units that must retreat are left, of each unit's list the first that is open
    to it; of a list none of which is open all are, so that their sender reads why. A line's number is
    the place of its order among those given.
    """
    (power,) = desk.seats
    state, board = desk.at.state, rules_in(desk.at.rules).board_in(desk.at.state)
    context = _context(desk, power)
    if any(isinstance(each.order, Conditional) for each in given):
        memory = fared_before(desk.steps, state)
        context = replace(context, state=state.with_part(memory))
    retreating = state.phase.kind is PhaseKind.RETREAT
    sent = [*enumerate(given, 1)]
    if retreating:
        sent = [(at, each) for at, each in sent if each.key in _of_dislodged(state, power)]
    orders = [(in_words(each.order, board, retreat=retreating), each.order) for _, each in sent]
    lines = judge_again(orders, context).lines
    kept = _first_open([each for _, each in sent], lines) if retreating else range(len(lines))
    read = [replace(_line_read(lines[at], ""), number=sent[at][0]) for at in kept]
    return SeatRead(
        power,
        tuple(read),
        tuple(
            Given(power, order, "", key_of(order, context.kind), line.text)
            for line in read
            for order in line.orders
        ),
    )


def _of_dislodged(state: GameState, power: SeatId) -> frozenset[str]:
    """Return the keys of a power's units that must retreat."""
    return frozenset(
        f"unit {dislodged.unit.at.province}"
        for dislodged in state.dislodged
        if dislodged.unit.power == power
    )


def _first_open(given: Sequence[Given], lines: Sequence[LineReading]) -> list[int]:
    """Return which of the retreats count, by their places."""
    lists: dict[str, list[int]] = {}
    for at, each in enumerate(given):
        lists.setdefault(each.key, []).append(at)
    counting: list[int] = []
    for places in lists.values():
        first = next((at for at in places if lines[at].orders), None)
        counting += places if first is None else [first]
    return counting


# The order language of Diplomacy as the shell knows it.


class OrderLanguage:
    """Keeps the contract's `Language`."""

    def text(self, order: Order, at: Position[GameState]) -> str:
        """Return an order in its short form, which can be read back: `A Par - Bur`."""
        return order_text(order, board_of(at))

    def words(self, order: Order, at: Position[GameState], stage: str = "") -> str:
        """Return an order in full words, in the language that is spoken."""
        phase = Phase.parse(stage) if stage and stage != STANDING else at.state.phase
        retreat = phase.kind is PhaseKind.RETREAT
        return in_words(order, board_of(at), retreat=retreat)

    def read(self, lines: tuple[str, ...], desk: Desk[GameState]) -> Read:
        """Read the lines of a mail for each power of its writer."""
        return read_mail(lines, desk)

    def again(self, given: Sequence[Given], desk: Desk[GameState]) -> SeatRead:
        """Judge what a power has sent ahead in the position that has come about."""
        return read_again(given, desk)

    def key_named(self, text: str, at: Position[GameState]) -> str:
        """Return what the orders are filed under that somebody means; InputError if it names none."""
        return key_named(board_of(at), text)

    def named_in(
        self, line: str, choices: Sequence[Sequence[Order]], at: Position[GameState]
    ) -> tuple[int, ...]:
        """Return which of some choices hold the province that a line names, and nothing else.

        The name of a power may head its orders: `NORWAY`.
        """
        board = board_of(at)
        places = name_alone(board, line)
        if len(places) != 1 or find_power(board, line) is not None:
            return ()
        return tuple(
            number for number, choice in enumerate(choices) if places[0] in places_in(choice)
        )

    def seat(self, text: str, rules: Rules[GameState, Any]) -> SeatId | None:
        """Return which power somebody means by a name, however it is written; None if none."""
        return find_power(rules_in(rules).board, text)
