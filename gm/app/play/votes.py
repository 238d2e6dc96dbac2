"""VOTE: powers propose an end of the game, and say yes or no to one.

A vote that is won ends the game at once; one that can no longer be won is over at once; any other
ends with its phase. Who said what is told to nobody where votes are secret.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from typing import Final

from gm.app.journal import note
from gm.app.life_records import Proposal, Vote
from gm.app.orders.sitting import Sitting
from gm.app.play.endings import close_game
from gm.app.records import GameRecord, JournalKind, PhaseStatus
from gm.app.settings.game_settings import settings_of
from gm.app.settings.setting_kinds import DrawSharing
from gm.app.table import Table, is_out, survivors, voters
from gm.app.talk.ballots import (
    ABSTAIN,
    CARRIED,
    EXPIRED,
    FAILED,
    NO,
    WITHDRAWN,
    YES,
    Count,
    count,
    open_votes,
    own_choice,
    past_words,
    powers_of,
    proposal_words,
    still_fits,
)
from gm.app.talk.vote_mails import tell_proposed, tell_settled
from gm.contract.events import BY_VOTE, Ending, GameEnded
from gm.contract.seats import SeatId
from gm.errors import InputError, NotAllowed, Refused
from gm.interpret.press_blocks import Addressees, addressees
from gm.languages import ENGLISH, gettext, listed, ngettext, speaking
from gm.report.wording.sentence_parts import first_upper, joined

MOST_PROPOSALS = 3
"""Votes that a power may begin in one phase."""

_BALLOT = re.compile(r"(draw|conce\w*|yes|no|abstain|withdraw)\b[\s:,]*(.*)", re.I | re.S)
_NUMBER = re.compile(r"(?:on\s+|vote\s+|number\s+)?#?(\d{1,6})", re.I)
_WORDS = re.compile(r"(?:between|by|of|for|to|among)\b\s*", re.I)


_FEWEST: Final = 2
"""Fewer players cannot agree on anything: where seats are empty one alone would end a game."""


@dataclass(frozen=True, slots=True)
class _Wish:
    """What a line asks for: to begin or support a vote, or a word on one by its number."""

    kind: Ending | None = None
    names: str = ""
    choice: str = ""
    number: int | None = None


def vote(sitting: Sitting, rest: str) -> tuple[str, ...]:
    """Carry out a line VOTE for the powers that it is for, and say what came of it."""
    table = sitting.table
    if table.phase.status is PhaseStatus.PROOF:
        raise NotAllowed(
            gettext("The phase is closed, and its results are on their way: vote in the next.")
        )
    wish = _read(rest)
    own_powers = tuple(
        power for power in (sitting.meant or (sitting.power,)) if power in voters(table)
    )
    if not own_powers:
        raise NotAllowed(gettext("Only powers that are still in the game vote."))
    if len({player.id for power in voters(table) if (player := table.player(power))}) < _FEWEST:
        raise NotAllowed(
            gettext("You alone play in this game now; its GM can end it: write to him.")
        )
    if wish.kind is not None:
        return _propose(sitting, own_powers, wish)
    proposal = _which(table, wish)
    if wish.choice == WITHDRAWN:
        return _withdraw(sitting, own_powers, proposal)
    return _say(sitting, own_powers, proposal, wish.choice)


def _read(rest: str) -> _Wish:
    ballot = _BALLOT.fullmatch(rest.strip().rstrip(".!"))
    if ballot is None:
        raise InputError(
            gettext("Write VOTE DRAW, VOTE CONCEDE TO and a power, VOTE YES or VOTE NO.")
        )
    word, more = ballot[1].casefold(), _WORDS.sub("", ballot[2].strip(), count=1).strip()
    if word == "draw":
        return _Wish(Ending.DRAW, more)
    if word.startswith("conce"):
        return _Wish(Ending.CONCESSION, more)
    choice = {"yes": YES, "no": NO, "abstain": ABSTAIN, "withdraw": WITHDRAWN}[word]
    number = _NUMBER.fullmatch(ballot[2].strip())
    if more and number is None:
        raise InputError(
            gettext(
                "Write VOTE {choice} and the vote's number, not “{text}”.",
                choice=word.upper(),
                text=more,
            )
        )
    return _Wish(choice=choice, number=int(number[1]) if number else None)


def _which(table: Table, wish: _Wish) -> Proposal:
    """Return the vote that a line is about; Refused if that is none, or may be several."""
    proposals = open_votes(table)
    if wish.number is not None:
        proposals = tuple(proposal for proposal in proposals if proposal.number == wish.number)
        every = table.transaction.proposals(table.game.id)
        past = [
            proposal for proposal in every if proposal.number == wish.number and proposal.outcome
        ]
        if past:
            raise Refused(past_words(table, past[0]))
    if not proposals:
        none = gettext("There is no vote open now.")
        if wish.number is not None:
            none = gettext("There is no vote {number} open now.", number=wish.number)
        ways = gettext("VOTES shows what there is; VOTE DRAW begins one.")
        raise Refused(f"{none} {ways}")
    if len(proposals) > 1:
        names = table.names
        numbers = "; ".join(
            gettext(
                "{number} is {proposal}",
                number=proposal.number,
                proposal=proposal_words(names, proposal),
            )
            for proposal in proposals
        )
        raise Refused(gettext("Several votes are open, so say which: {numbers}.", numbers=numbers))
    return proposals[0]


def _propose(sitting: Sitting, own_powers: tuple[SeatId, ...], wish: _Wish) -> tuple[str, ...]:
    table, transaction = sitting.table, sitting.transaction
    powers = _wanted(table, wish)
    kind, wanted = wish.kind or Ending.DRAW, json.dumps([*powers])
    same = (
        open_proposal for open_proposal in open_votes(table) if open_proposal.kind == kind.value
    )
    known = next((open_proposal for open_proposal in same if open_proposal.powers == wanted), None)
    if known is not None:
        return _say(sitting, own_powers, known, YES)
    if kind is Ending.CONCESSION and {*own_powers} <= {*powers}:
        raise InputError(
            gettext("A game can be conceded to another only. VOTE DRAW proposes a draw.")
        )
    game, now, every = table.game, sitting.services.clock.now(), transaction.proposals
    begun = [
        open_proposal
        for open_proposal in every(game.id)
        if open_proposal.seat in own_powers and open_proposal.phase_id == table.phase.id
    ]
    if len(begun) >= MOST_PROPOSALS:
        raise NotAllowed(
            ngettext(
                "You have begun {count} vote in this phase already.",
                "You have begun {count} votes in this phase already.",
                len(begun),
                count=len(begun),
            )
        )
    number = 1 + max((open_proposal.number for open_proposal in every(game.id)), default=0)
    proposal = transaction.add_proposal(
        Proposal(0, game.id, table.phase.id, number, kind.value, wanted, own_powers[0], now)
    )
    author = "players" if settings_of(game).secret_votes else own_powers[0]
    with speaking(ENGLISH):  # as all of the journal
        text = f"Vote {number} was begun: {proposal_words(table.names, proposal)}."
    told_as = JournalKind.VOTE_BEGUN
    note(transaction, now, told_as, text, game_id=game.id, author=author, public=True)
    words = proposal_words(table.names, proposal)
    sentence = _cast(sitting, own_powers, proposal, YES)
    settled = _settle(sitting, proposal)
    if not settled:
        tell_proposed(table, proposal, own_powers)
        settled = (
            joined((_who_is_told(game), gettext("The vote is open until the phase is resolved."))),
        )
    begins = gettext("Vote {number} has begun: {proposal}.", number=number, proposal=words)
    return (joined((begins, sentence)), *settled)


def _who_is_told(game: GameRecord) -> str:
    if settings_of(game).secret_votes:
        return gettext("The other powers are told, and not by whom it was proposed.")
    return gettext("The other powers are told.")


def _wanted(table: Table, wish: _Wish) -> tuple[SeatId, ...]:
    """Return who would share the game, or win it, in the order of reports."""
    settings, named = settings_of(table.game), addressees(table.names, wish.names)
    if named.unknown or named.gm or named.but:
        word = named.unknown[0].word if named.unknown else wish.names
        no_power = gettext("“{word}” is no power of this game.", word=word)
        raise InputError(joined((no_power, _like(table, named))))
    everybody = survivors(table)
    if wish.kind is Ending.CONCESSION:
        if not settings.concessions:
            raise Refused(
                gettext("In {game} the game is not conceded by vote.", game=table.game.name)
            )
        if len(named.powers) != 1:
            raise InputError(gettext("Say to which one power: VOTE CONCEDE TO and its name."))
        _must_be_played(table, named.powers[0])
        return named.powers
    if settings.draws is DrawSharing.NONE:
        raise Refused(gettext("In {game} there are no draws by vote.", game=table.game.name))
    wanted = everybody if named.everybody else named.powers
    for power in wanted:
        _must_be_in(table, power)
    wanted = tuple(power for power in table.names.ids if power in wanted)
    if len(wanted) < 2:
        raise InputError(gettext("A draw is shared by two powers at least."))
    if settings.draws is DrawSharing.SURVIVORS and wanted != everybody:
        raise Refused(
            gettext(
                "In {game} a draw is shared by all powers still in the game: VOTE DRAW "
                "without names.",
                game=table.game.name,
            )
        )
    return wanted


def _like(table: Table, named: Addressees) -> str:
    near = [power for unknown in named.unknown for power in unknown.like]
    names = listed((table.names.name(power) for power in near), "or")
    return gettext("Did you mean {names}?", names=names) if names else ""


def _must_be_in(table: Table, power: SeatId) -> None:
    if is_out(table, power):
        name = table.names.name(power)
        raise NotAllowed(gettext("{name} is out of the game and cannot share its end.", name=name))


def _must_be_played(table: Table, power: SeatId) -> None:
    _must_be_in(table, power)
    if table.player(power) is None:
        name = table.names.name(power)
        raise NotAllowed(
            gettext("{name} has no player now, so the game cannot be conceded to it.", name=name)
        )


def _say(
    sitting: Sitting, own_powers: tuple[SeatId, ...], proposal: Proposal, choice: str
) -> tuple[str, ...]:
    words = proposal_words(sitting.table.names, proposal)
    sentence = _cast(sitting, own_powers, proposal, choice)
    vote = gettext("Vote {number}, {proposal}:", number=proposal.number, proposal=words)
    return (joined((vote, sentence)), *_settle(sitting, proposal))


def _cast(
    sitting: Sitting, own_powers: tuple[SeatId, ...], proposal: Proposal, choice: str
) -> str:
    """Store what powers say, each if it said something else before; return that in a sentence."""
    transaction, table, now = sitting.transaction, sitting.table, sitting.services.clock.now()
    mail = sitting.letter.mail.id
    fresh = [
        power_id
        for power_id in own_powers
        if own_choice(transaction, proposal, power_id) != choice
    ]
    for power in fresh:
        transaction.add_vote(Vote(0, proposal.id, power, choice, now, mail))
    if fresh:
        secret = settings_of(table.game).secret_votes
        author = "players" if secret else fresh[0]
        with speaking(ENGLISH):  # as all of the journal
            came = f"Votes on {proposal.number} came in."
            text = came if secret else _noted(table, fresh, choice)
        kind, open_ = JournalKind.VOTE_CAST, not secret
        note(transaction, now, kind, text, game_id=table.game.id, author=author, public=open_)
    names = listed(table.names.name(power) for power in own_powers)
    if fresh:
        return ngettext(
            "{powers} says {choice}.",
            "{powers} say {choice}.",
            len(own_powers),
            powers=names,
            choice=choice.upper(),
        )
    return ngettext(
        "{powers} says already {choice}.",
        "{powers} say already {choice}.",
        len(own_powers),
        powers=names,
        choice=choice.upper(),
    )


def _noted(table: Table, powers: list[SeatId], choice: str) -> str:
    names = listed(table.names.name(power) for power in powers)
    return f"{names}: {choice}."


def _withdraw(
    sitting: Sitting, own_powers: tuple[SeatId, ...], proposal: Proposal
) -> tuple[str, ...]:
    if proposal.seat not in own_powers:
        raise NotAllowed(
            gettext(
                "Only who began vote {number} can withdraw it. To take your own word back: "
                "VOTE NO {number}, or VOTE ABSTAIN {number}.",
                number=proposal.number,
            )
        )
    _close(sitting.table, proposal, WITHDRAWN)
    tell_settled(sitting.table, proposal, WITHDRAWN)
    return (
        gettext("Vote {number} is withdrawn, and the others are told.", number=proposal.number),
    )


def _settle(sitting: Sitting, proposal: Proposal) -> tuple[str, ...]:
    """End the game by a vote that is won, or a vote that is lost; () while it is open."""
    table = sitting.table
    votes = count(table, proposal)
    if votes.is_won and still_fits(table, proposal):
        _close(table, proposal, CARRIED)
        ended = GameEnded(
            Ending(proposal.kind), powers_of(proposal), BY_VOTE, _reason(table, votes)
        )
        expire_votes(table)
        close_game(table, ended)
        return (gettext("The vote is won, and the game is over: a mail to everybody says how."),)
    if votes.is_lost:
        _close(table, proposal, FAILED)
        tell_settled(table, proposal, FAILED)
        return (
            gettext("With that it cannot be won any more, so it is over; the others are told."),
        )
    return ()


def _reason(table: Table, votes: Count) -> str:
    """Return the public record of a vote: who said what, if that is no secret."""
    if settings_of(table.game).secret_votes:
        return "the players agreed to it by a secret vote"
    names = table.names
    parts = []
    for choice in (YES, NO, ABSTAIN):
        said = listed(
            names.name(power) for power in votes.powers if votes.choices.get(power) == choice
        )
        parts += [f"{choice}: {said}"] if said else []
    silent = listed(
        names.name(power_id) for power_id in votes.powers if power_id not in votes.choices
    )
    parts += [f"did not vote: {silent}"] if silent else []
    return first_upper("; ".join(parts))


def _close(table: Table, proposal: Proposal, outcome: str) -> None:
    now = table.services.clock.now()
    table.transaction.save_proposal(replace(proposal, settled_at=now, outcome=outcome))
    with speaking(ENGLISH):  # as all of the journal
        words = proposal_words(table.names, proposal)
        text = f"Vote {proposal.number}, {words}: {outcome}."
    kind, game_id = JournalKind.VOTE_SETTLED, table.game.id
    note(table.transaction, now, kind, text, game_id=game_id, public=True)


def expire_votes(table: Table) -> None:
    """Settle the votes that nobody has won when their phase is over, or was rolled back."""
    for proposal in table.transaction.proposals(table.game.id):
        if not proposal.outcome:
            _close(table, proposal, EXPIRED)
