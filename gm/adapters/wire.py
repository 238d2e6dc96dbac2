"""Values as they cross the border between two processes of ours: JSON by their types, and back.

A process that reads what strangers send may answer anything, so nothing is taken for what it says
it is: each field of each class has the type it is declared with, or nothing of it is believed. And
JSON is the same in every Python, which how a Python makes bytes of its own objects is not.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any, Final, Generic, TypeVar, get_args, get_origin

from cattrs import Converter
from cattrs.strategies import configure_tagged_union, configure_union_passthrough

T = TypeVar("T")

KEPT: Final = 64
"""So many values of each kind that is kept are remembered."""

_SAID: Final = 300
"""Characters of what was wrong with bytes that are told."""

_Hook = Callable[[Any, Any], Any]


class WireError(Exception):
    """Bytes from another process that are not what they should be; says what was wrong."""


class Wire(Generic[T]):
    """How values of one kind cross the border; what was sent comes out equal.

    Args:
        kind: a dataclass of plain fields, enums, moments, other dataclasses, tuples, mappings.
        unions: those of dataclasses in it; what is sent says which of them it is.
        kept: classes whose values come out as the same object as an equal one before.
    """

    def __init__(
        self, kind: type[T], unions: Iterable[Any] = (), kept: Iterable[type] = ()
    ) -> None:
        self._kind = kind
        self._converter = _strict()
        # First, for a union holds on to how the classes in it are made.
        for cls in kept:
            hook = _kept(self._converter.get_structure_hook(cls))
            self._converter.register_structure_hook(cls, hook)
        for union in unions:
            configure_tagged_union(union, self._converter)

    def encode(self, value: T) -> bytes:
        """Return the bytes of a value."""
        plain = self._converter.unstructure(value)
        text = json.dumps(plain, ensure_ascii=False, separators=(",", ":"))
        # Some encodings of mails can spell half of a surrogate pair.
        return text.encode("utf-8", "surrogatepass")

    def decode(self, data: bytes) -> T:
        """Return the value that bytes say.

        Raises:
            WireError: they say none of this kind.
        """
        try:
            plain = json.loads(data.decode("utf-8", "surrogatepass"))
            return self._converter.structure(plain, self._kind)
        except Exception as fault:  # whatever it is, the bytes are not ours
            words = f"that is no {self._kind.__name__}: {fault!r}"
            raise WireError(words[:_SAID]) from fault


def _strict() -> Converter:
    """Return a converter that takes nothing for another thing."""
    converter = Converter(forbid_extra_keys=True, detailed_validation=False)
    for plain in (bool, int, str):
        converter.register_structure_hook(plain, _plain)
    converter.register_structure_hook(float, _number)
    configure_union_passthrough(bool | int | float | str | None, converter)
    converter.register_unstructure_hook(datetime, datetime.isoformat)
    converter.register_structure_hook(datetime, _moment)
    converter.register_unstructure_hook_func(_is_frozenset, sorted)
    converter.register_structure_hook_factory(_is_frozenset, _frozenset)
    converter.register_structure_hook_factory(_is_tuple, _tuple)
    return converter


def _plain(data: Any, cls: type[T]) -> T:
    if type(data) is not cls:
        raise TypeError(f"{type(data).__name__} for {cls.__name__}")
    return data


def _number(data: Any, _: Any) -> float:
    return float(_plain(data, type(data) if type(data) is int else float))


def _moment(data: Any, _: Any) -> datetime:
    return datetime.fromisoformat(_plain(data, str))


def _is_frozenset(cls: Any) -> bool:
    return get_origin(cls) is frozenset


def _is_tuple(cls: Any) -> bool:
    return get_origin(cls) is tuple


def _frozenset(cls: Any, converter: Converter) -> _Hook:
    (inner,) = get_args(cls)
    hook = converter.get_structure_hook(inner)
    return lambda data, _: frozenset(hook(entry, inner) for entry in _plain(data, list))


def _tuple(cls: Any, converter: Converter) -> _Hook:
    """Return what makes a tuple of a list: of any length, or of as many parts as its type has."""
    inner, *more = kinds = get_args(cls)
    if more == [Ellipsis]:
        hook = converter.get_structure_hook(inner)
        return lambda data, _: tuple([hook(entry, inner) for entry in _plain(data, list)])
    hooks = [(converter.get_structure_hook(kind), kind) for kind in kinds]
    return lambda data, _: tuple(
        hook(item, kind) for item, (hook, kind) in zip(_plain(data, list), hooks, strict=True)
    )


def _kept(make: _Hook) -> _Hook:
    known: dict[bytes, Any] = {}

    def structure(data: Any, cls: Any) -> Any:
        digest = hashlib.sha256(json.dumps(data).encode()).digest()
        if digest not in known:
            if len(known) >= KEPT:
                known.clear()
            known[digest] = make(data, cls)
        return known[digest]

    return structure
