"""Positions of The Triumphs of Turlough as plain data, and back, checked key by key."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any, Final

from gm.contract.seats import SeatId
from gm.errors import UnreadableInput
from gm.games.turlough.language.canonical import CanonicalLines, canonical_text
from gm.games.turlough.rules.orders import STANDING, FactionOrder, Stay
from gm.games.turlough.rules.outcomes import LineResult, Reason, TurloughOutcome
from gm.games.turlough.rules.state import (
    MOST_BATTLES,
    MOST_CATTLE,
    MOST_DEVASTATION,
    Army,
    AskedFor,
    Cause,
    FactionState,
    KeptLine,
    OneByOne,
    TurloughState,
    Victory,
    Wait,
)
from gm.games.turlough.rules.tables import CLAIMANTS, ENGLISH, EXTRA, GROUPS, Tables
from gm.interpret.recorded import list_of, member_of, number_of, one_of, table_of, truth_of

_MODES: Final = ("one_by_one", "kept")
"""Keys that a position has only in games with the option that they belong to."""

_KEYS: Final = tuple(f.name for f in fields(TurloughState) if f.name not in ("awarded", *_MODES))
_ASKED_KEYS: Final = tuple(f.name for f in fields(OneByOne))
_KEPT_KEYS: Final = ("war_turn", "seat", "faction", "line", "result", "reason")
_FACTION_KEYS: Final = tuple(f.name for f in fields(FactionState))
_ARMY_KEYS: Final = tuple(f.name for f in fields(Army))
_VICTORY_KEYS: Final = tuple(f.name for f in fields(Victory))
_MANY: Final = 10**6


def position_written(state: TurloughState, tables: Tables) -> dict[str, Any]:
    """Return a position as plain data, in the order of the rules."""
    result = state.result
    return {
        **_modes_written(state),
        "scenario": state.scenario,
        "wait": state.wait.value,
        "round": state.round,
        "war_turn": state.war_turn,
        "king": state.king,
        "partition": state.partition,
        "dec_side": state.dec_side,
        "crown": state.crown,
        "returning": [*state.returning],
        "hazard": state.hazard,
        "deck": [*state.deck],
        "order": [*state.order],
        "seats": dict(state.seats),
        "febas": dict(state.febas),
        "pounds": state.pounds,
        "factions": {
            id_: {key: getattr(standing, key) for key in _FACTION_KEYS}
            for id_, standing in state.standings()
        },
        "armies": [{key: getattr(army, key) for key in _ARMY_KEYS} for army in state.armies],
        "devastation": dict(state.devastation),
        "destroyed": sorted(state.destroyed, key=tables.place.__getitem__),
        "standing": {
            faction: [canonical_text(line) for line in lines]
            for faction, lines in state.standing.items()
        },
        "result": None
        if result is None
        else {
            "claimant": result.claimant,
            "reason": result.reason.value,
            "winners": [*result.winners],
        },
    }


def _modes_written(state: TurloughState) -> dict[str, Any]:
    """Return what only games with an option have: who is asked now, and what is kept."""
    written: dict[str, Any] = {}
    if (asked := state.one_by_one) is not None:
        written["one_by_one"] = {
            "step": asked.step,
            "asking": asked.asking.value,
            "faction": asked.faction,
            "asked": [*asked.asked],
            "joined": [*asked.joined],
            "arrivals": dict(asked.arrivals),
            "crossed": [*asked.crossed],
        }
    if state.kept:
        written["kept"] = [_kept_written(line) for line in state.kept]
    return written


def _kept_written(line: KeptLine) -> dict[str, Any]:
    outcome, order = line.outcome, line.outcome.order
    if not isinstance(order, FactionOrder):
        raise TypeError(f"{type(order).__name__} is no order of The Triumphs of Turlough")
    return {
        "war_turn": line.war_turn,
        "seat": outcome.seat,
        "faction": order.faction,
        "line": canonical_text(order),
        "result": outcome.result.value,
        "reason": outcome.reason.value if outcome.reason is not None else None,
    }


def position_read(data: object, tables: Tables, reader: CanonicalLines) -> TurloughState:
    """Return the position that plain data describe.

    Raises:
        UnreadableInput: a key is missing, unknown or of another kind; the sentence names it.
    """
    modes = [key for key in _MODES if isinstance(data, dict) and key in data]
    record = table_of(data, "state", (*_KEYS, *modes))
    scenario = one_of(record["scenario"], "state.scenario", tuple(tables.scenarios))
    cards = (*tables.hazards, *(f"{card}{EXTRA}" for card in tables.hazards))
    factions = tuple(tables.factions)
    settlements = tables.settlements(scenario)
    seats = _seats(record["seats"])
    stacks = [group for group in seats if group != ENGLISH]
    return TurloughState(
        scenario=scenario,
        wait=member_of(record["wait"], "state.wait", Wait),
        round=number_of(record["round"], "state.round", 1, _MANY),
        war_turn=number_of(record["war_turn"], "state.war_turn", 0, _MANY),
        king=_or_none(record["king"], "state.king", CLAIMANTS),
        partition=truth_of(record["partition"], "state.partition"),
        dec_side=_or_none(record["dec_side"], "state.dec_side", CLAIMANTS),
        crown=_or_none(record["crown"], "state.crown", CLAIMANTS),
        returning=_all_of(record["returning"], "state.returning", CLAIMANTS),
        hazard=_or_none(record["hazard"], "state.hazard", cards),
        deck=_all_of(record["deck"], "state.deck", cards, once=False),
        order=_all_of(record["order"], "state.order", factions),
        seats=seats,
        febas=_numbers(record["febas"], "state.febas", stacks, _MANY),
        pounds=number_of(record["pounds"], "state.pounds", 0, _MANY),
        factions=_factions(record["factions"], tables),
        armies=_armies(record["armies"], tables),
        devastation=_numbers(
            record["devastation"], "state.devastation", settlements, MOST_DEVASTATION
        ),
        destroyed=_destroyed(record["destroyed"], settlements),
        standing=_standing(record["standing"], factions, reader),
        result=_victory(record["result"]),
        one_by_one=_asked(record.get("one_by_one"), factions),
        kept=tuple(
            _kept(line, f"state.kept[{place}]", factions, reader)
            for place, line in enumerate(list_of(record.get("kept", []), "state.kept"))
        ),
    )


def _asked(data: object, factions: Sequence[str]) -> OneByOne | None:
    if data is None:
        return None
    where = "state.one_by_one"
    record = table_of(data, where, _ASKED_KEYS)
    arrivals = record["arrivals"] if isinstance(record["arrivals"], dict) else {}
    return OneByOne(
        step=number_of(record["step"], f"{where}.step", 1, _MANY),
        asking=member_of(record["asking"], f"{where}.asking", AskedFor),
        faction=one_of(record["faction"], f"{where}.faction", factions),
        asked=_all_of(record["asked"], f"{where}.asked", factions),
        joined=_all_of(record["joined"], f"{where}.joined", factions),
        arrivals=tuple(
            sorted(
                (
                    one_of(faction, f"{where}.arrivals", factions),
                    number_of(when, f"{where}.arrivals.{faction}", 1, _MANY),
                )
                for faction, when in arrivals.items()
            )
        ),
        crossed=_all_of(record["crossed"], f"{where}.crossed", factions),
    )


def _kept(data: object, where: str, factions: Sequence[str], reader: CanonicalLines) -> KeptLine:
    record = table_of(data, where, _KEPT_KEYS)
    faction = one_of(record["faction"], f"{where}.faction", factions)
    line, reason = record["line"], record["reason"]
    order = reader.read(line, faction) if isinstance(line, str) else None
    if line == canonical_text(Stay(faction)):  # which is no line of recorded packets
        order = Stay(faction)
    if not isinstance(order, FactionOrder):
        raise UnreadableInput(f"{where}.line: {line!r} is no line of a packet.")
    outcome = TurloughOutcome(
        SeatId(one_of(record["seat"], f"{where}.seat", GROUPS)),
        order,
        member_of(record["result"], f"{where}.result", LineResult),
        None if reason is None else member_of(reason, f"{where}.reason", Reason),
    )
    return KeptLine(number_of(record["war_turn"], f"{where}.war_turn", 1, _MANY), outcome)


def _seats(data: object) -> dict[str, str]:
    if not isinstance(data, dict):
        raise UnreadableInput("state.seats: it is no table.")
    seats = {
        one_of(group, "state.seats", GROUPS): one_of(seat, f"state.seats.{group}", GROUPS)
        for group, seat in data.items()
    }
    return {group: seats[group] for group in GROUPS if group in seats}


def _factions(data: object, tables: Tables) -> dict[str, FactionState]:
    record = table_of(data, "state.factions", tuple(tables.factions))
    return {id_: _faction(record[id_], f"state.factions.{id_}", tables) for id_ in tables.factions}


def _faction(data: object, where: str, tables: Tables) -> FactionState:
    record = table_of(data, where, _FACTION_KEYS)
    holders = tuple(tables.factions)
    return FactionState(
        group=_or_none(record["group"], f"{where}.group", GROUPS),
        alliance=_or_none(record["alliance"], f"{where}.alliance", CLAIMANTS),
        hostage_holder=_or_none(record["hostage_holder"], f"{where}.hostage_holder", holders),
        exiled=truth_of(record["exiled"], f"{where}.exiled"),
        out=truth_of(record["out"], f"{where}.out"),
        cattle=number_of(record["cattle"], f"{where}.cattle", 0, MOST_CATTLE),
        served=truth_of(record["served"], f"{where}.served"),
    )


def _armies(data: object, tables: Tables) -> tuple[Army, ...]:
    armies = list[Army]()
    for place, item in enumerate(list_of(data, "state.armies")):
        where = f"state.armies[{place}]"
        record = table_of(item, where, _ARMY_KEYS)
        armies.append(
            Army(
                one_of(record["faction"], f"{where}.faction", tuple(tables.factions)),
                one_of(record["hex"], f"{where}.hex", tuple(tables.hexes)),
                number_of(record["battles"], f"{where}.battles", 1, MOST_BATTLES),
                number_of(record["provisions"], f"{where}.provisions", 0, _MANY),
            )
        )
    if len({army.faction for army in armies}) < len(armies):
        raise UnreadableInput("state.armies: a faction has two.")
    return tuple(armies)


def _destroyed(data: object, settlements: Sequence[str]) -> tuple[str, ...]:
    named = _all_of(data, "state.destroyed", settlements)
    return tuple(sorted(named))


def _standing(
    data: object, factions: Sequence[str], reader: CanonicalLines
) -> dict[str, tuple[FactionOrder, ...]]:
    if not isinstance(data, dict):
        raise UnreadableInput("state.standing: it is no table.")
    for faction in data:
        one_of(faction, "state.standing", factions)
    return {
        faction: tuple(
            _standing_line(line, faction, reader)
            for line in list_of(data[faction], f"state.standing.{faction}")
        )
        for faction in factions
        if faction in data
    }


def _standing_line(line: object, faction: str, reader: CanonicalLines) -> FactionOrder:
    read = reader.read(line, faction) if isinstance(line, str) else None
    if not isinstance(read, STANDING):
        raise UnreadableInput(f"state.standing.{faction}: {line!r} is no standing line.")
    return read


def _victory(data: object) -> Victory | None:
    if data is None:
        return None
    record = table_of(data, "state.result", _VICTORY_KEYS)
    return Victory(
        one_of(record["claimant"], "state.result.claimant", CLAIMANTS),
        member_of(record["reason"], "state.result.reason", Cause),
        _all_of(record["winners"], "state.result.winners", GROUPS),
    )


def _numbers(data: object, where: str, keys: Sequence[str], most: int) -> dict[str, int]:
    record = table_of(data, where, keys)
    return {key: number_of(record[key], f"{where}.{key}", 0, most) for key in keys}


def _or_none(data: object, where: str, known: Sequence[str]) -> str | None:
    return None if data is None else one_of(data, where, known)


def _all_of(
    data: object, where: str, known: Sequence[str], *, once: bool = True
) -> tuple[str, ...]:
    named = tuple(one_of(item, where, known) for item in list_of(data, where))
    if once and len(set(named)) < len(named):
        raise UnreadableInput(f"{where}: something comes twice.")
    return named
