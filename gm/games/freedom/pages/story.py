"""What happened, as a story: a sentence for each fact of which there is something to say, with every die (10)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final

from gm.contract.events import Drawn, Event
from gm.contract.seats import SeatId
from gm.games.freedom.pages.words import (
    FLAG_WORDS,
    area_words,
    card_words,
    side_words,
    space_words,
    spaces_words,
    units_words,
    victory_words,
)
from gm.games.freedom.rules.by_mail import SilencePlayed
from gm.games.freedom.rules.events import (
    AreasRewarded,
    AreaSupported,
    AttackRolled,
    AttacksRewarded,
    CannonBuilt,
    CannonGained,
    CannonRemoved,
    CannonsSilent,
    CardClaimed,
    CardPlayed,
    CardsDealt,
    ClaimPassed,
    DesertionFollowed,
    DiscardsShuffled,
    Fired,
    FlagSet,
    FundsAsked,
    GameWon,
    HandFilled,
    HandLooked,
    HandShown,
    HelpAsked,
    MoveWay,
    PeriodChanged,
    PlaysLost,
    PopulationCounted,
    RaidRolled,
    RandomDiscarded,
    RoundBegan,
    Settled,
    SettlingBegan,
    SiegeTrack,
    Stormed,
    TrackChanged,
    UnitGained,
    UnitLost,
    UnitMoved,
    UnitRemoved,
    UpkeepPaid,
    WallChanged,
    Why,
)
from gm.games.freedom.rules.orders import PlayMode
from gm.games.freedom.rules.tables import IMP, IMPERIAL_KINDS, INS, Tables, other
from gm.languages import gettext, gettext_noop, listed, ngettext
from gm.report.wording.sentence_parts import first_upper

_KINDS: Final = {
    "EXP": gettext_noop("an Expeditionary unit"),
    "ALL": gettext_noop("an Allied unit"),
    "INS": gettext_noop("an Insurgent unit"),
}

_TRACKS: Final = {
    SiegeTrack.MORALE: gettext_noop("morale {change}"),
    SiegeTrack.SUPPLIES: gettext_noop("supplies {change}"),
    SiegeTrack.MONEY: gettext_noop("money {change}"),
    SiegeTrack.PREP: gettext_noop("prep {change}"),
    SiegeTrack.PLEA: gettext_noop("plea track {change}"),
    SiegeTrack.CIVILIANS: gettext_noop("civilians {change}"),
}

_WHY: Final = {
    Why.HUNGER: gettext_noop("{seat}, for want of supplies"),
    Why.UNPAID: gettext_noop("{seat}, for want of money"),
    Why.WINTER: gettext_noop("{seat}, as the siege drags on"),
    Why.PERIOD: gettext_noop("{seat}, with the second period"),
}
"""What a change comes from, where nothing before it says so."""

_Facts = Sequence[Event]


def chapters(tables: Tables, events: _Facts) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the story of a step in chapters, each with its title: every play, the end of the round, the next one.

    Args:
        tables: what is played. events: the facts of the step, in order.
    """
    parts: list[tuple[str, list[Event]]] = [("", [])]
    for event in events:
        title = _chapter_of(event, parts[-1][0])
        if title != parts[-1][0]:
            parts.append((title, []))
        parts[-1][1].append(event)
    written = [(title, tuple(happenings(tables, part))) for title, part in parts]
    written = [(title, sentences) for title, sentences in written if sentences]
    for number, (title, sentences) in enumerate(written):
        yield (title if number else gettext("What happened")), sentences


def _chapter_of(event: Event, title: str) -> str:
    """Return the title of the chapter that a fact stands in, by that of the one before it."""
    match event:
        case CardPlayed(seat) | CardClaimed(seat) if title == str(seat):
            return title
        case CardPlayed(seat, card) | CardClaimed(seat, card):
            return gettext("{seat}, {card}", seat=seat, card=card)
        case SilencePlayed(seat):
            return str(seat)
        case RoundBegan():
            return gettext("The next round")
        case CannonsSilent() | Fired() | AreasRewarded() | Stormed():
            return gettext("The end of the round")
        case _:
            return title


def happenings(tables: Tables, events: _Facts) -> Iterator[str]:
    """Yield the sentences of a step; what belongs together stands in one.

    A roll is told with the unit it removed and the morale that followed, moves of one line together.

    Args:
        tables: what is played. events: the facts of the step, in order.
    """
    facts = [event for event in events if not isinstance(event, Drawn)]
    place = 0
    while place < len(facts):
        sentence, taken = _sentence(tables, facts, place)
        place += taken
        if sentence:
            yield first_upper(sentence)


