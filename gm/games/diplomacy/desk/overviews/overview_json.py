"""An overview of a game for JSON: powers by id, provinces by short name, moments in UTC.

Of orders that are sealed to a GM who plays, numbers are null.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from gm.app.orders.grace import closing
from gm.app.overviews.overview import Overview, SeatInPhase
from gm.app.setup.game_settings import house_settings_of
from gm.contract.events import GameEnded
from gm.games.diplomacy.desk.ledger import accounts_of, points_of
from gm.games.diplomacy.pages.views import Chronicle
from gm.games.diplomacy.rules.board import Board, PowerId
from gm.games.diplomacy.rules.events import GameWon
from gm.games.diplomacy.rules.mechanics.anarchy import in_anarchy
from gm.games.diplomacy.rules.mechanics.bridges import BridgePart
from gm.games.diplomacy.rules.mechanics.changes import ChangesPart
from gm.games.diplomacy.rules.mechanics.promises import PointsPart
from gm.games.diplomacy.rules.mechanics.wanderers import WanderersPart
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.units import unit_key
from gm.report.wording.so_far import so_far_words


def as_dict(seen: Overview) -> dict[str, Any]:
    """Return an overview as plain values."""
    game, phase = seen.game, seen.phase
    plain: dict[str, Any] = {
        "name": game.name,
        "title": seen.title,
        "variant": game.variant,
        "status": game.status.value,
        "gm_name": game.gm_name,
        "gm_address": game.gm_address,
        "order_address": seen.order_address,
        "list_address": game.list_address,
        "time_zone": game.time_zone,
        "settings": {**seen.settings},
        "lengths": {**game.lengths},
        "house": {setting.name: setting.value for setting in house_settings_of(game)},
        "keep_impossible": game.keep_impossible,
        "phase": phase.name if phase else None,
        "phase_number": phase.number if phase else None,
        "phase_status": phase.status.value if phase else None,
        "opened_at": _moment(phase.opened_at if phase else None),
        "deadline": _moment(phase.deadline if phase else None),
        "closes_at": _moment(closing(phase) if phase else None),
        "remind_at": _moment(phase.remind_at if phase else None),
        "resolved_at": _moment(phase.resolved_at if phase else None),
        "held_because": phase.held_because if phase else "",
        "orders_so_far": so_far_words(seen.so_far) if seen.so_far is not None else None,
        "seats": [_seat_dict(seat) for seat in seen.seats],
        "seats_per_player": "several" if game.several_seats else "one",
        "closed": [*seen.closed],
    }
    if seen.commitment:
        plain |= {"commitment": seen.commitment, "seed": seen.seed or None}
    if seen.state is not None:
        plain |= _position(seen.board, seen.state)
        plain |= _changes(seen.board, seen.state)
        plain["points"] = points_of(seen.state)
    winners = _winners(seen.ended)
    plain["accounts_of"] = seen.year
    plain["accounts"] = accounts_of(seen.accounts)
    plain["centres_by_year"] = _chart(seen.chronicle)
    plain["ended"] = _ended(seen)
    plain["winners"] = [*winners]
    plain["winner"] = winners[0] if len(winners) == 1 else None
    return plain


def _moment(when: datetime | None) -> str | None:
    return when.isoformat() if when is not None else None


def _seat_dict(one: SeatInPhase) -> dict[str, Any]:
    return {
        "seat": one.seat,
        "player": one.player,
        "address": one.address,
        "orders": one.words,
        "asked": one.asked,
        "given": None if one.sealed else one.given,
        "lacking": None if one.sealed else [*one.lacking],
        "late": None if one.sealed else one.late,
        "ahead": None if one.sealed else one.ahead,
    }


def _position(board: Board, state: GameState) -> dict[str, Any]:
    bridges = state.part(BridgePart)
    return {
        "units": {power: [str(unit) for unit in state.units_of(power)] for power in board.powers},
        "dislodged": [
            {
                "power": dislodged.unit.power,
                "unit": str(dislodged.unit),
                "retreats": [str(place) for place in dislodged.retreats],
            }
            for dislodged in state.dislodged
        ],
        "centres": {power: [*state.centres_of(power)] for power in board.powers},
        "bridges": [
            {"between": [*bridge.between], "owner": bridge.owner} for bridge in bridges.standing
        ],
        "bridges_lost": {power: bridges.lost.get(power, 0) for power in board.powers},
        "eliminated": [*state.eliminated],
    }


def _changes(board: Board, state: GameState) -> dict[str, Any]:
    """Return what Irish Diplomacy adds to a position; nothing in other games."""
    changes, wanderers = state.part(ChangesPart), state.part(WanderersPart)
    if not wanderers.places and not changes.holes:
        return {}
    return {
        "holes": [*changes.holes],
        "reopened": [*changes.opened],
        "splits": [
            {"province": split.province, "line": [*split.line], "halves": [*split.halves]}
            for split in changes.splits
        ],
        "halves": {name: [*halves] for name, halves in board.gone.items()},
        "specials": dict(wanderers.places),
        "anarchy": [str(unit) for unit in sorted(in_anarchy(state), key=unit_key)],
        "victory_points": dict(state.part(PointsPart).balances),
    }


def _chart(past: Chronicle | None) -> dict[str, dict[PowerId, int]]:
    return {str(year.year): dict(year.counts) for year in past.years} if past is not None else {}


def _winners(ended: GameWon | GameEnded | None) -> tuple[PowerId, ...]:
    match ended:
        case GameWon(winners):
            return winners
        case GameEnded(_, powers):
            return powers
        case None:
            return ()


def _ended(seen: Overview) -> dict[str, Any] | None:
    told = {"words": seen.words, "at": _moment(seen.ended_at)}
    match seen.ended:
        case GameWon(winners):
            return {"how": "victory", "powers": [*winners], **told}
        case GameEnded(how, powers, author, reason):
            ending = {"how": how.value, "powers": [*powers], **told}
            return {**ending, "author": author, "reason": reason}
        case None:
            return None
