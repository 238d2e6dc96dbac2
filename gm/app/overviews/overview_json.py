"""An overview of a game for JSON: seats by id, moments in UTC; how it stands, as its room tells it.

Of orders that are sealed to a GM who plays, numbers are null.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from gm.app.history.ended import Ended
from gm.app.orders.grace import closing
from gm.app.overviews.overview import Overview, SeatInPhase
from gm.app.settings.game_settings import house_settings_of
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
    winners = seen.ended.seats if seen.ended is not None else ()
    plain |= seen.position.facts
    plain["ended"] = _ended(seen.ended) if seen.ended is not None else None
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


def _ended(ended: Ended) -> dict[str, Any]:
    told = {
        "how": ended.how,
        "powers": [*ended.seats],
        "words": ended.words,
        "at": _moment(ended.at),
    }
    if ended.by_hand is None:
        return told
    return {**told, "author": ended.by_hand.author, "reason": ended.by_hand.reason}
