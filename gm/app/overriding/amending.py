"""Overrides of the position of the open phase: applied, noted, told, and replayed ever after.

An override is an amendment of the phase, a list of facts that lead from the position it was opened
with to the one it is played with. Owners are told at once, everybody in the report of the phase.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from gm.app.overriding.amendments import store_amendment
from gm.app.overriding.desk_mails import Fates, tell_owners
from gm.app.overriding.override_values import Override, amended, position_of
from gm.app.play.phases import note_phase
from gm.app.play.proofs import prove_again
from gm.app.ports import Transaction
from gm.app.services import Services
from gm.app.table import Table, lay
from gm.contract.orders import Order
from gm.contract.seats import SeatId
from gm.errors import InputError
from gm.games.diplomacy.desk.overriding.overrides import override_of
from gm.games.diplomacy.desk.overriding.refitting import refit_book
from gm.games.diplomacy.language.gone_names import names_gone
from gm.games.diplomacy.pages.explaining.explain import reason_sentence
from gm.games.diplomacy.pages.wording.notation import order_text
from gm.games.diplomacy.rules.state import GameState


@dataclass(frozen=True, slots=True)
class Amended:
    """An override that was made.

    Args:
        game, phase: where; words: what was done, a sentence; reason: why.
        told: the powers whose players were told at once.
        unfit: by power the orders that no longer fit, each with why; they are kept.
        refitted: by power the orders that named what is split now, each with its fate.
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
) -> Amended:
    """Change the position of the open phase.

    Args:
        services: the ports.
        game_name: the game's name.
        words: what is to be changed, as `gm.games.diplomacy.desk.overriding.overrides.override_of` reads it.
        reason: why; whoever is told is told that, too.
        public: the report of the phase tells everybody.
        author: who says so.

    Raises:
        NoSuchGame: there is none of that name.
        InputError: there is no reason, or the words are no override.
        NotAllowed: no phase is open, or the position would be impossible.
    """
    why = needed(reason)
    with services.store.write() as transaction:
        table = lay(services, transaction, transaction.game(game_name))
        override = override_of(position_of(table), words)
        changed = enter_override(services, transaction, table, override, why, public, author)
        unfit = _unfit(transaction, table, changed.state)
        now = services.clock.now()
        refitted = refit_book(transaction, position_of(changed), changed.phase, now)
        tell_owners(services, transaction, changed, override, why, unfit, refitted)
        prove_again(services, transaction, changed.game)
    concerned = {*override.powers, *unfit, *refitted}
    told = tuple(
        power for power in table.rules.board.powers if table.player(power) and power in concerned
    )
    return Amended(table.game.name, table.phase.name, override.words, why, told, unfit, refitted)


def enter_decree(
    services: Services,
    transaction: Transaction,
    table: Table,
    override: Override,
    reason: str,
    author: str,
) -> Table:
    """Store a decision on an order of the phase on a table; it is told when that is resolved.

    Nothing of it is public before: the orders of an open phase are sealed.
    """
    store_amendment(
        services, transaction, table.codec, table.phase, override, reason, True, author
    )
    phase = transaction.amend_phase(table.phase, table.phase.state)
    changed = replace(table, phase=phase)
    note_phase(
        services,
        transaction,
        changed,
        "order decided",
        f"{override.words} In {phase.name}.",
        author=author,
        reason=reason,
        public=False,
    )
    tell_owners(services, transaction, changed, override, reason, {})
    prove_again(services, transaction, changed.game)
    return changed


def needed(reason: str) -> str:
    """Return a reason in one line; InputError if there is none."""
    clean = " ".join(reason.split())
    if not clean:
        raise InputError('Say why, for the journal: --reason "a unit was entered twice".')
    return clean


def enter_override(
    services: Services,
    transaction: Transaction,
    table: Table,
    override: Override,
    reason: str,
    public: bool,
    author: str,
) -> Table:
    """Store an override of the phase on a table, note it, and return the table with it."""
    state = amended(position_of(table), override)
    store_amendment(
        services, transaction, table.codec, table.phase, override, reason, public, author
    )
    phase = transaction.amend_phase(table.phase, table.codec.dump(state))
    changed = replace(table, phase=phase, state=state)
    text = f"{override.words} In {phase.name}."
    note_phase(
        services,
        transaction,
        changed,
        "position amended",
        text,
        author=author,
        reason=reason,
        public=public,
    )
    return changed


def _unfit(
    transaction: Transaction, table: Table, state: GameState
) -> dict[SeatId, tuple[tuple[str, str], ...]]:
    """Return the orders that stand, fitted the old position, and do not fit the new one."""
    given = table.codec.drafts(transaction.active_orders(table.phase.id))
    found: dict[SeatId, tuple[tuple[str, str], ...]] = {}
    for seat, orders in given.items():
        board = table.rules.board_in(state)
        # What names a province that is split now is changed or goes, and that is told by itself.
        lost = tuple(
            (order_text(order, board), why)
            for order, why in _lost(table, state, seat, orders)
            if not names_gone(order, board)
        )
        if lost:
            found[SeatId(seat)] = lost
    return found


def _lost(
    table: Table, state: GameState, seat: SeatId, orders: Sequence[Order]
) -> Iterable[tuple[Order, str]]:
    if SeatId(seat) not in table.rules.board.powers:
        return  # the GM's own, to special units
    before, after = (
        table.rules.check(game_state, seat, orders) for game_state in (table.state, state)
    )
    board = table.rules.board_in(state)
    for order, old, new in zip(orders, before, after, strict=True):
        if old.refused is None and new.refused is not None:
            yield order, reason_sentence(new.refused, board, order)
