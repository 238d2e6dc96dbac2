"""Says why nothing can enter a province: a hole, a country nobody plays, a box (Irish 3, 4, 10)."""

from __future__ import annotations

from gm.games.diplomacy.language.naming import place_name
from gm.games.diplomacy.language.values import Context
from gm.games.diplomacy.rules.board import Board, Entry, PowerId, ProvinceId
from gm.games.diplomacy.rules.mechanics.changes import ChangesPart
from gm.languages import gettext


def shut_because(context: Context, place: ProvinceId) -> str:
    """Return the beginning of a sentence, a clause by itself: `Burgundy is a black hole`."""
    name = place_name(context.board, place)
    match context.board.province(place).entry:
        case Entry.HOLE:
            return gettext("{place} is a black hole", place=name)
        case Entry.CLOSED:
            return _unplayed(context, place, name)
        case Entry.BOX:
            return gettext("{place} is only where the Irish units wait", place=name)
        case _:
            return gettext("{place} is closed to units", place=name)


def _unplayed(context: Context, place: ProvinceId, name: str) -> str:
    owner = _country(context, place)
    if owner is None:
        return gettext("{place} is in a country that nobody plays", place=name)
    country = context.board.powers[owner].name
    if _is_whole_country(context.board, owner):
        return gettext("Nobody plays {power}", power=country)
    return gettext("{place} is part of {country}, which nobody plays", place=name, country=country)


def _is_whole_country(board: Board, owner: PowerId) -> bool:
    """Tell whether a country is one province on the printed board, split or not."""
    known = board.powers[owner]
    return len({_printed(board, place) for place in (*known.land, *known.home)}) == 1


def _printed(board: Board, place: ProvinceId) -> ProvinceId:
    """Return what the printed board calls a province, or the whole of a half."""
    province = board.provinces.get(place)
    return place if province is None else province.whole or place


def _country(context: Context, place: ProvinceId) -> PowerId | None:
    whole = context.board.province(place).whole or place
    closed = context.state.part(ChangesPart).closed
    for power in closed:
        known = context.board.powers[power]
        if {whole, place} & {*known.land, *known.home}:
            return power
    return None
