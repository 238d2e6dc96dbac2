"""Cuts a folded line into words, guided by what the grammar takes next.

At each place the ways to go on are offered one after the other, the surest first: names and
words as they stand, words that say nothing, signs without meaning, then typos. Nothing is tried
that the parser would not take there.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import lru_cache

from rapidfuzz.distance import OSA

from gm.games.diplomacy.language.binding.coasts import (
    coast_after,
    coast_before,
    coast_of,
    glued_coast,
    half_of_the_whole,
    halves_named,
)
from gm.games.diplomacy.language.binding.names import (
    MAX_WORDS,
    Bound,
    candidates_for,
    lexicon_of,
    number_before,
    only_by_alias,
    places_of,
    power_typo,
    powers_of,
    split_words,
    typo_of,
)
from gm.games.diplomacy.language.talk.doubts import may_say_where_not
from gm.games.diplomacy.rules.board import Board, PowerId, ProvinceId
from gm.games.diplomacy.rules.board_split import place_named
from gm.games.diplomacy.wording.complaints.line_words import Aside, ReadAs, Remark
from gm.interpret.folding import squeeze
from gm.interpret.grammars import Found, Grammar
from gm.interpret.plain_words import may_be_name
from gm.interpret.talk_words import is_little

_WORD = re.compile(r"[^\W_]+(?:_[^\W_]+)*")
_NEXT = re.compile(r"(?:\.\s?|\s|'\s?|'(?=s\b)|-(?=[^\W\d_]))[^\W_]+")
_BLANKS = re.compile(r"\s+")
_OPENING = {"(": ")", "[": "]", "{": "}"}
_PASSED = set(")]}'\":!.*#~^><`")
_PASSED_WORDS = ("NOISE", "ARTICLE")
_VERB_LETTERS = {"s", "c", "h", "d", "r", "b", "m", "t", "f", "a"}
_NOT_ASIDE = re.compile(r"\s*(or|else|if|unless|alternatively|either|otherwise|then)\b|.*\?", re.I)
_NOT_PARTING = re.compile(
    r"\b(or|if|unless|else|otherwise|but|not|instead|except|next|then|later|tomorrow|after"
    r"|maybe|perhaps|unsure|both|all (?:other|the|rest|unit|else|hold|stand)\w*)\b|\?|->|=>|\d",
    re.I,
)
_PARTING = re.compile(
    r"\s*([,;:.!(\[#%-]|//|thanks|thank you|thx|please|cheers|ok\b|bounce|standoff|stand-off|nso\b"
    r"|lol\b|because\b|since\b|as (?:agreed|discussed|promised|planned|usual|before)\b|hopefully)",
    re.I,
)
_NO_OBJECT = re.compile(r"\s*([-=~>,;:.)\]/]|$)")
_LOOSE_DASH = re.compile(r"\s*-+\s+\S+\s+\S")
_NEXT_UNIT = re.compile(
    r"([(#]?\d{1,2}[.):]+\s*(?=[^\W\d_])|(?:\d{1,2}\s+)?(?=(?:army|fleet|[af])\b[\s.(]))", re.I
)
_UNIT_AFTER = re.compile(r"\s*:?\s*(?:army|fleet|unit|[af])\b", re.I)
_UNIT_NEXT = re.compile(r"\)?\s?(?:(?:[AF]|army|fleet)\s?[(\s])", re.I)
_HELPS = {"s", "S", "c", "C", "y", "Y"}
"""The last letters of S, C, supports, convoys, convoy."""

_GLUED_ORDER = re.compile(r"([SC])(?=[AF]\s+[^\W\d_]{2})", re.I)
_REASON = re.compile(
    r"(?:(?:for|as(?! (?:long|soon|far|well)\b)|being) |-+\s+(?=[^\W\d_]))((?:an? |the )?.*)|(?=tolls?\b)(.*)",
    re.I,
)
_RESULTS = {"void", "unmatched"}
"""Words in brackets that a zine adds to a payment; they are no reasons."""
_SNIPPET = 48
_ENDS_IN_VERB = re.compile(r"[^\W\d_]{2}[a-z][SHC]").fullmatch
"""Capital letters of orders alone are told from the end of a name."""


class Scanner:
    """Offers the ways to read one line.

    Args:
        board: the board in force.
        grammar: whose words are known.
        text: the folded line.
        unknown: also offer words that name nothing as doubtful provinces.
    """

    def __init__(self, board: Board, grammar: Grammar, text: str, *, unknown: bool) -> None:
        self.board, self.grammar, self.text, self.unknown = board, grammar, text, unknown

    def skip_blanks(self, at: int) -> int:
        """Return where the next word begins."""
        match = _BLANKS.match(self.text, at)
        return match.end() if match else at

    def options(self, at: int, expected: Collection[str]) -> Iterator[Found]:
        """Yield the ways to go on from a place, the surest first."""
        char = self.text[at]
        if char in _OPENING:
            yield from self._brackets(at, char, expected)
        if char == ")" and "RPAR" in expected:
            yield Found("RPAR", at + 1, ")")
        yield from self._plain(at, expected)
        yield from self._glued_order(at, expected)
        yield from self._noise(at)
        if char in _PASSED or char in ",;" or (char == "-" and self._ends(at + 1)):
            yield Found("", at + 1)
        beside = _NEXT_UNIT.match(self.text, at) if "SEMI" in expected else None
        if beside is not None and self._in_the_open(at):
            # Orders that stand side by side, numbered or not.
            yield Found("SEMI", at + len(beside.group(1)))
        if char.isalpha():
            yield from self._guesses(at, expected)
        if "$END" in expected and (self._is_parting(at) or self._says_where_not(at)):
            rest = self.text[at:].strip(" ,;:.!-/#()[]")
            yield Found("", len(self.text), remark=Aside(rest) if rest else None)

    def _ends(self, at: int) -> bool:
        return not self.text[at:].strip()

    def _brackets(self, at: int, char: str, expected: Collection[str]) -> Iterator[Found]:
        close = _closing(self.text, at, char)
        inside = self.text[at + 1 : close].strip()
        if self._says_again(at, inside):
            yield Found("", close + 1)
        if "REASON" in expected and char == "(" and inside not in _RESULTS:
            yield Found("REASON", close + 1, inside)
        if "LPAR" in expected and char == "(":
            yield Found("LPAR", at + 1, "(")
        yield Found("", at + 1)
        if not _NOT_ASIDE.match(inside):
            yield Found(
                "", min(close + 1, len(self.text)), remark=Aside(inside) if inside else None
            )

    def _says_again(self, at: int, inside: str) -> bool:
        """Tell whether brackets only name the province before them once more: `Brest (Bre)`."""
        places = places_of(self.board, split_words(inside)) if len(inside) < _SNIPPET else ()
        before = split_words(self.text[max(0, at - _SNIPPET) : at])
        return len(places) == 1 and any(
            places_of(self.board, before[-count:]) == places
            for count in range(1, min(MAX_WORDS, len(before)) + 1)
        )

    def _plain(self, at: int, expected: Collection[str]) -> list[Found]:
        """Return the words and names that stand here as written, the longest first."""
        tokens: list[Found] = []
        if self.text[at].isalnum():
            places = list(self._places(at)) if "PLACE" in expected else []
            powers = list(self._powers(at)) if "POWER" in expected else []
            # "English" is a power's adjective before it is the beginning of a sea's name, and
            # "Norwegian" is one where a unit follows.
            surer = not any(self._is_exact(place) for place in places)
            owners = [power for power in powers if _UNIT_AFTER.match(self.text, power.end)]
            tokens += [*powers, *places] if surer or owners else [*places, *powers]
        elif "REASON" in expected and self.text[at] == ":":
            tokens.append(Found("REASON", len(self.text), self.text[at + 1 :].strip()))
        for name, length in _keywords(self.grammar, self.text[at : at + _SNIPPET]):
            if name in expected and name not in _PASSED_WORDS:
                tokens.append(Found(name, at + length, self.text[at : at + length]))
        if "REASON" in expected and (reason := _REASON.match(self.text, at)):
            tokens.insert(
                0,
                Found(
                    "REASON", len(self.text), (reason.group(1) or reason.group(2)).strip(" .,;")
                ),
            )
        tokens.sort(key=lambda token: -token.end)
        tokens.sort(key=self._swallows_verb)
        return tokens

    def _is_exact(self, token: Found) -> bool:
        return squeeze(token.text) in lexicon_of(self.board).exact

    def _in_the_open(self, at: int) -> bool:
        """Tell whether a place is in no brackets."""
        before = self.text[:at]
        return before.count("(") <= before.count(")") and before.count("[") <= before.count("]")

    def _swallows_verb(self, token: Found) -> bool:
        """`Gal S` may be Galway South, or Galway supporting: the verb is tried first."""
        head, blank, last = token.text.rpartition(" ")
        if token.type != "PLACE" or not (blank and head) or last.casefold() not in _VERB_LETTERS:
            return False
        return not self._needs_letter(head, token.end)

    def _needs_letter(self, head: str, end: int) -> bool:
        """Tell whether a name fits several provinces without its last letter: `Cork C`.

        That letter is then no order, where nothing follows that it could be about.
        """
        several = len(places_of(self.board, split_words(head))) > 1
        return several and _NO_OBJECT.match(self.text, end) is not None

    def _places(self, at: int) -> Iterator[Found]:
        for end, words in self._runs(at):
            written = self.text[at:end]
            if self._is_route(written, words):
                continue
            places = places_of(self.board, words)
            if self._may_be_split(places):
                yield from halves_named(self.board, self.text, (at, end), places)
            for stop, coast, more in coast_after(self.board, places, words, self.text, end):
                yield Found("PLACE", stop, self.text[at:stop], Bound(written, more, coast=coast))
                if self._may_be_split(more):
                    yield from halves_named(self.board, self.text, (at, stop), more, coast=coast)
            if places:
                remark = self._other_name(places, written)
                yield Found("PLACE", end, written, Bound(written, places), remark)
        yield from self._glued(at)
        yield from self._glued_verb(at)
        yield from self._coast_first(at)
        if self.board.gone and (before := number_before(self.text, at)):
            runs = self._runs(before[0])
            yield from half_of_the_whole(self.board, self.text, at, before[1], runs)

    def _may_be_split(self, places: tuple[ProvinceId, ...]) -> bool:
        """Tell whether a number behind a name may be one of a half, or be meant so (Irish 9)."""
        return bool(places) and (
            self.unknown or any(province in self.board.gone for province in places)
        )

    def _is_route(self, written: str, words: tuple[str, ...]) -> bool:
        """`Cor-NOR`: names joined by a dash are two places, where each is just one by itself."""
        exact = lexicon_of(self.board).exact
        alone = len(words) > 1 and all(len(exact.get(word, ())) == 1 for word in words)
        return alone and "-" in written

    def _other_name(self, places: tuple[ProvinceId, ...], written: str) -> Remark | None:
        """Return the remark on a word that is only the beginning of another name of a province."""
        if len(places) != 1 or not only_by_alias(self.board, places[0], written):
            return None
        return ReadAs(written, place_named(self.board, places[0]).name)

    def _coast_first(self, at: int) -> Iterator[Found]:
        """`north coast of Spain`: the coast before its province."""
        split = coast_before(self.text, at)
        if split is None:
            return
        side, start = split
        for end, words in self._runs(start):
            places = tuple(p for p in places_of(self.board, words) if self._coasts(p))
            if places:
                coast = coast_of(self.board, places, side) or side
                text = self.text[at:end]
                if self._may_be_split(places):
                    span = (at, end)
                    yield from halves_named(self.board, self.text, span, places, coast=coast)
                yield Found("PLACE", end, text, Bound(text, places, coast=coast))

    def _coasts(self, place: ProvinceId) -> bool:
        return bool(place_named(self.board, place).coasts)

    def _glued(self, at: int) -> Iterator[Found]:
        """`StPsc`: a coast written in one with its province."""
        word = _word_at(self.text, at)
        split = glued_coast(self.board, word)
        if split is not None:
            places, coast = split
            yield Found("PLACE", at + len(word), word, Bound(word, places, coast=coast))

    def _powers(self, at: int) -> Iterator[Found]:
        for end, words in self._runs(at):
            joined = "".join(words)
            powers = powers_of(self.board, joined) if len(joined) > 1 else ()
            powers = powers or self._by_initial(at, end)
            if powers:
                stop = end + 2 if self.text[end : end + 2].casefold() == "'s" else end
                text = self.text[at:end]
                yield Found("POWER", stop, text, Bound(text, powers=powers))

    def _by_initial(self, at: int, end: int) -> tuple[PowerId, ...]:
        """Return the power whose initial stands before a unit: `A Gal S R A War-Sil`."""
        letter = self.text[at:end].strip("()")
        if len(letter) != 1 or not letter.isupper() or not _UNIT_NEXT.match(self.text, end):
            return ()
        if self.text[:at].rstrip(" (")[-1:] not in _HELPS:
            return ()  # elsewhere the letter is an order: `then B A Cor`
        named = tuple(
            power for power, entry in self.board.powers.items() if entry.name.startswith(letter)
        )
        return named if len(named) == 1 else ()

    def _runs(self, at: int) -> list[tuple[int, tuple[str, ...]]]:
        """Return the runs of words that begin here, the longest first."""
        match = _WORD.match(self.text, at)
        if match is None:
            return []
        ends = [match.end()]
        while len(ends) < MAX_WORDS and (match := _NEXT.match(self.text, ends[-1])):
            ends.append(match.end())
        return [(end, split_words(self.text[at:end])) for end in reversed(ends)]

    def _noise(self, at: int) -> Iterator[Found]:
        for name, length in _keywords(self.grammar, self.text[at : at + _SNIPPET]):
            if name in _PASSED_WORDS and length and not self._begins_name(at, length):
                yield Found("", at + length)

    def _begins_name(self, at: int, length: int) -> bool:
        """Tell whether `I` stands where a name must: `A Tun -I ON - Alb` is a slip."""
        alone = length == 1 and self.text[at] in "iI"
        return alone and self.text[:at].rstrip().endswith(("-", ">", "="))

    def _guesses(self, at: int, expected: Collection[str]) -> Iterator[Found]:
        word = _word_at(self.text, at)
        end = at + len(word)
        if kind := _near_keyword(self.grammar, word.casefold()):
            after_dash = "PLACE" in expected and self.text[:at].rstrip().endswith(("-", ">", "="))
            for name, meant in kind:
                if name in expected and not after_dash:
                    yield Found(name, end, word, remark=ReadAs(word, meant))
        if "PLACE" in expected:
            yield from self._glued_unit(at, word, expected)
            if not self._is_keyword(at, end):
                yield from self._typos(at)
        if "POWER" in expected and (power := power_typo(self.board, squeeze(word))):
            name = self.board.powers[power].name
            yield Found("POWER", end, word, Bound(word, powers=(power,)), ReadAs(word, name))
        if "$END" in expected and self._is_keyword(at, end):
            return  # a verb too many is no province's name
        if self.unknown and "PLACE" in expected:
            yield from self._doubtful(at)
        if self.unknown and "POWER" in expected and at and may_be_name(word):
            yield Found("POWER", end, word, Bound(word, doubtful=True))

    def _glued_order(self, at: int, expected: Collection[str]) -> Iterator[Found]:
        """`A Hol SA Lon - Bel`: the letter of an order written in one with that of its unit."""
        match = _GLUED_ORDER.match(self.text, at)
        name = {"s": "SUPPORT", "c": "CONVOY"}.get(match.group().casefold()) if match else None
        if name in expected:
            yield Found(name or "", at + 1, self.text[at])

    def _glued_verb(self, at: int) -> Iterator[Found]:
        """`A MunH`: the letter of an order written in one with the province before it."""
        for end, words in self._runs(at):
            name = self.text[at : end - 1]
            places = (
                places_of(self.board, split_words(name))
                if _ENDS_IN_VERB(self.text, max(at, end - 4), end)
                else ()
            )
            if len(places) == 1 and not places_of(self.board, words):
                yield Found("PLACE", end - 1, name, Bound(name, places))

    def _glued_unit(self, at: int, word: str, expected: Collection[str]) -> Iterator[Found]:
        """`flon`: the unit's letter written in one with its province."""
        kind = {"a": "ARMY", "f": "FLEET"}.get(word[:1].casefold())
        if kind in expected and len(word) >= 4 and places_of(self.board, split_words(word[1:])):
            yield Found(kind or "", at + 1, word[0])

    def _typos(self, at: int) -> Iterator[Found]:
        for end, words in self._runs(at):
            if any(word in _VERB_LETTERS for word in words[1:]):
                continue  # `F Bla C Rm` holds a verb
            place = typo_of(self.board, "".join(words))
            if place is not None and (len(words) == 1 or self._of_words(at, end, place)):
                text = self.text[at:end]
                remark = ReadAs(text, place_named(self.board, place).name)
                for stop, coast, _ in coast_after(self.board, (place,), words, self.text, end):
                    bound = Bound(text, (place,), coast=coast)
                    yield Found("PLACE", stop, self.text[at:stop], bound, remark)
                if self._may_be_split((place,)):
                    yield from halves_named(self.board, self.text, (at, end), (place,), remark)
                yield Found("PLACE", end, text, Bound(text, (place,)), remark)

    def _of_words(self, at: int, end: int, place: ProvinceId) -> bool:
        """Tell whether words apart can be a misspelt name: one that has several words itself."""
        name = place_named(self.board, place).name
        dashed = "-" in self.text[at:end]
        return len(split_words(name)) > 1 and (not dashed or "-" in name)

    def _is_keyword(self, at: int, end: int) -> bool:
        keywords = _keywords(self.grammar, self.text[at : at + _SNIPPET])
        return any(at + length == end for _, length in keywords)

    def _doubtful(self, at: int) -> Iterator[Found]:
        for end, words in reversed(self._runs(at)):
            if len(words) > 1 and self._holds_known(at, end, words):
                return  # a known word with others about it is no unknown name
            near = candidates_for(self.board, "".join(words))
            text = self.text[at:end]
            yield Found("PLACE", end, text, Bound(text, near, doubtful=True))

    def _holds_known(self, at: int, end: int, words: tuple[str, ...]) -> bool:
        """Tell whether words hold a name, or a verb or small word, so that they are no one name."""
        if any(len(word) >= 3 and places_of(self.board, (word,)) for word in words):
            return True
        starts = [match.start() + at for match in _WORD.finditer(self.text[at:end])]
        return any(
            _keywords(self.grammar, self.text[start : start + _SNIPPET]) for start in starts
        )

    def _says_where_not(self, at: int) -> bool:
        """Tell whether what is left may only name what was not meant: `instead of Bur`."""
        return not self.unknown and may_say_where_not(self.text[at : at + _SNIPPET])

    def _is_parting(self, at: int) -> bool:
        """Tell whether what is left is a remark such as `, thanks` and holds no order."""
        rest = self.text[at:]
        if self.unknown or not _PARTING.match(rest) or _NOT_PARTING.search(rest):
            return False
        if rest[:1] in _OPENING and rest[_closing(rest, 0, rest[0]) + 1 :].strip(" .,;:!"):
            return False  # `F Spa (sc) - mod`: what is behind the brackets is no remark
        if rest.lstrip().startswith("-") and not _LOOSE_DASH.match(rest):
            return False
        return not any(
            len(word) >= 3 and places_of(self.board, (word,)) for word in split_words(rest)
        )


def _word_at(text: str, at: int) -> str:
    match = _WORD.match(text, at)
    return match.group() if match else ""


def _closing(text: str, at: int, char: str) -> int:
    depth = 0
    for index in range(at, len(text)):
        depth += (text[index] == char) - (text[index] == _OPENING[char])
        if depth == 0:
            return index
    return len(text)


@lru_cache(maxsize=65536)
def _keywords(grammar: Grammar, snippet: str) -> tuple[tuple[str, int], ...]:
    """Return the terminals that match at the beginning of a snippet, with their length."""
    return tuple(
        (name, match.end())
        for name, pattern in grammar.patterns
        if (match := pattern.match(snippet)) and match.end()
    )


@lru_cache(maxsize=8192)
def _near_keyword(grammar: Grammar, word: str) -> tuple[tuple[str, str], ...]:
    """Return the words of the grammar that a misspelt one of four letters or more is near."""
    if len(word) < 4 or is_little((word,)):
        return ()
    return tuple(
        (name, known)
        for known, name in grammar.vocabulary.items()
        if abs(len(known) - len(word)) <= 1 and OSA.distance(known, word, score_cutoff=1) == 1
    )
