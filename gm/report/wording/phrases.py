"""Small pieces of sentences that several mails share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from gm.rules.phases import Phase, PhaseKind, Season

_SEASONS = {Season.SPRING: "Spring", Season.AUTUMN: "Autumn", Season.WINTER: "Winter"}
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def listed(words: Iterable[str], last: str = "and") -> str:
    """Return words as `A, B and C`."""
    found = list(words)
    if len(found) < 2:
        return "".join(found)
    return f"{', '.join(found[:-1])} {last} {found[-1]}"


def counted(number: int, word: str) -> str:
    """Return `1 unit`, `3 units`, `2 bridges`."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def number_word(number: int) -> str:
    """Return a small number as a word, a large one in figures."""
    return _NUMBERS[number] if 0 <= number < len(_NUMBERS) else str(number)


def phase_words(phase: Phase) -> str:
    """Return a phase as people call it: `Spring 1016`, `Autumn 1016 retreats`, `Winter 1015`."""
    season = f"{_SEASONS[phase.season]} {phase.year}"
    match phase.kind:
        case PhaseKind.RETREAT:
            return f"{season} retreats"
        case PhaseKind.SETUP:
            return f"{season} set-up"
        case PhaseKind.MOVEMENT | PhaseKind.ADJUSTMENT:
            return season


def season_words(phase: Phase) -> str:
    """Return the season a phase belongs to: `Spring 1016`, also for its retreats."""
    return f"{_SEASONS[phase.season]} {phase.year}"


def open_words(phase: Phase) -> str:
    """Return that a phase is open: `Winter 1016 is open`, `The retreats of Spring 1016 are open`."""
    if phase.kind is PhaseKind.RETREAT:
        return f"The retreats of {_SEASONS[phase.season]} {phase.year} are open"
    return f"{phase_words(phase)} is open"


def orders_word(phase: Phase) -> str:
    """Return what is ordered in a phase: `orders`, `retreats`, `choices`."""
    match phase.kind:
        case PhaseKind.RETREAT:
            return "retreats"
        case PhaseKind.SETUP:
            return "choices"
        case PhaseKind.MOVEMENT | PhaseKind.ADJUSTMENT:
            return "orders"


def first_upper(text: str) -> str:
    """Return text with its first letter in upper case and the rest as it is."""
    return text[:1].upper() + text[1:]


def did_you_mean(said: str, names: Iterable[str]) -> str:
    """Return a question for the one or two names nearest to what was said; "" if none is near."""
    known = {name.casefold(): name for name in names}
    near = get_close_matches(" ".join(said.split()).casefold(), known, n=2, cutoff=0.7)
    return f" Did you mean {listed((known[one] for one in near), 'or')}?" if near else ""


def full_stop(text: str) -> str:
    """Return a sentence with one full stop at its end."""
    text = text.rstrip()
    return text if text.endswith((".", "!", "?", ":")) else f"{text}."


def joined(sentences: Sequence[str]) -> str:
    """Return sentences as one paragraph, empty ones left out."""
    return " ".join(one for one in sentences if one)


def how_lists_change(*, payments: bool, gifts: bool = False) -> str:
    """Say how winter orders are changed and taken back.

    Args:
        payments: the game has payments as well as builds and removals; gifts: gifts of points.
    """
    more, gone = (", payments replace payments", "payments") if payments else ("", "builds")
    more += ", gifts and promises replace gifts and promises" if gifts else ""
    return (
        "To change them, reply with the whole new list: builds replace builds, removals replace "
        f"removals{more}. To take a whole list back, write for instance: Cancel my {gone}."
    )
