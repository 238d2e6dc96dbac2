"""Whole games by simple players, and queues of all kinds of lines: what must always hold, and how games end."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm.contract.draws import SeededDraws
from gm.contract.events import Event
from gm.contract.seats import SeatId
from gm.games.freedom.records.positions import position_read, position_written
from gm.games.freedom.rules.events import (
    CardClaimed,
    CardPlayed,
    CardsDealt,
    HandLooked,
    PolicyChanged,
    RandomDiscarded,
)
from gm.games.freedom.rules.orders import PlayDefault, SiegeOrder
from gm.games.freedom.rules.rules import MASTER
from gm.games.freedom.rules.state import Cause, SiegeState, Wait, seen_by
from gm.games.freedom.rules.tables import (
    CAMP,
    CANNON_PIECES,
    FIRST_OF_B,
    IMP,
    INS,
    MOST_CIVILIANS,
    MOST_DAMAGE,
    MOST_IN_AREA,
    MOST_MARKERS,
    PIECES,
    SEATS,
    SpaceKind,
    other,
    period_of,
)
from tests.games.freedom.greedy import Habits, Player, played, siege_rules
from tests.games.freedom.searching import searched
from tests.games.freedom.test_lines import lines

RULES = siege_rules()
TABLES = RULES.tables
CARD = re.compile(r"\b[AB][IGN]\d\d\b")


def check_cards(state: SiegeState) -> None:
    """Each card of a period is in one place; those of the first leave with the fourth round (4)."""
    period = period_of(state.round)
    held = [*state.hand[IMP], *state.hand[INS], *state.discard, *state.deck[period]]
    assert sorted(held) == [*TABLES.deck(period)]
    if state.round < FIRST_OF_B:
        assert sorted(state.deck["B"]) == [*TABLES.deck("B")]
    assert all(len(state.hand[seat]) <= TABLES.siege.hand for seat in SEATS)


def check_board(state: SiegeState) -> None:
    """No space holds more than it can, nor both sides, nor both kinds of Imperial units (2, 4)."""
    for space, there in state.units.items():
        assert len(there) == 1 or (space == CAMP and set(there) <= {"EXP", "ALL"})
        assert all(count > 0 for count in there.values())
        limit = TABLES.spaces[space].limit
        assert limit is None or state.in_space(space) <= limit
        assert TABLES.spaces[space].kind.is_held or not state.insurgent_in(space)
    assert all(state.in_play(kind) <= most for kind, most in PIECES.items())
    assert state.cannons.pieces <= CANNON_PIECES
    assert not {*state.cannons.insurgent} & {state.cannons.bombard}
    assert state.markers() <= MOST_MARKERS
    assert all(0 <= control.markers <= MOST_IN_AREA for control in state.areas.values())
    assert all(1 <= damage <= MOST_DAMAGE for damage in state.wall.values())
    assert all(TABLES.spaces[space].kind is SpaceKind.WALL for space in state.wall)


def check_tracks(state: SiegeState) -> None:
    """No track is below nothing, nor above its end (1)."""
    assert all(0 <= state.morale[seat] <= TABLES.siege.morale_cap for seat in SEATS)
    assert all(state.supplies[seat] >= 0 and state.prep[seat] >= 0 for seat in SEATS)
    assert state.money >= 0
    assert 0 <= state.civilians <= MOST_CIVILIANS
    assert all(0 <= state.plays_left[seat] <= TABLES.siege.plays for seat in SEATS)
    assert (state.winner is not None) == (state.wait is Wait.END) == (state.turn is None)
    assert state.winner is None or state.claim is None


def check_position(state: SiegeState) -> None:
    """Assert that a position can be, and that a record holds it."""
    check_cards(state)
    check_board(state)
    check_tracks(state)
    assert position_read(position_written(state, TABLES), TABLES) == state


def cards_told(events: Iterable[Event], seat: SeatId | None) -> set[str]:
    """The cards that facts name which a seat, or the public, may read of; what it wrote itself is not told."""
    told = [
        event
        for event in events
        if (who := event.visible_to()) is None or (seat is not None and seat in who)
        if not isinstance(event, PolicyChanged)
    ]
    return set(CARD.findall(repr(told)))


def cards_open(before: SiegeState, after: SiegeState, events: Sequence[Event]) -> set[str]:
    """The cards that everybody has seen in a step."""
    opened = {*before.discard, *after.discard}
    for event in events:
        match event:
            case CardPlayed() | RandomDiscarded():
                opened.add(event.card)
            case CardClaimed():
                opened |= {event.card, event.discarded}
    return opened


def cards_own(
    before: SiegeState, after: SiegeState, events: Sequence[Event], seat: SeatId
) -> set[str]:
    """The cards that a seat has held or looked at in a step."""
    own = {*before.hand[seat], *after.hand[seat]}
    for event in events:
        if isinstance(event, CardsDealt | HandLooked) and event.seat == seat:
            own |= {*event.cards}
    return own


def check_secrets(before: SiegeState, after: SiegeState, events: Sequence[Event]) -> None:
    """Nobody reads of a card that he does not hold and that does not lie open (1, 10)."""
    opened = cards_open(before, after, events)
    for seat in (*SEATS, None):
        own = cards_own(before, after, events, seat) if seat is not None else set()
        assert cards_told(events, seat) <= opened | own
        seen = seen_by(after, () if seat is None else (seat,))
        shown = set(CARD.findall(repr(replace(seen, policy={}))))
        hidden = {*after.deck["A"], *after.deck["B"]}
        for foe in SEATS if seat is None else (other(seat),):
            hidden |= {*after.hand[foe]}
            assert seen.policy[foe] is None
        assert not shown & hidden


@pytest.mark.parametrize("seed", range(6))
def test_what_always_holds(seed: int) -> None:
    """Positions are valid, facts lead to them, secrets are kept, and labels of draws come once."""
    labels = [draw.label for draw in RULES.new_game(SeededDraws(seed.to_bytes(32, "big"))).draws]
    for before, made in played(seed):
        check_position(made.state)
        assert RULES.replay(before, made.events) == made.state
        check_secrets(before, made.state, made.events)
        labels += [draw.label for draw in made.draws]
        last = made.state
    assert last.wait is Wait.END
    assert len(labels) == len(set(labels))


def test_a_game_is_played_twice_the_same() -> None:
    """The same seed, the same game."""
    first, second = ([made for _, made in played(3)] for _ in range(2))
    assert first == second


def middle(seed: int, wait: Wait) -> SiegeState:
    """A position of a game in which it waits so, some way on."""
    states = [state for state, _ in played(seed) if state.wait is wait]
    return states[len(states) // 2]


MIDDLES = tuple(
    middle(seed, wait) for seed in range(4) for wait in (Wait.OPENING, Wait.REGROUP, Wait.PLAY)
)


@given(
    st.sampled_from(MIDDLES),
    st.lists(lines, max_size=12),
    st.lists(lines, max_size=12),
    st.integers(0, 3),
    st.integers(0, 999),
    st.booleans(),
)
def test_whatever_is_sent_the_position_holds(
    state: SiegeState,
    imperial: list[SiegeOrder],
    insurgent: list[SiegeOrder],
    defaults: int,
    seed: int,
    sensible: bool,
) -> None:
    """Each line has an outcome, what is kept is of those lines, and facts lead to what comes of them."""
    if sensible and state.turn is not None:
        block = Player(TABLES, Habits(), Random(seed), state, state.turn).block()
        (imperial if state.turn == IMP else insurgent)[:0] = block
    drafts = {IMP: imperial, INS: insurgent, MASTER: [PlayDefault()] * defaults}
    made = RULES.resolve(state, drafts, SeededDraws(seed.to_bytes(32, "big")))
    check_position(made.state)
    assert RULES.replay(state, made.events) == made.state
    check_secrets(state, made.state, made.events)
    assert [told.order for told in made.outcomes] == [*imperial, *insurgent, *drafts[MASTER]]
    for seat, kept in made.leftover.items():
        assert not Counter(map(repr, kept)) - Counter(map(repr, drafts[seat]))
    again = RULES.resolve(state, drafts, SeededDraws(seed.to_bytes(32, "big")))
    assert again == made


def test_others_are_told_nothing_of_a_sides_lines() -> None:
    """Outcomes and what is kept are a seat's own."""
    for before, made in played(1):
        for seat in SEATS:
            told = RULES.disclosed(before, made, (seat,))
            assert all(outcome.seat == seat for outcome in told.outcomes)
        assert RULES.disclosed(before, made, None).outcomes == ()


