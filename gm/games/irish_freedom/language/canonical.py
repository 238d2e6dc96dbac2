"""The lines of section 8 of the rules, read strictly: an order, or why it is none.

What a line names need not be there; the rules judge that. Mails are read by the kit, which also mends
slips; recorded steps are read here, where nothing is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeVar

from gm.contract.orders import Order
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
from gm.games.irish_freedom.rules.outcomes import Reason
from gm.games.irish_freedom.rules.state import AfterTreaty, Preference, UpgradeChoice
from gm.games.irish_freedom.rules.tables import Colour, RuleTables, Terrain

TYPE_WORDS: Final[Mapping[tuple[str, ...], str]] = {
    ("MOB",): "MOB",
    ("GUE",): "GUE",
    ("GUERRILLA",): "GUE",
    ("GUERILLA",): "GUE",
    ("REG",): "REG",
    ("REGULAR",): "REG",
    ("FC",): "FC",
    ("FLYING", "COLUMN"): "FC",
    ("ART",): "ART",
    ("ARTILLERY",): "ART",
    ("CAR",): "AC",
    ("AC",): "AC",
    ("ARMOURED", "CAR"): "AC",
    ("ARMY",): "ARMY",
    ("TAN",): "TAN",
    ("RIC",): "RIC",
    ("UVF",): "UVF",
}
"""The words for types, with what positions have for them (8)."""

_CARRIED: Final = ("ART", "AC")
_COLOURS: Final = {colour.name: colour.value for colour in Colour}
_FACE_GROUPS: Final = {("1", "2"), ("3", "4")}
_WORD: Final = re.compile(r"->|[A-Z]+[0-9]*|[0-9]+|\S")
_COMMENT: Final = re.compile(r"[#;].*", re.DOTALL)
_UNIT_ID: Final = re.compile(r"([ABGOR])([0-9]{1,6})")
_LIKE_AREA: Final = re.compile(r"[A-Z]{3}[0-9]")
_PREFERENCES: Final[Mapping[tuple[str, ...], Preference]] = {
    ("TOMBARRY",): Preference.TOM_BARRY,
    ("ARTILLERY",): Preference.ARTILLERY,
    ("TREATY", "ARTILLERY"): Preference.TREATY_ARTILLERY,
    ("TREATY", "CAR"): Preference.TREATY_CAR,
}
_ANY: Final = "ANY"
_PLAIN: Final[Mapping[str, Order]] = {"PASS": Pass(), "CONTINUE": Continue(), "STOP": Stop()}
_VERBS: Final = {
    "RECRUIT": "RECRUIT",
    "RAISE": "RECRUIT",
    "REC": "RECRUIT",
    "UPGRADE": "UPGRADE",
    "UP": "UPGRADE",
    "MOVE": "MOVE",
    "M": "MOVE",
    "COLLINS": "COLLINS",
    "GUARDS": "GUARDS",
    "SET": "SET",
}
"""With what lines begin, and what is meant by it; a move may begin with its unit."""

_C = TypeVar("_C", bound=Enum)
_T = TypeVar("_T", str, UnitNamed)


def spoken(line: str) -> str:
    """Return a line without its comment; "" if nothing else is on it (8)."""
    return _COMMENT.sub("", line).strip()


class _Unreadable(Exception):
    """The line is none of the forms; which of the two codes says so."""

    def __init__(self, reason: Reason = Reason.UNREADABLE) -> None:
        super().__init__(reason.value)
        self.reason = reason


@dataclass(frozen=True, eq=False)
class CanonicalLines:
    """Reads lines against the names of an island.

    Args:
        regions: by their words: code, name and number.
        areas: those that have a name of their own, by its words.
    """

    regions: Mapping[tuple[str, ...], str]
    areas: Mapping[tuple[str, ...], str]

    def read(self, line: str) -> Order | Reason:
        """Return the order of a line, or UNREADABLE or BAD_SETTING; comments are taken off before."""
        words = _WORD.findall(line.upper())
        try:
            return self._order(words)
        except _Unreadable as error:
            return error.reason

    def _order(self, words: list[str]) -> Order:
        if not words:
            raise _Unreadable
        first, rest = words[0], words[1:]
        if first in _PLAIN:
            return _whole_line(_PLAIN[first], rest)
        match _VERBS.get(first):
            case "RECRUIT":
                return self._recruit(rest)
            case "UPGRADE":
                return self._upgrade(rest)
            case "COLLINS":
                return self._collins(rest)
            case "GUARDS":
                return self._guards(rest)
            case "SET":
                return self._set(rest)
            case "MOVE":
                return self._move(rest)
            case _:
                return self._move(words)

    def _recruit(self, words: list[str]) -> Order:
        """Read what is recruited, and where (8: RECRUIT)."""
        inside = words[:1] == ["IN"]
        rest = words[1:] if inside else words
        region, end = self._region(rest)
        if region and end == len(rest):
            return Recruit(place=region)
        type_, begin = _type(rest)
        area, end = self._area(rest, begin)
        if end == len(rest) and (type_ or area) and not (type_ and inside):
            return Recruit(type_, area)
        alone = [word for word in rest if word not in ("THE", "REGION")]
        if len(alone) == 1 and alone[0].isalnum() and not type_:
            return Recruit(place=alone[0])
        raise _Unreadable

    def _upgrade(self, words: list[str]) -> Order:
        unit, end = self._unit(words)
        return Upgrade(_whole(unit, words, end))

    def _guards(self, words: list[str]) -> Order:
        unit, end = self._unit(words)
        return NominateGuards(_whole(unit, words, end))

    def _collins(self, words: list[str]) -> Order:
        area, end = self._area(words, 0)
        return UseCollins(_whole(area, words, end))

    def _move(self, words: list[str]) -> Order:
        """Read a move: a unit, a separator, an Area, and how it goes (8: MOVE)."""
        unit, at = self._unit(words)
        if unit is None or words[at : at + 1] not in (["->"], ["-"], ["TO"]):
            raise _Unreadable
        target, at = self._area(words, at + 1)
        if not target:
            raise _Unreadable
        by_sea = words[at : at + 2] == ["BY", "SEA"]
        at += 2 * by_sea
        landing = words[at : at + 1] == ["LANDING"]
        at += landing
        attached: list[str] = []
        if words[at : at + 1] == ["WITH"]:
            at += 1
            while at < len(words):
                type_, at = _type(words, at)
                if type_ not in _CARRIED:
                    raise _Unreadable
                attached.append(type_)
            if not attached:
                raise _Unreadable
        return Move(_whole(unit, words, at), target, by_sea, landing, tuple(attached))

    def _set(self, words: list[str]) -> Order:
        """Read a standing order; whatever is wrong with its form, it is a bad setting (8: SET)."""
        try:
            return self._setting(words)
        except _Unreadable:
            raise _Unreadable(Reason.BAD_SETTING) from None

    def _setting(self, words: list[str]) -> Order:
        if words[:1] == ["UPGRADE"]:
            return SetUpgrade(_choice(UpgradeChoice, words[1:]))
        if words[:2] == ["AFTER", "TREATY"]:
            return SetAfterTreaty(_choice(AfterTreaty, words[2:]))
        for named, preference in _PREFERENCES.items():
            if tuple(words[: len(named)]) == named:
                return SetAreas(preference, self._list(words[len(named) :]))
        raise _Unreadable

    def _list(self, words: list[str]) -> tuple[str, ...]:
        """Read Areas that commas part; a word that is none stays as it is, ANY says nothing (8)."""
        items: list[list[str]] = [[]]
        for word in words:
            if word == ",":
                items.append([])
            else:
                items[-1].append(word)
        if not all(items):
            raise _Unreadable
        named = [self._listed(item) for item in items if item != [_ANY]]
        return tuple(dict.fromkeys(named))

    def _listed(self, item: list[str]) -> str:
        area, end = self._area(item, 0)
        if area and end == len(item):
            return area
        if area or len(item) > 1:
            raise _Unreadable
        return item[0]

    def _unit(self, words: list[str]) -> tuple[UnitNamed | None, int]:
        """Read a unit as far as it goes: NEW, an id, or an Area with a type and a colour (8)."""
        if words[:1] == ["NEW"]:
            return UnitNamed(new=True), 1
        if words and (named := _UNIT_ID.fullmatch(words[0])):
            return UnitNamed(id=f"{named[1]}{int(named[2]):02}"), 1
        area = type_ = colour = ""
        at = 0
        while at < len(words):
            another_type, after_type = _type(words, at)
            another_area, after_area = self._area(words, at)
            if words[at] in _COLOURS and not colour:
                colour, at = _COLOURS[words[at]], at + 1
            elif another_type and not type_:
                type_, at = another_type, after_type
            elif another_area and not area:
                area, at = another_area, after_area
            else:
                break
        return (UnitNamed(area=area, type=type_, colour=colour) if area else None), at

    def _area(self, words: list[str], at: int = 0) -> tuple[str, int]:
        """Read an Area, whether there is one of that face or not; "" if there is none."""
        for named, area in self.areas.items():
            if tuple(words[at : at + len(named)]) == named:
                return area, at + len(named)
        if _LIKE_AREA.fullmatch("".join(words[at : at + 1])):
            return words[at], _after_faces(words, at + 1, words[at][-1])
        region, end = self._region(words, at, numbers=False)
        if region and re.fullmatch("[0-9]", "".join(words[end : end + 1])):
            return region + words[end], _after_faces(words, end + 1, words[end])
        return "", at

    def _region(self, words: list[str], at: int = 0, *, numbers: bool = True) -> tuple[str, int]:
        """Read a Region by code, name or number; "" if there is none."""
        start = at
        if numbers and words[at : at + 1] == ["REGION"]:
            at += 1
        at += words[at : at + 1] == ["THE"]
        for named, region in self.regions.items():
            fits = tuple(words[at : at + len(named)]) == named
            if fits and (numbers or not named[0].isdecimal()):
                return region, at + len(named)
        return "", start


def canonical_lines(tables: RuleTables) -> CanonicalLines:
    """Return what reads lines about an island: cities have their name, with CITY or without (8)."""
    regions: dict[tuple[str, ...], str] = {}
    for region in tables.regions:
        name = region.name.upper().removeprefix("THE ")
        for words in ((region.code,), tuple(name.split()), (str(region.number),)):
            regions[words] = region.code
    areas: dict[tuple[str, ...], str] = {}
    for area in tables.areas.values():
        name_words = tuple(area.name.upper().removesuffix(" CITY").split())
        if area.terrain is Terrain.CITY and len(name_words) == 1:
            areas[*name_words, "CITY"] = area.id
    for words, id_ in list(areas.items()):
        if words[:-1] not in regions:
            areas[words[:-1]] = id_
    return CanonicalLines(regions, areas)


def _type(words: list[str], at: int = 0) -> tuple[str, int]:
    """Read the words for a type; "" if there are none."""
    for named, type_ in TYPE_WORDS.items():
        if tuple(words[at : at + len(named)]) == named:
            return type_, at + len(named)
    return "", at


def _after_faces(words: list[str], at: int, face: str) -> int:
    """Return the place behind the second face of an Area: `1-2`, `3-4`."""
    second = words[at + 1 : at + 2]
    if words[at : at + 1] == ["-"] and second and (face, second[0]) in _FACE_GROUPS:
        return at + 2
    return at


def _choice(kind: type[_C], words: list[str]) -> _C:
    """Return the one of some choices that a single word names."""
    if len(words) != 1 or words[0] not in kind.__members__:
        raise _Unreadable
    return kind[words[0]]


def _whole(named: _T | None, words: list[str], end: int) -> _T:
    """Return what was read, if it was all there was."""
    if not named or end != len(words):
        raise _Unreadable
    return named


def _whole_line(order: Order, rest: list[str]) -> Order:
    """Return an order of one word, if it was all there was."""
    if rest:
        raise _Unreadable
    return order
