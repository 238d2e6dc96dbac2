"""What the writer of a mail says in its subject: words of his own, read as a line above his others.

Orders in a subject never count. What takes back, doubts or supposes says it of the orders below, and a
sentence or a question is told as those among them are. What we wrote, and what only heads, is left out.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from gm.contract.language import Talk, UnreadLine
from gm.interpret.folding import fold, squeeze
from gm.interpret.reservations import Kind, leaves_open, places_of_turns, saying_of
from gm.interpret.seat_names import SeatNames
from gm.interpret.talk_words import turns
from gm.interpret.tongues import words_of
from gm.languages import gettext, known, speaking

_ANSWERS: Final = re.compile(
    r"(?:(?<!\w)(?:re|aw|fwd?|wg|sv|vs|antw|antwort|freagra)\s?(?:\[\d+\])?\s?[:：]\s*)+", re.I
)
"""What mail programs put before the subject of a reply, or of a mail sent on."""

_TAG: Final = re.compile(r"\[(?P<said>[^\[\]]{1,60})\]\s*")
"""A game's tag, or a mailing list's."""

_HEADS: Final = ("heading", "frame", "date", "whose", "piece", "little", "closing", "greeting")

_HEADING_TURNS: Final = ("headings", "introduces", "orders", "remark", "moving", "number")
"""The lists of turns of `languages/reservations.toml` of which headings of orders are made."""

_OF_OTHERS: Final = frozenset({Kind.TAKE_BACK, Kind.TAKE_BACK_ONE})
"""What may be said of an earlier mail as well."""

_RESERVING: Final = frozenset({*Kind}) - {Kind.HEADING, Kind.REAL, Kind.ALONE, Kind.OR}
"""What a subject may say of the orders below it so that they wait."""


def own_words(subject: str, answered: str = "", game: str = "") -> str:
    """Return the words of a subject that are its writer's own.

    Args:
        subject: as it came, with what programs and we have put before it.
        answered: the subject of the mail of ours that is replied to, "" if it replies to none.
        game: the name of the game, which says nothing: `if-12` sets no condition.
    """
    before, rest, tagged = _parted(subject, game)
    _, title, _ = _parted(answered, game)
    own_text = _beside(rest, title) if title else None
    if own_text is None:
        plain = _RECEIPT.sub(" ", rest)
        ours = (tagged or plain != rest) and not (title and _shares_nothing(rest, title))
        own_text = rest if not ours or (plain == rest and reserves(rest)) else _doubting(plain)
    own_text = " ".join(_RECEIPT.sub(" ", f"{before} {own_text}").split()).strip(_EDGES)
    if game:
        named = rf"(?<![\w-]){re.escape(game)}(?![\w-])"
        own_text = " ".join(re.sub(named, " ", own_text, flags=re.I).split()).strip(_EDGES)
    return own_text


_EDGES: Final = " -–—:,;"

_RECEIPT: Final = re.compile(
    r"(?<!\w)(?:receipt|quittung|empfang|admháil)(?!\w)(?:\s++\d++)?+", re.I
)
"""What we call our answer to orders, with its number."""

_FRAMED: Final = re.compile(r"[(\[]([^()\[\]]{1,60})[)\]]")

_PARTS: Final = re.compile(r"[,;:()\[\]]|(?<!\w)[-–—]+(?!\w)")
"""What stands between our own words in a subject and what is written beside them."""

_SHARED: Final = 2
"""Words at the beginning of a subject that make it one of ours, where the rest of ours has been taken out."""


def _beside(rest: str, title: str) -> str | None:
    """Return what stands in a subject beside our own; None if that is not in it.

    Of a subject that begins as ours does, with another number or cut short, it is what does not sound like ours.
    """
    at = rest.casefold().find(title.casefold())
    if at >= 0:
        around = (rest[:at], rest[at + len(title) :])
        return " ".join(part.strip(_EDGES) for part in around).strip()
    ours, theirs = (list(_A_WORD.finditer(text)) for text in (title, rest))
    same = 0
    for our, their in zip(ours, theirs, strict=False):
        if our[0].casefold() != their[0].casefold() and not (our[0] + their[0]).isdecimal():
            break
        same += 1
    if same < _SHARED:
        return None
    end = theirs[same - 1].end()
    if not _PARTS.match(rest[end:].lstrip()):  # it goes on within a part of ours
        end = max((part.end() for part in _PARTS.finditer(rest[:end])), default=0)
    return ", ".join(_not_ours(rest[end:]))


def _shares_nothing(rest: str, title: str) -> bool:
    """Tell whether no word of a subject stands in ours, to which it answers: `[tara S1018M] Nonsense`."""
    words, ours = ({word.casefold() for word in _A_WORD.findall(text)} for text in (rest, title))
    return not words & ours


def _not_ours(text: str) -> list[str]:
    """Return the parts of a subject but those that tell of a receipt: `2 lines not read`, `complete`."""
    parts = (part.strip() for part in _PARTS.split(text))
    return [
        part
        for part in parts
        if part and not part[0].isdecimal() and not part.casefold().endswith(_of_receipts())
    ]


def _doubting(text: str) -> str:
    """Return what leaves orders open in a subject that may be ours: all else in it may be our own words."""
    framed = set(map(str.strip, _FRAMED.findall(text)))  # we write no brackets
    return ", ".join(part for part in _not_ours(text) if part in framed or sets_aside(part))


@lru_cache(maxsize=1)
def _of_receipts() -> tuple[str, ...]:
    """Return how a part of a receipt's subject ends that has no number: `Italy not complete`, in every language."""
    said: set[str] = set()
    for code in known():
        with speaking(code):
            said |= {gettext(text).casefold() for text in _TOLD_IN_SUBJECTS}
    return tuple(sorted(said))


