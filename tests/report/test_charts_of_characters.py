"""Charts of characters and the judges' grid: 72 columns, a letter to a power, nothing lost."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.pages.charts.figures import (
    Curves,
    FiguresView,
    Reader,
    StackedBars,
    What,
    figures,
)
from gm.games.diplomacy.pages.charts.sections import (
    bar_lines,
    centre_grid,
    grid_blocks,
    grid_table,
    lengths,
    letters_of,
)
from gm.games.diplomacy.pages.charts.tables import course_parts, tables_of
from gm.games.diplomacy.pages.facts.annals import (
    Annals,
    Fared,
    PlayedPhase,
    RollCall,
    Tried,
    YearOfCentres,
    annals_of,
    tried_by,
)
from gm.games.diplomacy.rules.board import PowerId
from gm.games.diplomacy.rules.phases import Phase
from gm.languages import speaking
from tests.report import mails
from tests.report.irish_scenes import irish
from tests.report.play import NOW, Play

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
    course = Curves(
        What.POINTS, "Points", ("W1",), {one: (at * 40,) for at, one in enumerate(powers)}
    )
    bars = {one: (at * 9, at, 1, 2) for at, one in enumerate(powers)}
    shares = StackedBars(What.ORDERS, "Orders", ("off", "failed", "void", "none"), bars)
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


def test_units_in_anarchy_are_counted_apart() -> None:
    """Of Russia's four units two are in anarchy, one of them ordered; one came off, one had no order."""
    view = irish(5).season(None)
    annals = annals_of([PlayedPhase(view.before, view.after, view.outcomes)], view.after, NOW)
    russia = PowerId("RUSSIA")
    assert tried_by(annals)[russia] == {Fared.LAWLESS: 2, Fared.DONE: 1, Fared.NONE: 1}
    (orders,) = (
        one for one in figures(view.game, [russia], annals, Reader()) if one.what is What.ORDERS
    )
    assert isinstance(orders, StackedBars)
    counted = dict(zip(orders.parts, orders.bars[russia], strict=True))
    assert {part: value for part, value in counted.items() if value} == {
        "came off": 1,
        "in anarchy": 2,
        "no order": 1,
    }
    (table, *_) = tables_of(orders, view.game, annals, Reader())
    assert table.parts == (
        (
            ("", "all", "done", "anarchy", "none", "%"),
            ("Russia", "4", "1", "2", "1", "50"),
        ),
    )


@pytest.mark.parametrize(
    ("years", "parts"),
    [(1, [1]), (8, [8]), (9, [9]), (10, [5, 5]), (17, [6, 6, 5]), (20, [7, 7, 6])],
)
def test_years_are_divided_evenly_and_only_where_they_must(years: int, parts: list[int]) -> None:
    """No year stands alone in a table of its own, and what fits is not divided."""
    times = tuple(str(1974 + at) for at in range(years))
    course = Curves(What.CENTRES, "Centres", times, dict.fromkeys(IRISH.powers, (9,) * years))
    found = course_parts(course, IRISH)
    assert [len(part[0]) - 1 for part in found] == parts
    assert [time for part in found for time in part[0][1:]] == [*times]


def annals_of_many(years: int) -> Annals:
    """Return the figures of a long Irish game with all powers and everything that can be counted."""
    powers = [*IRISH.powers]
    centres = [place for place, it in IRISH.provinces.items() if it.is_centre]
    owners = {place: powers[at % len(powers)] for at, place in enumerate(centres)}
    counts = {power: at % 7 for at, power in enumerate(powers)}
    points = {power: 40 * at for at, power in enumerate(powers)}
    told = [YearOfCentres(1974 + at, counts, points, counts, {}, owners) for at in range(years)]
    seasons = [Phase.parse(f"{season}{1974 + at}M") for at in range(years) for season in "SF"]
    fates = {power: dict.fromkeys(Fared, 3) for power in powers}
    late = {power: timedelta(hours=30, minutes=4) for power in powers}
    asked = tuple(powers)
    return Annals(
        began=seasons[0],
        began_at=NOW,
        phases=5 * years,
        until=seasons[-1],
        years=tuple(told),
        balances=tuple((phase, points) for phase in seasons),
        winters=(),
        tried=tuple(Tried(phase, fates) for phase in seasons),
        rolls=tuple(RollCall(phase, asked, asked[:3], late) for phase in seasons),
    )


@pytest.mark.parametrize("language", ["en", "de", "ga"])
def test_a_long_game_of_many_powers_fits_columns_and_mails(language: str) -> None:
    """Twenty years of 23 powers: 72 columns in every language, and no HTML that a program cuts off."""
    game, annals = Play("irish").game(), annals_of_many(20)
    powers, gm = tuple(IRISH.powers), Reader(for_gm=True)
    with speaking(language):
        shown = figures(game, powers, annals, gm)
        view = FiguresView(game, annals.began, powers, annals, shown, gm)
        written = [mails.chart(view), mails.summary(view)]
        written += [mails.chart(replace(view, figures=(one,))) for one in shown]
    assert len(written) == 7
    for one in written:
        assert max(map(len, one.text.splitlines())) <= 72
        assert len(one.html.encode()) < 102_000
