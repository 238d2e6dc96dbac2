"""Positions of Freedom! as plain data, and back, checked key by key."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final, TypeVar

from gm.contract.seats import SeatId
from gm.errors import UnreadableInput
from gm.games.freedom.rules.state import (
    Cannons,
    Cause,
    Claim,
    ClaimPolicy,
    Control,
    FirePolicy,
    Flags,
    Policy,
    SiegeState,
    Wait,
    cards_sorted,
)
from gm.games.freedom.rules.tables import (
    CAMP,
    IMP,
    IMPERIAL_KINDS,
    INS,
    INSURGENT,
    LAST_ROUND,
    LOWEST,
    MOST_DAMAGE,
    PERIODS,
    SEATS,
    SpaceKind,
    Tables,
)
from gm.interpret.recorded import list_of, member_of, number_of, one_of, table_of, truth_of

_KEYS: Final = (
    "round",
    "step",
    "turn",
    "plays_left",
    "morale",
    "supplies",
    "money",
    "prep",
    "plea",
    "population",
    "civilians",
    "units",
    "cannons",
    "wall",
    "areas",
    "deck",
    "hand",
    "discard",
    "claim",
    "flags",
    "policy",
    "winner",
    "why",
)
_SETTLING: Final = "settling"
"""A key that a position has only while the game's master settles an effect."""

_POLICY_KEYS: Final = ("morale", "fire", "place", "remove", "allies", "claim")
_FLAG_KEYS: Final = ("no_cannons", "no_slow", "no_damage", "attack_minus")
_CANNON_KEYS: Final = ("IMP", "INS", "bombard", "camp")
_MANY: Final = 10**6

T = TypeVar("T")


def position_written(state: SiegeState, tables: Tables) -> dict[str, Any]:
    """Return a position as plain data; of one that was seen only, hidden hands and decks are sizes."""
    claim = state.claim
    open_ = {seat: state.policy.get(seat) is not None for seat in SEATS}
    written: dict[str, Any] = {
        "round": state.round,
        "step": state.wait.value,
        "turn": state.turn,
        "plays_left": dict(state.plays_left),
        "morale": dict(state.morale),
        "supplies": dict(state.supplies),
        "money": state.money,
        "prep": dict(state.prep),
        "plea": dict(state.plea),
        "population": state.population,
        "civilians": state.civilians,
        "units": {
            space: dict(state.units[space]) for space in tables.canonical(tuple(state.units))
        },
        "cannons": {
            "IMP": [*tables.canonical(state.cannons.imperial)],
            "INS": [*tables.canonical(state.cannons.insurgent)],
            "bombard": state.cannons.bombard,
            "camp": state.cannons.camp,
        },
        "wall": {space: state.wall[space] for space in tables.canonical(tuple(state.wall))},
        "areas": {
            area: {"side": control.side, "markers": control.markers}
            for area, control in state.areas.items()
        },
        "deck": {
            period: _cards_written(cards, seen=all(open_.values()))
            for period, cards in state.deck.items()
        },
        "hand": {seat: _cards_written(state.hand[seat], seen=open_[seat]) for seat in SEATS},
        "discard": [*state.discard],
        "claim": None if claim is None else {"seat": claim.seat, "card": claim.card},
        "flags": {key: getattr(state.flags, key) for key in _FLAG_KEYS},
        "policy": {seat: _policy_written(state.policy.get(seat)) for seat in SEATS},
        "winner": state.winner,
        "why": state.why.value if state.why is not None else None,
    }
    if state.settling is not None:
        written[_SETTLING] = state.settling
    return written


def _cards_written(cards: Sequence[str], *, seen: bool) -> list[str] | int:
    return [*cards] if seen else len(cards)


def _policy_written(policy: Policy | None) -> dict[str, Any] | None:
    if policy is None:
        return None
    return {
        "morale": policy.morale,
        "fire": [{"cannon": fire.cannon, "at": [*fire.at]} for fire in policy.fire],
        "place": [*policy.place],
        "remove": [*policy.remove],
        "allies": [*policy.allies],
        "claim": [{"card": claim.card, "discard": claim.discard} for claim in policy.claim],
    }


