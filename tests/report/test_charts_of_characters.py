"""Charts of characters and the judges' grid: 72 columns, a letter to a power, nothing lost."""

from __future__ import annotations

from itertools import count

from hypothesis import given
from hypothesis import strategies as st

from gm.adapters.maps.boards import load_board
from gm.report.charts.bars import bar_lines, lengths
from gm.report.charts.figures import Course, Shares, What
from gm.report.charts.grid import centre_grid, grid_blocks, grid_table, letters_of
from gm.report.facts.stories import YearOfCentres

STANDARD, IRISH = load_board("standard"), load_board("irish")


@given(st.lists(st.integers(0, 400), min_size=1, max_size=4), st.integers(8, 60))
def test_every_part_of_a_bar_is_seen_and_it_fits(values: list[int], room: int) -> None:
    """What is not nought has a character at least; what fits has its very number."""
    most = max(1, sum(values))
    found = lengths(values, most, room)
    assert sum(found) <= room
    assert [length > 0 for length in found] == [value > 0 for value in values]
    if most <= room:
        assert [*found] == values


def test_bars_of_many_powers_fit_72_columns() -> None:
    """As many as Irish Diplomacy has, with long names and large figures."""
    powers = [*IRISH.powers]
    course = Course(
        What.POINTS, "Points", ("W1",), {one: (at * 40,) for at, one in enumerate(powers)}
    )
    bars = {one: (at * 9, at, 1, 2) for at, one in enumerate(powers)}
    shares = Shares(What.ORDERS, "Orders", ("off", "failed", "void", "none"), bars)
    for figure in (course, shares):
        lines = bar_lines(figure, IRISH)
        assert max(map(len, lines)) <= 72
        assert len(lines) >= len(powers)
    assert bar_lines(shares, IRISH)[0] == "  # off, - failed, x void, . none"


def test_each_power_has_a_letter_of_its_own() -> None:
    """Those of the seven are the judges'; of twenty-three powers no two have the same."""
    assert "".join(letters_of(STANDARD, STANDARD.powers).values()) == "AEFGIRT"
    letters = letters_of(IRISH, IRISH.powers)
    assert len({*letters.values()}) == len(IRISH.powers) == 23
    assert all(len(one) == 1 for one in letters.values())


def test_the_grid_of_the_standard_board_fits_one_block_of_72_columns() -> None:
    """34 centres, a letter and a blank each; the names stand on steps above their columns."""
    homes = {place: power.id for power in STANDARD.powers.values() for place in power.home}
    year = YearOfCentres(1900, {}, owners=homes)
    grid = centre_grid(STANDARD, STANDARD.powers, [year])
    (block,) = grid_blocks(grid)
    *heads, row = block
    assert max(map(len, block)) == 72
    assert row.startswith("1900 A A A E E E F F F")
    assert row.endswith(" .")
    for at, place in zip(count(5, 2), grid.places, strict=False):
        assert any(head[at - 2 : at + 1] == place for head in heads)
        owner = homes.get(place)
        assert row[at] == ("." if owner is None else grid.letters[owner])
    assert grid_table(grid)[0] == ("", "1900-1900")
    assert dict(grid_table(grid)[1:])["Budapest (BUD)"] == "A"