def _sentence(tables: Tables, facts: _Facts, place: int) -> tuple[str, int]:
    """Return the sentence of the facts from a place on, and of how many facts it tells."""
    match facts[place]:
        case UnitMoved():
            return _moves(tables, facts, place)
        case AttackRolled() | RaidRolled() | Fired():
            return _with_results(tables, facts, place)
        case CardsDealt() | HandFilled():
            return _dealt(tables, facts, place)
        case AreaSupported():
            return _supports(tables, facts, place)
        case FundsAsked() | HelpAsked() | AreasRewarded():
            return _with_changes(tables, facts, place)
        case TrackChanged(why=Why.ACTION | Why.UNUSED):
            return _action(tables, facts, place)
        case TrackChanged() | UnitGained() | UnitRemoved() | CannonGained():
            return _changes(tables, facts, place)
        case event:
            sentence = _of_cards(tables, event) or _of_course(event, tables)
            return sentence or _of_board(tables, event), 1


# Actions that are paid for


def _action(tables: Tables, facts: _Facts, place: int) -> tuple[str, int]:
    """Return what a track has to do with an action: prep, or what the action beside it costs."""
    paid, following = facts[place], facts[place + 1] if place + 1 < len(facts) else None
    match paid, following:
        case TrackChanged(seat, SiegeTrack.PREP, delta), _ if delta < 0:
            return gettext("{seat} takes {count} from prep.", seat=seat, count=-delta), 1
        case TrackChanged(seat, SiegeTrack.PREP, delta), _:
            return gettext("{seat} puts {count} AP into prep.", seat=seat, count=delta), 1
        case TrackChanged(seat, SiegeTrack.PLEA, delta), _:
            pressed = gettext("{seat} presses the government", seat=seat)
            return f"{pressed}: {gettext(_TRACKS[SiegeTrack.PLEA], change=f'{delta:+d}')}.", 1
        case TrackChanged(seat, SiegeTrack.MONEY), AttacksRewarded():
            sentence = gettext(
                "{seat} pays 1 money to reward the attacks of this play: they roll at +2.",
                seat=seat,
            )
            return sentence, 2
        case TrackChanged(seat, SiegeTrack.SUPPLIES), CannonBuilt(_, space):
            where = space_words(tables, space)
            sentence = gettext(
                "{seat} sets a cannon up for 1 supply: {place}.", seat=seat, place=where
            )
            return sentence, 2
        case TrackChanged(_, SiegeTrack.CIVILIANS), UnitGained(_, space):
            return gettext(
                "A civilian becomes a unit: {place}.", place=space_words(tables, space)
            ), 2
        case _:
            return _changes(tables, facts, place)


def _supports(tables: Tables, facts: _Facts, place: int) -> tuple[str, int]:
    """Return the support of an area, as often as it comes on end."""
    first = facts[place]
    last, count = first, 0
    for event in facts[place:]:
        if not _is_same_support(first, event):
            break
        last, count = event, count + 1
    if not isinstance(last, AreaSupported):
        return "", count
    sentence = gettext(
        "{seat} supports {area}: now {side} {markers}.",
        seat=last.seat,
        area=area_words(tables, last.area) + (f" (x{count})" if count > 1 else ""),
        side=last.control.side,
        markers=last.control.markers,
    )
    return sentence, count


def _is_same_support(first: Event, event: Event) -> bool:
    return (
        isinstance(first, AreaSupported)
        and isinstance(event, AreaSupported)
        and (event.seat, event.area) == (first.seat, first.area)
    )


def _with_changes(tables: Tables, facts: _Facts, place: int) -> tuple[str, int]:
    """Return a fact together with what it has changed: a plea, help, the rewards of areas."""
    fact = facts[place]
    clause = _of_course(fact, tables).removesuffix(".")
    if not clause:
        return "", 1
    seat, why = _of_whom(facts[place + 1]) if place + 1 < len(facts) else (None, None)
    if why not in (Why.ACTION, Why.HELP, Why.REWARD):
        return f"{clause}.", 1
    run = [*takewhile(lambda event: _of_whom(event) == (seat, why), facts[place + 1 :])]
    if isinstance(fact, FundsAsked):
        run = run[: 2 if fact.granted else 0]
    if not run:
        return f"{clause}.", 1
    return f"{clause}: {', '.join(_clauses(tables, run))}.", 1 + len(run)


