"""What can be corrected in Diplomacy, as the shell knows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gm.contract.corrections import Override, Refit, Verb
from gm.contract.draws import Draws
from gm.contract.events import Event
from gm.contract.orders import Order
from gm.contract.rules import Check, Drafts, Position
from gm.contract.seats import SeatId
from gm.errors import InputError
from gm.games.diplomacy.desk.laid import board_of, laid
from gm.games.diplomacy.desk.overriding.again import made_again
from gm.games.diplomacy.desk.overriding.decrees import decree_of, decrees_in, resolve_decreed
from gm.games.diplomacy.desk.overriding.overrides import FORMS, override_of
from gm.games.diplomacy.desk.overriding.refitting import refit
from gm.games.diplomacy.pages.explaining.explain import reason_sentence
from gm.games.diplomacy.rules.filled_in import SeasonResolution
from gm.games.diplomacy.rules.orders import Conditional, Give, Pay, Receive
from gm.games.diplomacy.rules.outcomes import Reason
from gm.games.diplomacy.rules.state import GameState

OUTCOME: Final = "outcome"
"""The verb that decides an order; all others change the position."""

_OUTCOME_FORM: Final = 'outcome "A Par - Bur" fails'

_HELP: Final = {
    "unit add": "Put a new unit on the board.",
    "unit move": "Let a unit stand elsewhere.",
    "unit remove": "Take a unit off the board, also one that waits to retreat.",
    "unit convert": "Make an army a fleet, or a fleet an army.",
    "centre set": "Say whose supply centre a province is.",
    "bridge add": "Let a bridge stand.",
    "bridge remove": "Take a bridge away.",
    "points set": "Say how many points a power has.",
    "board hole": "Make a province a black hole.",
    "board reopen": "Make a black hole a province again.",
    "board split": "Split a province in two.",
}

_SECRET: Final = (Conditional, Give, Pay, Receive)
"""Orders that not everybody reads when they are carried out: payments, gifts and promises."""


class DiplomacyCorrections:
    """Keeps the contract's `Corrections`."""

    @property
    def verbs(self) -> tuple[Verb, ...]:
        """Return what can be corrected: units, centres, bridges, points, the board, and outcomes."""
        positions = (Verb(words, form, _HELP[words]) for words, form in FORMS.items())
        decide = Verb(OUTCOME, _OUTCOME_FORM, "Let an order succeed or fail.")
        return (*positions, decide)

    def edit(self, words: Sequence[str], at: Position[GameState], drafts: Drafts) -> Override:
        """Return what some words ask for: an override of the position, or a decision on an order."""
        if [word.casefold() for word in words[:1]] != [OUTCOME]:
            return override_of(laid(at), words)
        if len(words) != 3:
            raise InputError(f"{OUTCOME} takes other words: {_OUTCOME_FORM}.")
        return decree_of(laid(at), drafts, *words[1:])

    def again(self, override: Override, at: Position[GameState]) -> Override:
        """Return an override as it comes to in another position."""
        return made_again(laid(at), override)

    def refit(
        self,
        seat: SeatId,
        order: Order,
        at: Position[GameState],
        known: Position[GameState] | None = None,
    ) -> Refit | None:
        """Return what an order by a name that is gone comes to on the board in force (Irish 9)."""
        return refit(seat, order, laid(at), laid(known) if known is not None else None)

    def refusal(self, check: Check[Reason], at: Position[GameState]) -> str:
        """Return in a sentence why an order that was judged is refused."""
        if check.refused is None:
            return ""
        return reason_sentence(check.refused, board_of(at), check.order)

    def resolve(
        self, at: Position[GameState], drafts: Drafts, draws: Draws, edits: Sequence[Event]
    ) -> SeasonResolution:
        """Resolve a phase with what was decided of its orders."""
        return resolve_decreed(laid(at), drafts, draws, decrees_in(edits))

    def is_public(self, order: Order) -> bool:
        """Tell whether everybody may read an order: payments, gifts and promises may be secret."""
        return not isinstance(order, _SECRET)
