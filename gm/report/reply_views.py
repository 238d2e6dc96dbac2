"""What the answers to a player's mail say: receipts, refusals, deeds, STATUS."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from gm.contract.orders import Order
from gm.contract.seats import SeatId
from gm.games.diplomacy.rules.mechanics.matching import Half
from gm.games.diplomacy.rules.mechanics.outlook import Outlook
from gm.games.diplomacy.rules.phases import Phase
from gm.games.diplomacy.rules.state import GameState
from gm.report.views import Due, GameView, Later


@dataclass(frozen=True, slots=True)
class ReadLine:
    """A line of the player's mail that was not taken as it stood.

    Args:
        text: the line as written.
        message: a sentence: what is wrong and what would be right.
        candidates: names it may have meant.
        choices: readings of it, each with the number to answer with, unique in the phase.
        stands: the first of them counts until it is answered.
        awaited: orders of other lines wait for the answer.
    """

    text: str
    message: str
    candidates: tuple[str, ...] = ()
    choices: tuple[tuple[int, str], ...] = ()
    stands: bool = False
    awaited: bool = False


@dataclass(frozen=True, slots=True)
class Deed:
    """A line of the player's mail that did something beside ordering, and what was done.

    Args:
        text: the line. told: what was done.
        plain: it begins plain words to another player, and is no command.
    """

    text: str
    told: tuple[str, ...]
    plain: bool = False


@dataclass(frozen=True, slots=True)
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
class DeedsView:
    """The answer to a mail that asked for something to be done, and ordered nothing.

    Args:
        powers: those of its writer that it is about.
        phase: the phase that is open now; due: what it asks for, and by when; None for both if
            there is none any more.
        deeds: what was done; undone: the lines that did nothing, each with the reason.
        unread: the lines that were read as nothing.
    """

    game: GameView
    powers: tuple[SeatId, ...]
    phase: Phase | None
    due: Due | None
    deeds: tuple[Deed, ...]
    undone: tuple[ReadLine, ...]
    zone: str = "UTC"
    now: datetime | None = None
    unread: Unread | None = None


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


@dataclass(frozen=True, slots=True)
class RefusalView:
    """An answer to a mail of which nothing was recorded.

    Args:
        server_address: where help can be had.
        subject: the subject of the mail that is answered, cleaned.
        reason: a sentence: what is wrong; remedy: what would be right.
        quoted: lines of the mail the answer is about, at most a few.
        game: the game it was for, where that is known.
    """

    server_address: str
    subject: str
    reason: str
    remedy: str
    quoted: tuple[ReadLine, ...] = ()
    game: GameView | None = None
    power: SeatId | None = None
    due: Due | None = None
    zone: str = "UTC"
    now: datetime | None = None


@dataclass(frozen=True, slots=True)
class StatusView:
    """The answer to STATUS: the game, the phase, the deadline, the player's own orders.

    `outlook`, `matching`, `later` and `retreats` are as in a receipt; `notes` are sentences on what
    else stands of the power: its words, questions to it, votes.
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
