"""The words for what stands on the board, and for how a game can end."""

from __future__ import annotations

from gm.games.irish_freedom.rules.events import Idleness
from gm.games.irish_freedom.rules.state import Attachment, FreedomState, Result, Unit, Wait
from gm.games.irish_freedom.rules.tables import (
    FIRST_WAR,
    Colour,
    Flag,
    RuleTables,
    Side,
    Terrain,
)
from gm.languages import gettext, pgettext


def war_words(war: str) -> str:
    """Return the name of a war."""
    return gettext("War of Independence") if war == FIRST_WAR else gettext("Civil War")


def side_words(side: Side) -> str:
    """Return what a side is called, as a subject of a sentence in the plural."""
    match side:
        case Side.BRITISH:
            return pgettext("side", "the British")
        case Side.IRISH:
            return pgettext("side", "the Irish")
        case Side.FREESTATE:
            return pgettext("side", "the Free State")
        case Side.REPUBLICAN:
            return pgettext("side", "the Republicans")


def terrain_words(terrain: Terrain) -> str:
    """Return what an Area is like."""
    match terrain:
        case Terrain.BOG:
            return pgettext("terrain", "bog")
        case Terrain.TOWN:
            return pgettext("terrain", "town")
        case Terrain.CITY:
            return pgettext("terrain", "city")


def colour_words(colour: Colour, war: str) -> str:
    """Return whose counters of a colour are in a war, for the legend of a map."""
    first = war == FIRST_WAR
    match colour:
        case Colour.RED:
            return gettext("red: Crown forces")
        case Colour.ORANGE:
            return gettext("orange: Ulster Volunteers")
        case Colour.BLUE:
            return gettext("blue: the Irish") if first else gettext("blue: Free State")
        case Colour.GREEN:
            return gettext("green: the Irish") if first else gettext("green: Republicans")


def unit_words(tables: RuleTables, unit: Unit) -> str:
    """Return a unit with its number: `Flying Column G04`."""
    return f"{tables.units[unit.type].name} {unit.id}"


def attachment_words(tables: RuleTables, attachment: Attachment) -> str:
    """Return a gun or a car with its number: `Artillery A01`."""
    return f"{tables.attachments[attachment.type].name} {attachment.id}"


def place_words(tables: RuleTables, area: str) -> str:
    """Return an Area with its name: `Tralee (KER5)`."""
    return f"{tables.areas[area].name} ({area})"


def standing_words(tables: RuleTables, state: FreedomState, area: str) -> str:
    """Return all that stands in an Area; "" for nothing."""
    units = [unit_words(tables, unit) for unit in state.units if unit.area == area]
    pieces = [attachment_words(tables, p) for p in state.attachments if p.area == area]
    return ", ".join([*units, *pieces])


def flag_words(flag: Flag) -> str:
    """Return in a sentence what a card gives for its turn."""
    match flag:
        case Flag.NO_CROSS_REGION:
            return gettext("No British unit leaves its Region this turn.")
        case Flag.COLLINS:
            return gettext(
                "Michael Collins adds 2 to one attack of yours in Cork or Kerry this turn:"
                " write `COLLINS COR5` with the Area."
            )
        case Flag.DALTON:
            return gettext(
                "One landing this turn may end in an Area without a port:"
                " write `MOVE DUB3 REG -> COR3 LANDING`."
            )
        case Flag.GUARDS:
            return gettext(
                "One Regular of yours can be the Dublin Guards this turn and adds 1 to its attacks:"
                " write `GUARDS DUB3 REG`."
            )


def idle_words(why: Idleness, region: str) -> str:
    """Return in a sentence why the enemy does nothing in a Region."""
    match why:
        case Idleness.NOBODY_THERE:
            return gettext("The enemy moves nobody in {region}: nobody there can.", region=region)
        case Idleness.NO_TARGET:
            return gettext(
                "The enemy stays in {region}: it finds nobody to attack.", region=region
            )
        case Idleness.NO_CROSSING:
            return gettext("The enemy stays in {region}: no road is open to it.", region=region)
        case Idleness.NO_UPGRADE:
            return gettext("The enemy raises nobody in {region}.", region=region)


def row_words(row: int) -> str:
    """Return what a row of the combat table says."""
    match row:
        case 1:
            return gettext("two of the attackers are eliminated, the rest retreats")
        case 2:
            return gettext("one of the attackers is eliminated, the rest retreats")
        case 3:
            return gettext("the attackers retreat")
        case 4:
            return gettext("the defenders retreat")
        case 5:
            return gettext("one of the defenders is eliminated, the rest retreats")
        case _:
            return gettext("two of the defenders are eliminated, the rest retreats")


def result_words(result: Result) -> str:
    """Return in a sentence how a game has ended."""
    match result:
        case Result.BRITISH_VICTORY:
            return gettext("The British have won the War of Independence.")
        case Result.REPUBLICAN_VICTORY:
            return gettext("The Republicans have won the Civil War.")
        case Result.WOI_MAJOR:
            return gettext("A major Irish victory.")
        case Result.WOI_GOOD:
            return gettext("A good Irish victory.")
        case Result.WOI_HISTORICAL:
            return gettext("A historical Irish victory.")
        case Result.WOI_POOR:
            return gettext("A poor Irish victory.")
        case Result.CW_MAJOR:
            return gettext("A major victory of the Free State.")
        case Result.CW_GOOD:
            return gettext("A good victory of the Free State.")
        case Result.CW_AVERAGE:
            return gettext("An average victory of the Free State.")
        case Result.CW_POOR:
            return gettext("A poor victory of the Free State.")


def points_words(state: FreedomState) -> str:
    """Return in a sentence how many victory points there are so far."""
    return gettext(
        "Victory points: {first} of the War of Independence, {second} of the Civil War.",
        first=state.vp_woi,
        second=state.vp_cw,
    )


def wait_words(state: FreedomState, actions: int) -> str:
    """Return in a sentence what the player is asked for."""
    if state.wait is Wait.TREATY:
        return gettext(
            "The Treaty is signed. Write `CONTINUE` for the Civil War, or `STOP` to end here."
        )
    return gettext(
        "You have {count} actions. Fewer are played with `PASS` behind them.", count=actions
    )
