"""A game's journal, as its GM reads it: what happened, when, by whom and why."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import datetime

from gm.app.records import JournalEntry
from gm.app.services import Services
from gm.json_answers import in_json, or_none


@dataclass(frozen=True, slots=True)
class JournalLine:
    """One entry.

    Args:
        kind: "phase resolved", "position amended" ...; author: a power, "gm" or "server".
        phase, reason: what its facts say of them; "" where they do not.
        public: players may read it.
    """

    at: datetime
    kind: str
    author: str
    text: str
    phase: str = field(metadata=in_json(made=or_none))
    reason: str = field(metadata=in_json(made=or_none))
    public: bool


@dataclass(frozen=True, slots=True)
class JournalPage:
    """The entries of a game, oldest first; `zone` is the game's time zone."""

    game: str
    zone: str
    lines: tuple[JournalLine, ...]


def journal_of(
    services: Services, name: str, *, public: bool = False, since: datetime | None = None
) -> JournalPage:
    """Return a game's journal.

    Args:
        services: the ports.
        name: of the game.
        public: only what players may read.
        since: only from this moment on.

    Raises:
        NoSuchGame: there is none of that name.
    """
    with services.store.read() as transaction:
        game = transaction.game(name)
        entries = transaction.journal(game.id)
    lines = tuple(
        _line(entry)
        for entry in entries
        if (entry.public or not public) and (since is None or entry.at >= since)
    )
    return JournalPage(game.name, game.time_zone, lines)


def _line(entry: JournalEntry) -> JournalLine:
    facts = json.loads(entry.data)
    known = facts if isinstance(facts, dict) else {}
    phase, reason = known.get("phase", ""), known.get("reason", "")
    return JournalLine(
        entry.at,
        entry.kind,
        entry.author,
        entry.text,
        phase if isinstance(phase, str) else "",
        reason if isinstance(reason, str) else "",
        entry.public,
    )
