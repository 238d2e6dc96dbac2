"""The amendments of a phase: the GM's overrides as they are stored, and what they come to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, TypeVar

from gm.app.codec import Codec
from gm.app.life_ports import RulingTransaction
from gm.app.life_records import Amendment
from gm.app.records import PhaseRecord
from gm.app.services import Services
from gm.contract.corrections import Corrections, Override
from gm.contract.events import Event
from gm.contract.game import Game
from gm.contract.rules import Position, Rules
from gm.errors import NotAllowed
from gm.languages import gettext
from gm.report.wording.sentence_parts import full_stop, joined

# A game's own type of positions.
S = TypeVar("S")


def store_amendment(
    services: Services,
    transaction: RulingTransaction,
    codec: Codec[Any, Any],
    phase: PhaseRecord,
    override: Override,
    reason: str,
    public: bool,
    author: str,
) -> Amendment:
    """Store an override as an amendment of a phase, behind those that are there."""
    sequence = 1 + max(
        (amendment.sequence for amendment in transaction.amendments(phase.id)), default=0
    )
    return transaction.add_amendment(
        Amendment(
            0,
            phase.game_id,
            phase.id,
            sequence,
            override.kind,
            codec.dump(override.events),
            override.words,
            reason,
            author,
            services.clock.now(),
            public,
        )
    )


def standing_amendments(transaction: RulingTransaction, phase_id: int) -> tuple[Amendment, ...]:
    """Return the overrides of a phase that stand, in their order."""
    amendments = transaction.amendments(phase_id)
    return tuple(
        sorted(
            (amendment for amendment in amendments if amendment.taken_back_at is None),
            key=_sequence,
        )
    )


def _sequence(amendment: Amendment) -> int:
    return amendment.sequence


def facts_of(codec: Codec[Any, Any], amendments: Iterable[Amendment]) -> tuple[Event, ...]:
    """Return the facts of some overrides, in their order."""
    return tuple(
        event for amendment in amendments for event in codec.load_events(amendment.events)
    )


def with_amendments(
    transaction: RulingTransaction,
    rules: Rules[S, Any],
    codec: Codec[S, Any],
    phase_id: int,
    opened_with: S,
) -> S:
    """Return the position a phase is played with, from the one it was opened with."""
    return rules.replay(opened_with, facts_of(codec, standing_amendments(transaction, phase_id)))


def public_notes(transaction: RulingTransaction, phase: PhaseRecord) -> tuple[str, ...]:
    """Return what the report of a phase tells of the GM's overrides in it, a sentence or two each."""
    return tuple(
        joined(
            (
                full_stop(amendment.words),
                gettext("The GM's reason: {reason}", reason=full_stop(amendment.reason)),
            )
        )
        for amendment in standing_amendments(transaction, phase.id)
        if amendment.public
    )


def copy_amendments(
    transaction: RulingTransaction, amendments: Iterable[Amendment], phase: PhaseRecord
) -> None:
    """Store overrides again, for the phase that takes the place of theirs."""
    for amendment in amendments:
        transaction.add_amendment(replace(amendment, id=0, phase_id=phase.id))


def corrections_of(family: Game[S, Any]) -> Corrections[S]:
    """Return how games of a family are corrected; NotAllowed if only their orders can be."""
    if family.corrections is None:
        raise NotAllowed(
            "Nothing but orders can be corrected in this game: gm order set, gm correct --order."
        )
    return family.corrections


def amended(at: Position[S], override: Override) -> S:
    """Return the position after an override; NotAllowed says why it could not stand."""
    try:
        return at.rules.amend(at.state, override.events)
    except ValueError as fault:
        raise NotAllowed(f"That position could not stand: {fault}.") from fault
