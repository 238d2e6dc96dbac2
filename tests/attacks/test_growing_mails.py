"""What searches a mail outside the mortal reader costs in line with the mail, and no text is boundless."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from types import ModuleType

import pytest

from gm.app.addresses.claims import claimed_senders
from gm.interpret.gm_words import wishes
from gm.interpret.new_game import new_game_words
from gm.mail import bounds
from gm.mail.bounds import LONGEST_ADDRESS, LONGEST_LINE, MOST_TEXT, bounded
from gm.mail.reading import read_mail
from gm.mail.values import MailKind, MailReading


def _beside(name: str) -> ModuleType:
    path = Path(__file__).with_name(f"{name}.py")
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


growth = _beside("growth")

SEARCHES: dict[str, Callable[[str], object]] = {
    "commands of the GM": lambda text: wishes([f"GM {text}"], "tara"),
    "a new game": lambda text: new_game_words([f"NEW GAME {text}"]),
    "settings": lambda text: new_game_words(["NEW GAME tara", text]),
    "who it claims to be from": lambda text: claimed_senders(f"From: {text}".encode()),
}

HOSTILE = ("a", "a@", " ", "- ", "<", '"', "(", "a ", "=", "a=", "1 ", ",", "press ", "address a@")


@pytest.mark.parametrize("unit", HOSTILE)
@pytest.mark.parametrize("name", SEARCHES)
def test_a_search_grows_with_the_mail_only(name: str, unit: str) -> None:
    """A line that grows is searched in a time that grows with it, whatever it repeats."""
    assert not growth.grows(SEARCHES[name], growth.Hostile("", unit, " x"))


def test_a_line_that_was_cut_is_told() -> None:
    """Of a line too long for anybody its beginning is kept, marked, and its writer hears of it."""
    raw = b"From: a@example.org\r\n\r\nF Kie - Den\r\n" + b"A Mun - Boh " * 5000 + b"\r\n"
    reading = read_mail(raw)
    assert reading.lines[0] == "F Kie - Den"
    assert len(reading.lines[1]) == LONGEST_LINE
    assert reading.lines[1].endswith(bounds.CUT)
    assert bounds.LINE_CUT in reading.problems


def test_a_mail_of_too_much_text_is_told() -> None:
    """Of a text too long for anybody its beginning counts, and its writer hears of it."""
    reading = bounded(MailReading(MailKind.HUMAN, "a@b.c", lines=("x" * 9000,) * 100))
    assert sum(map(len, reading.lines)) <= MOST_TEXT
    assert bounds.TEXT_CUT in reading.problems


def test_no_text_of_a_reading_is_boundless() -> None:
    """Every field that holds text is bounded, also one that is added to readings one day."""
    long, many = "x" * 2_000_000, ("x" * 30_000,) * 3
    given = {
        field.name: many if "tuple[str" in str(field.type) else long
        for field in fields(MailReading)
        if "str" in str(field.type)
    }
    reading = bounded(MailReading(**{"kind": MailKind.HUMAN, **given}))
    for name in given:
        value = getattr(reading, name)
        texts = value if isinstance(value, tuple) else (value or "",)
        assert all(len(text) <= LONGEST_LINE for text in texts), name
    assert reading.kind is MailKind.UNSURE_SENDER


def test_lines_that_were_cut_off_are_no_files() -> None:
    """The lines of files are the last ones: of those that are left none is taken for a file's."""
    long = ("x" * LONGEST_LINE,) * (MOST_TEXT // LONGEST_LINE + 5)
    assert bounded(MailReading(MailKind.HUMAN, lines=long, file_lines=5)).file_lines == 0
    assert bounded(MailReading(MailKind.HUMAN, lines=("a", "b"), file_lines=1)).file_lines == 1


def test_half_an_address_is_nobody() -> None:
    """An address that is too long is left out, not cut: its half could be somebody's."""
    long = "a" * LONGEST_ADDRESS + "@example.org"
    reading = bounded(MailReading(MailKind.HUMAN, long, to=(long, "b@example.org")))
    assert reading.sender is None
    assert reading.to == ("b@example.org",)


def test_what_is_within_bounds_stays_as_it_is() -> None:
    """An honest mail is not changed, and what was bounded is bounded."""
    honest = MailReading(MailKind.HUMAN, "a@b.c", subject="Orders", lines=("A Mun - Boh", ""))
    assert bounded(honest) == honest
    cut = bounded(MailReading(MailKind.HUMAN, "a@b.c", lines=("x" * 20_000,)))
    assert bounded(cut) == cut
