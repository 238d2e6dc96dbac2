"""A correction: one past phase with something in it changed, and every later one computed again.

It is shown before it is made. Made, it puts new phases, resolved, in the place of the old ones, in
one transaction with the mail that tells everybody what is different.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from gm.app.history.amendments import amended, corrections_of
from gm.app.history.ended import ended_of
from gm.app.history.past_stages import gm_viewer
from gm.app.journal import note
from gm.app.mail_out.readers import NewsReader, Words
from gm.app.overriding.amending import needed
from gm.app.overriding.corrected_course import Applied, end_words, store_course, tell_new_end
from gm.app.overriding.desk_mails import tell_everybody
from gm.app.overriding.recomputing import (
    Changed,
    RecomputedPhase,
    Resolved,
    newly_resolved,
    recompute,
    resolved_of,
)
from gm.app.overriding.rollback import phases_from
from gm.app.play.proofs import prove_again
from gm.app.ports import JournalTransaction, Transaction
from gm.app.records import (
    GameRecord,
    JournalKind,
    OrderRecord,
    PhaseRecord,
    PhaseStatus,
)
from gm.app.seat_names import seat_in
from gm.app.senders.letters import read_for
from gm.app.services import Services
from gm.app.table import Table, family_of, rules_of, table_at
from gm.contract.corrections import Override, StageChange
from gm.contract.facts import Viewer
from gm.contract.game import Game
from gm.contract.language import Verdict
from gm.contract.rules import Rules
from gm.contract.seats import SeatId
from gm.errors import ImpossibleOrder, InputError
from gm.json_answers import in_json, or_none
from gm.languages import gettext, quoted
from gm.report.wording.sentence_parts import full_stop


@dataclass(frozen=True, slots=True)
class CorrectionWish:
    """What a GM wants changed in a phase that has been resolved.

    Args:
        orders: by the name of a seat, orders of it in its own words, a line each; those that are
            filed under the same keys are replaced. No line at all takes all its orders back.
        overrides: what is done to the position, or decided of orders, each as the corrections of
            the game's room read it.
    """

    orders: Mapping[str, Sequence[str]] = field(default_factory=dict)
    overrides: Sequence[Sequence[str]] = ()


@dataclass(frozen=True, slots=True)
class Correction:
    """What a correction makes different, or would.

    Args:
        game, phase: where.
        changes: what is changed itself, a sentence each; veiled: the same for those who may not
            read of somebody's payments and promises.
        seasons: every stage that comes out otherwise, the first one first.
        lost: overrides of later phases that can be made no longer.
        open: the phase that is open then; "" if the game is over.
        done: it was made; else only looked at.
    """

    game: str
    phase: str
    changes: tuple[str, ...]
    veiled: tuple[str, ...] = field(metadata=in_json(left_out=True))
    seasons: tuple[StageChange, ...]
    lost: tuple[str, ...]
    open: str = field(metadata=in_json(made=or_none))
    done: bool = False


def correct(
    services: Services,
    game_name: str,
    phase_name: str,
    wish: CorrectionWish,
    *,
    sure: bool = False,
    reason: str = "",
    author: str = "gm",
) -> Correction:
    """Compute a game again from one phase on, with something in it changed.

    Args:
        services: the ports.
        game_name: the game's name.
        phase_name: short name of the phase, "S1016M".
        wish: what is changed.
        sure: make it so, and tell everybody; else only tell the GM.
        reason: why; everybody is told.
        author: who says so.

    Raises:
        NoSuchGame: there is none of that name.
        NotAllowed: it has no such phase, or that is still open; or the change is impossible.
        InputError: nothing is to be changed, or that cannot be read; or no reason is given.
    """
    with services.store.write() as transaction:
        game = transaction.game(game_name)
        phases = phases_from(transaction, game, phase_name)
        family, rules = family_of(services, game), rules_of(services, game)
        table = table_at(services, transaction, game, phases[0])
        changed, words, veiled = _changed(table, wish)
        steps = recompute(services, transaction, game, family, rules, phases, changed)
        pairs = _pairs(table, phases, steps)
        viewer = gm_viewer(game, table.seats)
        correction = Correction(
            game.name,
            phases[0].name,
            words if viewer.sees_all else veiled,
            veiled,
            _changes(family, rules, pairs, viewer),
            tuple(text for step in steps for text in step.lost),
            steps[-1].name if steps[-1].resolution is None else "",
        )
        if not sure:
            return correction
        why = needed(reason)
        before = ended_of(services, transaction, game)
        opened = store_course(table, phases, steps, why, author)
        _note(services, transaction, game, correction, why, author, opened)
        if steps[-1].resolution is not None:
            final = steps[-1].resolution
            tell_new_end(services, transaction, game, before, opened, final)
        _tell(services, transaction, game, correction, why, opened, pairs)
        prove_again(services, transaction, game)
    return replace(correction, done=True)


def _changed(
    table: Table, wish: CorrectionWish
) -> tuple[Changed, tuple[str, ...], tuple[str, ...]]:
    """Return what a wish changes, the same in sentences, and what everybody may read of them."""
    given = table.codec.drafts(table.transaction.active_orders(table.phase.id))
    overrides: list[Override] = []
    moved = table
    for wanted in wish.overrides:
        override = corrections_of(table.family).edit(wanted, moved.position, given)
        overrides.append(override)
        moved = replace(moved, state=amended(moved.position, override))
    books: dict[SeatId, tuple[OrderRecord, ...]] = {}
    words = [override.words for override in overrides]
    veiled = [*words]
    for name, lines in wish.orders.items():
        seat = _seat(table, name)
        books[seat], text = _book(moved, seat, lines)
        words.append(text)
        of = table.seat_name(seat)
        public = _are_public(table, books[seat])
        veiled.append(text if public else f"The orders of {of} were changed.")
    if not words:
        raise InputError(
            "Say what is to be changed: --order, --unit, --centre or another of them."
        )
    return Changed(books, tuple(overrides)), tuple(words), tuple(veiled)


def _seat(table: Table, name: str) -> SeatId:
    """Return the seat that is meant by a name; NoSuchSeat if none is."""
    return SeatId(seat_in(table.services, table.game, table.seats, name).seat)


def _are_public(table: Table, book: Sequence[OrderRecord]) -> bool:
    """Tell whether everybody may read all of some orders."""
    corrections = table.family.corrections
    orders = [table.codec.load_order(record.order) for record in book]
    return not orders or (
        corrections is not None and all(corrections.is_public(order) for order in orders)
    )


def _book(
    table: Table, power: SeatId, lines: Sequence[str]
) -> tuple[tuple[OrderRecord, ...], str]:
    """Return a power's orders with some of them changed, and that in a sentence."""
    standing = table.transaction.active_orders(table.phase.id, power)
    name = table.seat_name(power)
    if not any(line.strip() for line in lines):
        return (), f"All orders of {name} are taken back."
    read = read_for(table, power, lines, strict=True)
    for line in read.lines:
        if line.verdict is not Verdict.ACCEPTED and line.problem is not None:
            raise ImpossibleOrder(f"{quoted(line.text)}: {line.problem.message}", line=line.number)
    if not read.given_for():
        raise InputError(f"No order of {name} is in {' / '.join(lines)!r}.")
    now = table.services.clock.now()
    text = "; ".join(lines)
    new = tuple(
        OrderRecord(
            0,
            table.phase.id,
            power,
            0,
            table.rules.filed(order, table.stage),
            table.codec.dump(order),
            table.order_text(order),
            text,
            now,
        )
        for order in read.orders_for()
    )
    keys = {order_record.key for order_record in new}
    kept = tuple(order_record for order_record in standing if order_record.key not in keys)
    listed_orders = "; ".join(order_record.canonical for order_record in new)
    gone = (
        "; ".join(order_record.canonical for order_record in standing if order_record.key in keys)
        or "nothing"
    )
    return (*kept, *new), f"The orders of {name} have {listed_orders} in place of {gone}."


