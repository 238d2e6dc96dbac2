"""Sets aside the orders of a mail that its own words take back, doubt, suppose or offer as a choice.

The orders that such words speak of are not taken; the line with the words asks about them, and its
choices are those orders. Nothing is picked for the writer. docs/adr/0074 says what speaks of what.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import partial

from gm.contract.orders import Order
from gm.contract.reading import Command, Problem, Talk, Verdict
from gm.games.diplomacy.language import reservation_words
from gm.games.diplomacy.language.against import orders_named, spoken_against
from gm.games.diplomacy.language.amending import amendment, without_spoken_of
from gm.games.diplomacy.language.anew import ordered_anew
from gm.games.diplomacy.language.board_words import words_on
from gm.games.diplomacy.language.corrections import corrected
from gm.games.diplomacy.language.doubts import doubts_in
from gm.games.diplomacy.language.gifts import has_gifts
from gm.games.diplomacy.language.harmless import changes_nothing, is_known_reason, others_in
from gm.games.diplomacy.language.judging import judge, judge_list, standing_beside
from gm.games.diplomacy.language.letters_inside import letters_in
from gm.games.diplomacy.language.lines import GIFT, read_line, subject_of
from gm.games.diplomacy.language.mentions import head_of, leans, mentioned, runs_on
from gm.games.diplomacy.language.of_standing import (
    change_of_list,
    change_of_standing,
    put_instead,
    takes_back_all,
    units_in,
)
from gm.games.diplomacy.language.offered import CHOICE_KINDS, CLAUSE_END, choice_in
from gm.games.diplomacy.language.reservation_words import Stands
from gm.games.diplomacy.language.spoken_of import names_in, spoken_of, stands_in, things_named
from gm.games.diplomacy.language.values import Context, LineReading
from gm.games.diplomacy.language.withdrawals import as_a_whole, only_promises
from gm.games.diplomacy.rules.board import ProvinceId
from gm.games.diplomacy.rules.mechanics.tickets import possible
from gm.games.diplomacy.rules.orders import (
    Build,
    BuildBridge,
    Disband,
    Give,
    Hold,
    Pay,
    Receive,
    UnitOrder,
    Waive,
    replaces,
)
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.interpret.folding import fold
from gm.interpret.options import Option, options_in
from gm.interpret.reservations import (
    HEADS,
    Kind,
    Saying,
    has_turn,
    saying_of,
    turn_at,
    without_tail,
)
from gm.interpret.tongues import Words, words_of
from gm.interpret.unread import talk_of
from gm.time_limit import check_time

MOST_SAID = 200
"""Lines of one mail in which such words are looked for, the nearest to its orders."""

_SHORT = 5
"""Words of a line that names those orders which alone are meant."""

_MOST_CHOICES = 9
"""Choices of one question."""

_COUNTS = frozenset({Kind.REAL, Kind.HEADING})
"""What says of orders that they count."""

_SENTENCE_ENDS = (".", "!", "?", ";", ")")
"""Signs behind which no sentence runs on."""

_FAR = 2
"""Lines from an order down to an `or` that says it otherwise."""

Choices = tuple[tuple[Order, ...], ...]
_Key = tuple[str, ProvinceId | None]

_ABOVE = frozenset({Kind.TAKE_BACK, Kind.SECOND_THOUGHTS, Kind.ALONE})
_AROUND = frozenset({Kind.NOT_THESE, Kind.DRAFT, Kind.DOUBT, Kind.CONDITION, Kind.SUPPOSE})


@dataclass(frozen=True, slots=True)
class _Claim:
    """Words, and the orders they speak of.

    Args:
        at: the place of the line that asks, among the lines read.
        options: the places of the orders of each choice.
        problem: says why they wait, from how they stand.
        first: choices that stand before them.
        labelled: the choices are the writer's own.
        refuses: there is nothing to choose; the problem says what to do.
        spares: the list that its own line takes back stands until the answer.
    """

    at: int
    options: tuple[tuple[int, ...], ...]
    problem: Callable[[Stands], Problem]
    first: Choices = ()
    labelled: bool = False
    refuses: bool = False
    spares: bool = False

    @property
    def places(self) -> frozenset[int]:
        """The places of all orders it speaks of."""
        return frozenset(at for option in self.options for at in option)


def set_aside(
    lines: Sequence[LineReading],
    texts: Sequence[str],
    commands: Sequence[Command],
    context: Context,
    passed: AbstractSet[int],
) -> tuple[LineReading, ...]:
    """Return the lines of a mail, those that its own words set aside without their orders.

    Args:
        lines: as each was read by itself.
        texts: of the mail, to see where its paragraphs end.
        commands: what was read as commands.
        context: the position.
        passed: the numbers of lines in messages to others, which say nothing here.
    """
    if not context.stood and not any(_gives(line) or line.problem is not None for line in lines):
        return tuple(lines)
    shouted = {command.line for command in commands if command.text.isupper()}
    said = {
        at: _said(lines[at])
        for at in _nearest(lines)
        if _may_say(lines[at]) and lines[at].number not in passed | shouted
    }
    mail = _Mail(lines, texts, context, said, passed | shouted)
    claims = [*_settled(mail.claims())]
    waiting = {at for claim in claims for at in (claim.at, *claim.places)}
    kept = {
        replaces(order, context.kind)
        for at, line in enumerate(lines)
        if at not in waiting and not line.ahead
        for order in line.orders
    }
    left = [_waiting(line) if at in waiting else line for at, line in enumerate(lines)]
    rest = [line for line in left if line.orders and not line.retreats]
    for claim in claims:
        asked = [*_asked(claim, mail.lines, rest, context, kept)]
        line = lines[claim.at]
        withdraws = () if claim.spares else line.withdraws
        left[claim.at] = replace(asked[0], number=line.number, withdraws=withdraws)
        left += asked[1:]
    return _without_denied(left)


def _settled(claims: Iterable[_Claim]) -> Iterator[_Claim]:
    """Yield claims to what none before them spoke of."""
    done: set[int] = set()
    for claim in claims:
        check_time()
        if claim.at in done:
            continue
        options = tuple(tuple(at for at in option if at not in done) for option in claim.options)
        left = replace(claim, options=options)
        if left.places or left.first or left.refuses:
            done |= left.places | {left.at}
            yield left


def _nearest(lines: Sequence[LineReading]) -> list[int]:
    """Return the places of the lines that stand nearest to orders, in sequence."""
    orders = [at for at, line in enumerate(lines) if _gives(line) or line.problem is not None]
    if not orders:
        return [*range(min(len(lines), MOST_SAID))]
    far = [bisect_left(orders, at) for at in range(len(lines))]

    def distance(at: int) -> int:
        beside = orders[max(0, far[at] - 1) : far[at] + 1]
        return min(abs(at - number) for number in beside)

    return sorted(sorted(range(len(lines)), key=distance)[:MOST_SAID])


def _said(line: LineReading) -> Saying:
    """Return what a line says; of one that is a failed order only what can be meant of others."""
    check_time()
    saying = saying_of(line.text)
    if line.verdict is Verdict.CHATTER:
        return saying
    if fold(line.text).partition(" ")[0].casefold() in _REMOVING:
        return replace(saying, kinds=frozenset())
    return replace(saying, kinds=saying.kinds & _OF_FAILED)


_OF_FAILED = frozenset(
    {
        Kind.TAKE_BACK,
        Kind.TAKE_BACK_ONE,
        Kind.NOT_THESE,
        Kind.CASE,
        Kind.CHOICE,
        Kind.OR,
        Kind.REAL,
    }
)


_REMOVING = frozenset({"remove", "disband", "entferne", "entfernen", "bain"})
"""Verbs of winter orders that are also said of orders; a line that begins with one is a failed order."""


def _gives(line: LineReading) -> bool:
    """Tell whether something would be recorded by a line."""
    return bool(line.orders or line.withdraws)


def _may_say(line: LineReading) -> bool:
    below = line.problem is not None and line.problem.below
    open_to = not line.choices or _only_waives(line) or _heads_choice(line.text)
    return not _gives(line) and not below and open_to


def _only_waives(line: LineReading) -> bool:
    """Tell whether a line is only asked about as a waiver: `cancel the fleet`, which a list may hold."""
    return all(isinstance(order, Waive) for choice in line.choices for order in choice)


def _heads_choice(text: str) -> bool:
    """Tell whether a line begins as one choice of several: `Option 1: ...`, `or ...`."""
    head, sign, _ = text.partition(":")
    first = text.split(maxsplit=1)[:1]
    heads = (*([head] if sign else ()), *first)
    return any(saying_of(words).kinds & CHOICE_KINDS for words in heads)


def _is_refused(line: LineReading) -> bool:
    """Tell whether a line was meant as an order and gave none."""
    return line.problem is not None and not _gives(line)


def _waiting(line: LineReading) -> LineReading:
    """Return a line without its orders, which another line asks about."""
    return replace(
        line,
        verdict=Verdict.AMBIGUOUS,
        orders=(),
        problem=None,
        remarks=(),
        withdraws=(),
        choices=(),
        waits=True,
    )


def _asked(
    claim: _Claim,
    lines: Sequence[LineReading],
    rest: Sequence[LineReading],
    context: Context,
    kept: AbstractSet[_Key],
) -> Iterator[LineReading]:
    """Yield the questions about the orders that words speak of, one for each phase they are for.

    Args:
        claim: the words; lines: of the mail. rest: the lines that nothing speaks of.
        context: the position; kept: what the orders of the rest replace.
    """
    line = lines[claim.at]
    every = [lines[at] for at in sorted(claim.places)]
    count = sum(max(1, len(one.orders)) for one in every)
    waiting = {replaces(order, context.kind) for one in every for order in one.orders}
    before = not waiting & kept and not any(one.withdraws for one in (line, *every))
    problem = claim.problem(Stands(count, before))
    if claim.refuses:
        yield replace(_asking(line, problem, (), ahead=False), reserves=False)
        return
    if any(line_reading.retreats or line_reading.withdraws for line_reading in every):
        problem = reservation_words.also_unasked(problem)
    questions = 0
    of_later = bool(every) and all(one.ahead for one in every)
    for ahead in (False, True):
        choices = tuple(
            _orders_of([lines[at] for at in option if lines[at].ahead is ahead], rest, context)
            for option in claim.options
        )
        first = claim.first if ahead is of_later else ()
        whole = tuple(dict.fromkeys(pair for pair in (*first, *choices) if pair))[:_MOST_CHOICES]
        if whole:
            questions += 1
            answered = reservation_words.with_answers(problem, len(whole), count)
            asking = _asking(line, answered, whole, ahead=ahead)
            yield replace(asking, labelled=claim.labelled)
    if not questions:
        yield _asking(line, problem, (), ahead=False)


def _asking(line: LineReading, problem: Problem, choices: Choices, *, ahead: bool) -> LineReading:
    return LineReading(
        line.number,
        line.text,
        Verdict.AMBIGUOUS,
        problem=problem,
        ahead=ahead,
        choices=choices,
        reserves=True,
    )


def _orders_of(
    lines: Sequence[LineReading], rest: Sequence[LineReading], context: Context
) -> tuple[Order, ...]:
    """Return the orders of lines as a mail with the rest would give them: of two to a unit the last.

    Lines that add to a list which stands, and of which nothing is in the rest, give it whole.
    """
    where = context.later if lines and lines[0].ahead and context.later else context
    chosen = tuple(line for line in lines if not line.retreats)
    beside = tuple(line for line in rest if any(line.ahead is one.ahead for one in chosen))
    read = judge_list((*beside, *chosen), where)[len(beside) :]
    given = [order for line in read for order in line.orders]
    taken = {replaces(order, where.kind)[0] for line in beside for order in line.orders}
    stood = [
        order
        for order in standing_beside(read, where)
        if replaces(order, where.kind)[0] not in taken
    ]
    last = {replaces(order, where.kind): order for order in given}
    return (
        *stood,
        *(
            order
            for order in given
            if replaces(order, where.kind)[1] is None or last[replaces(order, where.kind)] is order
        ),
    )


def _without_denied(lines: Sequence[LineReading]) -> tuple[LineReading, ...]:
    """Return lines without the orders that a further one of them denies, and asks about."""
    denied = {
        order
        for line in lines
        if line.verdict is Verdict.AMBIGUOUS and not line.reserves and not line.orders
        if doubts_in(fold(line.text))
        for choice in line.choices
        for order in choice
        if isinstance(order, UnitOrder)
    }
    return tuple(
        _waiting(line) if line.orders and denied.issuperset(line.orders) else line
        for line in lines
    )


class _Mail:
    """The lines of a mail and what is said among them."""

    def __init__(
        self,
        lines: Sequence[LineReading],
        texts: Sequence[str],
        context: Context,
        said: dict[int, Saying],
        silent: AbstractSet[int],
    ) -> None:
        self.silent = silent
        given = {replaces(order, context.kind) for line in lines for order in line.orders}
        lists: dict[_Key, list[Order]] = {}
        for order in context.standing:
            lists.setdefault(replaces(order, context.kind), []).append(order)
        self.standing = [(*orders,) for key, orders in lists.items() if key not in given]
        now = {
            replaces(order, context.kind)
            for line in lines
            for order in line.orders
            if not (line.ahead or line.retreats)
        }
        self.stood = tuple(
            line
            for line in units_in(context.stood, context.kind)
            if not now & {replaces(order, context.kind) for order in line.orders}
        )
        self.texts, self.context, self.said = texts, context, said
        self.given = [at for at, line in enumerate(lines) if _gives(line)]
        self.inline: dict[int, tuple[Option, LineReading]] = {}
        for at in sorted(said):
            found = choice_in(lines[at], said[at], self._order_above(lines, at), context)
            if found is not None:
                self.inline[at] = found
        self.lines = [
            self.inline[at][1] if at in self.inline else line for at, line in enumerate(lines)
        ]

    def _order_above(self, lines: Sequence[LineReading], at: int) -> Order | None:
        """Return the one order right above a line, which `or Bur` says otherwise; mostly none."""
        line = self.inline[at - 1][1] if at - 1 in self.inline else lines[at - 1]
        near = at and line.number >= lines[at].number - _FAR
        return line.orders[0] if near and len(line.orders) == 1 else None

    def claims(self) -> Iterator[_Claim]:
        """Yield what is set aside, what names its orders before what speaks of many."""
        yield from self._choices()
        yield from self._contradicted()
        yield from self._or_impossible()
        yield from self._emptied()
        yield from self._dropped()
        yield from self._promises()
        yield from self._put_instead()
        yield from self._anew()
        yield from self._lists_put_right()
        yield from self._amended()
        yield from self._named()
        yield from self._letters()
        for at, saying in self.said.items():
            for claim in (
                self._claim(at, saying),
                self._hanging(at, saying),
                self._going_on(at, saying),
                self._offering(at, saying),
                self._but_one(at, saying),
                self._against(at, saying),
                self._running_on(at, saying),
                self._leaning(at, saying),
                self._mentioned(at, saying),
            ):
                if claim is not None:
                    yield claim
        yield from self._ordered_in_vain()
        for at, saying in self.said.items():
            yield from self._against_standing(at, saying)
        for at in _nearest(self.lines):
            line = self.lines[at]
            if not _gives(line) and not line.known and line.number not in self.silent:
                saying = self.said.get(at) or saying_of(line.text)
                yield from self._of_units_standing(at, saying)
                yield from self._all_standing(at, saying)

    def _choices(self) -> Iterator[_Claim]:
        options = [_option(at, self) for at in range(len(self.lines))]
        for group in options_in(options, self._is_blank_before, self._rival):
            words = self.lines[group.at].text
            problem = _problem(reservation_words.choice, words)
            yield _Claim(group.at, group.blocks, problem, labelled=True)

    def _or_impossible(self) -> Iterator[_Claim]:
        """Yield what offers another place or power than the order above, of which no order can be made."""
        for at in sorted(self.said.keys() - self.inline.keys()):
            line = self.lines[at]
            head, _, rest = line.text.strip().strip("()[] ").partition(" ")
            if line.verdict is not Verdict.CHATTER or not rest or at - 1 not in self.given:
                continue
            words = words_of(fold(CLAUSE_END.split(rest)[0]))
            named = any(
                (begin, end) == (0, len(words))
                for begin, end, *_ in names_in(words, self.context.board)
            )
            if named and Kind.OR in saying_of(head).kinds:
                yield _Claim(at, ((at - 1,),), _problem(reservation_words.choice, line.text))

    def _is_blank_before(self, at: int) -> bool:
        """Tell whether an empty line stands above a line."""
        number = self.lines[at].number
        return number > 1 and not self.texts[number - 2].strip()

    def _contradicted(self) -> Iterator[_Claim]:
        """Yield what builds another unit where a line above it builds one: which is meant is asked."""
        built: dict[ProvinceId, tuple[int, Order]] = {}
        for at in self.given:
            builds = [order for order in self.lines[at].orders if isinstance(order, Build)]
            for order in builds if len(self.lines[at].orders) == 1 else ():
                place, other = built.setdefault(order.unit.at.province, (at, order))
                if other != order and len(self.lines[place].orders) == 1:
                    problem = _problem(reservation_words.choice, self.lines[at].text)
                    yield _Claim(at, ((place,), (at,)), problem)

    def _rival(self, at: int) -> int | None:
        """Return the line above one that orders its unit something else; None if none does."""
        ordered = {replaces(order, self.context.kind) for order in self.lines[at].orders}
        return next(
            (
                place
                for place in reversed(self._above(at))
                for order in self.lines[place].orders
                if replaces(order, self.context.kind) in ordered
            ),
            None,
        )

    def _letters(self) -> Iterator[_Claim]:
        talk = {at for at in self.said if self.lines[at].verdict is Verdict.CHATTER}
        for letter in letters_in(self.lines, self.texts, talk, self.context, self._counts_again):
            given = tuple(at for at in self.given if letter.first < at <= letter.last)
            words = self.lines[letter.first].text
            if given:
                yield _Claim(letter.first, (given,), _problem(reservation_words.letter, words))

    def _counts_again(self, at: int) -> bool:
        """Tell whether a line heads orders that count, whatever stands above it."""
        return at in self.said and bool(self.said[at].kinds & {Kind.REAL, Kind.HEADING})

    def _anew(self) -> Iterator[_Claim]:
        """Yield what takes something back and orders the same unit anew."""
        for at in _nearest(self.lines):
            line = self.lines[at]
            if _gives(line) or line.number in self.silent:
                continue
            check_time()
            above = self._above(at)
            anew = ordered_anew(line, [self.lines[number] for number in above], self.context)
            if anew is not None:
                places = tuple(above[place] for place in anew.places)
                problem = _problem(reservation_words.taken_back, line.text)
                yield _Claim(at, (places,), problem, (anew.orders,) if anew.orders else ())

    def _emptied(self) -> Iterator[_Claim]:
        """Yield what takes back a list of which orders stand above it: `Cancel my payments`."""
        for at in self.given:
            line = self.lines[at]
            emptied = {*line.withdraws, *_emptied_by(line, self.context.kind)}
            above = tuple(
                place
                for place in self._above(at)
                if self.lines[place].ahead is line.ahead and self._has_of(place, emptied)
            )
            if above:
                first = (line.orders,) if line.orders else ()
                yield _Claim(
                    at, (above,), _problem(reservation_words.taken_back, line.text), first
                )

    def _dropped(self) -> Iterator[_Claim]:
        """Yield what may take an order back or remove the unit later: `Scrap Paris`, among moves."""
        if self.context.kind is PhaseKind.ADJUSTMENT:
            return
        for at in self.given:
            line = self.lines[at]
            units = {order.unit for order in line.orders if isinstance(order, Disband)}
            words = words_of(fold(line.text))
            if not line.ahead or len(units) != len(line.orders) or words[0] in _REMOVING:
                continue
            if turn_at("drop", words, 0) == 0:
                continue
            stood = tuple(order for one in self.stood for order in one.orders)
            stands = tuple(o for o in stood if isinstance(o, UnitOrder) and o.unit in units)
            if stands:
                problem = partial(_always, reservation_words.or_removal(line.text))
                held = tuple(Hold(order.unit) for order in stands)
                yield _Claim(at, (), problem, (held, stands))

    def _is_of(self, place: int, lists: AbstractSet[str]) -> bool:
        kind = self.context.kind
        return any(replaces(order, kind)[0] in lists for order in self.lines[place].orders)

    def _has_of(self, place: int, lists: AbstractSet[str]) -> bool:
        """Tell whether a line may order something of some lists: of `build, else pay` both."""
        kind = self.context.kind
        parts = (part for order in self.lines[place].orders for part in (order, *possible(order)))
        return any(replaces(part, kind)[0] in lists for part in parts)

    def _listed(self, orders: Sequence[Order]) -> list[LineReading]:
        """Return a list that stands as lines, each with its order in short."""
        return [line for line in self.context.stood if {*line.orders} & {*orders}]

    def _promises(self) -> Iterator[_Claim]:
        """Yield what takes back promises where plain gifts stand beside them: `Cancel my promises`."""
        for at in self.given:
            line = self.lines[at]
            if GIFT not in line.withdraws or not only_promises(fold(line.text)):
                continue
            for orders in self.standing:
                plain = tuple(order for order in orders if isinstance(order, Give))
                if plain and plain != orders and replaces(orders[0], self.context.kind)[0] == GIFT:
                    problem = _problem(reservation_words.of_standing, line.text)
                    yield _Claim(at, (), problem, (plain, orders), spares=True)

    def _put_instead(self) -> Iterator[_Claim]:
        """Yield what is ordered in the place of one order of a list, which else would replace the list."""
        kind = self.context.kind
        for at in self.given:
            line = self.lines[at]
            keys = {replaces(order, kind) for order in line.orders}
            if len(keys) != 1 or next(iter(keys))[1] is not None or line.ahead:
                continue
            above = tuple(
                place for place in self._above(at) if self._is_of(place, {next(iter(keys))[0]})
            )
            listed = [self.lines[place] for place in above]
            if above and all(len(one.orders) == 1 for one in listed):
                change = put_instead(line, listed, self.context)
                if change is not None:
                    problem = _problem(reservation_words.taken_back, line.text)
                    yield _Claim(at, (above,), problem, change.choices)
                continue
            stood = [
                one
                for one in self.context.stood
                if {replaces(o, kind) for o in one.orders} == keys
            ]
            alone = (
                sum(1 for place in self.given if self._is_of(place, {next(iter(keys))[0]})) == 1
            )
            change = put_instead(line, stood, self.context) if alone else None
            if change is not None and change.choices[0] != line.orders:
                problem = _problem(reservation_words.of_standing, line.text)
                yield _Claim(at, (), problem, (*self._possible(change.choices), change.stands))

    def _lists_put_right(self) -> Iterator[_Claim]:
        """Yield what puts a name or a kind of unit right in a list that stands already."""
        for at, saying in self.said.items() if self.standing else ():
            line = self.lines[at]
            if _gives(line) or self._above(at):
                continue
            check_time()
            for orders in self.standing:
                change = change_of_list(line, saying, self._listed(orders), self.context)
                choices = self._possible(change.choices) if change is not None else ()
                if change is not None and choices:
                    problem = _problem(reservation_words.of_standing, line.text)
                    yield _Claim(at, (), problem, (*choices, change.stands))
                    break

    def _amended(self) -> Iterator[_Claim]:
        """Yield what gives a payment another amount, or orders something instead of an order."""
        for at in _nearest(self.lines):
            line = self.lines[at]
            if _gives(line) or line.number in self.silent:
                continue
            check_time()
            above = self._above(at)
            found = amendment(line, [self.lines[one] for one in above], self.context)
            if found is not None:
                places = tuple(above[place] for place in found.places)
                problem = _problem(reservation_words.taken_back, line.text)
                ahead = any(self.lines[place].ahead for place in places)
                choices = self._possible(found.choices, ahead=ahead)
                yield _Claim(at, (places,), problem, choices)
            else:
                yield from self._amended_standing(at)

    def _amended_standing(self, at: int) -> Iterator[_Claim]:
        """Yield what amends a list that stands already."""
        line = self.lines[at]
        for orders in self.standing:
            stood = LineReading(0, "", Verdict.ACCEPTED, orders)
            found = amendment(line, [stood], self.context)
            if found is not None and () in found.choices:
                yield self._taking_all(at, orders)
                return
            if found is not None and (choices := self._possible(found.choices)):
                problem = _problem(reservation_words.of_standing, line.text)
                yield _Claim(at, (), problem, (*choices, orders))
                return

    def _taking_all(self, at: int, orders: Sequence[Order]) -> _Claim:
        """Return what says how a list that stands is taken back as a whole."""
        builds = any(isinstance(order, Build | BuildBridge | Waive) for order in orders)
        gifts = has_gifts(self.context)
        whole = as_a_whole(self.lines[at].text, gifts=gifts, builds=builds)
        return _Claim(at, (), partial(_always, whole), refuses=True)

    def _possible(self, choices: Choices, *, ahead: bool = False) -> Choices:
        """Return the choices that could be carried out; `ahead`: in the phase that orders are sent ahead for."""
        where = self.context.later if ahead and self.context.later else self.context
        read = (LineReading(0, "", Verdict.ACCEPTED, orders) for orders in choices)
        judged = (judge(line, where) for line in read)
        return tuple(line.orders for line in judged if line.verdict is Verdict.ACCEPTED)

    def _named(self) -> Iterator[_Claim]:
        """Yield what speaks of one order above it, or corrects one."""
        for at, saying in self.said.items():
            above, words = self._above(at), self.lines[at].text
            mended = corrected(words, [self.lines[one] for one in above], self.context)
            if mended is not None:
                places = tuple(above[place] for place in mended.places)
                change = _problem(reservation_words.taken_back, words)
                yield _Claim(at, (places,), change, self._possible(mended.choices))
            elif Kind.TAKE_BACK_ONE in saying.kinds and above and self._takes_others(saying):
                yield _Claim(at, (above,), _problem(reservation_words.taken_back, words))
            elif Kind.TAKE_BACK_ONE in saying.kinds and (
                Kind.TAKE_BACK not in saying.kinds or things_named(saying.words)
            ):
                found = self._spoken_of(at, saying)
                places = tuple(place for place in found if _gives(self.lines[place]))
                if places:
                    problem = _problem(reservation_words.taken_back, words)
                    yield _Claim(at, (places,), problem, self._instead(saying))
                elif found:
                    untaken = reservation_words.of_untaken(self.lines[found[0]].text, words)
                    yield _Claim(at, (), partial(_always, untaken), refuses=True)
                else:
                    yield from self._named_standing(at, saying)

    def _takes_others(self, saying: Saying) -> bool:
        """Tell whether words name an order and take back the others: `Spain counts, forget the others`."""
        words = saying.words
        others = has_turn("rest", words) and "other" not in words
        return others and any(True for _ in names_in(words, self.context.board))

    def _spoken_of(self, at: int, saying: Saying) -> tuple[int, ...]:
        """Return the lines above one that it speaks of; its writer counts refused ones, too."""
        number = self.lines[at].number
        every = [
            place
            for place, line in enumerate(self.lines)
            if line.number < number and (_gives(line) or _is_refused(line))
        ]
        written = self._of_its_phase(at, saying.words, every)
        found = spoken_of(saying.words, [self.lines[place] for place in written], self.context)
        return tuple(written[place] for place in found or ())

    def _of_its_phase(self, at: int, words: Words, places: Sequence[int]) -> list[int]:
        """Return those of some lines that a line may speak of: one about builds or removals of winter orders.

        `Do not remove a fleet` under the heading of the winter means no fleet that moves before it.
        """
        adjusts = {"building", "removal"} & {*things_named(words)} or not _REMOVING.isdisjoint(
            words
        )
        if not self.lines[at].ahead or not adjusts:
            return [*places]
        return [place for place in places if self.lines[place].ahead]

    def _named_standing(self, at: int, saying: Saying) -> Iterator[_Claim]:
        """Yield what speaks of orders of lists that stand already."""
        spoken = without_spoken_of(saying.words, self.standing, self.context)
        if spoken is None:
            return
        left, whole = spoken
        if () in left:
            yield self._taking_all(at, whole[left.index(())])
        else:
            problem = _problem(reservation_words.of_standing, self.lines[at].text)
            yield _Claim(at, (), problem, (_flat(left), _flat(whole)))

    def _claim(self, at: int, saying: Saying) -> _Claim | None:
        """Return what a line sets aside of all that stands above or below it."""
        kinds, words = saying.kinds, self.lines[at].text
        above, below = self._above(at), self._below(at)
        meant = Kind.TAKE_BACK in kinds or not self._are_ordered_anew(above, below)
        if kinds & _ABOVE and above and meant:
            reason = reservation_words.taken_back
            if kinds & {Kind.DOUBT, Kind.IDEA}:
                reason = reservation_words.left_open
            return _Claim(at, (above,), _problem(reason, words), self._instead(saying))
        if kinds & HEADS and saying.opens and self._heads(at, below):
            return _Claim(at, (below,), _problem(_REASONS[min(kinds & HEADS, key=_rank)], words))
        around = kinds & _AROUND
        if not around:
            return None
        places = below if not above or (saying.opens and below) else above
        if above and below and not saying.opens:
            places = (*above, *below)
        return _Claim(at, (places,), _problem(_REASONS[min(around, key=_rank)], words))

    def _against(self, at: int, saying: Saying) -> _Claim | None:
        """Return the orders that a line speaks against in words of its own."""
        talk = self.lines[at].verdict is Verdict.CHATTER
        meant = self._of_its_phase(at, saying.words, self.given)
        given = {place: self.lines[place].orders for place in meant}
        places = spoken_against(
            saying.meant, given, self.context.board, self.context.power, talk=talk
        )
        problem = _problem(reservation_words.left_open, self.lines[at].text)
        return _Claim(at, (places,), problem) if places else None

    def _hanging(self, at: int, saying: Saying) -> _Claim | None:
        """Return the payment or gift right above a condition without an order: `if he stays out`."""
        above = self._above(at)
        line = self.lines[at]
        if Kind.CASE not in saying.kinds or saying.opens or not above:
            return None
        if _is_refused(line) and line.text.partition(":")[2].strip():
            return None  # `If Spain supports me: A Bur - Mar` speaks of its own order
        nearest = self.lines[above[-1]]
        points = all(isinstance(order, Pay | Receive | Give) for order in nearest.orders)
        if nearest.number != line.number - 1 or not points or not nearest.orders:
            return None
        return _Claim(at, (above[-1:],), _problem(reservation_words.hanging, line.text))

    def _going_on(self, at: int, saying: Saying) -> _Claim | None:
        """Return the payment right above a line that goes on with it: `in two rates`, `on credit`."""
        line, words = self.lines[at], saying.words
        if at - 1 not in self.given or not self._is_talk(at) or len(words) > _SHORT:
            return None
        paid = self.lines[at - 1]
        points = all(isinstance(order, Pay | Receive | Give) for order in paid.orders)
        if not points or not paid.orders or paid.number != line.number - 1:
            return None
        if not turn_at("continues", words, 0) or is_known_reason(line.text, self.context.board):
            return None
        return _Claim(at, ((at - 1,),), _problem(reservation_words.hanging, line.text))

    def _offering(self, at: int, saying: Saying) -> _Claim | None:
        """Return the order right above a line that offers another place: `CoS would do as well`."""
        line = self.lines[at]
        if at - 1 not in self.given or not (_is_refused(line) or self._is_talk(at)):
            return None
        offers = any(
            has_turn("alternative", words)
            and any(places for *_, places, _ in names_in(words, self.context.board))
            for words in saying.meant
        )
        if not offers or self.lines[at - 1].number != line.number - 1:
            return None
        return _Claim(at, ((at - 1,),), _problem(reservation_words.choice, line.text))

    def _but_one(self, at: int, saying: Saying) -> _Claim | None:
        """Return the orders above a line that says which alone are meant: `armies only`, `just the bridge`."""
        words = saying.words
        ends = {0, len(words) - 1} if words else ()
        says = any(turn_at("only", words, place) > place for place in ends)
        if self.lines[at].verdict is not Verdict.CHATTER or not says or len(words) > _SHORT:
            return None
        above = self._above(at)
        meant = spoken_of(words, [self.lines[place] for place in above], self.context)
        if not meant or len(meant) == len(above):
            return None
        others = tuple(place for number, place in enumerate(above) if number not in meant)
        return _Claim(at, (others,), _problem(reservation_words.left_open, self.lines[at].text))

    def _mentioned(self, at: int, saying: Saying) -> _Claim | None:
        """Return the orders that talk names in words of which it is not known that they change nothing."""
        if not self._is_talk(at) or saying.kinds & _COUNTS:
            return None
        meant = self._of_its_phase(at, saying.words, self.given)
        given = {place: self.lines[place].orders for place in meant}
        board, own = self.context.board, self.context.power
        places = mentioned(saying.meant, given, board, own)
        problem = _problem(reservation_words.left_open, self.lines[at].text)
        return _Claim(at, (places,), problem) if places else None

    def _running_on(self, at: int, saying: Saying) -> _Claim | None:
        """Return the paragraph of orders that a sentence runs on into which supposes or denies something.

        `What would you say if I told them that I will order`.
        """
        below = self._paragraph_below(at)
        line = self.lines[at]
        text = line.text.rstrip(" *_-")
        if not below or not saying.meant or text.endswith(_SENTENCE_ENDS):
            return None
        if not (_is_refused(line) or self._is_talk(at)):
            return None
        others = others_in(saying.meant[-1], self.context.board, self.context.power)
        if not runs_on(saying.meant[-1], text[-1:] if text[-1:] in {",", ":"} else "", others):
            return None
        return _Claim(at, (below,), _problem(reservation_words.supposed, text))

    def _leaning(self, at: int, saying: Saying) -> _Claim | None:
        """Return the order right above a line that goes on with its sentence: `but only with his help`."""
        line = self.lines[at]
        if at - 1 not in self.given or self.lines[at - 1].number != line.number - 1:
            return None
        board, own = self.context.board, self.context.power
        if not leans(saying.meant, line.text, board, own) or self._opens_block(at):
            return None
        return _Claim(at, ((at - 1,),), _problem(reservation_words.hanging, line.text))

    def _opens_block(self, at: int) -> bool:
        """Tell whether a refused line heads another, as an `if` that nothing closes does."""
        return all(_is_refused(line) for line in self.lines[at : at + 2]) and at + 1 < len(
            self.lines
        )

    def _ordered_in_vain(self) -> Iterator[_Claim]:
        """Yield what orders again, so that nobody can read it, a unit that a line above it orders."""
        for at, line in enumerate(self.lines):
            if not _is_refused(line) or line.choices or line.number in self.silent:
                continue
            if line.problem is not None and line.problem.candidates:
                continue  # it asks by itself: the name fits several
            places = self._ordered_above(at)
            if places:
                yield _Claim(at, (places,), _problem(reservation_words.taken_back, line.text))

    def _ordered_above(self, at: int) -> tuple[int, ...]:
        """Return the orders above a refused line that are for the unit, or of the kind, that it begins with."""
        given = {place: self.lines[place].orders for place in self._above(at)}
        subject = subject_of(self.lines[at].text, self.context)
        if subject is not None:
            return tuple(place for place in given if subject in _subjects(given[place]))
        board, own = self.context.board, self.context.power
        sentences = self.said[at].meant[:1] if at in self.said else ()
        plain = [words for words in sentences if changes_nothing(words, board, own)]
        heads = (head_of(words, board) for words in sentences if words not in plain)
        places = {place for head in heads for place in orders_named(head, given, board)}
        return tuple(sorted({*places, *mentioned(plain, given, board, own)}))

    def _is_talk(self, at: int) -> bool:
        """Tell whether a line was read as nothing, and is no mere courtesy."""
        line = self.lines[at]
        return (
            line.is_unread and talk_of(line.text, words_on(self.context.board)) is not Talk.NOTHING
        )

    def _paragraph_below(self, at: int) -> tuple[int, ...]:
        """Return the orders right below a line, down to the next line without any."""
        found: list[int] = []
        for place in range(at + 1, len(self.lines)):
            number = self.lines[at].number + 1 + len(found)
            if place not in self.given or self.lines[place].number != number:
                break
            found.append(place)
        return tuple(found)

    def _against_standing(self, at: int, saying: Saying) -> Iterator[_Claim]:
        """Yield what speaks in words of its own against orders of a list that stands already."""
        every = [
            (number, order) for number, orders in enumerate(self.standing) for order in orders
        ]
        given = {place: (order,) for place, (_, order) in enumerate(every)}
        talk = self.lines[at].verdict is Verdict.CHATTER
        places = spoken_against(
            saying.meant, given, self.context.board, self.context.power, talk=talk
        )
        if not places:
            return
        numbers = {every[place][0] for place in places}
        stood = [pair for pair in enumerate(every) if pair[1][0] in numbers]
        left = tuple(order for place, (_, order) in stood if place not in places)
        if not left:
            yield self._taking_all(at, [order for _, (_, order) in stood])
        else:
            whole = tuple(order for _, (_, order) in stood)
            problem = _problem(reservation_words.of_standing, self.lines[at].text)
            yield _Claim(at, (), problem, (left, whole))

    def _of_units_standing(self, at: int, saying: Saying) -> Iterator[_Claim]:
        """Yield what changes orders to units that stand already."""
        if not self.stood:
            return
        check_time()
        line = self.lines[at]
        change = change_of_standing(line, saying, self.stood, self.context)
        choices = self._possible(change.choices) if change is not None else ()
        if change is not None and any(choice != change.stands for choice in choices):
            problem = _problem(reservation_words.of_standing, line.text)
            yield _Claim(at, (), problem, (*choices, change.stands))

    def _all_standing(self, at: int, saying: Saying) -> Iterator[_Claim]:
        """Yield what takes back all that stands, in a mail that orders nothing."""
        line = self.lines[at]
        if self.given or line.choices or not self.context.stood or not takes_back_all(saying):
            return
        text = line.text
        held = self._instead(saying)
        if held:
            yield _Claim(at, (), _problem(reservation_words.of_standing, text), held)
        else:
            problem = reservation_words.all_of_standing(text)
            yield _Claim(at, (), partial(_always, problem), refuses=True)

    def _above(self, at: int) -> tuple[int, ...]:
        number = self.lines[at].number
        return tuple(position for position in self.given if self.lines[position].number < number)

    def _below(self, at: int) -> tuple[int, ...]:
        """Return the orders below a line, down to where a line says that they count again."""
        found: list[int] = []
        for number in range(at + 1, len(self.lines)):
            if number in self.said:
                kinds = self.said[number].kinds
                if Kind.REAL in kinds or (found and Kind.HEADING in kinds):
                    break
            elif _gives(self.lines[number]):
                found.append(number)
        return tuple(found)

    def _are_ordered_anew(self, above: Sequence[int], below: Sequence[int]) -> bool:
        """Tell whether orders below a line replace one above it, so that it only leads over."""
        before, after = (
            {
                replaces(order, self.context.kind)
                for at in places
                for order in self.lines[at].orders
            }
            for places in (above, below)
        )
        return bool(before & after)

    def _heads(self, at: int, below: Sequence[int]) -> bool:
        """Tell whether orders stand right below a line."""
        return bool(below) and below[0] == at + 1

    def _instead(self, saying: Saying) -> Choices:
        """Return what a line that takes back orders in their place, as a choice of its own."""
        number = 0
        for clause in saying.clauses:
            words = words_of(clause)
            holds = has_turn("all_hold", words)
            if holds and self.context.kind is PhaseKind.MOVEMENT:
                units = self.context.state.units_of(self.context.power)
                return (tuple(Hold(unit.ref) for unit in units),)
            order = without_tail(clause)
            read = read_line(number, order, self.context, strict=True)
            if read.verdict is Verdict.ACCEPTED and read.orders:
                return (read.orders,)
        return ()


def _subjects(orders: Iterable[Order]) -> set[ProvinceId]:
    """Return where the units and bridges of orders are."""
    return {place for order in orders for place in stands_in(order)}


def _emptied_by(line: LineReading, kind: PhaseKind) -> set[str]:
    """Return the list that `No builds` below builds leaves empty; it waives them all."""
    if not line.orders or not all(isinstance(order, Waive) for order in line.orders):
        return set()
    says = turn_at("no_builds", words_of(fold(line.text)), 0) > 0
    return {replaces(order, kind)[0] for order in line.orders} if says else set()


def _flat(lists: Iterable[tuple[Order, ...]]) -> tuple[Order, ...]:
    return tuple(order for orders in lists for order in orders)


def _always(problem: Problem, _stands: Stands) -> Problem:
    return problem


def _problem(words: Callable[[str, Stands], Problem], text: str) -> Callable[[Stands], Problem]:
    return lambda stands: words(text, stands)


_REASONS = {
    Kind.NOT_THESE: reservation_words.not_meant,
    Kind.CONDITION: reservation_words.hanging,
    Kind.CASE: reservation_words.hanging,
    Kind.SUPPOSE: reservation_words.supposed,
    Kind.ELSEWHERE: reservation_words.of_others,
    Kind.DRAFT: reservation_words.left_open,
    Kind.DOUBT: reservation_words.left_open,
    Kind.IDEA: reservation_words.left_open,
}
"""What is said of each, the weightiest first."""


def _rank(kind: Kind) -> int:
    return [*_REASONS].index(kind)


def _option(at: int, mail: _Mail) -> Option:
    """Return what a line does where choices are offered: it opens one, parts two, or orders."""
    line, saying = mail.lines[at], mail.said.get(at)
    if at in mail.inline:
        return mail.inline[at][0]
    if _gives(line):
        return Option(orders=True)
    if saying is None:
        return Option()
    kinds = saying.kinds
    if Kind.CHOICE in kinds or Kind.OR in kinds:
        return Option(opens=Kind.CHOICE in kinds, parts=Kind.OR in kinds, ends=False)
    return Option(ends=Kind.REAL in kinds)
