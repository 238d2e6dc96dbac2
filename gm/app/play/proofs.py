"""Proof before release: a game whose GM signs what a phase brings before anybody is told of it.

At its deadline the phase is closed, and what it would bring goes to the GM alone. His word resolves
it, or the end of the time that he has; nothing is decided before, so whatever he mends meanwhile
counts. What he has not been shown never goes out: the journal keeps the digest of what a proof
said, and whatever makes it another sends him a new one, with its own time.
"""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime
from functools import partial
from hashlib import sha256
from typing import Any

from gm.app.audit_ports import AuditTransaction
from gm.app.history.amendments import public_notes
from gm.app.history.resolving import Given, given_in, resolution_of
from gm.app.journal import note
from gm.app.ports import JournalTransaction, Transaction
from gm.app.records import GameRecord, JournalEntry, JournalKind, PhaseRecord, PhaseStatus
from gm.app.reporting.season_news import Notes, tell_proof
from gm.app.services import Services
from gm.app.settings.game_settings import settings_of
from gm.app.settings.setting_kinds import Release
from gm.app.table import Table, came_closed, table_at
from gm.app.timing.phases import new_phase
from gm.contract.rules import Resolution
from gm.languages import ENGLISH, gettext, speaking


def is_signed_first(table: Table) -> bool:
    """Tell whether a phase that is due waits for its GM; one that closed with another does not."""
    asked = settings_of(table.game).release is Release.GM and table.rules.meta.previews
    return asked and not came_closed(table.phase)


def may_go_out(phase: PhaseRecord, now: datetime) -> bool:
    """Tell whether a phase has waited long enough for its GM's signature."""
    waits = phase.status is PhaseStatus.PROOF
    return waits and phase.release_at is not None and phase.release_at <= now


def ask_to_sign(
    table: Table, given: Given, resolution: Resolution[Any, Any], changed: Notes = tuple
) -> None:
    """Close a phase and mail its GM, and nobody else, what it would bring.

    Args:
        table: the phase. given: its orders; resolution: what would come of them.
        changed: says what has happened since the proof before, which is void then.
    """
    transaction = table.transaction
    now, game, rules = table.services.clock.now(), table.game, table.rules
    phase = table.phase
    if phase.deadline > now:
        phase = transaction.change_phase(phase, deadline=now, closes_at=now)
    waits = transaction.await_release(phase, now + settings_of(game).release_after)
    state = resolution.state
    then = None
    if rules.pending(state):
        number = transaction.next_number(game.id)
        opened = new_phase(table.services, game, rules, state, number, None)
        then = table_at(table.services, transaction, game, opened)
    waiting = replace(table, phase=waits)
    _note(waiting, _digest(waiting, resolution))
    tell_proof(waiting, given, resolution, then, changed)


def prove_again(services: Services, transaction: Transaction, game: GameRecord) -> bool:
    """Mail a new proof of a phase that waits to be signed, if it would not bring what was proved.

    Called after whatever may change it: an override, orders entered, a draw, a mail that counts
    after all; and before it goes out.

    Returns:
        Whether there is a new proof.

    Raises:
        NotAllowed: what the GM decided of an order cannot come about any more.
    """
    phase = transaction.open_phase(game.id)
    if phase is None or phase.status is not PhaseStatus.PROOF:
        return False
    table = table_at(services, transaction, game, phase)
    given = given_in(table)
    resolution = resolution_of(table, given)
    shown = _made(transaction, phase)
    if shown and _shown(shown[-1]) == _digest(table, resolution):
        return False
    changed = partial(_since, transaction, game, shown[-1] if shown else None)
    ask_to_sign(table, given, resolution, changed)
    return True


def _digest(table: Table, resolution: Resolution[Any, Any]) -> str:
    """Return what tells a proof from every other: the position, what comes of it, the GM's words."""
    with speaking(ENGLISH):  # whoever's mail it is that may change something
        notes = public_notes(table.transaction, table.phase)
    paragraphs = (
        table.phase.state,
        table.codec.dump(resolution.events),
        table.codec.dump(resolution.outcomes),
        table.codec.dump(resolution.draws),
        *notes,
    )
    return sha256("\n".join(paragraphs).encode()).hexdigest()


def _made(transaction: AuditTransaction, phase: PhaseRecord) -> list[JournalEntry]:
    """Return what the journal says of the proofs of a phase, the oldest first."""
    entries = transaction.journal_of(JournalKind.PROOF_MADE, phase.game_id)
    return [entry for entry in entries if _number(entry) == phase.number]


def _note(table: Table, digest: str) -> None:
    """Note a proof; players may read that a phase waits, and not that its proof became another."""
    phase, now = table.phase, table.services.clock.now()
    data = {"phase": phase.name, "number": phase.number, "digest": digest}
    text, first = f"{phase.name} waits to be signed.", not _made(table.transaction, phase)
    kind, game_id = JournalKind.PROOF_MADE, table.game.id
    note(table.transaction, now, kind, text, game_id=game_id, public=first, data=data)


def _number(entry: JournalEntry) -> int | None:
    number: int | None = json.loads(entry.data).get("number")
    return number


def _shown(entry: JournalEntry) -> str:
    digest: str = json.loads(entry.data).get("digest", "")
    return digest


def _since(
    transaction: JournalTransaction, game: GameRecord, proof: JournalEntry | None
) -> tuple[str, ...]:
    """Return what the journal says has happened in a game since a proof; the GM alone reads it."""
    if proof is None:
        corrected = gettext(
            "the phases before it were corrected, or the game came here from a file."
        )
        return (corrected,)
    entries = (entry for entry in transaction.journal(game.id) if entry.id > proof.id)
    said = tuple(entry.text for entry in entries)
    return said or (gettext("a mail of a player counts after all."),)
