"""What the players of a soak write: orders for the phase that is open, and some other mail.

Orders are chosen at random among those the rules take, so that the audit knows what must stand in
the book afterwards: every order of the last mail of a power in a phase.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from benchmarks.order_mails import order_mail
from gm.app.ports import Transaction
from gm.app.records import GameRecord, PhaseRecord, SeatRecord
from gm.app.services import Services
from gm.app.table import rules_of
from gm.contract.orders import Order
from gm.contract.seats import SeatId
from gm.games.diplomacy.rules.board import Board, Location, PowerId, army_moves, fleet_moves
from gm.games.diplomacy.rules.diplomacy import DiplomacyRules
from gm.games.diplomacy.rules.orders import Build, Disband, Hold, Move, Retreat, Support, replaces
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.units import Unit, UnitKind, UnitRef
from gm.games.diplomacy.stored import load_state
from gm.games.diplomacy.wording.notation import in_words, order_text
from gm.mail.threads import phase_root


class Intent(Enum):
    """What a mail is sent for."""

    ORDERS = "orders"
    NOTHING = "nothing"  # a player's mail without orders: it is refused with a reason
    STRANGER = "stranger"  # orders from somebody who holds no seat: likewise
    MACHINE = "machine"  # an answer of a machine: it is never answered
    UNPROVEN = "unproven"  # a question of a player without any proof: held until he says yes
    YES = "yes"  # his yes


USUAL = (Intent.ORDERS, Intent.NOTHING, Intent.STRANGER, Intent.MACHINE)


@dataclass(frozen=True, slots=True)
class Sent:
    """A mail as it was sent, with what it must bring about.

    Args:
        number: the phase it was written in.
        orders: what it orders, each by the key it replaces others by and its canonical text.
        names_phase: it is a reply to the mail that opened its phase, and counts for no other.
    """

    raw: bytes
    sender: str
    recipient: str
    intent: Intent
    game: str
    number: int
    power: str
    orders: tuple[tuple[str, str], ...] = ()
    names_phase: bool = False


class Players:
    """The players of every game of a server, who write when they are asked to."""

    def __init__(self, services: Services, chance: random.Random) -> None:
        self._services = services
        self._chance = chance
        self._written = 0
        self._answered: set[str] = set()

    def write(self) -> Sent | None:
        """Write one mail by anybody; None if no game has an open phase."""
        with self._services.store.read() as transaction:
            tables = list(_open_tables(transaction))
            if not tables:
                return None
            game, phase, seats = self._chance.choice(tables)
            ordered = {order.seat for order in transaction.active_orders(phase.id)}
        self._written += 1
        rules, state = rules_of(self._services, game), load_state(phase.state)
        asked = {request.seat for request in rules.pending(state)}
        able = [one for one in seats if one.seat in asked]
        # Mostly those write who have not yet; some Republic winters wait for everybody.
        silent = [one for one in able if one.seat not in ordered]
        seat = self._chance.choice(silent if silent and self._chance.random() < 0.7 else able)
        intent = self._chance.choices(USUAL, (90, 3, 3, 4))[0]
        return self._mail(game, phase, seat, intent, rules, state)

    def write_all(self) -> list[Sent]:
        """Write a mail of orders for every power that is asked for some."""
        with self._services.store.read() as transaction:
            tables = list(_open_tables(transaction))
        written = []
        for game, phase, seats in tables:
            rules, state = rules_of(self._services, game), load_state(phase.state)
            asked = {request.seat for request in rules.pending(state)}
            for seat in (one for one in seats if one.seat in asked):
                self._written += 1
                written.append(self._mail(game, phase, seat, Intent.ORDERS, rules, state))
        return written

    def _mail(
        self,
        game: GameRecord,
        phase: PhaseRecord,
        seat: SeatRecord,
        intent: Intent,
        rules: DiplomacyRules,
        state: GameState,
    ) -> Sent:
        assert seat.person is not None
        host, power = self._services.identity.host, seat.seat
        to, sender = self._reply_address(game, power), seat.person.address
        if intent is Intent.STRANGER:
            to = self._services.identity.game_address(game.name)
            sender = f"stranger-{self._written}@example.net"
        orders = self._orders(rules, state, PowerId(power)) if intent is not Intent.NOTHING else ()
        if intent is Intent.ORDERS and not orders:
            intent = Intent.NOTHING
        names_phase = intent is Intent.ORDERS and self._chance.random() < 0.5
        raw = order_mail(self._written, sender, to, self._lines(rules.board, orders))
        head = b"Auto-Submitted: auto-replied\r\n" if intent is Intent.MACHINE else b""
        if names_phase:
            head += f"In-Reply-To: {phase_root(host, game.name, phase.number, power)}\r\n".encode()
        keyed = tuple((_key(order, state.phase.kind), order_text(order)) for order in orders)
        return Sent(
            head + raw, sender, to, intent, game.name, phase.number, power, keyed, names_phase
        )

    def _reply_address(self, game: GameRecord, power: str) -> str:
        """Return the address that a power's player replies to, with the secret of the seat."""
        with self._services.store.read() as transaction:
            token = transaction.token(game.id, power)
        assert token is not None, "the game has begun, and everybody has had mail"
        box, _, host = self._services.identity.game_address(game.name).partition("@")
        return f"{box}.{token.token}@{host}"

    def write_unproven(self) -> Sent | None:
        """Ask how things stand, as a player who writes to the open address of his game."""
        with self._services.store.read() as transaction:
            tables = list(_open_tables(transaction))
        if not tables:
            return None
        game, phase, seats = self._chance.choice(tables)
        seat = self._chance.choice(seats)
        assert seat.person is not None
        self._written += 1
        to, sender = self._services.identity.game_address(game.name), seat.person.address
        raw = order_mail(self._written, sender, to, ["STATUS"])
        return Sent(raw, sender, to, Intent.UNPROVEN, game.name, phase.number, seat.seat)

    def write_yes(self) -> list[Sent]:
        """Answer every question about a mail that was held, once."""
        with self._services.store.read() as transaction:
            asked = [one for one in transaction.confirmations() if one.code not in self._answered]
            people = {one.person_id: transaction.person_by_id(one.person_id) for one in asked}
        written = []
        for one in asked:
            self._answered.add(one.code)
            self._written += 1
            person, identity = people[one.person_id], self._services.identity
            assert person is not None
            box, _, host = identity.server_address.partition("@")
            to = f"{box}{identity.delimiter}ok.{one.code}@{host}"
            raw = order_mail(self._written, person.address, to, ["Yes"])
            written.append(Sent(raw, person.address, to, Intent.YES, "", 0, ""))
        return written

    def _lines(self, board: Board, orders: Sequence[Order]) -> list[str]:
        if not orders:
            return ["Good evening! I am still thinking about it."]
        return [self._chance.choice((order_text, in_words))(order, board) for order in orders]

    def _orders(
        self, rules: DiplomacyRules, state: GameState, power: PowerId
    ) -> tuple[Order, ...]:
        match state.phase.kind:
            case PhaseKind.MOVEMENT:
                return tuple(self._move(rules, state, unit) for unit in state.units_of(power))
            case PhaseKind.RETREAT:
                return tuple(
                    Retreat(one.unit.ref, self._chance.choice(one.retreats))
                    if one.retreats and self._chance.random() < 0.8
                    else Disband(one.unit.ref)
                    for one in state.dislodged
                    if one.unit.power == power
                )
            case _:
                return self._winter(rules, state, power)

    def _move(self, rules: DiplomacyRules, state: GameState, unit: Unit) -> Order:
        board, chance = rules.board_in(state), self._chance
        if unit.kind is UnitKind.ARMY:
            places = [Location(place) for place in sorted(army_moves(board, unit.at.province))]
        else:
            places = sorted(fleet_moves(board, unit.at), key=str)
        wishes: list[Order] = [Move(unit.ref, place) for place in chance.sample(places, 1)]
        wishes += [Support(unit.ref, chance.choice(state.units).ref)]
        wish = chance.choice([*wishes, wishes[0], wishes[0]])
        return next(iter(_legal(rules, state, unit.power, [wish])), Hold(unit.ref))

    def _winter(
        self, rules: DiplomacyRules, state: GameState, power: PowerId
    ) -> tuple[Order, ...]:
        """Return the builds or removals asked for; a build that is not asked for is not given."""
        slots = rules.open_slots(state, SeatId(power), ())
        homes = [place for place in rules.board.powers[power].home if not state.unit_in(place)]
        kinds = [self._chance.choice(list(UnitKind)) for _ in homes]
        pairs = zip(kinds, homes, strict=True)
        builds: list[Order] = [Build(UnitRef(kind, Location(home))) for kind, home in pairs]
        removals: list[Order] = [Disband(unit.ref) for unit in state.units_of(power)]
        wishes = builds if "build" in slots else removals if slots else []
        self._chance.shuffle(wishes)
        return _legal(rules, state, power, wishes[: len(slots)])


def _open_tables(
    transaction: Transaction,
) -> Iterator[tuple[GameRecord, PhaseRecord, tuple[SeatRecord, ...]]]:
    for game in transaction.games():
        phase = transaction.open_phase(game.id)
        if phase is not None:
            yield game, phase, transaction.seats(game.id)


def _legal(
    rules: DiplomacyRules, state: GameState, power: PowerId, wishes: Sequence[Order]
) -> tuple[Order, ...]:
    checked = rules.check(state, SeatId(power), wishes)
    return tuple(one.order for one in checked if one.refused is None)


def _key(order: Order, kind: PhaseKind) -> str:
    name, place = replaces(order, kind)
    return f"{name} {place}" if place else name
