"""What people say beside their orders that takes them back, doubts them or only supposes them.

The sentences stand in `languages/reservations.toml` and in each language's own, as patterns of whole
sentences or clauses: a word alone, as `not` or `draft`, stands in ordinary courtesies as well. Which
orders a sentence speaks of is found out in `gm.games.diplomacy.language.talk.claims`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache
from pathlib import Path
from typing import Any, Final
from unicodedata import normalize

from gm.errors import LanguageError
from gm.interpret.folding import fold
from gm.interpret.patterns import spellings
from gm.interpret.talk_words import has, turns
from gm.interpret.tongues import Words, load_tongue, words_of
from gm.languages import known
from gm.resources import languages_dir

RESERVATIONS_FILE: Final = "reservations.toml"
_ENGLISH: Final = "en"

_LONGEST: Final = 400
"""Characters of the longest line in which a reservation is looked for."""

_MOST_WORDS: Final = 40
"""Words of the longest sentence that is compared."""

_NUMBERED: Final = re.compile(r"(?:#\s?|^\()([1-9])\b\)?|^([1-9])[.)](?=\s[a-z]{3})")
"""A line of the mail by its number: `#2`, `(2) is cancelled`, `2. streichen`."""

_SENTENCES: Final = re.compile(r"[.!?;]+")
_CLAUSES: Final = re.compile(r"[,:()\[\]*=_]+|(?<=\s)-+(?=\s)|--+|^-+|-+$")


class Kind(Enum):
    """What a sentence says of the orders it speaks of."""

    TAKE_BACK = "take_back"
    TAKE_BACK_ONE = "take_back_one"
    SECOND_THOUGHTS = "second_thoughts"
    NOT_THESE = "not_these"
    ALONE = "alone"
    DRAFT = "draft"
    DOUBT = "doubt"
    IDEA = "idea"
    CONDITION = "condition"
    CASE = "case"
    SUPPOSE = "suppose"
    ELSEWHERE = "elsewhere"
    CHOICE = "choice"
    OR = "or"
    REAL = "real"
    HEADING = "heading"


HEADS = frozenset({Kind.IDEA, Kind.CASE, Kind.ELSEWHERE})
"""What counts with a colon behind it and orders right below it alone."""


@dataclass(frozen=True, slots=True)
class Saying:
    """What a line of a mail says of the orders around it.

    Args:
        kinds: what its sentences say. words: of the line, casefolded.
        clauses: its clauses, folded, as they stand behind one another.
        opens: it ends as a heading does.
        meant: the words of its sentences, without what is known to say nothing.
    """

    kinds: frozenset[Kind]
    words: Words
    clauses: tuple[str, ...]
    opens: bool
    meant: tuple[Words, ...] = ()


@dataclass(slots=True, eq=False)
class _Node:
    """A place in the patterns, with what may follow there, and what ends there."""

    words: dict[str, list[_Node]] = field(default_factory=dict)
    lists: dict[str, list[_Node]] = field(default_factory=dict)
    anything: _Node | None = None
    ends: set[str] = field(default_factory=set)


@dataclass(frozen=True, slots=True, eq=False)
class _Patterns:
    """The sentences of one language.

    Args:
        root: where their patterns begin; lists: the lists in them.
        accented: words that part choices with their accents alone.
        denying: words that deny or suppose something with their accents alone.
    """

    root: _Node
    lists: Mapping[str, _Node]
    accented: tuple[str, ...]
    denying: tuple[str, ...]

    def kinds(self, words: Words) -> set[str]:
        """Return what the sentence of some words is; what says nothing may stand around it."""
        kinds: set[str] = set()
        ends = self._ends(words)
        for start in self._starts(words):
            for end, name in self._matches(self.root, words, start):
                if end in ends:
                    kinds.add(name)
        return kinds

    def turns(self, name: str, words: Words, at: int) -> list[int]:
        """Return where the turns of a list end that begin at a word."""
        node = self.lists.get(name)
        if node is None or at >= len(words) or (not node.lists and words[at] not in node.words):
            return []
        return [end for end, _ in self._matches(node, words, at)]

    def _starts(self, words: Words) -> list[int]:
        """Return the places behind words that begin a sentence and say nothing."""
        starts, seen = [0], {0}
        for at in starts:
            for end in self.turns("lead", words, at):
                if end not in seen and end < len(words):
                    seen.add(end)
                    starts.append(end)
        return starts

    def _ends(self, words: Words) -> set[int]:
        """Return the places behind which nothing stands but what says nothing."""
        ends = {len(words)}
        for at in reversed(range(len(words))):
            if any(end in ends for end in self.turns("tail", words, at)):
                ends.add(at)
        return ends

    def _matches(self, root: _Node, words: Words, start: int) -> Iterator[tuple[int, str]]:
        """Yield where patterns that begin at a word end, each place and pattern looked at once."""
        reached: list[dict[int, _Node]] = [{} for _ in range(len(words) + 1)]
        reached[start][id(root)] = root
        for at in range(start, len(words) + 1):
            left = [*reached[at].values()]
            while left:
                node = left.pop()
                yield from ((at, name) for name in node.ends)
                if node.anything is not None and id(node.anything) not in reached[at]:
                    reached[at][id(node.anything)] = node.anything
                    left.append(node.anything)
                if at < len(words):
                    self._step(node, words, at, reached)

    def _step(
        self, node: _Node, words: Words, at: int, reached: Sequence[dict[int, _Node]]
    ) -> None:
        """Note what is reached from a place in the patterns by the words from one on."""
        if node.anything is node:
            reached[at + 1][id(node)] = node
        for after in node.words.get(words[at], ()):
            reached[at + 1][id(after)] = after
        for name, behind in node.lists.items():
            for end in self.turns(name, words, at):
                reached[end].update((id(after), after) for after in behind)


_GREETED: Final = 4
"""Words of a greeting with the names of who is greeted."""


def saying_of(text: str) -> Saying:
    """Return what a line says of the orders around it; mostly nothing."""
    folded = _behind_greeting(_NUMBERED.sub(_by_number, fold(text[:_LONGEST])))
    words = words_of(folded)
    opens = folded.rstrip(" *_=-").endswith((":", "..."))
    clauses: list[str] = []
    kinds: set[Kind] = set()
    meant: list[Words] = []
    alone = bool(words)
    for sentence in _SENTENCES.split(folded):
        parts = [part.strip() for part in _CLAUSES.split(sentence) if words_of(part)]
        clauses += parts
        kinds |= _kinds_of(sentence, parts)
        meant += map(words_of, _meant(sentence, parts))
        alone = alone and all(map(_says_little, parts))
    kinds |= _behind_closing(words, clauses) | _behind_hello(words)
    if not alone:
        kinds.discard(Kind.ALONE)
    if Kind.OR in kinds and not _only_parts(words, text):
        kinds.discard(Kind.OR)
    if Kind.CHOICE in kinds and Kind.CHOICE.value not in _kinds_said(words_of(clauses[0])):
        kinds.discard(Kind.CHOICE)
    return Saying(frozenset(kinds), words, tuple(clauses), opens, tuple(meant))


def _behind_greeting(text: str) -> str:
    """Return what a line says behind a greeting and the one or two names greeted, or all of it."""
    head, _, rest = text.partition(",")
    words = words_of(head)
    greets = any(words[:end] in turns()["greeting"] for end in range(1, len(words) + 1))
    return rest if greets and len(words) <= _GREETED and words_of(rest) else text


def _behind_hello(words: Words) -> set[Kind]:
    """Return what stands behind a greeting without a comma says of the orders: `Hallo Maeve das gilt noch nicht`."""
    ends = [end for end in range(1, len(words)) if words[:end] in turns()["greeting"]]
    end = max(ends, default=len(words))
    said = (words[at:] for at in range(end, min(end + _GREETED, len(words) - _SHORTEST_SAID + 1)))
    kinds = {name for rest in said for name in _kinds_said(rest)}
    return {Kind(name) for name in kinds - {_HARMLESS}} if _HARMLESS not in kinds else set()


_SHORTEST_SAID: Final = 3
"""Words of the shortest sentence that is looked for behind a greeting."""


def _behind_closing(words: Words, clauses: Sequence[str]) -> set[Kind]:
    """Return what stands behind the words that close a letter, in the same line, says of the orders.

    Whoever names them there, and neither hopes nor excuses himself, says something of them.
    """
    ends = [end for end in range(1, len(words)) if words[:end] in turns()["closing"]]
    end = max(ends, default=len(words))
    rest, polite = words[end:], has(words[end:], "chatter")
    # `Best orders of my life` and `Love this map` close nothing.
    if end == 1 and words_of(clauses[0]) != words[:1] and not _joins(rest[:1]):
        return set()
    while rest and (_joins(rest[:1]) or is_turn("lead", rest[:1])):
        rest = rest[1:]
    if not rest or _HARMLESS in _kinds_said(rest):
        return set()
    said = {Kind(name) for name in _kinds_said(rest)}
    return said or ({Kind.DRAFT} if names_orders(rest) and not polite else set())


def leaves_open(text: str) -> bool:
    """Tell whether words above all orders of a mail, as in its subject, leave these open.

    What speaks of an earlier mail or other orders does not, `forget my last mail`, and a question doubts by
    what it says alone: `Could I have more time?`
    """
    saying = saying_of(text)
    words = saying.words
    other = has_turn("earlier", words)
    if other and (has_turn("mail", words) or has_turn("orders", words)):
        return False
    denies = any(has_turn(name, words) for name in ("denial", "refusals", "unreal", "wrong"))
    return (denies and not text.rstrip().endswith("?")) or bool(saying.kinds & _OPEN_ABOVE)


_OPEN_ABOVE: Final = frozenset(
    {
        Kind.TAKE_BACK,
        Kind.TAKE_BACK_ONE,
        Kind.SECOND_THOUGHTS,
        Kind.NOT_THESE,
        Kind.ALONE,
        Kind.IDEA,
        Kind.CASE,
    }
)
"""What leaves orders below it open that nothing stands above."""


def unsays(text: str) -> bool:
    """Tell whether a line below a command takes it back, doubts it or hangs it on something."""
    saying = saying_of(text)
    forbids = any(
        turn_at("do_not", saying.words, at) > at for at in range(min(2, len(saying.words)))
    )
    return forbids or bool(saying.kinds & _UNSAYING)


def limits(text: str) -> bool:
    """Tell whether words leave out others, or hang on something: `only the army`, `if he agrees`."""
    words = words_of(fold(text[:_LONGEST]))
    return any(has_turn(name, words) for name in ("only", "excepts", "if"))


_UNSAYING: Final = _OPEN_ABOVE | {Kind.DRAFT, Kind.DOUBT, Kind.CONDITION, Kind.SUPPOSE}


def names_orders(words: Words) -> bool:
    """Tell whether words name orders as such: `that order`, `the right ones`, `the first line`."""
    return bool(ordinals_in(words)) or any(
        has_turn(name, words) for name in ("orders", "real_ones")
    )


def _joins(words: Words) -> bool:
    """Tell whether words are "and" or "but", with which a sentence goes on."""
    return is_turn("and_adds", words) or is_turn("but", words)


def _by_number(match: re.Match[str]) -> str:
    return f"number {match[1] or match[2]}"


def has_own_numbers(text: str) -> bool:
    """Tell whether a line opens a choice that its writer has numbered: `Option 1`, `Plan B: ...`."""
    return Kind.CHOICE in saying_of(text).kinds


def _kinds_of(sentence: str, parts: Sequence[str]) -> set[Kind]:
    whole = _kinds_said(words_of(sentence))
    if _HARMLESS in whole:
        return set()
    kinds = {Kind(name) for name in whole}
    for part in parts if len(parts) > 1 else ():
        said = _kinds_said(words_of(part))
        if _HARMLESS not in said:
            kinds |= {Kind(name) for name in said}
    return kinds


def _meant(sentence: str, parts: Sequence[str]) -> list[str]:
    """Return a sentence as a whole, or its clauses without the harmless ones if it has any."""
    if _HARMLESS in _kinds_said(words_of(sentence)):
        return []
    left = [part for part in parts if _HARMLESS not in _kinds_said(words_of(part))]
    return [sentence] if left and len(left) == len(parts) else left


def _only_parts(words: Words, text: str) -> bool:
    """Tell whether a line says "or" and nothing else; Irish `nó` is no English "no"."""
    written = normalize("NFC", text).casefold()
    accents = [piece for patterns in _vocabulary() for piece in patterns.accented]
    bare = {words_of(fold(accent)) for accent in accents}
    if words in bare and not any(accent in written for accent in accents):
        return False
    return Kind.OR.value in _kinds_said(words)


def unaccented(text: str) -> frozenset[str]:
    """Return how words look that deny something with their accents, and that a line lacks: `na`, `hatte`."""
    written = {*normalize("NFC", text).casefold().split()}
    accents = [piece for patterns in _vocabulary() for piece in patterns.denying]
    return frozenset(
        word
        for accent in accents
        for word in words_of(fold(accent))
        if not any(accent in piece for piece in written)
    )


def _says_little(clause: str) -> bool:
    words = words_of(clause)
    filler = is_turn("lead", words) or is_turn("tail", words)
    return filler or Kind.ALONE.value in _kinds_said(words)


_HARMLESS: Final = "harmless"


@lru_cache(maxsize=4096)
def _kinds_said(words: Words) -> frozenset[str]:
    if not words or len(words) > _MOST_WORDS:
        return frozenset()
    return frozenset(name for patterns in _vocabulary() for name in patterns.kinds(words))


def ordinals_in(words: Words) -> tuple[int, ...]:
    """Return which orders some words speak of: `second` is 2, `last` is -1, `last two` -1 and -2."""
    ordinals: list[int] = []
    at = 0
    while at < len(words):
        best = max(
            (
                (end, int(name.removeprefix("#")))
                for patterns in _vocabulary()
                for name in patterns.lists
                if name.startswith("#")
                for end in patterns.turns(name, words, at)
            ),
            default=(at, 0),
        )
        if best[0] > at:
            count = max(
                1, *(n for n in _COUNTS if turn_at(f"count_{n}", words, best[0]) > best[0]), 1
            )
            step = 1 if best[1] > 0 else -1
            # 0 is what only looks like a number: `second thoughts`.
            ordinals += [best[1] + step * more for more in range(count) if best[1]]
        at = max(best[0], at + 1)
    return tuple(ordinals)


_COUNTS: Final = (2, 3)
"""How many orders may be spoken of together: `the last two`."""


def turn_at(name: str, words: Words, at: int) -> int:
    """Return where the longest turn of a list of any language ends; `at` where none begins there."""
    return max(
        (end for patterns in _vocabulary() for end in patterns.turns(name, words, at)), default=at
    )


def has_turn(name: str, words: Words) -> bool:
    """Tell whether a turn of a list of any language stands among some words."""
    return any(turn_at(name, words, at) > at for at in range(len(words)))


def places_of_turns(names: Iterable[str], words: Words) -> frozenset[int]:
    """Return the places in words at which turns of some lists stand."""
    return frozenset(
        place
        for name in names
        for at in range(len(words))
        for place in range(at, turn_at(name, words, at))
    )


def without_turns(name: str, words: Words) -> Words:
    """Return words with nothing in the places of a list's turns, so that the others keep theirs."""
    left = [*words]
    for at in range(len(words)):
        end = turn_at(name, words, at)
        left[at:end] = [""] * (end - at)
    return tuple(left)


