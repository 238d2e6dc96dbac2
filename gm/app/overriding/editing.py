"""A room's own corrections: of the open phase at once, or of one of the past, shown before they are made."""

from __future__ import annotations

from collections.abc import Sequence

from gm.app.history.amendments import corrections_of
from gm.app.overriding.amending import OverrideMade, amend
from gm.app.overriding.correcting import Correction, CorrectionWish, correct
from gm.app.overviews.summaries import find_phase
from gm.app.records import PhaseStatus
from gm.app.services import Services
from gm.app.table import family_of
from gm.contract.corrections import Verb


def verbs_of(services: Services, game_name: str) -> tuple[Verb, ...]:
    """Return what can be corrected in a game; NotAllowed if nothing but its orders can."""
    with services.store.read() as transaction:
        game = transaction.game(game_name)
    return corrections_of(family_of(services, game)).verbs


def edit(
    services: Services,
    game_name: str,
    words: Sequence[str],
    *,
    phase_name: str = "",
    reason: str = "",
    sure: bool = False,
    public: bool = True,
    author: str = "gm",
) -> OverrideMade | Correction:
    """Correct a position, or decide an order: in the open phase at once, else from there on.

    Args:
        services: the ports.
        game_name: the game's name.
        words: a verb of the game's room, and what it is about.
        phase_name: short name of the phase; "" for the open one.
        reason: why; whoever is told is told that, too.
        sure: of a phase of the past: make it so; else only show what it changes.
        public: of the open phase: its report tells everybody.
        author: who says so.

    Returns:
        What was done; of a phase of the past, what it makes different.

    Raises:
        NoSuchGame: there is none of that name.
        InputError: the words are no correction, or there is no reason.
        NotAllowed: there is no such phase, or what is wanted is impossible.
    """
    if phase_name:
        with services.store.read() as transaction:
            phase = find_phase(transaction, transaction.game(game_name), phase_name)
        if phase.status is PhaseStatus.RESOLVED:
            wish = CorrectionWish(overrides=[words])
            return correct(
                services, game_name, phase.name, wish, sure=sure, reason=reason, author=author
            )
    return amend(services, game_name, words, reason, public=public, author=author)
