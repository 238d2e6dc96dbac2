"""Holding a phase for its GM: why, and who is told."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from gm.app.clock.deadline_margins import closing
from gm.app.mail_out.news import tell_held
from gm.app.mail_out.notices import notify
from gm.app.mail_out.reasons import Reason, reason_on_record
from gm.app.ports import Transaction
from gm.app.records import GameRecord, JournalKind, PhaseRecord, PhaseStatus
from gm.app.services import Services
from gm.app.settings.game_settings import settings_of
from gm.app.settings.setting_kinds import Nmr, Overdue
from gm.app.table import Table, table_at
from gm.app.timing.outage import why_overdue
from gm.app.timing.phases import note_phase
from gm.contract.orders import Order
from gm.contract.rules import Silence
from gm.contract.seats import SeatId
from gm.errors import MapChanged, StoreBusy
from gm.languages import gettext, listed, ngettext
from gm.mail.addresses import address_key
from gm.report.views import NoticeView
from gm.report.wording.dates import moment_words

MANY: Final = 3
"""From so many games held at once on, their GM gets one mail that lists them."""

_TOGETHER: Final = 50
"""So many phases are held in one transaction at most, since nobody else writes meanwhile."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class WaitForGm:
    """Why a phase is to wait for its GM.

    Args:
        why: the reason.
        silent: the seats whose orders are lacking, without which it is not resolved.
        for_orders: nothing else keeps it from being resolved.
    """

    why: Reason
    silent: tuple[SeatId, ...] = ()
    for_orders: bool = False


def why_hold(table: Table, now: datetime) -> WaitForGm | None:
    """Return why a due phase is not resolved without its GM; None if it is."""
    given = table.codec.drafts(table.transaction.active_orders(table.phase.id))
    silent = silent_but_required(table, given)
    if waits_when_overdue(table.game) and (
        overdue := why_overdue(table.services, table.transaction.beats(), table.phase, now)
    ):
        return WaitForGm(overdue, silent=silent)
    if silent:
        return WaitForGm(lambda _zone: _no_orders(table, silent), silent=silent, for_orders=True)
    return None


def _no_orders(table: Table, silent: Sequence[SeatId]) -> str:
    return gettext(
        "no orders came from {powers}, and this phase waits for all powers",
        powers=listed(table.seat_name(seat) for seat in silent),
    )


def waits_when_overdue(game: GameRecord) -> bool:
    """Tell whether a phase of a game waits for its GM if no mail could come in at its deadline."""
    return settings_of(game).overdue is Overdue.HOLD


def is_held_for_orders(phase: PhaseRecord) -> bool:
    """Tell whether a phase was held because orders were missing, and for nothing else."""
    return phase.status is PhaseStatus.HELD and phase.held_for_orders


def waits_for_orders(table: Table) -> bool:
    """Tell whether a phase was held for nothing but orders, and some of them are still missing."""
    if not is_held_for_orders(table.phase):
        return False
    return bool(
        silent_but_required(
            table, table.codec.drafts(table.transaction.active_orders(table.phase.id))
        )
    )


def silent_but_required(
    table: Table, given: Mapping[SeatId, Sequence[Order]]
) -> tuple[SeatId, ...]:
    """Return the seats without which the phase may not be resolved and that sent nothing.

    Where the rules want it whole, it is waited for until nothing lacks.
    """
    rules, state = table.rules, table.state
    pending = rules.pending(state)
    silent = [request for request in pending if not given.get(request.seat)]
    for_all = bool(silent) and _waits_for_all(table)
    return tuple(
        request.seat
        for request in pending
        if (request.required and request in silent)
        or (request.whole and rules.lacking(state, request.seat, given))
        or (for_all and request in silent and _lacks_all(table, request.seat))
    )


def _lacks_all(table: Table, seat: SeatId) -> bool:
    """Tell whether a seat is played, and the rules want something of it."""
    played = table.player(seat) is not None
    return played and bool(table.rules.lacking(table.state, seat, {}))


def _waits_for_all(table: Table) -> bool:
    """Tell whether the game's settings have this phase wait for every power that is played."""
    settings = settings_of(table.game)
    if settings.nmr is Nmr.GM:
        return True
    return settings.first_orders and _is_first_turn(table)


def _is_first_turn(table: Table) -> bool:
    """Tell whether no stage has gone by in which whoever sends nothing has missed something."""
    family = table.family
    return not any(
        phase.id < table.phase.id and family.kind_of(family.stage(phase.name)).counts
        for phase in table.transaction.phases(table.game.id)
    )


