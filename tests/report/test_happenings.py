"""Every kind of event, reason, result and order has words; a new kind without any fails here."""

from __future__ import annotations

import sys
from collections.abc import Iterable

import pytest

from gm.contract.draws import Draw
from gm.contract.events import Ending, Event
from gm.contract.orders import Order
from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.pages.manners.zine import zine_lines
from gm.games.diplomacy.rules import events
from gm.games.diplomacy.rules.board import Location, PowerId, ProvinceId
from gm.games.diplomacy.rules.conditions import IsVacant
from gm.games.diplomacy.rules.mechanics.anarchy import AnarchyForgotten, Cured, FellIntoAnarchy
from gm.games.diplomacy.rules.mechanics.changes import (
    CountriesClosed,
    HoleReopened,
    ProvinceHoled,
    ProvinceSplit,
    Split,
)
from gm.games.diplomacy.rules.mechanics.conversion import UnitConverted
from gm.games.diplomacy.rules.mechanics.decreed import OutcomeDecreed
from gm.games.diplomacy.rules.mechanics.promises import IncomePaid, PointsGiven, PointsSet
from gm.games.diplomacy.rules.mechanics.wanderers import (
    WandererPlaced,
    WanderersMet,
    WanderersWait,
    WandererWalked,
)
from gm.games.diplomacy.rules.orders import (
    AttackBridge,
    Build,
    BuildBridge,
    Choose,
    Conditional,
    Convert,
    Convoy,
    Disband,
    Give,
    Hold,
    Move,
    Pay,
    Receive,
    RemoveBridge,
    Retreat,
    Support,
    UnitOrder,
    Waive,
    Walk,
)
from gm.games.diplomacy.rules.outcomes import Outcome, Reason, Result, Why
from gm.games.diplomacy.rules.phases import Phase
from gm.games.diplomacy.rules.state import Dislodged
from gm.games.diplomacy.rules.units import Unit, UnitKind, UnitRef
from gm.games.diplomacy.rules.winter.accounts import Account, AccountsClosed, PointsGranted
from gm.games.diplomacy.rules.winter.bridges import (
    Bridge,
    BridgeBuilt,
    BridgeDemolished,
    BridgeDestroyed,
    BridgeWithdrawn,
)
from gm.games.diplomacy.rules.winter.payments import PointsPaid
from gm.games.diplomacy.rules.winter.season_facts import AutumnPart, AutumnRemembered
from gm.games.diplomacy.variants import VARIANTS
from gm.games.diplomacy.wording.explain import reason_sentence
from gm.games.diplomacy.wording.happenings import event_words
from gm.games.diplomacy.wording.order_lines import verdict

assert VARIANTS  # every variant's events are defined once it is imported
BOARD = load_board("republic")
MUNSTER, ULSTER = PowerId("MUNSTER"), PowerId("ULSTER")
KKW, WAT, KER = ProvinceId("KkW"), ProvinceId("Wat"), ProvinceId("Ker")
ARMY = Unit(MUNSTER, UnitKind.ARMY, Location(KKW))
FLEET = Unit(MUNSTER, UnitKind.FLEET, Location(WAT))
BRIDGE = Bridge((KKW, WAT), MUNSTER)