def position_read(data: object, tables: Tables) -> SiegeState:
    """Return the position that plain data describe; hand-made ones need not add up to the box.

    Raises:
        UnreadableInput: a key is missing, unknown or of another kind; the sentence names it.
    """
    settling = isinstance(data, dict) and _SETTLING in data
    record = table_of(data, "state", (*_KEYS, _SETTLING) if settling else _KEYS)
    cards = tuple(tables.cards)
    return SiegeState(
        round=number_of(record["round"], "state.round", 1, LAST_ROUND),
        wait=member_of(record["step"], "state.step", Wait),
        turn=_seat_or_none(record["turn"], "state.turn"),
        plays_left=_of_seats(record["plays_left"], "state.plays_left", _number),
        morale=_of_seats(record["morale"], "state.morale", _number),
        supplies=_of_seats(record["supplies"], "state.supplies", _number),
        money=_number(record["money"], "state.money"),
        prep=_of_seats(record["prep"], "state.prep", _number),
        plea=_plea(record["plea"]),
        population=_number(record["population"], "state.population"),
        civilians=_number(record["civilians"], "state.civilians"),
        units=_units(record["units"], tables),
        cannons=_cannons(record["cannons"], tables),
        wall=_wall(record["wall"], tables),
        areas=_areas(record["areas"], tables),
        deck=_deck(record["deck"], cards),
        hand=_of_seats(record["hand"], "state.hand", _hand_of(cards)),
        discard=cards_sorted(_all_of(record["discard"], "state.discard", cards)),
        claim=_claim(record["claim"], cards),
        flags=_flags(record["flags"]),
        policy=_of_seats(record["policy"], "state.policy", _policy_of(tables)),
        winner=_seat_or_none(record["winner"], "state.winner"),
        why=None if record["why"] is None else member_of(record["why"], "state.why", Cause),
        settling=one_of(record[_SETTLING], f"state.{_SETTLING}", cards) if settling else None,
    )


def _number(data: object, where: str) -> int:
    return number_of(data, where, 0, _MANY)


def _of_seats(data: object, where: str, read: Callable[[object, str], T]) -> dict[SeatId, T]:
    record = table_of(data, where, SEATS)
    return {seat: read(record[seat], f"{where}.{seat}") for seat in SEATS}


def _seat(data: object, where: str) -> SeatId:
    return SeatId(one_of(data, where, SEATS))


def _seat_or_none(data: object, where: str) -> SeatId | None:
    return None if data is None else _seat(data, where)


def _plea(data: object) -> dict[SeatId, int | None]:
    record = table_of(data, "state.plea", SEATS)
    bonus = record[INS]
    return {
        IMP: _number(record[IMP], "state.plea.IMP"),
        INS: None if bonus is None else _number(bonus, "state.plea.INS"),
    }


def _units(data: object, tables: Tables) -> dict[str, dict[str, int]]:
    units = _named(data, "state.units", tuple(tables.spaces))
    return {space: _stack(units[space], space) for space in tables.canonical(tuple(units))}


def _stack(data: object, space: str) -> dict[str, int]:
    where = f"state.units.{space}"
    stack = _named(data, where, (*IMPERIAL_KINDS, INSURGENT))
    if not stack or (len(stack) > 1 and (space != CAMP or INSURGENT in stack)):
        raise UnreadableInput(f"{where}: units of one kind stand in a space, in the Camp of two.")
    return {kind: number_of(count, f"{where}.{kind}", 1, _MANY) for kind, count in stack.items()}


def _cannons(data: object, tables: Tables) -> Cannons:
    record = table_of(data, "state.cannons", _CANNON_KEYS)
    rows = [id_ for id_, space in tables.spaces.items() if space.kind is SpaceKind.MAINLAND]
    held = [space.id for space in tables.held]
    bombard = record["bombard"]
    return Cannons(
        tables.canonical(_all_of(record["IMP"], "state.cannons.IMP", rows)),
        tables.canonical(_all_of(record["INS"], "state.cannons.INS", held)),
        None if bombard is None else one_of(bombard, "state.cannons.bombard", held),
        _number(record["camp"], "state.cannons.camp"),
    )


