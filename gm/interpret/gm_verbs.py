"""The words of a GM who corrects a game from the command line: a verb, and what stands behind it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from gm.contract.corrections import Verb
from gm.errors import UnreadableInput

_FEWEST: Final = 5
"""Words of a wordy verb: itself, a label of two words at least, and what it is set to."""


def verb_given(
    verbs: Sequence[Verb], words: Sequence[str], wordy: Collection[str] = ()
) -> tuple[Verb, list[str]]:
    """Return the verb that some words begin with, and the words behind it.

    Args:
        verbs: all there are, each of two words.
        words: as they were given; what stood between quotes is taken word by word.
        wordy: verbs behind which one word may be several.

    Raises:
        UnreadableInput: they begin with none, or too few or too many follow.
    """
    said = [part for word in words for part in word.split()]
    named = " ".join(said[:2]).casefold()
    verb = next((known for known in verbs if known.words == named), None)
    fits = verb is not None and len(said) == len(verb.form.split())
    if verb is None or not (fits or (named in wordy and len(said) >= _FEWEST)):
        forms = verb.form if verb is not None else ", ".join(known.form for known in verbs)
        raise UnreadableInput(f"{' '.join(said)!r} is none of: {forms}.")
    return verb, said[2:]


def number_given(word: str, least: int, most: int) -> int:
    """Return a number in digits; UnreadableInput if it is none, or too small or too large."""
    short = word.isascii() and word.isdecimal() and len(word) <= len(str(most))
    if not short or not least <= int(word) <= most:
        raise UnreadableInput(f"{word!r} is no number from {least} to {most}.")
    return int(word)
