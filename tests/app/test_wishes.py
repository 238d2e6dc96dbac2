"""What somebody who wants to join may write, and that nothing he writes breaks the reading of it."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm.app.seats.wishes import (
    dump_wishes,
    load_wishes,
    name_in,
    read_wishes,
    said_in,
    wishes_words,
)
from gm.errors import InputError
from gm.games.diplomacy.language.binding.names import names_on
from gm.games.diplomacy.map.files.boards import load_board

NAMES = names_on(load_board("standard"))


@pytest.mark.parametrize(
    ("line", "word", "game"),
    [
        ("JOIN", "JOIN", ""),
        ("* join Meadow!", "JOIN", "meadow"),
        ("Stand-by", "STANDBY", ""),
        ("  observe meadow-2 ", "OBSERVE", "meadow-2"),
        ("Leave.", "LEAVE", ""),
    ],
)
def test_a_word_stands_on_a_line_of_its_own(line: str, word: str, game: str) -> None:
    """In any case, with a game's name behind it or none; talk around it does not matter."""
    said = said_in(["Dear GM,", line, "yours, Ann"])
    assert said is not None
    assert (said.word, said.game, said.alone) == (word, game, False)
    alone = said_in([line])
    assert alone is not None
    assert alone.alone


@pytest.mark.parametrize("line", ["I would like to join", "Leave me alone please", "rejoin", ""])
def test_talk_is_no_word(line: str) -> None:
    """A sentence asks for nothing."""
    assert said_in([line]) is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("France, Italy = Turkey", "France, Italy = Turkey"),
        ("fra > ital/turk; any", "France, Italy = Turkey"),
        ("Austria then Russia or Germany.", "Austria, Russia = Germany"),
        ("1. France 2. Italy 3) Turkey", "France, Italy, Turkey"),
        ("any", "any"),
        ("", "any"),
    ],
)
def test_wishes_are_read_and_stored(text: str, words: str) -> None:
    """However the steps and the equal ones are set apart; what is stored comes back."""
    found = read_wishes(text, NAMES)
    assert wishes_words(found, NAMES) == words
    assert load_wishes(dump_wishes(found)) == found


@pytest.mark.parametrize(
    "lines",
    [
        ("PREFERENCES:", "1. France", "2. Italy = Turkey", "Name: Ann", "", "Thanks!"),
        ("Preferences", "- France", "* Italy or Turkey", "", "Thanks!", "TIMEZONE: New York"),
        ("Time zone: new york", "prefs:", "France,", "Italy/Turkey"),
        ("Preferences:", "", " ", "1. France", "2. Italy = Turkey", "", "Thanks!"),
        ("PREFERENCES:", "", "France", "Italy = Turkey", "Timezone: new york", "Regards"),
    ],
)
def test_a_list_may_stand_below_its_word(lines: tuple[str, ...]) -> None:
    """Numbered, marked or bare, up to the next word of ours or an empty line below it; one above it ends nothing."""
    said = said_in(["JOIN", *lines])
    assert said is not None
    found = read_wishes(said.wishes or "", NAMES)
    assert wishes_words(found, NAMES) == "France, Italy = Turkey"
    assert (said.zone or "New York").casefold() == "new york"


@pytest.mark.parametrize(("text", "meant"), [("Itly", "Italy"), ("Russai, France", "Russia")])
def test_a_misspelt_power_is_read_or_asked_about(text: str, meant: str) -> None:
    """A short name misspelt is never guessed; the sentence says what was likely meant."""
    with suppress(InputError):
        assert meant in wishes_words(read_wishes(text, NAMES), NAMES)
        return
    with pytest.raises(InputError, match=f"Did you mean {meant}"):
        read_wishes(text, NAMES)


def test_an_unknown_power_is_told_with_those_there_are() -> None:
    """The sentence names it, and every power of the board."""
    with pytest.raises(InputError, match=r"“Atlantis” is no power .*Austria.*Turkey"):
        read_wishes("France, Atlantis", NAMES)


@given(st.lists(st.text(max_size=80), max_size=8))
def test_nothing_breaks_it(lines: list[str]) -> None:
    """Whatever stands in a mail, it is understood, refused in a sentence, or talk."""
    said = said_in(["JOIN", *lines, "PREFERENCES: " + " ".join(lines)])
    assert said is not None
    assert name_in(said, "", "ann@example.org").strip()
    with suppress(InputError):
        assert wishes_words(read_wishes(said.wishes or "", NAMES), NAMES)
