"""A game laid out to be played: its record, its rules, its board and its open phase."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from gm.app.codec import Codec, codec_for
from gm.app.ports import Transaction
from gm.app.records import (
    GameRecord,
    GameStatus,
    Person,
    PhaseRecord,
    PhaseStatus,
    SeatRecord,
)
from gm.app.services import Services
from gm.app.settings.game_settings import house_settings_of
from gm.contract.draws import commitment
from gm.contract.facts import Due, GameFacts, HouseSetting
from gm.contract.game import Game
from gm.contract.orders import Order
from gm.contract.rules import Position, Request, Rules, Silence
from gm.contract.seats import SeatId
from gm.contract.stages import STANDING, Stage
from gm.errors import MapChanged, NotAllowed
from gm.interpret.seat_names import SeatNames, seat_names
from gm.mail.addresses import address_key


@dataclass(frozen=True, slots=True)
class Table:
    """A running game, as one transaction sees it.

    Whoever is handed the table is handed the ports with it: it is of no use outside of its transaction,
    but for what it says by itself.

    Args:
        services, transaction: the ports, those with which it was laid.
        game: its record; family: the games it is one of; rules: its own, with its settings.
        seats, phase: who plays it, and the phase it is at; state: the position of that.
    """

    services: Services = field(compare=False)
    transaction: Transaction = field(compare=False)
    game: GameRecord
    family: Game[Any, Any]
    rules: Rules[Any, Any]
    seats: tuple[SeatRecord, ...]
    phase: PhaseRecord
    state: Any

    @property
    def codec(self) -> Codec[Any, Any]:
        """How its positions, orders and facts are stored."""
        return codec_for(self.family.stored)

    @property
    def stage(self) -> Stage:
        """The stage that the game is at."""
        return self.rules.stage(self.state)

    @property
    def silence(self) -> Silence:
        """What comes of it when nobody answers."""
        return silence_of(self.rules, self.state)

    @property
    def position(self) -> Position[Any]:
        """The position with its rules."""
        return Position(self.rules, self.state)

    def wanted(self) -> tuple[Request, ...]:
        """Return what the game waits for, but for what the rules do by themselves if nobody orders."""
        return tuple(
            request
            for request in self.rules.pending(self.state)
            if request.required or self.rules.lacking(self.state, request.seat, {})
        )

    @property
    def names(self) -> SeatNames:
        """What its seats are called."""
        return seat_names(self.rules.seats)

    def filed(self, order: Order, stage: str = "") -> str:
        """Return what an order is filed under in a stage by its name; in the open one without."""
        named = stage and stage != STANDING
        return self.rules.filed(order, self.family.stage(stage) if named else self.stage)

    def stage_words(self, name: str = "") -> str:
        """Return a stage by its name as people call it; without one the stage the game is at."""
        return self.family.pages.stage(self.family.stage(name) if name else self.stage)

    def stage_open_words(self) -> str:
        """Return in words that the stage it is at is open."""
        return self.family.pages.stage_open(self.stage)

    def seat_words(self, seat: str) -> str:
        """Return the name of a seat as it stands in sentences."""
        return self.family.pages.seat(SeatId(seat), self.rules)

    def seat_name(self, seat: str) -> str:
        """Return the name of a seat as its game prints it."""
        return seat_name(self.rules, seat)

    def seat_named(self, text: str) -> SeatId | None:
        """Return which seat somebody means by a name, however it is written; None if none."""
        return self.family.language.seat(text, self.rules)

    def order_text(self, order: Order) -> str:
        """Return an order in its short form."""
        return self.family.language.text(order, self.position)

    def order_words(self, order: Order, stage: str = "") -> str:
        """Return an order in full words, in the language that is spoken."""
        return self.family.language.words(order, self.position, stage)

    def seats_of(self, person: Person) -> tuple[SeatId, ...]:
        """Return the powers a person plays."""
        return tuple(
            SeatId(seat.seat)
            for seat in self.seats
            if seat.person is not None and seat.person.id == person.id
        )

    def player(self, power: str) -> Person | None:
        """Return who plays a power."""
        return next((seat.person for seat in self.seats if seat.seat == power), None)


def rules_of(services: Services, game: GameRecord) -> Rules[Any, Any]:
    """Return a game's rules; VariantError or MapError if they cannot be had."""
    return family_of(services, game).rules(game.variant, game.options)


