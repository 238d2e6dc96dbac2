"""Shows what the server would understand, without database and network: `gm read`.

Records come in and go out as plain dictionaries, in the form that other programs write too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from gm.contract.draws import SeededDraws
from gm.contract.language import Problem, Verdict
from gm.contract.orders import Order
from gm.errors import UnreadableInput, VariantError
from gm.games.diplomacy.language.binding.pieces import read_power, read_unit
from gm.games.diplomacy.language.mails import read_orders
from gm.games.diplomacy.readings import Context, Reading
from gm.games.diplomacy.rules.board import (
    Board,
    Boards,
    Location,
    PowerId,
    ProvinceId,
    army_moves,
    fleet_moves,
)
from gm.games.diplomacy.rules.diplomacy import DiplomacyRules
from gm.games.diplomacy.rules.phases import Phase, PhaseKind, Season
from gm.games.diplomacy.rules.position import position_faults
from gm.games.diplomacy.rules.state import Dislodged, GameState
from gm.games.diplomacy.rules.units import Unit, UnitKind, unit_key
from gm.games.diplomacy.variants import VARIANTS, ruleset_for
from gm.games.diplomacy.wording.notation import order_text
from gm.json_answers import in_json
from gm.mail.addresses import address_key
from gm.mail.reading import read_mail
from gm.mail.values import MailKind, MailReading

_PHASES = {
    "movement": (Season.SPRING, PhaseKind.MOVEMENT),
    "retreat": (Season.SPRING, PhaseKind.RETREAT),
    "adjustment": (Season.WINTER, PhaseKind.ADJUSTMENT),
    "setup": (Season.SPRING, PhaseKind.SETUP),
}

_UNREADABLE = {MailKind.UNSURE_SENDER, MailKind.UNPARSABLE, MailKind.TOO_LARGE}
_MACHINES = {MailKind.AUTO_REPLY: "auto-reply", MailKind.BOUNCE: "bounce"}

Plain = Mapping[str, object]
"""A JSON object."""


@dataclass(frozen=True, slots=True)
class LineShown:
    """One line of `gm read orders`: its text, the orders in it, the complaints."""

    text: str
    orders: tuple[str, ...]
    problems: tuple[str, ...]
    remarks: tuple[str, ...] = field(default=(), metadata=in_json(left_out=True))


def read_record(record: Plain, load_board: Boards) -> LineShown:
    """Read one line as the record says: on which board, in which phase, for which power.

    Args:
        record: `text`, `board`, `phase`, `power`, and `units` as text -> owner.
        load_board: where boards come from.

    Raises:
        UnreadableInput: the record is not of that form.
        MapError, VariantError: no such board, or none of our games is played on it.
    """
    text = _text(record, "text")
    context = context_of(record, load_board)
    return _line_read(text, read_orders(text.splitlines() or [""], context, strict=True))


def _line_read(text: str, reading: Reading) -> LineShown:
    if not reading.lines:
        return LineShown(text, (), ("This line is empty.",))
    return LineShown(
        text,
        canonical(reading.orders),
        tuple(problem_text(problem) for problem in reading.problems),
        tuple(remark for line in reading.lines for remark in line.remarks),
    )


def read_line(
    text: str,
    load_board: Boards,
    board: str,
    power: str = "",
    phase: str = "",
    units: Sequence[str] = (),
) -> LineShown:
    """Read one line as a person asks about it, of a game's opening unless he says where it is.

    Args:
        text: the line.
        load_board: where boards come from; board: the name of the one it is played on.
        power: whose line it is; "" for the power that it makes most sense for.
        phase: `movement`, `retreat`, `adjustment` or `setup`; "" for that of the opening.
        units: `A Mun`: the units on the board, all of that power; none for those of the opening.

    Raises:
        UnknownName, AmbiguousName: of the power, or of a unit's place.
        UnreadableInput: a unit is not written as one, or cannot stand there, or no such phase.
        MapError, VariantError: no such board, or none of our games is played on it.
    """
    played = load_board(board)
    powers = (read_power(power, played),) if power else tuple(played.powers)
    if phase or units:
        owner, word = powers[0], phase or "movement"
        owned = {str(read_unit(unit, played)): owner for unit in units}
        world = {"text": text, "board": board, "phase": word, "power": owner, "units": owned}
        return read_record(world, load_board)
    readings = (
        read_orders([text], _start_of({"board": board}, power_id, load_board), strict=True)
        for power_id in powers
    )
    best = min(readings, key=lambda reading: (len(reading.problems), -len(reading.orders)))
    return _line_read(text, best)


def canonical(orders: Iterable[Order]) -> tuple[str, ...]:
    """Return orders in canonical short text; a disband is `D A BOH` in every phase."""
    return tuple(order_text(order) for order in orders)


def problem_text(problem: Problem) -> str:
    """Return a problem as one text, its candidates included."""
    missing = [name for name in problem.candidates if name not in problem.message]
    return f"{problem.message} Perhaps: {', '.join(missing)}." if missing else problem.message


def read_mail_record(raw: bytes, world: Plain, load_board: Boards) -> dict[str, object]:
    """Read a whole message for a game at its start.

    Args:
        raw: the message as received.
        world: `board`, `phase`, and `seats` as address -> power.
        load_board: where boards come from.

    Returns:
        `kind`, `sender`, `power`, `orders`, and where they apply `ignored`, `problems`, `press`,
        `command`, `bounced`, `permanent`.

    Raises:
        UnreadableInput: the world is not of that form.
        MapError, VariantError: no such board, or none of our games is played on it.
    """
    mail = read_mail(raw)
    seats = {address_key(str(key)): str(value) for key, value in _table(world, "seats").items()}
    power = seats.get(address_key(mail.sender or ""))
    answer: dict[str, object] = {
        "kind": "unreadable",
        "sender": mail.sender,
        "power": power,
        "orders": [],
    }
    if mail.dropped:
        answer["ignored"] = [f"{dropped.reason.value}: {dropped.text}" for dropped in mail.dropped]
    if mail.kind in _MACHINES:
        return answer | _machine(mail)
    problems = list(mail.problems)
    if mail.kind in _UNREADABLE or power is None:
        if not problems:
            problems.append(f"{mail.sender} plays no power in this game.")
        return answer | {"problems": problems}
    context = _start_of(world, PowerId(power), load_board)
    return answer | _of_player(mail, read_orders(mail.lines, context), problems)


def _machine(mail: MailReading) -> dict[str, object]:
    answer: dict[str, object] = {"kind": _MACHINES[mail.kind]}
    if mail.kind is MailKind.BOUNCE:
        answer |= {"bounced": [*mail.bounced], "permanent": mail.permanent}
    return answer


def _of_player(mail: MailReading, read: Reading, problems: list[str]) -> dict[str, object]:
    """Return what a player's mail holds: orders before press before a command."""
    problems += [problem_text(problem) for problem in read.problems]
    problems += [
        f"{order_text(old)} is replaced by {order_text(new)}, which comes later."
        for old, new in read.replaced
    ]
    answer: dict[str, object] = {}
    if read.press:
        item = read.press[0]
        answer |= {"kind": "press", "press": {"to": [*item.to], "text": item.text}}
    elif read.commands:
        command = read.commands[0]
        answer |= {"kind": "command", "command": " ".join((command.word, *command.arguments))}
    if read.orders or (not answer and any(_tried(line.verdict) for line in read.lines)):
        answer |= {"kind": "orders", "orders": [*canonical(read.orders)]}
    if not answer:
        problems.append(_nothing(mail))
    return answer | ({"problems": problems} if problems else {})


