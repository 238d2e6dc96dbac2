"""The plan: every space, unit, cannon and damage, areas and tracks, ways and shots; legible on a phone."""

from __future__ import annotations

from collections import Counter as Counts
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from gm.adapters.maps.map_png import png_of
from gm.contract.draws import SeededDraws
from gm.contract.events import Event
from gm.contract.rules import Position
from gm.drawing.chart_frame import WIDE
from gm.drawing.tile_picture import TilePicture
from gm.drawing.tiles import TileFigure, TileGround
from gm.errors import MapError
from gm.games.freedom.data.files import faults_of, load_tables
from gm.games.freedom.data.plan import PLAN, load_plan
from gm.games.freedom.game import freedom
from gm.games.freedom.map.siege import siege_picture
from gm.games.freedom.rules.by_mail import MailedSiege
from gm.games.freedom.rules.events import AttackRolled, Fired, RaidRolled, UnitMoved
from gm.games.freedom.rules.state import SiegeState
from gm.games.freedom.rules.tables import SEATS
from gm.languages import known, speaking
from tests.drawing.tile_parts import counters, elements, inside, labels, texts
from tests.games.freedom.playing import siege_rules
from tests.games.freedom.random_plays import orders

RULES = siege_rules()
PHONE = 390 / WIDE
"""How much smaller a picture is where it fills a phone."""


@dataclass(frozen=True)
class SiegeStep:
    """A step of a game: the position before it, the one after it, and what happened."""

    before: SiegeState
    after: SiegeState
    events: tuple[Event, ...]

    def drawn(self) -> TilePicture:
        """Return its picture."""
        return siege_picture(RULES, "meadow", self.after, self.before, self.events)


@lru_cache
def steps() -> tuple[SiegeStep, ...]:
    """Return the steps of two games by chance."""
    found = []
    for seed in (3, 4):
        chance, draws = Random(seed), SeededDraws(seed.to_bytes(32, "big"))
        state = RULES.new_game(draws).state
        while state.turn is not None:
            drafts = {seat: orders(Position(RULES, state), seat, chance) for seat in SEATS}
            made = RULES.resolve(state, drafts, draws)
            found.append(SiegeStep(state, made.state, made.events))
            state = made.state
    return tuple(found)


@lru_cache
def pictures() -> tuple[tuple[SiegeStep, TilePicture, str], ...]:
    """Return every fifth step, as a picture and as SVG."""
    shown = [(step, step.drawn()) for step in steps()[::5]]
    return tuple((step, picture, picture.svg()) for step, picture in shown)


def test_every_space_is_drawn_and_named_once() -> None:
    """By the name that orders have for it; areas and tracks by theirs."""
    tables, fields = RULES.tables, {field.id for field in load_plan().fields}
    assert set(tables.spaces) | set(tables.areas) <= fields
    for _, _, svg in pictures():
        written = Counts(texts(svg))
        assert all(written[space] == 1 for space in tables.spaces)
        assert all(written[area.name] == 1 for area in tables.areas.values())
        assert all(written[track] for track in ("Morale", "Supplies", "Money", "Prep", "Plea"))


def test_spaces_beside_each_other_touch() -> None:
    """What the board joins has a stretch of outline in common; water that cannot be entered there has none."""
    rings = {field.id: field.ring for field in load_plan().fields}
    apart = [
        (here, there)
        for here, there in map(sorted, RULES.tables.ways)
        if not _touch(rings[here], rings[there])
    ]
    # king's moves aslant meet in a corner
    assert all("-" in here and "-" in there for here, there in apart), apart
    for entry, water in (("6-1", "MR1"), ("6-9", "KL1"), ("5-9", "KL1")):
        assert _touch(rings[entry], rings[water])
    for wall in ("5-1", "4-1", "3-1", "4-9", "3-9", "7-1", "7-9"):
        assert not any(_touch(rings[wall], rings[water]) for water in ("MR1", "KL1"))


