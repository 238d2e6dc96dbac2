"""The deadline of a phase as a file for its readers' calendars."""

from __future__ import annotations

from gm.app.records import GameStatus, PhaseStatus
from gm.app.services import Services
from gm.app.setup.game_settings import settings_of
from gm.app.table import Table, is_closed
from gm.mail.calendars import Appointment, calendar_entry
from gm.mail.compose import Attachment
from gm.report.wording.phrases import orders_word, phase_words


def entry_of(services: Services, table: Table) -> tuple[Attachment, ...]:
    """Return the entry of a game's open deadline; nothing where there is none, or none is wanted.

    It is the same for all readers: it says nothing that not everybody may know.
    """
    game, phase = table.game, table.phase
    if phase.status is not PhaseStatus.OPEN or is_closed(phase):
        return ()
    if game.status is GameStatus.PAUSED or not settings_of(game).calendar:
        return ()
    words, what = phase_words(table.state.phase), orders_word(table.state.phase)
    appointment = Appointment(
        uid=f"{game.name}-{phase.number}@{services.identity.host}",
        sequence=phase.version,
        at=phase.deadline,
        written_at=services.clock.now(),
        title=f"{game.name}: {what} for {words} due",
        text=f"{table.rules.meta.title} by mail, game {game.name}. Reply to its newest mail.",
        host_name=game.gm_name,
        host_address=services.identity.game_address(game.name),
    )
    return (calendar_entry(appointment),)
