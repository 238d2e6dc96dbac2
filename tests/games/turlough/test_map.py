"""The map: every hex, who owns it, what stands there, what a war turn has moved; legible on a phone."""

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
from gm.contract.seats import SeatId
from gm.drawing.chart_frame import EDGE, WIDE
from gm.drawing.tile_picture import TilePicture
from gm.games.turlough.map.thomond import thomond_picture
from gm.games.turlough.pages.land_parts import part_of_land
from gm.games.turlough.rules.events import Disengaged, Moved, Raided, Rolled, RollKind
from gm.games.turlough.rules.rules import TurloughRules
from gm.games.turlough.rules.sides import owner_of
from gm.games.turlough.rules.state import Army, TurloughState
from gm.languages import known, speaking
from tests.drawing.tile_parts import PHONE, counters, elements, inside, labels, texts
from tests.games.turlough.greedy import played, rules_with
from tests.games.turlough.playing import turlough_by_mail
from tests.integration.by_mail import GAME, ByMail

YEARS = ("1277", "1317", "1318")


@dataclass(frozen=True)
class WarTurn:
    """A war turn of a game: the position before it, the one after it, and what happened."""

    rules: TurloughRules
    before: TurloughState
    after: TurloughState
    events: tuple[Event, ...]

    def drawn(self, part: frozenset[str] = frozenset()) -> TilePicture:
        """Return its picture."""
        return thomond_picture(
            self.rules, "meadow", self.after, self.before, self.events, part=part
        )

    def part_of(self, seat: SeatId) -> frozenset[str]:
        """Return the hexes that a seat's own picture shows."""
        return part_of_land(self.rules.tables, self.after, self.before, [seat])


@lru_cache
def turns() -> tuple[WarTurn, ...]:
    """Return the war turns of whole games of three years."""
    return tuple(
        WarTurn(rules, state, made.state, made.events)
        for seed, year in enumerate(YEARS)
        for rules in [rules_with(year)]
        for state, made in played(seed, rules)
    )


@lru_cache
def pictures() -> tuple[tuple[TilePicture, str], ...]:
    """Return the beginning and every war turn, each as a picture and as SVG."""
    first = turns()[0]
    start = thomond_picture(first.rules, "meadow", first.before)
    shown = [start, *(turn.drawn() for turn in turns())]
    return tuple((picture, picture.svg()) for picture in shown)


def parts() -> Iterator[tuple[WarTurn, SeatId, frozenset[str]]]:
    """Yield the parts of the land that players see besides."""
    for turn in turns():
        for seat in turn.rules.seats:
            if part := turn.part_of(seat.id):
                yield turn, seat.id, part


@pytest.mark.slow
def test_every_hex_is_drawn_and_named_once() -> None:
    """In every position, beside its whole name for a pointer."""
    hexes = turns()[0].rules.tables.hexes
    for _, svg in pictures():
        shown = texts(svg)
        titles = [found.text for found in elements(svg, "title")]
        for hex_ in hexes.values():
            assert shown.count(hex_.id) == 1
            assert titles.count(hex_.name) == 1


def test_whose_a_settlement_is_stands_behind_its_name() -> None:
    """By the code of the faction, whoever commands it; those of players have their colour besides."""
    for turn in turns():
        scene = turn.drawn().scene
        tables = turn.rules.tables
        for hex_ in tables.settlements(turn.after.scenario):
            owner = owner_of(turn.after, tables, hex_)
            assert scene.owners.get(hex_) == owner
            out = owner is None or turn.after.factions[owner].out
            assert scene.holders.get(hex_) == (None if out else turn.after.group_of(owner or ""))


def test_every_army_stands_in_its_hex() -> None:
    """With its battles, and with all four corners, but for what the line of the border takes."""
    for turn, (picture, svg) in zip(turns(), pictures()[1:], strict=True):
        rings = {tile.id: tile.ring for tile in picture.sheet.tiles}
        standing = {counter.words: counter.at for counter in picture.scene.counters}
        boxes = counters(svg)
        assert len(boxes) == len(turn.after.armies)
        assert {f"{army.faction}{army.battles}" for army in turn.after.armies} <= {*texts(svg)}
        for words, box in boxes:
            for corner in replace(box, width=box.width - 4, height=box.height - 4).corners():
                assert inside(corner, rings[standing[words]]), (words, standing[words])


def test_a_camp_is_counted() -> None:
    """Nobody is hidden where more armies stand in a hex than there is room for."""
    turn = turns()[0]
    armies = tuple(Army(faction, "CLO", 10, 0) for faction in turn.rules.tables.factions)
    state = replace(turn.after, armies=armies)
    svg = thomond_picture(turn.rules, "camp", state).svg()
    more = [int(text[1:]) for text in texts(svg) if re.fullmatch(r"\+\d+", text)]
    assert len(counters(svg)) + sum(more) == len(armies)
    assert len(counters(svg)) >= 3