def _tried(verdict: Verdict) -> bool:
    return verdict not in {Verdict.ACCEPTED, Verdict.CHATTER}


def _nothing(mail: MailReading) -> str:
    if mail.forwarded and not any(map(str.strip, mail.lines)):
        return "The mail holds only a forwarded message, and orders in one are never taken."
    return "There are no orders in the text; the subject and quoted lines do not count."


def context_of(record: Plain, load_board: Boards) -> Context:
    """Return the position that a record takes for granted; UnreadableInput if it is none."""
    board, rules = _game_on(_text(record, "board"), load_board)
    phase = _phase(board, _text(record, "phase"))
    power = _power(board, _text(record, "power"))
    units = [_unit(board, text, owner) for text, owner in _table(record, "units").items()]
    state = _position(board, rules, phase, power, units)
    return Context(rules, state, rules.board_in(state), power, dated=False)


def _position(
    board: Board, rules: DiplomacyRules, phase: Phase, power: PowerId, units: list[Unit]
) -> GameState:
    """Return the position a line takes for granted.

    In a retreat phase the units are dislodged and may go wherever they could walk or sail. In
    winter the power owns its homes.
    """
    if phase.kind is PhaseKind.RETREAT:
        return GameState(phase, dislodged=_driven_out(board, units))
    state = GameState(phase).with_units(units)
    faults = position_faults(board, state)
    if faults:
        raise UnreadableInput(f"units: {'; '.join(faults)}.")
    return GameState(phase, state.units, centres=_centres(rules, power))


