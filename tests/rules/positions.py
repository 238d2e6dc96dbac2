"""Positions and orders for tests, read from the texts of recorded phases."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from gm.contract.orders import Order
from gm.contract.seats import SeatId
from gm.games.diplomacy.language.grammar.canonical import read_canonical
from gm.games.diplomacy.rules.board import Board, Location, PowerId, ProvinceId
from gm.games.diplomacy.rules.phases import Phase, PhaseKind
from gm.games.diplomacy.rules.state import Dislodged, GameState
from gm.games.diplomacy.rules.units import Unit, UnitKind, unit_key


def location(text: str) -> Location:
    """Read `STP/SC`."""
    place, _, coast = text.partition("/")
    return Location(ProvinceId(place), coast.lower() or None)


def unit(power: str, text: str) -> Unit:
    """Read `F STP/SC` as a power's unit."""
    kind, _, place = text.partition(" ")
    return Unit(PowerId(power), UnitKind(kind), location(place))


def units(by_power: Mapping[str, Iterable[str]]) -> list[Unit]:
    """Read a power's units for each power."""
    return [unit(power, text) for power, texts in by_power.items() for text in texts]


def position(
    phase: str,
    by_power: Mapping[str, Iterable[str]],
    centres: Mapping[str, Iterable[str]] | None = None,
    dislodged: Mapping[str, Iterable[Mapping[str, Any]]] | None = None,
) -> GameState:
    """Return a state as recorded phases tell it."""
    waiting = [
        Dislodged(
            unit(power, one["unit"]),
            ProvinceId(one["attacker_from"].partition("/")[0]),
            tuple(location(text) for text in one["options"]),
        )
        for power, listed in (dislodged or {}).items()
        for one in listed
    ]
    return GameState(
        phase=Phase.parse(phase),
        units=tuple(sorted(units(by_power), key=unit_key)),
        centres={
            ProvinceId(place): PowerId(power)
            for power, places in (centres or {}).items()
            for place in places
        },
        dislodged=tuple(sorted(waiting, key=lambda one: unit_key(one.unit))),
    )


def drafts(
    board: Board, by_power: Mapping[str, Iterable[str]], kind: PhaseKind = PhaseKind.MOVEMENT
) -> dict[SeatId, tuple[Order, ...]]:
    """Read each power's orders."""
    return {
        SeatId(power): tuple(read_canonical(text, board, kind) for text in texts)
        for power, texts in by_power.items()
    }


def by_power(listed: Iterable[Unit]) -> dict[str, list[str]]:
    """Return units as recorded phases list them: by power, sorted."""
    found: dict[str, list[str]] = {}
    for one in listed:
        found.setdefault(one.power, []).append(str(one))
    return {power: sorted(texts) for power, texts in sorted(found.items())}
