"""The lines of a mail and what is said among them: where its orders stand, above and below its words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from gm.contract.language import Problem, Talk, Verdict
from gm.contract.orders import Order
from gm.games.diplomacy.language.judging import judge
from gm.games.diplomacy.language.lines import read_line
from gm.games.diplomacy.language.sections import words_on
from gm.games.diplomacy.language.talk.anew import choice_in
from gm.games.diplomacy.language.talk.of_standing import (
    units_in,
)
from gm.games.diplomacy.language.talk.spoken_of import things_named
from gm.games.diplomacy.readings import Context, LineReading
from gm.games.diplomacy.rules.board import ProvinceId
from gm.games.diplomacy.rules.orders import (
    Hold,
    replaces,
)
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.games.diplomacy.rules.winter.tickets import possible
from gm.games.diplomacy.wording.complaints.reservation_words import Stands
from gm.interpret.options import WrittenOption
from gm.interpret.reservations import (
    Kind,
    Saying,
    has_turn,
    without_tail,
)
from gm.interpret.tongues import Words, words_of
from gm.interpret.unread import talk_of

_FAR = 2
"""Lines from an order down to an `or` that says it otherwise."""

_VERB = 5
"""Words at the beginning of a line among which the verb of a build stands: `And in winter: build ...`."""

Choices = tuple[tuple[Order, ...], ...]

Key = tuple[str, ProvinceId | None]

REMOVING = frozenset({"remove", "disband", "entferne", "entfernen", "bain"})
"""Verbs of winter orders that are also said of orders; a line that begins with one is a failed order."""


@dataclass(frozen=True, slots=True)
class Claim:
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


class SaidLines:
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
        lists: dict[Key, list[Order]] = {}
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
        self.given = [at for at, line in enumerate(lines) if gives(line)]
        self.told_others: set[int] = set()
        self.inline: dict[int, tuple[WrittenOption, LineReading]] = {}
        for at in sorted(said):
            choice = choice_in(lines[at], said[at], self._order_above(lines, at), context)
            if choice is not None:
                self.inline[at] = choice
        self.lines = [
            self.inline[at][1] if at in self.inline else line for at, line in enumerate(lines)
        ]

    def _order_above(self, lines: Sequence[LineReading], at: int) -> Order | None:
        """Return the one order right above a line, which `or Bur` says otherwise; mostly none."""
        line = self.inline[at - 1][1] if at - 1 in self.inline else lines[at - 1]
        near = at and line.number >= lines[at].number - _FAR
        return line.orders[0] if near and len(line.orders) == 1 else None

    def _is_blank_before(self, at: int) -> bool:
        """Tell whether an empty line stands above a line."""
        number = self.lines[at].number
        return number > 1 and not self.texts[number - 2].strip()

    def _is_of(self, place: int, lists: AbstractSet[str]) -> bool:
        kind = self.context.kind
        return any(replaces(order, kind)[0] in lists for order in self.lines[place].orders)

    def _has_of(self, place: int, lists: AbstractSet[str]) -> bool:
        """Tell whether a line may order something of some lists: of `build, else pay` both."""
        kind = self.context.kind
        parts = (part for order in self.lines[place].orders for part in (order, *possible(order)))
        return any(replaces(part, kind)[0] in lists for part in parts)

    def _possible(self, choices: Choices, *, ahead: bool = False) -> Choices:
        """Return the choices that could be carried out; `ahead`: in the phase that orders are sent ahead for."""
        where = self.context.later if ahead and self.context.later else self.context
        read = (LineReading(0, "", Verdict.ACCEPTED, orders) for orders in choices)
        judged = (judge(line, where) for line in read)
        return tuple(line.orders for line in judged if line.verdict is Verdict.ACCEPTED)

    def _of_its_phase(self, at: int, words: Words, places: Sequence[int]) -> list[int]:
        """Return those of some lines that a line may speak of: one about builds or removals of winter orders.

        `Do not remove a fleet` under the heading of the winter means no fleet that moves before it, nor
        does `Build A Lvp` before the winter mean the army that moves from there.
        """
        adjusts = {"building", "removal"} & {*things_named(words)} or not REMOVING.isdisjoint(
            words
        )
        builds = "building" in things_named(words[:_VERB]) and is_refused(self.lines[at])
        too_early = builds and self.context.kind is not PhaseKind.ADJUSTMENT
        if not (self.lines[at].ahead or too_early) or not adjusts:
            return [*places]
        return [place for place in places if self.lines[place].ahead]

    def _opens_block(self, at: int) -> bool:
        """Tell whether a refused line heads another, as an `if` that nothing closes does."""
        return all(is_refused(line) for line in self.lines[at : at + 2]) and at + 1 < len(
            self.lines
        )

    def _is_talk(self, at: int) -> bool:
        """Tell whether a line was read as nothing, and is no mere courtesy."""
        line = self.lines[at]
        return (
            line.is_unread and talk_of(line.text, words_on(self.context.board)) is not Talk.NOTHING
        )

    def _paragraph_below(self, at: int) -> tuple[int, ...]:
        """Return the orders right below a line, down to the next line without any."""
        below: list[int] = []
        for place in range(at + 1, len(self.lines)):
            number = self.lines[at].number + 1 + len(below)
            if place not in self.given or self.lines[place].number != number:
                break
            below.append(place)
        return tuple(below)

    def _above(self, at: int) -> tuple[int, ...]:
        number = self.lines[at].number
        return tuple(position for position in self.given if self.lines[position].number < number)

    def _below(self, at: int) -> tuple[int, ...]:
        """Return the orders below a line, down to where a line says that they count again."""
        below: list[int] = []
        for number in range(at + 1, len(self.lines)):
            if number in self.said:
                kinds = self.said[number].kinds
                if Kind.REAL in kinds or (below and Kind.HEADING in kinds):
                    break
            elif gives(self.lines[number]):
                below.append(number)
        return tuple(below)

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


def always(problem: Problem, _stands: Stands) -> Problem:
    """Return a problem that is the same however its orders stand."""
    return problem


def problem_of(words: Callable[[str, Stands], Problem], text: str) -> Callable[[Stands], Problem]:
    """Return what says of words, from how their orders stand, why they wait."""
    return lambda stands: words(text, stands)


def gives(line: LineReading) -> bool:
    """Tell whether something would be recorded by a line."""
    return bool(line.orders or line.withdraws)


def is_refused(line: LineReading) -> bool:
    """Tell whether a line was meant as an order and gave none."""
    return line.problem is not None and not gives(line)
