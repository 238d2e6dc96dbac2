"""What can be wrong with a board, judged on the value itself.

A board read from a file and a board derived in play are held to the same rules. Where the first
units stand is judged apart, in `gm.games.diplomacy.rules.board_check`: a board that changed in play has long lost
sight of its start.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from functools import lru_cache
from typing import assert_never

from gm.contract.values import value
from gm.games.diplomacy.rules.board import (
    Board,
    Border,
    BorderKind,
    Entry,
    Power,
    Province,
    ProvinceId,
    Terrain,
)

# What the checks of a board share: the fault, and the way names are compared.


@value
class Fault:
    """One thing that is wrong with a board.

    Args:
        entry: where, in the words of the map file: `provinces.MUN.neighbours.BER`.
        reason: what is wrong, one sentence without a full stop.
        remedy: what would be right, one sentence without a full stop.
        item: which value of the entry is meant, if the entry is a list.
    """

    entry: str
    reason: str
    remedy: str = ""
    item: str = ""


@lru_cache(maxsize=8192)
def squeeze(word: str) -> str:
    """Return a name as names are compared: casefolded, letters and digits only."""
    return "".join(letter for letter in word.casefold() if letter.isalnum())


def near(word: str, names: Iterable[str]) -> str:
    """Return as a remedy the name that a misspelt word may have meant; "" if none is like it."""
    by_letters = {squeeze(name): name for name in names}
    letters = squeeze(word)
    matches = get_close_matches(letters, list(by_letters), n=6, cutoff=0.6)
    swapped = [id_ for id_ in matches if sorted(id_) == sorted(letters)]
    alike = [id_ for id_ in (*swapped, *matches) if id_[:1] == letters[:1]] or swapped
    return f"perhaps {by_letters[alike[0]]} was meant" if alike else ""


def near_place(board: Board, word: str) -> str:
    """Return as a remedy the province that a misspelt abbreviation may have meant."""
    return near(word, board.provinces) or f"name a province of the board, or add {word} to it"


# Whether every name on a board means one thing, or is listed as ambiguous.


def check_names(board: Board) -> Iterator[Fault]:
    """Yield every abbreviation, name or alias that clashes with another."""
    yield from _check_keys(board)
    yield from _check_aliases(board)
    yield from _check_ambiguous(board)


def _check_keys(board: Board) -> Iterator[Fault]:
    seen: dict[str, ProvinceId] = {}
    for key, place in board.provinces.items():
        entry = f"provinces.{key}"
        if not squeeze(key) or not squeeze(place.name):
            yield Fault(
                entry,
                "a province needs an abbreviation and a name with letters in them",
                "give it an abbreviation such as Ker and a name such as Kerry",
            )
        if key != place.id:
            yield Fault(
                entry,
                f"is filed under {key} but calls itself {place.id}",
                f"file it under {place.id}",
            )
        other = seen.setdefault(key.casefold(), key)
        if other != key:
            yield Fault(
                entry,
                f"is the same abbreviation as {other}, but for its capitals",
                "choose another one, everywhere it stands: players write either in any case",
            )
    for name, power in board.powers.items():
        if name != power.id or name != name.upper():
            yield Fault(
                f"powers.{name}",
                "a power is filed under its name in capitals",
                f"write [powers.{name.upper()}], and its homes' `home` alike",
            )


def _check_aliases(board: Board) -> Iterator[Fault]:
    owners: dict[str, ProvinceId] = {}
    ambiguous = {squeeze(word): places for word, places in board.ambiguous.items()}
    for place in board.provinces.values():
        for word in (place.id, place.name, *place.aliases):
            other = owners.setdefault(squeeze(word), place.id)
            if other.casefold() == place.id.casefold():
                continue  # told as the same abbreviation already
            if not {other, place.id} <= {*ambiguous.get(squeeze(word), ())}:
                yield Fault(
                    f"provinces.{place.id}.{_where_named(place, word)}",
                    f"{word!r} already names {other}",
                    f"drop it in one of the two, or list it under [ambiguous]: "
                    f'"{word}" = ["{other}", "{place.id}"]',
                    item=word,
                )
    yield from _check_power_aliases(board)


def _where_named(place: Province, word: str) -> str:
    """Return the key of a province that brings a word."""
    return "name" if word == place.name and word not in place.aliases else "aliases"


def _check_power_aliases(board: Board) -> Iterator[Fault]:
    owners: dict[str, str] = {}
    for power in board.powers.values():
        for word in (power.id, power.name, power.adjective, *power.aliases):
            other = owners.setdefault(squeeze(word), power.id)
            if other != power.id:
                yield Fault(
                    f"powers.{power.id}.aliases",
                    f"{word!r} already names {other}",
                    "a word may name one power only; drop it at one of the two",
                    item=word,
                )


def _check_ambiguous(board: Board) -> Iterator[Fault]:
    for word, places in board.ambiguous.items():
        entry = f"ambiguous.{word}"
        for place in places:
            if place not in board.provinces:
                yield Fault(
                    entry, f"there is no province {place}", near_place(board, place), item=place
                )
        if len(set(places)) < 2:
            yield Fault(
                entry,
                "an ambiguous word needs at least two provinces",
                "name every province it may mean, or make it an alias of the one",
            )


# Whether the borders of a board are such as they can be, and alike on both sides.


def check_ring(board: Board, place: Province) -> Iterator[Fault]:
    """Yield every fault of a province's ring of borders."""
    entry = f"provinces.{place.id}.neighbours"
    if not place.ring:
        yield Fault(
            entry,
            "the province has no neighbours",
            "list its borders clockwise, each as { to = ..., kind = ... }",
        )
    kinds = {border.kind for border in place.ring}
    if place.terrain is Terrain.COASTAL and BorderKind.SEA not in kinds:
        yield Fault(
            entry,
            "a coastal province touches a sea, and this one touches none",
            'add its borders with the seas, or make it terrain = "inland"',
        )
    for border in place.ring:
        there = board.provinces.get(border.to)
        if there is None:
            yield Fault(
                f"{entry}.{border.to}",
                f"there is no province {border.to}",
                near_place(board, border.to),
            )
        elif border.to == place.id:
            yield Fault(
                f"{entry}.{border.to}", "a province is no neighbour of itself", "take it out"
            )
        else:
            yield from _check_border(place, border, there)
    yield from _check_both_sides(board, place)


