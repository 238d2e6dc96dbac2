"""Whether every name on a board means one thing, or is listed as ambiguous."""

from __future__ import annotations

from collections.abc import Iterator

from gm.games.diplomacy.rules.board import Board, Province, ProvinceId
from gm.games.diplomacy.rules.board_faults import Fault, near_place, squeeze


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
