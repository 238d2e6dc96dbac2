"""Seats that nobody fills when a game starts, and what becomes of their countries (Irish 3)."""

from __future__ import annotations

from dataclasses import dataclass

from gm.app.records import GameStatus
from gm.app.services import Services
from gm.app.table import rules_of
from gm.contract.draws import ScriptedDraws
from gm.contract.seats import SeatId
from gm.games.diplomacy.rules.board import Board, Entry, ProvinceId
from gm.games.diplomacy.rules.diplomacy import DiplomacyRules
from gm.games.diplomacy.rules.mechanics.changes import ChangesPart
from gm.games.diplomacy.rules.state import GameState
from gm.languages import listed
from gm.report.wording.counts import counted


@dataclass(frozen=True, slots=True)
class Closing:
    """What is closed with a seat that nobody fills.

    Args:
        seat: the seat; name: of its power.
        provinces: those that nobody can enter then; centres: the supply centres among them.
    """

    seat: SeatId
    name: str
    provinces: tuple[ProvinceId, ...]
    centres: tuple[ProvinceId, ...]

    def words(self, board: Board) -> str:
        """Return it in a sentence."""
        places = listed(board.province(place).name for place in self.provinces)
        centres = counted(len(self.centres), "supply centre") if self.centres else "no centre"
        return f"{self.name}: {places} ({centres})"


def may_stay_empty(rules: DiplomacyRules) -> bool:
    """Tell whether the rules say what becomes of a country that nobody plays."""
    return rules.meta.seats_min < len(rules.meta.seats)


def closings(rules: DiplomacyRules, seats: tuple[SeatId, ...]) -> tuple[Closing, ...]:
    """Return what each of these seats closes if nobody fills it: asked of the rules themselves."""
    return tuple(_closing(rules, seat) for seat in seats)


def _closing(rules: DiplomacyRules, seat: SeatId) -> Closing:
    state = rules.new_game(ScriptedDraws(), (seat,)).state
    board = rules.board_in(state)
    places = tuple(sorted(it.id for it in board.provinces.values() if it.entry is Entry.CLOSED))
    centres = tuple(place for place in places if rules.board.province(place).is_centre)
    return Closing(seat, rules.board.powers[SeatId(seat)].name, places, centres)


def is_closed_seat(state: GameState, seat: str) -> bool:
    """Tell whether a seat was left empty at the start, so that its country is closed."""
    return SeatId(seat) in state.part(ChangesPart).closed


def closings_of_game(services: Services, name: str) -> tuple[str, ...]:
    """Return what each empty seat of a game would close, a line each; nothing in other variants.

    Raises:
        NoSuchGame: there is none of that name.
    """
    with services.store.read() as transaction:
        game = transaction.game(name)
        empty = [seat.seat for seat in transaction.seats(game.id) if seat.person is None]
    rules = rules_of(services, game)
    if game.status is not GameStatus.FORMING or not may_stay_empty(rules):
        return ()
    found = closings(rules, tuple(map(SeatId, empty)))
    return tuple(closing.words(rules.board) for closing in found)