def _check_border(here: Province, border: Border, there: Province) -> Iterator[Fault]:
    entry = f"provinces.{here.id}.neighbours.{there.id}"
    reason = _kind_reason(here, border, there)
    if reason:
        yield Fault(entry, reason, _kind_remedy(here, there))
    if border.length < 0:
        yield Fault(entry, "a length is not negative", "give the length without the minus")
    yield from _check_river(entry, border)
    yield from _check_border_coasts(entry, border, here, there)


def _kind_reason(here: Province, border: Border, there: Province) -> str:
    """Return why this kind of border cannot lie between two such provinces, or ""."""
    terrains = {here.terrain, there.terrain}
    if border.kind is BorderKind.SEA:
        if Terrain.SEA not in terrains:
            return "a sea border needs a sea on one side"
        return "an inland province touches no sea" if Terrain.INLAND in terrains else ""
    if Terrain.SEA in terrains:
        return f"a sea has only sea borders, and this is {border.kind.value}"
    if Terrain.INLAND in terrains and border.kind is BorderKind.COAST:
        return "an inland province has no coast for fleets to pass along"
    if Terrain.INLAND in terrains and border.reaches_sea:
        return "the river border of an inland province does not reach the sea"
    return ""


def _kind_remedy(here: Province, there: Province) -> str:
    terrains = {here.terrain, there.terrain}
    if Terrain.SEA in terrains:
        if Terrain.INLAND in terrains:
            inland = here if here.terrain is Terrain.INLAND else there
            return f'take the border out, or make {inland.id} terrain = "coastal"'
        return 'write kind = "sea" on both sides, or mend the terrain'
    if Terrain.INLAND in terrains:
        return 'write kind = "land" or "river" without fleet = true, or mend the terrain'
    return 'write kind = "land", "coast" or "river" on both sides, or mend the terrain'


