"""Lines of a mail of which nothing came: what says nothing, what is a remark, what the GM should read.

Greetings, thanks, signatures, dates and headings say nothing, and nobody is told of them. Whatever else
was read as nothing is shown to its writer. A question or a wish goes to the game master, and so does a
sentence that speaks of its writer or to its reader and may be one; what tells of the board is a remark.
The words stand in `languages/talk.toml`, and in each other language's own file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from gm.contract.language import NOBODY, People, SeatRead, Talk, UnreadLine
from gm.interpret.commands import slip_of
from gm.interpret.faces import face_in
from gm.interpret.folding import fold, squeeze
from gm.interpret.headings import HEADING_FRAME, heading_seat
from gm.interpret.reservations import has_turn, places_of_turns, turn_at
from gm.interpret.seat_names import SeatNames
from gm.interpret.talk_words import begins, has, turns
from gm.interpret.tongues import Words, tongues, words_of

_LONGEST: Final = 400
"""Characters of a line that are looked at."""

_MOST_LINES: Final = 200
"""Unread lines of one mail that are looked at; those below them are remarks."""

_GREETS: Final = 5
"""Words of the longest sentence that only greets."""

_THANKS: Final = 14
"""Words of the longest sentence that only thanks."""

_NAMES: Final = 4
"""Words of the longest line that is its writer's name."""

_MOST_SIGNED: Final = 4
"""Lines of a signature."""

_SENTENCE: Final = 5
"""Words of the shortest sentence that may be meant for somebody and says so by nothing else."""

_QUESTION: Final = 3
"""Words of the shortest sentence that is a question without a mark."""

_CLAUSE: Final = re.compile(r"([^.!?;:,]+)([.!?;:,]*)")
_ALONE: Final = re.compile(r"[-~*_\s]*[^\W\d_][^\W\d_'’-]{0,14}\.?\s*")
_NUMBERS: Final = re.compile(r"\d+(?:st|nd|rd|th)?")


@lru_cache(maxsize=256)
def name_words(names: tuple[str, ...]) -> frozenset[str]:
    """Return the words of names, without case and signs, in each form that a language gives them: `Mhaeve`."""
    words = {word for name in names for word in words_of(fold(name))}
    forms = (
        form for tongue in tongues() for word in words for form in tongue.spelling.forms(word)
    )
    return frozenset(words.union(*(words_of(fold(form)) for form in forms)))


_CALLING: Final = "a"
"""The word before whoever is called in Irish: `a Mhaeve`."""


def _of_no_line(_plain: str) -> bool:
    return False


@dataclass(frozen=True, slots=True, eq=False)
class GameWords:
    """What tells a line that speaks of a game from other talk; each is asked of a folded line.

    Args:
        seats: what its seats are called.
        speaks: whether it names something of the game: a seat, a place, a piece.
        heads: whether it heads orders, and says nothing else.
        doubts: whether it denies, doubts or puts off something.
    """

    seats: SeatNames
    speaks: Callable[[str], bool] = _of_no_line
    heads: Callable[[str], bool] = _of_no_line
    doubts: Callable[[str], bool] = _of_no_line


def unread_lines(
    lines: Sequence[str], readings: Sequence[SeatRead], game: GameWords, people: People = NOBODY
) -> tuple[UnreadLine, ...]:
    """Return the lines of a mail of which nothing came, without those that say nothing.

    Args:
        lines: the mail's, as they were read.
        readings: what was read for each power of the writer.
        game: what tells lines of the game from talk.
        people: who wrote it, and who keeps the game.
    """
    seen: set[int] = set()
    candidates: dict[int, str] = {}
    for read in readings:
        for line in read.lines:
            asks = line.problem is not None and asks_game_master(line.text)
            meant = line.is_unread or (asks and (line.reserves or _is_marked(line.text)))
            (candidates.setdefault(line.number, line.text) if meant else seen.add(line.number))
    numbers = sorted(number for number in candidates if number not in seen)
    signed = _signature([(number, candidates[number]) for number in numbers], lines, game, people)
    unread: list[UnreadLine] = []
    for count, number in enumerate(numbers):
        text = " ".join(candidates[number].split())
        talk = Talk.REMARK if count >= _MOST_LINES else talk_of(text, game, people)
        if talk is not Talk.NOTHING and number not in signed:
            unread.append(UnreadLine(number, text, talk, game.speaks(fold(text[:_LONGEST]))))
    return tuple(unread)


