"""Lines in the words of section 6: read, refused for the first thing wrong, and printed so that they are read again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm.games.freedom.data.files import load_tables
from gm.games.freedom.language.canonical import CanonicalLines, canonical_text
from gm.games.freedom.language.lines import order_line, order_lines
from gm.games.freedom.rules.blocks import queue_of, refuse_lines
from gm.games.freedom.rules.orders import (
    Attack,
    BuildCannon,
    Choose,
    ClaimCard,
    Conditional,
    Damage,
    Guard,
    GuardKind,
    Misread,
    Move,
    Opening,
    Pass,
    Place,
    Play,
    PlayMode,
    Plea,
    Prep,
    Pressure,
    Raid,
    Regroup,
    Repair,
    RewardAttacks,
    SetAllies,
    SetClaim,
    SetFire,
    SetMorale,
    SetPlace,
    SetRemove,
    SiegeOrder,
    Slow,
    StopIf,
    Support,
    Train,
    Way,
)
from gm.games.freedom.rules.outcomes import Reason
from gm.games.freedom.rules.setup import first_position
from gm.games.freedom.rules.tables import IMP, INS, LOWEST

TABLES = load_tables()
READER = CanonicalLines(TABLES)
PLAYERS = order_lines(TABLES)
SPACES, AREAS, CARDS = tuple(TABLES.spaces), tuple(TABLES.areas), tuple(TABLES.cards)

spaces = st.sampled_from(SPACES)
cards = st.sampled_from(CARDS)
some_spaces = st.lists(spaces, min_size=1, max_size=4).map(tuple)
ways = st.builds(Way, st.lists(spaces, min_size=2, max_size=2).map(tuple)) | st.builds(
    Way, st.tuples(st.just("CAMP"), spaces), st.sampled_from(("EXP", "ALL"))
)
guards = st.one_of(
    st.builds(
        Guard,
        st.sampled_from(
            (
                GuardKind.EMPTY,
                GuardKind.IMPERIAL_IN,
                GuardKind.INSURGENT_IN,
                GuardKind.DAMAGED,
                GuardKind.DESTROYED,
            )
        ),
        st.booleans(),
        name=spaces,
    ),
    st.builds(
        Guard,
        st.sampled_from((GuardKind.MORALE_BELOW, GuardKind.MORALE_ABOVE)),
        st.booleans(),
        seat=st.sampled_from((IMP, INS)),
        number=st.integers(0, 21),
    ),
    st.builds(
        Guard,
        st.just(GuardKind.HOLDS),
        st.booleans(),
        name=st.sampled_from(AREAS),
        seat=st.sampled_from((IMP, INS)),
    ),
    st.builds(Guard, st.just(GuardKind.CLAIM_POSSIBLE), st.booleans(), name=st.just("") | cards),
    st.builds(Guard, st.just(GuardKind.LOST_FORT), st.booleans()),
)
times = st.none() | st.integers(1, 9)
actions: st.SearchStrategy[SiegeOrder] = st.one_of(
    st.builds(Move, st.lists(ways, min_size=1, max_size=2).map(tuple)),
    st.builds(Move, st.tuples(st.builds(Way, st.tuples(spaces, spaces, spaces)))),
    st.builds(Slow, ways),
    st.builds(Attack, spaces, spaces, times, st.booleans()),
    st.builds(Support, st.sampled_from(AREAS), st.integers(1, 5)),
    st.builds(Prep, st.none() | st.integers(1, 9)),
    st.sampled_from((RewardAttacks(), Plea(), Pressure())),
    st.builds(BuildCannon, spaces),
    st.tuples(spaces, spaces).filter(lambda pair: pair[0] != pair[1]).map(lambda p: Regroup(*p)),
    st.builds(Raid, spaces, spaces),
    st.builds(Repair, spaces),
    st.builds(Train, spaces),
    st.builds(Choose, st.integers(1, 2)),
    st.builds(Damage, spaces),
    st.builds(Place, some_spaces),
)
heads: st.SearchStrategy[SiegeOrder] = st.one_of(
    st.builds(Play, cards, st.sampled_from(PlayMode)),
    st.builds(ClaimCard, cards, cards | st.just(LOWEST)),
    st.just(Pass()),
)
policies: st.SearchStrategy[SiegeOrder] = st.one_of(
    st.just(SetFire()),
    st.builds(SetFire, spaces, st.none() | st.just(()) | some_spaces),
    st.builds(SetMorale, st.integers(0, 21)),
    st.builds(SetPlace, st.just(()) | some_spaces),
    st.builds(SetRemove, st.just(()) | some_spaces),
    st.builds(SetAllies, st.just(()) | some_spaces),
    st.just(SetClaim()) | st.builds(SetClaim, cards, cards | st.just(LOWEST)),
)
lines: st.SearchStrategy[SiegeOrder] = st.one_of(
    st.builds(Opening, st.lists(ways, max_size=5).map(tuple)),
    st.just(Regroup()),
    st.builds(StopIf, guards),
    st.builds(Conditional, guards, heads),
    st.builds(Conditional, guards, actions, st.none() | actions),
    heads,
    actions,
    policies,
)


@given(lines)
def test_what_is_printed_is_read(order: SiegeOrder) -> None:
    """By the strict reader and by the one of mails, as the same."""
    text = canonical_text(order)
    assert READER.read(text) == order
    assert READER.read(text.replace("->", ">").lower()) == order
    assert PLAYERS.read(text).made == order


def is_misread(order: SiegeOrder | None) -> bool:
    """Whether a line, or a part of it, says nothing."""
    if isinstance(order, Conditional):
        parts = (order.then, order.otherwise)
        return order.guard.fault is not None or any(map(is_misread, parts))
    return isinstance(order, Misread) or (
        isinstance(order, StopIf) and order.guard.fault is not None
    )


def recorded_lines() -> list[str]:
    """Every line of the cases and the recorded games."""
    here = Path(__file__).parent
    records: list[dict[str, Any]] = [
        *(case["step"] for case in json.loads((here / "cases.json").read_text("utf-8"))),
        *map(json.loads, (here / "steps.jsonl").read_text("utf-8").splitlines()),
    ]
    orders = [record.get("orders", {}) for record in records]
    return sorted({line for said in orders for seat in (IMP, INS) for line in said.get(seat, ())})


def test_mails_say_what_records_say() -> None:
    """Every recorded line that is one is read as the same by the grammar of mails."""
    read = {line: READER.read(line) for line in recorded_lines()}
    sound = {line: order for line, order in read.items() if not is_misread(order)}
    assert len(sound) > 700
    assert {line: PLAYERS.read(line).made for line in sound} == sound


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("Attack 3-4 from 4-4 twice", "ATTACK 4-4 -> 3-4 X 2"),
        ("regroup 3-1 to Marmarou", "REGROUP 3-1 -> MAR"),
        ("build a cannon in 5-4", "CANNON 5-4"),
        ("play Dust Storm for its event", "PLAY AN10 EVENT"),
        ("March 6-4 → 5-4 → 4-4", "MOVE 6-4 -> 5-4 -> 4-4"),
        ("if 3-4 is destroyed then slow 4-4 to 3-4", "IF DESTROYED 3-4 THEN SLOW 4-4 -> 3-4"),
        ("Repair F2", "REPAIR 3-4"),
        ("greife 4-4 auf 3-4 2 mal", "ATTACK 4-4 -> 3-4 X 2"),
        ("wenn 3-4 leer ist", ""),
        ("unterstuetze Petalas", "SUPPORT PETALAS"),
        ("tacaigh le Petalas", "SUPPORT PETALAS"),
        ("ATTACK 4-4", ""),
        ("MOVE 5-4 ->", ""),
        ("Good luck to you!", ""),
    ],
)
def test_lines_as_people_write_them(line: str, meant: str) -> None:
    """In words, in other languages; a line that ends in a bare space is no order."""
    made = PLAYERS.read(line).made
    assert (order_line(made) if made is not None else "") == meant


def test_an_area_that_fits_two_is_asked_about() -> None:
    """Both are offered."""
    assert [text for text, _ in PLAYERS.read("SUPPORT PET").choices] == [
        "SUPPORT PETALAS",
        "SUPPORT PETROCHORI",
    ]


@pytest.mark.parametrize(
    ("line", "seat", "reason"),
    [
        ("PLAY AN05", IMP, Reason.BAD_ORDER),
        ("PLAY ZZ99 AP", IMP, Reason.CARD_UNKNOWN),
        ("PLAY AG01 EVENT", IMP, Reason.OPPONENTS_EVENT),
        ("OPENING 8-5 -> 7-5 X 6", IMP, Reason.TOO_MANY),
        ("OPENING 8-5 -> 7-5", INS, Reason.NOT_YOUR_ACTION),
        ("OPENING 8-5 -> 8-6, 9-9 -> 8-8", IMP, Reason.SPACE_UNKNOWN),
        ("REGROUP NONE", IMP, Reason.BAD_ORDER),
        ("REGROUP 3-1 -> 3-2", IMP, Reason.NOT_YOUR_ACTION),
        ("REGROUP 3-1 -> 4-1", INS, Reason.BAD_ROW),
        ("PREP", INS, Reason.NO_PLAY),
        ("IF EMPTY 9-9 THEN PREP X", IMP, Reason.SPACE_UNKNOWN),
        ("IF EMPTY 3-4 THEN MOVE 4-4 -> 3-4 ELSE FLY", IMP, Reason.BAD_ROW),
        ("IF EMPTY 3-4 THEN PREP ELSE FLY", IMP, Reason.BAD_ORDER),
        ("IF EMPTY 3-4 THEN STOP IF LOST FORT", IMP, Reason.BAD_ORDER),
        ("IF EMPTY 3-4 THEN PLAY AN05 AP ELSE PREP", IMP, Reason.BAD_ORDER),
        ("FIRE 3-4 AT 4-4", IMP, Reason.NO_TARGET),
        ("FIRE 3-6 AT 7-6", INS, None),
        ("FIRE 3-4 AT 7-4", INS, Reason.NO_TARGET),
        ("SET ALLIES 7-4 X 2, 8-1", IMP, None),
        ("SET REMOVE 9-9", IMP, Reason.SPACE_UNKNOWN),
        ("", IMP, Reason.BAD_ORDER),
    ],
)
def test_what_the_text_alone_says(line: str, seat: Any, reason: Reason | None) -> None:
    """The first that is wrong, in the order of section 6."""
    queue = queue_of(seat, [READER.read(line)])
    refuse_lines(queue, first_position(TABLES), TABLES)
    assert queue.lines[0].reason is reason
