"""Reads the lines of a whole mail: press and blocks set aside, each other line by itself."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from itertools import accumulate, islice, takewhile
from typing import Final

from gm.contract.language import Command, PressRead, Problem, Slip, Verdict
from gm.games.diplomacy.language.ahead import (
    Headed,
    Heading,
    heading_of,
    under_heading,
    under_phase,
)
from gm.games.diplomacy.language.attempts import opens_condition
from gm.games.diplomacy.language.binding.names import find_power, names_on
from gm.games.diplomacy.language.binding.other_names import spoken_by
from gm.games.diplomacy.language.binding.rewording import Rewording, rewordings
from gm.games.diplomacy.language.choices import LONGEST_CLEARING, unit_cleared
from gm.games.diplomacy.language.first_pieces import asked_pieces
from gm.games.diplomacy.language.for_all import settle
from gm.games.diplomacy.language.judging import judge_list
from gm.games.diplomacy.language.lines import (
    has_form_of_orders,
    is_condition_alone,
    is_order,
    orders_later,
    read_line,
    read_parts,
    tells_of_before,
)
from gm.games.diplomacy.language.outcomes import (
    LineMark,
    LineOutcome,
    heading_in_tongues,
    in_tongue_of,
    is_meant,
)
from gm.games.diplomacy.language.retreat_lists import as_retreats, retreat_line
from gm.games.diplomacy.language.sections import command_on
from gm.games.diplomacy.language.talk.doubts import doubts_in, with_forbidding_words
from gm.games.diplomacy.language.talk.set_aside import set_aside
from gm.games.diplomacy.readings import Context, LineReading, Reading
from gm.games.diplomacy.rules.board import Board
from gm.games.diplomacy.rules.orders import replaces
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.games.diplomacy.wording.complaints import line_words, place_words
from gm.interpret import press
from gm.interpret.commands import slip_of
from gm.interpret.echoes import echoing
from gm.interpret.folding import fold
from gm.interpret.press_blocks import PressBlock, block_at, closings, written_to
from gm.interpret.reservations import has_turn, is_turn, turn_at
from gm.interpret.talk_words import turns
from gm.interpret.tongues import load_tongue, words_of
from gm.time_limit import check_time

# Knows the lines that add to a list instead of replacing it: `Build F Cov too`, `waive the rest`.
#
# A list replaces the list that stands. Whoever says that something comes beside it, or leaves it as it
# is, takes nothing back.

_LONGEST: Final = 200
"""Characters of a line that are looked at."""

_NOTES: Final = re.compile(r"[(\[][^)\]]{0,80}[)\]]")
_PARTED: Final = re.compile(r"[,.;:!]+\s*|\s+-+\s+|\s+(?=and\b|und\b|agus\b)", re.I)


def with_additions(
    lines: Sequence[LineReading], texts: Sequence[str], kind: PhaseKind
) -> tuple[LineReading, ...]:
    """Return the lines of a mail, those marked that add their orders to the list that stands.

    Args:
        lines: as read. texts: of the mail, whole. kind: of the open phase.
    """
    counts = Counter(line.number for line in lines for _ in line.orders)
    first = min(counts, default=0)
    lists = any(
        replaces(order, PhaseKind.ADJUSTMENT if line.ahead else kind)[1] is None
        for line in lines
        for order in line.orders
    )
    return tuple(
        replace(
            line,
            adds=_adds(texts[line.number - 1], several=counts[line.number] > 1)
            or (line.number == first and _begins_with("and_adds", texts[line.number - 1])),
        )
        if line.orders and line.number <= len(texts)
        else _called_provisional(line)
        if counts and _is_called_provisional(line)
        else _kept(line, lists=lists)
        for line in lines
    )


def _adds(text: str, *, several: bool) -> bool:
    """Tell whether a line that orders something says that it adds to what stands.

    Between several orders of a line `also` only joins them. What stands in brackets is a remark or
    the reason of a payment: `Pay 4 to Ulster (another toll)`.
    """
    words = words_of(fold(_NOTES.sub(" ", text[:_LONGEST])))
    if behind_keeping(text) is not None:
        return True
    places = range(1 if several else len(words))
    return any(turn_at(name, words, at) > at for at in places for name in ("adding", "rest"))


def _begins_with(name: str, text: str) -> bool:
    return turn_at(name, words_of(fold(text[:_LONGEST])), 0) > 0


def _kept(line: LineReading, *, lists: bool) -> LineReading:
    """Return a line; one that only leaves all, or all else, as it is was understood.

    Where the mail has a list in it, which takes the place of the one that stands, all else may be that.
    """
    parts = [
        words for part in _ENDS.split(fold(line.text[:_LONGEST])) if (words := words_of(part))
    ]
    if line.orders or not parts or not is_turn("keeping", parts[0]):
        return line
    polite = turns()["thanks"] | turns()["closing"]
    if not all(words in polite or is_turn("tail", words) for words in parts[1:]):
        return line
    if lists and has_turn("rest", parts[0]):
        return line
    return replace(line, verdict=Verdict.CHATTER, known=True, problem=None, choices=())


_ENDS: Final = re.compile(r"[.!;]+")

_SHORT_NOTE: Final = 6
"""Words of the longest line that only calls its orders provisional."""


def _is_called_provisional(line: LineReading) -> bool:
    """Tell whether a line says that the orders of its mail are provisional, and no more: they count until others come."""
    words = words_of(fold(line.text[:_LONGEST]))
    said = len(words) <= _SHORT_NOTE and has_turn("provisional", words)
    return said and not any(has_turn(name, words) for name in ("denial", "unreal", "if", "drops"))


def _called_provisional(line: LineReading) -> LineReading:
    said = (line_words.provisional(),)
    return replace(
        line, verdict=Verdict.CHATTER, known=True, problem=None, choices=(), remarks=said
    )


def behind_keeping(text: str) -> str | None:
    """Return what stands behind words that leave all as it is, as in `Leave it so. Waive the rest`.

    Returns:
        None for a line that does not begin so, or orders nothing behind it.
    """
    for sign in _PARTED.finditer(text[:_LONGEST]):
        head, rest = text[: sign.start()], text[sign.end() :].strip()
        if rest and is_turn("keeping", words_of(fold(head))):
            words = words_of(fold(rest))
            end = turn_at("and_adds", words, 0)
            return rest.split(maxsplit=end)[end] if 0 < end < len(words) else rest
    return None


# Puts together a conditional order that its writer or a mail program broke over several lines.
#
# Read line by line, its `else build A CoC` would count whatever the condition comes to.

MOST_PIECES = 8
"""Lines that one conditional order is looked for in, empty ones included."""

_CONDITION = re.compile(r"\b(if|unless|when|in case)\b", re.I)
_GOES_ON = re.compile(r"[(,;]*\s*(then|else|otherwise)\b", re.I)
_BREAKS_OFF = re.compile(r"(?<![^\W_])(?:then|else|otherwise)\s*[,:]?\s*$", re.I)
_ELSE_INSIDE = re.compile(r"(?:(?!\b(?:if|unless)\b).)+\b(else|otherwise)\b", re.I)


def whole_condition(
    board: Board, text: str, following: Iterable[str], fits: Callable[[str], bool]
) -> tuple[str, int]:
    """Return a line with the lines below that belong to its condition, and how many those are.

    A line that begins with `then` or `else` always belongs to it, and so does the one below a
    `then` or `else` that ends its line; any other one only if the order can be read with it and
    not without it, or holds the `else`, and no empty line is between.

    Args:
        board: whose names tell a condition from talk.
        text: the line as written.
        following: the lines below it.
        fits: tells whether a line can be read and carried out.
    """
    if _CONDITION.search(text) is None or not opens_condition(board, fold(text)):
        return text, 0
    whole, taken, tried, apart = text, 0, text, False
    for count, line in enumerate(islice(following, MOST_PIECES - 1), 1):
        piece = fold(line[:500])
        if not piece:
            apart = True
            continue
        broken = taken == count - 1 and _BREAKS_OFF.search(tried) is not None
        tried = f"{tried.rstrip()} {line.strip()}"
        if _GOES_ON.match(piece) or broken:
            whole, taken = tried, count
        elif apart or (fits(whole) and not _ELSE_INSIDE.match(piece)):
            break
        elif fits(tried):
            whole, taken = tried, count
    return whole, taken


def block_in_one_line(condition: str, inside: list[str]) -> str:
    """Return a block as `IF c THEN a AND b ELSE d`."""
    parts = [f"{fold(condition).rstrip(':,')} THEN"]
    fresh = True
    for line in inside:
        plain = fold(line).rstrip(" .,;")
        if press.closes_if(plain):
            continue
        rest = press.otherwise(plain)
        if rest is not None:
            nested = press.opens_if(rest)
            parts.append(f"ELSE {rest}{' THEN' if nested else ''}".rstrip())
            fresh = not rest or nested
            continue
        parts.append(plain if fresh else f"AND {plain}")
        fresh = False
    return " ".join(parts)


def read_orders(lines: Sequence[str], context: Context, *, strict: bool = False) -> Reading:
    """Return what the lines of a mail order, those left out that its own words set aside.

    Args:
        lines: the text that counts, quotes and signatures removed.
        context: the position they are read against.
        strict: every line without orders has a problem; else talk is passed over.
    """
    return _read_mail(lines, context, strict=strict, whole=True)


def read_each(lines: Sequence[str], context: Context) -> Reading:
    """Return what each line of a mail orders by itself, whatever the lines around it say.

    Args:
        lines, context: as of `read_orders`.
    """
    return _read_mail(lines, context, strict=False, whole=False)


def _read_mail(lines: Sequence[str], context: Context, *, strict: bool, whole: bool) -> Reading:
    reader = _Reader(context, lines, strict=strict)
    reader.read()
    readings = with_additions(
        tuple(settle(reader.readings, context, _read_strictly)), lines, context.kind
    )
    if whole:
        readings = set_aside(readings, lines, reader.commands, context, reader.passed)
    judged = judge_list(with_additions(readings, lines, context.kind), context)
    readings = with_additions(asked_pieces(judged, context, whole=whole), lines, context.kind)
    asked = {line.number for line in readings if line.reserves}
    commands = tuple(
        command
        for command in reader.commands
        # "Orders" above a list of orders is its heading.
        if (command.word != "ORDERS" or not any(line.orders for line in readings))
        and (command.word != "CLEAR" or command.line not in asked)
    )
    return Reading(readings, tuple(reader.press), commands, context.kind, tuple(reader.slips))


MOST_LINES = 3000
"""Lines of one mail that are read; the orders of the largest power take a hundred."""

MOST_LETTERS = 100_000
"""Characters of those lines; as many as that of orders would be those of a whole game."""

MOST_TAKEN_APART = 100
"""Refused lines of one mail that are taken apart, so that nonsense stays cheap to read."""


def _most_read(lines: Sequence[str]) -> int:
    """Return how many lines of a mail are read, the first ones."""
    ends = accumulate(len(line) for line in lines[:MOST_LINES])
    return sum(1 for _ in takewhile(lambda end: end <= MOST_LETTERS, ends))


class _Reader:
    """Goes through the lines and keeps what has been found."""

    def __init__(self, context: Context, lines: Sequence[str], *, strict: bool) -> None:
        self.open, self.strict = context, strict
        self.names = names_on(context.board)
        self.headed = Headed(context)
        self.lines = [*enumerate(lines[: _most_read(lines)], 1)]
        self.cut = len(lines) > len(self.lines)
        self.texts = [line for _, line in self.lines]
        self.ends = closings(self.texts)
        endifs = (at for at, line in self.lines if press.closes_if(fold(line[:80])))
        self.last_endif = max(endifs, default=0)
        self.at = 0
        self.readings: list[LineReading] = []
        self.press: list[PressRead] = []
        self.commands: list[Command] = []
        self.slips: list[Slip] = []
        self.passed: set[int] = set()
        self.refused = 0
        self.tongue: Rewording | None = None

    @property
    def context(self) -> Context:
        """The position that lines are read against, by the heading they stand under."""
        return self.headed.context

    def read(self) -> None:
        """Read every line."""
        while self.at < len(self.lines):
            check_time()
            number, text = self.lines[self.at]
            self.at += 1
            plain = fold(text[:500])
            with echoing(self._written(number)):
                if plain and self._take(number, text, plain):
                    return
        if self.cut:
            most = len(self.lines)
            self._fault(most + 1, "", line_words.too_many_lines(most))

    def _take(self, number: int, text: str, plain: str) -> bool:
        """Take one line; True if it ends the mail."""
        head = plain[:5].casefold()
        block = block_at(self.names, self.texts, number - 1, self.ends)
        if block is not None:
            self._take_press(block)
            return False
        if head.startswith("sign") and self._signature(number, text, plain):
            return press.signs_off(plain)
        if head == "phase" and self._phase(number, text, plain):
            return False
        if self._heading(number, text, plain):
            return False
        if head.startswith("if") and press.opens_if(plain) and self._block(number, text, plain):
            return False
        command = command_on(self.context.board, plain, number)
        if command is None and (cleared := self._cleared(text, plain, number)) is not None:
            if isinstance(cleared, Problem):
                self.readings.append(LineReading(number, text, Verdict.AMBIGUOUS, (), cleared))
                return False
            command = cleared
        if command is not None and not self.strict:
            self.commands.append(replace(command, text=" ".join(text.split())))
            self._talk(number, text)
        else:
            self._take_order(number, text)
        return False

    def _cleared(self, text: str, plain: str, number: int) -> Command | Problem | None:
        """Return which orders a line takes back in its writer's own words, in any language."""
        cleared = unit_cleared(self.open, plain, number)
        if cleared is not None or len(plain) > LONGEST_CLEARING:
            return cleared
        results: list[Command | Problem | None] = []
        for rewording in rewordings(self.open.board, text, untold=False):
            spoken = spoken_by(self.open, rewording.code)
            command = command_on(spoken.board, rewording.text, number)
            if command is not None and command.word == "CLEAR" and not command.arguments:
                return command
            results.append(unit_cleared(spoken, rewording.text, number))
        given = [cleared for cleared in results if cleared is not None]
        return min(given, key=lambda cleared: isinstance(cleared, Problem), default=None)

    def _take_order(self, number: int, text: str) -> None:
        """Read a line in English, or else in a language in which it is an order."""
        if self.context.kind is PhaseKind.ADJUSTMENT:
            text = behind_keeping(text) or text
        before = self._mark()
        self._take_as_written(number, text)
        outcome = self._taken_off(before)
        if not outcome.is_sure and not tells_of_before(self.context.board, fold(text[:500])):
            outcome = self._in_another_tongue(number, text, before, outcome)
        self._put_back(outcome)

    def _in_another_tongue(
        self, number: int, text: str, before: LineMark, plain: LineOutcome
    ) -> LineOutcome:
        """Return what a line is in the language that reads it better than English; else `plain`."""
        best = plain
        english = self.headed, self.open
        untold = not plain.is_order and not plain.is_talk
        doubted = bool(doubts_in(fold(with_forbidding_words(text[:500]))))
        for rewording in rewordings(self.context.board, text, untold=untold):
            self.tongue = rewording
            self.headed, self.open = (
                self.headed.spoken(rewording.code),
                spoken_by(self.open, rewording.code),
            )
            meant = is_meant(self.context, rewording.text)
            if meant or has_form_of_orders(rewording.text, self.context):
                with echoing(self._written(number), load_tongue(rewording.code)):
                    self._take_as_written(number, rewording.text)
            self.headed, self.open = english
            outcome = self._taken_off(before).written(self.texts, number)
            if doubted and plain.asks_about(outcome):
                continue  # the words of doubt were put into words that say nothing
            if outcome.is_order and not (plain.is_order and outcome.is_doubtful):
                best = outcome
                break
            meant = meant and rewording.is_told and bool(outcome.readings)
            if best is plain and plain.gives_way_to(outcome, meant=meant, is_own=rewording.is_own):
                best = outcome
        self.tongue = None
        return best

    def _written(self, number: int) -> list[str]:
        """Return a line as it was written, and those it may go on in."""
        return self.texts[number - 1 : number + MOST_PIECES]

    def _mark(self) -> LineMark:
        return LineMark(self.at, len(self.readings), len(self.slips), self.refused)

    def _taken_off(self, mark: LineMark) -> LineOutcome:
        """Return what was found since, and forget it."""
        since = LineOutcome(
            self.at,
            tuple(self.readings[mark.readings :]),
            tuple(self.slips[mark.slips :]),
            self.refused,
        )
        del self.readings[mark.readings :], self.slips[mark.slips :]
        self.at, self.refused = mark.at, mark.refused
        return since

    def _put_back(self, outcome: LineOutcome) -> None:
        self.at, self.refused = outcome.at, outcome.refused
        self.readings += outcome.readings
        self.slips += outcome.slips

    def _take_as_written(self, number: int, text: str) -> None:
        """Read a line as what the heading says that it stands under."""
        if self.headed.refused:
            self._of_other_phase(number, text)
            return
        position = self.open if self.headed.retreats else self.context
        retreat = retreat_line(number, text, position, _read_quietly)
        if retreat is None and self.headed.retreats:
            self._read_retreats(number, text)
        elif retreat is None:
            self._read_line(number, text)
        else:
            if retreat.order:
                self._read_line(number, retreat.order)
            self.readings.append(retreat.retreats)

    def _read_retreats(self, number: int, text: str) -> None:
        """Read a line under a heading of retreats; a build or removal there is for the winter."""
        whole = self._with_its_pieces(number, text)
        read = read_parts(number, whole, self.context, strict=self.strict)
        if not any(line.orders for line in read) and orders_later(whole, self.open):
            self.readings += read_parts(number, whole, self.open, strict=self.strict)
            return
        self.readings += [part for line in read for part in as_retreats(line)]

    def _read_line(self, number: int, text: str) -> None:
        """Read one line; a refused one is taken apart, but not in a mail that is all nonsense."""
        if self.refused >= MOST_TAKEN_APART:
            self.readings.append(read_line(number, text, self.context, strict=self.strict))
            return
        text = self._with_its_pieces(number, text)
        read = read_parts(number, text, self.context, strict=self.strict)
        self.refused += any(line.problem is not None for line in read)
        self.readings += read
        if all(line.verdict is Verdict.CHATTER for line in read):
            slip = slip_of(fold(text[:500]))
            self.slips += [replace(slip, text=" ".join(text.split()))] if slip is not None else []

    def _with_its_pieces(self, number: int, text: str) -> str:
        """Return a line, and a conditional order with the lines it goes on in (Republic 9e)."""
        board, tongue = self.context.board, self.tongue
        below = (line for _, line in self.lines[self.at : self.at + MOST_PIECES])
        following = (
            line if tongue is None else in_tongue_of(tongue, board, line) for line in below
        )
        fits = partial(is_order, context=self.context)
        whole, taken = whole_condition(board, text, following, fits)
        self.at += taken
        return whole

    def _talk(self, number: int, text: str) -> None:
        """Keep a line that orders nothing, but was understood."""
        self.readings.append(LineReading(number, text, Verdict.CHATTER, known=True))

    def _fault(self, number: int, text: str, problem: Problem) -> None:
        self.readings.append(LineReading(number, text, Verdict.IMPOSSIBLE, (), problem))

    def _take_press(self, block: PressBlock) -> None:
        self.passed.update(range(block.first + 1, block.last + 2))
        for at in range(block.first, block.last + 1):
            if self.texts[at].strip():
                self._talk(at + 1, self.texts[at])
        self.at = block.last + 1
        self.press.append(PressRead(written_to(self.names, block), block.text))

    def _signature(self, number: int, text: str, plain: str) -> bool:
        """A judge's signon names the power by its first letter; it is checked, not needed."""
        if press.signs_off(plain):
            self._talk(number, text)
            return True
        word = press.signs_on(plain)
        if word is None:
            return False
        power = find_power(self.context.board, word) or find_power(self.context.board, word[0])
        if power is not None and power != self.context.power:
            board, writer = self.context.board, self.context.power
            self._fault(number, text, place_words.not_for_you(board, power, writer, word))
        else:
            self._talk(number, text)
        return True

    def _heading(self, number: int, text: str, plain: str) -> bool:
        """Take a line `Winter 1016:` as the heading of what follows, on it or below it."""
        heading = heading_of(self.open.board, plain) or heading_in_tongues(self.open.board, plain)
        if heading is None:
            return False
        headed = under_heading(self.open, heading)
        new = self.headed != headed or headed != Headed(self.open) or self.open.later is not None
        if self.strict and not new and not heading.ends:
            return False
        if not heading.rest:
            self.headed = headed
            above = any(line.orders for line in self.readings)
            if above and self._is_of_another(heading, headed) and not self._next_below():
                self._fault(number, text, Problem(headed.refused or line_words.heads_none(), text))
            else:
                self._talk(number, text)
            return True
        if headed == Headed(self.open) and not heading.ends:
            return False
        before, self.headed = self.headed, headed
        self._take_order(number, heading.rest if headed.retreats or heading.ends else text)
        if heading.ends:
            self.readings[-1] = replace(self.readings[-1], text=text)
        self.headed = before
        return True

    def _is_of_another(self, heading: Heading, headed: Headed) -> bool:
        """Tell whether a heading names another season than the open phase's."""
        now = self.open.phase
        named = bool(heading.season) and heading.phase_after(now).season is not now.season
        return self.open.dated and (named or headed != Headed(self.open))

    def _phase(self, number: int, text: str, plain: str) -> bool:
        named = press.phase_named(plain)
        if named is None:
            return False
        self.headed = under_phase(self.open, named)
        if self.headed.refused:
            self._fault(number, text, Problem(self.headed.refused, text))
        else:
            self._talk(number, text)
        return True

    def _of_other_phase(self, number: int, text: str) -> None:
        reading = read_line(number, text, self.context, strict=self.strict)
        if reading.verdict is not Verdict.CHATTER:
            problem = Problem(self.headed.refused, text)
            reading = replace(
                reading, verdict=Verdict.IMPOSSIBLE, orders=(), problem=problem, remarks=()
            )
        self.readings.append(reading)

    def _block(self, number: int, text: str, plain: str) -> bool:
        """Take an if that opens a block: it speaks of the board, and an endif follows or is missing."""
        if not opens_condition(self.context.board, plain):
            return False
        if self.at < self.last_endif:
            self._take_block(number, text)
            return True
        if not self._next_below() or not is_condition_alone(text, self.context):
            return False
        if self._goes_on(number, text):
            return False
        self._refuse_below(number, text)
        return True

    def _next_below(self) -> str:
        """Return the next line that is not empty, or "" where the mail ends or is signed off."""
        below = next((fold(line[:80]) for _, line in self.lines[self.at :] if line.strip()), "")
        return "" if press.signs_off(below) else below

    def _goes_on(self, number: int, text: str) -> bool:
        """Tell whether a condition and the lines below it are one order that goes on in them."""
        at = self.at
        if press.begins_branch(self._next_below()):
            return True
        whole = self._with_its_pieces(number, text)
        self.at = at
        return is_order(whole, self.context)

    def _refuse_below(self, number: int, text: str) -> None:
        """Refuse a condition that nothing closes, and all that stands below it.

        Which of those lines it decides nobody can tell, so none of them counts.
        """
        moves = self.context.kind is PhaseKind.MOVEMENT
        self._fault(number, text, line_words.block_not_closed(text, moves=moves))
        while self.at < len(self.lines) and not self._ends_section():
            number, line = self.lines[self.at]
            self.at += 1
            read = _read_quietly(number, line, self.context)
            if read.verdict is Verdict.CHATTER:
                self.readings.append(read)
            else:
                self._fault(number, line, line_words.condition_in_block(line))

    def _ends_section(self) -> bool:
        """Tell whether the next line begins something else: another phase, a message, the end."""
        number, text = self.lines[self.at]
        plain = fold(text[:500])
        return (
            press.signs_off(plain)
            or press.phase_named(plain) is not None
            or heading_of(self.open.board, plain) is not None
            or block_at(self.names, self.texts, number - 1, self.ends) is not None
        )

    def _take_block(self, number: int, text: str) -> None:
        """Read `if ... else ... endif` over several lines as one conditional order.

        In a movement phase it is refused as a whole, unless all that stands in it is for the
        winter or the retreats: what stands in it never counts by itself.
        """
        inside: list[tuple[int, str]] = []
        depth = 1
        while depth and self.at < len(self.lines):
            line_number, line = self.lines[self.at]
            self.at += 1
            plain = fold(line[:500])
            depth += press.opens_if(plain) - press.closes_if(plain)
            if plain:
                inside.append((line_number, line))
        if self.headed.refused:
            self._fault(number, text, Problem(self.headed.refused, text))
            for line_number, line in inside:
                self._talk(line_number, line)
            return
        joined = block_in_one_line(text, [line for _, line in inside])
        if self.headed.retreats:
            self.readings += as_retreats(read_line(number, joined, self.context, strict=True))
        elif retreat := retreat_line(number, joined, self.context, _read_quietly):
            self.readings.append(retreat.retreats)
        elif self.context.kind is PhaseKind.MOVEMENT and not orders_later(joined, self.context):
            self._fault(number, text, line_words.condition_on_moves(text))
            for line_number, line in inside:
                if press.closes_if(fold(line)) or press.otherwise(fold(line)) == "":
                    self._talk(line_number, line)
                else:
                    self._fault(line_number, line, line_words.condition_in_block(line))
        else:
            self.readings.append(read_line(number, joined, self.context, strict=True))


def _read_strictly(number: int, text: str, context: Context) -> LineReading:
    return read_line(number, text, context, strict=True)


def _read_quietly(number: int, text: str, context: Context) -> LineReading:
    return read_line(number, text, context, strict=False)
