"""A picture holds all of its scene: each province, unit and order once, in XML that is well formed."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations
from math import dist

import pytest

from gm.drawing.scene import (
    Act,
    Crossing,
    DrawnFate,
    DrawnMark,
    DrawnSpot,
    PieceKind,
    Scene,
    Special,
    Stance,
    Token,
)
from gm.games.diplomacy.map.drawn.layout import SPAN, Places, lay_out
from gm.games.diplomacy.map.drawn.picture import draw
from tests.drawing.scenes_drawn import BOARDS, SVG, drawn, of_class, piece, printed, said, sides_of

MOST = 400_000
"""No picture is larger, in bytes."""


def places_of(svg: str) -> list[str]:
    """Return the provinces that a picture draws, each as often as it does."""
    return [it.attrib["data-place"] for it in drawn(svg).iter() if "data-place" in it.attrib]


@pytest.mark.parametrize("board", BOARDS)
def test_every_province_is_drawn_once(board: str) -> None:
    """The shapes, the names, the centres: nothing is missing and nothing is there twice."""
    sheet, scene = printed(board)
    svg = draw(sheet, scene)
    ids = [area.id for area in sheet.areas]
    assert sorted(places_of(svg)) == sorted(ids)
    names = [it.text for it in drawn(svg).iter(f"{SVG}text")]
    assert [name for name in ids if names.count(name) != 1] == []
    assert len(svg.encode()) < MOST


def test_a_picture_says_what_it_is() -> None:
    """Who does not see it hears a title, the position in words, and each unit by name."""
    sheet, scene = printed("standard")
    scene = replace(
        scene,
        title="rhine: <Spring> 1901",
        description='France & "Italy"',
        sides=sides_of("France", "Italy"),
        pieces=(piece("FRANCE A PAR"), piece("ITALY F SPA/nc", Stance.DISLODGED)),
    )
    tree = drawn(draw(sheet, scene))
    named = [tree.find(f"{SVG}{name}") for name in ("title", "desc")]
    ids = [one.attrib["id"] for one in named if one is not None]
    assert (tree.get("role"), tree.attrib["aria-labelledby"].split()) == ("img", ids)
    assert tree.findtext(f"{SVG}title") == "rhine: <Spring> 1901"
    assert tree.findtext(f"{SVG}desc") == 'France & "Italy"'
    assert said(of_class(tree, "unit")) == [
        "France: army in Paris",
        "Italy: fleet in Spain, dislodged",
    ]


def test_a_unit_in_anarchy_that_is_dislodged_has_both_signs() -> None:
    """It stands in a burst under its flag, and the legend tells both."""
    sheet, scene = printed("irish")
    signs = []
    for stance in Stance:
        shown = replace(scene, sides=sides_of("England"), pieces=(piece("ENGLAND F NTH", stance),))
        tree = drawn(draw(sheet, shown))
        (unit,) = of_class(tree, "unit")
        parts = len([*unit.iter(f"{SVG}path")])
        texts = {it.text for it in tree.iter(f"{SVG}text")}
        signs.append((parts, sorted(texts & {"dislodged", "in anarchy"}), *said([unit])))
    standing, beaten, lawless, both = signs
    assert both[0] == beaten[0] + lawless[0] - standing[0]
    assert both[1] == [*beaten[1], *lawless[1]]
    assert both[2] == "England: fleet in North Sea, in anarchy, dislodged"


def marks() -> list[DrawnMark]:
    """Return every kind of order with every fate."""
    a, b, c = DrawnSpot("MUN"), DrawnSpot("BUR"), DrawnSpot("RUH")
    return [
        DrawnMark(
            act,
            fate,
            "FRANCE",
            a,
            f"{act.value}, {fate.value}",
            to=None if act in (Act.HOLD, Act.BUILD, Act.REMOVE) else b,
            target=c if act in (Act.SUPPORT, Act.CONVOY) else None,
            between=("BUR", "MUN") if act in (Act.BREAK, Act.SPAN, Act.TEAR) else None,
            kind=PieceKind.ARMY if act is Act.BUILD else None,
        )
        for act in Act
        for fate in DrawnFate
    ]


@pytest.mark.sampled(10)
@pytest.mark.parametrize("mark", marks(), ids=lambda one: one.words)
def test_every_order_is_drawn(mark: DrawnMark) -> None:
    """Each kind of order, done, failed or impossible, leaves something to be seen."""
    sheet, scene = printed("standard")
    scene = replace(scene, sides=sides_of("France"), marks=(mark,))
    (found,) = of_class(drawn(draw(sheet, scene)), "order")
    assert said([found]) == [mark.words]
    shapes = [it for it in found.iter() if it.tag in (f"{SVG}path", f"{SVG}circle", f"{SVG}rect")]
    assert shapes != []


@pytest.mark.slow
def test_fates_differ() -> None:
    """What was done, what was beaten and what was impossible never look alike."""
    sheet, scene = printed("standard")
    looks: dict[str, set[str]] = {}
    for mark in marks():
        shown = replace(scene, sides=sides_of("France"), marks=(replace(mark, words="order"),))
        (found,) = of_class(drawn(draw(sheet, shown)), "order")
        look = "".join(f"{it.tag}{sorted(it.attrib.items())}" for it in [*found.iter()][1:])
        looks.setdefault(mark.act.value, set()).add(look)
    one_look = {Act.WALK.value, Act.LOSE.value}  # a walk always comes off, and so does a loss
    few = {act for act, found in looks.items() if len(found) < 2}
    assert few <= one_look
    for act in (Act.MOVE, Act.SUPPORT, Act.CONVOY, Act.BREAK):
        assert len(looks[act.value]) == 3


def test_what_changed_on_the_board_is_told_apart() -> None:
    """Holes, closed countries and boxes have looks of their own, and stand in the legend."""
    sheet, scene = printed("irish")
    scene = replace(
        scene,
        holes=frozenset({"MUN"}),
        closed=frozenset({"PAR"}),
        boxes=frozenset({"IRE"}),
        specials=(Special(Token.IRISH, 1, "NTH"), Special(Token.PSYCHIATRIST, 2, "VIE")),
    )
    tree = drawn(draw(sheet, scene))
    fills = {it.get("data-place"): it.get("fill") for it in tree.iter() if it.get("data-place")}
    looks = [fills[place] for place in ("MUN", "PAR", "IRE", "BUR", "NTH")]
    assert len(set(looks)) == len(looks)
    texts = {it.text for it in tree.iter(f"{SVG}text")}
    assert texts >= {"black hole", "country nobody plays", "special units only", "Irish unit"}
    assert said(of_class(tree, "special")) == [
        "Irish unit 1 in North Sea",
        "Psychiatrist 2 in Vienna",
    ]


def test_bridges_stand_or_lie_in_the_river() -> None:
    """A bridge that fell is broken, and the legend tells both, rivers and lakes."""
    sheet, scene = printed("republic")
    over = ("KkE", "KkW")
    shown = replace(scene, sides=sides_of("Munster"), crossings=(Crossing(over, "MUNSTER"),))
    fallen = replace(shown, crossings=(Crossing(over, "MUNSTER", stands=False),))
    whole, broken = draw(sheet, shown), draw(sheet, fallen)
    assert whole != broken
    texts = [{it.text for it in drawn(svg).iter(f"{SVG}text")} for svg in (whole, broken)]
    assert texts[0] >= {"bridge", "river", "lake", "cannot be entered"}
    assert "bridge that fell" not in texts[0]
    assert "bridge that fell" in texts[1]


def test_new_bridges_stand_side_by_side() -> None:
    """Two powers bridge one river where a third has a bridge: each of the three is to be seen."""
    sheet, _ = printed("republic")
    over = ("KkE", "KkW")
    here = DrawnSpot(over[0])
    marks = [
        DrawnMark(Act.SPAN, DrawnFate.DONE, "MUNSTER", here, "", between=over),
        DrawnMark(Act.SPAN, DrawnFate.VOID, "LEINSTER", here, "", between=over),
        DrawnMark(Act.TEAR, DrawnFate.DONE, "BRITAIN", here, "", between=over, owner="BRITAIN"),
    ]
    scene = Scene("", marks=tuple(marks), crossings=(Crossing(over, "BRITAIN"),))
    places = Places(sheet, lay_out(sheet), scene)
    middles = [places.bridge(mark, over)[0] for mark in marks]
    assert middles[2] == places.crossings[0][0]
    wide = 1.4 * SPAN * sheet.scale
    assert min(dist(*two) for two in combinations(middles, 2)) > wide


@pytest.mark.parametrize("stands", [True, False])
def test_an_attack_is_drawn_at_the_bridge_it_means(stands: bool) -> None:
    """Of two bridges over one river, also when the one that was attacked has fallen."""
    sheet, _ = printed("republic")
    over = ("KkE", "KkW")
    crossings = (Crossing(over, "MUNSTER"), Crossing(over, "BRITAIN", stands=stands))
    marks = [
        DrawnMark(
            Act.BREAK,
            DrawnFate.DONE,
            "LEINSTER",
            DrawnSpot(over[0]),
            "",
            between=over,
            owner=owner,
        )
        for owner in ("MUNSTER", "BRITAIN")
    ]
    places = Places(sheet, lay_out(sheet), Scene("", marks=tuple(marks), crossings=crossings))
    assert tuple(places.bridge(mark, over) for mark in marks) == places.crossings


def test_the_same_scene_gives_the_same_bytes() -> None:
    """Nothing of a picture hangs on the hour, on chance or on what was drawn before."""
    sheet, scene = printed("standard")
    busy = replace(scene, sides=sides_of("France"), marks=tuple(marks()))
    first = draw(sheet, busy)
    draw(sheet, Scene("another"))
    assert draw(sheet, busy) == first


def test_pictures_share_a_page() -> None:
    """Two pictures of one game have no id in common, and each finds its patterns in itself."""
    sheet, empty = printed("irish")
    started = replace(empty, title="tara: Spring 1975", holes=frozenset({"MUN"}))
    later = replace(started, pieces=(piece(f"{empty.sides[-1].id} A PAR"),))
    pictures = [*drawn(f"<body>{draw(sheet, started)}{draw(sheet, later)}</body>")]
    ids = [[it.attrib["id"] for it in one.iter() if "id" in it.attrib] for one in pictures]
    assert len({*ids[0], *ids[1]}) == len(ids[0]) + len(ids[1])
    for picture, own in zip(pictures, ids, strict=True):
        values = " ".join(value for it in picture.iter() for value in it.attrib.values())
        used = {*re.findall(r"url\(#(.*?)\)", values), *picture.attrib["aria-labelledby"].split()}
        assert len(used) > 10  # patterns of powers and of the ground
        assert used <= {*own}
