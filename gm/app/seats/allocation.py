"""Who gets which power of a game that is forming: by preferences, by lot, or as the GM says.

A game that is set so begins by itself once so many ask to play as it has free seats.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from munkres import Munkres

from gm.app.journal import note
from gm.app.mail_out.reasons import Words
from gm.app.ports import JournalTransaction, Transaction
from gm.app.records import GameRecord, GameStatus, JournalKind, SeatRecord
from gm.app.seats.joining import Applicant, applicants_of
from gm.app.seats.seat_changes import seat_person
from gm.app.seats.seat_letters import send_letter, tell_gm, ways_of
from gm.app.seats.wishes import Wishes, wishes_words
from gm.app.services import Services
from gm.app.settings.game_settings import settings_of
from gm.app.settings.setting_kinds import Allocation, Start
from gm.app.setup.starting import start_full
from gm.app.table import family_of, names_of, rules_of
from gm.contract.draws import Draw, Draws, SeededDraws
from gm.contract.rules import Position, Rules
from gm.contract.seats import SeatId
from gm.errors import NotAllowed
from gm.json_answers import in_json
from gm.languages import gettext
from gm.report.pages.letter_page import LetterView

_NEVER: Final = 1_000_000
"""More than all ranks of any game together."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """Somebody to be seated: by what he is drawn, unique, and what he would play."""

    label: str
    wishes: Wishes = ()


@dataclass(frozen=True, slots=True)
class Allocated:
    """Who gets what: seats by label. draws: the lots that were drawn for it, in their order."""

    seats: Mapping[str, str]
    draws: tuple[Draw, ...]


def by_lot(asking: Sequence[Candidate], seats: Sequence[str], draws: Draws) -> Allocated:
    """Give each seat, in the order of the rules, to one who is drawn from those without one.

    Where there are more seats than players each player draws a seat instead.
    """
    given: dict[str, str] = {}
    drawn: list[Draw] = []
    if len(seats) > len(asking):
        for applicant in asking:
            rest = [seat for seat in seats if seat not in given.values()]
            drawn.append(draws.draw(f"allocation {applicant.label}", rest))
            given[applicant.label] = drawn[-1].chosen
        return Allocated(given, tuple(drawn))
    for seat in seats:
        labels = [seeker.label for seeker in asking if seeker.label not in given]
        drawn.append(draws.draw(f"allocation {seat}", labels))
        given[drawn[-1].chosen] = seat
    return Allocated(given, tuple(drawn))


def by_preferences(asking: Sequence[Candidate], seats: Sequence[str], draws: Draws) -> Allocated:
    """Give players their powers so that the sum of ranks is least; no more players than seats."""
    drawn = (
        *_order(draws, "player", [applicant.label for applicant in asking]),
        *_order(draws, "power", seats),
    )
    order = [draw.chosen for draw in drawn]
    players = sorted(asking, key=lambda applicant: order.index(applicant.label))
    powers = sorted(seats, key=order.index)
    costs = [[rank_of(player.wishes, power) for power in powers] for player in players]
    least = _sum(costs)
    for row in costs:
        _fix(costs, row, least)
    pairs = Munkres().compute(costs)
    return Allocated({players[row].label: powers[column] for row, column in pairs}, drawn)


def rank_of(wishes: Wishes, power: str) -> int:
    """Return how dear a power is to somebody: 0 for his first choice; behind all for the rest."""
    ranks = (at for at, equal in enumerate(wishes) if power in equal)
    return next(ranks, len(wishes))


def _order(draws: Draws, what: str, names: Sequence[str]) -> Iterator[Draw]:
    """Draw names into an order, each from those that are left."""
    rest = list(names)
    for at in range(1, len(names) + 1):
        drawn = draws.draw(f"allocation {what} {at}", rest)
        rest.remove(drawn.chosen)
        yield drawn


def _fix(costs: list[list[int]], row: list[int], least: int) -> None:
    """Leave a player nothing but the dearest power by which the sum stays least."""
    before = list(row)
    for chosen in sorted(range(len(before)), key=lambda at: (before[at], at)):
        row[:] = [cost if at == chosen else _NEVER for at, cost in enumerate(before)]
        if _sum(costs) == least:
            return


def _sum(costs: Sequence[Sequence[int]]) -> int:
    """Return the least sum of ranks that can be had."""
    return sum(costs[row][column] for row, column in Munkres().compute(costs))


@dataclass(frozen=True, slots=True)
class AllocatedSeat:
    """A seat that an applicant gets: which, who, what he wished, how dear it is to him.

    Args:
        rank: 1 for his first choice; 0 where he named none.
    """

    seat: str
    name: str
    address: str
    wishes: str
    rank: int


def _lots(draws: tuple[Draw, ...]) -> list[dict[str, str]]:
    return [{"label": draw.label, "chosen": draw.chosen} for draw in draws]


@dataclass(frozen=True, slots=True)
class Plan:
    """An allocation, made or to be made.

    Args:
        game: its name. given: who gets what, in the order of the seats.
        waiting: who asked and gets no seat; free: seats that stay free.
        draws: the lots that were drawn.
    """

    game: str
    given: tuple[AllocatedSeat, ...]
    waiting: tuple[str, ...]
    free: tuple[str, ...]
    draws: tuple[Draw, ...] = field(metadata=in_json(made=_lots))


def plan_allocation(services: Services, game_name: str) -> Plan:
    """Return who would get which power now; nothing is changed and nobody is told.

    Raises:
        NoSuchGame: there is none of that name.
        NotAllowed: the game has begun, its GM gives out the seats, or nobody asks for one.
    """
    with services.store.read() as transaction:
        game = transaction.game(game_name)
        return _plan(services, transaction, game)[0]


def allocate(services: Services, game_name: str) -> Plan:
    """Give out the seats, and mail everybody his power, the rules, the position and an example.

    Raises:
        NoSuchGame, NotAllowed: as `plan_allocation` does.
    """
    with services.store.write() as transaction:
        return allocate_in(services, transaction, transaction.game(game_name))


def allocate_in(services: Services, transaction: Transaction, game: GameRecord) -> Plan:
    """Give out the seats in a transaction; NotAllowed."""
    plan, chosen = _plan(services, transaction, game)
    _note(services, transaction, game, plan)
    rules = rules_of(services, game)
    for seat, applicant in chosen:
        saved = seat_person(services, transaction, game, seat, applicant.person, author="gm")
        _tell(services, transaction, game, rules, saved)
    return plan


def _plan(
    services: Services, transaction: Transaction, game: GameRecord
) -> tuple[Plan, list[tuple[SeatRecord, Applicant]]]:
    if game.status is not GameStatus.FORMING:
        raise NotAllowed(
            gettext("Game {game} has begun: its seats have been given out.", game=game.name)
        )
    policy = settings_of(game).allocation
    if policy is Allocation.GM:
        raise NotAllowed(
            gettext(
                "In {game} you give out the seats yourself, with `gm player add {game} "
                "POWER NAME ADDRESS`; the setting allocation says so.",
                game=game.name,
            )
        )
    free = [
        seat_record for seat_record in transaction.seats(game.id) if seat_record.person is None
    ]
    waiting = applicants_of(services, transaction, game)
    if not free or not waiting:
        if free:
            raise NotAllowed(gettext("Nobody asks for a seat in {game}.", game=game.name))
        raise NotAllowed(gettext("No seat is free in {game}.", game=game.name))
    chosen = waiting[: len(free)]
    labels = _labels(chosen)
    made = _made(game, policy, labels, chosen, [seat_record.seat for seat_record in free])
    by_seat = {seat: chosen[labels.index(label)] for label, seat in made.seats.items()}
    names = names_of(services, game)
    pairs = [(seat, by_seat[seat.seat]) for seat in free if seat.seat in by_seat]
    given = tuple(
        AllocatedSeat(
            seat.seat,
            candidate.person.name,
            candidate.person.address,
            wishes_words(candidate.wishes, names),
            rank_of(candidate.wishes, seat.seat) + 1 if candidate.wishes else 0,
        )
        for seat, candidate in pairs
    )
    plan = Plan(
        game.name,
        given,
        tuple(applicant.person.name for applicant in waiting[len(free) :]),
        tuple(seat.seat for seat in free if seat.seat not in by_seat),
        made.draws,
    )
    return plan, pairs


def _labels(chosen: Sequence[Applicant]) -> list[str]:
    """Return by what each is drawn: his name, with a number where it is somebody else's too."""
    names = [applicant.person.name for applicant in chosen]
    return [
        name if names.count(name) == 1 else f"{name} ({names[: at + 1].count(name)})"
        for at, name in enumerate(names)
    ]