def is_turn(name: str, words: Words) -> bool:
    """Tell whether some words are a turn of a list and nothing else."""
    return any(len(words) in patterns.turns(name, words, 0) for patterns in _vocabulary())


def without_tail(clause: str) -> str:
    """Return a clause without what ends it and says nothing more: `remove A Bel instead`."""
    words = clause.split()
    for count in range(min(_TAIL, len(words) - 1), 0, -1):
        if is_turn("tail", words_of(" ".join(words[-count:]))):
            return " ".join(words[:-count])
    return clause


def without_lead(clause: str) -> str:
    """Return a clause without a word before its first comma that says nothing: `Hmm, or A Rom`."""
    lead, sign, rest = clause.partition(",")
    return rest.strip() if sign and is_turn("lead", words_of(fold(lead))) else clause


_TAIL: Final = 3
"""Words at the end of a clause that may say nothing more."""


@lru_cache(maxsize=1)
def _vocabulary() -> tuple[_Patterns, ...]:
    return tuple(_patterns_of(code) for code in known() if _file(code).is_file())


def _file(code: str) -> Path:
    return languages_dir() / ("" if code == _ENGLISH else code) / RESERVATIONS_FILE


def _patterns_of(code: str) -> _Patterns:
    """Return the sentences of a language; LanguageError if its file is not of the form it must have."""
    file = _file(code)
    try:
        raw: Mapping[str, Any] = tomllib.loads(file.read_text(encoding="utf-8"))
        lists = {name: _tree(code, [(name, each)]) for name, each in raw["lists"].items()}
        ordinals = raw.get("ordinals", {})
        lists |= {f"#{name}": _tree(code, [(name, each)]) for name, each in ordinals.items()}
        kinds = [(Kind(name).value, each) for name, each in raw["sentences"].items()]
        harmless = [(_HARMLESS, each) for each in raw.get(_HARMLESS, {}).values()]
        accented, denying = (tuple(raw.get(name, ())) for name in ("accented", "denying"))
        return _Patterns(_tree(code, [*kinds, *harmless]), lists, accented, denying)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as fault:
        raise LanguageError(f"{file}: {fault}") from fault


