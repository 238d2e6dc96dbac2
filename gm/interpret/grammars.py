"""Loads the Lark grammars and answers, for each state of the parser, which words may follow.

The only module that knows Lark. A grammar is compiled once per process.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeAlias

from lark import Lark, Token, Tree
from lark.exceptions import LarkError
from lark.parsers.lalr_analysis import Shift

from gm.errors import GrammarError
from gm.interpret.patterns import spellings
from gm.resources import grammar_dir

Node: TypeAlias = Tree[Token]
"""A parsed line."""

_Table: TypeAlias = Mapping[int, Mapping[str, tuple[Any, Any]]]
"""Lark's table: by state and terminal, shift to a state or reduce by a rule."""


class GrammarWord(Token):
    """A token that also carries what the scanner found: a bound name, a number, a reason.

    What a name is bound to is the game's own affair: its scanner puts it there, its binder takes it.
    """

    bound: object | None
    span: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Found:
    """A way to read the text at one place.

    Args:
        type: the terminal, or "" where the text is passed over.
        end: where reading goes on.
        text: the words as written.
        bound: what a name stands for.
        remark: what the sender should be told about this reading.
    """

    type: str
    end: int
    text: str = ""
    bound: object | None = None
    remark: object | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Grammar:
    """A compiled grammar: its parser, and the patterns of its words.

    Args:
        lark: the parser.
        patterns: each terminal with its pattern, compiled to end at the end of a word.
        vocabulary: plain words of four letters and more, each with its terminal, for typos.
        named: the terminals of these words, which tell what kinds of orders the game has.
    """

    lark: Lark
    patterns: tuple[tuple[str, re.Pattern[str]], ...]
    vocabulary: Mapping[str, str]
    named: frozenset[str]

    def start(self) -> Parse:
        """Return a parser at the beginning of a line."""
        state = self.lark.parse_interactive().parser_state
        return Parse(state.parse_conf.states, state.parse_conf.end_state, (state.position,))

    def tree(self, read: Sequence[tuple[int, Found]]) -> Node:
        """Return the tree of a line that a Parse has taken to its end."""
        state = self.lark.parse_interactive().parser_state
        for start, token in read:
            word = GrammarWord(token.type, token.text)
            word.bound, word.span = token.bound, (start, token.end)
            state.feed_token(word)
        tree: Node = state.feed_token(Token("$END", ""), is_end=True)
        return tree


class Parse:
    """A parser in the middle of a line: Lark's tables without a tree, so that it can go back.

    Feeding never changes it: a new one is returned.
    """

    __slots__ = ("_end", "_states", "stack")

    def __init__(self, states: _Table, end: int, stack: tuple[int, ...]) -> None:
        self._states, self._end, self.stack = states, end, stack

    @property
    def expected(self) -> Mapping[str, object]:
        """The terminals that may follow, as keys; `$END` if the line may end here."""
        return self._states[self.stack[-1]]

    def feed(self, terminal: str) -> Parse | None:
        """Return the parser behind one more word, or None if it does not fit."""
        stack = [*self.stack]
        while True:
            step = self._states[stack[-1]].get(terminal)
            if step is None:
                return None
            action, target = step
            if action is Shift:
                return Parse(self._states, self._end, (*stack, target))
            if target.expansion:
                del stack[-len(target.expansion) :]
            stack.append(self._states[stack[-1]][target.origin.name][1])
            if terminal == "$END" and stack[-1] == self._end:
                return Parse(self._states, self._end, tuple(stack))

    def may_end(self) -> bool:
        """Tell whether the line may end here."""
        return self.feed("$END") is not None