def _wall(data: object, tables: Tables) -> dict[str, int]:
    walls = [id_ for id_, space in tables.spaces.items() if space.kind is SpaceKind.WALL]
    damage = _named(data, "state.wall", walls)
    return {
        space: number_of(damage[space], f"state.wall.{space}", 1, MOST_DAMAGE)
        for space in tables.canonical(tuple(damage))
    }


def _areas(data: object, tables: Tables) -> dict[str, Control]:
    record = table_of(data, "state.areas", tuple(tables.areas))
    return {area: _control(record[area], f"state.areas.{area}") for area in tables.areas}


def _control(data: object, where: str) -> Control:
    record = table_of(data, where, ("side", "markers"))
    return Control(_seat(record["side"], f"{where}.side"), _number(record["markers"], where))


def _deck(data: object, cards: Sequence[str]) -> dict[str, tuple[str, ...]]:
    record = table_of(data, "state.deck", PERIODS)
    return {period: _all_of(record[period], f"state.deck.{period}", cards) for period in PERIODS}


def _hand_of(cards: Sequence[str]) -> Callable[[object, str], tuple[str, ...]]:
    return lambda data, where: cards_sorted(_all_of(data, where, cards))


def _claim(data: object, cards: Sequence[str]) -> Claim | None:
    if data is None:
        return None
    record = table_of(data, "state.claim", ("seat", "card"))
    return Claim(
        _seat(record["seat"], "state.claim.seat"),
        one_of(record["card"], "state.claim.card", cards),
    )


def _flags(data: object) -> Flags:
    record = table_of(data, "state.flags", _FLAG_KEYS)
    return Flags(
        truth_of(record["no_cannons"], "state.flags.no_cannons"),
        _seat_or_none(record["no_slow"], "state.flags.no_slow"),
        _seat_or_none(record["no_damage"], "state.flags.no_damage"),
        _seat_or_none(record["attack_minus"], "state.flags.attack_minus"),
    )


def _policy_of(tables: Tables) -> Callable[[object, str], Policy | None]:
    return lambda data, where: _policy(data, where, tables)


def _policy(data: object, where: str, tables: Tables) -> Policy:
    record = table_of(data, where, _POLICY_KEYS)
    spaces = tuple(tables.spaces)
    return Policy(
        morale=_number(record["morale"], f"{where}.morale"),
        fire=tuple(
            _fire(item, f"{where}.fire", spaces) for item in list_of(record["fire"], where)
        ),
        place=_all_of(record["place"], f"{where}.place", spaces, once=False),
        remove=_all_of(record["remove"], f"{where}.remove", spaces, once=False),
        allies=_all_of(record["allies"], f"{where}.allies", spaces, once=False),
        claim=tuple(
            _claimed(item, f"{where}.claim", tuple(tables.cards))
            for item in list_of(record["claim"], f"{where}.claim")
        ),
    )


def _fire(data: object, where: str, spaces: Sequence[str]) -> FirePolicy:
    record = table_of(data, where, ("cannon", "at"))
    return FirePolicy(
        one_of(record["cannon"], f"{where}.cannon", spaces),
        _all_of(record["at"], f"{where}.at", spaces, once=False),
    )


def _claimed(data: object, where: str, cards: Sequence[str]) -> ClaimPolicy:
    record = table_of(data, where, ("card", "discard"))
    return ClaimPolicy(
        one_of(record["card"], f"{where}.card", cards),
        one_of(record["discard"], f"{where}.discard", (*cards, LOWEST)),
    )


def _named(data: object, where: str, known: Collection[str]) -> Mapping[str, Any]:
    """Return a table whose keys are among those known."""
    if not isinstance(data, dict):
        raise UnreadableInput(f"{where}: it is no table.")
    for key in data:
        if key not in known:
            raise UnreadableInput(f"{where}: there is no {key!r}.")
    return data


def _all_of(
    data: object, where: str, known: Sequence[str], *, once: bool = True
) -> tuple[str, ...]:
    named = tuple(one_of(item, where, known) for item in list_of(data, where))
    if once and len(set(named)) < len(named):
        raise UnreadableInput(f"{where}: something comes twice.")
    return named
