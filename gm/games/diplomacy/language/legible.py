"""Whether a player can name every province of a board in an order.

A map's words meet the words of the order language: a province called Via, or one abbreviated H,
could be ordered by nobody. Whether the server reads a name is tried, not guessed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gm.contract.language import Verdict
from gm.contract.orders import Order
from gm.games.diplomacy.language.mails import read_orders
from gm.games.diplomacy.readings import Context
from gm.games.diplomacy.rules.board import (
    Board,
    BorderKind,
    Entry,
    Location,
    Province,
    ProvinceId,
    Terrain,
)
from gm.games.diplomacy.rules.board_check import Fault, squeeze
from gm.games.diplomacy.rules.diplomacy import DiplomacyRules
from gm.games.diplomacy.rules.orders import Hold, Move
from gm.games.diplomacy.rules.phases import Phase, PhaseKind, Season
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.units import Unit, UnitKind
from gm.interpret.grammars import load_grammar

_SHORTEST = 2
"""Letters; a single one is a unit, an order or a power: `A`, `H`, `M`."""

_ASKED_ABOUT = 4
"""Letters; so short an alias that begins other names too is asked about, never guessed."""

_ORDER_WORDS = frozenset(
    "ARMY FLEET UNIT HOLD MOVE ATTACK SUPPORT CONVOY VIA RETREAT DISBAND BUILD WAIVE TO FROM AND "
    "OR NOT IF THEN ELSE UNLESS BRIDGE CONVERT DEMOLISH PAY RECEIVE POINTS".split()
)

_SEASON = Phase(1900, Season.SPRING, PhaseKind.MOVEMENT)


def unread_names(board: Board, rules: DiplomacyRules) -> tuple[Fault, ...]:
    """Return every name by which the server would not know a province in an order.

    Args:
        board: one without faults.
        rules: those of the game whose orders are read.
    """
    probe = _Probe(board, rules)
    places = [place for place in board.provinces.values() if place.entry is Entry.ALL]
    wrong = tuple(fault for place in places for fault in probe.faults(place, probe.is_taken))
    # Where a name is an order, orders with other names are not understood either.
    return wrong or tuple(
        fault for place in places for fault in probe.faults(place, probe.misread)
    )


class _Probe:
    """Tries the names of a board on the order language of a game."""

    def __init__(self, board: Board, rules: DiplomacyRules) -> None:
        self._board = board
        self._rules = rules
        self._power = next(iter(board.powers))
        # These fit several provinces: the player is asked which one he means.
        self._asked = {squeeze(word) for word in board.ambiguous}
        patterns = load_grammar(rules.grammar).patterns
        self._orders = [pattern for name, pattern in patterns if name in _ORDER_WORDS]
        self._powers = {
            squeeze(word): power
            for power in board.powers.values()
            for word in (power.id, power.name, power.adjective, *power.aliases)
        }

    def faults(
        self, place: Province, reason_of: Callable[[Province, str], str]
    ) -> Iterator[Fault]:
        """Yield what is wrong with the names of one province."""
        for word in dict.fromkeys((place.id, place.name, *place.aliases)):
            reason = "" if squeeze(word) in self._asked else reason_of(place, word)
            if reason:
                key = "aliases" if word in place.aliases else "name" if word == place.name else ""
                yield Fault(
                    f"provinces.{place.id}" + (f".{key}" if key else ""),
                    f"{word!r} cannot name a province in an order: {reason}",
                    "choose a longer word, one that orders do not use",
                    item=word,
                )

    def is_taken(self, place: Province, word: str) -> str:
        """Return what a word means in orders already, or ""."""
        letters = squeeze(word)
        if len(letters) < _SHORTEST:
            return "a single letter is taken for a unit or an order"
        power = self._powers.get(letters)
        if power is not None and word != place.id and place.id not in power.home:
            return f"it is the power {power.name}"
        if word != place.id and any(form.fullmatch(word) for form in self._orders):
            return "it is a word of the orders themselves"
        return ""

    def misread(self, place: Province, word: str) -> str:
        """Return which order with this name the server does not understand, or ""."""
        wrong = next(self._misread(place, word), None)
        return f"the server does not understand “{wrong}”" if wrong else ""

    def _misread(self, place: Province, word: str) -> Iterator[str]:
        """Yield the orders with this name that would be read as something else."""
        kind = UnitKind.FLEET if place.terrain is Terrain.SEA else UnitKind.ARMY
        here = Unit(self._power, kind, Location(place.id))
        text = f"{kind.value} {word} hold"
        if not self._reads(here, text, Hold(here.ref), word):
            yield text
        beside = _beside(self._board, place, kind)
        if beside is not None:
            there = Unit(self._power, kind, Location(beside))
            move = Move(there.ref, Location(place.id))
            text = f"{kind.value} {beside} - {word}"
            if not self._reads(there, text, move, word):
                yield text

    def _reads(self, unit: Unit, text: str, order: Order, word: str) -> bool:
        """Tell whether a line is read as an order; of a short name the player may be asked."""
        state = GameState(_SEASON, (unit,))
        where = Context(self._rules, state, self._board, unit.power)
        reading = read_orders([text], where)
        asks = {line.verdict for line in reading.lines} == {Verdict.AMBIGUOUS}
        return reading.orders == (order,) or (asks and len(squeeze(word)) <= _ASKED_ABOUT)


def _beside(board: Board, place: Province, kind: UnitKind) -> ProvinceId | None:
    """Return a province from which such a unit can move here without a word about coasts."""
    for border in place.ring:
        there = board.provinces[border.to]
        passes = (border.kind is BorderKind.SEA) == (kind is UnitKind.FLEET)
        dry = border.kind is not BorderKind.RIVER
        alike = (there.terrain is Terrain.SEA) == (kind is UnitKind.FLEET)
        if passes and dry and alike and there.entry is Entry.ALL:
            return there.id
    return None
