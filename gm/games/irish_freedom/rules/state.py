"""A position of Irish Freedom (2)."""

from __future__ import annotations

from bisect import insort
from collections.abc import Mapping
from dataclasses import field, replace
from enum import Enum
from typing import Final

from gm.contract.seats import SeatId
from gm.contract.values import value
from gm.games.irish_freedom.rules.tables import (
    FIRST_WAR,
    AttachmentType,
    Colour,
    Flag,
    UnitType,
)

PLAYER: Final = SeatId("PLAYER")
"""The one seat of the game."""

HIDDEN: Final = "?"
"""In place of a card that lies face down."""

ATTACHMENT_LETTER: Final = "A"
"""With which the ids of attachments begin."""


class Wait(Enum):
    """What a position waits for (2)."""

    START = "START"
    PLAYER = "PLAYER"
    TREATY = "TREATY"
    OVER = "OVER"


class Result(Enum):
    """How a game has ended (10)."""

    BRITISH_VICTORY = "british_victory"
    WOI_MAJOR = "woi_major"
    WOI_GOOD = "woi_good"
    WOI_HISTORICAL = "woi_historical"
    WOI_POOR = "woi_poor"
    REPUBLICAN_VICTORY = "republican_victory"
    CW_MAJOR = "cw_major"
    CW_GOOD = "cw_good"
    CW_AVERAGE = "cw_average"
    CW_POOR = "cw_poor"


LOST: Final = frozenset({Result.BRITISH_VICTORY, Result.REPUBLICAN_VICTORY})
"""The results by which the enemy has won."""


class UpgradeChoice(Enum):
    """Whether the player's victors rise (6, 8)."""

    ALWAYS = "ALWAYS"
    NEVER = "NEVER"
    BLUE = "BLUE"


class AfterTreaty(Enum):
    """What follows the Treaty (8)."""

    CONTINUE = "CONTINUE"
    STOP = "STOP"
    ASK = "ASK"


class Preference(Enum):
    """A standing list of Areas, by the key that positions have for it (8)."""

    TOM_BARRY = "fc_target"
    ARTILLERY = "art_target"
    TREATY_ARTILLERY = "treaty_art"
    TREATY_CAR = "treaty_car"


@value
class Unit:
    """An armed force; its id stays whatever becomes of its type, colour and place."""

    id: str
    type: UnitType
    colour: Colour
    area: str


@value
class Attachment:
    """An armoured car or a gun."""

    id: str
    type: AttachmentType
    colour: Colour
    area: str


@value
class Standing:
    """What the player has arranged until he changes it (8)."""

    upgrade: UpgradeChoice = UpgradeChoice.ALWAYS
    fc_target: tuple[str, ...] = ()
    art_target: tuple[str, ...] = ()
    treaty_art: tuple[str, ...] = ("DUB3",)
    treaty_car: tuple[str, ...] = ("DUB3",)
    after_treaty: AfterTreaty = AfterTreaty.ASK

    def listed(self, preference: Preference) -> tuple[str, ...]:
        """Return a list of Areas, those that come first first."""
        areas: tuple[str, ...] = getattr(self, preference.value)
        return areas

    def listing(self, preference: Preference, areas: tuple[str, ...]) -> Standing:
        """Return it with another list of Areas."""
        match preference:
            case Preference.TOM_BARRY:
                return replace(self, fc_target=areas)
            case Preference.ARTILLERY:
                return replace(self, art_target=areas)
            case Preference.TREATY_ARTILLERY:
                return replace(self, treaty_art=areas)
            case Preference.TREATY_CAR:
                return replace(self, treaty_car=areas)


FIRST_NUMBERS: Final = {ATTACHMENT_LETTER: 1, "B": 1, "G": 1, "O": 1, "R": 1}
"""What the first counters of each letter are numbered."""


@value
class FreedomState:
    """What lies on the table, and what is hidden.

    Args:
        war, turn, wait: how far the game is.
        units, attachments: on the board, sorted by id.
        next_id: the number that the next counter of a letter gets.
        woi_deck, cw_deck: the cards that are left, the top one first.
        woi_discard, cw_discard: those drawn, the oldest first.
        red_eliminated: red units eliminated in the first war.
        flags: what this turn's card gives and is not yet spent, in the order of their kinds.
        vp_woi, vp_cw: victory points. result: how it has ended; None while it goes on.
        policy: what the player has arranged.
        awarded: to whom the game's master has given it where he ended it.
        dice: what he has thrown himself, by the labels of draws to come.
        morale_shift: what he has added to the enemy's morale in the war that is fought.
    """

    war: str = FIRST_WAR
    turn: int = 1
    wait: Wait = Wait.START
    units: tuple[Unit, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    next_id: Mapping[str, int] = field(default_factory=lambda: FIRST_NUMBERS, hash=False)
    woi_deck: tuple[str, ...] = ()
    cw_deck: tuple[str, ...] = ()
    woi_discard: tuple[str, ...] = ()
    cw_discard: tuple[str, ...] = ()
    red_eliminated: int = 0
    flags: tuple[Flag, ...] = ()
    vp_woi: int = 0
    vp_cw: int = 0
    result: Result | None = None
    policy: Standing = Standing()
    awarded: tuple[SeatId, ...] = ()
    dice: Mapping[str, str] = field(default_factory=dict, hash=False)
    morale_shift: int = 0

    def unit(self, id_: str) -> Unit | None:
        """Return the unit of an id; None if there is none."""
        return next((unit for unit in self.units if unit.id == id_), None)

    def attachment(self, id_: str) -> Attachment | None:
        """Return the attachment of an id; None if there is none."""
        return next((piece for piece in self.attachments if piece.id == id_), None)

    @property
    def deck(self) -> tuple[str, ...]:
        """The deck of the war that is fought."""
        return self.woi_deck if self.war == FIRST_WAR else self.cw_deck


def new_id(state: FreedomState, letter: str) -> str:
    """Return the id that the next counter of a letter gets (2)."""
    return f"{letter}{state.next_id[letter]:02}"


def id_order(id_: str) -> tuple[str, int]:
    """Return what ids are sorted by: letter, then number (2)."""
    return id_[0], int(id_[1:])


def with_unit(state: FreedomState, unit: Unit) -> FreedomState:
    """Return the position with one more unit; its number is not given again."""
    units = [*state.units]
    insort(units, unit, key=lambda other: id_order(other.id))
    return replace(state, units=tuple(units), next_id=_numbers_after(state, unit.id))


def with_attachment(state: FreedomState, attachment: Attachment) -> FreedomState:
    """Return the position with one more attachment; its number is not given again."""
    pieces = [*state.attachments]
    insort(pieces, attachment, key=lambda other: id_order(other.id))
    return replace(state, attachments=tuple(pieces), next_id=_numbers_after(state, attachment.id))


def _numbers_after(state: FreedomState, id_: str) -> dict[str, int]:
    letter, number = id_order(id_)
    return {**state.next_id, letter: max(state.next_id[letter], number + 1)}


def changed_unit(state: FreedomState, unit: Unit) -> FreedomState:
    """Return the position with a unit in the place of the one of its id."""
    units = tuple(unit if other.id == unit.id else other for other in state.units)
    return replace(state, units=units)


def changed_attachment(state: FreedomState, attachment: Attachment) -> FreedomState:
    """Return the position with an attachment in the place of the one of its id."""
    pieces = tuple(attachment if p.id == attachment.id else p for p in state.attachments)
    return replace(state, attachments=pieces)
