"""A correction: one past phase with something in it changed, and every later one computed again.

It is shown before it is made. Made, it puts new phases, resolved, in the place of the old ones, in
one transaction with the mail that tells everybody what is different.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from gm.app.mail_out.readers import Reader, Words
from gm.app.orders.ahead import context_for
from gm.app.orders.order_book import key_of
from gm.app.overriding.amending import needed
from gm.app.overriding.corrected_course import Applied, store_course
from gm.app.overriding.corrected_ends import end_words, tell_new_end
from gm.app.overriding.course import phases_from
from gm.app.overriding.desk_mails import tell_everybody
from gm.app.overriding.override_values import Override, Position, amended
from gm.app.overriding.recomputing import Changed, Season, Step, new_season, recompute, season_of
from gm.app.play.decrees import decree_of
from gm.app.play.proofs import prove_again
from gm.app.ports import Transaction
from gm.app.records import (
    GameRecord,
    JournalEntry,
    OrderRecord,
    PhaseRecord,
    PhaseStatus,
)
from gm.app.services import Services
from gm.app.table import Table, family_of, game_view, rules_of, table_at
from gm.contract.facts import GameFacts
from gm.contract.seats import SeatId
from gm.errors import ImpossibleOrder, InputError
from gm.games.diplomacy.desk.overriding.overrides import override_of
from gm.games.diplomacy.desk.play.history import how_it_ended
from gm.games.diplomacy.language.mails import read_orders
from gm.games.diplomacy.language.pieces import read_power
from gm.games.diplomacy.pages.explaining.what_changed import (
    SeasonChange,
    SeasonFacts,
    season_change,
)
from gm.games.diplomacy.pages.facts.secrets import accounts_shown, payments_are_private
from gm.games.diplomacy.pages.wording.notation import order_text
from gm.games.diplomacy.pages.wording.phrases import phase_words
from gm.games.diplomacy.rules.curtain import Curtain
from gm.games.diplomacy.rules.diplomacy import DiplomacyRules
from gm.games.diplomacy.rules.orders import Conditional, Give, Pay, Receive
from gm.games.diplomacy.rules.phases import PhaseKind, sort_key
from gm.interpret.values import Verdict
from gm.languages import gettext, quoted
from gm.report.wording.plain import full_stop


@dataclass(frozen=True, slots=True)
class CorrectionWish:
    """What a GM wants changed in a phase that has been resolved.

    Args:
        orders: by the name of a power, orders of it in its own words, a line each; those to the
            same units and lists are replaced. No line at all takes all its orders back.
        overrides: what is done to the position, each as `override_of` reads it.
        outcomes: orders whose outcome is decided: text, then `succeeds` or `fails`.
    """

    orders: Mapping[str, Sequence[str]] = field(default_factory=dict)
    overrides: Sequence[Sequence[str]] = ()
    outcomes: Sequence[tuple[str, str]] = ()


@dataclass(frozen=True, slots=True)
class Correction:
    """What a correction makes different, or would.

    Args:
        game, phase: where.
        changes: what is changed itself, a sentence each; veiled: the same for those who may not
            read of somebody's payments and promises.
        seasons: every season that comes out otherwise, the first one first.
        lost: overrides of later phases that can be made no longer.
        open: the phase that is open then; "" if the game is over.
        done: it was made; else only looked at.
    """

    game: str
    phase: str
    changes: tuple[str, ...]
    veiled: tuple[str, ...]
    seasons: tuple[SeasonChange, ...]
    lost: tuple[str, ...]
    open: str
    done: bool = False

    def as_dict(self) -> dict[str, Any]:
        """Return it for JSON."""
        return {
            "game": self.game,
            "phase": self.phase,
            "changes": [*self.changes],
            "seasons": [change.as_dict() for change in self.seasons],
            "lost": [*self.lost],
            "open": self.open or None,
            "done": self.done,
        }


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
        rules = rules_of(services, game)
        table = table_at(services, transaction, game, phases[0])
        changed, words, veiled = _changed(services, transaction, table, wish)
        steps = recompute(transaction, game, family_of(services, game), rules, phases, changed)
        pairs = _pairs(transaction, table, phases, steps)
        found = Correction(
            game.name,
            phases[0].name,
            words,
            veiled,
            _changes(rules, pairs, Curtain((), private=False, open=True)),
            tuple(text for step in steps for text in step.lost),
            steps[-1].name if steps[-1].resolution is None else "",
        )
        if not sure:
            return found
        why = needed(reason)
        before = how_it_ended(transaction, game)
        opened = store_course(services, transaction, table, phases, steps, why, author)
        _note(services, transaction, game, found, why, author, opened)
        if steps[-1].resolution is not None:
            final = steps[-1].resolution
            tell_new_end(services, transaction, game, before, opened, final)
        _tell(services, transaction, game, found, why, opened, pairs)
        prove_again(services, transaction, game)
    return replace(found, done=True)


def _changed(
    services: Services, transaction: Transaction, table: Table, wish: CorrectionWish
) -> tuple[Changed, tuple[str, ...], tuple[str, ...]]:
    """Return what a wish changes, the same in sentences, and what everybody may read of them."""
    at = Position(table.rules, table.state)
    overrides: list[Override] = []
    for override in wish.overrides:
        overrides.append(override_of(at, override))
        at = Position(table.rules, amended(at, overrides[-1]))
    moved = replace(table, state=at.state)
    books: dict[SeatId, tuple[OrderRecord, ...]] = {}
    words = [entry.words for entry in overrides]
    veiled = [*words]
    for name, lines in wish.orders.items():
        power = read_power(name, table.rules.board)
        books[SeatId(power)], told = _book(services, transaction, moved, power, lines)
        words.append(told)
        secret = _is_secret(table, books[SeatId(power)])
        of = table.rules.board.powers[power].name
        veiled.append(f"The orders of {of} were changed." if secret else told)
    given = table.codec.drafts(transaction.active_orders(table.phase.id))
    given |= {seat: table.codec.drafts(book).get(seat, ()) for seat, book in books.items()}
    for text, word in wish.outcomes:
        overrides.append(decree_of(at, given, text, word))
        words.append(overrides[-1].words)
        veiled.append(overrides[-1].words)
    if not words:
        raise InputError(
            "Say what is to be changed: --order, --unit, --centre or another of them."
        )
    return Changed(books, tuple(overrides)), tuple(words), tuple(veiled)


def _is_secret(table: Table, book: Sequence[OrderRecord]) -> bool:
    """Tell whether orders are among them that not everybody may read, payments and promises."""
    kinds = (Conditional, Give, Pay, Receive)
    return any(
        isinstance(table.codec.load_order(order.order, order.seat), kinds) for order in book
    )


def _book(
    services: Services,
    transaction: Transaction,
    table: Table,
    power: SeatId,
    lines: Sequence[str],
) -> tuple[tuple[OrderRecord, ...], str]:
    """Return a power's orders with some of them changed, and that in a sentence."""
    standing = transaction.active_orders(table.phase.id, power)
    name = table.rules.board.powers[power].name
    if not any(line.strip() for line in lines):
        return (), f"All orders of {name} are taken back."
    read = read_orders(lines, context_for(table, power), strict=True)
    for line in read.lines:
        if line.verdict is not Verdict.ACCEPTED and line.problem is not None:
            raise ImpossibleOrder(f"{quoted(line.text)}: {line.problem.message}", line=line.number)
    if not read.orders:
        raise InputError(f"No order of {name} is in {' / '.join(lines)!r}.")
    now, kind = services.clock.now(), table.state.phase.kind
    board = table.rules.board_in(table.state)
    text = "; ".join(lines)
    new = tuple(
        OrderRecord(
            0,
            table.phase.id,
            power,
            0,
            key_of(order, kind),
            table.codec.dump(order),
            order_text(order, board),
            text,
            now,
        )
        for order in read.orders
    )
    keys = {order_record.key for order_record in new}
    kept = tuple(order_record for order_record in standing if order_record.key not in keys)
    told = "; ".join(order_record.canonical for order_record in new)
    gone = (
        "; ".join(order_record.canonical for order_record in standing if order_record.key in keys)
        or "nothing"
    )
    return (*kept, *new), f"The orders of {name} have {told} in place of {gone}."