# Rolls, with what they did


def _with_results(tables: Tables, facts: _Facts, place: int) -> tuple[str, int]:
    """Return a roll together with the facts that followed from it."""
    results, at = list[str](), place + 1
    while at < len(facts) and (result := _result(facts[at])) is not None:
        results.append(result)
        at += 1
    roll = _roll(tables, facts[place])
    if not results:
        return gettext("{roll}: missed.", roll=roll), 1
    return gettext("{roll}: {results}.", roll=roll, results=", ".join(results)), at - place


def _result(event: Event) -> str | None:
    """Return what a roll did; None of a fact that is told by itself."""
    match event:
        case UnitRemoved(kind, space, Why.ATTACK | Why.RAID | Why.CANNON):
            del space
            return gettext("{unit} falls", unit=gettext(_KINDS[kind]))
        case WallChanged(space, damage, Why.CANNON):
            return (
                gettext("the Wall is destroyed") if damage > 1 else gettext("the Wall is damaged")
            )
        case CannonRemoved(_, space, bombard):
            return gettext("the Bombard is gone") if bombard else gettext("the cannon is gone")
        case TrackChanged(seat, SiegeTrack.MORALE, delta, Why.CLEARED | Why.WALL_DESTROYED):
            return gettext("morale of {seat} {change}", seat=seat, change=f"{delta:+d}")
        case _:
            return None


def _roll(tables: Tables, event: Event) -> str:
    match event:
        case AttackRolled(seat, source, target, dice, need):
            return gettext(
                "{seat} attacks {source} -> {target}, rolls {dice}, needs {need}",
                seat=seat,
                source=space_words(tables, source),
                target=space_words(tables, target),
                dice=_dice(dice),
                need=need,
            )
        case RaidRolled(source, target, die, need):
            return gettext(
                "raid {source} -> {target}, rolls {dice}, needs {need}",
                source=space_words(tables, source),
                target=space_words(tables, target),
                dice=die,
                need=need,
            )
        case Fired(seat, cannon, target, dice, need, _, bombard):
            gun = gettext("the Bombard") if bombard else gettext("cannon of {seat}", seat=seat)
            return gettext(
                "{gun} {source} -> {target}, rolls {dice}, needs {need}",
                gun=gun,
                source=space_words(tables, cannon),
                target=space_words(tables, target),
                dice=_dice(dice),
                need=need,
            )
        case _:
            raise TypeError(f"{type(event).__name__} is no roll")


def _dice(dice: Sequence[int]) -> str:
    return ", ".join(map(str, dice))


def _moves(tables: Tables, facts: _Facts, place: int) -> tuple[str, int]:
    """Return moves of one kind that follow each other, in a sentence."""
    moved = [*takewhile(lambda event: isinstance(event, UnitMoved), facts[place:])]
    hows = [event.how for event in moved if isinstance(event, UnitMoved)]
    same = len([*takewhile(lambda how: how is hows[0], hows)])
    ways = [
        " -> ".join(space_words(tables, space) for space in event.spaces)
        for event in moved[:same]
        if isinstance(event, UnitMoved)
    ]
    return gettext(_HOW[hows[0]], ways=", ".join(_counted(ways))), same


def _counted(ways: Sequence[str]) -> Iterator[str]:
    """Yield ways, those that several units went once with their number."""
    for way in dict.fromkeys(ways):
        count = ways.count(way)
        yield f"{way} (x{count})" if count > 1 else way


_HOW: Final = {
    MoveWay.OPENING: gettext_noop("IMP opens: {ways}."),
    MoveWay.MOVE: gettext_noop("IMP moves: {ways}."),
    MoveWay.SLOW: gettext_noop("IMP advances: {ways}."),
    MoveWay.REGROUP: gettext_noop("INS regroups: {ways}."),
}


# Cards


def _dealt(tables: Tables, facts: _Facts, place: int) -> tuple[str, int]:
    """Return who took how many cards, and to their owner which."""
    match facts[place]:
        case CardsDealt(seat, _, cards):
            named = listed(card_words(tables, card) for card in cards)
            return gettext("{seat} takes {cards}.", seat=seat, cards=named), 1
        case HandFilled(seat, count) if count:
            before = facts[place - 1] if place else None
            if isinstance(before, CardsDealt) and before.seat == seat:
                return "", 1
            sentence = ngettext(
                "{seat} takes {count} card.",
                "{seat} takes {count} cards.",
                count,
                seat=seat,
                count=count,
            )
            return sentence, 1
        case _:
            return "", 1


