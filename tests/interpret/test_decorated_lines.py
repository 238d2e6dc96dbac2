"""What stands around an order changes nothing, and no text crashes the reader."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from gm.games.diplomacy.language.mails import read_orders
from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.readings import Context
from gm.games.diplomacy.rules.board import Location, PowerId, ProvinceId
from gm.games.diplomacy.rules.phases import Phase
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.units import Unit, UnitKind
from gm.games.diplomacy.variants import ruleset_for
from gm.games.diplomacy.wording.notation import order_text
from gm.interpret.grammars import load_grammar

LINES = (
    "A Mun - Tyr",
    "F Kie - Den",
    "A Ber S A Mun - Sil",
    "F NTH H",
    "F StP/sc - Bot",
)


def _germany() -> Context:
    board = load_board("standard")
    rules = ruleset_for("standard", board, {})
    places = ("MUN", "BER", "KIE", "NTH", "STP/SC")
    kinds = "AAFFF"
    units = [
        Unit(
            PowerId("GERMANY"),
            UnitKind(kind),
            Location(ProvinceId(at[:3]), at[4:].lower() or None),
        )
        for kind, at in zip(kinds, places, strict=True)
    ]
    state = GameState(Phase.parse("S1901M")).with_units(units)
    return Context(rules, state, board, PowerId("GERMANY"))


CONTEXT = _germany()
BEFORE = (
    "", "- ", "* ", "• ", "1. ", "2) ", "(3) ", "#4 ", "a) ", "– ", "> ", "+ ", "Germany: ",
    "GER: ", "[Germany] ", "GERMANY - ", "German ", "Spring 1901: ", "S1901M: ", "Orders: ",
    "Germany, Spring 1901: ", "**", "Please ", "\u00a0\u200b", "\t", "My ", "The ", "g: ",
)  # fmt: skip
AFTER = (
    "", ".", "!", ";", ",", " // bounce", " # note", " (bounce expected)", " [not Bur]", ", thanks",
    " <-- changed", "**", " please", " ; opening", " (was: A Mun - Boh)", "\r", " -- good luck all",
    " <br>", "\u200e",
)  # fmt: skip


@pytest.mark.parametrize("line", LINES)
@given(before=st.sampled_from(BEFORE), after=st.sampled_from(AFTER))
@settings(max_examples=60)
def test_a_decorated_line_reads_like_the_plain_one(line: str, before: str, after: str) -> None:
    """Bullets, headings, notes and emphasis are no part of an order."""
    plain = [order_text(one) for one in read_orders([line], CONTEXT, strict=True).orders]
    dressed = read_orders([f"{before}{line}{after}"], CONTEXT, strict=True)
    assert plain
    assert [order_text(one) for one in dressed.orders] == plain


WORDS = (
    "a", "f", "army", "fleet", "mun", "Tyr", "-", "->", "to", "(", ")", "[", "s", "supports", "c",
    ",", ";", ".", "and", "the", "norwegain", "sea", "spa/nc", "if", "then", "else", "not", "build",
    "5", "germany", "france's", "'", "?", "/", "–", "hold", "via", "unless", "or", "remove", "и",
)  # fmt: skip


@given(st.lists(st.sampled_from(WORDS), max_size=25).map(" ".join))
@example("a b - c (d) [e] {f}")
@settings(max_examples=150)
def test_no_sequence_of_order_words_crashes_the_reader(text: str) -> None:
    """Whatever the words, there are orders or a problem."""
    for line in read_orders([text], CONTEXT, strict=True).lines:
        assert line.orders or line.problem is not None


@given(st.text(max_size=300))
@example("\x00A Mun\x00 - Tyr")
@example("(" * 500)
@example("A Mun - " * 200)
def test_no_text_crashes_the_reader(text: str) -> None:
    """Any characters at all are read, or complained about."""
    reading = read_orders(text.split("\n"), CONTEXT)
    assert reading.orders is not None


def test_every_grammar_compiles_once() -> None:
    """A grammar is compiled on first use and kept."""
    for name in ("diplomacy/orders", "diplomacy/republic", "diplomacy/irish", "commands"):
        assert load_grammar(name) is load_grammar(name)
