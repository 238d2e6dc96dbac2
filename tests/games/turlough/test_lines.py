"""Lines in the words of section 11: read, refused for the first thing wrong, and printed so that they are read again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm.games.turlough.data.files import load_tables
from gm.games.turlough.language.canonical import CanonicalLines, canonical_text, spoken
from gm.games.turlough.language.lines import in_block, order_line, order_lines
from gm.games.turlough.rules.legality import fault_of
from gm.games.turlough.rules.orders import (
    ENEMY,
    REACTIONS,
    Atom,
    Comparison,
    Condition,
    Conditional,
    Conduct,
    Demobilize,
    Exile,
    FactionOrder,
    Feed,
    Food,
    Invite,
    Lead,
    Mobilize,
    Move,
    MoveTo,
    OfferHostage,
    Pay,
    Quantity,
    Raid,
    React,
    Reaction,
)
from gm.games.turlough.rules.outcomes import Reason

TABLES = load_tables()
READER = CanonicalLines(TABLES)
FACTIONS, HEXES = tuple(TABLES.factions), tuple(TABLES.hexes)

hexes = st.sampled_from(HEXES)
numbers = st.integers(0, 999)
atoms = st.one_of(
    st.builds(
        Atom,
        st.booleans(),
        who=st.sampled_from((*FACTIONS, ENEMY)),
        hex=hexes,
        near=st.booleans(),
    ),
    st.builds(Atom, st.booleans(), who=st.sampled_from(FACTIONS)),
    st.builds(
        Atom,
        st.booleans(),
        quantity=st.sampled_from(Quantity),
        comparison=st.sampled_from(Comparison),
        number=numbers,
    ),
    st.builds(
        Atom,
        st.booleans(),
        quantity=st.just(Quantity.BATTLES),
        comparison=st.sampled_from(Comparison),
        number=st.none(),
    ),
)
some = st.lists(atoms, min_size=1, max_size=3).map(tuple)
conditions = st.builds(Condition, st.lists(some, min_size=1, max_size=2).map(tuple))
pays = st.one_of(
    st.none(),
    st.builds(Pay, coyne=st.integers(0, 5), tuarastal=st.integers(0, 5)),
    st.builds(Pay, battles=st.integers(0, 10), provisions=numbers),
)


def ways() -> st.SearchStrategy[tuple[str, ...]]:
    """Hexes one beside the other."""

    def longer(way: tuple[str, ...]) -> st.SearchStrategy[tuple[str, ...]]:
        beside = st.sampled_from([*TABLES.steps[way[-1]]])
        return beside.map(lambda there: (*way, there))

    one_step = hexes.map(lambda here: (here,))
    return one_step.flatmap(longer).flatmap(longer)


@st.composite
def reacts(draw: st.DrawFn, faction: str, test: Condition | None) -> React:
    """A standing line with what belongs to it."""
    trigger = draw(st.sampled_from([*REACTIONS]))
    reaction = draw(st.sampled_from(REACTIONS[trigger]))
    to = draw(st.lists(hexes, max_size=2).map(tuple)) if reaction is Reaction.DISENGAGE else ()
    pay = draw(pays) if reaction is Reaction.ACCEPT else None
    return React(faction, test, trigger=trigger, reaction=reaction, to=to, pay=pay)


@st.composite
def orders(draw: st.DrawFn) -> FactionOrder:
    """A line that is legal somewhere."""
    faction = draw(st.sampled_from(FACTIONS))
    test = draw(st.none() | conditions)
    actions = st.one_of(
        st.builds(Move, st.just(faction), st.just(test), way=ways()),
        st.builds(MoveTo, st.just(faction), st.just(test), target=hexes),
        st.builds(Invite, st.just(faction), st.just(test), target=st.sampled_from(FACTIONS)),
        st.just(OfferHostage(faction, test)),
        st.just(Conduct(faction, test, avoid=True)),
        st.builds(Conduct, st.just(faction), st.just(test), target=st.sampled_from(FACTIONS)),
        st.builds(Raid, st.just(faction), st.just(test), hex=hexes | st.just("")),
        st.builds(Demobilize, st.just(faction), st.just(test), hex=hexes | st.just("")),
        st.just(Exile(faction, test)),
    )
    raising = st.builds(Mobilize, st.just(faction), st.just(test), pay=pays)
    kind = draw(st.sampled_from(("action", "raising", "if", "react", "feed", "lead")))
    if kind == "react":
        return draw(reacts(faction, test))
    if kind == "feed":
        kinds = st.lists(st.sampled_from(Food), min_size=1, unique=True).map(tuple)
        return draw(st.builds(Feed, st.just(faction), kinds=kinds))
    if kind == "lead":
        return Lead(faction, yes=draw(st.booleans()))
    if kind == "if" and test is not None:
        parts = draw(st.sampled_from((actions, raising)))
        bare = parts.filter(lambda order: order.test is test)
        then, other = draw(bare), draw(bare | st.none())
        plain = [
            None if o is None else type(o)(**{**_fields(o), "test": None}) for o in (then, other)
        ]
        return Conditional(faction, test, then=plain[0], otherwise=plain[1])
    return draw(raising if kind == "raising" else actions)


def _fields(order: FactionOrder) -> dict[str, object]:
    return {
        name: getattr(order, name)
        for cls in type(order).__mro__
        for name in getattr(cls, "__slots__", ())
    }


@given(orders())
def test_what_is_printed_is_read_as_the_same(order: FactionOrder) -> None:
    """Or refused for what the rules refuse of it whatever the board is like."""
    fault = fault_of(TABLES, order)
    read = READER.read(canonical_text(order), order.faction)
    if fault is None:
        assert read == order
    else:
        assert isinstance(read, Reason)


@pytest.mark.parametrize(
    ("faction", "line", "printed"),
    [
        ("CT", "march clonroad – tul → Feakle # home", "MOVE CLO, TUL, FEA"),
        ("CT", "Move to Dysert O’Dea", "MOVE TO DYS"),
        ("CT", "MOVE CLO TO TUL", "MOVE CLO, TUL"),
        ("CT", "mob 5 (2 cattle)", "MOBILIZE COYNE 3 TUARASTAL 2"),
        ("CT", "mobilise 3 coyne and 2 cattle", "MOBILIZE COYNE 3 TUARASTAL 2"),
        ("CT", "MOBILIZE BATTLES 3", "MOBILIZE COYNE 3"),
        ("DEC", "MOBILIZE 3", "MOBILIZE BATTLES 3"),
        ("DEC", "mobilise 3 battles, 9 provisions", "MOBILIZE BATTLES 3 PROVISIONS 9"),
        ("DEC", "Call Brian Rua", "INVITE CBR"),
        ("CT", "call Hy Blood", "INVITE HYB"),
        ("CT", "offer hostage to Richard de Clare", "OFFER HOSTAGE"),
        ("CT", "disband at Lough Rask", "DEMOBILIZE AT GRA"),
        ("CT", "fight the Tanist", "FIGHT TAN"),
        (
            "CT",
            "if Brian Roe at Clonroad then move CLO-QUI else raid CLO",
            "IF CBR AT CLO THEN MOVE CLO, QUI ELSE RAID CLO",
        ),
        ("CT", "exile if battles<=2", "EXILE IF BATTLES <= 2"),
        (
            "CUL",
            "react invited accept cattle 2, 3 coyne",
            "REACT INVITED ACCEPT COYNE 3 TUARASTAL 2",
        ),
        ("CUL", "REACT INVITED ACCEPT COYNE 0", "REACT INVITED ACCEPT COYNE 0"),
        ("DEC", "REACT OFFER ACCEPT BATTLES 0", "REACT OFFER ACCEPT BATTLES 0"),
        ("CT", "feed cattle, provisions", "FEED CATTLE PROVISIONS"),
    ],
)
def test_what_people_write(faction: str, line: str, printed: str) -> None:
    """Other words, names in full and by their beginnings, accents, arrows."""
    read = READER.read(line, faction)
    assert isinstance(read, FactionOrder)
    assert canonical_text(read) == printed


@pytest.mark.parametrize(
    ("faction", "line", "reason"),
    [
        ("CT", "MOVE TUL, DYS, XYZ", Reason.NOT_ADJACENT),
        ("CT", "MOVE XYZ, DYS, TUL", Reason.UNKNOWN_HEX),
        ("CT", "MOVE KNB - RUA", Reason.WATER_BLOCKS),
        ("CT", "MOVE TO Clon", Reason.UNKNOWN_HEX),
        ("CT", "MOVE TO", Reason.UNREADABLE),
        ("CT", "INVITE Cor", Reason.UNKNOWN_FACTION),
        ("CUL", "INVITE HYB", Reason.CANNOT_INVITE),
        ("TAN", "INVITE TAN", Reason.CANNOT_INVITE),
        ("CUL", "EXILE", Reason.NOT_A_CLAIMANT),
        ("DEC", "MOBILIZE COYNE 2", Reason.ENGLISH_CANNOT_COYNE),
        ("CT", "MOBILIZE PROVISIONS 2", Reason.IRISH_CANNOT_BUY_PROVISIONS),
        ("CT", "MOBILIZE COYNE 6 TUARASTAL 5 IF SUN", Reason.TOO_MANY_BATTLES),
        ("CT", "MOBILIZE COYNE 2 COYNE 3", Reason.UNREADABLE),
        ("CT", "IF CBR AT CLO MOVE TUL", Reason.UNREADABLE),
        ("CT", "IF CBR AT XYZ THEN MOVE TUL ELSE MOBILIZE", Reason.UNREADABLE),
        ("CT", "IF CBR AT XYZ THEN MOVE QQQ", Reason.UNKNOWN_HEX),
        ("CT", "IF CBR AT CLO THEN LEAD YES", Reason.UNREADABLE),
        ("CT", "FEED COYNE IF CBR AT CLO", Reason.UNREADABLE),
        ("CT", "IF CATTLE < ENEMY THEN RAID", Reason.UNREADABLE),
        ("CT", "REACT HOLDER OBEY", Reason.WRONG_FACTION),
        ("CUL", "REACT ATTACKED REFUSE", Reason.UNREADABLE),
        ("CUL", "Hello", Reason.UNREADABLE),
    ],
)
def test_the_first_thing_wrong_is_told(faction: str, line: str, reason: Reason) -> None:
    """The frame of a condition first, then from left to right (11)."""
    assert READER.read(line, faction) is reason


@pytest.mark.parametrize(
    ("line", "printed"),
    [
        ("March to Tulla", "MOVE TO TUL"),
        ("Call Cullen", "INVITE CUL"),
        ("move to Cluain Rámhada", "MOVE TO CLO"),
        ("Clann Choileáin: raid", "CUL: RAID"),
        ("let the Tanist muster 3 battles", "TAN: MOBILIZE COYNE 3"),
        (
            "if Brian Roe is at Clonroad go to Quin, otherwise raid",
            "IF CBR AT CLO THEN MOVE TO QUI ELSE RAID",
        ),
        ("if attacked, disengage to Quin or Clare Abbey", "REACT ATTACKED DISENGAGE TO QUI, CLA"),
        ("exile if battles at most 2", "EXILE IF BATTLES <= 2"),
        ("go to Quin if no enemy near Quin", "MOVE TO QUI IF NOT ENEMY NEAR QUI"),
        ("nothing", "NOTHING"),
    ],
)
def test_what_people_write_by_mail(line: str, printed: str) -> None:
    """By the grammar: sentences, names in English and Irish."""
    read = order_lines(TABLES).read(line)
    assert read.made is not None
    assert order_line(read.made) == printed
    assert order_lines(TABLES).read(printed).made == read.made


@pytest.mark.slow
def test_the_grammar_reads_what_the_page_has() -> None:
    """Every line of the recorded games that is legal there is the same order by mail."""
    lines = order_lines(TABLES)
    steps = (Path(__file__).parent / "steps.jsonl").read_text("utf-8").splitlines()
    packets = [packet for step in steps for packet in json.loads(step)["orders"].values()]
    read = 0
    for line in dict.fromkeys(line for packet in packets for line in packet):
        for faction in ("CT", "CUL", "DEC"):
            exact = READER.read(line, faction)
            if isinstance(exact, FactionOrder):
                made = lines.read(spoken(line)).made
                assert made is not None
                assert in_block(made, faction) == exact  # type: ignore[arg-type]
                read += 1
    assert read > 500
