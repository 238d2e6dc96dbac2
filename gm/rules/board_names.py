"""Whether every name on a board means one thing, or is listed as ambiguous."""

from __future__ import annotations

from collections.abc import Iterator

from gm.rules.board import Board, ProvinceId
from gm.rules.board_faults import Fault, squeeze


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
            yield Fault(entry, "a province needs an abbreviation and a name with letters in them")
        if key != place.id:
            yield Fault(entry, f"is filed under {key} but calls itself {place.id}")
        other = seen.setdefault(key.casefold(), key)
        if other != key:
            yield Fault(entry, f"is the same abbreviation as {other}, but for its capitals")
    for name, power in board.powers.items():
        if name != power.id or name != name.upper():
            yield Fault(f"powers.{name}", "a power is filed under its name in capitals")


def _check_aliases(board: Board) -> Iterator[Fault]:
    owners: dict[str, ProvinceId] = {}
    ambiguous = {squeeze(word): places for word, places in board.ambiguous.items()}
    for place in board.provinces.values():
        for word in (place.id, place.name, *place.aliases):
            other = owners.setdefault(squeeze(word), place.id)
            if other != place.id and not {other, place.id} <= {*ambiguous.get(squeeze(word), ())}:
                entry = f"provinces.{place.id}.aliases"
                yield Fault(
                    entry, f"{word!r} already names {other}; drop it or list it as ambiguous"
                )
    yield from _check_power_aliases(board)


def _check_power_aliases(board: Board) -> Iterator[Fault]:
    owners: dict[str, str] = {}
    for power in board.powers.values():
        for word in (power.id, power.name, power.adjective, *power.aliases):
            other = owners.setdefault(squeeze(word), power.id)
            if other != power.id:
                yield Fault(f"powers.{power.id}.aliases", f"{word!r} already names {other}")


def _check_ambiguous(board: Board) -> Iterator[Fault]:
    for word, places in board.ambiguous.items():
        entry = f"ambiguous.{word}"
        for place in places:
            if place not in board.provinces:
                yield Fault(entry, f"there is no province {place}")
        if len(set(places)) < 2:
            yield Fault(entry, "an ambiguous word needs at least two provinces")
