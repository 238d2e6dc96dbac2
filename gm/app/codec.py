"""Values of a game as JSON text and back, without loss.

Each game has a codec of its own, made of what its room says of its values. A value whose class
depends on the game (an order, an event, what a mechanism keeps) carries its class name under "type";
the name is looked up among the classes of that game alone. Adding a class needs nothing here.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache, partial
from typing import Any, Final, Generic, TypeVar, get_args, get_origin

from cattrs import Converter
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override

from gm.app.records import OrderRecord
from gm.contract.draws import Draw
from gm.contract.events import Event
from gm.contract.orders import Order
from gm.contract.seats import SeatId
from gm.contract.stored import Form, Stored
from gm.errors import StoreError

# A game's own types: of its position, and of what became of an order.
S = TypeVar("S")
R = TypeVar("R")

_CONTRACT: Final = "gm.contract"
"""Where the classes are that all games share."""


class Codec(Generic[S, R]):
    """How one game's values are stored.

    Args:
        stored: what its room says of them.
    """

    def __init__(self, stored: Stored[S, R]) -> None:
        self._stored = stored
        self._named: dict[object, Mapping[str, type]] = {}
        self._writer = lru_cache(maxsize=256)(self._make_writer)
        self._reader = lru_cache(maxsize=256)(self._make_reader)
        self._converter = self._make()
        # A mail is acted on twice against one position: in rehearsal, and when it counts.
        self._state = lru_cache(maxsize=64)(self._state_of)
        self._order = lru_cache(maxsize=16384)(self._order_of)

    def dump(self, value: object) -> str:
        """Return a value (or a list of values) of the game as compact JSON text."""
        plain = self._converter.unstructure(value)
        return json.dumps(plain, separators=(",", ":"), sort_keys=True)

    def load_state(self, text: str) -> S:
        """Return a stored position; StoreError if the text is none."""
        return self._state(text)

    def load_order(self, text: str) -> Order:
        """Return a stored order, the same text being the same value; StoreError if it is none."""
        return self._order(text)

    def drafts(self, records: Iterable[OrderRecord]) -> dict[SeatId, tuple[Order, ...]]:
        """Return the orders that stand, by seat, in the sequence they were given."""
        orders: dict[SeatId, tuple[Order, ...]] = {}
        for record in records:
            seat = SeatId(record.seat)
            orders[seat] = (*orders.get(seat, ()), self.load_order(record.order))
        return orders

    def load_choices(self, text: str) -> tuple[tuple[Order, ...], ...]:
        """Return the stored orders of each choice of a question; StoreError if the text is none."""
        choices: tuple[tuple[Order, ...], ...] = self._load(text, tuple[tuple[Order, ...], ...])
        return choices

    def load_events(self, text: str) -> tuple[Event, ...]:
        """Return stored events; StoreError if the text is none."""
        events: tuple[Event, ...] = self._load(text, tuple[Event, ...])
        return events

    def load_outcomes(self, text: str) -> tuple[R, ...]:
        """Return stored outcomes; StoreError if the text is none."""
        kind: Any = self._stored.outcome
        outcomes: tuple[R, ...] = self._load(text, tuple[kind, ...])
        return outcomes

    def _state_of(self, text: str) -> S:
        state: S = self._load(text, self._stored.state)
        return state

    def _order_of(self, text: str) -> Order:
        order: Order = self._load(text, Order)
        return order

    def _load(self, text: str, cls: Any) -> Any:
        return _load(self._converter, text, cls)

    def _make(self) -> Converter:
        stored, converter = self._stored, Converter(forbid_extra_keys=True)
        converter.register_unstructure_hook_func(self._is_tagged, self._write_tagged)
        converter.register_structure_hook_func(self._is_tagged, self._read_tagged)
        for union in stored.unions:
            converter.register_unstructure_hook_func(partial(_is, union), self._write_tagged)
            converter.register_structure_hook_func(partial(_is, union), self._read_union)
        converter.register_unstructure_hook_func(_is_frozenset, sorted)
        converter.register_unstructure_hook(Draw, _draw_writer(converter))
        for cls, form in stored.forms.items():
            if form.write is not None:
                converter.register_unstructure_hook(cls, form.write)
            converter.register_structure_hook(cls, _reading(form))
        converter.register_structure_hook_func(self._is_name, lambda text, _: sys.intern(text))
        return converter

    def _is_name(self, cls: Any) -> bool:
        return any(cls is name for name in self._stored.names)

    def _is_tagged(self, cls: Any) -> bool:
        if not isinstance(cls, type):
            return False
        if issubclass(cls, self._stored.bases):
            return True
        return any(cls in get_args(union) for union in self._stored.unions)

    def _write_tagged(self, value: object) -> dict[str, Any]:
        # A field says "an order"; what is written is the order it really holds.
        cls: type = type(value)
        return {"type": cls.__name__, **self._writer(cls)(value)}

    def _make_writer(self, cls: type) -> Callable[[object], dict[str, Any]]:
        return make_dict_unstructure_fn(cls, self._converter)

    def _read_tagged(self, data: Any, cls: type) -> Any:
        bases = (base for base in self._stored.bases if issubclass(cls, base))
        return self._read_one(data, next(bases, None) or self._union_of(cls))

    def _read_union(self, data: Any, union: Any) -> Any:
        return self._read_one(data, union)

    def _union_of(self, cls: type) -> object:
        return next(union for union in self._stored.unions if cls in get_args(union))

    def _read_one(self, data: Any, family: object) -> Any:
        kind = self._named.get(family, {}).get(data["type"])
        if kind is None:
            # The module of a class may have been imported since.
            self._named[family] = {cls.__name__: cls for cls in self._members(family)}
            kind = self._named[family][data["type"]]
        return self._reader(kind)(
            {key: value for key, value in data.items() if key != "type"}, kind
        )

    def _make_reader(self, cls: type) -> Callable[[Any, Any], Any]:
        return make_dict_structure_fn(cls, self._converter)

    def _members(self, family: object) -> Iterable[type]:
        """Return the classes of a union, or those of this game that have a base."""
        if not isinstance(family, type):
            return get_args(family)
        homes = (self._stored.home, _CONTRACT)
        return (cls for cls in _live_family(family) if _is_at_home(cls, homes))


@lru_cache(maxsize=64)
def codec_for(stored: Stored[S, R]) -> Codec[S, R]:
    """Return the codec of a game, of which there is one."""
    return Codec(stored)


def _is(union: object, cls: object) -> bool:
    return cls == union


def _is_frozenset(cls: Any) -> bool:
    return get_origin(cls) is frozenset


def _reading(form: Form) -> Callable[[Any, Any], Any]:
    return lambda data, _: form.read(data)


def _is_at_home(cls: type, homes: Iterable[str]) -> bool:
    return any(cls.__module__ == home or cls.__module__.startswith(f"{home}.") for home in homes)


def _live(cls: type) -> bool:
    """Tell whether a class is the one its module holds; slots leave a ghost of the first form."""
    return getattr(sys.modules.get(cls.__module__), cls.__name__, None) is cls


def _live_family(base: type) -> Iterator[type]:
    cls: type
    for cls in base.__subclasses__():
        yield from _live_family(cls)
    if _live(base):
        yield base


def _load(converter: Converter, text: str, cls: Any) -> Any:
    try:
        return converter.structure(json.loads(text), cls)
    except Exception as fault:
        raise StoreError(
            f"a stored {getattr(cls, '__name__', cls)} cannot be read: {fault}"
        ) from fault


def _draw_writer(converter: Converter) -> Callable[[Draw], dict[str, Any]]:
    """Return what writes a draw: as it always was, and that it is sealed where it is."""
    return make_dict_unstructure_fn(Draw, converter, sealed=override(omit_if_default=True))


_draws: Final = Converter(forbid_extra_keys=True)


def load_draws(text: str) -> tuple[Draw, ...]:
    """Return stored draws, which are the same in every game; StoreError if the text is none."""
    draws: tuple[Draw, ...] = _load(_draws, text, tuple[Draw, ...])
    return draws