@pytest.mark.slow
def test_nothing_lies_on_a_name() -> None:
    """Neither an army nor another name, and no army on another; in parts of the land as well."""
    larger = (turn.drawn(part) for turn, _, part in [*parts()][::5])
    for picture, svg in [*pictures(), *((part, part.svg()) for part in larger)]:
        ids = {tile.id for tile in picture.sheet.tiles}
        boxes = [*labels(svg, ids), *(box for _, box in counters(svg))]
        for first, second in combinations(boxes, 2):
            assert first.common(second) < 12


def test_nothing_falls_outside() -> None:
    """No word begins before the paper or ends behind it, and none stands below it."""
    for picture, svg in pictures():
        height = float(next(elements(svg, "svg")).get("height", "0"))
        scale = (WIDE - 2 * EDGE) / picture.sheet.width
        for id_, box in zip(_ids(picture), labels(svg, {*_ids(picture)}), strict=True):
            assert (box.x - box.width / 2) * scale >= 0, id_
            assert (box.x + box.width / 2) * scale <= WIDE - 2 * EDGE, id_
        assert all(float(found.get("y", "0")) < height for found in elements(svg, "text"))


def _ids(picture: TilePicture) -> list[str]:
    return [tile.id for tile in picture.sheet.tiles]


def test_letters_can_be_read_on_a_phone() -> None:
    """None is smaller than seven pixels where the picture is as wide as a small phone, names than nine."""
    for picture, svg in pictures():
        sizes = [float(size) for size in re.findall(r'font-size="([\d.]+)"', svg)]
        assert min(sizes) * PHONE >= 7
        assert min(box.height / 0.75 for box in labels(svg, {*_ids(picture)})) * PHONE >= 9


def test_what_moved_and_fought_is_shown() -> None:
    """An arrow for each way, a burst or a winner's sign where it was fought, a fire where it was raided."""
    for turn in turns():
        scene = turn.drawn().scene
        gone = [e for e in turn.events if isinstance(e, Moved | Disengaged)]
        assert len(scene.moves) == len(gone)
        assert [move.forced for move in scene.moves] == [isinstance(e, Disengaged) for e in gone]
        fought = {
            event.hex
            for event in turn.events
            if isinstance(event, Rolled) and event.kind in (RollKind.ATTACK, RollKind.CASTLE)
        }
        won = {counter.at for counter in scene.counters if counter.fought}
        assert {fight.at for fight in scene.fights} | won == fought
        assert all(fight.words for fight in scene.fights)
        assert {*scene.signs} == {e.hex for e in turn.events if isinstance(e, Raided)}


def test_devastation_is_shown() -> None:
    """The points of each settlement that has suffered; one that is destroyed is crossed out."""
    for turn in turns():
        scene = turn.drawn().scene
        suffered = {hex_: str(points) for hex_, points in turn.after.devastation.items() if points}
        assert scene.notes == suffered
        assert scene.struck == frozenset(turn.after.destroyed)


def test_a_part_shows_where_one_is() -> None:
    """One's armies with the hexes around them, in larger letters than on the whole."""
    shown = [*parts()]
    assert len(shown) > len(turns())
    for turn, seat, part in shown:
        mine = {a.hex for a in turn.after.armies if turn.after.seat_of(a.faction) == seat}
        assert mine <= part
        picture = turn.drawn(part)
        assert {tile.id for tile in picture.sheet.tiles} == part
        assert picture.sheet.width < turn.drawn().sheet.width * 0.75


@pytest.mark.slow
def test_a_picture_is_the_same_again() -> None:
    """And tells nothing of the deck or of standing lines: with others it is the same."""
    for turn in turns()[:4]:
        svg = turn.drawn().svg()
        assert svg == turn.drawn().svg()
        hidden = replace(turn.after, deck=turn.after.deck[::-1])
        assert svg == replace(turn, after=hidden).drawn().svg()


@pytest.mark.sampled(3)
@pytest.mark.parametrize("code", known())
def test_it_is_drawn_in_every_language(code: str) -> None:
    """With the same armies, and as pixels."""
    turn = max(turns(), key=lambda turn: len(turn.after.armies))
    with speaking(code):
        svg = turn.drawn().svg()
    assert len(counters(svg)) == len(turn.after.armies)
    assert SvgArtist().draw(turn.drawn()).startswith(b"\x89PNG")


@pytest.mark.slow
def test_a_report_shows_the_land(tmp_path: Path) -> None:
    """The whole goes with the opening, a player's own part besides with the report."""
    with turlough_by_mail(tmp_path, pictures=True) as game:
        assert _pictures(game, "START") == ["board-before"]
        game.clock.advance(days=7)
        assert _pictures(game, "R1W1") == ["board-after-ct", "board-after"]


def _pictures(game: ByMail, stage: str) -> list[str]:
    """Return what the pictures of a mail to Clann Turlough are called, in their order."""
    parts = game.when_drawn("CT", stage).walk()
    shown = [part for part in parts if part.get_content_type() == "image/png"]
    names = [part.get_filename() or "" for part in shown]
    return [re.sub(rf"^{GAME}-\d+-|\.png$", "", name) for name in names]
