"""What the player can order now: a line for each unit, with the Areas it can go to (5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from gm.contract.orders import Order
from gm.games.irish_freedom.language.lines import order_line
from gm.games.irish_freedom.rules.orders import Move, Recruit, UnitNamed, Upgrade
from gm.games.irish_freedom.rules.rules import FreedomRules
from gm.games.irish_freedom.rules.state import PLAYER, FreedomState, Unit, Wait
from gm.games.irish_freedom.rules.tables import FIRST_WAR, Reach, player_side, side_of

BLANK: Final = "____"
"""What stands in a form for what is to be filled in."""


def open_actions(rules: FreedomRules, state: FreedomState) -> tuple[str, ...]:
    """Return the actions that are lawful now, as lines; those of a unit to several Areas are one."""
    if state.wait is not Wait.PLAYER:
        return ()
    own_units = _own(state)
    return (
        *_recruits(rules, state),
        *(line for unit in own_units for line in _upgrades(rules, state, unit)),
        *(line for unit in own_units for line in _moves(rules, state, unit)),
    )


def form_lines(rules: FreedomRules, state: FreedomState) -> tuple[str, ...]:
    """Return lines to copy into a reply and to fill in: one for each unit that moves."""
    reach = {unit.id: rules.tables.units[unit.type].reach for unit in _own(state)}
    movers = [id_ for id_, far in reach.items() if far is not Reach.NOWHERE]
    moves = (f"MOVE {id_} -> {BLANK}" for id_ in movers)
    upgrades = (f"UPGRADE {BLANK}",) if _upgrading(rules, state) else ()
    return (*moves, *upgrades, f"RECRUIT {BLANK}")


def _upgrading(rules: FreedomRules, state: FreedomState) -> bool:
    """Tell whether units are upgraded by order in the war there is."""
    return state.war == FIRST_WAR or rules.settings.cw_upgrade


def _own(state: FreedomState) -> list[Unit]:
    side = player_side(state.war)
    return [unit for unit in state.units if side_of(state.war, unit.colour) is side]


def _recruits(rules: FreedomRules, state: FreedomState) -> Iterator[str]:
    tables = rules.tables
    if state.war == FIRST_WAR:
        orders = [Recruit(place=region.code) for region in tables.regions]
    else:
        kinds = (rules.settings.cw_recruit.value, *(kind.value for kind in tables.attachments))
        orders = [Recruit(kind, area) for kind in kinds for area in tables.cities]
    if lawful := [order_line(order) for order in orders if _may(rules, state, order)]:
        yield " / ".join(lawful)


def _upgrades(rules: FreedomRules, state: FreedomState, unit: Unit) -> Iterator[str]:
    order = Upgrade(UnitNamed(id=unit.id))
    if _may(rules, state, order):
        yield order_line(order)


def _moves(rules: FreedomRules, state: FreedomState, unit: Unit) -> Iterator[str]:
    """Yield where a unit can go by land, and then by sea."""
    named = UnitNamed(id=unit.id)
    for by_sea, words in ((False, ""), (True, " BY SEA")):
        areas = [
            area
            for area in rules.tables.areas
            if _may(rules, state, Move(named, area, by_sea=by_sea))
        ]
        if areas:
            yield f"MOVE {unit.id} -> {' / '.join(areas)}{words}"


def _may(rules: FreedomRules, state: FreedomState, order: Order) -> bool:
    (check,) = rules.check(state, PLAYER, [order])
    return check.refused is None