@lru_cache(maxsize=16)
def load_grammar(name: str | Path) -> Grammar:
    """Return a grammar by the name of its file, or where it lies; GrammarError if it does not compile."""
    path = name if isinstance(name, Path) else grammar_dir() / f"{name}.lark"
    try:
        lark = Lark(
            path.read_text(encoding="utf-8"),
            parser="lalr",
            lexer="basic",
            import_paths=[str(grammar_dir())],
            source_path=str(path),
            maybe_placeholders=False,
        )
    except (OSError, LarkError) as error:
        raise GrammarError(f"{path}: {error}") from error
    patterns = tuple(_patterns(lark))
    vocabulary = _vocabulary(lark)
    # As plain text: the library's own tokens take ten times as long to compare.
    named = frozenset(map(str, vocabulary.values()))
    return Grammar(lark, patterns, vocabulary, named)


def subtrees(tree: Node) -> Iterator[Node]:
    """Yield the children of a node that are nodes."""
    return (child for child in tree.children if isinstance(child, Tree))


def words(tree: Node) -> Iterator[GrammarWord]:
    """Yield the children of a node that are words."""
    return (child for child in tree.children if isinstance(child, GrammarWord))


def all_words(tree: Node) -> Iterator[GrammarWord]:
    """Yield every word below a node, left to right."""
    for child in tree.children:
        if isinstance(child, Tree):
            yield from all_words(child)
        elif isinstance(child, GrammarWord):
            yield child


def kind_of(tree: Node) -> str:
    """Return a node's name, without the file it was imported from."""
    return str(tree.data).rpartition("__")[2]


def _patterns(lark: Lark) -> Iterator[tuple[str, re.Pattern[str]]]:
    # A sign ends anywhere; a word must not stop inside a longer one.
    boundary = r"(?:(?<![^\W_])|(?![^\W_]))"
    for terminal in lark.terminals:
        yield terminal.name, re.compile(f"(?:{terminal.pattern.to_regexp()}){boundary}")


_NEVER_GUESSED = {"NOISE", "ARTICLE", "NUMBER", "KIND", "ME", "MINE"}
"""Words of which no misspelling is taken: `mine` is no slip of `nine`."""


def _vocabulary(lark: Lark) -> dict[str, str]:
    vocabulary: dict[str, str] = {}
    for terminal in lark.terminals:
        if terminal.name not in _NEVER_GUESSED:
            for word in spellings(terminal.pattern.value):
                if len(word) >= 4 and word.isalpha():
                    vocabulary.setdefault(word, terminal.name)
    return vocabulary


@dataclass(frozen=True, slots=True)
class Parsed:
    """A line that a small grammar took as a whole: the rule it is, and the words that count."""

    name: str
    words: tuple[str, ...]


@lru_cache(maxsize=4)
def _small(name: str) -> Lark:
    """Return a grammar whose words depend on what stands before them; its start is one rule."""
    path = grammar_dir() / f"{name}.lark"
    try:
        text = path.read_text(encoding="utf-8")
        return Lark(
            text,
            parser="lalr",
            lexer="contextual",
            source_path=str(path),
            maybe_placeholders=False,
        )
    except (OSError, LarkError) as error:
        raise GrammarError(f"{path}: {error}") from error


def parse_line(name: str, text: str) -> Parsed | None:
    """Return what a small grammar makes of a line; None if it does not take it as a whole."""
    try:
        tree: Node = _small(name).parse(text)
    except LarkError:
        return None
    (inner,) = subtrees(tree)
    tokens = inner.scan_values(lambda value: isinstance(value, Token))
    return Parsed(str(inner.data), tuple(str(token).strip() for token in tokens))


def rules_of(name: str) -> tuple[str, ...]:
    """Return the rules that a line of a small grammar may be, in the order they are listed."""
    lark = _small(name)
    return tuple(
        str(rule.expansion[0].name) for rule in lark.rules if str(rule.origin.name) == "line"
    )


def words_that_open(name: str) -> str:
    """Return a pattern of the words with which a line of a small grammar begins."""
    lark = _small(name)
    state = lark.parse_interactive("").parser_state
    first = state.parse_conf.states[state.position]
    patterns = [
        terminal.pattern.to_regexp() for terminal in lark.terminals if terminal.name in first
    ]
    return "|".join(f"(?:{pattern})" for pattern in patterns)
