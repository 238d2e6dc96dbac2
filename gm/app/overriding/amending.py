"""Overrides of the position of the open phase: applied, noted, told, and replayed ever after.

An override is an amendment of the phase, a list of facts that lead from the position it was opened
with to the one it is played with. Owners are told at once, everybody in the report of the phase.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from gm.app.history.amendments import (
    amended,
    corrections_of,
    facts_of,
    standing_amendments,
    store_amendment,
)
from gm.app.history.chance import draws_of
from gm.app.history.resolving import given_in, resolve_with
from gm.app.overriding.desk_mails import Fates, tell_owners
from gm.app.overriding.refitting import refit_book, refitted
from gm.app.play.proofs import prove_again
from gm.app.records import JournalKind
from gm.app.services import Services
from gm.app.table import Table, is_sealed_to_gm, lay
from gm.app.timing.phases import note_phase
from gm.contract.corrections import Override
from gm.contract.orders import Order
from gm.contract.seats import SeatId
from gm.errors import InputError


@dataclass(frozen=True, slots=True)
class OverrideMade:
    """An override that was made.

    Args:
        game, phase: where; words: what was done, a sentence; reason: why.
        told: the seats whose players were told at once.
        unfit: by seat the orders that no longer fit, each with why; they are kept. A GM who plays is
            shown his own alone, here and below.
        refitted: by seat the orders that could not stand as they were, each with its fate.
    """

    game: str
    phase: str
    words: str
    reason: str
    told: tuple[SeatId, ...]
    unfit: Fates
    refitted: Fates = field(default_factory=dict)


def amend(
    services: Services,
    game_name: str,
    words: Sequence[str],
    reason: str,
    *,
    public: bool = True,
    author: str = "gm",
) -> OverrideMade:
    """Change the position of the open phase, or decide one of its orders.

    Args:
        services: the ports.
        game_name: the game's name.
        words: what is to be changed, as the corrections of its room read it.
        reason: why; whoever is told is told that, too.
        public: the report of the phase tells everybody.
        author: who says so.

    Raises:
        NoSuchGame: there is none of that name.
        InputError: there is no reason, or the words are no override.
        NotAllowed: no phase is open, or what is wanted is impossible.
    """
    why = needed(reason)
    with services.store.write() as transaction:
        table = lay(services, transaction, transaction.game(game_name))
        given = given_in(table)
        override = corrections_of(table.family).edit(words, table.position, given)
        if override.decides:
            _must_be_possible(table, override)
        changed = _entered(table, override, why, public, author)
        unfit = {} if override.decides else _unfit(table, changed)
        now = services.clock.now()
        refits = {} if override.decides else refit_book(changed, now)
        tell_owners(changed, override, why, unfit, refits)
        prove_again(services, transaction, changed.game)
    concerned = {*override.seats, *unfit, *refits}
    seats = tuple(
        seat.id for seat in table.rules.seats if table.player(seat.id) and seat.id in concerned
    )
    return OverrideMade(
        table.game.name,
        table.phase.name,
        override.words,
        why,
        seats,
        _shown(table, unfit),
        _shown(table, refits),
    )


def _shown(table: Table, fates: Fates) -> Fates:
    """Return what became of orders without those of others, where the GM plays himself."""
    return {seat: fate for seat, fate in fates.items() if not is_sealed_to_gm(table, seat)}


def _must_be_possible(table: Table, override: Override) -> None:
    """Refuse what could not come about as the orders stand; NotAllowed."""
    before = facts_of(table.codec, standing_amendments(table.transaction, table.phase.id))
    given, draws = given_in(table), draws_of(table.transaction, table.game)
    resolve_with(table.family, table.position, given, draws, (*before, *override.events))


def needed(reason: str) -> str:
    """Return a reason in one line; InputError if there is none."""
    clean = " ".join(reason.split())
    if not clean:
        raise InputError('Say why, for the journal: --reason "a unit was entered twice".')
    return clean


def _entered(table: Table, override: Override, reason: str, public: bool, author: str) -> Table:
    """Store an override of the phase on a table, note it, and return the table with it.

    Of a decision nothing is public before the phase is resolved: the orders of an open one are sealed.
    """
    state = table.state if override.decides else amended(table.position, override)
    store_amendment(
        table.services,
        table.transaction,
        table.codec,
        table.phase,
        override,
        reason,
        public,
        author,
    )
    phase = table.transaction.amend_phase(table.phase, table.codec.dump(state))
    changed = replace(table, phase=phase, state=state)
    note_phase(
        changed,
        JournalKind.ORDER_DECIDED if override.decides else JournalKind.POSITION_AMENDED,
        f"{override.words} In {phase.name}.",
        author=author,
        reason=reason,
        public=public and not override.decides,
    )
    return changed


def _unfit(table: Table, changed: Table) -> dict[SeatId, tuple[tuple[str, str], ...]]:
    """Return the orders that stand, fitted the old position, and do not fit the new one."""
    records = table.transaction.active_orders(table.phase.id)
    # What cannot stand as it is at all is changed or goes, and that is told by itself.
    going = {refit.old for refit in refitted(changed, records)}
    kept = [record for record in records if record not in going]
    unfit: dict[SeatId, tuple[tuple[str, str], ...]] = {}
    for seat, orders in table.codec.drafts(records).items():
        staying = set(table.codec.drafts(kept).get(seat, ()))
        lost = tuple(
            (changed.order_text(order), why)
            for order, why in _lost(table, changed, seat, orders)
            if order in staying
        )
        if lost:
            unfit[seat] = lost
    return unfit


def _lost(
    table: Table, changed: Table, seat: SeatId, orders: Sequence[Order]
) -> Iterable[tuple[Order, str]]:
    if seat not in {known.id for known in table.rules.seats}:
        return  # the GM's own, to pieces of nobody's
    corrections = corrections_of(table.family)
    before, after = (
        at.rules.check(at.state, seat, orders) for at in (table.position, changed.position)
    )
    for order, old, new in zip(orders, before, after, strict=True):
        if old.refused is None and new.refused is not None:
            yield order, corrections.refusal(new, changed.position)