def hold(table: Table, wait: WaitForGm, *, tell_gm: bool = True) -> None:
    """Hold a phase for its GM, and tell him and the players.

    Args:
        table: the game, its phase open.
        wait: why.
        tell_gm: False where its GM is told of several games at once.
    """
    words = reason_on_record(wait.why)
    held = table.transaction.change_phase(
        table.phase,
        status=PhaseStatus.HELD,
        held_because=words,
        held_for_orders=wait.for_orders,
    )
    note_phase(table, JournalKind.PHASE_HELD, f"{held.name} waits for the GM: {words}.")
    now_held = replace(table, phase=held)
    tell_held(now_held, wait.why, silent=wait.silent, tell_gm=tell_gm)


def hold_together(services: Services, due: Sequence[PhaseRecord]) -> frozenset[int]:
    """Hold the due phases that an outage struck where one GM has many of them; he gets one mail.

    Returns:
        The keys of the phases that were held.
    """
    if len(due) < MANY:
        return frozenset()
    held: set[int] = set()
    for share in _shares(services, due):
        try:
            held.update(_hold_share(services, share))
        except StoreBusy:
            raise
        except Exception:  # each is tried again by itself, where one fault costs one game
            _log.exception("%d phases could not be held at once", len(share))
    return frozenset(held)


def _shares(services: Services, due: Sequence[PhaseRecord]) -> Iterator[list[PhaseRecord]]:
    """Share out the phases that an outage struck: by GM, many together, by number of game."""
    now = services.clock.now()
    by_gm: dict[str, list[PhaseRecord]] = defaultdict(list)
    with services.store.read() as transaction:
        games = transaction.games()
        gms = {game.id: address_key(game.gm_address) for game in games if waits_when_overdue(game)}
        beats = transaction.beats()
        for phase in due:
            if phase.game_id in gms and why_overdue(services, beats, phase, now):
                by_gm[gms[phase.game_id]].append(phase)
    for _, struck in sorted(by_gm.items()):
        struck.sort(key=lambda phase: phase.game_id)
        if len(struck) >= MANY:
            yield from (struck[at : at + _TOGETHER] for at in range(0, len(struck), _TOGETHER))


def _hold_share(services: Services, share: Sequence[PhaseRecord]) -> list[int]:
    lines: list[tuple[Table, Reason]] = []
    held: list[int] = []
    with services.store.write() as transaction:
        now, beats = services.clock.now(), transaction.beats()
        for seen in share:
            phase = transaction.open_phase(seen.game_id)
            if phase is None or phase.id != seen.id or phase.status is not PhaseStatus.OPEN:
                continue
            if closing(phase) > now or not (why := why_overdue(services, beats, phase, now)):
                continue
            game = transaction.game_by_id(phase.game_id)
            try:
                table = table_at(services, transaction, game, phase)
            except MapChanged as fault:
                _log.error("%s", fault)  # nothing is done on another map; the GM must act
                continue
            if table.silence is not Silence.DUE:
                continue
            hold(table, WaitForGm(why), tell_gm=False)
            held.append(phase.id)
            lines.append((table, why))
        if lines:
            _tell_of_all(
                services, transaction, lines, key=f"held-together {held[0]} {now:%Y%m%dT%H%M%S}"
            )
    return held


def _tell_of_all(
    services: Services,
    transaction: Transaction,
    lines: Sequence[tuple[Table, Reason]],
    *,
    key: str,
) -> None:
    first, count, now = lines[0][0].game, len(lines), services.clock.now()

    def view() -> NoticeView:
        return NoticeView(
            ngettext(
                "{count} game waits for you", "{count} games wait for you", count, count=count
            ),
            (
                ngettext(
                    "{count} game was due and has not been resolved ({now}).",
                    "{count} games were due and have not been resolved ({now}).",
                    count,
                    count=count,
                    now=moment_words(now, first.time_zone),
                ),
                *(
                    f"{table.game.name}, {table.stage_words()}: {why(table.game.time_zone)}."
                    for table, why in lines
                ),
                gettext(
                    "They still take orders, and their players know. To give a game more time: `gm "
                    "deadline {game} +24h`. To resolve it now: `gm process {game}`.",
                    game=first.name,
                ),
            ),
        )

    notify(services, transaction, first.gm_address, key, view)