def _check_river(entry: str, border: Border) -> Iterator[Fault]:
    is_river = border.kind is BorderKind.RIVER
    if is_river and not border.river:
        yield Fault(
            entry, "a river border names its river", 'add river = "Shannon", or whichever it is'
        )
    if not is_river and (border.river or border.reaches_sea):
        yield Fault(
            entry,
            f"a {border.kind.value} border has no river and no bridge for fleets",
            'write kind = "river", or take `river` and `fleet` out',
        )


def _check_border_coasts(
    entry: str, border: Border, here: Province, there: Province
) -> Iterator[Fault]:
    for place, named in ((here, border.coasts), (there, border.to_coasts)):
        known = {coast.id for coast in place.coasts}
        for coast in named:
            if coast not in known:
                yield Fault(
                    entry,
                    f"{place.id} has no coast {coast!r}",
                    f"its coasts are {', '.join(sorted(known))}" if known else "take it out",
                )
        key = "coast" if place is here else "to_coast"
        if known and not named and _carries_fleets(border):
            yield Fault(
                entry,
                f"does not say which coast of {place.id} it lies on",
                f'add {key} = ["{min(known)}"], or whichever of ' + ", ".join(sorted(known)),
            )
        if named and not _carries_fleets(border):
            yield Fault(
                entry, f"no fleet passes here, so it lies on no coast of {place.id}", f"drop {key}"
            )


def _carries_fleets(border: Border) -> bool:
    return border.kind in (BorderKind.SEA, BorderKind.COAST) or border.reaches_sea


def _check_both_sides(board: Board, place: Province) -> Iterator[Fault]:
    for to in dict.fromkeys(border.to for border in place.ring if border.to != place.id):
        there = board.provinces.get(to)
        if there is None:
            continue
        mine = Counter(_as_seen_here(border) for border in place.ring if border.to == to)
        theirs = Counter(_as_seen_there(border) for border in there.ring if border.to == place.id)
        if mine != theirs:
            yield Fault(
                f"provinces.{place.id}.neighbours.{to}",
                _difference(place.id, there, mine, theirs),
                _agreement(place.id, there.id, mine, missing=not theirs),
            )


_Seen = tuple[BorderKind, str | None, bool, float, tuple[str, ...], tuple[str, ...]]


def _as_seen_here(border: Border) -> _Seen:
    mine, theirs = tuple(sorted(border.coasts)), tuple(sorted(border.to_coasts))
    return (border.kind, border.river, border.reaches_sea, border.length, mine, theirs)


def _as_seen_there(border: Border) -> _Seen:
    kind, river, reaches_sea, length, mine, theirs = _as_seen_here(border)
    return (kind, river, reaches_sea, length, theirs, mine)


def _difference(
    here: ProvinceId, there: Province, mine: Counter[_Seen], theirs: Counter[_Seen]
) -> str:
    """Say in which respect the two sides of a border disagree."""
    if not theirs:
        return f"{there.id} does not list {here} as its neighbour"
    if mine.total() != theirs.total():
        return f"is given {mine.total()} times here and {theirs.total()} times at {there.id}"
    for column, what in enumerate(("the kind", "the river", "`fleet`", "the length")):
        sides = [
            sorted(_told(seen[column]) for seen in side.elements()) for side in (mine, theirs)
        ]
        if sides[0] != sides[1]:
            mine_told, theirs_told = (" and ".join(side) for side in sides)
            return f"{what} is {mine_told} here and {theirs_told} at {there.id}"
    return f"the coasts differ from those given at {there.id}"


