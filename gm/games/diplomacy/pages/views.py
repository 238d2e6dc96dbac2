"""What the mails of a season say, as values, before a template puts it into words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import Final

from gm.contract.events import Event, GameEnded
from gm.contract.facts import Due, GameFacts, PressView
from gm.contract.orders import Order
from gm.contract.pages import PictureView
from gm.contract.seats import SeatId
from gm.contract.told import Deed, OpenQuestion, ReadLine, Shares, Unread
from gm.games.diplomacy.pages.facts.annals import Annals, BoardStory, YearOfCentres
from gm.games.diplomacy.rules.board import Board
from gm.games.diplomacy.rules.orders import Pay, Receive
from gm.games.diplomacy.rules.outcomes import Outcome
from gm.games.diplomacy.rules.phases import Phase
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.winter.outlook import Outlook
from gm.games.diplomacy.rules.winter.payments import Half
from gm.report.views import Once

_FACTS: Final = tuple(part.name for part in fields(GameFacts))


@dataclass(frozen=True, slots=True, kw_only=True)
class GameView(GameFacts):
    """What every mail of a game needs.

    Args:
        board: the board in force.
        colours: of the powers on pictures; a power that is not there has its own of the map.
    """

    board: Board
    colours: Mapping[SeatId, str] = field(default_factory=dict)

    @classmethod
    def on(
        cls, board: Board, facts: GameFacts, colours: Mapping[SeatId, str] | None = None
    ) -> GameView:
        """Return what is said of a game, with its board and the colours on it."""
        known = {name: getattr(facts, name) for name in _FACTS}
        return cls(**known, board=board, colours=colours or {})

    def colour(self, power: SeatId) -> str:
        """Return the colour by which a power is known in pictures and tables."""
        return self.colours.get(power) or self.board.powers[power].colour


def _mine(reader: SeatId | None, hand: tuple[SeatId, ...]) -> tuple[SeatId, ...]:
    return hand or (() if reader is None else (reader,))


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
        gm_powers: those that a GM plays who reads it.
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
    gm_powers: tuple[SeatId, ...] = ()
    pictures: tuple[PictureView, ...] = ()

    @property
    def mine(self) -> tuple[SeatId, ...]:
        """All powers of the reader."""
        return _mine(self.reader, self.hand)

    @property
    def knows(self) -> tuple[SeatId, ...]:
        """The powers whose affairs the reader knows: his own, also a GM's who plays himself."""
        return self.mine or self.gm_powers

    @property
    def sees_all(self) -> bool:
        """Whether nothing is kept from him: he is a GM who does not play."""
        return self.for_gm and not self.gm_powers


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
        gm_powers: those that a GM plays who reads it.
        observer: its reader follows the game without playing in it.
        hand_reasons: why the GM entered a draw by hand, by its label; "" where he said nothing.
        unconfirmed: when mails in the reader's name came in that he never confirmed.
        unanswered: what was asked about lines of his mails and he never answered.
        press: the messages to all that were written in the phase, in the order of their coming.
        is_copy: it is sent once more, long after: nothing is asked by it.
        pictures: of the map, which the HTML shows.
        number: of the phase in its game.
        judge: the plain text is in the judges' manner; zine: the results are told in the zines', too.
        once: what is in the reports of several readers. Views share it that differ in nothing but
            reader, hand, zone, unconfirmed, unanswered, for_gm, observer, judge and zine, as `replace` makes them.
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
    unanswered: tuple[OpenQuestion, ...] = ()
    press: tuple[PressView, ...] = ()
    is_copy: bool = False
    pictures: tuple[PictureView, ...] = ()
    number: int = 0
    judge: bool = False
    zine: bool = False
    gm_powers: tuple[SeatId, ...] = ()
    asked: tuple[SeatId, ...] = ()
    once: Shares = field(default_factory=Once, repr=False, compare=False)

    @property
    def mine(self) -> tuple[SeatId, ...]:
        """All powers of the reader."""
        return _mine(self.reader, self.hand)

    @property
    def knows(self) -> tuple[SeatId, ...]:
        """The powers whose affairs the reader knows: his own, also a GM's who plays himself."""
        return self.mine or self.gm_powers

    @property
    def sees_all(self) -> bool:
        """Whether nothing is kept from him: he is a GM who does not play."""
        return self.for_gm and not self.gm_powers


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
        awaiting: questions to its player that wait for an answer, oldest first.
    """

    game: GameView
    power: SeatId
    state: GameState
    due: Due
    orders: tuple[Order, ...] = ()
    awaiting: tuple[OpenQuestion, ...] = ()
    unmatched: tuple[Pay | Receive, ...] = ()
    losses: tuple[Event, ...] = ()
    waited_for: bool = False
    unconfirmed: tuple[datetime, ...] = ()
    votes: tuple[str, ...] = ()
    later: Later | None = None
    zone: str = "UTC"
    now: datetime | None = None


@dataclass(frozen=True, slots=True)
class ReceiptView:
    """One receipt for one order mail.

    Args:
        number: receipts of this power in this phase, from 1.
        code: short code that names this receipt.
        state: the position the orders are for.
        orders: every order that now stands, in sequence; `changed` those of them that this mail
            gave anew or changed; `dropped` earlier orders it replaced, as (old, new or None).
        replaced: orders of the mail itself that a later line of it took the place of, each with that.
        kept_impossible: orders kept although impossible; they will hold.
        remarks: how doubtful words were read.
        problems: lines that were not taken, each with its reason.
        ignored: sentences on what was left out of the mail on purpose (attachments, quotes).
        seen_by_others: other players' addresses stood in To or Cc.
        via_list: the orders came over a mailing list.
        zone: the reader's IANA time zone.
        later: his orders for a later phase, where such are taken.
        retreats: his retreats sent with the moves, of each unit the dearest place first.
        sent_ahead: it answers no mail: it says what became of orders that were sent ahead.
        late: in a sentence, that the mail came after the deadline and is taken; or "".
        deeds: what the mail did beside ordering.
        checked: nothing of it was recorded: the player asked what it would do.
        outlook: how his winter would end by these orders, in a game with supply points.
        matching: which of his payments and receipts have their other halves in the book.
        unread: the lines of the mail that were read as nothing.
        elsewhere: other powers of his that the mail says nothing of and that lack orders, each with
            the headline of how it stands.
        shortened: orders of a list that the mail's own list left out, without a word to take them back.
        awaiting: questions about earlier mails that wait for an answer, oldest first.
    """

    game: GameView
    power: SeatId
    number: int
    code: str
    state: GameState
    due: Due
    orders: tuple[Order, ...]
    changed: tuple[Order, ...] = ()
    dropped: tuple[tuple[Order, Order | None], ...] = ()
    kept_impossible: tuple[Order, ...] = ()
    remarks: tuple[str, ...] = ()
    problems: tuple[ReadLine, ...] = ()
    ignored: tuple[str, ...] = ()
    seen_by_others: bool = False
    via_list: bool = False
    zone: str = "UTC"
    now: datetime | None = None
    outlook: Outlook | None = None
    matching: tuple[Half, ...] = ()
    later: Later | None = None
    retreats: Later | None = None
    sent_ahead: bool = False
    late: str = ""
    deeds: tuple[Deed, ...] = ()
    checked: bool = False
    replaced: tuple[tuple[Order, Order], ...] = ()
    unread: Unread | None = None
    elsewhere: tuple[tuple[SeatId, str], ...] = ()
    shortened: int = 0
    awaiting: tuple[OpenQuestion, ...] = ()


@dataclass(frozen=True, slots=True)
class StatusView:
    """The answer to STATUS: the game, the phase, the deadline, the player's own orders.

    `outlook`, `matching`, `later` and `retreats` are as in a receipt; `notes` are sentences on what
    else stands of the power: its words, votes; `awaiting` are questions that wait for an answer.
    """

    game: GameView
    power: SeatId
    state: GameState
    due: Due
    orders: tuple[Order, ...]
    zone: str
    now: datetime | None = None
    outlook: Outlook | None = None
    matching: tuple[Half, ...] = ()
    later: Later | None = None
    retreats: Later | None = None
    notes: tuple[str, ...] = ()
    awaiting: tuple[OpenQuestion, ...] = ()
