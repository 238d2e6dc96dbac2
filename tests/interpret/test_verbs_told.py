"""A line with a verb of the grammars and a place of the board is never passed over in silence."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gm.contract.language import Verdict
from gm.games.diplomacy.language.attempts import looks_like_orders
from gm.games.diplomacy.language.mails import read_orders
from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.readings import Context
from gm.interpret.grammars import Grammar, load_grammar
from gm.interpret.patterns import spellings
from gm.interpret.tongues import Tongue, load_tongue, words_of
from gm.interpret.vocabulary import ORDERING, PAYING, terminals, turn_at, turn_of
from gm.languages import speaking
from tests.interpret.conftest import position

TAIL = "qwertz zuiop"
"""What nobody can read."""

UNITS = {"F BRE": "FRANCE", "A PAR": "FRANCE", "A MAR": "FRANCE"}
HOMES = dict.fromkeys(("BRE", "PAR", "MAR", "SPA"), "FRANCE")
MOVES = position("standard", "S1901M", "FRANCE", UNITS)
WINTER = position("standard", "W1901A", "FRANCE", {"A GAS": "FRANCE"}, centres=HOMES)
PAYMENTS = position("republic", "W1016A", "MUNSTER", {"F Wat": "MUNSTER"})
GIFTS = position("irish", "S1975M", "ITALY", {"A VEN": "ITALY"})

WORDS = sorted({turn for name in ORDERING for turn in terminals()[name]})
SINGLE = [" ".join(turn) for turn in WORDS if len(turn) == 1]
POINTS = sorted({turn[0] for name in PAYING for turn in terminals()[name] if len(turn) == 1})

NO_VERBS = frozenset(
    {"DASH", "COMMA", "SEMI", "LPAR", "RPAR", "PLUS", "ARMY", "FLEET", "UNIT", "KIND", "AND"}
    | {"TO", "IN", "FROM", "OF", "BY", "VIA", "LAND", "OVER", "IF", "UNLESS", "BRIDGE", "NUMBER"}
    | {"PLACE", "POWER", "REASON", "A_POINT", "MY", "$END"}
)
"""What may open a line or follow a unit, and is no verb."""


def is_told(text: str, context: Context, *, spoken: str = "en") -> bool:
    """Tell whether a line gives an order or gets a complaint."""
    with speaking(spoken):
        read = read_orders([text], context)
    return any(line.verdict is not Verdict.CHATTER for line in read.lines) or bool(read.commands)


def following(grammar: Grammar, *words: str) -> set[str]:
    """Return the terminals that may follow some words at the beginning of a line."""
    parse = grammar.start()
    for word in words:
        fed = parse.feed(word)
        assert fed is not None
        parse = fed
    return {terminal for terminal in parse.expected if parse.feed(terminal) is not None}


@pytest.mark.parametrize("name", ["diplomacy/orders", "diplomacy/republic", "diplomacy/irish"])
def test_every_verb_of_a_grammar_is_known(name: str) -> None:
    """What opens an order or follows its unit is a verb, or one of the few words that are none."""
    grammar = load_grammar(name)
    named = {terminal for terminal, _ in grammar.patterns} | {"$END"}
    found = following(grammar) | following(grammar, "ARMY", "PLACE")
    verbs = (found & named) - NO_VERBS
    assert verbs <= ORDERING | PAYING
    assert {"HOLD", "MOVE", "SUPPORT", "CONVOY", "BUILD"} <= verbs


@pytest.mark.parametrize("board_id", ["standard", "republic"])
def test_every_turn_of_a_verb_tells_an_attempt(board_id: str) -> None:
    """In each way it is spelt a verb tells behind a unit, behind its province, and before one."""
    board, place = load_board(board_id), {"standard": "Brest", "republic": "Waterford"}[board_id]
    for turn in map(" ".join, WORDS):
        for text in (f"Fleet {place} {turn}", f"F {place} {turn}", f"{place} {turn}"):
            assert looks_like_orders(board, f"{text} {TAIL}"), text
        assert looks_like_orders(board, f"{turn} the fleet in {place} {TAIL}"), turn


LINES = ("Brest {}", "The fleet in Brest {}", "Please let Brest {}", "F Bre {}", "{} F Bre")


@pytest.mark.slow
def test_a_malformed_line_with_a_verb_is_answered() -> None:
    """Every verb that the grammars read is heard in a line that they do not read."""
    lines = [f"{LINES[at % len(LINES)].format(verb)} {TAIL}" for at, verb in enumerate(SINGLE)]
    assert [text for text in lines if not is_told(text, MOVES)] == []
    board = MOVES.board
    every = (f"{line.format(verb)} {TAIL}" for verb in SINGLE for line in LINES)
    assert [text for text in every if not looks_like_orders(board, text)] == []


@pytest.mark.parametrize("verb", [" ".join(one) for one in sorted(terminals()["BUILD"])])
def test_a_malformed_build_is_answered(verb: str) -> None:
    """So is one in winter."""
    assert is_told(f"{verb} an army in Paris {TAIL}", WINTER)
    assert is_told(f"Paris {verb} {TAIL}", WINTER)


@pytest.mark.sampled(10)
@pytest.mark.parametrize("verb", POINTS)
def test_a_malformed_payment_is_answered(verb: str) -> None:
    """A verb of payments or gifts counts where a power and an amount stand behind it."""
    assert is_told(f"{verb} 5 {TAIL} Ulster", PAYMENTS), verb
    assert is_told(f"{verb} France {TAIL} 5", GIFTS), verb
    assert not is_told(f"{verb.capitalize()} my regards to {TAIL}", GIFTS)


def in_tongue(code: str, names: frozenset[str]) -> Iterator[str]:
    """Yield the words of a language for the verbs of some terminals."""
    tongue = load_tongue(code)
    for turn, english in (*tongue.words.items(), *tongue.second.items()):
        plain = turn_of(english)
        letter = len("".join(turn)) == 1  # which tells of no language
        if plain and turn_at(names, plain, 0) and english not in _OF_CONDITIONS and not letter:
            yield " ".join(turn)


_OF_CONDITIONS = {"not", "enters", "stands", "occupies", "no"}
"""English words that are verbs of conditions, or none."""


@pytest.mark.slow
@pytest.mark.parametrize("code", ["de", "ga"])
def test_a_malformed_line_with_a_verb_in_another_tongue_is_answered(code: str) -> None:
    """The verbs of every language are heard as well, of whoever has his mails in it."""
    verbs = sorted(set(in_tongue(code, ORDERING)))
    assert len(verbs) > 40
    units = ("F Bre", "Brest")
    lines = [f"{units[at % 2]} {verb} {TAIL}" for at, verb in enumerate(verbs)]
    assert [text for text in lines if not is_told(text, MOVES, spoken=code)] == []


def examples(tongue: Tongue) -> Iterator[str]:
    """Yield a line for each turn of a language that puts an order in another sequence of words."""
    names = {"unit": "F Bre", "rest": "F Bre", "place": "Paris", "power": "France", "end": ""}
    for pattern, english in tongue.turns:
        verb = next((word for word in words_of(re.sub(r"\{\w+\}", " ", english))), "")
        if not turn_at(ORDERING, (verb,), 0) or "{unit}" not in pattern + english:
            continue
        known = names | {name: f"({listed})" for name, listed in tongue.lists.items()}
        filled = re.sub(r"\{([a-z]+)\d?\}", r"{\1}", pattern).format_map(known)
        yield next(iter(spellings(filled)))


@pytest.mark.parametrize("code", ["de", "ga"])
def test_a_malformed_sentence_in_another_tongue_is_answered(code: str) -> None:
    """So are those that a language says in a sequence of its own."""
    lines = [*examples(load_tongue(code))]
    assert lines
    silent = [text for text in lines if not is_told(f"{text} {TAIL}", MOVES, spoken=code)]
    assert silent == []


TALK = """\
My move to Burgundy is a bluff, do not tell Germany
Your support of Munich was nice
Belgium remains open, who wants it?
Give me 5 minutes
The retreat of your army came as a surprise
Paris is a nice place to rest
March 5, Berlin
Go on, then!
Travel to London on Monday, so late orders are possible
Ferry trouble at the moment
Received your orders for Paris, thanks
Waiting for news from Paris
Stay well, and greetings to Paris
Help! I cannot find the map of Paris
Nothing new here
No moves yet, Paris is out of reach
I'd like to return to Paris one day
We will see Paris again
I want to go to Paris
We stand by our word
Pass the salt
Turn the page
Does Paris rest on Sundays?
Choose wisely
Leave me alone
Send my love to everyone
Promise me you will come
""".splitlines()


@pytest.mark.parametrize("text", TALK)
@pytest.mark.parametrize("context", [MOVES, WINTER, GIFTS], ids=["moves", "winter", "gifts"])
def test_an_everyday_verb_alone_is_talk(text: str, context: Context) -> None:
    """Words that stand in talk as often as in orders count only beside a unit."""
    assert not is_told(text, context)


@given(st.text("AaFf BelPar'`´-0./,:", max_size=14))
@example("A`0")
@example("F'b")
def test_no_line_breaks_the_reading(text: str) -> None:
    """Whatever stands beside the letter of a unit, the line is read or told."""
    for where in (MOVES, WINTER, PAYMENTS, GIFTS):
        assert len(read_orders([text], where).lines) <= 2


@pytest.mark.parametrize(
    "condition",
    [
        "If A GAS is dislodged",
        "If A GAS succeeded",
        "If A GAS failed",
        "If BUR is vacant",
        "If Germany is in BUR",
        "If Germany owns BUR",
    ],
)
def test_what_a_refused_condition_proposes_is_read(condition: str) -> None:
    """Each form that the complaint names."""
    refused = read_orders(["If it succeeded then Build A PAR"], WINTER).lines[0]
    assert refused.problem is not None
    form = condition.replace("A GAS", "A Xxx").replace("BUR", "Yyy").replace("Germany", "a power")
    assert form[3:] in refused.problem.message
    read = read_orders([f"{condition} then Build A PAR"], WINTER).lines[0]
    assert read.verdict is not Verdict.UNREADABLE
