"""What a side can do now: its hand with what each card gives, the targets there are, and what that costs (5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from gm.contract.seats import SeatId
from gm.games.freedom.pages.words import VERBS, event_words
from gm.games.freedom.rules.by_mail import possible
from gm.games.freedom.rules.cannons import can_stand
from gm.games.freedom.rules.foresight import PleaForeseen, RollForeseen, ShotForeseen
from gm.games.freedom.rules.odds import attack_odds, plea_odds, raid_odds
from gm.games.freedom.rules.orders import (
    Attack,
    BuildCannon,
    Raid,
    Repair,
    SiegeOrder,
    Slow,
    Train,
    Way,
)
from gm.games.freedom.rules.state import SiegeState, Wait
from gm.games.freedom.rules.tables import IMP, INS, Card, Tables
from gm.games.freedom.rules.turn import price
from gm.languages import gettext
from gm.report.pages.plain_pages import PageSection, ScoreTable

BLANK: Final = "____"
"""What stands in a form for what is to be filled in."""

_PLEA_THROWS: Final = 36
"""How many throws two dice have."""


@dataclass(frozen=True, slots=True)
class ActionNow:
    """An action that is possible now.

    Args:
        verb: as it is ordered. points: what it costs, in action points.
        chance: how likely it is, and what it costs besides.
        targets: where, as orders name it; none where that is free.
        does: what it does, where there is room to say it.
    """

    verb: str
    points: int
    chance: str = ""
    targets: tuple[str, ...] = ()
    does: str = ""

    @property
    def priced(self) -> str:
        """The action with its cost: `ATTACK (1 AP; 7 needed: 44 %)`."""
        words = "; ".join(filter(None, (gettext("{ap} AP", ap=self.points), self.chance)))
        return f"{self.verb} ({words})"


def hand_section(tables: Tables, state: SiegeState, seat: SeatId) -> PageSection:
    """Return a hand, card by card: its points, and what its event does for whom."""
    title = gettext("Hand of {seat}", seat=seat)
    cards = [tables.cards[card] for card in state.hand[seat]]
    if not cards:
        return PageSection(title, (gettext("No card."),))
    open_now = actions_now(tables, state, seat) if state.wait is Wait.PLAY else ()
    verbs = {action.verb for action in open_now} or {*VERBS.values()}
    events = {card.id: _event_line(tables, seat, card, verbs) for card in cards}
    lines = (
        gettext("{id} {name}, {ap} AP; {event}", id=c.id, name=c.name, ap=c.ap, event=events[c.id])
        for c in cards
    )
    rows = ((f"{c.id} {c.name}", str(c.ap), events[c.id]) for c in cards)
    head = (gettext("Card"), gettext("AP"), gettext("Event"))
    return PageSection(
        title, tables=(ScoreTable(head, (*rows,), names_whole=True),), plain=(*lines,)
    )


def _event_line(tables: Tables, seat: SeatId, card: Card, verbs: set[str]) -> str:
    """Return what an event does; one of the other side is for it to claim.

    Args:
        tables: what is played. seat: whose hand it is in. card: the card.
        verbs: the actions that are possible now.
    """
    event = event_words(tables, card)
    if card.side not in (None, seat):
        return gettext("for {side} to claim: {event}", side=card.side, event=event)
    wanted = {VERBS[effect.word] for effect in card.effects if effect.word in VERBS}
    if wanted and not wanted & verbs:
        return gettext("{event} (not possible now)", event=event)
    return event


def options_now(tables: Tables, state: SiegeState, seat: SeatId) -> PageSection:
    """Return what can be done for action points now, a row for each verb with its targets."""
    actions = [*actions_now(tables, state, seat)]
    head = (gettext("Action"), gettext("AP"), gettext("Where, and how likely"))
    rows = tuple((action.verb, str(action.points), "; ".join(_cell(action))) for action in actions)
    prep = state.prep[seat]
    helps = gettext(
        "Prep {prep}: it tops up one action a play that costs more than its card has printed.",
        prep=prep,
    )
    return PageSection(
        gettext("What is possible now"),
        (helps,) if prep else (),
        tables=(ScoreTable(head, rows, names_whole=True),),
        plain=tuple(_option_lines(actions)),
    )


def _option_lines(actions: Sequence[ActionNow]) -> Iterator[str]:
    """Yield actions as lines of plain text: `CANNON (3 AP): 6-2`; those that are free of targets in one."""
    for action in actions:
        if action.targets:
            yield f"{action.priced}: {', '.join(action.targets)}"
    yield ", ".join(action.priced for action in actions if not action.targets)


def _cell(action: ActionNow) -> Iterator[str]:
    yield from filter(None, (", ".join(action.targets), action.chance, action.does))


def form_lines(state: SiegeState) -> tuple[str, ...]:
    """Return lines to copy into a reply, and to fill in."""
    match state.wait:
        case Wait.OPENING:
            return (f"OPENING {BLANK} -> {BLANK}",)
        case Wait.REGROUP:
            return (f"REGROUP {BLANK} -> {BLANK}",)
        case Wait.LASTCLAIM if state.claim is not None:
            return (f"CLAIM {state.claim.card} DISCARD {BLANK}",)
        case Wait.PLAY if state.claim is not None and state.claim.seat == state.turn:
            claim = f"CLAIM {state.claim.card} DISCARD {BLANK}"
            return (f"PLAY {BLANK} AP", BLANK, claim)
        case Wait.PLAY:
            return (f"PLAY {BLANK} AP", BLANK)
        case _:
            return ()


def actions_now(tables: Tables, state: SiegeState, seat: SeatId) -> Iterator[ActionNow]:
    """Yield the actions of a side that are possible now."""
    return _imperial(tables, state) if seat == IMP else _insurgent(tables, state)


def _imperial(tables: Tables, state: SiegeState) -> Iterator[ActionNow]:
    places = [space for space in tables.spaces if state.imperial_in(space)]
    yield from _attacks(tables, state, IMP, places)
    slow = tuple(
        f"{here} -> {there}"
        for here in places
        for there in tables.canonical(tables.neighbours[here])
        if possible(tables, state, IMP, Slow(Way((here, there))))
    )
    if slow:
        yield ActionNow("SLOW", 1, "", slow)
    yield ActionNow("MOVE", 1, does=gettext("two units a space each, or one unit two"))
    yield from _cannons(tables, state, IMP)
    if state.money:
        yield ActionNow(
            "REWARD", 1, gettext("1 money"), does=gettext("attacks of the play roll at +2")
        )
    good = int(plea_odds(state) * _PLEA_THROWS)
    yield from _of_both()
    yield ActionNow("PLEA", 3, gettext("{good} of 36 throws", good=good), does=gettext("3 money"))


def _insurgent(tables: Tables, state: SiegeState) -> Iterator[ActionNow]:
    places = [space for space in tables.spaces if state.insurgent_in(space)]
    yield from _attacks(tables, state, INS, places)
    yield from _raids(tables, state, places)
    yield ActionNow("REGROUP", 1, does=gettext("a unit to any space of the city or island"))
    yield from _cannons(tables, state, INS)
    if repairs := _spaces(tables, state, Repair):
        yield ActionNow("REPAIR", 4, "", repairs)
    if trained := _spaces(tables, state, Train):
        yield ActionNow("TRAIN", 4, "", trained, gettext("a civilian becomes a unit"))
    yield from _of_both()
    if state.plea[INS] is not None:
        yield ActionNow("PRESSURE", 3, does=gettext("plea bonus +1"))


def _of_both() -> Iterator[ActionNow]:
    """Yield what both sides can do, wherever the units stand."""
    yield ActionNow(
        "SUPPORT", 2, does=gettext("an area: a marker more of yours, or one less of the enemy's")
    )
    yield ActionNow("PREP", 1, does=gettext("put by for a dear action of a later play"))


def _spaces(tables: Tables, state: SiegeState, action: type[Repair | Train]) -> tuple[str, ...]:
    """Return where the Insurgents can carry out an action."""
    return tuple(space for space in tables.spaces if possible(tables, state, INS, action(space)))


def _attacks(
    tables: Tables, state: SiegeState, seat: SeatId, places: Sequence[str]
) -> Iterator[ActionNow]:
    """Yield the attacks that can hit, those of like chances together."""
    chances: dict[str, list[str]] = {}
    for here in places:
        for there in tables.canonical(tables.neighbours[here]):
            if not possible(tables, state, seat, Attack(here, there)):
                continue
            if chance := _attack_told(tables, state, seat, here, there):
                chances.setdefault(chance, []).append(f"{here} -> {there}")
    for chance in sorted(chances):
        yield ActionNow("ATTACK", 1, chance, tuple(chances[chance]))


def _attack_told(tables: Tables, state: SiegeState, seat: SeatId, here: str, there: str) -> str:
    """Return how likely an attack hits, and of an Imperial one how with a reward; "" where it never does."""
    odds = attack_odds(state, tables, seat, here, there)
    chance = gettext("{need} needed: {percent} %", need=odds.need, percent=round(100 * odds.hit))
    if seat == INS or not state.money:
        return chance if odds.hit else ""
    paid = attack_odds(state, tables, seat, here, there, rewarded=True)
    if not paid.hit:
        return ""
    return gettext("{told}, with REWARD {percent} %", told=chance, percent=round(100 * paid.hit))


def _raids(tables: Tables, state: SiegeState, places: Sequence[str]) -> Iterator[ActionNow]:
    """Yield for each space that can be raided the cheapest raid, those of like costs together."""
    best: dict[str, tuple[int, str]] = {}
    for here in places:
        for there in tables.spaces:
            raid = Raid(here, there)
            if state.imperial_in(there) and possible(tables, state, INS, raid):
                cost = price(tables, INS, raid)
                if there not in best or cost < best[there][0]:
                    best[there] = (cost, f"{here} -> {there}")
    odds = raid_odds()
    chance = gettext("{need} needed: {percent} %", need=odds.need, percent=round(100 * odds.hit))
    for cost in sorted({cost for cost, _ in best.values()}):
        pairs = tuple(pair for points, pair in best.values() if points == cost)
        yield ActionNow("RAID", cost, chance, pairs)


def _cannons(tables: Tables, state: SiegeState, seat: SeatId) -> Iterator[ActionNow]:
    """Yield where a cannon can be set up, by what it costs."""
    costs: dict[int, list[str]] = {}
    for space in tables.spaces:
        order: SiegeOrder = BuildCannon(space)
        if can_stand(tables, seat, space) and possible(tables, state, seat, order):
            costs.setdefault(price(tables, seat, order), []).append(space)
    chance = gettext("1 supply") if seat == INS else ""
    for cost, spaces in sorted(costs.items()):
        yield ActionNow("CANNON", cost, chance, tuple(spaces))


def roll_words(roll: RollForeseen | ShotForeseen | PleaForeseen) -> str:
    """Return how an attack, a raid, a shot or a plea may go."""
    if isinstance(roll, PleaForeseen):
        return gettext(
            "PLEA: {hits} of {throws} throws bring money ({percent} %).",
            hits=roll.granted,
            throws=roll.throws,
            percent=_percent(roll.granted, roll.throws),
        )
    if isinstance(roll, ShotForeseen):
        return _shot_words(roll)
    chance = gettext(
        "{source} -> {target}: a die of {need} is needed; {hits} of {throws} throws hit ({percent} %).",
        source=roll.source,
        target=roll.target,
        need=roll.need,
        hits=roll.hits,
        throws=roll.throws,
        percent=_percent(roll.hits, roll.throws),
    )
    return " ".join((chance, *_besides(roll)))


def _besides(roll: RollForeseen) -> Iterator[str]:
    """Yield what else there is to say of an attack: its reward, and how often it is made."""
    if roll.rewarded:
        yield gettext("REWARD is counted.")
    elif roll.reward_hits is not None:
        yield gettext(
            "After REWARD: {hits} of {throws} ({percent} %).",
            hits=roll.reward_hits,
            throws=roll.throws,
            percent=_percent(roll.reward_hits, roll.throws),
        )
    if roll.times > 1:
        missed = 1 - roll.hits / roll.throws
        yield gettext(
            "Of {times} attacks one hits at least in {percent} %.",
            times=roll.times,
            percent=round(100 * (1 - missed**roll.times)),
        )


def _shot_words(shot: ShotForeseen) -> str:
    return gettext(
        "Cannon {cannon} at {targets}: a die of {need} is needed; of {throws} throws {once} hit once or more"
        " ({percent} %), {twice} twice.",
        cannon=shot.cannon,
        targets=", ".join(shot.targets),
        need=shot.need,
        throws=shot.throws,
        once=shot.once,
        twice=shot.twice,
        percent=_percent(shot.once, shot.throws),
    )


def _percent(hits: int, throws: int) -> int:
    return round(100 * hits / throws)
