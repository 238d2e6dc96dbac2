"""Every sentence stands in every language, with all its places, and no sentence that is gone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from importlib.util import module_from_spec, spec_from_file_location
from string import Formatter
from types import ModuleType

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po

from gm.languages import known
from gm.resources import languages_dir

FOREIGN = known()[1:]
FILES = [f"{code}/{part}" for code in FOREIGN for part in ("mails", "orders", "play", "rules")]


@lru_cache(maxsize=1)
def collector() -> ModuleType:
    """Return the program behind `make languages`."""
    spec = spec_from_file_location("update", languages_dir() / "update.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def messages(name: str) -> list[Message]:
    """Return what stands in a file."""
    with (languages_dir() / f"{name}.po").open("rb") as lines:
        return [one for one in read_po(lines, locale=name[:2]) if one.id]


def forms(message: Message) -> Iterator[tuple[str, str]]:
    """Yield each form of a translation with the English form it stands for."""
    if isinstance(message.id, str):
        yield message.id, str(message.string or "")
        return
    yield from ((message.id[1], form) for form in message.string or ("",))


def places(text: str) -> set[str]:
    """Return the names of the places in a sentence."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("code", FOREIGN)
def test_the_catalogues_hold_what_gm_says(code: str) -> None:
    """`make languages` would change nothing."""
    for part, content in collector().catalogues(code).items():
        file = languages_dir() / code / f"{part}.po"
        assert file.read_text(encoding="utf-8") == content.decode(), f"{file.name}: make languages"


@pytest.mark.parametrize("name", FILES)
def test_every_sentence_is_translated(name: str) -> None:
    """No sentence is left in English, in any of its forms."""
    open_ = [one.id for one in messages(name) if not all(form for _, form in forms(one))]
    assert open_ == []


@pytest.mark.parametrize("name", FILES)
def test_every_place_is_filled(name: str) -> None:
    """A translation has the places of its sentence, the same blanks round it and no other marks."""
    wrong = []
    for message in messages(name):
        for english, form in forms(message):
            allowed = places(english)
            # The form for one or two may say the number in words.
            missing = allowed - places(form) if isinstance(message.id, str) else set()
            edges = re.match(r"\s*", english)[0] == re.match(r"\s*", form)[0]
            if missing or places(form) - allowed or not edges or message.fuzzy:
                wrong.append(form)
    assert wrong == []


@pytest.mark.parametrize("name", FILES)
def test_no_sentence_marks_words_with_asterisks(name: str) -> None:
    """A mail is text and HTML alike, and HTML shows them as they are."""
    for message in messages(name):
        for english, foreign in forms(message):
            assert not re.search(r"\*[^\W\d_][\w ]*\*", english + foreign), english
