"""Finds what the words of a mail speak of: each claim holds orders up, and says why.

A mail's lines are asked one kind of words after another, those that name their orders before those that
speak of many; `gm.games.diplomacy.language.talk.set_aside` makes questions of the claims. docs/adr/0074 says
what speaks of what.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from gm.contract.language import Verdict
from gm.contract.orders import Order
from gm.games.diplomacy.language.lines import subject_of
from gm.games.diplomacy.language.talk.agreeing import agrees
from gm.games.diplomacy.language.talk.anew import CLAUSE_END, ordered_anew, went_over_to
from gm.games.diplomacy.language.talk.claims_on_standing import StandingClaims
from gm.games.diplomacy.language.talk.corrections import amendment, corrected
from gm.games.diplomacy.language.talk.harmless import changes_nothing, is_known_reason, others_in
from gm.games.diplomacy.language.talk.letters_inside import letters_in
from gm.games.diplomacy.language.talk.mentions import (
    head_of,
    leans,
    mentioned,
    orders_at,
    orders_named,
    runs_on,
    spoken_against,
)
from gm.games.diplomacy.language.talk.said_lines import (
    Claim,
    always,
    gives,
    is_refused,
    problem_of,
)
from gm.games.diplomacy.language.talk.spoken_of import (
    names_in,
    spoken_of,
    stands_in,
    things_named,
    things_ordered,
)
from gm.games.diplomacy.language.talk.unsettling import (
    heads_plainly,
    unsettles,
    unsettles_outright,
)
from gm.games.diplomacy.readings import LineReading
from gm.games.diplomacy.rules.board import ProvinceId
from gm.games.diplomacy.rules.orders import (
    Build,
    Give,
    Pay,
    Receive,
    Waive,
    replaces,
)
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.games.diplomacy.wording.complaints import reservation_words
from gm.interpret.folding import fold
from gm.interpret.options import WrittenOption, options_in
from gm.interpret.reservations import (
    HEADS,
    Kind,
    Saying,
    has_turn,
    is_turn,
    ordinals_in,
    saying_of,
    turn_at,
    unaccented,
)
from gm.interpret.talk_words import begins, turns
from gm.interpret.tongues import Words, words_of
from gm.time_limit import check_time

MOST_SAID = 200
"""Lines of one mail in which such words are looked for, the nearest to its orders."""

_SHORT_LINE = 12
"""Words of the longest line that greets and goes on to speak of the orders."""

_SHORT = 5
"""Words of a line that names those orders which alone are meant."""

_COUNTS = frozenset({Kind.REAL, Kind.HEADING})
"""What says of orders that they count."""

_NEAR = 3
"""Lines down from an order to talk that goes on right below it."""

_NAMES = 3
"""Words of the longest line that may be its writer's name."""

_NAMED = re.compile(r"[.!?] +[A-Z][^\W\d_]+ *$")
"""A name behind the last sentence of a line: `Bis zum Herbst! Jan`."""

_CALLED = re.compile(r"[A-Z][^\W\d_]+, ")
"""Somebody who is called by his name."""

_BUILDING = "building"
"""What words name that tell of builds."""

_SENTENCE_ENDS = (".", "!", "?", ";", ")")
"""Signs behind which no sentence runs on."""

_ABOVE = frozenset({Kind.TAKE_BACK, Kind.SECOND_THOUGHTS, Kind.ALONE})

_AROUND = frozenset({Kind.NOT_THESE, Kind.DRAFT, Kind.DOUBT, Kind.CONDITION, Kind.SUPPOSE})


