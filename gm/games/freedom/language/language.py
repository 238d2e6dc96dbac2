"""The order language as the shell knows it: plays in blocks, a head and the lines below it (6)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from gm.contract.language import (
    Desk,
    Given,
    Read,
    SeatRead,
)
from gm.contract.orders import Order
from gm.contract.rules import Check, Position, Rules
from gm.contract.seats import SeatId
from gm.errors import UnknownName
from gm.games.freedom.language.lines import names_of, order_line, order_lines, tables_of
from gm.games.freedom.language.torn_lines import put_together, torn_asked
from gm.games.freedom.language.whole_plays import whole_plays, with_queue_told
from gm.games.freedom.refusals import (
    no_lines_named,
    refusal_sentence,
)
from gm.games.freedom.rules.by_mail import QUEUE, AskedSiege, MailedSiege, SetAway
from gm.games.freedom.rules.orders import (
    Attack,
    BuildCannon,
    ClaimCard,
    Conditional,
    Damage,
    Move,
    Opening,
    Place,
    Play,
    Raid,
    Regroup,
    Repair,
    SetClaim,
    Slow,
    Support,
    Train,
)
from gm.games.freedom.rules.outcomes import SiegeFault
from gm.games.freedom.rules.state import SiegeState
from gm.games.freedom.rules.tables import Tables
from gm.interpret.keyword_mails import KeywordMails
from gm.interpret.name_index import name_index
from gm.report.wording.complaint_words import complaint_sentence

_ASKS: Final = re.compile(r"\W{0,9}check\W{0,9}", re.I)
"""A line that says that its mail only asks what it would do."""

_MY: Final = re.compile(r"\b(?:my|the|lines|orders|plays|meine?|die|mo|na)\b", re.I)


class SiegeLanguage:
    """Keeps the contract's `Language`."""

    def text(self, order: Order, at: Position[SiegeState]) -> str:
        """Return an order in its short form: `ATTACK 4-4 -> 3-4`."""
        del at
        return order_line(order)

    def words(self, order: Order, at: Position[SiegeState], stage: str = "") -> str:
        """Return an order in full words: its line, with the names of the cards in it."""
        del stage
        tables, line = tables_of(at.rules), order_line(order)
        named = [tables.cards[card].name for card in _cards(order) if card in tables.cards]
        return f"{line} ({', '.join(named)})" if named else line

    def read(self, lines: tuple[str, ...], desk: Desk[SiegeState]) -> Read:
        """Read the lines of a mail; a play with a line that was not taken is not taken as a whole (6)."""
        if isinstance(desk.at.rules, MailedSiege) and any(map(_asks_only, lines)):
            asked = AskedSiege(desk.at.rules.tables, desk.at.rules.choices)
            desk = replace(desk, at=Position(asked, desk.at.state))
        tables = tables_of(desk.at.rules)
        read = _mails(tables).read(put_together(tables, lines), desk)
        if not (desk.strict or desk.keep_impossible):
            seats = tuple(whole_plays(desk, torn_asked(desk, seat)) for seat in read.seats)
            read = replace(read, seats=seats)
        return replace(read, seats=tuple(with_queue_told(desk, seat) for seat in read.seats))

    def again(self, given: Sequence[Given], desk: Desk[SiegeState]) -> SeatRead:
        """Judge what was left over."""
        return _mails(tables_of(desk.at.rules)).again(given, desk)

    def key_named(self, text: str, at: Position[SiegeState]) -> str:
        """Return what the lines are filed under that somebody means: the queue, or a policy."""
        words = " ".join(_MY.sub(" ", text).split())
        if words.casefold() in ("queue", "play", "cards", "warteschlange", "scuaine", ""):
            return QUEUE
        meant = order_lines(tables_of(at.rules)).read(f"{words} DEFAULT")
        if meant.made is None:
            meant = order_lines(tables_of(at.rules)).read(f"{words} OWN")
        if meant.made is None:
            raise UnknownName(no_lines_named(text))
        return at.rules.filed(meant.made, at.rules.stage(at.state))

    def named_in(
        self, line: str, choices: Sequence[Sequence[Order]], at: Position[SiegeState]
    ) -> tuple[int, ...]:
        """Return which choices a line means that names but a space, an area or a card."""
        index = names_of(tables_of(at.rules))
        meant = {id_ for names in index.values() for id_ in names.meant(line.strip())}
        return tuple(
            place
            for place, choice in enumerate(choices)
            if any(meant & {*_cards(order), *_places(order)} for order in choice)
        )

    def seat(self, text: str, rules: Rules[SiegeState, Any]) -> SeatId | None:
        """Return which side somebody means, however it is written."""
        names = name_index({seat.id: (seat.name, *seat.also) for seat in rules.seats})
        meant = names.meant(text)
        return SeatId(meant[0]) if len(meant) == 1 else None


def _cards(order: Order) -> Iterator[str]:
    """Yield the cards that a line names."""
    match order:
        case Play(card):
            yield card
        case ClaimCard(card, discard) | SetClaim(card, discard):
            yield from (card, discard)
        case Conditional(_, then, _):
            yield from _cards(then)


def _places(order: Order) -> Iterator[str]:
    """Yield the spaces and areas that a line names."""
    match order:
        case Opening(ways) | Move(ways):
            yield from (space for way in ways for space in way.spaces)
        case Slow(way):
            yield from way.spaces
        case Attack(source, target) | Raid(source, target) | Regroup(source, target):
            yield from (source, target)
        case Support(area):
            yield area
        case BuildCannon(space) | Repair(space) | Train(space) | Damage(space):
            yield space
        case Place(spaces):
            yield from spaces
        case Conditional(_, then, otherwise):
            yield from _places(then)
            yield from _places(otherwise) if otherwise is not None else ()


def _mails(tables: Tables) -> KeywordMails:
    """Return how mails of a game are read; each line is judged behind those above it."""
    names = names_of(tables)
    return KeywordMails(
        order_lines(tables),
        _refusal,
        complaint_sentence,
        stands=lambda order: isinstance(order, SetAway),
        speaks=lambda line: any(
            index.meant(word) for word in line.split() for index in names.values()
        ),
        in_turn=True,
        hangs=lambda order: isinstance(order, Conditional),
    )


def _refusal(check: Check[Any]) -> str:
    refused = check.refused
    return refusal_sentence(refused.reason) if isinstance(refused, SiegeFault) else ""


def _asks_only(line: str) -> bool:
    return _ASKS.fullmatch(line) is not None
