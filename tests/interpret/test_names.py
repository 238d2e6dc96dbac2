"""Names are bound against the board: what is clear is read, what is not is asked about."""

import random
import string

import pytest

from gm.games.diplomacy.language.binding.names import (
    candidates_for,
    find_power,
    places_of,
    power_typo,
    powers_of,
    split_words,
    squeeze,
    typo_of,
)
from gm.games.diplomacy.map.files.boards import load_board

BOARDS = ("standard", "republic", "irish")


def places(board: str, text: str) -> tuple[str, ...]:
    """Return the provinces a text names."""
    return places_of(load_board(board), split_words(text))


@pytest.mark.parametrize("board_id", BOARDS)
def test_every_id_name_and_alias_is_known(board_id: str) -> None:
    """Each id, name and alias finds its province, alone or among those it may mean."""
    board = load_board(board_id)
    for place in board.provinces.values():
        assert places_of(board, split_words(place.id)) == (place.id,)
        assert place.id in places_of(board, split_words(place.name))
        for alias in place.aliases:
            assert place.id in places_of(board, split_words(alias)), alias


@pytest.mark.parametrize("board_id", BOARDS)
def test_listed_ambiguous_words_are_never_guessed(board_id: str) -> None:
    """A word the board lists as ambiguous finds all its provinces."""
    board = load_board(board_id)
    for word, listed in board.ambiguous.items():
        assert set(listed) <= set(places_of(board, split_words(word)))


@pytest.mark.parametrize(
    ("board", "text", "found"),
    [
        ("standard", "Tyrr", ("TYS",)),
        ("standard", "Const", ("CON",)),
        ("standard", "M.A.O.", ("MAO",)),
        ("standard", "Engli Cha", ("ENG",)),
        ("standard", "N. Africa", ("NAF",)),
        ("standard", "Western Med.", ("WES",)),
        ("standard", "nwg sea", ("NWG",)),
        ("standard", "Mid-Atlantic", ("MAO",)),
        ("standard", "swe-DEN", ()),
        ("standard", "St. Petersburg", ("STP",)),
        ("standard", "liv", ("LVP", "LVN")),
        ("standard", "nor", ("NWY", "NAF", "NAO", "NTH", "NWG")),
        ("standard", "norway", ("NWY",)),
        ("standard", "ma", ()),
        ("republic", "Kilkenny W", ("KkW",)),
        ("republic", "West Kilkenny", ("KkW",)),
        ("republic", "Kilk W", ("KkW",)),
        ("republic", "Kilkenny", ("KkW", "KkE")),
        ("republic", "St. George's Channel", ("STG",)),
        ("republic", "NOR", ("NOR",)),
    ],
)
def test_a_text_names_provinces(board: str, text: str, found: tuple[str, ...]) -> None:
    """Beginnings, initials and abbreviations are read where only one province fits."""
    assert places(board, text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("marsailles", "MAR"),
        ("belguim", "BEL"),
        ("tyroila", "TYR"),
        ("norweigansea", "NWG"),
        ("brug", "BUR"),
        ("vein", None),
        ("brigawly", None),
        ("xyz", None),
        ("norxa", None),
        ("bel1", None),
        ("munich2", None),
    ],
)
def test_only_an_unmistakable_typo_is_read(text: str, found: str | None) -> None:
    """A slip that can mean one province only is read; all others are left to be asked about."""
    assert typo_of(load_board("standard"), text) == found


@pytest.mark.parametrize("board_id", BOARDS)
def test_one_wrong_letter_never_makes_another_long_name(board_id: str) -> None:
    """A name of six letters and more with one slip reads as itself or not at all."""
    board = load_board(board_id)
    chance = random.Random(7)
    for place in board.provinces.values():
        name = squeeze(place.name)
        if len(name) < 6:
            continue
        for _ in range(25):
            at = chance.randrange(len(name))
            slip = name[:at] + chance.choice(string.ascii_lowercase) + name[at + 1 :]
            if not places_of(board, (slip,)):
                assert typo_of(board, slip) in {None, place.id}, slip


def test_candidates_are_told_the_likeliest_first() -> None:
    """A doubtful word brings what it may have meant."""
    board = load_board("standard")
    assert set(candidates_for(board, "vein")) >= {"VIE", "VEN"}
    assert set(candidates_for(board, "ba")) >= {"BAL", "BAR"}
    assert candidates_for(board, "qqqqqq") == ()


def test_powers_are_found_by_name_adjective_beginning_and_letter() -> None:
    """A power answers to what players call it; a letter counts only where one power has it."""
    board = load_board("standard")
    assert powers_of(board, "french") == ("FRANCE",)
    assert powers_of(board, "ger") == ("GERMANY",)
    assert find_power(board, "Germany") == "GERMANY"
    assert find_power(board, "g") == "GERMANY"
    assert find_power(board, "Narnia") is None
    assert power_typo(board, "ingland") == "ENGLAND"
    assert find_power(board, "") is None