EVENTS: tuple[tuple[Event, str | None], ...] = (
    (
        events.Drawn(Draw("black hole, S1974", ("a", "b"), "b")),
        "Drawn for black hole, S1974: b, out of 2.",
    ),
    (
        events.Drawn(Draw("hat", ("a",), "a", by_hand=True)),
        "Drawn by the GM's hand for hat: a, out of 1.",
    ),
    (events.UnitsMoved(((ARMY, ARMY),)), None),
    (
        events.UnitDislodged(Dislodged(ARMY, WAT, (Location(KER),))),
        (
            "The Munster Army Kilkenny West is dislodged by the attack from Waterford and may "
            "retreat to Kerry, or disband."
        ),
    ),
    (
        events.UnitDislodged(Dislodged(ARMY, WAT, ())),
        (
            "The Munster Army Kilkenny West is dislodged by the attack from Waterford and has "
            "nowhere to go: it is destroyed."
        ),
    ),
    (
        events.UnitDislodged(Dislodged(ARMY, None, ())),
        "The Munster Army Kilkenny West is dislodged and has nowhere to go: it is destroyed.",
    ),
    (
        events.UnitRetreated(ARMY, Unit(MUNSTER, UnitKind.ARMY, Location(KER))),
        "The Munster Army Kilkenny West retreats to Kerry.",
    ),
    (events.UnitDisbanded(ARMY), "The Munster Army Kilkenny West is disbanded."),
    (
        events.UnitDisbanded(ARMY, by_civil_disorder=True),
        "The Munster Army Kilkenny West is removed in civil disorder.",
    ),
    (events.UnitBuilt(FLEET), "The Munster Fleet Waterford is built."),
    (events.StandoffsLeft((KER,)), "No unit can retreat to Kerry, where units stood off."),
    (events.StandoffsLeft(()), None),
    (events.CentreTaken(KER, MUNSTER), "Munster takes Kerry."),
    (events.CentreTaken(KER, MUNSTER, ULSTER), "Munster takes Kerry from Ulster."),
    (events.CentreTaken(KER, None, ULSTER), "Kerry becomes neutral."),
    (events.PowerEliminated(ULSTER), "Ulster is out of the game."),
    (events.GameWon((MUNSTER,)), "Munster wins the game."),
    (events.GameWon((MUNSTER, ULSTER)), "Munster and Ulster share the game."),
    (
        events.GameEnded(Ending.DRAW, (MUNSTER, ULSTER), "gm", "all agreed"),
        "The game is a draw between Munster and Ulster.",
    ),
    (
        events.GameEnded(Ending.CONCESSION, (MUNSTER,), "gm", "all agreed"),
        "Munster wins the game: the others concede it.",
    ),
    (
        events.GameEnded(Ending.ABANDONED, (), "gm", "three left"),
        "The game is abandoned, and nobody wins it.",
    ),
    (events.PhaseBegan(Phase.parse("S1016M")), None),
    (BridgeBuilt(BRIDGE), "Munster builds a bridge linking Kilkenny West and Waterford."),
    (
        BridgeDestroyed(BRIDGE, (ARMY,)),
        (
            "Munster's bridge linking Kilkenny West and Waterford is destroyed by the Munster "
            "Army Kilkenny West."
        ),
    ),
    (
        BridgeDemolished(BRIDGE),
        "Munster takes down its bridge linking Kilkenny West and Waterford.",
    ),
    (
        BridgeDemolished(BRIDGE, by_civil_disorder=True),
        (
            "Munster's bridge linking Kilkenny West and Waterford falls into disrepair: Munster "
            "could not keep it."
        ),
    ),
    (UnitConverted(FLEET, FLEET), "The Munster Fleet Waterford becomes an army."),
    (PointsPaid(ULSTER, MUNSTER, 5, "toll"), "Ulster pays Munster 5 points (toll)."),
    (AccountsClosed(1015, (Account(ULSTER),)), None),
    (AutumnRemembered(AutumnPart()), None),
    (CountriesClosed((ULSTER,)), "Nobody plays Ulster, and nobody can enter."),
    (HoleReopened(KER), "Kerry is no longer a black hole."),
    (ProvinceHoled(KER), "Kerry becomes a black hole."),
    (
        ProvinceHoled(KKW, ARMY, ULSTER, ("IRISH 1",)),
        (
            "Kilkenny West becomes a black hole. The Munster Army Kilkenny West and Irish 1 are "
            "annihilated in it. Ulster loses the supply centre there."
        ),
    ),
    (
        ProvinceSplit(Split(KER, (KKW, WAT), (WAT, KKW)), owner=ULSTER),
        (
            "Kerry is split, along a line from Kilkenny West to Waterford, into Waterford and "
            "Kilkenny West. Ulster owns both supply centres."
        ),
    ),
    (
        ProvinceSplit(
            Split(KKW, (KER, WAT), (KKW, WAT)), FLEET, (FLEET,), specials=(("IRISH 2", WAT),)
        ),
        (
            "Kilkenny West is split once more, along a line from Kerry to Waterford, into Kilkenny "
            "West and Waterford. Munster's unit there stands as Fleet Waterford; the other half can "
            "hold none. Irish 2 is in Waterford now, by lot."
        ),
    ),
    (
        FellIntoAnarchy(ARMY, ("IRISH 1", "IRISH 2")),
        "The Munster Army Kilkenny West falls into anarchy: it met Irish 1 and Irish 2.",
    ),
    (
        Cured(ARMY, ("PSYCHIATRIST 3",)),
        "The Munster Army Kilkenny West is cured by Psychiatrist 3 and obeys again.",
    ),
    (AnarchyForgotten((ARMY,)), None),
    (WanderersWait({"IRISH 1": KER}), None),
    (WandererPlaced("IRISH 1", KER), "Irish 1 is placed in Kerry."),
    (WandererWalked("IRISH 1", KER, WAT), "Irish 1 walks from Kerry to Waterford."),
    (
        WandererWalked("IRISH 1", KER, WAT, by_gm=True),
        "Irish 1 goes from Kerry to Waterford: the GM sent it, not the hat.",
    ),
    (WandererWalked("IRISH 1", KER, KER), "Irish 1 stays in Kerry: no space beside it is open."),
    (
        WanderersMet(KER, "IRISH 1", "PSYCHIATRIST 2"),
        "Irish 1 and Psychiatrist 2 meet in Kerry and annihilate each other.",
    ),
    (PointsGiven(ULSTER, MUNSTER, 1), "Ulster gives Munster 1 point."),
    (PointsSet(ULSTER, 7), "Ulster has 7 points now."),
    (PointsGranted(ULSTER, 1016, 7), "The GM grants Ulster 7 points for Winter 1016."),
    (PointsGranted(ULSTER, 1016, -1), "The GM takes from Ulster 1 point for Winter 1016."),
    (
        BridgeWithdrawn(Bridge((ProvinceId("CoC"), ProvinceId("Wat")), MUNSTER)),
        "Munster's bridge linking Cork Central and Waterford is gone, and costs nothing.",
    ),
    (events.RetreatClosed(ProvinceId("Wat")), None),
    (OutcomeDecreed(Hold(UnitRef(UnitKind.ARMY, Location(ProvinceId("Wat")))), True), None),
    (IncomePaid({ULSTER: 5}), None),
)


