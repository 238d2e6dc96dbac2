"""The audit of games: every phase once, one leading to the next, and every report to everybody.

Looked at is the course of a game. What the GM has rolled back or corrected belongs to it no more.

Each function yields None for each thing it looked at, and a sentence for each thing that is wrong.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import zip_longest
from typing import Final

from gm.app.history.amendments import with_amendments
from gm.app.keeping.audit_mails import erased_mails
from gm.app.ports import Transaction
from gm.app.records import GameRecord, GameStatus, JournalEntry, PhaseRecord, PhaseStatus
from gm.app.seats.as_written import REPLACED, SEATED
from gm.app.services import Services
from gm.app.settings.game_facts import LIST_FACT, NO_LIST
from gm.app.table import codec_of, gm_plays, rules_of
from gm.contract.events import GameEnded
from gm.mail.threads import LIST

_GM: Final = "gm"
_PLAYS: Final = re.compile(r"\A(?=.*\.\Z).*? plays (.+)\.\Z", re.S)


def check_phases(services: Services) -> Iterator[str | None]:
    """Look at every phase of every game: its number, its result, and what follows from it."""
    with services.store.read() as transaction:
        games = transaction.games()
    for game in games:
        with services.store.read() as transaction:
            now = transaction.game(game.name)
            phases = transaction.phases(game.id)
            yield from (None for _ in phases)
            yield from _one_after_the_other(services, transaction, now, phases)


def _one_after_the_other(
    services: Services, transaction: Transaction, game: GameRecord, phases: Sequence[PhaseRecord]
) -> Iterator[str]:
    every = transaction.every_phase(game.id)
    numbers = [phase_record.number for phase_record in every]
    if numbers != [*range(1, len(every) + 1)]:
        yield f"{game.name} has the phases {', '.join(map(str, numbers))}"
        return
    if every and not phases:
        yield f"{game.name} has no phase that was not rolled back"
        return
    undone = Counter(
        phase_record.name
        for phase_record in every
        if phase_record.status is PhaseStatus.SUPERSEDED
    )
    ended = game.status is GameStatus.FINISHED
    entries = transaction.journal_of("phase resolved", game.id)
    noted = Counter(entry.text for entry in entries)
    for phase, after in zip_longest(phases, phases[1:]):
        name = f"{phase.name} of {game.name}"
        is_over = phase.status is PhaseStatus.RESOLVED
        if not is_over and (after is not None or ended):
            yield f"{name} is {phase.status.value}, and the game went on"
        elif is_over and after is None and not ended:
            yield f"{name} was resolved, and no phase follows in a game that is not over"
        elif is_over:
            most = 1 + undone[phase.name]
            yield from _result(services, transaction, game, phase, after, noted, most)


def _result(
    services: Services,
    transaction: Transaction,
    game: GameRecord,
    phase: PhaseRecord,
    after: PhaseRecord | None,
    noted: Counter[str],
    most: int,
) -> Iterator[str]:
    name = f"{phase.name} of {game.name}"
    result = transaction.result(phase.id)
    if result is None:
        yield f"{name} is resolved and has no result"
        return
    times = noted[f"{phase.name} was resolved."]
    if times > most:
        yield f"{name} was resolved {times} times"
    if phase.resolved_at is None:
        yield f"{name} is resolved since nobody knows when"
    if after is None:
        return
    codec, rules = codec_of(services, game), rules_of(services, game)
    before, reached = codec.load_state(phase.state), codec.load_state(after.state)
    then = rules.replay(before, codec.load_events(result.events))
    if codec.dump(with_amendments(transaction, rules, codec, after.id, then)) != codec.dump(
        reached
    ):
        yield f"what happened in {name} does not lead to {after.name}, which follows"


def check_reports(services: Services) -> Iterator[str | None]:
    """Look at every report of every game, and at every mail that failed."""
    with services.store.read() as transaction:
        games = transaction.games()
        hidden = transaction.hidden_failures()
        erased = erased_mails(transaction, "outbox")
        for number, key in hidden:
            if number not in erased:
                yield f"outgoing mail {number}, {key!r}, failed, and nobody was told"
    for game in games:
        with services.store.read() as transaction:
            yield from _reports(services, transaction, game)


def _reports(
    services: Services, transaction: Transaction, game: GameRecord
) -> Iterator[str | None]:
    phases = transaction.phases(game.id)
    if not phases:
        return
    seated = _seated(transaction, game)
    opening = f"opening {game.name}"
    first = transaction.every_phase(game.id)[0]
    yield from _readers(transaction, game, opening, seated, first.opened_at)
    recomputed = _recomputed(transaction, game)
    for phase in phases:
        if phase.status is not PhaseStatus.RESOLVED or phase.number in recomputed:
            continue
        moment = phase.resolved_at or phase.deadline
        key = f"report {game.name} {phase.number}"
        if _was_ended(services, transaction, game, phase):
            key = f"ended {game.name} {phase.number}"
        yield from _readers(transaction, game, key, seated, moment)


def _recomputed(transaction: Transaction, game: GameRecord) -> frozenset[int]:
    """Return the numbers of phases that a correction made: one mail told of all of them."""
    entries = transaction.journal_of("game corrected", game.id)
    return frozenset(number for entry in entries for number in json.loads(entry.data)["numbers"])


def _was_ended(
    services: Services, transaction: Transaction, game: GameRecord, phase: PhaseRecord
) -> bool:
    """Tell whether a phase was closed by the GM's word, or by a vote."""
    result = transaction.result(phase.id)
    return result is not None and any(
        isinstance(event, GameEnded)
        for event in codec_of(services, game).load_events(result.events)
    )


