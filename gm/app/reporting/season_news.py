"""The great mails of a game: its opening, the report of each stage, its end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any

from gm.app.history.chance import hand_reasons
from gm.app.history.ended import until_from
from gm.app.history.past_stages import past_of, past_with
from gm.app.history.rulings import precedents
from gm.app.mail_out.announcing import announce_ended
from gm.app.mail_out.calendar_entries import entries_of
from gm.app.mail_out.post import queue
from gm.app.mail_out.readers import GM, NewsReader, everybody, gm_of, parcel, publish
from gm.app.orders.ahead import drafts_ahead
from gm.app.orders.questions import open_questions
from gm.app.ports import Transaction
from gm.app.records import GameRecord, PhaseRecord
from gm.app.reporting.stage_report import stage_notes
from gm.app.senders.unconfirmed import Moments
from gm.app.services import Services
from gm.app.settings.game_settings import settings_of
from gm.app.table import Table, due_view, game_view, silent_powers, table_at
from gm.app.talk.press_mail import press_of_phase
from gm.app.timing.phases import with_next
from gm.contract.events import GameEnded
from gm.contract.facts import Due, Part, Viewer
from gm.contract.orders import Order
from gm.contract.past import Past
from gm.contract.rules import Resolution
from gm.contract.seats import SeatId
from gm.contract.told import Happened, Occasion, told
from gm.languages import gettext, pgettext, speaking
from gm.mail.compose import MailAttachment
from gm.mail.threads import LIST, Thread, in_phase
from gm.report import mails
from gm.report.pages.answer_page import joined
from gm.report.views import MailText, Once
from gm.report.wording.dates import moment_words

Notes = Callable[[], Sequence[str]]
"""Says sentences in the language that is spoken."""

OwnNotes = Callable[[tuple[SeatId, ...]], Sequence[str]]
"""Says, in the language that is spoken, what only the player of some seats is told."""


@dataclass(frozen=True, slots=True)
class AnsweredMail:
    """A mail that resolved its stage at once: the report of its writer answers it, too.

    Args:
        person_id: who wrote it.
        receipt: what it has entered; thread: in which it is answered.
    """

    person_id: int
    receipt: MailText
    thread: Thread


def tell_opening(
    services: Services, transaction: Transaction, game: GameRecord, phase: PhaseRecord
) -> None:
    """Mail everybody that the game has begun."""
    table = table_at(services, transaction, game, phase)
    due, once, viewer = with_next(table, due_view(table, {})), Once(), viewers_of(table)
    opened = opening_of(table, due)

    def write(reader: NewsReader) -> MailText:
        settled = once("precedents", lambda: precedents(transaction, game))
        known = told(opened, viewer(reader))
        known = replace(known, game=replace(known.game, precedents=settled))
        return mails.written(known.game, table.family.pages.opening(known))

    key = f"opening {game.name}"
    publish(table, key, phase.number, write, entries_of(table))


def opening_of(table: Table, due: Due) -> Happened[Any, Any]:
    """Return a position that is opened to its readers: nothing has happened in it yet."""
    phase, now = table.phase, table.services.clock.now()
    return Happened(
        game=game_view(table),
        rules=table.rules,
        before=table.state,
        resolution=Resolution(table.state, (), ()),
        occasion=Occasion(phase.number, phase.opened_at, now, due, due.asked),
        past=partial(past_of, table.services, table.transaction, table.game),
        shares=Once,
    )


def tell_season(
    table: Table,
    given: Mapping[SeatId, tuple[Order, ...]],
    resolution: Resolution[Any, Any],
    opened: Table | None,
    unconfirmed: Moments,
    notes: Notes = tuple,
    own_notes: OwnNotes = lambda _: (),
    answered: AnsweredMail | None = None,
) -> None:
    """Mail everybody what a stage brought, and what is asked for next.

    Args:
        table: the stage that was resolved; given: its orders; resolution: what came of them.
        opened: the game at the stage that opens, if it goes on.
        unconfirmed: the mails that were dropped with the stage; each player reads of his.
        notes: says what else all are told of the stage; own_notes: what the player of some seats is.
        answered: the mail that resolved the stage at once, if one did.
    """
    happened = _happened(table, given, resolution, opened)
    once, viewer = Once(), viewers_of(table)

    def noted() -> tuple[str, ...]:
        return (*notes(), *stage_notes(table))

    def write(reader: NewsReader) -> MailText:
        doubted = unconfirmed.get(reader.person_id or 0, ())
        known = told(happened, viewer(reader))
        said = (*once("notes", noted), *own_notes(reader.powers))
        unanswered = tuple(
            question for seat in reader.powers for question in open_questions(table, seat)
        )
        known = replace(known, unconfirmed=doubted, unanswered=unanswered, notes=said)
        text = mails.written(known.game, table.family.pages.report(known))
        if answered is None or reader.person_id != answered.person_id:
            return text
        return joined(text.subject, (answered.receipt, text))

    key = f"report {table.game.name} {table.phase.number}"
    number = (
        opened.phase.number if opened is not None else table.transaction.next_number(table.game.id)
    )

    entry = entries_of(opened) if opened is not None else tuple
    threads = {answered.person_id: answered.thread} if answered is not None else {}
    publish(table, key, number, write, entry, table.phase.name, threads)
    if opened is None:
        announce_ended(table, resolution.events)


def tell_proof(
    table: Table,
    given: Mapping[SeatId, tuple[Order, ...]],
    resolution: Resolution[Any, Any],
    then: Table | None,
    changed: Notes = tuple,
) -> None:
    """Mail the GM alone what a stage would bring, for him to sign.

    Args:
        table: the stage, which waits for him; given: its orders; resolution: what would come of
            them.
        then: the game at the stage that would open; None where the game would be over.
        changed: says what has happened since the proof before, if it takes the place of one.
    """
    game, phase, reader = table.game, table.phase, gm_of(table.transaction, table.game)
    happened = _happened(table, given, resolution, then)
    key = f"proof {game.name} {phase.number} {phase.version}"
    with speaking(reader.language):
        news = changed()
        notes = (*_proof_notes(game, phase, news), *stage_notes(table))
        known = told(happened, reader.viewer(table))
        unseen = replace(
            known.game, picture_host=""
        )  # the phase has no pictures before its report
        known = replace(known, game=unseen, notes=notes)
        text = mails.written(known.game, table.family.pages.report(known))
        subject = gettext("Proof: {subject}", subject=text.subject)
        if news:
            subject = gettext("New proof: {subject}", subject=text.subject)
        mail = parcel(table, reader, key, phase.number, replace(text, subject=subject))
    thread = in_phase(table.services.identity.host, game.name, phase.number, GM)
    kind = key.replace(" ", "-")
    queue(table.services, table.transaction, replace(mail, kind=kind, thread=thread))


def _proof_notes(game: GameRecord, phase: PhaseRecord, news: Sequence[str]) -> Iterator[str]:
    """Yield what a proof is, and what has happened since the one before."""
    never = pgettext("of a moment", "never")
    until = moment_words(phase.release_at, game.time_zone) if phase.release_at else never
    yield gettext(
        "This is a proof, for you alone: nobody has been told anything yet. Sign it with `gm process "
        "{game}` and it goes out as it stands; mend what is wrong first (`gm order set`, `gm "
        "unit`, `gm draws`), or move the deadline to open the phase again. It goes out by itself "
        "on {when}.",
        game=game.name,
        when=until,
    )
    if news:
        yield gettext(
            "It takes the place of the proof before. Since then: {news}", news=" ".join(news)
        )


def viewers_of(table: Table) -> Callable[[NewsReader], Viewer]:
    """Return what says who a reader is, with the manner that he wants; the settings are read once for all."""
    usual = settings_of(table.game).manner

    def viewer(reader: NewsReader) -> Viewer:
        manner = reader.preferences.manner or usual
        return replace(reader.viewer(table), manner=manner.value)

    return viewer


def _happened(
    table: Table,
    given: Mapping[SeatId, tuple[Order, ...]],
    resolution: Resolution[Any, Any],
    opened: Table | None,
) -> Happened[Any, Any]:
    """Return what a stage brought, told to nobody yet, without a sentence in it."""
    now, over = table.services.clock.now(), opened is None
    ahead = drafts_ahead(table, opened, resolution) if opened else {}

    @cache
    def past(part: Part, seats: tuple[SeatId, ...]) -> Past[Any, Any]:
        viewer = Viewer(part, seats)
        return past_with(table, given, resolution, viewer, over=over)

    return Happened(
        game=game_view(table),
        rules=table.rules,
        before=table.state,
        resolution=resolution,
        occasion=Occasion(
            number=table.phase.number,
            opened_at=table.phase.opened_at,
            now=now,
            # Nothing of what was sent ahead may show in what others read: this is all there is.
            due=with_next(opened, due_view(opened, {})) if opened else None,
            asked=silent_powers(table, {}),
            silent=silent_powers(table, given),
            press=press_of_phase(table),
            hand_reasons=hand_reasons(table.transaction, table.game),
            over=over,
            statements_until=until_from(table.game, now) if over else None,
        ),
        past=lambda viewer: past(viewer.part, viewer.seats),
        shares=Once,
        ahead=_left(opened, ahead) if opened else {},
    )


def _left(
    table: Table, ahead: Mapping[SeatId, tuple[Order, ...]]
) -> dict[SeatId, tuple[str, ...]]:
    """Return what is still asked of those who have sent orders ahead for a stage that opens."""
    slots = due_view(table, ahead).open_slots
    return {seat: slots.get(seat, ()) for seat in ahead}


def tell_ended(table: Table, ended: GameEnded) -> None:
    """Mail everybody that the GM has ended the game."""
    transaction = table.transaction
    now, phase = table.services.clock.now(), table.phase
    game = transaction.game_by_id(table.game.id)
    happened = Happened(
        game=game_view(table),
        rules=table.rules,
        before=table.state,
        resolution=Resolution(table.state, (ended,), ()),
        occasion=Occasion(
            phase.number,
            phase.opened_at,
            now,
            None,
            over=True,
            statements_until=until_from(game, now),
        ),
        past=cache(partial(past_of, table.services, transaction, game)),
        shares=Once,
    )
    viewer = viewers_of(table)

    def write(reader: NewsReader) -> MailText:
        known = told(happened, viewer(reader))
        return mails.written(known.game, table.family.pages.ended(known))

    # A game that was taken back after its end may end again.
    key = f"ended {table.game.name} {table.phase.number}"
    number = transaction.next_number(table.game.id)
    publish(table, key, number, write)
    announce_ended(table, (ended,))


def tell_closing(
    table: Table,
    key: str,
    write: Callable[[tuple[SeatId, ...], str], tuple[MailText, tuple[MailAttachment, ...]]],
) -> None:
    """Mail everybody the record of a game that is over.

    Args:
        table: its last phase. key: what the keys of the mails begin with.
        write: writes the mail for the powers and the zone of its reader, and what goes with it.
    """
    host, name, number = table.services.identity.host, table.game.name, table.phase.number + 1
    for reader in everybody(table):
        with speaking(reader.language):
            text, files = write(reader.powers, reader.zone)
            mail = replace(parcel(table, reader, key, 0, text), attachments=files)
        thread = in_phase(host, name, 1 if reader.label == LIST else number, reader.label)
        queue(table.services, table.transaction, replace(mail, kind="closing", thread=thread))
