"""The words that pages of this game share: sides, spaces, areas, cards and what their events do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from gm.contract.seats import SeatId
from gm.games.freedom.rules.state import Flag
from gm.games.freedom.rules.tables import (
    ANY,
    IMP,
    INS,
    Card,
    Effect,
    EffectWord,
    Filter,
    Reward,
    SpaceKind,
    Tables,
)
from gm.languages import gettext, gettext_noop, listed, ngettext, ngettext_noop, pgettext

_SIDES: Final = {IMP: gettext_noop("Imperial side"), INS: gettext_noop("Insurgents")}

_KINDS: Final[Mapping[str, tuple[str, str]]] = {
    "EXP": ngettext_noop("{count} Expeditionary unit", "{count} Expeditionary units"),
    "ALL": ngettext_noop("{count} Allied unit", "{count} Allied units"),
    "INS": ngettext_noop("{count} Insurgent unit", "{count} Insurgent units"),
}

_WHY: Final = {
    "storm": gettext_noop("The city has been stormed: the Imperial side wins."),
    "time": gettext_noop("The city has held out for six rounds: the Insurgents win."),
}


FLAG_WORDS: Final = {
    Flag.NO_CANNONS: gettext_noop("No cannon will fire at the end of this round."),
    Flag.NO_SLOW: gettext_noop("Nobody steps into slow spaces until the next turn of: {side}."),
    Flag.NO_DAMAGE: gettext_noop("The Wall takes no damage until the next turn of: {side}."),
    Flag.ATTACK_MINUS: gettext_noop("Attacks in the next turn of this side roll at -1: {side}."),
}
"""What holds for a while because of a card, of each flag."""


def side_words(seat: SeatId) -> str:
    """Return a side as it is called: `Insurgents`."""
    return gettext(_SIDES[seat])


def space_words(tables: Tables, space: str) -> str:
    """Return a space as orders name it, a fort and an island with what they are: `3-4 (fort)`."""
    known = tables.spaces[space]
    if known.fort:
        return gettext("{space} (fort)", space=space)
    if known.kind is SpaceKind.ISLAND:
        return f"{known.name} ({space})"
    if known.kind is SpaceKind.CAMP:
        return gettext("the Camp")
    return space


def spaces_words(tables: Tables, spaces: Sequence[str]) -> str:
    """Return several spaces in their order, each once."""
    return listed(space_words(tables, space) for space in dict.fromkeys(spaces))


def area_words(tables: Tables, area: str) -> str:
    """Return the name of an area."""
    return tables.areas[area].name


def reward_words(tables: Tables, reward: Reward) -> str:
    """Return what an area is worth to a side at the end of a round: `supplies +2`; "" for nothing."""
    landed = (
        gettext("{count} EXP from the Camp into VS1", count=reward.vasiladi)
        if tables.rulings.sea_from_camp
        else gettext("{count} EXP into VS1", count=reward.vasiladi)
    )
    parts = (
        (reward.supplies, gettext("supplies +{count}", count=reward.supplies)),
        (reward.morale, gettext("morale +{count}", count=reward.morale)),
        (reward.units, gettext("units +{count}", count=reward.units)),
        (reward.cannons, gettext("cannons +{count}", count=reward.cannons)),
        (reward.vasiladi, landed),
    )
    return listed(words for amount, words in parts if amount)


def card_words(tables: Tables, card: str) -> str:
    """Return a card with its id: `Night Sortie (AG01)`."""
    return f"{tables.cards[card].name} ({card})"


def units_words(units: Mapping[str, int]) -> str:
    """Return units by kind: `3 Expeditionary units`."""
    return listed(_kind_words(kind, count) for kind, count in units.items() if count)


def _kind_words(kind: str, count: int) -> str:
    single, several = _KINDS[kind]
    return ngettext(single, several, count, count=count)


def victory_words(winner: SeatId, why: str) -> str:
    """Return how a game ended, in a sentence."""
    if why in _WHY:
        return gettext(_WHY[why])
    if winner == IMP:
        return gettext("The Insurgents have lost all morale: the Imperial side wins.")
    return gettext("The Imperial side has lost all morale: the Insurgents win.")


# The events of cards in words (9), short enough for a table: verbs stand as they are ordered.

_TRACKS: Final = {
    EffectWord.SUPPLIES: gettext_noop("supplies {change}"),
    EffectWord.MONEY: gettext_noop("money {change}"),
    EffectWord.MORALE: gettext_noop("morale {change}"),
    EffectWord.PREP: gettext_noop("prep {change}"),
    EffectWord.PLEA_TRACK: gettext_noop("plea track {change}"),
    EffectWord.ENEMY_SUPPLIES: gettext_noop("enemy supplies {change}"),
    EffectWord.ENEMY_MONEY: gettext_noop("enemy money {change}"),
    EffectWord.ENEMY_MORALE: gettext_noop("enemy morale {change}"),
}

_BOTH: Final = {
    "supplies": gettext_noop("supplies of both sides {change}"),
    "morale": gettext_noop("morale of both sides {change}"),
    "prep": gettext_noop("prep of both sides {change}"),
}

VERBS: Final = {
    EffectWord.MOVE: "MOVE",
    EffectWord.SLOW: "SLOW",
    EffectWord.ATTACK: "ATTACK",
    EffectWord.REGROUP: "REGROUP",
    EffectWord.REPAIR: "REPAIR",
    EffectWord.TRAIN: "TRAIN",
}
"""The action that an effect lets a side carry out."""

_FILTERS: Final = {
    Filter.IMP_ROW_4: gettext_noop("in Row 4"),
    Filter.IMP_ROWS_6_8: gettext_noop("in Rows 6 to 8"),
    Filter.IMP_LAGOON: gettext_noop("in the lagoon"),
    Filter.ISLAND: gettext_noop("on an island"),
    Filter.UNDEFENDED_WALL: gettext_noop("on a Wall space without a cannon"),
}

_PLAIN: Final = {
    EffectWord.REWARD: gettext_noop("its attacks roll at +2"),
    EffectWord.NO_CANNONS: gettext_noop("no cannon fires at the end of this round"),
    EffectWord.NO_SLOW: gettext_noop("no SLOW until your next turn"),
    EffectWord.NO_DAMAGE: gettext_noop("no damage to the Wall until your next turn"),
    EffectWord.ATTACK_MINUS: gettext_noop("the enemy's attacks of his next turn roll at -1"),
    EffectWord.LOOK_HAND: gettext_noop("you see the other hand"),
}


def event_words(tables: Tables, card: Card) -> str:
    """Return what the event of a card does, its effects in their order."""
    return "; ".join(effect_words(tables, effect) for effect in card.effects)


def effect_words(tables: Tables, effect: Effect) -> str:
    """Return what an effect does."""
    if effect.word in _TRACKS:
        return gettext(_TRACKS[effect.word], change=f"{effect.amount:+d}")
    if effect.word is EffectWord.BOTH:
        return gettext(_BOTH[effect.where], change=f"{effect.amount:+d}")
    if effect.word in VERBS:
        return ngettext(
            "one {verb}",
            "up to {count} times {verb}",
            effect.amount,
            verb=VERBS[effect.word],
            count=effect.amount,
        )
    if effect.word in _PLAIN:
        return gettext(_PLAIN[effect.word])
    return _placed_words(tables, effect)


def _placed_words(tables: Tables, effect: Effect) -> str:
    match effect.word:
        case EffectWord.SUPPORT if effect.where == ANY:
            return ngettext(
                "SUPPORT of any area",
                "SUPPORT of any areas, up to {count} times",
                effect.amount,
                count=effect.amount,
            )
        case EffectWord.SUPPORT:
            area = area_words(tables, effect.where)
            return f"SUPPORT {area}" + (f" X {effect.amount}" if effect.amount > 1 else "")
        case EffectWord.CHOICE:
            return "; ".join(_choice_words(tables, effect))
        case EffectWord.RAID:
            return gettext("one RAID up to distance {count}", count=effect.amount)
        case EffectWord.DAMAGE:
            return gettext("DAMAGE of {count} to one Wall space", count=effect.amount)
        case EffectWord.REMOVE:
            where = gettext(_FILTERS[Filter(effect.where)])
            return ngettext(
                "{count} enemy unit {where} is removed",
                "{count} enemy units {where} are removed",
                effect.amount,
                count=effect.amount,
                where=where,
            )
        case EffectWord.UNIT:
            return _units_gained(effect)
        case EffectWord.CANNON if effect.where == "camp":
            return gettext("{count} cannon to the Camp", count=effect.amount)
        case EffectWord.CANNON:
            return gettext("{count} cannon in the city", count=effect.amount)
        case EffectWord.DISCARD_RANDOM:
            return gettext("the enemy discards {count} card by chance", count=effect.amount)
        case _:
            return gettext("the game master does: {told}", told=effect.where)


def _units_gained(effect: Effect) -> str:
    match effect.where:
        case "camp":
            return gettext("{count} EXP to the Camp", count=effect.amount)
        case "city":
            return ngettext(
                "{count} unit in the city",
                "{count} units in the city",
                effect.amount,
                count=effect.amount,
            )
        case _:
            return ngettext(
                "{count} unit of yours",
                "{count} units of yours",
                effect.amount,
                count=effect.amount,
            )


def _choice_words(tables: Tables, effect: Effect) -> Iterator[str]:
    for number, effects in enumerate(effect.choices, 1):
        clauses = "; ".join(effect_words(tables, part) for part in effects)
        yield f"CHOOSE {number}: {clauses}"


def whose_words(card: Card) -> str:
    """Return whose event a card is: the side, or neutral."""
    if card.side is None:
        return pgettext("of a card", "neutral")
    return str(card.side)