_LIST: Final = re.compile(r"<(\w+)>")


def _tree(code: str, tables: Iterable[tuple[str, Iterable[str]]]) -> _Node:
    """Return where the patterns of some tables begin, each ending with its table's name."""
    growth = _Growth(code)
    for name, patterns in tables:
        for pattern in patterns:
            growth.add(pattern, name)
    return growth.root


_BETWEEN: Final = re.compile(r" (?!\?)")
"""A blank between two parts of a pattern; one with `?` behind it may be missing."""


def _parts(pattern: str) -> Iterator[str]:
    """Yield the parts of a pattern: a word or a group each, with what is written onto it."""
    start = depth = 0
    for at, sign in enumerate(pattern):
        depth += (sign in "([") - (sign in ")]")
        if not depth and _BETWEEN.match(pattern, at):
            yield pattern[start:at]
            start = at + 1
    yield pattern[start:]


class _Growth:
    """Patterns as they grow into places that share what they begin with.

    The ways to write one part of a pattern meet again behind it: all texts of one pattern, each by
    itself, would be ten thousands.
    """

    def __init__(self, code: str) -> None:
        self.root = _Node()
        self._code = code
        self._known: dict[tuple[object, ...], tuple[_Node, ...]] = {}

    def add(self, pattern: str, name: str) -> None:
        """Let a pattern end with a name; its words are written all with signs, or all without."""
        for way in (0,) if self._code == _ENGLISH else (0, -1):
            places: tuple[_Node, ...] = (self.root,)
            for part in _parts(pattern):
                places = self._behind(places, _steps(self._code, part, way))
            for place in places:
                if place is not self.root:
                    place.ends.add(name)

    def _behind(self, places: tuple[_Node, ...], texts: tuple[Words, ...]) -> tuple[_Node, ...]:
        """Return the places behind a part, which is written in one of some ways."""
        key = (texts, *map(id, places))
        if key not in self._known:
            last = _Node()
            ends = {id(place): place for root in places for place in _grow(root, texts, last)}
            self._known[key] = tuple(ends.values())
        return self._known[key]


