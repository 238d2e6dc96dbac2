"""What the writer of a mail says in its subject: words of his own, read as a line above his others.

Orders in a subject never count. What takes back, doubts or supposes says it of the orders below, and a
sentence or a question is told as those among them are. What we wrote, and what only heads, is left out.
"""

from __future__ import annotations

import re
from typing import Final

from gm.contract.language import Talk, UnreadLine
from gm.interpret.folding import fold, squeeze
from gm.interpret.reservations import Kind, leaves_open, places_of_turns, saying_of
from gm.interpret.seat_names import SeatNames
from gm.interpret.talk_words import turns
from gm.interpret.tongues import words_of

_ANSWERS: Final = re.compile(
    r"(?:(?:re|aw|fwd?|wg|sv|vs|antw|antwort|freagra)\s?(?:\[\d+\])?\s?[:：]\s*)+", re.I
)
"""What mail programs put before the subject of a reply, or of a mail sent on."""

_TAG: Final = re.compile(r"\[[^\[\]]{1,60}\]\s*")
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
    rest, tagged = _bare(subject)
    title, _ = _bare(answered)
    at = rest.casefold().find(title.casefold()) if title else -1
    own = f"{rest[:at]}{rest[at + len(title) :]}".strip(" -:,;") if at >= 0 else rest
    if game:
        named = rf"(?<![\w-]){re.escape(game)}(?![\w-])"
        own = " ".join(re.sub(named, " ", own, flags=re.I).split()).strip(" -:,;")
    # Of a mail of ours that is not known any more, all that does not doubt the orders may be ours.
    return own if not tagged or at >= 0 or reserves(own) else ""


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


def _bare(subject: str) -> tuple[str, bool]:
    """Return a subject without marks of replies and tags before it, and whether there was a tag."""
    rest, tagged = subject.lstrip(), False
    while match := _ANSWERS.match(rest) or _TAG.match(rest):
        tagged = tagged or match.re is _TAG
        rest = rest[match.end() :]
    return rest.strip(), tagged


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
