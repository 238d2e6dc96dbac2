"""Answers for programs: a record's fields, as JSON has them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from enum import Enum

import pytest

from gm.json_answers import in_json, json_answer, or_none


class Colour(Enum):
    """A thing with two values."""

    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True, slots=True)
class Part:
    """What a record holds."""

    at: datetime
    day: date
    colours: tuple[Colour, ...] = ()


@dataclass(frozen=True, slots=True)
class Whole:
    """A record with a field of each kind."""

    sender: str = field(metadata=in_json("from"))
    part: Part
    missing: Part | None = None
    whatever: object = None
    note: str = field(default="", metadata=in_json(made=or_none))
    secret: str = field(default="hush", metadata=in_json(left_out=True))
    groups: Mapping[str, tuple[str, ...]] = field(
        default_factory=dict, metadata=in_json(spread=True)
    )


PART = Part(datetime(2026, 5, 1, 12, tzinfo=UTC), date(2026, 5, 1), (Colour.RED, Colour.BLUE))
TOLD = {"at": "2026-05-01T12:00:00+00:00", "day": "2026-05-01", "colours": ["red", "blue"]}


def test_a_record_is_told_by_its_fields() -> None:
    """In their order; renamed, left out and spread where they say so."""
    told = json_answer(Whole("ada", PART, whatever=PART, groups={"orders": ("A Par H",)}))
    assert [*told.items()] == [
        ("from", "ada"),
        ("part", TOLD),
        ("missing", None),
        ("whatever", TOLD),
        ("note", None),
        ("orders", ["A Par H"]),
    ]


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ((PART, PART), [TOLD, TOLD]),
        ({"part": PART, "n": 1}, {"part": TOLD, "n": 1}),
        (frozenset({"b", "a"}), ["a", "b"]),
        (None, None),
        ("text", "text"),
        ([datetime(2026, 5, 1, tzinfo=UTC)], ["2026-05-01T00:00:00+00:00"]),
    ],
)
def test_what_holds_records_is_told_as_well(value: object, told: object) -> None:
    """Whatever is printed goes through the one way, and is JSON then."""
    assert json_answer(value) == told
    assert json.loads(json.dumps(json_answer(value))) == told
