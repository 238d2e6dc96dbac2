"""The deadline of a phase as a file for its readers' calendars."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from gm.app.records import GameRecord, GameStatus, PhaseRecord, PhaseStatus
from gm.app.services import Services
from gm.app.settings.game_settings import settings_of
from gm.app.table import Table, family_of, is_closed
from gm.contract.rules import Silence
from gm.languages import gettext
from gm.mail.calendars import Appointment, calendar_entry
from gm.mail.compose import MailAttachment


def entries_of(table: Table) -> Callable[[], tuple[MailAttachment, ...]]:
    """Return what writes the entry of a game's open deadline, in the language that is spoken.

    It writes nothing where there is none, or none is wanted. It is the same for all readers: it says
    nothing that not everybody may know.
    """
    game, phase = table.game, table.phase
    if phase.status is not PhaseStatus.OPEN or is_closed(phase):
        return tuple
    if table.silence is not Silence.DUE:
        return tuple
    if game.status is GameStatus.PAUSED or not settings_of(game).calendar:
        return tuple
    now, title = table.services.clock.now(), table.rules.meta.title

    def entries() -> tuple[MailAttachment, ...]:
        entry = appointment(table.services, game, phase, title, phase.deadline, now)
        return (calendar_entry(entry),)

    return entries


def appointment(
    services: Services,
    game: GameRecord,
    phase: PhaseRecord,
    title: str,
    at: datetime,
    written_at: datetime,
) -> Appointment:
    """Return the entry of a phase's deadline.

    Args:
        services: the ports. game: which game; title: of its rules.
        phase: whose deadline it is; at: when that is.
        written_at: when the entry was written.
    """
    family = family_of(services, game)
    stage = family.stage(phase.name)
    words, what = family.pages.stage(stage), family.pages.what_is_ordered(stage)
    return Appointment(
        uid=f"{game.name}-{phase.number}@{services.identity.host}",
        sequence=phase.version,
        at=at,
        written_at=written_at,
        title=gettext(
            "{game}: {orders} for {phase} due", game=game.name, orders=what, phase=words
        ),
        text=gettext(
            "{title} by mail, game {game}. Reply to its newest mail.", title=title, game=game.name
        ),
        host_name=game.gm_name,
        host_address=services.identity.game_address(game.name),
    )
