"""The mail of a player of several powers: whose order each line of it is.

A power's name heads the lines below it, down to the next name. Above the first name a line belongs to
the power for which it can be read: its unit tells whose it is, below a name too. What could be an order
of several is asked about: above the first name, under a heading that is no power's name, and from where
a paragraph under a name begins with another power's unit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from gm.contract.language import Verdict
from gm.contract.told import ReadLine
from gm.games.diplomacy.language.ahead import is_frame, is_in_block
from gm.games.diplomacy.language.binding.names import places_of
from gm.games.diplomacy.language.mails import read_each, read_orders
from gm.games.diplomacy.language.sections import (
    Section,
    apart_by_name,
    command_on,
    power_heading,
    sections,
    without_unticked,
)
from gm.games.diplomacy.language.talk.mentions import orders_named
from gm.games.diplomacy.language.talk.spoken_of import names_in
from gm.games.diplomacy.readings import Context, LineReading, Reading
from gm.games.diplomacy.rules.board import Board, PowerId
from gm.games.diplomacy.rules.orders import Build, Choose, UnitOrder, replaces
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.units import UnitRef
from gm.games.diplomacy.wording.refusing.winter_words import choices_of
from gm.interpret.folding import fold
from gm.interpret.parts import parts_of
from gm.interpret.press import phase_named
from gm.interpret.reservations import Kind, has_turn, saying_of
from gm.interpret.tongues import Words, words_of
from gm.languages import gettext, listed

_LONGEST = 2000
"""Characters of the longest line that is cut."""

_SHORTEST = 2
"""Letters that a word which may name a province has more than."""

_MOST_CUT = 30
"""Lines of one mail that are looked at more closely: whose orders they may be."""

_MOST_ABOVE = 20
"""Lines above one among which whose order stands there is looked for."""

_MOST_TRIED = 200
"""Lines of one mail that are read for every power; all units of the game take a hundred."""

_EVERY = re.compile(r"\b(?:all|any|every|alle|gach|go léir)\b", re.I)

_TAKING_BACK = frozenset(
    {Kind.TAKE_BACK, Kind.TAKE_BACK_ONE, Kind.SECOND_THOUGHTS, Kind.NOT_THESE}
)

_OF_ALL = ("excepts", "compares", "everything")
"""The lists of turns with which a line speaks of more than the power that it names."""

_OF_WHOLE = frozenset(
    {
        Kind.TAKE_BACK,
        Kind.SECOND_THOUGHTS,
        Kind.NOT_THESE,
        Kind.DRAFT,
        Kind.DOUBT,
        Kind.CONDITION,
        Kind.CASE,
        Kind.SUPPOSE,
        Kind.IDEA,
    }
)
"""What a line says of all orders of a mail that stands apart below them."""

_OF_MANY = frozenset({Kind.TAKE_BACK, Kind.NOT_THESE, Kind.DRAFT, Kind.SUPPOSE})
"""What is said of all orders around it."""

Tried = Mapping[PowerId, Mapping[int, Sequence[LineReading]]]
"""What each power could read in the lines above the first name, by their numbers."""


@dataclass(frozen=True, slots=True)
class Shared:
    """A mail shared out among the powers of its writer.

    Args:
        readings: what was read for each power, in the order of the powers.
        loose: lines that could not be given to one of them, each with what to do about it.
    """

    readings: tuple[tuple[PowerId, Reading], ...]
    loose: tuple[ReadLine, ...] = ()


def share_out(
    lines: Sequence[str], contexts: Mapping[PowerId, Context], named: Sequence[PowerId]
) -> Shared:
    """Read a mail for all powers of its writer.

    Args:
        lines: the text that counts.
        contexts: what each of the powers is read against.
        named: those that the mail's subject speaks of, or whose report it answers.
    """
    ticked, unticked = without_unticked(lines)
    if len(contexts) == 1:
        ((power, context),) = contexts.items()
        return Shared(((power, read_orders(ticked, context)),), unticked)
    shared = _Sharing([*_apart(ticked, contexts)], contexts, named).shared()
    return replace(shared, loose=(*unticked, *shared.loose))


def _apart(lines: Sequence[str], contexts: Mapping[PowerId, Context]) -> Iterator[str]:
    """Yield the lines, one that holds orders of several of the powers cut into its orders."""
    cuts = 0
    board = next(iter(contexts.values())).board
    lines = [part for line in lines for part in _headed_apart(line, board, tuple(contexts))]
    for section, line in zip(sections(lines, board, tuple(contexts)), lines, strict=True):
        parts = parts_of(fold(section.text[:_LONGEST])) if section.text.strip() else []
        cuts += len(parts) > 1
        if len(parts) < 2 or cuts > _MOST_CUT or not _is_mixed(section, parts, contexts):
            yield line
        elif section.power is None:
            yield from parts
        else:
            # Under a name each order goes to the power that can give it, as if none stood there.
            yield from _named_parts(section.power, parts, contexts)


def _headed_apart(line: str, board: Board, powers: tuple[PowerId, ...]) -> tuple[str, ...]:
    """Return a line headed by one of the powers, cut where the name of another heads the rest."""
    parts = apart_by_name(board, line, powers) if power_heading(board, line, powers) else (line,)
    return parts if all(power_heading(board, part, powers) for part in parts) else (line,)


def _is_mixed(section: Section, parts: Sequence[str], contexts: Mapping[PowerId, Context]) -> bool:
    """Tell whether no power can give all orders of a line, but each of them is somebody's."""
    if section.power is not None and section.power not in contexts:
        return False
    whole = section.text
    if _is_hopeless(read_each([whole], next(iter(contexts.values()))).lines):
        return False
    return not any(_takes(whole, context) for context in contexts.values()) and all(
        any(_takes(part, context) for context in contexts.values()) for part in parts
    )


