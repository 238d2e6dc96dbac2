"""How votes stand, in sentences: for VOTES, for reminders and for a season's report.

Where votes are secret nothing here says who began one, or who said what, but to himself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gm.app.life_records import Proposal
from gm.app.play.survivors import voters
from gm.app.ports import Transaction
from gm.app.records import PhaseRecord
from gm.app.setup.game_settings import settings_of
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
from gm.report.wording.phrases import listed
from gm.rules.board import PowerId

OVER: Final = {
    CARRIED: "was won",
    FAILED: "is over: it cannot be won any more",
    EXPIRED: "ended with its phase",
    WITHDRAWN: "was withdrawn",
}
"""What became of a vote, by its outcome."""


def vote_standing(
    transaction: Transaction, table: Table, proposal: Proposal, own: Sequence[PowerId]
) -> str:
    """Return how an open vote stands, as far as its reader may know."""
    board, number = table.rules.board, proposal.number
    may_vote = [one for one in own if one in voters(table)]
    said = {one: own_choice(transaction, proposal, one) for one in may_vote}
    yours = [f"{board.powers[one].name} says {said[one].upper()}" for one in may_vote if said[one]]
    lacking = listed(board.powers[one].name for one in may_vote if not said[one])
    words = f"Vote {number} is open: {proposal_words(board, proposal)}."
    words += f" {listed(yours)}." if yours else ""
    if lacking:
        words += f" {lacking} has not voted: VOTE YES {number}, VOTE NO {number}."
    if not settings_of(table.game).secret_votes:
        choices = count(transaction, table, proposal).choices
        others = [f"{board.powers[one].name} {choices[one]}" for one in choices if one not in own]
        words += f" The others so far: {listed(others)}." if others else ""
    return words


def past_words(table: Table, proposal: Proposal) -> str:
    """Return what became of a vote that is over."""
    words = proposal_words(table.rules.board, proposal)
    return f"Vote {proposal.number}, {words}, {OVER[proposal.outcome]}."


def open_vote_words(
    transaction: Transaction, table: Table, own: Sequence[PowerId]
) -> tuple[str, ...]:
    """Return for a player's mails how the open votes stand, a sentence or two on each."""
    return tuple(
        vote_standing(transaction, table, one, own) for one in open_votes(transaction, table)
    )


def vote_news(transaction: Transaction, table: Table, phase: PhaseRecord) -> tuple[str, ...]:
    """Return for a season's report which votes of a phase ended without ending the game."""
    return tuple(
        past_words(table, one)
        for one in transaction.proposals(table.game.id)
        if one.phase_id == phase.id and one.outcome not in ("", CARRIED)
    )
