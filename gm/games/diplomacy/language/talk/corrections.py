"""Reads a line that corrects a name in the orders above it: `Typo above: should say Pie not Spa`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from gm.contract.language import Verdict
from gm.contract.orders import Order
from gm.games.diplomacy.language.binding.names import places_of
from gm.games.diplomacy.language.binding.rewording import rewordings
from gm.games.diplomacy.language.lines import read_line
from gm.games.diplomacy.language.talk.amounts import amended, plain_correction
from gm.games.diplomacy.language.talk.doubts import doubts_in
from gm.games.diplomacy.language.talk.spoken_of import names_in, spoken_of, stands_in
from gm.games.diplomacy.readings import Context, Doubt, LineReading
from gm.games.diplomacy.rules.board import Location, ProvinceId
from gm.games.diplomacy.rules.orders import Build, UnitOrder, replaces
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.games.diplomacy.rules.units import UnitKind, UnitRef
from gm.interpret.folding import fold
from gm.interpret.reservations import has_turn, turn_at
from gm.interpret.tongues import Words, words_of

_WORD = re.compile(r"[^\W_]+")

_LONGEST = 200
"""Characters of a line that are looked at."""

_MOST_WORDS = 3
"""Words of the longest name that is looked for."""


@dataclass(frozen=True, slots=True)
class NameCorrection:
    """What a correction speaks of.

    Args:
        places: of the orders above that hold the wrong name.
        choices: those orders with the right one, where they can be given so.
    """

    places: tuple[int, ...]
    choices: tuple[tuple[Order, ...], ...]


def corrected(text: str, above: Sequence[LineReading], context: Context) -> NameCorrection | None:
    """Return which of the orders above a line corrects; None if it corrects none.

    Args:
        text: the line. above: the orders. context: the position.
    """
    words = words_of(fold(plain_correction(text[:_LONGEST])))
    for right, wrong in _pairs(words, context):
        places = tuple(at for at, line in enumerate(above) if _spans(line.text, wrong, context))
        if places:
            mended = [
                _mended(above[at], wrong, right, context)
                or _going(above[at], wrong, right, context)
                for at in places
            ]
            whole = tuple(order for orders in mended for order in orders)
            return NameCorrection(places, (whole,) if all(mended) else ())
    return _slip(words, above, context)


def _slip(words: Words, above: Sequence[LineReading], context: Context) -> NameCorrection | None:
    """Return what a line corrects that says only what is right: `Sorry, Burgundy`; `make it a fleet`.

    Whatever could have been meant by it is a choice.
    """
    if len(words) > _MOST_CORRECTING or (right := _only_right(words, context)) is None:
        return None
    tried = [(at, orders) for at, line in enumerate(above) for orders in right.tries(line)]
    places = tuple(dict.fromkeys(at for at, _ in tried))
    if not places:
        return _unfitting(right, words, above)
    return NameCorrection(places, tuple(with_line_changed(above, places, *each) for each in tried))


def _unfitting(right: _Right, words: Words, above: Sequence[LineReading]) -> NameCorrection | None:
    """Return all that a line may correct that says `I mean` of a place no order can have."""
    means = has_turn("should", words)
    if right.place is None or not means:
        return None
    places = tuple(at for at, line in enumerate(above) if line.orders and not right.has(line))
    return NameCorrection(places, ()) if places else None


def with_line_changed(
    lines: Sequence[LineReading], places: Sequence[int], changed: int, orders: tuple[Order, ...]
) -> tuple[Order, ...]:
    """Return the orders of lines, those of one of them as given."""
    return tuple(
        order for at in places for order in (orders if at == changed else lines[at].orders)
    )


@dataclass(frozen=True, slots=True)
class _Right:
    """What a line says is right, and no more.

    Args:
        context: the position.
        place: where to, or where; None if it says none.
        kind: of the unit that is built; None if it says none.
    """

    context: Context
    place: ProvinceId | None
    kind: UnitKind | None

    def has(self, line: LineReading) -> bool:
        """Tell whether a line names the place already."""
        return self.place is not None and bool(_spans(line.text, (self.place,), self.context))

    def tries(self, line: LineReading) -> Iterator[tuple[Order, ...]]:
        """Yield the orders of a line, each as it may have been meant."""
        if self.kind is not None:
            yield from self._of_kind(line, self.kind)
        elif self.place is not None and not self.has(line):
            for wrong in _named(line.text, self.context):
                mended = _mended(line, wrong, str(self.place), self.context)
                if mended and mended != line.orders:
                    yield mended

    def _of_kind(self, line: LineReading, kind: UnitKind) -> Iterator[tuple[Order, ...]]:
        for at, order in enumerate(line.orders):
            if not isinstance(order, Build) or order.unit.kind is kind:
                continue
            if self.place in {None, order.unit.at.province}:
                built = Build(UnitRef(kind, Location(order.unit.at.province)))
                yield (*line.orders[:at], built, *line.orders[at + 1 :])


def _only_right(words: Words, context: Context) -> _Right | None:
    """Return what words say is right; None unless they say that, and nothing else."""
    names = {begin: (end, places) for begin, end, places, _ in names_in(words, context.board)}
    named_places: list[tuple[ProvinceId, ...]] = []
    kinds: list[UnitKind] = []
    at, corrects = 0, False
    while at < len(words):
        ends = {name: turn_at(name, words, at) for name in (*_KINDS, *_CORRECTING, *_AROUND)}
        # `den MAO`: no Denmark, but an article.
        article = ends["around_name"] > at and ends["around_name"] in names
        if at in names and names[at][1] and not article:
            at, places = names[at]
            named_places.append(tuple(places))
        elif (
            kind := next((_KINDS[name] for name in _KINDS if ends[name] > at), None)
        ) is not None:
            at = max(ends[name] for name in _KINDS)
            kinds.append(kind)
        elif (end := max(ends.values())) > at:
            corrects = corrects or any(ends[name] > at for name in _CORRECTING)
            at = end
        else:
            return None
    # `A fleet!` below a build says enough; a place alone may be a heading.
    corrects = corrects or (bool(kinds) and not named_places and len(words) <= _FEW)
    if not corrects or len(named_places) > 1 or len(kinds) > 1 or not (named_places or kinds):
        return None
    if named_places and len(named_places[0]) != 1:
        return None
    return _Right(
        context, named_places[0][0] if named_places else None, kinds[0] if kinds else None
    )


_CORRECTING = ("opens", "should", "amends", "changes")
"""The lists of words that say that something is put right."""

_AROUND = ("around_name", "lead", "tail")

_KINDS = {"army": UnitKind.ARMY, "fleet": UnitKind.FLEET}

_FEW = 3
"""Words of a line that says nothing but another kind of unit."""

_MOST_CORRECTING = 10
"""Words of the longest such line."""


def _named(text: str, context: Context) -> list[tuple[ProvinceId, ...]]:
    """Return the provinces that a line names."""
    words = words_of(fold(text))
    return [*dict.fromkeys(tuple(places) for *_, places, _ in names_in(words, context.board))]


def _pairs(words: Words, context: Context) -> Iterator[tuple[str, tuple[ProvinceId, ...]]]:
    """Yield each right name, as written, and the provinces of the wrong one it stands for.

    `X not Y`, `X instead of Y`, and `Y should be X`, `not Y but X`.
    """
    for at in range(len(words)):
        end = turn_at("instead_of", words, at)
        if end > at and (right := _name_before(words, at, context)):
            yield from ((right, wrong) for wrong in _name_behind(words, end, context)[:1])
        elif end > at:
            yield from _contrast(words, end, context)
        end = turn_at("should", words, at)
        before = _name_before(words, at, context) if end > at else ""
        if before and (behind := _written_behind(words, end, context)):
            yield behind, places_of(context.board, tuple(before.split()))


def _contrast(
    words: Words, at: int, context: Context
) -> Iterator[tuple[str, tuple[ProvinceId, ...]]]:
    """Yield the name behind the `but` of `not Y but X`, and the one that words at a place begin with."""
    for count in range(_MOST_WORDS, 0, -1):
        wrong = _names(words[at : at + count], context)
        but = turn_at("but_rather", words, at + count)
        if wrong and but > at + count and (right := _written_behind(words, but, context)):
            yield right, wrong
            return


def _name_before(words: Words, at: int, context: Context) -> str:
    runs = (words[max(0, at - count) : at] for count in range(_MOST_WORDS, 0, -1))
    return next((" ".join(run) for run in runs if run and _names(run, context)), "")


def _name_behind(words: Words, at: int, context: Context) -> list[tuple[ProvinceId, ...]]:
    runs = (words[at : at + count] for count in range(_MOST_WORDS, 0, -1))
    return [places for run in runs if run and (places := _names(run, context))]


def _written_behind(words: Words, at: int, context: Context) -> str:
    runs = (words[at : at + count] for count in range(_MOST_WORDS, 0, -1))
    return next((" ".join(run) for run in runs if run and _names(run, context)), "")


def _names(run: Sequence[str], context: Context) -> tuple[ProvinceId, ...]:
    joined = "".join(run)
    return places_of(context.board, tuple(run)) if len(joined) > 2 else ()


def _spans(text: str, wrong: tuple[ProvinceId, ...], context: Context) -> list[tuple[int, int]]:
    """Return where a line names a province."""
    matches = [*_WORD.finditer(text)]
    spans: list[tuple[int, int]] = []
    at = 0
    while at < len(matches):
        for count in range(_MOST_WORDS, 0, -1):
            run = [fold(match.group()).casefold() for match in matches[at : at + count]]
            if len(run) == count and _names(run, context) == wrong:
                spans.append((matches[at].start(), matches[at + count - 1].end()))
                at += count - 1
                break
        at += 1
    return spans


def _mended(
    line: LineReading, wrong: tuple[ProvinceId, ...], right: str, context: Context
) -> tuple[Order, ...]:
    """Return what a line orders with the right name in the place of the wrong one; () if nothing."""
    text = line.text
    for start, end in reversed(_spans(text, wrong, context)):
        text = f"{text[:start]}{right}{text[end:]}"
    plain = (rewording.text for rewording in rewordings(context.board, text))
    return _first_read(chain((text,), plain), line.number, context)


def _going(
    line: LineReading, wrong: tuple[ProvinceId, ...], right: str, context: Context
) -> tuple[Order, ...]:
    """Return the move of a unit that a line orders, from the one province to the other: `Change Brest to ENG`."""
    units = (order.unit for order in line.orders if isinstance(order, UnitOrder))
    goes = (f"{unit} - {right}" for unit in units if unit.at.province in wrong)
    return _first_read(goes, line.number, context)


def _first_read(texts: Iterable[str], number: int, context: Context) -> tuple[Order, ...]:
    for text in texts:
        read = read_line(number, text, context, strict=True)
        if read.verdict is Verdict.ACCEPTED:
            return read.orders
    return ()


# Reads a line that amends orders of a list: another amount, or another order instead of one.
#
# Which of two payments, or of two builds, stands in the end is then asked; nothing is added.

Lists = tuple[tuple[Order, ...], ...]
"""Orders by the list that they belong to."""


@dataclass(frozen=True, slots=True)
class ListAmendment:
    """What a line amends.

    Args:
        places: of the lines that it speaks of.
        choices: all orders of those lines as they may be meant; () among them where none is left.
    """

    places: tuple[int, ...]
    choices: tuple[tuple[Order, ...], ...]


def amendment(
    line: LineReading, lines: Sequence[LineReading], context: Context
) -> ListAmendment | None:
    """Return what a line amends of the orders of others; None if nothing.

    Args:
        line: it gives nothing by itself. lines: with the orders. context: the position.
    """
    changes = [
        (change.place, _with(lines[change.place].orders, change.at, (change.order,)))
        for change in amended(line.text, lines, context)
    ]
    if changes:
        places = tuple(dict.fromkeys(place for place, _ in changes))
        return ListAmendment(
            places, tuple(with_line_changed(lines, places, *change) for change in changes)
        )
    return _instead(line, lines, context.kind) or _denied(line, lines, context.kind)


def _denied(
    line: LineReading, lines: Sequence[LineReading], kind: PhaseKind
) -> ListAmendment | None:
    """Return what a line denies that others order: `Don't build the bridge`, `Forget the army in CoC`."""
    denied = line.choices[-1] if line.choices else ()
    listed = all(replaces(order, kind)[1] is None for order in denied)
    if not denied or not listed or not doubts_in(fold(line.text), _DENYING):
        return None
    places = tuple(at for at, line in enumerate(lines) if {*denied} & {*line.orders})
    if not places:
        return None
    rest = (order for at in places for order in lines[at].orders if order not in denied)
    return ListAmendment(places, ((*rest,),))


_CONTRASTING = frozenset({Doubt.DENIAL, Doubt.OTHER})
_DENYING = frozenset({Doubt.DENIAL, Doubt.CHANGE})


def _with(orders: Sequence[Order], at: int, new: Sequence[Order]) -> tuple[Order, ...]:
    return (*orders[:at], *new, *orders[at + 1 :])


def _instead(
    line: LineReading, lines: Sequence[LineReading], kind: PhaseKind
) -> ListAmendment | None:
    """Return what a line replaces that orders something `instead`: in its province, or the list.

    `Build A CoC, not F CoC` is about what is built in that province alone.
    """
    folded = fold(line.text)
    says = _says_instead(words_of(folded))
    if not line.choices or not (says or doubts_in(folded, _CONTRASTING)):
        return None
    new = line.choices[-1]
    keys = {replaces(order, kind) for order in new}
    if len(keys) != 1 or next(iter(keys))[1] is not None:
        return None
    alike = [
        (place, order)
        for place, line in enumerate(lines)
        for order in line.orders
        if replaces(order, kind) in keys
    ]
    if not alike:
        return None
    taken = {place for order in new for place in stands_in(order)}
    near = [(place, order) for place, order in alike if taken & {*stands_in(order)}]
    gone = near or (alike if says else [])
    if not gone or any(order in new for _, order in gone):
        return None
    places = tuple(dict.fromkeys(place for place, _ in gone))
    return ListAmendment(places, ((*_put(lines, places, gone, new),),))


def _put(
    lines: Sequence[LineReading],
    places: Sequence[int],
    gone: Sequence[tuple[int, Order]],
    new: Sequence[Order],
) -> Iterator[Order]:
    """Yield the orders of lines with new ones where the first of those stood that go."""
    for place in places:
        for order in lines[place].orders:
            if (place, order) == gone[0]:
                yield from new
            if (place, order) not in gone:
                yield order


def _says_instead(words: Words) -> bool:
    return has_turn("replacing", words)


def without_spoken_of(
    words: Words, lists: Sequence[tuple[Order, ...]], context: Context
) -> tuple[Lists, Lists] | None:
    """Return lists without the orders that words speak of, and as they are; None if they speak of none.

    Only the lists are returned in which there is such an order.

    Args:
        words: casefolded. lists: as they stand. context: the position.
    """
    every = [(number, order) for number, orders in enumerate(lists) for order in orders]
    lines = [LineReading(0, "", Verdict.ACCEPTED, (order,)) for _, order in every]
    meant = spoken_of(words, lines, context)
    if meant is None:
        return None
    numbers = sorted({every[at][0] for at in meant})
    left = tuple(
        tuple(order for at, (of, order) in enumerate(every) if of == number and at not in meant)
        for number in numbers
    )
    return left, tuple(lists[number] for number in numbers)