def _driven_out(board: Board, units: list[Unit]) -> tuple[Dislodged, ...]:
    return tuple(
        Dislodged(unit, None, tuple(sorted(_refuges(board, unit), key=str)))
        for unit in sorted(units, key=unit_key)
    )


def _refuges(board: Board, unit: Unit) -> Iterable[Location]:
    if unit.kind is UnitKind.FLEET:
        return fleet_moves(board, unit.at)
    return (Location(place) for place in army_moves(board, unit.at.province))


def _centres(rules: DiplomacyRules, power: PowerId) -> dict[ProvinceId, PowerId]:
    homes = rules.board.powers[power].home
    owned = [place for place in homes if rules.board.province(place).is_centre]
    return dict.fromkeys(owned, power)


def _start_of(world: Plain, power: PowerId, load_board: Boards) -> Context:
    board, rules = _game_on(_text(world, "board"), load_board)
    state = rules.new_game(SeededDraws(b"gm read")).state
    return Context(rules, state, rules.board_in(state), _power(board, power))


def _game_on(board_id: str, load_board: Boards) -> tuple[Board, DiplomacyRules]:
    board = load_board(board_id)
    for variant in VARIANTS.values():
        if variant.board_id == board_id:
            return board, ruleset_for(variant.id, board, {})
    raise VariantError(f"None of our games is played on the board {board_id!r}.")


def _phase(board: Board, word: str) -> Phase:
    if word not in _PHASES:
        raise UnreadableInput(f"phase: {word!r} is none of {', '.join(_PHASES)}.")
    season, kind = _PHASES[word]
    return Phase(int(board.facts.get("first_year", 1901)) + 1, season, kind)


def _power(board: Board, word: str) -> PowerId:
    power = PowerId(word)
    if power not in board.powers:
        raise UnreadableInput(f"power: {word!r} is none of {', '.join(board.powers)}.")
    return power


def _unit(board: Board, text: str, owner: object) -> Unit:
    kind, _, where = text.partition(" ")
    name, _, coast = where.partition("/")
    place = ProvinceId(name)
    if kind not in {"A", "F"} or place not in board.provinces:
        raise UnreadableInput(f"units: {text!r} is no unit of this board.")
    at = Location(place, coast.lower() or None)
    return Unit(_power(board, str(owner)), UnitKind(kind), at)


def _text(record: Plain, key: str) -> str:
    value = record.get(key)
    if not isinstance(value, str):
        raise UnreadableInput(f"{key}: a text is needed.")
    return value


def _table(record: Plain, key: str) -> Mapping[str, object]:
    value = record.get(key, {})
    if not isinstance(value, Mapping):
        raise UnreadableInput(f"{key}: an object is needed.")
    return value
