"""What a reader is told of a game, and the one door that lets it through.

Nothing else leads from what happened to a page, a picture, a subject or a file. `told` applies the
game's `view`, its `disclosed` and `Event.visible_to` for whoever reads, and keeps sealed draws back until the
game is over. A game master who plays himself knows what his seats know.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from typing import Any, Generic, Protocol, TypeVar

from gm.contract.draws import Draw
from gm.contract.events import Drawn, Event
from gm.contract.facts import Due, GameFacts, PressView, Viewer
from gm.contract.orders import Order
from gm.contract.past import Past
from gm.contract.rules import Drafts, Resolution, Rules
from gm.contract.seats import SeatId
from gm.contract.stages import Stage
from gm.contract.values import value

S = TypeVar("S")
R = TypeVar("R")
T = TypeVar("T")


class Shares(Protocol):
    """What is made once for several pages; a page says under which key."""

    def __call__(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return what was made under a key in the language that is spoken, or make it now."""
        ...


@value
class Step(Generic[S, R]):
    """What somebody may know of a step: the positions around it, facts, outcomes, draws."""

    before: S
    after: S
    events: tuple[Event, ...]
    outcomes: tuple[R, ...]
    draws: tuple[Draw, ...] = ()


@dataclass(frozen=True, slots=True)
class Occasion:
    """What is told with a step to all alike, none of it secret.

    Args:
        number: of the stage in its game.
        opened_at, now: when the stage was opened, and when the page is written, UTC.
        due: what is asked next; None when the game is over.
        asked: seats of which something was asked; silent: of those, from whom nothing was received.
        press: the messages to all that were written in the stage, in the order of their coming.
        hand_reasons: why the GM entered a draw by hand, by its label; "" where he said nothing.
        over: the game is over: nothing is sealed any more.
        statements_until: until when the players can send closing statements then; None where they
            cannot.
        is_copy: it is told once more, long after: nothing is asked by it.
    """

    number: int
    opened_at: datetime
    now: datetime
    due: Due | None
    asked: tuple[SeatId, ...] = ()
    silent: tuple[SeatId, ...] = ()
    press: tuple[PressView, ...] = ()
    hand_reasons: Mapping[str, str] = field(default_factory=dict)
    over: bool = False
    statements_until: datetime | None = None
    is_copy: bool = False


@dataclass(frozen=True, slots=True)
class Happened(Generic[S, R]):
    """A step of a game, before it is told to anybody; a page never gets one.

    Args:
        game: the game; rules: its own.
        before: the position before it; resolution: what came of it.
        occasion: what is told with it to all alike.
        past: reads the course of the game, this stage included, as somebody may know it.
        ahead: what is still asked of each seat that sent orders ahead for the stage that opens.
        shares: makes a place for what several pages share; shared: those made, the door's own.
    """

    game: GameFacts
    rules: Rules[S, R]
    before: S
    resolution: Resolution[S, R]
    occasion: Occasion
    past: Callable[[Viewer], Past[S, R]]
    shares: Callable[[], Shares]
    ahead: Mapping[SeatId, tuple[str, ...]] = field(default_factory=dict)
    shared: list[tuple[Step[S, R], Shares]] = field(
        default_factory=list, repr=False, compare=False
    )


@value
class OpenQuestion:
    """A question about a line of a player's mail that he has not answered.

    Args:
        text: the line as written. asked_at: when it was asked, UTC.
        choices: readings of it, each with the number to answer with, unique in the stage.
        stands: an order stands in their place until it is answered.
    """

    text: str
    asked_at: datetime
    choices: tuple[tuple[int, str], ...]
    stands: bool = False


@dataclass(frozen=True, slots=True)
class Told(Generic[S, R]):
    """A step of a game as its reader may know it.

    Args:
        game: the game; rules: its own; viewer: who reads.
        stage: the stage that was resolved, or opened.
        step: what happened; where a stage opens, nothing.
        occasion: what is told with it to all alike.
        past: reads the course of the game so far, this stage included, as he may know it.
        ahead: what is still asked of the reader's seats that sent orders ahead for the next stage.
        notes: of the GM and the server, sentences.
        unconfirmed: when mails in the reader's name came in that he never confirmed.
        unanswered: what was asked about lines of his mails in the stage and he never answered.
        joining: the game has begun long ago: the reader takes a seat in it.
        pictured: it is told with all its pictures; else with the one that tells most.
        once: what he shares with all who may know the same.
    """

    game: GameFacts
    rules: Rules[S, R]
    viewer: Viewer
    stage: Stage
    step: Step[S, R]
    occasion: Occasion
    once: Shares
    past: Callable[[], Past[S, R]]
    ahead: Mapping[SeatId, tuple[str, ...]] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    unconfirmed: tuple[datetime, ...] = ()
    unanswered: tuple[OpenQuestion, ...] = ()
    joining: bool = False
    pictured: bool = True

    @property
    def due(self) -> Due | None:
        """What is asked next; None when the game is over."""
        return self.occasion.due


