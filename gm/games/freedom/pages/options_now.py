"""What a side can do now: its hand with what each card gives, the targets there are, and what that costs (5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from gm.contract.seats import SeatId
from gm.games.freedom.pages.words import event_words
from gm.games.freedom.rules.by_mail import MailedSiege, possible
from gm.games.freedom.rules.cannons import can_stand
from gm.games.freedom.rules.foresight import RollForeseen, ShotForeseen
from gm.games.freedom.rules.odds import plea_odds
from gm.games.freedom.rules.orders import Attack, BuildCannon, Raid, Repair, Slow, Way
from gm.games.freedom.rules.state import SiegeState, Wait
from gm.games.freedom.rules.tables import IMP, INS, Card, Tables
from gm.games.freedom.rules.turn import price
from gm.languages import gettext
from gm.report.pages.plain_pages import PageSection

BLANK: Final = "____"
"""What stands in a form for what is to be filled in."""

_PLEA_THROWS: Final = 36
"""How many throws two dice have."""


def hand_section(tables: Tables, state: SiegeState, seat: SeatId) -> PageSection:
    """Return a hand, card by card: its points, and what its event does for whom."""
    lines = tuple(_card_line(tables, seat, tables.cards[card]) for card in state.hand[seat])
    return PageSection(gettext("Hand of {seat}", seat=seat), lines or (gettext("No card."),))


def _card_line(tables: Tables, seat: SeatId, card: Card) -> str:
    """Return a card of a hand; of one of the other side that its event would be claimed."""
    event = event_words(tables, card)
    if card.side not in (None, seat):
        event = gettext("for {side} to claim: {event}", side=card.side, event=event)
    return gettext(
        "{id} {name}, {ap} AP; {event}", id=card.id, name=card.name, ap=card.ap, event=event
    )


def options_now(rules: MailedSiege, state: SiegeState, seat: SeatId) -> PageSection:
    """Return what can be done for action points now, a line for each verb with its targets."""
    lines = _imperial(rules, state) if seat == IMP else _insurgent(rules, state)
    return PageSection(gettext("What is possible now"), tuple(lines))


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


def _imperial(rules: MailedSiege, state: SiegeState) -> Iterator[str]:
    tables = rules.tables
    places = [space for space in tables.spaces if state.imperial_in(space)]
    yield from _attacks(rules, state, IMP, places)
    slow = [
        f"{here} -> {there}"
        for here in places
        for there in tables.canonical(tables.neighbours[here])
        if possible(tables, state, IMP, Slow(Way((here, there))))
    ]
    if slow:
        yield f"SLOW (1 AP): {', '.join(slow)}"
    yield from _cannons(tables, state, IMP)
    good = int(plea_odds(state) * _PLEA_THROWS)
    yield gettext(
        "MOVE, PREP and REWARD (1 AP), SUPPORT (2 AP), PLEA (3 AP, {good} of 36)", good=good
    )


def _insurgent(rules: MailedSiege, state: SiegeState) -> Iterator[str]:
    tables = rules.tables
    places = [space for space in tables.spaces if state.insurgent_in(space)]
    yield from _attacks(rules, state, INS, places)
    raids = _raids(tables, state, places)
    if raids:
        targets = ", ".join(f"{raid.source} -> {raid.target} ({ap} AP)" for raid, ap in raids)
        yield gettext("RAID (a die of 5: 4 in 8), from the nearest: {targets}", targets=targets)
    yield from _cannons(tables, state, INS)
    repairs = [space for space in places if possible(tables, state, INS, Repair(space))]
    if repairs:
        yield f"REPAIR (4 AP): {', '.join(repairs)}"
    others = "REGROUP, PREP (1 AP), SUPPORT (2 AP)"
    if state.plea[INS] is not None:
        others += ", PRESSURE (3 AP)"
    yield f"{others}, TRAIN (4 AP)" if state.civilians else others


def _attacks(
    rules: MailedSiege, state: SiegeState, seat: SeatId, places: list[str]
) -> Iterator[str]:
    """Yield the attacks that have a target, those of like chances together."""
    tables = rules.tables
    chances: dict[tuple[int, int, int], list[str]] = {}
    for here in places:
        for there in tables.canonical(tables.neighbours[here]):
            if possible(tables, state, seat, Attack(here, there)):
                roll = rules.attack_foreseen(state, seat, here, there)
                key = (roll.need, roll.hits, roll.throws)
                chances.setdefault(key, []).append(f"{here} -> {there}")
    for (need, hits, throws), pairs in sorted(chances.items()):
        yield gettext(
            "ATTACK (1 AP; {need} needed: {hits} in {throws}): {pairs}",
            need=need,
            hits=hits,
            throws=throws,
            pairs=", ".join(pairs),
        )


def _raids(tables: Tables, state: SiegeState, places: list[str]) -> list[tuple[Raid, int]]:
    """Return for each space that can be raided the cheapest raid."""
    best: dict[str, tuple[Raid, int]] = {}
    for here in places:
        for there in tables.spaces:
            raid = Raid(here, there)
            if state.imperial_in(there) and possible(tables, state, INS, raid):
                cost = price(tables, INS, raid)
                if there not in best or cost < best[there][1]:
                    best[there] = (raid, cost)
    return list(best.values())


def _cannons(tables: Tables, state: SiegeState, seat: SeatId) -> Iterator[str]:
    """Yield where a cannon can be set up, by what it costs."""
    costs: dict[int, list[str]] = {}
    for space in tables.spaces:
        order = BuildCannon(space)
        if can_stand(tables, seat, space) and possible(tables, state, seat, order):
            costs.setdefault(price(tables, seat, order), []).append(space)
    for cost, spaces in sorted(costs.items()):
        yield f"CANNON ({cost} AP): {', '.join(spaces)}"


def roll_words(roll: RollForeseen | ShotForeseen) -> str:
    """Return how an attack, a raid or a shot may go."""
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
