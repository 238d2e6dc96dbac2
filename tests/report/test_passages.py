"""The sentences that golden copies have by a name: gm says them, and nothing is lost by naming them."""

from __future__ import annotations

import os
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from tests.folded import PASSAGES, SECTIONS, folded, parted, passages, say_anew, unfolded, unsaid

TESTS = Path(__file__).parents[1]

LEAST = 5
"""Golden copies that have a sentence, so that it is worth a name."""


@cache
def copies() -> dict[Path, str]:
    """Every golden copy of a mail, and the sections beside them."""
    return {path: path.read_text(encoding="utf-8") for path in TESTS.rglob("golden/**/*.txt")}


def whole(path: Path) -> str:
    """A golden copy as the whole mail."""
    return unfolded(copies()[path], copies().get(path.with_name(SECTIONS), ""))


def test_gm_says_every_named_sentence() -> None:
    """Letter by letter; UPDATE_GOLDEN=1 looks for what it says now, after `make languages`."""
    if os.environ.get("UPDATE_GOLDEN"):
        say_anew()
    assert unsaid() == [], "these have other words now: UPDATE_GOLDEN=1 writes them anew"


@pytest.mark.parametrize("name", [one.name for one in passages()])
def test_a_name_is_of_use(name: str) -> None:
    """What few mails say stands in them."""
    assert sum(f"[[{name}" in text for text in copies().values()) >= LEAST


def test_each_sentence_has_one_name() -> None:
    """Or a copy could be folded in two ways."""
    assert max(Counter(one.sentence for one in passages()).values()) == 1
    assert PASSAGES.read_text(encoding="utf-8").count(" = ") == len(passages())


@pytest.mark.slow
def test_nothing_is_lost() -> None:
    """Every copy unfolds to a mail, and that mail folds to the copy."""
    mails = [path for path in copies() if path.name != SECTIONS]
    assert len(mails) > 700
    for folder in {path.parent for path in mails}:
        here = {path.name: path for path in mails if path.parent == folder}
        short = {name: folded(whole(path)) for name, path in here.items()}
        if folder.parent.name == "golden":
            short = parted(short)
        for name, path in here.items():
            if name in short and "[[" in copies()[path]:
                assert short[name] == copies()[path], path
        assert not [path for path in here.values() if "[[" in whole(path)]


def test_only_whole_lines_are_folded() -> None:
    """What is wrapped otherwise, stands in the middle of a line or has other words stays as it is."""
    (reply,) = (one.sentence for one in passages() if one.name == "reply")
    first, _, rest = reply.rpartition(" ")
    assert folded(f"a\n{reply}\nb") == "a\n[[reply]]\nb"
    assert folded(f"- {reply}") == "- [[reply]]"
    for other in (f"{first}\n{rest}", f"Or: {reply}", reply[:-1], f"{reply} "):
        assert folded(other) == other
