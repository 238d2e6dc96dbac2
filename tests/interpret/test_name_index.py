"""Names of a game: whole, shortened, apart or together, and what a slip of one may mean."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm.interpret.name_index import name_index, name_words

PLACES = name_index(
    {
        "COR1": ("Tipperary",),
        "COR5": ("Cork city", "Cork 5"),
        "KER1": ("West Cork", "Ker 1-2"),
        "WES": ("The West",),
        "DYS": ("Dysert O'Dea",),
        "TUL": ("Tulla",),
        "CLO": ("Clonroad",),
        "CLA": ("Clare Abbey",),
        "4-4": (),
    }
)


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("COR5", "COR5"),
        ("cor 5", "COR5"),
        ("Cork-5", "COR5"),
        ("CORK CITY", "COR5"),
        ("ker 1–2", "KER1"),
        ("west", "WES"),
        ("the West", "WES"),
        ("dysert o'dea", "DYS"),
        ("Dysert O’Dea", "DYS"),
        ("dys", "DYS"),
        ("dysert", "DYS"),
        ("clonr", "CLO"),
        ("cl", ""),
        ("cork", "COR5"),
        ("cor", "COR1 COR5"),
        ("4-4", "4-4"),
        ("4", ""),
        ("", ""),
    ],
)
def test_what_a_text_names(text: str, ids: str) -> None:
    """Whole names and beginnings of three letters; what fits several names them all."""
    assert set(PLACES.meant(text)) == set(ids.split())


@pytest.mark.parametrize(
    ("text", "meant"),
    [("Clonrod", "CLO"), ("Tulal", "TUL"), ("Tipperrary", "COR1"), ("COR6", None), ("back", None)],
)
def test_a_slip_that_can_mean_one_thing(text: str, meant: str | None) -> None:
    """A wrong figure is none, and no word of plain English is."""
    assert PLACES.slip(text) == meant


def test_what_was_perhaps_meant() -> None:
    """The likeliest first."""
    assert PLACES.near("Clonrad")[0] == "CLO"
    assert set(PLACES.near("COR7")) >= {"COR1", "COR5"}
    assert PLACES.near("Constantinople") == ()


def test_names_at_a_place_of_a_line() -> None:
    """The longest first; what is written together is never parted."""
    pieces = PLACES.pieces_at("move cork city by sea", 5)
    assert [(piece.text, piece.ids) for piece in pieces] == [
        ("cork city", ("COR5",)),
        ("cork", ("COR5",)),
    ]
    assert [piece.text for piece in PLACES.pieces_at("clo-tul", 0)] == ["clo"]
    assert PLACES.pieces_at("COR57", 0) == ()


def test_names_without_short_forms() -> None:
    """A game may want its names whole."""
    assert name_index({"CLO": ("Clonroad",)}, short=False).meant("clonr") == ()


@given(st.text(max_size=60))
def test_any_text_names_what_it_names(text: str) -> None:
    """Nothing breaks the index, and what it finds are its own."""
    assert set(PLACES.meant(text)) <= set(PLACES.names)
    assert set(PLACES.near(text)) <= set(PLACES.names)
    assert all(word.isalnum() for word in name_words(text))


@pytest.mark.parametrize("id_", sorted(PLACES.names))
def test_printed_names_are_read(id_: str) -> None:
    """What a report calls a thing is what its player may write."""
    assert PLACES.meant(PLACES.printed(id_)) == (id_,)
