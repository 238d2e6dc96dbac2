"""How the siege stands, in lines, as everybody may know it: tracks with what has changed, areas, Wall, units and cannons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from gm.contract.seats import SeatId
from gm.games.freedom.pages.words import (
    FLAG_WORDS,
    area_words,
    card_words,
    side_words,
)
from gm.games.freedom.rules.state import Flag, SiegeState, Wait
from gm.games.freedom.rules.tables import (
    IMP,
    IMPERIAL_KINDS,
    INS,
    INSURGENT,
    MOST_DAMAGE,
    SEATS,
    Tables,
)
from gm.languages import gettext, gettext_noop


def standing_lines(
    tables: Tables, state: SiegeState, before: SiegeState | None = None
) -> Iterator[str]:
    """Yield the position as everybody knows it, but for its open cards.

    Args:
        tables: what is played. state: the position.
        before: the one to which changes are told; None for none.
    """
    for seat in SEATS:
        yield _track_line(state, before, seat)
    yield from _areas(tables, state)
    yield from _wall(tables, state)
    yield from who_stands(tables, state)


def who_stands(tables: Tables, state: SiegeState) -> Iterator[str]:
    """Yield the units of each kind with their spaces, and the cannons of each side."""
    for kind in (*IMPERIAL_KINDS, INSURGENT):
        spaces = [
            f"{space} x{count}" if count > 1 else space
            for space in tables.spaces
            if (count := state.count(space, kind))
        ]
        if spaces:
            yield f"{kind}: {', '.join(spaces)}"
    yield from _cannons(state)


def _cannons(state: SiegeState) -> Iterator[str]:
    cannons = state.cannons
    imperial = [*cannons.imperial]
    if cannons.camp:
        imperial.append(f"CAMP x{cannons.camp}" if cannons.camp > 1 else "CAMP")
    insurgent = [*cannons.insurgent]
    if cannons.bombard is not None:
        insurgent.append(gettext("the Bombard {place}", place=cannons.bombard))
    for seat, places in ((IMP, imperial), (INS, insurgent)):
        if places:
            yield gettext("Cannons of {seat}: {places}", seat=seat, places=", ".join(places))


def _track_line(state: SiegeState, before: SiegeState | None, seat: SeatId) -> str:
    """Return the tracks of a side, each figure with its change: `IMP: morale 14 (-1), ...`."""
    was = side_figures(before, seat) if before is not None else {}
    figures = (
        gettext(_TRACKS[name], figure=figure_words(figure, was.get(name)))
        for name, figure in side_figures(state, seat).items()
        if figure is not None
    )
    return f"{seat}: {', '.join(figures)}."


_TRACKS: Final[Mapping[str, str]] = {
    "morale": gettext_noop("morale {figure}"),
    "supplies": gettext_noop("supplies {figure}"),
    "money": gettext_noop("money {figure}"),
    "prep": gettext_noop("prep {figure}"),
    "penalty": gettext_noop("plea penalty {figure}"),
    "bonus": gettext_noop("plea bonus {figure}"),
    "people": gettext_noop("heads {figure}"),
    "civilians": gettext_noop("civilians {figure}"),
    "plays": gettext_noop("plays left {figure}"),
    "cards": gettext_noop("cards {figure}"),
}

SIDE_FIGURES: Final[Mapping[str, str]] = {
    "morale": gettext_noop("Morale"),
    "supplies": gettext_noop("Supplies"),
    "money": gettext_noop("Money"),
    "prep": gettext_noop("Prep"),
    "penalty": gettext_noop("Plea penalty"),
    "bonus": gettext_noop("Plea bonus"),
    "people": gettext_noop("Heads"),
    "civilians": gettext_noop("Civilians"),
    "plays": gettext_noop("Plays left"),
    "cards": gettext_noop("Cards"),
}
"""What is counted of a side, in its order, as it heads a row of a table."""


def side_figures(state: SiegeState, seat: SeatId) -> dict[str, int | None]:
    """Return the figures of a side by what they are; None for one that the side has not."""
    imperial = seat == IMP
    return {
        "morale": state.morale[seat],
        "supplies": state.supplies[seat],
        "money": state.money if imperial else None,
        "prep": state.prep[seat],
        "penalty": state.plea[seat] if imperial else None,
        "bonus": None if imperial else state.plea[seat],
        "people": None if imperial else state.population,
        "civilians": None if imperial else state.civilians,
        "plays": state.plays_left[seat],
        "cards": len(state.hand[seat]),
    }


def figure_words(now: int | None, was: int | None) -> str:
    """Return a figure with how it has changed: `9 (-1)`; "" for none."""
    if now is None:
        return ""
    return f"{now} ({now - was:+d})" if was is not None and was != now else str(now)


def _areas(tables: Tables, state: SiegeState) -> Iterator[str]:
    for seat in SEATS:
        held = [
            f"{area_words(tables, area)} {state.areas[area].markers}"
            for area in tables.areas
            if state.areas[area].side == seat
        ]
        if held:
            yield gettext("Areas of {seat}: {areas}.", seat=seat, areas=", ".join(held))


def _wall(tables: Tables, state: SiegeState) -> Iterator[str]:
    damages = {space: state.wall[space] for space in tables.spaces if space in state.wall}
    damaged = [space for space, damage in damages.items() if damage < MOST_DAMAGE]
    gone = [space for space, damage in damages.items() if damage == MOST_DAMAGE]
    if damaged:
        yield gettext("The Wall is damaged: {places}.", places=", ".join(damaged))
    if gone:
        yield gettext("The Wall is destroyed: {places}.", places=", ".join(gone))


def open_cards(tables: Tables, state: SiegeState) -> Iterator[str]:
    """Yield what lies claimable, and what cards have brought about for a while."""
    if state.claim is not None and state.wait is not Wait.END:
        yield gettext(
            "{seat} may claim {card}.",
            seat=state.claim.seat,
            card=card_words(tables, state.claim.card),
        )
    flags = state.flags
    if flags.no_cannons:
        yield gettext(FLAG_WORDS[Flag.NO_CANNONS])
    held = {Flag.NO_SLOW: flags.no_slow, Flag.NO_DAMAGE: flags.no_damage}
    for flag, seat in held.items():
        if seat is not None:
            yield gettext(FLAG_WORDS[flag], side=side_words(seat))
    if flags.attack_minus is not None:
        yield gettext(FLAG_WORDS[Flag.ATTACK_MINUS], side=side_words(flags.attack_minus))