def _grow(root: _Node, texts: Iterable[Words], last: _Node) -> Iterator[_Node]:
    """Let texts grow from a place to one behind them all; yield where they end."""
    inside: dict[Words, _Node] = {(): root}
    for text in texts:
        for count, word in enumerate(text, start=1):
            before, so_far = inside[text[: count - 1]], text[:count]
            if word == "~":
                inside[so_far] = before.anything = before.anything or _anything()
            elif count == len(text):
                _link(before, word, last)
            elif so_far not in inside:
                inside[so_far] = _Node()
                _link(before, word, inside[so_far])
        yield inside[text] if not text or text[-1] == "~" else last


def _anything() -> _Node:
    node = _Node()
    node.anything = node
    return node


def _link(before: _Node, word: str, after: _Node) -> None:
    """Let a place follow another behind a word, or behind a list of words."""
    match = _LIST.fullmatch(word)
    known = before.lists.setdefault(match[1], []) if match else before.words.setdefault(word, [])
    if after not in known:
        known.append(after)


@lru_cache(maxsize=4096)
def _steps(code: str, part: str, way: int) -> tuple[Words, ...]:
    """Return the texts of a part of a pattern, each as its words, lists and gaps."""
    texts = (
        tuple(step for word in text.split() for step in _plain_words(_written(code, word)[way]))
        for text in spellings(part)
    )
    return tuple(dict.fromkeys(texts))


@lru_cache(maxsize=16384)
def _written(code: str, word: str) -> tuple[str, ...]:
    """Return the ways to write a word of a pattern without signs; its signs are kept as they are."""
    if code == _ENGLISH or word.startswith(("<", "~")):
        return (word,)
    return tuple(load_tongue(code).spelling.plain(word))


@lru_cache(maxsize=8192)
def _plain_words(word: str) -> Words:
    return (word,) if word == "~" or _LIST.fullmatch(word) else words_of(fold(word))
