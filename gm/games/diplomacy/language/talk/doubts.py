"""The one gate for what is thrown away beside an order: remarks, notes, reasons, headings.

Most of it says nothing: greetings, thanks, what a unit hopes for. But a word that denies the order,
takes it back, hangs it on something, or puts it off, turns it into another one; so no line with such a
word beside its orders gives them. The words stand in `grammar/diplomacy/doubts.toml` and, in other languages, in
`languages/*/orders.toml`. A word that the grammar itself took, as the `if` of a condition that is
carried out, is none of these.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final
from unicodedata import normalize

from rapidfuzz.distance import OSA

from gm.errors import GrammarError
from gm.games.diplomacy.language.binding.names import bound_of, places_of, split_words
from gm.games.diplomacy.readings import Doubt
from gm.games.diplomacy.rules.board import Board
from gm.games.diplomacy.wording.complaints.line_words import Aside, Remark
from gm.interpret.folding import fold
from gm.interpret.grammars import GrammarWord, Node, all_words, kind_of, subtrees
from gm.interpret.patterns import spellings
from gm.interpret.reservations import Kind, has_turn, is_turn, saying_of, turn_at
from gm.interpret.tongues import Words, tongues, words_of
from gm.resources import grammar_dir

_WORD = re.compile(r"[^\W_]+|%")

_PHRASE_ENDS = re.compile(r"[)\];]")

_TENSED = frozenset(
    {"it", "that", "this", "was", "were", "would", "have", "been", "be", "to"}
    | {"es", "das", "war", "waren", "wuerde", "wurde", "si", "se", "bhi", "bheadh"}
)
"""Words of a remark that says of its order no more than that it was or would be."""

_EMPTY = re.compile(r"\(\s*+\)|\[\s*+\]")

_MOST_WORDS = 6
"""Words of the longest turn that is looked for."""


OF_POINTS = frozenset({Doubt.SHARE, Doubt.CHOICE})
"""What tells something in payments and gifts alone."""


@dataclass(frozen=True, slots=True)
class Doubtful:
    """Words that turn an order into something else.

    Args:
        kind: what they say of it.
        words: as they stand in the line.
        start: where they begin in the folded line; end: where they end.
    """

    kind: Doubt
    words: str
    start: int
    end: int

    @property
    def turn(self) -> Words:
        """The words by which two of them are compared."""
        return _turn_of(self.words)

    def phrase(self, text: str) -> str:
        """Return the words with those behind them, as far as they belong together in the line."""
        return _PHRASE_ENDS.split(text[self.start :], maxsplit=1)[0].strip(" .,:")


IN_POINTS = frozenset(Doubt) - {Doubt.NOTHING, Doubt.TENSE}
"""What is looked for beside payments and gifts."""

MOVING = IN_POINTS - OF_POINTS
"""What is looked for beside every order."""


def doubts_in(text: str, kinds: Collection[Doubt] = MOVING) -> tuple[Doubtful, ...]:
    """Return the words of denial, doubt, later time and so on in a folded text, in sequence."""
    known, heads = _known()
    matches = [*_WORD.finditer(text)]
    words = tuple(word.group().casefold() for word in matches)
    doubts: list[Doubtful] = []
    at = 0
    while at < len(words):
        count = _longest(known, words, at) if words[at] in heads else 0
        kind = known[words[at : at + count]] if count else _misspelt(words[at])
        count = count or 1
        if kind is not None and kind in kinds and not _is_number(text, matches, at, count):
            start, end = matches[at].start(), matches[at + count - 1].end()
            doubts.append(Doubtful(kind, text[start:end], start, end))
        at += count
    return tuple(doubts)


@lru_cache(maxsize=8192)
def _misspelt(word: str) -> Doubt | None:
    """Return what a word says that is a slip of a long word of doubt, or begins with one: `unlesd`."""
    if len(word) < _LONG - 1:
        return None
    known, _ = _known()
    for turn, kind in known.items():
        meant = turn[0]
        if len(turn) > 1 or len(meant) < _LONG or kind in OF_POINTS:
            continue
        if word.startswith(meant) or OSA.distance(word, meant, score_cutoff=1) <= 1:
            return kind
    return None


_LONG = 6
"""Letters of a word whose slips are looked for; shorter ones are too near to others."""


def left_over(
    board: Board, text: str, tree: Node, taken: Iterable[Remark], kinds: Collection[Doubt]
) -> Doubtful | None:
    """Return the first words of doubt in a line that no order in it has taken up; mostly none.

    Args:
        board: the board in force.
        text: the whole folded line, with its headings, notes and remarks.
        tree: what the grammar made of it.
        taken: what was passed over in it.
        kinds: what is looked for.
    """
    if Doubt.LATER in kinds and (label := _label_of_later(text)):
        return Doubtful(Doubt.LATER, label, 0, len(label))
    doubts = doubts_in(text, kinds)
    if not doubts:
        return _in_a_name(board, text, tree, kinds)
    words = [word for word in all_words(tree) if _is_taken(board, word)]
    names = filter(None, map(bound_of, words))
    ordered = {place for bound in names for place in bound.places}
    asides = [aside.text for aside in taken if isinstance(aside, Aside)]
    # What stands behind `via` says who carries, and `via not NTH` who does not.
    carried = any(kind_of(node) == "via" for node in _below(tree))
    harmless = [
        piece for piece in asides if not carried and _says_where_not(board, piece, ordered)
    ]
    read = (" ".join(words), *harmless)
    met = Counter(doubtful.turn for part in read for doubtful in doubts_in(part, kinds))
    for doubt in doubts:
        if not met[doubt.turn]:
            return doubt
        met[doubt.turn] -= 1
    return None


def _label_of_later(text: str) -> str:
    """Return the word before a line's colon by which it orders what comes after: `next: A Mon - Cav`."""
    label, sign, rest = text.partition(":")
    return label if sign and rest.strip() and is_turn("comes_next", words_of(label)) else ""


