"""The one way in which an answer for programs is made of a record: its fields, ready for JSON.

Moments and days are ISO 8601, a member of an enum is its value, a sequence is a list. A field that stands
otherwise in the answer says so itself: `field(metadata=in_json("from"))`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import Field, fields, is_dataclass
from datetime import date
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from cattrs import Converter

_KEY: Final = "json"
"""Under this the metadata of a field say how it stands in an answer; the contract writes them by hand."""


def in_json(
    name: str = "",
    *,
    left_out: bool = False,
    spread: bool = False,
    made: Callable[[Any], object] | None = None,
) -> Mapping[str, Mapping[str, object]]:
    """Return the metadata of a field that stands otherwise in an answer than in its record.

    Args:
        name: what it is called there; "" for its own name.
        left_out: it is not for programs.
        spread: it is a mapping, whose entries stand beside the other fields.
        made: makes what is told of its value.
    """
    return {_KEY: {"name": name, "left_out": left_out, "spread": spread, "made": made}}


def or_none(value: str) -> str | None:
    """Return a text, None for "": nothing to be said."""
    return value or None


def json_answer(value: object) -> Any:
    """Return a record, or whatever holds records, as plain values."""
    return _converter().unstructure(value)


@lru_cache(maxsize=1)
def _converter() -> Converter:
    # Most commands print no JSON, and should start without the library.
    from cattrs import Converter

    converter = Converter(unstruct_collection_overrides={tuple: list, frozenset: sorted})
    converter.register_unstructure_hook(date, lambda day: day.isoformat())
    converter.register_unstructure_hook_factory(is_dataclass, _writer_for)
    return converter


def _writer_for(record: type, converter: Converter) -> Callable[[Any], dict[str, Any]]:
    """Return what writes records of a class; a field of type `object` is told by its own class."""
    forms = [(field, _form(field)) for field in fields(record)]

    def write(value: Any) -> dict[str, Any]:
        answer: dict[str, Any] = {}
        for field, form in forms:
            if form.get("left_out"):
                continue
            made = form.get("made") or converter.unstructure
            plain = made(getattr(value, field.name))
            if form.get("spread"):
                answer |= plain
            else:
                answer[form.get("name") or field.name] = plain
        return answer

    return write


def _form(field: Field[Any]) -> Mapping[str, Any]:
    form: Mapping[str, Any] = field.metadata.get(_KEY, {})
    return form
