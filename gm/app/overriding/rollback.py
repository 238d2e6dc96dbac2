"""The course of a game taken back: phases undone, and the one that takes the place of the first.

What was undone stays in the database and belongs no more to the course. The phase that is played
again is a new row with a new number, so that nothing ever has two mails of one key; it begins with
the position, the overrides and, unless the GM wants otherwise, the orders of the old one. Its draws
are made by the same labels and the same seed, so the hat says the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from gm.app.clock.deadline_margins import closes_at, moved_reminder
from gm.app.history.amendments import copy_amendments, standing_amendments
from gm.app.journal import note
from gm.app.mail_out.readers import NewsReader, Words
from gm.app.overriding.amending import needed
from gm.app.overriding.desk_mails import tell_everybody
from gm.app.ports import JournalTransaction, PhaseTransaction, Transaction
from gm.app.records import (
    GameRecord,
    GameStatus,
    JournalKind,
    OrderRecord,
    PhaseRecord,
    PhaseStatus,
)
from gm.app.services import Services
from gm.app.table import codec_of, rules_of, table_at
from gm.app.timing.phases import open_phase
from gm.errors import NotAllowed
from gm.json_answers import in_json, or_none
from gm.languages import gettext, listed, ngettext
from gm.report.wording.dates import moment_words
from gm.report.wording.sentence_parts import full_stop


@dataclass(frozen=True, slots=True)
class Undone:
    """A game taken back, or what it would come to.

    Args:
        game: its name; phase: the one that is played again.
        phases: what is undone, oldest first, that phase among them.
        resolved: how many of them had been resolved.
        orders: how many orders stand in the phase when it opens again.
        deadline: its new deadline; None while nothing is done.
        done: it was done; else it was only looked at.
        warning: what the GM should know; or "".
    """

    game: str
    phase: str
    phases: tuple[str, ...] = field(metadata=in_json("undone"))
    resolved: int
    orders: int
    deadline: datetime | None
    done: bool
    warning: str = field(default="", metadata=in_json(made=or_none))


def roll_back(
    services: Services,
    game_name: str,
    phase_name: str,
    *,
    sure: bool = False,
    reason: str = "",
    reset_orders: bool = False,
    deadline: datetime | None = None,
) -> Undone:
    """Take a game back to one of its phases, which is open again then; everybody is told.

    Args:
        services: the ports.
        game_name: the game's name.
        phase_name: short name of the phase, "S1016M".
        sure: do it; else only tell what it would undo.
        reason: why; everybody is told.
        reset_orders: its orders are not kept.
        deadline: its new deadline; else its usual length from now on.

    Raises:
        NoSuchGame: there is none of that name.
        NotAllowed: it has no such phase; or that is the open one, so that nothing is to be undone;
            or the deadline has passed.
        InputError: no reason is given.
    """
    now = services.clock.now()
    if deadline is not None and deadline <= now:
        raise NotAllowed("That deadline has passed already.")
    with services.store.write() as transaction:
        game = transaction.game(game_name)
        phases = phases_from(transaction, game, phase_name)
        target = phases[0]
        kept = () if reset_orders else transaction.active_orders(target.id)
        seen = Undone(
            game.name,
            target.name,
            tuple(phase.name for phase in phases),
            sum(phase.status is PhaseStatus.RESOLVED for phase in phases),
            len(kept),
            None,
            False,
            _warning(services, game),
        )
        if not sure:
            return seen
        why = needed(reason)
        opened = _again(services, transaction, game, phases, kept, deadline)
        _withdraw_ahead(transaction, phases, now, every=reset_orders)
        if game.status is GameStatus.FINISHED:
            transaction.set_game_status(game.id, GameStatus.RUNNING)
        _note(services, transaction, game, seen, opened, why)
        _tell(services, transaction, game, seen, opened, why)
    return replace(seen, done=True, deadline=opened.deadline)


def phases_from(
    transaction: PhaseTransaction, game: GameRecord, name: str, *, past: bool = True
) -> tuple[PhaseRecord, ...]:
    """Return the phases of a game's course from one of them on.

    Args:
        transaction: the store; game: which game.
        name: short name of the first.
        past: it must have been resolved.

    Raises:
        NotAllowed: there is none of that name, or it is the open one and that will not do.
    """
    course = transaction.phases(game.id)
    at = next((at for at, phase in enumerate(course) if phase.name == name.strip().upper()), None)
    if at is None:
        known = ", ".join(phase.name for phase in course) or "none yet"
        raise NotAllowed(f"{game.name} has no such phase; it has {known}.")
    if past and course[at].status is not PhaseStatus.RESOLVED:
        raise NotAllowed(
            f"{course[at].name} is the phase that is open: there is nothing to undo. "
            f"Its orders are emptied by gm order clear, its deadline is moved by gm deadline."
        )
    return course[at:]


def _warning(services: Services, game: GameRecord) -> str:
    chance = rules_of(services, game).meta.chance
    if game.status is not GameStatus.FINISHED or not chance:
        return ""
    return (
        "The game was over, and the seed of its hat has been published: players can work out what "
        "will be drawn. Enter the draws of a hat of your own: gm draws set."
    )


def _again(
    services: Services,
    transaction: Transaction,
    game: GameRecord,
    phases: Sequence[PhaseRecord],
    kept: Iterable[OrderRecord],
    deadline: datetime | None,
) -> PhaseRecord:
    """Undo phases, and open the first of them again."""
    target, number = phases[0], transaction.next_number(game.id)
    amendments = standing_amendments(transaction, target.id)
    transaction.supersede([phase.id for phase in phases])
    opened = open_phase(
        services,
        transaction,
        game,
        rules_of(services, game),
        codec_of(services, game).load_state(target.state),
        number,
    )
    if deadline is not None:
        again = moved_reminder(game, opened, deadline, services.clock.now())
        opened = transaction.change_phase(
            transaction.set_reminder(opened, again),
            deadline=deadline,
            closes_at=closes_at(game, deadline),
        )
    copy_orders(transaction, kept, opened)
    copy_amendments(transaction, amendments, opened)
    carry_over(transaction, phases[-1], opened, words=False)
    return opened


def copy_orders(
    transaction: PhaseTransaction, orders: Iterable[OrderRecord], phase: PhaseRecord
) -> None:
    """Enter orders into the book of the phase that takes the place of theirs."""
    for order in orders:
        transaction.add_order(
            replace(order, id=0, phase_id=phase.id, replaced_at=None, replaced_by=None)
        )


def carry_over(
    transaction: Transaction, old: PhaseRecord, new: PhaseRecord, *, words: bool
) -> None:
    """Let what hangs on the phase that was open hang on the one that is.

    Args:
        transaction: the store.
        old: the phase that was open; new: the one that is.
        words: it is the same phase, so that WAIT and FINAL and what was asked stand as well.
    """
    for offer in transaction.offers(old.game_id):
        if offer.for_phase == old.id:
            transaction.save_offer(replace(offer, for_phase=new.id))
    if not words:
        return
    for mark in transaction.marks(old.id):
        if mark.taken_back_at is None:
            transaction.add_mark(replace(mark, id=0, phase_id=new.id))
    for question in transaction.questions(old.id):
        if question.settled_at is None:
            transaction.add_question(replace(question, id=0, phase_id=new.id))


def _withdraw_ahead(
    transaction: PhaseTransaction, phases: Sequence[PhaseRecord], moment: datetime, *, every: bool
) -> None:
    """Withdraw what was sent ahead in phases that are undone; that of the first may stay."""
    for phase in phases if every else phases[1:]:
        sent = [
            order.id
            for order in transaction.order_history(phase.id)
            if order.ahead and order.replaced_at is None
        ]
        transaction.replace_orders(sent, moment, None)


def _note(
    services: Services,
    transaction: JournalTransaction,
    game: GameRecord,
    seen: Undone,
    opened: PhaseRecord,
    reason: str,
) -> None:
    undone = listed(seen.phases)
    orders = "its orders kept" if seen.orders else "without orders"
    text = f"The GM took the game back to {seen.phase}, {orders}; undone: {undone}."
    facts = {"phase": seen.phase, "number": opened.number, "reason": reason, "undone": seen.phases}
    now, kind = services.clock.now(), JournalKind.GAME_ROLLED_BACK
    note(transaction, now, kind, text, game_id=game.id, author="gm", public=True, data=facts)


def _tell(
    services: Services,
    transaction: Transaction,
    game: GameRecord,
    seen: Undone,
    opened: PhaseRecord,
    reason: str,
) -> None:
    table = table_at(services, transaction, game, opened)

    def write(reader: NewsReader) -> Words:
        words = table.stage_words()
        later = [table.stage_words(name) for name in seen.phases[1:]]
        mine = sum(len(transaction.active_orders(opened.id, power)) for power in reader.powers)
        lines = [
            gettext(
                "The GM has taken the game back to {phase}. What was resolved is undone: "
                "{phases}.",
                phase=words,
                phases=listed([words, *later]),
            ),
            gettext("The GM's reason: {reason}", reason=full_stop(reason)),
        ]
        if mine:
            lines.append(
                ngettext(
                    "Your {count} order of then stands again and can be changed; STATUS shows it.",
                    "Your {count} orders of then stand again and can be changed; STATUS shows "
                    "them.",
                    mine,
                    count=mine,
                )
            )
        elif reader.powers:
            lines.append(gettext("No orders of yours stand: please send them (again)."))
        until = moment_words(opened.deadline, reader.zone)
        lines.append(gettext("The new deadline: {when}.", when=until))
        return gettext("The game goes back to {phase}", phase=words), tuple(lines)

    tell_everybody(table, f"rolled-back {game.name} {opened.number}", write, number=opened.number)
