"""The GM's word on players' absences, and who is away when."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from gm.app.history.game_notes import note_game
from gm.app.life_records import Absence, AbsenceState
from gm.app.mail_out.notices import notify
from gm.app.mail_out.reasons import on_record
from gm.app.mail_ports import IdentityTransaction
from gm.app.ports import GameTransaction, Transaction
from gm.app.records import GameRecord, JournalKind, Person, SeatRecord
from gm.app.seat_names import held_seat_in
from gm.app.services import Services
from gm.app.table import table_at
from gm.app.timing.absences import stands
from gm.app.timing.deadlines import heed_absences
from gm.errors import NotAllowed
from gm.languages import gettext
from gm.report.views import NoticeView
from gm.report.wording.dates import stretch_words
from gm.report.wording.sentence_parts import full_stop


@dataclass(frozen=True, slots=True)
class AbsenceLine:
    """A player's absence, for the GM; power is "" where he plays none any more."""

    power: str
    player: str
    first: datetime
    last: datetime
    state: AbsenceState
    taken_back: bool


def absences_of(services: Services, game_name: str) -> tuple[AbsenceLine, ...]:
    """Return every absence noted in a game, oldest first; NoSuchGame."""
    with services.store.read() as transaction:
        game = transaction.game(game_name)
        seats = transaction.seats(game.id)
        return tuple(
            _away(transaction, seats, absence) for absence in transaction.absences(game.id)
        )


def _away(
    transaction: IdentityTransaction, seats: tuple[SeatRecord, ...], absence: Absence
) -> AbsenceLine:
    person = transaction.person_by_id(absence.person_id)
    held = [seat.seat for seat in seats if seat.person and seat.person.id == absence.person_id]
    name, gone = person.name if person else "", absence.taken_back_at is not None
    return AbsenceLine(", ".join(held), name, absence.first, absence.last, absence.state, gone)


def decide_absence(
    services: Services, game_name: str, power: str, *, grant: bool, reason: str = ""
) -> int:
    """Grant or refuse what a player has asked for; he is told, and the deadline moves if it must.

    Returns:
        How many absences were decided.

    Raises:
        NoSuchGame, NoSuchSeat: there is no such game, or no such power in it.
        NotAllowed: nobody plays the power, or its player asks for nothing.
    """
    with services.store.write() as transaction:
        game = transaction.game(game_name)
        seat, person = _played(services, transaction, game, power)
        now = services.clock.now()
        asked = [
            absence
            for absence in transaction.absences(game.id)
            if absence.person_id == person.id
            and absence.state is AbsenceState.ASKED
            and stands(absence, now)
        ]
        if not asked:
            raise NotAllowed(f"Nothing is asked for by {person.name}.")
        for away in asked:
            _decide(services, transaction, game, seat, person, away, grant, reason)
        phase = transaction.open_phase(game.id)
        if grant and phase is not None:
            heed_absences(table_at(services, transaction, game, phase))
    return len(asked)


def _played(
    services: Services, transaction: GameTransaction, game: GameRecord, power: str
) -> tuple[str, Person]:
    seats = transaction.seats(game.id)
    seat, person = held_seat_in(services, game, seats, power)
    return seat.seat, person


def _decide(
    services: Services,
    transaction: Transaction,
    game: GameRecord,
    seat: str,
    person: Person,
    absence: Absence,
    grant: bool,
    reason: str,
) -> None:
    state = AbsenceState.GRANTED if grant else AbsenceState.REFUSED
    transaction.save_absence(replace(absence, state=state))

    def when() -> str:
        return stretch_words(absence.first, absence.last, person.time_zone)

    def view() -> NoticeView:
        done = gettext("The GM has not granted your absence {when}.", when=when())
        follows = gettext("Deadlines stay as they are: send your orders before you leave.")
        if grant:
            done = gettext("The GM has granted your absence {when}.", when=when())
            follows = gettext(
                "No deadline will fall in that time, as long as you have something to order."
            )
        why = (gettext("His reason: {reason}", reason=full_stop(reason)),) if reason else ()
        return NoticeView(gettext("Your absence {when}", when=when()), (done, *why, follows))

    text = f"The absence of {seat} {on_record(when)} was {state.value}."
    note_game(
        services, transaction, game, JournalKind.ABSENCE_DECIDED, text, reason=reason, public=False
    )
    key = f"absence-{state.value} {absence.id}"
    notify(services, transaction, person.address, key, view, game)
