"""Small pieces of sentences that mails of any game share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gm.languages import gettext, listed
from gm.languages.near_words import near_words


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
