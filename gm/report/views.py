"""View models: everything a mail says, as values, before a template puts it into words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from gm.contract.events import Event, GameEnded
from gm.contract.orders import Order
from gm.contract.rules import Meta
from gm.contract.seats import SeatId
from gm.games.diplomacy.pages.facts.annals import Annals
from gm.games.diplomacy.pages.facts.stories import BoardStory, YearOfCentres
from gm.games.diplomacy.rules.board import Board
from gm.games.diplomacy.rules.mechanics.matching import Half
from gm.games.diplomacy.rules.orders import Pay, Receive
from gm.games.diplomacy.rules.outcomes import Outcome
from gm.games.diplomacy.rules.phases import Phase
from gm.games.diplomacy.rules.state import GameState
from gm.report.facts.once import Once
from gm.report.picture_views import PictureView
from gm.report.press_views import PressView


@dataclass(frozen=True, slots=True)
class MailText:
    """A written mail: subject in one line, body of at most 72 columns, and the same as HTML.

    The HTML shows the pictures; each can be taken out of it.
    """

    subject: str
    text: str
    html: str
    pictures: tuple[PictureView, ...] = ()


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
class GameView:
    """What every mail of a game needs.

    Args:
        name: the game's short name; meta: its rules; board: the board in force.
        players: name of the player of each seat that has one.
        gm_name, gm_address: the game master.
        order_address: where orders are mailed to.
        time_zone: the game's IANA zone, used for the list.
        options: the settings the GM chose, by name; `settings` tells the others too.
        keep_impossible: an impossible order is kept as written, and its unit holds.
        lengths: seconds that phases are open, and before a deadline at which players are reminded.
        commitment: the SHA-256 of the seed of all draws, hexadecimal; "" where nothing is drawn.
        house: how the game is run beside its rules.
        precedents: what the GM has ruled, for mails that hold the rules.
        colours: of the powers on pictures; a power that is not there has its own of the map.
    """

    name: str
    meta: Meta
    board: Board
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
    colours: Mapping[SeatId, str] = field(default_factory=dict)

    def colour(self, power: SeatId) -> str:
        """Return the colour by which a power is known in pictures and tables."""
        return self.colours.get(power) or self.board.powers[power].colour

    def settings(self) -> dict[str, str]:
        """Return the value of every setting by name, those left at their defaults too."""
        return {**{option.name: option.default for option in self.meta.options}, **self.options}


def _mine(reader: SeatId | None, hand: tuple[SeatId, ...]) -> tuple[SeatId, ...]:
    return hand or (() if reader is None else (reader,))


@dataclass(frozen=True, slots=True)
class OrdersSoFar:
    """How far the orders of an open phase are, as far as its reader may know.

    Args:
        asked: how many powers have something to order.
        awaited: of how many of them something is still to come.
        names: theirs; empty where they are not told.
        resolved_at: UTC; all are in, and the phase is resolved at this moment, before its
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
        phase: the phase that is open.
        deadline: UTC.
        open_slots: what lacks an order, by power: canonical units, "build" or "removal".
        asked: powers that have something to order.
        held: the deadline has passed, and the phase waits for the GM.
        closed: it takes no orders any more: it is resolved at once, by those sent ahead of it.
        later: the later phase for which orders are taken already, if there is one.
        joint: that later phase closes with the one that is open, or with its season.
        closes: until when late orders are still taken, in a game with grace.
        then, then_by: the phase that follows as far as that is known, and its deadline, about.
        paused: the game is paused: no deadline passes, and orders are taken.
        so_far: how far everybody's orders are; None where that is not told.
    """

    phase: Phase
    deadline: datetime
    open_slots: Mapping[SeatId, tuple[str, ...]]
    asked: tuple[SeatId, ...]
    held: bool = False
    closed: bool = False
    later: Phase | None = None
    joint: bool = False
    closes: datetime | None = None
    then: Phase | None = None
    then_by: datetime | None = None
    paused: bool = False
    so_far: OrdersSoFar | None = None

    def in_grace(self, now: datetime | None) -> bool:
        """Tell whether the deadline has passed and orders are still taken, marked late."""
        return now is not None and self.closes is not None and self.deadline < now <= self.closes


@dataclass(frozen=True, slots=True)
class OpeningView:
    """The mail that opens a game: one for each player, one for the list, one for the GM.

    Args:
        joining: the game has begun long ago: the reader takes a seat in it.
        story: when the board changed, in a game that is being played.
        hand: the reader's powers where he plays several; `reader` is the first of them.
        observer: its reader follows the game without playing in it.
        pictures: of the map, which the HTML shows.
    """

    game: GameView
    state: GameState
    due: Due
    reader: SeatId | None
    zone: str
    now: datetime | None = None
    for_gm: bool = False
    observer: bool = False
    joining: bool = False
    story: BoardStory = field(default_factory=BoardStory)
    hand: tuple[SeatId, ...] = ()
    pictures: tuple[PictureView, ...] = ()

    @property
    def mine(self) -> tuple[SeatId, ...]:
        """All powers of the reader."""
        return _mine(self.reader, self.hand)


@dataclass(frozen=True, slots=True)
class Chronicle:
    """A game looked back upon when it is over.

    Args:
        began: its first phase; began_at: when that was opened; phases: how many there were.
        years: the centres by year, oldest first; the first line is what it began with.
        gone: the phase with which a power went out, of those that did.
        seed: the seed of all its draws, as the hat takes it; "" where nothing was drawn.
        statements_until: until when the players can send closing statements; None where they
            cannot.
        annals: the whole game in figures, where they are told.
    """

    began: Phase
    began_at: datetime
    phases: int
    years: tuple[YearOfCentres, ...]
    gone: Mapping[SeatId, Phase]
    seed: str = ""
    statements_until: datetime | None = None
    annals: Annals | None = None


@dataclass(frozen=True, slots=True)
class EndingView:
    """The mail that tells of a game the GM has ended: one for each player, list and GM.

    Args:
        state: the position as it was ended; ended: how, by whom, and why.
        reader: the power that reads it; None for the mailing list and the GM.
        hand: the reader's powers where he plays several; `reader` is the first of them.
        pictures: charts, which the HTML shows.
    """

    game: GameView
    state: GameState
    ended: GameEnded
    chronicle: Chronicle
    reader: SeatId | None
    zone: str
    now: datetime
    for_gm: bool = False
    observer: bool = False
    hand: tuple[SeatId, ...] = ()
    pictures: tuple[PictureView, ...] = ()

    @property
    def mine(self) -> tuple[SeatId, ...]:
        """All powers of the reader."""
        return _mine(self.reader, self.hand)


@dataclass(frozen=True, slots=True)
class SeasonView:
    """A resolved phase: one report for each player, one for the list.

    Args:
        phase: the phase that was resolved; before, after: the positions around it.
        board: the board in force when its orders were given.
        outcomes, events: what happened.
        late: powers from which nothing was received although something was asked.
        asked: powers of which something was asked, where that is known.
        due: what is asked next; None when the game is over.
        ordered: the orders as given, by power, in sequence (private ones left out for the list).
        reader: the power that reads it; None for the mailing list and the GM.
        zone: the reader's IANA time zone.
        notes: public notes of the GM and the server ("the deadline was moved because ...").
        chronicle: the game looked back upon, when it is over.
        ahead: what is still asked of each power that sent orders ahead for the phase that opens.
        story: when the board changed, this phase included.
        hand: the reader's powers where he plays several; `reader` is the first of them.
        observer: its reader follows the game without playing in it.
        hand_reasons: why the GM entered a draw by hand, by its label; "" where he said nothing.
        unconfirmed: when mails in the reader's name came in that he never confirmed.
        press: the messages to all that were written in the phase, in the order of their coming.
        is_copy: it is sent once more, long after: nothing is asked by it.
        pictures: of the map, which the HTML shows.
        number: of the phase in its game.
        judge: the plain text is in the judges' manner; zine: the results are told in the zines', too.
        once: what is in the reports of several readers. Views share it that differ in nothing but
            reader, hand, zone, unconfirmed, for_gm, observer, judge and zine, as `replace` makes them.
    """

    game: GameView
    phase: Phase
    before: GameState
    after: GameState
    board: Board
    outcomes: tuple[Outcome, ...]
    events: tuple[Event, ...]
    late: tuple[SeatId, ...]
    due: Due | None
    reader: SeatId | None
    zone: str
    notes: tuple[str, ...] = ()
    now: datetime | None = None
    for_gm: bool = False
    observer: bool = False
    chronicle: Chronicle | None = None
    ahead: Mapping[SeatId, tuple[str, ...]] = field(default_factory=dict)
    story: BoardStory = field(default_factory=BoardStory)
    hand_reasons: Mapping[str, str] = field(default_factory=dict)
    hand: tuple[SeatId, ...] = ()
    unconfirmed: tuple[datetime, ...] = ()
    press: tuple[PressView, ...] = ()
    is_copy: bool = False
    pictures: tuple[PictureView, ...] = ()
    number: int = 0
    judge: bool = False
    zine: bool = False
    asked: tuple[SeatId, ...] = ()
    once: Once = field(default_factory=Once, repr=False, compare=False)

    @property
    def mine(self) -> tuple[SeatId, ...]:
        """All powers of the reader."""
        return _mine(self.reader, self.hand)


@dataclass(frozen=True, slots=True)
class NoticeView:
    """A short notice to players, list or GM: a moved deadline, a held season, a strange mail.

    Args:
        title: the rest of the subject after the game's tag.
        paragraphs: plain sentences.
        tag: the game's name, for the subject's tag where `game` is not given; "" for none.
        phase: the phase it is about, for the subject's tag.
        due: what is asked and by when, told below the sentences.
        printed: what a program printed, each line as it stands, below the sentences.
        plays: its reader may order in the game; public: everybody reads it, on the list.
    """

    title: str
    paragraphs: tuple[str, ...]
    game: GameView | None = None
    due: Due | None = None
    zone: str = "UTC"
    now: datetime | None = None
    phase: Phase | None = None
    tag: str = ""
    printed: tuple[str, ...] = ()
    plays: bool = True
    public: bool = False


@dataclass(frozen=True, slots=True)
class Later:
    """A power's orders for a later phase, kept until that opens.

    Args:
        phase: the later phase.
        orders: those that stand, in sequence; `changed` those of them that the mail answered gave
            anew; `dropped` earlier ones it replaced, as (old, new or None).
        joint: the phase has no deadline of its own: these are the orders it is resolved by.
        matching: which of his payments and receipts among them have their other halves so far.
    """

    phase: Phase
    orders: tuple[Order, ...] = ()
    changed: tuple[Order, ...] = ()
    dropped: tuple[tuple[Order, Order | None], ...] = ()
    joint: bool = False
    matching: tuple[Half, ...] = ()


@dataclass(frozen=True, slots=True)
class ReminderView:
    """A reminder before the deadline, to one power that lacks something.

    Args:
        orders: what stands of the power's orders.
        unmatched: its payments and receipts without their other half.
        losses: what civil disorder would take from it this winter, by what stands.
        waited_for: the phase is not resolved without this power's orders.
        unconfirmed: when mails in the player's name came in that wait for his word.
        votes: how what is put to the vote stands for him, a sentence or two on each.
        later: what it has sent for a winter that is resolved together with the open phase.
        awaiting: lines that set orders aside, about which its player has not answered yet.
    """

    game: GameView
    power: SeatId
    state: GameState
    due: Due
    orders: tuple[Order, ...] = ()
    awaiting: tuple[str, ...] = ()
    unmatched: tuple[Pay | Receive, ...] = ()
    losses: tuple[Event, ...] = ()
    waited_for: bool = False
    unconfirmed: tuple[datetime, ...] = ()
    votes: tuple[str, ...] = ()
    later: Later | None = None
    zone: str = "UTC"
    now: datetime | None = None
