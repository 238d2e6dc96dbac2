"""Who is on whose side, whose land is whose, and where everybody is at home: what follows from a position (1, 3)."""

from __future__ import annotations

from gm.games.turlough.rules.state import Army, TurloughState
from gm.games.turlough.rules.tables import (
    BRIAN_ROE,
    CLAIMANTS,
    CLONROAD,
    DUBH_GLEN,
    ENGLISH,
    KILMACDUAGH,
    QUIN,
    FactionKind,
    OwnerRule,
    SettlementKind,
    Tables,
)


def side_of(state: TurloughState, faction: str) -> str | None:
    """Return a faction's side: a claimant's, de Clare's own, or None of a neutral one (1).

    A hostage counts before an alliance; a holder may be a lesser king himself.
    """
    if faction in CLAIMANTS:
        return faction
    if faction == ENGLISH:
        return state.dec_side or ENGLISH
    standing = state.factions[faction]
    if standing.out:
        return None
    if standing.hostage_holder is not None:
        return side_of(state, standing.hostage_holder)
    return standing.alliance


def held_by_other_side(state: TurloughState, faction: str, side: str | None) -> bool:
    """Tell whether another side than this one holds a faction's hostage."""
    holder = state.factions[faction].hostage_holder
    return holder is not None and side_of(state, holder) != side


def is_bound(state: TurloughState, faction: str) -> bool:
    """Tell whether a lesser king is bound: its hostage is with the side it is not allied to (1)."""
    alliance = state.factions[faction].alliance
    return alliance is not None and held_by_other_side(state, faction, alliance)


def second_claimant(state: TurloughState) -> str | None:
    """Return the claimant who is on the board and not king, if there is one (3)."""
    on_board = (c for c in CLAIMANTS if not state.factions[c].exiled and not state.factions[c].out)
    return next((claimant for claimant in on_board if claimant != state.king), None)


def owner_of(state: TurloughState, tables: Tables, hex_: str) -> str | None:
    """Return who owns a hex's settlement; None where nobody does, or nothing stands (3)."""
    if tables.settlement(hex_, state.scenario) is None:
        return None
    match tables.hexes[hex_].owner:
        case OwnerRule.KING:
            return state.king
        case OwnerRule.SECOND:
            return second_claimant(state) or BRIAN_ROE
        case OwnerRule.NOBODY:
            return None
        case owner:
            return owner


def owning_side(state: TurloughState, tables: Tables, hex_: str) -> str | None:
    """Return the side whose land a hex is; of who is out it is nobody's (9)."""
    owner = owner_of(state, tables, hex_)
    if owner is None or state.factions[owner].out:
        return None
    return side_of(state, owner)


def settlement_at(state: TurloughState, tables: Tables, hex_: str) -> SettlementKind | None:
    """Return what stands in a hex; Dubh Glen is a longport while a second claimant lives there (3)."""
    if hex_ == DUBH_GLEN and second_claimant(state) is not None:
        return SettlementKind.LONGPORT
    return tables.settlement(hex_, state.scenario)


def seat_of_power(state: TurloughState, tables: Tables, faction: str) -> str:
    """Return where a faction is at home now (1)."""
    if faction in CLAIMANTS:
        if state.factions[faction].exiled:
            return KILMACDUAGH
        return CLONROAD if faction == state.king else DUBH_GLEN
    seat = tables.factions[faction].seat
    if faction == ENGLISH and seat in state.destroyed and QUIN not in state.destroyed:
        return QUIN
    return seat


def enemies_in(state: TurloughState, side: str | None, hex_: str) -> tuple[Army, ...]:
    """Return the armies of other sides in a hex, in the order they joined."""
    return tuple(a for a in state.armies_in(hex_) if side_of(state, a.faction) != side)


def friends_in(state: TurloughState, side: str | None, hex_: str) -> tuple[Army, ...]:
    """Return the armies of a side in a hex, in the order they joined."""
    return tuple(a for a in state.armies_in(hex_) if side_of(state, a.faction) == side)


def is_lesser_king(tables: Tables, faction: str) -> bool:
    """Tell whether a faction can be invited, and give hostages (1)."""
    return tables.factions[faction].kind.is_lesser_king


def leads(tables: Tables, faction: str) -> bool:
    """Tell whether a faction invites lesser kings: the claimants, and the Tanist (7)."""
    return tables.factions[faction].kind in (FactionKind.CLAIMANT, FactionKind.TANIST)
