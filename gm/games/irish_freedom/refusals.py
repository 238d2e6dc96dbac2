"""Why an order is not read or is refused, in a sentence that says what would be right (8)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from gm.games.irish_freedom.rules.outcomes import Reason
from gm.languages import gettext, gettext_noop


def refusal_sentence(reason: Reason) -> str:
    """Return why an order is refused, in the language that is spoken."""
    return gettext(_SENTENCES[reason])


def no_orders_named(text: str) -> str:
    """Return that words name no orders that could be taken back."""
    return gettext("“{text}” names no orders: TURN, ANSWER and SET UPGRADE do.", text=text)


def expected_words() -> Mapping[str, str]:
    """Return what is said of each kind of word of the grammar where it is missing."""
    return {
        "AREA": gettext("an Area"),
        "REGION": gettext("a Region"),
        "TYPE": gettext("a type of units"),
        "COLOUR": gettext("a colour"),
        "UNIT": "G04",
        "NEW": "NEW",
    }


_SENTENCES: Final[Mapping[Reason, str]] = {
    Reason.GAME_OVER: gettext_noop("The game is over."),
    Reason.UNREADABLE: gettext_noop(
        "This is none of the orders of the game: RECRUIT, UPGRADE, MOVE, PASS."
    ),
    Reason.BAD_SETTING: gettext_noop(
        "There is no such setting, or not with this value: SET UPGRADE NEVER."
    ),
    Reason.NOT_NOW: gettext_noop(
        "Not now: CONTINUE and STOP answer the Treaty, all else but SET is for a turn."
    ),
    Reason.TOO_MANY_ACTIONS: gettext_noop(
        "The turn has no more actions: two in the War of Independence, three in the Civil War."
    ),
    Reason.NO_NEW_UNIT: gettext_noop(
        "There is no new unit: NEW is the one of the last RECRUIT or UPGRADE that was done."
    ),
    Reason.NO_ATTACK: gettext_noop(
        "No attack came about that could use it: it is spent on an attack of the same mail."
    ),
    Reason.NOT_YOURS: gettext_noop(
        "That unit is not yours: yours are blue and green, and in the Civil War blue only."
    ),
    Reason.UNKNOWN_UNIT: gettext_noop(
        "There is no unit of this number: the board lists those that there are."
    ),
    Reason.UNKNOWN_AREA: gettext_noop(
        "There is no such Area: those of a Region end in 1, 3, 5 and 6, as in COR5."
    ),
    Reason.NO_SUCH_UNIT_THERE: gettext_noop(
        "No such unit is in that Area: the board lists who stands where."
    ),
    Reason.AMBIGUOUS_UNIT: gettext_noop(
        "Several kinds of your units are there: say which by type, colour or number."
    ),
    Reason.NOT_IN_THIS_WAR: gettext_noop(
        "Not in this war: the War of Independence has RECRUIT COR,"
        " the Civil War RECRUIT REG DUB3, the sea, guns and cars."
    ),
    Reason.WRONG_RECRUIT: gettext_noop(
        "That cannot be recruited; Regulars, artillery and cars can."
    ),
    Reason.RECRUIT_PLACE_NOT_DUBLIN_CITY: gettext_noop(
        "Recruits come to the city of Dublin only: DUB3 or DUB6."
    ),
    Reason.ATTACHMENT_NEEDS_BLUE_UNIT: gettext_noop(
        "A gun or car comes only where a blue unit of yours is."
    ),
    Reason.NO_UPGRADE_FOR_TYPE: gettext_noop(
        "It cannot be upgraded: a Mob becomes a Guerrilla, a blue Guerrilla a Regular"
        " and a green one a Flying Column."
    ),
    Reason.ATTACHMENT_CANNOT_MOVE_ALONE: gettext_noop(
        "Guns and cars go with Regulars only: MOVE DUB3 REG -> COR1 WITH ART."
    ),
    Reason.TWO_ATTACHMENTS: gettext_noop("One gun or one car goes with a unit, not two."),
    Reason.MOB_CANNOT_MOVE: gettext_noop("A Mob cannot move; upgraded it can."),
    Reason.SAME_AREA: gettext_noop("It is in that Area already: name another."),
    Reason.ONLY_REGULARS_SAIL: gettext_noop(
        "Only Regulars go by sea: MOVE DUB3 REG -> COR5 BY SEA."
    ),
    Reason.ULSTER_PORT: gettext_noop(
        "No ship sails to Ulster or from it: the other ports are open."
    ),
    Reason.NOT_A_PORT: gettext_noop(
        "Ships sail from port to port: an anchor on the map marks them."
    ),
    Reason.LANDING_NOT_AVAILABLE: gettext_noop(
        "Only in a turn of Emmet Dalton's card one landing may end without a port."
    ),
    Reason.NO_LANDING_THERE: gettext_noop("Nobody can land there: the Region lies inland."),
    Reason.GUERRILLA_CANNOT_LEAVE_REGION: gettext_noop(
        "Guerrillas move inside their Region only."
    ),
    Reason.NO_ROAD: gettext_noop(
        "No road joins these Regions: the report lists where each unit can go."
    ),
    Reason.ATTACHMENT_NEEDS_REGULAR: gettext_noop("Guns and cars go with Regulars only."),
    Reason.NO_SUCH_ATTACHMENT: gettext_noop(
        "No blue gun or car of that kind is where the move begins: the board lists where they are."
    ),
    Reason.MODIFIER_NOT_AVAILABLE: gettext_noop(
        "This turn's card does not give it, or it is spent;"
        " Michael Collins helps in Cork and Kerry only."
    ),
    Reason.UNKNOWN_REGION: gettext_noop(
        "There is no such Region: DUB, MID, ULS, WES, COR and KER are."
    ),
    Reason.GUARDS_NEEDS_REGULAR: gettext_noop(
        "Only one of your Regulars can be the Dublin Guards."
    ),
}
"""What each reason says: first those about a line's words and time, then what a unit cannot do."""