def chosen_options(rules: Rules[Any, Any], given: Mapping[str, str]) -> dict[str, str]:
    """Return the settings of a game's rules by name, the usual ones where others are not given."""
    return {option.name: given.get(option.name, option.default) for option in rules.meta.options}


def family_of(services: Services, game: GameRecord) -> Game[Any, Any]:
    """Return the family of games that a game is of; VariantError if there is none of its name."""
    return services.games.family_of(game.variant)


def codec_of(services: Services, game: GameRecord) -> Codec[Any, Any]:
    """Return how the positions, orders and facts of a game are stored."""
    return codec_for(family_of(services, game).stored)


def seat_name(rules: Rules[Any, Any], seat: str) -> str:
    """Return the name of a seat as its game prints it."""
    return next(other.name for other in rules.seats if other.id == seat)


def names_of(services: Services, game: GameRecord) -> SeatNames:
    """Return what the seats of a game are called, whether it has begun or not."""
    return seat_names(rules_of(services, game).seats)


def stage_at(services: Services, game: GameRecord, phase: PhaseRecord) -> Stage:
    """Return the stage that a phase of a game is, with the pace that its position gives it."""
    state = codec_of(services, game).load_state(phase.state)
    return rules_of(services, game).stage(state)


def silence_of(rules: Rules[Any, Any], state: Any) -> Silence:
    """Return what comes of it when nobody answers what a position asks for."""
    asked = rules.pending(state)
    return asked[0].silence if asked else Silence.DUE


def lay(services: Services, transaction: Transaction, game: GameRecord) -> Table:
    """Lay out a game; NotAllowed if it has no open phase."""
    phase = transaction.open_phase(game.id)
    if phase is None:
        raise NotAllowed(f"Game {game.name} is {game.status.value}: no orders are asked for.")
    return table_at(services, transaction, game, phase)


def table_at(
    services: Services, transaction: Transaction, game: GameRecord, phase: PhaseRecord
) -> Table:
    """Lay out a game as it was at the start of one of its phases.

    Raises:
        MapChanged: the phase is still to be resolved, and its board is another one by now.
    """
    rules, seats = rules_of(services, game), transaction.seats(game.id)
    _must_be_the_same(game, phase, rules.meta.data_digest)
    family = family_of(services, game)
    state = codec_for(family.stored).load_state(phase.state)
    return Table(services, transaction, game, family, rules, seats, phase, state)


_FIRST_ORDERS: Final = "first-orders"


def _must_be_the_same(game: GameRecord, phase: PhaseRecord, digest: str) -> None:
    """Refuse to play a phase on another board than that on which it was opened."""
    if phase.status is PhaseStatus.RESOLVED or phase.board_digest in ("", digest):
        return
    raise MapChanged(
        f"What {game.name} is played with was changed: {phase.name} was opened with files of the "
        f"digest {phase.board_digest[:12]}, and {digest[:12]} lie there now. Put the old ones "
        f"back, or play on with the new ones: gm map accept {game.name}"
    )


def gm_plays(game: GameRecord, seats: Iterable[SeatRecord]) -> bool:
    """Tell whether the GM of a game holds one of its seats."""
    return bool(gm_seats(game, seats))


def gm_seats(game: GameRecord, seats: Iterable[SeatRecord]) -> tuple[SeatId, ...]:
    """Return the seats of a game that its GM plays himself."""
    address = address_key(game.gm_address)
    return tuple(
        SeatId(seat.seat)
        for seat in seats
        if seat.person is not None and address_key(seat.person.address) == address
    )


