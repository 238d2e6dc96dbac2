"""The map: every Area, what stands there, what a turn has moved, and who won; legible on a phone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from pathlib import Path

import pytest

from gm.adapters.maps.map_png import SvgArtist
from gm.contract.events import Event
from gm.drawing.tile_picture import MAP_WIDTH, TilePicture
from gm.games.irish_freedom.data.files import load_tables
from gm.games.irish_freedom.map.island import island_sheet
from gm.games.irish_freedom.map.turn_shown import island_picture, winner
from gm.games.irish_freedom.rules.events import CombatRound, Retreated, UnitMoved
from gm.games.irish_freedom.rules.state import FreedomState, Unit
from gm.games.irish_freedom.rules.tables import Colour, Side, UnitType
from gm.languages import known, speaking
from tests.drawing.tile_parts import PHONE, counters, inside, labels, texts
from tests.games.irish_freedom.greedy import played, rules_with
from tests.games.irish_freedom.playing import WHO, irish_freedom_by_mail
from tests.integration.by_mail import GAME

RULES = rules_with()
TABLES = load_tables()
BOTH_WARS = 4
"""A seed by which the simple player comes to the Civil War."""


@dataclass(frozen=True)
class Turn:
    """A turn of a game: the position before it, the one after it, and what happened."""

    before: FreedomState
    after: FreedomState
    events: tuple[Event, ...]

    def drawn(self, title: str = "meadow") -> TilePicture:
        """Return its picture."""
        return island_picture(RULES, title, self.after, self.before, self.events)


@lru_cache
def turns() -> tuple[Turn, ...]:
    """Return the turns of a whole game, through both wars."""
    return tuple(Turn(state, made.state, made.events) for state, _, made in played(BOTH_WARS))


def pictures() -> Iterator[TilePicture]:
    """Yield the set-up and every turn of a game."""
    yield island_picture(RULES, "meadow", RULES.set_up())
    yield from (turn.drawn() for turn in turns())


def test_the_island_lies_as_ireland_does() -> None:
    """Each Area has a shape of its own, with its name inside it, and is where its towns are."""
    sheet = island_sheet(TABLES)
    assert [tile.id for tile in sheet.tiles] == [*TABLES.areas]
    assert all(inside(tile.middle, tile.ring) for tile in sheet.tiles)
    middle = {tile.id: tile.middle for tile in sheet.tiles}
    assert middle["ULS3"][1] < middle["DUB3"][1] < middle["DUB6"][1] < middle["COR5"][1]
    assert middle["WES3"][0] < middle["MID3"][0] < middle["DUB3"][0]
    assert middle["KER6"][0] < middle["COR3"][0] < middle["COR6"][0]


def test_no_area_lies_on_another() -> None:
    """Along every border both Areas have the same points, and none has its name in two."""
    tiles = island_sheet(TABLES).tiles
    for tile in tiles:
        assert sum(inside(tile.middle, other.ring) for other in tiles) == 1
    for first, second in (("DUB3", "DUB1"), ("KER5", "KER6"), ("MID1", "MID3"), ("COR5", "KER1")):
        rings = [{*tile.ring} for tile in tiles if tile.id in (first, second)]
        assert len(rings[0] & rings[1]) > 2


def test_each_road_is_drawn_once() -> None:
    """One over a border of each two Regions that a road joins."""
    joined = {frozenset((r.code, other)) for r in TABLES.regions for other in r.roads}
    assert len(island_sheet(TABLES).roads) == len(joined) == 10


@pytest.mark.slow
def test_every_area_is_drawn_and_named_once() -> None:
    """In every position, beside its whole name for a pointer."""
    for picture in pictures():
        svg = picture.svg()
        for area in TABLES.areas.values():
            assert texts(svg).count(area.id) == 1
            assert svg.count(f"<title>{area.name} ({area.id})</title>") == 1


@pytest.mark.slow
def test_counters_stand_in_their_areas() -> None:
    """With all four corners, but for what the line of a coast takes."""
    rings = {tile.id: tile.ring for tile in island_sheet(TABLES).tiles}
    for picture in pictures():
        standing = {counter.words: counter.at for counter in picture.scene.counters}
        for words, box in counters(picture.svg()):
            for corner in replace(box, width=box.width - 4, height=box.height - 4).corners():
                assert inside(corner, rings[standing[words]]), (words, standing[words])


@pytest.mark.slow
def test_no_counter_is_left_out() -> None:
    """As many are on the map as on the board; those that are alike lie together."""
    for turn in turns():
        shown = [text for text in texts(turn.drawn().svg()) if text]
        counted = sum(_many(text) for text in shown if re.search(r"[A-Z]{2,4}$", text))
        fights = len({e.area for e in turn.events if isinstance(e, CombatRound)})
        won = len({winner(f) for f in last_rounds(turn)})
        pieces = len(turn.after.units) + len(turn.after.attachments)
        assert counted == pieces + fights + won
        assert not any(text.startswith("+") for text in shown)


def test_a_heap_is_counted() -> None:
    """Nobody is hidden where more stand in an Area than there is room for."""
    kinds = [(UnitType.GUERRILLA, Colour.BLUE), (UnitType.GUERRILLA, Colour.GREEN)]
    kinds += [(UnitType.MOB, colour) for colour in (Colour.BLUE, Colour.GREEN, Colour.ORANGE)]
    kinds += [(UnitType.REGULAR, Colour.BLUE), (UnitType.COLUMN, Colour.GREEN)]
    heap = tuple(
        Unit(f"{colour.letter}{20 + at}", type_, colour, "KER5")
        for at, (type_, colour) in enumerate(kinds)
    )
    svg = island_picture(RULES, "heap", replace(RULES.set_up(), units=heap)).svg()
    shown = texts(svg)
    more = [int(text[1:]) for text in shown if re.fullmatch(r"\+\d", text)]
    assert len(counters(svg)) + sum(more) == len(heap)


@pytest.mark.slow
def test_nothing_lies_on_a_name() -> None:
    """Neither a counter nor another name, and no counter on another."""
    for picture in pictures():
        svg = picture.svg()
        boxes = [*labels(svg, TABLES.areas), *(box for _, box in counters(svg))]
        for first, second in combinations(boxes, 2):
            assert first.common(second) < 12


@pytest.mark.slow
def test_letters_can_be_read_on_a_phone() -> None:
    """None is smaller than seven pixels where the picture is as wide as a small phone."""
    for picture in pictures():
        sizes = [float(size) for size in re.findall(r'font-size="([\d.]+)"', picture.svg())]
        assert min(sizes) * PHONE >= 7


def test_what_moved_and_fought_is_shown() -> None:
    """An arrow for each way that was gone, a burst for each Area that was fought for."""
    for turn in turns():
        scene = turn.drawn().scene
        ways = {
            (event.start, event.target)
            for event in turn.events
            if isinstance(event, UnitMoved | Retreated) and event.start != event.target
        }
        assert {move.tiles for move in scene.moves} == ways
        last = {fought.area: fought for fought in last_rounds(turn)}
        assert {fight.at for fight in scene.fights} == set(last)
        assert all(fight.words for fight in scene.fights)


@pytest.mark.parametrize(("row", "won"), [(1, Side.BRITISH), (3, Side.BRITISH), (4, Side.IRISH)])
def test_who_won(row: int, won: Side) -> None:
    """The first three rows of the table are against the attacker (6)."""
    assert winner(CombatRound("KER5", Side.IRISH, Side.BRITISH, 3, 2, 0, 1, row, 1)) is won


def test_counters_say_their_colour() -> None:
    """By a letter, where their type comes in several."""
    svg = island_picture(RULES, "", RULES.set_up()).svg()
    for letters in (">ARMY<", ">RIC<", ">UVF<", ">bGUE<", ">gGUE<", ">bMOB<", ">FC<"):
        assert letters in svg


@pytest.mark.slow
def test_a_picture_is_the_same_again() -> None:
    """And tells nothing of what lies face down: with other decks it is the same."""
    for turn in turns()[:4]:
        svg = turn.drawn().svg()
        assert svg == turn.drawn().svg()
        decks = {"woi_deck": turn.after.woi_deck[::-1], "cw_deck": turn.after.cw_deck[::-1]}
        assert svg == replace(turn, after=replace(turn.after, **decks)).drawn().svg()


@pytest.mark.sampled(3)
@pytest.mark.parametrize("code", known())
def test_it_is_drawn_in_every_language(code: str) -> None:
    """With the same counters."""
    turn = turns()[-2]
    with speaking(code):
        svg = turn.drawn().svg()
    assert counters(svg)
    for letter in "robg":  # as on counters and in ids, whatever the colours are called
        assert letter in texts(svg)
    assert SvgArtist().draw(turn.drawn()).startswith(b"\x89PNG")


@pytest.mark.slow
def test_a_report_shows_the_board(tmp_path: Path) -> None:
    """The picture goes with the opening and with the report."""
    with irish_freedom_by_mail(tmp_path, pictures=True) as game:
        for stage in ("W1", "W2"):
            mail = game.when_drawn("PLAYER", stage)
            shown = [part for part in mail.walk() if part.get_content_type() == "image/png"]
            assert len(shown) == 1
            game.answer_quietly(WHO, "PASS", game.settings.game_address(GAME))


def last_rounds(turn: Turn) -> list[CombatRound]:
    """Return the last round of combat in each Area of a turn."""
    return [*{e.area: e for e in turn.events if isinstance(e, CombatRound)}.values()]


def _many(text: str) -> int:
    """Return how many counters a text stands for; the names of Areas end with a figure."""
    return int(found[1]) if (found := re.match(r"(\d+)\D", text)) else 1


def test_a_sheet_is_as_wide_as_a_map() -> None:
    """So that its units are those of the letters, to a hair."""
    assert island_sheet(TABLES).width == pytest.approx(MAP_WIDTH, rel=0.01)