def told_of(text: str, tree: Node, asides: Iterable[str]) -> Doubtful | None:
    """Return what tells that an order was or would be, and not that it is: `A Lvp was to hold`.

    The grammar passes over such words, for conditions have them, `if A Par was dislodged`. In a remark they tell
    of something else, but in one that has nothing else: `Was: A Lvp - Yor`.

    Args:
        text: the whole folded line. tree: what the grammar made of it. asides: what was passed over in it.
    """
    if any(kind_of(node).startswith(("if_", "unless_")) for node in (tree, *_below(tree))):
        return None
    # `War` is Warsaw as well.
    ordered = {part.casefold() for word in all_words(tree) for part in split_words(word)}
    for doubt in doubts_in(text, {Doubt.TENSE}):
        if ordered.issuperset(doubt.turn):
            continue
        within = (aside for aside in asides if doubt.words in aside)
        if all(_TENSED.issuperset(_turn_of(aside)) for aside in within):
            return doubt
    return None


def _in_a_name(board: Board, text: str, tree: Node, kinds: Collection[Doubt]) -> Doubtful | None:
    """Return words of doubt inside a name with a slip: `North Africa no` before `SUPPORT`, no remark `no support`."""
    for word in all_words(tree):
        if word.type == "PLACE" and not _is_taken(board, word):
            for doubt in doubts_in(word, kinds):
                start = text.find(word) + doubt.start
                return replace(doubt, start=start, end=start + len(doubt.words))
    return None


def _below(tree: Node) -> Iterator[Node]:
    """Yield every node below a node."""
    for node in subtrees(tree):
        yield node
        yield from _below(node)


def without_denials(text: str) -> tuple[str, Doubtful | None]:
    """Return a folded line without the words that deny it or put it off, and the first of them."""
    doubts = doubts_in(text, _TAKEN_OUT)
    parts, done = [], 0
    for doubt in doubts:
        parts.append(text[done : doubt.start])
        done = doubt.end
    plain = _EMPTY.sub(" ", "".join((*parts, text[done:])))
    return " ".join(plain.split()), doubts[0] if doubts else None


def _is_taken(board: Board, word: GrammarWord) -> bool:
    """Tell whether a word of an order is what it reads as; a misspelt name may hold another word."""
    if word.type == "PLACE":
        return bool(places_of(board, split_words(word)))
    return word.type != "REASON"


_TAKEN_OUT = frozenset({Doubt.DENIAL, Doubt.CHANGE, Doubt.LATER, Doubt.DOUBT, Doubt.TENSE})
"""What stands in a line that would be an order without it; a condition would be another one."""


def with_forbidding_words(text: str) -> str:
    """Return a line as written, with the words that forbid told from those they are folded into.

    Irish `Ná bog` forbids a move; without its sign `na` is an article, that no order begins with.
    `Pic nó Bur` leaves a choice, which is no `no` either.
    """
    if text.isascii():
        pattern = _forbidding()
        return text if pattern is None else pattern.sub(" gan ", text)
    text = normalize("NFC", text)
    for pattern, plain in ((_forbidding(), " gan "), (_parting(), " or ")):
        text = text if pattern is None else pattern.sub(plain, text)
    return text


@lru_cache(maxsize=1)
def _forbidding() -> re.Pattern[str] | None:
    each = [forbid for tongue in tongues() for forbid in tongue.forbids]
    if not each:
        return None
    signed = "|".join(map(re.escape, each))
    plain = "|".join(re.escape(fold(text)[1:]) for text in each)
    first = "".join(sorted({letter for text in each for letter in (text[0], text[0].upper())}))
    return re.compile(
        rf"(?<![^\W_])(?i:{signed})(?![^\W_])|^[{first}](?:{plain})(?= [^\W\d_A-Z]{{3}})"
    )


