"""Order lines as players write them: read by the kit, and printed so that they are read again."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from gm.contract.orders import Order
from gm.games.irish_freedom.refusals import expected_words
from gm.games.irish_freedom.rules.orders import (
    Continue,
    Move,
    NominateGuards,
    Pass,
    Recruit,
    SetAfterTreaty,
    SetAreas,
    SetUpgrade,
    Stop,
    UnitNamed,
    Upgrade,
    UseCollins,
)
from gm.games.irish_freedom.rules.state import AfterTreaty, Preference, UpgradeChoice
from gm.games.irish_freedom.rules.tables import IslandArea, RuleTables
from gm.interpret.keyword_lines import KeywordLines, KeywordPhrase
from gm.interpret.name_index import NameIndex, name_index

_TYPES: Final = {
    "mob": "MOB",
    "gue": "GUE",
    "reg": "REG",
    "fly": "FC",
    "col": "FC",
    "fc": "FC",
    "art": "ART",
    "gun": "ART",
    "car": "AC",
    "ac": "AC",
    "arme": "AC",
    "armo": "AC",
    "army": "ARMY",
    "armi": "ARMY",
    "tan": "TAN",
    "ric": "RIC",
    "uvf": "UVF",
    "meu": "MOB",
    "men": "MOB",
    "slu": "MOB",
    "trea": "GUE",
    "saigh": "REG",
    "fli": "FC",
    "kol": "FC",
    "ges": "ART",
    "kan": "ART",
    "air": "ART",
    "pan": "AC",
}
"""The beginnings of the words for types, with what positions have for them."""

_ARTICLES: Final = (
    *("an ", "a ", "the ", "my ", "mo "),
    *(
        "der ",
        "die ",
        "das ",
        "den ",
        "dem ",
        "eine ",
        "einen ",
        "ein ",
        "meine ",
        "meinen ",
        "mein ",
    ),
)
_COLOURS: Final = {
    "red": "red",
    "rot": "red",
    "dea": "red",
    "or": "orange",
    "bl": "blue",
    "gor": "blue",
    "gr": "green",
    "gla": "green",
    "uai": "green",
}
"""The beginnings of the words for colours, in English, German and Irish."""

_FACES: Final = {
    1: ("one", "eins", "a haon"),
    2: ("two", "zwei", "a do"),
    3: ("three", "drei", "a tri"),
    4: ("four", "vier", "a ceathair"),
    5: ("five", "fuenf", "funf", "a cuig"),
    6: ("six", "sechs", "a se"),
}
"""Faces as they are dictated."""

_IN_IRISH: Final = {
    "DUB": ("Baile Atha Cliath", "mBaile Atha Cliath", "Ath Cliath"),
    "MID": ("Lar na Tire", "na Lartire"),
    "ULS": ("Ulaidh", "Cuige Uladh", "gCuige Uladh"),
    "WES": ("an tIarthar", "Iarthar", "der Westen", "den Westen", "Westen"),
    "COR": ("Corcaigh", "gCorcaigh", "Chorcaigh"),
    "KER": ("Ciarrai", "gCiarrai", "Chiarrai"),
    "ULS3": ("Beal Feirste", "mBeal Feirste"),
    "WES3": ("Gaillimh", "nGaillimh"),
    "WES5": ("Luimneach", "Luimnigh"),
    "KER5": ("Tra Li", "dTra Li"),
    "COR1": ("Tiobraid Arann", "dTiobraid Arann"),
    "MID3": ("Baile Atha Luain", "mBaile Atha Luain"),
    "ULS1": ("Dun na nGall", "nDun na nGall"),
    "WES6": ("an Clar", "gClar"),
    "KER6": ("Daingean", "an Daingean"),
}
"""Places as they are called in Irish, folded, with what little words make of their beginnings."""

_PRINTED_TYPE: Final = {"AC": "CAR"}
_PREFERENCES: Final = {
    Preference.TOM_BARRY: "TOMBARRY",
    Preference.ARTILLERY: "ARTILLERY",
    Preference.TREATY_ARTILLERY: "TREATY ARTILLERY",
    Preference.TREATY_CAR: "TREATY CAR",
}


def order_line(order: Order) -> str:
    """Return an order as a line that is read again: `MOVE COR3 GUE -> COR5`."""
    match order:
        case Recruit(type_, place):
            return " ".join(filter(None, ("RECRUIT", _printed_type(type_), place)))
        case Upgrade(unit):
            return f"UPGRADE {_printed_unit(unit)}"
        case Move(unit, target, by_sea, landing, attached):
            ways = ("BY SEA" if by_sea else "", "LANDING" if landing else "")
            carried = " ".join(["WITH", *map(_printed_type, attached)]) if attached else ""
            parts = ("MOVE", _printed_unit(unit), "->", target, *ways, carried)
            return " ".join(filter(None, parts))
        case UseCollins(area):
            return f"COLLINS {area}"
        case NominateGuards(unit):
            return f"GUARDS {_printed_unit(unit)}"
        case Pass():
            return "PASS"
        case Continue():
            return "CONTINUE"
        case Stop():
            return "STOP"
        case SetUpgrade(choice):
            return f"SET UPGRADE {choice.value}"
        case SetAreas(preference, areas):
            return f"SET {_PREFERENCES[preference]} {', '.join(areas) or 'ANY'}"
        case SetAfterTreaty(ending):
            return f"SET AFTER TREATY {ending.value}"
        case _:
            raise TypeError(f"{type(order).__name__} is no order of Irish Freedom")


def _printed_type(type_: str) -> str:
    return _PRINTED_TYPE.get(type_, type_)


def _printed_unit(unit: UnitNamed) -> str:
    if unit.new:
        return "NEW"
    words = (unit.id, unit.area, _printed_type(unit.type), unit.colour.upper())
    return " ".join(filter(None, words))


def _type_of(text: str) -> str:
    word = text.casefold()
    for article in _ARTICLES:
        word = word.removeprefix(article)
    return next(type_ for beginning, type_ in _TYPES.items() if word.startswith(beginning))


def _colour_of(text: str) -> str:
    word = text.casefold().split()[-1]
    return next(colour for begin, colour in _COLOURS.items() if word.startswith(begin))


def _types(phrase: KeywordPhrase) -> tuple[str, ...]:
    return tuple(map(_type_of, phrase.texts("TYPE")))


def _recruit(phrase: KeywordPhrase) -> Recruit:
    """Make a recruit; in the first war what comes is a Mob, and may be called one."""
    region, area = phrase.named("REGION"), phrase.named("AREA")
    type_ = "".join(_types(phrase))
    if region:
        return Recruit("" if type_ == "MOB" else type_, region[0])
    return Recruit(type_, area[0])


def _unit(phrase: KeywordPhrase) -> UnitNamed:
    (part,) = (part for part in phrase.parts if part.rule == "unit")
    if part.has("NEW"):
        return UnitNamed(new=True)
    if part.has("UNIT"):
        word = part.texts("UNIT")[0].upper()
        return UnitNamed(id=f"{word[0]}{int(word[1:]):02}")
    types = [_type_of(text) for mark in part.parts for text in mark.texts("TYPE")]
    colours = [text for mark in part.parts for text in mark.texts("COLOUR")]
    colour = _colour_of(colours[0]) if colours else ""
    return UnitNamed(area=part.named("AREA")[0], type="".join(types[:1]), colour=colour)


def _move(phrase: KeywordPhrase) -> Move:
    attached = [
        type_ for part in phrase.parts if part.rule == "attached" for type_ in _types(part)
    ]
    landing = phrase.has("LANDING")
    return Move(
        _unit(phrase),
        phrase.named("AREA")[0],
        by_sea=phrase.has("SEA"),
        landing=landing,
        attached=tuple(attached),
    )


def _set_areas(phrase: KeywordPhrase) -> SetAreas:
    words = phrase.texts("PREFERENCE")[0].upper().rstrip("S").replace("TOM BARRY", "TOMBARRY")
    preference = next(kind for kind, printed in _PREFERENCES.items() if printed == words)
    areas = [area for part in phrase.parts for area in part.named("AREA")]
    return SetAreas(preference, tuple(dict.fromkeys(areas)))


def _set_upgrade(phrase: KeywordPhrase) -> SetUpgrade:
    return SetUpgrade(UpgradeChoice[phrase.texts("CHOICE")[0].upper().split()[0]])


def _set_after(phrase: KeywordPhrase) -> SetAfterTreaty:
    return SetAfterTreaty(AfterTreaty[phrase.texts("ENDING")[0].upper()])


_MAKERS: Final = {
    "recruit": _recruit,
    "upgrade": lambda phrase: Upgrade(_unit(phrase)),
    "move": _move,
    "collins": lambda phrase: UseCollins(phrase.named("AREA")[0]),
    "guards": lambda phrase: NominateGuards(_unit(phrase)),
    "done": lambda _: Pass(),
    "resume": lambda _: Continue(),
    "stop": lambda _: Stop(),
    "set_upgrade": _set_upgrade,
    "set_areas": _set_areas,
    "set_after": _set_after,
}


def _area_names(tables: RuleTables, area: IslandArea) -> tuple[str, ...]:
    """Return how an Area is called: by its name, and by its Region with its face or faces."""
    region = tables.region[area.region]
    faces = {str(min(area.faces)), "-".join(map(str, area.faces))}
    plain = area.name.removesuffix(" city")
    spoken = [word for face in area.faces for word in _FACES[face]]
    called = (region.name, region.code, *_IN_IRISH.get(region.code, ()))
    by_face = [f"{name} {face}" for name in called for face in (*sorted(faces), *spoken)]
    city = [f"{plain} city"] if area.id in tables.cities else []
    return (
        area.name,
        *_IN_IRISH.get(area.id, ()),
        *city,
        *([plain] if plain != region.name else []),
        *by_face,
    )


@lru_cache(maxsize=4)
def place_names(tables: RuleTables) -> Mapping[str, NameIndex]:
    """Return the names of Regions and Areas."""
    regions = {
        region.code: (
            region.name,
            str(region.number),
            f"Region {region.number}",
            *_IN_IRISH.get(region.code, ()),
        )
        for region in tables.regions
    }
    areas = {area.id: _area_names(tables, area) for area in tables.areas.values()}
    return {"REGION": name_index(regions), "AREA": name_index(areas)}


def order_lines(tables: RuleTables) -> KeywordLines[Order]:
    """Return what reads the lines of a game that is played on an island."""
    return KeywordLines(
        "irish_freedom/orders",
        _MAKERS,
        order_line,
        place_names(tables),
        expected_words(),
    )