_Pair = tuple[Resolved | None, Resolved | None]
"""A stage as it was and as it is now."""


def _pairs(
    table: Table, phases: Sequence[PhaseRecord], steps: Sequence[RecomputedPhase]
) -> tuple[_Pair, ...]:
    """Return each stage that was resolved in either course, in the order of play."""
    results = {
        phase_record.name: (phase_record, table.transaction.result(phase_record.id))
        for phase_record in phases
    }
    old = {
        name: resolved_of(table.rules, table.codec, phase, result)
        for name, (phase, result) in results.items()
        if result is not None
    }
    new = {step.name: done for step in steps if (done := newly_resolved(step)) is not None}
    names = sorted({**old, **new}, key=lambda name: table.family.stage(name).order)
    return tuple((old.get(name), new.get(name)) for name in names)


def _changes(
    family: Game[Any, Any], rules: Rules[Any, Any], pairs: Sequence[_Pair], viewer: Viewer
) -> tuple[StageChange, ...]:
    """Return the stages that come out otherwise, as one reader may know them."""
    changes: list[StageChange] = []
    for old, new in pairs:
        was, now = (
            done.known_to(viewer, rules) if done is not None else None for done in (old, new)
        )
        change = family.pages.changes(was, now, rules, viewer)
        if change.lines:
            changes.append(change)
    return tuple(changes)


