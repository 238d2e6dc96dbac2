"""Small pieces of sentences that any mail needs: things counted, and what a setting takes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal

from gm.contract.rules import Option
from gm.languages import gettext, listed, ngettext, ngettext_noop
from gm.languages.near_words import nearest

# Things counted: `1 unit`, `3 units`, `2 supply centres`.

Counted = Literal[
    "absence",
    "bridge",
    "build",
    "card",
    "centre",
    "earlier bridge",
    "earlier mail",
    "free seat",
    "line",
    "lost bridge",
    "mail",
    "message",
    "older phase",
    "order",
    "payment",
    "phase",
    "player",
    "point",
    "power",
    "question",
    "removal",
    "season",
    "seat",
    "setting",
    "slip",
    "supply centre",
    "unit",
    "vote",
]
"""What can be counted."""

_FORMS: Final[Mapping[Counted, tuple[str, str]]] = MappingProxyType(
    {
        "absence": ngettext_noop("{n} absence", "{n} absences"),
        "bridge": ngettext_noop("{n} bridge", "{n} bridges"),
        "build": ngettext_noop("{n} build", "{n} builds"),
        "card": ngettext_noop("{n} card", "{n} cards"),
        "centre": ngettext_noop("{n} centre", "{n} centres"),
        "earlier bridge": ngettext_noop("{n} earlier bridge", "{n} earlier bridges"),
        "earlier mail": ngettext_noop("{n} earlier mail", "{n} earlier mails"),
        "free seat": ngettext_noop("{n} free seat", "{n} free seats"),
        "line": ngettext_noop("{n} line", "{n} lines"),
        "lost bridge": ngettext_noop("{n} lost bridge", "{n} lost bridges"),
        "mail": ngettext_noop("{n} mail", "{n} mails"),
        "message": ngettext_noop("{n} message", "{n} messages"),
        "older phase": ngettext_noop("{n} older phase", "{n} older phases"),
        "order": ngettext_noop("{n} order", "{n} orders"),
        "payment": ngettext_noop("{n} payment", "{n} payments"),
        "phase": ngettext_noop("{n} phase", "{n} phases"),
        "player": ngettext_noop("{n} player", "{n} players"),
        "point": ngettext_noop("{n} point", "{n} points"),
        "power": ngettext_noop("{n} power", "{n} powers"),
        "question": ngettext_noop("{n} question", "{n} questions"),
        "removal": ngettext_noop("{n} removal", "{n} removals"),
        "season": ngettext_noop("{n} season", "{n} seasons"),
        "seat": ngettext_noop("{n} seat", "{n} seats"),
        "setting": ngettext_noop("{n} setting", "{n} settings"),
        "slip": ngettext_noop("{n} slip", "{n} slips"),
        "supply centre": ngettext_noop("{n} supply centre", "{n} supply centres"),
        "unit": ngettext_noop("{n} unit", "{n} units"),
        "vote": ngettext_noop("{n} vote", "{n} votes"),
    }
)


def counted(number: int, noun: Counted) -> str:
    """Return `1 unit`, `3 units`, `2 bridges`."""
    one, many = _FORMS[noun]
    return ngettext(one, many, number, n=number)


# Small pieces of sentences that mails of any game share.


def first_upper(text: str) -> str:
    """Return text with its first letter in upper case and the rest as it is."""
    return text[:1].upper() + text[1:]


def did_you_mean(said: str, names: Iterable[str]) -> str:
    """Return a question for the one or two names nearest to what was said; "" if none is near."""
    known = {name.casefold(): name for name in names}
    near = nearest(" ".join(said.split()).casefold(), known, most=2, cutoff=0.7)
    return meant(known[text] for text in near)


def meant(names: Iterable[str]) -> str:
    """Return the question whether one of these names was meant, a blank before it; "" of none."""
    known = listed(names, "or")
    return " " + gettext("Did you mean {names}?", names=known) if known else ""


def full_stop(text: str) -> str:
    """Return a sentence with one full stop at its end."""
    text = text.rstrip()
    return text if text.endswith((".", "!", "?", ":")) else f"{text}."


def joined(sentences: Sequence[str]) -> str:
    """Return sentences as one paragraph, empty ones left out."""
    return " ".join(sentence for sentence in sentences if sentence)


# What a setting takes, in words.


def allowed_words(option: Option) -> str:
    """Return the values a setting takes: `none, or a whole number from 1974 to 9999`."""
    if option.numbers is None:
        return gettext("one of {choices}", choices=", ".join(option.choices))
    least, most = option.numbers
    words = listed((choice for choice in option.choices if not choice.isdecimal()), "or")
    if not words:
        return gettext("a whole number from {least} to {most}", least=least, most=most)
    return gettext(
        "{choices}, or a whole number from {least} to {most}",
        choices=words,
        least=least,
        most=most,
    )