def talk_of(text: str, game: GameWords, people: People = NOBODY) -> Talk:
    """Return what a line is that was read as nothing."""
    plain = fold(text[:_LONGEST])
    if _says_nothing(plain, game, people):
        return Talk.REMARK if face_in(text[:_LONGEST]) else Talk.NOTHING
    words = words_of(plain)
    if _asks(plain, words, people):
        return Talk.FOR_GM
    personal = has(words, "person") and len(words) >= _SENTENCE
    if personal and not has(words, "chatter") and not game.speaks(fold(text[:_LONGEST])):
        return Talk.UNCLEAR
    return Talk.REMARK


def asks_game_master(text: str) -> bool:
    """Tell whether a line that leaves the orders beside it open asks something, or is his matter.

    Such a line does two things: its orders wait, and he is asked.
    """
    words = words_of(fold(text[:_LONGEST]))
    matters = any(has(words, kind) for kind in ("matter", "gm"))
    return matters or _is_question(words) or (_is_marked(text) and begins(words, "marked"))


def _is_marked(text: str) -> bool:
    """Tell whether a line ends with a question mark."""
    return text.rstrip(" )!.*_\"'\u201d").endswith("?")


def _is_question(words: Words) -> bool:
    return begins(words, "question") and len(words) >= _QUESTION


def is_chatter(text: str, game: GameWords, people: People = NOBODY) -> bool:
    """Tell whether a line hopes, wishes or ends something, and asks nobody for anything."""
    words = words_of(fold(text[:_LONGEST]))
    return talk_of(text, game, people) is Talk.REMARK and has(words, "chatter")


def _says_nothing(plain: str, game: GameWords, people: People) -> bool:
    """Tell whether a line greets, thanks, dates or heads, and does nothing else."""
    if not any(map(str.isalnum, plain)) or _heads(plain, game):
        return True
    return _is_heading(plain, game) or all(
        _is_polite(clause, end, game, people) for clause, end in _CLAUSE.findall(plain)
    )


def _heads(plain: str, game: GameWords) -> bool:
    """Tell whether a line is the heading of a seat's orders, or of what else a game has."""
    name, _, behind = plain.partition(":")
    alone = not behind.strip(HEADING_FRAME)
    return (alone and heading_seat(game.seats, name) is not None) or game.heads(plain)


def _is_polite(clause: str, end: str, game: GameWords, people: People) -> bool:
    """Tell whether a part of a sentence greets, thanks, names somebody or closes a letter."""
    words, place = _without_place(words_of(clause))
    if not words:
        return True
    if "?" in end:
        return False
    if place and words in turns()["closing"]:
        return True  # `Liebe Grüße aus Köln`
    named = name_words(people.gm) | name_words(people.writer)
    plain = not has(words, "request") and not any(has_turn(name, words) for name in _GOES_ON)
    if words in turns()["greeting"]:
        return True  # German `Guten Morgen` names no tomorrow
    if begins(words, "greeting") and len(words) <= _GREETS and plain:
        return _greets(clause, words, named)
    if begins(words, "thanks") and len(words) <= _THANKS and plain:
        speaks = game.speaks(" ".join(words)) or _joins_more(words)
        return not speaks and not any(has_turn(name, words) for name in _SPEAKS_OF_ORDERS)
    if all(word in named or word in game.seats.own for word in words if word != _CALLING):
        return True
    return words in turns()["closing"] or words in _PLEASE


def _without_place(words: Words) -> tuple[Words, bool]:
    """Return a courtesy without where it comes from, and whether it says that: `best wishes from Cork`."""
    for at in range(1, len(words)):
        if turn_at("hails_from", words, at) > at and len(words) - at <= _GREETS:
            courteous = begins(words, "thanks") or words[:at] in turns()["closing"]
            return (words[:at], True) if courteous else (words, False)
    return words, False


def _joins_more(words: Words) -> bool:
    """Tell whether thanks go on with an "and" that no closing words follow: `thanks and ignore`."""
    ends = (turn_at("and", words, at) for at in range(len(words)))
    return any(end > at and words[end:] not in turns()["closing"] for at, end in enumerate(ends))


def _greets(clause: str, words: Words, named: frozenset[str]) -> bool:
    """Tell whether behind a greeting only names stand that are known: `Hi Maeve`, and not `hi maeve testmail`.

    `Hi Brian` may begin a letter to somebody else.
    """
    end = max(n for n in range(1, len(words) + 1) if words[:n] in turns()["greeting"])
    greeted = {
        at for first in range(len(words)) for at in range(first, turn_at("greeted", words, first))
    }
    left = (words[at] for at in range(end, len(words)) if at not in greeted)
    rest = [word for word in left if word != _CALLING]
    if not named:  # nobody has said who keeps the game
        return all(map(str.istitle, clause.split()[-len(rest) :] if rest else []))
    return all(word in named or _is_short_for(word, named) for word in rest)


