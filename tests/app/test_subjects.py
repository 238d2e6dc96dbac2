"""What stands in the subject of a mail: words that set its orders aside, talk, and headings."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from gm.app.senders.subject_words import own_words, reserves
from tests.app.test_beside_orders import shown
from tests.app.world import World

SUBJECTS = tomllib.loads(Path(__file__).with_name("subjects.toml").read_text(encoding="utf-8"))
ORDERS = "A Lvp - Yor\nF Edi - NTH"
READ = ["A LVP - YOR", "F EDI - NTH"]


@pytest.fixture
def game(world: World) -> World:
    """A standard game in Spring 1901."""
    world.start(variant="standard")
    world.new_mail("ENGLAND")
    return world


@pytest.mark.sampled(20)
@pytest.mark.parametrize("subject", SUBJECTS["waits"])
def test_a_subject_that_doubts_sets_aside(game: World, subject: str) -> None:
    """As the same words above the orders do."""
    game.mail("ENGLAND", ORDERS, subject=subject)
    assert game.orders("ENGLAND") == []
    (receipt,) = game.new_mail("ENGLAND")
    assert "1 answer awaited" in receipt["Subject"]
    game.mail("ENGLAND", "yes")
    assert game.orders("ENGLAND") == READ


@pytest.mark.sampled(10)
@pytest.mark.parametrize("subject", SUBJECTS["shown"])
def test_a_sentence_in_a_subject_is_shown(game: World, subject: str) -> None:
    """The orders count all the same."""
    game.mail("ENGLAND", ORDERS, subject=subject)
    assert game.orders("ENGLAND") == READ
    (receipt,) = game.new_mail("ENGLAND")
    assert shown(receipt, "en") == [subject]


@pytest.mark.sampled(20)
@pytest.mark.parametrize("subject", SUBJECTS["plain"])
def test_a_plain_subject_says_nothing(game: World, subject: str) -> None:
    """No more do orders in it: those in the text count."""
    game.mail("ENGLAND", ORDERS, subject=subject)
    assert game.orders("ENGLAND") == READ
    (receipt,) = game.new_mail("ENGLAND")
    assert shown(receipt, "en") == []
    assert "awaited" not in receipt["Subject"]


def test_words_behind_ours_are_the_writers(game: World) -> None:
    """The subject of the mail replied to says nothing, and what is written beside it does."""
    game.tick(minutes=50)
    (reminder,) = game.new_mail("ENGLAND")
    headers = f"In-Reply-To: {reminder['Message-ID']}\n"
    game.mail("ENGLAND", ORDERS, subject=f"Re: {reminder['Subject']}", headers=headers)
    assert game.orders("ENGLAND") == READ
    edited = f"Re: {reminder['Subject']} - DRAFT"
    game.mail("ENGLAND", "A Lvp - Wal", subject=edited, headers=headers)
    assert game.orders("ENGLAND") == READ


EDITED = (
    # what becomes of the subject "Re: OURS", and what of it is the writer's
    ("Re: {ours}", ""),
    ("Re: {ours} - old version", "old version"),
    ("SUPERSEDED Re: {ours}", "SUPERSEDED"),
    ("Re: {tag} Ulster receipt - old version", "old version"),
    ("Re: {tag} Ulster receipt 48 (nope)", "nope"),
    ("Re: {tag} Ulster receipt 50: complete, draft", "draft"),
    ("Re: {tag} Ulster receipt 50: 3 lines not read", ""),
    ("Re: {tag} Ulster receipt 50: 1 answer awaited - IGNORE", "IGNORE"),
    ("Re: {tag} Ulster (shelved)", "shelved"),
    ("Re: {tag} Nonsense", "Nonsense"),
    ("Re: {ours} - can I have more time?", "can I have more time?"),
)


@pytest.mark.parametrize(("edited", "own"), EDITED)
def test_what_was_added_to_our_subject_is_found(edited: str, own: str) -> None:
    """Though another number stands in it, or a part of it has been taken out."""
    tag = "[tara S1018M]"
    ours = f"{tag} Ulster receipt 50: 2 orders missing"
    assert own_words(edited.format(ours=ours, tag=tag), ours, "tara") == own


def test_our_own_title_never_doubts() -> None:
    """Though the same words of a writer would."""
    title = "[tara S1901M] Later: orders due Sun 1 Nov 13:00 UTC"
    assert reserves(title.partition("] ")[2])
    assert own_words(f"AW: {title}", title) == ""
    assert own_words(f"AW: {title} (draft)", title) == "(draft)"
