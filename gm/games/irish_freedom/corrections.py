"""What a game's master can correct: units, guns and cars, markers, and what the turn's card gives.

His words are those of the command line, in English; each correction is facts like any others.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

from gm.contract.corrections import Override, PlainCorrections, Verb
from gm.contract.events import Event
from gm.contract.orders import Order
from gm.contract.rules import Check, Drafts, Position
from gm.errors import NotAllowed, UnreadableInput
from gm.games.irish_freedom.data.files import load_tables
from gm.games.irish_freedom.pages.words import attachment_words, place_words, unit_words
from gm.games.irish_freedom.refusals import refusal_sentence
from gm.games.irish_freedom.rules.events import (
    AttachmentLost,
    AttachmentPlaced,
    CardPutFirst,
    Cause,
    DieSet,
    EliminatedSet,
    FlagRaised,
    FlagSpent,
    MoraleShifted,
    PointsAwarded,
    UnitChanged,
    UnitMoved,
    UnitPlaced,
    UnitRemoved,
)
from gm.games.irish_freedom.rules.outcomes import FreedomFault
from gm.games.irish_freedom.rules.rules import FreedomRules
from gm.games.irish_freedom.rules.state import (
    ATTACHMENT_LETTER,
    PLAYER,
    Attachment,
    FreedomState,
    Unit,
    new_id,
)
from gm.games.irish_freedom.rules.tables import (
    FIRST_WAR,
    SECOND_WAR,
    AttachmentType,
    Colour,
    Flag,
    RuleTables,
    UnitType,
)
from gm.interpret.gm_verbs import number_given, verb_given

At = Position[FreedomState]
_K = TypeVar("_K")
_MOST: Final = 99
"""The greatest number that a marker is set to."""

_LABEL: Final = re.compile(r"(WOI|CW) (\d{1,2}) (orders|event|check|upgrade|move), \w.*")
_CHOSEN: Final = re.compile(r"[1-6]|[A-Z]{1,3}\d{0,2}")
_DIE_SET: Final = "die set"
"""The verb behind which the name of a draw may have many words, in small letters."""

_WARS: Final = {"WOI": FIRST_WAR, "CW": SECOND_WAR}

_VERBS: Final = (
    Verb("unit add", "unit add FC GREEN KER1", "Put a new unit on the board."),
    Verb("unit move", "unit move G04 KER5", "Let a unit stand elsewhere; nobody is fought."),
    Verb("unit remove", "unit remove G04", "Take a unit off the board; it counts for nothing."),
    Verb("unit type", "unit type B02 GUE", "Make a unit one of another type."),
    Verb("gun add", "gun add ART BLUE DUB3", "Put a new gun or car on the board."),
    Verb("gun remove", "gun remove A01", "Take a gun or car off the board."),
    Verb("eliminated set", "eliminated set 3", "Say how many red units count as eliminated."),
    Verb("points set", "points set WOI 3", "Say how many victory points a war has given."),
    Verb("morale set", "morale set 7", "Say how high the enemy's morale is, from now on."),
    Verb(_DIE_SET, "die set WOI 2 check, morale 6", "Throw a die yourself that is still to come."),
    Verb("card next", "card next W5", "Say which card is drawn next."),
    Verb("card give", "card give collins", "Give what a card gives, for this turn."),
    Verb("card take", "card take collins", "Take away what a card has given."),
)
"""What can be corrected, in the order of help."""


class FreedomCorrections(PlainCorrections[FreedomState]):
    """Keeps the contract's `Corrections`."""

    @property
    def verbs(self) -> tuple[Verb, ...]:
        """Return what can be corrected."""
        return _VERBS

    def edit(self, words: Sequence[str], at: At, drafts: Drafts) -> Override:
        """Return what some words ask for."""
        del drafts
        verb, rest = verb_given(_VERBS, words, wordy=(_DIE_SET,))
        given = rest if verb.words == _DIE_SET else [word.upper() for word in rest]
        event, deed = _MAKERS[verb.words](at, given)
        self._possible(at, [event])
        return Override(verb.words.split()[0], (event,), f"The GM {deed}.", (PLAYER,))

    def again(self, override: Override, at: At) -> Override:
        """Return a correction in another position, if it can be made there."""
        self._possible(at, override.events)
        return override

    def refusal(self, check: Check[Any], at: At) -> str:
        """Return in a sentence why an order is refused."""
        del at
        refused = check.refused
        return refusal_sentence(refused.reason) if isinstance(refused, FreedomFault) else ""

    def is_public(self, order: Order) -> bool:
        """Tell whether everybody may read an order of a stage that is over: all are told in its report."""
        del order
        return True

    def _possible(self, at: At, events: Sequence[Event]) -> None:
        """Raise NotAllowed if a position cannot be."""
        try:
            at.rules.amend(at.state, events)
        except ValueError as error:
            raise NotAllowed(f"{error}.") from error