@lru_cache(maxsize=1)
def _parting() -> re.Pattern[str] | None:
    signed = "|".join(re.escape(word) for tongue in tongues() for word in tongue.parts)
    return re.compile(rf"(?<![^\W_])(?:{signed})(?![^\W_])", re.I) if signed else None


def may_say_where_not(text: str) -> bool:
    """Tell whether the rest of a line may only say what else was not meant: `instead of Bur`."""
    doubts = doubts_in(text, _NAMES_ANOTHER)
    begins = bool(doubts) and not text[: doubts[0].start].strip(" ,;(-")
    return begins and not takes_back(text, doubts[0])


def takes_back(text: str, doubt: Doubtful) -> bool:
    """Tell whether words take back what stands before them, and deny no name behind: `no, to Bur`."""
    behind = text[doubt.end :]
    if doubt.kind is not Doubt.DENIAL:
        return doubt.kind is Doubt.CHANGE
    return _PARTED.match(behind) is not None or (
        doubt.turn in _ANSWERS and _GOING.match(behind) is not None
    )


_PARTED = re.compile(r"\s*[,.:;!]|\s+-")
_GOING = re.compile(r"\s+(?:to|nach|go)\s", re.I)
_ANSWERS = frozenset({("no",), ("nope",), ("nein",), ("nay",)})
"""Words that are answers: `no to Bur` takes back where the unit goes, `not to Bur` does not."""


def _says_where_not(board: Board, aside: str, ordered: Collection[str]) -> bool:
    """Tell whether a remark only says what else was not meant: `Build A CoS (not CoC)`."""
    words = split_words(aside)
    doubts = doubts_in(aside)
    if len(doubts) != 1 or doubts[0].kind not in _NAMES_ANOTHER or doubts[0].start:
        return False
    if takes_back(aside, doubts[0]):
        return False
    left = words[len(doubts[0].turn) :]
    # `don't by F North Sea` denies a deed, or who is to do it, and no place.
    if doubts[0].turn[0] in _OF_DEEDS or left[:1] == ("by",):
        return False
    while left and left[0] in _SMALL:
        left = left[1:]
    if places := places_of(board, left) if left else ():
        return not set(places) & set(ordered)
    return _is_another_way(board, left, ordered)


def _is_another_way(board: Board, words: Words, ordered: Collection[str]) -> bool:
    """Tell whether words are an order that its line orders but for where to: `instead of A Par-Bur`."""
    named: list[set[str]] = []
    at = 0
    while at < len(words):
        runs = (count for count in range(min(_MOST_WORDS, len(words) - at), 0, -1))
        taken = next((n for n in runs if places_of(board, words[at : at + n])), 0)
        if not taken and words[at] not in _SMALL:
            return False
        named += [{*places_of(board, words[at : at + taken])}] if taken else []
        at += taken or 1
    *before, last = named or [set()]
    return bool(before) and all(places & {*ordered} for places in before) and not last & {*ordered}


_NAMES_ANOTHER = frozenset({Doubt.DENIAL, Doubt.OTHER})

_OF_DEEDS = frozenset({"don", "dont", "do", "doesn", "won", "wont", "will", "can", "cannot"})
"""How denials begin that deny what somebody does."""

_SMALL = frozenset({"in", "to", "at", "via", "into", "of", "a", "f", "army", "fleet", "the"})
"""Words before the name in such a remark."""


def _is_number(text: str, matches: Sequence[re.Match[str]], at: int, count: int) -> bool:
    """Tell whether `No.` is the short form of number: `No. 3: A Mun - Bur`, `F NTH no. 1`."""
    if count != 1 or matches[at].group().casefold() != "no" or len(matches) == at + 1:
        return False
    between = text[matches[at].end() : matches[at + 1].start()]
    return matches[at + 1].group().isdigit() and between in {".", ". "}


def _longest(known: Mapping[Words, Doubt], words: Words, at: int) -> int:
    """Return how many words the longest turn has that begins at one; 0 if none does."""
    counts = range(min(_MOST_WORDS, len(words) - at), 0, -1)
    return next((count for count in counts if words[at : at + count] in known), 0)


def _turn_of(text: str) -> Words:
    return tuple(word.casefold() for word in _WORD.findall(text))


@lru_cache(maxsize=1)
def _known() -> tuple[Mapping[Words, Doubt], frozenset[str]]:
    """Return the turns of words of all languages, and the words they begin with.

    All are looked for in every line: who writes orders in one language thinks in another.
    """
    known = dict(_english())
    for tongue in tongues():
        for turn, kind in tongue.doubts.items():
            known.setdefault(turn, Doubt(kind))
    return known, frozenset(turn[0] for turn in known)


