"""What happened, as a short story: a sentence for each fact of which there is something to say (12)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from gm.contract.events import Event
from gm.games.irish_freedom.pages.words import (
    attachment_words,
    flag_words,
    idle_words,
    place_words,
    result_words,
    row_words,
    side_words,
    unit_words,
    war_words,
)
from gm.games.irish_freedom.rules.combat import CombatOdds
from gm.games.irish_freedom.rules.course import looking_at
from gm.games.irish_freedom.rules.events import (
    AttachmentCaptured,
    AttachmentLost,
    AttachmentPlaced,
    CardDrawn,
    CardWithoutEffect,
    Cause,
    CombatRound,
    EnemyIdle,
    FlagRaised,
    GameDecided,
    MoraleChecked,
    PointsAwarded,
    RepublicansSurrendered,
    Retreated,
    TreatySigned,
    TurnStarted,
    UnitChanged,
    UnitMoved,
    UnitPlaced,
    UnitRemoved,
    UpgradeDeclined,
    WarStarted,
    after,
)
from gm.games.irish_freedom.rules.scoring import morale
from gm.games.irish_freedom.rules.state import FreedomState, Unit
from gm.games.irish_freedom.rules.tables import FIRST_WAR, RuleTables, UnitType
from gm.languages import gettext


def happenings(tables: RuleTables, before: FreedomState, events: Iterable[Event]) -> Iterator[str]:
    """Yield the sentences of a step.

    Args:
        tables: what is played. before: the position before it; events: its facts, in order.
    """
    state = before
    for event in events:
        sentence = course_words(tables, event) or _of_counters(tables, state, event)
        if isinstance(event, MoraleChecked):
            sentence = _check_words(tables, state, event)
        if sentence:
            yield sentence
        state = after(state, [event])


def _check_words(tables: RuleTables, state: FreedomState, checked: MoraleChecked) -> str:
    """Return a check of morale with what it is made of."""
    count = count_words(tables, state)
    if checked.war == FIRST_WAR:
        return gettext(
            "British morale {morale} ({count}), die {die}.",
            morale=checked.morale,
            count=count,
            die=checked.die,
        )
    return gettext(
        "Republican morale {morale} ({count}), die {die}.",
        morale=checked.morale,
        count=count,
        die=checked.die,
    )


def count_words(tables: RuleTables, state: FreedomState) -> str:
    """Return what the enemy's morale is made of (5, CHECK)."""
    count = morale(looking_at(tables, state))
    if count.by_hand:
        by_board = count.total - count.by_hand
        return gettext(
            "by the board {by_board}, by the game master {by_hand}",
            by_board=by_board,
            by_hand=f"{count.by_hand:+}",
        )
    if state.war == FIRST_WAR:
        return gettext(
            "Regions with British {regions}, cities without Irish {cities},"
            " less red units eliminated {lost}",
            regions=count.regions,
            cities=count.cities,
            lost=count.lost,
        )
    return gettext(
        "Regions with Republicans {regions}, nobody else there {alone},"
        " cities empty or with Republicans {cities}",
        regions=count.regions,
        alone=count.alone,
        cities=count.cities,
    )


def course_words(tables: RuleTables, event: Event) -> str:
    """Return what a fact says that is not about counters; "" if it is none of those."""
    match event:
        case TurnStarted(war, turn):
            return gettext("{war}, turn {turn}.", war=war_words(war), turn=turn)
        case CardDrawn(card):
            return gettext("Card: {title}.", title=tables.card[card].title)
        case CardWithoutEffect():
            return gettext("The card has nothing to act on.")
        case FlagRaised(flag):
            return flag_words(flag)
        case MoraleChecked(war, morale, die) if war == FIRST_WAR:
            return gettext("British morale {morale}, die {die}.", morale=morale, die=die)
        case MoraleChecked(_, morale, die):
            return gettext("Republican morale {morale}, die {die}.", morale=morale, die=die)
        case TreatySigned():
            return gettext("The British sign the Treaty.")
        case RepublicansSurrendered():
            return gettext("The Republicans surrender.")
        case PointsAwarded(_, date, bonus):
            return gettext(
                "Victory points: {date} for the date and {bonus} besides.", date=date, bonus=bonus
            )
        case WarStarted():
            return gettext("The Civil War begins.")
        case GameDecided(result):
            return result_words(result)
        case EnemyIdle(region, why):
            return idle_words(why, tables.region[region].name)
        case CombatRound():
            return combat_words(tables, event)
        case _:
            return ""