def _tables(at: At) -> RuleTables:
    return at.rules.tables if isinstance(at.rules, FreedomRules) else load_tables()


def _add_unit(at: At, words: Sequence[str]) -> tuple[Event, str]:
    type_, colour, area = _of(UnitType, words[0]), _colour(words[1]), _area(at, words[2])
    unit = Unit(new_id(at.state, colour.letter), type_, colour, area)
    tables = _tables(at)
    deed = f"puts {unit_words(tables, unit)} in {place_words(tables, area)}"
    return UnitPlaced(unit, Cause.GM), deed


def _move_unit(at: At, words: Sequence[str]) -> tuple[Event, str]:
    unit, area, tables = _unit(at, words[0]), _area(at, words[1]), _tables(at)
    deed = f"lets {unit_words(tables, unit)} stand in {place_words(tables, area)}"
    return UnitMoved(unit.id, unit.area, area, Cause.GM), deed


def _remove_unit(at: At, words: Sequence[str]) -> tuple[Event, str]:
    unit = _unit(at, words[0])
    return UnitRemoved(unit, Cause.GM), f"takes {unit_words(_tables(at), unit)} off the board"


def _change_unit(at: At, words: Sequence[str]) -> tuple[Event, str]:
    unit, type_ = _unit(at, words[0]), _of(UnitType, words[1])
    deed = f"makes {unit_words(_tables(at), unit)} {_tables(at).units[type_].name}"
    return UnitChanged(unit.id, unit.type, type_, Cause.GM), deed


def _add_attachment(at: At, words: Sequence[str]) -> tuple[Event, str]:
    type_, colour, area = _of(AttachmentType, words[0]), _colour(words[1]), _area(at, words[2])
    attachment = Attachment(new_id(at.state, ATTACHMENT_LETTER), type_, colour, area)
    tables = _tables(at)
    deed = f"puts {attachment_words(tables, attachment)} in {place_words(tables, area)}"
    return AttachmentPlaced(attachment, Cause.GM), deed


def _remove_attachment(at: At, words: Sequence[str]) -> tuple[Event, str]:
    attachment = at.state.attachment(words[0])
    if attachment is None:
        raise NotAllowed(f"There is no gun or car {words[0]}.")
    deed = f"takes {attachment_words(_tables(at), attachment)} off the board"
    return AttachmentLost(attachment.id, attachment.type, attachment.area), deed


def _set_eliminated(at: At, words: Sequence[str]) -> tuple[Event, str]:
    del at
    count = number_given(words[0], 0, _MOST)
    return EliminatedSet(count), f"lets {count} red units count as eliminated"


def _set_points(at: At, words: Sequence[str]) -> tuple[Event, str]:
    del at
    if words[0] not in _WARS:
        raise UnreadableInput(f"{words[0]!r} is no war: WOI or CW.")
    points = number_given(words[1], 0, _MOST)
    return PointsAwarded(_WARS[words[0]], points, 0), f"sets the points of {words[0]} to {points}"


