"""The order language as the shell knows it: packets in blocks, one for each faction (11)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from gm.contract.language import Desk, Given, Read, SeatRead
from gm.contract.orders import Order
from gm.contract.rules import Check, Position, Rules
from gm.contract.seats import SeatId
from gm.errors import UnknownName
from gm.games.turlough.data.files import load_tables
from gm.games.turlough.language.lines import at_home, in_block, names_of, order_line, order_lines
from gm.games.turlough.refusals import no_faction_named, refusal_sentence, which_faction
from gm.games.turlough.rules.orders import Conditional, FactionOrder, Invite, Move, MoveTo, Raid
from gm.games.turlough.rules.outcomes import TurloughFault
from gm.games.turlough.rules.rules import TurloughRules
from gm.games.turlough.rules.sides import seat_of_power
from gm.games.turlough.rules.state import TurloughState
from gm.games.turlough.rules.tables import Tables
from gm.interpret.keyword_mails import KeywordMails, KeywordParts
from gm.interpret.name_index import name_index
from gm.report.wording.complaint_words import complaint_sentence

_HEADING: Final = re.compile(
    r"(?:faction|for|orders (?:of|for)|partei|fue?r|befehle (?:fue?r|von)|dream|do|orduithe do)?"
    r"\s*(.+?)(?:'s(?: orders)?)?\s*:?",
    re.I,
)
_HEAD: Final = re.compile(
    r"(?:game \S{1,40} )?(?:(?:my )?(?:orders|packet)(?: for)? )?(?:round (\d{1,4}),? )?war(?: turn)? (\d{1,4})\W*",
    re.I,
)
"""How a packet is headed."""

_PACKET: Final = "packet-"
"""Under this and a faction its packet is filed."""


class TurloughLanguage:
    """Keeps the contract's `Language`."""

    def text(self, order: Order, at: Position[TurloughState]) -> str:
        """Return an order in its short form: `CUL: MOVE TUL, FEA`."""
        del at
        return order_line(order)

    def words(self, order: Order, at: Position[TurloughState], stage: str = "") -> str:
        """Return an order in full words: its line, with the names of faction and places in it."""
        del stage
        tables, line = _tables(at.rules), order_line(order)
        if not isinstance(order, FactionOrder):
            return line
        named = [tables.factions[order.faction].name] if order.faction in tables.factions else []
        named += [tables.hexes[hex_].name for hex_ in dict.fromkeys(_places(order))]
        return f"{line} ({', '.join(named)})" if named else line

    def read(self, lines: tuple[str, ...], desk: Desk[TurloughState]) -> Read:
        """Read the lines of a mail."""
        heads = (_is_head(line, desk.at) for line in lines)
        plain = ("" if head else line for head, line in zip(heads, lines, strict=True))
        return _mails(desk.at).read(tuple(plain), desk)

    def again(self, given: Sequence[Given], desk: Desk[TurloughState]) -> SeatRead:
        """Judge what was sent ahead or left over."""
        return _mails(desk.at).again(given, desk)

    def key_named(self, text: str, at: Position[TurloughState]) -> str:
        """Return what the orders are filed under that somebody means: the packet of a faction."""
        words = re.sub(r"\b(my|the|packet|orders|of|for)\b", " ", text, flags=re.I)
        faction = _heading(_tables(at.rules), " ".join(words.split()))
        if faction is None:
            raise UnknownName(no_faction_named(text))
        return f"{_PACKET}{faction}"

    def named_in(
        self, line: str, choices: Sequence[Sequence[Order]], at: Position[TurloughState]
    ) -> tuple[int, ...]:
        """Return which choices a line means that names but a faction or a place."""
        index = names_of(_tables(at.rules))
        meant = {id_ for names in index.values() for id_ in names.meant(line.strip())}
        return tuple(
            place
            for place, choice in enumerate(choices)
            if any(meant & {_faction(order), *_places(order)} for order in choice)
        )

    def seat(self, text: str, rules: Rules[TurloughState, Any]) -> SeatId | None:
        """Return which seat somebody means, however it is written."""
        names = name_index({seat.id: (seat.name,) for seat in rules.seats})
        meant = names.meant(text)
        return SeatId(meant[0]) if len(meant) == 1 else None


def _faction(order: Order) -> str:
    return order.faction if isinstance(order, FactionOrder) else ""


def _places(order: Order) -> Iterator[str]:
    """Yield the places that an order names."""
    match order:
        case Move():
            yield from order.way
        case MoveTo():
            yield order.target
        case Raid() if order.hex:
            yield order.hex
        case Conditional():
            for part in (order.then, order.otherwise):
                if part is not None:
                    yield from _places(part)
        case Invite():
            return


def _tables(rules: Rules[TurloughState, Any]) -> Tables:
    return rules.tables if isinstance(rules, TurloughRules) else load_tables()


def _heading(tables: Tables, line: str) -> str | None:
    """Return the faction that a line names and says no more: `FACTION CUL`, `Clann Cullen:`."""
    match = _HEADING.fullmatch(line.strip())
    meant = names_of(tables)["FACTION"].meant(match[1]) if match is not None else ()
    return meant[0] if len(meant) == 1 else None


def _is_head(line: str, here: Position[TurloughState]) -> bool:
    """Tell whether a line says no more than which war turn is open: `GAME TT-3 WAR 2` (11)."""
    match = _HEAD.fullmatch(line.strip())
    if match is None:
        return False
    state = here.state
    return int(match[2]) == state.war_turn and int(match[1] or state.round) == state.round


def _hangs(order: Order) -> bool:
    return isinstance(order, FactionOrder) and order.test is not None


def _mails(here: Position[TurloughState]) -> KeywordMails:
    """Return how mails in a position are read."""
    tables = _tables(here.rules)
    names = names_of(tables)

    def home(faction: str) -> str:
        return seat_of_power(here.state, tables, faction)

    def speaks(line: str) -> bool:
        return any(index.meant(word) for word in line.split() for index in names.values())

    def of_seat(at: Position[Any], seat: SeatId) -> Sequence[str]:
        factions = at.state.commanded_by(seat)
        return [faction for faction in factions if not at.state.factions[faction].out]

    def placed(order: Order, faction: str) -> Order:
        if not isinstance(order, FactionOrder):
            return order
        return at_home(in_block(order, faction), home)

    parts = KeywordParts(
        heading=lambda line: _heading(tables, line),
        of_seat=of_seat,
        part_of=_faction,
        placed=placed,
        asks=which_faction,
    )
    return KeywordMails(
        order_lines(tables, home),
        _refusal,
        complaint_sentence,
        speaks=speaks,
        parts=parts,
        hangs=_hangs,
    )


def _refusal(check: Check[Any]) -> str:
    refused = check.refused
    return refusal_sentence(refused.reason) if isinstance(refused, TurloughFault) else ""
