"""What a pointer over a unit reads, and who has the picture read to him."""

from __future__ import annotations

from typing import Final

from gm.drawing.scene import Kind, Stance, Token
from gm.languages import gettext, gettext_noop


def unit_said(kind: Kind, stance: Stance, power: str, place: str) -> str:
    """Return a unit in words: `Munster: army in Kerry, dislodged`."""
    return gettext(_UNITS[kind, stance], power=power, place=place)


_UNITS: Final = {
    (Kind.ARMY, Stance.STANDING): gettext_noop("{power}: army in {place}"),
    (Kind.ARMY, Stance.DISLODGED): gettext_noop("{power}: army in {place}, dislodged"),
    (Kind.ARMY, Stance.ANARCHY): gettext_noop("{power}: army in {place}, in anarchy"),
    (Kind.ARMY, Stance.ANNIHILATED): gettext_noop(
        "{power}: army in {place}, in anarchy, dislodged"
    ),
    (Kind.FLEET, Stance.STANDING): gettext_noop("{power}: fleet in {place}"),
    (Kind.FLEET, Stance.DISLODGED): gettext_noop("{power}: fleet in {place}, dislodged"),
    (Kind.FLEET, Stance.ANARCHY): gettext_noop("{power}: fleet in {place}, in anarchy"),
    (Kind.FLEET, Stance.ANNIHILATED): gettext_noop(
        "{power}: fleet in {place}, in anarchy, dislodged"
    ),
}


def special_said(token: Token, number: int, place: str) -> str:
    """Return a special unit in words: `Irish unit 1 in Norway`."""
    match token:
        case Token.IRISH:
            return gettext("Irish unit {number} in {place}", number=number, place=place)
        case Token.PSYCHIATRIST:
            return gettext("Psychiatrist {number} in {place}", number=number, place=place)