def told(happened: Happened[S, R], viewer: Viewer) -> Told[S, R]:
    """Return what a reader may know of a step: the one door.

    Readers who may know the same share what is made of it.
    """
    over, ahead = happened.occasion.over, happened.ahead
    step = known_step(happened.rules, happened.before, happened.resolution, viewer, over=over)
    return Told(
        happened.game,
        happened.rules,
        viewer,
        happened.rules.stage(happened.before),
        step,
        happened.occasion,
        _once(happened, step),
        partial(happened.past, viewer),
        ahead=dict(ahead) if viewer.sees_all else _of_seats(ahead, viewer.seats),
    )


def known_step(
    rules: Rules[S, R],
    before: S,
    resolution: Resolution[S, R],
    viewer: Viewer,
    *,
    over: bool = False,
) -> Step[S, R]:
    """Return what a reader may know of a step of a game.

    Args:
        rules: the game's.
        before: the position before it; resolution: what came of it.
        viewer: who reads. over: the game is over, and nothing is sealed any more.
    """
    after = resolution.state
    if not viewer.sees_all:
        seats = viewer.seats or None
        resolution = rules.disclosed(before, resolution, seats)
        before, after = rules.view(before, seats), rules.view(after, seats)
    return Step(
        before,
        after,
        tuple(event for event in resolution.events if may_know(event, viewer, over=over)),
        resolution.outcomes,
        tuple(draw for draw in resolution.draws if over or Drawn(draw).visible_to() is None),
    )


def may_know(event: Event, viewer: Viewer, *, over: bool = False) -> bool:
    """Tell whether a reader may know of a fact, as far as the fact itself says."""
    whose = event.visible_to()
    if isinstance(event, Drawn):
        return over or whose is None  # a sealed deck is told to nobody, the game master either
    return viewer.sees_all or whose is None or not whose.isdisjoint(viewer.seats)


def _once(happened: Happened[S, R], step: Step[S, R]) -> Shares:
    """Return the place of those who may know the same."""
    for other, once in happened.shared:
        if other == step:
            return once
    once = happened.shares()
    happened.shared.append((step, once))
    return once


def _of_seats(
    slots: Mapping[SeatId, tuple[str, ...]], seats: Collection[SeatId]
) -> dict[SeatId, tuple[str, ...]]:
    return {seat: open_slots for seat, open_slots in slots.items() if seat in seats}


@value
class SentAhead:
    """A seat's orders for a later stage, kept until that opens.

    Args:
        stage: the later stage.
        orders: those that stand, in sequence; `changed` those of them that the mail answered gave
            anew; `dropped` earlier ones it replaced, as (old, new or None).
        joint: the stage has no deadline of its own: these are the orders it is resolved by.
        foresight: what its rules say of them, as the seat may know.
    """

    stage: Stage
    orders: tuple[Order, ...] = ()
    changed: tuple[Order, ...] = ()
    dropped: tuple[tuple[Order, Order | None], ...] = ()
    joint: bool = False
    foresight: object = None


@dataclass(frozen=True, slots=True)
class SeatStand(Generic[S]):
    """How a seat stands in the stage that is open, as its player may know: STATUS, reminders.

    Args:
        game: the game; rules: its own; viewer: who reads; seat: which of his.
        state: the position; due: what is asked, and by when.
        orders: those of the seat that stand, in sequence.
        now: when it is written.
        ahead: what it has sent for later stages, the nearest first.
        foresight: what the rules say of its orders, `Rules.foresee`.
        waited_for: the stage is not resolved without this seat's orders.
        awaiting: questions to its player that wait for an answer, oldest first; of a receipt those
            of earlier mails alone.
        unconfirmed: when mails in the player's name came in that wait for his word.
        notes: sentences on what else stands of the seat: its words, votes.
    """

    game: GameFacts
    rules: Rules[S, Any]
    viewer: Viewer
    seat: SeatId
    state: S
    due: Due
    now: datetime
    orders: tuple[Order, ...] = ()
    ahead: tuple[SentAhead, ...] = ()
    foresight: object = None
    waited_for: bool = False
    awaiting: tuple[OpenQuestion, ...] = ()
    unconfirmed: tuple[datetime, ...] = ()
    notes: tuple[str, ...] = ()


