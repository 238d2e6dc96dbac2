"""What a receipt foresees of a winter is what comes, if the others do what it supposes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from random import Random

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from gm.contract.draws import ScriptedDraws
from gm.contract.events import Event
from gm.contract.orders import Order
from gm.contract.seats import SeatId
from gm.games.diplomacy.rules.board import PowerId
from gm.games.diplomacy.rules.events import UnitBuilt, UnitDisbanded
from gm.games.diplomacy.rules.filled_in import SeasonResolution
from gm.games.diplomacy.rules.orders import Conditional, Pay, Receive
from gm.games.diplomacy.rules.outcomes import Result, Why
from gm.games.diplomacy.rules.phases import Phase
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.units import Unit
from gm.games.diplomacy.rules.winter.accounts import AccountPart, AccountsClosed
from gm.games.diplomacy.rules.winter.bridges import (
    Bridge,
    BridgeBuilt,
    BridgeDemolished,
    BridgePart,
    Fall,
    LostBridge,
)
from gm.games.diplomacy.rules.winter.outlook import Preview
from gm.games.diplomacy.rules.winter.payments import halves
from gm.games.diplomacy.rules.winter.season_facts import AutumnPart, WinterFacts
from gm.games.diplomacy.rules.winter.tickets import branches
from gm.games.diplomacy.variants import ruleset_for
from gm.report.wording.text import WIDTH
from tests.properties.strategies import make_unit
from tests.report import mails
from tests.report.play import Play
from tests.variants.republic.test_random_play import BOARD, POWERS, RIVERS, winter_order

SEEDS = st.integers(0, 2**40)
NO_DRAWS = ScriptedDraws()
FREE = ({}, {"removals": "free"})


def make_winter(chance: Random) -> GameState:
    """Return a winter in which some are rich and some are not, with bridges and an autumn."""
    places = chance.sample(list(BOARD.provinces), chance.randint(2, 12))
    units = [
        Unit(chance.choice(POWERS), unit.kind, unit.at)
        for unit in (make_unit(chance, BOARD, place) for place in places)
    ]
    centres = {place: chance.choice(POWERS) for place in BOARD.centres() if chance.random() < 0.8}
    bridges = {(pair, who): Bridge(pair, who) for pair, who in _owned_pairs(chance)}
    fallen = chance.choice(RIVERS)
    lost = LostBridge(Bridge(fallen, POWERS[0]), Phase.parse("S1016M"), Fall.DESTROYED)
    part = BridgePart(tuple(bridges.values()), {POWERS[0]: 1}, (lost,))
    refs = [unit.ref for unit in units]
    autumn = AutumnPart(1017, tuple(refs[::2]), tuple(refs[1::2]), tuple(refs[1::3]))
    state = GameState(Phase.parse("W1017A"), centres=centres).with_units(units)
    return state.with_part(part).with_part(autumn)


def _owned_pairs(chance: Random) -> Iterable[tuple[tuple[str, str], PowerId]]:
    for _ in range(chance.randint(0, 4)):
        yield chance.choice(RIVERS), chance.choice(POWERS)


def make_list(chance: Random, state: GameState, power: PowerId) -> tuple[Order, ...]:
    """Return a power's orders, sensible ones and others."""
    return tuple(winter_order(chance, state, power) for _ in range(chance.randint(0, 9)))


def without_payments(orders: Sequence[Order]) -> tuple[Order, ...]:
    """Return a list without what moves points, conditional orders among it."""
    return tuple(one for one in orders if not isinstance(one, Pay | Receive | Conditional))


def matching_halves(
    state: GameState, power: PowerId, orders: Sequence[Order]
) -> dict[SeatId, tuple[Order, ...]]:
    """Return what the others must order so that every payment of a power is matched."""
    found: dict[SeatId, tuple[Order, ...]] = {}
    for entry in orders:
        for order in branches(entry, WinterFacts(state)):
            match order:
                case Pay(amount, to):
                    found[SeatId(to)] = (*found.get(SeatId(to), ()), Receive(amount, power))
                case Receive(amount, sender):
                    mine = (*found.get(SeatId(sender), ()), Pay(amount, power))
                    found[SeatId(sender)] = mine
                case _:
                    pass
    found.pop(SeatId(power), None)
    return found


def compare(made: SeasonResolution, seen: Preview, power: PowerId, state: GameState) -> None:
    """Compare what came of a power's winter with what was foreseen."""
    for event in made.events:  # a foreign unit that leaves a home makes room nobody could foresee
        if isinstance(event, UnitDisbanded) and event.unit.power != power:
            assume(event.unit.at.province not in BOARD.powers[power].home)
    assert tuple(one for one in made.outcomes if one.power == power) == seen.outcomes
    (closed,) = [event for event in made.events if isinstance(event, AccountsClosed)]
    assert next(one for one in closed.accounts if one.power == power) == seen.account
    assert tuple(event for event in made.events if _concerns(event, power)) == seen.events


def _concerns(event: Event, power: PowerId) -> bool:
    match event:
        case UnitBuilt(unit) | UnitDisbanded(unit):
            return unit.power == power
        case BridgeBuilt(bridge) | BridgeDemolished(bridge):
            return bridge.owner == power
        case _:
            return False


@given(seed=SEEDS, options=st.sampled_from(FREE))
@settings(max_examples=300)
def test_without_the_others_halves_it_comes_as_if_none_matched(
    seed: int, options: Mapping[str, str]
) -> None:
    """Nobody else pays or is paid: account, units, bridges and verdicts are as foreseen."""
    chance = Random(seed)
    state, rules = make_winter(chance), ruleset_for("republic", BOARD, options)
    power = chance.choice(POWERS)
    own = make_list(chance, state, power)
    drafts = {SeatId(who): without_payments(make_list(chance, state, who)) for who in POWERS}
    drafts[SeatId(power)] = own
    outlook = rules.outlook(state, SeatId(power), own)
    assert outlook is not None
    made = rules.resolve(state, drafts, NO_DRAWS)
    assume(
        not any(isinstance(one.order, Pay) and one.result is Result.OK for one in made.outcomes)
    )
    compare(made, outlook.unmatched, power, state)


