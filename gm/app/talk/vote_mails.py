"""What is said of votes: that one has begun, that one is over, and how they stand.

Where votes are secret nothing here says who began one, or who said what, but to himself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gm.app.life_records import Proposal
from gm.app.mail_out.post import Parcel, queue
from gm.app.mail_records import GM_SEAT
from gm.app.orders.hands import hands
from gm.app.orders.receipts import Sitting
from gm.app.play.survivors import voters
from gm.app.ports import Transaction
from gm.app.services import Services
from gm.app.setup.game_settings import settings_of
from gm.app.table import Table, due_view, game_view
from gm.app.talk.ballots import (
    counted_words,
    open_votes,
    proposal_words,
    quorum_words,
)
from gm.app.talk.vote_words import OVER, past_words, vote_standing
from gm.mail.compose import Purpose
from gm.mail.threads import in_phase
from gm.report import mails
from gm.report.views import MailText, NoticeView
from gm.report.wording.phrases import first_upper, listed, phase_words
from gm.rules.board import PowerId


def tell_proposed(
    services: Services,
    transaction: Transaction,
    table: Table,
    proposal: Proposal,
    proposers: Sequence[PowerId],
) -> None:
    """Tell the powers that may vote, and the GM, that a vote has begun; its proposers know."""
    words, number = proposal_words(table.rules.board, proposal), proposal.number
    by = ""
    if not settings_of(table.game).secret_votes:
        by = f" {listed(table.rules.board.powers[one].name for one in proposers)} proposed it."
    secret = settings_of(table.game).secret_votes
    paragraphs = (
        (
            f"Vote {number}: {words}.{by} {quorum_words(table.game, len(voters(table)))}"
            f"{counted_words(table.rules.board, proposal)}"
        ),
        (
            f"To vote, reply with one of these lines: VOTE YES {number}, VOTE NO {number} or VOTE "
            f"ABSTAIN {number}. Whoever says nothing has not said yes."
        ),
        (
            f"The vote ends when {phase_words(table.state.phase)} is resolved; until then your newest "
            f"word counts. {_KEPT if secret else _SHOWN}"
        ),
    )
    _tell(services, transaction, table, f"vote {table.game.name} {number}", "begun", paragraphs)


_KEPT = "Nobody is told who said what."
_SHOWN = "Who said what may be read by all: VOTES shows it."


def tell_settled(
    services: Services, transaction: Transaction, table: Table, proposal: Proposal, outcome: str
) -> None:
    """Tell the powers that may vote, and the GM, that a vote is over and the game goes on."""
    words = proposal_words(table.rules.board, proposal)
    paragraphs = (f"Vote {proposal.number}, {words}, {OVER[outcome]}. The game goes on.",)
    key = f"vote {table.game.name} {proposal.number}"
    _tell(services, transaction, table, key, outcome, paragraphs)


def _tell(
    services: Services,
    transaction: Transaction,
    table: Table,
    key: str,
    what: str,
    paragraphs: tuple[str, ...],
) -> None:
    game, number = table.game, table.phase.number
    view = NoticeView(
        f"{first_upper(' '.join(key.split()[::2]))} {what}",
        paragraphs,
        game=game_view(services, table),
        phase=table.state.phase,
        due=due_view(table, {}),
        now=services.clock.now(),
    )
    may_vote = {*voters(table)}
    parcel = Parcel(
        key="",
        kind=f"{key} {what}".replace(" ", "-"),
        label="",
        address="",
        text=mails.notice(view),
        purpose=Purpose.NEWS,
        number=number,
        game=game,
    )
    for hand in hands(table):
        if not may_vote & {*hand.powers}:
            continue
        who, label = hand.person, hand.label
        own = replace(
            parcel,
            key=f"{key} {what} {label}",
            label=label,
            address=who.address,
            name=who.name,
            text=mails.notice(replace(view, zone=who.time_zone)),
            thread=in_phase(services.identity.host, game.name, number, label),
            seat=hand.powers[0],
            person_id=who.id,
        )
        queue(services, transaction, own)
    for_gm = replace(
        parcel,
        key=f"{key} {what} {GM_SEAT}",
        label=GM_SEAT,
        address=game.gm_address,
        name=game.gm_name,
        text=mails.notice(replace(view, zone=game.time_zone)),
        thread=in_phase(services.identity.host, game.name, number, GM_SEAT),
        seat=GM_SEAT,
    )
    queue(services, transaction, for_gm)


def votes_page(sittings: Sequence[Sitting], _asked: str) -> MailText:
    """Write the answer to VOTES: what is being voted on, what was, and what one has said oneself."""
    first = sittings[0]
    table, transaction, services = first.table, first.transaction, first.services
    own = table.seats_of(first.letter.person)
    past = [one for one in transaction.proposals(table.game.id) if one.outcome]
    lines = [
        *(vote_standing(transaction, table, one, own) for one in open_votes(transaction, table)),
        *(past_words(table, one) for one in reversed(past)),
    ]
    view = NoticeView(
        "Votes",
        (
            *(lines or ("Nothing has been put to the vote.",)),
            (
                "VOTE DRAW proposes a draw, VOTE CONCEDE TO and a power's name concedes the game to "
                f"it. {quorum_words(table.game, len(voters(table)))}"
            ),
        ),
        game=game_view(services, table),
        phase=table.state.phase,
        zone=first.letter.person.time_zone,
        now=services.clock.now(),
    )
    return mails.notice(view)