def _english() -> Iterator[tuple[Words, Doubt]]:
    file = grammar_dir() / "diplomacy" / "doubts.toml"
    try:
        raw = tomllib.loads(file.read_text(encoding="utf-8"))
        for kind, patterns in (*raw["doubts"].items(), *raw["doubts_of_points"].items()):
            for pattern in patterns:
                for text in spellings(pattern):
                    yield _turn_of(text), Doubt(kind)
    except (OSError, ValueError, KeyError, AttributeError) as fault:
        raise GrammarError(f"{file}: {fault}") from fault


# Both gates for what is thrown away beside an order: its words, and the sentences they make.
#
# A word of `gm.games.diplomacy.language.talk.doubts` turns an order into another one wherever it stands. A sentence of
# `gm.interpret.reservations` does so as a whole: `kidding`, `that was a joke`, `wait`.

_SAYS: Final[Mapping[Kind, Doubt]] = {
    Kind.TAKE_BACK: Doubt.CHANGE,
    Kind.SECOND_THOUGHTS: Doubt.CHANGE,
    Kind.NOT_THESE: Doubt.CHANGE,
    Kind.CONDITION: Doubt.CONDITION,
    Kind.DRAFT: Doubt.DOUBT,
    Kind.DOUBT: Doubt.DOUBT,
    Kind.SUPPOSE: Doubt.DOUBT,
    Kind.ALONE: Doubt.DOUBT,
}
"""What a sentence says of the order beside it, the weightiest first."""


_HANGS: Final[Mapping[Kind, Doubt]] = {Kind.CASE: Doubt.CONDITION}
"""What the reason of a payment says of it besides."""


def sentence_against(
    text: str, aside: str, of_board: Callable[[str], bool], *, reason: bool = False
) -> Doubtful | None:
    """Return the clause of a remark that takes its order back or leaves it open; mostly none.

    Args:
        text: the whole folded line.
        aside: what is passed over in it.
        of_board: tells whether words name something of the game or deny something.
        reason: it is the reason of a payment, which may hang on something: `after he builds`.
    """
    if may_say_where_not(aside):
        return None
    if (opening := _changing(aside)) is not None and not _only_praises(aside, of_board):
        return _at(text, aside, Doubt.CHANGE, opening)
    said = saying_of(aside)
    says = {**_SAYS, **_HANGS} if reason else _SAYS
    kind = next((doubt for said_kind, doubt in says.items() if said_kind in said.kinds), None)
    if kind is None:
        return None
    clauses = (clause for clause in said.clauses if saying_of(clause).kinds & says.keys())
    return _at(text, aside, kind, next(clauses, aside))


def _changing(aside: str) -> str | None:
    """Return the word of a remark that opens a change of mind: `Actually hold`."""
    for start in (0, *(sign.end() for sign in _SENTENCES.finditer(aside))):
        words = words_of(aside[start:])
        end = turn_at("changes", words, 0)
        if end:
            return " ".join(words[:end])
    return None


def _only_praises(aside: str, of_board: Callable[[str], bool]) -> bool:
    """Tell whether a remark says how somebody likes something, and no more: `Actually a fine plan`."""
    words = words_of(aside)
    praises = has_turn("praise", words)
    return praises and not of_board(aside)


_SENTENCES: Final = re.compile(r"[.!?;,:()\[\]]+")


def _at(text: str, aside: str, kind: Doubt, words: str) -> Doubtful:
    """Return words of a remark with where they stand in their line."""
    behind = max(0, text.casefold().rfind(aside.casefold()))
    start = text.casefold().find(words.casefold(), behind)
    if start < 0:
        return Doubtful(kind, aside, len(text), len(text))
    end = start + len(words)
    return Doubtful(kind, text[start:end], start, end)


def behind_change(text: str) -> str | None:
    """Return what stands behind words that open a line and take something back; None if none do.

    `Scratch that, A Spa holds`; `Actually the fleet stays`; `No: F Bre H`.
    """
    for sign in _SIGN.finditer(text):
        head, rest = text[: sign.start()], text[sign.end() :].strip()
        if rest and _takes_back(head):
            return behind_change(rest) or rest
        break
    words = words_of(fold(text))
    end = turn_at("changes", words, 0)
    return text.strip().split(maxsplit=end)[end].strip() if 0 < end < len(words) else None


_SIGN: Final = re.compile(r"[,:;.!]+|\s-+\s")


def _takes_back(head: str) -> bool:
    words = words_of(fold(head))
    if is_turn("opens", words) or is_turn("changes", words):
        return True
    kinds = saying_of(head).kinds
    return bool(kinds & {Kind.TAKE_BACK, Kind.SECOND_THOUGHTS, Kind.ALONE})
