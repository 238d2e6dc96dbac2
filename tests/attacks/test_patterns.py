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

from tests.tiers import mostly_slow


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

SHARES = 24
"""Into so many tests the patterns are dealt out; the quick tier tries the patterns of one."""

FOLDED = ("gm/interpret/", "gm/games/diplomacy/language/")
"""Patterns of this package search folded lines, which have single blanks and no other white space."""

NOT_FOLDED = ("gm/interpret/folding.py",)
"""These search what is folded only then."""


@cache
def _gathered() -> tuple[object, ...]:
    return patterns.gather()


def _texts(pattern: object) -> Iterable[object]:
    """Return the texts to try on a pattern."""
    folded = pattern.place.startswith(FOLDED) and not pattern.place.startswith(NOT_FOLDED)
    return growth.hostile_texts(pattern.source, pattern.flags & ~re.UNICODE, folded=folded)


def _faults(pattern: object) -> Iterable[str]:
    compiled, texts = pattern.compiled(), [*_texts(pattern)]
    for way in _hardest(pattern.ways):
        run_on = _run(pattern, getattr(compiled, way))
        for text in growth.dearest(run_on, texts):
            if fault := growth.grows(run_on, text):
                yield f"{pattern.place} {way}: {fault}, on {text}; {pattern.source[:200]}"
                break


def _hardest(ways: Iterable[str]) -> Iterable[str]:
    """Leave out a way that another contains: a search of what is searched again and again."""
    easier = {"search": "findall", "match": "fullmatch"}
    return [way for way in ways if easier.get(way) not in ways]


def _run(pattern: object, run_on: Callable) -> Callable:
    return (lambda text: run_on(text.encode())) if pattern.in_bytes else run_on


@pytest.mark.parametrize("share", mostly_slow(range(SHARES), 0))
def test_every_pattern_is_linear(share: int) -> None:
    """Every pattern of gm, found by listening, costs in line with its text, however hostile."""
    faults = [fault for one in _gathered()[share::SHARES] for fault in _faults(one)]
    assert not faults, "\n".join(faults)


def test_the_scan_finds_patterns_of_every_kind() -> None:
    """Literals, tables, grammars, languages, patterns of bytes and of names alike are found."""
    places = {one.place.partition(":")[0] for one in _gathered()}
    assert places >= {
        "gm/app/senders/known_addresses.py",
        "gm/app/keeping/people.py",
        "gm/interpret/grammars.py",
        "gm/games/diplomacy/language/binding/rewording.py",
        "gm/mail/mime.py",
        "gm/adapters/post/smtp_talk.py",
    }
    assert any(one.in_bytes for one in _gathered())


@pytest.mark.sampled(4)
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
