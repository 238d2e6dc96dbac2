"""What a picture of a game shows, and what it keeps to itself."""

from __future__ import annotations

import pytest

from gm.app.play.endings import EndWish, end_game
from gm.app.records import PhaseStatus
from gm.app.table import lay
from gm.contract.events import Ending
from gm.contract.facts import Part, Viewer
from gm.contract.rules import Resolution
from gm.contract.told import known_step
from gm.drawing.scene import Act, DrawnFate, DrawnSpot, PieceKind
from gm.errors import NoSuchGame, NotAllowed
from gm.games.diplomacy.map.drawn.picture import draw
from gm.games.diplomacy.map.files.map_sheet import sheet_of
from gm.games.diplomacy.map.shown.order_marks import OrdersShown, marks
from gm.games.diplomacy.map.shown.showing import MapShown, Show, pictured
from gm.games.diplomacy.rules.board import Location, PowerId, ProvinceId
from gm.games.diplomacy.rules.events import UnitDisbanded
from gm.games.diplomacy.rules.orders import AttackBridge, BuildBridge, Disband, RemoveBridge
from gm.games.diplomacy.rules.outcomes import Outcome, Reason, Result, Why
from gm.games.diplomacy.rules.units import Unit, UnitKind
from gm.games.diplomacy.rules.winter.bridges import Bridge, BridgeDemolished, BridgePart
from gm.resources import maps_dir
from tests.app.standard import play_standard
from tests.app.world import World


@pytest.fixture
def game(world: World) -> World:
    """A spring and an autumn of standard Diplomacy, and the spring that is open then."""
    play_standard(world)
    return world


def shown(world: World, phase: str | None = None, show: Show | None = None) -> MapShown:
    """Return a picture of the game."""
    return pictured(world.services, "tara", phase, show)


def test_an_open_phase_shows_no_orders(game: World) -> None:
    """Orders that wait are in no picture, whatever is asked for."""
    before = shown(game)
    game.mail("france", "A Par - Pic\nA Bur - Par", to="gm+tara@gm.example.org")
    after = shown(game)
    assert after.scene == before.scene
    assert after.scene.marks == ()
    assert "due" in after.scene.subtitle
    with pytest.raises(NotAllowed, match="secret"):
        shown(game, None, Show.ORDERS)


def test_a_game_that_was_ended_shows_its_position(game: World) -> None:
    """No order of the phase in which it ended was carried out, so there is none to draw."""
    end_game(game.services, "tara", EndWish(Ending.DRAW, ("all",), "by agreement"), sure=True)
    last = shown(game).scene
    assert "the position after it" in last.title
    assert last.subtitle == "The game is over"
    assert last.pieces


@pytest.mark.parametrize(
    ("for_orders", "told"), [(True, "some are missing"), (False, "the GM is looking at it")]
)
def test_a_held_phase_says_whom_it_waits_for(game: World, for_orders: bool, told: str) -> None:
    """Players hold it up, or the GM must look at it; the picture blames nobody wrongly."""
    with game.services.store.write() as transaction:
        phase = transaction.phases(transaction.game("tara").id)[-1]
        transaction.change_phase(phase, status=PhaseStatus.HELD, held_for_orders=for_orders)
    assert told in shown(game).scene.subtitle


def test_orders_are_shown_with_their_fate(game: World) -> None:
    """A standoff, a move by sea and a support, each as it went, with its reason in words."""
    spring = {mark.at.place: mark for mark in shown(game, "S1901M").scene.marks}
    assert (spring["MUN"].act, spring["MUN"].fate, spring["MUN"].to) == (
        Act.MOVE,
        DrawnFate.FAILED,
        DrawnSpot("BUR"),
    )
    assert spring["PAR"].fate is DrawnFate.DONE
    assert (spring["MAR"].act, spring["MAR"].target) == (Act.SUPPORT, DrawnSpot("PAR"))
    assert "Munich moves to Burgundy, bounced" in spring["MUN"].words
    assert "Army Paris" in spring["MUN"].words  # whose move was the stronger
    autumn = {mark.at.place: mark for mark in shown(game, "F1901M").scene.marks}
    assert autumn["YOR"].via == (DrawnSpot("NTH"),)


@pytest.mark.slow
def test_every_order_and_unit_is_in_the_picture(game: World) -> None:
    """Each unit of the position stands in it, each of 22 orders has its mark."""
    orders = shown(game, "S1901M")
    assert len(orders.scene.pieces) == 22
    assert len(orders.scene.marks) == 22
    svg = draw(sheet_of(maps_dir() / "standard", orders.printed, orders.board, ()), orders.scene)
    assert svg.count('class="order ') == 22
    assert svg.count('class="unit ') == 22


