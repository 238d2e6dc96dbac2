"""The words that pages of this game share: factions, places, stacks, who holds whom."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from gm.games.turlough.rules.sides import owner_of, settlement_at
from gm.games.turlough.rules.state import Army, Cause, TurloughState, Victory
from gm.games.turlough.rules.tables import ENGLISH, FactionKind, SettlementKind, Tables, Terrain
from gm.languages import gettext, listed, ngettext, pgettext, spoken

_IRISH: Final = "ga"
"""The language in which the names are those of the land itself."""


def faction_words(tables: Tables, faction: str) -> str:
    """Return a faction as it stands in sentences."""
    there = tables.factions[faction]
    if there.irish and spoken() == _IRISH:
        return there.irish
    return gettext("The Tanist") if there.name == "The Tanist" else there.name


def factions_words(tables: Tables, factions: Iterable[str]) -> str:
    """Return several factions, joined."""
    return listed([faction_words(tables, faction) for faction in factions])


def place_words(tables: Tables, hex_: str) -> str:
    """Return a place with its code: `Clonroad (CLO)`."""
    return f"{hex_words(tables, hex_)} ({hex_})"


def hex_words(tables: Tables, hex_: str) -> str:
    """Return the name of a place, in Irish where Irish is spoken."""
    there = tables.hexes[hex_]
    return there.irish if there.irish and spoken() == _IRISH else there.name


def way_words(tables: Tables, way: Iterable[str]) -> str:
    """Return a way by the names of its hexes, with an arrow between them."""
    return " → ".join(hex_words(tables, hex_) for hex_ in way)


def group_words(group: str) -> str:
    """Return a stack of febas by whose it is."""
    names = {
        "CT": gettext("Clann Turlough"),
        "CBR": gettext("Clann Brian Roe"),
        "DEC": gettext("de Clare"),
        "CTA": gettext("Turlough's allies"),
        "CBA": gettext("Brian Roe's allies"),
        "CTB": gettext("Turlough's other allies"),
        "CBB": gettext("Brian Roe's other allies"),
    }
    return names[group]


def hazard_words(tables: Tables, card: str | None) -> str:
    """Return the name of the card that is active; one of a master's own as he has written it."""
    if card is None:
        return gettext("no hazard")
    known = {
        "Heavy Rainfall": gettext("Heavy Rainfall"),
        "Liver Fluke": gettext("Liver Fluke"),
        "Harvest Failure": gettext("Harvest Failure"),
        "Famine": gettext("Famine"),
        "Wars in Scotland": gettext("Wars in Scotland"),
        "Wars in France": gettext("Wars in France"),
        "Wars in Wales": gettext("Wars in Wales"),
    }
    name = tables.hazard(card).name
    return known.get(name, name)


def army_words(army: Army) -> str:
    """Return the strength of an army: `4 battles, 2 provisions`."""
    battles = ngettext("{count} battle", "{count} battles", army.battles, count=army.battles)
    if not army.provisions:
        return battles
    food = ngettext(
        "{count} provision", "{count} provisions", army.provisions, count=army.provisions
    )
    return f"{battles}, {food}"


def kind_words(kind: FactionKind) -> str:
    """Return what a faction is."""
    match kind:
        case FactionKind.CLAIMANT:
            return pgettext("faction", "claimant")
        case FactionKind.VASSAL:
            return pgettext("faction", "vassal")
        case FactionKind.INDEPENDENT:
            return pgettext("faction", "independent")
        case FactionKind.TANIST:
            return pgettext("faction", "tanist")
        case FactionKind.ENGLISH:
            return pgettext("faction", "English")


def settlement_words(kind: SettlementKind) -> str:
    """Return what stands in a hex."""
    match kind:
        case SettlementKind.LONGPORT:
            return pgettext("settlement", "longport")
        case SettlementKind.MONASTERY:
            return pgettext("settlement", "monastery")
        case SettlementKind.CASTLE:
            return pgettext("settlement", "castle")


def terrain_words(terrain: Terrain) -> str:
    """Return what a hex is like."""
    match terrain:
        case Terrain.WOOD:
            return pgettext("terrain", "wood")
        case Terrain.BOG:
            return pgettext("terrain", "bog")
        case Terrain.CASTLE:
            return pgettext("terrain", "castle")


def standing_of(tables: Tables, state: TurloughState, faction: str) -> str:
    """Return how a faction stands besides its herd and its hostage, others by their codes."""
    standing = state.factions[faction]
    said = []
    if standing.out:
        return pgettext("faction", "out of the game")
    if state.king == faction:
        said.append(pgettext("faction", "king"))
    if standing.exiled:
        said.append(pgettext("faction", "in exile"))
    if standing.alliance is not None:
        said.append(gettext("ally of {claimant}", claimant=standing.alliance))
    if faction == ENGLISH and state.dec_side is not None:
        said.append(gettext("for {claimant}", claimant=state.dec_side))
    if not said and standing.group == faction:
        return kind_words(tables.factions[faction].kind)
    return ", ".join(said) or pgettext("faction", "neutral")


def land_words(tables: Tables, state: TurloughState, hex_: str) -> str:
    """Return the settlement of a hex with its owner: `longport of Clann Cullen`; "" for none."""
    kind = settlement_at(state, tables, hex_)
    if kind is None:
        return ""
    owner = owner_of(state, tables, hex_)
    if owner is None:
        return settlement_words(kind)
    return gettext(
        "{settlement} of {owner}",
        settlement=settlement_words(kind),
        owner=faction_words(tables, owner),
    )


def victory_words(tables: Tables, victory: Victory) -> str:
    """Return how the game was won."""
    winners = listed([group_words(group) for group in victory.winners])
    claimant = faction_words(tables, victory.claimant)
    if victory.reason is Cause.FEBAS_GOAL:
        cause = gettext("{claimant} has the febas to be king of all Thomond.", claimant=claimant)
    else:
        cause = gettext("{claimant} has no rival left.", claimant=claimant)
    shared = gettext("Winners: {winners}.", winners=winners)
    return f"{cause} {shared}"