@pytest.mark.slow
def test_a_side_that_searches_plays_to_the_end() -> None:
    """What it tries on paper changes nothing of the game; the same seed gives the same end."""
    first, second = (searched(5, frozenset({IMP})) for _ in range(2))
    check_position(first)
    assert first == second


GAMES = 1000


@pytest.mark.slow
def test_a_thousand_games_end_as_the_page_says() -> None:
    """Wins by kind and last rounds lie between the least and the most of the page's tables (13)."""
    ends: Counter[tuple[SeatId | None, Cause | None]] = Counter()
    last: Counter[int] = Counter()
    for seed in range(GAMES):
        *_, (_, made) = played(seed)
        ends[made.state.winner, made.state.why] += 1
        last[made.state.round] += 1
    share = {end: 100 * count / GAMES for end, count in ends.items()}
    assert 13 <= share[IMP, Cause.STORM] <= 23
    assert share.get((IMP, Cause.MORALE), 0) <= 5
    assert 75 <= share[INS, Cause.MORALE] <= 83
    assert share.get((INS, Cause.TIME), 0) <= 4
    in_rounds = {round_: 100 * count / GAMES for round_, count in last.items()}
    assert 3 <= sum(in_rounds.get(round_, 0) for round_ in (1, 2, 3)) <= 11
    assert 9 <= in_rounds[4] <= 49
    assert 40 <= in_rounds[5] <= 63
    assert 1 <= in_rounds[6] <= 28
