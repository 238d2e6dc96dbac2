"""Values of the rules as JSON text and back, without loss.

A value whose class depends on the game (an order, an event, a condition, what a mechanism keeps)
carries its class name under "type". Adding a class needs nothing here.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, TypeVar, get_args, get_origin

from cattrs import Converter
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn

from gm.errors import StoreError
from gm.rules.board import Location, PowerId, ProvinceId
from gm.rules.board_split import Split
from gm.rules.conditions import Condition
from gm.rules.draws import Draw
from gm.rules.events import Event
from gm.rules.orders import Order
from gm.rules.outcomes import Outcome
from gm.rules.parts import Part
from gm.rules.state import GameState
from gm.rules.units import Unit, UnitKind, UnitRef

T = TypeVar("T")

_BASES: tuple[type, ...] = (Order, Event, Part)


def _live(cls: type) -> bool:
    """Tell whether a class is the one its module holds; slots leave a ghost of the first form."""
    return getattr(sys.modules.get(cls.__module__), cls.__name__, None) is cls


def _family(base: type) -> Iterable[type]:
    cls: type
    for cls in base.__subclasses__():
        yield from _family(cls)
    if _live(base):
        yield base


@lru_cache(maxsize=8)
def _named(base: type) -> Mapping[str, type]:
    members: Iterable[type] = get_args(Condition) if base is object else _family(base)
    return {member.__name__: member for member in members}


def _is_tagged(cls: Any) -> bool:
    return isinstance(cls, type) and (issubclass(cls, _BASES) or cls in get_args(Condition))


def _is_frozenset(cls: Any) -> bool:
    return get_origin(cls) is frozenset


def _make() -> Converter:
    converter = Converter(forbid_extra_keys=True)
    converter.register_unstructure_hook_func(_is_tagged, _write_tagged)
    converter.register_structure_hook_func(_is_tagged, _read_tagged)
    converter.register_unstructure_hook_func(lambda cls: cls == Condition, _write_tagged)
    converter.register_structure_hook(Condition, lambda data, _: _read_one(data, object))
    converter.register_unstructure_hook_func(_is_frozenset, sorted)
    converter.register_unstructure_hook(Location, str)
    converter.register_structure_hook(Location, lambda text, _: _location(text))
    converter.register_structure_hook(UnitRef, lambda data, _: _unit_ref(**data))
    converter.register_structure_hook(Unit, lambda data, _: _unit(**data))
    converter.register_structure_hook(
        Split, lambda data, _: _split(data["province"], tuple(data["line"]), tuple(data["halves"]))
    )
    converter.register_structure_hook_func(_is_name, lambda text, _: sys.intern(text))
    return converter


def _is_name(cls: Any) -> bool:
    return cls is ProvinceId or cls is PowerId


def _write_tagged(value: object) -> dict[str, Any]:
    # A field says "an order"; what is written is the order it really holds.
    cls: type = type(value)
    return {"type": cls.__name__, **_writer(cls)(value)}


@lru_cache(maxsize=256)
def _writer(cls: type) -> Callable[[object], dict[str, Any]]:
    return make_dict_unstructure_fn(cls, _converter)


def _read_tagged(data: Any, cls: type) -> Any:
    base = next((base for base in _BASES if issubclass(cls, base)), object)
    return _read_one(data, base)


def _read_one(data: Any, base: type) -> Any:
    found = _named(base).get(data["type"])
    if found is None:
        _named.cache_clear()
        found = _named(base)[data["type"]]
    return _reader(found)({key: value for key, value in data.items() if key != "type"}, found)


@lru_cache(maxsize=256)
def _reader(cls: type) -> Callable[[Any, Any], Any]:
    return make_dict_structure_fn(cls, _converter)


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


_converter = _make()


def dump(value: object) -> str:
    """Return a value (or a list of values) of the rules as compact JSON text."""
    return json.dumps(_converter.unstructure(value), separators=(",", ":"), sort_keys=True)


def _load(text: str, cls: type[T]) -> T:
    try:
        return _converter.structure(json.loads(text), cls)
    except Exception as fault:
        raise StoreError(
            f"a stored {getattr(cls, '__name__', cls)} cannot be read: {fault}"
        ) from fault


@lru_cache(maxsize=64)
def load_state(text: str) -> GameState:
    """Return a stored position; StoreError if the text is none.

    Remembered, for a mail is acted on twice against one position: in rehearsal, and when it counts.
    """
    return _load(text, GameState)


@lru_cache(maxsize=16384)
def load_order(text: str, seat: str = "") -> Order:  # noqa: ARG001 - kept apart by it
    """Return a stored order; StoreError if the text is none.

    The same text of the same seat is the same value each time: the rules note on an order what
    they have looked up of it for the power that gave it.
    """
    return _load(text, Order)


def load_choices(text: str) -> tuple[tuple[Order, ...], ...]:
    """Return the stored orders of each choice of a question; StoreError if the text is none."""
    return _load(text, tuple[tuple[Order, ...], ...])


def load_events(text: str) -> tuple[Event, ...]:
    """Return stored events; StoreError if the text is none."""
    return _load(text, tuple[Event, ...])


def load_outcomes(text: str) -> tuple[Outcome, ...]:
    """Return stored outcomes; StoreError if the text is none."""
    return _load(text, tuple[Outcome, ...])


def load_draws(text: str) -> tuple[Draw, ...]:
    """Return stored draws; StoreError if the text is none."""
    return _load(text, tuple[Draw, ...])
