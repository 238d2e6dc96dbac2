"""Simple players of The Triumphs of Turlough, and whole games by them: what the rules are measured with.

Each faction takes the field when it may, goes for an enemy that is weaker and near, else a claimant for
Clonroad, others for enemy land to raid; it goes home when it has nothing left to eat.
"""

from __future__ import annotations

from collections.abc import Iterator

from gm.contract.draws import Draws, SeededDraws
from gm.contract.rules import Resolution
from gm.contract.seats import SeatId
from gm.games.turlough.data.files import load_tables
from gm.games.turlough.rules.course import USUAL, TurloughOptions
from gm.games.turlough.rules.marching import distance
from gm.games.turlough.rules.orders import (
    Demobilize,
    FactionOrder,
    Invite,
    Mobilize,
    MoveTo,
    Raid,
    Stay,
)
from gm.games.turlough.rules.outcomes import TurloughOutcome
from gm.games.turlough.rules.rules import TurloughRules
from gm.games.turlough.rules.sides import owning_side, seat_of_power, side_of
from gm.games.turlough.rules.state import Army, TurloughState, Wait
from gm.games.turlough.rules.tables import CLAIMANTS, CLONROAD, ENGLISH

MOST_STEPS = 400
"""No game of these players has more waits."""

_NEAR = 6
"""Movement points within which an enemy is sought."""

_FAMINE = 2
"""With fewer meals an army goes home."""


def rules_with(scenario: str, players: int = 5, options: TurloughOptions = USUAL) -> TurloughRules:
    """The rules with gm's own data."""
    return TurloughRules(load_tables(), scenario, players, options)


def played(
    seed: int, rules: TurloughRules
) -> Iterator[tuple[TurloughState, Resolution[TurloughState, TurloughOutcome]]]:
    """Yield the steps of a whole game: the position, and what came of it."""
    draws: Draws = SeededDraws(seed.to_bytes(32, "big"))
    state = rules.new_game(draws).state
    for _ in range(MOST_STEPS):
        if state.wait is Wait.OVER:
            return
        drafts = {seat.id: packet_of(rules, state, seat.id) for seat in rules.seats}
        made = rules.resolve(state, drafts, draws)
        yield state, made
        state = made.state
    raise AssertionError("the game does not end")


def packet_of(rules: TurloughRules, state: TurloughState, seat: SeatId) -> list[FactionOrder]:
    """Return what a simple player sends."""
    if state.wait is not Wait.PACKETS:
        return []
    lines = list[FactionOrder]()
    for faction in state.commanded_by(seat):
        if not state.factions[faction].out:
            lines += _lines(rules, state, faction)
    return lines


def _lines(rules: TurloughRules, state: TurloughState, faction: str) -> list[FactionOrder]:
    army = state.army(faction)
    if army is None:
        return [Mobilize(faction), *_campaign(rules, state, faction, None)]
    if army.provisions + state.factions[faction].cattle < _FAMINE and faction not in CLAIMANTS:
        home = seat_of_power(state, rules.tables, faction)
        return [MoveTo(faction, target=home), Demobilize(faction)]
    return _campaign(rules, state, faction, army)


def _campaign(
    rules: TurloughRules, state: TurloughState, faction: str, army: Army | None
) -> list[FactionOrder]:
    tables, usual = rules.tables, rules.tables.usual
    here = army.hex if army is not None else seat_of_power(state, tables, faction)
    side, battles = side_of(state, faction), army.battles if army is not None else 3
    weaker = [
        enemy.hex
        for enemy in state.armies
        if side_of(state, enemy.faction) != side and enemy.battles < battles
    ]
    near = [hex_ for hex_ in weaker if distance(tables, usual, here, hex_) <= _NEAR]
    if near:
        target = min(near, key=lambda hex_: distance(tables, usual, here, hex_))
        return [MoveTo(faction, target=target), Raid(faction)]
    if faction in CLAIMANTS and state.king != faction:
        return [MoveTo(faction, target=CLONROAD), Demobilize(faction)]
    if faction == state.king:
        return [MoveTo(faction, target=CLONROAD), Stay(faction)]
    if faction in CLAIMANTS or faction == ENGLISH or not _may_invite(state, faction):
        return [MoveTo(faction, target=_prey(rules, state, faction, here)), Raid(faction)]
    return [Invite(faction, target="CUL"), Raid(faction)]


def _may_invite(state: TurloughState, faction: str) -> bool:
    return faction == "TAN" and not state.factions["CUL"].served


def _prey(rules: TurloughRules, state: TurloughState, faction: str, here: str) -> str:
    """Return the nearest land of another side that still stands."""
    side, tables = side_of(state, faction), rules.tables
    lands = [
        hex_
        for hex_ in tables.settlements(state.scenario)
        if hex_ not in state.destroyed and owning_side(state, tables, hex_) not in (side, None)
    ]
    return min(lands, key=lambda hex_: distance(tables, tables.usual, here, hex_), default=here)