def _set_morale(at: At, words: Sequence[str]) -> tuple[Event, str]:
    """Make the enemy's morale as high as is said, by what is added to what the board gives."""
    wanted = number_given(words[0], 0, _MOST)
    if not isinstance(at.rules, FreedomRules):
        raise NotAllowed("There is no morale.")
    by_board = at.rules.morale(at.state) - at.state.morale_shift
    return MoraleShifted(wanted - by_board), f"sets the enemy's morale to {wanted}"


def _set_die(at: At, words: Sequence[str]) -> tuple[Event, str]:
    """Throw a die, or draw a lot, that the turn to come may ask for by this label."""
    label, chosen = " ".join(words[:-1]), words[-1].upper()
    read = _LABEL.fullmatch(label)
    if read is None or not _CHOSEN.fullmatch(chosen):
        raise UnreadableInput(
            f"{' '.join(words)!r} is no draw with what came: WOI 2 check, morale 6; reports list them so."
        )
    later, turn, orders = read[1] == "CW", int(read[2]), read[3] == "orders"
    now = (at.state.war == SECOND_WAR, at.state.turn)
    if (later, turn) < now or ((later, turn) == now and not orders):
        raise NotAllowed(f"{label} is past, or not asked for any more.")
    return DieSet(label, chosen), f"draws {chosen} for {label}"


def _next_card(at: At, words: Sequence[str]) -> tuple[Event, str]:
    """Put a card on top of the deck; those drawn lie open, so nothing is told by which can be."""
    tables, card = _tables(at), words[0]
    if card not in tables.card:
        raise UnreadableInput(f"There is no card {card}; one is W5.")
    drawn = at.state.woi_discard + at.state.cw_discard
    of_war = {known.id for known in tables.cards[at.state.war]}
    if card in drawn or card not in of_war:
        raise NotAllowed(f"{card} is drawn already, or is of the other war.")
    return CardPutFirst(card), f"lets {tables.card[card].title} ({card}) be the next card"


def _give_card(at: At, words: Sequence[str]) -> tuple[Event, str]:
    del at
    flag = _flag(words[0])
    return FlagRaised(flag), f"gives {flag.value} for this turn"


def _take_card(at: At, words: Sequence[str]) -> tuple[Event, str]:
    flag = _flag(words[0])
    if flag not in at.state.flags:
        raise NotAllowed(f"No card has given {flag.value} this turn.")
    return FlagSpent(flag), f"takes {flag.value} away"


_MAKERS: Final[dict[str, Callable[[At, Sequence[str]], tuple[Event, str]]]] = {
    "unit add": _add_unit,
    "unit move": _move_unit,
    "unit remove": _remove_unit,
    "unit type": _change_unit,
    "gun add": _add_attachment,
    "gun remove": _remove_attachment,
    "eliminated set": _set_eliminated,
    "points set": _set_points,
    "morale set": _set_morale,
    _DIE_SET: _set_die,
    "card next": _next_card,
    "card give": _give_card,
    "card take": _take_card,
}
"""What makes a fact of the words behind a verb, and says what the master does."""


def _unit(at: At, id_: str) -> Unit:
    unit = at.state.unit(id_)
    if unit is None:
        raise NotAllowed(f"There is no unit {id_}.")
    return unit


def _area(at: At, area: str) -> str:
    if area not in _tables(at).areas:
        raise UnreadableInput(f"There is no Area {area}; one is KER5.")
    return area


def _of(kind: Callable[[str], _K], word: str) -> _K:
    try:
        return kind(word)
    except ValueError as error:
        raise UnreadableInput(f"{word} is no type that can stand here.") from error


def _colour(word: str) -> Colour:
    if word not in Colour.__members__:
        raise UnreadableInput(f"{word} is no colour: RED, ORANGE, BLUE, GREEN.")
    return Colour[word]


def _flag(word: str) -> Flag:
    if word not in Flag.__members__:
        raise UnreadableInput(f"No card gives {word}: {', '.join(Flag.__members__)} are given.")
    return Flag[word]
