"""Powers without orders at a deadline, and what the game's setting `nmr` does about them.

Whoever is asked for nothing has missed nothing, and so has nobody whose seat is vacant. A deadline is
extended once at most in a phase, so a phase waits for orders only so long as its GM has it wait.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial

from gm.app.clock.deadline_margins import grace_of
from gm.app.journal import note
from gm.app.mail_out.reasons import Words
from gm.app.records import JournalKind, Person, PhaseRecord
from gm.app.seats.offer_book import WITHDRAWN, stand_in
from gm.app.seats.offers import SHARE, offer_next, on_bench, over
from gm.app.seats.returning import give_back
from gm.app.seats.seat_changes import (
    forget,
    former_of,
    gone_words,
    settle_benches,
    tell_former,
    tell_gm_of_seat,
    tell_others,
    vacate,
)
from gm.app.seats.seat_letters import tell_gm
from gm.app.settings.game_settings import settings_of
from gm.app.settings.setting_kinds import Nmr
from gm.app.table import Table
from gm.app.timing.extending import extend, was_extended
from gm.contract.orders import Order
from gm.contract.seats import SeatId
from gm.languages import ENGLISH, gettext, listed, ngettext, speaking

Given = Mapping[SeatId, Sequence[Order]]


def absent(table: Table, given: Given) -> tuple[str, ...]:
    """Return the seats that are played, had something to order, and sent nothing."""
    return tuple(
        request.seat
        for request in table.wanted()
        if not given.get(request.seat) and table.player(request.seat) is not None
    )


def act_on_missing(table: Table, now: datetime) -> bool:
    """Do at a deadline what the game's setting says of powers without orders.

    Returns:
        True if the phase is open for longer, and not resolved now.
    """
    policy = settings_of(table.game).nmr
    if policy in (Nmr.HOLD, Nmr.GM):
        return False
    given = table.codec.drafts(table.transaction.active_orders(table.phase.id))
    if not (seats := absent(table, given)):
        return False
    if policy is Nmr.DISORDER:
        for seat in seats:
            if (person := table.player(seat)) is not None:
                _note_missed(table, seat, person)
            table = vacate(table, seat, partial(_none_came, table))
        return False
    if was_extended(table.transaction, table.phase):
        return False
    if policy is Nmr.STANDBY and not any(on_bench(table, seat) for seat in seats):
        _offer_all(table, seats, now)
        return False

    def why() -> str:
        sentence = gettext(
            "No orders came from {powers}, so the deadline is extended once.",
            powers=listed(table.seat_words(seat) for seat in seats),
        )
        asked = gettext("A standby is asked.")
        return f"{sentence} {asked}" if policy is Nmr.STANDBY else sentence

    longer = settings_of(table.game).extension
    moved = extend(table, now + longer, why)
    if policy is Nmr.STANDBY:
        # Only now, so that the offer tells the deadline by which a standby can write.
        _offer_all(moved, seats, now)
    return moved.phase.deadline + grace_of(table.game) > now


def _offer_all(table: Table, seats: Sequence[str], now: datetime) -> None:
    """Offer each seat for this phase to the next of the bench; the GM hears of those without."""
    until = now + settings_of(table.game).extension / SHARE
    phase = table.phase.id
    empty = [seat for seat in seats if offer_next(table, seat, until, phase) is None]
    if empty:
        key = f"no-bench {table.game.name} {table.phase.number}"
        tell_gm(
            table.services, table.transaction, table.game, key, partial(_no_standby, table, empty)
        )


def _no_standby(table: Table, seats: Sequence[str]) -> Words:
    lacking = listed(table.seat_words(seat) for seat in seats)
    text = gettext(
        "No orders came from {powers} for {phase}, and nobody is on the bench who could be asked "
        "to stand in.",
        powers=lacking,
        phase=table.stage_words(),
    )
    title = gettext("No standby for {powers}", powers=lacking)
    return title, (text, gone_words(table.game, *seats))


def end_of_phase(table: Table, given: Given) -> Table:
    """Note who missed the phase that is being resolved, and end what was for this phase only.

    A seat that somebody stood in for goes back to its player, unless he has missed so many seasons
    that he loses it: then whoever stood in keeps it.

    Returns:
        The game as it is seated then.
    """
    game, phase = table.game, table.phase
    offers = [offer for offer in table.transaction.offers(game.id) if offer.for_phase == phase.id]
    for offer in offers:
        if offer.settled_at is None:
            over(table.services, table.transaction, game, offer, WITHDRAWN)
    stand_ins = dict(_stand_ins(table)) if offers else {}
    for seat in absent(table, given):
        person = table.player(seat)
        if seat not in stand_ins and person is not None:
            _note_missed(table, seat, person)
    for seat, (holder, former) in stand_ins.items():
        _note_missed(table, seat, former)
        if _is_too_often(table, seat, former):
            _keep(table, seat, holder, former)
        else:
            table = give_back(table, seat, former, at_end=True)
    return table


def _stand_ins(table: Table) -> Iterator[tuple[str, tuple[Person, Person]]]:
    """Yield the seats that somebody plays for this phase, with him and the player who missed it."""
    for record in table.seats:
        holder = record.person
        offer = stand_in(table.transaction, table.game, record.seat, holder.id) if holder else None
        former = (
            former_of(table.transaction, table.game, record.seat) if offer is not None else None
        )
        if holder and former and offer is not None and offer.for_phase == table.phase.id:
            yield record.seat, (holder, former)


def _keep(table: Table, seat: str, holder: Person, former: Person) -> None:
    """Let who stood in play on for good, and tell all."""
    services, transaction = table.services, table.transaction
    game, name = table.game, table.seat_words(seat)
    forget(services, transaction, game, seat)
    settle_benches(services, transaction, game, holder)
    many = settings_of(game).replace_after

    def why() -> str:
        return ngettext(
            "no orders came for {count} season, and {holder} plays on.",
            "no orders came for {count} seasons, one after the other, and {holder} plays on.",
            many,
            count=many,
            holder=holder.name,
        )

    def words() -> Words:
        title = gettext("{holder} plays {power} from now on", holder=holder.name, power=name)
        text = ngettext(
            "{former} sent no orders for {count} season, so {holder} plays {power} from now on.",
            "{former} sent no orders for {count} seasons, so {holder} plays {power} from now on.",
            many,
            count=many,
            former=former.name,
            holder=holder.name,
            power=name,
        )
        return title, (text,)

    tell_former(table, seat, former, why, may_return=False)
    with speaking(ENGLISH):  # as all of the journal
        now, kind, (sentence,) = table.services.clock.now(), JournalKind.PLAYER_SEATED, words()[1]
        note(table.transaction, now, kind, sentence, game_id=game.id, public=True)
    for tell in (tell_others, tell_gm_of_seat):
        tell(table, seat, words)


def replace_missing(table: Table, given: Given, opened: PhaseRecord | None) -> None:
    """Take players off their seats who have missed too many seasons, and ask the bench.

    Args:
        table: the phase that was resolved; given: its orders.
        opened: the phase that is open now; None if the game is over.
    """
    if opened is None or not settings_of(table.game).replace_after:
        return
    if not (silent := absent(table, given)):
        return
    now = replace(
        table,
        seats=table.transaction.seats(table.game.id),
        phase=opened,
        state=table.codec.load_state(opened.state),
    )
    for seat in silent:
        person = now.player(seat)
        if person is None or not _is_too_often(table, seat, person):
            continue
        many = settings_of(table.game).replace_after
        now = vacate(now, seat, partial(_too_often, many))
        offer_next(now, seat, opened.deadline)


def _none_came(table: Table) -> str:
    return gettext("no orders came for {phase}.", phase=table.stage_words())


def _too_often(many: int) -> str:
    return ngettext(
        "no orders came for {count} season.",
        "no orders came for {count} seasons, one after the other.",
        many,
        count=many,
    )


def _note_missed(table: Table, seat: str, person: Person) -> None:
    text = f"No orders came from the player of {seat} for {table.phase.name}."
    data = {"phase_id": table.phase.id, "seat": seat, "person": person.id}
    now, kind = table.services.clock.now(), JournalKind.ORDERS_MISSED
    note(table.transaction, now, kind, text, game_id=table.game.id, data=data)


def _is_too_often(table: Table, seat: str, person: Person) -> bool:
    """Tell whether a player has missed as many seasons, this one the last, as the game allows."""
    most = settings_of(table.game).replace_after
    if not most or not table.family.kind_of(table.stage).counts:
        return False
    noted = [
        json.loads(entry.data)
        for entry in table.transaction.journal(table.game.id)
        if entry.kind == JournalKind.ORDERS_MISSED
    ]
    missed = {
        item["phase_id"] for item in noted if (item["seat"], item["person"]) == (seat, person.id)
    }
    count = 0
    for phase in reversed(table.transaction.phases(table.game.id)):
        stage = table.family.stage(phase.name)
        if phase.id > table.phase.id or not table.family.kind_of(stage).counts:
            continue
        if phase.id not in missed or count == most:
            break
        count += 1
    return count == most
