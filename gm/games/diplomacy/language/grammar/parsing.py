"""Reads one folded line with a grammar: a search over the ways in which it can be cut up.

Nearly always the first way fits. Where it does not the search goes back; a place that the parser
has failed at in the same state is not tried again, so the work stays small.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from gm.games.diplomacy.language.grammar.scanner import Scanner
from gm.games.diplomacy.rules.board import Board
from gm.games.diplomacy.wording.complaints.line_words import Remark
from gm.interpret.grammars import Found, Grammar, Node, Parse

LIMIT = 2000
"""Steps after which a line is given up; the longest lines of real mails take a tenth of it."""


@dataclass(frozen=True, slots=True)
class ParsedLine:
    """A line that could be read.

    Args:
        tree: what the parser made of it.
        taken: how doubtful words were taken, and what was left out.
    """

    tree: Node
    taken: tuple[Remark, ...]

    @property
    def remarks(self) -> tuple[str, ...]:
        """The same in sentences."""
        return tuple(remark.said() for remark in self.taken)


@dataclass(frozen=True, slots=True)
class Stuck:
    """A line that could not be read.

    Args:
        at: the furthest place that was reached.
        expected: the terminals that could have followed there.
    """

    at: int
    expected: frozenset[str]


@dataclass(slots=True)
class _Step:
    """A place in the search: the parser, and the ways from here that are left to try."""

    parse: Parse
    options: Iterator[Found]
    at: int
    token: Found | None = None


@lru_cache(maxsize=512)
def parse_line(board: Board, grammar: Grammar, text: str, *, unknown: bool) -> ParsedLine | Stuck:
    """Return the tree of a folded line, or where reading got stuck.

    The last lines are kept: a line that is taken apart is looked at more than once.

    Args:
        board: the board in force.
        grammar: the game's grammar.
        text: the folded line without its decoration.
        unknown: take words that name nothing as doubtful provinces, for a better complaint.
    """
    scanner = Scanner(board, grammar, text, unknown=unknown)
    return _Search(scanner).run()


class _Search:
    """One search; the path so far is a stack of steps."""

    def __init__(self, scanner: Scanner) -> None:
        self.scanner = scanner
        self.path: list[_Step] = []
        self.seen: set[tuple[int, tuple[int, ...]]] = set()
        start = scanner.grammar.start()
        self.far = Stuck(0, frozenset(start.expected))
        self.read = self._enter(start, 0)

    def run(self) -> ParsedLine | Stuck:
        """Search until the line is read, everything is tried, or the limit is reached."""
        for _ in range(LIMIT):
            if self.read or not self.path:
                break
            self._advance()
        return self._parsed() if self.read else self.far

    def _advance(self) -> None:
        step = self.path[-1]
        step.token = token = next(step.options, None)
        if token is None:
            self.path.pop()
            return
        parse = step.parse.feed(token.type) if token.type else step.parse
        if parse is not None:
            self.read = self._enter(parse, token.end)

    def _enter(self, parse: Parse, end: int) -> bool:
        """Go on from a place; True if the line is read to its end."""
        at = self.scanner.skip_blanks(end)
        if at >= len(self.scanner.text):
            return parse.may_end()
        key = (at, parse.stack)
        if key not in self.seen:
            self.seen.add(key)
            if at > self.far.at:
                self.far = Stuck(at, frozenset(parse.expected))
            self.path.append(_Step(parse, self.scanner.options(at, parse.expected), at))
        return False

    def _parsed(self) -> ParsedLine:
        steps = [(step.at, step.token) for step in self.path if step.token is not None]
        tree = self.scanner.grammar.tree([(at, token) for at, token in steps if token.type])
        remarks = (token.remark for _, token in steps)
        return ParsedLine(tree, tuple(said for said in remarks if isinstance(said, Remark)))
