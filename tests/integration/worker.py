"""One of several workers on one database, until nothing is left to do: see test_many_workers.py.

    python worker.py URL MOMENT

It says "ready", waits for a line, works, and then prints as JSON what it did.
"""

from __future__ import annotations

import json
import sys
from datetime import datetime

from gm.app.answering.inbox import read_inbox
from gm.app.mail_in.reading_attempts import NEVER
from gm.app.mail_out.outbox import send_due
from gm.app.play.seasons import resolve_due
from gm.errors import StoreBusy
from tests.app.conftest import world_at
from tests.app.world import World


def main(url: str, moment: str) -> None:
    """Work until nothing is left."""
    with world_at(url) as world:
        world.clock.set(datetime.fromisoformat(moment))
        print("ready", flush=True)
        sys.stdin.readline()
        done = {"read": 0, "resolved": 0, "busy": 0}
        while not _nothing_left(world):
            try:
                done["read"] += read_inbox(world.services)
                done["resolved"] += resolve_due(world.services)
                send_due(world.services.store, world.carrier, world.clock)
            except StoreBusy:
                done["busy"] += 1
        print(json.dumps({**done, "sent": [mail.id for mail in world.carrier.sent]}))


def _nothing_left(world: World) -> bool:
    now = world.clock.now()
    with world.services.store.read() as transaction:
        unread = transaction.unread_before(NEVER)
        unsent = any(mail.next_at <= now for mail in transaction.unsent_outbox(now))
        return not (unread or transaction.due_phases(now) or unsent)


if __name__ == "__main__":
    main(*sys.argv[1:])
