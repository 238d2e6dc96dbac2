"""The board as it is now: derived step by step or at once, kept, and proved sound."""

from dataclasses import replace

import pytest

from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.rules import board_now as module
from gm.games.diplomacy.rules.board import Board, Entry, ProvinceId
from gm.games.diplomacy.rules.board_now import board_now
from gm.games.diplomacy.rules.board_split import Split, split_board

PRINTED = load_board("irish")


def split(place: str, first: str, second: str, one: str, two: str) -> Split:
    """Return a split told by names."""
    line = ProvinceId(first), ProvinceId(second)
    return Split(ProvinceId(place), line, (ProvinceId(one), ProvinceId(two)))


SPLITS = (
    split("NTH", "NWY", "BEL", "NTH1", "NTH2"),
    split("NTH2", "ENG", "NTH1", "NTH2", "NTH3"),
    split("POR", "SPA", "MAO", "POR1", "POR2"),
)
PORTUGAL = (ProvinceId("POR"),)


def test_a_board_is_the_same_object_each_time() -> None:
    """It is derived once: what hangs on it is compiled once."""
    assert board_now(PRINTED, (), SPLITS, (), ()) is board_now(PRINTED, (), SPLITS, (), ())


def test_all_at_once_is_as_one_by_one() -> None:
    """A chain of splits met for the first time gives what season after season gave."""
    fresh = replace(PRINTED)
    at_once = board_now(fresh, PORTUGAL, SPLITS, (), ())
    steps = [board_now(PRINTED, PORTUGAL, SPLITS[:count], (), ()) for count in range(4)]
    assert at_once.provinces == steps[-1].provinces
    assert (at_once.gone, at_once.ambiguous) == (steps[-1].gone, steps[-1].ambiguous)


def test_closed_opened_and_holed() -> None:
    """Irish 3, 4, 8: halves of a closed country are closed, until one is reopened or all are."""

    def entries(opened: tuple[str, ...], holes: tuple[str, ...]) -> list[Entry]:
        places = tuple(map(ProvinceId, opened)), tuple(map(ProvinceId, holes))
        board = board_now(PRINTED, PORTUGAL, SPLITS, *places)
        return [board.province(ProvinceId(f"POR{number}")).entry for number in (1, 2)]

    assert entries((), ()) == [Entry.CLOSED, Entry.CLOSED]
    assert entries(("POR1",), ()) == [Entry.ALL, Entry.CLOSED]
    assert entries(("POR",), ()) == [Entry.ALL, Entry.ALL]
    assert entries(("POR1",), ("POR1",)) == [Entry.HOLE, Entry.CLOSED]


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (split("XXX", "NWY", "BEL", "XXX1", "XXX2"), "there is no province XXX"),
        (split("NTH", "NWY", "PAR", "NTH1", "NTH2"), "PAR does not border NTH"),
        (split("NTH", "NWY", "BEL", "NTH2", "NTH3"), "the halves of NTH are NTH1 and NTH2"),
    ],
)
def test_an_impossible_split_is_refused(wrong: Split, told: str) -> None:
    """Recorded by hand, it may be wrong; the sentence says in what."""
    with pytest.raises(ValueError, match=told):
        board_now(PRINTED, (), (wrong,), (), ())


def test_an_unknown_hole_is_refused() -> None:
    """So is a black hole where there is no province, or no longer one of that name."""
    with pytest.raises(ValueError, match="there is no province NTH"):
        board_now(PRINTED, (), SPLITS, (), (ProvinceId("NTH"),))


@pytest.mark.parametrize("count", [1, 3])
def test_a_broken_board_is_never_played_on(monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    """Should the last split leave the neighbours behind, the check finds it, in a chain too."""

    def forgetful(board: Board, one: Split) -> Board:
        divided = split_board(board, one)
        if one != SPLITS[count - 1]:
            return divided
        kept = {place: board.provinces.get(place, it) for place, it in divided.provinces.items()}
        return replace(divided, provinces=kept)

    monkeypatch.setattr(module, "_split", forgetful)
    with pytest.raises(RuntimeError, match="broke the board"):
        board_now(replace(PRINTED), (), SPLITS[:count], (), ())