def _of_cards(tables: Tables, event: Event) -> str:
    match event:
        case CardPlayed(seat, card, PlayMode.AP):
            known = tables.cards[card]
            return gettext(
                "{seat} plays {card} for {ap} AP.",
                seat=seat,
                card=card_words(tables, card),
                ap=known.ap,
            )
        case CardPlayed(seat, card):
            return gettext(
                "{seat} plays {card} for its event.", seat=seat, card=card_words(tables, card)
            )
        case CardClaimed(seat, card, discarded):
            return gettext(
                "{seat} claims {card} and discards {other}.",
                seat=seat,
                card=card_words(tables, card),
                other=card_words(tables, discarded),
            )
        case ClaimPassed(seat):
            return gettext("{seat} claims nothing.", seat=seat)
        case RandomDiscarded(seat, card):
            return gettext(
                "{seat} loses {card} by chance.", seat=seat, card=card_words(tables, card)
            )
        case HandLooked(seat, cards):
            named = listed(card_words(tables, card) for card in cards) or gettext("no card")
            return gettext(
                "The hand of {other} as {seat} saw it: {cards}.",
                other=other(seat),
                seat=seat,
                cards=named,
            )
        case HandShown(seat):
            return gettext("{seat} looks into the other hand.", seat=seat)
        case DiscardsShuffled(count):
            return gettext("The deck is empty: {count} discards are shuffled.", count=count)
        case FlagSet(flag, seat) if seat is not None:
            return gettext(FLAG_WORDS[flag], side=side_words(seat))
        case SettlingBegan(_, card, text):
            return gettext(
                "{card}: the game master settles this, and the game waits for it: {told}",
                card=card_words(tables, card),
                told=text,
            )
        case Settled():
            return gettext("What the card left to the game master is settled.")
        case _:
            return ""


# The course of the game


def _of_course(event: Event, tables: Tables) -> str:
    match event:
        case RoundBegan(round=number):
            return gettext("Round {round} begins.", round=number)
        case PeriodChanged():
            return gettext("The second period begins: all cards of the first leave the game.")
        case PlaysLost(seat, count):
            return gettext("{seat} has no card and loses {count} plays.", seat=seat, count=count)
        case Stormed(spaces):
            return gettext(
                "Imperial units stand in the city: {spaces}.", spaces=spaces_words(tables, spaces)
            )
        case GameWon(winner, why):
            return victory_words(winner, why.value)
        case SilencePlayed(seat, True):
            return gettext("{seat} is away and is played for.", seat=seat)
        case SilencePlayed(seat):
            return gettext(
                "Nothing came from {seat} that could be played: the deadline acts for it.",
                seat=seat,
            )
        case CannonsSilent():
            return gettext("No cannon fires in this round.")
        case DesertionFollowed(morale, count) if count:
            return gettext("At morale {morale} {count} units desert.", morale=morale, count=count)
        case PopulationCounted(population):
            return gettext("The city counts {count} heads.", count=population)
        case AreasRewarded(seat, areas) if areas:
            named = listed(area_words(tables, area) for area in areas)
            return gettext("{seat} is rewarded by {areas}.", seat=seat, areas=named)
        case UpkeepPaid(seat, track, owed, missing):
            return _upkeep(seat, track, owed, missing)
        case FundsAsked(dice, penalty, granted):
            return _asked(dice, penalty, granted=granted)
        case HelpAsked(dice, bonus, granted):
            return _help(dice, bonus, granted=granted)
        case _:
            return ""


def _upkeep(seat: SeatId, track: SiegeTrack, owed: int, missing: int) -> str:
    if track is SiegeTrack.MONEY:
        due = gettext("{seat} owes {owed} money", seat=seat, owed=owed)
    else:
        due = gettext("{seat} eats {owed} supplies", seat=seat, owed=owed)
    return gettext("{told}; {missing} lack.", told=due, missing=missing) if missing else f"{due}."


def _asked(dice: Sequence[int], penalty: int, *, granted: bool) -> str:
    rolled = {"dice": _dice(dice), "penalty": penalty}
    if granted:
        return gettext(
            "The plea for funds is heard: {dice}, penalty {penalty}, below 12.", **rolled
        )
    return gettext("The plea for funds fails: {dice}, penalty {penalty}, not below 12.", **rolled)


