"""What a correction made different in a season, line by line, for the GM and for each player."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from gm.contract.corrections import StageChange
from gm.contract.draws import Draw
from gm.contract.events import Drawn, Event
from gm.games.diplomacy.rules.board import Board, PowerId
from gm.games.diplomacy.rules.mechanics.promises import PointsPart
from gm.games.diplomacy.rules.orders import UnitOrder
from gm.games.diplomacy.rules.outcomes import Outcome, Result
from gm.games.diplomacy.rules.phases import Phase
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.winter.accounts import Account, AccountsClosed
from gm.games.diplomacy.rules.winter.bridges import Bridge, BridgePart
from gm.games.diplomacy.wording.notation import order_text
from gm.games.diplomacy.wording.words import (
    bridge_words,
    place_words,
    points_words,
    power_words,
)
from gm.languages import gettext, listed, pgettext, pgettext_noop


@dataclass(frozen=True, slots=True)
class SeasonFacts:
    """A season as it was, or as it is now.

    Args:
        phase: which; board: in force when its orders were given; left: when it was over.
        outcomes, events: what happened; after: the position that it led to.
    """

    phase: Phase
    board: Board
    left: Board
    outcomes: tuple[Outcome, ...]
    events: tuple[Event, ...]
    after: GameState


_GROUPS = ("orders", "units", "centres", "accounts", "others")
"""What a change is about: what became of orders; where units stand and whose centres are when the
season is over; the accounts of its winter, and points; draws, bridges, who won or is out."""


def season_change(
    old: SeasonFacts | None, new: SeasonFacts | None, shown: Collection[PowerId] | None = None
) -> StageChange:
    """Return what is different in a season, to somebody who may know of it what these facts hold.

    Args:
        old, new: the season; None where the course has, or had, none such.
        shown: whose accounts he may see whole; None for everybody's.
    """
    change = new or old
    if change is None:
        return StageChange("")
    nothing = StageChange(str(change.phase), dict.fromkeys(_GROUPS, ()))
    if old is None or new is None:
        return nothing.but(others=(_played(change.phase, now=new is not None),))
    return nothing.but(
        orders=tuple(_orders(old, new)),
        units=tuple(_units(old.after, new.after, new.board)),
        centres=tuple(_centres(old, new)),
        accounts=tuple(_accounts(old, new, shown)),
        others=tuple(_others(old, new)),
    )


def _played(phase: Phase, *, now: bool) -> str:
    if now:
        return gettext("{phase} is played now, and was not before.", phase=phase)
    return gettext("{phase} is not played any more.", phase=phase)


_Told = Mapping[tuple[str, str], tuple[str, str]]
"""By power and what an order is filed by: its text and its result."""


def _orders(old: SeasonFacts, new: SeasonFacts) -> Iterator[str]:
    before, after = _told(old), _told(new)
    for key in sorted({*before, *after}):
        was, now = before.get(key), after.get(key)
        if was == now:
            continue
        power = power_words(PowerId(key[0]), new.board)
        yield f"{power}: {_order(was, now)}"


def _order(was: tuple[str, str] | None, now: tuple[str, str] | None) -> str:
    """Return how an order differs: its text and its result, as they were and as they are."""
    old, fate = was or ("", "")
    new, result = now or ("", "")
    if was is None:
        return gettext("{order} ({result}) is new.", order=new, result=result)
    if now is None:
        return gettext("{order} ({result}) is gone.", order=old, result=fate)
    if old == new:
        return gettext("{order}: {result}; it was {old}.", order=new, result=result, old=fate)
    return gettext(
        "{order} ({result}) in place of {old_order} ({old_result}).",
        order=new,
        result=result,
        old_order=old,
        old_result=fate,
    )


def _told(season: SeasonFacts) -> _Told:
    results: dict[tuple[str, str], tuple[str, str]] = {}
    for outcome in season.outcomes:
        text = order_text(outcome.order, season.board)
        key = str(outcome.order.unit) if isinstance(outcome.order, UnitOrder) else text
        number = 2
        while (outcome.power, key) in results:
            key, number = f"{key} #{number}", number + 1
        results[outcome.power, key] = (text, _result(outcome))
    return results


def _result(outcome: Outcome) -> str:
    word = pgettext("recorded result", _RECORDED[outcome.result])
    if outcome.dislodged and not outcome.ordered:
        return gettext("{result}, dislodged, not ordered", result=word)
    if outcome.dislodged:
        return gettext("{result}, dislodged", result=word)
    return word if outcome.ordered else gettext("{result}, not ordered", result=word)


_RECORDED: Final[Mapping[Result, str]] = {
    Result.OK: pgettext_noop("recorded result", "ok"),
    Result.BOUNCE: pgettext_noop("recorded result", "bounce"),
    Result.NO_CONVOY: pgettext_noop("recorded result", "no convoy"),
    Result.CUT: pgettext_noop("recorded result", "cut"),
    Result.VOID: pgettext_noop("recorded result", "void"),
    Result.FAILED: pgettext_noop("recorded result", "failed"),
    Result.DISBAND: pgettext_noop("recorded result", "disband"),
    Result.BOUNCE_DISBAND: pgettext_noop("recorded result", "bounce+disband"),
    Result.UNMATCHED: pgettext_noop("recorded result", "unmatched"),
    Result.NOT_MET: pgettext_noop("recorded result", "not met"),
    Result.ERROR: pgettext_noop("recorded result", "error"),
}
"""The words of recorded phases, in which a season has always been compared."""


def _units(old: GameState, new: GameState, board: Board) -> Iterator[str]:
    for power in board.powers:
        was, now = _pieces(old, power), _pieces(new, power)
        gained, lost = sorted(now - was), sorted(was - now)
        if gained or lost:
            yield _pieces_differ(power_words(power, board), gained, lost)


def _pieces_differ(power: str, gained: Sequence[str], lost: Sequence[str]) -> str:
    facts = {"power": power, "gained": listed(gained), "lost": listed(lost, "nor")}
    if gained and lost:
        return gettext("{power} has {gained} and has no {lost}.", **facts)
    if gained:
        return gettext("{power} has {gained}.", **facts)
    return gettext("{power} has no {lost}.", **facts)


def _pieces(state: GameState, power: PowerId) -> set[str]:
    standing = {str(unit) for unit in state.units_of(power)}
    waiting = {
        gettext("{unit} (dislodged)", unit=dislodged.unit)
        for dislodged in state.dislodged
        if dislodged.unit.power == power
    }
    return standing | waiting


def _centres(old: SeasonFacts, new: SeasonFacts) -> Iterator[str]:
    before, after = old.after.centres, new.after.centres
    for place in sorted({*before, *after}):
        was, now = before.get(place), after.get(place)
        if was != now:
            # A half may be on one of the two boards alone.
            board = new.left if place in after else old.left
            yield gettext(
                "{place} is {owner}; it was {former}.",
                place=place_words(place, board),
                owner=_whose(now, board),
                former=_whose(was, board),
            )


def _whose(power: PowerId | None, board: Board) -> str:
    """Return whose a centre is; translations may name the power alone."""
    if power is None:
        return gettext("nobody's")
    return gettext("{power}'s", power=power_words(power, board))


def _accounts(
    old: SeasonFacts, new: SeasonFacts, shown: Collection[PowerId] | None
) -> Iterator[str]:
    before, after = _closed(old.events), _closed(new.events)
    for power in new.board.powers:
        was, now = before.get(power), after.get(power)
        if was == now or was is None or now is None or (shown is not None and power not in shown):
            continue
        yield gettext(
            "{power}: budget {points}, upkeep {upkeep}; they were {old_budget} and {old_upkeep}.",
            power=power_words(power, new.board),
            points=points_words(now.budget),
            upkeep=now.upkeep,
            old_budget=was.budget,
            old_upkeep=was.upkeep,
        )
    had, has = old.after.part(PointsPart), new.after.part(PointsPart)
    for power in new.board.powers:
        if had.of(power) != has.of(power):
            yield gettext(
                "{power} has {points}; it had {old}.",
                power=power_words(power, new.board),
                points=points_words(has.of(power)),
                old=had.of(power),
            )


def _closed(events: Iterable[Event]) -> dict[PowerId, Account]:
    return {
        account.power: account
        for event in events
        if isinstance(event, AccountsClosed)
        for account in event.accounts
    }


def _others(old: SeasonFacts, new: SeasonFacts) -> Iterator[str]:
    was, now, nothing = _draws(old.events), _draws(new.events), gettext("nothing")
    for label in sorted({*was, *now}):
        if was.get(label) != now.get(label):
            yield gettext(
                "Drawn for {label}: {chosen}; it was {old}.",
                label=label,
                chosen=now.get(label, nothing),
                old=was.get(label, nothing),
            )
    yield from _bridges_differ(old.after, new.after, new.board)
    yield from _ends_differ(old.after, new.after, new.board)


def _bridges_differ(old: GameState, new: GameState, board: Board) -> Iterator[str]:
    had, has = _bridges(old), _bridges(new)
    for bridge in sorted(has ^ had, key=lambda span: (span in had, *_by_place(span))):
        owner, what = power_words(bridge.owner, board), bridge_words(bridge.between, board)
        if bridge in has:
            yield gettext("{power} has a {bridge}.", power=owner, bridge=what)
        else:
            yield gettext("{power} has no {bridge}.", power=owner, bridge=what)


def _ends_differ(old: GameState, new: GameState, board: Board) -> Iterator[str]:
    """Yield who has won, and who is out, where that is not as it was."""
    if old.winners != new.winners:
        names = listed(power_words(power_id, board) for power_id in new.winners)
        won = gettext("The game is won by {powers}.", powers=names)
        yield won if names else gettext("The game is not won.")
    for power in board.powers:
        if (power in old.eliminated) is (power in new.eliminated):
            continue
        name = power_words(power, board)
        if power in new.eliminated:
            yield gettext("{power} is out of the game.", power=name)
        else:
            yield gettext("{power} is still in the game.", power=name)


def _draws(events: Iterable[Event]) -> dict[str, str]:
    draws: list[Draw] = [event.draw for event in events if isinstance(event, Drawn)]
    return {draw.label: draw.chosen for draw in draws}


def _bridges(state: GameState) -> frozenset[Bridge]:
    return frozenset(state.part(BridgePart).standing)


def _by_place(bridge: Bridge) -> tuple[object, ...]:
    return (*bridge.between, bridge.owner)