def family(base: type) -> Iterable[type]:
    """Yield every subclass as its module holds it; slots leave a ghost of the first form."""
    for cls in base.__subclasses__():
        if getattr(sys.modules[cls.__module__], cls.__name__, None) is cls:
            yield cls
        yield from family(cls)


@pytest.mark.parametrize(("event", "words"), EVENTS)
def test_an_event_has_words(event: Event, words: str | None) -> None:
    """Every fact is a sentence, or is told elsewhere on purpose."""
    assert event_words(event, BOARD) == words


def test_no_event_is_forgotten() -> None:
    """Whoever adds an event gives it words."""
    assert {type(event) for event, _ in EVENTS} == {
        cls
        for cls in family(Event)
        if cls.__module__.startswith(("gm.contract.", "gm.games.diplomacy."))
        and cls not in (events.PartChanged, events.PositionChange)  # only bases
    }


def test_an_unknown_event_is_a_bug() -> None:
    """An event without words is never left out in silence."""
    with pytest.raises(TypeError, match="no words"):
        event_words(Event(), BOARD)


@pytest.mark.parametrize("why", Why)
def test_every_reason_is_a_sentence(why: Why) -> None:
    """Each kind of reason explains itself, in words and with a full stop."""
    detail = (("left", "3"), ("price", "7"), ("power", "ULSTER"), ("owner", "ULSTER"))
    reason = Reason(why, 1, 2, (ARMY.ref,), (FLEET.ref,), (KKW, WAT), detail)
    words = reason_sentence(reason, BOARD, Move(ARMY.ref, Location(WAT)))
    assert words.endswith(".")
    assert len(words.split()) >= 3
    assert words[0].isupper()


