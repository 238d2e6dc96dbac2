"""Anarchy and the special units, for reports: who fell, who walked where, who is where (Irish 10-14)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gm.contract.events import Event
from gm.games.diplomacy.pages.season.hat_page import cards_of
from gm.games.diplomacy.rules.board import Board, PowerId, ProvinceId
from gm.games.diplomacy.rules.events import UnitDislodged
from gm.games.diplomacy.rules.mechanics.anarchy import Cured, FellIntoAnarchy, in_anarchy
from gm.games.diplomacy.rules.mechanics.changes import ProvinceSplit
from gm.games.diplomacy.rules.mechanics.wanderers import (
    WandererPlaced,
    WanderersMet,
    WanderersPart,
    WandererWalked,
)
from gm.games.diplomacy.rules.state import Dislodged, GameState
from gm.games.diplomacy.rules.units import unit_key
from gm.games.diplomacy.wording.draw_labels import card_words, special_words
from gm.games.diplomacy.wording.happenings import (
    change_words,
    owned_unit,
    specials_words,
    walk_words,
)
from gm.games.diplomacy.wording.words import place_words, unit_words
from gm.languages import gettext, listed, ngettext
from gm.report.wording.sentence_parts import first_upper


@dataclass(frozen=True, slots=True)
class Unrest:
    """What the special units did, and what came of it.

    Args:
        walks: how each was placed or walked, and who met.
        anarchy: who fell into anarchy and who was cured.
        present: which units are in anarchy now, and what that means; "" for none.
        specials: where the special units are now; "" where there are none.
        walked: the walks tell that of every special unit.
    """

    walks: tuple[str, ...]
    anarchy: tuple[str, ...]
    present: str
    specials: str
    walked: bool = False


def unrest(events: Sequence[Event], board: Board, before: GameState, after: GameState) -> Unrest:
    """Return what the special units did in a phase.

    Args:
        events: its facts; board: as it is after it; before, after: the positions around it.
    """
    return Unrest(
        walks=tuple(_walks(events, board)),
        anarchy=anarchy_words(events, board, before),
        present=present_words(board, after),
        specials=specials_now(board, after),
        walked=_all_told(events, after),
    )


def _all_told(events: Iterable[Event], after: GameState) -> bool:
    """Tell whether the walks say of every special unit where it is now."""
    ends: dict[str, ProvinceId] = {}
    for event in events:
        match event:
            case WandererPlaced(special, place):
                ends[special] = place
            case WandererWalked():
                ends[event.special] = event.to
            case ProvinceSplit():
                ends.update(event.specials)
            case _:
                pass
    part = after.part(WanderersPart)
    return not part.waiting and part.places.items() <= ends.items()


def _walks(events: Sequence[Event], board: Board) -> Iterable[str]:
    for event in events:
        match event:
            case WandererWalked(special):
                yield walk_words(event, board, _by_card(events, special))
            case WandererPlaced() | WanderersMet():
                yield change_words(event, board)
            case _:
                pass


def _by_card(events: Sequence[Event], special: str) -> str:
    cards = cards_of(events, "walk", special)
    if not cards:
        return ""
    if len(cards) == 1:
        # Translators: it follows "walks from Norway to Sweden".
        return gettext(", the only way open")
    # The other cards stand with the draws.
    return f" ({card_words(cards[0][1])})"


def anarchy_words(events: Iterable[Event], board: Board, before: GameState) -> tuple[str, ...]:
    """Return who fell into anarchy, who was cured and who was annihilated in it, as sentences."""
    return tuple(_anarchy(events, board, before))


def _anarchy(events: Iterable[Event], board: Board, before: GameState) -> Iterable[str]:
    lawless = in_anarchy(before)
    for event in events:
        match event:
            case FellIntoAnarchy() | Cured():
                yield change_words(event, board)
            case UnitDislodged(dislodged) if dislodged.unit in lawless:
                yield annihilated(dislodged, board)
            case _:
                pass


def annihilated(dislodged: Dislodged, board: Board) -> str:
    """Return that a unit in anarchy had to retreat, and could not (Irish 10)."""
    origin = dislodged.attacker_from
    unit = owned_unit(dislodged.unit, board)
    if origin is None:
        sentence = gettext("{unit} was in anarchy and is dislodged: it is annihilated.", unit=unit)
    else:
        sentence = gettext(
            "{unit} was in anarchy and is dislodged by the attack from {place}: it is annihilated.",
            unit=unit,
            place=place_words(origin, board),
        )
    return first_upper(sentence)


def anarchy_now(board: Board, state: GameState, power: PowerId | None = None) -> str:
    """Return the units in anarchy, of one power or of all: `the English Fleet Norway and ...`."""
    units = sorted(in_anarchy(state), key=unit_key)
    if power is None:
        return listed(owned_unit(unit, board) for unit in units)
    return listed(unit_words(unit, board) for unit in units if unit.power == power)


def present_words(board: Board, state: GameState) -> str:
    """Return which units are in anarchy, and what that means; "" for none."""
    count = len(in_anarchy(state))
    if not count:
        return ""
    fate = ngettext(
        "It obeys no order: whatever is ordered, it stands.",
        "They obey no order: whatever is ordered, they stand.",
        count,
    )
    return f"{first_upper(anarchy_now(board, state))}. {fate}"


def own_anarchy(board: Board, state: GameState, power: PowerId) -> str:
    """Return why nothing is asked of a power's units in anarchy, as a sentence; "" for none."""
    count = sum(unit.power == power for unit in in_anarchy(state))
    if not count:
        return ""
    names = anarchy_now(board, state, power)
    return ngettext(
        "Your {units} is in anarchy: it obeys no order, so none is asked for it. It stands, and is "
        "annihilated if it has to retreat; only a Psychiatrist cures it.",
        "Your {units} are in anarchy: they obey no order, so none is asked for them. They stand, "
        "and are annihilated if they have to retreat; only a Psychiatrist cures them.",
        count,
        units=names,
    )


def specials_now(board: Board, state: GameState) -> str:
    """Return where the special units are: `Irish 1 Norway (NWY), Psychiatrist 2 Vienna (VIE)`."""
    part = state.part(WanderersPart)
    if part.waiting:
        return _waiting(board, part)
    places = (
        gettext(
            "{special} in {place} ({short})",
            special=special_words(special),
            place=place_words(at, board),
            short=at,
        )
        for special, at in part.places.items()
    )
    specials = ", ".join(places)
    return f"{specials}." if specials else ""


def _waiting(board: Board, part: WanderersPart) -> str:
    """Return where the special units wait (Irish 11)."""
    boxes = dict.fromkeys(part.places.values())
    waiting = "; ".join(_in_box(box, board, part) for box in boxes)
    harmless = gettext("Until they are placed by lot they meet nobody.")
    return f"{waiting}. {harmless}"


def _in_box(box: ProvinceId, board: Board, part: WanderersPart) -> str:
    inside = [special for special, at in part.places.items() if at == box]
    return ngettext(
        "{specials} waits in {place}",
        "{specials} wait in {place}",
        len(inside),
        specials=specials_words(inside),
        place=place_words(box, board),
    )