_TOLD_IN_SUBJECTS: Final = ("complete", "nothing recorded")


_OF_HEADINGS: Final = frozenset(
    "orders my our for in the game re regarding befehle meine für fur im spiel zu betrifft orduithe"
    " mo do don i sa cluiche gcluiche maidir le faoi".split()
)
"""Words that stand beside a game's name where orders are headed by it."""

_A_WORD: Final = re.compile(r"\w[\w-]*")


def heads_game(line: str, game: str) -> bool:
    """Tell whether a line says that what follows is for a game, and no more: `For tara:`."""
    words = _A_WORD.findall(line[:80].casefold())
    named = _A_WORD.findall(game.casefold())
    left = [word for word in words if word not in _OF_HEADINGS or word in named]
    return bool(named) and len(line) <= 80 and left == named


def _parted(subject: str, game: str) -> tuple[str, str, bool]:
    """Return what was written before our tag in a subject, what stands behind it, and whether there was a tag.

    Marks of replies are left out of both, and tags that say nothing: those of a game, or of a mailing list.
    """
    ours = (
        re.search(rf"\[{re.escape(game)}(?:\s[^\[\]]{{0,60}}+)?\]", subject, re.I)
        if game
        else None
    )
    before, rest = (subject[: ours.start()], subject[ours.end() :]) if ours else ("", subject)
    said = [_without_marks(before)] if before.strip() else []
    tagged, rest = ours is not None, rest.lstrip()
    while match := _ANSWERS.match(rest) or _TAG.match(rest):
        tagged = tagged or match.re is _TAG
        said += [match["said"]] if match.re is _TAG and sets_aside(match["said"]) else []
        rest = rest[match.end() :]
    return " ".join(said), rest.strip(), tagged


def _without_marks(text: str) -> str:
    """Return what stands before our tag without marks of replies, and without tags that doubt nothing."""
    kept = _TAG.sub(lambda tag: f"{tag['said']} " if sets_aside(tag["said"]) else " ", text)
    return " ".join(_ANSWERS.sub(" ", kept).split()).strip(_EDGES)


def reserves(words: str) -> bool:
    """Tell whether the words of a subject take back, doubt, suppose or put off orders."""
    return bool(saying_of(words).kinds & _RESERVING)


def sets_aside(words: str) -> bool:
    """Tell whether the words of a subject leave the orders below it open; `Hold on` does so there alone."""
    return bool(saying_of(words).kinds & (_RESERVING - _OF_OTHERS)) or leaves_open(words)


def is_told(words: str, unread: tuple[UnreadLine, ...], game: str, names: SeatNames) -> bool:
    """Tell whether a subject says something to somebody: a question, a wish, or a sentence.

    Args:
        words: the subject's own. unread: they as a line that was read as nothing.
        game: the name of the game; names: of its seats.
    """
    asks = any(line.talk in {Talk.FOR_GM, Talk.UNCLEAR} for line in unread)
    return asks or _is_strange(words, game, names)


def _is_strange(words: str, game: str, names: SeatNames) -> bool:
    """Tell whether there are words but those that head orders, dates, names and numbers."""
    little = {turn for kind in _HEADS for turn in turns()[kind]}
    known = {*words_of(fold(game)), "gm", "dip", "diplomacy", "receipt"}
    said = words_of(fold(words))
    heads = places_of_turns(_HEADING_TURNS, said)
    return any(
        at not in heads
        and (word,) not in little
        and word not in known
        and not any(map(str.isdigit, word))
        and squeeze(word) not in names.own
        for at, word in enumerate(said)
    )