def _told(value: object) -> str:
    """Return a value of a border as the map file writes it."""
    match value:
        case BorderKind():
            return value.value
        case bool():
            return str(value).lower()
        case float():
            return f"{value:g}"
        case _:
            return str(value) if value else "not given"


def _agreement(here: ProvinceId, there: ProvinceId, mine: Counter[_Seen], *, missing: bool) -> str:
    """Say how the two sides of a border come to agree."""
    if not missing:
        return f"give both sides alike: see `neighbours` of [provinces.{there}]"
    kind, river, reaches_sea, _, _, _ = next(iter(mine))
    more = f', river = "{river}", fleet = {str(reaches_sea).lower()}' if river else ""
    added = f'{{ to = "{here}", kind = "{kind.value}"{more} }}'
    return f"add {added} to `neighbours` of [provinces.{there}], or take this one out"


# Whether the units at the start can stand where a board puts them.


def check_start(board: Board) -> tuple[Fault, ...]:
    """Return every unit of the start that cannot stand where it should; empty if all can."""
    faults = (fault for power in board.powers.values() for fault in _check_start(board, power))
    return tuple(dict.fromkeys(faults))


def _check_start(board: Board, power: Power) -> Iterator[Fault]:
    entry = f"powers.{power.id}.start"
    for text in power.start:
        reason = _start_reason(board, text)
        if reason:
            yield Fault(entry, f"{text!r}: {reason}", _start_remedy(board, text), item=text)
    taken = Counter(_start_place(text) for each in board.powers.values() for text in each.start)
    for text in power.start:
        if taken[_start_place(text)] > 1:
            yield Fault(
                entry,
                f"{text!r}: another unit starts in the same province",
                "a province holds one unit; move one of them or take it out",
                item=text,
            )


def _start_remedy(board: Board, text: str) -> str:
    name = _start_place(text)
    if name not in board.provinces:
        return near_place(board, name)
    place = board.provinces[ProvinceId(name)]
    if coasts := [coast.id.upper() for coast in place.coasts]:
        return "write " + " or ".join(f"F {name}/{coast}" for coast in coasts) + f", or A {name}"
    match place.terrain:
        case Terrain.SEA:
            return f"write F {name}"
        case Terrain.INLAND:
            return f"write A {name}"
        case Terrain.COASTAL:
            return f"write A {name} or F {name}"
        case _ as never:
            assert_never(never)


def _start_place(text: str) -> str:
    return text.partition(" ")[2].partition("/")[0]


def _start_reason(board: Board, text: str) -> str:
    """Return why a unit cannot start so, or ""; `?` stands for a unit still to be chosen."""
    kind, _, where = text.partition(" ")
    name, _, coast = where.partition("/")
    place = board.provinces.get(ProvinceId(name))
    if kind not in ("A", "F", "?"):
        return "a unit is A or F, or ? where the player chooses"
    if place is None:
        return f"there is no province {name}"
    if place.entry is not Entry.ALL:
        return "units may not enter that province"
    return _stand_reason(kind, place, coast.lower())


def _stand_reason(kind: str, place: Province, coast: str) -> str:
    if kind == "A" and place.terrain is Terrain.SEA:
        return "an army cannot stand at sea"
    if kind == "F" and place.terrain is Terrain.INLAND:
        return "a fleet cannot stand inland"
    coasts = [known.id for known in place.coasts]
    if kind != "F":
        return "only a fleet stands on a named coast" if coast else ""
    if coasts and not coast:
        return "the coast is missing, one of " + ", ".join(coasts)
    return f"{place.id} has no coast {coast!r}" if coast and coast not in coasts else ""


def check_board(board: Board) -> tuple[Fault, ...]:
    """Return every fault of a board, in the order of its provinces and powers; empty if sound."""
    return _check(board, board.provinces.values())