@given(seed=SEEDS, options=st.sampled_from(FREE))
@settings(max_examples=300)
def test_with_the_others_halves_it_comes_as_if_all_matched(
    seed: int, options: Mapping[str, str]
) -> None:
    """Every partner orders the other half and can pay it: all is as foreseen."""
    chance = Random(seed)
    state, rules = make_winter(chance), ruleset_for("republic", BOARD, options)
    power = chance.choice(POWERS)
    own = make_list(chance, state, power)
    others = matching_halves(state, power, own)
    drafts = {
        SeatId(who): (
            *others.get(SeatId(who), ()),
            *without_payments(make_list(chance, state, who)),
        )
        for who in POWERS
    }
    drafts[SeatId(power)] = own
    outlook = rules.outlook(state, SeatId(power), own)
    assert outlook is not None
    made = rules.resolve(state, drafts, NO_DRAWS)
    for one in made.outcomes:  # a partner who cannot pay what he promises is not foreseen
        poor = one.reason is not None and one.reason.why is Why.NOT_COVERED
        assume(not (poor and one.power != power and isinstance(one.order, Pay)))
    compare(made, outlook.matched, power, state)
    known = halves(state, drafts)[power]
    assert all(half.matched for half in known)


@given(seed=SEEDS)
@settings(max_examples=200)
def test_what_is_left_open_is_what_more_orders_could_still_do(seed: int) -> None:
    """A removal left open is what the rules take; a list with builds open leaves points unused."""
    chance = Random(seed)
    state, rules = make_winter(chance), ruleset_for("republic", BOARD, {})
    power = chance.choice(POWERS)
    own = make_list(chance, state, power)
    outlook = rules.outlook(state, SeatId(power), own)
    assert outlook is not None
    assert rules.open_slots(state, SeatId(power), own) == outlook.slots
    for case in (outlook.matched, outlook.unmatched):
        taken = [
            event
            for event in case.events
            if isinstance(event, UnitDisbanded | BridgeDemolished) and event.by_civil_disorder
        ]
        assert case.slots.count("removal") == len(taken)
        assert max(0, case.account.left) >= 7 * case.slots.count("build")


@given(seed=SEEDS, private=st.booleans())
@settings(max_examples=60)
def test_no_private_word_is_in_anothers_mail(seed: int, private: bool) -> None:
    """Reasons of payments reach their two sides, and others only where payments are public."""
    chance = Random(seed)
    play = Play("republic", {"payments": "private"} if private else {})
    play.state = make_winter(chance)
    play.before = play.state
    words: dict[str, tuple[PowerId, PowerId]] = {}
    drafts: dict[SeatId, tuple[Order, ...]] = {SeatId(who): () for who in POWERS}
    for number in range(chance.randint(1, 8)):
        payer, payee = chance.sample(POWERS, 2)
        word, amount = f"secret{number}x", chance.randint(1, 4)
        words[word] = (payer, payee)
        drafts[SeatId(payer)] = (*drafts[SeatId(payer)], Pay(amount, payee, word))
        if chance.random() < 0.6:
            drafts[SeatId(payee)] = (*drafts[SeatId(payee)], Receive(amount, payer))
    for who in POWERS:
        more = without_payments(make_list(chance, play.state, who))
        drafts[SeatId(who)] = (*drafts[SeatId(who)], *more)
    play.last = play.rules.resolve(play.state, drafts, NO_DRAWS)
    play.state = play.last.state
    done = {
        one.order.reason
        for one in play.last.outcomes
        if isinstance(one.order, Pay) and one.result is Result.OK
    }
    for reader in (*POWERS, None):
        mail = mails.season_report(play.season(reader))
        for word, sides in words.items():
            may = reader in sides or (word in done and not private)
            assert (word in mail.text) == (word in mail.html) == may
        if private:
            kept = play.rules.view(play.state, (SeatId(reader),) if reader else None)
            assert {one.power for one in kept.part(AccountPart).accounts} <= {reader}
    for_gm = mails.season_report(replace(play.season(None), for_gm=True)).text
    assert all(word in for_gm for word in words)


@given(seed=SEEDS)
@settings(max_examples=60)
def test_every_receipt_of_a_winter_can_be_written(seed: int) -> None:
    """Whatever is ordered: it fits 72 columns, and tells every void order in the case it is void."""
    chance = Random(seed)
    play = Play("republic", chance.choice(FREE))
    play.state = make_winter(chance)
    power = chance.choice(POWERS)
    own = make_list(chance, play.state, power)
    outlook = play.rules.outlook(play.state, SeatId(power), own)
    assert outlook is not None
    due = play.due({power: own})
    view = replace(play.receipt(power, ""), orders=own, changed=own, outlook=outlook, due=due)
    known = halves(play.state, {power: own})[power]
    text = mails.receipt(replace(view, matching=outlook.payable(known))).text
    assert max(map(len, text.split("\n"))) <= WIDTH
    cases = (outlook.matched, outlook.unmatched)
    void = [[one for one in case.plain if one.outcome.result is Result.VOID] for case in cases]
    least = min(map(len, void)) if outlook.hangs_on_payments else len(void[0])
    assert least <= text.count("Void: ") <= len(void[0]) + len(void[1])
    complete = not outlook.slots and not any(void)
    assert not complete or "WOULD DO NOTHING" not in text