def test_the_position_after_a_phase(game: World) -> None:
    """It shows who stands where then, who owns what, and what is due next."""
    after = shown(game, "S1901M", Show.POSITION).scene
    at = {piece.at.place: piece for piece in after.pieces}
    assert (at["BUR"].power, at["BUR"].kind) == ("FRANCE", PieceKind.ARMY)
    assert after.owners["BUR"] == "FRANCE"
    assert "Autumn 1901" in after.subtitle
    assert "France: units" in after.description


def test_a_centre_has_the_colour_of_its_owner_alone(game: World) -> None:
    """Who passes through another's centre in spring does not colour it."""
    spring = shown(game, "S1901M", Show.POSITION).scene
    assert "SER" not in spring.owners
    autumn = shown(game, "W1901A", Show.POSITION).scene
    assert all(autumn.owners[place] for place in ("PAR", "VIE", "TUN"))


def test_what_a_rule_takes_is_marked_by_itself(world: World) -> None:
    """A unit that its owner removes is crossed out; one lost in civil disorder, and a bridge, else."""
    world.start()
    with world.services.store.read() as transaction:
        table = lay(world.services, transaction, transaction.game("tara"))
    first, second = (
        Unit(PowerId("ULSTER"), UnitKind.ARMY, Location(ProvinceId(place)))
        for place in ("BeN", "Dow")
    )
    over = (ProvinceId("BeN"), ProvinceId("BeS"))
    given = OrdersShown(
        table.rules.board,
        table.state,
        (Outcome(first.power, Disband(first.ref), Result.OK),),
        (
            UnitDisbanded(first),
            UnitDisbanded(second, by_civil_disorder=True),
            BridgeDemolished(Bridge(over, first.power), by_civil_disorder=True),
        ),
    )
    found = [(mark.act, mark.between or mark.at.place) for mark in marks(given)]
    places = [str(unit.at.province) for unit in (first, second)]
    assert found == [(Act.REMOVE, places[0]), (Act.LOSE, places[1]), (Act.LOSE, over)]
    assert all("civil disorder" in mark.words for mark in marks(given)[1:2])


def test_an_order_names_the_bridge_it_means(world: World) -> None:
    """An attack means the named owner's, or the oldest; who takes one down means his own."""
    world.start()
    with world.services.store.read() as transaction:
        table = lay(world.services, transaction, transaction.game("tara"))
    over = (ProvinceId("BeN"), ProvinceId("BeS"))
    ulster, munster = PowerId("ULSTER"), PowerId("MUNSTER")
    bridges = (Bridge(over, munster), Bridge(over, ulster))
    army = Unit(ulster, UnitKind.ARMY, Location(over[0])).ref
    orders = (
        AttackBridge(army, over),
        AttackBridge(army, over, ulster),
        RemoveBridge(over),
        AttackBridge(army, (ProvinceId("BeS"), ProvinceId("Dow"))),
    )
    outcomes = tuple(Outcome(ulster, order, Result.OK) for order in orders)
    state = table.state.with_part(BridgePart(bridges))
    found = marks(OrdersShown(table.rules.board, state, outcomes, ()))
    assert [mark.owner for mark in found] == ["MUNSTER", "ULSTER", "ULSTER", ""]


@pytest.mark.parametrize(("payments", "drawn"), [("private", 1), ("public", 2)])
def test_a_private_winter_shows_what_was_done(world: World, payments: str, drawn: int) -> None:
    """Where payments are secret no failed build is drawn: it might tell of points."""
    world.start(options={"payments": payments})
    with world.services.store.read() as transaction:
        table = lay(world.services, transaction, transaction.game("tara"))
    pairs = [(ProvinceId("BeN"), ProvinceId("BeS")), (ProvinceId("BeS"), ProvinceId("Dow"))]
    outcomes = (
        Outcome(PowerId("ULSTER"), BuildBridge(pairs[0]), Result.OK),
        Outcome(
            PowerId("ULSTER"),
            BuildBridge(pairs[1]),
            Result.VOID,
            Reason(Why.NO_UNIT_BESIDE, place=pairs[1]),
        ),
    )
    resolution = Resolution(table.state, (), outcomes)
    told = known_step(table.rules, table.state, resolution, Viewer(Part.ARCHIVE))
    found = marks(OrdersShown(table.rules.board, table.state, told.outcomes, told.events))
    assert [mark.between for mark in found] == pairs[:drawn]


def test_what_is_not_there_is_refused(game: World) -> None:
    """A wrong game and a wrong phase are told as such."""
    with pytest.raises(NoSuchGame):
        pictured(game.services, "nowhere")
    with pytest.raises(NotAllowed, match="no such phase"):
        shown(game, "S1999M")