HOME = UnitRef(UnitKind.ARMY, Location(KKW))
ORDERS: tuple[Order, ...] = (
    Hold(HOME),
    Move(HOME, Location(WAT)),
    Support(HOME, FLEET.ref),
    Support(HOME, FLEET.ref, Location(KER)),
    Convoy(FLEET.ref, HOME, Location(KER)),
    Convert(FLEET.ref),
    AttackBridge(HOME, (KKW, WAT), ULSTER),
    Retreat(HOME, Location(WAT)),
    Disband(HOME),
    Build(HOME),
    Waive(),
    BuildBridge((KKW, WAT)),
    RemoveBridge((KKW, WAT)),
    Pay(5, ULSTER),
    Receive(5, ULSTER),
    Give(5, ULSTER),
    Choose(HOME),
    Walk("IRISH 1", WAT),
    Conditional(IsVacant(KER), (Build(HOME),)),
)


def test_no_order_is_forgotten() -> None:
    """Whoever adds an order gives it a place in the results."""
    known = {
        cls
        for cls in family(Order)
        if cls.__module__.startswith(("gm.contract.", "gm.games.diplomacy."))
    }
    assert {type(order) for order in ORDERS} == known - {UnitOrder}


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("result", Result)
def test_every_outcome_has_words(order: Order, result: Result) -> None:
    """Every order with every result has a verdict and a line in the zines' manner."""
    outcome = Outcome(MUNSTER, order, result, Reason(Why.CONDITION))
    assert verdict(outcome) or isinstance(order, Hold)
    (line,) = zine_lines((outcome,), BOARD, ())
    assert line.startswith("MUNSTER: ")


def test_removals_and_losses_are_told_in_the_verbs_of_builds() -> None:
    """What is taken off in winter is removed or lost; who lost it without an order has a line."""
    removed = Outcome(MUNSTER, Disband(HOME), Result.OK)
    bridge = Bridge((ProvinceId("KkE"), ProvinceId("KkW")), MUNSTER)
    lost = (
        events.UnitDisbanded(ARMY),
        events.UnitDisbanded(FLEET, by_civil_disorder=True),
        BridgeDemolished(bridge, by_civil_disorder=True),
    )
    both = zine_lines((removed,), BOARD, (), events=lost)
    assert both == ("MUNSTER: removes a kkw, loses f wat, loses bridge kke-kkw",)
    assert zine_lines((), BOARD, (), events=lost[1:2]) == ("MUNSTER: loses f wat",)


def test_a_dislodged_convoy_is_not_called_done() -> None:
    """A fleet beaten out of its sea did nothing that its player would call done."""
    convoy = Convoy(FLEET.ref, HOME, Location(WAT))
    assert verdict(Outcome(MUNSTER, convoy, Result.OK)) == "done"
    assert verdict(Outcome(MUNSTER, convoy, Result.OK, dislodged=True)) == "dislodged"


@pytest.mark.parametrize(
    ("outcome", "line"),
    [
        (Outcome(MUNSTER, Move(HOME, Location(WAT)), Result.OK), "a kkw-WAT"),
        (Outcome(MUNSTER, Move(HOME, Location(WAT)), Result.BOUNCE), "a KKW-wat"),
        (Outcome(MUNSTER, Hold(HOME), Result.OK, ordered=False), "a KKW stands (no order)"),
        (Outcome(MUNSTER, Hold(HOME), Result.OK, dislodged=True), "a KKW stands (d r:ker,otb)"),
        (
            Outcome(MUNSTER, Support(HOME, FLEET.ref), Result.VOID, Reason(Why.NOT_MATCHING)),
            "a KKW s f wat (nso)",
        ),
        (Outcome(MUNSTER, Retreat(HOME, Location(KER)), Result.OK), "a kkw r KER"),
    ],
)
def test_capitals_stand_where_a_unit_ends(outcome: Outcome, line: str) -> None:
    """The zines' manner: small letters for the way, capitals for the end of it."""
    waiting = (Dislodged(ARMY, WAT, (Location(KER),)),)
    assert zine_lines((outcome,), BOARD, waiting) == (f"MUNSTER: {line}",)
