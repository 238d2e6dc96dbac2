"""Small pieces of sentences about phases and orders that several mails share."""

from __future__ import annotations

from gm.games.diplomacy.rules.phases import Phase, PhaseKind, Season
from gm.languages import gettext, pgettext


def season_words(phase: Phase) -> str:
    """Return the season a phase belongs to: `Spring 1016`, also for its retreats."""
    match phase.season:
        case Season.SPRING:
            return gettext("Spring {year}", year=phase.year)
        case Season.AUTUMN:
            return gettext("Autumn {year}", year=phase.year)
        case Season.WINTER:
            return gettext("Winter {year}", year=phase.year)


def phase_words(phase: Phase) -> str:
    """Return a phase as people call it: `Spring 1016`, `Autumn 1016 retreats`, `Winter 1015`."""
    season = season_words(phase)
    match phase.kind:
        case PhaseKind.RETREAT:
            # Translators: {season} is "Spring 1016".
            return gettext("{season} retreats", season=season)
        case PhaseKind.SETUP:
            return gettext("{season} set-up", season=season)
        case PhaseKind.MOVEMENT | PhaseKind.ADJUSTMENT:
            return season


def open_words(phase: Phase) -> str:
    """Return that a phase is open: `Winter 1016 is open`, `The retreats of Spring 1016 are open`."""
    if phase.kind is PhaseKind.RETREAT:
        return gettext("The retreats of {season} are open", season=season_words(phase))
    return gettext("{phase} is open", phase=phase_words(phase))


def orders_word(phase: Phase) -> str:
    """Return what is ordered in a phase: `orders`, `retreats`, `choices`."""
    match phase.kind:
        case PhaseKind.RETREAT:
            return pgettext("what is ordered", "retreats")
        case PhaseKind.SETUP:
            return pgettext("what is ordered", "choices")
        case PhaseKind.MOVEMENT | PhaseKind.ADJUSTMENT:
            return pgettext("what is ordered", "orders")


def due_title(phase: Phase) -> str:
    """Return what is due: `Spring 1016: orders due`."""
    words = phase_words(phase)
    match phase.kind:
        case PhaseKind.RETREAT:
            # Translators: {phase} is "Spring 1016 retreats".
            return gettext("{phase} due", phase=words)
        case PhaseKind.SETUP:
            return gettext("{phase}: choices due", phase=words)
        case PhaseKind.MOVEMENT | PhaseKind.ADJUSTMENT:
            return gettext("{phase}: orders due", phase=words)


def due_by_words(phase: Phase, when: str) -> str:
    """Return what is due by a moment, for a subject: `orders due Fri 27 Nov 20:00 UTC`."""
    match phase.kind:
        case PhaseKind.RETREAT:
            return gettext("retreats due {when}", when=when)
        case PhaseKind.SETUP:
            return gettext("choices due {when}", when=when)
        case PhaseKind.MOVEMENT | PhaseKind.ADJUSTMENT:
            return gettext("orders due {when}", when=when)


def then_words(phase: Phase, then: Phase, when: str) -> str:
    """Return in a sentence what is due after a phase; retreats, if there are any, come before it."""
    if phase.kind is PhaseKind.MOVEMENT:
        return gettext(
            "Then {phase}, by about {when}, later if units have to retreat.",
            phase=phase_words(then),
            when=when,
        )
    return gettext("Then {phase}, by about {when}.", phase=phase_words(then), when=when)


def how_lists_change(*, payments: bool, gifts: bool = False) -> str:
    """Say how winter orders are changed and taken back.

    Args:
        payments: the game has payments as well as builds and removals; gifts: gifts of points.
    """
    # Translators: what is written in English after "for instance" is read as an order.
    if gifts and payments:
        return gettext(
            "To change them, reply with the whole new list: builds replace builds, removals replace "
            "removals, payments replace payments, gifts and promises replace gifts and promises. To "
            "take a whole list back, write for instance: Cancel my payments."
        )
    if payments:
        return gettext(
            "To change them, reply with the whole new list: builds replace builds, removals replace "
            "removals, payments replace payments. To take a whole list back, write for instance: "
            "Cancel my payments."
        )
    if gifts:
        return gettext(
            "To change them, reply with the whole new list: builds replace builds, removals replace "
            "removals, gifts and promises replace gifts and promises. To take a whole list back, "
            "write for instance: Cancel my builds."
        )
    return gettext(
        "To change them, reply with the whole new list: builds replace builds, removals replace "
        "removals. To take a whole list back, write for instance: Cancel my builds."
    )
