"""What is said of votes: that one has begun, that one is over, and how they stand.

Where votes are secret nothing here says who began one, or who said what, but to himself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from gm.app.life_records import Proposal
from gm.app.mail_out.post import queue
from gm.app.mail_out.readers import Words, each_once, gm_of, parcel, players
from gm.app.orders.sitting import Sitting
from gm.app.settings.game_settings import settings_of
from gm.app.table import Table, due_view, game_view, voters
from gm.app.talk.ballots import (
    CARRIED,
    EXPIRED,
    FAILED,
    WITHDRAWN,
    counted_words,
    open_votes,
    past_words,
    proposal_words,
    quorum_words,
    vote_standing,
)
from gm.contract.seats import SeatId
from gm.languages import gettext, gettext_noop, listed, speaking
from gm.mail.threads import in_phase
from gm.report import mails
from gm.report.views import MailText, NoticeView
from gm.report.wording.sentence_parts import joined


def tell_proposed(table: Table, proposal: Proposal, proposers: Sequence[SeatId]) -> None:
    """Tell the powers that may vote, and the GM, that a vote has begun; its proposers know."""
    key = f"vote {table.game.name} {proposal.number}"
    _tell(table, key, "begun", partial(_proposed, table, proposal, proposers))


def _proposed(table: Table, proposal: Proposal, proposers: Sequence[SeatId]) -> Words:
    words, number = proposal_words(table.names, proposal), proposal.number
    secret, by = settings_of(table.game).secret_votes, ""
    if not secret:
        by = gettext(
            "{powers} proposed it.",
            powers=listed(table.names.name(power) for power in proposers),
        )
    paragraphs = (
        joined(
            (
                gettext("Vote {number}: {proposal}.", number=number, proposal=words),
                by,
                quorum_words(table.game, len(voters(table))),
                counted_words(table.names, proposal),
            )
        ),
        (
            gettext(
                "To vote, reply with one of these lines: VOTE YES {number}, VOTE NO "
                "{number} or VOTE ABSTAIN {number}. Whoever says nothing has not said yes.",
                number=number,
            )
        ),
        (
            joined(
                (
                    gettext(
                        "The vote ends when {phase} is resolved; until then your newest word "
                        "counts.",
                        phase=table.stage_words(),
                    ),
                    gettext(_KEPT if secret else _SHOWN),
                )
            )
        ),
    )
    return gettext("Vote {number} begun", number=number), paragraphs


_TITLES = {
    CARRIED: gettext_noop("Vote {number} carried"),
    FAILED: gettext_noop("Vote {number} failed"),
    EXPIRED: gettext_noop("Vote {number} expired"),
    WITHDRAWN: gettext_noop("Vote {number} withdrawn"),
}
_KEPT = gettext_noop("Nobody is told who said what.")
_SHOWN = gettext_noop("Who said what may be read by all: VOTES shows it.")


def tell_settled(table: Table, proposal: Proposal, outcome: str) -> None:
    """Tell the powers that may vote, and the GM, that a vote is over and the game goes on."""
    key = f"vote {table.game.name} {proposal.number}"
    ended = replace(proposal, outcome=outcome)
    _tell(table, key, outcome, partial(_settled, table, ended))


def _settled(table: Table, proposal: Proposal) -> Words:
    paragraphs = (joined((past_words(table, proposal), gettext("The game goes on."))),)
    return gettext(_TITLES[proposal.outcome], number=proposal.number), paragraphs


def _tell(table: Table, key: str, what: str, words: Callable[[], Words]) -> None:
    services = table.services
    game, number = table.game, table.phase.number

    def text(zone: str) -> MailText:
        view = NoticeView(
            *words(),
            game=game_view(table),
            stage=table.stage,
            zone=zone,
            due=due_view(table, {}),
            now=services.clock.now(),
        )
        return mails.notice(view)

    may_vote, stem = {*voters(table)}, f"{key} {what}"
    voting = (player for player in players(table) if may_vote & {*player.powers})
    for reader in each_once((*voting, gm_of(table.transaction, game))):
        with speaking(reader.language):
            mail = parcel(table, reader, stem, number, text(reader.zone))
        thread = in_phase(services.identity.host, game.name, number, reader.label)
        queue(
            services, table.transaction, replace(mail, kind=stem.replace(" ", "-"), thread=thread)
        )


def votes_page(sittings: Sequence[Sitting], _asked: str) -> MailText:
    """Write the answer to VOTES: what is being voted on, what was, and what one has said oneself."""
    first = sittings[0]
    table, transaction, services = first.table, first.transaction, first.services
    powers = table.seats_of(first.letter.person)
    past = [proposal for proposal in transaction.proposals(table.game.id) if proposal.outcome]
    lines = [
        *(vote_standing(table, proposal, powers) for proposal in open_votes(table)),
        *(past_words(table, proposal) for proposal in reversed(past)),
    ]
    view = NoticeView(
        gettext("Votes"),
        (
            *(lines or (gettext("Nothing has been put to the vote."),)),
            joined(
                (
                    gettext(
                        "VOTE DRAW proposes a draw, VOTE CONCEDE TO and a power's name concedes "
                        "the game to it."
                    ),
                    quorum_words(table.game, len(voters(table))),
                )
            ),
        ),
        game=game_view(table),
        stage=table.stage,
        zone=first.letter.person.time_zone,
        now=services.clock.now(),
    )
    return mails.notice(view)