class MailClaims(StandingClaims):
    """What words say of the orders of their own mail, and of those that stand."""

    def claims(self) -> Iterator[Claim]:
        """Yield what is set aside, what names its orders before what speaks of many."""
        yield from self._choices()
        yield from self._contradicted()
        yield from self._went_over()
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
                if claim is not None and not self._agrees(claim):
                    yield claim
        yield from self._ordered_in_vain()
        for at, saying in self.said.items():
            unsettled = self._unsettled_below(at, saying)
            headed = self._headed(at, saying)
            yield from self._unsettled(at, saying)
            yield from (claim for claim in (*headed, *unsettled) if not self._agrees(claim))
        for at, saying in self.said.items():
            yield from self._against_standing(at, saying)
        for at in nearest(self.lines):
            line = self.lines[at]
            if not gives(line) and not line.known and line.number not in self.silent:
                saying = self.said.get(at) or saying_of(line.text)
                yield from self._of_units_standing(at, saying)
                yield from self._all_standing(at, saying)

    def _agrees(self, claim: Claim) -> bool:
        """Tell whether the talk of a claim says no more than the orders below it, above which none stand."""
        places = sorted(claim.places)
        if claim.at not in self.said or claim.at in self.told_others or self._above(claim.at):
            return False
        orders = [order for place in places for order in self.lines[place].orders]
        text = self.lines[claim.at].text
        return places[:1] > [claim.at] and agrees(self.said[claim.at], text, orders, self.context)

    def _choices(self) -> Iterator[Claim]:
        options = [_option(at, self) for at in range(len(self.lines))]
        for group in options_in(options, self._is_blank_before, self._rival):
            words = self.lines[group.at].text
            problem = problem_of(reservation_words.choice, words)
            yield Claim(group.at, group.blocks, problem, labelled=True)

    def _or_impossible(self) -> Iterator[Claim]:
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
                yield Claim(at, ((at - 1,),), problem_of(reservation_words.choice, line.text))

    def _contradicted(self) -> Iterator[Claim]:
        """Yield what builds another unit where a line above it builds one: which is meant is asked."""
        built: dict[ProvinceId, tuple[int, Order]] = {}
        for at in self.given:
            builds = [order for order in self.lines[at].orders if isinstance(order, Build)]
            for order in builds if len(self.lines[at].orders) == 1 else ():
                place, other = built.setdefault(order.unit.at.province, (at, order))
                if other != order and len(self.lines[place].orders) == 1:
                    problem = problem_of(reservation_words.choice, self.lines[at].text)
                    yield Claim(at, ((place,), (at,)), problem)

    def _went_over(self) -> Iterator[Claim]:
        """Yield what gives up its own order for another one: `A Vie - Tri is no good, so A Vie - Gal`."""
        for at in nearest(self.lines):
            line = self.lines[at]
            if not is_refused(line) or line.choices or line.number in self.silent:
                continue
            check_time()
            orders = went_over_to(line.text, self.context)
            keys = {replaces(order, self.context.kind) for order in orders}
            if not orders or any(key[1] is None for key in keys):
                continue
            given = {
                place: {replaces(order, self.context.kind) for order in self.lines[place].orders}
                for place in self._above(at)
            }
            above = tuple(place for place, ordered in given.items() if ordered & keys)
            problem = problem_of(reservation_words.taken_back, line.text)
            yield Claim(at, (above,) if above else (), problem, (orders,))

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

    def _letters(self) -> Iterator[Claim]:
        talk = {at for at in self.said if self.lines[at].verdict is Verdict.CHATTER}
        for letter in letters_in(self.lines, self.texts, talk, self.context, self._counts_again):
            given = tuple(at for at in self.given if letter.first < at <= letter.last)
            self.told_others.update(range(letter.first, letter.last + 1))
            words = self.lines[letter.first].text
            if given:
                yield Claim(letter.first, (given,), problem_of(reservation_words.letter, words))

    def _counts_again(self, at: int) -> bool:
        """Tell whether a line heads orders that count, whatever stands above it."""
        return at in self.said and bool(self.said[at].kinds & {Kind.REAL, Kind.HEADING})

    def _anew(self) -> Iterator[Claim]:
        """Yield what takes something back and orders the same unit anew."""
        for at in nearest(self.lines):
            line = self.lines[at]
            if gives(line) or line.number in self.silent:
                continue
            check_time()
            above = self._above(at)
            anew = ordered_anew(line, [self.lines[number] for number in above], self.context)
            if anew is not None:
                places = tuple(above[place] for place in anew.places)
                problem = problem_of(reservation_words.taken_back, line.text)
                yield Claim(at, (places,), problem, (anew.orders,) if anew.orders else ())

    def _emptied(self) -> Iterator[Claim]:
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
                yield Claim(
                    at, (above,), problem_of(reservation_words.taken_back, line.text), first
                )

    def _amended(self) -> Iterator[Claim]:
        """Yield what gives a payment another amount, or orders something instead of an order."""
        for at in nearest(self.lines):
            line = self.lines[at]
            if gives(line) or line.number in self.silent:
                continue
            check_time()
            above = self._above(at)
            if above and self._pays_another(at):
                continue
            change = amendment(line, [self.lines[place] for place in above], self.context)
            if change is not None:
                places = tuple(above[place] for place in change.places)
                problem = problem_of(reservation_words.taken_back, line.text)
                ahead = any(self.lines[place].ahead for place in places)
                choices = self._possible(change.choices, ahead=ahead)
                yield Claim(at, (places,), problem, choices)
            else:
                yield from self._amended_standing(at)

    def _pays_another(self, at: int) -> bool:
        """Tell whether a line is a failed payment to a power to which none above it goes: it amends none of them."""
        line = self.lines[at]
        words = words_of(fold(line.text))
        powers = any(powers for *_, powers in names_in(words, self.context.board))
        payment = "payment" in things_named(words[:1]) and not has_turn("this", words)
        if not powers or not payment or not is_refused(line):
            return False
        given = {place: self.lines[place].orders for place in self._above(at)}
        return not orders_at(words, given, self.context.board)

    def _named(self) -> Iterator[Claim]:
        """Yield what speaks of one order above it, or corrects one."""
        for at, saying in self.said.items():
            above, words = self._above(at), self.lines[at].text
            mended = corrected(words, [self.lines[place] for place in above], self.context)
            if mended is not None:
                places = tuple(above[place] for place in mended.places)
                change = problem_of(reservation_words.taken_back, words)
                yield Claim(at, (places,), change, self._possible(mended.choices))
            elif Kind.TAKE_BACK_ONE in saying.kinds and above and self._takes_others(saying):
                yield Claim(at, (above,), problem_of(reservation_words.taken_back, words))
            elif Kind.TAKE_BACK_ONE in saying.kinds and (
                Kind.TAKE_BACK not in saying.kinds or things_named(saying.words)
            ):
                meant = self._spoken_of(at, saying)
                places = tuple(place for place in meant if gives(self.lines[place]))
                if places:
                    problem = problem_of(reservation_words.taken_back, words)
                    yield Claim(at, (places,), problem, self._instead(saying))
                elif meant:
                    untaken = reservation_words.of_untaken(self.lines[meant[0]].text, words)
                    yield Claim(at, (), partial(always, untaken), refuses=True)
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
            if line.number < number and (gives(line) or is_refused(line))
        ]
        written = self._of_its_phase(at, saying.words, every)
        meant = spoken_of(saying.words, [self.lines[place] for place in written], self.context)
        return tuple(written[place] for place in meant or ())

    def _claim(self, at: int, saying: Saying) -> Claim | None:
        """Return what a line sets aside of all that stands above or below it."""
        kinds, words = saying.kinds, self.lines[at].text
        above, below = self._above(at), self._below(at)
        meant = Kind.TAKE_BACK in kinds or not self._are_ordered_anew(above, below)
        if kinds & _ABOVE and above and meant:
            reason = reservation_words.taken_back
            if kinds & {Kind.DOUBT, Kind.IDEA}:
                reason = reservation_words.left_open
            return Claim(at, (above,), problem_of(reason, words), self._instead(saying))
        if kinds & HEADS and saying.opens and self._heads(at, below):
            return Claim(at, (below,), problem_of(_REASONS[min(kinds & HEADS, key=_rank)], words))
        around = kinds & _AROUND
        if not around:
            return None
        places = below if not above or (saying.opens and below) else above
        if above and below and not saying.opens:
            places = (*above, *below)
        return Claim(at, (places,), problem_of(_REASONS[min(around, key=_rank)], words))

    def _against(self, at: int, saying: Saying) -> Claim | None:
        """Return the orders that a line speaks against in words of its own."""
        talk = self.lines[at].verdict is Verdict.CHATTER
        meant = self._of_its_phase(at, saying.words, self.given)
        given = {place: self.lines[place].orders for place in meant}
        places = spoken_against(
            saying.meant, given, self.context.board, self.context.power, talk=talk
        )
        problem = problem_of(reservation_words.left_open, self.lines[at].text)
        return Claim(at, (places,), problem) if places else None

    def _hanging(self, at: int, saying: Saying) -> Claim | None:
        """Return the payment or gift right above a condition without an order: `if he stays out`."""
        above = self._above(at)
        line = self.lines[at]
        if Kind.CASE not in saying.kinds or saying.opens or not above:
            return None
        if is_refused(line) and (
            line.text.partition(":")[2].strip() or not turn_at("if", saying.words, 0)
        ):
            return None  # `If Spain supports me: A Bur - Mar` speaks of its own order
        nearest = self.lines[above[-1]]
        points = all(isinstance(order, Pay | Receive | Give) for order in nearest.orders)
        if nearest.number != line.number - 1 or not points or not nearest.orders:
            return None
        return Claim(at, (above[-1:],), problem_of(reservation_words.hanging, line.text))

    def _going_on(self, at: int, saying: Saying) -> Claim | None:
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
        return Claim(at, ((at - 1,),), problem_of(reservation_words.hanging, line.text))

    def _offering(self, at: int, saying: Saying) -> Claim | None:
        """Return the order right above a line that offers another place: `CoS would do as well`."""
        line = self.lines[at]
        if at - 1 not in self.given or not (is_refused(line) or self._is_talk(at)):
            return None
        offers = any(
            has_turn("alternative", words)
            and any(places for *_, places, _ in names_in(words, self.context.board))
            for words in saying.meant
        )
        if not offers or self.lines[at - 1].number != line.number - 1:
            return None
        return Claim(at, ((at - 1,),), problem_of(reservation_words.choice, line.text))

    def _but_one(self, at: int, saying: Saying) -> Claim | None:
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
        return Claim(at, (others,), problem_of(reservation_words.left_open, self.lines[at].text))

    def _mentioned(self, at: int, saying: Saying) -> Claim | None:
        """Return the orders that talk names in words of which it is not known that they change nothing."""
        if not self._is_talk(at) or saying.kinds & _COUNTS:
            return None
        if saying.opens and self._heads(at, self._below(at)):
            return None  # `I build:` names what stands below it
        meant = self._of_its_phase(at, saying.words, self.given)
        given = {place: self.lines[place].orders for place in meant}
        board, writer = self.context.board, self.context.power
        places = mentioned(saying.meant, given, board, writer)
        problem = problem_of(reservation_words.left_open, self.lines[at].text)
        return Claim(at, (places,), problem) if places else None

    def _running_on(self, at: int, saying: Saying) -> Claim | None:
        """Return the paragraph of orders that a sentence runs on into which supposes or denies something.

        `What would you say if I told them that I will order`.
        """
        below = self._paragraph_below(at)
        line = self.lines[at]
        text = line.text.rstrip(" *_-")
        if not below or not saying.meant or text.endswith(_SENTENCE_ENDS):
            return None
        if not (is_refused(line) or self._is_talk(at)):
            return None
        others = others_in(saying.meant[-1], self.context.board, self.context.power)
        if not runs_on(saying.meant[-1], text[-1:] if text[-1:] in {",", ":"} else "", others):
            return None
        return Claim(at, (below,), problem_of(reservation_words.supposed, text))

    def _leaning(self, at: int, saying: Saying) -> Claim | None:
        """Return the order right above a line that goes on with its sentence: `but only with his help`."""
        line = self.lines[at]
        if at - 1 not in self.given or self.lines[at - 1].number != line.number - 1:
            return None
        board, writer = self.context.board, self.context.power
        if not leans(saying.meant, line.text, board, writer) or self._opens_block(at):
            return None
        return Claim(at, ((at - 1,),), problem_of(reservation_words.hanging, line.text))

    def _unsettled(self, at: int, saying: Saying) -> Iterator[Claim]:
        """Yield talk below orders that may unsettle them: the one right above it, where others follow below."""
        line = self.lines[at]
        above = self._of_its_phase(at, saying.words, self._above(at))
        if not above or not self._is_talk(at) or at in self.told_others:
            return
        if saying.opens or line.text.rstrip().endswith(";") or self._leads_over(at, saying):
            return
        near = self._is_near(at, above[-1])
        between = near and at + 1 in self.given and not self._is_blank_before(at + 1)
        places = (*(above[-1:] if between else self._numbered(saying.words, above)),)
        ordered = self._things(places)
        board, writer = self.context.board, self.context.power
        meant = saying.meant[:-1] if _NAMED.search(line.text) else saying.meant
        open_to = (near or _goes_on(line.text)) and not (
            _ends_letter(line.text)
            or saying.kinds & _COUNTS
            or self._is_signature(at)
            or _asks_somebody(line.text, saying)
        )
        if unsettles_outright(saying.words, board) or unsettles(
            meant, board, writer, ordered, near=open_to, mute=unaccented(line.text)
        ):
            problem = problem_of(reservation_words.left_open, line.text)
            yield Claim(at, (places,), problem)

    def _unsettled_below(self, at: int, saying: Saying) -> Iterator[Claim]:
        """Yield talk right above the first orders that may unsettle them: `This is no serious plan`."""
        line, below = self.lines[at], self._below(at)
        if self._above(at) or not below or not self._is_talk(at) or at in self.told_others:
            return
        whole = words_of(fold(line.text))
        if any(turn_at("should", whole, start) == len(whole) for start in range(len(whole))):
            return  # `No, make that` leads over to what stands below it
        alone = Kind.ALONE in saying.kinds or is_turn("refusals", whole)
        answers = alone and whole == saying.words and not begins(whole, "greeting")
        outright = unsettles_outright(saying.words, self.context.board)
        if (
            (saying.kinds & _COUNTS and not outright)
            or answers
            or line.text.rstrip().endswith(":")
        ):
            return  # `no` above orders answers a question
        between = self.texts[line.number : self.lines[below[0]].number - 1]
        if len(between) > 1 or any(map(str.strip, between)):
            return
        if outright or unsettles(
            saying.meant[:-1] if _NAMED.search(line.text) else saying.meant,
            self.context.board,
            self.context.power,
            self._things(below),
            near=(not between or _goes_on(line.text))
            and len(saying.words) > 1
            and not self._is_signature(at),
            mute=unaccented(line.text),
            above=True,
        ):
            yield Claim(at, (below,), problem_of(reservation_words.left_open, line.text))

    def _numbered(self, words: Words, above: Sequence[int]) -> Sequence[int]:
        """Return those of some lines that words count: `I fear the second was rash`; all if they count none."""
        listed = [self.lines[place] for place in above]
        counts = ordinals_in(words) and unsettles_outright(words, self.context.board)
        meant = spoken_of(words, listed, self.context) if counts else None
        return [above[place] for place in meant] if meant else above

    def _things(self, places: Sequence[int]) -> set[str]:
        """Return what kinds of things the orders of some lines are about."""
        return {kind for place in places for kind in things_ordered(self.lines[place].orders)}

    def _headed(self, at: int, saying: Saying) -> Iterator[Claim]:
        """Yield a heading of which it is not known that the orders below it are meant: `Rejected:`."""
        line = self.lines[at]
        below = self._below(at)
        colon = fold(line.text).rstrip(" *_=-").endswith(":")
        if not colon or not below or saying.kinds & _COUNTS or not line.is_unread:
            return
        if self._leads_over(at, saying):
            return
        if any(map(str.strip, self.texts[line.number : self.lines[below[0]].number - 1])):
            return
        if "?" in line.text or not heads_plainly(saying, self.context.board):
            yield Claim(at, (below,), problem_of(reservation_words.of_others, line.text))

    def _leads_over(self, at: int, saying: Saying) -> bool:
        """Tell whether second thoughts lead over to orders below them, which replace those above."""
        leads = Kind.SECOND_THOUGHTS in saying.kinds
        return leads and self._are_ordered_anew(self._above(at), self._below(at))

    def _is_near(self, at: int, order: int) -> bool:
        """Tell whether a line stands below an order with no empty line between, and little talk."""
        first, last = self.lines[order].number, self.lines[at].number
        return last - first <= _NEAR and all(map(str.strip, self.texts[first : last - 1]))

    def _is_signature(self, at: int) -> bool:
        """Tell whether a line may be somebody's name: `Anna Weiß`, and last in a mail `Anna Weiß (Dublin)`."""
        line = self.lines[at]
        words = line.text.split()
        last = not any(map(str.strip, self.texts[line.number :]))
        return len(words) < _NAMES + last and all(word.strip("(-~*").istitle() for word in words)

    def _ordered_in_vain(self) -> Iterator[Claim]:
        """Yield what orders again, so that nobody can read it, a unit that a line above it orders.

        A first piece is ordered by itself: `A Spa H` below `A Spa` chooses no other.
        """
        if self.context.kind is PhaseKind.SETUP:
            return
        for at, line in enumerate(self.lines):
            if not is_refused(line) or line.choices or line.number in self.silent:
                continue
            if self._pays_another(at) or (line.problem and line.problem.candidates):
                continue  # it asks by itself: the name fits several
            places = self._ordered_above(at)
            if places:
                yield Claim(at, (places,), problem_of(reservation_words.taken_back, line.text))

    def _unit_first(self, sentences: Sequence[Words]) -> ProvinceId | None:
        """Return where a unit of the writer's stands that a failed order begins with: `A Cla H unless ...`."""
        for words in sentences:
            for begin, _, places, _ in names_in(words, self.context.board):
                units = self.context.state.units_of(self.context.power)
                standing = [unit.at.province for unit in units if unit.at.province in places]
                return standing[0] if begin <= 1 and len(standing) == 1 else None
        return None

    def _ordered_above(self, at: int) -> tuple[int, ...]:
        """Return the orders above a refused line that are for the unit that it begins with, or that it names."""
        words = words_of(fold(self.lines[at].text))
        above = self._of_its_phase(at, words, self._above(at))
        given = {place: self.lines[place].orders for place in above}
        subject = subject_of(self.lines[at].text, self.context)
        sentences = self.said[at].meant[:1] if at in self.said else ()
        subject = subject or self._unit_first(sentences)
        if subject is not None:
            return tuple(place for place in given if subject in _subjects(given[place]))
        board, writer = self.context.board, self.context.power
        plain = [words for words in sentences if changes_nothing(words, board, writer)]
        places: set[int] = set()
        for head in (head_of(words, board) for words in sentences if words not in plain):
            # `Build A Narnia` is about a place that nobody knows, and not about every build above it.
            named = orders_at if _BUILDING in things_named(head) else orders_named
            places |= named(head, given, board)
        return tuple(sorted({*places, *mentioned(plain, given, board, writer)}))


