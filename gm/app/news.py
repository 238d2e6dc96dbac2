"""What the server says on its own account: the opening, the reports, a held or moved deadline.

Every player, of however many powers, the game's list and its GM get one mail each. For a player a phase is a thread whose
root is the mail that opened it; on the list the whole game is one thread.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from gm.app.amending import public_notes
from gm.app.benches import observers_of
from gm.app.calendar_entries import entry_of
from gm.app.hands import hands
from gm.app.hat import hand_reasons
from gm.app.history import chronicle
from gm.app.mail_records import GM_SEAT
from gm.app.outlook import with_next
from gm.app.ports import Transaction
from gm.app.post import Parcel, queue
from gm.app.press_mail import press_of_phase
from gm.app.reasons import Reason
from gm.app.records import GameRecord, PhaseRecord
from gm.app.rulings import precedents, ruling_news
from gm.app.services import Services
from gm.app.story import board_story
from gm.app.table import Table, drafts, due_view, game_view, table_at
from gm.app.unconfirmed import Moments
from gm.app.vote_mails import vote_news
from gm.mail.compose import Attachment, ListInfo, Purpose
from gm.mail.threads import LIST, NEW_THREAD, PHASE_MAIL, in_phase, on_list
from gm.report import mails
from gm.report.dates import moment_words, short_moment, time_left
from gm.report.phrases import orders_word, phase_words
from gm.report.stories import BoardStory
from gm.report.views import (
    Chronicle,
    EndingView,
    MailText,
    NoticeView,
    OpeningView,
    SeasonView,
)
from gm.rules.board import PowerId
from gm.rules.events import GameEnded
from gm.rules.mechanics.changes import ChangesPart
from gm.rules.orders import Order
from gm.rules.ruleset import Resolution, SeatId
from gm.rules.state import GameState

_GM = "gm"


@dataclass(frozen=True, slots=True)
class _Reader:
    """Somebody who gets the news: a player with his powers, the list, or the GM."""

    label: str
    address: str
    name: str
    zone: str
    power: PowerId | None = None
    hand: tuple[PowerId, ...] = ()
    person_id: int | None = None


def _readers(table: Table) -> Iterator[_Reader]:
    for hand in hands(table):
        who, first, several = hand.person, hand.powers[0], hand.several
        yield _Reader(hand.label, who.address, who.name, who.time_zone, first, several, who.id)
    game = table.game
    if game.list_address:
        yield _Reader(LIST, game.list_address, "", game.time_zone)
    yield _Reader(_GM, game.gm_address, game.gm_name, game.time_zone)


def _observers(transaction: Transaction, table: Table) -> Iterator[_Reader]:
    """Yield those who follow the game without playing in it: they get what the list gets."""
    for membership, who in observers_of(transaction, table.game):
        label = f"observer-{membership.id}"
        yield _Reader(label, who.address, who.name, who.time_zone, person_id=who.id)


def _publish(
    services: Services,
    transaction: Transaction,
    table: Table,
    key: str,
    number: int,
    write: Callable[[_Reader], MailText],
    attachments: tuple[Attachment, ...] = (),
) -> None:
    for reader in (*_readers(table), *_observers(transaction, table)):
        parcel = _parcel(services, table, reader, key, number, write(reader))
        queue(services, transaction, replace(parcel, attachments=attachments))


def _parcel(
    services: Services, table: Table, reader: _Reader, key: str, number: int, text: MailText
) -> Parcel:
    """Return the mail to a reader that opens phase `number` for him."""
    to_list = reader.label == LIST
    host, game = services.identity.host, table.game
    return Parcel(
        key=f"{key} {reader.label}",
        kind=PHASE_MAIL,
        label=reader.label,
        address=reader.address,
        name=reader.name,
        text=text,
        purpose=Purpose.LIST if to_list else Purpose.NEWS,
        number=number,
        game=game,
        thread=on_list(host, game.name, number) if to_list else NEW_THREAD,
        list=_list_info(services, table) if to_list else None,
        seat=GM_SEAT if reader.label == _GM else reader.power or "",
        person_id=reader.person_id,
    )


def _list_info(services: Services, table: Table) -> ListInfo:
    identity, game = services.identity, table.game
    title = f"{table.rules.meta.title} {game.name}"
    return ListInfo(f"{game.name}.{identity.host}", title, identity.server_address)


def tell_opening(
    services: Services, transaction: Transaction, game: GameRecord, phase: PhaseRecord
) -> None:
    """Mail everybody that the game has begun."""
    table = table_at(services, transaction, game, phase)
    view = replace(game_view(services, table), precedents=precedents(transaction, game))
    due = with_next(game, phase, due_view(table, {}))

    def write(reader: _Reader) -> MailText:
        now = services.clock.now()
        return mails.opening(
            OpeningView(
                view,
                table.state,
                due,
                reader.power,
                reader.zone,
                now=now,
                for_gm=reader.label == _GM,
                hand=reader.hand,
            )
        )

    key, entry = f"opening {game.name}", entry_of(services, table)
    _publish(services, transaction, table, key, phase.number, write, entry)


def tell_season(
    services: Services,
    transaction: Transaction,
    table: Table,
    given: Mapping[SeatId, tuple[Order, ...]],
    resolution: Resolution[GameState],
    opened: PhaseRecord | None,
    unconfirmed: Moments,
    notes: Sequence[str] = (),
) -> None:
    """Mail everybody what a phase brought, and what is asked for next.

    Args:
        services, transaction: the ports.
        table: the phase that was resolved; given: its orders; resolution: what came of them.
        opened: the phase that opens, if the game goes on.
        unconfirmed: the mails that were dropped with the phase; each player reads of his.
        notes: what else all are told of the phase, as sentences.
    """
    ahead = _ahead(transaction, table, opened)
    next_ = table_at(services, transaction, table.game, opened) if opened else None
    due = with_next(next_.game, next_.phase, due_view(next_, ahead)) if next_ else None
    shared = SeasonView(
        game=game_view(services, replace(table, state=resolution.state)),
        phase=table.state.phase,
        before=table.state,
        after=resolution.state,
        board=table.rules.board_in(table.state),
        outcomes=resolution.outcomes,
        events=resolution.events,
        late=silent_powers(table, given),
        due=due,
        reader=None,
        zone=table.game.time_zone,
        now=services.clock.now(),
        chronicle=_past(transaction, table, resolution.state) if due is None else None,
        ahead=tuple(PowerId(seat) for seat in ahead),
        story=_story(transaction, table),
        hand_reasons=hand_reasons(transaction, table.game),
        press=press_of_phase(transaction, table),
        notes=(
            *notes,
            *public_notes(transaction, table.phase),
            *ruling_news(transaction, table.phase),
            *vote_news(transaction, table, table.phase),
        ),
    )

    def write(reader: _Reader) -> MailText:
        for_gm = reader.label == _GM
        doubted = unconfirmed.get(reader.person_id or 0, ())
        view = replace(shared, reader=reader.power, hand=reader.hand, unconfirmed=doubted)
        return mails.season_report(replace(view, zone=reader.zone, for_gm=for_gm))

    key = f"report {table.game.name} {table.phase.number}"
    number = opened.number if opened is not None else transaction.next_number(table.game.id)
    entry = entry_of(services, next_) if next_ else ()
    _publish(services, transaction, table, key, number, write, entry)


def _story(transaction: Transaction, table: Table) -> BoardStory:
    """Return when the board changed; where none ever does, no phase of the game is looked through."""
    changing = any(one.part is ChangesPart for one in table.rules.mechanisms)
    return board_story(transaction, table.game) if changing else BoardStory()


def _past(transaction: Transaction, table: Table, final: GameState) -> Chronicle:
    return chronicle(transaction, table.game, final, over=True)


def tell_ended(
    services: Services,
    transaction: Transaction,
    table: Table,
    ended: GameEnded,
    past: Chronicle,
) -> None:
    """Mail everybody that the GM has ended the game."""
    view, now = game_view(services, table), services.clock.now()

    def write(reader: _Reader) -> MailText:
        return mails.ending(
            EndingView(
                view,
                table.state,
                ended,
                past,
                reader.power,
                reader.zone,
                now=now,
                for_gm=reader.label == _GM,
                hand=reader.hand,
            )
        )

    # A game that was taken back after its end may end again.
    key = f"ended {table.game.name} {table.phase.number}"
    number = transaction.next_number(table.game.id)
    _publish(services, transaction, table, key, number, write)


def _ahead(
    transaction: Transaction, table: Table, opened: PhaseRecord | None
) -> Mapping[SeatId, tuple[Order, ...]]:
    """Return the orders that were sent ahead for the phase that opens."""
    return drafts(transaction.orders_ahead(table.game.id, opened.name)) if opened else {}


def silent_powers(table: Table, given: Mapping[SeatId, tuple[Order, ...]]) -> tuple[PowerId, ...]:
    """Return who sent nothing although there was something to order."""
    rules, state = table.rules, table.state
    silent = (one for one in rules.pending(state) if not given.get(one.seat))
    return tuple(
        PowerId(one.seat)
        for one in silent
        if one.required or rules.open_slots(state, one.seat, ())
    )


_WHAT_NEXT = {
    True: "It goes on when the missing orders are in, or when the GM says so.",
    False: "The GM decides what happens next.",
}
"""What players read of a held phase, by whether it waits for somebody's orders."""


