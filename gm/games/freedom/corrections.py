"""What a game's master can correct: units, cannons, the Wall, areas, tracks and cards, and what a card leaves to him.

His words are those of the command line, in English; each correction is facts like any others. All that can
be corrected lies open, and so both players are told.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final

from gm.contract.corrections import Override, PlainCorrections, Verb
from gm.contract.events import Event
from gm.contract.orders import Order
from gm.contract.rules import Check, Drafts, Position
from gm.contract.seats import SeatId
from gm.errors import NotAllowed, UnreadableInput
from gm.games.freedom.language.lines import names_of, tables_of
from gm.games.freedom.pages.words import area_words, card_words, space_words
from gm.games.freedom.refusals import refusal_sentence
from gm.games.freedom.rules.amendments import (
    CampCannonsSet,
    CardDropped,
    CardReturned,
    EffectSettled,
    UnitsSet,
)
from gm.games.freedom.rules.cannons import can_stand
from gm.games.freedom.rules.events import (
    AreaSupported,
    CannonGained,
    CannonRemoved,
    SiegeTrack,
    TrackChanged,
    WallChanged,
    Why,
)
from gm.games.freedom.rules.outcomes import SiegeFault
from gm.games.freedom.rules.state import Control, SiegeState
from gm.games.freedom.rules.tables import (
    CAMP,
    CANNON_PIECES,
    IMP,
    IMPERIAL_KINDS,
    INS,
    INSURGENT,
    MOST_CIVILIANS,
    MOST_DAMAGE,
    MOST_IN_AREA,
    PIECES,
    SEATS,
    SpaceKind,
)
from gm.interpret.gm_verbs import number_given, verb_given

At = Position[SiegeState]
Made = tuple[tuple[Event, ...], str]
_MOST: Final = 99

_VERBS: Final = (
    Verb("unit set", "unit set 5-4 EXP 2", "Say how many units of a kind stand in a space."),
    Verb("cannon add", "cannon add IMP 5-4", "Set a cannon up."),
    Verb(
        "cannon remove", "cannon remove IMP 6-4", "Take a cannon, or the Bombard, off the board."
    ),
    Verb("camp set", "camp set 2", "Say how many cannons wait in the Camp."),
    Verb("wall set", "wall set 3-4 1", "Say how far a Wall space is damaged: 0, 1, or 2."),
    Verb("area set", "area set SEA IMP 2", "Say whose an area is, and with how many markers."),
    Verb(
        "track set",
        "track set MORALE IMP 9",
        "Say where MORALE, SUPPLIES, PREP or PLEA of a side stands; MONEY of IMP, CIVILIANS of INS.",
    ),
    Verb("card drop", "card drop IMP AI01", "Put a card of a hand to the discards, openly."),
    Verb("card return", "card return IMP AI01", "Give a discarded card back into a hand, openly."),
    Verb(
        "effect settle",
        "effect settle AI01",
        "Say that you have settled what a card leaves to you: the game can go on.",
    ),
)
"""What can be corrected, in the order of help."""


class SiegeCorrections(PlainCorrections[SiegeState]):
    """Keeps the contract's `Corrections`."""

    @property
    def verbs(self) -> tuple[Verb, ...]:
        """Return what can be corrected."""
        return _VERBS

    def edit(self, words: Sequence[str], at: At, drafts: Drafts) -> Override:
        """Return what some words ask for."""
        del drafts
        verb, rest = verb_given(_VERBS, words)
        events, deed = _MAKERS[verb.words](at, [word.upper() for word in rest])
        return Override(verb.words.split()[0], events, f"The GM {deed}.", SEATS)

    def refusal(self, check: Check[Any], at: At) -> str:
        """Return in a sentence why a line is refused."""
        del at
        refused = check.refused
        return refusal_sentence(refused.reason) if isinstance(refused, SiegeFault) else ""

    def is_public(self, order: Order) -> bool:
        """Tell whether everybody may read a line of a step that is over: lines stay sealed."""
        del order
        return False


def _known(word: str, names: Collection[str]) -> str:
    if word not in names:
        raise UnreadableInput(f"{word!r} is none of {', '.join(names)}.")
    return word


def _named(at: At, kind: str, word: str) -> str:
    meant = names_of(tables_of(at.rules))[kind].meant(word)
    if len(meant) != 1:
        raise UnreadableInput(f"{word!r} is no {kind.lower()} of this game, or several.")
    return meant[0]


def _seat(word: str) -> SeatId:
    return SeatId(_known(word, [str(seat) for seat in SEATS]))


def _set_units(at: At, words: Sequence[str]) -> Made:
    space, kind = _named(at, "SPACE", words[0]), _known(words[1], [*PIECES])
    count, there = number_given(words[2], 0, _MOST), tables_of(at.rules).spaces[space]
    if count and kind == INSURGENT and not there.kind.is_held:
        raise NotAllowed("Insurgent units stand on Wall, beach and islands only.")
    others = [
        other
        for other in at.state.units.get(space, {})
        if other != kind and not (space == CAMP and other in IMPERIAL_KINDS)
    ]
    if count and others:
        raise NotAllowed(f"Units of {', '.join(others)} stand there: set these to 0 first.")
    if there.limit is not None and count > there.limit:
        raise NotAllowed(f"That space holds {there.limit} at most.")
    deed = f"sets {kind} in {space_words(tables_of(at.rules), space)} to {count}"
    return (UnitsSet(space, kind, count),), deed