def _goes_on(text: str) -> bool:
    """Tell whether a line greets, thanks or ends a letter, and goes on: `hi maeve testmail`, `mfg mit Vorbehalt`."""
    words = words_of(fold(text))
    courtesies = ("greeting", "thanks", "closing")
    # English `ta` is the Irish for "is".
    courteous = any(begins(words, kind) for kind in courtesies)
    return courteous and len(words) <= _SHORT_LINE and words[0] != "ta"


def _ends_letter(text: str) -> bool:
    """Tell whether a line ends a letter with its writer's name or place: `LG Lorenz`, `Gruß aus Kassel`."""
    words, written = words_of(fold(text)), text.split()
    ends = [end for end in range(1, len(words)) if words[:end] in turns()["closing"]]
    if not ends:
        return False
    rest = written[max(ends) :]
    return turn_at("hails_from", words, max(ends)) > max(ends) or all(
        word.strip("(-~*").istitle() for word in rest
    )


def _asks_somebody(text: str, saying: Saying) -> bool:
    """Tell whether a line asks whoever it names first: `Maeve, are we still on?`, and means no orders."""
    asks = _CALLED.match(text) is not None and text.rstrip(" )").endswith("?")
    left_over = len(saying.words) > 1 and all(len(words) == 1 for words in saying.meant)
    return asks or left_over


