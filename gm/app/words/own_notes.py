"""What a player should know of his power beside its orders: his words and votes."""

from __future__ import annotations

from collections.abc import Iterator

from gm.app.life_records import Word
from gm.app.orders.sitting import Sitting
from gm.app.talk.ballots import open_votes, own_choice, proposal_words
from gm.app.timing.marks import standing_marks
from gm.languages import gettext, gettext_noop, pgettext

_SAID = {
    Word.WAIT: gettext_noop(
        "You have said WAIT: the phase stays open until its deadline. NOWAIT takes it back."
    ),
    Word.FINAL: gettext_noop(
        "You have said FINAL: nothing more will come from you. NOFINAL takes it back."
    ),
}


def own_notes(sitting: Sitting) -> tuple[str, ...]:
    """Return as sentences what stands of a power in the open phase beside its orders."""
    return (*_marks(sitting), *_votes(sitting))


def _marks(sitting: Sitting) -> Iterator[str]:
    for mark in standing_marks(sitting.transaction, sitting.table.phase.id):
        if mark.seat == sitting.power and mark.word in _SAID:
            yield gettext(_SAID[mark.word])


def _votes(sitting: Sitting) -> Iterator[str]:
    table = sitting.table
    for proposal in open_votes(sitting.transaction, table):
        said = own_choice(sitting.transaction, proposal, sitting.power)
        what = proposal_words(table.names, proposal)
        told = gettext_noop(
            "Vote {number}, on {what}, is open until the phase ends; you voted {said}."
        )
        if not said:
            told = gettext_noop(
                "Vote {number}, on {what}, is open until the phase ends; you have not voted."
            )
        yield gettext(told, number=proposal.number, what=what, said=_choice_words(said))


def _choice_words(choice: str) -> str:
    """Return what was voted, as it is said in a sentence."""
    match choice:
        case "yes":
            return pgettext("vote", "yes")
        case "no":
            return pgettext("vote", "no")
        case "abstain":
            return pgettext("vote", "abstain")
        case _:
            return choice