_Pair = tuple[Season | None, Season | None]
"""A season as it was and as it is now."""


def _pairs(
    transaction: Transaction,
    table: Table,
    phases: Sequence[PhaseRecord],
    steps: Sequence[Step],
) -> tuple[_Pair, ...]:
    """Return each season that was resolved in either course, in the order of play."""
    results = {
        phase_record.name: (phase_record, transaction.result(phase_record.id))
        for phase_record in phases
    }
    old = {
        name: season_of(table.rules, table.codec, phase, result)
        for name, (phase, result) in results.items()
        if result is not None
    }
    new = {step.name: season for step in steps if (season := new_season(step)) is not None}
    both = {**old, **new}
    names = sorted(both, key=lambda name: sort_key(both[name].phase))
    return tuple((old.get(name), new.get(name)) for name in names)


def _changes(
    rules: DiplomacyRules,
    pairs: Sequence[_Pair],
    curtain: Curtain,
    game: GameFacts | None = None,
) -> tuple[SeasonChange, ...]:
    """Return the seasons that come out otherwise, as one reader may see them."""
    found: list[SeasonChange] = []
    for old, new in pairs:
        one = new or old
        if one is None:
            continue
        shown = None
        if game is not None:
            secret = one.phase.kind is PhaseKind.ADJUSTMENT and payments_are_private(game)
            curtain = replace(curtain, private=secret)
            shown = accounts_shown(game, curtain.readers, for_gm=curtain.open)
        change = season_change(_facts(rules, old), _facts(rules, new), curtain, shown)
        if change.lines:
            found.append(change)
    return tuple(found)