def _named_parts(
    power: PowerId, parts: Sequence[str], contexts: Mapping[PowerId, Context]
) -> Iterator[str]:
    board = contexts[power].board
    for part in parts:
        taker = next(
            power_id for power_id in (power, *contexts) if _takes(part, contexts[power_id])
        )
        yield f"{board.powers[taker].name}:"
        yield part
    yield f"{board.powers[power].name}:"


def _takes(text: str, context: Context) -> bool:
    return _is_taken(read_each([text], context).lines)


class _Sharing:
    def __init__(
        self, lines: Sequence[str], contexts: Mapping[PowerId, Context], named: Sequence[PowerId]
    ) -> None:
        self.contexts, self.named = contexts, named
        self.board = next(iter(contexts.values())).board
        self.strange = 0
        self.lines: tuple[Section, ...] = sections(
            lines, self.board, tuple(contexts), self._is_unread
        )
        self.whose: list[PowerId | None] = [section.power for section in self.lines]
        self.loose: dict[int, str] = {}
        self.shared_by: dict[int, tuple[PowerId, ...]] = {}
        self.speaking: set[PowerId | None] = set()
        self.doubtful = 0
        self.read: dict[PowerId, Mapping[int, Sequence[LineReading]]] = {}

    def shared(self) -> Shared:
        """Return what each power's lines order."""
        self._refuse_strangers()
        for power in self.contexts:
            self._find_strays(power)
        talk = self._find_owners()
        self.read.clear()  # what was read while owners were sought, who own other lines now
        self.speaking = {power for power in self.whose if power in self.contexts}
        readings = tuple(
            (power, read_orders(self._lines_of(power, talk), context))
            for power, context in self.contexts.items()
        )
        lines = tuple(
            ReadLine(self.lines[at].text, message) for at, message in sorted(self.loose.items())
        )
        return Shared(readings, lines)

    def _lines_of(self, power: PowerId, talk: frozenset[int]) -> list[str]:
        return [
            line.text
            if self.whose[at] == power
            or power in self.shared_by.get(at, ())
            or (at in talk and self._is_for(power, at))
            else ""
            for at, line in enumerate(self.lines)
        ]

    def _is_for(self, power: PowerId, at: int) -> bool:
        """Tell whether a line that is nobody's order is for a power.

        A command is for all, or for those named; a heading of a season for those that order. Talk beside
        no orders may speak of what stands already, for whichever power.
        """
        if command_on(self.board, fold(self.lines[at].text[:500])) is not None:
            return not self.named or power in self.named
        if (named := self._named(at)) is not None:
            return power == named or self._touches(power, at, self._read(power))
        if self.speaking:
            return power in self.speaking
        return power == self._listener() or bool(self.contexts[power].stood)

    def _words(self, at: int) -> Words:
        """Return the words of a line."""
        return words_of(fold(self.lines[at].text[:_LONGEST]))

    def _named(self, at: int) -> PowerId | None:
        """Return the one power of the writer that a line names, in any language; None for none or several."""
        words = self._words(at)
        all_named = {power for *_, powers in names_in(words, self.board) for power in powers}
        named = all_named & {*self.contexts}
        return named.pop() if len(named) == 1 else None

    def _read(self, power: PowerId) -> Mapping[int, Sequence[LineReading]]:
        """Return what the lines give that are for one power, each by itself."""
        if power not in self.read:
            text = [
                line.text if self.whose[at] == power else "" for at, line in enumerate(self.lines)
            ]
            self.read[power] = _by_number(read_each(text, self.contexts[power]))
        return self.read[power]

    def _touches(
        self, power: PowerId, at: int, readings: Mapping[int, Sequence[LineReading]]
    ) -> bool:
        """Tell whether orders of a power name a place that a line names: it may speak of them.

        `Forget the attack on Norway` may be of Sweden's army, whoever plays Norway.
        """
        words = self._words(at)
        names = (words[begin:end] for begin, end, *_ in names_in(words, self.board))
        read = (line.orders for lines in readings.values() for line in lines)
        stood = (line.orders for line in self.contexts[power].stood)
        given = dict(enumerate((*read, *stood)))
        return bool(
            orders_named(tuple(word for name in names for word in name), given, self.board)
        )

    def _listener(self) -> PowerId:
        """Return the power that talk beside no orders is for: one that is answered, or is to choose."""
        named = (power for power in self.named if power in self.contexts)
        return next(named, None) or self._chooser() or next(iter(self.contexts))

    def _refuse_strangers(self) -> None:
        """Refuse the orders under the name of a power that the writer does not play."""
        others = [
            at for at, power in enumerate(self.whose) if power and power not in self.contexts
        ]
        if not others:
            return
        text = [line.text if at in others else "" for at, line in enumerate(self.lines)]
        for line in read_each(text, next(iter(self.contexts.values()))).lines:
            power = self.whose[line.number - 1] if line.number <= len(self.lines) else None
            if line.verdict is not Verdict.CHATTER and power is not None:
                name = self.board.powers[power].name
                self.loose[line.number - 1] = gettext(
                    "It stands under the name of {power}, which you do not play.", power=name
                )

    def _is_unread(self, line: str) -> bool:
        """Tell whether nothing comes of a line, whoever it is for: no form, no command, no heading."""
        self.strange += 1
        return self.strange <= _MOST_CUT and all(
            reading.is_unread
            for context in self.contexts.values()
            for reading in read_each([line], context).lines
        )

    def _find_strays(self, power: PowerId) -> None:
        """Give lines under a power's name to the power of the writer's whose units they order.

        Where such a line begins a paragraph, nobody can tell whose the further lines are until the
        next name, unless their units do.
        """
        under = [at for at, whose in enumerate(self.whose) if whose == power]
        text = [
            section.text if self.whose[at] == power else ""
            for at, section in enumerate(self.lines)
        ]
        if not under or not any(line.strip() for line in text):
            return
        readings = _by_number(read_each(text, self.contexts[power]))
        framed = False
        for at in under:
            # What a heading of a season or a condition makes of a line, it would be no more elsewhere.
            framed = not self.lines[at].heads and (framed or is_frame(self.board, text[at]))
            lines = readings.get(at + 1, ())
            gives_none = self.whose[at] == power and all(map(_gives_nothing, lines))
            if gives_none and self._closes(at):
                self.shared_by[at] = tuple(other for other in self.contexts if other != power)
                continue
            wrong = any(_is_wrong(line) for line in lines)
            if self.whose[at] != power or framed:
                continue
            if lines and not self.lines[at].heads and all(map(_gives_nothing, lines)):
                named = self._named(at)
                meant = () if self._touches(power, at, readings) else self._meant(power, at, named)
                if meant:
                    self.whose[at] = meant[0]
                    # `All a draft, Norway's too`
                    of_many = named is not None and saying_of(text[at]).kinds & _OF_MANY
                    self.shared_by[at] = (power,) if of_many else meant[1:]
                    continue
            if not wrong:
                continue
            owner = self._other_owner(power, at)
            if owner is None:
                continue
            self.whose[at] = owner
            if at and not self.lines[at - 1].text.strip() and at - 1 in under:
                self._leave_open(range(at + 1, len(self.lines)), power)

    def _closes(self, at: int) -> bool:
        """Tell whether a line below all orders, and an empty line, leaves orders open and names none: `Only a draft`."""
        text = self.lines[at].text
        if not text.strip() or self.lines[at].heads or (at and self.lines[at - 1].text.strip()):
            return False
        saying = saying_of(text)
        denies = has_turn("denial", saying.words) or has_turn("unreal", saying.words)
        if not (saying.kinds & _OF_WHOLE or denies) or any(names_in(saying.words, self.board)):
            return False
        below = [section.text for section in self.lines[at + 1 :]]
        return not any(
            line.orders
            for context in self.contexts.values()
            for line in read_each(below, context).lines
        )

    def _meant(self, power: PowerId, at: int, named: PowerId | None) -> tuple[PowerId, ...]:
        """Return the other powers of which a line under a name speaks: the one it names, or whose orders it does.

        `Vienna isn't going anywhere`, below the orders of both Austria and Russia.
        """
        if named is not None:
            apart = any(has_turn(name, self._words(at)) for name in _OF_ALL)
            return (named,) if named != power and not apart else ()
        others = (other for other in self.contexts if other != power)
        return tuple(other for other in others if self._touches(other, at, self._read(other)))

    def _leave_open(self, below: range, power: PowerId) -> None:
        """Have lines below a stray found anew, down to the next name."""
        for at in below:
            if self.lines[at].power != power or self.lines[at].heads:
                return
            self.whose[at] = None

    def _other_owner(self, power: PowerId, at: int) -> PowerId | None:
        """Return the other power of the writer's whose unit or home a line under a name orders."""
        self.doubtful += 1
        if self.doubtful > _MOST_CUT or self.lines[at].names_itself:
            return None
        others = {other: context for other, context in self.contexts.items() if other != power}
        text = [self.lines[at].text]
        takers = [
            other
            for other, context in others.items()
            if _is_plainly(read_each(text, context).lines, context)
        ]
        if takers:
            return takers[0] if len(takers) == 1 else None
        if self._names_unit_of(power, at):
            return None
        return next((other for other in others if self._names_unit_of(other, at)), None)

    def _find_owners(self) -> frozenset[int]:
        """Find whose the lines above the first name are; return those that are nobody's order."""
        free = [at for at, power in enumerate(self.whose) if power is None]
        text = [line.text if at in free else "" for at, line in enumerate(self.lines)]
        if not any(line.strip() for line in text):
            return frozenset()
        tried = self._try_all(text)
        talk: set[int] = set()
        last: PowerId | None = None
        for at in free:
            if not any(at + 1 in readings for readings in tried.values()):
                self.whose[at] = last  # blank, or one of several lines of the order above
            elif phase_named(fold(text[at][:80])) is not None:
                talk.add(at)  # a heading, for whomever it takes orders or not
            elif all(_is_talk(readings.get(at + 1, ())) for readings in tried.values()):
                if self.lines[at].unknown and command_on(self.board, fold(text[at][:500])):
                    self._ask_whose(at, tuple(self.contexts))
                else:
                    talk.add(at)
            elif _stands_in_block(at, tried):
                self.whose[at] = last  # whoever opened it: by itself it would be an order
            else:
                last = self.whose[at] = self._owner(at, tried, last)
        return frozenset(talk)

    def _try_all(self, text: Sequence[str]) -> Tried:
        """Read the lines for one power after the other, until it is clear whose each is."""
        tried: dict[PowerId, Mapping[int, Sequence[LineReading]]] = {}
        rest = [*text]
        for power, context in self.contexts.items():
            tried[power] = readings = _by_number(read_each(rest, context))
            rest = [
                line
                if is_frame(self.board, line)
                or not _is_clear(readings.get(at, ()), power, context.state)
                else ""
                for at, line in enumerate(rest, 1)
            ]
            if len(tried) == 1:
                rest = _only_first(rest, _MOST_TRIED)
        return tried

    def _owner(self, at: int, tried: Tried, last: PowerId | None) -> PowerId | None:
        takers = self._takers(at, tried) or self._askers(at, tried)
        unknown = self.lines[at].unknown
        if len(takers) > 1 and not unknown and self._speaks_of_all(at, tried):
            self.shared_by[at] = tuple(takers)
            return None
        # Whose mail is answered does not tell whose `Hold all` or `Cancel my gifts` means.
        sweeping = len(takers) > 1 and any(
            line.several or line.withdraws
            for power in takers
            for line in tried[power].get(at + 1, ())
        )
        sure = not unknown and not sweeping
        likely = [power for power in takers if power in self.named] if sure else []
        # Below another's order the power whose mail is answered may not be the one that is meant.
        above = self._ordering_above(at)
        strange = len(takers) > 1 and above in takers and above not in likely
        if len(takers) == 1 or (len(likely) == 1 and not strange):
            return (likely or takers)[0]
        if takers:
            self._ask_whose(at, takers)
            return None
        named = _named_in(tried, at)
        meant = [power for power in self.contexts if power in named]
        if len(meant) > 1:
            self._ask_apart(at, meant)
            return None
        if meant:
            return meant[0]
        knowing = [
            power for power, readings in tried.items() if _is_known(readings.get(at + 1, ()))
        ]
        if len(knowing) == 1:
            return knowing[0]
        if (named_in_line := self._named(at)) is not None:
            return named_in_line
        standing = tuple(power for power, context in self.contexts.items() if context.stood)
        if standing and saying_of(self.lines[at].text).kinds & _TAKING_BACK:
            self.shared_by[at] = standing
            return None
        hopeful = any(not _is_hopeless(readings.get(at + 1, ())) for readings in tried.values())
        self.doubtful += hopeful
        owner = self._of_its_unit(at) if hopeful and self.doubtful <= _MOST_CUT else None
        owner = owner or self._of_its_place(at)
        return owner or last or next(iter(self.named or self.contexts))

    def _ordering_above(self, at: int) -> PowerId | None:
        """Return whose order the nearest line above one is."""
        above = (self.whose[place] for place in range(at - 1, max(-1, at - _MOST_ABOVE), -1))
        return next((power for power in above if power is not None), None)

    def _ask_whose(self, at: int, powers: Sequence[PowerId]) -> None:
        """Take a line for nobody, and say how to write it."""
        names = [self.board.powers[power].name for power in powers]
        if unknown := self.lines[at].unknown:
            self.loose[at] = gettext(
                "It stands under “{heading}”, which is the name of none of your powers, or of several. "
                "It may be an order of {powers}. Write the power's name above it, on a line of its "
                "own, as “{first}:”.",
                heading=unknown.rstrip(":"),
                powers=listed(names, "or"),
                first=names[0],
            )
            return
        self.loose[at] = gettext(
            "It may be an order of {powers}. Write the power's name above it, on a "
            "line of its own, as “{first}:”.",
            powers=listed(names, "or"),
            first=names[0],
        )

    def _ask_apart(self, at: int, powers: Sequence[PowerId]) -> None:
        """Take a line with orders of several powers for nobody, and say how to write it."""
        names = [self.board.powers[power].name for power in powers]
        self.loose[at] = gettext(
            "It has orders of {powers}. Write those of each on lines of their own, below its name, "
            "as “{first}:”.",
            powers=listed(names),
            first=names[0],
        )

    def _askers(self, at: int, tried: Tried) -> list[PowerId]:
        """Return the powers that would be asked what a line means; of units only their own."""
        return [
            power
            for power, readings in tried.items()
            if any(
                _offers_own(line, power, self.contexts[power].state)
                for line in readings.get(at + 1, ())
            )
        ]

    def _takers(self, at: int, tried: Tried) -> list[PowerId]:
        """Return the powers that can give a line; of several the one whose unit it speaks of."""
        readings = {power: lines.get(at + 1, ()) for power, lines in tried.items()}
        if any(line.several for lines in readings.values() for line in lines):
            return self._holders(tried)
        takers = [power for power, lines in readings.items() if _is_taken(lines)]
        emptied = {
            name for lines in readings.values() for line in lines for name in line.withdraws
        }
        if emptied:
            return [power for power in takers if self._has(power, emptied, tried)] or takers
        clear = (
            power_id
            for power_id in takers
            if _is_clear(readings[power_id], power_id, self.contexts[power_id].state)
        )
        only = next(clear, None)
        return takers if only is None else [only]

    def _has(self, power: PowerId, lists: AbstractSet[str], tried: Tried) -> bool:
        """Tell whether orders of lists stand for a power, or are given in this mail."""
        context = self.contexts[power]
        given = (
            order for lines in tried[power].values() for line in lines for order in line.orders
        )
        return any(
            replaces(order, context.kind)[0] in lists for order in (*context.standing, *given)
        )

    def _speaks_of_all(self, at: int, tried: Tried) -> bool:
        """Tell whether a line takes back all orders of a kind, whoever of the powers has given them."""
        takes_back = any(
            line.withdraws for readings in tried.values() for line in readings.get(at + 1, ())
        )
        return takes_back and _EVERY.search(fold(self.lines[at].text)) is not None

    def _holders(self, tried: Tried) -> list[PowerId]:
        """Return whose units a line may mean that names none: all, or the one that else orders here."""
        ordering = [
            power
            for power, readings in tried.items()
            if any(
                line.orders
                and not line.several
                and _is_clear([line], power, self.contexts[power].state)
                for lines in readings.values()
                for line in lines
            )
        ]
        return ordering if len(ordering) == 1 else [*tried]

    def _of_its_unit(self, at: int) -> PowerId | None:
        """Return the power whose unit a line speaks of that none of them can order so."""
        owners = (power for power in self.contexts if self._names_unit_of(power, at))
        return next(owners, None) or self._chooser()

    def _of_its_place(self, at: int) -> PowerId | None:
        """Return the power whose unit stands in the first province that a line names."""
        for word in words_of(fold(self.lines[at].text[:_LONGEST])):
            places = places_of(self.board, (word,)) if len(word) > _SHORTEST else ()
            for power, context in self.contexts.items():
                units = context.state.units_of(power)
                if any(unit.at.province in places for unit in units) and len(places) == 1:
                    return power
        return None

    def _names_unit_of(self, power: PowerId, at: int) -> bool:
        """Tell whether a line orders a unit of a power, if only the order were possible."""
        context = replace(self.contexts[power], keep_impossible=True)
        return any(
            isinstance(order, UnitOrder) and _is_own(order.unit, power, context.state)
            for line in read_each([self.lines[at].text], context).lines
            for order in line.orders
        )

    def _chooser(self) -> PowerId | None:
        """Return the only power that chooses its first piece: what is said of pieces is for it."""
        if next(iter(self.contexts.values())).kind is not PhaseKind.SETUP:
            return None
        choosing = [power for power in self.contexts if choices_of(self.board, power)]
        return choosing[0] if len(choosing) == 1 else None