def _subjects(orders: Iterable[Order]) -> set[ProvinceId]:
    """Return where the units and bridges of orders are."""
    return {place for order in orders for place in stands_in(order)}


def _emptied_by(line: LineReading, kind: PhaseKind) -> set[str]:
    """Return the list that `No builds` below builds leaves empty; it waives them all."""
    if not line.orders or not all(isinstance(order, Waive) for order in line.orders):
        return set()
    says = turn_at("no_builds", words_of(fold(line.text)), 0) > 0
    return {replaces(order, kind)[0] for order in line.orders} if says else set()


def _rank(kind: Kind) -> int:
    return [*_REASONS].index(kind)


def _option(at: int, mail: MailClaims) -> WrittenOption:
    """Return what a line does where choices are offered: it opens one, parts two, or orders."""
    line, saying = mail.lines[at], mail.said.get(at)
    if at in mail.inline:
        return mail.inline[at][0]
    if gives(line):
        return WrittenOption(orders=True)
    if saying is None:
        return WrittenOption()
    kinds = saying.kinds
    if Kind.CHOICE in kinds or Kind.OR in kinds:
        return WrittenOption(opens=Kind.CHOICE in kinds, parts=Kind.OR in kinds, ends=False)
    return WrittenOption(ends=Kind.REAL in kinds)


def nearest(lines: Sequence[LineReading]) -> list[int]:
    """Return the places of the lines that stand nearest to orders, in sequence."""
    orders = [at for at, line in enumerate(lines) if gives(line) or line.problem is not None]
    if not orders:
        return [*range(min(len(lines), MOST_SAID))]
    far = [bisect_left(orders, at) for at in range(len(lines))]

    def distance(at: int) -> int:
        beside = orders[max(0, far[at] - 1) : far[at] + 1]
        return min(abs(at - number) for number in beside)

    return sorted(sorted(range(len(lines)), key=distance)[:MOST_SAID])


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
