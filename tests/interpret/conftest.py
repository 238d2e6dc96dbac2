"""Positions that order lines are read against."""

from collections.abc import Callable, Mapping

import pytest

from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.readings import Context
from gm.games.diplomacy.rules.board import Location, PowerId, ProvinceId, pair
from gm.games.diplomacy.rules.phases import Phase
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.units import Unit, UnitKind
from gm.games.diplomacy.rules.winter.bridges import Bridge, BridgePart
from gm.games.diplomacy.variants import VARIANTS, ruleset_for


def unit(text: str, power: str) -> Unit:
    """Return a unit from its canonical text."""
    kind, _, where = text.partition(" ")
    name, _, coast = where.partition("/")
    return Unit(PowerId(power), UnitKind(kind), Location(ProvinceId(name), coast.lower() or None))


def position(
    game: str,
    phase: str,
    power: str,
    units: Mapping[str, str],
    *,
    centres: Mapping[str, str] | None = None,
    bridges: tuple[str, ...] = (),
    keep_impossible: bool = False,
) -> Context:
    """Return what a line is read against; bridges as `KkW-Wat MUNSTER`."""
    board = load_board(VARIANTS[game].board_id)
    rules = ruleset_for(game, board, {})
    owned = {ProvinceId(place): PowerId(owner) for place, owner in (centres or {}).items()}
    state = GameState(Phase.parse(phase), centres=owned)
    state = state.with_units(unit(text, owner) for text, owner in units.items())
    if bridges:
        state = state.with_part(BridgePart(tuple(map(_bridge, bridges))))
    return Context(rules, state, rules.board_in(state), PowerId(power), keep_impossible)


def _bridge(text: str) -> Bridge:
    names, _, owner = text.partition(" ")
    first, _, second = names.partition("-")
    return Bridge(pair(ProvinceId(first), ProvinceId(second)), PowerId(owner))


@pytest.fixture(name="position")
def position_of() -> Callable[..., Context]:
    """Make a position: game, phase, power, units."""
    return position


@pytest.fixture
def at_the_start() -> Context:
    """Germany in Spring 1901, with a few more units about."""
    units = dict.fromkeys(("A MUN", "A BER", "F KIE", "F STP/SC", "A SIL", "F NTH"), "GERMANY")
    return position("standard", "S1901M", "GERMANY", {**units, "A PAR": "FRANCE"})
