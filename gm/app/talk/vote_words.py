"""How votes stand, in sentences: for VOTES, for reminders and for a season's report.

Where votes are secret nothing here says who began one, or who said what, but to himself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gm.app.history.survivors import voters
from gm.app.life_records import Proposal
from gm.app.ports import Transaction
from gm.app.records import PhaseRecord
from gm.app.settings.game_settings import settings_of
from gm.app.table import Table
from gm.app.talk.ballots import (
    CARRIED,
    EXPIRED,
    FAILED,
    WITHDRAWN,
    count,
    open_votes,
    own_choice,
    proposal_words,
)
from gm.contract.seats import SeatId
from gm.languages import gettext, gettext_noop, listed
from gm.report.wording.plain import joined

_OVER: Final = {
    CARRIED: gettext_noop("Vote {number}, {proposal}, was won."),
    FAILED: gettext_noop("Vote {number}, {proposal}, is over: it cannot be won any more."),
    EXPIRED: gettext_noop("Vote {number}, {proposal}, ended with its phase."),
    WITHDRAWN: gettext_noop("Vote {number}, {proposal}, was withdrawn."),
}
"""What became of a vote, by its outcome."""


def vote_standing(
    transaction: Transaction, table: Table, proposal: Proposal, own: Sequence[SeatId]
) -> str:
    """Return how an open vote stands, as far as its reader may know."""
    names, number = table.names, proposal.number
    may_vote = [power for power in own if power in voters(table)]
    said = {power: own_choice(transaction, proposal, power) for power in may_vote}
    yours = [
        gettext("{power} says {choice}", power=names.name(power), choice=said[power].upper())
        for power in may_vote
        if said[power]
    ]
    lacking = listed(names.name(power) for power in may_vote if not said[power])
    words = gettext(
        "Vote {number} is open: {proposal}.",
        number=number,
        proposal=proposal_words(names, proposal),
    )
    told = [words, f"{listed(yours)}." if yours else ""]
    if lacking:
        told.append(
            gettext(
                "{powers} has not voted: VOTE YES {number}, VOTE NO {number}.",
                powers=lacking,
                number=number,
            )
        )
    if not settings_of(table.game).secret_votes:
        choices = count(transaction, table, proposal).choices
        others = [f"{names.name(power)} {choices[power]}" for power in choices if power not in own]
        if others:
            told.append(gettext("The others so far: {choices}.", choices=listed(others)))
    return joined(told)


def past_words(table: Table, proposal: Proposal) -> str:
    """Return what became of a vote that is over."""
    words = proposal_words(table.names, proposal)
    return gettext(_OVER[proposal.outcome], number=proposal.number, proposal=words)


def open_vote_words(
    transaction: Transaction, table: Table, own: Sequence[SeatId]
) -> tuple[str, ...]:
    """Return for a player's mails how the open votes stand, a sentence or two on each."""
    return tuple(
        vote_standing(transaction, table, proposal, own)
        for proposal in open_votes(transaction, table)
    )


def vote_news(transaction: Transaction, table: Table, phase: PhaseRecord) -> tuple[str, ...]:
    """Return for a season's report which votes of a phase ended without ending the game."""
    return tuple(
        past_words(table, proposal)
        for proposal in transaction.proposals(table.game.id)
        if proposal.phase_id == phase.id and proposal.outcome not in ("", CARRIED)
    )