def combat_words(tables: RuleTables, fought: CombatRound) -> str:
    """Return a round of combat with its strengths, its die and its row."""
    figures = {
        "place": place_words(tables, fought.area),
        "attackers": side_words(fought.attacker),
        "attack": fought.attack,
        "defenders": side_words(fought.defender),
        "defence": fought.defence,
        "die": fought.die,
        "result": row_words(fought.row),
    }
    if fought.modifier:
        return gettext(
            "Combat in {place}: {attackers} {attack}, {defenders} {defence},"
            " cards {modifier}, die {die}: {result}.",
            modifier=f"{fought.modifier:+}",
            **figures,
        )
    return gettext(
        "Combat in {place}: {attackers} {attack}, {defenders} {defence}, die {die}: {result}.",
        **figures,
    )


def odds_words(tables: RuleTables, odds: CombatOdds) -> str:
    """Return what a combat may bring: for each row how many of the six faces lead to it."""
    faces = Counter(odds.rows)
    chances = "; ".join(f"{count}/6 {row_words(row)}" for row, count in sorted(faces.items()))
    return gettext(
        "Combat in {place}: {attack} against {defence}: {chances}.",
        place=place_words(tables, odds.area),
        attack=odds.attack + odds.modifier,
        defence=odds.defence,
        chances=chances,
    )


def _of_counters(tables: RuleTables, state: FreedomState, event: Event) -> str:
    """Return what a fact says of counters, in the position before it; "" if it is none of those."""
    match event:
        case UnitPlaced(unit):
            return _comes(unit_words(tables, unit), place_words(tables, unit.area))
        case AttachmentPlaced(attachment):
            return _comes(
                attachment_words(tables, attachment), place_words(tables, attachment.area)
            )
        case UnitRemoved(unit, cause):
            words = unit_words(tables, unit)
            place = place_words(tables, unit.area)
            if cause is Cause.TREATY:
                return gettext("{unit} leaves {place}.", unit=words, place=place)
            return gettext("{unit} in {place} is eliminated.", unit=words, place=place)
        case UnitChanged(id_, _, type_):
            unit_there = state.unit(id_)
            return _becomes(tables, unit_there, type_) if unit_there is not None else ""
        case UpgradeDeclined(id_):
            return gettext("{unit} stays what it is.", unit=_unit(tables, state, id_))
        case UnitMoved():
            return _moves(tables, state, event)
        case Retreated(side, start, target) if start == target:
            return gettext(
                "Retreat inside {place}, where the combat goes on: {side}.",
                side=side_words(side),
                place=place_words(tables, start),
            )
        case Retreated(side, start, target):
            return gettext(
                "Retreat from {start} to {target}: {side}.",
                side=side_words(side),
                start=place_words(tables, start),
                target=place_words(tables, target),
            )
        case AttachmentCaptured(id_):
            return gettext("{unit} changes sides.", unit=_piece(tables, state, id_))
        case AttachmentLost(id_):
            return gettext("{unit} is lost.", unit=_piece(tables, state, id_))
        case _:
            return ""


def _becomes(tables: RuleTables, unit: Unit, type_: UnitType) -> str:
    return gettext(
        "{unit} in {place} becomes {type}.",
        unit=unit_words(tables, unit),
        place=place_words(tables, unit.area),
        type=tables.units[type_].name,
    )


def _comes(unit: str, place: str) -> str:
    return gettext("{unit} comes to {place}.", unit=unit, place=place)


def _moves(tables: RuleTables, state: FreedomState, moved: UnitMoved) -> str:
    pieces = [_piece(tables, state, id_) for id_ in moved.attached]
    unit = ", ".join([_unit(tables, state, moved.unit), *pieces])
    start, target = place_words(tables, moved.start), place_words(tables, moved.target)
    if moved.by_sea:
        return gettext(
            "{unit}: by sea from {start} to {target}.", unit=unit, start=start, target=target
        )
    return gettext("{unit}: from {start} to {target}.", unit=unit, start=start, target=target)


def _unit(tables: RuleTables, state: FreedomState, id_: str) -> str:
    unit = state.unit(id_)
    return unit_words(tables, unit) if unit is not None else id_


def _piece(tables: RuleTables, state: FreedomState, id_: str) -> str:
    attachment = state.attachment(id_)
    return attachment_words(tables, attachment) if attachment is not None else id_


def changes_since(tables: RuleTables, before: FreedomState, now: FreedomState) -> Iterator[str]:
    """Yield how the counters of a position differ from those of an earlier one."""
    for unit in before.units:
        later, words = now.unit(unit.id), unit_words(tables, unit)
        if later is None:
            place = place_words(tables, unit.area)
            yield gettext("{unit} in {place} is eliminated.", unit=words, place=place)
            continue
        if later.type is not unit.type:
            yield _becomes(tables, unit, later.type)
        if later.area != unit.area:
            start, target = place_words(tables, unit.area), place_words(tables, later.area)
            yield gettext(
                "{unit}: from {start} to {target}.", unit=words, start=start, target=target
            )
    known = {unit.id for unit in before.units}
    for unit in now.units:
        if unit.id not in known:
            yield _comes(unit_words(tables, unit), place_words(tables, unit.area))
