"""Why a line is not taken or came to nothing, in a sentence that says what would be right (5, 6, 9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from gm.games.freedom.rules.outcomes import Reason
from gm.languages import gettext, gettext_noop


def rest_eaten() -> str:
    """Say of a line that its end is missing, and what may have become of it."""
    return gettext(
        "Where to is missing at the end: a mail program may have taken what stood behind > for a quotation."
        " Write -> between spaces, all on one line."
    )


def mode_missing() -> str:
    """Say of a card that it is not said for what it is played."""
    return gettext("For its points, AP, or for its EVENT?")


def goes_on_below() -> str:
    """Say of a line with a comma at its end that what stands below it was not read as its rest."""
    return gettext(
        "This ends in a comma, and what stands below it could not be read on. If this is all, answer with"
        " its number."
    )


def several_meant(lines: Sequence[str]) -> str:
    """Say what a line may mean, of whose play nothing was taken."""
    return gettext(
        "This may mean {lines}, so nothing of its play was taken. Send the whole again.",
        lines="; ".join(lines),
    )


def queued_behind() -> str:
    """Say of plays that others waited already: these come first."""
    return gettext("This waits behind what waited already; CLEAR takes all of it back.")


def same_replaced() -> str:
    """Say of a play that it is about the same as one that waited: a card is played once."""
    return gettext("This takes the place of what waited with the same card, or for the same step.")


def queue_replaced() -> str:
    """Say of plays that what waited could not be begun."""
    return gettext("What waited could not be begun, so this takes its place.")


def refusal_sentence(reason: Reason) -> str:
    """Return why a line is refused or void, in the language that is spoken."""
    return gettext(_SENTENCES[reason])


def no_lines_named(text: str) -> str:
    """Return that words name no lines that could be taken back."""
    return gettext(
        "“{text}” names no lines of yours: QUEUE, SET MORALE or FIRE 6-4 do.", text=text
    )


def below_refused() -> str:
    """Return that a line is not taken because another of its play, or of one before it, was not."""
    return gettext("Not taken, since a line of its play, or of one before it, could not be taken.")


def partly_read() -> str:
    """Return that a line holds more than an order, so that its whole play is not taken and none is offered."""
    return gettext(
        "This line holds more than an order, so neither it nor the rest of its play was taken. Send the whole "
        "again, one order a line; CHECK above it tells what it would do."
    )


def expected_words() -> Mapping[str, str]:
    """Return what is said of each kind of word of the grammar where it is missing."""
    return {
        "SPACE": gettext("a space"),
        "AREA": gettext("an area"),
        "CARD": gettext("a card"),
        "NUMBER": gettext("a number"),
    }


_SENTENCES: Final[Mapping[Reason, str]] = {
    Reason.BAD_ORDER: gettext_noop(
        "This is no line of the game as it stands: PLAY AI01 AP begins a play, ATTACK 4-4 -> 3-4 is a line of it."
    ),
    Reason.SPACE_UNKNOWN: gettext_noop(
        "There is no such space: 4-4, CAMP, MAR, MR1 are; the map names them."
    ),
    Reason.AREA_UNKNOWN: gettext_noop(
        "There is no such area, or the name fits several: three letters are enough, as in SUPPORT SEA."
    ),
    Reason.CARD_UNKNOWN: gettext_noop(
        "There is no such card, or the name fits several: its id is short, as in PLAY AI01 AP."
    ),
    Reason.NOT_YOUR_ACTION: gettext_noop("That is no action of your side, or not of such a play."),
    Reason.OPPONENTS_EVENT: gettext_noop(
        "Its event is the other side's: you can play the card for its points."
    ),
    Reason.BAD_ROW: gettext_noop(
        "Not in a space of that kind: MOVE is for the mainland, SLOW for Wall, beach, coast and lagoon,"
        " REGROUP and TRAIN for Wall, beach and islands, REPAIR for the Wall, CANNON for Rows 4 to 6 or the city."
    ),
    Reason.RAID_ROW_4: gettext_noop(
        "A raid from the Wall goes to Rows 5 to 8; who stands in Row 4 is attacked."
    ),
    Reason.BACKWARD: gettext_noop("Imperial units never go back."),
    Reason.SIDEWAYS: gettext_noop("The opening goes forward only, not sideways."),
    Reason.NOT_ADJACENT: gettext_noop("Those spaces do not lie beside each other."),
    Reason.TOO_MANY: gettext_noop("The opening moves five units at most."),
    Reason.NO_TARGET: gettext_noop("Nothing to hit is there, or it is out of reach."),
    Reason.NO_PLAY: gettext_noop(
        "An action stands below the card that pays for it: PLAY AI01 AP comes first."
    ),
    Reason.BAD_STEP: gettext_noop("The game was not at that step when its turn came."),
    Reason.NOT_MET: gettext_noop("Its condition did not hold when its turn came."),
    Reason.CARD_NOT_IN_HAND: gettext_noop("That card is not in your hand."),
    Reason.NOTHING_TO_CLAIM: gettext_noop(
        "That card could not be claimed: only the one that the other side has just played for points."
    ),
    Reason.NOT_ENOUGH_AP: gettext_noop("The points left did not reach for it."),
    Reason.PREP_NOT_ALLOWED: gettext_noop(
        "The points left did not reach; PREP helps once a play, where the card has printed less than it costs."
    ),
    Reason.NO_UNIT: gettext_noop("No unit of yours was there that could do it."),
    Reason.MIXED_UNITS: gettext_noop(
        "Expeditionary and Allied units share no space but the Camp."
    ),
    Reason.SPACE_FULL: gettext_noop("The space was full."),
    Reason.NO_SLOW: gettext_noop("A card forbade SLOW at that time."),
    Reason.THICK_BORDER: gettext_noop(
        "Over a thick border one goes only while another Imperial unit holds that island."
    ),
    Reason.WALL_NOT_DESTROYED: gettext_noop(
        "The Wall stood there: from Row 4 one enters only where it is destroyed."
    ),
    Reason.ENEMY_PRESENT: gettext_noop("An enemy unit stood there."),
    Reason.ISLAND_OCCUPIED: gettext_noop("Somebody stood on the island."),
    Reason.ALREADY_ATTACKED: gettext_noop(
        "Every unit there had attacked on this card: each does so once."
    ),
    Reason.REWARD_TWICE: gettext_noop("Attacks are rewarded once a play."),
    Reason.NO_MONEY: gettext_noop("There was no money for it."),
    Reason.CANNON_EXISTS: gettext_noop("A cannon stood there already: a space holds one."),
    Reason.NO_CANNON_IN_CAMP: gettext_noop("No cannon waited in the Camp."),
    Reason.RAID_PATH_BLOCKED: gettext_noop("Imperial units barred every shortest way."),
    Reason.NO_DAMAGE: gettext_noop("The Wall was whole there."),
    Reason.NO_CIVILIAN: gettext_noop("No civilian was left."),
    Reason.NO_PIECE: gettext_noop("No piece of that kind was left in the box."),
    Reason.NO_SUPPLY: gettext_noop("There was no supply for it."),
    Reason.PLEA_OVER: gettext_noop("Help has come already: there is no plea any more."),
    Reason.NO_DAMAGE_NOW: gettext_noop("A card kept the Wall from damage at that time."),
}
"""What each reason says: first those of the text, then those of the position."""