def _made(
    game: GameRecord,
    policy: Allocation,
    labels: Sequence[str],
    chosen: Sequence[Applicant],
    seats: Sequence[str],
) -> Allocated:
    asking = [
        Candidate(label, applicant.wishes) for label, applicant in zip(labels, chosen, strict=True)
    ]
    draws = SeededDraws(bytes.fromhex(game.seed))
    give = by_lot if policy is Allocation.RANDOM else by_preferences
    return give(asking, seats, draws)


def _note(
    services: Services, transaction: JournalTransaction, game: GameRecord, plan: Plan
) -> None:
    given = "; ".join(f"{entry.name}: {entry.seat}" for entry in plan.given)
    data = {"draws": [{"label": draw.label, "chosen": draw.chosen} for draw in plan.draws]}
    text = f"The seats were given out. {given}."
    now, kind = services.clock.now(), JournalKind.SEATS_ALLOCATED
    note(transaction, now, kind, text, game_id=game.id, author="gm", public=True, data=data)


def _tell(
    services: Services,
    transaction: Transaction,
    game: GameRecord,
    rules: Rules[Any, Any],
    seat: SeatRecord,
) -> None:
    """Mail a player of a game that has not begun his power, the first position and the rules."""
    person, power = seat.person, SeatId(seat.seat)
    if person is None:
        return
    pages = family_of(services, game).pages
    name = pages.seat(power, rules)
    state = rules.new_game(SeededDraws(bytes.fromhex(game.seed)), ()).state

    def view() -> LetterView:
        return LetterView(
            gettext("You play {name}", name=name),
            (
                gettext(
                    "Dear {person}, you play {name} in {game}, a game of {title}.",
                    person=person.name,
                    name=name,
                    game=game.name,
                    title=rules.meta.title,
                ),
                (
                    gettext(
                        "Nothing is to be done yet. The game begins with a mail that has the "
                        "first deadline; orders are an answer to it. Below are the first "
                        "position and the rules, so that you can make plans."
                    )
                ),
            ),
            steps=(
                (
                    gettext(
                        "If you cannot play after all: reply with LEAVE {game}, on a line of "
                        "its own, before it begins.",
                        game=game.name,
                    )
                ),
            ),
            shown=pages.placed(Position(rules, state), power),
            ways=ways_of(services, game),
        )

    token = transaction.token(game.id, seat.seat)
    key = f"seated {game.name} {seat.seat} {token.id if token else 0}"
    send_letter(services, transaction, person, key, view, game)


def begin_if_full(services: Services, transaction: Transaction, game: GameRecord) -> bool:
    """Give out the seats and begin a game that is full; False if it is not, or its GM begins it."""
    settings = settings_of(game)
    if game.status is not GameStatus.FORMING or settings.start is not Start.FULL:
        return False
    free = sum(seat.person is None for seat in transaction.seats(game.id))
    waiting = len(applicants_of(services, transaction, game))
    if settings.allocation is Allocation.GM or not waiting or waiting < free:
        return False
    plan = allocate_in(services, transaction, game)
    begun = start_full(services, transaction, game)
    given = "; ".join(f"{entry.seat}: {entry.name}" for entry in plan.given)

    def words() -> Words:
        text = gettext(
            "Every seat is filled, so the seats were given out and {phase} is open. {seats}.",
            phase=begun.phase.name,
            seats=given,
        )
        return gettext("the game has begun"), (text,)

    tell_gm(services, transaction, game, f"full {game.name}", words)
    return True
