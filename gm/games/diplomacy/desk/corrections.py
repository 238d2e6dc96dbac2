"""What can be corrected in Diplomacy, as the shell knows it: overrides made again, orders decided, orders refitted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Final

from gm.app.overriding.amending import OverrideMade
from gm.app.overriding.correcting import Correction
from gm.app.overriding.editing import edit
from gm.app.services import Services
from gm.contract.corrections import Override, Refit, Verb
from gm.contract.draws import Draws
from gm.contract.events import Event
from gm.contract.orders import Order
from gm.contract.rules import Check, Drafts, Position
from gm.contract.seats import SeatId
from gm.errors import InputError, NotAllowed
from gm.games.diplomacy.desk.laid import Laid, board_of, laid
from gm.games.diplomacy.desk.overrides import FORMS, holing, override_of, reopening, splitting
from gm.games.diplomacy.language.binding.gone_names import names_gone, present
from gm.games.diplomacy.rules.board import Board
from gm.games.diplomacy.rules.board_split import place_name
from gm.games.diplomacy.rules.events import CentreTaken, UnitDisbanded, UnitsMoved
from gm.games.diplomacy.rules.filled_in import SeasonResolution
from gm.games.diplomacy.rules.mechanics.changes import HoleReopened, ProvinceHoled, ProvinceSplit
from gm.games.diplomacy.rules.mechanics.decreed import (
    Decreed,
    Decrees,
    OutcomeDecreed,
    as_carried_out,
)
from gm.games.diplomacy.rules.orders import Conditional, Give, Hold, Move, Pay, Receive, UnitOrder
from gm.games.diplomacy.rules.outcomes import Reason
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.units import Unit
from gm.games.diplomacy.wording.explain import reason_sentence
from gm.games.diplomacy.wording.happenings import owned_unit
from gm.games.diplomacy.wording.notation import order_text
from gm.games.diplomacy.wording.words import in_words
from gm.languages import listed
from gm.report.wording.sentence_parts import first_upper

# Orders that were written for another board: what they come to on the one that lies there now.
#
# An override or a correction may split a province under the orders that name it. By its old name such
# an order means the one half that makes it possible (Irish 9); what means none, or a province that is
# not on this board at all, cannot stand in any book.


def refit(seat: SeatId, order: Order, at: Laid, known: Laid | None) -> Refit | None:
    """Return what becomes of an order on the board in force; None if it can stand as it is.

    Args:
        seat: whose; order: as it was given; at: the position it is for.
        known: of whose board it may have names that are missing now.
    """
    missing = _names_on(known.board) - _names_on(at.board) if known is not None else frozenset()
    if absent := sorted(missing.intersection(_texts(order))):
        there = listed(absent, "or")
        return Refit(None, f"It is taken back: there is no {there} on the board now.")
    return _renamed(at, seat, order) if names_gone(order, at.board) else None


def _names_on(board: Board) -> frozenset[str]:
    """Return the names of a board's provinces, those that splits have ended among them."""
    return frozenset((*board.provinces, *board.gone))


def _renamed(at: Laid, seat: SeatId, order: Order) -> Refit:
    """Return an order with halves in the place of old names; builds mean the lowest (Irish 9)."""
    legal = [candidate for candidate in present(order, at.board) if _is_legal(at, seat, candidate)]
    listed_kind = at.state.phase.kind is PhaseKind.ADJUSTMENT
    if not legal or (len(legal) > 1 and not listed_kind):
        split = "; ".join(
            f"{place_name(at.board, province)} is {listed(at.board.gone[province])} now"
            for province in dict.fromkeys(names_gone(order, at.board))
        )
        return Refit(None, f"It is taken back, for {split}: write which you mean.")
    return Refit(legal[0], f"It stands as {order_text(legal[0], at.board)} now.")


def _is_legal(at: Laid, seat: SeatId, order: Order) -> bool:
    (check,) = at.rules.check(at.state, seat, (order,))
    return check.refused is None