def _note(
    services: Services,
    transaction: JournalTransaction,
    game: GameRecord,
    correction: Correction,
    reason: str,
    author: str,
    applied: Applied,
) -> None:
    changes = " ".join(correction.veiled)
    others = ", ".join(change.stage for change in correction.seasons) or "nothing"
    text = f"The GM corrected {correction.phase}. {changes} It changed {others}."
    numbers = [phase.number for phase in applied.phases if phase.status is PhaseStatus.RESOLVED]
    facts = {"phase": correction.phase, "reason": reason, "numbers": numbers}
    note(
        transaction,
        services.clock.now(),
        JournalKind.GAME_CORRECTED,
        text,
        game_id=game.id,
        author=author,
        public=True,
        data=facts,
    )


def _tell(
    services: Services,
    transaction: Transaction,
    game: GameRecord,
    correction: Correction,
    reason: str,
    applied: Applied,
    pairs: Sequence[_Pair],
) -> None:
    last = applied.phases[-1]
    now = transaction.game_by_id(game.id)
    table = table_at(services, transaction, now, last)
    if applied.open is None:
        final = pairs[-1][1]
        table = replace(table, state=final.resolution.state) if final is not None else table
    corrected = applied.phases[0].name

    def write(reader: NewsReader) -> Words:
        words = table.stage_words(corrected)
        viewer = reader.viewer(table)
        seasons = _changes(table.family, table.rules, pairs, viewer)
        lines = [
            gettext(
                "The GM has corrected {phase}, and all that followed from it has been computed "
                "again.",
                phase=words,
            ),
            *(correction.changes if viewer.sees_all else correction.veiled),
            gettext("The GM's reason: {reason}", reason=full_stop(reason)),
        ]
        for change in seasons:
            lines.append(gettext("What is different in {phase}:", phase=change.stage))
            lines += change.lines
        if not seasons:
            lines.append(gettext("Nothing else comes out otherwise."))
        lines.append(end_words(table.family, game, applied))
        return gettext("{phase} has been corrected", phase=words), tuple(lines)

    number = last.number if applied.open is not None else transaction.next_number(game.id)
    tell_everybody(
        table,
        f"corrected {game.name} {applied.phases[0].number}",
        write,
        number=number,
        over=applied.open is None,
    )