def _facts(rules: DiplomacyRules, season: Season | None) -> SeasonFacts | None:
    if season is None:
        return None
    made = season.resolution
    board, left = rules.board_in(season.before), rules.board_in(made.state)
    return SeasonFacts(season.phase, board, left, made.outcomes, made.events, made.state)


def _note(
    services: Services,
    transaction: Transaction,
    game: GameRecord,
    found: Correction,
    reason: str,
    author: str,
    applied: Applied,
) -> None:
    changes = " ".join(found.veiled)
    others = ", ".join(change.phase for change in found.seasons) or "nothing"
    text = f"The GM corrected {found.phase}. {changes} It changed {others}."
    numbers = [phase.number for phase in applied.phases if phase.status is PhaseStatus.RESOLVED]
    facts = {"phase": found.phase, "reason": reason, "numbers": numbers}
    transaction.add_journal(
        JournalEntry(
            0,
            game.id,
            services.clock.now(),
            "game corrected",
            author,
            text,
            public=True,
            data=json.dumps(facts),
        )
    )


def _tell(
    services: Services,
    transaction: Transaction,
    game: GameRecord,
    found: Correction,
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
    view = game_view(services, table)
    phase = table_at(services, transaction, now, applied.phases[0]).state.phase

    def write(reader: Reader) -> Words:
        words = phase_words(phase)
        curtain = Curtain(reader.powers, private=False, open=reader.for_gm)
        seasons = _changes(table.rules, pairs, curtain, view)
        lines = [
            gettext(
                "The GM has corrected {phase}, and all that followed from it has been computed "
                "again.",
                phase=words,
            ),
            *(found.changes if reader.for_gm else found.veiled),
            gettext("The GM's reason: {reason}", reason=full_stop(reason)),
        ]
        for change in seasons:
            lines.append(gettext("What is different in {phase}:", phase=change.phase))
            lines += change.lines
        if not seasons:
            lines.append(gettext("Nothing else comes out otherwise."))
        lines.append(end_words(game, applied))
        return gettext("{phase} has been corrected", phase=words), tuple(lines)

    number = last.number if applied.open is not None else transaction.next_number(game.id)
    tell_everybody(
        services,
        transaction,
        table,
        f"corrected {game.name} {applied.phases[0].number}",
        write,
        number=number,
        over=applied.open is None,
    )