@value
class ReadLine:
    """A line of the player's mail that was not taken as it stood.

    Args:
        text: the line as written.
        message: a sentence: what is wrong and what would be right.
        candidates: names it may have meant.
        choices: readings of it, each with the number to answer with, unique in the stage.
        stands: the first of them counts until it is answered.
        awaited: orders of other lines wait for the answer.
    """

    text: str
    message: str
    candidates: tuple[str, ...] = ()
    choices: tuple[tuple[int, str], ...] = ()
    stands: bool = False
    awaited: bool = False


@value
class Deed:
    """A line of the player's mail that did something beside ordering, and what was done.

    Args:
        text: the line. told: what was done.
        plain: it begins plain words to another player, and is no command.
    """

    text: str
    told: tuple[str, ...]
    plain: bool = False


@value
class Unread:
    """The lines of a player's mail of which nothing came.

    Args:
        lines: each as written, with whether it was passed on to the game master.
        gm: his name where one was, or would be, or "".
        held: something would be passed on, but nothing of the mail is done.
    """

    lines: tuple[tuple[str, bool], ...]
    gm: str = ""
    held: bool = False


@dataclass(frozen=True, slots=True)
class Taken(Generic[S]):
    """What a mail of orders has entered for one seat, as its receipt tells.

    Args:
        stand: how the seat stands by it.
        number: receipts of this seat in this stage, from 1; code: names this receipt.
        changed: those of the orders that this mail gave anew or changed; dropped: earlier orders
            it replaced, as (old, new or None).
        replaced: orders of the mail itself that a later line of it took the place of, each with that.
        kept_impossible: orders kept although impossible; they will come to nothing.
        remarks: how doubtful words were read.
        problems: lines that were not taken, each with its reason.
        ignored: sentences on what was left out of the mail on purpose (attachments, quotes).
        seen_by_others: other players' addresses stood in To or Cc.
        via_list: the orders came over a mailing list.
        sent_ahead: it answers no mail: it says what became of orders that were sent ahead.
        late: in a sentence, that the mail came after the deadline and is taken; or "".
        deeds: what the mail did beside ordering.
        checked: nothing of it was recorded: the player asked what it would do.
        unread: the lines of the mail that were read as nothing.
        elsewhere: other seats of his that the mail says nothing of and that lack orders, each with
            the headline of how it stands.
        shortened: orders of a list that the mail's own list left out, without a word to take them back.
    """

    stand: SeatStand[S]
    number: int
    code: str
    changed: tuple[Order, ...] = ()
    dropped: tuple[tuple[Order, Order | None], ...] = ()
    replaced: tuple[tuple[Order, Order], ...] = ()
    kept_impossible: tuple[Order, ...] = ()
    remarks: tuple[str, ...] = ()
    problems: tuple[ReadLine, ...] = ()
    ignored: tuple[str, ...] = ()
    seen_by_others: bool = False
    via_list: bool = False
    sent_ahead: bool = False
    late: str = ""
    deeds: tuple[Deed, ...] = ()
    checked: bool = False
    unread: Unread | None = None
    elsewhere: tuple[tuple[SeatId, str], ...] = ()
    shortened: int = 0


def stand_of(
    stand: SeatStand[S], drafts: Drafts, ahead: Mapping[Stage, Drafts] | None = None
) -> SeatStand[S]:
    """Return how a seat stands with what it may know of the orders of all: their door.

    Args:
        stand: as its own orders tell.
        drafts: everybody's that stand; ahead: those sent for later stages.
    """
    rules, seat = stand.rules, stand.seat
    later = tuple(
        replace(
            sent,
            foresight=rules.foresee(
                stand.state, seat, (ahead or {}).get(sent.stage, {}), sent.stage
            ),
        )
        for sent in stand.ahead
    )
    return replace(
        stand,
        state=rules.view(stand.state, stand.viewer.seats),
        foresight=rules.foresee(stand.state, seat, drafts),
        ahead=later,
    )