def _by_number(reading: Reading) -> dict[int, list[LineReading]]:
    by_number: dict[int, list[LineReading]] = {}
    for line in reading.lines:
        by_number.setdefault(line.number, []).append(line)
    return by_number


def _stands_in_block(at: int, tried: Tried) -> bool:
    """Tell whether a line stands in a block of conditions that was refused."""
    return any(
        is_in_block(line) for readings in tried.values() for line in readings.get(at + 1, ())
    )


def _is_hopeless(lines: Sequence[LineReading]) -> bool:
    """Tell whether what a line says is no order of anybody, or cannot be read by anybody."""
    return all(line.verdict in (Verdict.CHATTER, Verdict.UNREADABLE) for line in lines)


def _is_clear(lines: Sequence[LineReading], power: PowerId, state: GameState) -> bool:
    """Tell whether a line need not be read for further powers: a unit obeys one power alone.

    A removal sent ahead may be of a unit that comes there yet; then it is anybody's.
    """
    if not lines:
        return False
    if any(line.several for line in lines):
        return False  # whose units these are the other lines of the mail tell
    orders = [order for line in lines for order in line.orders]
    of_units = bool(orders) and all(
        isinstance(order, UnitOrder) and _is_own(order.unit, power, state) for order in orders
    )
    return _is_hopeless(lines) or (of_units and _is_taken(lines))