def _add_cannon(at: At, words: Sequence[str]) -> Made:
    tables, seat, space = tables_of(at.rules), _seat(words[0]), _named(at, "SPACE", words[1])
    if not can_stand(tables, seat, space):
        raise NotAllowed("No cannon of that side can stand there.")
    if any(space in at.state.cannons.of(side) for side in SEATS):
        raise NotAllowed("A cannon stands there already.")
    deed = f"gives {seat} a cannon: {space_words(tables, space)}"
    return (CannonGained(seat, space, Why.CARD),), deed


def _remove_cannon(at: At, words: Sequence[str]) -> Made:
    tables, seat, space = tables_of(at.rules), _seat(words[0]), _named(at, "SPACE", words[1])
    if space not in at.state.cannons.of(seat):
        raise NotAllowed(f"{seat} has no cannon there.")
    bombard = seat == INS and at.state.cannons.bombard == space
    deed = f"takes the cannon of {seat} off {space_words(tables, space)}"
    return (CannonRemoved(seat, space, bombard),), deed


def _set_camp(at: At, words: Sequence[str]) -> Made:
    del at
    count = number_given(words[0], 0, CANNON_PIECES)
    return (CampCannonsSet(count),), f"lets {count} cannons wait in the Camp"


def _set_wall(at: At, words: Sequence[str]) -> Made:
    tables, space = tables_of(at.rules), _named(at, "SPACE", words[0])
    if tables.spaces[space].kind is not SpaceKind.WALL:
        raise NotAllowed("The Wall is Row 3.")
    damage = number_given(words[1], 0, MOST_DAMAGE)
    deed = f"sets the damage of {space_words(tables, space)} to {damage}"
    return (WallChanged(space, damage, Why.CARD),), deed


def _set_area(at: At, words: Sequence[str]) -> Made:
    area, seat = _named(at, "AREA", words[0]), _seat(words[1])
    markers = number_given(words[2], 0, MOST_IN_AREA)
    deed = f"gives {area_words(tables_of(at.rules), area)} to {seat} with {markers} markers"
    return (AreaSupported(seat, area, Control(seat, markers)),), deed


def _set_track(at: At, words: Sequence[str]) -> Made:
    track = SiegeTrack(_known(words[0], [known.name for known in SiegeTrack]).lower())
    seat, value = _seat(words[1]), number_given(words[2], 0, _MOST)
    now = _now(at.state, track, seat)
    if now is None:
        raise NotAllowed(f"{seat} has no such track.")
    most = MOST_CIVILIANS if track is SiegeTrack.CIVILIANS else _MOST
    if value > most:
        raise NotAllowed(f"There are {most} at most.")
    if track is SiegeTrack.MORALE and value == 0:
        raise NotAllowed("At morale 0 a side has lost: end the game instead.")
    deed = f"sets {track.value} of {seat} to {value}"
    return (TrackChanged(seat, track, value - now, Why.CARD),), deed


def _now(state: SiegeState, track: SiegeTrack, seat: SeatId) -> int | None:
    """Return where a track of a side stands; None if it has none."""
    match track:
        case SiegeTrack.MONEY:
            return state.money if seat == IMP else None
        case SiegeTrack.CIVILIANS:
            return state.civilians if seat == INS else None
        case SiegeTrack.MORALE:
            return state.morale[seat]
        case SiegeTrack.SUPPLIES:
            return state.supplies[seat]
        case SiegeTrack.PREP:
            return state.prep[seat]
        case SiegeTrack.PLEA:
            return state.plea[seat]


def _drop_card(at: At, words: Sequence[str]) -> Made:
    seat, card = _seat(words[0]), _named(at, "CARD", words[1])
    if card not in at.state.hand[seat]:
        raise NotAllowed(f"{card} is not in the hand of {seat}.")
    deed = f"puts {card_words(tables_of(at.rules), card)} of {seat} to the discards"
    return (CardDropped(seat, card),), deed


def _return_card(at: At, words: Sequence[str]) -> Made:
    seat, card = _seat(words[0]), _named(at, "CARD", words[1])
    if card not in at.state.discard:
        raise NotAllowed(f"{card} is not among the discards.")
    deed = f"gives {card_words(tables_of(at.rules), card)} back to {seat}"
    return (CardReturned(seat, card),), deed


def _settle(at: At, words: Sequence[str]) -> Made:
    card = _named(at, "CARD", words[0])
    if at.state.settling != card:
        raise NotAllowed(f"{card} leaves nothing to you now.")
    return (EffectSettled(card),), f"has settled {card_words(tables_of(at.rules), card)}"


_MAKERS: Final[Mapping[str, Callable[[At, Sequence[str]], Made]]] = {
    "unit set": _set_units,
    "cannon add": _add_cannon,
    "cannon remove": _remove_cannon,
    "camp set": _set_camp,
    "wall set": _set_wall,
    "area set": _set_area,
    "track set": _set_track,
    "card drop": _drop_card,
    "card return": _return_card,
    "effect settle": _settle,
}