def _touch(one: tuple[tuple[float, float], ...], other: tuple[tuple[float, float], ...]) -> bool:
    """Tell whether two outlines share a stretch, along one of the axes."""
    for (ax, ay), (bx, by) in zip(one, (*one[1:], one[0]), strict=True):
        for (cx, cy), (dx, dy) in zip(other, (*other[1:], other[0]), strict=True):
            if ax == bx == cx == dx and min(max(ay, by), max(cy, dy)) > max(
                min(ay, by), min(cy, dy)
            ):
                return True
            if ay == by == cy == dy and min(max(ax, bx), max(cx, dx)) > max(
                min(ax, bx), min(cx, dx)
            ):
                return True
    return False


def test_units_and_cannons_stand_in_their_spaces() -> None:
    """Each stack with its kind and number, and inside its outline; no cannon is left out."""
    for step, picture, svg in pictures():
        rings = {tile.id: tile.ring for tile in picture.sheet.tiles}
        scene, state = picture.scene, step.after
        stacks = {(c.at, c.text) for c in scene.counters if c.at in RULES.tables.spaces}
        for space, units in state.units.items():
            for kind, count in units.items():
                assert (space, f"{kind[0]}{count}") in stacks
        guns = [c.at for c in scene.counters if c.figure is not None]
        bombard = [state.cannons.bombard] if state.cannons.bombard else []
        camp = ["CAMP"] if state.cannons.camp else []
        assert sorted(guns) == sorted(
            [*state.cannons.imperial, *state.cannons.insurgent, *bombard, *camp]
        )
        standing = {counter.words: counter.at for counter in scene.counters}
        for words, box in counters(svg):
            for corner in box.corners():
                assert inside(corner, rings[standing[words]]), words


def test_nothing_lies_on_a_name() -> None:
    """Neither a piece nor another name, and no piece on another."""
    for _, picture, svg in pictures()[::3]:
        named = {tile.label or tile.id for tile in picture.sheet.tiles}
        boxes = [*labels(svg, named), *(box for _, box in counters(svg))]
        for first, second in combinations(boxes, 2):
            assert first.common(second) < 12


def test_letters_can_be_read_on_a_phone() -> None:
    """Names, pieces and damage have eleven pixels at least where the picture is as wide as a phone."""
    for _, picture, svg in pictures()[::3]:
        scale = (WIDE - 32) / picture.sheet.width * PHONE
        named = {tile.label or tile.id for tile in picture.sheet.tiles}
        pieces = {c.text for c in picture.scene.counters} | set(picture.scene.notes.values())
        for found in elements(svg, "text"):
            if found.text in named | pieces and found.get("font-weight") == "bold":
                assert float(found.get("font-size", "0")) * scale >= 11, found.text


def test_the_wall_shows_its_damage() -> None:
    """A figure where it is damaged or destroyed, and rubble where it is gone."""
    damaged = 0
    for step, picture, _ in pictures():
        assert picture.scene.notes == {s: str(damage) for s, damage in step.after.wall.items()}
        rubble = {t.id for t in picture.sheet.tiles if t.ground is TileGround.RUBBLE}
        assert rubble == {space for space, damage in step.after.wall.items() if damage == 2}
        damaged += len(step.after.wall)
    assert damaged


def test_ways_and_shots_are_arrows() -> None:
    """One for each way and line of fire, broken for fire; what was hit burns."""
    for step, picture, _ in pictures():
        ways = {e.spaces for e in step.events if isinstance(e, UnitMoved)}
        fire = {
            (e.cannon if isinstance(e, Fired) else e.source, e.target)
            for e in step.events
            if isinstance(e, Fired | AttackRolled | RaidRolled)
        }
        moves = picture.scene.moves
        assert {move.tiles for move in moves if not move.forced} == ways
        assert {move.tiles for move in moves if move.forced} == fire
        hit = {e.target for e in step.events if isinstance(e, AttackRolled | RaidRolled) and e.hit}
        assert hit <= {s for s, signs in picture.scene.signs.items() if TileFigure.FIRE in signs}