def _texts(value: object) -> Iterator[str]:
    """Yield every text in an order, names of provinces among them."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for each in value:
            yield from _texts(each)
    elif is_dataclass(value):
        for field in fields(value):
            yield from _texts(getattr(value, field.name))


# An override made again where a correction has led to another position, or found impossible there.


def made_again(at: Laid, override: Override) -> Override:
    """Return an override as it comes to in another position.

    What a hole or a split does to units and centres is found anew, for others may be there now.

    Raises:
        GmError, ValueError, LookupError: it can be made no longer; the words say why.
    """
    board = _board_override(at, override.events)
    if board is not None:
        override = replace(override, words=board.words, events=board.events)
    return replace(override, events=tuple(_fitted(at, event) for event in override.events))


def _board_override(at: Laid, events: Sequence[Event]) -> Override | None:
    """Return what a change of the board comes to now; None for another override."""
    match events[-1] if events else None:
        case ProvinceHoled(place):
            return holing(at, place)
        case HoleReopened(place):
            return reopening(at, place)
        case ProvinceSplit(split, _, _, _, specials):
            return splitting(at, split.province, split.line, dict(specials))
        case _:
            return None


def _fitted(at: Laid, event: Event) -> Event:
    """Return a fact with what it says of the position before it put right; NotAllowed."""
    match event:
        case UnitsMoved(moves):
            for old, _ in moves:
                _must_stand(at, old)
        case UnitDisbanded(unit):
            if unit not in [dislodged.unit for dislodged in at.state.dislodged]:
                _must_stand(at, unit)
        case CentreTaken(place, owner, _):
            return CentreTaken(place, owner, at.state.centres.get(place))
        case _:
            pass
    return event


def _must_stand(at: Laid, unit: Unit) -> None:
    if unit not in at.state.units:
        raise NotAllowed(f"{first_upper(owned_unit(unit, at.board))} is not there.")


# Orders that a GM decides against the rules' own word, and phases resolved with what he decided.

SUCCEEDS: Final = "succeeds"
FAILS: Final = "fails"


def decrees_in(edits: Iterable[Event]) -> Decrees:
    """Return what the GM has decided of orders of a phase; of one order his last word."""
    decrees = {edit.order: edit for edit in edits if isinstance(edit, OutcomeDecreed)}
    return tuple(decrees.values())


def resolve_decreed(at: Laid, drafts: Drafts, draws: Draws, decrees: Decrees) -> SeasonResolution:
    """Resolve a phase; what was decided of an order that stands no more is passed over.

    Raises:
        NotAllowed: what was decided cannot come about.
    """
    every = {order for orders in drafts.values() for order in orders}
    standing = tuple(decree for decree in decrees if decree.order in every)
    if not standing:
        return at.rules.resolve(at.state, drafts, draws)
    ruled = replace(at.rules, mechanisms=(Decreed(standing), *at.rules.mechanisms))
    try:
        return ruled.resolve(at.state, as_carried_out(drafts, standing), draws)
    except ValueError as fault:
        raise NotAllowed(f"What you decided cannot come about: {fault}.") from fault


def decree_of(at: Laid, drafts: Drafts, text: str, word: str) -> Override:
    """Return the decision on an order that was given.

    Args:
        at: the position of its phase.
        drafts: the orders of the phase.
        text: the order in short form: `A Par - Bur`; its unit alone will do.
        word: `succeeds` or `fails`.

    Raises:
        InputError: the word is neither, or no such order was given.
        NotAllowed: the phase is not one of moves, the order was illegal anyway, or only what it
            was meant to bring about can be decided.
    """
    if word not in (SUCCEEDS, FAILS):
        raise InputError(f"An order {SUCCEEDS} or {FAILS}; {word!r} is neither.")
    if at.state.phase.kind is not PhaseKind.MOVEMENT:
        raise NotAllowed(
            "Only orders of a season of moves can be decided. Of a retreat or a winter set the "
            "orders themselves (gm order set), or the position (gm unit, gm centre)."
        )
    seat, order = _order_meant(at, drafts, text)
    words, succeeds = in_words(order, at.board), word == SUCCEEDS
    if succeeds and not isinstance(order, Move):
        raise NotAllowed(
            f"“{words}” moves nobody. Decide the move that it was to help or to stop, or set the "
            "position."
        )
    if not succeeds and isinstance(order, Hold):
        raise NotAllowed(f"“{words}” cannot fail. Decide the move that beat the unit, if any did.")
    if succeeds and (fault := _fault(at, seat, order)):
        raise NotAllowed(f"“{words}” is no legal order: {fault} Move the unit by gm unit move.")
    verb = "came off" if succeeds else "did not come off"
    sentence = f"The GM decided that the order “{words}” {verb}."
    decree = OutcomeDecreed(order, succeeds)
    return Override("outcome", (decree,), sentence, (SeatId(seat),), decides=True)


def _order_meant(at: Laid, drafts: Drafts, text: str) -> tuple[SeatId, UnitOrder]:
    wanted = "".join(text.split()).casefold()
    matches: list[tuple[SeatId, UnitOrder]] = []
    for seat, orders in sorted(drafts.items()):
        for order in orders:
            if isinstance(order, UnitOrder):
                short = "".join(order_text(order, at.board).split()).casefold()
                unit = "".join(str(order.unit).split()).casefold()
                if wanted in (short, unit):
                    matches.append((seat, order))
    if len(matches) != 1:
        every = [
            order_text(unit_order, at.board)
            for _, orders in sorted(drafts.items())
            for unit_order in orders
            if isinstance(unit_order, UnitOrder)
        ]
        known = "; ".join(every) or "none"
        raise InputError(f"No one order is {text!r}; there are: {known}.", piece=text)
    return matches[0]


def _fault(at: Laid, seat: SeatId, order: Order) -> str:
    (check,) = at.rules.check(at.state, seat, (order,))
    return reason_sentence(check.refused, at.board, order) if check.refused is not None else ""


# What can be corrected in Diplomacy, as the shell knows it.

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


# A disputed order decided by the GM: of the open phase, or of one of the past.


def decide(
    services: Services,
    game_name: str,
    phase_name: str,
    order: str,
    word: str,
    *,
    reason: str = "",
    sure: bool = False,
    author: str = "gm",
) -> OverrideMade | Correction:
    """Decide an order against the rules' word: in the open phase when it is resolved, else at once.

    Args:
        services: the ports.
        game_name: the game's name.
        phase_name: short name of the phase in which it was given.
        order: in short form, or its unit alone.
        word: `succeeds` or `fails`.
        reason: why; everybody is told with the results.
        sure: of a phase of the past: make it so; else only show what it changes.
        author: who says so.

    Returns:
        What was decided; of a phase of the past, what it makes different.

    Raises:
        NoSuchGame: there is none of that name.
        InputError: there is no such order or no reason.
        NotAllowed: there is no such phase, or that cannot be decided.
    """
    return edit(
        services,
        game_name,
        (OUTCOME, order, word),
        phase_name=phase_name,
        reason=reason,
        sure=sure,
        author=author,
    )
