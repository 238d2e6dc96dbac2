"""What stands in a mail of somebody who wants to join: the word, the powers he would play, his name.

A word stands on a line of its own, with a game's name behind it if he likes. Powers he would play
follow `PREFERENCES:`, the dearest first, on the same line or below it, with numbers or without; `=`
joins those that are equally dear to him.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from gm.app.records import Person
from gm.errors import InputError
from gm.interpret.commands import PRONOUNS
from gm.interpret.folding import fold
from gm.interpret.press_blocks import addressees
from gm.interpret.seat_names import SeatNames, find_seat
from gm.languages import gettext, listed, quoted

JOIN, OBSERVE, STANDBY = "JOIN", "OBSERVE", "STANDBY"
LEAVE, RETURN, GAMES = "LEAVE", "RETURN", "GAMES"
NEWCOMERS: Final = frozenset({JOIN, OBSERVE, STANDBY, LEAVE, RETURN, GAMES})
"""Words that need no seat."""

_WORD: Final = re.compile(
    rf"(?<!\W)\W*+({JOIN}|{OBSERVE}|STAND-?BY|{LEAVE}|{RETURN}|{GAMES})(?:\s+([a-z][a-z0-9-]*))?[.!]*\s*",
    re.I,
)
_HINTS: Final = ("join", "observe", "stand", "leave", "return", "games")
"""Without one of these in it no plain text has one of our words."""

_PREFERENCES: Final = re.compile(
    r"(?<!\W)\W*+(?:my\s+)?(?:preferences?|prefs?)\b\s*[:=-]?\s*(.*)", re.I
)
_NAME: Final = re.compile(r"(?<!\W)\W*+(?:my\s+)?name\s*(?:[:=]|is\b)\s*(.+)", re.I)
_ZONE: Final = re.compile(
    r"(?<!\W)\W*+(?:my\s+)?time\s*-?zone\s*+(?:(?:[:=]|is\b)\s*+)?(\S.*?)[.]?(?:(?<!\s)\s*+)?",
    re.I,
)
_LANGUAGE: Final = re.compile(
    r"(?<!\W)\W*+(?:my\s+)?(?:language|sprache|teanga)\s*+(?:[:=]|is\b)\s*+(\S.*?)[.]?(?:(?<!\s)\s*+)?",
    re.I,
)
_NEXT: Final = re.compile(r"(?:(?<!\s)\s*+)?(?:[,;>]|\bthen\b|\b\d{1,2}\s*+[.):])\s*", re.I)
_EQUAL: Final = re.compile(r"(?:(?<!\s)\s*+)?(?:=|/|\bor\b)\s*", re.I)
_ANY: Final = {"any", "anything", "all", "whatever", "none", "no", "no preference", "the rest"}
_LONGEST_NAME: Final = 60
"""A name stands in tables and subjects of mails to all, and anybody may write one."""

_LONGEST_LINE: Final = 500

Wishes = tuple[tuple[str, ...], ...]
"""Powers, the dearest first; those in one inner tuple are equally dear. Empty for any."""


@dataclass(frozen=True, slots=True)
class SeatWish:
    """What a mail asks for.

    Args:
        word: what: JOIN, OBSERVE, STANDBY, LEAVE, RETURN or GAMES.
        game: the name behind it, in lower case; "" for none.
        alone: nothing else stands in the mail that could be meant for somebody.
        wishes: the text behind PREFERENCES, None if he wrote none; name, zone and language
            likewise.
    """

    word: str
    game: str
    alone: bool
    wishes: str | None = None
    name: str | None = None
    zone: str | None = None
    language: str | None = None


def said_in(lines: Sequence[str]) -> SeatWish | None:
    """Return the first of our words in a mail with what belongs to it; None if there is none."""
    text = "\n".join(lines).lower()
    if text.isascii() and not any(hint in text for hint in _HINTS):
        return None  # as nearly every mail of a game
    folded = _joined([fold(line[:_LONGEST_LINE]) for line in lines])
    words = [
        match for line in folded if (match := _WORD.fullmatch(line)) and match[2] not in PRONOUNS
    ]
    if not words:
        return None
    wishes, name, zone, language = (
        _first(form, folded) for form in (_PREFERENCES, _NAME, _ZONE, _LANGUAGE)
    )
    known = sum(map(bool, map(_is_ours, folded)))
    word, game = words[0][1].upper().replace("-", ""), (words[0][2] or "").lower()
    return SeatWish(word, game, known == len(folded), wishes, name, zone, language)


def _joined(lines: Sequence[str]) -> list[str]:
    """Return the lines with words in them, a list below PREFERENCES as part of its line.

    An empty line ends the list, but not before it has begun.
    """
    joined: list[str] = []
    listing = False
    for line in lines:
        if not line.strip():
            listing = listing and _opens_list(joined[-1])
        elif listing and not _is_ours(line):
            joined[-1] += f", {line.strip()}"
        else:
            listing = _opens_list(line)
            joined.append(line)
    return joined


def _opens_list(line: str) -> bool:
    """Tell whether a line is PREFERENCES with nothing behind it."""
    asked = _PREFERENCES.fullmatch(line)
    return asked is not None and not asked[1]


def _is_ours(line: str) -> bool:
    forms = (_WORD, _PREFERENCES, _NAME, _ZONE, _LANGUAGE)
    return any(form.fullmatch(line) for form in forms)


def _first(form: re.Pattern[str], lines: Sequence[str]) -> str | None:
    return next((match[1].strip() for line in lines if (match := form.fullmatch(line))), None)


def name_in(said: SeatWish, sender_name: str, address: str) -> str:
    """Return by what name somebody goes: as he says, as his mails do, or as his address begins."""
    return clean_name(said.name, sender_name, address.partition("@")[0]) or address


def is_unnamed(person: Person) -> bool:
    """Tell whether nobody has said a name of a person: he goes by the beginning of his address."""
    return person.name == person.address.partition("@")[0]


def unproved(sender: str, zone: str) -> Person:
    """Return somebody new of whom only an unproved mail says anything: nothing of that is his yet.

    Args:
        sender: his address, as the mail claims. zone: where he is taken to be.
    """
    return Person(0, sender.partition("@")[0], sender, zone)


def clean_name(*said: str | None) -> str:
    """Return the first of some names that is one, in one line and of a sensible length; or ""."""
    clean = (" ".join((text or "").split())[:_LONGEST_NAME].strip() for text in said)
    return next(filter(None, clean), "")


def read_wishes(text: str, names: SeatNames) -> Wishes:
    """Read a list of preferences; InputError names what is no power, and those that there are."""
    wishes: list[tuple[str, ...]] = []
    for step in _NEXT.split(text.strip().rstrip(".")):
        equal = tuple(dict.fromkeys(_powers(step, names)))
        if twice := [power for power in equal if any(power in pair for pair in wishes)]:
            raise InputError(
                gettext("{named} stands twice in your preferences.", named=_named(names, twice))
            )
        if equal:
            wishes.append(equal)
    return tuple(wishes)


def _powers(step: str, names: SeatNames) -> Iterator[str]:
    for text in _EQUAL.split(step):
        if not text.strip() or text.strip().casefold() in _ANY:
            continue
        power = find_seat(names, text)
        if power is None:
            raise InputError(_no_power(text.strip()[:40], names))
        yield power


def _no_power(text: str, names: SeatNames) -> str:
    like = {power for unknown in addressees(names, text).unknown for power in unknown.like}
    known = listed(any_power.name for any_power in names.seats)
    if not like:
        return gettext(
            "{text} is no power of this game, or may be several. There are {powers}.",
            text=quoted(text),
            powers=known,
        )
    return gettext(
        "{text} is no power of this game, or may be several. Did you mean {near}? There are "
        "{powers}.",
        text=quoted(text),
        near=listed((names.name(power_id) for power_id in sorted(like)), "or"),
        powers=known,
    )


def wishes_words(wishes: Wishes, names: SeatNames) -> str:
    """Return wishes as they may be written: `France, Italy = Turkey`; `any` for none."""
    return ", ".join(_named(names, wish, " = ") for wish in wishes) or gettext("any")


def _named(names: SeatNames, powers: Sequence[str], between: str = ", ") -> str:
    return between.join(names.name(power) for power in powers)


def dump_wishes(wishes: Wishes) -> str:
    """Return wishes as they are stored."""
    return json.dumps([list(wish) for wish in wishes])


def load_wishes(text: str) -> Wishes:
    """Return wishes from what is stored."""
    return tuple(tuple(entry) for entry in json.loads(text))