def _help(dice: Sequence[int], bonus: int, *, granted: bool) -> str:
    rolled = {"dice": _dice(dice), "bonus": bonus}
    if granted:
        return gettext("The government sends help: {dice}, bonus {bonus}, 12 or more.", **rolled)
    return gettext("The government sends no help: {dice}, bonus {bonus}, below 12.", **rolled)


# Board and tracks


def _changes(tables: Tables, facts: _Facts, place: int) -> tuple[str, int]:
    """Return changes of one side from one cause that follow each other, in a sentence."""
    seat, why = _of_whom(facts[place])
    run = [*takewhile(lambda event: _of_whom(event) == (seat, why), facts[place:])]
    if why is Why.UPKEEP:
        return "", len(run)  # what is owed says it
    whose = gettext(_WHY[why], seat=seat) if why in _WHY else str(seat)
    return f"{whose}: {', '.join(_clauses(tables, run))}.", len(run)


def _clauses(tables: Tables, run: _Facts) -> tuple[str, ...]:
    """Return what has changed, all changes of a track together."""
    return (*_tracks(run), *_units(tables, run), *_guns(tables, run))


def _of_whom(event: Event) -> tuple[SeatId | None, Why | None]:
    """Return of which side, and from which cause, a change is; none of a fact that is no such change."""
    match event:
        case TrackChanged(seat, _, _, why) | CannonGained(seat, _, why):
            return seat, why
        case UnitGained(kind, _, why) | UnitRemoved(kind, _, why):
            return IMP if kind in IMPERIAL_KINDS else INS, why
        case _:
            return None, None


def _tracks(run: _Facts) -> Iterator[str]:
    """Yield how tracks have changed, all changes of one together."""
    deltas: dict[SiegeTrack, int] = {}
    for event in run:
        if isinstance(event, TrackChanged):
            deltas[event.track] = deltas.get(event.track, 0) + event.delta
    for track, delta in deltas.items():
        yield gettext(_TRACKS[track], change=f"{delta:+d}")


def _units(tables: Tables, run: _Facts) -> Iterator[str]:
    """Yield which units came and went, those of a kind and a space together."""
    counts: dict[tuple[bool, Why, str, str], int] = {}
    for event in run:
        if isinstance(event, UnitGained | UnitRemoved):
            key = (isinstance(event, UnitGained), event.why, event.kind, event.space)
            counts[key] = counts.get(key, 0) + 1
    for (gained, why, kind, space), count in counts.items():
        words = _GAINED if gained else _LOST.get(why, _REMOVED)
        units, where = units_words({kind: count}), space_words(tables, space)
        yield gettext(words, units=units, place=where)


_GAINED: Final = gettext_noop("{units} to {place}")
_REMOVED: Final = gettext_noop("{units} gone from {place}")
_LOST: Final = {
    Why.DESERTION: gettext_noop("{units} desert from {place}"),
    Why.UNPAID: gettext_noop("{units} leave unpaid from {place}"),
}


def _guns(tables: Tables, run: _Facts) -> Iterator[str]:
    places = [event.space for event in run if isinstance(event, CannonGained)]
    for space in dict.fromkeys(places):
        where = space_words(tables, space) if space else gettext("the Camp")
        count = places.count(space)
        yield ngettext(
            "{count} cannon to {place}",
            "{count} cannons to {place}",
            count,
            count=count,
            place=where,
        )


def _of_board(tables: Tables, event: Event) -> str:
    match event:
        case UnitLost(seat, cannon, _):
            if cannon:
                return gettext("{seat} finds no place or piece for a cannon.", seat=seat)
            return gettext("{seat} finds no place or piece for a unit.", seat=seat)
        case CannonBuilt(seat, space):
            place = space_words(tables, space)
            return gettext("{seat} sets a cannon up: {place}.", seat=seat, place=place)
        case WallChanged(space, damage, why):
            return _wall(tables, space, damage, repaired=why is Why.ACTION)
        case AttacksRewarded(seat):
            return gettext("{seat} rewards the attacks of this play: +2.", seat=seat)
        case _:
            return ""


def _wall(tables: Tables, space: str, damage: int, *, repaired: bool) -> str:
    place = space_words(tables, space)
    if repaired and damage == 0:
        return gettext("The Wall is whole again: {place}.", place=place)
    if repaired:
        return gettext("The Wall is repaired, and still damaged: {place}.", place=place)
    if damage > 1:
        return gettext("The Wall is destroyed: {place}.", place=place)
    return gettext("The Wall is damaged: {place}.", place=place)
