"""Small pieces of sentences that several mails share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gm.languages import gettext, listed, number_word, pgettext
from gm.languages.near_words import near_words
from gm.report.wording.counts import counted
from gm.rules.phases import Phase, PhaseKind, Season

__all__ = [
    "counted",
    "did_you_mean",
    "first_upper",
    "full_stop",
    "how_lists_change",
    "joined",
    "listed",
    "meant",
    "number_word",
    "open_words",
    "orders_word",
    "phase_words",
    "season_words",
]


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


def first_upper(text: str) -> str:
    """Return text with its first letter in upper case and the rest as it is."""
    return text[:1].upper() + text[1:]


def did_you_mean(said: str, names: Iterable[str]) -> str:
    """Return a question for the one or two names nearest to what was said; "" if none is near."""
    known = {name.casefold(): name for name in names}
    near = near_words(" ".join(said.split()).casefold(), known, most=2, cutoff=0.7)
    return meant(known[text] for text in near)


def meant(names: Iterable[str]) -> str:
    """Return the question whether one of these names was meant, a blank before it; "" of none."""
    found = listed(names, "or")
    return " " + gettext("Did you mean {names}?", names=found) if found else ""


def full_stop(text: str) -> str:
    """Return a sentence with one full stop at its end."""
    text = text.rstrip()
    return text if text.endswith((".", "!", "?", ":")) else f"{text}."


def joined(sentences: Sequence[str]) -> str:
    """Return sentences as one paragraph, empty ones left out."""
    return " ".join(sentence for sentence in sentences if sentence)


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
