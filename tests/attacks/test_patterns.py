"""No pattern of gm takes a time that grows with the square of a hostile text."""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

from gm.interpret.folding import fold
from gm.interpret.lines import LONGEST


def _beside(name: str) -> ModuleType:
    path = Path(__file__).with_name(f"{name}.py")
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


patterns, growth = _beside("patterns"), _beside("growth")

SHARES = 4
"""Into so many tests the patterns are dealt out, so that several processors may take them."""

FOLDED = "gm/interpret/"
"""Patterns of this package search folded lines of at most LONGEST characters."""

NOT_FOLDED = ("gm/interpret/folding.py",)
"""These search what is folded only then."""

MOST_OF_A_LINE = 80_000.0
"""So many times the cost of a plain search may one pattern have on the longest folded line.

The dearest turns of another language, with two open ends, take half of it: tenths of a second.
"""


@cache
def _gathered() -> tuple[object, ...]:
    return patterns.gather()


def _is_bounded(place: str) -> bool:
    return place.startswith(FOLDED) and not place.startswith(NOT_FOLDED)


def _faults(pattern: object) -> Iterable[str]:
    compiled = pattern.compiled()
    bounded = _is_bounded(pattern.place)
    flags = pattern.flags & ~re.UNICODE
    for way in _hardest(pattern.ways):
        run_on = getattr(compiled, way)
        for text in growth.hostile_texts(pattern.source, flags):
            fault = (
                _on_a_line(run_on, text) if bounded else growth.grows(_runs(pattern, run_on, text))
            )
            if fault:
                yield f"{pattern.place} {way}: {fault}, on {text}; {pattern.source[:200]}"
                break


def _hardest(ways: Iterable[str]) -> Iterable[str]:
    """Leave out a way that another contains: a search of what is searched again and again."""
    easier = {"search": "findall", "match": "fullmatch"}
    return [way for way in ways if easier.get(way) not in ways]


def _runs(pattern: object, run_on: Callable, text: object) -> Callable:
    def run(length: int) -> Callable:
        hostile = text.of(length)
        given = hostile.encode() if pattern.in_bytes else hostile
        return lambda: run_on(given)

    return run


@cache
def _plain_search() -> float:
    """Return the seconds of a search that looks at each letter of the longest line once."""
    plain, line = re.compile(r"(?:a|b)c"), "a" * LONGEST
    return min(growth.cost(lambda: plain.search(line)) for _ in range(20))


def _on_a_line(run_on: Callable, text: object) -> str:
    line = fold(text.of(LONGEST))[:LONGEST]

    def cost() -> float:
        return growth.cost(lambda: run_on(line)) / _plain_search()

    if cost() < MOST_OF_A_LINE:
        return ""
    _plain_search.cache_clear()
    least = min(cost() for _ in range(3))
    return f"{least:.0f} plain searches of such a line" if least >= MOST_OF_A_LINE else ""


@pytest.mark.parametrize("share", range(SHARES))
def test_every_pattern_is_linear(share: int) -> None:
    """Every pattern of gm, found by listening, costs in line with its text, however hostile."""
    faults = [fault for one in _gathered()[share::SHARES] for fault in _faults(one)]
    assert not faults, "\n".join(faults)


def test_the_scan_finds_patterns_of_every_kind() -> None:
    """Literals, tables, grammars, languages, patterns of bytes and of names alike are found."""
    places = {one.place.partition(":")[0] for one in _gathered()}
    assert places >= {
        "gm/app/senders/addresses.py",
        "gm/app/keeping/people.py",
        "gm/interpret/grammars.py",
        "gm/interpret/turns.py",
        "gm/mail/mime.py",
        "gm/adapters/post/smtp_talk.py",
    }
    assert any(one.in_bytes for one in _gathered())


@pytest.mark.parametrize(
    ("source", "way"),
    [
        (r"\W*address\s+<?(?:mailto:)?(\S+@\S+?)>?[.!]?\s*", "fullmatch"),
        (r"\s+$", "search"),
        (r"(?:a+)+b", "match"),
        (r"\s*(?:,|and)\s*", "findall"),
        (r"x.*y.*z", "match"),
    ],
)
def test_a_pattern_that_is_not_linear_is_found(source: str, way: str) -> None:
    """The texts that are made for a pattern show those that go wrong, or the test would be blind."""
    pattern = patterns.HousePattern("nowhere:1", source, re.I, ways=(way,))
    assert [*_faults(pattern)]
