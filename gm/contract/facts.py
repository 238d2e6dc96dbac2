"""What pages are made of beside the game's own values: the game, its readers, what is due, its press.

They are made by the shell, and say nothing that their reader may not know.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from typing import TYPE_CHECKING, Any

from gm.contract.rules import Meta
from gm.contract.seats import Seat, SeatId
from gm.contract.stages import Stage
from gm.contract.values import value

if TYPE_CHECKING:
    from gm.contract.pages import Pages


class Part(Enum):
    """What somebody is to a game whose pages he reads.

    PLAYER: he plays seats of it. LIST: everybody who reads its list. GM: its game master, who may
    play as well. OBSERVER: he follows it. ARCHIVE: whoever opens its page.
    """

    PLAYER = "player"
    LIST = "list"
    GM = "gm"
    OBSERVER = "observer"
    ARCHIVE = "archive"


@value
class Viewer:
    """Who reads a page.

    Args:
        part: what he is to the game.
        seats: those that he plays, in the order of the game's seats; also of a GM who plays.
        zone: his IANA time zone.
        manner: the manner of writing he wants, as the house's setting has it; "" for the usual.
    """

    part: Part
    seats: tuple[SeatId, ...] = ()
    zone: str = "UTC"
    manner: str = ""

    @property
    def for_gm(self) -> bool:
        """Whether he reads as the game master."""
        return self.part is Part.GM

    @property
    def observes(self) -> bool:
        """Whether he follows the game without playing in it."""
        return self.part is Part.OBSERVER

    @property
    def mine(self) -> tuple[SeatId, ...]:
        """The seats he is spoken to as; none for the GM."""
        return self.seats if self.part is Part.PLAYER else ()

    @property
    def first(self) -> SeatId | None:
        """The first of those; None if there is none."""
        return next(iter(self.mine), None)

    @property
    def hand(self) -> tuple[SeatId, ...]:
        """Those, if they are several; else none."""
        return self.mine if len(self.mine) > 1 else ()

    @property
    def sees_all(self) -> bool:
        """Whether nothing is kept from him: he is a game master who does not play."""
        return self.part is Part.GM and not self.seats


@dataclass(frozen=True, slots=True)
class Precedent:
    """What the GM of a game has ruled.

    Args:
        number: in the game. day: on which he did, in words.
        text, reason: sentences; the reason may be "".
    """

    number: int
    day: str
    text: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class HouseSetting:
    """A setting of how a game is run.

    Args:
        name, value, default: as a GM writes them.
        group: what it is about: "deadlines", "press".
        help: a sentence: what it decides.
        usual: what its default means, in a few words.
        only_with: other settings; while those have their defaults it does nothing.
    """

    name: str
    value: str
    default: str
    group: str
    help: str
    usual: str
    only_with: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GameFacts:
    """What every page of a game may say about it.

    Args:
        name: the game's short name; meta: its rules; pages: the words of its family.
        seats: everybody's, in the order of reports.
        players: name of the player of each seat that has one.
        gm_name, gm_address: the game master.
        order_address: where orders are mailed to.
        time_zone: the game's IANA zone, used for the list.
        options: the settings the GM chose, by name; `settings` tells the others too.
        keep_impossible: an impossible order is kept as written.
        lengths: seconds that stages are open, and before a deadline at which players are reminded.
        commitment: the SHA-256 of the seed of all draws, hexadecimal; "" where nothing is drawn.
        house: how the game is run beside its rules.
        precedents: what the GM has ruled, for mails that hold the rules.
        picture_host: the host in the addresses of its pictures; "" where mails have none.
    """

    name: str
    meta: Meta
    pages: Pages[Any] = field(repr=False, compare=False)
    seats: tuple[Seat, ...]
    players: Mapping[SeatId, str]
    gm_name: str
    gm_address: str
    order_address: str
    time_zone: str
    options: Mapping[str, str]
    keep_impossible: bool = False
    lengths: Mapping[str, int] = field(default_factory=dict)
    commitment: str = ""
    house: tuple[HouseSetting, ...] = ()
    precedents: tuple[Precedent, ...] = ()
    picture_host: str = ""

    def settings(self) -> dict[str, str]:
        """Return the value of every setting by name, those left at their defaults too."""
        return {**{option.name: option.default for option in self.meta.options}, **self.options}

    def seat_name(self, seat: SeatId) -> str:
        """Return the name of a seat as the game prints it."""
        return next(one_seat.name for one_seat in self.seats if one_seat.id == seat)

    def stage_words(self, stage: Stage) -> str:
        """Return a stage as people call it, in the language that is spoken."""
        return self.pages.stage(stage)


@dataclass(frozen=True, slots=True)
class OrdersSoFar:
    """How far the orders of an open stage are, as far as its reader may know.

    Args:
        asked: how many seats have something to order.
        awaited: of how many of them something is still to come.
        names: theirs; empty where they are not told.
        resolved_at: UTC; all are in, and the stage is resolved at this moment, before its
            deadline, unless something changes; None if it waits for its deadline.
    """

    asked: int
    awaited: int
    names: tuple[str, ...] = ()
    resolved_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Due:
    """What is asked next, and by when.

    Args:
        stage: the stage that is open.
        deadline: UTC.
        open_slots: what lacks an order, by seat, as the rules name it.
        asked: seats that have something to order.
        held: the deadline has passed, and the stage waits for the GM.
        closed: it takes no orders any more: it is resolved at once, by those sent ahead of it.
        later: the later stage for which orders are taken already, if there is one.
        joint: that later stage closes with the one that is open, or with another before it.
        closes: until when late orders are still taken, in a game with grace.
        then, then_by: the stage that follows as far as that is known, and its deadline, about.
        paused: the game is paused: no deadline passes, and orders are taken.
        untimed: nothing falls due. abandoned: when nobody writes until the deadline, the game is abandoned.
        so_far: how far everybody's orders are; None where that is not told.
    """

    stage: Stage
    deadline: datetime
    open_slots: Mapping[SeatId, tuple[str, ...]]
    asked: tuple[SeatId, ...]
    held: bool = False
    closed: bool = False
    later: Stage | None = None
    joint: bool = False
    closes: datetime | None = None
    then: Stage | None = None
    then_by: datetime | None = None
    paused: bool = False
    untimed: bool = False
    abandoned: bool = False
    so_far: OrdersSoFar | None = None

    def in_grace(self, now: datetime | None) -> bool:
        """Tell whether the deadline has passed and orders are still taken, marked late."""
        return now is not None and self.closes is not None and self.deadline < now <= self.closes


@dataclass(frozen=True, slots=True)
class PressView:
    """A message, as its readers may know it.

    Args:
        writers: the seats that sign it; none for a grey one. from_gm: the GM signs it.
        to: the seats it is for; everybody: it is for all, but for those in `but`.
        to_gm: the GM is among those it is for.
        text: as it was written.
        stage: the stage in which it was written; at: when it was.
    """

    writers: tuple[SeatId, ...]
    to: tuple[SeatId, ...]
    text: str
    stage: Stage
    at: datetime
    everybody: bool = False
    but: tuple[SeatId, ...] = ()
    to_gm: bool = False
    from_gm: bool = False

    @property
    def grey(self) -> bool:
        """Whether nobody signs it."""
        return not self.writers and not self.from_gm

    @property
    def public(self) -> bool:
        """Whether it is for everybody to read."""
        return self.everybody and not self.but
