"""How positions, orders and events of Diplomacy are stored, and read back."""

from __future__ import annotations

import sys
from functools import lru_cache
from typing import Any, Final

from gm.app.codec import codec_for
from gm.contract.events import Event
from gm.contract.orders import Order
from gm.contract.stored import Form, Stored
from gm.games.diplomacy.rules.board import Location, PowerId, ProvinceId
from gm.games.diplomacy.rules.board_split import Split
from gm.games.diplomacy.rules.conditions import Condition
from gm.games.diplomacy.rules.outcomes import Outcome
from gm.games.diplomacy.rules.state import GameState, StatePart
from gm.games.diplomacy.rules.units import Unit, UnitKind, UnitRef

# The same places and units come again and again; one value of each is kept, so that a game's
# states and orders share them.


@lru_cache(maxsize=4096)
def _location(text: str) -> Location:
    province, _, coast = text.partition("/")
    return Location(ProvinceId(sys.intern(province)), coast.lower() or None)


@lru_cache(maxsize=8192)
def _unit_ref(kind: str, at: str) -> UnitRef:
    return UnitRef(UnitKind(kind), _location(at))


@lru_cache(maxsize=8192)
def _unit(power: str, kind: str, at: str) -> Unit:
    return Unit(PowerId(sys.intern(power)), UnitKind(kind), _location(at))


@lru_cache(maxsize=4096)
def _split(province: str, line: tuple[str, str], halves: tuple[str, str]) -> Split:
    first, second, one, two = (ProvinceId(sys.intern(name)) for name in (*line, *halves))
    return Split(ProvinceId(sys.intern(province)), (first, second), (one, two))


def _read_split(data: Any) -> Split:
    return _split(data["province"], tuple(data["line"]), tuple(data["halves"]))


STORED: Final = Stored(
    home="gm.games.diplomacy",
    state=GameState,
    outcome=Outcome,
    bases=(Order, Event, StatePart),
    unions=(Condition,),
    forms={
        Location: Form(_location, str),
        UnitRef: Form(lambda data: _unit_ref(**data)),
        Unit: Form(lambda data: _unit(**data)),
        Split: Form(_read_split),
    },
    names=(ProvinceId, PowerId),
)
"""What the codec has to know of Diplomacy's values."""

CODEC: Final = codec_for(STORED)
"""How its values are stored, as the shell has it."""

dump = CODEC.dump
load_state = CODEC.load_state
load_order = CODEC.load_order
load_choices = CODEC.load_choices
load_events = CODEC.load_events
load_outcomes = CODEC.load_outcomes