def _seated(transaction: Transaction, game: GameRecord) -> dict[str, datetime]:
    """Return the seats that somebody plays, and since when; a seat once filled stays filled."""
    since: dict[str, datetime] = {}
    for entry in transaction.journal_of("player seated", game.id):
        if found := _PLAYS.search(entry.text):
            since.setdefault(found[1], entry.at)
    filled = (
        seat_record.seat
        for seat_record in transaction.seats(game.id)
        if seat_record.person is not None
    )
    return {seat: since.get(seat, game.created_at) for seat in filled}


def _readers(
    transaction: Transaction,
    game: GameRecord,
    key: str,
    seated: dict[str, datetime],
    moment: datetime,
) -> Iterator[str | None]:
    """Look whether everybody who was there has a report, and nobody two of it."""
    labels = [text.removeprefix(f"{key} ") for text in transaction.outbox_keys(f"{key} ")]
    count = Counter(seat for label in labels for seat in label.split("+"))
    due = [seat for seat, since in seated.items() if since <= moment]
    due += [] if _has_played(transaction, game) else [_GM]
    due += [LIST] if _had_list(transaction, game, moment) else []
    for label in sorted(due):
        yield None
        if count[label] != 1:
            yield f"{label} has {count[label]} mails {key!r}"


def _has_played(transaction: Transaction, game: GameRecord) -> bool:
    """Tell whether the GM of a game plays or has played in it: then his report is a player's."""
    gm = transaction.person_of_address(game.gm_address)
    seated = transaction.journal_of(SEATED, game.id) + transaction.journal_of(REPLACED, game.id)
    told = (json.loads(entry.data or "{}").get("person") for entry in seated)
    return gm is not None and (
        gm_plays(game, transaction.seats(game.id)) or any(person == gm.id for person in told)
    )


def _had_list(transaction: Transaction, game: GameRecord, moment: datetime) -> bool:
    """Tell whether a game had a mailing list at a moment, by the changes that the journal tells.

    Where the list came or went at that very moment, nothing is expected of it.
    """
    had = game.list_address is not None
    for entry in reversed(transaction.journal_of("settings changed", game.id)):
        was = _old_list(entry)
        if was is None or entry.at < moment:
            continue
        if entry.at == moment:
            return False
        had = was != NO_LIST
    return had


def _old_list(entry: JournalEntry) -> str | None:
    """Return what the list was before a change of settings; None if that left it alone."""
    changes = json.loads(entry.data).get("changes", [])
    return next((change["old"] for change in changes if change["name"] == LIST_FACT), None)