def tell_held(
    services: Services,
    transaction: Transaction,
    table: Table,
    why: Reason,
    *,
    silent: bool,
    tell_gm: bool = True,
) -> None:
    """Tell the GM that a phase waits for him, and the players that it is not resolved yet.

    Args:
        services, transaction: the ports.
        table: the game, its phase held.
        why: the reason, which each reads in his own time zone.
        silent: orders are missing without which it is resolved at the GM's word alone.
        tell_gm: False where he is told of several games at once.
    """
    name, phase = table.game.name, table.phase
    words = phase_words(table.state.phase)
    for_gm = (
        f"{words} of {name} was due and",
        (
            f"It still takes orders. To give it more time: `gm deadline {name} +24h`. To resolve "
            f"it now{' without them' if silent else ''}: `gm process {name}"
            f"{' --without-them' if silent else ''}`."
            f"{' Once the missing orders are in it goes on by itself, a day later.' if silent else ''}"
        ),
    )
    for_players = (
        f"The deadline of {words} has passed, and the phase",
        f"{_WHAT_NEXT[silent]} Until then your orders still count and can be changed.",
    )
    key = f"held {name} {phase.number} {phase.version}"
    for reader in _readers(table):
        if reader.label == _GM and not tell_gm:
            continue
        what, next_ = for_gm if reader.label == _GM else for_players
        text = (f"{what} has not been resolved: {why.words(reader.zone)}.", next_)
        title = f"{words} waits for the GM"
        _notice(services, transaction, table, reader, key, (title, text))


