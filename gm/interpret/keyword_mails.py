"""A kit for reading: whole mails of keyword lines, for the seats of their writer.

Messages and commands are set aside, a heading with the name of a seat says whose the lines below it are,
what stands behind `#` is a remark, and each other line is read by itself and judged by the rules.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final, Generic, TypeVar

from gm.contract.complaints import Complaint, ComplaintKind
from gm.contract.language import (
    Command,
    Desk,
    Given,
    LineRead,
    PressRead,
    Problem,
    Read,
    SeatRead,
    Slip,
    Verdict,
    seat_read,
)
from gm.contract.orders import Order
from gm.contract.rules import Check, Position
from gm.contract.seats import SeatId
from gm.contract.stages import STANDING, Pace
from gm.contract.told import ReadLine
from gm.interpret.commands import command_for, slip_of
from gm.interpret.folding import fold
from gm.interpret.headings import heading_seat
from gm.interpret.keyword_doubts import (
    ComplaintWords,
    Rest,
    RestOfList,
    doubts,
    with_orders_asked,
    with_standing_asked,
)
from gm.interpret.keyword_lines import LONGEST_LINE, KeywordLine, KeywordLines
from gm.interpret.press_blocks import blocks_of, written_to
from gm.interpret.seat_names import SeatNames, seat_names
from gm.interpret.talk_words import begins, turns
from gm.interpret.tongues import words_of
from gm.interpret.unread import GameWords, unread_lines

# A kit for reading: sentences of keyword lines, as people write them, with orders in them.
#
# Courtesies around an order say nothing. A sentence all of whose parts are orders gives them all. Where
# other words stand beside an order they may take it back, ask or suppose something, so it is not given:
# its writer is asked for it.

T = TypeVar("T")

_PARTS: Final = re.compile(
    r"(?<![,;.!])[,;.!]++(?:\s+|$)|(?<!\s)\s++(?:and|then|und|dann|agus|ansin|/)\s+", re.I
)
"""Where one part of a sentence ends and another may begin."""

_JOINS: Final = re.compile(
    r"(?:(?:and|then|first|finally|lastly|afterwards|after that|und|dann|zuerst|danach|zuletzt|agus|ansin)\b\s*)+",
    re.I,
)
_OR: Final = re.compile(r"\b(?:or|oder|nó?)\b", re.I)
_TRIAL: Final = "CHECK"
"""The command of a mail that carries nothing out."""

_SHORT: Final = 12
"""Words of the longest sentence in which a single word is looked for that is an order."""

_ENDING: Final = " .!)"
_PLEASE: Final = frozenset({("please",), ("pls",), ("bitte",), ("le", "do", "thoil")})
_MOST_POLITE: Final = 4
"""Words of the longest courtesy."""


@dataclass(frozen=True, slots=True)
class KeywordSentence(Generic[T]):
    """What stands in a line that is no order as it stands.

    Args:
        orders: what it orders, in sequence; empty where that is not sure.
        mended: the parts in which a slip was mended, as they were understood.
        beside: what was read among other words: the orders of each answer to the question for it.
        asks: it ends as a question does.
    """

    orders: tuple[T, ...] = ()
    mended: tuple[str, ...] = ()
    beside: tuple[tuple[T, ...], ...] = ()
    asks: bool = False


def sentence_read(lines: KeywordLines[T], text: str) -> KeywordSentence[T]:
    """Return what a line holds that was not read as one order."""
    plain = fold(text)
    asks = plain.rstrip(_ENDING).endswith("?")
    parts = [part for part in _PARTS.split(plain) if part.strip(_ENDING)]
    parts = [part for part in parts if not (_JOINS.fullmatch(part) or _is_polite(lines, part))]
    read = [] if asks else [_order(lines, part) for part in _whole(lines, plain, parts)]
    made = [each.made for each in read if each is not None and each.made is not None]
    if read and len(made) == len(read):
        mended = tuple(each.mended for each in read if each is not None and each.mended)
        return KeywordSentence(tuple(made), mended)
    return KeywordSentence(beside=_beside(lines, plain), asks=asks)


def _beside(lines: KeywordLines[T], plain: str) -> tuple[tuple[T, ...], ...]:
    """Return the orders among the words of a line: together, or what a single one may mean."""
    read = [lines.read(piece) for piece in lines.pieces_in(plain)]
    made = tuple(each.made for each in read if each.made is not None)
    if made:
        return tuple((order,) for order in made) if _OR.search(plain) else (made,)
    if read:
        return tuple((order,) for each in read[:1] for _, order in each.choices)
    return _single_words(lines, plain)


def _single_words(lines: KeywordLines[T], plain: str) -> tuple[tuple[T, ...], ...]:
    """Return what words of a short sentence order that are an order by themselves: `not PASS yet`."""
    said = words_of(plain)
    if len(said) > _SHORT:
        return ()
    made = (lines.read(word).made for word in said)
    return tuple((order,) for order in dict.fromkeys(made) if order is not None)


def _whole(lines: KeywordLines[T], plain: str, parts: list[str]) -> list[str]:
    """Return a line as one part where it is one order with courtesies around it, else its parts."""
    bare = plain.strip(_ENDING + ",")
    return [bare] if _order(lines, bare) is not None else parts


def _order(lines: KeywordLines[T], part: str) -> KeywordLine[T] | None:
    """Return a part of a sentence as it is read without the courtesies around it; None for no order."""
    bare = part.strip(_ENDING)
    joined = _JOINS.match(bare)
    words = bare[joined.end() if joined is not None else 0 :].split()
    for text in _without_courtesies(lines, words):
        read = lines.read(text)
        if read.made is not None:
            return replace(read, text=text)
    return None


def _without_courtesies(lines: KeywordLines[T], words: list[str]) -> list[str]:
    """Return some words, and these without what is polite in front of them or behind them."""
    some = range(1, _MOST_POLITE + 1)
    fronts = [0, *(n for n in some if _is_polite(lines, " ".join(words[:n])))]
    backs = [0, *(n for n in some if _is_polite(lines, " ".join(words[-n:])))]
    cut = [(front, back) for front in fronts for back in backs if front + back < len(words)]
    return [" ".join(words[front : len(words) - back]).strip(_ENDING + ",") for front, back in cut]


def _is_polite(lines: KeywordLines[T], part: str) -> bool:
    """Tell whether a part of a sentence greets or thanks, and orders nothing."""
    words = words_of(part)
    if words in _PLEASE or words in turns()["closing"]:
        return True
    begun = begins(words, "greeting") or begins(words, "thanks")
    return begun and len(words) <= _MOST_POLITE and not any(lines.pieces_in(part))


_MOST_NAMED: Final = 6
"""Words that are named of those that could have stood in a place."""

MOST_LINES: Final = 1000
"""Lines of a mail that are read."""

_BLANK: Final = re.compile(r"(?<!\w)_+(?!\w)")
"""What stands in a line of a reply form for what is to be filled in."""


def _never(_order: Order) -> bool:
    return False


def _of_no_line(_line: str) -> bool:
    return False


EACH: Final = "*"
"""In place of a part: an order is for every part of its seat, `both mobilise`."""

_BULLET: Final = re.compile(r"(?:[-*+]|\(?\d{1,2}[.)])\s+(?=[^\W\d_])")
"""What stands before an order in a list."""

_EMPHASIS: Final = re.compile(r"([*_]{1,3})([^*_]+)\1")
"""A line that is set off by signs around it."""


@dataclass(frozen=True, eq=False)
class KeywordParts:
    """What the orders of a seat can be about, where that is more than one thing: its factions.

    A line names its part itself, or stands below a heading that does.

    Args:
        heading: returns the part that a folded line names as a heading; None if it is none.
        of_seat: returns the parts that a seat has in a position.
        part_of: returns the part that an order names; "" for none, `EACH` for all.
        placed: returns an order as it is for a part.
        asks: says that it is not clear which part a line is for.
    """

    heading: Callable[[str], str | None]
    of_seat: Callable[[Position[Any], SeatId], Sequence[str]]
    part_of: Callable[[Order], str]
    placed: Callable[[Order, str], Order]
    asks: Callable[[], str]


@dataclass(frozen=True, eq=False)
class KeywordMails:
    """How mails of a game of keyword lines are read: what its `Language` hands its `read` and `again` to.

    Args:
        lines: its order lines.
        refusal: says in a sentence why the rules refuse an order.
        words: says in a sentence what is wrong with a line, whatever the rules say.
        stands: whether an order stands for every stage until it is changed.
        speaks: whether a folded line names something of the game.
        in_turn: each order is judged behind those that the mail gives before it: they are carried out
            one after the other, and what one does the next may need.
        parts: what the orders of a seat can be about, where that is more than one thing.
        hangs: whether an order hangs on a test, so that what the same line goes on to order may hang on it, too.
    """

    lines: KeywordLines[Order]
    refusal: Callable[[Check[Any]], str]
    words: ComplaintWords
    stands: Callable[[Order], bool] = _never
    speaks: Callable[[str], bool] = _of_no_line
    in_turn: bool = False
    parts: KeywordParts | None = None
    hangs: Callable[[Order], bool] = _never

    def read(self, lines: tuple[str, ...], desk: Desk[Any]) -> Read:
        """Read the lines of a mail for all seats of its writer."""
        reader = _Reader(self, desk, seat_names(desk.at.rules.seats))
        reader.go_through(lines[:MOST_LINES])
        return reader.result(lines)

    def again(self, given: Sequence[Given], desk: Desk[Any]) -> SeatRead:
        """Judge what a seat has sent ahead, or what was left over, in the position that has come about."""
        (seat,) = desk.seats
        lines = list[LineRead]()
        for number, each in enumerate(given, 1):
            text = each.text or self.lines.text(each.order)
            lines.append(self.judged(desk, seat, number, text, each.order, before=lines))
        return self.of_seat(desk, seat, lines)

    def judged(
        self,
        desk: Desk[Any],
        seat: SeatId,
        number: int,
        text: str,
        order: Order,
        remarks: tuple[str, ...] = (),
        before: Sequence[LineRead] = (),
    ) -> LineRead:
        """Return a line with what the rules say of its order; `before` are those of the mail above it."""
        above = [order for line in before for order in line.orders] if self.in_turn else []
        *_, check = desk.at.rules.check(desk.at.state, seat, [*above, order])
        stage = STANDING if self.stands(order) else ""
        if check.refused is None:
            return LineRead(number, text, Verdict.ACCEPTED, (order,), None, remarks, stage)
        problem = Problem(self.refusal(check))
        kept = (order,) if desk.keep_impossible else ()
        return LineRead(number, text, Verdict.IMPOSSIBLE, kept, problem, remarks, stage)

    def of_seat(self, desk: Desk[Any], seat: SeatId, lines: Sequence[LineRead]) -> SeatRead:
        """Return what lines give, each order under its key."""
        rules, stage = desk.at.rules, desk.at.rules.stage(desk.at.state)
        return seat_read(seat, lines, lambda order, _: rules.filed(order, stage))


@dataclass
class _Reader:
    """Goes through the lines of a mail and keeps what has been found."""

    game: KeywordMails
    desk: Desk[Any]
    names: SeatNames
    by_seat: dict[SeatId, list[LineRead]] = field(default_factory=dict)
    loose: list[ReadLine] = field(default_factory=list)
    press: list[PressRead] = field(default_factory=list)
    commands: list[Command] = field(default_factory=list)
    slips: list[Slip] = field(default_factory=list)
    part: str = ""

    def __post_init__(self) -> None:
        self.by_seat = {seat: [] for seat in self.desk.seats}
        named = self.desk.named or self.desk.seats
        self.seat = named[0] if len(named) == 1 else None

    def go_through(self, lines: Sequence[str]) -> None:
        blocks = [*blocks_of(self.names, lines)]
        inside = {at for block in blocks for at in range(block.first, block.last + 1)}
        self.press = [PressRead(written_to(self.names, block), block.text) for block in blocks]
        for at, line in enumerate(lines):
            if at not in inside:
                self._line(at + 1, line)

    def result(self, lines: Sequence[str]) -> Read:
        words = GameWords(self.names, self.game.speaks)
        if not self.desk.strict:
            plain = [self.game.of_seat(self.desk, *of) for of in self.by_seat.items()]
            unread = unread_lines(lines, plain, words, self.desk.people)
            # A trial carries nothing out, so nothing in it waits for an answer.
            trial = any(command.word == _TRIAL for command in self.commands)
            for seat, seat_lines in self.by_seat.items() if not trial else ():
                plays, says = partial(self._plays, seat), self.game.words
                asked = with_orders_asked(seat_lines, unread, plays, says)
                standing = self._list_of(dict(self.desk.standing).get(seat, ()))
                self.by_seat[seat] = [
                    *with_standing_asked(asked, standing, self._rest(seat), says)
                ]
        seats = []
        for seat, seat_lines in self.by_seat.items():
            read = self.game.of_seat(self.desk, seat, seat_lines)
            # Every reading of a mail has its messages and commands; each is carried out once.
            seats.append(
                replace(
                    read,
                    press=tuple(self.press),
                    commands=tuple(self.commands),
                    slips=tuple(self.slips),
                )
            )
        return Read(
            tuple(seats),
            tuple(self.loose),
            unread_lines(lines, seats, words, self.desk.people),
        )

    def _list_of(self, orders: Sequence[Order]) -> list[Order]:
        """Return those of some orders that form one list, which a new mail replaces."""
        rules, stage = self.desk.at.rules, self.desk.at.rules.stage(self.desk.at.state)
        if stage.pace is not Pace.AT_ONCE:
            return []
        return [order for order in orders if " " not in rules.filed(order, stage)]

    def _rest(self, seat: SeatId) -> RestOfList:
        """Return what tells whether orders may be the rest of a list that stands."""
        rules, state = self.desk.at.rules, self.desk.at.state

        def rest(standing: Sequence[Order], orders: Sequence[Order]) -> Rest:
            new = self._list_of(orders)
            if not new:
                return Rest.REPLACES
            if not any(rules.lacking(state, seat, {seat: [order]}) for order in new):
                return Rest.ADDS
            both = rules.check(state, seat, [*standing, *new])
            fits = all(check.refused is None for check in both)
            whole = not rules.lacking(state, seat, {seat: new})
            return Rest.MAY_ADD if fits and not whole else Rest.REPLACES

        return rest

    def _plays(self, seat: SeatId, orders: Sequence[Order]) -> bool:
        """Tell whether a mail with these orders would be carried out as soon as it is read."""
        rules, state = self.desk.at.rules, self.desk.at.state
        goes_on = rules.stage(state).pace is not Pace.TOGETHER
        asked = any(request.seat == seat for request in rules.pending(state))
        return goes_on and asked and not rules.lacking(state, seat, {seat: orders})

    def _line(self, number: int, line: str) -> None:
        text = line.partition("#")[0].strip()
        text = text[bullet.end() :] if (bullet := _BULLET.match(fold(text[:9]))) else text
        text = bold[2] if (bold := _EMPHASIS.fullmatch(text)) else text
        plain = fold(text[:400])
        if not plain:
            return
        if _BLANK.search(plain):
            self._known(number, line)
            return
        if (head := heading_seat(self.names, plain.rstrip(":"), self.desk.seats)) is not None:
            self.seat, self.part = (head if head in self.by_seat else self.seat), ""
            self._known(number, line)
            return
        if self._begins_part(plain):
            self._known(number, line)
            return
        read = self.game.lines.read(text)
        if read.made is None and self._is_command(number, plain):
            self._known(number, line)
            return
        sentence: KeywordSentence[Order] = KeywordSentence()
        if read.made is None:
            sentence = sentence_read(self.game.lines, text[:LONGEST_LINE])
        # What courtesies stand around may be a slip of something else, but is not.
        beside = () if read.choices else sentence.beside
        if any(map(self.game.hangs, sentence.orders[:-1])):
            sentence, beside = KeywordSentence(), (sentence.orders,)
        if self.seat is not None and sentence.orders:
            self.by_seat[self.seat].append(self._all_ordered(self.seat, number, line, sentence))
        elif self.seat is not None and beside and not self.desk.strict:
            choices = self._choices(self.seat, beside)
            kind = ComplaintKind.QUESTION if sentence.asks else ComplaintKind.PARTLY
            problem = self._problem(Complaint(kind))
            self.by_seat[self.seat].append(_asked(number, line, problem, choices))
        elif self.seat is not None:
            self.by_seat[self.seat].append(self._ordered(self.seat, number, line, read))
        elif read.made is not None or read.choices or sentence.orders or sentence.beside:
            self._cannot_be_given(line)
        else:
            self._known(number, line, known=False)

    def _begins_part(self, plain: str) -> bool:
        """Tell whether a line begins a part; it is its owner's, if its writer has that seat."""
        parts = self.game.parts
        part = parts.heading(plain) if parts is not None else None
        if parts is None or part is None:
            return False
        owner = (s for s in self.desk.seats if part in parts.of_seat(self.desk.at, s))
        self.part, self.seat = part, next(owner, self.seat)
        return True

    def _for_parts(self, seat: SeatId, orders: Sequence[Order]) -> tuple[tuple[Order, ...], ...]:
        """Return the orders of a line for each part that it may be for: one, if it says for which."""
        parts = self.game.parts
        orders = [*self._of_each_part(seat, orders)]
        if parts is None or all(parts.part_of(order) for order in orders):
            return (tuple(orders),)
        named = {parts.part_of(order) for order in orders} - {""}
        if len(named) == 1:  # CUL: march to Tulla and raid it
            open_parts: Sequence[str] = tuple(named)
        else:
            open_parts = (self.part,) if self.part else parts.of_seat(self.desk.at, seat)
        return tuple(
            tuple(o if parts.part_of(o) else parts.placed(o, part) for o in orders)
            for part in open_parts
        )

    def _of_each_part(self, seat: SeatId, orders: Sequence[Order]) -> Iterator[Order]:
        """Yield orders, those that are for every part of a seat for one after the other."""
        parts = self.game.parts
        for order in orders:
            if parts is not None and parts.part_of(order) == EACH:
                open_parts = parts.of_seat(self.desk.at, seat)
                yield from (parts.placed(order, part) for part in open_parts)
            else:
                yield order

    def _choices(
        self, seat: SeatId, choices: tuple[tuple[Order, ...], ...]
    ) -> tuple[tuple[Order, ...], ...]:
        """Return what a line may have meant, each for every part it may be for, and for all of them."""
        meant = (self._for_parts(seat, orders) for orders in choices)
        return tuple(each for parts in meant for each in _with_all(parts))

    def _whose(self, number: int, line: str, meant: tuple[tuple[Order, ...], ...]) -> LineRead:
        """Return a line of which it is asked what part it is for."""
        meant = _with_all(meant)
        asks = self.game.parts.asks() if self.game.parts is not None else ""
        return _asked(number, line, Problem(asks), meant)

    def _ordered(self, seat: SeatId, number: int, line: str, read: KeywordLine[Order]) -> LineRead:
        if read.made is not None:
            meant = self._for_parts(seat, (read.made,))
            if len(meant) != 1:
                return self._whose(number, line, meant)
            if len(meant[0]) != 1:
                return self._all_ordered(seat, number, line, KeywordSentence((read.made,)))
            remarks = self._mended((read.mended,) if read.mended else ())
            before = self.by_seat[seat]
            return self.game.judged(self.desk, seat, number, line, meant[0][0], remarks, before)
        if read.choices:
            problem = self._problem(Complaint(ComplaintKind.SEVERAL, read.piece))
            choices = self._choices(seat, tuple((order,) for _, order in read.choices))
            return _asked(number, line, problem, choices)
        if read.opened or self.desk.strict:
            problem = self._problem(_unreadable(line, read))
            return LineRead(number, line, Verdict.UNREADABLE, problem=problem)
        return LineRead(number, line, Verdict.CHATTER)

    def _all_ordered(
        self, seat: SeatId, number: int, line: str, sentence: KeywordSentence[Order]
    ) -> LineRead:
        """Return a line with several orders; it is refused for the first of them that is."""
        meant = self._for_parts(seat, sentence.orders)
        if len(meant) != 1:
            return self._whose(number, line, meant)
        remarks = self._mended(sentence.mended)
        judged = list[LineRead]()
        for order in meant[0]:
            before = [*self.by_seat[seat], *judged]
            judged.append(self.game.judged(self.desk, seat, number, line, order, remarks, before))
        refused = next((each for each in judged if each.problem is not None), judged[-1])
        kept = tuple(order for each in judged for order in each.orders)
        if refused.problem is not None and not self.desk.keep_impossible:
            piece = self.game.lines.text(meant[0][judged.index(refused)])
            of_part = Complaint(ComplaintKind.OF_PART, piece, why=refused.problem.message)
            return replace(refused, orders=(), problem=self._problem(of_part))
        return replace(refused, orders=kept)

    def _problem(self, complaint: Complaint) -> Problem:
        return Problem(self.game.words(complaint), complaint.piece)

    def _mended(self, parts: Sequence[str]) -> tuple[str, ...]:
        """Return the remarks on parts of a line in which a slip was mended."""
        return tuple(self.game.words(Complaint(ComplaintKind.READ_AS, part)) for part in parts)

    def _cannot_be_given(self, line: str) -> None:
        names = tuple(self.names.name(seat) for seat in self.desk.seats)
        whose = Complaint(ComplaintKind.WHOSE, named=names)
        self.loose.append(ReadLine(line, self.game.words(whose)))

    def _is_command(self, number: int, plain: str) -> bool:
        command = command_for(self.names, _of_no_line, plain, number)
        if command is not None:
            self.commands.append(command)
        elif (slip := slip_of(plain)) is not None:
            self.slips.append(slip)
        return command is not None

    def _known(self, number: int, line: str, *, known: bool = True) -> None:
        first = next(iter(self.by_seat.values()), [])
        first.append(LineRead(number, line, Verdict.CHATTER, known=known))


def _with_all(meant: tuple[tuple[Order, ...], ...]) -> tuple[tuple[Order, ...], ...]:
    """Return the orders of a line for each part it may be for, and for all of them."""
    if len(meant) < 2:
        return meant
    return (*meant, tuple(order for orders in meant for order in orders))


def _asked(
    number: int, line: str, problem: Problem, choices: tuple[tuple[Order, ...], ...]
) -> LineRead:
    """Return a line about which its writer is asked."""
    return LineRead(number, line, Verdict.AMBIGUOUS, problem=problem, choices=choices)


def _unreadable(line: str, read: KeywordLine[Order]) -> Complaint:
    """Return what is wrong with a line that begins as an order and is none."""
    if doubts(line):
        return Complaint(ComplaintKind.NOT_PLAIN, read.piece)
    kind = ComplaintKind.STRANGE if read.piece else ComplaintKind.UNENDED
    # Where nearly anything can stand a few of it would mislead.
    few = len(read.expected) <= _MOST_NAMED
    return Complaint(kind, read.piece, read.expected if few else ())