def check_changes(before: Board, board: Board) -> tuple[Fault, ...]:
    """Return every fault of a board that was derived from a sound one; empty if sound.

    What both boards share is sound already, as long as all its neighbours are still there.
    """
    known = board.provinces
    return _check(
        board,
        [
            place
            for place in known.values()
            if before.provinces.get(place.id) is not place
            or any(border.to not in known for border in place.ring)
        ],
    )


def _check(board: Board, places: Iterable[Province]) -> tuple[Fault, ...]:
    faults: list[Fault] = []
    faults += check_names(board)
    for place in places:
        faults += _check_home(board, place)
        faults += _check_coasts(place)
        faults += check_ring(board, place)
    for power in board.powers.values():
        faults += _check_power(board, power)
    faults += _check_crossings(board)
    return tuple(dict.fromkeys(faults))


def _check_home(board: Board, place: Province) -> Iterator[Fault]:
    entry = f"provinces.{place.id}.home"
    if place.home is None:
        return
    power = board.powers.get(place.home)
    if power is None:
        yield Fault(
            entry,
            f"there is no power {place.home}",
            near(place.home, board.powers) or f"add [powers.{place.home}], or take this out",
        )
    elif place.id not in power.home:
        yield Fault(
            entry,
            f"{place.home} does not list {place.id} among its homes",
            f"add {place.id} to `home` of [powers.{place.home}], or take this out",
        )
    if place.terrain is Terrain.SEA:
        yield Fault(entry, "a sea is nobody's home", "take it out, here and at the power")


def _check_coasts(place: Province) -> Iterator[Fault]:
    entry = f"provinces.{place.id}.coasts"
    names = [coast.id for coast in place.coasts]
    if names and place.terrain is not Terrain.COASTAL:
        yield Fault(
            entry,
            f"only a coastal province has coasts, and this is {place.terrain.value}",
            'take the coasts out, or make it terrain = "coastal"',
        )
    used = {name for border in place.ring for name in border.coasts}
    for coast in place.coasts:
        if coast.id not in used:
            yield Fault(
                f"{entry}.{coast.id}",
                "no border of the province lies on this coast",
                f'add coast = ["{coast.id}"] to the borders that a fleet there can cross',
            )
    words = Counter(
        word
        for coast in place.coasts
        for word in {squeeze(text) for text in (coast.id, coast.name, *coast.aliases)}
    )
    for word in (word for word, count in words.items() if count > 1):
        yield Fault(
            entry,
            f"{word!r} names two of its coasts",
            "a word may name one coast only; drop it at one of the two",
            item=word,
        )


def _check_power(board: Board, power: Power) -> Iterator[Fault]:
    entry = f"powers.{power.id}"
    for home in power.home:
        place = board.provinces.get(home)
        if place is None:
            yield Fault(
                f"{entry}.home",
                f"there is no province {home}",
                near_place(board, home),
                item=home,
            )
        elif place.home != power.id:
            yield Fault(
                f"{entry}.home",
                f"{home} is not marked as a home of {power.id}",
                f'write home = "{power.id}" in [provinces.{home}], or take it out here',
                item=home,
            )
    if power.rank not in ("major", "minor"):
        yield Fault(
            f"{entry}.rank",
            f"{power.rank!r} is neither major nor minor",
            'write rank = "major" or rank = "minor"',
        )
    years = [line.from_year for line in power.off_board]
    if years != sorted(set(years)) or any(line.centres < 0 for line in power.off_board):
        yield Fault(
            f"{entry}.off_board",
            "years rise and centres are not negative",
            "list each year once, the earliest first, with 0 or more centres",
        )


def _check_crossings(board: Board) -> Iterator[Fault]:
    for here, there in sorted(board.crossings):
        if not _has_river(board.provinces.get(here), there):
            yield Fault("crossings", f"no river border lies between {here} and {there}")


def _has_river(place: Province | None, there: ProvinceId) -> bool:
    ring: Iterable[Border] = place.ring if place else ()
    return any(border.to == there and border.kind is BorderKind.RIVER for border in ring)