_GOES_ON: Final = ("denial", "unreal", "drops", "if", "but", "only", "pressed", "nothing")
"""Turns of `languages/reservations.toml` with which a greeting or thanks goes on to say something."""

_SPEAKS_OF_ORDERS: Final = ("undoing", "army", "fleet", "bridge", "building", "orders")
"""Turns with which thanks may go on to speak of orders: `thanks so much and do keep the army at home`."""

_PLEASE: Final = frozenset({("please",), ("bitte",), ("le", "do", "thoil")})


def _is_heading(plain: str, game: GameWords) -> bool:
    """Tell whether a line is a date, or only says that orders follow."""
    if "?" in plain or plain.startswith("("):
        return False  # `Spring?`, `(autumn)`
    words = words_of(plain)
    dated = [(word,) in turns()["date"] or _NUMBERS.fullmatch(word) is not None for word in words]
    if all(dated):
        return True
    if plain.rstrip(" *_=-").endswith(":"):
        places = places_of_turns(_HEADINGS, words)
        if all(at in places or (word,) in _PLEASE for at, word in enumerate(words)):
            return True  # `The usual, please:`
    heads = any((word,) in turns()["heading"] for word in words)
    if turn_at("compares", words, 0):
        return False  # `as in spring` stands where orders would
    known_words = turns()["heading"] | turns()["frame"]
    return heads and all(
        is_date or (word,) in known_words or squeeze(word) in game.seats.own
        for word, is_date in zip(words, dated, strict=True)
    )


def _asks(plain: str, words: Words, people: People) -> bool:
    """Tell whether a line asks or wishes something, or turns to the game master by name."""
    asks = any("?" in end and len(words_of(clause)) > 1 for clause, end in _CLAUSE.findall(plain))
    if asks or has(words, "request") or has(words, "matter") or has(words, "gm"):
        return True
    if _is_question(words) and not has(words, "chatter"):
        return True
    first = words_of(_CLAUSE.findall(plain)[0][0]) if _CLAUSE.findall(plain) else ()
    return bool(first) and all(word in name_words(people.gm) for word in first)


def _signature(
    unread: Sequence[tuple[int, str]], lines: Sequence[str], game: GameWords, people: People
) -> frozenset[int]:
    """Return the numbers of the lines below everything else that are its writer's name.

    Below what closes a letter that may be any name; else it is his own, or one last word of which
    nobody could tell another meaning.
    """
    texts = dict(unread)
    written = [at for at, line in enumerate(lines, 1) if line.strip()]
    below: list[int] = []
    closed = False
    for number in reversed(written):
        words = words_of(fold(texts.get(number, "")[:_LONGEST]))
        closing = _without_place(words)[0]
        closed = closing in turns()["closing"] or begins(words, "thanks")
        if closed or number not in texts or len(words) > _NAMES or len(below) == _MOST_SIGNED:
            break
        below.append(number)
    last = written[-1] if written else 0
    return frozenset(
        at for at in below if _is_name(texts[at], people, game, closed=closed, last=at == last)
    )


def _is_name(text: str, people: People, game: GameWords, *, closed: bool, last: bool) -> bool:
    """Tell whether a line is its writer's name, below what closes a letter or last in the mail."""
    plain = fold(text[:_LONGEST])
    words = words_of(plain)
    if words and all(word in name_words(people.writer) for word in words):
        return True
    if "?" in plain or _means_something(plain, game):
        return False
    named = name_words(people.writer)
    if closed:
        return (last and len(words) == 1) or all(map(str.istitle, plain.split()))
    alone = last and len(words) == 1 and _ALONE.fullmatch(plain) is not None
    capital = plain.strip("-~*_ ")[:1].isupper()
    known = not named or _is_short_for(words[0] if words else "", named)
    return alone and capital and not game.speaks(plain) and known


def _is_short_for(word: str, names: Iterable[str]) -> bool:
    """Tell whether a word may be short for a name: its letters stand there in sequence, `Tom` in `Thomas`."""
    for name in names:
        letters = iter(name)
        if len(word) > 1 and all(letter in letters for letter in word):
            return True
    return False


def _means_something(plain: str, game: GameWords) -> bool:
    words = words_of(plain)
    kinds = (kind for kind in turns() if kind not in _LITTLE)
    return (
        any(has(words, kind) for kind in kinds) or game.doubts(plain) or slip_of(plain) is not None
    )


_HEADINGS: Final = ("headings", "introduces", "orders", "remark", "plain")
"""Lists of turns of `languages/reservations.toml` of which lines are made that only head orders."""

_LITTLE: Final = frozenset(
    {"frame", "whose", "piece", "date", "person", "having", "teller", "marked"}
)
"""Words that mean nothing by themselves, and may be somebody's initials."""
