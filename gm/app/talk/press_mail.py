"""Messages on their way: a mail for each reader, from the server's address to his own.

Each has its reader's own reply address. In one with a grey message nothing hangs on who wrote it:
no header, no key and no thread.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace

from gm.app.life_records import PressItem
from gm.app.mail_out.post import Parcel, queue
from gm.app.mail_out.readers import NewsReader
from gm.app.records import GameRecord
from gm.app.services import Services
from gm.app.table import Table, game_view
from gm.app.talk.press import PRESS, is_public, readers_of, view_of
from gm.contract.facts import PressView
from gm.contract.stages import Stage
from gm.interpret.press_blocks import GREY
from gm.languages import speaking
from gm.mail.compose import Purpose
from gm.mail.threads import Thread, message_id
from gm.report.pages.press_page import press_mail
from gm.report.views import MailText


def relay(table: Table, item: PressItem) -> int:
    """Mail a message to everybody it is for, and return how many that are."""
    game, stage, count = table.game, _stage_of(table, item), 0
    for reader in readers_of(table, item):
        with speaking(reader.language):
            view = view_of(table.names, item, stage)
            about, powers, zone = game_view(table), reader.powers, reader.zone
            text = press_mail(view, about, powers, zone, for_gm=reader.for_gm)
            count += queue(
                table.services,
                table.transaction,
                _parcel(table.services, game, item, reader, text),
            )
    return count


def _parcel(
    services: Services, game: GameRecord, item: PressItem, reader: NewsReader, text: MailText
) -> Parcel:
    return Parcel(
        key=f"press {item.id} {reader.label}",
        kind=PRESS,
        label=_hidden(game, f"{item.id} {reader.label}"),
        address=reader.address,
        name=reader.name,
        text=text,
        purpose=Purpose.NEWS,
        game=game,
        thread=_thread(services, game, item, reader),
        seat=reader.seat,
        person_id=reader.person_id,
        preferences=reader.preferences,
    )


def _hidden(game: GameRecord, words: str) -> str:
    """Return what stands for words in an id: without the game's seed nobody can guess them."""
    return hashlib.sha256(f"{game.seed}/press/{words}".encode()).hexdigest()


def _thread(services: Services, game: GameRecord, item: PressItem, reader: NewsReader) -> Thread:
    """Return the thread of a message: one for each circle of powers, and one for all grey ones.

    It hangs under an id that no mail has, as nobody knows which message of a circle is the first.
    """
    to: list[str] = json.loads(item.to)
    circle = "grey" if item.colour == GREY else " ".join(sorted({*to, item.seat}))
    label = _hidden(game, f"{circle} {reader.label}")
    root = message_id(services.identity.host, game.name, 0, "press-thread", label)
    return Thread(root, (root,))


def release_held(table: Table) -> None:
    """Send the messages that waited for the results; those to all stand in the report."""
    now = table.services.clock.now()
    for item in table.transaction.press(table.game.id):
        if item.released_at is not None or item.dropped_at is not None or item.kind != PRESS:
            continue
        table.transaction.save_press(replace(item, released_at=now))
        if not is_public(item):
            relay(table, item)


def press_of_phase(table: Table) -> tuple[PressView, ...]:
    """Return the messages to all that were written in a phase, in the order of their coming."""
    return tuple(
        view_of(table.names, item, table.stage)
        for item in table.transaction.press(table.game.id)
        if item.phase_id == table.phase.id
        and item.kind == PRESS
        and item.dropped_at is None
        and is_public(item)
    )


def _stage_of(table: Table, item: PressItem) -> Stage:
    if item.phase_id in (None, table.phase.id):
        return table.stage
    return stages_of(table).get(item.phase_id or 0, table.stage)


def stages_of(table: Table) -> dict[int, Stage]:
    """Return the stage that each phase was, by its key; rolled back ones too."""
    return {
        phase.id: table.family.stage(phase.name)
        for phase in table.transaction.every_phase(table.game.id)
    }
