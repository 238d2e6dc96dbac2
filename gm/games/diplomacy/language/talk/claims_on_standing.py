"""Finds what the words of a mail speak of among the orders that stand already."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from gm.contract.language import Verdict
from gm.contract.orders import Order
from gm.games.diplomacy.language.grammar.gifts import has_gifts
from gm.games.diplomacy.language.lines import GIFT
from gm.games.diplomacy.language.talk.corrections import amendment, without_spoken_of
from gm.games.diplomacy.language.talk.mentions import spoken_against
from gm.games.diplomacy.language.talk.of_standing import (
    change_of_list,
    change_of_standing,
    put_instead,
    takes_back_all,
)
from gm.games.diplomacy.language.talk.said_lines import (
    REMOVING,
    Claim,
    SaidLines,
    always,
    gives,
    problem_of,
)
from gm.games.diplomacy.language.talk.withdrawals import only_promises
from gm.games.diplomacy.readings import LineReading
from gm.games.diplomacy.rules.orders import (
    Build,
    BuildBridge,
    Disband,
    Give,
    Hold,
    UnitOrder,
    Waive,
    replaces,
)
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.games.diplomacy.wording.complaints import reservation_words
from gm.interpret.folding import fold
from gm.interpret.reservations import (
    Saying,
    turn_at,
)
from gm.interpret.tongues import words_of
from gm.time_limit import check_time


class StandingClaims(SaidLines):
    """What words say of the orders that stand already."""

    def _dropped(self) -> Iterator[Claim]:
        """Yield what may take an order back or remove the unit later: `Scrap Paris`, among moves."""
        if self.context.kind is PhaseKind.ADJUSTMENT:
            return
        for at in self.given:
            line = self.lines[at]
            units = {order.unit for order in line.orders if isinstance(order, Disband)}
            words = words_of(fold(line.text))
            if not line.ahead or len(units) != len(line.orders) or words[0] in REMOVING:
                continue
            if turn_at("drop", words, 0) == 0:
                continue
            stood = tuple(order for reading in self.stood for order in reading.orders)
            stands = tuple(o for o in stood if isinstance(o, UnitOrder) and o.unit in units)
            if stands:
                problem = partial(always, reservation_words.or_removal(line.text))
                held = tuple(Hold(order.unit) for order in stands)
                yield Claim(at, (), problem, (held, stands))

    def _listed(self, orders: Sequence[Order]) -> list[LineReading]:
        """Return a list that stands as lines, each with its order in short."""
        return [line for line in self.context.stood if {*line.orders} & {*orders}]

    def _promises(self) -> Iterator[Claim]:
        """Yield what takes back promises where plain gifts stand beside them: `Cancel my promises`."""
        for at in self.given:
            line = self.lines[at]
            if GIFT not in line.withdraws or not only_promises(fold(line.text)):
                continue
            for orders in self.standing:
                plain = tuple(order for order in orders if isinstance(order, Give))
                if plain and plain != orders and replaces(orders[0], self.context.kind)[0] == GIFT:
                    problem = problem_of(reservation_words.of_standing, line.text)
                    yield Claim(at, (), problem, (plain, orders), spares=True)

    def _put_instead(self) -> Iterator[Claim]:
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
            if above and all(len(reading.orders) == 1 for reading in listed):
                change = put_instead(line, listed, self.context)
                if change is not None:
                    problem = problem_of(reservation_words.taken_back, line.text)
                    yield Claim(at, (above,), problem, change.choices)
                continue
            stood = [
                reading
                for reading in self.context.stood
                if {replaces(o, kind) for o in reading.orders} == keys
            ]
            alone = (
                sum(1 for place in self.given if self._is_of(place, {next(iter(keys))[0]})) == 1
            )
            change = put_instead(line, stood, self.context) if alone else None
            if change is not None and change.choices[0] != line.orders:
                problem = problem_of(reservation_words.of_standing, line.text)
                yield Claim(at, (), problem, (*self._possible(change.choices), change.stands))

    def _lists_put_right(self) -> Iterator[Claim]:
        """Yield what puts a name or a kind of unit right in a list that stands already."""
        for at, saying in self.said.items() if self.standing else ():
            line = self.lines[at]
            if gives(line) or self._above(at):
                continue
            check_time()
            for orders in self.standing:
                change = change_of_list(line, saying, self._listed(orders), self.context)
                choices = self._possible(change.choices) if change is not None else ()
                if change is not None and choices:
                    problem = problem_of(reservation_words.of_standing, line.text)
                    yield Claim(at, (), problem, (*choices, change.stands))
                    break

    def _amended_standing(self, at: int) -> Iterator[Claim]:
        """Yield what amends a list that stands already."""
        line = self.lines[at]
        for orders in self.standing:
            stood = LineReading(0, "", Verdict.ACCEPTED, orders)
            change = amendment(line, [stood], self.context)
            if change is not None and () in change.choices:
                yield self._taking_all(at, orders)
                return
            if change is not None and (choices := self._possible(change.choices)):
                problem = problem_of(reservation_words.of_standing, line.text)
                yield Claim(at, (), problem, (*choices, orders))
                return

    def _taking_all(self, at: int, orders: Sequence[Order]) -> Claim:
        """Return what says how a list that stands is taken back as a whole."""
        builds = any(isinstance(order, Build | BuildBridge | Waive) for order in orders)
        gifts = has_gifts(self.context)
        whole = reservation_words.as_a_whole(self.lines[at].text, gifts=gifts, builds=builds)
        return Claim(at, (), partial(always, whole), refuses=True)

    def _named_standing(self, at: int, saying: Saying) -> Iterator[Claim]:
        """Yield what speaks of orders of lists that stand already."""
        spoken = without_spoken_of(saying.words, self.standing, self.context)
        if spoken is None:
            return
        left, whole = spoken
        if () in left:
            yield self._taking_all(at, whole[left.index(())])
        else:
            problem = problem_of(reservation_words.of_standing, self.lines[at].text)
            yield Claim(at, (), problem, (_flat(left), _flat(whole)))

    def _against_standing(self, at: int, saying: Saying) -> Iterator[Claim]:
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
            problem = problem_of(reservation_words.of_standing, self.lines[at].text)
            yield Claim(at, (), problem, (left, whole))

    def _of_units_standing(self, at: int, saying: Saying) -> Iterator[Claim]:
        """Yield what changes orders to units that stand already."""
        if not self.stood:
            return
        check_time()
        line = self.lines[at]
        change = change_of_standing(line, saying, self.stood, self.context)
        choices = self._possible(change.choices) if change is not None else ()
        if change is not None and any(choice != change.stands for choice in choices):
            problem = problem_of(reservation_words.of_standing, line.text)
            yield Claim(at, (), problem, (*choices, change.stands))

    def _all_standing(self, at: int, saying: Saying) -> Iterator[Claim]:
        """Yield what takes back all that stands, in a mail that orders nothing."""
        line = self.lines[at]
        if self.given or line.choices or not self.context.stood or not takes_back_all(saying):
            return
        text = line.text
        held = self._instead(saying)
        if held:
            yield Claim(at, (), problem_of(reservation_words.of_standing, text), held)
        else:
            problem = reservation_words.all_of_standing(text)
            yield Claim(at, (), partial(always, problem), refuses=True)


def _flat(lists: Iterable[tuple[Order, ...]]) -> tuple[Order, ...]:
    return tuple(order for orders in lists for order in orders)
