"""What a game's master can correct: armies, herds, febas, land, hostages, the king, and de Clare.

His words are those of the command line, in English; each correction is facts like any others. All that can
be corrected lies open, and so every player is told.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from gm.contract.corrections import Override, PlainCorrections, Verb
from gm.contract.events import Event
from gm.contract.orders import Order
from gm.contract.rules import Check, Drafts, Position
from gm.contract.seats import SeatId
from gm.errors import NotAllowed, UnreadableInput
from gm.games.turlough.data.files import load_tables
from gm.games.turlough.language.names import faction_names, hex_names
from gm.games.turlough.pages.words import army_words, faction_words, group_words, place_words
from gm.games.turlough.refusals import refusal_sentence
from gm.games.turlough.rules.events import (
    ArmySet,
    CattleSet,
    Exiled,
    FebasSet,
    HostageFreed,
    HostageGiven,
    KingChanged,
    LandSet,
    PoundsSet,
    Returned,
    SideTaken,
)
from gm.games.turlough.rules.outcomes import TurloughFault
from gm.games.turlough.rules.rules import TurloughRules
from gm.games.turlough.rules.state import (
    MOST_BATTLES,
    MOST_CATTLE,
    MOST_DEVASTATION,
    Army,
    TurloughState,
)
from gm.games.turlough.rules.tables import CLAIMANTS, FACTIONS, Tables
from gm.interpret.gm_verbs import number_given, verb_given

At = Position[TurloughState]
Made = tuple[tuple[Event, ...], str]
_MOST: Final = 999

_VERBS: Final = (
    Verb(
        "army set",
        "army set CUL TUL 3 0",
        "Let a faction have an army: where, battles, provisions.",
    ),
    Verb("army remove", "army remove CUL", "Take an army off the board; it counts for nothing."),
    Verb("cattle set", "cattle set CUL 5", "Say how many cattle a faction has."),
    Verb("pounds set", "pounds set 21", "Say how many pounds de Clare has."),
    Verb(
        "febas set",
        "febas set CTA 3",
        "Say how high a stack of febas is; nobody wins or falls by it.",
    ),
    Verb(
        "land set",
        "land set TUL 4",
        "Say what a settlement has suffered; DESTROYED for 10 and gone.",
    ),
    Verb("hostage give", "hostage give COV CT", "Let a faction's hostage be held by another."),
    Verb("hostage free", "hostage free COV", "Let a hostage go home."),
    Verb("king set", "king set CT", "Say who is king; NOBODY for none."),
    Verb("side set", "side set CBR", "Say which claimant de Clare supports."),
    Verb("exile set", "exile set CBR", "Send a claimant into exile."),
    Verb("exile end", "exile end CBR", "Let an exile be back in the land."),
)
"""What can be corrected, in the order of help."""


class TurloughCorrections(PlainCorrections[TurloughState]):
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
        seats = tuple(sorted({SeatId(seat) for seat in at.state.seats.values()}))
        return Override(verb.words.split()[0], events, f"The GM {deed}.", seats)

    def refusal(self, check: Check[Any], at: At) -> str:
        """Return in a sentence why a line is refused."""
        del at
        refused = check.refused
        return refusal_sentence(refused.reason) if isinstance(refused, TurloughFault) else ""

    def is_public(self, order: Order) -> bool:
        """Tell whether everybody may read a line of a stage that is over: packets stay sealed."""
        del order
        return False


def _tables(at: At) -> Tables:
    return at.rules.tables if isinstance(at.rules, TurloughRules) else load_tables()


def _faction(at: At, word: str) -> str:
    faction = faction_names(_tables(at)).find(word)
    if faction is None:
        raise UnreadableInput(f"{word!r} is none of {', '.join(FACTIONS)}.")
    return faction


def _claimant(at: At, word: str) -> str:
    faction = _faction(at, word)
    if faction not in CLAIMANTS:
        raise UnreadableInput(f"{word!r} is none of {', '.join(CLAIMANTS)}.")
    return faction


def _hex(at: At, word: str) -> str:
    hex_ = hex_names(_tables(at)).find(word)
    if hex_ is None:
        raise UnreadableInput(f"{word!r} is no hex of this land.")
    return hex_


def _set_army(at: At, words: Sequence[str]) -> Made:
    tables, faction = _tables(at), _faction(at, words[0])
    if at.state.factions[faction].out:
        raise NotAllowed(f"{faction_words(tables, faction)} is out of the game.")
    army = Army(
        faction,
        _hex(at, words[1]),
        number_given(words[2], 1, MOST_BATTLES),
        number_given(words[3], 0, _MOST),
    )
    where = place_words(tables, army.hex)
    deed = f"gives {faction_words(tables, faction)} an army in {where}: {army_words(army)}"
    return (ArmySet(faction, army),), deed


def _remove_army(at: At, words: Sequence[str]) -> Made:
    faction = _faction(at, words[0])
    name = faction_words(_tables(at), faction)
    if at.state.army(faction) is None:
        raise NotAllowed(f"{name} has no army.")
    return (ArmySet(faction, None),), f"takes the army of {name} off the board"


def _set_cattle(at: At, words: Sequence[str]) -> Made:
    faction, count = _faction(at, words[0]), number_given(words[1], 0, MOST_CATTLE)
    deed = f"gives {faction_words(_tables(at), faction)} {count} cattle"
    return (CattleSet(faction, count),), deed


def _set_pounds(at: At, words: Sequence[str]) -> Made:
    del at
    pounds = number_given(words[0], 0, _MOST)
    return (PoundsSet(pounds),), f"gives de Clare £{pounds}"


def _set_febas(at: At, words: Sequence[str]) -> Made:
    group = words[0]
    if group not in at.state.febas:
        raise UnreadableInput(f"{group!r} is none of {', '.join(at.state.febas)}.")
    height = number_given(words[1], 1, _MOST)
    return (FebasSet(group, height),), f"sets the febas of {group_words(group)} to {height}"


def _set_land(at: At, words: Sequence[str]) -> Made:
    hex_, gone = _hex(at, words[0]), words[1] == "DESTROYED"
    if hex_ not in at.state.devastation:
        raise NotAllowed("Nothing stands there.")
    points = MOST_DEVASTATION if gone else number_given(words[1], 0, MOST_DEVASTATION)
    deed = f"sets the devastation of {place_words(_tables(at), hex_)} to {points}"
    return (LandSet(hex_, points, gone),), f"{deed}{', destroyed' if gone else ''}"


def _give_hostage(at: At, words: Sequence[str]) -> Made:
    giver, holder = _faction(at, words[0]), _faction(at, words[1])
    if giver == holder:
        raise NotAllowed("Nobody holds his own hostage.")
    tables, before = _tables(at), at.state.factions[giver].hostage_holder
    deed = f"lets {faction_words(tables, holder)} hold a hostage of {faction_words(tables, giver)}"
    return (HostageGiven(giver, holder, before),), deed


def _free_hostage(at: At, words: Sequence[str]) -> Made:
    giver = _faction(at, words[0])
    holder, name = at.state.factions[giver].hostage_holder, faction_words(_tables(at), giver)
    if holder is None:
        raise NotAllowed(f"Nobody holds a hostage of {name}.")
    return (HostageFreed(giver, holder),), f"lets the hostage of {name} go home"


def _set_king(at: At, words: Sequence[str]) -> Made:
    if words[0] == "NOBODY":
        return (KingChanged(None),), "leaves the land without a king"
    claimant = _claimant(at, words[0])
    return (KingChanged(claimant),), f"makes {faction_words(_tables(at), claimant)} king"


def _set_side(at: At, words: Sequence[str]) -> Made:
    claimant = _claimant(at, words[0])
    deed = f"sets de Clare on the side of {faction_words(_tables(at), claimant)}"
    return (SideTaken(claimant),), deed


def _set_exile(at: At, words: Sequence[str]) -> Made:
    claimant = _claimant(at, words[0])
    return (Exiled(claimant),), f"sends {faction_words(_tables(at), claimant)} into exile"


def _end_exile(at: At, words: Sequence[str]) -> Made:
    claimant = _claimant(at, words[0])
    return (Returned(claimant),), f"lets {faction_words(_tables(at), claimant)} be back"


_MAKERS: Final[Mapping[str, Callable[[At, Sequence[str]], Made]]] = {
    "army set": _set_army,
    "army remove": _remove_army,
    "cattle set": _set_cattle,
    "pounds set": _set_pounds,
    "febas set": _set_febas,
    "land set": _set_land,
    "hostage give": _give_hostage,
    "hostage free": _free_hostage,
    "king set": _set_king,
    "side set": _set_side,
    "exile set": _set_exile,
    "exile end": _end_exile,
}
