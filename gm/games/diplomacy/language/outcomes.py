"""What one way to read a line came to, kept while others are tried: see `gm.games.diplomacy.language.mails`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from gm.contract.language import Slip, Verdict
from gm.games.diplomacy.language.ahead import Heading, heading_of
from gm.games.diplomacy.language.attempts import looks_like_orders
from gm.games.diplomacy.language.binding.rewording import Rewording, rewordings
from gm.games.diplomacy.language.grammar.decoration import undecorate
from gm.games.diplomacy.language.grammar.gifts import has_gifts
from gm.games.diplomacy.language.talk.doubts import without_denials
from gm.games.diplomacy.language.talk.withdrawals import one_withdrawn
from gm.games.diplomacy.readings import Context, LineReading
from gm.games.diplomacy.rules.board import Board
from gm.interpret.folding import fold


@dataclass(frozen=True, slots=True)
class LineMark:
    """How far a mail was read: lines, readings, slips, refused lines."""

    at: int
    readings: int
    slips: int
    refused: int


@dataclass(frozen=True, slots=True)
class LineOutcome:
    """What was found in a line, and where reading goes on behind it."""

    at: int
    readings: tuple[LineReading, ...]
    slips: tuple[Slip, ...]
    refused: int

    @property
    def is_order(self) -> bool:
        """Whether all that was found are orders."""
        return bool(self.readings) and all(
            line.verdict is Verdict.ACCEPTED for line in self.readings
        )

    @property
    def is_talk(self) -> bool:
        """Whether nothing in it asks for anything."""
        return all(line.verdict is Verdict.CHATTER for line in self.readings)

    @property
    def is_doubtful(self) -> bool:
        """Whether something in the line had to be guessed or was left out."""
        return any(line.remarks for line in self.readings)

    @property
    def is_sure(self) -> bool:
        """Whether there is nothing to ask, or nothing at all."""
        return not self.readings or (self.is_order and not self.is_doubtful)

    @property
    def is_unread(self) -> bool:
        """Whether nothing was found but talk, and lines that cannot be read."""
        unread = {Verdict.CHATTER, Verdict.UNREADABLE}
        return all(line.verdict in unread for line in self.readings)

    @property
    def is_understood(self) -> bool:
        """Whether a whole word in it, or the rules, stand against what is an order otherwise."""
        refused = {Verdict.IMPOSSIBLE, Verdict.AMBIGUOUS}
        return any(
            line.verdict in refused
            and line.problem is not None
            and len(line.problem.piece) > _LETTERS
            for line in self.readings
        )

    def asks_about(self, other: LineOutcome) -> bool:
        """Tell whether it asks about the very orders that another reading of the line takes."""
        choices = {choice for line in self.readings for choice in line.choices}
        return any(line.orders in choices for line in other.readings)

    def gives_way_to(self, other: LineOutcome, *, meant: bool, is_own: bool) -> bool:
        """Tell whether a complaint about the line in another language is the better one.

        Args:
            other: what the line is in that language.
            meant: it is that language, and meant as an order.
            is_own: it is the writer's language.
        """
        if any(line.verdict is Verdict.ACCEPTED for line in self.readings):
            return False
        if other.is_talk and not self.is_talk:
            return False
        return meant or (is_own and self.is_unread and other.is_understood)

    def written(self, texts: Sequence[str], number: int) -> LineOutcome:
        """Return the same with the line as its writer wrote it, and those it goes on in.

        Args:
            texts: the lines of the mail.
            number: of the line, counted from 1.
        """
        lines = [line.strip() for line in texts[number - 1 : self.at] if line.strip()]
        whole = " ".join(lines) if len(lines) > 1 else texts[number - 1]
        return replace(
            self,
            readings=tuple(replace(line_reading, text=whole) for line_reading in self.readings),
        )


def is_meant(context: Context, text: str) -> bool:
    """Tell whether a line put into English was meant as an order, or as the denial of one."""
    folded = fold(text)
    if one_withdrawn(folded, gifts=has_gifts(context)) is not None:
        return True
    plain, _ = without_denials(folded)
    bare = (undecorate(context.board, piece, context.kind).text for piece in (folded, plain))
    return any(looks_like_orders(context.board, piece) for piece in bare)


def in_tongue_of(tongue: Rewording, board: Board, text: str) -> str:
    """Return a line put into English from the language of another one; as it is where it is none."""
    return next(
        (rewording.text for rewording in rewordings(board, text) if rewording.code == tongue.code),
        text,
    )


def heading_in_tongues(board: Board, text: str) -> Heading | None:
    """Return the heading that a folded line is in another language; None if it is none."""
    if len(text) > _LONGEST_HEADING:
        return None
    headings = (
        heading_of(board, rewording.text) for rewording in rewordings(board, text, untold=False)
    )
    return next(filter(None, headings), None)


_LONGEST_HEADING = 40

_LETTERS = 2
"""Letters of which nobody can tell what they were meant to name."""
