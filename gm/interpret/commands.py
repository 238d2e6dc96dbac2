"""The commands in a mail: which line is one, which was meant to be one, which is talk.

`grammar/commands.lark` has a rule for each word. A line counts if it has the form of its rule and
the names in it are names; one that only begins with such a word is talk.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import TypeAlias

from rapidfuzz.distance import OSA

from gm.contract.language import Command, Slip
from gm.interpret.grammars import Parsed, parse_line, rules_of, words_that_open
from gm.interpret.language_detection import is_telling
from gm.interpret.seat_names import SeatNames, find_seat
from gm.interpret.tongues import Tongue, Words, exchanged, load_tongue, tongues, words_of
from gm.languages import spoken

# The words of commands in other languages: `HILFE` is HELP, `BEFEHLE` is ORDERS.
#
# They are read besides the English ones. Whoever gets his mails in a language may write its words as
# he likes; of anybody else they are commands in capitals, as commands are printed, or where no word of
# English is written so.

_TONGUE_WORD = re.compile(r"[^\W_]+")
_FREE = frozenset({"JOIN", "RESIGN", "SET", "ADDRESS"})
"""Commands behind which names and sentences stand, in their writer's words."""

_MOST_WORDS_TOLD = 4
"""Words of the longest command."""


def in_english(text: str) -> Iterator[str]:
    """Yield a folded line with the English command for that of another language, the rest as it is.

    What stands behind it may be in that language as well, so it is yielded with that exchanged too,
    also behind an English command.
    """
    matches = [*_TONGUE_WORD.finditer(text)][: _MOST_WORDS_TOLD + 1]
    for tongue in tongues():
        kept = [match for match in matches if tongue.words.get((match.group().casefold(),)) != ""]
        head, end = _command(tongue, matches, text)
        if not head:  # `ná fan` before `fan`, though Irish `na` is an article too
            head, end = _command(tongue, kept, text)
        if not head and kept and _tells(tongue, kept[1:]):
            head, end = kept[0].group(), kept[0].end()
        elif not head:
            continue
        elif head in _FREE:
            yield f"{head}{text[end:]}"
        for words in (tongue.arguments, {**tongue.arguments, **tongue.second}):
            rest = exchanged(tongue, words, text[end:])
            if rest != text[end:]:
                yield f"{head}{rest}"
        yield f"{head}{text[end:]}"


def _command(tongue: Tongue, matches: list[re.Match[str]], text: str) -> tuple[str, int]:
    """Return the English command with which a line begins, and where it ends; "" for none."""
    for count in range(min(len(matches), _MOST_WORDS_TOLD), 0, -1):
        turn = tuple(match.group().casefold() for match in matches[:count])
        if turn in tongue.commands and _is_meant(tongue, turn, text):
            return tongue.commands[turn], matches[count - 1].end()
    return "", 0


def _tells(tongue: Tongue, matches: list[re.Match[str]]) -> bool:
    """Tell whether one of the words behind an English command is of a language, and not English."""
    words = ((match.group().casefold(),) for match in matches)
    return any(word in tongue.arguments and is_telling(word, is_own=True) for word in words)


def _is_meant(tongue: Tongue, turn: Words, text: str) -> bool:
    is_own = tongue.code == spoken()
    return is_own or text.strip()[: len(turn[0])].isupper() or is_telling(turn, is_own=False)


def own_words() -> Mapping[str, str]:
    """Return the single words, in small letters, that are commands in the writer's own language."""
    return _single_words(spoken())


@lru_cache(maxsize=16)
def _single_words(code: str) -> Mapping[str, str]:
    if code not in {tongue.code for tongue in tongues()}:
        return {}
    commands = load_tongue(code).commands
    return {turn[0]: english for turn, english in commands.items() if len(turn) == 1}


