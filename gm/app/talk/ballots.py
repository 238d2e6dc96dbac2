"""Counting votes: what is put to the vote, who may vote, when a vote is won or lost, and how one stands.

A vote is about an end of the game. It is open until its phase is resolved. The newest word of each
power counts; ABSTAIN is neither yes nor no, and so keeps a vote from being won where all must agree.
Where votes are secret nothing here says who began one, or who said what, but to himself.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from gm.app.life_ports import TalkTransaction
from gm.app.life_records import Proposal
from gm.app.records import GameRecord, PhaseRecord
from gm.app.settings.game_settings import settings_of
from gm.app.settings.setting_kinds import Quorum
from gm.app.table import Table, survivors, voters
from gm.contract.events import Ending
from gm.contract.seats import SeatId
from gm.interpret.seat_names import SeatNames
from gm.languages import gettext, gettext_noop, listed
from gm.report.wording.sentence_parts import joined

YES: Final = "yes"
NO: Final = "no"
ABSTAIN: Final = "abstain"

CARRIED: Final = "carried"
FAILED: Final = "failed"
EXPIRED: Final = "expired"
WITHDRAWN: Final = "withdrawn"


@dataclass(frozen=True, slots=True)
class Count:
    """How a vote stands.

    Args:
        powers: who may vote. needed: how many of them must say yes.
        choices: what those said who said anything.
    """

    powers: tuple[SeatId, ...]
    needed: int
    choices: Mapping[SeatId, str]

    @property
    def is_won(self) -> bool:
        """Whether enough powers said yes."""
        return sum(choice == YES for choice in self.choices.values()) >= self.needed

    @property
    def is_lost(self) -> bool:
        """Whether so many said no that it cannot be won any more."""
        against = sum(choice == NO for choice in self.choices.values())
        return len(self.powers) - against < self.needed


def count(table: Table, proposal: Proposal) -> Count:
    """Count a vote among the powers that are in the game and played now.

    Whom a game is conceded to need not say yes to that, and may say no.
    """
    powers = voters(table)
    choices: dict[SeatId, str] = {}
    if Ending(proposal.kind) is Ending.CONCESSION:
        choices = dict.fromkeys(powers_of(proposal), YES)
    for vote in table.transaction.votes(proposal.id):
        choices[SeatId(vote.seat)] = vote.choice
    counted = {power: choices[power] for power in powers if power in choices}
    return Count(powers, _needed_of(table.game, len(powers)), counted)


def _needed_of(game: GameRecord, powers: int) -> int:
    """Return how many of so many powers must say yes; one at least."""
    match settings_of(game).quorum:
        case Quorum.ALL:
            needed = powers
        case Quorum.TWO_THIRDS:
            needed = -(-2 * powers // 3)
        case Quorum.MAJORITY:
            needed = powers // 2 + 1
    return max(needed, 1)


def powers_of(proposal: Proposal) -> tuple[SeatId, ...]:
    """Return who would share the game, or win it, in the order of reports."""
    return tuple(SeatId(power) for power in json.loads(proposal.powers))


def still_fits(table: Table, proposal: Proposal) -> bool:
    """Tell whether everybody whom a proposal names is still in the game."""
    return {*powers_of(proposal)} <= {*survivors(table)}


def open_votes(table: Table) -> tuple[Proposal, ...]:
    """Return what is being voted on in the open phase, oldest first."""
    return tuple(
        proposal
        for proposal in table.transaction.proposals(table.game.id)
        if not proposal.outcome and proposal.phase_id == table.phase.id
    )


def own_choice(transaction: TalkTransaction, proposal: Proposal, power: SeatId) -> str:
    """Return what a power said last; "" if nothing."""
    said = [vote.choice for vote in transaction.votes(proposal.id) if vote.seat == power]
    return said[-1] if said else ""


def proposal_words(names: SeatNames, proposal: Proposal) -> str:
    """Return what is put to the vote: `a draw between France and Italy`."""
    powers = listed(names.name(power) for power in powers_of(proposal))
    if Ending(proposal.kind) is Ending.DRAW:
        return gettext("a draw between {powers}", powers=powers)
    return gettext("conceding the game to {powers}", powers=powers)


def counted_words(names: SeatNames, proposal: Proposal) -> str:
    """Return in a sentence who counts as saying yes to a proposal; "" for nobody."""
    if Ending(proposal.kind) is not Ending.CONCESSION:
        return ""
    powers = listed(names.name(power) for power in powers_of(proposal))
    return gettext("{names} counts as a yes without saying so.", names=powers)


def quorum_words(game: GameRecord, powers: int) -> str:
    """Return in a sentence how many must say yes."""
    match settings_of(game).quorum:
        case Quorum.ALL:
            return gettext(
                "All {powers} powers that are still in the game and played must say yes.",
                powers=powers,
            )
        case Quorum.TWO_THIRDS:
            said = gettext_noop(
                "{needed} of the {powers} powers that are still in the game and played must say "
                "yes: two thirds."
            )
        case Quorum.MAJORITY:
            said = gettext_noop(
                "{needed} of the {powers} powers that are still in the game and played must say "
                "yes: more than half."
            )
    return gettext(said, needed=_needed_of(game, powers), powers=powers)


_OVER: Final = {
    CARRIED: gettext_noop("Vote {number}, {proposal}, was won."),
    FAILED: gettext_noop("Vote {number}, {proposal}, is over: it cannot be won any more."),
    EXPIRED: gettext_noop("Vote {number}, {proposal}, ended with its phase."),
    WITHDRAWN: gettext_noop("Vote {number}, {proposal}, was withdrawn."),
}
"""What became of a vote, by its outcome."""


def vote_standing(table: Table, proposal: Proposal, own_powers: Sequence[SeatId]) -> str:
    """Return how an open vote stands, as far as its reader may know."""
    names, number = table.names, proposal.number
    may_vote = [power for power in own_powers if power in voters(table)]
    said = {power: own_choice(table.transaction, proposal, power) for power in may_vote}
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
    lines = [words, f"{listed(yours)}." if yours else ""]
    if lacking:
        lines.append(
            gettext(
                "{powers} has not voted: VOTE YES {number}, VOTE NO {number}.",
                powers=lacking,
                number=number,
            )
        )
    if not settings_of(table.game).secret_votes:
        choices = count(table, proposal).choices
        others = [
            f"{names.name(power)} {choices[power]}" for power in choices if power not in own_powers
        ]
        if others:
            lines.append(gettext("The others so far: {choices}.", choices=listed(others)))
    return joined(lines)


def past_words(table: Table, proposal: Proposal) -> str:
    """Return what became of a vote that is over."""
    words = proposal_words(table.names, proposal)
    return gettext(_OVER[proposal.outcome], number=proposal.number, proposal=words)


def open_vote_words(table: Table, own_powers: Sequence[SeatId]) -> tuple[str, ...]:
    """Return for a player's mails how the open votes stand, a sentence or two on each."""
    return tuple(vote_standing(table, proposal, own_powers) for proposal in open_votes(table))


def vote_news(table: Table, phase: PhaseRecord) -> tuple[str, ...]:
    """Return for a season's report which votes of a phase ended without ending the game."""
    return tuple(
        past_words(table, proposal)
        for proposal in table.transaction.proposals(table.game.id)
        if proposal.phase_id == phase.id and proposal.outcome not in ("", CARRIED)
    )
