"""Boards that change in play: what holds after any sequence of splits, holes and reopenings."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from hypothesis import given, settings
from hypothesis import strategies as st

from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.rules.board import (
    Board,
    BorderKind,
    Entry,
    Location,
    Province,
    ProvinceId,
    Terrain,
    army_moves,
    fleet_moves,
)
from gm.games.diplomacy.rules.board_check import check_board
from gm.games.diplomacy.rules.board_now import board_now, with_entries
from gm.games.diplomacy.rules.board_split import Split, halves_of, line_neighbours, split_board
from gm.games.diplomacy.rules.reach import has_chain, reach_of
from gm.interpret.folding import squeeze
from tests.properties.planar import corners, sides

PRINTED = load_board("irish")
ISLAND = ProvinceId("IRE")

Step = tuple[str, int, int, int]
"""What the hat does, and three numbers that choose where."""

step = st.tuples(st.sampled_from(["split"] * 3 + ["hole", "reopen"]), *[st.integers(0, 999)] * 3)
steps = st.one_of(st.lists(step, max_size=6), st.lists(step, min_size=40, max_size=80))
"""Short ones to read when something fails, and as long as a long game."""
closed_places = st.lists(st.sampled_from(sorted(set(PRINTED.provinces) - {ISLAND})), max_size=12)


@dataclass
class Course:
    """A sequence of changes, played on the names alone.

    Args:
        closed: provinces of countries that nobody plays.
        split: the board after the splits, with nothing closed and no hole.
    """

    closed: tuple[ProvinceId, ...] = ()
    split: Board = PRINTED
    splits: list[Split] = field(default_factory=list)
    holes: list[ProvinceId] = field(default_factory=list)
    opened: list[ProvinceId] = field(default_factory=list)

    def go(self, step: Step) -> None:
        """Carry out a step, if it can be."""
        kind, where, first, second = step
        places = [it for it in self.split.provinces if it not in self.holes and it != ISLAND]
        place = places[where % len(places)]
        if kind == "hole":
            self.holes.append(place)
        elif kind == "reopen" and self.holes:
            self.opened.append(self.holes.pop(where % len(self.holes)))
        elif kind == "split":
            split = line_across(self.split, place, first, second)
            self.splits.append(split)
            self.split = split_board(self.split, split)

    def board(self) -> Board:
        """Return the board as it is now."""
        return board_now(
            PRINTED, self.closed, tuple(self.splits), tuple(self.opened), tuple(self.holes)
        )


def line_across(board: Board, place: ProvinceId, first: int, second: int) -> Split:
    """Return a split of a province between two of its neighbours."""
    around = list(line_neighbours(board, place))
    a = around.pop(first % len(around))
    return Split(place, (a, around[second % len(around)]), halves_of(board, place))


def played(taken: list[Step], closed: list[ProvinceId] | None = None) -> Course:
    """Return what steps lead to."""
    course = Course(tuple(sorted(set(closed or ()))))
    for step in taken:
        course.go(step)
    return course


def lands(board: Board) -> Iterator[Province]:
    """Yield every province that is no sea."""
    return (it for it in board.provinces.values() if it.terrain is not Terrain.SEA)


@given(steps, closed_places)
@settings(max_examples=60)
def test_every_board_passes_the_validation_of_a_map_file(
    taken: list[Step], closed: list[ProvinceId]
) -> None:
    """A board derived in play has no fault at all."""
    assert check_board(played(taken, closed).board()) == ()


@given(steps)
@settings(max_examples=60)
def test_rings_fit_together_as_a_map(taken: list[Step]) -> None:
    """Three provinces meet in every corner, but where the printed map ends; Euler's formula holds."""
    board = played(taken).board()
    found = corners(board)
    sizes = Counter(map(len, found))
    edge = max(map(len, corners(PRINTED)))
    assert sizes == {3: len(found) - 1, edge: 1}
    assert len(found) - len(sides(board)) // 2 + len(board.provinces) == 2


@given(steps)
@settings(max_examples=60)
def test_a_split_touches_what_the_whole_touched(taken: list[Step]) -> None:
    """Irish 6: every neighbour touches a half, the two at the line both, others one; none is longer."""
    board = PRINTED
    for split in played(taken).splits:
        after = split_board(board, split)
        one, two = split.halves
        for to in board.neighbours(split.province):
            touched = [half for half in split.halves if to in after.neighbours(half)]
            assert touched
            if to in split.line:
                assert touched == [one, two]
            elif len(touched) == 2:
                assert stretches(board, split.province, to) == 2
            lengths = [length(after, half, to) for half in split.halves]
            assert sum(lengths) == length(board, split.province, to)
        assert stretches(after, one, two) == 1
        new = set(after.neighbours(one)) | set(after.neighbours(two))
        assert new == {*board.neighbours(split.province), one, two}
        board = after


def stretches(board: Board, here: ProvinceId, there: ProvinceId) -> int:
    """Return in how many stretches two provinces meet."""
    return sum(border.to == there for border in board.province(here).ring)


def length(board: Board, here: ProvinceId, there: ProvinceId) -> float:
    """Return the length of the border of two provinces."""
    return sum(border.length for border in board.province(here).ring if border.to == there)


@given(steps)
@settings(max_examples=60)
def test_fleets_pass_where_the_ruling_says(taken: list[Step]) -> None:
    """Irish 6: along a border of two lands iff both touch the same sea at an end of it."""
    board = played(taken).board()
    around = {frozenset(it): None for it in corners(board) if len(it) == 3}
    seas = {it.id for it in board.provinces.values() if it.terrain is Terrain.SEA}
    coastal = {frozenset(corner - seas) for corner in around if len(corner & seas) == 1}
    for place in lands(board):
        for border in place.ring:
            if border.to not in seas:
                passes = frozenset((place.id, border.to)) in coastal
                assert (border.kind is BorderKind.COAST) == passes, (place.id, border.to)


