"""Why a line is not read or was not carried out, in a sentence that says what would be right (11)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from gm.games.turlough.rules.outcomes import Reason
from gm.languages import gettext, gettext_noop

_SENTENCES: Final = {
    Reason.GAME_OVER: gettext_noop("The game is over."),
    Reason.UNREADABLE: gettext_noop(
        "This is no line of a packet: MOBILIZE, MOVE, INVITE, OFFER, FIGHT, AVOID, RAID, DEMOBILIZE,"
        " EXILE, IF ... THEN ..., REACT, FEED and LEAD are."
    ),
    Reason.UNKNOWN_FACTION: gettext_noop("There is no such faction, or the name fits several."),
    Reason.NOT_YOUR_FACTION: gettext_noop(
        "You do not command that faction now; the report says who does."
    ),
    Reason.NO_FACTION: gettext_noop(
        "You command several factions: put FACTION and a name over the lines of each."
    ),
    Reason.UNKNOWN_HEX: gettext_noop("There is no such place, or the name fits several."),
    Reason.NOT_NOW: gettext_noop(
        "Before the first war only standing lines are heard: REACT, FEED and LEAD."
    ),
    Reason.NOT_MOBILISED: gettext_noop("It had no army when the line's turn came."),
    Reason.NOT_MET: gettext_noop("Its condition did not hold when its turn came."),
    Reason.OUT_OF_ORDER: gettext_noop(
        "Too late in the turn: first MOVE, then INVITE and OFFER, then RAID, then DEMOBILIZE."
    ),
    Reason.ENGAGED: gettext_noop(
        "An enemy stood in its hex: such an army can only go into exile."
    ),
    Reason.ENGLISH_CANNOT_COYNE: gettext_noop(
        "De Clare pays in pounds: MOBILIZE BATTLES 4 PROVISIONS 9."
    ),
    Reason.IRISH_CANNOT_BUY_PROVISIONS: gettext_noop(
        "The Irish buy no provisions: MOBILIZE COYNE 3 TUARASTAL 2."
    ),
    Reason.TOO_MANY_BATTLES: gettext_noop("An army has ten battles at most."),
    Reason.ALREADY_MOBILISED: gettext_noop("It has had its army in this war."),
    Reason.NO_MOBILISATION_RIGHT: gettext_noop(
        "There was no occasion to raise an army: others opened the war, or nobody asked it to."
    ),
    Reason.NO_BATTLES: gettext_noop("No battle was asked for, or there was nothing to pay with."),
    Reason.NOT_ENOUGH_POUNDS: gettext_noop("De Clare has not so many pounds."),
    Reason.CAPITAL_FULL: gettext_noop(
        "Its seat of power could not bear so much coyne; what there was was taken."
    ),
    Reason.NOT_ENOUGH_CATTLE: gettext_noop("It has not so many cattle; what there was was taken."),
    Reason.NOT_ADJACENT: gettext_noop(
        "Those places do not lie beside each other: MOVE TO finds a way."
    ),
    Reason.WATER_BLOCKS: gettext_noop(
        "Water lies between, and no route crosses it: MOVE TO finds a way."
    ),
    Reason.ALREADY_THERE: gettext_noop("The army stood there already."),
    Reason.ENEMY_AHEAD: gettext_noop("An enemy stood ahead, and the army avoided him."),
    Reason.NOT_ENOUGH_MP: gettext_noop("The movement points did not reach so far: six a turn."),
    Reason.COMBAT: gettext_noop("It met an enemy on the way."),
    Reason.CANNOT_INVITE: gettext_noop(
        "It cannot invite that one: claimants and the Tanist invite lesser kings, de Clare an exiled"
        " claimant whom no rival of his holds."
    ),
    Reason.NOT_AT_LONGPORT: gettext_noop(
        "It did not stand on the other's longport; de Clare calls from Clonroad."
    ),
    Reason.NOT_EXILED_CLAIMANT: gettext_noop("That claimant is in no exile."),
    Reason.BOUND: gettext_noop("The holder of its hostage kept it at home."),
    Reason.SACRIFICED: gettext_noop("It gave up its hostage rather than come."),
    Reason.REFUSED: gettext_noop("It refused."),
    Reason.NOT_A_CLAIMANT: gettext_noop("Only the two claimants can do that."),
    Reason.NOT_AT_CASTLE: gettext_noop("A hostage is offered in Bunratty."),
    Reason.ALREADY_BOUND: gettext_noop("De Clare holds that hostage already."),
    Reason.OFFER_REFUSED: gettext_noop("De Clare did not want it."),
    Reason.NOT_THERE: gettext_noop("The army stood elsewhere."),
    Reason.NO_SETTLEMENT: gettext_noop("There is nothing to raid."),
    Reason.ALREADY_RAIDED: gettext_noop("It was raided by this army in this turn already."),
    Reason.DESTROYED: gettext_noop("It is destroyed already."),
    Reason.DEFENDED: gettext_noop("Its owner rose against the raid."),
    Reason.REPELLED: gettext_noop("The castle held."),
    Reason.NO_REST_HERE: gettext_noop(
        "An army disbands on a settlement of its own side or in Kilmacduagh, with no enemy there;"
        " a claimant from the second war turn on also in Clonroad."
    ),
    Reason.WRONG_FACTION: gettext_noop(
        "It never reacts to that: OFFER is de Clare's, HOLDER a lesser king's, BATTLE a claimant's,"
        " INVITED everybody's but de Clare's."
    ),
    Reason.NOT_YOUR_TURN: gettext_noop(
        "Another faction is asked now; the report says which. Until its turn comes only REACT, FEED and"
        " LEAD are heard."
    ),
    Reason.ONLY_RISING: gettext_noop(
        "It is asked now only whether it takes the field: MOBILIZE, or NOTHING. When its army's turn"
        " comes, it is asked again."
    ),
}


def refusal_sentence(reason: Reason) -> str:
    """Return why a line was not carried out, in the language that is spoken."""
    return gettext(_SENTENCES[reason])


def no_faction_named(text: str) -> str:
    """Return that words name no faction whose packet could be taken back."""
    return gettext("“{text}” names no faction: CUL does.", text=text)


def which_faction() -> str:
    """Return the question which faction a line is for."""
    return gettext("For which of your factions? Put FACTION and its name over the line.")


def expected_words() -> Mapping[str, str]:
    """Return what is said of each kind of word of the grammar where it is missing."""
    return {
        "FACTION": gettext("a faction"),
        "HEX": gettext("a place"),
        "NUMBER": gettext("a number"),
        "KIND": "COYNE",
        "QUANTITY": "BATTLES",
    }
