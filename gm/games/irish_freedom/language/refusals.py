"""Why an order is refused, in a sentence that says what would be right (8)."""

from __future__ import annotations

from gm.games.irish_freedom.rules.outcomes import Reason
from gm.languages import gettext


def refusal_sentence(reason: Reason) -> str:
    """Return why an order is refused, in the language that is spoken."""
    return (_of_lines if reason in _OF_LINES else _of_moves)(reason)


_OF_LINES = frozenset(
    {
        Reason.GAME_OVER,
        Reason.UNREADABLE,
        Reason.BAD_SETTING,
        Reason.NOT_NOW,
        Reason.TOO_MANY_ACTIONS,
        Reason.NO_NEW_UNIT,
        Reason.NO_ATTACK,
        Reason.NOT_YOURS,
        Reason.UNKNOWN_UNIT,
        Reason.UNKNOWN_AREA,
        Reason.NO_SUCH_UNIT_THERE,
        Reason.AMBIGUOUS_UNIT,
        Reason.NOT_IN_THIS_WAR,
        Reason.UNKNOWN_REGION,
    }
)
"""The reasons that are about a line's words and time; the others are about what a unit can do."""


def _of_lines(reason: Reason) -> str:
    """Return why a line was not heard, or names nothing."""
    match reason:
        case Reason.GAME_OVER:
            return gettext("The game is over.")
        case Reason.UNREADABLE:
            return gettext("This is none of the orders of the game: RECRUIT, UPGRADE, MOVE, PASS.")
        case Reason.BAD_SETTING:
            return gettext("There is no such setting, or not with this value: SET UPGRADE NEVER.")
        case Reason.NOT_NOW:
            return gettext(
                "Not now: CONTINUE and STOP answer the Treaty, all else but SET is for a turn."
            )
        case Reason.TOO_MANY_ACTIONS:
            return gettext(
                "The turn has no more actions: two in the War of Independence, three in the Civil War."
            )
        case Reason.NO_NEW_UNIT:
            return gettext(
                "There is no new unit: NEW is the one of the last RECRUIT or UPGRADE that was done."
            )
        case Reason.NO_ATTACK:
            return gettext("No attack came about that could use it.")
        case Reason.NOT_YOURS:
            return gettext(
                "That unit is not yours: yours are blue and green, and in the Civil War blue only."
            )
        case Reason.UNKNOWN_UNIT:
            return gettext("There is no unit of this number on the board.")
        case Reason.UNKNOWN_AREA:
            return gettext(
                "There is no such Area: those of a Region end in 1, 3, 5 and 6, as in COR5."
            )
        case Reason.NO_SUCH_UNIT_THERE:
            return gettext("No such unit is in that Area.")
        case Reason.AMBIGUOUS_UNIT:
            return gettext(
                "Several kinds of your units are there: say which by type, colour or number."
            )
        case Reason.NOT_IN_THIS_WAR:
            return gettext(
                "Not in this war: the War of Independence has RECRUIT COR,"
                " the Civil War RECRUIT REG DUB3, the sea, guns and cars."
            )
        case _:
            return gettext("There is no such Region: DUB, MID, ULS, WES, COR and KER are.")


def _of_moves(reason: Reason) -> str:
    """Return why something cannot be recruited, upgraded, moved or used so."""
    match reason:
        case Reason.WRONG_RECRUIT:
            return gettext("That cannot be recruited; Regulars, artillery and cars can.")
        case Reason.RECRUIT_PLACE_NOT_DUBLIN_CITY:
            return gettext("Recruits come to the city of Dublin only: DUB3 or DUB6.")
        case Reason.ATTACHMENT_NEEDS_BLUE_UNIT:
            return gettext("A gun or car comes only where a blue unit of yours is.")
        case Reason.NO_UPGRADE_FOR_TYPE:
            return gettext(
                "It cannot be upgraded: a Mob becomes a Guerrilla, a blue Guerrilla a Regular"
                " and a green one a Flying Column."
            )
        case Reason.ATTACHMENT_CANNOT_MOVE_ALONE:
            return gettext("Guns and cars go with Regulars only: MOVE DUB3 REG -> COR1 WITH ART.")
        case Reason.TWO_ATTACHMENTS:
            return gettext("One gun or one car goes with a unit, not two.")
        case Reason.MOB_CANNOT_MOVE:
            return gettext("A Mob cannot move; upgraded it can.")
        case Reason.SAME_AREA:
            return gettext("It is in that Area already.")
        case Reason.ONLY_REGULARS_SAIL:
            return gettext("Only Regulars go by sea.")
        case Reason.ULSTER_PORT:
            return gettext("No ship sails to Ulster or from it.")
        case Reason.NOT_A_PORT:
            return gettext("Ships sail from port to port.")
        case Reason.LANDING_NOT_AVAILABLE:
            return gettext(
                "Only in a turn of Emmet Dalton's card one landing may end without a port."
            )
        case Reason.NO_LANDING_THERE:
            return gettext("Nobody can land there: the Region lies inland.")
        case Reason.GUERRILLA_CANNOT_LEAVE_REGION:
            return gettext("Guerrillas move inside their Region only.")
        case Reason.NO_ROAD:
            return gettext("No road joins these Regions.")
        case Reason.ATTACHMENT_NEEDS_REGULAR:
            return gettext("Guns and cars go with Regulars only.")
        case Reason.NO_SUCH_ATTACHMENT:
            return gettext("No blue gun or car of that kind is where the move begins.")
        case Reason.MODIFIER_NOT_AVAILABLE:
            return gettext(
                "This turn's card does not give it, or it is spent;"
                " Michael Collins helps in Cork and Kerry only."
            )
        case _:
            return gettext("Only one of your Regulars can be the Dublin Guards.")