def is_sealed_to_gm(table: Table, seat: str) -> bool:
    """Tell whether the GM, who plays himself, may not see how far a seat's orders are.

    He sees those of his own seats, and of a phase that is resolved everybody's.
    """
    if table.phase.status is PhaseStatus.RESOLVED or not gm_plays(table.game, table.seats):
        return False
    records = (seat_record for seat_record in table.seats if seat_record.seat == seat)
    return not gm_plays(table.game, records)


def game_view(table: Table) -> GameFacts:
    """Return what every mail of the game says about it."""
    return view_at(table.services, table.game, table.rules, table.seats)


def view_at(
    services: Services,
    game: GameRecord,
    rules: Rules[Any, Any],
    seats: Iterable[SeatRecord],
) -> GameFacts:
    """Return what is said about a game that need not have begun."""
    players = {SeatId(seat.seat): seat.person.name for seat in seats if seat.person is not None}
    return GameFacts(
        name=game.name,
        commitment=commitment(game.seed) if rules.meta.chance else "",
        meta=rules.meta,
        pages=family_of(services, game).pages,
        seats=rules.seats,
        players=players,
        gm_name=game.gm_name,
        gm_address=game.gm_address,
        order_address=services.identity.game_address(game.name),
        time_zone=game.time_zone,
        options=game.options,
        keep_impossible=game.keep_impossible,
        lengths=game.lengths,
        house=_house(game, rules),
        picture_host=services.identity.host if services.mail_pictures else "",
    )


def _house(game: GameRecord, rules: Rules[Any, Any]) -> tuple[HouseSetting, ...]:
    """Return the settings of a game, without the one whose default its rules go beyond.

    Where the rules wait for every power's first orders, it is not said that nobody is waited for.
    """
    settings = house_settings_of(game)
    if not rules.meta.first_waits:
        return settings
    return tuple(
        setting
        for setting in settings
        if setting.name != _FIRST_ORDERS or setting.value != setting.default
    )


def due_view(table: Table, orders: Mapping[SeatId, tuple[Order, ...]]) -> Due:
    """Return what is asked for, of whom, and by when, given the orders that stand."""
    rules, state = table.rules, table.state
    asked = tuple(request.seat for request in rules.pending(state))
    ahead = rules.ahead(state)
    slots = {SeatId(seat): rules.lacking(state, seat, orders) for seat in asked}
    powers = tuple(SeatId(seat) for seat in asked)
    held = table.phase.status is PhaseStatus.HELD
    return Due(
        table.stage,
        table.phase.deadline,
        slots,
        powers,
        held,
        closed=is_closed(table.phase),
        later=ahead[0].stage if ahead else None,
        joint=any(wanted.closes_with for wanted in ahead),
        closes=table.phase.closes_at,
        paused=table.game.status is GameStatus.PAUSED,
        untimed=table.silence is not Silence.DUE,
        abandoned=table.silence is Silence.ABANDONS,
    )


def survivors(table: Table) -> tuple[SeatId, ...]:
    """Return the powers that are still in the game, in the order of the board."""
    return table.rules.fate(table.state).playing


def is_out(table: Table, power: SeatId) -> bool:
    """Tell whether a power has been eliminated, or has nothing left by which it would not be.

    A seat that was closed at the start has never been in the game (Irish 3).
    """
    return power not in survivors(table)


def voters(table: Table) -> tuple[SeatId, ...]:
    """Return the powers still in the game that somebody plays."""
    return tuple(power for power in survivors(table) if table.player(power) is not None)


def silent_powers(table: Table, given: Mapping[SeatId, tuple[Order, ...]]) -> tuple[SeatId, ...]:
    """Return who sent nothing although there was something to order."""
    return tuple(request.seat for request in table.wanted() if not given.get(request.seat))


def is_closed(phase: PhaseRecord) -> bool:
    """Tell whether an open phase was due when it opened: it takes no orders and is resolved."""
    return phase.status is PhaseStatus.OPEN and came_closed(phase)


def came_closed(phase: PhaseRecord) -> bool:
    """Tell whether nobody could mail orders to a phase while it was open."""
    return phase.deadline <= phase.opened_at
