"""Commands are read in other languages too, and what stands behind them."""

from __future__ import annotations

import pytest

from gm.games.diplomacy.language.sections import command_on
from gm.games.diplomacy.map.files.boards import load_board
from gm.interpret.commands import command_of, command_words, near_words, slip_of
from gm.interpret.folding import fold
from gm.interpret.tongues import load_tongue, tongues
from gm.languages import speaking

LINES = [
    ("HILFE", "HELP", ()),
    ("Bitte Hilfe!", "HELP", ()),
    ("BEFEHLE", "ORDERS", ()),
    ("KARTE", "MAP", ()),
    ("PUNKTE", "POINTS", ()),
    ("Regeln", "RULES", ()),
    ("FERTIG", "FINAL", ()),
    ("NICHT FERTIG", "NOFINAL", ()),
    ("WARTEN", "WAIT", ()),
    ("KEINE BEFEHLE", "CLEAR", ()),
    ("LÖSCHE alles", "CLEAR", ("all",)),
    ("VERLAUF ab 1901", "HISTORY", ("1901",)),
    ("VERLAUF von 1901 bis 1903", "HISTORY", ("1901", "1903")),
    ("BERICHT letzter", "REPORT", ("last",)),
    ("STATUS von Frankreich", "STATUS", ("Frankreich",)),
    ("ABSTIMMUNG Remis ja", "VOTE", ("draw", "yes")),
    ("VOTE ja", "VOTE", ("yes",)),
    ("GRENZEN Neapel", "BORDERS", ("Neapel",)),
    ("BEITRETEN meadow", "JOIN", ("meadow",)),
    ("CABHAIR", "HELP", ()),
    ("LÉARSCÁIL", "MAP", ()),
    ("Orduithe", "ORDERS", ()),
    ("CRÍOCHNAITHE", "FINAL", ()),
    ("AS LÁTHAIR 1.12. - 5.12.", "ABSENT", ("1.12. - 5.12",)),
    ("VÓTÁIL cluiche cothrom", "VOTE", ("draw",)),
]


@pytest.mark.parametrize(("text", "word", "arguments"), LINES, ids=[line[0] for line in LINES])
def test_a_command_in_another_tongue(text: str, word: str, arguments: tuple[str, ...]) -> None:
    """It is the English one, whoever writes it, and its line is kept as it was written."""
    found = command_on(load_board("standard"), fold(text))
    assert found is not None
    assert (found.word, found.arguments, found.text) == (word, arguments, fold(text))


def test_talk_stays_talk() -> None:
    """A word of another language in a sentence, or one that English has too, is no command."""
    for text in (
        "Ich warte auf dich.",
        "Die Karte ist schön.",
        "Fan",
        "Stair",
        "Tá fáilte romhat",
    ):
        assert command_of(fold(text)) is None, text
    with speaking("ga"):
        assert [command_of(text).word for text in ("Fan", "Stair")] == ["WAIT", "HISTORY"]  # type: ignore[union-attr]


def test_a_slip_in_the_own_tongue() -> None:
    """A misspelt word of the writer's language is told like one of English."""
    with speaking("de"):
        assert near_words("BEFELHE") == ("ORDERS",)
        slip = slip_of("HILF")
        assert slip is not None
        assert slip.near == ("HELP",)
    assert near_words("BEFELHE") == ()


def test_every_word_stands_for_a_command() -> None:
    """Each language's table names commands that there are, and has words for most of them."""
    for tongue in tongues():
        named = {*tongue.commands.values()} - {"NO ORDERS"}
        assert named <= {*command_words()}
        assert len(named) > 25
        assert load_tongue(tongue.code) is tongue