def tell_all_in(services: Services, transaction: Transaction, table: Table) -> None:
    """Tell everybody that a held phase has the orders it waited for, and until when it is open."""
    name, phase = table.game.name, table.phase
    words = phase_words(table.state.phase)
    key = f"all-in {name} {phase.number} {phase.version}"
    title = f"{words}: all orders are in, due {short_moment(phase.deadline)}"
    for reader in _readers(table):
        when = f"{moment_words(phase.deadline, reader.zone)}, "
        when += time_left(services.clock.now(), phase.deadline)
        lines = [
            f"{words} waited for orders from all powers, and now has them.",
            f"It will be resolved on {when}. Until then orders can still be changed.",
        ]
        if reader.label == _GM:
            lines.append(f"To resolve it now: `gm process {name} --early`.")
        _notice(services, transaction, table, reader, key, (title, tuple(lines)))


def tell_moved(
    services: Services,
    transaction: Transaction,
    table: Table,
    old: datetime,
    reason: str,
    *,
    by_gm: bool = True,
) -> None:
    """Tell everybody the old and the new deadline, each in his own zone.

    Args:
        services, transaction: the ports.
        table: the game with its deadline as it is now; old: as it was.
        reason: why, a sentence; may be "".
        by_gm: it is the GM's; else it is a rule of the game.
    """
    new = table.phase.deadline
    key = f"deadline {table.game.name} {table.phase.number} {table.phase.version}"
    asked = orders_word(table.state.phase)
    title = f"{'Later' if new > old else 'EARLIER'}: {asked} due {short_moment(new)}"
    for reader in _readers(table):
        lines = [
            f"The deadline of {phase_words(table.state.phase)} has moved.",
            f"Old: {moment_words(old, reader.zone)}.",
            f"New: {moment_words(new, reader.zone)}, {time_left(services.clock.now(), new)}.",
        ]
        lines += [f"The GM's reason: {reason}" if by_gm else reason] if reason else []
        _notice(services, transaction, table, reader, key, (title, tuple(lines)))


def tell_all(
    services: Services,
    transaction: Transaction,
    table: Table,
    key: str,
    title: str,
    lines: Callable[[str], Sequence[str]],
    for_gm: Sequence[str] = (),
) -> None:
    """Tell everybody something about a game that is being played, in one short mail each.

    Args:
        services, transaction: the ports.
        table: the game, its phase as it is now; its deadline goes with the mail, if it has one.
        key: unique for what is told.
        title: the subject behind the game's tag.
        lines: return the sentences for a reader in a time zone.
        for_gm: sentences that the GM reads besides.
    """
    for reader in _readers(table):
        told = (*lines(reader.zone), *(for_gm if reader.label == _GM else ()))
        _notice(services, transaction, table, reader, key, (title, told))


def _notice(
    services: Services,
    transaction: Transaction,
    table: Table,
    reader: _Reader,
    key: str,
    words: tuple[str, tuple[str, ...]],
) -> None:
    title, paragraphs = words
    view = NoticeView(
        title,
        paragraphs,
        game=game_view(services, table),
        phase=table.state.phase,
        zone=reader.zone,
        now=services.clock.now(),
    )
    host, name, number = services.identity.host, table.game.name, table.phase.number
    parcel = _parcel(services, table, reader, key, number, mails.notice(view))
    # On the list every notice hangs under the opening, also one of the first phase.
    opened = 1 if reader.label == LIST else number
    thread = in_phase(host, name, opened, reader.label)
    kind, entry = key.replace(" ", "-"), entry_of(services, table)
    queue(services, transaction, replace(parcel, kind=kind, thread=thread, attachments=entry))