def _is_plainly(lines: Sequence[LineReading], context: Context) -> bool:
    """Tell whether a line is taken, and nothing in it but orders to a power's own units and homes."""
    power = context.power
    homes = {*context.board.powers[power].home, *choices_of(context.board, power)}
    orders = [order for line in lines for order in line.orders]
    return (
        _is_taken(lines)
        and bool(orders)
        and all(
            (isinstance(order, UnitOrder) and _is_own(order.unit, power, context.state))
            or (isinstance(order, Build | Choose) and order.unit.at.province in homes)
            for order in orders
        )
    )


def _is_known(lines: Sequence[LineReading]) -> bool:
    """Tell whether a line is a command: `Cancel the order for the fleet`, to who has one fleet."""
    return bool(lines) and all(line.known for line in lines)


def _gives_nothing(line: LineReading) -> bool:
    """Tell whether nothing comes of a line as it was read: it is talk, or refused without a question."""
    refused = line.problem is not None and not (line.choices or line.problem.below)
    return not (line.orders or line.withdraws or line.known) and (line.is_unread or refused)


def _is_wrong(line: LineReading) -> bool:
    return line.verdict is Verdict.IMPOSSIBLE and line.problem is not None


def _offers_own(line: LineReading, power: PowerId, state: GameState) -> bool:
    """Tell whether a line asks a power what it means, and a unit in that is the power's own."""
    return bool(line.choices) and all(
        not isinstance(order, UnitOrder) or _is_own(order.unit, power, state)
        for choice in line.choices
        for order in choice
    )


def _named_in(tried: Tried, at: int) -> frozenset[PowerId]:
    """Return the powers that a line is for, by what it was told when read for others."""
    return frozenset(
        line.problem.whose
        for readings in tried.values()
        for line in readings.get(at + 1, ())
        if line.problem is not None and line.problem.whose is not None
    )


def _is_own(ref: UnitRef, power: PowerId, state: GameState) -> bool:
    units = (*state.units, *(dislodged.unit for dislodged in state.dislodged))
    return any(unit.power == power and unit.at.province == ref.at.province for unit in units)


def _only_first(lines: Sequence[str], most: int) -> list[str]:
    """Return the lines with all but the first few that say something made blank."""
    kept: list[str] = []
    for line in lines:
        most -= bool(line.strip())
        kept.append(line if most >= 0 else "")
    return kept


def _is_talk(lines: Sequence[LineReading]) -> bool:
    return all(line.verdict is Verdict.CHATTER for line in lines)


def _is_taken(lines: Sequence[LineReading]) -> bool:
    """Tell whether all that a line holds was taken."""
    return bool(lines) and all(
        line.verdict is Verdict.ACCEPTED and line.problem is None for line in lines
    )
