"""What a pointer over a unit reads, and who has the picture read to him."""

from __future__ import annotations

from gm.drawing.scene import Kind, Stance, Token
from gm.languages import gettext


def unit_said(kind: Kind, stance: Stance, power: str, place: str) -> str:
    """Return a unit in words: `Munster: army in Kerry, dislodged`."""
    match kind:
        case Kind.ARMY:
            return _army(stance, power, place)
        case Kind.FLEET:
            return _fleet(stance, power, place)


def _army(stance: Stance, power: str, place: str) -> str:
    match stance:
        case Stance.STANDING:
            return gettext("{power}: army in {place}", power=power, place=place)
        case Stance.DISLODGED:
            return gettext("{power}: army in {place}, dislodged", power=power, place=place)
        case Stance.ANARCHY:
            return gettext("{power}: army in {place}, in anarchy", power=power, place=place)
        case Stance.ANNIHILATED:
            return gettext(
                "{power}: army in {place}, in anarchy, dislodged", power=power, place=place
            )


def _fleet(stance: Stance, power: str, place: str) -> str:
    match stance:
        case Stance.STANDING:
            return gettext("{power}: fleet in {place}", power=power, place=place)
        case Stance.DISLODGED:
            return gettext("{power}: fleet in {place}, dislodged", power=power, place=place)
        case Stance.ANARCHY:
            return gettext("{power}: fleet in {place}, in anarchy", power=power, place=place)
        case Stance.ANNIHILATED:
            return gettext(
                "{power}: fleet in {place}, in anarchy, dislodged", power=power, place=place
            )


def special_said(token: Token, number: int, place: str) -> str:
    """Return a special unit in words: `Irish unit 1 in Norway`."""
    match token:
        case Token.IRISH:
            return gettext("Irish unit {number} in {place}", number=number, place=place)
        case Token.PSYCHIATRIST:
            return gettext("Psychiatrist {number} in {place}", number=number, place=place)