_GRAMMAR = "commands"
_POLITE = re.compile(
    r"\s*(?:please\b[\s,:]*)?(.*?)(?:(?<![\s,])[\s,]++please)?(?:(?<![\s.!])[\s.!]*+)?",
    re.I | re.S,
)
OF_POWERS = frozenset({"STATUS", "ORDERS", "WAIT", "NOWAIT", "FINAL", "NOFINAL"})
_LISTS = frozenset(
    "all everything winter ahead later builds removals payments receipts gifts promises "
    "conditional retreats".split()
)
_AROUND = frozenset("a f army fleet the my of for and orders order unit".split())
_NAMING = frozenset("return leave observe standby status orders wait nowait final nofinal".split())
"""Commands behind which nothing stands but the name of a game or a power."""

IsPlace: TypeAlias = Callable[[str], bool]
"""Tells whether a word names a place of a game."""

_LETTER = re.compile(r"[^\W\d_]")
_VALUE = re.compile(
    r"(?:none|null|nil|true|false|self|this|void|undefined|break|int|str|err(?:or)?|result|value)\W{0,2}"
    r"|-.*|.*(?:\w[(\[].*|[)\]}])",
    re.I,
)
"""What a program gives back, and no game is called."""

_CODE = re.compile(r";\s*$|[{}]|\(\s*\)|[-+*/!=<>]=|\w\s?=\s|&&|\|\|")
"""Signs that stand in programs, and not in what a player asks for."""

_EVERYDAY = frozenset({"CHECK", "CLEAR", "WAIT", "NOWAIT", "FINAL", "NOFINAL", "RESIGN"})
"""Commands that change what becomes of a mail's orders, and that one also says to a person in a word.

Those that only ask do no harm, and those of newcomers count only where nothing else is said.
"""

_POLITE_WORDS = frozenset("please pls bitte le do thoil".split())
_SAID_TO_STOP = frozenset({("no", "wait")})
_EXCLAIMED = re.compile(r"!|\.\.|…")
_WORD = re.compile(r"[^\W\d_]+")
_LONGEST = 200
"""Characters of the longest line that is a command."""

PRONOUNS = frozenset("it that this them him her us me so alone there".split())
"""Words that are no name of a game or a power, in small letters."""

_MOST_RESIGNED = 2
"""Words behind `resign` in small letters that still name what is given up: `resign from tara`."""

_MOST_WORDS = 5
"""Words of the longest line in capitals that is told to be no command as it stands."""


def command_of(text: str, number: int = 0) -> Command | None:
    """Return the command that a folded line has the form of, or None.

    Args:
        text: the line; number: its number in the mail.
    """
    parsed = _parsed(text) or next(filter(None, map(_parsed, in_english(text))), None)
    if parsed is None or _is_talk_of_zones(parsed, text):
        return None
    if _is_code(parsed, text) or _may_be_talk(parsed, text):
        return None
    return Command(parsed.name.upper(), parsed.words, number, " ".join(text.split()))


def _is_code(parsed: Parsed, text: str) -> bool:
    """Tell whether a line is a program's, `return 0;`, or names what bears no name.

    A line in capitals is a command all the same, where a name in it has a letter.
    """
    if parsed.name in _NAMING and any(not _LETTER.search(word) for word in parsed.words):
        return True
    if _is_shouted(text):
        return False
    values = parsed.name in _NAMING and any(_VALUE.fullmatch(word) for word in parsed.words)
    return values or _CODE.search(text) is not None


def _is_talk_of_zones(parsed: Parsed, text: str) -> bool:
    """Tell whether several words behind "time zone" are talk: neither capitals nor a colon says no."""
    several = any(" " in word for word in parsed.words)
    return parsed.name == "timezone" and several and ":" not in text and not _is_shouted(text)


def _may_be_talk(parsed: Parsed, text: str) -> bool:
    """Tell whether a command that changes something may be said to a person: `Please check`, `Wait!`.

    In capitals it is a command whatever stands around it, and so is the word by itself. Who gives a game up
    in a sentence may mean something else, `resign myself to bouncing`, and `leave it` names no game.
    """
    if parsed.words and not _is_shouted(text):
        behind = " ".join(parsed.words).casefold().split()
        if parsed.name == "resign" and len(behind) > _MOST_RESIGNED:
            return True
        if parsed.name in _NAMING and PRONOUNS.issuperset(behind):
            return True
    if parsed.words or parsed.name.upper() not in _EVERYDAY:
        return False
    words = _WORD.findall(text)
    if any(len(word) > 2 and word.isupper() for word in words):
        return False
    kept = [word for word in words if word.casefold() not in _POLITE_WORDS]
    if len(kept) > 1:
        return words_of(text) in _SAID_TO_STOP
    return len(kept) < len(words) or _EXCLAIMED.search(text) is not None