@pytest.mark.parametrize("language", [language for language in known() if language != "en"])
def test_it_speaks_the_readers_language(language: str) -> None:
    """Words fit into their boxes in every language, and the picture becomes pixels."""
    step = steps()[30]
    with speaking(language):
        picture = step.drawn()
        svg = picture.svg()
    assert not {"Supplies", "Money"} & set(texts(svg))
    assert png_of(svg, 390).startswith(b"\x89PNG")
    named = {tile.label for tile in picture.sheet.tiles if tile.label}
    rings = {tile.label: tile.ring for tile in picture.sheet.tiles}
    for found, box in zip(
        (f for f in elements(svg, "text") if f.text in named), labels(svg, named), strict=True
    ):
        ring = rings[found.text or ""]
        assert box.width <= max(x for x, _ in ring) - min(x for x, _ in ring)


def test_the_legend_can_be_read_on_a_phone() -> None:
    """What a colour or a sign means, and the letters of the samples, have eleven pixels too."""
    for _, picture, svg in pictures()[::5]:
        scene = picture.scene
        meanings = {side.name for side in scene.sides} | {meaning for _, meaning in scene.key}
        shown = [found for found in elements(svg, "text") if found.text in meanings]
        shown += [found for found in elements(svg, "text") if found.text in scene.letters.values()]
        assert len(shown) >= len(meanings)
        assert min(float(found.get("font-size", "0")) for found in shown) * PHONE >= 11


PLAN_TEXT = (Path(__file__).parents[3] / "maps" / "freedom" / PLAN).read_text("utf-8")


@pytest.mark.parametrize(
    ("written", "instead", "entry", "reason"),
    [
        ('["MR3", "MR2"]', '["MR3", "NO"]', "thick.1", "NO is drawn nowhere"),
        ('ground = "town"', 'ground = "sky"', "rows", "input should be"),
        ('"8-8", "8-9"]', '"8-8", "8-8"]', "8-9", "it is drawn nowhere"),
        ('"8-8", "8-9"]', '"8-8", "8-8"]', "8-8", "it is drawn twice"),
        ('"ZYGOS"', '"ZIGOS"', "ZIGOS", "there is no such space or area"),
        ('"morale", ', "", "morale", "it is drawn nowhere"),
        ("label = [95, 1027]", "label = [9, 1027]", "(MAR).label", "no point inside"),
        ("width = 594", "width = 590", "shapes", "beyond the plan"),
        ("height = 1378", "height = 1370", "rows", "beyond the plan"),
    ],
)
def test_a_broken_plan_is_told_entry_by_entry(
    tmp_path: Path, written: str, instead: str, entry: str, reason: str
) -> None:
    """By its file, the entry, what is wrong and what would be right; and no game is played with it."""
    assert written in PLAN_TEXT
    (tmp_path / PLAN).write_text(PLAN_TEXT.replace(written, instead), "utf-8")
    faults = faults_of(tmp_path)
    assert any(entry in fault.entry and reason in fault.reason for fault in faults), faults
    assert all(fault.file == PLAN for fault in faults)
    with pytest.raises(MapError):
        load_tables(tmp_path)


def test_pictures_are_drawn_on_a_plan_of_ones_own(tmp_path: Path) -> None:
    """Where the folder of a game's files has one."""
    (tmp_path / PLAN).write_text(PLAN_TEXT.replace("height = 1378", "height = 1400"), "utf-8")
    assert faults_of(tmp_path) == ()
    rules = freedom(tmp_path).rules("freedom", {})
    assert isinstance(rules, MailedSiege)
    state = rules.new_game(SeededDraws(bytes(32))).state
    assert siege_picture(rules, "meadow", state).sheet.height == 1400
    assert siege_picture(RULES, "meadow", state).sheet.height == 1378


def test_gms_own_plan_is_sound() -> None:
    """Every space, area and track is drawn once, inside the sheet."""
    assert faults_of() == ()
