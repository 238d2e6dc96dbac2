"""Colours that everybody can tell apart: also who sees no red, no green, or no colours at all."""

from __future__ import annotations

from itertools import combinations

import pytest

from gm.drawing.palette import (
    HUES,
    INK,
    LAND,
    SEA,
    Dress,
    dresses,
    letters_of,
    luminance,
    mixed,
    rgb,
)
from gm.drawing.scene import DrawnSide
from tests.drawing.scenes_drawn import printed

Matrix = tuple[tuple[float, float, float], ...]

# Machado, Oliveira and Fernandes 2009, the strongest form of each, for linear light.
BLIND: dict[str, Matrix] = {
    "no red": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "no green": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "all": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
}


def seen(colour: str, matrix: Matrix) -> tuple[float, float, float]:
    """Return a colour as CIE Lab, as somebody sees it."""
    light = [
        ((it / 255 + 0.055) / 1.055) ** 2.4 if it > 10 else it / 255 / 12.92 for it in rgb(colour)
    ]
    red, green, blue = (
        min(1.0, max(0.0, sum(a * b for a, b in zip(row, light, strict=True)))) for row in matrix
    )
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    a, b, c = (it ** (1 / 3) if it > 0.008856 else 7.787 * it + 16 / 116 for it in (x, y, z))
    return 116 * b - 16, 500 * (a - b), 200 * (b - c)


def apart(one: str, other: str, who: str) -> float:
    """Return how far two colours are apart for somebody; above 2.3 most people see it."""
    first, second = seen(one, BLIND[who]), seen(other, BLIND[who])
    return sum((a - b) ** 2 for a, b in zip(first, second, strict=True)) ** 0.5


@pytest.mark.parametrize("who", BLIND)
def test_units_are_told_apart(who: str) -> None:
    """No two of the eight colours of units come near each other."""
    pairs = combinations(HUES.values(), 2)
    near = [(one, other, apart(one, other, who)) for one, other in pairs]
    assert [it for it in near if it[2] < 11] == []


@pytest.mark.parametrize("who", BLIND)
def test_provinces_are_told_apart(who: str) -> None:
    """Neither do the pale colours of provinces, nor they and the sea or nobody's land."""
    tints = [Dress(hue, "plain", "").tint for hue in HUES.values()]
    near = [(a, b, apart(a, b, who)) for a, b in combinations([*tints, LAND, SEA], 2)]
    assert [it for it in near if it[2] < 6] == []


def test_no_two_powers_look_alike() -> None:
    """Of the 23 powers of the largest board each has its own colour, pattern and letters."""
    _, scene = printed("irish")
    looks = dresses(scene.sides)
    assert len(looks) == 23
    assert len({(look.hue, look.pattern) for look in looks.values()}) == 23
    assert len({look.letters for look in looks.values()}) == 23
    majors = [looks[side.id].pattern for side in scene.sides if side.is_major]
    assert set(majors) == {"plain"}
    assert all(len(look.letters) <= 2 for look in looks.values())


def test_letters_on_units_are_legible() -> None:
    """Letters and units contrast as WCAG asks of large print: 3 to 1."""
    for hue in HUES.values():
        dress = Dress(hue, "plain", "A")
        light, dark = sorted((luminance(hue), luminance(dress.on_hue)), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 3, hue
    assert luminance(mixed("#ffffff", INK, 1.0)) == luminance(INK)


@pytest.mark.parametrize(
    ("names", "letters"),
    [
        (("France", "Italy"), ("F", "I")),
        (("Austria", "Albania", "Turkey"), ("Au", "Al", "T")),
        (("North Africa", "Norway"), ("NA", "No")),
        (("Aa", "Aa"), ("Aa", "Aaa")),
    ],
)
def test_letters_name_one_power(names: tuple[str, ...], letters: tuple[str, ...]) -> None:
    """As few letters as tell a power from all others."""
    sides = [DrawnSide(str(number), name, "#000000") for number, name in enumerate(names)]
    found = letters_of(sides)
    assert tuple(found[side.id] for side in sides) == letters