@given(steps)
@settings(max_examples=60)
def test_coasts_are_where_the_fleets_are(taken: list[Step]) -> None:
    """Irish 6: named coasts follow the halves, no new ones arise, and each lies at a sea."""
    board = played(taken).board()
    for place in lands(board):
        seas = [it for it in place.ring if it.kind is BorderKind.SEA]
        assert (place.terrain is Terrain.COASTAL) == bool(seas)
        printed = PRINTED.provinces[place.whole or place.id]
        assert {it.id for it in place.coasts} == {coast for it in seas for coast in it.coasts}
        assert set(place.coasts) <= set(printed.coasts)
        assert bool(place.coasts) == bool(seas and printed.coasts)


@given(steps)
@settings(max_examples=40)
def test_every_way_leads_back(taken: list[Step]) -> None:
    """Where a unit can go, one can come from; a fleet arrives only where a fleet can lie."""
    board = played(taken).board()
    for place in board.provinces.values():
        for to in army_moves(board, place.id):
            assert place.id in army_moves(board, to)
        for here in berths(place):
            for there in fleet_moves(board, here):
                assert there in berths(board.province(there.province))
                assert here in fleet_moves(board, there)


def berths(place: Province) -> list[Location]:
    """Return where a fleet can lie in a province: on each coast if it has named ones."""
    if place.terrain is Terrain.INLAND:
        return []
    return [Location(place.id, it.id) for it in place.coasts] or [Location(place.id)]


@given(steps, closed_places)
@settings(max_examples=60)
def test_centres_and_homes_add_up(taken: list[Step], closed: list[ProvinceId]) -> None:
    """Irish 4, 5: every split of a centre makes one more, every hole takes its own; homes stay home."""
    course = played(taken, closed)
    board, whole = course.board(), course.split
    halved = Counter(it.whole for it in whole.provinces.values())
    wanted = sum(halved.get(place, 1) for place in PRINTED.centres())
    assert sum(1 for _ in whole.centres()) == wanted
    holed = {place for place in course.holes if whole.province(place).is_centre}
    assert set(board.centres()) == set(whole.centres()) - holed
    for power in board.powers.values():
        home = [place.id for place in board.provinces.values() if place.home == power.id]
        assert sorted(home) == sorted(power.home)
        kept = {board.province(place).whole or place for place in power.home}
        assert kept == set(PRINTED.powers[power.id].home)


@given(steps, closed_places)
@settings(max_examples=60)
def test_who_may_enter_is_told_last(taken: list[Step], closed: list[ProvinceId]) -> None:
    """Irish 3, 4, 8: holes nobody, closed countries nobody unless reopened, the rest everybody."""
    course = played(taken, closed)
    board = course.board()
    opened = {half for place in course.opened for half in course.split.meant(place)}
    for place in board.provinces.values():
        if place.id in course.holes:
            assert place.entry is Entry.HOLE
        elif (place.whole or place.id) in closed and place.id not in opened:
            assert place.entry is Entry.CLOSED
        else:
            assert place.entry is (Entry.BOX if place.id == ISLAND else Entry.ALL)


@given(steps)
@settings(max_examples=40)
def test_a_hole_changes_no_border(taken: list[Step]) -> None:
    """Irish 4: only who may enter, and whether it is a centre, tell a hole from a province."""
    course = played(taken)
    for place in course.board().provinces.values():
        same = course.split.provinces[place.id]
        assert (place.ring, place.coasts, place.home) == (same.ring, same.coasts, same.home)


@given(steps)
@settings(max_examples=60)
def test_names_mean_one_province_each(taken: list[Step]) -> None:
    """Irish 9: a gone name may mean each of its halves, in the order of their numbers; no other does."""
    board = played(taken).board()
    words = Counter(
        word
        for place in board.provinces.values()
        for word in {squeeze(it) for it in (place.id, place.name, *place.aliases)}
    )
    several = {squeeze(word) for word in board.ambiguous}
    assert [word for word, count in words.items() if count > 1 and word not in several] == []
    for whole, halves in board.gone.items():
        assert whole not in board.provinces
        assert list(halves) == [f"{whole}{number}" for number in range(1, len(halves) + 1)]
        assert {board.province(half).whole for half in halves} == {whole}
        assert board.ambiguous[squeeze(whole)][: len(halves)] == halves
        assert board.ambiguous[PRINTED.province(whole).name.casefold()] == halves


@given(steps)
@settings(max_examples=25)
def test_armies_cross_where_a_chain_of_seas_leads(taken: list[Step]) -> None:
    """The compiled board finds every way over the open seas, and none through a hole."""
    board = played(taken).board()
    reach = reach_of(board)
    for here, spot in reach.armies.items():
        chains = {
            there.id
            for there in lands(board)
            if there.entry is Entry.ALL
            and there.id != here
            and has_chain(reach, spot.number, reach.number[there.id], reach.seas)
        }
        assert {it for it in board.provinces if spot.crosses_to(it)} == chains


def test_ireland_can_be_split_once_it_is_passable() -> None:
    """Irish 10: with the option it is a province like any other, and lines may end at it."""
    board = with_entries(PRINTED, {ISLAND: Entry.ALL})
    board = split_board(board, line_across(board, ISLAND, 0, 0))
    board = split_board(board, line_across(board, ProvinceId("NAO"), 5, 3))
    assert check_board(board) == ()
    assert "IRE1" in board.provinces