def command_for(names: SeatNames, is_place: IsPlace, text: str, number: int = 0) -> Command | None:
    """Return the command that a line is to somebody who plays a game, or None.

    A seat must be one; a place need not where the command is written in capitals.

    Args:
        names: of the seats of the game. is_place: tells whether a word names one of its places.
        text: the line. number: its number in the mail.
    """
    command = command_of(text, number)
    if command is None or not command.arguments:
        return command
    if command.word in OF_POWERS:
        return command if _is_seat(names, command.arguments[0]) else None
    if command.word == "BORDERS" and not _is_shouted(text):
        return command if any(_is_named(is_place, word) for word in command.arguments) else None
    if command.word == "CLEAR" and not _is_shouted(text):
        words = [word for word in command.arguments if word.casefold() not in _AROUND]
        fits = words and all(word in _LISTS or _is_named(is_place, word) for word in words)
        return command if fits else None
    return command


def _is_seat(names: SeatNames, word: str) -> bool:
    return len(word) > 2 and find_seat(names, word) is not None


def slip_of(text: str) -> Slip | None:
    """Return the command that a line of talk was perhaps meant to be, or None.

    It begins with such a word in capitals and lacks its form, or it is one word that is nearly
    such a word. What is not in capitals may be anything, a name as well.
    """
    words = text.strip(" .!?:").split()
    if not words or len(words) > _MOST_WORDS or len(text) > _LONGEST:
        return None
    first, shouted = words[0].strip(" .,!?:").casefold(), _is_shouted(text)
    if first in _spellings() and (shouted or len(words) == 1):
        return Slip(text.strip(), (first.upper(),), shouted)
    if first in own_words() and (shouted or len(words) == 1):
        return Slip(text.strip(), (own_words()[first],), shouted)
    near = near_words(first, shouted=shouted) if len(words) <= 2 else ()
    if near and (shouted or len(words) == 1):
        return Slip(text.strip(), near, shouted)
    return None


def near_words(word: str, *, shouted: bool = True) -> tuple[str, ...]:
    """Return the commands that a word is nearly, the nearest first."""
    slack = _slack(len(word), shouted=shouted)
    if not slack:
        return ()
    spellings = {**own_words(), **{known.casefold(): known for known in command_words()}}
    near = [
        (distance, known)
        for spelling, known in spellings.items()
        if (distance := OSA.distance(word.casefold(), spelling, score_cutoff=slack)) <= slack
    ]
    return tuple(dict.fromkeys(known for _, known in sorted(near)))


def _slack(length: int, *, shouted: bool) -> int:
    if length < (3 if shouted else 5):
        return 0
    return 1 if length < 7 else 2


@lru_cache(maxsize=1)
def command_words() -> tuple[str, ...]:
    """Return the words of all commands, in capitals, in the order of the grammar."""
    return tuple(name.upper() for name in rules_of(_GRAMMAR))


@lru_cache(maxsize=1)
def _spellings() -> frozenset[str]:
    return frozenset(word.casefold() for word in command_words())


@lru_cache(maxsize=1)
def _opening() -> re.Pattern[str]:
    return re.compile(words_that_open(_GRAMMAR))


def _parsed(text: str) -> Parsed | None:
    inner = _POLITE.fullmatch(text) if len(text) <= _LONGEST else None
    if inner is None or _opening().match(inner[1]) is None:
        return None
    return parse_line(_GRAMMAR, inner[1])


def _is_shouted(text: str) -> bool:
    """Tell whether a line begins with a word in capitals, as commands are printed."""
    first = text.split(maxsplit=1)[0].strip(" .,!?:") if text.strip() else ""
    return len(first) > 2 and first.isupper()


def _is_named(is_place: IsPlace, word: str) -> bool:
    plain = word.strip(",;&/.")
    return bool(plain) and is_place(plain)
